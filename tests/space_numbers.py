"""The numbers that the Space must show, from the metric itself."""

import csv
import json

from space_server import ROOT

from semantic_f1 import SemanticF1

METRIC = SemanticF1()
AVERAGES = ("samples", "micro", "macro", "weighted")


def both_scores(predictions, references, similarity, **options):
    """Semantic F1 and F1 of exact matches."""
    with METRIC.notices():
        both = METRIC.side_by_side(predictions, references, similarity=similarity, **options)
    return both["semantic"]["semantic_f1"], both["hard"]["semantic_f1"]


def bundled_sets():
    """Predicted and gold label sets of the example of the page Score."""
    with open(ROOT / "examples" / "goemotions_test.csv", newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    return [[json.loads(row[side]) for row in rows] for side in ("predictions", "references")]
