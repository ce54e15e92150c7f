"""The command line on degrees of labels: the numbers of config "graded"."""

import json

import pytest

from semantic_f1 import SemanticF1

LABELS = ["anger", "disgust", "fear", "joy", "sadness"]
GIVEN = ("--graded", "--similarity", "plutchik", "--labels", ",".join(LABELS))


@pytest.fixture
def file(root):
    return str(root / "examples" / "graded_labels.jsonl")


@pytest.fixture
def sides(file):
    with open(file, encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return {key: [row[key] for row in rows] for key in ("predictions", "references")}


def test_degrees_are_scored_as_the_metric_does(run, file, sides):
    status, out, _ = run(file, *GIVEN, "--json", "--ci", "400", "--per-label", "--seed", "3")
    assert status == 0
    result = json.loads(out)["results"][0]
    metric = SemanticF1("graded", labels=LABELS, n_resamples=400, seed=3)
    with metric.notices() as texts:
        semantic, hard = (
            metric.compute(**sides, similarity=similarity, average=["samples", "macro", None])
            for similarity in ("plutchik", "identity")
        )
    for kind, found in (("semantic", semantic), ("hard", hard)):
        for average in ("samples", "macro"):
            scores = result["averages"][average][kind]
            assert scores["f1"] == found[f"semantic_f1_{average}"]
            ends = [found[f"semantic_f1_{average}_{end}"] for end in ("low", "high")]
            assert scores["f1_interval"] == ends
        by_label = [row[kind]["f1"] for row in result["per_label"]]
        assert by_label == found["semantic_f1_per_label"]
    assert set(result["warnings"]) == set(texts)
    assert "config:graded" in result["signature"]


def test_systems_of_degrees_are_ranked(run, file, sides, tmp_path):
    turned = {"predictions": sides["references"], "references": sides["references"]}
    other = tmp_path / "right.jsonl"
    other.write_text(
        "".join(
            json.dumps({key: turned[key][at] for key in turned}) + "\n"
            for at in range(len(sides["predictions"]))
        )
    )
    status, out, _ = run(file, *GIVEN, "--compare", str(other), "--json", "--sensitivity")
    assert status == 0
    found = json.loads(out)
    metric = SemanticF1("graded", labels=LABELS, similarity="plutchik")
    systems = {file: sides["predictions"], str(other): sides["references"]}
    with metric.notices():
        expected = metric.rank(systems, sides["references"])
        tested = metric.sensitivity(systems, sides["references"])
    assert found["ranking"]["pairs"] == expected["pairs"]
    assert found["sensitivity"]["pairs"] == tested["pairs"]


def test_rows_of_other_widths_and_other_cells_are_refused(run, file, root):
    status, _, err = run(file, "--graded", "--similarity", "plutchik")
    assert status == 2
    assert "rows have 5 columns, and there are 12 labels" in err
    sets = str(root / "examples" / "annotators.csv")
    status, _, err = run(sets, *GIVEN, "--references", "annotator_1")
    assert status == 2
    assert "line 2: column 'predictions'" in err
    status, _, err = run(file, file, *GIVEN)
    assert status == 2
    assert "--graded needs the rows of one file" in err
