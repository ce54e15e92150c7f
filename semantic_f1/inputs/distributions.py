"""Reading soft labels: distributions over the labels, in any form people have them.

Rows come as lists, tuples, numpy arrays, pandas Series, Arrow arrays, ``datasets`` columns, tensors
(by the array protocol) or any iterable. Every error names the row.
"""

from collections.abc import Mapping
from itertools import chain
from math import inf
from numbers import Real
from typing import NamedTuple

import numpy as np

from ..messages import short

# Rows may miss a sum of 1 by this much, which is what float32 leaves of it.
TOLERANCE = 1e-6


class RawRows(NamedTuple):
    """Rows as they came: ``table``, float64 of shape (n, width), finite and not negative.

    ``single`` tells that a row was one number x, which stands for [1 - x, x]; width is then 1.
    """

    table: np.ndarray
    single: bool

    @property
    def kind(self):
        """ "single numbers" or "rows", None where there is none."""
        return None if not len(self.table) else "single numbers" if self.single else "rows"


def read_rows(rows, argument):
    """Rows of numbers, or single numbers, one an example.

    Parameters
    ----------
    rows : one entry an example: a row of m probabilities or counts; or, for two labels, one number
        x that stands for [1 - x, x]. Lists, tuples, arrays or anything that turns into them
    argument : how errors call the rows, "predictions" or "references"

    Returns
    -------
    RawRows

    Raises
    ------
    ValueError
        naming the row and the value: rows of the wrong width, values that are not numbers, not
        finite or negative
    """
    table = _distribution_table(rows, argument)
    single = table.ndim == 1 and len(table) > 0
    if table.ndim == 1:
        table = table.reshape(len(table), -1 if len(table) else 0)
    if not single and table.shape[1] == 1:
        raise ValueError(
            f"{argument}[0]: a row of one value says nothing; a row has one value a label, and a "
            "number without a row is the probability of the second of two labels"
        )
    wrong = ~(np.isfinite(table) & (table >= 0))
    _refuse(wrong, table, argument, "probabilities and counts are finite and not negative")
    return RawRows(table, single)


def resolve_rows(raw, argument, m=None, *, normalize_counts=False):
    """Distributions over the labels, as float64 rows that sum to 1.

    Parameters
    ----------
    raw : RawRows
    argument : how errors call the rows
    m : None, or int >= 1, the number of labels; None takes it from the rows
    normalize_counts : bool, whether rows hold counts (of annotators, say), or other weights

    Returns
    -------
    float64 array of shape (n, m). Each row is divided by its sum: without ``normalize_counts``
    that takes off the rounding that the row came with, 1e-6 at most

    Raises
    ------
    ValueError
        naming the row and the value: rows of the wrong width, a sum that is not 1, or counts that
        are all 0
    """
    table = raw.table
    if raw.single:
        return _binary(table, argument, m, normalize_counts)
    n, width = table.shape
    if not n:
        return np.zeros((0, width if m is None else m))
    if m not in (None, width):
        raise ValueError(
            f"{argument}[0]: {width} values for {m} labels; a row has one value a label"
        )
    with np.errstate(over="ignore"):
        sums = table.sum(axis=1)
    if normalize_counts:
        wrong = np.flatnonzero((sums == 0) | np.isinf(sums))
        rule = "counts need a sum above 0 that a float can hold"
    else:
        wrong = np.flatnonzero(np.abs(sums - 1) > TOLERANCE)
        rule = f"probabilities sum to 1 (within {TOLERANCE}); for counts pass normalize_counts=True"
    if len(wrong):
        raise ValueError(f"{argument}[{wrong[0]}]: the sum is {float(sums[wrong[0]])!r}; {rule}")
    return table / sums[:, None]


def _binary(numbers, argument, m, normalize_counts):
    """[1 - x, x] for every number x."""
    if normalize_counts or m not in (None, 2):
        needed = "counts" if normalize_counts else f"{m} labels"
        raise ValueError(
            f"{argument}: got single numbers; {needed} need a row an example, one value a label"
        )
    rule = "a single number is the probability of the second of two labels, from 0 to 1"
    _refuse(numbers > 1, numbers, argument, rule)
    return np.hstack([1 - numbers, numbers])


def _refuse(wrong, table, argument, rule):
    """An error for the first value that is wrong, if there is one."""
    if wrong.any():
        row, column = np.argwhere(wrong)[0]
        where = f"column {column} is " if table.shape[1] > 1 else "got "
        raise ValueError(f"{argument}[{row}]: {where}{float(table[row, column])!r}; {rule}")


def _distribution_table(rows, argument):
    """The rows as a float64 array of shape (n, width), or (n,) where they are single numbers."""
    if hasattr(rows, "columns") or isinstance(rows, (str, bytes, Mapping, set, frozenset)):
        raise ValueError(
            f"{argument}: expected a sequence with one distribution an example, its values in the "
            f"order of the labels; got {type(rows).__name__}"
        )
    array = _distribution_array(rows, argument)
    if array is not None and array.ndim not in (1, 2):
        raise ValueError(
            f"{argument}: expected one row of numbers an example; got shape {array.shape}"
        )
    if array is not None and array.dtype.kind in "biuf":
        return array.astype(np.float64)
    try:
        rows = list(rows if array is None else array.tolist())
    except TypeError:
        raise ValueError(
            f"{argument}: expected a sequence with one distribution an example; got {short(rows)}"
        ) from None
    if rows and _is_amount(rows[0]):
        for index, row in enumerate(rows):
            if not _is_amount(row):
                raise ValueError(
                    f"{argument}[{index}]: got {short(row)} among single numbers such as "
                    f"{rows[0]!r}"
                )
        return np.array(list(map(_probability, rows)))
    return _table_of(
        [_distribution_values(row, f"{argument}[{i}]") for i, row in enumerate(rows)], argument
    )


def _table_of(rows, argument):
    width = len(rows[0]) if rows else 0
    for index, row in enumerate(rows):
        if len(row) != width:
            raise ValueError(
                f"{argument}[{index}]: {len(row)} values where row 0 has {width}; a row has one "
                "value a label"
            )
    flat = list(chain.from_iterable(rows))
    for index, value in enumerate(flat):
        if not _is_amount(value):
            raise ValueError(
                f"{argument}[{index // width}]: column {index % width} is {value!r}, not a number"
            )
    return np.array(list(map(_probability, flat)), dtype=np.float64).reshape(len(rows), width)


def _distribution_array(values, where):
    """What numpy makes of an array, a tensor or a column; None for lists and other iterables."""
    if isinstance(values, np.ma.MaskedArray) and np.ma.getmaskarray(values).any():
        raise ValueError(f"{where}: a masked array hides values; a row has one value a label")
    if hasattr(values, "to_pylist"):
        # As an array, an Arrow column would turn missing values into NaN.
        return np.fromiter(values.to_pylist(), dtype=object)
    return np.asarray(values) if hasattr(values, "__array__") else None


def _distribution_values(row, where):
    """One row as a list."""
    array = _distribution_array(row, where)
    if array is not None and array.ndim == 1:
        return array.tolist()
    if isinstance(row, (list, tuple)):
        return row
    raise ValueError(f"{where}: expected a row of numbers, one value a label; got {short(row)}")


def _is_amount(value):
    return isinstance(value, (Real, np.bool_))


def _probability(number):
    try:
        return float(number)
    except OverflowError:
        return inf
