"""Read predicted and gold label sets from two columns of a table.

One reader for the command line and the Space. It knows files and cells; it knows nothing of
similarities or scores, and leaves to the metric whether a label exists.
"""

import os
from array import array
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

from .cells import (
    AnnotatorColumn,
    CellError,
    NestedColumn,
    ScoreColumn,
    SetColumn,
    check_ids,
    integer_meaning,
)
from .column_guessing import SIDE_NAMES, guess_columns
from .formats import (
    READERS,
    UNTYPED,
    NoRowsError,
    TableError,
    TableInfo,
    find,
    opened,
    unsure_columns,
)


class _Lines:
    """Places of a table's rows in its file."""

    def __len__(self) -> int:
        return len(self.predictions)

    def row_name(self, index: int) -> str:
        """Name of row `index` (counted from 0) in messages, such as "line 17"."""
        return f"{self.unit} {self.lines[index]}"


@dataclass(frozen=True)
class LabelTable(_Lines):
    """Two columns of label sets.

    Attributes
    ----------
    predictions, references : list of tuple of (str or int)
        One tuple of names or ids a row, in the order and number of the cell. Rows of equal content
        may share one tuple.
    info : TableInfo
        What the file is.
    lines : array of int
        The line of the file on which each row begins, counted from 1; for Parquet and a JSON
        array the row's own number.
    unit : str
        "line" or "row": what `lines` counts.
    places : tuple
        Of other forms than two columns of one table: for each side its file, unit and lines.
    notes : tuple of str
        What a person should know of how files were joined.
    """

    predictions: list[tuple[str | int, ...]]
    references: list[tuple[str | int, ...]]
    info: TableInfo
    lines: array = field(repr=False)
    unit: str
    _decide: Callable = field(repr=False, compare=False)
    places: tuple = ()
    notes: tuple[str, ...] = ()

    def for_names(self, known: Collection[str] | None) -> "LabelTable":
        """The table as read where the universe has these names."""
        return self._decide(known)

    def row_name(self, index: int, side: str = "predictions") -> str:
        """Name of row `index` in messages; with two files the side's, and the line in it."""
        if not self.places:
            return super().row_name(index)
        file, unit, lines = self.places[SIDE_NAMES.index(side)]
        return f"{file}: {unit} {lines[index]}" if lines[index] else f"{file}: (no line)"


@dataclass(frozen=True)
class AnnotatorTable(_Lines):
    """Predicted label sets, and the gold sets of those annotators who saw each row.

    Attributes
    ----------
    predictions : list of tuple of (str or int)
        One tuple of names or ids a row.
    references : list of list of tuple of (str or int)
        One list a row, with one tuple an annotator.
    annotators : list of list of str, or None
        The columns they come from, one list a row; None where one column holds all gold sets.
    info, lines, unit
        As in `LabelTable`.
    """

    predictions: list[tuple[str | int, ...]]
    references: list[list[tuple[str | int, ...]]]
    annotators: list[list[str]] | None
    info: TableInfo
    lines: array = field(repr=False)
    unit: str
    _decide: Callable = field(repr=False, compare=False)

    def for_names(self, known: Collection[str] | None) -> "AnnotatorTable":
        """The table as read where the universe has these names."""
        return self._decide(known)


@dataclass(frozen=True)
class SoftTable(_Lines):
    """Two columns of distributions: tuples of numbers, or single numbers, one a row.

    ``info``, ``lines`` and ``unit`` are as in `LabelTable`.
    """

    predictions: list[tuple[float, ...] | float]
    references: list[tuple[float, ...] | float]
    info: TableInfo
    lines: array = field(repr=False)
    unit: str

    def for_names(self, known: Collection[str] | None) -> "SoftTable":
        """The table: numbers are the same in every universe."""
        return self


def sniff(path: str | os.PathLike, *, format: str | None = None, header: bool = True) -> TableInfo:
    """Tell what a file is, and which columns it has, without reading its rows."""
    with opened(path, format) as source:
        return READERS[source.format](source, ("predictions", "references"), header)[0]


def read_columns(
    path: str | os.PathLike,
    *,
    predictions: str | None = None,
    references: str | None = None,
    separator: str | None = None,
    format: str | None = None,
    ids: str = "auto",
    known: Collection[str] | None = None,
    limit: int | None = None,
    progress: Callable[[float], object] | None = None,
) -> LabelTable:
    """Read the predicted and gold label sets of a file."""
    names = columns_of(path, predictions, references, format=format)
    columns = [SetColumn(name, separator) for name in names]
    check_ids(ids)
    read = fill_columns(path, columns, format=format, limit=limit, progress=progress)

    def decide(known):
        numbers = integer_meaning(columns, ids, known, read[0])
        return LabelTable(*(column.label_sets(numbers) for column in columns), *read, decide)

    return decide(known)


def columns_of(path, predictions=None, references=None, *, format=None) -> tuple[str, str]:
    """The columns of predicted and gold labels: those named, else those whose names say it."""
    if predictions is not None and references is not None:
        return predictions, references
    columns = sniff(path, format=format).columns
    guess = guess_columns(columns)
    for place, given in enumerate((predictions, references)):
        if given is None and guess[place] is None:
            side, name = SIDE_NAMES[place], repr(os.path.basename(path))[1:-1]
            raise unsure_columns(name, columns, side, guess.candidates[place])
    return predictions or guess.predictions, references or guess.references


