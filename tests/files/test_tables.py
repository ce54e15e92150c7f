"""The reader of prediction files: every format, every rule of the cells, every refusal."""

import csv
import gzip
import io
import json
import os

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from helpers import read_annotators, read_labels
from helpers import read_refusal as refusal
from helpers import refusal as refused
from hypothesis import given, settings
from hypothesis import strategies as st

from semantic_f1.files.cells import neutralize
from semantic_f1.files.formats import TableError, TableInfo
from semantic_f1.files.reading import read_for, read_table
from semantic_f1.files.tables import read_groups, sniff

# A file left open would show as a warning.
pytestmark = [
    pytest.mark.filterwarnings("error"),
    pytest.mark.filterwarnings("ignore:both sides hold the same labels"),
]

HEADER = "predictions,references\n"
SIDES = '{"predictions": 1, "references": 1}'


@pytest.fixture
def put_parquet(tmp_path):
    def write(name="data.parquet", **columns):
        path = tmp_path / name
        pq.write_table(pa.table(columns), path)
        return path

    return write


def sets(table):
    return table.predictions, table.references


def test_a_plain_csv(put):
    path = put("id,predictions,references\na1,joy,love\na2,,anger\n")
    table = read_labels(path)
    assert table.predictions == [("joy",), ()]
    assert table.references == [("love",), ("anger",)]
    assert table.info == TableInfo("csv", ",", ["id", "predictions", "references"], "utf-8")
    assert len(table) == 2
    assert [table.row_name(i) for i in range(2)] == ["line 2", "line 3"]
    assert sniff(path) == table.info


SEP = "a,predictions;references\r\njoy;love,x\r\n"
TSV = 'predictions\treferences,x;y\njoy,love\t"a\tb"\n'
# File name, text, options, then predicted and gold labels of the rows, and their lines.
READ = [
    ("a.csv", " gold , system ,x\njoy,love,1\n", {"predictions": "system", "references": "gold"},
        "love", "joy", [2]),
    ("a.csv", "id,predictions,references\r\n\"a\r\nb\r\n\",\"joy, \"\"deep\"\"\",love\r\n"
        "c,\"x\ny\",z", {}, ['joy, "deep"', "x\ny"], ["love", "z"], [2, 5]),
    ("a.csv", '"the\nid",predictions,references\n1,joy,love\n', {}, "joy", "love", [3]),
    # A lone quote in a header swallows no rows.
    ("a.csv", '5" nail,predictions,references\n1,joy,love\n2,joy,"anger"\n', {}, ["joy", "joy"],
        ["love", "anger"], [2, 3]),
    # Only with a comma does a quoted cell begin here, one that spans the whole file.
    ("a.csv", 'x,"y;predictions;references\n1;joy;love\n2;"joy";anger\n', {}, ["joy", "joy"],
        ["love", "anger"], [2, 3]),
    ("a.csv", '"d0"|"x;y"\n', {"predictions": "1", "references": "2", "header": False}, "d0",
        "x;y", [1]),
    ("a.csv", HEADER + "a\u2028b\u0085c\x0bd,love\nx,y\n", {}, ["a\u2028b\u0085c\x0bd", "x"],
        ["love", "y"], [2, 3]),
    *(("a.csv", f"{mark}\r\n{SEP}", {"predictions": "a,predictions"}, "joy", "love,x", [3])
        for mark in ("sep=;", "SEP=;", '"sep=;"', "\ufeffsep=;")),
    ("a.csv", "sep=|\npredictions|references\njoy,x|love\n", {}, "joy,x", "love", [3]),
    # Three commas and one semicolon: the count alone would say comma.
    ("a.csv", "a,b,c,gold;system\njoy;love\n",
        {"predictions": "system", "references": "a,b,c,gold"}, "love", "joy", [2]),
    ("a.csv", '"a,b,c";"predictions";"references"\n1;joy;love\n', {}, "joy", "love", [2]),
    *((name, TSV, {"references": "references,x;y"}, "joy,love", "a\tb", [2])
        for name in ("data.tsv", "data.tab", "DATA.TSV")),
    # The format goes before the ending.
    ("data.dat", "predictions\treferences\njoy\tlove\n", {"format": "tsv"}, "joy", "love", [2]),
    ("data.csv", '{"predictions": "joy", "references": "a"}\n', {"format": "jsonl"}, "joy", "a",
        [1]),
]  # fmt: skip


@pytest.mark.parametrize(("name", "text", "options", "predicted", "gold", "lines"), READ)
def test_texts_that_are_read(put, name, text, options, predicted, gold, lines):
    table = read_labels(put(text, name), **options)
    sides = ([side] if isinstance(side, str) else side for side in (predicted, gold))
    assert sets(table) == tuple([(label,) for label in side] for side in sides)
    assert [table.row_name(i) for i in range(len(table))] == [f"line {n}" for n in lines]


@pytest.mark.parametrize(("text", "delimiter", "columns"), [
    (" gold , system ,x\n1,2,3\n", ",", ["gold", "system", "x"]),
    ('"the\nid",predictions,references\n1,joy,love\n', ",", ["the\nid", *HEADER[:-1].split(",")]),
    ('x,"y;predictions;references\n1;joy;love\n', ";", ['x,"y', *HEADER[:-1].split(",")]),
    (f"sep=;\r\n{SEP}", ";", ["a,predictions", "references"]),
    ("a,b,c,gold;system\njoy;love\n", ",", ["a", "b", "c", "gold;system"]),
    ("predictions;references;a,b,c,d\n", ";", ["predictions", "references", "a,b,c,d"]),
    ('"a,b";"c"\n1;joy\n', ";", ["a,b", "c"]),
])  # fmt: skip
def test_delimiters_and_columns_that_are_seen(put, text, delimiter, columns):
    info = sniff(put(text))
    assert (info.delimiter, info.columns) == (delimiter, columns)


