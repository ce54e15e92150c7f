"""Edges of hierarchies, a parent and a child each, from whatever says which is which."""

import os
from collections import Counter
from collections.abc import Mapping
from functools import partial
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from ...messages import expected, warn
from .checks import exact, real
from .columns import is_series, is_table, table_columns
from .found_edges import FoundEdges, with_relations
from .hierarchy_files import edges_of_trees, objects_with_children, of_hierarchy_file, of_tiers
from .hierarchy_tables import of_table
from .leniency import Leniency

PAIRS = ("parent-child", "child-parent")
_ROLES = ("child", "parent", "weight", "name", "kind")
# Options that some forms of sources have: their defaults, other choices, and these forms.
_GOES_WITH = {
    "pairs": (None, PAIRS, "it goes with pairs, mappings and graphs"),
    "columns": ({}, (), "they go with a table"),
    "weight": (
        "weight",
        (),
        "it goes with a graph; columns={'weight': ...} names a table's column",
    ),
    "separator": (None, (), "it goes with a table that has a column of parents"),
    "levels": (None, (), "they go with a sheet of tiers"),
    "same": (None, ("name",), "it goes with a sheet of tiers (levels=) and with lines of paths"),
    "root": ("drop", ("keep",), "it goes with a .taxonomy file"),
    "nameless": ("raise", ("drop",), "it goes with a table that has a column of parents"),
}


class Hierarchy(NamedTuple):
    """A hierarchy as a source states it: the one form that every reader gives and makers take."""

    # In the order of first mention; edges are positions in them.
    nodes: list
    parents: np.ndarray
    children: np.ndarray
    weights: np.ndarray
    # How many edges were given a weight.
    weighted: int = 0
    # False for an undirected graph of networkx, whose parents mean nothing.
    directed: bool = True
    # Nodes -> their names next to them.
    titles: Mapping = MappingProxyType({})
    # One per edge, by the kind of relation, for Wang's measure; and the kinds that were chosen.
    strengths: np.ndarray | None = None
    relations: tuple = ()
    related: Any = ()
    synonyms: Any = ()
    # Nodes that hold the place of concepts without a name; names that are no labels -> why.
    unnamed: Any = ()
    ambiguous: Any = None
    absent: Any = None
    # Names of deprecated concepts -> the label that replaces them.
    replaced: Any = None
    # How many relations lead to what is no concept.
    dropped: int = 0
    leniency: Leniency | None = None


def read_edges(source, argument, relations=None, loops=False, **options):
    """A hierarchy from a table, tiers, mappings, pairs, a graph or a file, perhaps with loops.

    ``options`` are some of _GOES_WITH.
    """
    options = {name: default for name, (default, *_) in _GOES_WITH.items()} | options
    columns = options["columns"]
    for option, (default, choices, _) in _GOES_WITH.items():
        known = choices if default is None else (default, *choices)
        if choices and options[option] not in (default, *choices):
            raise expected(option, " or ".join(map(repr, known)), options[option])
    if columns is not None and not isinstance(columns, Mapping):
        what = f"a mapping with some of {', '.join(_ROLES)} to names of columns"
        raise expected("columns", what, columns)
    options["columns"] = columns = dict(columns or {})
    for role in columns:
        if role not in _ROLES:
            raise ValueError(f"columns: a hierarchy has {', '.join(_ROLES)}; got {role!r}")
    leniency = Leniency()
    used, found = _found(source, argument, relations, leniency, **options)
    for option, (default, _, form) in _GOES_WITH.items():
        value = options[option]
        if option not in used and (type(value) is not type(default) or value != default):
            raise ValueError(f"{option}: {form}, which {argument} is not")
    if relations is not None and not found.relations:
        raise ValueError(
            f"relations: they choose among kinds of relations, and {argument} has none; in a graph "
            "they are the keys of edges"
        )
    directed = not is_graph(source) or source.is_directed()
    return edges_of_pairs(argument, found, loops)._replace(directed=directed, leniency=leniency)


def is_graph(source: Any) -> bool:
    """True for a graph of networkx."""
    return hasattr(source, "edges") and hasattr(source, "nodes")


