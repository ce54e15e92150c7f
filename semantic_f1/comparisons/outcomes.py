"""Agreement of a metric's scores with an outcome: correlations with intervals and p-values."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from ..config_table import DEFAULT_CONFIG
from ..inputs.groups import group_codes
from ..messages import FEW, unresolved, warn
from ..name_table import NameTable
from ..options import check
from ..scoring.bootstrap import resampled_sums
from ..scoring.intervals import correlation_of_sums, order_ends
from ..scoring.significance import inverted_p_values
from ..scoring.student_t import degrees_of_freedom, tail_share, two_sided_p_values

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, Literal

    from ..option_types import Correlation
    from ..result_types import OutcomeCorrelation


# Kendall's tau compares all pairs of pairs in every resample.
MOST_FOR_KENDALL = 5_000
# Outcomes nearer than this are equal: they differ by rounding only.
_EQUAL_OUTCOMES = 1e-12


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
    methods = (method,) if isinstance(method, str) else tuple(method)
    if unknown := [name for name in methods if name not in CORRELATIONS]:
        expected = ", ".join(CORRELATIONS)
        raise ValueError(f"method: expected names out of {expected}; got {unknown[0]!r}")
    if ddof not in (0, 1) or isinstance(ddof, bool):
        raise ValueError(f"ddof: expected 0 or 1; got {ddof!r}")
    given = {"n_resamples": n_resamples, "confidence_level": confidence_level, "groups": groups}
    groups = check(given, DEFAULT_CONFIG)["groups"]
    still = [name for name, side in (("scores", x), ("outcomes", y)) if not np.ptp(side) > 0]
    # Only "ccc" asks for equal values: for the others each side has its own unit.
    separate = [_in_one_unit(side)[0] for side in (x, y)]
    sides = {name: _in_one_unit(x, y) if name == "ccc" else separate for name in methods}
    functions = {name: CORRELATIONS[name](*sides[name], ddof) for name in methods}
    estimates = {name: float(of(np.ones((1, len(x))))[0]) for name, of in functions.items()}
    notes = []
    if still:
        notes.append(
            f"all {' and all '.join(still)} are equal: correlations are not defined, and given as "
            "0 without an interval."
        )
    codes = group_codes(groups, len(x))
    units = len(x) if groups is None else int(codes.max()) + 1
    if n_resamples is not None and units < FEW:
        notes.append(
            f"{units} {'pairs' if groups is None else 'groups'}, fewer than {FEW}: no interval and "
            "no p-value can be trusted, so there is none."
        )
    result = {"n": len(x), **estimates, "note": " ".join(notes)}
    if notes:
        warn(f"outcome_correlation: {result['note']}")
    if n_resamples is None:
        return result
    found = {f"{name}{end}": None for name in methods for end in ("_low", "_high", "_p_value")}
    if units >= FEW and not still:
        if "kendall" in methods and len(x) > MOST_FOR_KENDALL:
            raise ValueError(
                f"method: intervals of kendall take up to {MOST_FOR_KENDALL:,} pairs; there are "
                f"{len(x):,}; leave it out, or pass n_resamples=None"
            )
        if text := unresolved(n_resamples, confidence_level):
            warn(text)
        found |= _uncertain(
            functions, estimates, codes, len(x), n_resamples, confidence_level, seed
        )
    return result | {key: value for key, value in found.items() if key != "ccc_p_value"}


def _uncertain(functions, estimates, codes, n, n_resamples, level, seed):
    """Ends of intervals and p-values of correlations, by their functions of pairs' weights."""
    codes, in_groups = (np.arange(n), False) if codes is None else (codes, True)
    size = np.bincount(codes)
    units, values = len(size), {name: np.empty(n_resamples) for name in functions}
    for place, times, _ in resampled_sums([np.ones((units, 1))], n_resamples, seed):
        weight = times[:, codes]
        for name, function in functions.items():
            values[name][place] = function(weight)
    # Groups of uneven sizes count as fewer.
    df = degrees_of_freedom(size, in_groups and units < n)
    share, found = tail_share(level, units, df), {}
    for name, drawn in values.items():
        low, high = order_ends(drawn, share, (-1.0, 1.0), estimates[name])
        p_value = inverted_p_values(estimates[name], drawn, units, df)
        ends = zip(("_low", "_high", "_p_value"), (low, high, p_value), strict=True)
        found |= {name + end: float(value) for end, value in ends}
    return {**found, "p_floor": float(two_sided_p_values(1 / (n_resamples + 1), units, df))}


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
    """The sides less one number, by one factor, so that squares keep their digits in float64."""
    # A power of two, so that nothing is rounded before the common offset is gone.
    power = np.frexp(max(np.abs(side).max() for side in sides))[1]
    sides = [np.ldexp(side, -power) for side in sides]
    low = min(side.min() for side in sides)
    sides = [side - low for side in sides]
    spread = max(np.ptp(side) for side in sides) or 1.0
    return [side / spread for side in sides]


