"""The command line: its numbers, its files and options, and how it refuses."""

import json
import subprocess
import sys
import warnings

import numpy as np
import pytest
from conftest import ROOT
from fresh_python import FreshPython
from helpers import PATIENCE, in_python
from sklearn.metrics import precision_recall_fscore_support

from semantic_f1.average_table import NAMED_AVERAGES
from semantic_f1.commandline.wording import in_arguments

LABELS = ["anger", "anticipation", "disgust", "fear", "joy", "love"]
SCORES = ["precision", "recall", "f1"]
EXAMPLE = ROOT / "examples" / "goemotions_test.csv"


def random_sets(seed, n=200):
    """Two sides of n label sets each, about a fifth of them empty."""
    random = np.random.default_rng(seed)
    return [
        [[LABELS[i] for i in np.flatnonzero(row)] for row in random.random((n, len(LABELS))) < 0.25]
        for _ in range(2)
    ]


@pytest.fixture(scope="module")
def python(tmp_path_factory):
    return FreshPython(tmp_path_factory.mktemp("home"))


def in_a_process(python, folder, *arguments, **environment):
    environment = {**python.environment, **environment}
    return in_python(ROOT / "score.py", *arguments, cwd=folder, env=environment)


def tables(out):
    """The printed numbers as texts: similarity -> first column -> what stands beside it."""
    found = {}
    for line in out.splitlines():
        if line.startswith("similarity: "):
            rows = found[line.removeprefix("similarity: ")] = {}
        elif line and not line.startswith(("signature:", " ", "label ")) and found:
            name, *cells = line.split()
            rows[name] = cells
    return found


# -------------------------------------------------------------------------------------- numbers
@pytest.mark.parametrize("seed", range(3))
def test_the_hard_scores_are_scikit_learns(put_rows, results, seed):
    predictions, references = random_sets(seed)
    file = put_rows(predictions, references)
    (result,) = results(file, "--similarity", "plutchik", "--per-label")
    labels = [row["label"] for row in result["per_label"]]
    predicted, gold = (
        np.array([[label in one for label in labels] for one in side], dtype=int)
        for side in (predictions, references)
    )
    for average in ("micro", "macro", "weighted"):
        expected = precision_recall_fscore_support(
            gold, predicted, average=average, zero_division=0
        )
        found = [result["averages"][average]["hard"][name] for name in SCORES]
        assert found == pytest.approx(expected[:3], abs=1e-12)

    both_empty = float(np.mean(~gold.any(axis=1) & ~predicted.any(axis=1)))
    assert both_empty > 0
    zero = precision_recall_fscore_support(gold, predicted, average="samples", zero_division=0)
    found = [result["averages"]["samples"]["hard"][name] for name in SCORES]
    assert found == pytest.approx([each + both_empty for each in zero[:3]], abs=1e-12)

    by_label = precision_recall_fscore_support(gold, predicted, average=None, zero_division=0)
    for index, row in enumerate(result["per_label"]):
        found = [row["hard"][name] for name in SCORES]
        assert found == pytest.approx([each[index] for each in by_label[:3]], abs=1e-12)
        assert row["support"] == by_label[3][index]


def test_the_table_prints_the_numbers_of_the_json_with_four_decimals(put_rows, run, results):
    file = put_rows(*random_sets(7))
    status, out, _ = run(file, "--similarity", "plutchik", "--per-label")
    assert status == 0
    assert out.startswith("rows.csv: predictions 'predictions', gold 'references' (by name), 200")
    assert " 200 rows, sha256 " in out and "\n\nsimilarity: plutchik\n" in out
    heads = "Semantic P   Semantic R  Semantic F1      Plain P      Plain R     Plain F1"
    assert [line.split("  " + heads)[1] for line in out.splitlines() if heads in line] == [
        "",
        "   support",
    ]
    (result,) = results(file, "--similarity", "plutchik", "--per-label")
    rows = tables(out)["plutchik"]
    assert len(rows) == 4 + 12
    for average, kinds in result["averages"].items():
        assert rows[average] == cells(kinds)
    for row in result["per_label"]:
        assert rows[row["label"]] == [*cells(row), f"{row['support']:.0f}"]
    _, full, _ = run(file, "--similarity", "plutchik", "--full-signature")
    assert full.endswith(f"\nsignature: {result['signature']}\n")
    short = "semantic_f1 0.1.0|similarity:plutchik@567f44cc|labels:12@c2a97b6e"
    assert out.endswith(f"\nsignature: {short}\n")


def cells(kinds):
    return [f"{kinds[kind][name]:.4f}" for kind in ("semantic", "hard") for name in SCORES]


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


