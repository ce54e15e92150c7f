"""The Space's second tab: scores of a file of predictions."""

import csv
import io
import json
import os
import tempfile
from collections import Counter
from itertools import chain
from pathlib import Path

import gradio as gr

import charts
from score import compare, name_row
from space_common import (
    SAVE_TEXT,
    averages_table,
    forget,
    guarded,
    link,
    metric,
    names_of,
    note,
    number,
    similarity_choices,
    similarity_of,
    table,
)
from tables import LabelTable, neutralize, read_columns, sniff

TAB = "file"
MAX_MEGABYTES = 100
KEPT_SECONDS = 1800
PREVIEW_ROWS = 5
WORST = 10
UNMATCHED_SHOWN = 20
BUNDLED = Path(__file__).with_name("examples") / "goemotions_test.csv"
UNKNOWN = [
    ("Stop and list them", "raise"),
    ("Count them as wrong", "mismatch"),
    ("Leave them out", "ignore"),
]
COUNTING = [("As the paper does", "paper"), ("From the gold side (two-sided)", "two_sided")]
PER_LABEL_HEAD = ["Label", "Gold", "Sem. P", "Sem. R", "Sem. F1", "Hard F1"]
HELP = f"""
One row an example, a column with the predicted and one with the gold labels. Cells are JSON lists
(`["joy", "love"]`) or names with a separator; an empty cell is the empty set. CSV, TSV, JSON Lines
or Parquet, up to {MAX_MEGABYTES} MB. Your file is read into memory and deleted from disk at once;
it leaves memory when you close the page, or after {KEPT_SECONDS // 60} minutes.
"""


def take(path):
    """An upload as (name, bytes), its file deleted."""
    try:
        size = os.path.getsize(path)
        if size > MAX_MEGABYTES * 1_000_000:
            raise ValueError(
                f"The file has {size / 1_000_000:.0f} MB; up to {MAX_MEGABYTES} MB can be read "
                "here. Score it on your machine: python score.py FILE --similarity NAME"
            )
        return Path(path).name, Path(path).read_bytes()
    finally:
        forget(path)


def on_disk(upload, use):
    """What ``use`` makes of the path of an upload, which is on disk only meanwhile."""
    if upload is None:
        return use(str(BUNDLED))
    name, content = upload
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(content)
        return use(str(path))


def receive(path):
    """Take an upload in: its content, its columns and its first rows."""
    if path is None:
        raise ValueError("There is no file: upload one first.")
    upload = take(path)
    info = on_disk(upload, sniff)
    columns = info.columns
    chosen = [
        name if name in columns else columns[min(index, len(columns) - 1)]
        for index, name in enumerate(("predictions", "references"))
    ]
    return (
        upload,
        None,
        *(gr.update(choices=columns, value=name) for name in chosen),
        note(
            f"{upload[0]} ({len(upload[1]):,} bytes) is in memory. Columns: {', '.join(columns)}."
        ),
    )


def preview(upload, predictions, references, separator):
    """The first rows as they are read."""
    columns = {"predictions": predictions, "references": references}
    try:
        rows = on_disk(
            upload,
            lambda path: read_columns(
                path, **columns, separator=separator or None, limit=PREVIEW_ROWS
            ),
        )
    except ValueError as error:
        return note(str(error))
    lines = [
        [rows.row_name(i), _shown(rows.predictions[i]), _shown(rows.references[i])]
        for i in range(len(rows))
    ]
    return table(
        ["Row", predictions, references],
        lines,
        text_columns=(0, 1, 2),
        caption=f"The first {len(rows)} rows, as they are read",
    )


