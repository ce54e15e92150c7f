"""Files whose columns are filled, and the table of both sides, whatever the files looked like."""

import json
import math
import os
from array import array
from collections import Counter
from collections.abc import Callable, Collection
from copy import deepcopy
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from typing import NamedTuple

from ..json_text import RepeatedKeyError, object_of
from ..messages import InputError, listed, short, warn
from .account import Account, left_out, part_of_file
from .cells import CellError, RawColumn
from .column_guessing import SIDE_NAMES, number_of
from .exports import PRODIGY_ANSWERS
from .formats import (
    FORMATS,
    UNTYPED,
    FileOptions,
    NoRowsError,
    QuotesError,
    TableError,
    TableInfo,
    find,
    opened,
)
from .workbooks import UnreadableCell

_GROUP_NEEDED = (
    "every row needs its author, document or prompt, a row that belongs to no other a separate one"
)
_SAME_EXAMPLES = "systems are compared on the same examples, in one order"


class FilePlace(NamedTuple):
    """Place of the rows of one side: its file, what its lines count, and the line of each."""

    file: str
    unit: str
    lines: array

    def line(self, row: int) -> str:
        """A row's line, or that it has none: it is in the other file alone."""
        return f"{self.unit} {self.lines[row]}" if self.lines[row] else "(no line)"

    def of(self, row: int) -> str:
        """A row's file and line."""
        return f"{self.file}: {self.line(row)}"

    def error(self, problem: str, row: int | None = None) -> TableError:
        """The error of the file, or of one of its rows."""
        return TableError(problem if row is None else f"{self.line(row)}: {problem}", self.file)


@dataclass(frozen=True)
class Table:
    """Both sides of some examples, and where each row stands.

    An entry is a tuple of names or ids, of other configs a tuple of numbers, a number, or a list
    of points; of several annotators a list with one tuple each, whose names are ``annotators``.
    ``places`` hold the lines of each side, one if both sides are in one file; ``columns`` are named
    in messages, ``info`` and ``how`` are of the file of the predictions. ``joined`` are
    cells of either side that may be several labels, since no separator was given.
    """

    predictions: list
    references: list
    info: TableInfo
    places: tuple[FilePlace, ...] = field(repr=False)
    account: Account
    annotators: list[list[str]] | None = None
    columns: tuple[str | None, str | None] = (None, None)
    how: FileOptions = field(default_factory=FileOptions)
    joined: tuple[set, set] = (frozenset(), frozenset())
    _decide: Callable | None = field(repr=False, compare=False, default=None)

    def __len__(self) -> int:
        return len(self.predictions)

    @property
    def lines(self) -> array:
        """The line of each row in the file of the predictions."""
        return self.places[0].lines

    @property
    def unit(self) -> str:
        """ "line" or "row": what ``lines`` counts."""
        return self.places[0].unit

    @property
    def notes(self) -> tuple[str, ...]:
        """Texts on how files were joined and what was left out."""
        account = self.account
        says_more = account.join or account.options or account.left_out
        return tuple(account.lines()[-1:]) if says_more else ()

    def for_names(self, known: Collection[str] | None) -> "Table":
        """The table as read if the universe has these names."""
        return self if self._decide is None else self._decide(known)

    def row_name(self, index: int, side: str = "predictions") -> str:
        """Name of row `index` in messages: its line, and with two files the side's file."""
        place = self.places[-1 if side == "references" else 0]
        return place.line(index) if len(self.places) == 1 else place.of(index)

    def place_of(self, error: ValueError) -> str:
        """Text of an error of the metric with the line and the column instead of the index."""
        if not isinstance(error, InputError) or error.row is None or error.side not in SIDE_NAMES:
            return str(error)
        column, which = self.columns[SIDE_NAMES.index(error.side)], ""
        if error.member is not None and self.annotators:
            column = self.annotators[error.row][error.member]
        elif error.member is not None:
            which = f", gold set {error.member + 1}"
        shown = "" if column is None else f", column {column!r}"
        row_name = partial(self.row_name, side=error.side)
        return error.text(f"{row_name(error.row)}{shown}{which}", row_name)


