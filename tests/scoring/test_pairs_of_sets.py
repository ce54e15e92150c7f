"""Sets and pairs of sets that are scored once: the same digits as one by one."""

from types import SimpleNamespace

import numpy as np
import pytest
from helpers import random_sets

from semantic_f1 import SemanticF1
from semantic_f1.inputs import label_sets
from semantic_f1.inputs.label_sets import (
    LabelSets,
    equal_sets,
    keys_of_members,
    members_of_numbers,
    numbers_of_bits,
    sizes_of_keys,
    take_sets,
)
from semantic_f1.inputs.number_rows import read_indicators
from semantic_f1.scoring import counts as scoring
from semantic_f1.scoring import pairs_of_sets


def random_bits(n, m, seed, kinds=200):
    """Rows of few kinds, some of them empty."""
    rng = np.random.default_rng(seed)
    return (rng.random((kinds, m)) < 1.5 / m)[rng.integers(0, kinds, n)]


def ragged(bits):
    rows, columns = np.nonzero(bits)
    offsets = np.concatenate([[0], np.cumsum(np.bincount(rows, minlength=len(bits)))])
    return LabelSets(columns.astype(np.int32), offsets)


@pytest.mark.parametrize("width", [1, 5, 8, 27, 31, 32, 33, 55, 56, 64, 128])
@pytest.mark.parametrize("n", [0, 1, 7, 8, 1_000])
def test_rows_are_numbers_and_back(n, width):
    keys = numbers_of_bits(bits := np.random.default_rng(width).random((n, width)) < 0.4)
    numbers = [sum(1 << i for i in np.flatnonzero(row).tolist()) for row in bits]
    of_words = [
        sum(x << 64 * i for i, x in enumerate(row))
        for row in keys.reshape(n, keys.size // max(n, 1)).tolist()
    ]
    assert of_words == numbers
    sets = ragged(bits)
    assert width > 64 or np.array_equal(keys_of_members(sets.indices, sets.offsets, width), keys)
    indices, offsets = members_of_numbers(keys)
    assert np.array_equal(indices, sets.indices)
    assert np.array_equal(offsets, sets.offsets)
    lazy = LabelSets(numbers=keys)
    assert lazy.n == n
    assert np.array_equal(lazy.rows(1, 5).indices, sets.rows(1, 5).indices) if n > 5 else True
    assert lazy.is_within(width) and sets.is_within(width)
    if n == 1_000 and width > 1:
        assert not lazy.is_within(width - 1) and not sets.is_within(width - 1)


@pytest.mark.parametrize("m", [1, 27, 32, 33, 64, 65, 255, 256])
@pytest.mark.parametrize("kinds", [3, 200, 30_000])
@pytest.mark.parametrize("n", [4_095, 4_096, 20_000])
def test_the_same_digits_with_and_without(monkeypatch, n, m, kinds):
    rng = np.random.default_rng(m)
    table = rng.random((m, m))
    pairs = lambda a, b: table[a, b]  # noqa: E731
    bits = [random_bits(n, m, seed, kinds) for seed in (1, 2)]
    sides = [ragged(rows) for rows in bits]
    keyed = [read_indicators(rows, "predictions", scores=False).columns for rows in bits]
    hard = lambda a, b: (a == b) * 1.0  # noqa: E731
    weights = rng.random(n), rng.choice([0.0, 0.1, 1 / 3, 7.0], n)
    each = [{}, *({"sample_weight": weight} for weight in weights)]
    each.append({"sample_weight": weights[0], "times": rng.integers(0, 5, n)})

    def scores(sets):
        counts = [
            scoring.exact_counts_of_each(*sets, (pairs, hard), m, zero_division=0.25, **options)
            for options in each
        ]
        return counts, np.array(scoring.pointwise(*sets, pairs, m, zero_division=0.25)).tolist()

    found = [scores(sides), scores(keyed)]
    coded = pairs_of_sets.distinct_pairs(sides, (pairs,), m)[0]
    assert (coded.sides[0].keys is None) == (n < 4_096 or m > 64)
    monkeypatch.setattr(pairs_of_sets, "MOST_KEY_LABELS", 0)
    plain = pairs_of_sets.BestOfPairs if m < 256 else lambda *_: None
    monkeypatch.setattr(scoring, "best_of", plain)
    found.append(scores(sides))
    monkeypatch.setattr(pairs_of_sets, "repeated_pairs", lambda pairs: pairs)
    monkeypatch.setattr(scoring, "best_of", lambda *_: None)
    assert found == [scores(sides)] * 3


@pytest.mark.parametrize(("guard", "limit"), [
    ("MOST_DISTINCT", -1.0), ("MOST_DISTINCT", 1.0), ("MOST_WEIGHTS", 3), ("PIECE_LABELS", 4),
])  # fmt: skip
@pytest.mark.parametrize("kinds", [50, 30_000])
def test_no_guard_moves_a_digit(monkeypatch, guard, limit, kinds):
    m, n = 11, 20_000
    rng = np.random.default_rng(m)
    table = rng.random((m, m))
    pairs = lambda a, b: table[a, b]  # noqa: E731
    sides = [ragged(random_bits(n, m, seed, kinds)) for seed in (1, 2)]
    weights = [None, rng.choice([0.0, 0.1, 1 / 3, 7.0], n), rng.random(n)]

    def scores():
        counts = [scoring.exact_counts(*sides, pairs, m, sample_weight=each) for each in weights]
        return counts, np.array(scoring.pointwise(*sides, pairs, m)).tolist()

    expected = scores()
    monkeypatch.setattr(pairs_of_sets, "PROBED_ROWS", 1 << 12)
    monkeypatch.setattr(pairs_of_sets, guard, limit)
    assert scores() == expected


def test_pairs_are_brought_together_up_to_a_share_of_distinct_ones():
    n = 10 * pairs_of_sets.PROBED_ROWS
    keys = np.repeat(np.arange(n // 10, dtype=np.uint32), 10)

    def pairs_of(keys, weight=None):
        sides = [LabelSets(numbers=keys) for _ in "pr"]
        return pairs_of_sets.distinct_pairs(sides, (lambda a, b: a == b,), 32, weight)

    # Each tenth row is looked at.
    for share, grouped in ((0.69, True), (0.7, True), (0.701, False), (1.0, False)):
        few = int(share * (n // 10))
        some = np.minimum(keys, few - 1)
        (found,) = pairs_of(some)
        assert (found.times is not None) == grouped
        # Keys that meet unlike ones in each table are left apart.
        assert few <= found.sides[0].n <= 1.01 * few if grouped else found.sides[0].n == n
    weight = np.resize(np.arange(1.0, pairs_of_sets.MOST_WEIGHTS + 1), n)
    for key, apart in ((0, False), ((1 << 32) - 1, True)):
        # 64 bits have no room for a weight.
        found = pairs_of(keys * 0 + np.uint32(key), weight)
        found_weights = np.sort(np.concatenate([np.atleast_1d(of.weights) for of in found]))
        assert found_weights.tolist() == list(range(1, pairs_of_sets.MOST_WEIGHTS + 1))
        assert sum(of.times.sum() for of in found) == n and (len(found) > 1) == apart
    for weights in (np.append(weight[1:], 0.5), np.resize(np.arange(17.0), 17 << 10)[1:]):
        (found,) = pairs_of(np.zeros(len(weights), np.uint32), weights)
        assert np.array_equal(found.weights, weights)


@pytest.mark.parametrize(("n", "kinds"), [(1, 1), (5_000, 50), (300_000, 3_000), (300_000, 10**6)])
def test_keys_are_counted_wherever_they_meet(n, kinds):
    rng = np.random.default_rng(n)
    keys = rng.integers(0, 1 << 64, kinds, np.uint64)[rng.integers(0, kinds, n)]
    # Multiples of a power of two meet in few places.
    for some in (keys, keys << np.uint64(50), keys * np.uint64(0)):
        distinct, place = np.unique(some, return_inverse=True)
        found, times = pairs_of_sets.counted_keys(some)
        total = np.bincount(np.searchsorted(distinct, found), times)
        assert np.array_equal(total, np.bincount(place)) and set(found) == set(distinct)


@pytest.mark.parametrize("places", [2, 18])
@pytest.mark.parametrize("columns", [1, 2, 4, 5])
def test_equal_rows_are_alike_wherever_they_meet(monkeypatch, columns, places):
    monkeypatch.setattr(label_sets, "MOST_PLACES", places)
    monkeypatch.setattr(label_sets, "FEWEST_MIXED_ROWS", 1)
    rng = np.random.default_rng(columns)
    table = rng.integers(0, 1 << 64, (900, columns), np.uint64)[rng.integers(0, 900, 3_000)]
    like = label_sets._like_rows([table[:, :1], table[:, 1:]])
    assert np.array_equal(table[like], table) and np.array_equal(like[like], like)
    assert len(np.unique(like)) == len(np.unique(table, axis=0))


@pytest.mark.parametrize("m", [33, 64, 100])
def test_random_keys_that_are_equal_are_found_by_comparing(monkeypatch, m):
    # Sums of keys that all are 1 tell sizes alone; the next draw tells sets.
    bits, generator, draws = [random_bits(5_000, m, seed, 60) for seed in (1, 2)], np.random, []

    def first_draw_is_useless(seed):
        draws.append(seed)
        ones = SimpleNamespace(integers=lambda low, high, size, kind: np.ones(size, kind))
        return generator.Generator(generator.PCG64(seed)) if seed[0] else ones

    monkeypatch.setattr(np.random, "default_rng", first_draw_is_useless)
    weight = np.arange(5_000.0) % 2
    rows, numbers, _ = equal_sets([ragged(side) for side in bits], weight)
    table = np.column_stack([*bits, weight])
    assert np.array_equal(table[rows][numbers], table)
    assert (len(draws), len(rows)) == (4 * (m > 64), len(np.unique(table, axis=0)))


@pytest.mark.parametrize(("distinct", "grouped"), [(1_000, True), (15_000, True), (60_000, False)])
def test_more_labels_are_brought_together_where_rows_repeat(distinct, grouped):
    pick = np.random.default_rng(0).integers(0, distinct, 40_000)
    sides = [take_sets(ragged(random_bits(distinct, 70, seed, distinct)), pick) for seed in (1, 2)]
    (found,) = pairs_of_sets.distinct_pairs(sides, (lambda a, b: a == b,), 70)
    assert (found.times is not None) == grouped


@pytest.mark.parametrize("dtype", [bool, np.int8, np.uint8, np.int64, np.float32, np.float64])
@pytest.mark.parametrize("order", ["C", "F"])
def test_indicator_rows_of_any_type(dtype, order):
    bits = [random_bits(6_000, 11, seed) for seed in (1, 2)]
    rows = [np.array(side, dtype=dtype, order=order) for side in bits]
    read = read_indicators(rows[0], "predictions", scores=False).columns
    assert np.array_equal(read.keys, numbers_of_bits(bits[0]))
    metric = SemanticF1("multilabel", similarity="plutchik", average=["samples", "micro", None])
    found = metric.compute(predictions=rows[0], references=rows[1])
    kind = dtype if dtype in (np.float32, np.float64) else float
    scores = np.where(bits[0], 0.75, 0.25).astype(kind)
    assert metric.compute(predictions=scores, references=rows[1], threshold=0.5) == found


@pytest.mark.parametrize("m", [3, 31, 32, 40, 63])
def test_none_labels_behind_the_labels(m):
    labels = [*(f"l{number}" for number in range(m)), "neutral"]
    rows = (np.random.default_rng(0).random((5_000, m + 1)) < 0.9 / m).astype(np.int8)
    table = np.random.default_rng(1).random((m, m))
    options = {"none_labels": ["neutral"], "average": "micro"}
    metric = SemanticF1("multilabel", labels=labels, similarity=table, **options)
    # Before the labels they are read one by one.
    backwards = {"labels": labels[::-1], "similarity": table[::-1, ::-1]}
    other = SemanticF1("multilabel", **backwards, **options)
    with metric.notices() as texts:
        found = metric.compute(predictions=rows, references=rows[::-1])
    with other.notices() as others:
        assert other.compute(predictions=rows[:, ::-1], references=rows[::-1, ::-1]) == found
    assert texts == others
    assert "a none-label (neutral) stands next to" in texts[0]


@pytest.mark.parametrize("bad", [2, -1, 0.5])
def test_a_bad_value_is_named_in_any_block(bad):
    rows, metric = np.zeros((40_000, 11)), SemanticF1("multilabel", similarity="plutchik")
    rows[35_000, 3] = bad
    with pytest.raises(ValueError, match=r"references\[35000\]: column 3 is"):
        metric.compute(predictions=np.zeros((40_000, 11)), references=rows)
    rows[35_000, 3] = np.nan
    with pytest.raises(ValueError, match=r"predictions\[35000\]: column 3 is nan"):
        metric.compute(predictions=rows + 0.25, references=np.zeros((40_000, 11)), threshold=0.5)


@pytest.mark.parametrize("m", [4, 32, 40, 64])
def test_ids_and_names_with_repeats_and_none_labels(m):
    rng = np.random.default_rng(0)
    labels = [f"l{number}" for number in range(m)]
    plain = [random_sets(seed, range(m), 3_000) for seed in (1, 2)]
    options = {"similarity": rng.random((m, m)), "average": ["samples", "micro", None]}
    metric = SemanticF1(labels=labels, **options)
    expected = metric.compute(predictions=plain[0], references=plain[1])
    shuffled = [[row[::-1] for row in side] for side in plain]
    repeated = [[row + row[:1] for row in side] for side in plain]
    names = [[[labels[i] for i in row] for row in side] for side in plain]
    for sides in (shuffled, repeated, names, [plain[0], repeated[1]]):
        assert metric.compute(predictions=sides[0], references=sides[1]) == expected
    parts = [metric.counts(plain[0][i : i + 50], plain[1][i : i + 50]) for i in range(0, 3_000, 50)]
    assert metric.compute(counts=sum(parts)) == expected
    none = SemanticF1(labels=[*labels, "none"], none_labels=["none"], **options)
    beside = [[row + [m] for row in side] for side in plain]
    with none.notices() as texts:
        assert none.compute(predictions=beside[0], references=beside[1]) == expected
    assert "a none-label (none) stands next to" in texts[0]


def test_sizes_without_bitwise_count(monkeypatch):
    keys = np.random.default_rng(0).integers(0, 1 << 32, 1_000, dtype=np.uint32)
    of_numpy = sizes_of_keys(keys)
    monkeypatch.delattr(np, "bitwise_count", raising=False)
    for some in (keys, keys[:0], keys[::3], keys.astype(np.uint64) << np.uint64(31)):
        sizes = sizes_of_keys(some)
        assert sizes.dtype == np.uint8
        assert sizes.tolist() == [int(key).bit_count() for key in some]
    assert np.array_equal(of_numpy, sizes_of_keys(keys))
