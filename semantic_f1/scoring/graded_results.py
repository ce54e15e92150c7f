"""Results of config "graded": Semantic F1 of graded membership, and distances label by label."""

from typing import NamedTuple

import numpy as np

from ..distance_table import GRADED_DISTANCES
from ..messages import listed, warn
from .exact_sums import ExactSum
from .graded import COUNTED_ROWS, GRADED_FUNCTIONS, binary_entropies
from .intervals import correlation_of_sums
from .results import averages_of, result_of
from .soft_results import CORRELATION, FEWEST_CORRELATED, ends_of_correlation
from .uncertainty import MeanStatistic, interval_results, plain_numbers, ranges_of

# Distances that are means over examples and labels.
_MEANS = {name: row for name, row in GRADED_DISTANCES.items() if row.by_example}
# Of the entropies of both sides: the two, their squares and their product.
N_SUMS_OF_ENTROPIES = 5


def graded_result(data, setting):
    """The flat dict that compute returns for graded rows."""
    options, weight = setting.options, data.weight
    sums = distance_sums(data, setting)
    result = result_of(data, setting) | distances_of_sums(sums, setting)
    if options["n_resamples"]:
        tables = data.predictions.table, data.references.table
        values = {
            name: by_label.mean(axis=1)
            for name, by_label in _distances_by_label(*tables, setting).items()
        }
        ranges = ranges_of(GRADED_DISTANCES)
        statistic = MeanStatistic([values], ranges, setting, weight)
        result |= interval_results(statistic, result)
        varied = _correlations(sums.rounded(), setting).varied
        sides = (binary_entropies(table)[:, varied] for table in tables)
        result |= ends_of_correlation(*sides, result[CORRELATION], weight, setting)
    return result


def distance_sums(data, setting):
    """Exact sums of each distance of each label, times the weights, and of the weights.

    Between them those of the entropies of each label: of predictions, of targets, of their squares
    and of their products; behind them the number of examples with a weight above 0.
    """
    n, m = len(data.predictions.table), len(setting.space.labels)
    sums = ExactSum.zero(((len(_MEANS) + N_SUMS_OF_ENTROPIES) * m + 2,))
    for start in range(0, n, COUNTED_ROWS):
        part = slice(start, start + COUNTED_ROWS)
        by_distance = _distances_by_label(
            data.predictions.table[part], data.references.table[part], setting
        )
        x, y = (binary_entropies(side.table[part]) for side in (data.predictions, data.references))
        ones = np.ones((len(x), 2))
        rows = np.concatenate([*by_distance.values(), x, y, x * x, y * y, x * y, ones], 1)
        if data.weight is not None:
            rows[:, :-1] *= data.weight[part, None]
            rows[:, -1] = data.weight[part] > 0
        sums = sums.plus(ExactSum.along_last(rows.T))
    return sums


def distances_of_sums(sums, setting):
    """Means over labels and examples, from exact sums; with average None also by label."""
    rounded = sums.rounded()
    n_rows = len(_MEANS) + N_SUMS_OF_ENTROPIES
    by_label = np.reshape(rounded[:-2], (n_rows, -1))[: len(_MEANS)] / rounded[-2]
    result = {name: float(values.mean()) for name, values in zip(_MEANS, by_label, strict=True)}
    found = _correlations(rounded, setting)
    result[CORRELATION] = found.mean
    for text in found.warnings:
        warn(text)
    if None in averages_of(setting.options):
        for name, values in zip(_MEANS, by_label, strict=True):
            result[f"{name}_per_label"] = values.tolist()
        result[f"{CORRELATION}_per_label"] = found.by_label
    return result


class Correlations(NamedTuple):
    """Pearson's correlation over the examples of the entropies of both sides, label by label.

    ``by_label`` has None for labels without one, ``mean`` is that of the others or None, ``varied``
    says which these are.
    """

    mean: float | None
    by_label: list[float | None]
    varied: np.ndarray
    warnings: list[str]


def _correlations(rounded, setting):
    """Correlations from the sums of :func:`distance_sums`."""
    *totals, weight, n = rounded
    m = len(setting.space.labels)
    sums = np.reshape(totals, (-1, m))[len(_MEANS) :]
    by_label = correlation_of_sums(np.vstack([sums, np.full(m, weight)]).T)
    if n < FEWEST_CORRELATED:
        by_label = np.full(m, np.nan)
    varied = ~np.isnan(by_label)
    texts, constant = [], [setting.space.labels[i] for i in np.flatnonzero(~varied)]
    if n >= FEWEST_CORRELATED and constant:
        left = "there is none" if len(constant) == m else "it is the mean of the other labels'"
        texts = [
            f"{CORRELATION}: one side's entropies are all equal for {len(constant)} of {m} labels "
            f"({listed(constant)}), so that {left}."
        ]
    mean = float(by_label[varied].mean()) if varied.any() else None
    return Correlations(mean, [plain_numbers(r) for r in by_label], varied, texts)


def _distances_by_label(predictions, targets, setting):
    return {
        name: GRADED_FUNCTIONS[name](
            predictions, targets, **{option: setting.options[option] for option in row.options}
        )
        for name, row in _MEANS.items()
    }
