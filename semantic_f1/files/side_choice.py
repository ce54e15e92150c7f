"""Choice of the column of each side, by headings first, then by what is left.

A side never falls back to a column of the other side. Where several columns are left, cells decide
only if one alone shares a label with the other side; else the choice is refused and listed.
"""

import re
from collections.abc import Collection
from contextlib import suppress
from functools import cached_property
from itertools import islice
from typing import NamedTuple

from ..messages import GOLD_ELSEWHERE, listed, short
from .cells import RawColumn, cell_text_of
from .column_guessing import (
    SIDE_NAMES,
    SIDE_TITLES,
    is_heading,
    is_id_or_text,
    is_numeric,
    strength,
    strongest,
    weakness,
)
from .formats import UNTYPED, FileOptions, TableError, opened
from .tables import file_name, fill_columns, sniff

WHOLE_NUMBER = re.compile(r"(0|[1-9][0-9]*)(\.0)?")
_PARTS = re.compile(r"[;,|/\n]")
_NO_WORDS = {"yes", "no", "true", "false", "y", "n", ""}
# Cells longer than this on average, or with more distinct parts, are texts.
_LONG, _DISTINCT, _FEW = 60, 0.4, 10
# Rows that are looked at for a second line of the header, and of which it needs some.
_FIRST_ROWS, _FEW_ROWS = 40, 3
# Names of the second column of a long form, beside those that name a side.
_LABEL_NAMES = ("code", "tag", "class", "category", "annotation", "concept", "cui", "uri")
# Pairs of cells that say whether a row has a label, as (no, yes); blank may stand for no.
ZERO_ONE_FORMS = (
    {"0": False, "1": True, "0.0": False, "1.0": True, "false": False, "true": True},
    {"no": False, "yes": True},
    {"": False, "x": True},
    {"": False, "1": True, "1.0": True},
)
YES_OR_NO = {cell for form in ZERO_ONE_FORMS for cell in form}


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

    def error(self, problem: str) -> TableError:
        """The error of the file."""
        return TableError(problem, self.name)

    def head(self, name: str) -> list[str]:
        """The first cells of a column as text, without reading the whole file."""
        column = RawColumn(name)
        fill_columns(self.path, [column], how=self.how, limit=3)
        return list(map(cell_text_of, column.cells))

    def first_rows(self) -> list[list[str]]:
        """The readable ones of the first rows as texts, without reading the whole file."""
        rows: list[list[str]] = []
        with suppress(TableError), opened(self.path, self.how) as source:
            _, read = source.read()
            for _, cells in islice(read(*range(len(self.columns))), _FIRST_ROWS):
                rows.append([cell.strip() for cell in cells])
        return rows

    def cells(self, name: str) -> list:
        """The cells of a column; none for one that is named twice."""
        return self._table.get(name, [])

    def n_rows(self) -> int:
        return max(map(len, self._table.values()), default=0)

    def texts(self, name: str) -> list[str]:
        """The cells of a column as text, blanks around them taken off."""
        class_names = (self.info.class_names or {}).get(name)
        return [cell_text_of(cell, class_names) for cell in self.cells(name)]

    def keys(self, name: str) -> list[str]:
        """The texts of a column that may join rows: 7.0 as 7 if all are whole numbers."""
        texts = self.texts(name)
        if all(map(WHOLE_NUMBER.fullmatch, texts)):
            return [text.removesuffix(".0") for text in texts]
        return texts

    def labels(self, name: str) -> set[str]:
        """Texts that may be labels of a column: its cells, and their parts if they are lists."""
        class_names, labels = (self.info.class_names or {}).get(name), set()
        for cell in {str(x) if isinstance(x, (list, dict)) else x for x in self.cells(name)}:
            text = cell_text_of(cell, class_names)
            if text.startswith("[") and text.endswith("]"):
                found = re.findall(r"\"([^\"]*)\"|'([^']*)'|([^\s,\[\]\"']+)", text)
                parts = [next(filter(None, part), "") for part in found]
                if class_names:
                    parts = [cell_text_of(int(x), class_names) if x.isdigit() else x for x in parts]
                labels.update(parts)
            else:
                labels.update({text, *map(str.strip, _PARTS.split(text))} - {""})
        # 1.0 and 1 are one label, since columns that gaps made floats are read so.
        return {x.removesuffix(".0") if is_numeric(x) else x for x in labels}

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
        texts = list(filter(None, self.texts(name)))
        return all(map(is_numeric, texts)) and not all(float(text).is_integer() for text in texts)


