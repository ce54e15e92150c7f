"""Choice of the column of each side, by headings first, then by what is left.

A side never falls back to a column of the other side. Where several columns are left, cells decide
only if one alone shares a label with the other side; else the choice is refused and listed.
"""

import re
from collections.abc import Collection, Iterable
from functools import cached_property
from typing import Any, NamedTuple

from ..messages import listed, short
from .column_guessing import (
    SIDE_NAMES,
    is_heading,
    is_id_or_text,
    is_whole_heading,
    strength,
    strongest,
    weakness,
)
from .formats import UNTYPED, FileOptions, TableError
from .tables import RawColumn, file_name, fill_columns, sniff

_PARTS = re.compile(r"[;,|/\n]")
_NO_WORDS = {"yes", "no", "true", "false", "y", "n", ""}
# Cells longer than this on average, or with more distinct parts, are texts.
_LONG, _DISTINCT, _FEW = 60, 0.4, 10
# Names of the second column of a long form, beside those that name a side.
_LABEL_NAMES = ("code", "tag", "class", "category", "annotation", "concept", "cui", "uri")
_ZERO_ONE = {"0", "1", "0.0", "1.0", "true", "false"}


class SideColumn(NamedTuple):
    """The column of one side, how it was chosen, and columns that were passed over, with why."""

    name: str
    chosen: str
    passed: tuple[tuple[str, str], ...] = ()


class FileCells:
    """A file's headings, and all of its cells once someone asks for them."""

    def __init__(self, path, how: FileOptions, limit: int | None = None):
        self.path, self.how, self.limit = path, how, limit
        self.name = file_name(path)
        self.info = sniff(path, how)
        self.columns = self.info.columns

    @cached_property
    def _table(self) -> dict[str, list]:
        names = [name for name in self.columns if self.columns.count(name) == 1]
        columns = [RawColumn(name) for name in names]
        fill_columns(self.path, columns, how=self.how, limit=self.limit)
        return {column.name: column.cells for column in columns}

    def head(self, name: str) -> list[str]:
        """The first cells of a column as text, without reading the whole file."""
        column = RawColumn(name)
        fill_columns(self.path, [column], how=self.how, limit=3)
        return list(map(_text_of, column.cells))

    def cells(self, name: str) -> list:
        """The cells of a column; none for one that is named twice."""
        return self._table.get(name, [])

    def n_rows(self) -> int:
        return max(map(len, self._table.values()), default=0)

    def texts(self, name: str) -> list[str]:
        """The cells of a column as text, blanks around them taken off."""
        class_names = (self.info.class_names or {}).get(name)
        return [_text_of(cell, class_names) for cell in self.cells(name)]

    def rows(self, names: Collection[str]) -> list[tuple]:
        """The cells of some columns as text, row by row, sorted."""
        return sorted(zip(*map(self.texts, names), strict=True))

    def labels(self, name: str) -> set[str]:
        """Texts that may be labels of a column: its cells, and their parts if they are lists."""
        class_names = (self.info.class_names or {}).get(name)
        return {
            part
            for cell in set(map(_hashed, self.cells(name)))
            for part in _label_parts(cell, class_names)
        }

    def is_text(self, name: str) -> bool:
        """True for texts by their cells: long, or hardly any of them twice."""
        if is_id_or_text(name):
            return True
        cells = [cell for cell in self.cells(name) if type(cell) is str and cell.strip()]
        if not cells or any(cell.lstrip().startswith("[") for cell in cells):
            return False
        parts = [part.strip() for cell in cells for part in _PARTS.split(cell)]
        if sum(map(len, parts)) > _LONG * len(parts):
            return True
        return len(cells) >= _FEW and len(set(parts)) > _DISTINCT * len(parts)

    def holds_scores(self, name: str) -> bool:
        """True for numbers of which some are fractions."""
        texts = [text for text in self.texts(name) if text]
        try:
            return bool(texts) and not all(float(text).is_integer() for text in texts)
        except (ValueError, OverflowError):
            return False


