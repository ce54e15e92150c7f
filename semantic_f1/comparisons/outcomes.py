"""Agreement of a metric's scores with an outcome: correlations with intervals and p-values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from ..config_table import DEFAULT_CONFIG
from ..inputs.groups import group_codes
from ..messages import FEW, expected, unresolved, warn
from ..options import check, check_whole, names_out_of
from ..scoring.bootstrap import resampled_sums
from ..scoring.intervals import order_ends
from ..scoring.significance import inverted_p_values
from ..scoring.student_t import df_and_tail_share, two_sided_p_values
from .statistics import CORRELATIONS, finite_numbers

if TYPE_CHECKING:
    from ..option_types import Correlation
    from ..result_types import OutcomeCorrelation


MOST_FOR_KENDALL = 5_000  # Kendall's tau compares all pairs of pairs in every resample.


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
    give. With fewer than 10 pairs, or groups, _low, _high and _p_value are None. Where one side is
    constant the correlations are not defined: they are 0, without an interval. "note" says so
    """
    x, y = finite_numbers("scores", scores), finite_numbers("outcomes", outcomes)
    if len(x) != len(y):
        found = f"{len(x)} and {len(y)} numbers"
        raise ValueError(f"scores and outcomes must be equally long; got {found}")
    if len(x) < 2:
        raise ValueError(f"scores: at least 2 pairs are needed; got {len(x)}")
    methods = names_out_of("method", method, CORRELATIONS)
    if check_whole("ddof", ddof, 0) > 1:
        raise expected("ddof", "0 or 1", ddof)
    given = {"n_resamples": n_resamples, "confidence_level": confidence_level, "groups": groups}
    groups = check(given if seed is None else {**given, "seed": seed}, DEFAULT_CONFIG)["groups"]
    still = [name for name, side in (("scores", x), ("outcomes", y)) if not np.ptp(side) > 0]
    # Only "ccc" asks for equal values: for the others each side has its own unit.
    separate = [_in_one_unit(side)[0] for side in (x, y)]
    sides = {name: _in_one_unit(x, y) if name == "ccc" else separate for name in methods}
    functions = {name: CORRELATIONS[name](*sides[name], ddof) for name in methods}
    estimates = {name: float(of(np.ones((1, len(x))))[0]) for name, of in functions.items()}
    codes = group_codes(groups, len(x))
    units = len(x) if groups is None else int(codes.max()) + 1
    notes = []
    if still:
        equal = f"all {' and all '.join(still)} are equal"
        notes.append(f"{equal}: correlations are not defined, and given as 0 without an interval.")
    if n_resamples is not None and units < FEW:
        few = f"{units} {'pairs' if groups is None else 'groups'}, fewer than {FEW}"
        notes.append(f"{few}: no interval and no p-value can be trusted, so there is none.")
    note = " ".join(notes)
    result = {"n": len(x), **estimates, "note": note}
    if note:
        warn(f"outcome_correlation: {note}")
    if n_resamples is None:
        return result
    found = {f"{name}{end}": None for name in methods for end in ("_low", "_high", "_p_value")}
    if units >= FEW and not still:
        if "kendall" in methods and len(x) > MOST_FOR_KENDALL:
            rule = f"intervals of kendall take up to {MOST_FOR_KENDALL:,} pairs; there are"
            raise ValueError(f"method: {rule} {len(x):,}; leave it out, or pass n_resamples=None")
        if text := unresolved(n_resamples, confidence_level):
            warn(text)
        codes = np.arange(len(x)) if codes is None else codes
        found |= _uncertain(functions, estimates, codes, n_resamples, confidence_level, seed)
    return result | {key: value for key, value in found.items() if key != "ccc_p_value"}


def _uncertain(functions, estimates, codes, n_resamples, level, seed):
    """Ends of intervals and p-values of correlations, by their functions of pairs' weights."""
    size = np.bincount(codes)
    units, values = len(size), {name: np.empty(n_resamples) for name in functions}
    for place, times, _ in resampled_sums([np.ones((units, 1))], n_resamples, seed):
        weight = times[:, codes]
        for name, function in functions.items():
            values[name][place] = function(weight)
    # Groups of uneven sizes count as fewer.
    (df, share), found = df_and_tail_share(level, size, units < len(codes)), {}
    for name, drawn in values.items():
        low, high = order_ends(drawn, share, (-1.0, 1.0), estimates[name])
        p_value = inverted_p_values(estimates[name], drawn, units, df)
        ends = zip(("_low", "_high", "_p_value"), (low, high, p_value), strict=True)
        found |= {name + end: float(value) for end, value in ends}
    return {**found, "p_floor": float(two_sided_p_values(1 / (n_resamples + 1), units, df))}


def _in_one_unit(*sides):
    """The sides less one number, by one factor, so that squares keep their digits in float64."""
    # A power of two, so that nothing is rounded before the common offset is gone.
    power = np.frexp(max(np.abs(side).max() for side in sides))[1]
    sides = [np.ldexp(side, -power) for side in sides]
    low = min(side.min() for side in sides)
    sides = [side - low for side in sides]
    spread = max(np.ptp(side) for side in sides) or 1.0
    return [side / spread for side in sides]
