"""Differences of systems on the same examples: intervals and tests that agree with each other.

Two tests of whether two scores are equal:

- "bootstrap": the smoothed paired bootstrap, inverted: p <= .05 exactly where the 95% interval of
  the difference leaves out 0. For macro it is the least sure of three ways to fill up labels that
  are rare, see :mod:`macro_differences`.
- "bootstrap_t": the paired bootstrap of the difference over its standard error, which each
  resample has its own of (Efron & Tibshirani 1993, chapter 16; for clusters Cameron, Gelbach &
  Miller 2008).
"""

from itertools import combinations
from typing import NamedTuple

import numpy as np

from ..average_table import AVERAGES
from .averages import average_slopes
from .bootstrap import (
    RESAMPLED_VALUES,
    Smoother,
    drawn_units,
    pooled_prior,
    pseudo_example,
    pseudo_shapes,
    resampled_columns,
    smoothing_scale,
    streams_by_content,
)
from .contributions import column_kind, scores_of_columns
from .influence import standard_errors, standard_errors_of_differences
from .intervals import SCORE_TIE, Interval, check_width, enough_resamples, order_ends
from .macro_differences import FilledDifferences, undecidable
from .student_t import (
    degrees_of_freedom,
    student_quantile,
    tail_share,
    two_sided_p_values,
)

TESTS = ("auto", "bootstrap", "bootstrap_t")
# A verdict near the level is drawn for again, up to so many times the resamples asked for.
MOST_DOUBLED = 16
# Of the binomial that a share of resamples is drawn from: 99%.
_SURE_OF_SHARE = 2.576


class Comparison(NamedTuple):
    """Differences of p pairs of S systems in one average; s is (3,), or (3, m) by label.

    - ``pairs``: int array of shape (p, 2), the systems (a, b) of each pair, a < b
    - ``scores``: (S, *s), precision, recall and F1 of each system
    - ``difference``: Interval of (p, *s), the score of a less that of b
    - ``standard_error``: (p, *s), of the difference, by influence values; NaN for one unit
    - ``p_value``: (p, *s), two-sided; not adjusted; NaN where no test holds its level
    - ``test``: "bootstrap", "bootstrap_t", or both names
    - ``n_units``: int, examples or groups
    - ``n_drawn``: int, resamples
    - ``p_floor``: float, the least p-value that so many resamples can give
    - ``sets``: for each set of resamples its ``observed`` and ``replicated``, (p, *s) and
      (B, p, *s): the size of the difference over its standard error, in the data and, about its
      mean, in resamples; for :mod:`rank_intervals`
    """

    pairs: np.ndarray
    scores: np.ndarray
    difference: Interval
    standard_error: np.ndarray
    p_value: np.ndarray
    test: str
    n_units: int
    n_drawn: int
    p_floor: float
    sets: tuple


def paired_comparisons(
    systems,
    averaging,
    *,
    groups=None,
    n_resamples=1000,
    confidence_level=0.95,
    seed=0,
    test="auto",
    settled=False,
):
    """Two or more systems on the same examples.

    ``settled``: whether to draw more where F1's p-value of the first pair is so near the level that
    another seed might turn the verdict.

    Returns a dict of average -> Comparison.
    """
    units = [each.grouped(groups) for each in systems]
    in_groups = units[0].n_units < systems[0].n_units
    n, df = units[0].n_units, degrees_of_freedom(units[0].points[:, -1], in_groups)
    pairs = np.array(list(combinations(range(len(systems)), 2)))
    result = {}
    for average in averaging.averages:
        own_averaging = averaging._replace(averages=(average,))
        totals = [each.total(average) for each in units]
        scores = np.stack(
            [scores_of_columns(x, average, averaging.of(i)) for i, x in enumerate(totals)]
        )
        difference = np.stack([scores[a] - scores[b] for a, b in pairs])
        # A difference by rounding alone is none.
        difference = np.where(np.abs(difference) <= SCORE_TIE, 0, difference)
        error = standard_errors_of_differences(units, pairs, average, averaging)
        row = AVERAGES[average]
        by_t = row.smoothing == "shares" or in_groups
        names = {"auto": ("bootstrap_t",) if by_t else ("bootstrap",)}.get(test, (test,))
        if test == "auto" and row.macro and in_groups:
            # Groups of rare labels: neither holds its level alone.
            names = ("bootstrap", "bootstrap_t")
        shared = difference, (n, df), confidence_level
        parts = []
        if "bootstrap" in names:
            drawn = SmoothedDifferences(systems, units, pairs, own_averaging, seed)
            parts.append(_Smoothed(drawn, *shared))
        if "bootstrap_t" in names:
            parts.append(_Studentized(units, pairs, own_averaging, seed, *shared))
        tests = _drawn_tests(parts, n_resamples, average, settled)
        low, high = (np.array([getattr(one, end) for one in tests]) for end in ("low", "high"))
        p_value = np.max([one.p_value for one in tests], axis=0)
        if row.macro:
            unknown = undecidable(totals, averaging)
            p_value[unknown[pairs].any(axis=1), 2] = np.nan
        interval = Interval(
            difference,
            np.minimum(low.min(axis=0), difference),
            np.maximum(high.max(axis=0), difference),
        )
        check_width(average, interval, error, n, confidence_level)
        result[average] = Comparison(
            pairs,
            scores,
            interval,
            error,
            p_value,
            ", ".join(names),
            n,
            max(part.n_drawn for part in parts),
            max(part.p_floor() for part in parts),
            tuple(one for of_part in tests for one in of_part.sets),
        )
    return result


