"""Files as they lie: two files, indicator columns, long form, JSON by id, .xlsx, .gz."""

import gzip
import io
import json
import warnings
import zipfile

import openpyxl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from helpers import read_annotators, read_labels
from helpers import read_refusal as refusal
from helpers import refusal as refused

from semantic_f1.files.formats import TableError
from semantic_f1.files.reading import read_system_columns
from semantic_f1.files.tables import sniff

# The same four examples in every form: ids in another order in the predictions.
IDS = ["t1", "t2", "t3", "t4"]
GOLD = [("joy", "love"), ("anger",), (), ("fear",)]
PREDICTED = [("joy",), ("anger", "fear"), ("love",), ()]
LABELS = ["anger", "fear", "joy", "love"]
ORDER = [2, 0, 3, 1]


def sets_of(table):
    return [[tuple(sorted(row)) for row in side] for side in (table.predictions, table.references)]


def in_order(rows):
    return [rows[i] for i in ORDER]


def semeval(sets, ids=IDS):
    lines = ["\t".join(["ID", "Tweet", *LABELS])]
    for name, labels in zip(ids, sets, strict=True):
        lines.append("\t".join([name, "some text", *(str(int(x in labels)) for x in LABELS)]))
    return "\n".join(lines) + "\n"


def long_form(sets, ids=IDS, blank=True):
    lines = [f"{name}\t{label}" for name, row in zip(ids, sets, strict=True) for label in row]
    empty = [f"{name}\t" for name, row in zip(ids, sets, strict=True) if not row]
    return "\n".join(lines + (empty if blank else [])) + "\n"


EXPECTED = [[tuple(sorted(row)) for row in side] for side in (PREDICTED, GOLD)]


def test_ids_that_are_missing_or_come_twice(put):
    gold = put("id,label\nt1,joy\nt2,anger\nt3,fear\n", "gold.csv")
    pred = put("id,pred\nt3,fear\nt1,joy\nt9,love\n", "pred.csv")
    # Predictions without a gold row are left out, and reported.
    less = read_labels(gold, put("id,label\nt1,joy\n", "less.csv"), predictions="label")
    assert sets_of(less) == [[("joy",)]] * 2
    assert less.account.left_out[-1]["count"] == 2 and less.account.left_out[-1]["places"] == [3, 4]
    table = read_labels(pred, gold, missing="drop")
    assert sets_of(table) == [[("joy",), ("fear",)]] * 2
    assert table.account.join == {
        "by": "id", "chosen": "name", "both": 2, "only_predictions": 1, "only_references": 1,
        "missing": "drop",
    }  # fmt: skip
    table = read_labels(pred, gold, missing="empty")
    assert sets_of(table) == [
        [("joy",), (), ("fear",), ("love",)],
        [("joy",), ("anger",), ("fear",), ()],
    ]
    assert table.row_name(1) == "pred.csv: (no line)"
    blank = put("id,label\nt1,joy\nt2,anger\nt3,\n", "blanks.csv")
    table = read_labels(pred, blank, missing="empty", blank="not_asked")
    assert sets_of(table) == [[("joy",), (), ("love",)], [("joy",), ("anger",), ()]]
    lists = put('{"p": ["joy"], "g": ["joy"]}\n{"p": ["love"], "g": null}\n', "lists.jsonl")
    several = put("p,g\njoy,joy;love\nlove,\n", "several.csv")
    for path, separator in ((lists, None), (several, ";")):
        asked = {"predictions": "p", "references": "g", "separator": separator}
        kept = read_labels(path, **asked, blank="not_asked")
        assert (kept.predictions, kept.account.left_out[0]["count"]) == ([("joy",)], 1)
        assert read_labels(path, **asked, blank="no_label").references[1] == ()
    empty = put("id,pred\nt1,joy\n ,love\n", "blank.csv")
    assert refusal(empty, gold) == "blank.csv: line 3: column 'id': an empty id"
    none = put("id,pred\nx,joy\n", "none.csv")
    assert "no id in common" in refusal(none, gold, missing="drop")


