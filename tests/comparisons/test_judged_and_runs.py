"""Gold labels by people and by a judge, and several runs: goldens, identities, notes, refusals."""

import numpy as np
import pytest
from helpers import refusal

from semantic_f1 import SemanticF1
from semantic_f1.scoring.averages import Averaging
from semantic_f1.scoring.contributions import Contributions
from semantic_f1.scoring.prediction_powered import Groups, Parts, prediction_powered
from semantic_f1.scoring.runs import mean_over_runs
from semantic_f1.scoring.statistic import Statistic
from semantic_f1.scoring.student_t import student_quantile

LABELS = ["anger", "disgust", "joy", "love", "sadness", "fear"]
AVERAGES = ["samples", "micro", "macro", "weighted"]
SAMPLES = Averaging(("samples",))


def scores(values):
    return Contributions.of_scores(np.repeat(np.array(values, float)[:, None], 3, axis=1))


@pytest.fixture
def metric():
    return SemanticF1(similarity="plutchik")


def drawn(rng, n, most=2):
    sizes = rng.integers(1, most + 1, size=n)
    return [sorted(rng.choice(LABELS, size, replace=False).tolist()) for size in sizes]


def noisy(rng, gold, right):
    pairs = zip(gold, drawn(rng, len(gold)), strict=True)
    return [row if rng.random() < right else other for row, other in pairs]


def some(rows, places):
    return [row if i in places else None for i, row in enumerate(rows)]


def test_what_can_not_be_judged(metric):
    judges = [["joy"]] * 4
    call = {"predictions": judges, "references": [*judges[:2], None, None]}
    metric.add(prediction=["joy"], reference=["joy"])
    for of, said in (
        (metric, "examples added before"),
        (SemanticF1("annotators", similarity="plutchik"), "one gold set per example"),
    ):
        assert said in refusal(of.compute, **call, judged_references=judges)


# Scores by people, by the judge there, and by the judge elsewhere; the rest is worked out by hand.
BY_HAND = [1, 0.5, 0, 1], [1, 0.5, 0.5, 0.5], [1, 1, 0.5, 0, 0.5, 1]


@pytest.mark.parametrize("grouped", [False, True])
def test_the_golden_of_means(grouped):
    values, groups = BY_HAND, None
    if grouped:
        # Two examples alike in each group: half as many units, each with what one example had.
        values = [np.repeat(side, 2) for side in BY_HAND]
        codes = np.concatenate([np.repeat(np.arange(4), 2), 10 + np.repeat(np.arange(6), 2)])
        groups = Groups.of(codes, np.arange(20) < 8)
        assert not groups.shared and [size for _, size in groups.of_parts] == [4, 4, 6]
    parts = [Parts(*map(scores, values))]
    fields, together = prediction_powered(parts, "samples", SAMPLES, groups=groups)
    fields = {key: value[2] for key, value in fields.items() if value is not None}
    assert fields["_lambda"] == pytest.approx(0.293878, abs=1e-6)
    assert fields[""] == pytest.approx(0.637245, abs=1e-6)
    variance, saved = fields["_standard_error"] ** 2, fields["_labels_saved"]
    assert variance == pytest.approx(0.081177, abs=1e-6)
    # Less two imaginary examples of the mean square, human and of the judge.
    human, judge = 0.171875, fields["_lambda"] ** 2 * 0.046875
    assert variance - (human + judge) / 6 == pytest.approx(0.051856, abs=1e-6)
    assert variance / (1 - saved) - human / 6 == pytest.approx(0.239357**2, abs=1e-6)
    assert 1 - saved == pytest.approx(0.081177 / 0.2932**2, abs=1e-3)
    assert fields["_human"] == 0.625 and fields["_rectifier"] == 0
    assert fields["_judged"] == pytest.approx(0.65)
    assert together[2] == pytest.approx(0.1875)
    wide = student_quantile(0.975, 3) * np.array([-1, 1]) * fields["_standard_error"]
    ends = np.clip(fields[""] + wide, 0, 1).tolist()
    assert [fields["_low"], fields["_high"]] == pytest.approx(ends)


