"""Groups: values by hand, levels in any order, tables, and what is refused."""

import itertools
import math
import warnings
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from helpers import in_form, off_diagonal, refusal
from hypothesis import given
from hypothesis import strategies as st

from semantic_f1.similarity.builders.groups import from_groups

EMOTIONS = ["anger", "annoyance", "disgust", "fear", "joy", "love", "surprise"]
GROUPS = ["anger", "anger", "disgust", "fear", "joy", "joy", "surprise"]
EKMAN = dict(zip(EMOTIONS, GROUPS, strict=True))
SENTIMENT = dict(zip(EMOTIONS, ["-", "-", "-", "-", "+", "+", "?"], strict=True))
TWO_THIRDS = 2 / 3
SHEET = {"label": EMOTIONS, "sentiment": list(SENTIMENT.values()), "group": GROUPS}


def test_groups_by_hand():
    fine = {"a": 1, "b": 1, "c": 2, "d": 3}
    coarse = {"a": "x", "b": "x", "c": "x", "d": "y"}
    assert off_diagonal(from_groups([fine, coarse])) == [2 / 3, 1 / 3, 0, 1 / 3, 0, 0]
    named = from_groups({"fine": fine, "coarse": coarse}, ["d", "b", "a"], values=[0.9, 0.2])
    assert off_diagonal(named) == [0, 0, 0.9]
    assert named.card["derivation"] == (
        "1 for the same label, 0.9 in the same group at level 'fine', 0.2 in the same group at "
        "level 'coarse' and at none before it, otherwise 0."
    )
    assert off_diagonal(from_groups([coarse])) == [0.5, 0.5, 0, 0.5, 0, 0]


@given(st.integers(0, 10_000), st.integers(2, 4))
def test_every_order_of_nested_levels_gives_one_table(seed, n_levels):
    rng = np.random.default_rng(seed)
    labels = [f"l{i}" for i in range(8)]
    groups, levels = np.arange(8) % 6, []
    for _ in range(n_levels):
        levels.append(dict(zip(labels, groups.tolist(), strict=True)))
        groups = rng.integers(0, 4, groups.max() + 1)[groups]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        tables = {from_groups(list(order)).fingerprint for order in itertools.permutations(levels)}
    assert len(tables) == 1


def test_levels_that_cross_need_to_be_weighed():
    """a and c share one level only, b and c the other one only."""
    levels = {"topic": {"a": 1, "b": 2, "c": 2}, "tone": {"a": "x", "b": "y", "c": "x"}}
    said = refusal(from_groups, levels)
    assert said == (
        "groups: levels 'topic' and 'tone' cross, neither refines the other: ('b', 'c') share a "
        "group at 'topic' only, ('a', 'c') at 'tone' only; say what each level weighs, such as "
        "levels={'topic': 0.5, 'tone': 0.5}"
    )
    weighed = from_groups(levels, levels={"topic": 0.6, "tone": 0.25})
    assert off_diagonal(weighed) == [0, 0.25, 0.6]
    assert "else the greatest of: 0.6 in the same" in weighed.card["derivation"]
    # Where two labels share several levels, the greatest counts.
    both = {"one": {"a": 1, "b": 1, "c": 1}, "two": {"a": 1, "b": 1, "c": 2}}
    assert off_diagonal(from_groups(both, levels={"one": 0.5, "two": 0.3})) == [0.5, 0.5, 0.5]
    assert off_diagonal(from_groups(levels, levels=["tone"])) == [0, 0.5, 0]
    # A finer level that weighs less says nothing.
    finer = {"a": 1, "b": 1, "c": 2}
    rising = from_groups([finer, dict.fromkeys("abc", 1)], levels={1: 0.2, 2: 0.6})
    assert off_diagonal(rising) == [0.6, 0.6, 0.6]
    assert "else the greatest of: 0.2 in the same" in rising.card["derivation"]


def test_one_level_as_a_mapping_needs_no_list():
    topics = {"a": "x", "b": "x", "c": "y"}
    for groups in (topics, [topics], pd.Series(topics), {"x": ["a", "b"], "y": {"c"}}):
        similarity = from_groups(groups, ["a", "b", "c"])
        assert off_diagonal(similarity) == [0.5, 0, 0]
    # Numbers of any kind.
    assert off_diagonal(from_groups([{"a": 1, "b": 1.0, "c": np.int64(1)}])) == [0.5] * 3
    similarity = from_groups(topics, values=[Fraction(1, 3)])
    assert "0.3333333333333333 in the same" in similarity.card["derivation"]
    said = refusal(from_groups, {"x": ["a", "b"], "y": ["a"]})
    assert "'a' is in two groups of level 1, 'x' and 'y'" in said


