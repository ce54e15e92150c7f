"""Macro differences with rare labels: goldens by hand and of an independent implementation."""

import numpy as np
import pytest
from scored import Data, contributions, paired_comparisons

from semantic_f1 import SemanticF1
from semantic_f1.scoring.averages import Averaging
from semantic_f1.scoring.contributions import scores_of_columns
from semantic_f1.scoring.intervals import order_ends
from semantic_f1.scoring.macro_differences import FilledDifferences, macro_bias, undecidable
from semantic_f1.scoring.significance import SmoothedDifferences, inverted_p_values
from semantic_f1.scoring.statistic import Statistic
from semantic_f1.scoring.student_t import tail_share

MACRO = Averaging(("macro",))
PAIR = np.array([[0, 1]])


def majority():
    """Gold 93 times label 0 and 1 to 7 once; a always says 0, b guesses all over."""
    gold = [{0}] * 93 + [{label} for label in range(1, 8)]
    tail = [{label} for label in (1, 3, 4, 5, 6, 7, 8)]
    guesses = [{0}] * 30 + [{i % 10 + 1} for i in range(63)] + tail
    return [contributions(rows, gold, np.eye(11)) for rows in ([{0}] * 100, guesses)]


def test_each_set_of_resamples_of_the_worked_example():
    systems = majority()
    drawn = SmoothedDifferences(Statistic(systems, MACRO), "macro")
    drawn.draw(20_000)
    share, (difference,) = tail_share(0.95, 100), 0.0231 * np.ones((1, 1))
    found = []
    for values in drawn.sets:
        low, high = order_ends(values[:, 0, 2], share, (-1, 1))
        found.append((low, high, inverted_p_values(difference, values[:, :1, 2], 100)[0]))
    # In the counts; pooled, shared in half of all labels; each system's own.
    expected = [(-0.006, 0.277, 0.068), (-0.105, 0.167, 0.60), (-0.084, 0.249, 0.337)]
    # In the counts, less the bias.
    biases = [macro_bias(units, MACRO)[2] for units in systems]
    apart = biases[0] - biases[1]
    assert apart == pytest.approx(0.0027, abs=5e-5)
    expected.append((-0.006 - apart, 0.277 - apart, 0.076))
    np.testing.assert_allclose(drawn.sets[3], drawn.sets[0] - drawn.bias)
    np.testing.assert_allclose(found, expected, atol=0.012)
    one = paired_comparisons(systems, MACRO, n_resamples=20_000)["macro"]
    assert one.difference.estimate[0, 2] == pytest.approx(0.0231, abs=5e-5)
    # The outer ends and the greatest p-value of the four.
    assert one.difference.low[0, 2] == np.min(found, axis=0)[0]
    assert one.difference.high[0, 2] == np.max(found, axis=0)[1]
    assert one.p_value[0, 2] == np.max(found, axis=0)[2]


def test_a_label_by_hand():
    units = contributions([{0}], [{0}], np.eye(1))
    filled = FilledDifferences([units] * 2, [[units.total("macro")]] * 2, MACRO, PAIR, [0, 1], 0)
    for gold, expected in ((3, 0.325), (0, 0.4)):
        columns = np.array([[[0.0], [9], [0], [gold]]])
        share = filled._shares(np.ones((1, 1)), columns, columns)
        assert share[0, :, 0].tolist() == [0.1, *[1 / (1 + gold)] * 2]
        scores = [
            filled._mean(0, np.full((1, 3, 1), raw), np.full((1, 3, 1), fill), None, share)[0, 2]
            for raw, fill in ((0.8, 0.6), (0.5, 0.2))
        ]
        assert scores[0] - scores[1] == pytest.approx(expected)
    # The least number of predictions is what precision goes by.
    fewer = np.array([[[0.0], [4], [0], [3]]])
    assert filled._shares(np.ones((1, 1)), columns, fewer)[0, 0, 0] == pytest.approx(1 / 5)


