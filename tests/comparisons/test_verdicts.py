"""Verdicts on a change of the similarity, and how many examples tell two systems apart."""

import json
import re

import numpy as np
import pytest
from helpers import random_sets
from scipy import stats

from semantic_f1 import SemanticF1
from semantic_f1.comparisons.sensitivity import KINDS, _verdict_in_words, judged, wilson_interval
from semantic_f1.comparisons.systems import detectable_effect, needed_examples

LABELS = ["a", "b", "c", "d"]
NEAR = np.array([[1, 0.75, 0, 0.1], [0.5, 1, 0.25, 0], [0, 0, 1, 0.9], [0.3, 0.2, 0.9, 1]])
X, Y, GOLD, Z = (random_sets(seed, LABELS, 150) for seed in (1, 2, 3, 4))
SYSTEMS = {"x": X, "y": Y}


@pytest.fixture
def metric():
    return SemanticF1(similarity=NEAR, labels=LABELS)


def test_systems_that_are_the_same_stay_so():
    with np.errstate(all="raise"):
        (same,) = judged([np.zeros((2, 1, 50))], np.zeros((2, 1)), 0.05, 0.025)
    assert same["kind"] == "stable" and same["interaction_low"] == same["interaction_high"] == 0


def replicated(differences, spread, seed=0):
    """Resampled differences of two systems under some similarities, and their own, (A, 1)."""
    rng, differences = np.random.default_rng(seed), np.reshape(differences, (-1, 1))
    return differences[..., None] + spread * rng.normal(
        size=(len(differences), 1, 999)
    ), differences


@pytest.mark.parametrize(("differences", "spread", "kinds"), [
    ([0.1, 0.2, 0.05], 0.02, ["stable", "stable"]),
    ([0.1, -0.1, 0.2], 0.02, ["decided", "stable"]),
    ([0.1, -0.01, -0.02], 0.02, ["first_only", "first_only"]),
    ([0.01, -0.1, 0.01], 0.02, ["undecided", "stable"]),
    ([-0.1, 0.1, 0.01], 0.02, ["decided", "first_only"]),
    ([0.0, 0.1, -0.1], 0.02, ["stable", "stable"]),
    ([0.0, 0.0], 0, ["stable"]),
    ([0.1, -0.1], 0, ["decided"]),
])  # fmt: skip
def test_four_kinds(differences, spread, kinds):
    values, estimates = replicated(differences, spread)
    found = judged([values], estimates, 0.05, 0.025)
    assert [pair["kind"] for pair in found] == kinds
    for pair, other in zip(found, differences[1:], strict=True):
        assert pair["first"] == pytest.approx(differences[0])
        assert pair["difference"] == pytest.approx(other)
        assert pair["interaction"] == pytest.approx(differences[0] - other)
        assert pair["low"] == pytest.approx(other - 1.96 * spread, abs=0.3 * spread)
        width = pair["interaction_high"] - pair["interaction_low"]
        assert width == pytest.approx(2 * 1.96 * spread * np.sqrt(2), rel=0.15)


def test_bounds_hold_for_all_pairs_at_once():
    """By brute force: the quantiles of the greatest of all standardized differences."""
    rng = np.random.default_rng(1)
    values = rng.normal(size=(3, 3, 400)) * 0.01
    estimates = rng.normal(size=(3, 3)) * 0.02
    values += estimates[:, :, None]
    pairs = [(0, 1), (0, 2), (1, 2)]
    apart = np.array([[v[a] - v[b] for a, b in pairs] for v in values])
    estimate = np.array([[e[a] - e[b] for a, b in pairs] for e in estimates])
    size = apart.mean(axis=2) / apart.std(axis=2)
    about = (apart - apart.mean(axis=2, keepdims=True)) / apart.std(axis=2)[..., None]
    against = -np.sign(estimate[0])
    for level in (0.5, 0.8, 0.95):
        found = judged([apart], estimate, 1 - level, 0.025)
        place = int((1 - level) * 401 + 1e-9)
        two_sided = np.sort(np.abs(about[0]).max(axis=0))[-place]
        one_sided = np.sort((against[:, None] * about[1:]).reshape(-1, 400).max(axis=0))[-place]
        for pair in found:
            which = pairs.index((pair["a"], pair["b"]))
            turns = estimate[0, which] * estimate[pair["alternative"], which] < 0
            kind = "stable"
            if turns and abs(size[0, which]) <= two_sided:
                kind = "undecided"
            elif turns:
                sure = against[which] * size[pair["alternative"], which] > one_sided
                kind = "decided" if sure else "first_only"
            assert pair["kind"] == kind


