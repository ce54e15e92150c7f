"""Systems of the "soft" config compared and ranked: distances of their distributions."""

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
from .rankings import ranking_of
from .sensitivity import alternatives_under
from .systems import check_resamples


def compared_distances(systems, setting):
    """Two systems: for each distance the difference, its interval and p-value."""
    statistic = _means_of_distances(systems, setting)
    result, n_resamples = statistic.differences("bootstrap_t"), setting.options["n_resamples"]
    for name in statistic.names:
        sides = (_sign(name) * values[name][statistic.kept] for values in statistic.values)
        keys = (f"{name}_{key}" for key in ("wins", "ties", "losses"))
        result |= zip(keys, win_tie_loss(*sides).tolist(), strict=True)
    if n_resamples:
        result |= {"test": "bootstrap_t", "n_units": statistic.n, "p_floor": 1 / (n_resamples + 1)}
    return result


def ranked_distances(systems, setting, measure):
    """Systems with the places they may have under one measure, the best first."""
    check_resamples(setting, "rank")
    row = SOFT_DISTANCES.get(measure) if isinstance(measure, str) else None
    if setting.similarity is None and row is not None and row.needs_similarity:
        raise ValueError(f"measure: {measure!r} takes a similarity; pass similarity=")
    check_one_of("measure", measure, [name for name, row in SOFT_DISTANCES.items() if row.compared])
    comparison = _means_of_distances(systems, setting, (measure,)).compared("bootstrap_t")
    level, sign = setting.options["confidence_level"], _sign(measure)
    ranking = ranking_of(comparison, list(systems), {measure: 0}, level, score=0, sign=sign)
    return {"measure": measure, **ranking}


def sensitive_distances(systems, setting, others, changes):
    """The order of systems by Wasserstein score under other similarities and perturbed ones."""
    rows, key = [distribution_rows(*x, setting) for x in systems.values()], MEASURE_OF_SIMILARITY

    def statistic_under(similarity):
        scores = (1 - wasserstein_of(*sides, similarity, setting.space) for sides in rows)
        return MeanStatistic([{key: values} for values in scores], {key: (0, 1)}, setting)

    def scores_under(similarity):
        return statistic_under(similarity).scores("samples")[:, 0]

    under = scores_under, statistic_under
    return {"measure": key, **alternatives_under(list(systems), setting, others, changes, *under)}


def _means_of_distances(systems, setting, measures=None):
    """Means of the distances of each system, those that are compared, or these."""
    measures = measures or [name for name, row in SOFT_DISTANCES.items() if row.compared]
    values = []
    for sides in systems.values():
        rows = distribution_rows(*sides, setting)
        distances = distances_of_rows(rows, setting)
        values.append({name: distances[name] for name in measures if name in distances})
    return MeanStatistic(values, distance_ranges(rows, setting), setting)


def _sign(name):
    """1 for a distance of which more is better, else -1."""
    return 1 if SOFT_DISTANCES[name].better == "higher" else -1
