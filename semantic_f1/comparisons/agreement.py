"""Agreement of a similarity with human ratings of pairs of labels."""

from math import atanh, isfinite, sqrt, tanh
from numbers import Real
from statistics import NormalDist

import numpy as np

from ..messages import fold, short, suggestion, warn
from .statistics import kendall_tau, pearson, spearman

MISSING_WORDS = ("raise", "skip")
# Correlations, and of the variance of their Fisher's z the numerator and what is taken from n.
# Pearson: Fisher (1921); Spearman: Bonett & Wright, "Sample size requirements for estimating
# Pearson, Kendall and Spearman correlations", Psychometrika 65 (2000); Kendall: Fieller, Hartley &
# Pearson (1957).
_CORRELATIONS = {
    "pearson": (pearson, lambda r: 1.0, 3),
    "spearman": (spearman, lambda r: 1 + r * r / 2, 3),
    "kendall": (kendall_tau, lambda r: 0.437, 4),
}


def rating_agreement(ratings, setting, missing="raise"):
    """Correlations of the similarity with human ratings of pairs, and their intervals."""
    if missing not in MISSING_WORDS:
        raise ValueError(f"missing: expected 'raise' or 'skip'; got {short(missing)}")
    a, b, human, counts = _mean_ratings(ratings, setting.space, missing)
    if len(human) < 2:
        left = f" ({counts['n_skipped']} were left out)" if counts["n_skipped"] else ""
        raise ValueError(f"ratings: a correlation takes two pairs at least; got {len(human)}{left}")
    pairs = setting.similarity.pairs
    values = (pairs(a, b) + pairs(b, a)) / 2
    quantile = NormalDist().inv_cdf((1 + setting.options["confidence_level"]) / 2)
    constant = [
        side
        for side, numbers in (("the similarity", values), ("the ratings", human))
        if np.ptp(numbers) <= 1e-12
    ]
    result = {}
    for name, (measure, numerator, taken) in _CORRELATIONS.items():
        r = None if constant else measure(values, human)
        low = high = None
        # Few pairs, or |r| = 1, leave no limits.
        if r is not None and len(human) > taken and abs(r) < 1:
            half = quantile * sqrt(numerator(r) / (len(human) - taken))
            low, high = tanh(atanh(r) - half), tanh(atanh(r) + half)
        result |= {name: r, f"{name}_low": low, f"{name}_high": high}
    if constant:
        warn(
            f"agreement: {' and '.join(constant)} give all {len(human)} pairs one value, so that "
            "no correlation is defined: None. Rate pairs that differ, or look at the similarity's "
            "audit."
        )
    if counts["n_skipped"]:
        unknown = counts["unknown"]
        warn(
            f"agreement: {counts['n_skipped']} of {counts['n_ratings']} ratings were left out, "
            f"since the similarity lacks {len(unknown)} of their words: "
            f"{', '.join([*map(repr, unknown[:8]), *['...'] * (len(unknown) > 8)])}. The figures "
            f"are of the {len(human)} pairs that are left."
        )
    return {**result, "n_pairs": len(human), **counts}


def _mean_ratings(ratings, space, missing):
    """Pairs of label indices, each once whichever way round, and their mean ratings."""
    if hasattr(ratings, "items"):
        ratings = [(*pair, rating) for pair, rating in ratings.items()]
    rated = [tuple(triple) for triple in ratings]
    wrong = [triple for triple in rated if len(triple) != 3]
    if wrong:
        raise ValueError(f"ratings: expected triples (label, label, rating); got {short(wrong[0])}")
    key = fold if space.normalize else str
    index = {key(name): i for i, name in enumerate(space.labels)}
    by_pair, skipped, unknown = {}, 0, {}
    for a, b, rating in rated:
        if isinstance(rating, bool) or not isinstance(rating, Real) or not isfinite(rating):
            raise ValueError(
                f"ratings: ({short(a)}, {short(b)}) is rated {short(rating)}, not a finite number"
            )
        absent = [name for name in (a, b) if not isinstance(name, str) or key(name) not in index]
        for name in absent:
            why = space.refused.get(key(name)) if isinstance(name, str) else None
            if why or missing == "raise" or not isinstance(name, str):
                hint = suggestion(str(name), space.labels)
                raise ValueError(
                    f"ratings: {short(name)} is {why or f'not a label{hint}'}"
                    + ("" if why else "; missing='skip' leaves such pairs out and counts them")
                )
        if absent:
            skipped += 1
            unknown.update(dict.fromkeys(absent))
            continue
        pair = tuple(sorted((index[key(a)], index[key(b)])))
        by_pair.setdefault(pair, []).append(float(rating))
    a, b = np.array(list(by_pair), np.int64).reshape(-1, 2).T
    means = np.array([sum(of_pair) / len(of_pair) for of_pair in by_pair.values()])
    counts = {"n_ratings": len(rated), "n_skipped": skipped, "unknown": list(unknown)}
    return a, b, means, counts