def test_the_least_sure_set_of_resamples_decides():
    apart, differences = replicated([0.1, -0.1], 0.02)
    for spread, kind in ((1, "decided"), (4, "undecided")):
        other = differences[..., None] + spread * (apart - differences[..., None])
        (pair,) = judged([apart, other], differences, 0.05, 0.025)
        (alone,) = judged([other], differences, 0.05, 0.025)
        assert pair == alone
        assert pair["kind"] == kind


def test_shares_of_draws_have_wilsons_interval():
    for number, n, level in ((5, 20, 0.95), (20, 20, 0.95), (3, 17, 0.9)):
        theirs = stats.binomtest(number, n).proportion_ci(level, method="wilson")
        assert wilson_interval(number, n, level) == pytest.approx(tuple(theirs))


@pytest.mark.parametrize("kind", KINDS)
def test_a_verdict_is_two_sentences(kind):
    pair = {"alternative": 1, "a": 0, "b": 1, "kind": kind, "first": 0.1234, "first_low": -0.0123}
    pair |= {"first_high": 0.2345, "difference": -0.1234, "low": -0.2345, "high": 0.0123}
    noise = [{"alpha": 0.2, "n_draws": 20, "same_order": 0.25, "same_order_low": 0.112}]
    noise[0]["same_order_high"] = 0.469
    names = [["goemotions-ekman", "identity"], ["a system", "another one"]]
    text = _verdict_in_words(kind, [pair], *names, noise, 0.95)
    assert text.endswith(
        " With noise mixed in at alpha 0.2 the order held in 5 of 20 draws (95% interval of that "
        "share 0.11 to 0.47); this has no part in the verdict."
    )
    assert len(text.split()) <= 55
    assert len(re.split(r"\. (?=[A-Z])", text)) == 2
    if kind != "stable":
        assert "+0.1234 (-0.0123 to +0.2345) under 'goemotions-ekman' and -0.1234" in text
    assert " draws" not in _verdict_in_words(kind, [pair], *names, [], 0.95)


def test_systems_that_the_similarity_decides(metric):
    """One label right and one far off, against near misses: plain F1 prefers the first."""
    near = np.eye(4)
    near[0, 1] = near[1, 0] = near[3, 1] = near[1, 3] = near[3, 0] = near[0, 3] = 0.99
    systems = {"exact": [["a", "c"]] * 100, "near": [["d"]] * 100, "both": [["b", "d"]] * 100}
    found = metric.sensitivity(systems, [["a", "b"]] * 100, similarity=near, perturb=False)
    ranks = [row["ranks"] for row in found["alternatives"]]
    assert ranks[0] == {"near": 2, "both": 1, "exact": 3}
    assert ranks[1] == {"near": 3, "both": 1.5, "exact": 1.5}
    del systems["both"]
    found = metric.sensitivity(systems, [["a", "b"]] * 100, similarity=near, perturb=False)
    assert found["kind"] == "decided"
    assert found["verdict"].startswith("Decided by the similarity: 'near' - 'exact' is +0.32")
    assert found["n_needed"] is None
    (pair,) = found["pairs"]
    assert (pair["alternative"], pair["a"], pair["b"]) == ("identity", "exact", "near")
    assert pair["first_high"] < 0 < pair["low"]
    assert pair["interaction_high"] < -0.5


def test_systems_that_too_few_examples_tell_apart(metric):
    # The order of two random systems turns somewhere.
    for seed in range(20):
        systems = {"x": random_sets(seed, LABELS, 60), "y": random_sets(seed + 50, LABELS, 60)}
        found = metric.sensitivity(systems, random_sets(99, LABELS, 60), average="micro")
        assert found["kind"] in ("stable", "undecided")
        if found["kind"] == "undecided":
            break
    assert found["verdict"].startswith("Undecided, too few examples: ")
    assert found["n_turned"] > 0
    sized = metric.sample_size(*systems.values(), random_sets(99, LABELS, 60), average="micro")
    assert found["n_needed"] == sized["n"]