def test_columns_of_one_side(put):
    gold = put("id,gold\nt1,joy\n", "gold.csv")
    for header, cells in (
        ("id,text,system", "t1,t1,joy"), ("id,labels", "t1,joy"), ("ID,label,text", "t1,joy,t1"),
        ("id,tags", "t1,joy"),
    ):  # fmt: skip
        table = read_labels(put(f"{header}\n{cells}\n", "pred.csv"), gold)
        assert table.predictions == [("joy",)], header
    several = put("id,a,b\nt1,joy,love\n", "pred.csv")
    said = (
        "pred.csv: which column holds the predictions? Left: 'a', 'b'. Choose: predictions=COLUMN"
    )
    assert refusal(put("id,a,b\nt1,joy,joy\n", "pred.csv"), gold) == said
    put("id,a,b\nt1,joy,love\n", "pred.csv")
    assert read_labels(several, gold, predictions="b").predictions == [("love",)]
    only = put("id,a\n1,joy\n2,love\n", "a.csv"), put("id,b\n1,fear\n2,anger\n", "b.csv")
    assert refusal(*only) == (
        "a.csv: which column holds the predictions? The only one left, 'a', shares no label with "
        "'b' of b.csv. Choose: predictions=COLUMN and references=COLUMN"
    )
    assert read_labels(*only, predictions="a", references="b").columns == ("a", "b")
    # Gold labels that are told by what is left tell the predictions.
    labels = put("id,tags\nt1,joy\nt2,love\nt3,joy\n", "tags.csv")
    several = put("id,kind,found\nt1,x,love\nt2,y,love\nt3,x,joy\n", "several.csv")
    assert read_labels(several, labels).columns == ("found", "tags")
    one = put("id,a,b\n1,joy,joy\n2,love,joy\n3,joy,joy\n", "one.csv")
    assert read_labels(one, predictions="a").columns == ("a", "b")


def test_two_files_joined_line_by_line(put):
    gold = put("label\njoy;love\nanger\n", "gold.csv")
    table = read_labels(put("pred\njoy\nanger;fear\n", "pred.csv"), gold, separator=";")
    assert "joined by line: no column is shared, 2 rows" in table.account.lines()[-1]
    message = refusal(put("pred\njoy\n", "short.csv"), gold)
    assert message.startswith("short.csv: 1 rows, and gold.csv has 2; files without a common")
    # Whether numbers are ids is decided for both files.
    gold = put("id,label\na,1\nb,V1\n", "gold.csv")
    pred = put("id,pred\na,1\nb,2\n", "pred.csv")
    assert read_labels(pred, gold, known=["1", "2", "V1"]).predictions == [("1",), ("2",)]
    gold = put("id,label\na,1\nb,0\n", "gold.csv")
    assert read_labels(pred, gold).predictions == [(1,), (2,)]
    assert read_labels(pred, gold).for_names(["0", "1"]).references == [("1",), ("0",)]


def test_semeval_style_files_score_as_they_lie(put):
    gold = put(semeval(GOLD), "gold.tsv")
    pred = put(semeval(in_order(PREDICTED), in_order(IDS)), "pred.tsv")
    table = read_labels(pred, gold, indicators=True, known=LABELS)
    assert sets_of(table) == EXPECTED
    some = read_labels(pred, gold, indicators=["joy", "love"])
    assert some.references == [("joy", "love"), (), (), ()]


def test_both_sides_as_columns_of_one_file(put):
    path = put("text,pred_joy,pred_love,gold_joy,gold_love\nx,1,0,1,1\ny,0,0,0,1\n", "both.csv")
    sides = {"indicators": True, "predictions": "pred_*", "references": "gold_*"}
    assert sets_of(read_labels(path, **sides)) == [[("joy",), ()], [("joy", "love"), ("love",)]]
    assert "need their beginnings, such as predictions='pred_*'" in refusal(path, indicators=True)
    message = refusal(path, **{**sides, "predictions": "sys_*"})
    assert message == "both.csv: no column's name begins with 'sys_'"
    odd = put("pred_joy,gold_joy,gold_love\n1,1,0\n", "odd.csv")
    assert "has no column of labels 'love'" in refusal(odd, **sides)


