"""Populations of label sets whose scores are known, for studies of intervals and tests.

A population holds gold sets and one or two systems' predictions as bool arrays (n, m), and a
similarity (m, m). Its rows of counts are worked out once; a data set draws some of them.
"""

import csv
import json
import sys
from pathlib import Path
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from semantic_f1.inputs.label_sets import LabelSets  # noqa: E402
from semantic_f1.scoring.contributions import Contributions, scores_of_columns  # noqa: E402

SIZE = 40_000


class Population(NamedTuple):
    """Rows of counts of each system, (n, 4 m + 6), and None or the group of each example."""

    name: str
    rows: tuple
    n_labels: int
    groups: np.ndarray | None = None

    def truth(self, average, averaging, system=0):
        """Precision, recall and F1 of everything."""
        whole = Contributions.of_matrix(self.rows[system].sum(axis=0)[None], self.n_labels)
        return scores_of_columns(whole.total(average), average, averaging)

    def of_label(self, label):
        """The same with the counts of one label alone; scores of other kinds stay."""
        m = self.n_labels
        kept = [*range(label, 4 * m, m), *range(4 * m, 4 * m + 6)]
        return self._replace(rows=tuple(rows[:, kept] for rows in self.rows), n_labels=1)

    def drawn(self, rng, n):
        """Contributions of each system for n examples."""
        places = rng.integers(len(self.rows[0]), size=n)
        return [Contributions.of_matrix(rows[places], self.n_labels) for rows in self.rows]

    def drawing(self, n):
        """A function of a generator: the contributions of each system, and None for no groups."""
        return lambda rng: (self.drawn(rng, n), None)

    def drawing_first(self, n):
        """The same of the first system alone."""
        return lambda rng: (self.drawn(rng, n)[0], None)

    def drawing_groups(self, n_groups):
        """A function of a generator: the contributions of each system, and the groups."""
        return lambda rng: self.drawn_groups(rng, n_groups)

    def drawn_groups(self, rng, n_groups):
        """The same for all examples of n groups, and the number of each example's group."""
        starts = np.searchsorted(self.groups, np.arange(self.groups[-1] + 2))
        picked = rng.integers(len(starts) - 1, size=n_groups)
        sizes = (starts[1:] - starts[:-1])[picked]
        members = np.concatenate([np.arange(starts[i], starts[i + 1]) for i in picked])
        numbers = np.repeat(np.arange(n_groups), sizes)
        return [Contributions.of_matrix(x[members], self.n_labels) for x in self.rows], numbers


def label_sets(members):
    """LabelSets of a bool array (n, m)."""
    rows, labels = np.nonzero(members)
    ends = np.cumsum(np.bincount(rows, minlength=len(members)))
    return LabelSets(labels.astype(np.int32), np.concatenate([[0], ends]))


def population(name, gold, predicted, values, groups=None):
    """A population from bool arrays: gold (n, m), and those of one system or more."""
    pairs, m = (lambda a, b: values[a, b]), len(values)
    rows = []
    for members in predicted:
        own = Contributions.of_sets(label_sets(members), label_sets(gold), pairs, m)
        by_label = own.columns(None).reshape(own.n_units, -1)
        rows.append(np.concatenate([by_label, np.zeros((own.n_units, 2)), own.points], axis=1))
    return Population(name, tuple(rows), m, groups)


def ring(m):
    """Labels on a ring: 1 for the same, 0 for opposite ones."""
    angles = 2 * np.pi * np.arange(m) / m
    return 0.5 + np.cos(angles[:, None] - angles) / 2


def noisy(rng, gold, hit, alarm, confused=0.0):
    """Predictions that find each gold label with one chance, and add others with another."""
    hits = gold & (rng.random(gold.shape) < hit)
    near = np.roll(gold & (rng.random(gold.shape) < confused), 1, axis=1)
    return hits | near | (~gold & (rng.random(gold.shape) < alarm))


def prevalent(rng, prevalences, n=SIZE):
    """Gold sets in which each label has a chance of its own."""
    return rng.random((n, len(prevalences))) < prevalences


