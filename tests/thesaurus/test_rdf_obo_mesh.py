"""RDF by both readers and by any property, OBO, MeSH, codes: small extracts of each form."""

import sys

import numpy
import pytest
from helpers import refusal
from plain_thesaurus import PREFIXES, counts

from semantic_f1 import SemanticF1
from semantic_f1.thesaurus.making import make_thesaurus, read_thesaurus
from semantic_f1.thesaurus.measures import relatedness
from semantic_f1.thesaurus.names import renamed
from semantic_f1.thesaurus.saved import load_thesaurus, save_thesaurus

SKOS = "http://www.w3.org/2004/02/skos/core#"
THESAURUS = f"""{PREFIXES}
:a a skos:Concept, :Descriptor ; skos:prefLabel "animal"@en, "Tier"@de ;
    skos:notation "01"^^xsd:integer .
:b a skos:Concept, :Descriptor ; skos:broader :a ; skos:prefLabel "dog"@en ;
    skos:inScheme :pets .
:b skos:broader :a .
:c a skos:Concept, :Group ; skos:broader :b ; skos:prefLabel "terrier"@en .
:c skos:related :a .
:d a skos:Concept, :Descriptor ; skos:broader :c ; skos:prefLabel "airedale"@en .
:d skos:inScheme :pets .
:old owl:deprecated true ; skos:prefLabel "hound"@en ; dcterms:isReplacedBy :older .
:older owl:deprecated true ; skos:prefLabel "cur"@en ; dcterms:isReplacedBy :b .
:split owl:deprecated true ; skos:prefLabel "pet"@en ; dcterms:isReplacedBy :b, :d .
:ring owl:deprecated true ; dcterms:isReplacedBy :ring .
:gone owl:deprecated true ; skos:prefLabel "dodo"@en .
"""
NAMED = {"label": "prefLabel", "language": "en"}


@pytest.fixture(params=["pyoxigraph", "rdflib"])
def read(request, read, monkeypatch):
    """A function from the content of a file to its thesaurus, by each reader."""
    pytest.importorskip(request.param)
    if request.param == "rdflib":
        monkeypatch.setitem(sys.modules, "pyoxigraph", None)
    return read


def test_replaced_concepts(read):
    thesaurus = read(THESAURUS, **NAMED)
    assert thesaurus.replaced == {"hound": "dog", "cur": "dog"}
    assert thesaurus.facts()["replaced"] == 2
    assert thesaurus.absent == {
        "pet": "deprecated, and replaced by 'airedale' and 'dog'",
        "dodo": "deprecated, and nothing replaces it",
    }
    by_uri = read(THESAURUS)
    assert by_uri.replaced["http://example.org/old"] == "http://example.org/b"
    assert "nothing replaces it" in by_uri.absent["http://example.org/ring"]
    refused = read(THESAURUS, **NAMED, replaced="refuse")
    assert not refused.replaced and "replaced by 'dog'" in refused.absent["hound"]
    assert "'hound' is not a label but deprecated" in refusal(scored, refused, ["hound"], ["dog"])
    value, said, signature = scored(thesaurus, ["hound", "cur"], ["dog"])
    assert value == 1
    assert "predictions: 2 labels are deprecated and replaced by others, 2 distinct" in said
    assert "replaced:follow" in signature.replace('"', "")
    assert "references: 1 labels are deprecated" in scored(thesaurus, ["animal"], ["cur"])[1]
    assert "deprecated" not in scored(thesaurus, ["dog"], ["dog"])[1]
    for name, why in (
        ("dodo", "and nothing replaces it"), ("pet", "and replaced by 'airedale' and 'dog'"),
    ):  # fmt: skip
        said = refusal(scored, thesaurus, [name], ["dog"])
        assert f"{name!r} is not a label but deprecated, {why}" in said
    by_uri = read(THESAURUS)
    assert counts(by_uri) == [4, 3, 1, 0, 0, 4]
    # A leading zero is part of a code.
    assert "01" in read(THESAURUS, label=["notation", "prefLabel"], language="en").labels


