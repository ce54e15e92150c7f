"""Files as label sets: where a file is while it is read, and what is read from it."""

import io
import os
import tempfile
from pathlib import Path

from semantic_f1.files.reading import read_table
from semantic_f1.files.tables import read_groups

from . import limits
from .table_layouts import TwoFiles, reader_arguments
from .tables import EXAMPLES, SHOWN_ROWS, names_in, preview, separator_argument

BUNDLED = EXAMPLES / "goemotions_test.csv"
BUNDLED_READING = {"predictions": "predictions", "references": "references", "separator": "json"}


def not_scored(error, read):
    """The metric's error as one that names the line and the column of the file."""
    return ValueError(read.place_of(error))


def on_disk(name, content, use):
    """Result of ``use`` for the path of a file, of two that of the predictions, there meanwhile."""
    with tempfile.TemporaryDirectory(dir=os.environ.get("GRADIO_TEMP_DIR")) as folder:
        path = Path(folder) / (Path(name).name or "file")
        files = [(path, content)]
        if isinstance(content, TwoFiles):
            other = Path(folder) / "gold" / content.gold_name
            other.parent.mkdir()
            files = [(path, content.predictions), (other, content.gold)]
        for file, written in files:
            file.write_bytes(written)
            limits.check_table(file.name, file)
        return use(path)


def with_file(name, content, use, example=BUNDLED):
    """Result of ``use`` for the path of a visitor's file, or of an example without one."""
    return use(example) if content is None else on_disk(name, content, use)


def preview_content(name, content, how=None):
    """A FilePreview of a file in memory, and about how many rows it has, or None."""
    seen = with_file(name, content, lambda path: preview(path, how))
    limits.check_shape(name, columns=len(seen.info.columns))
    return seen, rows_of(seen, content)


def rows_of(seen, content):
    """About how many rows there are, without reading them; None where that can't be told."""
    if content[:4] == b"PAR1":
        import pyarrow.parquet as pq

        return pq.read_metadata(io.BytesIO(content)).num_rows
    if seen.unit != "line" or content[:2] == b"\x1f\x8b":
        return None
    lines = content.count(b"\n") + (not content.endswith(b"\n"))
    return max(lines - (seen.info.format != "jsonl"), 1)


def read_sets(path, reading, **more):
    """Predicted and gold sets of a file; ``known`` names decide whether whole numbers are ids."""
    path, separator = Path(path), separator_argument(reading["separator"])
    how = {**reader_arguments(path, reading), "separator": separator, **more}
    return read_limited("default", path, **how)


def read_limited(config, path, limit=None, **how):
    """The table of a file for a config of the metric, up to the page's limit of rows."""
    read = read_table(config, path, limit=limit or limits.MAX_ROWS + 1, **how)
    limits.check_shape(Path(path).name, len(read))
    return read


def account_of(read):
    """The account of what was read as a dict, without the place of a visitor's file."""
    content = read.account.to_dict()
    for part in content["parts"]:
        # Not "path": a client of Gradio takes a dict with that key for a file to download.
        part["file"] = Path(part.pop("path")).name
        del part["modified_ns"]
    return content


def groups_of(path, column, table):
    """The group of each example of a table, by a column of its file; None without a column."""
    if not column:
        return None
    groups = read_groups(path, column, how=table.how, lines=table.lines)
    if len(groups) != len(table):
        raise ValueError(
            f"Column {column!r} has {len(groups):,} rows, and {len(table):,} are scored: rows can "
            "be taken together only where both columns of labels stand next to it."
        )
    return groups


def first_rows(content, name, reading):
    """Contents of a small file before it is scored, or a text on why it can't be read so."""
    result = {"examples": 0, "rows": [], "names": names_in([]), "notes": [], "error": ""}
    try:
        read = with_file(name, content, lambda path: read_sets(path, reading))
    except ValueError as error:
        return {**result, "error": str(error)}
    sides = (read.predictions, read.references)
    rows = list(zip(*(side[:SHOWN_ROWS] for side in sides), strict=True))
    names = names_in([map(str, members) for side in sides for members in side])
    return {**result, "examples": len(read), "rows": rows, "names": names, "notes": read.notes}
