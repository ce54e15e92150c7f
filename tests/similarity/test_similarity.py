"""Similarities: where they may come from, what is refused, and how they are identified."""

import copy
import enum
import gzip
import hashlib
import itertools
import json
import pickle
import struct
from collections.abc import Mapping
from types import MappingProxyType

import numpy as np
import pandas as pd
import polars
import pyarrow as pa
import pytest
from helpers import refusal, three

from semantic_f1 import SemanticF1
from semantic_f1.inputs.universe import check_names
from semantic_f1.similarity.label_similarity import build, fingerprint, identity
from semantic_f1.similarity.loading import load
from semantic_f1.similarity.matrices import MATRICES
from semantic_f1.thesaurus.thesaurus import Thesaurus

ABC = ["b", "a", "c"]
VALUES = [[1.0, 0.5, 0.25], [0.125, 0.9, 0.0], [0.3, 0.1, 1.0]]
CONTENT = {
    "name": "mine", "title": "A title", "labels": ABC, "none_labels": ["none"], "values": VALUES,
    "source": "made up",
}  # fmt: skip


def by_hand(labels, values):
    """The fingerprint, put together byte by byte."""
    order = sorted(labels)
    text = "[" + ",".join(json.dumps(label, ensure_ascii=False) for label in order) + "]"
    at = [list(labels).index(label) for label in order]
    numbers = b"".join(struct.pack("<d", values[i][j] or 0.0) for i in at for j in at)
    return hashlib.sha256(text.encode("utf-8") + numbers).hexdigest()


def csv_text(labels=ABC, values=VALUES, rows=None):
    lines = [",".join(["", *labels])]
    for label, row in zip(rows or labels, values, strict=True):
        lines.append(",".join([label, *map(str, row)]))
    return "\n".join(lines) + "\n"


BARE = {key: CONTENT[key] for key in ("labels", "values")}
CSV = csv_text()
TURNED = [2, 0, 1]
SPACED = '"","a, b", c\n\n"a, b", 1 , 0.5\n c ,0.25,1.0\n,,\n'
PAIR = [[1, 0.5], [0.25, 1]]
FRAME = pd.DataFrame(VALUES, ABC, ABC)
COLUMNS = {"label": ABC, **{name: [row[i] for row in VALUES] for i, name in enumerate(ABC)}}


@pytest.mark.parametrize(("content", "file", "labels", "values"), [
    *((bom + json.dumps(CONTENT, indent=1), "mine.json", ABC, VALUES) for bom in ("", "\ufeff")),
    *((bom + CSV, "mine.csv", ABC, VALUES) for bom in ("", "\ufeff")),
    (CSV.replace("\n", "\r\n"), "mine.csv", ABC, VALUES),
    *(("\ufeff" + CSV.replace(",", x), "mine.csv", ABC, VALUES) for x in ";\t"),
    # Labels may hold what separates others.
    (csv_text(labels=["a;b", "c;d", "e"]), "mine.csv", ["a;b", "c;d", "e"], VALUES),
    (csv_text(ABC, [VALUES[i] for i in TURNED], [ABC[i] for i in TURNED]), "m.csv", ABC, VALUES),
    (SPACED, "mine.csv", ["a, b", "c"], PAIR),
    (',"a\nb",c\n"a\nb",1,0.5\nc,0.25,1\n', "mine.csv", ["a\nb", "c"], PAIR),
    (FRAME, None, ABC, VALUES),
    (FRAME.loc[["c", "b", "a"]], None, ABC, VALUES),
    (FRAME.astype("Float64"), None, ABC, VALUES),
    (polars.DataFrame(COLUMNS), None, ABC, VALUES),
    (pa.table(COLUMNS), None, ABC, VALUES),
    (CONTENT, None, ABC, VALUES),
    (MappingProxyType(CONTENT), None, ABC, VALUES),
])  # fmt: skip
def test_sources(put, content, file, labels, values):
    for source in [content] if file is None else [put(content, file), str(put(content, file))]:
        loaded = load(source)
        assert loaded.labels == tuple(labels)
        assert loaded.values.tolist() == values
    if isinstance(content, (str, Mapping)) and "title" in content:
        assert (loaded.name, loaded.none_labels) == ("mine", ("none",))
        assert loaded.card == {"title": "A title", "source": "made up"}


