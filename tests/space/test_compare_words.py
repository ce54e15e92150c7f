"""Sentences and code of the page "Compare": they say what the metric's verdict says, no more."""

import random

import pytest
from space_code import printed

from semantic_f1 import SemanticF1
from space.compare import work as comparing
from space.compare.code import compare_snippet
from space.compare.result import decides, result, verdict
from space.frame import limits
from space.frame.similarities import bundled

EMOTIONS = ("joy", "fear", "anger", "sadness")


def compared(rows, names=("one", "two"), groups="", **options):
    """The state of a file of systems; ``rows`` hold gold and one label a system."""
    lines = [",".join(["gold", *names, "author"])]
    lines += [",".join([*row, f"author {at // 4}"]) for at, row in enumerate(rows)]
    content = "\n".join(lines).encode()
    reading = {"references": "gold", "separator": "one", "ids": "auto"}
    files = [("rows.csv", content, reading, list(names))]
    similarity = bundled()["plutchik"]
    return comparing.compare_systems(files, similarity, "samples", options, groups=groups)


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


def test_the_verdict_draws_groups_where_the_ranks_do():
    rows = random_rows(48, 1)
    state = compared(rows, groups="author")
    metric = SemanticF1(similarity="plutchik")
    gold, one, two = ([[name] for name in side] for side in zip(*rows, strict=True))
    with metric.notices():
        found = metric.sensitivity(
            {"one": one, "two": two},
            gold,
            n_resamples=1000,
            groups=[at // 4 for at in range(48)],
        )
    assert state.sensitivity["pairs"] == found["pairs"]
    assert state.sensitivity["n_needed"] == found["n_needed"]


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
