"""Resampling: the same numbers as loops that score every resample again, and as scipy."""

import itertools
import math
import subprocess
import sys
from fractions import Fraction

import numpy as np
import pytest
from helpers import label_sets
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from semantic_f1.scoring import counts as scoring
from semantic_f1.scoring import resampling
from semantic_f1.scoring.counts import Counts

AVERAGES = ("samples", "micro", "macro", "weighted")
COUNTINGS = ("paper", "two_sided")


class Data:
    """Random label sets, some empty, some with a label outside the universe; asymmetric table."""

    def __init__(self, seed, n, m, weighted=False):
        rng = np.random.default_rng(seed)
        self.n, self.m = n, m
        self.table = rng.random((m, m)) * (rng.random((m, m)) < 0.7)
        np.fill_diagonal(self.table, 1)
        self.sides = [
            [set(rng.choice(m + 1, rng.integers(0, 4), replace=False).tolist()) for _ in range(n)]
            for _ in range(3)
        ]
        self.weight = rng.choice([0.3, 1.0, 2.0], n) if weighted else None

    def matrix(self, system=0, rows=slice(None)):
        return scoring.example_counts(*self._arguments(system, rows), **self._weight(rows))

    def scores(self, system, rows, **options):
        """All averages of the examples in rows, scored anew, one after the other."""
        counts = scoring.count(*self._arguments(system, rows), **self._weight(rows))
        return np.concatenate(
            [np.stack(scoring.average_scores(counts, x, **options)) for x in AVERAGES]
            + [scoring.average_scores(counts, None, **options).f1]
        )

    def statistic(self, **options):
        def statistic(sums):
            counts = Counts.of(sums, self.m)
            parts = [
                np.stack(scoring.average_scores(counts, x, **options), axis=-1) for x in AVERAGES
            ]
            return np.concatenate(
                [*parts, scoring.average_scores(counts, None, **options).f1], axis=-1
            )

        return statistic

    def _arguments(self, system, rows):
        chosen = np.arange(self.n)[rows]
        sides = [label_sets([self.sides[side][i] for i in chosen]) for side in (system, 2)]
        return *sides, lambda a, b: self.table[a, b], self.m

    def _weight(self, rows):
        return {"sample_weight": None if self.weight is None else self.weight[rows]}


def draws(n, n_resamples, seed):
    rng = np.random.default_rng(seed)
    return [rng.integers(n, size=n) for _ in range(n_resamples)]


# --- A plain loop ---


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("counting", COUNTINGS)
def test_intervals_are_those_of_a_loop_that_scores_again(counting, weighted):
    data = Data(1, 60, 5, weighted)
    loop = np.array([data.scores(0, rows, counting=counting) for rows in draws(60, 40, 7)])
    statistic = data.statistic(counting=counting)
    values = statistic(resampling.replicates(data.matrix(), 40, 7))
    np.testing.assert_allclose(values, loop, rtol=0, atol=1e-12)
    found = resampling.intervals(
        data.matrix(), statistic, n_resamples=40, confidence_level=0.9, seed=7, method="percentile"
    )
    np.testing.assert_allclose(
        found.estimate, data.scores(0, slice(None), counting=counting), rtol=0, atol=1e-12
    )
    low, high = np.quantile(loop, [0.05, 0.95], axis=0)
    np.testing.assert_allclose(found.low, low, rtol=0, atol=1e-12)
    np.testing.assert_allclose(found.high, high, rtol=0, atol=1e-12)


def test_acceleration_is_that_of_leaving_out_each_example():
    data = Data(2, 40, 4)
    left = np.array([data.scores(0, np.delete(np.arange(40), i)) for i in range(40)])
    apart = left.mean(axis=0) - left
    expected = (apart**3).sum(axis=0) / (6 * (apart**2).sum(axis=0) ** 1.5)
    found = resampling.acceleration(data.matrix(), data.statistic())
    np.testing.assert_allclose(found, expected, rtol=1e-9)


