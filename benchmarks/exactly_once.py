"""Parts of a folder counted exactly once, whatever happens to them: bytes, CPU and memory.

``python benchmarks/exactly_once.py [ROWS] [FILES]`` (by default 20,000,000 rows in 40 files) writes
Parquet files, scores them, and then again while a worker or the run is killed and files are
appended to, copied, counted elsewhere or damaged. Each must give the same bytes as the first
run, or a refusal that names the file. The status is 1 if one does not.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from streams import write_parts
from table import Row, markdown, peak_memory, times

_FOLDER = Path(__file__).resolve().parent
_SCORE = [sys.executable, str(_FOLDER.parent / "score.py")]
_OPTIONS = ["--similarity", "goemotions", "--json"]


def command(*words):
    return [*_SCORE, *map(str, words), *_OPTIONS]


def run(*words):
    """Status, results and errors of a run that nothing disturbs."""
    done = subprocess.run(command(*words), capture_output=True, text=True)
    return done.returncode, results(done.stdout), done.stderr


def results(text):
    """The results as they were written; the account has paths and times."""
    return json.dumps(json.loads(text)["results"]) if text else None


def disturbed(disturb, *words, after=2):
    """The same of a run in which ``disturb(process)`` is called when so many parts are counted."""
    with subprocess.Popen(
        command(*words), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        said = []
        for line in process.stderr:
            said.append(line)
            if line.startswith(f"part {after} of "):
                disturb(process)
        out = process.stdout.read()
    return process.returncode, results(out), "".join(said)


def kill_worker(process):
    """End one of the processes that count."""
    parents = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        fields = stat.read_text().rpartition(")")[2].split()
        parents.setdefault(int(fields[1]), []).append(int(stat.parent.name))
    workers = [pid for child in parents[process.pid] for pid in parents.get(child, ())]
    os.kill(workers[-1], signal.SIGKILL)


def scenarios(folder, spare, whole):
    """(what happens, whether it went as it must, what was said)."""
    parts, counts = sorted(folder.glob("*.parquet")), spare / "counts.json"
    middle, content = parts[len(parts) // 2], parts[len(parts) // 2].read_bytes()

    def refused(found, part):
        status, out, said = found
        return status == 2 and out is None and part.name in said.splitlines()[-1]

    status, out, said = disturbed(kill_worker, folder, "--workers", 2)
    yield "a worker is killed", (status, out) == (0, whole), said
    killed = disturbed(lambda process: process.kill(), folder, "--counts", counts)
    status, out, said = run(folder, "--counts", counts)
    n_again = said.count("part ")
    is_resumed = (status, out) == (0, whole) and n_again < len(parts)
    yield "the run is killed and goes on", killed[0] != 0 and is_resumed, said
    counts.unlink()

    def append(_):
        with open(parts[-1], "ab") as file:
            file.write(b"more")

    last = parts[-1].read_bytes()
    found = disturbed(append, folder, "--counts", counts, after=len(parts) - 1)
    parts[-1].write_bytes(last)
    status, out, said = run(folder, "--counts", counts)
    yield (
        "a part is appended to while it is read",
        refused(found, parts[-1]) and ((status, out) == (0, whole)),
        found[2],
    )
    copy = folder / "copy.parquet"
    shutil.copy(middle, copy)
    found = run(folder)
    is_told = f"{middle} and {copy} hold the same" in found[2]
    yield "a part is copied: both count, and a note says so", found[0] == 0 and is_told, found[2]
    found = run(folder, counts)
    yield "a copy next to counts of the original", refused(found, copy), found[2]
    copy.unlink()
    counts.unlink()
    machines = []
    for machine in range(2):
        own = spare / f"machine{machine}" / "data"
        own.mkdir(parents=True)
        for part in parts[machine::2]:
            shutil.copy(part, own / f"{parts.index(part) // 2}.parquet")
        machines.append(spare / f"{machine}.json")
        run(own, "--counts", machines[-1])
        shutil.rmtree(own)
    status, out, said = run(*machines)
    yield "parts of equal names on two machines", (status, out) == (0, whole), said
    for what, damaged in (
        ("a part is cut short", content[: len(content) // 2]),
        ("a page is overwritten", content[:4] + b"\xff" * 60 + content[64:]),
    ):
        middle.write_bytes(damaged)
        found = run(folder, "--counts", counts)
        middle.write_bytes(content)
        status, out, said = run(folder, "--counts", counts)
        counts.unlink()
        yield what, refused(found, middle) and (status, out) == (0, whole), found[2]


def one_stream(folder, *how):
    script = [sys.executable, _FOLDER / "one_stream.py", folder, *map(str, how)]
    child = subprocess.run(script, stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(child.stdout.splitlines()[-1])


def main(n=20_000_000, n_files=40):
    with tempfile.TemporaryDirectory() as name:
        folder, spare = Path(name) / "data", Path(name) / "spare"
        folder.mkdir()
        spare.mkdir()
        write_parts(folder, n, n_files)
        # Digests first: files that were just written are in the cache of the disk.
        cost = one_stream(folder, "parts", 5)
        status, whole, said = run(folder)
        if status:
            sys.exit(said)
        rows, failed = [], []
        for what, is_right, said in scenarios(folder, spare, whole):
            rows.append(Row(what, "as it must" if is_right else "WRONG"))
            failed += [] if is_right else [f"{what}: {said}"]
    rows += [
        times("parts with digests, of the same without", cost["with"], cost["without"], 1.05),
        peak_memory("memory above its start, in units of 120 MB", cost["peak"], 120e6, 1),
    ]
    print(markdown(f"{n:,} rows in {n_files} files, exactly once", rows, judge=n >= 1_000_000))
    print("\n".join(failed), file=sys.stderr)
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
