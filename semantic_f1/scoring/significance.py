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

from .bootstrap import (
    ExactSums,
    RESAMPLED_VALUES,
    Smoother,
    drawn_units,
    like_the_others,
    pseudo_example,
    pseudo_shapes,
    replicates,
    resampled_columns,
    smoothing_scale,
)
from .contributions import column_kind, scores_of_columns
from .influence import gradients, standard_errors
from .intervals import SCORE_TIE, Interval, enough_resamples, order_ends
from .student import tail_share, two_sided_p_values

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

    Parameters
    ----------
    systems : sequence of S >= 2 Contributions, row i of each the same example, of a weight above 0
    averaging : Averaging
    groups : None, or int array (n,), the group of each example, numbered from 0 without gaps;
        groups are then what is drawn
    n_resamples : int >= 1
    confidence_level : float in (0, 1)
    seed : int >= 0
    test : "auto": "bootstrap_t" for average "weighted" and with groups, else "bootstrap"; or one
        test for all averages. With "permutation" intervals are those of "auto"

    Returns
    -------
    dict of average -> Comparison
    """
    n_groups = None if groups is None else int(groups.max()) + 1
    units = systems if groups is None else [each.summed(groups, n_groups) for each in systems]
    drawn = [drawn_units(each) for each in units]
    pairs = np.array(list(combinations(range(len(systems)), 2)))
    share = tail_share(confidence_level, len(units[0]))
    result = {}
    for average in averaging.averages:
        used = test
        if test in ("auto", "permutation"):
            used = "bootstrap_t" if average == "weighted" or groups is not None else "bootstrap"
        one = averaging._replace(averages=(average,))
        totals = [each.total(average) for each in units]
        scores = np.stack([scores_of_columns(total, average, averaging) for total in totals])
        difference = np.stack([scores[a] - scores[b] for a, b in pairs])
        # A difference by rounding alone is none.
        difference = np.where(np.abs(difference) <= SCORE_TIE, 0, difference)
        error = np.stack(
            [standard_errors(units[a], average, averaging, units[b]) for a, b in pairs]
        )
        n = len(units[0])
        if used == "bootstrap":
            number = enough_resamples(n_resamples, share, n)
            smoothers = {
                average: paired_smoothers(systems, units, totals, average, averaging, seed)
            }
            values = replicates(drawn, one, number, seed, smoothers)[average]
            apart = np.stack([values[a] - values[b] for a, b in pairs], axis=1)
            low, high = order_ends(apart, share, (-1.0, 1.0))
            p_value = inverted_p_values(difference, apart, n)
            observed, replicated = standardized(apart)
        else:
            observed, replicated, spread = _bootstrap_t(
                drawn, pairs, one, n_resamples, seed, difference
            )
            # No t of the resamples is that large where none lies in the tail.
            reach = upper_quantile(replicated, 1 - confidence_level)
            with np.errstate(invalid="ignore"):
                reach = np.where(spread > 0, reach * spread, 0)
            if len(units[0]) < 2:
                reach = np.full_like(reach, np.inf)
            low = np.clip(difference - reach, -1, 1)
            high = np.clip(difference + reach, -1, 1)
            number = len(replicated)
            p_value = ((replicated >= observed - SCORE_TIE).sum(axis=0) + 1) / (number + 1)
            if len(units[0]) < 2:
                p_value = np.ones_like(p_value)
        if test == "permutation":
            used = test
            p_value = _permutation_p_values(drawn, pairs, one, n_resamples, seed, difference)
        interval = Interval(
            difference, np.minimum(low, difference), np.maximum(high, difference)
        )
        result[average] = Comparison(
            pairs, scores, interval, error, p_value, used, n, observed, replicated
        )
    return result


def paired_smoothers(systems, units, totals, average, averaging, seed):
    """One Smoother a system; labels are expected to be like the others of all systems."""
    shapes = None
    if average == "macro":
        likely = like_the_others(totals, averaging, (0.1, 0.9))
        shapes = pseudo_shapes(*likely, flat=0.0)
    n_units = None if len(units[0]) == len(systems[0]) else len(units[0])
    smoothers = []
    for place, (examples, of_units) in enumerate(zip(systems, units, strict=True)):
        pseudo = pseudo_example(examples, n_units)
        scale = 1.0
        if n_units is not None:
            error = standard_errors(of_units, average, averaging)
            scale = smoothing_scale(error, pseudo, average)
        smoothers.append(Smoother(average, pseudo, scale, shapes, seed, place))
    return smoothers


def inverted_p_values(difference, replicated, n):
    """Two-sided p-values from resampled differences, <= alpha where the interval leaves out 0.

    Parameters
    ----------
    difference : float64 array of any shape S, of the data
    replicated : float64 array of shape (B, *S), B >= 1
    n : int, the units

    Returns
    -------
    float64 array of shape S
    """
    beyond = np.where(
        difference > 0, (replicated <= 0).sum(axis=0), (replicated >= 0).sum(axis=0)
    )
    share = np.minimum((beyond + 1) / (len(replicated) + 1), 0.5)
    return two_sided_p_values(np.where(difference == 0, 0.5, share), n)


def standardized(replicated):
    """Sizes of differences over their standard deviation, of resamples (B, ...) and about them.

    Returns
    -------
    two float64 arrays: (...), that of the mean of the resamples, and (B, ...), those of the
    resamples about their mean; 0 where they don't differ
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
    n = len(drawn[0])
    kind = column_kind(average)
    rows = [_ExactProducts(each.columns(kind), average is None) for each in drawn]
    whole = np.ones((1, n))
    scores, errors = _with_errors(
        whole, [each.total(average)[None] for each in drawn], rows, pairs, average, averaging
    )
    spread = errors[0]
    observed = _ratio(np.abs(difference), spread)
    replicated = np.empty((n_resamples, *difference.shape))
    for place, times, columns in resampled_columns(drawn, (average,), n_resamples, seed):
        step = max(1, RESAMPLED_VALUES // (3 * n * len(drawn)))
        for start in range(0, len(times), step):
            part = slice(start, start + step)
            found, of_resample = _with_errors(
                times[part],
                [of_system[part] for of_system in columns[average]],
                rows,
                pairs,
                average,
                averaging,
            )
            apart = np.stack([found[a] - found[b] for a, b in pairs], axis=1)
            into = replicated[place][part]
            into[:] = _ratio(np.abs(apart - difference), of_resample)
    return observed, replicated, spread


def _with_errors(times, columns, rows, pairs, average, averaging):
    """Scores (S, B, ...) of resamples and standard errors (B, p, ...) of their differences."""
    n = times.shape[1]
    scores = np.stack([scores_of_columns(each, average, averaging) for each in columns])
    slopes = [gradients(each, average, averaging) for each in columns]
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
            found = squares.sum(axis=-1)
            if average is None:
                variance[:, pair, :, label] = found
            else:
                variance[:, pair] = found
    # Products are exact to about 1e-6 of the scores' range: less than that is no spread.
    variance = np.where(variance > n * (1e-6 / n) ** 2, variance, 0)
    return scores, np.sqrt(n / max(n - 1, 1) * variance)


class _ExactProducts:
    """Rows of columns times gradients, to so many digits that their sums are exact.

    What a matrix product adds up to in one order it adds up to in any, so threads change nothing.
    """

    def __init__(self, columns, by_label):
        n = len(columns)
        flat = columns if by_label or columns.ndim == 2 else columns.reshape(n, -1)
        self.largest = np.maximum(np.abs(flat).max(axis=0), 1e-300)
        terms = flat.shape[1]
        self.steps = 2.0 ** ((52 - int(np.ceil(np.log2(terms)))) // 2 - 1)
        self.rows = np.rint(flat / self.largest * self.steps)

    def of(self, slope, label=None):
        """Products with gradients (B, 3, k), of shape (B, 3, n)."""
        place = ... if label is None else (..., label)
        rows, largest = self.rows[place], self.largest[place]
        scaled = slope * largest
        greatest = np.abs(scaled).max(axis=-1, keepdims=True)
        greatest = np.where(greatest > 0, greatest, 1)
        whole = np.rint(scaled / greatest * self.steps)
        size, scores, terms = whole.shape
        sums = (whole.reshape(size * scores, terms) @ rows.T).reshape(size, scores, -1)
        return sums * (greatest / self.steps**2)


def _permutation_p_values(drawn, pairs, averaging, n_resamples, seed, difference):
    """p-values of swapping the two systems' outputs, unit by unit, with equal chances."""
    (average,) = averaging.averages
    n, kind = len(drawn[0]), column_kind(average)
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
        chosen = rng.integers(2, size=(size, n), dtype=bool).astype(np.float64)
        for pair, (a, b) in enumerate(pairs):
            change = moved[pair].of(chosen).reshape(size, *totals[a].shape)
            found = scores_of_columns(totals[a] + change, average, averaging)
            found = found - scores_of_columns(totals[b] - change, average, averaging)
            as_great[pair] += (np.abs(found) >= np.abs(difference[pair]) - SCORE_TIE).sum(axis=0)
    return (as_great + 1) / (n_resamples + 1)


def _ratio(difference, spread):
    """|t|, 0 for 0 / 0 and infinite for a difference without spread."""
    sure = np.where(difference > SCORE_TIE, np.inf, 0.0)
    moves = spread > 0
    return np.where(moves, difference / np.where(moves, spread, 1), sure)
