"""Both sides of one file or two, read into columns, with the account of what was read."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any, NamedTuple

from .account import Account, left_out, side_account
from .cells import SetColumn
from .column_guessing import SIDE_NAMES, guess_id
from .exports import proposed_export
from .formats import FileOptions, QuotesError, TableError, TableInfo
from .joining import (
    MISSING_IDS,
    NothingInCommonError,
    check_lines,
    columns_that_join,
    joined_by_ids,
    joined_by_line,
    lines_of_rows,
    same_values,
)
from .side_choice import FileCells, SideColumn, settled, sides_of_one, sides_of_two
from .tables import (
    Filled,
    RawColumn,
    Table,
    TextColumn,
    file_name,
    fill_columns,
    sniff,
    warn_of_equal_sides,
)


class Asked(NamedTuple):
    """Arguments of a reader: columns, how rows are joined, and how files are read."""

    predictions: Any = None
    references: Any = None
    id: Any = None
    by_line: bool = False
    missing: str = "raise"
    blank: str | None = None
    separator: str | None = None
    ids: str = "auto"
    known: Any = None
    replies: bool = False
    how: FileOptions = FileOptions()
    limit: int | None = None
    progress: Callable[[float], object] | None = None

    @property
    def columns(self):
        return self.predictions, self.references

    @classmethod
    def of(cls, options: dict) -> "Asked":
        """From arguments of a reader, in which the options of files stand next to the others."""
        options = dict(options)
        how = {name: options.pop(name) for name in FileOptions._fields if name in options}
        unknown = [name for name in options if name not in cls._fields]
        if unknown:
            raise TypeError(f"read_file() got an unexpected keyword argument {unknown[0]!r}")
        asked = cls(**options, how=FileOptions(**how).checked())
        if asked.missing not in MISSING_IDS:
            raise TableError(
                f"missing must be one of {', '.join(MISSING_IDS)}, got {asked.missing!r}"
            )
        if asked.by_line and asked.id is not None:
            raise TableError("id and by_line: rows are joined by ids or by line, not by both")
        return asked


class SideRead(NamedTuple):
    """Columns to fill for one side, and what makes its entries of them.

    ``value`` has ``label_sets(numbers)`` or ``cells``, ``chosen`` is the column for the account.
    """

    columns: list
    value: Any
    chosen: SideColumn

    @property
    def column(self):
        """The name of the column that was read, or the names of several."""
        return self.value.names_read() if hasattr(self.value, "names_read") else self.chosen.name

    @property
    def passed(self):
        """Columns that were passed over, with why."""
        found = self.value.passed() if hasattr(self.value, "passed") else []
        return [*self.chosen.passed, *found]


class SidesRead(NamedTuple):
    """Both sides as they were read; ``rows`` are those of each example, None for one each."""

    sides: tuple[SideRead, SideRead]
    rows: tuple[list | None, list | None]
    places: tuple
    infos: tuple[TableInfo, ...]
    filled: tuple[Filled, ...]
    account: Account

    @property
    def columns(self):
        """The columns' names for messages; None for several."""
        names = (side.column for side in self.sides)
        return tuple(name if isinstance(name, str) else None for name in names)

    def of_system(self, column) -> "SidesRead":
        """Both sides with one of several columns of predictions."""
        chosen = SideColumn(column.name, "option")
        sides = (SideRead([column], column, chosen), self.sides[1])
        read = {**self.account.sides["predictions"], "column": column.name}
        account = replace(self.account, sides={**self.account.sides, "predictions": read})
        return self._replace(sides=sides, account=account)

    def table(self, predictions, references, annotators=None, decide=None) -> Table:
        """The table of entries of all examples."""
        sides = dict(self.account.sides)
        for side, entries in zip(SIDE_NAMES, (predictions, references), strict=True):
            if entries and isinstance(entries[0], tuple):
                sides[side] = {**sides[side], "empty_sets": sum(not entry for entry in entries)}
        return Table(
            predictions,
            references,
            self.infos[0],
            self.places,
            replace(self.account, sides=sides),
            annotators,
            self.columns,
            self.filled[0].how,
            decide,
        )


def entries_of(values: list, rows: list | None) -> list:
    """The entry of each example, whose rows' sets are one set; () for an example without rows."""
    if rows is None:
        return values
    return [
        values[some[0]] if len(some) == 1 else tuple(one for row in some for one in values[row])
        for some in rows
    ]


def read_sides(path, gold, asked: Asked, plan: Callable[..., SideRead], *, sets=True) -> SidesRead:
    """Both sides of one file, or of two whose rows are joined.

    ``plan(file, side, column)`` makes the columns of a side out of a `SideColumn`.
    """
    try:
        return _read_sides(path, gold, asked, plan, sets)
    except QuotesError:
        raise
    except TableError as problem:
        proposal = None if asked.how.source else _proposed_source([path, gold], asked.how)
        if proposal is None or "source=" in str(problem):
            raise
        raise TableError(f"{problem}; {proposal}") from None


