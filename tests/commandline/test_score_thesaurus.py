"""Errors of the command line where a thesaurus does not fit."""

import pytest

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
    assert "labels are URIs here, names are read by --concepts prefLabel" in err


def test_what_was_left_out_is_a_note(files, run):
    named = ["--concepts", "prefLabel", "--language", "en", "--dangling", "drop"]
    status, out, err = run(*files, *named)
    assert status == 0
    assert "similarity: things/wu_palmer" in out
    notes = [line for line in err.splitlines() if line.startswith("note: ")]
    assert any("1 " in note and "elsewhere" in note for note in notes), err
    assert "UserWarning" not in err
