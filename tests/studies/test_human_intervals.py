"""The simulation of both intervals of human_difference: its truth, and a small run."""

from pathlib import Path

import human_intervals as study
import numpy as np
import pytest

from semantic_f1 import SemanticF1


def test_the_truth_is_the_mean_of_many_texts():
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 4, 200_000)
    first, second = (study.answers(rng, truth, error) for error in (0.2, 0.4))
    expected = study.expected_f1(0.2, 0.4)
    assert study.NEAR[first, second].mean() == pytest.approx(expected, abs=0.004)


@pytest.mark.parametrize("shares", [study.EVEN, study.SKEWED])
@pytest.mark.parametrize("name", study.DISTANCES)
def test_the_true_alpha_is_that_of_many_texts(name, shares):
    rng = np.random.default_rng(3)
    errors = np.array([0.1, 0.3, 0.5])
    truth = rng.choice(4, 20_000, p=shares)
    every = np.stack([study.answers(rng, truth, error) for error in errors], axis=1)
    metric = SemanticF1("annotators", similarity=study.NEAR, labels=list(study.LABELS))
    found = metric.reliability([[[x] for x in row] for row in every.tolist()], name)[name]
    expected = study.true_alpha(errors, shares, study.DISTANCES[name])
    assert found["alpha"] == pytest.approx(expected, abs=4 * found["standard_error"])


def test_one_run_gives_an_answer_for_each_interval():
    rng = np.random.default_rng(1)
    assert len(study.one_run_of_alpha(rng, 30, 3, 3, study.EVEN)) == 4
    assert len(study.one_run(rng, 40, 4, 3, 0.0)) == 3


def test_the_page_has_the_rows_that_the_study_has():
    page = Path(study.__file__).with_suffix(".md").read_text(encoding="utf-8")
    rows = [line for line in page.splitlines() if line.startswith("| ") and " x " in line]
    assert len(rows) - 2 == len(study.CELLS) + len(study.ALPHA_CELLS)
