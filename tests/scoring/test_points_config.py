"""Config "points": golden values, forms of input, and the same as labels whose rows are points."""

import json
import pickle

import numpy as np
import pyarrow as pa
import pytest
from helpers import assert_close

from semantic_f1 import SemanticF1


def printed(a, b):
    """Section 3.6 prints 1 / (1 + 1 / d): a hit would earn nothing."""
    distance = np.sqrt(((a - b) ** 2).sum(axis=1))
    return distance / (1 + distance)


PREDICTED, GOLD = [(0, 0), (3, 4), (10, 0)], [(3, 4), (10, 1)]
KEYS = ("semantic_precision", "semantic_recall", "semantic_f1")


def scores(predicted, gold, **options):
    metric = SemanticF1("points", average=["samples", "micro"], **options)
    return metric.compute(predictions=[predicted], references=[gold])


@pytest.mark.parametrize(("options", "precision", "recall", "f1", "micro"), [
    ({}, 0.555556, 0.75, 0.638298, 0.645161),
    ({"beta": 0.1}, 0.858586, 0.954545, 0.904026, 0.909091),
    ({"scale": 10}, 0.858586, 0.954545, 0.904026, 0.909091),
    ({"scale": [10, 10]}, 0.858586, 0.954545, 0.904026, 0.909091),
    ({"kernel": "gaussian", "sigma": 5}, 0.862243, 0.990099, 0.921759, 0.922756),
    ({"kernel": "exponential", "beta": 0.2}, 0.728870, 0.909365, 0.809175, 0.814702),
    ({"kernel": printed}, 0.894362, 0.899577, 0.896962, None),
])  # fmt: skip
def test_golden_values(options, precision, recall, f1, micro):
    found = scores(PREDICTED, GOLD, **options)
    assert found["semantic_precision_samples"] == pytest.approx(precision, abs=5e-7)
    assert found["semantic_recall_samples"] == pytest.approx(recall, abs=5e-7)
    assert found["semantic_f1_samples"] == pytest.approx(f1, abs=5e-7)
    if micro is not None:
        assert found["semantic_f1_micro"] == pytest.approx(micro, abs=5e-7)
        two_sided = scores(PREDICTED, GOLD, counting="two_sided", **options)
        assert two_sided["semantic_f1_micro"] == pytest.approx(f1, abs=5e-7)


def random_sets(rng, points, n=60):
    return [rng.choice(len(points), rng.integers(0, 4), replace=False) for _ in range(n)]


@pytest.mark.parametrize("kernel", ["inverse", "cosine"])
@pytest.mark.parametrize("counting", ["paper", "two_sided"])
def test_points_of_labels_score_as_the_labels(kernel, counting):
    rng = np.random.default_rng(0)
    points = rng.normal(size=(20, 3))
    names = [f"label {i}" for i in range(20)]
    sides = random_sets(rng, points), random_sets(rng, points)
    options = {"average": ["samples", "micro"], "counting": counting, "zero_division": 0.5}
    similarities = SemanticF1("points").similarity
    if kernel == "inverse":
        table = similarities.from_points(points, names)
    else:
        table = similarities.from_embeddings(points, names)
    labels = SemanticF1(similarity=table, **options)
    metric = SemanticF1("points", kernel=kernel, **options)
    weights = rng.random(60)
    for extra in ({}, {"sample_weight": weights}, {"n_resamples": 50, "sample_weight": weights}):
        by_label = [[[names[i] for i in row] for row in side] for side in sides]
        expected = labels.compute(predictions=by_label[0], references=by_label[1], **extra)
        by_point = [[points[row] for row in side] for side in sides]
        found = metric.compute(predictions=by_point[0], references=by_point[1], **extra)
        assert_close(found, expected)
    pointwise = metric.pointwise(*by_point)
    expected = labels.pointwise(*by_label)
    for key in KEYS:
        assert pointwise[key] == pytest.approx(expected[key], abs=1e-12)
    others = [points[row] for row in random_sets(rng, points)]
    compared = metric.compare(by_point[0], others, by_point[1], n_resamples=30, average="samples")
    assert compared["semantic_f1_a"] == pytest.approx(np.mean(pointwise["semantic_f1"]))


