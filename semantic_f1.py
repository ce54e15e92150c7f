"""Semantic F1 for ``evaluate.load``.

The loader reads this file and copies it with ``bundle.py``, which ``make bundle`` makes of the
package in the folder ``semantic_f1/``: change the code there. The imports below tell the loader
what must be installed.
"""

import datasets
import evaluate
import huggingface_hub
import numpy

from .bundle import SemanticF1
