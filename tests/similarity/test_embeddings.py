"""Cosines on demand: what a table would give, without the table."""

import pickle

import numpy as np
import pytest
from helpers import label_sets, random_sets, refusal, same_credits

from semantic_f1.inputs.label_sets import LabelSets
from semantic_f1.similarity.builders.points import from_embeddings
from semantic_f1.similarity.embedding_similarity import embeddings
from semantic_f1.similarity.protocol import LazySimilarity, adapted, from_function

RNG = np.random.default_rng(0)
LABELS = [f"label {i}" for i in range(300)]


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("power", [1, 3.5])
def test_values_are_those_of_the_table(dtype, power):
    vectors = RNG.normal(size=(300, 24)).astype(dtype)
    lazy = embeddings(vectors, LABELS, power=power)
    table = from_embeddings(vectors, LABELS, power=power)
    assert lazy.values == pytest.approx(table.values, abs=1e-11)
    assert np.diagonal(lazy.values).tolist() == [1] * 300
    assert lazy.between("label 3", "label 7") == lazy.values[3, 7]
    near = lazy.nearest("label 5", k=4)
    assert [name for name, _ in near] == [name for name, _ in table.nearest("label 5", k=4)]


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("largest", [3, 40])
def test_best_matches_are_those_of_pairs(dtype, largest):
    vectors = RNG.normal(size=(300, 24)).astype(dtype)
    # The same direction under another name, and its opposite.
    vectors[1], vectors[2] = 2 * vectors[0], -vectors[0]
    lazy = embeddings(vectors, LABELS)
    sides = [label_sets(random_sets(seed, range(300), 200, largest)) for seed in (1, 2)]
    found = same_credits(lazy, sides, 1e-12)
    for values, (a, b) in zip(found, (sides, sides[::-1]), strict=True):
        for row in range(200):
            own, other = (x.indices[x.offsets[row] : x.offsets[row + 1]] for x in (a, b))
            exact = values[a.offsets[row] : a.offsets[row + 1]][np.isin(own, other)]
            assert (exact == 1).all()
    # Labels outside the universe match nothing.
    beyond = LabelSets(np.where(sides[0].indices < 290, sides[0].indices, 300), sides[0].offsets)
    same_credits(lazy, (beyond, sides[1]), 1e-12)


def test_examples_beside_it_move_no_digit():
    lazy = embeddings(RNG.normal(size=(300, 24)).astype(np.float32), LABELS)
    sides = [label_sets(random_sets(seed, range(300), 60, 9)) for seed in (3, 4)]
    whole = lazy.best_matches(*sides)
    for row in range(60):
        alone = lazy.best_matches(*(sets.rows(row, row + 1) for sets in sides))
        for values, part, sets in zip(whole, alone, sides, strict=True):
            assert values[sets.offsets[row] : sets.offsets[row + 1]].tolist() == part.tolist()


def test_some_of_the_labels():
    lazy = embeddings(RNG.normal(size=(300, 24)), LABELS)
    names = ["label 200", "label 4", "label 7"]
    cut = lazy.restrict(names)
    assert cut.labels == tuple(names)
    assert cut.values.tolist() == lazy.values[np.ix_([200, 4, 7], [200, 4, 7])].tolist()
    assert cut.restrict(names[1:]).values.tolist() == cut.values[1:, 1:].tolist()
    sides = [label_sets(random_sets(seed, range(3), 20, 3)) for seed in (1, 2)]
    same_credits(cut, sides, 1e-12)
    assert "no value for 'joy'" in refusal(lazy.restrict, ["joy"])


def test_identity_of_embeddings():
    vectors = RNG.normal(size=(300, 24)).astype(np.float32)
    one = embeddings(vectors, LABELS)
    order = RNG.permutation(300)
    assert one.fingerprint == embeddings(vectors[order], [LABELS[i] for i in order]).fingerprint
    assert one.fingerprint == embeddings(vectors.astype(np.float64), LABELS).fingerprint
    assert one.fingerprint == pickle.loads(pickle.dumps(one)).fingerprint
    other = vectors.copy()
    other[0, 0] += 1e-3
    others = [embeddings(other, LABELS), embeddings(vectors, LABELS, power=2)]
    others += [one.restrict(LABELS[:2]), one.restrict(LABELS[1:3])]
    assert len({one.fingerprint, *(mark.fingerprint for mark in others)}) == 5
    assert "24 dimensions" in one.card["derivation"]


@pytest.mark.parametrize(("vectors", "options", "said"), [
    (np.zeros((2, 3), np.float32), {}, "a vector of zeros has no direction; 'a', 'b'"),
    (np.full((2, 3), np.nan), {}, "must be finite"),
    *((np.ones(shape), {}, "one row per label, 2") for shape in ((3, 3), 2)),
    (np.ones((2, 3)), {"power": 0}, "power"),
    (np.ones((2, 3)), {"sourc": "x"}, "sourc"),
    ([[1, 2], [3]], {}, "vectors"),
])  # fmt: skip
def test_wrong_embeddings(vectors, options, said):
    with pytest.raises(ValueError, match=said):
        embeddings(vectors, ["a", "b"], **options)


def near(a, b):
    return 1 / (1 + np.abs(a - b))


def test_a_function_is_a_similarity():
    similarity = from_function(near, ["a", "b", "c"], version="1", source="by hand")
    assert similarity.values.tolist() == [[1, 0.5, 1 / 3], [0.5, 1, 0.5], [1 / 3, 0.5, 1]]
    assert similarity.name == "near"
    assert similarity.card == {"source": "by hand"}
    assert pickle.loads(pickle.dumps(similarity)).between("a", "b") == 0.5
    again = from_function(near, ["a", "b", "c"], version="2")
    assert similarity.fingerprint != again.fingerprint
    wrong = from_function(lambda a, b: a - b, ["a", "b"])
    assert "S['a', 'b'] is -1.0" in refusal(wrong.pairs, np.zeros(2, int), np.arange(2))
    flat = from_function(lambda a, b: 1.0, ["a", "b"])
    assert "one number for each of 2 pairs" in refusal(flat.pairs, np.zeros(2, int), np.arange(2))
    assert "expected a function" in refusal(from_function, [[1]], ["a"])


class Own:
    labels = ("a", "b")
    name = "own"
    fingerprint = "0123456789abcdef"

    def pairs(self, a, b):
        return (a == b) * 1.0


def test_what_an_object_lacks_is_told_at_once():
    assert isinstance(adapted(Own()), LazySimilarity)

    class Bare:
        fingerprint = "short"
        labels = ("a", "a")

    said = refusal(adapted, Bare())
    for part in ("Bare can't serve", "no name", "no pairs", "fingerprint of 5", "labels that are"):
        assert part in said