def test_a_blank_behind_a_closing_quote_chooses_no_other_separator(put):
    """Another separator would make columns of half a line."""
    for header in ('id,"gold" ,pred|x', 'a,"gold" ,pred'):
        path = put(f'{header}\n1,"joy" ,love|y\n')
        assert "line 1: ',' expected after '\"'" in refusal(path)


def test_blank_lines_are_no_rows_but_a_row_of_empty_cells_is_one(put):
    path = put("\n" + HEADER + "joy,love\n\n   \n,\n \t, \n\n\n")
    assert "line 6: column 'references': blank, in a column of single labels" in refusal(path)
    assert "separator=TEXT" in refusal(put(HEADER + "joy,joy;love\njoy,\n", "joined.csv"))
    table = read_labels(path, blank="no_label")
    assert (*sets(table), *table.lines) == ([("joy",), (), ()], [("love",), (), ()], 3, 6, 7)


ODD_NAMES = ["it's", 'a "b"', "c\\d", "e\nf", "\xa0g", "\u2028h", 'i\'s "x"']


def cell(put, text, **options):
    stream = io.StringIO(newline="")
    csv.writer(stream).writerows([["predictions", "references"], [text, "[]"]])
    return read_labels(put(stream.getvalue()), **options).predictions[0]


def cell_refusal(put, text, **options):
    message = refused(cell, put, text, error=TableError, **options)
    assert message.startswith("data.csv: line 2: column 'predictions': "), message
    return message.removeprefix("data.csv: line 2: column 'predictions': ")


@pytest.mark.parametrize(("text", "members", "separator"), [
    *((text, members, None) for text, members in (
        ("", ()), ("  \t\u00a0 ", ()), ("[]", ()), (" [ ] ", ()), ('["joy"]', ("joy",)),
        ('["joy", "love", "joy"]', ("joy", "love", "joy")), ('  ["joy"]  ', ("joy",)),
        ('[" joy "]', (" joy ",)), (r'["caf\u00e9", "a\"b", "c\nd"]', ("café", 'a"b', "c\nd")),
        ("[1, 27]", (1, 27)), ('["1", 2]', ("1", 2)), ("['joy', 'love']", ("joy", "love")),
        ("['joy',]", ("joy",)), ("[ 'joy' , \"it's\" ]", ("joy", "it's")),
        (repr(ODD_NAMES), tuple(ODD_NAMES)), ("[-1, '3']", (-1, "3")),
        (" joy, or not ", ("joy, or not",)), ("a\r\nb\rc", ("a\r\nb\rc",)),
    )),
    *((text, (text,), None) for text in ("joy|love", "N/A", "nan", "(none)", "settled",
        "joy {deep} set()")),
    ("joy|love", ("joy", "love"), "|"),
    (" joy |  love", ("joy", "love"), "|"),
    ("joy", ("joy",), "|"),
    ("joy, or not; love", ("joy, or not", "love"), ";"),
    ("joy and love", ("joy", "love"), " and "),
    ("joy | love", ("joy", "love"), " | "),
    ("joy love", ("joy", "love"), " "),
    ("", (), "|"),
    ('["a|b", "c"]', ("a|b", "c"), "|"),
    ("3|x", ("3", "x"), "|"), ("3|5", (3, 5), "|"),
])  # fmt: skip
def test_a_cell(put, text, members, separator):
    assert cell(put, text, separator=separator) == members


@pytest.mark.parametrize("text", ["joy||love", "joy|", "|joy", "joy| |love", "|", "joy | "])
def test_an_empty_member_is_refused(put, text):
    for separator in ("|", " | "):
        message = cell_refusal(put, text, separator=separator)
        assert message == f"{text!r} has an empty name before or after a '|'"


_LISTED = 'write a JSON list, such as ["joy", "love"]'
_KINDS = (
    ("[1.0, 2.5]", "a decimal number"),
    ("[NaN]", "a decimal number"),
    ("[1, true]", "true or false"),
    ('["joy", null]', "null"),
    ('[["joy"]]', "a value of type list"),
    ('[{"a": 1}]', "an object"),
)
_MALFORMED = (
    *("[joy, love]", '["joy"', "['joy', None]", "[1, 2.0, 'a']", "['joy'] x", "[b'joy']", "[01]"),
    *("['a', ['b']]", "[,]", "['a',,'b']", "[f'a']", "['a' + 'b']", r"['\x']", "['a'*9]", "["),
)
_NUMPY = (
    *(str(np.array(["joy", "love"])), str(np.array(["joy"] * 30)), str(np.arange(3))),
    *(str(np.arange(50)), str(np.arange(2000)), str([np.str_("joy"), np.str_("love")])),
    str([np.int64(3)]),
)
_PYTHON = ("{'joy', 'love'}", "set()", "frozenset({'joy'})", "('joy', 'love')", "('joy',)", "()")
BAD_CELLS = [
    *((text, f"holds {what}, where names or ids must stand; [] is ") for text, what in _KINDS),
    *((text, f"is not a list of names or ids: {_LISTED}") for text in _MALFORMED),
    *((x, f"looks like a printed numpy array (.tolist() helps): {_LISTED}") for x in _NUMPY),
    *((text, "looks like a") for text in (*_PYTHON, "array(['joy'], dtype=object)")),
    ("{}", "is an object: give the list of labels in it"),
    *((text, "holds an empty name; [] is ") for text in ('[""]', '["joy", " "]', "['']")),
]


