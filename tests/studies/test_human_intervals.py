"""The simulation of both intervals of human_difference: its truth, and a small run."""

import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "studies"))

import human_intervals as study


def test_the_truth_is_the_mean_of_many_texts():
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 4, 200_000)
    first, second = (study.answers(rng, truth, error) for error in (0.2, 0.4))
    expected = study.expected_f1(0.2, 0.4)
    assert study.NEAR[first, second].mean() == pytest.approx(expected, abs=0.004)


def test_one_run_gives_three_answers():
    held = study.one_run(np.random.default_rng(1), 40, 4, 3, 0.0)
    assert len(held) == 3
