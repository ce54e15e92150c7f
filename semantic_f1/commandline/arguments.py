"""The arguments of the command line."""

import argparse
import json

from ..files.formats import FORMATS
from ..files.unit_column import read_groups
from ..option_table import OF_SETS, OPTIONS

AVERAGES = ("samples", "micro", "macro", "weighted")
MEASURES = (
    "wu_palmer",
    "rada",
    "rada_linear",
    "leacock_chodorow",
    "resnik",
    "jiang_conrath",
    "lin",
)


def parser_of():
    """The parser of ``score.py``'s arguments."""
    parser = _Parser(
        prog="score.py",
        description="Semantic precision, recall and F1 of a file of predictions, beside hard F1.",
    )
    parser.add_argument("file", help="CSV, TSV, JSON Lines or Parquet file, one row an example")
    parser.add_argument(
        "--similarity",
        action="append",
        metavar="NAME",
        help="bundled name, path of a JSON or CSV file, or hf:// address; needed, but for --soft "
        "and --thesaurus; may be given more than once",
    )
    reading = parser.add_argument_group("reading")
    reading.add_argument(
        "--predictions",
        metavar="COLUMN",
        help="of the predicted labels; default: by the columns' names (predictions, pred, ...)",
    )
    reading.add_argument(
        "--references",
        metavar="COLUMN",
        help="of the gold labels; default: by the columns' names (references, gold, label, ...)",
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
    scoring = parser.add_argument_group("scoring (lists: JSON, or separated by commas)")
    _add_options(scoring, "scoring")
    concepts = parser.add_argument_group("concepts of a thesaurus")
    concepts.add_argument(
        "--thesaurus", metavar="FILE", help="SKOS file (.ttl, .rdf, .nt) whose concepts are labels"
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
        "--concepts",
        choices=("uri", "notation", "prefLabel"),
        help="how the file names concepts, default uri",
    )
    concepts.add_argument("--language", metavar="TAG", help="of the preferred labels, such as en")
    concepts.add_argument(
        "--dangling",
        choices=("raise", "drop"),
        help="relations to concepts that the file lacks: an error (default), or left out",
    )
    people = parser.add_argument_group("annotators who disagree")
    people.add_argument(
        "--annotators",
        type=_names,
        metavar="LIST",
        help="the columns with the gold labels of each annotator",
    )
    people.add_argument(
        "--nested",
        action="store_true",
        help='the references are JSON lists of gold sets, one an annotator: [["joy"], ["love"]]',
    )
    people.add_argument(
        "--blank",
        choices=("no_label", "not_asked"),
        help="what a blank cell of an annotator means",
    )
    people.add_argument(
        "--soft",
        action="store_true",
        help="both columns hold distributions: JSON lists of numbers, one a label",
    )
    _add_options(people, "people")
    sure = parser.add_argument_group("how sure is it?")
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
    sure.add_argument("--average", choices=AVERAGES, help="of these three; default samples")
    output = parser.add_argument_group("output")
    output.add_argument("--per-label", action="store_true", help="add a table of all labels")
    output.add_argument("--json", action="store_true", help="print JSON instead of tables")
    return parser


def misfits(chosen):
    """What is wrong with the choice of arguments, or None."""
    if not (chosen.similarity or chosen.soft or chosen.thesaurus):
        return "the following arguments are required: --similarity (or --thesaurus)"
    modes = {
        "--annotators": chosen.annotators,
        "--nested": chosen.nested,
        "--soft": chosen.soft,
        "--threshold-curve": chosen.threshold_curve,
    }
    given = [name for name, value in modes.items() if value]
    systems = {"--compare": chosen.compare, "--sensitivity": chosen.sensitivity}
    others = [name for name, value in systems.items() if value and not chosen.threshold_curve]
    if len(given) > 1 or (given and others):
        first, second = [*given, *others][:2]
        return f"{first} and {second} don't go together"
    needs = {
        "--reduce": (chosen.reduce, "--annotators or --nested"),
        "--blank": (chosen.blank, "--annotators"),
        "--normalize-counts": (chosen.normalize_counts, "--soft"),
        "--measure": (chosen.measure, "--thesaurus"),
        "--related": (chosen.related, "--thesaurus"),
        "--language": (chosen.language is not None, "--thesaurus"),
        "--concepts": (chosen.concepts, "--thesaurus"),
        "--dangling": (chosen.dangling, "--thesaurus"),
    }
    of_sets = [option.name for option in OPTIONS if option.configs == OF_SETS]
    for name in ("separator", "per_label", *of_sets) if chosen.soft else ():
        if getattr(chosen, name) is not None and getattr(chosen, name) is not False:
            return f"--{name.replace('_', '-')} plays no part with --soft"
    if chosen.thesaurus and (chosen.soft or chosen.threshold_curve):
        return f"--thesaurus and {given[0]} don't go together"
    given += ["--thesaurus"] * bool(chosen.thesaurus)
    for name, (value, mode) in needs.items():
        if value and not any(one in given for one in mode.split(" or ")):
            return f"{name} goes with {mode}"
    return None


def _names(text):
    """Names from a command-line argument: a JSON list, or separated by commas."""
    if not text.lstrip().startswith("["):
        return [name.strip() for name in text.split(",")]
    try:
        return json.loads(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"not a JSON list: {error}") from None


def given_options(chosen):
    """The metric's options that were given on the command line."""
    names = [option.name for option in OPTIONS if option.argument]
    given = {name: getattr(chosen, name) for name in names}
    if chosen.groups is not None:
        given["groups"] = read_groups(chosen.file, chosen.groups, format=chosen.format)
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
    """How the text of an option is read, as argparse takes it."""
    argument = option.argument
    if argument.kind == "switch":
        return {"action": "store_true"}
    if argument.kind == "choice":
        return {"choices": tuple(option.choices)}

    def names_or_word(text):
        return text if text in option.choices else _names(text)

    types = {"number": float, "whole": int, "names": _names, "names or word": names_or_word}
    reading = {"type": types[argument.kind], "metavar": argument.metavar}
    if argument.const is not None:
        reading |= {"nargs": "?", "const": argument.const}
    return reading


class _Parser(argparse.ArgumentParser):
    def error(self, message):
        self.exit(2, f"{self.prog}: error: {message} (see --help)\n")
