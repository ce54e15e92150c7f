"""Columns of tables: cells as label sets, as gold sets of annotators, as numbers, points or text.

How a cell becomes a label set:

- empty, or only blanks: the empty set;
- text that begins with ``[``: a JSON list of names or ids, or the same list as Python prints it
  (``['joy', 'love']``, which is what pandas writes). Its members are taken as they stand;
- other text: with a ``separator``, the names between the separators, blanks around each trimmed;
  without one, the whole trimmed text is one name;
- in JSON Lines and Parquet: a list of names or ids, a single id, or text as above.

Whether whole numbers are names or ids is one decision for both sides, see `integer_meaning`.
"""

import ast
import json
import math
import re
from array import array
from collections.abc import Collection, Iterable
from typing import Any

from ..json_text import read_json
from ..messages import short
from .column_guessing import is_numeric
from .value_kinds import object_or_print

_ID = re.compile(r"0|[1-9][0-9]{0,17}")
_WHOLE_FLOAT = re.compile(r"(0|[1-9][0-9]{0,17})\.0+")
# Matched before evaluating: Python joins neighbouring strings, so numpy's ['a' 'b'] would be 'ab'.
_PYTHON_ITEM = r"""(?:'(?:[^'\\\r\n]|\\[\\'"nrtxuU])*'|"(?:[^"\\\r\n]|\\[\\'"nrtxuU])*"|-?[0-9]+)"""
_PYTHON_LIST = re.compile(rf"\[\s*{_PYTHON_ITEM}(?:\s*,\s*{_PYTHON_ITEM})*(?:\s*,)?\s*\]")
_NUMPY_LIST = re.compile(rf"\[\s*{_PYTHON_ITEM}(?:\s+(?:{_PYTHON_ITEM}|\.\.\.))*\s*\]")
_NUMPY_SCALAR = re.compile(r"\bnp\.\w+\(")
_PYTHON_PRINT = re.compile(r"""\{|(?:frozen)?set\(|(?:np\.)?array\(|\(\s*(?:['"]|\)$)""")
_HALF_CHARACTER = re.compile("[\ud800-\udfff]")
# Numbers of so many rows, of which so many differ, are scores if some are fractions.
_MANY, _DISTINCT_SCORES = 10, 0.4
_MARKS = {";", "|", ","}
_LIST_ADVICE = 'write a JSON list, such as ["joy", "love"]'
_KINDS = {type(None): "null", bool: "true or false", float: "a decimal number", dict: "an object"}


class CellError(Exception):
    """Error of a cell; what fills the column adds its place."""


def integer_meaning(columns, ids, known):
    """Meaning of whole numbers in all columns that belong together.

    Returns "ids", "names", the names that ids stand for (a tuple; the ClassLabel of one side says
    what ids of the other mean, too), or None: as the numbers stand there. A universe (``known``)
    that has one of them as a name makes names of all. Else text without types, outside of
    ``[...]``, is ids if all of it is whole numbers without leading zeros.
    """
    for column in columns:
        if isinstance(column, SetColumn):
            column.settle_floats(known or ())
    if ids == "never":
        return "names"
    class_names = {column.class_names for column in columns if column.class_names}
    if len(class_names) == 1:
        return class_names.pop()
    if ids == "always":
        return "ids"
    if known is not None and any(not column.numbers().isdisjoint(known) for column in columns):
        return "names"
    is_text = all(column.untyped and column.looks_like_ids() for column in columns)
    return "ids" if is_text else None


def neutralize(cell: str) -> str:
    """Text that no spreadsheet runs: an apostrophe before = + - @, a tab or a line break."""
    return "'" + cell if cell.startswith(("=", "+", "-", "@", "\t", "\r", "\n")) else cell


