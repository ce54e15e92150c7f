"""Rows of numbers, one per label: indicators, scores, weights; and any tables of numbers.

Sparse rows are those that know ``tocsr``: CSR, CSC, COO, DOK and others. Nothing is made dense, and
scipy is not imported: stored places are members of label sets.
"""

import numbers
from collections.abc import Mapping
from itertools import chain
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ..files.formats import is_arrow_list
from ..messages import InputError, short
from .label_sets import (
    BLOCK_ROWS,
    MOST_KEY_LABELS,
    MOST_SHIFTED_BITS,
    MOST_SHORT_KEY_LABELS,
    LabelSets,
    keys_of_members,
    no_sets,
    numbers_of_bits,
    sizes_of_keys,
)
from .unwrapping import check_no_nulls, offsets_of, plain_array, plain_arrow, refuse_first, unwrap

# Rows made numbers at a time, and octets of them that are compared: what a processor's cache holds.
KEY_ROWS = 1 << 15
KEY_OCTETS = 1 << 20
# Types of scores in which a threshold is compared; their places say which of them a row had.
PRECISIONS = ("float64", "float32", "float16", "bfloat16")


class SparseColumns(NamedTuple):
    """Columns of sparse rows that are not 0: ``codes[offsets[i]:offsets[i + 1]]`` of row i."""

    width: int
    codes: np.ndarray
    offsets: np.ndarray
    values: np.ndarray | None  # one for each code; None if all are 1
    sets: LabelSets  # the columns

    def least(self, thresholds):
        """LabelSets of columns whose value is at least its threshold, one number or per column."""
        values = 1.0 if self.values is None else self.values.astype(np.float64, copy=False)
        needed = thresholds[self.codes] if np.ndim(thresholds) else thresholds
        kept = np.broadcast_to(values >= needed, self.codes.shape)
        offsets = np.concatenate([[0], np.cumsum(kept)])[self.offsets]
        return _sets_once(self.width, self.codes[kept], offsets)


class RawIndicators(NamedTuple):
    """Indicator rows, or rows of scores."""

    width: int
    columns: LabelSets  # those that are 1
    table: np.ndarray | None = None  # (n, width) scores, if any is neither 0 nor 1
    precision: np.ndarray | None = None  # (n,), places of types in PRECISIONS if not all float64
    sparse: SparseColumns | None = None  # what the rows came as

    @property
    def kind(self):
        """ "rows with a column per label", None if there is none."""
        return "rows with one column per label" if self.columns.n else None

    @property
    def n(self):
        """Number of examples."""
        return self.columns.n

    def ones(self, dtype):
        """The columns that are 1 as a table of 0 and 1."""
        table, sizes = np.zeros((self.n, self.width), dtype), np.diff(self.columns.offsets)
        table[np.repeat(np.arange(self.n), sizes), self.columns.indices] = 1
        return table


def read_indicators(rows, argument, scores):
    """Indicator rows of one width, holding 0 and 1, or finite scores where ``scores`` is true."""
    if hasattr(rows, "tocsr"):
        sparse = read_sparse(rows, argument, scores)
        return RawIndicators(sparse.width, sparse.sets, sparse=sparse)
    table, precision = _table_and_precision(unwrap(rows, argument)[0], argument)
    n, width = table.shape
    columns = sets_of_rows(table)
    if columns is not None:
        return RawIndicators(width, columns)
    if _kind_of(rows) == "bfloat16":
        precision = np.full(n, PRECISIONS.index("bfloat16"), np.int8)
    rule = "scores must be finite" if scores else "indicator rows hold 0 and 1"
    for start in range(0, n, BLOCK_ROWS):
        block = table[start : start + BLOCK_ROWS]
        with np.errstate(over="ignore", invalid="ignore"):
            # A finite sum says that no number is NaN or infinite.
            finite = scores and block.dtype.kind in "biuf"
            finite = finite and (np.isfinite(block.sum()) or np.isfinite(block).all())
        if not finite:
            wrong = ~np.isfinite(block.astype(float)) if scores else (block != 0) & (block != 1)
            refuse_in_table(wrong, block, argument, rule, start)
    return RawIndicators(width, no_sets(n), table, precision)


