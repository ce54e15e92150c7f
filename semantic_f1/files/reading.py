"""Files as arguments of the metric, whatever its config."""

from ..messages import short
from ..name_table import NameTable
from .account import account_of_systems
from .formats import FileOptions, TableError
from .layouts import (
    AnnotatorLayout,
    DistributionLayout,
    IndicatorLayout,
    LongLayout,
    PointLayout,
    ReplyLayout,
    ScoreLayout,
    SystemLayout,
)
from .long_annotations import AnnotationLayout
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


def read_table(config_name: str, path, gold=None, **options) -> Table:
    """The table of a file, or of two whose rows are joined, for a config of the metric.

    ``options`` are those of :class:`Asked` and of :class:`FileOptions`, and the arguments of the
    layouts; the table's ``account`` says how files were joined and what was left out.
    """
    kind, own = _LAYOUTS[config_name], {}
    if config_name == "annotators" and "annotator" in options:
        own = {x: options.pop(x) for x in ("annotator", "indicators") if x in options}
        kind = AnnotationLayout
    elif config_name == "default":
        defaults = {"indicators": False, "long": False, "threshold": None}
        own = {name: options.pop(name, default) for name, default in defaults.items()}
        kind, options, own = _layout_of_labels(gold, options, **own)
    return kind(path, gold, options, **own).table()


def _layout_of_labels(gold, options, indicators, long, threshold):
    """The layout of label sets that is asked for, and its arguments."""
    if options.get("source") is not None and not indicators:
        # Scores of an export become labels as its records are read.
        options = {**options, "source_options": (("threshold", threshold),)}
    elif threshold is not None and not indicators:
        raise TableError("threshold: is for scores in columns, a column per label (indicators)")
    if long and (gold is None or indicators):
        what = "indicators" if indicators else "one file; give the gold labels a separate file"
        raise TableError(f"long form does not go with {what}")
    if indicators:
        return IndicatorLayout, options, {"indicators": indicators, "threshold": threshold}
    replies = options.get("replies") and not long
    return LongLayout if long else ReplyLayout if replies else Layout, options, {}


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
        sides = (table.predictions, table.references)
        if any(type(member) is int for side in sides for row in side for member in row):
            raise TableError(
                "ids: whole numbers may be names or ids; pass similarity= or labels=, or "
                'ids="always" or "never"'
            )
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
