"""Refusals of methods for several systems: never an error of Python's own."""

import inspect
import traceback

import numpy as np
import pytest

from semantic_f1 import Scorer
from semantic_f1.comparisons import outcomes
from semantic_f1.comparisons.methods import Comparisons
from semantic_f1.option_table import DEFAULTS

GOLD, A, B = [["joy"], ["fear"]] * 3, [["joy"], ["love"]] * 3, [["joy"]] * 6
SOFT = np.random.default_rng(0).dirichlet(np.ones(12), (3, 6))
PAIR = {"predictions_a": A, "predictions_b": B, "references": GOLD}
SYSTEMS = {"systems": {"a": A, "b": B}, "references": GOLD}
SOFT_SYSTEMS = {"systems": {"a": SOFT[0], "b": SOFT[1]}, "references": SOFT[2]}
COMPARE = {"test": "auto", "scores": (), "judged_references": None}
CURVE = {"probabilities": np.random.default_rng(1).random((6, 12)), "references": np.eye(12)[:6],
         "thresholds": [0.2, 0.5]}  # fmt: skip
CHANGED = {"similarities": ["identity"], "perturb": True, "distances": False, "n_noise": 1}
# A name, and which config's method it is with all arguments of its own.
CALLS = {
    "agreement": ("default", {"ratings": {("joy", "love"): 1, ("joy", "fear"): 0},
                              "missing": "raise"}),
    "compare": ("default", {**PAIR, **COMPARE, "scores": "turki"}),
    "compare judged": ("default", {**PAIR, **COMPARE, "references": [*GOLD[:3], *[None] * 3],
                                   "judged_references": GOLD}),
    "compare soft": ("soft", {**dict(zip(PAIR, SOFT, strict=True)), **COMPARE}),
    "rank": ("default", {**SYSTEMS, "measure": "cross_entropy"}),
    "rank soft": ("soft", {**SOFT_SYSTEMS, "measure": "wasserstein_score"}),
    "runs": ("default", {"runs": [A, B, A], "references": GOLD, "other": [B, B]}),
    "sensitivity": ("default", {**SYSTEMS, **CHANGED}),
    "sensitivity soft": ("soft", {**SOFT_SYSTEMS, **CHANGED}),
    "sample_size": ("default", {**PAIR, "effect": 0.1, "power": 0.8, "alpha": 0.1}),
    "threshold_curve": ("multilabel", CURVE),
    "tune_thresholds": ("multilabel", {**CURVE, "average": "macro", "cv": 2, "per_label": True}),
    "draw_examples": ("default", {"n_examples": 10, "size": 3, "seed": 0}),
    "winners": ("default", {"scores": {"a": {"x": 1, "y": 2}, "b": {"x": 2, "y": 1}}}),
    "outcome_correlation": ("default", {
        "scores": list(range(12)), "outcomes": list(range(12)), "method": "pearson", "ddof": 0,
        "n_resamples": 20, "confidence_level": 0.9, "seed": 0, "groups": None}),
}  # fmt: skip
WRONG = ("x", 3, None, [], {}, [None], {"x": 3, "y": None}, object(), float("nan"), np.ones((2, 2)))


def called(name, **change):
    config, call = CALLS[name]
    scorer = Scorer(config, similarity="plutchik", n_resamples=20)
    with scorer.notices():
        return getattr(scorer, name.split()[0])(**{**call, **change})


def test_every_method_and_argument_is_called():
    methods = {name for name in vars(Comparisons) if name[0] != "_"}
    assert methods == {name.split()[0] for name in CALLS}
    for name, (_, call) in CALLS.items():
        named = set(inspect.signature(getattr(Scorer, name.split()[0])).parameters)
        assert named - {"self", "account", *DEFAULTS} <= set(call) <= named, name


@pytest.mark.parametrize("name", CALLS)
def test_wrong_types_are_refused_by_the_package(name):
    called(name)
    for argument in CALLS[name][1]:
        for wrong in WRONG:
            line = "raise "
            try:
                called(name, **{argument: wrong})
            except ValueError as error:
                line = traceback.extract_tb(error.__traceback__)[-1].line
            assert line.startswith("raise "), (argument, wrong)


