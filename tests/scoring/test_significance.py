"""Paired comparisons: tests and intervals that agree, against loops, scipy and each other."""

import numpy as np
import pytest
from helpers import assert_close, random_sets
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from scored import ALL, AVERAGES, Data, contributions, draws, paired_comparisons

from semantic_f1 import SemanticF1
from semantic_f1.scoring import significance
from semantic_f1.scoring.averages import Averaging
from semantic_f1.scoring.contributions import standard_errors
from semantic_f1.scoring.rank_intervals import adjusted_p_values, step_down
from semantic_f1.scoring.significance import inverted_p_values, standardized, upper_quantile


def compared(data, averaging=ALL, **options):
    return paired_comparisons([data.units(0), data.units(1)], averaging, **options)


@settings(max_examples=30, deadline=None)
@given(
    st.integers(0, 10**6),
    st.integers(4, 40),
    st.sampled_from(["bootstrap", "bootstrap_t"]),
    st.sampled_from([0.5, 0.8, 0.9, 0.95, 0.99]),
    st.booleans(),
)
def test_p_is_small_exactly_where_the_interval_leaves_out_0(seed, n, test, level, grouped):
    data, averaging = Data(seed, n, 3), Averaging(("micro", "macro", "weighted", None))
    # One system is better: many intervals leave out 0.
    data.sides[1] = [
        gold if i % 3 else own for i, (own, gold) in enumerate(zip(*data.sides[1:], strict=True))
    ]
    groups = np.arange(n) // 2 if grouped else None
    found = compared(
        data, averaging, n_resamples=59, confidence_level=level, seed=seed, test=test, groups=groups
    )
    for one in found.values():
        low, high = one.difference.low, one.difference.high
        assert ((low >= -1) & (low <= one.difference.estimate)).all()
        assert ((one.difference.estimate <= high) & (high <= 1)).all()
        assert ((one.p_value > 0) & (one.p_value <= 1)).all()
        np.testing.assert_array_equal(one.p_value <= 1 - level + 1e-9, (low > 0) | (high < 0))


