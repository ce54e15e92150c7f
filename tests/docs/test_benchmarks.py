"""The benchmarks run, and every row of their tables is measured."""

import ast
import pydoc
import re

import pytest
from helpers import in_python

TABLES, ROWS = 25, 131
MEASURED = re.compile(r"[\d,]+\.\d+ (ms|s|MB)|not known on this system")


@pytest.mark.parametrize("folder", ["benchmarks", "studies", "examples", "tools"])
def test_names_of_the_package_are_those_that_it_has(root, folder):
    """Also in scripts that no short test runs: modules are renamed at times."""
    names = {
        f"{node.module}.{one.name}"
        for path in (root / folder).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("semantic_f1")
        for one in node.names
    }
    assert names
    assert [name for name in sorted(names) if pydoc.locate(name) is None] == []


@pytest.mark.long
def test_every_row_is_measured(root, tmp_path):
    run = in_python(root / "benchmarks" / "run.py", "--quick", cwd=tmp_path)
    tables = dict(part.split("\n", 1) for part in run.stdout.split("### ")[1:])
    counted = []
    for table in tables.values():
        lines = [line for line in table.splitlines() if line.startswith("| ")]
        head, *rows = ([cell.strip() for cell in line.strip("|").split("|")] for line in lines)
        assert head == ["what", "best", "ratio", "target", "met"]
        assert len(rows) == len({what for what, *_ in rows}) > 0
        counted.append(len(rows))
        for what, best, ratio, target, met in rows:
            assert MEASURED.fullmatch(best), what
            assert ratio or not target or best.startswith("not known"), what
            # Small data is not judged by.
            assert not met
    assert (len(counted), sum(counted)) == (TABLES, ROWS)
    assert not list(tmp_path.iterdir())


@pytest.mark.long
def test_a_checkout_against_itself(root, tmp_path):
    run = in_python(root / "benchmarks" / "against.py", root, "--quick", cwd=tmp_path)
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
