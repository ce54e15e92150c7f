"""The numbers: printed examples, scikit-learn, the reference package, and the brute force."""

import json
import math
import warnings

import brute_force
import numpy as np
import pandas as pd
import pytest
import semantic_f1_score as reference_package
from helpers import compute, label_sets, pairs_of, random_table, three
from scored import example_counts
from semantic_f1_score import semantic_f1 as reference_functions
from sklearn.metrics import precision_recall_fscore_support

from semantic_f1.ratios import divide, harmonic_mean
from semantic_f1.scoring import counts as scoring
from semantic_f1.scoring.averages import average_scores
from semantic_f1.scoring.counts import Counts

AVERAGES = ("samples", "micro", "macro", "weighted", None)


def as_dict(table, labels=None):
    labels = range(len(table)) if labels is None else labels
    return {(a, b): table[i][j] for i, a in enumerate(labels) for j, b in enumerate(labels)}


def random_sets(rng, n, m, most=4):
    """Sets of indices below m, about one in five of them empty."""
    sizes = np.where(rng.random(n) < 0.2, 0, rng.integers(1, most + 1, n)).clip(max=m)
    return [set(rng.choice(m, size, replace=False).tolist()) for size in sizes]


# Labels, how near some pairs of them are, predicted and gold.
APPENDIX_G = "abc", {"bc": 0.6}, "ac", "ab"
# Three near guesses and one covered gold label, the other gold label missed.
CROWDED = "abcdz", {"ab": 0.9, "ac": 0.9, "ad": 0.9}, "abcd", "az"
NEAR_MISS = "ab", {"ab": 0.9}, "a", "b"
TWO_SIDED = {"counting": "two_sided"}


@pytest.mark.parametrize(("example", "options", "expected"), [
    (APPENDIX_G, {}, (0.8, 0.8, 0.8)),
    (APPENDIX_G, {"average": "micro"}, (0.8, 0.8, 0.8)),
    (APPENDIX_G, {"similarity": "identity"}, (0.5, 0.5, 0.5)),
    (CROWDED, {}, (0.925, 0.5, 0.925 / 1.425)),
    (CROWDED, {"average": "micro"}, (3.7 / 4, 3.7 / 4.7, 7.4 / 8.7)),
    (CROWDED, {"average": "micro", **TWO_SIDED}, (0.925, 0.5, 0.925 / 1.425)),
    # A label predicted with credit and never gold has recall 1, one never predicted has 0.
    (CROWDED, {"average": None}, ([1, 0.9, 0.9, 0.9, 0], [1, 1, 1, 1, 0], [1, *[18 / 19] * 3, 0])),
    (CROWDED, {"average": None, **TWO_SIDED},
        ([1, 0.9, 0.9, 0.9, 0], [1, 0, 0, 0, 0], [1, 0, 0, 0, 0])),
    (NEAR_MISS, {"average": "micro"}, (0.9, 0.9, 0.9)),
    (NEAR_MISS, {"average": "micro", **TWO_SIDED}, (0.9, 0.9, 0.9)),
    (NEAR_MISS, {"average": "macro"}, (0.45, 0.5, 0.9 / 1.9)),
    (NEAR_MISS, {"average": "macro", **TWO_SIDED}, (0.45, 0.45, 0)),
])  # fmt: skip
def test_printed_examples(load, example, options, expected):
    labels, near, *sides = example
    table = np.eye(len(labels))
    for (a, b), value in near.items():
        i, j = labels.index(a), labels.index(b)
        table[i, j] = table[j, i] = value
    metric = load(similarity=table, labels=list(labels))
    found = three(metric.compute(*([list(side)] for side in sides), **options))
    for score, value in zip(found, expected, strict=True):
        assert score == pytest.approx(value, abs=1e-15)