def test_indicator_columns_that_are_none(put):
    gold = put(semeval(GOLD), "gold.tsv")
    bad = semeval(GOLD).replace("t4\tsome text\t0\t1", "t4\tsome text\t0\t2")
    less = "\n".join(line.rpartition("\t")[0] for line in semeval(GOLD).splitlines())
    known = put("ID\tjoy\tanger\nt1\t?\t1\n", "known.tsv")
    none = put("ID\tx\nt1\ty\n", "none.tsv")
    for path, other, options, said in (
        (put(bad, "bad.tsv"), gold, {}, "line 5: column 'fear': '2' is neither 0 nor 1; name the"),
        (put(less, "less.tsv"), gold, {}, "has no column of labels 'love', which gold.tsv has; "
            "both sides need the same"),
        (known, known, {"known": ["joy", "anger"]},
            "line 2: column 'joy': '?' is neither 0 nor 1"),
        (none, none, {}, "no column holds 0 and 1 alone"),
        (gold, gold, {"indicators": ["pride"]}, "has no column for the labels 'pride'"),
    ):  # fmt: skip
        message = refusal(path, other, **{"indicators": True, **options})
        assert message.startswith(f"{path.name}: {said}")
    table = read_labels(known, known, indicators=True)
    assert table.references == [("anger",)]
    assert table.account.left_out[0]["where"] == "'joy' of known.tsv"


def test_columns_of_both_sides_are_no_labels_of_one(put):
    both = put("id,joy,love,was_joy,was_love\n1,1,0,1,1\n2,0,0,0,1\n", "both.csv")
    message = refusal(both, both, indicators=True)
    assert message.startswith("both.csv: 'joy' and 'was_joy', and others like them, may be")
    table = read_labels(both, both, indicators=["joy", "love"])
    assert table.references == [("joy",), ()]
    rows = [{"id": 1, "joy": 1, "love": 0}, {"id": 2, "joy": False, "love": True}]
    for name, text, references in (
        ("one.csv", "id,joy,love,not joy\n1,1,0,1\n2,0,0,0\n", [("joy", "not joy"), ()]),
        ("x.jsonl", "\n".join(map(json.dumps, rows)), [("joy",), ("love",)]),
        ("x.csv", "id,joy,love\n1,1.0,0.0\n2,0,1\n", [("joy",), ("love",)]),
    ):
        path = put(text, name)
        assert read_labels(path, path, indicators=True).references == references


# The order of first sight in long form: examples without labels come last.
LAST = [IDS.index(i) for i in ("t1", "t2", "t4", "t3")]


@pytest.mark.parametrize("header", ["", "id\tlabel\n", "articleID\tICD10-code\n"])
def test_codiesp_style_files_score_as_they_lie(put, header):
    gold = put(header + long_form(GOLD), "gold.tsv")
    pred = put(header + long_form(in_order(PREDICTED), in_order(IDS)), "pred.tsv")
    table = read_labels(pred, gold, long=True)
    assert sets_of(table) == [[side[i] for i in LAST] for side in EXPECTED]
    told = {} if header else {"header": {"predictions": "no", "references": "no"}}
    assert table.account.options == told
    assert table.row_name(0, "references") == f"gold.tsv: line {2 if header else 1}"
    # Without lines for empty sets.
    gold = put(header + long_form(GOLD, blank=False), "gold.tsv")
    pred = put(header + long_form(PREDICTED, blank=False), "pred.tsv")
    assert "pred.tsv: nothing for 1 of 3 ids: 't4'" in refusal(pred, gold, long=True)
    table = read_labels(pred, gold, long=True, missing="empty")
    assert sets_of(table) == [[side[i] for i in LAST] for side in EXPECTED]


def test_long_form_with_more_columns(put):
    text = "t1\tDIAG\tn39.0\t10 20\nt1\tPROC\tbw03\t30 40\n"
    path = put(text, "x.tsv")
    assert refusal(path, path, long=True) == (
        "x.tsv: name the columns of ids and labels; columns found: '1', '2', '3', '4'"
    )
    table = read_labels(
        path, path, long=True, header=False, id="1", predictions="3", references="3"
    )
    assert table.references == [("n39.0", "bw03")]
    headed = put("doc,who,tag\nt1,ann,joy\n", "y.csv")
    assert "y.csv: which column holds the predictions? Left: 'who', 'tag'" in refusal(
        headed, headed, long=True
    )
    table = read_labels(headed, headed, long=True, predictions="tag", references="tag")
    assert table.references == [("joy",)]


