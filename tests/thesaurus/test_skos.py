"""SKOS files as people have them, edge lists and graphs; and files that are none."""

import gzip
import json
import logging
import pickle
import re
import sys
import warnings
from contextlib import nullcontext

import networkx
import pytest
import rdflib
from helpers import refusal
from plain_thesaurus import PREFIXES

from semantic_f1 import SemanticF1
from semantic_f1.thesaurus.making import make_thesaurus, read_thesaurus
from semantic_f1.thesaurus.measures import relatedness

# a above b and c, d below c.
TYPED = ":a a skos:Concept . :b a skos:Concept . :c a skos:Concept . :d a skos:Concept . "
PLAIN = PREFIXES + TYPED + ":b skos:broader :a . :c skos:broader :a . :d skos:broader :c ."


def edges_of(thesaurus):
    """Pairs (concept, a broader one) by the last letters of the first names."""
    return {tuple(thesaurus.name_of(x)[-1] for x in pair) for pair in thesaurus.edges.tolist()}


DOWN = {("b", "a"), ("c", "a"), ("d", "c")}


def uris(*letters):
    return [f"http://example.org/{x}" for x in letters]


# b is below a by skos:broader, c below b by skos:narrower, and d below a by both.
TURTLE = f"""{PREFIXES}
:scheme a skos:ConceptScheme ; skos:hasTopConcept :a .
:a a skos:Concept ; skos:notation "1" ; skos:topConceptOf :scheme ; skos:narrower :d ;
    skos:prefLabel "Tier"@de, "animal"@en .
:b a skos:Concept ; skos:notation "1.1" ; skos:broader :a ; skos:narrower :c ;
    skos:prefLabel "Säugetier"@de, "mammal"@en ; skos:altLabel "mammalian"@en, "Säuger"@de .
:c a skos:Concept ; skos:notation "1.1.1" ; skos:broaderTransitive :a ; skos:related :d ;
    skos:prefLabel "Hund"@de, "dog"@en ; skos:altLabel "hound"@en, "cur"@en, "dog"@en ;
    skos:closeMatch <http://elsewhere.org/dog> ; skos:exactMatch <http://elsewhere.org/Dog> .
:d a skos:Concept ; skos:notation "1.2" ; skos:broader :a ; owl:deprecated true ;
    skos:prefLabel "Vogel"@de, "bird"@en .
:group a skos:Collection ; skos:member :a, :c ; skos:prefLabel "some"@en .
"""
RDF_XML = """<?xml version="1.0" encoding="{encoding}"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
         xmlns:skos="http://www.w3.org/2004/02/skos/core#">
  <skos:Concept rdf:about="http://example.org/a"><skos:prefLabel>Bär</skos:prefLabel></skos:Concept>
  <skos:Concept rdf:about="http://example.org/b">
    <skos:prefLabel>Braunbär</skos:prefLabel>
    <skos:broader rdf:resource="http://example.org/a"/>
  </skos:Concept>
</rdf:RDF>
"""


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
        assert "strict=True refuses" in refusal(read, PREFIXES + TYPED + statements, strict=True)


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
    kind = ":Descriptor a owl:Class ; rdfs:subClassOf skos:Concept . :b a :Descriptor ."
    thesaurus = read(PLAIN + kind)
    assert edges_of(thesaurus) == DOWN and thesaurus.n_concepts == 4
    # Where nothing is typed as skos:Concept itself, they tell what is one.
    only = ":Descriptor rdfs:subClassOf skos:Concept . :a a :Descriptor . :b a :Descriptor ; "
    assert edges_of(read(f"{PREFIXES}{only}skos:broader :a .")) == {("b", "a")}


def test_no_relation_at_all_is_said_to_be_hard_f1(read):
    for related, said in (
        ("", "no broader or narrower relation was found, so every measure"),
        (":a skos:related :b .", "but those of related concepts, so the hierarchical measures"),
    ):
        with pytest.warns(UserWarning, match=said):
            read(PREFIXES + TYPED + related)
    with pytest.warns(UserWarning, match="every measure is plain F1"):
        make_thesaurus(concepts=["a", "b"])
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


