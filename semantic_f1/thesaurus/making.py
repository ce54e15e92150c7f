"""Thesauri read from files or made from pairs, and the relatedness of their concepts."""

from collections.abc import Mapping
from pathlib import Path

from ..messages import warn
from ..similarity.builders.edges import read_edges, upside_down
from ..similarity.builders.leniency import Leniency
from ..similarity.label_similarity import CARD
from .measures import measure_of
from .relations import named_pairs, relations_of
from .skos import read_skos
from .thesaurus import Thesaurus

# A measure writes the derivation.
_THESAURUS_CARD = tuple(key for key in CARD if key not in ("derivation", "ids"))


def read_thesaurus(path, *, name=None, card=None, cycles="raise", strict=False, **reading):
    """Read a SKOS thesaurus: Turtle, RDF/XML or N-Triples.

    Parameters
    ----------
    path : the file
    name : how signatures call it; default the name of the file without its ending
    card : None, or a mapping with some of title, source, citation, license, population, caveats
    cycles : "raise" (default), or "break": one relation of each loop and cycle is left out
    strict : whether to refuse what is read with leniency
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
    relations = read_skos(path, strict=strict, **reading)
    name = Path(path).stem if name is None else name
    return _thesaurus(relations, name, card, "read_thesaurus", cycles, strict)


def make_thesaurus(
    broader=(),
    related=(),
    synonyms=(),
    concepts=(),
    *,
    pairs=None,
    columns=None,
    points_to=None,
    separator=None,
    relations=None,
    levels=None,
    same=None,
    root="drop",
    cycles="raise",
    strict=False,
    name="thesaurus",
    card=None,
):
    """A thesaurus from a table, mappings, pairs of names, or a directed graph of networkx.

    Parameters
    ----------
    broader : what has the hierarchy, as ``tree`` of ``from_hierarchy``: a table with columns
        ``child`` (or ``code``) and ``parent``, perhaps ``name`` (a DataFrame, the path of a file,
        records, lists by name), a sheet of tiers with ``levels``, nested mappings, a mapping child
        -> parent, pairs with ``pairs``; a ``.taxonomy`` file, a ``.txt`` file of lines ``id - A >
        B > C``, a ``.json`` file of objects with ``children``; or a networkx.DiGraph with
        ``points_to``. Names beside codes are further labels of their concepts; one that several
        codes have is refused where data uses it. Parents may be given by those names
    related, synonyms : pairs of names, without a direction
    concepts : list of further names, of concepts that no pair and no graph has
    pairs : "parent-child" or "child-parent": what comes first in a pair, or is a mapping's key
    columns : of a table, some of "child", "parent", "name" and "kind" -> name of the column, or its
        number, from 1 on, in a file without a header; None: no such column
    points_to : of a graph, "narrower" or "broader": what v is, seen from u, for an edge u -> v
    separator : of a table, what stands between several parents in one cell; None (default): found
        among ``|``, line break, ``;`` and ``,`` where the parts are rows; "": nothing does
    relations : of a table with a column ``relation``, ``predicate`` or ``kind``, or a MultiDiGraph
        with keys: which of the kinds lead to what is broader, as a list, or a mapping to weights
        in (0, 1) for Wang's measure (default 0.8). Refused without it for several kinds
    levels : of a sheet of tiers, the columns from the top down; ``columns={"child": ...}`` names
        that of ids, else labels are the last names of the paths
    same : "name": paths that end in one name, with equal concepts below, are one concept; None
        (default): each is its own, and the name is refused where data uses it
    root : of a ``.taxonomy`` file, "drop" (default) or "keep": its mark ``Root`` of the top
    cycles : "raise" (default), or "break": one relation of each loop and cycle is left out
    strict : whether to refuse what is read with leniency
    name, card : as for :func:`read_thesaurus`

    Returns
    -------
    Thesaurus

    Warns
    -----
    UserWarning
        where the hierarchy looks upside down, and where nothing is related to anything; with the
        count of whatever was read with leniency
    """
    if hasattr(broader, "is_directed"):
        pairs = _order_of_graph(broader, points_to, pairs)
    elif points_to is not None:
        raise ValueError("points_to: goes with a graph; of pairs, pairs= says what comes first")
    edges = read_edges(
        broader,
        "broader",
        pairs=pairs,
        columns=columns,
        weight=None if hasattr(broader, "is_directed") else "weight",
        separator=separator,
        relations=relations,
        levels=levels,
        same=same,
        root=root,
        loops=True,
    )
    if edges.weighted:
        raise ValueError(
            "broader: relations of a thesaurus have no weights; from_hierarchy takes them"
        )
    edges.leniency.tell("make_thesaurus", strict)
    titles, ambiguous = _titles(edges.titles)
    found = relations_of(edges, related, [*named_pairs(synonyms, "synonyms"), *titles], concepts)
    found = found._replace(ambiguous=ambiguous)
    return _thesaurus(found, name, card, "make_thesaurus", cycles, strict)


def _order_of_graph(graph, points_to, pairs):
    """Order of the two ends of a graph's edges."""
    if points_to is None and pairs is not None:
        return pairs
    if points_to not in ("narrower", "broader"):
        raise ValueError(f"points_to: expected one of narrower, broader; got {points_to!r}")
    if not graph.is_directed():
        raise ValueError(
            "broader: expected a directed graph of networkx, whose edges say what is broader; got "
            f"{type(graph).__name__}"
        )
    return "parent-child" if points_to == "narrower" else "child-parent"


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
        "jiang_conrath", "lin" or "wang"
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


def _thesaurus(relations, name, card, argument, cycles, strict):
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
        strengths=relations.strengths,
        relations=relations.relations,
        leniency=relations.leniency,
        replaced=relations.replaced,
        cycles=cycles,
        **(card or {}),
    )
    broken = thesaurus.leniency.get("broken", 0)
    if broken:
        clause = f"{broken:,} relations that close a loop or cycle were left out"
        if 100 * broken > len(relations.broader):
            clause += " (are relations of several kinds or directions mixed?)"
        leniency = Leniency()
        leniency.add("broken", broken, clause)
        leniency.tell(argument, strict)
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
