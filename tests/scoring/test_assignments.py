"""Other similarity-based scores: printed cases, brute force, POT, the reference package."""

import itertools
import math

import numpy as np
import pytest
from helpers import label_sets
from hypothesis import given, settings
from hypothesis import strategies as st

from semantic_f1.scoring import assignments
from semantic_f1.scoring.assignments import OTHER_SCORES, other_scores
from semantic_f1.scoring.counts import pointwise

COLUMNS = ["f1", *OTHER_SCORES]


def scores_of(values, predicted, gold, which=OTHER_SCORES, **options):
    """Name -> array of the scores of some examples, F1 among them."""
    values = np.asarray(values, float)
    sides = label_sets(predicted), label_sets(gold), lambda a, b: values[a, b], len(values)
    found = other_scores(*sides, which, **options)
    return {"f1": pointwise(*sides).f1, **found}


def table(m, pairs, diagonal=1.0):
    values = np.eye(m) * diagonal
    for (a, b), value in pairs.items():
        values[a, b] = values[b, a] = value
    return values


def cluster(size, outside, within=0.9):
    """Labels 0 .. size - 1 within .9 of each other, and ``outside`` more like nothing else."""
    values = np.eye(size + outside)
    values[:size, :size] = within
    np.fill_diagonal(values, 1)
    return values


def missed_tenth(labels=10, near=0.95, elsewhere=0.05):
    """Figure 7 ii: gold 0 .. 9, predictions 10 .. 18 each .95 from its gold, .05 elsewhere."""
    values = np.full((2 * labels - 1, 2 * labels - 1), elsewhere)
    np.fill_diagonal(values, 1)
    for i in range(labels - 1):
        values[i, labels + i] = values[labels + i, i] = near
    return values, list(range(labels, 2 * labels - 1)), list(range(labels))


MISSED = missed_tenth()
# Case -> similarities, predicted, gold, and the scores in the order of COLUMNS.
GOLDEN = {
    "appendix G": (table(3, {(1, 2): 0.6}), [0, 2], [0, 1],
        [0.8, 0.8, 0.8, 0.8, 0.8, 0.8, 0.75, 0.8, 0.8]),
    "figure 5, left": (table(5,
        {(0, 1): 0.9, (0, 2): 0.9, (0, 3): 0.9, (1, 2): 0.9, (1, 3): 0.9, (2, 3): 0.9}),
        [0, 1, 2, 3], [0, 4], [0.649123, 0.925, 0.5, 0.925, 0.25, 0.7, 0, 0.475, 0.783333]),
    "figure 5, right": (cluster(4, 1), [0, 4], [0, 1, 2, 3],
        [0.649123, 0.5, 0.925, 0.925, 0.25, 0.7, 0, 0.475, 0.783333]),
    "figure 6": (cluster(3, 0), [1, 2], [0], [0.9, 0.9, 0.9, 0.9, 0.45, 0.9, 0.9, 0.9, 0.9]),
    "figure 7 i, one prediction": (cluster(2, 1), [1], [0, 2],
        [0.6, 0.9, 0.45, 0.45, 0.45, 0.45, 0, 0.45, 0.6]),
    "figure 7 i, 5": (cluster(6, 1), [1, 2, 3, 4, 5], [0, 6],
        [0.6, 0.9, 0.45, 0.9, 0.18, 0.72, 0, 0.45, 0.771429]),
    "figure 7 i, 50": (cluster(51, 1), list(range(1, 51)), [0, 51],
        [0.6, 0.9, 0.45, 0.9, 0.018, 0.882, 0, 0.45, 0.882692]),
    "figure 7 ii": (*MISSED, [0.902762, 0.95, 0.86, 0.86, 0.855, 0.86, 0.339286, 0.86, 0.902632]),
    "uneven masses": (table(3, {(0, 1): 1.0}), [0, 1, 2], [0, 2],
        [1, 1, 1, 1, 0.666667, 1, 1, 0.833333, 1]),
    "identity": (np.eye(5), [0, 1, 2], [0, 1, 3, 4],
        [0.571429, 0.666667, 0.5, 0.5, 0.5, 0.5, 0, 0.5, 0.571429]),
}  # fmt: skip


@pytest.mark.parametrize("case", GOLDEN)
def test_the_cases_of_the_paper(case):
    values, predicted, gold, expected = GOLDEN[case]
    found = scores_of(values, [predicted], [gold])
    assert [round(float(found[name][0]), 6) for name in COLUMNS] == expected


def test_empty_sets():
    rows = [[], [], [0]], [[], [0], []]
    for name, scores in scores_of(np.eye(2), *rows).items():
        assert scores.tolist() == [1, 0, 0], name
    for name, scores in scores_of(np.eye(2), *rows, OTHER_SCORES, zero_division=0.25).items():
        assert name == "f1" or scores.tolist() == [0.25, 0, 0], name


def test_a_label_outside_the_universe_is_similar_to_nothing_but_counts():
    found = scores_of(np.eye(2), [[0, 2]], [[0, 2]])
    assert found.pop("extended_hungarian_harmonic")[0] == 0
    assert {name: scores[0] for name, scores in found.items()} == dict.fromkeys(found, 0.5)


def test_only_what_is_asked_for_in_that_order():
    given = label_sets([[0]]), label_sets([[1]]), lambda a, b: np.full(len(a), 0.5), 2
    found = other_scores(*given, ("transport", "turki"))
    expected = [("transport", [0.5]), ("turki", [0.5])]
    assert [(name, scores.tolist()) for name, scores in found.items()] == expected


