"""Resamples: the same numbers as loops that score every resample again, exactly and always."""

import math
import os
from fractions import Fraction

import numpy as np
import pytest
from helpers import in_python
from scored import ALL, AVERAGES, Data, contributions, draws, replicates

from semantic_f1 import SemanticF1
from semantic_f1.messages import notices
from semantic_f1.scoring import bootstrap
from semantic_f1.scoring.averages import Averaging
from semantic_f1.scoring.bootstrap import (
    Smoother,
    block_of_units,
    drawn_units,
    pooled_prior,
    pseudo_example,
    pseudo_shapes,
    resampled_sums,
)
from semantic_f1.scoring.contributions import Contributions, scores_of_columns


def sums_of(matrix, n_resamples, seed):
    return np.concatenate([sums[0] for _, _, sums in resampled_sums([matrix], n_resamples, seed)])


@pytest.mark.parametrize("counting", ["paper", "two_sided"])
def test_replicates_are_those_of_a_loop_that_scores_again(counting):
    data, averaging = Data(1, 60, 5), Averaging(AVERAGES, counting)
    found = replicates([data.units(0), data.units(1)], averaging, 25, 7)
    for average in AVERAGES:
        for system in (0, 1):
            loop = [data.scores(system, rows, average, averaging) for rows in draws(60, 25, 7)]
            np.testing.assert_allclose(found[average][system], loop, rtol=0, atol=1e-12)


def test_sums_are_the_exact_ones_rounded_once():
    rng = np.random.default_rng(1)
    rows = np.hstack([rng.random((40, 6)), rng.integers(0, 2, (40, 4)), -rng.random((40, 1)) / 3])
    matrix = rows[rng.integers(40, size=500)]
    for sums, drawn in zip(sums_of(matrix, 5, 3), draws(500, 5, 3), strict=True):
        exact = [sum(map(Fraction, column.tolist())) for column in matrix[drawn].T]
        for value, expected in zip(sums.tolist(), exact, strict=True):
            # The parts hold all digits but those far below the last one of the sum.
            assert abs(Fraction(value) - expected) <= Fraction(math.ulp(value)) * 0.501


def test_great_whole_numbers_are_summed_exactly():
    matrix = np.random.default_rng(5).integers(0, 10**7, (20, 2)).astype(np.float64)
    sums = [matrix[drawn].sum(axis=0).tolist() for drawn in draws(20, 30, 0)]
    assert sums_of(matrix, 30, 0).tolist() == sums


@pytest.mark.parametrize("values", [1, 700, 1 << 14])
def test_blocks_change_no_digit(monkeypatch, values):
    data = Data(2, 70, 4)
    pseudo = pseudo_example(data.units(), 70)
    shapes = pseudo_shapes(0.5, 0.6, 0.5)

    def found():
        smoothers = {
            average: [Smoother(average, pseudo, 1.0, shapes, 3, 0)] for average in AVERAGES
        }
        return replicates([data.units()], ALL, 60, 5, smoothers)

    whole = found()
    monkeypatch.setattr(bootstrap, "RESAMPLED_VALUES", values)
    parts = found()
    for average in AVERAGES:
        assert parts[average].tobytes() == whole[average].tobytes()


def test_threads_change_no_digit(root):
    program = """
import json, numpy as np
from helpers import random_sets
from semantic_f1 import SemanticF1
a, b, gold = (random_sets(seed, range(12), 2000) for seed in range(3))
options = {"similarity": np.random.default_rng(0).random((12, 12)), "labels": list("abcdefghijkl")}
averages = ["samples", "micro", "macro", "weighted", None]
metric = SemanticF1(average=averages, n_resamples=64, **options)
groups = [None, np.arange(2000) // 3]
found = [metric.compute(a, gold)] + [metric.compare(a, b, gold, groups=x) for x in groups]
print(json.dumps(found))
"""
    digits = set()
    for threads in "12":
        variables = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
        path = os.pathsep.join([str(root), str(root / "tests"), os.environ["PYTHONPATH"]])
        environment = {**os.environ, **dict.fromkeys(variables, threads), "PYTHONPATH": path}
        digits.add(in_python("-c", program, cwd=root, env=environment).stdout)
    assert len(digits) == 1


def test_seeds_and_systems_differ():
    data = Data(3, 40, 3)
    one = replicates([data.units()], ALL, 9, 0)
    other = replicates([data.units()], ALL, 9, 1)
    for average in AVERAGES:
        assert (one[average] != other[average]).any()
    pseudo = pseudo_example(data.units(), 40)
    columns = data.units().total("micro")[None]
    first, second = (
        Smoother("micro", pseudo, 1.0, None, 0, system).added_to(columns) for system in (0, 1)
    )
    assert (first != second).any()


