"""Resamples of units and the scores they have: what intervals, tests and ranks are read from.

A resample draws n units, examples or groups of them, with replacement, the same ones for every
system. Its sums are the units' contributions times the number of times that each was drawn, so no
example is scored twice. *Smoothed* resamples also hold one imaginary example, half right and half
wrong in random amounts, so that scores at their bounds and labels that were never seen are not
taken for certain.

Sums are exact, each rounded once: a seed gives the same digits on any number of threads and in
blocks of any size. (numpy does not promise the same draws from one of its versions to the next.)
"""

from hashlib import blake2b
from typing import NamedTuple

import numpy as np

from ..average_table import AVERAGES
from ..ratios import divide, harmonic_mean
from .averages import COUNTINGS
from .contributions import scores_of_columns

# More units than these are drawn in 1,024 blocks of random ones: intervals are as wide to within
# half a percent, in a tenth of the time.
MANY_UNITS, DRAWN_BLOCKS = 1 << 13, 1 << 10
MOST_DRAWN_VALUES = 1 << 26  # Values of units' columns that are drawn from as they are: 512 MB.
# Shape of the gamma weights of right, false alarm and miss of each label, in examples.
LABEL_SHAPE = 0.25
RESAMPLED_VALUES = 1 << 22  # Values laid out at a time: 32 MB.


class Pseudo(NamedTuple):
    """Sizes of the imaginary example of one system, in the units of its columns."""

    weight: float  # that of one example
    predicted: float  # labels of a mean example that has any
    gold: float
    label: np.ndarray  # (m,), how much an example counts that has the label
    share_predicted: np.ndarray  # (m,), the labels' shares of all
    share_gold: np.ndarray
    whole: float  # the size for scores without any spread: of groups a mean one's examples


class ExactSums:
    """Rows of a matrix, ready for exact sums of up to n of them, times whole numbers.

    Matrix products add up in an order that depends on the machine, its threads and the shapes. So
    values are held as sums of parts of which float64 adds up n exactly, in any order.
    """

    def __init__(self, rows):
        self.n, self.width = rows.shape
        largest = np.abs(rows).max(axis=0) if len(rows) else np.zeros(self.width)
        whole = (rows == np.rint(rows)).all(axis=0) & (self.n * largest < 2**24)
        self._whole, self._real = np.flatnonzero(whole), np.flatnonzero(~whole)
        unit = _last_place(self.n * largest[self._real])
        rest_unit = _last_place(self.n * unit)
        values = rows[:, self._real]
        coarse = np.rint(values / unit) * unit
        rest = np.rint((values - coarse) / rest_unit) * rest_unit
        # float32 is exact up to 2 ** 24, and products of it take half the time.
        self._counts = rows[:, self._whole].astype(np.float32)
        self._values = np.concatenate([coarse, rest], axis=1)

    def of(self, times):
        """Sums of the rows, each as often as ``times``, (B, n) whole numbers that add up to n."""
        sums = np.empty((len(times), self.width))
        parts = times @ self._values
        sums[:, self._real] = parts[:, : len(self._real)] + parts[:, len(self._real) :]
        sums[:, self._whole] = times.astype(np.float32) @ self._counts
        return sums


def block_of_units(n):
    """The block that each of many units is drawn in: at random, whatever order they come in."""
    return np.random.default_rng([n, 5]).permutation(n) % DRAWN_BLOCKS


def imaginary_labels(rng, n_resamples, n_labels, n=1):
    """Columns (B, 4, m) of an imaginary example per label, one of n: right, false alarm, miss."""
    right, alarm, miss = rng.standard_gamma(LABEL_SHAPE, (3, n_resamples, n_labels)) / n
    return np.stack([right, right + alarm, right, right + miss], axis=1)


def drawn_units(contributions):
    """Units to draw from: blocks of many; few units are drawn as they are."""
    n, members = contributions.n_units, contributions.gold.row.size
    # Columns of very many labels are laid out for few units only.
    width = 4 * contributions.n_labels if members else 8
    if n <= DRAWN_BLOCKS or (n <= MANY_UNITS and n * width <= MOST_DRAWN_VALUES):
        return contributions
    return contributions.summed(block_of_units(n), DRAWN_BLOCKS)