def test_many_examples_are_left_out_in_groups(monkeypatch):
    monkeypatch.setattr(resampling, "_JACKKNIFE_EXAMPLES", 40)
    monkeypatch.setattr(resampling, "_JACKKNIFE_GROUPS", 9)
    data = Data(2, 41, 4)
    left = np.array([data.scores(0, np.arange(41) % 9 != group) for group in range(9)])
    change = data.scores(0, slice(None)) - left
    apart = change - change.mean(axis=0)
    expected = (apart**3).sum(axis=0) / (6 * (apart**2).sum(axis=0) ** 1.5)
    found = resampling.acceleration(data.matrix(), data.statistic())
    np.testing.assert_allclose(found, expected, rtol=1e-9)


def test_groups_of_examples_tell_as_much_as_examples(monkeypatch):
    rng = np.random.default_rng(14)
    matrix = np.stack([rng.random(10_000) < 0.002, np.ones(10_000)], axis=1).astype(np.float64)
    grouped = resampling.acceleration(matrix, mean)
    monkeypatch.setattr(resampling, "_JACKKNIFE_EXAMPLES", 10_000)
    assert grouped[0] == pytest.approx(resampling.acceleration(matrix, mean)[0], abs=0.003)
    assert grouped[0] > 0.03


def test_differences_are_those_of_a_loop_with_the_same_draws():
    data = Data(3, 50, 5)
    statistic = data.statistic()
    pair = resampling.paired_comparison(
        [data.matrix(0), data.matrix(1)], statistic, n_resamples=30, confidence_level=0.8, seed=2
    )
    loop = np.array([data.scores(0, rows) - data.scores(1, rows) for rows in draws(50, 30, 2)])
    low, high = np.quantile(loop, [0.1, 0.9], axis=0)
    assert pair.pairs.tolist() == [[0, 1]]
    difference = data.scores(0, slice(None)) - data.scores(1, slice(None))
    np.testing.assert_allclose(pair.difference.estimate[0], difference, rtol=0, atol=1e-12)
    np.testing.assert_allclose(pair.difference.low[0], low, rtol=0, atol=1e-12)
    np.testing.assert_allclose(pair.difference.high[0], high, rtol=0, atol=1e-12)


# --- The same digits always ---


def repeated_rows(seed):
    rng = np.random.default_rng(seed)
    rows = np.hstack([rng.random((40, 6)), rng.integers(0, 2, (40, 4)), -rng.random((40, 1)) / 3])
    return rows[rng.integers(40, size=500)]


def test_sums_are_the_exact_ones_rounded_once():
    matrix = repeated_rows(1)
    for sums, drawn in zip(resampling.replicates(matrix, 5, 3), draws(500, 5, 3), strict=True):
        exact = [sum(map(Fraction, column.tolist())) for column in matrix[drawn].T]
        for value, expected in zip(sums.tolist(), exact, strict=True):
            # The parts hold all digits but those far below the last one of the sum.
            assert abs(Fraction(value) - expected) <= Fraction(math.ulp(value)) * 0.501


@pytest.mark.parametrize("block", [1, 700, 1 << 14])
@pytest.mark.parametrize("repeats", [False, True])
def test_blocks_and_repeated_rows_change_no_digit(monkeypatch, block, repeats):
    matrix = repeated_rows(2)

    def statistic(sums):
        return sums[..., 1:9] / sums[..., :1]

    expected = resampling.intervals(matrix, statistic, n_resamples=60, seed=5)
    halves = resampling.paired_comparison([matrix, matrix[::-1]], statistic, n_resamples=60, seed=5)
    monkeypatch.setattr(resampling, "BLOCK", block)
    monkeypatch.setattr(resampling, "ROWS", block // 2)
    if not repeats:
        monkeypatch.setattr(resampling, "_distinct", lambda rows: (rows, np.arange(len(rows))))
    replicates = resampling.replicates(matrix, 60, 5)
    assert resampling.replicates(matrix, 20, 5).tobytes() == replicates[:20].tobytes()
    found = resampling.intervals(matrix, statistic, n_resamples=60, seed=5)
    again = resampling.paired_comparison([matrix, matrix[::-1]], statistic, n_resamples=60, seed=5)
    if repeats:
        assert [x.tobytes() for x in found] == [x.tobytes() for x in expected]
    # Leaving out examples one by one or by kinds adds up in another order.
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-14)
    assert again.difference.low.tobytes() == halves.difference.low.tobytes()
    assert again.p_value.tobytes() == halves.p_value.tobytes()


