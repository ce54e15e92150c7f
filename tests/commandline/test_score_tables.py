"""Similarities from tables on the command line: groups, hierarchies, thesauri, one command each."""

import json

import pytest

from semantic_f1.commandline.main import main

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


@pytest.fixture
def run(tmp_path, capsys, monkeypatch):
    """Write files, run the command line in their folder, and return status, output, errors."""
    monkeypatch.chdir(tmp_path)

    def score_files(*arguments, **files):
        for name, text in files.items():
            (tmp_path / name.replace("_", ".")).write_text(text, encoding="utf-8")
        try:
            status = main(list(arguments))
        except SystemExit as stop:
            status = stop.code
        return status, *capsys.readouterr()

    return score_files


def f1_of(out):
    return [one["averages"]["samples"]["semantic"]["f1"] for one in json.loads(out)["results"]]


def test_an_icd_table_scores_with_one_command(run):
    rows = "predictions,references\nC50.1,C50.9\nC50,C50.1\nC61,J45\n"
    options = ("rows.csv", "--similarity-hierarchy", "icd.csv", "--json")
    status, out, err = run(*options, icd_csv=ICD, rows_csv=rows)
    assert status == 0, err
    # Steps: 2, 1, and no way.
    assert f1_of(out) == pytest.approx([(1 / 3 + 1 / 2) / 3])
    assert json.loads(out)["results"][0]["similarity"] == "icd"


def test_an_emotion_sheet_scores_with_one_command(run):
    rows = "predictions,references\nanger,annoyance\nanger,fear\njoy,anger\n"
    options = ("rows.csv", "--similarity-groups", "emotions.csv", "--json")
    status, out, err = run(*options, emotions_csv=SHEET, rows_csv=rows)
    assert status == 0, err
    assert f1_of(out) == pytest.approx([(2 / 3 + 1 / 3) / 3])
    status, out, err = run(*options, "--levels", "sentiment", emotions_csv=SHEET, rows_csv=rows)
    assert f1_of(out) == pytest.approx([(1 / 2 + 1 / 2) / 3])


def test_a_thesaurus_in_a_table_scores_by_codes_and_by_names(run):
    rows = "predictions,references\nC50.1,C50.9\nCentral,Prostate\n"
    options = ("rows.csv", "--thesaurus", "icd.csv", "--json", "--measure", "rada")
    status, out, err = run(*options, icd_csv=ICD, rows_csv=rows)
    assert status == 0, err
    assert f1_of(out) == pytest.approx([(1 / 3 + 1 / 4) / 2])
    named = ICD.replace("Unspecified", "Breast")
    status, out, err = run(*options, icd_csv=named, rows_csv="predictions,references\nBreast,C61\n")
    assert status == 2
    assert "'Breast' is a name of several concepts, 'C50' and 'C50.9'; use the codes" in err


def test_several_files_and_a_name_are_scored_side_by_side(run):
    rows = "predictions,references\nanger,fear\n"
    tree = "child,parent\nanger,bad\nfear,bad\njoy,good\nlove,good\nannoyance,anger\n"
    files = {"emotions_csv": SHEET, "tree_tsv": tree.replace(",", "\t"), "rows_csv": rows}
    status, out, err = run(
        "rows.csv",
        "--similarity-groups",
        "emotions.csv",
        "--similarity-hierarchy",
        "tree.tsv",
        "--similarity",
        "goemotions-ekman",
        "--json",
        **files,
    )
    assert status == 0, err
    found = json.loads(out)["results"]
    assert [one["similarity"] for one in found] == ["tree", "emotions", "goemotions-ekman"]
    assert f1_of(out) == pytest.approx([1 / 3] * 3)


def test_columns_by_other_names(run):
    other = ICD.replace("code,parent,name", "ICD,above,text")
    rows = "predictions,references\nC50.1,C50.9\n"
    options = ("rows.csv", "--similarity-hierarchy", "icd.csv", "--json")
    status, _, err = run(*options, icd_csv=other, rows_csv=rows)
    assert status == 2 and "this table has 'ICD', 'above', 'text'" in err
    named = ("--child", "ICD", "--parent", "above")
    status, out, err = run(*options, *named, icd_csv=other, rows_csv=rows)
    assert f1_of(out) == pytest.approx([1 / 3]), err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ("--thesaurus", "icd.csv", "--language", "en"),
            "--language doesn't go with 'icd.csv', which is a table",
        ),
        (("--similarity-groups", "none.csv"), "none.csv: no such file"),
    ],
)
def test_refused(run, arguments, said):
    rows = "predictions,references\nC61,C61\n"
    status, _, err = run("rows.csv", *arguments, icd_csv=ICD, rows_csv=rows)
    assert status == 2
    assert said in err and err.count("\n") == 1


def test_warnings_on_the_way_are_notes(run):
    upside = ICD.replace("code,parent", "parent,code")
    rows = (line.rpartition(",")[0] for line in upside.splitlines())
    upside = "\n".join(row for row in rows if not row.endswith(","))
    rows = "predictions,references\nC61,C61\n"
    status, _, err = run(
        "rows.csv", "--similarity-hierarchy", "icd.csv", icd_csv=upside, rows_csv=rows
    )
    assert status == 0
    assert "note: tree: The hierarchy looks reversed: 4 roots" in err
