"""Code that ranks the systems of the page "Compare" again: Python and the command line."""

from ..frame.code import called, command, flags, given_options, head, read_call, read_flags
from ..frame.export import similarity_argument
from ..frame.reading import BUNDLED


def compare_snippet(state):
    """Python that ranks the systems again."""
    lines = []
    for file, how, columns in state.reads:
        read = read_call(file, {**how, "predictions": columns})
        lines.append(f"sides = {read}\n")
        if len(state.reads) > 1:
            lines.append(
                f'for name, predictions in sides["systems"].items():\n'
                f"    systems[{file + ': '!r} + name] = predictions\n"
            )
    if len(state.reads) > 1:
        lines = ["systems = {}\n", *lines, 'sides["systems"] = systems\n']
    options = {"average": state.average, **given_options(state.options), "n_resamples": 1000}
    ranking = 'found["ranking"][0]'
    return (
        f"{head(state.similarity)}{''.join(lines) or _example(state)}"
        f"found = {called('metric.rank', '**sides', options)}\n"
        f'print({ranking}["system"], round({ranking}["semantic_f1"], 4))'
        f"  # {round(state.systems[0]['f1'], 4)}\n"
    )


def _example(state):
    """The systems of the example: two of them are made from the first."""
    names = [row["system"] for row in state.systems]
    return (
        f"read = metric.read_file({f'examples/{BUNDLED.name}'!r})\n"
        'classifier = read["predictions"]\n'
        'labels = metric.similarity.load("goemotions-ekman").labels\n'
        "after = dict(zip(labels, [*labels[1:], labels[0]]))\n"
        "systems = {\n"
        '    "classifier": classifier,\n'
        '    "next label alphabetically": [\n'
        "        [after.get(name, name) for name in row] for row in classifier\n"
        "    ],\n"
        '    "no labels": [[] for row in classifier],\n'
        "}\n"
        f"chosen = {{name: systems[name] for name in {names!r}}}\n"
        'sides = {"systems": chosen, "references": read["references"]}\n'
    )


def compare_command(state):
    """The command line that ranks the systems of one file again; "" if it can't."""
    if len(state.reads) != 1 or any("," in name for name in state.reads[0][2]):
        return ""
    file, how, columns = state.reads[0]
    parts = ["--similarity", similarity_argument(state.similarity)]
    given = read_flags({**how, "predictions": ",".join(columns)})
    if state.average != "samples":
        given["average"] = state.average
    parts += flags({**given, **given_options(state.options)})
    if state.systems[0]["low"] is not None:
        parts.append("--ci")
        if state.groups:
            parts += ["--groups", state.groups[0]]
    return command(file, *parts)
