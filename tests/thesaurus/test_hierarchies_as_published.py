"""Tables, graphs and files of hierarchies as their owners publish them."""

import json
import re
from contextlib import nullcontext

import networkx
import pytest
from helpers import refusal
from plain_thesaurus import counts

from semantic_f1.similarities import Similarities
from semantic_f1.thesaurus.making import make_thesaurus
from semantic_f1.thesaurus.measures import relatedness


def parents(thesaurus):
    """Child -> its parents, by first names."""
    above = {}
    for child, parent in thesaurus.edges:
        above.setdefault(thesaurus.name_of(child), set()).add(thesaurus.name_of(parent))
    return above


def table(*rows):
    return {"child": [child for child, _ in rows], "parent": [parent or None for _, parent in rows]}


BASE = (("T", ""), ("A", "T"), ("B", "T"))
SPLIT = [
    # rows, above C, above D, the words that tell
    ((("C", "A|B"), ("D", "A")), {"A", "B"}, {"A"}, "1 of 4 cells of 'parent' hold several"),
    ((("C", "A; B"), ("D", "A; X")), {"A", "B"}, {"A", "X"}, "separated by ';'"),
    ((("C", "A\nB"), ("D", "B")), {"A", "B"}, {"B"}, "'\\n', and were split"),
    ((("C", "A|A"), ("D", "B|")), {"A"}, {"B"}, ""),
    ((("C", "X|Y"), ("D", "A")), {"X", "Y"}, {"A"}, "separated by '|'"),
    ((("C", "A,B"), ("D", "A")), {"A", "B"}, {"A"}, "separated by ','"),
    # The name of a row is one parent, and so is what makes one together.
    ((("A, B", "T"), ("C", "A, B"), ("D", "B, A")), {"A, B"}, {"A", "B"}, "1 of 5 cells"),
    ((("A, Z", "T"), ("C", "A, Z, B"), ("D", "B, A")), {"A, Z", "B"}, {"A", "B"}, "2 of 5 cells"),
    ((("A, Z", "T"), ("C", "A, Q"), ("D", "B, A")), {"A, Q"}, {"A", "B"}, "1 cell of 'parent' may"),
    ((("x|y", "T"), ("C", "A|Q"), ("D", "A|B")), {"A|Q"}, {"A", "B"}, 'separator="" that nothing'),
]


@pytest.mark.parametrize(("rows", "above_c", "above_d", "words"), SPLIT)
@pytest.mark.filterwarnings("ignore")
def test_several_parents_in_a_cell(rows, above_c, above_d, words):
    told = f"{re.escape(words)}.*leniency|leniency.*{re.escape(words)}"
    with pytest.warns(UserWarning, match=told) if words else nullcontext():
        thesaurus = make_thesaurus(table(*BASE, *rows))
    assert parents(thesaurus)["C"] == above_c
    assert parents(thesaurus)["D"] == above_d
    if words:
        assert "strict=True refuses" in refusal(make_thesaurus, table(*BASE, *rows), strict=True)
    similarity = Similarities.from_hierarchy(table(*BASE, *rows), "all")
    assert {x for x in similarity.labels if similarity.between("C", x) == 0.5} >= above_c


@pytest.mark.filterwarnings("ignore")
def test_separators_that_are_said():
    thesaurus = make_thesaurus(table(*BASE, ("C", "A|B"), ("D", "A")))
    assert relatedness(thesaurus).between("C", "D") == 2 * 2 / 6
    assert thesaurus.facts()["split"] == 1
    assert "read with leniency: split 1" in relatedness(thesaurus).card["derivation"]
    rows = table(*BASE, ("C", "A|B"), ("D", "A/B"))
    found = parents(make_thesaurus(rows, separator="/"))
    assert (found["C"], found["D"]) == ({"A|B"}, {"A", "B"})
    assert parents(make_thesaurus(rows, separator=""))["C"] == {"A|B"}
    assert "separator: expected text" in refusal(make_thesaurus, rows, separator=1)


