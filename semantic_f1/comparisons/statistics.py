"""Rank correlations, and indices of threshold curves.

Tables are square float64 arrays with values in [0, 1]; ``values[a, b]`` is the credit that label
``a`` earns from candidate ``b``. Section numbers refer to arXiv 2509.21633.
"""

import numpy as np

from ..similarity.audit_warnings import central_range, is_nearly_constant, off_diagonal

# Scores nearer than this are equal: they differ by rounding only.
_TIED = 1e-12


def constancy(values):
    """A sentence for a table that hardly tells near labels from far ones, else an empty string.

    Said where an audit warns of it: nine in ten values off the diagonal within 0.1 of each other,
    and a mean of 0.1 at least.
    """
    if not is_nearly_constant(values):
        return ""
    off = off_diagonal(values)
    low, high = central_range(off)
    return (
        f"The similarity is nearly constant (nine in ten values off the diagonal from {low:.4f} to "
        f"{high:.4f}): any guess earns about {off.mean():.2f}, so how many labels a system "
        "predicts, and when it predicts none, decides more than which ones."
    )


def kendall_tau(a, b):
    """Kendall's tau-b of two rankings of the same things; 0 if either has no two that differ."""
    first, second = (np.triu(_order(x)) for x in (a, b))
    return _cosine(first, second)


def pearson(a, b):
    """Pearson's correlation; 0 where either is constant."""
    if min(np.ptp(a), np.ptp(b)) <= _TIED:
        return 0.0
    return _cosine(a - np.mean(a), b - np.mean(b))


def spearman(a, b):
    """Spearman's rank correlation, ties sharing the mean of their places; 0 for a constant."""
    first, second = (_order(x).sum(axis=1) for x in (a, b))
    return _cosine(first, second)


def monotonicity(thresholds, scores):
    """Minus Kendall's tau-b of scores and thresholds (section 4.3.3): 1 if every step is down."""
    return 0.0 - kendall_tau(thresholds, scores)


def smoothness(scores):
    """Mean size of a curve's steps over its range (section 4.3.3); lower is smoother.

    1 / (n - 1) for a monotone curve, 0 for a constant one.
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
