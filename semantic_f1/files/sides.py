"""Both sides of one file or two, read into columns, with the account of what was read."""

from array import array
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any, NamedTuple

from ..messages import warn
from .account import NO_GOLD, Account, left_out, side_account
from .cells import RawColumn, SetColumn, TextColumn, integer_meaning
from .column_guessing import SIDE_NAMES, guess_id
from .exports import proposed_export
from .formats import UNTYPED, FileOptions, QuotesError, TableError, check_choice
from .joining import (
    Joined,
    NothingInCommonError,
    by_line_numbers,
    check_lines,
    columns_that_join,
    joined_by_ids,
    joined_by_line,
    same_values,
)
from .side_choice import FileCells, SideColumn, chosen_sides, settled
from .tables import Filled, Table, file_name, fill_columns, sniff

_VALUES_OF_ASKED = {
    "missing": ("raise", "empty", "drop"),
    "blank": (None, "no_label", "not_asked"),
    "ids": ("auto", "always", "never"),
}


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
        for name, values in _VALUES_OF_ASKED.items():
            check_choice(name, getattr(asked, name), values)
        if asked.by_line and asked.id is not None:
            raise TableError("id and by_line: rows are joined by ids or by line, not by both")
        if asked.separator == "":
            raise TableError("separator is an empty text; leave it out where a cell is one label")
        return asked


class Form(NamedTuple):
    """Form of rows that are examples.

    ``sets``: cells are label sets, so that labels that both sides share may tell the columns;
    ``long``: a line holds one label; ``repeats``: for each side, if several rows may be one
    example; ``join(files, asked)`` and ``choose(files, asked, by)`` name the columns of ids and
    of both sides; ``settled``: the header is distinguished from data.
    """

    sets: bool = True
    long: bool = False
    repeats: tuple[bool, bool] = (False, False)
    join: Callable | None = None
    choose: Callable | None = None
    settled: bool = True
    may_be_empty: bool = True

    def file(self, path, how, asked, columns) -> FileCells:
        """A file, its header distinguished from data if that is asked for."""
        if not self.settled:
            return FileCells(path, how, asked.limit)
        if self.long:
            named = [asked.id, *columns]
        else:
            several = ([one] if one is None or isinstance(one, str) else one for one in columns)
            named = [name for names in several for name in names]
        return settled(path, how, asked.known, asked.limit, named=named, long=self.long)

    def columns(self, files, asked, by):
        """The columns of both sides."""
        if self.choose is not None:
            return self.choose(files, asked, by)
        firsts = [
            names if names is None or isinstance(names, str) else next(iter(names))
            for names in asked.columns
        ]
        chosen = chosen_sides(files, firsts, by, asked.known, asked.ids, self.sets)
        return [
            column if names == first else SideColumn(list(names), "option")
            for column, names, first in zip(chosen, asked.columns, firsts, strict=True)
        ]


class SidesRead(NamedTuple):
    """Both sides as they were read.

    ``values`` hold the cells of each side, ``meant`` all columns whose whole numbers mean the same.
    """

    values: tuple
    meant: tuple
    filled: tuple[Filled, Filled]
    joined: Joined
    account: Account
    asked: Asked
    one_file: bool

    def table(self, known) -> Table:
        """The table of entries of all examples, as read if the universe has these names."""
        labels = [
            (column, one.info.format)
            for value, one in zip(self.meant, self.filled, strict=True)
            for column in value.columns
            if column.has_labels
        ]
        columns, formats = zip(*labels, strict=True) if labels else ((), ())
        numbers = integer_meaning(columns, self.asked.ids, known, formats)
        sides, entries = dict(self.account.sides), []
        for side, value, rows in zip(SIDE_NAMES, self.values, self.joined.rows, strict=True):
            entries.append(value.of_examples(numbers, rows, self.joined.names))
            if entries[-1] and isinstance(entries[-1][0], tuple):
                empty = sum(not entry for entry in entries[-1])
                sides[side] = {**sides[side], "empty_sets": empty}
        places = []
        for one, rows in zip(self.filled, self.joined.rows, strict=True):
            lines = one.place.lines
            if rows is not None:
                lines = array("q", [lines[some[0]] if some else 0 for some in rows])
            places.append(one.place._replace(lines=lines))
        return Table(
            *entries,
            self.filled[0].info,
            tuple(places[:1] if self.one_file else places),
            replace(self.account, sides=sides),
            self.values[1].people_of(self.joined.rows[1]),
            tuple(value.name for value in self.values),
            self.filled[0].how,
            tuple(value.joined() for value in self.values),
            self.table,
        )

    def of_system(self, column) -> "SidesRead":
        """Both sides with one of several columns of predictions."""
        sides = self.account.sides
        sides = {**sides, "predictions": {**sides["predictions"], "column": column.name}}
        return self._replace(
            values=(column, self.values[1]), account=replace(self.account, sides=sides)
        )


