"""Reading label sets and indicator rows in any form people have them, without coercion.

Rows come as lists, tuples, numpy arrays, pandas Series, Arrow arrays, ``datasets`` columns,
tensors (by the array protocol) or any iterable. What is read is still in the caller's terms:
names, ids or columns; :mod:`labels` turns it into label indices. Every error names the row.
"""

import numbers
from collections.abc import Mapping
from itertools import chain
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ..messages import short
from .label_sets import BLOCK_ROWS

MAX_ID = np.iinfo(np.int32).max
_COLLECTIONS = {list, tuple, set, frozenset}
_EMPTY_SET = "an example without labels is an empty list, []"
_SCORES_NEED_MULTILABEL = (
    'indicator rows and scores need the "multilabel" config: load(..., "multilabel")'
)


class RawSets(NamedTuple):
    """Members of n sets: example i holds ``codes[offsets[i]:offsets[i + 1]]``, repeats included.

    ``codes`` index ``names``, or are ids where ``names`` is None.
    """

    names: list | None
    codes: np.ndarray
    offsets: np.ndarray

    @property
    def kind(self):
        """ "names", "ids", or None where every set is empty."""
        return None if not len(self.codes) else "ids" if self.names is None else "names"


class RawIndicators(NamedTuple):
    """Indicator rows: the columns that are 1 as ragged ``codes``, or a ``table`` of scores.

    ``table``, of shape (n, width), is None where every value is 0 or 1, else it is what counts.
    """

    width: int
    codes: np.ndarray
    offsets: np.ndarray
    table: np.ndarray | None


def read_sets(rows, argument, class_names=None):
    """Label sets: each example a name, an id or a collection of names or of ids.

    Parameters
    ----------
    rows : the examples, in any form the module knows
    argument : how errors call them, "predictions" or "references"
    class_names : None, or the names that ids stand for where the rows don't tell

    Returns
    -------
    RawSets

    Raises
    ------
    ValueError
        naming the row and the value: None, floats, booleans, names mixed with ids, negative ids
    """
    rows, own_names = _unwrap(rows, argument)
    class_names = class_names if own_names is None else own_names
    if isinstance(rows, (pa.Array, pa.ChunkedArray)):
        raw = _sets_from_arrow(rows, argument)
    elif isinstance(rows, np.ndarray):
        raw = _sets_from_array(rows, argument)
    else:
        raw = _sets_from_list(rows, argument)
    if raw.names is None:
        wrong = np.flatnonzero((raw.codes < 0) | (raw.codes > MAX_ID))
        if len(wrong):
            row = row_of(raw.offsets, wrong[0])
            raise ValueError(
                f"{argument}[{row}]: id {raw.codes[wrong[0]]} is out of range; ids count from 0"
            )
        if class_names is not None and len(raw.codes):
            return _named(raw, class_names, argument)
    return raw


def read_indicators(rows, argument, scores):
    """Indicator rows of one width, holding 0 and 1, or finite scores where ``scores`` is true.

    Parameters
    ----------
    rows : the examples, as an array of shape (n, width) or rows in any form the module knows
    argument : how errors call them, "predictions" or "references"
    scores : bool, whether other finite numbers than 0 and 1 are let through

    Returns
    -------
    RawIndicators

    Raises
    ------
    ValueError
        naming the row and the value: rows of differing widths, values that are not numbers, not
        finite, or (without ``scores``) neither 0 nor 1
    """
    table = _table(_unwrap(rows, argument)[0], argument)
    n, width = table.shape
    counts = np.zeros(n, dtype=np.int64)
    codes = []
    binary = True
    for start in range(0, n, BLOCK_ROWS):
        block = table[start : start + BLOCK_ROWS]
        flat = np.ascontiguousarray(block).reshape(-1)
        ones = np.flatnonzero(flat != 0)
        values = flat[ones]
        other = values != 1
        if other.any():
            _check_scores(block, flat, ones[other], start, argument, scores)
            binary = False
        if binary:
            block_rows = ones // max(width, 1)
            codes.append((ones - block_rows * width).astype(np.int32))
            counts[start : start + len(block)] = np.bincount(block_rows, minlength=len(block))
    if not binary:
        return RawIndicators(width, np.zeros(0, np.int32), np.zeros(n + 1, np.int64), table)
    return RawIndicators(width, _concatenate(codes, np.int32), offsets_of(counts), None)


