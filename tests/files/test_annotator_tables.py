"""Files with several gold sets a row, and files of distributions."""

import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from helpers import read_annotators, refusal, write_sets

from semantic_f1.files.formats import TableError
from semantic_f1.files.reading import read_table

NAMES = ["ann1", "ann2", "ann3"]
CSV = (
    "text,predictions,ann1,ann2,ann3\n"
    'x,joy;love,joy,"[""joy"", ""love""]",\n'
    "y,anger,,disgust;anger,fear\n"
)
SETS = [[("joy",), ("joy", "love")], [("disgust", "anger"), ("fear",)]]


@pytest.mark.parametrize(("blank", "references", "annotators"), [
    ("not_asked", SETS, [["ann1", "ann2"], ["ann2", "ann3"]]),
    ("no_label", [[*SETS[0], ()], [(), *SETS[1]]], [NAMES, NAMES]),
])  # fmt: skip
def test_a_column_an_annotator(put, blank, references, annotators):
    table = read_annotators(put(CSV), references=NAMES, separator=";", blank=blank)
    assert table.predictions == [("joy", "love"), ("anger",)]
    assert (table.references, table.annotators) == (references, annotators)
    assert len(table) == 2 and table.row_name(1) == "line 3"
    # [] says what a blank cell means.
    assert read_annotators(put("predictions,a\njoy,[]\n"), references=["a"]).references == [[()]]


def test_an_example_without_any_annotator_is_refused(put):
    predicted = put("id,predictions\n1,joy\n2,fear\n", "predicted.csv")
    gold = put("id,ann1,ann2\n1,joy,fear\n", "gold.csv")
    nested = put('id,references,who\n1,"[[""joy""]]","[""x""]"\n', "nested.csv")
    for path, asked in (
        (gold, {"references": NAMES[:2]}),
        (nested, {"references": "references", "annotators": "who"}),
    ):
        said = refusal(read_annotators, predicted, path, error=TableError, missing="empty", **asked)
        assert "no annotator saw this row; leave it out" in said


def test_null_is_not_asked_where_there_are_types(put, tmp_path):
    rows = [{"predictions": ["joy"], "a": ["joy"], "b": None}]
    rows += [{"predictions": [], "a": [], "b": ["love", "joy"]}]
    lines = put("\n".join(map(json.dumps, rows)), "data.jsonl")
    pq.write_table(pa.Table.from_pylist(rows), tmp_path / "data.parquet")
    for path in (lines, tmp_path / "data.parquet"):
        table = read_annotators(path, references=["a", "b"])
        assert table.references == [[("joy",)], [(), ("love", "joy")]]
        assert table.annotators == [["a"], ["a", "b"]]


def test_one_column_of_nested_lists(put, tmp_path):
    nested = [[["joy"], ["joy", "love"], []], [["fear"], ["anger"]]]
    rows = (json.dumps({"predictions": "joy", "references": sets}) for sets in nested)
    table = read_annotators(put("\n".join(rows), "data.jsonl"))
    expected = [[("joy",), ("joy", "love"), ()], [("fear",), ("anger",)]]
    assert (table.references, table.annotators) == (expected, None)
    cells = [json.dumps(sets).replace('"', '""') for sets in nested]
    text = "predictions,references\n" + "".join(f'joy,"{cell}"\n' for cell in cells)
    assert read_annotators(put(text)).references == expected
    lists = [{"predictions": ["joy"], "references": [[0, 2], []]}]
    pq.write_table(pa.Table.from_pylist(lists), tmp_path / "ids.parquet")
    assert read_annotators(tmp_path / "ids.parquet").references == [[(0, 2), ()]]


@pytest.mark.parametrize(("text", "ids", "references"), [
    ("1,1,2\n3,4,5\n", "auto", [[(1,), (2,)], [(4,), (5,)]]),
    ("1,1,joy\n", "auto", [[("1",), ("joy",)]]),
    ("1,1,1\n", "never", [[("1",), ("1",)]]),
])  # fmt: skip
def test_ids_are_ids_for_all_annotators_or_for_none(put, text, ids, references):
    table = read_annotators(put(f"predictions,a,b\n{text}"), references=["a", "b"], ids=ids)
    assert table.references == references