def _hashed(cell):
    return str(cell) if isinstance(cell, (list, dict)) else cell


def _text_of(cell: Any, class_names: tuple | None = None) -> str:
    if type(cell) is int and class_names and 0 <= cell < len(class_names):
        return class_names[cell]
    if type(cell) is float and cell.is_integer():
        cell = int(cell)
    return cell.strip() if isinstance(cell, str) else "" if cell is None else str(cell)


def _label_parts(cell, class_names) -> Iterable[str]:
    text = _text_of(cell, class_names)
    if text.startswith("[") and text.endswith("]"):
        parts = re.findall(r"\"([^\"]*)\"|'([^']*)'|([^\s,\[\]\"']+)", text)
        names = [next(filter(None, part), "") for part in parts]
        if class_names:
            names = [_text_of(int(x), class_names) if x.isdigit() else x for x in names]
        return names
    return {text, *(part.strip() for part in _PARTS.split(text))} - {""}


def sides_of_two(files, given, joined, known, ids) -> tuple[SideColumn, SideColumn]:
    """The columns of predictions and of gold labels in a file each.

    ``given`` are the columns that were asked for, ``joined`` those that join the rows.
    """
    found = [strongest(file.columns, side) for file, side in zip(files, SIDE_NAMES, strict=True)]
    chosen: list[SideColumn | None] = []
    for place, (file, side, name) in enumerate(zip(files, SIDE_NAMES, given, strict=True)):
        other = given[1 - place] or (found[1 - place][0] if len(found[1 - place]) == 1 else None)
        others = None if other is None else files[1 - place]
        chosen.append(_by_name(file, side, name, found[place], others, other))
    for place in (1, 0) if chosen[0] is None else (0, 1):
        if chosen[place] is not None:
            continue
        other = chosen[1 - place]
        others = None if other is None else files[1 - place].labels(other.name)
        by = joined or ((), ())
        equal = None if other is None else files[1 - place].rows((*by[1 - place], other.name))
        chosen[place] = _left(files[place], SIDE_NAMES[place], by[place], others, equal)
    _check_shared(files, chosen, known, ids)
    return chosen[0], chosen[1]


def sides_of_one(file, given, known, ids, sets=True) -> tuple[SideColumn, SideColumn]:
    """The columns of predictions and of gold labels of one file.

    ``sets``: cells are labels, so that the labels that both sides share may tell.
    """
    asked = {name for name in given if name is not None}
    columns = [name for name in file.columns if name not in asked]
    found = [
        strongest(file.columns, side) or _weakest(file, columns, side, sets) for side in SIDE_NAMES
    ]
    chosen: list[SideColumn | None] = []
    for place, (side, name) in enumerate(zip(SIDE_NAMES, given, strict=True)):
        other = given[1 - place] or (found[1 - place][0] if len(found[1 - place]) == 1 else None)
        one = _by_name(file, side, name, found[place], file, other if sets else None)
        is_weak = one is not None and name is None and not strength(one.name, side)
        chosen.append(
            one and one._replace(passed=(), chosen="weak name" if is_weak else one.chosen)
        )
    if chosen[0] and chosen[1] and chosen[0].name == chosen[1].name:
        raise TableError(f"predictions and references both name the column {chosen[0].name!r}")
    for place, side in enumerate(SIDE_NAMES):
        other = chosen[1 - place]
        if chosen[place] is None and other is not None and sets:
            labels, equal = file.labels(other.name), file.rows((other.name,))
            chosen[place] = _left(file, side, (), labels, equal, (other.name,))
        elif chosen[place] is None:
            raise _no_column(file, side, file.columns if other is None else ())
    if sets:
        _check_shared((file, file), chosen, known, ids)
    read = {one.name for one in chosen}
    return tuple(
        SideColumn(
            one.name,
            "name" if one.chosen == "weak name" else one.chosen,
            tuple(passed for passed in one.passed if passed[0] not in read),
        )
        for one in chosen
    )


