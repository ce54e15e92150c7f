"""Metrics of confusion matrices, tables of best matches, and which systems win."""

import json
import math
from collections import defaultdict

import numpy as np
import pytest
from helpers import label_sets, refusal
from hypothesis import assume, given
from hypothesis import strategies as st
from metric_properties import calibrated_metric
from printed_numbers import column
from sklearn import metrics as sklearn_metrics

from semantic_f1.comparisons import rankings
from semantic_f1.reports import confusion, matching
from semantic_f1.reports.confusion import METRICS

SCORES = ("accuracy", "macR", "macP", "macF1", "macF1'", "weightF1", "kappa", "MCC")
RECALLS = ("r1", "r2", "r3")


def table_6(*names):
    """Columns of [OPI] table 6 by system, in percent."""
    return dict(zip("ABCDEFGH", np.transpose([column(name) for name in names]), strict=True))


def with_recall(recalls):
    """A matrix with these recalls, each class's errors predicted as the next class."""
    n = len(recalls)
    matrix = np.diag(recalls)
    for j, recall in enumerate(recalls):
        matrix[(j + 1) % n, j] += 1 - recall
    return matrix


def random_matrices(seed, many=60):
    """Counts of 1 to 5 classes, some classes without predictions, without gold, or without both."""
    rng = np.random.default_rng(seed)
    for _ in range(many):
        n = int(rng.integers(1, 6))
        matrix = rng.integers(0, 30, (n, n)) * (rng.random((n, n)) < 0.7)
        matrix[rng.random(n) < 0.2] = 0
        matrix[:, rng.random(n) < 0.2] = 0
        matrix[rng.integers(n), rng.integers(n)] += 1
        yield matrix


@st.composite
def matrices(draw):
    n = draw(st.integers(1, 5))
    amounts = st.integers(0, 9) | st.floats(0.001, 1e5)
    matrix = np.array(draw(st.lists(amounts, min_size=n * n, max_size=n * n)), float)
    assume(matrix.any())
    return matrix.reshape(n, n) * draw(st.sampled_from([1, 1e200, 1e-200]))


def test_printed_values():
    assert METRICS["macro_precision"]([[15, 5], [10, 10]]) == 0.625
    assert METRICS["macro_precision"]([[15, 10], [10, 20]]) == pytest.approx(0.633333, abs=1e-6)
    for errors, kappa, mcc in ((0, 0, 0), (10, 0.024631, 0.065741)):
        matrix = [[10, 43, 0], [1, 1, 0], [0, errors, 1]]
        assert METRICS["cohen_kappa"](matrix) == pytest.approx(kappa, abs=1e-6 * (kappa > 0))
        assert METRICS["matthews_corrcoef"](matrix) == pytest.approx(mcc, abs=1e-6 * (mcc > 0))
    recalls = with_recall([0.829, 0.512, 0.702])
    assert METRICS["macro_recall"](recalls) == pytest.approx(0.681, abs=1e-12)
    assert METRICS["geometric_macro_recall"](recalls) == pytest.approx(0.667914, abs=1e-6)
    assert METRICS["harmonic_macro_recall"](recalls) == pytest.approx(0.654465, abs=1e-6)


@pytest.mark.parametrize(("matrix", "averaged", "of_averages"), [
    ([[100, 10000], [0, 100]], 0.0196078431372549, 0.504950495049505),
    ([[100, 5000], [5000, 100]], 0.0196078431372549, 0.0196078431372549),
])  # fmt: skip
def test_the_two_macro_f1s(matrix, averaged, of_averages):
    assert METRICS["macro_f1"](matrix) == pytest.approx(averaged, abs=1e-15)
    assert METRICS["macro_f1_of_averages"](matrix) == pytest.approx(of_averages, abs=1e-15)
    of = confusion.per_class(matrix)
    gap = confusion.macro_gap(of.precision, of.recall)
    assert [*gap] == pytest.approx([of_averages - averaged] * 2, abs=1e-15)


