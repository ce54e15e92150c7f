"""SKOS files as people have them: other properties, missing names, shared names, loose ends."""

import gzip
import json
import pickle
import warnings

import pytest
import rdflib
from helpers import refusal

from semantic_f1 import SemanticF1

make = SemanticF1().similarity
PREFIXES = """
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix xl: <http://www.w3.org/2008/05/skos-xl#> .
@prefix iso: <http://purl.org/iso25964/skos-thes#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix : <http://example.org/> .
"""
# a above b and c, d below c.
TYPED = ":a a skos:Concept . :b a skos:Concept . :c a skos:Concept . :d a skos:Concept . "
PLAIN = PREFIXES + TYPED + ":b skos:broader :a . :c skos:broader :a . :d skos:broader :c ."


def edges_of(thesaurus):
    """Pairs (concept, a broader one) by the last letters of the first names."""
    return {tuple(thesaurus.name_of(x)[-1] for x in pair) for pair in thesaurus.edges.tolist()}


DOWN = {("b", "a"), ("c", "a"), ("d", "c")}


def uris(*letters):
    return [f"http://example.org/{x}" for x in letters]


@pytest.mark.parametrize(("statements", "told"), [
    (":b iso:broaderGeneric :a . :c iso:broaderPartitive :a . :d iso:broaderInstantial :c .", 0),
    (":a iso:narrowerGeneric :b ; iso:narrowerPartitive :c . :c iso:narrowerInstantial :d .", 0),
    (":b rdfs:subClassOf :a . :c rdfs:subClassOf :a . :d rdfs:subClassOf :c .", 0),
    (":above rdfs:subPropertyOf skos:broader . :up rdfs:subPropertyOf :above . "
        ":b :above :a . :c :up :a . :d skos:broader :c .", 0),
    # All that is above, d below a too: only the direct ones are relations.
    (":b skos:broaderTransitive :a . :c skos:broaderTransitive :a . "
        ":d skos:broaderTransitive :c, :a, :d .", 3),
    (":a skos:narrowerTransitive :b, :c, :d . :c skos:narrowerTransitive :d .", 3),
    # One is stated transitively only, the others both ways.
    (":b skos:broader :a ; skos:broaderTransitive :a . :c skos:broaderTransitive :a . "
        ":d skos:broader :c ; skos:broaderTransitive :c, :a .", 1),
])  # fmt: skip
def test_a_hierarchy_is_read_whichever_property_states_it(read, statements, told):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        thesaurus = read(PREFIXES + TYPED + statements)
    assert edges_of(thesaurus) == DOWN
    said = [str(one.message) for one in caught]
    assert len(said) == bool(told)
    if told:
        assert f"{told} broader relations are stated as skos:broaderTransitive only" in said[0]


def test_an_ontology_is_read_by_its_classes(read):
    thesaurus = read(
        PREFIXES
        + ":a a owl:Class ; rdfs:subClassOf owl:Thing . :b a owl:Class ; rdfs:subClassOf :a . "
        ":c a rdfs:Class ; rdfs:subClassOf :a, [ a owl:Restriction ] ; rdfs:label 'C' . "
        ":d rdfs:subClassOf :c . :p a rdf:Property ."
    )
    assert edges_of(thesaurus) == DOWN
    assert sorted(thesaurus.labels) == uris("a", "b", "c", "d")
    # Classes that type the concepts are none.
    thesaurus = read(
        PLAIN + ":Descriptor a owl:Class ; rdfs:subClassOf skos:Concept . :b a :Descriptor ."
    )
    assert edges_of(thesaurus) == DOWN and thesaurus.n_concepts == 4
    # Where nothing is typed as skos:Concept itself, they tell what is one.
    only = read(
        PREFIXES + ":Descriptor rdfs:subClassOf skos:Concept . :a a :Descriptor . "
        ":b a :Descriptor ; skos:broader :a ."
    )
    assert edges_of(only) == {("b", "a")}


def test_labels_of_skos_xl(read):
    thesaurus = read(
        PREFIXES
        + ":b a skos:Concept ; skos:broader :a ; xl:prefLabel [ xl:literalForm 'cat'@en ] ; "
        "xl:altLabel [ xl:literalForm 'puss'@en ] . "
        ":a a skos:Concept ; xl:prefLabel :l . :l xl:literalForm 'animal'@en .",
        label="prefLabel",
        alt_labels=True,
    )
    assert thesaurus.labels == ("animal", "cat", "puss")
    assert make.relatedness(thesaurus, "rada").between("puss", "animal") == 0.5


