"""Confusion matrices from single labels and tables of best matches from label sets.

Labels are indices 0 .. n_labels - 1; an index of n_labels or more lies outside the universe.
"""

import numpy as np

from ..inputs.label_sets import BLOCK_ROWS, slices_of
from ..scoring.counts import CHUNK_PAIRS


def single_label_matrix(predicted, gold, n_classes, sample_weight=None):
    """The confusion matrix of examples with one label each: rows predicted, columns gold."""
    cells = predicted.astype(np.intp) * n_classes + gold
    counts = np.bincount(cells, sample_weight, minlength=n_classes**2)
    return counts.reshape(n_classes, n_classes).astype(np.float64)


def best_match_matrix(queries, candidates, pairs, n_labels, *, sample_weight=None):
    """Label of the other side that each label took as its best match.

    ``m[q, c]`` says how often query ``q`` took candidate ``c``; ties share their one count evenly.
    The last row and column stand for "(none)": a label takes (none) if nothing on the other side
    is similar to it, or nothing is there; an empty set is read as the set of (none) alone, which
    takes whatever the other side has. Labels outside the universe are left out first.
    """
    n = len(queries.offsets) - 1
    matrix = np.zeros((n_labels + 1, n_labels + 1))
    for start in range(0, n, BLOCK_ROWS):
        stop = min(n, start + BLOCK_ROWS)
        asking, asking_sizes = _nonempty_sets(queries, start, stop, n_labels)
        asked, asked_sizes = _nonempty_sets(candidates, start, stop, n_labels)
        first = np.repeat(np.cumsum(asked_sizes) - asked_sizes, asking_sizes)
        length = np.repeat(asked_sizes, asking_sizes)
        weight = np.ones(stop - start) if sample_weight is None else sample_weight[start:stop]
        amounts = np.repeat(weight, asking_sizes)
        for part in slices_of(length, CHUNK_PAIRS):
            _add_matches(
                matrix, asking[part], asked, first[part], length[part], pairs, amounts[part]
            )
    return matrix


def _nonempty_sets(sets, start, stop, n_labels):
    """Members and sizes of the sets of a block of rows; an empty set holds (none), n_labels."""
    offsets = sets.offsets[start : stop + 1]
    members = sets.indices[offsets[0] : offsets[-1]]
    known = members < n_labels
    if known.all():
        sizes = np.diff(offsets)
    else:
        rows = np.repeat(np.arange(stop - start), np.diff(offsets))
        members, sizes = members[known], np.bincount(rows[known], minlength=stop - start)
    empty = sizes == 0
    return np.insert(members, np.cumsum(sizes)[empty], n_labels), np.maximum(sizes, 1)


def _add_matches(matrix, queries, candidates, first, length, pairs, amount):
    """Add what each query takes among its ``length`` candidates from ``first`` on."""
    cells, n_columns = matrix.reshape(-1), len(matrix)
    none = n_columns - 1
    ends = np.cumsum(length)
    begins = ends - length
    position = np.arange(ends[-1]) + np.repeat(first - begins, length)
    asking, asked = np.repeat(queries, length), candidates[position]
    # (none) finds all candidates alike and is itself like no label.
    similarity = (asking == none).astype(np.float64)
    labels = np.flatnonzero((asking != none) & (asked != none))
    similarity[labels] = pairs(asking[labels], asked[labels])
    best = np.maximum.reduceat(similarity, begins)
    taken = (similarity == np.repeat(best, length)) & (similarity > 0)
    share = amount / np.maximum(np.add.reduceat(taken, begins, dtype=np.int64), 1)
    taking = asking[taken].astype(np.intp) * n_columns + asked[taken]
    np.add.at(cells, taking, np.repeat(share, length)[taken])
    unmatched = np.flatnonzero(best <= 0)
    cell = queries[unmatched].astype(np.intp) * n_columns + none
    np.add.at(cells, cell, share[unmatched])