def by_hand(values):
    """Hungarian, extended arithmetic and harmonic of one example, over all assignments."""
    values = values if values.shape[0] <= values.shape[1] else values.T
    fewer, more = values.shape
    found = []
    for chosen in itertools.permutations(range(more), fewer):
        matched = [values[i, j] for i, j in enumerate(chosen)]
        terms = matched + [values[:, j].max() for j in range(more) if j not in chosen]
        harmonic = 0 if min(terms) < 1e-300 else more / sum(1 / x for x in terms)
        found.append((sum(matched), sum(terms) / more, harmonic))
    greatest = max(total for total, _, _ in found)
    tied = [scores for scores in found if scores[0] >= greatest - 1e-12]
    return greatest / more, max(x for _, x, _ in tied), max(x for _, _, x in tied)


@st.composite
def examples(draw, tied, largest=5, m=7):
    """A table that need not be symmetric, with many ties or none, and one example."""
    value = st.integers(0, 3).map(lambda x: x / 3) if tied else st.floats(0, 1)
    cells = draw(st.lists(value, min_size=m * m, max_size=m * m))
    labels = st.lists(st.integers(0, m - 1), min_size=1, max_size=largest, unique=True)
    return np.array(cells).reshape(m, m), draw(labels), draw(labels)


@pytest.mark.parametrize("most_steps", [1_100, 0], ids=["all at once", "solver"])
@pytest.mark.parametrize("tied", [True, False])
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_brute_force_over_assignments(tied, most_steps, data):
    values, predicted, gold = data.draw(examples(tied))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(assignments, "_MOST_STEPS", most_steps)
        found = scores_of(values, [predicted], [gold])
    expected = by_hand(values[np.ix_(predicted, gold)])
    for name, score in zip(OTHER_SCORES[3:6], expected, strict=True):
        assert found[name][0] == pytest.approx(score, abs=1e-11), name


@pytest.mark.parametrize("most_steps", [1_100, 0], ids=["all at once", "solver"])
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_no_order_of_labels_moves_a_number(most_steps, data):
    values, predicted, gold = data.draw(examples(tied=True))
    orders = st.permutations(predicted), st.permutations(gold)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(assignments, "_MOST_STEPS", most_steps)
        found = scores_of(values, [predicted, data.draw(orders[0])], [gold, data.draw(orders[1])])
    for name, scores in found.items():
        assert scores[0] == pytest.approx(scores[1], abs=1e-12), name


def test_the_solver_finds_the_best_of_tied_assignments_where_a_nudge_loses():
    given = [[0.25, 0.75, 1], [0.001, 0.001, 0.25]]
    values = table(5, {(i, 2 + j): x for i, row in enumerate(given) for j, x in enumerate(row)})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(assignments, "_MOST_STEPS", 0)
        found = scores_of(values, [[0, 1]], [[2, 3, 4]])["extended_hungarian_harmonic"][0]
    assert found == pytest.approx(by_hand(np.array(given))[2], abs=1e-15)


@pytest.mark.parametrize("most_steps", [1_100, 0], ids=["all at once", "solver"])
def test_totals_that_differ_by_rounding_are_ties(monkeypatch, most_steps):
    # 0.1 + 0.2 is a digit above 0.3, which leaves the label over that earns 0.1.
    monkeypatch.setattr(assignments, "_MOST_STEPS", most_steps)
    values = table(5, {(0, 2): 0.1, (0, 3): 0.3, (1, 3): 0.2})
    found = scores_of(values, [[0, 1]], [[2, 3, 4]])["extended_hungarian"][0]
    assert found == pytest.approx(0.4 / 3, abs=1e-15)


def test_sets_beyond_the_small_shapes_keep_to_the_same_rule():
    """9 x 12 labels take the solver; a table of thirds is full of ties."""
    rng = np.random.default_rng(0)
    values = rng.integers(0, 4, (21, 21)) / 3
    predicted, gold = list(range(9)), list(range(9, 21))
    found = [
        scores_of(values, [rng.permutation(predicted)], [rng.permutation(gold)]) for _ in range(20)
    ]
    for name in OTHER_SCORES:
        assert np.ptp([scores[name][0] for scores in found]) < 1e-12, name
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(assignments, "_MOST_STEPS", math.inf)
        at_once = scores_of(values, [predicted], [gold])
    for name in OTHER_SCORES:
        assert at_once[name][0] == pytest.approx(found[0][name][0], abs=1e-12), name


@pytest.mark.parametrize("largest", [4, 11])
def test_transport_is_that_of_pot(largest):
    ot = pytest.importorskip("ot", reason="POT isn't installed")
    rng = np.random.default_rng(largest)
    values = rng.random((24, 24))
    rows = [
        [rng.choice(24, rng.integers(1, largest + 1), replace=False) for _ in range(2)]
        for _ in range(150)
    ]
    found = scores_of(values, *zip(*rows, strict=True), ("transport",))["transport"]
    for score, (predicted, gold) in zip(found, rows, strict=True):
        masses = (np.full(len(x), 1 / len(x)) for x in (predicted, gold))
        cost = ot.emd2(*masses, 1 - values[np.ix_(predicted, gold)])
        assert score == pytest.approx(1 - cost, abs=1e-12)
