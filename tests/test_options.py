"""Effects of each option on names, ids, columns and averages, and its refusals."""

import gc
import warnings
from functools import partial

import numpy as np
import pandas as pd
import pytest
from helpers import SCORES, refusal, three

from semantic_f1 import SemanticF1
from semantic_f1.option_table import OPTIONS
from semantic_f1.options import AVERAGES, DEFAULTS, check

ABC = ["a", "b", "c"]
NEAR = np.array([[1, 0.6, 0.2], [0.5, 1, 0.1], [0.3, 0, 0.9]])
PLUTCHIK = "anger anticipation disgust fear joy love optimism pessimism sadness surprise trust"
EVERY = list(AVERAGES)


def run(metric, predictions, references, **options):
    """The result of ``compute``, and the messages of its warnings."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        result = metric.compute(predictions=predictions, references=references, **options)
    assert all(warning.category is UserWarning for warning in caught)
    return result, [str(warning.message) for warning in caught]


@pytest.fixture
def abc(load):
    """An asymmetric similarity of a, b and c."""
    return load(**BY_NEAR)


@pytest.fixture
def hard(load):
    return load(**IN_ABC)


REFUSED = [
    ("average", "sample", "average: expected 'samples', 'micro', 'macro', 'weighted' or None"),
    ("average", "binary", "or a list of them; got 'binary'"),
    ("average", [], "average: a list names each average once"),
    ("average", ["micro", "micro"], "average: a list names each average once"),
    ("average", ["micro", "mikro"], "average: expected"),
    ("average", [["micro"]], "average: expected"),
    ("average", 3, "average: expected"),
    ("average", False, "average: expected"),
    ("counting", "both", "counting: expected 'paper' or 'two_sided'; got 'both'"),
    ("counting", None, "counting: expected 'paper' or 'two_sided'; got None"),
    ("macro_f1", "f1", "macro_f1: expected 'averaged_f1' or 'f1_of_averages'; got 'f1'"),
    ("unknown_labels", "drop", "unknown_labels: expected 'raise', 'mismatch' or 'ignore'; got"),
    ("unknown_labels", ["raise"], "unknown_labels: expected"),
    ("normalize_names", "yes", "normalize_names: expected True or False; got 'yes'"),
    ("normalize_names", 1, "normalize_names: expected True or False; got 1"),
    ("normalize_names", None, "normalize_names: expected True or False; got None"),
    ("zero_division", -0.1, "zero_division: expected a number from 0 to 1; got -0.1"),
    ("zero_division", 1.01, "zero_division: expected a number from 0 to 1; got 1.01"),
    ("zero_division", float("nan"), "zero_division: expected a number from 0 to 1; got nan"),
    ("zero_division", "warn", "zero_division: expected a number from 0 to 1; got 'warn'"),
    ("zero_division", None, "zero_division: expected a number from 0 to 1; got None"),
    ("zero_division", True, "zero_division: expected a number from 0 to 1; got True"),
    ("macro_labels", "some", "macro_labels: expected 'all' or 'present'; got 'some'"),
    ("macro_labels", None, "macro_labels: expected 'all', 'present' or a list of names; got None"),
    ("macro_labels", ["joy", "jo"], "macro_labels: 'jo' is not one of the labels (did you mean"),
    ("macro_labels", [], "macro_labels: at least one name is needed"),
    ("macro_labels", ["joy", "joy"], "macro_labels: names must be distinct; 'joy' is repeated"),
    ("labels", "joy", "labels: expected a list of names; got 'joy'"),
    ("labels", 3, "labels: expected a list of names; got 3"),
    ("labels", {"joy", "anger"}, "labels: a set has no order"),
    ("labels", [], "labels: at least one name is needed"),
    ("labels", ["joy", "joy", "anger"], "labels: names must be distinct; 'joy' is repeated"),
    ("labels", ["joy", 3], "labels: every name must be a non-empty string; position 1 is 3"),
    ("labels", ["joy", " "], "labels: every name must be a non-empty string; position 1 is ' '"),
    ("labels", ["joy", None], "labels: every name must be a non-empty string; position 1 is None"),
    ("labels", ["joy", "boredom"], "labels: similarity 'plutchik' has no value for 'boredom'"),
    ("none_labels", "neutral", "none_labels: expected a list of names; got 'neutral'"),
    ("none_labels", ["x", "x"], "none_labels: names must be distinct; 'x' is repeated"),
    ("none_labels", [3], "none_labels: every name must be a non-empty string; position 0 is 3"),
    ("threshold", 0.5, 'threshold: applies to scores in the "multilabel" and "annotators" configs'),
    ("similarity", 3, "similarity: expected a bundled name"),
    ("similarity", "plutchick", "(did you mean 'plutchik'?)"),
    ("sample_weight", [-1], "sample_weight[0]: weights must be finite and >= 0; got -1"),
    ("sample_weight", 2, "sample_weight: expected a sequence with one entry per example"),
]


def calls_of(metric):
    """The methods that take options, on an example each."""
    return [
        partial(metric.compute, predictions=["joy"], references=["joy"]),
        partial(metric.pointwise, ["joy"], ["joy"]),
        partial(metric.explain, "joy", "joy"),
        metric.signature,
    ]


@pytest.mark.parametrize(("name", "value", "said"), REFUSED)
def test_a_bad_value_is_refused_by_every_method(load, name, value, said):
    for call in calls_of(load(similarity="plutchik")):
        assert said in refusal(call, **{name: value})
    assert said in refusal(load, **{"similarity": "plutchik", name: value})


@pytest.mark.parametrize(("name", "near"), [
    ("averge", "average"), ("similarty", "similarity"), ("normalise_names", "normalize_names"),
    ("zero-division", "zero_division"), ("k", None),
])  # fmt: skip
def test_an_unknown_option_is_refused(load, name, near):
    compute, pointwise, *_ = calls_of(load(similarity="plutchik"))
    for call in (compute, pointwise, load):
        message = refusal(call, **{name: "micro"})
        near_name = f" (did you mean '{near}'?)" if near else ""
        assert message.startswith(f"unknown option '{name}'{near_name}; the options are similar")
        assert message.endswith(", ".join(DEFAULTS))


@pytest.mark.filterwarnings("error::pytest.PytestUnraisableExceptionWarning")
def test_an_unknown_config(load):
    with pytest.raises(
        ValueError,
        match="expected one of default, multilabel, annotators, soft, graded, points; got 'multi'",
    ):
        load("multi", similarity="plutchik")
    # What was refused goes in silence.
    gc.collect()


def test_without_a_similarity_the_bundled_ones_are_listed(load):
    for call in calls_of(load()):
        message = refusal(call)
        assert "similarity: there is no default; " in message
        assert "'goemotions', 'goemotions-ekman', 'mfrc', 'plutchik'" in message


@pytest.mark.parametrize(
    ("similarity", "what"), [("identity", "'identity'"), (NEAR, "an array"), (NEAR.tolist(), "an")]
)
def test_identity_and_arrays_need_labels(load, similarity, what):
    metric = load(similarity=similarity)
    with pytest.raises(ValueError, match=rf"labels: similarity={what}.* needs labels=\["):
        metric.compute(predictions=["a"], references=["a"])
    assert metric.compute(["a"], ["a"], labels=ABC)["semantic_f1"] == 1
    for m in (2, 4) if similarity is NEAR else ():
        said = refusal(load, similarity=NEAR, labels=list("abcd"[:m]))
        assert f"per label, {m} x {m}; got shape (3, 3)" in said


def test_what_checking_returns():
    """A set is put in order: what follows a hash seed would spoil signatures and caches."""
    rows = {
        "labels": (ABC, ("a", "b", "c")),
        "none_labels": (set("stuvwxyz"), tuple("stuvwxyz")),
        "macro_labels": (np.array(["a", "b"]), ("a", "b")),
        "average": (["micro", None], ("micro", None)),
        "zero_division": (0, 0.0),
        "normalize_names": (np.True_, True),
        "threshold": ([1, np.float32(0.5)], (1.0, 0.5)),
    }
    checked = check({name: given for name, (given, _) in rows.items()}, "multilabel")
    assert checked == {name: kept for name, (_, kept) in rows.items()}
    assert type(checked["zero_division"]) is float
    assert type(checked["normalize_names"]) is bool
    assert check(DEFAULTS, "default") == DEFAULTS


def test_options_of_load_are_defaults_that_compute_overrides(load):
    usual = {"similarity": "identity", "labels": ABC, "average": "micro", "zero_division": 0.0}
    usual |= {"counting": "two_sided", "macro_f1": "f1_of_averages", "unknown_labels": "ignore"}
    metric, plain = load(**usual), load()
    data = {"predictions": [["a", "b"], []], "references": [["a"], []]}
    assert metric.compute(**data) == plain.compute(**data, **usual)
    assert metric.signature() == plain.signature(**usual)
    for name, value in {
        "similarity": NEAR,
        "average": "samples",
        "zero_division": 0.5,
        "counting": "paper",
        "labels": ["c", "b", "a"],
        "sample_weight": [1, 3],
    }.items():
        changed = metric.compute(**data, **{name: value})
        assert changed == plain.compute(**data, **{**usual, name: value})
        assert metric.signature(**{name: value}) == plain.signature(**{**usual, name: value})
    # An override lasts for one call.
    assert metric.compute(**data) == plain.compute(**data, **usual)


def test_pointwise_and_explain_take_the_options_of_load(load):
    metric = load(similarity=NEAR, labels=ABC, zero_division=0.25, unknown_labels="mismatch")
    rows, said = metric.pointwise([[], ["b"]], [[], ["a"]]), metric.explain("b", "a")
    assert rows["semantic_precision"] == [0.25, 0.5]
    assert said["semantic_recall"] == 0.6


def test_labels_give_the_order_of_ids_and_columns(load):
    named = load(similarity="plutchik")
    labels = ["sadness", "joy", "love", "anger"]
    metric = load(similarity="plutchik", labels=labels)
    multilabel = load("multilabel", similarity="plutchik", labels=labels)
    expected = named.pointwise([["joy", "anger"], ["love"]], [["love"], ["sadness"]])
    assert metric.pointwise([[1, 3], [2]], [[2], [0]]) == expected
    assert metric.pointwise([["joy", "anger"], ["love"]], [["love"], ["sadness"]]) == expected
    rows = [[0, 1, 0, 1], [0, 0, 1, 0]], [[0, 0, 1, 0], [1, 0, 0, 0]]
    assert multilabel.pointwise(*rows) == expected
    result, _ = run(metric, [[1, 3], [2]], [[2], [0]], average=None)
    assert result["labels"] == labels


def test_without_labels_the_none_labels_follow_the_similaritys(load):
    rows = [[2], [3], [0]], [["Non-Moral"], [], ["Care"]]
    result, _ = run(load(similarity=CARDS), *rows, average=["samples", None])
    assert result["semantic_f1_samples"] == 1
    assert (result["labels"], result["support"]) == (["Care", "Purity"], [1, 0])


def test_none_labels_stand_in_their_place_among_labels(load):
    metric, multilabel = load(**NONE_OF_3), load("multilabel", **NONE_OF_3)
    columns = [[1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 0, 1]]
    for case in (
        metric.pointwise([[0], [1], [2], 2], [["a"], "none", ["b"], "b"]),
        multilabel.pointwise(columns, [columns[0], [0, 0, 0], *columns[2:]]),
    ):
        assert case["semantic_f1"] == [1, 1, 1, 1]
    assert run(metric, [[2]], [[0]], average=None)[0]["labels"] == ["a", "b"]


@pytest.mark.parametrize(("inner", "names"), [
    ([0, 1, 2], {}), ([0, 2], {}), ([0, 2], {"none_labels": ["NONE"], "normalize_names": True}),
])  # fmt: skip
def test_a_bare_array_covers_the_labels_with_or_without_the_none_labels(load, inner, names):
    whole = np.array([[1, 0.9, 0.3], [0.9, 1, 0.9], [0.4, 0.9, 1]])
    options = {"labels": ["a", "none", "b"], "none_labels": ["none"], **names}
    metric = load(similarity=whole[np.ix_(inner, inner)], **options)
    assert metric.pointwise([[0], [1]], [[2], [2]])["semantic_precision"] == [0.3, 0]
    assert metric.pointwise([["b"], ["none"]], [["a"], []])["semantic_precision"] == [0.4, 1]
    assert run(metric, [[0]], [[2]], average=None)[0]["labels"] == ["a", "b"]


def test_none_labels_can_be_given_and_switched_off(load):
    metric = load(similarity="goemotions")
    assert metric.pointwise(["neutral"], [[]])["semantic_f1"] == [1]
    other = {"none_labels": ["nothing", "joy"]}
    assert metric.pointwise(["nothing", "joy"], [[], []], **other)["semantic_f1"] == [1, 1]
    # joy keeps its id, and loses its row.
    result, _ = run(metric, [[17], [27], [0]], [[], [], [0]], average=["samples", None], **other)
    assert result["semantic_f1_samples"] == 1
    assert "joy" not in result["labels"]
    assert len(result["labels"]) == 26
    with pytest.raises(ValueError, match="labels: every name is a none-label"):
        load(similarity=NEAR, labels=ABC, none_labels=ABC)


def test_a_none_label_beside_others_is_dropped_and_counted(load):
    metric = load(similarity="goemotions")
    predictions = [["joy", "neutral"], ["neutral"], ["neutral", "love", "anger"], [17, 27][:0]]
    references = [["joy"], ["neutral", "fear"], ["love", "anger"], ["neutral"]]
    result, (message,) = run(metric, predictions, references)
    assert "2 predictions and 1 reference" in message and "neutral" in message
    tidy = [["joy"], [], ["love", "anger"], []], [["joy"], ["fear"], ["love", "anger"], []]
    assert run(metric, *tidy) == (result, [])
    # Repeats of it in one example are one example.
    _, (message,) = run(metric, [["joy", "neutral", "neutral"]], [["joy"]])
    assert "1 prediction " in message and "reference" not in message
    rows = np.zeros((3, 28), int)
    rows[0, [3, 27]] = rows[1, 27] = 1
    result, (message,) = run(load("multilabel", similarity="goemotions"), rows, rows[:, :27])
    assert result["semantic_f1"] == 1 and "1 prediction " in message


IN_ABC, BY_NEAR = {"similarity": "identity", "labels": ABC}, {"similarity": NEAR, "labels": ABC}
FOUR = {"similarity": "plutchik", "labels": ["sadness", "joy", "love", "anger"]}
CARDS = {"labels": ["Care", "Purity"], "values": np.eye(2), "none_labels": ["Non-Moral", "Thin"]}
NONE_OF_3 = {"similarity": "identity", "labels": ["a", "none", "b"], "none_labels": ["none"]}
MFRC = {"similarity": "mfrc", "normalize_names": True}
SCORED, GOLD = [[0.1, 0.2, 0.3]], [[0, 0, 1]]
NUMBER = "threshold: expected a number or one number per label; got "
# Config, options of load, both sides, options of compute, and parts of what is said.
REFUSED_ROWS = [
    (None, FOUR, ["fear"], ["joy"], {}, "'fear' is not a label"),
    (None, FOUR, [4], [0], {}, "id 4 is out of range; there are 4 labels"),
    ("multilabel", FOUR, np.zeros((1, 11)), np.zeros((1, 4)), {},
        "rows have 11 columns; the labels need 4"),
    (None, {"similarity": CARDS}, [4], [0], {}, "id 4 is out of range; ... from 0 to 3"),
    (None, {"similarity": "goemotions"}, ["neutral"], [[]], {"none_labels": []},
        "'neutral' is not a label"),
    (None, {"similarity": "goemotions"}, [27], [[]], {"none_labels": []}, "id 27 is out of range"),
    (None, MFRC, ["Carre"], ["Care"], {}, "'Carre' is not a label"),
    *((None, BY_NEAR, ["a"] * 3, [*(["a"],) * row, ["a", "bb", "zz"], *(["c"],) * (2 - row)], {},
        f"references[{row}]: 'bb' is not a label ... 'zz'") for row in range(3)),
    *((None, BY_NEAR, [0, bad], [0, 0], {"unknown_labels": rule},
        f"predictions[1]: id {bad} is out of range")
        for bad in (3, -1, 2**40) for rule in ("raise", "mismatch", "ignore")),
    ("multilabel", IN_ABC, [[1, 0, 0]], [[1.0, 0.5, 0.0]], {"threshold": 0.5},
        "references[0]: column 1 is 0.5; indicator rows hold"),
    *(("multilabel", IN_ABC, form([[1.0, 0.0, 1.0], [0.0, 0.0, 0.5]]), GOLD * 2, {},
        "predictions[1]: column 2 is 0.5 ... threshold=") for form in (list, np.array)),
    *(("multilabel", IN_ABC, np.array([[0, 0, 0], [0, bad, 0], [0, 0, 0]]), GOLD * 3,
        {"threshold": threshold}, f"predictions[1]: column 1 is {bad}")
        for bad in (float("nan"), float("inf"), -float("inf")) for threshold in (None, 0.5)),
    ("multilabel", NONE_OF_3, [[0.6, 0.1, 0.6]], GOLD, {"threshold": [0.5, 0.9]},
        "2 values for rows of 3 columns"),
    *(("multilabel", IN_ABC, SCORED, GOLD, {"threshold": threshold}, said) for threshold, said in (
        ("0.5", f"{NUMBER}'0.5'"), (True, f"{NUMBER}True"),
        (float("nan"), "threshold: expected"), (float("inf"), "threshold: expected"),
        ([0.5, None, 0.5], "threshold[1]: expected a finite number; got None"),
        ([0.5, 0.5, float("nan")], "threshold[2]: expected a finite number; got nan"),
        ([0.5, "x", 0.5], "threshold[1]: expected a finite number; got 'x'"),
        ([0.5, 0.5], "threshold: 2 values for rows of 3 columns"),
        ([0.5] * 4, "threshold: 4 values for rows of 3 columns"),
        ([], "threshold: 0 values for rows of 3 columns"),
        ([[0.5] * 3], "threshold[0]: expected a finite number"),
        ({"a": 0.5, "b": 0.5, "c": 0.5}, "threshold"))),
]  # fmt: skip


@pytest.mark.parametrize(("config", "given", "predicted", "gold", "options", "said"), REFUSED_ROWS)
def test_rows_that_are_refused(load, config, given, predicted, gold, options, said):
    metric = load(config, **given)
    message = refusal(metric.compute, predictions=predicted, references=gold, **options)
    assert all(part in message for part in said.split(" ... "))


def test_unknown_names_as_mismatches(abc, hard):
    """The numbers are those of the brute force: tests/studies/test_properties.py."""
    data = [["a", "zz"], ["zz"], ["b"]], [["b"], ["zz"], ["b", "yy"]]
    result, (message, _) = run(abc, *data, unknown_labels="mismatch", average=EVERY)
    assert "2 predictions and 2 references" in message
    assert "'zz'" in message and "'yy'" in message
    assert (result["labels"], result["support"]) == (ABC, [0, 2, 0])
    # TP .6 + 1; predicted 4, with both zz.
    assert result["semantic_precision_micro"] == pytest.approx(1.6 / 4)
    result, _ = run(hard, ["zz"], ["zz"], unknown_labels="mismatch", average=["samples", "micro"])
    assert set(result.values()) == {0}


def test_unknown_names_ignored(abc):
    data = [["a", "zz"], ["yy"], ["zz"], []], [["b"], ["a"], ["zz"], []]
    result, (message,) = run(abc, *data, unknown_labels="ignore")
    assert "3 predictions and 1 reference" in message
    assert "'zz'" in message and "'yy'" in message
    assert "2 predictions and 1 reference became empty" in message
    removed = [["a"], [], [], []], [["b"], ["a"], [], []]
    assert result == abc.compute(predictions=removed[0], references=removed[1])
    abc.add_batch(predictions=[["a", "zz"]], references=[["a"]])
    abc.add_batch(predictions=[["zz"]], references=[["yy"]])
    _, (message,) = run(abc, None, None, unknown_labels="ignore")
    assert "2 predictions and 1 reference" in message
    assert "1 prediction and 1 reference became empty" in message


@pytest.mark.parametrize("unknown_labels", ["mismatch", "ignore"])
def test_an_example_with_two_unknown_names_is_not_counted_as_two(abc, unknown_labels):
    for row in (["a", "zz", "yy"], ["a", "zz", "zz"]):
        _, (message,) = run(abc, [row], [["a"]], unknown_labels=unknown_labels)
        assert "2 predictions" not in message and "empty" not in message
    assert run(abc, ["a"], ["b"], unknown_labels=unknown_labels)[1] == []


def test_notices_are_collected_instead_of_warned_about(abc):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with abc.notices() as texts:
            abc.compute(predictions=["zz"], references=["a"], unknown_labels="ignore")
    assert run(abc, ["zz"], ["a"], unknown_labels="ignore")[1] == texts
    assert len(texts) == 1 and "'zz'" in texts[0]


def test_names_are_stripped_and_case_folded(load):
    metric = load(similarity="mfrc", normalize_names=True, average="macro")
    rows = metric.pointwise(
        [" care ", ["CARE", "purity"], "non-moral", "THIN MORALITY\n"],
        [["Care"], ["Care", "Purity"], [], ["Non-Moral "]],
    )
    assert rows["semantic_f1"] == [1, 1, 1, 1]

    result, messages = run(metric, ["care"], ["Care"], macro_labels=[" CARE"])
    assert (result["semantic_f1"], messages) == (1, [])
    # Spellings of one unknown name are one mismatch.
    metric = load(similarity=NEAR, labels=ABC, normalize_names=True, unknown_labels="mismatch")
    result, _ = run(metric, [["a", "Foo", " foo "]], [["a"]])
    assert result["semantic_precision"] == 0.5
    with pytest.warns(UserWarning, match="'Foo'"):
        said = metric.explain(["Foo", "bar", "foo", "A"], ["a"])
    assert [match["label"] for match in said["predictions"]] == ["a", "Foo", "bar"]


def test_labels_of_the_universe_are_matched_to_the_similarity_under_normalization(load):
    metric = load(similarity="plutchik", labels=["JOY", "Love "], normalize_names=True)
    result, _ = run(metric, ["joy"], ["love"], average=["samples", None])
    assert result["semantic_f1_samples"] == pytest.approx(0.961940, abs=5e-7)
    assert result["labels"] == ["JOY", "Love "]
    with pytest.raises(ValueError, match="similarity 'plutchik' has no value for 'JOY'"):
        load(similarity="plutchik", labels=["JOY", "Love "])


@pytest.mark.parametrize("options", [
    {"labels": ["joy", "Joy "]},
    {"labels": ["joy", "x"], "none_labels": ["none", "None"]},
    {"labels": ["joy", "neutral", "Neutral"], "none_labels": ["neutral"]},
])  # fmt: skip
def test_names_that_collide_under_normalization(load, options):
    load(similarity="identity", **options)
    with pytest.raises(ValueError, match=r"normalize_names: '.*' and '.*' become one name"):
        load(similarity="identity", normalize_names=True, **options)


def test_labels_of_the_similarity_that_collide_under_normalization(load):
    similarity = load().similarity.build(NEAR, ["Joy", "joy", "x"])
    load(similarity=similarity, labels=["joy", "x"])
    for labels in (None, ["joy", "x"]):
        with pytest.raises(ValueError, match="'Joy' and 'joy' become one name"):
            load(similarity=similarity, labels=labels, normalize_names=True).signature()


@pytest.fixture
def scored(load):
    return load("multilabel", similarity="identity", labels=ABC)


def predicted(metric, rows, threshold):
    """The sets that come out of scores."""
    said = (metric.explain(row, [0] * len(row), threshold=threshold) for row in rows)
    return [[match["label"] for match in one["predictions"]] for one in said]


@pytest.mark.parametrize(("rows", "threshold", "expected"), [
    ([[0.5, 0.49999999999999994, 0.5000000000000001]], 0.5, ["ac"]),
    ([[0.0, 1.0, -3.0]], 0.5, ["b"]), ([[0.0, 1.0, -3.0]], 0, ["ab"]),
    ([[0.0, 1.0, -3.0]], -3, ["abc"]), ([[0.5, 0.5, 1.0]], 1.5, [""]),
    *(([[1, 0, 1], [0, 0, 0]], threshold, expected) for threshold, expected in (
        (0.5, ["ac", ""]), (1, ["ac", ""]), (1.1, ["", ""]), (0, ["abc", "abc"]))),
    *(([[0.4, 0.5, 0.6]], one, ["bc"]) for one in (
        np.float32(0.5), np.float64(0.5), np.array(0.5), np.array([0.5] * 3))),
])  # fmt: skip
def test_a_score_at_the_threshold_is_predicted(scored, rows, threshold, expected):
    assert predicted(scored, rows, threshold) == [list(names) for names in expected]


@pytest.mark.parametrize("form", [list, tuple, np.array, pd.Series, lambda t: np.array(t, "f4")])
def test_one_threshold_a_label(scored, form):
    rows = [[0.5, 0.5, 0.5], [0.25, 0.5, 0.0]]
    assert predicted(scored, rows, form([0.25, 0.75, 0.5])) == [["a", "c"], ["a"]]
    gold, threshold = [[1, 0, 1], [1, 0, 0]], form([0.25, 0.75, 0.5])
    assert scored.compute(rows, gold, threshold=threshold)["semantic_f1"] == 1


def test_scores_of_single_precision_are_compared_as_what_they_are(scored):
    """0.7 as float32 is below 0.7, but reaches it: the threshold is rounded to the scores' type."""
    rows = np.array([[0.3, 0.7, 0.5]], dtype=np.float32)
    assert float(rows[0, 0]) > 0.3
    assert float(rows[0, 1]) < 0.7
    assert predicted(scored, rows, 0.3) == [["a", "b", "c"]]
    assert predicted(scored, rows, 0.7) == [["b"]]
    assert predicted(scored, rows.astype(np.float64), 0.7) == [[]]
    assert predicted(scored, rows, np.float32(0.7)) == [["b"]]
    assert predicted(scored, rows.astype(np.float16), 0.5) == [["b", "c"]]


