"""Subjects of the benchmarks: modules as a program calls them, metrics as evaluate loads them."""

import os
import sys
import tempfile
from pathlib import Path

_FOLDER = Path(__file__).resolve().parent
ROOT = _FOLDER.parent
sys.path.insert(0, str(ROOT))

# Modules and pending examples go to a folder of their own, and nothing is asked from the Hub.
_HOME = tempfile.TemporaryDirectory(prefix="semantic-f1-benchmark-")
os.environ["HF_HOME"] = _HOME.name
os.environ["HF_HUB_OFFLINE"] = os.environ["HF_EVALUATE_OFFLINE"] = "1"

import evaluate  # noqa: E402

from data import LABELS, similarity_table  # noqa: E402
from semantic_f1.inputs.number_rows import read_indicators  # noqa: E402
from semantic_f1.inputs.resolving import resolve_indicators  # noqa: E402
from semantic_f1.inputs.universe import universe  # noqa: E402
from semantic_f1.scoring import counts as scoring  # noqa: E402
from semantic_f1.scoring.averages import average_scores  # noqa: E402
from semantic_f1.similarity import label_similarity as similarity  # noqa: E402

AVERAGES = ["samples", "micro", "macro", "weighted"]
TABLE = similarity_table()
_PAIRS = similarity.build(TABLE, LABELS).pairs
_SPACE = universe(LABELS)


def to_label_sets(rows):
    """Label sets of an array of indicator rows."""
    raw = read_indicators(rows, "rows", scores=False)
    sets, _ = resolve_indicators(raw, _SPACE, "rows")
    return sets


def score(predictions, references):
    """All four averages of label sets."""
    counts = scoring.count(predictions, references, _PAIRS, len(LABELS))
    return [average_scores(counts, average) for average in AVERAGES]


def convert_and_score(predictions, references):
    """All four averages of indicator rows."""
    return score(to_label_sets(predictions), to_label_sets(references))


def load_metric(config_name):
    """Semantic F1 as users load it, giving all four averages."""
    return evaluate.load(
        str(ROOT / "semantic_f1.py"),
        config_name,
        similarity=TABLE,
        labels=LABELS,
        average=AVERAGES,
    )


def load_soft_metric(similarity):
    """The "soft" config over SemEval's 11 labels, or without a similarity."""
    return evaluate.load(str(ROOT / "semantic_f1.py"), "soft", similarity=similarity)


def load_stock_metric(config_name):
    """A metric that does nothing, with evaluate's own features."""
    return evaluate.load(str(_FOLDER / "stock_metric" / "stock_metric.py"), config_name)
