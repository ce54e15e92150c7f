"""Replies of language models and exports: on the command line and by read_file."""

import csv
import json

import pytest
from helpers import refusal as refused
from helpers import write_rows

from semantic_f1 import SemanticF1

LABELS = ["--labels", "refund,billing"]
REPLIES = ["Refund.", "- billing\n- refund", "hmm", "refund or billing"]
# A cell of one label may be blank, which is the empty set where a separator says so.
GOLD = ["refund", "billing", "", "refund"]


@pytest.fixture
def replies(tmp_path):
    rows = zip("abcd", REPLIES, GOLD, strict=True)
    return write_rows(tmp_path / "replies.csv", [("id", "response", "gold"), *rows])


def test_replies_give_three_numbers_and_a_ledger(run, document, refusal, replies, tmp_path):
    ledger = tmp_path / "ledger.csv"
    options = [*LABELS, "--blank", "no_label"]
    status, out, said = run(replies, "--replies", *options, "--ledger", ledger)
    assert status == 0, said
    assert "\nreplies: 2 read, 0 partly, 2 unreadable\n" in out
    ways = "samples F1 with unreadable replies as wrong 0.4167, as empty 0.6667, left out 0.8333"
    assert ways in out.splitlines()
    assert "Unknown label names" not in said
    content = document(replies, "--replies", *options)
    f1 = content["results"][0]["replies"]["samples"]
    assert f1 == pytest.approx({"as_wrong": 5 / 12, "as_empty": 2 / 3, "left_out": 5 / 6})
    assert content["account"]["replies"]["unreadable"] == 2
    assert content["account"]["sides"]["predictions"]["column"] == "response"
    with open(ledger, newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["place"] for row in rows] == ["line 2", "line 3", "line 5", "line 6"]
    assert [row["state"] for row in rows] == ["read", "read", "unreadable", "unreadable"]
    # A spreadsheet would run a text that begins with a minus.
    assert [row["reply"].removeprefix("'") for row in rows] == REPLIES
    message = refusal(replies, "--replies", *options, "--ledger", ledger)
    assert "exists; choose another name, or --force" in message
    # What else may be asked of label sets.
    _, out, _ = run(replies, "--replies", *options, "--worst", "1", "--macro-f1", "f1_of_averages")
    assert "\nline 5        0.0000  (unreadable reply) / (none)\n" in out
    # The same in Python.
    metric = SemanticF1(similarity="identity", labels=["refund", "billing"])
    files = metric.read_file(replies, replies=True, blank="no_label")
    with metric.notices():
        result = metric.compute_replies(
            files["predictions"], files["references"], account=files["account"]
        )
    assert result["semantic_f1"] == f1["as_wrong"]
    assert result["account"] == content["account"]


def test_markers_aliases_and_keys(run, put, put_lines):
    texts = ['{"verdict": "refund"}', *["I say refund."] * 3, "refunds"]
    path = put_lines([{"reply": text, "gold": "refund"} for text in texts])
    status, out, _ = run(path, "--replies", *LABELS)
    assert status == 2 or "0 read" in out
    aliases = put("item,label\nrefunds,refund\n", "aliases.csv")
    more = ["--marker", "I say", "--alias", aliases, "--key", "verdict"]
    status, out, said = run(path, "--replies", *LABELS, *more)
    assert status == 0 and "replies: 5 read, 0 partly, 0 unreadable" in out, said
    assert "as wrong 1.0000, as empty 1.0000, left out 1.0000" in out


@pytest.mark.parametrize(("words", "said"), [
    (("--replies", "--blank", "no_label"), "give --labels or --similarity"),
    ((*LABELS, "--replies", "--from", "brat"), "is not one of label-studio"),
    ((*LABELS, "--blank", "no_label", "--predictions", "response"), "are read by --replies"),
    ((*LABELS, "--marker", "x"), "--marker needs --replies"),
    ((*LABELS, "--ledger", "x"), "--ledger needs --replies"),
    ((*LABELS, "--replies", "--workers", "2"), "--replies needs the rows of one file"),
    ((*LABELS, "--replies", "--compare", "x"), "--replies and compare can't be combined"),
    ((*LABELS, "--replies", "--indicators"), "--replies and --indicators can't be combined"),
])  # fmt: skip
def test_what_is_refused(refusal, replies, words, said):
    assert said in refusal(replies, *words)


