"""Shortest paths between concepts over relations in any direction."""

import numpy as np

from .ancestry import adjacency, ragged

# How many words of 64 searches each are held at once for all edges together.
BLOCK_WORDS = 1 << 22
# How many cells of a search from both ends are held at once.
BLOCK_CELLS = 1 << 24
# Searches from both ends at once pay for so few concepts.
FEW_CONCEPTS = 128
_UNREACHED = 255


class Surroundings:
    """Concepts and those next to them.

    Parameters
    ----------
    relations : int array of shape (e, 2), pairs of concepts, without a direction
    n : number of concepts, N
    """

    def __init__(self, relations: np.ndarray, n: int):
        self.n = n
        both = np.unique(np.concatenate([relations, relations[:, ::-1]]), axis=0)
        both = both[both[:, 0] != both[:, 1]]
        self._around, self._first, self._number = adjacency(both, n)
        self._part = None

    def shortest(self, first: np.ndarray, second: np.ndarray, limit: int | None = None):
        """Edges on the shortest paths; inf if there is none of at most ``limit`` edges."""
        lengths = np.full(len(first), np.inf)
        part = self._parts()
        open_pairs = np.flatnonzero(part[first] == part[second])
        concepts = np.unique(np.concatenate([first[open_pairs], second[open_pairs]]))
        if len(concepts) <= min(FEW_CONCEPTS, BLOCK_CELLS // self.n):
            met, open_pairs = self._from_both_ends(first, second, open_pairs, concepts, limit)
            lengths[met[0]] = met[1]
        if len(open_pairs):
            lengths[open_pairs] = self._from_one_end(first[open_pairs], second[open_pairs], limit)
        return lengths

    def _parts(self):
        """A number for each concept that is the same wherever a path leads."""
        if self._part is None:
            part = np.arange(self.n)
            ends = np.repeat(np.arange(self.n), self._number)
            while True:
                least = part.copy()
                np.minimum.at(least, ends, part[self._around])
                least = least[least]
                if np.array_equal(least, part):
                    break
                part = least
            self._part = part
        return self._part

    def _from_both_ends(self, first, second, open_pairs, concepts, limit):
        """Rings around all concepts grow a step at a time until those of each pair meet.

        Returns (pairs, lengths) that were found, and the pairs that are left where rings have
        become too large to be worth it.
        """
        n, size = self.n, len(concepts)
        a, b = (np.searchsorted(concepts, x[open_pairs]) for x in (first, second))
        step = np.full(size * n, _UNREACHED, np.uint8)
        ring = np.arange(size) * n + concepts
        step[ring] = 0
        room = np.empty(size * n, np.int32)
        bounds = np.arange(size + 1)
        pairs, lengths = [], []
        most = 4 * len(self._around) + n
        for radius in range(_UNREACHED - 1):
            # A shortest path of 2r - 1 or 2r edges passes r steps from one end and as many, or
            # one fewer, from the other; shorter ones were found before.
            sizes = np.diff(bounds)
            swap = sizes[a] > sizes[b]
            near, far = np.where(swap, b, a), np.where(swap, a, b)
            number = sizes[near]
            nodes = ring[ragged(bounds[near], number)] % n
            reached = step[np.repeat(far, number) * n + nodes]
            begins = np.cumsum(number) - number
            best = np.full(len(a), _UNREACHED)
            some = number > 0
            if some.any():
                best[some] = np.minimum.reduceat(reached, begins[some])
            met = best < _UNREACHED
            pairs.append(open_pairs[met])
            lengths.append(radius + best[met].astype(np.float64))
            open_pairs, a, b = open_pairs[~met], a[~met], b[~met]
            if not len(open_pairs) or (limit is not None and 2 * radius >= limit):
                open_pairs = open_pairs[:0]
                break
            needed = np.zeros(size, bool)
            needed[a] = needed[b] = True
            owner = np.repeat(np.arange(size), sizes)
            ring = ring[needed[owner]]
            nodes = ring % n
            if self._number[nodes].sum() > most:
                break
            codes = np.repeat(ring - nodes, self._number[nodes])
            codes += self._around[ragged(self._first[nodes], self._number[nodes])]
            codes = codes[step[codes] == _UNREACHED]
            # Each code once: the last one written stays.
            position = np.arange(len(codes), dtype=np.int32)
            room[codes] = position
            ring = codes[room[codes] == position]
            step[ring] = radius + 1
            order = np.argsort(ring // n, kind="stable")
            ring = ring[order]
            bounds = np.searchsorted(ring, np.arange(size + 1) * n)
        met_pairs, lengths = np.concatenate(pairs), np.concatenate(lengths)
        if limit is not None:
            lengths[lengths > limit] = np.inf
        return (met_pairs, lengths), open_pairs

    def _from_one_end(self, first, second, limit):
        """Breadth-first from 64 concepts at once, a bit each."""
        sources, source = np.unique(first, return_inverse=True)
        others, other = np.unique(second, return_inverse=True)
        if len(others) < len(sources):
            sources, source, second = others, other, first
        lengths = np.full(len(first), np.inf)
        rows = 64 * max(1, BLOCK_WORDS // (len(self._around) + self.n))
        for start in range(0, len(sources), rows):
            asked = np.flatnonzero((source >= start) & (source < start + rows))
            block = sources[start : start + rows]
            lengths[asked] = self._search(block, source[asked] - start, second[asked], limit)
        return lengths

    def _search(self, sources, source, targets, limit):
        """Bit i of a concept is set when source i reaches it."""
        some = np.flatnonzero(self._number)
        begins = self._first[some]
        bit = np.uint64(1) << (np.arange(len(sources)) % 64).astype(np.uint64)
        word = np.arange(len(sources)) // 64
        reached = np.zeros((word[-1] + 1, self.n), np.uint64)
        np.bitwise_or.at(reached, (word, sources), bit)
        lengths = np.full(len(source), np.inf)
        open_pairs, length = np.arange(len(source)), 0
        while True:
            starts = source[open_pairs]
            met = (reached[word[starts], targets[open_pairs]] & bit[starts]) != 0
            lengths[open_pairs[met]] = length
            open_pairs = open_pairs[~met]
            if not len(open_pairs) or length == limit:
                return lengths
            further = reached.copy()
            further[:, some] |= np.bitwise_or.reduceat(reached[:, self._around], begins, axis=1)
            if (further == reached).all():
                return lengths
            reached, length = further, length + 1