def test_a_threshold_leaves_references_as_they_are(scored):
    data = {"predictions": [[0.9, 0.2, 0.1]], "references": [[1, 0, 0]]}
    assert scored.compute(**data, threshold=0.5)["semantic_f1"] == 1
    assert scored.compute(**data, threshold=0.05)["semantic_precision"] == pytest.approx(1 / 3)


def test_floats_that_are_0_and_1_need_no_threshold(scored):
    rows = np.array([[1.0, 0.0, 1.0], [0.0, -0.0, 0.0]])
    assert scored.compute(predictions=rows, references=rows.astype(int))["semantic_f1"] == 1


def test_a_threshold_a_column_counts_none_columns(load):
    metric = load("multilabel", **NONE_OF_3)
    assert predicted(metric, [[0.6, 0.1, 0.6]], [0.5, 0.5, 0.9]) == [["a"]]


def test_scores_in_batches_beside_indicators(scored):
    rows = [[0.5, 0.4, 1.0], [1, 0, 0], [0, 0, 0], [0.1, 0.9, 0.5]]
    references = [[1, 0, 1], [1, 0, 0], [0, 0, 0], [0, 1, 1]]
    for row, gold in zip(rows, references, strict=True):
        scored.add(prediction=row, reference=gold)
    assert scored.compute(threshold=0.5) == scored.compute(rows, references, threshold=0.5)
    scored.add_batch(predictions=rows, references=references)
    with pytest.raises(ValueError, match=r"predictions\[0\]: column 0 is 0.5"):
        scored.compute()


