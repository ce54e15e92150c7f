"""A thesaurus: names, their concepts, and the relations of these."""

from __future__ import annotations

from functools import cached_property, partial
from typing import Any

import numpy as np

from ..inputs.universe import check_names
from ..similarity.builders.found_edges import STRENGTH
from ..similarity.lookup import json_digest
from ..similarity.shortest_paths import ShortestPaths, connected_parts
from .ancestry import Ancestry, leading_back

# How many cycles an error lists.
SHOWN_CYCLES = 5
_KEPT = (*("name", "dropped", "ambiguous", "relations", "leniency", "replaced", "absent"), "titles")


class Thesaurus:
    """Concepts with broader, related and synonym relations.

    A concept may have several broader ones, and there may be several roots; no virtual root is
    added. Synonyms are merged first: they are names of one concept. A relation stated twice counts
    once, and a related pair of one and the same concept leads nowhere.

    Attributes
    ----------
    labels : tuple of str, the names that can be scored
    names : tuple of str, labels and the URIs of concepts without one
    name, dropped, ambiguous, card, relations, leniency, replaced, absent : as they were given
    titles : dict of codes and URIs -> the text next to the code, or the preferred label
    concept, concept_of_name : int arrays, the concept of each label, and of each name, numbered by
        their first names
    n_concepts : int, N
    edges : int array of shape (n, 2): rows (concept, a broader one), each once
    strengths : None where all weights are 0.8, else float64 array of shape (n,), one per edge
    related : int array of shape (n, 2): pairs of concepts, each once
    depth, shortest_depth : int arrays of shape (N,): the number of concepts on the longest, and on
        the shortest, path to a root; a root has 1
    max_depth : int, D, the greatest depth
    ic : float64 array of shape (N,): Seco's intrinsic information content, 1 - log(hypo + 1) /
        log(N), with hypo the number of distinct descendants ("An intrinsic information content
        metric for semantic similarity in WordNet", ECAI 2004); 1 if there is one concept only
    roots : int array, the concepts without a broader one
    n_below : int array of shape (N,), descendants of each concept, itself included
    ancestry, paths : Ancestry and ShortestPaths of the concepts

    Raises
    ------
    ValueError
        for no labels, names that are empty or repeated, positions out of range, and a concept that
        is broader than itself, by itself or around a cycle, which is named
    """

    def __init__(
        self, labels, broader, related=(), synonyms=(), *,
        name="thesaurus", dropped=0, unnamed=(), ambiguous=None, strengths=None, relations=(),
        leniency=None, replaced=None, absent=None, titles=None, cycles="raise", check=True, **card,
    ):  # fmt: skip
        # Rows of broader, related and synonyms are positions in labels; those at ``unnamed`` hold
        # the place of concepts without a name, and ``strengths`` has a weight per row of broader.
        # Without a check it is what another one was, and ancestors wait until they are asked for.
        self.names = check_names(labels, "labels") if check else tuple(labels)
        self.name, self.dropped, self.card = name, dropped, dict(card)
        self.ambiguous, self.relations = dict(ambiguous or {}), tuple(relations)
        self.leniency, self.replaced = dict(leniency or {}), dict(replaced or {})
        self.absent, self.titles = dict(absent or {}), dict(titles or {})
        m = len(self.names)
        given = (broader, "broader"), (related, "related"), (synonyms, "synonyms")
        broader, related, synonyms = self._relations = [_checked_pairs(*x, m) for x in given]
        self._strengths = strengths
        # Numbered by first names.
        self.concept_of_name = np.unique(connected_parts(synonyms, m), return_inverse=True)[1]
        self.n_concepts = n = int(self.concept_of_name.max()) + 1
        self._first_name = np.unique(self.concept_of_name, return_index=True)[1]
        self._unnamed = np.array(sorted(set(unnamed)), np.int64)
        is_label = np.ones(m, bool)
        is_label[self._unnamed] = False
        self.labels = tuple(name for name, kept in zip(self.names, is_label, strict=True) if kept)
        if not self.labels:
            raise ValueError("labels: a thesaurus needs one at least; every concept lacks one")
        self.concept = self.concept_of_name[is_label]
        if cycles == "break":
            broader, strengths = self._without_cycles(broader, strengths)
        elif cycles != "raise":
            raise ValueError(f"cycles: expected 'raise' or 'break'; got {cycles!r}")
        codes = self.concept_of_name[broader] @ [n, 1]
        codes, place = np.unique(codes, return_inverse=True)
        self.edges = np.stack(np.divmod(codes, n), axis=1)
        if (self.edges[:, 0] == self.edges[:, 1]).any():
            raise self._cycle_error()
        self.strengths = None
        if strengths is not None and (np.asarray(strengths) != STRENGTH).any():
            # The greatest weight of each edge.
            self.strengths = np.zeros(len(self.edges))
            np.maximum.at(self.strengths, place.reshape(-1), np.asarray(strengths, np.float64))
        codes = np.sort(self.concept_of_name[related], axis=1) @ [n, 1]
        self.related = np.stack(np.divmod(np.unique(codes), n), axis=1)
        if check:
            # Cycles are found.
            self.ancestry  # noqa: B018

    @cached_property
    def ancestry(self):
        return Ancestry(self.edges, self.n_concepts, self._cycle_error)

    @cached_property
    def paths(self):
        return ShortestPaths(np.concatenate([self.edges, self.related]), self.n_concepts)

    depth = property(lambda self: self.ancestry.depth)
    max_depth = property(lambda self: self.ancestry.max_depth)
    roots = property(lambda self: self.ancestry.roots)
    n_below = property(lambda self: self.ancestry.n_below)

    @cached_property
    def ic(self):
        return 1 - np.log(self.n_below) / (np.log(self.n_concepts) if self.n_concepts > 1 else 1)

    def __reduce__(self):
        options = {name: getattr(self, name) for name in _KEPT} | self.card
        options |= {"unnamed": tuple(self._unnamed.tolist()), "strengths": self._strengths}
        return partial(Thesaurus, check=False, **options), (self.names, *self._relations)

    def __repr__(self):
        return f"Thesaurus({self.name!r}, {self.n_concepts} concepts, {len(self.labels)} labels)"

    def __len__(self):
        return len(self.labels)

    @property
    def fingerprint(self) -> str:
        """sha256 (hex) over labels and relations, whatever their order."""
        number, names = self.canonical()
        digest = json_digest(names)
        for edges in (number[self.edges], np.sort(number[self.related], axis=1)):
            digest.update(np.array([len(edges)], "<i8").tobytes())
            digest.update(np.unique(edges, axis=0).astype("<i8").tobytes())
        if self.strengths is not None:
            order = np.lexsort(number[self.edges].T[::-1])
            digest.update(self.strengths[order].astype("<f8").tobytes())
        return digest.hexdigest()

    @cached_property
    def shortest_depth(self):
        return self.ancestry.shortest_depth()

    def facts(self) -> Any:
        """Numbers of the thesaurus' parts.

        Returns
        -------
        dict of int: "labels"; "concepts"; "roots"; "broader" and "related", the relations;
        "several_parents", the concepts with more than one broader one; "isolated", those without
        any relation; "max_depth"; and, if there are any, "dropped", the relations of the source
        that were left out, "unnamed", the concepts without a label, "ambiguous", the names of
        several concepts, "replaced", the names of deprecated concepts that others replace, and
        counts of whatever else was read with leniency
        """
        ends = np.concatenate([self.edges, self.related])
        further = {
            "dropped": self.dropped,
            "unnamed": self.n_concepts - len(np.unique(self.concept)),
            "ambiguous": len(self.ambiguous),
            "replaced": len(self.replaced),
        }
        return {
            "labels": len(self.labels),
            "concepts": self.n_concepts,
            "roots": len(self.roots),
            "broader": len(self.edges),
            "related": len(self.related),
            "several_parents": int((self.ancestry.n_parents > 1).sum()),
            "isolated": self.n_concepts - len(np.unique(ends)),
            "max_depth": self.max_depth,
            **{key: number for key, number in further.items() if number},
            **self.leniency,
        }

    def name_of(self, concept: Any) -> str:
        """The first name of a concept."""
        return self.names[self._first_name[concept]]

    def title_of(self, concept: Any) -> str:
        """The title of a concept: the text next to its code, or its preferred label."""
        name = self.name_of(concept)
        return self.titles.get(name, name)

    def canonical(self):
        """The place of each concept in an order by names alone; sorted names of each, in it."""
        names = [[] for _ in range(self.n_concepts)]
        for name, concept in zip(self.names, self.concept_of_name.tolist(), strict=True):
            names[concept].append(name)
        names = [sorted(group) for group in names]
        order = sorted(range(self.n_concepts), key=names.__getitem__)
        number = np.empty(self.n_concepts, np.int64)
        number[order] = np.arange(self.n_concepts)
        return number, [names[concept] for concept in order]

    def _closing(self, broader):
        """Loops, relations that close cycles, and these cycles, of concepts."""
        edges = np.unique(self.concept_of_name[broader], axis=0)
        loops = edges[:, 0] == edges[:, 1]
        straight = edges[~loops]
        back, cycles = leading_back(straight, self.n_concepts, self.canonical()[0])
        return edges[loops], straight[back], cycles

    def _without_cycles(self, broader, strengths):
        """The relations and their weights without those that close loops and cycles."""
        loops, back, _ = self._closing(broader)
        if not len(loops) + len(back):
            return broader, strengths
        self.leniency["broken"] = len(loops) + len(back)
        codes = self.concept_of_name[broader] @ [self.n_concepts, 1]
        kept = ~np.isin(codes, np.concatenate([loops, back]) @ [self.n_concepts, 1])
        broader = broader[kept]
        self._relations[0] = broader
        if strengths is not None:
            strengths = self._strengths = np.asarray(strengths)[kept]
        return broader, strengths

    def _cycle_error(self):
        stated, texts = self._relations[0], []
        loops, _, cycles = self._closing(stated)
        for at in np.flatnonzero(np.equal(*self.concept_of_name[stated].T)).tolist():
            child, parent = (self.names[i] for i in stated[at])
            texts.append(repr(child) + (f" below its synonym {parent!r}") * (child != parent))
        texts = list(dict.fromkeys(texts))
        for cycle in cycles:
            names = [repr(self.name_of(concept)) for concept in cycle]
            shown = names if len(names) <= 10 else [*names[:5], "...", *names[-4:]]
            texts.append(" > ".join([*shown, names[0]]))
        parts = ((len(loops), "loop"), (len(cycles), "cycle"))
        counted = [f"{n:,} {what}{'s' * (n > 1)}" for n, what in parts if n]
        more = " ..." if len(texts) > SHOWN_CYCLES else ""
        return ValueError(
            f"broader: {' and '.join(counted)}: {'; '.join(texts[:SHOWN_CYCLES])}{more}; no "
            'concept may be broader than itself. cycles="break" leaves out one relation of each'
        )


def _checked_pairs(pairs, argument, m):
    pairs = np.asarray(pairs)
    if not pairs.size:
        return np.empty((0, 2), np.int64)
    if pairs.ndim != 2 or pairs.shape[1] != 2 or pairs.dtype.kind not in "iu":
        raise ValueError(
            f"{argument}: expected pairs of positions in labels; got shape {pairs.shape} of "
            f"{pairs.dtype}"
        )
    wrong = np.argwhere((pairs < 0) | (pairs >= m))
    if len(wrong):
        raise ValueError(
            f"{argument}: positions run from 0 to {m - 1}; row {wrong[0, 0]} is "
            f"{pairs[wrong[0, 0]].tolist()}"
        )
    return pairs.astype(np.int64)
