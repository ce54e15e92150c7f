"""Options by name, types and a short page, as an editor and help() show them."""

import inspect
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from semantic_f1 import SemanticF1, similarity
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


@pytest.fixture(scope="module")
def pyright():
    path = shutil.which("pyright", path=str(Path(sys.executable).parent)) or shutil.which("pyright")
    if path is None:
        pytest.skip('pyright is not installed: pip install "pyright[nodejs]"')

    def errors(folder, *files):
        """(file, line, message) of what is wrong."""
        command = [path, "--outputjson", "--pythonpath", sys.executable, *map(str, files)]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
        return [
            (Path(one["file"]).name, one["range"]["start"]["line"], one["message"])
            for one in json.loads(done.stdout)["generalDiagnostics"]
            if one["severity"] == "error"
        ]

    return errors


# Misspelt options and keys, and other wrong uses -> what is said of each.
WRONG = {
    "compute(predictions=[], references=[], averge=1)": "averge",
    "sensitivity({}, [], simultanous=True)": "simultanous",
    'SemanticF1(similarty="plutchik")': "similarty",
    'rank({}, [])["pairs"][0]["p-value"]': "p-value",
    'side_by_side([], [])["soft"]': "soft",
    'sample_size([], [], [])["number"]': "number",
    'spread([])["mena"]': "mena",
    'agreement({})["kendal"]': "kendal",
    'from_long([])["annotator"]': "annotator",
    'compute(predictions=[], references=[], counting="papers")': "papers",
    'compute(predictions=[], references=[], average="samplez")': "samplez",
    'explain([], [])["predictions"][0]["similarity"].upper()': "float",
    'outcome_correlation([1.0], [2.0], "pearsn")': "pearsn",
    'outcome_correlation(["a"], [2.0])': "str",
    'winners({"f1": 0.5})': "float",
    'sample_size([], [], [])["n"].upper()': "int",
    'sensitivity({}, [])["verdict"] + 1': "str",
    "signature() + 1": "str",
    "similarity.from_groups({}).labels.lower()": "tuple",
    'SemanticF1("gradde")': "gradde",
}


def test_plain_uses_are_clean_in_strict_mode_and_wrong_ones_are_not(pyright, root, tmp_path):
    plain = (root / "tests" / "docs" / "plain_uses.py").read_text(encoding="utf-8")
    (tmp_path / "plain.py").write_text("# pyright: strict\n" + plain)
    lines = [
        "from semantic_f1 import SemanticF1",
        'metric = SemanticF1(similarity="plutchik")',
        *(use if use.startswith("SemanticF1") else f"metric.{use}" for use in WRONG),
    ]
    (tmp_path / "wrong.py").write_text("\n".join([*lines, ""]))
    (tmp_path / "pyrightconfig.json").write_text(json.dumps({"extraPaths": [str(root)]}))
    found = pyright(tmp_path, "plain.py", "wrong.py")
    assert [file for file, _, _ in found] == ["wrong.py"] * len(WRONG), found
    assert [line for _, line, _ in found] == list(range(2, len(WRONG) + 2))
    for (_, _, message), said in zip(found, WRONG.values(), strict=True):
        assert said in message


def test_plain_uses_run_and_use_every_public_method(root, capsys):
    source = (root / "tests" / "docs" / "plain_uses.py").read_text(encoding="utf-8")
    offered = [
        name
        for name, member in inspect.getmembers(SemanticF1, inspect.isroutine)
        if not name.startswith("_") and getattr(member, "__module__", "").startswith("semantic_f1")
    ]
    assert [name for name in offered if f".{name}(" not in source] == []
    assert [name for name in similarity.__all__ if f".{name}(" not in source] == []
    exec(compile(source, "plain_uses.py", "exec"), {})
    assert "0.8536 0.1.0" in capsys.readouterr().out


def test_functions_of_similarity_stay_functions():
    """Also of the names that were modules, and after modules were loaded."""
    from semantic_f1.similarity import audit, embeddings, fingerprint

    assert all(map(inspect.isfunction, (audit, embeddings, fingerprint)))
    assert {*similarity.__all__} == {
        name for name in dir(SemanticF1().similarity) if name[0] != "_"
    }
    for name in similarity.__all__:
        assert getattr(similarity, name) is getattr(SemanticF1().similarity, name), name
