"""Labels found in files: plain F1 without a list, looked at for what a wrong column would give."""

import csv
import json
import os
import shlex
from collections import Counter

from ..files.column_guessing import SIDE_NAMES
from ..files.formats import TableError
from ..files.value_kinds import odd_labels
from ..messages import cut_list, fold, short
from .arguments import SOURCES
from .flags import FLAGS, PROGRAM

_MANY_MENTIONS = 20
_SHOWN = 12
_WRITING = ("--output", "--force", "--json")
# Flags that say what names mean; the list of labels doesn't take them, a score does.
_OF_NAMES = ("--none-labels", "--normalize-names")


def takes_found_labels(args):
    """True where the labels are those of the file: plain F1 without a list of labels."""
    if args.form != "score" or args.labels is not None or args.replies:
        return False
    named = [name for name in SOURCES if getattr(args, name)]
    return args.command == "labels" or not named or args.similarity == ["identity"]


def with_found_labels(args, tables):
    """Tables of names, whose labels become the universe: ``args.labels``."""
    numbers = {str(label) for label in _members(tables) if type(label) is int}
    if numbers:
        # Whole numbers are names, unless the file has names for them.
        tables = {name: table.for_names(numbers) for name, table in tables.items()}
    if not (args.separator or args.one_label or args.indicators):
        for table in tables.values():
            _refuse_joined_labels(table)
    members = _members(tables) | set(args.none_labels or ())
    if args.indicators:
        # Columns name labels that no row may have.
        cut = len(args.predictions) - 1 if (args.predictions or "").endswith("*") else 0
        first = next(iter(tables.values())).account.to_dict()["sides"]["predictions"]
        members |= {name[cut:] for name in first["column"]}
    args.labels = sorted(members)
    if args.normalize_names:
        args.labels = list({fold(name): name for name in reversed(args.labels)}.values())[::-1]
    return tables


def _members(tables):
    sides = (side for table in tables.values() for side in (table.predictions, table.references))
    return {label for side in sides for row in set(side) for label in row}


def _refuse_joined_labels(table):
    """Refuse text cells that look like several labels, since no separator was given."""
    for side, column, joined in zip(SIDE_NAMES, table.columns, table.joined, strict=True):
        for row, members in enumerate(getattr(table, side) if joined else ()):
            text = members[0] if len(members) == 1 else ""
            if text not in joined:
                continue
            mark = next(mark for mark in ",;|" if mark in text)
            mark = f"{mark} " if f"{mark} " in text else mark
            where = table.row_name(row, side) + (f", column {column!r}" if column else "")
            what = f'{short(text)} looks like several labels; use --separator "{mark}"'
            raise TableError(f'{where}: {what}. If it is one label: --separator ""')


def _mentions(tables):
    """Numbers of examples in which each label is predicted, is gold, and is both."""
    predicted, gold, both = Counter(), Counter(), Counter()
    for table in tables:
        for p, g in zip(map(set, table.predictions), map(set, table.references), strict=True):
            predicted.update(p)
            gold.update(g)
            both.update(p & g)
    return predicted, gold, both


def notes_of_labels(args, tables):
    """Notes on labels that no list of labels has confirmed."""
    labels = _labels_of(args)
    (table, *_), (predicted, gold, _) = tables, _mentions(tables)
    first, notes = {}, odd_labels(labels)
    for label in labels:
        other = first.setdefault(fold(label), label)
        if other != label:
            both = f"{short(other)} and {short(label)} are two labels here"
            notes.append(f"{both}; --normalize-names treats them as one")
    total = sum(predicted.values()) + sum(gold.values())
    if total >= _MANY_MENTIONS and len(labels) > total / 2:
        column = table.columns[len(predicted) <= len(gold)]
        asked = f"{column!r} a" if column else "this a"
        what = f"{len(labels)} different labels in {total} mentions"
        notes.append(f"{what}; is {asked} column of labels?")
    never = [label for label in labels if predicted[label] and not gold[label]]
    if never:
        *first, last = [*never[:_SHOWN], *[f"{len(never) - _SHOWN} more"] * (len(never) > _SHOWN)]
        names = f"{', '.join(first)} and {last}" if first else last
        are, each = ("are", "each") if first else ("is", "it")
        notes.append(f"{names} {are} predicted but never gold; in macro {each} counts as 0.")
    return notes


