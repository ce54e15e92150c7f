"""Config "soft": systems compared and ranked by their distances; entropies; the floor."""

import numpy as np
import pytest
from scipy import stats

from semantic_f1 import SemanticF1
from semantic_f1.comparisons.systems import needed_examples

LABELS = list("abc")


def rows(seed, n=120, noise=0.3):
    rng = np.random.default_rng(seed)
    gold = rng.dirichlet(np.ones(3), n)
    system = (1 - noise) * gold + noise * rng.dirichlet(np.ones(3), n)
    return system, gold


@pytest.fixture
def metric():
    return SemanticF1("soft", similarity="identity", labels=LABELS)


def test_differences_and_tests_of_every_distance(metric):
    near, gold = rows(0, noise=0.1)
    far, _ = rows(0, noise=0.5)
    found = metric.compare(near, far, gold, n_resamples=400)
    for name in ("cross_entropy", "manhattan_distance", "jensen_shannon_divergence"):
        a, b = (np.array(metric.pointwise(x, gold)[name]) for x in (near, far))
        assert found[name] == pytest.approx((a - b).mean())
        assert (found[f"{name}_a"], found[f"{name}_b"]) == pytest.approx((a.mean(), b.mean()))
        error = stats.sem(a - b)
        assert found[f"{name}_standard_error"] == pytest.approx(error)
        assert found[f"{name}_low"] < found[name] < found[f"{name}_high"] < 0
        # The bootstrap-t of a mean comes near Student's interval.
        width = 2 * stats.t.ppf(0.975, len(a) - 1) * error
        assert found[f"{name}_high"] - found[f"{name}_low"] == pytest.approx(width, rel=0.2)
        assert found[f"{name}_p_value"] <= 0.01
        outcome = [found[f"{name}_{key}"] for key in ("wins", "ties", "losses")]
        assert outcome == [np.sum(a < b - 1e-12), np.sum(np.abs(a - b) <= 1e-12), np.sum(a > b)]
    # Of the score more is better.
    assert found["wasserstein_score"] > 0
    assert found["wasserstein_score_wins"] == found["wasserstein_distance_wins"]
    assert (found["test"], found["n_units"]) == ("bootstrap_t", 120)


def test_ranks_by_one_measure(metric):
    gold = rows(2)[1]
    systems = {f"{noise}": rows(2, noise=noise)[0] for noise in (0.5, 0.1, 0.3)}
    for measure in ("cross_entropy", "manhattan_distance", "wasserstein_score"):
        found = metric.rank(systems, gold, measure=measure, n_resamples=400)
        assert [row["system"] for row in found["ranking"]] == ["0.1", "0.3", "0.5"]
        assert found["best"] == ["0.1"] and found["measure"] == measure
        assert [row["rank_low"] for row in found["ranking"]] == [1, 2, 3]
        if measure != "wasserstein_score":
            options = {"measure": measure, "n_resamples": 400, "similarity": None}
            assert metric.rank(systems, gold, **options)["ranking"] == found["ranking"]
    pair = metric.rank(systems, gold, n_resamples=400)["pairs"][0]
    assert (pair["a"], pair["b"]) == ("0.1", "0.3")
    compared = metric.compare(systems["0.1"], systems["0.3"], gold, n_resamples=400)
    assert pair["difference"] == pytest.approx(compared["cross_entropy"])


def test_weights_and_groups(metric):
    near, gold = rows(3, noise=0.1)
    far, _ = rows(3, noise=0.5)
    weight = np.arange(120) % 3
    found = metric.compare(near, far, gold, n_resamples=200, sample_weight=weight)
    repeated = [np.repeat(x, weight, axis=0) for x in (near, far, gold)]
    whole = metric.compare(*repeated, n_resamples=None)["cross_entropy"]
    assert found["cross_entropy"] == pytest.approx(whole)
    assert found["n_units"] == 80
    same = metric.compare(near, near, gold, n_resamples=200)
    ends = [same[f"cross_entropy{end}"] for end in ("", "_low", "_high", "_p_value")]
    assert ends == [0, 0, 0, 1]
    groups = [i % 12 for i in range(120)]
    assert metric.compare(near, far, gold, n_resamples=200, groups=groups)["n_units"] == 12