def _found(
    source, argument, relations, leniency, *,
    pairs, columns, weight, separator, levels, same, root, nameless,
):  # fmt: skip
    """The options that the form of a source has, and its edges."""
    if is_graph(source):
        order = pairs or "parent-child"
        return ("pairs", "weight"), _of_graph(source, argument, order, weight, relations)
    if isinstance(source, (str, os.PathLike)):
        used = ("root",) if str(source).lower().endswith(".taxonomy") else ("same",)
        source, found = of_hierarchy_file(source, argument, root, same, leniency)
        if found:
            return used, found
    found = objects_with_children(source, argument, leniency)
    if found:
        return (), found
    rows = source if isinstance(source, (list, tuple)) else ()
    records = bool(rows) and all(isinstance(row, Mapping) for row in rows)
    if levels is not None or records or is_table(source, columns.get("parent") or "parent"):
        header = not any(isinstance(name, int) for name in columns.values())
        table = table_columns(source, argument, leniency, header)
        columns = {
            role: str(name) if isinstance(name, int) else name for role, name in columns.items()
        }
        if levels is not None:
            found = of_tiers(table, levels, columns.get("child"), argument, same, leniency)
            return ("columns", "levels", "same"), found
        found = of_table(table, argument, columns, separator, relations, nameless, leniency)
        return ("columns", "separator", "nameless"), found
    if is_series(source):
        listed = list(zip(source.index.tolist(), source.tolist(), strict=True))
        return ("pairs",), FoundEdges(listed, pairs or "child-parent")
    if isinstance(source, Mapping):
        return ("pairs",), _of_mapping(source, argument, pairs)
    return ("pairs",), FoundEdges(source, pairs)


def warn_upside_down(parents: np.ndarray, children: np.ndarray, argument: str) -> None:
    """Warn, with figures, where parents and children seem to have changed places.

    Told from three roots up, if they are more than twice the leaves, or more than the leaves while
    more concepts have several parents than have several children.
    """
    edges = np.unique(np.stack([parents, children]), axis=1)
    (above, n_children), (below, n_parents) = (np.unique(x, return_counts=True) for x in edges)
    roots, leaves = len(np.setdiff1d(above, below)), len(np.setdiff1d(below, above))
    several_children, several_parents = int((n_children > 1).sum()), int((n_parents > 1).sum())
    narrower = roots > leaves and several_parents > several_children
    if roots >= 3 and (roots > 2 * leaves or narrower):
        warn(
            f"{argument}: The hierarchy looks reversed: {roots} roots (nothing above them) and "
            f"{leaves} {'leaf' if leaves == 1 else 'leaves'} (nothing below them); "
            f"{several_parents} with several parents and {several_children} with several children. "
            "If parents and children have changed places, give the columns their right names, or "
            "the pairs the other order (pairs='parent-child' or 'child-parent')."
        )


def _of_graph(graph, argument, order, weight, relations):
    several = getattr(graph, "is_multigraph", bool)()
    edges = list(graph.edges(keys=True, data=True) if several else graph.edges(data=True))
    lengths = [attributes.get(weight) for *_, attributes in edges]
    if weight not in ("weight", None) and edges and all(length is None for length in lengths):
        raise ValueError(f"weight: no edge of the graph has an attribute {weight!r}")
    # Keys that networkx gives by itself are numbers.
    named = several and any(not isinstance(edge[2], int) for edge in edges)
    kinds = [str(edge[2]) for edge in edges] if named else None
    pairs = [
        edge[:2] if length is None else (*edge[:2], length)
        for edge, length in zip(edges, lengths, strict=True)
    ]
    found = FoundEdges(pairs, order, list(graph.nodes))
    return with_relations(found, kinds, relations, argument, "the graph") if kinds else found


