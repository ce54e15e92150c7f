"""The command line: its numbers, its files and options, and how it refuses."""

import json
import re
import subprocess
import sys
import warnings

import numpy as np
import pytest
from conftest import ROOT
from fresh_python import FreshPython
from helpers import PATIENCE, in_python, random_sets
from sklearn.metrics import precision_recall_fscore_support

from semantic_f1.average_table import NAMED_AVERAGES
from semantic_f1.commandline.wording import in_arguments

LABELS = ["anger", "anticipation", "disgust", "fear", "joy", "love"]
SCORES = ["precision", "recall", "f1"]
EXAMPLE = ROOT / "examples" / "goemotions_test.csv"


def random_sides(seed):
    """Two sides of 200 label sets each, about a fourth of them empty."""
    return [random_sets(2 * seed + side, LABELS, 200) for side in (0, 1)]


@pytest.fixture(scope="module")
def python(tmp_path_factory):
    return FreshPython(tmp_path_factory.mktemp("home"))


def in_a_process(python, folder, *arguments, **environment):
    environment = {**python.environment, **environment}
    return in_python(ROOT / "score.py", *arguments, cwd=folder, env=environment)


@pytest.mark.parametrize("seed", range(3))
def test_the_hard_scores_are_scikit_learns(put_rows, results, seed):
    sides = random_sides(seed)
    (result,) = results(put_rows(*sides), "--similarity", "plutchik", "--per-label")
    labels = [row["label"] for row in result["per_label"]]
    predicted, gold = (
        np.array([[label in one for label in labels] for one in side], int) for side in sides
    )

    def assert_scores(found, average, more=0):
        options = {"average": average, "zero_division": 0}
        expected = precision_recall_fscore_support(gold, predicted, **options)[:3]
        assert found == pytest.approx(np.array(expected) + more, abs=1e-12)

    # Two empty sets score 1 in samples.
    both_empty = float(np.mean(~gold.any(axis=1) & ~predicted.any(axis=1)))
    assert both_empty > 0
    for average in NAMED_AVERAGES:
        found = [result["averages"][average]["hard"][name] for name in SCORES]
        assert_scores(found, average, both_empty * (average == "samples"))
    by_label = [[row["hard"][name] for row in result["per_label"]] for name in SCORES]
    assert_scores(np.array(by_label), None)
    assert [row["support"] for row in result["per_label"]] == gold.sum(axis=0).tolist()


def cells(kinds):
    return [f"{kinds[kind][name]:.4f}" for kind in ("semantic", "hard") for name in SCORES]


def test_the_table_prints_the_numbers_of_the_json_with_four_decimals(put_rows, run, results):
    file = put_rows(*random_sides(7))
    status, out, _ = run(file, "--similarity", "plutchik", "--per-label")
    assert status == 0
    assert out.startswith("rows.csv: predictions 'predictions', gold 'references' (by name), 200")
    assert " 200 rows, sha256 " in out and "\n\nsimilarity: plutchik\n" in out
    heads = "Semantic P   Semantic R  Semantic F1      Plain P      Plain R     Plain F1"
    ends = [line.split("  " + heads)[1] for line in out.splitlines() if heads in line]
    assert ends == ["", "   support"]
    (result,) = results(file, "--similarity", "plutchik", "--per-label")
    table = out.partition("\n\nsimilarity: plutchik\n")[2].splitlines()
    rows = {name: shown for name, *shown in map(str.split, filter(None, table))}
    for average, kinds in result["averages"].items():
        assert rows[average] == cells(kinds)
    for row in result["per_label"]:
        assert rows[row["label"]] == [*cells(row), f"{row['support']:.0f}"]
    _, full, _ = run(file, "--similarity", "plutchik", "--full-signature")
    assert full.endswith(f"\nsignature: {result['signature']}\n")
    short = "semantic_f1 0.1.0|similarity:plutchik@567f44cc|labels:12@c2a97b6e"
    assert out.endswith(f"\nsignature: {short}\n")


def test_the_example_file_has_the_hard_scores_that_its_readme_states(results):
    names = ("--similarity", "goemotions", "--similarity", "goemotions-ekman")
    first, second = results(EXAMPLE, *names)
    text = (ROOT / "examples" / "README.md").read_text(encoding="utf-8")
    for result in (first, second):
        hard = {average: kinds["hard"] for average, kinds in result["averages"].items()}
        assert f"| samples (`zero_division=1`) | {hard['samples']['f1']:.4f} |" in text
        assert f"| micro | {hard['micro']['f1']:.4f} |" in text
        assert f"| macro (`zero_division=0`) | {hard['macro']['f1']:.4f} |" in text
    assert first["averages"]["samples"]["semantic"] != second["averages"]["samples"]["semantic"]


