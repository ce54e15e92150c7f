"""Semantic F1: precision, recall and F1 for label sets, with credit for near misses."""

from .metric import SemanticF1, __version__

__all__ = ["SemanticF1", "__version__"]
