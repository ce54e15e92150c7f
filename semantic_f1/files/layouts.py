"""Predictions and gold labels in other forms than two columns of one table.

- two files, joined by an id column or line by line;
- indicator columns: a column a label, which the header names, holding 0 and 1;
- long form: one (id, label) a line, with a header or without.

Every form becomes a `LabelTable` and is read by the rules of :mod:`cells`.
"""

import os
from array import array
from collections.abc import Callable, Collection
from typing import Any, NamedTuple

from ..messages import listed, short
from .cells import CellError, SetColumn, check_ids, integer_meaning
from .column_guessing import SIDE_NAMES, guess_columns, guess_id, is_id_or_text
from .columns import LabelTable, columns_of, fill_columns, read_columns, sniff
from .formats import TableError, TableInfo, unsure_columns

MISSING_IDS = ("raise", "empty", "drop")
# Names of the second column of a long form, beside those that name a side.
_LABEL_NAMES = ("code", "label", "tag", "class", "category", "annotation", "concept", "cui", "uri")
_ZERO_ONE = {"0": False, "1": True, "0.0": False, "1.0": True, "false": False, "true": True}


class FilePlace(NamedTuple):
    """Place of the rows of one side: its file, what its lines count, and the line of each."""

    file: str
    unit: str
    lines: array


class Part(NamedTuple):
    """One side as it was read: a column of label sets, one a line of the file.

    ``ids`` names the example of each line; None where lines have no ids.
    """

    column: Any
    ids: list[str] | None
    info: TableInfo
    place: FilePlace
    notes: tuple[str, ...] = ()


def read_labels(
    path: str | os.PathLike,
    gold: str | os.PathLike | None = None,
    *,
    predictions: str | None = None,
    references: str | None = None,
    id: str | None = None,
    separator: str | None = None,
    indicators: bool | Collection[str] = False,
    long: bool = False,
    header: bool | None = None,
    missing: str = "raise",
    format: str | None = None,
    ids: str = "auto",
    known: Collection[str] | None = None,
    limit: int | None = None,
    progress: Callable[[float], object] | None = None,
) -> LabelTable:
    """Read predicted and gold label sets from one file or two, in any form.

    Returns a LabelTable, whose ``notes`` say how files were joined and what was left out.
    """
    if missing not in MISSING_IDS:
        raise TableError(f"missing must be one of {', '.join(MISSING_IDS)}, got {missing!r}")
    check_ids(ids)
    reading = {"format": format, "limit": limit}
    if gold is None and not indicators and not long:
        return read_columns(
            path,
            predictions=predictions,
            references=references,
            separator=separator,
            ids=ids,
            known=known,
            progress=progress,
            **reading,
        )
    if long and (gold is None or indicators):
        what = "indicators" if indicators else "one file; give the gold labels a file of their own"
        raise TableError(f"long form does not go with {what}")
    if gold is None:
        parts = _both_of_one_file(path, predictions, references, indicators, known, reading)
        return _table_of_parts(parts, [None, None], ids, known, ())
    read = {"separator": separator, "indicators": indicators, "long": long, "header": header}
    parts = [
        _read_part(file, side, column, id, known, **read, **reading)
        for file, side, column in zip(
            (path, gold), SIDE_NAMES, (predictions, references), strict=True
        )
    ]
    if indicators:
        _check_same_labels(parts)
    if progress:
        progress(1.0)
    rows, notes = _joined_parts(parts, long, missing)
    return _table_of_parts(parts, rows, ids, known, notes)


def read_system_columns(
    path: str | os.PathLike,
    systems: Collection[str],
    *,
    references: str | None = None,
    separator: str | None = None,
    ids: str = "auto",
    known: Collection[str] | None = None,
    **reading: Any,
) -> dict[str, LabelTable]:
    """Read several systems' predictions out of one file, a column each.

    Returns a dict of column -> LabelTable, with the same references in all.
    """
    check_ids(ids)
    systems = list(systems)
    named = columns_of(path, systems[0], references, format=reading.get("format"))[1]
    columns = [SetColumn(name, separator) for name in (*systems, named)]
    read = fill_columns(path, columns, **reading)

    def table_of(place):
        def decide(known):
            numbers = integer_meaning(columns, ids, known, read[0])
            label_sets = (columns[place].label_sets(numbers), columns[-1].label_sets(numbers))
            return LabelTable(*label_sets, *read, decide)

        return decide(known)

    return {name: table_of(place) for place, name in enumerate(systems)}


class _IdColumn:
    """Names of examples, as text."""

    def __init__(self, name: str):
        self.name = name
        self.cells: list[str] = []

    def append(self, cell) -> None:
        if type(cell) is float and cell.is_integer():
            # Gaps make floats of whole numbers.
            cell = int(cell)
        text = cell.strip() if type(cell) is str else "" if cell is None else str(cell)
        if not text:
            raise CellError(f"column {self.name!r}: an empty id")
        self.cells.append(text)


