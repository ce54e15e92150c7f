"""Very many labels, numbered anew by those that occur."""

import numpy as np

from ..inputs.label_sets import LabelSets


def used_labels(sides, pairs, n_labels):
    """Label sets renumbered by the labels that occur, their similarity, and how many these are."""
    used = np.unique(np.concatenate([sets.indices[sets.indices < n_labels] for sets in sides]))
    renumbered = []
    for sets in sides:
        known = sets.indices < n_labels
        numbers = np.where(known, np.searchsorted(used, sets.indices), len(used))
        renumbered.append(LabelSets(numbers.astype(np.int32), sets.offsets))
    return renumbered, PairsOfUsed(pairs, used), len(used)


class PairsOfUsed:
    """``pairs`` of a similarity, and its ``best_matches``, of the labels that numbers stand for."""

    def __init__(self, pairs, used):
        self._pairs, self._used = pairs, used
        self.at_once = getattr(pairs, "at_once", False)
        if hasattr(pairs, "best_matches"):
            self.best_matches = lambda *sides: pairs.best_matches(
                *(LabelSets(used[sets.indices], sets.offsets) for sets in sides)
            )

    def __call__(self, a, b):
        return self._pairs(self._used[a], self._used[b])
