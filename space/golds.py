"""The first half of the Space's fifth tab: gold label sets of several annotators."""

from pathlib import Path

import gradio as gr

from semantic_f1.commandline.main import compare, name_row
from semantic_f1.files.columns import LabelTable, read_annotator_columns
from semantic_f1.files.formats import TableError
from semantic_f1.pictures import annotators as pictures

from . import annotated as results
from .common import (
    UPLOADED,
    guarded,
    link,
    metric,
    problem,
    scoring,
    similarity_of,
)
from .file import MACRO, UNKNOWN, NotScored
from .results import results_json, unmatched_labels
from .soft import read_in
from .style import SORT_TABLE
from .uploads import Kept, on_disk, take
from .widgets import save_on_click, signature_box, take_in

BUNDLED = Path(__file__).resolve().parents[1] / "examples" / "annotators.csv"
PREDICTIONS = "predictions"
ANNOTATORS = [f"annotator_{i}" for i in range(1, 5)]
BUNDLED_COLUMNS, BUNDLED_BLANK = ["text", PREDICTIONS, *ANNOTATORS], "not_asked"
# Rows that are looked at before scoring, for cells whose meaning must be asked.
LOOKED_AT = 1000
# Annotators are compared with each other for the list of examples up to so many sets in all.
MOST_COMPARED = 2_000_000
BLANK = [("The annotator chose no label", "no_label"), ("The annotator was not asked", "not_asked")]
REDUCE = [
    ("Mean: every annotator counts the same", "mean"),
    ("Max: only the annotator nearest to the prediction", "max"),
    ("Soft: labels count by how many chose them", "soft"),
]
HELP = """
One row an example, a column with the predicted labels and a column for each annotator. Cells are
JSON lists (`["joy", "love"]`) or names with a separator. Or one column with all gold sets of a row,
nested: `[["joy"], ["joy", "love"]]` are two annotators.
"""


class BlankCells(ValueError):
    """Cells of annotators are empty, and nobody said what that means."""


def receive(path, request: gr.Request):
    """Take an upload in: its content and its columns."""
    kept, columns, said = read_in(path, request)
    predictions = PREDICTIONS if PREDICTIONS in columns else columns[0]
    if "references" in columns:
        chosen = ["references"]
    else:
        chosen = [name for name in columns if name.casefold().startswith("annotator")]
    return (
        kept,
        gr.update(choices=columns, value=predictions),
        gr.update(choices=columns, value=chosen),
        gr.update(value=None, visible=False),
        said,
        gr.update(visible=True),
    )


def use_bundled():
    """Back to the invented example."""
    return (
        None,
        gr.update(choices=BUNDLED_COLUMNS, value=PREDICTIONS),
        gr.update(choices=BUNDLED_COLUMNS, value=ANNOTATORS),
        gr.update(value=BUNDLED_BLANK, visible=True),
        "",
        gr.update(visible=False),
    )


def preview(upload, predictions, references, blank, separator):
    """The first rows as they are read, and the question what blank cells mean where it arises."""
    reading = (predictions, references, blank, separator)
    try:
        read = _read(upload, reading, limit=LOOKED_AT)
    except BlankCells as question:
        return problem(str(question)), gr.update(visible=True)
    return results.first_rows(read, predictions, references), gr.skip()


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
    own=None,
    progress=gr.Progress(),  # noqa: B008 - how Gradio finds out that a handler reports progress
):
    """Scores against several annotators and of people, of a file or of the example."""
    upload = None if file is None else Kept(*take(file))
    reading = (predictions, references, blank, separator)
    return _score(
        upload, reading, _options(similarity, reduce, unknown_labels, macro_labels, own), progress
    )


def score_kept(
    upload,
    predictions,
    references,
    blank,
    separator,
    similarity,
    reduce,
    unknown_labels,
    macro_labels,
    own,
    progress=gr.Progress(),  # noqa: B008
):
    """The same for the upload in memory, for the page; asks what blank cells mean."""
    reading = (predictions, references, blank, separator)
    options = _options(similarity, reduce, unknown_labels, macro_labels, own)
    try:
        scores = _score(upload, reading, options, progress)
    except BlankCells as question:
        return not_scored(problem(str(question)), asked=gr.update(visible=True))
    shared = upload is None and similarity != UPLOADED
    address = link("annotators", similarity=similarity) if shared else ""
    return *scores, address, gr.update(visible=True), gr.skip()


