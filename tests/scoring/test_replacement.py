"""The alternative annotator test, against scipy and by hand."""

import numpy as np
import pytest
from scipy import stats

from semantic_f1 import SemanticF1
from semantic_f1.scoring.alternative_annotator_test import benjamini_yekutieli, one_sided_p_value


def test_the_worked_t_test():
    differences = np.array([1, 0, 0, -1, 0, 0, 0, 0, -1, 0.0])
    assert one_sided_p_value(differences, 0.2) == pytest.approx(0.064503, abs=5e-7)
    t = stats.ttest_1samp(differences, 0.2, alternative="less")
    assert t.statistic == pytest.approx(-1.671258, abs=5e-7)
    assert one_sided_p_value(differences, 0.2) == pytest.approx(t.pvalue, abs=1e-9)


def test_without_spread():
    assert one_sided_p_value(np.zeros(5), 0.2) == 0
    assert one_sided_p_value(np.full(5, 0.2), 0.2) == 1


def test_benjamini_yekutieli():
    p = [0.001, 0.02, 0.03, 0.5]
    assert benjamini_yekutieli(p, 0.05).tolist() == [True, False, False, False]
    rng = np.random.default_rng(0)
    for _ in range(20):
        p = rng.random(12) ** 3
        expected = stats.false_discovery_control(p, method="by") <= 0.05
        np.testing.assert_array_equal(benjamini_yekutieli(p, 0.05), expected)


@pytest.fixture
def metric():
    return SemanticF1("annotators", similarity="identity", labels=list("abc"))


def panel(seed=0, n=60):
    rng = np.random.default_rng(seed)
    truth = rng.choice(list("abc"), n)
    noisy = lambda: [[x] if rng.random() < 0.7 else [rng.choice(list("abc"))] for x in truth]  # noqa: E731
    people = [noisy() for _ in range(4)]
    references = [[who[i] for who in people] for i in range(n)]
    return [[x] for x in truth], references, [["w", "x", "y", "z"]] * n


def test_with_single_labels_it_is_the_accuracy_of_the_authors(metric):
    predictions, references, who = panel()
    found = metric.alternative_annotator_test(predictions, references, who, 0.1)
    gold, predicted = np.array(references)[..., 0], np.array(predictions)
    for j, row in enumerate(found["by_annotator"]):
        others = np.delete(gold, j, axis=1)
        human, system = ((others == x).mean(axis=1) for x in (gold[:, [j]], predicted))
        differences = (human >= system) * 1.0 - (system >= human)
        expected = stats.ttest_1samp(differences, 0.1, alternative="less").pvalue
        assert row["p_value"] == pytest.approx(expected, abs=1e-9)
        assert row["advantage"] == pytest.approx(np.mean(system >= human))
        assert (row["human_f1"], row["system_f1"]) == pytest.approx((human.mean(), system.mean()))
    assert found["passed"] and found["winning_rate"] == 1
    assert found["skipped"] == []


def test_the_worked_example_of_few_items():
    near = np.array([[1, 0, 0], [0, 1, 0.6], [0, 0.6, 1]])
    metric = SemanticF1("annotators", similarity=near, labels=list("abc"))
    golds = [[["a"], ["a"], ["b"]], [["b"], ["c"]], [["a", "b"], [], ["a", "c"]], [["c"]]]
    who = [["x", "y", "z"], ["x", "y"], ["x", "y", "z"], ["y"]]
    found = metric.alternative_annotator_test(
        [["a"], ["b"], ["a"], ["c"]], golds, who, 0.2, min_items=2
    )
    assert [row["advantage"] for row in found["by_annotator"]] == pytest.approx([2 / 3, 1, 1 / 2])


def test_a_constant_answer_stands_beside_it(metric):
    rng = np.random.default_rng(1)
    references = [[["a"] if rng.random() < 0.95 else ["b"] for _ in range(3)] for _ in range(80)]
    who = [["x", "y", "z"]] * 80
    with metric.notices() as texts:
        found = metric.alternative_annotator_test([["a"]] * 80, references, who, epsilon=0.2)
    assert found["constant"]["answer"] == ["a"]
    assert found["constant"]["passed"] and found["passed"]
    assert any("always answering {a} passes too" in text for text in texts)


def test_few_items_are_skipped_by_name(metric):
    predictions, references, who = panel(n=10)
    with metric.notices() as texts:
        found = metric.alternative_annotator_test(predictions, references, who, 0.2)
    assert found["skipped"] == ["w", "x", "y", "z"]
    assert found["winning_rate"] is None and found["passed"] is None
    assert "nothing was tested" in texts[0]
    with metric.notices() as texts:
        found = metric.alternative_annotator_test([["a"]] * 2, [[["a"]]] * 2, [["w"], ["x"]], 0.2)
    assert found["winning_rate"] is None and "nothing was tested" in texts[0]


@pytest.mark.parametrize(("options", "message"), [
    ({"epsilon": 2}, "epsilon: expected a number from 0 to 1; got 2"),
    ({"epsilon": 0.2, "fdr": 0}, "fdr: expected a number between 0 and 1"),
    ({"epsilon": 0.2, "min_items": 1}, "min_items: expected a whole number, 2 or more"),
    ({"epsilon": 0.2, "sample_weight": [1]}, "sample_weight: the alternative annotator test"),
])  # fmt: skip
def test_what_is_refused(metric, options, message):
    with pytest.raises(ValueError, match=message):
        metric.alternative_annotator_test([["a"]], [[["a"], ["b"]]], [["x", "y"]], **options)
