"""Confidence intervals of the scores of one system."""

from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from ..average_table import AVERAGES
from ..messages import warn
from ..ratios import SCORE_TIE, divide, harmonic_mean
from .averages import COUNTINGS, Averaging
from .bootstrap import (
    DRAWN_BLOCKS,
    MANY_UNITS,
    block_of_units,
    pooled_prior,
    pseudo_shapes,
    resampled_sums,
)
from .contributions import ROUNDED_ERROR, scores_of_columns, summed_rows
from .statistic import FEW_UNITS
from .student_t import student_quantile

# Means of scores of examples, as "samples" is.
MEANS = Averaging(("samples",))


class Interval(NamedTuple):
    """Scores with the ends of their confidence intervals: three float64 arrays of one shape."""

    estimate: np.ndarray
    low: np.ndarray
    high: np.ndarray


def order_ends(values, share, bounds, estimate=None):
    """Ends with a share of the values beyond each, or ``bounds``; they reach the ``estimate``."""
    number = len(values)
    place = int(np.floor(share * (number + 1) + 1e-9))
    if place < 1:
        ends = [np.full(values.shape[1:], bound) for bound in bounds]
    else:
        ordered = np.partition(values, sorted({place - 1, number - place}), axis=0)
        ends = np.clip([ordered[place - 1], ordered[number - place]], *bounds)
    if estimate is None:
        return tuple(ends)
    return np.minimum(ends[0], estimate), np.maximum(ends[1], estimate)


def score_intervals(statistic):
    """Average -> Interval of the scores, by the smoothed bootstrap with tails of t, and standard
    errors, NaN for one unit: (S, 3), or (S, 3, m), of S systems.
    """
    averages, choices = statistic.averaging.averages, statistic.choices
    systems, number = range(len(choices)), statistic.enough
    found, smoothers, values = {}, {}, {}
    for average in averages:
        found[average] = statistic.estimates(average)
        shapes = [None for _ in systems]
        if AVERAGES[average].macro:
            of_systems = zip(found[average][0], choices, strict=True)
            likely = (pooled_prior([total], own, (0.02, 0.98)) for total, own in of_systems)
            shapes = [pseudo_shapes(*of_system, flat=0.5) for of_system in likely]
        smoothers[average] = statistic.smoothers(average, shapes, [0 for _ in systems])
    for place, _, columns in statistic.resampled(averages, number, statistic.seed):
        for average, of_systems in columns.items():
            for i, own in enumerate(of_systems):
                smoothed = smoothers[average][i].added_to(own)
                if AVERAGES[average].macro:
                    scores = macro_like_the_others(smoothed, found[average][0][i], choices[i])
                else:
                    scores = scores_of_columns(smoothed, average, choices[i])
                shape = number, len(systems), *scores.shape[1:]
                values.setdefault(average, np.empty(shape))[place, i] = scores
    result, least, scale = {}, statistic.least, statistic.scale
    for average, (totals, estimate, error) in found.items():
        low, high = order_ends(values[average], statistic.share, (0.0, 1.0))
        if AVERAGES[average].macro:
            # Labels that nobody used could be like the others, or be missed altogether.
            used = [
                ((x[1] > 0) | (x[3] > 0))[_labels(own)]
                for x, own in zip(totals, choices, strict=True)
            ]
            seen = [divide(x.sum(), len(x)) for x in used]
            low, high = low[:, 0] * np.reshape(seen, (-1, 1)), high.max(axis=1)
        if AVERAGES[average].smoothing == "shares" and statistic.n > 1:
            # By the standard error too: smoothed alone it holds too rarely if labels are rare.
            reach = student_quantile((1 + statistic.confidence_level) / 2, statistic.df) * error
            low, high = np.minimum(low, estimate - reach), np.maximum(high, estimate + reach)
            low, high = np.maximum(low, 0), np.minimum(high, 1)
        interval = Interval(estimate, np.minimum(low, estimate), np.maximum(high, estimate))
        check_width(average, interval, error, statistic)
        interval = Interval(*(least + scale * x for x in interval))
        result[average] = interval, scale * error
    return result


