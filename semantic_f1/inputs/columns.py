"""Examples as Arrow structs: what waits between ``add`` and ``compute``.

One struct a side, whole columns at a time. The child that is not in use holds empty lists, never
nulls, and sets keep their kind: names stay names, ids stay ids.
"""

import json
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import pyarrow as pa

from ..messages import InputError
from .annotators import RawGoldSets
from .distributions import RawRows
from .named_rows import ColumnNames
from .number_rows import RawIndicators
from .points import points_of_arrow
from .reading import RawSets
from .unwrapping import refuse_first


class Side(NamedTuple):
    """Arrow struct in which a side of a config waits for ``compute``, and how that is read."""

    fields: dict
    encode: Callable
    decode: Callable
    read: Callable | None = None


def _encode_sets(raw, argument):
    if raw.names is None:
        ids, names = _lists(pa.array(raw.codes.astype(np.int32)), raw.offsets), None
    else:
        try:
            members = pa.array(raw.names, pa.string()).take(pa.array(raw.codes))
        except (UnicodeEncodeError, pa.ArrowInvalid) as error:
            raise InputError(f"a name is not valid Unicode text: {error}", argument) from None
        ids, names = None, _lists(members, raw.offsets)
    return _struct(SETS, len(raw.offsets) - 1, ids=ids, names=names)


def _decode_sets(array, argument):
    ids, id_offsets = _member_arrays(array.field("ids"))
    names, name_offsets = _member_arrays(array.field("names"))
    if len(ids) and len(names):
        raise InputError("names in some batches and ids in others; use one of them", argument)
    if len(ids):
        return RawSets(None, ids.to_numpy().astype(np.int64), id_offsets)
    encoded = names.dictionary_encode()
    codes = encoded.indices.to_numpy(zero_copy_only=False).astype(np.int64)
    return RawSets(encoded.dictionary.to_pylist(), codes, name_offsets)


def _encode_indicators(raw, argument):
    n = len(raw.offsets) - 1
    columns = scores = None
    if raw.sparse is not None and raw.sparse.values is not None:
        rule = "sparse scores are scored at once: compute(predictions, references, threshold=...)"
        raise InputError(f"{rule}; for batches add up counts(...)", argument)
    if raw.table is None:
        columns = _lists(pa.array(raw.codes), raw.offsets)
    else:
        flat = pa.array(np.ascontiguousarray(raw.table, dtype=np.float64).reshape(-1))
        scores = _lists(flat, np.arange(n + 1) * raw.width)
    given = {"width": pa.array(np.full(n, raw.width, dtype=np.int32))}
    if raw.precision is not None:
        given["precision"] = pa.array(raw.precision)
    return _struct(INDICATOR_ROWS, n, columns=columns, scores=scores, **given)


def _decode_indicators(array, argument):
    widths = array.field("width").to_numpy()
    width = int(widths[0]) if len(widths) else 0
    _check_alike(widths, argument, "columns", "indicator rows have one column per label")
    columns, offsets = _member_arrays(array.field("columns"))
    scores, score_offsets = _member_arrays(array.field("scores"))
    raw = RawIndicators(width, columns.to_numpy(), offsets, None)
    if not len(scores):
        return raw
    precision, table = array.field("precision").to_numpy(), raw.ones(np.float64)
    table[np.diff(score_offsets) > 0] = scores.to_numpy().reshape(-1, width)
    empty = np.zeros(0, np.int32), np.zeros(len(array) + 1, np.int64)
    return RawIndicators(width, *empty, table, precision if precision.any() else None)


def _encode_predictions(raw, argument):
    if isinstance(raw, RawGoldSets):
        if isinstance(raw.sets, RawIndicators):
            rule = (
                "scores for each annotator are read at once: perspectives(predictions, references, "
                "threshold=...); for batches add up counts(...)"
            )
            raise InputError(rule, argument)
        side = GOLD_SETS
    else:
        side = INDICATOR_ROWS if isinstance(raw, RawIndicators) else SETS
    array = side.encode(raw, argument)
    # Of sets the width is 0.
    return _struct(PREDICTIONS, raw.n, **{name: array.field(name) for name in side.fields})


def _decode_predictions(array, argument):
    by_annotator = np.diff(array.field("sizes").offsets.to_numpy()) > 0
    if by_annotator.all() and len(array):
        return _decode_gold_sets(array, argument)
    if by_annotator.any():
        rule = "one set per annotator in some batches and one per example in others"
        raise InputError(rule, argument)
    decode = _decode_indicators if array.field("width").to_numpy().any() else _decode_sets
    return decode(array, argument)


def _encode_gold_sets(raw, argument):
    joined = _encode_sets(raw.sets._replace(offsets=raw.sets.offsets[raw.offsets]), argument)
    sizes = _lists(pa.array(np.diff(raw.sets.offsets).astype(np.int32)), raw.offsets)
    return _struct(GOLD_SETS, raw.n, sizes=sizes, **{x: joined.field(x) for x in SETS.fields})


