"""What is compared: the leaves as a program would call them, and metrics as evaluate loads them."""

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

import inputs  # noqa: E402
import labels  # noqa: E402
import scoring  # noqa: E402

AVERAGES = ["samples", "micro", "macro", "weighted"]


def load_metric(config_name, **options):
    """Semantic F1 as users load it."""
    return evaluate.load(str(ROOT / "semantic_f1.py"), config_name, **options)


def load_stock_metric(config_name):
    """A metric that does nothing, with evaluate's own features."""
    return evaluate.load(str(_FOLDER / "stock_metric" / "stock_metric.py"), config_name)


def converter(names):
    """A function from an array of indicator rows to label sets."""
    space = labels.universe(names, names, ())

    def convert(rows, argument):
        raw = inputs.read_indicators(rows, argument, scores=False)
        sets, _ = labels.resolve_indicators(raw, space, argument)
        return scoring.LabelSets(*sets)

    return convert


def score(predictions, references, pairs):
    """All four averages of label sets."""
    counts = scoring.count(predictions, references, pairs, N_LABELS)
    return [scoring.average_scores(counts, average) for average in AVERAGES]
