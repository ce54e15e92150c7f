"""The second half of the Space's fourth tab: scores of a model over the threshold."""

import gradio as gr

from semantic_f1.commandline.systems import threshold_table
from semantic_f1.files.columns import sniff
from semantic_f1.pictures import curves

from .common import (
    check_text,
    escape,
    guarded,
    metric,
    note,
    number,
    scoring,
    similarity_of,
    table,
)
from .uploads import Kept, on_disk, take

COLUMNS = ("predictions", "references")
AVERAGES = ("samples", "micro", "macro")
HELP = """
## Thresholds
One file whose predictions are lists of scores, one number a label in the order of the similarity's
labels (`[0.91, 0.03, ...]`); gold labels are names or ids. A label is predicted where its score
reaches the threshold.
"""
INDICES = (
    "Monotonicity is 1 where the score falls with every step up the thresholds, \u22121 where it "
    "always rises. Smoothness is the mean step over the whole range of the curve: lower is "
    "smoother. Both are 0 for a constant curve."
)


def receive(path, request: gr.Request):
    """Take an upload in: its content and a sentence on it."""
    name, content = take(path)
    columns = on_disk(name, content, sniff).columns
    check_text("".join(columns), f"{name}: a column's name")
    said = note(f"{name} ({len(content):,} bytes) is in memory. Columns: {', '.join(columns)}.")
    return Kept(name, content, request.session_hash), said


def threshold_curve(file, predictions, references, separator, similarity, own=None):
    """Semantic and hard F1 of a file of scores at each threshold."""
    return _curve(Kept(*take(file)), (predictions, references, separator), similarity, own)


def curve_of_kept(upload, predictions, references, separator, similarity, own):
    """The same for the upload in memory, for the page."""
    if upload is None:
        raise ValueError("There is no file of scores: upload one first.")
    return _curve(upload, (predictions, references, separator), similarity, own)


def _curve(upload, reading, similarity, own):
    chosen = similarity_of(similarity, own)
    scores, gold = _read(upload, reading, chosen)
    with scoring(), metric("multilabel").notices() as warned:
        found = metric("multilabel").threshold_curve(
            scores, gold, similarity=chosen, average=list(AVERAGES)
        )
    notes = "".join(map(note, dict.fromkeys(warned)))
    said = note(f"{len(gold):,} examples of {upload.name}.") + best(found)
    return said + notes, curves.threshold_curves(found), {"file": upload.name, **found}


def _read(upload, reading, similarity):
    """Scores and gold indicator rows; columns for none-labels are there where scores have them."""
    predictions, references, separator = reading
    none = set(similarity.none_labels)
    names = [*similarity.labels, *(n for n in similarity.none_labels if n not in similarity.labels)]

    def read(path):
        columns = {"predictions": predictions, "references": references}
        try:
            return threshold_table(path, columns, names, none, {"separator": separator or None})
        except ValueError as error:
            # The visitor's file, not the server's path of it.
            raise ValueError(str(error).replace(path, upload.name)) from None

    scores, gold = on_disk(upload.name, upload.get(), read)
    if len(scores[0]) == len(similarity.labels):
        gold = [row[: len(similarity.labels)] for row in gold]
    return scores, gold


def best(found):
    """The best threshold of each curve and the curve's two indices, in a table and in words."""
    rows = []
    for average in AVERAGES:
        for kind in ("semantic", "hard"):
            key = f"{kind}_f1_{average}"
            top = found["best"][key]
            rows.append(
                [
                    f"{average}, {kind}",
                    f"{top['threshold']:g}",
                    number(top["score"]),
                    number(found["monotonicity"][key]).replace("-", "\u2212"),
                    number(found["smoothness"][key]),
                ]
            )
    heads = ["F1", "Best at", "F1 there", "Monotonicity", "Smoothness"]
    return f"{table(heads, rows)}<p>{escape(INDICES)}</p>"


def build(own, similarity):
    """The section, with its similarity dropdown."""
    upload = gr.State(None)
    gr.Markdown(HELP)
    with gr.Row(equal_height=False):
        with gr.Column(min_width=300):
            file = gr.File(label="Scores", height=140, elem_id="curve-upload")
            received = gr.HTML(elem_id="curve-received")
        with gr.Column(min_width=300):
            with gr.Row():
                predictions = gr.Textbox(
                    COLUMNS[0], label="Column of scores", min_width=140, elem_id="curve-predictions"
                )
                references = gr.Textbox(
                    COLUMNS[1],
                    label="Column of gold labels",
                    min_width=140,
                    elem_id="curve-references",
                )
                separator = gr.Textbox(
                    "",
                    label="Separator of gold labels",
                    min_width=140,
                    elem_id="curve-separator",
                )
            similarity.render()
    button = gr.Button("Draw the curves", variant="primary", elem_id="curve-start")
    with gr.Row(equal_height=False):
        with gr.Column(min_width=300):
            said = gr.HTML(label="Best thresholds", elem_id="curve-best")
        with gr.Column(min_width=300):
            picture = gr.HTML(label="Curves", elem_id="curve-picture")
    result = gr.JSON(label="Result", visible=False)

    options = [predictions, references, separator, similarity, own]
    outputs = [said, picture, result]
    private = {"api_visibility": "private"}
    # The file itself is gone from the server, whether it could be read or not.
    file.upload(
        guarded(receive, lambda message: (gr.skip(), message)),
        [file],
        [upload, received],
        **private,
    ).then(lambda: None, None, [file], show_progress="hidden", **private)
    button.click(
        guarded(curve_of_kept, lambda message: (message, "", None)),
        [upload, *options],
        outputs,
        **private,
    )
    gr.Button(visible=False).click(
        guarded(threshold_curve),
        [file, *options],
        outputs,
        api_name="threshold_curve",
        api_description="Semantic and hard F1 of a file of scores at each threshold, samples, "
        "micro and macro: as HTML for people, and last as JSON.",
    )
