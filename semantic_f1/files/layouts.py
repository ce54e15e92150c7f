"""Predictions and gold labels in other forms than two columns of one table.

- two files, joined by an id column or line by line;
- indicator columns: a column per label, which the header names, holding 0 and 1 or scores;
- long form: one (id, label) per line, with a header or without.

Every form becomes a `Table` and is read by the rules of :mod:`cells`.
"""

import os
from array import array
from collections.abc import Collection, Mapping
from typing import Any

from ..messages import listed, short, warn
from .cells import CellError, ColumnGroup, RawColumn, SetColumn
from .column_guessing import SIDE_NAMES, guess_id, is_id_or_text, is_numeric, strongest, weakness
from .columns import read_columns
from .formats import TableError
from .joining import asked_ids, columns_that_join
from .side_choice import SideColumn, which_column
from .sides import Asked, Form, read_sides
from .tables import Table, warn_of_equal_sides

# Pairs of cells that say whether a row has a label, as (no, yes); blank may stand for no.
_ZERO_ONE_FORMS = (
    {"0": False, "1": True, "0.0": False, "1.0": True, "false": False, "true": True},
    {"no": False, "yes": True},
    {"": False, "x": True},
    {"": False, "1": True, "1.0": True},
)


def read_labels(
    path: str | os.PathLike,
    gold: str | os.PathLike | None = None,
    *,
    indicators: bool | Collection[str] = False,
    threshold: float | Mapping[str, float] | None = None,
    long: bool = False,
    **options: Any,
) -> Table:
    """Read predicted and gold label sets from one file or two, in any form.

    ``options`` are those of :class:`Asked` and of :class:`FileOptions`. The table's ``account``
    says how files were joined and what was left out.
    """
    if options.get("source") is not None and not indicators:
        # Scores of an export become labels as its records are read.
        options["source_options"], threshold = (("threshold", threshold),), None
    if threshold is not None and not indicators:
        raise TableError("threshold: is for scores in columns, a column per label (indicators)")
    if not indicators and not long:
        return read_columns(path, gold, **options)
    asked = Asked.of(options)
    if long and (gold is None or indicators):
        what = "indicators" if indicators else "one file; give the gold labels a separate file"
        raise TableError(f"long form does not go with {what}")
    if long:
        sides = read_sides(path, gold, asked, _long_column(asked), _LONG_FORM)
    else:
        sides = _indicator_sides(path, gold, asked, indicators, threshold)
    return warn_of_equal_sides(sides.table(asked.known))


def _long_column(asked):
    return lambda _file, _side, chosen: SetColumn(chosen.name, asked.separator)


def _ids_of_long(files, asked):
    if asked.id is not None:
        return asked_ids(files, asked.id)
    ids = [guess_id(file.columns) for file in files]
    for file, name in zip(files, ids, strict=True):
        if name is None and len(file.columns) != 2:
            raise TableError(
                f"{file.name}: name the columns of ids and labels; columns found: "
                f"{listed(file.columns)}"
            )
    return tuple((name or file.columns[0],) for file, name in zip(files, ids, strict=True))


def _long_labels(files, asked, by):
    chosen = []
    for file, side, given, ids in zip(files, SIDE_NAMES, asked.columns, by, strict=True):
        found = strongest(file.columns, side) or strongest(file.columns, "references", weakness)
        left = [name for name in file.columns if name not in ids and not is_id_or_text(name)]
        if given or len(found) == 1:
            chosen.append(SideColumn(given or found[0], "option" if given else "name"))
        elif len(left) == 1:
            chosen.append(SideColumn(left[0], "only column left"))
        else:
            raise which_column(file, side, f"Left: {listed(left)}")
    return chosen


_LONG_FORM = Form(long=True, repeats=(True, True), join=_ids_of_long, choose=_long_labels)


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
            is_number = self.threshold is not None and _number(text) is not None
            if text and not is_number and not any(text in form for form in _ZERO_ONE_FORMS):
                if self.kept:
                    raise CellError(self._refusal(cell))
                self.kept = False
            elif self.kept is None and not any(self._code_of):
                self.kept = True if is_number or text in _ZERO_ONE_FORMS[0] else None
        self._codes.append(self._code_of.setdefault(text, len(self._code_of)))

    def is_label(self) -> bool:
        """True for a column of a label; all cells were appended."""
        if self.kept is None:
            self.kept = any(self._code_of) and self._kind() is not None
        return self.kept

    def _kind(self):
        return next((one for one in _ZERO_ONE_FORMS if set(self._code_of) <= set(one)), None)

    def form(self) -> str:
        """Cells other than 0 and 1 that stand for yes and no, or ""."""
        if self._kind() in (None, _ZERO_ONE_FORMS[0]) or not any(self._code_of):
            return ""
        return " and ".join(text or "blank" for text in sorted(self._code_of, reverse=True))

    def decided(self) -> bytes:
        """1 for each row that has the label."""
        kind, values = self._kind(), []
        for text, code in self._code_of.items():
            number = None if kind or self.threshold is None else _number(text)
            value = (kind or _ZERO_ONE_FORMS[0]).get(text)
            value = value if number is None else number >= self.threshold
            if value is None:
                raise self._at(self._codes.index(code), self._refusal(text))
            values.append(value)
        return bytes(values[code] for code in self._codes)

    def _refusal(self, cell) -> str:
        if cell == "":
            return "a blank cell is neither 0 nor 1"
        scores = ""
        if self.threshold is None and _number(str(cell)) not in (None, 0, 1):
            scores = "; threshold=0.5 reads scores"
        return (
            f"{short(cell)} is neither 0 nor 1; name the columns of labels in indicators=[...] if "
            f"this is none{scores}"
        )

    def is_outside(self) -> bool:
        """True for a threshold within (0, 1) that is applied to scores outside of [0, 1]."""
        if self.threshold is None or not 0 < self.threshold < 1 or self._kind() is not None:
            return False
        return any(not 0 <= (_number(text) or 0) <= 1 for text in self._code_of)


