"""Distinct label sets: numbered once, so that a pair of them is scored once however often it comes.

Of a million sets that people choose a few hundred are distinct. Sums over pairs of sets (the scores
of annotators against each other, the expected disagreement of all with all) are sums over pairs of
numbers, each times how often it comes: whole numbers, so that exact sums stay exact.
"""

import numpy as np

from ..inputs.label_sets import LabelSets, equal_sets, take_sets
from ..inputs.unwrapping import offsets_of
from ..ratios import harmonic_mean
from .pairs_of_sets import mostly_distinct

# Pairs are counted in a table of all of them where it has so many places at most.
PAIR_TABLE = 1 << 24
KEYS_AT_ONCE = 1 << 22
MOST_KEYS = 1 << 62  # So many keys can be told apart.
BLOCK_OF_SETS = 1 << 22  # Values of a block of a table of sets by sets.


def number_sets(sets):
    """The D distinct sets, and the number of each set, by the sets alone and not by their order."""
    if sets.similarity is not None:
        _, numbers = number_sets(sets.scored_by(None))
        n_similarities = int(sets.similarity.max(initial=0)) + 1
        codes = numbers * n_similarities + sets.similarity
        _, first, numbers = np.unique(codes, return_index=True, return_inverse=True)
        return take_sets(sets, first), numbers
    rows, numbers, (table,) = equal_sets([sets])
    # In the order of what they hold.
    order = np.argsort(table[rows, 0]) if table.shape[1] == 1 else np.lexsort(table[rows].T)
    place = np.empty(len(order), dtype=np.int64)
    place[order] = np.arange(len(order))
    return take_sets(sets, rows[order]), place[numbers]


def join_sets(parts):
    """LabelSets one after the other."""
    numbers = [sets.similarity for sets in parts]
    plain = all(number is None for number in numbers)
    if plain and all(sets.keys is not None for sets in parts):
        return LabelSets(numbers=np.concatenate([sets.keys for sets in parts]))
    offsets = offsets_of(np.concatenate([np.diff(sets.offsets) for sets in parts]))
    if not plain:
        pairs = zip(numbers, parts, strict=True)
        numbers = [np.zeros(sets.n, int) if x is None else x for x, sets in pairs]
    indices = np.concatenate([sets.indices for sets in parts])
    return LabelSets(indices, offsets, similarity=None if plain else np.concatenate(numbers))


class TimesOfKeys:
    """Counts of keys below ``n_keys``: in a table, or sorted where that would be mostly empty."""

    def __init__(self, n_keys):
        self._n_keys, self._table, self._parts = n_keys, None, []
        self._waiting, self._n_waiting, self._unlike = [], 0, False

    def add(self, keys, times=None):
        """Count the keys, an int array of any shape, each once or ``times``, of one dimension."""
        if times is not None:
            self._include(keys, times)
            return
        self._waiting.append(keys.reshape(-1))
        self._n_waiting += keys.size
        if self._n_waiting >= KEYS_AT_ONCE:
            self._flush()

    def total(self, in_order=True):
        """The keys that came, each once and in rising order, and how often.

        Without ``in_order`` keys of which few repeat come as they came.
        """
        self._flush()
        parts = [(np.zeros(0, np.int64), np.zeros(0, np.int64)), *self._parts]
        if self._table is not None:
            occurring = np.flatnonzero(self._table)
            parts.append((occurring, self._table[occurring]))
        keys, times = (np.concatenate(values) for values in zip(*parts, strict=True))
        if (in_order or not self._unlike) and not (keys[1:] > keys[:-1]).all():
            return _summed(keys, times)
        return keys, times

    def _flush(self):
        if self._n_waiting:
            self._include(np.concatenate(self._waiting))
            self._waiting, self._n_waiting = [], 0

    def _include(self, keys, times=None):
        if self._n_keys <= min(PAIR_TABLE, 16 * len(keys)):
            if self._table is None:
                self._table = np.zeros(self._n_keys, np.int64)
            # Of whole numbers a float holds the sum exactly.
            self._table += np.bincount(keys, times, self._n_keys).astype(np.int64)
            return
        if mostly_distinct(keys):
            self._unlike = True
            self._parts.append((keys, np.ones(len(keys), np.int64) if times is None else times))
        else:
            self._parts.append(_summed(keys, times))


def _summed(keys, times):
    """The distinct keys in rising order, and how often each comes."""
    if times is None:
        return np.unique(keys, return_counts=True)
    distinct, place = np.unique(keys, return_inverse=True)
    return distinct, np.bincount(place, times).astype(np.int64)


def credit_by_candidate(labels, pairs):
    """Table of labels by labels, row j: the credit that each label earns from the j-th."""
    n = len(labels)
    return pairs(np.tile(labels, n), np.repeat(labels, n)).reshape(n, n)


def best_of_labels(sizes, members, values):
    """Each label's greatest similarity to a member of each set, (D, u), 0 if the set is empty."""
    order = np.argsort(-sizes, kind="stable")
    begins, falling = (np.cumsum(sizes) - sizes)[order], sizes[order]
    best = np.zeros((len(sizes), values.shape[1]))
    for position in range(int(sizes.max(initial=0))):
        # The sets that have so many members stand first.
        n = int(np.searchsorted(-falling, -position))
        np.maximum(best[:n], values[members[begins[:n] + position]], out=best[:n])
    result = np.empty_like(best)
    result[order] = best
    return result


class SetTable:
    """Best matches of any of D distinct sets against any other, by products of small tables.

    Members from ``n_labels`` on are unknown: they count, and match nothing.
    """

    def __init__(self, sets, pairs, n_labels):
        self.sets = sets
        self.sizes = np.diff(sets.offsets)
        self.labels = np.unique(sets.indices)
        u, known = len(self.labels), self.labels < n_labels
        row = np.repeat(np.arange(len(self)), self.sizes)
        column = np.searchsorted(self.labels, sets.indices)
        self.members = np.zeros((len(self), u))
        self.members[row, column] = 1
        values = np.zeros((u, u))
        values[np.ix_(known, known)] = credit_by_candidate(self.labels[known], pairs)
        self.earned = best_of_labels(self.sizes, column, values)

    def __len__(self):
        return len(self.sizes)

    def blocks(self):
        """Ranges of sets of which a table by all sets has a bounded number of values."""
        step = max(1, BLOCK_OF_SETS // max(1, len(self)))
        return [slice(at, min(at + step, len(self))) for at in range(0, len(self), step)]

    def f1(self, rows):
        """F1 of the sets of a slice against all, shape (rows, D); 0 for two empty ones."""
        sizes = np.maximum(self.sizes, 1)
        of = self.members[rows] @ self.earned.T / sizes[rows, None]
        by = self.earned[rows] @ self.members.T / sizes
        return harmonic_mean(of, by)

    def common(self, rows):
        """Numbers of common labels of the sets of a slice and all, shape (rows, D)."""
        return self.members[rows] @ self.members.T
