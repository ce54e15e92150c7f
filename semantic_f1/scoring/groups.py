"""Similarities of their own for examples or for annotators, scored in one go.

Each gold set carries a group, and each group has its similarity. A group's labels are numbered
apart from those of the others, so label sets stay label sets: :func:`mark_sets` numbers them,
:func:`grouped_pairs` looks up their similarities and :func:`unmark_counts` adds their counts up
again. In between they are scored as sets of ``n_labels * n_groups`` labels.
"""

import numpy as np

from .additive import ExactSum

_PER_LABEL = ("tp", "predicted", "matched", "support")
BLOCK_VALUES = 1 << 23


def grouped_pairs(functions, n_labels):
    """S[a, b] of marked labels, by the similarity of the group that either of them carries.

    Parameters
    ----------
    functions : sequence of callables, one a group: S[a, b] for two equally long int arrays
    n_labels : int
    """

    def pairs(a, b):
        groups = np.maximum(a, b) // n_labels
        a, b = a % n_labels, b % n_labels
        order = np.argsort(groups, kind="stable")
        ends = np.flatnonzero(np.diff(groups[order])) + 1
        similarity = np.empty(len(a))
        for part in np.split(order, ends) if len(a) else ():
            similarity[part] = functions[groups[part[0]]](a[part], b[part])
        return similarity

    return pairs


def unmark_sets(sets, n_labels, n_groups):
    """Label sets of plain labels, and the group that each carries; 0 for those without a label."""
    known = sets.indices < n_labels * n_groups
    sizes = np.diff(sets.offsets)
    groups = np.zeros(len(sizes), dtype=np.int64)
    row = np.repeat(np.arange(len(sizes)), sizes)
    groups[row[known]] = sets.indices[known] // n_labels
    plain = np.where(known, sets.indices % n_labels, sets.indices - n_labels * (n_groups - 1))
    return sets._replace(indices=plain), groups


def unmark_counts(sums, n_labels, n_groups):
    """Exact counts by label from those of marked labels."""
    n_marked = len(_PER_LABEL) * n_labels * n_groups
    marked = sums.limbs[:, :n_marked].reshape(-1, len(_PER_LABEL), n_groups, n_labels)
    by_label = marked.sum(axis=2).reshape(len(sums.limbs), -1)
    return ExactSum(np.concatenate([by_label, sums.limbs[:, n_marked:]], axis=1), sums.lowest)


def unmark_examples(example_counts, n_labels, n_groups):
    """A function that gives the counts of each example by label, from sets of marked labels.

    Parameters
    ----------
    example_counts : callable, a row of counts for each example of two marked sides: ``n_labels *
        n_groups`` values for each of four fields, then others
    n_labels, n_groups : int
    """
    n_marked = len(_PER_LABEL) * n_labels * n_groups

    def unmarked(predictions, golds):
        parts = []
        # A row is as long as there are groups: few rows at a time.
        step = max(1, BLOCK_VALUES // n_marked)
        for start in range(0, len(golds.offsets) - 1, step):
            stop = min(start + step, len(golds.offsets) - 1)
            rows = example_counts(predictions.rows(start, stop), golds.rows(start, stop))
            marked = rows[:, :n_marked].reshape(len(rows), len(_PER_LABEL), n_groups, n_labels)
            by_label = marked.sum(axis=2).reshape(len(rows), -1)
            parts.append(np.concatenate([by_label, rows[:, n_marked:]], axis=1))
        return np.concatenate(parts)

    return unmarked
