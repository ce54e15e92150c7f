"""Influence values and standard errors: numbers by hand, finite differences, the jackknife."""

import numpy as np
import pytest
from helpers import label_sets
from scipy import stats
from scored import ALL, AVERAGES, Data, contributions, example_counts

from semantic_f1.scoring import contributions as module
from semantic_f1.scoring.averages import Averaging, average_slopes
from semantic_f1.scoring.contributions import (
    Contributions,
    influence_values,
    scores_of_columns,
    standard_errors,
)

COUNTINGS = ("paper", "two_sided")


def f1_of(examples, average, averaging=ALL):
    return influence_values(examples, average, averaging)[:, 2]


@pytest.mark.parametrize(("counting", "f1", "moves"), [
    ("paper", 0.8785046729, 0.0454188138), ("two_sided", 0.7800829876, 0.1603966874),
])  # fmt: skip
def test_the_worked_example_and_one_that_is_right(counting, f1, moves):
    table = np.eye(5)
    table[0, 1:4] = table[1:4, 0] = 0.9
    examples = contributions([{0, 1, 2, 3}, {0}], [{0, 4}, {0}], table)
    averaging = Averaging(AVERAGES, counting)
    total = examples.total("micro")
    assert total.tolist() == pytest.approx([4.7, 5, 2, 3])
    assert scores_of_columns(total, "micro", averaging)[2] == pytest.approx(f1, abs=1e-10)
    assert f1_of(examples, "micro", averaging).tolist() == pytest.approx([-moves, moves], abs=1e-10)
    error = standard_errors([examples], "micro", [averaging])[0][2]
    assert error == pytest.approx(moves, abs=1e-10)


@pytest.mark.parametrize("counting", COUNTINGS)
def test_three_examples_of_two_labels(counting):
    examples = contributions([{0}, {1}, {1}], [{0}, {0}, {1}], np.eye(2))
    averaging = Averaging(AVERAGES, counting)
    thirds = 3 * f1_of(examples, "macro", averaging)
    assert thirds.tolist() == pytest.approx([1, -2, 1])
    ninths = 9 * f1_of(examples, "weighted", averaging)
    assert ninths.tolist() == pytest.approx([4, -6, 2])
    of_averages = averaging._replace(macro_f1="f1_of_averages")
    found = f1_of(examples, "macro", of_averages)
    assert found.tolist() == pytest.approx([0.1875, -0.375, 0.1875])


@pytest.mark.parametrize("average", AVERAGES)
@pytest.mark.parametrize("counting", COUNTINGS)
@pytest.mark.parametrize("macro_f1", ["averaged_f1", "f1_of_averages"])
@pytest.mark.parametrize("mask", [None, np.array([1, 0, 1, 1], bool)])
def test_gradients_are_finite_differences(average, counting, macro_f1, mask):
    averaging = Averaging(AVERAGES, counting, macro_f1, mask)
    columns = Data(3, 40, 4).units().total(average)
    found = average_slopes(columns, average, averaging)
    step = 1e-6
    for place in np.ndindex(columns.shape):
        moved = np.zeros_like(columns)
        moved[place] = step
        change = (
            scores_of_columns(columns + moved, average, averaging)
            - scores_of_columns(columns - moved, average, averaging)
        ) / (2 * step)
        if average is None:
            # A label's columns move its own scores alone.
            kind, label = place
            np.testing.assert_allclose(found[:, kind, label], change[:, label], atol=1e-8)
            assert np.abs(np.delete(change, label, axis=1)).max() == 0
        else:
            np.testing.assert_allclose(found[(slice(None), *place)], change, atol=1e-8)


@pytest.mark.parametrize("average", AVERAGES)
@pytest.mark.parametrize("counting", COUNTINGS)
def test_errors_are_near_those_of_the_jackknife(average, counting):
    data, averaging = Data(5, 300, 4), Averaging(AVERAGES, counting)
    left = np.stack(
        [data.scores(0, np.arange(300) != i, average, averaging) for i in range(0, 300)]
    )
    jackknife = np.sqrt(299 / 300 * ((left - left.mean(axis=0)) ** 2).sum(axis=0))
    found = standard_errors([data.units()], average, [averaging])[0]
    np.testing.assert_allclose(found, jackknife, rtol=0.03)


