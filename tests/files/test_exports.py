"""Exports of annotation tools and outputs of libraries: rows, what is left out, what is refused."""

import pytest
from helpers import refusal

from semantic_f1.files.exports import EXPORTS, check_export, proposed_export, rows_of_export
from semantic_f1.files.formats import TableError


def rows(name, *records, **options):
    """Rows without their places, and what is left out."""

    def error(message, place):
        return TableError(f"record {place}: {message}")

    columns, found, left_out = rows_of_export(
        check_export(name), enumerate(records, 1), options, error
    )
    assert all(set(row) >= set(columns) for _, row in found)
    return [{key: row[key] for key in columns} for _, row in found], dict(left_out)


def annotation(*choices, who=1, cancelled=False, kind="choices", name="topic"):
    value = {"choices": list(choices)} if kind == "choices" else {kind: list(choices)}
    result = [{"type": kind, "from_name": name, "value": value}] if choices else []
    return {"completed_by": who, "was_cancelled": cancelled, "result": result}


def task(id, *annotations, **more):
    return {"id": id, "data": {"text": "t"}, "annotations": list(annotations), **more}


def batch(id, *contents, status=200, error=None):
    choices = [{"message": {"content": one}} for one in contents]
    body = {"choices": choices}
    return {"custom_id": id, "response": {"status_code": status, "body": body}, "error": error}


LEWIDI = {
    "id": "7",
    "annotations": "1,0",
    "annotators": "Ann1,Ann2",
    "soft_label": {"0": 0.5, "1": 0.5},
}
TASK_HASH = {"_input_hash": 5, "text": "t"}


def read(name, records, expected, left_out=(), **options):
    return name, options, records, expected, dict(left_out)


READ = [
    read("label-studio", [task(1, annotation("joy", "love")), task(2, annotation()),
        task(3, annotation("joy"))],
        [{"id": 1, "labels": ["joy", "love"]}, {"id": 2, "labels": []},
        {"id": 3, "labels": ["joy"]}]),
    read("label-studio", [task(1, annotation("joy", cancelled=True), annotation("love")),
        task(2, annotation("joy", cancelled=True)), task(3)], [{"id": 1, "labels": ["love"]}],
        {"cancelled": [2], "not annotated": [3]}),
    read("label-studio", [task(1, annotation("joy", who=4),
        annotation("love", who={"email": "a@b"}))],
        [{"id": 1, "references": [["joy"], ["love"]], "annotators": ["4", "a@b"]}],
        annotators=True),
    read("label-studio", [task(1, annotation("joy"), predictions=[annotation("love")])],
        [{"id": 1, "labels": ["joy"], "predictions": ["love"]}]),
    read("label-studio", [{"id": "1", "text": "t", "topic": '{"choices":["joy","love"]}',
        "annotation_id": "8"}, {"id": "2", "text": "t", "topic": '{"choices":["joy"]}',
        "annotation_id": "9"}], [{"id": "1", "labels": ["joy", "love"]},
        {"id": "2", "labels": ["joy"]}]),
    read("label-studio", [{"id": 1, "text": "t", "topic": "joy", "annotation_id": 8,
        "lead_time": 1.5}], [{"id": 1, "labels": ["joy"]}]),
    read("doccano", [{"id": 1, "text": "t", "label": ["joy"]}], [{"id": 1, "labels": ["joy"]}]),
    read("doccano", [{"text": "t", "labels": []}], [{"labels": []}]),
    read("doccano", [{"cats": {"joy": 1, "love": 0}}], [{"labels": ["joy"]}]),
    read("prodigy", [{**TASK_HASH, "accept": ["joy"], "answer": "accept"},
        {**TASK_HASH, "accept": ["love"], "answer": "reject"},
        {**TASK_HASH, "accept": [], "answer": "ignore"}], [{"id": 5, "labels": ["joy"]}],
        {"answer is 'reject'": [2], "answer is 'ignore'": [3]}),
    read("spacy", [{"cats": {"joy": 0.6, "love": 0.5}}], [{"labels": ["joy"]}]),
    read(
        "spacy", [{"cats": {"joy": 0.6, "love": 0.5}}], [{"labels": ["joy", "love"]}], threshold=0.5
    ),
    read("pipeline", [{"label": "joy", "score": 0.9}], [{"predictions": ["joy"]}]),
    read("pipeline", [[{"label": "joy", "score": 0.9}, {"label": "love", "score": 0.1}], []],
        [{"predictions": ["joy"]}, {"predictions": []}], threshold=0.5),
    read("openai-batch", [batch("a", "joy"), batch("b", status=500),
        batch("c", "x", error={"code": "y"})],
        [{"id": "a", "predictions": "joy"}, {"id": "b", "predictions": None},
        {"id": "c", "predictions": None}]),
    read("lewidi", [LEWIDI, {**LEWIDI, "annotations": {"Ann9": "0"}}],
        [{"id": "7", "references": [["1"], ["0"]], "annotators": ["Ann1", "Ann2"]},
        {"id": "7", "references": [["0"]], "annotators": ["Ann9"]}], annotators=True),
    read("lewidi", [LEWIDI], [{"id": "7", "references": [0.5, 0.5]}], soft=True),
]  # fmt: skip


