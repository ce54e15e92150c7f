"""Labels on rings, gold sets drawn on them, predictors that miss by a known number of hops.

What the synthetic studies of arXiv 2509.21633 (section 4.3.1, appendix F) share. A set of examples
is an int array of shape (rows, k): the labels of each row, repeats counting once. A grid holds
many settings of equally many rows and is scored in one pass.
"""

import sys
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from semantic_f1.inputs.label_sets import LabelSets
from semantic_f1.ratios import harmonic_mean
from semantic_f1.scoring.averages import average_scores
from semantic_f1.scoring.counts import Counts

AVERAGES = ("samples", "micro", "macro")
ALPHAS = (0.8, 0.6, 0.4, 0.2)


class Block(NamedTuple):
    """Settings of ``rows`` examples each whose sets have a and b members, repeats included.

    Members come first and examples last: numpy reduces over few members of many examples fastest.

    - ``predicted``, ``gold``: label indices, shapes (a, n) and (b, n)
    - ``counted``: bool arrays of the same shapes, False where a label is there again
    """

    predicted: np.ndarray
    gold: np.ndarray
    counted: tuple
    rows: int

    @classmethod
    def of(cls, settings):
        """The block of pairs (predicted, gold) of int arrays of shapes (rows, a) and (rows, b)."""
        rows = len(settings[0][0])
        joined = map(np.concatenate, zip(*settings, strict=True))
        sides = [np.sort(side, axis=1).T.copy() for side in joined]
        counted = []
        for side in sides:
            first = np.ones(side.shape, bool)
            first[1:] = side[1:] != side[:-1]
            counted.append(first)
        return cls(*sides, tuple(counted), rows)

    def cells(self, side, n_labels):
        """Number of setting and label of each member, for sums by both."""
        setting = np.arange(side.shape[1]) // self.rows
        return (setting * n_labels + side).ravel()

    def sums(self, values, samples):
        """Sums of credit and of members by setting and label, of both sides, and of the samples'
        precision, recall and F1 by setting where they are wanted."""
        n = len(values)
        settings = self.gold.shape[1] // self.rows
        sums, means = [], []
        sides = (self.predicted, self.gold), (self.gold, self.predicted)
        for (side, other), counted in zip(sides, self.counted, strict=True):
            similarity = values.ravel().take(side[:, None] * n + other)
            credit, cells = similarity.max(axis=1) * counted, self.cells(side, n)
            for weights in (credit, counted):
                sums.append(np.bincount(cells, weights.ravel(), settings * n).reshape(-1, n))
            # No set is empty.
            means.append(credit.sum(axis=0) / counted.sum(axis=0) if samples else None)
        if not samples:
            return (*sums, np.zeros((settings, 3)))
        points = [*means, harmonic_mean(*means)]
        return (*sums, np.stack([x.reshape(-1, self.rows).sum(axis=1) for x in points], axis=-1))


class Grid(NamedTuple):
    """Many settings of equally many examples, in blocks of equal shapes."""

    blocks: list
    rows: int

    @classmethod
    def of(cls, settings):
        """The grid of pairs (predicted, gold) of int arrays of shape (rows, any)."""
        rows = {len(x) for pair in settings for x in pair}
        if len(rows) != 1:
            raise ValueError(f"settings: expected equally many rows; got {sorted(rows)}")
        alike = groupby(settings, lambda pair: tuple(side.shape for side in pair))
        return cls([Block.of(list(pairs)) for _, pairs in alike], rows.pop())


def label_sets(blocks):
    """LabelSets of int arrays of shape (rows, k), one after the other; repeats count once."""
    members, sizes = [], []
    for block in blocks:
        ordered = np.sort(block, axis=1)
        first = np.ones(block.shape, bool)
        first[:, 1:] = ordered[:, 1:] != ordered[:, :-1]
        members.append(ordered[first])
        sizes.append(first.sum(axis=1))
    offsets = np.concatenate([[0], np.cumsum(np.concatenate(sizes))])
    return LabelSets(np.concatenate(members).astype(np.int32), offsets.astype(np.int64))


def angles(n):
    """Angles of n labels on a circle, in radians."""
    return 2 * np.pi * np.arange(n) / n


def ring(n=24):
    """S = .5 + cos / 2 of the angle between labels on a circle, shape (n, n)."""
    return 0.5 + np.cos(angles(n)[:, None] - angles(n)) / 2


def scores_of(grid, values, averages=AVERAGES):
    """Semantic F1 of every setting: average -> array of shape (settings,)."""
    by_block = [block.sums(values, "samples" in averages) for block in grid.blocks]
    *sums, samples = (np.concatenate(parts) for parts in zip(*by_block, strict=True))
    none = np.zeros(len(samples))
    counts = Counts(*sums, none, none, samples, np.full(len(samples), float(grid.rows)))
    return {average: average_scores(counts, average).f1 for average in averages}


def drawn(rng, weights, k):
    """k labels a row without replacement, with chances proportional to ``weights`` (rows, n)."""
    with np.errstate(divide="ignore"):
        keys = np.log(weights) + rng.gumbel(size=weights.shape)
    return np.argpartition(-keys, k - 1, axis=1)[:, :k]


def gold_near_first(rng, values, k, rows):
    """Gold sets as the text has them: one label at random, the others by similarity to it."""
    first = rng.integers(len(values), size=rows)
    weights = values[first].copy()
    weights[np.arange(rows), first] = 0
    others = drawn(rng, weights, k - 1) if k > 1 else np.empty((rows, 0), int)
    return np.concatenate([first[:, None], others], axis=1)


def gold_near_center(rng, n, k, rows):
    """Gold sets as the authors' code has them: all by nearness to a random point of the circle."""
    center = rng.uniform(0, 2 * np.pi, (rows, 1))
    return drawn(rng, 0.5 + np.cos(angles(n) - center) / 2, k)


def hopped(rng, gold, p, r, n):
    """Each gold label replaced, with probability p, by the one exactly r hops away, either way."""
    moved = (gold + rng.choice([-r, r], gold.shape)) % n + gold // n * n
    return np.where(rng.random(gold.shape) < p, moved, gold)


def noise(rng, m):
    """Gaussian noise of deviation .5, cut off to [0, 1], with a diagonal of 1, as a similarity.

    The paper names neither a mean, here 0, nor what becomes of values that are no similarities; the
    authors' code cuts them off.
    """
    values = rng.normal(0, 0.5, (m, m)).clip(0, 1)
    np.fill_diagonal(values, 1)
    return values


def mixed(values, other, alpha):
    """alpha S + (1 - alpha) U."""
    return alpha * values + (1 - alpha) * other
