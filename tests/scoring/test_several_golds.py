"""Config "annotators", as users load it: several gold sets an example, and the human scores."""

import json
import warnings

import brute_force
import numpy as np
import pandas as pd
import pytest
from helpers import assert_close, random_sets

from semantic_f1.similarity.label_similarity import LabelSimilarity

ABC = ["a", "b", "c"]
NEAR = np.array([[1, 0.6, 0.2], [0.5, 1, 0.1], [0.3, 0, 0.9]])
OTHER = np.array([[1, 0.1, 0.8], [0.2, 1, 0.3], [0.4, 0.5, 1]])
REDUCTIONS = ("mean", "max", "soft")
EVERY = ["samples", "micro", "macro", "weighted", None]
PREDICTIONS = [["a"], ["b", "c"], [], ["a", "b", "c"], ["c"]]
REFERENCES = [[["a"], ["b"], ["a", "c"]], [["c"]], [[], ["b"], []], [["a"], ["a"]], [["a"], []]]
IDS = [["x", "y", "z"], ["y"], ["x", "z", "y"], ["z", "x"], ["y", "x"]]


@pytest.fixture
def several(load):
    return load("annotators", similarity=NEAR, labels=ABC)


@pytest.fixture
def single(load):
    return load(similarity=NEAR, labels=ABC)


@pytest.mark.parametrize("reduce", REDUCTIONS)
def test_one_annotator_is_the_default_config(several, single, reduce):
    references = [sets[0] for sets in REFERENCES]
    options = {"average": EVERY, "sample_weight": [1, 2, 0.5, 0, 3]}
    result = several.compute(PREDICTIONS, [[s] for s in references], reduce=reduce, **options)
    assert_close(result, single.compute(predictions=PREDICTIONS, references=references, **options))


def test_human_scores_can_be_left_out(several):
    data = {"predictions": PREDICTIONS, "references": REFERENCES, "average": EVERY}
    result, plain = several.compute(**data), several.compute(**data, human=False)
    assert {name: value for name, value in result.items() if name in plain} == plain
    people = ("human", "system", "constant", "consensus", "n_human")
    assert all(name.startswith(people) for name in result.keys() - plain.keys())
    assert not any(name.startswith(people) for name in plain)
    assert result["n_human"] == 4
    json.dumps(result, allow_nan=False)
    one = several.compute(**{**data, "average": "macro", "macro_f1": "f1_of_averages"})
    assert "human_f1_of_averages" in one and "human_f1" not in one


@pytest.mark.parametrize("similarity", [
    dict.fromkeys("xyz", NEAR), {"x": NEAR, "y": OTHER, "z": "identity"},
])  # fmt: skip
def test_the_table_by_annotator_is_the_default_config_on_their_examples(
    several, single, similarity
):
    weight = [1, 2, 3, 1, 1]
    options = {"annotators": IDS, "sample_weight": weight, "similarity": similarity}
    result = several.compute(PREDICTIONS, REFERENCES, average=EVERY, **options)
    assert result["annotators"] == ["x", "y", "z"]
    assert result["n_by_annotator"] == [4, 4, 3]
    for place, name in enumerate("xyz"):
        rows = [i for i, ids in enumerate(IDS) if name in ids]
        own = [PREDICTIONS[i] for i in rows], [REFERENCES[i][IDS[i].index(name)] for i in rows]
        options = {"sample_weight": [weight[i] for i in rows], "similarity": similarity[name]}
        alone = single.compute(*own, average=EVERY, **options)
        for key in set(alone) - {"labels", "support"}:
            assert result[f"{key}_by_annotator"][place] == pytest.approx(alone[key], abs=1e-12)


def test_a_pair_is_scored_with_the_similarity_of_the_gold_set_s_annotator(several):
    options = {"annotators": [["x", "y"]], "similarity": {"x": NEAR, "y": OTHER}}
    half = several.compute([["a"]], [[["b"], ["b"]]], average="micro", human=False, **options)
    assert half["semantic_precision"] == pytest.approx((0.6 + 0.1) / 2)
    found = several.compute([["c"]], [[["a"], ["b"]]], **options)
    assert found["human_recall"] == pytest.approx((NEAR[0, 1] + OTHER[1, 0]) / 2)
    assert found["system_recall"] == pytest.approx((NEAR[0, 2] + OTHER[1, 2]) / 2)


