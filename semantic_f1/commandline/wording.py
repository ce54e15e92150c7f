"""Messages of the metric in the words of the command line."""

import re
import shlex

from ..messages import (
    GOLD_ELSEWHERE,
    LOAD_MULTILABEL,
    NAMES_OF_IDS,
    ONE_TEXT_IS_ONE_LABEL,
    REPLIES_ARE_READ,
    SCORES_NEED_MULTILABEL,
    SETS_NEED_ANNOTATORS,
    WHICH_LABEL_COLUMN,
    reword_options,
)
from .flags import FLAGS

_PHRASES = {
    LOAD_MULTILABEL: "columns of 0 and 1 are read by --indicators, scores by --threshold-curve",
    SCORES_NEED_MULTILABEL: "scores are read by --threshold-curve",
    SETS_NEED_ANNOTATORS: "several gold sets per row are read by --nested or --annotators",
    ONE_TEXT_IS_ONE_LABEL: "say what separates the labels of a cell by --separator",
    REPLIES_ARE_READ: "replies of language models are read by --replies",
    GOLD_ELSEWHERE: "; if another file has the gold labels: --gold FILE",
    NAMES_OF_IDS: "name the labels in the order of your ids by --labels",
    WHICH_LABEL_COLUMN: "--label-column says which",
    'read_thesaurus(..., label="uri")': "--concepts uri",
    'read_thesaurus(..., label="prefLabel")': "--concepts prefLabel",
    "; metric.similarity.read_thesaurus(...) reads a thesaurus": "; a thesaurus is read by "
    "--thesaurus",
    " (per_label=False)": ", and is printed next to them",
}
# Of two flags with one name in Python the first is named.
_FLAGS = {flag.in_python: flag.name for flag in reversed(FLAGS) if flag.sets}
_FLAGS |= {"similarity": "--similarity", "depth": "--depth", "variant": "--related"}


def in_arguments(text):
    """A text of the metric with its options as they are written on the command line."""
    for python, argument in _PHRASES.items():
        text = text.replace(python, argument)
    # A thesaurus is recognized by its ending alone; --format is that of tables.
    text = re.sub(r", or format= one of [^;]*", "", text)

    def written(name, value):
        if name == "header":
            value = {"True": "yes", "False": "no"}.get(value, value)
        if value in ("", "True"):
            return _FLAGS[name]
        one = re.fullmatch(r"\['([^',]+)'\]", value)
        shown = shlex.quote(one[1]) if one else "..." if value.startswith(("[", "{")) else value
        return f"{_FLAGS[name]} {shown}"

    return reword_options(text, sorted(_FLAGS, key=len, reverse=True), written)