@pytest.mark.parametrize(("first", "said"), [
    ("d1\trefugees", None),
    ("id\trefugees", "'refugees' is a label too"),
    ("d1\tgold mining", "may be a label"),
    ("id\tgold mining", "'gold mining' is a label too"),
    ("docs\tgold mining", "'gold mining' is a label too"),
])  # fmt: skip
def test_a_first_line_of_long_form_that_may_be_data(put, first, said):
    rest = "".join(f"d{i}\t{label}\n" for i, label in ((2, "refugees"), (3, "gold mining")))
    rest = rest if said is None or "too" in said else "d2\trefugees\n"
    path = put(f"{first}\n{rest}", "x.tsv")
    if said:
        message = refusal(path, path, long=True)
        assert said in message and "Choose: header=True or header=False" in message
    as_data = read_labels(path, path, long=True, header=False)
    assert as_data.references[0] == (first.partition("\t")[2],)
    assert len(read_labels(path, path, long=True, header=True)) == len(as_data) - 1
    assert said or len(read_labels(path, path, long=True)) == len(as_data)


def test_cells_apart_by_blanks_and_a_rater_next_to_columns_of_0_and_1(put):
    """The forms of CrowdTruth, with and without the workers."""
    pred = put("unit,prediction\nu1,cause\nu2,treat\n", "pred.csv")
    lines = "u1,w1,cause treat\nu1,w2,cause\nu2,w1,treat\n"
    gold = put(f"unit,worker,relations\n{lines}", "gold.csv")
    hot = put("unit,worker,cause,treat\nu1,w1,1,1\nu1,w2,1,0\nu2,w1,0,1\n", "hot.csv")
    both = put("unit,pred,worker,cause,treat\nu1,cause,w1,1,1\nu1,cause,w2,1,0\n", "both.csv")
    asked = {"annotator": "worker", "id": "unit"}
    related = {**asked, "references": "relations"}
    table = read_annotators(pred, gold, **related, separator=" ")
    assert table.references == [[("cause", "treat"), ("cause",)], [("treat",)]]
    assert table.annotators == [["w1", "w2"], ["w1"]]
    again = read_annotators(pred, hot, **asked, indicators=True)
    assert (again.references, again.annotators) == (table.references, table.annotators)
    assert again.account.sides["annotators"]["column"] == "worker"
    one = read_annotators(both, **asked, indicators=True)
    assert (one.predictions, one.references) == ([("cause",)], table.references[:1])
    less = put("unit,relations\nu1,cause treat\nu2,treat\n", "less.csv")
    long = read_labels(pred, less, long=True, id="unit", separator=" ")
    assert long.references == [("cause", "treat"), ("treat",)]
    some = put("unit,worker,relations\nu1,w1,\nu2,w1,treat\n", "some.csv")
    asked_some = read_annotators(pred, some, **related, blank="not_asked")
    assert (asked_some.predictions, asked_some.references) == ([("treat",)], [[("treat",)]])
    rows = [{"unit": f"u{i}", "worker": "w", "relations": x} for i, x in ((1, None), (2, "treat"))]
    typed = put("\n".join(map(json.dumps, rows)), "typed.jsonl")
    for blank, references in (("not_asked", [[("treat",)]]), ("no_label", [[()], [("treat",)]])):
        assert read_annotators(pred, typed, **related, blank=blank).references == references
    twice = put(both.read_text().replace("u1,cause,w2", "u1,treat,w2"), "twice.csv")
    none = put("unit,pred,worker,cause\nu1,cause,w1,\n", "none.csv")
    several = "by_line: an example has several lines here"
    for call, files, options, said in (
        (read_annotators, (twice,), {**asked, "indicators": True},
            "line 3: column 'pred': other predictions for 'u1' than"),
        (read_annotators, (none,), {**asked, "indicators": True},
            "none.csv: no column holds 0 and 1 alone"),
        (read_annotators, (pred, hot), {"annotator": "worker", "by_line": True}, several),
        (read_labels, (pred, less), {"long": True, "by_line": True}, several),
    ):  # fmt: skip
        assert said in refused(call, *files, error=TableError, **options)


