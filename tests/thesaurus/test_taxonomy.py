"""The structure of a thesaurus: depths, ancestors, information content, lengths of paths."""

import hashlib
import pickle

import numpy as np
import pytest
from helpers import refusal, traced
from hypothesis import given, settings
from hypothesis import strategies as st
from plain_thesaurus import Definitions, thesauri

from semantic_f1.similarity import shortest_paths
from semantic_f1.thesaurus import ancestry
from semantic_f1.thesaurus.thesaurus import Thesaurus

#     r        s
#    / \       |
#   a   b      t
#   |  / \
#   c /   e
#    d
LABELS = ("r", "a", "b", "c", "d", "e", "s", "t")
BROADER = [(1, 0), (2, 0), (3, 1), (4, 3), (4, 2), (5, 2), (7, 6)]


def test_concepts_are_numbered_by_their_first_labels():
    thesaurus = Thesaurus(["a", "b", "b2", "a2", "c"], [(2, 3), (1, 0)], [], [(0, 3), (2, 1)])
    assert thesaurus.concept.tolist() == [0, 1, 1, 0, 2]
    assert thesaurus.edges.tolist() == [[1, 0]]
    assert [thesaurus.name_of(concept) for concept in range(3)] == ["a", "b", "c"]


def test_facts():
    thesaurus = Thesaurus(
        [*LABELS, "alone", "e2"], [*BROADER, (1, 0)], related=[(7, 5), (5, 7)], synonyms=[(9, 5)]
    )
    assert thesaurus.facts() == {
        "labels": 10, "concepts": 9, "roots": 3, "broader": 7, "related": 1, "several_parents": 1,
        "isolated": 1, "max_depth": 4,
    }  # fmt: skip
    assert len(thesaurus) == 10
    cut = Thesaurus(["a", "b"], [(1, 0)], dropped=3, title="A cut")
    assert cut.facts()["dropped"] == cut.dropped == pickle.loads(pickle.dumps(cut)).dropped == 3
    assert cut.card == {"title": "A cut"}
    assert repr(thesaurus) == "Thesaurus('thesaurus', 9 concepts, 10 labels)"


@pytest.mark.parametrize(("arguments", "message"), [
    (([], []), "labels: at least one name is needed; got none"),
    ((["a", " "], []), "position 1 is ' '"),
    ((["a", 3], []), "position 1 is 3"),
    ((["a", "b", "a"], []), "labels: names must be distinct; 'a' is repeated"),
    ((["a", "b"], [(0, 2)]), "broader: positions run from 0 to 1; row 0 is [0, 2]"),
    ((["a", "b"], [], [(0, 1), (-1, 0)]), "related: positions run from 0 to 1; row 1 is"),
    ((["a", "b"], [], [], [("a", "b")]), "synonyms: expected pairs of positions in labels"),
    ((["a", "b"], [(0, 1, 1)]), "broader: expected pairs of positions in labels; got shape"),
    ((["a", "b"], [(1, 1)]), "broader: 1 loop: 'b'; no concept may be"),
    ((["a", "b"], [(1, 0)], [], [(0, 1)]),
        "broader: 1 loop: 'b' below its synonym 'a'; no concept"),
    ((["top", "a", "b", "c", "low"], [(1, 0), (1, 2), (2, 3), (3, 1), (4, 3)]),
        "broader: 1 cycle: 'a' > 'c' > 'b' > 'a'; no concept may be broader than itself. "
        'cycles="break" leaves out one relation of each'),
    # Only with b and b2 as one concept does the way come around.
    ((["a", "b", "b2"], [(0, 1), (2, 0)], [], [(1, 2)]),
        "broader: 1 cycle: 'a' > 'b' > 'a'; no concept"),
    (([f"c{i}" for i in range(30)], [(i, (i + 1) % 30) for i in range(30)]),
        "1 cycle: 'c0' > 'c29' > 'c28' > 'c27' > 'c26' > ... > 'c4' > 'c3'"),
])  # fmt: skip
def test_what_is_no_thesaurus_is_refused(arguments, message):
    assert message in refusal(Thesaurus, *arguments)


def test_fingerprint_is_what_it_says():
    # Of concepts in the order of their least labels, {"a", "z"} and {"b"}: b below a, b beside a.
    thesaurus = Thesaurus(["z", "b", "a"], [(1, 0)], [(1, 2), (0, 1)], [(0, 2)])
    broader, related = [1, 1, 0], [1, 0, 1]
    numbers = np.array([*broader, *related], "<i8").tobytes()
    expected = hashlib.sha256(b'[["a","z"],["b"]]' + numbers).hexdigest()
    assert thesaurus.fingerprint == expected


