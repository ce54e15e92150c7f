"""Rows of two files that belong together: by ids, by columns of the same values, or by line."""

from collections import Counter
from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from ..messages import listed, short
from .account import left_out
from .column_guessing import SIDE_NAMES, guess_id, is_id_or_text, strength, weakness
from .formats import TableError
from .side_choice import WHOLE_NUMBER, YES_OR_NO, FileCells
from .tables import FilePlace

# Of the values of the longer column that another one shares, if rows are joined by both.
_SHARED = 0.9
# Unique values of so many rows are no ids for sure.
_NO_IDS = 2
_YES_NO = {*YES_OR_NO, "True", "False"}


class NothingInCommonError(TableError):
    """Ids of two files that share no value."""


class Joined(NamedTuple):
    """Rows of either side and ids (``names``) of the examples; None: each line is one."""

    rows: tuple[list[list[int]] | None, list[list[int]] | None]
    join: dict | None
    left_out: list[dict]
    names: tuple[str, ...] = ()


def columns_that_join(files, asked) -> tuple[tuple, tuple] | None:
    """The columns of ids in both files, a tuple for each; None if rows are joined by line."""
    if asked.by_line:
        return None
    if asked.id is not None:
        return asked_ids(files, asked.id)
    sides = asked.columns
    named = tuple(guess_id(file.columns) for file in files)
    if None not in named and named[0] not in sides and named[1] not in sides:
        by = tuple((name,) for name in named)
        return (same_values(files, sides) if by_line_numbers(files, by) else None) or by
    found = same_values(files, sides)
    return found or _several_ids(files)


def by_line_numbers(files, by) -> bool:
    """True if rows are joined by columns that number the lines of either file."""
    if any(len(names) != 1 for names in by):
        return False
    # The first rows tell most ids from line numbers without reading all columns.
    return all(
        _are_line_numbers(read(file, name))
        for read in (FileCells.head, FileCells.texts)
        for file, (name,) in zip(files, by, strict=True)
    )


def asked_ids(files, id) -> tuple[tuple, tuple]:
    """Columns of ids that were asked for: "A", "A,B", a list, or "P=G" if the names differ."""
    names = list(id) if not isinstance(id, str) else [id]
    if isinstance(id, str) and not all(id in file.columns for file in files):
        names = [part.strip() for part in id.split(",")]
    by: tuple[list, list] = ([], [])
    for name in names:
        first, equals, second = name.partition("=")
        if not equals or name in files[0].columns:
            first = second = name
        by[0].append(first.strip())
        by[1].append(second.strip())
    return tuple(by[0]), tuple(by[1])


def same_values(files, sides) -> tuple[tuple, tuple] | None:
    """The pair of columns whose values are unique and the same; None if there is none."""
    texts = [_unique_columns(file, side) for file, side in zip(files, sides, strict=True)]
    # The rows of the first file that belong to those of the second, by each pair of columns.
    rows_of = {}
    for first, mine in texts[0].items():
        place = {text: row for row, text in enumerate(mine)}
        for second, others in texts[1].items():
            rows = [place.get(text) for text in others]
            both = len(rows) - rows.count(None)
            if both and (both == len(rows) or both >= _SHARED * max(len(mine), len(rows))):
                rows_of[first, second] = rows
    are_numbers = [{x for x in some if _are_line_numbers(some[x])} for some in texts]
    numbers = [(x, y) for x, y in rows_of if x in are_numbers[0] and y in are_numbers[1]]
    others = [pair for pair in rows_of if pair not in numbers]
    others = [pair for pair in others if pair[0] == pair[1]] or others
    # What is an id or a text goes before what may be labels.
    sure = [(x, y) for x, y in others if files[0].is_text(x) and files[1].is_text(y)]
    pairs = sure or others or numbers
    for pair in pairs[1:]:
        if rows_of[pair] != rows_of[pairs[0]]:
            shown = ["=".join(dict.fromkeys(one)) for one in (pairs[0], pair)]
            raise TableError(
                f"{files[0].name} and {files[1].name}: {shown[0]!r} and {shown[1]!r} hold the same "
                f"values in both, and join other rows. Choose: id={shown[0]!r} or id={shown[1]!r}"
            )
    return ((pairs[0][0],), (pairs[0][1],)) if pairs else None