def streams_by_content(systems, average):
    """Number of each system's stream of random numbers, by what it holds and not by its place.

    Sums come first: a last digit that another machine rounds otherwise would renumber digests.
    """
    sums = [(*x.points.sum(axis=0).tolist(), *x.totals.sum(axis=0).tolist()) for x in systems]
    keys = []
    for of_system, system in zip(sums, systems, strict=True):
        labels = [*system.predicted, *system.gold] if AVERAGES[average].needs_labels else []
        parts, contents = (system.points, system.totals, *labels), blake2b(digest_size=16)
        for part in parts if sums.count(of_system) > 1 else ():
            contents.update(np.ascontiguousarray(part).data)
        keys.append((of_system, contents.digest()))
    numbers = {key: number for number, key in enumerate(sorted(set(keys)))}
    return [numbers[key] for key in keys]


def resampled_sums(matrices, n_resamples, seed):
    """Yield slices of resamples, how often each holds each row, and the sums of each matrix."""
    exact = [ExactSums(matrix) for matrix in matrices]
    n, width = exact[0].n, sum(each.width for each in exact)
    rng = np.random.default_rng(seed)
    step = max(1, RESAMPLED_VALUES // max(n, width))
    for start in range(0, n_resamples, step):
        size = min(step, n_resamples - start)
        # One long draw has the numbers of many short ones.
        drawn = rng.integers(n, size=(size, n))
        drawn += n * np.arange(size)[:, None]
        times = np.bincount(drawn.ravel(), minlength=size * n).reshape(size, n).astype(np.float64)
        yield slice(start, start + size), times, [each.of(times) for each in exact]


def resampled_columns(systems, averages, n_resamples, seed):
    """As :func:`resampled_sums`, at last average -> columns of systems, (B, 4) or (B, 4, m)."""
    # One average stands for all that are made of the same counts.
    kinds = {AVERAGES[average].counts: average for average in averages}
    systems = [drawn_units(system) for system in systems]
    places = [(kind, system) for kind in kinds for system in systems]
    rows = [np.reshape(x.columns(kinds[kind]), (x.n_units, -1)) for kind, x in places]
    for part, times, sums in resampled_sums(rows, n_resamples, seed):
        columns = {kind: [] for kind in kinds}
        for (kind, system), values in zip(places, sums, strict=True):
            by_label = kind == "labels"
            shape = (len(times), 4, system.n_labels) if by_label else (len(times), -1)
            columns[kind].append(values.reshape(shape))
        yield part, times, {average: columns[AVERAGES[average].counts] for average in averages}


def pseudo_example(examples, n_units):
    """Sizes of the imaginary example: a mean one, or by uneven weights an effective one (Kish)."""
    n, m = examples.n_units, examples.n_labels
    weight = examples.points[:, -1] if n_units == n else np.ones(n)

    def effective(square, total, number):
        return divide(square * number, total**2)

    label, shares, sizes = np.zeros(m), [], []
    sides = examples.predicted, examples.gold
    for side, column in zip(sides, (1, 3), strict=True):
        total = np.bincount(side.label, side.weight, minlength=m).astype(np.float64)
        shares.append(divide(total, total.sum()))
        number = examples.totals[:, column]
        own = weight[number > 0]
        factor = effective((own**2).sum(), own.sum(), len(own))
        sizes.append(float(divide(number.sum(), len(own)) * factor))
    # An example counts by the greater of its two sides, one of them where the other lacks it.
    rows, labels, _, size = (np.concatenate(x) for x in zip(*sides, strict=True))
    if len(rows):
        cell = rows.astype(np.int64) * m + labels
        order = np.lexsort((-size, cell))
        first = order[np.diff(cell[order], prepend=-1) != 0]
        labels, own = labels[first], weight[rows[first]]
        values = None, size[first], own, own**2
        number, sums, own, square = (np.bincount(labels, x, minlength=m) for x in values)
        label = divide(sums, number) * effective(square, own, number)
    label = np.where(label > 0, label, 1.0)
    predicted, gold = sizes
    # A system that predicts nothing could have predicted as many labels as there are gold.
    predicted, gold = predicted or gold or 1.0, gold or predicted or 1.0
    mean = examples.points[:, -1].mean() * effective((weight**2).sum(), weight.sum(), n)
    return Pseudo(float(mean), predicted, gold, label, *shares, n / n_units)


def pooled_prior(totals, averaging, limits):
    """Expected precision and recall of a label: means over the labels that have any."""
    means = []
    for columns in totals:
        scores = scores_of_columns(columns, None, averaging)
        ratios = COUNTINGS[averaging.counting].ratios(*columns)
        for values, (_, denominator) in zip(scores[:2], ratios[:2], strict=True):
            here = denominator > 0
            if averaging.macro_mask is not None:
                here &= averaging.macro_mask
            means.append(values[here].mean() if here.any() else np.nan)
    table = np.reshape(means, (-1, 2))
    known = ~np.isnan(table)
    mean = divide(np.where(known, table, 0).sum(axis=0), known.sum(axis=0))
    mean = np.where(known.any(axis=0), mean, 0.5)
    return tuple(float(value) for value in np.clip(mean, *limits))


def pseudo_shapes(precision, recall, flat):
    """Gamma shapes of right, alarm and miss: half right by the share ``flat``, else as P and R."""
    f1 = harmonic_mean(precision, recall)
    likely = np.array([f1, f1 * (1 / precision - 1), f1 * (1 / recall - 1)])
    return (flat + (1 - flat) * likely) / 2


class Smoother:
    """The imaginary example of one system in each resample, a whole group if the ``error`` is 0."""

    def __init__(self, average, pseudo, error, shapes, stream, seed):
        self.smoothing, self.pseudo, self.shapes = AVERAGES[average].smoothing, pseudo, shapes
        still = ~(np.nan_to_num(error) > 0)
        still = still.all(axis=0 if average is None else None)
        self.scale = np.where(still, pseudo.whole, 1.0)
        self.rng = np.random.default_rng([seed, 2, stream, AVERAGES[average].stream])

    def gammas(self, size):
        """Random weights of the next imaginary examples: right and wrong, or right, alarm, miss."""
        if self.smoothing != "labels":
            return self.rng.standard_gamma(0.5, (size, 2 if self.smoothing == "scores" else 3))
        shapes = np.reshape((0.5, 0.5, 0.5) if self.shapes is None else self.shapes, (3, 1))
        return self.rng.standard_gamma(shapes, (size, 3, len(self.pseudo.label)))

    def added_to(self, columns, gammas=None):
        """Columns (B, ...) of the next resamples, with an imaginary example in each."""
        pseudo = self.pseudo
        gammas = self.gammas(len(columns)) if gammas is None else gammas
        added = columns.copy()
        if self.smoothing == "scores":
            right, wrong = (gammas * pseudo.weight * self.scale).T
            added += right[:, None]
            added[:, -1] += wrong
            return added
        if self.smoothing == "labels":
            right, alarm, miss = np.moveaxis(gammas * (pseudo.label * self.scale), 1, 0)
        else:
            both = (pseudo.predicted + pseudo.gold) / 2
            sizes = [both, pseudo.predicted, pseudo.gold]
            right, alarm, miss = (gammas * self.scale * sizes).T
        if self.smoothing == "shares":
            right = right[:, None] * ((pseudo.share_predicted + pseudo.share_gold) / 2)
            alarm = alarm[:, None] * pseudo.share_predicted
            miss = miss[:, None] * pseudo.share_gold
        added += right[:, None]
        added[:, 1] += alarm
        added[:, 3] += miss
        return added


def smoothers_of(statistic, average, errors, shapes, streams):
    """Smoother of each system of a Statistic, each with its shapes and its stream."""
    if statistic.imaginary is None:
        statistic.imaginary = [pseudo_example(each, statistic.n) for each in statistic.examples]
    of_systems = zip(statistic.imaginary, errors, shapes, streams, strict=True)
    return [Smoother(average, *own, statistic.seed) for own in of_systems]


def _last_place(bound):
    """The power of two of which sums up to the bound hold 2 ** 52 at most."""
    return np.ldexp(1.0, np.frexp(bound)[1] - 52)
