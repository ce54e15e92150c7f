"""Alternatives to a similarity, agreement of rankings, and the two indices of threshold curves."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from semantic_f1.comparisons import perturbations
from semantic_f1.comparisons import statistics as sensitivity

RNG = np.random.default_rng(0)


def symmetric_table(m=6, seed=1):
    table = np.random.default_rng(seed).random((m, m))
    table = (table + table.T) / 2
    np.fill_diagonal(table, 1)
    return table


# --- Perturbed tables ---
def test_mixtures_are_of_one_noise():
    table = symmetric_table()
    found = perturbations.mixtures(table, seed=3)
    assert [x.name for x in found] == [f"mixture alpha={a}" for a in (0.8, 0.6, 0.4, 0.2)]
    noises = [
        (x.values - a * table) / (1 - a) for x, a in zip(found, (0.8, 0.6, 0.4, 0.2), strict=True)
    ]
    for noise in noises:
        np.testing.assert_allclose(noise, noises[0], atol=1e-12)
        np.testing.assert_allclose(noise, noise.T, atol=1e-12)
        assert (np.diagonal(noise) == pytest.approx(1)) and noise.min() >= -1e-12
    for x in found:
        assert (x.values >= 0).all() and (x.values <= 1).all()
        assert (x.values == x.values.T).all()


def test_noise_is_normal_about_the_middle_before_it_is_clipped():
    m = 200
    table = np.eye(m)
    table[0, 1] = 0.5
    (whole,) = perturbations.mixtures(table, alphas=[0])
    off = whole.values[~np.eye(m, dtype=bool)]
    assert (np.diagonal(whole.values) == 1).all()
    # One deviation to either end: a third is clipped, half of it on each side.
    tail = stats.norm.cdf(-1)
    assert (off == 0).mean() == pytest.approx(tail, abs=0.01)
    assert (off == 1).mean() == pytest.approx(tail, abs=0.01)
    inside = off[(off > 0) & (off < 1)]
    expected = stats.truncnorm(-1, 1, 0.5, 0.5)
    assert stats.kstest(inside, expected.cdf).pvalue > 0.01
    clipped = int(((off == 0) | (off == 1)).sum())
    assert whole.note == f"{clipped} of the 39800 values of the noise were clipped to [0, 1]."
    # The table is not symmetric, so the noise isn't either.
    assert (whole.values != whole.values.T).any()


def test_mixtures_repeat_with_their_seed():
    table = symmetric_table()
    first, again, other = (perturbations.mixtures(table, seed=seed)[3] for seed in (1, 1, 2))
    assert (first.values == again.values).all()
    assert (first.values != other.values).any()
    assert (perturbations.mixtures(table, mean=0.0)[0].values != first.values).any()


@pytest.mark.parametrize("seed", range(5))
def test_permuted_rows_leave_none_in_place(seed):
    table = symmetric_table(7)
    found = perturbations.permuted_rows(table, seed=seed)
    assert sorted(map(tuple, found.values.tolist())) == sorted(map(tuple, table.tolist()))
    assert (found.values != table).any(axis=1).all()
    assert found.note == "7 of 7 labels no longer earn 1 from an exact match."


def test_permuted_rows_of_equal_labels_have_nothing_to_note():
    assert perturbations.permuted_rows(np.ones((3, 3))).note == ""
    assert perturbations.permuted_rows(np.ones((1, 1))).values.tolist() == [[1]]


def test_permuted_rows_count_the_diagonal_values_of_1_only():
    found = perturbations.permuted_rows(np.array([[1, 0.2], [0.2, 0.5]]))
    assert found.values.tolist() == [[0.2, 0.5], [1, 0.2]]
    assert found.note == "1 of 2 labels no longer earn 1 from an exact match."


def test_powers():
    table = symmetric_table()
    found = perturbations.powers(table)
    assert [x.name for x in found] == ["power 1", "power 2", "power 3", "power 4"]
    assert (found[0].values == table).all()
    np.testing.assert_allclose(found[2].values, table * table * table, rtol=1e-15)


@pytest.mark.parametrize("beta", [1.0, 0.3])
def test_rescaled_distances_are_those_of_other_betas(beta):
    points = RNG.random((5, 2))
    distance = np.linalg.norm(points[:, None] - points, axis=-1)
    found = perturbations.rescaled_distances(1 / (1 + beta * distance), betas=[0.5, 3], beta=beta)
    assert [x.name for x in found] == ["beta 0.5", "beta 3"]
    for alternative, new in zip(found, (0.5, 3), strict=True):
        np.testing.assert_allclose(alternative.values, 1 / (1 + new * distance), rtol=1e-12)
    far = perturbations.rescaled_distances(np.eye(2), betas=[3])[0].values
    assert far.tolist() == [[1, 0], [0, 1]]


def test_a_nearly_constant_similarity_is_told(root):

    def values(name):
        return np.array(
            json.loads((root / "similarity_matrices" / f"{name}.json").read_text())["values"]
        )

    assert sensitivity.constancy(values("goemotions")) == (
        "The similarity is nearly constant (nine in ten values off the diagonal from 0.4785 to "
        "0.5044): any guess earns about 0.49, so how many labels a system predicts, and when it "
        "predicts none, decides more than which ones."
    )
    for table in (values("goemotions-ekman"), values("plutchik"), np.eye(5), np.eye(1)):
        assert sensitivity.constancy(table) == ""


# --- Agreement of rankings ---
@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=2, max_size=12))
def test_rank_correlations_are_scipys(pairs):
    a, b = np.array(pairs, dtype=float).T
    for ours, theirs in (
        (sensitivity.kendall_tau(a, b), stats.kendalltau),
        (sensitivity.spearman(a, b), stats.spearmanr),
    ):
        if np.ptp(a) and np.ptp(b):
            assert ours == pytest.approx(theirs(a, b).statistic, abs=1e-12)
        else:
            assert ours == 0


def test_rounding_makes_no_rank():
    assert sensitivity.kendall_tau([0.1 + 0.2, 0.3], [1, 2]) == 0
    assert sensitivity.spearman([0.1 + 0.2, 0.3, 0.5], [1, 2, 3]) == pytest.approx(3**0.5 / 2)
    assert sensitivity.kendall_tau([1.0], [2.0]) == 0


THRESHOLDS = np.linspace(0.1, 0.9, 9)


def test_indices_of_falling_rising_and_constant_curves():
    falling = 1 - THRESHOLDS**2
    assert sensitivity.monotonicity(THRESHOLDS, falling) == 1
    assert sensitivity.monotonicity(THRESHOLDS, -falling) == -1
    assert sensitivity.smoothness(falling) == pytest.approx(1 / 8)
    constant = np.full(9, 0.1) + np.array([0, 1e-16] * 4 + [0])
    assert str(sensitivity.monotonicity(THRESHOLDS, constant)) == "0.0"
    assert sensitivity.smoothness(constant) == 0
    assert sensitivity.smoothness([0.4]) == 0


def test_indices_by_hand():
    scores = [0.5, 0.7, 0.6, 0.2]
    # One pair of the six rises: 0.5 to 0.7, and one more: 0.5 to 0.6.
    assert sensitivity.monotonicity([0.2, 0.4, 0.6, 0.8], scores) == pytest.approx((4 - 2) / 6)
    assert sensitivity.smoothness(scores) == pytest.approx((0.2 + 0.1 + 0.4) / 3 / 0.5)
