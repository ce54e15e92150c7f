"""Labels found in files: plain F1 without a list of labels, and the sheet that groups them.

Without a list of labels nothing is refused as unknown, so these functions look for what a wrong
separator or column would give.
"""

import csv
import json
import os
from collections import Counter

from ..files.formats import READERS, UNTYPED, TableError, find, opened
from ..messages import fold, short
from .flags import PROGRAM

_MANY_MENTIONS = 20
_SHOWN = 12


def with_found_names(tables):
    """Tables whose whole numbers are names, unless the file has names for them."""
    members = {
        str(member)
        for table in tables.values()
        for side in (table.predictions, table.references)
        for row in set(side)
        for member in row
        if type(member) is int
    }
    return {name: table.for_names(members) for name, table in tables.items()} if members else tables


def found_labels(tables, others=(), normalize=False):
    """All labels of both sides of all tables and others, sorted; one spelling if normalized."""
    every = {
        label
        for table in tables.values()
        for side in (table.predictions, table.references)
        for row in set(side)
        for label in row
    }
    labels = sorted(every | set(others))
    if normalize:
        labels = list({fold(label): label for label in reversed(labels)}.values())[::-1]
    return labels


def refuse_joined_labels(table, file, gold, columns):
    """Refuse text cells that look like several labels, since no separator was given."""
    for side, path in (("predictions", file), ("references", gold or file)):
        for row, members in enumerate(getattr(table, side)):
            text = members[0] if len(members) == 1 else ""
            marks = [mark for mark in ",;|" if mark in str(text)]
            if not marks or not _is_text_cell(table, row, side, path, columns[side]):
                continue
            where = table.row_name(row, side)
            column = f", column {columns[side]!r}" if columns[side] else ""
            mark = f"{marks[0]} " if f"{marks[0]} " in text else marks[0]
            raise TableError(
                f"{where}{column}: {short(text)} looks like several labels; use --separator "
                f'"{mark}". If it is one label: --separator ""'
            )


def _is_text_cell(table, row, side, path, column):
    """True for a cell of text, False for a list with one name."""
    line = table.places[-1 if side == "references" else 0].lines[row]
    with opened(path, table.how) as source:
        info, rows = READERS[source.format](source, [column] if column else [])
        if column not in info.columns:
            return info.format in UNTYPED
        for at, cells in rows(find(source, info.columns, column)):
            if at == line:
                return isinstance(cells[0], str) and not cells[0].lstrip().startswith("[")
    return False


def mentions(table):
    """Numbers of examples in which each label is predicted, is gold, and is both."""
    predicted, gold, both = Counter(), Counter(), Counter()
    for p, g in zip(table.predictions, table.references, strict=True):
        predicted.update(set(p))
        gold.update(set(g))
        both.update(set(p) & set(g))
    return predicted, gold, both


def notes_of_labels(labels, table, columns):
    """Notes on labels that no list of labels has confirmed."""
    predicted, gold, _ = mentions(table)
    first, notes = {}, []
    for label in labels:
        other = first.setdefault(fold(label), label)
        if other != label:
            notes.append(
                f"{short(other)} and {short(label)} are two labels here; --normalize-names treats "
                "them as one"
            )
    total = sum(predicted.values()) + sum(gold.values())
    if total >= _MANY_MENTIONS and len(labels) > total / 2:
        column = columns["predictions"] if len(predicted) > len(gold) else columns["references"]
        asked = (
            f"; is {column!r} a column of labels?" if column else "; is this a column of labels?"
        )
        notes.append(f"{len(labels)} different labels in {total} mentions{asked}")
    never = [label for label in labels if predicted[label] and not gold[label]]
    if never:
        more = len(never) - _SHOWN
        names = never[:_SHOWN] + ([f"{more} more"] if more > 0 else [])
        listed = f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else names[0]
        each = "are predicted but never gold; in macro each" if len(never) > 1 else (
            "is predicted but never gold; in macro it"
        )  # fmt: skip
        notes.append(f"{listed} {each} counts as 0.")
    return notes


