"""Coverage of intervals from few gold labels by people and many by a judge, and of means of runs.

``python studies/judged_references.py [--sets N] [--seed N]`` prints the tables of
judged_references.md. The population are the bundled GoEmotions rows with an emotion and their
bundled predictions; the truth is the score of all of them. Judges are simulated: each gives the
labels of people, the system's answer or other labels in some shares, or is right in clusters of
rows only. The second system is the first with a fifth of its answers drawn anew. Runs of the second
table leave out labels at rates that vary with the run and the label.
"""

import argparse
import csv
import json
import sys
import warnings
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from semantic_f1 import SemanticF1

ROWS = Path(__file__).resolve().parents[1] / "examples" / "goemotions_test.csv"

AVERAGES = ["samples", "micro", "weighted", "macro"]
# Shares of people's labels and of the system's answer; the rest are another row's labels.
JUDGES = {"good": (0.75, 0.10), "bad": (0.10, 0.40), "clusters": None}
SIZES = {50: 1600, 100: 1600}


def population():
    """Predictions and gold labels of the rows that have an emotion."""
    with open(ROWS, encoding="utf-8", newline="") as file:
        rows = [
            (json.loads(r["predictions"]), json.loads(r["references"]))
            for r in csv.DictReader(file)
        ]
    rows = [row for row in rows if row[1] and row[1] != ["neutral"]]
    return [list(side) for side in zip(*rows, strict=True)]


def judged_by(name, rng, predictions, gold):
    """The judge's labels of all rows."""
    others = rng.permutation(len(gold))
    if JUDGES[name] is None:
        right = np.linspace(0, 1, 20)[rng.integers(20, size=len(gold))]
        return [
            g if rng.random() < r else gold[o] for g, r, o in zip(gold, right, others, strict=True)
        ]
    own, system = JUDGES[name]
    draws = rng.random(len(gold))
    return [
        g if d < own else p if d < own + system else gold[o]
        for d, g, p, o in zip(draws, gold, predictions, others, strict=True)
    ]


def coverage_of_judged(metric, n_sets, seed):
    """Rows of the first table: judge, n, what, and per average the share of intervals that hold."""
    rng = np.random.default_rng(seed)
    predictions, gold = population()
    second = [gold[rng.integers(len(gold))] if rng.random() < 0.2 else row for row in predictions]
    truth = {
        "score": metric.compute(predictions=predictions, references=gold, average=AVERAGES),
        "difference": metric.compare(predictions, second, gold, average=AVERAGES, n_resamples=None),
    }
    for judge in JUDGES:
        labels = judged_by(judge, rng, predictions, gold)
        for n, rest in SIZES.items():
            held = {what: np.zeros((len(AVERAGES), 2)) for what in truth}
            for _ in range(n_sets):
                rows = rng.integers(len(gold), size=n + rest)
                first, other, judged = (
                    [side[i] for i in rows] for side in (predictions, second, labels)
                )
                people = [gold[i] if place < n else None for place, i in enumerate(rows)]
                options = {"judged_references": judged, "average": AVERAGES, "n_resamples": 400}
                with metric.notices():
                    found = {
                        "score": metric.compute(predictions=first, references=people, **options),
                        "difference": metric.compare(first, other, people, **options),
                    }
                for what, result in found.items():
                    for place, average in enumerate(AVERAGES):
                        key = f"semantic_f1_{average}"
                        inside = result[f"{key}_low"] <= truth[what][key] <= result[f"{key}_high"]
                        held[what][place] += inside, result[f"{key}_labels_saved"]
            for what, sums in held.items():
                yield judge, n, what, sums / n_sets


def coverage_of_runs(metric, n_sets, seed):
    """Rows of the second table: runs, and per average the share of intervals that hold."""
    rng = np.random.default_rng([seed, 1])
    predictions, gold = population()
    names = sorted({label for row in gold for label in row})

    def run_of(rows, rates):
        return [
            [label for label in predictions[i] if rng.random() >= rates[names.index(label)]]
            for i in rows
        ]

    def rates():
        return np.clip(rng.normal(0.2, 0.1) + rng.normal(0, 0.1, len(names)), 0, 1)

    # The mean over very many runs: here of 60, on all rows.
    every = range(len(gold))
    of_runs = [
        metric.compute(predictions=run_of(every, rates()), references=gold, average=AVERAGES)
        for _ in range(60)
    ]
    truth = {a: np.mean([one[f"semantic_f1_{a}"] for one in of_runs]) for a in AVERAGES}
    for n_runs in (3, 5):
        held = np.zeros(len(AVERAGES))
        for _ in range(n_sets):
            rows = rng.integers(len(gold), size=300)
            runs = [run_of(rows, rates()) for _ in range(n_runs)]
            with metric.notices():
                found = metric.runs(
                    runs, [gold[i] for i in rows], average=AVERAGES, n_resamples=400
                )
            held += [
                found[f"semantic_f1_{a}_low"] <= truth[a] <= found[f"semantic_f1_{a}_high"]
                for a in AVERAGES
            ]
        yield n_runs, held / n_sets


def main(arguments=None):
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--sets", type=int, default=200, help="data sets per cell")
    parser.add_argument("--seed", type=int, default=777131)
    options = parser.parse_args(arguments)
    warnings.simplefilter("ignore")
    metric = SemanticF1(similarity="goemotions-ekman")
    error = 100 * np.sqrt(0.95 * 0.05 / options.sets)
    print(
        f"{options.sets} sets per cell, seed {options.seed}; standard error {error:.1f} at 95%.\n"
    )
    print(f"| judge | n | of | {' | '.join(AVERAGES)} |")
    print("| --- | --- | --- |" + " --- |" * len(AVERAGES))
    for judge, n, what, table in coverage_of_judged(metric, options.sets, options.seed):
        cells = [f"{100 * share:.1f} ({100 * saved:.0f})" for share, saved in table]
        print(f"| {judge} | {n} | {what} | {' | '.join(cells)} |", flush=True)
    print(f"\n| runs | {' | '.join(AVERAGES)} |\n| --- |" + " --- |" * len(AVERAGES))
    for n_runs, shares in coverage_of_runs(metric, options.sets, options.seed):
        print(f"| {n_runs} | {' | '.join(f'{100 * share:.1f}' for share in shares)} |", flush=True)


if __name__ == "__main__":
    main()
