"""Alternatives to a similarity, agreement of rankings, and the two indices of threshold curves."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from semantic_f1.comparisons import sensitivity
from semantic_f1.comparisons.sensitivity import constancy
from semantic_f1.comparisons.statistics import correlation, monotonicity, smoothness
from semantic_f1.similarity.matrices import MATRICES

ALPHAS = (0.8, 0.6, 0.4, 0.2)


def symmetric_table(m=6, seed=1):
    table = np.random.default_rng(seed).random((m, m))
    table = (table + table.T) / 2
    np.fill_diagonal(table, 1)
    return table


def test_mixtures_are_of_one_noise():
    table = symmetric_table()
    found, again, other = (sensitivity.mixtures(table, seed) for seed in (3, 3, 2))
    assert [x.name for x in found] == [f"mixture alpha={a}" for a in ALPHAS]
    noises = [(x.values - a * table) / (1 - a) for x, a in zip(found, ALPHAS, strict=True)]
    for x, same, apart, noise in zip(found, again, other, noises, strict=True):
        np.testing.assert_allclose(noise, noises[0], atol=1e-12)
        np.testing.assert_allclose(noise, noise.T, atol=1e-12)
        assert (np.diagonal(noise) == pytest.approx(1)) and noise.min() >= -1e-12
        assert (x.values >= 0).all() and (x.values <= 1).all()
        assert (x.values == x.values.T).all()
        assert (x.values == same.values).all() and (x.values != apart.values).any()


def test_noise_is_normal_about_the_middle_before_it_is_clipped():
    m = 200
    table = np.eye(m)
    table[0, 1] = 0.5
    mixed = sensitivity.mixtures(table)[-1]
    noise = (mixed.values - 0.2 * table) / 0.8
    assert (np.diagonal(mixed.values) == 1).all()
    # One deviation to either end: a third is clipped, half of it on each side.
    off = noise[(table == 0) & ~np.eye(m, dtype=bool)]
    tail = stats.norm.cdf(-1)
    assert (off < 1e-9).mean() == pytest.approx(tail, abs=0.01)
    assert (off > 1 - 1e-9).mean() == pytest.approx(tail, abs=0.01)
    inside = off[(off > 1e-9) & (off < 1 - 1e-9)]
    expected = stats.truncnorm(-1, 1, 0.5, 0.5)
    assert stats.kstest(inside, expected.cdf).pvalue > 0.01
    clipped = int(mixed.note.split()[0])
    assert mixed.note == f"{clipped} of the 39800 values of the noise were clipped to [0, 1]."
    assert 0 <= clipped - (len(off) - len(inside)) <= 1
    # The table is not symmetric, so the noise isn't either.
    assert (mixed.values != mixed.values.T).any()


@pytest.mark.parametrize("seed", range(5))
def test_permuted_rows_leave_none_in_place(seed):
    table = symmetric_table(7)
    found = sensitivity.permuted_rows(table, seed=seed)
    assert sorted(map(tuple, found.values.tolist())) == sorted(map(tuple, table.tolist()))
    assert (found.values != table).any(axis=1).all()
    assert found.note == "7 of 7 labels no longer earn 1 from an exact match."


@pytest.mark.parametrize(("table", "permuted", "note"), [
    (np.ones((3, 3)), np.ones((3, 3)), ""),
    (np.ones((1, 1)), np.ones((1, 1)), ""),
    (np.array([[1, 0.2], [0.2, 0.5]]), np.array([[0.2, 0.5], [1, 0.2]]),
     "1 of 2 labels no longer earn 1 from an exact match."),
])  # fmt: skip
def test_permuted_rows_count_the_diagonal_values_of_1_only(table, permuted, note):
    found = sensitivity.permuted_rows(table)
    assert (found.values.tolist(), found.note) == (permuted.tolist(), note)


def test_powers():
    table = symmetric_table()
    found = sensitivity.powers(table)
    assert [x.name for x in found] == ["power 2", "power 3", "power 4"]
    np.testing.assert_allclose(found[1].values, table * table * table, rtol=1e-15)


def test_rescaled_distances_are_those_of_other_betas():
    points = np.random.default_rng(0).random((5, 2))
    distance = np.linalg.norm(points[:, None] - points, axis=-1)
    found = sensitivity.rescaled_distances(1 / (1 + distance))
    assert [x.name for x in found] == ["beta 0.25", "beta 0.5", "beta 2", "beta 4"]
    for alternative, beta in zip(found, (0.25, 0.5, 2, 4), strict=True):
        np.testing.assert_allclose(alternative.values, 1 / (1 + beta * distance), rtol=1e-12)
    far = sensitivity.rescaled_distances(np.eye(2))[2].values
    assert far.tolist() == [[1, 0], [0, 1]]


def test_a_nearly_constant_similarity_is_told():
    def values(name):
        return np.array(MATRICES[name]["values"])

    assert constancy(values("goemotions")) == (
        "The similarity is nearly constant (nine in ten values off the diagonal from 0.4785 to "
        "0.5044): any guess earns about 0.49, so how many labels a system predicts, and when it "
        "predicts none, decides more than which ones."
    )
    for table in (values("goemotions-ekman"), values("plutchik"), np.eye(5), np.eye(1)):
        assert constancy(table) == ""


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=2, max_size=12))
def test_rank_correlations_are_scipys(pairs):
    a, b = np.array(pairs, dtype=float).T
    for name, theirs in (("kendall", stats.kendalltau), ("spearman", stats.spearmanr)):
        if np.ptp(a) and np.ptp(b):
            assert correlation(name, a, b) == pytest.approx(theirs(a, b).statistic, abs=1e-12)
        else:
            assert correlation(name, a, b) == 0


def test_rounding_makes_no_rank():
    assert correlation("kendall", [0.1 + 0.2, 0.3], [1, 2]) == 0
    assert correlation("spearman", [0.1 + 0.2, 0.3, 0.5], [1, 2, 3]) == pytest.approx(3**0.5 / 2)
    assert correlation("kendall", [1.0], [2.0]) == 0


THRESHOLDS = np.linspace(0.1, 0.9, 9)


def test_indices_of_falling_rising_and_constant_curves():
    falling = 1 - THRESHOLDS**2
    assert monotonicity(THRESHOLDS, falling) == 1
    assert monotonicity(THRESHOLDS, -falling) == -1
    assert smoothness(falling) == pytest.approx(1 / 8)
    constant = np.full(9, 0.1) + np.array([0, 1e-16] * 4 + [0])
    assert str(monotonicity(THRESHOLDS, constant)) == "0.0"
    assert smoothness(constant) == 0
    assert smoothness([0.4]) == 0


def test_indices_by_hand():
    scores = [0.5, 0.7, 0.6, 0.2]
    # One pair of the six rises: 0.5 to 0.7, and one more: 0.5 to 0.6.
    assert monotonicity([0.2, 0.4, 0.6, 0.8], scores) == pytest.approx((4 - 2) / 6)
    assert smoothness(scores) == pytest.approx((0.2 + 0.1 + 0.4) / 3 / 0.5)
