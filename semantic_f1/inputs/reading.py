"""Reading label sets and indicator rows in any form people have them, without coercion.

Rows come as lists, tuples, numpy arrays, pandas Series, Arrow arrays, ``datasets`` columns,
tensors (by the array protocol) or any iterable. What is read is still in the caller's terms:
names, ids or columns; :mod:`labels` turns it into label indices. Every error names the row.
"""

import numbers
from collections.abc import Mapping
from itertools import chain

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ..messages import SCORES_NEED_MULTILABEL, SETS_NEED_ANNOTATORS, short
from .label_sets import (
    BLOCK_ROWS,
    MOST_KEY_LABELS,
    LabelSets,
    keys_of_bits,
    members_of_rows,
    row_of,
)

MAX_ID = np.iinfo(np.int32).max
# Rows made numbers at a time, and octets of them that are compared: what a processor's cache holds.
KEY_ROWS = 1 << 15
KEY_OCTETS = 1 << 20
# So many rows of names tell whether they repeat; fewer are read member by member.
PROBED_NAMES = 1 << 11
_COLLECTIONS = {list, tuple, set, frozenset}
_EMPTY_SET = "an example without labels is an empty list, []"
# Types of scores in which a threshold is compared; their places say which of them a row had.
PRECISIONS = ("float64", "float32", "float16", "bfloat16")


class RawSets:
    """Members of n sets: example i holds ``codes[offsets[i]:offsets[i + 1]]``, repeats included.

    Attributes
    ----------
    names : None, or the list that ``codes`` index; without it codes are ids
    codes, offsets : int arrays; made where they are asked for if sets came by number
    feature : None, or the names of a ClassLabel that came with the rows, in the order of its ids:
        they say what ids mean, those of the other side too
    distinct : None, or codes and offsets of the distinct sets, in the order of first occurrence,
        and which of them each example has
    """

    __slots__ = ("_codes", "_offsets", "distinct", "feature", "names")

    def __init__(self, names, codes=None, offsets=None, feature=None, distinct=None):
        self.names, self.feature, self.distinct = names, feature, distinct
        self._codes, self._offsets = codes, offsets

    @property
    def codes(self):
        self._lay_out()
        return self._codes

    @property
    def offsets(self):
        self._lay_out()
        return self._offsets

    @property
    def n(self):
        """Number of examples."""
        return len(self._offsets) - 1 if self.distinct is None else len(self.distinct[2])

    @property
    def kind(self):
        """ "names", "ids", or None where every set is empty."""
        codes = self._codes if self.distinct is None else self.distinct[0]
        return None if not len(codes) else "ids" if self.names is None else "names"

    def _lay_out(self):
        if self._offsets is None:
            codes, offsets, rows = self.distinct
            places, laid_out = members_of_rows(LabelSets(codes, offsets), rows)
            # Threads may do so at once: each assigns what is whole.
            self._codes = codes.take(places)
            self._offsets = laid_out

    def _replace(self, **changes):
        """Other sets with these attributes."""
        own = {name: getattr(self, name) for name in ("names", "codes", "offsets", "feature")}
        return RawSets(**{**own, **changes})