def labels_line(labels):
    """The line above plain F1 that names the labels that were found."""
    more = f" and {len(labels) - _SHOWN} more" if len(labels) > _SHOWN else ""
    names = (json.dumps(x, ensure_ascii=False) if "," in x else x for x in labels[:_SHOWN])
    return f"labels: {len(labels)} found: {', '.join(names)}{more}"


def next_steps(call):
    """The two commands that lead from plain F1 to Semantic F1."""
    first = f"{PROGRAM} labels {call} --output groups.csv"
    return [
        "Plain F1: only identical labels count. For Semantic F1, say which labels are close:",
        f"  {first}    writes a sheet; give close labels the same group",
        f"  {PROGRAM} {call} --similarity groups.csv",
    ]


def label_lines(labels, table):
    """Lines and rows of how often each label is predicted, gold, and both."""
    counts = mentions(table)
    rows = [
        {"label": label}
        | dict(zip(("predicted", "gold", "both"), (c[label] for c in counts), strict=True))
        for label in labels
    ]
    width = max(map(len, ["label", *labels])) + 2
    lines = [f"{'label':{width}}{'predicted':>9}{'gold':>8}{'both':>8}"]
    lines += [
        f"{row['label']:{width}}{row['predicted']:>9}{row['gold']:>8}{row['both']:>8}"
        for row in rows
    ]
    return lines, rows


def write_sheet(path, labels, call, force):
    """Write the sheet in which labels are grouped; returns the line that says what to do."""
    if os.path.exists(path) and not force:
        raise ValueError(f"{path} exists; choose another name, or --force")
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["label", "group"])
        writer.writerows([label, label] for label in labels)
    return (
        f"{path}: {len(labels)} labels, each alone in its group. Give labels that are close the "
        f"same group, then run: {PROGRAM} {call} --similarity {path}"
    )


def worst_examples(table, scores, n):
    """The examples with the lowest F1, ties in the order of the file."""
    order = sorted(range(len(table)), key=scores["semantic_f1"].__getitem__)[:n]
    predicted, gold = sides_of(table)
    return [
        {
            "where": table.row_name(row),
            "f1": scores["semantic_f1"][row],
            "predicted": list(predicted[row]),
            "gold": list(gold[row]),
        }
        for row in order
    ]


def worst_lines(rows):
    """Lines of the examples with the lowest F1."""
    yield f"the {len(rows)} examples with the lowest F1"
    width = max(14, *(len(row["where"]) + 2 for row in rows))
    yield f"{'F1':>{width + 6}}  predicted / gold"
    for row in rows:
        sides = (", ".join(map(str, row[side])) or "(none)" for side in ("predicted", "gold"))
        yield f"{row['where']:{width}}{row['f1']:.4f}  {' / '.join(sides)}"


def sides_of(table):
    """Predictions, and gold labels as one set per example."""
    gold = table.references
    if gold and isinstance(gold[0], list):
        gold = [sorted({label for one in sets for label in one}) for sets in gold]
    return table.predictions, gold


def write_examples(path, table, scores, hard):
    """Write one row per example: its labels and scores."""
    header = ["line", "predicted", "gold", "precision", "recall", "f1", "hard_f1"]
    kinds = [scores[f"semantic_{score}"] for score in ("precision", "recall", "f1")]
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header)
        for row in range(len(table)):
            where = table.row_name(row).removeprefix(f"{table.unit} ")
            cells = [json.dumps(side[row], ensure_ascii=False) for side in sides_of(table)]
            numbers = [repr(kind[row]) for kind in [*kinds, hard["semantic_f1"]]]
            writer.writerow([where, *cells, *numbers])


def described(similarity):
    """Steps of a sheet of groups, in brackets behind the name of its similarity."""
    levels = getattr(similarity, "levels", None)
    if not levels:
        return ""
    steps = ", ".join(f"same {level}: {weight:.3g}" for level, weight in levels.items())
    return f" ({steps})"
