"""Files as arguments of the metric, whatever its config."""

from collections.abc import Mapping
from math import isfinite
from numbers import Real

from ..messages import short
from ..name_table import NameTable
from .account import account_of_systems
from .formats import FileOptions, TableError
from .layouts import (
    AnnotationLayout,
    AnnotatorLayout,
    DistributionLayout,
    IndicatorLayout,
    LongLayout,
    PointLayout,
    ReplyLayout,
    ScoreLayout,
    SystemLayout,
)
from .side_choice import chosen_sides, settled
from .sides import Layout
from .tables import Table

_LAYOUTS = NameTable(
    "config_name",
    {
        "default": Layout,
        "multilabel": ScoreLayout,
        "annotators": AnnotatorLayout,
        "soft": DistributionLayout,
        "graded": DistributionLayout,
        "points": PointLayout,
    },
)


def read_table(config_name: str, path, gold=None, *, replies=False, **options) -> Table:
    """The table of a file, or of two whose rows are joined, for a config of the metric.

    ``replies``: the predictions are those of a language model. ``options`` are those of
    :class:`Asked` and of :class:`FileOptions`, and the arguments of the layouts.
    """
    kind, own = _LAYOUTS[config_name], {}
    if config_name == "annotators" and "annotator" in options:
        own = {x: options.pop(x) for x in ("annotator", "indicators") if x in options}
        kind = AnnotationLayout
    elif config_name == "default":
        indicators, long, threshold = (
            options.pop(name, None) for name in ("indicators", "long", "threshold")
        )
        numbers = threshold.values() if isinstance(threshold, Mapping) else [threshold]
        are_numbers = all(
            isinstance(x, Real) and type(x) is not bool and isfinite(x) for x in numbers
        )
        if threshold is not None and not are_numbers:
            what = f"expected a number, or one per label; got {short(threshold)}"
            raise TableError(what, "threshold")
        # As any other number is compared, whatever its precision was.
        threshold = float(threshold) if isinstance(threshold, Real) else threshold
        if indicators:
            kind, own = IndicatorLayout, {"indicators": indicators, "threshold": threshold}
        elif options.get("source") is not None:
            # Scores of an export become labels as its records are read.
            options["source_options"] = (("threshold", threshold),)
        elif threshold is not None:
            raise TableError("threshold: is for scores in columns, a column per label (indicators)")
        if long and (gold is None or indicators):
            what = "indicators" if indicators else "one file; give the gold labels a separate file"
            raise TableError(f"long form does not go with {what}")
        if long:
            kind = LongLayout
    if replies:
        if kind is not Layout:
            raise TableError("replies: they are read as label sets, a row per example, alone")
        kind = ReplyLayout
    return kind(path, gold, options, **own).table()


def read_system_columns(path, systems, gold=None, **options) -> dict[str, Table]:
    """Column -> Table of several systems' predictions in one file, with the same references."""
    sides = SystemLayout(path, gold, {**options, "predictions": list(systems)}).read()
    known = options.get("known")
    return {column.name: sides.of_system(column).table(known) for column in sides.values[0].columns}


def columns_of(path, predictions=None, references=None, *, format=None):
    """The columns of predicted and gold labels: those named, else as a file of both is read."""
    if predictions is not None and references is not None:
        return predictions, references
    file = settled(path, FileOptions(format), None)
    chosen = chosen_sides((file, file), (predictions, references), None, None, "auto")
    return tuple(one.name for one in chosen)


def read_for(config_name, path, gold=None, *, ids="auto", known=None, account=True, **more):
    """Read a file, or two, for a config of the metric: what ``metric.read_file`` returns."""
    if config_name == "multilabel" and known is None:
        raise TableError("labels: gold labels become columns in their order; pass labels=")
    options = {**more, "ids": ids, "known": known}
    if config_name == "default" and isinstance(options.get("predictions"), (list, tuple)):
        tables = read_system_columns(path, options.pop("predictions"), gold, **options)
        table = next(iter(tables.values()))
        found = {"systems": {name: one.predictions for name, one in tables.items()}}
        read = account_of_systems({name: one.account for name, one in tables.items()})
    else:
        table = read_table(config_name, path, gold, **options)
        found, read = {"predictions": table.predictions}, table.account
    found["references"] = table.references
    if config_name == "default" and ids == "auto" and known is None:
        rows = (row for side in (table.predictions, table.references) for row in side)
        if any(type(member) is int for row in rows for member in row):
            how = 'pass similarity= or labels=, or ids="always" or "never"'
            raise TableError(f"ids: whole numbers may be names or ids; {how}")
    elif config_name == "multilabel":
        found["references"] = indicator_rows(table, known)
    if account:
        found["account"] = read
    return found if table.annotators is None else {**found, "annotators": table.annotators}


def indicator_rows(table, names, none_labels=()):
    """Gold labels of a table as rows of 0 and 1, a column per name; none-labels have none."""
    place = {name: index for index, name in enumerate(names)}
    rows = []
    for index, members in enumerate(table.references):
        row = [0] * len(names)
        for member in members:
            at = member if type(member) is int else place.get(member, -1)
            if at < 0 and member in none_labels:
                continue
            if not 0 <= at < len(names):
                raise TableError(f"{table.row_name(index)}: {short(member)} is not a label")
            row[at] = 1
        rows.append(row)
    return rows
