"""Graded membership: Semantic F1 of rows in [0, 1] that need not sum to 1.

Row i of ``predictions`` says how far each label is predicted for example i (a sigmoid output),
row i of ``targets`` how far it is gold (the share of annotators who chose it). The credit of a
predicted label a is

    c(a) = integral over s from 0 to 1 of min(p_a, U_s(a)) ds,
    U_s(a) = min(1, sum of t_b over the labels b with S[a, b] >= s):

at each level of similarity the gold membership of a's neighborhood is a bounded sum, and what a
claims is credited as far as that covers it. Gold labels earn in the same way from predicted
ones. On 0/1 rows it is the best match, and the scores are Semantic F1; with the identity it is
min(p_a, t_a), and they are the soft F1 of Kurniawan et al. (arXiv 2502.01891). The credits are
additive, so every average of counts follows.
"""

from collections.abc import Callable

import numpy as np

from ..name_table import NameTable
from ..ratios import divide, harmonic_mean
from .averages import Scores
from .contributions import DENSE_VALUES, Contributions
from .distributions import jensen_shannon_terms
from .exact_sums import ExactSum

GRADED_ROWS = 4_096  # Rows of a block: their columns stay in the processor's cache.
COUNTED_ROWS = 65_536  # Rows that are summed at a time.
SMALLEST_GRADE = 1e-12  # 1 - p and p are raised to this before their logarithm is taken.


def graded_credits(claims, facts, values):
    """Credit of each label of each row, c(a) above: (n, m), at most ``claims``."""
    levels = [_levels(row) for row in values]
    credit = np.zeros(claims.shape)
    for start in range(0, len(claims), GRADED_ROWS):
        rows = slice(start, start + GRADED_ROWS)
        claimed, given = (np.ascontiguousarray(x[rows].T) for x in (claims, facts))
        for label, steps in enumerate(levels):
            earned, covered = np.zeros(claimed.shape[1]), np.zeros(claimed.shape[1])
            for step, nearest in steps:
                for other in nearest:
                    covered += given[other]
                # What is claimed is 1 at most, so the bound of the sum needs no step of its own.
                earned += step * np.minimum(claimed[label], covered)
            credit[rows, label] = earned
    return credit


def graded_example_counts(predictions, targets, values, *, zero_division=1.0):
    """The counts of each example, (n, 4 * m + 6), laid out as Counts."""
    predictions, targets = predictions.table, targets.table
    n, m = predictions.shape
    matrix = np.zeros((n, 4 * m + 6))
    matrix[:, :m] = graded_credits(predictions, targets, values)
    matrix[:, m : 2 * m] = predictions
    matrix[:, 2 * m : 3 * m] = graded_credits(targets, predictions, values)
    matrix[:, 3 * m : 4 * m] = targets
    earned, claimed, covered, given = matrix[:, : 4 * m].reshape(n, 4, m).sum(axis=2).T
    precision = np.minimum(divide(earned, claimed), 1.0)
    recall = np.minimum(divide(covered, given), 1.0)
    scores = np.stack([precision, recall, harmonic_mean(precision, recall)], axis=1)
    scores[(claimed == 0) & (given == 0)] = zero_division
    matrix[:, -4:-1] = np.minimum(scores, 1.0)
    matrix[:, -1] = 1
    return matrix


class ExampleScoring:
    """SetScoring's functions of rows, or with ``distinct`` rows of LabelSets of one number each."""

    def __init__(self, example_counts, n_labels, distinct=None):
        self.n_labels, self._example_counts, self._distinct = n_labels, example_counts, distinct

    def table(self, sets):
        """None: best matches are of labels."""

    def _blocks(self, predictions, targets, step):
        """Slices of rows, and the counts of each example of them."""
        for start in range(0, max(predictions.n, 1), step):
            part = slice(start, start + step)
            sides = [side.rows(part.start, part.stop) for side in (predictions, targets)]
            if self._distinct is not None:
                sides = [self._distinct.take(side.indices) for side in sides]
            yield part, self._example_counts(*sides)

    def count(self, predictions, targets, sample_weight=None, times=None):
        """Exact counts of all examples, laid out as ``counts.exact_counts`` does."""
        sums = ExactSum.zero((4 * self.n_labels + 6,))
        for part, rows in self._blocks(predictions, targets, COUNTED_ROWS):
            if sample_weight is not None:
                rows *= sample_weight[part, None]  # noqa: PLW2901
            sums = sums.plus(ExactSum.along_last(rows.T, None if times is None else times[part]))
        return sums

    def pointwise(self, predictions, targets):
        """Precision, recall and F1 of each example."""
        blocks = self._blocks(predictions, targets, COUNTED_ROWS)
        return Scores(*np.concatenate([rows[:, -4:-1] for _, rows in blocks]).T)

    def contributions(self, predictions, targets, by_label=True):
        """Contribution of each example to the counts."""
        m = self.n_labels
        blocks = self._blocks(predictions, targets, max(1, DENSE_VALUES // (4 * m + 6)))
        return Contributions.joined([Contributions.of_matrix(rows, m) for _, rows in blocks])


def binary_cross_entropy(predictions, targets, floor=SMALLEST_GRADE):
    """- t log p - (1 - t) log(1 - p) of each label, natural; p and 1 - p raised to ``floor``."""
    yes, no = (np.log(np.maximum(x, floor)) for x in (predictions, 1 - predictions))
    return 0.0 - targets * yes - (1 - targets) * no


def binary_entropies(grades):
    """Entropy of [1 - p, p] of each label, (n, m), from 0 to log 2, natural logarithm."""
    return sum(0.0 - p * np.log(np.where(p > 0, p, 1)) for p in (grades, 1 - grades))


GRADED_FUNCTIONS: NameTable[Callable] = NameTable(
    "distance",
    {
        # Of [1 - p, p] and [1 - t, t]; its mean over the labels is that of LeWiDi 2025.
        "manhattan_distance": lambda p, t: 2 * np.abs(p - t),
        "binary_cross_entropy": binary_cross_entropy,
        "jensen_shannon_divergence": lambda p, t: np.maximum(
            jensen_shannon_terms(p, t) + jensen_shannon_terms(1 - p, 1 - t), 0
        ),
    },
)


def _levels(row):
    """Steps of similarity, the greatest first: its distance to the next, and the labels at it."""
    order = np.argsort(-row, kind="stable")
    ordered = row[order]
    begins = np.flatnonzero(np.diff(ordered, prepend=np.inf))
    heights = np.append(ordered[begins], 0.0)
    groups = np.split(order, begins[1:])
    return [
        (float(heights[i] - heights[i + 1]), group.tolist())
        for i, group in enumerate(groups)
        if heights[i] > 0
    ]
