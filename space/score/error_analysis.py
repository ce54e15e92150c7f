"""Findings in a scored file: its mistakes, its lowest examples, the best constant answer."""

import numpy as np

from ..frame import limits
from ..frame.similarities import metric
from ..frame.table_layouts import file_options, is_plain
from ..frame.tables import cell_text, cells_of, preview

LOWEST, MISTAKES, NEAR_MISSES = 8, 8, 5
TEXT_SHOWN = 80


def best_constant(read, similarity, options):
    """The answer to everything that scores best on average over the examples, with its F1."""
    labels, n = list(similarity.labels), len(read)
    if n > limits.MOST_FOR_CONSTANT or n * len(labels) > 5_000_000:
        return None
    best = None
    for answer in ((), *((label,) for label in labels)):
        f1 = metric().compute(
            predictions=[answer] * n,
            references=read.references,
            **{**options, "similarity": similarity, "average": "samples"},
        )["semantic_f1"]
        if best is None or f1 > best[1] + 1e-12:
            best = (answer[0] if answer else None, f1)
    return best


def mistakes_of(read, similarity, options):
    """Costliest mistakes, rows of (kind, label, other label or None, times, labels lost, credit),
    and best-paid near misses, with credit earned in the place of labels lost.
    """
    taken = metric().confusion(
        read.predictions, read.references, **{**options, "similarity": similarity}
    )
    labels = taken["labels"]
    none = len(labels) - 1
    values, at = similarity.values, {label: i for i, label in enumerate(similarity.labels)}
    costly, near = [], []
    gold = np.array(taken["gold"])
    predicted = np.array(taken["predicted"])
    for row in range(none):
        if gold[row, none] > 0:
            costly.append(("missed", labels[row], None, gold[row, none], gold[row, none], 0.0))
        if predicted[row, none] > 0:
            times = predicted[row, none]
            costly.append(("invented", labels[row], None, times, times, 0.0))
        for column in np.flatnonzero(gold[row, :none]):
            if row == column or not {labels[row], labels[column]} <= at.keys():
                continue
            credit = float(values[at[labels[row]], at[labels[column]]])
            times = gold[row, column]
            entry = ("taken", labels[row], labels[column], times)
            if credit < 1:
                costly.append((*entry, times * (1 - credit), credit))
            if credit > 0:
                near.append((*entry, times * credit, credit))
    order = {"key": lambda row: -row[4]}
    return {
        "costly": [_plain(row) for row in sorted(costly, **order)[:MISTAKES]],
        "near": [_plain(row) for row in sorted(near, **order)[:NEAR_MISSES]],
    }


def _plain(row):
    return tuple(float(item) if isinstance(item, np.floating) else item for item in row)


def lowest_of(path, read, reading, f1):
    order = np.argsort(f1, kind="stable")[:LOWEST].tolist()
    texts = _texts(path, reading, order)
    return [
        {
            "line": int(read.lines[row]),
            "predicted": list(map(str, read.predictions[row])),
            "gold": list(map(str, read.references[row])),
            "f1": float(f1[row]),
            "text": texts.get(row, ""),
        }
        for row in order
    ]


def _texts(path, reading, rows):
    """The texts of some rows: of the first column that holds texts."""
    if not is_plain(reading):
        return {}
    how = file_options(reading)
    seen = preview(path, how)
    labels = {reading["predictions"], reading["references"], *seen.label_columns}
    found = (name for name, cells in seen.cells.items() if name not in labels and _is_text(cells))
    column = next(found, None)
    if column is None or not rows:
        return {}
    wanted, texts = set(rows), {}
    read = cells_of(path, [column], max(rows) + 1, how)
    next(read)
    for row, (_, (cell,)) in enumerate(read):
        if row in wanted:
            texts[row] = cell_text(cell)[: 10 * TEXT_SHOWN]
    return texts


def _is_text(cells):
    filled = [cell for cell in cells if cell.strip()]
    return bool(filled) and sum(" " in cell.strip() for cell in filled) * 2 > len(filled)