JUDGED, OF_ONE = "judged_references: ", {"references": GOLD[:1], "predictions_a": A[:1]}
REFUSED = [
    ("agreement", {"ratings": 3}, "ratings: expected triples (label, label, rating); got 3"),
    ("agreement", {"ratings": [("joy", 3)]}, "ratings: expected triples (label, label, rating); g"),
    ("agreement", {"ratings": {("joy", "love"): float("nan")}}, "('joy', 'love') is rated nan"),
    ("agreement", {"ratings": {("joy", "love"): "high"}}, "is rated 'high', not a finite number"),
    ("agreement", {"ratings": {("joy", "love"): 1}}, "takes two pairs at least; got 1"),
    ("agreement", {"missing": "drop"}, "missing: expected 'raise' or 'skip'; got 'drop'"),
    ("compare", {"test": "t"}, "test: expected 'auto', 'bootstrap' or 'bootstrap_t'; got 't'"),
    ("compare", {"test": "permutation"}, "'permutation' is no more: "),
    ("compare", {"scores": 3}, "scores: expected names out of semantic_precision,"),
    ("compare judged", {"judged_references": 3}, JUDGED + "expected a sequence with one entry per"),
    ("compare judged", {"references": GOLD}, "2 that they didn't (None); got 6 and 0"),
    ("compare judged", {"references": [["joy"], *[None] * 5]}, "2 examples or more that people la"),
    ("compare judged", {"judged_references": GOLD[:3]}, JUDGED + "expected one per example, 6"),
    ("compare judged", {"sample_weight": [1] * 6}, "sample_weight can't be combined with judged_"),
    ("compare judged", {"average": None}, "average: None can't be combined with judged_references"),
    ("compare judged", {"predictions_a": None}, "predictions and references are needed together"),
    ("compare judged", {"test": "bootstrap_t"}, JUDGED + "scores= and test= can't be combined"),
    ("compare judged", {"scores": "turki"}, JUDGED + "scores= and test= can't be combined"),
    ("compare soft", {"judged_references": SOFT[2]}, JUDGED + "takes label sets, one gold set per"),
    ("rank", {"systems": [A, B]}, "systems: expected a mapping of 2 names or more to predictions;"),
    ("rank", {"average": None}, "average must be one of samples"),
    ("rank", {"simultaneous": False}, "simultaneous: is no more: "),
    ("rank", {"interval_method": "bca"}, "interval_method: is no more: "),
    ("rank", {"seed": -1}, "seed: expected a whole number, 0 or more; got -1"),
    ("rank", {"n_resamples": 0}, "n_resamples: expected a whole number, 1 or more; got 0"),
    ("rank", {"n_resamples": 1.5}, "n_resamples: expected a whole number"),
    ("rank", {"n_resamples": True}, "n_resamples: expected a whole number"),
    ("rank", {"confidence_level": 95}, "confidence_level: expected a number between 0 and 1; got"),
    ("rank", {"measure": "manhattan_distance"}, 'measure: is a distance of the "soft" config; the'),
    ("rank soft", {"measure": "f1"}, "measure: expected 'cross_entropy',"),
    ("rank soft", {"similarity": None}, "measure: 'wasserstein_score' takes a similarity; pass"),
    ("runs", {"runs": 3}, "runs: expected predictions of 3 runs or more (2 with a notice), a list"),
    ("runs", {"other": [A]}, "a mapping; got 1; compute has the interval of one run"),
    ("runs", {"average": None}, "average: runs have scores of averages; None (per label) has many"),
    ("runs", {"runs": [A[:1]] * 3, "references": GOLD[:1], "other": None}, "at least 2 are needed"),
    ("runs", {"average": "macro", "macro_labels": "present"}, 'macro_labels: "present" can be oth'),
    ("sensitivity", {"similarities": 3}, "similarities: expected names, each once, or a mapping"),
    ("sensitivity", {"similarities": ["mfrc", "mfrc"]}, "similarities: expected names, each once,"),
    ("sensitivity", {"similarities": {"x": None}}, "similarities['x']: expected a similarity; got"),
    ("sensitivity", {"similarities": {"identity": "plutchik"}}, "similarities['identity']: exp"),
    ("sensitivity", {"perturb": "no"}, "perturb: expected True or False; got 'no'"),
    ("sensitivity", {"systems": {}}, "systems: expected a mapping of 1 name or more to prediction"),
    ("sensitivity", {"n_noise": 0}, "n_noise: expected a whole number, 1 or more; got 0"),
    ("sensitivity", {"n_resamples": None}, "n_resamples: sensitivity needs resamples"),
    ("sensitivity soft", {"similarity": None}, "sensitivity: takes a similarity"),
    ("sample_size", {"effect": 0}, "effect: expected a number above 0, up to 1; got 0"),
    ("sample_size", {"effect": 1.5}, "effect: expected a number above 0, up to 1; got 1.5"),
    ("sample_size", {"power": 1}, "power: expected a number between 0 and 1; got 1"),
    ("sample_size", {"alpha": 0.0}, "alpha: expected a number between 0 and 1; got 0.0"),
    ("sample_size", {"average": None}, "average must be one of samples"),
    ("sample_size", {"predictions_b": A}, "no one of the 6 examples moves the difference"),
    ("sample_size", {**OF_ONE, "predictions_b": B[:1]}, "at least 2 are needed"),
    ("threshold_curve", {"thresholds": [0.5, 0.4]}, "rising order"),
    ("threshold_curve", {"threshold": 0.5}, "threshold_curve: pass thresholds=[...], not threshol"),
    ("threshold_curve", {"thresholds": "x"}, "thresholds: expected a sequence of finite numbers;"),
    ("threshold_curve", {"average": None}, "average: a curve is of one score; None (per label) ha"),
    ("tune_thresholds", {"thresholds": [0.1, "0.5"]}, "thresholds[1]: expected a finite number; g"),
    ("tune_thresholds", {"thresholds": [0.5]}, "thresholds: expected two finite numbers or more,"),
    ("tune_thresholds", {"thresholds": [0.5, float("inf")]}, "thresholds[1]: expected a finite nu"),
    ("tune_thresholds", {"cv": 1}, "cv: expected a whole number, 2 or more; got 1"),
    ("tune_thresholds", {"cv": 7}, "cv: 7 folds need as many examples"),
    ("tune_thresholds", {"per_label": 1}, "per_label: expected True or False; got 1"),
    ("tune_thresholds", {"threshold": 0.5}, "tune_thresholds: pass thresholds=[...], not threshol"),
    ("draw_examples", {"seed": -1}, "seed: expected a whole number, 0 or more; got -1"),
    ("draw_examples", {"size": 1}, "size: expected a whole number, 2 or more; got 1"),
    ("draw_examples", {"size": 11}, "size: expected at most 10, all examples; got 11"),
    ("winners", {"scores": {"a": {"x": "1"}}}, "scores['a']['x']: expected a finite number; got '"),
    ("winners", {"scores": {"a": 1}}, "scores['a']: expected a mapping of metric -> number; got 1"),
    ("outcome_correlation", {"scores": {1: 2, 3: 4}}, "scores: expected a sequence of finite numb"),
    ("outcome_correlation", {"outcomes": [1, 2]}, "must be equally long; got 12 and 2 numbers"),
    ("outcome_correlation", {"scores": [1], "outcomes": [1]}, "at least 2 pairs are needed; got 1"),
    ("outcome_correlation", {"outcomes": [1, float("nan")]}, "outcomes[1]: expected a finite numb"),
    ("outcome_correlation", {"method": "rho"}, "method: expected names out of pearson,"),
    ("outcome_correlation", {"method": ["ccc"] * 2}, "method: names each once, one at least; got"),
    ("outcome_correlation", {"ddof": 2}, "ddof: expected 0 or 1; got 2"),
    ("outcome_correlation", {"groups": ["a"]}, "groups: expected one per example, 12; got 1"),
    ("outcome_correlation", {"scores": range(13), "outcomes": range(13), "method": "kendall"},
     "method: intervals of kendall take up to 12 pairs; there are 13"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "change", "said"), REFUSED)
def test_what_is_refused(monkeypatch, name, change, said):
    monkeypatch.setattr(outcomes, "MOST_FOR_KENDALL", 12)
    with pytest.raises(ValueError) as caught:
        called(name, **change)
    assert said in str(caught.value)
