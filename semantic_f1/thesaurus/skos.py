"""Concepts of a SKOS file and their relations, whichever properties of the family state them.

The hierarchy is read from skos:broader and skos:narrower, those of ISO 25964
(iso-thes:broaderGeneric, -Instantial, -Partitive), properties that the file declares to be
sub-properties of these, rdfs:subClassOf, and, where nothing else says it, skos:broaderTransitive.
Both ends of a semantic relation are concepts, typed or not (SKOS S19, S20).
"""

import os
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ..messages import warn
from .names import LABEL_PROPERTIES, concept_names_of
from .rdf import rdf_graph
from .relations import Relations, placed_pairs

ISO_THES = "http://purl.org/iso25964/skos-thes#"
_ISO_KINDS = ("Generic", "Instantial", "Partitive")
_DANGLING = ("keep", "drop", "raise")


class _Hierarchy(NamedTuple):
    """Concepts, pairs of them, and how many relations were left out."""

    concepts: set
    broader: set
    related: set
    dropped: int


def read_skos(
    path,
    *,
    label="uri",
    language=None,
    alt_labels=False,
    dangling="keep",
    strict=False,
    format=None,
):
    """Read a SKOS thesaurus.

    Concepts are what the file types as skos:Concept (where nothing is, as a subclass of it),
    deprecated ones too, since older annotations use them, and the ends of their relations; in an
    ontology without any, its classes. skos:exactMatch between two concepts of the file makes them
    one. Mappings to other vocabularies, collections and schemes are not relations of the hierarchy.

    Warns
    -----
    UserWarning
        with the count of everything that was read with leniency: concepts without a name, which
        are no labels but stay in the hierarchy, names of several concepts, which are refused where
        data uses them, ends that have no type, relations that lead nowhere
    """
    labels = [label] if isinstance(label, str) else label
    known = isinstance(labels, (list, tuple)) and labels
    if not known or not all(
        isinstance(x, str) and (x in LABEL_PROPERTIES or ":" in x) for x in labels
    ):
        raise ValueError(
            f"label: expected one or a list of {', '.join(LABEL_PROPERTIES)}, or the URI of a "
            f"property; got {label!r}"
        )
    if dangling not in _DANGLING:
        raise ValueError(f"dangling: expected one of {', '.join(_DANGLING)}; got {dangling!r}")
    if not isinstance(path, (str, os.PathLike)):
        raise ValueError(f"path: expected the path of a SKOS file; got {path!r}")
    where = f"thesaurus {str(path)!r}"
    graph = rdf_graph(Path(path), where, format)
    notes = {}
    hierarchy = _hierarchy(graph, where, dangling, notes)
    same = _joined(graph, hierarchy.concepts)
    names = concept_names_of(
        graph, hierarchy.concepts, same, where, labels, language, alt_labels, notes
    )
    if notes:
        leniency = "; ".join(f"{count:,} {text}" for text, count in notes.items())
        if strict:
            raise ValueError(
                f"{where}: strict=True refuses what must be read with leniency: {leniency}"
            )
        warn(f"{where}: read with leniency: {leniency}. strict=True refuses such a file.")
    return _relations(hierarchy, same, names)


def _hierarchy(graph, where, dangling, notes):
    from rdflib import Literal
    from rdflib.namespace import OWL, RDF, RDFS, SKOS

    typed = set(graph.subjects(RDF.type, SKOS.Concept))
    if not typed:
        kinds = _subs(graph, RDFS.subClassOf, [SKOS.Concept])
        typed = {concept for kind in kinds for concept in graph.subjects(RDF.type, kind)}
    broader, related, top = _stated(graph, typed)
    far = set(graph.subject_objects(SKOS.broaderTransitive))
    far |= {(o, s) for s, o in graph.subject_objects(SKOS.narrowerTransitive)}
    concepts = set(typed)
    if not typed and not broader and not related and not far:
        concepts, broader = _of_ontology(graph)
    if not concepts and not broader and not related and not far:
        raise ValueError(
            f"{where}: no concepts; none is typed as skos:Concept, nothing is broader or related, "
            "and no class is below another"
        )
    no_concepts = {
        other
        for kind in (SKOS.Collection, SKOS.OrderedCollection, SKOS.ConceptScheme, OWL.Ontology)
        for other in graph.subjects(RDF.type, kind)
    } - typed
    lost, loose = [], []
    for pair in sorted({*broader, *related, *far}, key=str):
        ends = [end for end in pair if end not in concepts]
        if any(isinstance(end, Literal) or end in no_concepts for end in ends):
            lost.append(pair)
        elif ends:
            loose.append((pair, ends))
    untyped = {end for _, ends in loose for end in ends}
    if dangling != "keep" and loose:
        first = min(map(str, untyped))
        reason = f"relations lead to what is no concept of the file, {first} first"
        if dangling == "raise":
            raise ValueError(
                f"{where}: {len(loose)} {reason}; add those concepts, pass dangling='keep' to take "
                "them as concepts, or dangling='drop' to do without"
            )
        notes[f"{reason}; they were left out"] = len(loose)
        lost += [pair for pair, _ in loose]
    elif untyped:
        first = min(map(str, untyped))
        notes[f"ends of relations have no type and are taken as concepts, {first} first"] = len(
            untyped
        )
        concepts |= untyped
    wrong = len(lost) - (len(loose) if dangling == "drop" else 0)
    if wrong:
        notes["relations lead to collections, schemes or text and were left out"] = wrong
    concepts |= {x for x in top if x not in no_concepts and not isinstance(x, Literal)}
    lost = set(lost)
    broader, related = broader - lost, related - lost
    implied = _transitive(far - lost, concepts, broader)
    if implied:
        notes["broader relations are stated as skos:broaderTransitive only"] = len(implied)
    return _Hierarchy(concepts, broader | implied, related, len(lost))


