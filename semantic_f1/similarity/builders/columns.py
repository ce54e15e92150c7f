"""Named columns of a table: DataFrames, Series, records, columns by name, and files."""

import os
from collections.abc import Mapping
from typing import Any

from ...files.formats import FileOptions, QuotesError, opened
from ...messages import short, suggestion
from .leniency import Leniency


def is_table(source: Any, marker: str | None = None) -> bool:
    """True for what has named columns; records and lists by name must have ``marker``."""
    if isinstance(source, (str, os.PathLike)) or has_columns(source):
        return True
    if isinstance(source, Mapping):
        no_cells = (str, bytes, Mapping, set)
        cells = [hasattr(x, "__len__") and not isinstance(x, no_cells) for x in source.values()]
        return marker in source and all(cells)
    if isinstance(source, (list, tuple)):
        return bool(source) and all(isinstance(row, Mapping) and marker in row for row in source)
    return False


def has_columns(source: Any) -> bool:
    """True for a DataFrame of pandas or Polars, or a table of Arrow."""
    ways = ("to_numpy", "rows", "to_pydict")
    return hasattr(source, "columns") and any(hasattr(source, way) for way in ways)


def is_series(source: Any) -> bool:
    """True for a Series of pandas: values with an index."""
    return (
        hasattr(source, "index") and hasattr(source, "to_dict") and not hasattr(source, "columns")
    )


def table_columns(
    source: Any, argument: str, leniency: Leniency | None = None, header: bool = True
) -> dict[str, list]:
    """The columns of a table by name, each a list of cells; None where a cell is blank.

    A title above a file's header is skipped if ``leniency`` can tell of it; without a ``header``
    columns are called 1, 2, ...
    """
    if isinstance(source, (str, os.PathLike)):
        try:
            columns = _of_file(source, leniency, header)
        except QuotesError as error:
            raise ValueError(
                f"{argument}: {error}. Read it that way and pass the table, such as "
                "pandas.read_csv(path, dtype=str) for 'csv', with quoting=3 for 'none'"
            ) from None
    elif has_columns(source):
        columns = _of_frame(source)
    elif isinstance(source, Mapping):
        columns = {name: list(cells) for name, cells in source.items()}
    else:
        if not all(isinstance(row, Mapping) for row in source):
            raise ValueError(
                f"{argument}: expected a table, such as a file, or a list of rows, each a dict"
            )
        names = list(dict.fromkeys(name for row in source for name in row))
        columns = {name: [row.get(name) for row in source] for name in names}
    wrong = [name for name in columns if not isinstance(name, str)]
    if wrong:
        raise ValueError(f"{argument}: names of columns must be text; got {wrong[0]!r}")
    lengths = {len(cells) for cells in columns.values()}
    if len(lengths) > 1:
        raise ValueError(
            f"{argument}: columns must have one length; got "
            f"{', '.join(f'{name!r} {len(cells)}' for name, cells in columns.items())}"
        )
    if not columns or not lengths or not max(lengths):
        raise ValueError(f"{argument}: the table has no rows")
    return {name: [_filled_cell(cell) for cell in cells] for name, cells in columns.items()}


def text_cells(cells: list, argument: str, column: str, lists: bool = False) -> list:
    """Cells as names or, with ``lists``, lists of names: whole numbers as digits, None if blank."""
    names = []
    for row, cell in enumerate(cells):
        if cell is None or isinstance(cell, str):
            names.append(cell)
        elif lists and isinstance(cell, list):
            names.append(list(filter(None, map(_name_of_member, cell))))
        elif isinstance(cell, (bool, list, Mapping)) or not float(cell).is_integer():
            raise ValueError(
                f"{argument}: column {column!r}, row {row + 1} is {cell!r}, not text; read the "
                "column as text (in pandas dtype=str), or digits such as the 0 of 1.10 are lost"
            )
        else:
            names.append(str(int(cell)))
    return names


def _name_of_member(member):
    """Name of a member of a list: a text, or an object with an identifier or a name."""
    if isinstance(member, Mapping):
        keys = ("uri", "id", "code", "name")
        member = next((member[key] for key in keys if isinstance(member.get(key), str)), None)
    return member.strip() if isinstance(member, str) else None


def chosen_column(
    columns: Mapping, wanted: str | None, usual: tuple, argument: str, role: str
) -> str | None:
    """The name of a column: the one that is asked for, or the first with a usual name."""
    if wanted is not None:
        if wanted not in columns:
            raise ValueError(
                f"columns: {argument} has no column {wanted!r}{suggestion(str(wanted), columns)} "
                f"for the {role}; it has {', '.join(map(repr, columns))}"
            )
        return wanted
    folded = {folded_heading(name): name for name in reversed(columns)}
    return next((folded[name] for name in usual if name in folded), None)


def folded_heading(name):
    """A name of a column in small letters and digits alone."""
    return "".join(filter(str.isalnum, name.casefold()))


def _of_file(path, leniency, header):
    """All columns of a file, whatever the formats are that tables are read in."""
    with opened(path, FileOptions(header=header)) as source:
        info, rows = source.read()
        names = list(info.columns)
        lines = (cells for _, cells in rows(*range(len(names))))
        table = [cells for cells in lines if any(map(_filled_cell, cells))]
        if leniency is not None and table and _is_title(names, table[0]):
            title = next(filter(None, names))
            clause = f"the line above the header ({short(title)}) is a title"
            leniency.note("title_lines", 1, clause)
            names = [str(_filled_cell(cell) or "") for cell in table.pop(0)]
        repeated = [name for name in names if name and names.count(name) > 1]
        if repeated:
            raise source.error(f"has several columns named {repeated[0]!r}: rename all but one")
    single = names.count("") == 1
    return {name: [row[at] for row in table] for at, name in enumerate(names) if name or single}


def _is_title(names, second):
    """True for blank names among filled ones above a line of distinct names."""
    cells = [cell for cell in map(_filled_cell, second) if cell is not None]
    return (
        names.count("") > 1
        and any(names)
        and len(cells) > sum(map(bool, names))
        and len(set(cells)) == len(cells)
    )


def _of_frame(frame):
    if hasattr(frame, "to_pydict"):
        return frame.to_pydict()
    if not hasattr(frame, "index"):
        return {name: frame[name].to_list() for name in frame.columns}
    columns = {name: frame[name].tolist() for name in frame.columns}
    index = frame.index
    if index.name is not None or (len(index) and all(isinstance(row, str) for row in index)):
        name = "label" if index.name is None else index.name
        columns = {name: index.tolist(), **columns}
    return columns


def _filled_cell(cell):
    """None for what is blank or missing, as NaN, NaT and NA, which don't equal themselves."""
    if cell is None:
        return None
    if isinstance(cell, str):
        return cell.strip() or None
    if hasattr(cell, "item") and getattr(cell, "ndim", 1) == 0:
        cell = cell.item()
    try:
        return cell if bool(cell == cell) else None
    except (TypeError, ValueError):
        return None
