"""Label similarities from hierarchies and from groups.

Every public function returns a LabelSimilarity whose card says how the values were made.
"""

import heapq
from collections.abc import Mapping

import numpy as np

from ...messages import quote
from .checks import DECIMALS, amount, built, distinct_names, exact, is_number, real


def from_hierarchy(
    tree, labels="leaves", *, beta=1.0, weight="weight", name="hierarchy", none_labels=(), **card
):
    """Similarity from shortest paths in a hierarchy: 1 / (1 + beta * d).

    d is the sum of the weights on the shortest path, edges taken in both directions. Labels that
    no path connects get 0: link several roots to one if they should get more.

    Parameters
    ----------
    tree : one of

        - nested mappings name -> children, such as ``{"music": {"rock": ["punk", "metal"],
          "jazz": {}}}``: children are a mapping, a list of names and mappings, or None; every
          edge weighs 1
        - edges ``(parent, child)`` or ``(parent, child, weight)``
        - a networkx graph, directed from parents to children, or undirected
    labels : "leaves" (default: nodes without children), "all", or names of nodes, inner ones too
    beta : number > 0, default 1; 1 / beta is the distance at which the similarity is a half
    weight : name of the edge attribute of a networkx graph; an edge without it weighs 1. A name
        other than the default must be that of one edge at least. None: every edge weighs 1
    name, none_labels, **card : see :func:`similarity.build`; the derivation is written here

    Returns
    -------
    LabelSimilarity

    Raises
    ------
    ValueError
        for a name at two places of nested mappings, an edge from a node to itself or with two
        weights, a weight that is negative or not finite, a ``weight`` that no edge has, and labels
        that the hierarchy lacks
    """
    factor = real(beta)
    if not 0 < factor < np.inf:
        raise ValueError(f"beta: expected a finite number above 0; got {beta!r}")
    neighbors, leaves, n_weighted = _graph(tree, weight)
    if not neighbors:
        raise ValueError("tree: it has no nodes")
    labels = _chosen_nodes(labels, neighbors, leaves)
    distances = np.array([_shortest_paths(neighbors, start, labels) for start in labels])
    # The two directions add the same weights in another order.
    distances = np.minimum(distances, distances.T)
    edges = sum(map(len, neighbors.values())) // 2
    weighted = f"{n_weighted} of them with a weight, " if n_weighted else ""
    unconnected = int(np.isinf(distances).sum()) // 2
    derivation = (
        f"Shortest path d in a hierarchy of {amount(len(neighbors), 'node')} and "
        f"{amount(edges, 'edge')}, {weighted}edges taken in both directions, mapped by "
        f"1 / (1 + {'' if factor == 1 else f'{exact(factor)} '}d)."
    )
    if unconnected:
        derivation += f" {amount(unconnected, 'pair')} that no path connects: 0."
    with np.errstate(over="ignore"):
        values = 1 / (1 + factor * distances)
    return built(
        from_hierarchy,
        values=values.round(DECIMALS),
        labels=labels,
        name=name,
        none_labels=none_labels,
        derivation=derivation,
        card=card,
    )


def from_groups(levels, labels=None, *, values=None, name="groups", none_labels=(), **card):
    """Similarity from the finest level at which two labels share a group.

    1 for the same label, ``values[k]`` where level k is the first at which both labels have the
    same group, 0 where there is none. Levels need not be nested: only the first shared one counts.

    Parameters
    ----------
    levels : a list of mappings label -> group, from fine to coarse, all with the same labels; or a
        mapping from the level's name to such a mapping. A group is any value that can be compared
        to others; a label that is alone has a group of its own
    labels : names to take, in this order; default: all, in the order of the first level
    values : one number in [0, 1] a level, none above the one before. Default: equal steps,
        k / (levels + 1): 2/3 and 1/3 for two levels
    name, none_labels, **card : see :func:`similarity.build`; the derivation is written here

    Returns
    -------
    LabelSimilarity

    Raises
    ------
    ValueError
        for a label without a group at some level, and values that are not one a level, in [0, 1]
        and falling
    """
    if not isinstance(levels, Mapping):
        levels = dict(enumerate(levels, 1)) if hasattr(levels, "__iter__") else {}
    levels = {f"level {key!r}": groups for key, groups in levels.items()}
    if not levels or not all(isinstance(groups, Mapping) for groups in levels.values()):
        raise ValueError(
            "levels: expected a list of mappings label -> group, from fine to coarse, one at least"
        )
    if labels is None:
        labels = dict.fromkeys(label for groups in levels.values() for label in groups)
    labels = distinct_names(labels)
    for level, groups in levels.items():
        arrays = [label for label in labels if isinstance(groups.get(label), np.ndarray)]
        if arrays:
            raise ValueError(
                f"levels: expected a name or number as the group of {quote(arrays)} at {level}; "
                "got an array"
            )
        # NaN, which tables have for a missing group, differs from itself.
        alone = [
            label for label in labels if groups.get(label) is None or groups[label] != groups[label]
        ]
        if alone:
            raise ValueError(
                f"levels: {quote(alone)} has no group at {level}; give every label one, if need "
                "be its own"
            )
    steps = len(levels) + 1
    if values is None:
        values = [(steps - k) / steps for k in range(1, steps)]
    values = list(values) if hasattr(values, "__iter__") else [values]
    falling = all(map(is_number, values)) and all(
        1 >= a >= b >= 0 for a, b in zip([1, *values], [*values, 0], strict=True)
    )
    if len(values) != len(levels) or not falling:
        raise ValueError(
            f"values: expected {amount(len(levels), 'number')} from 1 to 0, one a level, none "
            f"above the one before; got {values!r}"
        )
    table = np.zeros((len(labels), len(labels)))
    for groups, value in reversed(list(zip(levels.values(), values, strict=True))):
        for a, label in enumerate(labels):
            shared = [groups[other] == groups[label] for other in labels]
            table[a, shared] = value
    np.fill_diagonal(table, 1)
    said = ", ".join(
        f"{exact(value)} in the same group at {level}"
        for level, value in zip(levels, values, strict=True)
    )
    derivation = f"1 for the same label, {said} and at none before it, otherwise 0."
    return built(
        from_groups,
        values=table,
        labels=labels,
        name=name,
        none_labels=none_labels,
        derivation=derivation,
        card=card,
    )


