"""Imported by the process that workers are forked from: what they need, once for all of them."""

from .metric_class import metric_class
from .folders import count_part

NEEDED = metric_class(), count_part
