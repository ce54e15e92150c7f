"""Code that ranks the systems of the page "Compare" again: Python and the command line."""

import shlex

from semantic_f1.commandline.flags import flag_of

from ..frame.code import cell_reader, head_of, load_lines, needs_reader, options_lines, read_call
from ..frame.export import DEFAULTS, similarity_argument
from ..frame.tables import JSON_LISTS, ONE_LABEL

EXAMPLE_FILE = "examples/goemotions_test.csv"


def compare_snippet(state):
    """Python that ranks the systems again."""
    best = state.systems[0]["f1"]
    if not state.reads:
        return _example_snippet(state, best)
    if state.table is None:
        return _files_snippet(state, best)
    return _ranking_snippet(state, state.table, best)


def compare_command(state):
    """The command line that ranks the systems of one file again; "" where it can't."""
    how = state.table
    if how is None or any("," in name for name in how["columns"]):
        return ""
    parts = ["semantic-f1", how["file"]]
    parts += ["--similarity", similarity_argument(state.similarity)]
    parts += ["--predictions", ",".join(how["columns"]), "--references", how["references"]]
    if how["separator"] not in (JSON_LISTS, ONE_LABEL):
        parts += ["--separator", how["separator"]]
    if how["reading"]["ids"] != "auto":
        parts += ["--ids", how["reading"]["ids"]]
    if state.average != "samples":
        parts += ["--average", state.average]
    for key, value in state.options.items():
        if value != DEFAULTS.get(key):
            flag = flag_of(key)
            parts += [flag] if value is True else [flag, str(value)]
    if state.systems[0]["low"] is not None:
        parts.append("--ci")
        if state.groups:
            parts += ["--groups", state.groups[0]]
    return shlex.join(parts) + "\n"


def _ranking_snippet(state, table, value):
    """Python that ranks the systems of one file again."""
    reading = {**table["reading"], "predictions": table["columns"]}
    if needs_reader(reading, table["info"], table["unit"]):
        return (
            "import evaluate\n\n"
            f'metric = evaluate.load("semantic_f1", similarity='
            f"{similarity_argument(state.similarity)!r})\n"
            f"sides = {read_call(table['file'], reading)}\n"
            f"found = metric.rank(\n    **sides,\n    average={state.average!r},\n"
            f"{options_lines(state.options)}    n_resamples=1000,\n)\n"
            'print(found["ranking"][0]["system"], round(found["ranking"][0]["semantic_f1"], 4))'
            f"  # {round(value, 4)}\n"
        )
    cells, more = cell_reader(
        table["info"], table["separator"], table["ids"], table["python_lists"]
    )
    columns = ", ".join(repr(name) for name in table["columns"])
    similarity = similarity_argument(state.similarity)
    return (
        f"{head_of({'evaluate', 'pandas as pd'} | more)}\n\n"
        f'metric = evaluate.load("semantic_f1", similarity={similarity!r})\n'
        f"{load_lines(table['file'], table['info'], table['unit'])}\n\n\n{cells}\n\n"
        f"gold = table[{table['references']!r}].map(labels).tolist()\n"
        f"systems = {{name: table[name].map(labels).tolist() for name in [{columns}]}}\n"
        "found = metric.rank(\n"
        "    systems,\n    gold,\n"
        f"    average={state.average!r},\n{options_lines(state.options)}    n_resamples=1000,\n)\n"
        'print(found["ranking"][0]["system"], round(found["ranking"][0]["semantic_f1"], 4))'
        f"  # {round(value, 4)}\n"
    )


def _files_snippet(state, value):
    """Python that ranks the systems of several files again."""
    lines = []
    for file, how, columns in state.reads:
        for column in columns:
            read = read_call(file, {**how, "predictions": column})
            lines.append(f'    {f"{file}: {column}"!r}: {read}["predictions"],\n')
    file, how, columns = state.reads[0]
    gold = read_call(file, {**how, "predictions": columns[0]})
    return (
        "import evaluate\n\n"
        f'metric = evaluate.load("semantic_f1", similarity='
        f"{similarity_argument(state.similarity)!r})\n"
        f"systems = {{\n{''.join(lines)}}}\n"
        f'gold = {gold}["references"]\n'
        f"found = metric.rank(\n    systems,\n    gold,\n    average={state.average!r},\n"
        f"{options_lines(state.options)}    n_resamples=1000,\n)\n"
        'print(found["ranking"][0]["system"], round(found["ranking"][0]["semantic_f1"], 4))'
        f"  # {round(value, 4)}\n"
    )


def _example_snippet(state, value):
    """Python that ranks the systems of the example again: two of them are made from the first."""
    names = [row["system"] for row in state.systems]
    return (
        "import json\n\nimport evaluate\nimport pandas as pd\n\n"
        f'metric = evaluate.load("semantic_f1", similarity='
        f"{similarity_argument(state.similarity)!r})\n"
        f"table = pd.read_csv({str(EXAMPLE_FILE)!r})\n"
        'gold = table["references"].map(json.loads).tolist()\n'
        'classifier = table["predictions"].map(json.loads).tolist()\n'
        f'labels = metric.similarity.load("goemotions-ekman").labels\n'
        "after = dict(zip(labels, [*labels[1:], labels[0]]))\n"
        "systems = {\n"
        '    "classifier": classifier,\n'
        '    "next in the list": [[after.get(name, name) for name in row] for row in classifier],\n'
        '    "nothing": [[] for row in classifier],\n'
        "}\n"
        "found = metric.rank(\n"
        f"    {{name: systems[name] for name in {names!r}}},\n    gold,\n"
        f"    average={state.average!r},\n{options_lines(state.options)}    n_resamples=1000,\n)\n"
        'print(found["ranking"][0]["system"], round(found["ranking"][0]["semantic_f1"], 4))'
        f"  # {round(value, 4)}\n"
    )