class IndicatorSets(ColumnGroup):
    """Label sets out of indicator columns."""

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

    def passed(self) -> list[tuple[str, str]]:
        return [(column.name, "no labels") for column in self.columns if not column.is_label()]

    def told(self) -> dict[str, str]:
        forms = dict.fromkeys(column.form() for column in self.labels())
        shown = [form for form in forms if form]
        return {"indicators": ", ".join(shown)} if shown else {}


def _number(text: str) -> float | None:
    return float(text) if is_numeric(text) else None


def _indicator_sides(path, gold, asked, indicators, threshold):
    """Both sides as indicator columns: of a file each, or of one with different beginnings."""
    begins = [(pattern or "").removesuffix("*") for pattern in asked.columns]

    def join(files, asked):
        return columns_that_join(files, asked._replace(predictions=None, references=None))

    def choose(files, asked, by):
        chosen = []
        for place, (file, side) in enumerate(zip(files, SIDE_NAMES, strict=True)):
            begin, taken = begins[place], by[place] if by else ()
            if gold is not None:
                names = [n for n in file.columns if n not in taken and not is_id_or_text(n)]
                if indicators is True:
                    _refuse_both_sides(file.name, names)
            elif not (asked.columns[place] or "").endswith("*"):
                raise TableError(
                    f"{file.name}: indicator columns of both sides in one file need their "
                    f"beginnings, such as {side}='{side[:4]}_*'; or give the gold labels a "
                    "separate file"
                )
            elif not (names := [name for name in file.columns if name.startswith(begin)]):
                raise TableError(f"{file.name}: no column's name begins with {begin!r}")
            chosen.append(SideColumn(names, "option"))
        return chosen

    def plan(file, side, chosen):
        cut = 0 if gold is not None else len(begins[SIDE_NAMES.index(side)])
        return IndicatorSets(
            indicator_columns(file.name, chosen.name, indicators, asked.known, threshold, cut)
        )

    form = Form(join=None if gold is None else join, choose=choose, settled=False)
    sides = read_sides(path, gold, asked, plan, form)
    _check_same_labels([one.place.file for one in sides.filled], sides.values)
    return sides


def _refuse_both_sides(file, names):
    """Refuse columns of which half are the others with one beginning more."""
    last = max(names, key=len, default="")
    for begin in {last.removesuffix(name) for name in names if name} - {"", last}:
        others = [name for name in names if not name.startswith(begin)]
        if len(others) > 1 and {begin + name for name in others} == {*names} - {*others}:
            raise TableError(
                f"{file}: {short(others[0])} and {short(begin + others[0])}, and others like them, "
                "may be both sides; name the columns of this side in indicators=[...]"
            )


def indicator_columns(file, names, indicators, known, threshold, cut=0):
    wanted, needed = list(names), set(known or ())
    if indicators is not True:
        column_of = {name[cut:]: name for name in names}
        lacking = [name for name in indicators if name not in column_of]
        if lacking:
            raise TableError(f"{file}: has no column for the labels {listed(lacking)}")
        wanted, needed = [column_of[name] for name in indicators], set(indicators)
    thresholds = {}
    if isinstance(threshold, Mapping):
        lacking = [name[cut:] for name in wanted if name[cut:] not in threshold]
        wanted_here = [name for name in wanted if name[cut:] in threshold]
        if indicators is not True and lacking:
            raise TableError(f"threshold: has none for {listed(lacking)}")
        wanted, thresholds = wanted_here, threshold
    return [
        IndicatorColumn(
            name, name[cut:], name[cut:] in needed, thresholds.get(name[cut:], threshold)
        )
        for name in wanted
    ]


def _check_same_labels(files, sides):
    """A label that one file has no column for would be never predicted, or never gold."""
    labels = [[column.label for column in side.labels()] for side in sides]
    for file, some, other_file, others in zip(
        files, labels, files[::-1], labels[::-1], strict=True
    ):
        if not some:
            raise TableError(
                f"{file}: no column holds 0 and 1 alone; threshold=0.5 reads columns of scores"
            )
        if odd := [name for name in others if name not in some]:
            raise TableError(
                f"{file}: has no column of labels {listed(odd)}, which {other_file} has; both "
                "sides need the same"
            )
    if any(column.is_outside() for side in sides for column in side.columns):
        warn(
            "threshold: some scores are outside of 0 to 1, and the threshold between them is "
            "applied to them as they are; logits need a sigmoid first, or threshold=0"
        )
