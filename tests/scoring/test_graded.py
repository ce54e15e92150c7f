"""Config "graded": Semantic F1 of rows in [0, 1]: definition, properties, oracles."""

from itertools import pairwise

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from scipy.spatial.distance import jensenshannon

from semantic_f1 import SemanticF1
from semantic_f1.inputs.graded import GradedRows
from semantic_f1.scoring.distributions import wasserstein
from semantic_f1.scoring.graded import graded_credits, graded_example_counts

ABC = ["a", "b", "c"]
NEAR = np.array([[1, 0, 0], [0, 1, 0.6], [0, 0.6, 1]])
SPLIT = [[1, 0.9, 0.9], [0.9, 1, 0], [0.9, 0, 1]]
EVERY = ["samples", "micro", "macro", "weighted", None]


def metric_of(values, labels=ABC, **options):
    return SemanticF1("graded", similarity=values, labels=list(labels), **options)


def row_of(p, t, values):
    """The counts of one example."""
    sides = (GradedRows(np.array([x], dtype=float)) for x in (p, t))
    return graded_example_counts(*sides, np.asarray(values))[0]


GOLDEN = [
    ([0.8, 0.5, 0], [0.4, 0, 1], NEAR, [0.4, 0.3, 0], [0.4, 0, 0.3], 7 / 13, 1 / 2, 14 / 27),
    ([1, 0.5, 0.5], [0.5, 0.75, 0.25], NEAR, [0.5, 0.5, 0.4], [0.5, 0.65, 0.25], 0.7, 14 / 15, 0.8),
    ([0, 0.6, 0], [0, 0.3, 0.2], NEAR, [0, 0.42, 0], [0, 0.3, 0.12], 0.7, 0.84, 42 / 55),
    ([1, 0, 1], [1, 1, 0], NEAR, [1, 0, 0.6], [1, 0.6, 0], 0.8, 0.8, 0.8),
    ([1, 0, 0], [0, 0.5, 0.5], SPLIT, [0.9, 0, 0], [0, 0.45, 0.45], 0.9, 0.9, 0.9),
]


@pytest.mark.parametrize(("p", "t", "values", "of_p", "of_t", "precision", "recall", "f1"), GOLDEN)
def test_worked_examples(p, t, values, of_p, of_t, precision, recall, f1):
    row = row_of(p, t, values)
    assert row[:3] == pytest.approx(of_p)
    assert row[6:9] == pytest.approx(of_t)
    assert row[-4:-1] == pytest.approx([precision, recall, f1])
    found = metric_of(values).compute(predictions=[p], references=[t])
    keys = ("semantic_precision", "semantic_recall", "semantic_f1")
    assert [found[key] for key in keys] == pytest.approx([precision, recall, f1])


def test_two_worked_rows_together():
    metric, data = metric_of(NEAR), {}
    data["predictions"], data["references"] = zip(*(row[:2] for row in GOLDEN[:2]), strict=True)
    for counting in ("paper", "two_sided"):
        found = metric.compute(**data, average=EVERY, counting=counting)
        assert found["semantic_precision_micro"] == pytest.approx(2.1 / 3.3)
        assert found["semantic_recall_micro"] == pytest.approx(2.1 / 2.9)
        assert found["semantic_f1_micro"] == pytest.approx(0.677419, abs=5e-7)
    found = metric.compute(**data, average=[None, "macro"])
    assert found["semantic_f1_per_label"] == pytest.approx([0.666667, 0.842105, 0.5], abs=5e-7)
    assert found["semantic_f1_macro"] == pytest.approx(0.669591, abs=5e-7)
    assert found["labels"] == ABC
    assert found["support"] == pytest.approx([0.9, 0.75, 1.25])


def test_soft_micro_f1_of_kurniawan():
    t = [[0.2, 0.3], [0.1, 0.8], [0.9, 0.7]]
    p = [[0.8, 0.1], [0.3, 0.4], [0.7, 0.4]]
    metric = metric_of("identity", "ab", average="micro")
    assert metric.compute(predictions=p, references=t)["semantic_f1"] == pytest.approx(2 / 3)
    found = metric.compute(predictions=[[0.9, 0.4]], references=[[0.2, 0.3]])
    jensen = found["jensen_shannon_divergence"]
    assert 1 - jensen / np.log(2) == pytest.approx(0.797370, abs=5e-7)
    p, t = ([[x, 1 - x] for x in side] for side in ([0.4, 0.1, 0.7, 0.8], [0.2, 0.3, 0.3, 0.9]))
    found = metric.compute(predictions=p, references=t, average=[None])
    expected = {
        "precision": [0.7, 0.85],
        "recall": [0.823529, 0.739130],
        "f1": [0.756757, 0.790698],
    }
    for score, values in expected.items():
        assert found[f"semantic_{score}_per_label"] == pytest.approx(values, abs=5e-7)


