"""Relatedness of the concepts of a thesaurus: eight measures, raw and in [0, 1]."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ..messages import expected, short, suggestion
from ..similarity.builders.leniency import counts_text
from ..similarity.label_similarity import LabelSimilarity, build
from ..similarity.lookup import ByName, PairFunction, json_digest
from .content import checked_content, content_of_counts
from .measure_table import MEASURE_TABLE
from .thesaurus import Thesaurus
from .trees import TreeMatches


class _Measure(NamedTuple):
    """A measure: what it is made of ("length", "depth", "ic", "meaning"), its raw value and unit.

    Both take a length and D, or depths or contents of the common ancestor and both concepts.
    """

    title: str
    equation: str
    of: str
    raw: Callable
    unit: Callable


def _value_alone(value, *_):
    return value


def _log_length(length, depth):
    return -np.log((length + 1) / (2 * depth))


def _unit_log_length(length, depth):
    return np.maximum(0, _log_length(length, depth) / np.log(2 * depth)) + 0.0


def _distance(common, first, second):
    return first + second - 2 * common


def _ratio(common, first, second):
    total = first + second
    return np.divide(2 * common, total, out=np.zeros(len(total)), where=total > 0)


_FORMULAS = {
    "rada": (_value_alone, lambda x, _: 1 / (1 + x)),
    "rada_linear": (_value_alone, lambda x, depth: np.maximum(0, 1 - x / (2 * depth))),
    "leacock_chodorow": (_log_length, _unit_log_length),
    "wu_palmer": (_ratio, _ratio),
    "resnik": (_value_alone, _value_alone),
    "jiang_conrath": (_distance, lambda *contents: 1 - _distance(*contents) / 2),
    "lin": (_ratio, _ratio),
    "wang": (_value_alone, _value_alone),
}
MEASURES = {name: _Measure(*row, *_FORMULAS[name]) for name, row in MEASURE_TABLE.items()}
# Up to so many labels distinct sets are scored once, which takes pairs.
FEW_LABELS = 32
WITH_RELATED = tuple(name for name, entry in MEASURES.items() if entry.of == "length")
_IC = tuple(name for name, entry in MEASURES.items() if entry.of == "ic")
_OF_DEPTH = ("wu_palmer", "leacock_chodorow", "rada_linear")


def relatedness(
    thesaurus: Thesaurus,
    measure: str = "wu_palmer",
    variant: str = "similarity",
    *,
    ic: Any = None,
    counts: Any = None,
    depth: str = "longest",
) -> Relatedness:
    """Relatedness of the concepts of a thesaurus, as a similarity for the metric.

    ====================  ====================================  ===============================
    measure               raw                                   in [0, 1]
    ====================  ====================================  ===============================
    rada                  len                                   1 / (1 + len)
    rada_linear           len                                   max(0, 1 - len / (2 D))
    leacock_chodorow      -log((len + 1) / (2 D))               divided by its value at len = 0,
                                                                at least 0
    wu_palmer             2 depth(lcs) / (depth(a) + depth(b))  as is
    resnik                IC(lcs)                               as is
    jiang_conrath         IC(a) + IC(b) - 2 IC(lcs)             1 - half of it
    lin                   2 IC(lcs) / (IC(a) + IC(b))           as is; 0 / 0 is 0
    wang                  (sum of S_a + S_b) / (SV(a) + SV(b))  as is
    ====================  ====================================  ===============================

    A concept is its own ancestor; lcs is the common ancestor of greatest IC, for Wu & Palmer of
    greatest depth. Wang's S_a(t) is the greatest product of the weights of relations (0.8, or those
    of their kinds) on ways from a up to t, SV(a) the sum of S_a, and the sum of S_a + S_b is that
    over common ancestors. In [0, 1] the diagonal is 1 for every measure. Without a common ancestor
    (or a path) every value in [0, 1] is 0; of the raw values, len and the distance of Jiang &
    Conrath are infinite, Leacock & Chodorow is minus infinity, the others are 0. The measures are
    those of Hauff, "Semantically-enhanced evaluation of multi-label classifiers" (DIR 2013).
    Values are worked out for the pairs that are asked for, so that large thesauri work.

    Parameters
    ----------
    thesaurus : Thesaurus, from :func:`read_thesaurus` or :func:`make_thesaurus`
    measure : one of the table; default "wu_palmer"
    variant : for rada, rada_linear and leacock_chodorow "similarity" (paths up to a common ancestor
        and down again) or "relatedness" (paths over related concepts too)
    ic : None for Seco's information content, or that of each label: an array in the order of the
        thesaurus' labels, or a mapping or pandas.Series from labels
    counts : mapping (or pandas.Series) of labels to how often they occur in a corpus, instead of
        Seco's: IC(c) = 1 - log(f(c)) / log(N), f(c) the occurrences of c and everything below it, N
        those of all. Resnik's -log(f(c) / N), divided by its value for a concept that occurs once;
        one that never occurs counts as once
    depth : "longest" (default) or "shortest": the depth of a concept is the number of concepts on
        that path to a root, D the greatest depth. For wu_palmer, leacock_chodorow, rada_linear,
        and rada with variant="relatedness". Where a concept has several broader ones, Wu & Palmer
        by "shortest" is the greatest 2 d / (2 d + len) of common ancestors, d their depth and len
        the edges up to them from both

    Returns
    -------
    Relatedness: what ``similarity=`` takes, with ``raw`` values too; its method
    ``to_similarity(labels=[...])`` makes a table for some concepts
    """
    if not hasattr(thesaurus, "ancestry"):
        raise ValueError(
            f"thesaurus: expected a Thesaurus, got {short(thesaurus)}; read_thesaurus(path) makes "
            "one of a SKOS file, make_thesaurus(pairs) of pairs of names"
        )
    _check_options(measure, variant, depth, counts, ic)
    source = "Seco" if ic is None else "given"
    if counts is not None:
        ic, source = content_of_counts(counts, thesaurus), "of corpus counts"
    elif ic is not None:
        ic = checked_content(ic, thesaurus)
    definition = thesaurus, measure, variant, depth, ic, source
    return Relatedness(thesaurus.labels, thesaurus.concept, *definition)


def _check_options(measure, variant, depth, counts, ic):
    for argument, value, choices in (
        ("measure", measure, MEASURES),
        ("variant", variant, ("similarity", "relatedness")),
        ("depth", depth, ("longest", "shortest")),
    ):
        if not isinstance(value, str) or value not in choices:
            raise expected(argument, f"one of {', '.join(choices)}", value)
    if counts is not None and ic is not None:
        raise ValueError("counts: ic= gives the information content already; pass one of them")
    is_variant = variant == "relatedness"
    for argument, given, known, uses in (
        ("variant", is_variant, WITH_RELATED, "have this variant"),
        ("depth", depth != "longest" and not is_variant, _OF_DEPTH,
         "and rada as 'relatedness' use it"),
        ("counts", counts is not None, _IC, "use them"),
        ("ic", ic is not None, _IC, "use it"),
    ):  # fmt: skip
        if given and measure not in known:
            only = ", ".join(known)
            raise ValueError(f"{argument}: only {only} {uses}; the measure is {measure}")


class Relatedness(ByName):
    """A measure over labels of a thesaurus; :func:`relatedness` makes it.

    It is a similarity as the metric takes them: symmetric, 1 on the diagonal, 0 between labels
    that have nothing in common. What needs a table of values is a method of the table that
    :meth:`to_similarity` makes: ``to_similarity(labels=[...])`` has ``audit``, ``save`` and
    ``facts``.

    Attributes
    ----------
    name : str, "THESAURUS/MEASURE", followed by "/relatedness" for that variant and by
        "/shortest_depth" for that depth
    labels : tuple of str, length m
    none_labels, prefix_widths : empty tuples
    thesaurus, measure, variant, depth : what it was made from
    ambiguous : dict of names of several concepts, which are no labels -> why
    absent : dict of names of deprecated concepts that nothing replaces -> why they are no labels
    replaced : dict of names of deprecated concepts -> the labels that stand for them in data
    concepts : int array of shape (m,), the concept of each label
    """

    none_labels = ()
    prefix_widths = ()

    def __init__(self, labels, concepts, thesaurus, measure, variant, depth, ic, content):
        self.labels, self.concepts = labels, concepts
        self.thesaurus, self.measure, self.variant = thesaurus, measure, variant
        self._definition, self.depth = (thesaurus, measure, variant, depth, ic, content), depth
        self.ambiguous, self.absent = thesaurus.ambiguous, thesaurus.absent
        self.replaced = thesaurus.replaced
        self._ic, self._content_source = ic, content
        self._matches = None
        self._last = np.empty(0, np.int64), np.empty(0)

    def __reduce__(self):
        return Relatedness, (self.labels, self.concepts, *self._definition)

    def __repr__(self):
        return f"Relatedness({self.name!r}, {len(self.labels)} labels)"

    @property
    def largest_root(self):
        """The index of the label whose concept is the root with most concepts below it, or None."""
        roots = np.intersect1d(self.thesaurus.roots, self.concepts)
        if not len(roots):
            return None
        largest = roots[self.thesaurus.n_below[roots].argmax()]
        return int((self.concepts == largest).argmax())

    @property
    def name(self) -> str:
        suffix = "/relatedness" if self.variant == "relatedness" else ""
        suffix += "/shortest_depth" if self.depth == "shortest" else ""
        return f"{self.thesaurus.name}/{self.measure}{suffix}"

    @property
    def card(self) -> dict[str, Any]:
        """Card of the thesaurus, with a separate title and derivation."""
        entry, facts = MEASURES[self.measure], self.thesaurus.facts()
        over = self.thesaurus.card.get("title", self.thesaurus.name)
        ways = "broader and related relations" if self.variant == "relatedness" else "the hierarchy"
        dropped = f"; {facts['dropped']} relations left out" if self.thesaurus.dropped else ""
        if self.thesaurus.relations:
            dropped += f"; relations {', '.join(self.thesaurus.relations)}"
        if self.thesaurus.strengths is not None and self.measure != "wang":
            dropped += ", whose weights are for wang alone"
        if self.thesaurus.leniency:
            dropped += f"; read with leniency: {counts_text(self.thesaurus.leniency)}"
        content = "" if entry.of != "ic" else f", IC {self._content_source}"
        by = " by the shortest ways up" if self.depth == "shortest" else ""
        by += ", of both over the lcs" if by and self.measure == "wu_palmer" else ""
        return {
            **self.thesaurus.card,
            "title": f"{entry.title} over {over}",
            "derivation": f"{entry.equation}, over {ways}{content}; {facts['concepts']} concepts, "
            f"{facts['roots']} roots, greatest depth D = {self._max_depth()}{by}{dropped}",
        }

    @property
    def pairs(self) -> Any:
        """Values in [0, 1] of pairs: equally long int arrays ``a``, ``b`` in, a float64 array out.

        Where the thesaurus is a tree it has ``best_matches`` too.
        """
        matches = self.tree_matches()

        def best(predictions, references):
            sides = predictions, references
            concepts = (self.concepts[sets.indices] for sets in sides)
            return matches.best(*concepts, [sets.offsets for sets in sides])

        # Paths and ancestors cost more by the call than by the pair.
        return PairFunction(self._values_of_pairs, None if matches is None else best, at_once=True)

    def _values_of_pairs(self, a, b):
        """Values of pairs of labels by their places; each distinct pair is worked out once."""
        codes, place = self._distinct(a, b)
        # Precision and recall of the same sets ask for the same pairs, one after the other.
        last_codes, values = self._last
        if not np.array_equal(codes, last_codes):
            first, second = np.divmod(codes, self.thesaurus.n_concepts)
            values = self._worked_out("unit", first, second)
            values[first == second] = 1
            self._last = codes, values
        return values[place]

    def tree_matches(self):
        """TreeMatches of the concepts, or None if they are no tree or labels are few."""
        of_meaning = MEASURES[self.measure].of == "meaning"
        if self.variant == "relatedness" or of_meaning or len(self.labels) <= FEW_LABELS:
            return None
        if self._matches is None:
            ancestors = self.thesaurus.ancestry.by_level
            if ancestors is None:
                return None
            entry, longest = MEASURES[self.measure], self.thesaurus.max_depth
            unit = entry.unit
            if entry.of == "length":
                unit = lambda c, a, b: entry.unit(a + b - 2 * c, longest)  # noqa: E731
            content = self._content() if entry.of == "ic" else None
            self._matches = TreeMatches(ancestors, self.thesaurus.depth, content, unit)
        return self._matches

    def raw(self, a: Any, b: Any) -> np.ndarray:
        """Raw values of index pairs ``a``, ``b``; see :func:`relatedness` for infinite ones."""
        codes, place = self._distinct(a, b)
        return self._worked_out("raw", *np.divmod(codes, self.thesaurus.n_concepts))[place]

    def _at(self, labels, places):
        return Relatedness(labels, self.concepts[places], *self._definition)

    def to_similarity(self, labels: Any = None) -> LabelSimilarity:
        """A table of the values of ``labels`` (default: all, up to 5,000), with its card."""
        cut = self if labels is None else self.restrict(labels)
        return build(cut.values, cut.labels, name=cut.name, **cut.card)

    @property
    def fingerprint(self) -> str:
        """sha256 (hex) over measure, variant, depth, ic, thesaurus and labels, in any order."""
        number, names = self.thesaurus.canonical()
        numbered = zip(self.labels, number[self.concepts].tolist(), strict=True)
        content = {
            "kind": "relatedness",
            "measure": self.measure,
            "variant": self.variant,
            "thesaurus": self.thesaurus.fingerprint,
            "labels": sorted([label, names[concept][0]] for label, concept in numbered),
            # The default is no part of it: to say it or not is the same.
            **({} if self.depth == "longest" else {"depth": self.depth}),
        }
        digest = json_digest(content)
        if self._ic is not None:
            digest.update((self._ic[np.argsort(number)] + 0.0).astype("<f8").tobytes())
        return digest.hexdigest()

    def _unknown(self, label):
        return f"label: {self._why(label)}"

    def _lacks(self, missing):
        more = f", nor {len(missing) - 1} others" if len(missing) > 1 else ""
        return f"{self._why(missing[0])}{more}"

    def _why(self, label):
        why = self.ambiguous.get(label) or self.absent.get(label)
        if why:
            return f"{label!r} is {why}"
        if label in self.replaced:
            return f"{label!r} is deprecated, and replaced by {self.replaced[label]!r}"
        return f"{self.name} has no label {label!r}{suggestion(label, self.labels)}"

    def _distinct(self, a, b):
        """Pairs of concepts, each once as a number, and which of them each pair of labels is."""
        a, b = self.concepts[a], self.concepts[b]
        codes = np.minimum(a, b) * self.thesaurus.n_concepts + np.maximum(a, b)
        return np.unique(codes, return_inverse=True)

    def _worked_out(self, kind, first, second):
        """The values of a kind, "raw" or "unit"."""
        thesaurus, entry = self.thesaurus, MEASURES[self.measure]
        ancestry, work = thesaurus.ancestry, getattr(entry, kind)
        if entry.of == "length":
            depth = self._max_depth()
            if self.variant != "relatedness":
                return work(ancestry.up_and_down(first, second), depth)
            limit = 2 * depth - 1 if kind == "unit" else None
            return work(thesaurus.paths.shortest(first, second, limit), depth)
        if self.measure == "wang":
            common, sides = ancestry.shared_meaning(first, second, thesaurus.strengths), ()
        elif self.measure == "wu_palmer" and self.depth == "shortest":
            common = ancestry.best_over_common(first, second, thesaurus.shortest_depth)
            # The ratio itself, as that of depths.
            sides = [np.ones(len(common))] * 2
        else:
            value = thesaurus.depth if self.measure == "wu_palmer" else self._content()
            common = ancestry.greatest_common(first, second, value)
            sides = value[first], value[second]
        apart = np.inf if kind == "raw" and self.measure == "jiang_conrath" else 0
        return np.where(np.isnan(common), apart, work(common, *sides))

    def _max_depth(self):
        if self.depth == "longest":
            return self.thesaurus.max_depth
        return int(self.thesaurus.shortest_depth.max())

    def _content(self):
        return self.thesaurus.ic if self._ic is None else self._ic
