"""The measures on WordNet's nouns, with NLTK as an oracle, and against human ratings.

``python tests/wordnet.py --install`` brings WordNet's files where they are missing.
"""

import math
import sys
from pathlib import Path

import numpy as np
import pytest
import wordnet

from semantic_f1.thesaurus.measures import relatedness as measure
from semantic_f1.thesaurus.thesaurus import Thesaurus

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "studies"))

import word_similarity
from word_similarity import RATINGS, correlations, read_ratings

# Pearson's r and Kendall's tau; alike in WordNet 3.0 and 3.1.
EXPECTED = {
    "mc-30": {"rada": (0.755, 0.560), "rada_linear": (0.638, 0.560),
        "leacock_chodorow": (0.779, 0.560), "wu_palmer": (0.746, 0.575), "resnik": (0.809, 0.535),
        "jiang_conrath": (0.882, 0.635), "lin": (0.836, 0.554)},
    "rg-65": {"rada": (0.784, 0.606), "rada_linear": (0.737, 0.606),
        "leacock_chodorow": (0.839, 0.606), "wu_palmer": (0.788, 0.598), "resnik": (0.842, 0.597),
        "jiang_conrath": (0.867, 0.618), "lin": (0.870, 0.624)},
}  # fmt: skip


@pytest.fixture(scope="module")
def folder():
    found = wordnet.folder()
    if found is None:
        pytest.skip(wordnet.MISSING)
    return found


@pytest.fixture(scope="module")
def nouns(folder):
    return wordnet.read_nouns(folder)


@pytest.fixture(scope="module")
def thesaurus(nouns):
    return Thesaurus(nouns.synsets, nouns.broader, name="wordnet")


@pytest.fixture(scope="module")
def ratings(nouns, data_file):
    return {
        name: read_ratings(data_file(f"word_similarity/{name}.csv"), nouns.senses)
        for name in RATINGS
    }


@pytest.fixture(scope="module")
def sense_pairs(ratings):
    """All distinct pairs of senses of the rated pairs of words, as two arrays."""
    both = [[rated.first, rated.second] for rated in ratings.values()]
    return np.unique(np.concatenate(both, axis=1), axis=1)


@pytest.fixture(scope="module")
def synset(folder, nouns, thesaurus, tmp_path_factory):
    """A function from a concept to NLTK's synset."""
    of_offset = wordnet.nltk_synsets(folder, tmp_path_factory.mktemp("wordnet"))
    reader = of_offset(nouns.synsets[0])._wordnet_corpus_reader
    # It would climb from every synset to find this out; the deepest one is checked below.
    reader._max_depth["n", False] = thesaurus.max_depth - 1
    return lambda concept: of_offset(nouns.synsets[concept])


def nltk_values(synset, pairs, method, *arguments):
    pairs = pairs.T.tolist()
    return np.array([getattr(synset(a), method)(synset(b), *arguments) for a, b in pairs])


def nltk_counts(thesaurus, content):
    """Counts from which NLTK makes an information content of content * ln N."""
    n = thesaurus.n_concepts
    counts = (n * np.exp(-content * math.log(n))).tolist()
    return {"n": {0: n, **dict(zip(map(int, thesaurus.labels), counts, strict=True))}}


def test_the_thesaurus_is_all_of_wordnets_nouns(nouns, thesaurus):
    facts = thesaurus.facts()
    expected = {"3.0": (82_115, 84_427, 2_213), "3.1": (82_192, 84_505, 2_214)}[nouns.version]
    names = ("concepts", "broader", "several_parents", "roots", "max_depth")
    assert tuple(facts[name] for name in names) == (*expected, 1, 20)


def test_depths_are_nltks(thesaurus, synset, sense_pairs):
    asked = np.append(np.unique(sense_pairs), thesaurus.depth.argmax())
    expected = [synset(concept).max_depth() + 1 for concept in asked.tolist()]
    assert thesaurus.depth[asked].tolist() == expected
    assert expected[-1] == thesaurus.max_depth


