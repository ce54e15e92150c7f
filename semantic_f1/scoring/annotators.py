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
from ..ratios import SCORE_TIE, harmonic_mean
from .averages import Scores
from .counts import with_samples

BLOCK_PAIRS = 1 << 16  # Pairs that are laid out at a time, dense.


class ReducedScoring:
    """Functions of predictions and of all gold sets, as those of the ``scoring`` of their pairs."""

    def __init__(self, scoring, offsets, reduce):
        self.scoring, self.offsets, self.reduce = scoring, offsets, reduce

    def weighted_pairs(self, predictions, gold_sets, sample_weight=None):
        """Predicted and gold sets of the pairs that count, how much each does, and its example."""
        n = len(self.offsets) - 1
        if self.reduce == "max":
            best, begin = self._best(predictions, gold_sets)
            gold_sets, times = take_sets(gold_sets, best), np.diff(begin, append=len(best))
        else:
            times = np.diff(self.offsets)
        weight, example = 1.0 if sample_weight is None else sample_weight, np.arange(n)
        example = np.repeat(example, times)
        return take_sets(predictions, example), gold_sets, (weight / times)[example], example

    def count(self, predictions, gold_sets, sample_weight=None):
        """Exact counts of all examples, each once, or times its weight."""
        *pairs, share, _ = self.weighted_pairs(predictions, gold_sets, sample_weight)
        counts = self.scoring.count(*pairs, sample_weight=share)
        if self.reduce == "soft":
            weight = np.ones(len(self.offsets) - 1) if sample_weight is None else sample_weight
            counts = with_samples(counts, np.stack(self.pointwise(predictions, gold_sets)), weight)
        return counts

    def contributions(self, predictions, gold_sets, by_label=True):
        """Contributions of each example: those of its pairs that count, by how much each does."""
        parts = []
        for part in slices_of(np.diff(self.offsets), BLOCK_PAIRS):
            start, stop = part.start, part.stop
            of, n = self.offsets[start : stop + 1], stop - start
            some = ReducedScoring(self.scoring, of - of[0], self.reduce)
            sides = predictions.rows(start, stop), gold_sets.rows(of[0], of[-1])
            *pairs, share, example = some.weighted_pairs(*sides)
            examples = self.scoring.contributions(*pairs, by_label=by_label).scaled(share)
            examples = examples.summed(example, n).merged()
            if self.reduce == "soft":
                points = np.stack([*some.pointwise(*sides), np.ones(n)], axis=1)
                examples = examples._replace(points=points)
            parts.append(examples)
        return parts[0].joined(parts)

    def pointwise(self, predictions, gold_sets):
        """Precision, recall and F1 of each example."""
        sizes, begin = np.diff(self.offsets), self.offsets[:-1]
        if self.reduce == "max":
            best, begin = self._best(predictions, gold_sets)
            sizes, gold_sets = np.diff(begin, append=len(best)), take_sets(gold_sets, best)
        scores = self.scoring.pointwise(repeat_sets(predictions, sizes), gold_sets)
        scores = np.stack(scores, axis=1)
        means = np.add.reduceat(scores, begin) / sizes[:, None]
        if self.reduce == "soft":
            # An annotator's recall is a mean over the labels that he or she chose.
            gold_sizes = np.maximum(np.diff(gold_sets.offsets), 1)
            earned = np.add.reduceat(scores[:, 1] * gold_sizes, begin)
            precision, recall = means[:, 0], earned / np.add.reduceat(gold_sizes, begin)
            means = np.stack([precision, recall, harmonic_mean(precision, recall)], axis=1)
        return Scores(*np.minimum(means, 1.0).T)

    def _best(self, predictions, gold_sets):
        """Places of the gold sets of the greatest F1 of each example, where each one's begin."""
        sizes, begin = np.diff(self.offsets), self.offsets[:-1]
        f1 = self.scoring.pointwise(repeat_sets(predictions, sizes), gold_sets).f1
        best = np.flatnonzero(f1 >= np.repeat(np.maximum.reduceat(f1, begin), sizes) - SCORE_TIE)
        return best, np.searchsorted(best, begin)
