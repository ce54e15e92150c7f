"""Random thesauri, and the definitions of what is asked of them, word by word."""

from collections import deque

import numpy as np
from hypothesis import strategies as st
from read_vocabularies import COUNTS

PREFIXES = """
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix xl: <http://www.w3.org/2008/05/skos-xl#> .
@prefix iso: <http://purl.org/iso25964/skos-thes#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix dcterms: <http://purl.org/dc/terms/> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix : <http://example.org/> .
"""


def counts(thesaurus):
    facts = thesaurus.facts()
    return [facts[name] for name in COUNTS]


@st.composite
def thesauri(draw):
    """Labels, broader, related and synonyms, free of cycles once synonyms are merged."""
    n_groups = draw(st.integers(1, 9))
    groups = draw(
        st.permutations([*range(n_groups), *draw(st.lists(st.integers(0, n_groups - 1)))])
    )
    labels = tuple(f"l{i}" for i in range(len(groups)))
    label = st.integers(0, len(labels) - 1)
    pairs = st.lists(st.tuples(label, label), max_size=14)
    # A group of a smaller number is never below one of a greater number.
    broader = [(a, b) for a, b in draw(pairs) if groups[a] > groups[b]]
    synonyms = [(a, groups.index(group)) for a, group in enumerate(groups)]
    return labels, broader, draw(pairs), synonyms


class Definitions:
    """The definitions word by word, over concepts as frozensets of label positions."""

    def __init__(self, labels, broader, related, synonyms):
        self.concept = {a: frozenset([a]) for a in range(len(labels))}
        for a, b in synonyms:
            both = self.concept[a] | self.concept[b]
            self.concept.update(dict.fromkeys(both, both))
        self.concepts = set(self.concept.values())
        self.up = {c: {self.concept[b] for a, b in broader if a in c} for c in self.concepts}
        edges = [(self.concept[a], self.concept[b]) for a, b in (*broader, *related)]
        self.beside = {
            c: {y for x, y in edges if x == c} | {x for x, y in edges if y == c}
            for c in self.concepts
        }

    def steps(self, concept, ways):
        """Fewest steps to all concepts that can be reached."""
        steps, waiting = {concept: 0}, deque([concept])
        while waiting:
            here = waiting.popleft()
            for there in ways[here] - steps.keys():
                steps[there] = steps[here] + 1
                waiting.append(there)
        return steps

    def shares(self, concept):
        """Ancestor -> S of Wang's measure, all weights 0.8: over every way up."""
        shares, waiting = {}, [(concept, 1)]
        while waiting:
            here, share = waiting.pop()
            shares[here] = max(share, shares.get(here, 0))
            waiting += [(there, 0.8 * share) for there in self.up[here]]
        return shares

    def depth(self, concept):
        return 1 + max(map(self.depth, self.up[concept]), default=0)

    def ic(self, concept):
        n = len(self.concepts)
        below = sum(concept in self.steps(other, self.up) for other in self.concepts)
        return 1 - np.log(below) / np.log(n) if n > 1 else 1.0

    def up_and_down(self, a, b):
        first, second = self.steps(a, self.up), self.steps(b, self.up)
        return min((first[c] + second[c] for c in first.keys() & second.keys()), default=np.inf)

    def shortest(self, a, b):
        return self.steps(a, self.beside).get(b, np.inf)

    def common(self, a, b):
        return self.steps(a, self.up).keys() & self.steps(b, self.up).keys()

    def greatest_common(self, a, b, value):
        return max(map(value, self.common(a, b)), default=None)

    def unit(self, measure, variant, a, b):
        """The value in [0, 1], from the table of measures."""
        if a == b:
            return 1
        length = (self.shortest if variant == "relatedness" else self.up_and_down)(a, b)
        deepest = max(map(self.depth, self.concepts))
        if measure in {"rada", "rada_linear", "leacock_chodorow"}:
            if length == np.inf or (variant == "relatedness" and length > 2 * deepest - 1):
                return 0
            if measure == "rada":
                return 1 / (1 + length)
            if measure == "rada_linear":
                return max(0, 1 - length / (2 * deepest))
            at_zero = -np.log(1 / (2 * deepest))
            return max(0, -np.log((length + 1) / (2 * deepest)) / at_zero)
        if measure == "wang":
            first, second = self.shares(a), self.shares(b)
            both = sum(first[c] + second[c] for c in first.keys() & second.keys())
            return both / (sum(first.values()) + sum(second.values()))
        value = self.depth if measure == "wu_palmer" else self.ic
        common = self.greatest_common(a, b, value)
        if common is None:
            return 0
        if measure == "resnik":
            return common
        if measure == "jiang_conrath":
            return 1 - (value(a) + value(b) - 2 * common) / 2
        total = value(a) + value(b)
        return 2 * common / total if total else 0
