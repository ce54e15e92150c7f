"""Files as arguments of the metric, whatever its config."""

from ..messages import short
from ..name_table import NameTable
from .account import account_of_systems
from .columns import (
    read_annotator_columns,
    read_distributions,
    read_point_sets,
    read_scores,
    read_system_columns,
)
from .formats import TableError
from .layouts import read_labels
from .long_annotations import read_long_annotations

_READERS = NameTable(
    "config_name",
    {
        "default": read_labels,
        "multilabel": read_scores,
        "annotators": read_annotator_columns,
        "soft": read_distributions,
        "graded": read_distributions,
        "points": read_point_sets,
    },
)


def read_table(config_name, path, gold=None, **options):
    """The table of a file, or of two, for a config of the metric."""
    if config_name == "annotators" and "annotator" in options:
        return read_long_annotations(path, gold, **options)
    return _READERS[config_name](path, gold, **options)


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
    if config_name == "default":
        _refuse_undecided(table, ids, known)
    elif config_name == "multilabel":
        found["references"] = indicator_rows(table, known)
    if account:
        found["account"] = read
    return found if table.annotators is None else {**found, "annotators": table.annotators}


def _refuse_undecided(table, ids, known):
    """Whole numbers are names or ids, and without a universe nothing tells which."""
    if ids != "auto" or known is not None:
        return
    sides = (table.predictions, table.references)
    if any(type(member) is int for side in sides for row in side for member in row):
        raise TableError(
            'ids: whole numbers may be names or ids; pass similarity= or labels=, or ids="always" '
            'or "never"'
        )


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
