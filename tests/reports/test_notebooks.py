"""Notebooks show tables, pictures, warnings; text stays as it was."""

import json
import pickle
import re

import pytest
from helpers import in_python

from semantic_f1 import SemanticF1

SIDES = [["anger"], ["joy"]], [["disgust"], ["joy", "love"]]


@pytest.fixture
def metric():
    return SemanticF1(similarity="plutchik", labels=["anger", "disgust", "joy", "love"])


def rows_of(html):
    """The cells of each row of a table."""
    rows = re.findall(r"<tr.*?</tr>", html, re.S)
    return [re.findall(r"<t[dh]\b[^>]*>(.*?)</t[dh]>", row, re.S) for row in rows]


def test_a_report_is_text_and_a_table(metric):
    report = metric.report(*SIDES, digits=2)
    assert isinstance(report, str)
    assert report == str(report) == f"{report}" and "samples" in report.upper().lower()
    assert json.loads(json.dumps({"report": report})) == {"report": str(report)}
    head, *rows = rows_of(report._repr_html_())
    assert head == ["", *(f"{a} {b}" for a in ("semantic", "hard") for b in
                          ("precision", "recall", "f1")), "predicted", "support"]  # fmt: skip
    lines = [line.split() for line in str(report).splitlines()]
    for name, *cells in rows:
        assert [*name.split(), *filter(None, cells)] in lines
    assert "semantic_f1|config:default" in report._repr_html_()
    again = pickle.loads(pickle.dumps(report))
    assert (again, again._repr_html_()) == (report, report._repr_html_())
    assert not hasattr(metric.report(*SIDES, output="markdown"), "_repr_html_")


def test_an_explanation_is_a_dict_and_a_picture(metric):
    found = metric.explain(["anger"], ["disgust", "joy"])
    assert json.loads(json.dumps(found)) == found and isinstance(found, dict)
    html = found._repr_html_()
    assert "<svg" in html and "disgust" in html and "0.854" in html
    several = SemanticF1("annotators", similarity="plutchik")
    assert several.explain(["anger"], [["joy"], ["fear"]])._repr_html_().count("<figure") == 2
    points = SemanticF1("points").explain([[0, 1]], [[0, 2], [5, 1.5]])
    assert "Predicted (0, 1)" in points._repr_html_() and "(5, 1.5)" in points._repr_html_()


def test_a_similarity_shows_its_card_and_heatmap(metric):
    html = metric.similarity.load("goemotions-ekman")._repr_html_()
    assert "goemotions-ekman" in html and "<svg" in html and "source: " in html
    hostile = metric.similarity.build([[1, 0], [0, 1]], ["<b>a</b>", "b"], name="<img src=x>")
    assert "<img" not in hostile._repr_html_() and "<b>a" not in hostile._repr_html_()


def test_an_audit_shows_its_warnings(metric):
    audit = metric.similarity.audit("goemotions")
    html = audit._repr_html_()
    assert html.count("<p ") == 1 + len(audit.warnings)
    assert audit.warnings[0].split(" (")[0] in html


def test_the_notebook_shows_what_is_saved(root):
    # If it does not: run tools/run_notebook.py and look at the diff.
    in_python("tools/run_notebook.py", "examples/goemotions.ipynb", "--check", cwd=root)
    notebook = (root / "examples" / "goemotions.ipynb").read_text(encoding="utf-8")
    cells = json.loads(notebook)["cells"]
    shown = [output for cell in cells if cell["cell_type"] == "code" for output in cell["outputs"]]
    assert sum("text/html" in output.get("data", {}) for output in shown) == 4
    assert any("0.6001" in "".join(output.get("text", "")) for output in shown)
