"""Orders of ids: class labels of either side, labels as features and mappings."""

import pickle

import datasets
import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from helpers import refusal

from semantic_f1 import SemanticF1

NAMES = ["sadness", "joy", "love", "anger", "fear", "surprise"]
IDS = list(range(6))
CLASS_LABEL = datasets.ClassLabel(names=NAMES)


def column(values, feature=CLASS_LABEL):
    features = datasets.Features({"x": feature})
    return datasets.Dataset.from_dict({"x": values}, features=features)["x"]


@pytest.fixture
def metric():
    return SemanticF1(similarity="plutchik")


def test_the_names_of_either_sides_class_label_are_those_of_both(metric):
    exact = {"semantic_f1": 1.0, "semantic_precision": 1.0, "semantic_recall": 1.0}
    for bare in (IDS, np.arange(6), [[i] for i in IDS]):
        assert metric.compute(predictions=bare, references=column(IDS)) == exact
        assert metric.compute(predictions=column(IDS), references=bare) == exact
        metric.add_batch(predictions=bare, references=column(IDS))
        assert metric.compute() == exact
        assert metric.pointwise(bare, column(IDS))["semantic_f1"] == [1] * 6
    rows = metric.report(np.arange(6), column(IDS), output="dict")["rows"]
    support = {row["label"]: row["support"] for row in rows if row["support"]}
    assert support == dict.fromkeys(NAMES, 1)
    assert metric.confusion(IDS, column(IDS))["metrics"]["accuracy"] == 1
    different = metric.compare(IDS, IDS[::-1], column(IDS), n_resamples=10)
    assert different["semantic_f1_a"] == 1 > different["semantic_f1_b"]
    ranking = metric.rank({"a": IDS, "b": IDS[::-1]}, column(IDS), n_resamples=10)["ranking"]
    assert (ranking[0]["system"], ranking[0]["semantic_f1"]) == ("a", 1)
    first = metric.sensitivity({"a": IDS, "b": IDS[::-1]}, column(IDS))["alternatives"][0]
    assert first["scores"]["a"] == 1

    with pytest.raises(ValueError, match=r"predictions\[1\]: id 6 is out of range; the ClassLabel"):
        metric.compute(predictions=[0, 6], references=column([0, 1]))
    with pytest.raises(ValueError, match="predictions: every row has 2 values, all 0 or 1"):
        metric.compute(predictions=[[0, 0], [1, 0]], references=column([0, 1]))


def test_the_names_of_gold_sets_of_annotators_are_those_of_predictions():
    nested = datasets.List(datasets.List(CLASS_LABEL))
    metric, bare = SemanticF1("annotators", similarity="plutchik"), [[[i], [i]] for i in IDS]
    assert metric.compute(predictions=IDS, references=column(bare, nested))["semantic_f1"] == 1
    assert metric.compute(predictions=column(IDS), references=bare)["semantic_f1"] == 1
    with pytest.raises(ValueError, match=r"references\[2\]\[1\]: id 6 is out of range; the Class"):
        metric.compute(predictions=column(IDS[:3]), references=[[[0]], [[1]], [[2], [6]]])


@pytest.mark.parametrize("name", ["plutchik", "mfrc"])
def test_bare_ids_need_labels_where_no_card_names_their_order(name):
    metric = SemanticF1(similarity=name)
    said = "[0]: got the id 1, and nothing says whose ids these are: pass labels="
    for call in (metric.compute, metric.pointwise, metric.report):
        assert said in refusal(call, [1, 0], [[0], []])
    assert said in refusal(metric.explain, [1], [2])
    assert said in refusal(metric.compare, [1], [2], [0])
    labels = list(metric.similarity.load(name).labels)
    assert metric.pointwise([1], [labels[1]], labels=labels)["semantic_f1"] == [1]
    # A table that the user made has the order that the user gave it.
    own = metric.similarity.build(metric.similarity.load(name).values, labels)
    assert metric.pointwise([1], [labels[1]], similarity=own)["semantic_f1"] == [1]

    assert pickle.loads(pickle.dumps(metric.similarity.load(name))).ordered is False