def test_names_and_orders_of_sources(put):
    assert (load(BARE).name, load(BARE).none_labels) == ("custom", ())
    assert load(put(json.dumps(BARE), "wheel.v2.JSON")).name == "wheel.v2"
    assert load(FRAME[["a", "b", "c"]]).fingerprint == load(FRAME).fingerprint
    message = refusal(load, put(";a;b\na;1;0,5\nb;0,5;1\n", "mine.csv"))
    assert "'0,5'; numbers have a decimal point, no comma" in message
    message = refusal(load, polars.DataFrame({"a": [1.0], "b": [0.5]}))
    assert message == "similarity: a table needs a column of text, the names of its rows"
    for made in (build(VALUES, ABC), identity(ABC)):
        assert load(made) is made
    message = refusal(load, Thesaurus(["a", "b"], [(0, 1)]))
    assert "got a thesaurus; similarity.relatedness(thesaurus" in message


@pytest.mark.parametrize("form", [
    list, tuple, pd.DataFrame,
    lambda values: np.array(values, dtype=object),
    lambda values: [np.array(row) for row in values],
    *[lambda values, kind=kind: np.array(values, dtype=kind)
        for kind in ("f8", ">f8", "f4", "f2", "i1", "u1")],
])  # fmt: skip
def test_tables_of_values(form):
    made = build(form(VALUES), ABC)
    assert made.values.tolist() == np.array(form(VALUES), np.float64).tolist()
    assert made.values.dtype == np.float64


def test_the_metrics_similarity_module():
    metric = SemanticF1(similarity="plutchik")
    module = metric.similarity
    assert module.names() == ["goemotions", "goemotions-ekman", "mfrc", "plutchik"]
    assert module.load("plutchik").between("anger", "disgust") == pytest.approx(0.853553, abs=5e-7)
    for table in (module.build(VALUES, ABC), CONTENT, FRAME):
        found = metric.compute(["a"], ["b"], similarity=table)
        assert three(found) == (0.125, 0.5, pytest.approx(0.2))


@pytest.mark.parametrize(("values", "said"), [
    *((np.ones(shape), f"expected one row and one column per label, 3 x 3; got shape {shape}")
        for shape in ((2, 2), (3, 2), (1, 3, 3), (3,), ())),
    ([[1, 0, 0], [0, 1], [0, 0, 1]], "a table of numbers with rows of one length"),
    *((table, "a table of numbers") for table in ([["a"] * 3] * 3, np.eye(3).astype(str).tolist(),
        np.eye(3) + 0j, np.eye(3).astype("m8[s]"), [[1, {}, 0], [0, 1, 0], [0, 0, 1]])),
    *((table, "similarity 'custom': expected ") for table in (None, [[1, 10**400, 0]] * 3)),
])  # fmt: skip
def test_values_that_are_no_square_table_of_numbers(values, said):
    assert said in refusal(build, values, ABC)


@pytest.mark.parametrize(("value", "said"), [
    (float("nan"), "values must be finite; ('a', 'c') is nan (1 such values): fill in"),
    (None, "values must be finite; ('a', 'c') is nan"),
    (float("inf"), "values must be finite; ('a', 'c') is inf"),
    *((x, f"values must be at least 0; ('a', 'c') is {x} (1 such values): map correlations")
        for x in (-0.2, -1.1e-6)),
    *((x, f"values must be at most 1; ('a', 'c') is {x} (1 such values): map correlations")
        for x in (1.5, 1 + 1.1e-6)),
])  # fmt: skip
def test_a_value_out_of_range_is_named_and_never_clipped(value, said):
    values = [list(row) for row in VALUES]
    values[1][2] = value
    message = refusal(build, values, ABC)
    assert said in message
    assert "map" not in said or ("(1 + r) / 2" in message and "1 / (1 + d)" in message)
    assert "('b', 'b') is -1.0 (9 such values)" in refusal(build, -np.ones((3, 3)), ABC)