def _read_sides(path, gold, asked, plan, sets):
    if gold is None:
        asked = asked._replace(how=asked.how.of_side(None, asked.references))
        return _of_one(path, asked, plan, sets)
    hows = [
        asked.how.of_side(side, column)
        for side, column in zip(SIDE_NAMES, asked.columns, strict=True)
    ]
    try:
        return _of_two((path, gold), hows, asked, plan, sets)
    except QuotesError as problem:
        place = 0 if problem.path == path else 1
        if not (how := _quotes_by_rows((path, gold), hows, place, problem)):
            raise
        hows[place] = how
    return _of_two((path, gold), hows, asked, plan, sets)


def _proposed_source(paths, how):
    """Advice for files that look like exports; None for others."""
    for path, side in zip(paths, SIDE_NAMES, strict=True):
        with suppress(TableError):
            if path is not None and (name := proposed_export(sniff(path, how).columns)):
                of = "" if paths[1] is None else f"{side}="
                return f'{file_name(path)} looks like an export: source="{of}{name}"'
    return None


def _settled(path, how, asked, given):
    """A file with its header told from data: columns that are named in its first line decide."""
    file = FileCells(path, how, asked.limit)
    names = {name for one in given for name in ([one] if isinstance(one, str) else one or [None])}
    if names <= set(file.columns):
        return file
    return settled(path, how, asked.known, asked.limit)


def _of_one(path, asked, plan, sets):
    given = asked.columns
    file = _settled(path, asked.how, asked, given)
    names = [name if name is None or isinstance(name, str) else name[0] for name in given]
    chosen = sides_of_one(file, names, asked.known, asked.ids, sets)
    chosen = [
        one if name is None or isinstance(name, str) else SideColumn(list(name), "option")
        for one, name in zip(chosen, given, strict=True)
    ]
    sides = tuple(plan(file, side, one) for side, one in zip(SIDE_NAMES, chosen, strict=True))
    columns = [column for side in sides for column in side.columns]
    filled = fill_columns(path, columns, how=file.how, limit=asked.limit, progress=asked.progress)
    _check_heading(filled, sides, asked)
    rows, told = _asked_rows(sides[1], filled, [None, None])
    account = _account_of_sides(sides, (filled, filled), None, told, asked)
    place = lines_of_rows(filled.place, rows[0])
    return SidesRead(sides, rows, (place,), (filled.info,), (filled,), account)


def _of_two(paths, hows, asked, plan, sets):
    files = tuple(
        _settled(path, how, asked, [one])
        for path, how, one in zip(paths, hows, asked.columns, strict=True)
    )
    by = columns_that_join(files, asked.id, asked.by_line, asked.columns)
    try:
        return _joined_by(files, by, asked, plan, sets)
    except NothingInCommonError:
        same = None if asked.id is not None else same_values(files, asked.columns)
        if same is None or same == by:
            raise
    # Ids of each file alone; other columns hold the same values.
    return _joined_by(files, same, asked, plan, sets)


def _joined_by(files, by, asked, plan, sets):
    chosen = _chosen_sides(files, asked, by, sets)
    if by is None and not asked.by_line:
        check_lines(files, [one.name for one in chosen])
    sides, ids, filled = [], [], []
    for place, (file, side) in enumerate(zip(files, SIDE_NAMES, strict=True)):
        one = plan(file, side, chosen[place])
        id_columns = [TextColumn(name) for name in (by[place] if by else ())]
        filled.append(
            fill_columns(file.path, [*id_columns, *one.columns], how=file.how, limit=asked.limit)
        )
        sides.append(one)
        ids.append(list(zip(*(column.cells for column in id_columns), strict=True)))
        _check_heading(filled[-1], [one], asked)
    if asked.progress:
        asked.progress(1.0)
    return joined_sides(files, tuple(sides), ids, by, tuple(filled), asked)


def _chosen_sides(files, asked, by, sets):
    given = [name if name is None or isinstance(name, str) else name[0] for name in asked.columns]
    ids = asked.ids if sets else "always"
    chosen = sides_of_two(files, given, by, asked.known, ids)
    return [
        one if name is None or isinstance(name, str) else SideColumn(list(name), "option")
        for one, name in zip(chosen, asked.columns, strict=True)
    ]


