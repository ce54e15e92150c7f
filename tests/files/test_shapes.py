"""One table of truth in many shapes: each is read right, or refused with what makes it right."""

import csv
import gzip
import io
import json
import random
from functools import partial

import pandas as pd
import pytest
from helpers import refusal
from reading_ways import LABELS, by_command, by_reader, by_space

from semantic_f1 import SemanticF1

openpyxl = pytest.importorskip("openpyxl", reason="openpyxl, which writes sheets, is missing")

N = 24
_draw = random.Random(26)
IDS = [f"d{i:02}" for i in range(N)]
TEXTS = [
    f"The {i}th text, of {_draw.randint(100, 999)} \u00e9t\u00e9s and no more" for i in range(N)
]
GOLD = [_draw.choice(LABELS) for _ in range(N)]
PREDICTED = [gold if _draw.random() < 0.7 else _draw.choice(LABELS) for gold in GOLD]
TRUTH = sum(p == g for p, g in zip(PREDICTED, GOLD, strict=True)) / N
ORDER = _draw.sample(range(N), N)


def rows_of(names, *columns, order=range(N)):
    return [list(names), *([column[i] for column in columns] for i in order)]


def delimited(rows, delimiter=",", quoting=csv.QUOTE_MINIMAL, end="\n"):
    stream = io.StringIO(newline="")
    csv.writer(stream, delimiter=delimiter, quoting=quoting, lineterminator=end).writerows(rows)
    return stream.getvalue()


BOTH = rows_of(("id", "text", "prediction", "gold"), IDS, TEXTS, PREDICTED, GOLD)
P_ROWS = rows_of(("id", "text", "bert"), IDS, TEXTS, PREDICTED)
G_ROWS = rows_of(("id", "gold"), IDS, GOLD)
RECORDS = [dict(zip(BOTH[0], row, strict=True)) for row in BOTH[1:]]
FRAME = pd.DataFrame(RECORDS)


def one_hot(names, labels, beside=IDS, yes="1", no="0"):
    cells = [[yes if label == name else no for name in LABELS] for label in labels]
    return [[names, *LABELS], *([i, *row] for i, row in zip(beside, cells, strict=True))]


def shuffled(rows):
    return [rows[0], *(rows[1 + i] for i in ORDER)]


def sheet(rows, merge=None):
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    if merge:
        book.active.merge_cells(merge)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def parquet(frame):
    stream = io.BytesIO()
    frame.to_parquet(stream)
    return stream.getvalue()


def named(rows, *names):
    return [list(names), *rows[1:]]


def without(rows, *places):
    return [[cell for at, cell in enumerate(row) if at not in places] for row in rows]