@pytest.mark.parametrize("argument", ["labels", "none_labels"])
@pytest.mark.parametrize(("given", "said"), [
    (["a", "a"], "names must be distinct; 'a' is repeated"),
    *((["x", name], f"every name must be a non-empty string; position 1 is {name!r}")
        for name in ("", " \t", 3, None, b"a")),
    (["x", "\ud800"], "position 1, '\\ud800', is not valid Unicode text"),
    *((given, f"expected a list of names; got {given!r}") for given in ("ab", 3)),
    ([], "at least one name is needed; got none"),
])  # fmt: skip
def test_bad_names(argument, given, said):
    if argument == "labels":
        for make in (lambda: build(np.eye(2), given), lambda: identity(given)):
            assert refusal(make) == f"labels: {said}"
    elif given:
        message = refusal(build, np.eye(2), ["p", "q"], none_labels=given)
        assert message == f"none_labels: {said}"
    else:
        assert build(np.eye(2), ["p", "q"], none_labels=given).none_labels == ()


def test_names_are_plain_strings_of_what_they_hold():
    kind = enum.Enum("Emotion", {"JOY": "joy"}, type=str)
    checked = check_names([kind.JOY, np.str_("fear")], "labels")
    assert checked == ("joy", "fear")
    assert [type(name) for name in checked] == [str, str]
    # A label that is a none-label, too.
    said = "similarity 'custom': 'a' is among labels and none_labels; a none-label has no row"
    assert refusal(build, VALUES, ABC, none_labels=["none", "a"]) == said
    for wrong in ([4], [0], [-1], ["2"], [1.5]):
        assert "prefix_widths" in refusal(build, VALUES, ABC, prefix_widths=wrong)


@pytest.mark.parametrize(
    ("given", "near"),
    [("plutchick", "plutchik"), ("Plutchik ", "plutchik"), ("goemotion", "goemotions")],
)
def test_an_unknown_name_suggests_the_nearest(given, near):
    message = refusal(load, given)
    assert message.startswith(f"similarity: {given!r} is not one of 'goemotions', ")
    assert f"(did you mean {near!r}?)" in message
    assert "nor is it 'identity' or the path of a file" in message
    assert "did you mean" not in refusal(load, "xyz")
    assert "'identity' needs labels" in refusal(load, "identity")


@pytest.mark.parametrize("source", [None, 3, ["plutchik"], {"plutchik"}, b"plutchik", object()])
def test_what_is_no_source(source):
    message = refusal(load, source)
    assert message.startswith("similarity: expected a bundled name (goemotions, ")
    assert message.endswith(f"got {type(source).__name__}")


@pytest.mark.parametrize("kind", ["json", "csv"])
def test_files_that_can_not_be_read(tmp_path, put, kind):
    missing, folder = tmp_path / f"missing.{kind}", tmp_path / f"folder.{kind}"
    folder.mkdir()
    latin = put("é,é".encode("latin-1"), f"latin.{kind}")
    said = {"json": ("No such file", "Is a directory", "not UTF-8 text (byte 0); save it as UTF-8")}
    said["csv"] = "no such file", "is a folder or a device", "byte 1 (0xE9) is not UTF-8: save"
    for path, expected in zip((missing, folder, latin), said[kind], strict=True):
        message = refusal(load, path)
        assert message.startswith(f"similarity '{path}': ") and expected in message
    other = put("a", "mine.xls")
    expected = f"similarity '{other}': expected a .json, .csv or .xlsx file"
    assert refusal(load, other) == expected
    assert "nor is it 'identity' or the path of a file" in refusal(load, tmp_path / "missing.txt")