def test_rejected_tasks_of_prodigy_are_no_examples(document, refusal, put_lines):
    tasks = [
        {"_input_hash": n, "text": "t", "accept": ["refund"], "answer": answer}
        for n, answer in enumerate(("accept", "reject", "ignore"))
    ]
    gold = put_lines(tasks, "tasks.jsonl")
    rows = [{"id": n, "predictions": one} for n, one in enumerate((["refund"], ["billing"], []))]
    predicted = put_lines(rows, "p.jsonl")
    words = (predicted, "--gold", gold, *LABELS)
    content = document(*words, "--from", "gold=prodigy")
    assert content["examples"] == 1
    assert content["results"][0]["averages"]["samples"]["semantic"]["f1"] == 1
    left_out = {one["why"]: one["count"] for one in content["account"]["left_out"]}
    assert left_out["answer is 'reject'"] == left_out["answer is 'ignore'"] == 1
    # Without it: an error that names it.
    assert "prodigy" in refusal(*words)
    metric = SemanticF1(similarity="identity", labels=["refund", "billing"])
    for source in ("gold=prodigy", {"references": "prodigy"}):
        read = metric.read_file(predicted, gold, source=source)
        assert (read["predictions"], read["references"]) == ([("refund",)], [("refund",)])
    message = refused(metric.read_file, predicted, gold, source={"x": "prodigy"})
    assert "sides are predictions and references" in message


def annotated(id, *choices):
    people = [
        {"completed_by": n, "result": [{"type": "choices", "from_name": "topic",
            "value": {"choices": [one]}}]}
        for n, one in enumerate(choices)
    ]  # fmt: skip
    return {"id": id, "data": {}, "annotations": people}


def test_label_studio_with_one_and_with_several_annotators(f1, refusal, put_lines, tmp_path):
    rows = [{"id": n, "predictions": ["refund"]} for n in range(2)]
    predicted, gold = put_lines(rows, "p.jsonl"), tmp_path / "gold.json"
    gold.write_text(json.dumps([annotated(0, "refund"), annotated(1, "billing")]))
    words, source = [predicted, "--gold", gold, *LABELS], ["--from", "gold=label-studio"]
    assert f1(*words, *source) == 0.5
    assert "looks like an export: --from references=label-studio" in refusal(*words)
    gold.write_text(json.dumps([annotated(0, "refund", "billing"), annotated(1, "refund")]))
    assert "has 2 annotations" in refusal(*words, *source)
    options = {"similarity": "identity", "labels": ["refund", "billing"]}
    metric = SemanticF1("annotators", **options)
    read = metric.read_file(predicted, gold, source="gold=label-studio")
    assert read["references"] == [[("refund",), ("billing",)], [("refund",)]]
    assert read["annotators"] == [["0", "1"], ["0"]]
    # The CSV, of which a question is named.
    table = tmp_path / "gold.csv"
    table.write_text(
        'id,text,topic,mood,annotation_id\n0,t,"{""choices"":[""refund"",""billing""]}",a,7\n'
        "1,t,refund,b,8\n"
    )
    asked = {"source": "gold=label-studio", "references": "topic"}
    read = SemanticF1(**options).read_file(predicted, table, **asked)
    assert read["references"] == [("refund", "billing"), ("refund",)]


def test_scores_of_a_pipeline_need_a_threshold(f1, refusal, tmp_path):
    scores = [{"label": "refund", "score": 0.9}, {"label": "billing", "score": 0.4}]
    predicted = tmp_path / "p.json"
    predicted.write_text(json.dumps([scores, scores]))
    (tmp_path / "gold.csv").write_text("gold\nrefund\nbilling\n")
    call = [predicted, "--gold", tmp_path / "gold.csv", *LABELS, "--from", "predictions=pipeline"]
    assert "--threshold" in refusal(*call)
    assert f1(*call, "--threshold", "0.5") == pytest.approx(0.5)
    assert f1(*call, "--threshold", "0.3") == pytest.approx(2 / 3)


def test_labels_by_annotator_and_soft_labels_of_lewidi(results, put_lines, tmp_path):
    """An object by id, as the shared tasks publish it."""
    item = {"text": "t", "annotators": "Ann1,Ann2", "soft_label": {"0": 0.25, "1": 0.75}}
    gold = tmp_path / "gold.json"
    rows = {"1": {**item, "annotations": "1,0"}, "2": {**item, "annotations": "1,1"}}
    gold.write_text(json.dumps(rows, indent=4))
    predicted = put_lines([{"id": n, "predictions": ["1"]} for n in ("2", "1")], "p.jsonl")
    call = [predicted, "--gold", gold, "--from", "gold=lewidi"]
    call += ["--labels", "0,1", "--similarity", "identity"]
    (result,) = results("annotators", *call, "--nested")
    assert result["averages"]["samples"]["semantic"]["f1"] == 0.75
    assert [row["annotator"] for row in result["by_annotator"]] == ["Ann1", "Ann2"]
    shares = put_lines([{"id": n, "predictions": [0.5, 0.5]} for n in ("2", "1")], "s.jsonl")
    soft = SemanticF1("soft", similarity="identity", labels=["0", "1"])
    read = soft.read_file(shares, gold, source="gold=lewidi")
    assert read["references"] == [(0.25, 0.75)] * 2
    assert soft.compute(**read)["manhattan_distance"] == pytest.approx(0.5)
