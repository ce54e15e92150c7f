"""The study of judged gold labels, in a small form."""

import judged_references as study
import numpy as np


def test_the_population_and_its_judges():
    predictions, gold = study.population()
    assert len(predictions) == len(gold) == 3821
    rng = np.random.default_rng(0)
    right = {
        name: np.mean(
            [
                a == b
                for a, b in zip(study.judged_by(name, rng, predictions, gold), gold, strict=True)
            ]
        )
        for name in study.JUDGES
    }
    # Others' labels are right by chance too.
    assert 0.75 < right["good"] < 0.9 and 0.2 < right["bad"] < 0.45 < right["clusters"] < 0.65


def test_it_prints_both_tables(capsys, monkeypatch):
    monkeypatch.setattr(study, "SIZES", {30: 60})
    study.main(["--sets", "1", "--seed", "5"])
    lines = [line for line in capsys.readouterr().out.splitlines() if line.startswith("| ")]
    assert len(lines) == 2 + 2 * 3 + 2 + 2
    assert all(line.count("|") in (8, 6) for line in lines)