@pytest.mark.parametrize(("text", "says"), BAD_CELLS)
def test_a_cell_that_is_refused(put, text, says):
    message = cell_refusal(put, text)
    assert says in message
    assert len(text) > 50 or message.startswith(f"{text!r} {says}")
    assert text not in _PYTHON or "printed" in message


def test_hostile_cells_are_refused_and_long_ones_shortened(put):
    assert "nested too deeply" in cell_refusal(put, "[" * 100_000)
    assert "not a list" in cell_refusal(put, "[1" + " " * 100_000 + "x]")
    assert "not a list" in cell_refusal(put, "['" + "\\" * 100_001)
    assert "more than 64 bits" in cell_refusal(put, "[9223372036854775808]")
    assert "more than 64 bits" in cell_refusal(put, f"[{'9' * 5000}]")
    assert "half of a character" in cell_refusal(put, r'["\ud83d"]')
    assert cell(put, r'["\ud83d\ude00"]') == ("😀",)
    message = cell_refusal(put, "[" + "joy " * 1000)
    assert message.startswith("'[joy joy ")
    assert len(message) < 200


STARS = ["1", "2", "3", "4", "5"]


@pytest.mark.parametrize(("text", "options", "expected"), [
    ('3,"[3, 4]"\n,5\n0, 12 \n', {}, ([(3,), (), (0,)], [(3, 4), (5,), (12,)])),
    ('3,"[3, 4]"\n,5\n', {"ids": "never"}, ([("3",), ()], [("3", "4"), ("5",)])),
    # Both columns are decided together.
    ("3,3\n4;5,6;joy\n", {}, ([("3",), ("4", "5")], [("3",), ("6", "joy")])),
    ("3,3\n4;5,6;joy\n", {"ids": "always"}, ([(3,), (4, 5)], [(3,), (6, "joy")])),
    ("1,2\n4,4\n", {"known": STARS}, ([("1",), ("4",)], [("2",), ("4",)])),
    ("1,2\n4,4\n", {"known": ["joy", "love"]}, ([(1,), (4,)], [(2,), (4,)])),
    ("1;V1,V1\n1,V1;1\n", {"known": ["1", "V1"]}, ([("1", "V1"), ("1",)], [("V1",), ("V1", "1")])),
    ('"[1, 4]",1\n[],4\n', {"known": STARS}, ([("1", "4"), ()], [("1",), ("4",)])),
    ('"[""1""]",4\n[],5\n', {"known": ["joy"]}, ([("1",), ()], [("4",), ("5",)])),
    ("0117,117\n250,250\n", {"known": ["0117", "117", "250"]},
        ([("0117",), ("250",)], [("117",), ("250",)])),
    ("0117,250\n", {"known": ["joy"]}, ([("0117",)], [("250",)])),
])  # fmt: skip
def test_whole_numbers_are_ids_or_names_that_the_universe_has(put, text, options, expected):
    path = put(HEADER + text)
    table = read_labels(path, separator=";", **options)
    assert sets(table) == expected
    if "ids" not in options:
        known = options.get("known")
        assert sets(read_labels(path, separator=";").for_names(known)) == expected


@pytest.mark.parametrize(
    ("known", "members"), [(STARS, ("1", "4")), (["joy"], (1, 4)), (None, (1, 4))]
)
def test_numbers_of_typed_files_and_annotators_follow_the_same_rule(
    put, put_parquet, known, members
):
    jsonl = put('{"predictions": [1, 4], "references": [1, 4]}\n', "data.jsonl")
    parquet = put_parquet(predictions=[[1, 4]], references=[[1, 4]])
    for path in (jsonl, parquet):
        assert sets(read_labels(path, known=known)) == ([members], [members])
    assert sets(read_labels(parquet, known=STARS, ids="always")) == ([(1, 4)], [(1, 4)])
    assert sets(read_labels(parquet, ids="never")) == ([("1", "4")], [("1", "4")])
    first, second = members
    expected = [(first,)], [[(first,), (second,)]]
    table = read_annotators(put("pred,ann,bo\n1,1,4\n"), references=["ann", "bo"])
    assert sets(table.for_names(known)) == expected
    path = put('{"pred": 1, "gold": [[1], [4]]}\n', "nested.jsonl")
    assert sets(read_annotators(path, known=known)) == expected


@pytest.mark.parametrize("other", ["-1", "1.0", "007", "1e3", "٣", "9" * 19, "+1", '"[""7""]"'])
def test_what_does_not_look_like_an_id_keeps_the_column_names(put, other):
    assert read_labels(put(HEADER + f"3,a\n{other},a\n")).predictions[0] == ("3",)
    # The largest id by looks.
    assert read_labels(put(HEADER + "9" * 18 + ",1\n")).predictions == [(10**18 - 1,)]


