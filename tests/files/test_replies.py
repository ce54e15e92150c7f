"""Replies of language models: the golden rows, verdicts, and that none is read by a guess."""

import pytest

from semantic_f1.files.replies import ReplyReader

LABELS = ["refund", "billing", "late delivery", "delivery", "account: access"]
LABELS += ["Terms and Conditions", "none"]
BOTH = ["refund", "billing"]
GOLDEN = [
    ("REFUND!", "read", ["refund"]),
    ("- refund\n- billing", "read", BOTH),
    ("1. Late delivery\n2) billing", "read", ["late delivery", "billing"]),
    ("late delivery, delivery", "read", ["late delivery", "delivery"]),
    ("late_delivery", "read", ["late delivery"]),
    ("Terms and Conditions and refund", "read", ["Terms and Conditions", "refund"]),
    ("account: access", "read", ["account: access"]),
    ("**Answer:** refund", "read", ["refund"]),
    ("The labels are refund and billing.", "read", BOTH),
    ("The text names delivery.\nFinal answer: refund", "read", ["refund"]),
    ("Label: refund\nLabel: billing", "unreadable", []),
    ("None of the above.", "read", []),
    ("none, refund", "read", ["refund"]),
    ("refund, because the parcel came late", "read", ["refund"]),
    ("refund (not billing)", "unreadable", []),
    ("refund: The customer does not want one.", "unreadable", []),
    ("refund: no\nbilling: yes", "read", ["billing"]),
    ("refund: yes\nrefund: no", "unreadable", []),
    ("refund or billing", "unreadable", []),
    ("refund, but not billing", "unreadable", []),
    ("refund and possibly billing", "partly", BOTH),
    ("shipping and refund", "partly", ["refund"]),
    ("['refund', 'billing']", "read", BOTH),
    ('{"a": ["refund"], "b": ["billing"]}', "unreadable", []),
    ("<think>billing?</think>refund", "read", ["refund"]),
    ("<think>billing", "unreadable", []),
    ("The customer is unhappy about billing.", "unreadable", []),
    ("(a) refund (b) billing", "unreadable", []),
    ("refunds", "unreadable", []),
    ("The text is not about delivery and refund.", "unreadable", []),
    ("The customer is unhappy about refund, billing", "unreadable", []),
    ("refund</s>", "read", ["refund"]),
    ("- refund: N/A\n- billing: Yes", "read", ["billing"]),
    ("The labels that do not apply:\n- refund", "unreadable", []),
    ("The options are:\n- refund\nI choose billing.", "unreadable", []),
    ("refund: money back\nbilling: wrong sum", "unreadable", []),
    ("refund? No, it is billing.", "unreadable", []),
    ("refund: 0.9", "unreadable", []),
    ("Label: refund (confidence: 0.8)", "read", ["refund"]),
    ("- refund: low\n- billing: high", "unreadable", []),
    ('{"label": "refund", "reason": "billing is fine"}', "read", ["refund"]),
    ('{"rejected": ["billing"]}', "unreadable", []),
    ("{'refund'}", "read", ["refund"]),
    ("refund\n\nLabel: billing", "unreadable", []),
    ("refund.\n\n1. The customer asks for money.", "read", ["refund"]),
    ("refund, AIDS/HIV", "partly", ["refund"]),
    ("refund. On second thought, billing.", "unreadable", []),
    ('I would label this as "refund".', "unreadable", []),
]


@pytest.fixture(scope="module")
def reader():
    return ReplyReader(LABELS, ["none"])


@pytest.mark.parametrize("number", range(1, 49))
def test_golden_rows(reader, number):
    text, state, labels = GOLDEN[number - 1]
    reply = reader.read(text)
    assert (reply.state, list(reply.labels)) == (state, labels), reply


def test_what_the_golden_rows_say_of_names_and_doubts(reader):
    assert reader.read("none, refund").none_beside
    assert reader.read("shipping and refund").outside == ("shipping",)
    assert reader.read("refund, AIDS/HIV").outside == ("aids/hiv",)
    assert reader.read("refund, R.and lost").outside == ("r.and lost",)
    assert reader.read("R.and 'refund'").state == "unreadable"
    assert reader.read("refunds")[-2:] == ("refunds", "refund")
    with_marker = ReplyReader(LABELS, ["none"], ["I would label this as"])
    assert with_marker.read('I would label this as "refund".').labels == ("refund",)
    with_alias = ReplyReader(LABELS, ["none"], aliases={"Refunds": "refund", "nope": "none"})
    assert with_alias.read("- refunds\n- billing").labels == ("refund", "billing")
    assert with_alias.read("Nope.").labels == ("none",)
    assert "a key twice" in reader.read('{"label": "refund", "label": "billing"}').reason
    # More digits than Python turns into a number.
    assert reader.read(f'{{"label": {"1" * 5000}}}').reason == "words that are no label"
    assert ReplyReader(LABELS, keys=["verdict"]).read('{"verdict": "refund"}').labels == ("refund",)


