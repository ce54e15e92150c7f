"""Readers of two columns: label sets, scores, distributions, and gold sets of annotators."""

import os
import re
from collections.abc import Collection
from typing import Any

from .cells import (
    AnnotatorColumn,
    NestedColumn,
    ScoreColumn,
    SetColumn,
    check_ids,
    integer_meaning,
)
from .column_guessing import SIDE_NAMES
from .formats import FileOptions, TableError
from .side_choice import FileCells, settled, sides_of_one
from .sides import Asked, SideRead, SidesRead, entries_of, finished, read_sides
from .tables import RawColumn, Table, file_name, sniff

_REPLIES = re.compile(
    r"(?:(?:model|llm|raw|gpt)[ _-]?)?(?:repl(?:y|ies)|(?:response|completion|generation|output)s?)"
    r"|generated[ _-]text",
    re.I,
)


def columns_of(path, predictions=None, references=None, *, format=None, sets=True):
    """The columns of predicted and gold labels: those named, else as a file of both is read."""
    if predictions is not None and references is not None:
        return predictions, references
    asked = Asked.of({"format": format})
    file = settled(path, asked.how, None) if sets else FileCells(path, asked.how)
    return tuple(
        one.name for one in sides_of_one(file, (predictions, references), None, "auto", sets)
    )


def read_columns(
    path: str | os.PathLike, gold: str | os.PathLike | None = None, **options: Any
) -> Table:
    """Read the predicted and gold label sets of a file, or of two whose rows are joined.

    ``options`` are those of :class:`Asked` and of :class:`FileOptions`.
    """
    asked = Asked.of(options)
    check_ids(asked.ids)
    blank = asked.blank

    def plan(file, side, chosen):
        column = SetColumn(chosen.name, asked.separator, blank if side == "references" else None)
        if side == "predictions" and asked.replies:
            column = RawColumn(chosen.name)
        return SideRead([column], column, chosen)

    if asked.replies:
        asked = asked._replace(predictions=asked.predictions or _reply_column(path, asked.how))
        return _table_of_replies(read_sides(path, gold, asked, plan, sets=False), asked)
    return finished(table_of_sets(read_sides(path, gold, asked, plan), asked))


def table_of_sets(sides: SidesRead, asked: Asked) -> Table:
    """The table of label sets, decided anew for each universe."""
    values = [side.value for side in sides.sides]

    def decide(known):
        numbers = integer_meaning(values, asked.ids, known, *sides.infos)
        both = (
            entries_of(value.label_sets(numbers), rows)
            for value, rows in zip(values, sides.rows, strict=True)
        )
        return sides.table(*both, decide=decide)

    return decide(asked.known)


def _reply_column(path, how):
    """The only column whose name says that it holds replies; None without one."""
    columns = sniff(path, how.of_side("predictions")).columns
    found = [name for name in columns if _REPLIES.fullmatch(name.strip())]
    return found[0] if len(found) == 1 else None


def _table_of_replies(sides, asked):
    """The table of replies as they stand, None for an example without one, and gold label sets."""
    texts, labels = (side.value for side in sides.sides)
    replies = [one or None for one in entries_of(texts.cells, sides.rows[0])]

    def decide(known):
        numbers = integer_meaning([labels], asked.ids, known, sides.infos[-1])
        gold = entries_of(labels.label_sets(numbers), sides.rows[1])
        return sides.table(replies, gold, decide=decide)

    return decide(asked.known)


def read_scores(
    path: str | os.PathLike, gold: str | os.PathLike | None = None, **options: Any
) -> Table:
    """Read a file whose predictions are lists of scores, one number per label.

    ``predictions`` names the column of JSON lists of finite numbers (in Parquet and JSON Lines
    lists of numbers). The members of ``predictions`` in the table are floats.
    """
    asked = Asked.of(options)
    check_ids(asked.ids)

    def plan(file, side, chosen):
        column = SetColumn(chosen.name, asked.separator, asked.blank)
        if side == "predictions":
            column = ScoreColumn(chosen.name)
        return SideRead([column], column, chosen)

    sides = read_sides(path, gold, asked, plan, sets=False)
    scores, labels = (side.value for side in sides.sides)

    def decide(known):
        numbers = integer_meaning([labels], asked.ids, known, sides.infos[-1])
        return sides.table(
            entries_of(scores.cells, sides.rows[0]),
            entries_of(labels.label_sets(numbers), sides.rows[1]),
            decide=decide,
        )

    return decide(asked.known)


def read_distributions(
    path: str | os.PathLike, gold: str | os.PathLike | None = None, **options: Any
) -> Table:
    """Read predicted and gold distributions: JSON lists of numbers, or single numbers."""
    if options.get("source") is not None:
        options["source_options"] = (("soft", True),)
    return read_cells(path, gold, lambda name: ScoreColumn(name, single=True), **options)


