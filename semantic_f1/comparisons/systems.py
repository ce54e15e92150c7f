"""Several systems, similarities or thresholds on the same examples."""

import math
from statistics import NormalDist

import numpy as np

from ..average_table import AVERAGES
from ..inputs.configs import weighted_sets
from ..messages import FEW, quote, warn
from ..options import check_within
from ..scoring.counts import Counts
from ..scoring.rank_intervals import adjusted_p_values, win_tie_loss
from ..scoring.results import (
    averages_of,
    averaging_of,
    counts_of,
    keys_of,
    macro_mask_of,
    one_average,
    scores_of_each,
    settings_of,
    statistic_of,
    suffix_of,
)
from ..scoring.significance import paired_comparisons
from ..scoring.uncertainty import (
    difference_columns,
    interval_entries,
    interval_fields,
    keyed_columns,
    warn_unsure,
)
from ..similarity.label_similarity import identity
from .rankings import ranking_of
from .statistics import monotonicity, smoothness
from .thresholds import first_best


def comparison_of(datas, setting, test="auto"):
    """Two systems, their label sets: for each score the difference, its interval and p-value."""
    options = setting.options
    averages, result, comparisons = averages_of(options), {}, {}
    statistic = statistic_of_systems(datas, setting, averages, ("a", "b"))
    if options["n_resamples"]:
        comparisons = paired_comparisons(statistic, test, settled=True)
        warn_unsure(statistic)
        warn_no_spread(comparisons, setting)
    for average in averages:
        comparison, of_test = comparisons.get(average), {}
        columns = difference_columns(statistic.scores(average), comparison)
        if comparison:
            of_test = {
                "test": comparison.test,
                "n_resamples_drawn": comparison.n_drawn,
                "p_floor": comparison.p_floor,
            }
            if average is None:
                of_test["adjustment"] = "step-down max-t"
                adjusted = [adjusted_p_values(comparison, (0, score)) for score in range(3)]
                columns["_p_adjusted"] = np.stack(adjusted)
        result |= keyed_columns(statistic.keys[average], columns)
        result |= {f"{name}{suffix_of(average, options)}": x for name, x in of_test.items()}
    if options["n_resamples"]:
        result["n_units"] = statistic.n
        result["settings"] = settings_of(setting, averages, statistic.n)
    # How much an example weighs says nothing of who wins it.
    outcomes = win_tie_loss(*(each.points[:, 2] / each.points[:, 3] for each in statistic.examples))
    result |= zip(("wins", "ties", "losses"), outcomes.tolist(), strict=True)
    if None in averages:
        keys, by_label = ("label_wins", "label_ties", "label_losses"), statistic.examples
        result |= zip(keys, label_outcomes(*by_label).tolist(), strict=True)
        result["labels"] = list(setting.space.labels)
    return result


def label_outcomes(system_a, system_b):
    """Examples of a label where a has fewer, as many, more errors (FP + FN) than b: (3, m)."""
    total = np.zeros((3, system_a.n_labels), np.int64)
    for start, stop in system_a.blocks():
        errors, used = [], False
        for system in (system_a, system_b):
            columns = system.columns(None, start, stop) / system.points[start:stop, 3, None, None]
            tp, predicted, matched, support = np.moveaxis(columns, 1, 0)
            errors.append(predicted - tp + support - matched)
            used = used | (predicted + support > 0)
        total += win_tie_loss(errors[1], errors[0], used)
    return total


def ranked(datas, setting):
    """Systems with the places they may have; ``datas`` maps their names to label sets."""
    average, names = one_average(setting.options, "rank"), list(datas)
    check_resamples(setting, "rank")
    statistic = statistic_of_systems(list(datas.values()), setting, (average,), names)
    comparisons = paired_comparisons(statistic)
    warn_unsure(statistic)
    warn_no_spread(comparisons, setting)
    keys = {key: place for place, key in enumerate(statistic.keys[average])}
    result = ranking_of(comparisons[average], names, keys, statistic.confidence_level)
    entries = dict(zip(names, interval_entries(statistic, warned=False), strict=True))
    for row in result["ranking"]:
        for key in keys:
            row.update(interval_fields(key, row[key], *entries[row["system"]][key][:2]))
    return {**result, "settings": settings_of(setting, (average,), statistic.n)}


def check_resamples(setting, method):
    """Refuse a method that can't do without resamples."""
    if not setting.options["n_resamples"]:
        raise ValueError(f"n_resamples: {method} needs resamples, 1 or more")


def warn_no_spread(comparisons, setting):
    """Warn of differences that no example moves, and of those without a p-value."""
    texts = []
    for average, comparison in comparisons.items():
        still = comparison.difference.low == comparison.difference.high
        alike = still.reshape(len(still), -1).all(axis=1)
        alike &= ~comparison.difference.estimate.reshape(len(still), -1).any(axis=1)
        if alike.any() and comparison.n_units > 1:
            which = "the two" if len(still) == 1 else "two of the"
            texts.append(
                f"intervals: {which} systems answer alike (or score alike in every example): their "
                "difference is 0, and its interval has no width."
            )
        elif still.any() and comparison.n_units > 1:
            unit, what = "group" if setting.options["groups"] else "example", average or "a label"
            text = f"intervals: no {unit} moves some difference of {what}; its interval has no"
            texts.append(f"{text} width, which does not make it certain.")
        if np.isnan(comparison.p_value).any():
            texts.append(
                "macro: F1 of averages under two-sided counting has no p-value if a system never "
                "predicts a gold label: no test holds its level there, and the interval may leave "
                'out 0 where the systems are equal; take macro_f1="averaged_f1"'
            )
    for text in dict.fromkeys(texts):
        warn(text)


