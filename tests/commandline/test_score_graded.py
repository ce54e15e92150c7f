"""The command line on degrees of labels: the numbers of config "graded"."""

import json

import pytest

from semantic_f1 import SemanticF1

LABELS = ["anger", "disgust", "fear", "joy", "sadness"]
KINDS = {"semantic": "plutchik", "hard": "identity"}
GIVEN = ("--graded", "--similarity", "plutchik", "--labels", ",".join(LABELS))


@pytest.fixture
def file(root):
    return str(root / "examples" / "graded_labels.jsonl")


@pytest.fixture
def sides(file):
    with open(file, encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return {key: [row[key] for row in rows] for key in ("predictions", "references")}


def test_degrees_are_scored_as_the_metric_does(results, file, sides):
    (result,) = results(file, *GIVEN, "--ci", "400", "--per-label", "--seed", "3")
    options = {"labels": LABELS, "n_resamples": 400, "seed": 3}
    metric = SemanticF1("graded", **options, average=["samples", "macro", None])
    with metric.notices() as texts:
        scores = {kind: metric.compute(**sides, similarity=of) for kind, of in KINDS.items()}
    for kind, expected in scores.items():
        for average in ("samples", "macro"):
            found = result["averages"][average][kind]
            assert found["f1"] == expected[f"semantic_f1_{average}"]
            ends = [expected[f"semantic_f1_{average}_{end}"] for end in ("low", "high")]
            assert found["f1_interval"] == ends
        by_label = [row[kind]["f1"] for row in result["per_label"]]
        assert by_label == expected["semantic_f1_per_label"]
    assert set(result["warnings"]) == set(texts)
    assert "config:graded" in result["signature"]


def test_systems_of_degrees_are_ranked(document, file, sides, put_lines):
    gold = sides["references"]
    other = str(put_lines([{"predictions": one, "references": one} for one in gold]))
    found = document(file, *GIVEN, "--compare", other, "--sensitivity")
    metric = SemanticF1("graded", labels=LABELS, similarity="plutchik")
    systems = {file: sides["predictions"], other: gold}
    with metric.notices():
        assert found["ranking"]["pairs"] == metric.rank(systems, gold)["pairs"]
        assert found["sensitivity"]["pairs"] == metric.sensitivity(systems, gold)["pairs"]


def test_rows_of_other_widths_and_other_cells_are_refused(refusal, file, root):
    message = refusal(file, "--graded", "--similarity", "plutchik")
    assert "rows have 5 columns, and there are 12 labels" in message
    sets = str(root / "examples" / "annotators.csv")
    message = refusal(sets, *GIVEN, "--references", "annotator_1")
    assert "line 2: column 'predictions'" in message
    assert "--graded needs the rows of one file" in refusal(file, file, *GIVEN)
