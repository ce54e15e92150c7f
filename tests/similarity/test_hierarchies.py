"""Hierarchies: distances by hand and by networkx, one convention for pairs, tables and codes."""

import itertools
import math
import pickle
import sys
import warnings

import networkx as nx
import numpy as np
import pandas as pd
import pytest
from helpers import in_form, off_diagonal, refusal
from hypothesis import given
from hypothesis import strategies as st

from semantic_f1 import SemanticF1
from semantic_f1.similarity.builders.edges import read_edges
from semantic_f1.similarity.builders.hierarchies import from_codes, from_hierarchy

THIRD = round(1 / 3, 12)
MUSIC = {"music": {"rock": ["punk", "metal"], "jazz": {}, "classical": None}}
MUSIC_EDGES = [
    ("music", "rock"), ("rock", "punk"), ("rock", "metal"), ("music", "jazz"),
    ("music", "classical"),
]  # fmt: skip
UPWARDS = [(child, parent) for parent, child in MUSIC_EDGES]
# As ICD-10 is handed around: a blank parent for chapters, names beside the codes.
ICD = {
    "code": ["C", "C50", "C50.1", "C50.9", "C61", "J", "J45"],
    "parent": [None, "C", "C50", "C50", "C", "", "J"],
    "name": ["Neoplasms", "Breast", "Central", "Unspecified", "Prostate", "Lungs", "Asthma"],
}


def test_hierarchy_by_hand():
    similarity = from_hierarchy(MUSIC)
    assert similarity.labels == ("punk", "metal", "jazz", "classical")
    # Edges between: punk and metal 2, from either to the others 3, jazz and classical 2.
    assert off_diagonal(similarity) == [THIRD, 0.25, 0.25, 0.25, 0.25, THIRD]
    assert similarity.card["derivation"] == (
        "Shortest path d in a hierarchy of 6 nodes and 5 edges, edges taken in both directions, "
        "mapped by 1 / (1 + d)."
    )
    above = from_hierarchy(MUSIC, ["jazz", "rock", "music"], beta=2)
    assert off_diagonal(above) == [0.2, THIRD, THIRD]
    every = ("music", "rock", "punk", "metal", "jazz", "classical")
    assert from_hierarchy(MUSIC, "all").labels == every


def test_weights_of_a_graph():
    graph = nx.DiGraph()
    graph.add_edge("r", "a", weight=3, cost=1)
    graph.add_edge("r", "b")
    graph.add_node("alone")
    assert off_diagonal(from_hierarchy(graph, ["a", "b"])) == [0.2]
    assert off_diagonal(from_hierarchy(graph, ["a", "b"], weight="cost")) == [THIRD]
    assert off_diagonal(from_hierarchy(graph, ["a", "b"], weight=None)) == [THIRD]
    similarity = from_hierarchy(graph)
    assert similarity.labels == ("a", "b", "alone")
    assert off_diagonal(similarity) == [0.2, 0, 0]
    assert "2 edges, 1 of them with a weight, edges taken" in similarity.card["derivation"]
    assert similarity.card["derivation"].endswith(" 2 pairs that no path connects: 0.")
    assert "no edge of the graph has an attribute 'x'" in refusal(from_hierarchy, graph, weight="x")
    # A shorter way around.
    edges = [("r", "a", 5), ("r", "b", 0.5), ("b", "a", 1.5), ("b", "c", 0)]
    # r to a: 5 straight, 2 by way of b; b and c are one place.
    similarity = from_hierarchy(edges, ["r", "a", "b", "c"], pairs="parent-child")
    assert off_diagonal(similarity) == [THIRD, round(2 / 3, 12), round(2 / 3, 12), 0.4, 0.4, 1]


