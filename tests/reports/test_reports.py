"""``report`` and ``confusion`` of the loaded metric."""

import json

import numpy as np
import pandas as pd
import pytest
from helpers import random_sets
from sklearn.metrics import (
    accuracy_score,
    cohen_kappa_score,
    confusion_matrix,
)

LABELS = ["a", "b", "c"]
NEAR = np.array([[1, 0.75, 0], [0.5, 1, 0.25], [0, 0, 1]])
AVERAGES = ["samples", "micro", "macro", "weighted"]


def random_rows(*seeds):
    return [random_sets(seed, LABELS, 200) for seed in seeds]


@pytest.fixture
def metric(load):
    return load(similarity=NEAR, labels=LABELS)


@pytest.mark.parametrize("counting", ["paper", "two_sided"])
def test_a_report_holds_what_compute_gives(metric, counting):
    predictions, references = random_rows(1, 2)
    options = {"counting": counting, "sample_weight": list(range(200))}
    found = metric.report(predictions, references, output="dict", **options)
    hard = {**options, "similarity": "identity"}
    for kind, chosen in (("semantic", options), ("hard", hard)):
        scores = metric.compute(predictions, references, average=[*AVERAGES, None], **chosen)
        for average in AVERAGES:
            row = found["averages"][average][kind]
            for name in ("precision", "recall", "f1"):
                assert row[name] == scores[f"semantic_{name}_{average}"]
        kind_of_f1 = {"average": "macro", "macro_f1": "f1_of_averages"}
        other = metric.compute(predictions, references, **kind_of_f1, **chosen)
        of_averages = found["averages"]["macro (F1 of averages)"][kind]["f1"]
        assert of_averages == other["semantic_f1_of_averages"]
        for index, row in enumerate(found["rows"]):
            assert row["label"] == LABELS[index]
            assert row["support"] == scores["support"][index]
            for name in ("precision", "recall", "f1"):
                assert row[kind][name] == scores[f"semantic_{name}_per_label"][index]
        gap = found["macro_gap"][kind]
        assert gap["difference"] == pytest.approx(
            of_averages - found["averages"]["macro"][kind]["f1"], abs=1e-12
        )
        assert gap["lemma"] == pytest.approx(gap["difference"], abs=1e-12)
    weights = np.arange(200)
    predicted = [weights[[x in row for row in predictions]].sum() for x in LABELS]
    assert [row["predicted"] for row in found["rows"]] == predicted
    assert found["signature"] == metric.signature(average=AVERAGES, **options)
    json.dumps(found, allow_nan=False)


def test_macro_labels_narrow_the_gap_and_the_macro_rows(metric):
    predictions, references = random_rows(4, 5)
    found = metric.report(predictions, references, output="dict", macro_labels=["a", "c"])
    f1 = [row["semantic"]["f1"] for row in found["rows"]]
    assert found["averages"]["macro"]["semantic"]["f1"] == pytest.approx((f1[0] + f1[2]) / 2)
    of_averages = found["averages"]["macro (F1 of averages)"]["semantic"]["f1"]
    assert found["macro_gap"]["semantic"]["difference"] == pytest.approx(
        of_averages - (f1[0] + f1[2]) / 2, abs=1e-12
    )


def test_a_report_in_every_form(metric):
    data = [["a"], ["b", "c"]], [["b"], ["c"]]
    text = metric.report(*data)
    lines = text.splitlines()
    # P_a = S[a, b], and b, beside c, is near nothing gold.
    assert next(line for line in lines if line.startswith("a ")).split()[1] == "0.750"
    assert len({len(line) for line in lines if line.startswith(("a ", "b ", "c "))}) == 1
    assert "0.7500" in metric.report(*data, digits=4)
    assert metric.report(*data, output="markdown").startswith("| label |")
    frame = metric.report(*data, output="frame")
    assert isinstance(frame, pd.DataFrame)
    with pytest.raises(ValueError, match="output: expected 'text', 'markdown', 'frame' or 'dict'"):
        metric.report(*data, output="html")


def test_what_is_warned_of(metric):
    with pytest.warns(UserWarning, match="2 labels are neither gold nor predicted"):
        metric.report([["a"]], [["a"]])
    with pytest.warns(UserWarning, match="'c'"):
        found = metric.confusion(["a", "b"], ["a", "b"])
    assert found["calibrated"] is None
    assert found["metrics"]["accuracy"] == 1


def test_confusion_of_label_sets(metric):
    found = metric.confusion([["a"], ["a", "c"], []], [["b"], ["b", "c"], ["c"]])
    assert found["labels"] == ["a", "b", "c", "(none)"]
    # a takes b twice, c takes c; the empty set takes the gold c of its example.
    assert found["predicted"] == [[0, 2, 0, 0], [0, 0, 0, 0], [0, 0, 1, 0], [0, 0, 1, 0]]
    assert found["gold"] == [[0, 0, 0, 0], [2, 0, 0, 0], [0, 0, 1, 1], [0, 0, 0, 0]]
    assert "matrix" not in found
    found = metric.confusion([["b"]], [["a", "c"]])
    # S[b, a] = .5 beats S[b, c] = .25; S[a, b] = .75; c earns 0 from b.
    assert found["predicted"][1] == [1, 0, 0, 0]
    assert found["gold"][0] == [0, 1, 0, 0]
    assert found["gold"][2] == [0, 0, 0, 1]
    tied = metric.confusion([["c"]], [["a", "b"]], similarity=np.full((3, 3), 0.5))
    assert tied["predicted"][2] == [0.5, 0.5, 0, 0]


@pytest.mark.parametrize("form", ["names", "ids"])
def test_single_labels_give_the_confusion_matrix_and_its_metrics(metric, form):
    rng = np.random.default_rng(6)
    predicted, gold = rng.integers(0, 3, (2, 100))
    sides = [predicted, gold]
    if form == "names":
        sides = [[LABELS[i] for i in side] for side in sides]
    found = metric.confusion(*sides)
    assert np.array_equal(found["matrix"], confusion_matrix(gold, predicted).T)
    assert found["metrics"]["accuracy"] == pytest.approx(accuracy_score(gold, predicted))
    assert found["metrics"]["cohen_kappa"] == pytest.approx(cohen_kappa_score(gold, predicted))
    # After calibration accuracy is macro recall, and kappa follows from it.
    recall = found["metrics"]["macro_recall"]
    assert found["calibrated"]["accuracy"] == pytest.approx(recall)
    assert found["calibrated"]["cohen_kappa"] == pytest.approx((recall - 1 / 3) / (1 - 1 / 3))
    assert found["per_class"]["prevalence"] == np.bincount(gold, minlength=3).tolist()


def test_there_is_no_gap_over_no_label(load):
    metric = load(similarity="identity", labels=["a", "b"], macro_labels="present")
    with metric.notices():
        gaps = metric.report([[]], [[]], output="dict")["macro_gap"]
    assert gaps == {kind: {"difference": 0, "lemma": 0} for kind in ("semantic", "hard")}