def read_sides(path, gold, asked: Asked, plan: Callable, form: Form | None = None) -> SidesRead:
    """Both sides; ``plan(file, side, column)`` makes what is filled out of a `SideColumn`."""
    form = form or Form()
    if asked.missing == "empty" and not form.may_be_empty:
        raise TableError('missing="empty": only label sets can be empty')
    if asked.by_line and any(form.repeats):
        raise TableError("by_line: an example has several lines here, which are joined by their id")
    try:
        return _read_sides(path, gold, asked, plan, form)
    except QuotesError:
        raise
    except TableError as problem:
        for file, side in () if asked.how.source else ((path, "predictions"), (gold, "references")):
            with suppress(TableError):
                name = file and proposed_export(sniff(file, asked.how).columns)
                if name and "source=" not in str(problem):
                    source = name if gold is None else f"{side}={name}"
                    says = f'{file_name(file)} looks like an export: source="{source}"'
                    problem = TableError(f"{problem}; {says}")
        raise problem from None


def _read_sides(path, gold, asked, plan, form):
    if gold is None:
        how = asked.how.of_side(None, asked.references)
        files = (form.file(path, how, asked, asked.columns),) * 2
        by = form.join(files, asked) if form.join else None
        return _filled_sides(files, by, asked, plan, form)
    hows = [
        asked.how.of_side(side, column)
        for side, column in zip(SIDE_NAMES, asked.columns, strict=True)
    ]
    try:
        return _of_two((path, gold), hows, asked, plan, form)
    except QuotesError as problem:
        place = 0 if problem.path == path else 1
        if not (how := _quotes_by_rows((path, gold), hows, place, problem)):
            raise
        hows[place] = how
    return _of_two((path, gold), hows, asked, plan, form)


def _of_two(paths, hows, asked, plan, form):
    files = tuple(
        form.file(path, how, asked, [column])
        for path, how, column in zip(paths, hows, asked.columns, strict=True)
    )
    by = (form.join or columns_that_join)(files, asked)
    try:
        return _filled_sides(files, by, asked, plan, form)
    except NothingInCommonError:
        same = None if asked.id is not None or form.long else same_values(files, asked.columns)
        if same is None or same == by:
            raise
    # Ids of each file alone; other columns hold the same values.
    return _filled_sides(files, same, asked, plan, form)


def _filled_sides(files, by, asked, plan, form) -> SidesRead:
    """Both sides with their columns filled and their rows joined."""
    chosen, one_file = form.columns(files, asked, by), files[0] is files[1]
    values = tuple(map(plan, files, SIDE_NAMES, chosen))
    if one_file and by is None:
        columns = [column for value in values for column in value.columns]
        how, path = files[0].how, files[0].path
        filled = (
            fill_columns(path, columns, how=how, limit=asked.limit, progress=asked.progress),
        ) * 2
        joined = Joined((None, None), None, [])
    else:
        read = [{column.name for column in value.columns} for value in values]
        is_weak = by is None or (asked.id is None and by_line_numbers(files, by))
        if is_weak and not (asked.by_line or any(form.repeats)):
            check_lines(
                files, [{*some, *names} for some, names in zip(read, by or ((), ()), strict=True)]
            )
        ids = [[] if by is None else list(map(TextColumn, by[place])) for place in (0, 1)]
        filled = tuple(
            fill_columns(file.path, [*some, *value.columns], how=file.how, limit=asked.limit)
            for file, some, value in zip(files, ids, values, strict=True)
        )
        if asked.progress:
            asked.progress(1.0)
        joined = _rows_joined(files, filled, ids, by, asked, form)
    for value, one, column in zip(values, filled, chosen, strict=True):
        _check_labels(value, one, column, asked)
    if not form.long:
        joined = _without_unasked(joined, values[1], filled[1].place)
    account = _account_of(values, chosen, filled, joined, asked, one_file)
    return SidesRead(values, values, filled, joined, account, asked, one_file)