@pytest.mark.filterwarnings("ignore")
def test_concepts_without_a_name_stay_in_the_hierarchy(read):
    """Numbers are the same by name and by URI."""
    named, by_uri = read(NAMES, label="prefLabel"), read(NAMES)
    assert named.facts()["unnamed"] == 2 and named.facts()["labels"] == 2
    assert named.n_concepts == by_uri.n_concepts == 4
    for measure in ("rada", "wu_palmer", "lin", "resnik"):
        assert relatedness(named, measure).between("animal", "puppy") == (
            relatedness(by_uri, measure).between(*uris("a", "d"))
        )
    again = pickle.loads(pickle.dumps(named))
    assert (again.labels, again.fingerprint) == (named.labels, named.fingerprint)
    metric = SemanticF1(similarity=relatedness(named, "rada"))
    scored = metric.compute(predictions=[["puppy"]], references=[["animal"]])
    assert scored["semantic_f1"] == pytest.approx(1 / 3)
    ic = dict(zip(by_uri.labels, [0, 1, 0.5, 1], strict=True))
    assert "ic: 2 concepts have no label" in refusal(relatedness, named, "lin", ic=[0, 1])
    ic |= {"animal": 0, "puppy": 1}
    assert relatedness(named, "resnik", ic=ic).between("animal", "puppy") == 0


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
    similarity = relatedness(thesaurus, "rada")
    for options in ({}, {"unknown_labels": "mismatch"}, {"unknown_labels": "ignore"}):
        metric = SemanticF1(similarity=similarity, **options)
        scored = metric.compute(predictions=[["Venus"]], references=[["quicksilver"]])
        assert scored["semantic_f1"] == pytest.approx(1 / 3)
        said = refusal(metric.compute, [["Venus"], ["Mercury"]], [["Venus"]] * 2)
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


LANGUAGES = PREFIXES + (
    ":a a skos:Concept ; skos:prefLabel 'colour'@en-GB, 'Farbe'@de . "
    ":b a skos:Concept ; skos:broader :a ; skos:prefLabel 'gray'@en, 'grey'@en-GB, 'grau'@de . "
    ":c a skos:Concept ; skos:broader :a ; skos:prefLabel 'rouge'@fr, 'rot'@de . "
    ":d a skos:Concept ; skos:broader :a ; skos:prefLabel 'RGB' ."
)


