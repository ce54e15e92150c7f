"""Names of the concepts of an RDF file: properties and languages in order of preference."""

from typing import NamedTuple

from ..messages import expected
from ..similarity.builders.leniency import Leniency
from .rdf import RdfText

SKOS = "http://www.w3.org/2004/02/skos/core#"
RDFS = "http://www.w3.org/2000/01/rdf-schema#"
DCTERMS = "http://purl.org/dc/terms/"
_SPACES = {"skos": SKOS, "rdfs": RDFS, "dcterms": DCTERMS}
# Names of properties -> namespace and local name; "uri" is the concept's own.
_PROPERTIES = {
    "notation": ("skos", "notation"),
    "prefLabel": ("skos", "prefLabel"),
    "altLabel": ("skos", "altLabel"),
    "hiddenLabel": ("skos", "hiddenLabel"),
    "rdfs:label": ("rdfs", "label"),
    "title": ("dcterms", "title"),
    "identifier": ("dcterms", "identifier"),
}
LABEL_PROPERTIES = ("uri", *_PROPERTIES)
# These are no text in a language.
CODES = ("uri", "notation", "identifier")
SKOS_XL = "http://www.w3.org/2008/05/skos-xl#"


class ConceptNames(NamedTuple):
    """Pairs (name, concept), preferred first; (URI, nameless concept); names -> why none."""

    labels: list
    unnamed: list
    ambiguous: dict


def names_by_concept(graph, concepts, old, where, labels, language, alt_labels, leniency):
    """Names of each concept, the preferred first, and their kind; ``old`` go uncounted."""
    every, uncounted = {*concepts, *old}, Leniency()
    textual = [label for label in labels if label not in CODES]
    if language is not None and not textual:
        raise ValueError(f"language: it goes with labels that are text; label is {labels[0]!r}")
    if alt_labels and not textual:
        raise ValueError(f"alt_labels: they go with labels that are text; label is {labels[0]!r}")
    literals = {
        label: _literals(graph, every, label, leniency) for label in labels if label != "uri"
    }
    languages = _languages(literals, textual, language, where)
    names = {}
    for concept in every:
        told = leniency if concept in concepts else uncounted
        for label in labels:
            if label == "uri":
                best = [] if is_blank(concept) else [concept]
            else:
                entries = literals[label].get(concept, ())
                best = _best_names(entries, None if label in CODES else languages, told)
            if best:
                names[concept] = best
                break
    if alt_labels:
        for concept, entries in _literals(graph, every, "altLabel", leniency).items():
            further = [text for text, tag in entries if _rank(tag, languages)]
            if further and concept in names:
                names[concept] += sorted(further)
            elif further:
                names[concept] = sorted(further)
    kind = " or ".join("a URI" if x == "uri" else _title(x) for x in labels)
    if languages and textual:
        kind += f" in {', '.join(map(repr, languages))}" if languages != [""] else ""
    return names, kind


def names_apart(graph, concepts, same, names, kind, where, leniency, inside):
    """Names of joined concepts together; only those ``inside``, of one concept, are labels."""
    if inside is not None:
        names = {concept: held for concept, held in names.items() if concept in inside}
    owners, of_group = {}, {}
    for concept in sorted(concepts):
        group = of_group.setdefault(same[concept], [])
        for name in names.get(concept, ()):
            if name.strip():
                owners.setdefault(name, {})[same[concept]] = concept
                if name not in group:
                    group.append(name)
    ambiguous = {
        name: f"a name of {len(own)} concepts, "
        f"{' and '.join(sorted(own.values())[:2])}, and nothing says which is meant; use "
        "another label of theirs, such as their URIs"
        for name, own in sorted(owners.items())
        if len(own) > 1
    }
    labels, unnamed, nameless = [], [], []
    taken = set(owners)
    for concept, group in sorted(of_group.items()):
        kept = [name for name in group if name not in ambiguous]
        labels += [(name, concept) for name in kept]
        if not kept:
            place = _place_of_blank(graph, concept) if is_blank(concept) else concept
            while place in taken:
                place += "'"
            taken.add(place)
            unnamed.append((place, concept))
        if not group and (inside is None or concept in inside):
            nameless.append(concept)
    if not labels:
        raise ValueError(
            f"{where}: none of {len(of_group)} concepts has {kind}; choose another label"
        )
    if nameless:
        leniency.add(
            "unnamed",
            len(nameless),
            f"{len(nameless):,} of {len(of_group)} concepts have no {kind}, {nameless[0]} first: "
            "they stay in the hierarchy and are no labels",
        )
    if ambiguous:
        shown = ", ".join([*map(repr, list(ambiguous)[:3]), *["..."] * (len(ambiguous) > 3)])
        leniency.add(
            "ambiguous",
            len(ambiguous),
            f"{len(ambiguous):,} names belong to more than one concept ({shown}), refused where "
            "data uses them",
        )
    return ConceptNames(labels, unnamed, ambiguous)


