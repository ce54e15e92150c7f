"""Differences of systems on the same examples: intervals and tests that agree with each other.

Two tests of whether two scores are equal:

- "bootstrap": the smoothed paired bootstrap, inverted: p <= .05 exactly where the 95% interval of
  the difference leaves out 0. For macro it is the least sure of three ways to fill up labels that
  are rare, and of one without their bias, see :mod:`macro_differences`.
- "bootstrap_t": the paired bootstrap of the difference over its standard error, which each
  resample has its own of (Efron & Tibshirani 1993, chapter 16; for clusters Cameron, Gelbach &
  Miller 2008).
"""

from typing import NamedTuple

import numpy as np

from ..average_table import AVERAGES
from ..ratios import SCORE_TIE, divide
from .averages import average_slopes
from .bootstrap import (
    RESAMPLED_VALUES,
    drawn_units,
    pooled_prior,
    pseudo_shapes,
    streams_by_content,
)
from .contributions import scores_of_columns
from .intervals import Interval, check_width, order_ends
from .macro_differences import FilledDifferences, macro_bias, undecidable
from .student_t import student_quantile, two_sided_p_values

TESTS = ("auto", "bootstrap", "bootstrap_t")
# A verdict near the level is drawn for again, up to so many times the resamples asked for.
MOST_DOUBLED = 16
_SURE_OF_SHARE = 2.576  # Of the binomial that a share of resamples is drawn from: 99%.


class Comparison(NamedTuple):
    """Differences of p pairs of S systems in one average; s is (3,), or (3, m) by label."""

    pairs: np.ndarray  # int (p, 2), the systems (a, b) of each pair, a < b
    scores: np.ndarray  # (S, *s), precision, recall and F1 of each system
    difference: Interval  # (p, *s), the score of a less that of b
    standard_error: np.ndarray  # (p, *s), by influence values; NaN for one unit
    p_value: np.ndarray  # (p, *s), two-sided, not adjusted; NaN where no test holds its level
    test: str
    n_units: int
    n_drawn: int
    p_floor: float  # the least p-value that so many resamples can give
    # Of each set of resamples the size of the difference over its standard error, in the data,
    # (p, *s), and about its mean in resamples, (B, p, *s).
    sets: tuple


def paired_comparisons(statistic, test="auto", settled=False):
    """Average -> Comparison of all pairs; ``settled``: draw more if another seed might turn it."""
    averages = statistic.averaging.averages
    return {average: _comparison(statistic, average, test, settled) for average in averages}


def _comparison(statistic, average, test, settled):
    row, scores, pairs = AVERAGES[average], statistic.scores(average), statistic.pairs
    difference = scores[pairs[:, 0]] - scores[pairs[:, 1]]
    # A difference by rounding alone is none.
    difference = np.where(np.abs(difference) <= SCORE_TIE, 0, difference)
    names = (test,)
    if test == "auto":
        by_t = row.smoothing == "shares" or statistic.in_groups
        names = ("bootstrap_t",) if by_t else ("bootstrap",)
        if row.macro and statistic.in_groups:
            # Groups of rare labels: neither holds its level alone.
            names = ("bootstrap", "bootstrap_t")
    parts = [SmoothedDifferences(statistic, average)] if "bootstrap" in names else []
    if "bootstrap_t" in names:
        parts.append(_Studentized(statistic, average, difference))
    for part in parts:
        part.draw(part.first)
    while True:
        tests = [part.tested(difference) for part in parts]
        # The greatest p-value is the one that is told. One that might be another seed's verdict is
        # drawn for again, twice as much.
        told = max(tests, key=lambda one: one.p_value[0, 2]) if settled and average else None
        if told is None or not told.near or parts[0].n_drawn >= MOST_DOUBLED * parts[0].first:
            break
        for part in parts:
            part.draw(part.n_drawn)
    low, high = (np.array([getattr(one, end) for one in tests]) for end in ("low", "high"))
    p_value = np.max([one.p_value for one in tests], axis=0)
    if row.macro:
        unknown = undecidable(statistic.totals(average), statistic.averaging)
        p_value[unknown[pairs].any(axis=1), 2] = np.nan
    low = np.minimum(low.min(axis=0), difference)
    interval = Interval(difference, low, np.maximum(high.max(axis=0), difference))
    error = statistic.errors(average, paired=True)
    check_width(average, interval, error, statistic)
    scale, names = statistic.scale, ", ".join(names)
    scores, interval = statistic.least + scale * scores, Interval(*(scale * x for x in interval))
    drawn, floor = max(x.n_drawn for x in parts), max(one.floor for one in tests)
    sets = tuple(one for of_part in tests for one in of_part.sets)
    of_test = p_value, names, statistic.n, drawn, floor, sets
    return Comparison(pairs, scores, interval, scale * error, *of_test)


class _Tested(NamedTuple):
    """Ends of intervals and p-values, (p, *s)."""

    low: np.ndarray
    high: np.ndarray
    p_value: np.ndarray
    near: bool  # whether the first pair's F1 is so near the level that another seed might turn it
    sets: tuple
    floor: float  # the least p-value


