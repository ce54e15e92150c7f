"""Errors of the command line where a thesaurus does not fit."""

import pytest

from semantic_f1 import SemanticF1

TURTLE = """\
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix ex: <http://example.org/> .
ex:animal a skos:Concept ; skos:prefLabel "animal"@en .
ex:cat a skos:Concept ; skos:prefLabel "cat"@en ; skos:broader ex:animal, ex:elsewhere .
"""


@pytest.fixture
def files(tmp_path):
    thesaurus, rows = tmp_path / "things.ttl", tmp_path / "rows.csv"
    thesaurus.write_text(TURTLE, encoding="utf-8")
    rows.write_text("predictions,references\ncat,animal\n", encoding="utf-8")
    return [str(rows), "--thesaurus", str(thesaurus)]


def test_options_are_named_as_they_are_written(files, run):
    status, out, err = run(*files, "--dangling", "raise")
    assert (status, out) == (2, "")
    assert "--dangling drop" in err and "dangling=" not in err
    status, out, err = run(*files, "--strict")
    assert status == 2
    assert "--strict refuses what must be read with leniency: 1 ends of relations" in err
    status, out, err = run(*files, "--dangling", "drop")
    assert status == 2
    assert "'cat' is not a label" in err
    assert "labels are URIs here; --concepts prefLabel takes names" in err


def test_what_was_left_out_is_a_note(files, run):
    named = ["--concepts", "prefLabel", "--language", "en", "--dangling", "drop"]
    status, out, err = run(*files, *named)
    assert status == 0
    assert "similarity: things/wu_palmer" in out
    notes = [line for line in err.splitlines() if line.startswith("note: ")]
    assert any("1 " in note and "elsewhere" in note for note in notes), err
    assert "UserWarning" not in err


def test_published_files(files, run, tmp_path):
    """Flags reach the reader of the form; what a form doesn't take is refused."""
    rows = tmp_path / "rows.csv"
    rows.write_text("predictions,references\nC,D\n", encoding="utf-8")
    table = tmp_path / "table.csv"
    table.write_text("child,parent\nT,\nA,T\nB,T\nC,A/B\nD,A\n", encoding="utf-8")
    status, out, err = run(str(rows), "--thesaurus", str(table), "--parent-separator", "/")
    assert status == 0 and "0.6667" in out, err
    assert "1 of 4 cells of 'parent' hold several parents" in err
    both = ["--measure", "lin", "--measure", "rada", "--related"]
    status, out, err = run(str(rows), "--thesaurus", str(table), *both)
    assert status == 0 and "table/lin" in out and "table/rada/relatedness" in out, err
    status, _, err = run(str(rows), "--thesaurus", "none.csv", "--measure", "lin", "--related")
    assert status == 2 and "--related is for rada, rada_linear, leacock_chodorow; got lin" in err
    status, _, err = run(str(rows), "--thesaurus", str(table), "--types", "x")
    assert status == 2 and "--types doesn't go with" in err
    tree = tmp_path / "tree.json"
    tree.write_text('{"name": "T", "children": [{"name": "C"}, {"name": "D"}]}', encoding="utf-8")
    status, out, err = run(str(rows), "--thesaurus", str(tree))
    assert status == 0 and "similarity: tree/wu_palmer" in out, err
    obo = tmp_path / "t.obo"
    obo.write_text(
        "[Term]\nid: C\n\n[Term]\nid: D\nis_a: C\nrelationship: part_of C\n", encoding="utf-8"
    )
    weighted = ["--relations", "is_a=0.5,part_of=0.7", "--measure", "wang"]
    status, out, err = run(str(rows), "--thesaurus", str(obo), *weighted)
    # D has 1 and 0.7, C has 1: (1 + 0.7) / 2.7.
    assert status == 0 and "0.6296" in out, err
    saved = tmp_path / "saved.npz"
    similarity = SemanticF1().similarity
    similarity.save_thesaurus(similarity.read_thesaurus(obo, relations=["is_a"]), saved)
    status, out, err = run(str(rows), "--thesaurus", str(saved))
    assert status == 0 and "similarity: t/wu_palmer" in out, err
    status, _, err = run(str(rows), "--thesaurus", str(saved), "--language", "en")
    assert status == 2 and "--language doesn't go with" in err and "a saved thesaurus" in err
