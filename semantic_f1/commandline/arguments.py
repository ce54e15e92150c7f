"""The arguments of the command line."""

import argparse
import csv
import json
import os

from ..average_table import NAMED_AVERAGES
from ..config_table import configs_of
from ..files.formats import FORMATS
from ..files.groups import read_groups
from ..option_table import OPTIONS
from ..version import __version__

# What --labels says if all labels of the files are the universe.
FOUND = "found"
MEASURES = (
    "wu_palmer",
    "rada",
    "rada_linear",
    "leacock_chodorow",
    "resnik",
    "jiang_conrath",
    "lin",
    "wang",
)


def parser_of():
    """The parser of ``score.py``'s arguments."""
    parser = _Parser(
        prog="semantic-f1",
        description="Semantic precision, recall and F1 of a file of predictions, beside hard F1.",
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    parser.add_argument(
        "file",
        nargs="+",
        help="CSV, TSV, JSON, JSON Lines, Parquet or .xlsx file, or a .gz of one, one row an "
        "example; a folder or pattern of such, an hf://datasets/ address, or files that --counts "
        "wrote",
    )
    parser.add_argument(
        "--similarity",
        action="append",
        metavar="NAME",
        help="bundled name, path of a JSON, CSV or .xlsx file (or a .gz of one), or hf:// address; "
        "needed, but for --soft, --points and where a file below makes one; may be given more than "
        "once",
    )
    parser.add_argument(
        "--similarity-groups",
        action="append",
        metavar="FILE",
        help="a table with one row a label and its groups, such as label, sentiment, group: "
        "labels that share one are near",
    )
    parser.add_argument(
        "--similarity-hierarchy",
        action="append",
        metavar="FILE",
        help="a table with columns child (or code) and parent, blank for roots: labels few steps "
        "apart are near",
    )
    _add_reading(parser.add_argument_group("reading"))
    scoring = parser.add_argument_group("scoring (lists: JSON, or separated by commas)")
    _add_options(scoring, "scoring")
    tables = parser.add_argument_group("tables of groups, hierarchies and thesauri")
    tables.add_argument(
        "--label-column", metavar="COLUMN", help="of groups, the labels; default label or name"
    )
    tables.add_argument(
        "--levels", type=_names, metavar="LIST", help="of groups, the columns to take; default all"
    )
    tables.add_argument(
        "--child", metavar="COLUMN", help="of a hierarchy or thesaurus; default child, code, id ..."
    )
    tables.add_argument(
        "--parent", metavar="COLUMN", help="of a hierarchy or thesaurus; default parent, broader"
    )
    concepts = parser.add_argument_group("concepts of a thesaurus")
    concepts.add_argument(
        "--thesaurus",
        metavar="FILE",
        help="SKOS file (.ttl, .rdf, .nt, .n3, .jsonld, .trig, also .gz) whose concepts are "
        "labels, or a table with columns child (or code), parent and perhaps name",
    )
    concepts.add_argument(
        "--measure",
        action="append",
        choices=MEASURES,
        help="of relatedness, default wu_palmer; may be given more than once",
    )
    concepts.add_argument(
        "--related",
        action="store_true",
        help="rada and leacock_chodorow: paths over related concepts too",
    )
    concepts.add_argument(
        "--depth",
        choices=("longest", "shortest"),
        help="wu_palmer, leacock_chodorow, rada_linear: concepts on the longest (default) or "
        "shortest way up to a root",
    )
    concepts.add_argument(
        "--concepts",
        type=_names,
        metavar="LIST",
        help="what names a concept of a SKOS file, in order of preference: uri (default), "
        "prefLabel, rdfs:label, notation, ...",
    )
    concepts.add_argument(
        "--language", type=_names, metavar="TAGS", help="of names, in order of preference"
    )
    concepts.add_argument(
        "--alt-labels", action="store_true", help="alternative labels name concepts too"
    )
    concepts.add_argument(
        "--dangling",
        choices=("keep", "drop", "raise"),
        help="relations to what has no type: a concept (default), left out, or an error",
    )
    concepts.add_argument(
        "--strict", action="store_true", help="refuse a SKOS file that takes any leniency"
    )
    people = parser.add_argument_group("annotators who disagree")
    people.add_argument(
        "--annotators",
        type=_names,
        metavar="LIST",
        help="the columns with the gold labels of each annotator",
    )
    people.add_argument(
        "--annotator",
        metavar="COLUMN",
        help="of --gold FILE, or of the one file, which has one choice a line: who made it; rows "
        "are joined by --id. "
        "With --nested: JSON lists of those who chose the sets",
    )
    people.add_argument(
        "--nested",
        action="store_true",
        help='the references are JSON lists of gold sets, one an annotator: [["joy"], ["love"]]',
    )
    people.add_argument(
        "--blank",
        choices=("no_label", "not_asked"),
        help="what a blank gold cell means, of one annotator too",
    )
    people.add_argument(
        "--soft",
        action="store_true",
        help="both columns hold distributions: JSON lists of numbers, one a label",
    )
    people.add_argument(
        "--graded",
        action="store_true",
        help="both columns hold degrees of labels: JSON lists of numbers from 0 to 1, one a label, "
        "in the order of --labels",
    )
    _add_options(people, "people")
    points = parser.add_argument_group("points instead of labels")
    points.add_argument(
        "--points",
        action="store_true",
        help="both columns hold sets of points: JSON lists of lists of numbers",
    )
    _add_options(points, "points")
    _add_sure(parser.add_argument_group("how sure is it?"))
    parts = parser.add_argument_group("many files")
    parts.add_argument(
        "--workers", type=_at_least_one, metavar="N", help="processes that count files"
    )
    parts.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="of a Dask scheduler that has files counted, or 'local' to start one here",
    )
    parts.add_argument(
        "--counts",
        metavar="FILE",
        help="keeps the counts of the files that are done; what it holds already is not counted "
        "again, and it can be given instead of the files",
    )
    parts.add_argument(
        "--leave-out",
        action="append",
        default=[],
        metavar="PATTERN",
        help="files that are not scored, by their name or their path in the folder; may be given "
        "more than once",
    )
    parts.add_argument(
        "--equal-parts",
        choices=("both",),
        help="files of counts that hold files of equal content are added, as two shards",
    )
    parts.add_argument(
        "--verify",
        action="store_true",
        help="read the content of all files that --counts has counts of, whatever their time",
    )
    output = parser.add_argument_group("output")
    output.add_argument("--per-label", action="store_true", help="add a table of all labels")
    output.add_argument("--json", action="store_true", help="print JSON instead of tables")
    return parser


