"""How sure a score is: bootstrap intervals and paired comparisons from sums over examples.

Everything starts from a matrix with one row an example, such as ``scoring.example_counts`` gives,
and from a ``statistic``: a function that takes sums of its rows, shape (..., k), and returns
finite scores, shape (..., s). The sums of a resample are its examples' rows times the number of
times that they were drawn, so no example is scored twice.

Sums are exact, each rounded once: a seed gives the same digits on any number of threads and in
blocks of any size. (numpy does not promise the same draws from one of its versions to the next.)
"""

from itertools import combinations
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

METHODS = ("bca", "percentile", "basic")
# Values of a block of draws, and of rows that they are multiplied with at a time: 25 and 4 MB.
BLOCK, ROWS = 100_000 << 6, 1 << 19
# Leaving out examples is summed in parts whose size nothing changes, for the same digits always.
_JACKKNIFE_VALUES = 1 << 17
# More examples than these are left out in groups, every 1,024th one in a group.
_JACKKNIFE_EXAMPLES, _JACKKNIFE_GROUPS = 1 << 13, 1 << 10
# Scores nearer than this are equal: they differ by rounding only.
_EQUAL_SCORES = 1e-12


class Interval(NamedTuple):
    """Scores with the ends of their confidence intervals: three float64 arrays of one shape."""

    estimate: np.ndarray
    low: np.ndarray
    high: np.ndarray


class Comparison(NamedTuple):
    """What :func:`paired_comparison` finds for S systems, p pairs of them and s scores.

    - ``pairs``: int array of shape (p, 2), the systems (a, b) of each pair, a < b
    - ``difference``: Interval of (p, s), the score of a less that of b
    - ``p_value``, ``p_adjusted``: (p, s), two-sided; the second after Holm over the pairs
    - ``rank``: Interval of (S, s), 1 for the greatest score; equal ones share the mean of places
    """

    pairs: np.ndarray
    difference: Interval
    p_value: np.ndarray
    p_adjusted: np.ndarray
    rank: Interval


def intervals(matrix, statistic, *, n_resamples=1000, confidence_level=0.95, seed=0, method="bca"):
    """Bootstrap confidence intervals of scores, drawing examples with replacement.

    Parameters
    ----------
    matrix : float64 array of shape (n, k), n >= 1
    statistic : callable, sums of rows (..., k) -> scores (..., s)
    n_resamples : int >= 1
    confidence_level : float in (0, 1)
    seed : int >= 0
    method : "bca" (bias-corrected and accelerated), "percentile", or "basic", which may leave the
        range of the scores

    Returns
    -------
    Interval of arrays of shape (s,); of no width for one example and for examples all alike

    Raises
    ------
    ValueError
        for another method
    """
    examples = _Examples(matrix)
    sums = [examples.total()[None], examples.resampled(n_resamples, seed)]
    # One call: the data and a resample of equal sums get equal scores to the last digit.
    scores = statistic(np.concatenate(sums))
    skew = _acceleration(examples, matrix, statistic) if method == "bca" else 0.0
    return Interval(scores[0], *limits(scores[0], scores[1:], confidence_level, method, skew))


def paired_comparison(matrices, statistic, *, n_resamples=1000, confidence_level=0.95, seed=0):
    """Two or more systems on the same examples.

    Intervals are percentiles over resamples, each of which draws the same examples for all
    systems. A p-value tests whether two systems could change places: it is (b + 1) /
    (n_resamples + 1), where b of ``n_resamples`` rearrangements, in each of which every example's
    two rows change places or stay with equal chances, have a difference at least as great in size
    as the data's.

    Parameters
    ----------
    matrices : sequence of S >= 2 float64 arrays of shape (n, k), row i of each the same example
    statistic, n_resamples, confidence_level, seed : as for :func:`intervals`

    Returns
    -------
    Comparison
    """
    totals, drawn, halves = [], [], []
    for matrix in matrices:
        examples = _Examples(matrix)
        totals.append(examples.total())
        drawn.append(examples.resampled(n_resamples, seed))
        halves.append(examples.halved(n_resamples, seed))
    scores, values = statistic(np.stack(totals)), statistic(np.stack(drawn))
    pairs = np.array(list(combinations(range(len(totals)), 2)))
    difference = np.stack([scores[a] - scores[b] for a, b in pairs])
    differences = np.stack([values[a] - values[b] for a, b in pairs], axis=1)
    p_value = np.empty_like(difference)
    for pair, (a, b) in enumerate(pairs):
        moved = halves[b] - halves[a]
        rearranged = statistic(totals[a] + moved) - statistic(totals[b] - moved)
        as_great = np.abs(rearranged) >= np.abs(difference[pair]) - _EQUAL_SCORES
        p_value[pair] = (as_great.sum(axis=0) + 1) / (n_resamples + 1)
    places, tails = ranks(values), _tails(confidence_level)
    return Comparison(
        pairs,
        Interval(difference, *limits(difference, differences, confidence_level, "percentile")),
        p_value,
        holm(p_value),
        Interval(
            ranks(scores),
            np.quantile(places, tails[0], axis=1, method="lower"),
            np.quantile(places, tails[1], axis=1, method="higher"),
        ),
    )


