"""The command line on several systems, on intervals and on scores with thresholds."""

import csv
import json

import numpy as np
import pytest

from semantic_f1 import SemanticF1
from semantic_f1.average_table import NAMED_AVERAGES

ROWS = {
    "a.csv": 'predictions,references\n"[""anger""]","[""disgust""]"\n"[""joy""]","[""joy""]"\n',
    "b.csv": 'predictions,references\n"[""joy""]","[""disgust""]"\n"[""joy""]","[""joy""]"\n',
    "other.csv": 'predictions,references\n"[""joy""]","[""disgust""]"\n"[""joy""]","[""love""]"\n',
    "short.csv": 'predictions,references\n"[""joy""]","[""disgust""]"\n',
}


@pytest.fixture
def files(tmp_path, monkeypatch):
    for name, text in ROWS.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_intervals_in_the_table_and_in_json(files, run):
    arguments = ("a.csv", "--similarity", "plutchik", "--ci", "50", "--seed", "3")
    status, out, _ = run(*arguments)
    assert status == 0
    assert "intervals, by bootstrap over examples" in out
    _, out, _ = run(*arguments, "--json")
    samples = json.loads(out)["results"][0]["averages"]["samples"]
    expected = SemanticF1().compute(
        predictions=[["anger"], ["joy"]],
        references=[["disgust"], ["joy"]],
        similarity="plutchik",
        n_resamples=50,
        seed=3,
    )
    assert samples["semantic"]["f1"] == expected["semantic_f1"]
    ends = [expected["semantic_f1_low"], expected["semantic_f1_high"]]
    assert samples["semantic"]["f1_interval"] == ends
    assert samples["hard"]["f1_interval"] == [0, 1]


def test_systems_are_ranked_and_judged(files, run):
    status, out, _ = run(
        *("a.csv", "--similarity", "plutchik", "--compare", "b.csv", "--sensitivity"),
        *("--ci", "100"),
    )
    assert status == 0
    ranking = out[out.index("ranking by samples") :].splitlines()
    assert ranking[2].split()[0] == "1"
    assert ranking[2].endswith("  a.csv")
    assert "a.csv - b.csv" in out
    assert "does the similarity decide?" in out
    # Under the identity both systems hold one exact match.
    (identity,) = [line for line in out.splitlines() if line.startswith("identity")]
    assert identity.split()[-2:] == ["0.5000", "0.5000"]
    _, out, _ = run(
        "a.csv",
        "--similarity",
        "plutchik",
        "--compare",
        "b.csv",
        "--json",
        "--average",
        "micro",
    )
    found = json.loads(out)["ranking"]
    assert [row["system"] for row in found["ranking"]] == ["a.csv", "b.csv"]
    assert found["pairs"][0]["difference"] > 0


@pytest.mark.parametrize("form", ["sentence", "markdown", "latex", "methods"])
@pytest.mark.parametrize("others", [(), ("b.csv",), ("b.csv", "c.csv")])
def test_results_as_a_paper_prints_them(files, run, form, others):
    (files / "c.csv").write_text(ROWS["b.csv"].replace("joy", "fear", 1), "utf-8")
    command = ("compare", "a.csv", *others) if others else ("a.csv", "--ci", "60")
    status, out, _ = run(*command, "--similarity", "plutchik", "--text", form)
    metric, gold = SemanticF1(), [["disgust"], ["joy"]]
    systems = {"a.csv": [["anger"], ["joy"]]}
    for name in others:
        rows = (files / name).read_text("utf-8").splitlines()[1:]
        systems[name] = [json.loads(next(csv.reader([row]))[0]) for row in rows]
    options = {"similarity": "plutchik"}
    if not others:
        averages = list(NAMED_AVERAGES)
        options |= {"average": averages, "n_resamples": 60}
        expected = metric.compute(predictions=systems["a.csv"], references=gold, **options)
    elif len(others) == 1:
        expected = metric.compare(*systems.values(), gold, **options)
    else:
        expected = metric.rank(systems, gold, **options)
    names = ("a.csv", "b.csv")
    assert (status, out) == (0, f"{metric.results_text(expected, form, names)}\n")


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        ((), "--text needs --ci or --compare"),
        (("--ci", "--per-label"), "--text and --per-label can't be combined"),
        (("--ci", "--json"), "--text and --json can't be combined"),
    ],
)
def test_texts_are_of_intervals_and_averages(files, run, flags, said):
    status, out, err = run("a.csv", "--similarity", "plutchik", "--text", "latex", *flags)
    assert (status, out) == (2, "")
    assert said in err