def which_column(file, sides, text) -> TableError:
    """The error for a side whose column nothing tells, the first of ``sides`` to be told."""
    choose = " and ".join(f"{side}=COLUMN" for side in sides)
    return file.error(f"which column holds the {SIDE_TITLES[sides[0]]}? {text}. Choose: {choose}")


def chosen_sides(files, given, joined, known, ids, sets=True) -> tuple[SideColumn, SideColumn]:
    """The columns of predictions and of gold labels, in a file each or in the same one.

    ``given`` are the columns that were asked for, ``joined`` those that join the rows.
    """
    one_file, found = files[0] is files[1], []
    for file, side in zip(files, SIDE_NAMES, strict=True):
        names = strongest(file.columns, side)
        if one_file and not names:
            names = strongest([x for x in file.columns if x not in given], side, weakness)
            if sets and side == "predictions":
                names = tuple(name for name in names if not file.is_text(name))
        found.append(names)
    sure = [
        one or (names[0] if len(names) == 1 else None)
        for one, names in zip(given, found, strict=True)
    ]
    chosen = [_by_name(files, at, given[at], found[at], sure[1 - at], sets) for at in (0, 1)]
    if one_file and all(chosen) and chosen[0].name == chosen[1].name:
        raise TableError(f"predictions and references both name the column {chosen[0].name!r}")
    for place in (0, 1) if one_file or chosen[0] else (1, 0):
        if chosen[place] is None:
            other = chosen[1 - place]
            if one_file and not (other and sets):
                if other:
                    raise _no_column(files[0], place, (), [other.name])
                left, both = files[0].columns, len(files[0].columns) > 1
                raise _no_column(files[0], place, left, (), [SIDE_NAMES[1 - place]] * both)
            chosen[place] = _left(files, place, joined or ((), ()), other)
    if sets or not one_file:
        _check_shared(files, chosen, known, ids if sets else "always")
    read = {one.name for one in chosen} if one_file else ()
    return tuple(
        one._replace(
            chosen=one.chosen.removeprefix("weak "),
            passed=tuple(passed for passed in one.passed if passed[0] not in read),
        )
        for one in chosen
    )


def _by_name(files, place, given, found, other, sets) -> SideColumn | None:
    """The column that was asked for, or the one of several strong headings."""
    file, side, one_file = files[place], SIDE_NAMES[place], files[0] is files[1]
    if given is not None:
        return SideColumn(given, "option")
    if not found:
        return None
    if len(found) > 1 and other is not None and (sets or not one_file) and file.n_rows() >= _FEW:
        # Ids and names of the same labels: those that the other side has.
        others = files[1 - place].labels(other)
        found = tuple(name for name in found if others & file.labels(name)) or found
    if len(found) > 1:
        begin, how = re.match(r"[^\W_]+[_.:-]|", found[0])[0], ""
        if begin and all(
            name.startswith(begin) and {*map(str.casefold, file.labels(name))} <= YES_OR_NO
            for name in found
        ):
            how = f"; a column per label is read by indicators=True with {side}='{begin}*'"
        what = f"{listed(found)} may all hold the {SIDE_TITLES[side]}"
        raise file.error(f"{what}. Choose: {side}=COLUMN{how}")
    if one_file:
        return SideColumn(found[0], "name" if strength(found[0], side) else "weak name")
    other_side = SIDE_NAMES[1 - place]
    foreign = strongest(file.columns, other_side)
    return SideColumn(found[0], "name", tuple((x, SIDE_TITLES[other_side]) for x in foreign))