class RawColumn:
    """A column that is filled cell by cell; its cells are taken as they stand.

    What fills it sets ``place``, that of its rows, ``class_names``, the names that ids stand for,
    and ``untyped``, True for a file whose cells are all text. Several columns that are one side are
    a `ColumnGroup`; ``has_labels`` is True for label sets, whose whole numbers may be names or ids.

    For the account: ``further`` has other sides with their columns, ``passed`` the columns that
    were passed over with why, ``told`` the choices that changed the reading, as pairs. ``joined``
    are cells of text that may be several labels, since no separator was given.
    """

    has_labels = untyped = False
    place: Any = None
    class_names: tuple | None = None
    further: Iterable[tuple[str, str]] = ()
    passed: Iterable[tuple[str, str]] = ()
    told: Iterable[tuple[str, str]] = ()
    joined: Collection[str] = frozenset()

    def __init__(self, name: str):
        self.name = name
        self.cells: list[Any] = []

    def append(self, cell) -> None:
        self.cells.append(cell)

    @property
    def columns(self) -> list:
        return [self]

    @property
    def shown(self):
        """The name for the account, or several."""
        return self.name

    def entries(self, _numbers: str | tuple | None = None) -> list:
        """The entry of each row; ``numbers``: what whole numbers are, see `integer_meaning`."""
        return self.cells

    def of_examples(self, numbers, rows, _names=()) -> list:
        """The entry of each example out of all its rows, () without any; None: a row each."""
        each = self.entries(numbers)
        if rows is None:
            return each
        return [
            each[some[0]] if len(some) == 1 else tuple(x for row in some for x in each[row])
            for some in rows
        ]

    def people_of(self, _rows) -> list[list[str]] | None:
        """The annotators of each example, if its entry is one gold set each."""
        return None

    def blank_rows(self) -> list[int]:
        """The rows whose blank cell may be no label, or one that no annotator saw."""
        return []

    def _at(self, row, problem):
        return self.place.error(f"column {self.name!r}: {problem}", row)


class ColumnGroup(RawColumn):
    """Several columns that are one side, or one system each."""

    def __init__(self, columns):
        self._columns = columns
        self.name = None

    @property
    def columns(self):
        return self._columns

    @property
    def shown(self):
        return self.name or [column.name for column in self._columns]


class _LabelColumn(RawColumn):
    """Names and ids; ``_members()`` gives each as text, and whether it is a number by its form."""

    has_labels = True

    def numbers(self) -> set[str]:
        if self.class_names:
            return set()
        return {member for member, is_number in self._members() if is_number}

    def looks_like_ids(self) -> bool:
        return all(is_number for _, is_number in self._members())

    def names_in(self) -> set[str]:
        """The members of all cells, as text."""
        return {member for member, _ in self._members()}


class SetColumn(_LabelColumn):
    """Label sets, each distinct cell parsed once."""

    def __init__(self, name: str, separator: str | None = None, blank: str | None = None):
        super().__init__(name)
        # Cells are trimmed before they are split, and so must be what splits them.
        self.separator = separator and (separator.strip() or separator)
        self.blank = blank
        self._codes = array("i")
        self._code_of: dict[Any, int] = {}
        # The members of each distinct cell, as written and as read.
        self._sets = self._written = []

    def append(self, cell) -> None:
        key = "" if cell is None and self.blank is not None else cell
        try:
            if type(key) is dict:
                raise ValueError(object_or_print(key).text)
            if type(key) is not str:
                # Kinds first: as keys, (1,) and (True,) are one.
                key = _check_kinds(cell if type(cell) is list else [cell])
            code = self._code_of.get(key)
            if code is None:
                members = self._parse(key) if type(key) is str else key
                self._written.append(_check_members(members))
                code = self._code_of[key] = len(self._code_of)
        except ValueError as problem:
            raise CellError(f"{short(cell)} {problem}") from None
        self._codes.append(code)

    def entries(self, numbers=None) -> list[tuple]:
        sets, meaning = [], self.class_names or numbers
        as_text = self.untyped and type(meaning) is tuple and self.looks_like_ids()
        as_text = as_text and self.numbers().isdisjoint(meaning)
        for code, members in enumerate(self._sets):
            try:
                sets.append(_as_told(_as_told(members, "ids") if as_text else members, meaning))
            except ValueError as problem:
                raise self._at(self._codes.index(code), problem) from None
        return [sets[code] for code in self._codes]

    def _text_cells(self):
        cells = self._code_of.items()
        return [(x, code) for x, code in cells if type(x) is str and not _is_list_text(x)]

    def settle_floats(self, known) -> None:
        """Read 1.0 as 1 if every text cell holds whole numbers, unless 1.0 is a name."""
        texts = {member for _, code in self._text_cells() for member in self._written[code]}
        floats = {text for text in texts if _WHOLE_FLOAT.fullmatch(text)}
        self._sets = self._written
        whole = all(text in floats or _ID.fullmatch(text) for text in texts)
        if floats and whole and floats.isdisjoint(known):
            self._sets = [
                tuple(m.partition(".")[0] if m in floats else m for m in members)
                for members in self._written
            ]

    def _members(self):
        for cell, code in self._code_of.items():
            in_list = _is_list_text(cell)
            for member in self._sets[code]:
                is_number = type(member) is int or (not in_list and bool(_ID.fullmatch(member)))
                yield str(member), is_number

    def score_in(self, known) -> str:
        """A fraction, if the cells are numbers that hardly repeat and name no label; else ""."""
        names = self.names_in()
        many = len(self._codes) >= _MANY and len(names) > _DISTINCT_SCORES * len(self._codes)
        if not many or not names.isdisjoint(known) or not all(map(is_numeric, names)):
            return ""
        return min((name for name in names if not float(name).is_integer()), default="")

    def blank_cells(self) -> list[int]:
        """The rows whose cell is blank."""
        blanks = {code for cell, code in self._text_cells() if not cell.strip()}
        return [row for row, code in enumerate(self._codes) if code in blanks] if blanks else []

    def blank_rows(self) -> list[int]:
        """The rows with a blank cell, if no other is a list or several labels, or by ``blank``."""
        if self.blank == "not_asked":
            return self.blank_cells()
        rows = [] if self.separator is not None else self.blank_cells()
        several = any(len(key) != 1 for key in self._code_of if type(key) is tuple)
        return [] if rows and (several or any(self.are_whole())) else rows

    @property
    def joined(self) -> set[str]:
        return {cell.strip() for cell, _ in self._text_cells() if not _MARKS.isdisjoint(cell)}

    @property
    def blank_is(self) -> tuple[str, str, str]:
        """Meaning of a blank cell, and the two ways to read it."""
        what = "blank, in a column of single labels"
        if self.joined:
            what += f" (if {short(min(self.joined))} is several labels, choose separator=TEXT)"
        return what, "it is an example without labels", "leave such rows out"

    def are_whole(self) -> list[bool]:
        """True for each row whose cell holds a whole set: a list, or several labels."""
        whole = [
            len(self._sets[code]) > 1
            or _is_list_text(cell)
            or (type(cell) is tuple and cell != () and type(cell[0]) is str)
            for cell, code in self._code_of.items()
        ]
        return [whole[code] for code in self._codes]

    def _parse(self, cell: str) -> tuple:
        text = cell.strip()
        if not text:
            return ()
        if text.startswith("["):
            return _parse_list(text)
        if _PYTHON_PRINT.match(text):
            found = object_or_print(text)
            other = f"looks like a printed set, tuple or array: {_LIST_ADVICE}"
            raise ValueError(other if found is None else found.text)
        if self.separator is None:
            return (text,)
        members = tuple(member.strip() for member in text.split(self.separator))
        if not all(members):
            raise ValueError(f"has an empty name before or after a {self.separator!r}")
        return members