def _add_sure(sure):
    """Add the arguments about intervals, systems and thresholds."""
    _add_options(sure, "sure")
    sure.add_argument(
        "--groups",
        metavar="COLUMN",
        help="the author, document or prompt of each row: intervals and tests draw these, not rows",
    )
    sure.add_argument(
        "--compare",
        action="append",
        default=[],
        metavar="FILE",
        help="another system's predictions for the same rows; may be given more than once",
    )
    sure.add_argument(
        "--sensitivity",
        action="store_true",
        help="score all systems under other similarities too: the further --similarity, the "
        "identity, and perturbed ones",
    )
    sure.add_argument(
        "--threshold-curve",
        action="store_true",
        help="the predictions are JSON lists of scores, one a label: scores at each threshold",
    )
    sure.add_argument(
        "--tune-thresholds",
        action="store_true",
        help="of such scores: a threshold for each label, and what they are worth on new rows",
    )
    sure.add_argument(
        "--outcome",
        metavar="COLUMN",
        help="numbers, human ratings say, that the rows' F1 is correlated with",
    )
    sure.add_argument("--average", choices=NAMED_AVERAGES, help="of these; default samples")


def _add_reading(reading):
    """Add the arguments that say how a file is read."""
    reading.add_argument(
        "--predictions",
        metavar="COLUMN",
        help="of the predicted labels; default: by the columns' names (predictions, pred, ...); "
        "several, separated by commas, are ranked; with --indicators in one file: 'pred_*'",
    )
    reading.add_argument(
        "--references",
        metavar="COLUMN",
        help="of the gold labels; default: by the columns' names (references, gold, label, ...)",
    )
    reading.add_argument(
        "--gold",
        metavar="FILE",
        help="with the gold labels, if they are not beside the predictions",
    )
    reading.add_argument(
        "--id",
        metavar="COLUMN",
        help="of the examples' ids in both files, several separated by commas, or NAME=OTHER; "
        "default: by its name, else by equal values, else line by line",
    )
    reading.add_argument(
        "--missing",
        choices=("raise", "empty", "drop"),
        help="ids that one of two files lacks: an error (default), no labels there, or left out",
    )
    reading.add_argument(
        "--indicators",
        nargs="?",
        const=True,
        type=_names,
        metavar="LIST",
        help="a column a label, holding 0 and 1: all that do, or these",
    )
    reading.add_argument(
        "--long",
        action="store_true",
        help="one id and one label a line, in both files (--gold)",
    )
    reading.add_argument(
        "--header",
        choices=("yes", "no", "2"),
        help="whether the first line names the columns, or the first of 2 lines; without a header "
        "the columns are called 1, 2, ...; default: by its words",
    )
    reading.add_argument(
        "--quotes",
        choices=("csv", "none"),
        help="whether quotes enclose cells or are plain characters; default: as the file allows",
    )
    reading.add_argument(
        "--merged", choices=("spread",), help="merged cells of a sheet: their value is in each"
    )
    reading.add_argument(
        "--by-line", action="store_true", help="join two files line by line, whatever they share"
    )
    reading.add_argument(
        "--threshold",
        dest="indicator_threshold",
        type=_threshold,
        metavar="NUMBER",
        help="with --indicators: columns of scores; a label is predicted from this score on; "
        "@FILE: a threshold per label, as JSON or lines of label, number",
    )
    reading.add_argument(
        "--separator", metavar="TEXT", help="what separates the labels of a text cell"
    )
    reading.add_argument("--format", choices=FORMATS, help="default: by the file's ending")
    reading.add_argument(
        "--ids",
        choices=("auto", "always", "never"),
        default="auto",
        help="whether whole numbers are ids or names; auto: names where they are labels, else ids "
        "where all cells hold such",
    )


