"""Examples as Arrow structs: what waits between ``add`` and ``compute``.

One struct a side, whole columns at a time. The child that is not in use holds empty lists, never
nulls, and sets keep their kind: names stay names, ids stay ids.
"""

import json

import numpy as np
import pyarrow as pa

from ..messages import InputError
from .annotators import RawGoldSets
from .named_rows import ColumnNames
from .number_rows import RawIndicators
from .reading import RawSets
from .unwrapping import refuse_first

SET_FIELDS = {"ids": pa.list_(pa.int32()), "names": pa.list_(pa.string())}
INDICATOR_FIELDS = {
    "width": pa.int32(),
    "columns": pa.list_(pa.int32()),
    "scores": pa.list_(pa.float64()),
    "precision": pa.int8(),
}
GOLD_FIELDS = {**SET_FIELDS, "sizes": pa.list_(pa.int32())}
PREDICTION_FIELDS = {**GOLD_FIELDS, **INDICATOR_FIELDS}
ROW_FIELDS = {"values": pa.list_(pa.float64()), "single": pa.bool_(), "names": pa.string()}


def encode_sets(raw, argument):
    """RawSets as a struct array; names stay names, ids ids."""
    if raw.names is None:
        ids, names = _lists(pa.array(raw.codes.astype(np.int32)), raw.offsets), None
    else:
        try:
            members = pa.array(raw.names, pa.string()).take(pa.array(raw.codes))
        except (UnicodeEncodeError, pa.ArrowInvalid) as error:
            raise InputError(f"a name is not valid Unicode text: {error}", argument) from None
        ids, names = None, _lists(members, raw.offsets)
    return _struct(SET_FIELDS, len(raw.offsets) - 1, ids=ids, names=names)


def decode_sets(array, argument):
    """RawSets of a struct array that :func:`encode_sets` made."""
    ids, id_offsets = _member_arrays(array.field("ids"))
    names, name_offsets = _member_arrays(array.field("names"))
    if len(ids) and len(names):
        raise InputError("names in some batches and ids in others; use one of them", argument)
    if len(ids):
        return RawSets(None, ids.to_numpy().astype(np.int64), id_offsets)
    encoded = names.dictionary_encode()
    codes = encoded.indices.to_numpy(zero_copy_only=False).astype(np.int64)
    return RawSets(encoded.dictionary.to_pylist(), codes, name_offsets)


def encode_indicators(raw, argument):
    """Indicator rows as a struct array: the columns that are 1, or scores and their precision."""
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
    width = pa.array(np.full(n, raw.width, dtype=np.int32))
    precision = pa.array(np.zeros(n, np.int8) if raw.precision is None else raw.precision)
    return _struct(
        INDICATOR_FIELDS, n, width=width, columns=columns, scores=scores, precision=precision
    )


def decode_indicators(array, argument):
    """RawIndicators of what :func:`encode_indicators` made."""
    widths = array.field("width").to_numpy()
    width = int(widths[0]) if len(widths) else 0
    _check_alike(widths, argument, "columns", "indicator rows have one column per label")
    columns, offsets = _member_arrays(array.field("columns"))
    columns = columns.to_numpy()
    scores, score_offsets = _member_arrays(array.field("scores"))
    if not len(scores):
        return RawIndicators(width, columns, offsets, None)
    precision = array.field("precision").to_numpy()
    table = np.zeros((len(array), width))
    table[np.repeat(np.arange(len(array)), np.diff(offsets)), columns] = 1
    table[np.diff(score_offsets) > 0] = scores.to_numpy().reshape(-1, width)
    empty = np.zeros(0, np.int32), np.zeros(len(array) + 1, np.int64)
    return RawIndicators(width, *empty, table, precision if precision.any() else None)


