"""The data of the benchmarks: random label sets over 27 labels, about 1.3 labels an example."""

import numpy as np

N_LABELS = 27
LABELS = [f"label {number:02}" for number in range(N_LABELS)]
# How many labels an example has: none, one, two or three.
_SIZES = [0, 1, 2, 3]
_SHARES = [0.05, 0.65, 0.25, 0.05]


def indicator_rows(n, seed, dtype=np.int64):
    """An (n, 27) array of 0 and 1."""
    rng = np.random.default_rng(seed)
    sizes = rng.choice(_SIZES, size=n, p=_SHARES)
    rows = np.zeros((n, N_LABELS), dtype=dtype)
    for position in range(max(_SIZES)):
        unfilled = np.flatnonzero(sizes > position)
        rows[unfilled, rng.integers(0, N_LABELS, len(unfilled))] = 1
    return rows


def name_lists(rows):
    """The same sets as lists of label names."""
    index, column = np.nonzero(rows)
    ends = np.cumsum(np.bincount(index, minlength=len(rows)))
    names = [LABELS[number] for number in column.tolist()]
    return [
        names[start:end] for start, end in zip([0, *ends[:-1].tolist()], ends.tolist(), strict=True)
    ]


def similarity_table():
    """A symmetric table of 27 x 27 similarities with ones on its diagonal."""
    values = np.random.default_rng(0).random((N_LABELS, N_LABELS))
    values = (values + values.T) / 2
    np.fill_diagonal(values, 1)
    return values
