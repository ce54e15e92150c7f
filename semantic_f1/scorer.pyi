"""Types of the scorer, which stand beside those of the metric."""

from .metric import Scorer as Scorer