class RawIndicators:
    """Indicator rows: the columns that are 1 as ragged ``codes``, or a ``table`` of scores.

    ``table``, of shape (n, width), is None where every value is 0 or 1, else it is what counts.
    ``precision``, of shape (n,), says by their places in PRECISIONS which type the scores of each
    row had; None where all are float64. ``columns`` are the codes as LabelSets.
    """

    def __init__(self, width, codes, offsets, table, precision=None, columns=None):
        self.width, self.table, self.precision = width, table, precision
        self.columns = LabelSets(codes, offsets) if columns is None else columns

    @property
    def kind(self):
        """ "rows with a column a label", None where there is none."""
        return "rows with a column a label" if self.columns.n else None

    @property
    def codes(self):
        return self.columns.indices

    @property
    def offsets(self):
        return self.columns.offsets


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
    rows, own_names = unwrap(_whole_floats(rows), argument)
    class_names = class_names if own_names is None else own_names
    if isinstance(rows, (pa.Array, pa.ChunkedArray)):
        raw = _sets_from_arrow(rows, argument)
    elif isinstance(rows, np.ndarray):
        raw = _sets_from_array(rows, argument)
    else:
        raw = _sets_from_list(rows, argument)
    if raw.names is None and not _within(raw.codes, 0, MAX_ID):
        wrong = np.flatnonzero((raw.codes < 0) | (raw.codes > MAX_ID))
        row = row_of(raw.offsets, wrong[0])
        raise ValueError(
            f"{argument}[{row}]: id {raw.codes[wrong[0]]} is out of range; ids count from 0"
        )
    if class_names is None:
        return raw
    return by_feature(raw._replace(feature=tuple(class_names)), class_names, argument)


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
    precision = _precision_of(rows)
    table = number_table(unwrap(rows, argument)[0], argument)
    n, width = table.shape
    keys = _keys_of_rows(table)
    if keys is not None:
        return RawIndicators(width, None, None, None, columns=LabelSets(keys=keys))
    counts = np.zeros(n, dtype=np.int64)
    codes = []
    binary = True
    for start in range(0, n, BLOCK_ROWS):
        block = table[start : start + BLOCK_ROWS]
        numbers_only = block.dtype.kind in "biuf"
        if scores and numbers_only and _all_finite(block):
            binary = binary and not ((block != 0) & (block != 1)).any()
            if not binary:
                continue
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
        if precision is None and table.dtype.name in PRECISIONS:
            precision = PRECISIONS.index(table.dtype.name)
        each = np.full(n, precision, np.int8) if precision else None
        return RawIndicators(width, np.zeros(0, np.int32), np.zeros(n + 1, np.int64), table, each)
    return RawIndicators(width, _concatenate(codes, np.int32), offsets_of(counts), None)


def read_sets_or_scores(rows, argument):
    """Label sets, or rows of scores or booleans with one column a label.

    Which of them is told by the first value of all: a float or a boolean is no name and no id.

    Returns
    -------
    RawSets or RawIndicators
    """
    class_names = None
    if not hasattr(rows, "dtype"):
        rows, class_names = unwrap(rows, argument)
    if hold_scores(rows):
        return read_indicators(rows, argument, scores=True)
    return read_sets(rows, argument, class_names)


def hold_scores(rows):
    """True where the first value in rows, a list, an array or a tensor, is a float or a boolean."""
    if isinstance(rows, (pa.Array, pa.ChunkedArray)):
        kind = rows.type.value_type if is_arrow_list(rows.type) else None
        return kind is not None and (pa.types.is_floating(kind) or pa.types.is_boolean(kind))
    own = str(getattr(rows, "dtype", "object")).rpartition(".")[2]
    if own != "object":
        return getattr(rows, "ndim", 0) > 1 and own in (*PRECISIONS, "bool")
    first = next((row for row in rows if hasattr(row, "__len__") and len(row)), None)
    if first is None or isinstance(first, (str, bytes, Mapping, set, frozenset)):
        return False
    if hasattr(first, "dtype") and str(first.dtype) != "object":
        return str(first.dtype).rpartition(".")[2] in (*PRECISIONS, "bool")
    return isinstance(next(iter(first)), (bool, float, np.bool_, np.floating))


def _all_finite(block):
    """True where no number is NaN or infinite: a finite sum says so."""
    with np.errstate(over="ignore", invalid="ignore"):
        return bool(np.isfinite(block.sum()) or np.isfinite(block).all())


def _within(values, least, greatest):
    return not len(values) or (values.min() >= least and values.max() <= greatest)


def _keys_of_rows(table):
    """Rows of 0 and 1 as whole numbers; None where there are other values or too many columns."""
    if not 0 < table.shape[1] <= MOST_KEY_LABELS or table.dtype.kind not in "biuf":
        return None
    if table.dtype.kind == "i":
        # Below 0 they are great numbers then.
        table = table.view(table.dtype.str.replace("i", "u"))
    if table.dtype.itemsize > 1 or not table.flags.c_contiguous:
        return keys_of_table(table, _ones)
    keys = np.empty(len(table), np.uint32)
    for start in range(0, len(table), KEY_ROWS):
        block = table[start : start + KEY_ROWS]
        if block.dtype != bool and block.max() > 1:
            return None
        keys[start : start + KEY_ROWS] = keys_of_bits(block.view(bool))
    return keys