def _stated(graph, typed):
    """Pairs (concept, a broader one), pairs of related ones, and tops of schemes."""
    from rdflib import URIRef
    from rdflib.namespace import RDFS, SKOS

    iso = [
        [URIRef(f"{ISO_THES}{way}{kind}") for kind in _ISO_KINDS] for way in ("broader", "narrower")
    ]
    up = _subs(graph, RDFS.subPropertyOf, [SKOS.broader, *iso[0]])
    down = _subs(graph, RDFS.subPropertyOf, [SKOS.narrower, *iso[1]])
    beside = _subs(graph, RDFS.subPropertyOf, [SKOS.related])
    broader = {pair for name in up for pair in graph.subject_objects(name)}
    broader |= {(o, s) for name in down for s, o in graph.subject_objects(name)}
    # Concepts of some vocabularies are classes; classes that type the concepts are no concepts.
    broader |= {
        (s, o) for s, o in graph.subject_objects(RDFS.subClassOf) if s in typed and o in typed
    }
    related = {pair for name in beside for pair in graph.subject_objects(name)}
    top = {*graph.subjects(SKOS.topConceptOf), *graph.objects(None, SKOS.hasTopConcept)}
    return broader, related, top


def _of_ontology(graph):
    """Classes, and pairs (class, one that it is a subclass of)."""
    from rdflib import URIRef
    from rdflib.namespace import OWL, RDF, RDFS

    broader = {
        (s, o)
        for s, o in graph.subject_objects(RDFS.subClassOf)
        if s != o and isinstance(s, URIRef) and isinstance(o, URIRef) and o != OWL.Thing
    }
    if not broader:
        return set(), set()
    typed = {x for kind in (OWL.Class, RDFS.Class) for x in graph.subjects(RDF.type, kind)}
    ends = {end for pair in broader for end in pair}
    return {x for x in typed | ends if isinstance(x, URIRef) and x != OWL.Thing}, broader


def _subs(graph, below, names):
    """The names and whatever the file puts below them."""
    reached, waiting = set(names), list(names)
    while waiting:
        for name in graph.subjects(below, waiting.pop()):
            if name not in reached:
                reached.add(name)
                waiting.append(name)
    return reached


def _transitive(far, concepts, broader):
    """The direct relations among pairs (concept, one above it) that nothing else implies."""
    far = {(s, o) for s, o in far if s != o and s in concepts and o in concepts} - broader
    if not far:
        return set()
    above = {}
    for child, parent in broader | far:
        above.setdefault(child, set()).add(parent)
    reached = {}

    def reach(start):
        """All that is above a concept, itself left out."""
        if start not in reached:
            above_start, waiting = set(), list(above.get(start, ()))
            while waiting:
                concept = waiting.pop()
                if concept not in above_start:
                    above_start.add(concept)
                    waiting += above.get(concept, ())
            reached[start] = above_start
        return reached[start]

    return {
        (child, parent)
        for child, parent in far
        if not any(parent in reach(other) for other in above[child] if other != parent)
    }


def _joined(graph, concepts):
    """Concept -> the one that stands for all that are joined to it by skos:exactMatch."""
    from rdflib.namespace import SKOS

    first = {concept: concept for concept in concepts}

    def find(concept):
        while first[concept] != concept:
            first[concept] = concept = first[first[concept]]
        return concept

    for a, b in graph.subject_objects(SKOS.exactMatch):
        if a in first and b in first:
            low, high = sorted((find(a), find(b)), key=str)
            first[high] = low
    return {concept: find(concept) for concept in concepts}


def _relations(hierarchy, same, names):
    """Relations between names: the first name of a concept holds its place."""
    names_of = {}
    for name, concept in names.labels:
        names_of.setdefault(concept, []).append(name)
    for name, concept in names.unnamed:
        names_of.setdefault(concept, []).append(name)
    labels = tuple(sorted(name for held in names_of.values() for name in held))
    index = {name: position for position, name in enumerate(labels)}
    place = {concept: index[names_of[first][0]] for concept, first in same.items()}
    synonyms = [(index[name], index[held[0]]) for held in names_of.values() for name in held[1:]]
    return Relations(
        labels,
        placed_pairs(hierarchy.broader, place),
        placed_pairs(hierarchy.related, place),
        np.array(sorted(synonyms), np.int64).reshape(-1, 2),
        hierarchy.dropped,
        tuple(sorted(index[name] for name, _ in names.unnamed)),
        names.ambiguous,
    )
