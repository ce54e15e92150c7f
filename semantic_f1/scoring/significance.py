"""Differences of systems on the same examples: intervals and tests that agree with each other.

Three tests of whether two scores are equal:

- "bootstrap": the smoothed paired bootstrap, inverted: p <= .05 exactly where the 95% interval of
  the difference leaves out 0.
- "bootstrap_t": the paired bootstrap of the difference over its standard error, which each
  resample has its own of (Efron & Tibshirani 1993, chapter 16; for clusters Cameron, Gelbach &
  Miller 2008).
- "permutation": swaps of the two systems' outputs (Yeh 2000). It tests whether the systems are
  exchangeable, not whether their scores are equal: systems of one score that predict one label and
  ten labels an example are told apart in about half of all data sets.
"""

from itertools import combinations
from typing import NamedTuple

import numpy as np

from ..average_table import AVERAGES
from .averages import average_slopes
from .bootstrap import (
    RESAMPLED_VALUES,
    ExactSums,
    Smoother,
    drawn_units,
    pooled_prior,
    pseudo_example,
    pseudo_shapes,
    replicates,
    resampled_columns,
    smoothing_scale,
    streams_by_content,
)
from .contributions import column_kind, scores_of_columns
from .influence import standard_errors, standard_errors_of_differences
from .intervals import SCORE_TIE, Interval, check_width, enough_resamples, order_ends
from .student_t import tail_share, two_sided_p_values

TESTS = ("auto", "bootstrap", "bootstrap_t", "permutation")


class Comparison(NamedTuple):
    """Differences of p pairs of S systems in one average; s is (3,), or (3, m) by label.

    - ``pairs``: int array of shape (p, 2), the systems (a, b) of each pair, a < b
    - ``scores``: (S, *s), precision, recall and F1 of each system
    - ``difference``: Interval of (p, *s), the score of a less that of b
    - ``standard_error``: (p, *s), of the difference, by influence values; NaN for one unit
    - ``p_value``: (p, *s), two-sided; not adjusted
    - ``test``: "bootstrap", "bootstrap_t" or "permutation"
    - ``n_units``: int, examples or groups
    - ``observed``, ``replicated``: (p, *s) and (B, p, *s), the size of the difference over its
      standard error, in the data and, about its mean, in resamples: for :mod:`ranks`
    """

    pairs: np.ndarray
    scores: np.ndarray
    difference: Interval
    standard_error: np.ndarray
    p_value: np.ndarray
    test: str
    n_units: int
    observed: np.ndarray
    replicated: np.ndarray


def paired_comparisons(
    systems,
    averaging,
    *,
    groups=None,
    n_resamples=1000,
    confidence_level=0.95,
    seed=0,
    test="auto",
):
    """Two or more systems on the same examples.

    Returns a dict of average -> Comparison.
    """
    units = [each.grouped(groups) for each in systems]
    in_groups = units[0].n_units < systems[0].n_units
    drawn = [drawn_units(each) for each in units]
    pairs = np.array(list(combinations(range(len(systems)), 2)))
    share = tail_share(confidence_level, units[0].n_units)
    result = {}
    for average in averaging.averages:
        used = test
        if test in ("auto", "permutation"):
            used = (
                "bootstrap_t"
                if AVERAGES[average].smoothing == "shares" or in_groups
                else "bootstrap"
            )
        own_averaging = averaging._replace(averages=(average,))
        totals = [each.total(average) for each in units]
        scores = np.stack(
            [scores_of_columns(x, average, averaging.of(i)) for i, x in enumerate(totals)]
        )
        difference = np.stack([scores[a] - scores[b] for a, b in pairs])
        # A difference by rounding alone is none.
        difference = np.where(np.abs(difference) <= SCORE_TIE, 0, difference)
        error = standard_errors_of_differences(units, pairs, average, averaging)
        n = units[0].n_units
        if used == "bootstrap":
            number = enough_resamples(n_resamples, share, n)
            smoothers = {
                average: paired_smoothers(systems, units, totals, average, averaging, seed)
            }
            values = replicates(drawn, own_averaging, number, seed, smoothers)[average]
            apart = np.stack([values[a] - values[b] for a, b in pairs], axis=1)
            low, high = order_ends(apart, share, (-1.0, 1.0))
            p_value = inverted_p_values(difference, apart, n)
            observed, replicated = standardized(apart)
        else:
            observed, replicated, spread = _bootstrap_t(
                drawn, pairs, own_averaging, n_resamples, seed, difference
            )
            low, high, p_value = _t_ends(
                difference, observed, replicated, spread, 1 - confidence_level
            )
            if n < 2:
                low, high = np.full_like(low, -1), np.full_like(high, 1)
                p_value = np.ones_like(p_value)
        if test == "permutation":
            used = test
            p_value = _permutation_p_values(
                drawn, pairs, own_averaging, n_resamples, seed, difference
            )
        interval = Interval(difference, np.minimum(low, difference), np.maximum(high, difference))
        check_width(average, interval, error, n, confidence_level)
        result[average] = Comparison(
            pairs, scores, interval, error, p_value, used, n, observed, replicated
        )
    return result


