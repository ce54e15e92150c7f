"""Krippendorff's alpha over label sets: agreement of annotators beyond chance.

alpha = 1 - D_o / D_e. D_o is the mean distance of two sets of one example, D_e that of any two of
all sets that are paired somewhere. Examples with one annotator have no part in either; annotations
that are missing need nothing else. Equal sets have distance 0, also where a similarity has a
diagonal below 1.

- "nominal": 1 where sets differ
- "jaccard": 1 - |A and B| / |A or B|
- "masi" (Passonneau 2006): 1 - J M, with J the Jaccard index and M = 1 for equal sets, 2/3 where
  one holds the other, 1/3 if they overlap, 0 if they don't
- "semantic": 1 - F1 of the two
"""

from typing import NamedTuple

import numpy as np

from ..inputs.label_sets import take_sets
from ..ratios import divide
from .bootstrap import resampled_sums
from .contributions import summed_rows
from .distinct import SetTable, number_sets
from .intervals import order_ends
from .statistic import enough_resamples
from .student_t import df_and_tail_share

SET_DISTANCES = ("semantic", "masi", "jaccard", "nominal")
# A resample's expected distance is exact where units by distinct sets have so many values at most.
EXACT_VALUES = 1 << 22
MOST_WEIGHT_BITS = 200  # Greater weights are taken in other units: their squares leave float64.


class AnnotatorAgreement(NamedTuple):
    """Parts of alpha."""

    observed: float  # D_o
    expected: float  # D_e
    rows: np.ndarray  # a row per unit, float64; sums of rows go into :func:`alpha_of`
    # (D, D) distances; None where the expected distance of a resample is worked out to first order,
    # about ``total``, the sum of the distances of all ordered pairs of the data.
    table: np.ndarray | None
    total: float
    weight: float


class Units(NamedTuple):
    """Annotated examples: the unit and the number of each set, and each unit's ``size`` in sets."""

    table: SetTable
    unit: np.ndarray
    code: np.ndarray
    size: np.ndarray
    weight: np.ndarray


class PairTable(SetTable):
    """F1 of sets that ``pointwise`` scores, any of D against any other."""

    def __init__(self, sets, pointwise):
        self.sets, self.sizes, self._pointwise = sets, np.diff(sets.offsets), pointwise

    def f1(self, rows):
        """F1 of the sets of a slice against all, shape (rows, D)."""
        n, some = len(self), np.arange(rows.start, rows.stop)
        sides = np.repeat(some, n), np.tile(np.arange(n), len(some))
        scores = self._pointwise(*(take_sets(self.sets, places) for places in sides))
        return scores.f1.reshape(len(some), n)


def units_of(sets, offsets, table_of, *, sample_weight=None):
    """Examples with two annotators or more, and a weight above 0; ``table_of`` distinct sets."""
    sizes = np.diff(offsets)
    weight = np.ones(len(sizes)) if sample_weight is None else sample_weight
    kept = (sizes >= 2) & (weight > 0)
    # Of numbers of sets beyond float64's digits one less is the same, so that any unit serves.
    weight = np.ldexp(weight, -max(0, int(np.frexp(weight.max(initial=0))[1]) - MOST_WEIGHT_BITS))
    distinct, codes = number_sets(sets)
    codes = codes[np.repeat(kept, sizes)]
    used, codes = np.unique(codes, return_inverse=True)
    table = table_of(take_sets(distinct, used))
    unit = np.repeat(np.arange(int(kept.sum())), sizes[kept])
    return Units(table, unit, codes, sizes[kept], weight[kept])


def annotator_agreement(units, distance):
    """Observed and expected disagreement, and what resampling draws from."""
    table, unit, code, size, weight = units
    n_units, n_sets = len(size), len(table)
    times = np.bincount(code, weight[unit], minlength=n_sets)
    n = float((weight * size).sum())
    toward, within = np.empty(n_sets), np.zeros(n_units)
    first, second = _pairs_within(unit, code, size)
    exact = n_units * n_sets <= EXACT_VALUES
    whole = np.empty((n_sets, n_sets)) if exact else None
    for rows in table.blocks():
        values = _block_distances(table, rows, distance)
        toward[rows] = values @ times
        if exact:
            whole[rows] = values
        # Each unordered pair stands once; its first set decides in which block it is looked up.
        here = np.flatnonzero((first[1] >= rows.start) & (first[1] < rows.stop))
        distances = values[first[1][here] - rows.start, second[here]]
        within += np.bincount(first[0][here], distances, minlength=n_units)
    # Ordered pairs are twice the unordered ones.
    disagreement = 2 * within / (size - 1)
    observed = float((weight * disagreement).sum()) / n
    total = float(times @ toward)
    expected = total / (n * (n - 1)) if n > 1 else 0.0
    if exact:
        counts = np.zeros((n_units, n_sets))
        np.add.at(counts, (unit, code), 1.0)
        rows = np.column_stack([size, disagreement, counts])
    else:
        moves = np.bincount(unit, toward[code], minlength=n_units)
        rows = np.column_stack([size, disagreement, moves, np.ones(n_units)])
    rows *= weight[:, None]
    return AnnotatorAgreement(observed, expected, rows, whole, total, float(weight.sum()))