def test_no_relation_at_all_is_said_to_be_hard_f1(read):
    for related, said in (
        ("", "no broader or narrower relation was found, so every measure"),
        (":a skos:related :b .", "but those of related concepts, so the hierarchical measures"),
    ):
        with pytest.warns(UserWarning, match=said):
            read(PREFIXES + TYPED + related)
    with pytest.warns(UserWarning, match="every measure is plain F1"):
        make.make_thesaurus(concepts=["a", "b"])
    turned = "".join(f":x{i} a skos:Concept . :a skos:broader :x{i} . " for i in range(6))
    with pytest.warns(UserWarning, match="reversed: 6 roots .* and 1 leaf"):
        read(PREFIXES + ":a a skos:Concept . " + turned)


# b has an rdfs:label only; c no name at all.
NAMES = PREFIXES + (
    ":a a skos:Concept ; skos:prefLabel 'animal'@en . "
    ":b a skos:Concept ; skos:broader :a ; rdfs:label 'cat'@en ; owl:deprecated true . "
    ":c a skos:Concept ; skos:broader :a . "
    ":d a skos:Concept ; skos:broader :c ; skos:prefLabel 'puppy'@en ."
)


def test_properties_in_order_of_preference(read):
    with pytest.warns(UserWarning, match="1 of 4 concepts have no skos:prefLabel or rdfs:label in"):
        thesaurus = read(NAMES, label=["prefLabel", "rdfs:label"])
    assert thesaurus.labels == ("animal", "cat", "puppy")
    with pytest.warns(UserWarning, match="2 of 4 concepts have no skos:prefLabel in 'en'"):
        assert read(NAMES, label="prefLabel").labels == ("animal", "puppy")
    every = read(NAMES, label=["prefLabel", "rdfs:label", "uri"])
    assert every.labels == ("animal", "cat", "http://example.org/c", "puppy")
    full = "http://www.w3.org/2000/01/rdf-schema#label"
    with pytest.warns(UserWarning, match="3 of 4"):
        assert read(NAMES, label=full).labels == ("cat",)


@pytest.mark.filterwarnings("ignore")
def test_concepts_without_a_name_stay_in_the_hierarchy(read):
    """Numbers are the same by name and by URI."""
    named, by_uri = read(NAMES, label="prefLabel"), read(NAMES)
    assert named.facts()["unnamed"] == 2 and named.facts()["labels"] == 2
    assert named.n_concepts == by_uri.n_concepts == 4
    for measure in ("rada", "wu_palmer", "lin", "resnik"):
        assert make.relatedness(named, measure).between("animal", "puppy") == (
            make.relatedness(by_uri, measure).between(*uris("a", "d"))
        )
    again = pickle.loads(pickle.dumps(named))
    assert (again.labels, again.fingerprint) == (named.labels, named.fingerprint)
    metric = SemanticF1(similarity=make.relatedness(named, "rada"))
    scored = metric.compute(predictions=[["puppy"]], references=[["animal"]])
    assert scored["semantic_f1"] == pytest.approx(1 / 3)
    ic = dict(zip(by_uri.labels, [0, 1, 0.5, 1], strict=True))
    assert "ic: 2 concepts have no label" in refusal(make.relatedness, named, "lin", ic=[0, 1])
    ic |= {"animal": 0, "puppy": 1}
    assert make.relatedness(named, "resnik", ic=ic).between("animal", "puppy") == 0


SHARED = PREFIXES + (
    ":a a skos:Concept ; skos:prefLabel 'thing'@en . "
    ":b a skos:Concept ; skos:broader :a ; skos:prefLabel 'Mercury'@en ; "
    "skos:altLabel 'quicksilver'@en . "
    ":c a skos:Concept ; skos:broader :a ; skos:prefLabel 'Mercury'@en ; skos:notation '7' . "
    ":d a skos:Concept ; skos:broader :a ; skos:prefLabel 'Venus'@en ."
)