@pytest.mark.parametrize(("second", "is_more"), [
    ("number,the label,your label", True),
    ("string,string,string", True),
    ("7,surprise,love", False), ("x7,rare,odd", True), ("8,gold,rare", False),
])  # fmt: skip
def test_a_second_line_that_fits_no_column(put, second, is_more):
    rows = "".join(f"{i},joy,love\n{i + 9},love,love\n" for i in range(4))
    path = put(f"nr,pred,gold\n{second}\n{rows}", "two.csv")
    if is_more:
        message = refusal(path)
        assert "its second line" in message and "Choose: header=True or header=2" in message
    else:
        assert len(read_labels(path)) == 9
    assert len(read_labels(path, header=True)) == 9
    assert len(read_labels(path, header=2)) == 8


def test_scores_are_no_labels(put):
    rows = [f"{i / 7:.4f},{i % 3}.5" for i in range(12)]
    path = put("predicted,actual\n" + "\n".join(rows), "scores.csv")
    message = refusal(path)
    assert message.startswith("scores.csv: column 'predicted' holds numbers such as 0.")
    assert "scores, no labels" in message
    assert message.endswith('; ids="never" if they are names of labels')
    codes = put("predicted,actual\n" + "1.2,1.2\n4.1,1.2\n" * 9, "codes.csv")
    assert read_labels(codes).predictions[:2] == [("1.2",), ("4.1",)]
    known = [row.partition(",")[0] for row in rows] + ["0.5", "1.5", "2.5"]
    assert len(read_labels(path, known=known)) == 12
    assert read_labels(path, ids="never").predictions[1] == ("0.1429",)
    several = put("gold,bert,gpt\n" + "\n".join(f"joy,joy,{row[:6]}" for row in rows), "two.csv")
    for call, arguments, options in (
        (read_system_columns, (several, ["bert", "gpt"]), {}),
        (read_annotators, (several,), {"predictions": "bert", "references": ["gold", "gpt"]}),
    ):
        with pytest.raises(TableError, match="column 'gpt' holds numbers such as 0"):
            call(*arguments, **options)
    assert len(read_system_columns(several, ["bert", "gpt"], ids="never")["gpt"]) == 12


def test_what_long_form_needs(put):
    path = put("caso\tcui\nt1\tC01\n", "x.tsv")
    assert read_labels(path, path, long=True, header=True).references == [("C01",)]
    assert read_labels(path, path, long=True, header=False).references == [("cui",), ("C01",)]
    path = put(long_form(GOLD), "gold.tsv")
    assert "long form does not go with one file" in refusal(path, long=True)
    said = refusal(path, path, long=True, indicators=True)
    assert "long form does not go with indicators" in said


@pytest.mark.parametrize("indent", [None, 1])
def test_json_objects_by_id(put, indent):
    content = {
        i: {"gold": list(g), "pred": list(p)} for i, g, p in zip(IDS, GOLD, PREDICTED, strict=True)
    }
    path = put(json.dumps(content, indent=indent), "x.json")
    table = read_labels(path)
    assert sets_of(table) == EXPECTED
    assert sniff(path).columns == ["id", "gold", "pred"]
    assert table.row_name(1) == "entry 2"
    files = [
        put(json.dumps(dict(zip(ids, sides, strict=True)), indent=indent), name)
        for name, ids, sides in (
            ("pred.json", in_order(IDS), in_order(PREDICTED)),
            ("gold.json", IDS, GOLD),
        )
    ]
    assert sets_of(read_labels(*files)) == EXPECTED