def test_macro_warns_once_of_labels_that_never_occur(load, abc):
    metric = load(similarity="identity", labels=["a", "b", "c", "d"])
    data = [["a"], ["b"]], [["a"], ["a"]]
    result, (message,) = run(metric, *data, average="macro")
    assert "c, d" in message and "2 labels" in message and 'macro_labels="present"' in message
    assert result["semantic_f1"] == pytest.approx(2 / 3 / 4)
    for macro_labels, expected in (("present", 2 / 3 / 2), (["a"], 2 / 3), (["b", "a"], 1 / 3)):
        result, messages = run(metric, *data, average="macro", macro_labels=macro_labels)
        assert messages == []
        assert result["semantic_f1"] == pytest.approx(expected)
    for average in ("samples", "micro", "weighted", None):
        assert run(metric, *data, average=average)[1] == []
    assert len(run(metric, *data, average=EVERY)[1]) == 1
    _, (message,) = run(load(similarity="goemotions", average="macro"), ["joy"], ["joy"])
    assert "26 labels" in message and "admiration, amusement" in message
    assert "and 14 more" in message
    # Where nothing is gold, weighted falls back to macro.
    data = [["a"], ["b"], []], [[], [], []]
    result, (message,) = run(abc, *data, average=["weighted", "macro"])
    assert three(result, "_weighted") == three(result, "_macro")
    assert "c" in message and len(run(abc, *data, average="weighted")[1]) == 1
    assert run(abc, *data, average="weighted", macro_labels="present")[1] == []