def further_names(named, codes, what):
    """Pairs (name, code) of names of one concept that are no codes; names of several -> why."""
    owners = {}
    for name, code in named:
        if name not in codes:
            owners.setdefault(name, {})[code] = True
    ambiguous = {
        name: f"a name of {len(own)} concepts, {' and '.join(map(repr, list(own)[:2]))}; use the "
        f"{what}"
        for name, own in owners.items()
        if len(own) > 1
    }
    return [(name, next(iter(own))) for name, own in owners.items() if len(own) == 1], ambiguous


def titles_of(graph, names):
    """Codes and URIs, given per concept, -> its preferred label, in English if it has one."""
    best = {}
    for name in (f"{RDFS}label", f"{SKOS}prefLabel"):
        found = {}
        for concept, value in graph.subject_objects(name):
            if concept in names and isinstance(value, RdfText):
                tag = value.language.lower()
                key = tag.partition("-")[0] not in ("en", ""), tag, value.text
                found[concept] = min(found.get(concept, key), key)
        best |= found
    return {names[concept]: text for concept, (*_, text) in best.items() if text.strip()}


def is_blank(node):
    """True for a blank node."""
    return node.startswith("_:")


def _place_of_blank(graph, concept):
    """A name for a blank node that does not change from one reading to the next."""
    texts = {
        end.text
        for pairs in graph.by_property.values()
        for subject, end in pairs
        if subject == concept and isinstance(end, RdfText)
    }
    return "_:" + "|".join(sorted(texts))


def _literals(graph, concepts, label, leniency):
    """Concept -> list of (text, tag) of each label of one kind, SKOS-XL's too."""
    if label in _PROPERTIES:
        space, local = _PROPERTIES[label]
        name, extended = f"{_SPACES[space]}{local}", f"{SKOS_XL}{local}"
    else:
        name, extended = graph.expanded(label), None
    pairs = [pair for pair in graph.subject_objects(name) if pair[0] in concepts]
    forms = {}
    if extended is not None:
        pairs += [pair for pair in graph.subject_objects(extended) if pair[0] in concepts]
        for node, text in graph.subject_objects(f"{SKOS_XL}literalForm"):
            forms.setdefault(node, []).append(text)
    literals, wrong = {}, 0
    for concept, value in pairs:
        texts = [value] if isinstance(value, RdfText) else forms.get(value, [])
        texts = [text for text in texts if isinstance(text, RdfText)]
        wrong += not texts
        for text in texts:
            entries = literals.setdefault(concept, {})
            entries[text.text, text.language.lower()] = True
    if wrong:
        leniency.add("not_text", wrong, f"{wrong:,} {_title(label)} are no text and were left out")
    return literals


def _languages(literals, textual, language, where):
    """Tags in order of preference."""
    tags = sorted(
        {tag for label in textual for entries in literals[label].values() for _, tag in entries}
    )
    if not textual:
        return []
    if language is None:
        named = [tag for tag in tags if tag]
        base = [tag for tag in named if all(x == tag or x.startswith(f"{tag}-") for x in named)]
        if base or not named:
            return base or [""]
        wanted = None
    else:
        wanted = [language] if isinstance(language, str) else language
        if not isinstance(wanted, (list, tuple)) or not all(isinstance(x, str) for x in wanted):
            raise expected("language", "a language tag such as 'en', or a list of them", language)
        wanted = [tag.lower() for tag in wanted]
    if not wanted or not any(_rank(tag, wanted) for tag in [*tags, *([""] if "" in tags else [])]):
        raise ValueError(
            f"language: expected one of the languages of {where}: "
            f"{', '.join(map(repr, tags)) or f'it has no {_title(textual[0])}'}; got {language!r}"
        )
    return wanted


def _rank(tag, languages):
    """Place of a tag among languages, from 1 up, a half more for "en-gb" where "en" is wanted."""
    ranks = [
        place + (0 if tag == wanted else 0.5)
        for place, wanted in enumerate(languages, 1)
        if tag == wanted or (wanted and tag.startswith(f"{wanted}-"))
    ]
    return min(ranks, default=0)


def _best_names(entries, languages, leniency):
    """The names of a concept by one property, in the best language that it has them in."""
    if languages is None:
        ranked = [(1, "", text) for text, _ in entries]
    else:
        ranked = [(_rank(tag, languages), tag, text) for text, tag in entries]
        # No language at all is the last resort.
        last = len(languages) + 1
        ranked = [(rank or (0 if tag else last), tag, text) for rank, tag, text in ranked]
        ranked = [entry for entry in ranked if entry[0]]
    if not ranked:
        return []
    rank, tag, _ = min(ranked)
    best = sorted(text for place, its_tag, text in ranked if (place, its_tag) == (rank, tag))
    if languages is not None and tag not in languages:
        what = f"in {tag!r} only" if tag else "without a language"
        leniency.more("other_language", f"labels are {what} and were taken")
    if len(best) > 1:
        leniency.more(
            "several_labels",
            "concepts have several labels of one kind and language: all of them are taken",
        )
    return best


def _title(label):
    if label not in _PROPERTIES or ":" in label:
        return label
    space, local = _PROPERTIES[label]
    return f"{space}:{local}"
