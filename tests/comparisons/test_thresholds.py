"""Thresholds per label: the ascent by brute force, cross-validation by hand, what is refused."""

import json

import numpy as np
import pytest

from semantic_f1 import SemanticF1
from semantic_f1.comparisons.thresholds import (
    Rows,
    ascent,
    best_global,
    check_grid,
    mean_thresholds,
    scores_of_places,
)
from semantic_f1.scoring.averages import Averaging

AVERAGES = ("samples", "micro", "macro", "weighted")
LABELS = list("abcd")
TABLE = np.array([[1, 0.75, 0, 0.1], [0.5, 1, 0.25, 0], [0, 0, 1, 0.9], [0.3, 0.2, 0.9, 1]])
GRID = np.arange(1, 10) / 10


def made(seed, averaging=None, n=60, m=4, weighted=False, zero_division=1.0):
    """Rows of scores that are better for some labels at other thresholds."""
    rng = np.random.default_rng(seed)
    gold = rng.random((n, m)) < 0.3
    scores = np.clip(0.35 * gold + rng.random((n, m)) * np.linspace(0.3, 0.9, m), 0, 1)
    levels = (scores[..., None] >= GRID).sum(axis=2)
    weight = rng.random(n) + 0.2 if weighted else np.ones(n)
    # One row counts far more than all others, whose digits differences would lose.
    weight[0] *= weighted or 1
    scored = TABLE, averaging, zero_division, len(GRID)
    return Rows(levels, gold, weight / weight.mean(), *scored), scores


def scores_of_moves(rows, places, label):
    """F1 with one label's threshold at each place, one by one."""
    at = np.arange(4) == label
    return [rows.f1_at(np.where(at, place, places)) for place in range(9)]


@pytest.mark.parametrize("average", AVERAGES)
@pytest.mark.parametrize("counting", ["paper", "two_sided"])
@pytest.mark.parametrize("weighted", [False, True, 1e15])
def test_one_pass_of_sums_scores_every_threshold_of_a_label(average, counting, weighted):
    averaging = Averaging((average,), counting)
    rows, _ = made(1, averaging, weighted=weighted, zero_division=0.7)
    rng = np.random.default_rng(2)
    for _ in range(4):
        places = rng.integers(0, 9, 4)
        for label in range(4):
            found = scores_of_places(rows, places, label)
            np.testing.assert_allclose(found, scores_of_moves(rows, places, label), atol=1e-12)


@pytest.mark.parametrize("average", AVERAGES)
def test_the_ascent_ends_where_no_label_gains(average):
    rows, _ = made(3, Averaging((average,)))
    scores, start = [rows.f1_at(place) for place in range(9)], best_global(rows)
    assert scores[start] == pytest.approx(max(scores))
    places = ascent(rows, start, passes=20)
    best = rows.f1_at(places)
    assert best >= max(scores)
    for label in range(4):
        assert max(scores_of_moves(rows, places, label)) <= best + 1e-9


def test_means_are_of_logarithms_or_of_numbers():
    places = np.array([[0, 1], [2, 1]])
    found = mean_thresholds(np.array([0.1, 0.3, 0.4]), places)
    assert found.tolist() == pytest.approx([0.2, 0.3])
    assert found[1] == 0.3
    assert mean_thresholds(np.array([-1.0, 0.0, 2.0]), places).tolist() == [0.5, 0]


@pytest.fixture
def metric():
    return SemanticF1("multilabel", similarity=TABLE, labels=LABELS)


def rows_of(seed, n=400):
    rows, scores = made(seed, n=n)
    return scores, rows.gold.astype(int)


@pytest.mark.parametrize("average", AVERAGES)
def test_scores_are_those_of_compute(metric, average):
    scores, gold = rows_of(4)
    with metric.notices() as texts:
        found = metric.tune_thresholds(scores, gold, average=average, n_resamples=200)
    for said in ("400 rows, fewer than 1,000", "n_resamples: 200 are too few"):
        assert any(said in text for text in texts)
    same = metric.compute(scores, gold, threshold=found["thresholds"], average=average)
    assert found["score_on_same_rows"] == pytest.approx(same["semantic_f1"], abs=1e-12)
    assert found["score_cv_low"] <= found["score_cv"] <= found["score_cv_high"]
    assert found["gain"] == pytest.approx(found["score_cv"] - found["score_global_cv"], abs=1e-12)
    assert found["gain_low"] <= found["gain"] <= found["gain_high"]
    curve = metric.threshold_curve(scores, gold, average=average)
    assert found["global_threshold"] == curve["best"]["semantic_f1"]["threshold"]
    assert "optimistic" in found["note"]
    json.dumps(found, allow_nan=False)