@pytest.mark.parametrize("average", AVERAGES)
def test_with_people_as_the_judge_all_examples_are_scored(metric, average):
    rng = np.random.default_rng(1)
    gold = drawn(rng, 60)
    predictions = noisy(rng, gold, 0.6)
    people = some(gold, range(0, 60, 3))
    found = metric.compute(predictions, people, judged_references=gold, average=average)
    whole = metric.compute(predictions, gold, average=average)
    own = metric.compute(predictions[::3], gold[::3], average=average)
    for key, value in whole.items():
        assert found[f"{key}_judged"] == pytest.approx(value, abs=1e-12)
        assert found[f"{key}_human"] == pytest.approx(own[key], abs=1e-12)
        assert found[f"{key}_rectifier"] == pytest.approx(0, abs=1e-12)
    if average == "samples":
        # lambda is N / (n + N), so the estimate is that of all examples.
        assert found["semantic_f1_lambda"] == pytest.approx(40 / 60, abs=0.15)


@pytest.mark.parametrize("average", AVERAGES)
def test_b_against_a_mirrors_a_against_b(metric, average):
    rng = np.random.default_rng(2)
    gold = drawn(rng, 80)
    a, b, judge = (noisy(rng, gold, right) for right in (0.7, 0.5, 0.8))
    people = some(gold, metric.draw_examples(80, 30))
    options = {"judged_references": judge, "average": average, "n_resamples": 200}
    there, back = metric.compare(a, b, people, **options), metric.compare(b, a, people, **options)
    for key in ("semantic_f1", "semantic_precision", "semantic_recall"):
        assert there[key] == -back[key] == pytest.approx(there[f"{key}_a"] - there[f"{key}_b"])
        ends = -back[f"{key}_high"], -back[f"{key}_low"]
        assert (there[f"{key}_low"], there[f"{key}_high"]) == ends
        assert there[f"{key}_p_value"] == back[f"{key}_p_value"]
        inside = there[f"{key}_low"] <= 0 <= there[f"{key}_high"]
        assert inside == (there[f"{key}_p_value"] > 0.05)
    alike = metric.compare(a, a, people, **options)
    assert (alike["semantic_f1"], alike["semantic_f1_p_value"]) == (0, 1)


def brute_force(human, judge, rest, groups=None):
    """Estimate and variance of a mean, by loops from the formulas."""
    n, number = len(human), len(rest)
    h, j, u = (np.array(side) - np.mean(side) for side in (human, judge, rest))
    if groups is None:
        v = ((j**2).sum() + (u**2).sum()) / (n + number - 2)
        weight = min(max((h * j).sum() / (n - 1) / ((1 + n / number) * v), 0), 1)
        imaginary = 2 * ((h**2).mean() + weight**2 * (j**2).mean())
        variance = (((h - weight * j) ** 2).sum() + imaginary) / (n * (n - 1))
        variance += weight**2 * (u**2).sum() / (number * (number - 1))
    else:
        codes_h, codes_u = groups
        size = max(*codes_h, *codes_u) + 1
        h, j, u = (
            np.bincount(codes, side, minlength=size) * size / len(side)
            for side, codes in ((h, codes_h), (j, codes_h), (u, codes_u))
        )
        d = u - j
        weight = min(max(-(h * d).sum() / (d**2).sum(), 0), 1)
        imaginary = 2 * ((h**2).mean() + weight**2 * (j**2).mean())
        variance = (((h + weight * d) ** 2).sum() + imaginary) / (size * (size - 1))
    return np.mean(human) + weight * (np.mean(rest) - np.mean(judge)), weight, variance


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("grouped", [False, True])
def test_means_by_brute_force(seed, grouped):
    rng = np.random.default_rng(seed)
    human, rest = rng.random(12), rng.random(30)
    judge = np.clip(human + rng.normal(0, 0.1, 12), 0, 1)
    codes = None
    if grouped:
        codes = Groups.of(rng.permutation(np.arange(42) % 6), np.arange(42) < 12)
        assert codes.shared
    parts = Parts(*map(scores, (human, judge, rest)))
    fields, _ = prediction_powered([parts], "samples", SAMPLES, groups=codes)
    others = [rng.random(12), rng.random(12), rng.random(30)]
    other = Parts(*map(scores, others))
    units = 6 if grouped else 12
    two, _ = prediction_powered([parts, other], "samples", SAMPLES, groups=codes, n_differing=units)
    own = human, judge, rest
    for found, sides in ((fields, own), (two, [a - b for a, b in zip(own, others, strict=True)])):
        estimate, weight, variance = brute_force(*sides, codes and codes[:2])
        assert found["_lambda"][2] == pytest.approx(weight)
        assert found[""][2] == pytest.approx(estimate)
        assert found["_standard_error"][2] ** 2 == pytest.approx(variance)


