"""Examples whose two sets have about the same sizes, to be worked out together as arrays."""

import math

import numpy as np

# Sets of up to so many members are never filled up; larger ones to the next multiple of STEP.
EXACT_SIZES = 8
STEP = 4


class Workspace:
    """Arrays by name, used again: new large ones cost more than the work on them."""

    def __init__(self):
        self._held = {}

    def array(self, name, shape, dtype=np.float64):
        """An array of any content, good until the next of this name; a name has one dtype."""
        size = math.prod(shape)
        held = self._held.get(name)
        if held is None or len(held) < size:
            held = self._held[name] = np.empty(size, dtype)
        return held[:size].reshape(shape)


def examples_by_shape(offsets_a, offsets_b, values_of):
    """Places of the members of examples with no empty set: blocks of like sizes, (e, k) and (e, t).

    A set of more than EXACT_SIZES members is filled up with its last one, which moves no greatest
    value: so there are few shapes. What it is filled up to depends on its example alone.
    """
    sizes = np.diff(offsets_a), np.diff(offsets_b)
    nonempty = np.flatnonzero((sizes[0] > 0) & (sizes[1] > 0))
    if not len(nonempty):
        return
    filled = [x[nonempty] for x in sizes]
    filled = [np.where(x <= EXACT_SIZES, x, -(-x // STEP) * STEP) for x in filled]
    shape = filled[0] * (int(filled[1].max()) + 1) + filled[1]
    order = np.argsort(shape, kind="stable")
    nonempty, shape = nonempty[order], shape[order]
    filled = [x[order] for x in filled]
    ends = np.append(np.flatnonzero(np.diff(shape)) + 1, len(shape))
    start = 0
    for end in ends.tolist():
        k, t = (int(x[start]) for x in filled)
        step = max(1, (1 << 18) // max(1, values_of(k, t)))
        for first in range(start, end, step):
            examples = nonempty[first : min(first + step, end)]
            yield (
                _places_of_filled(offsets_a[examples], sizes[0][examples], k),
                _places_of_filled(offsets_b[examples], sizes[1][examples], t),
            )
        start = end


def _places_of_filled(begins, sizes, length):
    return begins[:, None] + np.minimum(np.arange(length), sizes[:, None] - 1)