def test_the_json_holds_all_there_is(put, run):
    file = put("predictions,references\nanger,disgust\njoy,[]\n")
    assert "support" not in run(file, "--similarity", "plutchik")[1]
    status, out, err = run(file, "--similarity", "plutchik", "--per-label", "--json")
    assert status == 0
    document = json.loads(out)
    assert list(document) == ["file", "examples", "account", "results"]
    assert document["account"]["sides"]["references"]["empty_sets"] == 1
    assert (document["file"], document["examples"]) == (str(file), 2)
    (result,) = document["results"]
    assert list(result) == ["similarity", "signature", "averages", "per_label", "warnings"]
    assert result["similarity"] == "plutchik"
    assert result["signature"].startswith('semantic_f1|config:default|average:["samples","micro"')
    assert list(result["averages"]) == ["samples", "micro", "macro", "weighted"]
    for kinds in [*result["averages"].values(), *result["per_label"]]:
        assert list(kinds["semantic"]) == list(kinds["hard"]) == SCORES
    assert [row["label"] for row in result["per_label"]][:3] == ["anger", "anticipation", "disgust"]
    (warning,) = result["warnings"]
    assert err == f"note: {in_arguments(warning)}\n"
    assert "--macro-labels present" in err and "scored 0" in err


def test_several_similarities_are_reported_in_the_order_given(put, run, results):
    file = put("predictions,references\nanger,annoyance\njoy,joy\n")
    names = ["goemotions-ekman", "goemotions"]
    both = results(file, "--similarity", names[0], "--similarity", names[1])
    assert [result["similarity"] for result in both] == names
    assert both == [results(file, "--similarity", name)[0] for name in names]
    _, out, err = run(file, "--similarity", names[0], "--similarity", names[1])
    assert re.findall("^similarity: (.*)$", out, re.M) == names
    assert err.count("note:") == 1, "one note for both"


@pytest.mark.parametrize("form", ["json", "csv"])
def test_a_similarity_may_be_a_file(put, results, form):
    content = {
        "json": '{"name": "own", "labels": ["a", "b"], "values": [[1, 0.25], [0.5, 1]]}',
        "csv": ",a,b\na,1,0.25\nb,0.5,1\n",
    }[form]
    (result,) = results(
        put("predictions,references\na,b\n"), "--similarity", put(content, f"own.{form}")
    )
    # Precision reads S[predicted, gold], recall S[gold, predicted].
    assert result["averages"]["samples"]["semantic"]["precision"] == 0.25
    assert result["averages"]["samples"]["semantic"]["recall"] == 0.5


def test_columns_of_ids_are_ids_unless_they_are_names(put, results, f1):
    (ids,) = results(
        put('predictions,references\n2,3\n27,27\n"[0, 1]",1\n'), "--similarity", "goemotions-ekman"
    )
    rows = 'anger,annoyance\nneutral,[]\n"[""admiration"", ""amusement""]",amusement\n'
    named = put(f"predictions,references\n{rows}", "names.csv")
    assert results(named, "--similarity", "goemotions-ekman") == [ids]
    own = put('{"labels": ["2", "3"], "values": [[1, 0.5], [0.5, 1]]}', "numbers.json")
    file = put("predictions,references\n2,3\n")
    assert f1(file, "--similarity", own, "--ids", "never") == 0.5
    # "auto" is a value of --ids, and may be a column.
    columns = put("predictions,references,auto\njoy,joy,love\n", "auto.csv")
    assert f1(columns, "--references", "auto", "--ids", "auto") == 0
    # An empty cell is the empty set.
    file = put("predictions,references\n,\n,joy\njoy,\n[],  \njoy,joy\n")
    (result,) = results(file, "--similarity", "plutchik", "--blank", "no_label")
    assert result["averages"]["samples"]["semantic"]["f1"] == 3 / 5
    assert result["averages"]["micro"]["hard"] == {"precision": 0.5, "recall": 0.5, "f1": 0.5}


@pytest.mark.parametrize(("arguments", "chosen"), [
    (["--unknown-labels", "mismatch"], {"unknown_labels": "mismatch"}),
    (["--unknown-labels", "ignore"], {"unknown_labels": "ignore"}),
    (["--zero-division", "0"], {"zero_division": 0}),
    (["--zero-division", "0.25"], {"zero_division": 0.25}),
    (["--counting", "two_sided"], {"counting": "two_sided"}),
    (["--macro-labels", "present"], {"macro_labels": "present"}),
    (["--macro-labels", "joy, love"], {"macro_labels": ["joy", "love"]}),
    (["--macro-labels", '["joy", "love"]'], {"macro_labels": ["joy", "love"]}),
    (["--none-labels", "joy"], {"none_labels": ["joy"]}),
    (["--labels", '["joy", "love", "anger"]'], {"labels": ["joy", "love", "anger"]}),
    (["--normalize-names"], {"normalize_names": True}),
], ids=lambda value: " ".join(value) if isinstance(value, list) else "")  # fmt: skip
def test_an_option_reaches_the_metric(put_rows, results, load, arguments, chosen):
    predictions = [["joy", "anger"], ["love"], [], ["anger"]]
    references = [["joy"], ["joy", "anger"], [], ["love"]]
    if "unknown_labels" in chosen:
        predictions[1] = ["love", "rage"]
    if "normalize_names" in chosen:
        predictions[1] = [" LOVE"]
    file = put_rows(predictions, references)
    (result,) = results(file, "--similarity", "plutchik", *arguments)
    metric = load(similarity="plutchik", average=list(NAMED_AVERAGES))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        expected = metric.compute(predictions=predictions, references=references, **chosen)
    for average, kinds in result["averages"].items():
        found = [kinds["semantic"][name] for name in SCORES]
        assert found == [expected[f"semantic_{name}_{average}"] for name in SCORES]
    assert result["signature"] == metric.signature(**chosen)