def alpha_of(sums, agreement, imaginary=(0.0, 0.0)):
    """Alpha from sums of rows, NaN if nothing varies; ``imaginary``: sets at distance 0 and 1."""
    (n, disagreement), (alike, unlike) = np.moveaxis(sums[..., :2], -1, 0), imaginary
    if agreement.table is None:
        # Half the square's slope times the counts, less the square at as many units of the data.
        share = sums[..., 3] / agreement.weight
        square = share * (2 * sums[..., 2] - share * agreement.total)
    else:
        counts = sums[..., 2:]
        square = ((counts @ agreement.table) * counts).sum(axis=-1)
    varies = (square > 1e-12 * n**2) & (n > 1)
    disagreement = (disagreement + unlike) * divide(n, n + alike + unlike)
    return np.where(varies, 1 - disagreement * (n - 1) / np.where(varies, square, 1), np.nan)


def alpha_jackknife(agreement):
    """Standard error of alpha by leaving out each unit; None if it can't be told."""
    rows, n = agreement.rows, len(agreement.rows)
    parts = (rows.sum(axis=0) - rows[at : at + 4096] for at in range(0, n, 4096))
    left = np.concatenate([alpha_of(part, agreement) for part in parts])
    if n < 2 or not np.isfinite(left).all():
        return None
    return float(np.sqrt((n - 1) / n * ((left - left.mean()) ** 2).sum()))


def alpha_interval(agreement, *, groups=None, n_resamples=1000, confidence_level=0.95, seed=0):
    """Smoothed bootstrap interval of alpha over units, or groups; None if no resample varies.

    Each resample has an imaginary example too, half of it sets that agree and half sets that have
    nothing in common, in random amounts: units that all agree leave alpha uncertain.
    """
    rows = examples = agreement.rows
    if groups is not None:
        rows = summed_rows(rows, groups, int(groups.max()) + 1)
    # Where all agree the imaginary example is as large as a group.
    size = (examples if examples[:, 1].any() else rows)[:, 0].mean()
    df, share = df_and_tail_share(confidence_level, rows[:, 0], len(rows) < len(examples))
    values = np.empty(enough_resamples(n_resamples, share, df + 1))
    imaginary = np.random.default_rng([seed, 2]).standard_gamma(0.5, (2, len(values))) * size
    for part, _, (sums,) in resampled_sums([rows], len(values), seed):
        values[part] = alpha_of(sums, agreement, imaginary[:, part])
    varies, low, high = np.isfinite(values), None, None
    estimate = float(alpha_of(rows.sum(axis=0), agreement))
    if varies.any() and np.isfinite(estimate):
        low, high = map(float, order_ends(values[varies], share, (-1.0, 1.0), estimate))
    return {"low": low, "high": high, "n_left_out": int((~varies).sum())}


def _block_distances(table, rows, distance):
    """Distances of the sets of a slice to all sets."""
    if distance == "semantic":
        values = 1 - table.f1(rows)
    elif distance == "nominal":
        values = np.ones((rows.stop - rows.start, len(table)))
    else:
        common, sizes = table.common(rows), table.sizes
        either = sizes[rows, None] + sizes - common
        values = np.divide(common, either, out=np.zeros_like(common), where=either > 0)
        if distance == "masi":
            values *= np.where(common == np.minimum(sizes[rows, None], sizes), 2 / 3, 1 / 3)
        values = 1 - values
    values[np.arange(rows.stop - rows.start), np.arange(rows.start, rows.stop)] = 0
    return values


def _pairs_within(unit, code, size):
    """(unit, smaller code) and greater code of each unordered pair of sets of one unit."""
    position = np.arange(len(code)) - (np.cumsum(size) - size)[unit]
    parts = [np.zeros((3, 0), np.int64)]
    for shift in range(1, int(size.max(initial=1))):
        first = np.flatnonzero(position + shift < size[unit])
        first = first[code[first] != code[first + shift]]
        a, b = code[first], code[first + shift]
        parts.append(np.stack([unit[first], np.minimum(a, b), np.maximum(a, b)]))
    units, low, high = np.concatenate(parts, axis=1)
    return (units, low), high