def test_a_name_of_two_concepts_is_refused_where_data_uses_it(read):
    with pytest.warns(UserWarning, match=r"1 names belong to more than one concept \('Mercury'\)"):
        thesaurus = read(SHARED, label="prefLabel", alt_labels=True)
    assert thesaurus.labels == ("Venus", "quicksilver", "thing")
    assert thesaurus.facts()["ambiguous"] == 1
    similarity = make.relatedness(thesaurus, "rada")
    for options in ({}, {"unknown_labels": "mismatch"}, {"unknown_labels": "ignore"}):
        metric = SemanticF1(similarity=similarity, **options)
        scored = metric.compute(predictions=[["Venus"]], references=[["quicksilver"]])
        assert scored["semantic_f1"] == pytest.approx(1 / 3)
        with pytest.raises(ValueError) as error:
            metric.compute(predictions=[["Venus"], ["Mercury"]], references=[["Venus"]] * 2)
        said = str(error.value)
        assert said.startswith("predictions[1]: 'Mercury' is a name of 2 concepts, ")
        assert "'http://example.org/b' and 'http://example.org/c'" in said
        assert "such names" not in said
    for said in (
        refusal(similarity.between, "Mercury", "Venus"),
        refusal(similarity.restrict, ["Mercury"]),
        refusal(SemanticF1, similarity=similarity, labels=["Mercury", "Venus"]),
    ):
        assert "'Mercury' is a name of 2 concepts" in said
    folded = SemanticF1(similarity=similarity, normalize_names=True)
    said = refusal(folded.compute, [["MERCURY "]], [["venus"]])
    assert "'MERCURY ' is a name of 2 concepts" in said


def test_joined_concepts_are_one_before_labels_are_checked(read):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        thesaurus = read(SHARED + ":b skos:exactMatch :c .", label="prefLabel", alt_labels=True)
    assert thesaurus.labels == ("Mercury", "Venus", "quicksilver", "thing")
    assert thesaurus.n_concepts == 3
    assert make.relatedness(thesaurus, "rada").between("Mercury", "quicksilver") == 1


LANGUAGES = PREFIXES + (
    ":a a skos:Concept ; skos:prefLabel 'colour'@en-GB, 'Farbe'@de . "
    ":b a skos:Concept ; skos:broader :a ; skos:prefLabel 'gray'@en, 'grey'@en-GB, 'grau'@de . "
    ":c a skos:Concept ; skos:broader :a ; skos:prefLabel 'rouge'@fr, 'rot'@de . "
    ":d a skos:Concept ; skos:broader :a ; skos:prefLabel 'RGB' ."
)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("language", "labels"), [
    ("en", ("RGB", "colour", "gray")),
    ("en-gb", ("RGB", "colour", "grey")),
    (["en", "fr"], ("RGB", "colour", "gray", "rouge")),
    (["fr", "de", "en"], ("Farbe", "RGB", "grau", "rouge")),
    (["de"], ("Farbe", "RGB", "grau", "rot")),
    ("", ("RGB",)),
])  # fmt: skip
def test_languages_in_order_of_preference(read, language, labels):
    assert read(LANGUAGES, label="prefLabel", language=language).labels == labels


def test_other_languages_are_counted(read):
    with pytest.warns(UserWarning, match="read with leniency") as caught:
        read(LANGUAGES, label="prefLabel", language="en")
    said = str(caught[0].message)
    assert "1 labels are in 'en-gb' only and were taken" in said
    assert "1 labels are without a language and were taken" in said
    assert "1 of 4 concepts have no skos:prefLabel in 'en', http://example.org/c first" in said


def test_one_language_and_its_regions_need_no_choice(read):
    text = PLAIN + ":a skos:prefLabel 'a'@en . :b skos:prefLabel 'b'@en-GB ."
    with pytest.warns(UserWarning, match="2 of 4 concepts have no skos:prefLabel in 'en'"):
        assert read(text, label="prefLabel").labels == ("a", "b")


LOOSE = PREFIXES + (
    ":a a skos:Concept . :b a skos:Concept ; skos:broader :a, :gone . :set a skos:Collection . "
    ":b skos:broader :set, 'text' ; skos:related :other . :s skos:hasTopConcept :top ."
)


def test_ends_of_relations_are_concepts_though_untyped(read, tmp_path):
    with pytest.warns(UserWarning, match="read with leniency") as caught:
        thesaurus = read(LOOSE)
    assert [str(one.message) for one in caught] == [
        f"thesaurus {str(tmp_path / 't.ttl')!r}: read with leniency: 2 ends of relations have "
        "no type and are taken as concepts, http://example.org/gone first; 2 relations lead to "
        "collections, schemes or text and were left out. strict=True refuses it."
    ]
    assert caught[0].filename.endswith("conftest.py")
    assert set(thesaurus.labels) == {*uris("a", "b", "gone", "other", "top")}
    assert thesaurus.facts()["dropped"] == 2
    # No type at all: the relations say what is a concept.
    with pytest.warns(UserWarning, match="4 ends"):
        bare = read(PREFIXES + ":b skos:broader :a . :c skos:broader :a . :d skos:broader :c .")
    assert edges_of(bare) == DOWN


