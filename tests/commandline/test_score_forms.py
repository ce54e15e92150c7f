"""Files as they lie, each scored with one command as converted ones are; metric.read_file."""

import gzip
import json
import sys

import openpyxl
import pytest
from conftest import ROOT
from helpers import in_python

from semantic_f1 import SemanticF1
from semantic_f1.version import __version__

EMOTIONS = ["anger", "fear", "joy", "love"]
GOLD = {"t1": ["joy", "love"], "t2": ["anger"], "t3": [], "t4": ["fear"]}
PREDICTED = {"t3": ["love"], "t1": ["joy"], "t4": [], "t2": ["anger", "fear"]}
PLUTCHIK = ("--similarity", "plutchik")


@pytest.fixture
def put(put, here):
    """Write a file into the folder that commands are run in, and return its name."""
    return lambda content, name: put(content, name).name


@pytest.fixture
def expected():
    sides = ([side[name] for name in GOLD] for side in (PREDICTED, GOLD))
    return SemanticF1(similarity="plutchik").compute(*sides)["semantic_f1"]


def table_of(sets, header="ID\tTweet\t"):
    rows = [
        "\t".join([name, "a text", *(str(int(x in labels)) for x in EMOTIONS)])
        for name, labels in sets.items()
    ]
    return "\n".join([header + "\t".join(EMOTIONS), *rows]) + "\n"


def lines_of(sets):
    return "".join(f"{name}\t{label}\n" for name, row in sets.items() for label in row or [""])


def test_columns_of_0_and_1_in_two_files(put, f1, expected, refusal):
    command = (put(table_of(PREDICTED), "system.tsv"), "--gold", put(table_of(GOLD), "gold.tsv"))
    assert f1(*command, "--indicators", "anger,fear,joy,love", *PLUTCHIK) == expected
    bad = table_of(PREDICTED).replace("t4\ta text\t0\t0", "t4\ta text\t0\t?")
    message = refusal(put(bad, "bad.tsv"), *command[1:], "--indicators", *PLUTCHIK)
    assert message.startswith("bad.tsv: line 4: column 'fear': '?' is neither 0 nor 1")
    assert "--indicators" in message and "indicators=" not in message


def test_one_id_and_label_a_line(put, f1, expected, run, refusal):
    command = (put(lines_of(PREDICTED), "run.tsv"), "--gold", put(lines_of(GOLD), "gold.tsv"))
    _, out, _ = run(*command, "--long", *PLUTCHIK)
    assert "joined by '1', 4 of 4; read with header predictions no, gold no" in out
    short = {name: row for name, row in PREDICTED.items() if row}
    less = (put(lines_of(short), "less.tsv"), *command[1:], "--long", *PLUTCHIK)
    lacking = "less.tsv: nothing for 1 of 4 ids: 't4'; --missing empty takes them"
    assert lacking in refusal(*less)
    assert f1(*less, "--missing", "empty") == expected
    wrong = lines_of(GOLD).replace("fear", "feer")
    message = refusal(command[0], "--gold", put(wrong, "wrong.tsv"), "--long", *PLUTCHIK)
    assert "wrong.tsv: line 5, column '2': 'feer' is not a label (did you mean 'fear'?)" in message


def test_a_key_of_the_objects_in_cells(put, put_lines, f1, expected, refusal):
    """{"choices": [...]}, as text and as an object; blanks and lists are as they stand."""
    rows = [({"picked": PREDICTED[name]}, {"choices": GOLD[name]}) for name in GOLD]
    rows[1] = (PREDICTED["t2"], GOLD["t2"][0])
    cells = [[json.dumps(x).replace('"', '""') for x in row] for row in rows]
    text = "pred,gold\n" + "".join(f'"{p}","{g}"\n' for p, g in cells)
    files = [put(text.replace('"""anger"""', "anger"), "x.csv")]
    files.append(put_lines([{"pred": p, "gold": g} for p, g in rows]))
    for file in files:
        keys = ("--key", "picked", "--key", "choices")
        assert f1(file, *PLUTCHIK, *keys) == expected
        metric = SemanticF1(similarity="plutchik")
        found = metric.read_file(file, key=["picked", "choices"])
        assert metric.compute(**found)["semantic_f1"] == expected
        assert found["account"]["options"]["key"] == ["picked", "choices"]
        message = refusal(file, *PLUTCHIK)
        assert "is an object (its keys: 'picked'): give the list of labels in it" in message
        assert "in a file, --key names its key" in message
        message = refusal(file, *PLUTCHIK, "--key", "choices")
        assert "column 'pred': an object without 'choices'; its keys: 'picked'" in message
    plain = put("pred,gold\njoy,joy\n", "plain.csv")
    with pytest.warns(UserWarning, match="key: no cell is a JSON object"):
        assert not metric.read_file(plain, key="choices")["account"]["options"]


