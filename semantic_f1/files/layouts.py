"""Layouts of files beyond a row per example with a label set of each side.

- scores, distributions, points, gold sets of several annotators, and replies of language models;
- indicator columns: a column per label, which the header names, holding 0 and 1 or scores;
- long form: one (id, label) per line, with a header or without;
- annotations of several people in a separate file, one choice per line, joined by an id.

Every layout becomes a `Table` and is read by the rules of :mod:`cells`.
"""

import re
from array import array
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from ..messages import listed, short, warn
from .account import left_out
from .cells import (
    AnnotatorColumn,
    AnnotatorGroup,
    CellError,
    ColumnGroup,
    NestedColumn,
    NestedGroup,
    PointColumn,
    RawColumn,
    ScoreColumn,
    SetColumn,
    TextColumn,
)
from .column_guessing import SIDE_NAMES, guess_id, is_id_or_text, number_of, strongest, weakness
from .formats import FileOptions, TableError
from .joining import asked_ids, columns_that_join
from .side_choice import ZERO_ONE_FORMS, SideColumn, chosen_sides, which_column
from .sides import Layout
from .tables import sniff

_REPLIES = re.compile(
    r"(?:(?:model|llm|raw|gpt)[ _-]?)?(?:repl(?:y|ies)|(?:response|completion|generation|output)s?)"
    r"|generated[ _-]text",
    re.I,
)


class ReplyLayout(Layout):
    """Predictions are texts as they stand, None for an example without one."""

    sets = comparable = False

    def __init__(self, path, gold, options):
        super().__init__(path, gold, options)
        if self.asked.predictions is None:
            columns = sniff(path, self.asked.how.of_side("predictions")).columns
            found = [name for name in columns if _REPLIES.fullmatch(name.strip())]
            if len(found) == 1:
                self.asked = self.asked._replace(predictions=found[0])

    def predicted(self, name):
        return _ReplyColumn(name)


class _ReplyColumn(RawColumn):
    def of_examples(self, numbers, rows, names=()):
        return [one or None for one in super().of_examples(numbers, rows, names)]


class ScoreLayout(Layout):
    """Predictions are lists of finite numbers, one per label."""

    sets = comparable = False

    def predicted(self, name):
        return ScoreColumn(name)


class DistributionLayout(Layout):
    """Both sides are JSON lists of numbers, objects of numbers by label, or single numbers."""

    sets = may_be_empty = False
    source_options = (("soft", True),)

    def predicted(self, name):
        return ScoreColumn(name, single=True)

    referenced = predicted


class PointLayout(Layout):
    """Both sides are sets of points, lists of lists of numbers; an empty cell has none."""

    sets = may_be_empty = False

    def predicted(self, name):
        return PointColumn(name)

    referenced = predicted


class SystemLayout(Layout):
    """Several columns of predictions, one per system."""

    several = ("predictions", "id")

    def predicted(self, names):
        return ColumnGroup([SetColumn(name, self.asked.separator) for name in names])


class AnnotatorLayout(Layout):
    """Gold sets of several annotators: their columns, or nested lists and a column of names."""

    sets = comparable = False
    several = ("references", "id")

    def __init__(self, path, gold, options):
        options = dict(options)
        references, annotators = (options.pop(x, None) for x in ("references", "annotators"))
        if options.get("source") is not None and annotators is None:
            options["source_options"] = (("annotators", True),)
            if FileOptions(source=options["source"]).of_side("references").source:
                references, annotators = references or "references", "annotators"
        self._nested = references is None or isinstance(references, str)
        self._annotators = annotators
        super().__init__(path, gold, {**options, "references": references})

    def referenced(self, name):
        separator, blank = self.asked.separator, self.asked.blank
        if not self._nested:
            return AnnotatorGroup([AnnotatorColumn(one, separator, blank) for one in name])
        if self._annotators is None:
            return NestedColumn(name)
        return NestedGroup(NestedColumn(name), SetColumn(self._annotators, separator))

    def table(self):
        table = super().table()
        for index, row in enumerate(table.references):
            n = len(table.annotators[index]) if table.annotators else len(row)
            if not row:
                raise table.places[-1].error("no annotator saw this row; leave it out", index)
            if n != len(row):
                what = f"{n} annotators in column {self._annotators!r} for {len(row)} gold sets"
                raise table.places[-1].error(what, index)
        return table


class LongLayout(Layout):
    """A line has an id and a label of its example."""

    long, repeats = True, (True, True)

    def referenced(self, name):
        return self.predicted(name)

    def join(self, files):
        if self.asked.id is not None:
            return asked_ids(files, self.asked.id)
        ids = []
        for file in files:
            name = guess_id(file.columns)
            if name is None and len(file.columns) != 2:
                found = listed(file.columns)
                raise file.error(f"name the columns of ids and labels; columns found: {found}")
            ids.append((name or file.columns[0],))
        return tuple(ids)

    def choose(self, files, by):
        chosen = []
        for file, side, given, ids in zip(files, SIDE_NAMES, self.asked.columns, by, strict=True):
            found = strongest(file.columns, side) or strongest(file.columns, "references", weakness)
            left = [name for name in file.columns if name not in ids and not is_id_or_text(name)]
            if given or len(found) == 1:
                chosen.append(SideColumn(given or found[0], "option" if given else "name"))
            elif len(left) == 1:
                chosen.append(SideColumn(left[0], "only column left"))
            else:
                raise which_column(file, [side], f"Left: {listed(left)}")
        return chosen