def test_distances_label_by_label():
    p, t = np.array([[[0.9, 0.0, 1.0], [0.5, 0.2, 0.0]], [[1.0, 0.0, 0.0], [0.4, 0.2, 0.5]]])
    found = metric_of(NEAR).compute(predictions=p, references=t, average=[None])
    assert found["manhattan_distance"] == pytest.approx((2 * np.abs(p - t)).mean())
    assert found["manhattan_distance_per_label"] == pytest.approx((2 * np.abs(p - t)).mean(axis=0))
    yes, no = np.log(np.maximum(p, 1e-12)), np.log(np.maximum(1 - p, 1e-12))
    entropy = -(t * yes + (1 - t) * no)
    assert found["binary_cross_entropy"] == pytest.approx(entropy.mean())
    each = [
        [jensenshannon([1 - x, x], [1 - y, y]) ** 2 for x, y in zip(*rows, strict=True)]
        for rows in zip(p, t, strict=True)
    ]
    assert found["jensen_shannon_divergence"] == pytest.approx(np.mean(each))
    weighted = metric_of(NEAR).compute(predictions=p, references=t, sample_weight=[3, 1])
    manhattan = 2 * np.abs(p - t).mean(axis=1)
    assert weighted["manhattan_distance"] == pytest.approx((3 * manhattan[0] + manhattan[1]) / 4)


def by_integral(p, t, values):
    """Credits as the definition reads: the integral over levels of similarity, by its steps."""
    credit = np.zeros(len(p))
    for a in range(len(p)):
        levels = np.unique(np.concatenate([[0.0], values[a]]))
        for low, high in pairwise(levels):
            credit[a] += (high - low) * min(p[a], 1, t[values[a] >= high].sum())
    return credit


def tables(n, seed=0):
    """Random tables and rows; every third of 0/1 rows, every third distributions."""
    rng = np.random.default_rng(seed)
    for i in range(n):
        m = int(rng.integers(2, 6))
        values = np.round(rng.random((m, m)), int(rng.integers(1, 4)))
        values = np.maximum(values, values.T) if i % 2 else values
        np.fill_diagonal(values, 1)
        p, t = rng.random((2, m)) * (rng.random((2, m)) < 0.8)
        if i % 3 == 1:
            p, t = np.round(p), np.round(t)
        if i % 3 == 2:
            p, t = rng.dirichlet(np.ones(m), 2)
        yield values, p, t


def test_the_credits_are_the_integral():
    for values, p, t in tables(300):
        found = graded_credits(p[None], t[None], values)[0]
        np.testing.assert_allclose(found, by_integral(p, t, values), atol=1e-12)


@pytest.mark.parametrize("n", [200, pytest.param(2000, marks=pytest.mark.long)])
def test_the_properties_of_the_definition_hold_for_random_tables(n):
    for number, (values, p, t) in enumerate(tables(n, seed=1)):
        m = len(p)
        row = row_of(p, t, values)
        precision, recall, f1 = row[-4:-1]
        assert min(row[-4:-1]) >= 0 and max(row[-4:-1]) <= 1
        assert (row[:m] <= p + 1e-15).all() and (row[2 * m : 3 * m] <= t + 1e-15).all()
        assert row_of(t, p, values)[-4:-1] == pytest.approx([recall, precision, f1], abs=1e-14)
        if p.any():
            assert row_of(p, p, values)[-2] == pytest.approx(1)
        # The identity: min(p, t), the soft F1.
        exact = row_of(p, t, np.eye(m))
        assert exact[:m] == pytest.approx(np.minimum(p, t), abs=1e-15)
        # More similarity never takes credit away, nor does more gold.
        more = np.minimum(values + np.random.default_rng(number).random((m, m)), 1)
        assert (row_of(p, t, more)[:m] >= row[:m] - 1e-14).all()
        raised = np.minimum(t + 0.1, 1)
        assert (row_of(p, raised, values)[:m] >= row[:m] - 1e-14).all()
        # Gold mass that is split over a label and its synonym leaves precision as it was.
        split, grown = np.append(t, t[-1] / 3), np.pad(values, (0, 1), mode="edge")
        split[-2] -= split[-1]
        assert row_of(np.append(p, 0), split, grown)[-4] == pytest.approx(precision, abs=1e-14)
        if number % 3 == 1:
            best = [max(values[a][t == 1], default=0) for a in range(m)]
            assert row[:m] == pytest.approx(p * best, abs=1e-14)
        if number % 3 == 2:
            assert row_of(p, t, np.ones((m, m)))[-2] == pytest.approx(1)
            assert exact[-2] == pytest.approx(1 - np.abs(p - t).sum() / 2)
            if number % 2:
                assert f1 >= 1 - wasserstein(p[None], t[None], 1 - values)[0] - 1e-9


