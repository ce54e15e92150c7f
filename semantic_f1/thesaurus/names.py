"""Names of the concepts of an RDF file: properties and languages in order of preference."""

from typing import NamedTuple

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
_CODES = ("uri", "notation", "identifier")
SKOS_XL = "http://www.w3.org/2008/05/skos-xl#"


class ConceptNames(NamedTuple):
    """Names of concepts; joined concepts stand under the one that stands for them.

    Attributes
    ----------
    labels : list of (name, concept); the first of a concept is its preferred one
    unnamed : list of (URI, concept) of those without a name
    ambiguous : dict of names of several concepts -> why they are no labels
    """

    labels: list
    unnamed: list
    ambiguous: dict


def concept_names_of(graph, concepts, same, where, labels, language, alt_labels, notes):
    """Names of all concepts."""
    textual = [label for label in labels if label not in _CODES]
    if language is not None and not textual:
        raise ValueError(f"language: it goes with labels that are text; label is {labels[0]!r}")
    if alt_labels and not textual:
        raise ValueError(f"alt_labels: they go with labels that are text; label is {labels[0]!r}")
    literals = {
        label: _literals(graph, concepts, label, notes) for label in labels if label != "uri"
    }
    languages = _languages(literals, textual, language, where)
    names = {}
    for concept in concepts:
        for label in labels:
            if label == "uri":
                best = [uri_of(concept)] if uri_of(concept) else []
            else:
                entries = literals[label].get(concept, ())
                best = _best_names(entries, None if label in _CODES else languages, notes)
            if best:
                names[concept] = best
                break
    if alt_labels:
        for concept, entries in _literals(graph, concepts, "altLabel", notes).items():
            further = [text for text, tag in entries if _rank(tag, languages)]
            if further and concept in names:
                names[concept] += sorted(further)
            elif further:
                names[concept] = sorted(further)
    kind = " or ".join("a URI" if x == "uri" else _title(x) for x in labels)
    if languages and textual:
        kind += f" in {', '.join(map(repr, languages))}" if languages != [""] else ""
    return _names_apart(graph, concepts, same, names, kind, where, notes)


def _names_apart(graph, concepts, same, names, kind, where, notes):
    """Names of joined concepts together, those of several concepts apart."""
    owners, of_group = {}, {}
    for concept in sorted(concepts, key=str):
        group = of_group.setdefault(same[concept], [])
        for name in names.get(concept, ()):
            if name.strip():
                owners.setdefault(name, {})[same[concept]] = concept
                if name not in group:
                    group.append(name)
    ambiguous = {
        name: f"a name of {len(own)} concepts, "
        f"{' and '.join(sorted(map(str, own.values()))[:2])}, and nothing says which is meant; use "
        "another label of theirs, such as their URIs"
        for name, own in sorted(owners.items())
        if len(own) > 1
    }
    labels, unnamed, nameless = [], [], []
    taken = set(owners)
    for concept, group in sorted(of_group.items(), key=lambda item: str(item[0])):
        kept = [name for name in group if name not in ambiguous]
        labels += [(name, concept) for name in kept]
        if not kept:
            place = uri_of(concept) or _place_of_blank(graph, concept)
            while place in taken:
                place += "'"
            taken.add(place)
            unnamed.append((place, concept))
        if not group:
            nameless.append(concept)
    if not labels:
        raise ValueError(
            f"{where}: none of {len(of_group)} concepts has {kind}; choose another label"
        )
    if nameless:
        notes[
            f"of {len(of_group)} concepts have no {kind}, {nameless[0]} first: they stay in the "
            "hierarchy and are no labels"
        ] = len(nameless)
    if ambiguous:
        shown = ", ".join([*map(repr, list(ambiguous)[:3]), *["..."] * (len(ambiguous) > 3)])
        notes[f"names belong to more than one concept ({shown}), refused where data uses them"] = (
            len(ambiguous)
        )
    return ConceptNames(labels, unnamed, ambiguous)


def uri_of(concept):
    """The URI of a node as text; None for a blank node."""
    from rdflib import URIRef

    return str(concept) if isinstance(concept, URIRef) else None


def _place_of_blank(graph, concept):
    """A name for a blank node that does not change from one reading to the next."""
    from rdflib import Literal

    return "_:" + "|".join(sorted(str(o) for o in graph.objects(concept) if isinstance(o, Literal)))


def _literals(graph, concepts, label, notes):
    """Concept -> list of (text, tag) of each label of one kind, SKOS-XL's too."""
    from rdflib import Literal, URIRef
    from rdflib.namespace import DCTERMS, RDFS, SKOS

    spaces = {"skos": SKOS, "rdfs": RDFS, "dcterms": DCTERMS}
    if label in _PROPERTIES:
        space, local = _PROPERTIES[label]
        name, extended = spaces[space][local], URIRef(f"{SKOS_XL}{local}")
    else:
        name, extended = URIRef(label), None
    pairs = [pair for pair in graph.subject_objects(name) if pair[0] in concepts]
    form = URIRef(f"{SKOS_XL}literalForm")
    if extended is not None:
        pairs += [pair for pair in graph.subject_objects(extended) if pair[0] in concepts]
    literals, wrong = {}, 0
    for concept, value in pairs:
        texts = [value] if isinstance(value, Literal) else list(graph.objects(value, form))
        texts = [text for text in texts if isinstance(text, Literal)]
        wrong += not texts
        for text in texts:
            entry = (str(text), (text.language or "").lower())
            if entry not in literals.setdefault(concept, []):
                literals[concept].append(entry)
    if wrong:
        notes[f"{_title(label)} are no text and were left out"] = wrong
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
            raise ValueError(
                "language: expected a language tag such as 'en', or a list of them; got "
                f"{language!r}"
            )
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


def _best_names(entries, languages, notes):
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
        key = f"labels are {what} and were taken"
        notes[key] = notes.get(key, 0) + 1
    if len(best) > 1:
        key = "concepts have several labels of one kind and language: all of them are taken"
        notes[key] = notes.get(key, 0) + 1
    return best


def _title(label):
    if label not in _PROPERTIES or ":" in label:
        return label
    space, local = _PROPERTIES[label]
    return f"{space}:{local}"
