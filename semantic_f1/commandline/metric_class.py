"""The metric's class, imported when it is needed and as fast as can be."""

import os
import sys

# What evaluate imports for its evaluators alone, which takes longer than all the rest together.
_OF_EVALUATORS = ("transformers", "scipy.stats")


def metric_class():
    """SemanticF1; in a process that has no evaluate yet, without what its evaluators need.

    evaluate goes on without modules that aren't there. They can be imported afterwards.
    """
    # Where it is there already, transformers prints advice that is no use here.
    os.environ.setdefault("TRANSFORMERS_NO_ADVISORY_WARNINGS", "1")
    hidden = [name for name in _OF_EVALUATORS if name not in sys.modules]
    if "evaluate" in sys.modules:
        hidden = []
    sys.modules.update(dict.fromkeys(hidden))
    try:
        from ..metric import SemanticF1
    finally:
        for name in hidden:
            # None stands for a module that isn't there.
            del sys.modules[name]
    return SemanticF1
