"""Shortest paths between the nodes of a hierarchy, edges taken in both directions."""

from functools import cached_property
from itertools import pairwise

import numpy as np

# How many lengths are held at once next to the result where edges have weights.
BLOCK_LENGTHS = 1 << 20
# How many words of 64 searches each are held at once for all edges together.
BLOCK_WORDS = 1 << 22
# How many cells of a search from both ends are held at once.
BLOCK_CELLS = 1 << 24
# Searches from both ends at once pay for so few concepts.
FEW_CONCEPTS = 128
_UNREACHED = 255


class ShortestPaths:
    """Paths over ``relations``, pairs of ``n`` concepts without a direction."""

    def __init__(self, relations: np.ndarray, n: int):
        self.n = n
        both = np.unique(np.concatenate([relations, relations[:, ::-1]]), axis=0)
        both = both[both[:, 0] != both[:, 1]]
        self._around, self._first, self._number = adjacency(both, n)
        self._relations = relations

    def shortest(self, first: np.ndarray, second: np.ndarray, limit: int | None = None):
        """Edges on the shortest paths; inf if there is none of at most ``limit`` edges."""
        lengths = np.full(len(first), np.inf)
        open_pairs = np.flatnonzero(self._part[first] == self._part[second])
        concepts = np.unique(np.concatenate([first[open_pairs], second[open_pairs]]))
        if len(concepts) <= min(FEW_CONCEPTS, BLOCK_CELLS // self.n):
            met, open_pairs = self._from_both_ends(first, second, open_pairs, concepts, limit)
            lengths[met[0]] = met[1]
        if len(open_pairs):
            lengths[open_pairs] = self._from_one_end(first[open_pairs], second[open_pairs], limit)
        return lengths

    @cached_property
    def _part(self):
        return connected_parts(self._relations, self.n)

    def _from_both_ends(self, first, second, open_pairs, concepts, limit):
        """Lengths of pairs whose growing rings meet, and the pairs left when rings get large."""
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

    def table(self, concepts: np.ndarray):
        """Edges on the shortest paths between some concepts, float64 of shape (m, m)."""
        m = len(concepts)
        lengths = np.empty((m, m))
        rows = self._rows()
        for start in range(0, m, rows):
            # A bit of each plane is a binary digit of how often a pair was not reached yet.
            planes = []
            for reached in self._waves(concepts[start : start + rows]):
                carry, k = ~reached[:, concepts], 0
                while carry.any():
                    if k == len(planes):
                        planes.append(np.zeros_like(carry))
                    planes[k], carry, k = planes[k] ^ carry, planes[k] & carry, k + 1
            for word, last in enumerate(reached[:, concepts]):
                place = slice(start + 64 * word, min(start + 64 * (word + 1), m))
                width = place.stop - place.start
                lengths[:, place] = 0
                for k, plane in enumerate(planes):
                    lengths[:, place] += _unpacked_bits(plane[word])[:, :width] * float(1 << k)
                lengths[:, place][_unpacked_bits(last)[:, :width] == 0] = np.inf
        return lengths

    def _from_one_end(self, first, second, limit):
        """Breadth-first from 64 concepts at once, a bit each."""
        sources, source = np.unique(first, return_inverse=True)
        others, other = np.unique(second, return_inverse=True)
        if len(others) < len(sources):
            sources, source, second = others, other, first
        lengths = np.full(len(first), np.inf)
        rows = self._rows()
        for start in range(0, len(sources), rows):
            open_pairs = np.flatnonzero((source >= start) & (source < start + rows))
            for length, reached in enumerate(self._waves(sources[start : start + rows])):
                word, bit = np.divmod(source[open_pairs] - start, 64)
                met = reached[word, second[open_pairs]] >> bit.astype(np.uint64) & np.uint64(1) > 0
                lengths[open_pairs[met]] = length
                open_pairs = open_pairs[~met]
                if not len(open_pairs) or length == limit:
                    break
        return lengths

    def _rows(self):
        """Number of searches that are made at once."""
        return 64 * max(1, BLOCK_WORDS // (len(self._around) + self.n))

    def _waves(self, sources):
        """Concepts that each source reaches in 0, 1, 2 ... steps: bit i % 64 of word i // 64."""
        some = np.flatnonzero(self._number)
        begins = self._first[some]
        word, bit = np.divmod(np.arange(len(sources)), 64)
        reached = np.zeros((word[-1] + 1, self.n), np.uint64)
        np.bitwise_or.at(reached, (word, sources), np.uint64(1) << bit.astype(np.uint64))
        while True:
            yield reached
            further = reached.copy()
            further[:, some] |= np.bitwise_or.reduceat(reached[:, self._around], begins, axis=1)
            if (further == reached).all():
                return
            reached = further


def connected_parts(pairs: np.ndarray, n: int) -> np.ndarray:
    """The least of the nodes that paths over ``pairs`` lead to, for each of n nodes."""
    part, before = np.arange(n), None
    while not np.array_equal(part, before):
        before, part = part, part.copy()
        for ends, others in (pairs.T, pairs.T[::-1]):
            np.minimum.at(part, ends, part[others])
        part = part[part]
    return part


def path_lengths(
    n: int, a: np.ndarray, b: np.ndarray, weights: np.ndarray, nodes: np.ndarray
) -> np.ndarray:
    """Lengths of the shortest paths between some nodes, shape (m, m); inf where no path leads."""
    if (weights == 1).all():
        return ShortestPaths(np.stack([a, b], axis=1), n).table(nodes)
    depth, order = depths(np.stack([b, a], axis=1), n)
    steps = [*_sweeps(b, a, weights, -depth), *_sweeps(a, b, weights, depth)]
    once = len(order) == n and len(np.unique(b)) == len(b)
    distances = np.empty((len(nodes), len(nodes)))
    width = max(1, BLOCK_LENGTHS // n)
    for low in range(0, len(nodes), width):
        columns = nodes[low : low + width]
        distance = np.full((n, len(columns)), np.inf)
        distance[columns, np.arange(len(columns))] = 0
        before = None
        # All the way up and down, in a tree once, else until nothing gets shorter.
        while not np.array_equal(before, distance):
            before = distance if once else distance.copy()
            for source, weight, target, begins in steps:
                offered = distance[source]
                offered += weight
                if len(target) < len(source):
                    offered = np.minimum.reduceat(offered, begins, axis=0)
                distance[target] = np.minimum(distance[target], offered, out=offered)
        distances[:, low : low + width] = distance[nodes]
    # The two directions add the same weights in another order.
    return np.minimum(distances, distances.T, out=distances)


def _sweeps(source, target, weights, level):
    """Edges by the level of their targets: sources, weights, targets, where each one's begin."""
    order = np.lexsort((target, level[target]))
    source, target, weights = source[order], target[order], weights[order, None]
    bounds = np.flatnonzero(np.diff(level[target], prepend=np.inf, append=np.inf))
    for low, high in pairwise(bounds.tolist()):
        begins = np.flatnonzero(np.diff(target[low:high], prepend=-1))
        yield source[low:high], weights[low:high], target[low + begins], begins


def depths(edges: np.ndarray, n: int):
    """Nodes on the longest path to a root, and all nodes, parents first.

    ``edges`` are rows (child, parent). Nodes on and below a cycle are left out of the order.
    """
    children, first, number = (x.tolist() for x in adjacency(edges[:, ::-1], n))
    waiting = np.bincount(edges[:, 0], minlength=n)
    depth, order = [1] * n, np.flatnonzero(waiting == 0).tolist()
    waiting = waiting.tolist()
    for parent in order:
        for child in children[first[parent] : first[parent] + number[parent]]:
            depth[child] = max(depth[child], depth[parent] + 1)
            waiting[child] -= 1
            if not waiting[child]:
                order.append(child)
    return np.array(depth), order


def adjacency(edges: np.ndarray, n: int):
    """Second ends of edges grouped by their first ends; where each group begins; its size."""
    number = np.bincount(edges[:, 0], minlength=n)
    return edges[np.argsort(edges[:, 0], kind="stable"), 1], np.cumsum(number) - number, number


def ragged(first: np.ndarray, number: np.ndarray) -> np.ndarray:
    """first[0], first[0] + 1, ... (number[0] of them), first[1], ..."""
    ends = np.cumsum(number)
    total = int(ends[-1]) if len(ends) else 0
    return np.arange(total) + np.repeat(first - ends + number, number)


def _unpacked_bits(words):
    """The bits of uint64 words, the lowest first, as uint8 of shape (m, 64)."""
    octets = words.astype("<u8").view(np.uint8).reshape(-1, 8)
    return np.unpackbits(octets, axis=1, bitorder="little")
