"""Search for counterexamples to properties of metrics of a confusion matrix.

The properties are those of section 3 of "A Closer Look at Classification Evaluation Metrics" (TACL
2024), and one more, ``correction``. A metric is any function of a stack of matrices (k, n, n),
predicted x gold, that returns k scores; :func:`one_by_one` makes one of a function of one matrix.
A counterexample proves that a property is missing; that none was found proves nothing, but the
search goes from all small integer matrices to sparse, skewed and real ones of several sizes.
"""

from itertools import combinations, product
from typing import NamedTuple

import numpy as np

SIZES = (2, 3, 4)
TOLERANCE = 1e-9
# Maxima over guessing classifiers are climbed to, not computed.
CLIMBED = 1e-3


class Finding(NamedTuple):
    """``holds``, and what shows it: a counterexample, or where one example is enough, that.

    ``degree`` says how far chance correction goes, or for which power a metric decomposes.
    """

    holds: bool
    evidence: str = ""
    degree: str = ""


class Search(NamedTuple):
    """Extent of a search: ``many`` random matrices of each kind and size, drawn from ``seed``.

    ``every_class``: only matrices with gold mass in every class, which calibration needs.
    """

    seed: int = 0
    sizes: tuple = SIZES
    many: int = 400
    every_class: bool = False

    def stacks(self):
        """Stacks of matrices of one size, with the mass of one more item; simple ones first.

        Matrices with a class that is never gold or never predicted come last: what they show rests
        on scores of 0 for 0/0.
        """
        rng = np.random.default_rng(self.seed)

        def random(kind, n):
            shape = (self.many, n, n)
            if kind == "small":
                return rng.integers(0, 5, shape), 1.0
            if kind == "sparse":
                return rng.integers(1, 60, shape) * (rng.random(shape) < 0.5), 1.0
            if kind == "one cell":
                small, cell = rng.integers(0, 7, shape) // 3, rng.integers(0, n * n, self.many)
                small.reshape(self.many, -1)[np.arange(self.many), cell] = 50
                return small, 1.0
            if kind == "skewed":
                return rng.integers(1, 9, shape) * 10 ** rng.integers(0, 3, (self.many, 1, n)), 1.0
            return np.exp(1.5 * rng.standard_normal(shape)), 0.01

        two = np.array(list(product(range(4), repeat=4))).reshape(-1, 2, 2)
        drawn = [(two, 1.0)] if 2 in self.sizes else []
        kinds = ("small", "one cell", "sparse", "skewed", "real")
        drawn += [random(kind, n) for kind in kinds for n in self.sizes]
        for stack, amount in drawn:
            full = stack.any(axis=1).all(axis=1) & stack.any(axis=2).all(axis=1)
            yield stack[full].astype(float), amount
        for stack, amount in drawn:
            kept = stack.any(axis=1).all(axis=1) if self.every_class else stack.any(axis=(1, 2))
            yield stack[kept].astype(float), amount


def one_by_one(metric):
    """A metric of stacks from a function of one matrix."""
    return lambda stack: np.array([metric(matrix) for matrix in stack])


def monotonicity(metric, search):
    """PI: one more right item never lowers the score, one more wrong item never raises it."""
    for stack, amount in search.stacks():
        before, worst = metric(stack), None
        for i, j in product(range(stack.shape[-1]), repeat=2):
            after = metric(_added(stack, (i, j), amount))
            harm = before - after if i == j else after - before
            worst = _worse(worst, harm, (i, j), after)
        if worst and worst[0] > TOLERANCE:
            _, which, (i, j), after = worst
            kind = "right" if i == j else "wrong"
            return Finding(
                False,
                f"{_show(stack[which])}: {amount:g} more {kind} at ({i},{j}) moves "
                f"{before[which]:.4f} to {after[which]:.4f}",
            )
    return Finding(True)


def correction(metric, search):
    """A wrong prediction made right never lowers the score; the gold classes stay as they are."""
    for stack, _ in search.stacks():
        before, worst = metric(stack), None
        for i, j in product(range(stack.shape[-1]), repeat=2):
            if i == j:
                continue
            amount = np.minimum(stack[:, i, j], 1.0)
            moved = _added(_added(stack, (i, j), -amount), (j, j), amount)
            after = metric(moved)
            worst = _worse(worst, before - after, (i, j), after)
        if worst and worst[0] > TOLERANCE:
            _, which, (i, j), after = worst
            amount = min(stack[which, i, j], 1.0)
            return Finding(
                False,
                f"{_show(stack[which])}: {amount:.3g} moved from ({i},{j}) to ({j},{j}) moves "
                f"{before[which]:.4f} to {after[which]:.4f}",
            )
    return Finding(True)