@pytest.mark.parametrize(("ends", "followed"), [
    ([{"a"}, {"a"}], {"n": "A"}), ([{"a"}, {"b"}], {}), ([{"a"}, set()], {}), ([set(), {"a"}], {}),
])  # fmt: skip
def test_a_name_of_two_deprecated_concepts(ends, followed):
    replacing, texts = {"old": ends[0], "older": ends[1]}, {"a": "A", "b": "B"}
    found, absent = renamed(replacing, dict.fromkeys(replacing, "n"), texts, (), (), "follow")
    assert (found, set(absent)) == (followed, {"n"} - followed.keys())


@pytest.mark.parametrize("types", ["Descriptor", ":Descriptor", ["http://example.org/Descriptor"]])
def test_a_part_by_type(read, types):
    kept = read(THESAURUS, types=types)
    assert counts(kept) == [4, 3, 1, 0, 0, 4]
    assert (len(kept.labels), kept.facts()["unnamed"]) == (3, 1)
    with pytest.warns(UserWarning, match="1 concepts outside .* dropped: 2 roots, 1 before"):
        dropped = read(THESAURUS, types=types, outside="drop")
    assert counts(dropped) == [3, 1, 2, 0, 1, 2]
    assert set(read(THESAURUS, schemes="pets").labels) == {f"http://example.org/{x}" for x in "bd"}
    with pytest.raises(ValueError, match=r"types: .* has no 'Desk'; it has .*Descriptor \(3\)"):
        read(THESAURUS, types="Desk")


def test_any_property_may_be_broader(read):
    text = f"""{PREFIXES}
    :a a :Topic ; rdfs:label "top" . :b a :Topic ; rdfs:label "below" ; :under :a .
    :c a :Topic ; rdfs:label "alone" . :a :over :d . :x a :Other .
    """
    for broader in (":under", "http://example.org/under", ["http://example.org/under"]):
        thesaurus = read(text, broader=broader)
        assert counts(thesaurus) == [3, 1, 2, 0, 1, 2]
        assert set(thesaurus.labels) == {"top", "below", "alone"}
    assert counts(read(text, broader=":under", narrower=":over", label="uri")) == [4, 2, 2, 0, 1, 2]
    assert "relations http://example.org/under" in relatedness(thesaurus).card["derivation"]
    with pytest.raises(ValueError, match=r"no concepts; .*broader= may name one of .*under \(1\)"):
        read(text)
    with pytest.raises(ValueError, match="no relation is ':above'; broader= may name one of"):
        read(text, broader=":above")


@pytest.mark.parametrize(("text", "name", "told", "expected"), [
    # Graphs of N-Quads count together.
    ("".join(f"<urn:{s}> <{SKOS}broader> <urn:{o}> <urn:g{s}> .\n" for s, o in ("ba", "cb")),
        "t.nq", "3 ends of relations have no type", [3, 2, 1, 0, 0, 3]),
    # Known properties without SKOS.
    (PREFIXES + ':a a :D ; rdfs:label "A" . :b a :D ; rdfs:label "B" ; '
        "<http://id.nlm.nih.gov/mesh/vocab#broaderDescriptor> :a . :c a :D .", "t.ttl",
        "broader is .*broaderDescriptor, since nothing is SKOS", [3, 1, 2, 0, 1, 2]),
    (PREFIXES + ":a a owl:Class . :b a owl:Class ; rdfs:subClassOf :a . :c a owl:Class ; "
        "owl:deprecated true . :d a owl:Class ; owl:deprecated true ; rdfs:subClassOf :a . "
        ':e a owl:Class ; owl:deprecated false . :f a owl:Class ; owl:deprecated "" .', "t.ttl",
        "1 obsolete classes without a relation were left out", [5, 2, 3, 0, 2, 2]),
])  # fmt: skip
def test_other_hierarchies(read, text, name, told, expected):
    with pytest.warns(UserWarning, match=told):
        assert counts(read(text, name)) == expected


OBO = r"""format-version: 1.2

[Term]
id: X:1
name: top \: all
alt_id: X:01

[Term]
id: X:2
name: part
synonym: "piece \"small\"" EXACT []
synonym: "shard" RELATED []
is_a: X:1 {source="y"} ! top
relationship: part_of X:1 ! top

[Term]
id: X:3
name: leaf
is_a: X:2
relationship: part_of X:9 ! elsewhere

[Term]
id: X:4
name: old leaf
is_obsolete: true
replaced_by: X:3

[Typedef]
id: BFO:0000050
name: part_of_by_name
"""


