"""One prediction for each annotator."""

import datasets
import numpy as np
import pytest
from helpers import random_sets

from semantic_f1 import Scorer, SemanticF1
from semantic_f1.scoring.partial_counts import PartialCounts

NEAR = np.array([[1, 0, 0], [0, 1, 0.6], [0, 0.6, 1]])
GOLDS = [[["a"], ["b"]], [["b"], ["c"], ["a"]]]
PREDICTED = [[["a"], ["c"]], [["b"], ["b"], ["a"]]]
WHO = [["x", "y"], ["x", "y", "z"]]
# One set per example.
PLAIN = [["a"], ["b"]]


@pytest.fixture
def metric():
    return SemanticF1("annotators", similarity=NEAR, labels=["a", "b", "c"])


def test_the_worked_example(metric):
    found = metric.perspectives(PREDICTED, GOLDS, WHO)
    assert found["semantic_f1"] == pytest.approx(5 / 6)
    assert found["semantic_f1_by_annotator"] == pytest.approx([1, 0.6, 1])
    assert found["mean_semantic_f1_over_annotators"] == pytest.approx(0.866667, abs=5e-7)
    assert found["perspective_gain"] == pytest.approx(0.7)
    assert found["system_f1"] == pytest.approx((0 + 4 / 15) / 2)
    assert found["error_rate"] == pytest.approx(5 / 12)
    assert found["hamming_distance"] == pytest.approx(5 / 18)
    with metric.notices():
        plain = metric.compute(predictions=[["a"], ["b"]], references=GOLDS)
    assert found["human_f1"] == pytest.approx(plain["human_f1"])


def test_distances_on_ordinal_scales():
    n = 7
    scale = 1 - np.abs(np.subtract.outer(np.arange(n), np.arange(n))) / (n - 1)
    metric = SemanticF1("annotators", similarity=scale, labels=[str(i) for i in range(n)])
    rng = np.random.default_rng(0)
    gold, predicted = rng.integers(0, n, (2, 30, 3))
    nested = [[[[str(x)] for x in row] for row in side] for side in (predicted, gold)]
    found = metric.perspectives(*nested)
    distance = np.abs(gold - predicted) / (n - 1)
    assert 1 - found["semantic_f1"] == pytest.approx(distance.mean())
    assert found["error_rate"] == pytest.approx((gold != predicted).mean())
    assert found["hamming_distance"] == pytest.approx(2 * (gold != predicted).mean() / n)


def panels(seed, n=60):
    """Three annotators, and predictions that are right in two of three of their sets."""
    rng = np.random.default_rng(seed)
    golds = [[[str(x)] for x in row] for row in rng.choice(["a", "b", "c"], (n, 3))]
    guesses = [[[str(x)] for x in row] for row in rng.choice(["a", "b", "c"], (n, 3))]
    right = rng.random((n, 3)) < 0.67
    picked = [
        [g if ok else other for g, other, ok in zip(*row, strict=True)]
        for row in zip(golds, guesses, right, strict=True)
    ]
    return picked, golds


def test_intervals(metric):
    predictions, golds = panels(0)
    every = {"average": ["samples", "micro", "macro"], "n_resamples": 400}
    found = metric.perspectives(predictions, golds, **every)
    for average in ("samples", "micro", "macro"):
        for key in ("semantic_f1", "perspective_gain"):
            low, high = (found[f"{key}_{average}_{end}"] for end in ("low", "high"))
            assert low < found[f"{key}_{average}"] < high
        assert found[f"perspective_gain_{average}_p_value"] < 0.05
    # If all get the same prediction they are the intervals of compute, and the gain is nothing.
    same = [[row[0]] * 3 for row in predictions]
    every["sample_weight"] = np.arange(60) % 4 + 1
    found = metric.perspectives(same, golds, **every)
    with metric.notices():
        plain = metric.compute([row[0] for row in predictions], golds, **every)
    for average in ("samples", "micro", "macro"):
        for end in ("", "_low", "_high", "_standard_error"):
            key = f"semantic_f1_{average}{end}"
            assert found[key] == pytest.approx(plain[key], abs=1e-12)
        for key in (f"human_f1_{average}", f"system_f1_{average}"):
            assert found[key] == pytest.approx(plain[key])
        assert found[f"perspective_gain_{average}"] == pytest.approx(0, abs=1e-12)
        assert found[f"perspective_gain_{average}_p_value"] == 1


