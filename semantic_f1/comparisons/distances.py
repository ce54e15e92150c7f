"""Systems of the "soft" config compared and ranked: distances of their distributions."""

import numpy as np

from ..distance_table import MEASURE_OF_SIMILARITY, SOFT_DISTANCES
from ..options import check_one_of
from ..scoring.distance_results import (
    distance_ranges,
    distances_of_rows,
    distribution_rows,
    wasserstein_of,
)
from ..scoring.rank_intervals import win_tie_loss
from ..scoring.uncertainty import MeanStatistic
from ..similarity.label_similarity import build
from .rankings import ranking_of
from .sensitivity import alternatives_under
from .systems import check_resamples


def compared_distances(systems, setting):
    """Two systems as they were read: for each distance the difference, its interval and p-value."""
    statistic = _means_of_distances(systems, setting)
    result = statistic.differences("bootstrap_t")
    kept = statistic.kept
    for name in statistic.names:
        outcome = win_tie_loss(*(_rising(values[name][kept], name) for values in statistic.values))
        for key, number in zip(("wins", "ties", "losses"), outcome.tolist(), strict=True):
            result[f"{name}_{key}"] = number
    if setting.options["n_resamples"]:
        result["test"], result["n_units"] = "bootstrap_t", statistic.n
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
    row = SOFT_DISTANCES.get(measure) if isinstance(measure, str) else None
    if setting.similarity is None and row is not None and row.needs_similarity:
        raise ValueError(f"measure: {measure!r} takes a similarity; pass similarity=")
    check_one_of("measure", measure, measures)
    check_resamples(setting, "rank")
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
    """The order of systems by Wasserstein score under other similarities and perturbed ones."""
    check_resamples(setting, "sensitivity")
    rows = [distribution_rows(*sides, setting) for sides in systems]

    def statistic_under_table(table):
        similarity, key = build(table.values, setting.space.labels), MEASURE_OF_SIMILARITY
        scores = (1 - wasserstein_of(*sides, similarity, setting.space) for sides in rows)
        return MeanStatistic([{key: values} for values in scores], {key: (0, 1)}, setting)

    def scores_under(tables):
        statistics = map(statistic_under_table, tables)
        return np.array([statistic.scores("samples")[:, 0] for statistic in statistics])

    result = alternatives_under(
        names, setting, others, changes, scores_under, statistic_under_table
    )
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
