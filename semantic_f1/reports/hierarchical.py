"""Hierarchical precision, recall and F1: label sets extended by their ancestors.

Kiritchenko, Matwin, Nock & Famili, "Learning and Evaluation in the Presence of Class Hierarchies"
(Canadian AI 2006): with P' and T' the predicted and the gold labels together with all their
ancestors, hP = sum |P' & T'| / sum |P'|, hR = sum |P' & T'| / sum |T'|, and hF their harmonic mean.
"""

from typing import NamedTuple

import numpy as np


class ExtendedSizes(NamedTuple):
    """Sizes of extended sets, one entry per example: float64 arrays."""

    shared: np.ndarray
    predicted: np.ndarray
    gold: np.ndarray


def concepts_of(sets, concepts):
    """Label sets as sets of concepts: (members, offsets)."""
    members = np.asarray(sets.indices, np.int64)
    unknown = members >= len(concepts)
    if unknown.any():
        raise ValueError(
            "hierarchical: an unknown name has no ancestors; unknown_labels='mismatch' is not "
            "used here: 'raise' or 'ignore'"
        )
    return concepts[members], np.asarray(sets.offsets, np.int64)


def extended_sizes(predictions, references, ancestors_of, n, excluded=()):
    """Sizes of label sets extended by their ancestors."""
    left_out = np.zeros(n, bool)
    left_out[list(excluded)] = True
    codes = []
    for members, offsets in (predictions, references):
        distinct, place = np.unique(members, return_inverse=True)
        at, ancestor = ancestors_of(distinct)
        at, ancestor = at[~left_out[ancestor]], ancestor[~left_out[ancestor]]
        number = np.bincount(at, minlength=len(distinct))
        first = np.cumsum(number) - number
        rows = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
        sizes = number[place]
        ends = np.cumsum(sizes)
        total = int(ends[-1]) if len(ends) else 0
        position = np.arange(total) + np.repeat(first[place] - ends + sizes, sizes)
        # Each ancestor counts once an example.
        codes.append(np.unique(np.repeat(rows, sizes) * n + ancestor[position]))
    rows = len(predictions[1]) - 1
    shared = np.intersect1d(*codes, assume_unique=True)
    return ExtendedSizes(
        *(np.bincount(each // n, minlength=rows).astype(np.float64) for each in (shared, *codes))
    )


def hierarchical_scores(sizes, weight=None, zero_division=1.0):
    """hP, hR and hF, over all examples together (micro) and as means of the examples' (samples).

    Returns a dict: "hierarchical_precision", "hierarchical_recall" and "hierarchical_f1" (micro),
    and the same with "_samples" behind it.
    """
    weight = np.ones(len(sizes.shared)) if weight is None else np.asarray(weight, np.float64)
    shared, predicted, gold = (float((weight * each).sum()) for each in sizes)
    micro = [_share(shared, predicted), _share(shared, gold), _share(2 * shared, predicted + gold)]
    empty = (sizes.predicted == 0) & (sizes.gold == 0)
    samples = [
        np.divide(part, whole, out=np.where(empty, zero_division, 0.0), where=whole > 0)
        for part, whole in (
            (sizes.shared, sizes.predicted),
            (sizes.shared, sizes.gold),
            (2 * sizes.shared, sizes.predicted + sizes.gold),
        )
    ]
    names = [f"hierarchical_{name}" for name in ("precision", "recall", "f1")]
    means = [float(np.average(each, weights=weight)) for each in samples]
    return dict(zip([*names, *(f"{name}_samples" for name in names)], micro + means, strict=True))


def _share(part, whole):
    return part / whole if whole else 0.0
