"""Rows in any form people have them, as a list, an array or a plain Arrow array, without coercion.

Lists, tuples, numpy arrays, pandas Series, Arrow arrays, ``datasets`` columns, tensors (by the
array protocol) or any iterable.
"""

from collections.abc import Mapping

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ..messages import InputError, short
from .label_sets import row_of

EMPTY_SET = "an example without labels is an empty list, []"


class Numbering(dict):
    """Numbers what is asked for in the order of first asking."""

    def __missing__(self, key):
        return self.setdefault(key, len(self))


def refuse_first(wrong, argument, rule, offsets=None):
    """Raise an InputError for the first of a mask or of indices, with ``offsets`` of members."""
    wrong = wrong.nonzero()[0] if isinstance(wrong, np.ndarray) else wrong
    if len(wrong):
        first = int(wrong[0])
        row = first if offsets is None else row_of(offsets, first)
        raise InputError(rule(first), argument, row)


def offsets_of(sizes):
    """Offsets, from 0, of consecutive runs of the given sizes."""
    offsets = np.zeros(len(sizes) + 1, dtype=np.int64)
    np.cumsum(sizes, out=offsets[1:])
    return offsets


def unwrap(rows, argument):
    """Rows as a list, an array or a plain Arrow array, and the names of a ClassLabel or None."""
    expected = "expected a sequence with one entry per example; got"
    if rows is None:
        raise InputError(f"{expected} NoneType", argument)
    if isinstance(rows, (str, bytes, Mapping, set, frozenset)):
        raise InputError(f"{expected} {type(rows).__name__} {short(rows)}", argument)
    if isinstance(rows, np.ndarray):
        return plain_array(rows, argument), None
    if isinstance(rows, (list, tuple)):
        return rows, None
    if isinstance(rows, (pa.Array, pa.ChunkedArray)):
        return plain_arrow(rows), None
    if hasattr(rows, "column_name") and hasattr(rows, "source"):
        return _unwrap_column(rows)
    if hasattr(rows, "columns"):
        rule = "a table of columns has no order of labels to rely on; pass one column, or"
        raise InputError(f"{rule} .to_numpy() with columns in the order of the labels", argument)
    if hasattr(rows, "toarray"):
        rule = 'rows of a sparse matrix, one column per label, are read in config "multilabel"'
        raise InputError(f"{rule}; elsewhere pass .toarray()", argument)
    if hasattr(rows, "__arrow_c_stream__") and not hasattr(rows, "iloc"):
        # A Polars column, or any other that hands out its Arrow data.
        return plain_arrow(pa.chunked_array(rows)), None
    kind = getattr(getattr(rows, "dtype", None), "pyarrow_dtype", None)
    if kind is not None and pa.types.is_nested(kind):
        # A pandas column of Arrow data: as a list its rows would lose the type of their scores.
        return plain_arrow(getattr(rows, "array", rows).__arrow_array__()), None
    if hasattr(getattr(rows, "dtype", None), "na_value"):
        # As an array, a pandas column of its own types would turn missing values into floats.
        return rows.tolist(), None
    if hasattr(rows, "__array__"):
        array = plain_array(rows, argument)
        return (array.tolist() if array.dtype == object else array), None
    try:
        return list(rows), None
    except (TypeError, NotImplementedError):
        raise InputError(f"{expected} {type(rows).__name__} {short(rows)}", argument) from None


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
    return class_names_of_feature(getattr(column, "features", None))


def class_names_of_feature(feature):
    """Names of a ClassLabel, or of lists of one however deep; None of other features."""
    while hasattr(feature, "feature"):
        feature = feature.feature
    return getattr(feature, "names", None)


def plain_array(values, argument, row=None):
    """Values as a numpy array: those of tensors too, not those that are masked or are dates."""
    if isinstance(values, np.ma.MaskedArray) and np.ma.getmaskarray(values).any():
        raise InputError(f"a masked array hides values; {EMPTY_SET}", argument, row)
    try:
        array = array_of(values)
    except (TypeError, ValueError, RuntimeError) as error:
        raise InputError(f"could not be read as an array: {error}", argument, row) from None
    if array.dtype.kind not in "biufOSU" and array.dtype.name == "bfloat16":
        array = array.astype(np.float32)
    if array.dtype.kind in "mMV":
        rule = f"expected names, ids or numbers; got {array.dtype} {short(values)}"
        raise InputError(rule, argument, row)
    return array


def array_of(values):
    """Values as an array; tensors by their methods where numpy can't take them."""
    if isinstance(values, (list, tuple)) and any(hasattr(value, "detach") for value in values):
        values = [array_of(value) for value in values]
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


def list_offsets(array):
    """Offsets, from 0, of the lists of an Arrow array without nulls."""
    if hasattr(array, "offsets") and not array.null_count:
        offsets = array.offsets.to_numpy()
        return offsets - offsets[0] if offsets[0] else offsets
    return offsets_of(pc.list_value_length(array).to_numpy(zero_copy_only=False))


def check_no_nulls(array, offsets, argument, what, hint=EMPTY_SET):
    """Refuse nulls, naming the row by the offsets of its members; None: each is a row."""
    if array.null_count:
        nulls = array.is_null().to_numpy(zero_copy_only=False)
        refuse_first(nulls, argument, lambda _: f"{what}; {hint}", offsets)