class IndicatorLayout(Layout):
    """Both sides as indicator columns: of a file each, or of one with different beginnings."""

    settled = False

    def __init__(self, path, gold, options, indicators=True, threshold=None):
        super().__init__(path, gold, options)
        self._indicators, self._threshold = indicators, threshold

    def join(self, files):
        asked = self.asked._replace(predictions=None, references=None)
        return None if self.gold is None else columns_that_join(files, asked)

    def choose(self, files, by):
        chosen = []
        for place, (file, side) in enumerate(zip(files, SIDE_NAMES, strict=True)):
            pattern = self.asked.columns[place] or ""
            if self.gold is not None:
                taken = by[place] if by else ()
                names = [n for n in file.columns if n not in taken and not is_id_or_text(n)]
                if self._indicators is True:
                    _refuse_both_sides(file, names)
            elif not pattern.endswith("*"):
                raise file.error(
                    "indicator columns of both sides in one file need their beginnings, such as "
                    f"{side}='{side[:4]}_*'; or give the gold labels a separate file"
                )
            elif not (names := [n for n in file.columns if n.startswith(pattern[:-1])]):
                raise file.error(f"no column's name begins with {pattern[:-1]!r}")
            chosen.append(SideColumn(names, "option"))
        return chosen

    def columns_of_side(self, file, side, names):
        pattern = (self.asked.predictions if side == "predictions" else self.asked.references) or ""
        cut = 0 if self.gold is not None else len(pattern) - 1
        return IndicatorSets.of(
            file, names, self._indicators, self.asked.known, self._threshold, cut
        )

    def read(self):
        sides = super().read()
        _check_same_labels([one.place for one in sides.filled], sides.values)
        return sides


class IndicatorColumn(RawColumn):
    """Cells of a column that may be a label's: 0 and 1, yes and no, x or 1 and blank, or scores.

    Its first filled cell tells, unless it is needed. ``kept`` is None as long as only all cells
    together can tell.
    """

    def __init__(self, name: str, label: str, needed: bool, threshold: float | None):
        super().__init__(name)
        self.label, self.threshold = label, threshold
        self.kept: bool | None = True if needed else None
        self._codes = array("i")
        self._code_of: dict[str, int] = {}

    def append(self, cell) -> None:
        if self.kept is False:
            return
        text = "" if cell is None else str(cell).strip().lower()
        if text not in self._code_of:
            is_number = self.threshold is not None and number_of(text) is not None
            if text and not is_number and not any(text in form for form in ZERO_ONE_FORMS):
                if self.kept:
                    raise CellError(self._refusal(cell))
                self.kept = False
            elif self.kept is None and not any(self._code_of):
                self.kept = True if is_number or text in ZERO_ONE_FORMS[0] else None
        self._codes.append(self._code_of.setdefault(text, len(self._code_of)))

    def is_label(self) -> bool:
        """True for a column of a label; all cells were appended."""
        if self.kept is None:
            self.kept = any(self._code_of) and self._kind() is not None
        return self.kept

    def _kind(self):
        return next((one for one in ZERO_ONE_FORMS if set(self._code_of) <= set(one)), None)

    def form(self) -> str:
        """Cells other than 0 and 1 that stand for yes and no, or ""."""
        if self._kind() in (None, ZERO_ONE_FORMS[0]) or not any(self._code_of):
            return ""
        return " and ".join(text or "blank" for text in sorted(self._code_of, reverse=True))

    def decided(self) -> bytes:
        """1 for each row that has the label."""
        kind, values = self._kind(), []
        for text, code in self._code_of.items():
            value, score = (kind or ZERO_ONE_FORMS[0]).get(text), number_of(text)
            if kind is None and self.threshold is not None and score is not None:
                value = score >= self.threshold
            if value is None:
                raise self._at(self._codes.index(code), self._refusal(text))
            values.append(value)
        return bytes(values[code] for code in self._codes)

    def _refusal(self, cell) -> str:
        if cell == "":
            return "a blank cell is neither 0 nor 1"
        is_score = number_of(cell) not in (None, 0, 1)
        how = "; threshold=0.5 reads scores" * (self.threshold is None and is_score)
        which = "name the columns of labels in indicators=[...] if this is none"
        return f"{short(cell)} is neither 0 nor 1; {which}{how}"

    def is_outside(self) -> bool:
        """True for a threshold within (0, 1) that is applied to scores outside of [0, 1]."""
        if self.threshold is None or not 0 < self.threshold < 1 or self._kind() is not None:
            return False
        return any(not 0 <= (number_of(text) or 0) <= 1 for text in self._code_of)


