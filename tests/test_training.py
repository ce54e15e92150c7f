"""The scorer for scikit-learn, and counts of batches; counts over ranks: docs/test_harnesses.py."""

import pickle

import evaluate
import numpy as np
import pandas as pd
import pytest
from conftest import ROOT
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.model_selection import GridSearchCV, cross_validate
from sklearn.multiclass import OneVsRestClassifier

from semantic_f1 import DistributedCounts, Scorer, SemanticF1

LABELS = ["anger", "disgust", "joy", "love"]
RNG = np.random.default_rng(0)
FEATURES = RNG.normal(size=(120, 6))
GOLD = (FEATURES[:, :4] + 0.3 * RNG.normal(size=(120, 4)) > 0.7).astype(int)
MODEL = OneVsRestClassifier(LogisticRegression())
NAMES = np.array(LABELS)[(FEATURES[:, :4] + RNG.normal(size=(120, 4))).argmax(1)]


def scores_of_folds(model, gold, scorer, **options):
    options = {"cv": 3, "error_score": "raise", **options}
    return cross_validate(model, FEATURES, gold, scoring=scorer, **options)["test_score"]


@pytest.mark.parametrize("average", ["micro", "macro"])
@pytest.mark.parametrize("n_jobs", [None, 2])
def test_under_the_identity_it_scores_as_scikit_learn(average, n_jobs):
    metric = SemanticF1("multilabel", similarity="identity", labels=LABELS, zero_division=0)
    scorer = metric.as_sklearn_scorer(average=average)
    found = scores_of_folds(MODEL, GOLD, scorer, n_jobs=n_jobs)
    expected = scores_of_folds(MODEL, GOLD, f"f1_{average}")
    assert found == pytest.approx(expected, abs=1e-12)
    assert len({*found}) == 3


def test_a_grid_is_searched_by_two_jobs():
    metric = SemanticF1("multilabel", similarity="plutchik", labels=LABELS, average="micro")
    grid = {"estimator__C": [0.001, 1]}
    scorer = metric.as_sklearn_scorer()
    search = GridSearchCV(MODEL, grid, scoring=scorer, cv=3, n_jobs=2).fit(FEATURES, GOLD)
    assert search.best_params_ == {"estimator__C": 1}
    model = search.best_estimator_
    expected = metric.compute(model.predict(FEATURES), GOLD)["semantic_f1"]
    assert search.score(FEATURES, GOLD) == expected


@pytest.mark.parametrize("loaded", [False, True])
def test_pickles_of_it_score_alike_and_keep_no_examples(loaded):
    options = {"similarity": "plutchik", "average": ["samples", "micro"]}
    script = str(ROOT / "semantic_f1.py")
    metric = evaluate.load(script, **options) if loaded else SemanticF1(**options)
    metric.add(prediction=["joy"], reference=["anger"])
    scorer = metric.as_sklearn_scorer("semantic_f1_micro")
    model = LogisticRegression().fit(FEATURES, NAMES)
    expected = Scorer(**options).compute(model.predict(FEATURES), NAMES)["semantic_f1_micro"]
    for one in (scorer, pickle.loads(pickle.dumps(scorer))):
        assert one(model, FEATURES, NAMES) == expected < 1
    weights = np.arange(120) % 3
    weighted = metric.as_sklearn_scorer("semantic_f1_micro", sample_weight=weights)
    assert weighted(model, FEATURES, NAMES) == scorer(model, FEATURES, NAMES, sample_weight=weights)
    assert weighted(model, FEATURES, NAMES) != expected


def test_columns_of_a_frame_are_found_by_name():
    metric = SemanticF1("multilabel", similarity="plutchik", labels=LABELS, average="macro")
    scorer = metric.as_sklearn_scorer()
    frame = pd.DataFrame(GOLD, columns=LABELS)
    expected = scores_of_folds(MODEL, GOLD, scorer)
    assert (scores_of_folds(MODEL, frame[LABELS[::-1]], scorer) == expected).all()
    assert (scores_of_folds(MODEL, GOLD[:, ::-1], scorer) != expected).any()


def test_a_distance_is_negated():
    rows = np.array([[0.25, 0.75]] * 60 + [[0.5, 0.5]] * 60)
    metric = Scorer("soft", similarity="identity", labels=["no", "yes"])
    model = LinearRegression().fit(np.zeros((120, 1)), rows)
    # The mean row, .375 and .625, is .125 from every row in both columns.
    found = metric.as_sklearn_scorer("manhattan_distance")(model, np.zeros((120, 1)), rows)
    assert found == pytest.approx(-0.25)


@pytest.mark.parametrize(("score", "options", "text"), [
    ("f1", {}, "score: expected a key of compute's result; got 'f1'"),
    ("human_difference", {}, "score: of 'human_difference' neither high nor low is better"),
    ("semantic_f1_micro", {}, r"score: 'semantic_f1_micro' is no number .* 'semantic_f1', "),
    ("semantic_f1", {"average": None}, "score: 'semantic_f1' is no number of the result"),
    ("semantic_f1", {"averge": "micro"}, "averge"),
])  # fmt: skip
def test_a_score_that_is_none_is_refused(score, options, text):
    model = DummyClassifier().fit(FEATURES, NAMES)
    with pytest.raises((TypeError, ValueError), match=text):
        SemanticF1(similarity="plutchik").as_sklearn_scorer(score, **options)(
            model, FEATURES, NAMES
        )


def test_batches_are_scored_as_one(monkeypatch):
    metric = SemanticF1("multilabel", similarity="plutchik", labels=LABELS)
    state = DistributedCounts(metric)
    with pytest.raises(ValueError, match="there is nothing to score; call update first"):
        state.compute()
    scores = 1 / (1 + np.exp(-FEATURES[:, :4]))
    for start in range(0, 120, 50):
        rows = slice(start, start + 50)
        state.update(scores[rows], GOLD[rows], threshold=0.5)
    expected = metric.compute(scores, GOLD, threshold=0.5, average="macro")
    assert state.compute(120, average="macro", threshold=0.5) == expected
    with pytest.raises(ValueError, match="expected 119, and all ranks together counted 120"):
        state.compute(119, threshold=0.5)
    monkeypatch.setenv("WORLD_SIZE", "2")
    with pytest.raises(ValueError, match="WORLD_SIZE is '2' and there is no process group"):
        state.compute(threshold=0.5)
    state.reset()
    monkeypatch.delenv("WORLD_SIZE")
    with pytest.raises(ValueError, match="nothing to score"):
        state.compute()
