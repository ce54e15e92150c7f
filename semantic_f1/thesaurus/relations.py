"""Relations between names, from pairs and from graphs, as :class:`Thesaurus` takes them."""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np


class Relations(NamedTuple):
    """Names, and pairs of positions among them.

    Attributes
    ----------
    labels : tuple of str, sorted by code point
    broader : int array of shape (n, 2): rows (name, a broader one)
    related : int array of shape (n, 2)
    synonyms : int array of shape (n, 2): names of one concept
    dropped : int, relations left out since they lead to what is no concept of the file
    unnamed : positions of names that are no labels, URIs of concepts without a name
    ambiguous : dict of names of several concepts -> why they are no labels
    """

    labels: tuple
    broader: np.ndarray
    related: np.ndarray
    synonyms: np.ndarray
    dropped: int = 0
    unnamed: tuple = ()
    ambiguous: dict = {}  # noqa: RUF012


def from_edges(broader, related=(), synonyms=(), concepts=()):
    """A thesaurus from pairs of names."""
    groups = [
        named_pairs(broader, "broader"),
        named_pairs(related, "related"),
        named_pairs(synonyms, "synonyms"),
    ]
    alone = concept_names(concepts)
    labels = tuple(sorted({*alone, *(name for group in groups for pair in group for name in pair)}))
    place = {name: position for position, name in enumerate(labels)}
    return Relations(labels, *(placed_pairs(group, place) for group in groups))


def from_networkx(graph, *, points_to, related=(), synonyms=(), concepts=()):
    """A thesaurus from a directed graph of networkx."""
    if points_to not in ("narrower", "broader"):
        raise ValueError(f"points_to: expected one of narrower, broader; got {points_to!r}")
    if not hasattr(graph, "is_directed") or not graph.is_directed():
        raise ValueError(
            "graph: expected a directed graph of networkx, whose edges say what is broader; got "
            f"{type(graph).__name__}"
        )
    edges = [(v, u) if points_to == "narrower" else (u, v) for u, v in graph.edges()]
    return from_edges(edges, related, synonyms, [*graph.nodes(), *concept_names(concepts)])


def placed_pairs(pairs, place):
    """Rows of positions of the pairs whose ends have one, sorted."""
    rows = [(place[a], place[b]) for a, b in pairs if a in place and b in place]
    return np.array(sorted(rows), np.int64).reshape(-1, 2)


def concept_names(concepts):
    if isinstance(concepts, str) or not isinstance(concepts, Iterable):
        raise ValueError(f"concepts: expected a list of names; got {concepts!r}")
    names = list(concepts)
    wrong = [name for name in names if not isinstance(name, str)]
    if wrong:
        raise ValueError(f"concepts: names must be strings; got {wrong[0]!r}")
    return names


def named_pairs(pairs, argument):
    if not isinstance(pairs, Iterable):
        raise ValueError(f"{argument}: expected pairs of names; got {pairs!r}")
    pairs = list(pairs)
    for position, pair in enumerate(pairs):
        if not isinstance(pair, (tuple, list)) or [type(name) for name in pair] != [str, str]:
            raise ValueError(f"{argument}: expected pairs of names; entry {position} is {pair!r}")
    return pairs
