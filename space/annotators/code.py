"""Code that gives the numbers of the page "Annotators" again: Python and the command line."""

import shlex

from semantic_f1.commandline.flags import flag_of
from semantic_f1.distance_table import MEASURE_OF_SIMILARITY

from ..frame.code import cell_reader, head_of, load_lines
from ..frame.export import similarity_argument
from ..frame.tables import JSON_LISTS, ONE_LABEL

USUAL = {"reduce": "mean", "unknown_labels": "raise", "macro_labels": "all"}


def people_command(state):
    """The command line that gives the numbers of annotators, distributions or degrees again."""
    reading = state.reading
    parts = ["semantic-f1", state.file]
    if state.similarity is not None:
        parts += ["--similarity", similarity_argument(state.similarity)]
    if reading["predictions"] != "predictions":
        parts += ["--predictions", reading["predictions"]]
    if state.kind != "sets":
        parts.append(f"--{state.kind}")
        if reading["references"] != "references":
            parts += ["--references", reading["references"]]
        if state.options["labels"]:
            parts += ["--labels", ",".join(state.options["labels"])]
        if state.options.get("normalize_counts"):
            parts.append("--normalize-counts")
        return shlex.join(parts) + "\n"
    if len(reading["references"]) > 1:
        parts += ["--annotators", ",".join(reading["references"])]
    else:
        parts += ["--references", reading["references"][0], "--nested"]
    if reading.get("blank"):
        parts += ["--blank", reading["blank"]]
    if reading["separator"] not in (JSON_LISTS, ONE_LABEL):
        parts += ["--separator", reading["separator"]]
    if reading.get("ids", "auto") != "auto":
        parts += ["--ids", reading["ids"]]
    for key, default in USUAL.items():
        if state.options[key] != default:
            parts += [flag_of(key), state.options[key]]
    return shlex.join(parts) + "\n"


def people_snippet(state):
    """Python that gives the headline number again."""
    arguments, imports, reader = _sides(state)
    config = {"sets": "annotators", "soft": "soft", "graded": "graded"}[state.kind]
    loaded = [repr("semantic_f1"), repr(config)]
    if state.similarity is not None:
        loaded.append(f"similarity={similarity_argument(state.similarity)!r}")
    options = [
        f"    {key}={value!r},\n"
        for key, value in state.options.items()
        if value not in (USUAL.get(key), None, False)
    ]
    key, value = headline(state)
    return (
        f"{head_of(imports | {'evaluate', 'pandas as pd'})}\n\n"
        f"metric = evaluate.load({', '.join(loaded)})\n"
        f"{load_lines(state.file, state.info, state.unit)}\n\n\n{reader}\n\n"
        f"result = metric.compute(\n{arguments}{''.join(options)})\n"
        f'print(round(result["{key}"], 4))  # {round(value, 4)}\n'
    )


def headline(state):
    """The key and the value of the number that stands first on the page."""
    if state.kind == "soft":
        keys = (MEASURE_OF_SIMILARITY, "manhattan_distance")
        key = next(candidate for candidate in keys if candidate in state.result)
        return key, state.result[key]
    return "semantic_f1", state.averages["samples"]["semantic"]["f1"]


def _sides(state):
    """Arguments of ``compute`` with the two sides, what they import, and the reader of a cell."""
    reading = state.reading
    predicted, gold = reading["predictions"], reading["references"]
    if state.kind != "sets":
        reader = (
            "def numbers(cell):\n"
            "    row = json.loads(cell) if isinstance(cell, str) else cell\n"
            "    return list(row) if hasattr(row, '__len__') else row\n"
        )
        arguments = (
            f"    predictions=table[{predicted!r}].map(numbers).tolist(),\n"
            f"    references=table[{gold!r}].map(numbers).tolist(),\n"
        )
        return arguments, {"json"}, reader
    reader, imports = cell_reader(state.info, reading["separator"], state.ids, False)
    arguments = f"    predictions=table[{predicted!r}].map(labels).tolist(),\n"
    if len(gold) == 1:
        read = "json.loads(cell) if isinstance(cell, str) else list(map(list, cell))"
        arguments += f"    references=[{read} for cell in table[{gold[0]!r}]],\n"
        return arguments, imports | {"json"}, reader
    # A cell of JSON may be empty in other ways than a cell of CSV.
    asked = (
        " if cell is not None and str(cell).strip()" if reading.get("blank") == "not_asked" else ""
    )
    arguments += (
        f"    references=[\n        [labels(cell) for cell in row{asked}]\n"
        f"        for row in table[{list(gold)!r}].itertuples(index=False)\n    ],\n"
    )
    return arguments, imports, reader
