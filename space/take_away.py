"""Forms to take a scored state away: sentence, tables, JSON, code, command, address.

All of it is made from one ``Scored``, so no two of them can be of two results.
"""

import csv
import io
import json
import re
import shlex
from pathlib import Path
from urllib.parse import urlencode

from semantic_f1.files.cells import neutralize

from .layouts import DEFAULTS as USUAL_READING
from .layouts import INDICATORS, LONG, is_plain
from .similarities import AVERAGES, SCORES, bundled, names_of
from .tables import JSON_LISTS, ONE_LABEL, SCORE_LISTS

DEFAULTS = {
    "unknown_labels": "raise",
    "counting": "paper",
    "macro_labels": "all",
    "normalize_names": False,
}


def is_bundled(similarity):
    """True for a similarity that everybody has."""
    known = bundled().get(similarity.name)
    return known is not None and known.fingerprint == similarity.fingerprint


def stem(text):
    """A part of a file's name: letters, digits, dashes and dots."""
    return re.sub(r"[^\w.-]+", "_", text).strip("_.") or "file"


def file_name(scored, ending):
    """Name of a saved file of this state."""
    names = "_".join(stem(under.similarity.name) for under in scored.under)
    return f"semantic_f1_{stem(Path(scored.file).stem)}_{names}.{ending}"


def with_interval(scores):
    """A score with its interval, in words."""
    text = f"{scores['f1']:.3f}"
    if scores["low"] is None:
        return text
    return f"{text} (95% interval {scores['low']:.3f} to {scores['high']:.3f})"


def called(similarity):
    """A similarity with its fingerprint, as a sentence has it."""
    short = similarity.fingerprint[:8]
    if is_bundled(similarity):
        return f"the similarity {similarity.name} (fingerprint {short})"
    title = similarity.card.get("title") or ""
    name = f" {title}" if title and title != similarity.name else ""
    source = similarity.card.get("source")
    from_ = f", {source}" if isinstance(source, str) and source else ""
    return f"our own similarity{name} of {len(similarity)} labels (fingerprint {short}{from_})"


def drawn(groups):
    """Sentence on what intervals draw: a column and the number of its groups."""
    column, count = groups
    return f"Intervals draw the {count:,} groups of {column!r}, not rows."


def sentence(scored, average):
    """The sentence to cite."""
    parts = [
        f"{with_interval(under.averages[average]['semantic'])} under {called(under.similarity)}"
        for under in scored.under
    ]
    hard = with_interval(scored.under[0].averages[average]["hard"])
    more = f" {drawn(scored.groups)}" if scored.groups and "95%" in hard else ""
    return (
        f"On {scored.examples:,} examples, Semantic F1 ({average}) is {' and '.join(parts)}; hard "
        f"F1, exact matches only, is {hard}.{more}"
    )


def signatures(scored, average):
    """The lines to cite beside the number, one a similarity."""
    return "\n".join(under.signatures[average] for under in scored.under)


def _rows(scored):
    for under in scored.under:
        for average in AVERAGES:
            semantic, hard = (under.averages[average][kind] for kind in ("semantic", "hard"))
            ends = "" if semantic["low"] is None else (semantic["low"], semantic["high"])
            yield under.similarity.name, average, semantic, ends, hard


def latex(scored):
    """All averages as a LaTeX table for booktabs."""
    several = len(scored.under) > 1
    head = ("Similarity & " if several else "") + (
        "Average & P & R & F1 & 95\\% interval & P & R & F1 \\\\"
    )
    first = 2 if not several else 3
    spans = (
        f"{'& ' * (first - 1)}\\multicolumn{{4}}{{c}}{{Semantic}} & "
        "\\multicolumn{3}{c}{Hard} \\\\"
    )
    rules = f"\\cmidrule(lr){{{first}-{first + 3}}} \\cmidrule(lr){{{first + 4}-{first + 6}}}"
    lines = [
        f"\\begin{{tabular}}{{{'l' if several else ''}lrrrcrrr}}",
        "\\toprule",
        spans,
        rules,
        head,
        "\\midrule",
    ]
    for name, average, semantic, ends, hard in _rows(scored):
        cells = [tex(name)] if several else []
        cells.append(average)
        cells += [f"{semantic[score]:.3f}" for score in SCORES]
        cells.append(f"{ends[0]:.3f}--{ends[1]:.3f}" if ends else "")
        cells += [f"{hard[score]:.3f}" for score in SCORES]
        lines.append(" & ".join(cells) + " \\\\")
    lines += ["\\bottomrule", "\\end{tabular}"]
    return "\n".join(lines) + "\n"


def tex(text):
    """Text as LaTeX shows it."""
    special = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
    return "".join(
        special.get(character) or (f"\\{character}" if character in "&%$#_{}" else character)
        for character in text
    )


