"""Things with a name stand in one table each, and whatever lists names reads the table."""

import numpy as np
import pytest

from semantic_f1 import SemanticF1
from semantic_f1.average_table import AVERAGES, Average
from semantic_f1.option_table import CHOICES
from semantic_f1.scoring.averages import (
    AVERAGE_FORMULAS,
    COUNTINGS,
    MACRO_F1S,
    Averaging,
    average_scores,
    average_slopes,
)
from semantic_f1.scoring.contributions import scores_of_columns
from semantic_f1.scoring.counts import Counts

LABELS = ["joy", "love", "anger"]
ROWS = {"predictions": [["joy"], ["love"], []], "references": [["joy"], ["joy", "anger"], []]}


@pytest.fixture
def counts():
    return Counts.of(np.arange(18.0), 3)


def test_an_unknown_name_is_an_error_that_lists_those_that_are(counts):
    expected = "average: expected one of 'samples', 'micro', 'macro', 'weighted', None; got 'mean'"
    with pytest.raises(ValueError) as raised:
        average_scores(counts, "mean")
    assert str(raised.value) == expected
    for call in (
        lambda: average_slopes(np.ones((4, 3)), "mean", Averaging(("mean",))),
        lambda: scores_of_columns(np.ones((4, 3)), "mean", Averaging(("mean",))),
        lambda: Averaging(("mean",)).by_label,
    ):
        with pytest.raises(ValueError, match="'weighted', None; got 'mean'"):
            call()
    with pytest.raises(ValueError, match="counting: expected one of 'paper', 'two_sided'; got"):
        average_scores(counts, "micro", counting="gold")
    with pytest.raises(ValueError, match="macro_f1: expected one of 'averaged_f1', 'f1_of_av"):
        average_scores(counts, "macro", macro_f1="mean")


def test_an_average_in_the_options_alone_is_not_scored_as_another(monkeypatch):
    """A row of the table without a formula fails under its own name."""
    monkeypatch.setitem(
        AVERAGES, "median", Average("median", "the median", "", "examples", "scores", 5)
    )
    metric = SemanticF1(similarity="identity", labels=LABELS, average="median")
    for options in ({}, {"n_resamples": 10}):
        with pytest.raises(ValueError, match=r"average: expected one of .*; got 'median'"):
            metric.compute(**ROWS, **options)


def test_averages_have_formulas_options_and_streams():
    assert list(AVERAGE_FORMULAS) == list(AVERAGES) == list(CHOICES["average"])
    assert list(COUNTINGS) == list(CHOICES["counting"])
    assert list(MACRO_F1S) == list(CHOICES["macro_f1"])
    streams = [row.stream for row in AVERAGES.values()]
    assert len(set(streams)) == len(streams)