@pytest.mark.parametrize("system", "ABCDEFGH")
def test_table_6_from_its_recalls(system):
    matrix = with_recall(table_6(*RECALLS)[system] / 100)
    found = [
        METRICS["macro_recall"](matrix),
        METRICS["geometric_macro_recall"](matrix),
        METRICS["harmonic_macro_recall"](matrix),
        calibrated_metric(METRICS["cohen_kappa"])(matrix),
    ]
    printed = table_6("macR", "GmacR", "HmacR", "kappa~")[system]
    np.testing.assert_allclose(100 * np.array(found), printed, atol=0.1)


def test_per_class():
    of = confusion.per_class([[4, 1, 0], [0, 3, 0], [2, 0, 0]])
    np.testing.assert_array_equal(of.bias, [5, 3, 2])
    np.testing.assert_array_equal(of.prevalence, [6, 4, 0])
    np.testing.assert_array_equal(of.correct, [4, 3, 0])
    np.testing.assert_allclose(of.precision, [4 / 5, 1, 0])
    np.testing.assert_allclose(of.recall, [4 / 6, 3 / 4, 0])
    np.testing.assert_allclose(of.f1, [8 / 11, 6 / 7, 0])


def test_zero_conventions():
    one_cell = [[0, 0], [0, 7]]
    of_one_cell = {"accuracy": 1, "macro_recall": 0.5, "cohen_kappa": 0, "matthews_corrcoef": 0}
    of_one_cell |= {"geometric_macro_recall": 0, "harmonic_macro_recall": 0}
    assert {name: METRICS[name](one_cell) for name in of_one_cell} == of_one_cell
    for matrix, usual, of_chance in (([[3.0]], 1, 0), ([[0, 1], [1, 0]], 0, -1)):
        expected = dict.fromkeys(METRICS, usual)
        expected |= {"cohen_kappa": of_chance, "matthews_corrcoef": of_chance}
        assert {name: metric(matrix) for name, metric in METRICS.items()} == expected


@pytest.mark.filterwarnings("ignore:A single label was found")
@pytest.mark.parametrize("seed", range(5))
def test_equals_scikit_learn(seed):
    for matrix in random_matrices(seed):
        predicted, gold = (index.ravel() for index in np.indices(matrix.shape))
        weight = {"sample_weight": matrix.ravel()}
        options = {"labels": range(len(matrix)), "zero_division": 0, **weight}
        of_sets = sklearn_metrics.precision_recall_fscore_support
        macro, weighted, each = (
            of_sets(gold, predicted, average=average, **options)
            for average in ("macro", "weighted", None)
        )
        of = confusion.per_class(matrix)
        for ours, theirs in zip((of.precision, of.recall, of.f1), each[:3], strict=True):
            np.testing.assert_allclose(ours, theirs, atol=1e-12)
        expected = {
            "accuracy": sklearn_metrics.accuracy_score(gold, predicted, **weight),
            "macro_precision": macro[0],
            "macro_recall": macro[1],
            "macro_f1": macro[2],
            "weighted_f1": weighted[2],
            "matthews_corrcoef": sklearn_metrics.matthews_corrcoef(gold, predicted, **weight),
        }
        if np.count_nonzero(matrix) > 1 or not matrix.diagonal().any():
            expected["cohen_kappa"] = sklearn_metrics.cohen_kappa_score(gold, predicted, **weight)
        for name, value in expected.items():
            assert METRICS[name](matrix) == pytest.approx(value, abs=1e-12), (name, matrix)


@given(matrices())
def test_bounds_and_scale(matrix):
    for name, metric in METRICS.items():
        score = metric(matrix)
        assert -1 <= score <= 1, name
        assert score >= 0 or name in ("cohen_kappa", "matthews_corrcoef")
        assert metric(matrix * 2.0**-50) == score
        assert isinstance(score, float), name