def test_obo(tmp_path):
    file = tmp_path / "t.obo"
    file.write_text(OBO, encoding="utf-8")
    with pytest.warns(UserWarning, match="is_a, and 2 relations of other kinds were left out"):
        thesaurus = read_thesaurus(file)
    # X:9 is no term, and its only relation is left out.
    assert counts(thesaurus) == [3, 2, 1, 0, 0, 3]
    assert {"X:1", "top : all", "leaf"} <= set(thesaurus.labels)
    assert thesaurus.replaced == {"X:01": "X:1", "X:4": "X:3", "old leaf": "X:3"}
    with pytest.warns(UserWarning, match="lead to what is no term"):
        both = read_thesaurus(file, relations=["is_a", "part_of"], dangling="drop", alt_labels=True)
    assert counts(both) == [3, 2, 1, 0, 0, 3]
    assert 'piece "small"' in both.labels and "shard" not in both.labels
    for options, said in (
        ({"relations": ["has_part"]}, "no edge is of the kind 'has_part'; there are is_a (2)"),
        ({"relations": ["is_a", "part_of"], "dangling": "raise"}, "1 relations lead to what is no"),
        ({"strict": True}, "strict=True refuses"),
        ({"language": "en"}, "language: it goes with RDF"),
    ):
        assert said in refusal(read_thesaurus, file, **options)
    file.write_text(OBO.replace("part_of X", "BFO:0000050 X"), encoding="utf-8")
    with pytest.warns(UserWarning, match="lead to what is no term"):
        named = read_thesaurus(file, relations={"part_of_by_name": 0.6}, dangling="drop")
    assert counts(named)[1] == 1 and named.strengths.tolist() == [0.6]


def test_a_default_that_leaves_terms_alone(tmp_path):
    terms = "".join(f"[Term]\nid: X:{n}\nrelationship: part_of X:0\n\n" for n in range(1, 5))
    file = tmp_path / "t.obo"
    file.write_text(f"[Term]\nid: X:0\n\n{terms}[Term]\nid: X:5\nis_a: X:0\n", encoding="utf-8")
    joins = r'part_of joins 4 of them: relations=\["is_a", "part_of"\]'
    with pytest.warns(UserWarning, match=joins):
        read_thesaurus(file)


RECORD = """<DescriptorRecord><DescriptorUI>{}</DescriptorUI><DescriptorName><String>{}</String>
</DescriptorName><TreeNumberList>{}</TreeNumberList></DescriptorRecord>"""


def test_mesh_xml(tmp_path):
    records = (("D1", "Head", ["A01"]), ("D2", "Ear", ["A01.1", "B02.5"]), ("D3", "Sense", ["B02"]))
    lost = ("D4", "Lost", ["C01.9"])
    text = "".join(
        RECORD.format(ui, name, "".join(f"<TreeNumber>{n}</TreeNumber>" for n in numbers))
        for ui, name, numbers in (*records, lost, ("D5", "Alone", []))
    )
    file = tmp_path / "desc.xml"
    file.write_text(f"<DescriptorRecordSet>{text}</DescriptorRecordSet>", encoding="utf-8")
    with pytest.warns(UserWarning, match="1 codes have a parent without a record"):
        thesaurus = read_thesaurus(file)
    for option, value in (("dangling", "raise"), ("alt_labels", True), ("outside", "drop")):
        said = refusal(read_thesaurus, file, **{option: value})
        assert f"{option}: it goes with RDF" in said and "is MeSH's XML" in said
    assert counts(thesaurus) == [5, 2, 4, 1, 2, 2] and {"D2", "Ear"} <= set(thesaurus.labels)
    by_codes = make_thesaurus(codes={ui: numbers for ui, _, numbers in records})
    assert counts(by_codes) == [3, 2, 2, 1, 0, 2]