def read_sparse(rows, argument, scores):
    """Columns of sparse rows; with ``scores`` they may hold finite numbers other than 0 and 1."""
    if len(rows.shape) != 2:
        rule = f"expected rows with one column per label; got shape {rows.shape}"
        raise InputError(rule, argument)
    table = rows.tocsr()
    sets = _sets_once(*_stored(table)) if _all_ones(table.data) else None
    if sets is None:
        # Places that are stored twice are added up, as scipy does; zeros that are stored are none.
        table = table.copy()
        table.sum_duplicates()
        table.eliminate_zeros()
        sets = _sets_once(*_stored(table))
    values = None if _all_ones(table.data) else table.data
    columns = SparseColumns(*_stored(table), values, sets)
    if values is not None:
        rule = "scores must be finite" if scores else "indicator rows hold 0 and 1"
        wrong = ~np.isfinite(values) if scores else values != 1
        refuse_values(wrong, columns, argument, rule)
    return columns


def refuse_values(wrong, columns, argument, rule):
    """Refuse the first stored value of SparseColumns that is wrong."""

    def told(i):
        return f"column {columns.codes[i]} is {short(columns.values[i].item())}; {rule}"

    refuse_first(wrong, argument, told, columns.offsets)


def _all_ones(values):
    return not len(values) or bool(values.min() == 1 == values.max())


def _stored(table):
    kinds = (table.indices, np.int32), (table.indptr, np.int64)
    return table.shape[1], *(values.astype(kind, copy=False) for values, kind in kinds)


def _sets_once(width, codes, offsets):
    """LabelSets if each row stores its columns once and in rising order, or in any order if few."""
    if 0 < width <= MOST_KEY_LABELS:
        keys = keys_of_members(codes, offsets, width)
        # A column that comes twice carries, and leaves fewer bits than members.
        once = int(sizes_of_keys(keys).sum(dtype=np.int64)) == len(codes)
        return LabelSets(numbers=keys) if once else None
    rises = codes[1:] > codes[:-1]
    begins = offsets[1:-1]
    rises[begins[(begins > 0) & (begins < len(codes))] - 1] = True
    return LabelSets(codes, offsets) if rises.all() else None


def sets_of_rows(table):
    """Rows of 0 and 1 as LabelSets; None of other values."""
    if table.dtype.kind == "i":
        # Below 0 they are great numbers then.
        table = table.view(table.dtype.str.replace("i", "u"))
    octets = table.dtype.itemsize == 1 and table.flags.c_contiguous
    if not octets or not 0 < table.shape[1] <= MOST_SHIFTED_BITS:
        return sets_of_table(table, _ones)
    parts = []
    for start in range(0, max(len(table), 1), KEY_ROWS):
        block = table[start : start + KEY_ROWS]
        if block.dtype != bool and block.max(initial=0) > 1:
            return None
        parts.append(numbers_of_bits(block.view(bool)))
    return LabelSets(numbers=np.concatenate(parts))


def _ones(block, start, out):
    if block.dtype.kind in "bu":
        if block.dtype != bool and block.max() > 1:
            return False
        np.not_equal(block, 0, out=out)
        return True
    np.equal(block, 1, out=out)
    return np.count_nonzero(out) == np.count_nonzero(block != 0)