def test_an_id_comes_once_in_an_object_by_id(put):
    path = put('{"1": {"pred": ["joy"], "gold": []}, "1": {"pred": [], "gold": []}}', "twice.json")
    assert "twice.json: the id '1' stands there twice" in refusal(path)
    path = put('{\n"1": ["joy"],\n"2": [],\n"1": ["love"]}', "lines.json")
    gold = put('{"1": ["joy"], "2": []}', "gold.json")
    assert "lines.json: the id '1' stands there twice" in refusal(path, gold)
    inner = put('{"1": {"x": 1, "x": 2, "pred": ["joy"], "gold": []}}', "inner.json")
    assert sets_of(read_labels(inner)) == [[("joy",)], [()]]
    # One record alone is JSON Lines.
    for name, text in (("x.json", '["joy"]'), ("x.jsonl", '"joy"')):
        path = put(f'{{"predictions": {text}, "references": "love"}}', name)
        assert read_labels(path).predictions == [("joy",)]
    path = put('{"a": {"pred": 1, "gold": 1}}\n{"a": {"pred": 1, "gold": 1}}\n', "x.jsonl")
    assert "which column holds the predictions? Left: 'a'" in refusal(path)
    path = put('{"a": {"pred": 1,\n "gold": 1}, "b": 3', "x.json")
    assert refusal(path).startswith("x.json: line 1: is not one whole JSON object")


@pytest.fixture
def workbook(tmp_path):
    """Write rows as a sheet, and return the path."""

    def write(name, *rows):
        book = openpyxl.Workbook()
        for row in rows:
            book.active.append(row)
        book.save(tmp_path / name)
        return tmp_path / name

    return write


def test_a_workbook_reads_as_its_csv(workbook):
    rows = [["id", "gold", "pred"], ["t1", "joy;love", "joy"], ["t3", None, "love"]]
    table = read_labels(workbook("x.xlsx", *rows), separator=";")
    assert sets_of(table) == [[("joy",), ("love",)], [("joy", "love"), ()]]
    assert (table.info.format, table.row_name(1)) == ("xlsx", "row 3")
    numbers = workbook("n.xlsx", ["gold", "pred"], [1, 2], [4, 4])
    assert read_labels(numbers).predictions == [(2,), (4,)]
    assert read_labels(numbers, known=["1", "2", "4"]).predictions == [("2",), ("4",)]
    two = workbook("2.xlsx", ["gold", "pred"], ["string", "string"], ["joy", "love"])
    (told,) = read_labels(two, header=2).account.left_out
    assert (told["why"], told["places"]) == ("second line of the header", [2])


