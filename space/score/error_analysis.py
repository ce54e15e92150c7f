"""Findings in a scored file: its mistakes, its lowest examples, the best constant answer."""

from itertools import takewhile

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
    """Costliest mistakes and best-paid near misses: (kind, label, other, times, weight, credit)."""
    taken = metric().confusion(
        read.predictions, read.references, **{**options, "similarity": similarity}
    )
    labels, found = taken["labels"], []
    none, at = len(labels) - 1, {label: i for i, label in enumerate(similarity.labels)}
    sides = {"missed": np.array(taken["gold"]), "invented": np.array(taken["predicted"])}
    for row in range(none):
        for kind, table in sides.items():
            if table[row, none] > 0:
                found.append((kind, labels[row], None, float(table[row, none]), 0.0))
        for column in np.flatnonzero(sides["missed"][row, :none]).tolist():
            pair = labels[row], labels[column]
            if row != column and {*pair} <= at.keys():
                credit = float(similarity.values[at[pair[0]], at[pair[1]]])
                found.append(("taken", *pair, float(sides["missed"][row, column]), credit))

    def most(kept, number):
        weighed = [(*row[:4], row[3] * kept(row[4]), row[4]) for row in found]
        return sorted((row for row in weighed if row[4] > 0), key=lambda row: -row[4])[:number]

    return {"costly": most(lambda credit: 1 - credit, MISTAKES), "near": most(float, NEAR_MISSES)}


def lowest_of(path, read, reading, f1):
    order = np.argsort(f1, kind="stable")[:LOWEST].tolist()
    lines = [int(read.lines[row]) for row in order]
    texts = _texts(path, reading, lines)
    return [
        {
            "line": line,
            "predicted": list(map(str, read.predictions[row])),
            "gold": list(map(str, read.references[row])),
            "f1": float(f1[row]),
            "text": texts.get(line, ""),
        }
        for row, line in zip(order, lines, strict=True)
    ]


def _texts(path, reading, lines):
    """The texts of some lines: of the first column that holds texts."""
    if not lines or not is_plain(reading):
        return {}
    how = file_options(reading)
    seen = preview(path, how)
    labels = {reading["predictions"], reading["references"], *seen.label_columns}
    for name in (name for name in seen.cells if name not in labels):
        filled = [cell.strip() for cell in seen.cells[name] if cell.strip()]
        if sum(" " in cell for cell in filled) * 2 > len(filled):
            read = cells_of(path, [name], how=how)
            next(read)
            shown = takewhile(lambda row: row[0] <= max(lines), read)
            cells = ((line, cell) for line, (cell,) in shown if line in lines)
            return {line: cell_text(cell)[: 10 * TEXT_SHOWN] for line, cell in cells}
    return {}
