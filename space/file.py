"""The Space's second tab: scores of a file of predictions."""

from pathlib import Path

import gradio as gr

from semantic_f1.commandline.main import compare, name_row
from semantic_f1.files.columns import LabelTable, read_columns, sniff

from . import results
from .common import (
    UPLOADED,
    check_text,
    guarded,
    link,
    metric,
    note,
    scoring,
    similarity_choices,
    similarity_of,
)
from .style import SORT_TABLE
from .uploads import KEPT_SECONDS, MAX_MEGABYTES, Kept, on_disk, take
from .widgets import save_on_click, signature_box, take_in

TAB = "file"
COLUMNS = ["predictions", "references"]
PREVIEW_ROWS = 5
BUNDLED = Path(__file__).resolve().parents[1] / "examples" / "goemotions_test.csv"
UNKNOWN = [
    ("Stop and list them", "raise"),
    ("Count them as wrong", "mismatch"),
    ("Leave them out", "ignore"),
]
MACRO = [("All labels of the similarity", "all"), ("Labels that occur in the file", "present")]
COUNTING = [("As the paper does", "paper"), ("From the gold side (two-sided)", "two_sided")]
HELP = f"""
One row an example, a column with the predicted and one with the gold labels. Cells are JSON lists
(`["joy", "love"]`) or names with a separator; an empty cell is the empty set. CSV, TSV, JSON Lines
or Parquet, up to {MAX_MEGABYTES} MB. Your file is read into memory and deleted from disk at once;
it leaves memory soon after you close the page, at the latest after {KEPT_SECONDS // 60} minutes.
"""


def receive(path, request: gr.Request):
    """Take an upload in: its content, its columns and its first rows."""
    name, content = take(path)
    columns = on_disk(name, content, sniff).columns
    check_text("".join(columns), f"{name}: a column's name")
    return (
        Kept(name, content, request.session_hash),
        *_column_choices(columns),
        note(f"{name} ({len(content):,} bytes) is in memory. Columns: {', '.join(columns)}."),
        gr.update(visible=True),
    )


def use_bundled():
    """Back to the GoEmotions predictions."""
    return None, *_column_choices(COLUMNS), "", gr.update(visible=False)


def _column_choices(columns):
    chosen = [
        name if name in columns else columns[min(index, len(columns) - 1)]
        for index, name in enumerate(COLUMNS)
    ]
    return [gr.update(choices=columns, value=name) for name in chosen]


def preview(upload, predictions, references, separator):
    """The first rows as they are read."""
    read = _read(upload, (predictions, references, separator), limit=PREVIEW_ROWS)
    return results.first_rows(read, predictions, references)


class NotScored(ValueError):
    """Error of a file that was not scored, with the HTML table of its names that are no labels."""

    def __init__(self, message, details):
        super().__init__(message)
        self.details = details


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
    own=None,
    progress=gr.Progress(),  # noqa: B008 - how Gradio finds out that a handler reports progress
):
    """Semantic and hard scores of a file, or of the bundled GoEmotions predictions without one."""
    upload = None if file is None else Kept(*take(file))
    reading = (predictions, references, separator)
    options = _options(similarity, unknown_labels, fold_names, counting, macro_labels, own)
    return _score(upload, reading, options, progress)


def score_kept(
    upload,
    predictions,
    references,
    separator,
    similarity,
    unknown_labels,
    fold_names,
    counting,
    macro_labels,
    own=None,
    progress=gr.Progress(),  # noqa: B008
):
    """The scores of the upload in memory, for the page."""
    reading = (predictions, references, separator)
    options = _options(similarity, unknown_labels, fold_names, counting, macro_labels, own)
    scores = _score(upload, reading, options, progress)
    shared = upload is None and similarity != UPLOADED
    address = link(TAB, similarity=similarity) if shared else ""
    return *scores, address, gr.update(visible=True)


def _score(upload, reading, options, progress):
    read = _read(upload, reading, progress=lambda done: progress(0.6 * done, desc="Reading"))
    unmatched = results.unmatched_labels(read, options["similarity"], options["normalize_names"])
    progress(0.6, desc="Scoring")
    try:
        with scoring():
            result = compare(metric(), read.predictions, read.references, options)
            progress(0.8, desc="Scoring each example")
            sets = (read.predictions, read.references)
            points = metric().pointwise(*sets, **options)
            report = metric().report(*sets, output="dict", **options)
            taken = metric().confusion(*sets, **options)
    except ValueError as error:
        raise NotScored(name_row(str(error), read, *reading[:2]), unmatched) from None
    source = upload.name if upload else "the bundled GoEmotions predictions"
    progress(1.0)
    return (
        results.averages(source, len(read), result),
        unmatched,
        results.per_label(result["per_label"]),
        results.label_chart(result["per_label"]),
        results.distribution(points["semantic_f1"]),
        results.worst(read, points),
        results.report(report["rows"]),
        results.confusion(taken["labels"], taken["gold"]),
        result["signature"],
        {"file": source, "examples": len(read), **result},
    )


def per_example_csv(
    upload,
    predictions,
    references,
    separator,
    similarity,
    unknown_labels,
    fold_names,
    counting,
    macro_labels,
    own,
):
    """The scores of every example, to be saved by the browser."""
    read = _read(upload, (predictions, references, separator))
    options = _options(similarity, unknown_labels, fold_names, counting, macro_labels, own)
    with scoring():
        points = metric().pointwise(read.predictions, read.references, **options)
    return results.examples_csv(read, points)


def _options(similarity, unknown_labels, fold_names, counting, macro_labels, own):
    return {
        "similarity": similarity_of(similarity, own),
        "unknown_labels": unknown_labels,
        "normalize_names": bool(fold_names),
        "counting": counting,
        "macro_labels": macro_labels,
    }


