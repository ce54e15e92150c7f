"""Commands, flags and help of the command line: one row per flag, one row per refusal."""

import csv
import inspect
import io
import json
import re
import shlex
import shutil
import sys
from pathlib import Path

import numpy as np
import pytest
from conftest import ROOT
from sklearn.metrics import precision_recall_fscore_support

from semantic_f1 import SemanticF1
from semantic_f1.commandline.flags import COMMANDS, FLAGS, FORMS, TOPICS
from semantic_f1.commandline.help import help_text, listed_by
from semantic_f1.files.formats import FileOptions
from semantic_f1.files.layouts import AnnotationLayout, IndicatorLayout
from semantic_f1.files.sides import Asked
from semantic_f1.option_table import OPTIONS

FIRST_HELP = (Path(__file__).parent / "first_help.txt").read_text(encoding="utf-8")
# Options of the metric that are said in Python only.
IN_PYTHON = {"average", "flat", "sample_weight", "threshold", "annotators", "human", "floor", "of"}
IN_PYTHON |= {"similarity", "groups", "interval_method"}


@pytest.fixture
def rows(here):
    """The folder with rows.csv, which the commands are run in."""
    shutil.copy(ROOT / "examples" / "rows.csv", here)
    return here


def test_the_first_help_is_one_screen(run):
    assert run("--help") == (0, FIRST_HELP, "")
    assert run("help") == run() == (0, FIRST_HELP, "")
    assert len(FIRST_HELP.splitlines()) <= 46
    status, out, err = run("help", "me")
    assert (status, out) == (2, "")
    assert "help me: expected one of files, similarity, cluster or a command" in err


def test_every_flag_is_a_row_that_help_lists():
    names = [name for flag in FLAGS for name in (flag.name, *flag.spellings)]
    assert len(names) == len(set(names))
    assert len({flag.dest for flag in FLAGS}) == len(FLAGS)
    places = {*COMMANDS, *(f"help-{topic}" for topic in TOPICS), "common"}
    for flag in FLAGS:
        assert set(flag.listed.split()) <= places, flag.name
        assert set(flag.forms) <= set(FORMS), flag.name
        assert {one for one in flag.needs if one.startswith("--")} <= set(names)
        assert not flag.help.startswith(("of ", "Of ")), flag.name
    # What a command says is not listed: compare FILE FILE, soft FILE.
    unlisted = {flag.name for flag in FLAGS if not flag.listed}
    assert unlisted == {"--compare", "--soft", "--graded", "--points"}
    options = {flag.python for flag in FLAGS if flag.sets == "option"}
    assert options == {option.name for option in OPTIONS} - IN_PYTHON


def test_every_argument_of_read_file_has_a_flag():
    names = {"long", "replies", "annotators", *Asked._fields, *FileOptions._fields}
    for layout in (IndicatorLayout, AnnotationLayout):
        names.update(inspect.signature(layout).parameters)
    names -= {"path", "gold", "options", "known", "how", "limit", "progress", "source_options"}
    flags = {flag.in_python for flag in FLAGS if "reading" in flag.sets.split()}
    # The flags of annotators say what the references are.
    assert names == flags | {"annotator", "annotators"}


@pytest.mark.parametrize("command", [*COMMANDS, *TOPICS])
def test_help_of_a_command_and_of_a_topic(run, command):
    words = (command, "--help") if command in COMMANDS else ("help", command)
    status, out, err = run(*words)
    assert (status, err) == (0, "")
    place = command if command in COMMANDS else f"help-{command}"
    if command == "similarity":
        assert run("help", command)[1] == help_text("help-similarity")
    for flag in listed_by(place):
        assert re.search(rf"(^|, | ){flag.name}( |$)", out, re.M), flag.name
    assert all(len(line) <= 100 for line in out.splitlines())
    # No value is longer than the line that explains it.
    assert len(listed_by("score")) <= 26


