"""Cost of exact counts, distinct sets, points and large label spaces, as ratios in one run."""

from functools import partial

import numpy as np
import pyarrow as pa
from against import ragged_rows, rows_of
from measure import best_of_each, peak_over
from scipy.sparse import csr_array
from scipy.spatial.distance import cdist
from sklearn.metrics import f1_score
from subjects import TABLE, score
from table import Row, peak_memory, timed, times

from data import LABELS, N_LABELS, indicator_rows
from semantic_f1 import SemanticF1
from semantic_f1.inputs.label_sets import LabelSets
from semantic_f1.inputs.points import PointSets
from semantic_f1.scoring import counts as scoring
from semantic_f1.scoring.points import point_credits
from semantic_f1.similarity.kernels import Kernel
from semantic_f1.thesaurus.measures import relatedness
from semantic_f1.thesaurus.thesaurus import Thesaurus

AVERAGES = ["samples", "micro", "macro", "weighted"]


def ragged(seed, low, high, m, n):
    """Sets of ``low`` to ``high`` labels out of ``m``."""
    rng = np.random.default_rng(seed)
    offsets = np.concatenate([[0], np.cumsum(rng.integers(low, high + 1, n))])
    return LabelSets(rng.integers(0, m, offsets[-1]).astype(np.int32), offsets)


def arrow_lists(rows):
    """Indicator rows as an Arrow array of lists of ids."""
    index, column = np.nonzero(rows)
    offsets = np.concatenate([[0], np.cumsum(np.bincount(index, minlength=len(rows)))])
    return pa.ListArray.from_arrays(pa.array(offsets, pa.int32()), pa.array(column, pa.int32()))


def of_distinct_sets(n, rounds):
    """Scoring by distinct sets and pairs of sets, against each example by itself."""
    rows = [indicator_rows(n, seed, "int8") for seed in (1, 2)]
    # Real rows repeat: drawn anew from few.
    drawn = np.random.default_rng(3).integers(0, min(n, 700), n)
    redrawn = [side[drawn] for side in rows]
    metric = SemanticF1("multilabel", similarity=TABLE, labels=LABELS, average=AVERAGES)
    records = []
    for name, sides in (("random", rows), ("redrawn", redrawn)):
        sets = [LabelSets(*ragged_rows(side)) for side in sides]

        def one_by_one(sets=sets):
            total = scoring.CountSums(N_LABELS)
            for _, block in scoring._blocks(*sets):
                credit = scoring.best_credits(
                    *block, metric._setting({}).similarity.pairs, N_LABELS
                )
                total.add_sets(block, credit, 1.0)

        def together(sets=sets):
            pairs = metric._setting({}).similarity.pairs
            scoring.exact_counts(*(LabelSets(x.indices, x.offsets) for x in sets), pairs, N_LABELS)

        seconds = best_of_each(rounds, {"each": one_by_one, "together": together})
        one_by_one_seconds = seconds["each"]
        records.append(timed(f"{name} sets, each example by itself", one_by_one_seconds))
        records.append(
            timed(f"{name} sets, distinct ones once", seconds["together"], one_by_one_seconds)
        )
    return records


def of_label_indices(n, rounds):
    """Label indices against scikit-learn's hard F1 of sparse rows, samples alone."""
    records = []
    for kind in ("random", "redrawn"):
        sides = rows_of(kind, n)
        indices = [ragged_rows(side) for side in sides]
        sparse = [csr_array(side) for side in sides]

        def hard(sparse=sparse):
            return f1_score(*sparse[::-1], average="samples", zero_division=0)

        def ours(indices=indices):
            return score(*(LabelSets(*side) for side in indices))

        seconds = best_of_each(rounds, {"hard": hard, "ours": ours})
        records += [
            timed(f"{kind} rows: scikit-learn, hard F1, sparse rows", seconds["hard"]),
            timed(
                f"{kind} rows: label indices, four averages", seconds["ours"], seconds["hard"], 1.3
            ),
        ]
    return records


