"""Intervals, comparisons, sensitivity and threshold curves of the loaded metric."""

import itertools
import json
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from helpers import random_sets

LABELS = ["a", "b", "c", "d"]
NEAR = np.array([[1, 0.75, 0, 0.1], [0.5, 1, 0.25, 0], [0, 0, 1, 0.9], [0.3, 0.2, 0.9, 1]])
AVERAGES = ["samples", "micro", "macro", "weighted", None]


PREDICTIONS, REFERENCES, OTHERS = (random_sets(seed, LABELS, 150) for seed in (1, 2, 3))
DATA = {"predictions": PREDICTIONS, "references": REFERENCES}


@pytest.fixture
def metric(load):
    return load(similarity=NEAR, labels=LABELS)


def test_every_score_gets_two_ends_around_it(metric):
    plain = metric.compute(**DATA, average=AVERAGES)
    found = metric.compute(**DATA, average=AVERAGES, n_resamples=1000)
    assert {key: found[key] for key in plain} == plain
    for key in plain:
        if key in ("labels", "support"):
            continue
        low, score, high = (np.array(found[key + end]) for end in ("_low", "", "_high"))
        assert (low < score).all(), key
        assert (score < high).all(), key
        assert (high - low < 0.35).all(), key
        error = np.array(found[key + "_standard_error"])
        # Two errors to either side, or a little more.
        assert (np.abs((high - low) / (4 * error) - 1) < 0.15).all(), key
    assert len(found) == 4 * (len(plain) - 2) + 2 + 1
    json.dumps(found, allow_nan=False)


def test_same_seed_same_numbers_in_batches_and_threads(load, metric):
    options = {"average": AVERAGES, "n_resamples": 100}
    direct = metric.compute(**DATA, **options)
    assert metric.compute(**DATA, **options, seed=1) != direct
    other = load(similarity=NEAR, labels=LABELS, seed=1)
    assert other.compute(**DATA, **options) == metric.compute(**DATA, **options, seed=1)
    for start, stop in ((0, 1), (1, 90), (90, 150)):
        batch = {side: rows[start:stop] for side, rows in DATA.items()}
        metric.add_batch(**batch)
    assert metric.compute(**options) == direct
    with ThreadPoolExecutor(4) as pool:
        found = pool.map(lambda _: metric.compute(**DATA, **options), range(4))
    assert list(found) == [direct] * 4


def test_corners_have_answers_and_warnings(metric):
    options = {"average": AVERAGES, "n_resamples": 500}
    with metric.notices() as texts:
        one = metric.compute(predictions=[["a"]], references=[["b"]], **options)
    assert any("a single example cannot be resampled" in text for text in texts)
    for average in ("samples", "micro", "macro", "weighted"):
        assert one[f"semantic_f1_{average}_low"] == 0
        assert one[f"semantic_f1_{average}_high"] == 1
        assert one[f"semantic_f1_{average}_standard_error"] is None
    assert one["semantic_f1_per_label_standard_error"] == [None] * 4
    same = metric.compute(predictions=[["a"]] * 20, references=[["a"]] * 20, **options)
    assert 0.8 < same["semantic_f1_micro_low"] < 0.97
    assert same["semantic_f1_micro_high"] == 1
    assert 0.7 < same["semantic_f1_per_label_low"][0] < 0.97
    with metric.notices() as texts:
        rare = metric.compute([["a"]] * 20, [["a"]] * 18 + [["b"]] * 2, **options)
    assert any("1 label with fewer than 10 gold examples (b)" in text for text in texts)
    for result in (one, same, rare):
        json.dumps(result, allow_nan=False)


def test_signature_names_the_resampling_only_where_there_is_some(metric):
    assert "n_resamples" not in metric.signature(seed=3)
    cited = metric.signature(n_resamples=10, confidence_level=0.9, seed=3)
    assert "n_resamples:10|confidence_level:0.9|seed:3|" in cited
    assert "groups" not in cited
    one, other = (metric.signature(n_resamples=10, groups=list(x)) for x in ("ab", "ac"))
    assert one != other
    assert "|groups:" in one