def replicates(matrix, n_resamples, seed):
    """Sums of the rows of resamples: n rows drawn with replacement, ``n_resamples`` times.

    Resample r is the r-th ``integers(n, size=n)`` of ``numpy.random.default_rng(seed)``: matrices
    of equally many rows get the same draws from the same seed.

    Returns
    -------
    float64 array of shape (n_resamples, k)
    """
    return _Examples(matrix).resampled(n_resamples, seed)


def acceleration(matrix, statistic):
    """How the spread of a score changes with its value, for "bca": by leaving out each example.

    More than 8,192 examples are left out in 1,024 groups; there it hardly moves an interval.

    Returns
    -------
    float64 array of shape (s,), 0 where no example left out changes the score
    """
    return _acceleration(_Examples(matrix), matrix, statistic)


def limits(estimate, values, confidence_level, method, skew=0.0):
    """The ends of intervals, from the scores of resamples.

    Parameters
    ----------
    estimate : float64 array of any shape S, the scores of the data
    values : float64 array of shape (B, *S), B >= 1, those of the resamples
    confidence_level : float in (0, 1)
    method : one of METHODS
    skew : for "bca": 0, or an array of shape S as :func:`acceleration` gives it

    Returns
    -------
    two float64 arrays of shape S, low and high. Where all resamples lie on one side of the
    estimate, "bca" counts half a resample on the other.
    """
    if method not in METHODS:
        raise ValueError(f"method: expected one of {', '.join(METHODS)}; got {method!r}")
    shares = np.reshape(_tails(confidence_level), (2,) + (1,) * np.ndim(estimate))
    if method == "bca":
        shares = _bca_shares(shares, estimate, values, skew)
    low, high = _quantiles(values, shares)
    return (2 * estimate - high, 2 * estimate - low) if method == "basic" else (low, high)


def macro_readings(per_label, counts, data, *, counting, macro_f1, macro_mask=None):
    """Macro scores of resamples, over the labels that each of them has, in two readings.

    A rare label is missing from many resamples, and its score, 0/0, would count 0 there: far more
    often than in the data. So each mean is over the labels for which the score is not 0/0. Labels
    that the data itself lacks count 0 in the first reading, as in the data's own macro scores, and
    like the mean of the others in the second. An interval that holds for both ends at the smaller
    of the two low ends and at the greater of the two high ends.

    Parameters
    ----------
    per_label : three arrays (..., m): precision, recall and F1 of each label, as
        ``scoring.average_scores`` gives them for average None
    counts : what they are from, with ``tp``, ``predicted``, ``matched`` and ``support`` (..., m)
    data : the same for all examples, arrays of shape (m,); or None: the second reading alone
    counting, macro_f1, macro_mask : as for ``scoring.average_scores``

    Returns
    -------
    float64 array of shape (..., 6): precision, recall and F1 in the first reading, then in the
    second; for ``data`` itself the first reading is its macro scores. Without data (..., 3)
    """
    averaged = slice(None) if macro_mask is None else macro_mask
    found = [x[..., averaged] for x in _not_zero_by_zero(counts, counting)]
    sums = [
        (x[..., averaged] * here).sum(axis=-1) for x, here in zip(per_label, found, strict=True)
    ]
    numbers = [np.maximum(here.sum(axis=-1), 1) for here in found]
    second = np.stack(sums, axis=-1) / np.stack(numbers, axis=-1)
    readings = [second]
    if data is not None:
        in_data = np.stack([x[averaged].mean() for x in _not_zero_by_zero(data, counting)])
        readings.insert(0, second * in_data)
    if macro_f1 == "f1_of_averages":
        for scores in readings:
            precision, recall, _ = np.moveaxis(scores, -1, 0)
            both = precision + recall
            scores[..., 2] = 2 * precision * recall / np.where(both > 0, both, 1)
    return np.concatenate(readings, axis=-1)


