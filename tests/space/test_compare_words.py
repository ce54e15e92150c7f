"""Sentences and code of the page "Compare": they say what the metric's verdict says, no more."""

import random

import pytest
from space_code import printed
from space_numbers import METRIC
from space_states import given

from space.compare import work as comparing
from space.compare.code import compare_snippet
from space.compare.page import page as compare_page
from space.compare.result import decides, result, verdict
from space.frame import limits
from space.frame.similarities import bundled

EMOTIONS = ("joy", "fear", "anger", "sadness")


def compared(rows, **chosen):
    """The state of a file of systems; ``rows`` hold gold and one label a system."""
    lines = [",".join([*row, f"author {at // 4}"]) for at, row in enumerate(rows)]
    content = "\n".join(["gold,one,two,author", *lines]).encode()
    chosen = {"systems": ["0:one", "0:two"], "similarity": "plutchik", **chosen}
    return given(compare_page, {"rows.csv": content}, **chosen)


def random_rows(n, seed):
    draw = random.Random(seed)
    return [tuple(draw.choice(EMOTIONS) for _ in range(3)) for _ in range(n)]


def test_the_example_is_decided_by_the_similarity():
    state = comparing.compare_systems([], bundled()["goemotions-ekman"], "samples", {})
    assert state.sensitivity["kind"] == "decided"
    text, turned = decides(state)
    assert text == (
        "The similarity decides: systems change places under 3 of 5 other similarities (exact "
        'matches, values cubed, 4th power of values). "next label alphabetically" scores clearly '
        'above "no labels" under this one, and clearly below under another one.'
    )
    assert turned == ["identity", "power 3", "power 4"]


def test_systems_that_the_data_cannot_tell_apart_are_not_said_to_turn_by_the_similarity():
    seen = set()
    for seed in range(12):
        state = compared(random_rows(30, seed))
        text, turned = decides(state)
        kind = state.sensitivity["kind"]
        seen.add(kind)
        assert bool(turned) == (kind != "stable")
        said = {
            "stable": "The ranking is the same under ",
            "undecided": "Too few examples to say whether ",
        }
        assert text.startswith(said[kind])
    assert seen == {"stable", "undecided"}


def test_groups_of_rows_are_drawn_for_ranks_and_verdict():
    rows = random_rows(48, 1)
    state = compared(rows, groups="author")
    gold, one, two = ([[name] for name in side] for side in zip(*rows, strict=True))
    given = {"one": one, "two": two}, gold
    options = {"similarity": "plutchik", "n_resamples": 1000, "groups": [i // 4 for i in range(48)]}
    with METRIC.notices():
        found = METRIC.sensitivity(*given, **options)
        (pair,) = METRIC.rank(*given, seed=0, **options)["pairs"]
    assert state.sensitivity["pairs"] == found["pairs"]
    assert state.sensitivity["n_needed"] == found["n_needed"]
    assert state.pairs[0]["p_value"] == pair["p_value"]
    ends = sorted(abs(state.pairs[0][end]) for end in ("low", "high"))
    assert ends == sorted(abs(pair[end]) for end in ("low", "high"))
    assert "Intervals draw the 12 groups of &#x27;author&#x27;, not rows." in result(state, {})


def test_without_intervals_no_system_is_called_best(monkeypatch):
    rows = [(name, name, "anger") for name in EMOTIONS] * 5
    assert verdict(compared(rows))[0] == "one is best"
    monkeypatch.setattr(limits, "MOST_RESAMPLED", 3)
    head, finding = verdict(compared(rows))
    assert head == "one scores highest"
    assert "No interval above 3 rows" in finding


def test_one_example_is_one():
    rows = [("joy", "joy", "fear")]
    assert "On 1 example, Semantic F1" in result(compared(rows), {})


@pytest.mark.parametrize("systems", [None, ["no labels", "classifier"]])
def test_code_ranks_the_example_again(tmp_path, systems):
    state = comparing.compare_systems(
        [], bundled()["goemotions-ekman"], "micro", {"counting": "two_sided"}, names=systems
    )
    (tmp_path / "examples").symlink_to(comparing.BUNDLED.parent)
    best = state.systems[0]
    said = printed(compare_snippet(state), tmp_path)
    assert said == f"{best['system']} {round(best['f1'], 4)}"
