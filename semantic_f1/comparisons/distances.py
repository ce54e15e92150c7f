"""Systems of the "soft" config compared and ranked: distances of their distributions."""

import numpy as np

from ..distance_table import MEASURE_OF_SIMILARITY, SOFT_DISTANCES
from ..inputs.configs import weights_of
from ..inputs.groups import group_codes
from ..messages import few_units, no_spread, short, unresolved, warn
from ..scoring.averages import Averaging
from ..scoring.bootstrap import resampled_sums
from ..scoring.contributions import Contributions
from ..scoring.intervals import enough_resamples
from ..scoring.rank_intervals import win_tie_loss
from ..scoring.results import plain_numbers
from ..scoring.significance import paired_comparisons
from ..scoring.soft_results import (
    distances_of,
    distribution_rows,
    wasserstein_of,
)
from ..scoring.student_t import tail_share
from ..similarity.label_similarity import build
from .rankings import ranking_of
from .sample_size import needed_examples
from .sensitivity import EFFECT, alternatives_under, judged, telling_pair


def compared_distances(systems, setting):
    """Two systems: for each distance the difference, its interval and p-value.

    ``systems`` are the read predictions and references of both.
    """
    options = setting.options
    distances, weight, groups = _drawn_distances(systems, setting)
    result = {}
    if options["n_resamples"]:
        comparison, scale = _paired(distances, weight, groups, options)
    for place, name in enumerate(distances[0]):
        means = [float(np.average(system[name], weights=weight)) for system in distances]
        result[name] = means[0] - means[1]
        result[f"{name}_a"], result[f"{name}_b"] = means
        if options["n_resamples"]:
            difference = comparison.difference
            result[f"{name}_low"] = float(difference.low[0, place] * scale[place])
            result[f"{name}_high"] = float(difference.high[0, place] * scale[place])
            error = comparison.standard_error[0, place] * scale[place]
            result[f"{name}_standard_error"] = plain_numbers(error)
            result[f"{name}_p_value"] = float(comparison.p_value[0, place])
        outcome = win_tie_loss(*(_rising(system[name], name) for system in distances))
        for key, number in zip(("wins", "ties", "losses"), outcome.tolist(), strict=True):
            result[f"{name}_{key}"] = number
    if options["n_resamples"]:
        result["test"], result["n_units"] = comparison.test, comparison.n_units
    return result


def ranked_distances(names, systems, setting, measure):
    """Systems with the places they may have under one measure, the best first."""
    options = setting.options
    distances, weight, groups = _drawn_distances(systems, setting)
    if measure not in distances[0]:
        taking = {name for name, row in SOFT_DISTANCES.items() if row.needs_similarity}
        raise ValueError(
            f"measure: expected one of {', '.join(distances[0])}; got {short(measure)}"
            + ("; this one takes a similarity" if measure in taking else "")
        )
    if not options["n_resamples"]:
        raise ValueError("n_resamples: rank needs resamples; expected a whole number, 1 or more")
    of_measure = [{measure: system[measure]} for system in distances]
    comparison, scale = _paired(of_measure, weight, groups, options)
    return {
        "measure": measure,
        **ranking_of(
            comparison,
            names,
            {measure: 0},
            options["confidence_level"],
            score=0,
            scale=scale[0],
            sign=1 if SOFT_DISTANCES[measure].better == "higher" else -1,
        ),
    }


