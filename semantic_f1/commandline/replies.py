"""Replies of language models on the command line: three numbers, and the ledger."""

from dataclasses import replace

from ..average_table import NAMED_AVERAGES
from ..reports.replies import line_of_states
from .arguments import given_of
from .results import score_key
from .wording import in_arguments

_WAYS = {"as_wrong": "", "as_empty": "_as_empty", "left_out": "_left_out"}


def read_replies_of(args, metric, table, options):
    """The table with the labels of its replies, F1 of each average in each way, and the ledger."""
    more = given_of(args, "replies")
    averages = list(NAMED_AVERAGES)
    with metric.notices():
        scores = metric.compute_replies(
            table.predictions, table.references, average=averages, **more, **options
        )
    read = metric.read_replies(table.predictions, **more, **options)
    f1 = {}
    for average in averages:
        key = score_key(scores, "semantic_f1", average)
        f1[average] = {way: scores[f"{key}{end}"] for way, end in _WAYS.items()}
    account = replace(table.account, replies=read["account"]["replies"])
    return replace(table, predictions=read["predictions"], account=account), f1, read["ledger"]


def reply_lines(account, args):
    """Lines of how many replies were read."""
    ledger = "" if args.ledger else " (ledger: --ledger FILE)"
    states, _, proposals = line_of_states(account).partition("; ")
    yield f"replies: {states}{ledger}"
    if proposals:
        yield f"unreadable replies: {in_arguments(proposals)}"


def ways_line(f1):
    """Line of the three ways to count unreadable replies."""
    texts = [f"{way.replace('_', ' ')} {value:.4f}" for way, value in f1["samples"].items()]
    return f"samples F1 with unreadable replies {', '.join(texts)}"