def _ones(block, start, out):
    if block.dtype.kind in "bu":
        if block.dtype != bool and block.max() > 1:
            return False
        np.not_equal(block, 0, out=out)
        return True
    np.equal(block, 1, out=out)
    return np.count_nonzero(out) == np.count_nonzero(block)


def keys_of_table(table, mark):
    """Rows of up to 32 columns as whole numbers, uint32, those columns being 1 that are marked.

    Parameters
    ----------
    table : array of shape (n, width)
    mark : callable, ``mark(rows, start, out)`` writes to ``out``, a bool array of the shape of some
        rows, the first of them row ``start``, which columns are 1; false where that can't be said

    Returns
    -------
    uint32 array of shape (n,), or None where ``mark`` was false
    """
    n, width = table.shape
    keys = np.empty(n, np.uint32)
    bits = np.empty((min(n, KEY_ROWS), width), bool)
    few = max(1, KEY_OCTETS // (width * table.dtype.itemsize))
    for start in range(0, n, KEY_ROWS):
        own = bits[: n - start]
        for first in range(0, len(own), few):
            some = own[first : first + few]
            begin = start + first
            if not mark(table[begin : begin + len(some)], begin, some):
                return None
        keys[start : start + len(own)] = keys_of_bits(own)
    return keys


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
    if some and not array.any():
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


def unwrap(rows, argument):
    """Rows as a list, an array or an Arrow array, and the ClassLabel names that came with them.

    Arrow arrays come without chunks, list views, runs and extension types (:func:`plain_arrow`).
    """
    if rows is None or isinstance(rows, (str, bytes, Mapping, set, frozenset)):
        raise ValueError(
            f"{argument}: expected a sequence with one entry an example; got "
            f"{type(rows).__name__}{'' if rows is None else ' ' + short(rows)}"
        )
    if isinstance(rows, np.ndarray):
        return plain_array(rows, argument), None
    if isinstance(rows, (list, tuple)):
        return rows, None
    if isinstance(rows, (pa.Array, pa.ChunkedArray)):
        return plain_arrow(rows), None
    if hasattr(rows, "column_name") and hasattr(rows, "source"):
        return _unwrap_column(rows)
    if hasattr(rows, "columns"):
        raise ValueError(
            f"{argument}: a table of columns has no order of labels to rely on; pass one column, "
            "or .to_numpy() with the columns in the order of the labels"
        )
    if hasattr(rows, "toarray"):
        raise ValueError(f"{argument}: a sparse matrix must be made an array first: .toarray()")
    if hasattr(rows, "__arrow_c_stream__") and not hasattr(rows, "iloc"):
        # A Polars column, or any other that hands out its Arrow data.
        return plain_arrow(pa.chunked_array(rows)), None
    if hasattr(getattr(rows, "dtype", None), "na_value"):
        # As an array, a pandas column of its own types would turn missing values into floats.
        return rows.tolist(), None
    if hasattr(rows, "__array__"):
        array = plain_array(rows, argument)
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
        # A stream is iterated; datasets 4.0 can't iterate over a field of a column.
        return (column[:] if hasattr(column, "__len__") else list(column)), class_names
    return plain_arrow(source.with_format("arrow")[name][:]), class_names


def plain_arrow(array):
    """An Arrow array of values, dictionaries or lists, without what others read wrong.

    Chunks become one, list views lists (a cast gives them broken offsets), runs are decoded, views
    of text become text, and extension types their storage. Nulls stay.
    """
    if isinstance(array, pa.ChunkedArray):
        chunks = [plain_arrow(chunk) for chunk in array.chunks]
        if len(chunks) == 1:
            return chunks[0]
        if not chunks:
            return plain_arrow(pa.array([], array.type))
        if pa.types.is_dictionary(chunks[0].type):
            array = pa.chunked_array(chunks).unify_dictionaries()
            chunks = array.chunks
        return pa.concat_arrays(chunks)
    kind = array.type
    if isinstance(kind, pa.BaseExtensionType):
        return plain_arrow(array.storage)
    if pa.types.is_run_end_encoded(kind):
        return plain_arrow(pc.run_end_decode(array))
    if pa.types.is_list_view(kind) or pa.types.is_large_list_view(kind):
        return _list_of_views(array)
    if pa.types.is_string_view(kind):
        return array.cast(pa.large_string())
    return array


def _list_of_views(array):
    """A list view as a list, its views taken one by one: they may overlap and come in any order."""
    array.validate(full=True)
    present = array.is_valid().to_numpy(zero_copy_only=False)
    starts = array.offsets.to_numpy().astype(np.int64)
    sizes = np.where(present, array.sizes.to_numpy().astype(np.int64), 0)
    offsets = offsets_of(sizes)
    places = np.arange(offsets[-1]) + np.repeat(starts - offsets[:-1], sizes)
    values = plain_arrow(array.values).take(pa.array(places))
    mask = None if present.all() else pa.array(~present)
    return pa.LargeListArray.from_arrays(pa.array(offsets), values, mask=mask)


def column_class_names(column):
    """Names of the ClassLabel in a ``datasets`` column, however deep; None without one."""
    feature = getattr(column, "features", None)
    while hasattr(feature, "feature"):
        feature = feature.feature
    return getattr(feature, "names", None)


def plain_array(values, argument):
    """Values as a numpy array: those of tensors too, not those that are masked or are dates."""
    if isinstance(values, np.ma.MaskedArray) and np.ma.getmaskarray(values).any():
        raise ValueError(f"{argument}: a masked array hides values; {_EMPTY_SET}")
    try:
        array = _as_array(values)
    except (TypeError, ValueError, RuntimeError) as error:
        raise ValueError(f"{argument}: could not be read as an array: {error}") from None
    if array.dtype.name == "bfloat16":
        array = array.astype(np.float32)
    if array.dtype.kind in "mMV":
        raise ValueError(
            f"{argument}: expected names, ids or numbers; got {array.dtype} {short(values)}"
        )
    return array


def _as_array(values):
    """Values as an array; tensors by way of their own methods where numpy can't take them."""
    try:
        return np.asarray(values)
    except (TypeError, RuntimeError) as error:
        if not hasattr(values, "detach"):
            raise
        first = error
    # Of a model: with a gradient, on another device, in a type that numpy doesn't have.
    for method in ("detach", "cpu", "float"):
        if not hasattr(values, method):
            break
        values = getattr(values, method)()
        try:
            return np.asarray(values)
        except (TypeError, RuntimeError):
            continue
    raise first


def _precision_of(rows):
    """The place in PRECISIONS of a type of scores that numpy doesn't have; None for all others."""
    first = rows[0] if isinstance(rows, (list, tuple)) and len(rows) else rows
    own = str(getattr(first, "dtype", "")).rpartition(".")[2]
    return PRECISIONS.index(own) if own == "bfloat16" else None


def _whole_floats(rows):
    """A pandas column of floats that are whole numbers, as ids: what gaps had made of them."""
    if not hasattr(rows, "iloc") or hasattr(rows, "columns"):
        return rows
    if getattr(getattr(rows, "dtype", None), "kind", "") != "f":
        return rows
    values = rows.to_numpy(dtype=np.float64, na_value=np.nan)
    whole = np.isfinite(values) & (values == np.floor(values)) & (np.abs(values) <= MAX_ID)
    return values.astype(np.int64) if whole.all() else rows


def _sets_from_list(rows, argument):
    types = set(map(type, rows))
    if types <= _COLLECTIONS:
        found = _sets_by_distinct_rows(rows, argument)
        if found is not None:
            return found
        sizes = np.fromiter(map(len, rows), dtype=np.int64, count=len(rows))
        return _sets_from_members(list(chain.from_iterable(rows)), offsets_of(sizes), argument)
    if types in ({str}, {int}):
        return _sets_from_members(list(rows), np.arange(len(rows) + 1), argument)
    rows = [_members(row, f"{argument}[{index}]") for index, row in enumerate(rows)]
    return _sets_from_list(rows, argument)


def _sets_by_distinct_rows(rows, argument):
    """Collections of names, each distinct one read once; None where few repeat, or there are ids.

    Text alone is told apart by comparing: True equals 1.
    """
    if len(rows) < PROBED_NAMES:
        return None
    try:
        probed = set(map(tuple, rows[:: len(rows) // PROBED_NAMES]))
        if len(probed) > PROBED_NAMES // 2 or not _all_text(probed):
            return None
        numbers = _Numbering()
        of_row = np.fromiter(map(numbers.__getitem__, map(tuple, rows)), np.int32, len(rows))
    except TypeError:
        # A member that can't be hashed: the error about it names its row.
        return None
    if not _all_text(numbers):
        return None
    sizes = np.fromiter(map(len, numbers), np.int64, len(numbers))
    members = list(chain.from_iterable(numbers))
    distinct = _sets_from_members(members, offsets_of(sizes), argument)
    return RawSets(distinct.names, distinct=(distinct.codes, distinct.offsets, of_row))


def _all_text(rows):
    return set(map(type, chain.from_iterable(rows))) <= {str}


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
        array = plain_array(row, where)
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
                f"{argument}[{row_of(offsets, index)}]: got a missing value, {short(member)}; "
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
        member = plain_array(member, where).item()
        if type(member) is int or type(member) is str:
            return member
    if isinstance(member, (bool, np.bool_, float)):
        raise ValueError(
            f"{where}: {short(member)} is neither a name nor an id; {SCORES_NEED_MULTILABEL}"
        )
    if member is None:
        raise ValueError(f"{where}: a member is None; {_EMPTY_SET}")
    if isinstance(member, int):
        return int(member)
    nested = isinstance(member, (list, tuple, set, frozenset, np.ndarray))
    raise ValueError(
        f"{where}: members must be names or ids; got {type(member).__name__} {short(member)}"
        f"{'; ' + SETS_NEED_ANNOTATORS if nested else ''}"
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
            f"got shape {array.shape}{'; ' + SETS_NEED_ANNOTATORS if array.ndim == 3 else ''}"
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
        small = flat.dtype == np.int32
        return RawSets(None, flat if small else flat.astype(np.int64), offsets)
    return _sets_from_list(array.tolist(), argument)


def _sets_from_arrow(array, argument):
    array = _without_hidden_nulls(array)
    check_no_nulls(array, None, argument, "got None")
    if is_arrow_list(array.type):
        offsets = list_offsets(array)
        array = _without_hidden_nulls(plain_arrow(array.flatten()))
        check_no_nulls(array, offsets, argument, "a member is None")
    else:
        offsets = np.arange(len(array) + 1)
    kind = array.type.value_type if pa.types.is_dictionary(array.type) else array.type
    if pa.types.is_integer(kind) and not pa.types.is_dictionary(array.type):
        return _sets_from_array(array.to_numpy(zero_copy_only=False), argument)._replace(
            offsets=offsets
        )
    if pa.types.is_string(kind) or pa.types.is_large_string(kind):
        encoded = array if pa.types.is_dictionary(array.type) else array.dictionary_encode()
        codes = encoded.indices.to_numpy(zero_copy_only=False)
        return RawSets(encoded.dictionary.to_pylist(), codes, offsets)
    return _sets_from_members(array.to_pylist(), offsets, argument)


def _without_hidden_nulls(array):
    """A dictionary array with a null among its values would not count it as one."""
    hidden = pa.types.is_dictionary(array.type) and array.dictionary.null_count
    return array.cast(array.type.value_type) if hidden else array


def list_offsets(array):
    """Offsets, from 0, of the lists of an Arrow array without nulls."""
    if hasattr(array, "offsets") and not array.null_count:
        offsets = array.offsets.to_numpy()
        return offsets - offsets[0] if offsets[0] else offsets
    return offsets_of(pc.list_value_length(array).to_numpy(zero_copy_only=False))


def is_arrow_list(kind):
    """True for an Arrow type of lists, of fixed size or not."""
    return (
        pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind)
    )


def check_no_nulls(array, offsets, argument, what, hint=_EMPTY_SET):
    """Refuse nulls, naming the row by the offsets of its members; None: each is a row."""
    if array.null_count:
        first = np.flatnonzero(array.is_null().to_numpy(zero_copy_only=False))[0]
        row = first if offsets is None else row_of(offsets, first)
        raise ValueError(f"{argument}[{row}]: {what}; {hint}")


def by_feature(raw, class_names, argument):
    """Ids as the names of a ClassLabel that they stand for; names stay as they are."""
    if raw.kind != "ids":
        return raw
    wrong = np.flatnonzero(raw.codes >= len(class_names))
    if len(wrong):
        raise ValueError(
            f"{argument}[{row_of(raw.offsets, wrong[0])}]: id {raw.codes[wrong[0]]} is out of "
            f"range; the ClassLabel that says what ids mean has {len(class_names)} names"
        )
    return raw._replace(names=list(class_names))


def number_table(rows, argument, what="0 and 1, one column a label"):
    """Rows, as :func:`unwrap` gives them, as an array of numbers of shape (n, width).

    ``what`` is the text that errors have for what a row holds.
    """
    if isinstance(rows, pa.Array):
        rows = _table_from_arrow(rows, argument, what)
    if not isinstance(rows, np.ndarray) or rows.dtype == object:
        rows = _table_from_list(list(rows), argument, what)
    if rows.ndim != 2:
        raise ValueError(f"{argument}: expected rows of {what}; got shape {rows.shape}")
    if rows.dtype.kind not in "biufO":
        _refuse_non_number(rows.reshape(-1).tolist(), rows.shape[1], argument, what)
    return rows


def _table_from_list(rows, argument, what):
    rows = [_row(row, f"{argument}[{index}]", what) for index, row in enumerate(rows)]
    if not rows:
        return np.zeros((0, 0), dtype=np.int8)
    sizes = np.fromiter(map(len, rows), dtype=np.int64, count=len(rows))
    flat = list(chain.from_iterable(rows))
    names = [i for i, value in enumerate(flat) if isinstance(value, str)]
    if names and (sizes != sizes[0]).any():
        raise ValueError(
            f"{argument}[{row_of(offsets_of(sizes), names[0])}]: got "
            f"{short(flat[names[0]])}: label "
            "names need the default config"
        )
    _check_widths(sizes, argument)
    width = int(sizes[0])
    if all(type(row) is np.ndarray for row in rows):
        return np.stack(rows)
    if not set(map(type, flat)) <= {int, float, bool}:
        _refuse_non_number(flat, width, argument, what)
    return np.array(flat).reshape(len(rows), width)


def _row(row, where, what):
    if type(row) is list or type(row) is tuple:
        return row
    if isinstance(row, pa.Scalar):
        return _row(row.as_py(), where, what)
    if hasattr(row, "__array__"):
        array = plain_array(row, where)
        if array.ndim == 1:
            return array if array.dtype.kind in "biuf" else array.tolist()
    elif hasattr(row, "__iter__") and not isinstance(row, (str, bytes, Mapping, set, frozenset)):
        return list(row)
    raise ValueError(f"{where}: expected a row of {what}; got {type(row).__name__} {short(row)}")


def _refuse_non_number(flat, width, argument, what):
    for index, value in enumerate(flat):
        if not isinstance(value, (int, float, np.number, np.bool_)):
            hint = "; label names need the default config" if isinstance(value, str) else ""
            raise ValueError(
                f"{argument}[{index // width}]: column {index % width} is {short(value)}, not a "
                f"number: a row has {what}{hint}"
            )


def _table_from_arrow(array, argument, what):
    hint = f"a row has {what}"
    check_no_nulls(array, None, argument, "got None", hint)
    if not is_arrow_list(array.type):
        return _table_from_list(array.to_pylist(), argument, what)
    sizes = pc.list_value_length(array).to_numpy(zero_copy_only=False)
    _check_widths(sizes, argument)
    width = int(sizes[0]) if len(sizes) else 0
    flat = plain_arrow(array.flatten())
    check_no_nulls(flat, offsets_of(sizes), argument, "a value is None", hint)
    return flat.to_numpy(zero_copy_only=False).reshape(len(array), width)


def _check_widths(sizes, argument):
    wrong = np.flatnonzero(sizes != sizes[0]) if len(sizes) else ()
    if len(wrong):
        raise ValueError(
            f"{argument}[{wrong[0]}]: {sizes[wrong[0]]} columns where row 0 has {sizes[0]}; "
            "rows have one column a label"
        )


def _check_scores(block, flat, other, start, argument, scores):
    width = block.shape[1]
    bad = other[~np.isfinite(flat[other].astype(np.float64))] if scores else other
    if len(bad):
        rule = "scores must be finite" if scores else "indicator rows hold 0 and 1"
        raise ValueError(
            f"{argument}[{start + bad[0] // width}]: column {bad[0] % width} is "
            f"{short(np.asarray(flat[bad[0]]).item())}; {rule}"
        )


def _concatenate(parts, dtype):
    return np.concatenate(parts) if parts else np.zeros(0, dtype=dtype)