def test_absent_labels_are_those_of_the_annotators_that_count(several):
    with several.notices() as texts:
        several.report([["a"]], [[["b"], ["a"]]], reduce="max", output="dict")
    assert "neither gold for the nearest annotator nor predicted" in texts[0]


def test_an_annotator_of_examples_with_weight_0_has_no_score(several):
    result = several.compute(
        [["a"], ["b"]], [[["a"]], [["a"]]], annotators=[[7], [8]], sample_weight=[1, 0]
    )
    assert result["annotators"] == [7, 8]
    assert result["semantic_f1_by_annotator"] == [1.0, None]


@pytest.mark.parametrize("reduce", REDUCTIONS)
def test_batches_have_the_same_digits(several, reduce):
    options = {"average": EVERY, "reduce": reduce, "annotators": IDS, "n_resamples": 20}
    with several.notices():
        direct = several.compute(predictions=PREDICTIONS, references=REFERENCES, **options)
        several.add_batch(predictions=PREDICTIONS[:2], references=REFERENCES[:2])
        several.add(prediction=PREDICTIONS[2], reference=REFERENCES[2])
        several.add_batch(predictions=[], references=[])
        several.add_batch(predictions=PREDICTIONS[3:], references=REFERENCES[3:])
        assert several.compute(**options) == direct


REFUSED = [
    ([["a"]], [[["a"], ["d"]]], {}, r"references\[0\]\[1\]: 'd' is not a label"),
    ([["a"], ["b"]], [[["a"]], [["a"], [0.5]]], {}, r"references\[1\]\[1\]: 0.5 is neither"),
    ([["a"]], [[[0], [3]]], {}, r"references\[0\]\[1\]: id 3 is out of range"),
    ([["a"], ["b"]], [[["a"]]], {}, "equally long; got 2 and 1 examples"),
    ([], [], {}, "there are no examples"),
    ([[0, 1], [1, 1]], [[["a"]], [["a"]]], {},
        "predictions: every row has 2 values, .* not ids; give the ids or the names of the labels"),
    ([[0], [1]], [[[0, 1]], [[1, 1]]], {},
        "references: every row has 2 values, .* not ids; give the ids or the names of the labels"),
    ([["a"]], [[["a"]]], {"annotators": [["x", "y"]]}, r"annotators\[0\]: 2 ids for 1 gold sets"),
    ([["a"]], [[["a"]]], {"reduce": "median"}, "reduce: expected 'mean', 'max' or 'soft'"),
    ([["a"]], [[["a"]]], {"human": "no"}, "human: expected True or False; got 'no'"),
    ([["a"]], [[["a"]]], {"threshold": 0.5}, "threshold: the predictions are names; a"),
    ([["a"]], [[["a"], ["b"]]], {"annotators": [["x", "y"]], "similarity": {"x": NEAR}},
        r"there is none for annotator 'y' \(1 without one\)"),
]  # fmt: skip


@pytest.mark.parametrize(("predictions", "references", "options", "message"), REFUSED)
def test_what_is_refused(several, predictions, references, options, message):
    with pytest.raises(ValueError, match=message):
        several.compute(predictions=predictions, references=references, **options)


REFUSED_ELSEWHERE = [
    ("compute", {"reduce": "max"}, 'reduce: .* in the "annotators" config: load'),
    ("compute", {"annotators": [["x"]]}, 'annotators: .* in the "annotators" config: load'),
    ("compute", {"human": False}, 'human: .* in the "annotators" config: load'),
    ("compute", {"similarity": [NEAR, NEAR]}, "similarity: expected one per example, 1; got 2"),
    ("compute", {"similarity": {1: NEAR}}, "similarity: 1 is no example; keys are 0 to 0"),
    ("compute", {"similarity": {"x": NEAR}}, "similarity: 'x' is no example"),
    ("compute", {"similarity": ["plutchik", "goemotions"], "labels": None}, "same none_labels"),
    ("compute", {"similarity": ["plutchik"]}, "has no value for 'a'"),
    ("compute", {"similarity": ["plutchic"]}, r"'plutchic' is not .*did you mean 'plutchik'"),
    ("compute", {"similarity": {}}, "'labels', 'values' is missing"),
    ("compute", {"similarity": ["plutchik", None]}, r"\[1\]: a list or mapping of several has sim"),
    ("compute", {"similarity": {"x": "plutchik", "y": 3}}, r"similarity\['y'\]: .* got 3"),
    ("compute", {"similarity": pd.Series(["plutchik"] * 2)}, "got a Series; pass a list with one"),
    ("confusion", {"similarity": [NEAR]}, "confusion: takes one similarity"),
    ("explain", {"similarity": [NEAR]}, "explain: takes one similarity"),
    ("sensitivity", {"similarity": [NEAR]}, "sensitivity: takes one similarity"),
]  # fmt: skip


