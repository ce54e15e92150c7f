"""Sample sizes that distinguish two systems."""

import math
import numbers
from statistics import NormalDist

import numpy as np

from ..messages import FEW, warn
from ..scoring.influence import standard_errors
from ..scoring.results import keys_of, one_average


def needed_examples(standard_deviation, effect, power, alpha):
    """Examples for a two-sided test at alpha to find a difference with the given power.

    n = ((z(1 - alpha / 2) + z(power)) * sd / effect) ** 2, rounded up.
    """
    return math.ceil((_both_quantiles(power, alpha) * standard_deviation / effect) ** 2 - 1e-9)


def detectable_effect(standard_deviation, n, power, alpha):
    """The difference that n examples find with the given power."""
    return _both_quantiles(power, alpha) * standard_deviation / math.sqrt(n)


def sized(systems, groups, averaging, setting, effect, power, alpha):
    """The dict of ``metric.sample_size``, from the Contributions of two systems."""
    for name, value, most in (("effect", effect, 1), ("power", power, 1), ("alpha", alpha, 1)):
        is_number = isinstance(value, numbers.Real) and not isinstance(value, (bool, np.bool_))
        if not is_number or not 0 < value < most + (name == "effect") * 1e-12:
            wanted = "above 0, up to 1" if name == "effect" else "between 0 and 1"
            raise ValueError(f"{name}: expected a number {wanted}; got {value!r}")
    average = one_average(setting.options, "sample_size")
    units = [each.grouped(groups) for each in systems]
    n = units[0].n_units
    unit = "groups" if groups is not None else "examples"
    if n < 2:
        raise ValueError(f"sample_size: {n} {unit[:-1]} shows no spread; at least 2 are needed")
    error = standard_errors(units[0], average, averaging.of(0), units[1], averaging.of(1))[2]
    if not error > 0:
        raise ValueError(
            f"sample_size: no one of the {n:,} {unit} moves the difference of the two systems; a "
            "pilot has to show some spread: take systems that differ in more examples"
        )
    if n < FEW:
        warn(
            f"sample_size: {n} {unit}, fewer than {FEW}: the standard deviation, and the answer "
            "with it, is a guess."
        )
    spread = float(error) * math.sqrt(n)
    return {
        "n": needed_examples(spread, effect, power, alpha),
        "units": unit,
        "standard_deviation": spread,
        "detectable_effect": detectable_effect(spread, n, power, alpha),
        "n_units": n,
        "score": keys_of(average, setting.options)[2],
        "average": average,
        "effect": float(effect),
        "power": float(power),
        "alpha": float(alpha),
    }


def _both_quantiles(power, alpha):
    quantile = NormalDist().inv_cdf
    return quantile(1 - alpha / 2) + quantile(power)
