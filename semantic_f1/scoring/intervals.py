"""Confidence intervals of the scores of one system."""

from functools import partial
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from ..average_table import AVERAGES
from ..messages import odd_width, warn
from ..ratios import divide, harmonic_mean
from .averages import COUNTINGS
from .bootstrap import (
    MANY_UNITS,
    Smoother,
    block_of_units,
    drawn_units,
    pooled_prior,
    pseudo_example,
    pseudo_shapes,
    replicates,
    resampled_columns,
    resampled_sums,
    smoothing_scale,
)
from .contributions import scores_of_columns
from .influence import ROUNDED_ERROR, standard_errors
from .student_t import tail_share

INTERVAL_METHODS = ("smoothed", "bca", "percentile")
# Scores nearer than this are equal: they differ by rounding only.
SCORE_TIE = 1e-12
# Five units need 2,000 resamples for one to lie beyond the end of a 95% interval; they cost little.
FEW_UNITS, MOST_RESAMPLES_OF_FEW = 10, 20_000


class Interval(NamedTuple):
    """Scores with the ends of their confidence intervals: three float64 arrays of one shape."""

    estimate: np.ndarray
    low: np.ndarray
    high: np.ndarray


class Uncertainty(NamedTuple):
    """Scores of one average with their uncertainty.

    - ``interval``: Interval of precision, recall and F1, arrays of shape (3,), or (3, m) by label
    - ``standard_error``: likewise, by influence values; NaN for one unit
    """

    interval: Interval
    standard_error: np.ndarray


def score_intervals(
    examples,
    averaging,
    *,
    groups=None,
    n_resamples=1000,
    confidence_level=0.95,
    seed=0,
    method="smoothed",
):
    """Bootstrap confidence intervals of the scores of one system.

    Returns a dict of average -> Uncertainty.
    """
    units = examples.grouped(groups)
    n, drawn = units.n_units, drawn_units(units)
    share = tail_share(confidence_level, n)
    n_resamples = enough_resamples(n_resamples, share, n)
    totals = {average: units.total(average) for average in averaging.averages}
    estimates = {
        average: scores_of_columns(total, average, averaging) for average, total in totals.items()
    }
    errors = {average: standard_errors(units, average, averaging) for average in averaging.averages}
    ends = {average: [estimates[average]] for average in averaging.averages}
    plain = averaging.averages
    if method == "smoothed":
        plain = tuple(average for average in plain if AVERAGES[average].smoothing == "shares")
        pseudo = pseudo_example(examples, n)
        smoothers, statistics = {}, {}
        for average in averaging.averages:
            shapes = None
            if AVERAGES[average].macro:
                statistics[average] = partial(
                    macro_like_the_others, data=totals[average], averaging=averaging
                )
                likely = pooled_prior([totals[average]], averaging, (0.02, 0.98))
                shapes = pseudo_shapes(*likely, flat=0.5)
            scale = smoothing_scale(errors[average], pseudo, average)
            smoothers[average] = [Smoother(average, pseudo, scale, shapes, seed, 0)]
        of_resamples = replicates([drawn], averaging, n_resamples, seed, smoothers, statistics)
        for average, values in of_resamples.items():
            low, high = order_ends(values[0], share, (0.0, 1.0))
            if AVERAGES[average].macro:
                # Labels that nobody used could be like the others, or be missed altogether.
                low = low[0] * _share_seen(totals[average], averaging)
                high = high.max(axis=0)
            ends[average] += [low, high]
    if plain:
        kind = "bca" if method == "smoothed" else method
        for average, ends_of_average in _plain_ends(
            drawn, averaging._replace(averages=plain), n_resamples, seed, confidence_level, kind
        ).items():
            ends[average] += ends_of_average
    result = {}
    for average, of_average in ends.items():
        interval = Interval(
            estimates[average], np.min(of_average, axis=0), np.max(of_average, axis=0)
        )
        result[average] = Uncertainty(interval, errors[average])
        check_width(average, interval, errors[average], n, confidence_level)
    return result


