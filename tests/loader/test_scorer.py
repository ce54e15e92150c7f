"""Scorer: the metric's numbers without evaluate, in a process that never imports it."""

import json
import pickle

import evaluate
import pytest
from conftest import ROOT
from helpers import in_python

from semantic_f1 import Scorer, SemanticF1

UNNEEDED = {"evaluate", "datasets", "scipy", "pandas", "sklearn", "transformers"}
AFTER = (
    f"import sys, json; print(json.dumps(sorted({UNNEEDED} & set(sys.modules))), file=sys.stderr)"
)
SCORED = """
import semantic_f1
scorer = semantic_f1.Scorer(similarity="plutchik")
print(scorer.compute(predictions=[["joy"]], references=[["joy"]]))
"""
COMMAND = """
from semantic_f1.commandline.main import main
main(["examples/goemotions_test.csv", "--similarity", "goemotions-ekman"])
"""


@pytest.mark.parametrize("code", [SCORED, COMMAND])
def test_nothing_that_is_not_needed_is_imported(code):
    run = in_python("-c", code + AFTER, cwd=ROOT)
    assert json.loads(run.stderr.splitlines()[-1]) == []
    assert run.stdout


CALLS = {
    "default": ([["joy"], ["love"]], [["joy"], ["joy", "anger"]]),
    "annotators": ([["joy"], ["love"]], [[["joy"], []], [["joy", "anger"]]]),
    "multilabel": ([[1] * 11, [0] * 11], [[0] * 11, [1] * 11]),
    "soft": ([[1 / 11] * 11], [[1] + [0] * 10]),
    "graded": ([[0.5] * 12], [[1] + [0] * 11]),
}


@pytest.mark.parametrize("config", CALLS)
def test_the_metric_of_evaluate_is_a_scorer(config):
    assert issubclass(SemanticF1, evaluate.Metric)
    assert issubclass(SemanticF1, Scorer)
    sides = CALLS[config]
    of_metric, scorer = (kind(config, similarity="plutchik") for kind in (SemanticF1, Scorer))
    assert scorer.compute(*sides) == of_metric.compute(*sides)
    assert scorer.signature() == of_metric.signature()
    assert scorer.counts(*sides) == of_metric.counts(*sides)
    again = pickle.loads(pickle.dumps(scorer))
    assert type(again) is Scorer
    assert again.signature() == scorer.signature()


def test_a_scorer_keeps_no_examples():
    scorer = Scorer(similarity="plutchik")
    for add in (scorer.add, scorer.add_batch):
        with pytest.raises(ValueError, match=r"count each part, counts\("):
            add(predictions=[["joy"]], references=[["joy"]])
    with pytest.raises(ValueError, match=r"nothing to score; pass predictions and references$"):
        scorer.compute()
    with pytest.raises(ValueError, match="config_name: expected one of default"):
        Scorer("plutchik")
