"""Address of this Space: the one place that knows its name."""

import os
import re

DEFAULT, PREVIEW = "evaluate-metric/semantic_f1", "preview.png"


def space_id():
    """OWNER/NAME of the Space on the Hub; the metric's own where the server runs elsewhere."""
    asked = os.environ.get("SPACE_ID", "")
    return asked if re.fullmatch(r"[\w.-]+/[\w.-]+", asked, re.ASCII) else DEFAULT


def address(path=""):
    """Address of the Space, or of one of its files."""
    return f"https://huggingface.co/spaces/{space_id()}{path}"


def preview_picture():
    """Absolute address of the picture that stands for the page where someone links to it."""
    host = os.environ.get("SPACE_HOST", "")
    if not re.fullmatch(r"[\w.-]+", host, re.ASCII):
        host = f"{re.sub(r'[^a-z0-9]+', '-', space_id().lower())}.hf.space"
    return f"https://{host}/{PREVIEW}"


def install_line():
    """Comment that says how to install the metric."""
    return f'# pip install "git+{address()}"'


def load_line(arguments):
    """Comment that loads the metric by evaluate, which looks for a script of the Space's name."""
    if space_id().partition("/")[2] != "semantic_f1":
        return ""
    return f"# or: metric = evaluate.load({', '.join([repr(space_id()), *arguments])})"