@pytest.mark.parametrize("name", METRICS)
def test_many_matrices_at_once(name):
    stack = np.random.default_rng(1).integers(1, 9, (2, 3, 4, 4))
    for metric in (METRICS[name], calibrated_metric(METRICS[name])):
        scores = metric(stack)
        assert scores.shape == (2, 3)
        each = [[metric(matrix) for matrix in row] for row in stack]
        np.testing.assert_allclose(scores, each, rtol=1e-12)


@pytest.mark.parametrize("name", METRICS)
def test_a_perfect_matrix_scores_exactly_one(name):
    perfect = np.diag([0.1, 0.7, 3.3, 1e-9])
    assert METRICS[name](perfect) == 1
    assert calibrated_metric(METRICS[name])(perfect) == 1


def test_calibration():
    matrix = np.random.default_rng(2).random((50, 4, 4)) + 0.01
    after = confusion.equalize_prevalence(matrix)
    total = matrix.sum(axis=(-2, -1))
    np.testing.assert_allclose(after.sum(axis=-2), np.repeat(total[:, None] / 4, 4, axis=1))
    recall = METRICS["macro_recall"](matrix)
    np.testing.assert_allclose(METRICS["macro_recall"](after), recall)
    np.testing.assert_allclose(METRICS["accuracy"](after), recall)
    np.testing.assert_allclose(METRICS["cohen_kappa"](after), (recall - 1 / 4) / (1 - 1 / 4))
    np.testing.assert_allclose(METRICS["weighted_f1"](after), METRICS["macro_f1"](after))
    assert calibrated_metric(METRICS["accuracy"])(matrix[0]) == pytest.approx(recall[0])


def test_calibration_needs_every_class():
    equalize, under = confusion.equalize_prevalence, confusion.precision_under
    measured = [[15, 5], [10, 10]]
    macro_f1 = calibrated_metric(METRICS["macro_f1"], ["fear", "joy"])
    for call, arguments, said in (
        (equalize, ([[1, 0, 0], [3, 0, 0], [1, 0, 0]],),
            "gold mass in every class; there is none in 1, 2;"),
        (macro_f1, ([[1, 0], [3, 0]],), "there is none in 'joy';"),
        (equalize, ([[1, 0], [3, 1]], ["fear"]), "class_names: 1 names for 2 classes"),
        (under, ([[1, 0], [1, 0]], [1, 1], ["x", "y"]), "there is none in 'y'"),
        (under, (measured, [1, 1, 1]), "expected 2 numbers, one per class; got shape (3,)"),
        (under, (measured, [-1, 2]), "expected finite numbers >= 0, not all 0; got [-1.0, 2.0]"),
    ):  # fmt: skip
        assert said in refusal(call, *arguments)


def test_precision_where_classes_are_distributed_otherwise():
    measured, twice_y = [[15, 5], [10, 10]], [[15, 10], [10, 20]]
    there = confusion.precision_under(measured, [25, 30])
    np.testing.assert_allclose(there, confusion.per_class(twice_y).precision)
    np.testing.assert_allclose(there, [0.6, 2 / 3])
    shares = [[0.6, 1 / 3], [0.4, 2 / 3]]
    np.testing.assert_allclose(confusion.precision_under(shares, [5, 6]), there)


def eq_4(precision, recall):
    """The lemma as printed, with the condition its proof has: pairs of classes with P + R > 0."""
    total = precision + recall
    classes = [x for x in range(len(total)) if total[x] > 0]
    pairs = sum(
        (precision[x] * recall[y] - precision[y] * recall[x]) ** 2 / (total[x] * total[y])
        for x in classes
        for y in classes
    )
    return pairs / (len(total) * total.sum()) if classes else 0.0


rates = st.floats(0, 1) | st.sampled_from([0.0, 0.5, 1.0])