def sets_of_table(table, mark):
    """LabelSets by number of the columns that ``mark`` marks; None if it was false."""
    n, width = table.shape
    if not table.size:
        return no_sets(n)
    columns = width if width <= MOST_SHIFTED_BITS else -(-width // 64) * 64
    bits = np.zeros((min(n, max(1, KEY_ROWS * MOST_SHORT_KEY_LABELS // columns)), columns), bool)
    few, parts = max(1, KEY_OCTETS // (width * table.dtype.itemsize)), []
    for start in range(0, n, len(bits)):
        block_bits = bits[: n - start]
        for first in range(0, len(block_bits), few):
            some = block_bits[first : first + few, :width]
            begin = start + first
            if not mark(table[begin : begin + len(some)], begin, some):
                return None
        parts.append(numbers_of_bits(block_bits))
    return LabelSets(numbers=np.concatenate(parts))


def read_weights(weights, n=None, some=True):
    """Example weights as a float64 array of shape (n,): finite, >= 0, with ``some`` not all 0."""
    values, _ = unwrap(weights, "sample_weight")
    try:
        arrow = isinstance(values, (pa.Array, pa.ChunkedArray))
        array = np.array(values.to_pylist() if arrow else values)
        if array.dtype == object:
            for index, weight in enumerate(array.reshape(-1)):
                if not isinstance(weight, numbers.Real) or isinstance(weight, bool):
                    raise ValueError(f"row {index} is {short(weight)}")
        elif array.dtype.kind not in "iuf":
            raise ValueError(f"got {array.dtype}")
        array = array.astype(np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise ValueError(f"sample_weight: expected one number per example: {error}") from None
    if array.ndim != 1 or n not in (None, len(array)):
        needed = f"one number per example{'' if n is None else f', {n}'}"
        raise InputError(f"expected {needed}; got shape {array.shape}", "sample_weight")
    wrong, rule = ~np.isfinite(array) | (array < 0), "weights must be finite and >= 0; got"
    refuse_first(wrong, "sample_weight", lambda i: f"{rule} {array[i]}")
    if some and not array.any():
        raise ValueError("sample_weight: at least one weight must be above 0; all are 0")
    with np.errstate(over="ignore"):
        if not np.isfinite(array.sum()):
            raise ValueError("sample_weight: the sum of the weights is too large for a float")
    return array


def number_table(rows, argument, what="0 and 1, one column per label"):
    """Rows that were unwrapped as an array of numbers; in errors a row holds ``what``."""
    return _table_and_precision(rows, argument, what, scores=False)[0]


def _table_and_precision(rows, argument, what="0 and 1, one column per label", scores=True):
    """The table, and of ``scores`` the ``precision`` that :class:`RawIndicators` has of rows."""
    precision = None
    if isinstance(rows, pa.Array):
        rows = _table_from_arrow(rows, argument, what)
    if not isinstance(rows, np.ndarray) or rows.dtype == object:
        rows, precision = _table_from_list(list(rows), argument, what, scores)
    else:
        precision = _precision_of_type(rows.dtype, rows.shape[:1])
    if rows.ndim != 2:
        raise InputError(f"expected rows of {what}; got shape {rows.shape}", argument)
    if rows.dtype.kind not in "biufO":
        _refuse_non_number(rows.reshape(-1).tolist(), rows.shape[1], argument, what)
    return rows, precision


def _table_from_list(given, argument, what, scores):
    """The table, and the precision of each row; None where all are Python's own numbers."""
    rows = [_row(row, argument, index, what) for index, row in enumerate(given)]
    if not rows:
        return np.zeros((0, 0), dtype=np.int8), None
    sizes = np.fromiter(map(len, rows), dtype=np.int64, count=len(rows))
    flat = list(chain.from_iterable(rows))
    names = [i for i, value in enumerate(flat) if isinstance(value, str)]
    if names and (sizes != sizes[0]).any():
        rule = "label names need the default config"
        refuse_first(names, argument, lambda i: f"got {short(flat[i])}: {rule}", offsets_of(sizes))
    _check_widths(sizes, argument)
    width = int(sizes[0])
    if all(type(row) is np.ndarray for row in rows):
        return np.stack(rows), _precision_of_rows(given, rows, argument) if scores else None
    types = set(map(type, flat))
    if not types <= {int, float, bool}:
        flat = [_unboxed(value) for value in flat]
        _refuse_non_number(flat, width, argument, what)
    plain = not scores or (types <= {int, float, bool} and set(map(type, rows)) <= {list, tuple})
    precision = None if plain else _precision_of_rows(given, rows, argument)
    return np.array(flat).reshape(len(rows), width), precision


def _precision_of_type(dtype, n):
    """The precision of ``n`` rows of one numpy type, a number or a shape; None for float64."""
    known = dtype.name in PRECISIONS[1:]
    return np.full(n, PRECISIONS.index(dtype.name), np.int8) if known else None


def _precision_of_rows(given, rows, argument):
    """The precision of rows as ``given``, and as :func:`_row` has them; None if all are float64."""
    if set(map(type, given)) == {np.ndarray} and len({row.dtype for row in rows}) == 1:
        return _precision_of_type(rows[0].dtype, len(rows))
    precision = np.zeros(len(rows), np.int8)
    for index, (as_given, row) in enumerate(zip(given, rows, strict=True)):
        if type(row) is np.ndarray:
            kinds = {_kind_of(as_given) if _kind_of(as_given) == "bfloat16" else row.dtype.name}
        else:
            kinds = {_kind_of(value) for value in row if value not in (0, 1)}
        kinds = kinds.intersection(PRECISIONS) or {PRECISIONS[0]}
        if len(kinds) > 1:
            found = f"scores of one row are of types {' and '.join(sorted(kinds))}"
            raise InputError(f"{found}; give the row one type", argument, index)
        precision[index] = PRECISIONS.index(*kinds)
    return precision if precision.any() else None


def _unboxed(value):
    """A number out of a tensor or an array of no dimensions; all else as it is."""
    boxed = hasattr(value, "__array__") and not isinstance(value, np.generic)
    return plain_array(value, "scores")[()] if boxed and np.ndim(value) == 0 else value


def _kind_of(value):
    """The name of a number's type, as PRECISIONS has it."""
    kind = getattr(value, "dtype", type(value) if type(value) is not float else PRECISIONS[0])
    return str(kind).rpartition(".")[2]


def _row(row, argument, index, what):
    if type(row) is list or type(row) is tuple:
        return row
    if isinstance(row, pa.Scalar):
        values = getattr(row, "values", None)
        plain = row.as_py() if values is None else plain_arrow(values).to_numpy(False)
        return _row(plain, argument, index, what)
    if hasattr(row, "__array__"):
        array = plain_array(row, argument, index)
        if array.ndim == 1:
            return array if array.dtype.kind in "biuf" else array.tolist()
    elif hasattr(row, "__iter__") and not isinstance(row, (str, bytes, Mapping, set, frozenset)):
        return list(row)
    rule = f"expected a row of {what}; got {type(row).__name__} {short(row)}"
    raise InputError(rule, argument, index)


def _refuse_non_number(flat, width, argument, what):
    for index, value in enumerate(flat):
        if not isinstance(value, (int, float, np.number, np.bool_)):
            hint = "; label names need the default config" if isinstance(value, str) else ""
            rule = f"is {short(value)}, not a number: a row has {what}{hint}"
            raise InputError(f"column {index % width} {rule}", argument, index // width)


def _table_from_arrow(array, argument, what):
    hint = f"a row has {what}"
    check_no_nulls(array, None, argument, "got None", hint)
    if not is_arrow_list(array.type):
        return _table_from_list(array.to_pylist(), argument, what, False)[0]
    sizes = pc.list_value_length(array).to_numpy(zero_copy_only=False)
    _check_widths(sizes, argument)
    width = int(sizes[0]) if len(sizes) else 0
    flat = plain_arrow(array.flatten())
    check_no_nulls(flat, offsets_of(sizes), argument, "a value is None", hint)
    return flat.to_numpy(zero_copy_only=False).reshape(len(array), width)


def _check_widths(sizes, argument):
    def told(row):
        return f"{sizes[row]} columns where ", 0, f" has {sizes[0]}; rows have one column per label"

    refuse_first(sizes != sizes[:1], argument, told)


def refuse_in_table(wrong, table, argument, rule, start=0):
    """Refuse the first wrong value of rows that are counted from ``start``."""
    if wrong.any():
        row, column = np.argwhere(wrong)[0].tolist()
        value = short(np.asarray(table[row, column]).item())
        raise InputError(f"column {column} is {value}; {rule}", argument, start + row)
