"""Rows whose columns have names, in the configs of distributions and of grades."""

import datasets
import numpy as np
import pandas as pd
import polars
import pyarrow as pa
import pytest
from helpers import refusal

from semantic_f1 import SemanticF1

LABELS = ["anger", "disgust", "joy"]
ORDER = ["joy", "anger", "disgust"]
PREDICTED = [[0.2, 0.3, 0.5], [0.1, 0.1, 0.8]]
GOLD = [[0.5, 0.5, 0], [0, 0, 1.0]]


def frame(rows):
    return pd.DataFrame(rows, columns=LABELS)[ORDER]


def mappings(rows):
    """Without the labels that are 0."""
    return [{name: x for name, x in zip(LABELS, row, strict=True) if x} for row in rows]


FORMS = {
    "pandas": frame,
    "polars": lambda rows: polars.DataFrame(frame(rows).to_dict("list")),
    "mappings": mappings,
    "arrow table": lambda rows: pa.table(frame(rows)),
    "data set": lambda rows: datasets.Dataset.from_pandas(frame(rows)),
    "series of mappings": lambda rows: pd.Series(mappings(rows)),
    "column of structs": lambda rows: datasets.Dataset.from_dict(
        {"shares": frame(rows).to_dict("records")}
    )["shares"],
}


@pytest.mark.parametrize("config", ["soft", "graded"])
@pytest.mark.parametrize("form", FORMS)
def test_names_decide_the_column(config, form):
    metric, named = SemanticF1(config, similarity="plutchik", labels=LABELS), FORMS[form]
    expected = metric.compute(predictions=PREDICTED, references=GOLD)
    sides = (named(PREDICTED), named(GOLD)), (named(PREDICTED), GOLD), (PREDICTED, named(GOLD))
    for predictions, references in sides:
        assert metric.compute(predictions=predictions, references=references) == expected
        assert metric.pointwise(predictions, references) == metric.pointwise(PREDICTED, GOLD)


@pytest.mark.parametrize("config", ["soft", "graded"])
def test_names_wait_with_their_rows(config):
    metric = SemanticF1(config, similarity="plutchik", labels=LABELS)
    expected = metric.compute(predictions=PREDICTED, references=GOLD)
    for first in (frame, mappings):
        metric.add_batch(predictions=first(PREDICTED[:1]), references=GOLD[:1])
        metric.add(prediction=mappings(PREDICTED)[1], reference=GOLD[1])
        assert metric.compute() == expected
    metric.add_batch(predictions=frame(PREDICTED), references=GOLD)
    with pytest.raises(ValueError, match="this batch has rows, the batches before had rows with"):
        metric.add_batch(predictions=PREDICTED, references=GOLD)
    metric.add_batch(predictions=frame(PREDICTED)[["joy"]], references=GOLD)
    assert "predictions[2]: this batch has no column 'anger'" in refusal(metric.compute)


@pytest.mark.parametrize(
    ("first", "second"), [(frame, frame), (mappings, mappings), (mappings, frame)]
)
def test_without_labels_both_sides_have_each_others_names(first, second):
    metric = SemanticF1("soft")
    expected = metric.compute(predictions=PREDICTED, references=GOLD)
    for sides in ((first(PREDICTED), second(GOLD)), (second(PREDICTED), first(GOLD))):
        found = metric.compute(predictions=sides[0], references=sides[1])
        assert found == pytest.approx(expected)


def test_votes_by_name():
    metric = SemanticF1("soft", similarity="plutchik", normalize_counts=True)
    found = metric.compute(predictions=[{"joy": 2, "love": 2}], references=[{"joy": 3}])
    nearness = metric.similarity.load("plutchik").between("love", "joy")
    assert found["wasserstein_score"] == pytest.approx((1 + nearness) / 2)
    # Names on one side need labels.
    with pytest.raises(ValueError, match=r"predictions: rows name their labels, .* pass labels="):
        SemanticF1("soft").compute(predictions=frame(PREDICTED), references=np.array(GOLD))


def test_normalized_names():
    for config in ("soft", "graded"):
        metric = SemanticF1(config, similarity="plutchik", labels=LABELS, normalize_names=True)
        rows = [{"JOY ": 1.0}, {"joy": 0.25, " Anger": 0.75}]
        same = [[0, 0, 1], [0.75, 0, 0.25]]
        expected = metric.compute(predictions=same, references=GOLD)
        assert metric.compute(predictions=rows, references=GOLD) == expected
        with pytest.raises(ValueError, match=r"predictions\[0\]: 'joy' comes twice, in two spell"):
            metric.compute(predictions=[{"Joy": 0.5, "joy": 0.5}], references=GOLD[1:])
    for options, one, gold in (({}, "Joy", {"joy": 1}), ({"labels": ["No", "Yes"]}, "no", [1, 0])):
        bare = SemanticF1("soft", normalize_names=True, **options)
        assert bare.compute([{one: 1}], [gold])["manhattan_distance"] == 0


def test_columns_of_none_labels():
    soft = SemanticF1("soft", similarity="mfrc")
    care = [{"Care": 1.0}]
    for gold in ([[1, 0, 0, 0, 0, 0]], [[1, 0, 0, 0, 0, 0, 0, 0]], care):
        assert soft.compute(predictions=care, references=gold)["wasserstein_score"] == 1
    found = soft.compute(predictions=[{"Non-Moral": 1.0}], references=care)
    assert found["wasserstein_score"] == 0
    six = pd.DataFrame([[1, 0, 0, 0, 0, 0]], columns=soft.similarity.load("mfrc").labels)
    assert soft.compute(predictions=six, references=care)["manhattan_distance"] == 0
    # There they are labels as others are.
    with pytest.raises(ValueError, match="no column is called 'Non-Moral', 'Thin Morality'"):
        SemanticF1("graded", similarity="mfrc").compute(predictions=six, references=care)


@pytest.mark.parametrize(("predictions", "message"), [
    ([{"jo": 1.0}, {}], r"the column 'jo' is none of the labels \(did you mean 'joy'\?\)"),
    ([{"Joy": 1.0}, {}], r"'Joy' and 'joy' differ only by case.*normalize_names=True reads"),
    (frame(PREDICTED)[["joy", "anger"]], "no column is called 'disgust'; each label needs one"),
    ([{"joy": 1.0}, [0, 0, 1]], r"predictions\[1\]: got list .* among mappings of labels to"),
    (pd.DataFrame(PREDICTED), "0 is no name of a label; .*to_numpy"),
    (pd.DataFrame(PREDICTED, columns=["joy", "joy", "anger"]), "two columns .* 'joy'"),
    (pd.DataFrame(index=[0, 1]), "the table has no columns"),
    ([{"joy": None}, {}], r"predictions\[0\]: column 0 is None"),
    (pa.table({name: [1, None] for name in LABELS}), r"predictions\[1\]: column 0 is None"),
    ([{"joy": -1.0}, {}], r"predictions\[0\]"),
])  # fmt: skip
@pytest.mark.parametrize("config", ["soft", "graded"])
def test_what_is_refused(config, predictions, message):
    metric = SemanticF1(config, similarity="plutchik", labels=LABELS)
    with pytest.raises(ValueError, match=message):
        metric.compute(predictions=predictions, references=GOLD)
