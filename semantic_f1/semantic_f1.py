"""The metric for ``evaluate.load``, which takes the path of this file: ``semantic_f1.script``."""

from semantic_f1 import SemanticF1