def read_weights(weights, n=None):
    """Example weights as a float64 array of shape (n,): finite, >= 0, not all 0."""
    values, _ = _unwrap(weights, "sample_weight")
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
        raise ValueError(f"sample_weight: expected one number an example: {error}") from None
    if array.ndim != 1 or n not in (None, len(array)):
        raise ValueError(
            f"sample_weight: expected one number an example{'' if n is None else f', {n}'}; "
            f"got shape {array.shape}"
        )
    wrong = np.flatnonzero(~np.isfinite(array) | (array < 0))
    if len(wrong):
        raise ValueError(
            f"sample_weight[{wrong[0]}]: weights must be finite and >= 0; got {array[wrong[0]]}"
        )
    if not array.any():
        raise ValueError("sample_weight: at least one weight must be above 0; all are 0")
    with np.errstate(over="ignore"):
        if not np.isfinite(array.sum()):
            raise ValueError("sample_weight: the sum of the weights is too large for a float")
    return array


def offsets_of(sizes):
    """Offsets, from 0, of consecutive runs of the given sizes."""
    offsets = np.zeros(len(sizes) + 1, dtype=np.int64)
    np.cumsum(sizes, out=offsets[1:])
    return offsets


def row_of(offsets, member):
    """The row that a member, counted over all rows, belongs to."""
    return int(np.searchsorted(offsets, member, side="right")) - 1


def _unwrap(rows, argument):
    """Rows as a list, an array or an Arrow array, and the ClassLabel names that came with them."""
    if rows is None or isinstance(rows, (str, bytes, Mapping, set, frozenset)):
        raise ValueError(
            f"{argument}: expected a sequence with one entry an example; got "
            f"{type(rows).__name__}{'' if rows is None else ' ' + short(rows)}"
        )
    if isinstance(rows, np.ndarray):
        return _array(rows, argument), None
    if isinstance(rows, (list, tuple, pa.Array, pa.ChunkedArray)):
        return rows, None
    if hasattr(rows, "column_name") and hasattr(rows, "source"):
        return _unwrap_column(rows)
    if hasattr(rows, "columns"):
        raise ValueError(
            f"{argument}: a table of columns has no order of labels to rely on; pass one column, "
            "or .to_numpy() with the columns in the order of the labels"
        )
    if hasattr(rows, "toarray"):
        raise ValueError(f"{argument}: a sparse matrix must be made an array first: .toarray()")
    if hasattr(getattr(rows, "dtype", None), "na_value"):
        # As an array, a pandas column of its own types would turn missing values into floats.
        return rows.tolist(), None
    if hasattr(rows, "__array__"):
        array = _array(rows, argument)
        return (array.tolist() if array.dtype == object else array), None
    try:
        return list(rows), None
    except TypeError:
        raise ValueError(
            f"{argument}: expected a sequence with one entry an example; got "
            f"{type(rows).__name__} {short(rows)}"
        ) from None


def _unwrap_column(column):
    """A ``datasets`` column: its Arrow data, read whole, not decoded row by row."""
    source, name = column.source, column.column_name
    class_names = column_class_names(column)
    plain = getattr(source, "format", None)
    if plain is None or plain.get("type") == "custom":
        return list(column), class_names
    return source.with_format("arrow")[name][:], class_names


def column_class_names(column):
    """Names of the ClassLabel in a ``datasets`` column, however deep; None without one."""
    feature = getattr(column, "features", None)
    while hasattr(feature, "feature"):
        feature = feature.feature
    return getattr(feature, "names", None)