def test_the_test_that_was_used():
    data = Data(1, 20, 3)
    expected = dict.fromkeys(AVERAGES, "bootstrap") | {"weighted": "bootstrap_t"}
    assert {average: one.test for average, one in compared(data).items()} == expected
    groups = compared(data, groups=np.arange(20) // 2)
    tests = {average: one.test for average, one in groups.items()}
    assert tests == dict.fromkeys(AVERAGES, "bootstrap_t") | {"macro": "bootstrap, bootstrap_t"}
    assert {one.n_units for one in groups.values()} == {10}
    alone = compared(data, groups=np.arange(20))
    assert {one.n_units for one in alone.values()} == {20}
    assert alone["micro"].test == "bootstrap"
    # Of macro with groups the less sure of both is taken.
    parts = [
        compared(data, groups=np.arange(20) // 2, test=test)["macro"]
        for test in ("bootstrap", "bootstrap_t")
    ]
    np.testing.assert_array_equal(
        groups["macro"].p_value, np.max([one.p_value for one in parts], axis=0)
    )
    np.testing.assert_array_equal(
        groups["macro"].difference.low, np.min([one.difference.low for one in parts], axis=0)
    )


@pytest.mark.parametrize("groups", [None, np.arange(40) // 4])
def test_with_the_identity_both_countings_are_one(groups):
    # Label e is never predicted by a, d never gold.
    labels = list("abcde")
    a, b, gold = (random_sets(i, x, 40) for i, x in enumerate([list("abcd"), labels, list("abce")]))
    metric = SemanticF1(similarity="identity", labels=labels, average=list(AVERAGES))
    options = {"groups": groups, "n_resamples": 199}
    for call in (
        lambda counting: metric.compute(a, gold, counting=counting, **options),
        lambda counting: metric.compare(a, b, gold, counting=counting, **options),
    ):
        with metric.notices():
            assert_close(call("paper"), call("two_sided"))


@pytest.mark.parametrize("average", AVERAGES)
@pytest.mark.parametrize("counting", ["paper", "two_sided"])
def test_bootstrap_t_is_that_of_a_loop(average, counting):
    data, averaging = Data(5, 30, 3), Averaging((average,), counting)
    found = compared(data, averaging, n_resamples=39, seed=2, test="bootstrap_t")[average]
    whole = slice(None)
    difference = data.scores(0, whole, average, averaging) - data.scores(
        1, whole, average, averaging
    )
    error = standard_errors([data.units(0), data.units(1)], average, [averaging] * 2, [(0, 1)])[0]
    np.testing.assert_allclose(found.sets[0][0][0], np.abs(difference) / error, rtol=1e-9)
    sizes = []
    for rows in draws(30, 39, 2):
        apart = data.scores(0, rows, average, averaging) - data.scores(1, rows, average, averaging)
        units = data.units(0, rows), data.units(1, rows)
        of_resample = standard_errors(units, average, [averaging] * 2, [(0, 1)])[0]
        with np.errstate(divide="ignore", invalid="ignore"):
            size = np.abs(apart - difference) / of_resample
        sizes.append(np.where(np.abs(apart - difference) < 1e-12, 0, size))
    np.testing.assert_allclose(found.sets[0][1][:, 0], sizes, rtol=1e-8, atol=1e-8)
    sizes = np.array(sizes)
    p_value = ((sizes >= found.sets[0][0][0] - 1e-9).sum(axis=0) + 1) / 40
    np.testing.assert_allclose(found.p_value[0], p_value)
    # 5% of 40 are 2: the second greatest of the resamples.
    reach = np.sort(sizes, axis=0)[-2] * error
    expected = np.clip(difference + reach, -1, 1)
    np.testing.assert_allclose(found.difference.high[0], expected, rtol=1e-9)


def test_labels_are_adjusted_for_each_other():
    m, n = 50, 3000
    rng = np.random.default_rng(4)
    gold = [{int(x)} for x in rng.integers(m, size=n)]
    wrong = [{(label + 1) % m} for (label,) in gold]
    pair = [contributions(rows, gold, np.eye(m)) for rows in (gold, wrong)]
    one = paired_comparisons(pair, Averaging((None,)))[None]
    adjusted = adjusted_p_values(one, (0, 2))
    assert adjusted.max() < 0.003
    assert (adjusted >= one.p_value[0, 2]).all()
    data = Data(12, 80, 6)
    one = compared(data, Averaging((None,)), n_resamples=500)[None]
    for score in range(3):
        (observed, replicated), adjusted = one.sets[0], adjusted_p_values(one, (0, score))
        expected = step_down(observed[0, score], replicated[:, 0, score])
        np.testing.assert_array_equal(adjusted, np.maximum(expected, one.p_value[0, score]))


@pytest.mark.parametrize("groups", [None, np.arange(60) // 2])
@pytest.mark.parametrize("test", ["auto", "bootstrap", "bootstrap_t"])
def test_a_factor_of_all_weights_changes_nothing(test, groups):
    metric = SemanticF1(similarity="plutchik", average=list(AVERAGES))
    labels, rng = list(metric.similarity.load("plutchik").labels), np.random.default_rng(9)
    sides = [[[labels[i]] for i in rng.integers(4, size=60)] for _ in range(3)]
    weight, options = rng.random(60) + 0.1, {"test": test, "groups": groups, "n_resamples": 200}
    with metric.notices():
        plain, *others = (
            metric.compare(*sides, sample_weight=weight * factor, **options)
            for factor in (1, 1e-300, 1e-13, 3.0, 1e300)
        )
    for found in others:
        assert_close(found, plain, rtol=1e-9)


def test_a_difference_that_no_example_moves():
    half = contributions([{0, 1}] * 12, [{0}] * 12, np.eye(2))
    right = contributions([{0}] * 12, [{0}] * 12, np.eye(2))
    found = paired_comparisons([right, half], Averaging(("samples",)), test="bootstrap_t")
    one = found["samples"]
    assert one.difference.low[0, 2] == one.difference.high[0, 2] == pytest.approx(1 / 3)
    assert one.p_value[0, 2] == pytest.approx(1 / 1001)
    smooth = paired_comparisons([right, half], Averaging(("samples",)))["samples"].difference
    assert smooth.low[0, 2] < 1 / 3 - 0.01
    assert smooth.high[0, 2] >= 1 / 3


def test_one_unit_says_nothing():
    pair = [contributions(rows, [{0}], np.eye(2)) for rows in ([{0}], [{1}])]
    for test in ("bootstrap", "bootstrap_t"):
        for one in paired_comparisons(pair, ALL, test=test).values():
            assert (one.p_value == 1).all()
            assert (one.difference.low == -1).all()
            assert (one.difference.high == 1).all()


def test_p_values_by_hand():
    replicated = np.array([-2.0, -1, 1, 2, 3, 4, 5, 6, 7])[:, None]
    # Two of nine at or below 0, and the data: 3 of 10; with many units Phi^-1 twice.
    assert inverted_p_values(np.array([3.0]), replicated, 10**9) == pytest.approx(0.6, abs=1e-7)
    assert inverted_p_values(np.array([-3.0]), replicated, 10**9) == 1
    assert inverted_p_values(np.array([0.0]), replicated, 10**9) == 1
    exact = 2 * stats.t.cdf(np.sqrt(0.8) * stats.norm.ppf(0.3), 4)
    assert inverted_p_values(np.array([3.0]), replicated, 5) == pytest.approx(exact)


def test_standardized_by_hand():
    observed, replicated = standardized(np.array([[1.0, 2, 0], [3, 2, 0]]))
    assert observed.tolist() == [2, np.inf, 0]
    assert replicated.tolist() == [[1, 0, 0], [1, 0, 0]]


def test_upper_quantile_by_hand():
    values = np.arange(1.0, 100)[:, None]
    assert upper_quantile(values, 0.05).tolist() == [95]
    assert upper_quantile(values, 0.009).tolist() == [np.inf]


def test_products_of_any_order_are_exact():
    rng = np.random.default_rng(0)
    rows, slopes = rng.random((50, 4, 30)) * 10, rng.normal(size=(7, 3, 120))
    products = significance._ExactProducts(rows, False)
    found = products.of(slopes)
    expected = np.einsum("nk,bsk->bsn", rows.reshape(50, -1), slopes)
    np.testing.assert_allclose(found, expected, atol=1e-12)
    shuffled = rng.permutation(120)
    other = significance._ExactProducts(rows.reshape(50, -1)[:, shuffled], False)
    np.testing.assert_array_equal(other.of(slopes[..., shuffled]), found)
