"""The command line, run in this process: its JSON, the numbers of its tables, its status."""

import contextlib
import csv
import io
import json
import tempfile
from functools import partial
from pathlib import Path

from space_code import heard

from . import data
from .layout import command_line
from .plain import counted, decimals

# Most calls are of this file under this similarity.
PAIR, TABLE = "pair.csv --similarity table.json", "--similarity table.json"
ANNOTATED = "annotators.csv --similarity plutchik"
YSO = "yso_archaeology"
CHOICES = {
    "plain": PAIR,
    "per_label": f"{PAIR} --per-label",
    "two_similarities": f"{PAIR} --similarity identity --labels a,b,c,d,e,f",
    "two_sided": f"{PAIR} --counting two_sided --per-label",
    "f1_of_averages": f"{PAIR} --macro-f1 f1_of_averages",
    "present": f"{PAIR} --macro-labels present",
    "macro_list": f"{PAIR} --macro-labels a,b",
    "zero_division": f"{PAIR} --zero-division 0",
    "interval": f"{PAIR} --ci 30 --seed 2 --confidence-level 0.9",
    "ignore": f"unknown.csv {TABLE} --unknown-labels ignore",
    "mismatch": f"unknown.csv {TABLE} --unknown-labels mismatch",
    "unknown": f"unknown.csv {TABLE}",
    "separator": f"cells.csv {TABLE} --separator ;",
    "jsonl": f"pair.jsonl {TABLE} --per-label",
    "columns": f"other_columns.csv {TABLE} --predictions p --references g",
    "compare": f"{PAIR} --compare second.csv --ci 40",
    "sensitivity": f"{PAIR} --compare second.csv --sensitivity --ci 20",
    "compare_macro": f"{PAIR} --compare second.csv --average macro",
    "threshold_curve": f"scores.jsonl {TABLE} --threshold-curve",
    "threshold_macro": f"scores.jsonl {TABLE} --threshold-curve --average macro",
    "annotators": f"{ANNOTATED} --blank not_asked "
    "--annotators annotator_1,annotator_2,annotator_3,annotator_4",
    "annotators_no_label": f"{ANNOTATED} --blank no_label --reduce soft "
    "--annotators annotator_1,annotator_2",
    "nested": f"nested.jsonl {TABLE} --nested --reduce max --per-label",
    "soft": "soft_labels.jsonl --soft",
    "soft_similarity": f"soft.jsonl --soft {TABLE} --ci 30",
    "soft_counts": f"counts.jsonl --soft --normalize-counts {TABLE}",
    "thesaurus": f"{YSO}/documents.csv --thesaurus {YSO}/yso-archaeology.ttl "
    "--concepts prefLabel --language en --separator ; --dangling drop --unknown-labels mismatch "
    "--measure wu_palmer --measure rada",
    "examples": "goemotions_test.csv --similarity goemotions-ekman --per-label",
    "no_file": f"nothing.csv {TABLE}",
    "no_column": f"{PAIR} --predictions nothing",
    "no_similarity": "pair.csv",
}


def calls():
    """Names and functions, one a call."""
    for name, text in CHOICES.items():
        # Some files are examples of the repository.
        places = [(one, data.EXAMPLES / one) for one in text.split()]
        arguments = [str(path) if path.is_file() else one for one, path in places]
        yield f"command_line/{name}/json", partial(_run, [*arguments, "--json"])
        yield f"command_line/{name}/text", partial(_run, arguments)


def _run(arguments):
    """Status and what was printed: as JSON, else the numbers with decimals of the tables."""
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stderr(io.StringIO()):
        write_files(Path(folder))
        with heard(folder) as said:
            try:
                status = command_line()(arguments)
            except SystemExit as end:
                status = end.code
    text = said.getvalue()
    if not text:
        return {"status": status}
    if "--json" not in arguments:
        return {"status": status, "numbers": decimals(text)}
    # Paths and times of files are in the account.
    return {"status": status, "document": counted(json.loads(text), ("account",))}


def write_files(folder):
    """The files that the command lines name."""
    sets = data.pair(data.SIX, 25, 201)
    second = {**sets, "predictions": data.near(sets["references"], data.SIX, 9, 0.7)}
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
    write_csv(folder / "pair.csv", sets)
    write_csv(folder / "second.csv", second)
    write_csv(folder / "unknown.csv", unknown)
    write_csv(folder / "other_columns.csv", columns)
    write_csv(folder / "cells.csv", sets, ";".join)
    write_lines(folder / "pair.jsonl", sets)
    write_lines(folder / "nested.jsonl", data.several(data.SIX, 12, 203)[0])
    write_lines(folder / "soft.jsonl", soft)
    write_lines(folder / "counts.jsonl", numbers)
    write_lines(folder / "scores.jsonl", scores)


def write_lines(path, columns):
    """JSON Lines of columns."""
    rows = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")


def write_csv(path, columns, cell=json.dumps):
    """A CSV file of columns."""
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(columns)
        writer.writerows([map(cell, row) for row in zip(*columns.values(), strict=True)])
