"""Thesauri read from files or made from pairs, and the relatedness of their concepts."""

from collections.abc import Mapping
from pathlib import Path

from ..messages import warn
from ..similarity.builders.edges import read_edges, upside_down
from ..similarity.label_similarity import CARD
from .measures import measure_of
from .relations import concept_names, from_edges, from_networkx, named_pairs
from .skos import read_skos
from .thesaurus import Thesaurus

# A measure writes the derivation.
_THESAURUS_CARD = tuple(key for key in CARD if key not in ("derivation", "ids"))


def read_thesaurus(path, *, name=None, card=None, **reading):
    """Read a SKOS thesaurus: Turtle, RDF/XML or N-Triples.

    Parameters
    ----------
    path : the file
    name : how signatures call it; default the name of the file without its ending
    card : None, or a mapping with some of title, source, citation, license, population, caveats
    **reading : ``label`` ("uri", "notation" or "prefLabel"), ``language``, ``alt_labels``,
        ``dangling`` ("raise" or "drop") and ``format``, as for ``skos.read_skos``

    Returns
    -------
    Thesaurus, for :func:`relatedness`

    Raises
    ------
    ValueError
        for a file that is no SKOS, whatever a Thesaurus can't be (see ``skos.read_skos`` and
        ``Thesaurus``), and other entries of a card
    ImportError
        without the package rdflib
    """
    relations = read_skos(path, **reading)
    return _thesaurus(relations, Path(path).stem if name is None else name, card, "read_thesaurus")


def make_thesaurus(
    broader=(),
    related=(),
    synonyms=(),
    concepts=(),
    *,
    pairs=None,
    columns=None,
    points_to=None,
    name="thesaurus",
    card=None,
):
    """A thesaurus from a table, mappings, pairs of names, or a directed graph of networkx.

    Parameters
    ----------
    broader : what has the hierarchy, as ``tree`` of ``from_hierarchy``: a table with columns
        ``child`` (or ``code``) and ``parent``, perhaps ``name`` (a DataFrame, the path of a file,
        records, lists by name), nested mappings, a mapping child -> parent, pairs with ``pairs``;
        or a networkx.DiGraph with ``points_to``. Names beside codes are further labels of their
        concepts; one that several codes have is refused where data uses it
    related, synonyms : pairs of names, without a direction
    concepts : list of further names, of concepts that no pair and no graph has
    pairs : "parent-child" or "child-parent": what comes first in a pair, or is a mapping's key
    columns : of a table, some of "child", "parent" and "name" -> name of the column
    points_to : of a graph, "narrower" or "broader": what v is, seen from u, for an edge u -> v
    name, card : as for :func:`read_thesaurus`

    Returns
    -------
    Thesaurus

    Warns
    -----
    UserWarning
        where the hierarchy looks upside down, and where nothing is related to anything
    """
    if hasattr(broader, "is_directed"):
        if pairs is not None and points_to is None:
            points_to = "narrower" if pairs == "parent-child" else "broader"
        further = {"related": related, "synonyms": synonyms, "concepts": concepts}
        relations = from_networkx(broader, points_to=points_to, **further)
    elif points_to is not None:
        raise ValueError("points_to: goes with a graph; of pairs, pairs= says what comes first")
    else:
        edges = read_edges(broader, "broader", pairs=pairs, columns=columns)
        if edges.weighted:
            raise ValueError(
                "broader: relations of a thesaurus have no weights; from_hierarchy takes them"
            )
        upwards = [
            (edges.nodes[child], edges.nodes[parent])
            for child, parent in zip(edges.children.tolist(), edges.parents.tolist(), strict=True)
        ]
        alone = [*edges.nodes, *concept_names(concepts)]
        titles, ambiguous = _titles(edges.titles)
        relations = from_edges(
            upwards, related, [*named_pairs(synonyms, "synonyms"), *titles], alone
        )
        relations = relations._replace(ambiguous=ambiguous)
    return _thesaurus(relations, name, card, "make_thesaurus")


