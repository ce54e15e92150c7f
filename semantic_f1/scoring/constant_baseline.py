"""The best constant answer: the score that needs no reading of the examples."""

import numpy as np

from ..average_table import AVERAGES
from ..inputs.label_sets import LabelSets, slices_of, take_sets
from ..ratios import SCORE_TIE, harmonic_mean
from .averages import average_scores, label_scores
from .counts import Counts
from .distinct import SetTable

CONSTANT_LABELS = 2_000  # Constant answers are looked for among sets of so many labels together.
# Counts of labels that are averaged at a time, few enough for a processor's cache.
_BLOCK_COUNTS = 1 << 17


def best_constants(sets, weights, functions, choices, n_labels, zero_division):
    """Average -> (F1, tuple of labels) of the answer that earns most if given for every example.

    Of the distinct gold sets without unknown labels, and the empty set; of equals the first by
    size, then by label order; empty where more than 2,000 labels are gold. The ``macro_mask`` of
    the ``choices``, an Averaging, may be "present".
    """
    if len(np.unique(sets.indices[sets.indices < n_labels])) > CONSTANT_LABELS:
        return {}
    if np.diff(sets.offsets).all():
        sets = LabelSets(sets.indices, np.append(sets.offsets, sets.offsets[-1]))
        weights = np.concatenate([weights, np.zeros((len(weights), 1))], axis=1)
    scored = [each for each in zip(weights, functions, strict=True) if each[0].any()]
    parts = [_Constant(SetTable(sets, pairs, n_labels), x, n_labels) for x, pairs in scored]
    averages, of_sums = choices.averages, not choices.of_examples
    f1_of = _f1_of_sums(parts, choices._replace(n_averaged=n_labels)) if of_sums else {}
    best, answers = {}, np.arange(sets.n)[parts[0].places]
    for average in averages:
        f1 = f1_of[average] if average in f1_of else _mean_f1(parts, zero_division)
        # Of the greatest the first by size, then by label order.
        greatest = answers[f1 >= f1.max() - SCORE_TIE]
        sizes = np.diff(sets.offsets)[greatest]
        candidates = take_sets(sets, greatest[sizes == sizes.min()])
        labels = min(map(tuple, candidates.indices.reshape(candidates.n, -1).tolist()))
        best[average] = min(float(f1.max()), 1.0), labels
    return best


class _Constant:
    """Credit of every answer, at ``places``, against the gold sets that one similarity scores."""

    def __init__(self, table, weight, n_labels):
        n_known = int(np.searchsorted(table.labels, n_labels))
        self.labels = table.labels[:n_known]
        # What most often are all sets is not copied.
        self.places, gold = slice(None), slice(None)
        if n_known < len(table.labels):
            self.places = np.flatnonzero(~table.members[:, n_known:].any(axis=1))
        if not weight.all():
            gold = np.flatnonzero(weight)
        self.weight, self.total = weight[gold], weight.sum()
        self._answers, self._sizes = table.members[self.places], table.sizes[self.places]
        self._answer_earned = table.earned[self.places]
        self._gold, self._earned = table.members[gold], table.earned[gold]
        self._gold_sizes = table.sizes[gold]
        self._credit, self._support = self.weight @ self._earned, self.weight @ self._gold
        self._empty = float(self.weight[self._gold_sizes == 0].sum())

    def __len__(self):
        return len(self._sizes)

    def counts(self, rows):
        """Counts of the labels, with an axis of some answers in front, without examples' scores."""
        u, n = len(self.labels), len(self._sizes[rows])
        answers, support = self._answers[rows, :u], self._support[:u]
        matched = self._answer_earned[rows, :u] * support, np.broadcast_to(support, answers.shape)
        of_labels = answers * self._credit[:u], answers * self.total, *matched
        unknown = np.zeros(n), np.full(n, self._support[u:].sum())
        return Counts(*of_labels, *unknown, np.zeros((n, 3)), np.full(n, self.total))

    def bound(self, zero_division):
        """Sums of precision and of recall: their harmonic mean is at least the sum of F1."""
        share = self.weight / np.maximum(self._gold_sizes, 1) @ self._gold
        precision = self._answers @ self._credit / np.maximum(self._sizes, 1)
        recall = self._answer_earned @ share
        both = self._of_empty(slice(None), zero_division)
        return precision + both, recall + both

    def f1(self, rows, zero_division):
        """Sums of F1 of some answers."""
        of = self._answers[rows] @ self._earned.T / np.maximum(self._sizes[rows], 1)[:, None]
        by = self._answer_earned[rows] @ self._gold.T / np.maximum(self._gold_sizes, 1)
        return harmonic_mean(of, by) @ self.weight + self._of_empty(rows, zero_division)

    def _of_empty(self, rows, zero_division):
        return np.where(self._sizes[rows] == 0, self._empty * zero_division, 0.0)


def _mean_f1(parts, zero_division):
    """Mean F1 of each answer, -1 of those that can't be the best."""
    total = sum(part.total for part in parts)
    bounds = [part.bound(zero_division) for part in parts]
    precision, recall = (sum(side) for side in zip(*bounds, strict=True))
    # F1 is concave in precision and recall: that of their means is at least the mean F1.
    bound = harmonic_mean(precision, recall)
    order = np.argsort(-bound, kind="stable")
    f1, best, at = np.full(len(order), -1.0), -1.0, 0
    # Answers whose F1 with all gold sets is a table of bounded size.
    step = max(1, min(256, *((1 << 22) // len(part.weight) for part in parts)))
    while at < len(order) and bound[order[at]] >= best - SCORE_TIE * total:
        rows = order[at : at + step]
        f1[rows] = sum(part.f1(rows, zero_division) for part in parts)
        best = max(best, f1[rows].max())
        at += step
    return f1 / total


def _f1_of_sums(parts, choices):
    """F1 of each answer, by average; labels that don't occur count where all do."""
    n, labels, mask = len(parts[0]), parts[0].labels, choices.macro_mask
    of_sums = [average for average in choices.averages if AVERAGES[average].counts != "examples"]
    f1 = {average: np.empty(n) for average in of_sums}
    present = isinstance(mask, str)
    if present:
        choices = choices._replace(macro_mask=None)
    elif mask is not None:
        choices = choices._replace(macro_mask=mask[labels], n_averaged=int(mask.sum()))
    for rows in slices_of(np.full(n, max(1, len(labels))), _BLOCK_COUNTS):
        counts_of_parts = [part.counts(rows) for part in parts]
        counts = Counts(*(sum(fields) for fields in zip(*counts_of_parts, strict=True)))
        per_label = label_scores(counts, choices.counting)
        if present:
            used = (counts.predicted > 0) | (counts.support > 0)
            choices = choices._replace(n_averaged=used.sum(axis=1))
        for average, found in f1.items():
            found[rows] = average_scores(counts, average, choices, per_label).f1
    return f1
