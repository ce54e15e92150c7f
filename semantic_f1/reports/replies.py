"""Replies of language models scored: unreadable ones as wrong, as empty and left out."""

from collections import Counter
from dataclasses import replace

import numpy as np

from ..files.account import Account, as_account
from ..files.replies import STATES, ReplyReader, ledger_rows, read_aliases
from ..messages import expected, notices, short, warn

# A name outside every universe; it stands for a reply that is not read.
UNREADABLE = "(unreadable reply)"


def reader_of(space, marker, alias, key):
    """A reader for the labels of a universe; ``alias`` is a mapping or the path of a file."""
    labels = set(space.labels)
    none_labels = [name for name in space.names if name not in labels]
    if alias is not None and not hasattr(alias, "items"):
        alias = read_aliases(alias)
    return ReplyReader(space.names, none_labels, _texts(marker), alias, _texts(key))


def _texts(given):
    return () if given is None else (given,) if isinstance(given, str) else tuple(given)


def read_all(reader, texts, account):
    """Predictions, ledger and account of some replies."""
    if isinstance(texts, (str, bytes)) or not hasattr(texts, "__iter__"):
        raise expected("texts", "a sequence with one reply per example", texts)
    texts = [_reply_text(text, index) for index, text in enumerate(texts)]
    cache = {}
    replies = [cache[t] if t in cache else cache.setdefault(t, reader.read(t)) for t in texts]
    predictions = [
        [UNREADABLE] if reply.state == "unreadable" else [*reply.labels, *reply.outside]
        for reply in replies
    ]
    content = as_account(account)
    read = Account() if content is None else Account.from_dict(content)
    return {
        "predictions": predictions,
        "ledger": ledger_rows(replies, texts),
        "account": replace(read, replies=_account(reader, replies, texts)).to_dict(),
    }


def _reply_text(text, index):
    if hasattr(text, "as_py"):
        text = text.as_py()
    if text is None or isinstance(text, str):
        return text
    if isinstance(text, float) and text != text:
        return None
    what = "the text of a reply or None (label sets go to compute)"
    raise expected(f"texts[{index}]", what, text)


def _account(reader, replies, texts):
    states = Counter(reply.state for reply in replies)
    both = zip(replies, texts, strict=True)
    unreadable = [text for reply, text in both if reply.state == "unreadable" and text]
    near = Counter((reply.item, reply.proposal) for reply in replies if reply.item)
    return {
        **{state: states[state] for state in STATES},
        "none_beside": sum(reply.none_beside for reply in replies),
        "outside": sum(bool(reply.outside) for reply in replies),
        "rules": dict(sorted(Counter(r.rule for r in replies if r.rule).items())),
        "reasons": dict(Counter(r.reason for r in replies if not r.rule).most_common()),
        "markers_proposed": [
            {"marker": text, "replies": n} for text, n in reader.beginnings(unreadable)
        ],
        "aliases_proposed": [
            {"item": item, "label": label, "replies": n} for (item, label), n in near.most_common(5)
        ],
    }


def line_of_states(account):
    """'970 read, 20 partly, 10 unreadable', and the proposals for unreadable ones."""
    line = ", ".join(f"{account[state]:,} {state}" for state in STATES)
    proposals = [
        f"{one['replies']:,} have {short(one['marker'])} before a label (marker=)"
        for one in account["markers_proposed"]
    ]
    proposals += [
        f"{short(one['item'])} may be {short(one['label'])} (alias=)"
        for one in account["aliases_proposed"]
    ]
    return line + (f"; {'; '.join(proposals)}" if proposals else "")


def scores_of_replies(metric, read, references, options):
    """Scores with unreadable replies as wrong, as empty and left out, under separate keys."""
    states = read["account"]["replies"]
    is_read = np.array([row["state"] != "unreadable" for row in read["ledger"]])
    if len(is_read) and not is_read.any():
        raise ValueError(f"texts: no reply can be read; replies: {line_of_states(states)}")
    kept = {**options, "unknown_labels": "mismatch"}
    others = {name: value for name, value in kept.items() if name not in _OF_RESAMPLES}
    empty = [
        row if is_one else [] for row, is_one in zip(read["predictions"], is_read, strict=True)
    ]
    given = others.get("sample_weight")
    weight = np.ones(len(is_read)) if given is None else np.asarray(given, dtype=np.float64)
    left_out = {**others, "sample_weight": np.where(is_read, weight, 0.0)}
    with notices() as texts:
        result = metric.compute(predictions=read["predictions"], references=references, **kept)
        for name, call in (("as_empty", others), ("left_out", left_out)):
            scores = metric.compute(predictions=empty, references=references, **call)
            result |= {f"{key}_{name}": value for key, value in scores.items() if key != "labels"}
    for text in texts:
        if getattr(text, "about", None) != "unknown names":
            warn(text)
    warn(f"replies: {line_of_states(states)}.")
    return result


_OF_RESAMPLES = ("n_resamples", "confidence_level", "groups")
