"""First mistakes in Python: each is answered with what to write instead."""

import pandas as pd
import pytest
from helpers import refusal

from semantic_f1 import SemanticF1, similarity

P, R = [["joy"], ["anger"]], [["love"], ["disgust"]]


@pytest.mark.parametrize(("call", "said"), [
    (lambda: SemanticF1("plutchik"), 'got \'plutchik\'; "plutchik" is a similarity: '
    'SemanticF1(similarity="plutchik")'),
    (lambda: SemanticF1("multi-label"), "(did you mean 'multilabel'?)"),
    (lambda: SemanticF1("Multilabel"), "(did you mean 'multilabel'?)"),
    (lambda: SemanticF1(similarity="plutchik").compute(y_true=R, y_pred=P),
    "unknown argument 'y_true': gold labels are references=, predicted labels predictions="),
    (lambda: SemanticF1(similarity="plutchik").report(P, y_true=R),
    "unknown argument 'y_true': gold labels are references="),
    (lambda: SemanticF1(similarity="identity").compute([[1, 0, 1]], [[1, 0, 0]]),
    'rows of 0 and 1 need the "multilabel" config, too'),
    (lambda: SemanticF1(similarity="plutchik").compute([[1, 0] * 6], [[0, 1] * 6]),
    'load the "multilabel" config'),
])  # fmt: skip
def test_what_to_write_instead(call, said):
    assert said in refusal(call, error=(ValueError, TypeError))


def test_predictions_and_references_by_position():
    metric = SemanticF1(similarity="plutchik")
    assert metric.compute(P, R) == metric.compute(predictions=P, references=R)
    assert metric.compute(P, R)["semantic_f1"] != metric.compute(R, [["fear"]] * 2)["semantic_f1"]


def test_a_metric_is_shown_in_one_line():
    shown = "SemanticF1('multilabel', similarity='plutchik', average='micro')"
    assert repr(SemanticF1("multilabel", similarity="plutchik", average="micro")) == shown
    assert repr(SemanticF1()) == str(SemanticF1()) == "SemanticF1()"
    own = SemanticF1(similarity=similarity.from_groups({"a": "x", "b": "x"}, name="mine"))
    assert repr(own) == "SemanticF1(similarity=LabelSimilarity('mine', 2 labels))"
    own.add(prediction=["a"], reference=["b"])
    assert repr(own).endswith(", 1 example added)")
    own.add_batch(predictions=[["a"]] * 2, references=[["b"]] * 2)
    assert repr(own).endswith(", 3 examples added)")
    own.compute()


@pytest.fixture
def frames():
    predictions = pd.DataFrame({"b": [0, 1, 0], "a": [1, 0, 1]})
    references = pd.DataFrame({"a": [1, 1, 1], "b": [0, 0, 0]})
    return predictions, references


@pytest.mark.parametrize("given", ["load", "compute", "add_batch", "pointwise", "report"])
def test_columns_of_data_frames_go_by_name(frames, given):
    options = {"similarity": "identity", "labels": ["a", "b"]}
    metric = SemanticF1("multilabel", **({} if given == "compute" else options))
    if given == "add_batch":
        metric.add_batch(predictions=frames[0], references=frames[1])
        found = metric.compute()["semantic_f1"]
    elif given == "pointwise":
        found = sum(metric.pointwise(*frames)["semantic_f1"]) / 3
    elif given == "report":
        found = metric.report(*frames, output="dict")["averages"]["samples"]["semantic"]["f1"]
    else:
        call = options if given == "compute" else {}
        found = metric.compute(*frames, **call)["semantic_f1"]
    assert found == pytest.approx(2 / 3, abs=1e-15)
    arrays = [frame.to_numpy() for frame in frames]
    assert metric.compute(*arrays, **options)["semantic_f1"] == pytest.approx(1 / 3, abs=1e-15)


def test_scores_and_none_labels_in_data_frames(frames):
    options = {"similarity": "identity", "labels": ["a", "b", "none"], "none_labels": ["none"]}
    metric = SemanticF1("multilabel", **options)
    scores = pd.DataFrame({"b": [0.2, 0.9, 0.1], "none": [0.1, 0.1, 0.1], "a": [0.9, 0.1, 0.8]})
    expected = pytest.approx(2 / 3)
    assert metric.compute(scores, frames[1], threshold=0.5)["semantic_f1"] == expected
    # A threshold for each label, in the order of the labels.
    found = metric.compute(scores, frames[1], threshold=[0.05, 0.95, 0.5])["semantic_f1"]
    assert found == 1
    array = frames[1].assign(none=0).to_numpy()
    assert metric.compute(frames[0], array)["semantic_f1"] == expected


@pytest.mark.parametrize(("change", "said"), [
    (lambda p: p.rename(columns={"b": "c"}), "predictions: the column 'c' is none of the"),
    (lambda p: p[["a"]], "predictions: no column is called 'b'"),
    (lambda p: p.set_axis([5, 6, 7]), "the DataFrames have different indexes"),
    (lambda p: p.assign(b=["x"] * 3), "predictions: a DataFrame must hold numbers alone"),
    (lambda p: p.set_axis([0, 1], axis=1), "predictions: 0 is no name of a label"),
])  # fmt: skip
def test_data_frames_that_do_not_fit(frames, change, said):
    metric = SemanticF1("multilabel", similarity="identity", labels=["a", "b"])
    assert said in refusal(metric.compute, change(frames[0]), frames[1])


def test_similarity_is_a_module_of_functions():
    table = similarity.from_groups({"billing": "money", "refund": "money", "delay": "delivery"})
    metric = SemanticF1(similarity=table)
    result = metric.compute([["refund"], ["delay"]], [["billing"], ["delay"]])
    assert result == dict.fromkeys(("semantic_f1", "semantic_precision", "semantic_recall"), 0.75)
    assert callable(similarity.audit) and callable(similarity.embeddings)
