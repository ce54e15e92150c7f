"""Thesauri as people have them: SKOS files, edge lists, networkx graphs.

Every reader returns :class:`Relations`, names and pairs of positions, which is what
``taxonomy.Thesaurus`` takes.
"""

import io
import logging
import os
import warnings
from collections.abc import Iterable
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import numpy as np

_FORMATS = {".ttl": "turtle", ".turtle": "turtle", ".nt": "nt", ".rdf": "xml", ".xml": "xml"}
_FORMAT_TITLES = {"turtle": "Turtle", "nt": "N-Triples", "xml": "RDF/XML"}
_LABELS = ("uri", "notation", "prefLabel")


class Relations(NamedTuple):
    """Labels, and pairs of positions among them.

    Attributes
    ----------
    labels : tuple of str, sorted by code point
    broader : int array of shape (n, 2): rows (label, a broader one)
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


def read_skos(path, *, label="uri", language=None, alt_labels=False, dangling="raise", format=None):
    """Read a SKOS thesaurus.

    Concepts are what the file types as skos:Concept, deprecated ones (owl:deprecated) too, since
    older annotations use them. skos:broader and skos:narrower are one relation read from either
    end, skos:related is symmetric, and skos:exactMatch between two concepts of the file makes them
    synonyms. Mappings to other vocabularies, collections, schemes, and skos:broaderTransitive and
    skos:narrowerTransitive, which repeat what skos:broader implies, are not relations of the
    hierarchy.

    Parameters
    ----------
    path : the file; Turtle (.ttl, .turtle), RDF/XML (.rdf, .xml) or N-Triples (.nt)
    label : what names a concept: "uri", "notation" or "prefLabel"
    language : the language tag of the labels, capitals or not ("" for none); None: the only one
        that there is
    alt_labels : bool; with label="prefLabel", each skos:altLabel in that language is a further
        label of its concept, a synonym
    dangling : "raise", or "drop": leave out, with a warning, relations that lead to what is no
        concept of the file, as in extracts of a larger thesaurus
    format : None (by the ending of the name), "turtle", "xml" or "nt"

    Returns
    -------
    Relations

    Raises
    ------
    ValueError
        for a file that can't be read or parsed, no concepts, a concept without a label or with
        several, labels that are no literals, a label of two concepts, and relations to what is no
        concept of the file
    ImportError
        without the package rdflib
    """
    _choose_property("label", label, _LABELS)
    _choose_property("dangling", dangling, ("raise", "drop"))
    if alt_labels and label != "prefLabel":
        raise ValueError(f"alt_labels: they go with label='prefLabel'; label is {label!r}")
    if language is not None and label != "prefLabel":
        raise ValueError(f"language: it goes with label='prefLabel'; label is {label!r}")
    if language is not None and not isinstance(language, str):
        raise ValueError(f"language: expected a language tag such as 'en'; got {language!r}")
    if not isinstance(path, (str, os.PathLike)):
        raise ValueError(f"path: expected the path of a SKOS file; got {path!r}")
    where = f"thesaurus {str(path)!r}"
    graph = _parsed(Path(path), where, format)
    return _relations(graph, where, label, language, alt_labels, dangling)


def from_edges(broader, related=(), synonyms=(), concepts=()):
    """A thesaurus from pairs of names.

    Parameters
    ----------
    broader : pairs (name, a broader name)
    related, synonyms : pairs of names, without a direction
    concepts : list of further names, of concepts that no pair has

    Returns
    -------
    Relations
    """
    groups = [
        named_pairs(broader, "broader"),
        named_pairs(related, "related"),
        named_pairs(synonyms, "synonyms"),
    ]
    alone = concept_names(concepts)
    labels = tuple(sorted({*alone, *(name for group in groups for pair in group for name in pair)}))
    place = {name: position for position, name in enumerate(labels)}
    return Relations(labels, *(_positions(group, place) for group in groups))


def from_networkx(graph, *, points_to, related=(), synonyms=(), concepts=()):
    """A thesaurus from a directed graph of networkx.

    Parameters
    ----------
    graph : networkx.DiGraph, its nodes the names; nodes without edges are concepts too
    points_to : "narrower" or "broader": what v is, seen from u, for an edge u -> v
    related, synonyms : pairs of names, without a direction
    concepts : list of further names, of concepts that the graph lacks

    Returns
    -------
    Relations
    """
    _choose_property("points_to", points_to, ("narrower", "broader"))
    if not hasattr(graph, "is_directed") or not graph.is_directed():
        raise ValueError(
            "graph: expected a directed graph of networkx, whose edges say what is broader; got "
            f"{type(graph).__name__}"
        )
    edges = [(v, u) if points_to == "narrower" else (u, v) for u, v in graph.edges()]
    return from_edges(edges, related, synonyms, [*graph.nodes(), *concept_names(concepts)])


def _parsed(path, where, form):
    try:
        import rdflib
    except ImportError:
        raise ImportError(f"{where}: reading SKOS needs rdflib; pip install rdflib") from None
    form = form or _FORMATS.get(path.suffix.lower())
    if form not in _FORMAT_TITLES:
        raise ValueError(
            f"{where}: expected a file that ends in {', '.join(_FORMATS)}, or format= one of "
            f"{', '.join(_FORMAT_TITLES)}"
        )
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ValueError(f"{where}: {error.strerror or error}") from None
    if form != "xml":
        try:
            data = data.decode("utf-8-sig").encode()
        except UnicodeDecodeError as error:
            raise ValueError(
                f"{where}: not UTF-8 text (byte {error.start}); save it as UTF-8"
            ) from None
    graph = rdflib.Graph()
    try:
        # Without a base of their own, relative names would take the working folder's.
        with _without_log("rdflib"):
            graph.parse(io.BytesIO(data), format=form, publicID="file:///")
    except Exception as error:
        # rdflib's parsers raise whatever they stumble over: an IndexError at an early end.
        text = " ".join(str(error).split())
        if isinstance(error, IndexError):
            text = "it breaks off"
        raise ValueError(f"{where}: not {_FORMAT_TITLES[form]}: {text[:300]}") from None
    return graph


@contextmanager
def _without_log(name):
    """rdflib logs what it doubts on the way to the one error, or to a file that is fine."""
    logger = logging.getLogger(name)
    level = logger.level
    logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        logger.setLevel(level)


def _relations(graph, where, label, language, alt_labels, dangling):
    from rdflib.namespace import RDF, SKOS

    concepts = set(graph.subjects(RDF.type, SKOS.Concept))
    if not concepts:
        raise ValueError(f"{where}: no concepts; none is typed as skos:Concept")
    broader = set(graph.subject_objects(SKOS.broader))
    broader.update((o, s) for s, o in graph.subject_objects(SKOS.narrower))
    implied = [x for x in ("broaderTransitive", "narrowerTransitive") if _has(graph, SKOS[x])]
    if implied and not broader:
        raise ValueError(
            f"{where}: it has skos:{' and skos:'.join(implied)} only; the direct skos:broader are "
            "needed"
        )
    related = set(graph.subject_objects(SKOS.related))
    dropped = _dangling([*broader, *related], concepts, where, dangling)
    if label == "uri":
        names = _uris(concepts, where)
    else:
        names, language = _chosen_names(graph, concepts, where, label, language)
    others = _alternative_names(graph, names, where, language) if alt_labels else []
    _refuse_shared([*((name, c) for c, name in names.items()), *others], where, label)
    labels = tuple(sorted([*names.values(), *(name for name, _ in others)]))
    index = {name: position for position, name in enumerate(labels)}
    place = {concept: index[name] for concept, name in names.items()}
    same = _positions(graph.subject_objects(SKOS.exactMatch), place)
    alternative = [(index[name], place[concept]) for name, concept in others]
    return Relations(
        labels,
        _positions(broader, place),
        _positions(related, place),
        np.concatenate([same, np.array(alternative, np.int64).reshape(-1, 2)]),
        dropped,
    )


def _dangling(pairs, concepts, where, dangling):
    """How many pairs have an end that is no concept of the file."""
    loose = [pair for pair in pairs if not (pair[0] in concepts and pair[1] in concepts)]
    if not loose:
        return 0
    first = min(str(end) for pair in loose for end in pair if end not in concepts)
    found = f"{where}: {len(loose)} relations lead to what is no concept of the file, {first} first"
    if dangling == "raise":
        raise ValueError(f"{found}; add those concepts, or pass dangling='drop' to do without")
    warnings.warn(f"{found}; they were left out.", UserWarning, stacklevel=4)
    return len(loose)


def _uris(concepts, where):
    from rdflib import URIRef

    blank = [concept for concept in concepts if not isinstance(concept, URIRef)]
    if blank:
        raise ValueError(
            f"{where}: {len(blank)} concepts have no URI; choose label='prefLabel' or 'notation'"
        )
    return {concept: str(concept) for concept in concepts}


def _chosen_names(graph, concepts, where, label, language):
    """The notation or preferred label of each concept, and the language that was chosen."""

    literals = _literals(graph, concepts, where, label)
    what = f"skos:{label}"
    if label == "prefLabel":
        tags = sorted({_tag(literal) for _, literal in literals})
        if language is None and len(tags) == 1:
            language = tags[0]
        if language is None or language.lower() not in tags:
            raise ValueError(
                f"language: expected one of the languages of {where}: "
                f"{', '.join(map(repr, tags)) or 'it has no skos:prefLabel'}; got {language!r}"
            )
        language = language.lower()
        literals = [pair for pair in literals if _tag(pair[1]) == language]
        what += f" in {language!r}" if language else " without a language"
    names = {}
    for concept, literal in sorted(literals):
        if names.setdefault(concept, str(literal)) != str(literal):
            raise ValueError(
                f"{where}: {concept} has more than one {what}: {names[concept]!r} and "
                f"{str(literal)!r}; choose another label"
            )
    missing = sorted(concepts - names.keys())
    if missing:
        raise ValueError(
            f"{where}: {len(missing)} of {len(concepts)} concepts have no {what}, {missing[0]} "
            "first; choose another label"
        )
    return names, language


def _alternative_names(graph, names, where, language):
    """(name, concept) of each further label in a language that is not the concept's own."""
    found = {
        (str(literal), concept)
        for concept, literal in _literals(graph, names, where, "altLabel")
        if _tag(literal) == language
    }
    return sorted(pair for pair in found if pair[0] != names[pair[1]])