BAD_JSON = [
    ("", "not JSON"), ("{", "not JSON"), ("[" * 100_000, "not JSON"),
    ("[1]", "expected a JSON object with 'labels' and 'values'; got list"),
    ("null", "expected a JSON object with 'labels' and 'values'; got NoneType"),
    ("{}", "'labels', 'values' is missing; it needs 'labels' and 'values'"),
    ('{"labels": ["a"]}', "'values' is missing; it needs 'labels' and 'values'"),
    ('{"labels": null, "values": [[1]]}', "labels: expected a list of names; got None"),
    ('{"labels": ["a"], "values": [[NaN]]}', "values must be finite"),
    ('{"labels": ["a"], "none_labels": "n", "values": [[1]]}', "none_labels: expected a list"),
    ('{"labels": ["a"], "prefix_widths": [9], "values": [[1]]}', "prefix_widths"),
]  # fmt: skip
BAD_CSV = [
    ("", "mine.csv: is empty"),
    (",a\n", "the table has no rows"),
    ("a\nb\n", "columns: at least one name is needed"),
    (",a,b\na,1\nb,0,1\n", "line 2: the number of cells is 2, but the header has 3"),
    (",a,b\na,1,0,0\nb,0,1\n", "line 2: the number of cells is 4, but the header has 3"),
    (",a,b\na,1,x\nb,0,1\n", "row 'a': could not convert string to float: 'x'"),
    (",a,b\na,1,\nb,0,1\n", "values must be finite; ('a', 'b') is nan"),
    (",a,b\na,1,0\nc,0,1\n", "rows and columns must have the same names; rows 'a', 'c'"),
    (",a,b\na,1,0\n", "rows and columns must have the same names; rows 'a', columns 'a', 'b'"),
    (",a,b\na,1,0\na,0,1\n", "rows and columns must have the same names; rows 'a', 'a'"),
    (",a,a\na,1,0\na,0,1\n", "has several columns named 'a'"),
    (",a,\na,1,0\n,0,1\n", "columns: at least one name is needed"),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "text", "said"), [
    *(("json", *row) for row in BAD_JSON), *(("csv", *row) for row in BAD_CSV),
])  # fmt: skip
def test_bad_files(put, kind, text, said):
    path = put(text, f"mine.{kind}")
    message = refusal(load, path)
    assert message.startswith(f"similarity '{path}': ")
    assert said in message


def test_packed_files_and_workbooks(put, tmp_path):
    openpyxl = pytest.importorskip("openpyxl", reason="openpyxl, which writes it, is missing")
    book = openpyxl.Workbook()
    for row in [["", *ABC], *([name, *row] for name, row in zip(ABC, VALUES, strict=True))]:
        book.active.append(row)
    book.save(tmp_path / "mine.xlsx")
    whole = (tmp_path / "mine.xlsx").read_bytes()
    expected = load(put(csv_text(), "mine.csv"))
    packed = [
        put(gzip.compress(csv_text().encode()), "mine.csv.gz"),
        put(gzip.compress(json.dumps({"labels": ABC, "values": VALUES}).encode()), "mine.json.gz"),
        put(gzip.compress(whole), "mine.xlsx.gz"),
        tmp_path / "mine.xlsx",
    ]
    for path in packed:
        assert load(path).fingerprint == expected.fingerprint
        assert load(path).labels == tuple(ABC)
    assert load(packed[1]).name == "mine"
    for name, content, said in (
        ("a.csv.gz", packed[0].read_bytes()[:-9], "a.csv.gz: is a damaged gzip archive"),
        ("a.xlsx", b"a", "is not an .xlsx workbook"),
        ("a.xlsx", whole[:-30], "a.xlsx: "),
        ("a.ttl.gz", gzip.compress(b"a"), "read_thesaurus(...) reads a thesaurus"),
    ):
        assert said in refusal(load, put(content, name))


