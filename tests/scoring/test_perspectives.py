"""One prediction for each annotator."""

import numpy as np
import pytest

from semantic_f1 import SemanticF1

NEAR = np.array([[1, 0, 0], [0, 1, 0.6], [0, 0.6, 1]])
GOLDS = [[["a"], ["b"]], [["b"], ["c"], ["a"]]]
PREDICTED = [[["a"], ["c"]], [["b"], ["b"], ["a"]]]
WHO = [["x", "y"], ["x", "y", "z"]]


@pytest.fixture
def metric():
    return SemanticF1("annotators", similarity=NEAR, labels=["a", "b", "c"])


def test_the_worked_example(metric):
    found = metric.perspectives(PREDICTED, GOLDS, WHO)
    assert found["semantic_f1"] == pytest.approx(5 / 6)
    assert found["semantic_f1_by_annotator"] == pytest.approx([1, 0.6, 1])
    assert found["mean_semantic_f1_over_annotators"] == pytest.approx(0.866667, abs=5e-7)
    assert found["perspective_gain"] == pytest.approx(0.7)
    assert found["system_f1"] == pytest.approx((0 + 4 / 15) / 2)
    assert found["error_rate"] == pytest.approx(5 / 12)
    assert found["hamming_distance"] == pytest.approx(5 / 18)
    with metric.notices():
        plain = metric.compute(predictions=[["a"], ["b"]], references=GOLDS)
    assert found["human_f1"] == pytest.approx(plain["human_f1"])


def test_the_same_for_all_gains_nothing_and_scores_as_one_prediction(metric):
    same = [[["a"]] * 2, [["b"]] * 3]
    options = {"average": ["samples", "micro"], "sample_weight": [1, 3]}
    found = metric.perspectives(same, GOLDS, **options)
    plain = metric.compute(predictions=[["a"], ["b"]], references=GOLDS, **options)
    for average in ("samples", "micro"):
        assert found[f"perspective_gain_{average}"] == pytest.approx(0, abs=1e-12)
        for key in ("semantic_f1", "system_f1", "human_f1"):
            assert found[f"{key}_{average}"] == pytest.approx(plain[f"{key}_{average}"])


def test_distances_on_ordinal_scales():
    n = 7
    scale = 1 - np.abs(np.subtract.outer(np.arange(n), np.arange(n))) / (n - 1)
    metric = SemanticF1("annotators", similarity=scale, labels=[str(i) for i in range(n)])
    rng = np.random.default_rng(0)
    gold, predicted = rng.integers(0, n, (2, 30, 3))
    nested = [[[[str(x)] for x in row] for row in side] for side in (predicted, gold)]
    found = metric.perspectives(*nested)
    distance = np.abs(gold - predicted) / (n - 1)
    assert 1 - found["semantic_f1"] == pytest.approx(distance.mean())
    assert found["error_rate"] == pytest.approx((gold != predicted).mean())
    assert found["hamming_distance"] == pytest.approx(2 * (gold != predicted).mean() / n)


@pytest.mark.parametrize(
    ("predicted", "options", "message"),
    [
        ([[["a"]], [["b"]] * 3], {}, r"predictions\[0\]: 1 sets for 2 annotators"),
        ([[["a"]] * 2], {}, "equally long; got 1 and 2 examples"),
        (PREDICTED, {"reduce": "max"}, "each prediction has one gold set"),
        (PREDICTED, {"n_resamples": 10}, "there are no intervals"),
        ([[["a"], ["q"]], [["b"]] * 3], {}, r"predictions\[0\]\[1\]: 'q' is not a label"),
    ],
)
def test_what_is_refused(metric, predicted, options, message):
    with pytest.raises(ValueError, match=message):
        metric.perspectives(predicted, GOLDS, **options)
