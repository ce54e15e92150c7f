"""Code that gives the numbers of the page "Score" again: Python and the command line."""

import shlex

from semantic_f1.commandline.flags import flag_of

from ..frame.code import (
    cell_reader,
    head_of,
    load_lines,
    needs_reader,
    options_lines,
    read_call,
    reader_arguments,
)
from ..frame.export import DEFAULTS, similarity_argument
from ..frame.similarities import names_of
from ..frame.tables import SCORE_LISTS


def score_snippet(scored, average):
    """Python that gives the number again, from the file and, if it is the visitor's own, the JSON
    of the similarity.
    """
    under, reading = scored.under[0], scored.reading
    value = under.averages[average]["semantic"]["f1"]
    if needs_reader(reading, scored.info, scored.unit):
        return _reader_snippet(scored, average, value)
    imports = {"evaluate", "pandas as pd"}
    cells, more = cell_reader(scored.info, reading["separator"], scored.ids, scored.python_lists)
    imports |= more
    predicted = f"table[{reading['predictions']!r}].map(labels).tolist()"
    threshold = ""
    if reading["separator"] == SCORE_LISTS:
        imports.add("json")
        names = names_of(under.similarity)
        threshold = (
            f"names = {names!r}\n"
            "predicted = [\n"
            f"    [name for name, score in zip(names, row) if score >= {reading['threshold']!r}]\n"
            f"    for row in table[{reading['predictions']!r}].map("
            "lambda cell: json.loads(cell) if isinstance(cell, str) else list(cell))\n"
            "]\n"
        )
        predicted = "predicted"
    similarity = similarity_argument(under.similarity)
    return (
        f"{head_of(imports)}\n\n"
        f'metric = evaluate.load("semantic_f1", similarity={similarity!r})\n'
        f"{load_lines(scored.file, scored.info, scored.unit)}\n\n\n{cells}\n\n{threshold}"
        "result = metric.compute(\n"
        f"    predictions={predicted},\n"
        f"    references=table[{reading['references']!r}].map(labels).tolist(),\n"
        f"    average={average!r},\n{options_lines(scored.options)})\n"
        f'print(round(result["semantic_f1"], 4))  # {round(value, 4)}\n'
    )


def score_command(scored):
    """The command line that gives the numbers again; "" where it can't."""
    reading, first = scored.reading, scored.under[0]
    if reading["separator"] == SCORE_LISTS:
        return ""
    parts = ["semantic-f1", scored.file]
    for under in scored.under:
        parts += ["--similarity", similarity_argument(under.similarity)]
    if reading.get("gold"):
        parts += ["--gold", reading["gold"]]
    for key, value in reader_arguments(reading).items():
        if value is True:
            parts.append(flag_of(key))
        elif value != key:
            parts += [flag_of(key), value]
    for key, value in scored.options.items():
        if value == DEFAULTS.get(key):
            continue
        flag = flag_of(key)
        parts += [flag] if value is True else [flag, str(value)]
    if first.averages["samples"]["semantic"]["low"] is not None:
        parts.append("--ci")
        if scored.groups:
            parts += ["--groups", scored.groups[0]]
    return shlex.join(parts) + "\n"


def _reader_snippet(scored, average, value):
    similarity = similarity_argument(scored.under[0].similarity)
    return (
        "import evaluate\n\n"
        f'metric = evaluate.load("semantic_f1", similarity={similarity!r})\n'
        f"sides = {read_call(scored.file, scored.reading)}\n"
        "result = metric.compute(\n    **sides,\n"
        f"    average={average!r},\n{options_lines(scored.options)})\n"
        f'print(round(result["semantic_f1"], 4))  # {round(value, 4)}\n'
    )
