"""Distances: what config "soft" returns, and what "graded" does next to Semantic F1."""

from collections.abc import Callable

import numpy as np

from ..distance_table import GRADED_DISTANCES, MEASURE_OF_SIMILARITY, SOFT_DISTANCES
from ..inputs.configs import SIDES, weights_of
from ..inputs.distributions import TOLERANCE, resolve_rows, rows_by_name
from ..inputs.groups import group_codes
from ..messages import listed, warn
from ..name_table import NameTable
from ..options import with_none_labels
from .distributions import DISTANCES, entropies, wasserstein
from .exact_sums import ExactSum
from .graded import COUNTED_ROWS, GRADED_FUNCTIONS, binary_entropies
from .intervals import correlation_interval, correlation_of_sums
from .results import averages_of, result_of
from .uncertainty import MeanStatistic, interval_fields, interval_results, plain_numbers, ranges_of

# Both sides' entropies, whose correlation is reported.
ENTROPIES = ("target_entropy", "prediction_entropy")
CORRELATION = "entropy_correlation"
FEWEST_CORRELATED = 3  # A line through two points is no correlation.
# Distances that are means over examples and labels, and what is summed beside them.
_MEANS = {name: row for name, row in GRADED_DISTANCES.items() if row.by_example}
_SUMMED = (*_MEANS, *ENTROPIES[::-1])
# The one that may be below 0: predictions that a floor raises sum to more than 1.
BELOW_0 = "kl_divergence"
ROUNDED_DIVERGENCE = 1e-11  # Divergences nearer to 0 than this are below it by rounding alone.


def soft_result(predictions, references, setting):
    """The flat dict of the "soft" config: weighted means over the examples."""
    weight = weights_of(predictions.n, setting)
    rows = distribution_rows(predictions, references, setting)
    distances = distances_of_rows(rows, setting)
    result = result_of_soft_sums(sums_of_examples(distances, weight), setting)
    # They are refused where they can't be, with resamples and without.
    group_codes(setting.options["groups"], predictions.n)
    if setting.options["n_resamples"]:
        ranges, sides = distance_ranges(rows, setting), [distances[name] for name in ENTROPIES]
        result |= _with_intervals(result, distances, ranges, sides, setting)
        if (score := MEASURE_OF_SIMILARITY) in result:
            # 1 less the distance, to the ends of its interval.
            ends = (1 - result[f"wasserstein_distance_{end}"] for end in ("high", "low"))
            result |= interval_fields(score, result[score], *ends)
    return result


def soft_sums(predictions, references, weight, setting):
    """Exact sums that the result is made of; of no example too."""
    if not predictions.n:
        return ExactSum.zero((len(_names_of(setting)) + 6,))
    return sums_of_examples(distances_of(predictions, references, setting), weight)


def result_of_soft_sums(sums, setting):
    """The flat dict of the "soft" config, without intervals, from exact sums."""
    names = _names_of(setting)
    means, correlation, number = means_of_sums(sums, names)
    found = {name: float(means[name][0]) for name in names}
    found[CORRELATION] = plain_numbers(correlation[0])
    if number >= FEWEST_CORRELATED and found[CORRELATION] is None:
        warn(f"{CORRELATION}: one side's entropies are all equal, so that there is none.")
    return {name: found[name] for name in SOFT_DISTANCES if name in found}


def sums_of_examples(values, weight):
    """Exact sums over the examples with a weight above 0 that means and correlation are made of.

    ``values``: name -> (n,), or (n, k) of k labels, both ENTROPIES among them. Behind each, or 0:
    the squares of both entropies, their product, and by how much a divergence is below 0; all times
    the weight, then the weights and the number of examples.
    """
    n, (x, y) = len(values[ENTROPIES[0]]), (values[name] for name in values if name in ENTROPIES)
    columns = [np.maximum(of_rows, 0) for of_rows in values.values()] + [x * x, y * y, x * y]
    if BELOW_0 in values:
        columns.append(np.maximum(-values[BELOW_0], 0))
    rows = np.concatenate([*(x.reshape(n, -1) for x in columns), np.ones((n, 2))], axis=1)
    if weight is not None:
        rows[:, :-1] *= weight[:, None]
        rows = rows[weight > 0]
    return ExactSum.along_last(rows.T)


def means_of_sums(sums, names):
    """Name -> means (k,), correlations of the entropies (k,), and the number of examples."""
    *totals, weight, number = sums.rounded()
    totals = np.reshape(totals, (len(names) + 3 + (BELOW_0 in names), -1))
    of_names = dict(zip(names, totals, strict=False))
    if BELOW_0 in names:
        of_names[BELOW_0] = of_names[BELOW_0] - totals[-1]
    sides = (of_names[name] for name in names if name in ENTROPIES)
    moments = *sides, *totals[len(names) :][:3], np.full(totals.shape[1], weight)
    correlation = correlation_of_sums(np.stack(moments, axis=-1))
    if number < FEWEST_CORRELATED:
        correlation = np.full_like(correlation, np.nan)
    return {name: total / weight for name, total in of_names.items()}, correlation, number


def _with_intervals(result, distances, ranges, entropies_of_sides, setting):
    """Intervals of mean distances, and of the correlation of both sides' entropies."""
    statistic = MeanStatistic([distances], ranges, setting)
    found, correlation, ends = interval_results(statistic, result), result[CORRELATION], [None] * 3
    if correlation is not None:
        low, high, error = map(plain_numbers, correlation_interval(statistic, *entropies_of_sides))
        ends = [low and min(low, correlation), high and max(high, correlation), error]
    keys = (f"{CORRELATION}_{end}" for end in ("low", "high", "standard_error"))
    return found | dict(zip(keys, ends, strict=True))


