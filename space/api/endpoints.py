"""Endpoints for programs: a named one for each page, which answers with JSON.

Files are sent as ``gradio_client.handle_file`` sends them, and leave the disk as they are read.
Gradio shows signature and docstring as they stand here.
"""

from collections import Counter
from typing import Literal

import gradio as gr

from semantic_f1.messages import nearest_name

from ..compare import work as compare_work
from ..example.form import checked_state, state_of
from ..example.result import scores_of
from ..frame import jobs, limits, sessions
from ..frame.label_names import unknown_of
from ..frame.reading import BUNDLED
from ..frame.scores import without_ends
from ..frame.similarities import check_text, names_of
from ..frame.table_layouts import TwoFiles, is_plain
from ..score import work
from ..score.form import OPTIONS
from ..similarity import builder, files
from . import arguments, types
from .annotator_endpoints import score_annotators, score_distributions, score_graded
from .arguments import UPLOADED, endpoint, job, named_similarity, reading_asked, taken


def explain_example(
    predicted: list[str],
    gold: list[str],
    similarity: arguments.Similarity = "plutchik",
    ignore_case: bool = True,
    request: gr.Request | None = None,
) -> types.ExampleAnswer:
    """Semantic and hard scores of one example, with the matches behind them.

    Args:
        predicted: labels.
        gold: labels.
        similarity: similarity of the labels.
        ignore_case: whether case and spaces around names are ignored.
    """
    named = named_similarity(similarity, request)
    state = checked_state(state_of("", predicted, gold))
    _, semantic, hard = scores_of(state, named, ignore_case)
    unknown = [
        {"label": name, "did_you_mean": nearest_name(name, names_of(named))}
        for name in unknown_of(Counter(dict.fromkeys([*predicted, *gold], 1)), named, ignore_case)
    ]
    return {"semantic": semantic, "hard": hard, "unknown": unknown}


def _both_files(file, gold, reading):
    """Name and content of a file, with that of its gold labels; the reading is made to fit both."""
    name, content = taken(file, BUNDLED.name)
    if gold is not None:
        if file is None:
            raise ValueError("There is no file of the predictions: send one as file.")
        reading["gold"], gold_content = taken(gold)
        content = TwoFiles(content, reading["gold"], gold_content)
    for side in () if is_plain(reading) else ("predictions", "references"):
        # A column of that name is found by its heading too.
        reading[side] = "" if reading[side] == side else reading[side]
    return name, content


def score_file(
    file: arguments.File = None,
    predictions: str = "predictions",
    references: str = "references",
    separator: str = "",
    similarity: arguments.Similarity = "goemotions-ekman",
    unknown_labels: arguments.UnknownLabels = "raise",
    ignore_case: bool = False,
    counting: Literal["paper", "two_sided"] = "paper",
    macro_labels: arguments.MacroLabels = "all",
    gold: arguments.File = None,
    layout: arguments.Layout = "columns",
    id: str = "",
    missing: arguments.Missing = "raise",
    ids: arguments.Ids = "auto",
    intervals: bool = False,
    groups: str = "",
    replies: bool = False,
    quotes: arguments.Quotes = "",
    header: arguments.Header = "",
    merged: arguments.Merged = "",
    blank: arguments.Blank = "",
    threshold: float | None = None,
    request: gr.Request | None = None,
) -> types.FileAnswer:
    """Semantic and hard scores of a file of predictions, or of the bundled GoEmotions predictions.

    Args:
        file: table of predictions; without it the bundled one.
        predictions: column of the predicted labels.
        references: column of the gold labels.
        separator: between the labels of a cell; empty for JSON lists.
        similarity: similarity of the labels.
        unknown_labels: what is done with names that are not labels.
        ignore_case: whether case and spaces around names are ignored.
        counting: recall of micro, macro and weighted averages.
        macro_labels: labels that macro averages are over.
        gold: file of the gold labels, if they have a separate one.
        layout: "indicators" for a column per label, 0 or 1; "long" for a line per label.
        id: column that joins two files; empty for that of their headings, else line by line.
        missing: what is done with ids that one file lacks.
        ids: whether whole numbers are places in the list of labels.
        intervals: whether 95% intervals of F1 are wanted.
        groups: column of what rows belong to (author, document), which intervals then draw.
        replies: whether predictions are replies of a language model.
        quotes: what quotation marks do; empty for what the file says, as in the next three.
        header: whether the first line names the columns; "2" for two lines of headings.
        merged: whether all of a sheet's merged cells have their value.
        blank: what an empty gold cell means.
        threshold: of indicator columns that hold scores, the score from which a label counts.
    """
    reading = {**reading_asked(predictions, references, separator, ids), "layout": layout, "id": id}
    reading |= {"missing": missing, "groups": groups, "replies": replies, "quotes": quotes}
    reading |= {"header": header, "merged": merged, "blank": blank, "cutoff": threshold}
    name, content = _both_files(file, gold, reading)
    named, chosen = named_similarity(similarity, request), (unknown_labels, counting, macro_labels)
    options = dict(zip(OPTIONS, (*chosen, ignore_case), strict=True))
    given = (content, name, reading, named, options, bool(intervals or groups))
    result = job(work.side_by_side, given, limits.size_of(content), request)
    return {"file": "the bundled GoEmotions predictions" if file is None else name, **result}


