"""Student's t distribution and tails of order statistics, without scipy."""

import math
from functools import lru_cache
from statistics import NormalDist

import numpy as np

_NORMAL = NormalDist()
_NORMAL_FROM = 1e9  # Beyond this many degrees of freedom t is normal to 1e-9.


def student_tail(t, df):
    """P(T <= -|t|) for Student's t, half of the two-sided p-value, to a relative error of 1e-9."""
    t = abs(float(t))
    if math.isinf(t):
        return 0.0
    if df > _NORMAL_FROM:
        return _NORMAL.cdf(-t)
    square = t * t
    return incomplete_beta(df / 2, 0.5, df / (df + square), square / (df + square)) / 2


@lru_cache(maxsize=256)
def student_quantile(share, df):
    """The t that a share of Student's t distribution lies below."""
    tail = min(share, 1 - share)
    if tail >= 0.5:
        return 0.0
    # Bisection of the logarithm of t, whose range is that of float64.
    low, high = -700.0, 700.0
    while high - low > 1e-14 * max(1.0, abs(low)):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        above = student_tail(math.exp(middle), df) > tail
        low, high = (middle, high) if above else (low, middle)
    t = math.exp((low + high) / 2)
    return -t if share < 0.5 else t


def incomplete_beta(a, b, x, rest=None):
    """The regularized incomplete beta function, by Lentz's continued fraction; ``rest``: 1 - x."""
    rest = 1 - x if rest is None else rest
    if x <= 0 or rest <= 0:
        return 0.0 if x <= 0 else 1.0
    if x > (a + 1) / (a + b + 2):
        return 1 - incomplete_beta(b, a, rest, x)
    front = math.exp(
        -_log_beta(a, b)
        + a * (math.log1p(-rest) if rest < 0.5 else math.log(x))
        + b * (math.log1p(-x) if x < 0.5 else math.log(rest))
    )
    tiny = 1e-300
    c, d = 1.0, 1 - (a + b) * x / (a + 1)
    d = 1 / (d if abs(d) > tiny else tiny)
    fraction = d
    for i in range(1, 100_000):
        for term in (
            i * (b - i) * x / ((a + 2 * i - 1) * (a + 2 * i)),
            -(a + i) * (a + b + i) * x / ((a + 2 * i) * (a + 2 * i + 1)),
        ):
            d = 1 + term * d
            d = 1 / (d if abs(d) > tiny else tiny)
            c = 1 + term / c
            c = c if abs(c) > tiny else tiny
            fraction *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return front * fraction / a


def _log_beta(a, b):
    """The logarithm of the beta function; a or b is 1/2 if the other is large."""
    small, large = min(a, b), max(a, b)
    if large < 1e4 or small != 0.5:
        return math.lgamma(a) + math.lgamma(b) - math.lgamma(a + b)
    # Two large logarithms would cancel; Stirling's series of their difference doesn't.
    return math.lgamma(0.5) - (0.5 * math.log(large) - 1 / (8 * large))


def degrees_of_freedom(weight, in_groups=False):
    """n - 1 of n units; of uneven groups Kish's (sum of weights) ** 2 / (sum of squares) - 1."""
    n = len(weight)
    kish = float(weight.sum() ** 2 / (weight**2).sum()) if in_groups else n
    return n - 1 if abs(kish - n) <= 1e-9 * n else kish - 1


def tail_share(confidence_level, n, df=None):
    """The share of resamples beyond each end of an interval from n units; df, if not n - 1.

    Percentiles of a bootstrap are too near to each other: it takes the n units for the population,
    and its variance is (n - 1) / n of theirs. Phi(-sqrt(n / (n - 1)) t) mends both (Hesterberg,
    "What Teachers Should Know About the Bootstrap", The American Statistician 69, 2015).
    """
    if n < 2:
        return 0.0
    t = student_quantile((1 + confidence_level) / 2, n - 1 if df is None else df)
    return _NORMAL.cdf(-math.sqrt(n / (n - 1)) * t)


def df_and_tail_share(confidence_level, weight, in_groups=False):
    """Degrees of freedom of units of these weights, and the share beyond each end."""
    df = degrees_of_freedom(weight, in_groups)
    return df, tail_share(confidence_level, len(weight), df)


def two_sided_p_values(shares, n, df=None):
    """p-values whose interval's tails are these shares, as :func:`tail_share`; 1 for one unit."""
    shares = np.asarray(shares, dtype=np.float64)
    if n < 2:
        return np.ones_like(shares)
    df = n - 1 if df is None else df
    distinct, place = np.unique(shares, return_inverse=True)
    shrink = math.sqrt((n - 1) / n)
    values = [
        1.0 if share >= 0.5 else 2 * student_tail(shrink * _NORMAL.inv_cdf(share), df)
        for share in distinct.tolist()
    ]
    return np.array(values)[np.reshape(place, shares.shape)]
