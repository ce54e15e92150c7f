"""Replies of language models: read by fixed rules for the labels of a similarity."""

from dataclasses import replace

from semantic_f1.reports.replies import line_of_states

from ..frame.reading import not_scored
from ..frame.similarities import metric

WAYS = {"as wrong": "", "as empty": "_as_empty", "left out": "_left_out"}


def with_label_sets(read, similarity, options):
    """A table with label sets in the place of replies, and lines on how they were read."""
    usual = {key: value for key, value in options.items() if value != "raise"}
    try:
        with metric().notices():
            found = metric().read_replies(
                read.predictions, similarity=similarity, normalize_names=options["normalize_names"]
            )
            f1 = metric().compute_replies(
                read.predictions, read.references, **usual, similarity=similarity
            )
    except ValueError as error:
        raise not_scored(error, read) from None
    ways = ", ".join(f"{way} {f1[f'semantic_f1{end}']:.3f}" for way, end in WAYS.items())
    lines = [
        f"replies: {line_of_states(found['account']['replies'])}",
        f"F1 over examples with unreadable replies {ways}; below they count as wrong",
    ]
    return replace(read, predictions=found["predictions"]), lines
