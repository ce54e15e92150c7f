"""The numbers that the Space must show, from the metric itself, as the Space writes them."""

import csv
import json
from pathlib import Path

BUNDLED = Path(__file__).resolve().parents[1] / "examples" / "goemotions_test.csv"
AVERAGES = ("samples", "micro", "macro", "weighted")
SCORES = ("precision", "recall", "f1")


def shown(value):
    return f"{value:.3f}"


def averages(metric, predictions, references, similarity, **options):
    """The table of averages of a file, as it must be shown."""
    chosen = metric.similarity.load(similarity)
    none = list(chosen.none_labels)
    both = [
        metric.compute(
            predictions=predictions, references=references, average=AVERAGES, **kind, **options
        )
        for kind in (
            {"similarity": chosen},
            {"similarity": "identity", "labels": [*chosen.labels, *none], "none_labels": none},
        )
    ]
    return [
        [name, *(shown(result[f"semantic_{s}_{name}"]) for result in both for s in SCORES)]
        for name in AVERAGES
    ]


def bundled_sets():
    with open(BUNDLED, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    return [[json.loads(row[side]) for row in rows] for side in ("predictions", "references")]