@given(st.lists(st.tuples(rates, rates), min_size=1, max_size=7))
def test_gap_of_any_precision_and_recall(values):
    precision, recall = np.array(values).T
    gap = confusion.macro_gap(precision, recall)
    assert gap.difference >= 0
    assert gap.lemma >= 0
    assert gap.difference == pytest.approx(gap.lemma, abs=1e-12)
    if (precision + recall).max() > 1e-100:
        usual = np.where(precision + recall > 1e-100, 1, 0)
        assert gap.lemma == pytest.approx(eq_4(precision * usual, recall * usual), abs=1e-12)
    n = len(precision)
    assert gap.difference <= 0.5 - (n % 2) / (2 * n**2) + 1e-12


def test_gap_in_stacks_has_no_rounding_error_below_zero():
    # In one proportion there is none; the F1s differ by a last digit, either way.
    precision = np.random.default_rng(10).random((5000, 7))
    gap = confusion.macro_gap(precision, 0.3 * precision)
    assert (gap.difference >= 0).all()
    assert gap.lemma.max() < 1e-30
    assert confusion.macro_gap([0, 0], [0, 0]) == (0, 0)
    precision, recall = np.random.default_rng(4).random((2, 6, 5))
    gap = confusion.macro_gap(precision, recall)
    each = [confusion.macro_gap(*row) for row in zip(precision, recall, strict=True)]
    np.testing.assert_allclose(gap.difference, [one.difference for one in each])
    np.testing.assert_allclose(gap.lemma, [one.lemma for one in each])
    # Part 2 of [MF1]'s theorem needs classes with something correct in them.
    of = confusion.per_class([[1, 1], [0, 0]])
    assert of.precision[0] != of.recall[0]
    assert confusion.macro_gap(of.precision, of.recall) == (0, 0)


@pytest.mark.parametrize(("matrix", "message"), [
    ([[1, 2, 3], [4, 5, 6]], r"matrix: expected numbers in as many rows .* shape \(2, 3\)"),
    ([1, 2], r"got int64 of shape \(2,\)"),
    (np.zeros((0, 0)), r"one class at least; got float64 of shape \(0, 0\)"),
    ([["1", "2"], ["3", "4"]], "expected numbers"),
    ([[True, False], [False, True]], "expected numbers .* got bool"),
    ([[1, 2], [3]], "matrix: its rows are not equally long"),
    ([[1, 2], [-3, 1]], r"matrix\[1, 0\]: expected a finite number >= 0; got -3.0"),
    ([[1, math.nan], [1, 1]], r"matrix\[0, 1\]: .*got nan"),
    ([[1, math.inf], [1, 1]], r"matrix\[0, 1\]: .*got inf"),
    ([[0, 0], [0, 0]], "matrix: every entry is 0"),
    ([[[1, 0], [0, 1]], [[0, 0], [0, 0]]], r"matrix \[1\]: every entry is 0"),
])  # fmt: skip
def test_what_is_no_confusion_matrix(matrix, message):
    for metric in (*METRICS.values(), confusion.per_class, confusion.equalize_prevalence):
        with pytest.raises(ValueError, match=message):
            metric(matrix)


def test_single_label_matrix_with_weights():
    predicted, gold = np.array([0, 0, 2, 1]), np.array([0, 1, 2, 1])
    matrix = matching.single_label_matrix(predicted, gold, 3, np.array([2, 0.5, 0, 1]))
    np.testing.assert_array_equal(matrix, [[2, 0.5, 0], [0, 1, 0], [0, 0, 0]])
    repeated = np.repeat([0, 1, 2], [3, 1, 2])
    matrix = matching.single_label_matrix(repeated, repeated, 3)
    np.testing.assert_array_equal(matrix, np.diag([3, 1, 2]))


def brute_best_matches(queries, candidates, table, weights):
    """The definition, set by set."""
    m = len(table)
    cells = defaultdict(float)
    for query_set, candidate_set, weight in zip(queries, candidates, weights, strict=True):
        asking = {q for q in query_set if q < m}
        asked = {c for c in candidate_set if c < m}
        if not asking:
            for c in asked or {m}:
                cells[m, c] += weight / max(len(asked), 1)
        for q in asking:
            best = max((table[q][c] for c in asked), default=0)
            took = [c for c in asked if table[q][c] == best] if best > 0 else [m]
            for c in took:
                cells[q, c] += weight / len(took)
    matrix = np.zeros((m + 1, m + 1))
    for cell, value in cells.items():
        matrix[cell] = value
    return matrix


