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
    """Influence of each unit, n times gradient times columns: (n, 3), or (n, 3, m) for None."""
    n = contributions.n_units
    gradient = n * average_slopes(contributions.total(average), average, averaging)
    if not AVERAGES[average].needs_labels:
        # Summed in one order always, as a matrix product is not.
        return (contributions.columns(average)[:, None, :] * gradient).sum(axis=-1)
    if average is None:
        blocks = contributions.blocks()
        return np.concatenate([_moves_of_labels(contributions, gradient, x) for x in blocks])
    # Members, row by row: bincount adds in one order, whatever the threads.
    values = np.zeros((n, 3))
    for place, side in ((0, contributions.predicted), (2, contributions.gold)):
        for score in range(3):
            earned = gradient[score, place][side.label] * side.credit
            earned += gradient[score, place + 1][side.label] * side.weight
            values[:, score] += np.bincount(side.row, earned, minlength=n)
    return values


def standard_errors(systems, average, averaging, pairs=None):
    """Standard errors of precision, recall and F1 of systems, or of differences of pairs of them.

    One row per system or pair; NaN for a single unit, which says nothing of how others would score.
    """
    n, choices = systems[0].n_units, [averaging] * len(systems)
    if averaging.own_masks is not None:
        choices = [averaging.of(place) for place in range(len(systems))]

    def squares(moves):
        apart = moves if pairs is None else (moves[a] - moves[b] for a, b in pairs)
        return np.stack([(values**2).sum(axis=0) for values in apart])

    if average is None:
        slopes = [
            n * average_slopes(system.total(None), None, own)
            for system, own in zip(systems, choices, strict=True)
        ]
        of_blocks = (
            squares([_moves_of_labels(*each, block) for each in zip(systems, slopes, strict=True)])
            for block in systems[0].blocks()
        )
        total = sum(of_blocks)
    else:
        total = squares(
            [influence_values(x, average, own) for x, own in zip(systems, choices, strict=True)]
        )
    if n == 1:
        return np.full_like(total, np.nan)
    errors = np.sqrt(total / (n * (n - 1)))
    return np.where(errors > ROUNDED_ERROR, errors, 0.0)


def _moves_of_labels(system, slope, block):
    return np.einsum("nkm,skm->nsm", system.columns(None, *block), slope)