def _titles(titles):
    """Pairs (name, code) of the names beside codes, and those that several codes have."""
    codes = {}
    for code, title in titles.items():
        codes.setdefault(title, []).append(code)
    ambiguous = {
        title: f"a name of several concepts, {' and '.join(map(repr, named[:2]))}; use the codes"
        for title, named in codes.items()
        if title not in titles and len(named) > 1
    }
    pairs = [
        (title, named[0])
        for title, named in codes.items()
        if title not in titles and title not in ambiguous
    ]
    return pairs, ambiguous


def relatedness(
    thesaurus,
    measure="wu_palmer",
    variant="similarity",
    *,
    ic=None,
    counts=None,
    depth="longest",
):
    """Relatedness of the concepts of a thesaurus, as a similarity for the metric.

    Values are worked out for the pairs that are asked for, so that large thesauri work;
    ``to_similarity(labels=[...])`` makes a table for some concepts.

    Parameters
    ----------
    thesaurus : Thesaurus, from :func:`read_thesaurus` or :func:`make_thesaurus`
    measure : "wu_palmer" (default), "rada", "rada_linear", "leacock_chodorow", "resnik",
        "jiang_conrath" or "lin"
    variant : for rada and leacock_chodorow "similarity" (paths up to a common ancestor and down
        again) or "relatedness" (paths over related concepts too)
    ic : None for Seco's information content, or that of each label: an array in the order of the
        thesaurus' labels, or a mapping or pandas.Series from labels
    counts : mapping (or pandas.Series) of labels to how often they occur in a corpus, for resnik,
        jiang_conrath and lin instead of Seco's: IC(c) = 1 - log(f(c)) / log(N), f(c) the
        occurrences of c and everything below it, N those of all. Resnik's -log(f(c) / N), divided
        by its value for a concept that occurs once; one that never occurs counts as once
    depth : "longest" (default) or "shortest": the depth of a concept is the number of concepts on
        that way up to a root, D the greatest depth. For wu_palmer, leacock_chodorow, rada_linear,
        and rada with variant="relatedness". Where a concept has several broader ones, Wu & Palmer
        by "shortest" is the greatest 2 d / (2 d + len) of common ancestors, d their depth and len
        the edges up to them from both

    Returns
    -------
    Relatedness: what ``similarity=`` takes, with ``raw`` values too
    """
    if counts is not None:
        if ic is not None:
            raise ValueError("counts: ic= gives the information content already; pass one of them")
        return measure_of(thesaurus, measure, variant, counts=counts, depth=depth)
    return measure_of(thesaurus, measure, variant, ic=ic, depth=depth)


def _thesaurus(relations, name, card, argument):
    if card is not None and not isinstance(card, Mapping):
        raise ValueError(
            f"card: expected a mapping with some of {', '.join(_THESAURUS_CARD)}; got {card!r}"
        )
    unknown = [key for key in card or () if key not in _THESAURUS_CARD]
    if unknown:
        hint = {
            "name": "; the name is an argument of its own, name=",
            "derivation": "; the measure says how values were made",
        }.get(unknown[0], "")
        raise ValueError(f"card: it has {', '.join(_THESAURUS_CARD)}; got {unknown[0]!r}{hint}")
    thesaurus = Thesaurus(
        *relations[:4],
        name=name,
        dropped=relations.dropped,
        unnamed=relations.unnamed,
        ambiguous=relations.ambiguous,
        **(card or {}),
    )
    children, parents = thesaurus.edges.T
    advice = upside_down(parents, children)
    if advice:
        warn(
            f"{argument}: {advice}. If broader and narrower have changed places, turn them round: "
            "the names of the columns, or pairs=."
        )
    if not len(thesaurus.edges):
        rest = " but those of related concepts" if len(thesaurus.related) else ""
        what = "the hierarchical measures are" if len(thesaurus.related) else "every measure is"
        warn(
            f"{argument}: no broader or narrower relation was found{rest}, so {what} hard F1: no "
            "two concepts are near each other. Check which properties or columns hold the "
            "hierarchy."
        )
    return thesaurus