# ----------------------------------------------------------------------------------------- JSON
def test_the_json_holds_all_there_is(put, run):
    file = put("predictions,references\nanger,disgust\njoy,[]\n")
    assert "support" not in run(file, "--similarity", "plutchik")[1]
    status, out, err = run(file, "--similarity", "plutchik", "--per-label", "--json")
    assert status == 0
    document = json.loads(out)
    assert list(document) == ["file", "examples", "account", "results"]
    assert document["account"]["sides"]["references"]["empty_sets"] == 1
    assert document["file"] == str(file)
    assert document["examples"] == 2
    (result,) = document["results"]
    assert list(result) == ["similarity", "signature", "averages", "per_label", "warnings"]
    assert result["similarity"] == "plutchik"
    assert result["signature"].startswith('semantic_f1|config:default|average:["samples","micro"')
    assert list(result["averages"]) == ["samples", "micro", "macro", "weighted"]
    for kinds in [*result["averages"].values(), *result["per_label"]]:
        for kind in ("semantic", "hard"):
            assert list(kinds[kind]) == SCORES
            assert all(0 <= value <= 1 for value in kinds[kind].values())
    assert [row["label"] for row in result["per_label"]][:3] == ["anger", "anticipation", "disgust"]
    assert [row["support"] for row in result["per_label"]] == [0, 0, 1, *[0] * 9]
    notes = [in_arguments(warning) for warning in result["warnings"]]
    assert err == "".join(f"note: {note}\n" for note in notes)
    assert "--macro-labels present" in err
    assert len(result["warnings"]) == 1


# ---------------------------------------------------------------------------------- similarities
def test_several_similarities_are_reported_in_the_order_given(put, run, results):
    file = put("predictions,references\nanger,annoyance\njoy,joy\n")
    names = ["goemotions-ekman", "goemotions"]
    both = results(file, "--similarity", names[0], "--similarity", names[1])
    assert [result["similarity"] for result in both] == names
    assert both == [results(file, "--similarity", name)[0] for name in names]
    _, out, err = run(file, "--similarity", names[0], "--similarity", names[1])
    assert list(tables(out)) == names
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


# ---------------------------------------------------------------------------------------- files
def test_columns_of_ids_are_ids_unless_they_are_names(put, results):
    text = 'predictions,references\n2,3\n27,27\n"[0, 1]",1\n'
    (ids,) = results(put(text), "--similarity", "goemotions-ekman")
    named = put(
        "predictions,references\nanger,annoyance\nneutral,[]\n"
        '"[""admiration"", ""amusement""]",amusement\n',
        "names.csv",
    )
    (names,) = results(named, "--similarity", "goemotions-ekman")
    assert ids == names
    own = put('{"labels": ["2", "3"], "values": [[1, 0.5], [0.5, 1]]}', "numbers.json")
    file = put("predictions,references\n2,3\n")
    (kept,) = results(file, "--similarity", own, "--ids", "never")
    assert kept["averages"]["samples"]["semantic"]["f1"] == 0.5
    # "auto" is a value of --ids, and may be a column.
    columns = put("predictions,references,auto\njoy,joy,love\n", "auto.csv")
    (other,) = results(columns, "--references", "auto", "--ids", "auto")
    assert other["averages"]["samples"]["hard"]["f1"] == 0


def test_an_empty_cell_is_the_empty_set(put, results):
    file = put("predictions,references\n,\n,joy\njoy,\n[],  \njoy,joy\n")
    (result,) = results(file, "--similarity", "plutchik", "--blank", "no_label")
    assert result["averages"]["samples"]["semantic"]["f1"] == 3 / 5
    assert result["averages"]["micro"]["hard"] == {"precision": 0.5, "recall": 0.5, "f1": 0.5}


# -------------------------------------------------------------------------------------- options
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


# ---------------------------------------------------------------------------------------- notes
def test_what_was_dropped_is_noted_once(put, run):
    file = put(
        "predictions,references\n"
        '"[""neutral"", ""joy""]",joy\n"[""joy"", ""glee""]",joy\n"[""glee""]",joy\n'
    )
    status, out, err = run(
        *(file, "--similarity", "goemotions", "--similarity", "goemotions-ekman"),
        *("--unknown-labels", "ignore", "--macro-labels", "present"),
    )
    assert status == 0
    assert "note:" not in out
    none, unknown = err.splitlines()
    assert none.startswith("note: In 1 prediction a none-label (neutral) stands next to other")
    assert unknown.startswith("note: Unknown label names were removed in 2 predictions: 'glee'.")


