"""Co-occurrence of labels in label sets, counted without a dense table of examples."""

from array import array
from collections.abc import Mapping

import numpy as np

from ...inputs.label_sets import BLOCK_ROWS, row_of
from ...inputs.unwrapping import array_of
from .checks import chosen_names, distinct_names, is_frame

# How many pairs of labels are held at once.
BLOCK_COUNTED_PAIRS = 1 << 16
# Sets from here up are counted one by one, as a square of the table.
LARGE_SET = 256


def counts_together(rows, labels, none_labels):
    """Number of examples that have each two labels.

    Returns together, a float64 array of shape (m, m), whole numbers n : number of examples labels :
    list of m names.
    """
    # A set would count equal examples once.
    wrong = (str, bytes, Mapping, set, frozenset)
    if hasattr(rows, "tocsr"):
        return _counts_of_sparse(rows.tocsr(), labels)
    if isinstance(rows, wrong) or not hasattr(rows, "__iter__"):
        hint = "; pass its values()" if isinstance(rows, Mapping) else ""
        raise ValueError(
            f"training_label_sets: expected a list with one label set per example; got "
            f"{type(rows).__name__}{hint}"
        )
    if is_frame(rows):
        scored = [column for column in rows.columns if column not in none_labels]
        labels, _ = chosen_names(labels, scored, "training_label_sets")
        rows = rows[labels].to_numpy()
    elif not isinstance(rows, np.ndarray) or rows.dtype == object:
        rows = list(rows)
        if _hold_names(rows):
            return _counts_of_names(rows, labels, none_labels)
    labels = distinct_names(labels)
    try:
        table = array_of(rows)
    except (TypeError, ValueError, RuntimeError):
        table = np.array("")
    fits = table.ndim == 2 and table.shape[1] == len(labels) and table.dtype.kind in "biuf"
    together = np.zeros((len(labels), len(labels)))
    for start in range(0, len(table) if fits else 0, BLOCK_ROWS):
        block = table[start : start + BLOCK_ROWS]
        if not ((block == 0) | (block == 1)).all():
            fits = False
            break
        # Counts of a block are exact in float32.
        block = block.astype(np.float32)
        together += block.T @ block
    if not fits:
        raise ValueError(
            f"training_label_sets: expected collections of names, or rows of 0 and 1 with "
            f"{len(labels)} columns, one per label"
        )
    return together, len(table), labels


def _counts_of_sparse(rows, labels):
    labels = distinct_names(labels)
    if rows.shape[1] != len(labels):
        raise ValueError(
            f"training_label_sets: the sparse matrix has {rows.shape[1]} columns for "
            f"{len(labels)} labels"
        )
    rows = rows.copy()
    rows.sum_duplicates()
    rows.eliminate_zeros()
    if not (rows.data == 1).all():
        raise ValueError(
            f"training_label_sets: expected a sparse matrix of 0 and 1; got "
            f"{rows.data[rows.data != 1][0]!r}"
        )
    return _counts_of_sets(rows.indices, rows.indptr, len(labels)), rows.shape[0], labels


def _hold_names(rows):
    members = (
        member
        for row in rows
        for member in ([row] if isinstance(row, str) or not hasattr(row, "__iter__") else row)
    )
    return isinstance(next(members, ""), str)


def _counts_of_names(rows, labels, none_labels):
    numbers, members, offsets = {}, array("q"), array("q", [0])
    for row, names in enumerate(rows):
        label_set = (names,) if isinstance(names, str) else names
        readable = hasattr(label_set, "__iter__") and not isinstance(label_set, Mapping)
        if not readable or not all(isinstance(name, str) for name in label_set):
            raise ValueError(
                f"training_label_sets: expected a collection of names; row {row} is {names!r}"
            )
        members.extend(numbers.setdefault(name, len(numbers)) for name in dict.fromkeys(label_set))
        offsets.append(len(members))
    if labels is None:
        labels = sorted(set(numbers) - none_labels)
    labels = distinct_names(labels)
    place = {label: index for index, label in enumerate(labels)}
    to_label = np.array([place.get(name, -1) for name in numbers], np.int64)
    members = np.frombuffer(members, np.int64) if members else np.empty(0, np.int64)
    offsets = np.frombuffer(offsets, np.int64)
    stray = [at for at, name in enumerate(numbers) if name not in place and name not in none_labels]
    if stray:
        first = int(np.flatnonzero(np.isin(members, stray))[0])
        row = row_of(offsets, first)
        raise ValueError(
            f"training_label_sets: row {row} has {list(numbers)[members[first]]!r}, which is not "
            "among labels or none_labels"
        )
    codes = to_label[members] if len(members) else members
    kept = np.concatenate([[0], np.cumsum(codes >= 0)])[offsets]
    return _counts_of_sets(codes[codes >= 0], kept, len(labels)), len(rows), labels


def _counts_of_sets(members, offsets, m):
    """Counts of pairs from ragged sets without repeats, sets of one size at a time."""
    together = np.zeros((m, m))
    flat, sizes = together.reshape(-1), np.diff(offsets)
    for size in np.unique(sizes[sizes > 0]).tolist():
        starts = np.asarray(offsets)[:-1][sizes == size]
        if size >= LARGE_SET:
            for start in starts.tolist():
                label_set = members[start : start + size]
                together[np.ix_(label_set, label_set)] += 1
            continue
        step = max(1, BLOCK_COUNTED_PAIRS // size**2)
        for begin in range(0, len(starts), step):
            rows = members[starts[begin : begin + step, None] + np.arange(size)].astype(np.int64)
            codes = (rows[:, :, None] * m + rows[:, None, :]).reshape(-1)
            if len(codes) * 8 > m * m:
                flat += np.bincount(codes, minlength=m * m)
            else:
                np.add.at(flat, codes, 1)
    return together
