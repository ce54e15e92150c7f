"""Thesauri read from files or made from pairs, and the relatedness of their concepts."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from ..messages import warn
from ..similarity.builders.edges import read_edges, upside_down
from ..similarity.builders.hierarchies import edges_of_codes
from ..similarity.builders.leniency import Leniency
from ..similarity.label_similarity import CARD
from .measures import measure_of
from .mesh import is_mesh_xml, read_mesh_xml
from .obo import read_obo
from .relations import named_pairs, relations_of
from .skos import read_skos
from .thesaurus import Thesaurus

if TYPE_CHECKING:
    import os
    from typing import Any

    from .measures import Relatedness


# A measure writes the derivation.
_THESAURUS_CARD = tuple(key for key in CARD if key not in ("derivation", "ids"))


def read_thesaurus(
    path: str | os.PathLike[str],
    *,
    name: str | None = None,
    card: Mapping[str, Any] | None = None,
    label: Any = None,
    language: Any = None,
    alt_labels: Any = False,
    dangling: str | None = None,
    format: str | None = None,
    broader: Any = None,
    narrower: Any = None,
    relations: Any = None,
    types: Any = None,
    schemes: Any = None,
    outside: str = "keep",
    replaced: str = "follow",
    cycles: str = "raise",
    strict: bool = False,
) -> Thesaurus:
    """Read a thesaurus from an RDF file (SKOS or other), an OBO file, or MeSH's XML.

    RDF may be Turtle (.ttl), RDF/XML (.rdf, .owl, .xml), N-Triples (.nt), N-Quads (.nq), Notation 3
    (.n3), JSON-LD (.jsonld, .json) or TriG (.trig), all of them packed (.gz) too.

    Parameters
    ----------
    path : the file
    name : how signatures call it; default the name of the file without its ending
    card : None, or a mapping with some of title, source, citation, license, population, caveats
    label : of RDF, what names concepts: "uri" (default of SKOS), "notation", "prefLabel",
        "altLabel", "hiddenLabel", "rdfs:label" (default with ``broader``), "title", "identifier" or
        the URI of a property; a list is an order of preference. In OBO ids and names are labels
    language : None, a tag such as "en", or a list of them in order of preference
    alt_labels : whether alternative labels (OBO: exact synonyms) are labels too
    dangling : what happens to relations to what is no concept of the file: "keep" (default: it is
        taken as a concept), "drop" or "raise"
    format : None for that of the file's ending, or "turtle", "xml", "nt", "nquads", "n3", "json-ld"
        or "trig"
    broader, narrower : properties of an RDF file that lead to what is broader or narrower: a URI, a
        name with a prefix that the file declares, or a list. Known without it, if there is no
        SKOS: those of MeSH, Wikidata (P279), MADS and GND
    relations : of an OBO file, the kinds of relations that are broader, by id or name: a list, or a
        mapping to weights in (0, 1) for Wang's measure. Default: is_a, which is reported
    types, schemes : types or skos:inScheme of the concepts that are labels, as URIs, names with a
        prefix, or the last parts of URIs
    outside : "keep" (default: other concepts stay in the hierarchy without a label) or "drop"
    replaced : "follow" (default: the name of a deprecated concept that another replaces stands for
        that one in data) or "refuse"
    cycles : "raise" (default), or "break": one relation of each loop and cycle is left out,
        depth-first from the roots, concepts in the order of their names
    strict : whether to refuse what is read with leniency

    Returns
    -------
    Thesaurus, for :func:`relatedness`

    Raises
    ------
    ValueError
        for a file without concepts, which names the commonest properties as candidates for
        ``broader``, whatever a Thesaurus can't be, and other entries of a card
    ImportError
        for RDF without pyoxigraph and rdflib

    Warns
    -----
    UserWarning
        with the count of whatever was read with leniency, which ``facts()`` and the card have too
    """
    name = Path(str(path)).stem if name is None else name
    of_rdf = {
        "label": label,
        "language": language,
        "format": format,
        "broader": broader,
        "narrower": narrower,
        "types": types,
        "schemes": schemes,
    }
    where, leniency = f"thesaurus {str(path)!r}", Leniency()
    ending = Path(str(path).removesuffix(".gz")).suffix.lower()
    is_obo = ending == ".obo"
    if is_obo or (ending == ".xml" and is_mesh_xml(path)):
        given = [argument for argument, value in of_rdf.items() if value is not None]
        if given:
            raise ValueError(f"{given[0]}: it goes with RDF; {where} is none")
    if is_obo:
        found = read_obo(
            path,
            where,
            relations=relations,
            alt_labels=alt_labels,
            dangling=dangling or "keep",
            replaced=replaced,
            leniency=leniency,
        )
    elif relations is not None:
        raise ValueError("relations: they go with an OBO file; of RDF, broader= names properties")
    elif ending == ".xml" and is_mesh_xml(path):
        found = read_mesh_xml(path, where, leniency)
    else:
        found = read_skos(
            path,
            alt_labels=alt_labels,
            dangling=dangling or "keep",
            outside=outside,
            replaced=replaced,
            strict=strict,
            **of_rdf,
        )
    leniency.tell(where, strict)
    return _thesaurus(found, name, card, "read_thesaurus", cycles, strict)


def make_thesaurus(
    broader: Any = (),
    related: Any = (),
    synonyms: Any = (),
    concepts: Any = (),
    *,
    pairs: Any = None,
    columns: Any = None,
    points_to: Any = None,
    separator: str | None = None,
    relations: Any = None,
    levels: Any = None,
    same: Any = None,
    root: str = "drop",
    codes: Any = None,
    prefixes: Any = (),
    above: str = "cut",
    cycles: str = "raise",
    strict: bool = False,
    name: str = "thesaurus",
    card: Mapping[str, Any] | None = None,
) -> Thesaurus:
    """A thesaurus from a table, mappings, pairs of names, or a directed graph of networkx.

    Parameters
    ----------
    broader : what has the hierarchy, as ``tree`` of ``from_hierarchy``: a table with columns
        ``child`` (or ``code``) and ``parent``, perhaps ``name`` (a DataFrame, the path of a file,
        records, lists by name), a sheet of tiers with ``levels``, nested mappings, a mapping child
        -> parent, pairs with ``pairs``; a ``.taxonomy`` file, a ``.txt`` file of lines ``id - A >
        B > C``, a ``.json`` file of objects with ``children``; or a networkx.DiGraph with
        ``points_to``. Names next to codes are further labels of their concepts; one that several
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
    codes : in place of ``broader``, codes that hold their hierarchy, as for ``from_codes``, of any
        number: a list, or a mapping from labels to a code or a list of codes (MeSH's tree numbers).
        ``separator`` (default ".", "" for none) is that of ``from_codes``
    prefixes : with ``codes``, as for ``from_codes``
    above : "cut" (default: what is left of a code without its last part) or "listed": the longest
        shorter code of the list, points left out, as A000 below A00; ranges (A00-A09) and, among
        codes with letters, numbers are no part of others
    cycles : "raise" (default), or "break": one relation of each loop and cycle is left out
    strict : whether to refuse what is read with leniency
    name, card : as for :func:`read_thesaurus`

    Returns
    -------
    Thesaurus

    Warns
    -----
    UserWarning
        where the hierarchy looks reversed, and if nothing is related to anything; with the
        count of whatever was read with leniency
    """
    if hasattr(broader, "is_directed"):
        pairs = _order_of_graph(broader, points_to, pairs)
    elif points_to is not None:
        raise ValueError("points_to: goes with a graph; of pairs, pairs= says what comes first")
    without_label = ()
    if codes is None:
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
    else:
        given = (pairs, columns, relations, levels, same)
        if broader != () or any(option is not None for option in given):
            raise ValueError("codes: they take the place of broader, and of what goes with it")
        between = "." if separator is None else separator or None
        edges, labelled = edges_of_codes(codes, between, prefixes, above)
        without_label = set(edges.nodes[len(labelled) :])
    if edges.weighted:
        raise ValueError(
            "broader: relations of a thesaurus have no weights; from_hierarchy takes them"
        )
    edges.leniency.tell("make_thesaurus", strict)
    titles, ambiguous = _titles(edges.titles)
    found = relations_of(edges, related, [*named_pairs(synonyms, "synonyms"), *titles], concepts)
    unnamed = [at for at, label in enumerate(found.labels) if label in without_label]
    found = found._replace(ambiguous=ambiguous, unnamed=tuple(unnamed))
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
    """Pairs (name, code) of the names next to codes, and those that several codes have."""
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
    thesaurus: Thesaurus,
    measure: str = "wu_palmer",
    variant: str = "similarity",
    *,
    ic: Any = None,
    counts: Any = None,
    depth: str = "longest",
) -> Relatedness:
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
        that path to a root, D the greatest depth. For wu_palmer, leacock_chodorow, rada_linear,
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
            "name": "; the name is a separate argument, name=",
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
        absent=relations.absent,
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
            f"{argument}: no broader or narrower relation was found{rest}, so {what} plain F1: no "
            "two concepts are near each other. Check which properties or columns hold the "
            "hierarchy."
        )
    return thesaurus
