"""Errors about values that are no label: what they look like, and that no advice is wrong."""

import datetime

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from helpers import refusal

from semantic_f1 import SemanticF1
from semantic_f1.commandline.main import main
from semantic_f1.files.value_kinds import describe, near_label, odd_labels
from semantic_f1.messages import ONE_TEXT_IS_ONE_LABEL, SCORES_NEED_MULTILABEL

LABELS = ["joy", "love", "anger", "Interests", "late delivery"]
KINDS = [
    ("N/A", "missing", "missing value"),
    ("nan", "missing", "none_labels=['nan']"),
    ("-", "missing", "missing value"),
    *((value, "missing", "[]") for value in (None, float("nan"), pd.NaT)),
    *((text, "sheet error", "mend the cell") for text in ("#REF!", "#DIV/0!")),
    ("0.75", "score", "a score"),
    ("1.0", "score", "a whole number among others"),
    (0.5, "score", "multilabel"),
    (True, "score", "multilabel"),
    *((text, "date", "format the column as text") for text in ("2024-02-01", "1.2.2024")),
    (datetime.date(2024, 2, 1), "date", "is a date"),
    *((x, "object", "its keys: 'choices'") for x in ('{"choices": ["joy"]}', {"choices": ["joy"]})),
    ("array(['joy'], dtype='<U3')", "printed", "numpy printed"),
    ("tensor([1, 2])", "printed", "torch printed"),
    ("Index(['joy'], dtype='object')", "printed", "pandas printed"),
    ('c("joy", "love")', "printed", "R printed"),
    ("{'joy', 'love'}", "printed", "Python printed"),
    *((f"joy{x}love", "separator", f"{x!r} separates") for x in [*";|\t\n ", " and "]),
    ("joy, love", "separator", "',' separates"),
    ("joy & love", "separator", "'&' separates"),
    *((text, "reply", "read_replies") for text in ["joy.", "- joy", "Label: joy", "**joy**",
        "joy, because it is"]),
    ("interest", "near", "did you mean 'Interests'?"),
    ("angry", "near", "did you mean 'anger'?"),
    ("late delivry", "near", "did you mean 'late delivery'?"),
    ("joyy", "near", "did you mean 'joy'?"),
    ("something quite else", "text", "read_replies"),
    ("boredom", "unknown", ""),
    ("C50.9", "unknown", ""),
]  # fmt: skip


@pytest.mark.parametrize(("value", "kind", "part"), KINDS)
def test_kinds_and_that_mismatch_is_proposed_for_unknown_words_alone(
    value, kind, part, tmp_path, capsys
):
    found = describe(value, LABELS)
    assert found.kind == kind and part in found.text
    metric = SemanticF1(similarity="identity", labels=LABELS)
    message = refusal(metric.compute, predictions=[[value]], references=["joy"])
    assert ("unknown_labels" in message) == ("mismatch" in message) == (kind == "unknown")
    if isinstance(value, str):
        # Among others that are unknown words, too, and in a file.
        message = refusal(metric.compute, predictions=["boredom", value], references=["joy"] * 2)
        assert ("mismatch" in message) == (kind == "unknown"), message
        path = tmp_path / "rows.jsonl"
        rows = pd.DataFrame({"predictions": ["joy", value], "references": ["joy", "love"]})
        rows.to_json(path, orient="records", lines=True)
        main([str(path), "--similarity", "identity", "--labels", ",".join(LABELS)])
        said = capsys.readouterr().err
        assert ("mismatch" in said) == (kind == "unknown"), said
        assert kind != "reply" or "--replies" in said
        # A label is a label before all of these.
        metric = SemanticF1(similarity="identity", labels=[*LABELS, value])
        assert metric.compute(predictions=[value], references=[value])["semantic_f1"] == 1


def test_labels_of_a_file_that_look_like_something_else_and_near_labels():
    assert odd_labels([*LABELS, "1. Introduction", "7", "- low", "C50.9"]) == []
    odd = ["#N/A", "None", "NA", "#NAME?", "0.7", "2024-01-05", "joy, love"]
    assert odd_labels([*LABELS, *odd]) == [
        "'#N/A' is a label here; it looks like a missing value: none_labels=['#N/A'] if it means "
        "'no label', else fill in the label (2 more like it)",
        "'#NAME?' is a label here; it is an error of a spreadsheet: mend the cell",
        "'0.7' is a label here; it looks like a score; " + SCORES_NEED_MULTILABEL,
        "'2024-01-05' is a label here; it looks like a date: format the column as text",
        "'joy, love' is a label here, but what ',' separates in it is; " + ONE_TEXT_IS_ONE_LABEL,
    ]
    for name in ("joy of", "x", "gladness", "hate"):
        assert near_label(name, LABELS) is None
    assert near_label("LOVES", LABELS) == "love"