def _is_near(share, level, number):
    """True if a share of so many resamples can't be told from the share of the level."""
    return bool(abs(share - level) <= _SURE_OF_SHARE * np.sqrt(share * (1 - share) / number))


class SmoothedDifferences:
    """The smoothed paired bootstrap, inverted: one set of resampled differences, for macro four.

    ``like``: streams and lists of totals, one per system, that say what imaginary examples are
    expected from, where that is not the systems themselves: under several similarities it is the
    same.
    """

    def __init__(self, statistic, average, like=None):
        self.statistic, self.average, self.first = statistic, average, statistic.enough
        systems, averaging, seed = statistic.examples, statistic.averaging, statistic.seed
        totals = [[total] for total in statistic.totals(average)]
        streams, totals = like or (streams_by_content(systems, average), totals)
        shapes, self.filled = None, None
        if AVERAGES[average].macro:
            in_order = [x for i in np.argsort(streams, kind="stable") for x in totals[i]]
            shapes = pseudo_shapes(*pooled_prior(in_order, averaging, (0.1, 0.9)), flat=0.0)
            pairs = statistic.pairs
            self.filled = FilledDifferences(systems, totals, averaging, pairs, streams, seed)
            bias = list(map(macro_bias, statistic.units, statistic.choices))
            self.bias = np.array([bias[a] - bias[b] for a, b in pairs])
        self.smoothers = statistic.smoothers(average, [shapes for _ in systems], streams)
        self.rng, self.sets = np.random.default_rng(seed), []

    @property
    def n_drawn(self):
        return len(self.sets[0])

    def draw(self, number):
        """Draw so many resamples more: ``sets`` of arrays (B, p, *s)."""
        a, b = self.statistic.pairs.T
        averages, sets = (self.average,), []
        for _, _, columns in self.statistic.resampled(averages, number, self.rng):
            raw, gammas, scores = columns[self.average], [], []
            of_systems = zip(self.smoothers, raw, self.statistic.choices, strict=True)
            for smoother, own, choices in of_systems:
                gammas.append(smoother.gammas(len(own)))
                added = smoother.added_to(own, gammas[-1])
                scores.append(scores_of_columns(added, self.average, choices))
            apart = [np.stack([scores[i] - scores[j] for i, j in zip(a, b, strict=True)], axis=1)]
            if self.filled:
                apart += [*self.filled.of(raw, gammas), apart[0] - self.bias]
            sets.append(apart)
        before = [self.sets] if self.sets else []
        self.sets = [np.concatenate(parts) for parts in zip(*before, *sets, strict=True)]

    def tested(self, difference):
        """The test with what is drawn: outer ends and greatest p-value of all sets."""
        share, n, df = self.statistic.share, self.statistic.n, self.statistic.df
        low, high = np.moveaxis([order_ends(x, share, (-1.0, 1.0)) for x in self.sets], 1, 0)
        shares = np.max([shares_beyond(difference, values) for values in self.sets], axis=0)
        near = shares.ndim == 2 and share > 0 and _is_near(shares[0, -1], share, self.n_drawn)
        p_value, sets = two_sided_p_values(shares, n, df), tuple(map(standardized, self.sets))
        floor = float(two_sided_p_values(1 / (self.n_drawn + 1), n, df))
        return _Tested(low.min(axis=0), high.max(axis=0), p_value, near, sets, floor)


def shares_beyond(difference, replicated):
    """Shares of resampled differences (B, ...) beyond 0, with the data; 1/2 if there is none."""
    beyond = np.where(difference > 0, (replicated <= 0).sum(axis=0), (replicated >= 0).sum(axis=0))
    return np.where(difference == 0, 0.5, (beyond + 1) / (len(replicated) + 1))


def inverted_p_values(difference, replicated, n, df=None):
    """Two-sided p-values from resampled differences, <= alpha where the interval leaves out 0."""
    return two_sided_p_values(shares_beyond(difference, replicated), n, df)


def standardized(replicated):
    """Size over the standard deviation, 0 without any, of the mean of resamples, and of each."""
    mean = replicated.mean(axis=0)
    about = np.abs(replicated - mean)
    spread = np.sqrt((about**2).mean(axis=0))
    spread = np.where(spread > SCORE_TIE, spread, 0)
    return _size_of_t(np.abs(mean), spread), divide(about, spread)


def upper_quantile(replicated, share):
    """The order statistic that a share of (B, ...) values reach, infinite if too few are drawn."""
    return order_ends(replicated, share, (-np.inf, np.inf))[1]


