"""Parts of the code that pages hand out: reading a file as the page read it."""

from .export import DEFAULTS
from .table_layouts import DEFAULTS as USUAL_READING
from .table_layouts import INDICATORS, LONG, is_plain
from .tables import JSON_LISTS, ONE_LABEL, SCORE_LISTS


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
