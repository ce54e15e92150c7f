"""Read predicted and gold label sets from a CSV, TSV, JSON Lines or Parquet file.

One reader for the command line and the Space. It knows files and cells; it knows nothing of
similarities or scores, and leaves to the metric whether a label exists.

How a cell becomes a label set:

- empty, or only blanks: the empty set;
- text that begins with ``[``: a JSON list of names or ids, or the same list as Python prints it
  (``['joy', 'love']``, which is what pandas writes). Its members are taken as they stand;
- other text: with a ``separator``, the names between the separators, blanks around each trimmed;
  without one, the whole trimmed text is one name;
- in JSON Lines and Parquet: a list of names or ids, a single id, or text as above.

Whole numbers are names or ids by one rule for all columns of a file (``ids="auto"``):

- if the universe (``known``) has one of them as a name, all of them are names, in lists too;
- else, in CSV and TSV, which have no types, text outside ``[...]`` lists is ids if all of it is
  whole numbers without leading zeros and no list holds a name; in JSON Lines and Parquet text is
  names;
- else numbers are ids and text is names, and the metric names the row where they are mixed.

``ids="always"`` makes ids of all whole numbers, text in lists too; ``ids="never"`` makes names.
"""

import ast
import json
import math
import os
import re
from array import array
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from ..messages import short
from .formats import READERS, UNTYPED, TableError, TableInfo, find, opened, unsure_columns
from .headings import SIDE_NAMES, guess_columns

_ID = re.compile(r"0|[1-9][0-9]{0,17}")
# Matched before evaluating: Python joins neighbouring strings, so numpy's ['a' 'b'] would be 'ab'.
_PYTHON_ITEM = r"""(?:'(?:[^'\\\r\n]|\\[\\'"nrtxuU])*'|"(?:[^"\\\r\n]|\\[\\'"nrtxuU])*"|-?[0-9]+)"""
_PYTHON_LIST = re.compile(rf"\[\s*{_PYTHON_ITEM}(?:\s*,\s*{_PYTHON_ITEM})*(?:\s*,)?\s*\]")
_NUMPY_LIST = re.compile(rf"\[\s*{_PYTHON_ITEM}(?:\s+(?:{_PYTHON_ITEM}|\.\.\.))*\s*\]")
_NUMPY_SCALAR = re.compile(r"\bnp\.\w+\(")
_PYTHON_PRINT = re.compile(r"""\{|(?:frozen)?set\(|(?:np\.)?array\(|\(\s*(?:['"]|\)$)""")
_HALF_CHARACTER = re.compile("[\ud800-\udfff]")
_LIST_ADVICE = 'write a JSON list, such as ["joy", "love"]'
_KINDS = {type(None): "null", bool: "true or false", float: "a decimal number", dict: "an object"}


class CellError(Exception):
    """Error of a cell; `read_columns` adds where it stands."""


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


def sniff(path: str | os.PathLike, *, format: str | None = None, header: bool = True) -> TableInfo:
    """Tell what a file is, and which columns it has, without reading its rows.

    Parameters
    ----------
    path : str or path
        The file.
    format : {"csv", "tsv", "jsonl", "parquet"}, optional
        By default the name's ending decides: .csv and .txt (delimiter found from the header), .tsv
        and .tab, .jsonl, .ndjson and .json, .parquet.
    header : bool, default True
        Whether the first row of a text table names the columns.

    Raises
    ------
    TableError
        If the file can't be read, or is not what its name or `format` says.
    """
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
    """Read the predicted and gold label sets of a file.

    Parameters
    ----------
    path : str or path
        A CSV, TSV, JSON Lines or Parquet file. Text is UTF-8, or UTF-16 with a byte-order mark.
        CSV columns may be separated by comma, semicolon or tab; quotes follow RFC 4180. Blank lines
        are no rows. A .json file may also be one array of objects.
    predictions, references : str, optional
        Names of the two columns. By default those whose names say it (`guess_columns`).
    separator : str, optional
        What separates the labels of a text cell. By default such a cell is one label.
    format : {"csv", "tsv", "jsonl", "parquet"}, optional
        By default the name's ending decides, as in `sniff`.
    ids : {"auto", "always", "never"}
        Whether whole numbers are ids or names, see above. It is decided from the rows that are
        read, once for all columns.
    known : collection of str, optional
        Names of the universe; `LabelTable.for_names` decides anew for another one.
    limit : int, optional
        Read only so many rows, from the top.
    progress : callable, optional
        Called now and then with the fraction read, in [0, 1], and with 1.0 at the end.

    Returns
    -------
    LabelTable

    Raises
    ------
    TableError
        If the file, a column, a row or a cell is not as described; it names the line.
    """
    names = columns_of(path, predictions, references, format=format)
    columns = [SetColumn(name, separator) for name in names]
    check_ids(ids)
    read = fill_columns(path, columns, format=format, limit=limit, progress=progress)

    def decide(known):
        numbers = numbers_are(columns, ids, known, read[0].format in UNTYPED)
        return LabelTable(*(column.label_sets(numbers) for column in columns), *read, decide)

    return decide(known)


