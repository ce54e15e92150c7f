"""Semantic F1: precision, recall and F1 for label sets, with credit for near misses."""

import os
from typing import TYPE_CHECKING

from .version import __version__

if TYPE_CHECKING:
    from .metric import SemanticF1
    from .scorer import Scorer

__all__ = ["Scorer", "SemanticF1", "__version__", "script"]

# What ``evaluate.load`` takes of an installed package.
script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "semantic_f1.py")


def __getattr__(name):
    # Imported when it is asked for: the command line's help needs neither numpy nor evaluate.
    if name == "SemanticF1":
        from .metric import SemanticF1

        return SemanticF1
    if name == "Scorer":
        from .scorer import Scorer

        return Scorer
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__():
    return __all__
