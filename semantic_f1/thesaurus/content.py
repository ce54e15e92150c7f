"""Information content of concepts: given values, and those of corpus counts."""

from collections.abc import Mapping

import numpy as np

from ..messages import expected
from ..similarity.builders.checks import real
from ..similarity.builders.columns import is_series


def content_of_counts(counts, thesaurus):
    """Information content of each concept from how often labels occur in a corpus.

    IC(c) = 1 - log(f(c)) / log(N): f(c) are the occurrences of c and of everything below it, each
    once however many ways lead up, N those of all labels. That is Resnik's -log(f(c) / N) ("Using
    information content to evaluate semantic similarity in a taxonomy", IJCAI 1995) divided by its
    value for a concept that occurs once; a concept that never occurs counts as one that does.
    """
    counts = _without_index(counts, "counts", "; add them up")
    if not isinstance(counts, Mapping):
        raise expected("counts", "a mapping of labels to numbers", counts)
    place = dict(zip(thesaurus.names, thesaurus.concept_of_name.tolist(), strict=True))
    own = np.zeros(thesaurus.n_concepts)
    for label, number in counts.items():
        if label not in place:
            why = thesaurus.ambiguous.get(label, "no label of the thesaurus")
            raise ValueError(f"counts: {label!r} is {why}")
        if real(number) != 0 and not 1 <= real(number) < np.inf:
            raise ValueError(f"counts: expected 0 or a number from 1 up; {label!r} has {number!r}")
        own[place[label]] += number
    total = float(sum(counts.values()))
    if total <= 1:
        raise ValueError(f"counts: labels must occur more than once in all; got {total:g}")
    used = np.flatnonzero(own)
    at, ancestor, _ = thesaurus.ancestry.ancestors(used)
    occurrences = np.bincount(ancestor, own[used][at], thesaurus.n_concepts)
    return np.clip(1 - np.log(np.maximum(occurrences, 1)) / np.log(total), 0, 1)


def _without_index(given, argument, advice=""):
    """A pandas.Series as a mapping: it is none, and as an array it would lose its index."""
    if not is_series(given):
        return given
    repeated = given.index[given.index.duplicated()]
    if len(repeated):
        raise ValueError(f"{argument}: {repeated[0]!r} stands more than once in the index{advice}")
    return given.to_dict()


def checked_content(ic, thesaurus):
    """The information content of each concept, from that of each label."""
    labels, concept_of = thesaurus.labels, thesaurus.concept
    ic = _without_index(ic, "ic")
    if isinstance(ic, Mapping):
        # Concepts without a label have values too, under their URIs.
        labels, concept_of = thesaurus.names, thesaurus.concept_of_name
        missing = [label for label in labels if label not in ic]
        if missing:
            raise ValueError(
                f"ic: {len(missing)} labels have none, {missing[0]!r} first; values in the order "
                "of the labels go into a list or an array"
            )
        ic = [ic[label] for label in labels]
    elif len(thesaurus.names) > len(labels):
        raise ValueError(
            f"ic: {len(thesaurus.names) - len(labels)} concepts have no label, so an array has no "
            "value for them; pass a mapping with their URIs too"
        )
    ic = np.asarray(ic, dtype=np.float64)
    if ic.shape != (len(labels),):
        raise ValueError(f"ic: expected one value per label, {len(labels)}; got shape {ic.shape}")
    wrong = np.flatnonzero(~((ic >= 0) & (ic <= 1)))
    if len(wrong):
        label, value = labels[wrong[0]], ic[wrong[0]]
        raise ValueError(
            f"ic: values lie in [0, 1], divide them by the greatest; {label!r} has {value}"
        )
    content = np.empty(thesaurus.n_concepts)
    content[concept_of] = ic
    differing = np.flatnonzero(content[concept_of] != ic)
    if len(differing):
        label = labels[differing[0]]
        raise ValueError(f"ic: {label!r} has another value than its synonym, the same concept")
    child, parent = thesaurus.edges.T
    rising = np.flatnonzero(content[parent] > content[child])
    if len(rising):
        child, parent = (thesaurus.name_of(c) for c in thesaurus.edges[rising[0]])
        raise ValueError(
            f"ic: a broader concept never has more than a narrower one; {parent!r} has more than "
            f"{child!r}"
        )
    return content
