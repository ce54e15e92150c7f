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
BROADER = {
    ("rada", "similarity"): 0.5065,
    ("rada", "relatedness"): 0.5065,
    ("rada_linear", "similarity"): 0.9620,
    ("rada_linear", "relatedness"): 0.9620,
    ("leacock_chodorow", "similarity"): 0.7900,
    ("leacock_chodorow", "relatedness"): 0.7900,
    ("wu_palmer", "similarity"): 0.8440,
    ("resnik", "similarity"): 0.6389,
    ("jiang_conrath", "similarity"): 0.8677,
    ("lin", "similarity"): 0.8205,
}


@pytest.fixture(scope="module")
def stw(data_file):
    return read_thesaurus(data_file("thesauri/stw/stw-skos.ttl"), name="stw")


@pytest.fixture(scope="module")
def rows(data_file):
    """The subjects of each document as the file has them."""
    path = data_file("thesauri/stw/test_gold_subjects.tsv")
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line.split("\t")[1].split() for line in lines]


@pytest.fixture(scope="module")
def gold(stw, rows):
    place = {label: position for position, label in enumerate(stw.labels)}
    return [sorted({place[uri] for uri in row}) for row in rows]


def average_f1(predictions, gold, similarity):
    counts = count(
        label_sets(predictions), label_sets(gold), similarity.pairs, len(similarity.labels)
    )
    return average_scores(counts, "samples").f1


def test_what_the_file_holds(stw):
    assert stw.facts() == {
        "labels": 6_244, "concepts": 6_244, "roots": 7, "broader": 13_252, "related": 6_614,
        "several_parents": 4_566, "isolated": 0, "max_depth": 13, "replaced": 1_020,
    }  # fmt: skip


def test_some_documents_repeat_a_subject(rows, gold):
    assert len(rows) == 622
    assert sum(len(row) > len(set(row)) for row in rows) == 18
    assert sum(map(len, gold)) == 3_461


def test_most_pairs_of_concepts_have_no_ancestor_in_common(stw):
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