class _Studentized:
    """The paired bootstrap-t: differences over the standard error that each resample has."""

    def __init__(self, statistic, average, difference):
        self.statistic, self.average, self.first = statistic, average, statistic.n_resamples
        self.drawn = [drawn_units(each) for each in statistic.units]
        self.rows = [_ExactProducts(each.columns(average), average is None) for each in self.drawn]
        whole = np.ones((1, self.drawn[0].n_units))
        totals = [each.total(average)[None] for each in self.drawn]
        self.spread = self._with_errors(whole, totals)[1][0]
        # Groups of uneven sizes say less than as many equal ones.
        self.difference, self.shrink = difference, 1.0
        if statistic.df != statistic.n - 1:
            share = (1 + statistic.confidence_level) / 2
            equal, own = (student_quantile(share, x) for x in (statistic.n - 1, statistic.df))
            self.shrink = equal / own
        self.observed = _size_of_t(np.abs(difference), self.spread) * self.shrink
        self.rng = np.random.default_rng(statistic.seed)
        self.replicated = np.empty((0, *difference.shape))

    @property
    def n_drawn(self):
        return len(self.replicated)

    def draw(self, number):
        """Draw so many resamples more."""
        parts = [self.replicated]
        step = max(1, RESAMPLED_VALUES // (3 * self.drawn[0].n_units * len(self.drawn)))
        a, b = self.statistic.pairs.T
        for _, times, columns in self.statistic.resampled((self.average,), number, self.rng):
            for start in range(0, len(times), step):
                part = slice(start, start + step)
                own = [of_system[part] for of_system in columns[self.average]]
                scores, errors = self._with_errors(times[part], own)
                apart = np.moveaxis(scores[a] - scores[b], 0, 1)
                parts.append(_size_of_t(np.abs(apart - self.difference), errors))
        self.replicated = np.concatenate(parts)

    def tested(self, difference):
        """The test with what is drawn; p <= alpha where the interval leaves out 0."""
        alpha, observed, spread = 1 - self.statistic.confidence_level, self.observed, self.spread
        close = 1e-9 * np.maximum(1, np.where(np.isfinite(observed), observed, 1))
        reached = (self.replicated >= observed - close).sum(axis=0)
        floor, moves = 1 / (self.n_drawn + 1), spread > 0
        p_value = (reached + 1) / (self.n_drawn + 1)
        reach = upper_quantile(self.replicated, alpha)
        ends = np.where(moves, reach, 0) * np.where(moves, spread / self.shrink, 0)
        low, high = np.clip(difference - ends, -1, 1), np.clip(difference + ends, -1, 1)
        # An end at 0 but for rounding is at 0: the interval doesn't leave it out.
        touches = moves & np.isfinite(reach)
        touches &= np.abs(np.where(moves, reach, 0) - observed) <= close
        low = np.where(touches & (difference > 0), 0, low)
        high = np.where(touches & (difference < 0), 0, high)
        # What no unit moves is nowhere else, or anywhere where resamples can't tell.
        unknown = ~moves & (difference != 0) & (p_value > alpha + SCORE_TIE)
        if self.statistic.n < 2:
            unknown, p_value = np.ones_like(unknown), np.ones_like(p_value)
        low, high = np.where(unknown, -1, low), np.where(unknown, 1, high)
        near = p_value.ndim == 2 and _is_near(p_value[0, -1], alpha, self.n_drawn)
        return _Tested(low, high, p_value, near, ((observed, self.replicated),), floor)

    def _with_errors(self, times, columns):
        """Scores (S, B, ...) of resamples and standard errors (B, p, ...) of their differences."""
        n, average = times.shape[1], self.average
        own = [(x, average, i) for x, i in zip(columns, self.statistic.choices, strict=True)]
        scores = np.stack([scores_of_columns(*each) for each in own])
        slopes = [average_slopes(*each) for each in own]
        if average is not None:
            slopes = [slope.reshape(*slope.shape[:2], -1) for slope in slopes]
        shape = scores.shape[2:]
        variance = np.zeros((len(times), len(self.statistic.pairs), *shape))
        for place in [(..., label) for label in range(shape[-1])] if average is None else (...,):
            of_systems = zip(self.rows, slopes, strict=True)
            moves = [product.of(slope[place], place) for product, slope in of_systems]
            for pair, (a, b) in enumerate(self.statistic.pairs):
                squares = (moves[a] - moves[b]) ** 2
                squares *= times[:, None, :]
                variance[:, pair][place] = squares.sum(axis=-1)
        # Less than rounding leaves is no spread.
        variance = np.where(variance > n * (1e-10 / n) ** 2, variance, 0)
        return scores, np.sqrt(n / max(n - 1, 1) * variance)


class _ExactProducts:
    """Rows of columns times average_slopes, in parts of so few digits that their sums are exact."""

    def __init__(self, columns, by_label):
        flat = columns if by_label or columns.ndim == 2 else columns.reshape(len(columns), -1)
        self.largest = np.maximum(np.abs(flat).max(axis=0), 1e-300)
        self.step = 2.0 ** -((52 - int(np.ceil(np.log2(flat.shape[1])))) // 2 - 1)
        self.rows = self._parts(flat / self.largest)

    def of(self, slope, place=...):
        """Products with average_slopes (B, 3, k), of shape (B, 3, n); ``place``: of columns."""
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


def _size_of_t(difference, spread):
    """|t|, 0 for 0 / 0 and infinite for a difference without spread."""
    sure = np.where(difference > SCORE_TIE, np.inf, 0.0)
    moves = spread > 0
    return np.where(moves, difference / np.where(moves, spread, 1), sure)
