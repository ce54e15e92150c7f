"""Long work: in a process of its own, with a limit of time, which its visitor can end.

Short work is done at once, in the thread that asks for it: the metric is safe between threads.
"""

import os
import pickle
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from queue import Empty, Queue

from . import limits, uploads

ROOT = Path(__file__).resolve().parents[2]
CANCELLED = "Cancelled. Nothing was scored."
_running = {}
_processes = set()
_lock = threading.Lock()


class Ended(ValueError):
    """Reason that a job gave no result."""


def run(function, arguments, size, session=None, progress=lambda share, text: None):
    """The result of a function, which stands at the top of a module: another process imports it."""
    if size < limits.OWN_PROCESS_BYTES:
        return function(*arguments, progress=progress)
    return _in_a_process(function, arguments, session, progress)


def cancel(session):
    """End the job of a session; tells whether there was one."""
    with _lock:
        process = _running.get(session)
        if process is not None:
            process.cancelled = True
            process.kill()
    return process is not None


def end_all():
    """End all jobs, since the server ends."""
    for process in list(_processes):
        process.kill()


def _in_a_process(function, arguments, session, progress):
    # Where the file is while it is read; gone with the job, however that ends.
    place = tempfile.mkdtemp(dir=uploads.folder())
    environment = {
        **os.environ,
        "GRADIO_TEMP_DIR": place,
        "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]),
        # One core a job: the others are for those who try one example.
        "OPENBLAS_NUM_THREADS": "1",
        "OMP_NUM_THREADS": "1",
        "TRANSFORMERS_NO_ADVISORY_WARNINGS": "1",
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "space.frame.worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment,
        cwd=ROOT,
    )
    process.cancelled = False
    with _lock:
        _processes.add(process)
        if session is not None:
            _running[session] = process
    messages = Queue()
    threading.Thread(target=_listen, args=(process.stdout, messages), daemon=True).start()
    threading.Thread(target=_tell, args=(process.stdin, (function, arguments)), daemon=True).start()
    until = time.monotonic() + limits.MAX_SECONDS
    try:
        while True:
            left = until - time.monotonic()
            if left <= 0:
                raise Ended(
                    f"This took longer than the {limits.MAX_SECONDS} seconds that a job has here. "
                    + limits.ELSEWHERE
                )
            try:
                kind, content = messages.get(timeout=min(left, 1.0))
            except Empty:
                continue
            if kind == "progress":
                progress(*content)
            elif kind == "result":
                return content
            elif kind == "refused":
                raise ValueError(content)
            else:
                raise Ended(CANCELLED if process.cancelled else _why(process))
    finally:
        with _lock:
            _processes.discard(process)
            if _running.get(session) is process:
                del _running[session]
        process.kill()
        process.wait()
        process.stdout.close()
        shutil.rmtree(place, ignore_errors=True)


def _why(process):
    process.wait()
    return (
        "The job ended before it was done: perhaps it needed more memory than there is here. "
        + limits.ELSEWHERE
    )


def _listen(stream, messages):
    """Pass on what the process says, until it ends."""
    try:
        while True:
            messages.put(pickle.load(stream))
    except (EOFError, OSError, ValueError, pickle.UnpicklingError):
        messages.put(("ended", None))


def _tell(stream, job):
    try:
        pickle.dump(job, stream, protocol=pickle.HIGHEST_PROTOCOL)
        stream.close()
    except OSError:
        # It ended already; the listener says so.
        return
