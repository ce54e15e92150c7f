"""Properties that hold for all data: invariances, bounds, monotonicity."""

import warnings

import brute_force
import numpy as np
import pytest
from helpers import compute, label_sets
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from semantic_f1.scoring import counts as scoring
from semantic_f1.scoring.averages import average_scores
from semantic_f1.scoring.counts import Counts

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
def tables(draw, m, unit_diagonal=False):
    table = np.array(draw(st.lists(similarities, min_size=m * m, max_size=m * m))).reshape(m, m)
    if unit_diagonal:
        np.fill_diagonal(table, 1)
    return table


@st.composite
def cases(draw, unit_diagonal=False, reals=some_weights):
    """A similarity, predicted and gold sets of label indices, and weights or None."""
    m = draw(st.integers(1, 5))
    table = draw(tables(m, unit_diagonal))
    sets = st.sets(st.integers(0, m - 1))
    examples = draw(st.lists(st.tuples(sets, sets), min_size=1, max_size=8))
    weights = draw(st.none() | st.lists(reals, min_size=len(examples), max_size=len(examples)))
    assume(weights is None or any(weights))
    return table, [p for p, _ in examples], [t for _, t in examples], weights


def counts_of(table, predictions, references, weights=None, zero_division=1.0):
    return scoring.count(
        label_sets(predictions),
        label_sets(references),
        lambda a, b: table[a, b],
        len(table),
        zero_division=zero_division,
        sample_weight=None if weights is None else np.array(weights, dtype=np.float64),
    )


def every_score(counts):
    """All averages under all ways to count, as one flat array."""
    scores = [
        np.ravel(average_scores(counts, average, counting=counting, macro_f1=macro_f1))
        for average in AVERAGES
        for counting in ("paper", "two_sided")
        for macro_f1 in ("averaged_f1", "f1_of_averages")
    ]
    return np.concatenate(scores)


def close(ours, expected):
    np.testing.assert_allclose(ours, expected, rtol=0, atol=1e-12)


# --- Indices and numbers ---
@search
@given(cases(reals=st.floats(0, 1e300)))
def test_scores_lie_between_0_and_1_exactly(case):
    scores = every_score(counts_of(*case))
    assert scores.min() >= 0
    assert scores.max() <= 1


@search
@given(cases(), st.randoms(use_true_random=False))
def test_the_order_of_examples_is_nothing(case, random):
    table, predictions, references, weights = case
    order = list(range(len(predictions)))
    random.shuffle(order)
    shuffled = [
        None if side is None else [side[i] for i in order]
        for side in (predictions, references, weights)
    ]
    close(every_score(counts_of(table, *shuffled)), every_score(counts_of(*case)))


@search
@given(cases(), st.randoms(use_true_random=False))
def test_the_order_of_labels_is_nothing(case, random):
    table, predictions, references, weights = case
    order = list(range(len(table)))
    random.shuffle(order)
    place = {label: i for i, label in enumerate(order)}
    sides = [
        [{place[label] for label in row} for row in side] for side in (predictions, references)
    ]
    permuted = counts_of(table[np.ix_(order, order)], *sides, weights)
    counts = counts_of(*case)
    for average in AVERAGES[:-1]:
        ours = average_scores(permuted, average)
        close(ours, average_scores(counts, average))
    per_label = average_scores(counts, None)
    for ours, expected in zip(average_scores(permuted, None), per_label, strict=True):
        close(ours, expected[order])


@search
@given(cases(), st.data())
def test_weight_2_is_the_example_twice_and_weight_0_is_none(case, data):
    table, predictions, references, _ = case
    times = data.draw(st.lists(st.integers(0, 3), min_size=len(references), max_size=50))
    times = times[: len(references)]
    assume(any(times))
    repeated = [
        [row for row, k in zip(side, times, strict=True) for _ in range(k)]
        for side in (predictions, references)
    ]
    weighted = counts_of(table, predictions, references, times)
    close(every_score(weighted), every_score(counts_of(table, *repeated)))


@search
@given(cases(), st.floats(0.001, 1000))
def test_weights_count_relative_to_one_another(case, factor):
    table, predictions, references, weights = case
    weights = weights or [1.0] * len(predictions)
    scaled = counts_of(table, predictions, references, [factor * w for w in weights])
    close(every_score(scaled), every_score(counts_of(table, predictions, references, weights)))