@pytest.mark.parametrize("empty", [[], (), None, {}])
def test_nodes_with_nothing_below_them_and_lists_of_names_and_mappings(empty):
    similarity = from_hierarchy({"a": empty, "b": empty}, "all")
    assert similarity.labels == ("a", "b")
    assert off_diagonal(similarity) == [0]
    similarity = from_hierarchy({"a": [{"b": ["c"], "e": empty}, "d"]}, "all")
    assert similarity.labels == ("a", "b", "c", "e", "d")
    plain = from_hierarchy({"a": {"b": {"c": {}}, "e": {}, "d": {}}}, "all")
    assert similarity.fingerprint == plain.fingerprint


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("tree", [True, False])
def test_lengths_are_networkx_shortest_paths(seed, tree):
    rng = np.random.default_rng(seed)
    if tree:
        # Several trees, and nodes in no order.
        graph = nx.Graph([(str(i), str(rng.integers(i))) for i in range(1, 40) if i % 13])
    else:
        graph = nx.relabel_nodes(nx.gnp_random_graph(25, 0.08, seed=seed), str)
    for _, _, data in graph.edges(data=True):
        data["weight"] = float(rng.integers(0, 10)) / 3
    names = sorted(graph, key=lambda node: rng.random())[: 12 + seed]
    similarity = from_hierarchy(graph, names, beta=0.5)
    lengths = dict(nx.all_pairs_dijkstra_path_length(graph))
    for (i, a), (j, b) in itertools.product(enumerate(names), repeat=2):
        expected = 1 / (1 + 0.5 * lengths[a].get(b, math.inf))
        assert similarity.values[i, j] == pytest.approx(expected, abs=1e-12)
    off_diagonal(similarity)


def test_a_chain_deeper_than_the_stack():
    depth = sys.getrecursionlimit() * 2
    tree = {"leaf": {}}
    for level in range(depth):
        tree = {f"level {level}": tree}
    (value,) = off_diagonal(from_hierarchy(tree, ["leaf", f"level {depth - 1}"]))
    assert value == round(1 / (1 + depth), 12)


def test_pairs_say_what_comes_first():
    expected = from_hierarchy(MUSIC).fingerprint
    weighed = [(*edge, 1) for edge in MUSIC_EDGES]
    for tree in (MUSIC_EDGES, weighed, iter(MUSIC_EDGES), nx.DiGraph(MUSIC_EDGES)):
        assert from_hierarchy(tree, pairs="parent-child").fingerprint == expected
    assert from_hierarchy(UPWARDS, pairs="child-parent").fingerprint == expected
    for pairs in (MUSIC_EDGES, weighed, [MUSIC_EDGES[0]]):
        said = refusal(from_hierarchy, pairs)
        assert said.startswith("tree: nothing says whether 'music' is the parent or the child")
        assert "pairs='parent-child' or pairs='child-parent'" in said
    assert refusal(from_hierarchy, MUSIC_EDGES, pairs="up").startswith("pairs: expected 'parent-")
    assert from_hierarchy(nx.DiGraph(MUSIC_EDGES)).fingerprint == expected
    undirected = nx.Graph(MUSIC_EDGES)
    assert from_hierarchy(undirected, from_hierarchy(MUSIC).labels).fingerprint == expected
    assert "an undirected graph has no leaves" in refusal(from_hierarchy, undirected)


@pytest.mark.parametrize("kind", ["list", "records", "polars", "arrow", "csv", "xlsx", "parquet"])
def test_a_table_names_its_columns(kind, tmp_path):
    frame = pd.DataFrame(MUSIC_EDGES, columns=["parent", "child"])
    for tree in (frame, in_form(frame[["child", "parent"]], kind, tmp_path)):
        assert from_hierarchy(tree).fingerprint == from_hierarchy(MUSIC).fingerprint


def test_a_mapping_leads_from_child_to_parent():
    expected = from_hierarchy(MUSIC).fingerprint
    below = dict(UPWARDS)
    for tree in (below, {**below, "music": None}, pd.Series(below)):
        assert from_hierarchy(tree).fingerprint == expected
    lists = {child: [parent] for child, parent in UPWARDS}
    assert from_hierarchy(lists).fingerprint == expected
    assert from_hierarchy(lists, pairs="child-parent").fingerprint == expected
    downwards = {"music": ["rock", "jazz", "classical"], "rock": ["punk", "metal"]}
    assert from_hierarchy(downwards, pairs="parent-child").fingerprint == expected
    for either in (downwards, {"punk": "rock"}, {"a": ["x", "y"], "b": ["x"]}):
        said = refusal(from_hierarchy, either)
        assert "a mapping is read as child -> parent, but" in said
        assert "pairs='child-parent' or 'parent-child' says what its keys are" in said
    nested = refusal(from_hierarchy, MUSIC, pairs="child-parent")
    assert nested.startswith("pairs: tree has mappings within mappings")