def _of_mapping(mapping, argument, pairs):
    """Edges of nested mappings, or of a bare one and what comes first in its pairs."""
    values = list(mapping.values())
    within = [x for value in values if isinstance(value, (list, tuple)) for x in value]
    nested = any(isinstance(x, Mapping) for x in (*values, *within))
    # Where nothing is above or below anything, too, names are those of nested mappings.
    if nested or all(value is None for value in values):
        if pairs == "child-parent":
            raise ValueError(
                f"pairs: {argument} has mappings within mappings, which lead from parents to "
                "children; 'child-parent' is for pairs and plain mappings"
            )
        return edges_of_trees(list(mapping.items()), partial(_node, argument), argument, once=True)
    listed, alone = [], []
    for name, given in mapping.items():
        others = [given] if isinstance(given, str) else [] if given is None else given
        if not isinstance(others, (list, tuple, set, frozenset)):
            raise ValueError(
                f"{argument}: the parents or children of {name!r} must be a name, a list of names "
                f"or a mapping; got {given!r}"
            )
        listed += [(name, other) for other in others]
        alone += [name] if not others else []
    if pairs is None and listed:
        check_nodes([name for pair in listed for name in pair], argument)
        keys, values = (Counter(side) for side in zip(*listed, strict=True))
        one_each, one_key = max(keys.values()) == 1, max(values.values()) == 1
        if not one_each or one_key:
            reason = "several names share one" if not one_each else "each name stands once"
            raise ValueError(
                f"{argument}: a mapping is read as child -> parent, but {reason}, so it could as "
                "well lead from parents to children; pairs='child-parent' or 'parent-child' says "
                "what its keys are"
            )
    return FoundEdges(listed, pairs or "child-parent", alone)


def _node(argument, entry):
    """Label, title and children of an entry of nested mappings."""
    name, children = entry
    check_nodes([name], argument)
    children = () if children is None else children
    if isinstance(children, (str, bytes)) or not hasattr(children, "__iter__"):
        rule = f"the children of {name!r} must be a mapping or a list of names"
        raise ValueError(f"{argument}: {rule}; got {children!r}")
    below = []
    for child in [children] if isinstance(children, Mapping) else children:
        below += child.items() if isinstance(child, Mapping) else [(child, None)]
    return name, None, below


def edges_of_pairs(argument, found, loops=False):
    """Edges by the positions of their nodes, each once."""
    pairs, order = found.pairs, found.order
    rows = list(pairs) if hasattr(pairs, "__iter__") and not isinstance(pairs, str) else [pairs]
    check_nodes(found.nodes, argument)
    place = {node: at for at, node in enumerate(dict.fromkeys(found.nodes))}
    lengths, weighted, strengths = {}, set(), {}
    for at, pair in enumerate(rows):
        a, b, length = _parent_and_child(pair, argument, loops)
        if order is None:
            raise ValueError(
                f"{argument}: nothing says whether {a!r} is the parent or the child of {b!r}; "
                "pass pairs='parent-child' or pairs='child-parent', or a table with columns "
                "parent and child"
            )
        first = place.setdefault(a, len(place))
        second = place.setdefault(b, len(place))
        edge = (first, second) if order == "parent-child" else (second, first)
        if len(pair) == 3:
            weighted.add(frozenset(edge))
        known = lengths.setdefault(edge, length)
        other = lengths.get(edge[::-1], length) if known == length else known
        if other != length:
            raise ValueError(
                f"{argument}: the edge between {a!r} and {b!r} has two weights, "
                f"{exact(other)} and {exact(length)}"
            )
        if found.strengths:
            strengths[edge] = max(found.strengths[at], strengths.get(edge, 0))
    parents, children = np.array(list(lengths), np.int64).reshape(-1, 2).T
    return Hierarchy(
        *(list(place), parents, children, np.array(list(lengths.values()), np.float64)),
        weighted=len(weighted),
        titles=found.titles,
        strengths=np.array(list(strengths.values())) if strengths else None,
        relations=found.relations,
    )


def _parent_and_child(pair, argument, loops):
    # Mappings and sets don't say which of two names is the parent.
    no_pairs = (str, bytes, Mapping, set, frozenset)
    wrong = type(pair) is not tuple and (isinstance(pair, no_pairs) or not hasattr(pair, "__len__"))
    if wrong or len(pair) not in (2, 3):
        forms = "a table with columns parent and child, nested mappings, a networkx graph, or pairs"
        raise expected(argument, f"{forms} (or triples with a weight) of names", pair)
    a, b, length = (*pair, 1.0)[:3]
    if not (isinstance(a, str) and isinstance(b, str)):
        check_nodes((a, b), argument)
    if a == b and not loops:
        raise ValueError(f"{argument}: an edge leads from {a!r} to itself")
    number = length if type(length) is float else real(length)
    if not 0 <= number < np.inf:
        raise ValueError(
            f"{argument}: weights must be finite and at least 0; that of {a!r}, {b!r} is {length!r}"
        )
    return a, b, number


def check_nodes(names, argument):
    wrong = [name for name in names if not isinstance(name, str)]
    if wrong:
        raise ValueError(f"{argument}: every name must be a string; got {wrong[0]!r}")
