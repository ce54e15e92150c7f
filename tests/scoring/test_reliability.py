"""Krippendorff's alpha over sets: hand-worked figures, NLTK and krippendorff as oracles."""

from itertools import permutations

import numpy as np
import pytest
from helpers import random_sets

from semantic_f1 import SemanticF1
from semantic_f1.scoring import reliability
from semantic_f1.scoring.intervals import order_ends
from semantic_f1.scoring.statistic import enough_resamples
from semantic_f1.scoring.student_t import tail_share

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")
NEAR = np.array([[1, 0, 0], [0, 1, 0.6], [0, 0.6, 1]])
DISTANCES = ("semantic", "masi", "jaccard", "nominal")


@pytest.fixture
def metric():
    return SemanticF1("annotators", similarity=NEAR, labels=["a", "b", "c"])


def units(*examples):
    return [[list(labels) for labels in sets] for sets in examples]


def alphas(metric, references, **options):
    found = metric.reliability(references, **options)
    return {name: found[name]["alpha"] for name in DISTANCES}


GOLDEN = [
    (units(["ab", "ac", "ab"], ["b", "b"], ["c"], ["a", "bc"], ["", "a"]),
        (1585 / 11881, 3 / 16, 3 / 19, 3 / 11)),
    (units(["a", "a", "b"], ["b", "c"], ["ab", "", "ac"], ["c"]),
        (19 / 544, -5 / 212, -1 / 19, 3 / 52)),
]  # fmt: skip


@pytest.mark.parametrize(("references", "expected"), GOLDEN)
def test_worked_examples(metric, references, expected):
    assert list(alphas(metric, references).values()) == pytest.approx(expected, abs=1e-14)
    if expected == GOLDEN[0][1]:
        found = metric.reliability(references)
        assert found["semantic"]["observed"] == pytest.approx(22 / 45)
        assert found["semantic"]["expected"] == pytest.approx(11881 / 21060)
        assert (found["n_units"], found["n_values"], found["n_distinct"]) == (4, 9, 6)


CANONICAL = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, None, None, None],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, None, 3],
    [None, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, None],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, None],
]


def test_krippendorffs_own_example():
    labels = list("12345")
    references = [
        [[str(value)] for value in column if value is not None]
        for column in zip(*CANONICAL, strict=True)
    ]
    metric = SemanticF1("annotators", similarity="identity", labels=labels)
    for value in alphas(metric, references).values():
        assert value == pytest.approx(0.743421, abs=5e-7)


def random_references(seed, n=60):
    sizes = np.random.default_rng(seed).integers(1, 5, n)
    return [random_sets([seed, i], list("abcd"), size) for i, size in enumerate(sizes)]


@pytest.fixture
def any_metric():
    table = np.random.default_rng(1).random((4, 4))
    np.fill_diagonal(table, [1, 0.9, 1, 1])
    return SemanticF1("annotators", similarity=table, labels=list("abcd"))


@pytest.mark.parametrize("seed", range(4))
def test_nltk_and_krippendorff_agree(any_metric, seed):
    krippendorff = pytest.importorskip("krippendorff")
    from nltk.metrics.agreement import AnnotationTask
    from nltk.metrics.distance import binary_distance, jaccard_distance

    references = random_references(seed)
    found = alphas(any_metric, references)
    rows = [
        (coder, item, frozenset(labels))
        for item, sets in enumerate(references)
        if len(sets) > 1
        for coder, labels in enumerate(sets)
    ]

    # NLTK divides by the union, which two empty sets don't have; and its MASI has decimals.
    def jaccard(a, b):
        return jaccard_distance(a, b) if a | b else 0.0

    def masi(a, b):
        shared = len(a & b)
        size = 1 if a == b else 2 / 3 if shared == min(len(a), len(b)) else 1 / 3
        return 1 - shared / len(a | b) * size if a | b else 0.0

    for name, distance in (("nominal", binary_distance), ("jaccard", jaccard), ("masi", masi)):
        task = AnnotationTask(data=rows, distance=distance)
        assert found[name] == pytest.approx(task.alpha(), abs=1e-12), name
    codes = {labels: code for code, labels in enumerate({labels for *_, labels in rows})}
    table = np.full((4, len(references)), np.nan)
    for coder, item, labels in rows:
        table[coder, item] = codes[labels]
    expected = krippendorff.alpha(table, level_of_measurement="nominal")
    assert found["nominal"] == pytest.approx(expected, abs=1e-12)