TAGGED = PREFIXES + (
    ":a a skos:Concept ; skos:prefLabel 'colour'@en-GB, 'color'@en-US ; "
    "skos:altLabel 'tint'@EN-gb . :b a skos:Concept ; skos:broader :a ; "
    "skos:prefLabel 'grey'@en-gb, 'gray'@en-US ; skos:altLabel 'ash'@en-US ."
)
XL = PREFIXES + (
    ":b a skos:Concept ; skos:broader :a ; xl:prefLabel [ xl:literalForm 'cat'@en ] ; "
    "xl:altLabel [ xl:literalForm 'puss'@en ] . "
    ":a a skos:Concept ; xl:prefLabel :l . :l xl:literalForm 'animal'@en ."
)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("text", "options", "labels", "words"), [
    (TURTLE, {"language": "en"}, "animal, bird, dog, mammal", ""),
    (TURTLE, {"language": "DE"}, "Hund, Säugetier, Tier, Vogel", ""),
    *((TAGGED, {"language": tag, "alt_labels": True}, "colour, grey, tint", "")
        for tag in ("en-GB", "en-gb", "EN-GB")),
    (PREFIXES + ":a a skos:Concept ; skos:prefLabel 'farve'@DA, 'Farve'@da .", {}, "Farve, farve",
        "1 concepts have several labels of one kind and language"),
    (PREFIXES + "[] a skos:Concept ; skos:prefLabel 'one' ; skos:related [] .", {}, "one",
        "1 of 2 concepts have no skos:prefLabel"),
    (XL, {"alt_labels": True}, "animal, cat, puss", ""),
    (NAMES, {"label": ["prefLabel", "rdfs:label"]}, "animal, cat, puppy",
        "1 of 4 concepts have no skos:prefLabel or rdfs:label in"),
    (NAMES, {}, "animal, puppy", "2 of 4 concepts have no skos:prefLabel in 'en'"),
    (NAMES, {"label": ["prefLabel", "rdfs:label", "uri"]},
        "animal, cat, http://example.org/c, puppy", ""),
    (NAMES, {"label": "http://www.w3.org/2000/01/rdf-schema#label"}, "cat", "3 of 4"),
    (SHARED, {}, "Venus, thing", "1 names belong to more than one concept"),
    # Joined concepts are one before labels are checked.
    (SHARED + ":b skos:exactMatch :c .", {"alt_labels": True, "strict": True},
        "Mercury, Venus, quicksilver, thing", ""),
    *((LANGUAGES, {"language": "en"}, "RGB, colour, gray", words) for words in (
        "1 labels are in 'en-gb' only and were taken",
        "1 labels are without a language and were taken",
        "1 of 4 concepts have no skos:prefLabel in 'en', http://example.org/c first")),
    *((LANGUAGES, {"language": language}, labels, "") for language, labels in (
        ("en-gb", "RGB, colour, grey"), (["en", "fr"], "RGB, colour, gray, rouge"),
        (["fr", "de", "en"], "Farbe, RGB, grau, rouge"), (["de"], "Farbe, RGB, grau, rot"),
        ("", "RGB"))),
    # In the order of concepts, not of their hashes.
    (PLAIN + "".join(map(":{0} skos:prefLabel '{0}'@en-{0} .".format, "dcba")), {"language": "en"},
        "a, b, c, d", "; ".join(f"1 labels are in 'en-{x}' only and were taken" for x in "abcd")),
    # One language and its regions need no choice.
    (PLAIN + ":a skos:prefLabel 'a'@en . :b skos:prefLabel 'b'@en-GB .", {}, "a, b",
        "2 of 4 concepts have no skos:prefLabel in 'en'"),
    (PLAIN + ":a skos:prefLabel 'x'@en, :l .", {}, "x", "1 skos:prefLabel are no"),
])  # fmt: skip
def test_names_of_concepts_and_what_strict_refuses(read, text, options, labels, words):
    options = {"label": "prefLabel", **options}
    told = pytest.warns(UserWarning, match=f"with leniency.*{re.escape(words)}")
    with told if words else nullcontext():
        assert read(text, **options).labels == tuple(labels.split(", "))
    if words:
        refused = refusal(read, text, strict=True, **options)
        assert "strict=True refuses what must be read" in refused and words in refused


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
    assert "strict=True refuses what must be read" in refusal(read, LOOSE, strict=True)
    # No type at all: the relations say what is a concept.
    with pytest.warns(UserWarning, match="4 ends"):
        bare = read(PREFIXES + ":b skos:broader :a . :c skos:broader :a . :d skos:broader :c .")
    assert edges_of(bare) == DOWN


def test_cycles_are_told_of_together(read):
    ring = ":x{0} a skos:Concept ; skos:broader :y{0} . :y{0} skos:broader :x{0} ; a skos:Concept ."
    said = refusal(read, PLAIN + "".join(map(ring.format, range(7))))
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
    assert "its @context is an address, http://example.org" in refusal(read, content, "t.jsonld")
    assert "not JSON-LD: " in refusal(read, "{", "t.jsonld")
    assert "damaged gzip archive" in refusal(read, gzip.compress(PLAIN.encode())[:40], "t.ttl.gz")


