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

from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from ..inputs.label_sets import take_sets
from .bootstrap import resampled_sums
from .distinct import SetTable, number_sets
from .statistic import SCORE_TIE

SET_DISTANCES = ("semantic", "masi", "jaccard", "nominal")
# A resample's expected distance is exact where units by distinct sets have so many values at most.
EXACT_VALUES = 1 << 22


class AnnotatorAgreement(NamedTuple):
    """Parts of alpha.

    - ``observed``, ``expected``: D_o and D_e
    - ``rows``: float64 array with a row a unit; sums of rows go into :func:`alpha_of`
    - ``table``: float64 array (D, D) of distances; None where the expected distance of a resample
      is worked out to first order, about ``total``, the sum of the distances of all ordered pairs
    - ``total``, ``weight``: floats, of the data
    """

    observed: float
    expected: float
    rows: np.ndarray
    table: np.ndarray | None
    total: float
    weight: float


class Units(NamedTuple):
    """Annotated examples as counts of distinct sets.

    - ``table``: SetTable of the D distinct sets
    - ``unit``, ``code``: int arrays, the unit and the number of each set
    - ``size``: int array (N,), sets of each unit, two at least
    - ``weight``: float64 array (N,)
    """

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
    """Examples with two annotators or more, and a weight above 0.

    ``table_of`` makes the SetTable of distinct sets.
    """
    sizes = np.diff(offsets)
    weight = np.ones(len(sizes)) if sample_weight is None else sample_weight
    kept = (sizes >= 2) & (weight > 0)
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
    share = weight[unit]
    times = np.bincount(code, share, minlength=n_sets)
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
        rows = np.column_stack(
            [
                size,
                disagreement,
                np.bincount(unit, toward[code], minlength=n_units),
                np.ones(n_units),
            ]
        )
    return AnnotatorAgreement(
        observed, expected, rows * weight[:, None], whole, total, float(weight.sum())
    )


def alpha_of(sums, agreement):
    """Alpha from sums of the rows of an AnnotatorAgreement; NaN if nothing varies."""
    n, disagreement = sums[..., 0], sums[..., 1]
    if agreement.table is None:
        # Half the square's slope times the counts, less the square at as many units of the data.
        share = sums[..., 3] / agreement.weight
        square = share * (2 * sums[..., 2] - share * agreement.total)
    else:
        counts = sums[..., 2:]
        square = ((counts @ agreement.table) * counts).sum(axis=-1)
    varies = (square > 1e-12 * n**2) & (n > 1)
    return np.where(varies, 1 - disagreement * (n - 1) / np.where(varies, square, 1), np.nan)


def alpha_jackknife(agreement):
    """Standard error of alpha by leaving out each unit; None if it can't be told."""
    left, n = _without_each(agreement.rows, agreement), len(agreement.rows)
    if n < 2 or not np.isfinite(left).all():
        return None
    return float(np.sqrt((n - 1) / n * ((left - left.mean()) ** 2).sum()))


def _without_each(rows, agreement):
    """Alpha without each of the rows."""
    total, starts = rows.sum(axis=0), range(0, len(rows), 4096)
    return np.concatenate([alpha_of(total - rows[at : at + 4096], agreement) for at in starts])


def _bca_ends(estimate, values, confidence_level, skew):
    """Ends by BCa; if all values are on one side of the estimate, half of one is on the other."""
    normal, half = NormalDist(), 1 / (2 * len(values))
    # Resamples that equal the estimate count half on either side.
    below = (values < estimate - SCORE_TIE).sum() + (values <= estimate + SCORE_TIE).sum()
    bias = normal.inv_cdf(float(np.clip(below * half, half, 1 - half)))
    shares = []
    for tail in ((1 - confidence_level) / 2, (1 + confidence_level) / 2):
        shifted = bias + normal.inv_cdf(tail)
        # Beyond the pole the share is 0 or 1.
        shares.append(normal.cdf(bias + shifted / max(1 - skew * shifted, SCORE_TIE)))
    return np.quantile(values, shares)


def alpha_interval(agreement, *, groups=None, n_resamples=1000, confidence_level=0.95, seed=0):
    """Bootstrap interval of alpha (BCa) over units, or groups; None if no resample varies."""
    rows = agreement.rows
    if groups is not None:
        rows = np.stack([np.bincount(groups, column) for column in rows.T], axis=1)
    values = np.concatenate(
        [alpha_of(sums, agreement) for _, _, (sums,) in resampled_sums([rows], n_resamples, seed)]
    )
    varies = np.isfinite(values)
    left_out = int((~varies).sum())
    estimate = alpha_of(rows.sum(axis=0), agreement)
    if not varies.any() or not np.isfinite(estimate):
        return {"low": None, "high": None, "n_left_out": left_out}
    without = _without_each(rows, agreement)
    change = without[np.isfinite(without)]
    change = change.mean() - change if len(change) else np.zeros(1)
    square = (change**2).sum()
    skew = (change**3).sum() / (6 * square**1.5) if square > 1e-24 else 0.0
    ends = _bca_ends(float(estimate), values[varies], confidence_level, float(skew))
    low, high = (float(end) for end in ends)
    return {
        "low": min(low, float(estimate)),
        "high": max(high, float(estimate)),
        "n_left_out": left_out,
    }


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
            smaller = np.minimum(sizes[rows, None], sizes)
            values *= np.where(common == smaller, 2 / 3, 1 / 3)
        values = 1 - values
    values[np.arange(rows.stop - rows.start), np.arange(rows.start, rows.stop)] = 0
    return values


def _pairs_within(unit, code, size):
    """(unit, smaller code) and greater code of each unordered pair of sets of one unit."""
    begin = np.concatenate([[0], np.cumsum(size)])[:-1]
    position = np.arange(len(code)) - begin[unit]
    units, low, high = [], [], []
    for shift in range(1, int(size.max(initial=1))):
        first = np.flatnonzero(position + shift < size[unit])
        a, b = code[first], code[first + shift]
        differ = a != b
        units.append(unit[first][differ])
        low.append(np.minimum(a, b)[differ])
        high.append(np.maximum(a, b)[differ])
    joined = [np.concatenate(x) if x else np.zeros(0, np.int64) for x in (units, low, high)]
    return (joined[0], joined[1]), joined[2]
