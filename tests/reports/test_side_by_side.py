"""Semantic beside hard scores, from one reading of the data."""

import pytest

from semantic_f1 import SemanticF1

GOLD = [["anger"], ["joy", "love"], [], ["fear"]]
PREDICTED = [["disgust"], ["joy"], ["sadness"], ["fear", "surprise"]]
AVERAGES = ["samples", "micro", "macro", "weighted", None]


@pytest.mark.filterwarnings("ignore:macro:UserWarning", "ignore:intervals:UserWarning")
@pytest.mark.parametrize("options", [{}, {"n_resamples": 20}, {"counting": "two_sided"}])
def test_both_are_what_compute_gives(options):
    metric = SemanticF1(similarity="plutchik", average=AVERAGES, **options)
    both = metric.side_by_side(PREDICTED, GOLD)
    given = {"predictions": PREDICTED, "references": GOLD}
    labels = metric.similarity.load("plutchik").labels
    assert both["semantic"] == metric.compute(**given)
    assert both["hard"] == metric.compute(**given, similarity="identity", labels=labels)
    assert both["semantic"]["semantic_f1_micro"] > both["hard"]["semantic_f1_micro"]


def test_grades_have_their_distances_too():
    metric = SemanticF1("graded", similarity="goemotions", labels=["joy", "love"])
    rows = [[0.1, 0.9], [0.4, 0.2], [1, 0]], [[0, 1], [0.5, 0.5], [1, 0.1]]
    both = metric.side_by_side(*rows)
    assert both["semantic"] == metric.compute(*rows)
    assert both["hard"] == metric.compute(*rows, similarity="identity")


def test_what_is_warned_about_is_said_once():
    metric = SemanticF1(similarity="plutchik", average="macro")
    with metric.notices() as texts:
        metric.side_by_side(PREDICTED, GOLD)
    assert len(texts) == 1 and texts[0].startswith("macro: ")


def test_annotators_have_similarities_of_their_own():
    metric = SemanticF1("annotators", similarity={"a": "plutchik", "b": "plutchik"})
    given = [["anger"]], [[["disgust"], ["joy"]]]
    both = metric.side_by_side(*given, annotators=[["a", "b"]])
    assert both["hard"]["semantic_f1"] == 0
    assert both["semantic"]["semantic_f1"] == pytest.approx((0.853553390593 + 0.5) / 2)
