"""Parts that the command line leaves out where it imports the metric, and that can be had later."""

import subprocess
import sys

from conftest import ROOT

CODE = """
import sys
import semantic_f1
from semantic_f1.commandline.metric_class import metric_class
own = metric_class()
assert "evaluate" in sys.modules
# What was hidden is as if nobody had asked for it.
assert not {"transformers", "scipy.stats"} & set(sys.modules)
import scipy.stats
assert scipy.stats.norm.cdf(0) == 0.5
from semantic_f1 import SemanticF1
assert own is SemanticF1 is metric_class()
print(own(similarity="plutchik").compute(predictions=[["joy"]], references=[["joy"]]))
"""


def test_the_metric_comes_without_what_evaluators_need():
    run = subprocess.run([sys.executable, "-c", CODE], cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    assert "'semantic_f1': 1.0" in run.stdout
