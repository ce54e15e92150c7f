"""A part is its content: its SHA-256, and that it stayed the same while it was read."""

import os
from contextlib import contextmanager
from typing import NamedTuple

from ..files.account import sha256_of


class Counted(NamedTuple):
    """A part that is counted: its place, its size and time there, its content and its rows.

    ``unasked``: rows that were left out, since they have no gold label.
    """

    path: str
    bytes: int
    modified_ns: int
    sha256: str
    rows: int
    unasked: int = 0


def marks_of(file):
    """Size, time of modification, device and inode of a path or an open file; None for none."""
    try:
        status = os.stat(file)
    except FileNotFoundError:
        return None
    return status.st_size, status.st_mtime_ns, status.st_dev, status.st_ino


@contextmanager
def unchanged(path, name):
    """Size, time and SHA-256 of a file, which must be the same file with both at the end."""
    with open(path, "rb", buffering=0) as file:
        before = marks_of(file.fileno())
        digest = sha256_of(file)
        try:
            yield before[0], before[1], digest
        finally:
            # A row that is half written is an effect of this.
            if not marks_of(file.fileno()) == before == marks_of(path):
                raise ValueError(f"{name} changed while it was read; run again when it is finished")
