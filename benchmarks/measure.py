"""Times and memory: best of several runs, and the peak of a process above what it held before."""

import re
import sys
import time
import tracemalloc
from pathlib import Path

# Benchmarks measure the checkout's package, whether it is installed or not.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

_STATUS = Path("/proc/self/status")
_CLEAR_REFS = Path("/proc/self/clear_refs")


def best_of_each(rounds, functions):
    """Seconds of the fastest run of each function.

    The functions take turns, so that a busy moment of the machine falls on all of them alike; a
    turn is one run, or as many as fit in a fifth of a second if there are several rounds.

    Returns a dict of name -> seconds.
    """
    turn = 0.2 if rounds > 1 else 0
    best = dict.fromkeys(functions, float("inf"))
    for _ in range(rounds):
        for name, function in functions.items():
            end = time.perf_counter() + turn
            while True:
                start = time.perf_counter()
                function()
                now = time.perf_counter()
                best[name] = min(best[name], now - start)
                if now >= end:
                    break
    return best


def peak_over(function):
    """Bytes by which the process grows at most while the function runs; None where unknown.

    Linux alone tells: writing 5 to clear_refs sets the recorded peak back to the present size.
    """
    try:
        _CLEAR_REFS.write_text("5")
        before = _status("VmRSS")
    except OSError:
        return None
    function()
    return _status("VmHWM") - before


def allocated_by(function):
    """Bytes that Python and numpy hold at most for the function, whatever the process held before.

    What an allocator keeps for later hides from :func:`peak_over`.
    """
    tracemalloc.start()
    try:
        function()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def _status(field):
    return int(re.search(rf"{field}:\s+(\d+) kB", _STATUS.read_text()).group(1)) * 1024