def test_intervals_by_weight_and_group(metric):
    predictions, golds = panels(1)
    weight = np.arange(60) % 3
    options = {"sample_weight": weight, "groups": [i % 12 for i in range(60)]}
    found = metric.perspectives(predictions, golds, n_resamples=200, **options)
    low, gain, high = (found[f"perspective_gain{end}"] for end in ("_low", "", "_high"))
    assert low < gain < high
    kept = np.flatnonzero(weight)
    alone = metric.perspectives(
        [predictions[i] for i in kept], [golds[i] for i in kept], n_resamples=200,
        sample_weight=weight[kept], groups=[int(i % 12) for i in kept],
    )  # fmt: skip
    for key, value in found.items():
        assert alone[key] == pytest.approx(value, abs=1e-12)
    # An example of one annotator has no part in the gain.
    plain = metric.perspectives(predictions, golds, n_resamples=200)
    more = metric.perspectives([*predictions, [["a"]]], [*golds, [["a"]]], n_resamples=200)
    for end in ("", "_low", "_high", "_standard_error"):
        assert more[f"perspective_gain{end}"] == pytest.approx(plain[f"perspective_gain{end}"])


def test_ids_of_one_side_are_the_names_that_the_other_brought():
    label = datasets.ClassLabel(names=["joy", "love", "anger"])
    ids = [[[0], [1]], [[2]]]
    column = datasets.Dataset.from_dict(
        {"gold": ids}, features=datasets.Features(gold=datasets.List(datasets.List(label)))
    )["gold"]
    names = [[["joy"], ["love"]], [["anger"]]]
    # Of the labels too, which have another order.
    for labels in (None, ["anger", "love", "joy"]):
        metric = SemanticF1("annotators", similarity="plutchik", labels=labels)
        for sides in ((ids, column), (column, ids), (names, column), (column, names)):
            assert metric.perspectives(*sides)["semantic_f1"] == 1
    with pytest.raises(ValueError, match=r"predictions\[0\]\[0\]: got the id 0, and nothing says"):
        SemanticF1("annotators", similarity="plutchik").perspectives(ids, ids)


def test_scores_for_each_annotator_are_compared_with_the_threshold(metric):
    scores = [[[0.7, 0.2, 0.1], [0.1, 0.8, 0.7]], [[0.1, 0.2, 0.3]]]
    gold = [[["a"], ["b"]], [[]]]
    sets = [[["a"], ["b", "c"]], [[]]]
    expected = metric.perspectives(sets, gold)
    rows = [[np.float32(row) for row in example] for example in scores]
    for form in (scores, rows, [np.float32(example) for example in scores]):
        assert metric.perspectives(form, gold, threshold=0.7) == expected
    with pytest.raises(ValueError, match=r"predictions\[0\]\[0\]: column 0 is 0.7; .*threshold="):
        metric.perspectives(scores, gold)
    with pytest.raises(ValueError, match="threshold: the predictions are names"):
        metric.perspectives(sets, gold, threshold=0.7)
    counts = metric.counts(scores, gold, threshold=0.7)
    assert metric.perspectives(counts=counts, threshold=0.7) == expected
    with pytest.raises(ValueError, match=r"scores for each annotator are read at once: .*counts"):
        metric.add_batch(predictions=scores, references=gold)


EVERY = {"average": ["samples", "micro", "macro", "weighted", None]}


def by_name(found):
    """The result with what is by annotator as a mapping of annotators."""
    names = found.get("annotators", ())
    return {
        key: dict(zip(names, value, strict=True)) if key.endswith("by_annotator") else value
        for key, value in found.items()
        if key != "annotators"
    }


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("options", [EVERY, {"macro_labels": "present", "average": "macro"}, {}])
def test_counts_and_batches_give_what_the_whole_gives(metric, options, weighted):
    rng, labels = np.random.default_rng(0), ["a", "b", "c"]
    who = [rng.permutation(list("vwxyz"))[: rng.integers(1, 5)].tolist() for _ in range(40)]
    sides = [
        [random_sets([side, row], labels, len(ids), 2) for row, ids in enumerate(who)]
        for side in range(2)
    ]
    weight = np.random.default_rng(1).choice([0, 0.1, 0.7, 3], 40) if weighted else None
    whole = metric.perspectives(*sides, who, **options, sample_weight=weight)
    order, counts = np.random.default_rng(2).permutation(40), []
    scorer = Scorer("annotators", similarity=NEAR, labels=labels)
    for part in np.split(order, [0, 1, 25]):
        own = [[rows[i] for i in part] for rows in (*sides, who)]
        given = {"annotators": own[2], "sample_weight": weight[part] if weighted else None}
        counts.append(scorer.counts(*own[:2], **given))
        if len(part):
            metric.add_batch(predictions=own[0], references=own[1])
    assert "perspective_gain" in " ".join(whole)
    for total in (sum(counts), sum(counts[::-1]), PartialCounts.from_dict(sum(counts).to_dict())):
        assert by_name(scorer.perspectives(counts=total, **options)) == by_name(whole)
    people, in_order = [who[i] for i in order], weight[order] if weighted else None
    pending = metric.perspectives(annotators=people, **options, sample_weight=in_order)
    assert by_name(pending) == by_name(whole)
    assert len(metric) == 0


