"""Sparse rows with one column per label: CSR, CSC, COO, DOK and others that know ``tocsr``.

Nothing is made dense, and scipy is not imported: stored places are members of label sets.
"""

from typing import NamedTuple

import numpy as np

from ..messages import InputError, short
from .label_sets import MOST_KEY_LABELS, LabelSets, keys_of_members, sizes_of_keys
from .unwrapping import refuse_first


class SparseColumns(NamedTuple):
    """Columns of sparse rows that are not 0: ``codes[offsets[i]:offsets[i + 1]]`` of row i."""

    width: int
    codes: np.ndarray
    offsets: np.ndarray
    values: np.ndarray | None  # one for each code; None if all are 1
    sets: LabelSets  # the columns

    def least(self, thresholds):
        """LabelSets of columns whose value is at least its threshold, one number or per column."""
        values = 1.0 if self.values is None else self.values.astype(np.float64, copy=False)
        needed = thresholds[self.codes] if np.ndim(thresholds) else thresholds
        kept = np.broadcast_to(values >= needed, self.codes.shape)
        offsets = np.concatenate([[0], np.cumsum(kept)])[self.offsets]
        return _sets_once(self.width, self.codes[kept], offsets)


def read_sparse(rows, argument, scores):
    """Columns of sparse rows; with ``scores`` they may hold finite numbers other than 0 and 1."""
    if len(rows.shape) != 2:
        rule = f"expected rows with one column per label; got shape {rows.shape}"
        raise InputError(rule, argument)
    table = rows.tocsr()
    sets = _sets_once(*_stored(table)) if _all_ones(table.data) else None
    if sets is None:
        # Places that are stored twice are added up, as scipy does; zeros that are stored are none.
        table = table.copy()
        table.sum_duplicates()
        table.eliminate_zeros()
        sets = _sets_once(*_stored(table))
    (width, codes, offsets), values = _stored(table), None
    if not _all_ones(table.data):
        values = table.data
        wrong = ~np.isfinite(values) if scores else values != 1
        rule = "scores must be finite" if scores else "indicator rows hold 0 and 1"
        refuse_values(wrong, codes, offsets, values, argument, rule)
    return SparseColumns(width, codes, offsets, values, sets)


def refuse_values(wrong, codes, offsets, values, argument, rule):
    """Refuse the first stored value that is wrong."""

    def told(i):
        return f"column {codes[i]} is {short(values[i].item())}; {rule}"

    refuse_first(wrong, argument, told, offsets)


def _all_ones(values):
    return not len(values) or bool(values.min() == 1 == values.max())


def _stored(table):
    kinds = (table.indices, np.int32), (table.indptr, np.int64)
    return table.shape[1], *(values.astype(kind, copy=False) for values, kind in kinds)


def _sets_once(width, codes, offsets):
    """LabelSets if each row stores its columns once and in rising order, or in any order if few."""
    if 0 < width <= MOST_KEY_LABELS:
        keys = keys_of_members(codes, offsets, width)
        # A column that comes twice carries, and leaves fewer bits than members.
        once = int(sizes_of_keys(keys).sum(dtype=np.int64)) == len(codes)
        return LabelSets(numbers=keys) if once else None
    rises = codes[1:] > codes[:-1]
    begins = offsets[1:-1]
    rises[begins[(begins > 0) & (begins < len(codes))] - 1] = True
    return LabelSets(codes, offsets) if rises.all() else None
