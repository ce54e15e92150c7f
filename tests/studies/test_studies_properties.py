"""The studies: table 5's marks, those of Semantic F1, and the two macro F1s on random tasks."""

from functools import partial

import macro_f1
import metric_properties
import numpy as np
import properties
import pytest
from metric_properties import SIMILARITIES, calibrated_metric, semantic
from properties import Search

from semantic_f1.reports import confusion
from semantic_f1.reports.confusion import METRICS
from semantic_f1.scoring import counts as scoring
from semantic_f1.scoring.averages import average_scores

SEARCH = Search(seed=3, many=100)
# Where table 5's marks and the search differ; all of it after calibration.
DIFFERENCES = {
    "macro_precision": {"monotonicity": False, "class decomposability": False},
    "macro_f1": {"monotonicity": False, "class decomposability": False},
    "macro_f1_of_averages": {"monotonicity": False},
    "weighted_f1": {"class decomposability": False},
    "cohen_kappa": {"monotonicity": True, "class decomposability": True},
}


@pytest.mark.parametrize("name", METRICS)
def test_table_5(name):
    plain = metric_properties.judge(METRICS[name], SEARCH)
    after = metric_properties.judge(METRICS[name], SEARCH, calibrated=True)
    found = metric_properties.differences(name, plain, after)
    assert all(calibrated for _, calibrated, _, _ in found)
    assert {key: finding.holds for key, _, _, finding in found} == DIFFERENCES.get(name, {})
    # On equal column sums the printed marks of decomposability hold, but for kappa's.
    printed = metric_properties.PRINTED[name][2]
    assert plain["equal columns"].holds == (printed != "no" or name == "cohen_kappa")
    assert plain["correction"].holds == (name not in ("cohen_kappa", "matthews_corrcoef"))
    assert after["correction"].holds
    for finding in (*plain.values(), *after.values()):
        assert finding.holds or finding.evidence


def test_checkers_on_made_up_metrics():
    share_of_class_0 = properties.one_by_one(lambda matrix: matrix[0, 0] / matrix.sum())
    of = {name: check(share_of_class_0, SEARCH) for name, check in properties.PROPERTIES.items()}
    assert [name for name in of if of[name].holds] == ["class sensitivity", "correction"]
    assert "1 more right at (1,1)" in of["monotonicity"].evidence

    def share_of_errors(stack):
        return 1 - METRICS["accuracy"](stack)

    of = {name: check(share_of_errors, SEARCH) for name, check in properties.PROPERTIES.items()}
    assert [name for name in of if of[name].holds] == []
    assert "wrong" in of["monotonicity"].evidence or "right" in of["monotonicity"].evidence
    decomposability = properties.class_decomposability(
        lambda stack: np.prod(confusion.per_class(stack).recall, axis=-1), SEARCH
    )
    assert decomposability == (True, "", "p = 0")
    for score, degree in ((0.2, "complete"), (1, "")):
        constant = partial(lambda score, stack: np.full(len(stack), score), score)
        found = properties.chance_correction(constant, SEARCH)
        assert found.degree == degree if degree else not found.holds
    first, second = (properties.chance_correction(METRICS["accuracy"], SEARCH) for _ in range(2))
    assert first == second and not first.holds


def test_counterexamples_are_real():
    """The evidence says what the metric does."""
    finding = properties.monotonicity(METRICS["weighted_f1"], SEARCH)
    assert not finding.holds
    head, tail = finding.evidence.split(": 1 more ")
    matrix = np.array(eval(head, {}))
    cell = eval(tail.split(" at ")[1].split(" moves")[0], {})
    before, after = (float(word) for word in tail.split(" moves ")[1].split(" to "))
    assert METRICS["weighted_f1"](matrix) == pytest.approx(before, abs=1e-4)
    matrix[cell] += 1
    assert METRICS["weighted_f1"](matrix) == pytest.approx(after, abs=1e-4)
    assert (after > before) == (cell[0] != cell[1])


