"""The command line on several systems, on intervals and on scores with thresholds."""

import numpy as np
import pytest
from helpers import write_sets

from semantic_f1 import SemanticF1
from semantic_f1.average_table import NAMED_AVERAGES

GOLD = [["disgust"], ["joy"]]
# Predicted and gold labels of each file.
ROWS = {
    "a.csv": ([["anger"], ["joy"]], GOLD),
    "b.csv": ([["joy"], ["joy"]], GOLD),
    "c.csv": ([["fear"], ["joy"]], GOLD),
    "other.csv": ([["joy"], ["joy"]], [["disgust"], ["love"]]),
    "odd.csv": ([["joy"], ["jo"]], GOLD),
    "short.csv": ([["joy"]], GOLD[:1]),
}
PLUTCHIK = ("--similarity", "plutchik")


@pytest.fixture
def files(here):
    for name, sides in ROWS.items():
        write_sets(here / name, *sides)


def test_intervals_in_the_table_and_in_json(files, run, results):
    words = ("a.csv", *PLUTCHIK, "--ci", "50", "--seed", "3")
    samples = results(*words)[0]["averages"]["samples"]
    metric = SemanticF1(similarity="plutchik", n_resamples=50, seed=3)
    expected = metric.compute(*ROWS["a.csv"])
    assert samples["semantic"]["f1"] == expected["semantic_f1"]
    ends = [expected["semantic_f1_low"], expected["semantic_f1_high"]]
    assert samples["semantic"]["f1_interval"] == ends
    assert samples["hard"]["f1_interval"] == [0, 1]
    _, out, _ = run(*words)
    _, below = out.split("intervals, by bootstrap over examples\n")
    assert below.split()[3] == f"{ends[0]:.4f}-{ends[1]:.4f}"


def test_systems_are_ranked_and_compared(files, run, document):
    words = ("a.csv", *PLUTCHIK, "--compare", "b.csv")
    status, out, err = run(*words, "--sensitivity", "--ci", "100")
    assert status == 0
    assert "note: intervals: 2 examples, fewer than 10: they are wide on purpose, and rough." in err
    ranking = out[out.index("ranking by samples") :].splitlines()
    assert ranking[2].split()[0] == "1" and ranking[2].endswith("  a.csv")
    assert "a.csv - b.csv" in out and "does the similarity decide?" in out
    # Under the identity both systems hold one exact match.
    (identity,) = [line for line in out.splitlines() if line.startswith("identity")]
    assert identity.split()[-2:] == ["0.5000", "0.5000"]
    content = document(*words, "--average", "micro")
    # All scores of each system.
    for result, system in zip(content["results"], ("a.csv", "b.csv"), strict=True):
        (alone,) = document(system, *PLUTCHIK)["results"]
        assert result == {"system": system, **alone}
        assert f"\nscores of {system}\n\nsimilarity: plutchik\n" in out
    found = content["ranking"]
    assert [row["system"] for row in found["ranking"]] == ["a.csv", "b.csv"]
    assert found["pairs"][0]["difference"] > 0
    for level, shown in (("0.999", "99.9%"), ("0.95", "95%")):
        _, out, _ = run(*words, "--confidence-level", level)
        assert f" {shown} of ranks" in out and "100%" not in out


@pytest.mark.parametrize("form", ["sentence", "markdown", "latex", "methods"])
@pytest.mark.parametrize("others", [(), ("b.csv",), ("b.csv", "c.csv")])
def test_results_as_a_paper_prints_them(files, run, form, others):
    command = ("compare", "a.csv", *others) if others else ("a.csv", "--ci", "60")
    status, out, _ = run(*command, *PLUTCHIK, "--text", form)
    metric = SemanticF1(similarity="plutchik")
    systems = {name: ROWS[name][0] for name in ("a.csv", *others)}
    with metric.notices():
        if not others:
            options = {"average": list(NAMED_AVERAGES), "n_resamples": 60}
            expected = metric.compute(systems["a.csv"], GOLD, **options)
        elif len(others) == 1:
            expected = metric.compare(*systems.values(), GOLD)
        else:
            expected = metric.rank(systems, GOLD)
    names = ("a.csv", "b.csv")
    assert (status, out) == (0, f"{metric.results_text(expected, form, names)}\n")


@pytest.mark.parametrize(("words", "said"), [
    (("--text", "latex"), "--text needs --ci or --compare"),
    (("--text", "latex", "--ci", "--per-label"), "--text and --per-label can't be combined"),
    (("--text", "latex", "--ci", "--json"), "--text and --json can't be combined"),
    (("--compare", "other.csv"), "other.csv: line 3 has other gold labels than a.csv"),
    (("--compare", "odd.csv", "--text", "latex"), "odd.csv: line 3, column 'predictions': 'jo"),
    (("--compare", "short.csv"), "short.csv has 1 rows, a.csv has 2; systems are"),
    (("--compare", "b.csv", "--per-example", "x.csv"),
        "--per-example and compare can't be combined"),
    (("--compare", "b.csv", "--compare", "b.csv"), "--compare: b.csv is named twice"),
])  # fmt: skip
def test_what_is_refused_of_systems_and_texts(files, refusal, words, said):
    assert said in refusal("a.csv", *PLUTCHIK, *words)


