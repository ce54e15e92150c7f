"""Code that gives the numbers of the page "Annotators" again: Python and the command line."""

from semantic_f1.distance_table import MEASURE_OF_SIMILARITY

from ..frame.code import (
    called,
    command,
    flags,
    given_options,
    head,
    read_call,
    reading_flags,
    shown,
)
from ..frame.export import similarity_argument
from ..frame.tables import JSON_LISTS
from .work import CONFIGS

USUAL = {"reduce": "mean", "unknown_labels": "raise", "macro_labels": "all"}


def people_command(state):
    """The command line that gives the numbers of annotators, distributions or degrees again."""
    parts, references = [], state.reading["references"]
    if state.similarity is not None:
        parts += ["--similarity", similarity_argument(state.similarity)]
    given = reading_flags({"separator": JSON_LISTS, **state.reading})
    if state.kind != "sets":
        options = {key: value for key, value in state.options.items() if value}
        if "labels" in options:
            options["labels"] = ",".join(options["labels"])
        return command(state.file, *parts, f"--{state.kind}", *flags({**given, **options}))
    del given["references"]
    sides = {"annotators": ",".join(references)}
    if len(references) == 1:
        sides = {"nested": True}
        parts += ["--references", references[0]]
    return command(
        state.file, *parts, *flags({**sides, **given, **given_options(state.options, USUAL)})
    )


def people_snippet(state):
    """Python that gives the headline number again."""
    reading = {"separator": JSON_LISTS, **state.reading}
    references = reading["references"]
    if isinstance(references, list) and len(references) == 1:
        reading |= {"references": references[0]}
        # Of one column of nested lists no cell says what a blank one means.
        reading.pop("blank", None)
    options = {
        key: value
        for key, value in given_options(state.options, USUAL).items()
        if value not in (None, False)
    }
    key, value = headline(state)
    return (
        f"{head(state.similarity, CONFIGS[state.kind])}"
        f"sides = {read_call(state.file, reading)}\n"
        f"result = {called('metric.compute', '**sides', options)}\n"
        + shown(f'result["{key}"]', value)
    )


def headline(state):
    """The key and the value of the number that stands first on the page."""
    if state.kind == "soft":
        keys = (MEASURE_OF_SIMILARITY, "manhattan_distance")
        key = next(candidate for candidate in keys if candidate in state.result)
        return key, state.result[key]
    difference = state.result.get("human_difference_samples")
    if state.kind == "sets" and difference is not None:
        return "human_difference", difference
    return "semantic_f1", state.averages["samples"]["semantic"]["f1"]
