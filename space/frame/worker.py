"""The process of one heavy job: takes it from the standard input, answers on the standard output.

Modules that are named in its arguments are imported before there is a job.
"""

import importlib
import os
import pickle
import sys
import traceback

# Let go of when memory is short, or there would be none to say so.
HEADROOM = 50_000_000


def main():
    """Run one job."""
    # What prints must not come between the messages.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    for module in sys.argv[1:]:
        importlib.import_module(module)

    def say(kind, content):
        pickle.dump((kind, content), answers, protocol=pickle.HIGHEST_PROTOCOL)
        answers.flush()

    from space.frame import limits

    try:
        folder, function, arguments = pickle.load(sys.stdin.buffer)
        os.environ["GRADIO_TEMP_DIR"] = folder
        headroom = bytearray(HEADROOM)
        limit_memory(limits.JOB_MEMORY)
        result = function(*arguments, progress=lambda share, text: say("progress", (share, text)))
        say("result", result)
    except MemoryError:
        del headroom, arguments
        say("refused", limits.TOO_MUCH_MEMORY)
    except ValueError as error:
        say("refused", " ".join(str(error).split()))
    except Exception:
        traceback.print_exc()
        say("refused", "Unexpected error. Please report it.")


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
