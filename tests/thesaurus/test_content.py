"""Information content from corpus counts: by hand, and what is refused."""

import math
import pickle

import numpy as np
import pandas as pd
import pytest
from helpers import refusal

from semantic_f1 import SemanticF1

make = SemanticF1().similarity
ABOVE = ["animal", "pet"]
BROADER = {"cat": ABOVE, "dog": ABOVE, "animal": ["thing"], "pet": ["thing"]}
COUNTS = {"cat": 6, "dog": 2, "animal": 8}


@pytest.fixture(scope="module")
def thesaurus():
    return make.make_thesaurus(BROADER, concepts=["eel"], pairs="child-parent")


def test_content_by_hand(thesaurus):
    """N = 16; animal 16, pet 8, thing 16: cat and dog count once, though two ways lead up."""
    resnik = make.relatedness(thesaurus, "resnik", counts=COUNTS)
    log = math.log(16)
    assert resnik.between("cat", "dog") == pytest.approx(1 - math.log(8) / log)
    assert resnik.between("pet", "animal") == pytest.approx(0)
    lin = make.relatedness(thesaurus, "lin", counts=COUNTS)
    both, common = 2 - math.log(6 * 2) / log, 1 - math.log(8) / log
    assert lin.between("cat", "dog") == pytest.approx(2 * common / both)
    apart = make.relatedness(thesaurus, "jiang_conrath", counts=COUNTS)
    assert apart.between("cat", "dog") == pytest.approx(1 - (both - 2 * common) / 2)
    # What never occurs counts as once: the greatest content.
    assert lin.between("eel", "eel") == 1
    assert lin.between("eel", "cat") == 0


def test_counts_are_ic_by_another_way(thesaurus):
    log = math.log(16)
    below = {"cat": 6, "dog": 2, "animal": 16, "pet": 8, "thing": 16, "eel": 1}
    ic = {label: 1 - math.log(n) / log for label, n in below.items()}
    for measure in ("resnik", "lin", "jiang_conrath"):
        counted = make.relatedness(thesaurus, measure, counts=COUNTS)
        given = make.relatedness(thesaurus, measure, ic=ic)
        assert np.allclose(counted.values, given.values, atol=1e-12)
    assert "IC of corpus counts" in counted.card["derivation"]
    assert "IC given" in given.card["derivation"]
    assert "IC Seco" in make.relatedness(thesaurus, "lin").card["derivation"]
    series = make.relatedness(thesaurus, "lin", counts=pd.Series(COUNTS))
    again = pickle.loads(pickle.dumps(series))
    assert again.fingerprint == make.relatedness(thesaurus, "lin", counts=COUNTS).fingerprint
    assert again.card == series.card == again.restrict(["cat", "dog"]).card


def test_counts_that_are_refused(thesaurus):
    for counts, said in (
        ([1, 2], "counts: expected a mapping of labels to numbers; got [1, 2]"),
        ({"cow": 1, "cat": 3}, "counts: 'cow' is no label of the thesaurus"),
        ({"cat": -1, "dog": 5}, "counts: expected 0 or a number from 1 up; 'cat' has -1"),
        ({"cat": 0.5, "dog": 5}, "counts: expected 0 or a number from 1 up; 'cat' has 0.5"),
        ({"cat": True, "dog": 5}, "counts: expected 0 or a number from 1 up; 'cat' has True"),
        ({"cat": 1}, "counts: labels must occur more than once in all; got 1"),
        (pd.Series([1, 2], ["cat", "cat"]), "counts: 'cat' stands more than once in the index"),
    ):
        assert refusal(make.relatedness, thesaurus, "lin", counts=counts).startswith(said)
    said = refusal(make.relatedness, thesaurus, "rada", counts=COUNTS)
    assert said.startswith("counts: only resnik, jiang_conrath, lin use them")
    said = refusal(make.relatedness, thesaurus, "lin", counts=COUNTS, ic=[1] * 6)
    assert "pass one of them" in said
