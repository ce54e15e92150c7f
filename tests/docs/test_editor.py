"""Options by name, types and a short page, as an editor and help() show them."""

import inspect
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from semantic_f1 import SemanticF1
from semantic_f1.option_table import DEFAULTS


@pytest.fixture
def metric():
    return SemanticF1(similarity="plutchik")


@pytest.mark.parametrize("name", ["compute", "report", "compare", "pointwise", "signature"])
def test_options_are_offered_by_name_with_their_defaults(metric, name):
    for method in (getattr(metric, name), getattr(SemanticF1, name)):
        shown = inspect.signature(method).parameters
        assert "options" not in shown
        for option, default in DEFAULTS.items():
            assert shown[option].kind is inspect.Parameter.KEYWORD_ONLY
            assert shown[option].default == default or option in ("seed",)
    assert {*DEFAULTS} <= {*inspect.signature(SemanticF1).parameters}


def test_what_a_signature_shows_does_not_override_what_load_was_given():
    metric = SemanticF1(similarity="plutchik", average="micro")
    sides = {"predictions": [["anger"], ["joy"]], "references": [["disgust"], ["joy", "love"]]}
    assert inspect.signature(metric.compute).parameters["average"].default == "samples"
    assert metric.compute(**sides) == metric.compute(**sides, average="micro")
    assert metric.compute(**sides) != metric.compute(**sides, average="samples")


def test_help_fits_a_screen_and_points_on(metric):
    assert len(metric.compute.__doc__.splitlines()) <= 30
    assert "inputs_description" in metric.compute.__doc__
    for name in DEFAULTS:
        assert name in metric.inputs_description


def test_dir_of_similarity_lists_what_a_person_may_call(metric):
    names = [name for name in dir(metric.similarity) if not name.startswith("_")]
    assert {"load", "names", "build", "from_points", "audit"} <= {*names}
    assert all(callable(getattr(metric.similarity, name)) for name in names)
    for name in names:
        assert inspect.getdoc(getattr(metric.similarity, name)), name


def test_the_stub_is_up_to_date(root):
    done = subprocess.run(
        [sys.executable, "tools/make_stubs.py", "--check"], cwd=root, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def pyright():
    path = shutil.which("pyright", path=str(Path(sys.executable).parent)) or shutil.which("pyright")
    if path is None:
        pytest.skip('pyright is not installed: pip install "pyright[nodejs]"')

    def errors(folder, *files):
        """(line, message) of what is wrong."""
        done = subprocess.run(
            [path, "--outputjson", "--pythonpath", sys.executable, *map(str, files)],
            cwd=folder,
            capture_output=True,
            text=True,
        )
        found = json.loads(done.stdout)["generalDiagnostics"]
        return [
            (one["range"]["start"]["line"], one["message"])
            for one in found
            if one["severity"] == "error"
        ]

    return errors


def test_plain_uses_are_clean_and_misspelt_options_are_not(pyright, root, tmp_path):
    plain = (root / "tests" / "docs" / "plain_uses.py").read_text(encoding="utf-8")
    (tmp_path / "plain.py").write_text(plain)
    (tmp_path / "wrong.py").write_text(
        "from semantic_f1 import SemanticF1\n"
        'metric = SemanticF1(similarity="plutchik")\n'
        "metric.compute(predictions=[], references=[], averge=1)\n"
        'metric.compute(predictions=[], references=[], counting="papers")\n'
        "metric.signature() + 1\n"
    )
    (tmp_path / "pyrightconfig.json").write_text(json.dumps({"extraPaths": [str(root)]}))
    assert pyright(tmp_path, "plain.py") == []
    found = pyright(tmp_path, "wrong.py")
    assert [line for line, _ in found] == [2, 3, 4]
    assert "averge" in found[0][1]


def test_plain_uses_run(root, capsys):
    source = (root / "tests" / "docs" / "plain_uses.py").read_text(encoding="utf-8")
    exec(compile(source, "plain_uses.py", "exec"), {})
    assert "0.8536 0.1.0" in capsys.readouterr().out
