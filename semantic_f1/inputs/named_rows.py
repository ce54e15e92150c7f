"""Rows with one value per label whose columns have names: DataFrames, tables, lists of mappings."""

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import pyarrow as pa

from ..messages import InputError, fold, listed, short, spelling_advice, suggestion
from .unwrapping import refuse_first, unwrap

ONE_ORDER = (
    "put one in the order of the other, predictions.loc[references.index], or give .to_numpy() if "
    "positions are meant"
)


class ColumnNames(NamedTuple):
    """Names of columns; ``open``: of mappings, in which a label that none of them names is 0."""

    names: tuple
    open: bool


def unwrap_named(rows, argument):
    """Rows as ``reading.unwrap`` gives them, and ColumnNames or None, see :func:`split_names`."""
    plain, columns = split_names(rows, argument)
    if columns is None:
        # A column of structs, or a Series of mappings.
        plain, columns = split_names(unwrap(plain, argument)[0], argument)
    return plain, columns


def split_names(rows, argument):
    """Rows with named columns as plain rows and ColumnNames; others as they are, and None."""
    columns = _named_columns(rows)
    if columns is not None:
        names, cells = columns
        _check_column_names(names, argument)
        if not names:
            raise InputError("the table has no columns; it needs one per label", argument)
        cells = [_values_of_column(column) for column in cells]
        numbers = all(isinstance(cell, np.ndarray) for cell in cells)
        plain = np.stack(cells).T if numbers else list(zip(*cells, strict=True))
        return plain, ColumnNames(tuple(names), False)
    if isinstance(rows, (list, tuple)) and any(isinstance(row, Mapping) for row in rows):
        return _rows_of_mappings(rows, argument)
    return rows, None


def _named_columns(rows):
    """Names and columns of a table; None of what is none."""
    if isinstance(rows, pa.ChunkedArray) and pa.types.is_struct(rows.type):
        rows = rows.combine_chunks()
    if isinstance(rows, pa.Array) and pa.types.is_struct(rows.type):
        names = [rows.type.field(place).name for place in range(rows.type.num_fields)]
        return names, rows.flatten()
    if isinstance(rows, pa.Table):
        return rows.column_names, rows.columns
    if hasattr(rows, "column_names") and hasattr(rows, "with_format"):
        return _named_columns(rows.with_format("arrow")[:])
    if hasattr(rows, "columns") and hasattr(rows, "shape") and hasattr(rows, "__getitem__"):
        names = list(rows.columns)
        if len(set(names)) == len(names):
            return names, [rows[name] for name in names]
        return names, []
    return None


def columns_by_label(predictions, references, space_of):
    """Both sides with the columns of DataFrames in the order of the universe that is then asked."""
    sides = {"predictions": predictions, "references": references}
    frames = {
        name: rows
        for name, rows in sides.items()
        if not isinstance(rows, pa.Array) and _named_columns(rows) is not None
    }
    if not frames:
        return predictions, references
    of_pandas = len(frames) == 2 and all(hasattr(rows, "iloc") for rows in frames.values())
    if of_pandas and not predictions.index.equals(references.index):
        rule = f"the DataFrames have different indexes; {ONE_ORDER}"
        raise InputError(rule, "predictions and references")
    space = space_of()
    for name, rows in frames.items():
        plain, columns = split_names(rows, name)
        table = np.asarray(plain)
        if table.dtype.kind not in "biuf":
            raise InputError("a DataFrame must hold numbers alone, one column per label", name)
        kind = np.float64 if table.dtype.kind == "f" else table.dtype
        names, table = (space.names, space.labels), table.astype(kind, copy=False)
        if columns.names != space.names:
            table = in_order(table, columns, *names, name, space.normalize, kind)
        sides[name] = table
    return sides["predictions"], sides["references"]


def _values_of_column(column):
    """A column's values, an array of numbers if it can be: nulls would become other numbers."""
    nulls = getattr(column, "null_count", 0)
    plain = getattr(getattr(column, "dtype", None), "kind", "O") in "biuf"
    if plain or not (nulls() if callable(nulls) else nulls):
        array = np.asarray(column) if hasattr(column, "__array__") else None
        if array is not None and array.dtype.kind in "biuf":
            return array
    return column.to_pylist() if hasattr(column, "to_pylist") else list(column)


def _rows_of_mappings(rows, argument):
    names = {}
    for index, row in enumerate(rows):
        if not isinstance(row, Mapping):
            found = f"{type(row).__name__} {short(row)}"
            raise InputError(f"got {found} among mappings of labels to values", argument, index)
        for name in row:
            names.setdefault(name, len(names))
    _check_column_names(list(names), argument)
    plain = [[0] * len(names) for _ in rows]
    for numbers, row in zip(plain, rows, strict=True):
        for name, value in row.items():
            numbers[names[name]] = value
    return plain, ColumnNames(tuple(names), True)


def _check_column_names(names, argument):
    """Refuse columns whose names are no text or the same."""
    wrong = [name for name in names if not isinstance(name, str)]
    if wrong:
        advice = "columns that have no names are given as an array (.to_numpy()), in the order of"
        raise InputError(f"{short(wrong[0])} is no name of a label; {advice} the labels", argument)
    repeated = [name for name, times in Counter(names).items() if times > 1]
    if repeated:
        raise InputError(f"two columns are called {short(repeated[0])}", argument)


def in_order(table, columns, wanted, needed, argument, normalize=False, kind=np.float64):
    """The table with its columns in the order of names that are wanted, 0 if there is none."""
    key = fold if normalize else str
    place = {key(name): index for index, name in enumerate(wanted)}
    unknown = [name for name in columns.names if key(name) not in place]
    if unknown:
        rule = f"is none of the labels{suggestion(unknown[0], wanted)}; every column is one of them"
        advice = "" if normalize else spelling_advice(unknown, wanted)
        raise InputError(f"the column {short(unknown[0])} {rule}{advice}", argument)
    keys = {key(name) for name in columns.names}
    lacking = [name for name in needed if key(name) not in keys]
    if lacking and not columns.open:
        rule = f"no column is called {listed(lacking)}; each label needs one (0 if it is never"
        raise InputError(f"{rule} chosen)", argument)
    result = np.zeros((len(wanted), len(table)), kind).T
    for index, name in enumerate(columns.names):
        column = result[:, place[key(name)]]
        both, rule = (column != 0) & (table[:, index] != 0), "comes twice, in two spellings of it"
        refuse_first(both, argument, lambda _, name=name, rule=rule: f"{short(name)} {rule}")
        column += table[:, index]
    return result