def _left(files, place, joined, other) -> SideColumn:
    """Column of a side that no heading names, out of what is left next to the ``other`` side's."""
    file, side, other_side = files[place], SIDE_NAMES[place], SIDE_NAMES[1 - place]
    one_file, taken = files[0] is files[1], set(joined[place])
    if one_file:
        taken.add(other.name)
    foreign = [name for name in file.columns if strength(name, other_side)]
    passed = tuple((name, SIDE_TITLES[other_side]) for name in foreign)
    other_names = (*foreign, *taken)
    left = [x for x in file.columns if x not in other_names and not is_id_or_text(x)]
    if len(left) > 1:
        left = [name for name in left if not file.is_text(name) and not file.holds_scores(name)]
    if not left and not one_file and place == 1 and len(foreign) == 1:
        # Two systems compared: the second file's heading is that of predictions.
        return SideColumn(foreign[0], "only column left")
    if len(left) == 1:
        bare = all(is_id_or_text(name) or name in (*left, *taken) for name in file.columns)
        bare = bare and not one_file
        return SideColumn(left[0], "only column" if bare else "only column left", passed)
    if other is not None:
        labels = files[1 - place].labels(other.name)
        words = {x for x in labels if not is_numeric(x) and x.casefold() not in _NO_WORDS}
        sharing = [name for name in left if words & file.labels(name)]
        # An id that is nested, or is not there, has no texts.
        rows = sorted(zip(*map(file.texts, (*joined[place], *sharing)), strict=False))
        # In one or two rows a shared label may be chance.
        if len(sharing) == 1 and len(rows) > 2:
            others = map(files[1 - place].texts, (*joined[1 - place], other.name))
            if rows == sorted(zip(*others, strict=False)):
                what = f"{sharing[0]!r} equals the {SIDE_TITLES[other_side]} in all rows"
                raise which_column(file, [side], what)
            return SideColumn(sharing[0], "only column left", passed)
    weak = strongest(left, side, weakness) if place == 1 else ()
    if len(weak) == 1:
        return SideColumn(weak[0], "name", passed)
    if one_file:
        foreign = list(dict.fromkeys([*foreign, other.name]))
    problem = _no_column(file, place, left, foreign)
    raise file.error(f"{problem.message}{GOLD_ELSEWHERE * (one_file and place == 1)}")


def _no_column(file, place, left, foreign=(), further=()):
    title, other = (SIDE_TITLES[SIDE_NAMES[at]] for at in (place, 1 - place))
    says = [f"{listed(foreign)} {'is' if len(foreign) == 1 else 'are'} {other}"] * bool(foreign)
    if left:
        text = ". ".join([*says, f"Left: {listed(left)}"])
        return which_column(file, [SIDE_NAMES[place], *further], text)
    others = [name for name in file.columns if name not in foreign]
    if others:
        says.append(
            f"the headings of the others ({listed(others)}) don't say labels; if one holds the "
            f"{title}: {SIDE_NAMES[place]}=COLUMN"
        )
    why = ", ".join(says) or "the file has no columns"
    return file.error(f"no column of {title}: {why}")


def _check_shared(files, chosen, known, ids):
    """A column that is read since nothing else is left must share a label with the other side."""
    if ids == "always" or any(file.info.class_names for file in files):
        # Ids of one file go by the names of the other.
        return
    each = list(zip(files, chosen, strict=True))
    weak = [one.chosen == "weak name" and file.n_rows() >= _FEW for file, one in each]
    left = [at for at in (0, 1) if weak[at] or chosen[at].chosen.startswith("only column")]
    labels = [file.labels(one.name) for file, one in each] if left else [set(), set()]
    if labels[0] & labels[1]:
        return
    # Numbers of labels, in a universe that has names: the metric tells.
    known = None if known is None else set(map(str, known))
    told = [known is not None and (x <= known or all(map(is_numeric, x))) for x in labels]
    if left := [at for at in left if labels[at] and not told[at]]:
        place = left[0]
        what = "" if weak[place] else "The only one left, "
        what += f"{chosen[place].name!r}, shares no label with {chosen[1 - place].name!r}"
        sides = [SIDE_NAMES[at] for at in left]
        raise which_column(files[place], sides, f"{what} of {files[1 - place].name}")


