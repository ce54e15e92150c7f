"""Relations between names, as :class:`Thesaurus` takes them."""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

# What may become of relations to what is no concept of a file.
DANGLING = ("keep", "drop", "raise")


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
    strengths : None, or float64 array of shape (n,): weights of broader relations by their kinds
    relations : kinds of relations that were chosen, for the card
    leniency : dict of counts of what was read with leniency
    replaced : dict of names of deprecated concepts -> the label that replaces them
    absent : dict of names that are no labels -> why
    """

    labels: tuple
    broader: np.ndarray
    related: np.ndarray
    synonyms: np.ndarray
    dropped: int = 0
    unnamed: tuple = ()
    ambiguous: dict = {}  # noqa: RUF012
    strengths: np.ndarray | None = None
    relations: tuple = ()
    leniency: dict = {}  # noqa: RUF012
    replaced: dict = {}  # noqa: RUF012
    absent: dict = {}  # noqa: RUF012


def relations_of(edges, related=(), synonyms=(), concepts=()):
    """Relations between names from the edges of a hierarchy and pairs of names."""
    related, synonyms = named_pairs(related, "related"), named_pairs(synonyms, "synonyms")
    others = (name for pairs in (related, synonyms) for pair in pairs for name in pair)
    labels = tuple(sorted({*edges.nodes, *concept_names(concepts), *others}))
    place = {name: position for position, name in enumerate(labels)}
    of_node = np.array([place[node] for node in edges.nodes], np.int64)
    broader = np.stack([of_node[edges.children], of_node[edges.parents]], axis=1)
    order = np.lexsort(broader.T[::-1])
    return Relations(
        labels,
        broader[order],
        placed_pairs(related, place),
        placed_pairs(synonyms, place),
        strengths=None if edges.strengths is None else edges.strengths[order],
        relations=edges.relations,
        leniency=dict(edges.leniency.counts) if edges.leniency else {},
    )


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
