"""Help of the command line, made of the table of flags."""

import textwrap

from .flags import COMMANDS, FLAGS, PROGRAM, TOPICS

_WIDTH, _COLUMN = 100, 26
_FIRST = """usage: semantic-f1 [COMMAND] FILE [options]

Precision, recall and F1 of label sets, with partial credit for close labels.

start here:
  semantic-f1 FILE                            plain F1 of the labels in FILE
  semantic-f1 labels FILE --output groups.csv write a sheet in which you group close labels
  semantic-f1 FILE --similarity groups.csv    Semantic F1

FILE has one row per example, with one column of predicted and one of gold labels. It may be
CSV, TSV, JSON, JSON Lines, Parquet or .xlsx; "-" reads standard input.

commands:
{commands}

common options:
{options}

semantic-f1 COMMAND --help lists all options of a command.
semantic-f1 help files|similarity|cluster explains file layouts, building a similarity, many files.
"""
_USAGES = {
    "compare": "compare FILE FILE ... [options]",
    "similarity": "similarity list | show NAME | audit FILE [options]",
}


def help_text(command=None):
    """The help of a command, of "help TOPIC", or without a command the first one."""
    if command is None:
        return _FIRST.format(
            commands="\n".join(f"  {name:13}{text}" for name, text in COMMANDS.items()),
            options="\n".join(map(_lines_of, listed_by("common"))),
        )
    if command.startswith("help-"):
        topic = command.removeprefix("help-")
        head = f"{PROGRAM} help {topic}: {TOPICS[topic]}"
    else:
        head = f"usage: {PROGRAM} {_USAGES.get(command, f'{command} FILE [options]')}\n\n"
        head += COMMANDS[command]
    lines = [_lines_of(flag) for flag in listed_by(command)]
    more = "" if command.startswith("help-") else (
        f"\n{PROGRAM} help files|similarity|cluster lists the options that every command takes.\n"
    )  # fmt: skip
    return "\n".join([head, "", "options:", *lines]) + f"\n{more}"


def listed_by(command):
    """The flags in the help of a command or topic."""
    return [flag for flag in FLAGS if command in flag.listed.split()]


def spelled(flag):
    """A flag and its value as the help shows them: ``-o, --output FILE``."""
    short = [one for one in flag.spellings if not one.startswith("--")]
    name = ", ".join([*short, flag.name])
    value = flag.metavar or "|".join(map(str, flag.choices))
    if not value or flag.kind == "switch":
        return name
    return f"{name} [{value}]" if flag.const or flag.kind == "optional names" else f"{name} {value}"


def _lines_of(flag):
    head, indent = f"  {spelled(flag)}", " " * _COLUMN
    text = textwrap.wrap(flag.help, _WIDTH - _COLUMN)
    if len(head) + 1 < _COLUMN:
        text[0] = f"{head:{_COLUMN}}{text[0]}"
        return f"\n{indent}".join(text)
    return f"\n{indent}".join([head, *text])