@pytest.mark.parametrize("name", ["goemotions", "goemotions-ekman"])
def test_bare_ids_follow_the_data_set_that_the_card_names(name):
    metric = SemanticF1(similarity=name)
    rows = metric.pointwise([2, 17, 27], ["anger", "joy", "neutral"])
    assert rows["semantic_f1"] == [1, 1, 1]
    assert "GoEmotions" in metric.similarity.load(name).card["ids"]


@pytest.mark.parametrize("labels", [
    CLASS_LABEL, datasets.Sequence(CLASS_LABEL), datasets.LargeList(CLASS_LABEL), [CLASS_LABEL],
    datasets.List(datasets.List(CLASS_LABEL)), NAMES,
    dict(zip(NAMES[::-1], IDS[::-1], strict=True)),
    dict(enumerate(NAMES)),
    {str(i): name for i, name in enumerate(NAMES)},
    {np.int64(i): name for i, name in enumerate(NAMES)},
])  # fmt: skip
def test_labels_say_what_bare_ids_mean(labels):
    gold = [[name] for name in NAMES]
    metric = SemanticF1(similarity="plutchik", labels=labels)
    for one in (metric, pickle.loads(pickle.dumps(metric))):
        assert one.pointwise(np.arange(6), gold)["semantic_f1"] == [1] * 6
    bare = SemanticF1(similarity="plutchik")
    assert bare.compute(predictions=IDS, references=gold, labels=labels)["semantic_f1"] == 1
    assert metric.compute(predictions=[0], references=[0], average=None)["labels"] == NAMES


def test_the_recipe_for_map():
    features = datasets.Features({"predictions": CLASS_LABEL, "references": CLASS_LABEL})
    columns = {"predictions": IDS, "references": IDS[::-1]}
    data = datasets.Dataset.from_dict(columns, features=features)
    metric = SemanticF1(similarity="plutchik")
    expected = metric.pointwise(NAMES, NAMES[::-1])["semantic_f1"]
    labels = {"labels": data.features["references"]}
    for form in (None, "numpy", "pandas", "arrow", "polars"):
        scored = data.with_format(form).map(metric.pointwise, batched=True, fn_kwargs=labels)
        assert scored.with_format(None)["semantic_f1"][:] == expected
    data = datasets.Dataset.from_dict({"predictions": [["joy"]], "references": [["love"]]})
    assert "map(metric.pointwise, batched=True)" in refusal(data.map, metric.pointwise)


@pytest.mark.parametrize(("labels", "said"), [
    ({0: "joy", 2: "love"}, "numbers its names from 0 to 1, each number once; got 0, 2"),
    ({"joy": 1, "love": 2}, "numbers its names from 0 to 1, each number once; got 1, 2"),
    ({"joy": 0, "love": 0}, "numbers its names from 0 to 1"),
    ({"joy": "love"}, "goes from names to ids or from ids to names; got 'joy': 'love'"),
    ({0: 1}, "goes from names to ids or from ids to names; got 0: 1"),
    ({"joy": True}, "goes from names to ids or from ids to names"),
    ({"joy": 0.0}, "goes from names to ids or from ids to names"),
    ({0: "joy", 1: "joy"}, "names must be distinct"),
    (datasets.Value("string"), "expected a list of names"),
])  # fmt: skip
def test_mappings_that_number_no_names(labels, said):
    with pytest.raises(ValueError, match=f"labels: .*{said}"):
        SemanticF1(similarity="identity", labels=labels)


@pytest.mark.parametrize("name", ["none_labels", "macro_labels"])
def test_other_lists_of_names_are_no_mappings(name):
    with pytest.raises(ValueError, match=f"{name}: expected a list of names; got a mapping"):
        SemanticF1(similarity="plutchik", **{name: {"joy": 0}})


STARS = ["1", "2", "3", "4", "5"]


def test_ids_among_names_that_are_other_numbers_are_a_question():
    metric = SemanticF1(similarity="identity", labels=STARS)
    assert metric.compute(predictions=["1", "4"], references=["1", "5"])["semantic_f1"] == 0.5
    with pytest.raises(ValueError, match=r"predictions\[1\]: 1 may be the label '1' or the id of"):
        metric.compute(predictions=[[], [1]], references=["1", "2"])
    for labels in (dict(zip(STARS, range(5), strict=True)), datasets.ClassLabel(names=STARS)):
        rows = metric.pointwise([0, 4], ["1", "5"], labels=labels)
        assert rows["semantic_f1"] == [1, 1]
    # The same numbers either way.
    same = SemanticF1(similarity="identity", labels=["0", "1", "2"])
    assert same.pointwise([0, 2], ["0", "2"])["semantic_f1"] == [1, 1]


