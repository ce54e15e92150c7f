"""Endpoints of the page "Annotators": label sets, distributions and degrees."""

from typing import Literal

import gradio as gr

from ..annotators import work
from ..annotators.form import FIRST, LABELS
from ..frame import limits
from ..frame.label_names import split_labels
from ..frame.similarities import check_text
from .arguments import (
    File,
    Ids,
    MacroLabels,
    Similarity,
    UnknownLabels,
    job,
    named_similarity,
    reading_asked,
    taken,
)
from .types import AnnotatorsAnswer, DistributionsAnswer, GradedAnswer

INVENTED = "the invented example"


def score_annotators(
    file: File = None,
    predictions: str = "predictions",
    references: list[str] = FIRST["references"],
    blank: Literal["", "no_label", "not_asked"] = "",
    separator: str = "",
    similarity: Similarity = "plutchik",
    reduce: Literal["mean", "max", "soft"] = "mean",
    unknown_labels: UnknownLabels = "raise",
    macro_labels: MacroLabels = "all",
    ids: Ids = "auto",
    request: gr.Request | None = None,
) -> AnnotatorsAnswer:
    """Scores of a file against several annotators, and theirs against each other.

    Without a file those of the invented example. references: one column per annotator, or a single
    one with nested lists. blank: what an empty cell of an annotator means.
    """
    name, content = taken(file, work.EXAMPLE_FILES["sets"].name)
    reading = reading_asked(predictions, references, separator, ids)
    reading["blank"] = blank or ("not_asked" if content is None else None)
    options = {"reduce": reduce, "unknown_labels": unknown_labels, "macro_labels": macro_labels}
    state = _judged("sets", content, name, reading, similarity, options, request)
    return {
        "file": state.file,
        "examples": state.examples,
        "similarity": state.similarity.name,
        "signature": state.signature,
        "averages": state.averages,
        "annotators": state.people,
        "with_several": state.n_human,
        "warnings": state.warnings,
    }


def score_distributions(
    file: File = None,
    predictions: str = "predictions",
    references: str = "references",
    labels: str = "",
    counts: bool = False,
    use_similarity: bool = True,
    similarity: Similarity = "plutchik",
    request: gr.Request | None = None,
) -> DistributionsAnswer:
    """Distances between predicted and gold distributions of a file, or of the invented example.

    labels: names between commas, in the order of the numbers.
    """
    options = {"labels": labels, "normalize_counts": counts}
    named = similarity if use_similarity else None
    state = _numbers("soft", file, predictions, references, named, options, request)
    return {
        "file": INVENTED if file is None else state.file,
        "examples": state.examples,
        "similarity": None if state.similarity is None else state.similarity.name,
        "scores": state.result,
        "entropy": state.entropy,
        "signature": state.signature,
        "warnings": state.warnings,
    }


def score_graded(
    file: File = None,
    predictions: str = "predictions",
    references: str = "references",
    labels: str = "",
    similarity: Similarity = "plutchik",
    request: gr.Request | None = None,
) -> GradedAnswer:
    """Semantic F1 of predicted and gold degrees, rows of numbers from 0 to 1.

    Without a file those of the invented example. labels: names between commas, in the order of the
    numbers; empty for those of the similarity.
    """
    options = {"labels": labels}
    state = _numbers("graded", file, predictions, references, similarity, options, request)
    heads = ("label", "gold", "predicted", "semantic_f1", "soft_f1")
    return {
        "file": INVENTED if file is None else state.file,
        "examples": state.examples,
        "similarity": state.similarity.name,
        "averages": state.averages,
        "distances": state.result,
        "per_label": [dict(zip(heads, row, strict=True)) for row in state.shares],
        "signature": state.signature,
        "warnings": state.warnings,
    }


def _numbers(kind, file, predictions, references, similarity, options, request):
    """The state of a file of numbers, or of the example, whose labels are known."""
    name, content = taken(file, work.EXAMPLE_FILES[kind].name)
    labels = options["labels"] or (LABELS if content is None else "")
    check_text(labels, "The list of labels")
    options = {**options, "labels": split_labels(labels) or None}
    reading = reading_asked(predictions, references, "")
    return _judged(kind, content, name, reading, similarity, options, request)


def _judged(kind, content, name, reading, similarity, options, request):
    named = None if similarity is None else named_similarity(similarity, request)
    arguments = (kind, content, name, reading, named, options)
    return job(work.judge, arguments, limits.size_of(content), request)
