"""Several golds: one predicted set and the sets of one annotator or more for each example.

Sets are ragged on two levels. ``predictions`` hold the sets of n examples, ``golds`` those of all
annotators of the first example, then of the second and so on, both as ``scoring.LabelSets``;
example i has the gold sets ``offsets[i] .. offsets[i + 1] - 1``, one at least. A predicted set
beside one of its gold sets is a pair. How pairs are scored is passed in:

- ``count(predictions, golds, sample_weight=)`` gives their exact counts, as ``exact_counts``
- ``pointwise(predictions, golds)`` gives their precision, recall and f1, as ``scoring.pointwise``

with the similarity and the rest already bound. How the pairs of an example become one score:

- "mean": every pair counts 1/k, k being the example's annotators
- "max": only the annotator with the greatest pointwise F1 counts, the first if some are equal
- "soft": the annotators are pooled. Precision is the mean of theirs; recall is the mean best match
  of all gold labels, each weighted by the share of annotators who chose it. An annotator's empty
  set is the choice of no label, one like any other: its best match is ``zero_division`` where
  nothing is predicted, else 0. F1 is their harmonic mean.

Where all annotators agree, all three are Semantic F1. Summed over labels and examples, what
"soft" pools is what "mean" averages, so they differ in the scores of examples only: micro, macro,
weighted and per-label scores are the same. Pooled scores can leave the range of those of the
annotators, because F1 is taken last. With the bundled "plutchik": {anticipation, disgust} has F1
.6306 against {anger, fear} and against {pessimism, sadness}, and .6768 against both pooled; {love,
optimism} has .8892 against {anticipation} and against {anger, joy}, and .8829 against both.
"""

from typing import NamedTuple

import numpy as np

from ..inputs.label_sets import repeat_sets, take_sets
from .additive import ExactSum
from .counts import with_samples

# Pairs that are laid out at a time, dense or for annotators scored against each other.
BLOCK_PAIRS = 1 << 16
# F1s nearer than this are equal: they differ by rounding only.
_EQUAL_F1 = 1e-12


class Ceiling(NamedTuple):
    """Counts of the annotators and of the system against the same golds, all but one annotator.

    ``n_ceiling`` is how many examples they come from, those with two annotators or more.
    """

    human: ExactSum
    system: ExactSum
    n_ceiling: int


def reduced_pairs(predictions, golds, offsets, reduce, pointwise, *, sample_weight=None):
    """The pairs that count, and how much each does: for "mean" and "soft" all of them, 1/k each.

    Parameters are those of :func:`reduced_counts`.

    Returns
    -------
    LabelSets of predictions, LabelSets of golds, float64 array of weights
    """
    sizes = np.diff(offsets)
    weight = np.ones(len(sizes)) if sample_weight is None else sample_weight
    if reduce == "max":
        best = _best(predictions, golds, offsets, pointwise)
        return predictions, take_sets(golds, best), weight
    return repeat_sets(predictions, sizes), golds, np.repeat(weight / sizes, sizes)


def reduced_counts(predictions, golds, offsets, reduce, count, pointwise, *, sample_weight=None):
    """Additive counts of all examples.

    Parameters
    ----------
    predictions : LabelSets of n examples
    golds : LabelSets of their annotators
    offsets : int64 array of shape (n + 1,), where the gold sets of each example begin
    reduce : "mean", "max" or "soft"
    count, pointwise : callables, see above
    sample_weight : None, or float64 array of shape (n,), finite, >= 0, not all 0

    Returns
    -------
    what ``count`` returns, with each example counted once, or times its weight. For "mean" and
    "soft" the support of a label is the sum of the shares of annotators who chose it.
    """
    data = predictions, golds, offsets, reduce, pointwise
    *pairs, share = reduced_pairs(*data, sample_weight=sample_weight)
    counts = count(*pairs, sample_weight=share)
    if reduce == "soft":
        weight = np.ones(len(offsets) - 1) if sample_weight is None else sample_weight
        counts = with_samples(counts, reduced_scores(*data), weight)
    return counts


def reduced_scores(predictions, golds, offsets, reduce, pointwise):
    """Precision, recall and F1 of each example, float64 of shape (n, 3).

    Parameters are those of :func:`reduced_counts`.
    """
    if reduce == "max":
        best = _best(predictions, golds, offsets, pointwise)
        return _columns(pointwise(predictions, take_sets(golds, best)))
    scores = _columns(pointwise(repeat_sets(predictions, np.diff(offsets)), golds))
    means = np.add.reduceat(scores, offsets[:-1]) / np.diff(offsets)[:, None]
    if reduce == "soft":
        # An annotator's recall is a mean over the labels that he or she chose.
        chosen = np.maximum(np.diff(golds.offsets), 1)
        earned = np.add.reduceat(scores[:, 1] * chosen, offsets[:-1])
        precision, recall = means[:, 0], earned / np.add.reduceat(chosen, offsets[:-1])
        both = precision + recall
        f1 = np.divide(2 * precision * recall, both, out=np.zeros_like(both), where=both > 0)
        means = np.stack([precision, recall, f1], axis=1)
    return np.minimum(means, 1.0)


