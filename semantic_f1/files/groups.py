"""A column with one value a row: its author, document or prompt, or an outcome."""

import math
import os
from contextlib import suppress

from ..messages import short
from .formats import READERS, TableError, find, opened


def lines_of_examples(table):
    """The line of each example of a table in the file of its predictions; None where all rows are.

    Files that are joined have examples in the order of the gold labels, and may lack some.
    """
    places = getattr(table, "places", ())
    return places[0].lines if places else getattr(table, "lines", None)


def read_groups(
    path: str | os.PathLike, column: str, *, format: str | None = None, lines=None
) -> tuple:
    """The cells of a column, one an example, blanks around text taken off."""
    needed = (
        "every row needs its author, document or prompt, a row that belongs to no other one of its "
        "own"
    )
    groups = {}
    for line, group, refuse in _single_cells(path, column, format, needed):
        if not isinstance(group, (str, int, float)):
            refuse(f"expected text or a number; got {type(group).__name__}")
        groups[line] = group
    return tuple(_of_examples(groups, lines, path, column))


def read_numbers(
    path: str | os.PathLike, column: str, *, format: str | None = None, lines=None
) -> list:
    """The cells of a column as floats, one an example; parameters as for :func:`read_groups`."""
    numbers = {}
    for line, cell, refuse in _single_cells(path, column, format, "every row needs a number"):
        number = None
        if isinstance(cell, (str, int, float)) and not isinstance(cell, bool):
            with suppress(ValueError):
                number = float(cell)
        if number is None or not math.isfinite(number):
            refuse(f"expected a finite number; got {short(cell)}")
        numbers[line] = number
    return _of_examples(numbers, lines, path, column)


def _of_examples(cells, lines, path, column):
    """The cells of the examples' lines, of all lines where there are none."""
    if lines is None:
        return list(cells.values())
    lacking = sum(line not in cells for line in lines)
    if lacking:
        raise TableError(
            f"{os.path.basename(path)}: has no row for {lacking:,} of {len(lines):,} examples, and "
            f"so nothing in column {column!r}: leave them out (--missing drop), or give them rows"
        )
    return [cells[line] for line in lines]


def _single_cells(path, column, format, needed):
    """The line and cell of each row, blanks taken off, and what refuses it; none is empty."""
    with opened(path, format) as source:
        info, rows = READERS[source.format](source, [column])
        for line, (cell,) in rows(find(source, info.columns, column)):

            def refuse(rule, line=line):
                raise source.error(f"column {column!r}: {rule}", line)

            value = cell.strip() if isinstance(cell, str) else cell
            if value is None or value == "" or value != value:
                refuse(f"an empty cell; {needed}")
            yield line, value, refuse