def test_a_judge_against_people_is_not_used(metric):
    rng = np.random.default_rng(3)
    gold = drawn(rng, 40, 1)
    predictions = noisy(rng, gold, 0.5)
    # Right exactly where the system is wrong.
    judge = [
        LABELS[(LABELS.index(g[0]) + 3) % 6] if p == g else p[:1]
        for p, g in zip(predictions, gold, strict=True)
    ]
    options = {"judged_references": judge, "similarity": "identity", "labels": LABELS}
    with metric.notices() as said:
        found = metric.compute(predictions, some(gold, range(20)), **options)
    assert found["semantic_f1_lambda"] == 0 == found["semantic_f1_labels_saved"]
    for suffix in ("", "_low", "_high"):
        assert found["semantic_f1" + suffix] == found["semantic_f1_human" + suffix]
    assert any("runs against people" in text for text in said)
    assert found["notes"][0].startswith("Holds only if the 20 examples")
    assert found["notes"][1:] == said


def test_weighted_has_the_judge_s_weight_of_micro_and_the_wider_of_two_intervals(metric):
    low, wider = [], 0
    for seed in range(30):
        rng = np.random.default_rng(seed)
        gold = drawn(rng, 60)
        systems = [noisy(rng, gold, right) for right in (0.7, 0.5)]
        judged = {"judged_references": noisy(rng, gold, 0.8), "average": ["micro", "weighted"]}
        with metric.notices():
            one = metric.compute(systems[0], some(gold, range(20)), n_resamples=200, **judged)
            two = metric.compare(*systems, some(gold, range(20)), n_resamples=200, **judged)
        key = "semantic_f1_weighted"
        for found, floor in ((one, 0), (two, -1)):
            assert found[f"{key}_lambda"] == found["semantic_f1_micro_lambda"]
            reach = student_quantile(0.975, 19) * found[f"{key}_standard_error"]
            ends = max(found[key] - reach, floor), min(found[key] + reach, 1)
            assert found[f"{key}_low"] <= ends[0] + 1e-12
            assert found[f"{key}_high"] >= ends[1] - 1e-12
            wider += found[f"{key}_high"] > ends[1] + 1e-9
            width = [found[f"{key}{who}_high"] - found[f"{key}{who}_low"] for who in ("", "_human")]
            saved = max(1 - (width[0] / width[1]) ** 2, 0) if found[f"{key}_lambda"] else 0
            assert found[f"{key}_labels_saved"] == pytest.approx(saved, abs=1e-9)
        outside = not two[f"{key}_low"] <= 0 <= two[f"{key}_high"]
        assert outside == (two[f"{key}_p_value"] <= 0.05)
        low.append(outside)
    # Resamples lie below the estimate: turned round, they reach above the other interval.
    assert wider > 20 and 0 < sum(low) < 30


@pytest.mark.parametrize(("change", "said"), [
    ({"n_human": 49}, "Only 49 examples"),
    ({"n_human": 51}, "the judge alone 49"),
    ({"easy": True}, "not drawn at random?"),
    ({"lenient": True}, "flatters the system by"),
    ({"b": 3}, "differ in 3 examples"),
    ({"rare": True}, "people gave none of 1 labels that the judge gives elsewhere ('fear')"),
])  # fmt: skip
def test_notes(metric, change, said):
    rng = np.random.default_rng(4)
    gold = drawn(rng, 100, 1)
    if change.get("rare"):
        gold = [["joy"] if row == ["fear"] else row for row in gold]
        gold[99] = ["fear"]
    predictions = noisy(rng, gold, 0.6)
    judge = predictions if change.get("lenient") else noisy(rng, gold, 0.8)
    n = change.get("n_human", 50)
    places = range(n)
    if change.get("easy"):
        places = sorted(range(100), key=lambda i: predictions[i] != judge[i])[:n]
    options = {"judged_references": judge, "average": ["samples", "macro"], "n_resamples": 100}
    if "b" in change:
        other = [["love"] if i in (0, 1, 2) else row for i, row in enumerate(predictions)]
        predictions[:3] = [["joy"]] * 3
        found = metric.compare(predictions, other, some(gold, places), **options)
    else:
        found = metric.compute(predictions, some(gold, places), **options)
    assert any(said in note for note in found["notes"]), found["notes"]


