"""Systems of the "soft" config compared and ranked: distances of their distributions."""

import numpy as np

from ..inputs.configs import weights_of
from ..inputs.units import group_codes
from ..messages import few_units, no_spread, short, unresolved, warn
from ..scoring.bootstrap import resampled_sums
from ..scoring.contributions import Averaging, Contributions
from ..scoring.distributions import DISTANCES
from ..scoring.intervals import enough_resamples
from ..scoring.ranks import win_tie_loss
from ..scoring.results import plain_numbers
from ..scoring.significance import paired_comparisons
from ..scoring.soft_results import (
    OF_SIMILARITY,
    distances_of,
    distribution_rows,
    wasserstein_of,
)
from ..scoring.student import tail_share
from ..similarity.label_similarity import build
from .places import ranking_of
from .sample_size import needed_examples
from .sensitivity import EFFECT, alternatives_under, judged, telling_pair

DISTANCE_MEASURES = (*DISTANCES, *OF_SIMILARITY)
# The one measure of which more is better.
RISING = "wasserstein_score"


def compared_distances(sides, setting):
    """Two systems: for each distance the difference, its interval and p-value.

    ``sides`` are the read predictions and references of both.
    """
    options = setting.options
    each, weight, groups = _drawn_distances(sides, setting)
    result = {}
    if options["n_resamples"]:
        one, scale = _paired(each, weight, groups, options)
    for place, name in enumerate(each[0]):
        means = [float(np.average(system[name], weights=weight)) for system in each]
        result[name] = means[0] - means[1]
        result[f"{name}_a"], result[f"{name}_b"] = means
        if options["n_resamples"]:
            difference = one.difference
            result[f"{name}_low"] = float(difference.low[0, place] * scale[place])
            result[f"{name}_high"] = float(difference.high[0, place] * scale[place])
            error = one.standard_error[0, place] * scale[place]
            result[f"{name}_standard_error"] = plain_numbers(error)
            result[f"{name}_p_value"] = float(one.p_value[0, place])
        outcome = win_tie_loss(*(_rising(system[name], name) for system in each))
        for key, number in zip(("wins", "ties", "losses"), outcome.tolist(), strict=True):
            result[f"{name}_{key}"] = number
    if options["n_resamples"]:
        result["test"], result["n_units"] = one.test, one.n_units
    return result


def ranked_distances(names, sides, setting, measure):
    """Systems with the places they may have under one measure, the best first."""
    options = setting.options
    each, weight, groups = _drawn_distances(sides, setting)
    if measure not in each[0]:
        raise ValueError(
            f"measure: expected one of {', '.join(each[0])}; got {short(measure)}"
            + ("; this one takes a similarity" if measure in OF_SIMILARITY else "")
        )
    if not options["n_resamples"]:
        raise ValueError("n_resamples: rank needs resamples; expected a whole number, 1 or more")
    chosen = [{measure: system[measure]} for system in each]
    one, scale = _paired(chosen, weight, groups, options)
    return {
        "measure": measure,
        **ranking_of(
            one,
            names,
            {measure: 0},
            options["confidence_level"],
            score=0,
            scale=scale[0],
            sign=1 if measure == RISING else -1,
        ),
    }


def sensitive_distances(names, sides, setting, others, changes):
    """The order of systems by Wasserstein score under other similarities and perturbed ones.

    Parameters are those of ``sensitivity.alternatives_under``; ``sides`` are the read predictions
    and references of each system.
    """
    options = setting.options
    if not options["n_resamples"]:
        raise ValueError(
            "n_resamples: sensitivity needs resamples; expected a whole number, 1 or more"
        )
    n = len(sides[0][0].table)
    weight, groups = weights_of(n, setting), options["groups"]
    chosen = np.ones(n, bool) if weight is None else weight > 0
    weight = np.ones(int(chosen.sum())) if weight is None else weight[chosen]
    if groups is not None:
        groups = group_codes(groups, n, chosen)
    rows = [
        [each[chosen] for each in distribution_rows(predictions, references, setting)]
        for predictions, references in sides
    ]

    def values_under(table):
        """Scores of the examples of each system under a table, (n, S)."""
        similarity = build(table.values, setting.space.labels)
        found = [wasserstein_of(*side, similarity, setting.space) for side in rows]
        return 1 - np.stack(found, axis=1)

    def scores_of(tables):
        return np.stack([weight @ values_under(table) / weight.sum() for table in tables])

    def units_of(columns):
        table = np.concatenate([columns, np.ones((len(columns), 1))], axis=1) * weight[:, None]
        if groups is None:
            return table
        return np.stack([np.bincount(groups, column) for column in table.T], axis=1)

    def verdicts_of(tables):
        table = units_of(np.concatenate([values_under(each) for each in tables], axis=1))
        total = table.sum(axis=0)
        estimates = (total[:-1] / total[-1]).reshape(len(tables), len(names))
        units = len(table)
        share = tail_share(options["confidence_level"], units)
        number = enough_resamples(options["n_resamples"], share, units)
        found = np.empty((number, len(tables), len(names)))
        for place, _, (sums,) in resampled_sums([table], number, options["seed"]):
            means = sums[:, :-1] / sums[:, -1:]
            found[place] = means.reshape(len(means), len(tables), len(names))
        return judged(np.moveaxis(found, 0, 2), estimates, 1 - options["confidence_level"], share)

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
    found = alternatives_under(names, setting, others, changes, scores_of, verdicts_of, needed_of)
    return {"measure": RISING, **found}


def _drawn_distances(sides, setting):
    """Distances of each system by example, of those with a weight above 0, weights and groups."""
    n = len(sides[0][0].table)
    weight, groups = weights_of(n, setting), setting.options["groups"]
    chosen = np.ones(n, bool) if weight is None else weight > 0
    each = []
    for predictions, references in sides:
        found = distances_of(predictions, references, setting)
        each.append({name: found[name][chosen] for name in DISTANCE_MEASURES if name in found})
    if groups is not None:
        groups = group_codes(groups, n, chosen)
    return each, None if weight is None else weight[chosen], groups


def _paired(each, weight, groups, options):
    """The paired bootstrap-t of all distances, and what they were divided by to lie in [0, 1]."""
    tables = [np.stack(list(system.values()), axis=1) for system in each]
    scale = np.maximum(np.max([table.max(axis=0) for table in tables], axis=0), 1e-300)
    systems = [Contributions.of_scores(table / scale) for table in tables]
    if weight is not None:
        systems = [system.weighted(weight) for system in systems]
    (one,) = paired_comparisons(
        systems,
        Averaging(("samples",)),
        groups=groups,
        n_resamples=options["n_resamples"],
        confidence_level=options["confidence_level"],
        seed=options["seed"],
        test="bootstrap_t",
    ).values()
    still = np.nonzero((one.standard_error == 0).any(axis=0))[0]
    names = [f"the difference of {list(each[0])[place]}" for place in still]
    _warn_unsure_rows(one.n_units, groups, options, names)
    return one, scale


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
    return values if name == RISING else -values
