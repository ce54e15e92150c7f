"""Options of reading a file on page Score, and replies of language models."""

import json
import re

import pytest
from space_code import commanded, printed

from semantic_f1 import SemanticF1
from space.annotators import page as annotating
from space.annotators.code import people_command, people_snippet
from space.compare import page as comparing
from space.compare.code import compare_command, compare_snippet
from space.frame import sessions
from space.frame.file_inputs import received
from space.frame.table_layouts import LOOKS
from space.score import page as score
from space.score.code import score_command, score_snippet

REPLIES = (
    b"predictions;references\nThe answer: joy;joy\nLabel: anger;disgust\nI cannot say;fear\n"
    b"joy, love;joy\n"
)


def given(name, content, page=score.page, **chosen):
    """The state of a file after fields were chosen one by one, as a visitor does."""
    visit, source = sessions.Visit(None), received(name, content, None)
    visit.sources[page.PAGE] = [source]
    visit.forms[page.PAGE] = form = page.form_of(visit)
    for field, value in chosen.items():
        form = {**form, field: value}
        assert page.changed(visit, form, field)
        form = visit.forms[page.PAGE] if field in {*page.form.DEPENDENT, *LOOKS} else form
    assert page.inputs(visit, form)
    return page.score(visit, form)[0]


def f1_of(state):
    return getattr(state, "under", [state])[0].averages["samples"]["semantic"]["f1"]


def test_replies_are_read_by_the_rules_of_the_metric(tmp_path):
    state = given("replies.csv", REPLIES, replies=True)
    metric = SemanticF1(similarity="plutchik")
    texts, gold = (
        ["The answer: joy", "Label: anger", "I cannot say", "joy, love"],
        [["joy"], ["disgust"], ["fear"], ["joy"]],
    )
    found = metric.compute_replies(texts, gold)
    assert f1_of(state) == found["semantic_f1"]
    assert state.account[-2] == "replies: 3 read, 0 partly, 1 unreadable"
    ways = [found[f"semantic_f1{end}"] for end in ("", "_as_empty", "_left_out")]
    for value in ways:
        assert f"{value:.3f}" in state.account[-1]
    (tmp_path / "replies.csv").write_bytes(REPLIES)
    code = score_snippet(state, "samples")
    assert printed(code, tmp_path) == str(round(found["semantic_f1"], 4))
    assert f"{found['semantic_f1']:.4f}" in commanded(score_command(state), tmp_path)


@pytest.mark.parametrize(
    ("name", "content", "chosen", "rows"),
    [
        (
            "none.csv",
            b"joy,joy\nanger,disgust\n",
            {"header": "no", "predictions": "1", "references": "2"},
            [("joy", "joy"), ("anger", "disgust")],
        ),
        (
            "blank.csv",
            b"predictions,references\njoy,joy\nanger,\n",
            {"blank": "not_asked"},
            [("joy", "joy")],
        ),
        (
            "scores.csv",
            b"id,pred_joy,pred_fear,gold_joy,gold_fear\n1,0.9,0.2,1,0\n2,0.4,0.6,1,0\n",
            {
                "layout": "indicators",
                "predictions": "pred_*",
                "references": "gold_*",
                "cutoff": "0.5",
            },
            [("joy", "joy"), ("fear", "joy")],
        ),
    ],
    ids=["header", "blank", "cutoff"],
)
def test_a_way_of_reading_is_chosen_and_code_reads_so(name, content, chosen, rows, tmp_path):
    state = given(name, content, **chosen, similarity="plutchik")
    predicted, gold = ([[label] for label in side] for side in zip(*rows, strict=True))
    expected = SemanticF1(similarity="plutchik").compute(predicted, gold)["semantic_f1"]
    assert f1_of(state) == expected
    (tmp_path / name).write_bytes(content)
    assert printed(score_snippet(state, "samples"), tmp_path) == str(round(expected, 4))
    found = json.loads(commanded(score_command(state), tmp_path, "--json"))["results"][0]
    assert found["averages"]["samples"]["semantic"]["f1"] == expected


BARE = b"joy,joy,love\nanger,disgust,anger\nfear,fear,\n"


def test_compare_and_annotators_read_a_file_without_a_header(tmp_path):
    (tmp_path / "bare.csv").write_bytes(BARE)
    first, *others = [["joy"], ["anger"], ["fear"]], [["joy"], ["disgust"], ["fear"]]
    others.append([["love"], ["anger"], []])
    metric = SemanticF1(similarity="plutchik")
    chosen = {"gold": "1", "systems": ["0:2", "0:3"], "similarity": "plutchik"}
    state = given("bare.csv", BARE, comparing.page, header="no", **chosen)
    expected = max(metric.compute(one, first)["semantic_f1"] for one in others)
    assert state.systems[0]["f1"] == expected
    assert printed(compare_snippet(state), tmp_path) == f"2 {round(expected, 4)}"
    assert f"{expected:.4f}" in commanded(compare_command(state), tmp_path)
    chosen = {"predictions": "1", "references": ["2", "3"], "blank": "no_label"}
    state = given("bare.csv", BARE, annotating.page, header="no", **chosen)
    people = SemanticF1("annotators", similarity="plutchik")
    with people.notices():
        found = people.compute(first, list(map(list, zip(*others, strict=True))))
    assert f1_of(state) == found["semantic_f1"]
    (said,) = re.findall(r"# (\S+)$", people_snippet(state))
    assert printed(people_snippet(state), tmp_path) == said
    assert f"{found['semantic_f1']:.4f}" in commanded(people_command(state), tmp_path)


def test_a_file_that_needs_a_choice_offers_it():
    content = b'predictions,references\n"joy,joy\nfear,fear\nanger,anger"\njoy,joy\n'
    visit, source = sessions.Visit(None), received("marks.csv", content, None)
    assert '"Quotation marks: are plain characters" under More about the file' in source.refused
    visit.sources[score.PAGE] = [source]
    shown = score.page.inputs(visit)
    assert "Not read." in shown and 'name="quotes"' in shown
    for field in score.page.form.DEPENDENT:
        assert "Not read." in score.page.changed(visit, visit.forms[score.PAGE], field)
    state = given("marks.csv", content, quotes="none", unknown_labels="mismatch")
    assert state.examples == 4 and "quotes none" in state.account[-1]
