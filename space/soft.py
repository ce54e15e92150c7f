"""The second half of the Space's fifth tab: predicted and gold distributions over the labels."""

from pathlib import Path

import gradio as gr
import numpy as np

from semantic_f1.commandline.main import name_row
from semantic_f1.files.columns import read_distributions, sniff
from semantic_f1.pictures import annotators as pictures

from . import annotated as results
from .common import (
    UPLOADED,
    check_text,
    guarded,
    link,
    metric,
    note,
    scoring,
    similarity_of,
)
from .example import read_labels
from .results import distribution, results_json
from .uploads import Kept, on_disk, take
from .widgets import save_on_click, signature_box, take_in

BUNDLED = Path(__file__).resolve().parents[1] / "examples" / "soft_labels.jsonl"
COLUMNS = ("predictions", "references")
BUNDLED_COLUMNS = ["text", *COLUMNS]
LABELS = "anger, disgust, fear, joy, sadness"
HELP = """
One row an example, a column with the predicted and one with the gold distribution (the shares of
the annotators): JSON lists with one number a label, such as `[0.7, 0.1, 0.2]`, which sum to 1; or,
of two labels, the probability of the second.
"""


def read_in(path, request):
    """Keep an upload's content; it and the names of its columns."""
    name, content = take(path)
    columns = on_disk(name, content, sniff).columns
    check_text("".join(columns), f"{name}: a column's name")
    said = note(f"{name} ({len(content):,} bytes) is in memory. Columns: {', '.join(columns)}.")
    return Kept(name, content, request.session_hash), columns, said


def receive(path, request: gr.Request):
    """Take an upload in: its content and its columns."""
    kept, columns, said = read_in(path, request)
    return kept, *_choices(columns), "", said, gr.update(visible=True)


def use_bundled():
    """Back to the invented example."""
    return None, *_choices(BUNDLED_COLUMNS), LABELS, "", gr.update(visible=False)


def _choices(columns):
    return [
        gr.update(
            choices=columns,
            value=name if name in columns else columns[min(place, len(columns) - 1)],
        )
        for place, name in enumerate(COLUMNS)
    ]


def preview(upload, predictions, references):
    """The first rows as they are read."""
    read = _read(upload, predictions, references, limit=results.ROWS_SHOWN)
    return results.first_distributions(read, predictions, references)


def score_distributions(
    file,
    predictions=COLUMNS[0],
    references=COLUMNS[1],
    labels="",
    counts=False,
    use_similarity=True,
    similarity="plutchik",
    own=None,
    progress=gr.Progress(),  # noqa: B008 - how Gradio finds out that a handler reports progress
):
    """Distances of a file of distributions, or of the invented example without one."""
    upload = None if file is None else Kept(*take(file))
    if upload is None:
        labels = labels or LABELS
    options = _options(labels, counts, use_similarity, similarity, own)
    return _score(upload, predictions, references, options, progress)


def score_kept(
    upload,
    predictions,
    references,
    labels,
    counts,
    use_similarity,
    similarity,
    own,
    progress=gr.Progress(),  # noqa: B008
):
    """The same for the upload in memory, for the page."""
    options = _options(labels, counts, use_similarity, similarity, own)
    scores = _score(upload, predictions, references, options, progress)
    shared = upload is None and similarity != UPLOADED
    address = link("annotators", kind="soft", similarity=similarity) if shared else ""
    return *scores, address, gr.update(visible=True)


def _options(labels, counts, use_similarity, similarity, own):
    check_text(labels, "The list of labels")
    return {
        "similarity": similarity_of(similarity, own) if use_similarity else None,
        "labels": read_labels(labels) or None,
        "normalize_counts": bool(counts),
    }


def _score(upload, predictions, references, options, progress):
    read = _read(
        upload,
        predictions,
        references,
        progress=lambda done: progress(0.5 * done, desc="Reading"),
    )
    progress(0.5, desc="Scoring")
    soft = metric("soft")
    sides = {"predictions": read.predictions, "references": read.references}
    try:
        with scoring(), soft.notices() as warned:
            found = soft.compute(**sides, **options)
            progress(0.8, desc="Scoring each example")
            points = soft.pointwise(**sides, **options)
            # Of gold distributions that are predicted as they are.
            perfect = dict.fromkeys(sides, read.references)
            without = {**options, "similarity": None}
            entropy = soft.compute(**perfect, **without)["cross_entropy"]
    except ValueError as error:
        raise ValueError(name_row(str(error), read, predictions, references)) from None
    source = upload.name if upload else "the invented example"
    result = {
        "file": source,
        "examples": len(read),
        "similarity": options["similarity"].name if options["similarity"] else None,
        "scores": found,
        "entropy": entropy,
        "signature": soft.signature(**options),
        "warnings": list(dict.fromkeys(warned)),
    }
    progress(1.0)
    return (
        results.distances(source, len(read), result),
        pictures.shares(_mean_shares(read, options)),
        _score_histogram(points),
        result["signature"],
        result,
    )


