"""Seeded label sets, distributions and tables that the frozen calls score."""

import csv
import json

import numpy as np

from .layout import ROOT

EXAMPLES = ROOT / "examples"
SIX = ["a", "b", "c", "d", "e", "f"]


def bundled_labels(name):
    """The labels of a bundled similarity, in its order."""
    content = json.loads((ROOT / "similarity_matrices" / f"{name}.json").read_text("utf-8"))
    return content["labels"]


def table(seed=0, m=6, symmetric=False):
    """An m x m similarity with ones on its diagonal and some zeros."""
    values = np.random.default_rng(seed).random((m, m)).round(3)
    values[values < 0.2] = 0
    values = (values + values.T) / 2 if symmetric else values
    np.fill_diagonal(values, 1)
    return values


def sets(labels, n=40, seed=0, most=3, empty=True):
    """n label sets of up to ``most`` names, some of them empty."""
    rng = np.random.default_rng(seed)
    sizes = rng.integers(0 if empty else 1, most + 1, n)
    return [sorted(rng.choice(labels, size, replace=False).tolist()) for size in sizes]


def near(label_sets, labels, seed=1, share=0.4):
    """The sets with some labels replaced, dropped or added: a system's predictions."""
    rng = np.random.default_rng(seed)
    made = []
    for names in label_sets:
        kept = [name for name in names if rng.random() > share / 2]
        if rng.random() < share:
            kept.append(str(rng.choice(labels)))
        made.append(sorted(set(kept)))
    return made


def pair(labels, n=40, seed=0, **options):
    """Predictions and references as keywords of ``compute``."""
    gold = sets(labels, n, seed, **options)
    return {"predictions": near(gold, labels, seed + 1), "references": gold}


def ids(label_sets, labels):
    return [[labels.index(name) for name in names] for names in label_sets]


def indicators(label_sets, labels):
    return [[int(label in names) for label in labels] for names in label_sets]


def scores(m=6, n=40, seed=3):
    """Rows of scores in [0, 1] of two decimals."""
    return np.random.default_rng(seed).random((n, m)).round(2).tolist()


def weights(n=40, seed=5):
    return np.random.default_rng(seed).integers(0, 4, n).astype(float).tolist()


def several(labels, n=30, seed=7):
    """Predictions, gold sets of one to four annotators an example, and who they are."""
    rng = np.random.default_rng(seed)
    base = sets(labels, n, seed)
    golds, people = [], []
    for row, names in enumerate(base):
        k = int(rng.integers(1, 5))
        golds.append([near([names], labels, 100 * row + one)[0] for one in range(k)])
        people.append([f"p{one}" for one in sorted(rng.choice(5, k, replace=False).tolist())])
    return {"predictions": near(base, labels, seed + 1), "references": golds}, people


def distributions(m=6, n=30, seed=11, zeros=True):
    rng = np.random.default_rng(seed)
    rows = rng.random((n, m))
    if zeros:
        rows[rows < 0.3] = 0
        rows[:, 0] += 0.01
    return (rows / rows.sum(axis=1, keepdims=True)).tolist()


def counts(m=6, n=30, seed=13):
    rows = np.random.default_rng(seed).integers(0, 9, (n, m))
    rows[:, 1] += 1
    return rows.tolist()


def goemotions(n=None):
    """The bundled predictions, as keywords of ``compute``."""
    with open(EXAMPLES / "goemotions_test.csv", newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))[:n]
    return {side: [json.loads(row[side]) for row in rows] for side in ("predictions", "references")}


def annotated():
    """The bundled annotators, an empty cell being nobody: keywords of ``compute``, and people."""
    with open(EXAMPLES / "annotators.csv", newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    names = [name for name in rows[0] if name.startswith("annotator")]
    people = [[name for name in names if row[name]] for row in rows]
    golds = [[json.loads(row[name]) for name in own] for row, own in zip(rows, people, strict=True)]
    return {
        "predictions": [json.loads(row["predictions"]) for row in rows],
        "references": golds,
    }, people


def soft_labels():
    with open(EXAMPLES / "soft_labels.jsonl", encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    return {side: [row[side] for row in rows] for side in ("predictions", "references")}
