"""The one place that knows how the metric and its command line are reached."""

from pathlib import Path

from semantic_f1 import SemanticF1
from semantic_f1.commandline.main import main

ROOT = Path(__file__).resolve().parents[2]


def new_metric(config_name=None, **options):
    """A metric as a user makes it."""
    return SemanticF1(config_name, **options)


def command_line():
    """The function that runs the command line with a list of arguments."""
    return main