@pytest.mark.parametrize(("frame", "said"), [
    (pd.DataFrame(VALUES, columns=ABC), "rows and columns must have the same names; rows 0, 1"),
    (pd.DataFrame(VALUES), "columns: every name must be a non-empty string; position 0 is 0"),
    (pd.DataFrame(np.eye(2), [0, 1], ["0", "1"]), "rows"),
    (pd.DataFrame(np.eye(2), ["a", "b"], ["a", "c"]), "rows 'a', 'b', columns 'a', 'c'"),
    (pd.DataFrame(np.eye(2), ["a", "a"], ["a", "a"]), "'a' is repeated"),
    (pd.DataFrame([[1, None], [0, 1]], ["a", "b"], ["a", "b"]), "('a', 'b') is nan"),
    (pd.DataFrame(), "at least one name is needed"),
])  # fmt: skip
def test_bad_frames(frame, said):
    assert said in refusal(load, frame)


def test_mappings_and_addresses_that_are_none(monkeypatch, tmp_path):
    missing = "similarity: 'values' is missing; it needs 'labels' and 'values'"
    assert refusal(load, {"labels": ["a"]}) == missing
    assert refusal(load, {1: 2, "labels": ["a"], "values": [[1]]}).startswith("similarity: ")
    for address in ("hf://", "hf://x", "hf://datasets/a", "hf://models/a/b/c.json"):
        assert refusal(load, address).endswith(f"got {address!r}")
    assert refusal(load, "hf://datasets/a/b/").endswith("got 'hf://datasets/a/b/'")
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path))
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path))
    address = "hf://datasets/nobody/nothing-at-all/wheel.json"
    assert refusal(load, address).startswith(f"similarity: {address} could not be fetched: ")


def test_pairs_are_those_of_the_table():
    hard = identity(ABC)
    assert hard.values.tolist() == np.eye(3).tolist()
    assert (hard.name, hard.labels, hard.none_labels) == ("identity", tuple(ABC), ())
    for made, dtype in itertools.product((hard, build(VALUES, ABC)), (np.int32, np.int64)):
        a, b = np.divmod(np.arange(9, dtype=dtype), 3)
        pairs = made.pairs(a, b)
        assert (pairs.dtype, pairs.tolist()) == (np.float64, made.values.reshape(-1).tolist())
        assert (3 * a + b).tolist() == list(range(9)), "left as they are"
        assert made.pairs(a[:0], b[:0]).shape == (0,)


def test_values_can_not_be_changed():
    table = np.array(VALUES)
    made = build(table, ABC)
    for one in (made, load("mfrc"), identity(ABC), pickle.loads(pickle.dumps(load("mfrc")))):
        with pytest.raises(ValueError, match="read-only"):
            one.values[0, 0] = 0
    table[0, 1] = 0
    assert made.values.tolist() == VALUES


def test_between_and_nearest_read_the_first_names_row():
    made = build(VALUES, ABC)
    assert made.between("b", "a") == 0.5
    assert made.between("a", "b") == 0.125
    assert type(made.between("a", "b")) is float
    said = "label: 'B' is not one of 'b', 'a', 'c' (did you mean 'b'?)"
    assert refusal(made.between, "a", "B") == refusal(made.nearest, "B") == said
    assert made.nearest("b") == [("a", 0.5), ("c", 0.25)]
    assert made.nearest("a", k=1) == [("b", 0.125)]
    # Equal values in label order, the label itself left out though its diagonal is low.
    flat = build([[0.1, 0.5, 0.5], [0.5, 1, 0], [0.5, 0, 1]], ["x", "z", "y"])
    assert flat.nearest("x") == [("z", 0.5), ("y", 0.5)]