def _graph(tree, weight):
    """Neighbors of every node, a dict node -> {node: weight}, and the nodes without children.

    The second is None for an undirected graph; the third is how many edges have a weight.
    """
    directed, nodes = True, ()
    if hasattr(tree, "edges") and hasattr(tree, "nodes"):
        directed, nodes = tree.is_directed(), list(tree.nodes)
        edges = [(a, b, found.get(weight)) for a, b, found in tree.edges(data=True)]
        unweighted = all(length is None for *_, length in edges)
        if weight not in ("weight", None) and edges and unweighted:
            raise ValueError(f"weight: no edge of the graph has an attribute {weight!r}")
        edges = [(a, b) if length is None else (a, b, length) for a, b, length in edges]
    elif isinstance(tree, Mapping):
        nodes, edges = _nested(tree)
    else:
        edges = tree if hasattr(tree, "__iter__") else [tree]
    neighbors = {node: {} for node in _node_names(nodes)}
    parents, weighted = set(), set()
    for edge in edges:
        a, b, length = _edge(edge)
        parents.add(a)
        if len(edge) == 3:
            weighted.add(frozenset((a, b)))
        for one, other in ((a, b), (b, a)):
            known = neighbors.setdefault(one, {}).setdefault(other, length)
            if known != length:
                raise ValueError(
                    f"tree: the edge between {a!r} and {b!r} has two weights, {exact(known)} and "
                    f"{exact(length)}"
                )
    leaves = [node for node in neighbors if node not in parents] if directed else None
    return neighbors, leaves, len(weighted)


def _edge(edge):
    # Mappings and sets don't say which of two names is the parent.
    wrong = isinstance(edge, (str, bytes, Mapping, set, frozenset)) or not hasattr(edge, "__len__")
    if wrong or len(edge) not in (2, 3):
        raise ValueError(
            f"tree: expected nested mappings, a networkx graph, or edges (parent, child) or "
            f"(parent, child, weight); got {edge!r}"
        )
    a, b, length = (*edge, 1)[:3]
    _node_names((a, b))
    if a == b:
        raise ValueError(f"tree: an edge leads from {a!r} to itself")
    number = real(length)
    if not 0 <= number < np.inf:
        raise ValueError(
            f"tree: weights must be finite and at least 0; that of {a!r}, {b!r} is {length!r}"
        )
    return a, b, number


def _nested(tree):
    """Nodes and edges of nested mappings, in the order they are written."""
    nodes, edges = {}, []
    waiting = [(None, tree)]
    while waiting:
        parent, children = waiting.pop()
        if parent is not None:
            if parent in nodes:
                raise ValueError(
                    f"tree: {parent!r} stands at two places; a node with two parents needs edges "
                    "(parent, child)"
                )
            nodes[parent] = True
        if children is None:
            continue
        if isinstance(children, (str, bytes)) or not hasattr(children, "__iter__"):
            raise ValueError(
                f"tree: the children of {parent!r} must be a mapping or a list of names; "
                f"got {children!r}"
            )
        pairs = []
        for child in [children] if isinstance(children, Mapping) else children:
            pairs += child.items() if isinstance(child, Mapping) else [(child, None)]
        names = _node_names([name for name, _ in pairs])
        edges += [(parent, name) for name in names if parent is not None]
        waiting += reversed(pairs)
    return list(nodes), edges


def _node_names(nodes):
    wrong = [node for node in nodes if not isinstance(node, str)]
    if wrong:
        raise ValueError(f"tree: every name must be a string; got {wrong[0]!r}")
    return nodes


def _chosen_nodes(labels, neighbors, leaves):
    if isinstance(labels, str) and labels == "all":
        return distinct_names(neighbors)
    if isinstance(labels, str) and labels == "leaves":
        if leaves is None:
            raise ValueError(
                "labels: an undirected graph has no leaves to choose; give 'all' or names"
            )
        if not leaves:
            raise ValueError("tree: no node is a leaf; the edges lead around in a circle")
        return distinct_names(leaves)
    labels = distinct_names(labels)
    unknown = [label for label in labels if label not in neighbors]
    if unknown:
        raise ValueError(f"labels: {quote(unknown)} is no node of the hierarchy")
    return labels


def _shortest_paths(neighbors, start, targets):
    """Lengths of the shortest paths from one node, infinite where there is none (Dijkstra)."""
    distance = {start: 0.0}
    waiting = [(0.0, start)]
    while waiting:
        length, node = heapq.heappop(waiting)
        if length > distance[node]:
            continue
        for other, weight in neighbors[node].items():
            if length + weight < distance.get(other, np.inf):
                distance[other] = length + weight
                heapq.heappush(waiting, (distance[other], other))
    return [distance.get(target, np.inf) for target in targets]
