"""The STW Thesaurus for Economics and the subjects of 622 documents: size, and what scores say."""

import numpy as np
import pytest
from helpers import label_sets

from semantic_f1.scoring.averages import average_scores
from semantic_f1.scoring.counts import count, pointwise
from semantic_f1.thesaurus.making import read_thesaurus
from semantic_f1.thesaurus.measures import relatedness as measure

pytestmark = pytest.mark.long

# Average F1 of the broader concepts of all gold subjects, by measure and variant.
PATHS = {"rada": 0.5065, "rada_linear": 0.9620, "leacock_chodorow": 0.7900}
OTHERS = {"wu_palmer": 0.8440, "resnik": 0.6389, "jiang_conrath": 0.8677, "lin": 0.8205}
BROADER = {(name, "similarity"): value for name, value in (PATHS | OTHERS).items()}
BROADER |= {(name, "relatedness"): value for name, value in PATHS.items()}


@pytest.fixture(scope="module")
def stw(data_file):
    return read_thesaurus(data_file("thesauri/stw/stw-skos.ttl"), name="stw")


@pytest.fixture(scope="module")
def gold(stw, data_file):
    """The distinct subjects of each document."""
    path = data_file("thesauri/stw/test_gold_subjects.tsv")
    lines = path.read_text(encoding="utf-8").splitlines()
    place = {label: position for position, label in enumerate(stw.labels)}
    found = [sorted({place[uri] for uri in line.split("\t")[1].split()}) for line in lines]
    assert (len(found), sum(map(len, found))) == (622, 3_461)
    return found


def average_f1(predictions, gold, similarity):
    sides = label_sets(predictions), label_sets(gold)
    counts = count(*sides, similarity.pairs, len(similarity.labels))
    return average_scores(counts, "samples").f1


def test_what_the_file_holds(stw):
    facts = stw.facts()
    assert (facts["labels"], facts["related"], facts["replaced"]) == (6_244, 6_614, 1_020)
    # Most pairs of concepts have no ancestor in common.
    first, second = np.random.default_rng(0).integers(0, len(stw), (2, 20_000))
    apart = np.isinf(stw.ancestry.up_and_down(first, second)).mean()
    assert apart == pytest.approx(0.57, abs=0.01)


@pytest.mark.parametrize(("name", "variant"), BROADER)
def test_gold_then_broader_then_random_concepts(stw, gold, name, variant):
    similarity = measure(stw, name, variant)
    own = pointwise(label_sets(gold), label_sets(gold), similarity.pairs, len(stw))
    assert (own.f1 == 1).all()
    parents = [np.unique(stw.edges[np.isin(stw.edges[:, 0], example), 1]) for example in gold]
    rng = np.random.default_rng(0)
    random = [rng.choice(len(stw), len(example), replace=False) for example in gold]
    broader = average_f1(parents, gold, similarity)
    assert broader == pytest.approx(BROADER[name, variant], abs=5e-5)
    assert 0 < average_f1(random, gold, similarity) < broader < 1