def columns_of(path, predictions=None, references=None, *, format=None) -> tuple[str, str]:
    """The columns of predicted and gold labels: those named, else those whose names say it.

    Raises
    ------
    TableError
        If no column's name says it, or several do; it lists the columns.
    """
    if predictions is not None and references is not None:
        return predictions, references
    columns = sniff(path, format=format).columns
    guess = guess_columns(columns)
    for place, given in enumerate((predictions, references)):
        if given is None and guess[place] is None:
            side, name = SIDE_NAMES[place], repr(os.path.basename(path))[1:-1]
            raise unsure_columns(name, columns, side, guess.candidates[place])
    return predictions or guess.predictions, references or guess.references


def check_ids(ids):
    if ids not in ("auto", "always", "never"):
        raise TableError(f"ids must be 'auto', 'always' or 'never', got {ids!r}")


def numbers_are(columns, ids, known, untyped) -> str | None:
    """Meaning of whole numbers in all columns: "ids", "names", or None: as they stand there.

    ``untyped``: whether cells have no types, so that text may be ids.
    """
    if ids != "auto":
        return {"always": "ids", "never": "names"}[ids]
    if known is not None and any(not column.numbers().isdisjoint(known) for column in columns):
        return "names"
    return "ids" if untyped and all(column.looks_like_ids() for column in columns) else None


def fill_columns(path, columns, *, format=None, limit=None, progress=None, header=True):
    """Fill columns, which have a name and append cells, from a file.

    Returns
    -------
    the info, lines and unit of the table
    """
    names = [column.name for column in columns]
    if len(columns) == 2 and names[0] == names[1]:
        raise TableError(f"predictions and references both name the column {names[0]!r}")
    twice = [name for position, name in enumerate(names) if name in names[:position]]
    if twice:
        raise TableError(f"the column {twice[0]!r} is named twice")
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
            raise source.error("has a header but no rows")
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

    Raises
    ------
    TableError
        As `read_columns`, and for a cell that is no list of finite numbers.
    """
    names = columns_of(path, predictions, references, format=reading.get("format"))
    scores, gold = _ScoreColumn(names[0]), SetColumn(names[1], separator)
    check_ids(ids)
    read = fill_columns(path, [scores, gold], **reading)

    def decide(known):
        numbers = numbers_are([gold], ids, known, read[0].format in UNTYPED)
        return LabelTable(scores.cells, gold.label_sets(numbers), *read, decide)

    return decide(known)


def read_annotator_columns(
    path: str | os.PathLike,
    *,
    predictions: str | None = None,
    references: str | list[str] | None = None,
    blank: str | None = None,
    separator: str | None = None,
    ids: str = "auto",
    known: Collection[str] | None = None,
    **reading: Any,
) -> AnnotatorTable:
    """Read a file with the gold sets of several annotators.

    Parameters
    ----------
    path, predictions, separator, ids, known : as for `read_columns`
    **reading : format, limit and progress, as for `read_columns`
    references : str or list of str
        The columns of the annotators, one each, with cells as in `read_columns`; or one column
        with a JSON list of gold sets a cell, such as ``[["joy"], ["joy", "love"], []]``.
    blank : {"no_label", "not_asked"}, optional
        What a blank cell in an annotator's column means: the empty set, or that the annotator did
        not see the row. Without it a blank cell is an error. In JSON Lines and Parquet a null
        means "not asked", and ``[]`` is the empty set.

    Raises
    ------
    TableError
        As `read_columns`, for a blank cell that may mean either, and for a row without annotators.
    """
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
        answers = [_NestedColumn(named)]
    else:
        answers = [_AnnotatorColumn(name, separator, blank) for name in references]
    columns = [predicted, *answers]
    read = fill_columns(path, columns, **reading)

    def decide(known):
        numbers = numbers_are(columns, ids, known, read[0].format in UNTYPED)
        first, *sets = (column.label_sets(numbers) for column in columns)
        if nested:
            return AnnotatorTable(first, sets[0], None, *read, decide)
        golds, annotators = [], []
        for index, row in enumerate(zip(*sets, strict=True)):
            asked = [column.asked[index] for column in answers]
            golds.append([gold for gold, was in zip(row, asked, strict=True) if was])
            annotators.append([name for name, was in zip(references, asked, strict=True) if was])
        return AnnotatorTable(first, golds, annotators, *read, decide)

    table = decide(known)
    nobody = next((index for index, row in enumerate(table.references) if not row), None)
    if nobody is not None:
        raise TableError(
            f"{os.path.basename(path)}: {table.row_name(nobody)}: no annotator saw this row; "
            "leave it out"
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

    Raises
    ------
    TableError
        As `read_columns`, and for a cell that is neither.
    """
    names = columns_of(path, predictions, references, format=reading.get("format"))
    columns = [_ScoreColumn(name, single=True) for name in names]
    read = fill_columns(path, columns, **reading)
    return SoftTable(*(column.cells for column in columns), *read)


