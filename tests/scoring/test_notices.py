"""Notices beside intervals and tests say what is true of them."""

import numpy as np
import pytest

from semantic_f1 import SemanticF1

GOLD = [["joy"], ["fear"], ["anger"], ["sadness"], ["trust"]] * 6
NEAR = [["love"], ["fear"], ["disgust"], ["sadness"], ["joy"]] * 6


def noticed(metric, call):
    """Result of a call and its notices, as one text."""
    with metric.notices() as texts:
        found = call(metric)
    return found, " ".join(texts)


@pytest.mark.parametrize("n", [1, 5])
def test_intervals_of_few_examples_are_called_wide(n):
    metric = SemanticF1(similarity="plutchik", n_resamples=400)
    found, text = noticed(metric, lambda m: m.compute(NEAR[:n], GOLD[:n]))
    assert ("whole range" if n == 1 else "wide on purpose") in text
    assert found["semantic_f1_high"] - found["semantic_f1_low"] > 0.4


def test_differences_of_rare_labels_are_taken_to_be_near_0():
    metric = SemanticF1(similarity="plutchik", average="macro", n_resamples=400)
    _, text = noticed(metric, lambda m: m.compare(NEAR, GOLD, GOLD))
    assert "differences are taken to be near 0; prefer micro, or macro_labels=[...]" in text
    _, text = noticed(metric, lambda m: m.compute(NEAR, GOLD))
    assert "macro assumes that they are like the other labels" in text


def test_reliability_of_one_example_spans_the_whole_range():
    metric = SemanticF1("annotators", similarity="plutchik")
    found, text = noticed(metric, lambda m: m.reliability([[["joy"], ["fear"]]], n_resamples=400))
    assert (found["masi"]["low"], found["masi"]["high"]) == (-1, 1)
    assert "span the whole range" in text


@pytest.mark.parametrize("groups", [None, [i // 2 for i in range(30)]])
def test_weights_that_leave_few_examples_are_told(groups):
    weights = [1.0] * 29 + [1e6]
    metric = SemanticF1(similarity="plutchik", n_resamples=400)
    options = {"sample_weight": weights, "groups": groups}
    _, text = noticed(metric, lambda m: m.compute(NEAR, GOLD, **options))
    units = 30 if groups is None else 15
    assert f"{units} {'examples' if groups is None else 'groups'} say as much as 1.0" in text
    _, text = noticed(metric, lambda m: m.compare(NEAR, GOLD, GOLD, **options))
    assert "effective number" in text
    # The example that weighs most scores 0.
    wrong = [*NEAR[:-1], []]
    _, text = noticed(metric, lambda m: m.compare(wrong, GOLD, GOLD, **options))
    assert "effective number" in text
    even = {**options, "sample_weight": [1e-300] * 30}
    assert not noticed(metric, lambda m: m.compare(NEAR, GOLD, GOLD, **even))[1]


def test_groups_of_uneven_sizes_count_as_groups():
    sizes = [1] * 11 + [19]
    groups = np.repeat(np.arange(12), sizes).tolist()
    metric = SemanticF1(similarity="plutchik", n_resamples=400)
    _, text = noticed(metric, lambda m: m.compute(NEAR, GOLD, groups=groups))
    assert not text


def test_weights_too_small_for_float64_keep_their_examples():
    weights = [1e-300] * 15 + [1e300] * 15
    metric = SemanticF1(similarity="plutchik")
    with metric.notices(), np.errstate(all="raise", under="ignore"):
        found = metric.compare(NEAR, GOLD, GOLD, sample_weight=weights, average=["micro", None])
    plain = metric.compare(NEAR, GOLD, GOLD, average=["micro", None])
    names = ("wins", "ties", "losses", "label_wins", "label_ties", "label_losses", "n_units")
    for name in names:
        assert found[name] == plain[name]
    half = metric.compare(NEAR[15:], GOLD[15:], GOLD[15:], average="micro", n_resamples=None)
    assert found["semantic_f1_micro"] == pytest.approx(half["semantic_f1"], abs=1e-12)


@pytest.mark.parametrize("average", ["samples", "micro", "macro"])
def test_groups_all_equally_near_read_as_groups(average):
    """As groups that are all right do: a score without spread knows no more of ten groups."""
    metric = SemanticF1(similarity="plutchik", average=average, macro_labels="present")
    widths, errors = [], []
    for gold in ("anger", "disgust"):
        with metric.notices():
            options = {"groups": [i // 10 for i in range(100)], "n_resamples": 1000}
            found = metric.compute([["anger"]] * 100, [[gold]] * 100, **options)
        widths.append(found["semantic_f1_high"] - found["semantic_f1_low"])
        errors.append(found["semantic_f1_standard_error"])
    assert errors == [0, 0]
    assert widths[1] > 0.9 * widths[0] - 0.02


def test_distances_that_no_example_moves_are_named():
    metric = SemanticF1("soft", labels=["a", "b"], n_resamples=400)
    gold, first, second = [[0.3, 0.7]] * 20, [[0.5, 0.5]] * 20, [[0.4, 0.6]] * 20
    found, text = noticed(metric, lambda m: m.compute(predictions=first, references=gold))
    assert found["manhattan_distance_low"] < found["manhattan_distance_high"]
    assert "no example moves" not in text
    _, text = noticed(metric, lambda m: m.compare(first, second, gold))
    assert "no example moves the difference of cross_entropy" in text
    rows = np.random.default_rng(0).dirichlet([1, 1], 20)
    _, text = noticed(metric, lambda m: m.compare(rows, second, gold))
    assert not text


def test_the_order_by_distances_of_few_examples_is_unsure():
    metric = SemanticF1("soft", labels=["a", "b"], similarity=np.eye(2))
    systems = {"x": [[0.5, 0.5], [0.1, 0.9]], "y": [[0.4, 0.6], [0.3, 0.7]]}
    gold = [[0.3, 0.7], [0.6, 0.4]]
    _, text = noticed(metric, lambda m: m.sensitivity(systems, gold, n_resamples=30))
    assert "2 examples, fewer than 10" in text
    assert "n_resamples: 30 are too few" in text


def test_sample_size_of_few_examples_is_a_guess():
    metric = SemanticF1(similarity="plutchik")
    _, text = noticed(metric, lambda m: m.sample_size(NEAR[:5], GOLD[:5], GOLD[:5]))
    assert "sample_size: 5 examples, fewer than 10" in text
    assert "wide" not in text
    with pytest.raises(ValueError, match="1 example shows no spread"):
        metric.sample_size(NEAR[:1], GOLD[:1], GOLD[:1])


def test_no_interval_is_without_width_and_without_a_notice():
    rows = [[]] * 30
    metric = SemanticF1(similarity="plutchik", n_resamples=400, average="weighted")
    found, text = noticed(metric, lambda m: m.compute(predictions=rows, references=rows))
    assert np.any(np.equal(found["semantic_f1_low"], found["semantic_f1_high"]))
    assert "no example moves semantic_precision, semantic_recall, semantic_f1" in text
    assert "does not make them certain" in text
    _, text = noticed(metric, lambda m: m.compute(predictions=GOLD, references=GOLD))
    assert not text
