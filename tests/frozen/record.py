"""Record frozen calls anew: ``python tests/frozen/record.py NAME...``, all without a name.

A name may end in ``*``. Entries of calls that are no more are removed. An entry that moves is
recorded in the commit that moves it, and CHANGELOG says so.
"""

import fnmatch
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS.parent), str(TESTS)]

from space_server import running_space  # noqa: E402

from frozen import calls as frozen  # noqa: E402
from frozen import of_space  # noqa: E402


@contextmanager
def _space_calls():
    from gradio_client import Client

    with tempfile.TemporaryDirectory() as folder, running_space(Path(folder) / "server") as server:
        yield frozen.named(of_space.calls(Client(server.url, verbose=False)))


def _record(path, calls, patterns):
    recorded = {name: one for name, one in frozen.read(path).items() if name in calls}
    chosen = [name for name in calls if any(fnmatch.fnmatchcase(name, one) for one in patterns)]
    for name in chosen:
        recorded[name] = frozen.result_of(calls[name])
    frozen.write(path, recorded)
    print(f"{path.name}: {len(chosen)} of {len(recorded)} entries recorded")


def main(names):
    patterns = names or ["*"]
    of_the_space = [one for one in patterns if one.startswith(("space/", "*"))]
    if patterns != of_the_space or "*" in patterns:
        _record(frozen.RECORDED, frozen.all_calls(), patterns)
    if of_the_space:
        with _space_calls() as calls:
            _record(frozen.RECORDED_SPACE, calls, of_the_space)


if __name__ == "__main__":
    main(sys.argv[1:])
