"""Results of config "graded": Semantic F1 of graded membership, and distances label by label."""

import numpy as np

from ..inputs.units import group_codes
from .additive import ExactSum
from .graded import COUNTED_ROWS, GRADED_DISTANCES
from .results import averages_of, result_of
from .soft_results import ends_of_means


def graded_result(data, setting):
    """The flat dict that compute returns for graded rows."""
    options, weight = setting.options, data.weight
    result = result_of(data, setting) | distances_of_sums(distance_sums(data, setting), setting)
    if options["n_resamples"]:
        kept = np.ones(len(data.predictions.table), bool) if weight is None else weight > 0
        groups = options["groups"]
        if groups is not None:
            groups = group_codes(groups, len(kept), kept)
        tables = data.predictions.table[kept], data.references.table[kept]
        values = {
            name: by_label.mean(axis=1)
            for name, by_label in _distances_by_label(*tables, setting).items()
        }
        weight = None if weight is None else weight[kept]
        result |= ends_of_means(values, result, weight, groups, options)
    return result


def distance_sums(data, setting):
    """Exact sums of each distance of each label, times the weights, and of the weights.

    Returns
    -------
    ExactSum of shape (number of distances * m + 1,); of no rows too
    """
    n, m = len(data.predictions.table), len(setting.space.labels)
    sums = ExactSum.zero((len(GRADED_DISTANCES) * m + 1,))
    for start in range(0, n, COUNTED_ROWS):
        part = slice(start, start + COUNTED_ROWS)
        by_distance = _distances_by_label(
            data.predictions.table[part], data.references.table[part], setting
        )
        rows = np.concatenate(
            [*by_distance.values(), np.ones((len(by_distance["manhattan_distance"]), 1))], 1
        )
        if data.weight is not None:
            rows *= data.weight[part, None]
        sums = sums.plus(ExactSum.along_last(rows.T))
    return sums


def distances_of_sums(sums, setting):
    """Means over labels and examples, from exact sums; with average None also by label."""
    *totals, weight = sums.rounded()
    by_label = np.reshape(totals, (len(GRADED_DISTANCES), -1)) / weight
    result = {
        name: float(values.mean()) for name, values in zip(GRADED_DISTANCES, by_label, strict=True)
    }
    if None in averages_of(setting.options):
        for name, values in zip(GRADED_DISTANCES, by_label, strict=True):
            result[f"{name}_per_label"] = values.tolist()
    return result


def _distances_by_label(predictions, targets, setting):
    floor = {"floor": setting.options["floor"]}
    return {
        name: distance(predictions, targets, **(floor if "entropy" in name else {}))
        for name, distance in GRADED_DISTANCES.items()
    }
