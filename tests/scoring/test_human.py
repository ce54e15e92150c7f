"""People as a measure of a system: hand-worked figures and brute force."""

import tracemalloc

import numpy as np
import pytest
from helpers import assert_close, label_sets, random_sets, random_table

from semantic_f1 import SemanticF1
from semantic_f1.scoring.averages import Averaging
from semantic_f1.scoring.constant_baseline import best_constants
from semantic_f1.similarity.label_similarity import LabelSimilarity

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")
NEAR = np.array([[1, 0, 0], [0, 1, 0.6], [0, 0.6, 1]])
GOLDS = [[["a"], ["a"], ["b"]], [["b"], ["c"]], [["a", "b"], [], ["a", "c"]], [["c"]]]
WHO = [["x", "y", "z"], ["x", "y"], ["x", "y", "z"], ["y"]]
EVERY = ["samples", "micro", "macro", "weighted", None]
SYSTEM = [["a"], ["b"], ["a"], ["c"]]
EXAMPLE = {"predictions": SYSTEM, "references": GOLDS, "annotators": WHO}


@pytest.fixture
def metric():
    return SemanticF1("annotators", similarity=NEAR, labels=["a", "b", "c"])


def test_the_worked_example(metric):
    found = metric.compute(**EXAMPLE, n_resamples=400)
    expected = {
        "semantic_f1": 131 / 180,
        "human_f1": 2 / 5,
        "system_f1": 86 / 135,
        "human_difference": 32 / 135,
        "constant_f1": 3 / 5,
        "human_f1_by_annotator": [1 / 2, 11 / 30, 1 / 5],
        "system_f1_by_annotator": [43 / 90, 13 / 18, 2 / 3],
        "human_difference_se_annotators": 0.157440,
        "human_difference_standard_error": 0.048574,
    }
    for key, value in expected.items():
        assert found[key] == pytest.approx(value, abs=5e-7), key
    assert found["n_human"] == 3
    assert found["n_human_by_annotator"] == [3, 3, 2]
    assert found["constant_answer"] == ["a", "b"]
    # Nobody can be outvoted by two others.
    assert "consensus_f1" not in found
    # One example of three: without each of them the differences are .2, .2 and 0.
    three = metric.compute(
        predictions=[["b"]], references=[[["b"], ["b"], ["c"]]], annotators=[["x", "y", "z"]]
    )
    assert three["human_difference_se_annotators"] == pytest.approx(2 / 15)
    micro = metric.compute(**EXAMPLE, average="micro")
    assert micro["human_f1"] == pytest.approx(0.44)
    assert micro["system_f1"] == pytest.approx(0.673684, abs=5e-7)


@pytest.mark.parametrize(("reduce", "average"), [
    ("mean", "samples"), ("mean", "micro"), ("max", "samples"),
])  # fmt: skip
def test_annotators_whom_nobody_stands_beside_have_no_part_in_the_error(metric, reduce, average):
    abc = ["a", "b", "c"]
    predictions, references = random_sets(0, abc, 60), [random_sets(i, abc, 3) for i in range(60)]
    who = [["x", "y", "z"]] * 60
    sets = random_sets(1, abc, 97)
    lone = sets, [[one] for one in sets[::-1]], [[f"alone {i}"] for i in range(97)]
    # One whose examples weigh nothing, beside x.
    nothing = sets[:2], [sets[2:4]] * 2, [["x", "weightless"]] * 2
    found = []
    for more in ([], [lone], [lone, nothing]):
        columns = zip((predictions, references, who), *more, strict=True)
        parts = [[row for part in column for row in part] for column in columns]
        weight = np.ones(len(parts[0]))
        weight[157:] = 0
        options = {"annotators": parts[2], "sample_weight": weight}
        options |= {"reduce": reduce, "average": average}
        with pytest.warns(UserWarning, match="the error over annotators rests on 3, fewer than 10"):
            result = metric.compute(*parts[:2], **options)
        keys = ("se_annotators", "margin_annotators")
        found.append([result[f"human_difference_{key}"] for key in keys])
        assert result["n_annotators_with_overlap"] == 3
        n_alone = len(result["annotators"]) - 3
        assert result["n_human_by_annotator"][3:] == [0] * n_alone
        assert result["human_f1_by_annotator"][3:] == [None] * n_alone
    error, margin = found[0]
    assert margin == pytest.approx(4.302653 * error)
    assert found[1] == found[2] == pytest.approx(found[0])
    two = metric.compute(predictions=[["a"]], references=[[["a"], ["b"]]], annotators=[["x", "y"]])
    assert two["human_difference_se_annotators"] is None
    assert two["human_difference_margin_annotators"] is None


WIDE = [f"label {i}" for i in range(8)]


