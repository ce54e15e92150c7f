"""Files streamed: exact counts against sums of floats, memory, and other ways to the same bytes."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from table import Row, peak_memory, times

_FOLDER = Path(__file__).resolve().parent
N_LABELS = 27

BATCH_ROWS = 131_072


def write_parts(folder, n, files):
    """Parquet files with n rows in all, label ids in two columns; no label twice in a row."""
    for number in range(files):
        rng = np.random.default_rng(number)
        columns = {name: _ids(rng, n // files) for name in ("predictions", "references")}
        pq.write_table(pa.table(columns), Path(folder) / f"{number:03}.parquet")


def _ids(rng, n):
    sizes = rng.choice(4, n, p=[0.05, 0.65, 0.25, 0.05])
    offsets = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int32)
    place = np.arange(offsets[-1]) - np.repeat(offsets[:-1], sizes)
    first = np.repeat(rng.integers(0, N_LABELS, n), sizes)
    # The second and the third lie in ranges of their own behind the first.
    behind = np.where(place == 0, 0, 1 + 13 * (place - 1) + rng.integers(0, 13, offsets[-1]))
    return pa.ListArray.from_arrays(
        pa.array(offsets), pa.array((first + behind) % N_LABELS, pa.int32())
    )


def of_streams(n, files):
    """Each way in a process of its own: seconds of CPU, and memory above what it had at first."""
    with tempfile.TemporaryDirectory() as folder:
        write_parts(folder, n, files)

        def run(*how):
            script = _FOLDER / "one_stream.py"
            child = subprocess.run(
                [sys.executable, script, folder, *map(str, how)],
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                check=True,
            )
            return json.loads(child.stdout.splitlines()[-1])

        floats, exact, five = run("floats", 1), run("exact", 1), run("exact", 5)
        parts = run("parts", 5)
        ways = {
            name: run("command", *arguments)
            for name, arguments in (
                ("one process", ()),
                ("--workers 2", ("--workers", 2)),
                ("--cluster local", ("--cluster", "local", "--workers", 2)),
            )
        }
    whole = ways["one process"]
    rows = [
        Row("sums of floats, semantic alone", f"{floats['cpu']:.2f} s"),
        times("exact counts, semantic and hard", exact["cpu"], floats["cpu"], 1.15),
        peak_memory("memory above its start, in units of 120 MB", exact["peak"], 120e6, 1),
        times("five times as many rows", five["cpu"], exact["cpu"], 5.5),
        peak_memory("memory of five times as many", five["peak"], max(exact["peak"], 1), 1.2),
        times("parts with digests, of the same without", parts["with"], parts["without"], 1.05),
        Row("score.py, one process, its start included", f"{whole['cpu']:.2f} s"),
    ]
    for name, most in (("--workers 2", None), ("--cluster local", 1.5)):
        if ways[name]["text"] != whole["text"]:
            raise ValueError(f"score.py {name} gave other bytes than one process")
        what = f"score.py {name}, the same bytes, CPU of all processes"
        rows.append(times(what, ways[name]["cpu"], whole["cpu"], most))
    return rows