def neutralize(cell: str) -> str:
    """Make a text cell harmless to spreadsheets, which run text beginning with = + - or @.

    Such text, and text beginning with a tab or a line break, gets a leading apostrophe; all other
    text is returned as it is. For text only: format numbers without it.
    """
    return "'" + cell if cell.startswith(("=", "+", "-", "@", "\t", "\r", "\n")) else cell


class SetColumn:
    """Cells as they come, each distinct one parsed once."""

    def __init__(self, name: str, separator: str | None):
        if separator is not None and not separator:
            raise TableError("separator is an empty text; leave it out where a cell is one label")
        self.name = name
        # Cells are trimmed before they are split, and so must be what splits them.
        self.separator = separator and (separator.strip() or separator)
        self._codes = array("i")
        self._code_of: dict[Any, int] = {}
        self._sets: list[tuple] = []

    def append(self, cell) -> None:
        key = cell
        try:
            if type(cell) is not str:
                # Kinds first: as keys, (1,) and (True,) are one.
                key = _check_kinds(cell if type(cell) is list else [cell])
            code = self._code_of.get(key)
            if code is None:
                members = self._parse(key) if type(key) is str else key
                self._sets.append(_check_members(members))
                code = self._code_of[key] = len(self._code_of)
        except ValueError as problem:
            raise CellError(f"column {self.name!r}: {short(cell)} {problem}") from None
        self._codes.append(code)

    def label_sets(self, numbers: str | None) -> list[tuple]:
        """A label set a row; ``numbers``: what whole numbers are, as `numbers_are` says."""
        sets = [_as_told(members, numbers) for members in self._sets]
        return [sets[code] for code in self._codes]

    def numbers(self) -> set[str]:
        """Whole numbers, as text, that may be names or ids; text in lists is names."""
        return {
            str(member)
            for cell, code in self._code_of.items()
            for member in self._sets[code]
            if type(member) is int or (_ID.fullmatch(member) and not _is_list_text(cell))
        }

    def looks_like_ids(self) -> bool:
        """True where all members are whole numbers, those of lists by their type."""
        for cell, code in self._code_of.items():
            in_list = _is_list_text(cell)
            for member in self._sets[code]:
                if type(member) is str and (in_list or not _ID.fullmatch(member)):
                    return False
        return True

    def _parse(self, cell: str) -> tuple:
        text = cell.strip()
        if not text:
            return ()
        if text.startswith("["):
            return _parse_list(text)
        if _PYTHON_PRINT.match(text):
            raise ValueError(f"looks like a printed set, tuple or array: {_LIST_ADVICE}")
        if self.separator is None:
            return (text,)
        members = tuple(member.strip() for member in text.split(self.separator))
        if not all(members):
            raise ValueError(f"has an empty name before or after a {self.separator!r}")
        return members


class _AnnotatorColumn(SetColumn):
    """The gold sets of one annotator, who may not have seen every row."""

    def __init__(self, name: str, separator: str | None, blank: str | None):
        super().__init__(name, separator)
        self.blank = blank
        self.asked: list[bool] = []

    def append(self, cell) -> None:
        is_blank = type(cell) is str and not cell.strip()
        if is_blank and self.blank is None:
            raise CellError(
                f"column {self.name!r}: a blank cell may mean that the annotator chose no label "
                '(blank="no_label") or did not see the row (blank="not_asked"): say which'
            )
        self.asked.append(cell is not None and not (is_blank and self.blank == "not_asked"))
        super().append("" if cell is None else cell)


