"""Cost of making similarities, as ratios to the plainest way to the same numbers in one run."""

import tracemalloc

import numpy as np
from measure import best_of_each
from scipy.sparse import eye, vstack
from scipy.sparse import random as random_sparse
from scipy.spatial.distance import cdist
from table import peak_memory, times

from semantic_f1 import SemanticF1
from semantic_f1.similarity import shortest_paths
from semantic_f1.thesaurus.measures import relatedness
from semantic_f1.thesaurus.thesaurus import Thesaurus

MAKE = SemanticF1().similarity


def of_builders(m, rounds):
    """Points against SciPy, a hierarchy against a thesaurus, and memory in units of the table."""
    points = np.random.default_rng(0).normal(size=(m, 384))
    names = [f"label {i}" for i in range(m)]
    below = {f"n{i}": f"n{(i - 1) // 3}" for i in range(1, m + m // 2)}
    inner = set(below.values())
    leaves = [name for name in below if name not in inner]

    def by_thesaurus():
        thesaurus = MAKE.make_thesaurus(below)
        return MAKE.relatedness(thesaurus, "rada").to_similarity(leaves)

    seconds = best_of_each(
        rounds,
        {
            "cdist": lambda: cdist(points, points),
            "points": lambda: MAKE.from_points(points, names),
            "thesaurus": by_thesaurus,
            "hierarchy": lambda: MAKE.from_hierarchy(below),
        },
    )
    rows = [
        times(f"from_points, {m:,} labels: SciPy's cdist", seconds["points"], seconds["cdist"], 2),
        times(
            f"from_hierarchy, {len(leaves):,} leaves: make_thesaurus and Rada",
            seconds["hierarchy"],
            seconds["thesaurus"],
            2,
        ),
    ]
    return [*rows, *_memory(m)]


def _memory(m):
    """Peaks of memory that Python and numpy ask for, in units of the m x m table."""
    rng = np.random.default_rng(1)
    names = [f"label {i}" for i in range(m)]
    correlations = np.eye(m)
    upper = np.triu_indices(m, 1)
    correlations[upper] = rng.uniform(-1, 1, len(upper[0]))
    correlations.T[upper] = correlations[upper]
    pairs = rng.integers(0, m, (20 * m, 2))
    ratings = [(names[a], names[b], 3) for a, b in pairs if a != b]
    n = 40 * m
    sets = random_sparse(n, m, 3 / m, "csr", dtype=np.int8, random_state=0)
    sets.data[:] = 1
    # No label without an example.
    sets = vstack([eye(m, dtype=np.int8), sets])
    functions = {
        "from_correlations": lambda: MAKE.from_correlations(correlations, names),
        "from_ratings": lambda: MAKE.from_ratings(ratings, names, scale=(1, 5), missing="zero"),
        f"from_training_label_sets, {n:,} sparse rows": lambda: MAKE.from_training_label_sets(
            sets, names
        ),
    }
    for name, function in functions.items():
        tracemalloc.start()
        try:
            function()
            peak = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
        what = f"{name}, {m:,} labels: peak memory in tables"
        yield peak_memory(what, peak, 8 * m * m, 3)


def of_searches(n, rounds):
    """A document of five labels over all relations of n concepts, and a chain against a bush."""
    rng = np.random.default_rng(0)
    child = np.concatenate([np.arange(3, n), rng.integers(3, n, 3 * n // 10)])
    broader = np.stack([child, rng.integers(child // 20, child)], axis=1)
    large = Thesaurus([f"c{i}" for i in range(n)], broader, rng.integers(0, n, (n // 2, 2)))
    documents = rng.integers(0, n, (20, 2, 5))
    # One pair each, once, so that parts are known.
    large.paths.shortest(np.array([0]), np.array([n - 1]))

    def over_documents():
        for predicted, gold in documents:
            a, b = (x.reshape(-1) for x in np.meshgrid(predicted, gold))
            relatedness(large, "rada", "relatedness").pairs(a, b)

    def from_one_end():
        few = shortest_paths.FEW_CONCEPTS
        shortest_paths.FEW_CONCEPTS = 0
        try:
            over_documents()
        finally:
            shortest_paths.FEW_CONCEPTS = few

    deep = 3_000
    chain, bush = (
        Thesaurus([f"c{i}" for i in range(deep)], [(i, above(i)) for i in range(1, deep)])
        for above in (lambda i: i - 1, lambda i: (i - 1) // 3)
    )
    a, b = rng.integers(0, deep, (2, 200))
    seconds = best_of_each(
        rounds,
        {
            "both ends": over_documents,
            "one end": from_one_end,
            "chain": lambda: relatedness(chain, "wu_palmer").pairs(a, b),
            "bush": lambda: relatedness(bush, "wu_palmer").pairs(a, b),
        },
    )
    return [
        times(
            f"Rada, related concepts too, a document of {n:,} concepts: a search from one end",
            seconds["both ends"] / len(documents),
            seconds["one end"] / len(documents),
            0.1,
        ),
        times(f"Wu & Palmer, a chain {deep:,} deep: a bush", seconds["chain"], seconds["bush"], 10),
    ]
