"""Sets of predictions and of annotators, numbered once, and their pairs counted by number.

Each distinct pair of sets is scored once, times how often it comes.
"""

from copy import copy

import numpy as np

from ..inputs.label_sets import slices_of, take_sets
from .counts import include_rows
from .distinct import MOST_KEYS, TimesOfKeys, join_sets, number_sets
from .exact_sums import LARGEST_BLOCK, ExactSum

CASE_VALUES = 1 << 19  # Examples with k annotators are laid out k x k, so many values at a time.
# Pairs of distinct sets are scored all at once where there are so many at most.
LOOKUP_TABLE = 1 << 22
MANY_PAIRS = 1 << 12  # Owners with so many distinct pairs are counted one by one.
# Pairs, and values of their owners' counts, that are included at a time.
OWNED_PAIRS = 1 << 18
OWNED_VALUES = 1 << 22


class Judged:
    """Predicted and gold sets by number, and how pairs of them are scored.

    ``sets`` are the ``d`` distinct ones. Numbers of them are ``predicted``, (n,), ``gold``, of all
    annotators, and ``answers``, these as they are scored as predictions. ``counted`` examples
    have a weight above 0, those of one weight and number of annotators one ``kind``. ``people``:
    None, or the annotators' names and the number of each gold set's.
    """

    people = None

    def __init__(
        self, predictions, gold_sets, offsets, scoring, *, answers=None, sample_weight=None
    ):
        n, total = len(offsets) - 1, int(offsets[-1])
        if answers is None and gold_sets.similarity is not None:
            # As a prediction a set is scored by the similarity of the one that it is compared with.
            answers = gold_sets.scored_by(None)
        parts = [predictions, gold_sets] + ([] if answers is None else [answers])
        self.sets, numbers = number_sets(join_sets(parts))
        self.d = len(self.sets.offsets) - 1
        self.predicted, self.gold = numbers[:n], numbers[n : n + total]
        self.answers = self.gold if answers is None else numbers[n + total :]
        self._weight = np.ones(n) if sample_weight is None else sample_weight
        self.counted = self._weight > 0
        self.scoring, self.n_labels, self._table = scoring, scoring.n_labels, None
        self._set_scores = scoring.table(self.sets)
        self._set_offsets(offsets)

    def _set_offsets(self, offsets):
        self.offsets, self.means = offsets, {}
        weights, code = np.unique(self._weight, return_inverse=True)
        kinds, self.kind = np.unique(np.diff(offsets) * len(weights) + code, return_inverse=True)
        self.kind_size, self.kind_weight = kinds // len(weights), weights[kinds % len(weights)]

    def chosen(self, kept):
        """The same with the gold sets of a bool array alone; examples may be left without any."""
        other = copy(self)
        other.gold = self.gold[kept]
        other.answers = other.gold if self.answers is self.gold else self.answers[kept]
        other._set_offsets(np.concatenate([[0], np.cumsum(kept)])[self.offsets])
        return other

    def blocks(self, least, power=2):
        """Examples of equally many annotators, ``least`` or more, and the places of their sets."""
        sizes = np.diff(self.offsets)
        counted = self.counted & (sizes >= least)
        for k in np.unique(sizes[counted]).tolist():
            of_size = np.flatnonzero(counted & (sizes == k))
            step = max(1, CASE_VALUES // k**power)
            for start in range(0, len(of_size), step):
                rows = of_size[start : start + step]
                yield rows, self.offsets[rows, None] + np.arange(k)

    def distinct_panels(self, rows, places):
        """The first of examples of one kind with equal sets, and how many they are; None: all."""
        k, d = places.shape[1], self.d
        if self.answers is not self.gold or len(self.kind_size) * float(d) ** k >= 1 << 62:
            return rows, places, None
        keys = np.sort(self.gold[places], axis=1) @ d ** np.arange(k) + self.kind[rows] * d**k
        _, first, times = np.unique(keys, return_index=True, return_counts=True)
        return rows[first], places[first], times

    def f1(self, places):
        """F1 of each two of the sets at places (n, k), of examples' annotators: (n, k, k)."""
        gold, k = self.gold[places], places.shape[1]
        if self.answers is not self.gold:
            return self.scores(self.answers[places][:, :, None], gold[:, None, :])[2]
        # It is the same with both sides in each other's place.
        first, second = np.triu_indices(k)
        f1_table = np.empty((len(gold), k, k))
        f1_table[:, first, second] = self.scores(gold[:, first], gold[:, second])[2]
        f1_table[:, second, first] = f1_table[:, first, second]
        return f1_table

    def scores(self, predicted, gold):
        """Precision, recall and F1 of pairs of numbers, arrays of the pairs' shape."""
        keys = predicted * self.d + gold
        if self._set_scores is not None and self.d**2 > min(LOOKUP_TABLE, keys.size // 4):
            return self._set_scores.scores(*np.broadcast_arrays(predicted, gold))
        if self._table is None and self.d**2 <= min(LOOKUP_TABLE, 4 * keys.size):
            self._table = self._scored(np.arange(self.d**2))
        if self._table is not None:
            return [values[keys] for values in self._table]
        distinct, place = np.unique(keys, return_inverse=True)
        return [values[place].reshape(keys.shape) for values in self._scored(distinct)]

    def _scored(self, keys):
        if self._set_scores is not None:
            return self._set_scores.scores(keys // self.d, keys % self.d)
        sides = (take_sets(self.sets, numbers) for numbers in np.divmod(keys, self.d))
        return self.scoring.pointwise(*sides)

    def exact_counts(self, pairs, weights, times):
        """Exact counts of pairs by key, each with a weight and a number of times; None of none."""
        total, limit = None, LARGEST_BLOCK // 2
        often = np.flatnonzero(times > limit)
        if len(often):
            total = self.exact_counts(pairs[often], weights[often], times[often] - limit)
            times = np.minimum(times, limit)
        for part in slices_of(times, LARGEST_BLOCK):
            weight, often = weights[part], times[part]
            numbers = pairs[part] // self.d, pairs[part] % self.d
            if self._set_scores is not None:
                counts = self._set_scores.exact_counts(*numbers, weight, often)
            else:
                sets = (take_sets(self.sets, places) for places in numbers)
                counts = self.scoring.count(*sets, sample_weight=weight, times=often)
            total = counts if total is None else total.plus(counts)
        return total

    def counts_by_owner(self, owner, n_owners, pairs, weights, times, by_label=True):
        """ExactSum of each owner's pairs, owners rising: (n_owners, 4 * n_labels + 6 or 6)."""
        n_labels = self.n_labels if by_label else 0
        width = 4 * n_labels + 6
        sums = ExactSum.zero((n_owners * width,))
        ends = np.searchsorted(owner, np.arange(n_owners + 1))
        by_members = not by_label or hasattr(self.scoring, "member_credits")
        many = np.diff(ends) >= (MANY_PAIRS if by_members else 1)
        for number in np.flatnonzero(many):
            part = slice(ends[number], ends[number + 1])
            often = np.ones(len(owner[part]), np.int64) if times is None else times[part]
            counts = self.exact_counts(pairs[part], weights[part], often)
            sums.include_sums(counts[-width:], number * width)
        if many.any():
            few = ~many[owner]
            data = owner, pairs, weights, times
            owner, pairs, weights, times = (None if x is None else x[few] for x in data)
        start = 0
        while start < len(owner):
            beyond = owner[start] + max(1, OWNED_VALUES // width)
            stop = min(start + OWNED_PAIRS, np.searchsorted(owner, beyond))
            often = None if times is None else times[start:stop]
            if often is not None and often.sum() > LARGEST_BLOCK:
                stop = start + next(slices_of(often, LARGEST_BLOCK)).stop
                often = often[: stop - start]
            part = slice(start, stop)
            sides = np.divmod(pairs[part], self.d)
            if not by_label:
                members, points = (), np.stack(self.scores(*sides))
            elif self._set_scores is not None:
                members, points = self._set_scores.member_credits(*sides)
            else:
                sets = (take_sets(self.sets, numbers) for numbers in sides)
                members, points = self.scoring.member_credits(*sets)
            include_rows(sums, owner[part] * width, members, points, weights[part], often, n_labels)
            start = stop
        return sums.in_rows(width)


class Pairs:
    """Pairs of numbered sets, counted by owner and by class; ``weights`` has one per class."""

    def __init__(self, judged, weights, n_owners=1):
        self._judged, self._weights, self._n_owners = judged, weights, n_owners
        n_keys = n_owners * len(weights) * judged.d**2
        if n_keys >= MOST_KEYS:
            rule = "too many distinct label sets, weights and annotators to count their pairs"
            raise ValueError(f"{rule}; score without annotators=, or in parts")
        self._times = TimesOfKeys(n_keys)

    def add(self, classes, predicted, gold, owner=0, times=None):
        """Count pairs: int arrays that broadcast to each other, each once or ``times``."""
        d = self._judged.d
        self._times.add(((owner * len(self._weights) + classes) * d + predicted) * d + gold, times)

    def counts(self):
        """ExactSum of the pairs of all owners; None without any."""
        keys, times = self._times.total(in_order=False)
        classes, pairs = np.divmod(keys, self._judged.d**2)
        return self._judged.exact_counts(pairs, self._weights[classes], times)

    def counts_by_owner(self, by_label=True):
        """Exact counts of each owner's pairs, see ``Judged.counts_by_owner``."""
        keys, times = self._times.total()
        classes, pairs = np.divmod(keys, self._judged.d**2)
        owner, classes = np.divmod(classes, len(self._weights))
        data = pairs, self._weights[classes], times
        return self._judged.counts_by_owner(owner, self._n_owners, *data, by_label)
