"""Distances of predicted distributions over the labels from target ones, by example.

Row i of ``predictions`` is q, what a system predicts for example i; row i of ``targets`` is p, the
shares of its annotators. Each distance takes both as arrays of shape (n, m) and returns an array
of shape (n,), 0 where the rows are equal (except cross entropy, which is the entropy there).
Logarithms are natural. Of P1 to P8, properties of section 3 and 5 of "Soft metrics for evaluation
with disagreements: an assessment" (NLPerspectives 2024), for which
``studies/soft_metric_properties.py`` searches counterexamples, they lack:

- cross entropy all but P2 and P5a; Manhattan P4 and P7; Euclidean P4, P7 and P8
- the Jensen-Shannon divergence P3 (the triangle inequality), P4, P5, P5b, P7 and P8; its root P4,
  P5, P5b, P6, P7 and P8
- Wasserstein P4, P7 and by design P8, unless all labels are as far from each other
"""

from collections.abc import Callable
from functools import wraps

import numpy as np

from ..messages import InputError
from ..name_table import NameTable
from ..ratios import divide

SMALLEST_PROBABILITY = 1e-12
BLOCK_COSTS = 1 << 20
_SAME_MASS = 1e-9  # Sums of a row and its target may differ by this share of them: rounding.
# A cost this near, as a share of its maximum, to a metric's or to distances on a line gives a
# Wasserstein distance as near to theirs.
_SAME_COST = 1e-12