@pytest.mark.parametrize("seed", range(3))
def test_a_short_climb_is_no_counterexample(seed):
    """After calibration guesses earn the same whatever the gold shares, so these pool theirs."""
    options = metric_properties.SEMANTIC["micro F1, two-sided"]
    metric = partial(semantic, similarity=SIMILARITIES["one-way"], **options)
    search = Search(seed, many=12, every_class=True)
    assert properties.chance_correction(calibrated_metric(metric), search).degree == "bounded"


# Semantic F1 as a function of the confusion matrix
@pytest.mark.parametrize("kind", SIMILARITIES)
def test_semantic_equals_the_scoring_of_single_labels(kind):
    rng = np.random.default_rng(4)
    table = SIMILARITIES[kind](4)
    predicted, gold = rng.integers(0, 4, (2, 80))
    matrix = np.zeros((4, 4))
    np.add.at(matrix, (predicted, gold), 1)
    sets = [scoring.LabelSets(side.astype(np.int32), np.arange(81)) for side in (predicted, gold)]
    counts = scoring.count(*sets, lambda a, b: table[a, b], 4)
    for options in metric_properties.SEMANTIC.values():
        name = options.get("score", "f1")
        expected = average_scores(
            counts, options.get("average", "macro"), counting=options.get("counting", "paper")
        )
        found = semantic(matrix[None], SIMILARITIES[kind], **options)
        assert found[0] == pytest.approx(getattr(expected, name), abs=1e-12)


# Without and with calibration, in the order of PROPERTIES.
SEMANTIC_MARKS = {
    ("macro F1, paper", "ordinal"): ("nyynnn", "nynyyn"),
    ("macro F1, paper", "circular"): ("nyynnn", "nynyyn"),
    ("macro F1, paper", "one-way"): ("nyynnn", "nynyyn"),
    ("macro F1, two-sided", "ordinal"): ("nyynnn", "nynyyn"),
    ("macro F1, two-sided", "circular"): ("nyynyn", "nynyyn"),
    ("macro F1, two-sided", "one-way"): ("nyynnn", "nynyyn"),
    ("macro recall, two-sided", "ordinal"): ("nyyyyy", "nyyyyy"),
    ("micro F1, two-sided", "one-way"): ("nynnny", "nynyyy"),
}


@pytest.mark.parametrize(("title", "kind"), SEMANTIC_MARKS)
def test_marks_of_semantic_f1(title, kind):
    metric = partial(semantic, similarity=SIMILARITIES[kind], **metric_properties.SEMANTIC[title])
    for calibrated, marks in zip((False, True), SEMANTIC_MARKS[title, kind], strict=True):
        found = metric_properties.judge(metric, SEARCH, calibrated)
        names = properties.PROPERTIES
        assert "".join("y" if found[name].holds else "n" for name in names) == marks, found


def test_chance_levels_that_the_page_states():
    """Under equal column means guessing earns the mean of S at most, by gold shares just that."""
    table = SIMILARITIES["circular"](5)
    p, z = np.random.default_rng(6).dirichlet(np.ones(5), (2, 300)).clip(1e-4)
    p, z = p / p.sum(axis=1, keepdims=True), z / z.sum(axis=1, keepdims=True)
    score = partial(semantic, similarity=SIMILARITIES["circular"], counting="two_sided")
    np.testing.assert_allclose(score(p[:, :, None] * p[:, None, :]), table.mean())
    assert (score(z[:, :, None] * p[:, None, :]) <= table.mean() + 1e-12).all()
    # The paper's counting: guessing pays more where classes are skewed.
    grid = np.linspace(0.001, 0.999, 999)
    z = np.stack([grid, 1 - grid], axis=1)
    even, skewed = (
        semantic(z[:, :, None] * gold, lambda n: 0.5 + np.eye(n) / 2).max()
        for gold in ([0.5, 0.5], [0.9, 0.1])
    )
    assert even == pytest.approx(0.75) and skewed > 0.77