def test_upside_down_is_told_with_the_figures():
    for tree, pairs in ((MUSIC_EDGES, "child-parent"), (UPWARDS, "parent-child")):
        with pytest.warns(UserWarning, match="4 roots .* and 1 leaf .* 2 with several parents"):
            from_hierarchy(tree, "all", pairs=pairs)
    with pytest.warns(UserWarning, match="tree: The hierarchy looks reversed"):
        from_hierarchy(nx.DiGraph(UPWARDS))
    # Parents without a row are told of if roots have theirs.
    table = {"code": ["C", "C50", "C61"], "parent": [None, "C", "D"]}
    with pytest.warns(UserWarning, match="1 of the parents have no separate row .* 'D'"):
        from_hierarchy(table)


def test_hierarchies_that_stand_upright_are_not_told_of():
    many_parents = [("dog", "animal"), ("dog", "pet"), ("cat", "animal"), ("cat", "pet")]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        from_hierarchy(MUSIC)
        from_hierarchy(many_parents, pairs="child-parent")
        from_hierarchy([("dog", "animal"), ("dog", "pet")], pairs="child-parent")
        from_hierarchy({f"r{i}": {f"l{i}": {}} for i in range(9)})
        from_hierarchy({"a": None, "b": None, "c": None})
        from_hierarchy({"child": ["C50", "C61"], "parent": ["C", "C"]})


def test_a_table_of_codes_with_blank_parents_and_names(tmp_path):
    path = tmp_path / "icd.csv"
    pd.DataFrame(ICD).to_csv(path, index=False)
    for tree in (ICD, pd.DataFrame(ICD), path):
        similarity = from_hierarchy(tree)
        assert similarity.labels == ("C50.1", "C50.9", "C61", "J45")
        # C50.1 to C50.9: 2 edges; to C61: 3; asthma hangs elsewhere.
        assert off_diagonal(similarity) == [THIRD, 0.25, 0, 0.25, 0, 0]
    named = from_hierarchy(ICD, "all", label="name")
    assert named.between("Central", "Breast") == 0.5
    assert named.between("Central", "Prostate") == 0.25
    # Numbers in cells are codes as they are written: 1 and not 1.0.
    path = tmp_path / "t.xlsx"
    pd.DataFrame({"code": [1, 11, 12], "parent": [None, 1, 1]}).to_excel(path, index=False)
    assert from_hierarchy(path).labels == ("11", "12")


def test_columns_by_other_names():
    frame = pd.DataFrame(ICD).rename(columns={"code": "ICD", "parent": "above", "name": "text"})
    needs = "a column 'child' (or 'code') and a column 'parent'; this table has 'ICD', 'above'"
    assert needs in refusal(from_hierarchy, frame)
    columns = {"child": "ICD", "parent": "above", "name": "text"}
    similarity = from_hierarchy(frame, "all", columns=columns, label="name")
    assert similarity.between("Central", "Breast") == 0.5


OPTIONS = {
    "pairs": "parent-child", "columns": {"child": "x"}, "weight": "w", "separator": ";",
    "levels": ["t", "u"], "same": "name", "root": "keep", "nameless": "drop",
}  # fmt: skip


@pytest.mark.parametrize(("tree", "given", "refused"), [
    (pd.DataFrame(ICD), {}, "pairs weight same root"),
    (MUSIC, {}, "columns weight separator same root nameless"),
    ([("a", "b")], {"pairs": "parent-child"}, "columns weight separator same root nameless"),
    (pd.Series({"b": "a"}), {}, "columns weight separator same root nameless"),
    (nx.DiGraph([("a", "b")]), {}, "columns separator levels same root nameless"),
    ([{"name": "a", "children": ["b"]}], {}, "pairs columns separator levels same"),
    ([{"t": "a", "u": "b"}], {"levels": ["t", "u"]}, "pairs separator root nameless"),
    ("t.txt", {}, "pairs columns separator levels root"),
    ("t.taxonomy", {}, "pairs columns separator levels same"),
])  # fmt: skip
def test_options_of_other_forms_are_refused(tree, given, refused, tmp_path):
    if isinstance(tree, str):
        tree = tmp_path / tree
        tree.write_text("A > B\nA > C\n" if tree.suffix == ".txt" else "A\tB\tC\n", "utf-8")
    assert read_edges(tree, "tree", **given).nodes
    for option in refused.split():
        said = refusal(read_edges, tree, "tree", **{**given, option: OPTIONS[option]})
        assert said.startswith(f"{option}: ") and said.endswith(", which tree is not")


