"""Sample sizes that distinguish two systems."""

import math
from statistics import NormalDist

from ..messages import FEW, warn
from ..options import check_within


def needed_examples(standard_deviation, effect, power, alpha):
    """Examples for a two-sided test at alpha to find a difference with the given power."""
    return math.ceil((detectable_effect(standard_deviation, 1, power, alpha) / effect) ** 2 - 1e-9)


def detectable_effect(standard_deviation, n, power, alpha):
    """The difference that n examples find with the given power."""
    quantile = NormalDist().inv_cdf
    return (quantile(1 - alpha / 2) + quantile(power)) * standard_deviation / math.sqrt(n)


def spread_of_difference(statistic, average, pair=0):
    """Standard deviation of the influence values of a pair's difference in F1."""
    error = statistic.errors(average, paired=True)[pair, -1]
    return float(error) * math.sqrt(statistic.n)


def sized(statistic, average, effect, power, alpha):
    """The dict of ``metric.sample_size``, from a Statistic of two systems."""
    effect = check_within("effect", effect, "above 0, up to 1")
    power = check_within("power", power, "between 0 and 1")
    alpha = check_within("alpha", alpha, "between 0 and 1")
    n, unit = statistic.n, "examples" if statistic.groups is None else "groups"
    if n < 2:
        raise ValueError(f"sample_size: {n} {unit[:-1]} shows no spread; at least 2 are needed")
    spread = spread_of_difference(statistic, average)
    if not spread > 0:
        rule = f"no one of the {n:,} {unit} moves the difference of the two systems; take systems"
        raise ValueError(f"sample_size: {rule} that differ in more examples")
    if n < FEW:
        few = f"{n} {unit}, fewer than {FEW}"
        warn(f"sample_size: {few}: the standard deviation, and the answer with it, is rough.")
    return {
        "n": needed_examples(spread, effect, power, alpha),
        "units": unit,
        "standard_deviation": spread,
        "detectable_effect": detectable_effect(spread, n, power, alpha),
        "n_units": n,
        "score": statistic.keys[average][2],
        "average": average,
        "effect": effect,
        "power": power,
        "alpha": alpha,
    }