def show_similarity(
    similarity: arguments.Similarity = "plutchik", request: gr.Request | None = None
) -> types.SimilarityAnswer:
    """Values, facts, nearest labels and audit of a similarity."""
    return _facts_of(named_similarity(similarity, request))


def _facts_of(similarity):
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


def upload_similarity(
    file: arguments.File = None, request: gr.Request | None = None
) -> types.UploadAnswer:
    """Read your similarity, JSON, CSV or SKOS.

    In this session the other endpoints then take "(uploaded)" as similarity.
    """
    name, content = taken(file)
    made = jobs.look(files.from_file, (name, content), limits.size_of(content))
    sessions.of(request).use(made.similarity, name)
    return {"similarity": UPLOADED, "file": name, "labels": list(made.similarity.labels)}


def make_similarity(
    groups: str, within: float = 0.5, by_paths: bool = False, request: gr.Request | None = None
) -> types.MadeAnswer:
    """Similarity from groups of labels, which in this session goes by the name "(uploaded)".

    Args:
        groups: "name: label, label", one group per line, or an indented tree.
        within: credit of a label of the same group.
        by_paths: whether credit in a tree goes by the length of paths.
    """
    check_text(groups, "The groups")
    made = builder.from_outline(groups, float(within), by_paths)
    sessions.of(request).use(made.similarity)
    return {**_facts_of(made.similarity), "python": made.code}


def compare_files(
    file_a: arguments.File = None,
    file_b: arguments.File = None,
    predictions: str = "predictions",
    references: str = "references",
    separator: str = "",
    similarity: arguments.Similarity = "goemotions-ekman",
    average: arguments.Average = "samples",
    ids: arguments.Ids = "auto",
    groups: str = "",
    request: gr.Request | None = None,
) -> types.ComparisonAnswer:
    """Scores of two systems on the same rows, the uncertainty of their difference, what decides it.

    Args:
        file_a: table of system A; without it the bundled GoEmotions predictions.
        file_b: table of system B, with the same rows.
        predictions: column of the predicted labels.
        references: column of the gold labels.
        separator: between the labels of a cell; empty for JSON lists.
        similarity: similarity of the labels.
        average: average of the scores.
        ids: whether whole numbers are places in the list of labels.
        groups: column of file_a, else of file_b, of what rows belong to (author, document).
    """
    if file_b is None:
        raise ValueError("There is no file of system B: send one as file_b.")
    reading = reading_asked(predictions, references, separator, ids)
    example = "the bundled GoEmotions example"
    both = [(*taken(file, example), reading) for file in (file_a, file_b)]
    given = (both, average, named_similarity(similarity, request), groups)
    size = limits.size_of(*(content for _, content, _ in both))
    return job(compare_work.compare_two, given, size, request)


def threshold_curve(
    file: arguments.File = None,
    predictions: str = "predictions",
    references: str = "references",
    separator: str = "",
    similarity: arguments.Similarity = "goemotions-ekman",
    request: gr.Request | None = None,
) -> dict:
    """Semantic and plain F1 of a file of scores at each threshold: samples, micro, macro."""
    name, content = taken(file)
    named = named_similarity(similarity, request)
    given = (content, name, reading_asked(predictions, references, separator), named)
    curve = job(work.threshold_curve, given, limits.size_of(content), request)
    return {"file": name, **curve}


def score_counts(
    labels: list[str],
    sets: list[list[int]],
    gold: list[int],
    predicted: list[int],
    times: list[int],
    similarity: arguments.Similarity = "goemotions-ekman",
    average: arguments.Average = "samples",
    request: gr.Request | None = None,
) -> types.CountsAnswer:
    """Scores of counted pairs of label sets, as links to results hold them.

    sets: places in labels; gold: places in sets, as differences; predicted: the same, from 0 on for
    each gold set; times: how often a pair comes. average: that of the signature.
    """
    options = {"unknown_labels": "raise", "counting": "paper", "macro_labels": "all"}
    counts = labels, sets, gold, predicted, times
    given = (counts, named_similarity(similarity, request), options)
    size = sum(times) * (40 + 8 * max(map(len, sets), default=0))
    scored = job(work.score_counts, given, size, request)
    (under,) = scored.under
    return {
        "examples": scored.examples,
        "similarity": under.similarity.name,
        "signature": under.signatures[average],
        "averages": without_ends(under.averages),
        "per_label": under.per_label,
        "warnings": under.warnings,
    }


# Tools of the MCP server; each costs an agent's context.
TOOLS = (explain_example, score_file, compare_files, make_similarity)
OTHERS = (
    show_similarity,
    upload_similarity,
    threshold_curve,
    score_counts,
    score_annotators,
    score_distributions,
    score_graded,
)


def build():
    """The endpoints, which no page shows."""
    for function in (*TOOLS, *OTHERS):
        handler = endpoint(function)
        # Gradio's own mark, by which its list of tools leaves out what is none.
        handler._mcp_type = "tool" if function in TOOLS else "endpoint"
        # The gate of jobs says how many run.
        gr.api(handler, api_name=function.__name__, concurrency_limit=None)