def test_draws_are_random_and_repeat(metric):
    assert metric.draw_examples(10, 4) == metric.draw_examples(10, 4)
    assert metric.draw_examples(10, 4) != metric.draw_examples(10, 4, seed=1)
    assert metric.draw_examples(5, 5) == [0, 1, 2, 3, 4]
    times = np.zeros(10)
    for seed in range(2000):
        times[metric.draw_examples(10, 3, seed=seed)] += 1
    assert abs(times / 2000 - 0.3).max() < 0.05


# Runs: rows (.5, 1, 0, .5) and (1, 1, .5, .5), worked out by hand.
def test_the_golden_of_runs():
    runs = [scores([0.5, 1, 0, 0.5]), scores([1, 1, 0.5, 0.5])]
    fields = mean_over_runs(Statistic(runs, SAMPLES), "samples", 2)
    assert fields[""][2] == 0.625
    of_parts = [fields[f"_standard_error{part}"][2] ** 2 for part in ("_runs", "_rows", "")]
    assert of_parts == pytest.approx([0.015625, 0.026042, 0.036458], abs=1e-6)
    assert fields["_df"][2] == pytest.approx(2.7736, abs=1e-4)
    t = student_quantile(0.975, float(fields["_df"][2]))
    assert t == pytest.approx(3.3346, abs=1e-4)
    assert t * fields["_standard_error"][2] == pytest.approx(0.6367, abs=1e-4)
    assert fields["_by_run"][:, 2].tolist() == [0.5, 0.75]


@pytest.mark.parametrize("average", AVERAGES)
def test_runs_in_any_order(metric, average):
    rng = np.random.default_rng(5)
    gold = drawn(rng, 40)
    runs = {f"seed {i}": noisy(rng, gold, 0.6) for i in range(4)}
    other = [noisy(rng, gold, 0.4) for _ in range(3)]
    options = {"average": average, "n_resamples": 100}
    first = metric.runs(runs, gold, **options)
    turned = metric.runs(dict(reversed(runs.items())), gold, **options)
    assert {**first, **{k: v[::-1] for k, v in first.items() if "by_run" in k}} == turned
    alone = [metric.compute(run, gold, average=average)["semantic_f1"] for run in runs.values()]
    assert first["semantic_f1_by_run"] == pytest.approx(alone)
    assert first["semantic_f1"] == pytest.approx(np.mean(first["semantic_f1_by_run"]))
    there = metric.runs(runs, gold, other, **options)
    back = metric.runs(other, gold, runs, **options)
    assert there["semantic_f1"] == -back["semantic_f1"]
    assert there["semantic_f1_low"] == -back["semantic_f1_high"]
    assert there["semantic_f1"] == pytest.approx(there["semantic_f1_a"] - there["semantic_f1_b"])
    assert (there["n_runs"], there["n_runs_b"], there["n_units"]) == (4, 3, 40)


def test_runs_that_are_alike_vary_by_rows_alone(metric):
    rng = np.random.default_rng(6)
    gold = drawn(rng, 40)
    run = noisy(rng, gold, 0.6)
    found = metric.runs([run] * 3, gold)
    alone = metric.compute(run, gold, n_resamples=100)["semantic_f1_standard_error"]
    assert found["semantic_f1_standard_error_runs"] == 0
    assert found["semantic_f1_standard_error"] == pytest.approx(alone)
    assert found["semantic_f1_df"] == pytest.approx(39)
    # Without any spread of the rows macro's interval is that of one system's scores.
    options = {"average": "macro", "n_resamples": 2000, "macro_labels": ["joy"]}
    right = [["joy"]] * 6
    one = metric.compute(predictions=right, references=right, **options)
    low = metric.runs([right] * 3, right, **options)["semantic_f1_low"]
    assert low == pytest.approx(one["semantic_f1_low"], abs=0.03)
    # Groups are the units.
    grouped = metric.runs([run] * 3, gold, groups=[i // 4 for i in range(40)])
    assert grouped["n_units"] == 10 and grouped["semantic_f1_df"] == pytest.approx(9)


def test_two_runs_are_few(metric):
    gold = [["joy"]] * 4
    with metric.notices() as said:
        metric.runs([gold] * 2, gold)
    assert any("2 runs" in text for text in said)
