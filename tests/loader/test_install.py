"""Installs by pip: an import from any folder, a script for evaluate, a clean page."""

import email
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile

import pytest
from conftest import ROOT
from make_package_page import package_page
from pages import blocks

SCORE = """
import json
import semantic_f1
from semantic_f1 import SemanticF1
result = SemanticF1(similarity="plutchik").compute(predictions=["anger"], references=["disgust"])
print(json.dumps([result["semantic_f1"], semantic_f1.__file__]))
"""
THROUGH_EVALUATE = """
import json, os, pickle
import evaluate
import semantic_f1
folder = evaluate.load(os.path.dirname(semantic_f1.__file__), similarity="plutchik")
metric = pickle.loads(pickle.dumps(evaluate.load(semantic_f1.script, similarity="plutchik")))
assert type(folder) is type(metric) is semantic_f1.SemanticF1
result = metric.compute(predictions=["anger"], references=["disgust"])
print(json.dumps([result["semantic_f1"], semantic_f1.__file__]))
"""
NEAR = 0.853553390593
# The packages of the tests' own environment are there; nothing is downloaded.
OFFLINE = ("--quiet", "--no-deps", "--no-build-isolation")
pytestmark = pytest.mark.skipif(
    os.name == "nt", reason="paths of virtual environments are those of POSIX"
)


def run(*command, **options):
    options |= {"capture_output": True, "text": True}
    done = subprocess.run(list(map(str, command)), **options)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def environment_at(folder):
    """The Python of a new environment that sees the packages of the tests' own."""
    run(sys.executable, "-m", "venv", "--without-pip", folder)
    (site,) = folder.glob("lib/python*/site-packages")
    packages = [path for path in sys.path if path.endswith("site-packages")]
    (site / "packages_of_the_tests.pth").write_text("\n".join(packages))
    return folder / "bin" / "python"


def without_path(**more):
    """The environment without a path but what was installed."""
    return {k: v for k, v in os.environ.items() if k != "PYTHONPATH"} | more


def assert_scores(python, folder, code=SCORE, within=None):
    """Code scores in a folder, with no path but what was installed."""
    variables = without_path(HF_HOME=str(folder / "huggingface"))
    score, file = json.loads(run(python, "-c", code, cwd=folder, env=variables).splitlines()[-1])
    assert score == pytest.approx(NEAR, abs=1e-12)
    assert file.startswith(str(within or folder))


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    """A copy of what is installed from, so that building leaves nothing in the checkout."""
    folder = tmp_path_factory.mktemp("clone") / "semantic_f1"
    known = run("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", cwd=ROOT)
    for name in filter(None, known.split("\0")):
        if name.startswith(("data/", "studies/", "docs/", "space/")) or not (ROOT / name).is_file():
            continue
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    return folder


@pytest.fixture(scope="module")
def built(source, tmp_path_factory):
    """The wheel of the tree, the source distribution, and the wheel of that."""
    folder = tmp_path_factory.mktemp("built")
    run(sys.executable, "-m", "pip", "wheel", *OFFLINE, "--wheel-dir", folder, source)
    code = "import sys; from setuptools.build_meta import build_sdist; build_sdist(sys.argv[1])"
    run(sys.executable, "-c", code, folder, cwd=source)
    (sdist,) = folder.glob("*.tar.gz")
    again = folder / "again"
    run(sys.executable, "-m", "pip", "wheel", *OFFLINE, "--wheel-dir", again, sdist)
    return next(folder.glob("*.whl")), sdist, next(again.glob("*.whl"))


def contents(path):
    """Name -> content of the files of a wheel; names of those of a source distribution."""
    if path.suffix != ".whl":
        with tarfile.open(path) as archive:
            return archive.getnames()
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_the_source_distribution_makes_the_same_wheel_and_the_page_is_clean(built):
    wheel, sdist, again = map(contents, built)
    assert wheel == again
    assert not [name for name in sdist if "/tests/" in name]
    (metadata,) = (text for name, text in wheel.items() if name.endswith(".dist-info/METADATA"))
    headers = email.message_from_bytes(metadata)
    page = headers.get_payload()
    assert page.startswith("# ")
    assert not re.findall(r"\]\((?!https?://|#)", page)
    assert headers["License-Expression"] == "MIT"
    assert "OWNER" not in "".join(headers.get_all("Project-URL"))
    run(sys.executable, "-m", "twine", "check", "--strict", *built[:2])


def test_an_editable_install_is_found_in_the_folder_above_the_clone(source, tmp_path):
    python = environment_at(tmp_path / "environment")
    pip = (sys.executable, "-m", "pip", "--python", python)
    run(*pip, "install", *OFFLINE, "--editable", source)
    assert_scores(python, source.parent, within=source)


def test_the_wheel_is_the_package_and_loads_through_evaluate(built, tmp_path):
    wheel = built[0]
    names = {name for name in contents(wheel) if ".dist-info/" not in name}
    assert names == {
        str(path.relative_to(ROOT))
        for path in (ROOT / "semantic_f1").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert {"semantic_f1/py.typed", "semantic_f1/semantic_f1.py"} <= names
    python = environment_at(tmp_path / "environment")
    run(sys.executable, "-m", "pip", "--python", python, "install", *OFFLINE, wheel)
    assert_scores(python, tmp_path)
    assert_scores(python, tmp_path, THROUGH_EVALUATE)
    version = run(tmp_path / "environment" / "bin" / "semantic-f1", "--version", cwd=tmp_path)
    assert version.startswith("semantic-f1 ")


def test_the_page_of_a_project_with_an_address_has_absolute_links():
    text = "---\ntitle: x\n---\n\n# A\n\n[b](docs/b.md#c) ![d](docs/d.svg) [e](https://e.org)\n"
    address = "https://huggingface.co/spaces/lab/semantic_f1"
    assert package_page(text, address) == (
        f"# A\n\n[b]({address}/blob/main/docs/b.md#c) ![d]({address}/resolve/main/docs/d.png) "
        "[e](https://e.org)\n"
    )
    assert package_page(text, "") == "# A\n\nb  [e](https://e.org)\n"


def test_the_lines_of_the_readme_run_in_an_empty_folder(source, tmp_path):
    """As pasted; until there is an address, the clone is one of the checkout."""
    clone, *lines = blocks("bash")[0].code.splitlines()
    assert clone == "git clone https://huggingface.co/spaces/OWNER/semantic_f1"
    assert lines[0] == "pip install ./semantic_f1"
    python = environment_at(tmp_path / "environment")
    folder = tmp_path / "empty"
    ignored = shutil.ignore_patterns("build", "*.egg-info")
    shutil.copytree(source, folder / "semantic_f1", ignore=ignored)
    pip = (sys.executable, "-m", "pip", "--python", python, "install", *OFFLINE)
    run(*pip, "./semantic_f1", cwd=folder)
    path = f"{python.parent}{os.pathsep}{os.environ['PATH']}"
    variables = without_path(PATH=path, HF_HOME=str(folder))
    out = [run("bash", "-c", line, cwd=folder, env=variables) for line in lines[1:]]
    assert "samples          0.5500     0.6000     0.5667" in out[0]
    assert "Give labels that are close the same group" in out[1]
    # The untouched sheet is plain F1.
    assert out[2].count("0.5667") == 2
    block = next(block for block in blocks("python") if "similarity" in block.code)
    assert run(python, "-c", block.code, cwd=folder, env=variables) == block.shown


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
