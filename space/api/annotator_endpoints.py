"""Endpoints of the page "Annotators": label sets, distributions and degrees."""

from typing import Literal

import gradio as gr

from ..annotators import work
from ..annotators.form import FIRST, LABELS
from ..frame import limits
from ..frame.label_names import split_labels
from ..frame.similarities import check_text
from . import arguments
from .arguments import job, named_similarity, reading_asked, taken
from .types import AnnotatorsAnswer, DistributionsAnswer, GradedAnswer


def score_annotators(
    file: arguments.File = None,
    predictions: str = "predictions",
    references: list[str] = FIRST["references"],
    blank: Literal["", "no_label", "not_asked"] = "",
    separator: str = "",
    similarity: arguments.Similarity = "plutchik",
    reduce: Literal["mean", "max", "soft"] = "mean",
    unknown_labels: arguments.UnknownLabels = "raise",
    macro_labels: arguments.MacroLabels = "all",
    ids: arguments.Ids = "auto",
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
    named = named_similarity(similarity, request)
    state = _judged("sets", content, name, reading, named, options, request)
    return _answer(state, state.file) | {
        "averages": state.averages,
        "annotators": state.people,
        "with_several": state.n_human,
    }


def score_distributions(
    file: arguments.File = None,
    predictions: str = "predictions",
    references: str = "references",
    labels: str = "",
    counts: bool = False,
    use_similarity: bool = True,
    similarity: arguments.Similarity = "plutchik",
    request: gr.Request | None = None,
) -> DistributionsAnswer:
    """Distances between predicted and gold distributions of a file, or of the invented example.

    labels: names between commas, in the order of the numbers.
    """
    named = named_similarity(similarity, request) if use_similarity else None
    columns, options = (predictions, references), {"normalize_counts": counts}
    state, file = _numbers("soft", file, columns, named, labels, options, request)
    return _answer(state, file) | {"scores": state.result, "entropy": state.entropy}


def score_graded(
    file: arguments.File = None,
    predictions: str = "predictions",
    references: str = "references",
    labels: str = "",
    similarity: arguments.Similarity = "plutchik",
    request: gr.Request | None = None,
) -> GradedAnswer:
    """Semantic F1 of predicted and gold degrees, rows of numbers from 0 to 1.

    Without a file those of the invented example. labels: names between commas, in the order of the
    numbers; empty for those of the similarity.
    """
    named, columns = named_similarity(similarity, request), (predictions, references)
    state, file = _numbers("graded", file, columns, named, labels, {}, request)
    heads = ("label", "gold", "predicted", "semantic_f1", "soft_f1")
    return _answer(state, file) | {
        "averages": state.averages,
        "distances": state.result,
        "per_label": [dict(zip(heads, row, strict=True)) for row in state.shares],
    }


def _numbers(kind, file, columns, similarity, labels, options, request):
    """The state of a file of numbers, or of the example, whose labels are known, and its name."""
    name, content = taken(file, work.EXAMPLE_FILES[kind].name)
    labels = labels or (LABELS if content is None else "")
    check_text(labels, "The list of labels")
    options = {"labels": split_labels(labels) or None, **options}
    reading = reading_asked(*columns, "")
    state = _judged(kind, content, name, reading, similarity, options, request)
    return state, "the invented example" if content is None else name


def _judged(kind, content, name, reading, similarity, options, request):
    given = (kind, content, name, reading, similarity, options)
    return job(work.judge, given, limits.size_of(content), request)


def _answer(state, file):
    """Parts that each answer has."""
    return {
        "file": file,
        "examples": state.examples,
        "similarity": None if state.similarity is None else state.similarity.name,
        "signature": state.signature,
        "warnings": state.warnings,
    }