def test_restrict_cuts_and_permutes():
    card = {"none_labels": ["none"], "source": "made up", "prefix_widths": [2]}
    made = build(VALUES, ABC, name="mine", **card)
    assert (len(made), repr(made)) == (3, "LabelSimilarity('mine', 3 labels)")
    cut = made.restrict(["c", "b"])
    assert (cut.name, cut.labels, cut.none_labels) == ("mine", ("c", "b"), ("none",))
    assert cut.card == made.card
    assert cut.values.tolist() == [[1.0, 0.3], [0.25, 1.0]]
    assert cut.prefix_widths == ()
    assert made.restrict(ABC) is made
    assert made.restrict(["a", "b", "c"]).fingerprint == made.fingerprint
    assert cut.fingerprint != made.fingerprint
    folded = made.restrict(["C", "B"], key=str.casefold)
    assert folded.labels == ("C", "B")
    assert folded.values.tolist() == cut.values.tolist()
    hard = identity(ABC).restrict(["c", "a"])
    assert hard.labels == ("c", "a")
    assert hard.fingerprint == identity(["a", "c"]).fingerprint

    said = "labels: similarity 'mine' has no value for 'x', 'y'; it knows 'b', 'a', 'c'"
    assert refusal(build(VALUES, ABC, name="mine").restrict, ["x", "a", "y"]) == said
    many = refusal(load("goemotions").restrict, ["x"])
    assert many.endswith(" and 15 more")


@pytest.mark.parametrize("way", ["copy", "deepcopy", "pickle", "dict", "file"])
def test_copies_dicts_and_files(way, tmp_path):
    copied = {
        "copy": copy.copy, "deepcopy": copy.deepcopy,
        "pickle": lambda made: pickle.loads(pickle.dumps(made)),
        "dict": lambda made: load(json.loads(json.dumps(made.to_dict()))),
        "file": lambda made: load(made.save(tmp_path / "saved.json", overwrite=True)),
    }[way]  # fmt: skip
    made = [load(name) for name in MATRICES] + [build(VALUES, ABC, source="x")]
    for one in made + [identity(ABC)] * (way not in ("dict", "file")):
        again = copied(one)
        for field in ("name", "labels", "none_labels", "card", "prefix_widths", "fingerprint"):
            assert getattr(again, field) == getattr(one, field), field
        assert np.array_equal(again.values, one.values)


@pytest.mark.parametrize("name", sorted(MATRICES))
def test_a_file_has_a_row_a_line(tmp_path, name):
    text = load(name).save(tmp_path / "saved.json").read_bytes().decode("utf-8")
    assert json.loads(text) == MATRICES[name]
    rows = json.dumps(MATRICES[name]["values"])[2:-2].split("], [")
    assert "".join(f"    [{row}],\n" for row in rows)[:-2] in text
    assert text.endswith("}\n")


def test_saved_names_beyond_ascii_and_uneven_values(tmp_path):
    labels = ["\U0001f600", "é", 'say "no"', "a\\b", "tab\t"]
    values = np.random.default_rng(0).random((5, 5))
    made = build(values, labels, name="mine é", none_labels=["ø"], caveats=["é"], angles={"é": 1})
    again = load(str(made.save(str(tmp_path / "saved.JSON"))))
    assert np.array_equal(again.values, made.values)
    assert (again.labels, again.card) == (made.labels, made.card)
    assert "é" in (tmp_path / "saved.JSON").read_text(encoding="utf-8")


def test_a_file_is_replaced_only_if_asked(tmp_path):
    path = tmp_path / "saved.json"
    load("mfrc").save(path)
    said = f"path: {str(path)!r} exists; overwrite=True replaces it"
    assert refusal(load("plutchik").save, path) == said
    assert load(path).fingerprint == load("mfrc").fingerprint
    load("plutchik").save(path, overwrite=True)
    assert load(path).fingerprint == load("plutchik").fingerprint
    assert [file.name for file in tmp_path.iterdir()] == ["saved.json"]


