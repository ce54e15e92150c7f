"""Correlations of scores with an outcome: by hand, against scipy, and loops."""

import json

import numpy as np
import pytest
from scipy import stats
from scored import draws

from semantic_f1.comparisons.outcomes import CORRELATIONS, outcome_correlation
from semantic_f1.messages import notices


def concordance(x, y, ddof=0):
    return quiet(x, y, "ccc", ddof=ddof, n_resamples=None)["ccc"]


ESTIMATES = {
    "pearson": lambda x, y: stats.pearsonr(x, y).statistic,
    "spearman": lambda x, y: stats.spearmanr(x, y).statistic,
    "kendall": lambda x, y: stats.kendalltau(x, y).statistic,
    "ccc": concordance,
}


def quiet(*arguments, **options):
    with notices():
        return outcome_correlation(*arguments, **options)


@pytest.mark.parametrize(("x", "y", "ddof", "expected"), [
    ([1, 2, 3, 4], [2, 3, 4, 5], 0, 2.5 / 3.5), ([1, 2, 3, 4], [2, 3, 4, 5], 1, 0.769231),
    ([1, 2, 3, 4, 5], [1, 3, 2, 5, 4], 0, 0.8), ([0.2, 0.5, 0.5, 0.9], [0, 1, 0, 1], 0, 0.56),
    ([1, 1], [1, 1], 0, 0), ([1, 1, 1], [2, 3, 4], 0, 0),
])  # fmt: skip
def test_concordance_by_hand(x, y, ddof, expected):
    assert concordance(x, y, ddof) == pytest.approx(expected, abs=5e-7)


def data(n=40, seed=0):
    rng = np.random.default_rng(seed)
    x = rng.random(n).round(1)
    return x, (x + rng.normal(size=n) * 0.3).round(1)


def test_estimates_and_ends_are_those_of_a_loop():
    x, y = data()
    found = outcome_correlation(x, y, n_resamples=999, confidence_level=0.9, seed=3)
    rng = np.random.default_rng(3)
    loops = [rng.integers(40, size=40) for _ in range(999)]
    share = stats.norm.cdf(-np.sqrt(40 / 39) * stats.t.ppf(0.95, 39))
    place = int(share * 1000)
    for name, estimate in ESTIMATES.items():
        assert found[name] == pytest.approx(estimate(x, y), abs=1e-12)
        values = np.sort([estimate(x[rows], y[rows]) for rows in loops])
        assert found[f"{name}_low"] == pytest.approx(values[place - 1], abs=1e-10)
        assert found[f"{name}_high"] == pytest.approx(values[999 - place], abs=1e-10)
    assert found["n"] == 40
    json.dumps(found, allow_nan=False)