def test_missing_columns_list_what_was_found(put):
    path = put("id,Predictions,gold\n1,joy,love\n")
    assert refusal(path, predictions="predictions", references="gold") == (
        "data.csv: has no column 'predictions'; columns found: 'id', 'Predictions', 'gold'; "
        "did you mean 'Predictions'? name the columns of predictions and references, "
        "and give the file a header if it has none"
    )
    message = refusal(path, predictions="gold", references="refs")
    assert "has no column 'refs'; columns found: 'id', 'Pre" in message
    # The list is cut.
    row = ",".join(["joy"] * 500)
    path = put(",".join(f"c{i}" + "x" * 99 for i in range(500)) + f"\n{row}\n")
    assert "and 495 more" in refusal(path)
    message = refusal(path, predictions="gold", references="x")
    assert "and 488 more" in message and len(message) < 800


def test_known_names_tell_the_columns_and_no_other_does(put):
    table = read_labels(put("gold,pred\njoy,love\n"))
    assert sets(table) == ([("love",)], [("joy",)])
    table = read_labels(put("text,labels,prediction\nI am glad,joy,love\n"))
    assert sets(table) == ([("love",)], [("joy",)])
    message = refusal(put("model_a,agent,gold\njoy,love,joy\n"))
    assert message == "data.csv: which column holds the predictions? 'gold' is gold. " + (
        "Left: 'model_a', 'agent'. Choose: predictions=COLUMN"
    )
    message = refusal(put("pred_bert,pred_gpt,gold\njoy,love,joy\n"))
    assert message.startswith("data.csv: 'pred_bert', 'pred_gpt' may all hold the predictions.")
    assert "indicators" not in message
    message = refusal(put("gold_a,gold_b,pred_a,pred_b\n1,0,1,1\nx,,TRUE,no\n"))
    assert message == (
        "data.csv: 'pred_a', 'pred_b' may all hold the predictions. Choose: predictions=COLUMN; a "
        "column per label is read by indicators=True with predictions='pred_*'"
    )
    table = read_labels(put("pred_bert,pred_gpt,gold\njoy,love,joy\n"), predictions="pred_gpt")
    assert sets(table) == ([("love",)], [("joy",)])


def test_a_file_without_a_header(put):
    message = refusal(put("joy,love\nanger,joy\n"))
    assert message.endswith("Left: 'joy', 'love'. Choose: predictions=COLUMN and references=COLUMN")
    path = put("joy,love\njoy,joy\n")
    assert "Left: '1', '2'. Choose" in refusal(path)
    table = read_labels(path, predictions="2", references="1", header=False)
    assert sets(table) == ([("love",), ("joy",)], [("joy",), ("joy",)])
    # A wanted column twice is refused, another may be.
    path = put("x,x,predictions,references, predictions\n1,2,a,b,c\n")
    assert refusal(path) == ("data.csv: has 2 columns named 'predictions': rename all but one")
    table = read_labels(put("x,x,predictions,references\n1,2,a,b\n"))
    assert table.predictions == [("a",)]


def test_columns_named_as_labels_are_found_by_their_names(put):
    """A column that is named is in the header, however much its name looks like data."""
    both = put("joy,love,fear\njoy,fear,joy\nanger,love,love\n", "both.csv")
    read = read_annotators(both, predictions="joy", references=["love", "fear"])
    assert read.predictions == [("joy",), ("anger",)]
    assert [list(row) for row in read.references] == [[("fear",), ("joy",)], [("love",), ("love",)]]
    gold = put("love\njoy\nlove\n", "gold.csv")
    table = read_labels(both, gold, predictions="joy", references="love")
    assert (table.predictions, table.references) == (read.predictions, [("joy",), ("love",)])


