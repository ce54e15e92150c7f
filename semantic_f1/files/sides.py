"""Both sides of one file or two, read into columns, with the account of what was read."""

from array import array
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any, NamedTuple

from ..messages import short, warn
from .account import NO_GOLD, Account, left_out
from .cells import RawColumn, SetColumn, TextColumn, integer_meaning
from .column_guessing import SIDE_NAMES, guess_id
from .exports import proposed_export
from .formats import UNTYPED, FileOptions, QuotesError, TableError, check_choices
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
from .tables import Filled, Table, file_name, fill_columns, sniff, warn_of_equal_sides

_OF_LAYOUTS = ("annotator", "annotators", "indicators", "long", "threshold", "replies")


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
        for name in options:
            if name in _OF_LAYOUTS:
                raise TableError("does not go with this config and the other arguments", name)
            if name not in cls._fields:
                raise TypeError(f"read_file() got an unexpected keyword argument {name!r}")
        asked = cls(**options, how=FileOptions(**how))
        check_choices(asked.how)
        check_choices(asked)
        if asked.by_line and asked.id is not None:
            raise TableError("id and by_line: rows are joined by ids or by line, not by both")
        if asked.separator == "":
            raise TableError("separator is an empty text; leave it out where a cell is one label")
        return asked


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
        columns = [one for value in self.meant for one in value.columns if one.has_labels]
        numbers = integer_meaning(columns, self.asked.ids, known)
        sides, entries, places = dict(self.account.sides), [], []
        each = zip(SIDE_NAMES, self.values, self.filled, self.joined.rows, strict=True)
        for side, value, one, rows in each:
            entries.append(value.of_examples(numbers, rows, self.joined.names))
            if entries[-1] and isinstance(entries[-1][0], tuple):
                empty = sum(not entry for entry in entries[-1])
                sides[side] = {**sides[side], "empty_sets": empty}
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
            tuple(value.joined for value in self.values),
            self.table,
        )

    def of_system(self, column) -> "SidesRead":
        """Both sides with one of several columns of predictions."""
        predicted = self.account.sides["predictions"] | {"column": column.name}
        account = replace(self.account, sides=self.account.sides | {"predictions": predicted})
        return self._replace(values=(column, self.values[1]), account=account)