def encode_predictions(raw, argument):
    """RawSets, RawIndicators or RawGoldSets as one struct array; of sets the width is 0."""
    n = len(raw.offsets) - 1
    if isinstance(raw, RawGoldSets):
        if isinstance(raw.sets, RawIndicators):
            rule = (
                "scores for each annotator are read at once: perspectives(predictions, references, "
                "threshold=...); for batches add up counts(...)"
            )
            raise InputError(rule, argument)
        array, given = encode_gold_sets(raw, argument), GOLD_FIELDS
    elif hasattr(raw, "width"):
        array, given = encode_indicators(raw, argument), INDICATOR_FIELDS
    else:
        array, given = encode_sets(raw, argument), SET_FIELDS
    children = {name: array.field(name) for name in given}
    children.setdefault("width", pa.array(np.zeros(n, np.int32)))
    children.setdefault("precision", pa.array(np.zeros(n, np.int8)))
    return _struct(PREDICTION_FIELDS, n, **children)


def decode_predictions(array, argument):
    """Predictions as :func:`encode_predictions` was given them."""
    by_annotator = np.diff(array.field("sizes").offsets.to_numpy()) > 0
    if by_annotator.all() and len(array):
        return decode_gold_sets(array, argument)
    if by_annotator.any():
        rule = "one set per annotator in some batches and one per example in others"
        raise InputError(rule, argument)
    decode = decode_indicators if array.field("width").to_numpy().any() else decode_sets
    return decode(array, argument)


def encode_gold_sets(raw, argument):
    """RawGoldSets as a struct array: the sets of an example joined, and their sizes."""
    joined = encode_sets(raw.sets._replace(offsets=raw.sets.offsets[raw.offsets]), argument)
    sizes = _lists(pa.array(np.diff(raw.sets.offsets).astype(np.int32)), raw.offsets)
    children = [joined.field("ids"), joined.field("names"), sizes]
    return pa.StructArray.from_arrays(children, [*GOLD_FIELDS])


def decode_gold_sets(array, argument):
    """RawGoldSets of a struct array that :func:`encode_gold_sets` made."""
    sets = decode_sets(array, argument)
    sizes, offsets = _member_arrays(array.field("sizes"))
    ends = np.cumsum(sizes.to_numpy(), dtype=np.int64)
    return RawGoldSets(sets._replace(offsets=np.concatenate([[0], ends])), offsets)


def encode_rows(raw, argument):
    """``(table, single, columns)`` of distributions or grades as a struct array.

    The first row of a batch holds the names of the columns as JSON, null without any; later ones
    hold an empty text.
    """
    n, width = raw.table.shape
    values = _lists(pa.array(raw.table.reshape(-1)), np.arange(n + 1) * width)
    names = [json.dumps(raw.columns), *[""] * (n - 1)][:n]
    return pa.StructArray.from_arrays(
        [values, pa.array([raw.single] * n, pa.bool_()), pa.array(names, pa.string())],
        [*ROW_FIELDS],
    )


def decode_rows(array, argument):
    """``(table, single, columns)`` of a struct array that :func:`encode_rows` made."""
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
    return values.to_numpy().reshape(len(array), -1 if len(values) else 0), single, None


def _joined_by_name(values, offsets, begins, named, argument):
    """One table of batches whose columns have names, False, and the names of its columns."""
    names = {}
    for columns in named:
        for name in columns.names:
            names.setdefault(name, len(names))
    table = np.zeros((len(offsets) - 1, len(names)))
    for start, stop, columns in zip(begins, [*begins[1:], len(table)], named, strict=True):
        lacking = [name for name in names if name not in columns.names]
        if lacking and not columns.open:
            rule = f"this batch has no column {lacking[0]!r}, which others have"
            raise InputError(rule, argument, int(start))
        places = [names[name] for name in columns.names]
        block = values[offsets[start] : offsets[stop]].reshape(stop - start, len(places))
        table[start:stop, places] = block
    return table, False, ColumnNames(tuple(names), all(columns.open for columns in named))


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


def _struct(fields, n, **children):
    arrays = []
    for name, kind in fields.items():
        child = children.get(name)
        if child is None:
            child = _lists(pa.array([], kind.value_type), np.zeros(n + 1, np.int32))
        arrays.append(child)
    return pa.StructArray.from_arrays(arrays, [*fields])
