"""Uploads of visitors: on disk for a moment, in memory for a while, then gone.

Gradio writes an upload into a folder that is named by the hash of its content, so that two visitors
who send the same file have one path between them.
"""

import atexit
import functools
import os
import shutil
import tempfile
import threading
import time
import weakref
from contextlib import suppress
from pathlib import Path

from . import limits

# How long a content is at hand for another visitor whose equal file was deleted with the first.
SHARED_SECONDS = 60
# What is this old on disk is left from an upload that broke off.
LEFTOVER_SECONDS = 600
SWEEP_SECONDS = 20

_lock = threading.Lock()
_shared = {}
_kept = weakref.WeakSet()


class Forgotten(ValueError):
    """Something of a visitor's is no longer in memory."""


class Kept:
    """Something of a visitor's in memory, until the page is closed or time is over."""

    def __init__(self, name, value, session=None):
        self.name, self.session = name, session
        self._value = value
        self._until = time.monotonic() + limits.KEPT_SECONDS
        with _lock:
            _kept.add(self)

    def get(self):
        """The value, or Forgotten."""
        value = self._value
        if value is None:
            raise Forgotten(
                f"{self.name} is no longer in memory (kept for {limits.KEPT_SECONDS // 60} "
                "minutes). Give it again."
            )
        return value

    def holds(self):
        """True while the value is kept."""
        return self._value is not None

    def forget(self, now=float("inf")):
        """Let go of the value, if its time is over."""
        if now >= self._until:
            self._value = None


@functools.cache
def folder():
    """This server's own folder for uploads, so that no one else's are swept; gone at its end."""
    above = os.environ.get("GRADIO_TEMP_DIR")
    if above:
        os.makedirs(above, exist_ok=True)
    path = tempfile.mkdtemp(prefix="semantic_f1_", dir=above)
    os.environ["GRADIO_TEMP_DIR"] = path
    atexit.register(clear)
    return Path(path)


def clear():
    """Delete all that is on disk."""
    shutil.rmtree(folder(), ignore_errors=True)


def take(path, megabytes=limits.MAX_MEGABYTES):
    """The name and the content (bytes) of an upload, whose file is deleted."""
    if path is None:
        raise ValueError("There is no file: choose one first.")
    path = Path(path)
    with _lock:
        try:
            limits.check_size(path.name, path.stat().st_size, megabytes)
            content = path.read_bytes()
        except OSError:
            if path not in _shared:
                raise ValueError(f"{path.name} did not arrive: give it again.") from None
            content, _ = _shared[path]
        finally:
            with suppress(OSError):
                path.unlink()
        _shared[path] = content, time.monotonic()
    return path.name, content


def leave(session):
    """Forget what was kept for a page that was closed."""
    for kept in uploads():
        if kept.session == session:
            kept.forget()


def sweep(ahead=0):
    """Forget what is old, in memory and on disk; ``ahead``: seconds before its time."""
    now = time.monotonic() + ahead
    for kept in uploads():
        kept.forget(now)
    with _lock:
        for path, (_, when) in list(_shared.items()):
            if now - when >= SHARED_SECONDS:
                del _shared[path]
    for path in folder().iterdir():
        with suppress(OSError):
            if time.time() + ahead - path.stat().st_mtime >= LEFTOVER_SECONDS:
                shutil.rmtree(path) if path.is_dir() else path.unlink()


def uploads():
    """All that is kept."""
    with _lock:
        return list(_kept)
