"""Sides of batches as bytes: what waits between ``add`` and ``compute``, a cell of them per batch.

They hold numbers and names, which keep their kind, and no code, as pickles do.
"""

import json

import numpy as np

from ..messages import InputError
from .annotators import RawGoldSets
from .distributions import RawRows
from .label_sets import LabelSets, no_sets
from .named_rows import ColumnNames
from .number_rows import RawIndicators
from .points import PointSets
from .reading import RawSets
from .unwrapping import offsets_of, refuse_first

# What is kept of each kind of rows: the arguments that make it again.
_PACKED = {
    RawSets: ("names", "codes", "offsets"),
    RawIndicators: ("width", "table", "precision"),
    RawRows: ("table", "single", "columns"),
    PointSets: ("points", "offsets"),
}
_LENGTH = 8  # Bytes of the length of what stands before the arrays.


def packed(raw, argument, order=None):
    """One side of a batch, as it was read, as bytes; ``order``: digest of its columns' labels."""
    by_annotator = isinstance(raw, RawGoldSets)
    rows = raw.sets if by_annotator else raw
    what, method = None, "compute"
    if by_annotator and isinstance(rows, RawIndicators):
        what, method = "scores for each annotator are read at once", "perspectives"
    elif by_annotator and not isinstance(rows, RawSets):
        what = "points and grades of annotators are never pending"
    elif getattr(rows, "sparse", None) is not None and rows.sparse.values is not None:
        what = "sparse scores are scored at once"
    if what:
        rule = f"{what}: {method}(predictions, references, ...); or add up counts(...) of batches"
        raise InputError(rule, argument)
    kept = {name: getattr(rows, name) for name in _PACKED[type(rows)]}
    if isinstance(rows, RawIndicators):
        kept |= {"codes": rows.columns.indices, "offsets": rows.columns.offsets}
    names = kept.get("names") or ()
    if names:
        if len(names) > len(rows.codes):
            used, kept["codes"] = np.unique(rows.codes, return_inverse=True)
            kept["names"] = [names[code] for code in used.tolist()]
        try:
            list(map(str.encode, kept["names"]))
        except UnicodeEncodeError as error:
            raise InputError(f"a name is not valid Unicode text: {error}", argument) from error
    if by_annotator:
        kept["annotators"] = raw.offsets
    arrays = {
        name: np.ascontiguousarray(one) for name, one in kept.items() if isinstance(one, np.ndarray)
    }
    kinds = {name: (one.dtype.str, one.shape) for name, one in arrays.items()}
    others = {name: one for name, one in kept.items() if name not in arrays}
    head = json.dumps([type(rows).__name__, kinds, others, order]).encode()
    return b"".join([len(head).to_bytes(_LENGTH, "big"), head, *arrays.values()])


def _unpacked(data, order):
    at = _LENGTH + int.from_bytes(data[:_LENGTH], "big")
    kind, kinds, kept, own_order = json.loads(bytes(data[_LENGTH:at]))
    if own_order not in (None, order):
        rule = "pending DataFrames are in the order of the labels given to load, and this call has "
        raise ValueError(f"labels: {rule}others; give these to load, in each process")
    for name, (dtype, shape) in kinds.items():
        kept[name] = np.frombuffer(data, dtype, int(np.prod(shape)), at).reshape(shape)
        at += kept[name].nbytes
    if kept.get("columns"):
        kept["columns"] = ColumnNames(tuple(kept["columns"][0]), kept["columns"][1])
    annotators = kept.pop("annotators", None)
    if kind == RawIndicators.__name__:
        kept["columns"] = LabelSets(kept.pop("codes"), kept.pop("offsets"))
    rows = next(one for one in _PACKED if one.__name__ == kind)(**kept)
    return rows if annotators is None else RawGoldSets(rows, annotators)


