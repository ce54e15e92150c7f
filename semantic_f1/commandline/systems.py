"""Lines and readers of the command line for several systems and for scores with thresholds."""

import json

from ..files.columns import read_columns, read_scores
from ..files.formats import TableError


def same_references(tables, files):
    """Check that files of predictions hold the same gold labels, row by row."""
    first, *others = tables
    for table, file in zip(others, files[1:], strict=True):
        if len(table) != len(first):
            raise TableError(
                f"{file}: {len(table):,} rows where {files[0]} has {len(first):,}; systems are "
                "compared on the same examples"
            )
        for i, (gold, other) in enumerate(zip(first.references, table.references, strict=True)):
            if set(gold) != set(other):
                raise TableError(
                    f"{file}: {table.row_name(i)}: gold labels {json.dumps(other)} where "
                    f"{files[0]} has {json.dumps(gold)}; systems are compared on the same examples"
                )


def read_systems(files, chosen, **reading):
    """Name of each file -> its predictions, and the gold labels that they share."""
    named = {"predictions": chosen.predictions, "references": chosen.references}
    tables = [read_columns(file, **named, **reading) for file in files]
    same_references(tables, files)
    return {file: table.predictions for file, table in zip(files, tables, strict=True)}, tables[
        0
    ].references


def ranking_lines(found, average, options):
    """Lines of the tables of ``metric.rank``."""
    level = f"{options.get('confidence_level', 0.95):.0%}"
    units = "groups" if "groups" in options else "examples"
    yield f"ranking by {average} Semantic F1, {found['n_units']:,} {units}; ranks hold together"
    yield f"{'rank':>5} {level + ' of ranks':>14} {'P':>8} {'R':>8} {'F1':>8}  system"
    for row in found["ranking"]:
        scores = [value for key, value in row.items() if key.startswith("semantic_")]
        ends = f"{row['rank_low']:g} to {row['rank_high']:g}"
        shown = " ".join(f"{score:8.4f}" for score in scores)
        yield f"{row['rank']:>5g} {ends:>14} {shown}  {row['system']}"
    yield ""
    yield f"{'difference':>10} {level + ' interval':>20} {'p':>8} {'adjusted':>9}  pair"
    for row in found["pairs"]:
        ends = f"{row['low']:+.4f} to {row['high']:+.4f}"
        yield (
            f"{row['difference']:>+10.4f} {ends:>20} {row['p_value']:8.4f} "
            f"{row['p_adjusted']:9.4f}  {row['a']} - {row['b']}"
        )


def sensitivity_lines(found):
    """Lines of the tables of ``metric.sensitivity``."""
    systems = list(found["alternatives"][0]["scores"])
    yield f"does the similarity decide? ({found['average']} Semantic F1)"
    yield found["verdict"]
    yield from found["remarks"]
    width = max(len(row["name"]) for row in found["alternatives"]) + 1
    yield f"{'':{width}}{'tau':>7}{'rho':>7}  " + "  ".join(systems)
    for row in found["alternatives"]:
        scores = "  ".join(f"{row['scores'][name]:{len(name)}.4f}" for name in systems)
        yield f"{row['name']:{width}}{row['kendall_tau']:7.2f}{row['spearman']:7.2f}  {scores}"
    for note in dict.fromkeys(row["note"] for row in found["alternatives"] if row["note"]):
        yield f"({note})"


def threshold_table(file, columns, names, none_labels, reading):
    """Scores and gold indicator rows for ``metric.threshold_curve``, from a file."""
    table = read_scores(file, **columns, known=[*names, *none_labels], **reading)
    place = {name: index for index, name in enumerate(names)}
    rows = []
    for i, gold in enumerate(table.references):
        row = [0] * len(names)
        for member in gold:
            index = member if isinstance(member, int) else place.get(member)
            if index is None and member in none_labels:
                continue
            if index is None or index >= len(names):
                raise TableError(f"{file}: {table.row_name(i)}: {member!r} is not a label")
            row[index] = 1
        rows.append(row)
    return table.predictions, rows


def curve_lines(found):
    """Lines of the table of ``metric.threshold_curve``."""
    keys = [key for key in found if key.startswith(("semantic_", "hard_"))]
    yield f"{'threshold':>9}" + "".join(f"{key:>24}" for key in keys)
    for i, threshold in enumerate(found["thresholds"]):
        yield f"{threshold:9.3g}" + "".join(f"{found[key][i]:24.4f}" for key in keys)
    best = "".join(f"{found['best'][key]['threshold']:24.3g}" for key in keys)
    yield f"{'best':>9}{best}"
    for index in ("monotonicity", "smoothness"):
        yield f"{index[:9]:>9}" + "".join(f"{found[index][key]:24.4f}" for key in keys)
