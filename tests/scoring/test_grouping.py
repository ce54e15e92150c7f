"""Similarities by example and by annotator, against scoring each group by itself."""

from functools import partial

import numpy as np
import pytest

from semantic_f1.inputs.label_sets import LabelSets, mark_sets, take_sets
from semantic_f1.options import CHOICES
from semantic_f1.scoring import counts as scoring
from semantic_f1.scoring.additive import ExactSum
from semantic_f1.scoring.annotators import reduced_counts
from semantic_f1.scoring.counts import average_scores
from semantic_f1.scoring.groups import grouped_pairs, unmark_counts, unmark_sets
from semantic_f1.scoring.human import Judged, leave_one_out_counts

M, GROUPS, N = 4, 3, 60


def random_sets(rng, n):
    """Sets of up to 4 labels, some of them outside the universe, some empty."""
    rows = [rng.choice(M + 2, int(rng.integers(0, 5)), replace=False) for _ in range(n)]
    offsets = np.concatenate([[0], np.cumsum(list(map(len, rows)))])
    return LabelSets(np.concatenate([np.sort(row) for row in rows]).astype(np.int32), offsets)


@pytest.fixture
def task():
    rng = np.random.default_rng(3)
    tables = rng.random((GROUPS, M, M))
    functions = [lambda a, b, table=table: table[a, b] for table in tables]
    return rng, functions


def marked(functions, count=scoring.exact_counts):
    return partial(count, pairs=grouped_pairs(functions, M), n_labels=M * GROUPS, zero_division=1.0)


def test_counts_of_groups_add_up(task):
    rng, functions = task
    predictions, golds = random_sets(rng, N), random_sets(rng, N)
    groups, weight = rng.integers(GROUPS, size=N), rng.random(N)
    sides = mark_sets(predictions, 0, M, GROUPS), mark_sets(golds, groups, M, GROUPS)
    counts = unmark_counts(marked(functions)(*sides, sample_weight=weight), M, GROUPS)
    points = marked(functions, scoring.pointwise)(*sides)
    expected = ExactSum.zero((4 * M + 6,))
    for group, pairs in enumerate(functions):
        rows = np.flatnonzero(groups == group)
        own = take_sets(predictions, rows), take_sets(golds, rows)
        expected = expected.plus(scoring.exact_counts(*own, pairs, M, sample_weight=weight[rows]))
        f1 = scoring.pointwise(*own, pairs, M).f1
        np.testing.assert_array_equal(points.f1[rows], f1)
    assert counts == expected


def test_unknown_labels_stay_outside(task):
    _, functions = task
    sets = LabelSets(np.array([1, M, M + 1], dtype=np.int32), np.array([0, 1, 3]))
    for groups in (0, np.array([2, 1])):
        indices = mark_sets(sets, groups, M, GROUPS).indices
        assert (indices[1:] >= M * GROUPS).all()
        assert len(set(indices.tolist())) == 3
    marked_sets = mark_sets(sets, np.array([2, 1]), M, GROUPS)
    assert marked_sets.indices[0] == 2 * M + 1
    again, groups = unmark_sets(marked_sets, M, GROUPS)
    np.testing.assert_array_equal(again.indices, sets.indices)
    # A set without a label of the universe has no group to tell.
    assert groups.tolist() == [2, 0]
    nothing = np.zeros(0, dtype=np.int64)
    assert grouped_pairs(functions, M)(nothing, nothing).shape == (0,)


@pytest.mark.parametrize("reduce", CHOICES["reduce"])
def test_one_similarity_for_all_groups_is_the_plain_score(task, reduce):
    rng, functions = task
    predictions, golds = random_sets(rng, N), random_sets(rng, 2 * N)
    offsets = np.arange(0, 2 * N + 1, 2)
    plain = [
        partial(function, pairs=functions[0], n_labels=M, zero_division=1.0)
        for function in (scoring.exact_counts, scoring.pointwise)
    ]
    alike = [functions[0]] * GROUPS
    grouped = marked(alike), marked(alike, scoring.pointwise)
    who = rng.integers(GROUPS, size=2 * N)
    sides = mark_sets(predictions, 0, M, GROUPS), mark_sets(golds, who, M, GROUPS)
    counts = unmark_counts(reduced_counts(*sides, offsets, reduce, *grouped), M, GROUPS)
    assert counts == reduced_counts(predictions, golds, offsets, reduce, *plain)


def test_an_annotator_is_scored_with_the_similarity_of_the_one_it_is_compared_with(task):
    _, functions = task
    # Annotator 0 chose label 0, annotator 1 label 1; the system chose label 2.
    predictions = LabelSets(np.array([2], dtype=np.int32), np.array([0, 1]))
    golds = LabelSets(np.array([0, 1], dtype=np.int32), np.array([0, 1, 2]))
    sides = mark_sets(predictions, 0, M, GROUPS), mark_sets(golds, np.arange(2), M, GROUPS)
    judged = Judged(
        *sides,
        np.array([0, 2]),
        marked(functions),
        marked(functions, scoring.pointwise),
        answers=mark_sets(golds, 0, M, GROUPS),
    )
    found = leave_one_out_counts(judged, "mean")
    first, second = functions[0](0, 1), functions[1](1, 0)
    human = unmark_counts(found.human, M, GROUPS).rounded()
    human = average_scores(scoring.Counts.of(human, M), "samples")
    assert human.recall == pytest.approx((first + second) / 2)
    system = unmark_counts(found.system, M, GROUPS).rounded()
    system = average_scores(scoring.Counts.of(system, M), "samples")
    assert system.recall == pytest.approx((functions[0](0, 2) + functions[1](1, 2)) / 2)
