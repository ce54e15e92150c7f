"""A column that says which author, document or prompt each row of a file belongs to."""

import os

from .formats import READERS, find, opened


def read_groups(path: str | os.PathLike, column: str, *, format: str | None = None) -> tuple:
    """The cells of a column, one a row, blanks around text taken off.

    Parameters
    ----------
    path : str or path
        CSV, TSV, JSON Lines or Parquet file with a header.
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
    with opened(path, format) as source:
        info, rows = READERS[source.format](source, [column])
        groups = []
        for line, (cell,) in rows(find(source, info.columns, column)):
            group = cell.strip() if isinstance(cell, str) else cell
            if group is None or group == "" or group != group:
                raise source.error(
                    f"column {column!r}: an empty cell; every row needs its author, document or "
                    "prompt, a row that belongs to no other one of its own",
                    line,
                )
            if not isinstance(group, (str, int, float)):
                came = type(group).__name__
                said = f"column {column!r}: expected text or a number; got {came}"
                raise source.error(said, line)
            groups.append(group)
    return tuple(groups)