def misfits(args):
    """Return an error message for arguments that don't fit together, or None."""
    files = args.similarity_groups, args.similarity_hierarchy
    if not (args.similarity or args.soft or args.points or args.thesaurus or any(files)):
        return (
            "the following arguments are required: --similarity (or --similarity-groups, "
            "--similarity-hierarchy, --thesaurus)"
        )
    modes = {
        "--annotators": args.annotators,
        "--annotator": args.annotator,
        "--nested": args.nested,
        "--soft": args.soft,
        "--graded": args.graded,
        "--points": args.points,
        "--threshold-curve": args.threshold_curve,
        "--tune-thresholds": args.tune_thresholds,
    }
    given = [name for name, value in modes.items() if value]
    systems = {"--compare": args.compare, "--sensitivity": args.sensitivity}
    of_scores = args.threshold_curve or args.tune_thresholds
    if args.outcome and (of_scores or args.soft or args.points):
        return f"{given[0]} and --outcome don't go together"
    forms = {"--indicators": args.indicators, "--long": args.long}
    forms = [name for name, value in forms.items() if value]
    clash = [*given, *(["several files"] if args.in_parts else [])]
    if args.annotator and not args.nested:
        if args.missing == "empty":
            return "--missing empty and --annotator don't go together"
        clash = clash[1:]
    if args.gold and args.in_parts:
        return "--gold and several files don't go together"
    if forms and clash:
        return f"{forms[0]} and {clash[0]} don't go together"
    forms += ["--gold"] * bool(args.gold)
    if args.nested and args.annotator:
        # A column with the names of those who chose the nested sets.
        given.remove("--annotator")
    # Systems are compared where each has scores of its own on the same gold sets.
    no_systems = "--points", "--threshold-curve", "--tune-thresholds"
    alone = [name for name in given if name in no_systems]
    others = [name for name, value in systems.items() if value] if alone else []
    if len(given) > 1 or others:
        first, second = [*given, *others][:2]
        return f"{first} and {second} don't go together"
    if args.soft and args.sensitivity and not args.similarity:
        return "--sensitivity needs --similarity"
    needs = {
        "--reduce": (args.reduce, "--annotators or --annotator or --nested"),
        "--missing": (args.missing, "--gold or --annotator"),
        "--verify": (args.verify, "--counts"),
        "--id": (args.id, "--gold or --annotator"),
        "--by-line": (args.by_line, "--gold"),
        "--long": (args.long, "--gold or --annotator"),
        "--threshold": (args.indicator_threshold is not None, "--indicators"),
        "--normalize-counts": (args.normalize_counts, "--soft"),
        "--measure": (args.measure, "--thesaurus"),
        "--related": (args.related, "--thesaurus"),
        "--depth": (args.depth, "--thesaurus"),
        "--language": (args.language is not None, "--thesaurus"),
        "--concepts": (args.concepts, "--thesaurus"),
        "--alt-labels": (args.alt_labels, "--thesaurus"),
        "--dangling": (args.dangling, "--thesaurus"),
        "--strict": (args.strict, "--thesaurus"),
        "--label-column": (args.label_column, "--similarity-groups"),
        "--levels": (args.levels, "--similarity-groups"),
        "--child": (args.child, "--similarity-hierarchy or --thesaurus"),
        "--parent": (args.parent, "--similarity-hierarchy or --thesaurus"),
    }
    of_sets = [
        option.name
        for option in OPTIONS
        if {*configs_of("sets")} <= set(option.configs) and "soft" not in option.configs
    ]
    no_part = {"--soft": ("separator", "per_label", *of_sets)} if args.soft else {}
    if args.graded:
        others = [option.name for option in OPTIONS if "graded" not in option.configs]
        no_part = {"--graded": ("separator", "thesaurus", *others)}
    if args.points:
        others = [option.name for option in OPTIONS if "points" not in option.configs]
        no_part = {"--points": ("separator", "per_label", "average", "thesaurus", *others)}
    for mode, names in no_part.items():
        for name in names:
            if _is_given(getattr(args, name, None)):
                return f"--{name.replace('_', '-')} plays no part with {mode}"
    of_points = [
        option.name for option in OPTIONS if option.argument and option.argument.group == "points"
    ]
    for name in () if args.points else of_points:
        if _is_given(getattr(args, name)):
            return f"--{name} goes with --points"
    if args.in_parts:
        if args.graded:
            return "--graded reads one file"
        of_rows = {
            **systems,
            "--threshold-curve": args.threshold_curve,
            "--tune-thresholds": args.tune_thresholds,
            "--outcome": args.outcome,
            "--ci": args.n_resamples,
        }
        for name, value in of_rows.items():
            if value:
                return f"{name} needs the rows of one file, not their counts"
    if args.thesaurus and (args.soft or of_scores):
        return f"--thesaurus and {given[0]} don't go together"
    given += forms
    given += ["--counts"] * bool(args.counts)
    given += ["--thesaurus"] * bool(args.thesaurus)
    given += ["--similarity-groups"] * bool(args.similarity_groups)
    given += ["--similarity-hierarchy"] * bool(args.similarity_hierarchy)
    for name, (value, mode) in needs.items():
        if value and not any(one in given for one in mode.split(" or ")):
            return f"{name} goes with {mode}"
    return _without_effect(args)


