"""Parts of the code that pages hand out: installing, the metric, reading a file as the page did."""

import shlex

from semantic_f1.commandline.flags import flag_of

from . import origin
from .export import DEFAULTS, similarity_argument
from .table_layouts import DEFAULTS as USUAL_READING
from .table_layouts import HEADERS, INDICATORS, LONG
from .tables import JSON_LISTS, ONE_LABEL, SCORE_LISTS, number_of


def head(similarity=None, config=None):
    """First lines of a text of Python: how to install the metric, its import, the metric."""
    arguments = [repr(config)] if config else []
    if similarity is not None:
        arguments.append(f"similarity={similarity_argument(similarity)!r}")
    lines = [
        origin.install_line(),
        "from semantic_f1 import SemanticF1",
        "",
        origin.load_line(arguments),
        f"metric = SemanticF1({', '.join(arguments)})",
    ]
    return "".join(f"{line}\n" for i, line in enumerate(lines) if line or i == 2)


def shown(expression, value):
    """A line that prints a number, and the number behind it."""
    return f"print(round({expression}, 4))  # {round(value, 4)}\n"


def called(function, first, options):
    """A call with options, on one line if it is short."""
    given = [first, *(f"{key}={value!r}" for key, value in options.items())]
    line = f"{function}({', '.join(given)})"
    if len(line) < 80:
        return line
    return f"{function}(\n{''.join(f'    {one},{chr(10)}' for one in given)})"


def given_options(options, usual=DEFAULTS):
    """Options that are not the usual ones."""
    return {key: value for key, value in options.items() if value != usual.get(key)}


def reader_arguments(reading):
    """Arguments of ``read_file`` next to the files."""
    given = {}
    layout = reading.get("layout")
    if layout in (INDICATORS, LONG):
        given["indicators" if layout == INDICATORS else "long"] = True
    for side in ("predictions", "references"):
        if reading.get(side):
            given[side] = reading[side]
    if reading["separator"] not in (JSON_LISTS, ONE_LABEL, SCORE_LISTS):
        given["separator"] = reading["separator"]
    for key in ("id", "missing", "ids", "quotes", "merged", "blank", "replies"):
        if reading.get(key, USUAL_READING[key]) not in (None, USUAL_READING[key]):
            given[key] = reading[key]
    if reading.get("header"):
        given["header"] = HEADERS[reading["header"]]
    if reading.get("cutoff"):
        given["threshold"] = number_of(reading["cutoff"])
    return given


def read_flags(reading):
    """The same as options of the command line, which takes words."""
    given = reader_arguments(reading)
    return {**given, "header": reading["header"]} if "header" in given else given


def read_call(file, reading):
    """A call of ``read_file``."""
    files = [file, *([reading["gold"]] if reading.get("gold") else [])]
    return called("metric.read_file", ", ".join(map(repr, files)), reader_arguments(reading))


def command(file, *parts):
    """A line for a shell."""
    return shlex.join(["semantic-f1", file, *map(str, parts)]) + "\n"


def flags(options):
    """Flags of options, True having no value; one that repeats its own name says nothing."""
    given = {flag_of(key): value for key, value in options.items() if value != key}
    return [part for flag, value in given.items() for part in (flag, value) if part is not True]
