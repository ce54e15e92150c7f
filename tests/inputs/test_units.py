"""Groups of examples: the forms that they come in, and how they are refused."""

from functools import partial

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from helpers import traced

from semantic_f1 import SemanticF1
from semantic_f1.inputs.groups import check_groups, group_codes


@pytest.mark.parametrize("values", [
    ["b", "a", "b"], ("b", "a", "b"), np.array(["b", "a", "b"]),
    pd.Series(["b", "a", "b"], index=[7, 8, 9]),
    pa.array(["b", "a", "b"]),
    pa.chunked_array([["b"], ["a", "b"]]),
    iter(["b", "a", "b"]),
])  # fmt: skip
def test_groups_in_all_forms(values):
    groups = check_groups(values)
    assert groups == ("b", "a", "b")
    assert group_codes(groups, 3).tolist() == [0, 1, 0]


def test_numbers_dates_and_pairs_are_groups():
    dates = pd.Series(pd.to_datetime(["2020-01-01", "2020-01-02", "2020-01-01"]))
    for values in (np.array([3, 1, 3]), [2.5, 1.0, 2.5], dates, [("a", 1), ("b", 1), ("a", 1)]):
        assert group_codes(check_groups(values), 3).tolist() == [0, 1, 0]
    # 1, 1.0 and True are one key of a dict.
    assert group_codes(check_groups([1, 1.0, True, "1"]), 4).tolist() == [0, 1, 2, 3]

    # Examples that are left out have no number.
    chosen = np.array([False, True, True, True])
    assert group_codes(("x", "a", "b", "a"), 4, chosen).tolist() == [0, 1, 0]


@pytest.mark.parametrize(("values", "said"), [
    ("abc", r"^groups: expected one value per example"),
    ({"a": 1}, r"^groups: expected one value per example"),
    (5, r"^groups: expected one value per example.*; got 5$"),
    (["a", None], r"^groups\[1\]: there is none \(None\); every example needs one"),
    (["a", float("nan")], r"^groups\[1\]: there is none \(nan\)"),
    (pd.Series(["a", pd.NA], dtype="string"), r"^groups\[1\]: there is none \(<NA>\)"),
    (pd.Series([pd.NaT]), r"^groups\[0\]: there is none \(NaT\)"),
    (pa.array(["a", None]), r"^groups\[1\]: there is none \(None\)"),
    ([["a"]], r"^groups\[0\]: expected a name or a number; got \['a'\]"),
])  # fmt: skip
def test_groups_that_can_not_be(values, said):
    with pytest.raises(ValueError, match=said):
        check_groups(values)


def test_groups_move_no_score():
    metric = SemanticF1(similarity="plutchik")
    data = {"predictions": [["joy"], ["fear"]] * 15, "references": [["love"], ["fear"]] * 15}
    groups = np.arange(30) // 2
    plain = metric.compute(**data)
    assert metric.compute(**data, groups=groups) == plain
    for n_resamples in (None, 50):
        with pytest.raises(ValueError, match=r"^groups: expected one per example, 30; got 2$"):
            metric.compute(**data, groups=["a", "b"], n_resamples=n_resamples)
    found = metric.compute(**data, groups=groups, n_resamples=400)
    assert {key: found[key] for key in plain} == plain
    # Every group has one of each: groups are alike, and nothing is known of others than these.
    assert found["semantic_f1_standard_error"] == pytest.approx(0, abs=1e-12)
    assert found["semantic_f1_low"] < found["semantic_f1"]


def test_samples_and_micro_of_many_labels_take_memory_for_their_own_columns_only():
    labels = [f"label {i}" for i in range(20_000)]
    rng = np.random.default_rng(0)
    sides = [[[labels[i]] for i in rng.integers(20_000, size=2000)] for _ in "pr"]
    metric = SemanticF1(similarity="identity", labels=labels)
    metric.compute(predictions=sides[0], references=sides[1])
    for average in ("samples", "micro"):
        options = {"average": average, "n_resamples": 400}
        # Counts of each label for each example would take 1,280 MB.
        for call in (metric.compute, partial(metric.compare, sides[0])):
            assert traced(partial(call, *sides, **options))[1] < 150e6
