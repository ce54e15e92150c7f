"""Messages of the metric in the words of the pages: no option of Python's, no argument's name."""

import re

from semantic_f1 import messages
from semantic_f1.option_table import OPTIONS

from .table_layouts import FILE_OPTIONS, LAYOUTS, MISSING, WHOLE_NUMBERS

_OTHERWISE = "a setting of the command line and of Python"
_MORE = "under More settings"
# What fields are called, by the names of the options that they set.
FIELDS = {
    "unknown_labels": f'"Names that are not labels" {_MORE}',
    "normalize_names": f'"Ignore upper and lower case and spaces around names" {_MORE}',
    "macro_labels": f'"Macro averages are over" {_MORE}',
    "counting": f'"Recall of micro, macro and weighted averages" {_MORE}',
    "reduce": '"Combining annotators"',
    "normalize_counts": '"Rows are counts"',
    "labels": "a similarity with these labels, in this order",
    "similarity": '"Similarity"',
    "threshold": '"A label is predicted from"',
    "average": '"Average"',
    # Of the reader.
    "separator": '"How labels are separated"',
    "indicators": '"The file holds"',
    "long": '"The file holds"',
    "id": '"Rows of both files are joined by"',
    "missing": '"Ids that one file lacks"',
    "ids": '"Whole numbers are"',
    "format": "the file's ending",
    "replies": '"Predicted cells are replies of a language model"',
    **{name: f'"{title}"' for name, (title, _) in FILE_OPTIONS.items()},
    "source": _OTHERWISE,
    "predictions": '"Predicted labels"',
    "references": '"Gold labels"',
}
_CHOICES = {
    ("missing", key): f'"{text}" there' for key, text in MISSING.items() if key != "raise"
} | {("ids", key): f'"{text}" there' for key, text in WHOLE_NUMBERS.items()}
_CHOICES |= {
    (name, key): f'"{title}: {text}" under More about the file'
    for name, (title, choices) in FILE_OPTIONS.items()
    for key, text in choices.items()
}
# Advice that a page has better words for than its options alone.
_ADVICE = (
    (
        r"; labels= names the labels, if it is one; if it is a text, name the column of labels, "
        r"and replies .*? under Read as(.*)$",
        r"\1. If it is a text, choose the column of labels, or tick under Read as that cells are "
        "replies of a language model. Else choose another similarity, or under More settings what "
        "to do with names that are not labels.",
    ),
    (
        r"[;,.]?\s*(pass )?unknown_labels=.*$",
        ". Choose another similarity, or under More settings what to do with names that are not "
        "labels.",
    ),
    (
        r"(: '?\[\[.* is not a number, .* or a list of finite numbers), such as .*$",
        r"\1; points are for the command line, numbers of several annotators for Python",
    ),
    (r"pass normalize_names=True", f"tick {FIELDS['normalize_names']}"),
    (r"macro_labels=\S+( or a list of names)?", FIELDS["macro_labels"]),
    (r"Choose: id=.*$", f"Choose under {FIELDS['id']}"),
    (r"are joined by id=COLUMN, lines by by_line=True", f"join under {FIELDS['id']}"),
    (r'missing="empty" takes them', '"Ids that one file lacks" may count them'),
    (r'missing="drop" leaves them out', "or leave them out"),
    (r"name the columns of labels in indicators=\[\.\.\.\]", "take it out of the file"),
    (
        "; names that mean no label have a column too, unless none_labels=.* is passed",
        '; "Labels, in the order of the numbers" says which these are',
    ),
    (r": none_labels=\[.*?\] if it means 'no label', else", ":"),
    (r"; labels= names the labels, if it is one; if it is a text,", "; if it is a text,"),
    (r"; pass similarity= or labels=, or ids=.*$", f"; {FIELDS['ids']} says which"),
)
_PHRASES = {
    messages.LOAD_MULTILABEL: f'choose "{LAYOUTS["indicators"]}" under Read as',
    messages.SCORES_NEED_MULTILABEL: "columns of scores are read if each cell is a list of numbers",
    messages.SETS_NEED_ANNOTATORS: "several gold sets per example are for the page Annotators",
    messages.ONE_TEXT_IS_ONE_LABEL: "say what separates the labels of a cell under Read as",
    messages.REPLIES_ARE_READ: "replies of language models are read if "
    '"Predicted cells are replies of a language model" is ticked under Read as',
    messages.GOLD_ELSEWHERE: "",
    messages.NAMES_OF_IDS: "write names instead, or use a similarity whose labels are in the order "
    "of your ids",
    "; metric.similarity.read_thesaurus(...) reads a thesaurus": "",
}


# What a file was read with, as its account says it and as a page does.
_READ_WITH = {
    "blank no_label": "empty cells as no label",
    "blank not_asked": "empty cells as not seen, left out",
    "quotes csv": "quotation marks around cells",
    "quotes none": "quotation marks as plain characters",
    "merged spread": "merged cells filled in",
    "ids always": "whole numbers as ids",
    "ids never": "whole numbers as names",
    "separator ": "labels separated by ",
}


def account_in_page_words(line):
    """A line of the account of what was read."""
    before, read, options = line.partition("read with ")
    for said, words in _READ_WITH.items():
        options = options.replace(said, words)
    return f"{before}{read}{options}"


def in_page_words(text):
    """A text of the metric or of its reader, with its options as a page calls them."""
    for phrase, words in _PHRASES.items():
        text = text.replace(phrase, words)
    for pattern, words in _ADVICE:
        text = re.sub(pattern, words, text)
    names = sorted({*FIELDS, *(option.name for option in OPTIONS)}, key=len, reverse=True)

    def written(name, value):
        return _CHOICES.get((name, value)) or FIELDS.get(name, _OTHERWISE)

    text = messages.reword_options(text, names, written)
    # Named without a value, outside of quotes; other options' names are words of English too.
    bare = "|".join(name for name in names if "_" in name)
    return re.sub(rf"(?<!['\"\w])({bare})(?!['\"\w])", lambda match: written(match[1], ""), text)
