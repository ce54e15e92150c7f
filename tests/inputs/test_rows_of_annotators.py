"""Indicator rows and scores in config "annotators"."""

import datasets
import numpy as np
import pytest

from semantic_f1 import SemanticF1

LABELS = ["anger", "disgust", "joy", "love"]
RNG = np.random.default_rng(0)
SCORES = RNG.random((12, 4))
# Two annotators or three, one of whom chose nothing.
GOLD = [(RNG.random((2 + i % 2, 4)) < 0.4).astype(int) for i in range(12)]
GOLD[3][0] = 0


def names(row):
    return [name for name, is_one in zip(LABELS, row, strict=True) if is_one]


NAMED = {
    "predictions": [names(row >= 0.5) for row in SCORES],
    "references": [[names(row) for row in rows] for rows in GOLD],
}
ONES = (SCORES >= 0.5).astype(int)
FORMS = {
    "scores": (SCORES, {"threshold": 0.5}),
    "lists of scores": (SCORES.tolist(), {"threshold": 0.5}),
    "list of arrays": (list(SCORES.astype(np.float32)), {"threshold": 0.5}),
    "0 and 1": (ONES, {}),
    "lists of 0 and 1": (ONES.tolist(), {}),
    "0 and 1 with a threshold": (ONES.tolist(), {"threshold": [0.5] * 4}),
    "booleans": (ONES == 1, {}),
    "column": (datasets.Dataset.from_dict({"x": SCORES.tolist()})["x"], {"threshold": 0.5}),
    "names": (NAMED["predictions"], {}),
}
GOLD_FORMS = {
    "arrays": GOLD,
    "lists": [rows.tolist() for rows in GOLD],
    "booleans": [rows == 1 for rows in GOLD],
    "floats": [rows.astype(float).tolist() for rows in GOLD],
    "column": datasets.Dataset.from_dict({"x": [rows.tolist() for rows in GOLD]})["x"],
    "column of booleans": datasets.Dataset.from_dict({"x": [(r == 1).tolist() for r in GOLD]})["x"],
    "names": NAMED["references"],
}


@pytest.fixture
def metric():
    return SemanticF1("annotators", similarity="plutchik", labels=LABELS, average=["samples", None])


CASES = {f"predictions, {x}": (*FORMS[x], NAMED["references"]) for x in FORMS}
CASES |= {f"gold, {x}": (*FORMS["names"], rows) for x, rows in GOLD_FORMS.items()}
CASES |= {f"gold next to scores, {x}": (*FORMS["scores"], rows) for x, rows in GOLD_FORMS.items()}


@pytest.mark.parametrize("case", CASES)
def test_forms_of_either_side(metric, case):
    predictions, options, references = CASES[case]
    expected = metric.compute(**NAMED)
    assert metric.compute(predictions, references, **options) == expected
    for part in (slice(0, 5), slice(5, 12)):
        metric.add_batch(predictions=predictions[part], references=references[part])
    assert metric.compute(**options) == expected


def test_every_method_takes_them(metric):
    rows = {"predictions": SCORES, "references": GOLD, "threshold": 0.5}
    pointwise = metric.pointwise(NAMED["predictions"], NAMED["references"])
    assert metric.pointwise(SCORES, GOLD, threshold=0.5) == pointwise
    counts = metric.counts(SCORES[:5], GOLD[:5], threshold=0.5)
    counts += metric.counts(SCORES[5:], GOLD[5:], threshold=0.5)
    found = metric.compute(counts=counts, threshold=0.5)
    whole = metric.compute(**rows)
    assert all(whole[key] == value for key, value in found.items())
    with metric.notices():
        compared = metric.compare(SCORES, ONES, GOLD, threshold=0.5, n_resamples=20)
        agreed = metric.reliability(GOLD)
    assert compared["ties"] == 12
    assert agreed == metric.reliability(NAMED["references"])
    report = metric.report(SCORES, GOLD, threshold=0.5, output="dict")
    assert report["rows"] == metric.report(**NAMED, output="dict")["rows"]
    one = metric.explain(SCORES[3], GOLD[3], threshold=0.5)
    assert str(one) == str(metric.explain(NAMED["predictions"][3], NAMED["references"][3]))


def test_rows_that_may_be_ids_are_no_guess():
    two = SemanticF1("annotators", similarity=np.eye(2), labels=["a", "b"])
    # Two ids, or two columns?
    for row in ([0, 1], [1, 1]):
        with pytest.raises(ValueError, match="these are indicator rows, not ids; give the ids or"):
            two.compute(predictions=[row], references=[[[0]]])
    with pytest.raises(ValueError, match=r"references\[0\]\[0\]: .* an indicator row of two"):
        two.compute(predictions=[[0]], references=[[[0, 1], [1]]])
    # Scores can't be ids.
    scored = two.compute(predictions=[[0.2, 0.9]], references=[[[1]]], threshold=0.5)
    assert scored["semantic_f1"] == 1
    # An array of no dimensions is a label.
    scored = two.compute(predictions=[np.array("a")], references=[[["a"]]])
    assert scored["semantic_f1"] == 1


@pytest.mark.parametrize(("predictions", "references", "options", "message"), [
    (SCORES, GOLD, {}, r"predictions\[0\]: column 0 is 0.63.*for scores pass threshold="),
    (SCORES[:, :3], GOLD, {"threshold": 0.5}, "predictions: rows have 3 columns; the labels"),
    (NAMED["predictions"], GOLD, {"threshold": 0.5}, "threshold: the predictions are names"),
    ([[0], [2]], [[[0]], [[2]]], {"threshold": 0.5}, "threshold: the predictions are ids"),
    (ONES[:1], [[[0.5, 0, 0, 1]]], {}, r"references\[0\]\[0\]: column 0 is 0.5; indicator"),
    (ONES[:1], [[[1.0, 0.0, 0.0]]], {}, "give the ids or the names"),
    ([[0.5, "joy", 1, 1]], GOLD[:1], {"threshold": 0.5}, "predictions"),
])  # fmt: skip
def test_what_is_refused(metric, predictions, references, options, message):
    with pytest.raises(ValueError, match=message):
        metric.compute(predictions=predictions, references=references, **options)


def test_batches_of_another_form_are_refused(metric):
    metric.add_batch(predictions=SCORES, references=GOLD)
    with pytest.raises(ValueError, match="this batch has names, the batches before had rows with"):
        metric.add_batch(**NAMED)
    assert metric.compute(threshold=0.5) == metric.compute(**NAMED)