def _names_of(setting):
    """Distances that are means over the examples, those of a similarity if there is one."""
    rows, given = SOFT_DISTANCES.items(), setting.similarity is not None
    return tuple(name for name, x in rows if x.by_example and (given or not x.needs_similarity))


def distribution_rows(predictions, references, setting):
    """Both sides as float64 arrays of distributions over the same labels."""
    names, widths = None, ()
    if setting.space is not None:
        names, widths = setting.space.names, setting.space.widths
    normalize = setting.options["normalize_names"]
    raws = rows_by_name((predictions, references), names, widths, SIDES, normalize)
    width = next((raw.table.shape[1] for raw in raws if not raw.single), 2)
    if setting.space is None:
        sums = [raw.table.sum() for raw in raws if raw.single and len(raw.table) > 2]
        if len(sums) == 2 and all(abs(total - 1) <= TOLERANCE for total in sums):
            raise ValueError(
                "predictions and references: single numbers that sum to 1 on both sides look like "
                "one distribution; a distribution is a row, [[0.2, 0.3, 0.5]]. If they are "
                "probabilities of the second of two labels, pass labels=[...] with both names"
            )
    elif width not in widths:
        came = f"{width} values per row"
        if width == 2 and all(raw.single for raw in raws):
            came = "single numbers, which are for two labels"
        raise ValueError(f"predictions: {came}; the labels need {' or '.join(map(str, widths))}")
    rows = []
    for name, raw in zip(SIDES, raws, strict=True):
        rows.append(resolve_rows(raw, name, width, setting.options["normalize_counts"]))
        width = rows[0].shape[1]
    return rows


def distances_of(predictions, references, setting):
    """Each distance between predicted and target distributions, example by example."""
    return distances_of_rows(distribution_rows(predictions, references, setting), setting)


def distance_ranges(rows, setting):
    """Name -> (least, greatest) value of each bounded distance, for these labels and costs."""
    width = rows[0].shape[1]
    ranges = ranges_of(SOFT_DISTANCES) | dict.fromkeys(ENTROPIES, (0.0, np.log(width)))
    if setting.similarity is not None:
        most = 1 - with_none_labels(setting.similarity, setting.space, width).values.min()
        ranges |= {"wasserstein_distance": (0, most), "wasserstein_score": (1 - most, 1)}
    return ranges


def distances_of_rows(rows, setting):
    """The same of both sides' distributions."""
    distances = {}
    for name in _names_of(setting):
        given = {option: setting.options[option] for option in SOFT_DISTANCES[name].options}
        distances[name] = SOFT_FUNCTIONS[name](*rows, setting, distances, **given)
    return distances


def _of_rows(distance):
    return lambda q, p, setting, before, **given: distance(q, p, **given)


def _kl_divergence(predictions, targets, setting, before):
    """The part of cross entropy that isn't people's own disagreement: the system's error."""
    apart = before["cross_entropy"] - before["target_entropy"]
    return np.where(np.abs(apart) < ROUNDED_DIVERGENCE, np.maximum(apart, 0), apart)


# Functions of both sides' rows, of the setting and of the distances before, by their name.
SOFT_FUNCTIONS: NameTable[Callable] = NameTable(
    "distance",
    {
        **{name: _of_rows(distance) for name, distance in DISTANCES.items()},
        "target_entropy": lambda q, p, setting, before: entropies(p),
        "prediction_entropy": lambda q, p, setting, before: entropies(q),
        "kl_divergence": _kl_divergence,
        "wasserstein_distance": lambda q, p, setting, before: wasserstein_of(
            q, p, setting.similarity, setting.space
        ),
        "wasserstein_score": lambda q, p, setting, before: 1 - before["wasserstein_distance"],
    },
)


def wasserstein_of(predictions, targets, similarity, space):
    """Wasserstein distance of each row under the cost 1 - S, none-labels among the labels."""
    cost = 1 - with_none_labels(similarity, space, predictions.shape[1]).values
    # A rounding error above the greatest cost is taken off.
    return np.minimum(wasserstein(predictions, targets, cost), cost.max(initial=0))


def graded_result(data, setting):
    """The flat dict that compute returns for graded rows."""
    sums = distance_sums(data, setting)
    result = result_of(data, setting) | distances_of_sums(sums, setting)
    if setting.options["n_resamples"]:
        values = _values_by_label(data, setting)
        means = {name: values[name].mean(axis=1) for name in _MEANS}
        varied = ~np.isnan(means_of_sums(sums, _SUMMED)[1])
        sides = [values[name][:, varied] for name in _SUMMED[-2:]]
        result |= _with_intervals(result, means, ranges_of(GRADED_DISTANCES), sides, setting)
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
    """Means over labels and examples, from exact sums; with average None also by label."""
    means, correlation, number = means_of_sums(sums, _SUMMED)
    varied, labels = ~np.isnan(correlation), setting.space.labels
    result = {name: float(means[name].mean()) for name in _MEANS}
    result[CORRELATION] = float(correlation[varied].mean()) if varied.any() else None
    constant = [labels[i] for i in np.flatnonzero(~varied)]
    if number >= FEWEST_CORRELATED and constant:
        left = "it is the mean of the other labels'" if varied.any() else "there is none"
        of_labels = f"{len(constant)} of {len(labels)} labels ({listed(constant)})"
        warn(f"{CORRELATION}: one side's entropies are all equal for {of_labels}, so that {left}.")
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