def _unique_columns(file, side) -> dict[str, list[str]]:
    """Columns that may join rows: unique and filled, and not those of labels."""
    names = [name for name in dict.fromkeys(file.columns) if name != side]
    free = [
        name
        for name in names
        if is_id_or_text(name)
        or not any(strength(name, one) or weakness(name, one) for one in SIDE_NAMES)
    ]
    open_names = [name for name in free if not is_id_or_text(name)]
    if side is None and len(open_names) == 1 and len(free) == len(names):
        # Without it no column of labels would be left.
        free.remove(open_names[0])
    found = {}
    for name in free:
        texts = file.keys(name)
        is_flat = not any(isinstance(cell, (list, dict)) for cell in file.cells(name)[:1])
        if is_flat and texts and all(texts) and len(set(texts)) == len(texts):
            found[name] = texts
    return {name: texts for name, texts in found.items() if not _YES_NO.issuperset(texts)}


def _are_line_numbers(texts: list[str]) -> bool:
    begin = texts[0] if texts else ""
    return begin in ("0", "1") and all(x == str(row) for row, x in enumerate(texts, int(begin)))


def _several_ids(files) -> tuple[tuple, tuple] | None:
    """Refuses ids of several columns, which are proposed; None if there are none."""
    common = [
        name for name in files[0].columns if name and name in files[1].columns and guess_id([name])
    ]
    if len(common) < 2:
        return None
    rows = [list(zip(*map(file.keys, common), strict=True)) for file in files]
    if all(len(set(some)) == len(some) for some in rows) and set(rows[0]) & set(rows[1]):
        what = f"are ids, and join rows together. Choose: id='{','.join(common)}'"
    else:
        what = "may all join the rows. Choose: id=COLUMN, or by_line=True"
    raise TableError(f"{files[0].name} and {files[1].name}: {listed(common)} {what}")


def check_lines(files, columns) -> None:
    """Refuse to join by line if columns that are not read hold the same in another order."""
    texts = [
        {name: file.keys(name) for name in dict.fromkeys(file.columns) if name not in read}
        for file, read in zip(files, columns, strict=True)
    ]
    for first, mine in texts[0].items():
        for second, others in texts[1].items():
            if _YES_NO.issuperset(mine) or mine == others or len(mine) != len(others):
                continue
            sides = [mine, others]
            if all(map(str.isdecimal, chain(mine, others))):
                # 007 may be 7.
                sides = [[text.lstrip("0") for text in side] for side in sides]
            same = Counter(sides[0]) == Counter(sides[1]) and sides[0] != sides[1]
            are_ids = len({*mine}) == len(mine) > _NO_IDS
            known = first == second or files[0].is_text(first) or are_ids
            says = first == second and (guess_id([first]) or files[0].is_text(first))
            if not (same and known) and not (says and set(mine) & set(others)):
                continue
            shown = repr(first) if first == second else f"{first!r} and {second!r}"
            what = "the same values in another order" if same else "some of the same values"
            raise TableError(
                f"{files[0].name} and {files[1].name}: {shown} hold {what}, and join no rows for "
                "sure, since some repeat or are lacking. Choose: id=COLUMN, or by_line=True"
            )


def joined_by_line(places: Sequence[FilePlace], asked: bool) -> Joined:
    """Rows of two files line by line."""
    n, m = (len(place.lines) for place in places)
    if n != m:
        how = "files without a common column of ids are joined line by line"
        raise places[0].error(f"{n:,} rows, and {places[1].file} has {m:,}; {how}")
    join = {"by": "line", "chosen": "option" if asked else "only way", "both": n}
    join |= {"only_predictions": 0, "only_references": 0, "missing": "raise"}
    return Joined((None, None), join, [])