def curve_of(read, grid, setting_at):
    """Scores at each threshold; ``setting_at`` gives the setting of one."""
    curves = {}
    for threshold in grid.tolist():
        setting = setting_at(threshold)
        if None in averages_of(setting.options):
            raise ValueError("average: a curve is of one score; None (per label) has many")
        data = weighted_sets(*read, setting)
        for kind, pairs in (("semantic", None), ("hard", identity(setting.space.labels).pairs)):
            counts = counts_of(data, setting, pairs)
            for average in averages_of(setting.options):
                key = keys_of(average, setting.options)[2].replace("semantic", kind, 1)
                f1 = float(scores_of_each(counts, average, setting, exact=False).f1)
                curves.setdefault(key, []).append(f1)
    # The lowest of equal thresholds.
    best = {key: first_best(np.array(curve)) for key, curve in curves.items()}
    return {
        "thresholds": grid.tolist(),
        **curves,
        "best": {
            key: {"threshold": float(grid[i]), "score": curves[key][i]} for key, i in best.items()
        },
        "monotonicity": {key: monotonicity(grid, curve) for key, curve in curves.items()},
        "smoothness": {key: smoothness(curve) for key, curve in curves.items()},
    }


def needed_examples(standard_deviation, effect, power, alpha):
    """Examples for a two-sided test at alpha to find a difference with the given power."""
    return math.ceil((detectable_effect(standard_deviation, 1, power, alpha) / effect) ** 2 - 1e-9)


def detectable_effect(standard_deviation, n, power, alpha):
    """The difference that n examples find with the given power."""
    quantile = NormalDist().inv_cdf
    return (quantile(1 - alpha / 2) + quantile(power)) * standard_deviation / math.sqrt(n)


def spread_of_difference(statistic, average, pair=0):
    """Standard deviation of the influence values of a pair's difference in F1."""
    return float(statistic.errors(average, paired=True)[pair, -1]) * math.sqrt(statistic.n)


def sized(statistic, average, effect, power, alpha):
    """The dict of ``metric.sample_size``, from a Statistic of two systems."""
    effect = check_within("effect", effect, "above 0, up to 1")
    power = check_within("power", power, "between 0 and 1")
    alpha = check_within("alpha", alpha, "between 0 and 1")
    n, unit = statistic.n, "examples" if statistic.groups is None else "groups"
    if n < 2:
        raise ValueError(f"sample_size: {n} {unit[:-1]} shows no spread; at least 2 are needed")
    spread = spread_of_difference(statistic, average)
    if not spread > 0:
        rule = f"no one of the {n:,} {unit} moves the difference of the two systems; take systems"
        raise ValueError(f"sample_size: {rule} that differ in more examples")
    if n < FEW:
        few = f"{n} {unit}, fewer than {FEW}"
        warn(f"sample_size: {few}: the standard deviation, and the answer with it, is rough.")
    return {
        "n": needed_examples(spread, effect, power, alpha),
        "units": unit,
        "standard_deviation": spread,
        "detectable_effect": detectable_effect(spread, n, power, alpha),
        "n_units": n,
        "score": statistic.keys[average][2],
        "average": average,
        "effect": effect,
        "power": power,
        "alpha": alpha,
    }


def statistic_of_systems(datas, setting, averages, names):
    """Statistic of systems; macro over labels that are "present" is over each system's own."""
    statistic = statistic_of(datas, setting, averaging_of(setting, averages, None))
    averaging = statistic.averaging
    if averaging.by_label:
        totals = [examples.total(None) for examples in statistic.examples]
        tp, predicted, matched, support = sum(totals)
        used = Counts(tp, predicted, matched, support, 0.0, 0.0, np.zeros(3), 0.0)
        averaging = averaging._replace(macro_mask=macro_mask_of(used, setting, averages))
        if setting.options["macro_labels"] == "present":
            masks = tuple((total[1] > 0) | (total[3] > 0) for total in totals)
            averaging = averaging._replace(own_masks=masks)
            warn_of_own_labels(masks, setting, averages, names)
        statistic.averaging = averaging
    return statistic


def warn_of_own_labels(masks, setting, averages, names):
    """Warn where systems average over different labels, each over those that it has."""
    some, every = np.any(masks, axis=0), np.all(masks, axis=0)
    if not any(AVERAGES[average].macro for average in averages) or (some == every).all():
        return
    odd = [setting.space.labels[i] for i in np.flatnonzero(some & ~every)]
    lacking = [name for name, mask in zip(names, masks, strict=True) if (some & ~mask).any()]
    absent = f"{quote(odd)} {'is' if len(odd) == 1 else 'are'} not present for {quote(lacking)}"
    warn(
        f'macro: under macro_labels="present" each system averages over its own labels: {absent}; '
        "macro_labels=[...] names the same labels for all."
    )