def markdown(scored):
    """All averages as a Markdown table."""
    several = len(scored.under) > 1
    head = ["Similarity"] if several else []
    head += ["Average", "Semantic P", "R", "F1", "95% interval", "Hard P", "R", "F1"]
    lines = [f"| {' | '.join(head)} |", f"|{'|'.join(['---'] * len(head))}|"]
    for name, average, semantic, ends, hard in _rows(scored):
        cells = [name.replace("|", "\\|")] if several else []
        cells.append(average)
        cells += [f"{semantic[score]:.3f}" for score in SCORES]
        cells.append(f"{ends[0]:.3f}\u2013{ends[1]:.3f}" if ends else "")
        cells += [f"{hard[score]:.3f}" for score in SCORES]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def results(scored):
    """All numbers, as a dict for JSON."""
    return {
        "file": scored.file,
        "examples": scored.examples,
        "reading": scored.reading,
        "options": scored.options,
        "results": [
            {
                "similarity": under.similarity.name,
                "fingerprint": under.similarity.fingerprint,
                "signatures": under.signatures,
                "averages": under.averages,
                "per_label": under.per_label,
                "warnings": under.warnings,
            }
            for under in scored.under
        ],
        "best_constant_answer": None
        if scored.constant is None
        else {"label": scored.constant[0], "semantic_f1": scored.constant[1]},
    }


def results_json(scored):
    """All numbers, as JSON."""
    return json.dumps(results(scored), indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def similarity_file(similarity):
    """Name of the saved file of a visitor's own similarity."""
    return f"{stem(similarity.name)}.json"


def similarity_argument(similarity):
    """The value of ``similarity=``: a bundled name, or the file that it is saved as."""
    return similarity.name if is_bundled(similarity) else similarity_file(similarity)


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


def _options_lines(options, indent="    "):
    return "".join(
        f"{indent}{key}={value!r},\n"
        for key, value in options.items()
        if value != DEFAULTS.get(key)
    )


def snippet(scored, average):
    """Python that gives the number again, from the file and, if it is the visitor's own, the JSON
    of the similarity.
    """
    under, reading = scored.under[0], scored.reading
    value = under.averages[average]["semantic"]["f1"]
    if _needs_reader(reading, scored.info, scored.unit):
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
        f"    average={average!r},\n{_options_lines(scored.options)})\n"
        f'print(round(result["semantic_f1"], 4))  # {round(value, 4)}\n'
    )


def _needs_reader(reading, info, unit):
    """True where the metric's own reader is the shortest way to the label sets."""
    other = not is_plain(reading) or reading.get("ids", "auto") != "auto"
    return reading["separator"] != SCORE_LISTS and (
        other or unit == "entry" or info.format == "xlsx"
    )


def _reader_arguments(reading):
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


def _read_call(file, reading):
    files = [file, *([reading["gold"]] if reading.get("gold") else [])]
    parts = [*map(repr, files), *(f"{k}={v!r}" for k, v in _reader_arguments(reading).items())]
    return f"metric.read_file({', '.join(parts)})"


def _reader_snippet(scored, average, value):
    similarity = similarity_argument(scored.under[0].similarity)
    return (
        "import evaluate\n\n"
        f'metric = evaluate.load("semantic_f1", similarity={similarity!r})\n'
        f"sides = {_read_call(scored.file, scored.reading)}\n"
        "result = metric.compute(\n    **sides,\n"
        f"    average={average!r},\n{_options_lines(scored.options)})\n"
        f'print(round(result["semantic_f1"], 4))  # {round(value, 4)}\n'
    )


def ranking_snippet(state, table, value):
    """Python that ranks the systems of one file again.

    Parameters
    ----------
    state : Compared
    table : dict: file, info, unit, columns, references, separator, reading, ids, python_lists
    value : F1 of the best system
    """
    reading = {**table["reading"], "predictions": table["columns"]}
    if _needs_reader(reading, table["info"], table["unit"]):
        return (
            "import evaluate\n\n"
            f'metric = evaluate.load("semantic_f1", similarity='
            f"{similarity_argument(state.similarity)!r})\n"
            f"sides = {_read_call(table['file'], reading)}\n"
            f"found = metric.rank(\n    **sides,\n    average={state.average!r},\n"
            f"{_options_lines(state.options)}    n_resamples=1000,\n)\n"
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
        f"    average={state.average!r},\n{_options_lines(state.options)}    n_resamples=1000,\n)\n"
        'print(found["ranking"][0]["system"], round(found["ranking"][0]["semantic_f1"], 4))'
        f"  # {round(value, 4)}\n"
    )


