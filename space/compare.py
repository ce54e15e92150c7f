"""The Space's fourth tab: two systems on the same examples, and scores over thresholds."""

from pathlib import Path

import gradio as gr

from semantic_f1.commandline.main import AVERAGES, name_row
from semantic_f1.commandline.systems import same_references
from semantic_f1.files.columns import read_columns
from semantic_f1.pictures import curves

from . import compared as results
from . import thresholds as space_thresholds
from .common import (
    guarded,
    metric,
    names_of,
    note,
    scoring,
    similarity_choices,
    similarity_of,
)
from .thresholds import COLUMNS, receive
from .uploads import KEPT_SECONDS, Kept, on_disk, take
from .widgets import signature_box

TAB = "compare"
BUNDLED = Path(__file__).resolve().parents[1] / "examples" / "goemotions_test.csv"
RESAMPLES, SEED = 1000, 0
CONTROL = "rows permuted"
HELP = f"""
## Two systems
Two files with the predictions of two systems, A and B, for the same rows: same order, same gold
labels. Without a file, A is the GoEmotions example. Cells and sizes are as in the tab "A file".
Files are read into memory and deleted from disk at once; they leave memory soon after you close the
page, at the latest after {KEPT_SECONDS // 60} minutes.
"""


def receive_first(path, request: gr.Request):
    """Take the file of system A in, and offer the way back."""
    return *receive(path, request), gr.update(visible=True)


def use_bundled():
    """Back to the GoEmotions predictions as system A."""
    return None, "", gr.update(visible=False)


def compare_files(
    file_b,
    file_a=None,
    predictions=COLUMNS[0],
    references=COLUMNS[1],
    separator="",
    similarity="goemotions-ekman",
    average="samples",
    own=None,
):
    """Two systems' scores, how sure their difference is, and whether the similarity decides."""
    uploads = _take_all([file_a, file_b])
    return _compare(uploads, (predictions, references, separator), similarity, average, own)


def compare_kept(upload_a, upload_b, predictions, references, separator, similarity, average, own):
    """The same for the uploads in memory, for the page."""
    uploads = [upload_a, upload_b]
    reading = (predictions, references, separator)
    return *_compare(uploads, reading, similarity, average, own), gr.update(visible=True)


def _take_all(files):
    """Each upload or None; all leave the disk, whichever of them can't be read."""
    uploads, problems = [], []
    for file in files:
        try:
            uploads.append(None if file is None else Kept(*take(file)))
        except ValueError as problem:
            problems.append(problem)
    if problems:
        raise problems[0]
    return uploads


def _compare(uploads, reading, similarity, average, own):
    if uploads[1] is None:
        raise ValueError("There is no file of system B: upload one first.")
    names = [upload.name if upload else "the bundled GoEmotions example" for upload in uploads]
    files = [f"{letter} ({name})" for letter, name in zip("AB", names, strict=True)]
    tables = [_read(upload, reading) for upload in uploads]
    same_references(tables, files)
    gold = tables[0].references
    systems = {"A": tables[0].predictions, "B": tables[1].predictions}
    chosen = similarity_of(similarity, own)
    if average not in AVERAGES:
        raise ValueError(f"average: {average!r} is not one of {', '.join(AVERAGES)}")
    options = {"similarity": chosen, "average": average, "seed": SEED}
    with scoring():
        warned = _warnings(tables, files, reading, options)
        with metric().notices():
            found = metric().compare(*systems.values(), gold, n_resamples=RESAMPLES, **options)
            tested = metric().sensitivity(systems, gold, _alternatives(chosen), **options)
    alternatives = tested["alternatives"]
    signature = metric().signature(n_resamples=RESAMPLES, **options)
    return (
        results.difference(files, len(gold), average, found) + "".join(map(note, warned)),
        results.verdict(tested),
        # Without the control, which only widens the scale: it is no similarity to score with.
        curves.slopes([row for row in alternatives if row["name"] != CONTROL], list(systems)),
        results.alternatives_table(alternatives),
        signature,
        {
            "a": names[0],
            "b": names[1],
            "examples": len(gold),
            "average": average,
            "comparison": found,
            "sensitivity": tested,
            "warnings": warned,
            "signature": signature,
        },
    )


def _read(upload, reading):
    """The label sets of the upload, or of the bundled file, whose columns are known."""
    if upload is None:
        return read_columns(BUNDLED)
    predictions, references, separator = reading

    def read(path):
        return read_columns(
            path, predictions=predictions, references=references, separator=separator or None
        )

    return on_disk(upload.name, upload.get(), read)


