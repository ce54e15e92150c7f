"""Lines and readers of the command line for several systems and for scores with thresholds."""

import json

from ..comparisons.outcomes import CORRELATIONS
from ..files.columns import columns_of, read_scores, sniff
from ..files.formats import TableError
from ..files.forms import read_labels, read_system_columns
from ..files.reading import indicator_rows


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
            if _as_one(gold) != _as_one(other):
                raise TableError(
                    f"{file}: {table.row_name(i)}: gold labels {json.dumps(other)} where "
                    f"{files[0]} has {json.dumps(gold)}; systems are compared on the same examples"
                )


def _as_one(gold):
    """A gold entry without the order of its labels: that of annotators and of shares counts."""
    if isinstance(gold, list):
        return [set(members) for members in gold]
    numbers = isinstance(gold, float) or (gold and type(gold[0]) is float)
    return gold if numbers else set(gold)


def read_tables(chosen, known=None):
    """Tables of the file's systems, by their columns, and of the files to be compared, by name."""
    reading = {"separator": chosen.separator, "format": chosen.format, "ids": chosen.ids}
    columns = several_columns(chosen)
    if columns:
        tables = read_system_columns(
            chosen.file, columns, references=chosen.references, known=known, **reading
        )
    else:
        tables = {chosen.file: _read_one(chosen.file, chosen, known, reading)}
    for file in chosen.compare:
        tables[file] = _read_one(file, chosen, known, reading)
    same_references(list(tables.values()), [*(columns or [chosen.file]), *chosen.compare])
    return tables


def several_columns(chosen):
    """The columns of --predictions where they are several, else None."""
    names = (chosen.predictions or "").split(",")
    if len(names) < 2 or chosen.predictions in sniff(chosen.file, format=chosen.format).columns:
        return None
    return [name.strip() for name in names]


def _read_one(file, chosen, known, reading):
    header = None if chosen.header is None else chosen.header == "yes"
    return read_labels(
        file,
        chosen.gold,
        predictions=chosen.predictions,
        references=chosen.references,
        id=chosen.id,
        indicators=chosen.indicators or False,
        long=chosen.long,
        header=header,
        missing=chosen.missing or "raise",
        known=known,
        **reading,
    )


def columns_of_sides(chosen):
    """Columns of both sides for messages; None where a side is none of the file's columns."""
    if chosen.gold or chosen.indicators:
        return {"predictions": None, "references": None}
    predictions = (several_columns(chosen) or [chosen.predictions])[0]
    references = "" if chosen.annotators else chosen.references
    names = columns_of(chosen.file, predictions, references, format=chosen.format)
    return {"predictions": names[0], "references": chosen.references or names[1]}


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
    yield from pair_lines(found, level)


def distance_ranking_lines(found, options):
    """Lines of the tables of ``metric.rank`` in the "soft" config."""
    level, measure = f"{options.get('confidence_level', 0.95):.0%}", found["measure"]
    units = "groups" if "groups" in options else "examples"
    yield f"ranking by {measure}, {found['n_units']:,} {units}; ranks hold together"
    yield f"{'rank':>5} {level + ' of ranks':>14} {'mean':>10}  system"
    for row in found["ranking"]:
        ends = f"{row['rank_low']:g} to {row['rank_high']:g}"
        yield f"{row['rank']:>5g} {ends:>14} {row[measure]:10.4f}  {row['system']}"
    yield ""
    yield from pair_lines(found, level)


def pair_lines(found, level):
    """Lines of the differences of two systems each."""
    yield f"{'difference':>10} {level + ' interval':>20} {'p':>8} {'adjusted':>9}  pair"
    for row in found["pairs"]:
        ends = f"{row['low']:+.4f} to {row['high']:+.4f}"
        yield (
            f"{row['difference']:>+10.4f} {ends:>20} {row['p_value']:8.4f} "
            f"{row['p_adjusted']:9.4f}  {row['a']} - {row['b']}"
        )


def size_line(found):
    """Line of ``metric.sample_size``."""
    return (
        f"{found['n']:,} {found['units']} tell systems {found['effect']:g} apart with a power of "
        f"{found['power']:g}; these {found['n_units']:,} find {found['detectable_effect']:.4f}"
    )


def sensitivity_lines(found):
    """Lines of the tables of ``metric.sensitivity``."""
    systems = list(found["alternatives"][0]["scores"])
    score = found["measure"] if "measure" in found else f"{found['average']} Semantic F1"
    yield f"does the similarity decide? ({score})"
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
    try:
        return table.predictions, indicator_rows(table, names, none_labels)
    except TableError as error:
        raise TableError(f"{file}: {error}") from None


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


def tuned_lines(found, labels):
    """Lines of ``metric.tune_thresholds``."""
    width = max(map(len, [*labels, "label"])) + 1
    yield f"thresholds for {found['average']} Semantic F1, means of {found['cv']} folds"
    yield f"{'label':{width}}{'threshold':>10}"
    for label, threshold in zip(labels, found["thresholds"], strict=False):
        yield f"{label:{width}}{threshold:10.3g}"
    yield ""

    def ends(key, sign=""):
        if f"{key}_low" not in found:
            return ""
        return f", {found[f'{key}_low']:{sign}.4f} to {found[f'{key}_high']:{sign}.4f}"

    yield f"F1 on rows of other folds, to report: {found['score_cv']:.4f}{ends('score_cv')}"
    yield (
        f"with one threshold ({found['global_threshold']:.3g} of all rows): "
        f"{found['score_global_cv']:.4f}; gain {found['gain']:+.4f}{ends('gain', '+')}"
    )
    yield f"on the rows that they were chosen on, optimistic: {found['score_on_same_rows']:.4f}"


def outcome_lines(found, column):
    """Lines of ``metric.outcome_correlation``."""
    yield f"F1 of {found['n']:,} rows and {column}"
    for name in CORRELATIONS:
        low, high, p_value = (found.get(f"{name}_{end}") for end in ("low", "high", "p_value"))
        interval = "" if low is None else f", {low:+.3f} to {high:+.3f}"
        p_text = "" if p_value is None else f", p {p_value:.4f}"
        yield f"{name:9}{found[name]:+.3f}{interval}{p_text}"