def test_forms_of_the_same_points():
    rows = [[[0.5, 1.0], [2.0, 3.0]], [], [[4.0, 5.0]]]
    padded = np.full((3, 2, 2), np.nan)
    padded[0], padded[2, 0] = rows[0], rows[2][0]
    gold = [[[0.5, 1.5]], [[1.0, 1.0]], []]
    metric = SemanticF1("points")
    expected = metric.compute(predictions=rows, references=gold)
    import datasets

    column = datasets.Dataset.from_dict({"points": rows})["points"]
    fixed = pa.array(rows, pa.list_(pa.list_(pa.float64(), 2)))
    for form in (
        padded,
        pa.array(rows),
        fixed,
        pa.chunked_array(
            [pa.array(rows[:1]), pa.array(rows[1:], pa.list_(pa.list_(pa.float64())))]
        ),
        column,
        [np.array(row).reshape(-1, 2) for row in rows],
        tuple(map(tuple, rows)),
        # Repeats count once, and -0 is 0.
        [[*rows[0], [0.5, 1.0]], [], rows[2]],
    ):
        assert metric.compute(predictions=form, references=gold) == expected
    metric.add_batch(predictions=rows[:1], references=gold[:1])
    metric.add_batch(predictions=rows[1:], references=gold[1:])
    assert metric.compute() == expected
    metric.add_batch(predictions=[[[1.0, 2.0]]], references=[[[1.0, 2.0]]])
    with pytest.raises(ValueError, match="this batch has points of 1 dim"):
        metric.add_batch(predictions=[[[1.0]]], references=[[[1.0]]])
    metric.compute()
    # One point a row.
    single = np.array([[0.5, 1.0], [2.0, 2.0]])
    found = metric.compute(predictions=single, references=single[::-1])
    assert found == metric.compute([[[0.5, 1]], [[2, 2]]], [[[2, 2]], [[0.5, 1]]])
    repeated = metric.compute(predictions=[[[0.0, 1], [-0.0, 1]]], references=[[[0, 1]]])
    assert repeated == metric.compute(predictions=[[[0, 1]]], references=[[[0, 1]]])


@pytest.mark.parametrize(("rows", "said"), [
    ([[0.2, 0.5]], r"predictions\[0\]: 0.2 stands where a point must"),
    ([0.2], r"predictions\[0\]: got 0.2"),
    ([[[0.2, 0.5], [0.1]]], r"predictions\[0\]: a point of 1 numbers where the first has 2"),
    ([[[0.2, float("nan")]]], r"predictions\[0\]: point \[0.2, nan\]: numbers must be finite"),
    ([[[0.2, float("inf")]]], "must be finite"),
    ([[[10**400, 1]]], "must be finite"),
    ([[["a", "b"]]], "'a' is no number"),
    ([None], "got None"),
    (np.zeros(3), "expected an array of shape"),
    (np.zeros((1, 1, 1, 1)), "expected an array of shape"),
    ([np.zeros((1, 1, 2))], r"predictions\[0\]: got an array of shape \(1, 1, 2\)"),
    (np.array([[[0, 1]], [[0.1, np.nan]]]), r"predictions\[1\].*some of its numbers are missing"),
    (pa.array([[0.1, 0.2]]), "a column of lists of numbers"),
    (pa.array([[[0.1, None]]]), "is no number"),
    ([[[0.2, 0.5, 0.5]]], "as many dimensions on both sides; got 3 and 2"),
])  # fmt: skip
def test_wrong_points(rows, said):
    with pytest.raises(ValueError, match=said):
        SemanticF1("points").compute(predictions=rows, references=[[[1.0, 2.0]]])


@pytest.mark.parametrize(("options", "point", "said"), [
    ({"kernel": "cosine"}, [0.0, 0.0], r"references\[1\]: point \[0.0, 0.0\]: a vector of zeros"),
    ({"kernel": "iou"}, [2.0, 1.0], r"references\[1\]: point \[2.0, 1.0\]: a box is"),
    ({"average": "macro"}, [1.0, 2.0], "'macro' is a mean over labels"),
    ({"average": ["samples", None]}, [1.0, 2.0], "None is a mean over labels"),
    ({"similarity": "plutchik"}, [1.0, 2.0], 'similarity: is not used in the "points" config'),
])  # fmt: skip
def test_what_kernels_and_points_refuse(options, point, said):
    with pytest.raises(ValueError, match=said):
        SemanticF1("points", **options).compute([[], []], [[[1.0, 2.0]], [point]])


def test_parameters_of_kernels_belong_to_points():
    with pytest.raises(ValueError, match="beta: belongs to kernels"):
        SemanticF1(similarity="plutchik", beta=2)


def test_signature_counts_and_explanation():
    rng = np.random.default_rng(1)
    sides = [[rng.normal(size=(k, 2)) for k in rng.integers(0, 4, 30)] for _ in "pr"]
    metric = SemanticF1("points", beta=0.5, scale=[1, 2], average="micro")
    signature = metric.signature()
    for part in ("config:points", "kernel:inverse", "beta:0.5", "scale:[1.0,2.0]", "p:2.0"):
        assert part in signature
    assert signature != SemanticF1("points", beta=0.5, average="micro").signature()
    whole = metric.compute(predictions=sides[0], references=sides[1])
    parts = [metric.counts(*(side[a:b] for side in sides)) for a, b in ((0, 7), (7, 7), (7, 30))]
    total = sum(parts)
    assert metric.compute(counts=total) == whole
    again = metric.counts_from_dict(json.loads(json.dumps(total.to_dict())))
    assert metric.compute(counts=pickle.loads(pickle.dumps(again))) == whole
    with pytest.raises(ValueError, match=r"beta is 0.5 and 1.0"):
        SemanticF1("points", scale=[1, 2]).compute(counts=total)
    found = SemanticF1("points").explain(PREDICTED, GOLD)
    assert found["semantic_f1"] == pytest.approx(30 / 47)
    assert found["predictions"][1] == {
        "point": [3.0, 4.0],
        "best_match": [3.0, 4.0],
        "similarity": 1.0,
        "ties": [[3.0, 4.0]],
    }
    assert found["references"][1]["best_match"] == [10.0, 0.0]
    assert pickle.loads(pickle.dumps(metric)).signature() == signature
