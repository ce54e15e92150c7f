"""Agreement of a similarity with human ratings of pairs of labels."""

from math import atanh, isfinite, sqrt, tanh
from numbers import Real
from statistics import NormalDist

import numpy as np

from ..messages import entries_of, expected, fold, quote, short, suggestion, warn
from ..options import check_one_of
from ..ratios import SCORE_TIE
from .statistics import correlation

# Of the variance of Fisher's z of correlations the numerator and what is taken from n. Pearson:
# Fisher (1921); Spearman: Bonett & Wright, "Sample size requirements for estimating Pearson,
# Kendall and Spearman correlations", Psychometrika 65 (2000); Kendall: Fieller, Hartley & Pearson
# (1957).
_VARIANCES = {
    "pearson": (lambda r: 1.0, 3),
    "spearman": (lambda r: 1 + r * r / 2, 3),
    "kendall": (lambda r: 0.437, 4),
}


def rating_agreement(ratings, setting, missing="raise"):
    """Correlations of the similarity with human ratings of pairs, and their intervals."""
    skip = check_one_of("missing", missing, ("raise", "skip")) == "skip"
    a, b, human, counts = _mean_ratings(ratings, setting.space, skip)
    n, n_skipped, unknown = len(human), counts["n_skipped"], counts["unknown"]
    if n < 2:
        left = f" ({n_skipped} were left out)" if n_skipped else ""
        raise ValueError(f"ratings: a correlation takes two pairs at least; got {n}{left}")
    pairs = setting.similarity.pairs
    values = (pairs(a, b) + pairs(b, a)) / 2
    sides = {"the similarity": values, "the ratings": human}
    constant = [side for side, numbers in sides.items() if np.ptp(numbers) <= SCORE_TIE]
    quantile = NormalDist().inv_cdf((1 + setting.options["confidence_level"]) / 2)
    result = {}
    for name, (numerator, taken) in _VARIANCES.items():
        r = None if constant else correlation(name, values, human)
        low = high = None
        # Few pairs, or |r| = 1, leave no limits.
        if r is not None and n > taken and abs(r) < 1 - SCORE_TIE:
            half = quantile * sqrt(numerator(r) / (n - taken))
            low, high = tanh(atanh(r) - half), tanh(atanh(r) + half)
        result |= {name: r, f"{name}_low": low, f"{name}_high": high}
    if constant:
        warn(
            f"agreement: {' and '.join(constant)} give all {n} pairs one value, so that no "
            "correlation is defined: None. Rate pairs that differ, or audit the similarity."
        )
    if n_skipped:
        left_out = f"{n_skipped} of {counts['n_ratings']} ratings were left out, {n} pairs are left"
        lacking = f"the similarity lacks {len(unknown)} of their words: {quote(unknown)}"
        warn(f"agreement: {left_out}; {lacking}.")
    return {**result, "n_pairs": n, **counts}


def _mean_ratings(ratings, space, skip):
    """Pairs of label indices, each once whichever way round, and their mean ratings."""
    if hasattr(ratings, "items"):
        form = "pairs of labels as keys"
        ratings = [(*entries_of("ratings", pair, form), x) for pair, x in ratings.items()]
    form = "triples (label, label, rating)"
    rated = [entries_of("ratings", row, form) for row in entries_of("ratings", ratings, form)]
    key = fold if space.normalize else str
    index = {key(name): i for i, name in enumerate(space.labels)}
    by_pair, n_skipped, unknown = {}, 0, {}
    for row in rated:
        if len(row) != 3:
            raise expected("ratings", form, tuple(row))
        *names, rating = row
        if isinstance(rating, bool) or not isinstance(rating, Real) or not isfinite(rating):
            said = f"({', '.join(map(short, names))}) is rated {short(rating)}"
            raise ValueError(f"ratings: {said}, not a finite number")
        absent = [name for name in names if not isinstance(name, str) or key(name) not in index]
        for name in absent:
            why = space.refused.get(key(name)) if isinstance(name, str) else None
            if why or not skip or not isinstance(name, str):
                hint = f"not a label{suggestion(str(name), space.labels)}; missing='skip' leaves "
                hint += "such pairs out and counts them"
                raise ValueError(f"ratings: {short(name)} is {why or hint}")
        if absent:
            n_skipped += 1
            unknown |= dict.fromkeys(absent)
            continue
        pair = tuple(sorted(index[key(name)] for name in names))
        by_pair.setdefault(pair, []).append(float(rating))
    a, b = np.array(list(by_pair), np.int64).reshape(-1, 2).T
    means = np.array([sum(of_pair) / len(of_pair) for of_pair in by_pair.values()])
    counts = {"n_ratings": len(rated), "n_skipped": n_skipped, "unknown": list(unknown)}
    return a, b, means, counts