def test_a_label_is_present_where_gold_or_predicted(hard):
    for data in ([["a"], [[]]], [[[]], ["a"]]):
        result, messages = run(hard, *data, average=["macro", None], macro_labels="present")
        assert (three(result, "_macro"), messages) == ((0, 0, 0), [])
    # An example of weight 0 is as if it weren't there.
    weighted = {"macro_labels": "present", "sample_weight": [1, 0]}
    result, _ = run(hard, ["a", "b"], ["a", "c"], average="macro", **weighted)
    assert three(result) == (1, 1, 1)


def test_explain_takes_the_first_best_in_label_order_and_lists_all(load):
    table = np.full((4, 4), 0.5)
    table[0] = [0.2, 0.5, 0.1, 0.5]
    metric = load(similarity=table, labels=["d", "c", "b", "a"])
    (match,) = metric.explain("d", ["a", "b", "c"])["predictions"]
    assert match == {"label": "d", "best_match": "c", "similarity": 0.5, "ties": ["c", "a"]}
    # Its diagonal is below its neighbours: d itself is no better match.
    (match,) = metric.explain("d", ["a", "d", "c"])["predictions"]
    assert match["ties"] == ["c", "a"]


def test_explain_shows_a_best_of_0_as_unmatched(hard):
    unmatched = {"best_match": None, "similarity": 0.0, "ties": []}
    said = hard.explain(["a", "b"], ["b", "c"])
    assert said["predictions"][0] == {"label": "a", **unmatched}
    assert said["references"][1] == {"label": "c", **unmatched}
    said = hard.explain(["a"], [])
    assert said["predictions"] == [{"label": "a", **unmatched}]
    assert said["references"] == []
    assert three(said) == (0, 0, 0)
    assert three(hard.explain([], [])) == (1, 1, 1)
    assert three(hard.explain([], [], zero_division=0.5)) == (0.5, 0.5, 0.5)