def test_path_and_leacock_and_chodorow_equal_nltk(thesaurus, synset, sense_pairs):
    values = measure(thesaurus, "rada").pairs(*sense_pairs)
    assert (values == nltk_values(synset, sense_pairs, "path_similarity")).all()
    # Once depth counts edges.
    ours = measure(thesaurus, "leacock_chodorow").raw(*sense_pairs)
    in_edges = ours + math.log((thesaurus.max_depth - 1) / thesaurus.max_depth)
    theirs = nltk_values(synset, sense_pairs, "lch_similarity")
    np.testing.assert_allclose(in_edges, theirs, rtol=1e-12)


@pytest.mark.parametrize("power", [1, 2])
def test_information_content_measures_equal_nltk(thesaurus, synset, sense_pairs, power):
    # Seco's, and another that grows on the way down too.
    content = thesaurus.ic**power
    own = None if power == 1 else content
    counts, log_n = nltk_counts(thesaurus, content), math.log(thesaurus.n_concepts)

    for name, method, scale, exponent in (
        ("resnik", "res_similarity", log_n, 1), ("lin", "lin_similarity", 1, 1),
        # NLTK gives 1 / distance, and 1e300 for a distance of 0.
        ("jiang_conrath", "jcn_similarity", log_n, -1),
    ):  # fmt: skip
        ours = scale * measure(thesaurus, name, ic=own).raw(*sense_pairs)
        theirs = nltk_values(synset, sense_pairs, method, counts) ** exponent
        np.testing.assert_allclose(ours, theirs, rtol=1e-9, atol=1e-9)


def test_wu_and_palmer_equal_nltk_where_all_ways_up_are_equally_long(
    thesaurus, synset, sense_pairs, nouns, ratings
):
    ours = measure(thesaurus, "wu_palmer").pairs(*sense_pairs)
    theirs = nltk_values(synset, sense_pairs, "wup_similarity")
    ways = {x: synset(x) for x in np.unique(sense_pairs).tolist()}
    one_way = {x: one.max_depth() == one.min_depth() for x, one in ways.items()}
    one_length = np.array([one_way[a] and one_way[b] for a, b in sense_pairs.T.tolist()])
    np.testing.assert_allclose(ours[one_length], theirs[one_length], rtol=1e-15)
    differ = np.abs(ours - theirs) > 1e-12
    # NLTK goes by shortest ways where the definition goes by longest ones.
    expected = {"3.0": (490, 248, 168), "3.1": (484, 248, 162)}[nouns.version]
    assert (len(differ), one_length.sum(), differ.sum()) == expected
    assert (word_similarity.differing(thesaurus, ratings.values(), synset) == differ).all()


@pytest.mark.parametrize("name", RATINGS)
def test_correlations_with_human_ratings(thesaurus, ratings, name):
    rated = ratings[name]
    for measured, (r, tau) in EXPECTED[name].items():
        values = measure(thesaurus, measured).pairs(rated.first, rated.second)
        expected = pytest.approx(r, abs=6e-4), pytest.approx(tau, abs=1.1e-3)
        assert correlations(values, rated) == expected


def test_correlation_of_raw_resnik(thesaurus, ratings):
    # Below that in [0, 1], where two names of one concept are at 1.
    rated = ratings["mc-30"]
    raw = measure(thesaurus, "resnik").raw(rated.first, rated.second)
    assert correlations(raw, rated)[0] == pytest.approx(0.802, abs=5e-4)


def test_the_studys_table_has_published_numbers_beside(thesaurus, ratings):
    table = {row[0]: row[1:] for row in word_similarity.rows(thesaurus, ratings.values())}
    assert table["Wu & Palmer"] == ["0.746", "0.575", "0.788", "0.598", "0.74", "0.39, 0.33"]
    assert table["Jiang & Conrath"][4:] == ["0.84", "0.48, 0.41"]
    assert table["Leacock & Chodorow"][-1] == "0.49, 0.36 / 0.73, 0.55"
    assert table["Resnik, raw"][0] == "0.802"
