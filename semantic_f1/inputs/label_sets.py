"""Label sets as ragged arrays of indices, and sets of chosen rows."""

from typing import NamedTuple

import numpy as np

# Rows that are read and scored at a time.
BLOCK_ROWS = 65_536


class LabelSets(NamedTuple):
    """Label sets of n examples: example i holds ``indices[offsets[i]:offsets[i + 1]]``.

    ``indices`` is int32, without repeats within an example; ``offsets`` is int64 of length n + 1.
    """

    indices: np.ndarray
    offsets: np.ndarray

    def rows(self, start, stop):
        """The sets of examples ``start .. stop - 1``, as views."""
        offsets = self.offsets[start : stop + 1]
        return LabelSets(self.indices[offsets[0] : offsets[-1]], offsets - offsets[0])


def take_sets(sets, rows):
    """The sets of the given rows, in their order; rows may repeat."""
    sizes = np.diff(sets.offsets)[rows]
    offsets = np.concatenate([[0], np.cumsum(sizes)])
    members = np.arange(offsets[-1]) + np.repeat(sets.offsets[rows] - offsets[:-1], sizes)
    return sets._replace(indices=sets.indices[members], offsets=offsets)


def repeat_sets(sets, times):
    """Each set as often in a row as ``times``, an int array, says."""
    return take_sets(sets, np.repeat(np.arange(len(times)), times))


def mark_sets(sets, groups, n_labels, n_groups):
    """Label sets that carry the group whose similarity they are scored with.

    Only golds need groups. Predictions are marked with group 0, which leaves their labels as they
    are: one predicted set can face golds of several groups.

    Parameters
    ----------
    sets : LabelSets
    groups : int, or int array with one group a set, 0 .. n_groups - 1
    n_labels, n_groups : int

    Returns
    -------
    LabelSets of int64 indices: label c of group g is n_labels * g + c, and what lies outside the
    universe stays there
    """
    sizes = np.diff(sets.offsets)
    indices = sets.indices.astype(np.int64)
    group = np.repeat(np.broadcast_to(groups, len(sizes)), sizes)
    group = np.where(indices < n_labels, group, n_groups - 1)
    return sets._replace(indices=indices + n_labels * group)
