"""Concepts of a thesaurus as labels: the loaded metric, and the command line."""

import json
import pickle

import pytest
from helpers import refusal

BROADER = [("cat", "animal"), ("dog", "animal"), ("animal", "thing"), ("stone", "thing")]
TURTLE = """\
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix ex: <http://example.org/> .
ex:thing a skos:Concept ; skos:prefLabel "thing"@en, "chose"@fr .
ex:animal a skos:Concept ; skos:prefLabel "animal"@en, "animal"@fr ; skos:broader ex:thing .
ex:cat a skos:Concept ; skos:prefLabel "cat"@en, "chat"@fr ; skos:broader ex:animal .
ex:dog a skos:Concept ; skos:prefLabel "dog"@en, "chien"@fr ; skos:broader ex:animal .
ex:stone a skos:Concept ; skos:prefLabel "stone"@en, "pierre"@fr ; skos:broader ex:thing ;
    skos:related ex:dog .
"""


@pytest.fixture
def metric(load):
    return load()


@pytest.fixture
def skos(put):
    return put(TURTLE, "things.ttl")


def test_concept_sets_are_scored_by_a_measure(load, metric, skos):
    thesaurus = metric.similarity.read_thesaurus(skos, label="prefLabel", language="en")
    similarity = metric.similarity.relatedness(thesaurus, "wu_palmer")
    # Depths: thing 1, animal and stone 2, cat and dog 3; 2 * 2 / (3 + 3), 2 * 1 / (3 + 2).
    result = metric.compute([["cat"], ["dog"]], [["dog"], ["stone"]], similarity=similarity)
    assert result["semantic_f1"] == pytest.approx((2 / 3 + 0.4) / 2)
    assert '|similarity:"things/wu_palmer"|' in metric.signature(similarity=similarity)
    explained = metric.explain(["cat"], ["dog", "stone"], similarity=similarity)
    assert explained["predictions"][0]["best_match"] == "dog"
    part = metric.compute([[1]], [[0]], similarity=similarity, labels=["cat", "stone"])
    assert part["semantic_f1"] == pytest.approx(0.4)
    other = pickle.loads(pickle.dumps(load(similarity=similarity)))
    other.add_batch(predictions=[["cat"], ["dog"]], references=[["dog"], ["stone"]])
    assert other.compute() == result


def test_a_card_has_known_entries(metric, skos):
    card = {"title": "Things", "license": "CC0", "caveats": ["few"], "population": "none"}
    thesaurus = metric.similarity.make_thesaurus(BROADER, pairs="child-parent", card=card)
    made = metric.similarity.relatedness(thesaurus, "lin").to_similarity().card
    assert made["title"] == "Lin over Things" and made["caveats"] == ["few"]
    known = "card: it has title, source, citation, license, population, caveats; got "
    for wrong, message in (
        ({"name": "x"}, f"{known}'name'; the name is a separate argument, name="),
        ({"derivation": "x"}, f"{known}'derivation'; the measure says how values were made"),
        ({"title": "Things", "labels": []}, f"{known}'labels'"),
        ({"dropped": 1}, f"{known}'dropped'"),
        ("Things", "card: expected a mapping with some of title, source, citation, license, "),
    ):
        for make, source in (("make_thesaurus", BROADER), ("read_thesaurus", skos)):
            pairs = {"pairs": "child-parent"} if make == "make_thesaurus" else {}
            said = refusal(getattr(metric.similarity, make), source, card=wrong, **pairs)
            assert said.startswith(message)


@pytest.fixture
def rows(put):
    return put("predictions,references\nchat,chien\nchien,pierre\n", "rows.csv")


LABELED = ["--concepts", "prefLabel", "--language", "fr"]


def test_the_command_line(run, skos, rows):
    measures = ["--measure", "rada", "--measure", "lin", "--json"]
    status, out, err = run(rows, "--thesaurus", skos, *measures, *LABELED)
    assert status == 0, err
    rada, lin = json.loads(out)["results"]
    assert [rada["similarity"], lin["similarity"]] == ["things/rada", "things/lin"]
    samples = rada["averages"]["samples"]
    assert samples["semantic"]["f1"] == pytest.approx((1 / 3 + 1 / 4) / 2)
    assert samples["hard"]["f1"] == 0
    for options, name in (
        ([], "wu_palmer\n"),
        (["--depth", "shortest"], "wu_palmer/shortest_depth"),
    ):
        assert f"similarity: things/{name}" in run(rows, "--thesaurus", skos, *options, *LABELED)[1]
    related = [*measures[:2], "--related", "--json"]
    _, out, _ = run(rows, "--thesaurus", skos, *related, *LABELED)
    found = json.loads(out)["results"][0]
    assert found["similarity"] == "things/rada/relatedness"
    assert found["averages"]["samples"]["semantic"]["f1"] == pytest.approx((1 / 3 + 1 / 2) / 2)


def test_the_command_line_refuses(run, skos, rows, put):
    status, _, err = run(rows, "--thesaurus", put("not turtle", "broken.ttl"))
    assert status == 2 and "broken.ttl" in err and err.count("\n") == 1
    lin = ["--thesaurus", skos, "--measure", "lin", *LABELED]
    for arguments, message in (
        (["--thesaurus", skos], "line 2, column 'predictions': 'chat' is not a label"),
        ([*lin, "--depth", "shortest"], "rada as 'relatedness' use it; the measure is lin"),
        ([*lin, "--related"], "--related is for rada"),
        (["--measure", "lin", "--similarity", "plutchik"], "--measure needs --thesaurus"),
        (["--language", "fr", "--similarity", "plutchik"], "--language needs --thesaurus"),
        (["--thesaurus", skos, "--soft"], "--thesaurus belongs to semantic-f1 score or annotators"),
    ):
        status, out, err = run(rows, *arguments)
        assert (status, out) == (2, "") and message in err
