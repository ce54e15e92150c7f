"""Endpoints of the page "Annotators": label sets of people, distributions and degrees."""

import gradio as gr

from ..annotators import work
from ..annotators.form import LABELS
from ..frame import jobs, limits, uploads
from ..frame.label_names import split_labels
from ..frame.similarities import check_text
from .arguments import named_endpoint, named_similarity, reading_asked, several_field, text_field

_SIDES = ("predictions", "references")


def score_annotators(
    file,
    predictions,
    references,
    blank,
    separator,
    similarity,
    reduce,
    unknown_labels,
    macro_labels,
    ids,
    request: gr.Request,
    progress=gr.Progress(),  # noqa: B008
):
    """Scores of a file against several annotators, beside theirs against each other."""
    name, content = (work.EXAMPLE_FILES["sets"].name, None) if file is None else uploads.take(file)
    reading = reading_asked(predictions, references, separator, ids)
    reading["blank"] = blank or ("not_asked" if content is None else None)
    options = {"reduce": reduce, "unknown_labels": unknown_labels, "macro_labels": macro_labels}
    state = jobs.run(
        work.judge_sets,
        (content, name, reading, named_similarity(similarity, request), options),
        limits.size_of(content),
        request.session_hash,
        lambda share, text: progress(share, desc=text),
        jobs.PROGRAM,
    )
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


def _numbers_given(file, labels, example):
    """Name and content of a file of numbers, no content for the example, and its labels or None."""
    name, content = (example.name, None) if file is None else uploads.take(file)
    check_text(labels, "The list of labels")
    if content is None:
        labels = labels or LABELS
    return name, content, split_labels(labels) or None


def score_distributions(
    file,
    predictions,
    references,
    labels,
    counts,
    use_similarity,
    similarity,
    request: gr.Request,
    progress=gr.Progress(),  # noqa: B008
):
    """Distances between predicted and gold distributions of a file, or of the example."""
    name, content, labels = _numbers_given(file, labels, work.EXAMPLE_FILES["soft"])
    options = {"labels": labels, "normalize_counts": bool(counts)}
    named = named_similarity(similarity, request) if use_similarity else None
    state = jobs.run(
        work.judge_soft,
        (content, name, reading_asked(predictions, references, ""), named, options),
        limits.size_of(content),
        request.session_hash,
        lambda share, text: progress(share, desc=text),
        jobs.PROGRAM,
    )
    return {
        "file": "the invented example" if content is None else name,
        "examples": state.examples,
        "similarity": None if named is None else named.name,
        "scores": state.result,
        "entropy": state.entropy,
        "signature": state.signature,
        "warnings": state.warnings,
    }


def score_graded(
    file,
    predictions,
    references,
    labels,
    similarity,
    request: gr.Request,
    progress=gr.Progress(),  # noqa: B008
):
    """Semantic F1 of predicted and gold degrees of a file, or of the example."""
    name, content, labels = _numbers_given(file, labels, work.EXAMPLE_FILES["graded"])
    options = {"labels": labels}
    state = jobs.run(
        work.judge_graded,
        (
            content,
            name,
            reading_asked(predictions, references, ""),
            named_similarity(similarity, request),
            options,
        ),
        limits.size_of(content),
        request.session_hash,
        lambda share, text: progress(share, desc=text),
        jobs.PROGRAM,
    )
    heads = ("label", "gold", "predicted", "semantic_f1", "soft_f1")
    return {
        "file": "the invented example" if content is None else name,
        "examples": state.examples,
        "similarity": state.similarity.name,
        "averages": state.averages,
        "distances": state.result,
        "per_label": [dict(zip(heads, row, strict=True)) for row in state.shares],
        "signature": state.signature,
        "warnings": state.warnings,
    }


def build():
    """The endpoints, in components that no page shows."""
    named_endpoint(
        score_annotators,
        [
            gr.File(),
            text_field("predictions"),
            several_field([f"annotator_{at}" for at in range(1, 5)]),
            *map(text_field, ("", "", "plutchik", "mean", "raise", "all", "auto")),
        ],
        (
            "file",
            *_SIDES,
            "blank",
            "separator",
            "similarity",
            "reduce",
            "unknown_labels",
            "macro_labels",
            "ids",
        ),
        "Scores of a file against several annotators, and theirs against each other; of the "
        "invented example without a file. references: one column an annotator, or a single one "
        "with nested lists. blank: what an empty cell of an annotator means, 'no_label' or "
        "'not_asked'.",
    )
    named_endpoint(
        score_distributions,
        [
            gr.File(),
            *map(text_field, (*_SIDES, "")),
            gr.Checkbox(False),
            gr.Checkbox(True),
            text_field("plutchik"),
        ],
        ("file", *_SIDES, "labels", "counts", "use_similarity", "similarity"),
        "Distances between predicted and gold distributions of a file, or of the invented "
        "example without one. labels: names between commas, in the order of the numbers.",
    )
    named_endpoint(
        score_graded,
        [gr.File(), *map(text_field, (*_SIDES, "", "plutchik"))],
        ("file", *_SIDES, "labels", "similarity"),
        "Semantic F1 of predicted and gold degrees of a file, rows of numbers from 0 to 1, or of "
        "the invented example without one. labels: names between commas, in the order of the "
        "numbers; empty for those of the similarity.",
    )