def _array(values, argument):
    if isinstance(values, np.ma.MaskedArray) and np.ma.getmaskarray(values).any():
        raise ValueError(f"{argument}: a masked array hides values; {_EMPTY_SET}")
    try:
        array = np.asarray(values)
    except (TypeError, ValueError, RuntimeError) as error:
        raise ValueError(f"{argument}: could not be read as an array: {error}") from None
    if array.dtype.kind in "mMV":
        raise ValueError(
            f"{argument}: expected names, ids or numbers; got {array.dtype} {short(values)}"
        )
    return array


def _sets_from_list(rows, argument):
    types = set(map(type, rows))
    if types <= _COLLECTIONS:
        sizes = np.fromiter(map(len, rows), dtype=np.int64, count=len(rows))
        return _sets_from_members(list(chain.from_iterable(rows)), offsets_of(sizes), argument)
    if types in ({str}, {int}):
        return _sets_from_members(list(rows), np.arange(len(rows) + 1), argument)
    rows = [_members(row, f"{argument}[{index}]") for index, row in enumerate(rows)]
    return _sets_from_list(rows, argument)


def _members(row, where):
    """One example as a list of members."""
    if isinstance(row, pa.Scalar):
        row = row.as_py()
    if type(row) in _COLLECTIONS:
        return list(row)
    if row is None:
        raise ValueError(f"{where}: got None; {_EMPTY_SET}")
    if isinstance(row, (bytes, Mapping)):
        raise ValueError(
            f"{where}: expected a name, an id or a collection of them; "
            f"got {type(row).__name__} {short(row)}"
        )
    if isinstance(row, str):
        return [row]
    if hasattr(row, "__array__"):
        array = _array(row, where)
        return array.tolist() if array.ndim else [array.item()]
    return list(row) if hasattr(row, "__iter__") else [row]


def _sets_from_members(members, offsets, argument):
    types = set(map(type, members))
    if types <= {str}:
        codes = _Numbering()
        numbered = np.fromiter(map(codes.__getitem__, members), np.int64, len(members))
        return RawSets(list(codes), numbered, offsets)
    if types == {int}:
        try:
            return RawSets(None, np.array(members, dtype=np.int64), offsets)
        except OverflowError:
            wrong = next(i for i, member in enumerate(members) if abs(member) > MAX_ID)
            raise ValueError(
                f"{argument}[{row_of(offsets, wrong)}]: id {members[wrong]} is out of range"
            ) from None
    for index, member in enumerate(members):
        # Before all else: one missing value turns a column of ids into floats.
        if type(member) is not str and _is_missing(member):
            raise ValueError(
                f"{argument}[{row_of(offsets, index)}]: got a missing value, {member!r}; "
                f"{_EMPTY_SET}"
            )
    plain = [_member(m, offsets, i, argument) for i, m in enumerate(members)]
    kinds = list(map(type, plain))
    if len(set(kinds)) > 1:
        other = next(i for i, kind in enumerate(kinds) if kind is not kinds[0])
        raise ValueError(
            f"{argument}[{row_of(offsets, other)}]: {short(plain[other])} among "
            f"{'names' if kinds[0] is str else 'ids'} such as {short(plain[0])} "
            f"(row {row_of(offsets, 0)}): use names everywhere or ids everywhere"
        )
    return _sets_from_members(plain, offsets, argument)


class _Numbering(dict):
    """Numbers what is asked for in the order of first asking."""

    def __missing__(self, key):
        number = self[key] = len(self)
        return number


def _member(member, offsets, index, argument):
    """A member as exactly str or int, or an error that says what it is."""
    if type(member) is str or type(member) is int:
        return member
    where = f"{argument}[{row_of(offsets, index)}]"
    if isinstance(member, str):
        return str.__str__(member)
    if hasattr(member, "__array__") and np.ndim(member) == 0:
        member = np.asarray(member).item()
        if type(member) is int or type(member) is str:
            return member
    if isinstance(member, (bool, np.bool_, float)):
        raise ValueError(
            f"{where}: {member!r} is neither a name nor an id; {_SCORES_NEED_MULTILABEL}"
        )
    if member is None:
        raise ValueError(f"{where}: a member is None; {_EMPTY_SET}")
    if isinstance(member, int):
        return int(member)
    raise ValueError(
        f"{where}: members must be names or ids; got {type(member).__name__} {short(member)}"
    )


