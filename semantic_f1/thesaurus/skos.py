"""Hierarchies in RDF files, SKOS (S19 and S20: ends of relations are concepts) or other."""

import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ..messages import expected
from ..similarity.builders.edges import Hierarchy
from ..similarity.builders.found_edges import commonest
from ..similarity.shortest_paths import connected_parts
from .names import (
    CODES,
    LABEL_PROPERTIES,
    RDFS,
    SKOS,
    is_blank,
    names_apart,
    names_by_concept,
    reached,
    renamed,
    replacements_of,
    titles_of,
)
from .rdf import RdfText, read_triples

ISO_THES = "http://purl.org/iso25964/skos-thes#"
_ISO_KINDS = ("Generic", "Instantial", "Partitive")
RDF_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
OWL = "http://www.w3.org/2002/07/owl#"
_MESHV = "http://id.nlm.nih.gov/mesh/vocab#"
_GND = "https://d-nb.info/standards/elementset/gnd#broaderTerm"
# Properties that lead to what is broader, where a file has no SKOS, the first one that it has.
_KNOWN_BROADER = (
    (f"{_MESHV}broaderDescriptor",),
    ("http://www.wikidata.org/prop/direct/P279",),
    ("http://www.loc.gov/mads/rdf/v1#hasBroaderAuthority",),
    tuple(f"{_GND}{kind}" for kind in ("General", "Generic", "Instantial", "Partitive")),
)
_SHOWN_PROPERTIES = 5


class _Concepts(NamedTuple):
    """Concepts, pairs, how many were left out, named properties, default labels."""

    concepts: set
    broader: set
    related: set
    dropped: int
    properties: tuple = ()
    labels: tuple = ("uri",)


def read_skos(path, where, leniency, options):
    """The hierarchy of an RDF file; ``options`` are those of ``read_thesaurus``.

    Deprecated concepts count too, since older annotations use them; skos:exactMatch joins concepts
    of the file; mappings to other vocabularies, collections and schemes are no relations of it.
    """
    label = options["label"]
    labels = [label] if isinstance(label, str) else label
    listed = isinstance(labels, (list, tuple)) and all(isinstance(x, str) for x in labels)
    known = listed and labels and all(x in LABEL_PROPERTIES or ":" in x for x in labels)
    if label is not None and not known:
        what = f"one or a list of {', '.join(LABEL_PROPERTIES)}, or the URI of a property"
        raise expected("label", what, label)
    graph = read_triples(Path(path), where, options["format"])
    found = _concepts(graph, where, options, leniency)
    labels = labels or list(found.labels)
    replacing = replacements_of(graph, found.concepts)
    inside = None
    if options["types"] is not None or options["schemes"] is not None:
        inside = _part(graph, found.concepts, options["types"], options["schemes"], where)
        if options["outside"] == "drop":
            found, inside = _without_outside(found, inside, leniency), None
    same = _joined(graph, found.concepts)
    naming = (where, labels, options["language"], options["alt_labels"])
    names, kind = names_by_concept(graph, found.concepts, replacing.keys(), *naming, leniency)
    old_names = {old: names.pop(old) for old in replacing if old in names}
    named, unnamed, ambiguous = names_apart(
        graph, found.concepts, same, names, kind, where, leniency, inside
    )
    first = dict(unnamed)
    for name, group in named:
        first.setdefault(group, name)
    texts = {concept: first[group] for concept, group in same.items()}
    unnamed = set(unnamed.values())
    taken = {name for name, _ in named} | unnamed
    followed, absent = renamed(replacing, old_names, texts, taken, unnamed, options["replaced"])
    place = {name: at for at, name in enumerate(first.values())}
    ends = [(place[texts[a]], place[texts[b]]) for a, b in found.broader]
    children, parents = np.array(ends, np.int64).reshape(-1, 2).T
    return Hierarchy(
        *(list(place), parents, children, np.ones(len(ends))),
        titles=titles_of(graph, texts) if set(labels) & set(CODES) else {},
        relations=found.properties,
        related=[(texts[a], texts[b]) for a, b in found.related],
        synonyms=[(name, first[group]) for name, group in named if name != first[group]],
        unnamed=unnamed,
        ambiguous=ambiguous,
        absent=absent,
        replaced=followed,
        dropped=found.dropped,
        leniency=leniency,
    )


