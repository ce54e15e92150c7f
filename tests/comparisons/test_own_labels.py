"""macro_labels="present": each system's own labels, whatever its company."""

import warnings

import numpy as np
import pytest

from semantic_f1 import SemanticF1

GOLD = [["a"], ["b"], ["b"], ["a"]]
OTHER = [["a"], ["c"], ["b"], ["d"]]
WARNED = "macro: under macro_labels=\"present\" .* 'c', 'd' are not present for"


@pytest.fixture
def metric():
    options = {"average": "macro", "macro_labels": "present"}
    return SemanticF1(similarity="identity", labels=list("abcde"), **options)


def test_a_systems_score_does_not_depend_on_its_company(metric):
    assert metric.compute(predictions=GOLD, references=GOLD)["semantic_f1"] == 1
    alone = metric.compute(predictions=OTHER, references=GOLD)
    # F1 of a, b, c and d: 2/3, 2/3, 0 and 0.
    assert alone["semantic_f1"] == pytest.approx(1 / 3, abs=1e-12)
    with pytest.warns(UserWarning, match=WARNED + " 'b'; macro_labels"):
        found = metric.compare(OTHER, GOLD, GOLD, n_resamples=50)
    with pytest.warns(UserWarning, match=WARNED + " 'b'; macro_labels"):
        metric.compare(OTHER, GOLD, GOLD, n_resamples=50, average=["micro", "macro"])
    assert found["semantic_f1_b"] == 1
    assert found["semantic_f1_a"] == alone["semantic_f1"]
    assert found["semantic_f1"] == alone["semantic_f1"] - 1
    assert found["semantic_precision_a"] == alone["semantic_precision"]
    systems = {"gold": GOLD, "other": OTHER}
    with pytest.warns(UserWarning, match=WARNED + " 'gold'"):
        ranking = metric.rank(systems, GOLD, n_resamples=50)["ranking"]
    scores = {"gold": 1, "other": alone["semantic_f1"]}
    assert [(row["system"], row["semantic_f1"]) for row in ranking] == [*scores.items()]
    with pytest.warns(UserWarning, match=WARNED + " 'gold'"):
        first = metric.sensitivity(systems, GOLD)["alternatives"][0]
    assert first["scores"] == scores


def test_labels_that_are_named_are_the_same_for_all(metric):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with metric.notices() as texts:
            found = metric.compare(
                OTHER, GOLD, GOLD, n_resamples=50, macro_labels=["a", "b", "c", "d"]
            )
    assert not any("present" in text and "own labels" in text for text in texts)
    assert found["semantic_f1_b"] == 0.5
    with metric.notices() as texts:
        metric.compare(OTHER, OTHER[::-1], GOLD, n_resamples=50)
    assert not any("own labels" in text for text in texts)


@pytest.mark.parametrize("test", ["bootstrap", "bootstrap_t"])
@pytest.mark.parametrize("macro_f1", ["averaged_f1", "f1_of_averages"])
def test_swapped_systems_mirror_their_comparison(metric, test, macro_f1):
    rng = np.random.default_rng(3)
    gold = [["ab"[i]] for i in rng.integers(0, 2, 60)]
    a = [["abcd"[i]] for i in rng.integers(0, 4, 60)]
    b = [g if rng.random() < 0.7 else ["a"] for g in gold]
    options = {"n_resamples": 200, "test": test, "macro_f1": macro_f1}
    with metric.notices():
        one, other = metric.compare(a, b, gold, **options), metric.compare(b, a, gold, **options)
        alone = [metric.compute(predictions=x, references=gold, macro_f1=macro_f1) for x in (a, b)]
    key = "semantic_f1" if macro_f1 == "averaged_f1" else "semantic_f1_of_averages"
    assert one[f"{key}_a"] == pytest.approx(alone[0][key], abs=1e-12)
    assert one[f"{key}_b"] == pytest.approx(alone[1][key], abs=1e-12)
    assert one[key] == pytest.approx(-other[key], abs=1e-12)
    assert one[f"{key}_low"] <= one[key] <= one[f"{key}_high"] < 0
    assert one[f"{key}_p_value"] < 0.05
    assert other[f"{key}_p_value"] < 0.05
