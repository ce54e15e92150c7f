"""Work on files: heavy work in a separate process, with limits of time and memory.

Light work is done at once, in the thread that asks for it: the metric is safe between threads.
Heavy is what is large, and whatever is packed, since a small file may unpack to a large one. One
gate holds the processes of pages and of programs; a visitor can end the own job.
"""

import math
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress
from multiprocessing import Pipe
from pathlib import Path

from . import limits, uploads

ROOT = Path(__file__).resolve().parents[2]
CANCELLED = "Cancelled. Nothing was scored."
BUSY = "The Space is busy; try again in a minute, or use the command line: semantic-f1."
PAGE, PROGRAM, LOOK = "page", "program", "look"
# Processes at once of each kind: what pages ask for, what programs do, first looks at files.
SLOTS = {PAGE: limits.JOBS, PROGRAM: 1, LOOK: 2}
MOST_WAITING = 20

_gate = threading.Condition()
_held = []
_waiting = []
_processes = set()
# Processes that wait for a job, each with its pipe.
_warm = []
_modules = []


class Ended(ValueError):
    """Reason that a job gave no result."""


class _Job:
    """A job before the gate or in it: its kind, its session, its process."""

    def __init__(self, kind, session):
        self.kind, self.session = kind, session
        self.process, self.cancelled = None, False

    def may_start(self, ahead):
        """True if there is a slot, none ahead wants it, and the session has no other job."""
        held = [job for job in _held if job.kind == self.kind]
        sessions = {job.session for job in _held} - {None}
        return not ahead and len(held) < SLOTS[self.kind] and self.session not in sessions


def run(function, arguments, size, session=None, progress=lambda share, text: None, kind=PAGE):
    """The result of a function at the top of a module, which another process imports."""
    if size < limits.OWN_PROCESS_BYTES:
        return function(*arguments, progress=progress)
    job = _Job(kind, session)
    _enter(job, progress)
    try:
        return _in_a_process(job, function, arguments, progress)
    finally:
        with _gate:
            _held.remove(job)
            _gate.notify_all()


def look(function, arguments, size):
    """The result of a quick look at a file, for which there is a separate slot."""
    if size < limits.OWN_PROCESS_BYTES:
        return function(*arguments)
    return run(_looked, (function, arguments), size, kind=LOOK)


def _looked(function, arguments, progress):
    return function(*arguments)


def cancel(session):
    """End the jobs of a session; tells whether there was one."""
    with _gate:
        mine = [job for job in [*_held, *_waiting] if session in {job.session} - {None}]
        for job in mine:
            job.cancelled = True
            if job.process is not None:
                job.process.kill()
        _gate.notify_all()
    return bool(mine)


def end_all():
    """End all jobs, since the server ends."""
    _modules.clear()
    for process in [*_processes, *(process for process, _ in _warm)]:
        process.kill()


def keep_warm(*modules):
    """Keep a process waiting that has imported what jobs need, modules of the Space by name."""
    _modules[:] = modules or _modules
    with _gate:
        if _modules and not _warm:
            _warm.append(_started(*_modules))


def _enter(job, progress):
    """Wait for a slot; a visitor sees how many are before."""
    with _gate:
        if len(_waiting) >= MOST_WAITING:
            raise Ended(BUSY)
        _waiting.append(job)
        try:
            while True:
                before = _waiting[: _waiting.index(job)]
                ahead = [other for other in before if other.kind == job.kind]
                if job.cancelled:
                    raise Ended(CANCELLED)
                if job.may_start(ahead):
                    break
                n = len(ahead) + 1
                progress(0.0, f"{n} job{'s' if n > 1 else ''} before yours")
                _gate.wait(1.0)
        finally:
            _waiting.remove(job)
        _held.append(job)


def _started(*modules):
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]),
        # One core a job: the others are for those who try one example.
        "OPENBLAS_NUM_THREADS": "1",
        "OMP_NUM_THREADS": "1",
        "TRANSFORMERS_NO_ADVISORY_WARNINGS": "1",
    }
    here, there = Pipe()
    nowhere = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.DEVNULL)
    called = [sys.executable, "-m", "space.frame.worker", str(there.fileno()), *modules]
    with there:
        given = {"pass_fds": [there.fileno()], "env": environment, "cwd": ROOT, **nowhere}
        return subprocess.Popen(called, **given), here


def _in_a_process(job, function, arguments, progress):
    # Where the file is while it is read; gone with the job, however that ends.
    place = tempfile.mkdtemp(dir=uploads.folder())
    with _gate:
        process, pipe = _warm.pop() if _warm else _started()
        _processes.add(process)
        job.process = process
        if job.cancelled:
            process.kill()

    def tell():
        # If the process has ended, its end of the pipe says so.
        with suppress(OSError):
            pipe.send((place, function, arguments))

    threads = [threading.Thread(target=one, daemon=True) for one in (tell, keep_warm)]
    for thread in threads:
        thread.start()
    try:
        return _answer(job, pipe, progress)
    finally:
        with _gate:
            _processes.discard(process)
        process.kill()
        process.wait()
        # Nothing reads any more, so that what is still sent ends at once.
        threads[0].join()
        pipe.close()
        shutil.rmtree(place, ignore_errors=True)


def _answer(job, pipe, progress):
    """The result of a process, whose messages come one by one."""
    seconds = min(limits.MAX_SECONDS, limits.LOOK_SECONDS if job.kind == LOOK else math.inf)
    until = time.monotonic() + seconds
    while True:
        left = until - time.monotonic()
        if left <= 0:
            raise Ended(
                f"This took longer than the {seconds} seconds that a job has here. "
                + limits.ELSEWHERE
            )
        if not pipe.poll(min(left, 1.0)):
            if _resident(job.process) > limits.JOB_MEMORY:
                raise Ended(limits.TOO_MUCH_MEMORY)
            continue
        try:
            kind, content = pipe.recv()
        except (EOFError, OSError):
            raise Ended(CANCELLED if job.cancelled else limits.TOO_MUCH_MEMORY) from None
        if kind == "progress":
            progress(*content)
        elif kind == "result":
            return content
        else:
            raise ValueError(content)


def _resident(process):
    """Bytes in memory of a process, if it can set itself no limit; else 0."""
    if sys.platform == "linux":
        return 0
    asked = ["ps", "-o", "rss=", "-p", str(process.pid)]
    found = subprocess.run(asked, capture_output=True, text=True, check=False).stdout
    return 1024 * int(found) if found.strip().isdigit() else 0
