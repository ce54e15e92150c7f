"""Names of concepts: by properties and languages in order of preference; of deprecated ones."""

from ..messages import expected, listed
from ..similarity.builders.leniency import Leniency
from .rdf import RdfText

SKOS = "http://www.w3.org/2004/02/skos/core#"
RDFS = "http://www.w3.org/2000/01/rdf-schema#"
DCTERMS = "http://purl.org/dc/terms/"
_SPACES = {"skos": SKOS, "rdfs": RDFS, "dcterms": DCTERMS}
# Names of labels -> properties; "uri" is the concept's own.
_PROPERTIES = {
    **{name: f"skos:{name}" for name in ("notation", "prefLabel", "altLabel", "hiddenLabel")},
    "rdfs:label": "rdfs:label",
    **{name: f"dcterms:{name}" for name in ("title", "identifier")},
}
LABEL_PROPERTIES = ("uri", *_PROPERTIES)
# These are no text in a language.
CODES = ("uri", "notation", "identifier")
SKOS_XL = "http://www.w3.org/2008/05/skos-xl#"
_REPLACED_BY = (f"{DCTERMS}isReplacedBy", "http://purl.obolibrary.org/obo/IAO_0100001")
_DEPRECATED = "http://www.w3.org/2002/07/owl#deprecated"


def names_by_concept(graph, concepts, old, where, labels, language, alt_labels, leniency):
    """Names of each concept, the preferred first, and their kind; ``old`` go uncounted."""
    every, uncounted = {*concepts, *old}, Leniency()
    textual = [label for label in labels if label not in CODES]
    for argument, given in (("language", language is not None), ("alt_labels", alt_labels)):
        if given and not textual:
            raise ValueError(f"{argument}: goes with labels that are text; label is {labels[0]!r}")
    literals = {label: _literals(graph, every, label, leniency) for label in labels}
    languages = _languages(literals, textual, language, where)
    names = {}
    for concept in sorted(every):
        told = leniency if concept in concepts else uncounted
        for label in labels:
            entries = literals[label].get(concept, ())
            best = _best_names(entries, None if label in CODES else languages, told)
            if best:
                names[concept] = best
                break
    if alt_labels:
        for concept, entries in _literals(graph, every, "altLabel", leniency).items():
            further = sorted(text for text, tag in entries if _rank(tag, languages))
            if further:
                names[concept] = [*names.get(concept, ()), *further]
    kind = " or ".join("a URI" if x == "uri" else _PROPERTIES.get(x, x) for x in labels)
    if languages and textual:
        kind += f" in {', '.join(map(repr, languages))}" if languages != [""] else ""
    return names, kind


def names_apart(graph, concepts, same, names, kind, where, leniency, inside):
    """Pairs (name, concept) of labels; a name in place of each other concept; names -> why none.

    Names of joined concepts come together; only those ``inside``, of one concept, are labels.
    """
    named = [
        (name, same[concept])
        for concept in sorted(concepts)
        if inside is None or concept in inside
        for name in names.get(concept, ())
        if name.strip()
    ]
    labels, ambiguous = further_names(named, (), "another label of theirs, such as their URIs")
    ambiguous = dict(sorted(ambiguous.items()))
    groups = sorted(set(same.values()))
    taken, with_label = {name for name, _ in named}, {concept for _, concept in labels}
    unnamed = {}
    for concept in groups:
        if concept not in with_label:
            place = _place_of_blank(graph, concept) if is_blank(concept) else concept
            while place in taken:
                place += "'"
            taken.add(place)
            unnamed[concept] = place
    if not labels:
        raise ValueError(
            f"{where}: none of {len(groups)} concepts has {kind}; choose another label"
        )
    with_name = {concept for _, concept in named}
    nameless = [x for x in groups if x not in with_name and (inside is None or x in inside)]
    what = f"of {len(groups)} concepts have no {kind}, {min(nameless, default=None)} first"
    stay = "they stay in the hierarchy and are no labels"
    leniency.add("unnamed", len(nameless), f"{what}: {stay}")
    what = f"names belong to more than one concept ({listed(ambiguous)})"
    leniency.add("ambiguous", len(ambiguous), f"{what}, refused where data uses them")
    return labels, unnamed, ambiguous