def _rows_joined(files, filled, ids, by, asked, form):
    places = tuple(one.place for one in filled)
    if by is None:
        return joined_by_line(places, asked.by_line)
    chosen = "option" if asked.id is not None else "name"
    if chosen == "name" and not all(guess_id([name]) for names in by for name in names):
        chosen = "same values"

    def whole_rows(side):
        names = [name for name in files[side].columns if files[side].cells(name)]
        return list(zip(*map(files[side].texts, names), strict=True))

    texts = [list(zip(*(column.cells for column in some), strict=True)) for some in ids]
    return joined_by_ids(places, texts, by, chosen, asked.missing, form, whole_rows)


def _without_unasked(joined, value, place):
    """The join without the rows whose gold label is blank, which are reported."""
    blank = value.blank_rows()
    if not blank or value.blank == "no_label":
        return joined
    lines = [place.lines[row] for row in blank]
    if value.blank is None:
        what, no_label, not_asked = value.blank_is
        raise TableError(
            f"{place.file}: {place.unit} {lines[0]}: column {value.name!r}: {what}; "
            f'blank="no_label" if {no_label}, blank="not_asked" to {not_asked}'
        )
    gone = set(blank)
    each = [[row] for row in range(len(place.lines))]
    others, some = (each if rows is None else rows for rows in joined.rows)
    asked = [[row for row in rows if row not in gone] for rows in some]
    kept = [i for i, rows in enumerate(some) if asked[i] or not rows]
    if not kept:
        raise TableError(f"{place.file}: no row has a gold label")
    told = left_out("row", place.file, len(blank), NO_GOLD, lines)
    return joined._replace(
        rows=([others[i] for i in kept], [asked[i] for i in kept]),
        left_out=[*joined.left_out, told],
        names=tuple(joined.names[i] for i in kept) if joined.names else (),
    )


def _check_labels(value, filled, chosen, asked):
    """Refuse scores, and a heading that is also a label below it: the first line may be data."""
    # Notations such as 813.54 are names if ids="never" says so.
    for column in () if asked.ids == "never" else value.columns:
        score = isinstance(column, SetColumn) and column.score_in(asked.known or ())
        if score:
            raise TableError(
                f"{filled.place.file}: column {column.name!r} holds numbers such as {score}, "
                'hardly any of them twice: scores, no labels; ids="never" if they are names of '
                "labels"
            )
    is_guess = type(value) is SetColumn and chosen.chosen != "option" and asked.how.header is None
    if is_guess and filled.info.format in UNTYPED and value.name in value.names_in():
        raise TableError(
            f"{filled.place.file}: {value.name!r} is the heading of a column and a label in it: "
            "does the first line name the columns? Choose: header=True or header=False"
        )


def _quotes_by_rows(paths, hows, place, problem) -> FileOptions | None:
    """Options of reading quotes if one way alone gives the number of rows of the other file."""
    how = hows[place]

    def n_rows(path, how):
        columns = [RawColumn(name) for name in FileCells(path, how).columns[:1]]
        return len(fill_columns(path, columns, how=how).place.lines)

    try:
        other = n_rows(paths[1 - place], hows[1 - place])
        as_csv = n_rows(paths[place], how._replace(quotes="csv"))
    except TableError:
        return None
    if (as_csv == other) == (problem.plain_rows == other):
        return None
    return how._replace(quotes="csv" if as_csv == other else "none")


def _account_of(values, chosen, filled, joined, asked, one_file) -> Account:
    sides, lacking, options = {}, list(joined.left_out), {}
    for name, value, column, one in zip(SIDE_NAMES, values, chosen, filled, strict=True):
        about = one.place.file, len(one.place.lines), one.part["sha256"]
        sides[name] = side_account(about, value.shown, column.chosen)
        sides |= {key: side_account(about, who, "option") for key, who in value.beside.items()}
        for passed, why in (*column.passed, *value.passed()):
            lacking.append(left_out("column", f"{passed!r} of {one.place.file}", 1, why))
    for name, one in list(zip(SIDE_NAMES, filled, strict=True))[one_file:]:
        lacking += one.left_out
        for option, told in one.told.items():
            options[option] = told if one_file else {**options.get(option, {}), name: told}
    if asked.how.key is not None and "key" not in options:
        warn("key: no cell is a JSON object, so the key was not used.")
    for value in values:
        options |= value.told()
    if asked.ids != "auto":
        options["ids"] = asked.ids
    for option, given in (
        ("separator", asked.separator), ("blank", asked.blank), ("format", asked.how.format)
    ):  # fmt: skip
        if given is not None:
            options[option] = given
    join = joined.join
    if join and join.pop("as_numbers", False):
        options["ids"] = "of whole numbers, 7.0 as 7"
    parts = [one.part for one in filled[one_file:]]
    return Account(sides, None if one_file else join, lacking, parts, options)
