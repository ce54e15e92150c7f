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


def read_for(config_name, path, gold=None, *, ids="auto", known=None, account=True, **more):
    """Read a file, or two, for a config of the metric: what ``metric.read_file`` returns."""
    found = _READERS[config_name](path, gold, {**more, "ids": ids, "known": known})
    if not account:
        del found["account"]
    return found


def _read_with(reader):
    def read(path, gold, options):
        del options["ids"], options["known"]
        return _arguments(reader(path, gold, **options))

    return read


def _read_scores(path, gold, options):
    if options["known"] is None:
        raise TableError("labels: gold labels become columns in their order; pass labels=")
    table = read_scores(path, gold, **options)
    return {**_arguments(table), "references": indicator_rows(table, options["known"])}


def _read_annotators(path, gold, options):
    table = read_annotator_columns(path, gold, **options)
    both = _arguments(table)
    return both if table.annotators is None else {**both, "annotators": table.annotators}


def _read_sets(path, gold, options):
    predictions = options.pop("predictions", None)
    if isinstance(predictions, (list, tuple)):
        tables = read_system_columns(path, predictions, gold, **options)
        first = next(iter(tables.values()))
        _refuse_undecided(first, options["ids"], options["known"])
        systems = {name: table.predictions for name, table in tables.items()}
        account = account_of_systems({name: table.account for name, table in tables.items()})
        return {"systems": systems, "references": first.references, "account": account}
    table = read_labels(path, gold, predictions=predictions, **options)
    _refuse_undecided(table, options["ids"], options["known"])
    return _arguments(table)


_READERS = NameTable(
    "config_name",
    {
        "default": _read_sets,
        "multilabel": _read_scores,
        "annotators": _read_annotators,
        "soft": _read_with(read_distributions),
        "graded": _read_with(read_distributions),
        "points": _read_with(read_point_sets),
    },
)


def _arguments(table):
    return {
        "predictions": table.predictions,
        "references": table.references,
        "account": table.account,
    }


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
