"""Rows of names that repeat are read once each: results, warnings and errors as row by row."""

import enum

import numpy as np
import pytest

from semantic_f1 import SemanticF1
from semantic_f1.inputs import reading

KINDS = [["joy"], [], ["love", "joy"], ("anger",), {"fear"}, ["joy", "love"], frozenset({"joy"})]
OPTIONS = {"similarity": "plutchik", "average": ["samples", "micro", None]}


def rows(n=10_000, seed=0, kinds=KINDS):
    chosen = np.random.default_rng(seed).integers(0, len(kinds), n)
    return [kinds[i] for i in chosen.tolist()]


def outcome(call, monkeypatch, metric):
    """Results of a call with repeated rows read once and without, and its notices."""
    found = []
    for fewest in (reading.FEWEST_NAMED_ROWS, 1 << 30):
        monkeypatch.setattr(reading, "FEWEST_NAMED_ROWS", fewest)
        with metric.notices() as texts:
            try:
                result = call()
            except ValueError as error:
                result = str(error)
        found.append((result, texts))
    monkeypatch.undo()
    return found


@pytest.mark.parametrize("odd", [
    None, ["joy", "joy"], ["joy", "none"], ["none"], ["glee"], ["glee", "joy"], ["joy", True], [1],
    ["joy", None], [["joy"]], "joy", {"joy": 1}, [np.str_("joy")], ["joy", 1.0],
], ids=str)  # fmt: skip
@pytest.mark.parametrize("unknown", ["raise", "mismatch", "ignore"])
@pytest.mark.parametrize("place", [0, 3_333])
def test_as_row_by_row(monkeypatch, odd, unknown, place):
    sides = [rows(), rows(seed=1)]
    if odd is not None:
        sides[1][place] = odd
    metric = SemanticF1(**OPTIONS, none_labels=["none"], unknown_labels=unknown)
    once, plain = outcome(lambda: metric.compute(*sides), monkeypatch, metric)
    assert once == plain
    if odd in (["glee"], ["glee", "joy"]) and unknown == "raise":
        assert f"references[{place}]" in once[0]


def test_texts_of_their_own_types(monkeypatch):
    class Text(str):
        __slots__ = ()

    class Emotion(str, enum.Enum):
        joy = "joy"
        LOVE = "love"

    kinds = [["joy"], [Text("joy")], [Emotion.joy], [Emotion.LOVE, "joy"], [np.str_("love")]]
    metric = SemanticF1(**OPTIONS)
    sides = rows(kinds=kinds), rows(seed=1)
    once, plain = outcome(lambda: metric.pointwise(*sides), monkeypatch, metric)
    assert once == plain


@pytest.mark.parametrize("n", [reading.FEWEST_NAMED_ROWS - 1, reading.FEWEST_NAMED_ROWS])
@pytest.mark.parametrize("kinds", [0.5, 0.51])
def test_both_sides_of_the_limits(n, kinds):
    step = -(-n // reading.PROBED_NAMES)
    distinct = int(kinds * len(range(0, n, step)))
    # The rows that are looked at hold so many kinds; those between them are alike.
    own = [["joy"] * (i // step % distinct + 1 if i % step == 0 else 1) for i in range(n)]
    read = reading.read_sets(own, "predictions")
    assert (read.distinct is not None) == (n == reading.FEWEST_NAMED_ROWS and kinds == 0.5)
    assert read.n == n and read.kind == "names"
    assert np.array_equal(np.diff(read.offsets), list(map(len, own)))
    assert len(read.codes) == read.offsets[-1] and not read.codes.any()


def test_batches_and_annotators():
    sides = [rows(), rows(seed=1)]
    metric = SemanticF1(**OPTIONS)
    expected = metric.compute(predictions=sides[0], references=sides[1])
    metric.add_batch(predictions=sides[0][:9_000], references=sides[1][:9_000])
    metric.add_batch(predictions=sides[0][9_000:], references=sides[1][9_000:])
    assert metric.compute() == expected
    several = SemanticF1("annotators", **OPTIONS)
    golds = [[list(gold)] for gold in sides[1]]
    assert several.compute(predictions=sides[0], references=golds) == expected
    several.add_batch(predictions=sides[0], references=golds)
    assert several.compute() == expected
