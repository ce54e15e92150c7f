"""The command line, run in this process: its JSON, the numbers of its tables, its status."""

import contextlib
import csv
import io
import json
import os
import tempfile
from functools import partial
from pathlib import Path

from . import data
from .layout import command_line
from .plain import decimals

EXAMPLES = data.EXAMPLES
YSO = EXAMPLES / "yso_archaeology"


def calls():
    """Names and functions, one a call."""
    file = "pair.csv"
    table = ["--similarity", "table.json"]
    annotators = [str(EXAMPLES / "annotators.csv"), "--similarity", "plutchik"]
    choices = {
        "plain": [file, *table],
        "per_label": [file, *table, "--per-label"],
        "two_similarities": [file, *table, "--similarity", "identity", "--labels", "a,b,c,d,e,f"],
        "two_sided": [file, *table, "--counting", "two_sided", "--per-label"],
        "f1_of_averages": [file, *table, "--macro-f1", "f1_of_averages"],
        "present": [file, *table, "--macro-labels", "present"],
        "macro_list": [file, *table, "--macro-labels", "a,b"],
        "zero_division": [file, *table, "--zero-division", "0"],
        "interval": [file, *table, "--ci", "30", "--seed", "2", "--confidence-level", "0.9"],
        "ignore": ["unknown.csv", *table, "--unknown-labels", "ignore"],
        "mismatch": ["unknown.csv", *table, "--unknown-labels", "mismatch"],
        "unknown": ["unknown.csv", *table],
        "separator": ["cells.csv", *table, "--separator", ";"],
        "jsonl": ["pair.jsonl", *table, "--per-label"],
        "columns": ["other_columns.csv", *table, "--predictions", "p", "--references", "g"],
        "compare": [file, *table, "--compare", "second.csv", "--ci", "40"],
        "sensitivity": [file, *table, "--compare", "second.csv", "--sensitivity", "--ci", "20"],
        "compare_macro": [file, *table, "--compare", "second.csv", "--average", "macro"],
        "threshold_curve": ["scores.jsonl", *table, "--threshold-curve"],
        "threshold_macro": ["scores.jsonl", *table, "--threshold-curve", "--average", "macro"],
        "annotators": [
            *[*annotators, "--annotators", "annotator_1,annotator_2,annotator_3,annotator_4"],
            *["--blank", "not_asked"],
        ],
        "annotators_no_label": [
            *[*annotators, "--annotators", "annotator_1,annotator_2", "--reduce", "soft"],
            *["--blank", "no_label"],
        ],
        "nested": ["nested.jsonl", *table, "--nested", "--reduce", "max", "--per-label"],
        "soft": [str(EXAMPLES / "soft_labels.jsonl"), "--soft"],
        "soft_similarity": ["soft.jsonl", "--soft", *table, "--ci", "30"],
        "soft_counts": ["counts.jsonl", "--soft", "--normalize-counts", *table],
        "thesaurus": [
            *[str(YSO / "documents.csv"), "--thesaurus", str(YSO / "yso-archaeology.ttl")],
            *["--concepts", "prefLabel", "--language", "en", "--separator", ";"],
            *["--dangling", "drop", "--unknown-labels", "mismatch"],
            *["--measure", "wu_palmer", "--measure", "rada"],
        ],
        "examples": [
            *[str(EXAMPLES / "goemotions_test.csv"), "--similarity", "goemotions-ekman"],
            *["--per-label"],
        ],
        "no_file": ["nothing.csv", *table],
        "no_column": [file, *table, "--predictions", "nothing"],
        "no_similarity": [file],
    }
    for name, arguments in choices.items():
        yield f"command_line/{name}/json", partial(_run, [*arguments, "--json"])
        yield f"command_line/{name}/text", partial(_run, arguments)


def _run(arguments):
    """Status and what was printed: as JSON, else the numbers with decimals of the tables."""
    printed = io.StringIO()
    with tempfile.TemporaryDirectory() as folder:
        write_files(Path(folder))
        before = os.getcwd()
        os.chdir(folder)
        try:
            with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(io.StringIO()):
                status = command_line()(arguments)
        except SystemExit as end:
            status = end.code
        finally:
            os.chdir(before)
    text = printed.getvalue()
    if not text:
        return {"status": status}
    if "--json" not in arguments:
        return {"status": status, "numbers": decimals(text)}
    return {"status": status, "document": _without_warnings(json.loads(text))}


def _without_warnings(content):
    """The document with how many warnings there are instead of their texts."""
    if isinstance(content, dict):
        return {
            key: len(value) if key == "warnings" else _without_warnings(value)
            for key, value in content.items()
            # Paths and times of files are in it.
            if key != "account"
        }
    return [_without_warnings(one) for one in content] if isinstance(content, list) else content


def write_files(folder):
    """The files that the command lines name."""
    sets = data.pair(data.SIX, 25, 201)
    second = {**sets, "predictions": data.near(sets["references"], data.SIX, 9, 0.7)}
    golds, _ = data.several(data.SIX, 12, 203)
    soft = {
        "predictions": data.distributions(n=9, seed=204, zeros=False),
        "references": data.distributions(n=9, seed=205),
    }
    numbers = {"predictions": data.counts(n=9), "references": data.counts(n=9, seed=206)}
    scores = {"predictions": data.scores(n=25), "references": sets["references"]}
    unknown = {**sets, "predictions": [["zz"], *sets["predictions"][1:]]}
    columns = {"p": sets["predictions"], "g": sets["references"]}
    matrix = {"name": "table", "labels": data.SIX, "values": data.table(21).tolist()}
    (folder / "table.json").write_text(json.dumps(matrix), encoding="utf-8")
    tables = {"pair": sets, "second": second, "unknown": unknown, "other_columns": columns}
    for name, content in tables.items():
        write_csv(folder / f"{name}.csv", content, json.dumps)
    write_csv(folder / "cells.csv", sets, ";".join)
    lines = {"pair": sets, "nested": golds, "soft": soft, "counts": numbers, "scores": scores}
    for name, content in lines.items():
        write_lines(folder / f"{name}.jsonl", content)


def write_lines(path, columns):
    rows = zip(*columns.values(), strict=True)
    lines = [json.dumps(dict(zip(columns, row, strict=True))) for row in rows]
    path.write_text("\n".join(lines), encoding="utf-8")


def write_csv(path, columns, cell):
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(columns)
        writer.writerows([map(cell, row) for row in zip(*columns.values(), strict=True)])
