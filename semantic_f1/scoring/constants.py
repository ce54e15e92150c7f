"""The best constant answer: the score that needs no reading of the examples."""

from itertools import pairwise

import numpy as np

from ..ratios import harmonic_mean
from .counts import Counts, average_scores
from .distinct import SetTable, join_sets

# Constant answers are looked for among sets of so many labels together.
CONSTANT_LABELS = 2_000
# F1s nearer than this are equal: they differ by rounding only.
_SAME_SUM = 1e-12


def best_constants(groups, averages, n_labels, *, zero_division, **options):
    """The answer that earns most where it is given for every example.

    Candidates are the distinct gold sets without unknown labels, and the empty set.

    Parameters
    ----------
    groups : list of (LabelSets, float64 array, callable): the distinct gold sets that are scored
        with one similarity, their weights (each example's add up to its own), and its ``pairs``
    averages : those of ``counts.average_scores`` but None
    n_labels : int
    zero_division : float
    **options : those of ``counts.average_scores``; "present" for ``macro_mask`` is each answer's

    Returns
    -------
    dict of average -> (F1, tuple of labels), the first by size, then by label order, of equals;
    empty where more than 2,000 labels are gold
    """
    used = [sets.indices[sets.indices < n_labels] for sets, _, _ in groups]
    if len(np.unique(np.concatenate(used))) > CONSTANT_LABELS:
        return {}
    answers = sorted(
        {()} | {answer for sets, _, _ in groups for answer in _tuples(sets, n_labels)},
        key=lambda labels: (len(labels), labels),
    )
    parts = [_Constant(*group, answers, n_labels, zero_division) for group in groups]
    result, counts = {}, None
    for average in averages:
        if average == "samples":
            result[average] = _best_of_samples(parts, answers)
            continue
        if counts is None:
            counts_of_parts = [part.counts() for part in parts]
            counts = Counts(*(sum(fields) for fields in zip(*counts_of_parts, strict=True)))
        f1 = _constant_averages(counts, average, options)
        result[average] = _first_best(f1, answers)
    return result


class _Constant:
    """Credit of every answer against the gold sets that one similarity scores."""

    def __init__(self, sets, weight, pairs, answers, n_labels, zero_division):
        self.n_gold = len(weight)
        sizes = np.array([len(answer) for answer in answers], dtype=np.int64)
        flat = np.array([label for answer in answers for label in answer], dtype=np.int32)
        offsets = np.concatenate([[0], np.cumsum(sizes)])
        table = SetTable(
            join_sets([sets, sets._replace(indices=flat, offsets=offsets)]), pairs, n_labels
        )
        self.weight, self.zero_division = weight, zero_division
        self.n_labels, self.labels = n_labels, table.labels
        self.answers, self.sizes = table.members[self.n_gold :], sizes
        self.answer_earned = table.earned[self.n_gold :]
        self.golds, self.earned = table.members[: self.n_gold], table.earned[: self.n_gold]
        self.gold_sizes = table.sizes[: self.n_gold]
        self.total = weight.sum()
        self.empty = float(weight[self.gold_sizes == 0].sum())

    def counts(self):
        """Counts with an axis of answers in front, without scores of examples."""
        known = self.labels < self.n_labels
        shape = (len(self.sizes), self.n_labels)
        parts = [np.zeros(shape) for _ in range(4)]
        support = self.weight @ self.golds
        columns = self.labels[known]
        parts[0][:, columns] = (self.answers * (self.weight @ self.earned))[:, known]
        parts[1][:, columns] = (self.answers * self.total)[:, known]
        parts[2][:, columns] = (self.answer_earned * support)[:, known]
        parts[3][:, columns] = support[known]
        unknown = np.full(len(self.sizes), float(support[~known].sum()))
        samples = np.zeros((len(self.sizes), 3))
        return Counts(*parts, np.zeros(len(self.sizes)), unknown, samples, unknown * 0 + self.total)

    def bound(self):
        """Sums of precision and of recall: their harmonic mean is at least the sum of F1."""
        # Of two empty sets both are 1 here, whatever zero_division says.
        share = self.golds / np.maximum(self.gold_sizes, 1)[:, None]
        precision = self.answers @ (self.weight @ self.earned) / np.maximum(self.sizes, 1)
        recall = self.answer_earned @ (self.weight @ share)
        both = np.where(self.sizes == 0, self.empty * self.zero_division, 0.0)
        return precision + both, recall + both

    def f1(self, rows):
        """Sums of F1 of some answers."""
        of = self.answers[rows] @ self.earned.T / np.maximum(self.sizes[rows], 1)[:, None]
        by = self.answer_earned[rows] @ self.golds.T / np.maximum(self.gold_sizes, 1)
        return harmonic_mean(of, by) @ self.weight + np.where(
            self.sizes[rows] == 0, self.empty * self.zero_division, 0.0
        )


def _tuples(sets, n_labels):
    indices, ends = sets.indices.tolist(), sets.offsets.tolist()
    for start, stop in pairwise(ends):
        labels = tuple(indices[start:stop])
        if not labels or labels[-1] < n_labels:
            yield labels


def _best_of_samples(parts, answers):
    total = sum(part.total for part in parts)
    precision, recall = (sum(side) for side in zip(*(part.bound() for part in parts), strict=True))
    # F1 is concave in precision and recall: that of their means is at least the mean F1.
    bound = harmonic_mean(precision, recall)
    order = np.argsort(-bound, kind="stable")
    f1, best, at = np.full(len(answers), -1.0), -1.0, 0
    step = max(1, min(256, (1 << 22) // max(part.n_gold for part in parts)))
    while at < len(order) and bound[order[at]] >= best - _SAME_SUM * total:
        rows = order[at : at + step]
        f1[rows] = sum(part.f1(rows) for part in parts)
        best = max(best, f1[rows].max())
        at += step
    return _first_best(f1 / total, answers)


def _first_best(f1, answers):
    place = int(np.flatnonzero(f1 >= f1.max() - _SAME_SUM)[0])
    return min(float(f1[place]), 1.0), answers[place]


def _constant_averages(counts, average, options):
    if isinstance(options.get("macro_mask"), str):
        # Which labels are present depends on the answer.
        present = (counts.predicted > 0) | (counts.support > 0)
        f1 = np.empty(len(present))
        for place, mask in enumerate(present):
            counts_of_answer = Counts(*(np.asarray(field)[place] for field in counts))
            f1[place] = average_scores(
                counts_of_answer, average, **{**options, "macro_mask": mask}
            ).f1
        return f1
    return np.asarray(average_scores(counts, average, **options).f1)