def test_parents_of_another_column_are_refused():
    sheet = {
        "Key": ["1", "2", "3", "2"], "Parent": [None, "1", "2", "1"],
        "Name": ["Arts", "Dance", "Ballet", "Dance"],
    }  # fmt: skip
    wrong = {"child": "Name", "parent": "Parent"}
    said = (
        ": 0 of 3 parents stand in 'Name', 3 stand in 'Key'; "
        'columns={"child": "Key", "parent": "Parent", "name": "Name"}'
    )
    assert refusal(make_thesaurus, sheet, columns=wrong) == f"broader{said}"
    assert refusal(Similarities.from_hierarchy, sheet, "all", columns=wrong) == f"tree{said}"
    right = make_thesaurus(sheet, columns={"child": "Key", "parent": "Parent", "name": "Name"})
    assert counts(right) == [3, 2, 1, 0, 0, 3]


def test_parents_by_the_names_beside_codes():
    sheet = {"id": ["1", "2", "3"], "label": ["a", "b", "c"], "parent": [None, "a", "b"]}
    with pytest.warns(UserWarning, match="2 parents are given by their names"):
        thesaurus = make_thesaurus(sheet)
    assert counts(thesaurus) == [3, 2, 1, 0, 0, 3]
    with pytest.warns(UserWarning, match="2 parents"):
        similarity = Similarities.from_hierarchy(sheet, "all")
    assert similarity.labels == ("1", "2", "3")
    assert similarity.between("1", "3") == pytest.approx(1 / 3)
    sheet["label"] = ["a", "b", "a"]
    said = "'a' stands as a parent and is the name of several rows"
    assert said in refusal(make_thesaurus, sheet)


@pytest.mark.parametrize(("child", "parent"), [
    ("conceptUri", "broaderUri"), ("id", "subTypeOf"), ("Class ID", "Parents"),
    ("Unique ID", "Parent"), ("code/notation", "skos:broader"), ("skos:notation", "BROADER"),
    ("hscode", "parent"), ("CHILDID", "PARENTID"), ("concept_uri", "broader-concept-uri"),
    ("Code", "Parent class"), ("class id", "baseClass"), ("label", "superClass"),
    ("baseClass", "superClass"), ("Ontology ID", "parent class"),
])  # fmt: skip
def test_headers_in_use(child, parent):
    thesaurus = make_thesaurus([{child: "T", parent: None}, {child: "A", parent: "T"}])
    assert parents(thesaurus) == {"A": {"T"}}


def of_kinds(*rows):
    """A graph of edges "child parent kind"."""
    return networkx.MultiDiGraph([row.split() for row in rows])


CELLS = {
    "child": ["neuron", "nucleus", "cell"], "parent": ["cell", "cell", "nucleus"],
    "relation": ["is_a", "part_of", "has_part"],
}  # fmt: skip
OF_CELLS = of_kinds("neuron cell is_a", "nucleus cell part_of", "cell nucleus has_part")


@pytest.mark.parametrize(
    ("source", "options"), [(OF_CELLS, {"points_to": "broader"}), (CELLS, {})], ids=["graph", ""]
)
def test_kinds_of_relations(source, options):
    one = make_thesaurus(source, relations=["is_a"], **options)
    assert counts(one)[:2] == [3, 1] and counts(one)[4] == 1
    assert counts(make_thesaurus(source, relations=["is_a", "part_of"], **options))[1] == 2
    for relations, said in (
        (None, 'edges of several kinds: has_part (1), is_a (1), part_of (1); relations=["is_a"]'),
        (["is_a", "part_of", "has_part"], "1 cycle: 'cell' > 'nucleus' > 'cell'"),
        (["isa"], "no edge is of the kind 'isa' (did you mean 'is_a'?)"),
        *((wrong, "relations: ") for wrong in ({"is_a": 1}, {"is_a": 0}, [], 3)),
    ):
        assert said in refusal(make_thesaurus, source, relations=relations, **options)
    assert "relations is_a 0.8" in relatedness(one).card["derivation"]


