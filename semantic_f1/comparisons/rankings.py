"""Rankings of systems: from comparisons of all pairs, and where no single metric decides."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from ..messages import expected, quote, short
from ..scoring.rank_intervals import adjusted_p_values, rank_sets, ranks
from ..scoring.uncertainty import plain_numbers
from .statistics import finite_number

if TYPE_CHECKING:
    from ..result_types import Winners

_OF_PAIR = ("difference", "low", "high", "standard_error", "p_value", "p_adjusted")


def ranking_of(comparison, names, columns, confidence_level, *, score=2, sign=1):
    """Rows of the systems, the best first, and of their pairs, as ``metric.rank`` has them."""
    difference, n = comparison.difference.estimate[:, score], len(names)
    adjusted = adjusted_p_values(comparison, (slice(None), score))
    best, worst = rank_sets(comparison.pairs, sign * difference, adjusted, n, 1 - confidence_level)
    places = ranks(sign * comparison.scores[:, score])
    # In an order that the systems' own has no part in: by rank, ties by name.
    order = sorted(range(n), key=lambda i: (places[i], str(names[i])))
    ranking = [
        {
            "system": names[i],
            **{key: float(comparison.scores[i, place]) for key, place in columns.items()},
            "rank": float(places[i]),
            "rank_low": int(best[i]),
            "rank_high": int(worst[i]),
        }
        for i in order
    ]
    row_of, pairs = {tuple(pair): row for row, pair in enumerate(comparison.pairs.tolist())}, []
    for a, b in combinations(order, 2):
        row = row_of[min(a, b), max(a, b)]
        ends = [float(end[row, score]) for end in comparison.difference]
        if a > b:
            # 0 less a number, so that 0 stays 0.
            ends = [0 - ends[place] for place in (0, 2, 1)]
        values = *ends, comparison.standard_error[row, score], comparison.p_value[row, score]
        values = map(plain_numbers, (*values, adjusted[row]))
        pairs.append({"a": names[a], "b": names[b], **dict(zip(_OF_PAIR, values, strict=True))})
    return {
        "ranking": ranking,
        "pairs": pairs,
        "best": [names[i] for i in order if best[i] == 1],
        "test": comparison.test,
        "adjustment": "step-down max-t",
        "n_units": comparison.n_units,
        "p_floor": comparison.p_floor,
    }


def winners(scores: Mapping[str, Mapping[str, float]]) -> Winners:
    """The systems that a set of metrics supports as best ([OPI] 6.2 and section 8).

    Parameters
    ----------
    scores : dict of system -> dict of metric -> finite number, greater is better; every system has
        the same metrics

    Returns
    -------
    dict: "by_metric" (metric -> its best systems, several if tied), "winners" (systems best by some
    metric), "mean" and "mean_rank" (system -> mean of its scores, and of its ranks, 1 the best and
    ties sharing theirs), "best_mean" and "best_mean_rank" (the systems best by these). Systems and
    metrics keep the order they come in. Ranks, unlike means, don't depend on the metrics' scales
    """
    if not hasattr(scores, "items"):
        raise expected("scores", "a mapping of system -> mapping of metric -> number", scores)
    systems, metrics, table = list(scores), [], []
    for system, of in scores.items():
        if not hasattr(of, "items"):
            raise expected(f"scores[{short(system)}]", "a mapping of metric -> number", of)
        metrics = metrics or list(of)
        if set(of) != set(metrics):
            others = f"{short(systems[0])} has {quote(metrics)}; every system needs the same"
            raise ValueError(f"scores: {short(system)} has the metrics {quote(of)}, {others}")
        table.append([finite_number(f"scores[{system!r}][{name!r}]", of[name]) for name in metrics])
    if not metrics:
        raise ValueError("scores: at least one system with one metric is needed")
    table = np.array(table)
    is_best = table == table.max(axis=0)
    mean, mean_rank = table.mean(axis=1), ranks(table).mean(axis=1)

    def systems_where(mask):
        return [system for system, hit in zip(systems, mask, strict=True) if hit]

    return {
        "by_metric": dict(zip(metrics, map(systems_where, is_best.T), strict=True)),
        "winners": systems_where(is_best.any(axis=1)),
        "mean": dict(zip(systems, mean.tolist(), strict=True)),
        "mean_rank": dict(zip(systems, mean_rank.tolist(), strict=True)),
        "best_mean": systems_where(mean == mean.max()),
        "best_mean_rank": systems_where(mean_rank == mean_rank.min()),
    }