def check_same_gold(first: tuple[str, Table], other: tuple[str, Table]) -> None:
    """Refuse two systems, each a name and a table, whose gold labels differ."""
    (first_name, table), (name, compared) = first, other
    if len(table) != len(compared):
        problem = f"{name} has {len(compared):,} rows, {first_name} has {len(table):,}"
        raise TableError(f"{problem}; {_SAME_EXAMPLES}")
    is_same = table.references == compared.references
    both = () if is_same else zip(table.references, compared.references, strict=True)
    for row, (gold, own) in enumerate(both):
        if _without_order(gold) != _without_order(own):
            shown = (json.dumps(one, ensure_ascii=False) for one in (own, gold))
            where = f"{name}: {compared.row_name(row)} has other gold labels than {first_name}"
            raise TableError(f"{where} ({', not '.join(shown)}); {_SAME_EXAMPLES}")


def _without_order(gold):
    """A gold entry without the order of its labels: that of annotators and of shares counts."""
    if isinstance(gold, list):
        return [set(members) for members in gold]
    numbers = isinstance(gold, float) or (gold and type(gold[0]) is float)
    return gold if numbers else set(gold)


class Filled(NamedTuple):
    """A file whose columns were filled, and what of it goes into the account."""

    info: TableInfo
    place: FilePlace
    how: FileOptions
    left_out: list[dict]
    told: dict[str, str]
    part: dict
    # Options that its format, whose title they have, does not know.
    unused: dict[str, str]


def file_name(path: str | os.PathLike) -> str:
    """The name of a file as messages show it."""
    return repr(os.path.basename(path))[1:-1]


def sniff(path: str | os.PathLike, how: FileOptions | None = None) -> TableInfo:
    """Tell what a file is, and which columns it has, without reading its rows."""
    with opened(path, how) as source:
        return source.read(SIDE_NAMES)[0]


def fill_columns(path, columns, *, how=None, limit=None, progress=None) -> Filled:
    """Fill columns, which have a name and append cells, from a file."""
    how = how or FileOptions()
    for name, n in Counter(column.name for column in columns).most_common(1):
        if n > 1:
            raise TableError(f"the column {name!r} is named twice", file_name(path))
    if limit is not None and limit < 1:
        raise TableError(f"limit must be at least 1 row, got {limit}")
    empty = deepcopy(columns)
    try:
        return _filled(path, columns, how, limit, progress)
    except QuotesError as problem:
        problem.path = path
        if not problem.only_plain:
            raise
    # Quotes that enclose no cells are plain characters, if then each row is as wide as the header.
    for column, as_new in zip(columns, empty, strict=True):
        vars(column).update(vars(as_new))
    filled = _filled(path, columns, how._replace(quotes="none"), limit, progress)
    return filled._replace(told={**filled.told, "quotes": "as plain characters"})


def _filled(path, columns, how, limit, progress):
    with opened(path, how) as source:
        source.may_lack = {column.name for column in columns if type(column) is RawColumn}
        info, rows = source.read([column.name for column in columns])
        answers = [
            RawColumn(name)
            for name in info.columns
            if name.casefold() == "answer" and info.columns.count(name) == 1
        ]
        every, lines = [*columns, *answers], array("q")
        place = FilePlace(source.name, source.unit, lines)
        where = [find(source, info.columns, column.name) for column in every]
        appends = [column.append for column in every]
        if info.format == "xlsx":
            appends = [
                append if type(column) is RawColumn else _readable(append)
                for column, append in zip(every, appends, strict=True)
            ]
        if how.key is not None:
            keys = [how.key] if isinstance(how.key, str) else list(how.key)
            appends = [_under_key(append, keys, source.told) for append in appends]
        try:
            for line, cells in islice(rows(*where), limit):
                for append, cell in zip(appends, cells, strict=True):
                    append(cell)
                lines.append(line)
                if progress and not len(lines) % 16384:
                    progress(source.fraction(len(lines)))
        except CellError as problem:
            column = every[appends.index(append)]
            raise source.error(f"column {column.name!r}: {problem}", line) from None
        if not lines:
            raise NoRowsError("has a header but no rows", source.name)
        for answer in answers:
            _check_accepted(source, answer)
        for column in columns:
            column.place = place
            column.class_names = (info.class_names or {}).get(column.name)
            column.untyped = info.format in UNTYPED
        passed = [
            left_out(what, source.name, len(places), why, places)
            for (what, why), places in source.passed.items()
        ]
    if progress:
        progress(1.0)
    format, header = FORMATS[source.format], "no" if how.header is False else None
    shown = {"header": header, "quotes": how.quotes, "merged": how.merged}
    told = source.told | {name: shown[name] for name in format.options if shown[name]}
    given = [name for name in shown if getattr(how, name) is not None]
    unused = {name: format.title for name in given if name not in format.options}
    return Filled(info, place, how, passed, told, part_of_file(path, len(lines)), unused)