def files_snippet(state, value):
    """Python that ranks the systems of several files again.

    Parameters
    ----------
    state : Compared
    value : F1 of the best system
    """
    lines = []
    for file, how, columns in state.reads:
        for column in columns:
            read = _read_call(file, {**how, "predictions": column})
            lines.append(f'    {f"{file}: {column}"!r}: {read}["predictions"],\n')
    file, how, columns = state.reads[0]
    gold = _read_call(file, {**how, "predictions": columns[0]})
    return (
        "import evaluate\n\n"
        f'metric = evaluate.load("semantic_f1", similarity='
        f"{similarity_argument(state.similarity)!r})\n"
        f"systems = {{\n{''.join(lines)}}}\n"
        f'gold = {gold}["references"]\n'
        f"found = metric.rank(\n    systems,\n    gold,\n    average={state.average!r},\n"
        f"{_options_lines(state.options)}    n_resamples=1000,\n)\n"
        'print(found["ranking"][0]["system"], round(found["ranking"][0]["semantic_f1"], 4))'
        f"  # {round(value, 4)}\n"
    )


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


def command(scored):
    """The command line that gives the numbers again; "" where it can't."""
    reading, first = scored.reading, scored.under[0]
    if reading["separator"] == SCORE_LISTS:
        return ""
    parts = ["python", "score.py", scored.file]
    for under in scored.under:
        parts += ["--similarity", similarity_argument(under.similarity)]
    if reading.get("gold"):
        parts += ["--gold", reading["gold"]]
    for key, value in _reader_arguments(reading).items():
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


def query(scored, average, is_example):
    """The address of the settings of a state; no file and no similarity of a visitor's is in it."""
    names = [
        under.similarity.name if is_bundled(under.similarity) else None for under in scored.under
    ]
    fields = {"tab": "score"}
    for key, name in zip(("similarity", "beside"), names, strict=False):
        if name is not None:
            fields[key] = name
    for key, value in scored.options.items():
        if value != DEFAULTS.get(key):
            fields[key] = "true" if value is True else value
    if average != "samples":
        fields["average"] = average
    if not is_example:
        fields |= {key: scored.reading[key] for key in ("predictions", "references")}
    return urlencode(fields)


def labels_csv(scored):
    """The scores of each label, as CSV."""
    text = io.StringIO()
    writer = csv.writer(text)
    heads = [f"semantic_{score}" for score in SCORES] + [f"hard_{score}" for score in SCORES]
    several = len(scored.under) > 1
    writer.writerow([*(["similarity"] if several else []), "label", "support", *heads])
    for under in scored.under:
        for row in under.per_label:
            values = [row[kind][score] for kind in ("semantic", "hard") for score in SCORES]
            first = [neutralize(under.similarity.name)] if several else []
            writer.writerow([*first, neutralize(row["label"]), row["support"], *values])
    return "\ufeff" + text.getvalue()


def similarity_json(similarity):
    """A similarity as a JSON text, laid out as the bundled files are: a line for each label."""
    fields = {
        name: json.dumps(value, ensure_ascii=False) for name, value in similarity.to_dict().items()
    }
    lines = ",\n".join(f"    {json.dumps(row)}" for row in similarity.values.tolist())
    fields["values"] = f"[\n{lines}\n  ]"
    text = ",\n".join(f"  {json.dumps(name)}: {value}" for name, value in fields.items())
    return f"{{\n{text}\n}}\n"


def similarity_csv(similarity):
    """A similarity as a CSV text: a header of names, then one row a label."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(["label", *map(neutralize, similarity.labels)])
    for label, row in zip(similarity.labels, similarity.values.tolist(), strict=True):
        writer.writerow([neutralize(label), *map(repr, row)])
    return text.getvalue()


def csv_line(cells):
    """A line of CSV; text cells are harmless to spreadsheets."""
    text = io.StringIO()
    csv.writer(text).writerow(
        [neutralize(cell) if isinstance(cell, str) else cell for cell in cells]
    )
    return text.getvalue()


def tables_of(text, latex):
    """A CSV of plain numbers as LaTeX or Markdown, with three decimals."""
    head, *rows = csv.reader(io.StringIO(text))

    def cell(value):
        try:
            return f"{float(value):.3f}"
        except ValueError:
            return tex(value) if latex else value.replace("|", "\\|")

    lines = [[cell(value) for value in row] for row in [head, *rows]]
    if not latex:
        body = [f"| {' | '.join(row)} |" for row in lines]
        return "\n".join([body[0], f"|{'|'.join(['---'] * len(head))}|", *body[1:]]) + "\n"
    body = [" & ".join(row) + " \\\\" for row in lines]
    return "\n".join(
        [
            f"\\begin{{tabular}}{{l{'r' * (len(head) - 1)}}}",
            "\\toprule",
            body[0],
            "\\midrule",
            *body[1:],
            "\\bottomrule",
            "\\end{tabular}",
            "",
        ]
    )