@pytest.mark.parametrize(("rows", "n_labels"), [
    ([[1, 0], [0, 1]], 2), ([[1, 0, 0, 1], [0, 1, 0, 0]], 12), ([[0, 0], [1, 0]], 3),
    (np.eye(3, dtype=int), 12), (pa.array([[0] * 11 + [1]]), 12),
])  # fmt: skip
def test_rows_that_look_like_indicators_are_refused_where_ids_are_read(rows, n_labels):
    metric = SemanticF1(similarity="identity", labels=[f"l{i}" for i in range(n_labels)])
    gold = [["l0"]] * len(rows)
    for side, other in (("predictions", "references"), ("references", "predictions")):
        with pytest.raises(ValueError, match=f"^{side}: every row has .* 0 or 1.*multilabel"):
            metric.compute(**{side: rows, other: gold})
    assert "every row has" in refusal(metric.pointwise, rows, gold)
    metric.add_batch(predictions=rows, references=gold)
    assert "every row has" in refusal(metric.compute)


def test_references_are_read_as_one_beside_all_systems():
    # By the labels beside one system, by the other's ClassLabel beside that: two gold standards.
    metric = SemanticF1(similarity="plutchik", labels=NAMES[::-1])
    systems = {"bare": IDS, "named": column(IDS)}
    said = "references: their ids stand for other names next to 'bare' than next to 'named'"
    for method in (metric.rank, metric.sensitivity):
        with pytest.raises(ValueError, match=said):
            method(systems, IDS)
    assert "next to 'a' than next to 'b'" in refusal(metric.compare, *systems.values(), IDS)
    for gold in (NAMES, column(IDS)):
        other = {**systems, "bare": NAMES}
        assert metric.rank(other, gold, n_resamples=10)["ranking"][1]["semantic_f1"] == 1


def test_columns_of_data_frames_are_in_the_order_of_the_call():
    """The similarity of the call has the metric's labels in another order."""
    table = [[1, 0.5, 0], [0.5, 1, 0], [0, 0, 1]]
    own, other = (pd.DataFrame(table, [*order], [*order]) for order in ("abc", "bca"))
    scores = pd.DataFrame([[0.9, 0.1, 0.1], [0.1, 0.2, 0.7]], columns=[*"abc"])
    gold, given = pd.DataFrame([[0, 1, 0], [0, 0, 1]], columns=[*"abc"]), {"similarity": other}
    for metric in (SemanticF1("multilabel", similarity=own), SemanticF1("multilabel")):
        for method, more in (("threshold_curve", ([0.3, 0.5],)), ("tune_thresholds", ("micro", 2))):
            expected = getattr(SemanticF1("multilabel", **given), method)(scores, gold, *more)
            assert getattr(metric, method)(scores, gold, *more, **given) == expected
    metric, sides = SemanticF1("multilabel", similarity=own), (scores.round(), gold)
    metric.add_batch(predictions=sides[0], references=sides[1])
    assert "labels: pending DataFrames are in the order" in refusal(metric.compute, **given)
    told = {metric: "the column 'x' is none", SemanticF1("multilabel"): "given to load; "}
    for one, said in told.items():
        with pytest.raises(ValueError, match=said):
            one.add_batch(predictions=sides[0], references=gold.rename(columns={"a": "x"}))
        # What was refused leaves no order behind.
        one.add_batch(predictions=sides[0].to_numpy(), references=gold.to_numpy())
        assert one.compute(**given) == metric.compute(*(x.to_numpy() for x in sides), **given)
    # Neither is what has no names, nor the metric's own order.
    for rows, options in (([x.to_numpy() for x in sides], given), (sides, {})):
        metric.add_batch(predictions=rows[0], references=rows[1])
        assert metric.compute(**options) == metric.compute(*rows, **options)
