"""Config "soft", as users load it: distributions over the labels."""

import numpy as np
import ot
import pytest
from scipy import stats
from scipy.spatial.distance import cityblock, euclidean, jensenshannon

from semantic_f1 import Scorer

ABC = ["a", "b", "c"]
NEAR = np.array([[1, 0.6, 0.2], [0.5, 1, 0.1], [0.3, 0, 0.9]])
JENSEN = ["jensen_shannon_divergence", "jensen_shannon_distance"]
NAMES = ["cross_entropy", "manhattan_distance", "euclidean_distance", *JENSEN]


@pytest.fixture
def soft(load):
    return load("soft")


def distributions(n, m, seed, zeros=False):
    rng = np.random.default_rng(seed)
    table = rng.dirichlet(np.ones(m), n)
    if zeros:
        table *= rng.random((n, m)) < 0.6
        table[table.sum(axis=1) == 0, 0] = 1
        table /= table.sum(axis=1, keepdims=True)
    return table


def test_one_number_is_two_labels(soft):
    result = soft.compute(predictions=[[0.5, 0.5]], references=[[0.83, 0.17]])
    assert round(result["cross_entropy"], 4) == 0.6931
    assert soft.compute(predictions=[0.5], references=[0.17]) == pytest.approx(result, abs=1e-12)


@pytest.mark.parametrize("zeros", [False, True])
def test_means_of_what_scipy_gives(soft, zeros):
    q, p = distributions(40, 5, 1, zeros), distributions(40, 5, 2, zeros)
    result = soft.compute(predictions=q, references=p)
    entropies = ["target_entropy", "prediction_entropy", "kl_divergence", "entropy_correlation"]
    assert list(result) == [*NAMES, *entropies]
    for name, oracle in (
        ("manhattan_distance", cityblock),
        ("euclidean_distance", euclidean),
        ("jensen_shannon_distance", jensenshannon),
        ("jensen_shannon_divergence", lambda a, b: jensenshannon(a, b) ** 2),
    ):
        each = [oracle(a, b) for a, b in zip(q, p, strict=True)]
        assert result[name] == pytest.approx(np.mean(each), abs=1e-12)
        assert soft.pointwise(q, p)[name] == pytest.approx(each, abs=1e-12)
    logs = -(p * np.log(np.maximum(q, 1e-12))).sum(axis=1)
    assert result["cross_entropy"] == pytest.approx(logs.mean(), abs=1e-12)


def test_a_weight_of_0_leaves_two_points_without_a_correlation(soft):
    q, p = distributions(3, 3, 5), distributions(3, 3, 6)
    found = soft.compute(predictions=q, references=p)
    logs = [-(rows * np.log(rows)).sum(axis=1) for rows in (q, p)]
    assert found["entropy_correlation"] == pytest.approx(np.corrcoef(*logs)[0, 1], abs=1e-9)
    two = soft.compute(predictions=q, references=p, sample_weight=[1, 2, 0])
    assert two["entropy_correlation"] is None


def test_rounding_takes_no_divergence_below_0(soft):
    p = distributions(200, 4, 0)
    q = np.abs(p + np.random.default_rng(0).normal(0, 1e-9, p.shape))
    q /= q.sum(axis=1, keepdims=True)
    apart = -(p * np.log(q / p)).sum(axis=1)
    assert apart.min() < 0 <= min(soft.pointwise(q, p)["kl_divergence"])


def test_error_of_the_correlation_of_entropies(soft):
    q, p = distributions(40, 3, 5), distributions(40, 3, 6)
    found = soft.compute(predictions=q, references=p, n_resamples=400)
    x, y = (stats.zscore(stats.entropy(rows, axis=1)) for rows in (q, p))
    moves = x * y - found["entropy_correlation"] * (x**2 + y**2) / 2
    expected = np.sqrt((moves**2).sum() / 39 / 40)
    assert found["entropy_correlation_standard_error"] == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("similarity", ["plutchik", "goemotions-ekman", "mfrc"])