@pytest.mark.parametrize("grouped", [False, True])
def test_p_is_small_exactly_where_the_interval_leaves_out_0(grouped):
    for seed in range(200):
        rng = np.random.default_rng(seed)
        x = rng.normal(size=24)
        y = x * rng.choice([0, 0.4, 1]) + rng.normal(size=24)
        groups = (np.arange(24) // 2).tolist() if grouped else None
        found = outcome_correlation(x, y, n_resamples=400, groups=groups, confidence_level=0.9)
        for name in ("pearson", "spearman", "kendall"):
            apart = found[f"{name}_low"] > 0 or found[f"{name}_high"] < 0
            assert (found[f"{name}_p_value"] <= 0.1 + 1e-9) == apart
        assert "ccc_p_value" not in found


def test_p_values_are_those_of_the_resamples_beyond_0():
    x, y = data(40, seed=3)
    y = y + np.random.default_rng(3).normal(size=40) * 3
    found = outcome_correlation(x, y, method="pearson", n_resamples=999, seed=2)
    values = [stats.pearsonr(x[rows], y[rows]).statistic for rows in draws(40, 999, 2)]
    share = (np.sum(np.array(values) * np.sign(found["pearson"]) <= 0) + 1) / 1000
    tails = 2 * stats.t.cdf(np.sqrt(39 / 40) * stats.norm.ppf([share, 0.001]), 39)
    assert [found["pearson_p_value"], found["p_floor"]] == pytest.approx(tails)


def test_few_pairs_have_no_p_value():
    with pytest.warns(UserWarning, match="^outcome_correlation: 9 pairs, fewer than 10: no interv"):
        found = outcome_correlation(*data(9, seed=1))
    assert {found[f"pearson_{key}"] for key in ("low", "high", "p_value")} == {None}
    ten = outcome_correlation(*data(10, seed=1))
    assert ten["pearson_low"] is not None and ten["note"] == ""


def test_groups_are_drawn_together():
    x, y = data(30, seed=4)
    rows = np.repeat(np.arange(30), 4)
    alone = outcome_correlation(x, y)
    found = outcome_correlation(x[rows], y[rows], groups=rows.tolist())
    for name in CORRELATIONS:
        assert found[f"{name}_low"] == pytest.approx(alone[f"{name}_low"], abs=1e-9)
        assert found.get(f"{name}_p_value") == pytest.approx(alone.get(f"{name}_p_value"))
    # Uneven groups count as fewer: the interval is wider than that of as many degrees of freedom.
    uneven = np.repeat(np.arange(12), [40, *[1] * 11])
    wide = outcome_correlation(*data(51, seed=5), groups=uneven.tolist(), method="pearson")
    assert wide["pearson_high"] - wide["pearson_low"] > 1
    with notices():
        few = outcome_correlation(x, y, groups=[i // 10 for i in range(30)])
    assert few["note"].startswith("3 groups, fewer than 10")
    assert few["ccc_low"] is None


@pytest.mark.parametrize("factor", [1e-200, 1e-9, 1e9, 1e200])
def test_a_unit_of_both_sides_changes_nothing(factor):
    x, y = data(12, seed=5)
    plain = outcome_correlation(x, y, n_resamples=400)
    with np.errstate(all="raise", under="ignore"):
        found = outcome_correlation(x * factor, y * factor, n_resamples=400)
        # Only the concordance asks for one unit.
        apart = outcome_correlation(x * factor, y, n_resamples=400)
    for key, value in plain.items():
        assert found[key] == pytest.approx(value, abs=1e-9)
        if not key.startswith("ccc"):
            assert apart[key] == pytest.approx(value, abs=1e-9)
    assert abs(apart["ccc"]) < abs(plain["ccc"])


@pytest.mark.parametrize("offset", [2.0**20, -(2.0**30)])
def test_an_offset_of_both_sides_changes_no_digit(offset):
    x, y = (np.round(side * 2**12) / 2**12 for side in data(12, seed=5))
    found = outcome_correlation(x + offset, y + offset, n_resamples=400)
    assert found == pytest.approx(outcome_correlation(x, y, n_resamples=400), abs=1e-13)


def test_resamples_without_the_one_value_that_differs_are_ties_at_0():
    x, y = np.full(20, 0.1), np.random.default_rng(1).normal(size=20)
    x[0] = 0.2
    found = outcome_correlation(x, y, "pearson", n_resamples=999)
    rng, falls = np.random.default_rng(0), y[0] < y.mean()
    values = []
    for rows in (rng.integers(20, size=20) for _ in range(999)):
        apart = y[0] - y[rows].mean() if 0 in rows else 0.0
        values.append(-apart if falls else apart)
    share = min(((np.array(values) <= 0).sum() + 1) / 1000, 0.5)
    p_value = 2 * stats.t.sf(stats.norm.isf(share) * np.sqrt(19 / 20), 19)
    assert found["pearson_p_value"] == pytest.approx(p_value, abs=1e-9)


@pytest.mark.parametrize("n", [5, 12])
def test_a_constant_side_has_no_correlation_and_says_so(n):
    rising = list(range(n))
    for sides, named in (
        (([1] * n, rising), "all scores are equal"),
        ((rising, [0.3] * n), "all outcomes are equal"),
        (([1] * n, [1] * n), "all scores and all outcomes are equal"),
    ):
        for n_resamples in (1000, None):
            with notices() as texts:
                found = outcome_correlation(*sides, n_resamples=n_resamples)
            assert named in found["note"]
            assert texts == [f"outcome_correlation: {found['note']}"]
            for name in CORRELATIONS:
                ends = [found.get(f"{name}{end}") for end in ("", "_low", "_high", "_p_value")]
                assert ends == [0, None, None, None]


def test_too_few_resamples_are_told():
    for options, number in (({"n_resamples": 10}, "10"), ({"confidence_level": 0.9999}, "1,000")):
        with pytest.warns(UserWarning, match=f"^n_resamples: {number} are too few for a confid"):
            outcome_correlation(*data(12), **options)