def _pearson_of_weights(x, y, ddof):
    # About the means, so that squares keep their digits.
    rows = _moment_rows(x - x.mean(), y - y.mean())
    return lambda weight: np.nan_to_num(correlation_of_sums(weight @ rows))


def _concordance_of_weights(x, y, ddof):
    """Lin 1989: 2 s_xy / (s_x ** 2 + s_y ** 2 + (mean x - mean y) ** 2); 0 if both are still."""
    rows, shift = _moment_rows(x - x.mean(), y - y.mean()), x.mean() - y.mean()

    def of_weights(weight):
        *sums, n = np.moveaxis(weight @ rows, -1, 0)
        mean_x, mean_y, xx, yy, xy = (values / n for values in sums)
        spread = np.maximum(xx - mean_x**2, 0) + np.maximum(yy - mean_y**2, 0)
        factor = n / (n - ddof)
        total = factor * spread + (mean_x - mean_y + shift) ** 2
        value = 2 * factor * (xy - mean_x * mean_y) / np.where(total > 0, total, 1)
        return np.clip(np.where(spread <= _EQUAL_OUTCOMES**2, 0, value), -1, 1)

    return of_weights


def _moment_rows(x, y):
    """Rows whose weighted sums give all moments, as ``correlation_of_sums`` takes them."""
    return np.stack([x, y, x * x, y * y, x * y, np.ones(len(x))], axis=1)


def _spearman_of_weights(x, y, ddof):
    places = [_outcome_places(values) for values in (x, y)]

    def of_weights(weight):
        total = weight.sum(axis=1, keepdims=True)
        ranks = [_weighted_ranks(weight, *own) for own in places]
        a, b = (rank - (weight * rank).sum(axis=1, keepdims=True) / total for rank in ranks)
        return _correlation(*((weight * p).sum(axis=1) for p in (a * b, a * a, b * b)))

    return of_weights


def _kendall_of_weights(x, y, ddof):
    codes = (_outcome_places(values)[0] for values in (x, y))
    a, b = (np.sign(own[:, None] - own).astype(np.float64) for own in codes)
    tables = a * b, np.abs(a), np.abs(b)
    return lambda weight: _correlation(*(((weight @ t) * weight).sum(axis=1) for t in tables))


def _correlation(product, square_x, square_y):
    norm = np.sqrt(square_x * square_y)
    moves = norm > _EQUAL_OUTCOMES
    return np.clip(np.where(moves, product / np.where(moves, norm, 1), 0), -1, 1)


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


# Functions of both sides that give the correlation as a function of the pairs' weights (B, n).
CORRELATIONS: NameTable[Callable] = NameTable(
    "method",
    {
        "pearson": _pearson_of_weights,
        "spearman": _spearman_of_weights,
        "kendall": _kendall_of_weights,
        "ccc": _concordance_of_weights,
    },
)