def grades(seed):
    return np.random.default_rng(seed).random((2, 40, 3)).round(2)


def test_0_1_rows_are_semantic_f1_in_every_average():
    p, t = (np.random.default_rng(4).random((2, 50, 3)) < 0.4).astype(int)
    options = {"average": EVERY, "sample_weight": np.random.default_rng(5).random(50)}
    for counting in ("paper", "two_sided"):
        graded = metric_of(NEAR).compute(predictions=p, references=t, counting=counting, **options)
        sets = SemanticF1("multilabel", similarity=NEAR, labels=ABC).compute(
            p, t, counting=counting, **options
        )
        for key, value in sets.items():
            assert graded[key] == (value if key == "labels" else pytest.approx(value, abs=1e-12))


def test_every_method_that_goes_by_counts():
    metric, (p, t) = metric_of(NEAR), grades(6)
    q = np.clip(t + 0.05, 0, 1)
    found = metric.compute(predictions=p, references=t, average=EVERY, n_resamples=50)
    for key in ("semantic_f1_samples", "semantic_f1_micro", "manhattan_distance"):
        assert found[f"{key}_low"] < found[key] < found[f"{key}_high"]
    f1 = metric.pointwise(p, t)["semantic_f1"]
    assert np.mean(f1) == pytest.approx(found["semantic_f1_samples"])
    compared = metric.compare(q, p, t, n_resamples=50)
    assert compared["semantic_f1_b"] == pytest.approx(np.mean(f1)) and compared["wins"] == 40
    ranked = metric.rank({"p": p, "q": q}, t, n_resamples=50)
    assert [row["system"] for row in ranked["ranking"]] == ["q", "p"]
    report = metric.report(p, t, output="dict")
    hard = metric_of("identity").compute(predictions=p, references=t, average="micro")
    assert report["averages"]["micro"]["hard"]["f1"] == pytest.approx(hard["semantic_f1"])
    with metric.notices():
        stable = metric.sensitivity({"p": p, "q": q}, t, perturb=False, n_resamples=20)
    assert stable["alternatives"][0]["scores"]["p"] == pytest.approx(np.mean(f1))


def test_none_labels_keep_their_column():
    table = pd.DataFrame(NEAR[:2, :2], index=["a", "b"], columns=["a", "b"])
    metric = SemanticF1("graded", similarity=table, none_labels=["none"])
    score = lambda p, t: metric.compute(predictions=[p], references=[t])["semantic_f1"]  # noqa: E731
    assert score([0.05, 0, 0.95], [0, 0, 1]) == pytest.approx(0.95)
    found = metric.compute(predictions=[[1, 0, 0]], references=[[1, 0, 0]], average=[None])
    assert found["labels"] == ["a", "b", "none"]
    # Without the column a system that is nearly sure of nothing would have 0.
    bare = metric_of(np.eye(2), "ab")
    assert bare.compute(predictions=[[0.05, 0]], references=[[0, 0]])["semantic_f1"] == 0
    with pytest.raises(ValueError, match=r"rows have 2 columns, and there are 3 labels.*none_"):
        metric.compute(predictions=[[1, 0]], references=[[1, 0]])


def test_both_rows_empty():
    metric = metric_of(NEAR)
    for zero_division in (1, 0.3):
        found = metric.compute([[0, 0, 0]], [[0, 0, 0]], zero_division=zero_division)
        assert found["semantic_f1"] == zero_division
    assert metric.compute(predictions=[[0, 0, 0]], references=[[0, 1, 0]])["semantic_f1"] == 0