def mean_intervals(
    values, *, weight=None, groups=None, n_resamples=1000, confidence_level=0.95, seed=0
):
    """BCa intervals of (weighted) means of values that may have no bounds, distances say.

    Returns an Uncertainty of arrays of shape (k,).
    """
    weight = np.ones(len(values)) if weight is None else weight / weight.max()
    rows = np.concatenate([values, np.ones((len(values), 1))], axis=1)

    def means(sums):
        return sums[..., :-1] / sums[..., -1:]

    def moves(rows, total):
        return (rows[:, :-1] - means(total) * rows[:, -1:]) / total[-1]

    rows *= (weight / weight.mean())[:, None]
    return _intervals_of_sums(rows, means, moves, groups, n_resamples, confidence_level, seed)


def correlation_intervals(
    first, second, *, weight=None, groups=None, n_resamples=1000, confidence_level=0.95, seed=0
):
    """BCa interval of Pearson's correlation of two values of each example.

    Returns an Uncertainty of arrays of shape (1,); resamples in which a side is constant are left
    out.
    """
    weight = np.ones(len(first)) if weight is None else weight / weight.max()
    first, second = (side.reshape(len(side), -1) for side in (first, second))
    m = first.shape[1]
    # About their means, so that sums of squares keep their digits.
    x, y = (side - np.average(side, axis=0, weights=weight) for side in (first, second))

    def of_columns(sums):
        """The six sums of each column: rows of shape (..., m, 6)."""
        parts = np.moveaxis(sums[..., :-1].reshape(*sums.shape[:-1], 5, m), -2, -1)
        ones = np.broadcast_to(sums[..., -1:, None], (*sums.shape[:-1], m, 1))
        return np.concatenate([parts, ones], axis=-1)

    def correlations(sums):
        return correlation_of_sums(of_columns(sums)).mean(axis=-1, keepdims=True)

    def moves(rows, total):
        by_column = [
            _moves_of_correlation(of_columns(rows)[:, column], of_columns(total)[column])
            for column in range(m)
        ]
        return np.mean(by_column, axis=0)[:, None]

    rows = np.concatenate([x, y, x**2, y**2, x * y, np.ones((len(x), 1))], axis=1)
    rows *= (weight / weight.mean())[:, None]
    return _intervals_of_sums(
        rows, correlations, moves, groups, n_resamples, confidence_level, seed
    )


def _moves_of_correlation(rows, total):
    """By how much each row of six sums moves the correlation of their total, to first order."""
    mean = total / total[-1]
    spread = np.sqrt(mean[2:4] - mean[:2] ** 2)
    r = correlation_of_sums(total)
    standardized = (rows[:, :2] - mean[:2] * rows[:, 5:]) / spread
    squares = (standardized / np.where(rows[:, 5:] > 0, np.sqrt(rows[:, 5:]), 1)) ** 2
    product = standardized.prod(axis=1) / np.where(rows[:, 5] > 0, rows[:, 5], 1)
    return (product - r * squares.sum(axis=1) / 2) / total[-1]


def correlation_of_sums(sums):
    """Pearson's correlation from sums of x, y, x^2, y^2, xy and 1; NaN where a side is constant."""
    x, y, xx, yy, xy = np.moveaxis(sums[..., :5] / sums[..., 5:], -1, 0)
    spread_x, spread_y = xx - x * x, yy - y * y
    varies = (spread_x > SCORE_TIE * xx) & (spread_y > SCORE_TIE * yy)
    scale = np.sqrt(np.where(varies, spread_x * spread_y, 1))
    return np.where(varies, np.clip((xy - x * y) / scale, -1, 1), np.nan)


def _intervals_of_sums(rows, statistic, moves, groups, n_resamples, confidence_level, seed):
    """BCa intervals of a statistic of sums of rows.

    ``statistic`` takes sums with any axes in front to k values; ``moves`` gives from rows and
    their sum by how much each row moves them, to first order.
    """
    n = len(rows)
    total = rows.sum(axis=0)
    estimate = statistic(total)
    influence = moves(rows, total)
    if groups is not None:
        n = int(groups.max()) + 1
        rows, influence = (
            np.stack([np.bincount(groups, column, minlength=n) for column in table.T], axis=1)
            for table in (rows, influence)
        )
    error = np.full(len(estimate), np.nan)
    if n > 1:
        error = np.sqrt(n * (influence**2).sum(axis=0) / (n - 1))
        error = np.where(error > ROUNDED_ERROR * np.maximum(np.abs(estimate), 1), error, 0.0)
    drawn = rows
    if n > MANY_UNITS:
        codes = block_of_units(n)
        drawn = np.stack([np.bincount(codes, column) for column in rows.T], axis=1)
    resampled = np.empty((n_resamples, len(estimate)))
    for place, _, (sums,) in resampled_sums([drawn], n_resamples, seed):
        resampled[place] = statistic(sums)
    resampled = resampled[np.isfinite(resampled).all(axis=1)]
    if not len(resampled):
        nothing = np.full(len(estimate), np.nan)
        return Uncertainty(Interval(estimate, nothing, nothing), error)
    skew = 0.0
    if n > 1:
        left = statistic(total - drawn)
        left = left[np.isfinite(left).all(axis=1)]
        skew = _skewness(len(drawn) * (estimate - left)) if len(left) else 0.0
    low, high = percentile_ends(estimate, resampled, confidence_level, "bca", skew)
    interval = Interval(estimate, np.minimum(low, estimate), np.maximum(high, estimate))
    return Uncertainty(interval, error)