def test_threads_change_no_digit(root):
    program = """
import numpy as np
from semantic_f1.scoring import resampling
rng = np.random.default_rng(0)
matrix = np.hstack([rng.random((3000, 40)), rng.integers(0, 2, (3000, 40))])
found = resampling.intervals(matrix, lambda x: x[..., 1:] / x[..., :1], n_resamples=64)
print(np.stack(found).tobytes().hex())
"""
    digits = set()
    for threads in "123":
        variables = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
        run = subprocess.run(
            [sys.executable, "-c", program],
            cwd=root,
            env=dict.fromkeys(variables, threads),
            capture_output=True,
            text=True,
            check=True,
        )
        digits.add(run.stdout)
    assert len(digits) == 1


def test_great_whole_numbers_are_summed_exactly():
    matrix = np.random.default_rng(5).integers(0, 10**7, (20, 2)).astype(np.float64)
    sums = [matrix[drawn].sum(axis=0).tolist() for drawn in draws(20, 30, 0)]
    assert resampling.replicates(matrix, 30, 0).tolist() == sums


def test_seeds_differ():
    matrix = repeated_rows(3)
    assert (resampling.replicates(matrix, 9, 0) != resampling.replicates(matrix, 9, 1)).any()


def test_equal_keys_of_different_rows_do_no_harm(monkeypatch):
    matrix = np.random.default_rng(4).random((50, 3)).round(1)
    expected = resampling.replicates(matrix, 10, 0)
    monkeypatch.setattr(resampling.np, "einsum", lambda *_: np.zeros(50))
    assert resampling.replicates(matrix, 10, 0).tobytes() == expected.tobytes()


# --- scipy ---


def mean(sums):
    return sums[..., :1] / sums[..., 1:]


def column_of_scores(n=80):
    scores = np.random.default_rng(6).beta(2, 0.7, n)
    return np.stack([scores, np.ones(n)], axis=1)


@pytest.mark.parametrize("level", [0.8, 0.95])
@pytest.mark.parametrize(
    ("method", "name"), [("percentile", "percentile"), ("basic", "basic"), ("bca", "BCa")]
)
def test_ends_are_scipys_for_its_own_resamples(method, name, level):
    matrix = column_of_scores()
    theirs = stats.bootstrap(
        (matrix[:, 0],), np.mean, n_resamples=999, confidence_level=level, method=name, rng=1
    )
    values = theirs.bootstrap_distribution[:, None]
    skew = resampling.acceleration(matrix, mean)
    low, high = resampling.limits(mean(matrix.sum(axis=0)), values, level, method, skew)
    assert (low[0], high[0]) == pytest.approx(tuple(theirs.confidence_interval), abs=1e-12)


@pytest.mark.parametrize("method", resampling.METHODS)
def test_intervals_are_near_scipys(method):
    matrix = column_of_scores()
    ours = resampling.intervals(matrix, mean, n_resamples=20_000, method=method)
    name = {"bca": "BCa"}.get(method, method)
    theirs = stats.bootstrap((matrix[:, 0],), np.mean, n_resamples=20_000, method=name, rng=1)
    assert (ours.low[0], ours.high[0]) == pytest.approx(
        tuple(theirs.confidence_interval), abs=0.003
    )
    resampled = mean(resampling.replicates(matrix, 5000, 1))[:, 0]
    assert stats.ks_2samp(resampled, theirs.bootstrap_distribution).pvalue > 0.01


# --- Corners ---


