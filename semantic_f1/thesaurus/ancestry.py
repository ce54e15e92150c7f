"""Ancestors of concepts, and common ones, without the square of all concepts."""

from functools import cached_property, partial
from typing import Any

import numpy as np

from ..inputs.label_sets import slices_of
from ..similarity.builders.found_edges import STRENGTH
from ..similarity.shortest_paths import adjacency, depths, ragged

# How many ancestors are held at once while lists of them are made or compared.
BLOCK_ANCESTORS = 1 << 20
# Ancestors are kept for good if they are at most that many a concept, in the mean.
KEPT_ANCESTORS = 64
# Trees of up to so many levels have a table of all ancestors.
MOST_LEVELS = 32


class Ancestry:
    """Broader relations of N concepts: rows (concept, a broader one); roots have depth 1."""

    def __init__(self, edges: np.ndarray, n: int, cycle_error):
        self.n = n
        self.parents, self.first_parent, self.n_parents = adjacency(edges, n)
        self.roots = np.flatnonzero(self.n_parents == 0)
        self.depth, order = depths(edges, n)
        if len(order) < n:
            raise cycle_error()
        self.max_depth = int(self.depth.max())
        self._kept = self._jumps = None
        self._n_ancestors, self.n_below = self._family_sizes(order)
        if n and self.n_parents.max() <= 1:
            self._jumps = self._jump_tables()
        elif self._n_ancestors.sum() <= KEPT_ANCESTORS * n:
            self._kept = self._keep()

    def greatest_common(self, first: np.ndarray, second: np.ndarray, value: np.ndarray):
        """The greatest value of common ancestors, which grows downwards; nan without any."""
        if self._jumps is not None:
            lowest = self._lowest_common(first, second)
            return np.where(lowest < 0, np.nan, value[lowest])
        return self._over_common(first, second, lambda at, _: value[at], np.maximum, np.nan)

    def up_and_down(self, first: np.ndarray, second: np.ndarray):
        """Edges on the shortest path to a common ancestor and down again; inf without one."""
        if self._jumps is not None:
            lowest = self._lowest_common(first, second)
            edges = self.depth[first] + self.depth[second] - 2 * self.depth[lowest]
            return np.where(lowest < 0, np.inf, edges)
        return self._over_common(first, second, lambda _, steps: steps, np.minimum, np.inf)

    def best_over_common(self, first: np.ndarray, second: np.ndarray, depth: np.ndarray):
        """The greatest 2 d / (2 d + len) of common ancestors, len edges up; nan without any."""

        def ratio(ancestor, steps):
            return 2 * depth[ancestor] / (2 * depth[ancestor] + steps)

        return self._over_common(first, second, ratio, np.maximum, np.nan)

    def shared_meaning(self, first: np.ndarray, second: np.ndarray, strengths: Any):
        """Wang's measure of pairs; ``strengths`` has one weight in (0, 1) per edge; None: 0.8.

        S_A(t) is the greatest product of weights on ways from A up to t, SV(A) the sum of S_A; the
        value is the sum over common ancestors of S_A + S_B, divided by SV(A) + SV(B).
        """
        strengths = np.full(len(self.parents), STRENGTH) if strengths is None else strengths
        shares = partial(self._shares, strengths=strengths)
        listed = partial(self._of_distinct, climb=shares)
        common = self._over_common(first, second, lambda _, s: s, np.add, np.nan, listed)
        concepts, place = np.unique(np.concatenate([first, second]), return_inverse=True)
        whole = np.zeros(len(concepts))
        for part in slices_of(self._n_ancestors[concepts], BLOCK_ANCESTORS):
            owner, _, share = shares(concepts[part])
            whole[part] = np.bincount(owner, share)
        return common / (whole[place[: len(first)]] + whole[place[len(first) :]])

    def shortest_depth(self):
        """Depths of concepts by the shortest path to a root: int array (N,), roots have 1."""
        depth = [1] * self.n
        parents, first = self.parents.tolist(), self.first_parent.tolist()
        number = self.n_parents.tolist()
        # By the longest way parents lie above their children, so they come first.
        for concept in np.argsort(self.depth, kind="stable").tolist():
            above = parents[first[concept] : first[concept] + number[concept]]
            depth[concept] = 1 + min((depth[parent] for parent in above), default=0)
        return np.array(depth)

    @cached_property
    def by_level(self):
        """Ancestors from the root on, int32 (N, D), then the concept; None if no flat tree."""
        if self._jumps is None or self.max_depth > MOST_LEVELS:
            return None
        table = np.empty((self.n, self.max_depth), np.int32)
        table[:] = np.arange(self.n)[:, None]
        for depth in range(2, self.max_depth + 1):
            concepts = np.flatnonzero(self.depth == depth)
            table[concepts, : depth - 1] = table[self._jumps[0][concepts], : depth - 1]
        return table

    def _family_sizes(self, order):
        """Numbers of ancestors and of descendants of each concept, itself included.

        Cut above every concept with several parents, the hierarchy falls into trees that are
        entered at their roots only. So descendants are those in the own tree and, for each tree
        whose root is a descendant, all of it: only the ancestors of such roots need to be listed.
        """
        n = self.n
        single = (self.n_parents == 1).tolist()
        first_parent, parents = self.first_parent.tolist(), self.parents.tolist()
        in_tree = [1] * n
        for concept in reversed(order):
            if single[concept]:
                in_tree[parents[first_parent[concept]]] += in_tree[concept]
        in_tree = np.array(in_tree)
        joints = np.flatnonzero(self.n_parents > 1)
        joints = joints[np.argsort(self.depth[joints], kind="stable")]
        below, above = in_tree.copy(), np.ones(n, np.int64)
        below[joints] = 0
        done, rows = 0, 64
        while done < len(joints):
            part = joints[done : done + rows]
            place, ancestors, _ = self._climb(part)
            above[part] = np.bincount(place)
            below += np.bincount(ancestors, in_tree[part][place], n).astype(np.int64)
            done += rows
            rows = max(1, min(2 * rows, rows * BLOCK_ANCESTORS // len(ancestors)))
        above = above.tolist()
        for concept in order:
            if single[concept]:
                above[concept] = above[parents[first_parent[concept]]] + 1
        return np.array(above), below

    def _keep(self):
        """Ancestors of all concepts and the steps up to them, ragged; where each one's begin."""
        ancestors, steps = [], []
        for part in slices_of(self._n_ancestors, BLOCK_ANCESTORS):
            _, up, way = self._climb(np.arange(part.start, part.stop))
            ancestors.append(up.astype(np.int32))
            steps.append(way.astype(np.int32))
        first = np.cumsum(self._n_ancestors) - self._n_ancestors
        return first, np.concatenate(ancestors), np.concatenate(steps)

    def _jump_tables(self):
        """Ancestors 1, 2, 4 ... steps up, where no one has several parents; roots stay."""
        up = np.arange(self.n)
        up[self.n_parents == 1] = self.parents
        jumps = [up]
        while 1 << len(jumps) < self.max_depth:
            jumps.append(jumps[-1][jumps[-1]])
        return jumps

    def _lowest_common(self, first, second):
        """The deepest common ancestor of each pair, -1 if there is none: log(depth) steps."""
        deeper = self.depth[first] >= self.depth[second]
        a, b = np.where(deeper, first, second), np.where(deeper, second, first)
        apart = self.depth[a] - self.depth[b]
        for k, up in enumerate(self._jumps):
            a = np.where(apart >> k & 1, up[a], a)
        for up in reversed(self._jumps):
            further = up[a] != up[b]
            a, b = np.where(further, up[a], a), np.where(further, up[b], b)
        above = self._jumps[0]
        lowest = np.where(a == b, a, above[a])
        return np.where((a == b) | (above[a] == above[b]), lowest, -1)

    def _climb(self, concepts):
        """Position in ``concepts``, ancestor and fewest steps up to it: three sorted arrays."""
        n, span = self.n, self.max_depth
        pending = (np.arange(len(concepts)) * n + concepts) * span
        parts = []
        while len(pending):
            # From the deepest up, each ancestor comes once: all ways to it are known by then.
            depth = self.depth[pending // span % n]
            deepest = depth == depth.max()
            codes = np.sort(pending[deepest])
            codes = codes[np.flatnonzero(np.diff(codes // span, prepend=-1))]
            parts.append(codes)
            nodes = codes // span % n
            number = self.n_parents[nodes]
            parents = self.parents[ragged(self.first_parent[nodes], number)]
            step_up = (parents - np.repeat(nodes, number)) * span + 1
            pending = np.concatenate([pending[~deepest], np.repeat(codes, number) + step_up])
        places, steps = np.divmod(np.sort(np.concatenate([pending, *parts])), span)
        return (*np.divmod(places, n), steps)

    def _shares(self, concepts, strengths):
        """As _climb, with the greatest products of weights on the ways up in place of steps."""
        place, ancestor, _ = self.ancestors(concepts)
        codes, depth = place * self.n + ancestor, self.depth[ancestor]
        share = (ancestor == concepts[place]).astype(np.float64)
        # From the deepest up: all ways to an ancestor are known by then.
        for level in np.unique(depth)[:0:-1].tolist():
            at = np.flatnonzero(depth == level)
            number = self.n_parents[ancestor[at]]
            way = ragged(self.first_parent[ancestor[at]], number)
            above = np.repeat(place[at] * self.n, number) + self.parents[way]
            offered = np.repeat(share[at], number) * strengths[way]
            np.maximum.at(share, np.searchsorted(codes, above), offered)
        return place, ancestor, share

    def ancestors(self, concepts: np.ndarray):
        """Position in ``concepts``, ancestor (or itself) and fewest steps up: sorted arrays."""
        if self._kept is None:
            return self._of_distinct(concepts, self._climb)
        first, *columns = self._kept
        return self._spread(concepts, first[concepts], columns)

    def _of_distinct(self, concepts, climb):
        """Lists that ``climb`` makes for distinct concepts, in the order of ``concepts``."""
        distinct, place = np.unique(concepts, return_inverse=True)
        sizes = self._n_ancestors[distinct]
        return self._spread(concepts, (np.cumsum(sizes) - sizes)[place], climb(distinct)[1:])

    def _spread(self, concepts, first, columns):
        number = self._n_ancestors[concepts]
        at = ragged(first, number)
        return np.repeat(np.arange(len(concepts)), number), *(column[at] for column in columns)

    def _over_common(self, first, second, offer, best, nothing, listed=None):
        """The best that common ancestors offer, given the steps up to them from both together."""
        listed = listed or self.ancestors
        result = np.full(len(first), nothing)
        n = self.n
        for part in slices_of(
            self._n_ancestors[first] + self._n_ancestors[second], BLOCK_ANCESTORS
        ):
            pair, ancestor, steps = listed(first[part])
            other_pair, other_ancestor, other_steps = listed(second[part])
            codes, other_codes = pair * n + ancestor, other_pair * n + other_ancestor
            place = np.searchsorted(codes, other_codes)
            place[place == len(codes)] = 0
            shared = np.flatnonzero(codes[place] == other_codes)
            if len(shared):
                place = place[shared]
                begins = np.flatnonzero(np.diff(pair[place], prepend=-1))
                offers = offer(ancestor[place], steps[place] + other_steps[shared])
                result[part.start + pair[place[begins]]] = best.reduceat(offers, begins)
        return result


def leading_back(edges: np.ndarray, n: int, number: np.ndarray):
    """Rows of edges that close a cycle, and those cycles, lists of concepts from the top down.

    Depth-first from the roots, concepts in the order of ``number``.
    """
    order = np.lexsort((number[edges[:, 0]], edges[:, 1]))
    children = edges[order, 0].tolist()
    size = np.bincount(edges[:, 1], minlength=n)
    first, last = (np.cumsum(size) - size).tolist(), np.cumsum(size).tolist()
    below = np.bincount(edges[:, 0], minlength=n) > 0
    state = [0] * n
    back, cycles = [], []
    for start in np.lexsort((number, below)).tolist():
        way = [] if state[start] else [start]
        left = [iter(range(first[at], last[at])) for at in way]
        state[start] = state[start] or 1
        while way:
            for at in left[-1]:
                child = children[at]
                if state[child] == 1:
                    back.append(order[at])
                    cycles.append(way[way.index(child) :])
                elif not state[child]:
                    state[child] = 1
                    way.append(child)
                    left.append(iter(range(first[child], last[child])))
                    break
            else:
                state[way.pop()] = 2
                left.pop()
    return np.array(back, np.int64), cycles
