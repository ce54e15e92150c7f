"""Annotations of several people in a separate file, one choice per line, joined by an id."""

from array import array
from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from typing import Any

from ..messages import short
from .account import Account, left_out, side_account
from .cells import SetColumn, check_ids, integer_meaning
from .column_guessing import guess_id, is_id_or_text
from .columns import columns_of
from .formats import TableError
from .layouts import IndicatorSets, indicator_columns
from .sides import Asked
from .tables import Table, TextColumn, file_name, fill_columns, sniff


def sets_by_item(
    rows: Iterable[tuple[Any, Any, Collection, bool]], place: Callable[[int], str]
) -> tuple[dict, int]:
    """Item -> annotator -> (labels, the row they begin in), and how many labels were repeated.

    ``rows`` are (item, annotator, labels, whether these are the whole set); ``place(row)`` names
    the row. Rows of one item and annotator with a label each form a set.
    """
    sets: dict[Any, dict] = {}
    n_repeated = 0
    for row, (item, who, labels, whole) in enumerate(rows):
        people = sets.setdefault(item, {})
        if who not in people:
            people[who] = (dict.fromkeys(labels), row, whole)
            n_repeated += len(labels) - len(people[who][0])
            continue
        earlier, begun, was_whole = people[who]
        if bool(labels) != bool(earlier):
            raise TableError(
                f"{place(row)}: {short(who)} chose no label for {short(item)} here or in "
                f"{place(begun)}, and a label in the other; was it annotated twice?"
            )
        if whole or was_whole:
            if not (whole and was_whole) or set(earlier) != set(labels):
                raise TableError(
                    f"{place(row)}: {short(who)} chose another set for {short(item)} than in "
                    f"{place(begun)}: {short(list(labels))} and {short(list(earlier))}; was it "
                    "annotated twice?"
                )
            n_repeated += 1
            continue
        n_repeated += sum(label in earlier for label in labels)
        earlier.update(dict.fromkeys(labels))
    return sets, n_repeated


def read_long_annotations(path, gold=None, *, annotator, indicators=False, **options: Any) -> Table:
    """Predictions of one file next to the annotations of another, which has one choice per line.

    With ``indicators`` a line holds a 0 or 1 per label instead of one choice.
    """
    asked = Asked.of(options)
    check_ids(asked.ids)
    how = asked.how
    gold_path = path if gold is None else gold
    id = asked.id or guess_id(sniff(path, how).columns)
    if id is None:
        raise TableError(f"{file_name(path)}: which column holds the ids? Choose: id=COLUMN")
    if gold is None and not indicators:
        names = columns_of(path, *asked.columns, format=how.format)
    else:
        # Each side has its column; the id stands in for the other one.
        names = [columns_of(path, asked.predictions, id, format=how.format)[0], None]
        if not indicators:
            names[1] = columns_of(gold_path, id, asked.references, format=how.format)[1]
    ids, predicted = TextColumn(id), SetColumn(names[0], asked.separator)
    who = TextColumn(annotator, "no annotator: the cell is empty")
    if indicators:
        taken = (id, annotator, names[0])
        labels = [
            name
            for name in sniff(gold_path, how).columns
            if name not in taken and not is_id_or_text(name)
        ]
        columns = indicator_columns(file_name(gold_path), labels, indicators, asked.known, None)
        chosen = IndicatorSets(columns)
    else:
        chosen = SetColumn(names[1], asked.separator)
        columns = [chosen]
    if gold is None:
        gold_ids = ids
        filled = gold_filled = fill_columns(path, [ids, who, *columns, predicted], how=how)
    else:
        gold_ids = TextColumn(id)
        filled = fill_columns(path, [ids, predicted], how=how)
        gold_filled = fill_columns(gold, [gold_ids, who, *columns], how=how)

    def place_in(one):
        return lambda row: f"{one.place.file}: {one.unit} {one.lines[row]}"

    first = _first_rows(ids, predicted, place_in(filled), one_file=gold is None)

    def decide(known):
        numbers = integer_meaning([predicted, chosen], asked.ids, known, filled.info)
        rows, n_blank = _choices(gold_ids, who, chosen, numbers, asked, place_in(gold_filled))
        sets, n_repeated = sets_by_item(rows.values(), lambda i: place_in(gold_filled)([*rows][i]))
        kept = _kept(first, sets, asked.missing, filled.place.file)
        predicted_sets = predicted.label_sets(numbers)
        lines = array("q", (filled.lines[first[name]] for name in kept))
        account = _account_of(filled, gold_filled, predicted, names[1] or columns, annotator, id)
        n_without = sum(name not in sets for name in first)
        n_lacking = sum(name not in first for name in sets)
        told = (
            ("id", filled.place.file, n_without, "no annotations"),
            ("id", gold_filled.place.file, n_lacking, "no predictions"),
            ("row", gold_filled.place.file, n_blank, "not asked"),
            ("annotation", gold_filled.place.file, n_repeated, "repeated, counted once"),
        )
        account = account.with_left_out(*(left_out(*one) for one in told if one[2]))
        if account.join is not None:
            counted = {"both": len(kept), "only_predictions": n_without}
            counted |= {"only_references": n_lacking, "missing": asked.missing}
            account = replace(account, join={**account.join, **counted})
        return Table(
            [predicted_sets[first[name]] for name in kept],
            [[tuple(labels) for labels, _, _ in sets[name].values()] for name in kept],
            filled.info,
            (filled.place._replace(lines=lines),),
            account,
            [list(sets[name]) for name in kept],
            (predicted.name, names[1]),
            filled.how,
            decide,
        )

    return decide(asked.known)