def read_cells(path, gold, column_of, **options: Any) -> Table:
    """Read two columns whose cells are entries as they stand; ``column_of(name)`` makes one."""
    asked = Asked.of(options)
    if asked.missing == "empty":
        raise TableError('missing="empty": only label sets can be empty')

    def plan(file, side, chosen):
        column = column_of(chosen.name)
        return SideRead([column], column, chosen)

    sides = read_sides(path, gold, asked, plan, sets=False)
    both = (
        entries_of(side.value.cells, rows)
        for side, rows in zip(sides.sides, sides.rows, strict=True)
    )
    return finished(sides.table(*both))


class _Annotators:
    """The gold sets of several annotators' columns."""

    def __init__(self, columns: list[AnnotatorColumn]):
        self.columns = columns

    def label_sets(self, numbers):
        sets = (column.label_sets(numbers) for column in self.columns)
        return [
            [gold for gold, column in zip(row, self.columns, strict=True) if column.asked[index]]
            for index, row in enumerate(zip(*sets, strict=True))
        ]

    def who(self):
        return [
            [column.name for column in self.columns if column.asked[index]]
            for index in range(len(self.columns[0].asked))
        ]

    def numbers(self):
        return set().union(*(column.numbers() for column in self.columns))

    def looks_like_ids(self):
        return all(column.looks_like_ids() for column in self.columns)

    @property
    def class_names(self):
        return next((column.class_names for column in self.columns if column.class_names), None)


def _exported_to(source, gold):
    """The sides that an export holds."""
    if isinstance(source, str) and "=" not in source:
        return SIDE_NAMES if gold is None else ("references",)
    return [side for side in SIDE_NAMES if FileOptions(source=source).of_side(side).source]


def read_annotator_columns(
    path: str | os.PathLike,
    gold: str | os.PathLike | None = None,
    *,
    references: str | Collection[str] | None = None,
    annotators: str | None = None,
    **options: Any,
) -> Table:
    """Read a file with the gold sets of several annotators.

    ``references`` are the annotators' columns, or one column of nested lists, whose annotators
    stand in the column ``annotators``.
    """
    if options.get("source") is not None and annotators is None:
        options["source_options"] = (("annotators", True),)
        if "references" in _exported_to(options["source"], gold):
            references, annotators = references or "references", "annotators"
    nested = references is None or isinstance(references, str)
    if not nested and not references:
        raise TableError("references: name one annotator's column at least")
    asked = Asked.of({**options, "references": references})
    check_ids(asked.ids)
    people = SetColumn(annotators, asked.separator) if annotators is not None else None

    def plan(file, side, chosen):
        if side == "predictions":
            column = SetColumn(chosen.name, asked.separator)
            return SideRead([column], column, chosen)
        if nested:
            column = NestedColumn(chosen.name)
            return SideRead([column, *([people] if people else [])], column, chosen)
        names = [chosen.name] if isinstance(chosen.name, str) else chosen.name
        columns = [AnnotatorColumn(name, asked.separator, asked.blank) for name in names]
        return SideRead(columns, _Annotators(columns), chosen)

    sides = read_sides(path, gold, asked, plan, sets=False)
    predicted, several = (side.value for side in sides.sides)
    who = None if nested else several.who()
    if people:
        who = [list(map(str, row)) for row in people.label_sets("names")]

    def decide(known):
        numbers = integer_meaning([predicted, several], asked.ids, known, *sides.infos)
        chosen = sides.rows[1]
        rows = several.label_sets(numbers)
        return sides.table(
            entries_of(predicted.label_sets(numbers), sides.rows[0]),
            entries_of(rows, chosen),
            None if who is None else entries_of(who, chosen),
            decide,
        )

    table = decide(asked.known)
    for index, row in enumerate(table.references):
        if not row:
            raise TableError(
                f"{file_name(path if gold is None else gold)}: "
                f"{table.row_name(index, 'references')}: no annotator saw this row; leave it out"
            )
        if people and len(table.annotators[index]) != len(row):
            raise TableError(
                f"{file_name(path)}: {table.row_name(index)}: {len(table.annotators[index])} "
                f"annotators in column {annotators!r} for {len(row)} gold sets"
            )
    return table


def read_system_columns(
    path: str | os.PathLike,
    systems: Collection[str],
    gold: str | os.PathLike | None = None,
    **options: Any,
) -> dict[str, Table]:
    """Read several systems' predictions out of one file, a column each.

    Returns a dict of column -> Table, with the same references in all.
    """
    asked = Asked.of({**options, "predictions": list(systems)})
    check_ids(asked.ids)

    def plan(file, side, chosen):
        if side == "predictions":
            columns = [SetColumn(name, asked.separator) for name in systems]
            return SideRead(columns, None, chosen)
        column = SetColumn(chosen.name, asked.separator, asked.blank)
        return SideRead([column], column, chosen)

    sides = read_sides(path, gold, asked, plan)
    predicted, references = sides.sides
    columns = [*predicted.columns, references.value]

    def table_of(column):
        own = sides.of_system(column)

        def decide(known):
            numbers = integer_meaning(columns, asked.ids, known, *sides.infos)
            both = (
                entries_of(one.label_sets(numbers), rows)
                for one, rows in zip((column, references.value), sides.rows, strict=True)
            )
            return own.table(*both, decide=decide)

        return decide(asked.known)

    return {column.name: table_of(column) for column in predicted.columns}