@pytest.mark.parametrize("counting", ["paper", "two_sided"])
@pytest.mark.parametrize("grouped", [False, True])
@pytest.mark.parametrize("mask", [None, np.array([True, False, True, True])])
def test_the_bias_is_that_of_leaving_out_one_unit_at_a_time(counting, grouped, mask):
    averaging = Averaging(("macro",), counting, macro_mask=mask)
    units = Data(4, 20, 4).units(0).scaled(np.linspace(1, 2, 20))
    if grouped:
        units = units.grouped(np.arange(20) // 3)
    n, columns = units.n_units, units.columns(None)
    whole, expected = scores_of_columns(columns.sum(axis=0), None, averaging), np.zeros((3, 4))
    for unit in range(n):
        rest = np.delete(columns, unit, axis=0).sum(axis=0)
        left = np.stack([rest[1], rest[3], rest[1] + rest[3]]) > 1e-9
        expected += np.where(left, scores_of_columns(rest, None, averaging) - whole, 0)
    expected = (n - 1) / n * expected[:, slice(None) if mask is None else mask]
    np.testing.assert_allclose(macro_bias(units, averaging), expected.mean(axis=1), atol=1e-12)


def test_the_bias_by_hand():
    """Two of three examples have label 0, one of them found; label 1 has a single example."""
    units = contributions([{0}, set(), {1}], [{0}, {0}, set()], np.eye(2))
    # F1 of label 0 is 2 / 3, 0 without the first example and 1 without the second.
    expected = 2 / 3 * ((0 - 2 / 3) + (1 - 2 / 3)) / 2
    assert macro_bias(units, MACRO)[2] == pytest.approx(expected)
    averages = MACRO._replace(macro_f1="f1_of_averages")
    # Precision and recall of units are without bias, and so is F1 of their means.
    assert macro_bias(units, averages).tolist() == [0, 0, 0]
    assert macro_bias(units, MACRO)[:2].tolist() == [0, 0]
    always = contributions([{0}] * 3, [{0}] * 3, np.eye(2))
    assert macro_bias(always, MACRO).tolist() == [0, 0, 0]


@pytest.mark.parametrize("counting", ["paper", "two_sided"])
@pytest.mark.parametrize("macro_f1", ["averaged_f1", "f1_of_averages"])
def test_without_an_imaginary_example_differences_are_those_of_the_columns(counting, macro_f1):
    data, averaging = Data(1, 40, 4), Averaging(("macro",), counting, macro_f1)
    systems = [data.units(0), data.units(1)]
    totals = [each.total("macro") for each in systems]
    filled = FilledDifferences(systems, [[x] for x in totals], averaging, PAIR, [0, 1], 0)
    filled.weight = [np.zeros(4)]
    gammas = [np.random.default_rng(i).random((1, 3, 4)) for i in range(2)]
    expected = np.subtract(*(scores_of_columns(x, "macro", averaging) for x in totals))
    for found in filled.of([x[None] for x in totals], gammas):
        np.testing.assert_allclose(found[0, 0], expected, atol=1e-12)


def test_weights_of_the_imaginary_example_are_those_of_the_labels_examples():
    weight = np.array([2.0, 4, 1, 1])
    pair = [
        contributions(rows, [{0}, {0}, {1}, set()], np.eye(3)).scaled(weight)
        for rows in ([{0}, {1}, {1}, {1}], [{0}, {0}, {0}, set()])
    ]
    totals = [[each.total("macro")] for each in pair]
    filled = FilledDifferences(pair, totals, MACRO, PAIR, [0, 1], 0)
    assert filled.weight[0].tolist() == pytest.approx([7 / 3, 2, 1])


@pytest.mark.parametrize(("predicted", "pooled", "own"), [
    # Systems that are always right, or never, are expected to miss one in ten, or one in fifty.
    ({0}, (0.45, 0.05, 0.05), (0.49, 0.01, 0.01)),
    ({1}, (0.05, 0.45, 0.45), (0.01, 0.49, 0.49)),
])  # fmt: skip
def test_no_imaginary_example_is_certain(predicted, pooled, own):
    units = contributions([predicted] * 20, [{0}] * 20, np.eye(2))
    drawn = SmoothedDifferences(Statistic([units, units], MACRO), "macro")
    for smoother, shapes in zip(drawn.smoothers, drawn.filled.shapes, strict=True):
        assert smoother.shapes.tolist() == pytest.approx(pooled)
        assert shapes.tolist() == pytest.approx(own)


def test_more_draws_keep_the_first_ones():
    units = [Data(2, 40, 4).units(i) for i in range(2)]
    for average in ("samples", "macro", None):
        statistic = Statistic(units, Averaging((average,)), seed=3)
        once, twice = (SmoothedDifferences(statistic, average) for _ in range(2))
        once.draw(90)
        twice.draw(30)
        twice.draw(60)
        for a, b in zip(once.sets, twice.sets, strict=True):
            np.testing.assert_array_equal(a, b)


def test_draws_are_doubled_near_the_level():
    metric = SemanticF1(similarity="identity", labels=["a", "b"], average=["samples", None])
    gold = [["a"]] * 60

    def compared(n_better, **options):
        rows = [["a"]] * n_better + [["b"]] * (60 - n_better)
        with metric.notices():
            return metric.compare(rows, [["b"]] * 60, gold, **options)

    clear = compared(40)
    assert clear["n_resamples_drawn_samples"] == clear["n_resamples_drawn_per_label"] == 1000
    near = min(
        (compared(n) for n in range(1, 9)),
        key=lambda x: abs(x["semantic_f1_samples_p_value"] - 0.05),
    )
    assert near["n_resamples_drawn_samples"] in (2000, 4000, 8000, 16_000)
    assert near["n_resamples_drawn_per_label"] == 1000
    level = 1 - near["semantic_f1_samples_p_value"]
    least = compared(4, confidence_level=level, n_resamples=400)
    assert least["n_resamples_drawn_samples"] <= 6400


@pytest.mark.parametrize("groups", [None, np.arange(100) // 5])
def test_f1_of_averages_has_no_p_value_where_no_test_holds(groups):
    units = majority()
    for counting in ("paper", "two_sided"):
        averaging = Averaging(("macro",), counting, "f1_of_averages")
        found = paired_comparisons(units, averaging, groups=groups, n_resamples=200)["macro"]
        assert np.isnan(found.p_value[0]).tolist() == [False, False, counting == "two_sided"]
        # The second predicts every label that is gold.
        found = undecidable([x.total("macro") for x in units], averaging)
        assert found.tolist() == [counting == "two_sided", False]
    metric = SemanticF1(similarity="identity", average="macro", counting="two_sided")
    options = {"labels": ["a", "b"], "macro_f1": "f1_of_averages"}
    rows = [["a"]] * 20
    gold = [["a"]] * 15 + [["b"]] * 5
    with metric.notices() as texts:
        found = metric.compare(rows, gold, gold, **options)
        ranked = metric.rank({"x": rows, "y": gold}, gold, **options)
    assert found["semantic_f1_of_averages_p_value"] is None
    assert found["semantic_precision_p_value"] is not None
    assert ranked["pairs"][0]["p_adjusted"] is None
    assert [row["rank_high"] for row in ranked["ranking"]] == [2, 2]
    assert any("no p-value" in text for text in texts)
