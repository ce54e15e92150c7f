"""``pip install .``: the package without its checkout, and the console script."""

import json
import os
import shutil
import subprocess
import sys
import zipfile

import pytest
from conftest import ROOT

SCORE = """
import json
import semantic_f1
from semantic_f1 import SemanticF1
result = SemanticF1(similarity="plutchik").compute(predictions=["anger"], references=["disgust"])
print(json.dumps([result["semantic_f1"], semantic_f1.__file__]))
"""
NEAR = 0.853553390593


@pytest.fixture
def source(tmp_path):
    """A copy of what is installed from, so that building leaves nothing in the checkout."""
    folder = tmp_path / "source"
    folder.mkdir()
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder)
    shutil.copytree(
        ROOT / "semantic_f1", folder / "semantic_f1", ignore=shutil.ignore_patterns("__pycache__")
    )
    return folder


def run(*command, **options):
    done = subprocess.run(
        list(map(str, command)), capture_output=True, text=True, check=False, **options
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def assert_scores(python, folder, **environment):
    """In a folder without the checkout the installed package scores."""
    variables = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"} | environment
    score, file = json.loads(run(python, "-c", SCORE, cwd=folder, env=variables).splitlines()[-1])
    assert score == pytest.approx(NEAR, abs=1e-12)
    assert str(ROOT / "semantic_f1") not in file


def test_the_wheel_holds_the_package_and_nothing_else(source, tmp_path):
    pytest.importorskip("setuptools", minversion="70", reason="setuptools 70 builds the wheel")
    options = ("--quiet", "--no-deps", "--no-build-isolation")
    run(sys.executable, "-m", "pip", "wheel", *options, "--wheel-dir", tmp_path, source)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
        entry_points = next(x for x in archive.namelist() if x.endswith("entry_points.txt"))
        assert (
            "semantic-f1 = semantic_f1.commandline.start:start"
            in archive.read(entry_points).decode()
        )
        archive.extractall(tmp_path / "installed")
    expected = {
        str(path.relative_to(ROOT))
        for path in (ROOT / "semantic_f1").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert names == expected
    assert "semantic_f1/py.typed" in names
    assert_scores(sys.executable, tmp_path, PYTHONPATH=str(tmp_path / "installed"))


@pytest.mark.long
def test_installed_in_an_empty_environment(source, tmp_path):
    run(sys.executable, "-m", "venv", tmp_path / "environment")
    binaries = tmp_path / "environment" / "bin"
    run(binaries / "python", "-m", "pip", "install", "--quiet", source)
    assert_scores(binaries / "python", tmp_path)
    rows = tmp_path / "rows.csv"
    rows.write_text("predictions,references\nanger,disgust\n", encoding="utf-8")
    out = run(binaries / "semantic-f1", rows, "--similarity", "plutchik", cwd=tmp_path)
    assert "0.8536" in out