def test_edges_without_kinds():
    graph = networkx.MultiDiGraph([("a", "b"), ("a", "b"), ("a", "c")])
    assert make_thesaurus(graph, points_to="narrower").facts()["broader"] == 2
    with pytest.raises(ValueError, match=r"relations: they choose.* the keys of edges"):
        make_thesaurus(graph, points_to="narrower", relations=["is_a"])
    with pytest.raises(ValueError, match="relations: they choose among kinds"):
        make_thesaurus(table(*BASE), relations=["is_a"])
    no_kind = {"child": CELLS["child"], "parent": CELLS["parent"], "kind": ["x", "y", "x"]}
    assert "several kinds" in refusal(make_thesaurus, no_kind)
    assert "1 cycle" in refusal(make_thesaurus, no_kind, columns={"kind": None})


def test_wang_by_hand():
    graph = of_kinds("A R is_a", "B R part_of", "C A is_a", "C B part_of")
    made = make_thesaurus(graph, points_to="broader", relations={"is_a": 0.8, "part_of": 0.6})
    wang = relatedness(made, "wang")
    values = {"CA": 0.669421, "CB": 0.612069, "AB": 0.411765, "CR": 0.405941, "AR": 0.642857}
    for (a, b), value in values.items():
        assert wang.between(a, b) == pytest.approx(value, abs=5e-7)
        assert wang.between(b, a) == wang.between(a, b)
    assert wang.between("C", "C") == 1
    equal = make_thesaurus(graph, points_to="broader", relations=["is_a", "part_of"])
    plain = make_thesaurus(networkx.DiGraph(graph), points_to="broader")
    assert equal.fingerprint == plain.fingerprint != made.fingerprint
    assert "whose weights are for wang alone" in relatedness(made, "lin").card["derivation"]
    # Two kinds between the same two: the greater weight.
    graph.add_edge("B", "R", key="is_a")
    twice = make_thesaurus(graph, points_to="broader", relations={"is_a": 0.8, "part_of": 0.6})
    assert relatedness(twice, "wang").between("B", "R") == pytest.approx(1.8 / 2.8)


PATHS = ["Arts", "Arts > Dance", "Arts > Dance > Ballet", "Sport", "Sport > Dance"]
TIERS = ["Tier 1", "Tier 2", "Tier 3"]


def tiers(paths=PATHS, ids=False):
    rows = [[*path.split(" > "), "", "", ""][:3] for path in paths]
    sheet = {tier: [row[at] for row in rows] for at, tier in enumerate(TIERS)}
    return {**({"id": [f"i{n}" for n in range(len(rows))]} if ids else {}), **sheet}


def test_sheets_of_tiers():
    sheet = make_thesaurus(tiers(), levels=TIERS)
    assert counts(sheet) == [5, 3, 2, 0, 0, 3]
    assert set(sheet.labels) == {"Arts", "Sport", "Ballet", "Arts > Dance", "Sport > Dance"}
    assert "'Arts > Dance' and 'Sport > Dance'" in sheet.ambiguous["Dance"]
    coded = make_thesaurus(tiers(ids=True), levels=TIERS, columns={"child": "id"})
    assert counts(coded) == [5, 3, 2, 0, 0, 3]
    assert {"i0", "Arts", "i1", "i4"} <= set(coded.labels) and "Dance" in coded.ambiguous
    with pytest.warns(UserWarning, match="2 upper parts of paths have no row and were added"):
        added = make_thesaurus(tiers(["Arts > Dance > Ballet"]), levels=TIERS)
    assert counts(added) == [3, 2, 1, 0, 0, 3] and added.facts()["added"] == 2
    for paths, n in ((["A > NA", "B > NA"], 2), (["A > NA", "B > C"], 0)):
        with pytest.warns(UserWarning, match="2 cells are 'NA'") if n else nullcontext():
            assert make_thesaurus(tiers(["A", "B", *paths]), levels=TIERS).n_concepts == 4
    gap = {**tiers(["Arts", "Arts > Dance"]), "Tier 3": ["", "x"], "Tier 2": ["", ""]}
    for wrong, said in (
        (gap, "row 2: 'Tier 2' is blank and 'Tier 3' is 'x'"),
        ({tier: ["a", ""] for tier in TIERS}, "row 2 is blank in all of Tier 1"),
        ([("a", "b")], "broader: expected a table, such as a file, or a list of"),
    ):
        assert said in refusal(make_thesaurus, wrong, levels=TIERS)