@pytest.mark.parametrize(("cells", "averaged_f1", "f1_of_averages", "within"), [
    ([[100, 10000], [0, 100]], 0.0196078431372549, 0.504950495049505, 1e-15),
    ([[100, 5000], [5000, 100]], 0.0196078431372549, 0.0196078431372549, 1e-15),
    # The gap comes near its supremum, 1 / 2 of two labels and 1 / 2 - 1 / 18 of three.
    ([[1, 0], [10**7, 1]], 0, 0.5, 1e-5),
    ([[1, 0, 0], [10**7, 1, 0], [10**7, 0, 1]], 0, 0.5 - 1 / 18, 1e-5),
])  # fmt: skip
def test_two_macro_f1s(load, cells, averaged_f1, f1_of_averages, within):
    """Of a confusion matrix, rows predicted, columns gold."""
    m = len(cells)
    metric = load(similarity="identity", labels=[f"label {i}" for i in range(m)], average="macro")
    places = [(i, j) for i in range(m) for j in range(m) if cells[i][j]]
    sides = [i for i, _ in places], [j for _, j in places]
    weights = [cells[i][j] for i, j in places]
    first = metric.compute(*sides, sample_weight=weights)
    assert first["semantic_f1"] == pytest.approx(averaged_f1, abs=within)
    second = metric.compute(*sides, sample_weight=weights, macro_f1="f1_of_averages")
    assert second["semantic_f1_of_averages"] == pytest.approx(f1_of_averages, abs=within)
    assert "semantic_f1" not in second


@pytest.fixture(params=[None, "integers", "reals"])
def hard_case(request):
    """Indicator tables with empty rows and one label that never occurs, and weights."""
    rng = np.random.default_rng(11)
    predicted, gold = (rng.random((2, 300, 7)) < 0.2).astype(int)
    predicted[:, 3] = gold[:, 3] = 0
    assert (~predicted.any(1) & ~gold.any(1)).sum() > 10
    weights = {None: None, "integers": rng.integers(0, 4, 300), "reals": rng.random(300) * 10}
    return predicted, gold, weights[request.param]


@pytest.mark.parametrize("average", AVERAGES)
@pytest.mark.parametrize("counting", ["paper", "two_sided"])
def test_identity_equals_scikit_learn(load, hard_case, average, counting):
    predicted, gold, weights = hard_case
    metric = load("multilabel", similarity="identity", labels=list("abcdefg"))
    options = {"average": average, "sample_weight": weights, "counting": counting}
    result = compute(metric, predicted, gold, zero_division=0, **options)
    expected = precision_recall_fscore_support(
        gold, predicted, average=average, sample_weight=weights, zero_division=0
    )
    for ours, theirs in zip(three(result), expected, strict=False):
        np.testing.assert_allclose(ours, theirs, rtol=0, atol=1e-14)
    if average is None:
        np.testing.assert_allclose(result["support"], expected[3], rtol=1e-14)
        assert result["labels"] == list("abcdefg")


@pytest.fixture(scope="module", params=[0, 1])
def symmetric_case(request):
    """27 labels, 500 examples with empty sets on either side, a random symmetric similarity."""
    rng = np.random.default_rng(request.param)
    labels = [f"label {i}" for i in range(27)]
    table = rng.random((27, 27))
    table = (table + table.T) / 2
    np.fill_diagonal(table, 1)
    sides = [[[labels[i] for i in row] for row in random_sets(rng, 500, 27)] for _ in "pr"]
    assert any(not p and t for p, t in zip(*sides, strict=True))
    assert any(p and not t for p, t in zip(*sides, strict=True))
    assert any(not p and not t for p, t in zip(*sides, strict=True))
    return pd.DataFrame(table, labels, labels), *sides


def by_package(frame, predictions, references, average):
    """Precision, recall and F1 of the reference package, rows of labels for average=None."""
    name = {"samples": "samples_semantic_f1_score", "micro": "semantic_micro_f1_score"}
    function = getattr(reference_functions, name.get(average, "semantic_macro_f1_score"))
    options = {} if average in name else {"average": average}
    result = function(predictions, references, frame, return_components=True, **options)
    if average is None:
        rows = [result[label] for label in frame.index]
        return [[row[key] for row in rows] for key in ("precision", "recall", "f1")]
    return [result[key] for key in ("precision", "recall", "f1")]