def common(rng, n=SIZE):
    """Eight labels, each gold in 11 to 30% of the examples, and a system that is right in most."""
    gold = prevalent(rng, np.linspace(0.11, 0.3, 8), n)
    return gold, noisy(rng, gold, 0.6, 0.04, 0.2), ring(8)


def corrupted(rng, predicted, share=0.2):
    """The predictions with a share of the examples given those of others."""
    n = len(predicted)
    return predicted[np.where(rng.random(n) < share, rng.integers(n, size=n), np.arange(n))]


def emotions(similarity="goemotions-ekman"):
    """GoEmotions' test rows, the predictions in examples/, and the similarity."""
    content = json.loads((ROOT / "similarity_matrices" / f"{similarity}.json").read_text("utf-8"))
    place = {label: index for index, label in enumerate(content["labels"])}
    with open(ROOT / "examples" / "goemotions_test.csv", encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file))
    sides = np.zeros((2, len(lines), len(place)), dtype=bool)
    for side, column in zip(sides, ("references", "predictions"), strict=True):
        for row, line in zip(side, lines, strict=True):
            row[[place[label] for label in json.loads(line[column]) if label in place]] = True
    return *sides, np.array(content["values"])


# --- Equal scores ---


def equal(name, gold, first, second_at, values, average, averaging, score=2, label=None):
    """A population of two systems whose scores in one average are equal.

    ``second_at(q)`` gives the second system's predictions, better as q grows in [0, 1]; q is found
    by bisection.
    """
    source = population(name, gold, [first], values)
    place = score if label is None else (score, label)
    wanted = source.truth(average, averaging)[place]
    low, high = 0.0, 1.0
    for _ in range(14):
        middle = (low + high) / 2
        other = population(name, gold, [second_at(middle)], values)
        below = other.truth(average, averaging)[place] < wanted
        low, high = (middle, high) if below else (low, middle)
    return population(name, gold, [first, second_at((low + high) / 2)], values)


def twins(rng, average, averaging, label=None):
    """Two corruptions of one system, alike but for chance: exchangeable."""
    gold, predicted, values = common(rng)
    pair = [corrupted(rng, predicted) for _ in range(2)]
    # Of both systems each takes the place of the other in half of the examples.
    change = rng.random(len(gold)) < 0.5
    pair = [np.where(change[:, None], pair[1 - i], pair[i]) for i in (0, 1)]
    rows = population("twins", gold, pair, values).rows
    both = tuple(np.concatenate([rows[i], rows[1 - i]]) for i in (0, 1))
    return Population("twins", both, len(values))


def one_and_ten(rng, average, averaging, label=None, share_right=2 / 11, m=20):
    """One label an example against ten; one of 20 labels is gold.

    With 2 / 11 of the single labels right the ten always hold the gold one, with fewer less often.
    """
    gold, first, chance, rest = one_label_each(rng, share_right, m)

    def second_at(q):
        return greatest(np.where(gold & (chance < q), 2, np.where(gold, -1, rest)), 10)

    return equal(
        "sets of 1 and 10", gold, first, second_at, np.eye(m), average, averaging, 2, label
    )


def fewer_right(rng, average, averaging, label=None):
    """The same with 15% of the single labels right."""
    return one_and_ten(rng, average, averaging, label, share_right=0.15)


def one_better(rng, share_right, m=20):
    """One label an example, some of them right, against ten that always hold the gold one."""
    gold, first, _, rest = one_label_each(rng, share_right, m)
    second = greatest(np.where(gold, 2, rest), 10)
    return population("", gold, [first, second], np.eye(m))


def one_label_each(rng, share_right, m):
    """Gold and predicted sets of one label, and two arrays of random numbers of their shape."""
    shape = (SIZE, m)
    gold = np.zeros(shape, bool)
    gold[np.arange(SIZE), rng.integers(m, size=SIZE)] = True
    right = rng.permutation(SIZE) < share_right * SIZE
    first = greatest(np.where(right[:, None] == gold, rng.random(shape), -1), 1)
    return gold, first, rng.random(shape), rng.random(shape)


