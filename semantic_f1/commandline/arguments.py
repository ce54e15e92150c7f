"""Arguments of the command line: commands, flags, and what does not fit together."""

import argparse
import csv
import os
import sys

from ..files.annif import holds_suggestions
from ..json_text import read_json
from ..messages import suggestion
from ..version import __version__
from .flags import COMMANDS, FLAGS, PROGRAM, TOPICS
from .help import help_text

# Flags that choose a form; without any it is "score".
_SWITCHES = {
    "annotators": ("--annotators", "--annotator", "--nested"),
    "thresholds": ("--threshold-curve", "--tune-thresholds"),
    "soft": ("--soft",),
    "graded": ("--graded",),
    "points": ("--points",),
}
# Similarities of files, and those by name.
SOURCES = ("similarity", "similarity_groups", "similarity_hierarchy", "thesaurus")
_ONE_METHOD = (
    "--interval-method is gone: intervals have one method, the smoothed bootstrap; leave it out"
)


def parsed(arguments):
    """The arguments of a call; help, the version and wrong flags end the program."""
    parser, words = _parser(), list(arguments)
    command = words[0] if words and words[0] in (*COMMANDS, "help") else None
    if command == "help":
        topic = words[1] if len(words) > 1 else ""
        if topic and topic not in (*TOPICS, *COMMANDS):
            parser.error(f"help {topic}: expected one of {', '.join(TOPICS)} or a command")
        _show(help_text(f"help-{topic}" if topic in TOPICS else topic or None))
    if {"-h", "--help"} & set(words):
        _show(help_text(command))
    if not words:
        _show(help_text())
    near = suggestion(words[0], COMMANDS) if words[0].isalpha() else ""
    if command is None and near and not os.path.exists(words[0]):
        parser.error(f"{words[0]}: neither a file nor a command{near}")
    if any(word.partition("=")[0] == "--interval-method" for word in words):
        parser.error(_ONE_METHOD)
    args, unknown = parser.parse_known_intermixed_args(words[1:] if command else words)
    if unknown and unknown[0].startswith("--"):
        name = unknown[0].partition("=")[0]
        parser.error(f"unknown option {name}{suggestion(name, [flag.name for flag in FLAGS])}")
    if unknown:
        parser.error(f"unrecognized arguments: {' '.join(unknown)}")
    args.command, args.words = command or "score", words
    args.compare = args.compare or []
    if args.command == "compare":
        args.compare, args.files = [*args.files[1:], *args.compare], args.files[:1]
    elif (f"--{args.command}",) == _SWITCHES.get(args.command):
        setattr(args, args.command, True)
    args.paths, args.file = args.files, args.files[0]
    if [args.file, args.gold, *args.paths[1:], *args.compare].count("-") > 1:
        parser.error('"-" may stand once, as FILE or after --gold')
    # A cell is one label by default; "" says that this is known.
    args.one_label = args.separator == ""
    args.separator = args.separator or None
    return args


def _show(text):
    print(text, end="")
    sys.exit(0)


def refuse_misfits(args):
    """End the program if arguments don't fit together; else set the form of reading."""
    if message := _misfit(args):
        _Parser(prog=PROGRAM).error(message)


def _misfit(args):
    """An error message for arguments that don't fit together, or None."""
    given = [flag for flag in FLAGS if getattr(args, flag.dest) not in (None, flag.default, [])]
    names = {flag.name for flag in given}
    if "," in (args.predictions or ""):
        # Several columns are several systems.
        names.add("--compare")
    read = {os.path.realpath(path) for path in (*args.paths, *args.compare, args.gold) if path}
    for flag in ("output", "per_example", "ledger"):
        path = getattr(args, flag)
        if path and os.path.realpath(path) in read:
            return f"--{flag.replace('_', '-')} {path}: this file is read; choose another name"
    args.form, is_annif = "score", args.source == "annif"
    if args.command in ("labels", "similarity"):
        listed = {args.command, "help-files" if args.command == "labels" else ""}
        wrong = [flag.name for flag in given if not listed & set(flag.listed.split())]
        wrong = ["--from annif"] if is_annif else wrong
        return f"{wrong[0]} is not used by {PROGRAM} {args.command}" if wrong else None
    chosen = [name for switches in _SWITCHES.values() for name in switches if name in names]
    if args.nested and args.annotator:
        # A column with the annotators of the nested sets.
        chosen.remove("--annotator")
    if len(chosen) > 1:
        several = "--points" in chosen and {*chosen} & {*_SWITCHES["annotators"]}
        how = ": score points of several annotators in Python, by of='points'" if several else ""
        return f"{chosen[0]} and {chosen[1]} can't be combined{how}"
    args.form = next((form for form, all_ in _SWITCHES.items() if {*chosen} & {*all_}), "score")
    if args.command in ("annotators", "thresholds") and args.form != args.command:
        wanted = ("--curve", "--tune") if args.command == "thresholds" else _SWITCHES["annotators"]
        return f"{PROGRAM} {args.command} needs {_or(wanted)}"
    if args.command == "compare" and not {"--compare", "--sensitivity"} & names:
        return f"{PROGRAM} compare needs two files, or two columns: --predictions A,B"
    if is_annif:
        args.form, args.in_parts = "annif", False
        if len(args.paths) > 1 or args.compare:
            return "--from annif takes one folder or file; --gold names that of the gold subjects"
    elif args.source is None and holds_suggestions(args.file, args.gold):
        return f"{args.file}: to read Annif's suggestions and gold subjects, add --from annif"
    files = [args.file, *args.compare]
    twice = [file for file in files if files.count(file) > 1]
    rules = (
        *(_misfit_of(flag, args, names) for flag in given),
        is_annif and type(args.threshold) in (list, dict)
        and "--threshold takes one number with --from annif",
        twice and f"--compare: {twice[0]} is named twice; each system has its own file",
        args.form != "score" and args.missing == "empty"
        and f"--missing empty is not used by {PROGRAM} {args.form}",
        args.form == "soft" and args.sensitivity and not args.similarity
        and "--sensitivity needs --similarity",
        args.in_parts and args.annotator and not args.nested
        and "--annotator needs the rows of one file, not the counts of many",
    )  # fmt: skip
    return next(filter(None, rules), None)


