"""Reading thesauri: SKOS in Turtle and RDF/XML, edge lists, graphs; and files that are none."""

import logging
import sys

import networkx
import pytest
from helpers import refusal

from semantic_f1.thesaurus.making import make_thesaurus, read_thesaurus
from semantic_f1.thesaurus.measures import relatedness

PREFIXES = """
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix : <http://example.org/> .
"""
# b is below a by skos:broader, c below b by skos:narrower, and d below a by both.
TURTLE = (
    PREFIXES
    + """
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
)
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


def test_labels_by_notation_and_by_language(read):
    below = [{("1.1", "1"), ("1.1.1", "1.1"), ("1.2", "1")}, {("1.1.1", "1.2")}]
    assert related_names(read(TURTLE, label="notation")) == below
    english = read(TURTLE, label="prefLabel", language="en")
    assert english.labels == ("animal", "bird", "dog", "mammal")
    assert ("dog", "mammal") in related_names(english)[0]
    german = read(TURTLE, label="prefLabel", language="DE")
    assert german.labels == ("Hund", "Säugetier", "Tier", "Vogel")


def test_language_tags_are_the_same_in_capitals_and_not(read):
    text = PREFIXES + (
        ":a a skos:Concept ; skos:prefLabel 'colour'@en-GB, 'color'@en-US ; "
        "skos:altLabel 'tint'@EN-gb . :b a skos:Concept ; skos:broader :a ; "
        "skos:prefLabel 'grey'@en-gb, 'gray'@en-US ; skos:altLabel 'ash'@en-US ."
    )
    for language in ("en-GB", "en-gb", "EN-GB"):
        british = read(text, label="prefLabel", language=language, alt_labels=True)
        assert british.labels == ("colour", "grey", "tint")
    assert "'en-gb', 'en-us'; got None" in refusal(read, text, label="prefLabel")
    danish = PREFIXES + ':a a skos:Concept ; skos:prefLabel "farve"@DA, "Farve"@da .'
    with pytest.warns(UserWarning, match="1 concepts have several labels of one kind"):
        assert read(danish, label="prefLabel").labels == ("Farve", "farve")


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
    similarity = relatedness(thesaurus, "rada")
    assert similarity.between("cur", "hound") == 1
    assert similarity.between("cur", "mammalian") == 1 / 2


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


def test_concepts_without_uris_are_named_by_labels(read):
    text = PREFIXES + '[] a skos:Concept ; skos:prefLabel "one" ; skos:related [] .'
    with pytest.warns(UserWarning, match="have no skos:prefLabel"):
        assert read(text, label="prefLabel").labels == ("one",)
    assert "none of 2 concepts has a URI; choose another label" in refusal(read, text)


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
    if not message.startswith(("language", "alt_labels", "label", "dangling", "'de'")):
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