def ranks(scores):
    """Places along the first axis, 1 for the greatest; equal ones share the mean of theirs."""
    above = scores[None] > scores[:, None] + _EQUAL_SCORES
    level = np.abs(scores[None] - scores[:, None]) <= _EQUAL_SCORES
    return 1 + above.sum(axis=1) + (level.sum(axis=1) - 1) / 2


def holm(p_values):
    """p-values of several tests along the first axis, adjusted by Holm's step-down rule."""
    count = len(p_values)
    order = np.argsort(p_values, axis=0, kind="stable")
    left = np.reshape(np.arange(count, 0, -1), (count,) + (1,) * (np.ndim(p_values) - 1))
    stepped = np.maximum.accumulate(np.take_along_axis(p_values, order, 0) * left, axis=0)
    adjusted = np.empty_like(stepped)
    np.put_along_axis(adjusted, order, np.minimum(stepped, 1), axis=0)
    return adjusted


def win_tie_loss(a, b, where=True):
    """How often a is greater than b, equal to it but for rounding, and less.

    Parameters
    ----------
    a, b : float arrays of shape (n, ...)
    where : bool array that broadcasts to them, the places that count; default: all

    Returns
    -------
    int array of shape (3, ...)
    """
    where = np.broadcast_to(where, np.shape(a))
    wins, losses = (a > b + _EQUAL_SCORES) & where, (b > a + _EQUAL_SCORES) & where
    return np.stack([x.sum(axis=0) for x in (wins, where & ~wins & ~losses, losses)])


def _tails(confidence_level):
    return np.array([(1 - confidence_level) / 2, (1 + confidence_level) / 2])


def _bca_shares(shares, estimate, values, skew):
    """Shares of the resamples below the ends of BCa intervals, from those of plain percentiles."""
    normal = NormalDist()
    quantile, cumulative = (np.vectorize(f, otypes=[float]) for f in (normal.inv_cdf, normal.cdf))
    # Resamples that equal the estimate count half on either side.
    below = (values < estimate - _EQUAL_SCORES).sum(axis=0) + (
        values <= estimate + _EQUAL_SCORES
    ).sum(axis=0)
    half = 1 / (2 * len(values))
    bias = quantile(np.clip(below * half, half, 1 - half))
    shifted = bias + quantile(shares)
    # Beyond the pole the share is 0 or 1.
    return cumulative(bias + shifted / np.maximum(1 - skew * shifted, _EQUAL_SCORES))


def _quantiles(values, shares):
    """Quantiles along the first axis, by interpolation, for two shares at every place."""
    ordered = np.sort(values, axis=0)
    place = np.broadcast_to(shares, (2, *ordered.shape[1:])) * (len(ordered) - 1)
    below = np.floor(place).astype(np.intp)
    low = np.take_along_axis(ordered, below, axis=0)
    high = np.take_along_axis(ordered, np.minimum(below + 1, len(ordered) - 1), axis=0)
    return low + (high - low) * (place - below)


def _acceleration(examples, matrix, statistic):
    whole = examples.total()
    estimate = statistic(whole)
    left_out, number = examples.rows, examples.number
    if len(matrix) > _JACKKNIFE_EXAMPLES:
        left_out, number = _every_nth(matrix, _JACKKNIFE_GROUPS), np.ones(_JACKKNIFE_GROUPS)
    n = number.sum()
    # Sums of powers of the change, from which the moments about its mean follow: one pass in parts.
    powers = np.zeros((3, *np.shape(estimate)))
    for part in _block_parts(len(left_out), examples.width, _JACKKNIFE_VALUES):
        change = n * (estimate - statistic(whole - left_out[part]))
        weighted = number[part, None] * change
        for power in range(3):
            powers[power] += weighted.sum(axis=0)
            weighted *= change
    mean, square, cube = powers / n
    variance = square - mean**2
    third = cube - 3 * mean * square + 2 * mean**3
    moves = variance > _EQUAL_SCORES
    return np.where(moves, third, 0) / (6 * np.sqrt(n) * np.where(moves, variance, 1) ** 1.5)


def _every_nth(matrix, n_groups):
    """Sums of every n_groups-th row, from each of the first n_groups rows on."""
    rounds, more = divmod(len(matrix), n_groups)
    sums = matrix[: rounds * n_groups].reshape(rounds, n_groups, -1).sum(axis=0)
    sums[:more] += matrix[rounds * n_groups :]
    return sums