@pytest.mark.parametrize(("text", "options", "said"), [
    (LOOSE, {}, "2 ends of relations have no type"),
    (NAMES, {"label": "prefLabel"}, "2 of 4 concepts have no skos:prefLabel"),
    (SHARED, {"label": "prefLabel"}, "1 names belong to more than one concept"),
    (LANGUAGES, {"label": "prefLabel", "language": "en"}, "1 labels are in 'en-gb' only"),
    (PREFIXES + TYPED + ":b skos:broaderTransitive :a .", {}, "1 broader relations are stated"),
    (PLAIN + ":a skos:prefLabel 'x'@en, :l .", {"label": "prefLabel"}, "1 skos:prefLabel are no"),
    (PLAIN + ":a skos:prefLabel 'x'@en, 'y'@en .", {"label": "prefLabel"},
        "1 concepts have several labels of one kind and language"),
])  # fmt: skip
def test_strict_refuses_every_leniency(read, text, options, said):
    with pytest.warns(UserWarning, match="read with leniency") as caught:
        read(text, **options)
    assert said in str(caught[0].message)
    refused = refusal(read, text, strict=True, **options)
    assert "strict=True refuses what must be read" in refused and said in refused
    assert read(PLAIN, strict=True).n_concepts == 4


def test_cycles_are_told_of_together(read):
    rings = "".join(
        f":x{i} a skos:Concept ; skos:broader :y{i} . :y{i} a skos:Concept ; skos:broader :x{i} . "
        for i in range(7)
    )
    said = refusal(read, PLAIN + rings)
    assert said.startswith("broader: 7 cycles: ") and said.count(" > ") == 10
    assert said.endswith('itself. cycles="break" leaves out one relation of each')
    both = ":a skos:broader :a . :d skos:broader :d . :b skos:broader :e . :e skos:broader :b ."
    with pytest.raises(ValueError, match=r"broader: 2 loops and 1 cycle: '.*a'; '.*d'; '.*b' > "):
        read(PLAIN + both)


@pytest.mark.parametrize(
    ("name", "form"),
    [("t.n3", "n3"), ("t.jsonld", "json-ld"), ("t.trig", "trig"), ("t.owl", "xml"), ("t.nt", "nt")],
)
def test_formats(read, name, form):
    data = rdflib.Dataset() if form == "trig" else rdflib.Graph()
    part = data.graph(rdflib.URIRef("http://example.org/g")) if form == "trig" else data
    part.parse(data=PLAIN, format="turtle")
    content = data.serialize(format=form).encode()
    assert edges_of(read(content, name)) == DOWN
    assert edges_of(read(gzip.compress(content), f"{name}.gz")) == DOWN


def test_nothing_is_fetched_for_json_ld(read):
    content = json.dumps({"@context": "http://example.org/context.jsonld", "@id": "x"})
    with pytest.raises(ValueError, match=r"its @context is an address, http://example.org"):
        read(content, "t.jsonld")
    assert "not JSON-LD: " in refusal(read, "{", "t.jsonld")
    assert "damaged gzip archive" in refusal(read, gzip.compress(PLAIN.encode())[:40], "t.ttl.gz")


def test_blank_nodes_have_one_name_at_every_reading(read):
    text = (
        PREFIXES + "[] a skos:Concept ; skos:prefLabel 'x'@en ; skos:broader [ a skos:Concept ; "
        "skos:prefLabel 'y'@de ] ."
    )
    with pytest.warns(UserWarning, match="1 of 2"):
        names = {read(text, label="prefLabel", language="en").names for _ in range(3)}
    assert len(names) == 1


@pytest.mark.parametrize("direct", ["", ":c skos:broader :a . "])
def test_ends_of_transitive_relations_are_concepts_though_untyped(read, direct):
    # Each is a skos:semanticRelation too, which relates concepts (S19, S20).
    statements = direct + (
        ":b skos:broaderTransitive :a . :a skos:narrowerTransitive :c, :d . "
        ":d skos:broaderTransitive :c ."
    )
    with pytest.warns(UserWarning, match="4 ends of relations have no type"):
        thesaurus = read(PREFIXES + statements)
    assert edges_of(thesaurus) == DOWN
    with pytest.raises(ValueError, match="4 relations lead to what is no concept"):
        read(PREFIXES + statements, dangling="raise")
