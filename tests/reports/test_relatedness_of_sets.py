"""Set relatedness: the mean best match of all labels of both sets."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

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


def test_weights_and_configs(metric, load):
    found = metric.set_relatedness(
        [["a"], ["b", "c"], []], [["a"], ["c"], ["a"]], sample_weight=[1, 2, 1]
    )
    each = [1, (0.1 + 0.9 + 0.9) / 3, 0]
    assert found["set_relatedness_by_example"] == pytest.approx(each)
    assert found["set_relatedness"] == pytest.approx((each[0] + 2 * each[1]) / 4)
    rows = load("multilabel", similarity=NEAR, labels=ABC).set_relatedness([[1, 0, 0]], [[0, 1, 0]])
    assert rows["set_relatedness"] == pytest.approx((0.6 + 0.5) / 2)
    several = load("annotators", similarity=NEAR, labels=ABC)
    with pytest.raises(ValueError, match='set_relatedness: not available in the "annot'):
        several.set_relatedness([["a"]], [[["a"]]])
