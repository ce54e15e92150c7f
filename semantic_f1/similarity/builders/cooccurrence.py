"""Co-occurrence of labels in label sets, counted without a dense table of examples."""

from collections.abc import Mapping

import numpy as np

from ...inputs.label_sets import BLOCK_ROWS, row_of
from ...inputs.number_rows import read_sparse
from ...inputs.reading import read_sets
from ...inputs.universe import check_names
from ...inputs.unwrapping import array_of
from .checks import chosen_names, is_frame

# How many pairs of labels are held at once.
BLOCK_COUNTED_PAIRS = 1 << 16
# Sets from here up are counted one by one, as a square of the table.
LARGE_SET = 256


def counts_together(rows, labels, none_labels):
    """Examples that have each two labels, float64 (m, m); the number of examples; the labels."""
    # A set would count equal examples once.
    wrong = (str, bytes, Mapping, set, frozenset)
    if hasattr(rows, "tocsr"):
        labels = check_names(labels, "labels")
        read = read_sparse(rows, "training_label_sets", False)
        if read.width != len(labels):
            raise ValueError(
                f"training_label_sets: the sparse matrix has {read.width} columns for "
                f"{len(labels)} labels"
            )
        sets = read.sets
        return _counts_of_sets(sets.indices, sets.offsets, len(labels)), sets.n, labels
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
        members = (
            member
            for row in rows
            for member in ([row] if isinstance(row, str) or not hasattr(row, "__iter__") else row)
        )
        if isinstance(next(members, ""), str):
            return _counts_of_names(rows, labels, none_labels)
    labels = check_names(labels, "labels")
    try:
        table = array_of(rows)
    except (TypeError, ValueError, RuntimeError):
        table = np.array("")
    m = len(labels)
    fits = table.ndim == 2 and table.shape[1] == m and table.dtype.kind in "biuf"
    together = np.zeros((m, m))
    for start in range(0, len(table) if fits else 0, BLOCK_ROWS):
        block = table[start : start + BLOCK_ROWS]
        fits = fits and ((block == 0) | (block == 1)).all()
        # Counts of a block are exact in float32.
        block = block.astype(np.float32)
        together += block.T @ block
    if not fits:
        raise ValueError(
            "training_label_sets: expected collections of names, or rows of 0 and 1 with "
            f"{m} columns, one per label"
        )
    return together, len(table), labels


def _counts_of_names(rows, labels, none_labels):
    sets = read_sets(rows, "training_label_sets")
    names = sets.names or []
    labels = check_names(sorted(set(names) - none_labels) if labels is None else labels, "labels")
    place, m = {label: index for index, label in enumerate(labels)}, len(labels)
    stray = [at for at, name in enumerate(names) if name not in place and name not in none_labels]
    if stray:
        first = int(np.flatnonzero(np.isin(sets.codes, stray))[0])
        raise ValueError(
            f"training_label_sets[{row_of(sets.offsets, first)}]: {names[sets.codes[first]]!r} is "
            "not among labels or none_labels"
        )
    codes = np.array([place.get(name, -1) for name in names], np.int64)[sets.codes]
    owner = np.repeat(np.arange(sets.n), np.diff(sets.offsets))
    # What stands twice in an example counts once.
    keys = np.unique((owner * m + codes)[codes >= 0])
    offsets = np.searchsorted(keys, np.arange(sets.n + 1) * m)
    return _counts_of_sets(keys % m, offsets, m), sets.n, labels


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