@pytest.mark.parametrize("average", AVERAGES)
def test_equals_the_reference_package(load, symmetric_case, average):
    frame, predictions, references = symmetric_case
    result = load(similarity=frame).compute(predictions, references, average=average)
    expected = by_package(frame, predictions, references, average)
    np.testing.assert_allclose(three(result), expected, rtol=0, atol=1e-9)
    f1 = reference_package.semantic_f1_score(references, predictions, frame, average=average)
    np.testing.assert_allclose(result["semantic_f1"], f1, rtol=0, atol=1e-9)


def check_against_brute_force(rng, m, n, most=4, unknown=0, unit_weights=False):
    """Every average under every option, on random sets over an asymmetric similarity."""
    table = random_table(rng, m)
    predictions, references = (random_sets(rng, n, m + unknown, most) for _ in "pr")
    zero_division = float(rng.choice([0.0, 0.3, 1.0]))
    weights = None if unit_weights else rng.integers(0, 5, n) * rng.random(n)
    if weights is not None:
        weights[0] = 0.5
    given = label_sets(predictions), label_sets(references), pairs_of(table), m
    counts = scoring.count(*given, zero_division=zero_division, sample_weight=weights)
    some = rng.random(m) < 0.5
    some[0] = True
    present = (counts.predicted > 0) | (counts.support > 0)
    for average in AVERAGES:
        for counting in ("paper", "two_sided"):
            for macro_f1 in ("averaged_f1", "f1_of_averages"):
                for mask, macro_labels in (
                    (None, "all"),
                    (present, "present"),
                    (some, np.flatnonzero(some).tolist()),
                ):
                    options = {"counting": counting, "macro_f1": macro_f1}
                    ours = average_scores(counts, average, macro_mask=mask, **options)
                    of = as_dict(table), range(m), average
                    options |= {"zero_division": zero_division, "macro_labels": macro_labels}
                    options["weights"] = None if weights is None else weights.tolist()
                    expected = brute_force.scores(predictions, references, *of, **options)
                    np.testing.assert_allclose(ours, expected, rtol=0, atol=1e-12)
                    assert np.min(ours) >= 0
                    assert np.max(ours) <= 1
    rows = scoring.pointwise(*given, zero_division=zero_division)
    expected = [
        brute_force.pointwise(p, t, as_dict(table), zero_division)
        for p, t in zip(predictions, references, strict=True)
    ]
    np.testing.assert_allclose(np.transpose(rows), expected, rtol=0, atol=1e-14)


@pytest.mark.parametrize("unknown", [0, 3])
@pytest.mark.parametrize("seed", range(30))
def test_equals_the_brute_force(seed, unknown):
    rng = np.random.default_rng(seed)
    m, n = int(rng.integers(1, 9)), int(rng.integers(1, 40))
    check_against_brute_force(rng, m, n, unknown=unknown, unit_weights=seed % 2 == 0)


@pytest.mark.parametrize("short_sets", [0, 1, 3, scoring.SHORT_SETS])
@pytest.mark.parametrize("chunk_pairs", [1, 7, 1 << 20])
@pytest.mark.parametrize("limits", [(1, 1 << 20), (4, 1 << 20), (1 << 16, 5), (3, 1)])
def test_blocks_and_chunks_change_nothing(monkeypatch, short_sets, chunk_pairs, limits):
    monkeypatch.setattr(scoring, "SHORT_SETS", short_sets)
    monkeypatch.setattr(scoring, "CHUNK_PAIRS", chunk_pairs)
    monkeypatch.setattr(scoring, "BLOCK_ROWS", limits[0])
    monkeypatch.setattr(scoring, "BLOCK_MEMBERS", limits[1])
    rng = np.random.default_rng(5)
    check_against_brute_force(rng, 9, 23, most=8, unknown=1)