def test_numbers_that_are_names(put, f1, refusal):
    near = (
        "label,1,2,3,4,5\n1,1,.75,.5,.25,0\n2,.75,1,.75,.5,.25\n3,.5,.75,1,.75,.5\n"
        "4,.25,.5,.75,1,.75\n5,0,.25,.5,.75,1\n"
    )
    by_near, identity = ("--similarity", put(near, "near.csv")), ("--similarity", "identity")
    always = (*by_near, "--ids", "always")
    for text, words, expected in (
        ("1,2\n4,4\n", by_near, 0.875),
        ("1,2\n4,4\n", (*by_near, "--ids", "never"), 0.875),
        ("1,2\n4,4\n", (*identity, "--labels", "1,2,3,4,5"), 0.5),
        # As ids they are one further: the second and the third star, and the fifth twice.
        ("1,2\n4,4\n", (*always, "--labels", '{"1":0,"2":1,"3":2,"4":3,"5":4}'), 0.875),
        ("1;V1,V1\n,1\n", (*identity, "--labels", "1,V1", "--separator", ";"), 1 / 3),
        ("0117,117\n", (*identity, "--labels", "0117,117"), 0),
    ):
        assert f1(put(f"gold,pred\n{text}", "stars.csv"), *words) == pytest.approx(expected), words
    assert "--ids always" in refusal(put("gold,pred\n1,7\n", "seven.csv"), *by_near)
    assert "--ids" not in refusal(put("gold,pred\n1,\u0663\n", "arabic.csv"), *by_near)
    assert "may be the label" in refusal(put("gold,pred\n1,2\n4,4\n", "stars.csv"), *always)


def test_labels_as_a_mapping_and_names_with_commas(put, f1):
    ids = put("gold,pred\n0,1\n2,2\n", "ids.csv")
    by_name = put("gold,pred\njoy,love\nanger,anger\n", "names.csv")
    expected = f1(by_name, *PLUTCHIK, "--labels", "joy,love,anger")
    for labels in (
        '{"anger": 2, "joy": 0, "love": 1}', '{"0": "joy", "1": "love", "2": "anger"}',
        '["joy", "love", "anger"]',
    ):  # fmt: skip
        assert f1(ids, *PLUTCHIK, "--labels", labels) == expected
    put('prediction,label\n"a, b",c\nc,c\n', "pairs.csv")
    for names in ('"a, b",c', '["a, b", "c"]', 'c,"a, b"'):
        assert f1("pairs.csv", "--similarity", "identity", "--labels", names) == 0.5


def test_a_column_a_system(put, run, document, refusal):
    path = put("gold,bert,gpt\njoy,joy,anger\nlove,joy,love\nanger,anger,fear\n", "x.csv")
    words = (path, "--predictions", "bert,gpt", *PLUTCHIK, "--ci", "400")
    content = document(*words)
    metric = SemanticF1(similarity="plutchik")
    gold = ["joy", "love", "anger"]
    each = {"bert": ["joy", "joy", "anger"], "gpt": ["anger", "love", "fear"]}
    scores = {name: metric.compute(rows, gold)["semantic_f1"] for name, rows in each.items()}
    assert {x["system"]: x["semantic_f1"] for x in content["ranking"]["ranking"]} == scores
    assert content["results"][0]["averages"]["samples"]["semantic"]["f1"] == scores["bert"]
    _, out, _ = run(*words)
    assert out.startswith("x.csv: system 'bert', system 'gpt', gold 'gold', 3 rows, sha256 ")
    assert "\n\nscores of bert\n" in out
    assert "has no column 'llama'" in refusal(path, "--predictions", "bert,llama", *PLUTCHIK)
    message = refusal(*words, "--indicators")
    assert "--indicators and several columns of --predictions can't be combined" in message


@pytest.mark.parametrize(("text", "words"), [
    ("gold,pred\njoy,jooy\n", ()),
    ("gold,pred\njoy,Joy\n", ()),
    ("gold,pred\n0,1\n", ()),
    ('gold,pred\n"[0, 1]","[1, 1]"\n', ("--labels", "joy,love")),
    ('gold,pred\njoy,"[[""joy""]]"\n', ()),
    ("gold,pred\njoy;love,joy\n", ()),
])  # fmt: skip
def test_no_option_of_python_in_errors(put, refusal, text, words):
    message = refusal(put(text, "x.csv"), *PLUTCHIK, *words)
    assert "load(" not in message and "=True" not in message and "features" not in message
    options = ("labels=", "unknown_labels=", "similarity=", "separator=")
    assert not any(name in message for name in options), message
    assert ("--separator" in message) == (";" in text)


# What is not of Python's own can't be imported here.
BARE = """
import runpy, sys
class Refuse:
    def find_spec(self, name, path=None, target=None):
        top = name.partition(".")[0]
        if top not in sys.stdlib_module_names and top != "semantic_f1":
            raise ModuleNotFoundError(f"No module named {top!r}", name=top)
sys.meta_path.insert(0, Refuse())
sys.argv = ["score.py", *sys.argv[2:]]
runpy.run_path(sys.argv[0], run_name="__main__")
"""


