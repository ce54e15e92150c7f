"""Scores of distributions: what the "soft" config returns."""

import numpy as np

from ..inputs.configs import SIDES, weights_of
from ..inputs.distributions import TOLERANCE, resolve_rows, rows_by_name
from ..inputs.units import group_codes
from ..messages import few_units, unresolved, warn
from ..options import with_none_labels
from .additive import ExactSum
from .distributions import DISTANCES, entropies, wasserstein
from .intervals import mean_intervals
from .results import plain_numbers

ENTROPY = "cross_entropy"
ENTROPIES = ("target_entropy", "prediction_entropy", "kl_divergence")
# What a similarity adds: W with cost 1 - S, and 1 - W.
OF_SIMILARITY = ("wasserstein_distance", "wasserstein_score")


def soft_result(predictions, references, setting):
    """The flat dict of the "soft" config: weighted means over the examples."""
    options = setting.options
    n = len(predictions.table)
    weight = weights_of(n, setting)
    each = distances_of(predictions, references, setting)
    result = result_of_soft_sums(ExactSum.along_last(_rows_of(each, n, weight).T), setting)
    chosen = np.ones(n, bool) if weight is None else weight > 0
    groups = options["groups"]
    if groups is not None:
        groups = group_codes(groups, n, chosen)
    if not options["n_resamples"]:
        return result
    values = {name: x[chosen] for name, x in each.items()}
    result |= ends_of_means(
        values, result, None if weight is None else weight[chosen], groups, options
    )
    units = int(chosen.sum()) if groups is None else int(groups.max()) + 1
    for text in (
        few_units(units, groups is not None, bounded=False),
        unresolved(options["n_resamples"], options["confidence_level"]),
    ):
        if text:
            warn(text)
    return result


def soft_sums(predictions, references, weight, setting):
    """Exact sums of each distance times the weights, and of the weights; of no example too."""
    n = len(predictions.table)
    if not n:
        return ExactSum.zero((len(_names_of(setting)) + 1,))
    each = distances_of(predictions, references, setting)
    return ExactSum.along_last(_rows_of(each, n, weight).T)


def result_of_soft_sums(sums, setting):
    """The flat dict of the "soft" config, without intervals, from exact sums."""
    *totals, weight = sums.rounded().tolist()
    return {name: total / weight for name, total in zip(_names_of(setting), totals, strict=True)}


def _rows_of(distances, n, weight):
    """Distances and a last column of ones, times the weights, of examples that have some."""
    rows = np.stack([*distances.values(), np.ones(n)], axis=1)
    return rows if weight is None else rows[weight > 0] * weight[weight > 0, None]


def _names_of(setting):
    of_similarity = () if setting.similarity is None else OF_SIMILARITY
    return (*DISTANCES, *ENTROPIES, *of_similarity)


def distances_of(predictions, references, setting):
    """Each distance between predicted and target distributions, example by example."""
    raws = rows_by_name(
        (predictions, references),
        None if setting.space is None else setting.space.names,
        () if setting.space is None else setting.space.widths,
        SIDES,
        setting.options["normalize_names"],
    )
    width = next((raw.table.shape[1] for raw in raws if not raw.single), 2)
    if setting.space is None:
        _refuse_flat(raws)
    elif width not in setting.space.widths:
        came = (
            "single numbers, which are for two labels"
            if width == 2 and all(raw.single for raw in raws)
            else f"{width} values a row"
        )
        raise ValueError(
            f"predictions: {came}; the labels need {' or '.join(map(str, setting.space.widths))}"
        )
    rows = []
    for name, raw in zip(SIDES, raws, strict=True):
        rows.append(
            resolve_rows(raw, name, width, normalize_counts=setting.options["normalize_counts"])
        )
        width = rows[0].shape[1]
    found = {
        name: distance(*rows, **({"floor": setting.options["floor"]} if name == ENTROPY else {}))
        for name, distance in DISTANCES.items()
    }
    # What part of cross entropy is people's own disagreement, and what is the system's error.
    found["target_entropy"] = entropies(rows[1])
    found["prediction_entropy"] = entropies(rows[0])
    # Below 0 by rounding, and by the floor, alone.
    found["kl_divergence"] = np.maximum(found[ENTROPY] - found["target_entropy"], 0)
    if setting.similarity is not None:
        # A rounding error above the greatest cost is taken off.
        cost = 1 - with_none_labels(setting.similarity, setting.space, width).values
        distance = np.minimum(wasserstein(*rows, cost), cost.max(initial=0))
        found |= dict(zip(OF_SIMILARITY, (distance, 1 - distance), strict=True))
    return found


def _refuse_flat(raws):
    """One distribution without its outer list is read as examples with two labels: refuse it."""
    sums = [raw.table.sum() for raw in raws if raw.single and len(raw.table) > 2]
    if len(sums) == 2 and all(abs(total - 1) <= TOLERANCE for total in sums):
        raise ValueError(
            "predictions and references: single numbers that sum to 1 on both sides look like one "
            "distribution; a distribution is a row, [[0.2, 0.3, 0.5]]. If they are probabilities "
            "of the second of two labels, pass labels=[...] with both names"
        )


def ends_of_means(values, means, weight, groups, options):
    """Ends of the intervals and standard errors of means over the examples.

    Parameters
    ----------
    values : dict of name -> float64 array (n,), the values of the examples that may be drawn
    means : dict that holds the mean under each name; intervals reach to it
    weight : None or float64 array (n,)
    groups : None or int array (n,), the group of each example
    options : dict of the call's options

    Returns
    -------
    dict: name_low, name_high and name_standard_error for each name
    """
    found = mean_intervals(
        np.stack(list(values.values()), axis=1),
        weight=weight,
        groups=groups,
        n_resamples=options["n_resamples"],
        confidence_level=options["confidence_level"],
        seed=options["seed"],
    )
    ends = {}
    for place, name in enumerate(values):
        ends[f"{name}_low"] = min(float(found.interval.low[place]), means[name])
        ends[f"{name}_high"] = max(float(found.interval.high[place]), means[name])
        ends[f"{name}_standard_error"] = plain_numbers(found.standard_error[place])
    return ends
