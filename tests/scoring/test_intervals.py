"""Intervals of one system: limits by hand, invariances, small data."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from scored import ALL, AVERAGES, Data, contributions, replicates, score_intervals

from semantic_f1 import SemanticF1
from semantic_f1.messages import notices
from semantic_f1.scoring import intervals, significance
from semantic_f1.scoring.averages import Averaging
from semantic_f1.scoring.bootstrap import Smoother, pseudo_example
from semantic_f1.scoring.contributions import Contributions, scores_of_columns
from semantic_f1.scoring.intervals import MEANS, macro_like_the_others, order_ends
from semantic_f1.scoring.statistic import Statistic
from semantic_f1.scoring.uncertainty import difference_columns


def all_right(n):
    return contributions([{0}] * n, [{0}] * n, np.eye(1))


# Low ends of n right of n as the resamples become infinitely many, and the same with the tails of
# the normal distribution: Jeffreys' posterior, near enough.
@pytest.mark.parametrize(("n", "low", "normal"), [
    (5, 0.4944, 0.6824), (10, 0.7509, 0.8061), (30, 0.9169, 0.9239), (100, 0.9750, 0.9756),
])  # fmt: skip
def test_n_of_n_right_lies_between_clopper_pearson_and_jeffreys(n, low, normal):
    proportion = pytest.importorskip("statsmodels.stats.proportion", reason="an oracle")
    units, one = all_right(n), Averaging(("samples",))
    found = score_intervals(units, one, n_resamples=40_000)["samples"]
    # The error of a quantile of 40,000: sqrt(a / 40,000) / density.
    within = 0.012 if n == 5 else 0.006
    np.testing.assert_allclose(found.interval.low, low, atol=within)
    np.testing.assert_allclose(found.interval.high, 1, atol=1e-9)
    assert found.interval.high.max() <= 1
    assert (found.standard_error == 0).all()
    smoother = Smoother("samples", pseudo_example(units, n), 1.0, None, 0, 0)
    values = replicates([units], one, 40_000, 0, {"samples": [smoother]})["samples"][0]
    assert np.quantile(values[:, 2], 0.025) == pytest.approx(normal, abs=within)
    jeffreys, _ = proportion.proportion_confint(n, n, method="jeffreys")
    exact, _ = proportion.proportion_confint(n, n, method="beta")
    assert exact - 0.01 < found.interval.low[2] < jeffreys


def test_of_three_no_number_of_resamples_that_is_drawn_has_one_in_the_tails():
    ends = score_intervals(all_right(3), ALL)["samples"].interval
    assert (ends.low.tolist(), ends.high.tolist()) == ([0] * 3, [1] * 3)


def test_order_statistics_by_hand():
    values = np.arange(1.0, 100)[::-1, None]
    assert [end.tolist() for end in order_ends(values, 0.05, (0, 95))] == [[5], [95]]
    assert [end.tolist() for end in order_ends(values, 0.0101, (0, 99))] == [[1], [99]]
    assert [end.tolist() for end in order_ends(values, 0.0099, (0, 7))] == [[0], [7]]
    # A bias that is taken off may lead beyond what scores can be.
    assert [end.tolist() for end in order_ends(values, 0.05, (10, 90))] == [[10], [90]]


@pytest.mark.parametrize(("n", "groups", "level", "df"), [
    (40, None, 0.95, 39), (40, np.arange(40) // 4, 0.95, 9), (2, None, 0.5, 1),
])  # fmt: skip
def test_weighted_reaches_as_far_as_its_standard_error(n, groups, level, df):
    units, options = Data(4, n, 6).units(), {"groups": groups, "confidence_level": level}
    found = score_intervals(units, Averaging(("weighted",)), **options)["weighted"]
    estimate, low, high = found.interval
    reach = stats.t.ppf((1 + level) / 2, df) * found.standard_error
    # Quantiles of t are exact to 1e-9.
    assert (low <= np.maximum(estimate - reach, 0) + 1e-9).all()
    assert (high >= np.minimum(estimate + reach, 1) - 1e-9).all()


def test_averages_have_no_part_in_each_other():
    units = Data(5, 60, 4).units()
    together = score_intervals(units, ALL, n_resamples=100)
    for average in AVERAGES:
        alone = score_intervals(units, Averaging((average,)), n_resamples=100)[average]
        for a, b in zip(alone.interval, together[average].interval, strict=True):
            np.testing.assert_array_equal(a, b)


def test_groups_of_one_are_examples():
    units = Data(6, 50, 4).units()
    one, other = (score_intervals(units, ALL, groups=x) for x in (None, np.arange(50)))
    for average in AVERAGES:
        for a, b in zip(one[average].interval, other[average].interval, strict=True):
            np.testing.assert_array_equal(a, b)


def test_repeated_examples_are_as_sure_as_their_groups():
    data = Data(7, 40, 4)
    rows = np.repeat(np.arange(40), 6)
    alone = score_intervals(data.units(), ALL, n_resamples=4000)
    groups = score_intervals(data.units(rows=rows), ALL, n_resamples=4000, groups=rows)
    naive = score_intervals(data.units(rows=rows), ALL, n_resamples=4000)
    for average in ("samples", "micro", "weighted"):
        width, by_groups, by_examples = (
            np.subtract(x[average].interval.high, x[average].interval.low)
            for x in (alone, groups, naive)
        )
        np.testing.assert_allclose(by_groups, width, rtol=0.12)
        assert (by_examples < 0.5 * width).all()
        np.testing.assert_allclose(
            groups[average].standard_error, alone[average].standard_error, rtol=1e-12
        )


def test_ten_groups_without_spread_are_ten_examples():
    examples = all_right(100)
    groups = score_intervals(examples, ALL, groups=np.arange(100) // 10, n_resamples=20_000)
    ten = score_intervals(all_right(10), ALL, n_resamples=20_000)
    for average in ("samples", "micro", "macro", None):
        low, expected = (x[average].interval.low for x in (groups, ten))
        np.testing.assert_allclose(low, expected, atol=0.02)


@pytest.mark.parametrize(("weight", "told"), [
    (1, []), (1e6, ["a mean over the examples", "micro"]),
])  # fmt: skip
def test_intervals_that_three_of_many_rows_make_are_told(weight, told):
    units = Data(3, 8200, 3).units().weighted(np.repeat([weight, 1], [3, 8197]))
    with notices() as texts:
        score_intervals(units, Averaging(("samples", "micro")), n_resamples=400)
    assert [text.split(" is ")[0] for text in texts] == [f"intervals: that of {x}" for x in told]


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 6), st.integers(1, 30), st.booleans())
def test_ends_are_finite_and_hold_the_score(seed, n, n_resamples, weighted):
    units = Data(seed, n, 3).units()
    if weighted:
        units = units.weighted(np.random.default_rng(seed).random(n) + 1e-3)
    found = score_intervals(units, ALL, n_resamples=n_resamples)
    for average in AVERAGES:
        estimate, low, high = found[average].interval
        assert ((low >= 0) & (low <= estimate) & (estimate <= high) & (high <= 1)).all()


def test_what_macro_does_not_know_can_be_like_the_rest():
    # Label 1 was never predicted, label 2 is never gold, label 3 neither.
    data = np.array([[3.0, 0, 0, 0], [4, 0, 2, 0], [3, 0, 0, 0], [5, 3, 0, 0]])
    resample = data + np.array([[1.0, 1, 1, 1], [1, 2, 2, 2], [1, 1, 1, 1], [2, 1, 3, 1]])
    for counting, recall in (("paper", [4 / 7, 1 / 4]), ("two_sided", [4 / 7, 2 / 8])):
        averaging = Averaging(("macro",), counting)
        found = macro_like_the_others(resample, data, averaging)
        expected = scores_of_columns(resample, "macro", averaging)
        np.testing.assert_array_equal(found[0], expected)
        precision = np.mean([4 / 5, 1 / 4])
        assert found[1, 0] == pytest.approx(precision)
        assert found[1, 1] == pytest.approx(np.mean(recall))
        f1 = scores_of_columns(resample, None, averaging)[2, :3].mean()
        assert found[1, 2] == pytest.approx(f1)
        of_averages = macro_like_the_others(
            resample, data, averaging._replace(macro_f1="f1_of_averages")
        )
        p, r = found[1, :2]
        assert of_averages[1, 2] == pytest.approx(2 * p * r / (p + r))
    masked = averaging._replace(macro_mask=np.array([True, True, False, False]))
    assert macro_like_the_others(resample, data, masked)[1, 0] == pytest.approx(4 / 5)


def test_macro_reaches_to_labels_that_were_never_predicted():
    # 30 of two labels are right, and two of a third, gold, were missed: precision could be 1.
    rows = [{0}, {1}] * 15
    units = contributions([*rows, {0}, {1}], [*rows, {2}, {2}], np.eye(3))
    for name in ("averaged_f1", "f1_of_averages"):
        one = Averaging(("macro",), "paper", name)
        interval = score_intervals(units, one, n_resamples=2000)["macro"].interval
        assert interval.estimate[0] == pytest.approx(2 / 3 * 15 / 16)
        assert 0.95 < interval.high[0] < 1


def soft_ends(rows, gold, name="manhattan_distance", **options):
    metric = SemanticF1("soft", n_resamples=20_000, **options)
    with metric.notices() as texts:
        found = metric.compute(predictions=rows, references=gold)
    return [found[f"{name}{end}"] for end in ("", "_low", "_high", "_standard_error")], texts


def test_means_of_distances_by_hand():
    values = np.zeros((20, 1))
    values[0] = 0.8
    one, none = (
        score_intervals(Contributions.of_scores(x), MEANS, n_resamples=40_000)["samples"].interval
        for x in (values, values[10:])
    )
    assert np.ravel(one) == pytest.approx([0.04, 0.0001, 0.186], abs=0.002)
    assert np.ravel(none) == pytest.approx([0, 0, 0.25], abs=0.004)
    # The same of distances of their own ranges: L1 reaches to 2, W under equal costs to 1.
    gold = np.array([[1.0, 0]] * 20)
    rows = gold.copy()
    rows[0] = 0.2, 0.8
    for name, most in (("manhattan_distance", 2), ("wasserstein_distance", 1)):
        (_, low, high, _), _ = soft_ends(rows, gold, name, similarity="identity", labels=["a", "b"])
        assert (low, high) == pytest.approx((0.0001 * most, 0.186 * most), abs=0.003 * most)
    half = np.array([[0.5, 0.5]] * 10)
    none, _ = soft_ends(half, half)
    assert none[:2] == [0, 0]
    # Of scores in 0 to 1: ten right ones, turned round.
    right = score_intervals(all_right(10), Averaging(("samples",)), n_resamples=20_000)
    assert none[2] == pytest.approx(2 * (1 - right["samples"].interval.low[2]), abs=0.02)
    two, _ = soft_ends(half[:2], half[:2])
    assert two[2] > two[1]


@pytest.mark.parametrize("name", ["manhattan_distance", "cross_entropy"])
def test_means_by_weights_and_groups(name):
    rng = np.random.default_rng(2)
    rows, gold = rng.dirichlet([1, 1, 1], (2, 50))
    weight = rng.random(50) + 0.1
    found, _ = soft_ends(rows, gold, name, sample_weight=weight * 1e-200)
    values = np.array(SemanticF1("soft").pointwise({"predictions": rows, "references": gold})[name])
    expected = np.average(values, weights=weight)
    assert found[0] == pytest.approx(expected)
    moves = 50 * weight * (values - expected) / weight.sum()
    assert found[3] == pytest.approx(np.sqrt((moves**2).sum() / (50 * 49)))
    rows, gold = (np.repeat(side, 4, axis=0) for side in (rows, gold))
    groups, _ = soft_ends(rows, gold, name, groups=np.repeat(np.arange(50), 4))
    plain, _ = soft_ends(rows[::4], gold[::4], name)
    # Of groups the imaginary example is one example, not a whole group.
    np.testing.assert_allclose(groups, plain, rtol=0.02)
    assert groups[0] == pytest.approx(plain[0])
    assert groups[3] == pytest.approx(plain[3])


def test_distances_without_bounds_that_few_rows_make():
    gold = np.array([[1.0, 0]] * 20)
    rows = gold.copy()
    rows[0] = 0.2, 0.8
    _, texts = soft_ends(rows, gold)
    said = "has no greatest value, and 1 row, fewer than 10, lie above 0"
    assert [text for text in texts if said in text and "kl_divergence" in text]
    assert not [text for text in texts if said in text and "manhattan" in text]


def test_few_effective_groups_are_drawn_more_often():
    groups = np.repeat(np.arange(12), [80, 40, 27, 20, 16, 13, 11, 10, 9, 8, 7, 7])
    statistic = Statistic([all_right(len(groups))], ALL, groups, n_resamples=400)
    assert statistic.n == 12 and statistic.df < 10
    assert statistic.enough == np.ceil(2 / statistic.share) > 400
    assert Statistic([all_right(12)], ALL, n_resamples=400).enough == 400


def test_a_difference_by_rounding_is_none():
    columns = difference_columns([np.array([0.1 + 0.2, 0.5]), np.array([0.3, 0.25])])
    assert columns[""].tolist() == [0, 0.25]


def test_a_range_moves_and_stretches_what_is_found():
    data = Data(1, 40, 3)
    plain, moved = (Statistic([data.units(0), data.units(1)], MEANS) for _ in range(2))
    moved.least, moved.scale = 2.0, 3.0
    one, other = (intervals.score_intervals(x)["samples"] for x in (plain, moved))
    for first, second in zip(one[0], other[0], strict=True):
        np.testing.assert_allclose(second, 2 + 3 * first)
    np.testing.assert_allclose(other[1], 3 * one[1])
    one, other = (significance.paired_comparisons(x)["samples"] for x in (plain, moved))
    np.testing.assert_allclose(other.scores, 2 + 3 * one.scores)
    np.testing.assert_allclose(other.difference, 3 * np.array(one.difference))
    np.testing.assert_allclose(other.p_value, one.p_value)


def test_macro_reaches_down_to_labels_that_nobody_used_being_missed():
    units = contributions([{0}] * 50, [{0}] * 50, np.eye(4))
    interval = score_intervals(units, Averaging(("macro",)))["macro"].interval
    assert interval.estimate.tolist() == [0.25] * 3
    assert (interval.low < 0.12).all()


def test_macro_over_no_label_tells_nothing():
    metric = SemanticF1(similarity="identity", labels=["a", "b"])
    options = {"average": "macro", "macro_labels": "present", "n_resamples": 20}
    with metric.notices():
        found = metric.compute([[]], [[]], **options)
    ends = [found[f"semantic_f1{end}"] for end in ("", "_low", "_high")]
    assert ends == [0, 0, 1]