class _Tested(NamedTuple):
    """Ends of intervals and p-values, (p, *s); ``near`` says whether the first pair's F1 is unsure.

    ``sets`` as in Comparison.
    """

    low: np.ndarray
    high: np.ndarray
    p_value: np.ndarray
    near: bool
    sets: tuple


def _drawn_tests(parts, n_resamples, average, settled):
    """Each part tested, with twice the resamples while the verdict might be another seed's."""
    for part in parts:
        part.draw(part.enough(n_resamples))
    most = MOST_DOUBLED * parts[0].n_drawn
    while True:
        tests = [part.tested() for part in parts]
        if not settled or average is None or parts[0].n_drawn >= most:
            return tests
        # The greatest p-value is the one that is told.
        if not max(tests, key=lambda one: one.p_value[0, 2]).near:
            return tests
        for part in parts:
            part.draw(part.n_drawn)


def _is_near(share, level, number):
    """True if a share of so many resamples can't be told from the share of the level."""
    return bool(abs(share - level) <= _SURE_OF_SHARE * np.sqrt(share * (1 - share) / number))


class SmoothedDifferences:
    """Differences of systems in smoothed resamples: one set of them, or for macro three.

    ``systems`` are examples, ``units`` these or groups of them. ``streams`` and ``totals``, of each
    system a list, say what imaginary examples are expected from, where that is not the systems
    themselves: under several similarities it is the same.
    """

    def __init__(self, systems, units, pairs, averaging, seed, streams=None, totals=None):
        (average,) = averaging.averages
        self.drawn, self.pairs = [drawn_units(each) for each in units], pairs
        self.average, self.averaging = average, averaging
        streams = streams_by_content(systems, average) if streams is None else streams
        totals = [[each.total(average)] for each in units] if totals is None else totals
        shapes = None
        if AVERAGES[average].macro:
            in_order = [x for i in np.argsort(streams, kind="stable") for x in totals[i]]
            shapes = pseudo_shapes(*pooled_prior(in_order, averaging, (0.1, 0.9)), flat=0.0)
        self.smoothers = []
        for i, (examples, of_units) in enumerate(zip(systems, units, strict=True)):
            pseudo = pseudo_example(examples, of_units.n_units)
            error = standard_errors(of_units, average, averaging.of(i))
            scale = smoothing_scale(error, pseudo, average)
            self.smoothers.append(Smoother(average, pseudo, scale, shapes, seed, streams[i]))
        self.filled = None
        if AVERAGES[average].macro:
            self.filled = FilledDifferences(systems, totals, averaging, pairs, streams, seed)
        self.rng, self.resampled = np.random.default_rng(seed), []

    def draw(self, number):
        """Draw so many resamples more: arrays (B, p, *s)."""
        a, b = np.transpose(self.pairs)
        sets = None
        for place, _, columns in resampled_columns(self.drawn, (self.average,), number, self.rng):
            raw, gammas, scores = columns[self.average], [], []
            for i, (smoother, own) in enumerate(zip(self.smoothers, raw, strict=True)):
                gammas.append(smoother.gammas(len(own)))
                added = smoother.added_to(own, gammas[-1])
                scores.append(scores_of_columns(added, self.average, self.averaging.of(i)))
            apart = [np.stack([scores[i] - scores[j] for i, j in zip(a, b, strict=True)], axis=1)]
            if self.filled is not None:
                apart += self.filled.of(raw, gammas)
            if sets is None:
                sets = [np.empty((number, *of_block.shape[1:])) for of_block in apart]
            for values, of_block in zip(sets, apart, strict=True):
                values[place] = of_block
        before = self.resampled or [values[:0] for values in sets]
        self.resampled = [np.concatenate(both) for both in zip(before, sets, strict=True)]


