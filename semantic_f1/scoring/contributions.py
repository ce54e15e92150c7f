"""Contributions of examples: what each of them adds to a score's counts.

A score is a function of sums over examples. Resampling draws its sums from contributions, and
influence values say how far each of them moves the score. Labels are kept sparse: a row holds the
labels that its example has, so 20,000 labels take no more memory than their members.

Scores are worked out from *columns*, sums of contributions, float64 arrays with any axes in front:

- of average "samples" (..., 4): precision, recall, F1, and the weight that they are divided by;
  other means of scores of examples have the same form
- of "micro" (..., 4): tp, predicted, matched and support over all labels, unknown ones included
- of "macro", "weighted" and None (..., 4, m): the same four of each label

A score T is a function of the sums of n units' contributions x_i and doesn't change when all of
them are doubled. Its influence values are IF_i = n * grad T . x_i; they sum to 0, and the standard
error of T is sqrt(sum of IF_i ** 2 / (n (n - 1))) (Efron & Tibshirani, "An Introduction to the
Bootstrap", 1993, chapter 21).
"""

from typing import NamedTuple

import numpy as np

from ..average_table import AVERAGES
from ..ratios import divide
from .averages import average_scores, average_slopes
from .counts import Counts, best_credits, pointwise_of_credits

DENSE_VALUES = 1 << 22  # Values of a dense block of labels that is laid out at a time: 32 MB.
LEAST_WEIGHT = 1e-290  # Of the greatest weight: what is less still holds scores without underflow.
# Influence values that cancel leave a standard error of this size by rounding: it is none.
ROUNDED_ERROR = 1e-14


class Members(NamedTuple):
    """Labels of one side, an entry for each label of each row."""

    row: np.ndarray
    label: np.ndarray
    credit: np.ndarray  # what the label earns
    weight: np.ndarray  # how it counts


