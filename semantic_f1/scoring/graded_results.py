"""Results of config "graded": Semantic F1 of graded membership, and distances label by label."""

import numpy as np

from ..inputs.units import group_codes
from .graded import GRADED_DISTANCES
from .results import averages_of, result_of
from .soft_results import ends_of_means


def graded_result(data, setting):
    """The flat dict that compute returns for graded rows."""
    options, weight = setting.options, data.weight
    result = result_of(data, setting)
    chosen = np.ones(len(data.predictions.table), bool) if weight is None else weight > 0
    sides = data.predictions.table[chosen], data.references.table[chosen]
    weight = None if weight is None else weight[chosen]
    by_label = {
        name: distance(*sides, **({"floor": options["floor"]} if "entropy" in name else {}))
        for name, distance in GRADED_DISTANCES.items()
    }
    for name, values in by_label.items():
        result[name] = float(np.average(values.mean(axis=1), weights=weight))
    if None in averages_of(options):
        for name, values in by_label.items():
            result[f"{name}_per_label"] = np.average(values, axis=0, weights=weight).tolist()
    if options["n_resamples"]:
        groups = options["groups"]
        if groups is not None:
            groups = group_codes(groups, len(chosen), chosen)
        values = {name: values.mean(axis=1) for name, values in by_label.items()}
        result |= ends_of_means(values, result, weight, groups, options)
    return result
