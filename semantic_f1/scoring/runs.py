"""Scores of several runs, seeds say, on the same examples: both vary.

The pseudo-value of run r and example i is the run's score plus the example's influence on it. Their
two-way variance components, of runs, of examples and of what is left, give the variance of the mean
over runs, with Satterthwaite's degrees of freedom.
"""

from typing import NamedTuple

import numpy as np

from ..average_table import AVERAGES
from ..ratios import divide
from .bootstrap import drawn_units, imaginary_labels, resampled_columns, streams_by_content
from .contributions import scores_of_columns
from .influence import influence_values
from .intervals import enough_resamples, order_ends
from .student_t import student_quantile, tail_share


class Components(NamedTuple):
    """Variance of a mean over runs, by source, and its degrees of freedom: (3,)."""

    runs: np.ndarray
    rows: np.ndarray
    total: np.ndarray
    df: np.ndarray


def mean_over_runs(systems, average, averaging, *, confidence_level=0.95, n_resamples=1000, seed=0):
    """Mean scores over the runs of one system, or the difference between two systems' means.

    ``systems``: for each a list of Contributions of the same units, one per run. Returns a dict of
    the suffix of a result's key -> float64 array (precision, recall, F1), or (runs, 3) by run.
    """
    orders = [np.argsort(streams_by_content(runs, average), kind="stable") for runs in systems]
    sorted_runs = [[runs[i] for i in order] for runs, order in zip(systems, orders, strict=True)]
    n, two = systems[0][0].n_units, len(systems) == 2
    scores = [
        np.stack([scores_of_columns(run.total(average), average, averaging) for run in runs])
        for runs in sorted_runs
    ]
    influences = [
        np.stack([influence_values(run, average, averaging) for run in runs])
        for runs in sorted_runs
    ]
    parts = components(scores, influences)
    means = [of_runs.mean(axis=0) for of_runs in scores]
    value = means[0] - means[1] if two else means[0]
    bounds = (-1.0, 1.0) if two else (0.0, 1.0)
    t = np.array([student_quantile((1 + confidence_level) / 2, df) for df in parts.df.tolist()])
    error = np.sqrt(parts.total)
    if AVERAGES[average].macro:
        share = tail_share(confidence_level, n)
        drawn = _macro_means(sorted_runs, averaging, enough_resamples(n_resamples, share, n), seed)
        low, high = order_ends(drawn, share, bounds)
        wider = t / student_quantile((1 + confidence_level) / 2, n - 1)
        wider *= np.sqrt(np.where(parts.rows > 0, divide(parts.total, parts.rows), 1.0))
        low, high = (
            value - wider * (value - np.minimum(low, value)),
            value + wider * (np.maximum(high, value) - value),
        )
    else:
        low, high = value - t * error, value + t * error
    fields = {
        "": value,
        "_low": np.maximum(low, bounds[0]),
        "_high": np.minimum(high, bounds[1]),
        "_standard_error": error,
        "_standard_error_runs": np.sqrt(parts.runs),
        "_standard_error_rows": np.sqrt(parts.rows),
        "_df": parts.df,
    }
    if two:
        fields |= {"_a": means[0], "_b": means[1]}
    for suffix, of_runs, order in zip(("_a", "_b") if two else ("",), scores, orders, strict=True):
        fields[f"{suffix}_by_run"] = of_runs[np.argsort(order, kind="stable")]
    return fields


def components(scores, influences):
    """Components of the variance of a mean over runs, or of the difference between two means.

    ``scores``: for each system (R, 3); ``influences``: for each (R, n, 3).
    """
    of_runs = of_rest = below = 0.0
    row_means = []
    for values, moves in zip(scores, influences, strict=True):
        n_runs, n = moves.shape[:2]
        pseudo = values[:, None] + moves
        by_row, mean = pseudo.mean(axis=0), values.mean(axis=0)
        runs = values.var(axis=0, ddof=1) / n_runs
        rest = ((pseudo - values[:, None] - by_row + mean) ** 2).sum(axis=(0, 1))
        rest /= (n_runs - 1) * (n - 1) * n_runs * n
        row_means.append(by_row)
        of_runs, of_rest = of_runs + runs, of_rest + rest
        below = below + runs**2 / (n_runs - 1) + rest**2 / ((n_runs - 1) * (n - 1))
    by_row = row_means[0] if len(row_means) == 1 else row_means[0] - row_means[1]
    rows = by_row.var(axis=0, ddof=1) / n
    total = np.maximum(of_runs + rows - of_rest, rows)
    df = np.maximum(divide(total**2, below + rows**2 / (n - 1)), 1.0)
    return Components(of_runs, rows, total, np.where(total > 0, df, n - 1))


def _macro_means(systems, averaging, n_resamples, seed):
    """Macro's mean over runs in resamples of the units, the same for all runs, (B, 3)."""
    runs = [run for of_system in systems for run in of_system]
    columns = np.concatenate(
        [
            np.stack(of_average["macro"])
            for _, _, of_average in resampled_columns(
                [drawn_units(run) for run in runs], ("macro",), n_resamples, seed
            )
        ],
        axis=1,
    )
    numbers = streams_by_content(runs, "macro")
    means, first = [], 0
    keys = [
        sorted(numbers[sum(map(len, systems[:i])) :][: len(of_system)])
        for i, of_system in enumerate(systems)
    ]
    streams = [sorted(keys).index(key) for key in keys]
    for place, of_system in enumerate(systems):
        rng = np.random.default_rng([seed, 9, streams[place]])
        added = imaginary_labels(rng, n_resamples, runs[0].n_labels)
        of_runs = columns[first : first + len(of_system)] + added
        first += len(of_system)
        means.append(scores_of_columns(of_runs, "macro", averaging).mean(axis=0))
    return means[0] if len(means) == 1 else means[0] - means[1]