WRONG = [
    (CSV, {"references": NAMES, "separator": ";"},
        "data.csv: line 2: column 'ann3': a blank cell may mean that the annotator chose no label "
        '(blank="no_label") or did not see the row (blank="not_asked"): say which'),
    (CSV, {"references": ["ann1", "ann9"]}, "data.csv: has no column 'ann9'"),
    (CSV, {"references": ["ann1", "ann1"]}, "the column 'ann1' is named twice"),
    (CSV, {"references": ["predictions"]}, "both name the column 'predictions'"),
    (CSV, {"references": NAMES, "blank": "empty"}, "blank must be 'no_label' or 'not_asked'"),
    ("predictions,a,b\nx,joy,joy\nx,,\n", {"references": ["a", "b"], "blank": "not_asked"},
        "data.csv: line 3: no annotator saw this row; leave it out"),
    ("predictions,references\nx,joy\n", {},
        "line 2: column 'references': 'joy' is not a list of gold sets, such as"),
    ('predictions,references\nx,"[[""joy""], [1.5]]"\n', {},
        "holds a decimal number, where names or ids must stand"),
    ('predictions,references\nx,"[[""joy""], null]"\n', {}, "holds null"),
    ('predictions,references\nx,"[[""  ""]]"\n', {}, "holds an empty name"),
    ("predictions,references\nx,[[\n", {}, "is not a list of gold sets"),
    ('predictions,references\nx,"[""joy"", ""love""]"\n', {},
        "holds 'joy' where a gold set must stand, a list such as ['joy']"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "options", "message"), WRONG)
def test_what_is_refused(put, text, options, message):
    assert message in refusal(read_annotators, put(text), error=TableError, **options)


def test_distributions(put, tmp_path):
    text = 'predictions,references\n"[0.25, 0.75]","[1, 3]"\n"[1, 0]","[0, 2]"\n'
    table = read_table("soft", put(text))
    assert table.predictions == [(0.25, 0.75), (1.0, 0.0)]
    assert table.references == [(1.0, 3.0), (0.0, 2.0)]
    single = read_table("soft", put("predictions,references\n0.5,1\n0.25,0\n"))
    assert (single.predictions, single.references) == ([0.5, 0.25], [1.0, 0.0])
    rows = [{"predictions": [0.5, 0.5], "references": [1.0, 0.0]}]
    pq.write_table(pa.Table.from_pylist(rows), tmp_path / "data.parquet")
    assert read_table("soft", tmp_path / "data.parquet").references == [(1.0, 0.0)]


@pytest.mark.parametrize("config", ["soft", "graded"])
@pytest.mark.parametrize("name", ["data.csv", "data.jsonl"])
def test_objects_of_numbers_are_mappings(tmp_path, load, config, name):
    sides = [{"joy": 0.4, "anger": 0.6}, {"fear": 1.0}], [{"joy": 0.5, "anger": 0.5}, {"joy": 1.0}]
    path = tmp_path / name
    if name == "data.csv":
        write_sets(path, *sides)
    else:
        rows = ({"predictions": x, "references": y} for x, y in zip(*sides, strict=True))
        path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    metric = load(config, similarity="plutchik")
    found = metric.read_file(path)
    assert (found["predictions"], found["references"]) == sides
    expected = metric.compute(predictions=sides[0], references=sides[1])
    assert metric.compute(**found).items() >= expected.items()
    if name == "data.csv":
        with pytest.raises(TableError, match=r"line 2: column 'predictions': .* is not a list of"):
            read_table("multilabel", path)


@pytest.mark.parametrize("config", ["soft", "multilabel"])
@pytest.mark.parametrize("cell", ["joy", "", "NaN", '"[0.5, ""a""]"', "true", "[1e999]", "[[",
    '"{""a"": ""x""}"', '"{""a"": 0.5, ""a"": 0.5}"'])  # fmt: skip
def test_cells_that_are_no_distributions_or_scores(put, cell, config):
    either = 'a number, an object such as {"joy": 0.7}, or ' * (config == "soft")
    said = f"is not {either}a list of finite numbers, such as"
    with pytest.raises(TableError, match=f"line 2: column 'predictions': .* {said} .0.1, 0.7"):
        read_table(config, put(f"predictions,references\n{cell},0.5\n"))