def test_pairs_are_asked_for_in_bounded_numbers(monkeypatch):
    """Only the pairs of some example, and never more at once than the limits allow."""
    monkeypatch.setattr(scoring, "CHUNK_PAIRS", 100)
    monkeypatch.setattr(scoring, "BLOCK_MEMBERS", 200)
    rng = np.random.default_rng(0)
    sets = [random_sets(rng, 50, 60, most=50) for _ in "pr"]
    asked = []

    def pairs(a, b):
        assert a.shape == b.shape
        asked.append(len(a))
        return (a == b).astype(float)

    scoring.count(*map(label_sets, sets), pairs, 60)
    assert max(asked) <= 200
    needed = sum(2 * len(p) * len(t) for p, t in zip(*sets, strict=True))
    assert sum(asked) == needed


@pytest.mark.parametrize("weighted", [False, True])
def test_counts_are_sums_rounded_once(weighted):
    rng = np.random.default_rng(3)
    table = random_table(rng, 6)
    sides = [label_sets(random_sets(rng, 200, 8)) for _ in "pr"]
    weights = rng.random(200) * 1e5 if weighted else None
    counts = scoring.count(*sides, pairs_of(table), 6, sample_weight=weights)
    each = example_counts(*sides, pairs_of(table), 6)
    each = each if weights is None else each * weights[:, None]
    exact = Counts.of(np.array([math.fsum(column) for column in each.T]), 6)
    for ours, expected in zip(counts, exact, strict=True):
        assert np.array_equal(ours, expected)
    micro = average_scores(counts, "micro").precision
    assert micro == math.fsum(counts.tp) / (math.fsum(counts.predicted) + counts.unknown_predicted)


def test_one_example_has_the_digits_of_many():
    """Its counts are added up by no exact sums, and its scores by no arrays."""
    rng, unknown = np.random.default_rng(8), 0
    for _ in range(200):
        table = random_table(rng, 12)
        sides = [label_sets(random_sets(rng, 1, 14, most=12)) for _ in "pr"]
        options = {"pairs": pairs_of(table), "n_labels": 12, "zero_division": rng.random()}
        counts = scoring.count(*sides, **options)
        exact = Counts.of(scoring.exact_counts(*sides, **options).rounded(), 12)
        assert all(map(np.array_equal, counts, exact))
        unknown += counts.unknown_predicted * counts.unknown_gold
        scores = scoring.pointwise(*sides, **options)
        assert [values[0] for values in scores] == exact.samples.tolist()
    assert unknown > 5


@pytest.mark.parametrize("average", AVERAGES)
def test_averages_of_many_counts_at_once(average):
    """Axes in front: each set of counts gets the score it gets alone, also where it has no gold."""
    rng = np.random.default_rng(6)
    table = random_table(rng, 5)
    sides = [random_sets(rng, 12, 6), [*random_sets(rng, 9, 6), set(), set(), set()]]
    each = example_counts(*map(label_sets, sides), pairs_of(table), 5)
    mask = np.array([True, False, True, True, False])
    for counting in ("paper", "two_sided"):
        for macro_f1 in ("averaged_f1", "f1_of_averages"):
            options = {"counting": counting, "macro_f1": macro_f1, "macro_mask": mask}
            together = average_scores(Counts.of(each.reshape(3, 4, -1), 5), average, **options)
            assert together.f1.shape == ((3, 4) if average else (3, 4, 5))
            for i in range(12):
                alone = average_scores(Counts.of(each[i], 5), average, **options)
                ours = [score[divmod(i, 4)] for score in together]
                np.testing.assert_allclose(ours, alone, rtol=0, atol=1e-15)


