"""Sparse rows with one column per label: CSR, CSC, COO, DOK and others that know ``tocsr``.

Nothing is made dense, and scipy is not imported: stored places are members of label sets.
"""

import numpy as np

from ..messages import InputError, short
from .label_sets import MOST_KEY_LABELS, LabelSets, keys_of_members, sizes_of_keys
from .unwrapping import refuse_first


class SparseColumns:
    """Columns of sparse rows that are not 0: ``codes[offsets[i]:offsets[i + 1]]`` of row i.

    ``values`` are None if all are 1, else numbers, one for each code; ``keys`` are None, or the
    sets as whole numbers.
    """

    def __init__(self, width, codes, offsets, values, keys=None):
        self.width, self.codes, self.offsets, self.values = width, codes, offsets, values
        self._keys = keys

    def sets(self):
        """Label sets of the columns."""
        if 0 < self.width <= MOST_KEY_LABELS:
            keys = self._keys
            return LabelSets(
                keys=keys_of_members(self.codes, self.offsets) if keys is None else keys
            )
        return LabelSets(self.codes, self.offsets)

    def least(self, thresholds):
        """Columns whose value is at least its threshold, one number or one per column."""
        values = 1.0 if self.values is None else self.values.astype(np.float64, copy=False)
        needed = thresholds[self.codes] if np.ndim(thresholds) else thresholds
        kept = np.broadcast_to(values >= needed, self.codes.shape)
        offsets = np.concatenate([[0], np.cumsum(kept)])[self.offsets]
        return SparseColumns(self.width, self.codes[kept], offsets, None)


def read_sparse(rows, argument, scores):
    """Columns of sparse rows; with ``scores`` they may hold finite numbers other than 0 and 1."""
    if len(rows.shape) != 2:
        rule = f"expected rows with one column per label; got shape {rows.shape}"
        raise InputError(rule, argument)
    table = rows.tocsr()
    once, keys = _each_once(table) if _all_ones(table.data) else (False, None)
    if not once:
        # Places that are stored twice are added up, as scipy does; zeros that are stored are none.
        table = table.copy()
        table.sum_duplicates()
        table.eliminate_zeros()
        keys = None
    codes, offsets = table.indices, table.indptr.astype(np.int64, copy=False)
    codes, values = codes.astype(np.int32, copy=False), None
    if not _all_ones(table.data):
        values = table.data
        wrong = ~np.isfinite(values) if scores else values != 1
        rule = "scores must be finite" if scores else "indicator rows hold 0 and 1"
        refuse_values(wrong, codes, offsets, values, argument, rule)
    return SparseColumns(table.shape[1], codes, offsets, values, keys)


def refuse_values(wrong, codes, offsets, values, argument, rule):
    """Refuse the first stored value that is wrong."""

    def told(i):
        return f"column {codes[i]} is {short(values[i].item())}; {rule}"

    refuse_first(wrong, argument, told, offsets)


def _all_ones(values):
    if values.dtype == bool:
        return bool(values.all())
    return not len(values) or bool(values.min() == 1 == values.max())


def _each_once(table):
    """True if each row stores its columns once and in rising order, or in any order if few.

    Returns with it the rows of few columns as whole numbers, else None.
    """
    codes, offsets = table.indices, table.indptr
    if 0 < table.shape[1] <= MOST_KEY_LABELS:
        # A column that comes twice carries, and leaves fewer bits than members.
        keys = keys_of_members(codes, offsets)
        return int(sizes_of_keys(keys).sum(dtype=np.int64)) == len(codes), keys
    if len(codes) < 2:
        return True, None
    rises = codes[1:] > codes[:-1]
    begins = offsets[1:-1]
    rises[begins[(begins > 0) & (begins < len(codes))] - 1] = True
    return bool(rises.all()), None