def not_scored(message, asked=None):
    """The page's outputs where there is a message in place of scores."""
    return message, *[None] * 7, gr.update(visible=False), asked or gr.skip()


def _options(similarity, reduce, unknown_labels, macro_labels, own):
    return {
        "similarity": similarity_of(similarity, own),
        "reduce": reduce,
        "unknown_labels": unknown_labels,
        "macro_labels": macro_labels,
    }


def _score(upload, reading, options, progress):
    read = _read(upload, reading, progress=lambda done: progress(0.5 * done, desc="Reading"))
    several = metric("annotators")
    ids = {} if read.annotators is None else {"annotators": read.annotators}
    progress(0.5, desc="Scoring")
    try:
        with scoring():
            result = compare(
                several, read.predictions, read.references, {**options, **ids}, per_label=False
            )
            progress(0.7, desc="Scoring each example")
            points = several.pointwise(read.predictions, read.references, **options)
            progress(0.8, desc="Comparing annotators")
            agreement = _agreement(read.references, options)
    except ValueError as error:
        predictions, references = reading[0], reading[1][0]
        message = name_row(str(error), read, predictions, references)
        raise NotScored(message, _unmatched(read, options["similarity"])) from None
    source = upload.name if upload else "the invented example"
    human = result["human"]
    people = human["averages"].items() if human else ()
    # The metric names annotators as they come up, a reader looks for the order of the columns.
    each = sorted(result["by_annotator"], key=lambda row: reading[1].index(row["annotator"]))
    progress(1.0)
    return (
        results.said(source, read, result),
        results.scores(result),
        pictures.people(
            (average, who["human"]["f1"], who["system"]["f1"]) for average, who in people
        ),
        results.by_annotator(each),
        results.disagreement(read, agreement, points["semantic_f1"]),
        result["signature"],
        {"file": source, "examples": len(read), **result},
    )


def _agreement(references, options):
    """Mean F1 of each annotator of an example against the others; None where it would take long."""
    rows = [row for row, sets in enumerate(references) if len(sets) > 1]
    if sum(len(references[row]) * (len(references[row]) - 1) for row in rows) > MOST_COMPARED:
        return None
    left_out = [one for row in rows for one in references[row]]
    others = [
        sets[:place] + sets[place + 1 :]
        for sets in map(references.__getitem__, rows)
        for place in range(len(sets))
    ]
    points = metric("annotators").pointwise(left_out, others, **options)["semantic_f1"]
    found, start = {}, 0
    for row in rows:
        size = len(references[row])
        found[row] = sum(points[start : start + size]) / size
        start += size
    return found


def _unmatched(read, similarity):
    """A table of the names that are no labels, on either side."""
    golds = [[name for gold in sets for name in gold] for sets in read.references]
    table = LabelTable(read.predictions, golds, read.info, read.lines, read.unit)
    return unmatched_labels(table, similarity, fold_names=False)


def _read(upload, reading, **limits):
    """The label sets of the upload, or of the invented example."""
    predictions, references, blank, separator = reading
    if upload is None:
        blank = blank or BUNDLED_BLANK
    if not references:
        raise ValueError(
            "Choose the columns of the annotators: one for each, or a single one with nested lists."
        )
    several = len(references) > 1
    options = {
        "predictions": predictions,
        "references": list(references) if several else references[0],
        "separator": separator or None,
        **limits,
    }

    def read(path):
        try:
            return read_annotator_columns(path, blank=blank or None, **options)
        except TableError:
            if blank or not several:
                raise
            # Where this can be read, nothing but blank cells was wrong.
            read_annotator_columns(path, blank="no_label", **options)
        raise BlankCells(
            "Some cells of the annotators are empty. Choose what an empty cell means: that the "
            "annotator chose no label, or was not asked."
        )

    return read(BUNDLED) if upload is None else on_disk(upload.name, upload.get(), read)


