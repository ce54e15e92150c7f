"""Columns by their names alone; separators and label columns by what stands in the cells."""

import pytest

from semantic_f1.files.column_guessing import (
    guess_columns,
    guess_id,
    guess_separator,
    holds_labels,
)


@pytest.mark.parametrize(("columns", "predictions", "references"), [
    (["gold", "pred"], "pred", "gold"),
    (["text", "labels", "prediction"], "prediction", "labels"),
    (["id", "predictions", "references"], "predictions", "references"),
    (["y_true", "y_pred"], "y_pred", "y_true"),
    (["Output", "Answer key", "Target"], None, "Target"),
    (["id", "answer", "reference_labels"], "answer", "reference_labels"),
    (["predictions", "pred_2", "references", "gold"], "predictions", "references"),
    (["pred_bert", "pred_gpt", "gold"], None, "gold"),
    (["label", "label_text", "output"], "output", "label"),
    (["gold", "y_true", "pred"], "pred", None),
    (["model_a", "model_b", "agent"], None, None),
    (["prediction_id", "gold id", "text"], None, None),
    (["Y-Pred ", " Gold Labels"], "Y-Pred ", " Gold Labels"),
    (["correct_answer", "pred", "correct"], "pred", "correct_answer"),
    ([], None, None),
])  # fmt: skip
def test_columns_by_name(columns, predictions, references):
    for order in (columns, columns[::-1]):
        guess = guess_columns(order)
        assert guess[:2] == (predictions, references)


@pytest.mark.parametrize(("columns", "expected"), [
    (["id", "doc_id", "x"], "id"),
    (["text", "articleID"], "articleID"),
    (["text", "tweet_id"], "tweet_id"),
    (["doc_id", "user_id"], None),
    (["identity", "valid", "text"], None),
])  # fmt: skip
def test_the_id_column_by_name(columns, expected):
    assert guess_id(columns) == expected


@pytest.mark.parametrize(("cells", "expected"), [
    (["joy;love", "love;joy", "joy", "love;anger"], ";"),
    (["a,b", "b,a", "a"], ","),
    (["a|b", "b|a", "", "b"], "|"),
    (['["joy"]', '["love", "joy"]'], None),
    (["joy", "love", "joy"], None),
    (["one, two", "three, four"], None),
    ([], None),
])  # fmt: skip
def test_the_separator_by_the_vocabulary(cells, expected):
    assert guess_separator(cells) == expected


def test_columns_that_may_hold_labels():
    labels = ["joy", "love", "joy", "joy;love", "love", "joy"]
    assert holds_labels(labels, ";")
    assert holds_labels(['["joy"]', '["joy", "love"]', '["love"]', '["joy", "love"]'] * 2)
    assert not holds_labels(["I am glad", "so am I", "not me"])
    assert not holds_labels([str(i) for i in range(9)])
    assert not holds_labels(["0.25", "0.5"] * 9)
    assert not holds_labels(["", "  "])