def test_semantic_alpha_by_brute_force(any_metric):
    references = random_references(9, n=25)
    f1 = lambda a, b: any_metric.pointwise([a], [[b]])["semantic_f1"][0]  # noqa: E731
    distance = lambda a, b: 0 if set(a) == set(b) else 1 - f1(a, b)  # noqa: E731
    kept = [sets for sets in references if len(sets) > 1]
    values = [labels for sets in kept for labels in sets]
    n = len(values)
    pairs = [(len(sets), pair) for sets in kept for pair in permutations(sets, 2)]
    observed = sum(distance(*pair) / (k - 1) for k, pair in pairs)
    expected = sum(distance(a, b) for a in values for b in values)
    alpha = 1 - (observed / n) / (expected / (n * (n - 1)))
    assert alphas(any_metric, references)["semantic"] == pytest.approx(alpha, abs=1e-12)


def test_weights_order_and_the_same_digits_in_blocks(any_metric, monkeypatch):
    references = random_references(3)
    plain = alphas(any_metric, references)
    twice = alphas(any_metric, [*references, references[0]])
    weight = [2] + [1] * (len(references) - 1)
    assert alphas(any_metric, references, sample_weight=weight) == pytest.approx(twice, abs=1e-12)
    turned = [sets[::-1] for sets in references[::-1]]
    assert alphas(any_metric, turned) == pytest.approx(plain, abs=1e-12)
    monkeypatch.setattr("semantic_f1.scoring.distinct.BLOCK_OF_SETS", 20)
    assert alphas(any_metric, references) == pytest.approx(plain, abs=1e-14)