def _warnings(tables, files, reading, options):
    """Warnings of the metric for each file; its errors with the file and the line."""
    texts = []
    for read, file in zip(tables, files, strict=True):
        try:
            with metric().notices() as found:
                metric().compute(
                    predictions=read.predictions, references=read.references, **options
                )
        except ValueError as error:
            raise ValueError(f"{file}: {name_row(str(error), read, *reading[:2])}") from None
        texts += [f"{file}: {text}" for text in found]
    return texts


def _alternatives(similarity):
    """The other bundled similarities of the same labels."""
    load, known = metric().similarity.load, set(names_of(similarity))
    return [
        name
        for name in metric().similarity.names()
        if name != similarity.name and set(names_of(load(name))) == known
    ]


def dropdowns():
    """The similarity dropdowns of the two sections, which ``build`` places."""
    return [
        gr.Dropdown(
            similarity_choices(),
            value="goemotions-ekman",
            label="Similarity",
            min_width=300,
            elem_id=f"{section}-similarity",
            render=False,
        )
        for section in ("compare", "curve")
    ]


def build(own, similarity, curve_similarity):
    """The tab, with the similarity dropdowns of its two sections."""
    uploads = [gr.State(None), gr.State(None)]
    gr.Markdown(HELP)
    with gr.Row(equal_height=False):
        with gr.Column(min_width=300):
            file_a = gr.File(
                label="System A (or GoEmotions)",
                height=140,
                elem_id="compare-upload-a",
            )
            received_a = gr.HTML(elem_id="compare-received-a")
            bundled = gr.Button(
                "Back to the GoEmotions example",
                size="sm",
                visible=False,
                elem_id="compare-bundled",
            )
        with gr.Column(min_width=300):
            file_b = gr.File(label="System B", height=140, elem_id="compare-upload-b")
            received_b = gr.HTML(elem_id="compare-received-b")
    with gr.Row():
        predictions = gr.Textbox(
            COLUMNS[0],
            label="Column of predicted labels",
            info="In each uploaded file.",
            min_width=200,
            elem_id="compare-predictions",
        )
        references = gr.Textbox(
            COLUMNS[1],
            label="Column of gold labels",
            info="In each uploaded file.",
            min_width=200,
            elem_id="compare-references",
        )
        separator = gr.Textbox(
            "",
            label="Separator",
            info="Leave empty for JSON lists.",
            min_width=200,
            elem_id="compare-separator",
        )
    with gr.Row():
        similarity.render()
        average = gr.Dropdown(
            list(AVERAGES),
            value="samples",
            label="Average",
            min_width=300,
            elem_id="compare-average",
        )
    button = gr.Button("Compare", variant="primary", elem_id="compare-start")
    summary = gr.HTML(label="Difference", elem_id="compare-summary")
    with gr.Column(visible=False) as compared:
        said = gr.HTML(label="Does the similarity decide?", elem_id="compare-verdict")
        with gr.Row(equal_height=False):
            with gr.Column(min_width=300):
                picture = gr.HTML(label="Each similarity", elem_id="compare-picture")
            with gr.Column(min_width=300):
                alternatives = gr.HTML(label="As a table", elem_id="compare-alternatives")
        signature = signature_box("compare")
    result = gr.JSON(label="Result", visible=False)

    # The files themselves are gone from the server, whether they could be read or not.
    private = {"api_visibility": "private"}
    for file, function, taken in (
        (file_a, receive_first, [uploads[0], received_a, bundled]),
        (file_b, receive, [uploads[1], received_b]),
    ):
        left = [gr.skip()] * (len(taken) - 2)
        file.upload(
            guarded(function, lambda message, left=left: (gr.skip(), message, *left)),
            [file],
            taken,
            **private,
        ).then(lambda: None, None, [file], show_progress="hidden", **private)
    bundled.click(use_bundled, None, [uploads[0], received_a, bundled], **private)
    options = [predictions, references, separator, similarity, average, own]
    outputs = [summary, said, picture, alternatives, signature, result]
    button.click(
        guarded(compare_kept, lambda message: (message, *[None] * 5, gr.update(visible=False))),
        [*uploads, *options],
        [*outputs, compared],
        **private,
    )
    gr.Button(visible=False).click(
        guarded(compare_files),
        [file_b, file_a, *options],
        outputs,
        api_name="compare_files",
        api_description="Scores of two systems on the same rows, the difference with its interval "
        "and p-value, and whether the similarity decides: as HTML for people, and last as JSON. "
        "Without file_a, A is the bundled GoEmotions predictions.",
    )
    space_thresholds.build(own, curve_similarity)