@pytest.fixture
def scored(here, put_lines):
    """The sides of a file of scores: 0 to 1 for each label, near its gold 0 or 1."""
    labels = SemanticF1().similarity.load("plutchik").labels
    rng = np.random.default_rng(2)
    gold = rng.integers(0, 2, (40, len(labels)))
    scores = np.clip(gold * 0.3 + rng.random(gold.shape) * 0.6, 0, 1).round(3)
    names = [[label for label, is_gold in zip(labels, row, strict=True) if is_gold] for row in gold]
    rows = zip(scores.tolist(), names, strict=True)
    put_lines([{"predictions": p, "references": g} for p, g in rows], "scores.jsonl")
    return scores, gold


def test_a_threshold_curve(scored, put_lines, run, document, refusal):
    words = ("scores.jsonl", *PLUTCHIK, "--threshold-curve")
    status, out, _ = run(*words)
    assert status == 0
    assert len([line for line in out.splitlines() if line.lstrip().startswith("0.")]) == 19
    (curve,) = document(*words)["curves"]
    metric = SemanticF1("multilabel", similarity="plutchik")
    expected = metric.threshold_curve(*scored, average=["samples"])
    assert {key: curve[key] for key in expected} == expected
    put_lines([{"predictions": [0.5], "references": ["no"]}], "bad.jsonl")
    assert "line 1: 'no' is not a label" in refusal("bad.jsonl", *words[1:])
    message = refusal("scores.jsonl", "--similarity", "identity", "--threshold-curve")
    assert "gold labels become columns in their order; pass --labels" in message


def test_thresholds_that_are_tuned(scored, run, document):
    words = ("thresholds", "scores.jsonl", *PLUTCHIK, "--tune", "--average", "macro", "--ci", "400")
    status, out, err = run(*words)
    assert status == 0
    assert "thresholds for macro Semantic F1, means of 5 folds" in out
    assert "one global threshold is safer, and is printed next to them." in err
    (found,) = document(*words)["thresholds"]
    metric = SemanticF1("multilabel", similarity="plutchik")
    with metric.notices():
        expected = metric.tune_thresholds(*scored, average="macro", n_resamples=400)
    assert {key: found[key] for key in expected} == expected
    low, high = expected["score_cv_low"], expected["score_cv_high"]
    assert f"to report: {expected['score_cv']:.4f}, {low:.4f} to {high:.4f}" in out
    low, high = expected["gain_low"], expected["gain_high"]
    assert f"gain {expected['gain']:+.4f}, {low:+.4f} to {high:+.4f}" in out
    assert f"optimistic: {expected['score_on_same_rows']:.4f}" in out


def test_an_outcome_of_the_rows(here, put, put_lines, run, results, refusal):
    names = ["joy", "love", "fear", "anger"]
    rows = [([names[i % 4]], [names[i % 3]], i % 5 / 4) for i in range(24)]
    put_lines([{"predictions": p, "references": g, "rating": r} for p, g, r in rows], "o.jsonl")
    words = ("o.jsonl", *PLUTCHIK, "--outcome", "rating")
    (result,) = results(*words)
    metric = SemanticF1(similarity="plutchik")
    predicted, gold, ratings = map(list, zip(*rows, strict=True))
    points = metric.pointwise(predicted, gold)["semantic_f1"]
    expected = metric.outcome_correlation(points, ratings)
    assert result["outcome"] == {"column": "rating", **expected}
    _, out, _ = run(*words)
    for name, end in (("pearson", f", p {expected['pearson_p_value']:.4f}\n"), ("ccc", "\n")):
        ends = [expected[f"{name}_{key}"] for key in ("low", "high")]
        assert f"{name:9}{expected[name]:+.3f}, {ends[0]:+.3f} to {ends[1]:+.3f}{end}" in out
    assert "F1 of 24 rows and rating" in out
    for cell, said in (("", "an empty cell"), ("good", "expected a finite number; got 'good'")):
        put(f'predictions,references,rating\n"[""joy""]","[""joy""]",{cell}\n', "bad.csv")
        message = refusal("bad.csv", *words[1:])
        assert said in message and "line 2" in message


def test_groups_are_what_is_drawn(here, put, run, document, refusal):
    gold = ["joy" if i % 3 else "love" for i in range(48)]
    for name, of in (("g.csv", lambda i: "joy"), ("h.csv", lambda i: "fear" if i % 5 else "joy")):
        rows = (f"{i // 4},{of(i)},{label}\n" for i, label in enumerate(gold))
        put("author,predictions,references\n" + "".join(rows), name)
    words = ("g.csv", *PLUTCHIK, "--ci", "400", "--compare", "h.csv", "--groups")
    status, out, err = run(*words, "author")
    assert status == 0
    assert "fewer than 10: " not in err
    assert "intervals, by bootstrap over groups" in out
    assert "ranking by samples Semantic F1, 12 groups; ranks hold together" in out
    assert "groups (power 0.8); these 12 distinguish 0." in out
    content = document(*words, "author")
    assert content["sample_size"]["units"] == "groups"
    assert content["ranking"]["n_units"] == 12
    assert "writer" in refusal(*words, "writer")