def joined_sides(files, sides, ids, by, filled, asked, long=False) -> SidesRead:
    """Both sides of two files whose columns are filled, their rows joined."""
    places = tuple(one.place for one in filled)
    if by is None:
        joined = joined_by_line(places, asked.by_line)
    else:
        chosen = "option" if asked.id is not None else "name"
        if chosen == "name" and not all(guess_id([name]) for names in by for name in names):
            chosen = "same values"

        def whole_rows(side):
            names = [name for name in files[side].columns if files[side].cells(name)]
            return list(zip(*map(files[side].texts, names), strict=True))

        joined = joined_by_ids(places, ids, by, chosen, asked.missing, long, whole_rows)
    rows, told = joined.rows, []
    if not long:
        rows, told = _asked_rows(sides[1], filled[1], list(joined.rows))
    places = tuple(lines_of_rows(place, some) for place, some in zip(places, rows, strict=True))
    account = _account_of_sides(sides, filled, joined.join, [*joined.left_out, *told], asked)
    infos = tuple(one.info for one in filled)
    return SidesRead(sides, tuple(rows), places, infos, filled, account)


def _asked_rows(side, filled, rows):
    """Rows without the examples whose gold label is blank, and what is reported of them."""
    value = side.value
    blank = value.blank_rows() if type(value) is SetColumn else []
    if not blank or value.blank == "no_label":
        return rows, []
    place = filled.place
    if value.blank is None:
        raise TableError(
            f"{place.file}: {place.unit} {place.lines[blank[0]]}: column {value.name!r}: blank, in "
            'a column of single labels; blank="no_label" if it is an example without labels, '
            'blank="not_asked" to leave such rows out'
        )
    gone = set(blank)
    n = len(place.lines)
    both = [some if some is not None else [[row] for row in range(n)] for some in rows]
    kept = [i for i, some in enumerate(both[1]) if not gone.intersection(some)]
    told = [
        left_out("row", place.file, len(blank), "no gold label", [place.lines[i] for i in blank])
    ]
    if not kept:
        raise TableError(f"{place.file}: no row has a gold label")
    return [[some[i] for i in kept] for some in both], told


def _check_heading(filled, sides, asked):
    """Refuse a heading that is also a label below it: the first line may be data."""
    if filled.info.format not in ("csv", "tsv", "xlsx") or asked.how.header is not None:
        return
    for side in sides:
        value = side.value
        if type(value) is not SetColumn or side.chosen.chosen == "option":
            continue
        if value.name in value.names_in():
            raise TableError(
                f"{filled.place.file}: {value.name!r} is the heading of a column and a label in "
                "it: does the first line name the columns? Choose: header=True or header=False"
            )


def _quotes_by_rows(paths, hows, place, problem) -> FileOptions | None:
    """Options of reading quotes if one way alone gives the number of rows of the other file."""
    how = hows[place]

    def n_rows(path, how):
        columns = [RawColumn(name) for name in FileCells(path, how).columns[:1]]
        return len(fill_columns(path, columns, how=how).lines)

    try:
        other = n_rows(paths[1 - place], hows[1 - place])
        as_csv = n_rows(paths[place], how._replace(quotes="csv"))
    except TableError:
        return None
    if (as_csv == other) == (problem.plain_rows == other):
        return None
    return how._replace(quotes="csv" if as_csv == other else "none")


def _account_of_sides(sides, filled, join, told, asked) -> Account:
    of_sides, lacking, options = {}, list(told), {}
    for side, name, one in zip(sides, SIDE_NAMES, filled, strict=True):
        of_sides[name] = side_account(
            one.place.file,
            side.column,
            side.chosen.chosen,
            len(one.lines),
            one.part["sha256"],
        )
        for column, why in side.passed:
            lacking.append(left_out("column", f"{column!r} of {one.place.file}", 1, why))
    parts = [filled[0].part] if filled[0] is filled[1] else [one.part for one in filled]
    for name, one in zip(SIDE_NAMES, filled, strict=True):
        if one is filled[1] and name == "predictions" and filled[0] is filled[1]:
            continue
        lacking += one.left_out
        for option, value in one.told.items():
            options.setdefault(option, {})[name] = value
    for side in sides:
        options |= side.value.told() if hasattr(side.value, "told") else {}
    if filled[0] is filled[1]:
        options = {
            option: next(iter(value.values())) if isinstance(value, dict) else value
            for option, value in options.items()
        }
    for option in ("separator", "blank"):
        if getattr(asked, option) is not None:
            options[option] = getattr(asked, option)
    if asked.ids != "auto":
        options["ids"] = asked.ids
    if asked.how.format:
        options["format"] = asked.how.format
    if join and join.pop("as_numbers", False):
        options["ids"] = "of whole numbers, 7.0 as 7"
    return Account(of_sides, join, lacking, parts, options)


def finished(table: Table) -> Table:
    """The table, with a warning if both sides may be one."""
    warn_of_equal_sides(table.predictions, table.references, table.account.parts)
    return table