@pytest.mark.parametrize("method", resampling.METHODS)
@pytest.mark.parametrize("n", [1, 30])
def test_examples_all_alike_have_intervals_of_no_width(method, n):
    table = np.array([[1, 0.7], [0.7, 1]])
    sets = label_sets([{0}] * n), label_sets([{0, 1}] * n)
    matrix = scoring.example_counts(*sets, lambda a, b: table[a, b], 2)

    def f1(sums):
        counts = Counts.of(sums, 2)
        return np.stack([scoring.average_scores(counts, x).f1 for x in AVERAGES], axis=-1)

    found = resampling.intervals(matrix, f1, n_resamples=20, method=method)
    assert found.low.tolist() == found.estimate.tolist() == found.high.tolist()
    assert found.estimate[0] == pytest.approx(2 * 0.85 / 1.85)


@pytest.mark.parametrize("method", resampling.METHODS)
def test_a_label_nobody_uses_scores_0_surely(method):
    data = Data(8, 30, 4)
    data.sides = [[row - {2} for row in side] for side in data.sides]
    found = resampling.intervals(data.matrix(), data.statistic(), n_resamples=50, method=method)
    assert [x[-2] for x in found] == [0, 0, 0]


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 6), st.integers(1, 30), st.booleans())
def test_ends_are_finite_and_in_order(seed, n, n_resamples, weighted):
    data = Data(seed, n, 3, weighted)
    found = resampling.intervals(data.matrix(), data.statistic(), n_resamples=n_resamples)
    assert ((found.low >= 0) & (found.low <= found.high) & (found.high <= 1)).all()
    pair = resampling.paired_comparison(
        [data.matrix(0), data.matrix(1)], data.statistic(), n_resamples=n_resamples
    )
    assert (pair.difference.low <= pair.difference.high).all()
    assert ((pair.p_value > 0) & (pair.p_value <= 1)).all()


def test_bca_with_all_resamples_on_one_side():
    estimate, values = np.array([0.9, 0.5, 0.2]), np.tile([[0.5], [0.6]], (50, 3))
    low, high = resampling.limits(estimate, values, 0.95, "bca")
    assert low.tolist() == [0.6, 0.5, 0.5]
    assert high.tolist() == [0.6, 0.6, 0.5]
    # An acceleration beyond the pole leads to the last of the resamples.
    low, high = resampling.limits(estimate, values, 0.95, "bca", np.full(3, 5.0))
    assert low.tolist() == [0.6, 0.5, 0.5]
    assert high.tolist() == [0.6, 0.6, 0.5]


def test_bca_where_all_resamples_equal_the_estimate():
    low, high = resampling.limits(np.array([0.4]), np.full((10, 1), 0.4), 0.95, "bca")
    assert low == high == 0.4


def test_unknown_method():
    with pytest.raises(
        ValueError, match=r"^method: expected one of bca, percentile, basic; got 'normal'$"
    ):
        resampling.limits(np.zeros(1), np.zeros((2, 1)), 0.95, "normal")


# --- Two systems and more ---


def test_p_values_count_rearrangements_scored_again():
    data = Data(9, 25, 4)
    found = resampling.paired_comparison(
        [data.matrix(0), data.matrix(1)], data.statistic(), n_resamples=60, seed=4
    )
    rng = np.random.default_rng([4, 1])
    first, second = data.sides[:2]
    difference = data.scores(0, slice(None)) - data.scores(1, slice(None))
    as_great = 0
    for _ in range(60):
        change = rng.integers(2, size=25, dtype=bool)
        data.sides[0] = [b if c else a for a, b, c in zip(first, second, change, strict=True)]
        data.sides[1] = [a if c else b for a, b, c in zip(first, second, change, strict=True)]
        moved = data.scores(0, slice(None)) - data.scores(1, slice(None))
        as_great = as_great + (np.abs(moved) >= np.abs(difference) - 1e-12)
    assert found.p_value[0].tolist() == ((as_great + 1) / 61).tolist()