def joined_batches(batches, argument, order=None):
    """One side of all batches, which :func:`packed` made bytes, as it would be read at once."""
    raws = [_unpacked(memoryview(batch), order) for batch in batches]
    # Batches without examples have no form that others must have.
    raws = [raw for raw in raws if raw.n] or raws[:1]
    if not raws[0].n:
        return raws[0]
    by_annotator = [isinstance(raw, RawGoldSets) for raw in raws]
    if all(by_annotator):
        return RawGoldSets(_joined_sets([raw.sets for raw in raws], argument), _offsets(raws))
    if any(by_annotator):
        rule = "one set per annotator in some batches and one per example in others"
        raise InputError(rule, argument)
    join = {RawIndicators: _joined_indicators, RawRows: _joined_rows, PointSets: _joined_points}
    # Sets next to rows of 0 and 1 are rows of no width.
    kind = next((type(raw) for raw in raws if type(raw) is not RawSets), RawSets)
    return join.get(kind, _joined_sets)(raws, argument)


def _offsets(raws):
    return offsets_of(np.concatenate([np.diff(raw.offsets) for raw in raws]))


def _joined_sets(raws, argument):
    kinds = {raw.kind for raw in raws} - {None}
    if len(kinds) > 1:
        raise InputError("names in some batches and ids in others; use one of them", argument)
    names, codes = {}, []
    for raw in raws:
        if raw.names is None:
            codes.append(raw.codes)
        else:
            numbers = [names.setdefault(name, len(names)) for name in raw.names]
            codes.append(np.array(numbers, np.int64)[raw.codes])
    return RawSets(None if "ids" in kinds else list(names), np.concatenate(codes), _offsets(raws))


def _joined_indicators(raws, argument):
    widths = np.repeat([getattr(raw, "width", 0) for raw in raws], [raw.n for raw in raws])
    _check_alike(widths, argument, "columns", "indicator rows have one column per label")
    width = int(widths[0])
    if all(raw.table is None for raw in raws):
        columns = [raw.columns for raw in raws]
        codes = np.concatenate([sets.indices for sets in columns])
        return RawIndicators(width, LabelSets(codes, _offsets(columns)))
    tables = [raw.ones(np.float64) if raw.table is None else raw.table for raw in raws]
    float64 = np.zeros(len(widths), np.int8)
    precision = [float64[: raw.n] if raw.precision is None else raw.precision for raw in raws]
    precision = np.concatenate(precision)
    precision = precision if precision.any() else None
    return RawIndicators(width, no_sets(len(widths)), np.concatenate(tables), precision)


def _joined_rows(raws, argument):
    named = [raw.columns is not None for raw in raws]
    if any(named) and not all(named):
        rule = "rows with names in some batches and without in others; use one of them"
        raise InputError(rule, argument)
    if not any(named):
        widths = np.repeat([raw.table.shape[1] for raw in raws], [raw.n for raw in raws])
        _check_alike(widths, argument, "values", "a row has one value per label")
        return RawRows(np.concatenate([raw.table for raw in raws]), raws[0].single)
    every = dict.fromkeys(name for raw in raws for name in raw.columns.names)
    names, ends = {name: at for at, name in enumerate(every)}, np.cumsum([raw.n for raw in raws])
    table = np.zeros((ends[-1], len(names)))
    for raw, end in zip(raws, ends.tolist(), strict=True):
        lacking = [name for name in names if name not in raw.columns.names]
        if lacking and not raw.columns.open:
            rule = f"this batch has no column {lacking[0]!r}, which others have"
            raise InputError(rule, argument, end - raw.n)
        table[end - raw.n : end, [names[name] for name in raw.columns.names]] = raw.table
    return RawRows(table, False, ColumnNames(tuple(names), all(raw.columns.open for raw in raws)))


def _joined_points(raws, argument):
    filled = [raw.points for raw in raws if len(raw.points)] or [raws[0].points]
    dimensions = [points.shape[1] for points in filled]
    if len(set(dimensions)) > 1:
        rule = f"points of {dimensions[0]} dimensions in some batches, and others in others"
        raise InputError(rule, argument)
    return PointSets(np.concatenate(filled), _offsets(raws))


def _check_alike(widths, argument, what, rule):
    """Refuse a row that is not as wide as the first."""

    def told(row):
        return f"{widths[row]} {what} where ", 0, f" has {widths[0]}; {rule}"

    refuse_first(widths != widths[:1], argument, told)