def paired_smoothers(systems, units, totals, average, averaging, seed):
    """One Smoother a system; labels are expected to be like the others of all systems."""
    shapes, streams = None, streams_by_content(systems, average)
    if AVERAGES[average].macro:
        in_order = [totals[i] for i in np.argsort(streams, kind="stable")]
        likely = pooled_prior(in_order, averaging, (0.1, 0.9))
        shapes = pseudo_shapes(*likely, flat=0.0)
    n_units = units[0].n_units
    smoothers = []
    for place, (examples, of_units) in enumerate(zip(systems, units, strict=True)):
        pseudo = pseudo_example(examples, n_units)
        error = standard_errors(of_units, average, averaging.of(place))
        scale = smoothing_scale(error, pseudo, average)
        smoothers.append(Smoother(average, pseudo, scale, shapes, seed, streams[place]))
    return smoothers


def inverted_p_values(difference, replicated, n):
    """Two-sided p-values from resampled differences, <= alpha where the interval leaves out 0.

    Returns a float64 array of shape S.
    """
    beyond = np.where(difference > 0, (replicated <= 0).sum(axis=0), (replicated >= 0).sum(axis=0))
    share = np.minimum((beyond + 1) / (len(replicated) + 1), 0.5)
    return two_sided_p_values(np.where(difference == 0, 0.5, share), n)


def standardized(replicated):
    """Sizes of differences over their standard deviation, of resamples (B, ...) and about them.

    Returns two float64 arrays: (...), that of the mean of the resamples, and (B, ...), those of the
    resamples about their mean; 0 where they don't differ.
    """
    mean = replicated.mean(axis=0)
    about = np.abs(replicated - mean)
    spread = np.sqrt((about**2).mean(axis=0))
    moves = spread > SCORE_TIE
    spread = np.where(moves, spread, 1)
    sure = np.where(np.abs(mean) > SCORE_TIE, np.inf, 0.0)
    return np.where(moves, np.abs(mean) / spread, sure), np.where(moves, about / spread, 0.0)


def upper_quantile(replicated, share):
    """The order statistic that a share of (B, ...) values reach, counting the data as one more.

    Infinite where so few values have no such share.
    """
    number = len(replicated)
    place = int(np.floor(share * (number + 1) + 1e-9))
    if place < 1:
        return np.full(replicated.shape[1:], np.inf)
    return np.partition(replicated, number - place, axis=0)[number - place]


