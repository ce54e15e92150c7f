"""Systems with the places that they may have, from comparisons of all pairs."""

import numpy as np

from ..scoring.ranks import marginal_rank_sets, rank_sets, ranks, step_down
from ..scoring.results import plain_numbers


def ranking_of(
    one, names, columns, confidence_level, *, score=2, scale=1.0, sign=1, simultaneous=True
):
    """Rows of the systems, the best first, and of their pairs.

    Parameters
    ----------
    one : Comparison of all pairs of the systems
    names : list of their names
    columns : dict of key -> which of ``one``'s scores it names, for the rows of systems
    confidence_level : float in (0, 1)
    score : int, which of ``one``'s scores the places are by
    scale : float, what scores are multiplied by to be shown
    sign : 1 where more is better, or -1
    simultaneous : bool, whether the places of all systems hold together

    Returns
    -------
    dict: "ranking", "pairs", "best" (systems that may be first), "test", "adjustment", "n_units"
    """
    difference, observed, replicated = (
        one.difference.estimate[:, score],
        one.observed[:, score],
        one.replicated[:, :, score],
    )
    # Several tests are never surer of a pair than the test of this pair alone.
    adjusted = np.maximum(step_down(observed, replicated), one.p_value[:, score])
    alpha, n = 1 - confidence_level, len(names)
    if simultaneous:
        best, worst = rank_sets(one.pairs, sign * difference, adjusted, n, alpha)
    else:
        best, worst = marginal_rank_sets(
            one.pairs, sign * difference, observed, replicated, n, alpha
        )
    places = ranks(sign * scale * one.scores[:, score])
    ranking = [
        {
            "system": name,
            **{key: float(one.scores[i, place] * scale) for key, place in columns.items()},
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
            "low": float(one.difference.low[i, score] * scale),
            "high": float(one.difference.high[i, score] * scale),
            "standard_error": plain_numbers(one.standard_error[i, score] * scale),
            "p_value": float(one.p_value[i, score]),
            "p_adjusted": float(adjusted[i]),
        }
        for i, (a, b) in enumerate(one.pairs.tolist())
    ]
    return {
        "ranking": sorted(ranking, key=lambda row: row["rank"]),
        "pairs": pairs,
        "best": [name for name, place in zip(names, best, strict=True) if place == 1],
        "test": one.test,
        "adjustment": "step-down max-t",
        "n_units": one.n_units,
    }