@pytest.mark.parametrize("kind", ["list", "records", "polars", "arrow", "csv.gz", "xlsx", "tsv"])
def test_a_sheet_in_every_form(kind, tmp_path):
    frame = pd.DataFrame(SHEET)
    expected = from_groups([SENTIMENT, EKMAN])
    for sheet in (in_form(frame, kind, tmp_path), frame, frame.set_index("label")):
        similarity = from_groups(sheet)
        assert similarity.labels == tuple(EMOTIONS)
        assert similarity.fingerprint == expected.fingerprint


def test_which_column_holds_the_labels():
    frame = pd.DataFrame(SHEET).rename(columns={"label": "emotion"})
    assert from_groups(frame).labels == tuple(EMOTIONS)
    frame.insert(2, "id", range(7))
    said = refusal(from_groups, frame)
    assert "label: which column holds the labels?" in said and "'emotion', 'id'" in said
    chosen = from_groups(frame, label="emotion", levels=["group", "sentiment"])
    assert chosen.between("joy", "love") == TWO_THIRDS
    for groups, options, said in (
        (frame, {"label": "emotoin"}, "has no column 'emotoin' (did you mean 'emotion'?)"),
        ({"label": ["a", "a"], "g": [1, 2]}, {}, "more than once"),
        ([EKMAN], {"label": "x"}, "label: it goes with a table"),
        (pd.DataFrame({"label": ["a", "b"]}), {}, "no column of groups"),
    ):
        assert said in refusal(from_groups, groups, **options)


def test_a_level_of_labels_that_are_all_alone_is_told():
    frame = pd.DataFrame({**SHEET, "note": [f"n{i}" for i in range(7)]})
    with pytest.warns(UserWarning, match="level 'note' each of the 7 labels is alone") as caught:
        similarity = from_groups(frame)
    assert caught[0].filename == __file__
    assert similarity.between("joy", "love") == 0.5
    assert from_groups(frame, levels=["sentiment", "group"]).between("joy", "love") == TWO_THIRDS
    # Of two labels nothing else can be said.
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        from_groups([{"a": 1, "b": 2}, {"a": 1, "b": 1}])


@pytest.mark.parametrize(("groups", "options", "said"), [
    *((groups, {}, "groups: expected a table") for groups in ([], 3)),
    ([{"a": 1, "b": 1}, {"a": 1}], {}, "groups: 'b' has no group at level 2"),
    *((groups, {}, "groups: 'b' has no group at level 1") for groups in (
        [{"a": 1, "b": None}], [{"a": 1, "b": math.nan}], [{"a": 1}, {"a": 1, "b": 1}])),
    ([{"a": 1}], {"labels": ["a", "z"]}, "groups: 'z' has no group at level 1"),
    *(([{"a": 1}], {"values": wrong}, "values: expected 1 number from 1 to 0")
        for wrong in ([0.5, 0.2], 0.5j, [1.5], [-0.5], [math.nan], ["1"])),
    ([{"a": 1}, {"a": 1}], {"values": [0.2, 0.5]}, "values: expected 2 numbers from 1 to 0"),
    ([{"a": 1}], {"levels": {"x": 1}}, "levels: expected some of 1; got 'x'"),
    ([{"a": 1}], {"levels": {1: 2}}, "levels: each weighs a number in [0, 1]; 1 has 2"),
    ([{"a": 1}], {"levels": 3}, "levels: expected names of levels"),
    ([{"a": 1}], {"levels": {1: 0.5}, "values": [1]}, "values: levels= says already"),
    *(([{"a": wrong, "b": 1}], {}, "groups: expected a name or number as the group of 'a' at")
        for wrong in ([1], np.array([1, 2]))),
    ({"label": ["a", None], "g": [1, 2]}, {}, "groups: column 'label' is blank in row 2"),
    ({"label": ["a", "b"], "g": [1]}, {}, "groups: columns must have one length"),
])  # fmt: skip
def test_groups_refused(groups, options, said):
    assert refusal(from_groups, groups, **options).startswith(said)