class Contributions(NamedTuple):
    """Contributions of n units, examples or groups of them, to the counts."""

    points: np.ndarray  # (n, 4), precision, recall, F1 and 1, times the weight
    totals: np.ndarray  # (n, 4), tp, predicted, matched and support over all labels
    predicted: Members  # of the universe
    gold: Members
    n_labels: int

    @classmethod
    def of_matrix(cls, matrix, n_labels):
        """Contributions from rows laid out as Counts, one per example."""
        counts = Counts.of(matrix, n_labels)
        points = np.concatenate([counts.samples, counts.weight[:, None]], axis=1)
        sides, totals = [], []
        for credit, weight, unknown in (
            (counts.tp, counts.predicted, counts.unknown_predicted),
            (counts.matched, counts.support, counts.unknown_gold),
        ):
            row, label = np.nonzero(weight)
            sides.append(Members(row, label, credit[row, label], weight[row, label]))
            totals += [credit.sum(axis=1), weight.sum(axis=1) + unknown]
        return cls(points, np.stack(totals, axis=1), *sides, n_labels)

    @classmethod
    def of_sets(
        cls,
        predictions,
        references,
        pairs,
        n_labels,
        *,
        zero_division=1.0,
        by_label=True,
        credit=None,
    ):
        """Contributions of examples, from their sets; ``credit``: what ``best_credits`` gives."""
        both, n = (predictions, references), len(predictions.offsets) - 1
        credit = best_credits(*both, pairs, n_labels) if credit is None else credit
        scores = pointwise_of_credits(*both, credit, zero_division)
        totals, sides = np.empty((n, 4)), []
        for place, sets, earned in ((0, predictions, credit[0]), (2, references, credit[1])):
            sizes = np.diff(sets.offsets)
            row = np.repeat(np.arange(n), sizes)
            totals[:, place] = np.bincount(row, earned, minlength=n)
            totals[:, place + 1] = sizes
            known = sets.indices < n_labels if by_label else np.zeros(len(row), bool)
            kept = (values[known] for values in (row, sets.indices, earned))
            sides.append(Members(*kept, np.ones(known.sum())))
        return cls(np.stack([*scores, np.ones(n)], axis=1), totals, *sides, n_labels)

    @classmethod
    def of_scores(cls, values):
        """Contributions to means of other scores of examples, (n, k) in [0, 1]: "samples" only."""
        points = np.concatenate([values, np.ones((len(values), 1))], axis=1)
        nothing = Members(*np.zeros((2, 0), np.int64), *np.zeros((2, 0)))
        return cls(points, np.zeros((len(values), 4)), nothing, nothing, 0)

    @classmethod
    def joined(cls, parts):
        """The units of several Contributions, one after the other."""
        starts = np.cumsum([0, *(part.n_units for part in parts[:-1])])
        sides = []
        for place in (2, 3):
            rows = [part[place].row + start for part, start in zip(parts, starts, strict=True)]
            others = zip(*(part[place][1:] for part in parts), strict=True)
            sides.append(Members(*map(np.concatenate, (rows, *others))))
        dense = (np.concatenate([part[place] for part in parts]) for place in (0, 1))
        return cls(*dense, *sides, parts[0].n_labels)

    @property
    def n_units(self):
        """Number of units."""
        return len(self.points)

    def weighted(self, weight):
        """The same times weights relative to their mean: a factor common to all of them cancels."""
        # The greatest first: a mean of weights near the limits of float64 would leave them.
        relative = weight / weight.max()
        # A weight above 0 keeps its example, of which wins and labels are counted.
        weight = np.where(weight > 0, np.maximum(relative, LEAST_WEIGHT), 0.0)
        return self.scaled(weight / weight.mean())

    def scaled(self, weight):
        """The same times weights, one a unit."""
        sides = [Members(*x[:2], *(values * weight[x.row] for values in x[2:])) for x in self[2:4]]
        points, totals = self.points * weight[:, None], self.totals * weight[:, None]
        return Contributions(points, totals, *sides, self.n_labels)

    def chosen(self, keep):
        """The units where ``keep``, a bool array, is true."""
        place = np.cumsum(keep) - 1
        sides = []
        for side in (self.predicted, self.gold):
            kept = keep[side.row]
            sides.append(Members(place[side.row[kept]], *(values[kept] for values in side[1:])))
        return Contributions(self.points[keep], self.totals[keep], *sides, self.n_labels)

    def summed(self, codes, n):
        """Units added up: ``codes``, an int array, says which of n new ones each belongs to."""
        if n == self.n_units and (codes == np.arange(n)).all():
            return self

        # Numbers of 16 bits are sorted by digits, in a tenth of the time.
        sides, short = [], codes.astype(np.min_scalar_type(n))
        for side in (self.predicted, self.gold):
            order = np.argsort(short[side.row], kind="stable")
            sides.append(Members(codes[side.row][order], *(values[order] for values in side[1:])))
        dense = (summed_rows(values, codes, n) for values in (self.points, self.totals))
        return Contributions(*dense, *sides, self.n_labels)

    def merged(self):
        """The same with one member for each label of a unit."""
        sides = []
        for side in (self.predicted, self.gold):
            keys = side.row * np.int64(self.n_labels) + side.label
            distinct, place = np.unique(keys, return_inverse=True)
            credit, weight = (np.bincount(place, x, len(distinct)) for x in side[2:])
            row, label = np.divmod(distinct, max(self.n_labels, 1))
            sides.append(Members(row, label, credit, weight))
        return self._replace(predicted=sides[0], gold=sides[1])

    def columns(self, average, start=0, stop=None):
        """Columns of an average, of a range of units: (units, 4), or (units, 4, m) by label."""
        stop = self.n_units if stop is None else stop
        counts = AVERAGES[average].counts
        if counts != "labels":
            return (self.points if counts == "examples" else self.totals)[start:stop]
        n, m = stop - start, self.n_labels
        dense = np.zeros((n, 4, m))
        for place, side in ((0, self.predicted), (2, self.gold)):
            first, last = np.searchsorted(side.row, [start, stop])
            cell = (side.row[first:last] - start) * m + side.label[first:last]
            for offset, values in ((0, side.credit), (1, side.weight)):
                sums = np.bincount(cell, values[first:last], minlength=n * m)
                dense[:, place + offset] = sums.reshape(n, m)
        return dense

    def total(self, average):
        """Columns of an average, of all units together."""
        if not AVERAGES[average].needs_labels:
            return self.columns(average).sum(axis=0)
        sides = [(side.label, values) for side in self[2:4] for values in side[2:]]
        sums = [np.bincount(*side, minlength=self.n_labels) for side in sides]
        return np.stack(sums).astype(np.float64)

    def grouped(self, groups):
        """Groups of units, numbered from 0 without gaps; with None the units themselves."""
        return self if groups is None else self.summed(groups, int(groups.max()) + 1)

    def blocks(self):
        """Ranges of units whose columns by label are dense in bounded memory."""
        step = max(1, DENSE_VALUES // max(1, 4 * self.n_labels))
        return [(start, min(start + step, self.n_units)) for start in range(0, self.n_units, step)]


def summed_rows(values, codes, n):
    """Rows added up: ``codes`` says which of n new ones each belongs to."""
    return np.stack([np.bincount(codes, column, minlength=n) for column in values.T], axis=1)


def scores_of_columns(columns, average, averaging):
    """Precision, recall and F1 of an average: (..., 3), or (..., 3, m) for average None."""
    counts = AVERAGES[average].counts
    if counts == "examples":
        # Rounding leaves a last digit above 1.
        return np.minimum(divide(columns[..., :-1], columns[..., -1:]), 1.0)
    by_label = columns if counts == "labels" else columns[..., None]
    four = (by_label[..., place, :] for place in range(4))
    scores = average_scores(Counts(*four, 0.0, 0.0, np.zeros(3), 0.0), average, averaging)
    return np.stack(scores, axis=-2 if average is None else -1)


def influence_values(contributions, average, averaging):
    """Influence of each unit, n times gradient times columns: (n, 3), or (n, 3, m) for None."""
    n = contributions.n_units
    gradient = n * average_slopes(contributions.total(average), average, averaging)
    if not AVERAGES[average].needs_labels:
        columns = contributions.columns(average)
        values = np.empty_like(columns, shape=(n, len(gradient)))
        for score, slopes in enumerate(gradient):
            # Summed in one order always, as a matrix product is not.
            values[:, score] = sum(map(np.multiply, columns.T, slopes))
        return values
    if average is None:
        blocks = contributions.blocks()
        return np.concatenate([_moves_of_labels(contributions, gradient, x) for x in blocks])
    # Members, row by row: bincount adds in one order, whatever the threads.
    values = np.zeros((n, 3))
    for place, side in ((0, contributions.predicted), (2, contributions.gold)):
        for score in range(3):
            earned = gradient[score, place][side.label] * side.credit
            earned += gradient[score, place + 1][side.label] * side.weight
            values[:, score] += np.bincount(side.row, earned, minlength=n)
    return values


def standard_errors(systems, average, choices, pairs=None):
    """Standard errors of systems, or of differences of pairs of them, by row; NaN for one unit."""
    n, own = systems[0].n_units, list(zip(systems, choices, strict=True))

    def squares(moves):
        apart = moves if pairs is None else (moves[a] - moves[b] for a, b in pairs)
        return np.stack([(values**2).sum(axis=0) for values in apart])

    if average is None:
        slopes = [(x, n * average_slopes(x.total(None), None, of_system)) for x, of_system in own]
        blocks = systems[0].blocks()
        total = sum(squares([_moves_of_labels(*each, x) for each in slopes]) for x in blocks)
    else:
        total = squares([influence_values(x, average, of_system) for x, of_system in own])
    if n == 1:
        return np.full_like(total, np.nan)
    errors = np.sqrt(total / (n * (n - 1)))
    return np.where(errors > ROUNDED_ERROR, errors, 0.0)


def _moves_of_labels(system, slope, block):
    return np.einsum("nkm,skm->nsm", system.columns(None, *block), slope)