@pytest.mark.parametrize("macro_labels", ["all", "present", ["label 1", "label 3", "label 7"]])
@pytest.mark.parametrize("one_similarity", [True, False])
def test_the_best_constant_answer_is_that_of_scores_of_the_answer(one_similarity, macro_labels):
    """Labels that nobody uses, unknown ones, and a similarity for each example."""
    averages = ["samples", "micro", "macro", "weighted"]
    for seed in range(6):
        rng = np.random.default_rng(seed)
        tables = [rng.random((8, 8)) for _ in range(2)]
        for table in tables:
            np.fill_diagonal(table, rng.choice([0.8, 1.0], 8))
        built = [LabelSimilarity("random", WIDE, table) for table in tables]
        each = built[0] if one_similarity else [built[i] for i in rng.integers(0, 2, 12)]
        metric = SemanticF1(
            "annotators", similarity=each, unknown_labels="mismatch", average=averages,
            macro_labels=macro_labels, counting=("paper", "two_sided")[seed % 2],
            zero_division=(1.0, 0.3)[seed // 2 % 2],
        )  # fmt: skip
        names = [*WIDE[:5], "elsewhere"]
        golds = [random_sets([seed, i], names, 2 + i % 2, 2) for i in range(12)]
        weights = rng.random(12)
        given = {"references": golds, "sample_weight": weights}
        result = metric.compute(predictions=[[]] * 12, **given)
        answers = {
            tuple(sorted(gold, key=WIDE.index))
            for sets in golds for gold in sets if "elsewhere" not in gold
        } | {()}  # fmt: skip
        # Against all annotators by mean, an answer for every example has its constant score.
        scores = {
            answer: metric.compute(predictions=[list(answer)] * 12, **given) for answer in answers
        }
        for average in averages:
            f1 = {answer: score[f"semantic_f1_{average}"] for answer, score in scores.items()}
            best = max(f1.values())
            first = min(
                (len(answer), list(map(WIDE.index, answer)), answer)
                for answer in f1 if f1[answer] > best - 1e-9
            )  # fmt: skip
            assert result[f"constant_f1_{average}"] == pytest.approx(best, abs=1e-12)
            assert result[f"constant_answer_{average}"] == list(first[2])


def test_labels_that_no_set_has_take_no_memory_of_constant_answers():
    sets = label_sets([[i, 999_999 - i] for i in range(20)])
    tracemalloc.start()
    try:
        found = best_constants(
            sets, np.ones((1, 20)), [np.equal], Averaging(("micro", "macro")), 1_000_000, 1.0
        )
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    # Each set is alike: its two labels have F1 2/21.
    assert found["micro"] == (pytest.approx(1 / 20, abs=1e-15), (0, 999_999))
    assert found["macro"] == (pytest.approx(4 / 21 / 1_000_000, rel=1e-12), (0, 999_999))
    assert peak < 1_000_000


def random_data(seed, n, better=0.7):
    rng = np.random.default_rng(seed)
    truth = rng.choice(list("abc"), n)

    def noisy(share):
        return [[x] if rng.random() < share else [rng.choice(list("abc"))] for x in truth]

    people = [noisy(0.7) for _ in range(4)]
    return {
        "predictions": noisy(better),
        "references": [[who[i] for who in people] for i in range(n)],
        "annotators": [list("wxyz")] * n,
    }


def test_p_values_agree_with_intervals_and_both_find_what_is_there(metric):
    options = {"n_resamples": 300, "average": ["samples", "micro", "macro"]}
    for better, found_there in ((1.0, True), (0.7, False)):
        found = metric.compute(**random_data(1, 150, better), **options)
        for average in ("samples", "micro", "macro"):
            key = f"human_difference_{average}"
            outside = not found[f"{key}_low"] <= 0 <= found[f"{key}_high"]
            assert outside == (found[f"{key}_p_value"] <= 0.05) == found_there
            assert found[f"{key}_low"] <= found[key] <= found[f"{key}_high"]
            for who in ("human_f1", "system_f1", "human_recall"):
                own = f"{who}_{average}"
                assert found[f"{own}_low"] < found[own] < found[f"{own}_high"]


def test_intervals_by_annotator_take_ten_examples(metric):
    data = random_data(2, 30)
    data["references"] = [sets[: 3 + (i < 9)] for i, sets in enumerate(data["references"])]
    data["annotators"] = [who[: 3 + (i < 9)] for i, who in enumerate(data["annotators"])]
    found = metric.compute(**data, n_resamples=50)
    assert found["n_human_by_annotator"] == [30, 30, 30, 9]
    for who in ("human", "system"):
        low, high = (found[f"{who}_f1_by_annotator_{end}"] for end in ("low", "high"))
        assert (low[3], high[3]) == (None, None)
        for score, one, other in zip(found[f"{who}_f1_by_annotator"][:3], low, high, strict=False):
            assert one < score < other


@pytest.mark.parametrize("reduce", ["mean", "max", "soft"])
def test_no_order_of_annotators_examples_or_labels_moves_a_number(reduce):
    rng, names = np.random.default_rng(6), np.array(list("abcd"))
    table = random_table(rng, 4)
    data = [
        (predicted, random_sets(i, names, k, 2), rng.permutation(6)[:k].tolist())
        for i, predicted in enumerate(random_sets(0, names, 25, 2))
        for k in rng.integers(1, 6, 1)
    ]

    def score(data, order):
        labels = names[order].tolist()
        metric = SemanticF1("annotators", similarity=table[np.ix_(order, order)], labels=labels)
        predictions, references, annotators = map(list, zip(*data, strict=True))
        options = {"annotators": annotators, "average": EVERY, "reduce": reduce}
        found = metric.compute(predictions, references, **options)
        place = [found["labels"].index(name) for name in names]
        people = np.argsort(found["annotators"])
        plain = {}
        for key in found.keys() - {"labels", "annotators"}:
            if "constant_answer" not in key:
                value = np.array(found[key], dtype=float)
                value = value[people] if "by_annotator" in key else value
                plain[key] = value[..., place] if "per_label" in key or key == "support" else value
        return plain

    first = score(data, [0, 1, 2, 3])
    assert {"human_difference_micro", "constant_f1_samples", "consensus_f1_macro"} <= set(first)
    for _ in range(5):
        moved = []
        for p, sets, who in data:
            order = rng.permutation(len(sets))
            moved.append((p, [sets[i] for i in order], [who[i] for i in order]))
        moved = [moved[i] for i in rng.permutation(len(moved))]
        assert_close(score(moved, rng.permutation(4)), first)


@pytest.mark.parametrize("reduce", ["mean", "max", "soft"])
def test_weight_2_is_the_example_twice(metric, reduce):
    weighted = metric.compute(**EXAMPLE, average=EVERY, sample_weight=[1, 2, 1, 1], reduce=reduce)
    twice = metric.compute(
        **{name: [*rows, rows[1]] for name, rows in EXAMPLE.items()},
        average=EVERY, reduce=reduce,
    )  # fmt: skip
    for key in ("n_by_annotator", "n_human_by_annotator", "n_human"):
        assert weighted.pop(key) != twice.pop(key)
    assert_close(weighted, twice)


def test_all_agreeing(metric):
    agreed = [[labels] * 4 for labels in (["a"], ["b", "c"], [])]
    found = metric.compute(predictions=[["a"], ["b"], []], references=agreed, average=EVERY)
    for average in ("samples", "micro"):
        assert found[f"human_f1_{average}"] == 1
        assert found[f"consensus_f1_{average}"] == 1
    assert found["human_difference_samples"] == found["system_f1_samples"] - 1


def test_no_people_without_two_annotators_of_a_weight(metric):
    golds, who = [[["a"]], [["a"], ["b"]]], [["x"], ["x", "y"]]
    found = metric.compute([["a"], ["b"]], golds, annotators=who, sample_weight=[1, 0])
    assert not [key for key in found if key.startswith(("human", "system", "constant", "n_human"))]


def test_few_judged_examples_are_warned_of_once(metric):
    with metric.notices() as texts:
        metric.compute(**EXAMPLE)
    few = [text for text in texts if "judged fewer than 30" in text]
    assert few == [
        "3 of 3 annotators judged fewer than 30 examples together with others; their scores by "
        "annotator are hard to interpret."
    ]


def test_the_old_name_names_the_new_one(metric):
    with pytest.raises(ValueError, match="ceiling: is no more: pass human="):
        metric.compute(**EXAMPLE, ceiling=False)


def test_the_answer_has_the_name_of_the_average_alone(metric):
    found = metric.compute(**EXAMPLE, average=["samples", "macro"], macro_f1="f1_of_averages")
    keys = {key.removeprefix("constant_") for key in found if key.startswith("constant_")}
    assert keys == {"f1_samples", "answer_samples", "f1_of_averages_macro", "answer_macro"}


@pytest.mark.parametrize("reduce", ["mean", "max"])
@pytest.mark.parametrize("average", ["samples", "micro"])
def test_one_without_whom_nobody_is_compared_leaves_no_error(metric, reduce, average):
    options = {"annotators": [["x", "y"], ["x", "z"]], "reduce": reduce, "average": average}
    found = metric.compute([["a"], ["b"]], [[["a"], ["b"]], [["a"], ["c"]]], **options)
    assert found["n_annotators_with_overlap"] == 3
    assert found["human_difference_se_annotators"] is None


@pytest.mark.parametrize("power", [-900, -100, 30, 900])
def test_a_common_factor_of_weights_moves_no_error_over_annotators(metric, power):
    weights, who = np.random.default_rng(6).random(20), [["x", "y", "z"]] * 20
    data = [["a"], ["b"]] * 10, [[["a"], ["b"], ["a", "c"]], [["a"], ["c"], ["b"]]] * 10
    one, scaled = (
        metric.compute(*data, annotators=who, sample_weight=weights * factor)
        for factor in (1, 2.0**power)
    )
    assert one["human_difference_se_annotators"] > 0
    assert scaled == one
