"""The study of coverage: its nulls are null, it runs, and what is recorded keeps the bounds."""

import re

import coverage_of_intervals
import numpy as np
import populations
import pytest

from semantic_f1.scoring.averages import Averaging

AVERAGES = ("samples", "micro", "macro", "weighted")


@pytest.fixture(scope="module")
def study():
    before, populations.SIZE = populations.SIZE, 4_000
    yield coverage_of_intervals
    populations.SIZE = before


@pytest.mark.parametrize("average", ["micro", "macro"])
def test_the_nulls_have_equal_scores(study, average):
    averaging = Averaging((average,))
    for name, make in study.NULLS.items():
        own = make(np.random.default_rng(0), average, averaging)
        scores = [own.truth(average, averaging, system)[2] for system in (0, 1)]
        assert scores[0] == pytest.approx(scores[1], abs=2e-3), name
        assert 0.1 < scores[0] < 0.95


def test_equal_systems_are_seldom_found_to_differ(study):
    averaging = Averaging(("micro",))
    own = study.NULLS["sets of 1 and 10"](np.random.default_rng(0), "micro", averaging)
    drawing = own.drawing(60)
    found = study.rejected(drawing, "micro", averaging, 40, 0)
    assert found.mean() <= 0.15


def test_intervals_hold_the_truth_of_few_examples(study):
    own = study.boundaries(np.random.default_rng(0))["5% wrong"]
    averaging = Averaging(("samples",))
    truth = own.truth("samples", averaging)
    *shares, width = study.held(own.drawing_first(30), truth, "samples", averaging, 60, 0)
    assert min(map(float, shares)) >= 90
    assert 0.1 < float(width) < 0.3


def test_groups_are_drawn_whole(study):
    own = study.in_groups(np.random.default_rng(0), (3, 9), n_groups=50)
    (units,), numbers = own.drawn_groups(np.random.default_rng(1), 7)
    assert units.n_units == len(numbers)
    assert np.unique(numbers).tolist() == list(range(7))
    assert np.bincount(numbers).min() >= 3


def recorded(root, title):
    """The rows of a table of coverage.md as dicts."""
    text = (root / "studies" / "coverage.md").read_text(encoding="utf-8")
    section = text.split(f"\n## {title}\n")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    heads, _, *rows = ([cell.strip() for cell in line.strip("|").split("|")] for line in lines)
    return [dict(zip(heads, row, strict=True)) for row in rows]


def within(share, bound, data_sets):
    """A bound in percent, two errors of the simulation left to either side."""
    return share <= bound + 200 * np.sqrt(bound / 100 * (1 - bound / 100) / data_sets)


def test_recorded_tests_keep_their_level(root, study):
    rows = recorded(root, "Tests of equal scores")
    assert {row["equal systems"] for row in rows} == set(study.NULLS)
    told = {(row["equal systems"], row["average"], row["counting"]) for row in rows}
    averages = ("samples", "micro", "weighted", "one label")
    assert told >= {(name, average, "paper") for name in study.NULLS for average in averages}
    assert told >= {(name, x, "two_sided") for name in study.GRADED for x in averages[1:]}
    for row in rows:
        assert int(row["data sets"]) >= (1000 if row["average"] == "weighted" else 2000)
        bound = 8 if row["average"] == "weighted" else 7
        for n in ("n = 30", "100", "300"):
            assert within(float(row[n]), bound, int(row["data sets"])), row


def test_recorded_macro_differences_keep_their_level(root, study):
    rows = [row for row in recorded(root, "Macro differences") if row["n"].isdigit()]
    names = {row["equal systems"] for row in rows}
    assert {name for name in names if "groups of" in name or "present" in name} >= {
        f"{source}, {kind}"
        for source in ("one label of 93%", "20 labels of 5 gold, 1 against 10")
        for kind in ("present labels", "20 groups of 5", "12 groups of 7 to 80")
    }
    told = {(row["equal systems"], row["n"]) for row in rows}
    assert told >= {(name, n) for name in study.NULLS for n in ("30", "100", "300")}
    for row in rows:
        share = np.mean([float(row[key]) for key in row if key.startswith("seed")])
        if "by ." not in row["equal systems"]:
            assert share <= 7.5, row
        elif int(row["n"]) >= 300:
            assert share >= 20, row


def test_recorded_power_is_near_the_best_of_other_tests(root):
    rows = recorded(root, "Power")
    assert len(rows) == 8
    for row in rows:
        ours, data_sets = float(row["default"]), int(row["data sets"])
        error = 100 * np.sqrt(ours / 100 * (1 - ours / 100) / data_sets)
        assert ours >= float(row["bootstrap-t"]) - 5 - 2 * error, row


@pytest.mark.parametrize(("title", "n", "bound", "data_sets"), [
    ("Intervals of one score", 56, 7.5, 2000), ("Macro", 32, 10.5, 1000), ("Groups", 4, 8, None),
])  # fmt: skip
def test_recorded_intervals_hold_the_truth(root, title, n, bound, data_sets):
    rows = recorded(root, title)
    assert len(rows) == n
    for row in rows:
        drawn = data_sets or int(row["data sets"])
        for score in ("precision", "recall", "F1"):
            held = float(re.match(r"[\d.]+", row[score])[0])
            assert within(100 - held, bound, drawn), (score, row)
        assert title != "Groups" or within(float(row["p <= .05"]), 7, drawn), row


def test_recorded_ranks_hold_together(root):
    rows = recorded(root, "Ranks")
    for row in rows:
        assert within(100 - float(row["all hold"]), 5, int(row["data sets"])), row
        assert within(float(row["wrong"]), 7, int(row["data sets"])), row
    alike = [row for row in rows if re.search("(all|much) alike", row["systems"])]
    assert len(alike) >= 2
    for row in alike:
        assert float(row["found"]) >= 60
    # Verdicts blame no similarity for noise.
    for row in recorded(root, "Sensitivity"):
        assert "equal" not in row["systems"] or within(float(row["decided"]), 2, 2000), row