def test_weights_near_the_greatest_float_are_those_in_other_units(any_metric):
    rows = random_references(3)
    weight = np.arange(len(rows)) % 3 * 1.0
    options = {"n_resamples": 30, "confidence_level": 0.8, "groups": np.arange(len(rows)) // 2}
    weights = ([2.0**-300, *weight[1:] * 2.0**power] for power in (180, 190, 510, 1000))
    known, *others = (any_metric.reliability(rows, sample_weight=x, **options) for x in weights)
    assert known["semantic"]["alpha"] is not None and others == [known] * 3


def test_agreement_and_nothing_that_varies(any_metric):
    same = [[["a"], ["a"]], [["b", "c"], ["c", "b"]], [[], []]]
    # Equal sets are alike, also where b earns .9 from itself.
    assert alphas(any_metric, same) == dict.fromkeys(DISTANCES, 1.0)
    with any_metric.notices() as texts:
        found = any_metric.reliability([[["b"], ["b"]]] * 3, n_resamples=20)
    assert found["semantic"]["alpha"] is None and found["semantic"]["low"] is None
    assert sum("nothing varies" in text for text in texts) == 4


def test_unknown_labels_are_labels_of_their_own(any_metric):
    sets = [[["q"], ["q"]], [["q", "a"], ["z", "a"]], [["a"], ["b"]]]
    found = any_metric.reliability(sets, unknown_labels="mismatch")
    # Distances within units: 0, 2/3, 1 of six values.
    assert found["nominal"]["observed"] == pytest.approx(2 / 3)
    assert found["jaccard"]["observed"] == pytest.approx((2 / 3 + 1) / 3)


@pytest.mark.parametrize("exact", [True, False])
def test_intervals_hold_alpha_and_come_near_the_jackknife(any_metric, monkeypatch, exact):
    if not exact:
        monkeypatch.setattr(reliability, "EXACT_VALUES", 0)
    references = random_references(4, n=300)
    found = any_metric.reliability(references, n_resamples=400)["semantic"]
    error = found["standard_error"]
    assert found["low"] < found["alpha"] < found["high"]
    assert found["n_left_out"] == 0
    width = (found["high"] - found["low"]) / (2 * 1.96)
    assert width == pytest.approx(error, rel=0.15)


def test_resamples_whose_sets_are_all_equal_are_left_out():
    metric = SemanticF1("annotators", similarity="identity", labels=["a", "b"])
    found = metric.reliability([[["a"], ["a"]]] * 9 + [[["a"], ["b"]]], n_resamples=400)
    pair = metric.reliability([[["a"], ["b"]]])["nominal"]
    assert pair["observed"] == pair["expected"] == 1
    for name in ("semantic", "nominal"):
        # One unit of ten is not drawn in 0.9 ** 10 of them.
        assert found[name]["n_left_out"] == pytest.approx(400 * 0.9**10, abs=40)
        assert found[name]["low"] < 0 < found[name]["high"]


@pytest.mark.parametrize("groups", [None, [0, 0, 0, 1, 1, 2, 3, 3, 4, 5, 5, 6]])
def test_intervals_by_hand(groups):
    codes = np.array([[0, 0], [1, 1], [0, 1], [2, 2], [0, 0], [1, 2], *[[2, 2], [1, 1]] * 3])
    references = [[["abc"[x]] for x in pair] for pair in codes]
    metric = SemanticF1("annotators", similarity="identity", labels=list("abc"))
    found = metric.reliability(references, "nominal", n_resamples=400, groups=groups)
    of = np.arange(12) if groups is None else np.array(groups)
    n, sizes = of.max() + 1, np.bincount(of)
    df = n - 1 if groups is None else (12**2 / (sizes**2).sum()) - 1
    share = tail_share(0.95, n, df)
    number = enough_resamples(400, share, df + 1)
    drawn = np.random.default_rng(0).integers(n, size=(number, n))
    # As many sets as an example has, in random parts at distance 0 and at 1.
    alike, unlike = 2 * np.random.default_rng([0, 2]).standard_gamma(0.5, (2, number))
    values = []
    for row, units in enumerate(drawn):
        some = np.concatenate([codes[of == unit] for unit in units])
        times = np.bincount(some.ravel(), minlength=3)
        n_sets = times.sum()
        expected = (n_sets**2 - (times**2).sum()) / (n_sets * (n_sets - 1))
        if not expected:
            continue
        differ = 2 * (some[:, 0] != some[:, 1]).sum() + unlike[row]
        values.append(1 - differ / (n_sets + alike[row] + unlike[row]) / expected)
    low, high = order_ends(np.array(values), share, (-1, 1))
    assert found["nominal"]["low"] == pytest.approx(low, abs=1e-12)
    assert found["nominal"]["high"] == pytest.approx(high, abs=1e-12)


def test_examples_that_all_agree_leave_alpha_uncertain():
    references = [[[x], [x]] for x in "abca" * 5]
    metric = SemanticF1("annotators", similarity="identity", labels=list("abc"))
    found = metric.reliability(references, "nominal", n_resamples=1000)["nominal"]
    assert (found["alpha"], found["high"]) == (1, 1)
    assert found["low"] == pytest.approx(0.788, abs=5e-4)
    # Alpha is never below -1, wherever the imaginary example puts it.
    rare = [[["a"], ["a"]]] * 9 + [[["a"], ["b"]]]
    assert metric.reliability(rare, "nominal", n_resamples=1000)["nominal"]["low"] == -1
    # Groups that agree throughout say no more than as many examples.
    groups = metric.reliability(
        [row for row in references for _ in range(5)], "nominal", n_resamples=1000,
        groups=np.repeat(range(20), 5).tolist(),
    )["nominal"]  # fmt: skip
    assert groups["low"] == pytest.approx(found["low"], abs=0.02)


def test_the_standard_error_leaves_out_each_example(metric):
    # 2, 3, 4 and 2 annotators.
    references = units(
        ["ab", "ac"], ["b", "c", "b"], ["a", "ab", "ab", "c"], ["c", "b"], ["a", "a", "c"]
    )
    found = metric.reliability(references)
    for name in DISTANCES:
        without = [alphas(metric, [*references[:i], *references[i + 1 :]])[name] for i in range(5)]
        expected = np.sqrt(4 / 5 * np.square(np.array(without) - np.mean(without)).sum())
        assert found[name]["standard_error"] == pytest.approx(expected, rel=1e-9)


def test_what_is_refused(metric):
    with pytest.raises(ValueError, match="distance: expected one of semantic, masi"):
        metric.reliability([[["a"], ["b"]]], "euclidean")
    with pytest.raises(ValueError, match="no example has two annotators or more"):
        metric.reliability([[["a"]]])