def _misfit_of(flag, args, names):
    if args.form not in flag.forms:
        if args.form == "annif":
            return f"{flag.name} is not used with --from annif"
        forms = [form for form in flag.forms if form != "annif"]
        if not forms:
            return f"{flag.name} {flag.why}"
        if len(forms) > 2:
            return f"{flag.name} is not used by {PROGRAM} {args.form}"
        return f"{flag.name} belongs to {PROGRAM} {_or(forms)}"
    if flag.needs and not names & set(flag.needs):
        return f"{flag.name} {flag.why or f'needs {_or(flag.needs)}'}"
    if names & set(flag.without):
        other = next(name for name in flag.without if name in names)
        return f"{flag.name} and {other.replace('--compare', 'compare')} can't be combined"
    if flag.rows and args.in_parts:
        return f"{flag.name} needs the rows of one file, not the counts of many"
    return None


def _or(names):
    *first, last = names
    return f"{', '.join(first)} or {last}" if first else last


def given_of(args, sets):
    """Arguments of one kind that were given, by their names in Python."""
    flags = [flag for flag in FLAGS if sets in flag.sets.split()]
    values = ((flag, getattr(args, flag.dest)) for flag in flags)
    return {flag.in_python: value for flag, value in values if value not in (None, flag.default)}


def _parser():
    parser = _Parser(prog=PROGRAM, add_help=False)
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    parser.add_argument("-h", "--help", action="store_true")
    parser.add_argument("files", nargs="+", metavar="FILE")
    for flag in FLAGS:
        names = *flag.spellings, flag.name
        parser.add_argument(*names, dest=flag.dest, default=flag.default, **_reading(flag))
    return parser


def _reading(flag):
    """Reader of a flag's text, as argparse takes it."""
    if flag.kind == "switch":
        return {"action": "store_const", "const": True}
    reading = {"metavar": flag.metavar, "action": "append" if flag.many else _StoreOnce}
    if flag.kind == "choice":
        reading["choices"] = flag.choices
    elif flag.kind != "word":
        reading["type"] = {
            "number": float,
            "numbers": _numbers,
            "whole": int,
            "count": _at_least_one,
            "names": _names,
            "thresholds": _thresholds,
            "optional names": _names,
            "names or word": lambda text: text if text in flag.choices else _names(text),
        }[flag.kind]
    if flag.const is not None or flag.kind == "optional names":
        reading |= {"nargs": "?", "const": flag.const or True}
    return reading


def _numbers(text):
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


def _thresholds(text):
    """A number, or a threshold per label from a file: JSON, or lines of label and number."""
    if not text.startswith("@"):
        return _numbers(text)
    content = _text_of_file(text)
    expected = f"{text[1:]}: expected a JSON object, or lines of label, number"
    if content.lstrip().startswith("{"):
        try:
            return {name: float(number) for name, number in read_json(content).items()}
        except TypeError:
            raise argparse.ArgumentTypeError(expected) from None
        except ValueError as error:
            raise argparse.ArgumentTypeError(f"{expected}: {error}") from None
    try:
        rows = [row for row in csv.reader(content.splitlines()) if row]
        thresholds = {name.strip(): float(number) for name, number in rows}
    except ValueError:
        raise argparse.ArgumentTypeError(expected) from None
    if len(thresholds) < len(rows):
        raise argparse.ArgumentTypeError(f"{expected}: a label stands there twice")
    return thresholds


def _text_of_file(text):
    """The text of the file of an argument such as ``@labels.txt``."""
    try:
        with open(text[1:], encoding="utf-8-sig") as file:
            return file.read()
    except (OSError, UnicodeDecodeError) as error:
        raise argparse.ArgumentTypeError(f"{text[1:]}: can't be read: {error}") from None


def _names(text):
    """Names from an argument: a JSON list, separated by commas, or the lines of @FILE."""
    if text.startswith("@"):
        content = _text_of_file(text)
        if not content.lstrip().startswith(("[", "{")):
            return [line.strip() for line in content.splitlines() if line.strip()]
        text = content
    elif "," not in text and os.path.isfile(text):
        raise argparse.ArgumentTypeError(f"{text} is a file; @{text} reads the names in it")
    try:
        if text.lstrip().startswith(("[", "{")):
            return read_json(text)
        # Quotes as in CSV: '"a, b",c' are two names.
        names = next(csv.reader([text], skipinitialspace=True, strict=True), None) or [text]
    except csv.Error as error:
        what = f"{error} in {text}: close the quotes, or give a JSON list"
        raise argparse.ArgumentTypeError(what) from None
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"not JSON: {error}") from None
    return [name.strip() for name in names]


class _StoreOnce(argparse.Action):
    """Store a value, and refuse a second one: argparse alone would silently forget the first."""

    def __call__(self, parser, namespace, values, option_string=None):
        once = namespace.__dict__.setdefault("once", set())
        if self.dest in once:
            several = ": name several systems in one, A,B" if self.dest == "predictions" else ""
            parser.error(f"{self.option_strings[-1]} is given twice{several}")
        once.add(self.dest)
        setattr(namespace, self.dest, values)


class _Parser(argparse.ArgumentParser):
    def error(self, message):
        self.exit(2, f"{self.prog}: error: {message} (see --help)\n")