PLAIN = """\
labels: 7 found: billing, delay, login, lost, password, praise, refund

              Precision     Recall         F1
samples          0.5500     0.6000     0.5667
micro            0.6000     0.6000     0.6000
macro            0.6190     0.4524     0.4714
weighted         0.9333     0.6000     0.6900

Plain F1: only identical labels count. For Semantic F1, say which labels are close:
  semantic-f1 labels FILE --output groups.csv    writes a sheet; give close labels the same group
  semantic-f1 FILE --similarity groups.csv

signature: semantic_f1 0.1.0|similarity:identity@250dcf1b|labels:7@7c9f9525
"""
NOTE = "note: lost and password are predicted but never gold; in macro each counts as 0.\n"
LABELS = """\
label     predicted    gold    both
billing           2       3       2
delay             1       2       1
login             1       2       1
lost              1       0       0
password          1       0       0
praise            1       2       1
refund            3       1       1
"""
SHEET = """label,group
billing,money
delay,delivery
login,account
lost,delivery
password,account
praise,praise
refund,money
"""
SEMANTIC = """\

similarity: groups (same group: 0.5)
                           Semantic P   Semantic R  Semantic F1      Plain P      Plain R     Plain F1
samples                        0.7000       0.7500       0.7167       0.5500       0.6000       0.5667
micro                          0.7500       0.7500       0.7500       0.6000       0.6000       0.6000
macro                          0.7857       0.8048       0.7365       0.6190       0.4524       0.4714
weighted                       0.9500       0.7067       0.7867       0.9333       0.6000       0.6900

the 4 examples with the lowest F1
                  F1  predicted / gold
line 8        0.0000  (none) / praise
line 3        0.5000  refund / billing
line 5        0.5000  lost / delay
line 7        0.5000  password / login

signature: semantic_f1 0.1.0|similarity:groups@6cf0d217|labels:7@7c9f9525
"""  # noqa: E501


def read_of(name):
    """The account of what was read."""
    sides = f"{name}: predictions 'predictions', gold 'references' (by name)"
    return f"{sides}, 10 rows, sha256 6a6141bb\n"


@pytest.mark.parametrize("words", ["rows.csv", "score rows.csv", "rows.csv --similarity identity"])
def test_plain_f1_at_once(rows, run, words):
    out = read_of("rows.csv") + PLAIN.replace("FILE", "rows.csv")
    assert run(*words.split()) == (0, out, NOTE)


def test_the_next_step_has_the_flags_that_read_the_file(here, put, run):
    put("pred,gold\na;b,a\n", "x.csv")
    for more in (["--ci", "100"], ["--zero-division=0", "--per-label"], ["--worst", "1", "--ci"]):
        _, out, _ = run("x.csv", "--separator", ";", *more)
        assert "\n  semantic-f1 x.csv --separator ';' --similarity groups.csv\n" in out
    _, out, _ = run("x.csv", "--separator=;", "--blank", "no_label", "--none-labels", "b")
    assert "  semantic-f1 labels x.csv '--separator=;' --blank no_label --output groups.csv" in out
    next_step = "x.csv '--separator=;' --blank no_label --none-labels b --similarity groups.csv"
    assert f"\n  semantic-f1 {next_step}\n" in out


def test_plain_f1_of_standard_input(rows, run, monkeypatch):
    def given(content, *words):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content.encode())))
        return run(*words)

    text = (rows / "rows.csv").read_text(encoding="utf-8")
    read = read_of("standard input") + PLAIN.replace("FILE", "-")
    assert given(text, "-") == (0, read, NOTE)
    entries = [{"predictions": ["refund"], "references": ["refund", "billing"]}] * 3
    for content in (json.dumps(entries), "\n".join(map(json.dumps, entries))):
        status, out, _ = given(content, "-", "--json")
        document = json.loads(out)
        assert (status, document["file"]) == (0, "standard input")
        found = document["results"][0]["averages"]["samples"]["semantic"]
        assert tuple(found.values()) == pytest.approx((1, 0.5, 2 / 3))
    _, _, err = given(text.replace('"[""lost""]"', '"[""lost"]"'), "-")
    assert err.startswith("semantic-f1: error: standard input, line 5: ")
    (rows / "p.csv").write_text("id,pred\n1,a\n2,b\n", encoding="utf-8")
    status, _, err = given("id,gold\n2,a\n1,a\n", "p.csv", "--gold", "-")
    assert status == 0, err
    status, _, err = given(text, "-", "--gold", "-")
    assert (status, '"-" may stand once, as FILE or after --gold' in err) == (2, True)


