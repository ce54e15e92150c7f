"""Systems with the places that they may have, from comparisons of all pairs."""

import numpy as np

from ..scoring.ranks import marginal_rank_sets, rank_sets, ranks, step_down
from ..scoring.results import plain_numbers


def ranking_of(
    comparison, names, columns, confidence_level, *, score=2, scale=1.0, sign=1, simultaneous=True
):
    """Rows of the systems, the best first, and of their pairs.

    Parameters
    ----------
    comparison : Comparison of all pairs of the systems
    names : list of their names
    columns : dict of key -> which of its scores it names, for the rows of systems
    confidence_level : float in (0, 1)
    score : int, which of its scores the places are by
    scale : float, what scores are multiplied by to be shown
    sign : 1 where more is better, or -1
    simultaneous : bool, whether the places of all systems hold together

    Returns
    -------
    dict: "ranking", "pairs", "best" (systems that may be first), "test", "adjustment", "n_units"
    """
    difference, observed, replicated = (
        comparison.difference.estimate[:, score],
        comparison.observed[:, score],
        comparison.replicated[:, :, score],
    )
    # Several tests are never surer of a pair than the test of this pair alone.
    adjusted = np.maximum(step_down(observed, replicated), comparison.p_value[:, score])
    alpha, n = 1 - confidence_level, len(names)
    if simultaneous:
        best, worst = rank_sets(comparison.pairs, sign * difference, adjusted, n, alpha)
    else:
        best, worst = marginal_rank_sets(
            comparison.pairs, sign * difference, observed, replicated, n, alpha
        )
    places = ranks(sign * scale * comparison.scores[:, score])
    ranking = [
        {
            "system": name,
            **{key: float(comparison.scores[i, place] * scale) for key, place in columns.items()},
            "rank": float(places[i]),
            "rank_low": int(best[i]),
            "rank_high": int(worst[i]),
        }
        for i, name in enumerate(names)
    ]
    pairs = [
        {
            "a": names[a],
            "b": names[b],
            "difference": float(difference[i] * scale),
            "low": float(comparison.difference.low[i, score] * scale),
            "high": float(comparison.difference.high[i, score] * scale),
            "standard_error": plain_numbers(comparison.standard_error[i, score] * scale),
            "p_value": float(comparison.p_value[i, score]),
            "p_adjusted": float(adjusted[i]),
        }
        for i, (a, b) in enumerate(comparison.pairs.tolist())
    ]
    return {
        "ranking": sorted(ranking, key=lambda row: row["rank"]),
        "pairs": pairs,
        "best": [name for name, place in zip(names, best, strict=True) if place == 1],
        "test": comparison.test,
        "adjustment": "step-down max-t",
        "n_units": comparison.n_units,
    }