def _weakest(file, columns, side, sets):
    """The columns whose headings may stand for a side, without texts."""
    found = strongest(columns, side, weakness)
    is_open = sets and side == SIDE_NAMES[0]
    return tuple(name for name in found if not file.is_text(name)) if is_open and found else found


def _by_name(file, side, given, found, other_file, other_column) -> SideColumn | None:
    """The column that was asked for, or the one of several strong headings."""
    if given is not None:
        return SideColumn(given, "option")
    if not found:
        return None
    if len(found) > 1 and other_column is not None and file.n_rows() >= _FEW:
        # Ids and names of the same labels: those that the other side has.
        others = other_file.labels(other_column)
        found = tuple(name for name in found if others & file.labels(name)) or found
    _refuse_several(file, side, found)
    other = SIDE_NAMES[1 - SIDE_NAMES.index(side)]
    passed = [(name, _side_title(other)) for name in strongest(file.columns, other)]
    return SideColumn(found[0], "name", tuple(passed))


def _refuse_several(file, side, found):
    if len(found) > 1:
        raise TableError(
            f"{file.name}: {listed(found)} may all hold the {_side_title(side)}. Choose: "
            f"{side}=COLUMN"
        )


def _left(file, side, joined, others, equal, taken=()) -> SideColumn:
    """The column of a side that no heading names for sure, out of what is left.

    ``others`` are the labels of the other side, ``equal`` its rows, sorted; ``taken`` its columns.
    """
    other_side = SIDE_NAMES[1 - SIDE_NAMES.index(side)]
    foreign = [name for name in file.columns if strength(name, other_side)]
    passed = tuple((name, _side_title(other_side)) for name in foreign)
    left = [
        name
        for name in file.columns
        if name not in (*foreign, *joined, *taken) and not is_id_or_text(name)
    ]
    if len(left) > 1:
        left = [name for name in left if not file.is_text(name) and not file.holds_scores(name)]
    if not left and not taken and side == "references" and len(foreign) == 1:
        # Two systems compared: the second file's heading is that of predictions.
        return SideColumn(foreign[0], "only column left")
    if len(left) == 1:
        bare = all(is_id_or_text(name) or name in (*left, *joined) for name in file.columns)
        bare = bare and not taken
        return SideColumn(left[0], "only column" if bare else "only column left", passed)
    if others is not None:
        words = {
            name for name in others if not _is_numeric(name) and name.casefold() not in _NO_WORDS
        }
        sharing = [name for name in left if words & file.labels(name)]
        rows = file.rows((*joined, *sharing))
        # In one or two rows a shared label may be chance.
        if len(sharing) == 1 and len(rows) > 2:
            if equal is not None and equal == rows:
                raise TableError(
                    f"{file.name}: which column holds the {_side_title(side)}? {sharing[0]!r} "
                    f"equals the {_side_title(other_side)} in all rows. Choose: {side}=COLUMN"
                )
            return SideColumn(sharing[0], "only column left", passed)
    if side == "references":
        weak = strongest(left, side, weakness)
        if len(weak) == 1:
            return SideColumn(weak[0], "name", passed)
    raise _no_column(file, side, left, foreign)


def _no_column(file, side, left, foreign=()):
    other = _side_title(SIDE_NAMES[1 - SIDE_NAMES.index(side)])
    is_other = f"{listed(foreign)} {'is' if len(foreign) == 1 else 'are'} {other}"
    if left:
        return TableError(
            f"{file.name}: which column holds the {_side_title(side)}? "
            f"{f'{is_other}. ' if foreign else ''}Left: {listed(left)}. Choose: {side}=COLUMN"
        )
    others = [name for name in file.columns if name not in foreign]
    reasons = [is_other] if foreign else []
    if others:
        reasons.append(f"{listed(others)} {'is' if len(others) == 1 else 'are'} no labels")
    why = ", ".join(reasons) or "the file has no columns"
    return TableError(f"{file.name}: no column of {_side_title(side)}: {why}")


