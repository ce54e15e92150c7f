"""Hierarchical precision, recall and F1: label sets extended by their ancestors.

Kiritchenko, Matwin, Nock & Famili, "Learning and Evaluation in the Presence of Class Hierarchies"
(Canadian AI 2006): with P' and T' the predicted and the gold labels together with all their
ancestors, hP = sum |P' & T'| / sum |P'|, hR = sum |P' & T'| / sum |T'|, and hF their harmonic mean.
"""

import numpy as np

from ..ratios import divide


def thesaurus_of(similarity, method):
    """The thesaurus of a measure of relatedness, which the method needs."""
    thesaurus = getattr(similarity, "thesaurus", None)
    if thesaurus is None:
        raise ValueError(
            f"similarity: {method} takes a measure over a thesaurus: "
            f"metric.similarity.relatedness(thesaurus, ...); got {similarity.name!r}"
        )
    return thesaurus


def hierarchical_scores(data, setting, thesaurus, excluded):
    """hP, hR and hF over all examples together, and as means of the examples' (samples)."""
    sizes = _extended_sizes(data, setting.similarity.concepts, thesaurus, excluded)
    weight = np.ones(len(sizes[0])) if data.weight is None else data.weight
    empty = (sizes[1] == 0) & (sizes[2] == 0)
    names = [f"hierarchical_{name}" for name in ("precision", "recall", "f1")]
    micro = map(float, _ratios(*(float((weight * each).sum()) for each in sizes)))
    samples = (
        float(np.average(np.where(empty, setting.options["zero_division"], each), weights=weight))
        for each in _ratios(*sizes)
    )
    return dict(
        zip([*names, *(f"{name}_samples" for name in names)], [*micro, *samples], strict=True)
    )


def _ratios(shared, predicted, gold):
    return divide(shared, predicted), divide(shared, gold), divide(2 * shared, predicted + gold)


def _extended_sizes(data, concepts, thesaurus, excluded):
    """Sizes of what both extended sets share, of the predicted and of the gold ones, by example."""
    n = thesaurus.n_concepts
    left_out = np.zeros(n, bool)
    left_out[list(excluded)] = True
    codes = []
    for sets in (data.predictions, data.references):
        members, offsets = np.asarray(sets.indices, np.int64), np.asarray(sets.offsets, np.int64)
        if (members >= len(concepts)).any():
            rule = "an unknown name has no ancestors; unknown_labels is 'raise' or 'ignore' here"
            raise ValueError(f"hierarchical: {rule}")
        rows = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
        at, ancestor, _ = thesaurus.ancestry.ancestors(concepts[members])
        kept = ~left_out[ancestor]
        # Each ancestor counts once per example.
        codes.append(np.unique(rows[at[kept]] * n + ancestor[kept]))
    rows = len(data.predictions.offsets) - 1
    shared = np.intersect1d(*codes, assume_unique=True)
    return [np.bincount(each // n, minlength=rows).astype(np.float64) for each in (shared, *codes)]