def test_workbooks_and_archives_that_are_refused(workbook, put, monkeypatch):
    whole = gzip.compress(b"gold,pred\njoy,love\n" * 100)
    sides = ["gold", "pred"]
    half = workbook("half.xlsx", sides, *[["joy", "love"]] * 2000).read_bytes()

    def zipped(name, text):
        handle = io.BytesIO()
        with zipfile.ZipFile(handle, "w") as archive:
            archive.writestr(name, text)
        return handle.getvalue()

    for path, said in (
        (workbook("w.xlsx", sides, ["joy", "joy", "joy"]),
            "row 2: the number of cells is 3, but the header has 2"),
        (workbook("e.xlsx", sides, ["joy", "#REF!"]),
            "row 2: column 'pred': a cell holds the error #REF!"),
        (workbook("f.xlsx", sides, ["joy", "=A1"]),
            "row 2: column 'pred': a cell holds a formula without"),
        (put(b"PK\x03\x04 no more", "d.xlsx"), "is not a readable .xlsx"),
        (put(half[: len(half) // 2], "half.xlsx"), "is not a readable .xlsx"),
        (put(zipped("readme.txt", "no workbook"), "zip.xlsx"), "is not a readable .xlsx"),
        (put(zipped("xl/workbook.xml", "<x/>"), "none.xlsx"), "has no sheet"),
        (put("gold,pred\n", "c.xlsx"), "is not an .xlsx workbook"),
        (workbook("0.xlsx"), "has an empty first sheet"),
        (put(whole[:-9], "x.csv.gz"), "is a damaged gzip archive"),
    ):  # fmt: skip
        assert refusal(path).startswith(f"{path.name}: {said}")
    monkeypatch.setattr("semantic_f1.files.formats.MAX_UNPACKED", 100)
    assert "unpacks to more than" in refusal(put(gzip.compress(bytes(3 << 20)), "bomb.csv.gz"))
    monkeypatch.setattr("semantic_f1.files.workbooks.MAX_UNPACKED", 100)
    assert "unpacks to more than" in refusal(workbook("bomb.xlsx", sides))


def test_sheets_and_cells_of_workbooks(workbook):
    """Numbers, truth values, line breaks, columns beyond Z, hidden sheets."""
    rows = [["0117", 1.5, True], [None, "ä\nb", False], ["x", "_A", 2.0]]
    path = workbook("x.xlsx", [*(f"c{i}" for i in range(60)), "id", "gold", "pred"])
    book = openpyxl.load_workbook(path)
    second = book.create_sheet("second")
    for row in rows:
        book.active.append([None] * 60 + row)
    for row in (["gold", "pred"], ["joy", "love"]):
        second.append(row)
    book.save(path)
    with pytest.warns(UserWarning, match="its first sheet, 'Sheet', is read; 1 not: 'second'"):
        table = read_labels(path, ids="never")
    assert sets_of(table) == [[("TRUE",), ("FALSE",), ("2",)], [("1.5",), ("ä\nb",), ("_A",)]]
    assert list(table.lines) == [2, 3, 4]
    book["Sheet"].sheet_state = "hidden"
    book.active = 1
    book.save(path)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert read_labels(path).predictions == [("love",)]


def test_packed_files_read_as_what_they_hold(workbook, put):
    for plain in (
        put("gold,pred\njoy,love\n", "x.csv"),
        put('{"gold": "joy", "pred": "love"}\n', "x.jsonl"),
        workbook("x.xlsx", ["gold", "pred"], ["joy", "love"]),
    ):
        table = read_labels(put(gzip.compress(plain.read_bytes()), f"{plain.name}.gz"))
        assert sets_of(table) == sets_of(read_labels(plain))
        assert table.info.format == sniff(plain).format


def test_several_systems_in_one_file(put):
    path = put("gold,bert,gpt\n1,1,V1\n2,2,2\n", "x.csv")
    tables = read_system_columns(path, ["bert", "gpt"])
    assert list(tables) == ["bert", "gpt"]
    assert tables["bert"].predictions == [("1",), ("2",)]
    assert tables["gpt"].predictions == [("V1",), ("2",)]
    assert tables["gpt"].references == tables["bert"].references == [("1",), ("2",)]
    with pytest.raises(TableError, match="has no column 'llama'"):
        read_system_columns(path, ["bert", "llama"])


def test_a_blank_line_of_one_column_is_no_line_to_leave_out(put):
    # Left out, the lines of the two files would not be those of the same examples.
    pred = put("prediction\njoy\n\nlove\n", "pred.csv")
    gold = put("label\njoy\nlove\n\n", "gold.csv")
    message = refusal(pred, gold)
    assert "pred.csv: line 3: is blank" in message and "write [] in" in message
    put("prediction\njoy\n[]\nlove\n", "pred.csv")
    put("label\njoy\nlove\n[]\n\n", "gold.csv")
    assert sets_of(read_labels(pred, gold)) == [
        [("joy",), (), ("love",)],
        [("joy",), ("love",), ()],
    ]


def test_blank_rows_of_sheets_are_what_they_are_as_csv(put, workbook):
    rows = [["prediction", "label"], ["joy", "joy"], [None, None], ["love", "joy"]]
    book = workbook("two.xlsx", *rows)
    text = put("prediction,label\njoy,joy\n,\nlove,joy\n", "two.csv")
    assert "two.xlsx: row 3: column 'label': blank" in refusal(book)
    assert "two.csv: line 3: column 'label': blank" in refusal(text)
    for blank, lines in (("no_label", [2, 3, 4]), ("not_asked", [2, 4])):
        table = read_labels(book, blank=blank)
        assert sets_of(table) == sets_of(read_labels(text, blank=blank))
        assert list(table.lines) == lines
    assert table.account.left_out[-1]["why"] == "no gold label"
    wider = [["id", *rows[0]], ["t1", *rows[1]], [None, None, None], ["t3", *rows[3]]]
    assert "wide.xlsx: row 3: is blank: delete it" in refusal(workbook("wide.xlsx", *wider))
    text = put("id,prediction,label\n1,joy,joy\n,,\n2,love,joy\n", "wide.csv")
    assert "wide.csv: line 3: is blank" in refusal(text)


@pytest.mark.parametrize("indent", [None, 1])
@pytest.mark.parametrize("cells", [["joy", "love"], [["joy"], ["love"]]])
def test_one_object_of_lists_is_one_example_or_columns(put, cells, indent):
    content = json.dumps({"prediction": cells, "label": cells}, indent=indent)
    message = refusal(put(content, "columns.json"))
    assert "holds one object with lists of 2 under 'prediction', 'label'" in message
    assert "name the file .jsonl" in message
    if indent is None and cells == ["joy", "love"]:
        table = read_labels(put(content, "one.jsonl"))
        assert sets_of(table) == [[("joy", "love")], [("joy", "love")]]
    one = put('{"prediction": ["joy", "love"], "label": ["joy"]}', "one.json")
    assert sets_of(read_labels(one)) == [[("joy", "love")], [("joy",)]]


@pytest.mark.parametrize("first", ["joy", "3", '["joy"]', "[]"])
def test_a_file_of_labels_without_a_header(put, first):
    pred, gold = put(f"{first}\nlove\n", "pred.txt"), put("gold\njoy\nlove\n", "gold.txt")
    known = ["joy", "love", "anger", "fear"] if first == "3" else ["joy", "love"]
    table = read_labels(pred, gold, known=known, ids="always")
    assert len(table) == 2 and table.account.options["header"] == {"predictions": "no"}
    assert read_labels(put("emotion\nlove\nlove\n", "pred.txt"), gold, known=["joy", "love"])


def test_a_blank_cell_of_an_indicator_column_of_0_and_1_is_neither(put):
    gold = put("id,joy,love\n1,1,0\n2,0,1\n3,0,0\n", "gold.csv")
    pred = put("id,joy,love\n1,1,\n2,0,1\n3,0,0\n", "pred.csv")
    message = refusal(pred, gold, indicators=True)
    assert "pred.csv: line 2: column 'love': a blank cell is neither 0 nor 1" in message
    for remarks in ("", "yes"), ("x", "hm"), ("x", "1"):
        rows = "id,joy,love,remark\n1,1,0,{}\n2,0,1,{}\n3,0,0,well\n".format(*remarks)
        table = read_labels(put(rows, "pred.csv"), gold, indicators=True)
        assert sets_of(table) == [[("joy",), ("love",), ()]] * 2
        assert table.account.left_out[0]["where"] == "'remark' of pred.csv"


def test_an_export_is_read_in_every_format(put, workbook, tmp_path):
    parquet = tmp_path / "gold.parquet"
    pq.write_table(pa.table({"id": [1, 2], "label": [["joy"], []]}), parquet)
    book = workbook("gold.xlsx", ["id", "label"], [1, "joy"], [2, "love"])
    pred = put("id,pred\n1,joy\n2,joy\n", "pred.csv")
    for gold, second in ((parquet, ()), (book, ("love",))):
        table = read_labels(pred, gold, source="references=doccano")
        assert table.references == [("joy",), second]
    # Ids that gaps made floats are whole numbers.
    pq.write_table(pa.table({"id": [1.0, 2.0], "label": ["joy", "love"]}), parquet)
    pred = put("id,prediction\n2,love\n1,joy\n", "pred.csv")
    assert sets_of(read_labels(pred, parquet)) == [[("joy",), ("love",)]] * 2
    twice = put("id,joy,joy\n1,1,0\n", "twice.csv")
    assert refusal(twice, twice, indicators=True).startswith("twice.csv: ")


def test_a_key_that_some_records_lack_is_no_matter_if_it_is_not_read(put):
    rows = [{"nr": 1, "found": "joy", "note": "x"}, {"nr": 2, "found": "love"}]
    pred = put("\n".join(map(json.dumps, rows)), "pred.jsonl")
    gold = put("nr,gold\n2,love\n1,joy\n", "gold.csv")
    assert read_labels(pred, gold, predictions="found").columns == ("found", "gold")
    with pytest.raises(TableError, match="line 2: has no key 'note'"):
        read_labels(pred, gold, predictions="note")