def score_file(
    path,
    predictions,
    references,
    separator,
    similarity,
    unknown_labels,
    fold_names,
    counting,
    upload=None,
    own=None,
    progress=gr.Progress(),  # noqa: B008 - how Gradio finds out that a handler reports progress
):
    """Semantic and hard scores of a file, or of the bundled GoEmotions predictions without one."""
    if path is not None:
        upload = take(path)
    read = _read(upload, predictions, references, separator, progress)
    options = _options(similarity, unknown_labels, fold_names, counting, own)
    chosen = options["similarity"]
    unmatched = unmatched_labels(read, chosen, fold_names)
    columns = {"predictions": predictions, "references": references}
    progress(0.6, desc="Scoring")
    try:
        result = compare(metric(), read.predictions, read.references, options)
    except ValueError as error:
        raise ValueError(name_row(str(error), read, **columns)) from None
    progress(0.8, desc="Scoring each example")
    points = metric().pointwise(read.predictions, read.references, **options)
    labels = result["per_label"]
    used = [row for row in labels if row["support"] or row["semantic"]["precision"]]
    shown = sorted(used, key=lambda row: -row["semantic"]["f1"])
    notes = "".join(map(note, result["warnings"]))
    source = upload[0] if upload else "the bundled GoEmotions predictions"
    progress(1.0)
    return (
        note(f"{len(read):,} examples of {source}.") + averages_table(result["averages"]) + notes,
        unmatched,
        [_per_label_row(row) for row in labels],
        charts.label_chart(
            [row["label"] for row in shown],
            [row["semantic"]["f1"] for row in shown],
            [row["hard"]["f1"] for row in shown],
            [row["support"] for row in shown],
        ),
        distribution(points["semantic_f1"]),
        worst(read, points),
        result["signature"],
        {"file": source, "examples": len(read), **result},
        link(TAB, similarity=similarity) if upload is None else "",
    )


def unmatched_labels(read, similarity, fold_names):
    """Names of the file that are no labels, how often they occur, and the nearest label."""
    fold = (lambda name: name.strip().casefold()) if fold_names else str
    known = names_of(similarity)
    folded = set(map(fold, known))
    found = Counter(chain.from_iterable(chain(read.predictions, read.references)))
    unknown = [
        (name, times)
        for name, times in found.most_common()
        if isinstance(name, str) and fold(name) not in folded
    ]
    if not unknown:
        return ""
    suggest = metric().similarity.suggestion
    rows = [
        [name, f"{times:,}", suggest(name, known).strip(" ()") or "nothing near"]
        for name, times in unknown[:UNMATCHED_SHOWN]
    ]
    more = len(unknown) - len(rows)
    return table(
        ["Not a label", "Times", "Suggestion"],
        rows,
        text_columns=(0, 2),
        caption="Names that are not labels of this similarity"
        + (f" (the {len(rows)} most frequent; {more:,} more)" if more else ""),
    )


def distribution(scores, bins=20):
    """A picture of how many examples score what."""
    counts = [0] * bins
    for score in scores:
        counts[min(int(score * bins), bins - 1)] += 1
    return charts.distribution([i / bins for i in range(bins + 1)], counts)


def worst(read, points):
    """The examples with the lowest scores, the first of the file first."""
    order = sorted(range(len(read)), key=points["semantic_f1"].__getitem__)[:WORST]
    return table(
        ["Row", "Predicted", "Gold", "F1"],
        [
            [
                read.row_name(i),
                _shown(read.predictions[i]),
                _shown(read.references[i]),
                number(points["semantic_f1"][i]),
            ]
            for i in order
        ],
        text_columns=(0, 1, 2),
        caption=f"The {len(order)} examples with the lowest Semantic F1",
    )


def per_example_csv(
    predictions,
    references,
    separator,
    similarity,
    unknown_labels,
    fold_names,
    counting,
    upload,
    own,
):
    """The scores of every example as a CSV text, to be saved by the browser."""
    read = _read(upload, predictions, references, separator, lambda *_, **__: None)
    options = _options(similarity, unknown_labels, fold_names, counting, own)
    points = metric().pointwise(read.predictions, read.references, **options)
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow([read.unit, "predictions", "references", *points])
    for i, scores in enumerate(zip(*points.values(), strict=True)):
        sets = (json.dumps(s[i], ensure_ascii=False) for s in (read.predictions, read.references))
        writer.writerow([read.lines[i], *map(neutralize, sets), *map(repr, scores)])
    return json.dumps(["semantic_f1_examples.csv", "text/csv", "\ufeff" + text.getvalue()])


def results_json(result):
    """The results as a JSON text, to be saved by the browser."""
    if not result:
        raise ValueError("There are no results yet: score a file first.")
    return json.dumps(
        ["semantic_f1.json", "application/json", json.dumps(result, indent=2, ensure_ascii=False)]
    )


def _options(similarity, unknown_labels, fold_names, counting, own):
    return {
        "similarity": similarity_of(similarity, own),
        "unknown_labels": unknown_labels,
        "normalize_names": bool(fold_names),
        "counting": counting,
    }


def _read(upload, predictions, references, separator, progress) -> LabelTable:
    return on_disk(
        upload,
        lambda path: read_columns(
            path,
            predictions=predictions,
            references=references,
            separator=separator or None,
            progress=lambda done: progress(0.6 * done, desc="Reading"),
        ),
    )