def fill_columns(path, columns, *, format=None, limit=None, progress=None, header=True):
    """Fill columns, which have a name and append cells, from a file.

    Returns the info, lines and unit of the table.
    """
    names = [column.name for column in columns]
    if len(columns) == 2 and names[0] == names[1]:
        raise TableError(f"predictions and references both name the column {names[0]!r}")
    twice = [name for position, name in enumerate(names) if name in names[:position]]
    if twice:
        raise TableError(f"{Path(path).name}: the column {twice[0]!r} is named twice")
    if limit is not None and limit < 1:
        raise TableError(f"limit must be at least 1 row, got {limit}")

    with opened(path, format) as source:
        info, rows = READERS[source.format](source, names, header)
        where = [find(source, info.columns, name) for name in names]
        appends = [column.append for column in columns]
        lines = array("q")
        try:
            for line, cells in islice(rows(*where), limit):
                for append, cell in zip(appends, cells, strict=True):
                    append(cell)
                lines.append(line)
                if progress and not len(lines) % 16384:
                    progress(source.fraction(len(lines)))
        except CellError as problem:
            raise source.error(str(problem), line) from None
        if not lines:
            raise NoRowsError(f"{source.name}: has a header but no rows")

        def place(row):
            return f"{source.name}: {source.unit} {lines[row]}"

        for column in columns:
            column.place = place
            column.class_names = (info.class_names or {}).get(column.name)
            column.untyped = info.format in UNTYPED
    if progress:
        progress(1.0)
    return info, lines, source.unit


def read_scores(
    path: str | os.PathLike,
    *,
    predictions: str | None = None,
    references: str | None = None,
    separator: str | None = None,
    ids: str = "auto",
    known: Collection[str] | None = None,
    **reading: Any,
) -> LabelTable:
    """Read a file whose predictions are lists of scores, one number a label.

    Parameters are those of `read_columns`; ``predictions`` names a column of JSON lists of finite
    numbers (in Parquet and JSON Lines lists of numbers). The members of ``predictions`` in the
    table are floats.
    """
    names = columns_of(path, predictions, references, format=reading.get("format"))
    scores, gold = ScoreColumn(names[0]), SetColumn(names[1], separator)
    check_ids(ids)
    read = fill_columns(path, [scores, gold], **reading)

    def decide(known):
        numbers = integer_meaning([gold], ids, known, read[0])
        return LabelTable(scores.cells, gold.label_sets(numbers), *read, decide)

    return decide(known)


def read_annotator_columns(
    path: str | os.PathLike,
    *,
    predictions: str | None = None,
    references: str | list[str] | None = None,
    blank: str | None = None,
    annotators: str | None = None,
    separator: str | None = None,
    ids: str = "auto",
    known: Collection[str] | None = None,
    **reading: Any,
) -> AnnotatorTable:
    """Read a file with the gold sets of several annotators."""
    if blank not in (None, "no_label", "not_asked"):
        raise TableError(f"blank must be 'no_label' or 'not_asked', got {blank!r}")
    nested = references is None or isinstance(references, str)
    if not nested and not references:
        raise TableError("references: name one annotator's column at least")
    named = references if nested else references[0]
    predictions, named = columns_of(path, predictions, named, format=reading.get("format"))
    predicted = SetColumn(predictions, separator)
    check_ids(ids)
    if nested:
        answers = [NestedColumn(named)]
    else:
        answers = [AnnotatorColumn(name, separator, blank) for name in references]
    columns = [predicted, *answers]
    people = [] if annotators is None else [SetColumn(annotators, separator)]
    read = fill_columns(path, columns + people, **reading)

    def decide(known):
        numbers = integer_meaning(columns, ids, known, read[0])
        first, *sets = (column.label_sets(numbers) for column in columns)
        if nested:
            who = [list(map(str, row)) for person in people for row in person.label_sets("names")]
            return AnnotatorTable(first, sets[0], who or None, *read, decide)
        gold_sets, annotators = [], []
        for index, row in enumerate(zip(*sets, strict=True)):
            asked = [column.asked[index] for column in answers]
            gold_sets.append([gold for gold, was in zip(row, asked, strict=True) if was])
            annotators.append([name for name, was in zip(references, asked, strict=True) if was])
        return AnnotatorTable(first, gold_sets, annotators, *read, decide)

    table = decide(known)
    nobody = next((index for index, row in enumerate(table.references) if not row), None)
    if nobody is not None:
        raise TableError(
            f"{os.path.basename(path)}: {table.row_name(nobody)}: no annotator saw this row; "
            "leave it out"
        )
    for index, who in enumerate(table.annotators or () if nested else ()):
        if len(who) != len(table.references[index]):
            raise TableError(
                f"{os.path.basename(path)}: {table.row_name(index)}: {len(who)} annotators in "
                f"column {annotators!r} for {len(table.references[index])} gold sets"
            )
    return table


def read_distributions(
    path: str | os.PathLike,
    *,
    predictions: str | None = None,
    references: str | None = None,
    **reading: Any,
) -> SoftTable:
    """Read a file of predicted and gold distributions.

    Parameters are those of `read_columns` without ``separator`` and ``ids``; both columns hold
    JSON lists of finite numbers, one a label (in Parquet and JSON Lines lists of numbers), or
    single numbers.
    """
    names = columns_of(path, predictions, references, format=reading.get("format"))
    columns = [ScoreColumn(name, single=True) for name in names]
    read = fill_columns(path, columns, **reading)
    return SoftTable(*(column.cells for column in columns), *read)
