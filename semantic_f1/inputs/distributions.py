"""Reading soft labels: distributions over the labels, in any form people have them.

Rows come as lists, tuples, numpy arrays, pandas Series, Arrow arrays, ``datasets`` columns, tensors
(by the array protocol) or any iterable. Every error names the row.
"""

from math import inf
from numbers import Real
from typing import NamedTuple

import numpy as np
import pyarrow as pa

from ..files.formats import is_arrow_list
from ..messages import InputError, fold, short
from .named_rows import ColumnNames, in_order, unwrap_named
from .number_rows import number_table, refuse_in_table
from .unwrapping import check_no_nulls, refuse_first

TOLERANCE = 1e-6  # Rows may miss a sum of 1 by this much, which is what float32 leaves of it.
# What float16, or two decimals of a few labels, leave of a sum.
ROUNDED_SUM = 0.02
_SINGLE = "a single number is the probability of the second of two labels"


class RawRows(NamedTuple):
    """Rows as they came."""

    table: np.ndarray  # float64 (n, width), finite and not negative
    single: bool  # whether a row was one number x, which stands for [1 - x, x]
    columns: ColumnNames | None = None  # names that the columns came with

    @property
    def n(self):
        """Number of examples."""
        return len(self.table)

    @property
    def kind(self):
        """ "single numbers", "rows" or "rows with names", None if there is none."""
        if not len(self.table):
            return None
        if self.columns is not None:
            return "rows with names"
        return "single numbers" if self.single else "rows"


def read_rows(rows, argument):
    """Rows of numbers, or single numbers, one per example."""
    rows, columns = unwrap_named(rows, argument)
    numbers = None if columns else _single_numbers(rows, argument)
    single = numbers is not None
    if single:
        table = numbers.reshape(-1, 1)
    else:
        table = as_floats(number_table(rows, argument, "numbers, one value per label"))
    if not single and columns is None and table.shape[1] == 1:
        rule = "a row of one value says nothing; a row has one value per label, and"
        raise InputError(f"{rule} {_SINGLE}", argument, 0)
    wrong = ~(np.isfinite(table) & (table >= 0))
    _refuse(wrong, table, argument, "probabilities and counts are finite and not negative")
    return RawRows(table, single, columns)


def rows_by_name(raws, names, widths, arguments, normalize=False):
    """Both sides with named columns in the order of the labels; others as they are."""
    named = [raw.columns is not None for raw in raws]
    if not any(named):
        return list(raws)
    wanted, needed = names, names
    if names is None:
        if not all(named):
            with_names, without_names = (arguments[named.index(which)] for which in (True, False))
            rule = f"rows name their labels, and those of {without_names} don't; pass labels=[...]"
            raise InputError(f"{rule}, the order of their columns", with_names)
        first = {}
        for name in (*raws[0].columns.names, *raws[1].columns.names):
            first.setdefault(fold(name) if normalize else name, name)
        wanted = needed = list(first.values())
    elif all(named):
        # Columns of none-labels may be left out where rows without names may be narrower.
        needed = names[: min(widths)]
    else:
        width = next(raw.table.shape[1] for raw in raws if raw.columns is None and not raw.single)
        wanted = needed = names[:width] if width in widths else names

    def ordered(raw, argument):
        if raw.columns is None:
            return raw
        table = in_order(raw.table, raw.columns, wanted, needed, argument, normalize)
        return RawRows(table, single=False)

    return list(map(ordered, raws, arguments))


def resolve_rows(raw, argument, m=None, normalize_counts=False):
    """Distributions: rows over their sums, 1 within 1e-6, or any with ``normalize_counts``."""
    table = raw.table
    n, width = table.shape
    if raw.single:
        if normalize_counts or m not in (None, 2):
            needed = "counts" if normalize_counts else f"{m} labels"
            rule = f"got single numbers; {needed} need one row per example, one value per label"
            raise InputError(rule, argument)
        _refuse(table > 1, table, argument, f"{_SINGLE}, from 0 to 1")
        return np.hstack([1 - table, table])
    if not n:
        return np.zeros((0, width if m is None else m))
    if m not in (None, width):
        rule = f"{width} values for {m} labels; a row has one value per label"
        raise InputError(rule, argument, 0)
    with np.errstate(over="ignore"):
        sums = table.sum(axis=1)
    impossible = (sums == 0) | np.isinf(sums)
    wrong = impossible if normalize_counts else np.abs(sums - 1) > TOLERANCE

    def told(row):
        rule = "counts need a sum above 0 that a float can hold"
        if not normalize_counts:
            rule = f"probabilities sum to 1 (within {TOLERANCE}); {_advice(table, sums)}"
        return f"the sum is {float(sums[row])!r}; {rule}"

    refuse_first(wrong, argument, told)
    return table / sums[:, None]


def _advice(table, sums):
    """Advice on rows whose sums are not 1, by what they look like."""
    if (table == np.floor(table)).all():
        return "these look like counts: pass normalize_counts=True"
    if (np.abs(sums - 1) <= ROUNDED_SUM).all():
        return "these look rounded: normalize_counts=True divides each row by its sum"
    if table.max() <= 1:
        return (
            "these look like one share or probability per label, each by itself: the "
            '"graded" config takes them as they are, "multilabel" with threshold='
        )
    return "for counts and other weights pass normalize_counts=True"


def as_floats(table):
    """A table of numbers as float64; numbers that a float can't hold are infinite."""
    if table.dtype == object:
        return np.array(list(map(_probability, table.reshape(-1)))).reshape(table.shape)
    return table.astype(np.float64)


def _refuse(wrong, table, argument, rule):
    """An error for the first value that is wrong, if there is one."""
    if table.shape[1] != 1:
        refuse_in_table(wrong, table, argument, rule)
    else:
        refuse_first(wrong[:, 0], argument, lambda i: f"got {float(table[i, 0])!r}; {rule}")


def _single_numbers(rows, argument):
    """Single numbers as a float64 array of shape (n,); None where rows are rows."""
    if isinstance(rows, pa.Array):
        if is_arrow_list(rows.type) or not len(rows):
            return None
        check_no_nulls(rows, None, argument, "got None", _SINGLE)
        rows = rows.to_numpy(zero_copy_only=False)
    if isinstance(rows, np.ndarray) and (rows.ndim != 1 or rows.dtype.kind in "biuf"):
        return rows.astype(np.float64) if rows.ndim == 1 and len(rows) else None
    # Numbers in arrays or tensors of no dimensions are plain ones.
    numbers = [row.item() if getattr(row, "ndim", 1) == 0 else row for row in rows]
    if not numbers or not _is_amount(numbers[0]):
        return None
    other = [index for index, row in enumerate(numbers) if not _is_amount(row)]
    such = f"among single numbers such as {numbers[0]!r}"
    refuse_first(other, argument, lambda i: f"got {short(numbers[i])} {such}")
    return np.array(list(map(_probability, numbers)))


def _is_amount(value):
    return isinstance(value, (Real, np.bool_))


def _probability(number):
    try:
        return float(number)
    except OverflowError:
        return inf
