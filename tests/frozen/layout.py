"""The one place that knows how the metric, its command line and the Space's server are reached."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def new_metric(config_name=None, **options):
    """A metric as a user makes it."""
    if (ROOT / "semantic_f1").is_dir():
        from semantic_f1 import SemanticF1

        return SemanticF1(config_name, **options)
    import evaluate

    return evaluate.load(str(ROOT / "semantic_f1.py"), config_name, **options)


def command_line():
    """The function that runs the command line with a list of arguments."""
    if (ROOT / "semantic_f1").is_dir():
        from semantic_f1.commandline.main import main
    else:
        from score import main
    return main


def space_server(folder):
    """A running Space, as a context manager of something with a ``url``."""
    from space_server import running_space

    return running_space(folder)
