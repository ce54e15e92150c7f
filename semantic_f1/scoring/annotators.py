"""Several gold sets: one predicted set and the sets of one annotator or more for each example.

Sets are ragged on two levels. ``predictions`` hold the sets of n examples, ``gold_sets`` those of
all annotators of the first example, then of the second and so on, both as LabelSets; example i has
the gold sets ``offsets[i] .. offsets[i + 1] - 1``, one at least. A predicted set next to one of its
gold sets is a pair, scored by a SetScoring. How the pairs of an example become one score:

- "mean": every pair counts 1/k, k being the example's annotators
- "max": only the annotator with the greatest pointwise F1 counts; those within 1e-12 of it share
  the example evenly, so that no order of annotators moves a score
- "soft": the annotators are pooled. Precision is the mean of theirs; recall is the mean best match
  of all gold labels, each weighted by the share of annotators who chose it. An annotator's empty
  set is the choice of no label, one like any other: its best match is ``zero_division`` if
  nothing is predicted, else 0. F1 is their harmonic mean.

Where all annotators agree, all three are Semantic F1. Summed over labels and examples, what
"soft" pools is what "mean" averages, so they differ in the scores of examples only: micro, macro,
weighted and per-label scores are the same. Pooled scores can leave the range of those of the
annotators, because F1 is taken last. With the bundled "plutchik": {anticipation, disgust} has F1
.6306 against {anger, fear} and against {pessimism, sadness}, and .6768 against both pooled; {love,
optimism} has .8892 against {anticipation} and against {anger, joy}, and .8829 against both.
"""

import numpy as np

from ..inputs.label_sets import repeat_sets, slices_of, take_sets
from ..ratios import harmonic_mean
from .counts import with_samples

# Pairs that are laid out at a time, dense.
BLOCK_PAIRS = 1 << 16
# F1s nearer than this are equal: they differ by rounding only.
_EQUAL_F1 = 1e-12


def reduced_pairs(predictions, gold_sets, offsets, reduce, scoring, *, sample_weight=None):
    """Predicted and gold sets of the pairs that count, and how much each does."""
    gold_sets, times = _counted(predictions, gold_sets, offsets, reduce, scoring.pointwise)
    weight = np.ones(len(times)) if sample_weight is None else sample_weight
    return repeat_sets(predictions, times), gold_sets, np.repeat(weight / times, times)


def reduced_contributions(predictions, gold_sets, offsets, reduce, scoring, by_label=True):
    """Contributions of each example: those of its pairs that count, by how much each does."""
    parts = []
    for part in slices_of(np.diff(offsets), BLOCK_PAIRS):
        start, stop = part.start, part.stop
        predicted, of = predictions.rows(start, stop), offsets[start : stop + 1]
        sets = gold_sets.rows(of[0], of[-1])
        data = predicted, sets, of - of[0], reduce, scoring.pointwise
        counted, times = _counted(*data)
        example = np.repeat(np.arange(stop - start), times)
        both = take_sets(predicted, example), counted
        examples = scoring.contributions(*both, by_label=by_label).scaled(1 / times[example])
        examples = examples.summed(example, stop - start).merged()
        if reduce == "soft":
            points = np.concatenate([reduced_scores(*data), np.ones((stop - start, 1))], axis=1)
            examples = examples._replace(points=points)
        parts.append(examples)
    return parts[0].joined(parts)


def reduced_counts(predictions, gold_sets, offsets, reduce, scoring, *, sample_weight=None):
    """Exact counts of all examples, each once, or times its weight."""
    data = predictions, gold_sets, offsets, reduce
    *pairs, share = reduced_pairs(*data, scoring, sample_weight=sample_weight)
    counts = scoring.count(*pairs, sample_weight=share)
    if reduce == "soft":
        weight = np.ones(len(offsets) - 1) if sample_weight is None else sample_weight
        counts = with_samples(counts, reduced_scores(*data, scoring.pointwise).T, weight)
    return counts


def reduced_scores(predictions, gold_sets, offsets, reduce, pointwise):
    """Precision, recall and F1 of each example, float64 of shape (n, 3)."""
    if reduce == "max":
        best, begin = _best(predictions, gold_sets, offsets, pointwise)
        ties = np.diff(begin, append=len(best))
        scores = _columns(pointwise(repeat_sets(predictions, ties), take_sets(gold_sets, best)))
        return np.add.reduceat(scores, begin) / ties[:, None]
    scores = _columns(pointwise(repeat_sets(predictions, np.diff(offsets)), gold_sets))
    means = np.add.reduceat(scores, offsets[:-1]) / np.diff(offsets)[:, None]
    if reduce == "soft":
        # An annotator's recall is a mean over the labels that he or she chose.
        gold_sizes = np.maximum(np.diff(gold_sets.offsets), 1)
        earned = np.add.reduceat(scores[:, 1] * gold_sizes, offsets[:-1])
        precision, recall = means[:, 0], earned / np.add.reduceat(gold_sizes, offsets[:-1])
        means = np.stack([precision, recall, harmonic_mean(precision, recall)], axis=1)
    return np.minimum(means, 1.0)


def _counted(predictions, gold_sets, offsets, reduce, pointwise):
    """The gold sets that count, and how many of them each example has."""
    if reduce != "max":
        return gold_sets, np.diff(offsets)
    best, begin = _best(predictions, gold_sets, offsets, pointwise)
    return take_sets(gold_sets, best), np.diff(begin, append=len(best))


def _best(predictions, gold_sets, offsets, pointwise):
    """Places of the gold sets of the greatest F1 of each example, and where each one's begin."""
    sizes = np.diff(offsets)
    f1 = pointwise(repeat_sets(predictions, sizes), gold_sets).f1
    greatest = np.repeat(np.maximum.reduceat(f1, offsets[:-1]), sizes)
    best = np.flatnonzero(f1 >= greatest - _EQUAL_F1)
    return best, np.searchsorted(best, offsets[:-1])


def _columns(scores):
    return np.stack([scores.precision, scores.recall, scores.f1], axis=1)
