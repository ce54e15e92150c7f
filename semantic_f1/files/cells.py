"""Cells of tables as label sets, as the gold sets of annotators, and as numbers.

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
- else numbers are ids and text is names, and the metric names the row in which they are mixed.

``ids="always"`` makes ids of all whole numbers, text in lists too; ``ids="never"`` makes names.

Where a Parquet file says what the ids of a column stand for (the ClassLabel of ``datasets``), its
ids are these names, and so are bare ids in its other columns of labels.
"""

import ast
import json
import math
import re
from array import array
from typing import Any

from ..messages import short
from .formats import UNTYPED, TableError
from .value_kinds import describe

_ID = re.compile(r"0|[1-9][0-9]{0,17}")
_WHOLE_FLOAT = re.compile(r"(0|[1-9][0-9]{0,17})\.0+")
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
    """Error of a cell; `read_columns` adds its place."""


def check_ids(ids):
    if ids not in ("auto", "always", "never"):
        raise TableError(f"ids must be 'auto', 'always' or 'never', got {ids!r}")


def check_blank(blank):
    if blank not in (None, "no_label", "not_asked"):
        raise TableError(f"blank must be 'no_label' or 'not_asked', got {blank!r}")
    return blank


def integer_meaning(columns, ids, known, *infos):
    """Meaning of whole numbers in all columns of a table, or of two that belong together.

    Returns "ids", "names", the names that ids stand for (a tuple), or None: as the numbers stand
    there.
    """
    for column in columns:
        if hasattr(column, "settle_floats"):
            column.settle_floats(known or ())
    if ids == "never":
        return "names"
    # One side's names are those of the other side's ids too.
    class_names = {column.class_names for column in columns if getattr(column, "class_names", None)}
    if len(class_names) == 1:
        return class_names.pop()
    if ids == "always":
        return "ids"
    if known is not None and any(not column.numbers().isdisjoint(known) for column in columns):
        return "names"
    untyped = all(info.format in UNTYPED for info in infos)
    return "ids" if untyped and all(column.looks_like_ids() for column in columns) else None


def neutralize(cell: str) -> str:
    """Make a text cell harmless to spreadsheets, which run text beginning with = + - or @.

    Such text, and text beginning with a tab or a line break, gets a leading apostrophe; all other
    text is returned as it is. For text only: format numbers without it.
    """
    return "'" + cell if cell.startswith(("=", "+", "-", "@", "\t", "\r", "\n")) else cell