def test_figure_1a():
    found = macro_f1.figure_1a(np.random.default_rng(macro_f1.SEED))
    tolerance = {"RMS difference": 0.005, "Pearson": 0.05, "Spearman": 0.06}
    tolerance |= {"greatest F1 of averages": 0.02, "greatest averaged F1": 0.015}
    for name, printed in macro_f1.PRINTED.items():
        assert found[name] == pytest.approx(printed, abs=tolerance[name]), name


def test_random_tasks():
    rng = np.random.default_rng(8)
    predicted = np.array([[0.7, 0.2, 0.1], [0, 1, 0], [0.5, 0, 0.5]])
    tasks = macro_f1.random_tasks(rng, (0.5, 0.3, 0.2), predicted, 1000, 400)
    assert tasks.shape == (400, 3, 3)
    assert (tasks.sum(axis=(1, 2)) == 1000).all()
    expected = predicted.T * np.array([0.5, 0.3, 0.2])
    np.testing.assert_allclose(tasks.mean(axis=0) / 1000, expected, atol=0.003)
    np.testing.assert_allclose(macro_f1.skewed(4, 0), [0.25] * 4)
    np.testing.assert_allclose(macro_f1.skewed(3, 1), np.array([6, 3, 2]) / 11)
    assert macro_f1.skewed(13, 0.3).sum() == pytest.approx(1)


def test_delta_grows_with_skew_and_vanishes_without_errors():
    rng = np.random.default_rng(9)
    quantiles = macro_f1.figure_1b(rng, n_tasks=100)
    medians = [quantiles[name][1] for name in ("50/50", "75/25", "95/5")]
    assert medians == sorted(medians)
    assert medians[0] < 0.001
    assert medians[2] > 0.1
    grid = macro_f1.figure_2(rng, 4, n_tasks=20)
    assert (np.diff(grid[:, 0]) > 0).all()
    assert (grid[:, -1] == 0).all()
    assert grid[0].max() < 0.001


@pytest.mark.parametrize("n", range(2, 10))
def test_supremum_is_approached(n):
    gaps = [macro_f1.gap(macro_f1.towards_supremum(n, z)) for z in (1e3, 1e6, 1e9)]
    assert gaps[0].lemma < gaps[1].lemma < gaps[2].lemma < macro_f1.supremum(n)
    assert [*gaps[2]] == pytest.approx([macro_f1.supremum(n)] * 2, abs=1e-8)


def test_both_studies_print_their_tables(capsys, monkeypatch):
    kept = {name: METRICS[name] for name in ("macro_f1", "cohen_kappa")}
    monkeypatch.setattr(confusion, "METRICS", kept)
    monkeypatch.setattr(metric_properties, "SIMILARITIES", {"ordinal": SIMILARITIES["ordinal"]})
    monkeypatch.setattr(metric_properties, "SEMANTIC", {"macro F1, paper": {}})
    metric_properties.main([], many=20)
    lines = capsys.readouterr().out.splitlines()
    assert "| macro_f1, paper | ✓ | ✓ | ✓ | ✗ (✓) | ✓ bounded |  |  |" in lines
    assert "| macro_f1, here | ✓ (✗) | ✓ | ✓ (✗) | ✗ (✓) | ✓ bounded | ✓ | ✓ |" in lines
    assert "- cohen_kappa calibrated, monotonicity: printed ✗, found ✓" in lines
    marks = "✗ | ✓ | ✓ (✗) | ✗ (✓) | ✗ (✓ bounded) | ✓ | ✗"
    assert f"| macro F1, paper, ordinal | {marks} |" in lines
    assert any(line.startswith("- macro F1, paper, ordinal, correction: [[") for line in lines)
    monkeypatch.undo()
    macro_f1.main([])
    lines = capsys.readouterr().out.splitlines()
    assert len([line for line in lines if line.startswith("### ")]) == 5
    assert any(line.startswith("| RMS difference | 0.13 | 0.12") for line in lines)
    assert "| 9 | 0.493827 | 0.380540 | 0.492438 | 0.493826 |" in lines