class AnnotatorColumn(SetColumn):
    """The gold sets of one annotator, who may not have seen every row."""

    def __init__(self, name: str, separator: str | None, blank: str | None):
        super().__init__(name, separator, blank)
        self.asked: list[bool] = []

    def append(self, cell) -> None:
        is_blank = type(cell) is str and not cell.strip()
        if is_blank and self.blank is None:
            both = 'chose no label (blank="no_label") or did not see the row (blank="not_asked")'
            raise CellError(f"a blank cell may mean that the annotator {both}: say which")
        self.asked.append(cell is not None and not (is_blank and self.blank == "not_asked"))
        super().append("" if cell is None else cell)


class AnnotatorGroup(ColumnGroup):
    """The gold sets of several annotators' columns."""

    def entries(self, numbers=None):
        sets = (column.entries(numbers) for column in self.columns)
        return [self._of_asked(index, row) for index, row in enumerate(zip(*sets, strict=True))]

    def people_of(self, rows):
        names = [column.name for column in self.columns]
        every = [[row] for row in range(len(self.columns[0].asked))] if rows is None else rows
        return [self._of_asked(some[0], names) if some else [] for some in every]

    def _of_asked(self, index, values):
        return [x for x, column in zip(values, self.columns, strict=True) if column.asked[index]]


class NestedColumn(_LabelColumn):
    """Cells that are lists of gold sets, one per annotator."""

    def append(self, cell) -> None:
        sets = _decoded_cell(cell)
        try:
            if type(sets) is not list:
                raise ValueError('is not a list of gold sets, such as [["joy"], ["joy", "love"]]')
            bare = next((gold for gold in sets if type(gold) in (str, int)), None)
            if bare is not None:
                what = "where a gold set must stand, a list such as"
                raise ValueError(f"holds {bare!r} {what} [{bare!r}]")
            members = (gold if type(gold) is list else [gold] for gold in sets)
            self.cells.append([_check_members(_check_kinds(gold)) for gold in members])
        except ValueError as problem:
            raise CellError(f"{short(cell)} {problem}") from None

    def entries(self, numbers=None) -> list[list[tuple]]:
        meaning, rows = self.class_names or numbers, []
        for index, row in enumerate(self.cells):
            try:
                rows.append([_as_told(members, meaning) for members in row])
            except ValueError as problem:
                raise self._at(index, problem) from None
        return rows

    def _members(self):
        each = (member for row in self.cells for members in row for member in members)
        return ((str(member), type(member) is int) for member in each)


