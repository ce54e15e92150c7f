"""Does the similarity decide? Alternatives to a table, agreement of rankings, threshold curves.

Tables are square float64 arrays with values in [0, 1]; ``values[a, b]`` is the credit that label
``a`` earns from candidate ``b``. Section numbers refer to arXiv 2509.21633.
"""

from typing import NamedTuple

import numpy as np

# Section 4.3.1: the shares that mixtures with noise leave to the table.
ALPHAS = (0.8, 0.6, 0.4, 0.2)
EXPONENTS = (1, 2, 3, 4)
BETAS = (0.25, 0.5, 2, 4)
# Scores nearer than this are equal: they differ by rounding only.
_TIE = 1e-12


class Alternative(NamedTuple):
    """A table to score with instead of another.

    ``note`` is a sentence on what the change breaks, empty where there is nothing to say.
    """

    name: str
    values: np.ndarray
    note: str = ""


def mixtures(values, *, alphas=ALPHAS, seed=0, mean=0.5, deviation=0.5):
    """The table mixed with noise: alpha * S + (1 - alpha) * U (section 4.3.1).

    U is drawn once for all alphas: normal off the diagonal, clipped to [0, 1], and 1 on the
    diagonal. The paper names no mean. The default is the middle of [0, 1]: clipping then cuts both
    tails alike, and U stands for no knowledge rather than for hard labels, which a mean of 0 would
    come near to by setting half of its values to 0. Where S is symmetric, U is.

    Parameters
    ----------
    values : float64 array of shape (m, m)
    alphas : floats in [0, 1], the share of the table
    seed : int >= 0
    mean, deviation : floats, those of the noise before it is clipped

    Returns
    -------
    list of Alternative, one an alpha; the notes say how many values of U were clipped
    """
    m = len(values)
    noise = np.random.default_rng(seed).normal(mean, deviation, (m, m))
    if (values == values.T).all():
        noise = np.triu(noise, 1) + np.triu(noise, 1).T
    off = ~np.eye(m, dtype=bool)
    clipped = int(((noise < 0) | (noise > 1))[off].sum())
    noise = np.where(off, noise.clip(0, 1), 1)
    note = f"{clipped} of the {m * (m - 1)} values of the noise were clipped to [0, 1]."
    return [
        Alternative(f"mixture alpha={alpha:g}", alpha * values + (1 - alpha) * noise, note)
        for alpha in alphas
    ]


def permuted_rows(values, *, seed=0):
    """The table with its rows in another order, so that labels have the neighbors of others.

    No row keeps its place. It is a control that no ranking should survive, not a similarity: an
    exact match earns what some other label used to earn from it.

    Returns
    -------
    Alternative; its note says for how many labels a diagonal of 1 is lost
    """
    cycle = np.random.default_rng(seed).permutation(len(values))
    order = np.empty_like(cycle)
    order[cycle] = np.roll(cycle, 1)
    permuted = values[order]
    broken = int(((np.diagonal(values) == 1) & (np.diagonal(permuted) < 1)).sum())
    note = f"{broken} of {len(values)} labels no longer earn 1 from an exact match."
    return Alternative("rows permuted", permuted, note if broken else "")


def powers(values, *, exponents=EXPONENTS):
    """The table to some powers, which let similarity fall off faster (appendix F.4: cubed).

    Returns
    -------
    list of Alternative, one an exponent > 0
    """
    return [Alternative(f"power {exponent:g}", values**exponent) for exponent in exponents]


def rescaled_distances(values, *, betas=BETAS, beta=1.0):
    """For a table made from distances d by 1 / (1 + beta * d): the same with other betas.

    Parameters
    ----------
    values : float64 array of shape (m, m); 0 stands for an infinite distance and stays
    betas : floats > 0, those of the alternatives
    beta : float > 0, that of the table

    Returns
    -------
    list of Alternative, one a beta
    """
    # With r = new / old: 1 / (1 + r * (1 / S - 1)) = S / (S + r * (1 - S)).
    return [
        Alternative(f"beta {new:g}", values / (values + new / beta * (1 - values))) for new in betas
    ]


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
    if min(np.ptp(a), np.ptp(b)) <= _TIE:
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
        f"the order of some pair changes under {changed} of {_count(others, 'alternative')}."
    )


def monotonicity(thresholds, scores):
    """How steadily scores fall as the threshold rises (section 4.3.3): minus Kendall's tau-b.

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
    return float(np.abs(np.diff(scores)).mean() / extent) if extent > _TIE else 0.0


def _order(values):
    """1, 0 or -1 for every pair: whether the first is above, level with or below the second."""
    values = np.asarray(values, dtype=np.float64)
    apart = values[:, None] - values
    return np.sign(np.where(np.abs(apart) > _TIE, apart, 0))


def _cosine(a, b):
    norm = np.sqrt((a * a).sum() * (b * b).sum())
    return float(np.clip((a * b).sum() / norm, -1, 1)) if norm else 0.0


def _count(items, noun):
    return f"{len(items)} {noun}{'s' * (len(items) != 1)}"


def _any_of(names):
    return repr(names[0]) if len(names) == 1 else f"any of {len(names)} alternatives"