def settled(path, how: FileOptions, known, limit=None, *, named=(), long=False) -> FileCells:
    """A file with its header told from data, or refused.

    ``named`` are columns that were asked for, or None: all of them in the first line make it a
    header, in long form (``long``, one label per line) any of them.
    """
    file = FileCells(path, how, limit)
    first, known = file.columns, set(map(str, known or ()))
    if file.info.format not in UNTYPED or how.header is not None:
        return file
    if named and (any if long else all)(name in first for name in named):
        return file
    if long and has_header(first):
        if reason := _may_be_data(file, known):
            raise file.error(
                f"its first line, {short(' '.join(first))}, may name the columns or be data: "
                f"{reason}. Choose: header=True or header=False"
            )
        return file
    if not long and any(map(is_heading, first)):
        _refuse_second_header(file, known)
        return file
    headless = FileCells(path, how._replace(header=False), limit)
    is_data = long or len(set(first)) < len(first)
    for name, cell in zip(headless.columns, first, strict=True) if not is_data else ():
        below = headless.texts(name)[1:]
        seen = cell and (cell in known or cell in below or cell.startswith("["))
        is_data |= bool(seen or is_numeric(cell)) and not {*ZERO_ONE_FORMS[0]}.issuperset(below)
    return headless if is_data else file


def _refuse_second_header(file, known):
    """Refuse a second line that fits no column: types, questions or further names of columns."""
    second, *below = file.first_rows() or [[]]
    if len(below) < _FEW_ROWS or any(cell.startswith("[") for cell in second):
        return
    columns = [list(filter(None, column)) for column in zip(*below, strict=True)]
    closed = [
        cells for cells in columns if all(map(is_numeric, cells)) or len({*cells}) * 2 <= len(cells)
    ]
    names = known.union(*closed)
    says = 0
    for cell, cells in zip(second, columns, strict=True):
        if not cell or cells not in closed:
            continue
        numbers = bool(cells) and all(map(is_numeric, cells))
        if cell in names or (numbers and is_numeric(cell)):
            return
        says += numbers or is_heading(cell)
    if says:
        raise file.error(
            f"its second line, {short(' '.join(second))}, is like no line below: is it data, or "
            "more of the header? Choose: header=True or header=2"
        )


def _may_be_data(file, known) -> str:
    """The reason why the first line of a long form may be data although it has headings, or ""."""
    ids = [name for name in file.columns if is_id_or_text(name)]
    reasons = []
    for name in file.columns:
        if name in ids:
            continue
        if name in known or name in file.texts(name):
            return f"{name!r} is a label too"
        if is_heading(name, 2) or name.casefold() in _LABEL_NAMES:
            continue
        if not ids or any(_looks_alike(one, file.texts(one)) for one in ids):
            reasons.append(f"{name!r} may be a label")
    first = file.columns[0]
    if not ids and _looks_alike(first, file.texts(first)):
        reasons.append(f"{first!r} looks like those below")
    return reasons[0] if reasons else ""


def has_header(columns: Collection[str]) -> bool:
    """True if the first line of a long form holds a word that names columns."""
    words = {word for name in columns for word in name.casefold().replace("_", " ").split()}
    return any(map(is_heading, filter(None, columns))) or bool(words.intersection(_LABEL_NAMES))


def _looks_alike(text: str, texts: Collection[str]) -> bool:
    """True if a text has the shape of one of others: letters and digits in the same places."""

    def shape(text):
        return re.sub(r"[0-9]+", "9", re.sub(r"[^\W\d_]+", "a", text))

    return shape(text) in map(shape, texts)
