"""Speed and memory beside other ways, everything measured side by side in one run.

``python benchmarks/run.py`` takes some minutes; ``--quick`` shows in seconds that every row can be
measured, on data too small to tell anything.
"""

import argparse
import json
import platform
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd
from data import LABELS, N_LABELS, indicator_rows, name_lists, similarity_table
from measure import best_of_each
from metrics import AVERAGES, converter, load_metric, load_stock_metric, score
from scipy.sparse import csr_array
from semantic_f1_score import semantic_f1_score
from sklearn.metrics import f1_score

import similarity

TABLE = similarity_table()
PAIRS = similarity.build(TABLE, LABELS).pairs
CONVERT = converter(LABELS)
PACKAGES = ["numpy", "pyarrow", "datasets", "evaluate", "scikit-learn", "semantic-f1-score"]


class Row(NamedTuple):
    """One line of the table: what took how long, and what it is compared with."""

    what: str
    value: str
    ratio: float | None = None
    target: float | None = None
    at_most: bool = False

    def cells(self, judge):
        """Texts of the columns: what, best, ratio, target, met (blank unless ``judge``)."""
        if self.ratio is None:
            return self.what, self.value, "", "", ""
        ratio = f"{self.ratio:.2f}" if self.ratio < 10 else f"{self.ratio:,.0f}"
        if self.target is None:
            return self.what, self.value, ratio, "", ""
        met = self.ratio <= self.target if self.at_most else self.ratio >= self.target
        sign = "<=" if self.at_most else ">="
        mark = ("yes" if met else "no") if judge else ""
        return self.what, self.value, ratio, f"{sign} {self.target:g}", mark


def convert_and_score(predicted, gold):
    """All four averages of indicator rows."""
    return score(CONVERT(predicted, "predictions"), CONVERT(gold, "references"), PAIRS)


def timed(what, seconds, against=None, target=None):
    """A row whose ratio is how many times faster it is than ``against`` seconds."""
    value = f"{seconds * 1000:,.2f} ms" if seconds < 1 else f"{seconds:,.2f} s"
    return Row(what, value, None if against is None else against / seconds, target)


def small(n, rounds):
    """A data set of the size of GoEmotions' test set, against the reference package."""
    predicted, gold = indicator_rows(n, 1), indicator_rows(n, 2)
    predicted_names, gold_names = name_lists(predicted), name_lists(gold)
    frame = pd.DataFrame(TABLE, LABELS, LABELS)
    sets = [CONVERT(rows, "rows") for rows in (predicted, gold)]
    options = {"similarity": TABLE, "labels": LABELS, "average": AVERAGES}
    metric, multilabel = load_metric("default", **options), load_metric("multilabel", **options)
    seconds = best_of_each(
        rounds,
        {
            "package": lambda: semantic_f1_score(
                gold_names, predicted_names, frame, labels=LABELS, average="samples"
            ),
            "indices": lambda: score(*sets, PAIRS),
            "rows": lambda: convert_and_score(predicted, gold),
            "compute rows": lambda: multilabel.compute(predictions=predicted, references=gold),
            "compute names": lambda: metric.compute(
                predictions=predicted_names, references=gold_names
            ),
        },
    )
    package = seconds["package"]
    return [
        timed("semantic-f1-score: name lists, samples alone", package),
        timed("scoring.py: label indices, four averages", seconds["indices"], package, 300),
        timed("scoring.py: indicator rows, four averages", seconds["rows"], package, 300),
        timed("compute: indicator rows, four averages", seconds["compute rows"], package, 200),
        timed("compute: name lists, four averages", seconds["compute names"], package, 200),
    ]