def _decode_gold_sets(array, argument):
    sets = _decode_sets(array, argument)
    sizes, offsets = _member_arrays(array.field("sizes"))
    ends = np.cumsum(sizes.to_numpy(), dtype=np.int64)
    return RawGoldSets(sets._replace(offsets=np.concatenate([[0], ends])), offsets)


def _encode_rows(raw, argument):
    n, width = raw.table.shape
    values = _lists(pa.array(raw.table.reshape(-1)), np.arange(n + 1) * width)
    names = [json.dumps(raw.columns), *[""] * (n - 1)][:n]
    single = pa.array([raw.single] * n, pa.bool_())
    return _struct(VALUE_ROWS, n, values=values, single=single, names=pa.array(names, pa.string()))


def _decode_rows(array, argument):
    values, offsets = _member_arrays(array.field("values"))
    single = bool(array.field("single")[0].as_py()) if len(array) else False
    texts = array.field("names").to_numpy(zero_copy_only=False)
    begins = np.flatnonzero(texts != "")
    read = [json.loads(text) for text in texts[begins]]
    named = [ColumnNames(tuple(entry[0]), entry[1]) for entry in read if entry is not None]
    if named and len(named) < len(begins):
        rule = "rows with names in some batches and without in others; use one of them"
        raise InputError(rule, argument)
    if named:
        return _joined_by_name(values.to_numpy(), offsets, begins, named, argument)
    _check_alike(np.diff(offsets), argument, "values", "a row has one value per label")
    return RawRows(values.to_numpy().reshape(len(array), -1 if len(values) else 0), single)


def _encode_points(raw, argument):
    ends = np.arange(len(raw.points) + 1) * raw.points.shape[1]
    points = _lists(pa.array(raw.points.reshape(-1)), ends)
    return _struct(POINT_LISTS, raw.n, points=_lists(points, raw.offsets))


def _decode_points(array, argument):
    return points_of_arrow(array.field("points"), argument)


def _joined_by_name(values, offsets, begins, named, argument):
    """RawRows of batches whose columns have names."""
    every = dict.fromkeys(name for columns in named for name in columns.names)
    names = {name: index for index, name in enumerate(every)}
    table = np.zeros((len(offsets) - 1, len(names)))
    for start, stop, columns in zip(begins, [*begins[1:], len(table)], named, strict=True):
        lacking = [name for name in names if name not in columns.names]
        if lacking and not columns.open:
            rule = f"this batch has no column {lacking[0]!r}, which others have"
            raise InputError(rule, argument, int(start))
        places = [names[name] for name in columns.names]
        block = values[offsets[start] : offsets[stop]].reshape(stop - start, len(places))
        table[start:stop, places] = block
    is_open = all(columns.open for columns in named)
    return RawRows(table, False, ColumnNames(tuple(names), is_open))


def _check_alike(widths, argument, what, rule):
    """Refuse a row that is not as wide as the first."""

    def told(row):
        return f"{widths[row]} {what} where ", 0, f" has {widths[0]}; {rule}"

    refuse_first(widths != widths[:1], argument, told)


def _lists(members, offsets):
    return pa.ListArray.from_arrays(pa.array(offsets.astype(np.int32)), members)


def _member_arrays(lists):
    """The members of all lists, and offsets counted from 0 even where the array is a slice."""
    offsets = lists.offsets.to_numpy().astype(np.int64)
    return lists.flatten(), offsets - offsets[0]


def _struct(side, n, **children):
    """Struct array of a side's fields; those that are not given are empty lists, or 0."""
    arrays = []
    for name, kind in side.fields.items():
        child = children.get(name)
        if child is None and pa.types.is_list(kind):
            child = _lists(pa.array([], kind.value_type), np.zeros(n + 1, np.int32))
        arrays.append(pa.array(np.zeros(n, kind.to_pandas_dtype())) if child is None else child)
    return pa.StructArray.from_arrays(arrays, [*side.fields])


SETS = Side(
    {"ids": pa.list_(pa.int32()), "names": pa.list_(pa.string())}, _encode_sets, _decode_sets
)
INDICATOR_ROWS = Side(
    {
        "width": pa.int32(),
        "columns": pa.list_(pa.int32()),
        "scores": pa.list_(pa.float64()),
        "precision": pa.int8(),
    },
    _encode_indicators,
    _decode_indicators,
)
GOLD_SETS = Side(
    {**SETS.fields, "sizes": pa.list_(pa.int32())}, _encode_gold_sets, _decode_gold_sets
)
PREDICTIONS = Side(
    {**GOLD_SETS.fields, **INDICATOR_ROWS.fields}, _encode_predictions, _decode_predictions
)
VALUE_ROWS = Side(
    {"values": pa.list_(pa.float64()), "single": pa.bool_(), "names": pa.string()},
    _encode_rows,
    _decode_rows,
)
POINT_LISTS = Side({"points": pa.list_(pa.list_(pa.float64()))}, _encode_points, _decode_points)
