"""Code that gives the numbers of the page "Score" again: Python and the command line."""

import shlex

from ..frame.export import DEFAULTS, similarity_argument
from ..frame.similarities import names_of
from ..frame.table_layouts import DEFAULTS as USUAL_READING
from ..frame.table_layouts import INDICATORS, LONG, is_plain
from ..frame.tables import JSON_LISTS, ONE_LABEL, SCORE_LISTS


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
    parts = ["python", "score.py", scored.file]
    for under in scored.under:
        parts += ["--similarity", similarity_argument(under.similarity)]
    if reading.get("gold"):
        parts += ["--gold", reading["gold"]]
    for key, value in reader_arguments(reading).items():
        if value is True:
            parts.append(f"--{key}")
        elif value != key:
            parts += [f"--{key}", value]
    for key, value in scored.options.items():
        if value == DEFAULTS.get(key):
            continue
        flag = f"--{key.replace('_', '-')}"
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


def load_lines(file, info, unit):
    """Code that loads a file as the pandas frame ``table``."""
    encoding = f", encoding={info.encoding!r}" if info.encoding not in (None, "utf-8") else ""
    if info.format in ("csv", "tsv"):
        return (
            f"table = pd.read_csv({file!r}, sep={info.delimiter!r}, dtype=str, "
            f"keep_default_na=False{encoding})"
        )
    if info.format == "parquet":
        return f"table = pd.read_parquet({file!r})"
    if info.format == "xlsx":
        return f"table = pd.read_excel({file!r}, dtype=str, keep_default_na=False)"
    if unit == "entry":
        read = f"pd.read_json({file!r}, orient='index', dtype=False{encoding})"
        return f"table = {read}.rename_axis('id').reset_index()"
    lines = "" if unit == "row" else ", lines=True"
    return f"table = pd.read_json({file!r}{lines}, dtype=False{encoding})"


def head_of(imports):
    """Import lines of a text of Python."""
    standard = sorted(f"import {name}" for name in imports if name in ("ast", "json"))
    rest = sorted(f"import {name}" for name in imports if name not in ("ast", "json"))
    return "\n".join([*standard, *([""] if standard else []), *rest])


def cell_reader(info, separator, ids, python_lists):
    """A function that reads a cell, and what it imports."""
    lines = ["def labels(cell):"]
    imports = set()
    if info.format not in ("csv", "tsv"):
        lines += ["    if not isinstance(cell, str):", "        return list(cell)"]
    label = "int(cell)" if ids else "cell.strip()"
    if separator in (JSON_LISTS, SCORE_LISTS):
        module, read = ("ast", "ast.literal_eval") if python_lists else ("json", "json.loads")
        imports.add(module)
        lines += [
            '    if cell.strip().startswith("["):',
            f"        return {read}(cell)",
            f"    return [{label}] if cell.strip() else []",
        ]
    elif separator == ONE_LABEL:
        lines.append(f"    return [{label}] if cell.strip() else []")
    else:
        member = "int(name)" if ids else "name.strip()"
        lines.append(f"    return [{member} for name in cell.split({separator!r}) if name.strip()]")
    return "\n".join(lines) + "\n", imports


def options_lines(options, indent="    "):
    """Options that are not the usual ones, as lines of a call."""
    return "".join(
        f"{indent}{key}={value!r},\n"
        for key, value in options.items()
        if value != DEFAULTS.get(key)
    )


def needs_reader(reading, info, unit):
    """True where the metric's own reader is the shortest way to the label sets."""
    other = not is_plain(reading) or reading.get("ids", "auto") != "auto"
    return reading["separator"] != SCORE_LISTS and (
        other or unit == "entry" or info.format == "xlsx"
    )


def reader_arguments(reading):
    """Arguments of ``read_file`` beside the files."""
    given = {}
    layout = reading.get("layout")
    if layout in (INDICATORS, LONG):
        given["indicators" if layout == INDICATORS else "long"] = True
    for side in ("predictions", "references"):
        if reading.get(side):
            given[side] = reading[side]
    if reading["separator"] not in (JSON_LISTS, ONE_LABEL, SCORE_LISTS):
        given["separator"] = reading["separator"]
    for key in ("id", "missing", "ids"):
        if reading.get(key, USUAL_READING[key]) != USUAL_READING[key]:
            given[key] = reading[key]
    return given


def read_call(file, reading):
    """A call of ``read_file``."""
    files = [file, *([reading["gold"]] if reading.get("gold") else [])]
    parts = [*map(repr, files), *(f"{k}={v!r}" for k, v in reader_arguments(reading).items())]
    return f"metric.read_file({', '.join(parts)})"