def test_systems_of_equal_sums_are_told_apart_by_what_they_hold():
    rows, none = np.array([[1.0, 1, 1, 1], [0, 0, 0, 1]]), [np.zeros(0)] * 4
    systems = [Contributions(x, x, none, none, 0) for x in (rows, rows[::-1], rows)]
    assert bootstrap.streams_by_content(systems, "micro") in ([0, 1, 0], [1, 0, 1])


def test_many_units_are_drawn_in_blocks(monkeypatch):
    data = Data(4, 50, 4)
    whole = data.units()
    assert drawn_units(whole) is whole
    monkeypatch.setattr(bootstrap, "MANY_UNITS", 49)
    monkeypatch.setattr(bootstrap, "DRAWN_BLOCKS", 8)
    blocks = drawn_units(whole)
    assert blocks.n_units == 8
    for average in AVERAGES:
        rows = [block_of_units(50) == block for block in range(8)]
        expected = [whole.columns(average)[of_block].sum(0) for of_block in rows]
        np.testing.assert_allclose(blocks.columns(average), expected, atol=1e-14)


def test_blocks_are_of_random_units():
    assert block_of_units(8193)[:6].tolist() == [515, 886, 326, 506, 947, 451]
    assert block_of_units(40_000)[:6].tolist() == [827, 273, 308, 929, 613, 84]
    assert np.ptp(np.bincount(block_of_units(40_000))) == 1