class IndicatorSets(ColumnGroup):
    """Label sets out of indicator columns."""

    @classmethod
    def of(cls, file, names, indicators, known, threshold, cut=0) -> "IndicatorSets":
        """Columns of the names that are wanted, of which ``cut`` letters are not the label's."""
        labels, needed = [name[cut:] for name in names], set(known or ())
        if indicators is not True:
            if lacking := [label for label in indicators if label not in labels]:
                raise file.error(f"has no column for the labels {listed(lacking)}")
            labels, needed = list(indicators), set(indicators)
        each = dict.fromkeys(labels, threshold)
        if isinstance(threshold, Mapping):
            each = {label: float(number) for label, number in threshold.items()}
        if lacking := [label for label in labels if label not in each]:
            if indicators is not True:
                raise TableError(f"threshold: has none for {listed(lacking)}")
            labels = [label for label in labels if label in each]
        begin = names[0][:cut] if cut else ""
        return cls([IndicatorColumn(begin + x, x, x in needed, each[x]) for x in labels])

    def entries(self, _numbers=None) -> list[tuple]:
        kept = self.labels()
        names = [column.label for column in kept]
        cells = zip(*(column.decided() for column in kept), strict=True)
        return [
            tuple(name for name, is_one in zip(names, row, strict=True) if is_one) for row in cells
        ]

    def labels(self) -> list[IndicatorColumn]:
        """The columns of labels, once all cells are read."""
        return [column for column in self.columns if column.is_label()]

    @property
    def shown(self):
        return [column.name for column in self.labels()]

    @property
    def passed(self):
        return [(column.name, "no labels") for column in self.columns if not column.is_label()]

    @property
    def told(self):
        forms = dict.fromkeys(column.form() for column in self.labels())
        shown = ", ".join(filter(None, forms))
        return [("indicators", shown)] if shown else ()


def _refuse_both_sides(file, names):
    """Refuse columns of which half are the others with one beginning more."""
    last = max(names, key=len, default="")
    for begin in {last.removesuffix(name) for name in names if name} - {"", last}:
        others = [name for name in names if not name.startswith(begin)]
        if len(others) > 1 and {begin + name for name in others} == {*names} - {*others}:
            both = f"{short(others[0])} and {short(begin + others[0])}, and others like them"
            how = "name the columns of this side in indicators=[...]"
            raise file.error(f"{both}, may be both sides; {how}")


def _check_same_labels(places, sides):
    """A label that one file has no column for would be never predicted, or never gold."""
    labels = [[column.label for column in side.labels()] for side in sides]
    for at, (place, some) in enumerate(zip(places, labels, strict=True)):
        if not some:
            raise place.error("no column holds 0 and 1 alone; threshold=0.5 reads scores")
        if odd := [name for name in labels[1 - at] if name not in some]:
            other = f"which {places[1 - at].file} has; both sides need the same"
            raise place.error(f"has no column of labels {listed(odd)}, {other}")
    if any(column.is_outside() for side in sides for column in side.columns):
        warn(
            "threshold: some scores are outside of 0 to 1, and the threshold between them is "
            "applied to them as they are; logits need a sigmoid first, or threshold=0"
        )


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
                        row, f"other predictions for {short(name)} than in {self.place.of(some[0])}"
                    )
        return [sets[some[0]] for some in rows]


class _Annotations(ColumnGroup):
    """Choices of annotators, a line each, as one gold set per example and annotator."""

    blank_is = ("a blank cell", "the annotator chose no label", "leave such lines out")

    def __init__(self, who: TextColumn, chosen, blank):
        super().__init__([who, *chosen.columns])
        self.name, self._who, self._chosen, self.blank = chosen.name, who, chosen, blank
        self.further, self.n_repeated = [("annotators", who.name)], 0
        self._people: list[list[str]] = []

    @property
    def shown(self):
        return self._chosen.shown

    def blank_rows(self):
        return self._chosen.blank_cells() if type(self._chosen) is SetColumn else []

    def of_examples(self, numbers, rows, names=()):
        sets, place, who = self._chosen.entries(numbers), self._who.place, self._who.cells
        is_set = type(self._chosen) is SetColumn
        whole = self._chosen.are_whole() if is_set else [True] * len(sets)
        order = [(name, row) for some, name in zip(rows, names, strict=True) for row in some]
        chosen = ((name, who[row], sets[row], whole[row] or not sets[row]) for name, row in order)
        by_item, self.n_repeated = sets_by_item(chosen, lambda i: place.of(order[i][1]))
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
            choices = IndicatorSets.of(file, names, self._indicators, self.asked.known, None)
        who = TextColumn(self._annotator, "no annotator: the cell is empty")
        return _Annotations(who, choices, self.asked.blank)

    def join(self, files):
        id = self.asked.id or guess_id(files[0].columns)
        if id is None:
            raise files[0].error("which column holds the ids? Choose: id=COLUMN")
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
        place, gold = sides.filled[1].place, sides.values[1]
        if not gold.shown:
            raise place.error("no column holds 0 and 1 alone")
        table = sides.table(self.asked.known)
        if gold.n_repeated:
            told = left_out("annotation", place.file, gold.n_repeated, "repeated, counted once")
            table.account.left_out.append(told)
        return table
