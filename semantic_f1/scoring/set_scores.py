"""Scores and exact counts of pairs out of some distinct sets, from a table of best matches.

What a label earns from a set is looked up in a table of all sets and labels, so a pair of sets
costs one value a member, and equal values are added up by how often they come.
"""

from functools import partial

import numpy as np

from .contributions import Contributions
from .counts import CountSums, exact_counts, member_credits, pointwise, pointwise_of_sums
from .distinct import best_of_labels, credit_by_candidate

# Labels, cells of the table, and members of a set, at most.
MOST_LABELS = 1 << 9
MOST_SET_CELLS = 1 << 23
MOST_MEMBERS = 16
PAIRS_AT_ONCE = 1 << 16  # Pairs at a time, few enough for a processor's cache.


class SetScoring:
    """Functions of predicted and gold sets, as in ``counts``, with similarity and options bound."""

    def __init__(self, pairs, n_labels, zero_division=1.0, by_table=True):
        self.n_labels = n_labels
        bound = {"pairs": pairs, "n_labels": n_labels, "zero_division": zero_division}
        self.count, self.pointwise = partial(exact_counts, **bound), partial(pointwise, **bound)
        self.contributions = partial(Contributions.of_sets, **bound)
        self.member_credits = partial(member_credits, **bound)
        self.table = partial(set_scores, **bound) if by_table else lambda sets: None


def set_scores(sets, pairs, n_labels, zero_division):
    """SetScores of distinct sets; None where a table would be too large, or can't be made."""
    if not callable(pairs) or hasattr(pairs, "best_matches") or getattr(pairs, "at_once", False):
        return None
    if hasattr(sets, "points") or sets.similarity is not None or not sets.is_within(n_labels):
        return None
    largest = int(np.diff(sets.offsets).max(initial=0))
    cells = sets.n * (n_labels + 1)
    if n_labels > MOST_LABELS or cells > MOST_SET_CELLS or largest > MOST_MEMBERS:
        return None
    return SetScores(sets, pairs, n_labels, zero_division)


class SetScores:
    """Scores of pairs of distinct sets, all of whose members are known labels, by their numbers."""

    def __init__(self, sets, pairs, n_labels, zero_division):
        self._n_labels, self._zero_division = n_labels, zero_division
        self._sizes = np.diff(sets.offsets)
        # A column behind the labels, whose credit is 0, fills up smaller sets.
        self._members = np.full((int(self._sizes.max(initial=0)), sets.n), n_labels, dtype=np.int32)
        rows = np.repeat(np.arange(sets.n), self._sizes)
        places = np.arange(len(rows)) - np.repeat(sets.offsets[:-1], self._sizes)
        self._members[places, rows] = sets.indices
        values = credit_by_candidate(np.arange(n_labels, dtype=np.int32), pairs)
        best = best_of_labels(self._sizes, sets.indices, values)
        self._best = np.concatenate([best, np.zeros((sets.n, 1))], axis=1).reshape(-1)

    def scores(self, predicted, gold):
        """Precision, recall and F1 of pairs, int arrays of one shape: an array (3, *shape)."""
        shape, predicted, gold = predicted.shape, predicted.reshape(-1), gold.reshape(-1)
        scores = np.empty((3, len(predicted)))
        for start in range(0, len(predicted), PAIRS_AT_ONCE):
            part = slice(start, start + PAIRS_AT_ONCE)
            scores[:, part] = self._block(predicted[part], gold[part])[0]
        return scores.reshape(3, *shape)

    def member_credits(self, predicted, gold):
        """Members of pairs with their credits, and scores, as in ``counts.member_credits``."""
        points, cells_of_sides = self._block(predicted, gold)
        members = []
        for sets, cells in zip((predicted, gold), cells_of_sides, strict=True):
            size = self._sizes.take(sets)
            rows = [np.flatnonzero(size > position) for position in range(len(cells))]
            used = [places.take(kept) for places, kept in zip(cells, rows, strict=True)]
            rows, used = (np.concatenate([np.zeros(0, np.int64), *x]) for x in (rows, used))
            members.append((rows, used % (self._n_labels + 1), self._best.take(used)))
        return members, np.stack(points)

    def exact_counts(self, predicted, gold, weights, times):
        """Exact counts of pairs, laid out as ``counts.exact_counts`` does."""
        m = self._n_labels
        total, (values, classes) = CountSums(m), np.unique(weights, return_inverse=True)
        for number, weight in enumerate(values):
            mask = slice(None) if len(values) == 1 else classes == number
            pairs = predicted[mask], gold[mask], times[mask]
            seen = np.zeros((2, len(self._best)), np.int64)
            for start in range(0, len(pairs[0]), PAIRS_AT_ONCE):
                *sides, often = (x[start : start + PAIRS_AT_ONCE] for x in pairs)
                points, cells_of_sides = self._block(*sides)
                for side, cells in enumerate(cells_of_sides):
                    for places in cells:
                        np.add.at(seen[side], places, often)
                total.add_examples(len(often), points, weight, often)
            # What is behind the labels is left out.
            seen.reshape(2, -1, m + 1)[..., m] = 0
            for side, often in enumerate(seen):
                used = np.flatnonzero(often)
                total.add_members(side, used % (m + 1), self._best[used], weight, often[used])
        return total.sums

    def _block(self, predicted, gold):
        """Precision, recall and F1 of some pairs, and the cells of the table of either side."""
        sums, cells_of_sides = [], []
        for sets, other in ((predicted, gold), (gold, predicted)):
            size = self._sizes[sets]
            begin, earned, cells = other * (self._n_labels + 1), np.zeros(len(sets)), []
            for members in self._members[: int(size.max(initial=0))]:
                cells.append(begin + members.take(sets))
                # In the order of the members, so that no digit differs from a sum over each set.
                earned += self._best.take(cells[-1])
            sums += [earned, size]
            cells_of_sides.append(cells)
        return pointwise_of_sums(*sums, self._zero_division), cells_of_sides
