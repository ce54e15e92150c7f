"""Agreement of a metric's scores with an outcome: correlations with intervals and p-values."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from ..inputs.groups import check_groups, group_codes
from ..messages import FEW, unresolved, warn
from ..scoring.bootstrap import resampled_sums
from ..scoring.significance import inverted_p_values
from ..scoring.statistic import order_ends
from ..scoring.student_t import degrees_of_freedom, tail_share, two_sided_p_values
from .statistics import kendall_tau, pearson, spearman

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, Literal

    from ..option_types import Correlation
    from ..result_types import OutcomeCorrelation


CORRELATIONS = ("pearson", "spearman", "kendall", "ccc")
# Kendall's tau compares all pairs of pairs in every resample.
MOST_FOR_KENDALL = 5_000
# Outcomes nearer than this are equal: they differ by rounding only.
_EQUAL_OUTCOMES = 1e-12


def concordance(x, y, ddof=0):
    """Lin's concordance correlation coefficient: agreement with the line y = x.

    2 s_xy / (s_x ** 2 + s_y ** 2 + (mean x - mean y) ** 2) (Lin 1989); 0 where both are constant.

    Returns a float in [-1, 1].
    """
    x, y = _in_one_unit(np.asarray(x, float), np.asarray(y, float))
    sums = _moment_sums(x, y).sum(axis=0)
    return float(_concordance_of_sums(sums, len(x), ddof, x.mean() - y.mean()))


def outcome_correlation(
    scores: Sequence[float] | np.ndarray,
    outcomes: Sequence[float] | np.ndarray,
    method: Correlation | Sequence[Correlation] = ("pearson", "spearman", "kendall", "ccc"),
    *,
    ddof: Literal[0, 1] = 0,
    n_resamples: int | None = 1000,
    confidence_level: float = 0.95,
    seed: int | None = 0,
    groups: Any = None,
) -> OutcomeCorrelation:
    """Correlations of scores with an outcome, human judgements say, over examples or systems.

    Parameters
    ----------
    scores, outcomes : equally many finite numbers, two pairs at least
    method : one or several of "pearson", "spearman" (of mid-ranks), "kendall" (tau-b) and "ccc"
        (Lin's concordance correlation coefficient, which asks for equal values)
    ddof : 0 or 1, of the variances in "ccc": Lin 1989 divides by n
    n_resamples : int >= 1, or None for estimates alone
    confidence_level : number between 0 and 1
    seed : int >= 0
    groups : None, or one value per pair, the author or document that it belongs to: intervals
        resample groups

    Returns
    -------
    dict: "n" pairs; for each method its value, _low and _high (percentiles of the bootstrap over
    pairs, with the tails of Student's t: Hesterberg 2015), and _p_value, two-sided, of no
    correlation, by the same resamples: p <= .05 exactly where the 95% interval leaves out 0. "ccc"
    has none, since agreement has no such null; "p_floor" is the least that these resamples can
    give. "note": with fewer than 10 pairs, or groups, _low,
    _high and _p_value are None and it says why. Where one side is constant the correlations are not
    defined: they are 0, without an interval, and "note" says so
    """
    x, y = _numbers_of(scores, "scores"), _numbers_of(outcomes, "outcomes")
    if len(x) != len(y):
        raise ValueError(
            f"scores and outcomes must be equally long; got {len(x)} and {len(y)} numbers"
        )
    if len(x) < 2:
        raise ValueError(f"scores: at least 2 pairs are needed; got {len(x)}")
    methods = _chosen_correlations(method)
    if ddof not in (0, 1) or isinstance(ddof, bool):
        raise ValueError(f"ddof: expected 0 or 1; got {ddof!r}")
    if not 0 < confidence_level < 1:
        raise ValueError(
            f"confidence_level: expected a number between 0 and 1; got {confidence_level!r}"
        )
    still = [name for name, side in (("scores", x), ("outcomes", y)) if not np.ptp(side) > 0]
    # Only "ccc" asks for equal values: for the others each side has its own unit.
    shared, separate = _in_one_unit(x, y), [_in_one_unit(side)[0] for side in (x, y)]
    estimates = {
        "pearson": lambda: pearson(*separate),
        "spearman": lambda: spearman(*separate),
        "kendall": lambda: kendall_tau(*separate),
        "ccc": lambda: concordance(x, y, ddof),
    }
    notes = []
    if still:
        notes.append(
            f"all {' and all '.join(still)} are equal: correlations are not defined, and given as "
            "0 without an interval."
        )
    result = {"n": len(x), **{name: estimates[name]() for name in methods}, "note": ""}
    if n_resamples is None:
        _say(result, notes)
        return result
    if isinstance(n_resamples, bool) or not isinstance(n_resamples, int) or n_resamples < 1:
        raise ValueError(f"n_resamples: expected a whole number, 1 or more; got {n_resamples!r}")
    codes = None if groups is None else group_codes(check_groups(groups), len(x))
    units = len(x) if groups is None else int(codes.max()) + 1
    what = "pairs" if groups is None else "groups"
    if units < FEW:
        notes.append(
            f"{units} {what}, fewer than {FEW}: no interval and no p-value can be trusted, so "
            "there is none."
        )
    _say(result, notes)
    ends, p_values = dict.fromkeys(methods, (None, None)), dict.fromkeys(methods)
    if units >= FEW and not still:
        text = unresolved(n_resamples, confidence_level)
        if text:
            warn(text)
        if "kendall" in methods and len(x) > MOST_FOR_KENDALL:
            raise ValueError(
                f"method: intervals of kendall take up to {MOST_FOR_KENDALL:,} pairs; there are "
                f"{len(x):,}; leave it out, or pass n_resamples=None"
            )
        drawn = codes, n_resamples, seed, ddof
        others = [name for name in methods if name != "ccc"]
        replicated = _replicated(*separate, others, *drawn)
        if "ccc" in methods:
            replicated |= _replicated(*shared, ["ccc"], *drawn)
        # Groups of uneven sizes count as fewer.
        size = np.ones(units) if codes is None else np.bincount(codes)
        df = degrees_of_freedom(size, units < len(x))
        share = tail_share(confidence_level, units, df)
        for name, values in replicated.items():
            ends[name] = map(float, order_ends(values, share, (-1.0, 1.0), result[name]))
            p_values[name] = float(inverted_p_values(result[name], values, units, df))
        result["p_floor"] = float(two_sided_p_values(1 / (n_resamples + 1), units, df))
    for name in methods:
        result[f"{name}_low"], result[f"{name}_high"] = ends[name]
        if name != "ccc":
            result[f"{name}_p_value"] = p_values[name]
    return result


def _chosen_correlations(method):
    methods = (method,) if isinstance(method, str) else tuple(method)
    for name in methods:
        if name not in CORRELATIONS:
            raise ValueError(
                f"method: expected names out of {', '.join(CORRELATIONS)}; got {name!r}"
            )
    return methods


def _say(result, notes):
    """Put the notes into the result, and warn of them."""
    result["note"] = " ".join(notes)
    if notes:
        warn(f"outcome_correlation: {result['note']}")


def _numbers_of(values, argument):
    if isinstance(values, (str, bytes)) or not hasattr(values, "__iter__"):
        raise ValueError(f"{argument}: expected a sequence of numbers; got {values!r}")
    table = list(values)
    for index, value in enumerate(table):
        try:
            number = float(value)
        except (TypeError, ValueError):
            number = math.nan
        if isinstance(value, str) or not math.isfinite(number):
            raise ValueError(f"{argument}[{index}]: expected a finite number; got {value!r}")
    return np.array([float(value) for value in table])


def _in_one_unit(*sides):
    """The sides by one factor, so that squares are neither too great nor too small for float64."""
    size = max(np.abs(side).max() for side in sides) or 1.0
    sides = [side / size for side in sides]
    spread = max(np.ptp(side) for side in sides) or 1.0
    return [side / spread for side in sides]


def _moment_sums(x, y):
    """Rows whose sums over resamples give all moments: 1, x, y, xx, yy, xy, about the means."""
    x, y = x - x.mean(), y - y.mean()
    return np.stack([np.ones(len(x)), x, y, x * x, y * y, x * y], axis=1)


def _variances(sums):
    n = sums[..., 0]
    mean_x, mean_y = sums[..., 1] / n, sums[..., 2] / n
    var_x = np.maximum(sums[..., 3] / n - mean_x**2, 0)
    var_y = np.maximum(sums[..., 4] / n - mean_y**2, 0)
    return mean_x, mean_y, var_x, var_y, sums[..., 5] / n - mean_x * mean_y


def _concordance_of_sums(sums, n, ddof, shift):
    """CCC from sums about the means of the data, which are ``shift`` apart."""
    mean_x, mean_y, var_x, var_y, covariance = _variances(sums)
    factor = n / (n - ddof)
    apart = mean_x - mean_y + shift
    total = factor * (var_x + var_y) + apart**2
    still = var_x + var_y <= _EQUAL_OUTCOMES**2
    value = 2 * factor * covariance / np.where(total > 0, total, 1)
    return np.clip(np.where(still, 0, value), -1, 1)


def _correlation(mean_product, var_x, var_y):
    product = np.sqrt(var_x * var_y)
    moves = product > _EQUAL_OUTCOMES
    return np.clip(np.where(moves, mean_product / np.where(moves, product, 1), 0), -1, 1)


def _replicated(x, y, methods, codes, n_resamples, seed, ddof):
    """Correlations of resamples of the pairs, or of their groups: method -> (B,) array."""
    n_units = len(x) if codes is None else int(codes.max()) + 1
    units = np.arange(n_units) if codes is None else codes
    result = {name: np.empty(n_resamples) for name in methods}
    ranked = [_outcome_places(values) for values in (x, y)]
    signs = None
    if "kendall" in methods:
        signs = [np.sign(c[:, None] - c).astype(np.float64) for c, _ in ranked]
    rows, shift = _moment_sums(x, y), x.mean() - y.mean()
    for place, times, _ in resampled_sums([np.ones((n_units, 1))], n_resamples, seed):
        weight = times[:, units]
        sums = weight @ rows
        if "pearson" in methods:
            *_, var_x, var_y, covariance = _variances(sums)
            result["pearson"][place] = _correlation(covariance, var_x, var_y)
        if "ccc" in methods:
            result["ccc"][place] = _concordance_of_sums(sums, sums[:, 0], ddof, shift)
        if "spearman" in methods:
            ranks = [_weighted_ranks(weight, *places_of_values) for places_of_values in ranked]
            total = weight.sum(axis=1, keepdims=True)
            a, b = (rank - (weight * rank).sum(axis=1, keepdims=True) / total for rank in ranks)
            moments = [(weight * p).sum(axis=1) for p in (a * b, a * a, b * b)]
            result["spearman"][place] = _correlation(*moments)
        if "kendall" in methods:
            products, squares, other_squares = (
                ((weight @ table) * weight).sum(axis=1)
                for table in (signs[0] * signs[1], np.abs(signs[0]), np.abs(signs[1]))
            )
            result["kendall"][place] = _correlation(products, squares, other_squares)
    return result


def _outcome_places(values):
    """The number of each value among the distinct ones, in order, and how many these are."""
    order = np.argsort(values, kind="stable")
    steps = np.diff(values[order]) > _EQUAL_OUTCOMES
    codes = np.empty(len(values), np.int64)
    codes[order] = np.concatenate([[0], np.cumsum(steps)])
    return codes, int(codes.max()) + 1


def _weighted_ranks(weight, codes, number):
    """Mid-ranks of values that come as often as the weights (B, n) give."""
    order = np.argsort(codes, kind="stable")
    starts = np.searchsorted(codes[order], np.arange(number))
    of_value = np.add.reduceat(weight[:, order], starts, axis=1)
    below = np.cumsum(of_value, axis=1) - of_value
    return (below + (of_value + 1) / 2)[:, codes]
