"""A file, or two, scored through every way in: command line, read_file and the Space's work."""

import json

from semantic_f1 import SemanticF1
from semantic_f1.commandline.main import main

LABELS = ["anger", "fear", "joy", "love"]


def flags_of(options):
    """Arguments of read_file as flags."""
    flags = []
    for name, value in options.items():
        flag = f"--{name.replace('_', '-')}"
        if value is True and name != "header":
            flags.append(flag)
        elif value is not False or name == "header":
            shown = {True: "yes", False: "no"}.get(value, value) if name == "header" else value
            flags += [flag, str(shown)]
    return flags


def by_command(capsys, path, gold, options):
    """F1 and account, or the error's text."""
    capsys.readouterr()
    words = [str(path), *(["--gold", str(gold)] if gold else []), *flags_of(options)]
    words += ["--similarity", "identity", "--labels", ",".join(LABELS), "--json"]
    try:
        status = main(words)
    except SystemExit as stop:
        status = stop.code
    out, err = capsys.readouterr()
    if status:
        return err
    document = json.loads(out)
    found = document["results"][0]["averages"]["samples"]["semantic"]["f1"]
    return found, document["account"]


def by_reader(path, gold, options):
    """F1 and account of read_file and compute, or the error's text."""
    metric = SemanticF1(similarity="identity", labels=LABELS)
    try:
        with metric.notices():
            result = metric.compute(**metric.read_file(path, gold, **options))
    except ValueError as error:
        return str(error)
    return result["semantic_f1"], result["account"]


def by_space(path, gold, options):
    """F1 and account of the Space's endpoint, or the error's text."""
    from space.frame.similarities import metric
    from space.frame.table_layouts import TwoFiles
    from space.score.work import side_by_side

    layout = next((name for name in ("indicators", "long") if options.get(name)), "columns")
    reading = {"predictions": "", "references": "", "separator": "one", "layout": layout}
    reading |= {"id": "", "missing": "raise", "ids": "auto"}
    taken = {*reading, "quotes", "merged", "blank"}
    reading |= {name: value for name, value in options.items() if name in taken}
    content = path.read_bytes()
    if "threshold" in options:
        reading["cutoff"] = options["threshold"]
    if gold:
        reading["gold"] = gold.name
        content = TwoFiles(content, gold.name, gold.read_bytes())
    try:
        similarity = metric().similarity.identity(LABELS)
        result = side_by_side(content, path.name, reading, similarity, {})
    except ValueError as error:
        return str(error)
    return result["averages"]["samples"]["semantic"]["f1"], result["account"]