def sensitive_distances(names, systems, setting, others, changes):
    """The order of systems by Wasserstein score under other similarities and perturbed ones.

    Parameters are those of ``sensitivity.alternatives_under``; ``systems`` are the read predictions
    and references of each system.
    """
    options = setting.options
    if not options["n_resamples"]:
        raise ValueError(
            "n_resamples: sensitivity needs resamples; expected a whole number, 1 or more"
        )
    n = len(systems[0][0].table)
    weight, groups = weights_of(n, setting), options["groups"]
    kept = np.ones(n, bool) if weight is None else weight > 0
    weight = np.ones(int(kept.sum())) if weight is None else weight[kept]
    if groups is not None:
        groups = group_codes(groups, n, kept)
    rows = [
        [values[kept] for values in distribution_rows(predictions, references, setting)]
        for predictions, references in systems
    ]

    def values_under(table):
        """Scores of the examples of each system under a table, (n, S)."""
        similarity = build(table.values, setting.space.labels)
        distances = [wasserstein_of(*side, similarity, setting.space) for side in rows]
        return 1 - np.stack(distances, axis=1)

    def scores_of(tables):
        return np.stack([weight @ values_under(table) / weight.sum() for table in tables])

    def units_of(columns):
        table = np.concatenate([columns, np.ones((len(columns), 1))], axis=1) * weight[:, None]
        if groups is None:
            return table
        return np.stack([np.bincount(groups, column) for column in table.T], axis=1)

    def verdicts_of(tables):
        table = units_of(
            np.concatenate([values_under(alternative) for alternative in tables], axis=1)
        )
        total = table.sum(axis=0)
        estimates = (total[:-1] / total[-1]).reshape(len(tables), len(names))
        units = len(table)
        share = tail_share(options["confidence_level"], units)
        number = enough_resamples(options["n_resamples"], share, units)
        replicated = np.empty((number, len(tables), len(names)))
        for place, _, (sums,) in resampled_sums([table], number, options["seed"]):
            means = sums[:, :-1] / sums[:, -1:]
            replicated[place] = means.reshape(len(means), len(tables), len(names))
        return judged(
            np.moveaxis(replicated, 0, 2), estimates, 1 - options["confidence_level"], share
        )

    def needed_of(pairs, tables):
        pair = telling_pair(pairs, "undecided")
        values = values_under(tables[0])
        table = units_of((values[:, pair.a] - values[:, pair.b])[:, None])
        mean = table[:, 0].sum() / table[:, 1].sum()
        moves = (table[:, 0] - mean * table[:, 1]) * len(table) / table[:, 1].sum()
        spread = float(moves.std(ddof=1)) if len(table) > 1 else 0.0
        if not spread > 0:
            return None
        return needed_examples(spread, EFFECT, 0.8, 1 - options["confidence_level"])

    _warn_unsure_rows(len(weight) if groups is None else int(groups.max()) + 1, groups, options)
    result = alternatives_under(names, setting, others, changes, scores_of, verdicts_of, needed_of)
    return {"measure": MEASURE_OF_SIMILARITY, **result}


def _drawn_distances(systems, setting):
    """Distances of each system by example, of those with a weight above 0, weights and groups."""
    n = len(systems[0][0].table)
    weight, groups = weights_of(n, setting), setting.options["groups"]
    kept = np.ones(n, bool) if weight is None else weight > 0
    drawn = []
    for predictions, references in systems:
        distances = distances_of(predictions, references, setting)
        drawn.append(
            {
                name: values[kept]
                for name, values in distances.items()
                if SOFT_DISTANCES[name].compared
            }
        )
    if groups is not None:
        groups = group_codes(groups, n, kept)
    return drawn, None if weight is None else weight[kept], groups


def _paired(distances, weight, groups, options):
    """The paired bootstrap-t of all distances, and what they were divided by to lie in [0, 1]."""
    tables = [np.stack(list(system.values()), axis=1) for system in distances]
    scale = np.maximum(np.max([table.max(axis=0) for table in tables], axis=0), 1e-300)
    systems = [Contributions.of_scores(table / scale) for table in tables]
    if weight is not None:
        systems = [system.weighted(weight) for system in systems]
    (comparison,) = paired_comparisons(
        systems,
        Averaging(("samples",)),
        groups=groups,
        n_resamples=options["n_resamples"],
        confidence_level=options["confidence_level"],
        seed=options["seed"],
        test="bootstrap_t",
    ).values()
    still = np.flatnonzero((comparison.standard_error == 0).any(axis=0))
    names = [f"the difference of {list(distances[0])[place]}" for place in still]
    _warn_unsure_rows(comparison.n_units, groups, options, names)
    return comparison, scale


def _warn_unsure_rows(units, groups, options, still=()):
    """Warn where intervals of differences of distances say little."""
    for text in (
        few_units(units, groups is not None, wide=False),
        no_spread(still),
        unresolved(options["n_resamples"], options["confidence_level"]),
    ):
        if text:
            warn(text)


def _rising(values, name):
    """The values so that greater is better."""
    return values if SOFT_DISTANCES[name].better == "higher" else -values
