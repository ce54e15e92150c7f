"""Influence values of scores and their standard errors, by the delta method.

A score T is a function of the sums of n units' contributions x_i and doesn't change when all of
them are doubled. Its influence values are IF_i = n * grad T . x_i; they sum to 0, and the standard
error of T is sqrt(sum of IF_i ** 2 / (n (n - 1))) (Efron & Tibshirani, "An Introduction to the
Bootstrap", 1993, chapter 21).
"""

import numpy as np

from ..ratios import divide
from .contributions import scores_of_columns

# Influence values that cancel leave a standard error of this size by rounding: it is none.
ROUNDED_ERROR = 1e-14


def gradients(columns, average, averaging):
    """Derivatives of precision, recall and F1 by the columns that they are worked out from.

    Returns a float64 array of shape (..., 3, 4), or (..., 3, 4, m) by label; 0 for what has no
    denominator. For average None each label's scores, by its own columns.
    """
    if average == "samples":
        return _of_means(columns)
    if average == "micro":
        return _of_ratios(columns, averaging.counting)
    by_label = _of_ratios(np.moveaxis(columns, -2, -1), averaging.counting)
    # (..., m, 3, 4) to (..., 3, 4, m)
    by_label = np.moveaxis(by_label, -3, -1)
    if average is None:
        return by_label
    support = columns[..., 3, :]
    of_macro = average == "macro"
    scores = None if of_macro else scores_of_columns(columns, None, averaging)
    mask = averaging.macro_mask
    averaged = np.ones(columns.shape[-1]) if mask is None else mask.astype(np.float64)
    macro = by_label * (averaged / max(averaged.sum(), 1))
    if of_macro and averaging.macro_f1 == "f1_of_averages":
        precision, recall = np.moveaxis(
            scores_of_columns(columns, "macro", averaging)[..., :2], -1, 0
        )
        macro[..., 2, :, :] = _of_harmonic_mean(
            precision[..., None, None],
            recall[..., None, None],
            macro[..., 0, :, :],
            macro[..., 1, :, :],
        )
    if of_macro:
        return macro
    total = support.sum(axis=-1)[..., None, None, None]
    weighted = by_label * divide(support[..., None, None, :], total)
    mean = scores_of_columns(columns, "weighted", averaging)
    weighted[..., 3, :] += divide(scores - mean[..., None], total[..., 0])
    # Without gold labels "weighted" is "macro".
    return np.where(total > 0, weighted, macro)


def influence_values(contributions, average, averaging):
    """Influence of each unit on the scores: n times the gradient times what the unit adds.

    Returns a float64 array of shape (n, 3), or (n, 3, m) for average None.
    """
    n = contributions.n_units
    gradient = n * gradients(contributions.total(average), average, averaging)
    if average in ("samples", "micro"):
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
    n = contributions.n_units
    systems = [contributions] if other is None else [contributions, other]
    if average is None:
        squares = np.zeros((3, contributions.n_labels))
        slopes = [n * gradients(system.total(None), None, averaging) for system in systems]
        for block in contributions.blocks():
            moves = [
                np.einsum("nkm,skm->nsm", system.columns(None, *block), slope)
                for system, slope in zip(systems, slopes, strict=True)
            ]
            apart = moves[0] if other is None else moves[0] - moves[1]
            squares += (apart**2).sum(axis=0)
    else:
        averagings = (averaging, averaging_of_other or averaging)[: len(systems)]
        moves = [
            influence_values(system, average, averaging_of_system)
            for system, averaging_of_system in zip(systems, averagings, strict=True)
        ]
        apart = moves[0] if other is None else moves[0] - moves[1]
        squares = (apart**2).sum(axis=0)
    if n == 1:
        return np.full_like(squares, np.nan)
    errors = np.sqrt(squares / (n * (n - 1)))
    return np.where(errors > ROUNDED_ERROR, errors, 0.0)


def _of_means(columns):
    """Derivatives of P / w, R / w and F / w by (P, R, F, w)."""
    weight = columns[..., -1:]
    number = columns.shape[-1] - 1
    gradient = np.zeros((*columns.shape[:-1], number, number + 1))
    for place in range(number):
        gradient[..., place, place] = divide(1.0, weight[..., 0])
    gradient[..., -1] = -divide(divide(columns[..., :-1], weight), weight)
    return gradient


def _of_ratios(columns, counting):
    """Derivatives of precision, recall and F1 by (tp, predicted, matched, support)."""
    tp, predicted, matched, support = np.moveaxis(columns, -1, 0)
    gradient = np.zeros((*columns.shape[:-1], 3, 4))
    precision = divide(tp, predicted)
    gradient[..., 0, 0] = divide(1.0, predicted)
    gradient[..., 0, 1] = -divide(precision, predicted)
    if counting == "two_sided":
        recall = divide(matched, support)
        gradient[..., 1, 2] = divide(1.0, support)
        gradient[..., 1, 3] = -divide(recall, support)
        gradient[..., 2, :] = _of_harmonic_mean(
            precision[..., None], recall[..., None], gradient[..., 0, :], gradient[..., 1, :]
        )
        return gradient
    gold = tp + (support - matched)
    recall = divide(tp, gold)
    gradient[..., 1, 0] = divide(1 - recall, gold)
    gradient[..., 1, 2] = divide(recall, gold)
    gradient[..., 1, 3] = -divide(recall, gold)
    both = tp + predicted + (support - matched)
    f1 = divide(2 * tp, both)
    gradient[..., 2, 0] = divide(2 - f1, both)
    gradient[..., 2, 1] = -divide(f1, both)
    gradient[..., 2, 2] = divide(f1, both)
    gradient[..., 2, 3] = -divide(f1, both)
    return gradient


def _of_harmonic_mean(a, b, slope_a, slope_b):
    """Derivatives of 2ab / (a + b) by what a and b have the given slopes by."""
    square = (a + b) ** 2
    return divide(2 * b * b, square) * slope_a + divide(2 * a * a, square) * slope_b


def _times(rows, gradient):
    """Sums of products of rows (n, k) with a gradient (s, k), in one order always."""
    return (rows[:, None, :] * gradient).sum(axis=-1)