class SetColumn:
    """Cells as they come, each distinct one parsed once."""

    def __init__(self, name: str, separator: str | None, blank: str | None = None):
        if separator is not None and not separator:
            raise TableError("separator is an empty text; leave it out where a cell is one label")
        self.name = name
        # Cells are trimmed before they are split, and so must be what splits them.
        self.separator = separator and (separator.strip() or separator)
        # Filled by the reader: where a row is, for errors; the names that its ids stand for;
        # whether its cells have no types.
        self.place = lambda row: f"row {row + 1}"
        self.class_names: tuple | None = None
        self.untyped = False
        self.blank = check_blank(blank)
        self._codes = array("i")
        self._code_of: dict[Any, int] = {}
        self._sets: list[tuple] = []
        self._as_written: list[tuple] | None = None

    def append(self, cell) -> None:
        key = cell
        if cell is None and self.blank is not None:
            key = ""
        try:
            if type(key) is not str:
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

    def label_sets(self, numbers: str | tuple | None) -> list[tuple]:
        """A label set per row; ``numbers``: what whole numbers are, as `integer_meaning` says."""
        sets, meaning = [], self.class_names or numbers
        as_text = self.untyped and type(meaning) is tuple and self.looks_like_ids()
        as_text = as_text and self.numbers().isdisjoint(meaning)
        for code, members in enumerate(self._sets):
            try:
                sets.append(_as_told(_as_told(members, "ids") if as_text else members, meaning))
            except ValueError as problem:
                at = self.place(self._codes.index(code))
                raise TableError(f"{at}: column {self.name!r}: {problem}") from None
        return [sets[code] for code in self._codes]

    def settle_floats(self, known) -> None:
        """Read 1.0 as 1 if every text cell holds whole numbers, unless 1.0 is a name."""
        written = self._sets if self._as_written is None else self._as_written
        texts = {
            member
            for cell, code in self._code_of.items()
            if type(cell) is str and not _is_list_text(cell)
            for member in written[code]
        }
        floats = {text for text in texts if _WHOLE_FLOAT.fullmatch(text)}
        whole = all(text in floats or _ID.fullmatch(text) for text in texts)
        self._as_written = written if floats else None
        self._sets = written
        if floats and whole and floats.isdisjoint(known):
            self._sets = [
                tuple(m.partition(".")[0] if m in floats else m for m in members)
                for members in written
            ]

    def numbers(self) -> set[str]:
        """Whole numbers, as text, that may be names or ids; text in lists is names."""
        if self.class_names:
            return set()
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

    def names_in(self) -> set[str]:
        """The members of all cells, as text."""
        return {str(member) for members in self._sets for member in members}

    def blank_rows(self) -> list[int]:
        """The rows whose cell is blank, where every other cell is one label.

        A list, or a cell of several labels, says that a blank one may be the empty set.
        """
        blanks = {code for key, code in self._code_of.items() if _is_blank_text(key)}
        if not blanks or self.separator is not None:
            return []
        if any(len(members) > 1 for members in self._sets) or any(
            _is_list_text(key) or (type(key) is tuple and (len(key) != 1 or type(key[0]) is str))
            for key in self._code_of
        ):
            return []
        return [row for row, code in enumerate(self._codes) if code in blanks]

    def are_whole(self) -> list[bool]:
        """True for each row whose cell holds a whole set: a list, or several labels."""
        whole = [False] * len(self._sets)
        for cell, code in self._code_of.items():
            is_list = _is_list_text(cell) or (type(cell) is tuple and type(cell[0]) is str)
            whole[code] = len(self._sets[code]) > 1 or is_list
        return [whole[code] for code in self._codes]

    def _parse(self, cell: str) -> tuple:
        text = cell.strip()
        if not text:
            return ()
        if text.startswith("["):
            return _parse_list(text)
        if _PYTHON_PRINT.match(text):
            advice = describe(text, ()).text.removeprefix("; it ")
            raise ValueError(advice or f"looks like a printed set, tuple or array: {_LIST_ADVICE}")
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
            raise CellError(
                f"column {self.name!r}: a blank cell may mean that the annotator chose no label "
                '(blank="no_label") or did not see the row (blank="not_asked"): say which'
            )
        self.asked.append(cell is not None and not (is_blank and self.blank == "not_asked"))
        super().append("" if cell is None else cell)


class NestedColumn:
    """Cells that are lists of gold sets, one per annotator."""

    def __init__(self, name: str):
        self.name = name
        self.place = lambda row: f"row {row + 1}"
        self.class_names: tuple | None = None
        self.cells: list[list[tuple]] = []

    def label_sets(self, numbers: str | tuple | None) -> list[list[tuple]]:
        meaning, rows = self.class_names or numbers, []
        for index, row in enumerate(self.cells):
            try:
                rows.append([_as_told(members, meaning) for members in row])
            except ValueError as problem:
                at = self.place(index)
                raise TableError(f"{at}: column {self.name!r}: {problem}") from None
        return rows

    def numbers(self) -> set[str]:
        if self.class_names:
            return set()
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


class ScoreColumn:
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


def _as_told(members: tuple, numbers: str | tuple | None) -> tuple:
    """Members with whole numbers as ids, as names, as the names they stand for, or unchanged."""
    if numbers == "names":
        return tuple(map(str, members))
    if numbers == "ids":
        return tuple(int(m) if type(m) is str and _ID.fullmatch(m) else m for m in members)
    if type(numbers) is tuple:
        return tuple(_named(m, numbers) if type(m) is int else m for m in members)
    return members


def _named(id: int, class_names: tuple) -> str:
    """The name that an id stands for."""
    if 0 <= id < len(class_names):
        return class_names[id]
    raise ValueError(
        f"id {id} is out of range; the ClassLabel of the labels has {len(class_names)} names"
    )


def _is_blank_text(cell) -> bool:
    return type(cell) is str and not cell.strip()


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
    whole = float in kinds and kinds <= {int, float} and all(map(_is_whole, members))
    # Rows of 0.0 and 1.0 alone are indicators or scores.
    if whole and (len(members) == 1 or max(members) > 1):
        return tuple(map(int, members))
    for kind in kinds:
        if kind is not str and kind is not int:
            what = _KINDS.get(kind, f"a value of type {kind.__name__}")
            raise ValueError(f"holds {what}, where names or ids must stand; [] is the empty set")
    return tuple(members)


def _is_whole(number: float) -> bool:
    return math.isfinite(number) and number == int(number)


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
