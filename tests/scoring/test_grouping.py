"""Similarities by example and by annotator, against scoring each group by itself."""

import pickle

import numpy as np
from helpers import label_sets, random_sets
from scored import example_counts

from semantic_f1.inputs.label_sets import LabelSets, repeat_sets, take_sets
from semantic_f1.scoring import counts as scoring
from semantic_f1.scoring.distinct import join_sets, number_sets
from semantic_f1.scoring.exact_sums import ExactSum
from semantic_f1.scoring.set_scores import SetScoring

M, GROUPS, N = 4, 3, 60


def test_counts_of_groups_add_up():
    rng = np.random.default_rng(3)
    functions = [lambda a, b, table=table: table[a, b] for table in rng.random((GROUPS, M, M))]
    # Sets of up to 4 labels, some of them outside the universe, some empty.
    predictions, golds = (label_sets(random_sets(seed, range(M + 2), N, 4)) for seed in (1, 2))
    groups, weight = rng.integers(GROUPS, size=N), rng.random(N)
    sides = predictions, golds.scored_by(groups)
    of_groups = SetScoring(tuple(functions), M)
    counts, points = of_groups.count(*sides, sample_weight=weight), of_groups.pointwise(*sides)
    contributions = of_groups.contributions(*sides)
    expected = ExactSum.zero((4 * M + 6,))
    for group, pairs in enumerate(functions):
        own_rows = np.flatnonzero(groups == group)
        own = take_sets(predictions, own_rows), take_sets(golds, own_rows)
        alone = scoring.exact_counts(*own, pairs, M, sample_weight=weight[own_rows])
        expected = expected.plus(alone)
        f1 = scoring.pointwise(*own, pairs, M).f1
        np.testing.assert_array_equal(points.f1[own_rows], f1)
        np.testing.assert_array_equal(contributions.points[own_rows, 2], f1)
        alone = example_counts(*own, pairs, M)
        np.testing.assert_array_equal(contributions.columns(None)[own_rows, 0], alone[:, :M])
    assert counts == expected


def test_sets_keep_their_similarity():
    sets = LabelSets(np.array([1, 2, 1], np.int32), np.array([0, 1, 2, 3])).scored_by(
        np.array([2, 0, 1])
    )
    assert sets.rows(1, 3).similarity.tolist() == [0, 1]
    assert take_sets(sets, np.array([2, 0])).similarity.tolist() == [1, 2]
    assert repeat_sets(sets, np.array([0, 2, 1])).similarity.tolist() == [0, 0, 1]
    assert pickle.loads(pickle.dumps(sets)).similarity.tolist() == [2, 0, 1]
    both = join_sets([sets.scored_by(None), sets])
    assert both.similarity.tolist() == [0, 0, 0, 2, 0, 1]
    # {1} comes by similarities 0, 1 and 2: three sets; {2} by 0 alone.
    distinct, numbers = number_sets(both)
    assert distinct.n == 4
    again = take_sets(distinct, numbers)
    assert again.similarity.tolist() == both.similarity.tolist()
    assert again.indices.tolist() == both.indices.tolist()