@pytest.mark.parametrize(("method", "options", "message"), REFUSED_ELSEWHERE)
def test_what_the_default_config_refuses(single, method, options, message):
    predictions = {"a": [["a"]]} if method == "sensitivity" else [["a"]]
    with pytest.raises(ValueError, match=message):
        getattr(single, method)(predictions, [["a"]], **options)


def test_a_similarity_for_each_example(load, single):
    references = [sets[0] for sets in REFERENCES]
    chosen = [NEAR, OTHER, OTHER, NEAR, OTHER]
    result = single.compute(PREDICTIONS, references, similarity=chosen, average=EVERY)
    index = ABC.index
    sets = [[set(map(index, row)) for row in side] for side in (PREDICTIONS, references)]
    points = [
        brute_force.pointwise(p, t, {(a, b): s[a, b] for a in range(3) for b in range(3)}, 1.0)
        for p, t, s in zip(*sets, chosen, strict=True)
    ]
    assert result["semantic_f1_samples"] == pytest.approx(np.mean([one[2] for one in points]))
    by_row = dict(enumerate(chosen))
    assert single.compute(PREDICTIONS, references, similarity=by_row, average=EVERY) == result
    found = single.pointwise(PREDICTIONS, references, similarity=chosen)["semantic_f1"]
    assert found == pytest.approx([one[2] for one in points])


def test_one_similarity_for_all_is_that_similarity(several, single):
    references = [sets[0] for sets in REFERENCES]
    data = {"predictions": PREDICTIONS, "references": references, "average": EVERY}
    data |= {"n_resamples": 30, "sample_weight": [1, 2, 0.5, 0, 3]}
    with single.notices():
        same = single.compute(**data, similarity=[NEAR] * 5)
        assert_close(same, single.compute(**data))
        for reduce in REDUCTIONS:
            of_all = {**data, "references": REFERENCES, "reduce": reduce, "annotators": IDS}
            each = dict.fromkeys("xyz", NEAR)
            assert_close(several.compute(**of_all, similarity=each), several.compute(**of_all))


@pytest.mark.parametrize("weighted", [False, True])
def test_scores_by_example_are_the_same_with_intervals_and_without(load, weighted):
    rng = np.random.default_rng(7)
    labels = [f"l{i}" for i in range(6)]
    built = [LabelSimilarity("random", labels, rng.random((6, 6))) for _ in range(3)]
    sides = [random_sets(seed, labels, 40) for seed in (1, 2)]
    metric = load(similarity=[built[i] for i in rng.integers(0, 3, 40)], average=EVERY)
    data = {"predictions": sides[0], "references": sides[1]}
    data |= {"sample_weight": rng.random(40)} if weighted else {}
    with metric.notices():
        without = metric.compute(**data)
        intervals = metric.compute(**data, n_resamples=20)
    assert {key: intervals[key] for key in without} == without
    assert intervals["semantic_f1_micro_low"] < without["semantic_f1_micro"]


def test_warnings_are_given_once(several):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        several.compute(predictions=[["a"]], references=[[["q"], ["a"]]], unknown_labels="mismatch")
    assert [str(one.message)[:26] for one in caught] == ["Unknown label names were k"]


@pytest.mark.parametrize("reduce", REDUCTIONS)
def test_what_the_system_predicts_has_no_part_in_the_human_human(several, reduce):
    golds = [[["a"], ["a"]], [["b"], ["b"]]]
    options = {"average": "macro", "macro_labels": "present", "reduce": reduce}
    for predictions in ([["a"], ["b"]], [["a", "c"], ["b", "c"]]):
        result = several.compute(predictions=predictions, references=golds, **options)
        assert result["human_f1"] == pytest.approx(1)


