"""Agreement with human ratings: three correlations, their intervals, missing and repeated pairs."""

import math

import numpy as np
import pytest
from helpers import refusal
from scipy import stats

from semantic_f1 import SemanticF1

make = SemanticF1().similarity
WORDS = [f"w{i}" for i in range(12)]
NAMES = ("pearson", "spearman", "kendall")


@pytest.fixture(scope="module")
def metric():
    table = np.random.default_rng(0).random((12, 12))
    table = (table + table.T) / 2
    np.fill_diagonal(table, 1)
    return SemanticF1(similarity=make.build(table, WORDS))


def ratings_of(n, seed=1):
    rng = np.random.default_rng(seed)
    pairs = [(a, b) for i, a in enumerate(WORDS) for b in WORDS[:i]]
    chosen = [pairs[i] for i in rng.choice(len(pairs), n, replace=False)]
    return [(a, b, float(x)) for (a, b), x in zip(chosen, rng.integers(0, 11, n), strict=True)]


def test_correlations_are_scipys_of_an_asymmetric_similarity_read_both_ways():
    table = np.random.default_rng(2).random((12, 12))
    np.fill_diagonal(table, 1)
    ratings = ratings_of(25)
    found = SemanticF1(similarity=make.build(table, WORDS)).agreement(ratings)
    human, at = [x for *_, x in ratings], WORDS.index
    both = [(table[at(a), at(b)] + table[at(b), at(a)]) / 2 for a, b, _ in ratings]
    for name, theirs in zip(
        NAMES, (stats.pearsonr, stats.spearmanr, stats.kendalltau), strict=True
    ):
        assert found[name] == pytest.approx(theirs(both, human).statistic)
    one_way = stats.pearsonr([table[at(a), at(b)] for a, b, _ in ratings], human).statistic
    assert abs(found["pearson"] - one_way) > 0.02
    interval = stats.pearsonr(both, human).confidence_interval(0.95)
    assert [found["pearson_low"], found["pearson_high"]] == pytest.approx(list(interval))


def test_intervals_of_rank_correlations_by_hand(metric):
    """Bonett & Wright: z +- 1.96 sqrt((1 + r^2 / 2) / (n - 3)), and sqrt(.437 / (n - 4))."""
    found = metric.agreement(ratings_of(30))
    variances = {"spearman": (1 + found["spearman"] ** 2 / 2) / 27, "kendall": 0.437 / 26}
    for name, variance in variances.items():
        half, z = 1.959963984540054 * math.sqrt(variance), math.atanh(found[name])
        ends = [found[f"{name}_low"], found[f"{name}_high"]]
        assert ends == pytest.approx([math.tanh(z - half), math.tanh(z + half)])
    wide = metric.agreement(ratings_of(30), confidence_level=0.8)
    assert found["pearson_low"] < wide["pearson_low"] < wide["pearson_high"]
    counts = {key: found[key] for key in ("n_pairs", "n_ratings", "n_skipped", "unknown")}
    assert counts == {"n_pairs": 30, "n_ratings": 30, "n_skipped": 0, "unknown": []}


def test_words_that_are_no_labels(metric):
    ratings = [*ratings_of(10), ("w1", "stone", 3), ("sea", "w2", 4), ("sea", "stone", 5)]
    said = refusal(metric.agreement, ratings)
    assert said.startswith("ratings: 'stone' is not a label")
    assert said.endswith("missing='skip' leaves such pairs out and counts them")
    with pytest.warns(UserWarning, match="3 of 13 ratings were left out, .* 2 of their words: 'st"):
        found = metric.agreement(ratings, missing="skip")
    assert (found["n_pairs"], found["n_ratings"], found["n_skipped"]) == (10, 13, 3)
    assert found["unknown"] == ["stone", "sea"]
    assert found["spearman"] == metric.agreement(ratings_of(10))["spearman"]
    with metric.notices():
        said = refusal(metric.agreement, ratings[-2:], missing="skip")
    assert said == "ratings: a correlation takes two pairs at least; got 0 (2 were left out)"


def test_repeated_and_reversed_pairs_are_averaged(metric):
    once = {("w0", "w1"): 4, ("w2", "w3"): 1, ("w4", "w5"): 9}
    often = [("w0", "w1", 3), ("w1", "w0", 5), ("w2", "w3", 1), ("w4", "w5", 8), ("w4", "w5", 10)]
    expected, found = metric.agreement(once), metric.agreement(often)
    assert found["n_pairs"] == 3 and found["n_ratings"] == 5
    assert [found[name] for name in NAMES] == [expected[name] for name in NAMES]


@pytest.mark.parametrize("flat", ["ratings", "similarity", "both"])
def test_an_undefined_correlation_is_none_with_a_warning(metric, flat):
    ratings = [(a, b, 2 if flat != "similarity" else x) for a, b, x in ratings_of(6)]
    options = {} if flat == "ratings" else {"similarity": "identity", "labels": WORDS}
    with pytest.warns(UserWarning, match="give all 6 pairs one value, .* or audit the simil"):
        found = metric.agreement(ratings, **options)
    for name in NAMES:
        assert found[name] is found[f"{name}_low"] is found[f"{name}_high"] is None


def test_too_few_pairs_for_an_interval(metric):
    found = metric.agreement(ratings_of(3))
    assert found["spearman_low"] is None and found["spearman"] is not None
    assert metric.agreement(ratings_of(4, seed=2))["kendall_low"] is None
    # Without limits are perfect correlations, too, however many pairs there are.
    similarity = metric._setting({}).similarity
    perfect = metric.agreement([(a, b, similarity.between(a, b)) for a, b, _ in ratings_of(9)])
    for found in (metric.agreement(ratings_of(2)), perfect):
        assert abs(found["kendall"]) == pytest.approx(1) and found["kendall_high"] is None


def test_a_name_of_two_concepts_is_no_missing_word():
    columns = {"code": ["1", "2", "3"], "parent": ["", "1", "1"], "name": ["top", "x", "x"]}
    metric = SemanticF1(similarity=make.relatedness(make.make_thesaurus(columns)))
    ratings = [("x", "top", 1), ("2", "3", 4), ("1", "2", 3)]
    said = refusal(metric.agreement, ratings, missing="skip")
    assert "'x' is a name of 2 concepts, '2' and '3'" in said
