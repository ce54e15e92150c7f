"""Readers of two columns: label sets, scores, distributions, and gold sets of annotators."""

import os
import re
from collections.abc import Collection
from typing import Any

from .cells import (
    AnnotatorColumn,
    AnnotatorGroup,
    ColumnGroup,
    NestedColumn,
    NestedGroup,
    PointColumn,
    RawColumn,
    ScoreColumn,
    SetColumn,
)
from .formats import FileOptions, TableError
from .side_choice import FileCells, chosen_sides, settled
from .sides import Asked, Form, SidesRead, read_sides
from .tables import Table, file_name, sniff, warn_of_equal_sides

_REPLIES = re.compile(
    r"(?:(?:model|llm|raw|gpt)[ _-]?)?(?:repl(?:y|ies)|(?:response|completion|generation|output)s?)"
    r"|generated[ _-]text",
    re.I,
)
_NUMBERS = Form(sets=False, may_be_empty=False)
_BESIDE_OTHERS = Form(sets=False)


def columns_of(path, predictions=None, references=None, *, format=None, sets=True):
    """The columns of predicted and gold labels: those named, else as a file of both is read."""
    if predictions is not None and references is not None:
        return predictions, references
    how = FileOptions(format)
    file = settled(path, how, None) if sets else FileCells(path, how)
    chosen = chosen_sides((file, file), (predictions, references), None, None, "auto", sets)
    return tuple(one.name for one in chosen)


def _set_of(name, asked):
    return SetColumn(name, asked.separator)


def _gold_set_of(name, asked):
    return SetColumn(name, asked.separator, asked.blank)


def _sides_of(path, gold, options, predictions, references=_gold_set_of, form=None) -> SidesRead:
    """Both sides, each filled by what its function makes of the name of a column."""
    asked = Asked.of(options) if isinstance(options, dict) else options
    make = {"predictions": predictions, "references": references}
    plan = lambda _file, side, chosen: make[side](chosen.name, asked)  # noqa: E731
    return read_sides(path, gold, asked, plan, form)


def read_columns(
    path: str | os.PathLike, gold: str | os.PathLike | None = None, **options: Any
) -> Table:
    """Read the predicted and gold label sets of a file, or of two whose rows are joined.

    ``options`` are those of :class:`Asked` and of :class:`FileOptions`. With ``replies``
    predictions are texts as they stand, None for an example without one.
    """
    asked = Asked.of(options)
    if not asked.replies:
        return warn_of_equal_sides(_sides_of(path, gold, asked, _set_of).table(asked.known))
    if asked.predictions is None:
        columns = sniff(path, asked.how.of_side("predictions")).columns
        found = [name for name in columns if _REPLIES.fullmatch(name.strip())]
        asked = asked._replace(predictions=found[0] if len(found) == 1 else None)
    sides = _sides_of(path, gold, asked, lambda name, _: _ReplyColumn(name), form=_BESIDE_OTHERS)
    return sides.table(asked.known)


class _ReplyColumn(RawColumn):
    def of_examples(self, numbers, rows, names=()):
        return [one or None for one in super().of_examples(numbers, rows, names)]


def read_scores(
    path: str | os.PathLike, gold: str | os.PathLike | None = None, **options: Any
) -> Table:
    """Read a file whose predictions are lists of finite numbers, one per label, and gold labels."""
    sides = _sides_of(path, gold, options, lambda name, _: ScoreColumn(name), form=_BESIDE_OTHERS)
    return sides.table(options.get("known"))


def read_distributions(
    path: str | os.PathLike, gold: str | os.PathLike | None = None, **options: Any
) -> Table:
    """Read predicted and gold distributions: JSON lists of numbers, or single numbers."""
    if options.get("source") is not None:
        options["source_options"] = (("soft", True),)
    return _number_table(path, gold, lambda name, _: ScoreColumn(name, single=True), options)


def read_point_sets(
    path: str | os.PathLike, gold: str | os.PathLike | None = None, **options: Any
) -> Table:
    """Read predicted and gold sets of points, lists of lists of numbers; an empty cell has none."""
    return _number_table(path, gold, lambda name, _: PointColumn(name), options)


def _number_table(path, gold, column_of, options):
    sides = _sides_of(path, gold, options, column_of, column_of, _NUMBERS)
    return warn_of_equal_sides(sides.table(None))


def read_annotator_columns(
    path: str | os.PathLike,
    gold: str | os.PathLike | None = None,
    *,
    references: str | Collection[str] | None = None,
    annotators: str | None = None,
    **options: Any,
) -> Table:
    """Read a file with the gold sets of several annotators.

    ``references`` are the annotators' columns, or one column of nested lists, whose annotators
    stand in the column ``annotators``.
    """
    if options.get("source") is not None and annotators is None:
        options["source_options"], source = (("annotators", True),), options["source"]
        # One name is the export of the gold labels, or of the one file.
        is_one = isinstance(source, str) and "=" not in source
        if is_one or FileOptions(source=source).of_side("references").source:
            references, annotators = references or "references", "annotators"
    nested = references is None or isinstance(references, str)
    if not nested and not references:
        raise TableError("references: name one annotator's column at least")

    def gold_of(name, asked):
        if nested and annotators is None:
            return NestedColumn(name)
        if nested:
            return NestedGroup(NestedColumn(name), SetColumn(annotators, asked.separator))
        return AnnotatorGroup([AnnotatorColumn(one, asked.separator, asked.blank) for one in name])

    options["references"] = references
    sides = _sides_of(path, gold, options, _set_of, gold_of, _BESIDE_OTHERS)
    table = sides.table(options.get("known"))
    for index, row in enumerate(table.references):
        if not row:
            raise TableError(
                f"{file_name(path if gold is None else gold)}: "
                f"{table.row_name(index, 'references')}: no annotator saw this row; leave it out"
            )
        if table.annotators and len(table.annotators[index]) != len(row):
            raise TableError(
                f"{file_name(path)}: {table.row_name(index)}: {len(table.annotators[index])} "
                f"annotators in column {annotators!r} for {len(row)} gold sets"
            )
    return table


def read_system_columns(
    path: str | os.PathLike,
    systems: Collection[str],
    gold: str | os.PathLike | None = None,
    **options: Any,
) -> dict[str, Table]:
    """Column -> Table of several systems' predictions in one file, with the same references."""
    if not systems:
        raise TableError("predictions: name one system's column at least")
    asked = Asked.of({**options, "predictions": list(systems)})

    def group_of(names, asked):
        return ColumnGroup([_set_of(name, asked) for name in names])

    sides = _sides_of(path, gold, asked, group_of)
    return {
        column.name: sides.of_system(column).table(asked.known)
        for column in sides.values[0].columns
    }