def test_comparison_of_two_systems(metric):
    found = metric.compare(PREDICTIONS, OTHERS, REFERENCES, average=AVERAGES, n_resamples=200)
    a = metric.compute(**DATA, average=AVERAGES)
    b = metric.compute(predictions=OTHERS, references=REFERENCES, average=AVERAGES)
    for key in a:
        if key in ("labels", "support"):
            continue
        np.testing.assert_allclose(found[f"{key}_a"], a[key], atol=1e-12)
        np.testing.assert_allclose(found[f"{key}_b"], b[key], atol=1e-12)
        np.testing.assert_allclose(found[key], np.subtract(a[key], b[key]), atol=1e-12)
        assert np.all(np.less_equal(found[f"{key}_low"], found[f"{key}_high"]))
    points = [metric.pointwise(rows, REFERENCES)["semantic_f1"] for rows in (PREDICTIONS, OTHERS)]
    difference = np.subtract(*points)
    assert found["wins"] == int((difference > 1e-12).sum())
    assert found["losses"] == int((difference < -1e-12).sum())
    assert found["wins"] + found["ties"] + found["losses"] == len(REFERENCES)
    json.dumps(found, allow_nan=False)


def test_a_pair_of_a_ranking_is_the_comparison(metric):
    systems = {"x": PREDICTIONS, "y": OTHERS}
    for average in AVERAGES[:4]:
        (pair,) = metric.rank(systems, REFERENCES, average=average)["pairs"]
        first, second = systems[pair["a"]], systems[pair["b"]]
        found = metric.compare(first, second, REFERENCES, average=average)
        for name in ("low", "high", "standard_error", "p_value"):
            assert pair[name] == found[f"semantic_f1_{name}"]
        assert pair["p_adjusted"] >= pair["p_value"]


def test_a_system_against_itself_and_against_the_gold(metric):
    with pytest.warns(UserWarning, match="the two systems answer alike"):
        same = metric.compare(PREDICTIONS, PREDICTIONS, REFERENCES, average=["samples", None])
    ends = [same[f"semantic_f1_samples{end}"] for end in ("", "_low", "_high", "_p_value")]
    assert ends == [0, 0, 0, 1]
    assert same["semantic_f1_per_label_low"] == [0] * 4
    assert (same["wins"], same["losses"]) == (0, 0)
    assert same["label_wins"] == [0] * 4
    gold = metric.compare(REFERENCES, PREDICTIONS, REFERENCES, average=["samples", None])
    assert gold["semantic_f1_samples_low"] > 0
    assert gold["semantic_f1_samples_p_value"] < 0.003
    assert gold["losses"] == 0
    assert gold["label_losses"] == [0] * 4
    used = [
        sum(x in p or x in t for p, t in zip(PREDICTIONS, REFERENCES, strict=True)) for x in LABELS
    ]
    assert np.add(gold["label_wins"], gold["label_ties"]).tolist() == used


