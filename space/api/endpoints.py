"""Endpoints for programs: a named one for each page, which answers with JSON.

Files are sent as ``gradio_client.handle_file`` sends them, and leave the disk as they are read.
"""

import gradio as gr

from semantic_f1.average_table import CURVE_AVERAGES, NAMED_AVERAGES

from ..compare import work as compare_work
from ..example.form import checked_state, state_of
from ..example.result import scores_of
from ..frame import jobs, limits, sessions, uploads
from ..frame.reading import BUNDLED
from ..frame.similarities import check_text
from ..frame.table_layouts import LAYOUTS, MISSING, TwoFiles, is_plain
from ..score import work
from ..similarity import builder, files
from . import annotator_endpoints
from .arguments import (
    UPLOADED,
    named_endpoint,
    named_similarity,
    one_of,
    reading_asked,
    several_field,
    text_field,
)

NO_FILE = "the bundled GoEmotions predictions"
EXAMPLE_A = "the bundled GoEmotions example"


def explain_example(similarity, predicted, gold, fold_names, request: gr.Request):
    """Semantic and hard scores of one example, with the matches behind them."""
    named = named_similarity(similarity, request)
    state = checked_state(state_of("", predicted or [], gold or []))
    _, semantic, hard = scores_of(state, named, bool(fold_names))
    return {"semantic": semantic, "hard": hard}


def score_file(
    file,
    predictions,
    references,
    separator,
    similarity,
    unknown_labels,
    fold_names,
    counting,
    macro_labels,
    gold=None,
    layout="columns",
    id="",
    missing="raise",
    ids="auto",
    intervals=False,
    groups="",
    request: gr.Request = None,
    progress=gr.Progress(),  # noqa: B008 - how Gradio finds out that a handler reports progress
):
    """Semantic and hard scores of a file, or of the bundled predictions without one."""
    name, content, beside = _one_or_two(file, gold)
    options = {
        "unknown_labels": unknown_labels,
        "normalize_names": bool(fold_names),
        "counting": counting,
        "macro_labels": macro_labels,
    }
    reading = reading_asked(predictions, references, separator, ids)
    reading |= {"layout": one_of(layout, LAYOUTS, "layout"), "id": id or "", **beside}
    reading["missing"] = one_of(missing, MISSING, "missing")
    reading["groups"] = groups or ""
    if not is_plain(reading):
        for side in ("predictions", "references"):
            # Where a column is called so, its heading says it too.
            reading[side] = "" if reading[side] == side else reading[side]
    result = jobs.run(
        work.side_by_side,
        (
            content,
            name,
            reading,
            named_similarity(similarity, request),
            options,
            bool(intervals or groups),
        ),
        limits.size_of(content),
        request.session_hash,
        lambda share, text: progress(share, desc=text),
        jobs.PROGRAM,
    )
    return {"file": NO_FILE if file is None else name, **result}


def show_similarity(similarity, request: gr.Request):
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


def upload_similarity(file, request: gr.Request):
    """Take a similarity in; this session's other calls then know it as '(uploaded)'."""
    name, content = uploads.take(file)
    made = jobs.look(files.from_file, (name, content), limits.size_of(content))
    visit = sessions.of(request)
    visit.own_similarity = uploads.Kept(name, made.similarity, visit.session)
    return {"similarity": UPLOADED, "file": name, "labels": list(made.similarity.labels)}


def make_similarity(groups, within, by_paths, request: gr.Request):
    """Make a similarity from groups or a tree in text; it then is this session's own."""
    check_text(groups, "The groups")
    made = builder.from_outline(groups, float(within), bool(by_paths))
    visit = sessions.of(request)
    visit.own_similarity = uploads.Kept("Your similarity", made.similarity, visit.session)
    return {**facts_of(made.similarity), "python": made.code}


def compare_files(
    file_b,
    file_a,
    predictions,
    references,
    separator,
    similarity,
    average,
    ids,
    groups="",
    request: gr.Request = None,
    progress=gr.Progress(),  # noqa: B008
):
    """Two systems' scores, how sure their difference is, and whether the similarity decides."""
    if file_b is None:
        # The other one leaves the disk all the same.
        if file_a is not None:
            uploads.take(file_a)
        raise ValueError("There is no file of system B: send one as file_b.")
    reading = reading_asked(predictions, references, separator, ids)
    files = []
    problem = None
    for file in (file_a, file_b):
        try:
            name, content = (EXAMPLE_A, None) if file is None else uploads.take(file)
            files.append((name, content, reading))
        except ValueError as error:
            problem = problem or error
    if problem:
        raise problem
    return jobs.run(
        compare_work.compare_two,
        (
            files,
            one_of(average, NAMED_AVERAGES, "average"),
            named_similarity(similarity, request),
            groups or "",
        ),
        limits.size_of(*(content for _, content, _ in files)),
        request.session_hash,
        lambda share, text: progress(share, desc=text),
        jobs.PROGRAM,
    )