def further_names(named, codes, instead):
    """Pairs (name, code) of names of one concept that are no codes; names of several -> why."""
    owners = {}
    for name, code in named:
        if name not in codes:
            owners.setdefault(name, {})[code] = True
    ambiguous = {
        name: f"a name of {len(own)} concepts, {' and '.join(map(repr, list(own)[:2]))}"
        f"{' among them' * (len(own) > 2)}; use {instead}"
        for name, own in owners.items()
        if len(own) > 1
    }
    return [(name, next(iter(own))) for name, own in owners.items() if len(own) == 1], ambiguous


def titles_of(graph, names):
    """Codes and URIs, given per concept, -> its preferred label, in English if it has one."""
    best = {}
    for kind in (f"{RDFS}label", f"{SKOS}prefLabel"):
        found = {}
        for concept, value in graph.pairs(kind):
            if concept in names and isinstance(value, RdfText):
                name, tag = names[concept], value.language.lower()
                # Of joined concepts the one goes first that the URI names.
                key = concept != name, tag.partition("-")[0] not in ("en", ""), tag, value.text
                found[name] = min(found.get(name, key), key)
        best |= found
    return {name: text for name, (*_, text) in sorted(best.items()) if text.strip()}


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
    if label == "uri":
        return {concept: [(concept, "")] for concept in concepts if not is_blank(concept)}
    properties, forms = [graph.expanded(label)], {}
    if label in _PROPERTIES:
        space, _, local = _PROPERTIES[label].partition(":")
        properties = [f"{_SPACES[space]}{local}", f"{SKOS_XL}{local}"]
        for node, text in graph.pairs(f"{SKOS_XL}literalForm"):
            forms.setdefault(node, []).append(text)
    literals, n_wrong = {}, 0
    for concept, value in (pair for name in properties for pair in graph.pairs(name)):
        if concept in concepts:
            texts = [value] if isinstance(value, RdfText) else forms.get(value, [])
            texts = [text for text in texts if isinstance(text, RdfText)]
            n_wrong += not texts
            for text in texts:
                literals.setdefault(concept, {})[text.text, text.language.lower()] = True
    leniency.add(
        "not_text", n_wrong, f"{_PROPERTIES.get(label, label)} are no text and were left out"
    )
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
    if not wanted or not any(_rank(tag, wanted) for tag in tags):
        kind = _PROPERTIES.get(textual[0], textual[0])
        raise ValueError(
            f"language: expected one of the languages of {where}: "
            f"{', '.join(map(repr, tags)) or f'it has no {kind}'}; got {language!r}"
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
        leniency.add("other_language", 1, f"labels are {what} and were taken")
    if len(best) > 1:
        what = "concepts have several labels of one kind and language: all of them are taken"
        leniency.add("several_labels", 1, what)
    return best


def replacements_of(graph, concepts):
    """Deprecated nodes of an RDF file -> the concepts at the ends of their chains."""
    steps = {}
    for old, new in graph.pairs(*_REPLACED_BY):
        if old not in concepts and not isinstance(new, RdfText):
            steps.setdefault(old, set()).add(new)
    for old, value in graph.pairs(_DEPRECATED):
        # Some write yes, some true.
        if old not in concepts and not is_blank(old) and value != RdfText("false", ""):
            steps.setdefault(old, set())
    return {old: ends_of(old, steps, concepts) for old in steps}


def ends_of(old, steps, concepts):
    """Concepts that the steps lead to from a deprecated one."""
    return concepts & reached(lambda node: () if node in concepts else steps.get(node, ()), [old])


def reached(next_of, starts):
    """The starts and whatever steps from them lead to."""
    found, waiting = set(starts), list(starts)
    while waiting:
        new = set(next_of(waiting.pop())) - found
        found |= new
        waiting += new
    return found


def renamed(replacements, old_names, texts, labels, unnamed, replaced):
    """Names of deprecated concepts -> the label that stands for them, and why others have none.

    ``texts`` are the first names of concepts, ``unnamed`` those that are no labels.
    """
    ends_of_name, followed, absent = {}, {}, {}
    for old in sorted(replacements):
        ends = {texts[end] for end in replacements[old]} - set(unnamed)
        for name in old_names.get(old, ()):
            if name not in labels:
                ends_of_name.setdefault(name, []).append(ends)
    for name, each in ends_of_name.items():
        ends = sorted(set().union(*each))
        if replaced == "follow" and len(ends) == 1 and all(each):
            followed[name] = ends[0]
        elif ends:
            absent[name] = f"deprecated, and replaced by {' and '.join(map(repr, ends[:2]))}"
        else:
            absent[name] = "deprecated, and nothing replaces it"
    return followed, absent
