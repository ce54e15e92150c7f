"""Similarities from tables and thesauri on the command line, and errors where one does not fit."""

import pytest

from semantic_f1 import SemanticF1

ICD = """code,parent,name
C,,Neoplasms
C50,C,Breast
C50.1,C50,Central
C50.9,C50,Unspecified
C61,C,Prostate
J,,Lungs
J45,J,Asthma
"""
SHEET = """label,sentiment,group
anger,-,anger
annoyance,-,anger
fear,-,fear
joy,+,joy
love,+,joy
"""
TREE = "child\tparent\nanger\tbad\nfear\tbad\njoy\tgood\nlove\tgood\nannoyance\tanger\n"
FILES = {
    "icd.csv": ICD,
    "named.csv": ICD.replace("Unspecified", "Breast"),
    "other.csv": ICD.replace("code,parent,name", "ICD,above,text"),
    "emotions.csv": SHEET,
    "tree.tsv": TREE,
}


@pytest.fixture
def rows(here):
    """Write the files, and rows.csv of pairs of labels."""
    for name, text in FILES.items():
        (here / name).write_text(text, encoding="utf-8")

    def write(*pairs):
        text = "".join(f"{pair}\n" for pair in ("predictions,references", *pairs))
        (here / "rows.csv").write_text(text, encoding="utf-8")

    return write


HIERARCHY = ("--similarity-hierarchy", "icd.csv")
RADA = ("--thesaurus", "icd.csv", "--measure", "rada")


@pytest.mark.parametrize(("pairs", "words", "expected"), [
    # Steps: 2, 1, and no path.
    (("C50.1,C50.9", "C50,C50.1", "C61,J45"), HIERARCHY, (1 / 3 + 1 / 2) / 3),
    (("C50.1,C50.9",), ("--similarity-hierarchy", "other.csv", "--child", "ICD", "--parent",
        "above"), 1 / 3),
    (("anger,annoyance", "anger,fear", "joy,anger"), ("--similarity-groups", "emotions.csv"),
        (2 / 3 + 1 / 3) / 3),
    (("anger,annoyance", "anger,fear", "joy,anger"),
        ("--similarity-groups", "emotions.csv", "--levels", "sentiment"), (1 / 2 + 1 / 2) / 3),
    # By codes and by names.
    (("C50.1,C50.9", "Central,Prostate"), RADA, (1 / 3 + 1 / 4) / 2),
])  # fmt: skip
def test_a_table_scores_with_one_command(rows, f1, pairs, words, expected):
    rows(*pairs)
    assert f1("rows.csv", *words) == pytest.approx(expected)


def test_several_files_and_a_name_are_scored_side_by_side(rows, results):
    rows("anger,fear")
    words = ("--similarity-groups", "emotions.csv", "--similarity-hierarchy", "tree.tsv")
    found = results("rows.csv", *words, "--similarity", "goemotions-ekman")
    assert [one["similarity"] for one in found] == ["tree", "emotions", "goemotions-ekman"]
    scores = [one["averages"]["samples"]["semantic"]["f1"] for one in found]
    assert scores == pytest.approx([1 / 3] * 3)


@pytest.mark.parametrize(("words", "said"), [
    (("--thesaurus", "icd.csv", "--language", "en"),
        "--language doesn't go with 'icd.csv', which is a table"),
    (("--thesaurus", "icd.csv", "--types", "x"), "--types doesn't go with"),
    (("--thesaurus", "none.csv", "--measure", "lin", "--related"),
        "--related is for rada, rada_linear, leacock_chodorow; got lin"),
    (("--thesaurus", "named.csv"),
        "'Breast' is a name of 2 concepts, 'C50' and 'C50.9'; use the codes"),
    (("--similarity-groups", "none.csv"), "none.csv: no such file"),
    (("--similarity-hierarchy", "other.csv"), "this table has 'ICD', 'above', 'text'"),
])  # fmt: skip
def test_refused(rows, refusal, words, said):
    rows("Breast,C61")
    assert said in refusal("rows.csv", *words)


def test_warnings_on_the_way_are_notes(rows, here, run):
    upside = "code,parent\nC,C50\nC50,C50.1\nC50,C50.9\nC,C61\nJ,J45\n"
    (here / "icd.csv").write_text(upside, encoding="utf-8")
    rows("C61,C61")
    status, _, err = run("rows.csv", *HIERARCHY)
    assert status == 0
    assert "note: tree: The hierarchy looks reversed: 4 roots" in err


TURTLE = """\
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix ex: <http://example.org/> .
ex:animal a skos:Concept ; skos:prefLabel "animal"@en .
ex:cat a skos:Concept ; skos:prefLabel "cat"@en ; skos:broader ex:animal, ex:elsewhere .
"""


@pytest.mark.parametrize(("words", "said"), [
    ("--dangling raise", "--dangling drop"),
    ("--strict", "--strict refuses what must be read with leniency: 1 ends of relations"),
    ("--dangling drop", "'cat' is not a label"),
    ("--dangling drop", "labels are URIs here; --concepts prefLabel takes names"),
])  # fmt: skip
def test_options_are_named_as_they_are_written(rows, put, refusal, run, words, said):
    rows("cat,animal")
    call = ("rows.csv", "--thesaurus", put(TURTLE, "things.ttl"), *words.split())
    message = refusal(*call)
    assert said in message and "dangling=" not in message
    if "drop" in words:
        # What was left out is a note.
        status, out, err = run(*call, "--concepts", "prefLabel", "--language", "en")
        assert (status, "similarity: things/wu_palmer" in out) == (0, True)
        notes = [line for line in err.splitlines() if line.startswith("note: ")]
        assert any("1 " in note and "elsewhere" in note for note in notes), err
        assert "UserWarning" not in err


def test_published_files(rows, here, put, run, refusal):
    """Flags reach the reader of the form; what a form doesn't take is refused."""
    rows("C,D")
    put("child,parent\nT,\nA,T\nB,T\nC,A/B\nD,A\n", "table.csv")
    put('{"name": "T", "children": [{"name": "C"}, {"name": "D"}]}', "tree.json")
    obo = put("[Term]\nid: C\n\n[Term]\nid: D\nis_a: C\nrelationship: part_of C\n", "t.obo")
    similarity = SemanticF1().similarity
    similarity.save_thesaurus(similarity.read_thesaurus(obo, relations=["is_a"]), here / "s.npz")
    for words, *said in (
        (("table.csv", "--parent-separator", "/"),
            *("0.6667", "1 of 4 cells of 'parent' hold several parents")),
        (("table.csv", "--measure", "lin", "--measure", "rada", "--related"),
            *("table/lin", "table/rada/relatedness")),
        (("tree.json",), "similarity: tree/wu_palmer"),
        # D has 1 and 0.7, C has 1: (1 + 0.7) / 2.7.
        (("t.obo", "--relations", "is_a=0.5,part_of=0.7", "--measure", "wang"), "0.6296"),
        (("s.npz",), "similarity: t/wu_palmer"),
    ):  # fmt: skip
        status, out, err = run("rows.csv", "--thesaurus", *words)
        assert status == 0, err
        assert all(text in out + err for text in said), out + err
    message = refusal("rows.csv", "--thesaurus", "s.npz", "--language", "en")
    assert "--language doesn't go with" in message and "a saved thesaurus" in message
