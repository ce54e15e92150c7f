"""``semantic-f1 points``: the numbers of the metric, for files, folders and bad cells."""

import json

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from semantic_f1 import SemanticF1

ROWS = [
    ([[0, 0], [3, 4], [10, 0]], [[3, 4], [10, 1]]),
    ([], [[0.5, 1]]),
    ([[1, 2]], [[1, 2.5], [0, 0]]),
    ([], []),
]
NAMES = ("predictions", "references")
SIDES = dict(zip(NAMES, map(list, zip(*ROWS, strict=True)), strict=True))


def write(path, rows=ROWS):
    if path.suffix == ".parquet":
        kind = pa.list_(pa.list_(pa.float64()))
        sides = zip(NAMES, zip(*rows, strict=True), strict=True)
        pq.write_table(pa.table({name: pa.array(side, kind) for name, side in sides}), path)
        return path
    if path.suffix == ".jsonl":
        lines = [json.dumps(dict(zip(NAMES, row, strict=True))) for row in rows]
    else:
        # An empty cell is the empty set.
        cells = [["" if not x else f'"{json.dumps(x)}"' for x in row] for row in rows]
        lines = [",".join(row) for row in (NAMES, *cells)]
    path.write_text("\n".join(lines) + "\n")
    return path


@pytest.mark.parametrize("ending", ["csv", "jsonl", "parquet"])
def test_the_numbers_are_those_of_the_metric(tmp_path, document, ending):
    path = write(tmp_path / f"rows.{ending}")
    content = document("points", path, "--kernel", "gaussian", "--sigma", "5")
    (result,) = content["results"]
    assert content["examples"] == 4
    metric = SemanticF1("points", kernel="gaussian", sigma=5)
    files = metric.read_file(path, account=False)
    assert files == SIDES
    whole = metric.compute(**files, average=["samples", "micro"])
    for average, row in result["averages"].items():
        for score, value in row.items():
            assert value == whole[f"semantic_{score}_{average}"]
    assert "kernel:gaussian" in result["signature"] and "sigma:5.0" in result["signature"]


def test_the_table(tmp_path, run, results):
    path = write(tmp_path / "rows.csv")
    status, text, _ = run(path, "--points", "--scale", "1,2", "--p", "1", "--beta", "0.5")
    assert status == 0
    whole = SemanticF1("points", scale=[1, 2], p=1, beta=0.5).compute(**SIDES)
    scores = "".join(f"{whole[f'semantic_{x}']:13.4f}" for x in ("precision", "recall", "f1"))
    assert f"{'samples':24}{scores}" in text.splitlines()
    assert "macro" not in text and "signature:" in text
    averages = results(path, "--points", "--ci", "400")[0]["averages"]
    low, high = averages["micro"]["f1_interval"]
    assert low <= SemanticF1("points").compute(**SIDES, average="micro")["semantic_f1"] <= high
    shown = run(path, "--points", "--ci", "400")[1]
    assert f"{low:.4f}-{high:.4f}" in shown and "intervals, by bootstrap over examples" in shown


@pytest.mark.parametrize("ending", ["jsonl", "parquet"])
def test_folders(tmp_path, run, results, ending):
    rng = np.random.default_rng(0)
    rows = [
        tuple(rng.normal(size=(k, 2)).round(3).tolist() for k in sizes)
        for sizes in rng.integers(0, 4, (30, 2))
    ]
    parts = tmp_path / "parts"
    parts.mkdir()
    for part in range(3):
        write(parts / f"{part}.{ending}", rows[10 * part : 10 * part + 10])
    assert results("points", parts) == results("points", write(tmp_path / f"whole.{ending}", rows))
    assert f"{'micro':24}" in run("points", parts)[1]


@pytest.mark.parametrize(("cell", "words", "said"), [
    ("[0.2, 0.5]", (), "line 2: column 'predictions': '[0.2, 0.5]' is no list of points"),
    ("[[0.2, null]]", (), "such as [[0.2, 0.5], [0.1, 0.9]]"),
    ("[[0.2, NaN]]", (), "is no list of points"),
    ("joy", (), "is no list of points"),
    ("[[0.2]]", (), "as many dimensions on both sides; got 1 and 2"),
    ("[[0, 0]]", ("--sigma", "2"), "sigma: is not used by the kernel 'inverse'"),
    ("[[0, 0]]", ("--kernel", "linear"), "kernel: expected one of inverse"),
    ("[[0, 0]]", ("--kernel", "cosine"),
        "line 2, column 'predictions': point [0.0, 0.0]: a vector of"),
])  # fmt: skip
def test_bad_cells_and_kernels_are_named(put, refusal, cell, words, said):
    path = put(f'predictions,references\n"{cell}","[[1, 2]]"\n')
    assert said in refusal("points", path, *words)