def test_examples_are_added_one_by_one_and_ids_wait_as_ids(metric):
    ids = [[[["abc".index(x) for x in row] for row in rows] for rows in PREDICTED]]
    for prediction, reference in zip(PREDICTED, GOLDS, strict=True):
        metric.add(prediction=prediction, reference=reference)
    assert metric.perspectives(n_resamples=None) == metric.perspectives(PREDICTED, GOLDS)
    metric.add_batch(predictions=ids[0], references=GOLDS)
    assert metric.perspectives(annotators=WHO) == metric.perspectives(PREDICTED, GOLDS, WHO)


def test_an_example_of_one_annotator_alone_has_no_gain(metric):
    counts = metric.counts(PREDICTED[:1], [[["a"], ["b"]]]) + metric.counts([[["a"]]], [[["a"]]])
    alone = metric.counts([[["a"]]], [[["a"]]])
    assert metric.perspectives(counts=alone) == metric.perspectives([[["a"]]], [[["a"]]])
    assert metric.perspectives(counts=counts) == metric.perspectives(
        [PREDICTED[0], [["a"]]], [[["a"], ["b"]], [["a"]]]
    )


def of_counts(metric, **options):
    return metric.perspectives(counts=metric.counts(PREDICTED, GOLDS), **options)


@pytest.mark.parametrize(("call", "message"), [
    (lambda m: m.perspectives([[["a"]], [["b"]] * 3], GOLDS), r"\[0\]: 1 sets for 2 annotators"),
    (lambda m: m.perspectives([[["a"]] * 2], GOLDS), "equally long; got 1 and 2 examples"),
    (lambda m: m.perspectives(PREDICTED, GOLDS, reduce="max"), "each prediction has one gold set"),
    (lambda m: m.perspectives([[["a"], ["q"]], [["b"]] * 3], GOLDS), r"\[0\]\[1\]: 'q' is not a l"),
    (lambda m: m.perspectives(PREDICTED), "predictions and references are needed together"),
    (lambda m: m.perspectives(), "there is nothing to score"),
    (lambda m: m.perspectives(PLAIN, GOLDS), "perspectives takes one set per annotator"),
    (lambda m: m.compute(PREDICTED, GOLDS), "one set per annotator, and this call takes one pe"),
    (lambda m: m.pointwise(PREDICTED, GOLDS), "one set per annotator, and this call takes one per"),
    (lambda m: m.counts(PREDICTED, GOLDS, reduce="max"), 'reduce is "mean"'),
    (lambda m: m.compute(counts=m.counts(PREDICTED, GOLDS)), "method is 'perspectives' and None"),
    (lambda m: m.report(counts=m.counts(PREDICTED, GOLDS)), "method is 'perspectives' and None"),
    (lambda m: m.perspectives(counts=m.counts(PLAIN, GOLDS)), "method is None and 'perspectives'"),
    (lambda m: m.counts(PREDICTED, GOLDS) + m.counts(PLAIN, GOLDS), "don't add up: method is 'per"),
    (lambda m: of_counts(m, n_resamples=100), "n_resamples: counts were given, and intervals need"),
    (lambda m: of_counts(m, sample_weight=[1, 1]), "sample_weight: counts were given"),
    (lambda m: of_counts(m, annotators=WHO), r"counts were given; pass the ids to counts\("),
    (lambda m: of_counts(m, predictions=PREDICTED), "either examples or counts"),
    (lambda m: of_counts(m, zero_division=0.0), "other settings .*zero_division"),
    (lambda m: of_counts(m, reduce="max"), 'reduce is "mean"'),
])  # fmt: skip
def test_what_is_refused(metric, call, message):
    with pytest.raises(ValueError, match=message):
        call(metric)


def test_pending_examples_of_the_other_kind_are_dropped(metric):
    for rows, call, message in (
        (PREDICTED, metric.compute, "one set per annotator, and this call takes one per example"),
        (PLAIN, metric.perspectives, "perspectives takes one set per annotator"),
    ):
        metric.add_batch(predictions=rows, references=GOLDS)
        with pytest.raises(ValueError, match=f"{message}.*pending examples were dropped"):
            call()
    metric.add_batch(predictions=PREDICTED, references=GOLDS)
    metric.add_batch(predictions=PLAIN, references=GOLDS)
    with pytest.raises(ValueError, match="per annotator in some batches and one per example in"):
        metric.perspectives()