def _without_effect(args):
    """An error message for systems that are one, and for options of intervals without any."""
    files = [args.file, *args.compare]
    twice = [file for file in files if files.count(file) > 1]
    if twice:
        return f"--compare: {twice[0]} is named twice; each system has a file of its own"
    sure = args.n_resamples, args.compare, args.sensitivity, args.tune_thresholds, args.outcome
    if any(sure) or "," in (args.predictions or ""):
        return None
    for name in ("groups", "confidence_level", "interval_method", "seed"):
        if _is_given(getattr(args, name)):
            return (
                f"--{name.replace('_', '-')} goes with intervals and tests: --ci, --compare, "
                "--sensitivity, --tune-thresholds or --outcome"
            )
    return None


def _is_given(value):
    # 0 is a value, though equal to False.
    return value is not None and value is not False


def _numbers(text):
    """One number, or a list of them, from a command-line argument."""
    try:
        numbers = [float(number) for number in text.strip("[] ").split(",")]
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected numbers; got {text!r}") from None
    return numbers if len(numbers) > 1 else numbers[0]


def _at_least_one(text):
    number = int(text) if text.isascii() and text.isdigit() else 0
    if not number:
        raise argparse.ArgumentTypeError(f"expected a whole number, 1 or more; got {text!r}")
    return number