def random_case(seed, n=400, m=5):
    """Sets with empty ones and unknown labels; similarities on a coarse grid, so that many tie."""
    rng = np.random.default_rng(seed)
    table = rng.choice([0, 0, 0.3, 0.5, 1], (m, m))
    sides = [
        [set(rng.choice(m + 2, int(size), replace=False).tolist()) for size in sizes]
        for sizes in rng.integers(0, 5, (2, n))
    ]
    return table, *sides, rng.random(n) * (rng.random(n) < 0.9)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("limits", [(65_536, 1 << 20), (7, 5), (50, 1)])
def test_best_matches_equal_brute_force(seed, limits, monkeypatch):
    monkeypatch.setattr(matching, "BLOCK_ROWS", limits[0])
    monkeypatch.setattr(matching, "CHUNK_PAIRS", limits[1])
    table, predicted, gold, weight = random_case(seed)
    m = len(table)

    def pairs(a, b):
        assert a.max(initial=0) < m
        assert b.max(initial=0) < m
        return table[a, b]

    for queries, candidates in ((predicted, gold), (gold, predicted)):
        for weights in (None, weight):
            found = matching.best_match_matrix(
                label_sets(queries), label_sets(candidates), pairs, m, sample_weight=weights
            )
            each = np.ones(len(queries)) if weights is None else weights
            expected = brute_best_matches(queries, candidates, table, each)
            np.testing.assert_allclose(found, expected, atol=1e-12)
            rows = [sum(w for q, w in zip(queries, each, strict=True) if c in q) for c in range(m)]
            rows.append(sum(w for q, w in zip(queries, each, strict=True) if q <= {m, m + 1}))
            np.testing.assert_allclose(found.sum(axis=1), rows, atol=1e-12)


def test_spread():
    of_b = confusion.spread(table_6(*RECALLS)["B"])
    assert of_b["max"] - of_b["min"] == pytest.approx(36.4)
    assert of_b["mean"] == pytest.approx(68.13, abs=0.01)
    assert of_b["std"] == pytest.approx(np.std([87.8, 51.4, 65.2]))
    assert json.loads(json.dumps(of_b)) == of_b
    with pytest.raises(ValueError, match="values: expected one finite number a class"):
        confusion.spread([])


def test_winners_of_table_6():
    table = table_6(*SCORES)
    scores = {name: dict(zip(SCORES, map(float, table[name]), strict=True)) for name in "ABCDE"}
    found = rankings.winners(scores)
    assert found["by_metric"] == {
        "accuracy": ["E"], "macR": ["A", "B"], "macP": ["B"], "macF1": ["B", "C", "E"],
        "macF1'": ["B"], "weightF1": ["E"], "kappa": ["B"], "MCC": ["B"],
    }  # fmt: skip
    assert found["winners"] == ["A", "B", "C", "E"]
    assert found["best_mean"] == found["best_mean_rank"] == ["B"]
    assert found["mean"]["E"] == pytest.approx(np.mean(table["E"]))
    assert found["mean_rank"]["B"] == pytest.approx((3 + 1.5 + 1 + 2 + 1 + 3 + 1 + 1) / 8)
    assert json.loads(json.dumps(found)) == found


@pytest.mark.parametrize(("scores", "message"), [
    ({}, "at least one system with one metric"),
    ({"A": {}}, "at least one system with one metric"),
    ({"A": {"f1": 1}, "B": {"acc": 1}}, "'B' has the metrics 'acc', 'A' has 'f1'"),
    ({"A": {"f1": 1}, "B": {"f1": math.nan}}, "['B']['f1']: expected a finite number; got nan"),
])  # fmt: skip
def test_bad_scores(scores, message):
    assert message in refusal(rankings.winners, scores)