def _concepts(graph, where, options, leniency):
    typed = graph.subjects(RDF_TYPE, f"{SKOS}Concept") or graph.subjects(
        RDF_TYPE, *_below(graph, f"{RDFS}subClassOf", [f"{SKOS}Concept"])
    )
    broader, related, top = _stated(graph, typed)
    far = graph.pairs(f"{SKOS}broaderTransitive", inverse=[f"{SKOS}narrowerTransitive"])
    concepts, labels = set(typed), ("uri",)
    empty = not typed and not broader and not related and not far
    ups, downs = (_named_properties(graph, options[x], where) for x in ("broader", "narrower"))
    if empty and not ups and not downs:
        ups = next((ups for ups in _KNOWN_BROADER if any(x in graph.by_property for x in ups)), ())
        if ups:
            leniency.note("by_property", 1, f"broader is {ups[0]}, since nothing is SKOS")
    if ups or downs:
        concepts, broader = _by_properties(graph, ups, downs, where)
        far, top = set(), set()
        named = any(s in concepts for s, _ in graph.by_property.get(f"{RDFS}label", ()))
        labels = ("rdfs:label",) if named and not typed else labels
    elif empty:
        concepts, broader = _of_ontology(graph, leniency)
    if not concepts and not broader and not related and not far:
        raise ValueError(
            f"{where}: no concepts; none is typed as skos:Concept, nothing is broader or related, "
            f"and no class is below another{_commonest(graph)}"
        )
    kinds = [f"{SKOS}Collection", f"{SKOS}OrderedCollection", f"{SKOS}ConceptScheme"]
    kinds.append(f"{OWL}Ontology")
    no_concepts = graph.subjects(RDF_TYPE, *kinds) - typed
    every = {*broader, *related, *far}
    lost, untyped = _ends(every, concepts, no_concepts, options["dangling"], where, leniency)
    concepts |= untyped
    concepts |= {x for x in top if x not in no_concepts and not isinstance(x, RdfText)}
    broader, related = broader - lost, related - lost
    implied = _transitive(far - lost, concepts, broader)
    what = "broader relations are stated as skos:broaderTransitive only"
    leniency.add("transitive", len(implied), what)
    return _Concepts(concepts, broader | implied, related, len(lost), (*ups, *downs), labels)


def _ends(pairs, concepts, no_concepts, dangling, where, leniency):
    """Relations that are left out, and ends without a type that are taken as concepts."""
    lost, loose = [], []
    for pair in sorted(pairs, key=str):
        ends = [end for end in pair if end not in concepts]
        if any(isinstance(end, RdfText) or end in no_concepts for end in ends):
            lost.append(pair)
        elif ends:
            loose.append((pair, ends))
    untyped = {end for _, ends in loose for end in ends}
    leniency.loose_ends(len(loose), untyped, "concept", dangling, where)
    what = "relations lead to collections, schemes or text and were left out"
    leniency.add("no_concepts", len(lost), what)
    if dangling == "drop":
        return {*lost, *(pair for pair, _ in loose)}, set()
    return set(lost), untyped


def _by_properties(graph, ups, downs, where):
    """Ends of some properties with what has their types, and pairs (concept, a broader one)."""
    broader = graph.pairs(*ups, inverse=downs)
    broader = {(s, o) for s, o in broader if not isinstance(s, RdfText) | isinstance(o, RdfText)}
    if not broader:
        raise ValueError(f"{where}: no relation is {', '.join([*ups, *downs])}")
    narrower = {s for s, _ in broader}
    kinds = {o for s, o in graph.pairs(RDF_TYPE) if s in narrower}
    concepts = graph.subjects(RDF_TYPE, *kinds)
    return concepts | {end for pair in broader for end in pair}, broader


def _named_properties(graph, names, where):
    """URIs of properties that are given as URIs or as names with a prefix of the file."""
    names = [names] if isinstance(names, str) else names or ()
    uris = tuple(graph.expanded(name) for name in names)
    unknown = [name for name, uri in zip(names, uris, strict=True) if uri not in graph.by_property]
    if unknown:
        raise ValueError(f"{where}: no relation is {unknown[0]!r}{_commonest(graph)}")
    return uris


def _commonest(graph):
    """The properties between URIs that the file has most of, as candidates."""
    counts = {
        name: sum(not isinstance(o, RdfText) for _, o in pairs)
        for name, pairs in graph.by_property.items()
        if name != RDF_TYPE
    }
    shown = commonest(counts, _SHOWN_PROPERTIES)
    return f"; broader= may name one of {shown}" if shown else ""