def _is_missing(member):
    """NaN, NaT or pandas' NA: what does not equal itself, or won't say."""
    try:
        return bool(member != member)
    except (TypeError, ValueError):
        return np.ndim(member) == 0


def _sets_from_array(array, argument):
    if array.ndim not in (1, 2):
        raise ValueError(
            f"{argument}: expected one or two dimensions (examples, members); "
            f"got shape {array.shape}"
        )
    if array.dtype.kind in "iu":
        width = 1 if array.ndim == 1 else array.shape[1]
        offsets = np.arange(len(array) + 1, dtype=np.int64) * width
        flat = array.reshape(-1)
        # Beyond int64 they would come out as other numbers.
        huge = np.flatnonzero(flat > MAX_ID) if flat.dtype == np.uint64 else ()
        if len(huge):
            row = row_of(offsets, huge[0])
            raise ValueError(f"{argument}[{row}]: id {flat[huge[0]]} is out of range")
        return RawSets(None, flat.astype(np.int64), offsets)
    return _sets_from_list(array.tolist(), argument)


def _sets_from_arrow(array, argument):
    if isinstance(array, pa.ChunkedArray):
        array = array.combine_chunks()
        if isinstance(array, pa.ChunkedArray):
            array = pa.concat_arrays(array.chunks) if array.num_chunks else pa.array([], array.type)
    if pa.types.is_list_view(array.type) or pa.types.is_large_list_view(array.type):
        array = array.cast(pa.large_list(array.type.value_type))
    array = _without_hidden_nulls(array)
    _check_no_nulls(array, np.arange(len(array) + 1), argument, "got None")
    if _is_list(array.type):
        offsets = offsets_of(pc.list_value_length(array).to_numpy(zero_copy_only=False))
        array = _without_hidden_nulls(array.flatten())
        _check_no_nulls(array, offsets, argument, "a member is None")
    else:
        offsets = np.arange(len(array) + 1)
    kind = array.type.value_type if pa.types.is_dictionary(array.type) else array.type
    if pa.types.is_integer(kind) and not pa.types.is_dictionary(array.type):
        return _sets_from_array(array.to_numpy(zero_copy_only=False), argument)._replace(
            offsets=offsets
        )
    if pa.types.is_string(kind) or pa.types.is_large_string(kind):
        encoded = array if pa.types.is_dictionary(array.type) else array.dictionary_encode()
        codes = encoded.indices.to_numpy(zero_copy_only=False).astype(np.int64)
        return RawSets(encoded.dictionary.to_pylist(), codes, offsets)
    return _sets_from_members(array.to_pylist(), offsets, argument)


def _without_hidden_nulls(array):
    """A dictionary array with a null among its values would not count it as one."""
    hidden = pa.types.is_dictionary(array.type) and array.dictionary.null_count
    return array.cast(array.type.value_type) if hidden else array


def _is_list(kind):
    return (
        pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind)
    )


def _check_no_nulls(array, offsets, argument, what):
    if array.null_count:
        first = np.flatnonzero(array.is_null().to_numpy(zero_copy_only=False))[0]
        raise ValueError(f"{argument}[{row_of(offsets, first)}]: {what}; {_EMPTY_SET}")


def _named(raw, class_names, argument):
    """Ids of a ClassLabel column as the names they stand for."""
    wrong = np.flatnonzero(raw.codes >= len(class_names))
    if len(wrong):
        raise ValueError(
            f"{argument}[{row_of(raw.offsets, wrong[0])}]: id {raw.codes[wrong[0]]} is out of "
            f"range; the column's ClassLabel has {len(class_names)} names"
        )
    return raw._replace(names=list(class_names))


