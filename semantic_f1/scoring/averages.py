"""Averages of counts: the formula of each row of the table of averages, and its slopes.

Slopes are derivatives of precision, recall and F1 by the columns that ``contributions`` describes.
Equation numbers refer to "Semantic F1 Scores: Fair Evaluation Under Fuzzy Class Boundaries"
(arXiv 2509.21633).
"""

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ..average_table import AVERAGES
from ..name_table import NameTable
from ..ratios import divide, harmonic_mean
from .exact_sums import ExactSum


class Scores(NamedTuple):
    """Semantic precision, recall and F1: three floats, or three arrays of shape (n_labels,)."""

    precision: float | np.ndarray
    recall: float | np.ndarray
    f1: float | np.ndarray


class Averaging(NamedTuple):
    """Choices that decide how counts become scores, for one average or several."""

    averages: tuple
    counting: str = "paper"
    macro_f1: str = "averaged_f1"
    macro_mask: np.ndarray | None = None
    own_masks: tuple | None = None  # the labels of each of several systems, if these differ
    n_averaged: int | np.ndarray | None = None  # labels of macro, those that counts lack too
    # Whether sums over labels of several counts at once are those of each alone, to the digit;
    # masks may then have the axes in front, too.
    exact: bool = False

    def of(self, system):
        """That of one of several systems, by its place."""
        if self.own_masks is None:
            return self
        return self._replace(macro_mask=self.own_masks[system], own_masks=None)

    def of_each(self, n):
        """Those of n systems."""
        return [self.of(system) for system in range(n)]

    @property
    def by_label(self):
        """True where some score needs the counts of each label."""
        return any(AVERAGES[average].needs_labels for average in self.averages)

    @property
    def of_examples(self):
        """True if all are means of the examples' scores."""
        return all(AVERAGES[average].counts == "examples" for average in self.averages)


class Counting(NamedTuple):
    """A way of counting recall: scores as quotients of sums of tp, predicted, matched and support.

    ``ratios`` gives numerator and denominator of precision, recall and F1, without F1 if it is the
    harmonic mean of both; ``derivatives`` has theirs by the four.
    """

    ratios: Callable
    derivatives: tuple

    def scores(self, *counts):
        """Precision, recall and F1."""
        found = [divide(*ratio) for ratio in self.ratios(*counts)]
        return Scores(*found) if len(found) == 3 else Scores(*found, harmonic_mean(*found))

    def slopes(self, columns):
        """Derivatives of the scores, (..., 3, 4), by columns with the four last."""
        ratios = self.ratios(*np.moveaxis(columns, -1, 0))
        slopes, scores = np.zeros((*columns.shape[:-1], 3, 4)), []
        for place, (ratio, derivatives) in enumerate(zip(ratios, self.derivatives, strict=True)):
            scores.append(divide(*ratio))
            for column, (above, below) in enumerate(zip(*derivatives, strict=True)):
                if above or below:
                    slopes[..., place, column] = divide(above - below * scores[-1], ratio[1])
        if len(ratios) == 2:
            means = (score[..., None] for score in scores)
            of_means = slopes[..., 0, :], slopes[..., 1, :]
            slopes[..., 2, :] = _slopes_of_harmonic_mean(*means, *of_means)
        return slopes


class Formula(NamedTuple):
    """An average: its scores from ``Counts``, the labels' scores and choices, and its slopes."""

    of_counts: Callable
    slopes: Callable


def average_scores(counts, average, choices=None, per_label=None, **options):
    """One average of the counts as Scores; ``options`` are the fields of an Averaging."""
    choices = choices or Averaging((average,), **options)
    if AVERAGES[average].needs_labels and per_label is None:
        per_label = label_scores(counts, choices.counting)
    return within_bounds(AVERAGE_FORMULAS[average].of_counts(counts, per_label, choices))


def average_slopes(columns, average, choices):
    """Derivatives of scores by columns, (..., 3, 4) or (..., 3, 4, m); 0 without a denominator."""
    return AVERAGE_FORMULAS[average].slopes(columns, choices)


def label_scores(counts, counting):
    """Scores of each label, before rounding errors above 1 are taken off."""
    of_labels = counts.tp, counts.predicted, counts.matched, counts.support
    return COUNTINGS[counting].scores(*of_labels)


def within_bounds(scores):
    """Scores are at most 1 by definition; a last-digit rounding error above it is taken off."""
    return Scores(*(np.minimum(x, 1.0) for x in scores))


def _sum_of_labels(values, choices):
    """Sums over the last axis; of one set of counts exact, so that no order of labels matters."""
    if values.ndim == 1:
        return math.fsum(values.tolist())
    return ExactSum.along_last(values).rounded() if choices.exact else values.sum(axis=-1)


def _paper_ratios(tp, predicted, matched, support):
    missed = support - matched
    return (tp, predicted), (tp, tp + missed), (2 * tp, tp + predicted + missed)


def _two_sided_ratios(tp, predicted, matched, support):
    return (tp, predicted), (matched, support)


def _slopes_of_harmonic_mean(a, b, slope_a, slope_b):
    """Derivatives of 2ab / (a + b) by what a and b have the given slopes by."""
    square = (a + b) ** 2
    return divide(2 * b * b, square) * slope_a + divide(2 * a * a, square) * slope_b


def _slopes_of_means(columns, choices):
    """Derivatives of P / w, R / w and F / w by (P, R, F, w)."""
    weight, number = columns[..., -1:], columns.shape[-1] - 1
    slopes = np.zeros((*columns.shape[:-1], number, number + 1))
    slopes[..., range(number), range(number)] = divide(1.0, weight)
    slopes[..., -1] = -divide(divide(columns[..., :-1], weight), weight)
    return slopes