def class_sensitivity(metric, search):
    """PII: somewhere it matters of which class a right item is, or of which classes a wrong one."""
    for stack, amount in search.stacks():
        before, n = metric(stack), stack.shape[-1]
        cells = list(product(range(n), repeat=2))
        change = {cell: metric(_added(stack, cell, amount)) - before for cell in cells}
        for kind in (True, False):
            alike = [cell for cell in cells if (cell[0] == cell[1]) == kind]
            gains = np.array([change[cell] for cell in alike])
            which = int(np.argmax(np.ptp(gains, axis=0)))
            if np.ptp(gains[:, which]) > TOLERANCE:
                most, least = gains[:, which].argmax(), gains[:, which].argmin()
                return Finding(
                    True,
                    f"{_show(stack[which])}: {amount:g} more at {_cell(alike[most])} changes the "
                    f"score by {gains[most, which]:.4f}, at {_cell(alike[least])} by "
                    f"{gains[least, which]:.4f}",
                )
    return Finding(False, "an item more has the same effect in every class")


def class_decomposability(metric, search, equal_columns=False):
    """PIII: the score is a generalized mean, over classes, of what lies in their row and column.

    Then for some power p of the score (its logarithm for p = 0) changes in cells that share no
    class add up. Searched for p = 1, 0 and -1.
    """
    failures = {}
    for p in (1, 0, -1):
        failures[p] = next(
            filter(None, (_interaction(metric, *s, p, equal_columns) for s in search.stacks())), ""
        )
        if not failures[p]:
            return Finding(True, degree="" if p == 1 else f"p = {p}")
    return Finding(False, f"{failures[1]}; p = 0 and -1 fail too")


def prevalence_invariance(metric, search):
    """PIV: scaling columns, as if classes were more or less frequent, leaves the score alone."""
    rng = np.random.default_rng(search.seed)
    for stack, _ in search.stacks():
        before, n = metric(stack), stack.shape[-1]
        for scale in ((1.0,) * (n - 1) + (2.0,), rng.lognormal(0, 2, n)):
            after = metric(stack * np.array(scale))
            which = int(np.argmax(np.abs(after - before)))
            if abs(after[which] - before[which]) > TOLERANCE:
                return Finding(
                    False,
                    f"{_show(stack[which])}: columns times {_show(np.array(scale))} move "
                    f"{before[which]:.4f} to {after[which]:.4f}",
                )
    return Finding(True)


def chance_correction(metric, search):
    """PV: the best score of guessing is known from the number of classes alone.

    Guessing predicts classes with shares z whatever the gold class; with gold shares p the matrix
    is their outer product, all entries > 0. The degree is "complete" where every guess scores the
    same whatever n, "strict" where the same for each n, "bounded" where only the best guess does.
    """
    rng = np.random.default_rng(search.seed)
    bounds, always = {}, True
    for n in search.sizes:
        golds = _gold_shares(rng, n)
        guesses, lowest = zip(
            *(_best_guess(metric, rng, p, search.many) for p in golds), strict=True
        )
        # What was climbed to under one p may be the best under another too.
        earned = np.stack([_guessed(metric, np.array(guesses), p) for p in golds])
        best = earned.max(axis=1)
        least, most = best.argmin(), best.argmax()
        if np.ptp(best) > CLIMBED or best[most] > 1 - CLIMBED:
            return Finding(
                False,
                f"gold shares {_show(golds[most])}: guessing with shares "
                f"{_show(guesses[earned[most].argmax()])} earns {best[most]:.4f}; gold shares "
                f"{_show(golds[least])}: no guess found earns more than {best[least]:.4f}",
            )
        bounds[n] = best[most]
        always &= best[most] - min(lowest) <= TOLERANCE
    listed = ", ".join(f"{bound:.4f} (n = {n})" for n, bound in bounds.items())
    if not always:
        return Finding(True, listed, "bounded")
    if np.ptp(list(bounds.values())) > TOLERANCE:
        return Finding(True, listed, "strict")
    return Finding(True, listed, "complete")


