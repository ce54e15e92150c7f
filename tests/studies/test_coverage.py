"""The coverage study: it runs, on few data sets finds what it found on many, and is recorded."""

import importlib.util
import re
import sys

import numpy as np
import pytest

from semantic_f1.scoring import counts as scoring

F1 = {"samples": 2, "micro": 5, "macro": 8, "weighted": 11}


@pytest.fixture(scope="module")
def study(root):
    # By its path: a package of the same name measures what tests run.
    spec = importlib.util.spec_from_file_location("study", root / "studies" / "coverage.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def common(study):
    population = study.common_labels(np.random.default_rng(1), n=20_000)
    return population, study.run(population, 40, n_resamples=200, schemes=False)


@pytest.fixture(scope="module")
def rare(study):
    population = study.rare_labels(np.random.default_rng(1), n=20_000)
    return population, study.run(population, 30, n_resamples=200)


def coverage_of(study, outcome, method, kept):
    ends = outcome.intervals[method]
    return study.covered(study.keep_labels(ends) if kept else ends, outcome.truth).mean(axis=0)


def test_intervals_of_common_labels_hold_the_truth(study, common):
    population, outcome = common
    assert (population.gold.mean(axis=0) * study.EXAMPLES).min() > 30
    for method in ("percentile", "bca"):
        shares = coverage_of(study, outcome, method, kept=True)
        for average, column in F1.items():
            # 38 of 40 are expected; fewer than 34 come once in three hundred times.
            assert shares[column] >= 34 / 40, average
        widths = np.ptp(outcome.intervals[method], axis=1)[:, list(F1.values())]
        assert ((widths > 0.02) & (widths < 0.12)).all()


def test_no_difference_is_seldom_found_where_there_is_none(common, rare):
    for _, outcome in (common, rare):
        found = (outcome.p_values < 0.05).mean(axis=0)
        assert (found[list(F1.values())] <= 0.15).all()
        # p-values spread over all of [0, 1].
        assert outcome.p_values[:, F1["micro"]].mean() == pytest.approx(0.5, abs=0.15)


def test_a_difference_is_told(common):
    _, outcome = common
    for column in F1.values():
        assert outcome.true_difference[column] > 0.05
        low, high = outcome.differences[:, :, column].T
        assert ((low <= outcome.true_difference[column]) & (high > 0)).mean() > 0.8
        assert (low > 0).mean() > 0.9


def test_macro_of_rare_labels_needs_its_labels_kept(study, rare):
    _, outcome = rare
    macro = F1["macro"]
    plain = coverage_of(study, outcome, "percentile", kept=False)[macro]
    assert plain < 0.75
    assert coverage_of(study, outcome, "bca", kept=True)[macro] >= plain + 0.2
    assert coverage_of(study, outcome, "bca", kept=True)[macro] >= 0.8
    other = {name: study.covered(x, outcome.truth[macro]) for name, x in outcome.schemes.items()}
    assert list(other) == list(study.SCHEMES)
    assert other["stratified by the rarest gold label"].mean() < 0.75


def test_labels_with_little_support_are_not_covered(study, rare):
    _, outcome = rare
    hit = study.covered(outcome.intervals["bca"][:, :, study.PER_LABEL], outcome.truth[18:])
    assert hit[outcome.supports < 3].mean() < 0.6
    assert hit[outcome.supports >= 10].mean() > 0.9


def test_true_scores_are_those_of_the_whole_population(study, rare):
    population, outcome = rare
    sides = [np.nonzero(x) for x in (population.predicted[0], population.gold)]
    sets = [
        scoring.LabelSets(
            labels.astype(np.int32), np.searchsorted(rows, np.arange(len(population.gold) + 1))
        )
        for rows, labels in sides
    ]
    pairs = lambda a, b: population.values[a, b]  # noqa: E731
    scores = scoring.pointwise(*sets, pairs, len(population.values))
    assert outcome.truth[2] == pytest.approx(scores.f1.mean(), abs=1e-12)


def tables(text):
    """Section -> list of tables, each a list of rows of cells."""
    sections = {}
    for section in text.split("\n## ")[1:]:
        title, *blocks = re.split(r"\n\n+", section)
        sections[title.splitlines()[0]] = [
            [[cell.strip() for cell in row.strip("|").split("|")] for row in block.splitlines()]
            for block in blocks
            if block.startswith("|")
        ]
    return sections


@pytest.fixture(scope="module")
def recorded(root):
    return tables((root / "studies" / "coverage.md").read_text("utf-8"))


def test_the_script_prints_the_tables_that_are_recorded(study, recorded, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["coverage.py", "--data-sets", "2"])
    study.main()
    printed = tables("\n" + capsys.readouterr().out)
    assert list(printed) == ["Common labels", "Rare labels"]
    for title, found in printed.items():
        assert len(found) == len(recorded[title])
        for table, kept in zip(found[:-1], recorded[title][:-1], strict=True):
            assert [row[0] for row in table] == [row[0] for row in kept]
            assert table[0] == kept[0]
        assert found[-1][0] == recorded[title][-1][0]


def test_recorded_shares_are_within_bounds(recorded):
    intervals, comparison, _ = recorded["Common labels"]
    head, _, *rows = intervals
    best = head.index("BCa, labels kept")
    checked = 0
    for row in rows:
        if row[0].split()[0] in ("samples", "micro", "macro"):
            assert 93 <= float(row[best]) <= 97, row[0]
            checked += 1
    assert checked == 9
    head, _, *rows = comparison
    for row in rows:
        if row[0].split()[0] in ("samples", "micro", "macro"):
            assert 4 <= float(row[head.index("p < .05, no difference")]) <= 6, row[0]
            checked += 1
    assert checked == 18
    rare = {row[0]: row for row in recorded["Rare labels"][0]}
    assert float(rare["macro F1"][best]) > float(rare["macro F1"][2]) + 20