def _check_shared(files, chosen, known, ids):
    """A column that is read since nothing else is left must share a label with the other side."""
    for place, side in enumerate(SIDE_NAMES):
        how = chosen[place].chosen
        if not (how.startswith("only column") or how == "weak name") or ids == "always":
            continue
        if how == "weak name" and files[place].n_rows() < _FEW:
            continue
        first, second = (
            file.labels(column.name) for file, column in zip(files, chosen, strict=True)
        )
        mine = (first, second)[place]
        if any(file.info.class_names for file in files):
            # Ids of one file go by the names of the other.
            continue
        if first & second or not mine or (known is not None and mine <= {*map(str, known)}):
            continue
        if known is not None and all(map(_is_numeric, mine)):
            # Numbers of labels, in a universe that has names: the metric tells.
            continue
        what = "" if how == "weak name" else "The only one left, "
        raise TableError(
            f"{files[place].name}: which column holds the {_side_title(side)}? {what}"
            f"{chosen[place].name!r}, shares no label with {chosen[1 - place].name!r} of "
            f"{files[1 - place].name}. Choose: {side}=COLUMN"
        )


def _side_title(side: str) -> str:
    return "gold" if side == "references" else side


def _is_numeric(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def settled(path, how: FileOptions, known, limit=None) -> FileCells:
    """A file of one row per example with its header told from data."""
    file = FileCells(path, how, limit)
    if file.info.format not in UNTYPED or how.header is not None:
        return file
    columns = file.columns
    if any(map(is_heading, columns)):
        return file
    headless = FileCells(path, how._replace(header=False), limit)
    names = set(map(str, known or ()))
    is_data = len(set(columns)) < len(columns)
    for name, cell in zip(headless.columns, columns, strict=True):
        below = headless.texts(name)[1:]
        seen = cell and (cell in names or cell in below or cell.startswith("["))
        is_data |= bool(seen or _is_numeric(cell)) and not _ZERO_ONE.issuperset(below)
    return headless if is_data else file


def settled_long(path, how: FileOptions, id, column, known, limit=None) -> FileCells:
    """A file of one label per line with its header told from data, or refused."""
    file = FileCells(path, how, limit)
    if file.info.format not in UNTYPED or how.header is not None:
        return file
    first = file.columns
    if {id, column} & set(first):
        return file
    if not has_header(first):
        return FileCells(path, how._replace(header=False), limit)
    reason = ""
    for name in first:
        if is_id_or_text(name):
            continue
        seen = name in set(map(str, known or ())) or name in set(file.texts(name))
        if seen:
            reason = f"{name!r} is a label too"
        elif not is_whole_heading(name) and name.casefold() not in _LABEL_NAMES:
            shown = [other for other in first if is_id_or_text(other)]
            looks = not shown or any(_looks_alike(other, file.texts(other)) for other in shown)
            reason = reason or (f"{name!r} may be a label" if looks else "")
    if not reason and not any(is_id_or_text(name) for name in first):
        reason = next(
            (
                f"{name!r} looks like those below"
                for name in first[:1]
                if _looks_alike(name, file.texts(name))
            ),
            "",
        )
    if reason:
        raise TableError(
            f"{file.name}: its first line, {short(' '.join(first))}, may name the columns or be "
            f"data: {reason}. Choose: header=True or header=False"
        )
    return file


def has_header(columns: Collection[str], id: str | None = None, column: str | None = None) -> bool:
    """True if the first line of a long form holds a word that names columns."""
    if {id, column} & set(columns):
        return True
    words = {word for name in columns for word in name.casefold().replace("_", " ").split()}
    return any(map(is_heading, filter(None, columns))) or bool(words.intersection(_LABEL_NAMES))


def _looks_alike(text: str, texts: Collection[str]) -> bool:
    """True if a text has the shape of one of others: letters and digits in the same places."""
    return any(_shape(text) == _shape(other) for other in texts)


def _shape(text: str) -> str:
    return re.sub(r"[0-9]+", "9", re.sub(r"[^\W\d_]+", "a", text))
