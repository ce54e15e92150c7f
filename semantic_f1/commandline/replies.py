"""Replies of language models on the command line: three numbers, and the ledger."""

import os

from ..files.columns import read_columns
from ..files.formats import TableError
from ..files.replies import write_ledger
from ..reports.replies import line_of_states
from .systems import reading_of
from .wording import in_arguments

WAYS = {"as_wrong": "", "as_empty": "_as_empty", "left_out": "_left_out"}


def read_reply_table(args):
    """The table of replies and gold labels."""
    return read_columns(args.file, args.gold, replies=True, **reading_of(args))


def reply_options(args):
    """Arguments of ``read_replies`` that were given."""
    given = {"marker": args.marker or None, "alias": args.alias, "key": args.key or None}
    return {name: value for name, value in given.items() if value is not None}


def scored_replies(metric, table, options, args, averages):
    """F1 of every average with unreadable replies counted in each way."""
    try:
        scores = metric.compute_replies(
            table.predictions, table.references, average=averages, **reply_options(args), **options
        )
    except ValueError as error:
        raise ValueError(table.place_of(str(error))) from None
    return {
        average: {way: scores[f"semantic_f1_{average}{end}"] for way, end in WAYS.items()}
        for average in averages
    }


def reply_lines(account, args):
    """Lines of how many replies were read."""
    ledger = "" if args.ledger else " (ledger: --ledger FILE)"
    states, _, proposals = line_of_states(account).partition("; ")
    yield f"replies: {states}{ledger}"
    if proposals:
        yield f"unreadable replies: {in_arguments(proposals)}"


def ways_line(f1, average="samples"):
    """'unreadable as wrong 0.4249, as empty 0.4329, left out 0.4292'."""
    texts = [f"{way.replace('_', ' ')} {value:.4f}" for way, value in f1[average].items()]
    return f"{average} F1 with unreadable replies {', '.join(texts)}"


def keep_ledger(args, ledger, table):
    """Write the ledger to the file that was named for it."""
    if os.path.exists(args.ledger) and not args.force:
        raise TableError(f"{args.ledger} exists; choose another name, or --force")
    try:
        write_ledger(args.ledger, ledger, [table.row_name(i) for i in range(len(table))])
    except OSError as error:
        raise TableError(f"{args.ledger}: can't be written: {error.strerror}") from None
