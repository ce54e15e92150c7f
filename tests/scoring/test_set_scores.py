"""Pairs of sets by a table of best matches: the digits of scoring them one by one."""

import numpy as np
import pytest
from helpers import label_sets, random_sets

from semantic_f1 import SemanticF1
from semantic_f1.scoring import annotated_sets, distinct, pairs_of_sets
from semantic_f1.scoring import set_scores as module
from semantic_f1.scoring.set_scores import MOST_MEMBERS, set_scores


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("table", [1 << 22, 1])
@pytest.mark.parametrize("probed", [1 << 14, 1])
@pytest.mark.parametrize("weights", [None, [1.0, 0.3, 0.0, 2.7]])
@pytest.mark.parametrize("reduce", ["mean", "max", "soft"])
def test_the_same_digits(monkeypatch, reduce, weights, probed, table):
    monkeypatch.setattr(annotated_sets, "LOOKUP_TABLE", table)
    monkeypatch.setattr(distinct, "PAIR_TABLE", table)
    monkeypatch.setattr(pairs_of_sets, "PROBED_ROWS", probed)
    rng, pool = np.random.default_rng(3), random_sets(3, range(9), 40, 4)
    sizes = rng.integers(1, 6, 120)
    golds = [[pool[i] for i in rng.integers(0, 40, size)] for size in sizes]
    options = {"annotators": [rng.permutation(6)[:size].tolist() for size in sizes]}
    options |= {"sample_weight": weights and rng.choice(weights, 120), "reduce": reduce}
    similarity, labels = rng.random((9, 9)), [f"label {i}" for i in range(9)]
    metric = SemanticF1("annotators", similarity=similarity, labels=labels, zero_division=0.5)

    def found():
        sides = random_sets(4, range(9), 120, 4), golds
        every = ["samples", "micro", "macro", None]
        return [metric.compute(*sides, average=x, **options) for x in ("samples", every)]

    fast = found()
    # One pass over all owners gives the digits of owners one by one.
    monkeypatch.setattr(annotated_sets, "MANY_PAIRS", 1)
    assert found() == fast
    monkeypatch.setattr(module, "set_scores", lambda *sets, **bound: None)
    assert found() == fast


def test_where_no_table_is_made():
    sets = label_sets([[0], [1, 2]])

    def pairs(a, b):
        return np.ones(len(a))

    assert set_scores(sets, pairs, 3, 1.0) is not None
    assert set_scores(sets, pairs, 2, 1.0) is None, "an unknown label"
    assert set_scores(sets, (pairs, pairs), 3, 1.0) is None, "several similarities"
    many = label_sets([list(range(MOST_MEMBERS + 1))])
    assert set_scores(many, pairs, 40, 1.0) is None, "a set of many labels"
    pairs.best_matches = None
    assert set_scores(sets, pairs, 3, 1.0) is None, "a similarity that matches whole sets itself"