def test_the_labels_of_a_file_and_the_sheet_that_groups_them(rows, run, refusal, results, document):
    account = read_of("rows.csv").partition("\n\n")[0]
    assert run("labels", "rows.csv") == (0, f"{account}\n{LABELS}", NOTE)
    first = document("labels", "rows.csv")["labels"][0]
    assert first == {"label": "billing", "predicted": 2, "gold": 3, "both": 2}
    words = ("labels", "rows.csv", "--output", "groups.csv")
    assert run(*words)[:2] == (
        0,
        "groups.csv: 7 labels, each alone in its group. Give labels that are close the same group, "
        "then run: semantic-f1 rows.csv --similarity groups.csv\n",
    )
    sheet = (rows / "groups.csv").read_text(encoding="utf-8")
    assert sheet.splitlines()[:2] == ["label,group", "billing,billing"]
    assert refusal(*words) == "groups.csv exists; choose another name, or --force"
    assert run(*words, "--force")[0] == 0
    # Each label alone is the identity: all twelve numbers are those of plain F1.
    (found,), (plain,) = results("rows.csv", "--similarity", "groups.csv"), results("rows.csv")
    assert found["averages"] == plain["averages"]
    _, _, err = run("rows.csv", "--similarity", "groups.csv")
    assert "note: from_groups: each label is alone: this is plain F1\n" in err


def test_semantic_f1_by_a_sheet_of_groups(rows, run):
    (rows / "groups.csv").write_text(SHEET, encoding="utf-8")
    status, out, err = run("rows.csv", "--similarity", "groups.csv", "--worst", "4")
    assert (status, out, err) == (0, read_of("rows.csv") + SEMANTIC, "")
    _, same, _ = run("rows.csv", "--similarity-groups", "groups.csv", "--worst", "4")
    assert same == out
    status, out, _ = run("rows.csv", "--similarity", "groups.csv", "--worst", "4", "-o", "out.txt")
    assert (status, out) == (0, "")
    assert (rows / "out.txt").read_text(encoding="utf-8") == read_of("rows.csv") + SEMANTIC


def test_scores_of_each_example_in_a_file(rows, run):
    (rows / "groups.csv").write_text(SHEET, encoding="utf-8")
    words = ("rows.csv", "--similarity", "groups.csv", "--per-example", "scores.csv")
    assert run(*words)[0] == 0
    with open(rows / "scores.csv", encoding="utf-8", newline="") as file:
        head, *lines = csv.reader(file)
    assert head == ["line", "predicted", "gold", "precision", "recall", "f1", "hard_f1"]
    third = 2 / 3
    semantic, hard = ([float(row[place]) for row in lines] for place in (-2, -1))
    assert semantic == [1, 0.5, third, 0.5, 1, 0.5, 0, 1, 1, 1]
    assert hard == [1, 0, third, 0, 1, 0, 0, 1, 1, 1]
    both = ["4", '["delay", "refund"]', '["delay"]']
    assert lines[2] == [*both, "0.5", "1.0", repr(third), repr(third)]
    # The file can be read again.
    status, out, _ = run("scores.csv")
    assert (status, PLAIN.splitlines()[3] in out) == (0, True)


def test_short_signatures_name_what_differs(rows, run):
    _, out, _ = run("rows.csv", "--zero-division", "0")
    assert out.endswith("|labels:7@7c9f9525|zero_division:0.0\n")
    metric = SemanticF1(similarity="goemotions-ekman")
    assert metric.signature(short=True).count("|") == 2
    assert metric.signature(short=True, counting="two_sided", n_resamples=50).endswith(
        "|counting:two_sided|n_resamples:50"
    )
    points = SemanticF1("points", kernel="gaussian", sigma=5.0)
    assert re.fullmatch(
        r"semantic_f1 [\d.]+\|kernel:gaussian@\w{8}\|config:points\|sigma:5.0",
        points.signature(short=True),
    )
    assert SemanticF1("soft").signature(short=True) == "semantic_f1 0.1.0|config:soft"