def greatest(keys, k):
    """Sets of the labels with the k greatest keys of each row."""
    members = np.zeros(keys.shape, bool)
    np.put_along_axis(members, np.argsort(-keys, axis=1)[:, :k], True, axis=1)
    return members


def precise_and_complete(rng, average, averaging, label=None):
    """High precision and low recall against low precision and high recall."""
    prevalences = np.linspace(0.08, 0.3, 10)
    gold = prevalent(rng, prevalences)
    chance, hits = rng.random(gold.shape), rng.random(gold.shape) < 0.9
    return equal(
        "precise and complete",
        gold,
        noisy(rng, gold, 0.45, 0.01),
        lambda q: (gold & hits) | (~gold & (chance < 0.8 * (1 - q))),
        ring(10) ** 4,
        average,
        averaging,
        2,
        label,
    )


def rare(rng, average, averaging, label=None):
    """Labels of prevalence .4 to .005, recalled differently."""
    prevalences = np.geomspace(0.4, 0.005, 8)
    gold = prevalent(rng, prevalences)
    chance, hits = rng.random(gold.shape), rng.random(gold.shape) < 0.85
    return equal(
        "rare labels",
        gold,
        noisy(rng, gold, 0.5, 0.1 * prevalences),
        lambda q: (gold & hits) | (~gold & (chance < 3 * (1 - q) * prevalences)),
        np.eye(8),
        average,
        averaging,
        2,
        label,
    )


NULLS = {
    "twins": twins,
    "sets of 1 and 10": one_and_ten,
    "sets of 1 and 10, fewer right": fewer_right,
    "precise and complete": precise_and_complete,
    "rare labels": rare,
}
# Under the identity, which the others have, both countings are one.
GRADED = ("twins", "precise and complete")


# --- Several systems ---


def several(rng, steps, shared, n=20_000):
    """A population of systems, each a corruption of one, worse step by step.

    ``shared``: the correlation of what decides whether a system has an example wrong: with 1 all
    that one has wrong the worse ones have too, as versions of one system do; with 0 the errors of
    one have nothing to do with those of another.
    """
    gold, predicted, values = common(rng, n)
    of_example, others = rng.standard_normal(n), predicted[rng.integers(n, size=n)]
    systems = []
    for step in steps:
        of_system = rng.standard_normal(n)
        hard = np.sqrt(shared) * of_example + np.sqrt(1 - shared) * of_system
        wrong = hard < NormalDist().inv_cdf(0.1 + step)
        systems.append(np.where(wrong[:, None], others, predicted))
    return population("", gold, systems, values)


# --- Groups ---


def in_groups(rng, sizes, n_groups=4_000, systems=1):
    """Groups with their own labels and their own hit rates; ``sizes`` is one or two numbers."""
    m = 6
    low, high = np.broadcast_to(sizes, 2) if np.ndim(sizes) == 0 else sizes
    size = np.exp(rng.uniform(np.log(low), np.log(high + 1), n_groups)).astype(int)
    size = np.maximum(size, 1)
    group = np.repeat(np.arange(n_groups), size)
    shares = rng.dirichlet(np.full(m, 1.5), n_groups)
    gold = rng.random((len(group), m)) < np.minimum(1.6 * shares, 0.95)[group]
    predicted = []
    for _ in range(systems):
        hit = rng.beta(4, 2, n_groups)[group][:, None]
        alarm = rng.beta(1, 9, n_groups)[group][:, None]
        predicted.append(noisy(rng, gold, hit, alarm))
    grouped = population("groups", gold, predicted, ring(m) ** 2, group)
    if systems == 2:
        # Exchangeable: each group once as it is, and once with the systems changed.
        rows = tuple(np.concatenate([grouped.rows[i], grouped.rows[1 - i]]) for i in (0, 1))
        grouped = grouped._replace(rows=rows, groups=np.concatenate([group, group + n_groups]))
    return grouped
