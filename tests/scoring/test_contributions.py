"""Counts from credits that are known, and contributions that take no more than they need."""

import tracemalloc

import numpy as np
import pytest
from helpers import label_sets, random_sets

from semantic_f1 import SemanticF1
from semantic_f1.scoring.counts import best_credits, counts_of_credits, exact_counts


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize(("n", "m"), [(60, 5), (5_000, 4), (400, 50)])
def test_exact_counts_are_those_of_the_label_sets(n, m, weighted):
    rng = np.random.default_rng([n, m])
    # The last number is no label.
    sides = [label_sets(random_sets(seed, range(m + 1), n, 4)) for seed in (n, m)]
    values = rng.random((m, m))
    weight = None
    if weighted:
        weight = rng.random(n) * 10.0 ** rng.integers(-9, 9, n) * (rng.random(n) > 0.1)
    given = *sides, lambda a, b: values[a, b], m
    credit = best_credits(*given)
    found = counts_of_credits(sides, credit, m, weight=weight)
    assert found == exact_counts(*given, sample_weight=weight)
    # A part that is left out moves nothing in the other.
    for place, parts in enumerate(((True, False), (False, True))):
        only = counts_of_credits(sides, credit, m, weight=weight, parts=parts)
        kept = np.arange(4 * m + 2) if place == 0 else np.arange(4 * m + 2, 4 * m + 6)
        assert only[kept] == found[kept]


@pytest.mark.parametrize("average", ["samples", ("micro", "macro", None)])
@pytest.mark.parametrize("weighted", [False, True])
def test_intervals_ask_for_no_pair_again(average, weighted):
    asked = []

    def alike(a, b):
        asked.append(len(a))
        return np.where(a == b, 1.0, 0.25)

    labels = [f"label {i}" for i in range(50)]
    similarity = SemanticF1().similarity.from_function(alike, labels=labels, name="alike")
    metric = SemanticF1(similarity=similarity, average=average)
    data = {"predictions": random_sets(1, labels, 40), "references": random_sets(2, labels, 40)}
    if weighted:
        data["sample_weight"] = np.random.default_rng(0).random(40)
    metric.compute(**data)
    asked.clear()
    plain = metric.compute(**data)
    once = sum(asked)
    asked.clear()
    found = metric.compute(**data, n_resamples=20)
    assert once > 0
    assert sum(asked) == once
    assert {key: found[key] for key in plain} == plain


@pytest.mark.parametrize("average", ["samples", "micro"])
def test_averages_without_labels_take_no_columns_of_labels(average):
    n, m = 1_000, 20_000
    rng = np.random.default_rng(1)
    labels = [f"label {i}" for i in range(m)]
    metric = SemanticF1(similarity="identity", labels=labels, average=average)
    sides = [[[labels[i]] for i in rng.integers(m, size=n)] for _ in range(2)]
    data = {"predictions": sides[0], "references": sides[1]}
    metric.compute(**data)
    tracemalloc.start()
    metric.compute(**data, n_resamples=20)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    # Columns of all labels would take 640 MB.
    assert peak < 30e6
