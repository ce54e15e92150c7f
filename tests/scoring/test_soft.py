"""Distances between distributions: printed examples, scipy, POT, laws, and readers of rows."""

import sys

import numpy as np
import ot
import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from semantic_f1.inputs.distributions import read_rows, resolve_rows
from semantic_f1.scoring import distributions as soft
from semantic_f1.scoring.distributions import (
    DISTANCES,
    cross_entropy,
    euclidean,
    jensen_shannon_distance,
    jensen_shannon_divergence,
    manhattan,
    wasserstein,
)


def read_distributions(rows, argument, m=None, **options):
    return resolve_rows(read_rows(rows, argument), argument, m, **options)


@pytest.mark.parametrize(("distance", "target", "prediction", "printed"), [
    (cross_entropy, [0.83, 0.17], [0.5, 0.5], 0.6931),
    (cross_entropy, [0.5, 0.5], [0.83, 0.17], 0.9791),
    (cross_entropy, [0.7, 0.3], [1, 0], 8.2893),
    (cross_entropy, [0.9, 0.1], [0.7, 0.3], 0.4414),
    (cross_entropy, [0.9, 0.1], [1, 0], 2.7631),
    (cross_entropy, [0.5, 0.5], [0.5, 0.5], 0.6931),
    (cross_entropy, [0.9, 0.1], [0.9, 0.1], 0.3251),
    (jensen_shannon_distance, [0.9, 0.1], [0.7, 0.3], 0.1801),
    (jensen_shannon_distance, [0.9, 0.1], [1, 0], 0.1897),
    (jensen_shannon_distance, [0.7, 0.3], [1, 0], 0.3425),
    (jensen_shannon_divergence, [1, 0], [0.5, 0.5], 0.4315 / 2),
    (manhattan, [0, 0.1, 0.1, 0.8], [0.1, 0.3, 0.2, 0.4], 0.8),
    (manhattan, [0, 0.1, 0.1, 0.8], [0, 0.1, 0.5, 0.4], 0.8),
    (euclidean, [0, 0.1, 0.4, 0.5], [0.1, 0.2, 0.3, 0.4], 0.2),
    (euclidean, [0, 0.1, 0.4, 0.5], [0, 0.1, 0.5, 0.4], 0.1414),
    (manhattan, [0, 0, 0, 0, 1], [0, 0, 0, 0.2, 0.8], 0.4),
    (manhattan, [0, 0, 0, 0, 1], [0.05, 0.05, 0.05, 0.05, 0.8], 0.4),
    (euclidean, [0, 0, 0, 0, 1], [0, 0, 0, 0.2, 0.8], 0.2828),
    (euclidean, [0, 0, 0, 0, 1], [0.05, 0.05, 0.05, 0.05, 0.8], 0.2236),
    (euclidean, [0, 0, 0, 0, 0.3, 0.7], [0.25, 0.25, 0.25, 0.25, 0, 0], 0.911),
    (euclidean, [0, 0, 0, 0, 0.3, 0.7], [0, 0, 0, 0, 1, 0], 0.990),
])  # fmt: skip
def test_printed_examples(distance, target, prediction, printed):
    """In the paper's order: target, prediction."""
    assert distance(np.array([prediction]), np.array([target])) == pytest.approx(printed, abs=6e-5)