def _of_totals(counts, per_label, choices):
    return COUNTINGS[choices.counting].scores(
        _sum_of_labels(counts.tp, choices),
        _sum_of_labels(counts.predicted, choices) + counts.unknown_predicted,
        _sum_of_labels(counts.matched, choices),
        _sum_of_labels(counts.support, choices) + counts.unknown_gold,
    )


def _slopes_of_labels(columns, choices):
    by_label = COUNTINGS[choices.counting].slopes(np.moveaxis(columns, -2, -1))
    # (..., m, 3, 4) to (..., 3, 4, m)
    return np.moveaxis(by_label, -3, -1)


def _mean_of_labels(per_label, choices):
    """Mean scores over the labels of macro."""
    mask, averaged, number = choices.macro_mask, per_label, choices.n_averaged
    if np.ndim(mask) > 1:
        # Each of several counts has its labels.
        averaged, number = [np.where(mask, x, 0) for x in per_label], mask.sum(axis=-1)
    elif mask is not None:
        averaged = [x[..., mask] for x in per_label]
    number = averaged[2].shape[-1] if number is None else number
    return Scores(*(divide(_sum_of_labels(x, choices), number) for x in averaged))


def _slopes_of_mean_of_labels(columns, choices):
    mask = choices.macro_mask
    averaged = np.ones(columns.shape[-1]) if mask is None else mask.astype(np.float64)
    return _slopes_of_labels(columns, choices) * (averaged / max(averaged.sum(), 1))


class MacroF1(NamedTuple):
    """A reading of macro F1: the scores from mean scores of labels, and the slopes from theirs."""

    of_means: Callable
    slopes: Callable


def _slopes_of_f1_of_averages(slopes, columns, choices):
    per_label = COUNTINGS[choices.counting].scores(*np.moveaxis(columns, -2, 0))
    means = within_bounds(_mean_of_labels(per_label, choices))
    precision, recall = (x[..., None, None] for x in means[:2])
    of_means = slopes[..., 0, :, :], slopes[..., 1, :, :]
    slopes[..., 2, :, :] = _slopes_of_harmonic_mean(precision, recall, *of_means)
    return slopes


def _means_by_support(per_label, support, choices):
    total = _sum_of_labels(support, choices)
    means = (divide(_sum_of_labels(x * support, choices), total) for x in per_label)
    return Scores(*means), total


def _weighted(counts, per_label, choices):
    scores, total = _means_by_support(per_label, counts.support, choices)
    if np.all(total > 0):
        return scores
    # Without gold labels "weighted" is "macro".
    either = zip(scores, _mean_of_labels(per_label, choices), strict=True)
    return Scores(*(np.where(total > 0, x, mean)[()] for x, mean in either))


def _slopes_of_weighted(columns, choices):
    support = columns[..., 3, :]
    total = support.sum(axis=-1)[..., None, None, None]
    per_label = COUNTINGS[choices.counting].scores(*np.moveaxis(columns, -2, 0))
    scores = np.stack(within_bounds(per_label), axis=-2)
    mean = np.stack(within_bounds(_means_by_support(per_label, support, choices)[0]), axis=-1)
    slopes = _slopes_of_labels(columns, choices) * divide(support[..., None, None, :], total)
    slopes[..., 3, :] += divide(scores - mean[..., None], total[..., 0])
    return np.where(total > 0, slopes, _slopes_of_mean_of_labels(columns, choices))


_OF_PRECISION = (1, 0, 0, 0), (0, 1, 0, 0)
COUNTINGS: NameTable[Counting] = NameTable(
    "counting",
    {
        "paper": Counting(
            _paper_ratios,
            (_OF_PRECISION, ((1, 0, 0, 0), (1, 0, -1, 1)), ((2, 0, 0, 0), (1, 1, -1, 1))),
        ),
        "two_sided": Counting(_two_sided_ratios, (_OF_PRECISION, ((0, 0, 1, 0), (0, 0, 0, 1)))),
    },
)
MACRO_F1S: NameTable[MacroF1] = NameTable(
    "macro_f1",
    {
        "averaged_f1": MacroF1(lambda scores: scores, lambda slopes, columns, choices: slopes),
        "f1_of_averages": MacroF1(
            lambda scores: scores._replace(f1=harmonic_mean(scores.precision, scores.recall)),
            _slopes_of_f1_of_averages,
        ),
    },
)
AVERAGE_FORMULAS: NameTable[Formula] = NameTable(
    "average",
    {
        "samples": Formula(
            lambda counts, per_label, choices: Scores(
                *divide(np.moveaxis(counts.samples, -1, 0), counts.weight)
            ),
            _slopes_of_means,
        ),
        "micro": Formula(
            _of_totals, lambda columns, choices: COUNTINGS[choices.counting].slopes(columns)
        ),
        "macro": Formula(
            lambda counts, per_label, choices: MACRO_F1S[choices.macro_f1].of_means(
                _mean_of_labels(per_label, choices)
            ),
            lambda columns, choices: MACRO_F1S[choices.macro_f1].slopes(
                _slopes_of_mean_of_labels(columns, choices), columns, choices
            ),
        ),
        "weighted": Formula(_weighted, _slopes_of_weighted),
        None: Formula(lambda counts, per_label, choices: per_label, _slopes_of_labels),
    },
)
