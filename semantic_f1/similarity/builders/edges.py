"""Edges of hierarchies from whatever has them, one convention for all: a parent and a child.

What carries names says which is which: columns called ``parent`` and ``child``. Bare pairs don't,
so they need ``pairs="parent-child"`` or ``"child-parent"``.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from ...messages import quote, warn
from .checks import exact, real
from .columns import chosen_column, is_series, is_table, table_columns, text_cells

PAIRS = ("parent-child", "child-parent")
# Names of columns as tables have them, the plainest first.
CHILD_COLUMNS = ("child", "code", "id", "concept", "narrower", "label", "name")
PARENT_COLUMNS = ("parent", "broader", "parent_code", "parent_id", "parent_label", "parent_name")
WEIGHT_COLUMNS = ("weight",)
NAME_COLUMNS = ("name", "label", "title", "term", "description")
_ROLES = ("child", "parent", "weight", "name")


class Edges(NamedTuple):
    """Nodes of a hierarchy and its edges, as positions among them.

    Attributes
    ----------
    nodes : list of str, in the order of first mention
    parents, children : int arrays of shape (n,), one entry an edge
    weights : float64 array of shape (n,)
    weighted : how many edges were given a weight
    directed : False for an undirected graph of networkx, whose parents mean nothing
    titles : dict node -> its name, from a table with a column of names
    """

    nodes: list
    parents: np.ndarray
    children: np.ndarray
    weights: np.ndarray
    weighted: int
    directed: bool
    titles: dict


def read_edges(
    source: Any,
    argument: str,
    *,
    pairs: str | None = None,
    columns: Mapping | None = None,
    weight: str | None = "weight",
) -> Edges:
    """Edges of a hierarchy from a table, mappings, pairs or a graph."""
    if pairs is not None and pairs not in PAIRS:
        raise ValueError(f"pairs: expected {' or '.join(map(repr, PAIRS))}; got {pairs!r}")
    if columns is not None and not isinstance(columns, Mapping):
        raise ValueError(
            f"columns: expected a mapping with some of {', '.join(_ROLES)} to names of columns; "
            f"got {columns!r}"
        )
    surplus = [role for role in columns or () if role not in _ROLES]
    if surplus:
        raise ValueError(f"columns: a hierarchy has {', '.join(_ROLES)}; got {surplus[0]!r}")
    if hasattr(source, "edges") and hasattr(source, "nodes"):
        return _edges_of_graph(source, argument, pairs, weight)
    if is_table(source, "parent") or (columns and is_table(source, columns.get("parent"))):
        return _edges_of_table(table_columns(source, argument), argument, columns or {})
    if columns:
        raise ValueError(f"columns: they go with a table; {argument} is a {type(source).__name__}")
    if is_series(source):
        source = list(zip(source.index.tolist(), source.tolist(), strict=True))
        return _edges_of_pairs(source, argument, pairs or "child-parent")
    if isinstance(source, Mapping):
        if _is_nested(source):
            if pairs == "child-parent":
                raise ValueError(
                    f"pairs: {argument} has mappings within mappings, which lead from parents to "
                    "children; 'child-parent' is for pairs and plain mappings"
                )
            return _edges_of_nested(source, argument)
        return _edges_of_pairs(*_pairs_of_mapping(source, argument, pairs))
    return _edges_of_pairs(source, argument, pairs)


def upside_down(parents: np.ndarray, children: np.ndarray) -> str:
    """A sentence with figures where a hierarchy looks upside down, else an empty string.

    Said from three roots up, where they are more than twice the leaves, or more than the leaves
    while more concepts have several parents than have several children. Concepts without any
    relation are neither.
    """
    if not len(parents):
        return ""
    above, below = np.unique(parents), np.unique(children)
    roots, leaves = len(np.setdiff1d(above, below)), len(np.setdiff1d(below, above))
    edges = np.unique(np.stack([parents, children]), axis=1)
    several_children, several_parents = (
        int((np.unique(ends, return_counts=True)[1] > 1).sum()) for ends in edges
    )
    narrower = roots > leaves and several_parents > several_children
    if roots < 3 or not (roots > 2 * leaves or narrower):
        return ""
    return (
        f"The hierarchy looks upside down: {roots} roots (nothing above them) and {leaves} "
        f"{'leaf' if leaves == 1 else 'leaves'} (nothing below them); {several_parents} with "
        f"several parents and {several_children} with several children"
    )


def warn_upside_down(edges: Edges, argument: str) -> None:
    """Warn where parents and children seem to have changed places."""
    advice = upside_down(edges.parents, edges.children) if edges.directed else ""
    if advice:
        warn(
            f"{argument}: {advice}. If parents and children have changed places, give the columns "
            "their right names, or the pairs the other order (pairs='parent-child' or "
            "'child-parent')."
        )


def _edges_of_graph(graph, argument, pairs, weight):
    edges = [(a, b, attributes.get(weight)) for a, b, attributes in graph.edges(data=True)]
    if weight not in ("weight", None) and edges and all(length is None for *_, length in edges):
        raise ValueError(f"weight: no edge of the graph has an attribute {weight!r}")
    edges = [(a, b) if length is None else (a, b, length) for a, b, length in edges]
    order = pairs or "parent-child"
    result = _edges_of_pairs(edges, argument, order, nodes=list(graph.nodes))
    return result._replace(directed=graph.is_directed())


def _edges_of_table(columns, argument, headings):
    usual = (CHILD_COLUMNS, PARENT_COLUMNS, WEIGHT_COLUMNS)
    places = [
        chosen_column(columns, headings.get(role), names, argument, role)
        for role, names in zip(_ROLES, usual, strict=False)
    ]
    child, parent, weight = places
    if child is None or parent is None or child == parent:
        raise ValueError(
            f"{argument}: a hierarchy needs a column 'child' (or 'code') and a column 'parent'; "
            f"this table has {', '.join(map(repr, columns))}; columns={{'child': ..., 'parent': "
            "...}} says which they are"
        )
    rest = {name: cells for name, cells in columns.items() if name not in places}
    title = chosen_column(rest, headings.get("name"), NAME_COLUMNS, argument, "name")
    children = text_cells(columns[child], argument, child)
    parents = text_cells(columns[parent], argument, parent)
    blank = [row for row, name in enumerate(children) if name is None]
    if blank:
        raise ValueError(
            f"{argument}: column {child!r} is blank in row {blank[0] + 1} ({len(blank)} such rows)"
        )
    weights = _weight_cells(columns[weight]) if weight else [None] * len(children)
    pairs = [
        (above, below) if length is None else (above, below, length)
        for above, below, length in zip(parents, children, weights, strict=True)
        if above is not None
    ]
    known = set(children)
    unlisted = list(dict.fromkeys(name for name in parents if name and name not in known))
    if unlisted and len(pairs) < len(children):
        # A table that lists its roots lists everything.
        warn(
            f"{argument}: {len(unlisted)} of the parents stand in no row of their own and are "
            f"taken as further roots: {quote(unlisted)}. Add their rows if they are misspelled "
            "or have parents."
        )
    result = _edges_of_pairs(pairs, argument, "parent-child", nodes=list(dict.fromkeys(children)))
    titles = {}
    if title:
        named = text_cells(columns[title], argument, title)
        for node, name in zip(children, named, strict=True):
            if name is not None and titles.setdefault(node, name) != name:
                raise ValueError(
                    f"{argument}: {node!r} has two names, {titles[node]!r} and {name!r}; rows of "
                    "one code must agree"
                )
    return result._replace(titles=titles)


def _weight_cells(cells):
    """Weights as numbers; text of a file that is none stays, to be refused where it stands."""
    numbers = []
    for cell in cells:
        try:
            numbers.append(float(cell) if isinstance(cell, str) else cell)
        except ValueError:
            numbers.append(cell)
    return numbers


def _is_nested(mapping):
    """True where mappings stand within it, or nothing is above or below anything."""
    for children in mapping.values():
        if isinstance(children, Mapping):
            return True
        if isinstance(children, (list, tuple)) and any(isinstance(x, Mapping) for x in children):
            return True
    return all(children is None for children in mapping.values())


def _pairs_of_mapping(mapping, argument, pairs):
    """Pairs of a bare mapping, and what comes first in them."""
    listed, alone = [], []
    for name, others in mapping.items():
        if others is None:
            alone.append(name)
        elif isinstance(others, str):
            listed.append((name, others))
        elif isinstance(others, (list, tuple, set, frozenset)):
            listed += [(name, other) for other in others]
            alone += [name] if not others else []
        else:
            raise ValueError(
                f"{argument}: the parents or children of {name!r} must be a name, a list of names "
                f"or a mapping; got {others!r}"
            )
    wrong = [name for name in alone if not isinstance(name, str)]
    if wrong:
        raise ValueError(f"{argument}: every name must be a string; got {wrong[0]!r}")
    if pairs is None and listed:
        for pair in listed:
            _check_names_of(pair, argument)
        keys, values = (Counter(side) for side in zip(*listed, strict=True))
        one_each, one_key = max(keys.values()) == 1, max(values.values()) == 1
        if not one_each or one_key:
            reason = "several names stand beside one" if not one_each else "each name stands once"
            raise ValueError(
                f"{argument}: a mapping is read as child -> parent, but {reason}, so it could as "
                "well lead from parents to children; pairs='child-parent' or 'parent-child' says "
                "what its keys are"
            )
    return listed, argument, pairs or "child-parent", alone


def _edges_of_nested(tree, argument):
    """Nodes and edges of nested mappings, in the order they are written."""
    nodes, pairs = {}, []
    waiting = [(None, tree)]
    while waiting:
        parent, children = waiting.pop()
        if parent is not None:
            if parent in nodes:
                raise ValueError(
                    f"{argument}: {parent!r} stands at two places; a node with two parents needs "
                    "a table or pairs"
                )
            nodes[parent] = True
        if children is None:
            continue
        if isinstance(children, (str, bytes)) or not hasattr(children, "__iter__"):
            raise ValueError(
                f"{argument}: the children of {parent!r} must be a mapping or a list of names; "
                f"got {children!r}"
            )
        below = []
        for child in [children] if isinstance(children, Mapping) else children:
            below += child.items() if isinstance(child, Mapping) else [(child, None)]
        for child, _ in below:
            _check_names_of((child,), argument)
        pairs += [(parent, child) for child, _ in below if parent is not None]
        waiting += reversed(below)
    return _edges_of_pairs(pairs, argument, "parent-child", nodes=list(nodes))


def _edges_of_pairs(pairs, argument, order, nodes=()):
    rows = list(pairs) if hasattr(pairs, "__iter__") and not isinstance(pairs, str) else [pairs]
    place = {}
    for node in nodes:
        _check_names_of((node,), argument)
        place.setdefault(node, len(place))
    lengths, weighted = {}, set()
    for pair in rows:
        a, b, length = _parent_and_child(pair, argument)
        if order is None:
            raise ValueError(
                f"{argument}: nothing says whether {a!r} is the parent or the child of {b!r}; "
                "pass pairs='parent-child' or pairs='child-parent', or a table with columns "
                "parent and child"
            )
        above, below = (a, b) if order == "parent-child" else (b, a)
        for name in (a, b):
            place.setdefault(name, len(place))
        edge = place[above], place[below]
        if len(pair) == 3:
            weighted.add(frozenset(edge))
        known = lengths.setdefault(edge, length)
        if known != length or lengths.get(edge[::-1], length) != length:
            other = known if known != length else lengths[edge[::-1]]
            raise ValueError(
                f"{argument}: the edge between {a!r} and {b!r} has two weights, "
                f"{exact(other)} and {exact(length)}"
            )
    ends = np.array(list(lengths), np.int64).reshape(-1, 2)
    weights = np.array(list(lengths.values()), np.float64)
    return Edges(list(place), ends[:, 0], ends[:, 1], weights, len(weighted), True, {})


def _parent_and_child(pair, argument):
    # Mappings and sets don't say which of two names is the parent.
    wrong = isinstance(pair, (str, bytes, Mapping, set, frozenset)) or not hasattr(pair, "__len__")
    if wrong or len(pair) not in (2, 3):
        raise ValueError(
            f"{argument}: expected a table with columns parent and child, nested mappings, a "
            f"networkx graph, or pairs (or triples with a weight) of names; got {pair!r}"
        )
    a, b, length = (*pair, 1)[:3]
    _check_names_of((a, b), argument)
    if a == b:
        raise ValueError(f"{argument}: an edge leads from {a!r} to itself")
    number = real(length)
    if not 0 <= number < np.inf:
        raise ValueError(
            f"{argument}: weights must be finite and at least 0; that of {a!r}, {b!r} is {length!r}"
        )
    return a, b, number


def _check_names_of(names, argument):
    wrong = [name for name in names if not isinstance(name, str)]
    if wrong:
        raise ValueError(f"{argument}: every name must be a string; got {wrong[0]!r}")
