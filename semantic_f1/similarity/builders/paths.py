"""Shortest weighted paths between some nodes of a hierarchy, edges taken in both directions."""

import numpy as np

# How many lengths are held at once beside the result.
BLOCK_LENGTHS = 1 << 22


def path_lengths(
    n: int, a: np.ndarray, b: np.ndarray, weights: np.ndarray, nodes: np.ndarray
) -> np.ndarray:
    """Lengths of the shortest paths between some nodes.

    Returns a float64 array of shape (m, m), symmetric; inf where no path leads.
    """
    neighbors, first, lengths = _both_ways(n, a, b, weights)
    order, parent, is_forest = _breadth_first(n, neighbors, first)
    if is_forest:
        distances = _over_forest(order, parent, neighbors, first, lengths, nodes)
    else:
        distances = _over_graph(n, neighbors, first, lengths, nodes)
    # The two directions add the same weights in another order.
    return np.minimum(distances, distances.T, out=distances)


def _both_ways(n, a, b, weights):
    """Neighbors of each node, where each one's begin, and the weights of the ways to them."""
    start, end = np.concatenate([a, b]), np.concatenate([b, a])
    weights = np.concatenate([weights, weights])
    order = np.lexsort((weights, end, start))
    start, end, weights = start[order], end[order], weights[order]
    fresh = np.ones(len(start), bool)
    fresh[1:] = (np.diff(start) != 0) | (np.diff(end) != 0)
    start, end, weights = start[fresh], end[fresh], weights[fresh]
    first = np.zeros(n + 1, np.int64)
    np.cumsum(np.bincount(start, minlength=n), out=first[1:])
    return end, first, weights


def _breadth_first(n, neighbors, first):
    """Nodes so that each one's neighbors further out stand together; parents; whether a forest."""
    parent, around, begin = [-2] * n, neighbors.tolist(), first.tolist()
    order, n_trees = [], 0
    for root in range(n):
        if parent[root] != -2:
            continue
        parent[root] = -1
        n_trees += 1
        tree = [root]
        for node in tree:
            for other in around[begin[node] : begin[node + 1]]:
                if parent[other] == -2:
                    parent[other] = node
                    tree.append(other)
        order += tree
    return np.array(order), np.array(parent), len(neighbors) // 2 == n - n_trees


def _over_forest(order, parent, neighbors, first, lengths, nodes):
    """Up from the leaves, then down from the roots, level by level, for many starts at once."""
    order, parent, step = _spanning(order, parent, neighbors, first, lengths, nodes)
    n, m = len(order), len(nodes)
    depth = [0] * n
    above = parent.tolist()
    for node in range(n):
        if above[node] >= 0:
            depth[node] = depth[above[node]] + 1
    depth = np.array(depth)
    # Levels of different trees don't stand together: sorted by depth, stably, they do, and the
    # children of one parent still stand side by side.
    level = np.argsort(depth, kind="stable")
    place = np.empty(n, np.int64)
    place[level] = np.arange(n)
    parent = np.where(parent[level] >= 0, place[parent[level]], -1)
    step = step[level]
    at = np.empty(int(order.max()) + 1, np.int64)
    at[order[level]] = np.arange(n)
    targets = at[nodes]
    bounds = np.searchsorted(depth[level], np.arange(depth.max() + 2))
    levels = []
    for low, high in zip(bounds[1:-1].tolist(), bounds[2:].tolist(), strict=True):
        ups = parent[low:high]
        starts = np.flatnonzero(np.diff(ups, prepend=-1))
        levels.append((slice(low, high), ups, starts, step[low:high, None]))
    distances = np.empty((m, m))
    width = max(1, BLOCK_LENGTHS // n)
    for start in range(0, m, width):
        columns = np.arange(min(width, m - start))
        distance = np.full((n, len(columns)), np.inf)
        distance[targets[start + columns], columns] = 0
        for rows, ups, starts, steps in reversed(levels):
            offered = np.minimum.reduceat(distance[rows] + steps, starts, axis=0)
            distance[ups[starts]] = np.minimum(distance[ups[starts]], offered)
        for rows, ups, _, steps in levels:
            np.minimum(distance[rows], distance[ups] + steps, out=distance[rows])
        distances[:, start : start + len(columns)] = distance[targets]
    return distances


def _spanning(order, parent, neighbors, first, lengths, nodes):
    """The part of the forest that lies on ways between some nodes: places instead of nodes."""
    wanted = np.zeros(len(order), bool)
    wanted[nodes] = True
    wanted, above = wanted.tolist(), parent.tolist()
    for node in reversed(order.tolist()):
        if wanted[node] and above[node] >= 0:
            wanted[above[node]] = True
    kept = order[np.array(wanted)[order]]
    place = np.full(len(order), -1)
    place[kept] = np.arange(len(kept))
    owner = np.repeat(np.arange(len(order)), np.diff(first))
    to_parent = np.flatnonzero(neighbors == parent[owner])
    step = np.zeros(len(order))
    step[owner[to_parent]] = lengths[to_parent]
    ups = np.where(parent[kept] >= 0, place[parent[kept]], -1)
    return kept, ups, step[kept]


def _over_graph(n, neighbors, first, lengths, nodes):
    """Relaxing all edges at once, for many starts at once, until nothing gets shorter."""
    m = len(nodes)
    some = np.flatnonzero(np.diff(first))
    begins = first[some]
    distances = np.empty((m, m))
    width = max(1, BLOCK_LENGTHS // len(neighbors))
    for start in range(0, m, width):
        columns = np.arange(min(width, m - start))
        distance = np.full((n, len(columns)), np.inf)
        distance[nodes[start + columns], columns] = 0
        while True:
            offered = distance[neighbors]
            offered += lengths[:, None]
            nearer = np.minimum(distance[some], np.minimum.reduceat(offered, begins, axis=0))
            if np.array_equal(nearer, distance[some]):
                break
            distance[some] = nearer
        distances[:, start : start + len(columns)] = distance[nodes]
    return distances