def test_labels_with_thresholds_of_their_own_gain(metric):
    scores, gold = rows_of(5, 2000)
    found = metric.tune_thresholds(scores, gold)
    assert len(set(found["thresholds"])) > 1
    assert found["gain_low"] > 0
    fresh, gold = rows_of(6, 2000)
    new, single = (
        metric.compute(fresh, gold, threshold=found[key], average="macro")["semantic_f1"]
        for key in ("thresholds", "global_threshold")
    )
    assert single < new == pytest.approx(found["score_cv"], abs=0.03)


def test_one_threshold_for_all(metric):
    scores, gold = rows_of(7)
    with metric.notices():
        found = metric.tune_thresholds(scores, gold, per_label=False, n_resamples=None)
    assert found["thresholds"] == [found["global_threshold"]] * 4
    assert found["gain"] == 0
    assert found["score_cv"] == found["score_global_cv"]
    assert "score_cv_low" not in found


def test_the_lowest_of_equal_thresholds_survives_rounding():
    # At .3 the third row is right, of weight .3; at .5 the first two are, of weight .1 + .2, which
    # floats make greater.
    metric = SemanticF1("multilabel", similarity="identity", labels=["a", "b"])
    scores, gold = [[0.4, 0]] * 3, [[0, 0], [0, 0], [1, 0]]
    weights = {"sample_weight": [0.1, 0.2, 0.3]}
    curve = metric.threshold_curve(scores, gold, thresholds=[0.3, 0.5], **weights)
    at_3, at_5 = curve["semantic_f1"]
    assert at_3 < at_5 == pytest.approx(at_3, abs=1e-12)
    assert curve["best"]["semantic_f1"] == {"threshold": 0.3, "score": at_3}
    levels, weight = np.array([[1, 0]] * 3), np.array([0.1, 0.2, 0.3]) / 0.2
    scored = np.eye(2), Averaging(("samples",)), 1.0, 2
    place = best_global(Rows(levels, np.array(gold, dtype=bool), weight, *scored))
    assert place == 0


def test_folds_repeat_and_keep_groups_together(metric):
    scores, gold = rows_of(8, 100)
    twice = np.repeat(np.arange(100), 2)
    options = {"n_resamples": None, "thresholds": GRID}
    with metric.notices():
        one, again = (metric.tune_thresholds(scores, gold, **options) for _ in range(2))
        other = metric.tune_thresholds(scores, gold, seed=1, **options)
        both = scores[twice], gold[twice]
        groups = metric.tune_thresholds(*both, groups=twice.tolist(), **options)
        weights = metric.tune_thresholds(scores, gold, sample_weight=[2] * 100, **options)
    assert one == again
    assert one["score_cv"] != other["score_cv"]
    for found in (groups, weights):
        assert found["thresholds"] == one["thresholds"]
        assert found["score_cv"] == pytest.approx(one["score_cv"], abs=1e-12)


def test_a_none_label_s_column_has_a_threshold_too():
    names = {"labels": [*LABELS, "none"], "none_labels": ["none"]}
    metric = SemanticF1("multilabel", similarity=TABLE, **names)
    sides = [np.c_[side, 1 - side.max(axis=1)] for side in rows_of(9)]
    with metric.notices():
        found = metric.tune_thresholds(*sides, n_resamples=None)
        same = metric.compute(*sides, threshold=found["thresholds"], average="macro")
    assert len(found["thresholds"]) == 5
    assert found["score_on_same_rows"] == pytest.approx(same["semantic_f1"])


def test_logits_are_refused_on_the_grid_of_probabilities(metric):
    scores, gold = rows_of(10)
    logits = np.log(np.clip(scores, 0.01, 0.99) / (1 - np.clip(scores, 0.01, 0.99)))
    for method in (metric.threshold_curve, metric.tune_thresholds):
        with pytest.raises(ValueError, match=r"^probabilities: got scores from -4\.595 to .*sigm"):
            method(logits, gold)
    with metric.notices():
        found = metric.tune_thresholds(logits, gold, thresholds=[-2, -1, 0, 1], n_resamples=None)
    assert all(-2 <= value <= 1 for value in found["thresholds"])
    assert check_grid(None, None)[[0, -1]].tolist() == [0.05, 0.95]


def test_labels_that_are_present_are_those_of_gold_and_of_scores_above_a_threshold(metric):
    scores, gold = rows_of(4)
    scores[:, 3] = gold[:, 3] = 0
    with metric.notices():
        present, named = (
            metric.tune_thresholds(scores, gold, average="macro", macro_labels=chosen)
            for chosen in ("present", LABELS[:3])
        )
    assert present["score_on_same_rows"] == named["score_on_same_rows"] > 0
    assert present["score_cv"] == named["score_cv"]