def _by_blocks(distance):
    """The distance of arrays, worked out for a bounded number of values at a time."""

    @wraps(distance)
    def whole(predictions, targets, **options):
        predictions, targets = _arrays(predictions, targets)
        result = np.empty(len(predictions))
        step = max(1, BLOCK_COSTS // (predictions.shape[1] or 1))
        for start in range(0, len(predictions), step):
            rows = slice(start, start + step)
            result[rows] = distance(predictions[rows], targets[rows], **options)
        return result

    return whole


@_by_blocks
def cross_entropy(predictions, targets, floor=SMALLEST_PROBABILITY):
    """H(p, q) = - sum of p log q, with q raised to ``floor`` if it is less (eq. 1)."""
    return 0.0 - (targets * np.log(np.maximum(predictions, floor))).sum(axis=1)


def entropies(rows):
    """Entropy of each row, - sum of p log p, natural logarithm; 0 log 0 is 0."""
    return 0.0 - (rows * np.log(np.where(rows > 0, rows, 1))).sum(axis=1)


@_by_blocks
def manhattan(predictions, targets):
    """L1(p, q) = sum of |p - q|, from 0 to 2 (eq. 3)."""
    return np.abs(predictions - targets).sum(axis=1)


@_by_blocks
def euclidean(predictions, targets):
    """L2(p, q) = square root of the sum of (p - q)^2, from 0 to sqrt(2) (eq. 4)."""
    return np.sqrt(((predictions - targets) ** 2).sum(axis=1))


@_by_blocks
def jensen_shannon_divergence(predictions, targets):
    """JSD(p, q) = (KL(p || h) + KL(q || h)) / 2 with h = (p + q) / 2 (eqs. 5, 6)."""
    return np.maximum(jensen_shannon_terms(predictions, targets).sum(axis=1), 0)


def jensen_shannon_terms(p, q):
    """The part of each outcome in the divergence: (p log(p / h) + q log(q / h)) / 2."""
    total = p + q
    d = divide(np.abs(p - q), total)
    # Of p and q the greater is h (1 + d), the other h (1 - d). Sums of p log(p / h) would lose so
    # many digits where p is near q that the root of what is left could be off by 1e-8.
    logs = (1 + d) * np.log1p(d) + (1 - d) * np.log1p(-np.minimum(d, np.nextafter(1, 0)))
    return total * logs / 4


def jensen_shannon_distance(predictions, targets):
    """Root of the divergence: the paper's examples print it, though its equation is without it."""
    return np.sqrt(jensen_shannon_divergence(predictions, targets))


# Distances of rows alone; those that are made of others or take a similarity are made in
# distance_results.
DISTANCES: NameTable[Callable] = NameTable(
    "distance",
    {
        "cross_entropy": cross_entropy,
        "manhattan_distance": manhattan,
        "euclidean_distance": euclidean,
        "jensen_shannon_divergence": jensen_shannon_divergence,
        "jensen_shannon_distance": jensen_shannon_distance,
    },
)


def wasserstein(predictions, targets, cost):
    """W(p, q) = the least cost of moving q to p, where ``cost[a, b]`` moves mass 1 from a to b.

    With ``cost = 1 - S`` it forgives confusing like labels. A symmetric cost makes it symmetric
    (P1); a zero diagonal and the triangle inequality make it a metric too (P3).

    A cost of 1 between any two labels (half of L1), labels on a line (the area between cumulative
    distributions), distributions with two labels above 0 on either side, and common mass under a
    metric cost need no solver; what is left is solved as a linear program by POT.
    """
    predictions, targets, cost = _arrays(predictions, targets, cost)
    mass = predictions.sum(axis=1)
    wrong = np.flatnonzero(~(np.abs(mass - targets.sum(axis=1)) <= _SAME_MASS * mass))
    if len(wrong):
        rule = (
            f"the sum is {float(mass[wrong[0]])!r}, that of the target "
            f"{float(targets[wrong[0]].sum())!r}; only equal masses can be moved into each other"
        )
        raise InputError(rule, "predictions", int(wrong[0]))
    return _by_blocks(_transport(cost))(predictions, targets)


def _transport(cost):
    """The way to find the least cost, as a function of rows of predictions and of targets."""
    m, slack = len(cost), _SAME_COST * cost.max(initial=0)
    if not cost.diagonal().any():
        apart = cost[~np.eye(m, dtype=bool)]
        if (apart == apart[:1]).all():
            return lambda q, p: apart[:1].sum() * manhattan(q, p) / 2
        place = cost[cost.max(axis=1).argmax()]
        if np.allclose(np.abs(np.subtract.outer(place, place)), cost, rtol=0, atol=slack):
            order = np.argsort(place)
            gaps = np.diff(place[order])
            return lambda q, p: np.abs((q - p)[:, order].cumsum(axis=1))[:, :-1] @ gaps
        if all((cost <= cost[:, x : x + 1] + cost[x] + slack).all() for x in range(m)):
            # Mass that both sides have stays where it is.
            return lambda q, p: _least_cost(np.maximum(q - p, 0), np.maximum(p - q, 0), cost)
    return lambda q, p: _least_cost(q, p, cost)


def _least_cost(sources, targets, cost):
    result = np.empty(len(sources))
    few_sources, few_targets = ((x > 0).sum(axis=1) <= 2 for x in (sources, targets))
    few_targets &= ~few_sources
    result[few_sources] = _from_two(sources[few_sources], targets[few_sources], cost)
    result[few_targets] = _from_two(targets[few_targets], sources[few_targets], cost.T)
    others = np.flatnonzero(~(few_sources | few_targets))
    # The solver takes differences below an absolute limit for none: masses and costs are made 1.
    scale, what = cost.max(initial=0), "the Wasserstein distance with this cost"
    for row in others:
        source, target = sources[row], targets[row]
        a, b = np.flatnonzero(source), np.flatnonzero(target)
        masses = source[a] / source.sum(), target[b] / target.sum()
        least = least_transport(*masses, cost[np.ix_(a, b)] / scale, what)
        result[row] = least * (source.sum() * scale)
    return result


def least_transport(source, target, cost, what):
    """The least cost of moving one mass to another, by a linear program; ``what`` asks for it."""
    try:
        import ot
    except ImportError:
        rule = f"{what} takes a linear program per example; install its solver: pip install POT"
        raise ImportError(rule) from None
    least, log = ot.emd2(source, target, cost, log=True, center_dual=False, check_marginals=False)
    if log["warning"]:
        raise RuntimeError(f"{what}: the linear program was not solved: {log['warning']}")
    return least


def _from_two(sources, targets, cost):
    """The least cost where mass comes from two labels: each serves the targets it is nearer to.

    The targets are served by the first in the order of what they cost more from it than from the
    second, as far as its mass reaches.
    """
    present = sources > 0
    first = present.argmax(axis=1)
    second = sources.shape[1] - 1 - present[:, ::-1].argmax(axis=1)
    order = np.argsort(cost[first] - cost[second], axis=1)
    demand = np.take_along_axis(targets, order, axis=1)
    served = np.zeros_like(demand)
    np.cumsum(demand[:, :-1], axis=1, out=served[:, 1:])
    from_first = np.clip(np.take_along_axis(sources, first[:, None], axis=1) - served, 0, demand)
    cost_first, cost_second = (np.take_along_axis(cost[x], order, axis=1) for x in (first, second))
    return (from_first * cost_first + (demand - from_first) * cost_second).sum(axis=1)


def _arrays(*sides):
    return [np.asarray(side, dtype=np.float64) for side in sides]
