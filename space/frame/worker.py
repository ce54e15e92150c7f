"""The process of one heavy job, which it takes from a pipe and answers there.

Its arguments are the pipe's number and the modules to import before there is a job.
"""

import importlib
import os
import sys
import traceback
from multiprocessing.connection import Connection

# Let go of when memory is short, or there would be none to say so.
HEADROOM = 50_000_000


def main():
    """Run one job."""
    pipe = Connection(int(sys.argv[1]))
    for module in sys.argv[2:]:
        importlib.import_module(module)
    from space.frame import limits

    try:
        folder, function, arguments = pipe.recv()
        os.environ["GRADIO_TEMP_DIR"] = folder
        headroom = bytearray(HEADROOM)
        limit_memory(limits.JOB_MEMORY)
        shown = lambda share, text: pipe.send(("progress", (share, text)))  # noqa: E731
        pipe.send(("result", function(*arguments, progress=shown)))
    except MemoryError:
        del headroom, arguments
        pipe.send(("refused", limits.TOO_MUCH_MEMORY))
    except ValueError as error:
        pipe.send(("refused", " ".join(str(error).split())))
    except Exception:
        traceback.print_exc()
        pipe.send(("refused", "Unexpected error. Please report it."))


def limit_memory(size):
    """Let this process take so many bytes more than it has now, where the system knows how."""
    if sys.platform != "linux":
        return
    import resource

    with open("/proc/self/status", encoding="ascii") as status:
        now = next(int(line.split()[1]) for line in status if line.startswith("VmSize:"))
    resource.setrlimit(resource.RLIMIT_AS, (1024 * now + size, resource.RLIM_INFINITY))


if __name__ == "__main__":
    main()