def test_t_of_samples_is_that_of_scipy():
    data = Data(7, 60, 4)
    a, b = data.units(0), data.units(1)
    expected = stats.ttest_rel(a.points[:, :3], b.points[:, :3]).statistic
    difference = (a.points[:, :3] - b.points[:, :3]).mean(axis=0)
    found = difference / standard_errors([a, b], "samples", [ALL] * 2, [(0, 1)])[0]
    np.testing.assert_allclose(found, expected, rtol=1e-12)


@pytest.mark.parametrize("average", AVERAGES)
def test_a_difference_s_error_is_that_of_paired_influence_values(average):
    data = Data(8, 50, 4)
    a, b = data.units(0), data.units(1)
    apart = influence_values(a, average, ALL) - influence_values(b, average, ALL)
    expected = np.sqrt((apart**2).sum(axis=0) / (50 * 49))
    np.testing.assert_allclose(
        standard_errors([a, b], average, [ALL] * 2, [(0, 1)])[0], expected, rtol=1e-12
    )


@pytest.mark.parametrize("average", AVERAGES)
def test_groups_are_units(average):
    data = Data(9, 60, 4)
    groups = np.arange(60) // 5
    values = influence_values(data.units(), average, ALL)
    # Of n units a unit's influence is n times what it adds.
    expected = np.stack([values[groups == group].sum(axis=0) for group in range(12)]) * 12 / 60
    found = influence_values(data.units().grouped(groups), average, ALL)
    np.testing.assert_allclose(found, expected, atol=1e-12)
    shuffled = np.random.default_rng(0).permutation(60)
    again = influence_values(data.units(rows=shuffled).grouped(groups[shuffled]), average, ALL)
    np.testing.assert_allclose(again, expected, atol=1e-12)


def test_dense_rows_and_label_sets_give_the_same():
    data = Data(10, 30, 5)
    sides = [label_sets(data.sides[side]) for side in (0, 2)]
    matrix = example_counts(*sides, lambda a, b: data.table[a, b], 5)
    sparse, dense = data.units(), Contributions.of_matrix(matrix, 5)
    for average in AVERAGES:
        np.testing.assert_array_equal(sparse.columns(average), dense.columns(average))
        np.testing.assert_allclose(sparse.total(average), sparse.columns(average).sum(axis=0))


def test_parts_chosen_units_and_blocks_are_those_of_the_whole(monkeypatch):
    data = Data(11, 30, 5)
    whole = data.units()
    joined = Contributions.joined([data.units(rows=slice(0, 7)), data.units(rows=slice(7, 30))])
    keep = np.arange(30) % 3 > 0
    errors = standard_errors([whole], None, [ALL])[0]
    monkeypatch.setattr(module, "DENSE_VALUES", 100)
    assert len(whole.blocks()) == 6
    for average in AVERAGES:
        np.testing.assert_array_equal(joined.columns(average), whole.columns(average))
        np.testing.assert_array_equal(
            whole.chosen(keep).columns(average), whole.columns(average)[keep]
        )
        np.testing.assert_array_equal(whole.columns(average, 5, 9), whole.columns(average)[5:9])
    np.testing.assert_allclose(standard_errors([whole], None, [ALL])[0], errors, rtol=1e-14)


def test_weights_are_relative():
    whole = Data(12, 30, 3).units()
    weight = np.random.default_rng(0).random(30)
    for average in AVERAGES:
        expected = whole.weighted(weight).columns(average)
        for factor in (2.0**-1000, 1e-300, 1e300, 3.0):
            found = whole.weighted(weight * factor).columns(average)
            np.testing.assert_allclose(found, expected, rtol=1e-14)
        one = whole.weighted(np.full(30, 1e-300)).columns(average)
        np.testing.assert_allclose(one, whole.columns(average), rtol=1e-15)
