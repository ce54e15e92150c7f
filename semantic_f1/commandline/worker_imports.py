"""Imported by the process that workers are forked from: what they need, once for all of them."""

from .folders import count_part
from .metric_class import metric_class

NEEDED = metric_class(), count_part
