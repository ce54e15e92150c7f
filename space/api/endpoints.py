"""Endpoints for programs: a named one for each page, which answers with JSON.

Files are sent as ``gradio_client.handle_file`` sends them, and leave the disk as they are read.
Gradio shows signature and docstring as they stand here.
"""

from typing import Literal

import gradio as gr

from semantic_f1.average_table import CURVE_AVERAGES
from semantic_f1.messages import nearest_name

from ..compare import work as compare_work
from ..example.form import checked_state, state_of
from ..example.result import scores_of
from ..frame import jobs, limits, sessions, uploads
from ..frame.reading import BUNDLED
from ..frame.similarities import check_text, names_of
from ..frame.table_layouts import TwoFiles, is_plain
from ..score import work
from ..similarity import builder, files
from .annotator_endpoints import score_annotators, score_distributions, score_graded
from .arguments import (
    UPLOADED,
    Average,
    File,
    Ids,
    Layout,
    MacroLabels,
    Missing,
    Similarity,
    UnknownLabels,
    endpoint,
    named_similarity,
    reading_asked,
    taken,
)
from .types import (
    ComparisonAnswer,
    ExampleAnswer,
    FileAnswer,
    MadeAnswer,
    SimilarityAnswer,
    UploadAnswer,
)

EXAMPLE_A = "the bundled GoEmotions example"


def explain_example(
    predicted: list[str],
    gold: list[str],
    similarity: Similarity = "plutchik",
    ignore_case: bool = True,
    request: gr.Request | None = None,
) -> ExampleAnswer:
    """Semantic and hard scores of one example, with the matches behind them.

    predicted, gold: lists of labels. ignore_case: whether case and spaces around names differ.
    """
    named = named_similarity(similarity, request)
    state = checked_state(state_of("", predicted, gold))
    _, semantic, hard = scores_of(state, named, ignore_case)
    known = names_of(named)
    fold = (lambda text: text.strip().casefold()) if ignore_case else str
    folded = set(map(fold, known))
    unknown = [
        {"label": name, "did_you_mean": nearest_name(name, known)}
        for name in dict.fromkeys([*predicted, *gold])
        if fold(name) not in folded
    ]
    return {"semantic": semantic, "hard": hard, "unknown": unknown}


def score_file(
    file: File = None,
    predictions: str = "predictions",
    references: str = "references",
    separator: str = "",
    similarity: Similarity = "goemotions-ekman",
    unknown_labels: UnknownLabels = "raise",
    ignore_case: bool = False,
    counting: Literal["paper", "two_sided"] = "paper",
    macro_labels: MacroLabels = "all",
    gold: File = None,
    layout: Layout = "columns",
    id: str = "",
    missing: Missing = "raise",
    ids: Ids = "auto",
    intervals: bool = False,
    groups: str = "",
    request: gr.Request | None = None,
) -> FileAnswer:
    """Semantic and hard scores of a file of predictions, or of the bundled GoEmotions predictions.

    separator: between the labels of a cell; empty for JSON lists. gold: a file of the gold labels,
    joined by the column id, else by the column of that name, else line by line; missing: what ids
    are that one file lacks. layout: "indicators" for a column per label, 0 or 1; "long" for a line
    per label. ids: whether whole numbers are ids. intervals: the ends of 95% intervals of F1;
    groups: the column of what rows belong to (author, document), which intervals then draw.
    """
    name, content = taken(file, BUNDLED.name)
    reading = {**reading_asked(predictions, references, separator, ids), "layout": layout, "id": id}
    if gold is not None:
        if file is None:
            raise ValueError("There is no file of the predictions: send one as file.")
        reading["gold"], gold_content = taken(gold)
        content = TwoFiles(content, reading["gold"], gold_content)
    if not is_plain(reading):
        for side in ("predictions", "references"):
            # A column of that name is found by its heading too.
            reading[side] = "" if reading[side] == side else reading[side]
    options = {
        "unknown_labels": unknown_labels,
        "normalize_names": ignore_case,
        "counting": counting,
        "macro_labels": macro_labels,
    }
    result = jobs.run(
        work.side_by_side,
        (
            content,
            name,
            {**reading, "missing": missing, "groups": groups},
            named_similarity(similarity, request),
            options,
            bool(intervals or groups),
        ),
        limits.size_of(content),
        request.session_hash,
        kind=jobs.PROGRAM,
    )
    return {"file": "the bundled GoEmotions predictions" if file is None else name, **result}


