"""Annotations with one row a choice, in every form of table."""

import datasets
import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from semantic_f1 import SemanticF1

ROWS = [
    (1, "ann", "joy"), (1, "bo", "love"), (2, "bo", ""), (1, "ann", "trust"), (2, "ann", "fear"),
    (1, "ann", "joy"),
]  # fmt: skip
NESTED = {
    "items": [1, 2],
    "references": [[["joy", "trust"], ["love"]], [[], ["fear"]]],
    "annotators": [["ann", "bo"], ["bo", "ann"]],
}
NAMES = ("item", "annotator", "label")


@pytest.fixture
def metric():
    return SemanticF1("annotators", similarity="plutchik")


COLUMNS = {name: [row[i] for row in ROWS] for i, name in enumerate(NAMES)}
FORMS = {
    "triples": ROWS, "lists": list(map(list, ROWS)),
    "dicts": [dict(zip(NAMES, row, strict=True)) for row in ROWS], "columns": COLUMNS,
    "frame": pd.DataFrame(COLUMNS), "arrow": pa.table(COLUMNS),
    "dataset": datasets.Dataset.from_dict(COLUMNS),
}  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
def test_every_form_of_table(metric, form):
    with metric.notices() as texts:
        assert metric.from_long(FORMS[form], blank="no_label") == NESTED
    assert texts == ["label: 1 repeated rows or labels were counted once."]


def test_those_who_were_not_asked(metric):
    with metric.notices():
        found = metric.from_long(ROWS, blank="not_asked")
    assert found["references"][1] == [["fear"]]
    assert found["annotators"][1] == ["ann"]
    with metric.notices() as texts:
        found = metric.from_long([(1, "x", None), (2, "x", "joy")], blank="not_asked")
    assert found["items"] == [2]
    assert texts == ["item: 1 items without any annotation were left out, the first is 1."]
    # Cells with the whole set.
    rows = [("t", "x", ["joy", "love"]), ("t", "y", []), ("t", "x", ["love", "joy"])]
    with metric.notices() as texts:
        found = metric.from_long(rows)
    assert found["references"] == [[["joy", "love"], []]]
    assert "1 repeated" in texts[0]


def test_other_names_and_what_compute_gives(metric):
    frame = pd.DataFrame(COLUMNS).rename(columns={"item": "text", "label": "emotion"})
    with metric.notices():
        found = metric.from_long(frame, item="text", label="emotion", blank="no_label")
        del found["items"]
        scores = metric.compute(predictions=[["joy"], ["fear"]], **found)
        nested = {key: NESTED[key] for key in ("references", "annotators")}
        assert scores == metric.compute(predictions=[["joy"], ["fear"]], **nested)
    # Whole floats of a pandas column are ids.
    table = pd.DataFrame({"item": [1, 1], "annotator": ["ann", "bo"], "label": [2.0, None]})
    assert metric.from_long(table, blank="no_label")["references"] == [[[2], []]]
    with pytest.raises(ValueError, match="row 0: expected a label"):
        metric.from_long(table.assign(label=[2.5, None]), blank="no_label")


def test_no_order_of_rows_moves_a_score(metric):
    rng = np.random.default_rng(0)
    names = ["joy", "love", "fear", "anger"]
    rows = [
        (item, who, label)
        for item in range(30)
        for who in rng.permutation(list("vwxyz"))[:3].tolist()
        for label in rng.permutation(names)[: rng.integers(1, 3)].tolist()
    ]
    predicted = {item: [names[item % 4]] for item in range(30)}
    scores = []
    for order in (range(len(rows)), rng.permutation(len(rows))):
        with metric.notices():
            found = metric.from_long([rows[i] for i in order])
            predictions = [predicted[item] for item in found.pop("items")]
            result = metric.compute(predictions=predictions, **found)
        scores.append([result[key] for key in ("semantic_f1", "human_f1", "constant_f1")])
    assert scores[0] == pytest.approx(scores[1], abs=1e-12)


OTHER_SET = "row 1: 'x' chose another set for 1 than in row 0"
SOME_AND_NONE = "row 1: 'x' chose no label for 1 here or in row 0, and a label in the other"


@pytest.mark.parametrize(("rows", "options", "message"), [
    ([(1, "x", "")], {}, "label: row 0 is empty; pass blank=\"no_label\" if 'x'"),
    ([(1, "x", float("nan"))], {}, "label: row 0 is empty"),
    ([(1, "x", "joy"), (None, "x", "joy")], {}, "item: row 1 has none"),
    ([(1, " ", "joy")], {}, "annotator: row 0 has none"),
    ([(1, 0.5, "joy")], {}, "annotator: row 0: expected a name or a whole number"),
    ([(1, "x", 0.5)], {}, "label: row 0: expected a label"),
    ([(1, "x", ["joy"]), (1, "x", ["love"])], {}, OTHER_SET),
    ([(1, "x", "joy"), (1, "x", ["joy"])], {}, OTHER_SET),
    ([(1, "x", ""), (1, "x", "joy")], {"blank": "no_label"}, SOME_AND_NONE),
    ([(1, "x")], {}, r"row 0: expected a triple \(item, annotator, label\)"),
    ([{"item": 1, "annotator": 2, "labels": "joy"}], {}, "row 0 has no 'label' .did you mean"),
    ({"item": [1], "label": ["joy"]}, {}, "there is no column 'annotator'"),
    ({"item": [1], "label": ["joy"], "annotator": [1, 2]}, {}, "columns of unlike lengths"),
    ("rows", {}, "table: expected a DataFrame"),
    (datasets.Dataset.from_dict({"item": [1], "annotator": ["x"], "label": [-1]}).cast_column(
        "label", datasets.ClassLabel(names=["joy"])), {}, "label: -1 is no id of ClassLabel"),
    ([(1, "x", "joy")], {"blank": "empty"}, 'blank: expected None, "no_label"'),
])  # fmt: skip
def test_what_is_refused(metric, rows, options, message):
    with pytest.raises(ValueError, match=message):
        metric.from_long(rows, **options)


@pytest.mark.parametrize("format", [None, "numpy", "pandas", "arrow", "polars"])
@pytest.mark.parametrize("lists", [False, True])
def test_ids_of_a_class_label_are_the_names_that_it_came_with(metric, format, lists):
    label = datasets.ClassLabel(names=["joy", "love", "anger"])
    cells, feature = ([[0], [1, 0], []], datasets.List(label)) if lists else ([0, 1, 2], label)
    who = {"item": [1, 1, 2], "annotator": ["ann", "bo", "ann"]}
    table = datasets.Dataset.from_dict({**who, "label": cells}).cast_column("label", feature)
    found = metric.from_long(table.with_format(format) if format else table)["references"]
    of_lists, of_ids = [[["joy"], ["love", "joy"]], [[]]], [[["joy"], ["love"]], [["anger"]]]
    assert found == (of_lists if lists else of_ids)
