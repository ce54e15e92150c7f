"""Agreement of a similarity with human ratings of pairs of labels."""

from math import isfinite
from numbers import Real

import numpy as np

from ..messages import short, suggestion
from .statistics import kendall_tau, pearson


def agreement_of(ratings, setting):
    """Correlations of the similarity with human ratings of pairs."""
    if hasattr(ratings, "items"):
        ratings = [(*pair, rating) for pair, rating in ratings.items()]
    rated = [tuple(one) for one in ratings]
    wrong = [one for one in rated if len(one) != 3]
    if wrong:
        raise ValueError(f"ratings: expected triples (label, label, rating); got {short(wrong[0])}")
    index = {name: i for i, name in enumerate(setting.space.labels)}
    for a, b, rating in rated:
        for name in (a, b):
            if name not in index:
                raise ValueError(
                    f"ratings: {short(name)} is not a label{suggestion(name, setting.space.labels)}"
                )
        if isinstance(rating, bool) or not isinstance(rating, Real) or not isfinite(rating):
            raise ValueError(
                f"ratings: ({short(a)}, {short(b)}) is rated {short(rating)}, not a finite number"
            )
    if len(rated) < 2:
        raise ValueError(f"ratings: a correlation takes two pairs at least; got {len(rated)}")
    a, b = (np.array([index[one[side]] for one in rated], np.int64) for side in (0, 1))
    pairs = setting.similarity.pairs
    values, human = (pairs(a, b) + pairs(b, a)) / 2, [float(one[2]) for one in rated]
    return {
        "pearson": pearson(values, human),
        "kendall": kendall_tau(values, human),
        "n_pairs": len(rated),
    }
