"""Similarities without a table through the metric, and what is made once a metric."""

import numpy as np
import pytest
from helpers import refusal

from semantic_f1 import SemanticF1

MANY = 6_000
LABELS = [f"label {i}" for i in range(MANY)]
VECTORS = np.random.default_rng(0).normal(size=(MANY, 8)).astype(np.float32)
EVERY = ["samples", "micro", "macro", "weighted", None]


class Nearness:
    """Similarity as a user may write it: the nearer two numbers, the more alike."""

    name = "nearness"
    fingerprint = "nearness, version 1"

    def __init__(self, labels):
        self.labels = labels

    def pairs(self, a, b):
        return 1 / (1 + np.abs(np.asarray(a, float) - b))


def random_names(seed, n=50):
    rng = np.random.default_rng(seed)
    return [[LABELS[i] for i in rng.choice(200, rng.integers(0, 5))] for _ in range(n)]


@pytest.fixture(scope="module")
def similarities():
    of = SemanticF1().similarity
    return {
        "embeddings": of.embeddings(VECTORS, LABELS, source="random"),
        "function": of.from_function(Nearness(LABELS).pairs, LABELS, name="near"),
        "object": Nearness(LABELS),
    }


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("kind", ["embeddings", "function", "object"])
def test_they_score_as_a_table_of_the_labels_that_occur(similarities, kind):
    few = LABELS[:200]
    metric = SemanticF1(similarity=similarities[kind])
    sides = random_names(1), random_names(2)
    table = metric._setting({}).similarity.restrict(few).values
    small = SemanticF1(similarity=table, labels=few)
    with_labels = metric.compute(*sides, average=["samples", "micro", None])
    for average in ("samples", "micro"):
        found = metric.compute(*sides, average=average)
        # Labels that do not occur are not counted where no label's own score is asked for.
        assert all(value == with_labels[f"{key}_{average}"] for key, value in found.items())
        assert found == pytest.approx(small.compute(*sides, average=average), abs=1e-12)
    whole = metric.compute(*sides, average=EVERY, macro_labels=few)
    expected = small.compute(*sides, average=EVERY)
    for key, value in expected.items():
        found = whole[key][:200] if isinstance(value, list) else whole[key]
        if key != "labels":
            assert found == pytest.approx(value, abs=1e-12)
    counts = metric.counts(*sides)
    assert metric.compute(counts=counts, average=EVERY, macro_labels=few) == whole
    rows = small.pointwise(*sides)["semantic_f1"]
    assert metric.pointwise(*sides)["semantic_f1"] == pytest.approx(rows, abs=1e-12)
    assert "fingerprint:" in metric.signature()
    assert metric.explain(["label 3"], ["label 4"])["predictions"][0]["best_match"] == "label 4"
    report = metric.report(*sides, output="dict")
    assert report["averages"]["samples"]["semantic"]["f1"] == whole["semantic_f1_samples"]
    ids = [[LABELS.index(name) for name in row] for row in sides[0]]
    assert metric.compute(ids, sides[1], labels=LABELS) == metric.compute(*sides)
    intervals = metric.compute(*sides, average=["samples", "micro"], n_resamples=400)
    assert intervals["semantic_f1_micro_low"] < intervals["semantic_f1_micro_high"]


def test_tables_of_very_many_labels_are_refused():
    of = SemanticF1().similarity
    said = refusal(of.from_embeddings, VECTORS, LABELS)
    assert said.startswith("vectors: tables have 5,000 labels at most; got 6,000")
    assert "similarity.from_function" in refusal(of.from_points, VECTORS, LABELS)


def test_intervals_by_label_of_very_many_labels_are_refused(similarities):
    many = [f"label {i}" for i in range(70_000)]
    function = SemanticF1().similarity.from_function(Nearness(many).pairs, many, name="near")
    metric = SemanticF1(similarity=function)
    rng = np.random.default_rng(0)
    sides = [[[int(i)] for i in rng.integers(0, 70_000, 1_100)] for _ in "pr"]
    found = metric.compute(*sides, average=["samples", "micro"], n_resamples=400)
    assert found["semantic_f1_micro_low"] < found["semantic_f1_micro"]
    for average in ("macro", ["samples", "weighted"]):
        said = refusal(metric.compute, *sides, average=average, n_resamples=400)
        assert said.startswith("n_resamples: ") and "2.3 GB of values of 70,000 labels" in said
    said = refusal(metric.compare, *sides, sides[1], average="macro", n_resamples=400)
    assert "Ask for average 'samples' or 'micro'" in said
    # Scores of each label are kept for each resample.
    few = SemanticF1(similarity=similarities["embeddings"])
    said = refusal(few.compute, [[7]], [[9]], average=None, n_resamples=20_000)
    assert "average None would hold 2.9 GB of values of 6,000" in said


def test_the_universe_is_made_once_a_metric(monkeypatch, similarities):
    metric = SemanticF1(similarity=similarities["embeddings"])
    # Nothing is made anew: a call would fail.
    monkeypatch.setattr("semantic_f1.options.universe", None)
    first = metric.compute([["label 3"]], [["label 4"]])
    again = metric.compute([["label 3"]], [["label 4"]], average="micro")
    assert first["semantic_f1"] == pytest.approx(again["semantic_f1"])
    metric.signature(zero_division=0)