def test_explain_shows_unknown_names_as_unmatched(abc):
    for predicted, gold, rule, labels in (
        (["zz", "a", "yy"], ["zz"], "mismatch", ["a", "zz", "yy"]),
        (["zz", "a"], ["b"], "ignore", ["a"]),
    ):
        with pytest.warns(UserWarning, match="'zz'"):
            said = abc.explain(predicted, gold, unknown_labels=rule)["predictions"]
        assert [match["label"] for match in said] == labels
        assert rule == "ignore" or [match["best_match"] for match in said] == [None] * 3


def test_explain_takes_ids_and_indicator_rows(load, abc):
    multilabel = load("multilabel", similarity=NEAR, labels=ABC)
    expected = abc.explain(["a", "c"], "b")
    assert abc.explain([0, 2], 1) == expected
    assert abc.explain(2, [1])["predictions"][0]["label"] == "c"
    assert multilabel.explain([1, 0, 1], [0, 1, 0]) == expected
    assert multilabel.explain([0.7, 0.1, 0.5], [0, 1, 0], threshold=0.5) == expected


def test_signature_says_every_setting(load):
    fields = load(similarity="plutchik").signature().split("|")
    assert fields[0] == "semantic_f1"
    named = dict(field.split(":", 1) for field in fields[1:])
    assert named["similarity"] == "plutchik"
    assert named["labels"] == "12"
    assert len(named["fingerprint"]) == 16
    assert "version" in named
    others = {"n_resamples", "confidence_level", "groups", "seed"}
    others |= {"flat", "human"}
    others |= {option.name for option in OPTIONS if "default" not in option.configs}
    assert set(DEFAULTS) - others <= set(named)
    assert load(similarity="plutchik").signature().isprintable()