def _threshold(text):
    """A number, or a threshold per label from a file: JSON, or lines of label and number."""
    if not text.startswith("@"):
        return _numbers(text)
    content = _text_of_file(text)
    try:
        if content.lstrip().startswith("{"):
            return {str(name): float(number) for name, number in json.loads(content).items()}
        rows = [row for row in csv.reader(content.splitlines()) if row]
        return {name.strip(): float(number) for name, number in rows}
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"{text[1:]}: expected a JSON object or lines of label, number"
        ) from None


def _text_of_file(text):
    """The text of the file of an argument such as ``@labels.txt``."""
    try:
        with open(text[1:], encoding="utf-8-sig") as file:
            return file.read()
    except (OSError, UnicodeDecodeError) as error:
        raise argparse.ArgumentTypeError(f"{text[1:]}: can't be read: {error}") from None


def _labels(text):
    """Labels of an argument: FOUND, those of a file (@FILE), or as :func:`_names`."""
    if text == FOUND:
        return FOUND
    if text.startswith("@"):
        content = _text_of_file(text)
        if content.lstrip().startswith(("[", "{")):
            return _names(content)
        return [line.strip() for line in content.splitlines() if line.strip()]
    if "," not in text and os.path.isfile(text):
        raise argparse.ArgumentTypeError(f"{text} is a file: --labels @{text}")
    return _names(text)


def _names(text):
    """Names from a command-line argument: a JSON list, or separated by commas."""
    if not text.lstrip().startswith(("[", "{")):
        # Quotes as in CSV: '"a, b",c' are two names.
        try:
            names = next(csv.reader([text], skipinitialspace=True, strict=True), None) or [text]
        except csv.Error as error:
            raise argparse.ArgumentTypeError(
                f"{error} in {text}: close the quotes, or give a JSON list"
            ) from None
        return [name.strip() for name in names]
    try:
        return json.loads(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"not JSON: {error}") from None


def given_options(args, table=None):
    """The metric's options that were given on the command line, groups for a table's examples."""
    names = [option.name for option in OPTIONS if option.argument]
    given = {name: getattr(args, name) for name in names}
    if args.groups is not None:
        how, lines = (args.format, None) if table is None else (table.how, table.lines)
        given["groups"] = read_groups(args.file, args.groups, how=how, lines=lines)
    return {name: value for name, value in given.items() if value is not None}


def _add_options(group, name):
    """Add the metric's options that belong to a group of arguments."""
    for option in OPTIONS:
        argument = option.argument
        if argument and argument.group == name:
            flag = argument.flag or f"--{option.name.replace('_', '-')}"
            group.add_argument(
                flag, dest=option.name, help=argument.help, default=None, **_reading(option)
            )


def _reading(option):
    """Reader of an option's text, as argparse takes it."""
    argument = option.argument
    if argument.kind == "switch":
        return {"action": "store_true"}
    if argument.kind == "choice":
        return {"choices": tuple(option.choices)}

    def names_or_word(text):
        return text if text in option.choices else _names(text)

    types = {
        "word": str,
        "number": float,
        "numbers": _numbers,
        "whole": int,
        "names": _labels if option.name == "labels" else _names,
        "names or word": names_or_word,
    }
    reading = {"type": types[argument.kind], "metavar": argument.metavar}
    if argument.const is not None:
        reading |= {"nargs": "?", "const": argument.const}
    return reading


class _Parser(argparse.ArgumentParser):
    def error(self, message):
        self.exit(2, f"{self.prog}: error: {message} (see --help)\n")