@pytest.mark.parametrize(("rows", "options", "message"), [
    ([[0.5, 1.2, 0]], {}, r"predictions\[0\]: column 1 is 1.2; values are from 0 to 1"),
    ([[3, 0, 1]], {}, "divide counts of annotators by their number"),
    ([[0.5, -0.1, 0]], {}, r"predictions\[0\]: column 1 is -0.1"),
    ([[0.5, float("nan"), 0]], {}, r"predictions\[0\]: column 1 is nan"),
    ([[0.5, 1]], {}, "rows have 2 columns, and there are 3 labels"),
    ([[0.5, 1, "x"]], {}, "predictions"),
    ([[0, 0, 1]], {"threshold": 0.5}, "threshold: .* config"),
    ([[0, 0, 1]], {"unknown_labels": "ignore"}, 'is not used in the "graded" config'),
    ([[0, 0, 1]], {"similarity": [NEAR]}, 'the "graded" config has one for all examples'),
])  # fmt: skip
def test_what_is_refused(rows, options, message):
    with pytest.raises(ValueError, match=message):
        metric_of(NEAR).compute(predictions=rows, references=[[0, 0, 1]], **options)


def test_the_signature():
    signature = metric_of(NEAR).signature(average="micro")
    assert "config:graded" in signature and "counting:paper" in signature
    assert "unknown_labels" not in signature


def correlations(predictions, targets):
    """Pearson's r of the entropies of each label, in the plainest way."""
    sides = [stats.entropy([side, 1 - side]) for side in (predictions, targets)]
    return [np.corrcoef(x, y)[0, 1] for x, y in zip(*(side.T for side in sides), strict=True)]


def test_correlation_of_entropies_label_by_label_and_its_mean():
    metric = SemanticF1("graded", similarity="identity", labels=["a", "b", "c"])
    predictions, targets = grades(0)
    expected = correlations(predictions, targets)
    found = metric.compute(predictions=predictions, references=targets, average=[None, "micro"])
    assert found["entropy_correlation_per_label"] == pytest.approx(expected, abs=1e-12)
    assert found["entropy_correlation"] == pytest.approx(np.mean(expected), abs=1e-12)
    parts = [metric.counts(predictions[i::3], targets[i::3]) for i in range(3)]
    for part in (predictions[:1], predictions[1:]):
        rows = slice(0, 1) if len(part) == 1 else slice(1, None)
        metric.add_batch(predictions=part, references=targets[rows])
    for same in (metric.compute(), metric.compute(counts=sum(parts[1:], parts[0]))):
        assert same["entropy_correlation"] == found["entropy_correlation"]
    weight = np.arange(40) % 3
    rows = np.repeat(np.arange(40), weight)
    weighted = metric.compute(predictions=predictions, references=targets, sample_weight=weight)
    twice = np.mean(correlations(predictions[rows], targets[rows]))
    assert weighted["entropy_correlation"] == pytest.approx(twice, abs=1e-12)


def test_labels_without_a_correlation_of_entropies():
    metric = SemanticF1("graded", similarity="identity", labels=["a", "b", "c"])
    predictions, targets = grades(1)
    targets[:, 1] = 1
    with metric.notices() as texts:
        found = metric.compute(predictions, targets, average=None, n_resamples=400)
    assert found["entropy_correlation_per_label"][1] is None
    by_label = found["entropy_correlation_per_label"]
    assert found["entropy_correlation"] == pytest.approx((by_label[0] + by_label[2]) / 2)
    assert found["entropy_correlation_low"] < found["entropy_correlation"]
    assert found["entropy_correlation_high"] > found["entropy_correlation"]
    assert sum("equal for 1 of 3 labels ('b')" in text for text in texts) == 1
    with metric.notices() as texts:
        found = metric.compute(predictions=predictions, references=np.round(targets))
    assert found["entropy_correlation"] is None
    assert any("there is none" in text for text in texts)
    found = metric.compute(predictions=predictions[:2], references=targets[:2], n_resamples=400)
    ends = [found[f"entropy_correlation{end}"] for end in ("", "_low", "_high", "_standard_error")]
    assert ends == [None] * 4


def test_for_two_labels_that_share_all_it_is_the_correlation_of_distributions():
    labels = {"similarity": "identity", "labels": ["no", "yes"]}
    graded, soft = SemanticF1("graded", **labels), SemanticF1("soft", **labels)
    sides = [np.stack([1 - side[:, 0], side[:, 0]], axis=1) for side in grades(2)]
    data = {"predictions": sides[0], "references": sides[1], "n_resamples": 400}
    found, expected = graded.compute(**data), soft.compute(**data)
    for end in ("", "_low", "_high", "_standard_error"):
        name = f"entropy_correlation{end}"
        assert found[name] == pytest.approx(expected[name], abs=1e-9)
