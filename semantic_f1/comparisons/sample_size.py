"""Sample sizes that distinguish two systems."""

import math
import numbers
from statistics import NormalDist

import numpy as np

from ..messages import FEW, warn


def needed_examples(standard_deviation, effect, power, alpha):
    """Examples for a two-sided test at alpha to find a difference with the given power.

    n = ((z(1 - alpha / 2) + z(power)) * sd / effect) ** 2, rounded up.
    """
    return math.ceil((_both_quantiles(power, alpha) * standard_deviation / effect) ** 2 - 1e-9)


def detectable_effect(standard_deviation, n, power, alpha):
    """The difference that n examples find with the given power."""
    return _both_quantiles(power, alpha) * standard_deviation / math.sqrt(n)


def spread_of_difference(statistic, average, pair=0):
    """Standard deviation of the influence values of a pair's difference in F1."""
    error = statistic.errors(average, paired=True)[pair, 2]
    return float(error) * math.sqrt(statistic.n)


def sized(statistic, average, effect, power, alpha):
    """The dict of ``metric.sample_size``, from a Statistic of two systems."""
    for name, value, most in (("effect", effect, 1), ("power", power, 1), ("alpha", alpha, 1)):
        is_number = isinstance(value, numbers.Real) and not isinstance(value, (bool, np.bool_))
        if not is_number or not 0 < value < most + (name == "effect") * 1e-12:
            wanted = "above 0, up to 1" if name == "effect" else "between 0 and 1"
            raise ValueError(f"{name}: expected a number {wanted}; got {value!r}")
    n, unit = statistic.n, "examples" if statistic.groups is None else "groups"
    if n < 2:
        raise ValueError(f"sample_size: {n} {unit[:-1]} shows no spread; at least 2 are needed")
    spread = spread_of_difference(statistic, average)
    if not spread > 0:
        raise ValueError(
            f"sample_size: no one of the {n:,} {unit} moves the difference of the two systems; a "
            "pilot has to show some spread: take systems that differ in more examples"
        )
    if n < FEW:
        warn(
            f"sample_size: {n} {unit}, fewer than {FEW}: the standard deviation, and the answer "
            "with it, is rough."
        )
    return {
        "n": needed_examples(spread, effect, power, alpha),
        "units": unit,
        "standard_deviation": spread,
        "detectable_effect": detectable_effect(spread, n, power, alpha),
        "n_units": n,
        "score": statistic.keys[average][2],
        "average": average,
        "effect": float(effect),
        "power": float(power),
        "alpha": float(alpha),
    }


def _both_quantiles(power, alpha):
    quantile = NormalDist().inv_cdf
    return quantile(1 - alpha / 2) + quantile(power)