class _Smoothed:
    """The smoothed paired bootstrap, inverted."""

    def __init__(self, differences, difference, size, confidence_level):
        self.differences, self.difference, self.size = differences, difference, size
        self.share = tail_share(confidence_level, *size)

    @property
    def n_drawn(self):
        return len(self.differences.resampled[0])

    def enough(self, n_resamples):
        return enough_resamples(n_resamples, self.share, self.size[1] + 1)

    def draw(self, number):
        self.differences.draw(number)

    def p_floor(self):
        return float(two_sided_p_values(1 / (self.n_drawn + 1), *self.size))

    def tested(self):
        """The test with what is drawn: outer ends and greatest p-value of all sets."""
        sets = self.differences.resampled
        low, high = np.moveaxis([order_ends(x, self.share, (-1.0, 1.0)) for x in sets], 1, 0)
        shares = np.max([shares_beyond(self.difference, values) for values in sets], axis=0)
        near = shares.ndim == 2 and self.share > 0
        return _Tested(
            low.min(axis=0),
            high.max(axis=0),
            two_sided_p_values(shares, *self.size),
            near and _is_near(shares[0, -1], self.share, self.n_drawn),
            tuple(standardized(values) for values in sets),
        )


def shares_beyond(difference, replicated):
    """Shares of resampled differences (B, ...) beyond 0, counting the data as one; at most 1/2."""
    beyond = np.where(difference > 0, (replicated <= 0).sum(axis=0), (replicated >= 0).sum(axis=0))
    share = np.minimum((beyond + 1) / (len(replicated) + 1), 0.5)
    return np.where(difference == 0, 0.5, share)


def inverted_p_values(difference, replicated, n, df=None):
    """Two-sided p-values from resampled differences, <= alpha where the interval leaves out 0."""
    return two_sided_p_values(shares_beyond(difference, replicated), n, df)


def standardized(replicated):
    """Sizes of differences over their standard deviation, of resamples (B, ...) and about them.

    Returns two float64 arrays: (...), that of the mean of the resamples, and (B, ...), those of the
    resamples about their mean; 0 if they don't differ.
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


class _Studentized:
    """The paired bootstrap-t: differences over the standard error that each resample has."""

    def __init__(self, units, pairs, averaging, seed, difference, size, confidence_level):
        drawn = [drawn_units(each) for each in units]
        self.drawn, self.pairs, self.averaging = drawn, pairs, averaging
        self.difference, self.alpha = difference, 1 - confidence_level
        (average,) = averaging.averages
        self.rows = [
            _ExactProducts(each.columns(column_kind(average)), average is None) for each in drawn
        ]
        whole = np.ones((1, drawn[0].n_units))
        totals = [each.total(average)[None] for each in drawn]
        _, errors = _with_errors(whole, totals, self.rows, pairs, average, averaging)
        self.spread = errors[0]
        # Groups of uneven sizes say less than as many equal ones.
        (self.n, df), self.shrink = size, 1.0
        if df != self.n - 1:
            equal, own = (student_quantile((1 + confidence_level) / 2, x) for x in (self.n - 1, df))
            self.shrink = equal / own
        self.observed = _size_of_t(np.abs(difference), self.spread) * self.shrink
        self.rng, self.replicated = np.random.default_rng(seed), np.empty((0, *difference.shape))

    @property
    def n_drawn(self):
        return len(self.replicated)

    def enough(self, n_resamples):
        return n_resamples

    def draw(self, number):
        """Draw so many resamples more."""
        (average,) = self.averaging.averages
        more = np.empty((number, *self.difference.shape))
        step = max(1, RESAMPLED_VALUES // (3 * self.drawn[0].n_units * len(self.drawn)))
        for place, times, columns in resampled_columns(self.drawn, (average,), number, self.rng):
            for start in range(0, len(times), step):
                part = slice(start, start + step)
                scores, of_resample = _with_errors(
                    times[part],
                    [of_system[part] for of_system in columns[average]],
                    self.rows,
                    self.pairs,
                    average,
                    self.averaging,
                )
                apart = np.stack([scores[a] - scores[b] for a, b in self.pairs], axis=1)
                into = more[place][part]
                into[:] = _size_of_t(np.abs(apart - self.difference), of_resample)
        self.replicated = np.concatenate([self.replicated, more])

    def p_floor(self):
        return 1 / (self.n_drawn + 1)

    def tested(self):
        """The test with what is drawn."""
        low, high, p_value = _t_ends(
            self.difference, self.observed, self.replicated, self.spread / self.shrink, self.alpha
        )
        if self.n < 2:
            low, high = np.full_like(low, -1), np.full_like(high, 1)
            p_value = np.ones_like(p_value)
        near = p_value.ndim == 2 and _is_near(p_value[0, -1], self.alpha, self.n_drawn)
        return _Tested(low, high, p_value, near, ((self.observed, self.replicated),))


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


def _size_of_t(difference, spread):
    """|t|, 0 for 0 / 0 and infinite for a difference without spread."""
    sure = np.where(difference > SCORE_TIE, np.inf, 0.0)
    moves = spread > 0
    return np.where(moves, difference / np.where(moves, spread, 1), sure)