def check_width(average, interval, standard_error, n, confidence_level):
    """Warn where blocks of many units make an interval that standard errors speak against.

    Only where ten units or more move the score: near its bounds intervals are wider on purpose.
    """
    if n <= MANY_UNITS or AVERAGES[average].needs_labels:
        return
    width = 2 * NormalDist().inv_cdf((1 + confidence_level) / 2) * standard_error
    ratio = ((interval.high - interval.low) / width)[standard_error * n >= np.sqrt(FEW_UNITS)]
    odd = ratio[(ratio < 0.8) | (ratio > 1.25)]
    if len(odd):
        warn(odd_width(average, odd[0]))


def enough_resamples(n_resamples, share, n):
    """As many resamples as were asked for; of few units more, so that some lie in the tails."""
    if n < FEW_UNITS and share > 0:
        return max(n_resamples, min(int(np.ceil(2 / share)), MOST_RESAMPLES_OF_FEW))
    return n_resamples


def order_ends(values, share, bounds):
    """Ends of intervals: order statistics with a share of the replicates beyond each.

    Where no replicate lies that far out, the ends are the bounds of the score.

    Returns two float64 arrays of shape (...).
    """
    number = len(values)
    place = int(np.floor(share * (number + 1) + 1e-9))
    if place < 1:
        return tuple(np.full(values.shape[1:], bound) for bound in bounds)
    ordered = np.partition(values, sorted({place - 1, number - place}), axis=0)
    return ordered[place - 1], ordered[number - place]


def percentile_ends(estimate, values, confidence_level, kind, skew=0.0):
    """Ends of intervals, percentiles of the replicates, plain or bias-corrected and accelerated.

    Returns two float64 arrays of shape S, low and high. Where all resamples lie on one side of the
    estimate, "bca" counts half a resample on the other.
    """
    tails = np.array([(1 - confidence_level) / 2, (1 + confidence_level) / 2])
    shares = np.reshape(tails, (2,) + (1,) * np.ndim(estimate))
    if kind == "bca":
        shares = _bca_shares(shares, estimate, values, skew)
    ordered = np.sort(values, axis=0)
    place = np.broadcast_to(shares, (2, *ordered.shape[1:])) * (len(ordered) - 1)
    below = np.floor(place).astype(np.intp)
    low = np.take_along_axis(ordered, below, axis=0)
    high = np.take_along_axis(ordered, np.minimum(below + 1, len(ordered) - 1), axis=0)
    return low + (high - low) * (place - below)


def acceleration(units, statistic, columns):
    """Acceleration of "bca": the change of a score's spread with its value, by the jackknife.

    Returns a float64 array, 0 where no unit left out changes the score.
    """
    whole = units.total(columns)
    estimate = statistic(whole)
    changes = [
        units.n_units * (estimate - statistic(whole - units.columns(columns, *block)))
        for block in units.blocks()
    ]
    return _skewness(np.concatenate(changes))