def _read(upload, reading, **limits) -> LabelTable:
    """The label sets of the upload, or of the bundled file."""
    predictions, references, separator = reading

    def read(path):
        return read_columns(
            path,
            predictions=predictions,
            references=references,
            separator=separator or None,
            **limits,
        )

    return read(BUNDLED) if upload is None else on_disk(upload.name, upload.get(), read)


def _folded():
    """Results that unfold on demand."""
    with gr.Accordion("All scores of each label", open=False):
        report = gr.HTML(label="Report", js_on_load=SORT_TABLE, elem_id="file-report")
    with gr.Accordion(
        "Confusions: gold label (row), best match among the predicted (column)", open=False
    ):
        confusion = gr.HTML(label="Confusion", elem_id="file-confusion")
    return report, confusion


def build(own):
    """The tab; returns what a link can set, the similarity dropdown, and the preview's refresh."""
    upload = gr.State(None)
    gr.Markdown(HELP)
    file = gr.File(
        label="Your file; without one, the GoEmotions example",
        height=140,
        elem_id="file-upload",
    )
    received = gr.HTML(elem_id="file-received")
    bundled = gr.Button(
        "Back to the GoEmotions example", size="sm", visible=False, elem_id="file-bundled"
    )
    with gr.Row():
        predictions = gr.Dropdown(
            COLUMNS,
            value=COLUMNS[0],
            label="Column of predicted labels",
            elem_id="file-predictions",
        )
        references = gr.Dropdown(
            COLUMNS,
            value=COLUMNS[1],
            label="Column of gold labels",
            elem_id="file-references",
        )
        separator = gr.Textbox(
            "",
            label="Separator",
            info="Between the labels of a cell; leave empty for JSON lists.",
            elem_id="file-separator",
        )
    rows = gr.HTML(elem_id="file-preview")
    similarity = gr.Dropdown(
        similarity_choices(),
        value="goemotions-ekman",
        label="Similarity",
        info="How near any two labels are, from 0 to 1.",
        elem_id="file-similarity",
    )
    with gr.Row():
        unknown = gr.Dropdown(
            UNKNOWN,
            value="raise",
            label="Names that are not labels",
            info="Of the similarity chosen here.",
            min_width=300,
            elem_id="file-unknown",
        )
        counting = gr.Dropdown(
            COUNTING,
            value="paper",
            label="Recall of micro, macro and weighted averages",
            info="The paper's recall counts predicted labels; two-sided counts gold ones.",
            min_width=300,
            elem_id="file-counting",
        )
        macro = gr.Dropdown(
            MACRO,
            value="all",
            label="Macro averages are over",
            info="A label that never occurs scores 0.",
            min_width=300,
            elem_id="file-macro",
        )
    fold_names = gr.Checkbox(
        False, label="Ignore case and surrounding spaces of names", elem_id="file-fold"
    )
    button = gr.Button("Score", variant="primary", elem_id="file-score")
    summary = gr.HTML(label="Averages", elem_id="file-summary")
    unmatched = gr.HTML(label="Names that are not labels", elem_id="file-unmatched")
    with gr.Column(visible=False) as scored:
        with gr.Row(equal_height=False):
            with gr.Column(min_width=300):
                per_label = gr.HTML(
                    label="Each label", js_on_load=SORT_TABLE, elem_id="file-per-label"
                )
                histogram = gr.HTML(label="Distribution", elem_id="file-distribution")
            with gr.Column(min_width=300):
                chart = gr.HTML(label="Chart of labels", elem_id="file-chart")
        lowest = gr.HTML(label="Worst examples", elem_id="file-worst")
        folded = _folded()
        signature = signature_box("file")
        address = gr.HTML(elem_id="file-link")
        with gr.Row():
            save_examples = gr.Button("Save scores of each example (CSV)", elem_id="file-save-csv")
            save_results = gr.Button("Save results (JSON)", elem_id="file-save-json")
    result = gr.JSON(label="Result", visible=False)
    to_save = gr.Textbox(visible=False)

    reading = [predictions, references, separator]
    options = [similarity, unknown, fold_names, counting, macro]
    scores = [
        summary,
        unmatched,
        per_label,
        chart,
        histogram,
        lowest,
        *folded,
        signature,
        result,
    ]
    shown_preview = {
        "fn": guarded(preview, lambda message: message),
        "inputs": [upload, *reading],
        "outputs": [rows],
        "show_progress": "hidden",
        "api_visibility": "private",
    }
    taken = [upload, predictions, references, received, bundled]
    take_in(file, receive, bundled, use_bundled, taken, shown_preview)
    gr.on([predictions.input, references.input, separator.change], **shown_preview)
    button.click(
        guarded(score_kept, lambda message: (message, *[None] * 10, gr.update(visible=False))),
        [upload, *reading, *options, own],
        [*scores, address, scored],
        show_progress_on=summary,
        api_visibility="private",
    )
    named = [gr.Textbox(name, visible=False) for name in COLUMNS]
    gr.Button(visible=False).click(
        guarded(score_file),
        [file, *named, separator, *options, own],
        scores,
        api_name="score_file",
        api_description="Semantic and hard scores of a file of predictions, or of the bundled "
        "GoEmotions predictions without a file: as HTML for people, and last as JSON.",
    )
    inputs = [upload, *reading, *options, own]
    save_on_click(save_examples, per_example_csv, inputs, to_save, show_progress_on=signature)
    save_on_click(save_results, results.results_json, [result], to_save)
    return similarity, shown_preview
