"""Label similarities from hierarchies: tables, mappings, pairs, graphs, and codes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from ...inputs.universe import check_names
from ...messages import expected, quote, suggestion
from ..label_similarity import LabelSimilarity, built
from ..shortest_paths import path_lengths
from .checks import amount, decay, decay_text, positive
from .columns import is_series
from .edges import edges_of_pairs, read_edges, warn_upside_down
from .found_edges import FoundEdges
from .leniency import Leniency, counts_text

# A table of more labels would take more than 3 GB; a thesaurus answers without one.
LARGEST_HIERARCHY = 20_000


def from_hierarchy(
    tree: Any,
    labels: Any = "leaves",
    *,
    pairs: str | None = None,
    columns: Mapping[str, str] | None = None,
    label: str = "child",
    beta: float = 1.0,
    weight: str | None = "weight",
    separator: str | None = None,
    relations: Any = None,
    levels: Any = None,
    nameless: str = "raise",
    strict: bool = False,
    name: str = "hierarchy",
    none_labels: Iterable[str] = (),
    **card: Any,
) -> LabelSimilarity:
    """Similarity from shortest paths in a hierarchy: 1 / (1 + beta * d).

    d is the sum of the weights on the shortest path, edges taken in both directions. Labels that
    no path connects get 0: link several roots to one if they should get more.

    Parameters
    ----------
    tree : one of

        - a table with a column ``child`` (or ``code``, ``id``, ``concept``, ``label``) and a
          column ``parent``, blank for roots, perhaps ``weight`` and ``name``: a frame of
          pandas, Polars or Arrow, the path of a file, a list of mappings, or a mapping of lists
        - nested mappings name -> children, such as ``{"music": {"rock": ["punk", "metal"],
          "jazz": {}}}``: children are a mapping, a list of names and mappings, or None
        - a mapping child -> parent, or a Series; ``pairs`` if it could lead the other way
        - pairs or triples with a weight, with ``pairs``
        - a networkx graph, directed from parents to children, or undirected
        - a sheet of tiers, with ``levels``; a ``.taxonomy`` file (a parent and its children per
          line, with tabs); a ``.txt`` file of lines ``id - A > B > C``; a ``.json`` file of
          objects with ``name`` and ``children``
    labels : "leaves" (default: nodes without children), "all", or names of nodes, inner ones too
    pairs : "parent-child" or "child-parent": what comes first in a pair, or is a mapping's key
    columns : of a table, some of "child", "parent", "weight", "name" and "kind" -> name of the
        column, or its number, from 1 on, in a file without a header; None: no such column
    label : of a table, "child" (default) or "name": nodes are called by codes or by names, which
        must then be distinct
    beta : number > 0, default 1; 1 / beta is the distance at which the similarity is a half
    weight : name of the edge attribute of a networkx graph; an edge without it weighs 1. A name
        other than the default must be that of one edge at least. None: every edge weighs 1
    separator : of a table, what stands between several parents in one cell; None (default): found
        among ``|``, line break, ``;`` and ``,`` where the parts are rows; "": nothing does
    relations : of a table with a column of kinds, or a MultiDiGraph with keys: which of the kinds
        lead to a parent, as a list; refused without it for several kinds
    levels : of a sheet of tiers, the columns from the top down
    nameless : of a table, "raise" (default), or "drop": rows without a child are left out
    strict : whether to refuse what is read with leniency
    name, none_labels, **card : see :func:`similarity.build`; the derivation is written here

    Raises
    ------
    ValueError
        if nothing says which of two names is the parent, for a name at two places of nested
        mappings, an edge from a node to itself or with two weights, a weight that is negative or
        not finite, a ``weight`` that no edge has, and labels that the hierarchy lacks

    Warns
    -----
    UserWarning
        where the hierarchy looks reversed; with the count of whatever was read with leniency
    """
    positive(beta, "beta")
    edges = read_edges(
        tree, "tree", pairs=pairs, columns=columns, weight=weight, separator=separator,
        relations=relations, levels=levels, nameless=nameless,
    )  # fmt: skip
    edges.leniency.tell("tree", strict)
    if not edges.nodes:
        raise ValueError("tree: it has no nodes")
    if edges.directed:
        warn_upside_down(edges.parents, edges.children, "tree")
    edges = _nodes_named_by(edges, label)
    return _similarity_of(from_hierarchy, edges, labels, beta, name, none_labels, card)


def from_codes(
    codes: Any,
    labels: Any = "all",
    *,
    separator: str | None = ".",
    prefixes: Any = (),
    beta: float = 1.0,
    name: str = "codes",
    none_labels: Iterable[str] = (),
    **card: Any,
) -> LabelSimilarity:
    """Similarity from codes that hold their hierarchy: 1 / (1 + beta * d).

    What stands above a code is what is left when its last part is cut off: C04.588 is above
    C04.588.33. A code above others that no label has is a node without a label. d is the length
    of the shortest path, as in :func:`from_hierarchy`.

    Parameters
    ----------
    codes : list of codes, which are then the labels; or a mapping (or Series) label -> code, or a
        list of codes where a label stands at several places, as MeSH's tree numbers do
    labels : "all" (default: every label), "leaves" (those without others below them), or some
    separator : what stands between the parts; None where only ``prefixes`` count
    prefixes : whole numbers: how many first characters are codes above too. ICD-10's chapters,
        categories and subcategories, C, C50 and C50.1, are ``separator=".", prefixes=[1]``;
        without a point, C501, they are ``separator=None, prefixes=[1, 3]``
    beta, name, none_labels, **card : as for :func:`from_hierarchy`

    Raises
    ------
    ValueError
        for codes that are no text or of two labels, and labels without a code
    """
    positive(beta, "beta")
    edges = edges_of_codes(codes, separator, prefixes)
    edges.leniency.tell("codes")
    if isinstance(labels, str) and labels in ("all", "leaves"):
        above = {edges.nodes[node] for node in edges.parents.tolist() if labels == "leaves"}
        without = above.union(edges.unnamed)
        labels = [label for label in edges.nodes if label not in without]
    return _similarity_of(from_codes, edges, labels, beta, name, none_labels, card)


def edges_of_codes(
    codes: Any, separator: str | None = ".", prefixes=(), above: str = "cut", leniency=None
):
    """The hierarchy that codes hold, labels first among the nodes.

    ``above``: "cut" takes the code without its last part, in the list or not, "records" only if it
    is there, "listed" the longest shorter code of the list, points left out.
    """
    if above not in ("cut", "records", "listed"):
        raise ValueError(f"above: expected 'cut' or 'listed'; got {above!r}")
    if separator is not None and (not isinstance(separator, str) or not separator):
        raise ValueError(f"separator: expected text such as '.', or None; got {separator!r}")
    lengths = [prefixes] if isinstance(prefixes, int) else list(prefixes)
    if not all(isinstance(k, int) and not isinstance(k, bool) and k > 0 for k in lengths):
        raise ValueError(f"prefixes: expected whole numbers from 1 up; got {prefixes!r}")
    if separator is None and not lengths and above == "cut":
        raise ValueError("prefixes: without a separator they alone can say what is above a code")
    leniency = leniency or Leniency()
    label_of, labels = _labels_of_codes(codes, leniency)
    if above == "cut":
        chains = {}
        for code in label_of:
            ways = [*_above(code, separator, lengths), code]
            chains.update(zip(ways[1:], ways[:-1], strict=True))
    elif above == "listed":
        chains = _listed_above(label_of, separator)
    else:
        cut = {code: code.rpartition(separator)[0] for code in label_of}
        chains = {code: upper for code, upper in cut.items() if upper in label_of}
        n_lost = sum(bool(upper) for upper in cut.values()) - len(chains)
        leniency.add("absent_parents", n_lost, "codes have a parent without a record")
    ends = ((label_of.get(up, up), label_of.get(low, low)) for low, up in chains.items())
    # A label may stand at a code and right below it.
    pairs = [pair for pair in ends if pair[0] != pair[1]]
    if len(labels) < 2 or not pairs:
        advice = "" if above == "listed" else '; above="listed" takes the longest shorter code'
        raise ValueError(
            f"codes: no code is above another with separator={separator!r} and "
            f"prefixes={lengths}; the first is {next(iter(label_of), None)!r}{advice}"
        )
    edges = edges_of_pairs("codes", FoundEdges(pairs, "parent-child", labels))
    return edges._replace(unnamed=edges.nodes[len(labels) :], leniency=leniency)


def _listed_above(codes, separator):
    """Code -> the longest shorter one of the list that it begins with, points left out.

    Ranges (A00-A09) and, among codes with letters, numbers (of chapters) are no part of others.
    """
    plain = {code.replace(separator or ".", ""): code for code in codes}
    plain = {text: code for text, code in plain.items() if text.isalnum()}
    if 2 * sum(map(str.isdigit, plain)) < len(plain):
        plain = {text: code for text, code in plain.items() if not text.isdigit()}
    chains = {}
    for text, code in plain.items():
        upper = next((text[:k] for k in range(len(text) - 1, 0, -1) if text[:k] in plain), None)
        if upper is not None:
            chains[code] = plain[upper]
    return chains


def _labels_of_codes(codes, leniency):
    """Label of each code, and the labels."""
    codes = codes.to_dict() if is_series(codes) else codes
    if isinstance(codes, str) or not hasattr(codes, "__iter__"):
        raise expected("codes", "a list of codes, or a mapping label -> code", codes)
    if not isinstance(codes, Mapping):
        listed = list(codes)
        codes = {code: code for code in listed}
        n_repeated = len(listed) - len(codes)
        leniency.add("repeated", n_repeated, "codes stand in the list more than once")
    label_of = {}
    for label, given in codes.items():
        several = hasattr(given, "__iter__") and not isinstance(given, str)
        for code in given if several else [given]:
            if not isinstance(code, str) or not code.strip():
                raise ValueError(f"codes: expected text as the code of {label!r}; got {code!r}")
            if label_of.setdefault(code.strip(), label) != label:
                raise ValueError(
                    f"codes: {code!r} is the code of {label_of[code.strip()]!r} and of {label!r}"
                )
    labels = check_names(codes, "labels")
    bare = sorted(set(labels) - set(label_of.values()))
    if bare:
        raise ValueError(f"codes: {quote(bare)} has none")
    clash = sorted(label for label in labels if label_of.get(label, label) != label)
    if clash:
        raise ValueError(f"codes: {quote(clash)} is a label and the code of another label")
    return label_of, labels


def _above(code, separator, lengths):
    """The codes above one, from the top down."""
    cuts = {k for k in lengths if k < len(code)}
    at = code.find(separator) if separator else -1
    while at > 0:
        cuts.add(at)
        at = code.find(separator, at + len(separator))
    strip = separator or ""
    return list(dict.fromkeys(code[:k].removesuffix(strip) for k in sorted(cuts) if code[:k]))


def _nodes_named_by(edges, label):
    """The same edges with the nodes named by their codes or by the names next to these."""
    if label not in ("child", "name"):
        raise ValueError(f"label: expected 'child' or 'name'; got {label!r}")
    if label == "child":
        return edges
    if not edges.titles:
        raise ValueError(
            "label: 'name' needs a table with a column of names; columns={'name': ...} says which"
        )
    names = [edges.titles.get(node, node) for node in edges.nodes]
    shared = sorted(name for name, times in Counter(names).items() if times > 1)
    if shared:
        raise ValueError(f"label: several codes have the name {quote(shared)}; use the codes")
    return edges._replace(nodes=names)


def _similarity_of(builder, edges, labels, beta, name, none_labels, card):
    nodes = _chosen_nodes(labels, edges)
    if len(nodes) > LARGEST_HIERARCHY:
        codes = "codes=..." if builder is from_codes else "..."
        raise ValueError(
            f"labels: a table of {len(nodes):,} labels is too large ({LARGEST_HIERARCHY:,} is the "
            f"most, and a thesaurus makes one of up to 5,000); make_thesaurus({codes}) and "
            "relatedness(thesaurus, 'rada') answer without one"
        )
    n = len(edges.nodes)
    values = path_lengths(n, edges.parents, edges.children, edges.weights, nodes)
    unconnected = int(np.isinf(values).sum()) // 2
    ends = np.sort(np.stack([edges.parents, edges.children]), axis=0)
    n_edges = len(np.unique(ends, axis=1).T)
    weighted = f"{edges.weighted} of them with a weight, " if edges.weighted else ""
    derivation = (
        f"Shortest path d in a hierarchy of {amount(n, 'node')} and {amount(n_edges, 'edge')}, "
        f"{weighted}edges taken in both directions, mapped by {decay_text(beta)}."
    )
    if edges.relations:
        derivation += f" Relations: {', '.join(edges.relations)}."
    if edges.leniency.counts:
        derivation += f" Read with leniency: {counts_text(edges.leniency.counts)}."
    if unconnected:
        derivation += f" {amount(unconnected, 'pair')} that no path connects: 0."
    taken = [edges.nodes[node] for node in nodes.tolist()]
    # What data uses and these labels lack is explained.
    inner = {edges.nodes[node] for node in edges.parents.tolist()}
    reason = "of the hierarchy that was not taken as a label; labels='all' takes every node"
    absent = {
        node: f"{'an inner' if node in inner else 'a'} node {reason}"
        for node in set(edges.nodes) - set(taken)
    }
    return built(builder, decay(values, beta), taken, derivation, card, name, none_labels, absent)


def _chosen_nodes(labels, edges):
    if isinstance(labels, str) and labels == "all":
        return np.arange(len(check_names(edges.nodes, "labels")))
    if isinstance(labels, str) and labels == "leaves":
        if not edges.directed:
            raise ValueError(
                "labels: an undirected graph has no leaves to choose; give 'all' or names"
            )
        leaves = np.setdiff1d(np.arange(len(edges.nodes)), edges.parents)
        if not len(leaves):
            raise ValueError("tree: no node is a leaf; the edges lead around in a circle")
        return leaves
    labels = check_names(labels, "labels")
    place = {node: at for at, node in enumerate(edges.nodes)}
    unknown = [label for label in labels if label not in place]
    if unknown:
        hint = suggestion(unknown[0], place) if len(place) < 5000 else ""
        raise ValueError(f"labels: {quote(unknown)} is no node of the hierarchy{hint}")
    return np.array([place[label] for label in labels])
