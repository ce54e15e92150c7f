"""Lines and readers of the command line for several systems and for scores with thresholds."""

import json
import os

from ..files.account import account_of_systems
from ..files.columns import columns_of, read_scores, read_system_columns
from ..files.formats import FileOptions, TableError
from ..files.layouts import read_labels
from ..files.reading import indicator_rows
from ..files.tables import sniff
from ..messages import p_in_words
from .flags import PROGRAM


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


# Arguments that say how a file is read, and their names in Python.
_READING = {
    "predictions": "predictions",
    "references": "references",
    "id": "id",
    "by_line": "by_line",
    "missing": "missing",
    "separator": "separator",
    "ids": "ids",
    "format": "format",
    "quotes": "quotes",
    "merged": "merged",
    "blank": "blank",
    "source": "from",
}
_HEADERS = {"yes": True, "no": False, "2": 2}


def reading_of(args, *without):
    """Options of the readers, by the arguments; without some of them."""
    given = {name: getattr(args, arg) for name, arg in _READING.items() if name not in without}
    given = {name: value for name, value in given.items() if value not in (None, False)}
    if args.header is not None:
        given["header"] = _HEADERS[args.header]
    return given


def read_tables(args, known=None):
    """Tables of the file's systems, by their columns, and of the files to be compared, by name."""
    columns = several_columns(args)
    if columns:
        reading = reading_of(args, "predictions")
        tables = read_system_columns(args.file, columns, args.gold, known=known, **reading)
    else:
        tables = {args.file: _read_one(args.file, args, known)}
    for file in args.compare:
        tables[file] = _read_one(file, args, known)
    same_references(list(tables.values()), [*(columns or [args.file]), *args.compare])
    return tables


def several_columns(args):
    """The columns of --predictions if they are several, else None."""
    names = (args.predictions or "").split(",")
    how = FileOptions(args.format, _HEADERS.get(args.header), args.quotes)
    if len(names) < 2 or args.predictions in sniff(args.file, how).columns:
        return None
    return [name.strip() for name in names]


def _read_one(file, args, known):
    return read_labels(
        file,
        args.gold,
        indicators=args.indicators or False,
        threshold=args.threshold,
        long=args.long,
        known=known,
        **reading_of(args),
    )


def account_of(tables):
    """The account of all tables."""
    return account_of_systems({name: table.account for name, table in tables.items()})


def refuse_two_sides(args):
    """Refuse two files of which neither has both sides: which of them is gold is not guessed."""
    for path in args.paths:
        if not os.path.isfile(path):
            return
        try:
            columns_of(path, args.predictions, args.references, format=args.format)
        except TableError:
            continue
        return
    first, second = args.paths
    raise TableError(
        f"{first} and {second}: neither has both predictions and gold labels. To score one against "
        f"the other: {PROGRAM} {first} --gold {second}"
    )


def columns_read(table):
    """The columns of both sides for messages; None for several."""
    return dict(zip(("predictions", "references"), table.columns, strict=True))


def _level_of(options):
    """The confidence level in percent, with all its digits: .999 is not 100%."""
    return f"{100 * options.get('confidence_level', 0.95):.10g}%"


def ranking_lines(ranking, average, options):
    """Lines of the tables of ``metric.rank``."""
    level = _level_of(options)
    units = "groups" if "groups" in options else "examples"
    yield f"ranking by {average} Semantic F1, {ranking['n_units']:,} {units}; ranks hold together"
    yield f"{'rank':>5} {level + ' of ranks':>14} {'P':>8} {'R':>8} {'F1':>8}  system"
    for row in ranking["ranking"]:
        ends_of = ("_low", "_high")
        scores = [
            value
            for key, value in row.items()
            if key.startswith("semantic_") and not key.endswith(ends_of)
        ]
        ends = f"{row['rank_low']:g} to {row['rank_high']:g}"
        shown = " ".join(f"{score:8.4f}" for score in scores)
        yield f"{row['rank']:>5g} {ends:>14} {shown}  {row['system']}"
    yield ""
    yield from pair_lines(ranking, level)


def distance_ranking_lines(ranking, options):
    """Lines of the tables of ``metric.rank`` in the "soft" config."""
    level, measure = _level_of(options), ranking["measure"]
    units = "groups" if "groups" in options else "examples"
    yield f"ranking by {measure}, {ranking['n_units']:,} {units}; ranks hold together"
    yield f"{'rank':>5} {level + ' of ranks':>14} {'mean':>10}  system"
    for row in ranking["ranking"]:
        ends = f"{row['rank_low']:g} to {row['rank_high']:g}"
        yield f"{row['rank']:>5g} {ends:>14} {row[measure]:10.4f}  {row['system']}"
    yield ""
    yield from pair_lines(ranking, level)


