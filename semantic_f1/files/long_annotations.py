"""Annotations of several people in a separate file, one choice per line, joined by an id."""

from collections.abc import Callable, Collection, Iterable
from typing import Any

from ..messages import short
from .account import left_out
from .cells import ColumnGroup, SetColumn, TextColumn
from .column_guessing import guess_id, is_id_or_text
from .formats import TableError
from .joining import asked_ids
from .layouts import IndicatorSets
from .side_choice import SideColumn, chosen_sides
from .sides import Layout


def sets_by_item(
    rows: Iterable[tuple[Any, Any, Collection, bool]], place: Callable[[int], str]
) -> tuple[dict, int]:
    """Item -> annotator -> (labels, the row they begin in), and how many labels were repeated.

    ``rows`` are (item, annotator, labels, whether these are the whole set).
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


class _RepeatedPredictions(SetColumn):
    """Predictions that are repeated on each line of an example."""

    def of_examples(self, numbers, rows, names=()):
        sets = self.entries(numbers)
        for some, name in zip(rows, names, strict=True):
            for row in some:
                if {*sets[row]} != {*sets[some[0]]}:
                    raise self._at(
                        row, f"other predictions for {short(name)} than in {self.place(some[0])}"
                    )
        return [sets[some[0]] for some in rows]


class _Annotations(ColumnGroup):
    """Choices of annotators, a line each, as one gold set per example and annotator."""

    blank_is = ("a blank cell", "the annotator chose no label", "leave such lines out")

    def __init__(self, who: TextColumn, chosen, blank):
        super().__init__([who, *chosen.columns])
        self.name, self._who, self._chosen, self.blank = chosen.name, who, chosen, blank
        self.n_repeated = 0
        self._people: list[list[str]] = []

    @property
    def beside(self):
        return {"annotators": self._who.name}

    @property
    def shown(self):
        return self._chosen.shown

    def blank_rows(self):
        return self._chosen.blank_cells() if type(self._chosen) is SetColumn else []

    def of_examples(self, numbers, rows, names=()):
        sets, place, who = self._chosen.entries(numbers), self._who.place, self._who.cells
        whole = [True] * len(sets)
        if type(self._chosen) is SetColumn:
            whole = self._chosen.are_whole()
        order = [(name, row) for some, name in zip(rows, names, strict=True) for row in some]
        chosen = ((name, who[row], sets[row], whole[row] or not sets[row]) for name, row in order)
        by_item, self.n_repeated = sets_by_item(chosen, lambda i: place(order[i][1]))
        self._people = [list(by_item[name]) for name in names]
        return [[tuple(labels) for labels, _, _ in by_item[name].values()] for name in names]

    def people_of(self, _rows):
        return self._people


class AnnotationLayout(Layout):
    """Annotations of several people, one choice (``indicators``: one set of 0 and 1) per line."""

    sets = settled = may_be_empty = comparable = False

    def __init__(self, path, gold, options, annotator, indicators=False):
        super().__init__(path, gold, options)
        self._annotator, self._indicators = annotator, indicators
        self.repeats = (gold is None, True)

    def predicted(self, name):
        column = SetColumn if self.gold is not None else _RepeatedPredictions
        return column(name, self.asked.separator)

    def columns_of_side(self, file, side, names):
        if side == "predictions":
            return self.predicted(names)
        choices = self.referenced(names)
        if self._indicators:
            choices = IndicatorSets.of(file.name, names, self._indicators, self.asked.known, None)
        who = TextColumn(self._annotator, "no annotator: the cell is empty")
        return _Annotations(who, choices, self.asked.blank)

    def join(self, files):
        id = self.asked.id or guess_id(files[0].columns)
        if id is None:
            raise TableError(f"{files[0].name}: which column holds the ids? Choose: id=COLUMN")
        return asked_ids(files, id)

    def choose(self, files, by):
        asked, given, ids = self.asked, list(self.asked.columns), by[1]
        if self._indicators:
            # What is left of the gold file are columns of labels.
            given[1] = ids[0]
        taken = (by[0], (*ids, self._annotator))
        chosen = chosen_sides(files, given, taken, asked.known, asked.ids, not self._indicators)
        if not self._indicators:
            return chosen
        taken = (*taken[1], chosen[0].name)
        names = [x for x in files[1].columns if x not in taken and not is_id_or_text(x)]
        return [chosen[0], SideColumn(names, "option")]

    def table(self):
        sides = self.read()
        file, gold = sides.filled[1].place.file, sides.values[1]
        if not gold.shown:
            raise TableError(f"{file}: no column holds 0 and 1 alone")
        table = sides.table(self.asked.known)
        if gold.n_repeated:
            told = left_out("annotation", file, gold.n_repeated, "repeated, counted once")
            table.account.left_out.append(told)
        return table