class _IndicatorColumn:
    """Cells of a column that may be a label's: it is one if its first filled cell is 0 or 1."""

    def __init__(self, name: str, label: str, needed: bool):
        self.name, self.label, self.needed = name, label, needed
        self.kept: bool | None = None
        self.has_blank = False
        self.cells = bytearray()

    def append(self, cell) -> None:
        if self.kept is False:
            return
        text = "" if cell is None else str(cell).strip()
        value = _ZERO_ONE.get(text.lower())
        if value is None and self.kept is None and not self.needed:
            # A blank cell doesn't tell yet.
            self.has_blank = not text
            self.kept = None if self.has_blank else False
            return
        if self.has_blank:
            raise CellError(f"column {self.name!r}: a cell above is blank, neither 0 nor 1")
        if value is None:
            raise CellError(
                f"column {self.name!r}: {short(cell)} is neither 0 nor 1; name the columns of "
                "labels in indicators=[...] if this is none"
            )
        self.kept = True
        self.cells.append(value)


class _IndicatorSets:
    """Label sets out of indicator columns, in the way of a `SetColumn`."""

    def __init__(self, columns: list[_IndicatorColumn]):
        self.columns = columns
        self.name = "the columns of labels"

    def label_sets(self, numbers: str | None) -> list[tuple]:
        kept = [column for column in self.columns if column.kept]
        cells = zip(*(column.cells for column in kept), strict=True)
        names = [column.label for column in kept]
        return [
            tuple(name for name, is_one in zip(names, row, strict=True) if is_one) for row in cells
        ]

    def numbers(self) -> set[str]:
        return set()

    def looks_like_ids(self) -> bool:
        return True


def _read_part(path, side, column, id, known, *, separator, indicators, long, header, **reading):
    """One side out of a file of its own."""
    info = sniff(path, format=reading["format"])
    notes: tuple[str, ...] = ()
    if long:
        headed = has_header(info.columns, id, column) if header is None else header
        if not headed:
            info = sniff(path, format=reading["format"], header=False)
            notes = (f"{_file_name(path)}: read without a header",)
        reading["header"] = headed
    id_name = id if id is not None else _id_name(path, info.columns, long, reading)
    ids = None if id_name is None else _IdColumn(id_name)
    if indicators:
        names = [name for name in info.columns if name != id_name and not is_id_or_text(name)]
        columns = _indicator_columns(path, names, indicators, known)
        sets = _IndicatorSets(columns)
    else:
        name = column or _label_name(
            path, info.columns, side, id_name, None if long else known or ()
        )
        sets = SetColumn(name, separator)
        columns = [sets]
    filled = fill_columns(path, [*([ids] if ids else []), *columns], **reading)
    if indicators:
        left = [indicator.name for indicator in columns if not indicator.kept]
        if left:
            notes += (f"{_file_name(path)}: no columns of labels: {listed(left)}",)
        if len(left) == len(columns):
            raise TableError(f"{_file_name(path)}: no column holds 0 and 1 alone")
    place = FilePlace(_file_name(path), filled[2], filled[1])
    return Part(sets, ids and ids.cells, filled[0], place, notes)


def _both_of_one_file(path, predictions, references, indicators, known, reading):
    """Both sides of one file as indicator columns with different beginnings."""
    info = sniff(path, format=reading["format"])
    parts, filled = [], []
    for side, pattern in zip(SIDE_NAMES, (predictions, references), strict=True):
        if not (pattern or "").endswith("*"):
            raise TableError(
                f"{_file_name(path)}: indicator columns of both sides in one file need their "
                f"beginnings, such as {side}='{side[:4]}_*'; or give the gold labels a file of "
                "their own"
            )
        begins = pattern[:-1]
        names = [name for name in info.columns if name.startswith(begins)]
        columns = _indicator_columns(path, names, indicators, known, len(begins))
        if not columns:
            raise TableError(f"{_file_name(path)}: no column's name begins with {begins!r}")
        parts.append(_IndicatorSets(columns))
        filled += columns
    read = fill_columns(path, filled, **reading)
    place = FilePlace(_file_name(path), read[2], read[1])
    both = [Part(part, None, read[0], place) for part in parts]
    _check_same_labels(both)
    return both


def _indicator_columns(path, names, indicators, known, cut=0):
    if indicators is True:
        known = set(known or ())
        return [_IndicatorColumn(name, name[cut:], name[cut:] in known) for name in names]
    wanted = list(indicators)
    column_of = {name[cut:]: name for name in names}
    lacking = [name for name in wanted if name not in column_of]
    if lacking:
        raise TableError(f"{_file_name(path)}: has no column for the labels {listed(lacking)}")
    return [_IndicatorColumn(column_of[name], name, True) for name in wanted]