def _per_label_row(row):
    semantic, hard = row["semantic"], row["hard"]
    scores = (semantic["precision"], semantic["recall"], semantic["f1"], hard["f1"])
    return [row["label"], row["support"], *(round(score, 3) for score in scores)]


def _shown(labels, most=12):
    if not labels:
        return "(none)"
    text = ", ".join(map(str, labels[:most]))
    return text if len(labels) <= most else f"{text} and {len(labels) - most} more"


def build(own):
    """The tab; returns the similarity dropdown, which a link can set."""
    upload = gr.State(None, time_to_live=KEPT_SECONDS)
    gr.Markdown(HELP)
    with gr.Row():
        file = gr.File(
            label="Your file; without one, the GoEmotions example",
            file_types=[".csv", ".tsv", ".txt", ".tab", ".jsonl", ".ndjson", ".json", ".parquet"],
            height=160,
            elem_id="file-upload",
        )
    received = gr.HTML(elem_id="file-received")
    with gr.Row():
        predictions = gr.Dropdown(
            ["predictions", "references"],
            value="predictions",
            allow_custom_value=True,
            label="Column of predicted labels",
            elem_id="file-predictions",
        )
        references = gr.Dropdown(
            ["predictions", "references"],
            value="references",
            allow_custom_value=True,
            label="Column of gold labels",
            elem_id="file-references",
        )
        separator = gr.Textbox(
            label="Separator",
            info="Between the labels of a cell; leave empty for JSON lists.",
            elem_id="file-separator",
        )
    rows = gr.HTML(elem_id="file-preview")
    with gr.Row():
        similarity = gr.Dropdown(
            similarity_choices(),
            value="goemotions-ekman",
            label="Similarity",
            info="How near any two labels are, from 0 to 1.",
            min_width=300,
            elem_id="file-similarity",
        )
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
        elem_id="file-counting",
    )
    fold_names = gr.Checkbox(
        False, label="Ignore case and surrounding spaces of names", elem_id="file-fold"
    )
    button = gr.Button("Score", variant="primary", elem_id="file-score")
    summary = gr.HTML(elem_id="file-summary")
    unmatched = gr.HTML(elem_id="file-unmatched")
    with gr.Row(equal_height=False):
        with gr.Column(min_width=300):
            per_label = gr.Dataframe(
                headers=PER_LABEL_HEAD,
                datatype=["str", *["number"] * 5],
                label="Each label (a click on a head sorts)",
                interactive=False,
                wrap=True,
                column_widths=["30%", "14%", "14%", "14%", "14%", "14%"],
                max_height=620,
                elem_classes="sf1-frame",
                elem_id="file-per-label",
            )
            histogram = gr.HTML(elem_id="file-distribution")
        with gr.Column(min_width=300):
            chart = gr.HTML(elem_id="file-chart")
    lowest = gr.HTML(elem_id="file-worst")
    signature = gr.Textbox(
        label="Signature: cite it beside the number",
        buttons=["copy"],
        interactive=False,
        lines=2,
        elem_id="file-signature",
    )
    result = gr.JSON(visible=False)
    address = gr.HTML()
    with gr.Row():
        save_examples = gr.Button("Save scores of each example (CSV)", elem_id="file-save-csv")
        save_results = gr.Button("Save results (JSON)", elem_id="file-save-json")
    to_save = gr.Textbox(visible=False)

    reading = [predictions, references, separator]
    options = [similarity, unknown, fold_names, counting]
    shown_preview = {
        "fn": guarded(preview),
        "inputs": [upload, *reading],
        "outputs": [rows],
        "show_progress": "hidden",
        "api_visibility": "private",
    }
    file.upload(
        guarded(receive),
        [file],
        [upload, file, predictions, references, received],
        api_visibility="private",
    ).then(**shown_preview)
    gr.on([predictions.change, references.change, separator.change], **shown_preview)
    button.click(
        guarded(score_file),
        [file, *reading, *options, upload, own],
        [summary, unmatched, per_label, chart, histogram, lowest, signature, result, address],
        api_name="score_file",
        api_description="Scores of a file of predictions, or of the bundled ones without a file.",
    )
    save_examples.click(
        guarded(per_example_csv),
        [*reading, *options, upload, own],
        [to_save],
        api_visibility="private",
    ).then(None, [to_save], None, js=SAVE_TEXT)
    save_results.click(guarded(results_json), [result], [to_save], api_visibility="private").then(
        None, [to_save], None, js=SAVE_TEXT
    )
    return similarity
