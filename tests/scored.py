"""Random label sets and their contributions, for the tests of intervals and comparisons."""

from typing import NamedTuple

import numpy as np
from helpers import label_sets

from semantic_f1.scoring import counts as scoring
from semantic_f1.scoring import intervals, significance
from semantic_f1.scoring.averages import Averaging, average_scores
from semantic_f1.scoring.bootstrap import resampled_columns
from semantic_f1.scoring.contributions import Contributions, scores_of_columns
from semantic_f1.scoring.intervals import Interval
from semantic_f1.scoring.statistic import Statistic

AVERAGES = ("samples", "micro", "macro", "weighted", None)
ALL = Averaging(AVERAGES)


def contributions(predicted, gold, table):
    """Contributions of rows of label numbers under a square table of similarities."""
    table = np.asarray(table, dtype=np.float64)
    sides = label_sets(predicted), label_sets(gold)
    return Contributions.of_sets(*sides, lambda a, b: table[a, b], len(table))


class Data:
    """Random label sets, some empty, some with a label outside the universe; asymmetric table."""

    def __init__(self, seed, n, m, table=None):
        rng = np.random.default_rng(seed)
        self.n, self.m = n, m
        if table is None:
            table = rng.random((m, m)) * (rng.random((m, m)) < 0.7)
            np.fill_diagonal(table, 1)
        self.table = table
        self.sides = [
            [set(rng.choice(m + 1, rng.integers(0, 4), replace=False).tolist()) for _ in range(n)]
            for _ in range(3)
        ]

    def units(self, system=0, rows=slice(None)):
        chosen = np.arange(self.n)[rows]
        predicted, gold = ([self.sides[side][i] for i in chosen] for side in (system, 2))
        return contributions(predicted, gold, self.table)

    def scores(self, system, rows, average, averaging=ALL):
        """Precision, recall and F1 of the examples in rows, scored anew."""
        chosen = np.arange(self.n)[rows]
        sides = [label_sets([self.sides[side][i] for i in chosen]) for side in (system, 2)]
        counts = scoring.count(*sides, lambda a, b: self.table[a, b], self.m)
        scores = average_scores(
            counts,
            average,
            counting=averaging.counting,
            macro_f1=averaging.macro_f1,
            macro_mask=averaging.macro_mask,
        )
        return np.stack(scores)


def example_counts(predictions, references, pairs, n_labels):
    """Counts of each example by itself, a row laid out as Counts."""
    sides = predictions, references
    rows = ([side.rows(i, i + 1) for side in sides] for i in range(predictions.n))
    return np.stack([scoring.exact_counts(*row, pairs, n_labels).rounded() for row in rows])


class Uncertainty(NamedTuple):
    interval: Interval
    standard_error: np.ndarray


def score_intervals(units, averaging, **options):
    """Uncertainty of one system by average."""
    found = intervals.score_intervals(Statistic([units], averaging, **options))
    return {
        average: Uncertainty(Interval(*(values[0] for values in interval)), errors[0])
        for average, (interval, errors) in found.items()
    }


def paired_comparisons(systems, averaging, test="auto", **options):
    return significance.paired_comparisons(Statistic(systems, averaging, **options), test)


def replicates(systems, averaging, n_resamples, seed, smoothers=None):
    """Scores of resamples: average -> (S, B, 3), or (S, B, 3, m) for average None."""
    result = {average: [[] for _ in systems] for average in averaging.averages}
    for _, _, columns in resampled_columns(systems, averaging.averages, n_resamples, seed):
        for average, of_systems in columns.items():
            for system, drawn in enumerate(of_systems):
                if smoothers is not None:
                    drawn = smoothers[average][system].added_to(drawn)  # noqa: PLW2901
                scores = scores_of_columns(drawn, average, averaging.of(system))
                result[average][system].append(scores)
    return {
        average: np.array([np.concatenate(blocks) for blocks in of_systems])
        for average, of_systems in result.items()
    }


def draws(n, n_resamples, seed):
    """The examples of each resample."""
    rng = np.random.default_rng(seed)
    return [rng.integers(n, size=n) for _ in range(n_resamples)]