def test_whole_numbers_are_codes_and_weights_may_be_a_column():
    # pandas reads parents with blanks as floats.
    frame = pd.DataFrame({"code": [1, 10, 11], "parent": [np.nan, 1.0, 1.0]})
    assert from_hierarchy(frame).labels == ("10", "11")
    # Weights stand in a column.
    weighed = {"parent": ["r", "r"], "child": ["a", "b"], "weight": ["2", ""]}
    assert off_diagonal(from_hierarchy(weighed)) == [0.25]


def test_what_data_uses_but_leaves_lack_is_explained():
    for leaves in (from_hierarchy(ICD), pickle.loads(pickle.dumps(from_hierarchy(ICD)))):
        metric = SemanticF1(similarity=leaves)
        said = refusal(metric.compute, [["C50"]], [["C61"]])
        assert "predictions[0]: 'C50' is not a label but an inner node of the hierarchy" in said
        assert "labels='all' takes every node" in said
        chosen = refusal(metric.compute, [["C61"]], [["C61"]], labels=["C61", "C50"])
        assert "labels='all'" in chosen
    every = SemanticF1(similarity=from_hierarchy(ICD, "all"))
    with every.notices():
        found = every.compute(predictions=[["C50"]], references=[["C61"]])
    assert found["semantic_f1"] == THIRD


ITSELF = {}
ITSELF["a"] = ITSELF


@pytest.mark.parametrize(("arguments", "options", "said"), [
    (({"r": {"a": {}, "b": {"a": {}}}},), {}, "tree: 'a' stands at two places"),
    (({"r": {"a": "ab"}},), {}, "tree: the children of 'a' must be a mapping or a list of na"),
    (({"r": {"a": 3}},), {}, "tree: the children of 'a' must be a mapping or a list of names"),
    (({"r": 3},), {}, "tree: the parents or children of 'r' must be a name, a list of names"),
    ((MUSIC, ["punk", "ska"]), {}, "labels: 'ska' is no node of the hierarchy"),
    ((MUSIC, "leafs"), {}, "labels: expected a list of names; got 'leafs'"),
    ((MUSIC, ["punk", "punk"]), {}, "labels: names must be distinct; 'punk' is repeated"),
    *(((empty,), {}, "tree: it has no nodes") for empty in ({}, [])),
    (([("a", "a")],), {}, "tree: an edge leads from 'a' to itself"),
    *((([("a", "b", x)],), {}, "tree: weights must be finite and at least 0; that of 'a', 'b'")
        for x in (-1, math.nan, math.inf, "1")),
    (([("a", "b", 1), ("b", "a", 2)],), {"pairs": "parent-child"},
        "tree: the edge between 'b' and 'a' has two weights, 1 and 2"),
    (([("a", "b"), ("b", "a")],), {"pairs": "parent-child"}, "tree: no node is a leaf; the"),
    *(((tree,), {}, "tree: expected a table with columns parent and child, nested")
        for tree in ([("a",)], ["ab"], 3, [{"a", "b"}])),
    *(((tree,), {}, f"tree: every name must be a string; got {shown}") for tree, shown in (
        ([(1, 2)], 1), ([("a", ["b"])], ["b"]), ({"a": {"b": [["c"]]}}, ["c"]),
        ({None: ["a"]}, None))),
    (({"r": ["b", {"a": "b"}]},), {}, "tree: the children of 'a' must be a mapping or a list"),
    *(((tree,), {}, "tree: 'a' stands at two places")
        for tree in ({"r": ["a", {"a": ["b"]}]}, {"r": {"s": ["a", "a"]}}, ITSELF)),
    ((MUSIC,), {"beta": 10**400}, "beta: expected a finite number above 0; got 1000"),
    ((MUSIC,), {"label": "name"}, "label: 'name' needs a table with a column of names"),
    ((MUSIC,), {"label": "title"}, "label: expected 'child' or 'name'"),
    (({"code": ["a", "b"], "parent": [None, "a"], "name": ["x", "x"]},), {"label": "name"},
        "label: several codes have the name 'x'; use the codes"),
    (({"code": ["a", ""], "parent": [None, "a"]},), {}, "tree: column 'code' is blank in row 2"),
    ((pd.DataFrame({"parent": [], "child": []}),), {}, "tree: the table has no rows"),
    (("missing.csv",), {}, "missing.csv: no such file"),
    ((ICD,), {"columns": {"child": "cod"}},
        "columns: tree has no column 'cod' (did you mean 'code'?) for the child"),
    ((ICD,), {"columns": {"up": "x"}},
        "columns: a hierarchy has child, parent, weight, name, kind; got 'up'"),
    (({"code": [1.1, 1.2], "parent": [1, 1]},), {},
        "tree: column 'code', row 1 is 1.1, not text; read the column as text (in pandas dtype="),
    (({"parent": ["r"], "child": ["a"], "weight": ["two"]},), {},
        "tree: weights must be finite and at least 0; that of 'r', 'a' is 'two'"),
    (({"root": dict.fromkeys(f"l{i}" for i in range(20_001))},), {},
        "labels: a table of 20,001 labels is too large (20,000 is the most"),
])  # fmt: skip
def test_hierarchy_refused(arguments, options, said):
    assert refusal(from_hierarchy, *arguments, **options).startswith(said)