def test_blank_nodes_have_one_name_at_every_reading(read):
    text = PREFIXES + "[] a skos:Concept ; skos:prefLabel 'x'@en ; skos:broader [ a skos:Concept ; "
    text += "skos:prefLabel 'y'@de ] ."
    with pytest.warns(UserWarning, match="1 of 2"):
        names = {read(text, label="prefLabel", language="en").names for _ in range(3)}
    assert len(names) == 1


def test_joined_concepts_have_the_title_of_the_one_that_the_uri_names(read):
    each = ":{0} a skos:Concept ; skos:prefLabel '{0}'@en ; skos:exactMatch :k ."
    titles = read(PREFIXES + "".join(map(each.format, "zyxwvutsrqponmlk")), label="uri").titles
    assert titles == {"http://example.org/k": "k"}


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


def related_names(thesaurus):
    """Broader and related relations by the first names of their concepts."""
    relations = thesaurus.edges, thesaurus.related
    return [{tuple(map(thesaurus.name_of, pair)) for pair in pairs} for pairs in relations]


def test_turtle_by_uri(read):
    thesaurus = read(TURTLE)
    assert thesaurus.labels == tuple(f"http://example.org/{x}" for x in "abcd")
    assert thesaurus.edges.tolist() == [[1, 0], [2, 1], [3, 0]]
    assert thesaurus.related.tolist() == [[2, 3]]
    assert (thesaurus.n_concepts, thesaurus.dropped, thesaurus.max_depth) == (4, 0, 3)
    below = [{("1.1", "1"), ("1.1.1", "1.1"), ("1.2", "1")}, {("1.1.1", "1.2")}]
    assert related_names(read(TURTLE, label="notation")) == below


def test_what_the_parser_doubts_is_not_shown(read, caplog, capfd):
    caplog.set_level(logging.INFO, "rdflib")
    assert "not Turtle" in refusal(read, "<a b> <c> <d> .\nlabels,values\n")
    assert len(read(TURTLE + ":a skos:seeAlso <http://example.org/a|b> .").labels) == 4
    assert caplog.messages == []
    assert capfd.readouterr().err == ""
    assert logging.getLogger("rdflib").level == logging.INFO


def test_alternative_labels_are_synonyms(read):
    thesaurus = read(TURTLE, label="prefLabel", language="en", alt_labels=True)
    assert thesaurus.labels == ("animal", "bird", "cur", "dog", "hound", "mammal", "mammalian")
    assert thesaurus.concept.tolist() == [0, 1, 2, 2, 2, 3, 3]


@pytest.mark.parametrize("encoding", ["utf-8", "iso-8859-1", "utf-16", "utf-8-sig"])
def test_rdf_xml_in_the_encoding_that_it_declares(read, encoding):
    text = RDF_XML.format(encoding=encoding.removesuffix("-sig")).encode(encoding)
    thesaurus = read(text, "t.rdf", label="prefLabel")
    assert thesaurus.labels == ("Braunbär", "Bär")
    assert thesaurus.edges.tolist() == [[0, 1]]


TRIPLE = """\ufeff<urn:b> <http://www.w3.org/2004/02/skos/core#broader> <urn:a> ."""


@pytest.mark.parametrize(("content", "name", "options", "labels"), [
    (RDF_XML.format(encoding="utf-8"), "t.XML", {}, ["http://example.org/a", None]),
    (TURTLE, "t.txt", {"format": "turtle"}, ["http://example.org/a", None, None, None]),
    (TRIPLE, "t.nt", {}, ["urn:a", "urn:b"]),
    (b"\xef\xbb\xbf" + TURTLE.encode(), "t.ttl", {}, [None, "http://example.org/b", None, None]),
    # Relative names don't depend on the folder.
    (PREFIXES + "<a> skos:broader <b> .", "t.ttl", {}, ["file:///a", "file:///b"]),
    (RDF_XML.format(encoding="utf-8").replace("http://example.org/", ""), "t.xml", {},
        ["file:///a", "file:///b"]),
])  # fmt: skip
@pytest.mark.filterwarnings("ignore:.*read with leniency")
def test_formats_by_ending_or_by_name(read, content, name, options, labels):
    found = read(content, name, **options).labels
    assert [x and y for x, y in zip(labels, found, strict=True)] == labels


