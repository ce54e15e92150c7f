"""The benchmarks run, and every row of their tables is measured."""

import re
import subprocess
import sys

import pytest

SECTIONS = {
    "200 x 27": 5,
    "2,000 x 27, int64": 10,
    "2,000 x 27, int8": 10,
    "2,000 x 27, through evaluate": 4,
    "2,000 x 27, memory": 2,
    "200 x 27, columns of datasets": 8,
    "2,000 x 27, report": 3,
    "200 x 27, intervals": 12,
    "200 x 11, distributions": 3,
    "100 examples of 0 to 3 labels, other scores": 6,
    "100 examples of 1 to 6 labels, other scores": 6,
    "STW Thesaurus for Economics, 6,244 concepts": 5,
    "200 concepts": 4,
    "Builders of similarities": 5,
    "Searches in thesauri": 2,
    "2,000 x 27, label indices": 4,
    "2,000 x 27, distinct sets": 4,
    "2,000 examples of 5 annotators": 3,
    "200 examples of 5 annotators, many sets": 2,
    "40 examples of 5 annotators, intervals": 1,
    "2,000 x 27, counts of parts": 2,
    "200 sets of points": 4,
    "Large label spaces": 8,
    "A tree of many labels": 2,
    "40,000 rows in 4 files": 9,
}
MEASURED = re.compile(r"[\d,]+\.\d+ (ms|s|MB)|not known on this system")


@pytest.mark.long
def test_every_row_is_measured(root, tmp_path):
    run = subprocess.run(
        [sys.executable, root / "benchmarks" / "run.py", "--quick"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr
    tables = dict(part.split("\n", 1) for part in run.stdout.split("### ")[1:])
    assert list(tables) == list(SECTIONS)
    for title, n_rows in SECTIONS.items():
        lines = [line for line in tables[title].splitlines() if line.startswith("| ")]
        head, *rows = ([cell.strip() for cell in line.strip("|").split("|")] for line in lines)
        assert head == ["what", "best", "ratio", "target", "met"]
        assert len(rows) == len({what for what, *_ in rows}) == n_rows
        for what, best, ratio, target, met in rows:
            assert MEASURED.fullmatch(best), what
            assert ratio or not target or best.startswith("not known"), what
            # Small data is not judged by.
            assert not met
    assert not list(tmp_path.iterdir())


@pytest.mark.long
def test_a_checkout_against_itself(root, tmp_path):
    run = subprocess.run(
        [sys.executable, root / "benchmarks" / "against.py", root, "--quick"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr
    lines = [line.split("|") for line in run.stdout.splitlines() if line.startswith("| ")]
    names = [cells[1].strip() for cells in lines[1:]]
    assert len(names) == len(set(names)) > 50
    for kind in ("redrawn", "random", "five", "2,000 real", "1 real"):
        assert f"{kind}, int8" in names
    for cells in lines[1:]:
        assert float(cells[3]) > 0
        assert cells[4].strip().startswith(">=")
        assert not cells[5].strip()
    assert not list(tmp_path.iterdir())