@search
@given(cases(), st.data())
def test_counts_of_any_split_add_up(case, data):
    table, predictions, references, weights = case
    whole = counts_of(*case)
    cuts = data.draw(st.lists(st.integers(0, len(predictions)), max_size=3).map(sorted))
    total = Counts.of(np.zeros(4 * len(table) + 6), len(table))
    for start, stop in zip([0, *cuts], [*cuts, len(predictions)], strict=True):
        part = None if weights is None else weights[start:stop]
        counts = counts_of(table, predictions[start:stop], references[start:stop], part)
        total = Counts(*(a + b for a, b in zip(total, counts, strict=True)))
    for ours, expected in zip(total, whole, strict=True):
        np.testing.assert_allclose(ours, expected, rtol=1e-14)
    close(every_score(total), every_score(whole))


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


@search
@given(cases(), st.data())
def test_raising_similarities_lowers_no_score(case, data):
    table, *rest = case
    raised = np.maximum(table, data.draw(tables(len(table))))
    assert (every_score(counts_of(raised, *rest)) >= every_score(counts_of(*case)) - 1e-12).all()


@search
@given(cases())
def test_two_sided_micro_of_one_example_is_its_pointwise_score(case):
    table, predictions, references, _ = case
    for predicted, gold in zip(predictions, references, strict=True):
        if predicted or gold:
            counts = counts_of(table, [predicted], [gold])
            micro = average_scores(counts, "micro", counting="two_sided")
            close(micro, average_scores(counts, "samples"))


@search
@given(cases())
def test_gap_of_the_macro_f1s_is_the_lemmas_for_label_sets_too(case):
    counts, m = counts_of(*case), len(case[0])
    for counting in ("paper", "two_sided"):
        per_label = average_scores(counts, None, counting=counting)
        averaged, of_averages = (
            average_scores(counts, "macro", counting=counting, macro_f1=macro_f1).f1
            for macro_f1 in ("averaged_f1", "f1_of_averages")
        )
        both = zip(per_label.precision, per_label.recall, strict=True)
        # A product of smaller scores would underflow.
        kept = [(p, r) for p, r in both if p + r > 1e-100]
        terms = [(p * s - q * r) ** 2 / ((p + r) * (q + s)) for p, r in kept for q, s in kept]
        gap = sum(terms) / (m * sum(p + r for p, r in kept)) if kept else 0
        close(of_averages - averaged, gap)
        assert 0 <= gap <= (0.5 if m % 2 == 0 else 0.5 - 1 / (2 * m**2)) + 1e-12


@search
@given(cases())
def test_swapping_the_sides_of_a_symmetric_similarity_swaps_precision_and_recall(case):
    table, predictions, references, weights = case
    table = np.minimum(table, table.T)
    for average in ("samples", "micro", None):
        scores, swapped = (
            average_scores(counts_of(table, *sides, weights), average, counting="two_sided")
            for sides in ((predictions, references), (references, predictions))
        )
        if average is None:
            # Two-sided precision and recall of a label come from different sides, so they swap.
            close(scores.precision, swapped.recall)
        else:
            close(scores, (swapped.recall, swapped.precision, swapped.f1))


@search
@given(cases(), st.floats(0, 1))
def test_zero_division_decides_only_pairs_of_empty_sets(case, zero_division):
    _, predictions, references, weights = case
    counts = counts_of(*case, zero_division)
    for average in AVERAGES[1:]:
        assert np.array_equal(
            average_scores(counts, average), average_scores(counts_of(*case), average)
        )
    examples = zip(predictions, references, weights or [1.0] * len(predictions), strict=True)
    kept = [(p, t, w) for p, t, w in examples if p or t]
    if not any(w for _, _, w in kept):
        close(average_scores(counts, "samples"), (zero_division,) * 3)
    elif len(kept) == len(predictions):
        assert np.array_equal(counts.samples, counts_of(*case).samples)


# --- Names, through evaluate ---
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


@pytest.fixture
def indicator_metric(load):
    return load("multilabel")


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
def test_indicators_give_the_digits_of_names(metric, indicator_metric, case):
    table, predictions, references, _ = case
    sides = [
        np.array([[i in row for i in range(len(table))] for row in side], dtype=int)
        for side in (predictions, references)
    ]
    options = options_of(case)
    names = (rows_of(side) for side in (predictions, references))
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


@with_metric
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
