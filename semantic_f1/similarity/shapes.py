"""Examples whose two sets have the same sizes, to be worked out together as arrays."""

import numpy as np


def examples_by_shape(offsets_a, offsets_b, values_of):
    """Examples with no empty set, those of equal sizes together, in blocks.

    Parameters
    ----------
    offsets_a, offsets_b : int64 arrays of shape (n + 1,), where the sets of both sides begin
    values_of : function of two sizes: how many values an example of these takes; a block has
        2 ** 18 of them at most, or one example

    Yields
    ------
    int64 arrays of shape (e, k) and (e, t): the places of the members of e examples
    """
    sizes = np.diff(offsets_a), np.diff(offsets_b)
    chosen = np.flatnonzero((sizes[0] > 0) & (sizes[1] > 0))
    if not len(chosen):
        return
    shape = sizes[0][chosen] * (int(sizes[1].max()) + 1) + sizes[1][chosen]
    order = np.argsort(shape, kind="stable")
    chosen, shape = chosen[order], shape[order]
    ends = np.append(np.flatnonzero(np.diff(shape)) + 1, len(shape))
    start = 0
    for end in ends.tolist():
        k, t = int(sizes[0][chosen[start]]), int(sizes[1][chosen[start]])
        step = max(1, (1 << 18) // max(1, values_of(k, t)))
        for first in range(start, end, step):
            examples = chosen[first : min(first + step, end)]
            yield (
                offsets_a[examples][:, None] + np.arange(k),
                offsets_b[examples][:, None] + np.arange(t),
            )
        start = end