def test_one_concept_under_one_name():
    paths = [
        "A", "A > X", "A > X > Y", "B", "B > X", "B > X > Y", "B > Z", "C", "C > Z", "C > Z > W",
    ]  # fmt: skip
    apart = make_thesaurus(tiers(paths), levels=TIERS)
    assert counts(apart)[0] == 10 and set(apart.ambiguous) == {"X", "Y", "Z"}
    same = make_thesaurus(tiers(paths), levels=TIERS, same="name")
    assert counts(same) == [8, 6, 3, 1, 0, 3] and set(same.ambiguous) == {"Z"}
    assert parents(same)["X"] == {"A", "B"}
    # A staircase.
    stairs = {"Tier 1": [*"A", "", "", "", *"B", ""], "Tier 2": ["", *"X", "", *"Z", "", *"X"]}
    stairs["Tier 3"] = ["", "", "Y", "", "", ""]
    thesaurus = make_thesaurus(stairs, levels=TIERS)
    assert parents(thesaurus) == {"A > X": {"A"}, "Y": {"A > X"}, "Z": {"A"}, "B > X": {"B"}}


TAXONOMY = "Root\tA\tB\nA\tA1\tA2\n"
NAMELESS = "id,parent\na,\n,a\nb,a\n"
UNDER_A_TITLE = "10-09-2015\tversion\nid\tname\tis_a id\tis_a name\n1\tx\t\t\n2\ty\t1\tx\n"


@pytest.mark.parametrize(("name", "text", "options", "expected", "words"), [
    ("t.taxonomy", TAXONOMY, {}, [4, 2, 2, 0, 1, 2], ""),
    ("t.taxonomy", TAXONOMY, {"root": "keep"}, [5, 4, 1, 0, 0, 3], ""),
    ("t.txt", "\n".join(["# version", *PATHS]), {}, [5, 3, 2, 0, 0, 3], ""),
    *(("t.txt", "\n".join(f"{start}{n}{end}{x}" for n, x in enumerate(PATHS)), {},
        [5, 3, 2, 0, 0, 3], "") for start, end in (("", " - "), ("gid://x/", " : "))),
    ("t.json", json.dumps({"name": "T",
        "children": [{"name": "A", "children": [{"name": "C"}]}, {"name": "B"}]}), {},
        [4, 3, 1, 0, 0, 3], ""),
    ("t.json", json.dumps([{"id": "m1", "name": "T", "child_ids": ["m2", "m3"]},
        {"id": "m2", "name": "A", "child_ids": ["m3"]},
        {"id": "m3", "name": "B", "child_ids": []}]), {}, [3, 3, 1, 1, 0, 3], ""),
    ("t.json", json.dumps([{"id": "a"}, {"id": "b", "parents": ["a"]},
        {"id": "c", "parents": ["a", "b"]}]), {}, [3, 3, 1, 1, 0, 3], ""),
    ("t.json", json.dumps({"X": [{"id": "a", "parents": []}],
        "Y": [{"id": "b", "parents": ["a"]}]}), {}, [2, 1, 1, 0, 0, 2], ""),
    ("t.csv", "Identifiers,,,Tiers,\nUnique ID,Parent,Name,Tier 1,Tier 2\n1,,A,A,\n2,1,B,A,B\n", {},
        [2, 1, 1, 0, 0, 2], "line above the header ('Identifiers') is a title"),
    ("t.csv", "id,label,parent\nID,LABEL,SC %\nx:1,one,\nx:2,two,x:1\n", {}, [2, 1, 1, 0, 0, 2],
        "ROBOT's template"),
    ("t.tsv", 'id\tparent\na\t\n"b\ta\nc"\ta\n', {}, None,
        "pass the table, such as pandas.read_csv(path, dtype"),
    ("t.csv", "ID,subClassOf [ID]\nx:1,\nx:2,x:1|x:9 some x:1\nx:3,x:9 some x:2\n", {},
        [3, 1, 2, 0, 1, 2], "2 parents are expressions of OWL and were left out"),
    ("t.csv", NAMELESS, {}, None,
        "'id' is blank in row 2 (1 such rows); nameless=\"drop\" leaves them out"),
    ("t.csv", NAMELESS, {"nameless": "drop"}, [2, 1, 1, 0, 0, 2],
        "'id' is blank in row 2 (1 such rows), which were left out"),
    ("t.csv", NAMELESS, {"nameless": "skip"}, None, "got 'skip'"),
    ("t.txt", UNDER_A_TITLE, {}, None, "and delete line 1 if it is a title"),
    ("t.txt", UNDER_A_TITLE.partition("\n")[2], {}, [2, 1, 1, 0, 0, 2], ""),
    ("t.csv", "b,x,a\nc,y,b\n", {}, None, "their numbers, from 1 on, in a file without a header"),
    ("t.csv", "b,x,a\nc,y,b\n", {"columns": {"child": 1, "parent": 3}}, [3, 2, 1, 0, 0, 3], ""),
    ("t.csv", "Tier 1,Tier 2\nA,\nA,B\n", {}, None,
        "levels=['Tier 1', 'Tier 2'] reads its tiers"),
])  # fmt: skip
def test_files(put, name, text, options, expected, words):
    path = put(text, name)
    if expected is None:
        assert words in refusal(make_thesaurus, path, **options)
        return
    with pytest.warns(UserWarning, match=re.escape(words)) if words else nullcontext():
        assert counts(make_thesaurus(path, **options)) == expected