def test_p_value_is_near_that_of_all_rearrangements():
    data = Data(10, 9, 3)
    matrices, statistic = [data.matrix(0), data.matrix(1)], data.statistic()
    found = resampling.paired_comparison(matrices, statistic, n_resamples=20_000)
    difference = np.abs(found.difference.estimate[0])
    change = np.array(list(itertools.product([0, 1], repeat=9)))
    moved = change @ (matrices[1] - matrices[0])
    totals = [matrix.sum(axis=0) for matrix in matrices]
    apart = np.abs(statistic(totals[0] + moved) - statistic(totals[1] - moved))
    exact = (apart >= difference - 1e-12).mean(axis=0)
    assert exact.min() < 0.5
    np.testing.assert_allclose(found.p_value[0], exact, rtol=0, atol=0.015)


def test_a_system_against_itself():
    data = Data(11, 20, 3)
    found = resampling.paired_comparison(
        [data.matrix(), data.matrix()], data.statistic(), n_resamples=30
    )
    assert not np.any(found.difference)
    assert (found.p_value == 1).all()
    assert (np.stack(found.rank) == 1.5).all()


def test_three_systems_are_ranked():
    good, bad = np.linspace(0.6, 1, 50), np.linspace(0.1, 0.5, 50)
    near = good + np.where(np.arange(50) % 2, 0.04, -0.05)
    matrices = [np.stack([x, np.ones(50)], axis=1) for x in (good, bad, near)]
    found = resampling.paired_comparison(matrices, mean, n_resamples=400)
    assert found.pairs.tolist() == [[0, 1], [0, 2], [1, 2]]
    assert found.rank.estimate[:, 0].tolist() == [1, 3, 2]
    assert found.rank.low[:, 0].tolist() == [1, 3, 1]
    assert found.rank.high[:, 0].tolist() == [2, 3, 2]
    clear = 1 / 401
    assert found.p_value[[0, 2], 0].tolist() == [clear, clear]
    assert found.p_adjusted[:, 0].tolist() == [3 * clear, found.p_value[1, 0], 3 * clear]


def test_rank_intervals_reach_to_places_that_occur():
    rng = np.random.default_rng(0)
    matrices = [np.stack([rng.random(12), np.ones(12)], axis=1) for _ in range(4)]
    for seed in range(10):
        found = resampling.paired_comparison(
            matrices, mean, n_resamples=10, confidence_level=0.5, seed=seed
        ).rank
        values = np.stack([mean(resampling.replicates(x, 10, seed))[:, 0] for x in matrices])
        places = np.sort(4 - values.argsort(axis=0).argsort(axis=0), axis=1)
        # A quarter of the way is 2.25 of 9 steps, three quarters 6.75.
        assert found.low[:, 0].tolist() == places[:, 2].tolist()
        assert found.high[:, 0].tolist() == places[:, 7].tolist()


def test_holm():
    p_values = np.array([[0.01, 0.3], [0.04, 0.9], [0.03, 0.5], [0.005, 0.4]])
    adjusted = [[0.03, 1], [0.06, 1], [0.06, 1], [0.02, 1]]
    np.testing.assert_allclose(resampling.holm(p_values), adjusted, rtol=1e-15)
    assert resampling.holm(np.array([0.2])).tolist() == [0.2]


def test_ranks_share_the_mean_of_tied_places():
    scores = np.array([[0.5, 0.1], [0.7, 0.1 + 1e-15], [0.7, 0.1], [0.2, 0.3]])
    assert resampling.ranks(scores).T.tolist() == [[3, 1.5, 1.5, 4], [3, 3, 3, 1]]
    theirs = stats.rankdata(-scores[:, 0])
    assert resampling.ranks(scores[:, 0]).tolist() == theirs.tolist()


def test_win_tie_loss():
    a, b = np.array([0.1 + 0.2, 1, 0, 0.5]), np.array([0.3, 0, 0.5, 0.4])
    assert resampling.win_tie_loss(a, b).tolist() == [2, 1, 1]
    both = np.stack([a, b], axis=1), np.stack([b, b], axis=1)
    assert resampling.win_tie_loss(*both).tolist() == [[2, 0], [1, 4], [1, 0]]
    where = np.array([[True], [True], [True], [False]])
    assert resampling.win_tie_loss(*both, where).tolist() == [[1, 0], [1, 3], [1, 0]]


