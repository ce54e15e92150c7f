"""Pairs of sets by a table of best matches: the digits of scoring them one by one."""

import numpy as np
import pytest
from helpers import label_sets, random_sets

from semantic_f1.scoring import annotated_sets, distinct, pairs_of_sets
from semantic_f1.scoring.human_baseline import (
    annotator_counts,
    consensus_counts,
    counts_by_annotator,
    leave_one_out_counts,
    mean_counts,
)
from semantic_f1.scoring.set_scores import MOST_MEMBERS, SetScoring, set_scores


def judged_of(seed, m=9, n=120, weights=None, zero_division=1.0, **options):
    rng = np.random.default_rng(seed)
    values = rng.random((m, m))
    sizes = rng.integers(1, 6, n)
    offsets = np.concatenate([[0], np.cumsum(sizes)])
    pool = random_sets(seed, range(m), 40, 4)
    gold = [pool[i] for i in rng.integers(0, 40, offsets[-1])]
    bound = {"pairs": lambda a, b: values[a, b], "n_labels": m, "zero_division": zero_division}
    weight = None if weights is None else rng.choice(weights, n)
    who = np.concatenate([rng.permutation(6)[:size] for size in sizes])
    data = label_sets(random_sets(seed + 1, range(m), n, 4)), label_sets(gold), offsets
    scorings = (SetScoring(**bound, by_table=by_table) for by_table in (False, True))
    made = [annotated_sets.Judged(*data, each, sample_weight=weight) for each in scorings]
    return made, who


@pytest.mark.parametrize("table", [1 << 22, 1])
@pytest.mark.parametrize("probed", [1 << 14, 1])
@pytest.mark.parametrize("weights", [None, [1.0, 0.3, 0.0, 2.7]])
@pytest.mark.parametrize("reduce", ["mean", "max", "soft"])
def test_the_same_digits(monkeypatch, reduce, weights, probed, table):
    monkeypatch.setattr(annotated_sets, "LOOKUP_TABLE", table)
    monkeypatch.setattr(distinct, "PAIR_TABLE", table)
    monkeypatch.setattr(pairs_of_sets, "PROBED_ROWS", probed)
    (plain, fast), who = judged_of(3, weights=weights, zero_division=0.5)
    assert fast._set_scores is not None
    assert mean_counts(plain) == mean_counts(fast)
    assert consensus_counts(plain) == consensus_counts(fast)
    for side, other in zip(*(leave_one_out_counts(x, reduce) for x in (plain, fast)), strict=True):
        assert side == other
    for by_label in (True, False):
        found, numbers = counts_by_annotator(fast, reduce, who, 6, by_label)
        plainly, again = counts_by_annotator(plain, reduce, who, 6, by_label)
        assert found == plainly
        assert numbers.tolist() == again.tolist()
        one, other = (annotator_counts(judged, who, 6, by_label) for judged in (plain, fast))
        assert one == other
        # One pass over all owners gives the digits of owners one by one.
        monkeypatch.setattr(annotated_sets, "MANY_PAIRS", 1)
        assert found == counts_by_annotator(fast, reduce, who, 6, by_label)[0]
        monkeypatch.undo()


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
