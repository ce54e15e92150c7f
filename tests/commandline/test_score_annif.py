"""Annif's suggestions on the command line, and the report of subject indexing."""

import shutil

import pytest
from conftest import ROOT

from semantic_f1 import SemanticF1

FOLDER = ROOT / "examples" / "annif" / "documents"
ROWS = ROOT / "examples" / "rows.csv"
GARDEN = ("--thesaurus", ROOT / "examples" / "annif" / "garden.ttl", "--measure", "lin")
OF_FOLDER = (FOLDER, "--from", "annif", *GARDEN)


def lin(metric):
    return metric.similarity.relatedness(metric.similarity.read_thesaurus(GARDEN[1]), "lin")


def test_scores_of_all_and_of_the_first_suggestions(run, results):
    (found,) = results(*OF_FOLDER, "--limit", 2, "--threshold", 0.5)
    metric = SemanticF1()
    files = metric.read_annif(FOLDER, limit=2, threshold=0.5)
    assert [len(row) for row in files["predictions"]] == [2, 0, 2, 2]
    assert found["at_k"] == metric.at_k(**files, similarity=lin(metric))
    scores = metric.compute(**files, similarity=lin(metric))
    assert found["averages"]["samples"]["semantic"]["f1"] == scores["semantic_f1"]
    # By hand: the first suggestions of apples and roses are right, bulbs has none.
    assert found["at_k"]["hard_precision_at_k"][0] == 2 / 4
    _, out, _ = run(*OF_FOLDER)
    (row,) = [line for line in out.splitlines() if line.startswith("1  ")]
    assert row.split()[2] == "0.5000"
    assert "read: 4 documents, 9 suggestions (at most 10 per document, score 0 or more)" in out


def test_the_report_of_indexing(run, results, put_lines):
    counts = {"exact": 2, "too_broad": 3, "too_narrow": 2, "near": 2, "far": 0}
    of_gold = {"found": 2, "only_broader": 1, "only_narrower": 0, "near": 2, "missed": 1}
    report = results(*OF_FOLDER, "--report", "indexing")[0]["indexing"]
    assert (report["suggestions"], report["gold"]) == (counts, of_gold)
    _, out, _ = run(*OF_FOLDER, "--report", "indexing")
    assert "too broad            3   33.3%" in out
    # The same of a table.
    files = SemanticF1().read_annif(FOLDER)
    rows = zip(files["predictions"], files["references"], strict=True)
    table = put_lines([{"predictions": p, "references": g} for p, g in rows])
    assert results(table, *GARDEN, "--report", "indexing")[0]["indexing"] == report
    _, out, _ = run(table, *GARDEN, "--report", "indexing")
    assert "too broad            3   33.3%" in out


def test_gold_elsewhere_and_documents_without_a_partner(run, tmp_path):
    others = shutil.ignore_patterns("*.annif", "*.txt")
    gold = shutil.copytree(FOLDER, tmp_path / "gold", ignore=others)
    (gold / "bulbs.tsv").rename(gold / "lawn.tsv")
    status, out, err = run(FOLDER, "--gold", gold, "--from", "annif", *GARDEN)
    assert status == 0
    assert out.startswith("read: 3 documents, 9 suggestions")
    assert "note: 1 documents have suggestions and no gold subjects; they are left out" in err
    assert "note: 1 documents have gold subjects and no suggestions; they are left out" in err


def test_labels_that_are_not_those_of_the_thesaurus(run, tmp_path):
    folder = shutil.copytree(FOLDER, tmp_path / "documents")
    subjects = (folder / "apples.tsv").read_text()
    (folder / "apples.tsv").write_text(subjects.replace("\tpruning", "\tcutting"))
    said = (
        "subjects with a URI and a label have another label in 'garden', "
        "http://example.org/garden/pruning first: 'cutting' in 'apples', 'pruning' in the thesaurus"
    )
    status, _, err = run(folder, *OF_FOLDER[1:])
    assert status == 0
    assert f"note: 1 of 10 {said}. Their URIs were taken\n" in err
    metric = SemanticF1()
    garden = metric.similarity.read_thesaurus(GARDEN[1])
    metric = SemanticF1(similarity=lin(metric))
    with metric.notices() as of_metric:
        metric.read_annif(folder)
    with SemanticF1().notices() as given:
        SemanticF1().read_annif(folder, thesaurus=garden)
    assert of_metric == given == [f"read_annif: 1 of 10 {said}. Their URIs were taken."]
    assert "another label" not in run(*OF_FOLDER)[2]


@pytest.mark.parametrize(("arguments", "said"), [
    ((FOLDER, *GARDEN), "add --from annif"),
    ((FOLDER, "--gold", FOLDER, *GARDEN), "add --from annif"),
    ((*OF_FOLDER, "--worst", 2), "--worst is not used with --from annif"),
    ((*OF_FOLDER, "--id", "x", "--gold", FOLDER), "--id is not used with --from annif"),
    ((*OF_FOLDER, "--ci", "--groups", "x"), "--groups is not used with --from annif"),
    ((*OF_FOLDER, "--ci", "--text", "latex"), "--text is not used with --from annif"),
    ((FOLDER, FOLDER, "--from", "annif", *GARDEN), "takes one folder or file"),
    (("compare", FOLDER, "x", "--from", "annif", *GARDEN), "takes one folder or file"),
    ((*OF_FOLDER, "--threshold", ".5,.6"), "--threshold takes one number"),
    (("labels", FOLDER, "--from", "annif"), "--from annif is not used by semantic-f1 labels"),
    ((ROWS, "--limit", 2), "--limit needs --from"),
    ((ROWS, "--report", "indexing"), "--report needs --thesaurus"),
    ((ROWS, "--gold", ROWS, "--from", "gold=annif"), "metric.read_annif"),
])  # fmt: skip
def test_refusals(refusal, arguments, said):
    assert said in refusal(*arguments)