def _bootstrap_t(drawn, pairs, averaging, n_resamples, seed, difference):
    """Sizes of t: of the data (p, ...), of the resamples (B, p, ...); and the standard errors."""
    (average,) = averaging.averages
    n = drawn[0].n_units
    kind = column_kind(average)
    rows = [_ExactProducts(each.columns(kind), average is None) for each in drawn]
    whole = np.ones((1, n))
    _, errors = _with_errors(
        whole, [each.total(average)[None] for each in drawn], rows, pairs, average, averaging
    )
    spread = errors[0]
    observed = _size_of_t(np.abs(difference), spread)
    replicated = np.empty((n_resamples, *difference.shape))
    for place, times, columns in resampled_columns(drawn, (average,), n_resamples, seed):
        step = max(1, RESAMPLED_VALUES // (3 * n * len(drawn)))
        for start in range(0, len(times), step):
            part = slice(start, start + step)
            scores, of_resample = _with_errors(
                times[part],
                [of_system[part] for of_system in columns[average]],
                rows,
                pairs,
                average,
                averaging,
            )
            apart = np.stack([scores[a] - scores[b] for a, b in pairs], axis=1)
            into = replicated[place][part]
            into[:] = _size_of_t(np.abs(apart - difference), of_resample)
    return observed, replicated, spread


def _with_errors(times, columns, rows, pairs, average, averaging):
    """Scores (S, B, ...) of resamples and standard errors (B, p, ...) of their differences."""
    n = times.shape[1]
    scores = np.stack(
        [scores_of_columns(each, average, averaging.of(i)) for i, each in enumerate(columns)]
    )
    slopes = [average_slopes(each, average, averaging.of(i)) for i, each in enumerate(columns)]
    shape = scores.shape[2:]
    variance = np.zeros((len(times), len(pairs), *shape))
    places = range(shape[-1]) if average is None else (slice(None),)
    for label in places:
        moves = []
        for product, slope in zip(rows, slopes, strict=True):
            if average is None:
                moves.append(product.of(slope[..., label], label))
            else:
                moves.append(product.of(slope.reshape(*slope.shape[:2], -1)))
        for pair, (a, b) in enumerate(pairs):
            squares = (moves[a] - moves[b]) ** 2
            squares *= times[:, None, :]
            sum_of_squares = squares.sum(axis=-1)
            if average is None:
                variance[:, pair, :, label] = sum_of_squares
            else:
                variance[:, pair] = sum_of_squares
    # Less than rounding leaves is no spread.
    variance = np.where(variance > n * (1e-10 / n) ** 2, variance, 0)
    return scores, np.sqrt(n / max(n - 1, 1) * variance)


def _t_ends(difference, observed, replicated, spread, alpha):
    """Ends of bootstrap-t intervals and p-values, <= alpha where the interval leaves out 0."""
    close = 1e-9 * np.maximum(1, np.where(np.isfinite(observed), observed, 1))
    p_value = ((replicated >= observed - close).sum(axis=0) + 1) / (len(replicated) + 1)
    reach = upper_quantile(replicated, alpha)
    moves = spread > 0
    ends = np.where(moves, np.where(moves, reach, 0) * np.where(moves, spread, 1), 0)
    low, high = np.clip(difference - ends, -1, 1), np.clip(difference + ends, -1, 1)
    # An end at 0 but for rounding is at 0: the interval doesn't leave it out.
    touches = moves & np.isfinite(reach) & (np.abs(np.where(moves, reach, 0) - observed) <= close)
    low = np.where(touches & (difference > 0), 0, low)
    high = np.where(touches & (difference < 0), 0, high)
    # What no unit moves is nowhere else, or anywhere where resamples can't tell.
    unknown = ~moves & (difference != 0) & (p_value > alpha + SCORE_TIE)
    return np.where(unknown, -1, low), np.where(unknown, 1, high), p_value


class _ExactProducts:
    """Rows of columns times average_slopes, in parts of so few digits that their sums are exact.

    What a matrix product adds up to in one order it adds up to in any, so threads change nothing.
    """

    def __init__(self, columns, by_label):
        n = len(columns)
        flat = columns if by_label or columns.ndim == 2 else columns.reshape(n, -1)
        self.largest = np.maximum(np.abs(flat).max(axis=0), 1e-300)
        terms = flat.shape[1]
        self.step = 2.0 ** -((52 - int(np.ceil(np.log2(terms)))) // 2 - 1)
        self.rows = self._parts(flat / self.largest)

    def of(self, slope, label=None):
        """Products with average_slopes (B, 3, k), of shape (B, 3, n)."""
        place = ... if label is None else (..., label)
        scaled = slope * self.largest[place]
        greatest = np.abs(scaled).max(axis=-1, keepdims=True)
        greatest = np.where(greatest > 0, greatest, 1)
        size, scores, terms = scaled.shape
        coarse, fine = self._parts((scaled / greatest).reshape(size * scores, terms))
        rows, rest = (part[place].T for part in self.rows)
        # What both rests have is far below the last digit.
        sums = coarse @ rows * self.step**2 + (fine @ rows + coarse @ rest) * self.step**3
        return sums.reshape(size, scores, -1) * greatest

    def _parts(self, values):
        """Whole numbers of steps, and of the steps that a step has."""
        coarse = np.rint(values / self.step)
        return coarse, np.rint((values - coarse * self.step) / self.step**2)


def _permutation_p_values(drawn, pairs, averaging, n_resamples, seed, difference):
    """p-values of swapping the two systems' outputs, unit by unit, with equal chances."""
    (average,) = averaging.averages
    n, kind = drawn[0].n_units, column_kind(average)
    totals = [each.total(average) for each in drawn]
    moved = []
    for a, b in pairs:
        apart = drawn[b].columns(kind) - drawn[a].columns(kind)
        moved.append(ExactSums(apart.reshape(n, -1)))
    as_great = np.zeros(difference.shape)
    rng = np.random.default_rng([seed, 1])
    step = max(1, RESAMPLED_VALUES // max(n, moved[0].width))
    for start in range(0, n_resamples, step):
        size = min(step, n_resamples - start)
        swapped = rng.integers(2, size=(size, n), dtype=bool).astype(np.float64)
        for pair, (a, b) in enumerate(pairs):
            change = moved[pair].of(swapped).reshape(size, *totals[a].shape)
            shift = _swapped_scores(totals[a] + change, average, averaging)
            shift = shift - _swapped_scores(totals[b] - change, average, averaging)
            as_great[pair] += (np.abs(shift) >= np.abs(difference[pair]) - SCORE_TIE).sum(axis=0)
    return (as_great + 1) / (n_resamples + 1)


def _swapped_scores(columns, average, averaging):
    """Scores of what swaps made of a system, over the labels that it then has where these count."""
    if averaging.own_masks is None or not AVERAGES[average].macro:
        return scores_of_columns(columns, average, averaging)
    # Labels that are not there score 0, so that the mean over all need only be stretched.
    of_all = scores_of_columns(columns, average, averaging._replace(macro_mask=None))
    present = ((columns[..., 1, :] > 0) | (columns[..., 3, :] > 0)).sum(axis=-1)
    return of_all * (columns.shape[-1] / np.maximum(present, 1))[..., None]


def _size_of_t(difference, spread):
    """|t|, 0 for 0 / 0 and infinite for a difference without spread."""
    sure = np.where(difference > SCORE_TIE, np.inf, 0.0)
    moves = spread > 0
    return np.where(moves, difference / np.where(moves, spread, 1), sure)