@pytest.mark.parametrize(("text", "words", "said"), [
    ('predictions,references\n"a, b",a\n', (), "line 2, column 'predictions': 'a, b' looks "
    "like several labels; use --separator \", \". If it is one label: --separator \"\""),
    ("pred,gold\na,a\na,b|c\n", (), "line 3, column 'gold': 'b|c' looks like several labels; "
    'use --separator "|"'),
    ("pred,gold\nA b,a B\n", (), "note: 'A b' and 'a B' are two labels here; "
    "--normalize-names treats them as one"),
    ("pred,gold\n" + "".join(f"t{i},g{i % 2}\n" for i in range(20)), (),
    "note: 22 different labels in 40 mentions; is 'pred' a column of labels?"),
    ("pred,gold\n[],[]\n", ("labels",), "holds no label"),
])  # fmt: skip
def test_what_found_labels_are_looked_at_for(put, run, text, words, said):
    _, _, err = run(*words, put(text, "x.csv"))
    # The metric's own warning of names that are spelled alike is not said too.
    assert said in err and "are separate labels" not in err, err


@pytest.mark.parametrize(("text", "words", "expected"), [
    ('"a, b","a, b"', ("--separator", ""), 1),
    ('"[""a, b""]","[""a, b""]"', (), 1),
    ("3,3\n1,2", (), 0.5), ("A b,a B", (), 0),
    ("A b,a B", ("--normalize-names",), 1),
])  # fmt: skip
def test_a_label_with_a_comma_integers_and_names_spelled_alike(put, f1, text, words, expected):
    assert f1(put(f"pred,gold\n{text}\n"), *words) == expected


def test_columns_of_0_and_1_are_the_labels_though_none_is_1(put, run, results):
    rows = [[1, 0, 0, 1, 0, 0], [0, 1, 0, 1, 0, 0]]
    both = "".join(",".join(map(str, row)) + "\n" for row in rows)
    one = put("pred_a,pred_b,pred_c,gold_a,gold_b,gold_c\n" + both, "one.csv")
    words = [one, "--indicators", "--predictions", "pred_*", "--references", "gold_*"]
    files = [
        put(f"id,{head}\n" + "".join(f"r{i},{','.join(map(str, row[at : at + 3]))}\n"
            for i, row in enumerate(rows)), name)
        for at, head, name in ((0, "a,b,c", "p.csv"), (3, "a,b,c", "g.csv"))
    ]  # fmt: skip
    predicted, gold = (np.array(rows)[:, at : at + 3] for at in (0, 3))
    expected = precision_recall_fscore_support(gold, predicted, average="macro", zero_division=0)
    for call in (words, [files[0], "--gold", files[1], "--indicators"]):
        macro = results(*call)[0]["averages"]["macro"]["hard"]
        assert list(macro.values()) == pytest.approx(expected[:3], abs=1e-15)
        assert "labels: 3 found: a, b, c\n" in run(*call)[1]


def test_found_labels_that_look_like_missing_values_are_told(here, put, run):
    put("pred,gold\njoy,joy\nN/A,fear\nNone,fear\n", "x.csv")
    note = "note: 'N/A' is a label here; it looks like a missing value: --none-labels N/A if it "
    more = f"{note}means 'no label', else fill in the label (1 more like it)\n"
    for words in (["x.csv"], ["labels", "x.csv"]):
        assert more in run(*words)[2]
    assert note not in run("x.csv", "--none-labels", "N/A,None")[2]
    # None-labels are not counted among the found.
    file = put("pred,gold\nneutral,joy\njoy,neutral\nneutral,neutral\n")
    _, out, _ = run(file, "--none-labels", "neutral")
    assert "labels: 1 found: joy\n" in out
    assert "samples          0.3333     0.3333     0.3333" in out


def test_the_labels_of_all_systems_are_found(rows, run):
    text = (rows / "rows.csv").read_text(encoding="utf-8")
    (rows / "other.csv").write_text(text.replace('"[""lost""]"', '"[""stolen""]"'))
    status, out, err = run("compare", "rows.csv", "other.csv", "--ci", "100")
    assert status == 0, err
    assert "labels: 8 found: billing, delay, login, lost, password, praise, refund, stolen" in out
    assert "ranking by samples plain F1, 10 examples" in out
    # A note that is not of all systems names its own.
    assert "note: rows.csv: macro: 1 label is neither gold nor predicted" in err
    assert "note: lost, password and stolen are predicted but never gold" in err
    _, out, _ = run("rows.csv", "--compare", "other.csv", "--worst", "1")
    assert out.count("\nthe example with the lowest F1\n") == 2
    status, out, err = run("compare", "rows.csv", "other.csv", "--ci", "100")
    assert run("rows.csv", "--compare", "other.csv", "--ci", "100") == (status, out, err)