def _first_rows(ids, predicted, place, one_file):
    """The row of each id's predictions; in one file they are repeated on each line."""
    first: dict[str, int] = {}
    every = predicted.label_sets(None)
    for row, name in enumerate(ids.cells):
        if name not in first:
            first[name] = row
        elif not one_file:
            raise TableError(
                f"{place(row)}: the id {short(name)} comes twice, first in {place(first[name])}"
            )
        elif {*every[row]} != {*every[first[name]]}:
            raise TableError(
                f"{place(row)}: column {predicted.name!r}: other predictions for {short(name)} "
                f"than in {place(first[name])}"
            )
    return first


def _choices(ids, who, chosen, numbers, asked, place):
    """Row -> (id, annotator, labels, whether they are the whole set), and how many are blank."""
    rows, n_blank = {}, 0
    is_column = type(chosen) is SetColumn
    label_sets = chosen.label_sets(numbers)
    whole = chosen.are_whole() if is_column else [True] * len(label_sets)
    for row, (name, person, labels) in enumerate(
        zip(ids.cells, who.cells, label_sets, strict=True)
    ):
        if not labels and is_column:
            if asked.blank is None:
                raise TableError(
                    f'{place(row)}: column {chosen.name!r} is empty; blank="no_label" if the '
                    'annotator chose no label, blank="not_asked" to leave such lines out'
                )
            if asked.blank == "not_asked":
                n_blank += 1
                continue
        rows[row] = (name, person, labels, whole[row] or not labels)
    return rows, n_blank


def _kept(first, sets, missing, file):
    lacking = [name for name in sets if name not in first]
    without = [name for name in first if name not in sets]
    for absent, what in ((lacking, "predictions"), (without, "annotations")):
        if absent and missing != "drop":
            raise TableError(
                f"{len(absent):,} ids have no {what}, the first is {short(absent[0])}; "
                'missing="drop" leaves them out'
            )
    kept = [name for name in first if name in sets]
    if not kept:
        raise TableError(f"no id of {file} has annotations")
    return kept


def _account_of(filled, gold_filled, predicted, labels, annotator, id) -> Account:
    column = labels if isinstance(labels, str) else [one.name for one in labels if one.kept]
    sides = {
        name: side_account(one.place.file, of, "name", len(one.lines), one.part["sha256"])
        for name, one, of in (
            ("predictions", filled, predicted.name),
            ("references", gold_filled, column),
            ("annotators", gold_filled, annotator),
        )
    }
    if filled is gold_filled:
        return Account(sides, None, list(filled.left_out), [filled.part], dict(filled.told))
    parts = [filled.part, gold_filled.part]
    join = {"by": id, "chosen": "name"}
    told = {**filled.told, **gold_filled.told}
    return Account(sides, join, [*filled.left_out, *gold_filled.left_out], parts, told)