def large_against_sklearn(n, rounds, dtype):
    """Indicator rows, against scikit-learn's hard F1 on the same rows."""
    predicted, gold = indicator_rows(n, 1, dtype), indicator_rows(n, 2, dtype)
    sets = [CONVERT(rows, "rows") for rows in (predicted, gold)]
    sparse = [csr_array(rows) for rows in (predicted, gold)]

    def hard(average, predicted=predicted, gold=gold):
        return lambda: f1_score(gold, predicted, average=average, zero_division=0)

    seconds = best_of_each(
        rounds,
        {
            "read": lambda: (np.count_nonzero(predicted), np.count_nonzero(gold)),
            "samples": hard("samples"),
            "micro": hard("micro"),
            "macro": hard("macro"),
            "sparse": hard("samples", *sparse),
            "rows": lambda: convert_and_score(predicted, gold),
            "indices": lambda: score(*sets, PAIRS),
        },
    )
    ours = seconds["rows"]
    return [
        timed("numpy.count_nonzero of both arrays: the limit", seconds["read"]),
        timed("scikit-learn: hard F1, samples alone", seconds["samples"]),
        timed("scikit-learn: hard F1, micro alone", seconds["micro"]),
        timed("scikit-learn: hard F1, macro alone", seconds["macro"]),
        timed("scoring.py: four averages, against samples", ours, seconds["samples"], 4),
        timed("scoring.py: four averages, against micro", ours, seconds["micro"]),
        timed("scoring.py: four averages, against macro", ours, seconds["macro"]),
        timed("scoring.py: four averages, against the limit", ours, seconds["read"]),
        timed("scikit-learn: sparse rows, hard F1, samples alone", seconds["sparse"]),
        timed(
            "scoring.py: label indices, four averages, against it",
            seconds["indices"],
            seconds["sparse"],
        ),
    ]


def large_against_stock(n, rounds):
    """Indicator rows and lists of label names, against evaluate's stock way in."""
    predicted, gold = indicator_rows(n, 1), indicator_rows(n, 2)
    names = {"predictions": name_lists(predicted), "references": name_lists(gold)}
    rows = {"predictions": predicted, "references": gold}
    options = {"similarity": TABLE, "labels": LABELS, "average": AVERAGES}
    metric, multilabel = load_metric("default", **options), load_metric("multilabel", **options)
    stock, stock_multilabel = load_stock_metric("default"), load_stock_metric("multilabel")
    seconds = best_of_each(
        rounds,
        {
            "stock rows": lambda: stock_multilabel.compute(**rows),
            "rows": lambda: multilabel.compute(**rows),
            "stock names": lambda: stock.compute(**names),
            "names": lambda: metric.compute(**names),
        },
    )
    return [
        timed("stock way in: indicator rows, no score at all", seconds["stock rows"]),
        timed(
            "compute: indicator rows, four averages", seconds["rows"], seconds["stock rows"], 100
        ),
        timed("stock way in: name lists, no score at all", seconds["stock names"]),
        timed("compute: name lists, four averages", seconds["names"], seconds["stock names"], 6),
    ]


def memory(n):
    """Peak memory over indicator rows, relative to their size."""
    rows = []
    for dtype in ("int64", "int8"):
        script = Path(__file__).with_name("peak_memory.py")
        child = subprocess.run(
            [sys.executable, script, dtype, str(n)], capture_output=True, text=True, check=True
        )
        inputs, peak = json.loads(child.stdout.splitlines()[-1])
        what = f"compute: {dtype} rows of {inputs / 1e6:,.1f} MB, memory beyond them"
        if peak is None:
            rows.append(Row(what, "not known here"))
        else:
            rows.append(Row(what, f"{peak / 1e6:,.1f} MB", peak / inputs, 1.5, at_most=True))
    return rows


def markdown(title, rows, judge):
    """A table with columns of one width."""
    cells = [("what", "best", "ratio", "target", "met"), *(row.cells(judge) for row in rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = [
        "| " + " | ".join(text.ljust(width) for text, width in zip(line, widths, strict=True)) + " |"
        for line in cells
    ]
    lines.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    return "\n".join([f"**{title}**", "", *lines, ""])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="small data, one run each")
    quick = parser.parse_args().quick
    n_small, n_large, rounds = (200, 2_000, 1) if quick else (5_427, 1_000_000, 5)
    turn = 0 if quick else 0.2
    versions = ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    print(f"Python {platform.python_version()}, {versions}\n")
    for title, rows in (
        (f"{n_small:,} x {N_LABELS}", small(n_small, rounds)),
        *(
            (
                f"{n_large:,} x {N_LABELS} {dtype} rows, and scikit-learn",
                large_against_sklearn(n_large, rounds, dtype),
            )
            for dtype in ("int64", "int8")
        ),
        (f"{n_large:,} x {N_LABELS}, and evaluate", large_against_stock(n_large, min(rounds, 2))),
        (f"{n_large:,} x {N_LABELS}, memory", memory(n_large)),
    ):
        print(markdown(title, rows, judge=not quick), flush=True)


if __name__ == "__main__":
    main()