def pair_lines(ranking, level):
    """Lines of the differences of two systems each."""
    yield f"{'difference':>10} {level + ' interval':>20} {'p':>8} {'adjusted':>9}  pair"
    floor = ranking.get("p_floor")
    for row in ranking["pairs"]:
        ends = f"{row['low']:+.4f} to {row['high']:+.4f}"
        yield (
            f"{row['difference']:>+10.4f} {ends:>20} {p_in_words(row['p_value'], floor):>8} "
            f"{p_in_words(row['p_adjusted'], floor):>9}  {row['a']} - {row['b']}"
        )


def size_line(size):
    """Line of ``metric.sample_size``."""
    return (
        f"to distinguish systems {size['effect']:g} apart takes {size['n']:,} {size['units']} "
        f"(power {size['power']:g}); these {size['n_units']:,} distinguish "
        f"{size['detectable_effect']:.4f}"
    )


def sensitivity_lines(sensitivity):
    """Lines of the tables of ``metric.sensitivity``."""
    systems = list(sensitivity["alternatives"][0]["scores"])
    score = (
        sensitivity["measure"]
        if "measure" in sensitivity
        else f"{sensitivity['average']} Semantic F1"
    )
    yield f"does the similarity decide? ({score})"
    yield sensitivity["verdict"]
    yield from sensitivity["remarks"]
    width = max(len(row["name"]) for row in sensitivity["alternatives"]) + 1
    yield f"{'':{width}}{'tau':>7}{'rho':>7}  " + "  ".join(systems)
    for row in sensitivity["alternatives"]:
        scores = "  ".join(f"{row['scores'][name]:{len(name)}.4f}" for name in systems)
        yield f"{row['name']:{width}}{row['kendall_tau']:7.2f}{row['spearman']:7.2f}  {scores}"
    for note in dict.fromkeys(row["note"] for row in sensitivity["alternatives"] if row["note"]):
        yield f"({note})"


def threshold_table(args, names, none_labels):
    """The table, scores and gold indicator rows for ``metric.threshold_curve``, from a file."""
    table = read_scores(args.file, args.gold, known=[*names, *none_labels], **reading_of(args))
    try:
        return table, table.predictions, indicator_rows(table, names, none_labels)
    except TableError as error:
        raise TableError(f"{args.file}: {error}") from None


def curve_lines(curve):
    """Lines of the table of ``metric.threshold_curve``."""
    keys = [key for key in curve if key.startswith(("semantic_", "hard_"))]
    yield f"{'threshold':>9}" + "".join(f"{key:>24}" for key in keys)
    for i, threshold in enumerate(curve["thresholds"]):
        yield f"{threshold:9.3g}" + "".join(f"{curve[key][i]:24.4f}" for key in keys)
    best = "".join(f"{curve['best'][key]['threshold']:24.3g}" for key in keys)
    yield f"{'best':>9}{best}"
    for index in ("monotonicity", "smoothness"):
        yield f"{index[:9]:>9}" + "".join(f"{curve[index][key]:24.4f}" for key in keys)


def tuned_lines(tuned, labels):
    """Lines of ``metric.tune_thresholds``."""
    width = max(map(len, [*labels, "label"])) + 1
    yield f"thresholds for {tuned['average']} Semantic F1, means of {tuned['cv']} folds"
    yield f"{'label':{width}}{'threshold':>10}"
    for label, threshold in zip(labels, tuned["thresholds"], strict=False):
        yield f"{label:{width}}{threshold:10.3g}"
    yield ""

    def ends(key, sign=""):
        if f"{key}_low" not in tuned:
            return ""
        return f", {tuned[f'{key}_low']:{sign}.4f} to {tuned[f'{key}_high']:{sign}.4f}"

    yield f"F1 on rows of other folds, to report: {tuned['score_cv']:.4f}{ends('score_cv')}"
    yield (
        f"with one threshold ({tuned['global_threshold']:.3g} of all rows): "
        f"{tuned['score_global_cv']:.4f}; gain {tuned['gain']:+.4f}{ends('gain', '+')}"
    )
    yield f"on the rows that they were chosen on, optimistic: {tuned['score_on_same_rows']:.4f}"


def outcome_lines(correlation, column):
    """Lines of ``metric.outcome_correlation``."""
    yield f"F1 of {correlation['n']:,} rows and {column}"
    names = [
        name for name, value in correlation.items() if type(value) is float and "_" not in name
    ]
    for name in names:
        low, high, p_value = (
            correlation.get(f"{name}_{end}") for end in ("low", "high", "p_value")
        )
        interval = "" if low is None else f", {low:+.3f} to {high:+.3f}"
        p_text = "" if p_value is None else f", p {p_in_words(p_value, correlation['p_floor'])}"
        yield f"{name:9}{correlation[name]:+.3f}{interval}{p_text}"