def _score_histogram(points):
    """A picture of the Wasserstein scores of the examples."""
    if "wasserstein_score" not in points:
        return note("Without a similarity there is no Wasserstein score.")
    picture = distribution(points["wasserstein_score"], bins=10)
    return f"<h4>Wasserstein score of each example</h4>{picture}"


def _mean_shares(read, options):
    """Name, mean gold share and mean predicted share of each label."""
    means = []
    for side in (read.references, read.predictions):
        rows = np.array(side)
        if rows.ndim == 1:
            rows = np.stack([1 - rows, rows], axis=1)
        means.append((rows / rows.sum(axis=1, keepdims=True)).mean(axis=0).tolist())
    names, width = options["labels"], len(means[0])
    if names is None and options["similarity"] is not None:
        similarity = options["similarity"]
        names = list(dict.fromkeys([*similarity.labels, *similarity.none_labels]))
    names = names or [f"label {i + 1}" for i in range(width)]
    return list(zip(names[:width], *means, strict=True))


def _read(upload, predictions, references, **limits):
    """The distributions of the upload, or of the invented example."""

    def read(path):
        return read_distributions(path, predictions=predictions, references=references, **limits)

    return read(BUNDLED) if upload is None else on_disk(upload.name, upload.get(), read)


def build(own, similarity):
    """The section; ``similarity`` is the dropdown of the tab."""
    upload = gr.State(None)
    gr.Markdown(HELP)
    file = gr.File(
        label="Your file; without one, an invented example", height=140, elem_id="soft-upload"
    )
    received = gr.HTML(elem_id="soft-received")
    bundled = gr.Button("Back to the example", size="sm", visible=False, elem_id="soft-bundled")
    with gr.Row():
        predictions = gr.Dropdown(
            BUNDLED_COLUMNS,
            value=COLUMNS[0],
            label="Column of predicted distributions",
            min_width=300,
            elem_id="soft-predictions",
        )
        references = gr.Dropdown(
            BUNDLED_COLUMNS,
            value=COLUMNS[1],
            label="Column of gold distributions",
            min_width=300,
            elem_id="soft-references",
        )
    rows = gr.HTML(preview(None, *COLUMNS), elem_id="soft-preview")
    labels = gr.Textbox(
        LABELS,
        label="Labels, in the order of the numbers",
        info="Separated by commas. Leave empty for the labels of the similarity in their order.",
        elem_id="soft-labels",
    )
    with gr.Row():
        use_similarity = gr.Checkbox(
            True,
            label="Use the similarity",
            info="It adds the Wasserstein distance and score.",
            min_width=300,
            elem_id="soft-use-similarity",
        )
        counts = gr.Checkbox(
            False,
            label="Rows are counts",
            info="Of annotators, say: each row is divided by its sum.",
            min_width=300,
            elem_id="soft-counts",
        )
    button = gr.Button("Score", variant="primary", elem_id="soft-score")
    summary = gr.HTML(label="Distances", elem_id="soft-summary")
    with gr.Column(visible=False) as scored:
        with gr.Row(equal_height=False):
            with gr.Column(min_width=300):
                picture = gr.HTML(label="Shares of labels", elem_id="soft-shares")
            with gr.Column(min_width=300):
                histogram = gr.HTML(label="Wasserstein scores", elem_id="soft-distribution")
        signature = signature_box("soft")
        address = gr.HTML(elem_id="soft-link")
        save = gr.Button("Save results (JSON)", elem_id="soft-save-json")
    result = gr.JSON(label="Result", visible=False)
    to_save = gr.Textbox(visible=False)

    private = {"api_visibility": "private"}
    options = [labels, counts, use_similarity, similarity, own]
    outputs = [summary, picture, histogram, signature, result]
    shown_preview = {
        "fn": guarded(preview, lambda message: message),
        "inputs": [upload, predictions, references],
        "outputs": [rows],
        "show_progress": "hidden",
        **private,
    }
    taken = [upload, predictions, references, labels, received, bundled]
    take_in(file, receive, bundled, use_bundled, taken, shown_preview)
    gr.on([predictions.input, references.input], **shown_preview)
    button.click(
        guarded(score_kept, lambda message: (message, *[None] * 5, gr.update(visible=False))),
        [upload, predictions, references, *options],
        [*outputs, address, scored],
        show_progress_on=summary,
        **private,
    )
    named = [gr.Textbox(name, visible=False) for name in COLUMNS]
    gr.Button(visible=False).click(
        guarded(score_distributions),
        [file, *named, gr.Textbox("", visible=False), counts, use_similarity, similarity, own],
        outputs,
        api_name="score_distributions",
        api_description="Distances between predicted and gold distributions of a file, or of the "
        "invented example without one: as HTML for people, and last as JSON. labels: names "
        "separated by commas, in the order of the numbers.",
    )
    save_on_click(save, results_json, [result], to_save)
