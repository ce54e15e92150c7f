"""A column with one value a row: its author, document or prompt, or an outcome."""

import math
import os
from contextlib import suppress

from ..messages import short
from .formats import READERS, find, opened


def read_groups(path: str | os.PathLike, column: str, *, format: str | None = None) -> tuple:
    """The cells of a column, one a row, blanks around text taken off.

    Parameters
    ----------
    path : str or path
        A table with a header, in any format that `read_columns` reads.
    column : str
        Its name in the header.
    format : str, optional
        As for `read_columns`.

    Raises
    ------
    TableError
        For a file that can't be read, and for an empty cell or one that is no text or number,
        naming the line.
    """
    needed = (
        "every row needs its author, document or prompt, a row that belongs to no other one of its "
        "own"
    )
    groups = []
    for group, refuse in _single_cells(path, column, format, needed):
        if not isinstance(group, (str, int, float)):
            refuse(f"expected text or a number; got {type(group).__name__}")
        groups.append(group)
    return tuple(groups)


def read_numbers(path: str | os.PathLike, column: str, *, format: str | None = None) -> list:
    """The cells of a column as floats, one a row; parameters as for :func:`read_groups`.

    Raises
    ------
    TableError
        For a file that can't be read, and for an empty cell or one that is no finite number, naming
        the line.
    """
    numbers = []
    for cell, refuse in _single_cells(path, column, format, "every row needs a number"):
        number = None
        if isinstance(cell, (str, int, float)) and not isinstance(cell, bool):
            with suppress(ValueError):
                number = float(cell)
        if number is None or not math.isfinite(number):
            refuse(f"expected a finite number; got {short(cell)}")
        numbers.append(number)
    return numbers


def _single_cells(path, column, format, needed):
    """Each cell of a column, blanks taken off, with a function that refuses it; none is empty."""
    with opened(path, format) as source:
        info, rows = READERS[source.format](source, [column])
        for line, (cell,) in rows(find(source, info.columns, column)):

            def refuse(rule, line=line):
                raise source.error(f"column {column!r}: {rule}", line)

            value = cell.strip() if isinstance(cell, str) else cell
            if value is None or value == "" or value != value:
                refuse(f"an empty cell; {needed}")
            yield value, refuse