def reduced_rows(predictions, golds, offsets, reduce, example_counts, pointwise):
    """The counts of each example by itself, dense: what resampling draws from.

    Parameters
    ----------
    predictions, golds, offsets, reduce, pointwise : as for :func:`reduced_counts`
    example_counts : callable, gives the counts of each of its pairs as a row that ends in
        precision, recall, F1 and weight, as ``scoring.example_counts``

    Returns
    -------
    float64 array with a row an example, laid out as the rows of ``example_counts``
    """
    if reduce == "max":
        best = _best(predictions, golds, offsets, pointwise)
        return example_counts(predictions, take_sets(golds, best))
    parts = []
    for start, stop in _blocks_of_pairs(np.diff(offsets)):
        rows, pairs = np.arange(start, stop), np.arange(offsets[start], offsets[stop])
        sizes, begin = np.diff(offsets[start : stop + 1]), offsets[start:stop] - offsets[start]
        alike = repeat_sets(take_sets(predictions, rows), sizes), take_sets(golds, pairs)
        parts.append(np.add.reduceat(example_counts(*alike), begin) / sizes[:, None])
    matrix = np.concatenate(parts)
    if reduce == "soft":
        matrix[:, -4:-1] = reduced_scores(predictions, golds, offsets, reduce, pointwise)
    return matrix


def annotator_counts(predictions, golds, offsets, annotators, count, *, sample_weight=None):
    """Additive counts of the predictions against each annotator alone.

    Parameters
    ----------
    predictions, golds, offsets, count, sample_weight : as for :func:`reduced_counts`
    annotators : int array, one a gold set: which annotator chose it, numbered from 0 without gaps

    Returns
    -------
    list of what ``count`` returns, one an annotator
    """
    example = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
    by_annotator = np.argsort(annotators, kind="stable")
    result = []
    for pairs in np.split(by_annotator, np.cumsum(np.bincount(annotators))[:-1]):
        weight = None if sample_weight is None else sample_weight[example[pairs]]
        sets = take_sets(predictions, example[pairs]), take_sets(golds, pairs)
        result.append(count(*sets, sample_weight=weight))
    return result


def human_ceiling(
    predictions, golds, offsets, reduce, count, pointwise, *, sample_weight=None, answers=None
):
    """How well annotators predict each other, and the system's score on the same golds.

    Of each example with k >= 2 annotators, each is left out in turn; the set of the one left out
    and the predicted set are both scored against the k - 1 others, and count 1/k.

    Parameters
    ----------
    predictions, golds, offsets, reduce, count, pointwise, sample_weight : as for
        :func:`reduced_counts`
    answers : None, or LabelSets of the annotators as they are scored as predictions, where that
        differs from golds

    Returns
    -------
    Ceiling; None where no example of weight above 0 has two annotators
    """
    answers = golds if answers is None else answers
    sizes = np.diff(offsets)
    weight = np.ones(len(sizes)) if sample_weight is None else sample_weight
    several = np.flatnonzero((sizes >= 2) & (weight > 0))
    human = system = None
    for start, stop in _blocks_of_pairs((sizes * (sizes - 1))[several]):
        examples = several[start:stop]
        example, left_out, others, begin = _leave_one_out(examples, offsets)
        share = weight[example] / sizes[example]
        against = take_sets(golds, others), begin, reduce, count, pointwise
        both = (
            reduced_counts(sets, *against, sample_weight=share)
            for sets in (take_sets(answers, left_out), take_sets(predictions, example))
        )
        human, system = (
            new if sums is None else sums.plus(new)
            for sums, new in zip((human, system), both, strict=True)
        )
    return Ceiling(human, system, len(several)) if len(several) else None


def _leave_one_out(examples, offsets):
    """The example, the one left out and the others of each case, others ragged by ``begin``."""
    sizes = np.diff(offsets)[examples]
    example = np.repeat(examples, sizes)
    position = np.arange(len(example)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    n_others = np.repeat(sizes, sizes) - 1
    begin = np.concatenate([[0], np.cumsum(n_others)])
    other = np.arange(begin[-1]) - np.repeat(begin[:-1], n_others)
    other += other >= np.repeat(position, n_others)
    first = offsets[example]
    return example, first + position, np.repeat(first, n_others) + other, begin


def _best(predictions, golds, offsets, pointwise):
    """The pair with the greatest F1 of each example, the first if some are equal."""
    sizes = np.diff(offsets)
    f1 = pointwise(repeat_sets(predictions, sizes), golds).f1
    greatest = np.repeat(np.maximum.reduceat(f1, offsets[:-1]), sizes)
    candidates = np.flatnonzero(f1 >= greatest - _EQUAL_F1)
    return candidates[np.searchsorted(candidates, offsets[:-1])]


def _columns(scores):
    return np.stack([scores.precision, scores.recall, scores.f1], axis=1)


def _blocks_of_pairs(sizes):
    """Ranges of examples with a bounded number of pairs together (one example at least)."""
    ends = np.cumsum(sizes)
    start = 0
    while start < len(ends):
        limit = (ends[start - 1] if start else 0) + BLOCK_PAIRS
        stop = max(start + 1, int(np.searchsorted(ends, limit, side="right")))
        yield start, stop
        start = stop
