"""Hierarchical precision, recall and F1: by hand, by brute force, and beside hiclass."""

import warnings
from itertools import pairwise

import numpy as np
import pytest
from helpers import refusal
from hypothesis import given, settings
from hypothesis import strategies as st

from semantic_f1 import SemanticF1

make = SemanticF1().similarity
# Two trees; c has two parents.
BROADER = {"a1": "a", "a2": "a", "a11": "a1", "a12": "a1", "b1": "b", "c": ["a2", "b1"]}
NAMES = ("precision", "recall", "f1")


@pytest.fixture(scope="module")
def metric():
    return SemanticF1(
        similarity=make.relatedness(make.make_thesaurus(BROADER, pairs="child-parent"), "rada")
    )


def numbers(result, suffix=""):
    return [result[f"hierarchical_{name}{suffix}"] for name in NAMES]


def test_by_hand(metric):
    """a11 with its ancestors is {a11, a1, a}; a12 {a12, a1, a}; c {c, a2, a, b1, b}; b {b}."""
    result = metric.hierarchical([["a11"], ["c"]], [["a12"], ["b"]])
    # Shared: 2 of 3 and 3; 1 of 5 and 1.
    assert numbers(result) == pytest.approx([3 / 8, 3 / 4, 2 * 3 / 12])
    assert numbers(result, "_samples") == pytest.approx(
        [(2 / 3 + 1 / 5) / 2, (2 / 3 + 1) / 2, (2 / 3 + 2 / 6) / 2]
    )
    expected = metric.compute(predictions=[["a11"], ["c"]], references=[["a12"], ["b"]])
    assert result["semantic_f1"] == expected["semantic_f1"]
    assert set(result) == {
        *(f"hierarchical_{name}{end}" for name in NAMES for end in ("", "_samples")),
        *(f"semantic_{name}" for name in NAMES),
    }


def test_weights_and_empty_sets(metric):
    twice = metric.hierarchical([["a11"], ["c"], ["c"]], [["a12"], ["b"], ["b"]])
    weighed = metric.hierarchical([["a11"], ["c"]], [["a12"], ["b"]], sample_weight=[1, 2])
    assert weighed == pytest.approx(twice)
    none = metric.hierarchical([[], ["a"]], [[], ["a"]], zero_division=0)
    assert numbers(none, "_samples") == [0.5, 0.5, 0.5] and numbers(none) == [1, 1, 1]
    assert numbers(metric.hierarchical([[]], [["a"]])) == [0, 0, 0]


def test_a_root_that_all_share():
    # cat and stone share the root alone; without it nothing.
    broader = {"cat": "animal", "dog": "animal", "animal": "thing", "stone": "thing"}
    thesaurus = make.make_thesaurus(broader, synonyms=[("cat", "puss")])
    metric = SemanticF1(similarity=make.relatedness(thesaurus))
    with pytest.warns(UserWarning, match="'thing' is above every concept .* roots=False"):
        with_root = metric.hierarchical([["cat"]], [["stone"]])
    assert numbers(with_root) == pytest.approx([1 / 3, 1 / 2, 2 / 5])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for gold, score in (("stone", 0), ("dog", 0.5), ("puss", 1)):
            found = metric.hierarchical([["cat"]], [[gold]], roots=False)
            assert numbers(found) == [score] * 3, gold


def by_brute_force(above, predictions, gold):
    """Micro and samples scores from sets, as the definition says them."""

    def extended(labels):
        found, waiting = set(), list(labels)
        while waiting:
            label = waiting.pop()
            if label not in found:
                found.add(label)
                waiting += above.get(label, ())
        return found

    def scores(shared, own, true):
        divided = [shared / n if n else 0 for n in (own, true)]
        return [*divided, 2 * shared / (own + true) if own + true else 0]

    pairs = [(extended(p), extended(t)) for p, t in zip(predictions, gold, strict=True)]
    sizes = np.array([(len(p & t), len(p), len(t)) for p, t in pairs])
    each = [scores(*row) if any(row) else [1, 1, 1] for row in sizes]
    return scores(*sizes.sum(axis=0)), np.mean(each, axis=0)


@given(st.integers(0, 10_000))
@settings(max_examples=30, deadline=None)
def test_by_brute_force(seed):
    rng = np.random.default_rng(seed)
    names = [f"n{i}" for i in range(15)]
    above = {
        name: [names[j] for j in np.unique(rng.integers(0, i, rng.integers(1, 3)))]
        for i, name in enumerate(names)
        if i > 2
    }
    thesaurus = make.make_thesaurus(above, concepts=names, pairs="child-parent")
    metric = SemanticF1(similarity=make.relatedness(thesaurus))
    sides = [
        [rng.choice(names, rng.integers(0, 4), replace=False).tolist() for _ in range(6)]
        for _ in range(2)
    ]
    with metric.notices():
        result = metric.hierarchical(*sides)
    micro, samples = by_brute_force(above, *sides)
    assert numbers(result) == pytest.approx(micro)
    assert numbers(result, "_samples") == pytest.approx(samples)


# Paths from the top down, as hiclass takes them: its own cases, and longer ones.
PATHS = [
    ([["0", "1", "2"], ["3", "4", "5"]], [["0", "1", "2"], ["6", "7", "8"]]),
    ([["0", "1", "2"], ["3", "4", "5"]], [["0", "1", "9"], ["3", "7", "8"]]),
    ([["0", "1"], ["0", "2"], ["3", "4"]], [["0", "1"], ["0", "1"], ["0", "2"]]),
    ([["1", "2", "3", "4"]] * 2, [["1", "2", "5", "6"], ["1", "2", "3", "4"]]),
    ([["1", "2", ""], ["1", "3", "4"]], [["1", "3", ""], ["1", "3", "4"]]),
]


@pytest.mark.parametrize(("gold", "predicted"), PATHS)
def test_the_figures_are_those_of_hiclass(gold, predicted):
    theirs = pytest.importorskip("hiclass.metrics", reason="hiclass is not installed")
    above, ends = {}, []
    for path in [*gold, *predicted]:
        known = [node for node in path if node]
        above |= {child: parent for parent, child in pairwise(known)}
    for side in (predicted, gold):
        ends.append([[[node for node in path if node][-1]] for path in side])
    nodes = {node for path in [*gold, *predicted] for node in path if node}
    thesaurus = make.make_thesaurus(above, concepts=sorted(nodes), pairs="child-parent")
    metric = SemanticF1(similarity=make.relatedness(thesaurus))
    with metric.notices():
        result = metric.hierarchical(*ends)
    arrays = np.array(gold), np.array(predicted)
    functions = theirs.precision, theirs.recall, theirs.f1
    assert numbers(result) == pytest.approx([one(*arrays) for one in functions])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        expected = [one(*arrays, average="macro") for one in functions]
    assert numbers(result, "_samples") == pytest.approx(expected)


def test_refused(metric):
    sets = {"predictions": [["a"]], "references": [["a"]]}
    said = refusal(metric.hierarchical, **sets, similarity="identity", labels=["a"])
    assert said.startswith("similarity: hierarchical takes a measure over a thesaurus")
    assert refusal(metric.hierarchical, **sets, roots="no").startswith("roots: expected True or")
    unknown = {"predictions": [["x"]], "references": [["a"]], "unknown_labels": "mismatch"}
    assert "an unknown name has no ancestors" in refusal(metric.hierarchical, **unknown)
    several = SemanticF1("annotators", similarity=metric.compute.__self__._setting({}).similarity)
    assert (
        'not available in the "annotators" config, whose examples have several gold sets'
        in refusal(several.hierarchical, [["a"]], [[["a"]]])
    )
