"""Search for counterexamples to properties of distances between distributions.

The properties are P1 to P8 of "Soft metrics for evaluation with disagreements: an assessment"
(NLPerspectives 2024). A metric is a function M(p, q) of two stacks of distributions (k, m), targets
and predictions, that returns k values. A counterexample proves that a property is missing; that
none was found in the pools searched proves nothing.
"""

from functools import partial
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np
from properties import Finding

TOLERANCE = 1e-9
SCALES = (0.1, 0.5, 2.0, 10.0)


class Pool(NamedTuple):
    """Distributions to try in all pairs and triples; simple pools are searched first.

    ``numbers``: for two labels and evenly spaced, what x stands for [1 - x, x]; else None.
    """

    rows: np.ndarray
    numbers: np.ndarray | None = None


def two_labels(steps=(10, 40)):
    """Pools of evenly spaced numbers x for two labels, from 0 to 1."""
    grids = [np.linspace(0, 1, step + 1) for step in steps]
    return [Pool(np.stack([1 - x, x], axis=1), x) for x in grids]


def many_labels(m, parts=5, n_random=60, seed=0):
    """A pool of all distributions in steps of 1/parts, and one of them with random ones."""
    ends = np.array(list(combinations_with_replacement(range(parts + 1), m - 1)))
    simple = np.diff(ends, axis=1, prepend=0, append=parts) / parts
    drawn = np.random.default_rng(seed).dirichlet(np.full(m, 0.5), n_random)
    return [Pool(simple), Pool(np.concatenate([simple, drawn]))]


def all_pairs(metric, pool):
    """The values of all pairs, (k, k): targets in rows, predictions in columns."""
    k = len(pool.rows)
    targets, predictions = np.repeat(pool.rows, k, axis=0), np.tile(pool.rows, (k, 1))
    return metric(targets, predictions).reshape(k, k)


# What speaks against a property: how much, by p, q (and r), above 0 where it is violated. Strict
# inequalities are violated by equality too, which is written as an amount of 2 * TOLERANCE.


def symmetry(values, pool):
    """P1: M(p, q) = M(q, p)."""
    return values - values.T


def triangle(values, pool):
    """P3: M(p, q) + M(q, r) >= M(p, r)."""
    return values[:, None, :] - values[:, :, None] - values[None]


def transitivity(values, pool):
    """P4: M(p, q) < M(p, r) implies M(q, r) < M(p, r)."""
    nearer = values[:, :, None] < values[:, None, :] - TOLERANCE
    return np.where(nearer, _strict(values[None] - values[:, None, :]), 0)


def least_at_match(values, pool):
    """P5a: M(p, p) < M(p, q) for every other q."""
    other = np.abs(pool.rows[:, None] - pool.rows).max(axis=2) > TOLERANCE
    return np.where(other, _strict(np.diagonal(values)[:, None] - values), 0)


def fair_penalty(values, pool):
    """P5b: |p - q| < |p - r| implies M(p, q) < M(p, r)."""
    off = np.abs(np.subtract.outer(pool.numbers, pool.numbers))
    nearer = off[:, :, None] < off[:, None, :] - TOLERANCE
    return np.where(nearer, _strict(values[:, :, None] - values[:, None, :]), 0)


def same_at_match(values, pool):
    """P5c: M(p, p) = M(q, q)."""
    return np.subtract.outer(np.diagonal(values), np.diagonal(values))


def best_label(values, pool):
    """P7: M(p, q) < M(p, r) where q has p's most probable label, r another."""
    top = pool.rows.argmax(axis=1)
    two = np.sort(pool.rows, axis=1)[:, -2:]
    clear = two[:, 1] - two[:, 0] > TOLERANCE
    same = (top[:, None] == top) & clear & clear[:, None]
    other = (top[:, None] != top) & clear & clear[:, None]
    applies = same[:, :, None] & other[:, None, :]
    return np.where(applies, _strict(values[:, :, None] - values[:, None, :]), 0)


def error_size(values, pool):
    """P8: sum |p - q| <= sum |p - r| implies M(p, q) <= M(p, r)."""
    off = np.abs(pool.rows[:, None] - pool.rows).sum(axis=2)
    no_more = off[:, :, None] <= off[:, None, :] + 1e-12
    return np.where(no_more, values[:, :, None] - values[:, None, :], 0)


