"""Distinct sets and distinct pairs of sets: each scored once, times how often it comes.

Up to 32 labels a set is a whole number of as many bits, so equal sets are found by hashing. For
each distinct set the best match of every label in it is looked up once; a member's credit is then
one value of that table. Scores of examples are those of distinct pairs of sets. As counts are exact
sums, it moves no digit.
"""

from typing import NamedTuple

import numpy as np
import pyarrow as pa

from ..inputs.label_sets import LabelSets, keys_of_members, take_sets

MOST_KEY_LABELS = 32
# Fewer rows are scored as they are.
FEWEST_ROWS = 1 << 12
# So many rows tell whether pairs of sets repeat; where more of them than this are distinct, finding
# equal ones costs more than it saves.
PROBED_ROWS = 1 << 14
MOST_DISTINCT = 0.7
# Cells of a table of labels by distinct sets that a processor's cache holds.
MOST_CELLS = 1 << 18


class PairsOfSets(NamedTuple):
    """Distinct pairs of sets, or all pairs where few repeat.

    - ``sets``: LabelSets of the distinct predicted and of the distinct gold sets
    - ``places``: two int arrays, which of these each pair has
    - ``best``: two float64 arrays of shape (sets of the other side, n_labels): the greatest
      similarity of each label to the members of each set, that of predicted ones to gold sets first
    - ``times``: None, or int array, how often each pair comes
    - ``pair_of_row``: None, or int array, which pair each example has
    """

    sets: tuple
    places: tuple
    best: tuple
    times: np.ndarray | None
    pair_of_row: np.ndarray | None

    @property
    def n_pairs(self):
        return len(self.places[0])

    def block(self, start, stop):
        """Sets and credits of some pairs, and their places in the tables of best matches."""
        sides, credit, cells = [], [], []
        for side in (0, 1):
            own, other = (self.places[x][start:stop] for x in (side, 1 - side))
            members = take_sets(self.sets[side], own)
            table = self.best[side]
            cell = np.repeat(other * table.shape[1], np.diff(members.offsets)) + members.indices
            sides.append(members)
            credit.append(table.reshape(-1).take(cell))
            cells.append(cell)
        return sides, credit, cells


def pairs_of_sets(predictions, references, pairs, n_labels):
    """PairsOfSets of examples; None where that costs more than it saves.

    Parameters are those of ``exact_counts``.
    """
    n = predictions.n
    if hasattr(predictions, "points") or isinstance(pairs, tuple):
        return None
    if n_labels > MOST_KEY_LABELS or n < FEWEST_ROWS or hasattr(pairs, "best_matches"):
        return None
    sides = predictions, references
    if not all(sets.is_within(n_labels) for sets in sides):
        return None
    if n > PROBED_ROWS and any(_mostly_distinct(sets.rows(0, PROBED_ROWS)) for sets in sides):
        return None
    numbered = [_number_keys(set_keys(sets)) for sets in sides]
    sets = tuple(LabelSets(keys=distinct) for distinct, _ in numbered)
    places = [numbers for _, numbers in numbered]
    members = [
        int(np.bincount(numbers, minlength=own.n) @ np.diff(own.offsets))
        for own, numbers in zip(sets, places, strict=True)
    ]
    cells = [sets[1 - side].n * n_labels for side in (0, 1)]
    if max(cells) > MOST_CELLS or any(a > b for a, b in zip(cells, members, strict=True)):
        return None
    best = tuple(_best_of_labels(sets[1 - side], pairs, n_labels) for side in (0, 1))
    times = pair_of_row = None
    if _repeat(*places, sets[1].n):
        codes, pair_of_row = _number_keys(places[0] * np.int64(sets[1].n) + places[1])
        times = np.bincount(pair_of_row, minlength=len(codes))
        places = np.divmod(codes, sets[1].n)
    return PairsOfSets(sets, tuple(places), best, times, pair_of_row)


def set_keys(sets):
    """Sets of labels below 64 as whole numbers, uint64, label i being bit i."""
    return keys_of_members(sets.indices, sets.offsets) if sets.keys is None else sets.keys


def _number_keys(keys):
    """The distinct keys, and the number of each key among them."""
    encoded = pa.array(keys).dictionary_encode()
    return encoded.dictionary.to_numpy(), encoded.indices.to_numpy().astype(np.int64)


def _mostly_distinct(sets):
    return len(pa.array(set_keys(sets)).unique()) > MOST_DISTINCT * sets.n


def _repeat(first, second, n_second):
    probe = min(len(first), PROBED_ROWS)
    codes = first[:probe] * np.int64(n_second) + second[:probe]
    return len(pa.array(codes).unique()) <= MOST_DISTINCT * probe


def _best_of_labels(sets, pairs, n_labels):
    """The greatest similarity of each label to the members of each set, (sets, labels)."""
    best = np.zeros((sets.n, n_labels))
    filled = np.flatnonzero(np.diff(sets.offsets))
    if len(filled):
        begins = sets.offsets[filled]
        for label in range(n_labels):
            similarity = pairs(np.full(len(sets.indices), label, np.int32), sets.indices)
            best[filled, label] = np.maximum.reduceat(similarity, begins)
    return best