# {w} is a word of negation or choice by the labels X and Y; _ is a blank, | a line break.
AROUND = """
{w}_X     {w}_X.      {w}:_X     {w},_X      {w}_the_X     {w}|X          {w}_X,_Y   **{w}**_X
X_{w}     X_{w}.      X,_{w}     X._{w}.     X._{w}_Y.     X|{w}          X|{w}_X    X||{w}_Y
X:_{w}    X:_{w}.     X_({w})    X_({w}_Y)   X_-_{w}       X_-_{w}_Y      X:_{w}_Y   X!|{w}
X_{w}_Y   X,_{w}_Y    Y,_{w}_X   Y_and_{w}_X Y_{w}_X       Y,_and_{w}_X   X;_{w}_Y   X_&_{w}_Y
-_{w}_X   -_X_{w}     -_Y|-_{w}_X -_X_({w})  1._X|2._Y_{w} (a)_{w}_X      X_/_{w}_Y  "{w}"_X
`{w}_X`   ["{w}_X"]   ['X',_'{w}'] [{w}_X]   {{"label":_"{w}_X"}}         {{"label":_"X_{w}_Y"}}
Label:_{w}_X   Label:_X_{w}   Answer:_X,_{w}_Y   The_label_is_{w}_X   Final_answer:_{w}|X
<think>X</think>{w}_X   ```|{w}_X|```   X_as_Y_{w}_X   X_because_{w}_Y   X,_since_{w}_Y
"""


@pytest.mark.parametrize("word", ["not", "or", "no", "Not", "NO", "and/or", "never", "neither"])
def test_a_label_by_a_negation_is_never_read(reader, word):
    for template in AROUND.split():
        for first, second in (("refund", "billing"), ("Terms and Conditions", "late delivery")):
            text = template.replace("_", " ").replace("|", "\n").format(w=word)
            text = text.replace("X", first).replace("Y", second)
            reply = reader.read(text)
            assert reply.labels == (), (text, reply)
            # "refund: no" says that there is none.
            assert reply.state == "unreadable" or word.lower() == "no", text


def test_labels_that_are_words_of_the_rules():
    reader = ReplyReader(
        ["yes", "no", "none of the above", "1", "e-mail", "R&D", "A/B", "label: x"]
    )
    for text, labels in (
        ("Yes.", ["yes"]),
        ("no", ["no"]),
        ("None of the above", ["none of the above"]),
        ("- yes\n- no", ["yes", "no"]),
        ("E_Mail, R & D", ["e-mail", "R&D"]),
        ("a / b", ["A/B"]),
        ("Answer: 1", ["1"]),
        ("label: x", ["label: x"]),
    ):
        assert list(reader.read(text).labels) == labels, text
    both = ReplyReader(["Joy", "joy"]).read("joy")
    assert both.state == "unreadable" and "may be 'Joy' or 'joy'" in both.reason


@pytest.mark.parametrize(("text", "state", "labels"), [
    (None, "unreadable", []), (" \n", "unreadable", []), ("[]", "read", []),
    ('["refund", 1]', "unreadable", []),
    ('{"label": "refund", "label": "billing"}', "unreadable", []),
    ("['refund' 'billing']", "unreadable", []),
    ('{"refund": 1, "billing": 0}', "read", ["refund"]),
    ('{"refund": true, "billing": 0.5}', "unreadable", []),
    ('```json\n["refund"]\n```', "read", ["refund"]),
    ("```\nrefund\n```\n```\nbilling\n```", "unreadable", []),
    ("billing?\n```\nrefund\n```", "unreadable", []),
    ("~~billing~~ refund", "unreadable", []),
    ("<s>refund<|im_end|>\nbilling", "read", ["refund"]),
    ("reasons</think>\n\nrefund", "read", ["refund"]),
    ("{{refund}}", "read", ["refund"]),
    ("[refund, billing]", "read", ["refund", "billing"]),
    ("Answer: refund\nLabels: refund", "read", ["refund"]),
    ("Labels:\n- refund\n- billing\n", "read", ["refund", "billing"]),
    ("The following labels apply:\n1. refund\n2. billing", "read", ["refund", "billing"]),
    ("- refund\n- billing\nB", "unreadable", []),
    ("- refund\n- something else that is long", "unreadable", []),
    ("refund\nshipping", "unreadable", []),
    ("refund, if it was paid", "partly", ["refund"]),
    ("refund (yes), billing (no)", "read", ["refund"]),
    ("refund (0.9), billing (0.8)", "unreadable", []),
    ("refund: absent from the text", "unreadable", []),
    ("none of the above, refund", "unreadable", []),
    ("refund: no, billing: no", "read", []),
    ("None, as the text does not name any of them.", "read", []),
    ("- refund\n- None: the text does not name another one.", "read", ["refund"]),
    ("None: not refund", "unreadable", []),
    ("refund, 12", "unreadable", []),
    (", ".join(LABELS[:-1]), "unreadable", []),
    ("refund\u3002", "read", ["refund"]),
    ("\u201crefund\u201d", "read", ["refund"]),
    ("re\u200bfund", "read", ["refund"]),
])  # fmt: skip
def test_forms(reader, text, state, labels):
    reply = reader.read(text)
    assert (reply.state, list(reply.labels)) == (state, labels), reply