@given(
    thesauri(), st.sampled_from([0, 64]), st.sampled_from([1, 7, 1 << 20]),
    st.sampled_from([0, 99]), st.integers(0, 6),
)  # fmt: skip
@settings(max_examples=150, deadline=None)
def test_equals_the_definitions(parts, kept, block, few, limit):
    labels = parts[0]
    plain = Definitions(*parts)
    with pytest.MonkeyPatch.context() as patch:
        # Every way to divide the work, and both with and without kept ancestors.
        patch.setattr(ancestry, "KEPT_ANCESTORS", kept)
        patch.setattr(ancestry, "BLOCK_ANCESTORS", block)
        patch.setattr(shortest_paths, "BLOCK_WORDS", block)
        patch.setattr(shortest_paths, "FEW_CONCEPTS", few)
        thesaurus = Thesaurus(*parts)
        concepts = [plain.concept[a] for a in range(len(labels))]
        assert thesaurus.n_concepts == len(plain.concepts)
        number = dict(zip(concepts, thesaurus.concept.tolist(), strict=True))
        assert len(set(number.values())) == len(plain.concepts)
        depth, content = thesaurus.depth, thesaurus.ic
        for concept, i in number.items():
            assert depth[i] == plain.depth(concept)
            assert content[i] == pytest.approx(plain.ic(concept), abs=1e-15)
        pairs = [(x, y) for x in number for y in number]
        first, second = np.array([[number[x], number[y]] for x, y in pairs]).T
        lengths = thesaurus.ancestry.up_and_down(first, second)
        assert lengths.tolist() == [plain.up_and_down(*pair) for pair in pairs]
        lengths = np.array([plain.shortest(*pair) for pair in pairs])
        assert (thesaurus.paths.shortest(first, second) == lengths).all()
        within = np.where(lengths <= limit, lengths, np.inf)
        assert (thesaurus.paths.shortest(first, second, limit) == within).all()
        np.testing.assert_array_equal(
            thesaurus.ancestry.greatest_common(first, second, content),
            [max((content[number[c]] for c in plain.common(*p)), default=np.nan) for p in pairs],
        )


def test_many_sources_at_once_are_searched_in_blocks():
    # 300 concepts around a wheel of related pairs: more than one word of searches a block.
    n = 300
    wheel = Thesaurus([f"c{i}" for i in range(n)], [], [(i, (i + 1) % n) for i in range(n)])
    first, second = np.divmod(np.arange(n * n), n)
    apart = np.abs(first - second)
    expected = np.minimum(apart, n - apart)
    assert (wheel.paths.shortest(first, second) == expected).all()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shortest_paths, "BLOCK_WORDS", 1)
        assert (wheel.paths.shortest(first, second) == expected).all()


def test_rings_that_grow_too_large_go_on_from_one_end():
    # A star of 400 hubs of 60 related concepts each: everything is six steps from everything.
    n = 24_001
    related = [(0, 1 + 60 * hub) for hub in range(400)]
    related += [(1 + 60 * hub, 1 + 60 * hub + i) for hub in range(400) for i in range(1, 60)]
    star = Thesaurus([f"c{i}" for i in range(n)], [], related)
    few = 2 + 60 * np.arange(60)
    first, second = (x.reshape(-1) for x in np.meshgrid(few, few))
    expected = np.where(first == second, 0, 4)
    assert (star.paths.shortest(first, second) == expected).all()
    assert (
        star.paths.shortest(first, second, 3) == np.where(expected <= 3, expected, np.inf)
    ).all()


def made_and_measured(labels, broader, first, second):
    thesaurus = Thesaurus(labels, broader)
    return thesaurus, thesaurus.ancestry.up_and_down(first, second)


def test_memory_does_not_grow_with_the_square_of_the_concepts():
    n = 100_000
    rng = np.random.default_rng(0)
    child = np.concatenate([np.arange(3, n), rng.integers(3, n, n // 10)])
    parent = rng.integers(child // 20, child)
    related = rng.integers(0, n, (n, 2))
    labels = [f"concept {i}" for i in range(n)]

    def used():
        thesaurus = Thesaurus(labels, np.stack([child, parent], axis=1), related)
        first, second = rng.integers(0, n, (2, 20_000))
        thesaurus.ancestry.greatest_common(first, second, thesaurus.ic)
        thesaurus.ancestry.up_and_down(first, second)
        thesaurus.paths.shortest(first[:50], second[:50])
        return thesaurus

    thesaurus, peak = traced(used)
    # One bit a pair of concepts would be 1,250 MB.
    assert peak < 150e6
    assert thesaurus.facts()["roots"] == 3


def test_a_long_chain_does_not_take_its_square():
    # All ancestors of all concepts would be 18 million entries.
    n = 6_000
    chain = np.stack([np.arange(1, n), np.arange(n - 1)], axis=1)
    labels, ends = [f"c{i}" for i in range(n)], np.array([[n - 1, 10], [0, n - 5]])
    (thesaurus, lengths), peak = traced(lambda: made_and_measured(labels, chain, *ends))
    assert lengths.tolist() == [n - 1, n - 15]
    assert thesaurus.max_depth == n
    np.testing.assert_allclose(thesaurus.ic, 1 - np.log(n - np.arange(n)) / np.log(n), atol=1e-15)
    assert peak < 20e6


def test_lists_of_ancestors_are_made_in_bounded_blocks():
    # Each concept is below the two before it: 45,000 ancestors in all.
    n = 300
    broader = [(i, i - step) for i in range(n) for step in (1, 2) if i >= step]
    labels, ends = [f"c{i}" for i in range(n)], (np.arange(n), np.zeros(n, np.int64))
    peaks = []
    for block in (1 << 20, 1 << 20, 3_000):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(ancestry, "BLOCK_ANCESTORS", block)
            (thesaurus, lengths), peak = traced(lambda: made_and_measured(labels, broader, *ends))
        peaks.append(peak)
        assert lengths.tolist() == [(i + 1) // 2 for i in range(n)]
        content = 1 - np.log(n - np.arange(n)) / np.log(n)
        np.testing.assert_allclose(thesaurus.ic, content, atol=1e-15)
    # The first round holds what numpy loads once.
    assert peaks[2] < peaks[1] / 3
