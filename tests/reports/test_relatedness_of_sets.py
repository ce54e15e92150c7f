"""Set relatedness, and the agreement of a similarity with human ratings."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from scipy.stats import kendalltau, pearsonr

ABC = ["a", "b", "c"]
NEAR = np.array([[1, 0.6, 0.2], [0.5, 1, 0.1], [0.3, 0, 0.9]])
sets_of_labels = st.lists(st.sampled_from(ABC), max_size=3, unique=True)


@pytest.fixture
def metric(load):
    return load(similarity=NEAR, labels=ABC)


@given(predicted=sets_of_labels, gold=sets_of_labels)
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_the_mean_best_match_of_all_labels(metric, predicted, gold):
    index = ABC.index
    earned = sum(max((NEAR[index(p), index(t)] for t in gold), default=0) for p in predicted)
    earned += sum(max((NEAR[index(t), index(p)] for p in predicted), default=0) for t in gold)
    size = len(predicted) + len(gold)
    expected = earned / size if size else 0.25
    found = metric.set_relatedness([predicted], [gold], zero_division=0.25)
    assert found["set_relatedness"] == pytest.approx(expected, abs=1e-12)


def test_examples_and_weights(metric):
    found = metric.set_relatedness(
        [["a"], ["b", "c"], []], [["a"], ["c"], ["a"]], sample_weight=[1, 2, 1]
    )
    each = [1, (0.1 + 0.9 + 0.9) / 3, 0]
    assert found["set_relatedness_by_example"] == pytest.approx(each)
    assert found["set_relatedness"] == pytest.approx((each[0] + 2 * each[1]) / 4)


def test_configs(load):
    rows = load("multilabel", similarity=NEAR, labels=ABC).set_relatedness([[1, 0, 0]], [[0, 1, 0]])
    assert rows["set_relatedness"] == pytest.approx((0.6 + 0.5) / 2)
    several = load("annotators", similarity=NEAR, labels=ABC)
    with pytest.raises(ValueError, match='set_relatedness: not available in the "annot'):
        several.set_relatedness([["a"]], [[["a"]]])


def test_agreement_is_what_scipy_gives(load):
    metric = load(similarity="plutchik")
    labels = metric.similarity.load("plutchik").labels
    rng = np.random.default_rng(0)
    pairs = [(a, b) for i, a in enumerate(labels) for b in labels[:i]]
    ratings = {pair: round(float(rng.random()) * 4, 1) for pair in pairs}
    table = metric.similarity.load("plutchik")
    values, human = [table.between(*pair) for pair in pairs], list(ratings.values())
    found = metric.agreement(ratings)
    assert found["pearson"] == pytest.approx(pearsonr(values, human).statistic, abs=1e-12)
    assert found["kendall"] == pytest.approx(kendalltau(values, human).statistic, abs=1e-12)
    assert found["n_pairs"] == len(pairs)
    triples = [(*pair, rating) for pair, rating in ratings.items()]
    assert metric.agreement(triples) == found


def test_both_directions_of_an_asymmetric_pair_count(metric):
    ratings = {("a", "b"): 0.55, ("a", "c"): 0.25, ("c", "b"): 0.05}
    assert metric.agreement(ratings)["pearson"] == pytest.approx(1)
    with pytest.warns(UserWarning, match="no correlation is defined"):
        constant = metric.agreement({("a", "b"): 1, ("a", "c"): 1})
    assert [constant[name] for name in ("pearson", "kendall", "n_pairs")] == [None, None, 2]


@pytest.mark.parametrize(("ratings", "message"), [
    ({("a", "d"): 1, ("a", "b"): 2}, "ratings: 'd' is not a label"),
    ({("a", "b"): float("nan"), ("a", "c"): 1}, r"\('a', 'b'\) is rated nan"),
    ({("a", "b"): "high", ("a", "c"): 1}, "is rated 'high', not a finite number"),
    ({("a", "b"): 1}, "takes two pairs at least; got 1"),
    ([("a", "b")], r"expected triples \(label, label, rating\); got \('a', 'b'\)"),
])  # fmt: skip
def test_ratings_that_are_refused(metric, ratings, message):
    with pytest.raises(ValueError, match=message):
        metric.agreement(ratings)
