"""People as a measure of a system: annotators against each other, and the system against the same.

The judged target is always one annotator of an example, left out. What is scored against that set
is another annotator's, the system's, or the set nearest to those of all others. Sets are ragged on
two levels, as in ``annotators``, and numbered once (:class:`Judged`), so that each distinct pair of
sets is scored once, with the sum of its weights.
"""

from copy import copy
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from ..inputs.label_sets import take_sets
from .counts import Counts, harmonic_mean
from .distinct import SumsOfKeys, join_sets, number_sets

# Examples with k annotators are laid out k x k, so many values at a time.
CASE_VALUES = 1 << 19
# Pairs of distinct sets are scored all at once where there are so many at most.
LOOKUP_TABLE = 1 << 22
# F1s nearer than this are equal: they differ by rounding only.
SAME_F1 = 1e-12


class Judged:
    """Predicted and gold sets by number, and how pairs of them are scored.

    - ``sets``: LabelSets of the D distinct sets; ``d``: int, D
    - ``predicted``: int array (n,); ``gold``: int array (N,), of all annotators
    - ``answers``: int array (N,), the sets of annotators as they are scored as predictions
    - ``offsets``: int64 array (n + 1,), where the gold sets of each example begin
    - ``weight``: None, or float64 array (n,)
    - ``count(a, b, sample_weight=)``: additive counts of two equally long LabelSets

    Parameters
    ----------
    predictions, golds : LabelSets
    offsets, count : see above
    pointwise : callable, (a, b) -> Scores of arrays
    answers : None, or LabelSets of the annotators where they differ as predictions from golds
    sample_weight : None, or float64 array (n,)
    """

    def __init__(
        self, predictions, golds, offsets, count, pointwise, *, answers=None, sample_weight=None
    ):
        n, total = len(offsets) - 1, int(offsets[-1])
        parts = [predictions, golds] + ([] if answers is None else [answers])
        self.sets, numbers = number_sets(join_sets(parts))
        self.d = len(self.sets.offsets) - 1
        self.predicted, self.gold = numbers[:n], numbers[n : n + total]
        self.answers = self.gold if answers is None else numbers[n + total :]
        self.offsets, self.weight = offsets, sample_weight
        self.count, self._pointwise = count, pointwise
        self._table = None

    def chosen(self, kept):
        """The same with the gold sets of a bool array alone; examples may be left without any."""
        other = copy(self)
        other.gold = self.gold[kept]
        other.answers = other.gold if self.answers is self.gold else self.answers[kept]
        other.offsets = np.concatenate([[0], np.cumsum(kept)])[self.offsets]
        return other

    def key(self, predicted, gold):
        """One number for a pair of sets, and for a pair of ``owner * d + predicted`` and gold."""
        return predicted * self.d + gold

    def scores(self, predicted, gold):
        """Precision, recall and F1 of pairs of numbers, arrays of the pairs' shape."""
        keys = self.key(predicted, gold)
        if self._table is None and self.d**2 <= min(LOOKUP_TABLE, 4 * keys.size):
            self._table = self._scored(np.arange(self.d**2))
        if self._table is not None:
            return [each[keys] for each in self._table]
        distinct, place = np.unique(keys, return_inverse=True)
        return [each[place].reshape(keys.shape) for each in self._scored(distinct)]

    def _scored(self, keys):
        return self._pointwise(
            take_sets(self.sets, keys // self.d), take_sets(self.sets, keys % self.d)
        )

    def counts_by_owner(self, sums, n_owners):
        """Counts of each owner's pairs, from SumsOfKeys; None for an owner without any."""
        keys, weights = sums.total()
        owner, pair = keys // self.d**2, keys % self.d**2
        ends = np.searchsorted(owner, np.arange(n_owners + 1))
        found = []
        for start, stop in pairwise(ends):
            own = pair[start:stop]
            sides = take_sets(self.sets, own // self.d), take_sets(self.sets, own % self.d)
            found.append(
                self.count(*sides, sample_weight=weights[start:stop]) if len(own) else None
            )
        return found

    def blocks(self, least, power=2):
        """Examples of equally many annotators, ``least`` or more: numbers, and their sets' places.

        Those of weight 0 are left out. A block times its annotators to the ``power`` has a bounded
        number of values.
        """
        sizes = np.diff(self.offsets)
        counted = sizes >= least
        if self.weight is not None:
            counted &= self.weight > 0
        for k in np.unique(sizes[counted]).tolist():
            of_size = np.flatnonzero(counted & (sizes == k))
            step = max(1, CASE_VALUES // k**power)
            for start in range(0, len(of_size), step):
                rows = of_size[start : start + step]
                yield rows, self.offsets[rows, None] + np.arange(k)

    def spread(self, rows, keys):
        """The weights of examples, spread over the keys of each; None without weights."""
        if self.weight is None:
            return None
        shape = (len(rows),) + (1,) * (keys.ndim - 1)
        return np.broadcast_to(self.weight[rows].reshape(shape), keys.shape)


class Sides(NamedTuple):
    """Something of both predictors: of the annotators, and of the system."""

    human: object
    system: object


def mean_counts(judged, least=1):
    """Counts of the predictions against every annotator of an example, each 1/k.

    Parameters
    ----------
    judged : Judged
    least : int, annotators that an example needs to be counted

    Returns
    -------
    Counts; None where no example with a weight above 0 has so many
    """
    sums = SumsOfKeys(judged.d**2)
    for rows, places in judged.blocks(least, 1):
        keys = judged.key(judged.predicted[rows, None], judged.gold[places])
        sums.add(keys, judged.spread(rows, keys), 1 / places.shape[1])
    return judged.counts_by_owner(sums, 1)[0]


def n_judged(judged):
    """Number of examples with two annotators or more and a weight above 0."""
    several = np.diff(judged.offsets) >= 2
    return int((several if judged.weight is None else several & (judged.weight > 0)).sum())


def leave_one_out_counts(judged, reduce):
    """Each annotator scored against the others of an example, and the system against the same.

    Under "mean" this is the mean over ordered pairs of annotators, and the system's counts are
    those against every annotator, of examples with two or more.

    Parameters
    ----------
    judged : Judged
    reduce : "mean", "max" or "soft", how the others of an example become one score

    Returns
    -------
    Sides of Counts; None where no example with a weight above 0 has two annotators
    """
    if not n_judged(judged):
        return None
    if reduce == "mean":
        return Sides(_human_mean(judged), mean_counts(judged, 2))
    return Sides(*(side[0] for side in _cases(judged, reduce)))


def counts_by_annotator(judged, reduce, annotators, n_annotators):
    """The counts of :func:`leave_one_out_counts`, of the cases of each annotator apart.

    Each example counts once, or times its weight, for each of its annotators.

    Parameters
    ----------
    judged, reduce : as for :func:`leave_one_out_counts`
    annotators : int array (N,), who chose each gold set
    n_annotators : int

    Returns
    -------
    Sides of lists of Counts, None for an annotator who judged nothing together with others
    list of int, the examples that each judged together with others
    """
    sizes = np.diff(judged.offsets)
    counted = sizes >= 2
    if judged.weight is not None:
        counted &= judged.weight > 0
    number = np.bincount(annotators[np.repeat(counted, sizes)], minlength=n_annotators)
    return Sides(*_cases(judged, reduce, annotators, n_annotators)), number.tolist()


def consensus_counts(judged):
    """The medoid of the other annotators' sets against the one left out.

    The medoid is the set with the greatest mean F1 to all the others' sets, itself included; sets
    within 1e-12 of it share the case evenly. Where there are two others it is either of them.

    Returns
    -------
    Counts over the examples with two annotators or more; None where none of a weight above 0 has
    four: nobody can be outvoted there
    """
    sizes = np.diff(judged.offsets)
    counted = sizes if judged.weight is None else sizes[judged.weight > 0]
    if counted.max(initial=0) < 4:
        return None
    sums = SumsOfKeys(judged.d**2)
    for rows, places in judged.blocks(2):
        k = places.shape[1]
        answers, gold = judged.answers[places], judged.gold[places]
        f1 = judged.scores(answers[:, :, None], gold[:, None, :])[2]
        # The sum of F1 of each candidate to all sets.
        near = f1.sum(axis=2)
        for left_out in range(k):
            others = np.arange(k) != left_out
            found = (near - f1[:, :, left_out])[:, others]
            tied = found >= found.max(axis=1, keepdims=True) - SAME_F1 * (k - 1)
            share = tied / (k * tied.sum(axis=1, keepdims=True))
            if judged.weight is not None:
                share *= judged.weight[rows, None]
            keys = judged.key(answers[:, others], gold[:, left_out, None])
            sums.add(keys[tied], share[tied])
    return judged.counts_by_owner(sums, 1)[0]


def jackknife_counts(judged, reduce, annotators, n_annotators):
    """Counts without each annotator in turn, every set of his or hers removed.

    Examples that are left with fewer than two annotators drop out.

    Parameters
    ----------
    judged, reduce, annotators, n_annotators : as for :func:`counts_by_annotator`

    Returns
    -------
    list of Sides of Counts, None where no example is left
    """
    if reduce != "mean":
        return [
            leave_one_out_counts(judged.chosen(annotators != one), reduce)
            for one in range(n_annotators)
        ]
    whole = leave_one_out_counts(judged, "mean")
    if whole is None:
        return [None] * n_annotators
    # Pairs of the examples of each annotator as they are, and without him or her, on both sides.
    taken, given = ([SumsOfKeys(n_annotators * judged.d**2) for _ in range(2)] for _ in range(2))
    for rows, places in judged.blocks(2):
        k = places.shape[1]
        owner, gold = annotators[places], judged.gold[places]
        sides = judged.answers[places], judged.predicted[rows, None]
        apart = ~np.eye(k, dtype=bool), np.ones((1, k), dtype=bool)
        for side in range(2):
            keys = judged.key(sides[side][:, :, None], gold[:, None, :])
            for one in range(k):
                left = np.arange(k) != one
                kept = apart[side] & left & (left[:, None] if side == 0 else True)
                for sums, chosen in ((taken, apart[side]), (given, kept)):
                    if k == 2 and sums is given:
                        continue
                    part = owner[:, one, None] * judged.d**2 + keys[:, chosen]
                    sums[side].add(part, judged.spread(rows, part), 1 / int(chosen.sum()))
    before, after = (
        [judged.counts_by_owner(side, n_annotators) for side in sums] for sums in (taken, given)
    )
    found = []
    for one in range(n_annotators):
        sides = [_exchanged(whole[side], before[side][one], after[side][one]) for side in range(2)]
        found.append(Sides(*sides) if sides[0].weight > 0 else None)
    return found


def jackknife_error(values):
    """Standard error from the values without each part: sqrt((A - 1)/A sum (v - mean)^2).

    Parameters
    ----------
    values : float64 array (A, ...), A >= 2

    Returns
    -------
    float64 array (...)
    """
    values = np.asarray(values, dtype=np.float64)
    n = len(values)
    return np.sqrt((n - 1) / n * ((values - values.mean(axis=0)) ** 2).sum(axis=0))


def scores_of_cases(judged):
    """Mean F1 against the others of each case: a set of an annotator, and the prediction beside it.

    Returns
    -------
    int array, the place of the gold set of each case; two float64 arrays, the mean F1 of the
    annotator and of the system against the other annotators of the example
    """
    found = [(np.zeros(0, np.int64), np.zeros(0), np.zeros(0))]
    for rows, places in judged.blocks(2):
        k = places.shape[1]
        answers, gold = judged.answers[places], judged.gold[places]
        human = judged.scores(answers[:, :, None], gold[:, None, :])[2]
        system = judged.scores(judged.predicted[rows, None], gold)[2]
        others = ~np.eye(k, dtype=bool) / (k - 1)
        found.append(
            (
                places.reshape(-1),
                (human * others).sum(axis=2).reshape(-1),
                (system @ others).reshape(-1),
            )
        )
    return tuple(np.concatenate(parts) for parts in zip(*found, strict=True))


def _human_mean(judged):
    sums = SumsOfKeys(judged.d**2)
    alike = judged.answers is judged.gold
    for rows, places in judged.blocks(2):
        k = places.shape[1]
        answers, gold = judged.answers[places], judged.gold[places]
        first, second = np.triu_indices(k, 1)
        a, b = answers[:, first], gold[:, second]
        if alike:
            # A pair and its mirror are counted once, and turned round at the end.
            keys = judged.key(np.minimum(a, b), np.maximum(a, b))
        else:
            others = judged.key(answers[:, second], gold[:, first])
            keys = np.concatenate([judged.key(a, b), others], axis=1)
        sums.add(keys, judged.spread(rows, keys), 1 / (k * (k - 1)))
    counts = judged.counts_by_owner(sums, 1)[0]
    return counts.plus(_mirrored(counts)) if alike else counts


def _mirrored(counts):
    """The counts with predictions and references in each other's place."""
    precision, recall, f1 = counts.samples
    return counts._replace(
        tp=counts.matched,
        predicted=counts.support,
        matched=counts.tp,
        support=counts.predicted,
        unknown_predicted=counts.unknown_gold,
        unknown_gold=counts.unknown_predicted,
        samples=np.array([recall, precision, f1]),
    )


def _cases(judged, reduce, annotators=None, n_owners=1):
    """Counts of annotators and of the system in all cases, or in each annotator's.

    Returns two lists of Counts, one an owner.
    """
    sums = [SumsOfKeys(n_owners * judged.d**2) for _ in range(2)]
    pooled = [np.zeros((n_owners, 4)) for _ in range(2)]
    for rows, places in judged.blocks(2):
        k = places.shape[1]
        gold = judged.gold[places]
        others = ~np.eye(k, dtype=bool)
        owner = np.zeros_like(places) if annotators is None else annotators[places]
        weight = np.ones(len(rows)) if judged.weight is None else judged.weight[rows]
        if annotators is None:
            # Whoever is left out, an example counts once; by annotator it counts once for each.
            weight = weight / k
        for side, chosen in enumerate((judged.answers[places], judged.predicted[rows, None])):
            # (example, left out, other)
            shape = len(rows), k, k
            predicted = np.broadcast_to(chosen[:, :, None], shape)
            golds = np.broadcast_to(gold[:, None, :], shape)
            counted = np.broadcast_to(others, shape)
            share = others / (k - 1.0) * weight[:, None, None]
            if reduce == "max":
                f1 = np.where(others, judged.scores(predicted, golds)[2], -np.inf)
                counted = f1 >= f1.max(axis=2, keepdims=True) - SAME_F1
                share = counted / counted.sum(axis=2, keepdims=True) * weight[:, None, None]
            elif reduce == "soft":
                # The weights are summed alike, so that scores of 1 have the mean 1.
                scores = _pooled(judged, predicted, golds, others)
                each = np.stack([*scores, np.ones_like(scores[0])]) * weight[:, None]
                for column, values in enumerate(each):
                    pooled[side][:, column] += np.bincount(
                        owner.reshape(-1), values.reshape(-1), minlength=n_owners
                    )
            keys = judged.key(judged.key(owner[:, :, None], predicted), golds)
            sums[side].add(keys[counted], share[counted])
    found = [judged.counts_by_owner(side, n_owners) for side in sums]
    if reduce == "soft":
        for side, samples in zip(found, pooled, strict=True):
            side[:] = [
                counts and counts._replace(samples=own[:3], weight=float(own[3]))
                for counts, own in zip(side, samples, strict=True)
            ]
    return found


def _pooled(judged, predicted, golds, others):
    """Precision, recall and F1 of each case against the pooled labels of the others."""
    precision, recall, _ = judged.scores(predicted, golds)
    chosen = np.maximum(np.diff(judged.sets.offsets), 1)[golds] * others
    precision = (precision * others).sum(axis=2) / (len(others) - 1)
    recall = (recall * chosen).sum(axis=2) / chosen.sum(axis=2)
    return np.minimum(np.stack([precision, recall, harmonic_mean(precision, recall)]), 1.0)


def _exchanged(whole, taken, given):
    """The counts with some examples' taken away and given anew."""
    counts = whole
    if taken is not None:
        counts = Counts(*(a - b for a, b in zip(counts, taken, strict=True)))
    if given is not None:
        counts = counts.plus(given)
    # What is left of a label that nobody uses any more is rounding.
    numbers = {"tp": "predicted", "matched": "support"}
    fields = {}
    for credit, number in (*numbers.items(), (None, "unknown_predicted"), (None, "unknown_gold")):
        left, before = getattr(counts, number), getattr(whole, number)
        used = left > SAME_F1 * before
        fields[number] = np.where(used, left, 0.0)[()]
        if credit:
            fields[credit] = np.where(used, np.maximum(getattr(counts, credit), 0), 0.0)
    weight = counts.weight if counts.weight > SAME_F1 * whole.weight else 0.0
    return counts._replace(weight=weight, **fields)