N_MANY, SIZE = 40_000, 8
ORDERS = {
    "shuffled": lambda x: np.arange(N_MANY),
    "in turn by language": lambda x: np.argsort(x, kind="stable").reshape(SIZE, -1).T.ravel(),
    "by language": lambda x: np.argsort(x, kind="stable"),
    "copies stacked": lambda x: np.tile(np.arange(N_MANY // 10), 10),
}


@pytest.mark.parametrize("order", ORDERS.values(), ids=ORDERS)
@pytest.mark.parametrize("grouped", [False, True], ids=["examples", "groups"])
def test_widths_of_many_rows_in_any_order(order, grouped):
    rng = np.random.default_rng(11)
    language = rng.integers(SIZE, size=N_MANY)
    gold = rng.integers(4, size=N_MANY)
    wrong = rng.random((2, N_MANY)) < 0.05 + 0.9 * (language == [[0], [1]])
    rows = order(language)
    labels = np.array(list("abcd"))
    first, second, gold = ([[x] for x in labels[s][rows]] for s in (*((gold + wrong) % 4), gold))
    metric = SemanticF1(similarity="identity", labels=list("abcd"), average=["samples", "micro"])
    shares = [[np.eye(4)["abcd".index(x)] for (x,) in side] for side in (first, second, gold)]
    soft = SemanticF1(config_name="soft")
    # Four rows a group that lie far from each other.
    options = {"n_resamples": 600, "groups": np.arange(N_MANY) % 10_000 if grouped else None}
    with notices() as texts:
        found = metric.compute(predictions=first, references=gold, **options)
        compared = metric.compare(first, second, gold, **options)
        found |= {f"difference {key}": value for key, value in compared.items()}
        found |= soft.compute(np.array(shares[0]), np.array(shares[2]), **options)
    assert not [text for text in texts if "as wide as" in text]
    checked = 0
    for key in [key for key in found if key.endswith("_low") and "entropy" not in key]:
        name = key.removesuffix("_low")
        width, error = found[f"{name}_high"] - found[key], found[f"{name}_standard_error"]
        assert 0.8 < width / (3.92 * error) < 1.25, name
        checked += 1
    assert checked > 14


def test_sizes_of_the_imaginary_example():
    # 2, 1 and 0 predicted; 1, 1 and 1 gold; label 2 is never seen.
    examples = contributions([{0, 1}, {0}, set()], [{0}, {1}, {1}], np.eye(3))
    pseudo = pseudo_example(examples, 3)
    assert pseudo.weight == 1
    assert (pseudo.predicted, pseudo.gold) == (1.5, 1)
    assert pseudo.label.tolist() == [1, 1, 1]
    assert pseudo.share_predicted.tolist() == pytest.approx([2 / 3, 1 / 3, 0])
    assert pseudo.share_gold.tolist() == pytest.approx([1 / 3, 2 / 3, 0])
    assert pseudo.whole == 1
    # An example counts by the greater of its two sides.
    half = examples._replace(gold=examples.gold._replace(weight=examples.gold.weight / 2))
    assert pseudo_example(half, 3).label.tolist() == pytest.approx([1, 2 / 3, 1])
    weighted = pseudo_example(examples.weighted(np.array([4.0, 1, 1])), 1)
    assert weighted.whole == 3
    assert weighted.weight == pytest.approx(1)
    assert weighted.label.tolist() == pytest.approx([1.25, (2 + 0.5 + 0.5) / 3, 1])


def test_weights_make_it_one_effective_example():
    weight = np.array([1.0] * 45 + [81] * 5)
    examples = contributions([{0, 1}] * 50, [{0}] * 50, np.eye(3)).weighted(weight)
    pseudo = pseudo_example(examples, 50)
    # 73 of these weights, whose mean is 9.
    assert pseudo.weight == pseudo.gold == pytest.approx(73 / 9)
    assert pseudo.predicted == pytest.approx(2 * 73 / 9)
    assert pseudo.label.tolist() == pytest.approx([73 / 9, 73 / 9, 1])
    even = pseudo_example(examples.scaled(1 / examples.points[:, 3]), 50)
    assert even[:3] == (1, 2, 1)


def test_a_system_that_predicts_nothing_is_given_the_size_of_gold_sets():
    examples = contributions([set(), set()], [{0}, {0, 1}], np.eye(2))
    assert pseudo_example(examples, 2).predicted == 1.5
    nothing = contributions([set()], [set()], np.eye(2))
    assert pseudo_example(nothing, 1)[:3] == (1, 1, 1)


def test_labels_are_expected_to_be_like_those_that_have_examples():
    totals = np.array([[1.0, 3, 0], [2, 4, 0], [1, 3, 0], [4, 3, 0]])
    averaging = Averaging(("macro",), "two_sided")
    assert pooled_prior([totals], averaging, (0, 1)) == pytest.approx((0.625, 0.625))
    assert pooled_prior([totals], averaging, (0.1, 0.6)) == (0.6, 0.6)
    both = pooled_prior([totals, np.zeros((4, 3))], averaging, (0, 1))
    assert both == pytest.approx((0.625, 0.625))
    assert pooled_prior([np.zeros((4, 3))], averaging, (0, 1)) == (0.5, 0.5)
    masked = averaging._replace(macro_mask=np.array([True, False, True]))
    assert pooled_prior([totals], masked, (0, 1)) == pytest.approx((0.5, 0.25))


def test_shapes_have_the_precision_and_recall_that_are_expected():
    right, alarm, miss = pseudo_shapes(0.8, 0.4, flat=0)
    assert right / (right + alarm) == pytest.approx(0.8)
    assert right / (right + miss) == pytest.approx(0.4)
    assert right == pytest.approx(0.5 * 2 * 0.8 * 0.4 / 1.2)
    assert pseudo_shapes(0.8, 0.4, flat=1).tolist() == [0.5] * 3
    half = pseudo_shapes(0.8, 0.4, flat=0.5)
    assert half.tolist() == pytest.approx([0.25 + x / 2 for x in (right, alarm, miss)])


@pytest.mark.parametrize("average", AVERAGES)
def test_the_imaginary_example_alone_is_anything_between_0_and_1(average):
    data = Data(5, 40, 3)
    pseudo, shapes = pseudo_example(data.units(), 40), pseudo_shapes(0.5, 0.5, flat=0)
    shape = (4000, 4, 3) if average in ("macro", "weighted", None) else (4000, 4)
    added = Smoother(average, pseudo, 1.0, shapes, 0, 0).added_to(np.zeros(shape))
    scores = scores_of_columns(added, average, ALL)
    low, high = np.quantile(scores, [0.01, 0.99], axis=0)
    assert (low < 0.25).all()
    assert (high > 0.75).all()
    assert ((scores >= 0) & (scores <= 1)).all()
    # What is matched is both what the predicted and what the gold labels earn.
    np.testing.assert_array_equal(added[:, 0], added[:, 2]) if average != "samples" else None


def test_groups_without_spread_are_whole_examples():
    pseudo = pseudo_example(contributions([{0}] * 6, [{0}] * 6, np.eye(1)), 3)

    def scale(error, average="micro"):
        return Smoother(average, pseudo, error, None, 0, 0).scale.tolist()

    assert scale(np.zeros(3)) == scale(np.full(3, np.nan)) == 2
    assert scale(np.array([0, 0, 0.1])) == 1
    assert scale(np.array([[0, 0.1], [0, 0], [0, 0]]), None) == [2, 1]