DANGLING = TURTLE + ":b skos:broader :gone . :gone skos:narrower :b, :c . :d skos:related :group ."


def test_dangling_relations_are_an_error_or_dropped_where_one_says_so(read):
    assert refusal(read, DANGLING, dangling="raise").endswith(
        "2 relations lead to what is no concept of the file, http://example.org/gone first; add "
        "those concepts, pass dangling='keep' to take them as concepts, or dangling='drop' to do "
        "without"
    )
    told = "2 relations .*; they were left out; 1 relations lead to collections, schemes or text"
    with pytest.warns(UserWarning, match=told) as caught:
        thesaurus = read(DANGLING, dangling="drop")
    assert caught[0].filename.endswith("conftest.py")
    assert thesaurus.dropped == 3
    assert thesaurus.fingerprint == read(TURTLE).fingerprint


@pytest.mark.parametrize(("content", "options", "message"), [
    ("", {}, "no concepts; none is typed as skos:Concept"),
    (PREFIXES + ":a :b :c .", {}, "no concepts; none is typed as skos:Concept, nothing is"),
    *((text, {}, "not Turtle: ") for text in ("labels,values\na,1\n", '{"labels": ["a"]}',
        TURTLE + ":b skos:broader", TURTLE + ":b skos:broader ] .")),
    (TURTLE, {"format": "xml"}, "not RDF/XML: "),
    (TURTLE, {"format": "nt"}, "not N-Triples: "),
    (TURTLE.encode("latin-1"), {}, "not UTF-8 text (byte "),
    (TURTLE.encode("utf-16"), {}, "not UTF-8 text (byte 0); save it as UTF-8"),
    (TURTLE, {"label": "prefLabel"}, "language: expected one of the languages of thesaurus "),
    (TURTLE, {"label": "prefLabel"}, "'de', 'en'; got None"),
    (TAGGED, {"label": "prefLabel"}, "'en-gb', 'en-us'; got None"),
    (TURTLE, {"label": "prefLabel", "language": "fi"}, "'de', 'en'; got 'fi'"),
    *((TURTLE, {name: value}, f"{name}: goes with labels that are text; label is 'uri'")
        for name, value in (("language", "en"), ("alt_labels", True))),
    (TURTLE, {"label": "heading"}, "label: expected one or a list of uri, notation, prefLabel, "),
    (TURTLE, {"dangling": "skip"}, "dangling: expected one of keep, drop, raise; got 'skip'"),
    (TURTLE, {"label": "title"}, "none of 4 concepts has dcterms:title; choose another label"),
    (PREFIXES + ":a a skos:Concept.", {"label": "prefLabel"}, "none of 1 concepts has skos:"),
    (PREFIXES + "[] a skos:Concept .", {}, "none of 1 concepts has a URI; choose another"),
    (TURTLE, {"label": "prefLabel", "language": ["en", 3]},
        "language: expected a language tag such as 'en', or a list of them; got ['en', 3]"),
])  # fmt: skip
def test_files_that_are_no_thesaurus_are_refused(read, tmp_path, content, options, message):
    said = refusal(read, content, **options)
    assert message in said
    if not message.startswith(("language", "alt_labels", "label", "dangling", "'")):
        assert said.startswith((f"thesaurus '{tmp_path / 't.ttl'}': ", "language: expected"))