def test_wasserstein_is_what_pot_gives(load, similarity):
    metric = load("soft", similarity=similarity)
    table = metric.similarity.load(similarity)
    m = len(table.labels)
    q, p = distributions(30, m, 3, True), distributions(30, m, 4, True)
    cost = 1 - table.values
    # Masses may differ by a rounding error, which POT takes for unequal.
    each = [ot.emd2(a / a.sum(), b / b.sum(), cost) for a, b in zip(q, p, strict=True)]
    result = metric.compute(predictions=q, references=p)
    assert result["wasserstein_distance"] == pytest.approx(np.mean(each), abs=1e-9)
    assert result["wasserstein_score"] == pytest.approx(1 - np.mean(each), abs=1e-9)


def test_predicted_mass_is_moved_to_gold(load):
    # Cost is 1 - S[predicted, gold]: it takes an asymmetric similarity to tell.
    metric = load("soft", similarity=NEAR, labels=ABC)
    result = metric.compute(predictions=[[1, 0, 0]], references=[[0, 1, 0]])
    assert result["wasserstein_distance"] == pytest.approx(1 - 0.6)
    # The diagonal of c is below 1.
    same = metric.compute(predictions=[[0, 0, 1]], references=[[0, 0, 1]])
    assert same["wasserstein_score"] == pytest.approx(0.9)


def test_labels_cut_and_order_the_similarity(load):
    labels = ["joy", "anger", "love"]
    metric = load("soft", similarity="plutchik", labels=labels)
    table = metric.similarity.load("plutchik")
    for a, b in (("joy", "love"), ("anger", "joy")):
        rows = [[float(name == chosen) for name in labels] for chosen in (a, b)]
        result = metric.compute(predictions=rows[:1], references=rows[1:])
        assert result["wasserstein_score"] == pytest.approx(table.between(a, b))


def test_columns_of_none_labels(load):
    metric = load("soft", similarity="mfrc")
    labels = [*metric.similarity.load("mfrc").labels, "Non-Moral", "Thin Morality"]

    def only(name):
        return [[float(label == name) for label in labels]]

    def score(predicted, gold):
        return metric.compute(only(predicted), only(gold))["wasserstein_score"]

    # Both mean the empty set, which is like no label.
    assert score("Non-Moral", "Thin Morality") == 1
    assert score("Non-Moral", "Care") == 0
    assert score("Loyalty", "Authority") == pytest.approx(0.887774, abs=1e-6)
    # Without their columns, rows of six labels do too.
    six = metric.compute([[1, 0, 0, 0, 0, 0]], [[1, 0, 0, 0, 0, 0]])
    assert six["wasserstein_score"] == pytest.approx(1)
    with pytest.raises(ValueError, match="predictions: 7 values per row; the labels need 6 or 8"):
        metric.compute(predictions=[[1] + [0] * 6], references=[[1] + [0] * 6])


def test_batches_of_numbers_and_of_counts(soft):
    q, p = np.random.default_rng(9).random((2, 50))
    direct = soft.compute(predictions=q, references=p)
    soft.add_batch(predictions=q[:20], references=p[:20])
    soft.add(prediction=q[20].tolist(), reference=p[20].tolist())
    soft.add_batch(predictions=q[21:].tolist(), references=p[21:].tolist())
    assert soft.compute() == direct
    # Whether rows are counts is for compute to say.
    counts = {"predictions": [[1, 3]], "references": [[2, 2]]}
    soft.add_batch(**counts)
    pending = soft.compute(normalize_counts=True)
    assert pending == soft.compute(**counts, normalize_counts=True)


def test_batches_of_another_form_are_refused_and_the_others_kept(soft):
    soft.add_batch(predictions=[[0.5, 0.5]], references=[[0.5, 0.5]])
    with pytest.raises(ValueError, match="this batch has single numbers, the batches before had"):
        soft.add_batch(predictions=[0.5], references=[0.5])
    assert soft.compute()["manhattan_distance"] == 0
    soft.add_batch(predictions=[[0.5, 0.5]], references=[[0.5, 0.5]])
    soft.add_batch(predictions=[[0.5, 0.25, 0.25]], references=[[0.5, 0.25, 0.25]])
    with pytest.raises(ValueError, match=r"predictions\[1\]: 3 values where row 0 has 2"):
        soft.compute()