def _check_same_labels(parts):
    """A label that one file has no column for would be never predicted, or never gold."""
    first, second = (
        [column.label for column in part.column.columns if column.kept or column.kept is None]
        for part in parts
    )
    odd = [name for name in {**dict.fromkeys(first), **dict.fromkeys(second)} if name not in first]
    file, other = parts[0].place.file, parts[1].place.file
    if not odd:
        odd = [name for name in first if name not in second]
        file, other = other, file
    if odd:
        raise TableError(
            f"{file}: has no column of labels {listed(odd)}, which {other} has; both sides need "
            "the same"
        )


def has_header(columns, id=None, column=None) -> bool:
    """True where the first line of a long form names columns, by its words."""
    if {id, column} & set(columns):
        return True
    guess = guess_columns(columns)
    words = {word for name in columns for word in name.casefold().replace("_", " ").split()}
    return bool(guess_id(columns) or any(guess.candidates) or words.intersection(_LABEL_NAMES))


def _id_name(path, columns, long, reading):
    name = guess_id(columns)
    if name is None and long:
        if len(columns) != 2:
            raise TableError(
                f"{_file_name(path)}: name the columns of ids and labels; columns found: "
                f"{listed(columns)}"
            )
        return columns[0]
    return name


def _label_name(path, columns, side, id_name, known):
    """The column of labels in a file of one side.

    ``known`` are labels, which name no column; None for long form, which may have no header.
    """
    guess = guess_columns(columns)
    place = SIDE_NAMES.index(side)
    others = [name for name in columns if name != id_name and not is_id_or_text(name)]
    label = guess[place] or guess[1 - place] or (others[0] if len(others) == 1 else None)
    if label is None:
        raise unsure_columns(_file_name(path), columns, side, guess.candidates[place])
    is_value = known is not None and (label in known or label.isdigit() or label[:1] in "[{")
    if is_value and guess[0] is None and guess[1] is None:
        raise TableError(
            f"{_file_name(path)}: its first line, {short(label)}, is no header but labels; give "
            f"the column a name in a line of its own, such as {side}"
        )
    return label


def _joined_parts(parts, long, missing):
    """For each example the lines of either side, and what is to be said of it."""
    notes = tuple(note for part in parts for note in part.notes)
    predicted, gold = parts
    if predicted.ids is None or gold.ids is None:
        n, m = (len(part.place.lines) for part in parts)
        if n != m:
            raise TableError(
                f"{predicted.place.file}: {n:,} rows where {gold.place.file} has {m:,}; files "
                "without a common column of ids are joined line by line"
            )
        return [None, None], (*notes, "the files were joined line by line")
    lines = []
    for part in parts:
        rows_by_id: dict[str, list[int]] = {}
        for index, name in enumerate(part.ids):
            rows_by_id.setdefault(name, []).append(index)
            if len(rows_by_id[name]) > 1 and not long:
                place = part.place
                first, again = (place.lines[i] for i in rows_by_id[name])
                raise TableError(
                    f"{place.file}: {place.unit} {again}: the id {short(name)} stands in "
                    f"{place.unit} {first} too"
                )
        lines.append(rows_by_id)
    order = list(lines[1])
    for part, rows_by_id, other in ((predicted, lines[0], lines[1]), (gold, lines[1], lines[0])):
        absent = [name for name in other if name not in rows_by_id]
        if not absent:
            continue
        if missing == "raise":
            raise TableError(
                f"{part.place.file}: nothing for {len(absent):,} of {len(other):,} ids: "
                f'{listed(absent)}; missing="empty" takes them as examples without labels there, '
                'missing="drop" leaves them out'
            )
        done = "count as having no labels there" if missing == "empty" else "were left out"
        notes += (f"{part.place.file}: {len(absent):,} ids that it lacks {done}",)
    if missing == "empty":
        order += [name for name in lines[0] if name not in lines[1]]
    else:
        order = [name for name in order if name in lines[0]]
    if not order:
        raise TableError(f"{predicted.place.file} and {gold.place.file} have no id in common")
    return [[rows_by_id.get(name, []) for name in order] for rows_by_id in lines], notes


def _table_of_parts(parts, rows, ids, known, notes):
    """The table of both sides; ``rows`` are the lines of each example, or None for one each."""
    places = []
    for part, lines_of in zip(parts, rows, strict=True):
        lines = part.place.lines
        if lines_of is not None:
            lines = array("q", [lines[indices[0]] if indices else 0 for indices in lines_of])
        places.append(part.place._replace(lines=lines))
    infos = [part.info for part in parts]

    def decide(known):
        numbers = integer_meaning([part.column for part in parts], ids, known, *infos)
        label_sets = []
        for part, lines_of in zip(parts, rows, strict=True):
            sets = part.column.label_sets(numbers)
            if lines_of is not None:
                sets = [
                    tuple(member for i in indices for member in sets[i]) for indices in lines_of
                ]
            label_sets.append(sets)
        info, place = parts[0].info, places[0]
        return LabelTable(
            *label_sets, info, place.lines, place.unit, decide, tuple(places), tuple(notes)
        )

    return decide(known)


def _file_name(path) -> str:
    return repr(os.path.basename(path))[1:-1]
