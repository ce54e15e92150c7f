"""Ranks that hold together: step-down by brute force, rank sets by hand."""

import itertools

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from semantic_f1.scoring.rank_intervals import rank_sets, ranks, step_down, win_tie_loss


@settings(max_examples=50, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 6), st.integers(1, 20))
def test_step_down_is_that_of_a_loop(seed, p, n_resamples):
    rng = np.random.default_rng(seed)
    # Ties and infinite values are there too.
    observed = rng.integers(0, 5, p).astype(float)
    replicated = rng.integers(0, 5, (n_resamples, p)).astype(float)
    observed[observed == 4] = np.inf
    found = step_down(observed, replicated)
    left, least, expected = sorted(range(p), key=lambda i: -observed[i]), 0.0, np.empty(p)
    while left:
        test = left[0]
        reached = sum(max(row[left]) >= observed[test] for row in replicated)
        least = expected[test] = max(least, (reached + 1) / (n_resamples + 1))
        left.pop(0)
    np.testing.assert_allclose(found, expected)


PAIRS = np.array(list(itertools.combinations(range(4), 2)))


def test_rank_sets_by_hand():
    # 0 is surely above 2 and 3, and 1 above 3: of 01 02 03 12 13 23.
    difference = np.array([0.1, 0.2, 0.3, 0.1, 0.2, 0.1])
    p_adjusted = np.array([0.4, 0.05, 0.001, 0.06, 0.01, 0.9])
    best, worst = rank_sets(PAIRS, difference, p_adjusted, 4, 1 - 0.95)
    assert best.tolist() == [1, 1, 2, 3]
    assert worst.tolist() == [2, 3, 4, 4]
    turned = rank_sets(PAIRS, -difference, p_adjusted, 4, 0.05)
    assert [x.tolist() for x in turned] == [[3, 2, 1, 1], [4, 4, 3, 2]]
    nothing = rank_sets(PAIRS, difference, np.ones(6), 4, 0.05)
    assert [x.tolist() for x in nothing] == [[1] * 4, [4] * 4]


def test_ranks_share_places():
    assert ranks(np.array([0.5, 0.7, 0.5, 0.1])).tolist() == [2.5, 1, 2.5, 4]
    assert ranks(np.array([0.1 + 0.2, 0.3])).tolist() == [1.5, 1.5]


def test_wins_ties_and_losses():
    a, b = np.array([0.3, 0.5, 0.1, 1]), np.array([0.1 + 0.2, 0.4, 0.2, 0])
    assert win_tie_loss(a, b).tolist() == [2, 1, 1]
    assert win_tie_loss(a, b, np.array([True, True, True, False])).tolist() == [1, 1, 1]