SETTINGS = [
    {"average": "micro"}, {"average": None}, {"average": ["samples", "micro"]},
    {"counting": "two_sided"}, {"macro_f1": "f1_of_averages"},
    {"macro_labels": "present"}, {"macro_labels": ["a"]}, {"macro_labels": ["a", "b"]},
    {"unknown_labels": "ignore"}, {"unknown_labels": "mismatch"}, {"normalize_names": True},
    {"zero_division": 0}, {"zero_division": 0.5}, {"none_labels": ["none"]}, {"none_labels": ["c"]},
    {"labels": ["b", "a", "c"]}, {"labels": ["a", "b"], "similarity": "identity"},
    {"similarity": "identity"}, {"similarity": np.nextafter(NEAR, 0.5)}, {"similarity": NEAR.T},
    {"sample_weight": [1, 2]}, {"sample_weight": [2, 1]}, {"sample_weight": [1, 2.0000001]},
]  # fmt: skip


def test_signature_moves_with_every_setting_that_moves_the_number(load, abc):
    signatures = [abc.signature(), *(abc.signature(**options) for options in SETTINGS)]
    multilabel = load("multilabel", similarity=NEAR, labels=ABC)
    thresholds = (None, 0.5, 0.25, [0.5] * 3)
    signatures += [multilabel.signature(threshold=threshold) for threshold in thresholds]
    # The same labels in another order: equal for names, not for ids and columns.
    metric = load(similarity="identity", none_labels=["none"])
    orders = (["a", "b", "none"], ["b", "a", "none"], ["a", "none", "b"])
    signatures += [metric.signature(labels=labels) for labels in orders]
    named = load(similarity="plutchik")
    signatures += [named.signature(labels=names) for names in (["joy", "love"], ["love", "joy"])]
    assert len(set(signatures)) == len(signatures)


