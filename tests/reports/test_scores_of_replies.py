"""read_replies and compute_replies: three numbers, the account, and what is refused."""

import numpy as np
import pytest
from helpers import SCORES, random_sets, refusal, write_rows

from semantic_f1 import SemanticF1

LABELS = ["anger", "fear", "joy", "love", "sadness"]


@pytest.fixture
def identity():
    return SemanticF1(similarity="identity", labels=["refund", "billing"])


@pytest.mark.parametrize(("replies", "gold", "expected", "states"), [
    (["Refund.", "- billing\n- refund", "hmm", "refund or billing"],
        [["refund"], ["billing"], [], ["refund"]], (5 / 12, 2 / 3, 5 / 6), (2, 0, 2)),
    (["refund, shipping"], [["refund"]], (2 / 3, 2 / 3, 2 / 3), (0, 1, 0)),
])  # fmt: skip
def test_the_golden_numbers(identity, replies, gold, expected, states):
    with identity.notices() as texts:
        result = identity.compute_replies(replies, gold)
    found = [result[f"semantic_f1{how}"] for how in ("", "_as_empty", "_left_out")]
    assert found == pytest.approx(expected, abs=1e-12)
    assert texts == ["replies: {} read, {} partly, {} unreadable.".format(*states)]
    # As wrong is compute with what read_replies gives.
    read = identity.read_replies(replies)
    with identity.notices():
        again = identity.compute(read["predictions"], gold, unknown_labels="mismatch")
    assert {key: result[key] for key in again} == again
    assert result["ledger"] == read["ledger"] and result["account"] == read["account"]
    # The account of files goes on with that of replies.
    account = {**read["account"], "options": {"x": 1}}
    files = identity.compute_replies(replies, gold, account=account)
    assert files["account"]["options"] == {"x": 1}
    assert files["account"]["replies"] == read["account"]["replies"]


@pytest.mark.parametrize("config", ["default", "annotators"])
@pytest.mark.parametrize("macro_labels", ["all", "present"])
def test_left_out_is_the_score_of_the_others(config, macro_labels):
    """Rows left out by weight give what a call without them gives, in every average."""
    metric = SemanticF1(config, similarity="plutchik", labels=LABELS)
    sets, gold = random_sets(0, LABELS, 60), random_sets(1, LABELS, 60)
    # The last label is gold in unreadable replies alone.
    replies = [", ".join(one) or "None." if i % 3 else "It is joy" for i, one in enumerate(sets)]
    gold = [[n for n in one if n != "sadness" or not i % 3] for i, one in enumerate(gold)]
    if config == "annotators":
        gold = [[one, ["joy"]] for one in gold]
    weight = np.random.default_rng(2).random(60)
    options = {"average": ["samples", "micro", "macro", "weighted", None]}
    options["macro_labels"] = macro_labels
    kept = [i for i in range(60) if i % 3]
    empty = [one if i % 3 else [] for i, one in enumerate(sets)]
    sides = [sets[i] for i in kept], [gold[i] for i in kept]
    with metric.notices():
        result = metric.compute_replies(replies, gold, sample_weight=weight, **options)
        left_out = metric.compute(*sides, sample_weight=weight[kept], **options)
        as_empty = metric.compute(empty, gold, sample_weight=weight, **options)
    for how, expected in (("left_out", left_out), ("as_empty", as_empty)):
        scores = {key: one for key, one in expected.items() if "semantic" in key}
        assert scores
        for key, value in scores.items():
            assert result[f"{key}_{how}"] == pytest.approx(value, abs=1e-12), key


def test_the_account_and_the_ledger(identity, tmp_path):
    replies = ["I label this as refund."] * 3 + ["refunds", "none, billing", None, "x, refund"]
    read = identity.read_replies([*replies, float("nan")])
    account = read["account"]["replies"]
    assert [account[key] for key in ("read", "partly", "unreadable")] == [1, 1, 6]
    assert (account["none_beside"], account["outside"]) == (1, 1)
    assert account["markers_proposed"] == [{"marker": "i label this as", "replies": 3}]
    assert account["aliases_proposed"] == [{"item": "refunds", "label": "refund", "replies": 1}]
    assert account["reasons"]["no text"] == 2 and account["rules"] == {"line": 2}
    assert read["ledger"][6] == {
        "index": 6, "state": "partly", "rule": "line", "labels": ["refund"], "outside": ["x"],
        "reason": "names of no label", "item": "", "proposal": "", "reply": "x, refund",
    }  # fmt: skip
    # Following both proposals.
    aliases = write_rows(tmp_path / "aliases.csv", [("item", "label"), ("refunds", "refund")])
    for alias in (aliases, {"refunds": "refund"}):
        read = identity.read_replies(replies, marker="I label this as", alias=alias)
        assert [row["state"] for row in read["ledger"]][:4] == ["read"] * 4
        assert read["predictions"][:4] == [["refund"]] * 4


def test_what_is_refused(identity, tmp_path):
    replies, gold = ["refund", "billing"], [["refund"], ["billing"]]
    compute, read = identity.compute_replies, identity.read_replies
    for call, arguments, options, part in (
        (compute, (replies, gold), {"unknown_labels": "ignore"}, "unknown_labels:"),
        (compute, (replies, gold), {"marker": ""}, "marker: got an empty text"),
        (compute, (["?", "!"], gold), {}, "no reply can be read"),
        (compute, (replies, [["refund"], ["x"]]), {}, "references[1]: 'x'"),
        (compute, (replies, gold[:1]), {}, "equally long"),
        (read, ("refund",), {}, "texts: expected a sequence"),
        (read, ([["refund"]],), {}, "texts[0]: expected the text of a reply"),
        (read, (replies,), {"alias": {"x": "y"}}, "alias: 'y' is not a label"),
        (SemanticF1("points").read_replies, (replies,), {}, '"points" config has not'),
    ):
        assert part in refusal(call, *arguments, **options)
    for content, part in (("a,b,c\n", "line 1: expected"), ("a,x\na,y\n", "line 2: 'a' has two")):
        path = tmp_path / "aliases.csv"
        path.write_text(content)
        assert part in refusal(read, replies, alias=path)
    flat = compute(replies, gold, flat=True)
    assert set(flat) == {f"{s}{how}" for s in SCORES for how in ("", "_as_empty", "_left_out")}