def test_where_and_what_can_not_be_saved(tmp_path):
    made = load("mfrc")
    said = "path: expected a name that ends in .json; got "
    for path in (tmp_path / "saved.csv", "saved", "x.json.gz"):
        assert refusal(made.save, path) == f"{said}{str(path)!r}"
    missing = tmp_path / "missing" / "saved.json"
    assert refusal(made.save, missing) == f"path: {str(missing)!r}: No such file or directory"
    (tmp_path / "file").write_text("")
    assert "Not a directory" in refusal(made.save, tmp_path / "file" / "saved.json")
    folder = tmp_path / "folder.json"
    folder.mkdir()
    assert "exists" in refusal(made.save, folder)
    assert "Is a directory" in refusal(made.save, folder, overwrite=True)
    path = tmp_path / "saved.json"
    said = "similarity: the identity has no table to save; use similarity='identity' with"
    assert refusal(identity(ABC).save, path).startswith(said)
    for value in (float("nan"), np.ones(2), {1, 2}, "\ud800"):
        message = refusal(build(VALUES, ABC, name="mine", source=value).save, path)
        assert message.startswith("similarity 'mine': the card can't be written as JSON: ")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["file", "folder.json"]


def test_a_failure_on_the_way_leaves_what_was_there(tmp_path, monkeypatch):
    path = load("mfrc").save(tmp_path / "saved.json")

    def disk_full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("semantic_f1.similarity.label_similarity.os.replace", disk_full)
    message = refusal(load("plutchik").save, path, overwrite=True)
    assert message == f"path: {str(path)!r}: No space left on device"
    assert [file.name for file in tmp_path.iterdir()] == ["saved.json"]
    assert load(path).fingerprint == load("mfrc").fingerprint


def test_fingerprint_is_that_of_its_definition():
    made = build(VALUES, ABC)
    assert made.fingerprint == by_hand(ABC, VALUES) == fingerprint(ABC, VALUES)
    spelled = b'["a","b","c"]' + struct.pack("<9d", 0.9, 0.125, 0, 0.5, 1, 0.25, 0.1, 0.3, 1)
    assert made.fingerprint == hashlib.sha256(spelled).hexdigest()
    # The identity.
    spelled = '{"kind":"identity","labels":["a","b","é"]}'
    expected = hashlib.sha256(spelled.encode()).hexdigest()
    assert identity(["é", "a", "b"]).fingerprint == expected
    assert identity(["b", "é", "a"]).fingerprint == expected
    assert identity(["a", "b"]).fingerprint != expected
    assert build(np.eye(3), ["é", "a", "b"]).fingerprint != expected


def test_fingerprint_of_any_names_in_any_order():
    """Sorted by code point, written as UTF-8, with JSON's escapes for quotes only."""
    labels = ["\U0001f600", "\uffee", "é", "z", 'say "no"', "a\\b", "tab\t"]
    assert sorted(labels).index("\uffee") < sorted(labels).index("\U0001f600")
    rng = np.random.default_rng(1)
    values = rng.random((7, 7))
    expected = by_hand(labels, values.tolist())
    for order in (np.arange(7), rng.permutation(7), rng.permutation(7)):
        permuted = build(values[np.ix_(order, order)], [labels[i] for i in order])
        assert permuted.fingerprint == fingerprint(labels, values) == expected
    assert fingerprint([labels[i] for i in order], values) != expected
    values[3, 4] = np.nextafter(values[3, 4], 0.7)
    assert fingerprint(labels, values) != expected


def test_fingerprint_sees_labels_and_values_only():
    made = build(VALUES, ABC, name="x", none_labels=["none"], source="y", prefix_widths=[2])
    assert made.fingerprint == build(VALUES, ABC).fingerprint
    assert build(np.array(VALUES, order="F"), ABC).fingerprint == made.fingerprint
    assert build(np.array(VALUES, dtype=">f8"), ABC).fingerprint == made.fingerprint
    values = np.array(VALUES)
    values[1, 2] = -0.0
    assert build(values, ABC).fingerprint == made.fingerprint
    assert np.signbit(values[1, 2])
