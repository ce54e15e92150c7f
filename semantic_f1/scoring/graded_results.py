"""Results of config "graded": Semantic F1 of graded membership, and distances label by label."""

import numpy as np

from ..distance_table import GRADED_DISTANCES
from ..messages import listed, warn
from .exact_sums import ExactSum
from .graded import COUNTED_ROWS, GRADED_FUNCTIONS, binary_entropies
from .results import averages_of, result_of
from .soft_results import (
    CORRELATION,
    ENTROPIES,
    FEWEST_CORRELATED,
    ends_of_correlation,
    means_of_sums,
    sums_of_examples,
)
from .uncertainty import MeanStatistic, interval_results, plain_numbers, ranges_of

# Distances that are means over examples and labels, and what is summed beside them.
_MEANS = {name: row for name, row in GRADED_DISTANCES.items() if row.by_example}
_SUMMED = (*_MEANS, *ENTROPIES[::-1])


def graded_result(data, setting):
    """The flat dict that compute returns for graded rows."""
    sums = distance_sums(data, setting)
    result = result_of(data, setting) | distances_of_sums(sums, setting)
    if setting.options["n_resamples"]:
        values = _values_by_label(data, setting)
        means = {name: values[name].mean(axis=1) for name in _MEANS}
        statistic = MeanStatistic([means], ranges_of(GRADED_DISTANCES), setting)
        result |= interval_results(statistic, result)
        varied = ~np.isnan(means_of_sums(sums, _SUMMED)[1])
        sides = (values[name][:, varied] for name in _SUMMED[-2:])
        result |= ends_of_correlation(statistic, *sides, result[CORRELATION])
    return result


def distance_sums(data, setting):
    """Exact sums of the distances and entropies of each label, see ``sums_of_examples``."""
    sums = ExactSum.zero(((len(_SUMMED) + 3) * len(setting.space.labels) + 2,))
    for start in range(0, len(data.predictions.table), COUNTED_ROWS):
        part = slice(start, start + COUNTED_ROWS)
        weight = None if data.weight is None else data.weight[part]
        sums = sums.plus(sums_of_examples(_values_by_label(data, setting, part), weight))
    return sums


def distances_of_sums(sums, setting):
    """Means over labels and examples, from exact sums; with average None also by label.

    The correlation is the mean of those of the labels that have one.
    """
    means, correlation, number = means_of_sums(sums, _SUMMED)
    varied, labels = ~np.isnan(correlation), setting.space.labels
    result = {name: float(means[name].mean()) for name in _MEANS}
    result[CORRELATION] = float(correlation[varied].mean()) if varied.any() else None
    constant = [labels[i] for i in np.flatnonzero(~varied)]
    if number >= FEWEST_CORRELATED and constant:
        left = "it is the mean of the other labels'" if varied.any() else "there is none"
        warn(
            f"{CORRELATION}: one side's entropies are all equal for {len(constant)} of "
            f"{len(labels)} labels ({listed(constant)}), so that {left}."
        )
    if None in averages_of(setting.options):
        result |= {f"{name}_per_label": means[name].tolist() for name in _MEANS}
        result[f"{CORRELATION}_per_label"] = plain_numbers(correlation)
    return result


def _values_by_label(data, setting, part=slice(None)):
    """Name -> (n, m): the distances, and the entropies of either side."""
    sides = data.predictions.table[part], data.references.table[part]
    values = {}
    for name, row in _MEANS.items():
        given = {option: setting.options[option] for option in row.options}
        values[name] = GRADED_FUNCTIONS[name](*sides, **given)
    return values | dict(zip(_SUMMED[-2:], map(binary_entropies, sides), strict=True))