@pytest.mark.parametrize("options", [
    {}, {"sample_weight": np.random.default_rng(5).random(150)}, {"groups": np.arange(150) // 5},
], ids=["examples", "weights", "groups"])  # fmt: skip
def test_two_systems_in_either_order(metric, options):
    """b against a is a against b mirrored, digit for digit, and a ranking knows no order."""
    options = {"n_resamples": 300, **options}
    one = metric.compare(PREDICTIONS, OTHERS, REFERENCES, average=AVERAGES, **options)
    other = metric.compare(OTHERS, PREDICTIONS, REFERENCES, average=AVERAGES, **options)
    swapped = {"_a": "_b", "_b": "_a", "_low": "_high", "_high": "_low"}
    for key, value in one.items():
        end = next((end for end in swapped if key.endswith(end)), "")
        stem = key.removesuffix(end)
        mirrored = other[stem + swapped.get(end, "")]
        if end in ("_low", "_high") or f"{key}_low" in one:
            mirrored = (0 - np.array(mirrored)).tolist()
        elif "wins" in key or "losses" in key:
            turned_key = key.replace("wins", "x").replace("losses", "wins").replace("x", "losses")
            mirrored = other[turned_key]
        assert mirrored == value, key
    systems = {"x": PREDICTIONS, "y": OTHERS, "same": OTHERS}
    for average in AVERAGES[:4]:
        first, *others = (
            metric.rank(dict(order), REFERENCES, average=average, **options)
            for order in itertools.permutations(systems.items())
        )
        assert others == [first] * 5
    tested = [
        metric.sensitivity(dict(order), REFERENCES, n_noise=2, **options)
        for order in (systems.items(), reversed(systems.items()))
    ]
    firsts = [
        {
            (p["alternative"], *sorted((p["a"], p["b"]))): sorted(map(abs, (p["low"], p["high"])))
            for p in found["pairs"]
        }
        for found in tested
    ]
    assert firsts[0] == firsts[1]


def test_ranking_of_several_systems(metric):
    systems = {"x": PREDICTIONS, "gold": REFERENCES, "y": OTHERS}
    found = metric.rank(systems, REFERENCES, n_resamples=200)
    assert found["ranking"][0]["system"] == "gold"
    assert found["ranking"][0]["rank_low"] == found["ranking"][0]["rank_high"] == 1
    for row in found["ranking"]:
        expected = metric.compute(predictions=systems[row["system"]], references=REFERENCES)
        assert row["semantic_f1"] == pytest.approx(expected["semantic_f1"], abs=1e-12)
    _, second, third = (row["system"] for row in found["ranking"])
    pairs = [("gold", second), ("gold", third), (second, third)]
    assert [(pair["a"], pair["b"]) for pair in found["pairs"]] == pairs
    assert found["best"] == ["gold"]
    of_test = [found[key] for key in ("test", "adjustment", "n_units")]
    assert of_test == ["bootstrap", "step-down max-t", 150]
    json.dumps(found, allow_nan=False)


def test_sensitivity_scores_each_system_under_each_alternative(metric):
    systems = {"x": PREDICTIONS, "y": OTHERS}
    found = metric.sensitivity(
        systems, REFERENCES, {"cubed": NEAR**3}, average="micro", distances=True
    )
    names = [row["name"] for row in found["alternatives"]]
    assert names[:3] == ["custom", "cubed", "identity"]
    assert [name for name in names if name.startswith("mixture")] == [
        f"mixture alpha={alpha}" for alpha in (0.8, 0.6, 0.4, 0.2)
    ]
    assert "rows permuted" in names
    assert "power 3" in names
    assert "beta 2" in names
    rows = {row["name"]: row for row in found["alternatives"]}
    for name, table in (("custom", NEAR), ("cubed", NEAR**3), ("power 3", NEAR**3)):
        for system, predictions in systems.items():
            expected = metric.compute(predictions, REFERENCES, average="micro", similarity=table)
            assert rows[name]["scores"][system] == expected["semantic_f1"]
    assert rows["custom"]["kendall_tau"] == 1
    json.dumps(found, allow_nan=False)


def test_sensitivity_tells_that_the_correlation_matrix_is_nearly_constant(load):
    metric = load(similarity="goemotions")
    gold = [["joy"], ["love"]] * 10
    systems = {"everything": [metric.similarity.load("goemotions").labels] * 20, "gold": gold}
    with metric.notices():
        found = metric.sensitivity(systems, gold, ["goemotions-ekman"], perturb=False)
    (remark,) = found["remarks"]
    assert remark.startswith("goemotions: The similarity is nearly constant (nine in ten values")


def test_threshold_curve_equals_compute_at_each_threshold(load):
    metric = load("multilabel", similarity=NEAR, labels=LABELS)
    rng = np.random.default_rng(5)
    scores, gold = rng.random((80, 4)), rng.integers(0, 2, (80, 4))
    found = metric.threshold_curve(scores, gold, average=["samples", "micro"])
    assert found["thresholds"] == pytest.approx(np.arange(0.05, 0.96, 0.05))
    for kind, options in (("semantic", {}), ("hard", {"similarity": "identity"})):
        for average in ("samples", "micro"):
            of_each = [
                metric.compute(scores, gold, threshold=t, average=average, **options)
                for t in found["thresholds"]
            ]
            curve = [one["semantic_f1"] for one in of_each]
            key = f"{kind}_f1_{average}"
            assert found[key] == curve
            best = int(np.argmax(curve))
            expected = {"threshold": found["thresholds"][best], "score": curve[best]}
            assert found["best"][key] == expected
            steps = np.abs(np.diff(curve)).mean() / np.ptp(curve)
            assert found["smoothness"][key] == pytest.approx(steps)
    json.dumps(found, allow_nan=False)


def test_an_example_of_weight_0_is_never_drawn(metric):
    weights = [1] * 75 + [0] * 75
    half = {side: rows[:75] for side, rows in DATA.items()}
    options = {"average": AVERAGES, "n_resamples": 50}
    found = metric.compute(**DATA, **options, sample_weight=weights)
    assert found == metric.compute(**half, **options)


def test_tables_of_very_many_labels_are_refused(load):
    labels = [str(i) for i in range(2_001)]
    metric = load(similarity="identity", labels=labels)
    message = "of up to 2,000; there are 2,001; pass labels="
    with pytest.raises(ValueError, match=f"confusion: makes tables of labels by labels, {message}"):
        metric.confusion([["1"]], [["2"]])
    with pytest.raises(ValueError, match=f"sensitivity: makes tables .*, {message}"):
        metric.sensitivity({"a": [["1"]]}, [["2"]])
    assert metric.confusion([["1"]], [["2"]], labels=["1", "2"])["predicted"][0] == [0, 0, 1]