GROUPED = "label,group\na,1\nb,1\nc,2\n"


@pytest.mark.parametrize(("name", "text", "expected"), [
    ("groups.csv", GROUPED, 1 / 2),
    ("levels.tsv", "name\tfine\ttop\na\t1\tx\nb\t1\tx\nc\t2\tx\n", 2 / 3),
    ("tree.csv", "child,parent\na,b\nb,\nc,b\n", 1 / 2),
    ("codes.csv", "code,parent\na,b\nb,\nc,b\n", 1 / 2),
    ("matrix.csv", ",a,b,c\na,1,0.5,0\nb,0.5,1,0\nc,0,0,1\n", 1 / 2),
    ("named.csv", "label,a,b,c\na,1,0.25,0\nb,0.25,1,0\nc,0,0,1\n", 1 / 4),
])  # fmt: skip
def test_the_content_of_a_similarity_file_decides(put, f1, name, text, expected):
    similarity = ("--similarity", put(text, name))
    assert f1(put("pred,gold\na,b\n", "x.csv"), *similarity, "--ids", "never") == expected


def test_similarities_are_listed_shown_and_audited(run, put, document, refusal):
    status, out, _ = run("similarity", "list")
    names = SemanticF1().similarity.names()
    assert status == 0 and [line.split()[0] for line in out.splitlines()] == names
    assert document("similarity", "show", "plutchik")["name"] == "plutchik"
    _, out, _ = run("similarity", "show", "goemotions-ekman")
    assert "none_labels: neutral" in out and "anger " in out
    sheet = put(GROUPED, "groups.csv")
    status, out, _ = run("similarity", "audit", sheet)
    assert status == 0 and "symmetric" in out
    assert document("similarity", "audit", sheet)
    for word in ("drop", "show"):
        assert "expected list, show NAME or audit FILE" in refusal("similarity", word)
    said = refusal(put("pred,gold\na,b\n"), "--similarity", put("x,y\n1,2\n", "s.csv"))
    assert "a matrix" in said and "a sheet of groups" in said and "a hierarchy" in said