# --- Labels that resamples lose ---


def readings(data, counts, **options):
    chosen = {"counting": "paper", "macro_f1": "averaged_f1", "macro_mask": None, **options}
    per_label = scoring.average_scores(counts, None, counting=chosen["counting"])
    return resampling.macro_readings(per_label, counts, data, **chosen)


@pytest.mark.parametrize("mask", [None, np.array([True, False, True, True, False, True])])
@pytest.mark.parametrize("macro_f1", ["averaged_f1", "f1_of_averages"])
@pytest.mark.parametrize("counting", COUNTINGS)
def test_first_reading_of_the_data_is_its_macro(counting, macro_f1, mask):
    data = Data(12, 40, 6)
    # One label that nobody uses, one never predicted, one never gold.
    data.sides = [[row - {2} for row in side] for side in data.sides]
    data.sides[0] = [row - {3} for row in data.sides[0]]
    data.sides[2] = [row - {5} for row in data.sides[2]]
    counts = Counts.of(data.matrix().sum(axis=0), 6)
    options = {"counting": counting, "macro_f1": macro_f1, "macro_mask": mask}
    found = readings(counts, counts, **options)
    expected = np.stack(scoring.average_scores(counts, "macro", **options))
    np.testing.assert_allclose(found[:3], expected, rtol=0, atol=1e-15)
    assert (found[3:] > found[:3]).all()


def test_a_lost_label_is_left_out_of_the_mean():
    table = np.eye(3)
    sides = label_sets([{0}, {1}, {0}]), label_sets([{0}, {1}, {1}])
    matrix = scoring.example_counts(*sides, lambda a, b: table[a, b], 3)
    data = Counts.of(matrix.sum(axis=0), 3)
    # F1 2/3 and 2/3; label 2 is in neither side.
    assert readings(data, data)[[2, 5]].tolist() == pytest.approx([4 / 9, 2 / 3])
    lost = Counts.of(matrix[[0, 0, 0]].sum(axis=0), 3)
    assert scoring.average_scores(lost, "macro").f1 == pytest.approx(1 / 3)
    assert readings(data, lost).tolist() == pytest.approx([2 / 3] * 3 + [1] * 3)
    both = Counts.of(np.stack([matrix.sum(axis=0), 3 * matrix[0]]), 3)
    stacked = np.stack([readings(data, data), readings(data, lost)])
    assert readings(data, both).tolist() == stacked.tolist()


def test_second_reading_is_macro_over_the_labels_present():
    data = Data(13, 30, 8)
    whole = Counts.of(data.matrix().sum(axis=0), 8)
    for rows in draws(30, 20, 0):
        counts = Counts.of(data.matrix()[rows[:5]].sum(axis=0), 8)
        present = (counts.predicted > 0) | (counts.support > 0)
        f1 = scoring.average_scores(counts, "macro", macro_mask=present).f1
        assert readings(whole, counts)[5] == pytest.approx(f1, abs=1e-15)


def test_two_sided_readings_leave_out_labels_never_predicted():
    table = np.eye(2)
    sides = label_sets([{0}, {0}]), label_sets([{0}, {1}])
    matrix = scoring.example_counts(*sides, lambda a, b: table[a, b], 2)
    counts = Counts.of(matrix.sum(axis=0), 2)
    paper, two_sided = (readings(counts, counts, counting=x) for x in COUNTINGS)
    assert paper.tolist() == pytest.approx([1 / 4, 1 / 2, 1 / 3, 1 / 2, 1 / 2, 1 / 3])
    assert two_sided.tolist() == pytest.approx([1 / 4, 1 / 2, 1 / 3, 1 / 2, 1 / 2, 2 / 3])


def test_readings_of_no_label_are_0():
    counts = Counts.of(np.zeros(18), 3)
    assert readings(counts, counts).tolist() == [0] * 6
    assert readings(counts, counts, macro_f1="f1_of_averages").tolist() == [0] * 6
