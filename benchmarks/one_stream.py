"""One way through a folder of Parquet files: seconds of CPU and memory, as JSON.

``python benchmarks/one_stream.py FOLDER floats|exact TIMES`` streams the files as many times;
``... FOLDER parts ROUNDS`` counts them as parts, with digests and without, the best of each;
``... FOLDER command ARGUMENTS`` runs score.py on it, whose output is "text".
"""

import contextlib
import ctypes
import json
import os
import resource
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
from measure import peak_over
from streams import BATCH_ROWS, N_LABELS

_ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(_ROOT))


def batches(folder, repeats):
    """Both columns, some rows at a time."""
    for path in sorted(Path(folder).glob("*.parquet")) * repeats:
        with pq.ParquetFile(path) as file:
            for batch in file.iter_batches(BATCH_ROWS, columns=["predictions", "references"]):
                yield batch.columns


def table():
    """A symmetric table of similarities."""
    values = np.random.default_rng(0).random((N_LABELS, N_LABELS))
    values = (values + values.T) / 2
    np.fill_diagonal(values, 1)
    return values


def by_floats(folder, repeats):
    """Counts as sums of floats, without a look at what the columns hold."""
    from semantic_f1.inputs.label_sets import LabelSets
    from semantic_f1.scoring.counts import best_credits, pointwise_of_credits
    from semantic_f1.similarity.label_similarity import build

    pairs = build(table(), [f"label {i}" for i in range(N_LABELS)]).pairs
    total = np.zeros(4 * N_LABELS + 4)

    def add(predictions, references):
        sides = predictions, references
        credit = best_credits(*sides, pairs, N_LABELS)
        sums = [
            np.bincount(sets.indices, values, minlength=N_LABELS)
            for sets, credits_of_side in zip(sides, credit, strict=True)
            for values in (credits_of_side, None)
        ]
        points = pointwise_of_credits(*sides, credit, 1.0)
        return np.concatenate([*sums, [x.sum() for x in points], [predictions.n]])

    for columns in batches(folder, repeats):
        sides = []
        for column in columns:
            offsets = column.offsets.to_numpy().astype(np.int64)
            sides.append(LabelSets(column.flatten().to_numpy(), offsets - offsets[0]))
        for start in range(0, sides[0].n, 1 << 16):
            total += add(*(sets.rows(start, start + (1 << 16)) for sets in sides))
    return total


def by_counts(folder, repeats):
    """Exact counts, semantic and hard, of columns that are checked."""
    from semantic_f1 import SemanticF1

    metric = SemanticF1(similarity=table(), labels=[f"label {i}" for i in range(N_LABELS)])
    return sum(metric.counts(*columns) for columns in batches(folder, repeats))


def by_parts(folder, rounds):
    """Seconds of CPU for counting parts "with" digests and "without", and memory."""
    from semantic_f1.commandline import folders
    from semantic_f1.commandline.folders import Job, count_part

    columns = {name: name for name in ("predictions", "references")}
    job = Job("score", ({"similarity": "goemotions"},), columns, ((),))
    parts = [str(path) for path in sorted(Path(folder).glob("*.parquet"))]

    def seconds():
        start = time.process_time()
        for part in parts:
            count_part(job, part)
        return time.process_time() - start

    count_part(job, parts[0])
    digests, best = folders.sha256_of, {"with": 1e9, "without": 1e9}
    peak = peak_over(seconds)
    for _ in range(rounds):
        for name, digest in (("with", digests), ("without", lambda file: "")):
            folders.sha256_of = digest
            best[name] = min(best[name], seconds())
    return {**best, "peak": peak or 0}


def _adopt_orphans():
    """Have processes whose parent ended first counted with this one's children; Linux alone can."""
    if sys.platform == "linux":
        pr_set_child_subreaper = 36
        ctypes.CDLL(None).prctl(pr_set_child_subreaper, 1, 0, 0, 0)


def _wait_for_all():
    with contextlib.suppress(ChildProcessError):
        while True:
            os.wait()


def main(folder, how, *more):
    if how == "command":
        _adopt_orphans()
        command = [sys.executable, _ROOT / "score.py", folder, "--similarity", "goemotions"]
        child = subprocess.run([*command, "--json", *more], capture_output=True, check=True)
        _wait_for_all()
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        measures = {"cpu": used.ru_utime + used.ru_stime, "text": child.stdout.decode()}
    elif how == "parts":
        measures = by_parts(folder, int(*more))
    else:
        from semantic_f1 import SemanticF1

        stream = {"floats": by_floats, "exact": by_counts}[how]
        # What is imported or set up once belongs to no stream.
        SemanticF1(similarity="plutchik").counts([["joy"]], [["love"]])
        start = time.process_time()
        peak = peak_over(lambda: stream(folder, int(*more)))
        measures = {"cpu": time.process_time() - start, "peak": peak or 0}
    print(json.dumps(measures))


if __name__ == "__main__":
    main(*sys.argv[1:])