def test_codes_without_a_table():
    cut = make_thesaurus(codes=["A01.1", "A01.2"])
    assert counts(cut) == [3, 2, 1, 0, 0, 2] and cut.labels == ("A01.1", "A01.2")
    codes = ["1", "10", "A00-A09", "A00", "A000", "A00.1", "A0011", "B99"]
    listed = make_thesaurus(codes=codes, above="listed")
    assert counts(listed) == [8, 3, 5, 0, 4, 3]
    assert counts(make_thesaurus(codes=["1", "10", "101", "2"], above="listed")) == [
        4, 2, 2, 0, 1, 3,
    ]  # fmt: skip
    with pytest.warns(UserWarning, match="1 codes stand in the list more than once"):
        make_thesaurus(codes=["A00", "A000", "A00"], above="listed")
    place, go = "codes: they take the place of broader", "prefixes, above: they go with codes="
    pairs = {"broader": [("a", "b")], "pairs": "child-parent"}
    for options, said in (
        ({"codes": ["A00", "A000"]}, 'above="listed" takes the longest shorter code'),
        ({"broader": {"a": "b"}, "codes": codes}, place),
        ({"codes": codes, "nameless": "drop"}, place),
        ({**pairs, "above": "listed"}, go),
        ({**pairs, "prefixes": [1]}, go),
    ):
        assert said in refusal(make_thesaurus, **options)


def scored(thesaurus, predicted, gold):
    metric = SemanticF1(similarity=relatedness(thesaurus, "rada"))
    with metric.notices() as notices:
        result = metric.compute(predictions=[predicted], references=[gold])
    return result["semantic_f1"], " ".join(notices), metric.signature()


def test_hints_between_names_and_uris(read):
    names, uris = read(THESAURUS, **NAMED), read(THESAURUS)
    said = refusal(scored, names, ["http://example.org/b"], ["http://example.org/c"])
    assert 'these are URIs; read_thesaurus(..., label="uri") takes them' in said
    assert "unknown_labels" not in said
    said = refusal(scored, uris, ["dog"], ["cat"])
    assert 'labels are URIs here; read_thesaurus(..., label="prefLabel") takes names' in said
    value, said, _ = scored(uris, ["<http://example.org/b>"], ["<http://example.org/b>"])
    assert value == 1 and "<> around all names" in said


def test_saved_and_loaded(read, tmp_path):
    thesaurus = read(THESAURUS, **NAMED, types="Descriptor")
    file = tmp_path / "t.npz"
    save_thesaurus(thesaurus, file)
    loaded = load_thesaurus(file)
    for name in ("names", "labels", "name", "card", "ambiguous", "replaced", "absent", "titles"):
        assert getattr(loaded, name) == getattr(thesaurus, name), name
    assert loaded.facts() == thesaurus.facts() and loaded.fingerprint == thesaurus.fingerprint
    first, second = (relatedness(one, "lin") for one in (thesaurus, loaded))
    assert first.values.tobytes() == second.values.tobytes()
    assert first.fingerprint == second.fingerprint and first.card == second.card
    with numpy.load(file) as arrays:
        content = dict(arrays)
    texts = content["texts"].tobytes()
    later = numpy.frombuffer(texts[:-1] + b"9", numpy.uint8)
    other = numpy.frombuffer(texts.replace(b"airedale", b"airedalf"), numpy.uint8)
    moved = content["broader"].copy()
    moved[0, 1] += 1
    for said, new in (
        ("doesn't match its fingerprint", {"texts": other}),
        ("doesn't match its fingerprint", {"broader": moved}),
        ("in the form 9, and this version reads 1", {"texts": later}),
    ):
        numpy.savez(file, **{**content, **new})
        with pytest.raises(ValueError, match=said):
            load_thesaurus(file)
    file.write_bytes(b"PK no archive")
    assert "not a saved thesaurus" in refusal(load_thesaurus, file)
    # Weights of kinds are saved too.
    table = {"child": ["b", "c"], "parent": ["a", "a"], "relation": ["is_a", "part_of"]}
    weighed = make_thesaurus(table, relations={"is_a": 0.7, "part_of": 0.5})
    save_thesaurus(weighed, tmp_path / "w.npz")
    assert load_thesaurus(tmp_path / "w.npz").fingerprint == weighed.fingerprint