CELLS = "the number of cells is {}, but the header has {}: put a cell with a {!r}, a quote or a"
QUOTED = HEADER + '"a\nb",c\n{}\nd,e\n'
CLOSED = "check that each quote is closed"
# Content, file, and the beginning, an inner part and the end of the error behind the file's name.
REFUSED = [
    *((QUOTED.format(row), "data.csv", (f"line 4: {CELLS.format(n, 2, ',')}",)) for row,
        n in (*(("joy", 1), ("joy,love,anger", 3), ("['joy', 'love'],['joy']", 3), (",,x", 3)),)),
    ("predictions;references;id\na;b;1\na;b\n", "data.csv",
        (f"line 3: {CELLS.format(2, 3, ';')}",)),
    ("note,predictions,references\na\rb,joy,love\n", "data.csv",
        (f"line 2: {CELLS.format(1, 3, ',')}",)),
    ('predictions,references\n"a\n\nb",c\n\nd,[oops\n', "data.csv",
        ("line 6: column 'references': '[oops' is not a list",)),
    ("", "data.csv", ("is empty",)),
    *((text, "data.csv", ("has only blank lines",)) for text in ("\n\n \n", "\ufeff", "sep=;\n")),
    (HEADER + "\n\n", "data.csv", ("has a header but no rows",)),
    (HEADER + 'a,b\nc,"d\ne,f,g\n', "data.csv", ("line 3: unexpected end of data", CLOSED)),
    (HEADER + 'a,b\n"c"d,e\nf\n', "data.csv", ("line 3: ',' expected after '\"'", CLOSED)),
    (HEADER + 'a,b\n"' + "c\n" * 70_000, "data.csv",
        ("line 3: field larger than field limit", "over 131,072 characters needs JSON Lines")),
    ('\n"predictions,references\na,b\n', "data.csv", ("line 2: unexpected end of data", CLOSED)),
    ("[" * 140_000, "data.csv", ("line 1: field larger than field limit", "JSON Lines")),
    (HEADER + "a," + "b" * 140_000, "data.csv", ("line 2: field larger than", "JSON Lines")),
    (HEADER.encode() + "joy,love\r\nx,na\xefve\r\n".encode("latin-1"), "data.csv",
        ("line 3: byte 5 (0xEF) is not UTF-8: save the file as UTF-8 (in Excel: 'CSV UTF-8')",)),
    (HEADER.encode() + b"a,b\xc3", "data.csv", ("line 2: byte 4 (0xC3) is not UTF-8",)),
    ((HEADER + "a,b\n").encode("utf-16")[:-1], "data.csv",
        ("begins as UTF-16 text but isn't throughout: save the file as UTF-8",)),
    (HEADER + "a,b\nc\0,d\n", "data.csv", ("line 3: holds a NUL byte",)),
    ((HEADER + "a,b").encode("utf-16-le"), "data.csv", ("line 1: holds a NUL byte",)),
    (HEADER, "data.parquet", ("is not a Parquet file, or only a part of one",)),
    ("\n \n", "data.jsonl", ("has only blank lines",)),
    ("{}", "data.jsonl", ("no column of predictions: the file has no columns",)),
    ('{"prod": 1, "references": 2}', "data.jsonl",
        ("which column", "The only one left, 'prod', shares no label with 'references'")),
    (b'{"predictions": 1, "references": 2}\n{"predictions": "\xe9"}\n', "data.jsonl",
        ("line 2: byte 18 (0xE9) is not UTF-8",)),
    ("[]", "data.json", ("is an empty array",)),
    (f"[{SIDES}, 3]", "data.json", ("row 2: 3 is not a JSON object",)),
    (f'[{SIDES}, {{"references": 1}}]', "data.json", ("row 2: has no key 'predictions'",)),
    ('[{"predictions": 1, "references": null}]', "data.json",
        ("row 1: column 'references': None holds",)),
    ('\n[{"predictions": 1},\n\n {"a": }]', "data.json",
        ("line 4: is not a JSON array of objects",)),
    ('["a"]\n["b"]', "data.json",
        ("line 2: is not a JSON array of objects, nor one object a line (Extra",)),
]  # fmt: skip


@pytest.mark.parametrize(("content", "name", "parts"), REFUSED)
def test_what_is_refused(put, content, name, parts):
    begins, *inner = parts
    message = refusal(put(content, name))
    assert message.startswith(f"{name}: {begins}")
    assert all(part in message for part in inner)


def test_latin_1_far_down_and_after_other_letters(put):
    path = put(HEADER.encode() + b"\xc3\xa9,love\r" * 100_000 + b"\xc3\xa9\xe9,x\r")
    assert "line 100002: byte 3 (0xE9) is not UTF-8" in refusal(path)
    assert read_labels(path, limit=10).predictions == [("é",)] * 10
    with pytest.raises(TableError, match=r"line 1: byte 5 \(0x93\) is not UTF-8"):
        sniff(put(b"id, \x93predictions\x94\n"))


