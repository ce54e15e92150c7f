"""Results of a scored file of predictions: shown as HTML, and saved."""

import csv
import io
import json
from collections import Counter
from itertools import chain

from semantic_f1.commandline.main import SCORES
from semantic_f1.files.columns import neutralize
from semantic_f1.pictures import charts

from .common import (
    averages_table,
    metric,
    names_of,
    note,
    number,
    table,
)

WORST = 10
UNMATCHED_SHOWN = 20
TAKEN = (
    "Share of the examples with the gold label of the row whose best match among the predicted "
    "labels was that of the column, or (none) where nothing similar was predicted; ties are split "
    "evenly. A row without color: never gold."
)


def first_rows(read, predictions, references):
    """The rows of a LabelTable, under the names of their columns."""
    rows = [
        [read.lines[i], label_set(read.predictions[i]), label_set(read.references[i])]
        for i in range(len(read))
    ]
    return table(
        [read.unit.capitalize(), predictions, references],
        rows,
        text_columns=(0, 1, 2),
        caption=f"The first {len(read)} rows, as they are read",
    )


def averages(source, examples, result):
    """Summary of what was scored, the averages, and the metric's warnings."""
    notes = "".join(map(note, result["warnings"]))
    scored = note(f"{examples:,} examples of {source}.")
    return scored + averages_table(result["averages"]) + notes


def label_chart(labels):
    """A picture of the labels that occur, the best first."""
    used = [row for row in labels if row["support"] or row["semantic"]["precision"]]
    shown = sorted(used, key=lambda row: -row["semantic"]["f1"])
    return charts.label_chart(
        [row["label"] for row in shown],
        [row["semantic"]["f1"] for row in shown],
        [row["hard"]["f1"] for row in shown],
        [row["support"] for row in shown],
    )


def per_label(labels):
    """The scores of each label, to be sorted by a click on a head."""
    rows = []
    for row in labels:
        semantic, hard = row["semantic"], row["hard"]
        scores = (semantic["precision"], semantic["recall"], semantic["f1"], hard["f1"])
        rows.append([row["label"], f"{row['support']:,g}", *map(number, scores)])
    return table(
        ["Label", "Gold", "Sem. P", "Sem. R", "Sem. F1", "Hard F1"],
        rows,
        caption="Each label, and how often it is gold. A click on a head sorts.",
        sortable=True,
    )


def report(rows):
    """Each label as the metric's report has it, to be sorted too."""
    shown = []
    for row in rows:
        counts = (f"{row[count]:,g}" for count in ("support", "predicted"))
        scores = (number(row[kind][score]) for kind in ("semantic", "hard") for score in SCORES)
        shown.append([row["label"], *counts, *scores])
    return table(
        ["Label", "Gold", "Predicted"]
        + [f"{kind} {score}" for kind in ("Sem.", "Hard") for score in ("P", "R", "F1")],
        shown,
        caption="Each label: how often it is gold and predicted, semantic and hard scores.",
        sortable=True,
    )


def confusion(labels, taken):
    """A heatmap of confusions.

    Parameters
    ----------
    labels : m names, the last one for no label
    taken : m rows of m numbers: how often a gold label was taken for each predicted one
    """
    shares = []
    for row in taken:
        total = sum(row)
        # Rounding may leave a share a little above 1.
        shares.append([min(times / total, 1.0) if total else 0.0 for times in row])
    return charts.heatmap(labels, shares, TAKEN)


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
        [read.unit.capitalize(), "Predicted", "Gold", "F1"],
        [
            [
                read.lines[i],
                label_set(read.predictions[i]),
                label_set(read.references[i]),
                number(points["semantic_f1"][i]),
            ]
            for i in order
        ],
        text_columns=(0, 1, 2),
        caption=f"The {len(order)} examples with the lowest Semantic F1",
    )


def examples_csv(read, points):
    """The scores of every example as a CSV text, to be saved by the browser."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow([read.unit, "predictions", "references", *points])
    for i, scores in enumerate(zip(*points.values(), strict=True)):
        sets = (json.dumps(s[i], ensure_ascii=False) for s in (read.predictions, read.references))
        writer.writerow([read.lines[i], *map(neutralize, sets), *map(repr, scores)])
    # With the mark, spreadsheets read it as UTF-8.
    return json.dumps(["semantic_f1_examples.csv", "text/csv", "\ufeff" + text.getvalue()])


def results_json(result):
    """The results as a JSON text, to be saved by the browser."""
    if not result:
        raise ValueError("There are no results yet: score a file first.")
    return json.dumps(
        ["semantic_f1.json", "application/json", json.dumps(result, indent=2, ensure_ascii=False)]
    )


def label_set(labels, most=12):
    """A label set as people read it."""
    if not labels:
        return "(none)"
    text = ", ".join(map(str, labels[:most]))
    return text if len(labels) <= most else f"{text} and {len(labels) - most} more"