def test_labels_present_for_an_annotator_are_those_of_his_or_her_examples(several, single):
    options = {"average": "macro", "macro_labels": "present"}
    golds, who = [[["a"]], [["b"]], [["c"]]], [["x"], ["y"], ["x"]]
    result = several.compute([["a"], ["b"], ["a"]], golds, annotators=who, **options)
    alone = single.compute(predictions=[["a"], ["a"]], references=[["a"], ["c"]], **options)
    assert result["semantic_f1_by_annotator"] == pytest.approx([alone["semantic_f1"], 1])
    assert alone["semantic_f1"] < 1


@pytest.mark.parametrize("form", ["list", "mapping"])
@pytest.mark.parametrize("labels", [True, False])
def test_several_similarities_pickle(load, form, labels):
    import copy
    import pickle

    build = load().similarity.build
    own = [build(NEAR, ABC, name="near"), build(OTHER, ABC, name="other")]
    options = {"labels": ABC} if labels else {}
    if form == "mapping":
        own = dict(zip("xy", own, strict=True))
    metric = load("annotators", similarity=own, **options)
    data = {"predictions": [["a"], ["b"]], "references": [[["b"]], [["a"]]]}
    data["annotators"] = [["x"], ["y"]]
    expected = metric.compute(**data)
    assert pickle.loads(pickle.dumps(metric)).compute(**data) == expected
    assert copy.deepcopy(metric).compute(**data) == expected


def test_the_order_of_several_similarities_decides_nothing(load):
    metric = load("annotators")
    build = metric.similarity.build
    turned = [2, 0, 1]
    one = build(NEAR, ABC, name="near")
    two = build(OTHER[np.ix_(turned, turned)], [ABC[i] for i in turned], name="turned")
    data = {"predictions": [[0]], "references": [[[1], [2]]], "annotators": [["x", "y"]]}
    with pytest.raises(ValueError, match="'near' and 'turned' have their labels in different ord"):
        metric.compute(**data, similarity={"x": one, "y": two})
    scores = [
        metric.compute(**data, similarity=chosen, labels=ABC)["semantic_f1"]
        for chosen in ({"x": one, "y": two}, {"y": two, "x": one})
    ]
    assert scores[0] == scores[1]
    mixed = {"labels": ["joy", "anger"], "unknown_labels": "mismatch"}
    for chosen in (["plutchik", "goemotions"], ["goemotions", "plutchik"]):
        with pytest.raises(ValueError, match="all must have the same none_labels; 'neutral' is in"):
            metric.compute([["joy"]] * 2, [[["joy"]]] * 2, similarity=chosen, **mixed)


def test_the_signature_of_several_similarities(several):
    chosen = {"x": NEAR, "y": OTHER}
    signature = several.signature(similarity=chosen, annotators=[["x", "y"]])
    turned = {"y": OTHER, "x": NEAR}
    assert signature == several.signature(similarity=turned, annotators=[["x", "y"]])
    assert signature != several.signature(similarity=chosen, annotators=[["y", "x"]])
    of_rows, of_names = {1: NEAR, 2: OTHER}, {"1": NEAR, "2": OTHER}
    assert several.signature(similarity=of_rows) != several.signature(similarity=of_names)
    fields = dict(field.split(":", 1) for field in signature.split("|")[1:])
    assert len(fields["fingerprint"]) == 16
    assert fields["similarity"] == '"2 similarities"'
    assert several.signature(similarity=[NEAR, NEAR]) == several.signature()


def test_numpy_keys_are_rows(single):
    data = {"predictions": [["a"], ["b"]], "references": [["b"], ["a"]]}
    rows = {np.int64(0): NEAR, np.int64(1): OTHER}
    expected = single.compute(**data, similarity=[NEAR, OTHER])
    assert single.compute(**data, similarity=rows) == expected
    names = single.compute(**data, similarity=np.array(["identity", "identity"]))
    assert names["semantic_f1"] == 0


def test_a_table_of_whole_numbers_holds_ids(several):
    ids = np.array([[0, 1], [0, 2]])
    golds = [[["a"], ["b"]], [["c"]]]
    as_lists = several.compute(predictions=ids.tolist(), references=golds)
    assert several.compute(predictions=ids, references=golds) == as_lists
    assert several.compute(predictions=ids, references=iter(golds)) == as_lists