OF_INTERVALS = "needs --ci, --compare, --sensitivity, --tune-thresholds or --outcome"
REFUSED = [
    ("--kernel cosine", "--kernel belongs to semantic-f1 points"),
    ("--similarity plutchik --beta 2", "--beta belongs to semantic-f1 points"),
    ("--reduce max", "--reduce belongs to semantic-f1 annotators"),
    ("--normalize-counts", "--normalize-counts belongs to semantic-f1 soft"),
    ("--average micro", "--average chooses the score that compare, thresholds and sensitivity use; "
     "the table shows all four"),
    ("--interval-method bca", "--interval-method is gone"),
    ("--seperator ;", "unknown option --seperator (did you mean '--separator'?)"),
    ("--interval-method=bca", "--interval-method is gone"),
    ("--long", "--long needs --gold"),
    ("--id x", "--id needs --gold or --annotator"),
    ("--missing drop", "--missing needs --gold or --annotator"),
    ("--levels a", "--levels needs --similarity-groups, --similarity or --thesaurus"),
    ("--child a", "--child needs --similarity-hierarchy, --thesaurus or --similarity"),
    *((f"--similarity plutchik {flag}", f"{flag.split()[0]} needs --thesaurus") for flag in (
        "--strict", "--concepts notation", "--dangling drop", "--depth shortest")),
    *((f"--similarity plutchik {flag}", f"{flag.split()[0]} {OF_INTERVALS}") for flag in (
        "--groups author", "--confidence-level 0.9", "--seed 0")),
    ("--soft --indicators", "--indicators belongs to semantic-f1 score"),
    ("--soft --nested", "--nested and --soft can't be combined"),
    ("--soft --graded", "--soft and --graded can't be combined"),
    ("--soft --zero-division 0", "--zero-division is not used by semantic-f1 soft"),
    ("--soft --per-label", "--per-label is not used by semantic-f1 soft"),
    ("--soft --average micro", "--average is not used by semantic-f1 soft"),
    ("--soft --sensitivity", "--sensitivity needs --similarity"),
    ("--soft --outcome x", "--outcome is not used by semantic-f1 soft"),
    ("--graded --unknown-labels ignore", "--unknown-labels is not used by semantic-f1 graded"),
    ("--graded --thesaurus x.ttl", "--thesaurus belongs to semantic-f1 score or annotators"),
    ("--points --similarity plutchik", "--similarity is not used by semantic-f1 points"),
    ("--points --per-label", "--per-label is not used by semantic-f1 points"),
    ("--points --macro-labels all", "--macro-labels is not used by semantic-f1 points"),
    ("--points --thesaurus x.ttl", "--thesaurus belongs to semantic-f1 score or annotators"),
    ("--points --soft", "--soft and --points can't be combined"),
    ("--points --annotators x,y", "can't be combined: score points of several annotators in"),
    ("--points --compare y.csv", "--compare is not used by semantic-f1 points"),
    ("--points --scale a,b", "expected numbers; got 'a,b'"),
    ("--threshold-curve --compare y.csv", "--compare is not used by semantic-f1 thresholds"),
    ("--threshold-curve --tune-thresholds",
     "--threshold-curve and --tune-thresholds can't be combined"),
    ("--tune-thresholds --outcome x", "--outcome is not used by semantic-f1 thresholds"),
    ("--tune-thresholds --sensitivity", "--sensitivity is not used by semantic-f1 thresholds"),
    ("--nested --indicators", "--indicators and --nested can't be combined"),
    ("--graded --gold y.csv --missing empty", "--missing empty is not used by semantic-f1 graded"),
    ("--by-line", "--by-line needs --gold"),
    ("--threshold 0.5", "--threshold needs --indicators"),
    ("--workers 2 --similarity plutchik --ci", "--ci needs the rows of one file"),
    ("--workers 2 --similarity plutchik --worst 3", "--worst needs the rows of one file"),
    ("empty --similarity plutchik --sensitivity", "--sensitivity needs the rows of one file"),
    ("empty --similarity plutchik --threshold-curve", "needs the rows of one file"),
    ("--workers 2 --predictions pred,gold --groups x", "--groups needs the rows of one file"),
    ("--predictions a b", "give --labels or --similarity: none are collected from files 'x.csv', "
     "'b'; to compare systems: semantic-f1 compare x.csv b"),
    ("--worst 0", "expected a whole number, 1 or more; got '0'"),
    ("--annotators gold --predictions pred", '--similarity: give a bundled name (goemotions, '
     'goemotions-ekman, mfrc, plutchik), "identity", or a file'),
    ("--threshold-curve", "--similarity: give a bundled name"),
    ("labels x.csv --ci", "--ci is not used by semantic-f1 labels"),
    ("labels x.csv --output none/x.csv", "none/x.csv: can't be written: No such file"),
    ("labels x.csv -o ./x.csv --force", "--output ./x.csv: this file is read; choose another"),
    ("--per-example x.csv", "--per-example x.csv: this file is read; choose another name"),
    ("p.csv --gold g.csv -o g.csv", "--output g.csv: this file is read; choose another name"),
    ("thresholds x.csv", "semantic-f1 thresholds needs --curve or --tune"),
    ("annotators x.csv", "semantic-f1 annotators needs --annotators, --annotator or --nested"),
    ("compare x.csv", "semantic-f1 compare needs two files, or two columns: --predictions A,B"),
    ("--predictions pred --predictions gold", "--predictions is given twice: name several "
     "systems in one, A,B"),
    ("--ci --seed 0 --seed=0", "--seed is given twice"),
    ("labels x.csv -o a.csv --output b.csv", "--output is given twice"),
    ("compre x.csv p.csv", "compre: neither a file nor a command (did you mean 'compare'?)"),
    ("compare x.csv x.csv", "--compare: x.csv is named twice"),
    ("p.csv", "labels; if one holds the gold: --references COLUMN; if another "
     "file has the gold labels: --gold FILE"),
    ("score", "the following arguments are required: FILE"),
    ("p.csv g.csv", "p.csv and g.csv: neither has both predictions and gold labels. To score one "
     "against the other: semantic-f1 p.csv --gold g.csv"),
    ("empty --similarity plutchik", "no file here ends in"),
    ("--similarity plutchk", "did you mean 'plutchik'?"),
    ("--similarity ''", "'' is not one of"),
    ("--similarity missing.json", "missing.json"),
    ("--similarity hf://nowhere", "expected hf://datasets/OWNER/NAME[@REVISION][/FILE]"),
    ("--similarity", "--similarity"),
    ("another.csv --similarity plutchik", "another.csv"),
    *((f"--similarity plutchik {words}", said) for words, said in (
        ("--predictions predicted", "has no column 'predicted'"),
        ("--references pred --predictions pred", "both name the column"),
        ("--zero-division 2", "zero_division"),
        ("--zero-division one", "--zero-division"),
        ("--counting both", "--counting"),
        ("--labels joy,joy", "'joy' is repeated"),
        ("--labels joy,,love", "position 1"),
        ("--labels [joy", "not JSON"),
        ("--labels [1]", "position 0 is 1"),
        ("--labels '\"joy,love'", "close the quotes"),
        ("--labels joy,love,glee", "no value for 'glee'"),
        ("--macro-labels jo", "did you mean 'joy'?"),
        ("--macro-labels []", "macro_labels"),
        ("--none-labels ''", "none_labels"),
        ("--average mikro", "--average"))),
]  # fmt: skip


