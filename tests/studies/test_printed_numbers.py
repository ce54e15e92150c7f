"""Claims that printed numbers decide: each number by another way, and verdicts that can turn."""

from itertools import permutations

import claims
import numpy as np
import printed_numbers as study
import pytest
import record


@pytest.fixture(scope="module")
def by_claim():
    """The study's claims by where they are printed and the first word of the claim."""
    return {(x.where, x.claim.split()[0]): x for x in study.claims_of()}


VERDICTS = {
    ("[SF1] C", ".5"): ("holds in part", ".333 < .400, with .5 .750 > .700"),
    ("[SF1] 3.6, eq. 14", "1"): ("doesn't hold", ".091 .500 .909"),
    ("[SF1] F.6", "Semantic"): ("can't be rerun", "-"),
    ("[SF1] F.6, tables 2, 3", "Semantic"): ("holds in part", "precision in 0 of 6, recall in 6"),
    ("[SF1] F.7, fig. 26", "Stopping"): ("can't be rerun", "have p .085"),
    ("[OPI] table 6", "macR,"): ("holds", "at most 0.06 points apart"),
    ("[OPI] 7.1, table 6", "E,"): (
        "holds",
        "5.8, B 36.4; mean place over 14 metrics: A 3.1, B 2.0",
    ),
    ("[OPI] fig. 1", "Macro"): ("holds", "no two systems change order"),
    ("[OPI] fig. 1", "The"): ("holds in part", "-.86 to .37 (HmacR)"),
    ("[MF1] tables 1, 2", "One"): ("holds", ".505 .0196; .0196 .0196"),
    ("[RIZ] section 5", "P7"): ("holds", ".8000 .8000; .2000 .1414"),
    ("[RIZ] table 2", "Manhattan,"): ("holds in part", "0%, 76%, 76%; cross entropy 86%"),
    ("[HAU] table 4", "Set"): ("can't be rerun", "r's p .34; p < .05 (Williams) only if"),
}


def test_every_claim_has_its_number_and_verdict(by_claim):
    assert set(by_claim) == set(VERDICTS)
    for key, (verdict, number) in VERDICTS.items():
        assert (by_claim[key].verdict, number in by_claim[key].ours) == (verdict, True), key


def test_table_6_by_hand():
    # System E: 69.8, 64.0, 66.8.
    found = {name: values[4] for name, values in study.recomputed().items()}
    assert found["macR"] == pytest.approx((69.8 + 64 + 66.8) / 3)
    assert found["GmacR"] == pytest.approx(np.exp(np.log([69.8, 64, 66.8]).mean()))
    assert found["HmacR"] == pytest.approx(3 / (1 / 69.8 + 1 / 64 + 1 / 66.8))
    assert found["kappa~"] == pytest.approx(1.5 * found["macR"] - 50)
    assert study.equal_after_calibration(seed=5) < 1e-12
    # The mean of the places 1 to 8, over all systems.
    assert study.mean_places().mean() == 4.5


def test_a_wrong_digit_in_table_6_is_seen(monkeypatch):
    wrong = study.TABLE_6.copy()
    wrong[2, study.TABLE_6_COLUMNS.index("HmacR")] += 0.2
    monkeypatch.setattr(study, "TABLE_6", wrong)
    assert study.claims_of_matrices()[0].verdict == "doesn't hold"


def test_correlations_that_share_one_side_differ_more_surely():
    assert study.independent_p() == pytest.approx(0.34, abs=0.001)
    found = [study.dependent_p(x) for x in (0.3, 0.6, 0.9)]
    assert found == sorted(found, reverse=True) and found[-1] < 0.05
    least = study.least_correlation()
    assert study.dependent_p(least) < 0.05 <= study.dependent_p(least - 0.01)
    assert study.least_correlation(level=0) is None


def test_williams_test_keeps_its_level_on_simulated_ratings():
    """Both scores are as near the ratings, so that 5% of the samples come out below .05."""
    rng = np.random.default_rng(3)
    covariance = np.array([[1, 0.6, 0.6], [0.6, 1, 0.8], [0.6, 0.8, 1]])
    drawn = rng.multivariate_normal(np.zeros(3), covariance, size=(3_000, study.DOCUMENTS))
    found = [np.corrcoef(rows.T) for rows in drawn]
    p = np.array([study.dependent_p(x[1, 2], (x[0, 1], x[0, 2])) for x in found])
    assert (p < 0.05).mean() == pytest.approx(0.05, abs=0.016)


def test_half_off_the_diagonal():
    # Precision 1 and recall 1/5, then 2/5 and 2/5; with .5 each is halfway to 1.
    one, two = study.turned_over()
    assert one == pytest.approx((1 / 3, 0.75), abs=1e-12)
    assert two == pytest.approx((0.4, 0.7), abs=1e-12)
    assert study.reversed_pairs(seed=4, systems=15, k=1) == 0
    assert study.reversed_pairs(seed=0) == pytest.approx(0.024, abs=0.001)
    assert study.best_thresholds() == pytest.approx([0.2, 0.1])


def test_chances_and_eq_14():
    assert study.binomial_tail(0, 21, 0.05) == pytest.approx(1)
    assert study.binomial_tail(3, 21, 0.05) == pytest.approx(0.0849, abs=1e-4)
    assert study.binomial_tail(2, 2, 0.5) == 0.25
    assert (np.diff(study.eq_14([0.01, 0.5, 1, 2, 50])) > 0).all()
    assert study.eq_14(1) == 0.5


def test_sums_by_class_leave_the_cells_of_mf1s_table_1():
    """One 2 x 2 matrix with a 1 on its diagonal and no error in one direction has both scores."""
    for a, b in permutations((100, 0)):
        scores = [
            study.confusion.METRICS[kind](np.array([[1, a], [b, 1]], float))
            for kind in ("macro_f1_of_averages", "macro_f1")
        ]
        assert scores == pytest.approx([0.505, 0.0196], abs=5e-5)


@pytest.mark.parametrize("name", sorted({*record.PAGES, "macro_f1", "metric_properties",
    "soft_metric_properties", "human_intervals", "word_similarity", "judged_references",
    "real_judges", "coverage_of_intervals"}))  # fmt: skip
def test_every_study_takes_a_seed(name):
    text = (record.FOLDER / f"{name}.py").read_text(encoding="utf-8")
    assert '"--seed"' in text or "seed_of(arguments" in text


def test_a_study_without_other_options_reads_its_seed(capsys):
    assert claims.seed_of(["--seed", "7"], "A study.") == 7
    assert claims.seed_of([], "A study.", 1) == 1
    with pytest.raises(SystemExit):
        claims.seed_of(["--rows", "7"], "A study.")
    assert "--rows" in capsys.readouterr().err