def of_counts(n, rounds):
    """Counts of parts, and exact sums against sums of floats."""
    sides = [arrow_lists(indicator_rows(n, seed, "int8")) for seed in (1, 2)]
    metric = SemanticF1(similarity=TABLE, labels=LABELS, average=AVERAGES)
    step = max(1, n // 8)

    def streamed():
        parts = (
            metric.counts(*(side.slice(start, step) for side in sides))
            for start in range(0, n, step)
        )
        return metric.compute(counts=sum(parts))

    both = {"predictions": sides[0], "references": sides[1]}
    seconds = best_of_each(rounds, {"whole": lambda: metric.compute(**both), "parts": streamed})
    return [
        timed("compute: the whole at once", seconds["whole"]),
        times("counts of eight parts, semantic and hard", seconds["parts"], seconds["whole"]),
    ]


def of_points(n, rounds):
    """Best matches of points, both ways, against a loop over scipy's cdist, one way."""
    records = []
    for name, few, many, d, size, target in (
        ("planar, 1 to 3 points", 1, 3, 2, n, 10),
        ("128 dimensions, 1 to 30 points", 1, 30, 128, max(1, n // 25), 0.4),
    ):
        rng = np.random.default_rng(0)
        sides = []
        for _ in "pr":
            offsets = np.concatenate([[0], np.cumsum(rng.integers(few, many + 1, size))])
            sides.append(PointSets(rng.normal(size=(offsets[-1], d)), offsets))

        def loop(sides=sides, size=size):
            for row in range(size):
                a, b = (x.points[x.offsets[row] : x.offsets[row + 1]] for x in sides)
                cdist(a, b).min(axis=1)

        def ours(sides=sides):
            return point_credits(*sides, Kernel())

        seconds = best_of_each(rounds, {"loop": loop, "ours": ours})
        records.append(timed(f"{name}: loop over cdist", seconds["loop"]))
        records.append(timed(f"{name}: best matches", seconds["ours"], seconds["loop"], target))
    return records


def of_large_spaces(m, n, rounds):
    """Cosines of many labels on demand; one example among many labels and among few."""
    vectors = np.random.default_rng(0).standard_normal((m, 128), dtype=np.float32)
    labels = [f"label {i}" for i in range(m)]
    builder = SemanticF1().similarity.embeddings
    similarity = builder(vectors, labels)
    sides = [ragged(seed, 5, 75, m, n) for seed in (1, 2)]

    def read():
        for sets in sides:
            for start in range(0, len(sets.indices), 1 << 16):
                vectors.take(sets.indices[start : start + (1 << 16)], axis=0)

    def by_pairs():
        values_of = similarity.pairs
        first_sets = (sets.rows(0, max(1, n // 50)) for sets in sides)

        def pairs(a, b):
            # Without what the similarity has for whole sets.
            return values_of(a, b)

        scoring.best_credits(*first_sets, pairs, m)

    example = {"predictions": [[5, 7]], "references": [[7]]}
    columns = {
        name: pa.ListArray.from_arrays(pa.array(sets.offsets, pa.int32()), pa.array(sets.indices))
        for name, sets in zip(("predictions", "references"), sides, strict=True)
    }
    every = [*AVERAGES, None]
    metrics = {
        "many": SemanticF1(similarity=similarity, labels=labels),
        "few": SemanticF1(similarity=builder(vectors[:1000], labels[:1000]), labels=labels[:1000]),
    }
    seconds = best_of_each(
        rounds,
        {
            "read": read,
            "best": lambda: scoring.best_credits(*sides, similarity.pairs, m),
            "pairs": by_pairs,
            "many": lambda: metrics["many"].compute(**example),
            "few": lambda: metrics["few"].compute(**example),
            "anew": lambda: SemanticF1(similarity=similarity, labels=labels).compute(**example),
            "all": lambda: metrics["many"].compute(**columns, average=every),
        },
    )
    peak = peak_over(lambda: metrics["many"].compute(**columns, average=every))
    best, share = seconds["best"], n / max(1, n // 50)
    return [
        timed("reading each member's embedding once: the limit", seconds["read"]),
        times("best matches, 5 to 75 labels, against it", best, seconds["read"], 3),
        timed("best matches against pairs", best, seconds["pairs"] * share, 20),
        times("compute, every average and each label, against them", seconds["all"], best),
        _peak_row("peak memory of compute, in units of 300 MB", peak, 300e6),
        timed("one example, 1,000 labels", seconds["few"]),
        times("one example, all labels, against it", seconds["many"], seconds["few"], 5),
        timed("one example, against a metric made for it", seconds["many"], seconds["anew"], 100),
    ]


def _peak_row(what, peak, limit):
    if peak is None:
        return Row(what, "not known on this system")
    return peak_memory(what, peak, limit, 1)


class PairsAlone:
    """Pairs of a measure without its best matches."""

    at_once = True

    def __init__(self, measure):
        self._measure = measure

    def __call__(self, a, b):
        return self._measure.pairs(a, b)


def of_trees(m, n, rounds):
    """Wu & Palmer and Lin over a tree of m concepts, eight below each: whole sets, against pairs.

    Pairs are those of a fiftieth of the examples.
    """
    child = np.arange(1, m)
    broader = np.stack([child, (child - 1) // 8], axis=1)
    tree = Thesaurus([f"concept {i}" for i in range(m)], broader)
    sides = [ragged(seed, 5, 75, m, n) for seed in (1, 2)]
    few = [sets.rows(0, max(1, n // 50)) for sets in sides]
    records = []
    for name, target in (("wu_palmer", 40), ("lin", None)):
        measure = relatedness(tree, name)

        seconds = best_of_each(
            rounds,
            {
                "pairs": partial(scoring.best_credits, *few, PairsAlone(measure), m),
                "best": lambda of=measure: scoring.best_credits(*sides, of.pairs, m),
            },
        )
        share = n / max(1, n // 50)
        records.append(
            timed(f"{name}, against pairs", seconds["best"], seconds["pairs"] * share, target)
        )
    return records
