"""Files as arguments of the metric, whatever its config."""

from ..messages import short
from .columns import read_annotator_columns, read_distributions, read_scores
from .formats import TableError
from .layouts import read_labels, read_system_columns
from .points import read_point_sets


def read_for(
    config_name,
    path,
    gold=None,
    *,
    predictions=None,
    references=None,
    ids="auto",
    known=None,
    **more,
):
    """Read a file, or two, for a config of the metric: what ``metric.read_file`` returns."""
    columns = {"predictions": predictions, "references": references}
    if config_name != "default" and gold is not None:
        raise TableError(f'gold: two files are read in the default config, not in "{config_name}"')
    if config_name in ("soft", "graded"):
        table = read_distributions(path, **columns, **more)
        return {"predictions": table.predictions, "references": table.references}
    if config_name == "points":
        table = read_point_sets(path, **columns, **more)
        return {"predictions": table.predictions, "references": table.references}
    more = {**more, "ids": ids, "known": known}
    if config_name == "multilabel":
        if known is None:
            raise TableError("labels: gold labels become columns in their order; pass labels=")
        table = read_scores(path, **columns, **more)
        return {"predictions": table.predictions, "references": indicator_rows(table, known)}
    if config_name == "annotators":
        table = read_annotator_columns(path, **columns, **more)
        both = {"predictions": table.predictions, "references": table.references}
        return both if table.annotators is None else {**both, "annotators": table.annotators}
    if isinstance(predictions, (list, tuple)):
        tables = read_system_columns(path, predictions, references=references, **more)
        first = next(iter(tables.values()))
        _refuse_undecided(first, ids, known)
        systems = {name: table.predictions for name, table in tables.items()}
        return {"systems": systems, "references": first.references}
    table = read_labels(path, gold, **columns, **more)
    _refuse_undecided(table, ids, known)
    return {"predictions": table.predictions, "references": table.references}


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
    """Gold labels of a table as rows of 0 and 1, a column a name; none-labels have none."""
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
