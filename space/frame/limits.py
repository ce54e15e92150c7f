"""Limits of what the page reads and how long it works on it: the command line has none of them."""

import gzip
import math
import os
import zipfile
import zlib

MAX_MEGABYTES = int(os.environ.get("SEMANTIC_F1_MAX_MEGABYTES", "100"))
MAX_ROWS = int(os.environ.get("SEMANTIC_F1_MAX_ROWS", "2000000"))
MAX_COLUMNS = int(os.environ.get("SEMANTIC_F1_MAX_COLUMNS", "20000"))
MAX_SECONDS = int(os.environ.get("SEMANTIC_F1_MAX_SECONDS", "120"))
LOOK_SECONDS = 30
# Values in the leaf columns of a Parquet file: 2,000,000 rows with 5 labels on both sides fit in.
MAX_VALUES = int(os.environ.get("SEMANTIC_F1_MAX_VALUES", "20000000"))
MAX_ENTRIES = 2_000
PACKED = math.inf
# Files with more bytes than this, and all that are packed, are read in a process of their own,
# which can be ended, and which has so much memory beside what its imports take.
OWN_PROCESS_BYTES = int(os.environ.get("SEMANTIC_F1_OWN_PROCESS_BYTES", "4000000"))
JOB_MEMORY = int(os.environ.get("SEMANTIC_F1_JOB_MEGABYTES", "1536")) << 20
# Jobs of visitors at once, each on one core.
JOBS = 2
# Rows with bootstrap intervals and with a best constant answer.
MOST_RESAMPLED = 50_000
MOST_FOR_CONSTANT = 100_000
# A similarity of a visitor's: its file, its labels, and how many are drawn as a table of cells.
SIMILARITY_MEGABYTES = 20
MOST_OWN_LABELS = 2_000
MOST_HEAT = 60
# Labels of one example.
MOST_LABELS = 200
KEPT_SECONDS = 1800
STATED = (
    f"up to {MAX_MEGABYTES} MB, {MAX_ROWS:,} rows, {MAX_COLUMNS:,} columns and "
    f"{MAX_SECONDS} seconds of work"
)
ELSEWHERE = "The command line has no limit: semantic-f1."
TOO_MUCH_MEMORY = (
    f"This needs more memory than the {JOB_MEMORY / (1 << 30):.2g} GB that a job has here. "
    + ELSEWHERE
)


def no_interval():
    """Sentence in the place of an interval if there are too many rows for one."""
    return f"No interval above {MOST_RESAMPLED:,} rows; the command line has --ci."


def check_size(name, size, megabytes=MAX_MEGABYTES):
    """Refuse a file of more bytes than are read here."""
    if size > megabytes * 1_000_000:
        shown = f"{name} has {size / 1_000_000:,.1f} MB"
        raise ValueError(f"{shown}; up to {megabytes} MB can be read here. {ELSEWHERE}")


def _check_most(has, count, things, most):
    if count is not None and count > most:
        raise ValueError(f"{has} {count:,} {things}; up to {most:,} can be read here. {ELSEWHERE}")


def check_shape(name, rows=None, columns=None):
    """Refuse a table of more rows or columns than are read here."""
    _check_most(f"{name} has", rows, "rows", MAX_ROWS)
    _check_most(f"{name} has", columns, "columns", MAX_COLUMNS)


def check_labels(has, count, things="labels"):
    """Refuse more labels than a visitor's similarity may have; ``has``: as "the file holds"."""
    _check_most(has, count, things, MOST_OWN_LABELS)


def check_table(name, path):
    """Refuse a table that is too large, unread: by metadata, or by what an archive unpacks to."""
    with open(path, "rb") as file:
        magic = file.read(4)
    packed = is_packed(magic) and magic != b"PAR1"
    if packed and _unpacked_size(name, path) > MAX_MEGABYTES * 1_000_000:
        raise ValueError(
            f"{name} unpacks to more than the {MAX_MEGABYTES} MB that can be read here. {ELSEWHERE}"
        )
    if magic == b"PAR1":
        import pyarrow.parquet as pq
        from pyarrow.lib import ArrowException

        try:
            metadata = pq.read_metadata(path)
        except (ArrowException, OSError):
            return  # The reader has a better message for a broken file.
        check_shape(name, metadata.num_rows, metadata.num_columns)
        groups = (metadata.row_group(i) for i in range(metadata.num_row_groups))
        values = sum(
            group.column(i).num_values for group in groups for i in range(group.num_columns)
        )
        _check_most(f"{name} holds", values, "values", MAX_VALUES)


def _unpacked_size(name, path):
    """Bytes in a gzip or ZIP archive, not counted far beyond the limit; 0 for a damaged one."""
    size = 0
    try:
        if zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as archive:
                entries = archive.infolist()
                _check_most(f"{name} holds", len(entries), "files", MAX_ENTRIES)
                return sum(entry.file_size for entry in entries)
        with gzip.open(path) as archive:
            while size <= MAX_MEGABYTES * 1_000_000 and (block := archive.read(1 << 20)):
                size += len(block)
    except (OSError, EOFError, zlib.error, zipfile.BadZipFile):
        return 0  # The reader has a better message.
    return size


def is_packed(content):
    """True for bytes that unpack to others: Parquet, gzip, ZIP and thus .xlsx."""
    return content[:4] == b"PAR1" or content[:2] in (b"\x1f\x8b", b"PK")


def size_of(*contents):
    """Bytes to be read, infinitely many if any is packed; a file may be a tuple of several."""
    size = 0
    for content in contents:
        if isinstance(content, bytes):
            size += PACKED if is_packed(content) else len(content)
        elif isinstance(content, tuple):
            size += size_of(*content)
    return size
