"""Cost of intervals, and of a comparison of two systems."""

import numpy as np
from measure import allocated_by, best_of_each
from subjects import load_metric, score, to_label_sets
from table import peak_memory, timed, times
from threadpoolctl import threadpool_limits

from data import indicator_rows
from semantic_f1 import SemanticF1

# Of labels by themselves a resample needs columns, of samples and micro it needs none.
MANY = 20_000


def of_intervals(n, rounds, n_resamples):
    """Cost on one core beside the scores alone, and beside scoring resamples anew."""
    rows = {"predictions": indicator_rows(n, 1), "references": indicator_rows(n, 2)}
    other, gold = indicator_rows(n, 3), rows["references"]
    sets = {side: to_label_sets(array) for side, array in rows.items()}
    rng = np.random.default_rng(4)
    weights, groups = rng.random(n), rng.integers(max(2, n // 10), size=n).tolist()
    metric = load_metric("multilabel")
    drawn = {"n_resamples": n_resamples}
    weighted = {**rows, **drawn, "sample_weight": weights}
    with threadpool_limits(1):
        seconds = best_of_each(
            rounds,
            {
                "score": lambda: score(**sets),
                "compute": lambda: metric.compute(**rows),
                "intervals": lambda: metric.compute(**rows, **drawn),
                "weights": lambda: metric.compute(**weighted),
                "groups": lambda: metric.compute(**rows, **drawn, groups=groups),
                "both": lambda: metric.compute(**weighted, groups=groups),
                "compare": lambda: metric.compare(rows["predictions"], other, gold, **drawn),
            },
        )
    scoring, intervals = seconds["score"], seconds["intervals"]
    return [
        timed("scoring.py: label indices, four averages", scoring),
        timed("compute: four averages", seconds["compute"]),
        times("compute with intervals, against scoring", intervals, scoring, 110),
        times("the same with weights", seconds["weights"], scoring, 110),
        times("the same by groups of ten", seconds["groups"], scoring, 110),
        times("the same with both", seconds["both"], scoring, 110),
        times("compare: four averages, against scoring", seconds["compare"], scoring, 110),
        timed("scoring every resample anew", n_resamples * scoring, intervals),
        timed("compute with intervals, against that", intervals, n_resamples * scoring, 10),
        _memory("peak memory of it", allocated_by(lambda: metric.compute(**rows, **drawn))),
        *_of_many_labels(n, n_resamples),
    ]


def _of_many_labels(n, n_resamples):
    """Memory of intervals of one average of very many labels; all columns would take 64 GB."""
    rows, labels = [], [f"label {number}" for number in range(MANY)]
    rng = np.random.default_rng(0)
    sides = [rng.integers(MANY, size=(n, 1)).tolist() for _ in range(2)]
    sides = dict(zip(("predictions", "references"), sides, strict=True))
    for average in ("samples", "micro"):
        metric = SemanticF1(similarity="identity", labels=labels, average=average)
        metric.compute(**sides)
        peak = allocated_by(lambda metric=metric: metric.compute(**sides, n_resamples=n_resamples))
        rows.append(_memory(f"peak memory of {average} of {MANY:,} labels alone", peak))
    return rows


def _memory(what, peak):
    """A row in units of 250 MB."""
    what = f"{what}, in units of 250 MB"
    return peak_memory(what, peak, 250e6, 1)
