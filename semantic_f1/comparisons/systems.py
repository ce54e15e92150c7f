"""Several systems, similarities or thresholds on the same examples."""

import numpy as np

from ..average_table import AVERAGES
from ..inputs.configs import weighted_sets
from ..messages import collect, quote, warn
from ..scoring.contributions import scores_of_columns
from ..scoring.counts import Counts
from ..scoring.intervals import score_intervals
from ..scoring.rank_intervals import adjusted_p_values, win_tie_loss
from ..scoring.results import (
    averages_of,
    averaging_of,
    counts_of,
    drawn_examples,
    keys_of,
    macro_mask_of,
    one_average,
    plain_numbers,
    scores_of,
    settings_of,
    suffix_of,
    warn_unsure,
)
from ..scoring.significance import paired_comparisons
from ..similarity.label_similarity import identity
from .rankings import ranking_of
from .statistics import monotonicity, smoothness

EQUAL = 1e-12


def comparison_of(datas, setting, test="auto"):
    """Two systems: for each score the difference, its interval and p-value.

    ``datas`` are the label sets of both.
    """
    options = setting.options
    averages = averages_of(options)
    systems, groups, averaging = systems_of(datas, setting, averages, ("a", "b"))
    mask = averaging.macro_mask
    result = {}
    if options["n_resamples"]:
        comparisons = paired_comparisons(
            systems,
            averaging,
            groups=groups,
            n_resamples=options["n_resamples"],
            confidence_level=options["confidence_level"],
            seed=options["seed"],
            test=test,
            settled=True,
        )
        warn_unsure(systems, groups, setting, averages, mask)
        warn_no_spread(comparisons, setting)
    for average in averages:
        scores = np.stack(
            [
                scores_of_columns(each.total(average), average, averaging.of(place))
                for place, each in enumerate(systems)
            ]
        )
        columns = {"": scores[0] - scores[1], "_a": scores[0], "_b": scores[1]}
        if options["n_resamples"]:
            comparison = comparisons[average]
            columns[""] = comparison.difference.estimate[0]
            columns |= {
                "_low": comparison.difference.low[0],
                "_high": comparison.difference.high[0],
                "_standard_error": comparison.standard_error[0],
                "_p_value": comparison.p_value[0],
            }
            if average is None:
                columns["_p_adjusted"] = np.stack(
                    [adjusted_p_values(comparison, (0, score)) for score in range(3)]
                )
        for place, key in enumerate(keys_of(average, options)):
            for suffix, values in columns.items():
                result[key + suffix] = plain_numbers(values[place])
        if options["n_resamples"]:
            suffix = suffix_of(average, options)
            result[f"test{suffix}"] = comparison.test
            result[f"n_resamples_drawn{suffix}"] = comparison.n_drawn
            result[f"p_floor{suffix}"] = comparison.p_floor
            if average is None:
                result[f"adjustment{suffix}"] = "step-down max-t"
    if options["n_resamples"]:
        result["n_units"] = comparison.n_units
        result["settings"] = settings_of(setting, averages, comparison.n_units)
    # How much an example weighs says nothing of who wins it.
    outcome = win_tie_loss(*(each.points[:, 2] / each.points[:, 3] for each in systems))
    result.update(zip(("wins", "ties", "losses"), outcome.tolist(), strict=True))
    if None in averages:
        by_label = label_outcomes(*systems)
        names = ("label_wins", "label_ties", "label_losses")
        result.update(zip(names, by_label.tolist(), strict=True))
        result["labels"] = list(setting.space.labels)
    return result


def label_outcomes(system_a, system_b):
    """Examples where a has fewer, as many, more errors (FP + FN) of a label than b: (3, m).

    Of examples where the label is gold or predicted by either; both are Contributions.
    """
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
    options = setting.options
    average = one_average(options, "rank")
    if not options["n_resamples"]:
        raise ValueError("n_resamples: rank needs resamples; expected a whole number, 1 or more")
    names = list(datas)
    systems, groups, averaging = systems_of(list(datas.values()), setting, (average,), names)
    comparisons = paired_comparisons(
        systems,
        averaging,
        groups=groups,
        n_resamples=options["n_resamples"],
        confidence_level=options["confidence_level"],
        seed=options["seed"],
    )
    warn_unsure(systems, groups, setting, (average,), averaging.macro_mask)
    warn_no_spread(comparisons, setting)
    (comparison,) = comparisons.values()
    keys = keys_of(average, options)
    columns = {key: place for place, key in enumerate(keys)}
    result = ranking_of(comparison, names, columns, options["confidence_level"])
    for row in result["ranking"]:
        place = names.index(row["system"])
        interval = score_intervals(
            systems[place],
            averaging.of(place),
            groups=groups,
            n_resamples=options["n_resamples"],
            confidence_level=options["confidence_level"],
            seed=options["seed"],
        )[average].interval
        for score, key in enumerate(keys):
            row[f"{key}_low"] = float(min(interval.low[score], row[key]))
            row[f"{key}_high"] = float(max(interval.high[score], row[key]))
    return {**result, "settings": settings_of(setting, (average,), result["n_units"])}