def correlation_interval(statistic, first, second):
    """Ends and standard error of the mean over columns of Pearson's correlation, or NaN."""
    kept, groups, n = statistic.kept, statistic.groups, statistic.n
    first, second = (side[kept].reshape(kept.sum(), -1) for side in (first, second))
    weight = np.ones(len(first)) if statistic.weight is None else statistic.weight[kept]
    weight = weight / weight.max()
    # About their means, so that sums of squares keep their digits.
    x, y = (side - np.average(side, axis=0, weights=weight) for side in (first, second))
    rows = np.stack([x, y, x**2, y**2, x * y, np.ones_like(x)], axis=-1)
    rows *= (weight / weight.mean())[:, None, None]
    total = rows.sum(axis=0)
    of_columns = correlation_of_sums(total)
    estimate = of_columns.mean()
    # By how much each row moves the correlations, to first order.
    mean, number = total / total[:, 5:], rows[..., 5:]
    spread = np.sqrt(mean[:, 2:4] - mean[:, :2] ** 2)
    standardized = (rows[..., :2] - mean[:, :2] * number) / spread
    squares = (standardized / np.where(number > 0, np.sqrt(number), 1)) ** 2
    product = standardized.prod(axis=-1) / np.where(number > 0, number, 1)[..., 0]
    moves = (product - of_columns * squares.sum(axis=-1) / 2) / total[:, 5]
    moves, rows = moves.mean(axis=1), rows.reshape(len(rows), -1)
    if groups is not None:
        rows, moves = summed_rows(rows, groups, n), np.bincount(groups, moves, minlength=n)
    error = np.nan
    if n > 1:
        error = np.sqrt(n * (moves**2).sum() / (n - 1))
        error = error if error > ROUNDED_ERROR * max(abs(estimate), 1) else 0.0
    drawn = summed_rows(rows, block_of_units(n), DRAWN_BLOCKS) if n > MANY_UNITS else rows
    values = np.empty(statistic.enough)
    for place, _, (sums,) in resampled_sums([drawn], len(values), statistic.seed):
        values[place] = correlation_of_sums(sums.reshape(len(sums), -1, 6)).mean(axis=1)
    values = values[np.isfinite(values)]
    if not len(values):
        return np.nan, np.nan, error
    return *order_ends(values, statistic.share, (-1.0, 1.0), estimate), error


def correlation_of_sums(sums):
    """Pearson's correlation from sums of x, y, x^2, y^2, xy and 1; NaN where a side is constant."""
    x, y, xx, yy, xy = np.moveaxis(sums[..., :5] / sums[..., 5:], -1, 0)
    spread_x, spread_y = xx - x * x, yy - y * y
    varies = (spread_x > SCORE_TIE * xx) & (spread_y > SCORE_TIE * yy)
    # The product of spreads leaves float64 if uneven weights make both small.
    unit = np.where(varies & (spread_x * spread_y < 1e-280), 2.0**700, 1.0)
    scale = np.sqrt(np.where(varies, (unit * spread_x) * (unit * spread_y), 1))
    return np.where(varies, np.clip(unit * (xy - x * y) / scale, -1, 1), np.nan)


def check_width(average, interval, standard_error, statistic):
    """Warn of an interval from blocks of units that errors speak against, if ten units move it."""
    n = statistic.n
    if n <= MANY_UNITS or AVERAGES[average].needs_labels:
        return
    width = 2 * NormalDist().inv_cdf((1 + statistic.confidence_level) / 2) * standard_error
    ratio = ((interval.high - interval.low) / width)[standard_error * n >= np.sqrt(FEW_UNITS)]
    odd = ratio[(ratio < 0.8) | (ratio > 1.25)]
    if len(odd):
        what = "a mean over the examples" if AVERAGES[average].counts == "examples" else average
        warn(
            f"intervals: that of {what} is {odd[0]:.2f} times as wide as its standard error says: "
            "it rests on few of the rows (uneven weights, or groups of very uneven sizes)."
        )


def macro_like_the_others(columns, data, averaging):
    """Macro scores of smoothed resamples, and those with what is unknown like the rest.

    A label that was never predicted has no precision, one that is never gold no recall; in the
    second reading, of two along the last axis but one, such labels have the mean of the others.
    """
    labels = _labels(averaging)
    scores = scores_of_columns(columns, None, averaging)[..., labels]
    ratios = COUNTINGS[averaging.counting].ratios(*data[..., labels])
    _, predicted, _, support = data[..., labels]
    known = np.stack([predicted > 0, ratios[1][1] > 0, predicted + support > 0])
    second = divide((scores * known).sum(axis=-1), known.sum(axis=-1))
    if averaging.macro_f1 == "f1_of_averages":
        second[..., 2] = harmonic_mean(second[..., 0], second[..., 1])
    return np.stack([scores_of_columns(columns, "macro", averaging), second], axis=-2)


def _labels(averaging):
    """Index of macro's labels."""
    return slice(None) if averaging.macro_mask is None else averaging.macro_mask