def test_files_that_cannot_be_read(read, tmp_path):
    (tmp_path / "folder.ttl").mkdir()
    (tmp_path / "t.csv").write_text(TURTLE, encoding="utf-8")
    for name, said in (
        ("missing.ttl", "missing.ttl': No such file or directory"),
        ("t.csv", "expected a file that ends in .ttl, .turtle, .nt, .nq, .n3, "),
        ("folder.ttl", "folder.ttl': Is a directory"),
    ):
        assert said in refusal(read_thesaurus, tmp_path / name)
    for path in (None, 3, ["t.ttl"]):
        assert "path: expected the path of a SKOS file; got " in refusal(read_thesaurus, path)


def test_rdflib_missing_says_what_to_install(read, monkeypatch):
    monkeypatch.setitem(sys.modules, "rdflib", None)
    monkeypatch.setitem(sys.modules, "pyoxigraph", None)
    with pytest.raises(ImportError, match=r"reading RDF needs pyoxigraph .* pip install pyoxi"):
        read(TURTLE)


def test_edge_lists():
    thesaurus = make_thesaurus(
        [("dog", "animal"), ("cat", "animal")],
        related=[("cat", "milk")],
        synonyms=[("dog", "hound")],
        concepts=["stone", "dog"],
        pairs="child-parent",
    )
    assert thesaurus.labels == ("animal", "cat", "dog", "hound", "milk", "stone")
    assert related_names(thesaurus) == [{("dog", "animal"), ("cat", "animal")}, {("cat", "milk")}]
    assert relatedness(thesaurus, "rada").between("hound", "cat") == 1 / 3
    with pytest.warns(UserWarning, match="no broader or narrower relation"):
        assert make_thesaurus([], concepts=["a"]).labels == ("a",)


@pytest.mark.parametrize(("arguments", "message"), [
    (([("a", "b"), ("a", 3)],), "broader: every name must be a string; got 3"),
    (([("a", "b")], [("a",)]), "related: expected pairs of names; entry 0 is ('a',)"),
    (([("a", "b")], [], ["ab"]), "synonyms: expected pairs of names; entry 0 is 'ab'"),
    (([("a", "b")], [], [], ["c", None]), "concepts: every name must be a string; got None"),
    (([("a", "b")], [], [], "xyz"), "concepts: expected a list of names; got 'xyz'"),
    (([("a", "b")], [], [], None), "concepts: expected a list of names; got None"),
    (([("a", "b")], None), "related: expected pairs of names; got None"),
])  # fmt: skip
def test_edge_lists_of_other_things_are_refused(arguments, message):
    assert refusal(make_thesaurus, *arguments, pairs="child-parent") == message


def test_graphs_point_either_way():
    down = networkx.DiGraph([("animal", "dog"), ("animal", "cat"), ("pet", "cat")])
    down.add_nodes_from(["stone", "sky"])
    thesaurus = make_thesaurus(down, points_to="narrower", related=[("dog", "stone")])
    assert thesaurus.labels == ("animal", "cat", "dog", "pet", "sky", "stone")
    above = {("dog", "animal"), ("cat", "animal"), ("cat", "pet")}
    assert related_names(thesaurus) == [above, {("dog", "stone")}]
    up = make_thesaurus(down.reverse(), points_to="broader")
    assert (up.edges == thesaurus.edges).all()
    more = make_thesaurus(down, points_to="narrower", concepts=["air", "dog"])
    assert set(more.labels) - set(thesaurus.labels) == {"air"}
    for graph, options, said in (
        (down, {"concepts": "air"}, "concepts: expected a list of names; got 'air'"),
        (networkx.path_graph(3), {}, "broader: expected a directed graph; got Graph"),
        ([("a", "b")], {}, "points_to: goes with a graph"),
        (networkx.DiGraph(), {"points_to": "up"}, "points_to: expected one of narrower, broader;"),
        (networkx.DiGraph(), {"points_to": None}, "points_to: expected one of narrower, broader;"),
        (networkx.DiGraph([(0, 1)]), {}, "broader: every name must be a string; got 0"),
    ):
        refused = refusal(make_thesaurus, graph, **{"points_to": "narrower", **options})
        assert refused.startswith(said)
