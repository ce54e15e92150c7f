"""A report as text, markdown, dict and DataFrame."""

import re
import unicodedata

import numpy as np
import pytest

from semantic_f1 import SemanticF1
from semantic_f1.reports import formats as report


def scores(precision, recall, f1):
    return {"precision": precision, "recall": recall, "f1": f1}


@pytest.fixture
def example():
    return {
        "rows": [{"label": "joy", "support": 12, "predicted": 7.0,
            "semantic": scores(0.8123, 0.5, 0.61899), "hard": scores(0.25, 0.125, 1 / 6)},
            {"label": "anticipation", "support": 1034.5, "predicted": 0,
            "semantic": scores(0.0, 0.0, 0.0), "hard": scores(0.0, 0.0, 0.0)}],
        "averages": {"micro": {"semantic": scores(1.0, 0.9996, 0.5), "hard": scores(0.1, 0.2, 0.3)},
            "macro": {"semantic": scores(0.4, 0.25, 0.3), "hard": scores(0.125, 0.0625, None),
            "support": 1046.5}},
        "signature": "semantic_f1|average:micro|version:0.1.0",
    }  # fmt: skip


def test_text(example):
    assert report.as_text(example) == (
        """\
               semantic                      hard
              precision  recall     f1  precision  recall     f1  predicted   support

joy               0.812   0.500  0.619      0.250   0.125  0.167          7        12
anticipation      0.000   0.000  0.000      0.000   0.000  0.000          0  1034.500

micro             1.000   1.000  0.500      0.100   0.200  0.300
macro             0.400   0.250  0.300      0.125   0.062                    1046.500

semantic_f1|average:micro|version:0.1.0
"""
    )


@pytest.mark.parametrize("wrong", [-1, 1.5, True, "3"])
def test_digits(example, wrong):
    numbers = re.findall(r"\d\.(\d+)", report.as_text(example, digits=5).split("semantic_f1|")[0])
    assert {len(decimals) for decimals in numbers} == {5}
    assert "0.61899" in report.as_markdown(example, digits=5)
    assert " 1  " in report.as_text(example, digits=0)
    metric = SemanticF1(similarity="plutchik", n_resamples=100, groups=["a"])
    with pytest.raises(ValueError, match=r"^digits: expected a whole number, 0 or more; got "):
        metric.report([["joy"]], [["joy"]], digits=wrong)
    # A report cites no resamples.
    text = metric.report([["joy"]], [["joy"]])
    assert "n_resamples" not in text and "groups" not in text


def test_wide_and_long_labels_align(example):
    labels = ["喜び", "e\u0301t\u00e9", "x" * 40, "\uff46\uff55\uff4c\uff4c", "😀"]
    example["rows"] = [{**example["rows"][0], "label": label} for label in labels]
    example["averages"] = {}
    lines = report.as_text(example).splitlines()[3:8]
    # Columns that a terminal gives a line.
    widths = {
        sum(0 if unicodedata.combining(c) else 1 + (ord(c) > 0x2FFF) for c in line)
        for line in lines
    }
    assert len(widths) == 1
    for label, line in zip(labels, lines, strict=True):
        assert line.startswith(label + " ")
    assert lines[0].endswith(lines[2][-40:])


def test_labels_that_would_break_a_line(example):
    example["rows"][0]["label"] = "two\nlines\u2028\x1b[31m\ttab"
    text = report.as_text(example)
    assert "two\\nlines\\u2028\\x1b[31m\\ttab  " in text
    assert "\x1b" not in text
    assert len(text.splitlines()) == 10
    markdown = report.as_markdown(example)
    assert "| two\\\\nlines\\\\u2028\\\\x1b\\[31m\\\\ttab |" in markdown
    assert len(markdown.splitlines()) == 8


def test_markdown(example):
    assert report.as_markdown(example, digits=2) == (
        """\
| label | semantic precision | semantic recall | semantic f1 | hard precision | hard recall | hard f1 | predicted | support |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
| joy | 0.81 | 0.50 | 0.62 | 0.25 | 0.12 | 0.17 | 7 | 12 |
| anticipation | 0.00 | 0.00 | 0.00 | 0.00 | 0.00 | 0.00 | 0 | 1034.50 |
| **micro** | 1.00 | 1.00 | 0.50 | 0.10 | 0.20 | 0.30 |  |  |
| **macro** | 0.40 | 0.25 | 0.30 | 0.12 | 0.06 |  |  | 1046.50 |

semantic\\_f1\\|average:micro\\|version:0.1.0
"""  # noqa: E501
    )


def test_markup_in_labels_is_inert(example):
    label = "a|b <img src=x> **c** `d` [e](f) &amp; g_h_ ~~i~~ $j$ \\"
    example["rows"][0]["label"] = label
    line = report.as_markdown(example).splitlines()[2]
    cell = line.removeprefix("| ").split(" | ")[0]
    assert cell == (
        "a\\|b &lt;img src=x&gt; \\*\\*c\\*\\* \\`d\\` \\[e\\](f) &amp;amp; g\\_h\\_ "
        "\\~\\~i\\~\\~ \\$j\\$ \\\\"
    )
    assert len(re.findall(r"(?<!\\)\|", line)) == 10
    example["averages"] = {"a|b": example["averages"]["micro"]}
    assert "| **a\\|b** |" in report.as_markdown(example)
    assert label in report.as_text(example)


def test_frame(example):
    frame = report.as_frame(example)
    scores = (f"{group}_{name}" for group in report.SCORE_KINDS for name in report.SCORES)
    assert list(frame.columns) == ["kind", "name", *scores, "predicted", "support"]
    assert frame["name"].tolist() == ["joy", "anticipation", "micro", "macro"]
    assert frame["kind"].tolist() == ["label", "label", "average", "average"]
    assert frame["semantic_f1"].tolist() == [0.61899, 0.0, 0.5, 0.3]
    np.testing.assert_array_equal(frame["support"], [12, 1034.5, np.nan, 1046.5])
    np.testing.assert_array_equal(frame["hard_f1"], [1 / 6, 0, 0.3, np.nan])
    assert frame.attrs["signature"] == example["signature"]


def test_of_very_many_labels_text_shows_those_that_are_used(monkeypatch, example):
    example["rows"].append({**example["rows"][1], "label": "unused", "support": 0})
    forms = report.as_text, report.as_markdown
    every = [form(example) for form in forms]
    monkeypatch.setattr(report, "MANY_ROWS", 2)
    for whole, text in zip(every, (form(example) for form in forms), strict=True):
        assert "unused" in whole and "left out" not in whole
        assert "Labels neither gold nor predicted, left out here: 1\n" in text
        assert "unused" not in text.replace("Labels", "") and "anticipation" in text