# Labels of two rows in one merged cell: both rows have them.
PAIR = next(i for i in range(N - 1) if GOLD[i] == GOLD[i + 1])
MERGED = [list(row) for row in BOTH]
MERGED[PAIR + 2][3] = None
INNER = [
    {"id": i, "data": {"p": [p]}, "gold": g} for i, p, g in zip(IDS, PREDICTED, GOLD, strict=True)
]
# Name -> contents by file name, and options of the first reading.
SHAPES = {
    "plain": ({"a.csv": delimited(BOTH)}, {}),
    "quoted": ({"a.csv": delimited(BOTH, quoting=csv.QUOTE_ALL)}, {}),
    "semicolons": ({"a.csv": delimited(BOTH, ";")}, {}),
    "bars": ({"a.csv": delimited(BOTH, "|")}, {}),
    "tabs": ({"a.tsv": delimited(BOTH, "\t")}, {}),
    "commas in .tsv": ({"a.tsv": delimited(BOTH)}, {}),
    "tabs in .txt": ({"a.txt": delimited(BOTH, "\t")}, {}),
    "carriage returns": ({"a.csv": delimited(BOTH, end="\r\n")}, {}),
    "byte-order mark": ({"a.csv": delimited(BOTH).encode("utf-8-sig")}, {}),
    "utf-16": ({"a.csv": delimited(BOTH, "\t").encode("utf-16")}, {}),
    "utf-16 of the other end": (
        {"a.csv": ("\ufeff" + delimited(BOTH, "\t")).encode("utf-16-be")}, {}),
    "latin-1": ({"a.csv": delimited(BOTH).encode("latin-1")}, {}),
    "packed": ({"a.csv.gz": gzip.compress(delimited(BOTH).encode())}, {}),
    "columns mirrored": ({"a.csv": delimited([row[::-1] for row in BOTH])}, {}),
    "rows in another order": ({"a.csv": delimited(shuffled(BOTH))}, {}),
    "index of pandas": ({"a.csv": FRAME.to_csv()}, {}),
    "a title above": ({"a.csv": "Run of May\n\n" + delimited(BOTH)}, {}),
    "comments above": ({"a.csv": "# model 3\n# seed 1\n" + delimited(BOTH)}, {}),
    "empty cells at the ends": ({"a.csv": "\n".join(f"{line},,"
        for line in delimited(BOTH).splitlines())}, {}),
    "blank rows at the end": ({"a.csv": delimited(BOTH) + ",,,\n,,,\n"}, {}),
    "other headings": ({"a.csv": delimited(named(BOTH, "ID", "Text", "Y_Pred", "True Label"))}, {}),
    "weak headings": ({"a.csv": delimited(named(BOTH, "id", "text", "output", "label"))}, {}),
    "a system's name": ({"a.csv": delimited(named(BOTH, "id", "text", "bert", "gold"))}, {}),
    "no headings of sides": ({"a.csv": delimited(named(BOTH, "id", "text", "a", "b"))}, {}),
    "no header": ({"a.csv": delimited(without(BOTH[1:], 0, 1))}, {}),
    "JSON Lines": ({"a.jsonl": "\n".join(map(json.dumps, RECORDS))}, {}),
    "a JSON array": ({"a.json": json.dumps(RECORDS, indent=1)}, {}),
    "a JSON array in .txt": ({"a.txt": json.dumps(RECORDS)}, {}),
    "JSON by id": ({"a.json": json.dumps({one["id"]: one for one in RECORDS})}, {}),
    "pandas to_json": ({"a.json": FRAME.to_json()}, {}),
    "pandas to_json columns": ({"a.json": FRAME.to_json(orient="split")}, {}),
    "nested keys": ({"a.jsonl": "\n".join(map(json.dumps, INNER))}, {"predictions": "data.p[0]"}),
    "Parquet": ({"a.parquet": parquet(FRAME)}, {}),
    "a sheet": ({"a.xlsx": sheet(BOTH)}, {}),
    "a sheet with a title": ({"a.xlsx": sheet([["Run of May"], *BOTH])}, {}),
    "merged cells": ({"a.xlsx": sheet(MERGED, merge=f"D{PAIR + 2}:D{PAIR + 3}")}, {}),
    "two files": ({"p.csv": delimited(P_ROWS), "g.csv": delimited(G_ROWS)}, {}),
    "two files, rows in another order": ({"p.csv": delimited(shuffled(P_ROWS)),
        "g.csv": delimited(G_ROWS)}, {}),
    "gold beside the predictions too": ({"p.csv": delimited(rows_of(("id", "gold", "bert"), IDS,
        GOLD, PREDICTED)), "g.csv": delimited(G_ROWS)}, {}),
    "ids renamed": ({"p.csv": delimited(named(P_ROWS, "ref", "text", "bert")),
        "g.csv": delimited(G_ROWS)}, {}),
    "joined by texts": ({"p.csv": delimited(shuffled(without(P_ROWS, 0))),
        "g.csv": delimited(rows_of(("sentence", "gold"), TEXTS, GOLD))}, {}),
    "line numbers and texts": ({"p.csv": delimited(rows_of(("id", "text", "p"), range(N),
        [TEXTS[i] for i in ORDER], [PREDICTED[i] for i in ORDER])),
        "g.csv": delimited(rows_of(("id", "text", "gold"), range(N), TEXTS, GOLD))}, {}),
    "by line": ({"p.csv": delimited(rows_of(("bert",), PREDICTED)),
        "g.csv": delimited(rows_of(("gold",), GOLD))}, {}),
    "two files without headers": ({"p.csv": delimited(without(P_ROWS[1:], 1)),
        "g.csv": delimited(G_ROWS[1:])}, {}),
    "ids of two columns": ({"p.csv": delimited(shuffled(rows_of(("doc_id", "sent_id", "pred"),
        [i // 4 for i in range(N)], [i % 4 for i in range(N)], PREDICTED))),
        "g.csv": delimited(rows_of(("doc_id", "sent_id", "gold"), [i // 4 for i in range(N)],
        [i % 4 for i in range(N)], GOLD))}, {}),
    "formats differ": ({"p.jsonl": "\n".join(map(json.dumps, RECORDS)), "g.csv": delimited(G_ROWS)},
        {}),
    "indicators": ({"p.csv": delimited(one_hot("id", PREDICTED)),
        "g.csv": delimited(one_hot("id", GOLD))}, {"indicators": True}),
    "indicators of yes and no": ({"p.csv": delimited(one_hot("id", PREDICTED, yes="yes", no="no")),
        "g.csv": delimited(one_hot("id", GOLD, yes="x", no=""))}, {"indicators": True}),
    "indicators of scores": ({"p.csv": delimited(one_hot("id", PREDICTED, yes="0.81", no="0.07")),
        "g.csv": delimited(one_hot("id", GOLD))}, {"indicators": True}),
    "long form": ({"p.tsv": delimited(zip(IDS, PREDICTED, strict=True), "\t"),
        "g.tsv": delimited(zip(IDS, GOLD, strict=True), "\t")}, {"long": True}),
    "long form with a header": ({"p.tsv": delimited(rows_of(("id", "label"), IDS, PREDICTED), "\t"),
        "g.tsv": delimited(G_ROWS, "\t")}, {"long": True}),
    "plain quotes": ({"a.tsv": "\t".join(BOTH[0]) + "\n" + "\n".join("\t".join([i, f'"{t}', p,
        g]) for i, t, p, g in zip(IDS, TEXTS, PREDICTED, GOLD, strict=True))}, {}),
    "a quote that closes": ({"a.tsv": "\t".join(BOTH[0]) + "\n" + "\n".join("\t".join([i,
        f'"{t}' if n == 3 else f'{t}"' if n == 5 else t, p, g]) for n,
        (i, t, p, g) in enumerate(zip(IDS, TEXTS, PREDICTED, GOLD, strict=True)))}, {}),
    "a blank gold label": ({"a.csv": delimited([*BOTH, ["d99", "one more", "joy", ""]])}, {}),
}  # fmt: skip
# What to do about an error that names no option: the file is to be made anew.
NO_OPTION = {"latin-1": "save the file as UTF-8"}
FOLLOWED = {
    "no headings of sides": {"predictions": "a", "references": "b"},
    "no header": {"predictions": "1", "references": "2"},
    "ids of two columns": {"id": "doc_id,sent_id"},
    "merged cells": {"merged": "spread"},
    "indicators of scores": {"threshold": 0.5},
    "a quote that closes": {"quotes": "none"},
    "a blank gold label": {"blank": "not_asked"},
}


def written(shape, folder):
    """Path of a shape's file, and of its gold labels or None."""
    paths = []
    for name, content in SHAPES[shape][0].items():
        paths.append(folder / name)
        paths[-1].write_bytes(content.encode() if isinstance(content, str) else content)
    return [*paths, None][:2]


def assert_right_or_refused(shape, way, found_by, option=None):
    """Read by a way in, a shape gives the score, at once or by following the error, which names
    the option, written in the way's own words, or says what to do.
    """
    options = SHAPES[shape][1]
    found = found_by(options)
    if isinstance(found, str) and shape in NO_OPTION:
        assert NO_OPTION[shape] in found
        return
    if isinstance(found, str):
        more = FOLLOWED[shape]
        assert option is None or option.format(next(iter(more))) in found, (way, found)
        found = found_by({**options, **more})
    assert not isinstance(found, str), (way, found)
    assert found[0] == pytest.approx(TRUTH, abs=1e-12), (way, found)


@pytest.mark.parametrize("shape", SHAPES)
def test_a_shape_is_read_right_or_refused(shape, tmp_path, capsys):
    path, gold = written(shape, tmp_path)
    command = partial(by_command, capsys, path, gold)
    assert_right_or_refused(shape, "command line", command, "--{}")
    assert_right_or_refused(shape, "read_file", partial(by_reader, path, gold), "{}=")
    assert_right_or_refused(shape, "Space", partial(by_space, path, gold))


def test_an_option_that_no_file_has_a_use_for_is_refused(tmp_path, capsys):
    rows, gold = tmp_path / "p.jsonl", tmp_path / "g.csv"
    records = ({"id": "d1", "predictions": "joy"}, {"id": "d2", "predictions": "love"})
    rows.write_text("".join(json.dumps({**one, "gold": "joy"}) + "\n" for one in records))
    gold.write_text("d2,love\nd1,joy\n")
    for option in ({"header": False}, {"header": True}, {"quotes": "none"}, {"merged": "spread"}):
        says = "{} does not go with JSON Lines; leave it out"
        (name,) = option
        assert says.format(f"p.jsonl: {name}=") == by_reader(rows, None, option)
        assert says.format(f"p.jsonl: --{name}") in by_command(capsys, rows, None, option)
    found, account = by_reader(rows, gold, {"id": "id=1", "references": "2", "header": False})
    assert (found, account["options"]["header"]) == (1, {"references": "no"})
    for config, more in (("soft", {}), ("annotators", {}), (None, {"indicators": True})):
        message = refusal(SemanticF1(config).read_file, rows, replies=True, **more)
        assert message.startswith("replies: ")


def test_thresholds_and_scores_that_are_no_numbers_are_refused(tmp_path):
    scores, gold = tmp_path / "p.csv", tmp_path / "g.csv"
    scores.write_text("id,joy,love\n1,0.9,0.2\n2,nan,0.7\n")
    gold.write_text("id,joy,love\n1,1,0\n2,0,1\n")
    said = "p.csv: line 3: column 'joy': 'nan' is neither 0 nor 1"
    assert by_reader(scores, gold, {"indicators": True, "threshold": 0.5}).startswith(said)
    for threshold in (float("nan"), [0.5, 0.6], "0.5", {"joy": 0.5, "love": "x"}):
        message = by_reader(scores, gold, {"indicators": True, "threshold": threshold})
        assert message.startswith("threshold: expected a number, or one per label; got ")


def test_cells_beyond_the_columns_and_ids_that_are_nested_are_asked_about(tmp_path):
    split, nested, gold = (tmp_path / name for name in ("s.json", "p.jsonl", "g.jsonl"))
    for columns, data, said in (
        ('["predictions", "gold"]', '[["a", "b"], ["a", "b", "c"]]', "no column of predictions"),
        ("7", "null", "Left: 'columns', 'index', 'data'"),
    ):
        split.write_text(f'{{"columns": {columns}, "index": [0, 1], "data": {data}}}')
        assert said in by_reader(split, None, {})
    nested.write_text(
        '{"m": {"id": 1}, "a": "joy", "b": "x"}\n{"m": {"id": 2}, "a": "love", "b": "y"}'
    )
    gold.write_text('{"m": {"id": 2}, "gold": "love"}\n{"m": {"id": 1}, "gold": "joy"}')
    assert "Left: 'm', 'a', 'b'" in by_reader(nested, gold, {"id": "m.id"})
    assert by_reader(nested, gold, {"id": "m.id", "predictions": "a"})[0] == 1