def joined_by_ids(files, places, ids, names, chosen, layout) -> Joined:
    """Rows of two files by their ids, tuples of texts of the columns ``names`` of either file."""
    found, told, missing = [], [], layout.asked.missing
    ids, as_numbers = _as_whole_numbers(ids)
    for file, place, some, may_repeat in zip(files, places, ids, layout.repeats, strict=True):
        rows_by_id: dict[tuple, list[int]] = {}
        for row, name in enumerate(some):
            rows_by_id.setdefault(name, []).append(row)
        if not may_repeat and len(rows_by_id) < len(some):
            repeated = _repeated_rows(file, place, rows_by_id)
            told.append(
                left_out("row", place.file, len(repeated), "repeated in every cell", repeated)
            )
        found.append(rows_by_id)
    first, second = found
    both = [name for name in second if name in first]
    by = ["=".join(dict.fromkeys(pair)) for pair in zip(*names, strict=True)]
    if not both:
        raise NothingInCommonError(_nothing_common(places, ids, by))
    lacking = [name for name in second if name not in first]
    further = [name for name in first if name not in second]
    if missing == "raise":
        _refuse_absent(places[0], lacking, len(second), layout)
        # Of several rows per example an absent id may be an example without labels.
        _refuse_absent(places[1], further if layout.repeats[1] else (), len(first), layout)
    order = [*second, *further] if missing == "empty" else both
    if further and missing != "empty":
        lines = [places[0].lines[first[name][0]] for name in further]
        told.append(left_out("row", places[0].file, len(further), "no gold row", lines))
    if len(by) == 1:
        by = by[0] if names[0] == names[1] else [names[0][0], names[1][0]]
    counts = {"both": len(both), "only_predictions": len(further), "only_references": len(lacking)}
    join = {"by": by, "chosen": chosen, **counts, "missing": missing}
    if as_numbers:
        join["as_numbers"] = True
    rows = tuple([rows.get(name, []) for name in order] for rows in found)
    return Joined(rows, join, told, tuple(map(_shown_id, order)))


def _refuse_absent(place, absent, n, layout):
    if absent:
        empty = 'missing="empty" takes them as examples without labels there, '
        raise place.error(
            f"nothing for {len(absent):,} of {n:,} ids: {listed(map(_shown_id, absent))}; "
            f'{empty if layout.may_be_empty else ""}missing="drop" leaves them out'
        )


def _repeated_rows(file, place, rows_by_id) -> list[int]:
    """The lines of rows that repeat in every cell, which count once; other repeats are refused."""
    names, lines = [name for name in file.columns if file.cells(name)], []
    texts = list(zip(*map(file.texts, names), strict=True))
    for name, rows in rows_by_id.items():
        for row in rows[1:]:
            if texts[row] != texts[rows[0]]:
                what = f"the id {short(_shown_id(name))} stands in {place.line(rows[0])} too"
                raise place.error(what, row)
            lines.append(place.lines[row])
        del rows[1:]
    return lines


def _as_whole_numbers(ids):
    """Ids that differ only as 7 and 7.0 in one spelling, and whether any had to be changed."""
    if set(ids[0]) & set(ids[1]):
        return ids, False
    if not all(len(one) == 1 and WHOLE_NUMBER.fullmatch(one[0]) for some in ids for one in some):
        return ids, False
    changed = [[(one[0].removesuffix(".0"),) for one in some] for some in ids]
    return (changed, True) if set(changed[0]) & set(changed[1]) else (ids, False)


def _nothing_common(places, ids, names) -> str:
    text = f"{places[0].file} and {places[1].file} have no id in common (column {listed(names)})"
    as_numbers = [
        {one[0].lstrip("0").removesuffix(".0") for one in some if len(one) == 1} for some in ids
    ]
    if as_numbers[0] & as_numbers[1]:
        first, second = (short(_shown_id(some[0])) for some in ids)
        text += f"; they differ as numbers are written, such as {first} and {second}"
    return f"{text}; rows of other columns are joined by id=COLUMN, lines by by_line=True"


def _shown_id(name: tuple) -> str:
    return name[0] if len(name) == 1 else f"({', '.join(name)})"