@pytest.mark.parametrize("form", [
    list, np.array,
    lambda x: np.array(x, np.float32),
    pd.Series, pa.array,
    lambda x: [[one] for one in x],
    lambda x: pa.array([[one] for one in x]),
    lambda x: [np.float64(one) for one in x],
])  # fmt: skip
def test_floats_of_whole_numbers_are_ids_if_all_are(form):
    metric = SemanticF1(similarity="identity", labels=["a", "b", "c"])
    result = metric.compute(predictions=form([0.0, 2.0, 1.0]), references=[0, 2, 2])
    assert result["semantic_f1"] == pytest.approx(2 / 3)
    message = refusal(metric.compute, predictions=form([0.0, 0.5, 1.0]), references=[0, 2, 2])
    assert "multilabel" in message
    # Rows of 0.0 and 1.0 are indicators or scores.
    rows = [[0.0, 1.0], [1.0, 0.0]]
    assert "multilabel" in refusal(metric.compute, predictions=rows, references=[0, 1])


def test_scores_that_are_no_probabilities_are_told():
    """The golden of logits: the number stays, and a notice says what to do."""
    metric = SemanticF1("multilabel", similarity="identity", labels=["a", "b"], average="micro")
    gold, logits = [[1, 0], [1, 0]], np.array([[2, -1], [0.3, -2]])

    def scored(scores, threshold, **more):
        with metric.notices() as texts:
            call = {"predictions": scores, "references": gold, "threshold": threshold, **more}
            return metric.compute(**call)["semantic_f1"], texts

    for form in (np.array, np.float32, list, lambda x: pa.array(x.tolist())):
        f1, texts = scored(form(logits), 0.5)
        assert f1 == pytest.approx(2 / 3)
        assert texts == [
            "predictions: scores from -2 to 2 are not probabilities, and threshold 0.5 is applied "
            "to them directly. For logits, apply a sigmoid first, or use threshold=0 (probability "
            "0.5)."
        ]
    assert scored(1 / (1 + np.exp(-logits)), 0.5) == (1, [])
    assert scored(logits, 0) == (1, [])
    assert scored([[1.0, -0.0], [0.5, 0.0]], 0.5) == (1, [])
    assert "-1.386" in scored(logits, [0.2, 1.5])[1][0]
    metric.add_batch(predictions=logits, references=gold)
    with metric.notices() as texts:
        metric.compute(threshold=0.5)
    assert len(texts) == 1
    several = SemanticF1("annotators", similarity="identity", labels=["a", "b"])
    with several.notices() as texts:
        several.compute(predictions=logits, references=[[["a"]], [["a"]]], threshold=0.5)
    assert "are not probabilities" in texts[0]


def test_tables_of_bool_structs_and_raters():
    labels = ["a", "b"]
    for table in (np.eye(2, dtype=bool), [[True, False], [False, True]]):
        metric = SemanticF1(similarity=table, labels=labels)
        assert metric.compute(predictions=["a", "a"], references=["a", "b"])["semantic_f1"] == 0.5
    rows = pa.array([{"a": 1, "b": 0}])
    metric = SemanticF1("multilabel", similarity="identity", labels=labels)
    refusal(metric.compute, predictions=rows, references=rows)
    points = SemanticF1("points")
    for nested in ([[[[0.0, 1.0]], [[1.0, 1.0]]]], np.zeros((1, 2, 1, 2))):
        message = refusal(points.compute, predictions=[[[0.0, 1.0]]], references=nested)
        assert 'points of several raters are for config "annotators" with of="points"' in message


@pytest.mark.parametrize("form", ["csv", "jsonl", "parquet"])
def test_star_ratings_in_files(form, tmp_path):
    """Ratings from 1.0 to 5.0 are the labels 1 to 5, and a score among them is an error."""
    path = tmp_path / f"ratings.{form}"

    def read(predictions, labels, **options):
        frame = pd.DataFrame({"predictions": predictions, "references": [1.0, 2.0, 5.0]})
        lines = {"orient": "records", "lines": True} if form == "jsonl" else {}
        written = {"csv": frame.to_csv, "jsonl": frame.to_json, "parquet": frame.to_parquet}[form]
        written(path, index=False, **lines)
        metric = SemanticF1(similarity="identity", labels=labels)
        return metric.compute(**metric.read_file(path, **options, account=False))["semantic_f1"]

    stars = ["1", "2", "3", "4", "5"]
    assert read([1.0, 2.0, 4.0], stars) == pytest.approx(2 / 3)
    assert read([1.0, 2.0, 4.0], list("abcdef")) == pytest.approx(2 / 3)
    assert refusal(read, [1.0, 2.5, 4.0], stars)
    if form == "csv":
        # A name of the universe is a label before all else.
        assert read([1.0, 2.0, 4.0], ["1.0", "2.0", "4.0", "5.0"]) == pytest.approx(2 / 3)