class _NestedColumn:
    """Cells that are lists of gold sets, one an annotator."""

    def __init__(self, name: str):
        self.name = name
        self.cells: list[list[tuple]] = []

    def label_sets(self, numbers: str | None) -> list[list[tuple]]:
        return [[_as_told(members, numbers) for members in row] for row in self.cells]

    def numbers(self) -> set[str]:
        return {str(member) for member in self._members() if type(member) is int}

    def looks_like_ids(self) -> bool:
        return all(type(member) is int for member in self._members())

    def _members(self):
        return (member for row in self.cells for members in row for member in members)

    def append(self, cell) -> None:
        try:
            sets = json.loads(cell) if type(cell) is str else cell
        except (ValueError, RecursionError):
            sets = None
        try:
            if type(sets) is not list:
                raise ValueError(
                    'is not a list of gold sets, such as [["joy"], ["joy", "love"], []]'
                )
            bare = [gold for gold in sets if type(gold) is str or type(gold) is int]
            if bare:
                raise ValueError(
                    f"holds {bare[0]!r} where a gold set must stand, a list such as [{bare[0]!r}]"
                )
            members = (gold if type(gold) is list else [gold] for gold in sets)
            self.cells.append([_check_members(_check_kinds(gold)) for gold in members])
        except ValueError as problem:
            raise CellError(f"column {self.name!r}: {short(cell)} {problem}") from None


class _ScoreColumn:
    """Cells that are lists of numbers, or with ``single`` also numbers by themselves."""

    def __init__(self, name: str, single: bool = False):
        self.name, self.single = name, single
        self.cells: list[tuple | float] = []

    def append(self, cell) -> None:
        try:
            scores = json.loads(cell) if type(cell) is str else cell
        except (ValueError, RecursionError):
            scores = None
        numbers = scores if type(scores) is list else [scores]
        finite = set(map(type, numbers)) <= {int, float} and all(map(math.isfinite, numbers))
        if not finite or not (type(scores) is list or self.single):
            what = "a list of finite numbers, such as [0.1, 0.7]"
            raise CellError(
                f"column {self.name!r}: {short(cell)} is not {'a number or ' * self.single}{what}"
            )
        row = tuple(map(float, numbers))
        self.cells.append(row if type(scores) is list else row[0])


def _as_told(members: tuple, numbers: str | None) -> tuple:
    """Members with whole numbers as ids, as names, or as they stand."""
    if numbers == "names":
        return tuple(map(str, members))
    if numbers == "ids":
        return tuple(int(m) if type(m) is str and _ID.fullmatch(m) else m for m in members)
    return members


def _is_list_text(cell) -> bool:
    return type(cell) is str and cell.lstrip().startswith("[")


def _parse_list(text: str) -> tuple:
    try:
        members = json.loads(text)
    except json.JSONDecodeError:
        pass
    except RecursionError:
        raise ValueError(f"is nested too deeply: {_LIST_ADVICE}") from None
    except ValueError:
        # Python refuses to convert thousands of digits.
        raise ValueError("holds an id of more than 64 bits") from None
    else:
        return _check_kinds(members)
    if _PYTHON_LIST.fullmatch(text):
        try:
            return tuple(ast.literal_eval(text))
        except (ValueError, SyntaxError):
            pass
    elif _NUMPY_LIST.fullmatch(text) or _NUMPY_SCALAR.search(text):
        raise ValueError(f"looks like a printed numpy array (.tolist() helps): {_LIST_ADVICE}")
    raise ValueError(f"is not a list of names or ids: {_LIST_ADVICE}")


def _check_kinds(members: list) -> tuple:
    for kind in set(map(type, members)):
        if kind is not str and kind is not int:
            what = _KINDS.get(kind, f"a value of type {kind.__name__}")
            raise ValueError(f"holds {what}, where names or ids must stand; [] is the empty set")
    return tuple(members)


def _check_members(members: tuple) -> tuple:
    for member in members:
        if type(member) is int:
            if not -(2**63) <= member < 2**63:
                raise ValueError("holds an id of more than 64 bits")
        elif not member.strip():
            raise ValueError("holds an empty name; [] is the empty set")
        elif _HALF_CHARACTER.search(member):
            raise ValueError("holds half of a character (a lone surrogate)")
    return members
