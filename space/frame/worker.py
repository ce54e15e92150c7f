"""The process of one long job: takes it from the standard input, answers on the standard output."""

import os
import pickle
import sys
import traceback


def main():
    """Run one job."""
    function, arguments = pickle.load(sys.stdin.buffer)
    # What prints must not come between the messages.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)

    def say(kind, content):
        pickle.dump((kind, content), answers, protocol=pickle.HIGHEST_PROTOCOL)
        answers.flush()

    try:
        result = function(*arguments, progress=lambda share, text: say("progress", (share, text)))
    except ValueError as error:
        say("refused", " ".join(str(error).split()))
    except MemoryError:
        say("ended", None)
    except Exception:
        traceback.print_exc()
        say("refused", "Unexpected error. Please report it.")
    else:
        say("result", result)


if __name__ == "__main__":
    main()