def _under_key(append, keys, told):
    """Append what a cell that is a JSON object has under the first of the keys that it has."""
    as_given = keys[0] if len(keys) == 1 else keys

    def appended(cell):
        try:
            value = object_of(cell)
        except RepeatedKeyError as error:
            raise CellError(f"{short(cell)}: {error}") from None
        if isinstance(value, dict):
            found = [key for key in keys if key in value]
            if not found:
                raise CellError(f"an object without {listed(keys)}; its keys: {listed(value)}")
            value, told["key"] = value[found[0]], as_given
        append(value)

    return appended


def _readable(append):
    def checked(cell):
        if type(cell) is UnreadableCell:
            raise CellError(cell.reason)
        append(cell)

    return checked


def _check_accepted(source, column):
    """Refuse a column "answer" that says that Prodigy's annotators did not accept all rows."""
    if not all(type(cell) is str and cell in PRODIGY_ANSWERS for cell in column.cells):
        return
    counts = Counter(column.cells)
    others = [f"{answer!r} ({n:,})" for answer, n in counts.items() if answer != "accept"]
    if others:
        found = ", ".join([*others, f"'accept' ({counts['accept']:,})"])
        what = f"column {column.name!r} says that not all rows are accepted examples"
        raise source.error(f"{what}: {found}; leave the others out")


def warn_of_equal_sides(table: Table) -> Table:
    """The table, with a warning if one side may have been read twice."""
    digests, n = [part["sha256"] for part in table.account.parts], len(table)
    what = ""
    if len(digests) == 2 and digests[0] == digests[1]:
        what = "both files have the same content"
    elif n > 2 and table.predictions == table.references:
        what = f"both sides hold the same labels in all {n:,} rows"
    if what:
        warn(f"{what}: is this the gold column?")
    return table


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
    number = None if isinstance(cell, bool) else number_of(cell)
    if number is None or math.isinf(number):
        raise ValueError(f"expected a finite number; got {short(cell)}")
    return number


def _single_cells(path, column, how, lines, needed, read):
    """Cells of the examples' lines, of all lines if none are given, as ``read`` takes each."""
    raw = RawColumn(column)
    place, found = fill_columns(path, [raw], how=how).place, {}
    for row, cell in enumerate(raw.cells):
        value = cell.strip() if isinstance(cell, str) else cell
        try:
            if type(cell) is UnreadableCell:
                raise ValueError(cell.reason)
            if value is None or value == "" or value != value:
                raise ValueError(f"an empty cell; {needed}")
            found[place.lines[row]] = read(value)
        except ValueError as problem:
            raise place.error(f"column {column!r}: {problem}", row) from None
    lacking = sum(line not in found for line in lines or ())
    if lacking:
        what = (
            f"has no row for {lacking:,} of {len(lines):,} examples, nothing in column {column!r}"
        )
        raise place.error(f'{what}: leave them out (missing="drop"), or give them rows')
    return list(found.values()) if lines is None else [found[line] for line in lines]
