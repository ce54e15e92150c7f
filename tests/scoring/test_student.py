"""Student's t without scipy: the same numbers as scipy's."""

import math

import numpy as np
import pytest
from scipy import stats

from semantic_f1.scoring.student_t import (
    degrees_of_freedom,
    student_quantile,
    student_tail,
    tail_share,
    two_sided_p_values,
)


@pytest.mark.parametrize("df", [1, 2, 3, 4.5, 9, 29, 99, 999, 1e5, 1e7, 1e12])
def test_tails_and_quantiles_are_scipys(df):
    # scipy's own tails of many degrees of freedom are good to 1e-8.
    for t in (1e-6, 0.01, 0.5, 1, 2, 3, 5, 8, 30):
        assert student_tail(t, df) == pytest.approx(stats.t.sf(t, df), rel=1e-8)
        assert student_tail(-t, df) == student_tail(t, df)
    for share in (0.9, 0.975, 0.9995, 0.6, 0.5):
        expected = stats.t.ppf(share, df)
        assert student_quantile(share, df) == pytest.approx(expected, rel=1e-8, abs=1e-9)
        assert student_quantile(1 - share, df) == pytest.approx(-expected, rel=1e-8, abs=1e-9)


def test_corners():
    assert student_tail(math.inf, 3) == 0
    assert student_tail(0, 3) == 0.5
    assert tail_share(0.95, 1) == 0
    assert two_sided_p_values(np.array([0.2]), 1) == 1


def test_groups_of_uneven_sizes_leave_fewer_degrees_of_freedom():
    weights = np.array([1.0] * 45 + [81] * 5)
    df = degrees_of_freedom(weights, in_groups=True)
    assert df == pytest.approx(5.164, abs=5e-4)
    assert student_quantile(0.975, df) == pytest.approx(2.5462, abs=5e-5)
    assert degrees_of_freedom(weights) == 49
    sizes = np.array([80, 40, 27, 20, 16, 13, 11, 10, 9, 8, 7, 7])
    assert degrees_of_freedom(sizes, in_groups=True) == pytest.approx(5.139, abs=5e-4)
    # Equal groups are as many as there are, to the digit.
    assert degrees_of_freedom(np.full(12, 0.1), in_groups=True) == 11
    for df in (1.2, 3.3):
        share = tail_share(0.9, 12, df)
        assert share == pytest.approx(
            stats.norm.cdf(-np.sqrt(12 / 11) * stats.t.ppf(0.95, df)), rel=1e-7
        )
        assert two_sided_p_values(share, 12, df) == pytest.approx(0.1)


@pytest.mark.parametrize("n", [4, 5, 30, 1000])
def test_p_values_undo_the_shares(n):
    levels = np.array([[0.5, 0.9], [0.95, 0.99]])
    shares = np.array([[tail_share(level, n) for level in row] for row in levels])
    t = stats.t.ppf((1 + levels) / 2, n - 1)
    np.testing.assert_allclose(shares, stats.norm.cdf(-np.sqrt(n / (n - 1)) * t), rtol=1e-6)
    np.testing.assert_allclose(two_sided_p_values(shares, n), 1 - levels, rtol=1e-7)
    assert two_sided_p_values(0.5, n) == 1
