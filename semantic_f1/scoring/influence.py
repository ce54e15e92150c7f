"""Influence values of scores and their standard errors, by the delta method.

A score T is a function of the sums of n units' contributions x_i and doesn't change when all of
them are doubled. Its influence values are IF_i = n * grad T . x_i; they sum to 0, and the standard
error of T is sqrt(sum of IF_i ** 2 / (n (n - 1))) (Efron & Tibshirani, "An Introduction to the
Bootstrap", 1993, chapter 21).
"""

import numpy as np

from ..average_table import AVERAGES
from .averages import average_slopes

# Influence values that cancel leave a standard error of this size by rounding: it is none.
ROUNDED_ERROR = 1e-14


def influence_values(contributions, average, averaging):
    """Influence of each unit on the scores: n times the gradient times what the unit adds.

    Returns a float64 array of shape (n, 3), or (n, 3, m) for average None.
    """
    n = contributions.n_units
    gradient = n * average_slopes(contributions.total(average), average, averaging)
    if not AVERAGES[average].needs_labels:
        return _times(contributions.columns(average), gradient)
    if average is None:
        parts = [
            np.einsum("nkm,skm->nsm", contributions.columns(None, *block), gradient)
            for block in contributions.blocks()
        ]
        return np.concatenate(parts)
    # Members, row by row: bincount adds in one order, whatever the threads.
    values = np.zeros((n, 3))
    for place, side in ((0, contributions.predicted), (2, contributions.gold)):
        for score in range(3):
            earned = gradient[score, place][side.label] * side.credit
            earned += gradient[score, place + 1][side.label] * side.weight
            values[:, score] += np.bincount(side.row, earned, minlength=n)
    return values


def standard_errors(contributions, average, averaging, other=None, averaging_of_other=None):
    """Standard errors of precision, recall and F1, or of their differences from ``other``'s.

    Returns a float64 array of shape (3,), or (3, m) for average None; NaN for a single unit, which
    says nothing of how others would score.
    """
    if other is None:
        return _errors([contributions], [averaging], average, lambda moves: moves)[0]
    averagings = averaging, averaging_of_other or averaging
    systems = [contributions, other]
    return _errors(systems, averagings, average, lambda moves: [moves[0] - moves[1]])[0]


def standard_errors_of_differences(systems, pairs, average, averaging):
    """Standard errors of differences of systems, of one pair (a, b) after the other.

    Returns a float64 array of shape (p, 3), or (p, 3, m), as :func:`standard_errors` has it.
    """
    averagings = [averaging.of(place) for place in range(len(systems))]
    return _errors(
        systems, averagings, average, lambda moves: (moves[a] - moves[b] for a, b in pairs)
    )


def _errors(systems, averagings, average, apart_of):
    """Standard errors of what ``apart_of`` makes of the influence values of all systems."""
    n = systems[0].n_units
    if average is None:
        squares = 0
        slopes = [
            n * average_slopes(system.total(None), None, of_system)
            for system, of_system in zip(systems, averagings, strict=True)
        ]
        for block in systems[0].blocks():
            moves = [
                np.einsum("nkm,skm->nsm", system.columns(None, *block), slope)
                for system, slope in zip(systems, slopes, strict=True)
            ]
            squares = squares + np.stack([(apart**2).sum(axis=0) for apart in apart_of(moves)])
    else:
        moves = [
            influence_values(system, average, of_system)
            for system, of_system in zip(systems, averagings, strict=True)
        ]
        squares = np.stack([(apart**2).sum(axis=0) for apart in apart_of(moves)])
    if n == 1:
        return np.full_like(squares, np.nan)
    errors = np.sqrt(squares / (n * (n - 1)))
    return np.where(errors > ROUNDED_ERROR, errors, 0.0)


def _times(rows, gradient):
    """Sums of products of rows (n, k) with a gradient (s, k), in one order always."""
    return (rows[:, None, :] * gradient).sum(axis=-1)
