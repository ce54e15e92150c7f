"""Imported by the process that workers are forked from: what they need, once for all of them."""

from ..scorer import Scorer
from .folders import count_part

NEEDED = Scorer, count_part