def show_similarity(
    similarity: Similarity = "plutchik", request: gr.Request | None = None
) -> SimilarityAnswer:
    """Values, facts, nearest labels and audit of a similarity."""
    return facts_of(named_similarity(similarity, request))


def facts_of(similarity):
    """Facts of a similarity, as a dict."""
    return {
        "name": similarity.name,
        "labels": list(similarity.labels),
        "none_labels": list(similarity.none_labels),
        "values": similarity.values.tolist(),
        "fingerprint": similarity.fingerprint,
        "facts": similarity.facts(),
        "nearest": {label: similarity.nearest(label) for label in similarity.labels},
        "audit": similarity.audit().to_dict(),
    }


def upload_similarity(file: File = None, request: gr.Request | None = None) -> UploadAnswer:
    """Read your similarity, JSON, CSV or SKOS.

    In this session the other endpoints then take "(uploaded)" as similarity.
    """
    if file is None:
        raise ValueError("There is no file: choose one first.")
    name, content = taken(file)
    made = jobs.look(files.from_file, (name, content), limits.size_of(content))
    visit = sessions.of(request)
    visit.own_similarity = uploads.Kept(name, made.similarity, visit.session)
    return {"similarity": UPLOADED, "file": name, "labels": list(made.similarity.labels)}


def make_similarity(
    groups: str, within: float = 0.5, by_paths: bool = False, request: gr.Request | None = None
) -> MadeAnswer:
    """Make a similarity from groups, "name: label, label", one per line, or from an indented tree.

    within: what a label of the same group earns. In this session the other endpoints then take
    "(uploaded)" as similarity.
    """
    check_text(groups, "The groups")
    made = builder.from_outline(groups, float(within), by_paths)
    visit = sessions.of(request)
    visit.own_similarity = uploads.Kept("Your similarity", made.similarity, visit.session)
    return {**facts_of(made.similarity), "python": made.code}


def compare_files(
    file_a: File = None,
    file_b: File = None,
    predictions: str = "predictions",
    references: str = "references",
    separator: str = "",
    similarity: Similarity = "goemotions-ekman",
    average: Average = "samples",
    ids: Ids = "auto",
    groups: str = "",
    request: gr.Request | None = None,
) -> ComparisonAnswer:
    """Scores of two systems on the same rows, the uncertainty of their difference, what decides it.

    Without file_a, A is the bundled GoEmotions predictions. groups: the column of file_a (of file_b
    without it) of what rows belong to (author, document), which intervals and tests then draw.
    """
    if file_b is None:
        raise ValueError("There is no file of system B: send one as file_b.")
    reading = reading_asked(predictions, references, separator, ids)
    both = [(*taken(file, EXAMPLE_A), reading) for file in (file_a, file_b)]
    return jobs.run(
        compare_work.compare_two,
        (both, average, named_similarity(similarity, request), groups),
        limits.size_of(*(content for _, content, _ in both)),
        request.session_hash,
        kind=jobs.PROGRAM,
    )


def threshold_curve(
    file: File = None,
    predictions: str = "predictions",
    references: str = "references",
    separator: str = "",
    similarity: Similarity = "goemotions-ekman",
    request: gr.Request | None = None,
) -> dict:
    """Semantic and plain F1 of a file of scores at each threshold: samples, micro, macro."""
    if file is None:
        raise ValueError("There is no file: choose one first.")
    name, content = taken(file)
    reading, named = (
        reading_asked(predictions, references, separator),
        named_similarity(similarity, request),
    )
    curve = jobs.run(
        work.threshold_curve,
        (content, name, reading, named, list(CURVE_AVERAGES)),
        limits.size_of(content),
        request.session_hash,
        kind=jobs.PROGRAM,
    )
    return {"file": name, **curve}


def build():
    """The endpoints, which no page shows."""
    for function in (
        explain_example,
        score_file,
        show_similarity,
        upload_similarity,
        make_similarity,
        compare_files,
        threshold_curve,
        score_annotators,
        score_distributions,
        score_graded,
    ):
        # The gate of jobs says how many run.
        gr.api(endpoint(function), api_name=function.__name__, concurrency_limit=None)