class Layout:
    """Reader of files in which a row is an example and a column of each side holds its label set.

    Other layouts are its subclasses. ``sets``: labels that both sides share may tell the columns;
    ``long``: a line holds one label; ``repeats``: for each side, if several rows may be one
    example; ``settled``: the header is distinguished from data; ``comparable``: equal entries of
    both sides are worth a warning; ``several``: the arguments that may name several columns.
    """

    sets = may_be_empty = settled = comparable = True
    long = False
    repeats, several = (False, False), ("id",)
    # What an export is asked for.
    source_options: tuple = ()

    def __init__(self, path, gold, options: dict):
        options = {"source_options": self.source_options, **options}
        self.path, self.gold, self.asked = path, gold, Asked.of(options)
        self._paths = path, gold
        for name in (*SIDE_NAMES, "id"):
            value, is_list = getattr(self.asked, name), name in self.several
            each = value if is_list and isinstance(value, (list, tuple)) else [value]
            if value is not None and not (each and all(isinstance(one, str) for one in each)):
                what = "the name of a column" + " or a list of names" * is_list
                raise TableError(f"expected {what}; got {short(value)}", name)

    def predicted(self, name) -> RawColumn:
        """The column, or columns, of predictions, to be filled."""
        return SetColumn(name, self.asked.separator)

    def referenced(self, name) -> RawColumn:
        """The column, or columns, of gold labels, to be filled."""
        return SetColumn(name, self.asked.separator, self.asked.blank)

    def columns_of_side(self, _file, side, names) -> RawColumn:
        """Columns to be filled, of the names that were chosen for a side."""
        return self.predicted(names) if side == "predictions" else self.referenced(names)

    def join(self, files):
        """The columns of ids in both files, a tuple for each; None if rows are joined by line."""
        return None if self.gold is None else columns_that_join(files, self.asked)

    def choose(self, files, by) -> list[SideColumn]:
        """The columns of both sides, of which ``by`` join the rows."""
        firsts = [
            names if names is None or isinstance(names, str) else next(iter(names))
            for names in self.asked.columns
        ]
        chosen = chosen_sides(files, firsts, by, self.asked.known, self.asked.ids, self.sets)
        return [
            column if names == first else SideColumn(list(names), "option")
            for column, names, first in zip(chosen, self.asked.columns, firsts, strict=True)
        ]

    def table(self) -> Table:
        """The table of both sides."""
        table = self.read().table(self.asked.known)
        return warn_of_equal_sides(table) if self.comparable else table

    def read(self) -> SidesRead:
        """Both sides; an error proposes the export that a file may be."""
        if self.asked.missing == "empty" and not self.may_be_empty:
            raise TableError('missing="empty": only label sets can be empty')
        if self.asked.by_line and any(self.repeats):
            raise TableError("by_line: an example has several lines here, which their id joins")
        try:
            if self.gold is not None:
                return self._of_two()
            how = self.asked.how.of_side(None, self.asked.references)
            files = (self._file(self.path, how, self.asked.columns),) * 2
            return self._filled(files, self.join(files))
        except QuotesError:
            raise
        except TableError as error:
            problem, how = error, self.asked.how
            for file, side in () if how.source else zip(self._paths, SIDE_NAMES, strict=True):
                with suppress(TableError):
                    name = file and proposed_export(sniff(file, how).columns)
                    if name:
                        source = name if self.gold is None else f"{side}={name}"
                        says = f'{file_name(file)} looks like an export: source="{source}"'
                        problem = TableError(f"{problem.message}; {says}", problem.file)
            raise problem from None

    def _of_two(self):
        hows = [
            self.asked.how.of_side(side, column)
            for side, column in zip(SIDE_NAMES, self.asked.columns, strict=True)
        ]
        try:
            return self._joined_files(hows)
        except QuotesError as problem:
            place = 0 if problem.path == self.path else 1
            if not (how := self._quotes_by_rows(hows, place, problem)):
                raise
            hows[place] = how
        return self._joined_files(hows)

    def _joined_files(self, hows):
        files = tuple(
            self._file(path, how, [column])
            for path, how, column in zip(self._paths, hows, self.asked.columns, strict=True)
        )
        by = self.join(files)
        try:
            return self._filled(files, by)
        except NothingInCommonError:
            is_guess = self.asked.id is None and not self.long
            same = same_values(files, self.asked.columns) if is_guess else None
            if same in (None, by):
                raise
        # Ids of each file alone; other columns hold the same values.
        return self._filled(files, same)

    def _file(self, path, how, columns) -> FileCells:
        """A file, its header distinguished from data if that is asked for."""
        if not self.settled:
            return FileCells(path, how, self.asked.limit)
        several = ([one] if one is None or isinstance(one, str) else one for one in columns)
        named = [self.asked.id] * self.long + [name for names in several for name in names]
        return settled(path, how, self.asked.known, self.asked.limit, named=named, long=self.long)

    def _quotes_by_rows(self, hows, place, problem) -> FileOptions | None:
        """Options of reading quotes if one way alone gives the number of rows of the other file."""

        def n_rows(path, how):
            columns = [RawColumn(name) for name in FileCells(path, how).columns[:1]]
            return len(fill_columns(path, columns, how=how).place.lines)

        how = hows[place]
        try:
            other = n_rows(self._paths[1 - place], hows[1 - place])
            as_csv = n_rows(self._paths[place], how._replace(quotes="csv"))
        except TableError:
            return None
        if (as_csv == other) == (problem.plain_rows == other):
            return None
        return how._replace(quotes="csv" if as_csv == other else "none")

    def _filled(self, files, by) -> SidesRead:
        """Both sides with their columns filled and their rows joined."""
        asked, one_file = self.asked, self.gold is None
        chosen = self.choose(files, by)
        names = (one.name for one in chosen)
        values = tuple(map(self.columns_of_side, files, SIDE_NAMES, names))
        if one_file and by is None:
            columns = [column for value in values for column in value.columns]
            more = {"limit": asked.limit, "progress": asked.progress}
            filled = (fill_columns(self.path, columns, how=files[0].how, **more),) * 2
            joined = Joined((None, None), None, [])
        else:
            filled, joined = self._joined(files, values, by)
        for value, one, column in zip(values, filled, chosen, strict=True):
            self._check_labels(value, one, column)
        for name, title in filled[0].unused.items():
            if name in filled[1].unused:
                raise filled[0].place.error(f"{name}= does not go with {title}; leave it out")
        if not self.long:
            joined = _without_unasked(joined, values[1], filled[1].place)
        account = self._account(values, chosen, filled, joined)
        return SidesRead(values, values, filled, joined, account, asked, one_file)

    def _joined(self, files, values, by):
        """Both files with their columns filled, and their rows joined."""
        asked = self.asked
        is_weak = by is None or (asked.id is None and by_line_numbers(files, by))
        if is_weak and not (asked.by_line or any(self.repeats)):
            read = [{column.name for column in value.columns} for value in values]
            each = zip(read, by or ((), ()), strict=True)
            check_lines(files, [{*some, *names} for some, names in each])
        ids = [[] if by is None else list(map(TextColumn, by[place])) for place in (0, 1)]
        filled = tuple(
            fill_columns(file.path, [*some, *value.columns], how=file.how, limit=asked.limit)
            for file, some, value in zip(files, ids, values, strict=True)
        )
        if asked.progress:
            asked.progress(1.0)
        places = tuple(one.place for one in filled)
        if by is None:
            return filled, joined_by_line(places, asked.by_line)
        chosen = "option" if asked.id is not None else "name"
        if chosen == "name" and not all(guess_id([name]) for names in by for name in names):
            chosen = "same values"
        texts = [list(zip(*(column.cells for column in some), strict=True)) for some in ids]
        return filled, joined_by_ids(files, places, texts, by, chosen, self)

    def _check_labels(self, value, filled, chosen):
        """Refuse scores, and a heading that is a label below, too: the first line may be data."""
        # Notations such as 813.54 are names if ids="never" says so.
        for column in () if self.asked.ids == "never" else value.columns:
            score = isinstance(column, SetColumn) and column.score_in(self.asked.known or ())
            if score:
                raise filled.place.error(
                    f"column {column.name!r} holds numbers such as {score}, hardly any of them "
                    'twice: scores, no labels; ids="never" if they are names of labels'
                )
        is_guess = type(value) is SetColumn and chosen.chosen != "option"
        is_guess = is_guess and self.asked.how.header is None and filled.info.format in UNTYPED
        if is_guess and value.name in value.names_in():
            raise filled.place.error(
                f"{value.name!r} is the heading of a column and a label in it: does the first line "
                "name the columns? Choose: header=True or header=False"
            )

    def _account(self, values, chosen, filled, joined) -> Account:
        sides, lacking, options = {}, list(joined.left_out), {}
        asked, one_file = self.asked, self.gold is None
        for name, value, column, one in zip(SIDE_NAMES, values, chosen, filled, strict=True):
            further = [(side, who, "option") for side, who in value.further]
            for side, shown, how in ((name, value.shown, column.chosen), *further):
                entry = {"file": one.place.file, "column": shown, "chosen": how}
                entry |= {"rows": len(one.place.lines), "empty_sets": None}
                sides[side] = entry | {"sha256": one.part["sha256"]}
            for passed, why in (*column.passed, *value.passed):
                lacking.append(left_out("column", f"{passed!r} of {one.place.file}", 1, why))
        for name, one in list(zip(SIDE_NAMES, filled, strict=True))[one_file:]:
            lacking += one.left_out
            for option, told in one.told.items():
                options[option] = told if one_file else {**options.get(option, {}), name: told}
        if asked.how.key is not None and "key" not in options:
            warn("key: no cell is a JSON object, so the key was not used.")
        for value in values:
            options |= value.told
        given = {"separator": asked.separator, "blank": asked.blank, "format": asked.how.format}
        given = {"ids": None if asked.ids == "auto" else asked.ids, **given}
        options |= {option: value for option, value in given.items() if value is not None}
        join = joined.join
        if join and join.pop("as_numbers", False):
            options["ids"] = "of whole numbers, 7.0 as 7"
        parts = [one.part for one in filled[one_file:]]
        return Account(sides, None if one_file else join, lacking, parts, options)


def _without_unasked(joined, value, place):
    """The join without the rows whose gold label is blank, which are reported."""
    blank = value.blank_rows()
    if not blank or value.blank == "no_label":
        return joined
    lines = [place.lines[row] for row in blank]
    if value.blank is None:
        what, no_label, not_asked = value.blank_is
        ways = f'blank="no_label" if {no_label}, blank="not_asked" to {not_asked}'
        raise place.error(f"column {value.name!r}: {what}; {ways}", blank[0])
    gone = set(blank)
    each = [[row] for row in range(len(place.lines))]
    others, some = (each if rows is None else rows for rows in joined.rows)
    asked = [[row for row in rows if row not in gone] for rows in some]
    kept = [i for i, rows in enumerate(some) if asked[i] or not rows]
    if not kept:
        raise place.error("no row has a gold label")
    told = left_out("row", place.file, len(blank), NO_GOLD, lines)
    return joined._replace(
        rows=([others[i] for i in kept], [asked[i] for i in kept]),
        left_out=[*joined.left_out, told],
        names=tuple(joined.names[i] for i in kept) if joined.names else (),
    )