def test_signature_is_equal_where_the_number_must_be(load, tmp_path):
    metric = load(similarity="plutchik", labels=[*PLUTCHIK.split(), "admiration"])
    signature = metric.signature()
    for options in (
        {}, {"similarity": metric.similarity.load("plutchik")},
        {"cache_dir": str(tmp_path / "elsewhere")},
        {"keep_in_memory": True, "experiment_id": "x", "seed": 5},
        {**DEFAULTS, "similarity": "plutchik"}, {"zero_division": 1, "none_labels": ()},
    ):  # fmt: skip
        assert load(**{"similarity": "plutchik", **options}).signature() == signature, options
    metric.add(prediction="joy", reference="joy")
    assert metric.signature() == signature
    weighted = metric.signature(sample_weight=[1, 2])
    assert metric.signature(sample_weight=np.array([1.0, 2.0])) == weighted
    macro = metric.signature(macro_labels=["joy", "love"])
    for names in (("joy", "love"), {"love", "joy"}, ["love", "joy"]):
        assert metric.signature(macro_labels=names) == macro


def test_signature_can_be_told_apart_whatever_the_names_are(load):
    metric = load(similarity="identity")
    one = metric.signature(labels=["a|b", "c"], macro_labels=["c"], none_labels=["x,y"])
    other = metric.signature(labels=["a", "b|c"], macro_labels=["a"], none_labels=["x", "y"])
    assert one != other
    assert "\n" not in metric.signature(labels=["a\nb"], macro_labels=["a\nb"])


