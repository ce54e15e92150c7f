"""Address, tables, data of "Annotators" to take away, and code that gives its numbers again."""

from pathlib import Path

from semantic_f1.distance_table import MEASURE_OF_SIMILARITY

from ..frame import export
from ..frame.code import called, command, flags, given_options, head, read_call, read_flags, shown
from ..frame.tables import JSON_LISTS
from .form import FIRST, PAGE
from .work import CONFIGS

USUAL = {"reduce": "mean", "unknown_labels": "raise", "macro_labels": "all"}


def people_command(state):
    """The command line that gives the numbers of annotators, distributions or degrees again."""
    parts, references = [], state.reading["references"]
    if state.similarity is not None:
        parts += ["--similarity", export.similarity_argument(state.similarity)]
    given = read_flags({"separator": JSON_LISTS, **state.reading})
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


def query(state):
    """The address of the settings of a state."""
    options = dict(state.options)
    labels = ", ".join(options.pop("labels", None) or ()) or FIRST["labels"]
    counts = options.pop("normalize_counts", False)
    fields = {"tab": PAGE, **({} if state.kind == FIRST["kind"] else {"kind": state.kind})}
    settings = {**options, "labels": labels, "counts": counts}
    settings["use_similarity"] = state.kind != "soft" or state.similarity is not None
    return export.address_of(fields, {"similarity": state.similarity}, settings, FIRST)


def people_take_away(state, sentence, text, kind, figure=None):
    """The section "Cite, save, share"; ``text``: the table as CSV."""
    own, name = state.similarity, f"semantic_f1_{kind}_{export.stem(Path(state.file).stem)}"
    if own is not None:
        name += f"_{export.stem(own.name)}"
    kept = ("file", "examples", "reading", "options", "similarity", "result", "averages")
    return export.take_away(
        "annotators",
        sentence,
        state.signature,
        {
            **state.paper,
            **export.tables_of(text),
            "csv": text,
            "json": export.json_of(state, *kept, "signature", "warnings"),
            "figure": figure,
        },
        file_name=name,
        link=query(state),
        code=people_snippet(state),
        command=people_command(state),
        own=None if own is None or export.is_bundled(own) else own,
    )
