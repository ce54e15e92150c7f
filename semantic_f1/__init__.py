"""Semantic F1: precision, recall and F1 for label sets, with credit for near misses."""

import importlib
import os
from typing import TYPE_CHECKING

from .version import __version__

if TYPE_CHECKING:
    from .metric import SemanticF1
    from .reports.results_text import results_text
    from .scorer import Scorer
    from .training import DistributedCounts

__all__ = [
    "DistributedCounts",
    "Scorer",
    "SemanticF1",
    "__version__",
    "results_text",
    "script",
]

# What ``evaluate.load`` takes of an installed package.
script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "semantic_f1.py")
# Imported when it is asked for: the command line's help needs neither numpy nor evaluate.
_MODULES = {
    "DistributedCounts": "training",
    "Scorer": "scorer",
    "SemanticF1": "metric",
    "results_text": "reports.results_text",
}


def __getattr__(name):
    if name in _MODULES:
        return getattr(importlib.import_module(f".{_MODULES[name]}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__():
    return __all__