@pytest.mark.parametrize(("arguments", "status", "said"), [
    (["--help"], 0, "usage: semantic-f1"),
    (["--version"], 0, f"semantic-f1 {__version__}"),
    (["x.csv", "--similarity", "plutchik"], 2, "No module named"),
])  # fmt: skip
def test_help_and_version_need_only_python_and_nothing_ends_in_a_traceback(arguments, status, said):
    done = in_python("-c", BARE, "", *arguments, status=status, cwd=ROOT)
    assert said in done.stdout + done.stderr and "Traceback" not in done.stderr


def test_a_thesaurus_is_told_apart_from_a_table_of_values(put, refusal, monkeypatch):
    rows, skos = put("gold,pred\njoy,joy\n", "x.csv"), put("", "x.ttl")
    message = refusal(rows, "--similarity", skos)
    assert "a thesaurus is read by --thesaurus" in message and "metric.similarity" not in message
    monkeypatch.setitem(sys.modules, "rdflib", None)
    monkeypatch.setitem(sys.modules, "pyoxigraph", None)
    assert "pip install pyoxigraph" in refusal(rows, "--thesaurus", skos)


def test_similarities_may_be_packed_or_workbooks(put, f1, tmp_path):
    rows = [["", "joy", "love"], ["joy", 1, 0.25], ["love", 0.25, 1]]
    text = "\n".join(",".join(map(str, row)) for row in rows) + "\n"
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    data = put("gold,pred\njoy,love\n", "x.csv")
    book.save(tmp_path / "s.xlsx")
    for file in (put(text, "s.csv"), put(gzip.compress(text.encode()), "s.csv.gz"), "s.xlsx"):
        assert f1(data, "--similarity", file) == 0.25


def test_read_file_of_every_config(put):
    path = put("gold,bert,gpt\njoy,joy,anger\nlove,joy,love\n", "x.csv")
    metric = SemanticF1(similarity="plutchik")
    systems = metric.read_file(path, predictions=["bert", "gpt"])
    assert metric.rank(**systems, n_resamples=400)["ranking"][0]["system"] in ("bert", "gpt")
    several = SemanticF1("annotators", similarity="plutchik")
    path = put("pred,ann,bo\njoy,joy,love\n", "a.csv")
    found = several.read_file(path, references=["ann", "bo"])
    assert found["annotators"] == [["ann", "bo"]]
    assert several.compute(**found)["annotators"] == ["ann", "bo"]
    soft = SemanticF1("soft")
    path = put('{"pred": [0.5, 0.5], "gold": [1.0, 0.0]}\n', "s.jsonl")
    assert soft.compute(**soft.read_file(path))["manhattan_distance"] == 1
    scores = SemanticF1("multilabel", similarity="identity", labels=["joy", "love"])
    path = put('{"pred": [0.7, 0.2], "gold": ["joy"]}\n', "m.jsonl")
    assert scores.compute(**scores.read_file(path), threshold=0.5)["semantic_f1"] == 1


def test_read_file_asks_whether_numbers_are_ids(put):
    path = put("gold,pred\n1,2\n", "x.csv")
    metric = SemanticF1()
    with pytest.raises(ValueError, match="ids: whole numbers may be names or ids"):
        metric.read_file(path)
    assert metric.read_file(path, ids="always")["predictions"] == [(2,)]
    names = metric.read_file(path, similarity="identity", labels=["1", "2"])
    assert (names["predictions"], names["references"]) == ([("2",)], [("1",)])
    ids = metric.read_file(path, similarity="goemotions")
    assert ids["references"] == [(1,)]


@pytest.fixture
def joined(put):
    """Predictions in another order than the gold labels, and both in one file."""
    labels = ["joy", "love", "anger"]
    gold = [labels[i % 3] for i in range(24)]
    rows = [f"{i},{gold[i] if i % 4 else 'joy'},g{i // 4},{i * i}" for i in range(24)]
    order = [(7 * i) % 24 for i in range(24)]
    one = [f"{row},{label}" for row, label in zip(rows, gold, strict=True)]
    only = [f"{i},{label}" for i, label in enumerate(gold)]
    head = "id,prediction,author,loss"
    for name, *lines in (
        ("pred.csv", head, *(rows[i] for i in order)),
        ("gold.csv", "id,label", *only),
        ("half.csv", "id,label", *only[:12]),
        ("more.csv", "id,label", *(f"{i},joy" for i in range(25))),
        ("one.csv", f"{head},label", *one),
        ("part.csv", f"{head},label", *one[:12]),
    ):
        put("\n".join([*lines, ""]), name)


@pytest.mark.parametrize("of", [("--groups", "author", "--ci", "400"), ("--outcome", "loss")])
def test_a_column_of_joined_files_goes_with_its_examples(joined, results, refusal, of):
    def result(*files):
        (found,) = results(*files, *PLUTCHIK, *of)
        return [found["averages"]["samples"], found.get("outcome")]

    assert result("pred.csv", "--gold", "gold.csv") == result("one.csv")
    some = ("pred.csv", "--gold", "half.csv", "--missing", "drop")
    assert result(*some) == result("part.csv")
    more = ("pred.csv", "--gold", "more.csv", "--missing", "empty", *PLUTCHIK, *of)
    assert "pred.csv: has no row for 1 of 25 examples" in refusal(*more)