@pytest.mark.parametrize(("content", "what"), [
    (b"PK\x03\x04 and more", "a ZIP archive (perhaps an Excel workbook)"),
    (gzip.compress(gzip.compress(HEADER.encode(), mtime=0), mtime=0), "a gzip archive"),
    (b"%PDF-1.7\n%", "a PDF document"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Excel or Office document"),
    (b"ARROW1\0\0", "an Arrow file"),
])  # fmt: skip
@pytest.mark.parametrize(("name", "title"), [
    ("d.csv", "CSV"), ("d.jsonl", "JSON Lines"), ("d.parquet", "Parquet"),
    ("d.xlsx", "an .xlsx workbook"),
    ("d.what", "one of CSV, TSV, JSON Lines, Parquet, an .xlsx workbook"),
])  # fmt: skip
def test_other_kinds_of_files_by_any_name(put, content, what, name, title):
    if name == "d.xlsx" and what.startswith("a ZIP"):
        assert refusal(put(content, name)).startswith(f"{name}: is not a readable .xlsx")
        return
    message = refusal(put(content, name))
    assert message.startswith(f"{name}: is {what}, not {title}: ")
    assert not what.startswith("a ZIP") or message.endswith(": name an Excel workbook .xlsx")


def test_parquet_by_another_name_and_another_by_parquets(put, put_parquet):
    assert refusal(put_parquet("data.csv", predictions=["a"], references=["b"])) == (
        "data.csv: is a Parquet file, not CSV: name it .parquet"
    )
    table = read_labels(put("PAR1,predictions,references\n1,a,b\n"))
    assert table.predictions == [("a",)]


@pytest.mark.parametrize("name", ["data", "data.xls", "data.csv.bak"])
def test_unknown_endings(put, name):
    message = refusal(put(HEADER, name))
    known = ("names no known format", "CSV", "TSV", "JSON Lines", "Parquet")
    assert all(part in message for part in known)


def test_no_file_a_folder_and_no_permission(tmp_path, put):
    assert refusal(tmp_path / "absent.csv") == "absent.csv: no such file"
    (tmp_path / "folder.csv").mkdir()
    assert "is a folder or a device, not a file" in refusal(str(tmp_path / "folder.csv"))
    assert "can't be read: Not a directory" in refusal(put(HEADER) / "x.csv")
    with pytest.raises(TableError, match="no such file"):
        sniff(tmp_path / "a\nb.csv")
    if hasattr(os, "geteuid") and os.geteuid() != 0:
        path = put(HEADER, "closed.csv")
        path.chmod(0)
        assert "can't be read: Permission denied" in refusal(path)


@pytest.mark.parametrize(("config", "options", "said"), [
    ("default", {"predictions": "b", "references": "b"}, "both name the column 'b'"),
    ("default", {"separator": ""}, "separator is an empty text"),
    ("default", {"ids": "yes"}, "ids must be 'auto', 'always' or 'never', got 'yes'"),
    ("default", {"limit": 0}, "limit must be at least 1 row, got 0"),
    ("default", {"format": "xls"},
        "format must be one of csv, tsv, jsonl, parquet, xlsx, got 'xls'"),
    ("default", {"predictions": 1}, "predictions: expected the name of a column; got 1"),
    ("default", {"predictions": ["a", 1]}, "a column or a list of names; got ['a', 1]"),
    ("default", {"indicators": True, "references": ["a"]}, "the name of a column; got ['a']"),
    ("points", {"references": []}, "references: expected the name of a column; got []"),
    ("annotators", {"references": []}, "references: expected the name of a column or a list"),
    ("default", {"id": 5}, "id: expected the name of a column or a list of names; got 5"),
    ("default", {"annotators": "a"}, "annotators: does not go with this config and the other"),
    ("default", {"predictions": ["a", "b"], "indicators": True}, "indicators: does not go with"),
])  # fmt: skip
def test_arguments_that_are_refused(put, config, options, said):
    path = put("a,b\njoy,joy\n", "x.csv")
    assert said in refused(read_for, config, path, error=TableError, known=["joy"], **options)


def test_json_lines(put):
    lines = [
        '\ufeff{"predictions": ["joy", "love"], "references": [], "id": 7}',
        "",
        '{"references": 3, "predictions": "anger"}',
        ' {"predictions": [1, 2], "references": " "} ',
        '{"predictions": "[\'a\', \'b\']", "references": ["3"], "more": {"id": null}}',
    ]
    path = put("\r\n".join(lines), "data.jsonl")
    table = read_labels(path)
    assert table.predictions == [("joy", "love"), ("anger",), (1, 2), ("a", "b")]
    assert table.references == [(), (3,), (), ("3",)]
    assert [table.row_name(i) for i in range(4)] == ["line 1", "line 3", "line 4", "line 5"]
    assert table.info == TableInfo("jsonl", None, ["predictions", "references", "id"], "utf-8-sig")
    assert sniff(path) == table.info


def test_json_text_is_a_name_and_split_only_by_a_separator(put):
    path = put('{"predictions": "3|5", "references": "7"}\n', "data.ndjson")
    assert sets(read_labels(path)) == ([("3|5",)], [("7",)])
    assert sets(read_labels(path, separator="|")) == ([("3", "5")], [("7",)])


@pytest.mark.parametrize(("line", "problem"), [
    ("{'predictions': 1}", "is not one whole JSON object (Expecting property name"),
    ('{"predictions": [', "is not one whole JSON object (Expecting value)"),
    ('{"predictions": 1} {}', "is not one whole JSON object (Extra data)"),
    ("[" * 100_000, "is not one whole JSON object (maximum recursion depth"),
    ('["joy"]', "['joy'] is not a JSON object"),
    ("3", "3 is not a JSON object"),
    ('{"references": 1}', "has no key 'predictions'"),
    ('{"predictions": 1, "predictions": 2, "references": 1}', "the key 'predictions' stands"),
    ('{"predictions": null, "references": 1}', "column 'predictions': None holds null, where"),
    ('{"predictions": 1, "references": [null]}', "column 'references': [None] holds null"),
    ('{"predictions": true, "references": 1}', "column 'predictions': True holds true or fal"),
    ('{"predictions": 1, "references": [1, true]}', "column 'references': [1, True] holds tr"),
    ('{"predictions": 1.5, "references": 1}', "1.5 holds a decimal number"),
    ('{"predictions": {"a": 1}, "references": 1}', "{'a': 1} is an object (its keys: 'a')"),
    ('{"predictions": [[1]], "references": 1}', "[[1]] holds a value of type list"),
    ('{"predictions": [""], "references": 1}', "[''] holds an empty name"),
    ('{"predictions": "\\ud800", "references": 1}', "holds half of a character"),
])  # fmt: skip
def test_bad_json_lines_are_named(put, line, problem):
    good = '{"predictions": [1], "references": ["a"], "x": 0}\n'
    message = refusal(put(good + "\n" + good + line + "\n" + good, "data.jsonl"))
    assert message.startswith("data.jsonl: line 4: ")
    assert problem in message


@pytest.mark.parametrize("name", ["data.json", "data.jsonl"])
def test_one_array_of_objects(put, name):
    rows = [{"predictions": ["joy"], "references": 1}, {"predictions": [], "references": "a"}]
    path = put("\n" + json.dumps(rows, indent=1), name)
    table = read_labels(path)
    assert sets(table) == ([("joy",), ()], [(1,), ("a",)])
    assert table.row_name(1) == "row 2"
    assert table.info == sniff(path)


@pytest.mark.parametrize(("column", "expected"), [
    (pa.array([["joy", "love"], []]), [("joy", "love"), ()]),
    (pa.array([["joy"], ["a", "b"]], pa.large_list(pa.large_string())), [("joy",), ("a", "b")]),
    (pa.array([[1, 2], [3]], pa.list_(pa.int8())), [(1, 2), (3,)]),
    (pa.array([[1, 2], [3, 4]], pa.list_(pa.uint64(), 2)), [(1, 2), (3, 4)]),
    (pa.array(["joy", " "]), [("joy",), ()]),
    (pa.array(["3", "['a', 'b']"]), [("3",), ("a", "b")]),
    (pa.array(["joy", "love"]).dictionary_encode(), [("joy",), ("love",)]),
    (pa.array([3, 27]), [(3,), (27,)]),
    (pa.array([[], []], pa.list_(pa.null())), [(), ()]),
    (pa.ListArray.from_arrays([0, 1, 3], pa.array(["a", "b", "a"]).dictionary_encode()),
        [("a",), ("b", "a")]),
])  # fmt: skip
def test_parquet_columns(put_parquet, column, expected):
    path = put_parquet(**{"p.x": column, "id": [0.5, None], "references": ["a", "b"]})
    table = read_labels(path, predictions="p.x")
    assert sets(table) == (expected, [("a",), ("b",)])
    assert table.info == TableInfo("parquet", None, ["p.x", "id", "references"], None)
    assert sniff(path) == table.info
    assert table.row_name(1) == "row 2"


def test_rows_of_a_long_parquet_file_are_counted_across_batches(put_parquet):
    column = [["joy"]] * 150_000 + [[None]]
    path = put_parquet(predictions=column, references=["a"] * 150_001)
    assert "row 150001: column 'predictions'" in refusal(path)
    assert len(read_labels(path, limit=150_000)) == 150_000


def test_parquet_without_rows_or_columns_and_damaged(tmp_path, put, put_parquet):
    for column, problem in (
        (pa.array([["joy"], ["a", None]]), "row 2: column 'predictions': ['a', None] holds null"),
        (pa.array([b"joy", b""]), "row 1: column 'predictions': b'joy' holds a value of type byt"),
    ):
        path = put_parquet(predictions=column, references=["a", "b"])
        assert refusal(path).startswith(f"data.parquet: {problem}")
    empty = put_parquet(predictions=pa.array([], pa.string()), references=pa.array([], pa.string()))
    assert refusal(empty) == "data.parquet: has a header but no rows"
    path = put_parquet(predictions=["a"] * 999, references=["b"] * 999)
    assert "has no column 'gold'; columns found: 'predictions'" in refusal(path, references="gold")
    whole = path.read_bytes()
    damaged = whole[:4] + bytes(len(whole) - 8) + whole[-4:]
    assert "is not a readable Parquet file" in refusal(put(damaged, "data.parquet"))
    damaged = whole[:4] + b"\xff" * 40 + whole[44:]
    assert "is damaged" in refusal(put(damaged, "data.parquet"))
    twice = pa.table([["a"], ["b"], ["c"]], names=["predictions", "predictions", "references"])
    pq.write_table(twice, tmp_path / "twice.parquet")
    assert "has 2 columns named 'predictions'" in refusal(tmp_path / "twice.parquet")


@pytest.mark.parametrize("format", ["csv", "jsonl", "json", "parquet"])
def test_progress_and_limit(put, put_parquet, format):
    n = 40_000
    rows = [{"predictions": [i], "references": "a"} for i in range(n)]
    if format == "parquet":
        path = put_parquet(predictions=list(range(n)), references=["a"] * n)
    else:
        lines = "".join(f"{json.dumps(row)}\n" for row in rows)
        table = HEADER + "".join(f"{i},0\n" for i in range(n))
        path = put({"jsonl": lines, "json": json.dumps(rows)}.get(format, table), f"data.{format}")
    seen = []
    table = read_labels(path, progress=seen.append)
    assert table.predictions == [(i,) for i in range(n)]
    assert len(seen) == 3
    assert seen == sorted(seen)
    assert 0 < seen[0] < 0.7
    assert seen[-1] == 1.0
    first = read_labels(path, limit=3, progress=seen.append)
    assert first.predictions == [(0,), (1,), (2,)]
    assert (len(first.lines), seen[3:]) == (3, [1.0])


@pytest.mark.skipif(not os.path.isdir("/proc/self/fd"), reason="needs /proc")
def test_reading_leaves_no_open_file_and_no_setting_behind(put):
    limit = csv.field_size_limit()
    path = put(HEADER + "a,b\n" * 50_000)
    for _ in range(3):
        read_labels(path, limit=2)
        sniff(path)
    open_files = [os.path.realpath(f"/proc/self/fd/{fd}") for fd in os.listdir("/proc/self/fd")]
    assert str(path) not in open_files
    assert csv.field_size_limit() == limit
    # What is below the limit is not judged.
    path = put(HEADER + "a,b\n[oops,c,d\n")
    assert len(read_labels(path, limit=1)) == 1
    assert "line 3" in refusal(path, limit=2)
    # Equal cells share one tuple.
    table = read_labels(put(HEADER + 'a|b,"[""a""]"\na|b,"[""a""]"\n'), separator="|")
    assert table.predictions[0] is table.predictions[1]
    assert table.references[0] is table.references[1]


name_texts = st.text(
    st.one_of(st.sampled_from(",;|\t\"'\\[]{}()\n\r =é"), st.characters(exclude_categories=["Cs"])),
    min_size=1,
    max_size=12,
).filter(str.strip)
label_lists = st.lists(st.one_of(name_texts, st.integers(-(2**63), 2**63 - 1)), max_size=4)
row_lists = st.lists(st.tuples(name_texts, label_lists, label_lists), min_size=1, max_size=8)


@settings(max_examples=150, deadline=None)
@given(
    rows=row_lists,
    delimiter=st.sampled_from(",;\t"),
    end=st.sampled_from(["\n", "\r\n"]),
    quoting=st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]),
    encoding=st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]),
    ascii=st.booleans(),
    python=st.booleans(),
)
def test_lists_come_back_from_csv(
    tmp_path_factory, rows, delimiter, end, quoting, encoding, ascii, python
):
    path = tmp_path_factory.getbasetemp() / "lists.csv"
    with open(path, "w", newline="", encoding=encoding) as stream:
        writer = csv.writer(stream, delimiter=delimiter, lineterminator=end, quoting=quoting)
        writer.writerow(["note", "predictions", "references"])
        for note, predicted, gold in rows:
            shown = repr(predicted) if python else json.dumps(predicted, ensure_ascii=ascii)
            # Python before 3.13 writes a NUL, and a lone carriage return without quotes.
            plain = {0: "0"} if quoting == csv.QUOTE_ALL else {0: "0", 13: "r"}
            writer.writerow([note.translate(plain), shown, json.dumps(gold)])
    table = read_labels(path)
    assert table.predictions == [tuple(predicted) for _, predicted, _ in rows]
    assert table.references == [tuple(gold) for _, _, gold in rows]
    assert (table.info.delimiter, table.info.encoding) == (delimiter, encoding)


