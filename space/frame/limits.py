"""Limits of what the page reads and how long it works on it: the command line has none of them."""

import gzip
import os
import zipfile
import zlib

MAX_MEGABYTES = int(os.environ.get("SEMANTIC_F1_MAX_MEGABYTES", "100"))
MAX_ROWS = int(os.environ.get("SEMANTIC_F1_MAX_ROWS", "2000000"))
MAX_COLUMNS = int(os.environ.get("SEMANTIC_F1_MAX_COLUMNS", "20000"))
MAX_SECONDS = int(os.environ.get("SEMANTIC_F1_MAX_SECONDS", "120"))
# Files with more bytes than this are scored in a process of their own, which can be ended.
OWN_PROCESS_BYTES = int(os.environ.get("SEMANTIC_F1_OWN_PROCESS_BYTES", "4000000"))
# Jobs at once, each on one core.
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


def no_interval():
    """Sentence in the place of an interval where there are too many rows for one."""
    return f"No interval above {MOST_RESAMPLED:,} rows; the command line has --ci."


def check_size(name, size, megabytes=MAX_MEGABYTES):
    """Refuse a file of more bytes than are read here."""
    if size > megabytes * 1_000_000:
        raise ValueError(
            f"{name} has {size / 1_000_000:,.1f} MB; up to {megabytes} MB can be read here. "
            + ELSEWHERE
        )


def check_shape(name, rows=None, columns=None):
    """Refuse a table of more rows or columns than are read here."""
    if rows is not None and rows > MAX_ROWS:
        raise ValueError(
            f"{name} has {rows:,} rows; up to {MAX_ROWS:,} can be read here. " + ELSEWHERE
        )
    if columns is not None and columns > MAX_COLUMNS:
        raise ValueError(
            f"{name} has {columns:,} columns; up to {MAX_COLUMNS:,} can be read here. " + ELSEWHERE
        )


def check_table(name, path):
    """Refuse a table that is too large, unread: a Parquet file by its metadata, an archive by what
    it unpacks to.

    Text has at most as many rows as it has line ends.
    """
    with open(path, "rb") as file:
        magic = file.read(4)
    if magic[:2] in (b"\x1f\x8b", b"PK") and _unpacked_size(path) > MAX_MEGABYTES * 1_000_000:
        raise ValueError(
            f"{name} unpacks to more than the {MAX_MEGABYTES} MB that can be read here. "
            + ELSEWHERE
        )
    if magic == b"PAR1":
        import pyarrow.parquet as pq
        from pyarrow.lib import ArrowException

        try:
            metadata = pq.read_metadata(path)
        except (ArrowException, OSError):
            return  # The reader has a better message for a broken file.
        check_shape(name, metadata.num_rows, metadata.num_columns)


def _unpacked_size(path):
    """Bytes in a gzip or ZIP archive, not counted far beyond the limit; 0 for a damaged one."""
    size = 0
    try:
        if zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as archive:
                return sum(entry.file_size for entry in archive.infolist())
        with gzip.open(path) as archive:
            while size <= MAX_MEGABYTES * 1_000_000 and (block := archive.read(1 << 20)):
                size += len(block)
    except (OSError, EOFError, zlib.error, zipfile.BadZipFile):
        return 0  # The reader has a better message.
    return size


def bytes_of(name, content):
    """About how many bytes of text a file of one or two holds, packed ones taken for larger."""
    if not isinstance(content, bytes):
        return sum(bytes_of(name, part) for part in content or () if isinstance(part, bytes))
    packed = content[:4] == b"PAR1" or content[:2] in (b"\x1f\x8b", b"PK")
    return len(content) * (20 if packed else 1)