def _not_zero_by_zero(counts, counting):
    """Where precision, recall and F1 of a label have a denominator above 0."""
    predicted, gold = counts.predicted > 0, counts.support > 0
    if counting == "two_sided":
        # Its F1 is that of precision and recall, so 0/0 in precision goes on to it.
        return predicted, gold, predicted
    return predicted, counts.tp + (counts.support - counts.matched) > 0, predicted | gold


class _Examples:
    """The rows of a matrix, each of them once, ready for exact sums of any n of them.

    Matrix products add up in an order that depends on the machine, its threads and the shapes. So
    values are held as sums of parts of which float32 or float64 adds up n exactly, in any order.
    """

    def __init__(self, matrix):
        self.n, self.width = matrix.shape
        self.rows, self.group = _distinct(matrix)
        self.number = np.bincount(self.group, minlength=len(self.rows))
        parts = _block_parts(len(self.rows), self.width, ROWS)
        largest, whole = np.zeros(self.width), np.ones(self.width, bool)
        for part in parts:
            block = self.rows[part]
            largest = np.maximum(largest, np.abs(block).max(axis=0))
            whole &= (block == np.rint(block)).all(axis=0)
        whole &= self.n * largest < 2**24
        self._whole, self._real = np.flatnonzero(whole), np.flatnonzero(~whole)
        unit = _unit(self.n * largest[self._real])
        rest_unit = _unit(self.n * unit)
        self._counts = np.empty((len(self.rows), len(self._whole)), np.float32)
        self._values = np.empty((len(self.rows), 2 * len(self._real)))
        for part in parts:
            self._counts[part] = self.rows[part][:, self._whole]
            values = self.rows[part][:, self._real]
            coarse = np.rint(values / unit) * unit
            rest = np.rint((values - coarse) / rest_unit) * rest_unit
            np.concatenate([coarse, rest], axis=1, out=self._values[part])

    def total(self):
        return self._sums(1, lambda: np.arange(self.n))[0]

    def resampled(self, n_resamples, seed):
        rng = np.random.default_rng(seed)
        return self._sums(n_resamples, lambda: rng.integers(self.n, size=self.n))

    def halved(self, n_subsets, seed):
        """Sums over random subsets, every example in or out with equal chances."""
        rng = np.random.default_rng([seed, 1])
        draw = lambda: np.flatnonzero(rng.integers(2, size=self.n, dtype=bool))  # noqa: E731
        return self._sums(n_subsets, draw)

    def _sums(self, n_sums, draw):
        """Sums of the rows that each ``draw()`` gives the indices of, n at most."""
        height, real = len(self.rows), len(self._real)
        sums = np.zeros((n_sums, self.width))
        blocks = _block_parts(n_sums, height, BLOCK)
        # Memory taken anew for every draw would cost more time than the draws.
        groups = np.empty(self.n, dtype=np.intp)
        times = np.empty((blocks[0].stop, height), np.float32 if self.n < 2**24 else np.float64)
        for block in blocks:
            size = block.stop - block.start
            for row in times[:size]:
                drawn = draw()
                found = self.group.take(drawn, out=groups[: len(drawn)], mode="clip")
                row[:] = np.bincount(found, minlength=height)
            values, counts = np.zeros((size, 2 * real)), np.zeros((size, self.width - real))
            for part in _block_parts(height, self.width, ROWS):
                weights = times[:size, part]
                values += weights.astype(np.float64) @ self._values[part]
                counts += weights @ self._counts[part]
            sums[block, self._real] = values[:, :real] + values[:, real:]
            sums[block, self._whole] = counts
        return sums


def _distinct(matrix):
    """Its distinct rows and which of them each row is; all rows where few of them repeat."""
    n, k = matrix.shape
    # Equal rows get equal keys; that others may get them too is found out by comparing.
    key = np.einsum("ij,j->i", matrix, np.random.default_rng(0).random(k))
    _, first, group = np.unique(key, return_index=True, return_inverse=True)
    if 2 * len(first) <= n and all(
        np.array_equal(matrix[first[group[part]]], matrix[part])
        for part in _block_parts(n, k, ROWS)
    ):
        return matrix[first], group
    return matrix, np.arange(n)


def _unit(bound):
    """The power of two of which sums up to the bound hold 2 ** 52 at most."""
    return np.ldexp(1.0, np.frexp(bound)[1] - 52)


def _block_parts(length, width, values):
    """Slices of a range, of so many rows that they hold the given number of values."""
    step = max(1, values // max(1, width))
    return [slice(start, min(start + step, length)) for start in range(0, length, step)]
