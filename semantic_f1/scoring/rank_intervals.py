"""Ranks of systems that hold together, and adjustments of several p-values."""

import numpy as np

from ..ratios import SCORE_TIE


def step_down(observed, replicated):
    """p-values, (p,), adjusted for all of several tests, by step-down max-t (Romano & Wolf,
    "Stepwise Multiple Testing as Formalized Data Snooping", Econometrica 73, 2005).
    """
    order = np.argsort(-observed, kind="stable")
    # The greatest of the tests that are left at each step.
    left = np.maximum.accumulate(replicated[:, order[::-1]], axis=1)[:, ::-1]
    reached = (left >= observed[order] - SCORE_TIE).sum(axis=0)
    stepped = np.maximum.accumulate((reached + 1) / (len(replicated) + 1))
    adjusted = np.empty(len(observed))
    adjusted[order] = stepped
    return adjusted


def adjusted_p_values(comparison, index):
    """p-values of a Comparison adjusted over what ``index`` leaves; never surer than one alone."""
    every = slice(None), *index
    stepped = [step_down(observed[index], drawn[every]) for observed, drawn in comparison.sets]
    return np.max([*stepped, comparison.p_value[index]], axis=0)


def rank_sets(pairs, difference, p_adjusted, n_systems, alpha):
    """The best and the worst place that each system may have, given which differences are sure.

    With p-values adjusted over all pairs the sets of all systems hold together (Mogstad, Romano,
    Shaikh & Wilhelm, "Inference for Ranks with Applications to Mobility across Neighbourhoods and
    Academic Achievement across Countries", Review of Economic Studies 91, 2024).
    """
    best, worst = np.ones(n_systems, np.int64), np.full(n_systems, n_systems)
    for (a, b), apart, p_value in zip(pairs, difference, p_adjusted, strict=True):
        # 1 - 0.95 is a little more than 0.05.
        if p_value <= alpha + SCORE_TIE and apart != 0:
            better, other = (a, b) if apart > 0 else (b, a)
            best[other] += 1
            worst[better] -= 1
    return best, worst


def ranks(scores):
    """Places along the first axis, 1 for the greatest; equal ones share the mean of theirs."""
    above = scores[None] > scores[:, None] + SCORE_TIE
    level = np.abs(scores[None] - scores[:, None]) <= SCORE_TIE
    return 1 + above.sum(axis=1) + (level.sum(axis=1) - 1) / 2


def win_tie_loss(a, b, where=True):
    """Numbers, (3, ...), of places where a is above b, equal to it except for rounding, below."""
    where = np.broadcast_to(where, np.shape(a))
    wins, losses = (a > b + SCORE_TIE) & where, (b > a + SCORE_TIE) & where
    return np.stack([x.sum(axis=0) for x in (wins, where & ~wins & ~losses, losses)])