def macro_readings(columns, data, averaging):
    """Macro scores over the labels that a resample has, in two readings.

    A rare label is missing from many resamples, and its score, 0/0, would count 0 there: far more
    often than in the data. So each mean is over the labels for which the score is not 0/0. Labels
    that the data itself lacks count 0 in the first reading, as in the data's own macro scores, and
    like the mean of the others in the second.

    Returns a float64 array of shape (..., 2, 3): precision, recall and F1 in each reading.
    """
    mask = slice(None) if averaging.macro_mask is None else averaging.macro_mask
    scores = scores_of_columns(columns, None, averaging)[..., mask]
    here, in_data = (
        np.stack(_defined(values, averaging.counting), axis=-2)[..., mask]
        for values in (columns, data)
    )
    second = divide((scores * here).sum(axis=-1), here.sum(axis=-1))
    readings = np.stack([second * in_data.mean(axis=-1), second], axis=-2)
    if averaging.macro_f1 == "f1_of_averages":
        readings[..., 2] = harmonic_mean(readings[..., 0], readings[..., 1])
    return readings


def macro_like_the_others(columns, data, averaging):
    """Macro scores of smoothed resamples, and those with what is unknown like the rest.

    A label that was never predicted has no precision, one that is never gold no recall; in the
    second reading such labels have the mean of the others.

    Returns a float64 array of shape (..., 2, 3): precision, recall and F1 in each reading.
    """
    mask = slice(None) if averaging.macro_mask is None else averaging.macro_mask
    scores = scores_of_columns(columns, None, averaging)[..., mask]
    tp, predicted, matched, support = data[..., mask]
    gold = COUNTINGS[averaging.counting].gold(tp, predicted, matched, support)
    known = np.stack([predicted > 0, gold > 0, predicted + support > 0])
    second = divide((scores * known).sum(axis=-1), known.sum(axis=-1))
    if averaging.macro_f1 == "f1_of_averages":
        second[..., 2] = harmonic_mean(second[..., 0], second[..., 1])
    return np.stack([scores_of_columns(columns, "macro", averaging), second], axis=-2)


def _plain_ends(drawn, averaging, n_resamples, seed, confidence_level, kind):
    """Ends without smoothing, a list of arrays for each average; macro's are of both readings."""
    totals = {average: drawn.total(average) for average in averaging.averages}

    def statistic(columns, average):
        if AVERAGES[average].macro:
            return macro_readings(columns, totals[average], averaging)
        return scores_of_columns(columns, average, averaging)

    estimates = {average: statistic(total, average) for average, total in totals.items()}
    values = {
        average: np.empty((n_resamples, *estimate.shape)) for average, estimate in estimates.items()
    }
    for place, _, columns in resampled_columns([drawn], averaging.averages, n_resamples, seed):
        for average, of_systems in columns.items():
            values[average][place] = statistic(of_systems[0], average)
    result = {}
    for average, estimate in estimates.items():
        skew = 0.0
        if kind == "bca":
            skew = acceleration(drawn, partial(statistic, average=average), average)
        ends = percentile_ends(estimate, values[average], confidence_level, kind, skew)
        result[average] = [
            reading for end in ends for reading in (end if AVERAGES[average].macro else [end])
        ]
    return result


def _skewness(changes):
    """The skewness of n changes (n, ...) over 6 sqrt(n), 0 where there is no spread."""
    about = changes - changes.mean(axis=0)
    square = (about**2).sum(axis=0)
    moves = square / len(changes) > SCORE_TIE
    return np.where(moves, (about**3).sum(axis=0), 0) / (6 * np.where(moves, square, 1) ** 1.5)


def _bca_shares(shares, estimate, values, skew):
    """Shares of the resamples below the ends of BCa intervals, from those of plain percentiles."""
    normal = NormalDist()
    quantile, cumulative = (np.vectorize(f, otypes=[float]) for f in (normal.inv_cdf, normal.cdf))
    # Resamples that equal the estimate count half on either side.
    below = (values < estimate - SCORE_TIE).sum(axis=0) + (values <= estimate + SCORE_TIE).sum(
        axis=0
    )
    half = 1 / (2 * len(values))
    bias = quantile(np.clip(below * half, half, 1 - half))
    shifted = bias + quantile(shares)
    # Beyond the pole the share is 0 or 1.
    return cumulative(bias + shifted / np.maximum(1 - skew * shifted, SCORE_TIE))


def _defined(columns, counting):
    """Mask of the labels whose precision, recall and F1 have a denominator above 0."""
    return COUNTINGS[counting].defined(*np.moveaxis(columns, -2, 0))


def _share_seen(columns, averaging):
    """The share of macro's labels that are gold or predicted somewhere."""
    seen = (columns[1] > 0) | (columns[3] > 0)
    return (seen if averaging.macro_mask is None else seen[averaging.macro_mask]).mean()