OK, FLAT = [[0.5, 0.5], [0.25, 0.75]], [0.2, 0.3, 0.5]
OF_THREE = {"similarity": "identity", "labels": ABC}


@pytest.mark.parametrize(("predictions", "references", "options", "message"), [
    (OK, OK[:1], {}, "equally long; got 2 and 1 examples"),
    ([], [], {}, "there are no examples"),
    (OK, OK, {"average": "micro"}, 'average: is not used in the "soft" config'),
    (OK, OK, {"similarity": ["mfrc"] * 2}, 'the "soft" config has one for all examples'),
    (OK, OK, {"similarity": "plutchic"}, "similarity: 'plutchic' is not one of"),
    ([[0.3]], [[0.1]], {"normalize_counts": True}, r"predictions\[0\]: a row of one value says no"),
    (FLAT, [0.5, 0.5, 0.0], {}, "look like one distribution; a distribution is a row"),
    (FLAT, FLAT, OF_THREE, r"single numbers, which are for two labels; .* need 3"),
    ([type("", (), {"ndim": 0, "__array__": lambda *_, **__: np.array(1)})()], [1], {}, "a row of"),
    ([0.2], [[0.5, 0.5]], OF_THREE, "predictions: 2 values per row; the labels need 3"),
])  # fmt: skip
def test_what_is_refused(soft, predictions, references, options, message):
    with pytest.raises(ValueError, match=message):
        soft.compute(predictions=predictions, references=references, **options)


def test_other_configs_have_no_counts_to_normalize(load):
    with pytest.raises(ValueError, match='normalize_counts: applies to distributions in the "so'):
        load(normalize_counts=True)


def test_single_numbers_that_may_be_one_distribution(soft, load):
    other_sums = soft.compute(predictions=[0.2, 0.3, 0.6], references=[0.5, 0.5, 0.5])
    assert other_sums["manhattan_distance"] == pytest.approx(2 * (0.3 + 0.2 + 0.1) / 3)
    two = soft.compute(predictions=[0.3, 0.7], references=[0.5, 0.5])
    assert two["manhattan_distance"] == pytest.approx(0.4)
    named = load("soft", labels=["no", "yes"]).compute(FLAT, [0.5, 0.5, 0.0])
    assert named["manhattan_distance"] == pytest.approx(2 * (0.3 + 0.2 + 0.5) / 3)


def test_the_signature(load):
    bare = load("soft").signature()
    assert "|config:soft|" in bare and "|fingerprint:null|" in bare and "average" not in bare
    with_similarity = load("soft", similarity="plutchik").signature(normalize_counts=True)
    assert "|similarity:plutchik|" in with_similarity
    assert "|normalize_counts:true|" in with_similarity


def test_divergence_is_cross_entropy_less_entropy_with_a_floor_too():
    metric = Scorer("soft", floor=0.2)
    rng = np.random.default_rng(0)
    targets = rng.dirichlet(np.ones(4), 20)
    # Near the gold rows a floor leaves less than their entropy.
    rows = targets, rng.dirichlet(np.ones(4), 20)
    for predictions in (rows[0], rows[1], np.concatenate([rows[0][:10], rows[1][10:]])):
        found = metric.compute(predictions=predictions, references=targets)
        by_row = -(targets * np.log(np.maximum(predictions, 0.2))).sum(axis=1)
        by_row += (targets * np.log(targets)).sum(axis=1)
        assert (by_row < 0).any()
        assert found["kl_divergence"] == pytest.approx(by_row.mean(), abs=1e-14)
        apart = found["cross_entropy"] - found["target_entropy"]
        assert found["kl_divergence"] == pytest.approx(apart, abs=1e-14)
        parts = [metric.counts(predictions[at], targets[at]) for at in (slice(7), slice(7, None))]
        assert metric.compute(counts=sum(parts)) == found
        assert metric.pointwise(predictions, targets)["kl_divergence"] == pytest.approx(by_row)
