"""Correlations of two values of the same things, and indices of threshold curves.

Section numbers refer to arXiv 2509.21633.
"""

import math
from collections.abc import Callable

import numpy as np

from ..messages import entries_of, expected
from ..name_table import NameTable
from ..ratios import SCORE_TIE
from ..scoring.intervals import correlation_of_sums


def finite_number(argument, value):
    """A finite number as a float; text is none."""
    try:
        number = math.nan if isinstance(value, (str, bytes)) or np.ndim(value) else float(value)
    except (TypeError, ValueError, OverflowError):
        number = math.nan
    if not math.isfinite(number):
        raise expected(argument, "a finite number", value)
    return number


def finite_numbers(argument, values):
    """A float64 array of a sequence of finite numbers."""
    values = entries_of(argument, values, "a sequence of finite numbers")
    return np.array([finite_number(f"{argument}[{i}]", value) for i, value in enumerate(values)])


def _pearson_of_weights(x, y, ddof):
    rows = _moment_rows(x, y)
    return lambda weight: np.nan_to_num(correlation_of_sums(weight @ rows))


def _concordance_of_weights(x, y, ddof):
    """Lin 1989: 2 s_xy / (s_x ** 2 + s_y ** 2 + (mean x - mean y) ** 2); 0 if both are still."""
    rows, shift = _moment_rows(x, y), x.mean() - y.mean()

    def of_weights(weight):
        *sums, n = np.moveaxis(weight @ rows, -1, 0)
        mean_x, mean_y, xx, yy, xy = (values / n for values in sums)
        spread = np.maximum(xx - mean_x**2, 0) + np.maximum(yy - mean_y**2, 0)
        factor = n / (n - ddof)
        total = factor * spread + (mean_x - mean_y + shift) ** 2
        value = 2 * factor * (xy - mean_x * mean_y) / np.where(total > 0, total, 1)
        return np.clip(np.where(spread <= SCORE_TIE**2, 0, value), -1, 1)

    return of_weights


def _moment_rows(x, y):
    """Rows whose weighted sums give all moments, as ``correlation_of_sums`` takes them."""
    # About the means, so that squares keep their digits.
    x, y = x - x.mean(), y - y.mean()
    return np.stack([x, y, x * x, y * y, x * y, np.ones(len(x))], axis=1)


def _spearman_of_weights(x, y, ddof):
    places = [_distinct_places(values) for values in (x, y)]

    def of_weights(weight):
        total = weight.sum(axis=1, keepdims=True)
        ranks = [_weighted_ranks(weight, codes) for codes in places]
        a, b = (rank - (weight * rank).sum(axis=1, keepdims=True) / total for rank in ranks)
        return _cosine(*((weight * p).sum(axis=1) for p in (a * b, a * a, b * b)))

    return of_weights


def _kendall_of_weights(x, y, ddof):
    codes = map(_distinct_places, (x, y))
    a, b = (np.sign(own[:, None] - own).astype(np.float64) for own in codes)
    tables = a * b, np.abs(a), np.abs(b)
    return lambda weight: _cosine(*(((weight @ t) * weight).sum(axis=1) for t in tables))


def _cosine(product, square_x, square_y):
    norm = np.sqrt(square_x * square_y)
    moves = norm > SCORE_TIE
    return np.clip(np.where(moves, product / np.where(moves, norm, 1), 0), -1, 1)


def _distinct_places(values):
    """The number of each value among the distinct ones, in order; rounding makes none."""
    order = np.argsort(values, kind="stable")
    codes = np.zeros(len(values), np.int64)
    codes[order[1:]] = np.cumsum(np.diff(values[order]) > SCORE_TIE)
    return codes


def _weighted_ranks(weight, codes):
    """Mid-ranks of values that come as often as the weights (B, n) give."""
    order = np.argsort(codes, kind="stable")
    starts = np.flatnonzero(np.diff(codes[order], prepend=-1))
    of_value = np.add.reduceat(weight[:, order], starts, axis=1)
    return (np.cumsum(of_value, axis=1) - (of_value - 1) / 2)[:, codes]


# Functions of both sides and ddof that give the correlation as a function of the pairs' weights
# (B, n).
CORRELATIONS: NameTable[Callable] = NameTable(
    "method",
    {
        "pearson": _pearson_of_weights,
        "spearman": _spearman_of_weights,
        "kendall": _kendall_of_weights,
        "ccc": _concordance_of_weights,
    },
)


def correlation(name, a, b):
    """One of CORRELATIONS; 0 if all values of either side are equal except for rounding."""
    a, b = (np.asarray(side, dtype=np.float64) for side in (a, b))
    if min(np.ptp(a), np.ptp(b)) <= SCORE_TIE:
        return 0.0
    return float(CORRELATIONS[name](a, b, 0)(np.ones((1, len(a))))[0])


def monotonicity(thresholds, scores):
    """Minus Kendall's tau-b of scores and thresholds (section 4.3.3): 1 if every step is down."""
    return 0.0 - correlation("kendall", thresholds, scores)


def smoothness(scores):
    """Mean size of a curve's steps over its range (section 4.3.3); lower is smoother."""
    extent = np.ptp(scores)
    return float(np.abs(np.diff(scores)).mean() / extent) if extent > SCORE_TIE else 0.0
