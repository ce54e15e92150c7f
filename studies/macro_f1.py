"""The two macro F1s on random tasks: the experiments of "Macro F1 and Macro F1" (arXiv 1911.03347).

``python studies/macro_f1.py [--seed 1]`` prints the paper's figures beside ours in a few seconds.
"""

import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np
from claims import seed_of
from scipy import stats

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from semantic_f1.reports import confusion

SEED = 1
# The paper's text on figure 1a.
PRINTED = {
    "RMS difference": 0.13,
    "Pearson": 0.72,
    "Spearman": 0.69,
    "greatest F1 of averages": 0.56,
    "greatest averaged F1": 0.41,
}
# Figure 1b's legend is lost in the text: distributions from even to skewed, of 2, 4 and 13 classes.
DISTRIBUTIONS = {
    "50/50": (0.5, 0.5),
    "75/25": (0.75, 0.25),
    "95/5": (0.95, 0.05),
    "99/1": (0.99, 0.01),
    "4 even": (0.25,) * 4,
    "70/10/10/10": (0.7, 0.1, 0.1, 0.1),
    "91/3/3/3": (0.91, 0.03, 0.03, 0.03),
    "13 even": (1 / 13,) * 13,
    "88/1/.../1": (0.88,) + (0.01,) * 12,
}
STEPS = (0.0, 0.25, 0.5, 0.75, 1.0)


class Pairs(NamedTuple):
    """Both macro F1s of many tasks, arrays of shape (n_tasks,)."""

    of_averages: np.ndarray
    averaged: np.ndarray


def random_tasks(rng, shares, predicted, n_examples, n_tasks):
    """Confusion matrices of random tasks.

    Returns an array of shape (n_tasks, n, n), rows predicted, columns gold.
    """
    gold = rng.multinomial(n_examples, shares, size=n_tasks)
    columns = [rng.multinomial(gold[:, j], given) for j, given in enumerate(predicted)]
    return np.stack(columns, axis=-1)


def both(matrices):
    """The two macro F1s of each matrix."""
    averaged = confusion.METRICS["macro_f1"](matrices)
    return Pairs(confusion.METRICS["macro_f1_of_averages"](matrices), averaged)


def guess(rng, shares, n_tasks=1000, n_examples=1000):
    """Both macro F1s of a classifier that draws each class equally often (figure 1)."""
    n = len(shares)
    return both(random_tasks(rng, shares, np.full((n, n), 1 / n), n_examples, n_tasks))


def figure_1a(rng):
    """The figures of PRINTED, for classes 95% and 5%."""
    scores = guess(rng, (0.95, 0.05))
    return {
        "RMS difference": np.sqrt(np.mean((scores.of_averages - scores.averaged) ** 2)),
        "Pearson": stats.pearsonr(*scores).statistic,
        "Spearman": stats.spearmanr(*scores).statistic,
        "greatest F1 of averages": scores.of_averages.max(),
        "greatest averaged F1": scores.averaged.max(),
    }


def figure_1b(rng, n_tasks=1000):
    """Quantiles (5, 50, 95%) of Delta for each of DISTRIBUTIONS."""
    rows = {}
    for name, shares in DISTRIBUTIONS.items():
        scores = guess(rng, shares, n_tasks)
        rows[name] = np.quantile(scores.of_averages - scores.averaged, (0.05, 0.5, 0.95))
    return rows


def skewed(n, y):
    """Class shares from even (y = 0) to shares in proportion to 1, 1/2, ..., 1/n (y = 1)."""
    steep = 1 / np.arange(1, n + 1)
    return (1 - y) / n + y * steep / steep.sum()


def figure_2(rng, n, n_tasks=50, n_examples=2000):
    """Mean Delta; rows: skew of the classes, columns: share of right predictions, 1/n to 1.

    Wrong predictions fall evenly on the other classes.
    """
    grid = np.zeros((len(STEPS), len(STEPS)))
    for row, y in enumerate(STEPS):
        for column, x in enumerate(STEPS):
            right = 1 / n + x * (1 - 1 / n)
            predicted = np.full((n, n), (1 - right) / (n - 1))
            np.fill_diagonal(predicted, right)
            tasks = random_tasks(rng, skewed(n, y), predicted, n_examples, n_tasks)
            scores = both(tasks)
            grid[row, column] = (scores.of_averages - scores.averaged).mean()
    return grid


def supremum(n):
    """Supremum of Delta of n classes, which is never reached (theorem, part 3)."""
    return 0.5 if n % 2 == 0 else 0.5 - 1 / (2 * n**2)


def towards_supremum(n, z):
    """The matrix of appendix C: every second class is predicted for z items of its neighbours."""
    matrix = np.eye(n)
    for first in range(0, n - 1, 2):
        matrix[first + 1, first] = z
    if n % 2:
        matrix[n - 2, n - 1] = z
    return matrix


def gap(matrix):
    """Delta by the difference and by the lemma."""
    of = confusion.per_class(matrix)
    return confusion.macro_gap(of.precision, of.recall)


def main(arguments=None):
    rng = np.random.default_rng(seed_of(arguments, __doc__, SEED))
    print("### Figure 1a: guessing, 1,000 tasks of 1,000 examples, classes 95% and 5%\n")
    print(
        "| | paper | here | 100 such runs: mean | standard deviation |\n|---|---:|---:|---:|---:|"
    )
    once, runs = figure_1a(rng), [figure_1a(rng) for _ in range(100)]
    for name, printed in PRINTED.items():
        values = [run[name] for run in runs]
        spread = f"{np.mean(values):.3f} | {np.std(values):.3f}"
        print(f"| {name} | {printed:.2f} | {once[name]:.3f} | {spread} |")

    print("\n### Figure 1b: Delta of guessing, by class distribution\n")
    print("| classes | 5% | median | 95% |\n|---|---:|---:|---:|")
    for name, quantiles in figure_1b(rng).items():
        print(f"| {name} | {' | '.join(f'{q:.3f}' for q in quantiles)} |")

    for n in (4, 13):
        print(f"\n### Figure 2, n = {n}: mean Delta by share of right predictions and skew\n")
        rights = [f"{1 / n + x * (1 - 1 / n):.2f}" for x in STEPS]
        print(f"| skew y | {' | '.join(rights)} |\n|---|{'---:|' * len(STEPS)}")
        for y, row in zip(STEPS, figure_2(rng, n), strict=True):
            print(f"| {y:.2f} | {' | '.join(f'{delta:.3f}' for delta in row)} |")

    print("\n### The supremum, on the sequences of appendix C\n")
    print("| n | supremum | z = 10 | z = 1,000 | z = 1,000,000 |\n|---|---:|---:|---:|---:|")
    for n in range(2, 10):
        gaps = [gap(towards_supremum(n, z)).lemma for z in (10, 1e3, 1e6)]
        print(f"| {n} | {supremum(n):.6f} | {' | '.join(f'{delta:.6f}' for delta in gaps)} |")


if __name__ == "__main__":
    main()