def _table(rows, argument):
    """Rows as an array of numbers of shape (n, width)."""
    if isinstance(rows, (pa.Array, pa.ChunkedArray)):
        rows = _table_from_arrow(rows, argument)
    if not isinstance(rows, np.ndarray) or rows.dtype == object:
        rows = _table_from_list(list(rows), argument)
    if rows.ndim != 2:
        raise ValueError(
            f"{argument}: expected rows of 0 and 1, one column a label; got shape {rows.shape}"
        )
    if rows.dtype.kind not in "biufO":
        _refuse_non_number(rows.reshape(-1).tolist(), rows.shape[1], argument)
    return rows


def _table_from_list(rows, argument):
    rows = [_row(row, f"{argument}[{index}]") for index, row in enumerate(rows)]
    if not rows:
        return np.zeros((0, 0), dtype=np.int8)
    sizes = np.fromiter(map(len, rows), dtype=np.int64, count=len(rows))
    flat = list(chain.from_iterable(rows))
    names = [i for i, value in enumerate(flat) if isinstance(value, str)]
    if names and (sizes != sizes[0]).any():
        raise ValueError(
            f"{argument}[{row_of(offsets_of(sizes), names[0])}]: got {flat[names[0]]!r}: label "
            "names need the default config"
        )
    _check_widths(sizes, argument)
    width = int(sizes[0])
    if all(type(row) is np.ndarray for row in rows):
        return np.stack(rows)
    if not set(map(type, flat)) <= {int, float, bool}:
        _refuse_non_number(flat, width, argument)
    return np.array(flat).reshape(len(rows), width)


def _row(row, where):
    if type(row) is list or type(row) is tuple:
        return row
    if isinstance(row, pa.Scalar):
        return _row(row.as_py(), where)
    if hasattr(row, "__array__"):
        array = _array(row, where)
        if array.ndim == 1:
            return array if array.dtype.kind in "biuf" else array.tolist()
    raise ValueError(
        f"{where}: expected a row of 0 and 1, one column a label; "
        f"got {type(row).__name__} {short(row)}"
    )


def _refuse_non_number(flat, width, argument):
    for index, value in enumerate(flat):
        if not isinstance(value, (int, float, np.number, np.bool_)):
            hint = "label names need the default config" if isinstance(value, str) else "0 or 1"
            raise ValueError(
                f"{argument}[{index // width}]: column {index % width} is {value!r}, not a "
                f"number: {hint}"
            )


def _table_from_arrow(array, argument):
    if isinstance(array, pa.ChunkedArray):
        array = pa.concat_arrays(array.chunks) if array.num_chunks else pa.array([], array.type)
    _check_no_nulls(array, np.arange(len(array) + 1), argument, "got None")
    if not _is_list(array.type):
        return _table_from_list(array.to_pylist(), argument)
    sizes = pc.list_value_length(array).to_numpy(zero_copy_only=False)
    _check_widths(sizes, argument)
    width = int(sizes[0]) if len(sizes) else 0
    flat = array.flatten()
    _check_no_nulls(flat, offsets_of(sizes), argument, "a value is None")
    return flat.to_numpy(zero_copy_only=False).reshape(len(array), width)


def _check_widths(sizes, argument):
    wrong = np.flatnonzero(sizes != sizes[0]) if len(sizes) else ()
    if len(wrong):
        raise ValueError(
            f"{argument}[{wrong[0]}]: {sizes[wrong[0]]} columns where row 0 has {sizes[0]}; "
            "indicator rows have one column a label"
        )


def _check_scores(block, flat, other, start, argument, scores):
    width = block.shape[1]
    bad = other[~np.isfinite(flat[other].astype(np.float64))] if scores else other
    if len(bad):
        rule = "scores must be finite" if scores else "indicator rows hold 0 and 1"
        raise ValueError(
            f"{argument}[{start + bad[0] // width}]: column {bad[0] % width} is "
            f"{np.asarray(flat[bad[0]]).item()!r}; {rule}"
        )


def _concatenate(parts, dtype):
    return np.concatenate(parts) if parts else np.zeros(0, dtype=dtype)