def threshold_curve(
    file,
    predictions,
    references,
    separator,
    similarity,
    request: gr.Request,
    progress=gr.Progress(),  # noqa: B008
):
    """Semantic and hard F1 of a file of scores at each threshold."""
    name, content = uploads.take(file)
    curve = jobs.run(
        work.threshold_curve,
        (
            content,
            name,
            reading_asked(predictions, references, separator),
            named_similarity(similarity, request),
            list(CURVE_AVERAGES),
        ),
        limits.size_of(content),
        request.session_hash,
        lambda share, text: progress(share, desc=text),
        jobs.PROGRAM,
    )
    return {"file": name, **curve}


def _one_or_two(file, gold):
    """Name and content of the predictions, and what the reading says of a file of gold labels."""
    if gold is None:
        return (*((BUNDLED.name, None) if file is None else uploads.take(file)), {})
    # Both leave the disk, whatever is wrong with either.
    gold_name, gold_content = uploads.take(gold)
    if file is None:
        raise ValueError("There is no file of the predictions: send one as file.")
    name, content = uploads.take(file)
    return name, TwoFiles(content, gold_name, gold_content), {"gold": gold_name}


def build():
    """The endpoints, in components that no page shows."""
    side_names = ("predictions", "references")
    with gr.Column(visible=False):
        named_endpoint(
            explain_example,
            [text_field("plutchik"), several_field([]), several_field([]), gr.Checkbox(True)],
            ("similarity", "predicted", "gold", "fold_names"),
            "Semantic and hard scores of one example: what the metric's explain returns.",
        )
        named_endpoint(
            score_file,
            [
                gr.File(),
                *map(text_field, (*side_names, "", "goemotions-ekman", "raise")),
                gr.Checkbox(False),
                text_field("paper"),
                text_field("all"),
                gr.File(),
                *map(text_field, ("columns", "", "raise", "auto")),
                gr.Checkbox(False),
                text_field(),
            ],
            (
                "file",
                *side_names,
                "separator",
                "similarity",
                "unknown_labels",
                "fold_names",
                "counting",
                "macro_labels",
                "gold",
                "layout",
                "id",
                "missing",
                "ids",
                "intervals",
                "groups",
            ),
            "Semantic and hard scores of a file of predictions, or of the bundled GoEmotions "
            "predictions without a file. separator: between the labels of a cell; empty for JSON "
            "lists. gold: a file of the gold labels, joined by the column id, else by the column "
            "that is called so, else line by line; missing: what ids are that one file lacks, "
            "'raise', 'empty' or 'drop'. layout: 'columns', 'indicators' (a column a label, 0 or "
            "1) or 'long' (a line a label). ids: whether whole numbers are ids, 'auto', 'always' "
            "or 'never'. intervals: the ends of 95% intervals of F1; groups: the column of what "
            "rows belong to (author, document), which intervals then draw.",
        )
        named_endpoint(
            show_similarity,
            [text_field("plutchik")],
            ("similarity",),
            "Values, facts, nearest labels and audit of a similarity.",
        )
        named_endpoint(
            upload_similarity,
            [gr.File()],
            ("file",),
            "Read a similarity of your own, JSON, CSV or SKOS; in this session the other endpoints "
            "then take '(uploaded)' as similarity.",
        )
        named_endpoint(
            make_similarity,
            [text_field(), gr.Number(0.5), gr.Checkbox(False)],
            ("groups", "within", "by_paths"),
            "Make a similarity from groups ('name: label, label', one a line) or an indented tree; "
            "in this session the other endpoints then take '(uploaded)' as similarity.",
        )
        named_endpoint(
            compare_files,
            [
                gr.File(),
                gr.File(),
                *map(text_field, (*side_names, "", "goemotions-ekman", "samples", "auto", "")),
            ],
            (
                "file_b",
                "file_a",
                *side_names,
                "separator",
                "similarity",
                "average",
                "ids",
                "groups",
            ),
            "Scores of two systems on the same rows, the difference with its interval and p-value, "
            "and whether the similarity decides. Without file_a, A is the bundled GoEmotions "
            "predictions. groups: the column of file_a (of file_b without it) of what rows belong "
            "to (author, document), which intervals and tests then draw.",
        )
        named_endpoint(
            threshold_curve,
            [gr.File(), *map(text_field, (*side_names, "", "goemotions-ekman"))],
            ("file", *side_names, "separator", "similarity"),
            "Semantic and hard F1 of a file of scores at each threshold: samples, micro, macro.",
        )
        annotator_endpoints.build()