def _literals(graph, concepts, where, label):
    """(concept, literal) of each label of one kind."""
    from rdflib import Literal
    from rdflib.namespace import SKOS

    pairs = [pair for pair in graph.subject_objects(SKOS[label]) if pair[0] in concepts]
    wrong = sorted(pair for pair in pairs if not isinstance(pair[1], Literal))
    if wrong:
        raise ValueError(
            f"{where}: {len(wrong)} skos:{label} are no literals, the one of {wrong[0][0]} first: "
            f"{wrong[0][1]}; choose another label"
        )
    return pairs


def _tag(literal):
    # Language tags are the same in capitals and not; files write en-GB and en-gb.
    return (literal.language or "").lower()


def _has(graph, predicate):
    return (None, predicate, None) in graph


def _refuse_shared(named, where, label):
    """One error for names that belong to two concepts."""
    concepts = {}
    for name, concept in named:
        concepts.setdefault(name, []).append(str(concept))
    shared = sorted(name for name, owners in concepts.items() if len(owners) > 1)
    if shared:
        first, second = sorted(concepts[shared[0]])[:2]
        raise ValueError(
            f"{where}: {len(shared)} labels belong to more than one concept, {shared[0]!r} to "
            f"{first} and {second}; choose another label than {label!r}"
        )


def _positions(pairs, place):
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


def _choose_property(argument, value, choices):
    if value not in choices:
        raise ValueError(f"{argument}: expected one of {', '.join(choices)}; got {value!r}")