def test_entropies_and_their_correlation(metric):
    system, gold = rows(5)
    found = metric.compute(predictions=system, references=gold, n_resamples=1000)
    sides = stats.entropy(gold, axis=1), stats.entropy(system, axis=1)
    for name, side in zip(("target_entropy", "prediction_entropy"), sides, strict=True):
        assert found[name] == pytest.approx(side.mean())
    assert found["kl_divergence"] == pytest.approx(stats.entropy(gold, system, axis=1).mean())
    mirrored = [1 - found[f"wasserstein_distance_{end}"] for end in ("high", "low")]
    assert [found[f"wasserstein_score_{end}"] for end in ("low", "high")] == mirrored
    sure = metric.compute(predictions=[[1, 0, 0]], references=[[1, 0, 0]])
    assert (sure["target_entropy"], sure["kl_divergence"]) == (0, 0)
    r = found["entropy_correlation"]
    assert r == pytest.approx(stats.pearsonr(*sides).statistic, abs=1e-12)
    # Fisher's z is no oracle, but near.
    z = np.arctanh(r) + np.array([-1.96, 1.96]) / np.sqrt(len(gold) - 3)
    ends = [found[f"entropy_correlation_{end}"] for end in ("low", "high")]
    assert ends == pytest.approx(np.tanh(z), abs=0.08)
    error = found["entropy_correlation_standard_error"]
    assert error == pytest.approx((1 - r**2) / np.sqrt(len(gold)), rel=0.3)
    weight = np.arange(len(gold)) % 3
    weighted = metric.compute(system, gold, sample_weight=weight, n_resamples=50)
    repeated = stats.pearsonr(*(np.repeat(side, weight) for side in sides)).statistic
    assert weighted["entropy_correlation"] == pytest.approx(repeated, abs=1e-12)
    low, high = (weighted[f"entropy_correlation_{end}"] for end in ("low", "high"))
    assert low < repeated < high
    tiny = [*weight * 1e-200, 1]
    far = metric.compute([*system, [1, 0, 0]], [*gold, [1, 0, 0]], sample_weight=tiny)
    x, y = (side / np.sqrt(weight @ side**2) for side in sides)
    assert far["entropy_correlation"] == pytest.approx(weight @ (x * y), abs=1e-12)


@pytest.mark.parametrize(("predictions", "references", "said"), [
    ([[0.2, 0.3, 0.5]] * 3, [[1, 0, 0], [0.5, 0.5, 0], [0, 0, 1]], "entropies are all equal"),
    ([[0.5, 0.5, 0], [1, 0, 0]], [[0.5, 0.5, 0], [1, 0, 0]], ""),
])  # fmt: skip
def test_no_correlation(metric, predictions, references, said):
    with metric.notices() as texts:
        found = metric.compute(predictions=predictions, references=references, n_resamples=20)
        counts = metric.counts(predictions, references)
    assert any("entropy_correlation" in text and said in text for text in texts) == bool(said)
    for end in ("", "_low", "_high", "_standard_error"):
        assert found[f"entropy_correlation{end}"] is None
    with metric.notices() as texts:
        assert metric.compute(counts=counts)["entropy_correlation"] is None
    # Two examples have no correlation to tell; that equal entropies hide one is said.
    assert any("entropy_correlation" in text for text in texts) == bool(said)


def test_sensitivity_of_wasserstein_scores():
    labels = ["anger", "disgust", "joy", "love"]
    metric = SemanticF1("soft", similarity="plutchik", labels=labels)
    gold = np.random.default_rng(0).dirichlet(np.ones(4), 100)
    # One takes some of each emotion for its like, the other less of it for an unlike one.
    near = 0.7 * gold + 0.3 * gold[:, [1, 0, 3, 2]]
    far = 0.75 * gold + 0.25 * gold[:, [2, 3, 0, 1]]
    systems = {"near": near, "far": far}
    with metric.notices():
        found = metric.sensitivity(systems, gold, n_noise=2, n_resamples=300)
    assert (found["kind"], found["measure"]) == ("decided", "wasserstein_score")
    names = [row["name"] for row in found["alternatives"]]
    assert names[:2] == ["plutchik", "identity"] and names[-1] == "rows permuted"
    for name, similarity in (("plutchik", "plutchik"), ("identity", "identity")):
        row = found["alternatives"][names.index(name)]
        for system, rows in systems.items():
            alone = metric.compute(predictions=rows, references=gold, similarity=similarity)
            assert row["scores"][system] == pytest.approx(alone["wasserstein_score"], abs=1e-12)
    weight = np.arange(100) % 3
    options = {"perturb": False, "n_resamples": 50, "groups": [i % 20 for i in range(100)]}
    with metric.notices():
        weighted = metric.sensitivity(systems, gold, sample_weight=weight, **options)
    whole = metric.compute(near, gold, sample_weight=weight)["wasserstein_score"]
    assert weighted["alternatives"][0]["scores"]["near"] == pytest.approx(whole, abs=1e-12)
    with metric.notices():
        found = metric.sensitivity({"x": near[:12], "y": far[:12]}, gold[:12], perturb=False)
        error = metric.compare(near[:12], far[:12], gold[:12])["wasserstein_score_standard_error"]
    assert found["kind"] == "undecided"
    assert found["n_needed"] == needed_examples(error * np.sqrt(12), 0.01, 0.8, 0.05)


def test_the_floor_of_cross_entropy():
    metric = SemanticF1("soft")
    data = {"predictions": [[1, 0]], "references": [[0.7, 0.3]]}
    # The scorer of LeWiDi 2023: clipped at 1e-12, then the logarithm of q + 1e-9.
    theirs = -(0.7 * np.log(1 + 1e-9) + 0.3 * np.log(1e-12 + 1e-9))
    found = metric.compute(**data, floor=1.001e-9)["cross_entropy"]
    assert found == pytest.approx(theirs, abs=2e-9)
    for floor in (0, 1, "low", float("nan")):
        with pytest.raises(ValueError, match="floor: expected a number between 0 and 1"):
            metric.compute(**data, floor=floor)
    graded = SemanticF1("graded", similarity="identity", labels=["a"], floor=0.01)
    found = graded.compute(predictions=[[0]], references=[[1]])
    assert found["binary_cross_entropy"] == pytest.approx(-np.log(0.01))
    assert "floor:0.01" in graded.signature()
