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
        """(file, line, message) of what is wrong."""
        done = subprocess.run(
            [path, "--outputjson", "--pythonpath", sys.executable, *map(str, files)],
            cwd=folder,
            capture_output=True,
            text=True,
        )
        found = json.loads(done.stdout)["generalDiagnostics"]
        return [
            (Path(one["file"]).name, one["range"]["start"]["line"], one["message"])
            for one in found
            if one["severity"] == "error"
        ]

    return errors


WRONG = {
    "compute(predictions=[], references=[], averge=1)": "averge",
    'compute(predictions=[], references=[], counting="papers")': "papers",
    'compute(predictions=[], references=[], average="samplez")': "samplez",
    'compute(predictions=[], references=[])["semantic_f1_micro"].upper()': "float",
    'compute(predictions=[], references=[])["labels"] + 1': "list[str]",
    'compare([], [], [])["wins"].upper()': "int",
    'explain([], [])["predictions"][0]["similarity"].upper()': "float",
    'rank({}, [])["pairs"][0]["p-value"]': "p-value",
    "sensitivity({}, [], simultanous=True)": "simultanous",
    'outcome_correlation([1.0], [2.0], "pearsn")': "pearsn",
    'outcome_correlation(["a"], [2.0])': "str",
    'winners({"f1": 0.5})': "float",
    'sample_size([], [], [])["n"].upper()': "int",
    'sensitivity({}, [])["verdict"] + 1': "str",
    'side_by_side([], [])["soft"]': "soft",
    "signature() + 1": "str",
}


def test_plain_uses_are_clean_and_wrong_ones_are_not(pyright, root, tmp_path):
    plain = (root / "tests" / "docs" / "plain_uses.py").read_text(encoding="utf-8")
    (tmp_path / "plain.py").write_text(plain)
    lines = [
        "from semantic_f1 import SemanticF1",
        'metric = SemanticF1(similarity="plutchik")',
        *(f"metric.{use}" for use in WRONG),
    ]
    (tmp_path / "wrong.py").write_text("\n".join([*lines, 'SemanticF1("gradde")', ""]))
    (tmp_path / "pyrightconfig.json").write_text(json.dumps({"extraPaths": [str(root)]}))
    found = pyright(tmp_path, "plain.py", "wrong.py")
    assert [file for file, _, _ in found] == ["wrong.py"] * (len(WRONG) + 1)
    assert [line for _, line, _ in found] == list(range(2, len(WRONG) + 3))
    for (_, _, message), said in zip(found, [*WRONG.values(), "gradde"], strict=True):
        assert said in message


def test_plain_uses_run(root, capsys):
    source = (root / "tests" / "docs" / "plain_uses.py").read_text(encoding="utf-8")
    exec(compile(source, "plain_uses.py", "exec"), {})
    assert "0.8536 0.1.0" in capsys.readouterr().out
