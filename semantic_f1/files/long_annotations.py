"""Annotations of several people in a file of their own, one choice a line, joined by an id."""

import os
from array import array

from ..messages import short
from .cells import SetColumn, check_ids, integer_meaning
from .column_guessing import guess_id
from .columns import AnnotatorTable, columns_of, fill_columns, sniff
from .formats import TableError

_BLANK_ADVICE = (
    "--blank no_label if the annotator chose no label, --blank not_asked to leave such lines out"
)


class _TextColumn:
    """Names as text: ids of examples, or of annotators."""

    def __init__(self, name):
        self.name, self.cells = name, []

    def append(self, cell):
        self.cells.append("" if cell is None else str(cell).strip())


def read_long_annotations(
    path,
    gold=None,
    *,
    annotator,
    id=None,
    predictions=None,
    references=None,
    blank=None,
    missing="raise",
    separator=None,
    ids="auto",
    format=None,
):
    """Predictions of one file beside the annotations of another, which has one choice a line.

    Returns an AnnotatorTable, list of notes.
    """
    check_ids(ids)
    id = id or guess_id(sniff(path, format=format).columns)
    if id is None:
        raise TableError(f"{os.path.basename(path)}: which column holds the ids? pass --id COLUMN")
    one_file = gold is None
    if one_file:
        gold = path
        prediction_column, label_column = columns_of(path, predictions, references, format=format)
    else:
        prediction_column = columns_of(path, predictions, id, format=format)[0]
        label_column = columns_of(gold, id, references, format=format)[1]
    names, predicted = _TextColumn(id), SetColumn(prediction_column, separator)
    gold_columns = names, _TextColumn(annotator), SetColumn(label_column, separator)
    if one_file:
        info, lines, unit = fill_columns(path, [*gold_columns, predicted], format=format)
        gold_info, gold_lines, gold_unit = info, lines, unit
    else:
        info, lines, unit = fill_columns(path, [names, predicted], format=format)
        gold_columns = _TextColumn(id), *gold_columns[1:]
        gold_info, gold_lines, gold_unit = fill_columns(gold, list(gold_columns), format=format)

    def at(file, numbers, unit, row):
        return f"{os.path.basename(file)}: {unit} {numbers[row]}"

    first, every = {}, predicted.label_sets(None)
    for row, name in enumerate(names.cells):
        if not name:
            raise TableError(f"{at(path, lines, unit, row)}: column {id!r}: an empty id")
        if one_file and name in first:
            if {*every[row]} != {*every[first[name]]}:
                raise TableError(
                    f"{at(path, lines, unit, row)}: column {prediction_column!r}: other "
                    f"predictions for {short(name)} than in {unit} {lines[first[name]]}"
                )
            continue
        if name in first:
            raise TableError(
                f"{at(path, lines, unit, row)}: the id {short(name)} comes twice, first in "
                f"{unit} {lines[first[name]]}"
            )
        first[name] = row

    def decide(known):
        numbers = integer_meaning([predicted, gold_columns[2]], ids, known, info, gold_info)
        label_sets = gold_columns[2].label_sets(numbers)
        sets, n_repeated = _sets_by_id(
            gold_columns, label_sets, lambda row: at(gold, gold_lines, gold_unit, row), blank
        )
        lacking = [name for name in sets if name not in first]
        without = [name for name in first if name not in sets]
        for absent, what in ((lacking, "predictions"), (without, "annotations")):
            if absent and missing != "drop":
                raise TableError(
                    f"{len(absent):,} ids have no {what}, the first is {short(absent[0])}; "
                    "--missing drop leaves them out"
                )
        kept = [name for name in first if name in sets]
        if not kept:
            raise TableError(f"no id of {os.path.basename(path)} has annotations")
        predicted_sets = predicted.label_sets(numbers)
        table = AnnotatorTable(
            [predicted_sets[first[name]] for name in kept],
            [[tuple(labels) for labels, _ in sets[name].values()] for name in kept],
            [list(sets[name]) for name in kept],
            info,
            array("q", (lines[first[name]] for name in kept)),
            unit,
            lambda known: decide(known)[0],
        )
        notes = []
        if lacking or without:
            notes.append(
                f"{len(without):,} ids without annotations and {len(lacking):,} without "
                "predictions were left out."
            )
        if n_repeated:
            notes.append(f"{n_repeated:,} repeated annotations were counted once.")
        return table, notes

    return decide(None)


def _sets_by_id(gold_columns, label_sets, where, blank):
    """Id -> annotator -> (labels, the row they begin in), and how many labels were repeated."""
    id, annotator, label_column = (column.name for column in gold_columns)
    sets, n_repeated = {}, 0
    whole = gold_columns[2].are_whole()
    rows = zip(gold_columns[0].cells, gold_columns[1].cells, label_sets, strict=True)
    for row, (name, who, labels) in enumerate(rows):
        if not name or not who:
            raise TableError(f"{where(row)}: column {(annotator if name else id)!r} is empty")
        if not labels and blank is None:
            raise TableError(f"{where(row)}: column {label_column!r} is empty; {_BLANK_ADVICE}")
        if not labels and blank == "not_asked":
            continue
        people = sets.setdefault(name, {})
        if who not in people:
            people[who] = (dict.fromkeys(labels), row)
            continue
        earlier, begun = people[who]
        if not labels and not earlier:
            n_repeated += 1
            continue
        if labels and earlier and (whole[row] or whole[begun]):
            if not (whole[row] and whole[begun]) or set(earlier) != set(labels):
                raise TableError(
                    f"{where(row)}: {short(who)} chose another set for {short(name)} than in "
                    f"{where(begun)}: {short(list(labels))} and {short(list(earlier))}; was it "
                    "annotated twice?"
                )
            n_repeated += 1
            continue
        if not labels or not earlier:
            raise TableError(
                f"{where(row)}: {short(who)} chose no label for {short(name)} here or in "
                f"{where(begun)}, and a label in the other; was it annotated twice?"
            )
        n_repeated += sum(label in earlier for label in labels)
        earlier.update(dict.fromkeys(labels))
    return sets, n_repeated
