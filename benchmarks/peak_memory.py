"""Peak memory of one compute, four averages, by the form of its rows, each in a fresh process.

``python benchmarks/peak_memory.py`` prints the table; ``peak_memory.py FORM SHARE`` the bytes of
both inputs, of a share of the rows, and those by which the process grew at most, as JSON.
"""

import json
import subprocess
import sys

import numpy as np
import pandas as pd
import pyarrow as pa
from measure import peak_over
from scipy.sparse import csr_matrix
from table import Row, markdown, peak_memory

from semantic_f1 import SemanticF1

M = 1_000_000


def rows_of(n, m, seed, dtype="int8"):
    """Rows of 1.3 labels on average, made a block at a time."""
    rng, rows = np.random.default_rng(seed), np.zeros((n, m), dtype)
    for part in np.array_split(rows, -(-n // 10_000)):
        part[rng.random(part.shape, np.float32) < 1.3 / m] = 1
    return rows


def frame_of(*shape):
    return pd.DataFrame(rows_of(*shape, "int64"), columns=labels_of(shape[1]))


def lists_of(n, m, seed):
    labels = np.array(labels_of(m), object)
    return [labels[np.flatnonzero(row)].tolist() for row in rows_of(n, m, seed)]


def csr_of(n, m, seed):
    """1 to 9 labels a row, and never dense rows."""
    rng = np.random.default_rng(seed)
    sizes = rng.integers(1, 10, n)
    offsets = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int32)
    # Columns rise within each row.
    steps = rng.integers(1, m // 10, offsets[-1])
    codes = np.cumsum(steps)
    codes -= np.repeat(codes[offsets[:-1]] - steps[offsets[:-1]], sizes)
    codes = codes.astype(np.int32)
    return csr_matrix((np.ones(len(codes), np.int8), codes, offsets), (n, m))


def labels_of(m):
    return [f"label {number}" for number in range(m)]


# Rows, labels, how they are made, the config, and the memory beyond them that is the most.
FORMS = {
    "lists of names": (M, 27, lists_of, "default", 1.3),
    "Arrow lists of names": (M, 27, lambda *of: pa.array(lists_of(*of)), "default", 1.3),
    "int8": (M, 27, rows_of, "multilabel", 1.3),
    "int64": (M, 27, lambda *of: rows_of(*of, "int64"), "multilabel", 1.3),
    "float32, threshold": (M, 27, lambda *of: rows_of(*of, "float32"), "multilabel", 1.3),
    "DataFrame of int64": (M, 27, frame_of, "multilabel", 1.3),
    "int8, 128 labels": (M // 5, 128, rows_of, "multilabel", 1.3),
    "int8, 1,000 labels": (M // 5, 1_000, rows_of, "multilabel", 1.3),
    "CSR, 4,000 labels": (M, 4_000, csr_of, "multilabel", 2),
}


def bytes_of(rows):
    if isinstance(rows, list):
        return sys.getsizeof(rows) + sum(map(sys.getsizeof, rows))
    if isinstance(rows, pd.DataFrame):
        return int(rows.memory_usage(index=False).sum())
    parts = (rows.data, rows.indices, rows.indptr) if hasattr(rows, "indptr") else (rows,)
    return sum(part.nbytes for part in parts)


def measured(form, share):
    """Bytes of both inputs, and by how many the process grew."""
    n, m, made, config, _ = FORMS[form]
    similarity = "identity" if m > 1_000 else np.eye(m)
    options = {"threshold": 0.5} if "threshold" in form else {}
    averages = ["samples", "micro", "macro", "weighted"]
    metric = SemanticF1(
        config, similarity=similarity, labels=labels_of(m), average=averages, **options
    )
    sides = [made(int(n * share), m, seed) for seed in (1, 2)]
    with metric.notices():
        # What is imported or set up once belongs to no call.
        metric.compute(*(side[:5_000] for side in sides))
        return sum(map(bytes_of, sides)), peak_over(lambda: metric.compute(*sides))


def of_memory(share):
    """Rows of the table, from a process for each form."""
    rows = []
    for form, (n, m, *_, most) in FORMS.items():
        command = [sys.executable, __file__, form, str(share)]
        child = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
        size, peak = json.loads(child.stdout.splitlines()[-1])
        what = f"compute: {form}, {int(n * share):,} x {m}, {size / 1e6:,.1f} MB: memory beyond"
        unknown = Row(what, "not known on this system")
        rows.append(unknown if peak is None else peak_memory(what, peak, size, most))
    return rows


if __name__ == "__main__":
    if len(sys.argv) > 1:
        print(json.dumps(measured(sys.argv[1], float(sys.argv[2]))))
    else:
        print(markdown("Memory", of_memory(1), judge=True))
