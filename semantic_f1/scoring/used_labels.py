"""Very many labels, numbered anew by those that occur."""

import numpy as np

from ..inputs.label_sets import LabelSets


def used_labels(sides, pairs, n_labels):
    """Label sets of the labels that occur, with their similarity: all would take too long.

    Returns a list of LabelSets, the similarity of the new numbers, and how many labels there are.
    """
    used = np.unique(np.concatenate([sets.indices[sets.indices < n_labels] for sets in sides]))
    renumbered = [
        LabelSets(
            np.where(
                sets.indices < n_labels, np.searchsorted(used, sets.indices), len(used)
            ).astype(np.int32),
            sets.offsets,
        )
        for sets in sides
    ]
    return renumbered, PairsOfUsed(pairs, used), len(used)


class PairsOfUsed:
    """``pairs`` of a similarity, with ``best_matches`` if it has such, for renumbered labels.

    ``used``: int array, the label that each number stands for.
    """

    def __init__(self, pairs, used):
        self._pairs, self._used = pairs, used
        self.at_once = getattr(pairs, "at_once", False)
        if hasattr(pairs, "best_matches"):
            self.best_matches = self._best_matches

    def __call__(self, a, b):
        return self._pairs(self._used[a], self._used[b])

    def _best_matches(self, *sides):
        return self._pairs.best_matches(
            *(LabelSets(self._used[sets.indices], sets.offsets) for sets in sides)
        )
