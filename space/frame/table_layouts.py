"""Files in other forms than two columns of one table: a second file, indicator columns, long form.

What a page offers, what it takes a file to be at first, and what the reader receives.
"""

import re
from typing import NamedTuple

from semantic_f1.files.column_guessing import (
    SIDE_NAMES,
    guess_columns,
    guess_id,
    is_id_or_text,
    strength,
    strongest,
    weakness,
)
from semantic_f1.files.formats import FileOptions
from semantic_f1.files.side_choice import has_header

from .tables import number_of

COLUMNS, INDICATORS, LONG = "columns", "indicators", "long"
LAYOUTS = {
    COLUMNS: "a row per example, labels in one cell",
    INDICATORS: "a row per example, a column per label (0 or 1)",
    LONG: "a row per label: id, label",
}
MISSING = {
    "raise": "Stop and list them",
    "empty": "Count them as having no labels there",
    "drop": "Leave them out",
}
WHOLE_NUMBERS = {
    "auto": "Names where the similarity has them, else ids",
    "never": "Names",
    "always": "Ids: places in the list of labels, from 0",
}
# Options of reading a file: what a field is called, and its choices; "" leaves it to the file.
FILE_OPTIONS = {
    "quotes": ("Quotation marks", {"csv": "enclose cells", "none": "are plain characters"}),
    "header": (
        "The first line",
        {"yes": "names the columns", "no": "is a row of data", "2": "and the second are headings"},
    ),
    "merged": ("Merged cells of a sheet", {"spread": "each has the value"}),
    "blank": ("An empty gold cell", {"no_label": "no label", "not_asked": "the row is left out"}),
}
HEADERS = {"yes": True, "no": False, "2": 2}
# Those of all pages: how a file is looked at before its columns are known.
LOOKS = ("quotes", "header", "merged")
# What a form or a reading holds beside columns and separator, and what is meant without it.
DEFAULTS = {
    **{"layout": COLUMNS, "id": "", "missing": "raise", "ids": "auto", "cutoff": ""},
    **dict.fromkeys(FILE_OPTIONS, ""),
    "replies": False,
}
OFFERED = {"layout": LAYOUTS, "missing": MISSING, "ids": WHOLE_NUMBERS} | {
    key: {"": "", **choices} for key, (_, choices) in FILE_OPTIONS.items()
}
_ZERO_ONE = {"0", "1", "0.0", "1.0", "false", "true"}


class TwoFiles(NamedTuple):
    """Bytes of a file of predictions, and name and bytes of the file of its gold labels."""

    predictions: bytes
    gold_name: str
    gold: bytes


def is_plain(reading):
    """True where labels lie in two columns of one table."""
    return reading.get("layout", COLUMNS) == COLUMNS and not reading.get("gold")


def reader_arguments(path, reading):
    """The arguments of ``read_table`` that a reading asks for, but the path and the separator."""
    layout = reading.get("layout", COLUMNS)
    given = {
        "gold": path.parent / "gold" / reading["gold"] if reading.get("gold") else None,
        "indicators": layout == INDICATORS,
        "long": layout == LONG,
        **{key: reading.get(key) or DEFAULTS[key] for key in ("missing", "ids", "replies")},
        **{key: reading.get(key) or None for key in ("predictions", "references", "id", "blank")},
        **file_options(reading)._asdict(),
    }
    if reading.get("cutoff") not in (None, ""):
        given["threshold"] = number_of(reading["cutoff"])
    return given


def file_options(reading):
    """Options of reading the files, as the reader takes them."""
    how = {key: reading.get(key) or None for key in ("quotes", "merged")}
    return FileOptions(header=HEADERS.get(reading.get("header")), **how)


def indicator_columns(seen):
    """The columns that hold 0 and 1 alone in the rows that were looked at."""
    return [
        name
        for name, cells in seen.cells.items()
        if not is_id_or_text(name) and {cell.strip().lower() for cell in cells} <= _ZERO_ONE
    ]


def first_layout(seen, gold=None):
    """Layout and columns that files are taken to have; "" for a column if nothing tells."""
    if gold is None:
        layout = {"layout": COLUMNS, "predictions": seen.predictions, "references": seen.references}
        if not (seen.predictions and seen.references) and len(indicator_columns(seen)) > 1:
            layout["layout"] = INDICATORS
            candidates = guess_columns(list(seen.cells)).candidates
            for side, names in zip(("predictions", "references"), candidates, strict=True):
                # What the names begin with, up to a separator, as "pred_*".
                found = filter(None, (re.match(r"[^_.: -]*[_.: -]", name) for name in names))
                starts = {match[0] for match in found}
                layout[side] = f"{starts.pop()}*" if len(starts) == 1 else ""
        return {key: value or "" for key, value in layout.items()}
    if _is_long(seen) or _is_long(gold):
        return {"layout": LONG, "predictions": "", "references": ""}
    if not seen.predictions and len(indicator_columns(seen)) > 1:
        return {"layout": INDICATORS, "predictions": "", "references": ""}
    return {
        "layout": COLUMNS,
        "predictions": only_column(seen, 0) or "",
        "references": only_column(gold, 1) or "",
    }


def only_column(seen, side):
    """The column of labels in a file of one side (0: predictions); never one of the other side."""
    own, other = SIDE_NAMES[side], SIDE_NAMES[1 - side]
    found = strongest(seen.cells, own)
    left = [name for name in seen.cells if not is_id_or_text(name) and not strength(name, other)]
    if not found:
        found = left if len(left) == 1 else strongest(left, own, weakness)
    return found[0] if len(found) == 1 else None


def joined_by(seen, gold, form):
    """Choices of what joins two files: "" what their headings say, then the common columns."""
    ids = [guess_id(list(file.cells)) for file in (seen, gold)]
    if form["layout"] == LONG:
        first = "the first column, or what the heading says"
    elif all(ids):
        first = f"their ids: {' and '.join(dict.fromkeys(ids))}"
    else:
        first = "columns of equal values, else line by line"
    labels = {form["predictions"], form["references"]}
    if form["layout"] == INDICATORS:
        labels = set(indicator_columns(seen))
    common = [name for name in seen.cells if name in gold.cells and name not in labels]
    return [("", first), *((name, name) for name in common)]


def _is_long(seen):
    """True where ids come again, or two columns have no heading."""
    name = guess_id(list(seen.cells))
    if name is None:
        return len(seen.cells) == 2 and not has_header(list(seen.cells))
    cells = seen.cells[name]
    return len(set(cells)) < len(cells)