class NestedGroup(ColumnGroup):
    """A column of gold sets, one per annotator, and a column of their names."""

    def __init__(self, sets: NestedColumn, people: SetColumn):
        super().__init__([sets, people])
        self.name, self.people, people.has_labels = sets.name, people, False
        self.further = [("annotators", people.name)]

    def entries(self, numbers=None):
        return self.columns[0].entries(numbers)

    def people_of(self, rows):
        names = [list(map(str, row)) for row in self.people.entries("names")]
        return names if rows is None else [names[some[0]] if some else [] for some in rows]


class ScoreColumn(RawColumn):
    """Cells that are lists of numbers, or with ``single`` also numbers and objects of numbers."""

    def __init__(self, name: str, single: bool = False):
        super().__init__(name)
        self.single = single

    def append(self, cell) -> None:
        scores = _decoded_cell(cell)
        of_names = self.single and type(scores) is dict
        numbers = scores.values() if of_names else scores if type(scores) is list else [scores]
        if not _are_finite(numbers) or not (type(scores) is list or self.single):
            what = "a list of finite numbers, such as [0.1, 0.7]"
            or_else = 'a number, an object such as {"joy": 0.7}, or ' * self.single
            raise CellError(f"{short(cell)} is not {or_else}{what}")
        row = tuple(map(float, numbers))
        if of_names:
            self.cells.append(dict(zip(scores, row, strict=True)))
        else:
            self.cells.append(row if type(scores) is list else row[0])


class PointColumn(RawColumn):
    """Cells that are sets of points: JSON lists of lists of numbers; an empty cell has none."""

    def append(self, cell) -> None:
        is_blank = cell is None or (type(cell) is str and not cell.strip())
        points = [] if is_blank else _decoded_cell(cell)
        is_set = type(points) is list and all(
            type(point) is list and point and _are_finite(point) for point in points
        )
        if not is_set:
            what = "each a list of finite numbers, such as [[0.2, 0.5], [0.1, 0.9]] or [[0.2, 0.5]]"
            raise CellError(f"{short(cell)} is no list of points, {what}; none is []")
        self.cells.append([list(map(float, point)) for point in points])


class TextColumn(RawColumn):
    """Cells as text: ids of examples, or names of annotators, none of which is blank."""

    def __init__(self, name: str, blank_is: str = "an empty id"):
        super().__init__(name)
        self.blank_is = blank_is

    def append(self, cell) -> None:
        text = cell.strip() if type(cell) is str else cell_text_of(cell)
        if not text:
            raise CellError(self.blank_is)
        self.cells.append(text)


def cell_text_of(cell: Any, class_names: tuple | None = None) -> str:
    """A cell as text without blanks around it; gaps make floats of whole numbers, 7.0 is 7."""
    if type(cell) is int and class_names and 0 <= cell < len(class_names):
        return class_names[cell]
    if type(cell) is float and cell.is_integer():
        cell = int(cell)
    return cell.strip() if isinstance(cell, str) else "" if cell is None else str(cell)


def _decoded_cell(cell):
    """The JSON of a text; other cells as they are."""
    try:
        return read_json(cell) if type(cell) is str else cell
    except (ValueError, RecursionError):
        return None


def _are_finite(numbers) -> bool:
    try:
        return set(map(type, numbers)) <= {int, float} and all(map(math.isfinite, numbers))
    except OverflowError:
        return False


def _as_told(members: tuple, numbers: str | tuple | None) -> tuple:
    """Members with whole numbers as ids, as names, as the names they stand for, or unchanged."""
    if numbers == "names":
        return tuple(map(str, members))
    if numbers == "ids":
        return tuple(int(m) if type(m) is str and _ID.fullmatch(m) else m for m in members)
    if type(numbers) is not tuple:
        return members
    for member in members:
        if type(member) is int and not 0 <= member < len(numbers):
            what = f"the ClassLabel of the labels has {len(numbers)} names"
            raise ValueError(f"id {member} is out of range; {what}")
    return tuple(numbers[m] if type(m) is int else m for m in members)


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
    kinds = set(map(type, members))
    whole = float in kinds and kinds <= {int, float} and all(number % 1 == 0 for number in members)
    # Rows of 0.0 and 1.0 alone are indicators or scores.
    if whole and (len(members) == 1 or max(members) > 1):
        return tuple(map(int, members))
    for kind in kinds:
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