@settings(max_examples=100, deadline=None)
@given(rows=row_lists)
def test_lists_come_back_from_json_lines_and_parquet_alike(tmp_path_factory, rows):
    folder = tmp_path_factory.getbasetemp()
    lines = [json.dumps({"predictions": p, "references": g}) for _, p, g in rows]
    (folder / "lists.jsonl").write_text("\n".join(lines), encoding="utf-8")
    expected = [tuple(p) for _, p, _ in rows], [tuple(g) for _, _, g in rows]
    assert sets(read_labels(folder / "lists.jsonl")) == expected
    names = [[str(m) for m in p] for _, p, _ in rows]
    table = pa.table({"predictions": names, "references": [list(map(len, n)) for n in names]})
    pq.write_table(table, folder / "lists.parquet")
    back = read_labels(folder / "lists.parquet")
    assert back.predictions == [tuple(n) for n in names]
    assert back.references == [tuple(map(len, n)) for n in names]


@settings(max_examples=300, deadline=None)
@given(
    content=st.binary(max_size=200) | st.text(max_size=200).map(str.encode),
    head=st.sampled_from([b"", HEADER.encode(), b"\xff\xfe", b"PAR1", b"[", b'{"predictions":']),
    suffix=st.sampled_from(["csv", "tsv", "txt", "jsonl", "json", "parquet"]),
    separator=st.sampled_from([None, "|", ","]),
)
def test_no_file_whatever_brings_another_error(tmp_path_factory, content, head, suffix, separator):
    path = tmp_path_factory.getbasetemp() / f"any.{suffix}"
    path.write_bytes(head + content)
    try:
        table = read_labels(path, separator=separator)
    except TableError as error:
        message, members = str(error), []
    else:
        message, members = "", [m for row in table.predictions + table.references for m in row]
    assert message.isprintable()
    assert all(type(member) in (str, int) for member in members)


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@x", "\tx", "\rx", "\nx", "=", '=L("x")'])
def test_cells_that_spreadsheets_run_get_an_apostrophe(text):
    assert neutralize(text) == "'" + text
    for other in ("", "joy", f" {text}", f"a{text}", f"'{text}", "1-2", "[1]", "é"):
        assert neutralize(other) == other