@pytest.mark.parametrize(("words", "said"), REFUSED, ids=[words for words, _ in REFUSED])
def test_what_does_not_fit_together(here, put, refusal, words, said):
    put("pred,gold\njoy,joy\n", "x.csv")
    put("id,pred\n1,joy\n", "p.csv")
    put("id,gold\n1,joy\n", "g.csv")
    (here / "empty").mkdir()
    assert said in refusal(*(["x.csv"] * words.startswith("-")), *shlex.split(words))


TWICE = '{"joy": "up", "fear": "down", "joy": "down"}'


@pytest.mark.parametrize(("words", "content", "said"), [
    ("x.csv --similarity-hierarchy twice.json", TWICE, "the key 'joy' stands there twice"),
    ("x.csv --similarity twice.json", TWICE, "the key 'joy' stands there twice"),
    ("x.csv --indicators --threshold @twice.json", TWICE, "the key 'joy' stands there twice"),
    ("x.csv --indicators --threshold @twice.csv", "joy,0.1\njoy,0.2\n",
     "a label stands there twice"),
    ("x.csv --indicators --threshold @twice.json", '{"joy": [1]}', "or lines of label, number ("),
    ('x.csv --labels {"joy":1,"joy":2}', "", "the key 'joy' stands there twice"),
    ("twice.jsonl --key label", json.dumps({"pred": TWICE, "gold": "joy"}),
     f"twice.jsonl: line 1: column 'pred': {TWICE!r}: the key 'joy' stands there twice"),
    ("x.csv --replies --alias twice.json --similarity plutchik", TWICE,
     "the key 'joy' stands there twice"),
])  # fmt: skip
def test_a_key_twice_is_refused_wherever_json_is_read(here, put, refusal, words, content, said):
    put("pred,gold\njoy,joy\n", "x.csv")
    for name in ("twice.json", "twice.jsonl", "twice.csv"):
        put(content, name)
    assert said in refusal(*words.split())


@pytest.mark.parametrize(("command", "flat"), [
    ("soft s.jsonl", "s.jsonl --soft"),
    ("points p.jsonl --kernel gaussian", "p.jsonl --points --kernel gaussian"),
    ("thresholds t.jsonl --curve --similarity plutchik --labels joy,love",
         "t.jsonl --threshold-curve --similarity plutchik --labels joy,love"),
    ("graded t.jsonl --similarity plutchik --labels joy,love",
         "t.jsonl --graded --similarity plutchik --labels joy,love"),
    ("annotators n.jsonl --nested --similarity plutchik", "n.jsonl --nested --similarity plutchik"),
])  # fmt: skip
def test_commands_are_the_flat_calls(here, put, run, command, flat):
    rows = {
        "s": '{"pred": [0.5, 0.5], "gold": [0.25, 0.75]}',
        "p": '{"pred": [[0, 1]], "gold": [[1, 1]]}',
        "t": '{"pred": [0.7, 0.2], "gold": [1, 0]}',
        "n": '{"pred": ["joy"], "gold": [["joy"], ["love"]]}',
    }
    if "thresholds" in command:
        rows["t"] = '{"pred": [0.7, 0.2], "gold": ["joy"]}'
    for name, line in rows.items():
        put(f"{line}\n", f"{name}.jsonl")
    one, other = run(*command.split()), run(*flat.split())
    assert one == other
    assert one[0] == 0 and one[1], one[2]
