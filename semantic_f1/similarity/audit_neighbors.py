"""Areas of neighbors in a hierarchy: P(value > that of a random pair) + P(equal) / 2."""

import numpy as np

from .shortest_paths import ragged

# Pairs of each kind that are drawn where there are more, and within each branch.
PAIRS_DRAWN = 2_000
BRANCH_PAIRS = 400
# Below so many pairs all of them are taken.
ALL_PAIRS = 20_000
LEAST_AREA = 0.85
# Smaller hierarchies are audited as other tables are.
MANY_CONCEPTS = 500
SHOWN_BRANCHES = 10
LEAST_STEPS = 30


class _Family:
    """Labels of a hierarchy, one per concept, and which of them are neighbors."""

    def __init__(self, similarity):
        hierarchy = similarity.thesaurus
        self._pairs, self.n = similarity.pairs, hierarchy.n_concepts
        concepts, self._label = np.unique(similarity.concepts, return_index=True)
        self.concepts = concepts
        self._place = np.full(self.n, -1)
        self._place[concepts] = self._label
        self.edges = hierarchy.edges
        self._steps = self._codes(*self.edges.T)
        order = np.argsort(self.edges[:, 0], kind="stable")
        self._parents = self.edges[order, 1]
        self._ends = np.searchsorted(self.edges[order, 0], np.arange(self.n + 1))

    def values(self, first, second):
        return self._pairs(self._place[first], self._place[second]).round(12)

    def steps(self, inside):
        """Pairs of a concept and one right above it."""
        child, parent = self.edges[(inside[self.edges]).all(axis=1)].T
        return child, parent

    def siblings(self, inside, rng, number):
        """Pairs with a parent in common, by parent in proportion to its children; weights."""
        child, parent = self.edges[inside[self.edges[:, 0]]].T
        order = np.argsort(parent, kind="stable")
        child = child[order]
        _, first, size = np.unique(parent[order], return_index=True, return_counts=True)
        first, size = first[size > 1], size[size > 1]
        if not len(first):
            return np.empty(0, int), np.empty(0, int), np.empty(0)
        if (size * (size - 1) // 2).sum() <= number:
            spans = [np.triu_indices(k, 1) for k in size.tolist()]
            a, b = (
                np.concatenate([f + span[side] for f, span in zip(first, spans, strict=True)])
                for side in (0, 1)
            )
            weights = np.repeat(2 / (size - 1), size * (size - 1) // 2)
            return child[a], child[b], weights
        drawn = rng.choice(len(first), number, p=size / size.sum())
        a = rng.integers(0, size[drawn])
        b = (a + rng.integers(1, size[drawn])) % size[drawn]
        return child[first[drawn] + a], child[first[drawn] + b], np.ones(number)

    def others(self, members, rng, number):
        """Random pairs that are neither a step apart nor have a direct parent in common."""
        n = len(members)
        if n * (n - 1) // 2 <= max(ALL_PAIRS if number == PAIRS_DRAWN else 0, number):
            a, b = (members[side] for side in np.triu_indices(n, 1))
            kept = ~self._near(a, b)
            return a[kept], b[kept]
        found = np.empty((0, 2), int)
        for _ in range(20):
            a, b = members[rng.integers(0, n, (2, number))]
            kept = (a != b) & ~self._near(a, b)
            found = np.concatenate([found, np.stack([a[kept], b[kept]], axis=1)])[:number]
            if len(found) == number:
                break
        return found.T

    def _near(self, a, b):
        near = np.isin(self._codes(a, b), self._steps)
        lists = []
        for side in (a, b):
            sizes = self._ends[side + 1] - self._ends[side]
            parents = self._parents[ragged(self._ends[side], sizes)]
            lists.append(np.repeat(np.arange(len(side)), sizes) * self.n + parents)
        near[np.intersect1d(*lists) // self.n] = True
        return near

    def _codes(self, a, b):
        return np.minimum(a, b) * self.n + np.maximum(a, b)


def neighbor_areas(similarity, seed: int = 0):
    """Areas of neighbors over random pairs, as an Audit holds them, and "branch_of"."""
    family, rng = _Family(similarity), np.random.default_rng(seed)
    everywhere = np.zeros(family.n, bool)
    everywhere[family.concepts] = True
    areas = _areas(family, everywhere, rng, PAIRS_DRAWN)
    names, members = _branches(similarity.thesaurus)
    branches, branch_of = [], np.full(family.n, -1)
    for number, inside in enumerate(members):
        branch_of[(branch_of < 0) & inside] = number
        if number >= SHOWN_BRANCHES or inside[family.edges].all(axis=1).sum() < LEAST_STEPS:
            continue
        of_branch = _areas(family, inside & everywhere, rng, BRANCH_PAIRS)
        of_branch = {key: of_branch[key] for key in ("parents", "siblings")}
        branches.append({"name": names[number], "concepts": int(inside.sum()), **of_branch})
    of_label = [names[at] if at >= 0 else None for at in branch_of[similarity.concepts].tolist()]
    return {**areas, "branches": tuple(branches), "branch_of": of_label}


def _areas(family, inside, rng, number):
    others = family.others(np.flatnonzero(inside), rng, number)
    steps = family.steps(inside)
    if len(steps[0]) > number:
        drawn = rng.choice(len(steps[0]), number, replace=False)
        steps = [ends[drawn] for ends in steps]
    siblings = family.siblings(inside, rng, number)
    against = np.sort(family.values(*others))
    return {
        "parents": _area(family.values(*steps), against, np.ones(len(steps[0]))),
        "siblings": _area(family.values(*siblings[:2]), against, siblings[2]),
        "others": len(against),
    }


def _area(values, others, weights):
    """The chance that a value is above another one, a draw counted half; None without any."""
    if not len(values) or not len(others):
        return None
    below = np.searchsorted(others, values, "left") + np.searchsorted(others, values, "right")
    return float((below * weights).sum() / (2 * len(others) * weights.sum()))


def _branches(hierarchy):
    """Names of the largest branches, and which concepts each has: below roots, or the one root."""
    tops = hierarchy.roots
    if len(tops) == 1:
        tops = hierarchy.edges[hierarchy.edges[:, 1] == tops[0], 0]
    tops = tops[np.argsort(-hierarchy.n_below[tops], kind="stable")][:100]
    members = np.zeros((len(tops), hierarchy.n_concepts), bool)
    number = np.full(hierarchy.n_concepts, -1)
    number[tops] = np.arange(len(tops))
    step = 100_000
    for start in range(0, hierarchy.n_concepts, step):
        concepts = np.arange(start, min(start + step, hierarchy.n_concepts))
        at, ancestor, _ = hierarchy.ancestry.ancestors(concepts)
        kept = number[ancestor] >= 0
        members[number[ancestor[kept]], concepts[at[kept]]] = True
    titles = [hierarchy.title_of(top) for top in tops.tolist()]
    if len(set(titles)) < len(titles):
        titles = [hierarchy.name_of(top) for top in tops.tolist()]
    return titles, members