PROPERTIES = {
    "monotonicity": monotonicity,
    "class sensitivity": class_sensitivity,
    "class decomposability": class_decomposability,
    "prevalence invariance": prevalence_invariance,
    "chance correction": chance_correction,
    "correction": correction,
}


def _interaction(metric, stack, amount, p, equal_columns):
    """A matrix where two changes in cells without a common class don't add up, or ""."""
    n = stack.shape[-1]
    cells = list(product(range(n), repeat=2))
    if equal_columns:
        stack = stack[(stack > 0).all(axis=(1, 2))]
        stack = stack / stack.sum(axis=1, keepdims=True)
        moves = [((a, j), (b, j)) for j in range(n) for a in range(n) for b in range(n) if a != b]
        amount = stack.min(axis=(1, 2), initial=1) / 2
    else:
        moves = [(cell,) for cell in cells]
    worst, before = None, metric(stack)
    after_one = {move: metric(_moved(stack, move, amount)) for move in moves}
    for first, second in combinations(moves, 2):
        if {c for cell in first for c in cell} & {c for cell in second for c in cell}:
            continue
        after_both = metric(_moved(_moved(stack, first, amount), second, amount))
        corners = [before, after_one[first], after_one[second], after_both]
        usable = np.min(corners, axis=0) > (1e-6 if p < 1 else -np.inf)
        if not usable.any():
            continue
        values = [_power(corner[usable], p) for corner in corners]
        mixed = np.abs(values[3] - values[2] - values[1] + values[0])
        mixed /= np.maximum(np.max(np.abs(values), axis=0), 1)
        worst = _worse(worst, mixed, (first, second), np.flatnonzero(usable))
    if worst is None or worst[0] <= TOLERANCE:
        return ""
    mixed, which, (first, second), usable = worst
    return (
        f"{_show(stack[usable[which]])}: changes at {_cells(first)} and at {_cells(second)} "
        f"don't add up, by {mixed:.4f}"
    )


def _power(values, p):
    return np.log(values) if p == 0 else values**p


def _gold_shares(rng, n):
    """Gold class shares: even, skewed, and drawn."""
    skewed = np.array([0.8] + [0.2 / (n - 1)] * (n - 1))
    drawn = rng.dirichlet(np.ones(n), 2) + 0.01
    return [np.full(n, 1 / n), skewed, skewed[::-1], *drawn / drawn.sum(axis=1, keepdims=True)]


def _best_guess(metric, rng, p, many, rounds=40):
    """Guessing shares that earn most, climbed to from the best of many; and the least found."""
    n = len(p)
    one_class = 0.001 + np.eye(n)
    drawn = rng.dirichlet(np.ones(n), many).clip(1e-4)
    z = np.concatenate([np.full((1, n), 1 / n), p[None], one_class, drawn])
    z /= z.sum(axis=1, keepdims=True)
    scores = _guessed(metric, z, p)
    best, lowest = z[scores.argmax()], scores.min()
    for step in np.geomspace(1, 1e-3, rounds):
        near = best * np.exp(step * rng.standard_normal((many // 4 + 1, n)))
        near = np.concatenate([best[None], near / near.sum(axis=1, keepdims=True)])
        scores = _guessed(metric, near.clip(1e-6), p)
        best = near[scores.argmax()].clip(1e-6)
    return best, lowest


def _guessed(metric, z, p):
    return metric(1000 * z[:, :, None] * p)


def _added(stack, cell, amount):
    after = stack.copy()
    after[:, cell[0], cell[1]] += amount
    return after


def _moved(stack, move, amount):
    """Mass added to one cell, or moved from the first to the second."""
    if len(move) == 1:
        return _added(stack, move[0], amount)
    return _added(_added(stack, move[0], -amount), move[1], amount)


def _worse(worst, harms, where, context):
    """The greatest harm so far: (harm, index in the stack, where, context)."""
    if not len(harms):
        return worst
    which = int(np.argmax(harms))
    harm = harms[which], which, where, context
    return harm if worst is None or harm[0] > worst[0] else worst


def _show(array):
    if (array == np.round(array)).all():
        return str(array.astype(int).tolist()).replace(" ", "")
    return str(np.round(array, 3).tolist()).replace(" ", "")


def _cell(cell):
    return f"({cell[0]},{cell[1]})"


def _cells(move):
    return " to ".join(map(_cell, move))
