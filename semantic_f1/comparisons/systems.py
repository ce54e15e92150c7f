"""Several systems, similarities or thresholds on the same examples."""

import numpy as np

from ..inputs.configs import weighted_sets
from ..messages import collect
from ..scoring.counts import Counts
from ..scoring.resampling import paired_comparison, ranks, win_tie_loss
from ..scoring.results import (
    averages_of,
    counts_of,
    drawn_counts,
    keys_of,
    macro_mask_of,
    one_average,
    outer_ends,
    places_of,
    refuse_large,
    scores_of,
    statistic_of,
)
from ..similarity.label_similarity import build, identity
from .perturbations import Alternative, mixtures, permuted_rows, powers, rescaled_distances
from .statistics import constancy, kendall_tau, monotonicity, smoothness, spearman, verdict

CONTROL = "rows permuted"
EQUAL = 1e-12


def compared(datas, setting):
    """Two systems: for each score the difference, its interval and p-value.

    ``datas`` are the label sets of both.
    """
    matrices, mask = _matrices(datas, setting)
    chosen, m = setting.options, len(setting.space.labels)
    averages = averages_of(chosen)
    found = paired_comparison(
        matrices,
        statistic_of(setting, averages, mask),
        n_resamples=chosen["n_resamples"],
        confidence_level=chosen["confidence_level"],
        seed=chosen["seed"],
    )
    whole = np.stack([matrix.sum(axis=0) for matrix in matrices])
    scores = statistic_of(setting, averages, mask)(whole)
    low, high = outer_ends(found.difference, averages, chosen, m)
    columns = {
        "": found.difference.estimate[0],
        "_a": scores[0],
        "_b": scores[1],
        "_low": low[0],
        "_high": high[0],
        "_p_value": found.p_value[0],
    }
    result = {}
    for key, place in places_of(averages, chosen, m):
        for suffix, values in columns.items():
            result[key + suffix] = values[place].tolist()
    each = [Counts.of(matrix, m) for matrix in matrices]
    outcome = win_tie_loss(*(one.samples[:, 2] for one in each))
    result.update(zip(("wins", "ties", "losses"), outcome.tolist(), strict=True))
    if None in averages:
        errors = [one.predicted - one.tp + one.support - one.matched for one in each]
        used = sum(one.predicted + one.support for one in each) > 0
        by_label = win_tie_loss(*errors[::-1], used)
        names = ("label_wins", "label_ties", "label_losses")
        result.update(zip(names, by_label.tolist(), strict=True))
        result["labels"] = list(setting.space.labels)
    return result


def ranked(datas, setting):
    """Systems with the places they may have; ``datas`` maps their names to label sets."""
    chosen = setting.options
    average = one_average(chosen, "rank")
    names = list(datas)
    matrices, mask = _matrices(datas.values(), setting)
    statistic = statistic_of(setting, (average,), mask)
    found = paired_comparison(
        matrices,
        statistic,
        n_resamples=chosen["n_resamples"],
        confidence_level=chosen["confidence_level"],
        seed=chosen["seed"],
    )
    whole = statistic(np.stack([matrix.sum(axis=0) for matrix in matrices]))[:, :3]
    ends = outer_ends(found.difference, (average,), chosen, 0)
    keys = keys_of(average, chosen)
    ranking = [
        {
            "system": name,
            **dict(zip(keys, whole[i].tolist(), strict=True)),
            "rank": float(found.rank.estimate[i, 2]),
            "rank_low": float(found.rank.low[i, 2]),
            "rank_high": float(found.rank.high[i, 2]),
        }
        for i, name in enumerate(names)
    ]
    pairs = [
        {
            "a": names[a],
            "b": names[b],
            "difference": float(found.difference.estimate[i, 2]),
            "low": float(ends[0][i, 2]),
            "high": float(ends[1][i, 2]),
            "p_value": float(found.p_value[i, 2]),
            "p_adjusted": float(found.p_adjusted[i, 2]),
        }
        for i, (a, b) in enumerate(found.pairs.tolist())
    ]
    return {"ranking": sorted(ranking, key=lambda row: row["rank"]), "pairs": pairs}


def alternatives_of(systems, setting, others, perturb, distances):
    """Systems under other similarities and under perturbed ones.

    ``systems`` maps names to label sets, ``others`` names to tables of values.
    """
    average = one_average(setting.options, "sensitivity")
    refuse_large("sensitivity", setting)
    own, datas = setting.similarity.values, list(systems.values())
    tables = [Alternative(setting.similarity.name, own)]
    tables += [Alternative(name, values) for name, values in others.items()]
    remarks = [f"{table.name}: {text}" for table in tables if (text := constancy(table.values))]
    if perturb:
        tables += mixtures(own, seed=setting.options["seed"])
        control = permuted_rows(own, seed=setting.options["seed"])
        tables.append(control._replace(name=CONTROL))
        tables += powers(own)[1:]
    if distances:
        tables += rescaled_distances(own)
    scores = np.empty((len(tables), len(datas)))
    for i, table in enumerate(tables):
        pairs = build(table.values, setting.space.labels).pairs
        for j, data in enumerate(datas):
            counts = counts_of(data, setting, pairs)
            present = (counts.predicted > 0) | (counts.support > 0)
            all_used = setting.options["macro_labels"] == "present"
            mask = present if all_used else setting.macro_mask
            scores[i, j] = scores_of(counts, average, setting, mask).f1
    names = list(systems)
    # Permuted rows are a control: a ranking that outlives them was not due to the similarity.
    judged = [i for i, table in enumerate(tables) if table.name != CONTROL]
    return {
        "average": average,
        "verdict": verdict(scores[judged], names, [tables[i].name for i in judged]),
        "remarks": remarks,
        "alternatives": [
            {
                "name": table.name,
                "note": table.note,
                "scores": dict(zip(names, row.tolist(), strict=True)),
                "ranks": dict(zip(names, ranks(row).tolist(), strict=True)),
                "kendall_tau": kendall_tau(scores[0], row),
                "spearman": spearman(scores[0], row),
            }
            for table, row in zip(tables, scores, strict=True)
        ],
    }


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


def _matrices(datas, setting):
    """Counts of each example for each system, and the labels that macro averages over."""
    matrices = [drawn_counts(data, setting) for data in datas]
    used = Counts.of(sum(matrix.sum(axis=0) for matrix in matrices), len(setting.space.labels))
    return matrices, macro_mask_of(used, setting, averages_of(setting.options))
