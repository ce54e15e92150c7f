"""Properties that hold for all data: invariances, bounds, monotonicity."""

import warnings
from itertools import product

import brute_force
import numpy as np
import pytest
from helpers import compute, label_sets
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from semantic_f1.scoring import counts as scoring
from semantic_f1.scoring.averages import COUNTINGS, MACRO_F1S, average_scores

AVERAGES = ("samples", "micro", "macro", "weighted", None)
NAMES = ("a", "b", "c", "d", "e")
# Times a weight, what is nearer to 0 would be rounded to few digits.
similarities = st.floats(1e-290, 1) | st.sampled_from([0.0, 0.1, 0.3, 0.5, 0.9, 1.0])
some_weights = st.floats(1e-3, 1e3) | st.integers(0, 5).map(float)

# No deadline: machines may be busy.
search = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
# The metric and the cache folder are the same for all examples of a test: nothing is left in them.
with_metric = settings(
    search,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)


@st.composite
def cases(draw, unit_diagonal=False, reals=some_weights):
    """A similarity, predicted and gold sets of label indices, and weights or None."""
    m = draw(st.integers(1, 5))
    table = np.array(draw(st.lists(similarities, min_size=m * m, max_size=m * m))).reshape(m, m)
    if unit_diagonal:
        np.fill_diagonal(table, 1)
    sets = st.sets(st.integers(0, m - 1))
    examples = draw(st.lists(st.tuples(sets, sets), min_size=1, max_size=8))
    weights = draw(st.none() | st.lists(reals, min_size=len(examples), max_size=len(examples)))
    assume(weights is None or any(weights))
    return table, [p for p, _ in examples], [t for _, t in examples], weights


def close(ours, expected):
    np.testing.assert_allclose(ours, expected, rtol=0, atol=1e-12)


def counts_of(table, predictions, references, weights=None):
    return scoring.count(
        label_sets(predictions),
        label_sets(references),
        lambda a, b: table[a, b],
        len(table),
        sample_weight=None if weights is None else np.array(weights, dtype=np.float64),
    )


@search
@given(cases(reals=st.floats(0, 1e300)))
def test_scores_lie_between_0_and_1_exactly(case):
    counts = counts_of(*case)
    for average, counting, macro_f1 in product(AVERAGES, COUNTINGS, MACRO_F1S):
        scores = average_scores(counts, average, counting=counting, macro_f1=macro_f1)
        assert np.min(scores) >= 0 and np.max(scores) <= 1


@search
@given(cases(unit_diagonal=True))
def test_identical_sets_score_1(case):
    table, predictions, _, weights = case
    assume(any(predictions))
    counts = counts_of(table, predictions, predictions)
    for average in ("samples", "micro", "weighted"):
        assert average_scores(counts, average) == (1, 1, 1)
    if weights is not None:
        assume(any(w > 0 and row for w, row in zip(weights, predictions, strict=True)))
        counts = counts_of(table, predictions, predictions, weights)
        for average in ("samples", "micro", "weighted"):
            close(average_scores(counts, average), (1, 1, 1))


def rows_of(sets):
    return [[NAMES[i] for i in sorted(row)] for row in sets]


def options_of(case):
    table, _, _, weights = case
    return {
        "similarity": table,
        "labels": NAMES[: len(table)],
        "sample_weight": weights,
        "average": list(AVERAGES),
    }


@pytest.fixture
def metric(load):
    return load()


@with_metric
@given(case=cases(), data=st.data())
def test_the_order_and_repeats_of_members_change_no_digit(metric, case, data):
    _, predictions, references, _ = case
    plain = [rows_of(side) for side in (predictions, references)]
    untidy = [
        [
            data.draw(st.permutations(row + data.draw(st.lists(st.sampled_from(row), max_size=3))))
            if row
            else []
            for row in side
        ]
        for side in plain
    ]
    assert compute(metric, *untidy, **options_of(case)) == compute(
        metric, *plain, **options_of(case)
    )


@with_metric
@given(case=cases())
def test_indicators_give_the_digits_of_names(load, metric, case):
    table, predictions, references, _ = case
    sides = [
        np.array([[i in row for i in range(len(table))] for row in side], dtype=int)
        for side in (predictions, references)
    ]
    options = options_of(case)
    names = (rows_of(side) for side in (predictions, references))
    indicator_metric = load("multilabel")
    assert compute(indicator_metric, *sides, **options) == compute(metric, *names, **options)


def assert_brute_force(result, case, sides, **options):
    """All scores of a result are those of the formulas, by loops over names."""
    table, _, _, weights = case
    labels = NAMES[: len(table)]
    similarity = {(a, b): table[i, j] for i, a in enumerate(labels) for j, b in enumerate(labels)}
    sets = [[set(row) for row in side] for side in sides]
    for average in AVERAGES:
        expected = brute_force.scores(
            *sets, similarity, labels, average, weights=weights, **options
        )
        of_averages = average == "macro" and options.get("macro_f1") == "f1_of_averages"
        names = ("precision", "recall", "f1_of_averages" if of_averages else "f1")
        close([result[f"semantic_{name}_{average or 'per_label'}"] for name in names], expected)


@settings(with_metric, max_examples=200)
@given(
    case=cases(),
    counting=st.sampled_from(["paper", "two_sided"]),
    macro_f1=st.sampled_from(["averaged_f1", "f1_of_averages"]),
    macro_labels=st.sampled_from(["all", "present", ["a"]]),
    zero_division=st.floats(0, 1),
)
def test_compute_equals_the_brute_force(
    metric, case, counting, macro_f1, macro_labels, zero_division
):
    _, predictions, references, _ = case
    options = {
        "counting": counting,
        "macro_f1": macro_f1,
        "macro_labels": macro_labels,
        "zero_division": zero_division,
    }
    sides = [rows_of(side) for side in (predictions, references)]
    result = compute(metric, *sides, **options_of(case), **options)
    assert_brute_force(result, case, sides, **options)


@with_metric
@given(case=cases(), unknown=st.lists(st.sets(st.sampled_from("xyz")), min_size=16, max_size=16))
def test_unknown_names_as_mismatches_equal_the_brute_force(metric, case, unknown):
    _, predictions, references, _ = case
    sides = [rows_of(side) for side in (predictions, references)]
    extras = iter(unknown)
    sides = [[row + sorted(next(extras)) for row in side] for side in sides]
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Unknown label names")
        result = compute(metric, *sides, **options_of(case), unknown_labels="mismatch")
    assert_brute_force(result, case, sides)
    assert result["labels"] == list(NAMES[: len(case[0])])


@with_metric
@given(case=cases())
def test_pointwise_is_what_samples_averages(metric, case):
    table, predictions, references, weights = case
    sides = [rows_of(side) for side in (predictions, references)]
    options = {"similarity": table, "labels": NAMES[: len(table)]}
    rows = metric.pointwise(*sides, **options)
    result = compute(metric, *sides, **options, sample_weight=weights)
    assert set(rows) == set(result)
    for key, values in rows.items():
        assert all(type(value) is float and 0 <= value <= 1 for value in values)
        close(np.average(values, weights=weights), result[key])
    for i, (predicted, gold) in enumerate(zip(*sides, strict=True)):
        explained = metric.explain(predicted, gold, **options)
        assert {key: explained[key] for key in rows} == {key: rows[key][i] for key in rows}
        for side in ("predictions", "references"):
            mean = np.mean([match["similarity"] for match in explained[side]] or [0])
            key = "semantic_precision" if side == "predictions" else "semantic_recall"
            if predicted or gold:
                close(mean, explained[key])
