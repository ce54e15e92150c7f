"""Deprecated concepts and what replaces them, chains followed to their ends."""

from .names import DCTERMS, is_blank
from .rdf import RdfText

_REPLACED_BY = (f"{DCTERMS}isReplacedBy", "http://purl.obolibrary.org/obo/IAO_0100001")
_DEPRECATED = "http://www.w3.org/2002/07/owl#deprecated"


def replacements_of(graph, concepts):
    """Deprecated nodes of an RDF file -> the concepts at the ends of their chains."""
    steps = {}
    for name in _REPLACED_BY:
        for old, new in graph.pairs(name):
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
