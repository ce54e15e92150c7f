"""Sets of points, one an example."""

from typing import NamedTuple

import numpy as np


class PointSets(NamedTuple):
    """Points of n examples: example i holds ``points[offsets[i]:offsets[i + 1]]``.

    ``points`` is float64 of shape (k, d), without repeats within an example; ``offsets`` is int64
    of length n + 1.
    """

    points: np.ndarray
    offsets: np.ndarray

    @property
    def indices(self):
        """All points count as the one label that there is."""
        return np.zeros(len(self.points), np.int32)

    def rows(self, start, stop):
        """The sets of examples ``start .. stop - 1``, as views."""
        offsets = self.offsets[start : stop + 1]
        return PointSets(self.points[offsets[0] : offsets[-1]], offsets - offsets[0])
