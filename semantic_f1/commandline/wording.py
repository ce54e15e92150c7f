"""Messages of the metric in the words of the command line."""

import re

from ..messages import (
    LOAD_MULTILABEL,
    NAMES_OF_IDS,
    ONE_TEXT_IS_ONE_LABEL,
    REPLIES_ARE_READ,
    SCORES_NEED_MULTILABEL,
    SETS_NEED_ANNOTATORS,
    reword_options,
)
from .flags import FLAGS

_PHRASES = {
    LOAD_MULTILABEL: "columns of 0 and 1 are read by --indicators, scores by --threshold-curve",
    SCORES_NEED_MULTILABEL: "scores are read by --threshold-curve",
    SETS_NEED_ANNOTATORS: "several gold sets a row are read by --nested or --annotators",
    ONE_TEXT_IS_ONE_LABEL: "say what separates the labels of a cell by --separator",
    REPLIES_ARE_READ: "replies of language models are read by --replies",
    NAMES_OF_IDS: "name the labels in the order of your ids by --labels",
    "; metric.similarity.read_thesaurus(...) reads a thesaurus": "; a thesaurus is read by "
    "--thesaurus",
    " (per_label=False)": ", and is printed beside them",
}
# Arguments that are no options of the metric, or have other names there.
_ARGUMENTS = {
    "blank": "--blank",
    "by_line": "--by-line",
    "header": "--header",
    "id": "--id",
    "merged": "--merged",
    "predictions": "--predictions",
    "quotes": "--quotes",
    "references": "--references",
    "dangling": "--dangling",
    "depth": "--depth",
    "ids": "--ids",
    "indicators": "--indicators",
    "label": "--concepts",
    "alt_labels": "--alt-labels",
    "language": "--language",
    "levels": "--levels",
    "missing": "--missing",
    "separator": "--separator",
    "source": "--from",
    "marker": "--marker",
    "alias": "--alias",
    "similarity": "--similarity",
    "strict": "--strict",
    "threshold": "--threshold",
    "variant": "--related",
}


def in_arguments(text):
    """A text of the metric with its options as they are written on the command line."""
    for python, argument in _PHRASES.items():
        text = text.replace(python, argument)
    # A thesaurus is recognized by its ending alone; --format is that of tables.
    text = re.sub(r", or format= one of [^;]*", "", text)
    flags = {flag.option: flag.name for flag in FLAGS if flag.option}
    flags |= _ARGUMENTS

    def written(name, value):
        if name == "header":
            value = {"True": "yes", "False": "no"}.get(value, value)
        if value in ("", "True"):
            return flags[name]
        shown = "..." if value.startswith(("[", "{")) else value
        return f"{flags[name]} {shown}"

    return reword_options(text, sorted(flags, key=len, reverse=True), written)