@pytest.mark.parametrize(("rows", "gone", "roots"), [
    (["B A", "C B", "A C"], "A C", {"A"}),
    (["B A", "C B", "A C", "A R"], "A C", {"R"}),
    (["A A", "B A", "A B"], "A B", {"A"}),
])  # fmt: skip
def test_cycles_are_broken(rows, gone, roots):
    pairs = [tuple(row.split()) for row in rows]
    made = []
    for order in (pairs, pairs[::-1], pairs[1:] + pairs[:1]):
        with pytest.warns(UserWarning, match="relations that close a loop or cycle were left out"):
            made.append(make_thesaurus(order, pairs="child-parent", cycles="break"))
    left = {(a, b) for a, b in pairs if a != b and f"{a} {b}" != gone}
    assert {(a, b) for a, above in parents(made[0]).items() for b in above} == left
    assert {made[0].name_of(root) for root in made[0].roots} == roots
    assert len({one.fingerprint for one in made}) == 1
    assert made[0].facts()["broken"] == len(pairs) - len(left)
    options = {"pairs": "child-parent", "cycles": "break", "strict": True}
    assert "strict=True refuses" in refusal(make_thesaurus, pairs, **options)
    said = refusal(make_thesaurus, pairs, **{**options, "cycles": "cut"})
    assert said.startswith("cycles: expected 'raise' or 'break'")


@pytest.mark.parametrize("content", [
    {"A": {"children": {"B": {"children": {}}, "C": {"children": {}}}}},
    {"children": [{"name": "A", "children": [{"name": "B"}, {"name": "C"}]}]},
    {"code": "A", "children": {"B": {"code": "B"}, "C": {"code": "C"}}},
    [{"uri": "A"}, {"uri": "B", "broader": [{"uri": "A"}]}, {"uri": "C", "broader": ["A"]}],
])  # fmt: skip
def test_trees_of_objects(content):
    assert parents(make_thesaurus(content)) == {"B": {"A"}, "C": {"A"}}


def test_objects_that_are_no_children_are_counted_and_tops_stand_once():
    twice = [{"name": "A", "children": ["B"]}, {"name": "A", "children": ["C"]}]
    assert "broader: 'A' stands at two places" in refusal(make_thesaurus, twice)
    tree = {"LabelName": "A", "Subcategory": [{"LabelName": "B", "Part": [{"LabelName": "P"}]}]}
    with pytest.warns(UserWarning, match=r"1 objects that are not under 'Subcategory' .'Part' fir"):
        assert parents(make_thesaurus(tree)) == {"B": {"A"}}


def test_an_id_with_two_names():
    rows = [{"id": "1", "name": "a", "parent": None}, {"id": "2", "name": "b", "parent": "1"}]
    rows.append({"id": "2", "name": "c", "parent": "1"})
    assert "columns={'name': None} reads the codes alone" in refusal(make_thesaurus, rows)
    assert counts(make_thesaurus(rows, columns={"name": None})) == [2, 1, 1, 0, 0, 2]