def test_scores_are_lists_of_numbers(put):
    table = read_table("multilabel", put(HEADER + '"[0.25, 1, 0]","[""joy""]"\n"[]",\n'))
    assert sets(table) == ([(0.25, 1.0, 0.0), ()], [("joy",), ()])
    lines = put('{"predictions": [0.5, 2], "references": [0]}\n', "scores.jsonl")
    assert read_table("multilabel", lines).predictions == [(0.5, 2.0)]
    said = refused(read_table, "multilabel", put(HEADER + "0.5,joy\n"), error=TableError)
    assert "'0.5' is not a list of" in said


def test_groups_of_rows(put, put_parquet):
    texts = "author,predictions\n ann ,x\nbob,y\nann,z\n", '{"author": 1}\n{"author": "bob"}\n'
    assert read_groups(put(texts[0]), "author") == ("ann", "bob", "ann")
    assert read_groups(put_parquet(author=["ann", "bob"]), "author") == ("ann", "bob")
    assert read_groups(put(texts[1], "a.jsonl"), "author") == (1, "bob")
    for name, text, said in (
        ("a.csv", "author,x\nann,1\n ,2\n",
            "line 3: column 'author': an empty cell; every row needs"),
        ("a.csv", "writer,x\nann,1\n", "author"),
        ("a.jsonl", '{"author": ["ann"], "x": 1}\n',
            "column 'author': expected text or a number; got"),
    ):  # fmt: skip
        assert said in refused(read_groups, put(text, name), "author", error=TableError)