def test_tree_numbers_by_hand():
    """As MeSH has them: a heading may stand at several places."""
    codes = {
        "Neoplasms": "C04", "Neoplasms by Site": "C04.588", "Lung Diseases": "C08",
        "Lung Neoplasms": ["C04.588.894", "C08.785"], "Breast Neoplasms": "C04.588.180",
        "Asthma": "C08.127",
    }  # fmt: skip
    similarity = from_codes(codes)
    assert similarity.labels == tuple(codes)
    assert similarity.between("Lung Neoplasms", "Breast Neoplasms") == THIRD
    assert similarity.between("Lung Neoplasms", "Lung Diseases") == 0.5
    # Through the heading that stands at both places.
    assert similarity.between("Neoplasms", "Asthma") == 0.2
    assert from_codes(codes, "leaves").labels == ("Lung Neoplasms", "Breast Neoplasms", "Asthma")

    # Codes above that no label has are nodes.
    assert off_diagonal(from_codes(["C04.1.2", "C04.1.3", "C04.2"])) == [THIRD, 0.25, 0.25]
    made = from_codes(["A.1", "A.2"], beta=2).card["derivation"]
    assert made.startswith("Shortest path d in a hierarchy of 3 nodes and 2 edges")


def test_prefixes_of_icd():
    codes = ["C50.1", "C50.9", "C61", "J45"]
    expected = from_hierarchy(ICD)
    assert np.array_equal(from_codes(codes, prefixes=[1]).values, expected.values)
    bare = from_codes(["C501", "C509", "C61", "J45"], separator=None, prefixes=[1, 3])
    assert np.array_equal(bare.values, expected.values)


@given(st.lists(st.lists(st.integers(1, 3), min_size=1, max_size=4), min_size=3, max_size=12))
def test_lengths_follow_from_common_prefixes(paths):
    codes = list(dict.fromkeys(".".join(map(str, [0, *path])) for path in paths))
    similarity = from_codes([*codes, "0"])
    for a, b in itertools.combinations(codes, 2):
        one, other = a.split("."), b.split(".")
        same = sum(1 for _ in itertools.takewhile(lambda x: x[0] == x[1], zip(one, other)))  # noqa: B905
        expected = 1 / (1 + len(one) + len(other) - 2 * same)
        assert similarity.between(a, b) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(("codes", "options", "said"), [
    ("C04", {}, "codes: expected a list of codes"),
    ([1, 2], {}, "codes: expected text as the code of 1"),
    ({"a": ""}, {}, "codes: expected text as the code of 'a'"),
    ({"a": "C1", "b": "C1"}, {}, "codes: 'C1' is the code of 'a' and of 'b'"),
    ({"a": [], "b": "x"}, {}, "codes: 'a' has none"),
    ({"a": "b", "b": "c"}, {}, "codes: 'b' is a label and the code of another label"),
    (["a", "b"], {}, "codes: no code is above another with separator='.'"),
    (["a.1"], {"separator": ""}, "separator: expected text such as '.'"),
    (["a.1"], {"separator": None}, "prefixes: without a separator they alone"),
    (["a.1"], {"prefixes": [0]}, "prefixes: expected whole numbers from 1 up"),
])  # fmt: skip
def test_codes_refused(codes, options, said):
    assert refusal(from_codes, codes, **options).startswith(said)