@pytest.mark.parametrize(("name", "options", "records", "expected", "left_out"), READ)
def test_rows(name, options, records, expected, left_out):
    assert rows(name, *records, **options) == (expected, left_out)


def test_every_export_has_a_test_and_the_wrong_one_is_refused():
    assert {name for name, *_ in READ} == set(EXPORTS)
    for name, options, records, expected, _ in READ:
        for other in set(EXPORTS) - {name}:
            try:
                found, _ = rows(other, *records, **options)
            except TableError:
                continue
            # A label of one record is the same in both.
            labels = [one.get("labels", one.get("predictions")) for one in expected]
            assert [one["labels"] for one in found] == labels, (name, other)


@pytest.mark.parametrize(("name", "record", "part"), [
    ("label-studio", task(1, annotation("car", kind="rectanglelabels")), "rectanglelabels"),
    ("label-studio", task(1, {"result": annotation("a")["result"] + annotation("b",
        name="c")["result"]}), "choices of several questions ('c', 'topic')"),
    ("label-studio", task(1, annotation("a"), annotation("b")), "has 2 annotations"),
    ("label-studio", {"id": 1, "a": '{"choices":["x"]}', "b": '{"choices":["y"]}'}, "has 2 col"),
    ("label-studio", {"id": 1, "a": '{"choices":["x"],"choices":["y"]}'},
        "a: the key 'choices' stands there twice"),
    ("doccano", {"label": [[0, 3, "PER"]]}, "label: expected a label or a list of labels"),
    ("doccano", {"label": [], "cats": {}}, "has label and cats"),
    ("prodigy", {"label": "joy", "answer": "accept"}, "one decision per label"),
    ("prodigy", {"accept": []}, "answer: expected accept, reject or ignore"),
    ("spacy", {"cats": {"joy": "yes"}}, "'joy' has the value 'yes', no number"),
    ("pipeline", [{"label": "joy", "score": 0.9}], "threshold="),
    ("pipeline", [{"label": "joy"}], "expected a list of label and score"),
    ("pipeline", [{"label": "joy", "score": float("nan")}], "expected a list of label and score"),
    ("spacy", {"cats": {"joy": float("nan")}}, "'joy' has the value nan, no number"),
    ("openai-batch", batch("a", "joy", "love"), "has 2 choices"),
    ("lewidi", {"id": "1", "text": "t"}, "annotations: expected labels by annotator"),
    ("spacy", 7, "7 is no record of spaCy"),
])  # fmt: skip
def test_what_is_refused(name, record, part):
    message = refusal(rows, name, record, error=TableError)
    assert message.startswith("record 1: ") and part in message


def test_exports_are_proposed_by_their_keys():
    for keys, name in (
        (["id", "annotations"], "label-studio"),
        (["text", "answer", "accept"], "prodigy"),
        (["custom_id", "response"], "openai-batch"),
        (["text", "cats"], "spacy"),
        (["id", "annotations", "annotators", "soft_label"], "lewidi"),
        (["soft_label", "text"], "lewidi"),
        (["predictions", "references", "annotators"], None),
        (["id", "label"], None),
        (["question", "answer", "correct"], None),
    ):
        assert proposed_export(keys) == name
    assert "is not one of label-studio, doccano" in refusal(rows, "brat", {})
