"""Scores of several runs, seeds say, on the same examples: both vary.

The pseudo-value of run r and example i is the run's score plus the example's influence on it. Their
two-way variance components, of runs, of examples and of what is left, give the variance of the mean
over runs, with Satterthwaite's degrees of freedom.
"""

import numpy as np

from ..average_table import AVERAGES
from ..ratios import divide
from .bootstrap import imaginary_labels, streams_by_content
from .contributions import influence_values, scores_of_columns
from .intervals import order_ends
from .statistic import enough_resamples
from .student_t import student_quantile, tail_share


def mean_over_runs(statistic, average, n_first):
    """Scores by suffix of a key: mean over the first ``n_first`` runs, less that of the others."""
    runs, n, level = statistic.units, statistic.n, statistic.confidence_level
    two = n_first < len(runs)
    parts = [np.arange(n_first), np.arange(n_first, len(runs))][: 1 + two]
    # In the order of what they hold, so that the runs' own order has no part in any digit.
    streams = np.array(streams_by_content(runs, average))
    orders = [part[np.argsort(streams[part], kind="stable")] for part in parts]
    moves = np.stack([influence_values(run, average, statistic.averaging) for run in runs])
    scores = statistic.scores(average)
    of_systems = [scores[order] for order in orders]
    of_runs, of_rows, total, df = components(of_systems, [moves[order] for order in orders])
    means = [of_system.mean(axis=0) for of_system in of_systems]
    value = means[0] - means[1] if two else means[0]
    bounds = (-1.0, 1.0) if two else (0.0, 1.0)
    t = np.array([student_quantile((1 + level) / 2, x) for x in df.tolist()])
    error = np.sqrt(total)
    low, high = value - t * error, value + t * error
    if AVERAGES[average].macro:
        share = tail_share(level, n)
        number = enough_resamples(statistic.n_resamples, share, n)
        drawn = _macro_means(statistic, orders, [streams[order] for order in orders], number)
        low, high = order_ends(drawn, share, bounds, value)
        wider = t / student_quantile((1 + level) / 2, n - 1)
        wider *= np.sqrt(np.where(of_rows > 0, divide(total, of_rows), 1.0))
        low, high = value - wider * (value - low), value + wider * (high - value)
    fields = {
        "": value,
        "_low": np.maximum(low, bounds[0]),
        "_high": np.minimum(high, bounds[1]),
        "_standard_error": error,
        "_standard_error_runs": np.sqrt(of_runs),
        "_standard_error_rows": np.sqrt(of_rows),
        "_df": df,
    }
    if two:
        fields |= {"_a": means[0], "_b": means[1]}
    for suffix, part in zip(("_a", "_b") if two else ("",), parts, strict=True):
        fields[f"{suffix}_by_run"] = scores[part]
    return fields


def components(scores, influences):
    """Variance of a mean over runs, or a difference of two: of runs, of rows, in all; its df."""
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
    return of_runs, rows, total, np.where(total > 0, df, n - 1)


def _macro_means(statistic, orders, streams, number):
    """Macro's mean over runs in resamples of the units, the same for all runs, (B, 3)."""
    blocks = statistic.resampled(("macro",), number, statistic.seed)
    columns = np.concatenate([np.stack(of_average["macro"]) for *_, of_average in blocks], axis=1)
    means, keys = [], [of_system.tolist() for of_system in streams]
    for order, key in zip(orders, keys, strict=True):
        rng = np.random.default_rng([statistic.seed, 9, sorted(keys).index(key)])
        added = imaginary_labels(rng, number, statistic.units[0].n_labels)
        scores = scores_of_columns(columns[order] + added, "macro", statistic.averaging)
        means.append(scores.mean(axis=0))
    return means[0] if len(means) == 1 else means[0] - means[1]