def distributions(seed, n, m):
    """Random rows, many of them with zeros, some with one label only, some equal to their pair."""
    rng = np.random.default_rng(seed)
    rows = rng.dirichlet(np.full(m, 0.7), (2, n)) * (rng.random((2, n, m)) < 0.7)
    rows[..., 0] += rows.sum(axis=-1) == 0
    rows[1, : n // 10] = rows[0, : n // 10]
    return rows / rows.sum(axis=-1, keepdims=True)


def ground_cost(kind, rng, m):
    points = rng.random((m, 3))
    distances = np.linalg.norm(points[:, None] - points, axis=2)
    if kind == "any":
        return rng.random((m, m))
    if kind == "symmetric":
        return np.where(np.eye(m) > 0, 0, (distances + rng.random()) ** 3)
    if kind == "one-way":
        return np.triu(distances) + 3 * np.tril(distances)
    if kind == "line":
        return np.abs(np.subtract.outer(points[:, 0], points[:, 0]))
    return distances if kind == "metric" else 1.0 - np.eye(m)


KINDS = ("any", "symmetric", "one-way", "metric", "line", "0/1")


def least_cost(prediction, target, cost):
    m = len(cost)
    rows, columns = np.kron(np.eye(m), np.ones(m)), np.kron(np.ones(m), np.eye(m))
    constraints = np.concatenate([rows, columns]), np.concatenate([prediction, target])
    return linprog(cost.ravel(), A_eq=constraints[0], b_eq=constraints[1], method="highs").fun


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("m", [1, 2, 3, 4, 5, 8, 11])
def test_wasserstein_is_that_of_pot_and_the_solution_of_its_linear_program(kind, m):
    cost = ground_cost(kind, np.random.default_rng(m), m)
    predictions, targets = distributions(m, 60, m)
    expected = [ot.emd2(q, p, cost) for q, p in zip(predictions, targets, strict=True)]
    result = wasserstein(predictions, targets, cost)
    np.testing.assert_allclose(result, expected, rtol=0, atol=1e-14)
    assert (result >= 0).all()
    pairs = zip(predictions[-15:], targets[-15:], strict=True)
    expected = [least_cost(q, p, cost) for q, p in pairs] if m < 6 else result[-15:]
    np.testing.assert_allclose(result[-15:], expected, atol=1e-9)


@pytest.mark.parametrize("kind", ["any", "symmetric", "metric"])
def test_tiny_masses_and_costs(kind):
    cost = ground_cost(kind, np.random.default_rng(6), 7)
    predictions, targets = distributions(6, 50, 7)
    expected = wasserstein(predictions, targets, cost)
    for tiny in (1e-16, 1e-100, 1e-310):
        near = np.where(predictions == 0, tiny, predictions)
        near /= near.sum(axis=1, keepdims=True)
        np.testing.assert_allclose(wasserstein(near, targets, cost), expected, atol=1e-14)
    np.testing.assert_allclose(
        wasserstein(predictions, targets, cost * 1e-15) * 1e15, expected, rtol=1e-9, atol=1e-12
    )


def test_blocks(monkeypatch):
    predictions, targets = distributions(8, 101, 5)
    cost = ground_cost("any", np.random.default_rng(8), 5)
    functions = [*DISTANCES.values(), lambda q, p: wasserstein(q, p, cost)]
    whole = [function(predictions, targets) for function in functions]
    monkeypatch.setattr(soft, "BLOCK_COSTS", 40)
    for function, expected in zip(functions, whole, strict=True):
        np.testing.assert_array_equal(function(predictions, targets), expected)


@pytest.mark.parametrize(
    ("kind", "m", "needed"),
    [("any", 2, False), ("metric", 5, False), ("line", 11, False), ("0/1", 11, False),
     ("any", 3, True), ("metric", 6, True)],
)  # fmt: skip
def test_the_solver_is_asked_only_where_no_closed_form_is_known(monkeypatch, kind, m, needed):
    monkeypatch.setitem(sys.modules, "ot", None)
    rng = np.random.default_rng(1)
    predictions, targets = rng.dirichlet(np.ones(m), (2, 200))
    cost = ground_cost(kind, rng, m)
    if needed:
        with pytest.raises(ImportError, match="pip install POT"):
            wasserstein(predictions, targets, cost)
    else:
        assert (wasserstein(predictions, targets, cost) > 0).all()
    hard = np.eye(m)[rng.integers(m, size=200)]
    expected = (targets * cost[hard.argmax(axis=1)]).sum(axis=1)
    np.testing.assert_allclose(wasserstein(hard, targets, cost), expected, atol=1e-14)


@st.composite
def rows(draw, m, n=3):
    """n distributions over m labels, as ratios of small counts or as any numbers."""
    number = st.integers(0, 4) | st.floats(0, 1)
    drawn = st.lists(number, min_size=m, max_size=m).filter(lambda row: sum(row) > 1e-3)
    table = np.array([draw(drawn) for _ in range(n)], dtype=float)
    return table / table.sum(axis=1, keepdims=True)


@st.composite
def metric_costs(draw, m):
    """Shortest ways through a complete graph with lengths above 0: every finite metric is one."""
    lengths = draw(st.lists(st.floats(0.01, 1), min_size=m * m, max_size=m * m))
    cost = np.array(lengths).reshape(m, m)
    cost = np.where(np.eye(m) > 0, 0, np.minimum(cost, cost.T))
    for middle in range(m):
        cost = np.minimum(cost, cost[:, middle : middle + 1] + cost[middle])
    return cost


@given(st.data(), st.integers(1, 6))
@settings(max_examples=150, deadline=None)
def test_symmetry_and_triangle_inequality(data, m):
    p, q, r = (row[None] for row in data.draw(rows(m)))
    cost = data.draw(metric_costs(m))
    symmetric = [manhattan, euclidean, jensen_shannon_divergence, jensen_shannon_distance]
    distances = {f.__name__: f for f in symmetric}
    distances["wasserstein"] = lambda q, p: wasserstein(q, p, cost)
    for name, distance in distances.items():
        assert distance(p, q) == pytest.approx(distance(q, p), abs=1e-12), name
        assert (distance(p, q) >= 0).all()
        assert distance(p, p) == 0
        if name != "jensen_shannon_divergence":
            assert distance(p, r) <= distance(p, q) + distance(q, r) + 1e-12, name


@given(st.data(), st.integers(1, 6))
@settings(max_examples=100, deadline=None)
def test_one_cost_for_all_moves_is_half_the_manhattan_distance(data, m):
    p, q, _ = (row[None] for row in data.draw(rows(m)))
    cost = 1.0 - np.eye(m)
    assert wasserstein(q, p, cost) == pytest.approx(manhattan(q, p) / 2, abs=1e-15)
    # So it is for a cost that is too near to it to tell, solved in the general way.
    near = cost + 1e-7 * (np.arange(m) - np.arange(m)[:, None] > 0)
    assert wasserstein(q, p, near) == pytest.approx(manhattan(q, p) / 2, abs=1e-6)


def test_nearly_equal_rows():
    p = np.array([[0.3, 0.7]])
    for about in (1e-4, 1e-8, 1e-12, 1e-15):
        q = p + [[-about, about]]
        step = q[0, 1] - p[0, 1]
        expected = step * np.sqrt((1 / 0.3 + 1 / 0.7) / 8)
        assert jensen_shannon_distance(q, p) == pytest.approx(expected, rel=1e-3, abs=1e-16)


def test_certain_rows():
    certain = np.array([[1.0, 0.0]])
    value = cross_entropy(certain, certain)
    assert value == 0
    assert not np.signbit(value)
    assert cross_entropy(certain, certain[:, ::-1]) == -np.log(1e-12)
    assert jensen_shannon_divergence(certain, certain[:, ::-1]) == np.log(2)


def test_subnormal_numbers():
    tiny = np.array([[0.0, 5 * 5e-324]])
    for distance in DISTANCES.values():
        assert np.isfinite(distance(tiny, tiny[:, ::-1])).all()


def test_unequal_masses_are_refused():
    cost = 1.0 - np.eye(2)
    with pytest.raises(
        ValueError, match=r"predictions\[1\]: the sum is 1\.0, that of the target 2"
    ):
        wasserstein([[0, 1.0], [0.5, 0.5]], [[1, 0], [1, 1]], cost)
    with pytest.raises(ValueError, match=r"predictions\[0\]: the sum is nan"):
        wasserstein([[0, np.nan]], [[1, 0]], cost)


ROWS = [[0.25, 0.75], [1, 0], [0.5, 0.5]]


@pytest.mark.parametrize("given_rows", [
    np.array(ROWS, dtype=np.float32), np.array(ROWS, dtype=object),
    [[np.float32(0.25), np.float64(0.75)], [np.True_, False], [0.5, 0.5]],
    pa.chunked_array([[[0.25, 0.75]], [[1.0, 0.0], [0.5, 0.5]]]),
    [0.75, np.int64(0), np.float32(0.5)],
])  # fmt: skip
def test_forms_of_rows(given_rows):
    read = read_distributions(given_rows, "predictions", 2)
    assert read.dtype == np.float64
    np.testing.assert_array_equal(read, ROWS)


def test_single_numbers_are_kept_to_the_digit():
    numbers = np.random.default_rng(0).random(100)
    np.testing.assert_array_equal(read_distributions(numbers, "predictions", 2)[:, 1], numbers)


def test_counts():
    counts = [[3, 1, 0], [0, 0, 7], [10**40, 10**40, 0]]
    expected = [[0.75, 0.25, 0], [0, 0, 1], [0.5, 0.5, 0]]
    for rows in (counts, np.array(counts, dtype=float)):
        np.testing.assert_array_equal(
            read_distributions(rows, "references", 3, normalize_counts=True), expected
        )


def test_float32_rows_sum_to_1():
    rows = np.random.default_rng(0).dirichlet(np.ones(11), 1000).astype(np.float32)
    read = read_distributions(rows, "predictions", 11)
    assert np.abs(read.sum(axis=1) - 1).max() < 1e-15
    np.testing.assert_allclose(read, rows, rtol=1e-6)


def test_no_rows():
    assert read_distributions([], "predictions").shape == (0, 0)
    assert read_distributions([], "predictions", 4).shape == (0, 4)
    assert read_distributions(np.zeros((0, 4)), "predictions").shape == (0, 4)


OK = [0.5, 0.5]


@pytest.mark.parametrize(("rows", "message"), [
    ([OK, [0.5, 0.6]], r"x\[1\]: the sum is 1\.1; probabilities sum to 1 \(within 1e-06\); "
    "these look like one share or probability per label, each by itself"),
    ([OK, [0.5, 0.4999985]], r"x\[1\]: the sum is 0\.9999985; "),
    ([OK, [3, 1]], r"x\[1\]: the sum is 4\.0; .*normalize_counts=True"),
    ([OK, [1.5, -0.5]], r"x\[1\]: column 1 is -0\.5; probabilities and counts are finite"),
    ([OK, [float("nan"), 1]], r"x\[1\]: column 0 is nan; probabilities and counts are finite"),
    ([OK, [float("inf"), 1]], r"x\[1\]: column 0 is inf; probabilities and counts are finite"),
    ([OK, [10**400, 1]], r"x\[1\]: column 0 is inf; "),
    ([OK, [0.2, 0.3, 0.5]], r"x\[1\]: 3 columns where row 0 has 2; rows have one column"),
    ([OK, []], r"x\[1\]: 0 columns where row 0 has 2"),
    ([[0.2, 0.3, 0.5]], r"x\[0\]: 3 values for 2 labels; a row has one value per label"),
    (np.ones((2, 3)) / 3, r"x\[0\]: 3 values for 2 labels"),
    ([OK, 0.5], r"x\[1\]: expected a row of numbers, one value per label; got float 0\.5"),
    ([OK, None], r"x\[1\]: expected a row of numbers, one value per label; got NoneType None"),
    ([OK, {0.5}], r"x\[1\]: expected a row of numbers"),
    ([OK, "ab"], r"x\[1\]: expected a row of numbers, one value per label; got str 'ab'"),
    ([OK, np.ones((1, 2))], r"x\[1\]: expected a row of numbers"),
    ([OK, ["0.5", 0.5]], r"x\[1\]: column 0 is '0\.5', not a number"),
    ([OK, [None, 1]], r"x\[1\]: column 0 is None, not a number"),
    ([OK, [1j, 1]], r"x\[1\]: column 0 is 1j, not a number"),
    (pa.array([OK, [None, 1.0]]), r"x\[1\]: a value is None; a row has numbers"),
    (pa.array([OK, None]), r"x\[1\]: got None; a row has numbers, one value per label"),
    (pa.array([0.5, None]), r"x\[1\]: got None; a single number is the probability"),
    (np.array([OK, ["a", "b"]]), r"x\[0\]: column 0 is '0\.5', not a number"),
    ([0.5, 1.25], r"x\[1\]: got 1\.25; a single number is the probability of the second"),
    ([0.5, -0.25], r"x\[1\]: got -0\.25; "),
    ([0.5, float("nan")], r"x\[1\]: got nan; "),
    ([0.5, OK], r"x\[1\]: got \[0\.5, 0\.5\] among single numbers such as 0\.5"),
    (np.ma.array([OK, OK], mask=[[0, 1], [0, 0]]), "x: a masked array hides values"),
    (np.zeros((1, 2, 2)), r"x: expected rows of numbers, .*; got shape \(1, 2, 2\)"),
    (np.array(0.5), r"x: expected rows of numbers, one value per label; got shape \(\)"),
    (0.5, "x: expected a sequence with one entry per example; got float 0.5"),
    (None, "x: expected a sequence with one entry per example; got NoneType"),
    ("ab", "x: expected a sequence with one entry per example; got str 'ab'"),
    ({"a": OK}, "x: expected a sequence .* got dict"),
    (pd.DataFrame([OK]), "x: 0 is no name of a label; .* in the order of the labels"),
])  # fmt: skip
def test_rows_that_are_refused(rows, message):
    with pytest.raises(ValueError, match=message):
        read_distributions(rows, "x", 2)


@pytest.mark.parametrize(("rows", "m", "counts", "message"), [
    ([[3, 1], [0, 0]], 2, True, r"x\[1\]: the sum is 0\.0; counts need a sum above 0 that a"),
    ([[3, 1], [2, -1]], 2, True, r"x\[1\]: column 1 is -1\.0; probabilities and counts are fini"),
    ([[3, 1], [1e308, 1e308]], 2, True, r"x\[1\]: the sum is inf; counts need"),
    ([3, 1], 2, True, "x: got single numbers; counts need one row per example, one value per"),
    ([0.5], 3, False, "x: got single numbers; 3 labels need one row per examp"),
])  # fmt: skip
def test_counts_and_single_numbers_that_are_refused(rows, m, counts, message):
    with pytest.raises(ValueError, match=message):
        read_distributions(rows, "x", m, normalize_counts=counts)
