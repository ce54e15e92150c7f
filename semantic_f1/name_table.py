"""Tables of things with a name: a name that is not there is an error that lists those that are."""

from collections.abc import Iterable, Mapping
from typing import Generic, TypeVar

Row = TypeVar("Row")


class NameTable(dict, Generic[Row]):
    """Rows by name, in the order of the table.

    ``kind`` says what the names are of. ``table[name]`` of a name that is not there raises a
    ValueError; nothing stands in for it.
    """

    def __init__(self, kind: str, rows: Mapping[str | None, Row] | Iterable[Row]):
        named = rows if isinstance(rows, Mapping) else {row.name: row for row in rows}
        super().__init__(named)
        self.kind = kind

    def __missing__(self, name):
        raise ValueError(f"{self.kind}: expected one of {', '.join(map(repr, self))}; got {name!r}")