def _part(graph, concepts, types, schemes, where):
    """The concepts of some types, and in some schemes."""
    inside = set(concepts)
    for argument, wanted, name in (
        ("types", types, RDF_TYPE),
        ("schemes", schemes, f"{SKOS}inScheme"),
    ):
        if wanted is None:
            continue
        pairs = [(s, o) for s, o in graph.pairs(name) if s in concepts]
        counts = Counter(o for _, o in pairs)
        # The last part of a URI says enough where it is that of one.
        local = {}
        for uri in counts:
            last = re.split("[/#]", str(uri).rstrip("/#"))[-1]
            local.setdefault(last, []).append(uri)
        uris = set()
        for one in [wanted] if isinstance(wanted, str) else wanted:
            uri = graph.expanded(one)
            found = [uri] if uri in counts else local.get(one, [])
            if len(found) != 1:
                shown = commonest(counts) or "none"
                raise ValueError(f"{argument}: {where} has no {one!r}; it has {shown}")
            uris.add(found[0])
        inside &= {s for s, o in pairs if o in uris}
    if not inside:
        raise ValueError(f"types, schemes: no concept of {where} is of them all")
    return inside


def _without_outside(hierarchy, inside, leniency):
    """The hierarchy of the concepts inside a part alone."""
    broader, related = (
        {pair for pair in pairs if pair[0] in inside and pair[1] in inside}
        for pairs in (hierarchy.broader, hierarchy.related)
    )
    before = len(hierarchy.concepts - {s for s, _ in hierarchy.broader})
    after = len(inside - {s for s, _ in broader})
    what = f"concepts outside types or schemes were dropped: {after:,} roots, {before:,} before"
    leniency.add("outside", len(hierarchy.concepts) - len(inside), what)
    return hierarchy._replace(concepts=inside, broader=broader, related=related)


def _stated(graph, typed):
    """Pairs (concept, a broader one), pairs of related ones, and tops of schemes."""
    iso = [[f"{ISO_THES}{way}{kind}" for kind in _ISO_KINDS] for way in ("broader", "narrower")]
    subs = f"{RDFS}subPropertyOf"
    up = _below(graph, subs, [f"{SKOS}broader", *iso[0]])
    down = _below(graph, subs, [f"{SKOS}narrower", *iso[1]])
    related = graph.pairs(*_below(graph, subs, [f"{SKOS}related"]))
    # Concepts of some vocabularies are classes; classes that type the concepts are no concepts.
    classes = {(s, o) for s, o in graph.pairs(f"{RDFS}subClassOf") if s in typed and o in typed}
    top = {s for s, _ in graph.pairs(f"{SKOS}topConceptOf", inverse=[f"{SKOS}hasTopConcept"])}
    return graph.pairs(*up, inverse=down) | classes, related, top


def _of_ontology(graph, leniency):
    """Classes, and pairs (class, one that it is a subclass of)."""

    def named(node):
        return not isinstance(node, RdfText) and not is_blank(node) and node != f"{OWL}Thing"

    broader = {
        (s, o)
        for s, o in graph.pairs(f"{RDFS}subClassOf")
        if s != o and not is_blank(s) and named(o)
    }
    if not broader:
        return set(), set()
    concepts = graph.subjects(RDF_TYPE, f"{OWL}Class", f"{RDFS}Class")
    ends = {end for pair in broader for end in pair}
    deprecated = graph.pairs(f"{OWL}deprecated")
    is_true = {s for s, o in deprecated if getattr(o, "text", "").strip().lower() in ("true", "1")}
    obsolete = concepts & is_true - ends
    what = "obsolete classes without a relation were left out"
    leniency.add("obsolete", len(obsolete), what)
    return {x for x in (concepts - obsolete) | ends if named(x)}, broader


def _below(graph, name, starts):
    """The starts and whatever a property of the file puts below them."""
    return reached(lambda node: graph.subjects(name, node), starts)


def _transitive(far, concepts, broader):
    """The direct relations among pairs (concept, one above it) that nothing else implies."""
    far = {(s, o) for s, o in far if s != o and s in concepts and o in concepts} - broader
    if not far:
        return set()
    above = {}
    for child, parent in broader | far:
        above.setdefault(child, set()).add(parent)

    @cache
    def reach(start):
        """All that is above a concept, itself included."""
        return reached(lambda concept: above.get(concept, ()), [start])

    return {
        (child, parent)
        for child, parent in far
        if not any(parent in reach(other) for other in above[child] if other != parent)
    }


def _joined(graph, concepts):
    """Concept -> the one that stands for all that are joined to it by skos:exactMatch."""
    order = sorted(concepts)
    place = {concept: at for at, concept in enumerate(order)}
    matches = graph.pairs(f"{SKOS}exactMatch")
    pairs = [(place[a], place[b]) for a, b in matches if a in place and b in place]
    first = connected_parts(np.array(pairs, np.int64).reshape(-1, 2), len(order)).tolist()
    return {concept: order[at] for concept, at in zip(order, first, strict=True)}