# The check, and the values that its inequality is about.
SEARCHED = {
    "P1": (symmetry, ("pq", "qp")),
    "P3": (triangle, ("pq", "qr", "pr")),
    "P4": (transitivity, ("pq", "pr", "qr")),
    "P5a": (least_at_match, ("pp", "pq")),
    "P5b": (fair_penalty, ("pq", "pr")),
    "P5c": (same_at_match, ("pp", "qq")),
    "P7": (best_label, ("pq", "pr")),
    "P8": (error_size, ("pq", "pr")),
}


def judge(metric, pools, names):
    """Verdict of the search."""
    values = [all_pairs(metric, pool) for pool in pools]
    checks = {"P2": bounded, "P5": shifted, "P6": scaled}
    verdicts = {}
    for name in names:
        check = checks.get(name) or partial(_counterexample, *SEARCHED[name])
        findings = (check(metric, v, pool) for v, pool in zip(values, pools, strict=True))
        verdicts[name] = next((finding for finding in findings if not finding.holds), Finding(True))
    return verdicts


def _counterexample(check, compared, metric, values, pool):
    """The greatest violation among the pairs or triples of a pool."""
    amounts = check(values, pool)
    place = _greatest(amounts)
    if amounts[place] <= TOLERANCE:
        return Finding(True)
    index = dict(zip("pqr", place, strict=False))
    where = ", ".join(f"{name}={_show(pool, i)}" for name, i in index.items())
    shown = ", ".join(f"M({a},{b}) = {values[index[a], index[b]]:.4f}" for a, b in compared)
    return Finding(False, f"{where}: {shown}")


def bounded(metric, values, pool):
    """P2: no value is infinite, nor grows without limit as probabilities go to 0."""
    steps = 10.0 ** -np.arange(1, 300)
    corner = np.eye(pool.rows.shape[1])[:2]
    near = (1 - steps)[:, None] * corner[0] + steps[:, None] * corner[1]
    grown = metric(np.tile(corner[1], (len(near), 1)), near)
    if np.isfinite(values).all() and np.ptp(grown[-100:]) <= TOLERANCE:
        return Finding(True)
    return Finding(False, f"p=1, q=1e-100: M {grown[99]:.4f}; q=1e-299: M {grown[-1]:.4f}")


def shifted(metric, values, pool):
    """P5: M(c + p, c + q) <= M(p, q) where all stay in [0, 1]."""
    worst = (TOLERANCE,)
    for c in range(1, len(pool.numbers)):
        gain = values[c:, c:] - values[:-c, :-c]
        for sign in (1, -1):
            i, j = _greatest(sign * gain)
            worst = max(worst, (sign * gain[i, j], sign * c, i, j))
    if len(worst) == 1:
        return Finding(True)
    _, c, i, j = worst
    start = (i, j) if c > 0 else (i - c, j - c)
    return Finding(
        False,
        f"p={_show(pool, start[0])}, q={_show(pool, start[1])}: M {values[start]:.4f}; both "
        f"{c * pool.numbers[1]:+.3g}: M {values[start[0] + c, start[1] + c]:.4f}",
    )


def scaled(metric, values, pool):
    """P6: M(c p, c q) <= c M(p, q) for every c > 0, the vectors not normalized."""
    for c in SCALES:
        more = all_pairs(metric, Pool(c * pool.rows)) - c * values
        i, j = _greatest(more)
        if more[i, j] > TOLERANCE:
            return Finding(
                False,
                f"p={_show(pool, i)}, q={_show(pool, j)}: M {values[i, j]:.4f}; both times {c:g}: "
                f"M {more[i, j] + c * values[i, j]:.4f}",
            )
    return Finding(True)


def _greatest(amounts):
    """The place of the greatest amount, the first of those that differ by rounding only."""
    return np.unravel_index(amounts.round(12).argmax(), amounts.shape)


def _strict(amounts):
    return np.where(np.abs(amounts) <= TOLERANCE, 2 * TOLERANCE, amounts)


def _show(pool, index):
    if pool.numbers is not None:
        return f"{pool.numbers[index]:.3g}"
    return "[" + " ".join(f"{x:.3g}" for x in pool.rows[index]) + "]"