def test_what_was_dropped_is_noted_once(put, run):
    rows = '"[""neutral"", ""joy""]",joy\n"[""joy"", ""glee""]",joy\n"[""glee""]",joy\n'
    status, out, err = run(
        *(put(f"predictions,references\n{rows}"), "--similarity", "goemotions"),
        *("--similarity", "goemotions-ekman", "--unknown-labels", "ignore"),
        *("--macro-labels", "present"),
    )
    assert status == 0
    assert "note:" not in out
    none, unknown = err.splitlines()
    assert none.startswith("note: In 1 prediction a none-label (neutral) stands next to other")
    assert unknown.startswith("note: Unknown label names were removed in 2 predictions: 'glee'.")


def test_odd_names_stay_on_their_line(put, run):
    names = ["a\nb", "\x1b[2J", "c"]
    matrix = put(
        json.dumps({"name": "odd\nname", "labels": names, "values": np.eye(3).tolist()}), "odd.json"
    )
    file = put('{"predictions": ["c"], "references": ["c"]}\n', "odd.jsonl")
    status, out, err = run(file, "--similarity", matrix, "--per-label")
    assert status == 0
    assert out.replace("\n", "").isprintable()
    assert "\nsimilarity: 'odd\\nname'\n" in out
    assert "\n'a\\nb' " in out
    assert err.count("\n") == 1
    assert err[:-1].isprintable()


JOY = '{"predictions": "joy", "references": "love"}'
OWN = ("--predictions", "system", "--references", "gold")
IDS = ("--labels", "joy,love,anger")


@pytest.mark.parametrize(("name", "text", "words", "expected"), [
    ("a.csv", "predictions,references\njoy,love\njo,love\n", (), "line 3, column 'predictions'"),
    ("b.csv", 'predictions,references\n"[""joy"",\n""love""]",love\njoy,lov\n', (), "line 4, "),
    ("c.csv", "predictions;references\njoy;love\n\n\njoy;lov\n", (),
        "line 5, column 'references'"),
    ("d.jsonl", f"{JOY}\n\n{JOY.replace('love', 'lov')}", (), "line 3, column 'references'"),
    ("e.json", f"[{JOY}, {JOY.replace('joy', 'jo')}]", (), "row 2, column 'predictions'"),
    ("f.csv", "predictions,references\n0,1\n12,1\n", IDS, "line 3, column 'predictions': id 12"),
    ("g.csv", 'predictions,references\n[1],1\n"[""joy""]",1\n', IDS,
        "line 3, column 'predictions'"),
    ("h.csv", "gold,system\njoy,joy\njoy,angr\n", OWN,
        "line 3, column 'system': 'angr' is not a label (did you mean 'anger'?)"),
])  # fmt: skip
def test_a_label_that_is_none_is_named_with_its_line_and_column(
    put, refusal, name, text, words, expected
):
    message = refusal(put(text, name), "--similarity", "plutchik", *words)
    assert message.startswith(expected)


def test_as_a_command_from_another_directory(python, put, run, monkeypatch):
    file = put("predictions,references\njoy,love\n,sadness\n")
    monkeypatch.chdir(file.parent)
    done = in_a_process(python, file.parent, file.name, "--similarity", "plutchik", "--per-label")
    assert (done.returncode, done.stdout, done.stderr) == run(
        file.name, "--similarity", "plutchik", "--per-label"
    )
    assert done.stdout.startswith("data.csv: ") and " 2 rows, " in done.stdout
    assert [line.partition(":")[0] for line in done.stderr.splitlines()] == ["note"]
    assert not python.refused.exists()


@pytest.mark.long
def test_a_terminal_that_lacks_a_character(python, put):
    matrix = put('{"labels": ["Zärtlichkeit", "b"], "values": [[1, 0], [0, 1]]}', "own.json")
    file = put("predictions,references\nZärtlichkeit,b\n")
    done = in_a_process(
        *(python, file.parent, file.name, "--similarity", matrix.name, "--per-label"),
        PYTHONIOENCODING="ascii",
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "\nZ?rtlichkeit " in done.stdout


@pytest.mark.long
def test_a_reader_that_stops_reading(python, put):
    file = put("predictions,references\njoy,love\n")
    command = [sys.executable, str(ROOT / "score.py"), str(file), "--similarity", "plutchik"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    process = subprocess.Popen(command, env=python.environment, text=True, **pipes)
    process.stdout.close()
    try:
        _, err = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
    assert "Traceback" not in err
    assert "BrokenPipeError" not in err