@pytest.mark.parametrize(
    ("other", "said"),
    [("other.csv", "line 3: gold labels"), ("short.csv", "1 rows where a.csv has 2")],
)
def test_systems_must_share_their_gold_labels(files, run, other, said):
    status, out, err = run("a.csv", "--similarity", "plutchik", "--compare", other)
    assert (status, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1


def test_a_threshold_curve(files, run):
    labels = SemanticF1().similarity.load("plutchik").labels
    rng = np.random.default_rng(1)
    scores = rng.random((30, len(labels))).round(3)
    gold = rng.integers(0, 2, (30, len(labels)))
    with open("scores.jsonl", "w", encoding="utf-8") as file:
        for row, marks in zip(scores.tolist(), gold, strict=True):
            names = [label for label, mark in zip(labels, marks, strict=True) if mark]
            file.write(json.dumps({"predictions": row, "references": names}) + "\n")
    arguments = ("scores.jsonl", "--similarity", "plutchik", "--threshold-curve")
    status, out, _ = run(*arguments)
    assert status == 0
    assert len([line for line in out.splitlines() if line.lstrip().startswith("0.")]) == 19
    _, out, _ = run(*arguments, "--json")
    (curve,) = json.loads(out)["curves"]
    metric = SemanticF1("multilabel")
    expected = metric.threshold_curve(scores, gold, similarity="plutchik", average=["samples"])
    assert {key: curve[key] for key in expected} == expected
    (files / "bad.jsonl").write_text('{"predictions": [0.5], "references": ["no"]}\n', "utf-8")
    status, _, err = run("bad.jsonl", *arguments[1:])
    assert status == 2
    assert "line 1: 'no' is not a label" in err


def test_thresholds_that_are_tuned(files, run):
    labels = SemanticF1().similarity.load("plutchik").labels
    rng = np.random.default_rng(2)
    gold = rng.integers(0, 2, (40, len(labels)))
    scores = np.clip(gold * 0.3 + rng.random(gold.shape) * 0.6, 0, 1).round(3)
    with open("scores.jsonl", "w", encoding="utf-8") as file:
        for row, marks in zip(scores.tolist(), gold, strict=True):
            names = [label for label, mark in zip(labels, marks, strict=True) if mark]
            file.write(json.dumps({"predictions": row, "references": names}) + "\n")
    arguments = ("scores.jsonl", "--similarity", "plutchik", "--tune-thresholds")
    arguments += ("--average", "macro", "--ci", "400")
    status, out, err = run(*arguments)
    assert status == 0
    assert "thresholds for macro Semantic F1, means of 5 folds" in out
    assert "one global threshold is safer, and is printed next to them." in err
    _, printed, _ = run(*arguments, "--json")
    (found,) = json.loads(printed)["thresholds"]
    metric = SemanticF1("multilabel")
    expected = metric.tune_thresholds(
        scores, gold, similarity="plutchik", average="macro", n_resamples=400
    )
    assert {key: found[key] for key in expected} == expected
    low, high = expected["score_cv_low"], expected["score_cv_high"]
    said = f"to report: {expected['score_cv']:.4f}, {low:.4f} to {high:.4f}"
    assert said in out
    assert f"optimistic: {expected['score_on_same_rows']:.4f}" in out


def test_an_outcome_beside_the_rows(files, run):
    names = ["joy", "love", "fear", "anger"]
    rows = [([names[i % 4]], [names[i % 3]], i % 5 / 4) for i in range(24)]
    with open("o.jsonl", "w", encoding="utf-8") as file:
        for predicted, gold, rating in rows:
            record = {"predictions": predicted, "references": gold, "rating": rating}
            file.write(json.dumps(record) + "\n")
    arguments = ("o.jsonl", "--similarity", "plutchik", "--outcome", "rating")
    status, out, _ = run(*arguments)
    assert status == 0
    _, printed, _ = run(*arguments, "--json")
    (result,) = json.loads(printed)["results"]
    metric = SemanticF1()
    predicted, gold, ratings = map(list, zip(*rows, strict=True))
    points = metric.pointwise(predicted, gold, similarity="plutchik")["semantic_f1"]
    expected = metric.outcome_correlation(points, ratings)
    assert result["outcome"] == {"column": "rating", **expected}
    for name, end in (("pearson", f", p {expected['pearson_p_value']:.4f}\n"), ("ccc", "\n")):
        ends = [expected[f"{name}_{key}"] for key in ("low", "high")]
        assert f"{name:9}{expected[name]:+.3f}, {ends[0]:+.3f} to {ends[1]:+.3f}{end}" in out
    assert "F1 of 24 rows and rating" in out
    for cell, said in (("", "an empty cell"), ("good", "expected a finite number; got 'good'")):
        text = f'predictions,references,rating\n"[""joy""]","[""joy""]",{cell}\n'
        (files / "bad.csv").write_text(text, encoding="utf-8")
        status, _, err = run("bad.csv", *arguments[1:])
        assert status == 2
        assert said in err
        assert "line 2" in err


def test_groups_are_what_is_drawn(files, run):
    rows = ["author,predictions,references"]
    rows += [f'{i // 4},"[""joy""]","[""{"joy" if i % 3 else "love"}""]"' for i in range(48)]
    (files / "g.csv").write_text("\n".join(rows), encoding="utf-8")
    worse = [row.replace('"[""joy""]","', '"[""fear""]","') for row in rows]
    other = [rows[i] if i % 5 == 0 else worse[i] for i in range(len(rows))]
    (files / "h.csv").write_text("\n".join(other), encoding="utf-8")
    arguments = ("g.csv", "--similarity", "plutchik", "--ci", "400", "--compare", "h.csv")
    status, out, err = run(*arguments, "--groups", "author")
    assert status == 0
    assert "fewer than 10: " not in err
    assert "intervals, by bootstrap over groups" in out
    assert "ranking by samples Semantic F1, 12 groups; ranks hold together" in out
    assert "groups (power 0.8); these 12 distinguish 0." in out
    _, out, _ = run(*arguments, "--groups", "author", "--json")
    document = json.loads(out)
    assert document["sample_size"]["units"] == "groups"
    assert document["ranking"]["n_units"] == 12
    status, _, err = run(*arguments, "--groups", "writer")
    assert status == 2
    assert "writer" in err


def test_what_a_ranking_warns_of_is_noted(files, run):
    status, _, err = run("a.csv", "--similarity", "plutchik", "--compare", "b.csv")
    assert status == 0
    assert "note: intervals: 2 examples, fewer than 10: they are wide on purpose, and rough." in err


def test_a_file_that_is_named_twice_is_refused(run, files):
    for compared in (("a.csv",), ("b.csv", "--compare", "b.csv")):
        status, _, err = run("a.csv", "--similarity", "plutchik", "--compare", *compared)
        assert status == 2
        assert f"--compare: {compared[0]} is named twice" in err


@pytest.mark.parametrize(("level", "shown"), [("0.999", "99.9%"), ("0.95", "95%")])
def test_levels_are_shown_with_all_their_digits(run, files, level, shown):
    _, out, _ = run(
        *("a.csv", "--similarity", "plutchik", "--compare", "b.csv", "--confidence-level", level)
    )
    assert f" {shown} of ranks" in out
    assert "100%" not in out