@pytest.mark.parametrize("average", ["samples", "micro", "macro", "weighted"])
@pytest.mark.parametrize("name", ["seed", "groups", "sample_weight", "macro_labels"])
def test_interaction_and_differences_are_those_of_compare(metric, average, name):
    weight = np.random.default_rng(0).random(150)
    drawn = {"seed": 1, "groups": np.arange(150) // 5, "sample_weight": weight}
    drawn["macro_labels"] = "present"
    options = {"average": average, "n_resamples": 400, name: drawn[name]}
    found = metric.sensitivity(SYSTEMS, GOLD, perturb=False, **options)
    (pair,) = found["pairs"]
    options["test"] = "bootstrap"
    first = metric.compare(X, Y, GOLD, **options)
    other = metric.compare(X, Y, GOLD, similarity="identity", **options)
    for prefix, compared in (("first_", first), ("", other)):
        # Of macro the imaginary example is one for both similarities.
        within = 0.02 if average == "macro" else 1e-12
        for end in ("low", "high"):
            assert pair[prefix + end] == pytest.approx(compared[f"semantic_f1_{end}"], abs=within)
    assert pair["interaction"] == pytest.approx(first["semantic_f1"] - other["semantic_f1"])
    json.dumps(found, allow_nan=False)


def test_noise_is_drawn_often_and_judged_apart(metric):
    found = metric.sensitivity(SYSTEMS, GOLD, n_noise=7)
    assert [row["alpha"] for row in found["noise"]] == [0.8, 0.6, 0.4, 0.2]
    assert {row["n_draws"] for row in found["noise"]} == {7}
    powers = {f"power {exponent}" for exponent in (2, 3, 4)}
    assert {pair["alternative"] for pair in found["pairs"]} == {"identity", *powers}
    mixed = next(row for row in found["alternatives"] if row["name"] == "mixture alpha=0.8")
    assert mixed["note"].startswith("Mean of 7 draws of the noise.")
    again = metric.sensitivity(SYSTEMS, GOLD, n_noise=7)
    assert again == found


def test_one_system_has_nothing_to_compare(metric):
    found = metric.sensitivity({"x": X}, GOLD, n_noise=1)
    assert found["verdict"].startswith("There is nothing to compare")
    assert found["pairs"] == []


def test_sizes_by_hand():
    assert needed_examples(0.35, 0.02, 0.8, 0.05) == 2404
    assert detectable_effect(0.35, 1000, 0.8, 0.05) == pytest.approx(0.0310, abs=5e-5)
    z = stats.norm.ppf([0.995, 0.9]).sum()
    assert needed_examples(0.5, 0.05, 0.9, 0.01) == np.ceil((z * 0.5 / 0.05) ** 2)
    assert detectable_effect(0.5, 100, 0.9, 0.01) == pytest.approx(z * 0.05)


def test_sizes_come_from_the_spread_alone(metric):
    found = metric.sample_size(X, Y, GOLD)
    points = [np.array(metric.pointwise(rows, GOLD)["semantic_f1"]) for rows in (X, Y)]
    spread = found["standard_deviation"]
    assert spread == pytest.approx(np.std(points[0] - points[1], ddof=1))
    assert found["n"] == needed_examples(spread, 0.01, 0.8, 0.05)
    assert found["detectable_effect"] == detectable_effect(spread, 150, 0.8, 0.05)
    assert (found["units"], found["n_units"], found["average"]) == ("examples", 150, "samples")
    assert metric.sample_size(Y, X, GOLD) == found
    json.dumps(found, allow_nan=False)


def test_sizes_in_groups(metric):
    groups = [i // 5 for i in range(150)]
    found = metric.sample_size(X, Y, GOLD, average="micro", groups=groups, effect=0.05)
    compared = metric.compare(X, Y, GOLD, average="micro", groups=groups)
    assert (found["units"], found["n_units"]) == ("groups", 30)
    error = compared["semantic_f1_standard_error"]
    assert found["standard_deviation"] == pytest.approx(error * np.sqrt(30))