def build(own, similarity):
    """The section; ``similarity`` is the dropdown of the tab."""
    upload = gr.State(None)
    gr.Markdown(HELP)
    file = gr.File(
        label="Your file; without one, an invented example", height=140, elem_id="annotators-upload"
    )
    received = gr.HTML(elem_id="annotators-received")
    bundled = gr.Button(
        "Back to the example", size="sm", visible=False, elem_id="annotators-bundled"
    )
    with gr.Row():
        predictions = gr.Dropdown(
            BUNDLED_COLUMNS,
            value=PREDICTIONS,
            label="Column of predicted labels",
            min_width=200,
            elem_id="annotators-predictions",
        )
        references = gr.Dropdown(
            BUNDLED_COLUMNS,
            value=ANNOTATORS,
            multiselect=True,
            label="Columns of the annotators",
            min_width=300,
            scale=2,
            elem_id="annotators-references",
        )
        separator = gr.Textbox(
            "",
            label="Separator",
            info="Between the labels of a cell; leave empty for JSON lists.",
            min_width=200,
            elem_id="annotators-separator",
        )
    rows = gr.HTML(elem_id="annotators-preview")
    blank = gr.Dropdown(
        BLANK,
        value=BUNDLED_BLANK,
        label="An empty cell of an annotator means",
        elem_id="annotators-blank",
    )
    rows.value = preview(None, PREDICTIONS, ANNOTATORS, BUNDLED_BLANK, "")[0]
    with gr.Row():
        reduce = gr.Dropdown(
            REDUCE,
            value="mean",
            label="How annotators become one score",
            min_width=300,
            elem_id="annotators-reduce",
        )
        unknown = gr.Dropdown(
            UNKNOWN,
            value="raise",
            label="Names that are not labels",
            min_width=300,
            elem_id="annotators-unknown",
        )
        macro = gr.Dropdown(
            MACRO,
            value="all",
            label="Macro averages are over",
            min_width=300,
            elem_id="annotators-macro",
        )
    button = gr.Button("Score", variant="primary", elem_id="annotators-score")
    summary = gr.HTML(label="What the scores say", elem_id="annotators-summary")
    with gr.Column(visible=False) as scored:
        with gr.Row(equal_height=False):
            with gr.Column(min_width=300):
                averages = gr.HTML(label="Averages", elem_id="annotators-averages")
            with gr.Column(min_width=300):
                picture = gr.HTML(label="Annotators and system", elem_id="annotators-people")
        each = gr.HTML(label="Each annotator", js_on_load=SORT_TABLE, elem_id="annotators-each")
        apart = gr.HTML(label="Disagreement", elem_id="annotators-disagreement")
        signature = signature_box("annotators")
        address = gr.HTML(elem_id="annotators-link")
        save = gr.Button("Save results (JSON)", elem_id="annotators-save-json")
    result = gr.JSON(label="Result", visible=False)
    to_save = gr.Textbox(visible=False)

    private = {"api_visibility": "private"}
    reading = [predictions, references, blank, separator]
    options = [similarity, reduce, unknown, macro, own]
    outputs = [summary, averages, picture, each, apart, signature, result]
    shown_preview = {
        "fn": guarded(preview, lambda message: (message, gr.skip())),
        "inputs": [upload, *reading],
        "outputs": [rows, blank],
        "show_progress": "hidden",
        **private,
    }
    taken = [upload, predictions, references, blank, received, bundled]
    take_in(file, receive, bundled, use_bundled, taken, shown_preview)
    # Emptying a choice of several is no input.
    gr.on([predictions.input, references.change, blank.input, separator.change], **shown_preview)
    button.click(
        guarded(score_kept, not_scored),
        [upload, *reading, *options],
        [*outputs, address, scored, blank],
        show_progress_on=summary,
        **private,
    )
    # A program may name columns that the page doesn't offer.
    named = [
        gr.Textbox(PREDICTIONS, visible=False),
        gr.Dropdown(
            ANNOTATORS, value=ANNOTATORS, multiselect=True, allow_custom_value=True, visible=False
        ),
        gr.Textbox("", visible=False),
    ]
    gr.Button(visible=False).click(
        guarded(score_annotators),
        [file, *named, separator, *options],
        outputs,
        api_name="score_annotators",
        api_description="Scores of a file against several annotators and of people, or of "
        "the invented example without a file: as HTML for people, and last as JSON. references: "
        "one column an annotator, or a single one with nested lists. blank: what an empty cell of "
        "an annotator means, 'no_label' or 'not_asked'.",
    )
    save_on_click(save, results_json, [result], to_save)