def test_a_rounding_error_above_1_is_taken_off():
    """Sums in another order, as resampling has them, may leave the last digit above."""
    above = np.nextafter([2.0, 3.0], 9)
    counts = Counts(above, np.floor(above), above, np.floor(above), 0, 0, np.full(3, above[0]), 2)
    for average in AVERAGES:
        for counting in ("paper", "two_sided"):
            scores = average_scores(counts, average, counting=counting)
            assert np.array_equal(scores, np.ones_like(scores))


def test_divide_by_0_is_0_without_a_warning():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert divide(3.0, 0.0) == 0
        assert divide(np.array([1.0, 2.0]), np.array([0.0, 4.0])).tolist() == [0, 0.5]
        assert harmonic_mean(0.0, 0.0) == 0
        assert harmonic_mean(np.array([0.5]), np.array([1.0])) == pytest.approx([2 / 3])


def test_results_are_plain_floats(load):
    metric = load(similarity="plutchik")
    result = compute(metric, [["joy"], []], [["love"], ["fear"]], average=list(AVERAGES))
    assert set(map(type, result.values())) == {float, list}
    for suffix in ("_samples", "_micro", "_macro", "_weighted"):
        assert all(type(score) is float for score in three(result, suffix))
    for values in three(result, "_per_label"):
        assert [type(value) for value in values] == [float] * 12
    assert all(type(value) is float for value in result["support"])
    assert json.loads(json.dumps(result, allow_nan=False)) == result


def test_a_list_of_averages_is_each_of_them(load):
    metric = load(similarity="plutchik")
    data = [["joy"], ["fear", "anger"]], [["love"], ["fear"]]
    together = compute(metric, *data, average=list(AVERAGES))
    for average in AVERAGES:
        alone = compute(metric, *data, average=average)
        assert three(alone) == three(together, f"_{average or 'per_label'}")
    assert together["labels"] == alone["labels"]
    assert together["support"] == alone["support"]


@pytest.mark.parametrize(("n", "m", "asks"), [(50, 40, 2), (4_096, 40, 1), (4_096, 70, 2)])
def test_a_function_that_is_asked_at_once_gives_the_same_counts(n, m, asks):
    rng = np.random.default_rng(5)
    table, unknown = rng.random((m, m)), 2 * (n == 50)
    sides = []
    for _ in range(2):
        sizes = rng.integers(0, 30 if n == 50 else 4, n)
        rows = [np.sort(rng.choice(m + unknown, size, replace=False)) for size in sizes]
        offsets = np.concatenate([[0], np.cumsum(list(map(len, rows)))])
        sides.append(scoring.LabelSets(np.concatenate(rows).astype(np.int32), offsets))
    asked = []

    def at_once(a, b):
        asked.append(len(a))
        return table[a, b]

    at_once.at_once = True
    counts = scoring.count(*sides, at_once, m)
    assert len(asked) == asks
    for one, other in zip(counts, scoring.count(*sides, lambda a, b: table[a, b], m), strict=True):
        np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize("similarity", ["identity", {"a": {"b": {}, "c": {}}, "d": {}}, "table"])
@pytest.mark.parametrize("resamples", [None, 20])
def test_many_labels_by_those_that_occur_are_scored_as_all(
    load, similarity, resamples, monkeypatch
):
    labels, rng = list("abcdefgh"), np.random.default_rng(5)
    metric = load()
    if isinstance(similarity, dict):
        similarity = metric.similarity.from_hierarchy(similarity)
    elif similarity == "table":
        similarity = random_table(rng, len(labels))
    names = ["a", "b", "d", "zz"]
    sides = [
        [rng.choice(names, k, replace=False).tolist() for k in rng.integers(0, 4, 40)] for _ in "ab"
    ]
    options = {"similarity": similarity, "average": ["samples", "micro"], "n_resamples": resamples}
    options |= {
        "labels": None if hasattr(similarity, "labels") else labels,
        "unknown_labels": "mismatch",
    }
    with metric.notices():
        plain = metric.compute(*sides, **options)
        monkeypatch.setattr("semantic_f1.scoring.results.MANY_LABELS", 2)
        assert metric.compute(*sides, **options) == plain
