"""Counts of published vocabularies; tools/read_vocabularies.py fetches the files."""

import random
import sys

import networkx
import numpy as np
import pandas
import pytest
from helpers import refusal
from read_vocabularies import COUNTS, VOCABULARIES, read

from semantic_f1.thesaurus.making import make_thesaurus, read_thesaurus
from semantic_f1.thesaurus.measures import relatedness


@pytest.fixture
def vocabulary_file(data_file):
    """A function from a file's name to its path; tests skip where it isn't there."""
    return lambda name: data_file(f"vocabularies/{name}")


@pytest.mark.parametrize(
    "vocabulary", VOCABULARIES, ids=[f"{row.name}-{row.form}" for row in VOCABULARIES]
)
def test_counts_by_separate_code(vocabulary, vocabulary_file):
    vocabulary_file(vocabulary.file)
    facts = read(vocabulary).facts()
    found = tuple(facts[name] for name in COUNTS[: len(vocabulary.counts)])
    assert found == vocabulary.counts


def test_a_part_of_stw_and_what_replaces_its_concepts(vocabulary_file):
    file = vocabulary_file("stw-skos.ttl")
    kept = read_thesaurus(file, types="Descriptor")
    assert (len(kept.labels), kept.facts()["unnamed"]) == (5746, 498)
    assert kept.facts()["replaced"] == 1020
    old, new = (f"http://zbw.eu/stw/descriptor/{x}" for x in ("10042-6", "10043-4"))
    assert kept.replaced[old] == new
    with pytest.warns(UserWarning, match="1,780 roots, 7 before"):
        dropped = read_thesaurus(file, types="Descriptor", outside="drop").facts()
    found = [dropped[x] for x in ("concepts", "broader", "roots", "max_depth")]
    assert found == [5746, 4680, 1780, 10]


@pytest.mark.parametrize("options", [{}, {"label": "prefLabel", "language": "en"}])
def test_stw_by_rdflib_alone(vocabulary_file, monkeypatch, options):
    pytest.importorskip("pyoxigraph")
    file = vocabulary_file("stw-skos.ttl")
    fast = read_thesaurus(file, **options)
    monkeypatch.setitem(sys.modules, "pyoxigraph", None)
    alone = read_thesaurus(file, **options)
    for name in ("names", "replaced", "absent", "titles", "fingerprint"):
        assert getattr(alone, name) == getattr(fast, name), name
    assert alone.facts() == fast.facts()
    assert alone.title_of(alone.roots[0])[0] in "ABGNPVW"


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    ("name", "child", "parent", "separator"),
    [("EDAM.tsv", "Class ID", "Parents", "|"), ("schemaorg-types.csv", "id", "subTypeOf", ", ")],
)
def test_values_of_split_cells(vocabulary_file, name, child, parent, separator):
    """20,000 random pairs against a thesaurus of pairs that were split here."""
    file = vocabulary_file(name)
    table = pandas.read_csv(file, sep="\t" if name.endswith("tsv") else ",", dtype=str)
    rows = [
        (row, one.strip())
        for row, cell in zip(table[child], table[parent], strict=True)
        if isinstance(cell, str)
        for one in cell.split(separator)
    ]
    split = make_thesaurus(rows, concepts=list(table[child]), pairs="child-parent")
    ours, theirs = relatedness(make_thesaurus(file)), relatedness(split)
    draws = random.Random(0)
    pairs = [draws.sample(split.labels, 2) for _ in range(20_000)]
    values = []
    for one in (ours, theirs):
        place = {label: at for at, label in enumerate(one.labels)}
        values.append(one.pairs(*np.array([[place[label] for label in pair] for pair in pairs]).T))
    assert np.array_equal(*values)


def test_a_graph_of_psi_ms_equals_its_file(vocabulary_file):
    file = vocabulary_file("ms.obo")
    with pytest.warns(UserWarning, match="left out"):
        ours = read_thesaurus(file)
    graph = networkx.MultiDiGraph()
    for stanza in file.read_text(encoding="utf-8").split("\n\n"):
        lines = [line.partition(": ")[::2] for line in stanza.strip().splitlines()]
        if ("[Term]", "") not in lines or ("is_obsolete", "true") in lines:
            continue
        term = dict(lines)["id"]
        graph.add_node(term)
        for word, value in lines:
            if word == "is_a":
                graph.add_edge(term, value.split()[0], key="is_a")
            elif word == "relationship":
                graph.add_edge(term, value.split()[1], key=value.split()[0])
    assert "edges of several kinds: is_a" in refusal(make_thesaurus, graph, points_to="broader")
    made = make_thesaurus(graph, points_to="broader", relations=["is_a"])
    place = dict(zip(ours.names, ours.concept_of_name.tolist(), strict=True))
    edges = {tuple(place[made.name_of(end)] for end in pair) for pair in made.edges.tolist()}
    assert edges == set(map(tuple, ours.edges.tolist()))
