"""Rank correlations, reversals and verdicts of rankings; indices of threshold curves.

Tables are square float64 arrays with values in [0, 1]; ``values[a, b]`` is the credit that label
``a`` earns from candidate ``b``. Section numbers refer to arXiv 2509.21633.
"""

import numpy as np

# Scores nearer than this are equal: they differ by rounding only.
_TIED = 1e-12


def constancy(values, *, span=0.1):
    """A sentence for a table that hardly tells near labels from far ones, else an empty string.

    Said where the values off the diagonal lie within ``span`` of each other and above 0.
    """
    off = values[~np.eye(len(values), dtype=bool)]
    if len(off) < 2 or off.max() - off.min() > span or off.max() <= 0:
        return ""
    return (
        f"The similarity is nearly constant ({off.min():.4f} to {off.max():.4f} off the diagonal): "
        f"any guess earns about {off.mean():.2f}, so how many labels a system predicts, and when "
        "it predicts none, decides more than which ones."
    )


def kendall_tau(a, b):
    """Kendall's tau-b of two rankings of the same things; 0 if either has no two that differ.

    Parameters
    ----------
    a, b : float arrays of shape (n,); values nearer than 1e-12 are ties

    Returns
    -------
    float in [-1, 1]
    """
    first, second = (np.triu(_order(x)) for x in (a, b))
    return _cosine(first, second)


def pearson(a, b):
    """Pearson's correlation; 0 where either is constant.

    Parameters and return value are those of :func:`kendall_tau`.
    """
    if min(np.ptp(a), np.ptp(b)) <= _TIED:
        return 0.0
    return _cosine(a - np.mean(a), b - np.mean(b))


def spearman(a, b):
    """Spearman's rank correlation, ties sharing the mean of their places.

    Parameters and return value are those of :func:`kendall_tau`, 0 for a constant included.
    """
    first, second = (_order(x).sum(axis=1) for x in (a, b))
    return _cosine(first, second)


def reversals(scores):
    """Pairs of systems that change places.

    Parameters
    ----------
    scores : float array of shape (a, s): s systems under the first similarity and under a - 1
        alternatives to it

    Returns
    -------
    int array of shape (r, 3), rows (alternative, better, worse): system ``better`` is above
    ``worse`` under the first similarity and below it under that alternative, by more than rounding
    """
    orders = np.stack([_order(row) for row in np.asarray(scores, dtype=np.float64)])
    return np.argwhere((orders[0] > 0) & (orders < 0))


def verdict(scores, systems, similarities):
    """One sentence: the ranking is stable, or which two systems change places, and where.

    Parameters
    ----------
    scores : float array of shape (a, s), as for :func:`reversals`
    systems : s names
    similarities : a names, the first one's first

    Returns
    -------
    str. Of several pairs the one is named whose order is reversed most clearly: by the smaller of
    its differences before and after.
    """
    scores = np.asarray(scores, dtype=np.float64)
    first, *others = similarities
    if len(systems) < 2 or not others:
        return "There is nothing to compare: it takes two systems and two similarities."
    found = reversals(scores)
    if not len(found):
        return (
            f"Stable: no two of the {len(systems)} systems change places between {first!r} and "
            f"{_any_of(others)}."
        )
    other, better, worse = found.T
    margin = np.minimum(
        scores[0, better] - scores[0, worse], scores[other, worse] - scores[other, better]
    )
    other, better, worse = found[margin.argmax()]
    before, after = scores[0], scores[other]
    changed = len(set(found[:, 0].tolist()))
    return (
        f"Not stable: {systems[better]!r} is above {systems[worse]!r} under {first!r} "
        f"({before[better]:.4f} to {before[worse]:.4f}) and below it under "
        f"{similarities[other]!r} ({after[better]:.4f} to {after[worse]:.4f}); "
        f"the order of some pair changes under {changed} of {_counted(others, 'alternative')}."
    )


def monotonicity(thresholds, scores):
    """Steadiness of scores that fall as the threshold rises (section 4.3.3): minus Kendall's tau-b.

    Parameters
    ----------
    thresholds, scores : float arrays of shape (n,)

    Returns
    -------
    float in [-1, 1], 1 where every step up the thresholds is a step down; 0 for a constant curve
    """
    return 0.0 - kendall_tau(thresholds, scores)


def smoothness(scores):
    """Mean size of a curve's steps over its range (section 4.3.3); lower is smoother.

    Parameters
    ----------
    scores : float array of shape (n,), in the order of their thresholds

    Returns
    -------
    float in [0, 1]; 1 / (n - 1) for a monotone curve, 0 for a constant one
    """
    scores = np.asarray(scores, dtype=np.float64)
    extent = np.ptp(scores)
    return float(np.abs(np.diff(scores)).mean() / extent) if extent > _TIED else 0.0


def _order(values):
    """1, 0 or -1 for every pair: whether the first is above, level with or below the second."""
    values = np.asarray(values, dtype=np.float64)
    apart = values[:, None] - values
    return np.sign(np.where(np.abs(apart) > _TIED, apart, 0))


def _cosine(a, b):
    norm = np.sqrt((a * a).sum() * (b * b).sum())
    return float(np.clip((a * b).sum() / norm, -1, 1)) if norm else 0.0


def _counted(items, noun):
    return f"{len(items)} {noun}{'s' * (len(items) != 1)}"


def _any_of(names):
    return repr(names[0]) if len(names) == 1 else f"any of {len(names)} alternatives"
