"""Thesauri read from files, and made from tables, pairs, graphs and codes."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ..messages import expected, warn
from ..similarity.builders.edges import check_nodes, read_edges, warn_upside_down
from ..similarity.builders.hierarchies import edges_of_codes
from ..similarity.builders.leniency import Leniency
from ..similarity.label_similarity import CARD
from .mesh import is_mesh_xml, read_mesh_xml
from .names import further_names
from .obo import read_obo
from .skos import read_skos
from .thesaurus import Thesaurus

# A measure writes the derivation.
_THESAURUS_CARD = tuple(key for key in CARD if key not in ("derivation", "ids"))
_PASSED_ON = ("dropped", "ambiguous", "relations", "replaced", "absent", "titles")
_CHOICES = {
    "dangling": ("keep", "drop", "raise"),
    "outside": ("keep", "drop"),
    "replaced": ("follow", "refuse"),
}
# Options of other files than RDF.
_FORMS_OF = {
    "relations": ("OBO",),
    **dict.fromkeys(("alt_labels", "dangling", "replaced"), ("RDF", "OBO")),
}


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

    Raises
    ------
    ValueError
        for a file without concepts, with the commonest properties as candidates for ``broader``,
        whatever a Thesaurus can't be, and other entries of a card
    ImportError
        for RDF without pyoxigraph and rdflib

    Warns
    -----
    UserWarning
        with the count of whatever was read with leniency, which ``facts()`` and the card have too
    """
    if not isinstance(path, (str, os.PathLike)):
        raise expected("path", "the path of a SKOS file", path)
    options = {
        "label": label, "language": language, "format": format, "broader": broader,
        "narrower": narrower, "types": types, "schemes": schemes, "outside": outside,
        "relations": relations, "alt_labels": alt_labels, "dangling": dangling or "keep",
        "replaced": replaced,
    }  # fmt: skip
    where, leniency = f"thesaurus {str(path)!r}", Leniency()
    read = _reader_of(path, where, options)
    found = read(path, where, leniency, options)
    leniency.tell(where, strict)
    name = Path(str(path)).stem if name is None else name
    return _thesaurus(found, name, card, "read_thesaurus", cycles, strict)


