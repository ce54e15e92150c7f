"""A column with one value per row: its author, document or prompt, or an outcome."""

import math
import os
from contextlib import suppress

from ..messages import short
from .cells import RawColumn
from .formats import TableError
from .tables import file_name, fill_columns
from .workbooks import UnreadableCell


def read_groups(path: str | os.PathLike, column: str, *, how=None, lines=None) -> tuple:
    """The cells of a column, one per example, blanks around text taken off.

    ``how`` is how the file was read, ``lines`` are those of the examples, by default all.
    """
    needed = (
        "every row needs its author, document or prompt, a row that belongs to no other a "
        "separate one"
    )
    groups = {}
    for line, group, refuse in _single_cells(path, column, how, needed):
        if not isinstance(group, (str, int, float)):
            refuse(f"expected text or a number; got {type(group).__name__}")
        groups[line] = group
    return tuple(_of_examples(groups, lines, path, column))


def read_numbers(path: str | os.PathLike, column: str, *, how=None, lines=None) -> list:
    """The cells of a column as floats, one per example; as for :func:`read_groups`."""
    numbers = {}
    for line, cell, refuse in _single_cells(path, column, how, "every row needs a number"):
        number = None
        if isinstance(cell, (str, int, float)) and not isinstance(cell, bool):
            with suppress(ValueError):
                number = float(cell)
        if number is None or not math.isfinite(number):
            refuse(f"expected a finite number; got {short(cell)}")
        numbers[line] = number
    return _of_examples(numbers, lines, path, column)


def _of_examples(cells, lines, path, column):
    """The cells of the examples' lines, of all lines if none are given."""
    if lines is None:
        return list(cells.values())
    lacking = sum(line not in cells for line in lines)
    if lacking:
        raise TableError(
            f"{file_name(path)}: has no row for {lacking:,} of {len(lines):,} examples, and "
            f'so nothing in column {column!r}: leave them out (missing="drop"), or give them rows'
        )
    return [cells[line] for line in lines]


def _single_cells(path, column, how, needed):
    """The line and cell of each row, blanks taken off, and what refuses it; none is empty."""
    raw = RawColumn(column)
    filled = fill_columns(path, [raw], how=how)
    for line, cell in zip(filled.place.lines, raw.cells, strict=True):

        def refuse(rule, line=line):
            place = f"{file_name(path)}: {filled.place.unit} {line}"
            raise TableError(f"{place}: column {column!r}: {rule}")

        value = cell.strip() if isinstance(cell, str) else cell
        if type(cell) is UnreadableCell:
            refuse(cell.reason)
        if value is None or value == "" or value != value:
            refuse(f"an empty cell; {needed}")
        yield line, value, refuse