def warn_no_spread(comparisons, setting):
    """Warn of differences that no example moves, and of those without a p-value."""
    texts = []
    for average, comparison in comparisons.items():
        still = comparison.difference.low == comparison.difference.high
        alike = still.reshape(len(still), -1).all(axis=1)
        alike &= ~comparison.difference.estimate.reshape(len(still), -1).any(axis=1)
        if alike.any() and comparison.n_units > 1:
            texts.append(
                f"intervals: {'the two' if len(still) == 1 else 'two of the'} systems answer alike "
                "(or score alike in every example): their difference is 0, and its interval has no "
                "width."
            )
        elif still.any() and comparison.n_units > 1:
            texts.append(
                f"intervals: no {'group' if setting.options['groups'] else 'example'} moves some "
                f"difference of {average or 'a label'}; its interval has no width, which does not "
                "make it certain."
            )
        if np.isnan(comparison.p_value).any():
            texts.append(
                "macro: F1 of averages under two-sided counting has no p-value if a system never "
                "predicts a gold label: no test holds its level there, and the interval may leave "
                'out 0 where the systems are equal; take macro_f1="averaged_f1"'
            )
    for text in dict.fromkeys(texts):
        warn(text)


def curve_of(grid, read, setting_at):
    """Scores at each threshold; ``setting_at`` gives the setting of one."""
    curves = {}
    for threshold in grid.tolist():
        setting = setting_at(threshold)
        if None in averages_of(setting.options):
            raise ValueError("average: a curve is of one score; None (per label) has many")
        data = weighted_sets(*read, setting)
        exact = identity(setting.space.labels).pairs
        for kind, pairs in (("semantic", None), ("hard", exact)):
            counts = counts_of(data, setting, pairs)
            with collect():
                mask = macro_mask_of(counts, setting, ())
            for average in averages_of(setting.options):
                key = keys_of(average, setting.options)[2].replace("semantic", kind, 1)
                f1 = float(scores_of(counts, average, setting, mask).f1)
                curves.setdefault(key, []).append(f1)
    # The lowest of equal thresholds: of those within rounding of the greatest score.
    best = {key: int(np.argmax(np.array(x) >= max(x) - EQUAL)) for key, x in curves.items()}
    return {
        "thresholds": grid.tolist(),
        **curves,
        "best": {
            key: {"threshold": float(grid[i]), "score": curves[key][i]} for key, i in best.items()
        },
        "monotonicity": {key: monotonicity(grid, curve) for key, curve in curves.items()},
        "smoothness": {key: smoothness(curve) for key, curve in curves.items()},
    }


def systems_of(datas, setting, averages, names):
    """Contributions of each system, the examples' groups, and how their counts become scores.

    A score doesn't depend on the system's company: macro over labels that are "present" is over
    each system's own.
    """
    drawn = [drawn_examples(data, setting, averages) for data in datas]
    systems, groups = [examples for examples, _ in drawn], drawn[0][1]
    averaging = averaging_of(setting, averages, None)
    if averaging.by_label:
        totals = [examples.total(None) for examples in systems]
        tp, predicted, matched, support = sum(totals)
        used = Counts(tp, predicted, matched, support, 0.0, 0.0, np.zeros(3), 0.0)
        averaging = averaging._replace(macro_mask=macro_mask_of(used, setting, averages))
        if setting.options["macro_labels"] == "present":
            masks = tuple((total[1] > 0) | (total[3] > 0) for total in totals)
            averaging = averaging._replace(own_masks=masks)
            warn_of_own_labels(masks, setting, averages, names)
    return systems, groups, averaging


def warn_of_own_labels(masks, setting, averages, names):
    """Warn where systems average over different labels, each over those that it has."""
    some, every = np.any(masks, axis=0), np.all(masks, axis=0)
    if not any(AVERAGES[average].macro for average in averages) or (some == every).all():
        return
    odd = [setting.space.labels[i] for i in np.flatnonzero(some & ~every)]
    lacking = [name for name, mask in zip(names, masks, strict=True) if (some & ~mask).any()]
    warn(
        f'macro: under macro_labels="present" each system averages over its own labels: '
        f"{quote(odd)} {'is' if len(odd) == 1 else 'are'} not present for {quote(lacking)}; "
        "macro_labels=[...] names the same labels for all."
    )