def test_other_files_in_the_cache_folder_are_left_alone(load, tmp_path):
    data = {"predictions": [["joy"], [], ["anger", "fear"]], "references": [["love"], [], ["fear"]]}
    options = {"similarity": "plutchik", "average": EVERY, "macro_labels": "present"}
    expected = load(**options).compute(**data)

    def added():
        metric = load(**options)
        metric.add_batch(**data)
        return metric.compute()

    # Someone else's pending examples.
    other = load(**options)
    other.add(prediction=["sadness"], reference=["joy"])
    assert added() == expected
    assert other.compute()["semantic_f1_samples"] == 0
    # A damaged file, of a run that was killed.
    default = tmp_path / "metrics" / "semantic_f1" / "default"
    default.mkdir(parents=True, exist_ok=True)
    (default / "default_experiment-1-0.arrow").write_bytes(b"half a file")
    assert added() == expected
    # A folder that is not there yet.
    elsewhere = load(**options, cache_dir=str(tmp_path / "never" / "made"))
    assert elsewhere.compute(**data) == expected


@pytest.mark.parametrize("side", ["predictions", "references"])
def test_one_side_alone_is_refused(load, side):
    said = refusal(load(similarity="plutchik").compute, **{side: ["joy"]})
    assert f"needed together; got {side} only" in said


def test_flat_results_hold_numbers_only():
    metric = SemanticF1(similarity="plutchik", labels=["joy", "love", "anger"])
    data = {"predictions": ["joy", "anger"], "references": ["love", "anger"]}
    lists = metric.compute(**data, average=None)
    flat = metric.compute(**data, average=None, flat=True)
    assert flat == {
        f"{key}_{label}": value
        for key in (*SCORES, "support")
        for label, value in zip(lists["labels"], lists[key], strict=True)
    }
    assert flat["semantic_f1_anger"] == 1
    assert all(type(value) is float for value in flat.values())
    both = metric.compute(**data, average=["macro", None], flat=True, n_resamples=20)
    assert both["semantic_f1_joy"] == flat["semantic_f1_joy"]
    assert both["semantic_f1_macro"] == metric.compute(**data, average="macro")["semantic_f1"]
    assert both["semantic_f1_anger_low"] <= 1 <= both["semantic_f1_anger_high"]
    assert not any(isinstance(value, list) for value in both.values())
    assert metric.compute(**data, flat=True) == metric.compute(**data)
    SemanticF1(similarity="plutchik", flat=True, average=None).compute(**data)


def test_flat_results_of_graded_rows():
    metric = SemanticF1("graded", similarity="identity", labels=["a", "b"])
    rng = np.random.default_rng(0)
    data = {"predictions": rng.random((20, 2)), "references": rng.random((20, 2))}
    lists = metric.compute(**data, average=None)
    flat = metric.compute(**data, average=None, flat=True)
    assert set(map(type, flat.values())) == {float}
    for name in ("semantic_f1", "support"):
        assert [flat[f"{name}_{label}"] for label in "ab"] == lists[name]
    for name in ("manhattan_distance", "entropy_correlation"):
        assert [flat[f"{name}_{label}"] for label in "ab"] == lists[f"{name}_per_label"]
        assert flat[name] == lists[name]
    assert metric.compute(counts=metric.counts(**data), average=None, flat=True) == flat
    metric = SemanticF1("annotators", similarity="identity", labels=["a", "b"], flat=True)
    data = {"references": [[["a"], ["b"]]], "annotators": [["x", "y"]]}
    found = metric.compute(predictions=["a"], **data, average=None)
    assert found["semantic_f1_by_annotator_x_a"] == 1
    assert not any(isinstance(value, list) for value in found.values())


def test_flat_keys_that_collide_are_refused():
    metric = SemanticF1(similarity="identity", labels=["macro", "b"], flat=True)
    with pytest.raises(ValueError, match="flat: two scores would have the key 'semantic_f1_macro'"):
        metric.compute(predictions=["b"], references=["b"], average=["macro", None])


@pytest.mark.parametrize("average", ["samples", ["samples", "macro", None]])
def test_flat_results_leave_out_the_constant_answer(average):
    metric = SemanticF1("annotators", similarity="identity", labels=["a", "b"])
    golds = [[["a", "b"], ["a", "b"]], [["a", "b"], ["b"]]]
    data = {"predictions": ["a", "b"], "references": golds, "average": average}
    data["macro_f1"] = "f1_of_averages"
    lists, flat = metric.compute(**data), metric.compute(**data, flat=True)
    names = [key for key in lists if key.startswith("constant_answer")]
    assert lists[names[0]] == ["a", "b"] and not {*names, "labels"} & flat.keys()
    assert {k: x for k, x in lists.items() if isinstance(x, float)}.items() <= flat.items()