def test_labels_that_nobody_uses_are_noted(put, run):
    file = put("predictions,references\njoy,love\n")
    labels = ("--labels", "joy,love,anger")
    _, _, err = run(file, "--similarity", "plutchik", *labels)
    assert err.startswith("note: macro: 1 label is neither gold nor predicted")
    assert "anger" in err
    assert err.count("\n") == 1
    assert run(file, "--similarity", "plutchik", *labels, "--macro-labels", "present")[2] == ""


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


# ------------------------------------------------------------------------------------- refusals
@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        ("predictions,references\njoy,love\njo,love\n", "a.csv", "line 3, column 'predictions'"),
        ('predictions,references\n"[""joy"",\n""love""]",love\njoy,lov\n', "b.csv", "line 4, "),
        ("predictions;references\njoy;love\n\n\njoy;lov\n", "c.csv", "line 5, column 'references'"),
        (
            '{"predictions": "joy", "references": "love"}\n\n{"predictions": "joy", '
            '"references": "lov"}\n',
            "d.jsonl",
            "line 3, column 'references'",
        ),
        (
            '[{"predictions": "joy", "references": "love"}, {"predictions": "jo", '
            '"references": "love"}]',
            "e.json",
            "row 2, column 'predictions'",
        ),
        ("predictions,references\n0,1\n12,1\n", "f.csv", "line 3, column 'predictions': id 12"),
        ('predictions,references\n[1],1\n"[""joy""]",1\n', "g.csv", "line 3, column 'predictions'"),
    ],
    ids=["csv", "quoted line break", "blank lines", "JSON Lines", "JSON array", "id", "mixed"],
)
def test_a_label_that_is_none_is_named_with_its_line_and_column(put, refusal, text, name, expected):
    ids = ("--labels", "joy,love,anger") if name[0] in "fg" else ()
    message = refusal(put(text, name), "--similarity", "plutchik", *ids)
    assert message.startswith(expected)


def test_the_line_comes_with_the_nearest_label_and_the_files_own_column(put, refusal):
    file = put("gold,system\njoy,joy\njoy,angr\n")
    message = refusal(
        file, "--similarity", "plutchik", "--predictions", "system", "--references", "gold"
    )
    assert message.startswith("line 3, column 'system': 'angr' is not a label")
    assert "did you mean 'anger'?" in message


@pytest.mark.parametrize(("arguments", "expected"), [
    (["--similarity", "plutchk"], "did you mean 'plutchik'?"),
    (["--similarity", ""], "'' is not one of"),
    (["--similarity", "missing.json"], "missing.json"),
    (["--similarity", "hf://nowhere"], "expected hf://datasets/OWNER/NAME[@REVISION][/FILE]"),
    (["--similarity"], "--similarity"),
    (["--similarity", "plutchik", "--predictions", "predicted"], "has no column 'predicted'"),
    (["--similarity", "plutchik", "--references", "predictions"], "both name the column"),
    (["--similarity", "plutchik", "--zero-division", "2"], "zero_division"),
    (["--similarity", "plutchik", "--zero-division", "one"], "--zero-division"),
    (["--similarity", "plutchik", "--counting", "both"], "--counting"),
    (["--similarity", "plutchik", "--labels", "joy,joy"], "'joy' is repeated"),
    (["--similarity", "plutchik", "--labels", "joy,,love"], "position 1"),
    (["--similarity", "plutchik", "--labels", "[joy"], "not JSON"),
    (["--similarity", "plutchik", "--labels", "[1]"], "position 0 is 1"),
    (["--similarity", "plutchik", "--labels", '"joy,love'], "close the quotes"),
    (["--similarity", "plutchik", "--labels", "joy,love,glee"], "no value for 'glee'"),
    (["--similarity", "plutchik", "--macro-labels", "jo"], "did you mean 'joy'?"),
    (["--similarity", "plutchik", "--macro-labels", "[]"], "macro_labels"),
    (["--similarity", "plutchik", "--none-labels", ""], "none_labels"),
    (["--similarity", "plutchik", "--average", "mikro"], "--average"),
    (["another.csv", "--similarity", "plutchik"], "another.csv"),
], ids=lambda value: " ".join(value) if isinstance(value, list) else "")  # fmt: skip
def test_bad_arguments(put, refusal, arguments, expected):
    file = put("predictions,references\njoy,love\n")
    assert expected in refusal(file, *arguments)


def test_a_folder_without_files(tmp_path, refusal):
    assert "no file here ends in" in refusal(tmp_path, "--similarity", "plutchik")


# --------------------------------------------------------------------- as a command of its own
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
    process = subprocess.Popen(
        [sys.executable, str(ROOT / "score.py"), str(file), "--similarity", "plutchik"],
        env=python.environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    process.stdout.close()
    try:
        _, err = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
    assert "Traceback" not in err
    assert "BrokenPipeError" not in err