def _labels_of(args):
    return [name for name in args.labels if name not in (args.none_labels or ())]


def labels_line(args):
    """The line above plain F1 that names the labels that were found."""
    labels = _labels_of(args)
    names = [json.dumps(x, ensure_ascii=False) if "," in x else x for x in labels]
    return f"labels: {len(labels)} found: {cut_list(names, _SHOWN)}"


def next_steps(args):
    """The two commands that lead from plain F1 to Semantic F1."""
    first = f"{PROGRAM} labels {_call_of(args)} --output groups.csv"
    return [
        "Plain F1: only identical labels count. For Semantic F1, say which labels are close:",
        f"  {first}    writes a sheet; give close labels the same group",
        f"  {PROGRAM} {_call_of(args, _OF_NAMES)} --similarity groups.csv",
    ]


def _call_of(args, more=()):
    """The file, and the flags that read it and ``more``, as they were typed."""
    words = args.words[1:] if args.words[0] == args.command else list(args.words)
    for flag in FLAGS:
        is_reading = {"labels", "help-files"} & set(flag.listed.split())
        if flag.name in more or (is_reading and flag.name not in _WRITING):
            continue
        for name in (flag.name, *flag.spellings):
            words = [word for word in words if not word.startswith(f"{name}=")]
            while name in words:
                at = words.index(name)
                takes = flag.kind != "switch" and at + 1 < len(words)
                takes = takes and not (flag.const and words[at + 1] == args.file)
                del words[at : at + 1 + takes]
    return shlex.join(words)


def labels_command(args, table):
    """List how often each label is predicted and gold, or write the sheet that groups them."""
    labels, account = args.labels, table.account
    if not labels:
        raise ValueError(f"{args.file}: holds no label")
    heads, counts, path = ("label", "predicted", "gold", "both"), _mentions([table]), args.output
    rows = [(label, *(count[label] for count in counts)) for label in labels]
    width = max(map(len, ["label", *labels])) + 2
    lines = [f"{name:{width}}{p:>9}{g:>8}{both:>8}" for name, p, g, both in (heads, *rows)]
    lines = [*account.lines(), "", *lines]
    if path:
        write_new(path, args.force, write_rows, [["label", "group"], *([x, x] for x in labels)])
        lines = [
            f"{path}: {len(labels)} labels, each alone in its group. Give labels that are close "
            f"the same group, then run: {PROGRAM} {_call_of(args)} --similarity {path}"
        ]
    document = {"file": args.file, "account": account.to_dict()}
    document["labels"] = [dict(zip(heads, row, strict=True)) for row in rows]
    return document, lines, notes_of_labels(args, [table])


def write_new(path, is_forced, write, *content):
    """Write a file, which must not exist unless that is forced."""
    if os.path.exists(path) and not is_forced:
        raise ValueError(f"{path} exists; choose another name, or --force")
    try:
        write(path, *content)
    except OSError as error:
        raise ValueError(f"{path}: can't be written: {error.strerror}") from None


def write_rows(path, rows):
    """Write rows as CSV."""
    with open(path, "w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)


def worst_examples(table, scores, n):
    """The examples with the lowest F1, ties in the order of the file."""
    f1, (predicted, gold) = scores["semantic_f1"], _sides_of(table)
    return [
        {"where": table.row_name(row), "f1": f1[row]}
        | {"predicted": list(predicted[row]), "gold": list(gold[row])}
        for row in sorted(range(len(table)), key=f1.__getitem__)[:n]
    ]


def _sides_of(table):
    """Predictions, and gold labels as one set per example."""
    gold = table.references
    if gold and isinstance(gold[0], list):
        gold = [sorted({label for one in sets for label in one}) for sets in gold]
    return table.predictions, gold


def write_examples(path, table, scores, hard):
    """Write one row per example: its labels and scores."""
    rows = [["line", "predicted", "gold", "precision", "recall", "f1", "hard_f1"]]
    kinds = [scores[f"semantic_{score}"] for score in ("precision", "recall", "f1")]
    sides = _sides_of(table)
    for row in range(len(table)):
        where = table.row_name(row).removeprefix(f"{table.unit} ")
        cells = [json.dumps(side[row], ensure_ascii=False) for side in sides]
        rows.append([where, *cells, *(repr(kind[row]) for kind in [*kinds, hard["semantic_f1"]])])
    write_new(path, True, write_rows, rows)
