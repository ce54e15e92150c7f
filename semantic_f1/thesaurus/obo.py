"""OBO files: terms, their relations by kind, synonyms, and what replaces obsolete ones."""

import re

from ..similarity.builders.edges import edges_of_pairs
from ..similarity.builders.found_edges import FoundEdges, with_relations
from ..similarity.builders.hierarchy_files import text_of
from .names import ends_of, further_names, renamed

_ESCAPES = {"n": "\n", "W": " ", "t": "\t"}
_SYNONYM = re.compile(r'"((?:[^"\\]|\\.)*)"\s+EXACT\b')
# Where is_a leaves so many terms alone, relations to wholes are named.
_ISOLATED = 1 / 4
_KINDS_OF_PARTS = ("part_of", "BFO:0000050")


def read_obo(path, where, leniency, options):
    """The hierarchy of the terms of a file; ids are labels, names further ones."""
    stanzas = [x for x in _stanzas(text_of(path, where).splitlines()) if "id" in x[1]]
    every = {fields["id"][0]: fields for kind, fields in stanzas if kind == "Term"}
    if not every:
        raise ValueError(f"{where}: no [Term] has an id; is it an OBO file?")
    terms = {id: fields for id, fields in every.items() if fields.get("is_obsolete") != ["true"]}
    pairs, kinds = [], []
    for id, fields in terms.items():
        named = [("is_a", parent) for parent in fields.get("is_a", ())]
        named += [tuple(value.split()[:2]) for value in fields.get("relationship", ())]
        for kind, parent in named:
            pairs.append((id, parent))
            kinds.append(kind)
    names = {
        fields["name"][0]: fields["id"][0]
        for kind, fields in stanzas
        if kind == "Typedef" and "name" in fields
    }
    found = FoundEdges(pairs, "child-parent", list(terms))
    relations = options["relations"]
    if relations is None and len(set(kinds)) > 1:
        _tell_default(pairs, kinds, terms, leniency)
        relations = ["is_a"]
    found = with_relations(found, kinds, relations, "relations", "the file", names)
    kept = [at for at, (_, parent) in enumerate(found.pairs) if parent in terms]
    ends = {parent for _, parent in found.pairs} - terms.keys()
    n_loose = len(found.pairs) - len(kept)
    leniency.loose_ends(n_loose, ends, "term", options["dangling"], where)
    if options["dangling"] == "drop":
        found = found.at(kept)
    edges = edges_of_pairs("broader", found, loops=True)
    named = []
    for id, fields in terms.items():
        synonyms = [m[1] for m in map(_SYNONYM.match, fields.get("synonym", ())) if m]
        exact = map(_unescaped, synonyms) if options["alt_labels"] else ()
        named += [(name, id) for name in (*fields.get("name", ()), *exact)]
    synonyms, ambiguous = further_names(named, terms, "the ids")
    leniency.add("ambiguous", len(ambiguous), "names belong to more than one concept")
    labels = {*edges.nodes, *(name for name, _ in synonyms)}
    followed, absent = renamed(
        *_replacements(every, terms), {x: x for x in edges.nodes}, labels, (), options["replaced"]
    )
    return edges._replace(
        titles={id: fields["name"][0] for id, fields in terms.items() if "name" in fields},
        synonyms=synonyms,
        ambiguous=ambiguous,
        replaced=followed,
        absent=absent,
        leniency=leniency,
    )


def _stanzas(lines):
    """Kind of each stanza and its fields, name -> values."""
    stanzas, fields = [], None
    for line in lines:
        if line.startswith("["):
            fields = {}
            stanzas.append((line.strip("[] \t"), fields))
        elif fields is not None and ":" in line:
            name, _, value = line.partition(":")
            value = value.strip()
            if name not in ("synonym", "def"):
                value = _unescaped(re.split(r"(?<!\\) !|(?<!\\) \{", value, maxsplit=1)[0].strip())
            fields.setdefault(name, []).append(value)
    return stanzas


def _unescaped(text):
    """Text without its backslash escapes."""
    return re.sub(r"\\(.)", lambda match: _ESCAPES.get(match[1], match[1]), text)


def _tell_default(pairs, kinds, terms, leniency):
    """Tell that is_a was taken; and which kind joins most of the terms that it leaves alone."""
    n = sum(kind != "is_a" for kind in kinds)
    clause = f"broader is is_a, and {n:,} relations of other kinds were left out"

    def joined(*those):
        ends = (pair for pair, kind in zip(pairs, kinds, strict=True) if kind in those)
        return {end for pair in ends for end in pair}

    alone = set(terms) - joined("is_a")
    if len(alone) > _ISOLATED * len(terms):
        clause += f"; is_a leaves {len(alone):,} of {len(terms):,} terms alone"
        # Of the others only parts lead to what is broader.
        by_parts = alone & joined(*_KINDS_OF_PARTS)
        if by_parts:
            kind = next(kind for kind in kinds if kind in _KINDS_OF_PARTS)
            clause += f', and {kind} joins {len(by_parts):,} of them: relations=["is_a", "{kind}"]'
    leniency.note("left_out_relations", n, clause)


def _replacements(every, terms):
    """Obsolete and further ids -> the terms that replace them, and the names of each."""
    steps, names = {}, {}
    for id, fields in every.items():
        for other in fields.get("alt_id", ()):
            if other not in terms:
                steps.setdefault(other, set()).add(id)
                names[other] = [other]
        if id not in terms:
            steps.setdefault(id, set()).update(fields.get("replaced_by", ()))
            names[id] = [id, *fields.get("name", ())]
    return {old: ends_of(old, steps, terms.keys()) for old in steps}, names
