"""Files of a visitor's: what they are, how they are read, their cells as is."""

import json
import math
from collections import Counter
from contextlib import suppress
from itertools import chain, islice
from pathlib import Path
from typing import NamedTuple

from semantic_f1.files.column_guessing import guess_columns, guess_separator, holds_labels
from semantic_f1.files.formats import opened
from semantic_f1.files.tables import sniff

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
LOOKED_AT = 400
SHOWN_ROWS = 3
MOST_COLUMNS_LOOKED_AT = 200
JSON_LISTS, ONE_LABEL, SCORE_LISTS = "json", "one", "scores"
# How a cell is read, as a page says it.
SEPARATORS = {
    JSON_LISTS: "JSON lists",
    ";": "semicolons: a; b",
    ",": "commas: a, b",
    "|": "bars: a|b",
    "/": "slashes: a/b",
    ONE_LABEL: "one label per cell",
}


class FilePreview(NamedTuple):
    """Preview of a file, without reading all of it."""

    # A TableInfo.
    info: object
    # "line" or "row".
    unit: str
    # The first cells, as text, of each column that was looked at.
    cells: dict
    # Columns whose cells look like labels, and those whose cells are lists of numbers.
    label_columns: tuple
    score_columns: tuple
    # The columns that their names speak for.
    predictions: str | None
    references: str | None
    separator: str


def cell_text(cell):
    """A cell as text, whatever the file made of it."""
    if cell is None:
        return ""
    return cell if isinstance(cell, str) else json.dumps(cell, ensure_ascii=False, default=str)


def number_of(cell):
    """The finite number that a cell or a field is, perhaps with a comma; None if it is none."""
    with suppress(ValueError):
        value = float(str(cell).replace(",", "."))
        return value if math.isfinite(value) else None
    return None


def cells_of(path, columns=None, limit=None, how=None):
    """Cells as is: the columns' names, the unit, and (line, cells) row by row."""
    with opened(path, how) as source:
        info, rows = source.read(("predictions", "references"))
        names = list(dict.fromkeys(info.columns if columns is None else columns))
        where = [info.columns.index(name) for name in names]
        yield info, source.unit, names
        for line, cells in islice(rows(*where), limit):
            yield line, list(cells)


def preview(path, how=None):
    """A FilePreview of the first rows of a file."""
    info = sniff(path, how)
    columns = list(dict.fromkeys(info.columns))[:MOST_COLUMNS_LOOKED_AT]
    read = cells_of(path, columns, LOOKED_AT, how)
    info, unit, names = next(read)
    cells = {name: [] for name in names}
    for _, row in read:
        for name, cell in zip(names, row, strict=True):
            cells[name].append(cell_text(cell))
    if not any(cells.values()):
        raise ValueError(f"{Path(path).name}: has a header but no rows")
    scores = tuple(name for name in names if _are_scores(cells[name]))
    separators = {name: guess_separator(cells[name]) for name in names}
    labels = tuple(
        name for name in names if name not in scores and holds_labels(cells[name], separators[name])
    )
    sides = guess_columns(names)[:2]
    separator = separator_of(cells, sides, labels)
    return FilePreview(info, unit, cells, labels, scores, *sides, separator)


def separator_of(cells, columns, label_columns):
    """Form of the columns' cells, as a key of ``SEPARATORS``."""
    asked = [name for name in columns if name in cells] or list(label_columns)
    asked = asked or [name for name in cells if _are_lists(cells[name])]
    texts = [cell for name in asked for cell in cells[name] if cell.strip()]
    if _are_lists(texts):
        return JSON_LISTS
    guessed = (guess_separator(some) for some in (*(cells[name] for name in asked), texts))
    return next(filter(None, guessed), ONE_LABEL)


def _are_lists(cells):
    """True where most cells are written as lists."""
    filled = [cell for cell in cells if cell.strip()]
    return bool(filled) and sum(cell.strip().startswith("[") for cell in filled) * 2 > len(filled)


def _are_scores(cells):
    """True where most cells are JSON lists of several numbers, not all of them whole."""
    try:
        values = [json.loads(cell) for cell in filter(str.strip, cells[:50])]
    except (ValueError, RecursionError):
        return False
    kinds = {type(item) for value in values if isinstance(value, list) for item in value}
    lists = all(isinstance(value, list) and len(value) > 1 for value in values)
    return lists and float in kinds and kinds <= {int, float}


def separator_argument(separator):
    """The reader's argument for a key of ``SEPARATORS``."""
    return None if separator in (JSON_LISTS, ONE_LABEL) else separator


def names_in(label_sets):
    """Count of each name in label sets."""
    return Counter(name for name in chain.from_iterable(label_sets) if isinstance(name, str))