def _reader_of(path, where, options):
    """The reader of a file's form, if all of the options are of that form."""
    for argument, choices in _CHOICES.items():
        if options[argument] not in choices:
            raise expected(argument, f"one of {', '.join(choices)}", options[argument])
    ending = Path(str(path).removesuffix(".gz")).suffix.lower()
    form, read = ("OBO", read_obo) if ending == ".obo" else ("RDF", read_skos)
    if ending == ".xml" and is_mesh_xml(path):
        form, read = "MeSH's XML", read_mesh_xml
    for argument, value in options.items():
        default, forms = _CHOICES.get(argument, (None,))[0], _FORMS_OF.get(argument, ("RDF",))
        if value not in (default, False) and form not in forms:
            advice = "; broader= names properties" * (argument == "relations" and form == "RDF")
            raise ValueError(
                f"{argument}: it goes with {' and '.join(forms)}; {where} is {form}{advice}"
            )
    return read


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
    nameless: str = "raise",
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
    broader : the hierarchy, as ``tree`` of :func:`from_hierarchy`; a networkx.DiGraph goes with
        ``points_to``. Names next to codes are further labels of their concepts; one that several
        codes have is refused where data uses it. Parents may be given by those names
    related, synonyms : pairs of names, without a direction
    concepts : list of further names, of concepts that no pair and no graph has
    pairs, columns, separator, levels, nameless : as for :func:`from_hierarchy`
    points_to : of a graph, "narrower" or "broader": what v is, seen from u, for an edge u -> v
    relations : as for :func:`from_hierarchy`, or a mapping from kinds to weights in (0, 1) for
        Wang's measure (default 0.8)
    same : "name": paths of a sheet of tiers that end in one name, with equal concepts below, are
        one concept; None (default): each is its own, and the name is refused where data uses it
    root : of a ``.taxonomy`` file, "drop" (default) or "keep": its mark ``Root`` of the top
    codes, prefixes : in place of ``broader``, codes that hold their hierarchy, as for
        :func:`from_codes`, of any number: a list, or a mapping from labels to a code or a list of
        codes (MeSH's tree numbers). ``separator`` (default ".", "" for none) is that of
        ``from_codes``
    above : "cut" (default: what is left of a code without its last part) or "listed": the longest
        shorter code of the list, points left out, as A000 below A00; ranges (A00-A09) and, among
        codes with letters, numbers are no part of others
    cycles, strict, name, card : as for :func:`read_thesaurus`

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
    if codes is None:
        if above != "cut" or not isinstance(prefixes, tuple) or prefixes:
            raise ValueError("prefixes, above: they go with codes=")
        found = read_edges(
            broader, "broader", pairs=pairs, columns=columns, separator=separator, loops=True,
            weight=None if hasattr(broader, "is_directed") else "weight",
            relations=relations, levels=levels, same=same, root=root, nameless=nameless,
        )  # fmt: skip
    else:
        chosen = broader != (), root != "drop", nameless != "raise"
        given = (option is not None for option in (pairs, columns, relations, levels, same))
        if any((*chosen, *given)):
            raise ValueError("codes: they take the place of broader, and of what goes with it")
        between = "." if separator is None else separator or None
        found = edges_of_codes(codes, between, prefixes, above)
    if found.weighted:
        raise ValueError(
            "broader: relations of a thesaurus have no weights; from_hierarchy takes them"
        )
    found.leniency.tell("make_thesaurus", strict)
    found = _with_names(found, related, synonyms, concepts)
    return _thesaurus(found, name, card, "make_thesaurus", cycles, strict)


def _with_names(found, related, synonyms, concepts):
    """The hierarchy with related pairs, synonyms and further concepts."""
    if isinstance(concepts, str) or not isinstance(concepts, Iterable):
        raise expected("concepts", "a list of names", concepts)
    concepts, titles = list(concepts), found.titles
    check_nodes(concepts, "concepts")
    names = ((name, code) for code, name in titles.items())
    names, ambiguous = further_names(names, titles, "the codes")
    return found._replace(
        nodes=[*found.nodes, *concepts],
        related=_named_pairs(related, "related"),
        synonyms=[*_named_pairs(synonyms, "synonyms"), *names],
        ambiguous=ambiguous,
    )


def _order_of_graph(graph, points_to, pairs):
    """Order of the two ends of a graph's edges."""
    if points_to is None and pairs is not None:
        return pairs
    if points_to not in ("narrower", "broader"):
        raise expected("points_to", "one of narrower, broader", points_to)
    if not graph.is_directed():
        raise ValueError(f"broader: expected a directed graph; got {type(graph).__name__}")
    return "parent-child" if points_to == "narrower" else "child-parent"


def _thesaurus(found, name, card, argument, cycles, strict):
    if card is not None and not isinstance(card, Mapping):
        raise expected("card", f"a mapping with some of {', '.join(_THESAURUS_CARD)}", card)
    unknown = [key for key in card or () if key not in _THESAURUS_CARD]
    if unknown:
        hint = {
            "name": "; the name is a separate argument, name=",
            "derivation": "; the measure says how values were made",
        }.get(unknown[0], "")
        raise ValueError(f"card: it has {', '.join(_THESAURUS_CARD)}; got {unknown[0]!r}{hint}")
    ends = (x for pairs in (found.related, found.synonyms) for pair in pairs for x in pair)
    names = tuple(sorted({*found.nodes, *ends}))
    place = {name: at for at, name in enumerate(names)}
    of_node = np.array([place[node] for node in found.nodes], np.int64)
    broader = np.stack([of_node[found.children], of_node[found.parents]], axis=1)
    order = np.lexsort(broader.T[::-1])
    strengths = None if found.strengths is None else found.strengths[order]
    related, synonyms = (
        np.array(sorted((place[a], place[b]) for a, b in pairs), np.int64).reshape(-1, 2)
        for pairs in (found.related, found.synonyms)
    )
    thesaurus = Thesaurus(
        names, broader[order], related, synonyms, name=name, cycles=cycles, strengths=strengths,
        unnamed=[place[node] for node in found.unnamed], leniency=found.leniency.counts,
        **{key: getattr(found, key) for key in _PASSED_ON}, **(card or {}),
    )  # fmt: skip
    broken, leniency = thesaurus.leniency.get("broken", 0), Leniency()
    mixed = " (are relations of several kinds or directions mixed?)"
    clause = "relations that close a loop or cycle were left out"
    leniency.add("broken", broken, clause + mixed * (100 * broken > len(broader)))
    leniency.tell(argument, strict)
    warn_upside_down(*thesaurus.edges.T[::-1], argument)
    if not len(thesaurus.edges):
        rest, what = " but those of related concepts", "the hierarchical measures are"
        if not len(thesaurus.related):
            rest, what = "", "every measure is"
        warn(
            f"{argument}: no broader or narrower relation was found{rest}, so {what} plain F1. "
            "Check which properties or columns hold the hierarchy."
        )
    return thesaurus


def _named_pairs(pairs, argument):
    if not isinstance(pairs, Iterable):
        raise ValueError(f"{argument}: expected pairs of names; got {pairs!r}")
    pairs = list(pairs)
    for position, pair in enumerate(pairs):
        if not isinstance(pair, (tuple, list)) or [type(name) for name in pair] != [str, str]:
            raise ValueError(f"{argument}: expected pairs of names; entry {position} is {pair!r}")
    return pairs
