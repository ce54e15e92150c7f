"""Best matches in trees: what pairs give one by one, to the last digit."""

import numpy as np
import pytest
from helpers import label_sets, random_sets, same_credits

from semantic_f1 import SemanticF1
from semantic_f1.inputs.label_sets import LabelSets
from semantic_f1.thesaurus.measures import MEASURES, relatedness
from semantic_f1.thesaurus.thesaurus import Thesaurus

M = 120


def forest(seed, roots=3, reach=8):
    """Concepts below random earlier ones, and names of one concept."""
    rng = np.random.default_rng(seed)
    child = np.arange(roots, M)
    broader = np.stack([child, rng.integers(np.maximum(0, child - reach), child)], axis=1)
    # The last two names, which have nothing below them, are one concept.
    broader = broader[:-1]
    related = rng.integers(0, M - 2, (5, 2))
    return Thesaurus([f"c{i}" for i in range(M)], broader, related, [(M - 2, M - 1)])


@pytest.mark.parametrize("measure", [name for name in MEASURES if name != "wang"])
@pytest.mark.parametrize("roots", [1, 3])
@pytest.mark.parametrize("largest", [4, 30])
def test_the_same_digits_as_pairs(measure, roots, largest):
    similarity = relatedness(forest(roots, roots), measure)
    assert hasattr(similarity.pairs, "best_matches")
    sides = [label_sets(random_sets(seed, range(M), 80, largest)) for seed in (1, 2)]
    # Labels outside the universe match nothing.
    sides[0].indices[:3] = M
    found = same_credits(similarity, sides)
    assert 1 in found[0] and 0 in found[0]
    # Some of the labels, in another order.
    own = [f"c{i}" for i in np.random.default_rng(0).permutation(M)[:50]]
    cut = similarity.restrict(own)
    same_credits(cut, [LabelSets(sets.indices % 50, sets.offsets) for sets in sides])


def test_what_is_no_tree_is_asked_by_pairs():
    tree = forest(0)
    assert not hasattr(relatedness(tree, "rada", "relatedness").pairs, "best_matches")
    assert not hasattr(relatedness(tree, "rada").restrict(tree.labels[:32]).pairs, "best_matches")
    two_parents = Thesaurus(tree.labels, [*map(tuple, tree.edges), (70, 1), (70, 2)])
    assert not hasattr(relatedness(two_parents, "rada").pairs, "best_matches")
    chain = Thesaurus(tree.labels, [(i, i - 1) for i in range(1, M)])
    assert chain.max_depth == M
    assert not hasattr(relatedness(chain, "rada").pairs, "best_matches")
    high = Thesaurus(tree.labels, [(i, i - 1 if i < 32 else 3) for i in range(1, M)])
    similarity = relatedness(high, "wu_palmer")
    sides = [label_sets(random_sets(seed, range(M), 80, 30)) for seed in (1, 2)]
    same_credits(similarity, sides)


def test_scores_of_a_tree_through_the_metric():
    similarity = relatedness(forest(0), "wu_palmer")
    rng = np.random.default_rng(0)
    sides = [[[f"c{i}" for i in rng.choice(M, 3, replace=False)] for _ in "abcdef"] for _ in "pr"]
    names = sorted({name for side in sides for row in side for name in row})
    found = SemanticF1(similarity=similarity).compute(predictions=sides[0], references=sides[1])
    table = SemanticF1(similarity=similarity.to_similarity(names))
    assert found == table.compute(predictions=sides[0], references=sides[1])
