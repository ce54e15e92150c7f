"""Systems of the "soft" config compared and ranked: distances of their distributions."""

import numpy as np

from ..distance_table import MEASURE_OF_SIMILARITY, SOFT_DISTANCES
from ..messages import short
from ..scoring.intervals import MEANS
from ..scoring.means import MeanStatistic, examples_of_values
from ..scoring.rank_intervals import win_tie_loss
from ..scoring.soft_results import (
    distance_ranges,
    distances_of_rows,
    distribution_rows,
    wasserstein_of,
)
from ..similarity.label_similarity import build
from .rankings import ranking_of
from .sensitivity import alternatives_under


def compared_distances(systems, setting):
    """Two systems: for each distance the difference, its interval and p-value.

    ``systems`` are the read predictions and references of both.
    """
    statistic = _means_of_distances(systems, setting)
    result = statistic.differences("bootstrap_t")
    kept = statistic.kept
    for name in statistic.names:
        outcome = win_tie_loss(*(_rising(values[name][kept], name) for values in statistic.values))
        for key, number in zip(("wins", "ties", "losses"), outcome.tolist(), strict=True):
            result[f"{name}_{key}"] = number
    if setting.options["n_resamples"]:
        result["test"], result["n_units"] = "bootstrap_t", statistic.n_units
        result["p_floor"] = 1 / (setting.options["n_resamples"] + 1)
    return result


def ranked_distances(names, systems, setting, measure):
    """Systems with the places they may have under one measure, the best first."""
    options = setting.options
    measures = [
        name
        for name, row in SOFT_DISTANCES.items()
        if row.compared and (setting.similarity is not None or not row.needs_similarity)
    ]
    if measure not in measures:
        taking = [name for name, row in SOFT_DISTANCES.items() if row.needs_similarity]
        raise ValueError(
            f"measure: expected one of {', '.join(measures)}; got {short(measure)}"
            + ("; this one takes a similarity" if measure in taking else "")
        )
    if not options["n_resamples"]:
        raise ValueError("n_resamples: rank needs resamples; expected a whole number, 1 or more")
    return {
        "measure": measure,
        **ranking_of(
            _means_of_distances(systems, setting, (measure,)).compared("bootstrap_t"),
            names,
            {measure: 0},
            options["confidence_level"],
            score=0,
            sign=1 if SOFT_DISTANCES[measure].better == "higher" else -1,
        ),
    }


def sensitive_distances(names, systems, setting, others, changes):
    """The order of systems by Wasserstein score under other similarities and perturbed ones.

    Parameters are those of ``sensitivity.alternatives_under``; ``systems`` are the read predictions
    and references of each system.
    """
    if not setting.options["n_resamples"]:
        raise ValueError(
            "n_resamples: sensitivity needs resamples; expected a whole number, 1 or more"
        )
    rows = [distribution_rows(*sides, setting) for sides in systems]

    def examples_of(table):
        similarity = build(table.values, setting.space.labels)
        scores = [1 - wasserstein_of(*sides, similarity, setting.space) for sides in rows]
        return examples_of_values([values[:, None] for values in scores], setting)

    def scores_of(tables):
        return np.array(
            [
                [examples.total("samples")[0] / examples.n_units for examples in examples_of(x)[0]]
                for x in tables
            ]
        )

    result = alternatives_under(names, setting, others, changes, scores_of, examples_of, MEANS)
    return {"measure": MEASURE_OF_SIMILARITY, **result}


def _means_of_distances(systems, setting, measures=None):
    """Means of the distances of each system, those that are compared, or these."""
    if measures is None:
        measures = [name for name, row in SOFT_DISTANCES.items() if row.compared]
    values = []
    for predictions, references in systems:
        rows = distribution_rows(predictions, references, setting)
        distances = distances_of_rows(rows, setting)
        values.append({name: distances[name] for name in measures if name in distances})
    return MeanStatistic(values, distance_ranges(rows, setting), setting)


def _rising(values, name):
    """The values so that greater is better."""
    return values if SOFT_DISTANCES[name].better == "higher" else -values
