"""A column with one value per row: its author, document or prompt, or an outcome."""

import math
import os
from contextlib import suppress

from ..messages import short
from .cells import RawColumn
from .formats import TableError
from .tables import file_name, fill_columns
from .workbooks import UnreadableCell

_GROUP_NEEDED = (
    "every row needs its author, document or prompt, a row that belongs to no other a separate one"
)


def read_groups(path: str | os.PathLike, column: str, *, how=None, lines=None) -> tuple:
    """Cells of a column, one per example of some ``lines``, as text without blanks or as is."""
    return tuple(_single_cells(path, column, how, lines, _GROUP_NEEDED, _group))


def read_numbers(path: str | os.PathLike, column: str, *, how=None, lines=None) -> list:
    """The cells of a column as floats, one per example; as for :func:`read_groups`."""
    return _single_cells(path, column, how, lines, "every row needs a number", _number_of)


def _group(cell):
    if not isinstance(cell, (str, int, float)):
        raise ValueError(f"expected text or a number; got {type(cell).__name__}")
    return cell


def _number_of(cell):
    if not isinstance(cell, bool):
        with suppress(ValueError, TypeError, OverflowError):
            if math.isfinite(number := float(cell)):
                return number
    raise ValueError(f"expected a finite number; got {short(cell)}")


def _single_cells(path, column, how, lines, needed, read):
    """Cells of the examples' lines, of all lines if none are given, as ``read`` takes each."""
    raw, name = RawColumn(column), file_name(path)
    place, found = fill_columns(path, [raw], how=how).place, {}
    for line, cell in zip(place.lines, raw.cells, strict=True):
        value = cell.strip() if isinstance(cell, str) else cell
        try:
            if type(cell) is UnreadableCell:
                raise ValueError(cell.reason)
            if value is None or value == "" or value != value:
                raise ValueError(f"an empty cell; {needed}")
            found[line] = read(value)
        except ValueError as problem:
            raise TableError(f"{name}: {place.unit} {line}: column {column!r}: {problem}") from None
    lacking = sum(line not in found for line in lines or ())
    if lacking:
        raise TableError(
            f"{name}: has no row for {lacking:,} of {len(lines):,} examples, and so nothing in "
            f'column {column!r}: leave them out (missing="drop"), or give them rows'
        )
    return list(found.values()) if lines is None else [found[line] for line in lines]
