"""``score.py --points``: the numbers of the metric, for files, folders and bad cells."""

import json

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from semantic_f1 import SemanticF1
from semantic_f1.commandline.main import main

ROWS = [
    ([[0, 0], [3, 4], [10, 0]], [[3, 4], [10, 1]]),
    ([], [[0.5, 1]]),
    ([[1, 2]], [[1, 2.5], [0, 0]]),
    ([], []),
]


def write(path, rows):
    names = ("predictions", "references")
    if path.suffix == ".parquet":
        columns = dict(zip(names, zip(*rows, strict=True), strict=True))
        kind = pa.list_(pa.list_(pa.float64()))
        pq.write_table(pa.table({k: pa.array(v, kind) for k, v in columns.items()}), path)
    elif path.suffix == ".jsonl":
        lines = (json.dumps(dict(zip(names, row, strict=True))) for row in rows)
        path.write_text("\n".join(lines) + "\n")
    else:
        # An empty cell is the empty set.
        cells = [["" if not x else f'"{json.dumps(x)}"' for x in row] for row in rows]
        path.write_text("\n".join([",".join(names), *map(",".join, cells)]) + "\n")
    return path


def expected(rows=ROWS, **options):
    metric = SemanticF1("points", average=["samples", "micro"], **options)
    sides = map(list, zip(*rows, strict=True))
    return metric.compute(**dict(zip(("predictions", "references"), sides, strict=True)))


def run(capsys, *arguments):
    status = main([*map(str, arguments), "--points"])
    said = capsys.readouterr()
    return status, said.out, said.err


@pytest.mark.parametrize("ending", ["csv", "jsonl", "parquet"])
def test_the_numbers_are_those_of_the_metric(tmp_path, capsys, ending):
    path = write(tmp_path / f"rows.{ending}", ROWS)
    status, text, _ = run(capsys, path, "--json", "--kernel", "gaussian", "--sigma", "5")
    assert status == 0
    content = json.loads(text)
    (result,) = content["results"]
    assert content["examples"] == 4
    whole = expected(kernel="gaussian", sigma=5)
    for average, row in result["averages"].items():
        for score, value in row.items():
            assert value == whole[f"semantic_{score}_{average}"]
    assert "kernel:gaussian" in result["signature"] and "sigma:5.0" in result["signature"]
    found = SemanticF1("points", kernel="gaussian", sigma=5).read_file(path)
    metric = SemanticF1("points", kernel="gaussian", sigma=5)
    assert metric.compute(**found)["semantic_f1"] == whole["semantic_f1_samples"]


def test_the_table(tmp_path, capsys):
    path = write(tmp_path / "rows.csv", ROWS)
    status, text, _ = run(capsys, path, "--scale", "1,2", "--p", "1", "--beta", "0.5")
    assert status == 0
    whole = expected(scale=[1, 2], p=1, beta=0.5)
    scores = [whole[f"semantic_{x}_samples"] for x in ("precision", "recall", "f1")]
    assert f"{'samples':24}" + "".join(f"{x:13.4f}" for x in scores) in text.splitlines()
    assert "macro" not in text and "signature:" in text
    status, text, _ = run(capsys, path, "--ci", "400", "--json")
    ends = json.loads(text)["results"][0]["averages"]["micro"]["f1_interval"]
    assert ends[0] <= expected()["semantic_f1_micro"] <= ends[1]


@pytest.mark.parametrize("ending", ["jsonl", "parquet"])
def test_folders(tmp_path, capsys, ending):
    rng = np.random.default_rng(0)
    rows = [
        tuple(rng.normal(size=(k, 2)).round(3).tolist() for k in sizes)
        for sizes in rng.integers(0, 4, (30, 2))
    ]
    (tmp_path / "parts").mkdir()
    for part in range(3):
        write(tmp_path / "parts" / f"{part}.{ending}", rows[10 * part : 10 * part + 10])
    one = write(tmp_path / f"whole.{ending}", rows)
    texts = [run(capsys, path, "--json") for path in (tmp_path / "parts", one)]
    assert [status for status, *_ in texts] == [0, 0]
    found, whole = (json.loads(text)["results"] for _, text, _ in texts)
    assert found == whole
    assert f"{'micro':24}" in run(capsys, tmp_path / "parts")[1]


@pytest.mark.parametrize(
    ("cell", "said"),
    [
        ("[0.2, 0.5]", "line 2: column 'predictions': '[0.2, 0.5]' is no list of points"),
        ("[[0.2, null]]", "such as [[0.2, 0.5], [0.1, 0.9]]"),
        ("[[0.2, NaN]]", "is no list of points"),
        ("joy", "is no list of points"),
        ("[[0.2]]", "line 2"),
    ],
)
def test_bad_cells_are_named(tmp_path, capsys, cell, said):
    path = tmp_path / "rows.csv"
    path.write_text(f'predictions,references\n"{cell}","[[1, 2]]"\n')
    status, out, error = run(capsys, path)
    assert (status, out) == (2, "")
    if cell != "[[0.2]]":
        assert said in error
    assert "semantic-f1: error" in error


def test_kernels_refuse_what_is_not_theirs(tmp_path, capsys):
    path = write(tmp_path / "rows.csv", ROWS)
    for arguments, said in (
        (["--sigma", "2"], "sigma: is not used by the kernel 'inverse'"),
        (["--kernel", "linear"], "kernel: expected one of inverse"),
        (["--kernel", "cosine"], "line 2, column 'predictions': point [0.0, 0.0]: a vector of"),
    ):
        status, _, error = run(capsys, path, *arguments)
        assert status == 2 and said in error
