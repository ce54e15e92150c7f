# Semantic F1 as one file, made by tools/make_bundle.py from semantic_f1/: do not edit.

# ruff: noqa

import ast
import contextlib
import csv
import datasets
import difflib
import errno
import evaluate
import gzip
import hashlib
import inspect
import io
import json
import logging
import math
import numbers
import numpy as np
import operator
import os
import pyarrow as pa
import pyarrow.compute as pc
import re
import stat
import sys
import tempfile
import textwrap
import unicodedata
import uuid
import warnings
import zipfile
import zlib
from array import array
from collections import Counter
from collections.abc import Callable
from collections.abc import Collection
from collections.abc import Iterable
from collections.abc import Iterator
from collections.abc import Mapping
from collections.abc import Sequence
from contextlib import contextmanager
from contextlib import nullcontext
from contextlib import suppress
from contextvars import ContextVar
from copy import copy
from dataclasses import asdict
from dataclasses import dataclass
from dataclasses import field
from functools import lru_cache
from functools import partial
from functools import wraps
from html import escape
from itertools import chain
from itertools import combinations
from itertools import islice
from itertools import pairwise
from itertools import permutations
from math import atanh
from math import ceil
from math import comb
from math import cos
from math import floor
from math import hypot
from math import inf
from math import isfinite
from math import lcm
from math import log10
from math import radians
from math import sin
from math import sqrt
from math import tanh
from numbers import Real
from operator import itemgetter
from pathlib import Path
from statistics import NormalDist
from statistics import median
from types import MappingProxyType
from typing import Any
from typing import NamedTuple
from xml.etree import ElementTree


# --- semantic_f1/version.py

__version__ = "0.1.0"
# Where the Space is to be found, once it has been published (docs/release.md); "" until then.
SPACE_ADDRESS = ""
PAPER_ADDRESS = "https://arxiv.org/abs/2509.21633"


# --- semantic_f1/pickling.py

# The package in which evaluate.load keeps copies of the scripts that it loads.
_LOADED = "evaluate_modules"


class _DynamicModules:
    """Nothing, but unpickling it lets Python find the modules that evaluate.load has made."""

    def __reduce__(self):
        from evaluate.loading import init_dynamic_modules

        return init_dynamic_modules, ()


class _Call:
    """Call of a function that is made when it is unpickled."""

    def __init__(self, function, arguments):
        self.function, self.arguments = function, arguments

    def __reduce__(self):
        return self.function, self.arguments


def reduced(function, arguments):
    """Value of ``__reduce__`` for an object that ``function(*arguments)`` makes anew.

    A module that evaluate.load has made is found by a new process, of Ray or Spark say, only after
    ``init_dynamic_modules()``; so the pickle calls that before it names the function.
    """
    if not function.__module__.startswith(_LOADED):
        return function, arguments
    # Items of a tuple are unpickled in their order.
    return operator.getitem, ((_DynamicModules(), _Call(function, arguments)), 1)


# --- semantic_f1/messages.py

_SHOWN = 12
# Of values that people hand in, which may be long texts.
_SHOWN_VALUES = 5
_SHOWN_WIDTH = 60
# Beyond so many known names those that begin alike are compared with a misspelt one.
_COMPARED_NAMES = 20_000
_COMPARED_LENGTH = 200
_ALIKE = "Only by case, blanks, width or accents differ"
# Zero-width space, non-joiner and joiner, word joiner, byte-order mark, soft hyphen.
_NO_WIDTH = dict.fromkeys((0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF, 0xAD))
# Examples, groups or a label's gold examples: fewer say little.
FEW = 10
_collected = ContextVar("semantic_f1_notices", default=None)


@contextmanager
def collect():
    """Collect what would be warned about in a list of texts; threads are kept apart."""
    texts = []
    token = _collected.set(texts)
    try:
        yield texts
    finally:
        _collected.reset(token)


def warn(message):
    """Warn, pointing to the line that called the metric."""
    texts = _collected.get()
    if texts is not None:
        if message not in texts:
            texts.append(message)
        return
    # The first frame outside the metric's own modules.
    frame, level = sys._getframe(), 1
    while frame.f_back is not None and _is_own(frame.f_globals.get("__name__", "")):
        frame, level = frame.f_back, level + 1
    warnings.warn(message, UserWarning, stacklevel=level)


def _is_own(module):
    return f"{module}.".startswith(f"{__package__}.")


def changes_to_sets(changes, none_labels, mismatch, counted=True, known=()):
    """Warnings for what was dropped from label sets or unknown in them, one text a kind.

    Parameters
    ----------
    changes : two of what ``labels.resolve_sets`` reports, of predictions and of references
    none_labels : names that mean "no label"
    mismatch : bool, whether unknown names were kept as mismatches rather than removed
    counted : bool, whether the texts say how often; without, they are equal from batch to batch,
        and Python shows each of them once
    known : names of the labels, for unknown ones that are spelled differently only

    Returns
    -------
    list of str
    """
    texts = []
    beside = [change.none_beside for change in changes]
    if any(beside):
        where = _amounts(beside) if counted else "some examples"
        texts.append(
            f"In {where} a none-label ({', '.join(none_labels)}) stands beside other labels; it "
            "was dropped, the others stay."
        )
    unknown = [change.with_unknown for change in changes]
    if any(unknown):
        done = "kept as mismatches, similarity 0 to every label" if mismatch else "removed"
        found = list(dict.fromkeys(name for change in changes for name in change.unknown))
        where = f" in {_amounts(unknown)}: {listed(found)}" if counted else ""
        text = f"Unknown label names were {done}{where}."
        alike = spelled_alike(found, known)
        if alike:
            pairs = [f"{short(name)} and {short(label)}" for name, label in alike.items()]
            text += f" {_ALIKE} {_cut_list(pairs)}: normalize_names=True reads them as one."
        emptied = [change.emptied for change in changes]
        if any(emptied) and counted:
            text += f" {_amounts(emptied)} became empty."
        texts.append(text)
    return texts


def absent_labels(absent, nearest=False):
    """The warning for labels that macro averages over though nobody uses them.

    ``nearest``: of each example's annotators only the nearest one counted.
    """
    are = "1 label is" if len(absent) == 1 else f"{len(absent)} labels are"
    return (
        f"macro: {are} neither gold{' for the nearest annotator' * nearest} nor predicted, scored "
        "0, pulling the mean down: "
        f'{_listing(absent)}. macro_labels="present" or a list of names leaves them out.'
    )


def few_units(n, grouped=False, bounded=True):
    """The warning for intervals and tests that rest on few examples or groups; None for enough.

    ``bounded``: the score has bounds, and intervals of few examples reach out to them.
    """
    what = "group" if grouped else "example"
    if n == 1:
        then = "span the whole range of the score" if bounded else "have no width"
        return f"intervals: a single {what} cannot be resampled; they {then}."
    if n < FEW:
        known = "they are wide on purpose, a guess" if bounded else "they cover too little"
        if grouped:
            known = "nothing is known well from so few"
        return f"intervals: {n} {what}s, fewer than {FEW}: {known}."
    return None


def rare_labels(rare):
    """The warning for intervals that rest on labels with few gold examples."""
    return (
        f"intervals: {len(rare)} label{'s' * (len(rare) != 1)} with fewer than {FEW} gold examples "
        f"({_listing(rare)}): their intervals are wide on purpose, a guess, and macro takes them "
        "to be like the others."
    )


def unresolved(n_resamples, confidence_level, n_tests=1):
    """The warning for more confidence than the resamples can tell; None for enough of them.

    ``n_tests``: how many tests p-values are adjusted over, by a factor of up to their number.
    """
    left = 1 - confidence_level
    # A p-value is 2 / (n_resamples + 1) or so at least, and times n_tests after Holm.
    least, enough = (max(one, each * n_tests) for one, each in ((20, 3), (20, 20)))
    if n_resamples >= round(least / left, 6):
        return None
    level = f"{confidence_level:g}" + (f" in {n_tests} tests at once" if n_tests > 1 else "")
    return (
        f"n_resamples: {n_resamples:,} are too few for a confidence level of {level}; draw "
        f"{math.ceil(round(enough / left, 6)):,} or more."
    )


def few_judged(few, n, least):
    """The warning for scores by annotator that rest on few examples."""
    return (
        f"{few} of {n} annotators judged fewer than {least} examples together with others; their "
        "scores by annotator say little."
    )


def signature(fields):
    """``key:value`` pairs joined by ``|``; values that hold other than plain characters as JSON."""
    return "|".join(["semantic_f1", *(f"{key}:{_plain(value)}" for key, value in fields.items())])


def digest(value, digits=8):
    """Hex digits of the sha256 of a value's compact JSON."""
    return hashlib.sha256(_compact(value).encode()).hexdigest()[:digits]


def _amounts(numbers):
    sides = ("prediction", "reference")
    parts = [f"{n} {side}{'s' * (n != 1)}" for n, side in zip(numbers, sides, strict=True) if n]
    return " and ".join(parts)


def _listing(names):
    return _cut_list(list(names), _SHOWN)


def _cut_list(texts, most=_SHOWN_VALUES):
    more = len(texts) - most
    return ", ".join(texts[:most]) + (f" and {more} more" if more > 0 else "")


def listed(values):
    """Values that somebody handed in, as they are written in code, cut, the first five of them."""
    return _cut_list([short(value) for value in values])


def _plain(value):
    if isinstance(value, str) and re.fullmatch(r"[\w.+-]+", value):
        return value
    return _compact(value)


def _compact(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


# What to load for other forms of data; the command line and the Space have their own words for it.
LOAD_MULTILABEL = 'load the "multilabel" config: evaluate.load("semantic_f1", "multilabel")'
SCORES_NEED_MULTILABEL = (
    'indicator rows and scores need the "multilabel" config: load(..., "multilabel")'
)
SETS_NEED_ANNOTATORS = (
    'several gold sets an example need the "annotators" config: load(..., "annotators")'
)
ONE_TEXT_IS_ONE_LABEL = "a text is one label: pass a list of names"
NAMES_OF_IDS = (
    "pass labels=, the names in the order of your ids (a list, or the ClassLabel of your data "
    "set: labels=ds.features[...])"
)


def reword_options(text, names, write):
    """A message for other readers than those of Python, with options in their words.

    Parameters
    ----------
    text : str, a message that mentions options as ``name=value`` or ``name=``
    names : names of options
    write : function of (name, value as text or "") -> what stands in its place

    Returns
    -------
    str
    """
    value = r"""("[^"]*"|'[^']*'|\[[^\]]*\]|\{[^}]*\}|[\w.]+(?<!\.))?"""
    pattern = rf"\b({'|'.join(map(re.escape, names))})={value}"

    def written(found):
        return write(found[1], (found[2] or "").strip("\"'"))

    return re.sub(pattern, written, text)


def quote(items):
    """Names as they are written in code, cut, the first twelve of them."""
    return _listing(short(item) for item in items)


def unknown_name_message(argument, name, known):
    """'argument: 'name' is not ...', with the nearest known names."""
    return f"{argument}: {short(name)} is not one of {quote(known)}{suggestion(name, known)}"


def suggestion(name, known):
    """' (did you mean ...?)' for the nearest known name, '' where none is near."""
    key, folded = fold(str(name)), {}
    if len(key) > _COMPARED_LENGTH:
        return ""
    for candidate in known:
        folded.setdefault(fold(str(candidate)), candidate)
    if len(folded) > _COMPARED_NAMES:
        folded = {one: label for one, label in folded.items() if one[:2] == key[:2]}
    near = difflib.get_close_matches(key, folded, n=1)
    return f" (did you mean {short(folded[near[0]])}?)" if near else ""


def fold(name):
    """The name in one spelling: NFKC (width, composed accents), case-folded, blanks made one.

    Blanks of every kind count, no-break and doubled ones too; those without width are left out.
    """
    if name.isascii():
        return " ".join(name.split()).casefold()
    text = unicodedata.normalize("NFKC", name).translate(_NO_WIDTH)
    # Case folding can undo the composition of what NFKC composed.
    return unicodedata.normalize("NFKC", " ".join(text.split()).casefold())


def spelling_advice(names, known):
    """Advice where one of some unknown names is a known one but for its spelling, else ''."""
    for name, label in spelled_alike(names, known).items():
        return (
            f"; {short(name)} and {short(label)} differ only by case, blanks, width or accents: "
            "normalize_names=True reads such names as one"
        )
    return ""


def warn_of_alike(names):
    """Warn of names that differ only as :func:`fold` folds: one of them may be a slip."""
    pairs = _alike_pairs(tuple(names))
    if pairs:
        warn(
            f"labels: {_cut_list(list(pairs))} differ only by case, blanks, width or accents, and "
            "are labels of their own."
        )


@lru_cache(maxsize=16)
def _alike_pairs(names):
    """Pairs of such names as texts; remembered, since names are the same from call to call."""
    first, pairs = {}, []
    for name in names:
        other = first.setdefault(fold(name), name)
        if other != name:
            pairs.append(f"{short(other)} and {short(name)}")
    return tuple(pairs)


def spelled_alike(names, known):
    """Name -> the known name that differs from it only as :func:`fold` folds, "
    "where there is one."""
    labels = {fold(label): label for label in known} if names else {}
    return {name: labels[fold(name)] for name in names if fold(name) in labels}


def short(value, width=_SHOWN_WIDTH):
    """A value as it is written in code, cut to at most ``width`` characters: in all messages."""
    text = repr(value[:width] if isinstance(value, str) else value)
    return text[: width - 3] + "..." if len(text) > width else text


# --- semantic_f1/option_table.py

CONFIGS = ("default", "multilabel", "annotators", "soft", "graded")
# Configs whose rows are label sets; those that are scored by counts, of sets or of grades; "soft"
# compares distributions as they are.
OF_SETS = ("default", "multilabel", "annotators")
OF_COUNTS = (*OF_SETS, "graded")


class Argument(NamedTuple):
    """An option on the command line.

    ``kind`` says how its text is read: "choice", "switch", "number", "whole", "names" or
    "names or word" (a word among the option's choices). ``const`` is what the flag alone means.
    """

    group: str
    help: str
    kind: str
    metavar: str | None = None
    flag: str | None = None
    const: Any = None


class Option(NamedTuple):
    """An option of ``load``, ``compute`` and the other methods.

    ``text`` documents it. ``choices`` maps the words that it may be to what they mean. It plays a
    part in ``configs``; ``why`` says what it does there where these are not all.
    """

    name: str
    default: Any
    text: str
    choices: Mapping = MappingProxyType({})
    configs: tuple = CONFIGS
    why: str = ""
    argument: Argument | None = None


OPTIONS = (
    Option(
        "similarity",
        None,
        "what the score depends on, there is no default. A bundled name ("
        '"plutchik", "goemotions", "goemotions-ekman", "mfrc"), "identity" (with `labels`), the '
        "path of a JSON or CSV file, a pandas DataFrame, an array with `labels`, a "
        'LabelSimilarity, or "hf://datasets/OWNER/NAME/FILE". A list with one of these an example, '
        "or a mapping of row numbers or (with `annotators`) of annotators to them, scores each "
        'with its own. Config "soft" needs none: it adds the Wasserstein distance with cost 1 - S.',
    ),
    Option(
        "labels",
        None,
        "the universe of label names in the order of ids and indicator columns, none-labels in "
        "their place: a list, the ClassLabel of a data set (or a list of it), or a mapping of "
        "names to ids or of ids to names. Default: the similarity's labels followed by its "
        "none-labels.",
        argument=Argument(
            "scoring", "the universe, in the order of the ids", "names", metavar="LIST"
        ),
    ),
    Option(
        "macro_labels",
        "all",
        'labels that macro averages over: "all" (default), "present" (gold or predicted '
        "somewhere), or a list of names.",
        choices={
            "all": "all labels, those that nobody uses scoring 0",
            "present": "labels that are gold or predicted somewhere",
        },
        configs=OF_COUNTS,
        argument=Argument("scoring", "default: all", "names or word", metavar="all|present|LIST"),
    ),
    Option(
        "average",
        "samples",
        '"samples" (default, eq. 6), "micro" (eq. 11), "macro" (eq. 13), "weighted" (eq. 24), '
        "None (per label), or a list of them; keys then end in _samples, _micro, _macro, "
        "_weighted, _per_label.",
        choices={
            "samples": "the mean of the examples' scores",
            "micro": "all labels counted together",
            "macro": "the mean of the labels' scores",
            "weighted": "the same, each label by how often it is gold",
            None: "a list with one score a label",
        },
        configs=OF_COUNTS,
    ),
    Option(
        "flat",
        False,
        "True gives one float a label under its name instead of lists (semantic_f1_joy, "
        "support_joy), with average=None; for loggers that take numbers only.",
        configs=OF_SETS,
    ),
    Option(
        "none_labels",
        None,
        'names that mean "no label". Default: the similarity\'s own.',
        argument=Argument("scoring", "names that mean 'no label'", "names", metavar="LIST"),
    ),
    Option(
        "unknown_labels",
        "raise",
        'names outside the universe: "raise" (default), "mismatch" (kept, similarity 0 to '
        'everything) or "ignore" (removed before scoring).',
        choices={
            "raise": "an error that names them",
            "mismatch": "kept, similarity 0 to everything",
            "ignore": "removed before scoring",
        },
        configs=OF_SETS,
        argument=Argument("scoring", "names outside the universe; default: raise", "choice"),
    ),
    Option(
        "normalize_names",
        False,
        "True reads names as one that differ only by case, blanks (outer, doubled, no-break, "
        "without width), width or composed accents; two labels that do are an error.",
        configs=OF_SETS,
        argument=Argument(
            "scoring", "names may differ by case, blanks, width and accents", "switch"
        ),
    ),
    Option(
        "zero_division",
        1.0,
        "from 0 to 1, default 1: the scores of an example with neither predicted nor gold labels.",
        configs=OF_COUNTS,
        argument=Argument(
            "scoring",
            "scores of an example without any label; default: 1",
            "number",
            metavar="X",
        ),
    ),
    Option(
        "counting",
        "paper",
        '"paper" (default): recall = TP / (TP + FN), its numerator from the predicted side; '
        '"two_sided": recall = matched credit of the gold labels / support. Samples scores are '
        "the same under both.",
        choices={
            "paper": "recall = TP / (TP + FN), its numerator from the predicted side",
            "two_sided": "recall = matched credit of the gold labels / support",
        },
        configs=OF_COUNTS,
        argument=Argument(
            "scoring", "of micro, macro and weighted recall; default: paper", "choice"
        ),
    ),
    Option(
        "macro_f1",
        "averaged_f1",
        '"averaged_f1" (default): mean of the labels\' F1; "f1_of_averages": harmonic mean of '
        "macro precision and macro recall, under the key semantic_f1_of_averages.",
        choices={
            "averaged_f1": "mean of the labels' F1",
            "f1_of_averages": "harmonic mean of macro precision and macro recall",
        },
        configs=OF_COUNTS,
        argument=Argument("scoring", "which of two macro F1s; default: averaged_f1", "choice"),
    ),
    Option(
        "sample_weight",
        None,
        "one weight >= 0 an example; weight 2 equals the example twice, but for intervals: one "
        "example that counts double is known less well than two.",
    ),
    Option(
        "n_resamples",
        None,
        "None (default), or how many bootstrap resamples of the examples (1000, say): adds the "
        "ends of a confidence interval to every score, under its key with _low and _high, and its "
        "_standard_error; not to scores by annotator.",
        argument=Argument(
            "sure",
            "confidence intervals from N resamples, 1000 if left out",
            "whole",
            metavar="N",
            flag="--ci",
            const=1000,
        ),
    ),
    Option(
        "groups",
        None,
        "None (default), or one value an example: the author, document or prompt that it belongs "
        "to. Intervals and tests then draw groups, not examples.",
    ),
    Option(
        "confidence_level",
        0.95,
        "of these intervals, default 0.95.",
        argument=Argument("sure", "default: 0.95", "number", metavar="X"),
    ),
    Option(
        "interval_method",
        "smoothed",
        '"smoothed" (default): a bootstrap with one imaginary example, half right and half wrong, '
        'and the tails of Student\'s t; "bca" or "percentile": the bootstrap as it is, which '
        "covers too little for few examples, rare labels and scores near 0 or 1.",
        choices={
            "smoothed": "with an imaginary example, half right and half wrong, and tails of t",
            "bca": "bias-corrected and accelerated",
            "percentile": "plain percentiles",
        },
        configs=OF_COUNTS,
        why="applies to scores of label sets",
        argument=Argument("sure", "default: smoothed", "choice"),
    ),
    Option(
        "seed",
        0,
        "of their draws, default the metric's own, 0.",
        argument=Argument("sure", "default: 0", "whole", metavar="N"),
    ),
    Option(
        "threshold",
        None,
        'config "multilabel": a label is predicted where its score >= threshold; one number, or '
        "one a column.",
        configs=("multilabel",),
        why="applies to scores",
    ),
    Option(
        "reduce",
        "mean",
        'config "annotators": "mean" (default; each annotator of an example counts 1/k), "max" '
        '(the annotator with the greatest pointwise F1; equal ones share the example) or "soft" '
        "(gold labels weighted by the share of annotators who chose them). All are the default "
        'config\'s scores where the annotators agree; "soft" differs from "mean" for samples only.',
        choices={
            "mean": "each annotator of an example counts 1/k",
            "max": "the annotator with the greatest pointwise F1; equal ones share the example",
            "soft": "gold labels weighted by the share of annotators who chose them",
        },
        configs=("annotators",),
        why="applies to several gold sets an example",
        argument=Argument("people", "of an example's annotators; default: mean", "choice"),
    ),
    Option(
        "annotators",
        None,
        'config "annotators": names or numbers nested as the gold sets are; adds scores by '
        "annotator.",
        configs=("annotators",),
        why="says who chose each of several gold sets",
    ),
    Option(
        "human",
        True,
        'config "annotators": True (default) adds scores of people where some example has two '
        "annotators or more: human_f1 and so on, each annotator scored against the others, "
        "system_f1 and so on, the predictions against the same others, human_difference, system "
        "less human, over n_human examples; constant_f1 and constant_answer, the best answer that "
        "is given for every example; and where some example has four annotators consensus_f1, the "
        "set nearest to those of all others. With `annotators` also by annotator, and the standard "
        "error of the difference over annotators.",
        configs=("annotators",),
        why="compares annotators with each other",
    ),
    Option(
        "normalize_counts",
        False,
        'config "soft": True takes rows of counts and divides each by its sum.',
        configs=("soft",),
        why="applies to distributions",
        argument=Argument(
            "people", "the distributions are counts; each row is divided by its sum", "switch"
        ),
    ),
)
DEFAULTS = {option.name: option.default for option in OPTIONS}
CHOICES = {option.name: tuple(option.choices) for option in OPTIONS if option.choices}


def options_text(width=100):
    """The options as ``help()`` shows them: a name, and what it means, wrapped and indented."""
    return "\n".join(
        textwrap.fill(
            f"{option.name}: {option.text}",
            width,
            initial_indent="    ",
            subsequent_indent="        ",
            break_long_words=False,
            break_on_hyphens=False,
        )
        for option in OPTIONS
    )


def options_table():
    """The options as a Markdown table: option, default, configs, meaning."""
    lines = ["| option | default | configs | meaning |", "|---|---|---|---|"]
    for option in OPTIONS:
        default = "" if option.default is None else f"`{option.default!r}`"
        configs = "all" if option.configs == CONFIGS else ", ".join(option.configs)
        meaning = option.text.replace("|", "\\|")
        lines.append(f"| `{option.name}` | {default} | {configs} | {meaning} |")
    return "\n".join(lines) + "\n"


# --- semantic_f1/signatures.py

def signature_with_options(function):
    """The signature of a function, with every option of the table in place of ``**options``."""
    signature = inspect.signature(function)
    *own, last = signature.parameters.values()
    if (last.kind, last.name) != (inspect.Parameter.VAR_KEYWORD, "options"):
        return signature
    named = [
        inspect.Parameter(option.name, inspect.Parameter.KEYWORD_ONLY, default=option.default)
        for option in OPTIONS
        if option.name not in signature.parameters
    ]
    return signature.replace(parameters=[*own, *named])


def names_options(cls):
    """Show the options by name in the methods that take them; calls work as before."""
    for name in dir(cls):
        method = getattr(cls, name)
        if inspect.isfunction(method) and (name == "__init__" or not name.startswith("_")):
            shown = signature_with_options(method)
            if shown != inspect.signature(method):
                method.__signature__ = shown
    return cls


def documented_alike(metric, names):
    """Give a metric's methods the documentation and signature that its class has.

    evaluate copies some of them for each metric, without their signature, and appends the
    description of all inputs to their documentation.
    """
    for name in names:
        own, copied = getattr(type(metric), name), getattr(metric, name).__func__
        copied.__doc__ = own.__doc__
        copied.__signature__ = inspect.signature(own)


# --- semantic_f1/files/headings.py

SIDE_NAMES = ("predictions", "references")
# Whole names, in the order of preference; then beginnings, of which one alone may be there.
_WHOLE = {
    "predictions": ("predictions", "prediction", "predicted", "pred", "preds", "y_pred", "y_hat"),
    "references": ("references", "reference", "gold", "y_true", "labels", "label", "target"),
}
_BEGINNINGS = {
    "predictions": ("pred", "y_pred", "output", "answer", "system", "hypothes"),
    "references": ("gold", "ref", "label", "y_true", "target", "true", "truth", "ground_truth"),
}
_NEVER = {"id", "ids", "idx", "index", "uid", "uuid", "key", "text", "texts"}
_IDS = ("id", "ids", "uid", "uuid", "idx", "item", "doc", "document", "article", "key", "example")
SEPARATORS = (";", ",", "|", "/")
# A column whose names are used at least this often each holds labels, not texts or ids.
_USES = 2.5


class ColumnGuess(NamedTuple):
    """The columns of the two sides: None where no name says it, or several do.

    ``candidates`` are, for each side, the columns whose names speak for it.
    """

    predictions: str | None
    references: str | None
    candidates: tuple[tuple[str, ...], tuple[str, ...]]

    @property
    def sure(self) -> bool:
        """True where both columns are known."""
        return self.predictions is not None and self.references is not None


def guess_columns(columns: Sequence[str]) -> ColumnGuess:
    """Columns of predicted and of gold labels, by their names alone.

    Parameters
    ----------
    columns : names of the columns, in any order

    Returns
    -------
    ColumnGuess; a side is None where no column, or more than one, has a name for it. "predictions"
    and "references" themselves, and other whole names (pred, y_pred; gold, y_true, label), go
    before names that only begin so (pred_bert, gold_labels). Ids and texts are neither side.
    """
    sides, candidates = [], []
    folded = {name: _plain_heading(name) for name in columns}
    for side in SIDE_NAMES:
        found = tuple(
            name
            for name in folded
            if not is_id_or_text(name) and folded[name].startswith(_BEGINNINGS[side])
        )
        whole = [name for name in found if folded[name] in _WHOLE[side]]
        exact = [name for name in whole if folded[name] == side]
        chosen = next((some[0] for some in (exact, whole, found) if len(some) == 1), None)
        if len(exact) > 1 or (len(whole) > 1 and not exact):
            chosen = None
        sides.append(chosen)
        candidates.append(found)
    return ColumnGuess(*sides, tuple(candidates))


def guess_id(columns: Sequence[str]) -> str | None:
    """The column that names the examples, by its name alone; None where none or several do."""
    exact = [name for name in columns if _plain_heading(name) in ("id", "ids")]
    found = exact or [name for name in columns if _is_id(name)]
    return found[0] if len(found) == 1 else None


def is_id_or_text(name: str) -> bool:
    """True where a column's name says that it holds ids or texts, so no labels."""
    return _plain_heading(name) in _NEVER or _is_id(name)


def guess_separator(cells: Iterable[str]) -> str | None:
    """Separator of the labels in text cells.

    Returns
    -------
    the first of ; , | / whose parts have a smaller vocabulary than the cells; None where cells are
    JSON lists, or one label each
    """
    cells = [cell.strip() for cell in cells if cell and cell.strip()]
    if not cells or sum(cell.startswith("[") for cell in cells) * 2 > len(cells):
        return None
    whole = len(set(cells))
    for separator in SEPARATORS:
        parts = {part.strip() for cell in cells for part in cell.split(separator)}
        if len(parts) < whole and any(separator in cell for cell in cells):
            return separator
    return None


def holds_labels(cells: Iterable[str], separator: str | None = None) -> bool:
    """True where text cells look like label sets: few names, each used often, not only numbers.

    For offering columns to a person, who says which is gold.
    """
    members = []
    for cell in cells:
        text = (cell or "").strip()
        if text.startswith("["):
            members += [part.strip(" '\"") for part in text.strip("[]").split(",")]
        else:
            members += [part.strip() for part in (text.split(separator) if separator else [text])]
    uses = Counter(member for member in members if member)
    if not uses or all(_is_number(member) for member in uses):
        return False
    return sum(uses.values()) >= _USES * len(uses)


def _plain_heading(name: str) -> str:
    return re.sub(r"[\s\-.]+", "_", name.strip()).casefold()


def _is_id(name: str) -> bool:
    plain = _plain_heading(name)
    camel = re.search(r"[a-z](ID|Id)$", name.strip()) is not None
    return plain in _IDS or plain.endswith(("_id", "_ids", "_idx", "_uid")) or camel


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


# --- semantic_f1/files/workbooks.py

# A workbook that unpacks to more is refused unread: its ZIP may be made to.
MAX_UNPACKED = 2 * 10**9
_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_CELL = re.compile(r"([A-Z]+)([0-9]+)")
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")


_DAMAGE = (
    zipfile.BadZipFile,
    zlib.error,
    ElementTree.ParseError,
    LookupError,
    EOFError,
    OSError,
    # Encrypted, or compressed in a way that Python doesn't know.
    RuntimeError,
    NotImplementedError,
)


class WorkbookError(ValueError):
    """Error of a workbook; ``row`` is None or the number of the row, from 1."""

    def __init__(self, message: str, row: int | None = None):
        super().__init__(message)
        self.row = row


def workbook_rows(handle) -> Iterator[tuple[int, list[str]]]:
    """Rows of the first sheet, as (number of the row from 1, texts of its cells).

    Parameters
    ----------
    handle : binary file, at its beginning

    Yields
    ------
    Rows that are not empty, the cells up to the last that is filled. Numbers come as text, whole
    ones without a decimal point, true and false as TRUE and FALSE; formulas as the value that was
    stored with them.

    Raises
    ------
    WorkbookError
        for a file that is no workbook, or is damaged, and for cells that hold an error (#N/A)
    """
    try:
        with zipfile.ZipFile(handle) as archive:
            if sum(entry.file_size for entry in archive.infolist()) > MAX_UNPACKED:
                raise WorkbookError(f"unpacks to more than {MAX_UNPACKED / 1e9:g} GB")
            texts = _shared_texts(archive)
            with archive.open(_first_sheet(archive)) as sheet:
                yield from _rows(sheet, texts)
    except _DAMAGE as problem:
        raise WorkbookError(f"is not a readable .xlsx workbook ({problem})") from None


def _first_sheet(archive) -> str:
    """The path of the first sheet that holds cells, in the order of the tabs."""
    book = ElementTree.fromstring(archive.read("xl/workbook.xml"))
    first = book.find(f"{_MAIN}sheets/{_MAIN}sheet")
    if first is None:
        raise WorkbookError("has no sheet")
    relations = ElementTree.fromstring(archive.read("xl/_rels/workbook.xml.rels"))
    targets = {one.get("Id"): one.get("Target") for one in relations}
    target = targets[first.get(_RELATION)]
    return target.lstrip("/") if target.startswith("/") else f"xl/{target}"


def _shared_texts(archive) -> list[str]:
    if "xl/sharedStrings.xml" not in archive.namelist():
        return []
    texts = []
    with archive.open("xl/sharedStrings.xml") as file:
        for _, element in ElementTree.iterparse(file):
            if element.tag == f"{_MAIN}si":
                texts.append(_text(element))
                element.clear()
    return texts


def _text(element) -> str:
    """The text of a string, its runs joined; readings of the characters (phonetics) left out."""
    parts = [element.find(f"{_MAIN}t"), *element.findall(f"{_MAIN}r/{_MAIN}t")]
    text = "".join(part.text or "" for part in parts if part is not None)
    return _ESCAPED.sub(lambda code: chr(int(code[1], 16)), text)


def _rows(sheet, texts) -> Iterator[tuple[int, list[str]]]:
    number = 0
    for _, row in ElementTree.iterparse(sheet):
        if row.tag != f"{_MAIN}row":
            continue
        number = int(row.get("r") or number + 1)
        cells: list[str] = []
        for cell in row.iter(f"{_MAIN}c"):
            place = _CELL.fullmatch(cell.get("r") or "")
            column = _column(place[1]) if place else len(cells)
            text = _value(cell, texts, number)
            if text:
                cells += [""] * (column - len(cells))
                cells.append(text)
        if cells:
            yield number, cells
        row.clear()


def _column(letters: str) -> int:
    index = 0
    for letter in letters:
        index = index * 26 + ord(letter) - 64
    return index - 1


def _value(cell, texts, row: int) -> str:
    kind = cell.get("t", "n")
    if kind == "inlineStr":
        inline = cell.find(f"{_MAIN}is")
        return "" if inline is None else _text(inline)
    value = cell.find(f"{_MAIN}v")
    if value is None or value.text is None:
        return ""
    if kind == "s":
        return texts[int(value.text)]
    if kind == "b":
        return "TRUE" if value.text == "1" else "FALSE"
    if kind == "e":
        raise WorkbookError(f"a cell holds the error {value.text}", row)
    if kind == "n":
        number = float(value.text)
        return str(int(number)) if number.is_integer() and abs(number) < 2**53 else value.text
    return value.text


# --- semantic_f1/files/formats.py

FORMATS = ("csv", "tsv", "jsonl", "parquet", "xlsx")
# Cells of these have no types: what looks like a number may be text.
UNTYPED = ("csv", "tsv", "xlsx")
_FORMAT_OF = {
    ".csv": "csv",
    ".txt": "csv",
    ".tsv": "tsv",
    ".tab": "tsv",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".json": "jsonl",
    ".parquet": "parquet",
    ".xlsx": "xlsx",
}
_TITLES = {
    "csv": "CSV",
    "tsv": "TSV",
    "jsonl": "JSON Lines",
    "parquet": "Parquet",
    "xlsx": "an .xlsx workbook",
}
_DELIMITERS = {"csv": ",;\t", "tsv": "\t"}
_MAGIC = (
    (b"PK\x03\x04", "a ZIP archive (perhaps an Excel workbook)", "name an Excel workbook .xlsx"),
    (b"PK\x05\x06", "an empty ZIP archive", "save the table as 'CSV UTF-8'"),
    (b"\xd0\xcf\x11\xe0", "an old Excel or Office document", "save it as 'CSV UTF-8'"),
    (b"\x1f\x8b", "a gzip archive", "unpack it first"),
    (b"\x28\xb5\x2f\xfd", "a Zstandard archive", "unpack it first"),
    (b"\xfd7zXZ\x00", "an xz archive", "unpack it first"),
    (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive", "unpack it first"),
    (b"%PDF-", "a PDF document", "save the table as 'CSV UTF-8'"),
    (b"ARROW1\x00\x00", "an Arrow file", "save it as Parquet"),
)
_NAME_COLUMNS = (
    "name the columns of predictions and references, and give the file a header if it has none"
)
_UTF8_ADVICE = "save the file as UTF-8 (in Excel: 'CSV UTF-8')"


class TableError(ValueError):
    """A file that can't be read as asked; the message is one line of plain text."""


class TableInfo(NamedTuple):
    """Format of a file, and how its cells are separated.

    Attributes
    ----------
    format : str
        "csv", "tsv", "jsonl" or "parquet".
    delimiter : str or None
        What separates the columns of a CSV or TSV file.
    columns : list of str
        Names of the columns; for JSON Lines the keys of the first object.
    encoding : str or None
        "utf-8", "utf-8-sig" or "utf-16"; None for Parquet.
    """

    format: str
    delimiter: str | None
    columns: list[str]
    encoding: str | None


class Source:
    """An open file: its format, its errors, its lines and how far it has been read."""

    def __init__(self, text: io.TextIOWrapper, name: str, format: str, encoding: str | None):
        self.text, self.handle = text, text.buffer
        self.name, self.format, self.encoding = name, format, encoding
        self.size = os.fstat(self.handle.fileno()).st_size
        self.unit = "line"
        self.total: int | None = None

    def error(self, message: str, line: int | None = None) -> TableError:
        place = "" if line is None else f"{self.unit} {line}: "
        return TableError(f"{self.name}: {place}{message}")

    def fraction(self, rows: int) -> float:
        return rows / self.total if self.total else self.handle.tell() / self.size

    def lines(self) -> Iterator[str]:
        try:
            for number, line in enumerate(self.text, 1):
                if "\0" in line:
                    raise self.error(
                        f"holds a NUL byte, which text has not: {_UTF8_ADVICE}", number
                    )
                yield line
        except UnicodeDecodeError:
            raise self._undecodable() from None

    def _undecodable(self) -> TableError:
        if self.encoding == "utf-16":
            return self.error(f"begins as UTF-16 text but isn't throughout: {_UTF8_ADVICE}")
        self.handle.seek(0)
        data = self.handle.read()
        try:
            data.decode("utf-8")
        except UnicodeDecodeError as problem:
            at = problem.start
        before = data[:at].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        line, column = before.count(b"\n") + 1, len(before) - before.rfind(b"\n")
        return self.error(f"byte {column} (0x{data[at]:02X}) is not UTF-8: {_UTF8_ADVICE}", line)


@contextmanager
def opened(path, format: str | None) -> Iterator[Source]:
    path = Path(path)
    name = repr(path.name or str(path))[1:-1]
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):
            raise TableError(f"{name}: is a folder or a device, not a file")
        with open(path, "rb") as packed, _unpacked(packed, name) as handle:
            suffix = Path(path.stem).suffix if path.suffix.lower() == ".gz" else path.suffix
            format, encoding = _recognize(handle, name, suffix, format)
            with io.TextIOWrapper(handle, encoding, newline="") as text:
                yield Source(text, name, format, encoding)
    except FileNotFoundError:
        raise TableError(f"{name}: no such file") from None
    except OSError as problem:
        raise TableError(f"{name}: can't be read: {problem.strerror or problem}") from None


@contextmanager
def _unpacked(handle, name: str):
    """The file itself, or what a gzip archive holds, in a file that nobody else sees."""
    is_packed = handle.read(2) == b"\x1f\x8b"
    handle.seek(0)
    if not is_packed:
        yield handle
        return
    with tempfile.TemporaryFile() as whole:
        try:
            with gzip.GzipFile(fileobj=handle) as archive:
                while block := archive.read(1 << 20):
                    if whole.tell() > MAX_UNPACKED:
                        raise TableError(f"{name}: unpacks to more than {MAX_UNPACKED / 1e9:g} GB")
                    whole.write(block)
        except (EOFError, zlib.error, gzip.BadGzipFile) as problem:
            raise TableError(f"{name}: is a damaged gzip archive ({problem})") from None
        whole.seek(0)
        yield whole


def _recognize(handle, name: str, suffix: str, format: str | None) -> tuple[str, str | None]:
    """Format and encoding, from the name, the wish and the first bytes."""
    known = ", ".join(_TITLES.values())
    if format is None:
        format = _FORMAT_OF.get(suffix.lower())
    elif format not in FORMATS:
        raise TableError(f"format must be one of {', '.join(FORMATS)}, got {format!r}")
    title = _TITLES.get(format, f"one of {known}")

    head = handle.read(8)
    if not head:
        raise TableError(f"{name}: is empty")
    for magic, what, advice in _MAGIC:
        if head.startswith(magic) and not (format == "xlsx" and magic.startswith(b"PK")):
            raise TableError(f"{name}: is {what}, not {title}: {advice}")
    handle.seek(max(0, os.fstat(handle.fileno()).st_size - 4))
    is_parquet = head.startswith(b"PAR1") and handle.read() == b"PAR1"
    handle.seek(0)
    if format is None:
        raise TableError(
            f"{name}: its ending {suffix!r} names no known format: name it .csv, .tsv, .jsonl, "
            f".xlsx or .parquet, or tell its format ({known})"
        )
    if is_parquet and format != "parquet":
        raise TableError(f"{name}: is a Parquet file, not {title}: name it .parquet")
    if format == "parquet":
        if not is_parquet:
            raise TableError(f"{name}: is not a Parquet file, or only a part of one")
        return format, None
    if format == "xlsx":
        if not head.startswith(b"PK"):
            raise TableError(f"{name}: is not an .xlsx workbook")
        return format, None
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return format, "utf-16"
    return format, "utf-8-sig" if head.startswith(b"\xef\xbb\xbf") else "utf-8"


def columns_found(columns: list[str]) -> str:
    """The names of a file's columns, cut short, as errors list them."""
    shown = ", ".join(short(column, 40) for column in columns[:12]) or "none"
    return shown + (f" and {len(columns) - 12} more" if len(columns) > 12 else "")


def unsure_columns(name: str, columns: list[str], side: str, candidates) -> TableError:
    """The error for a side whose column no name tells, or several do."""
    if candidates:
        which = f"{columns_found(list(candidates))} may all hold the {side}"
    else:
        which = f"has no column {side!r}, nor one whose name says that it holds them"
    return TableError(f"{name}: {which}; columns found: {columns_found(columns)}; {_NAME_COLUMNS}")


def find(source: Source, columns: list[str], name: str) -> int:
    if columns.count(name) == 1:
        return columns.index(name)
    if name in columns:
        raise source.error(f"has {columns.count(name)} columns named {name!r}: rename all but one")
    spelled = {column.lower(): column for column in reversed(columns)}
    near = difflib.get_close_matches(name.lower(), spelled, n=1)
    hint = f"did you mean {short(spelled[near[0]], 40)}? " if near else ""
    raise source.error(
        f"has no column {name!r}; columns found: {columns_found(columns)}; {hint}{_NAME_COLUMNS}"
    )


def _read_csv(source: Source, wanted, header=True):
    lines = source.lines()
    delimiters = _DELIMITERS[source.format]
    skipped = 0
    taken: list[str] = []
    for line in lines:
        if declared := re.fullmatch(r'"?sep=([^"\r\n])"?\s*', line, re.I):
            delimiters = declared[1]
        elif line.strip():
            taken.append(line)
            break
        skipped += 1
    if not taken:
        raise source.error("has only blank lines")

    def from_header():
        yield from taken
        for line in lines:
            taken.append(line)
            yield line

    headers = {}
    for delimiter in delimiters:
        reader = csv.reader(from_header(), delimiter=delimiter, strict=True)
        try:
            fields = [name.strip() for name in next(reader)]
        except csv.Error as problem:
            failure = problem
        else:
            headers[delimiter] = fields, skipped + reader.line_num
    if not headers:
        raise source.error(f"{failure}: check the quotes", skipped + 1)
    delimiter = max(headers, key=lambda d: (set(wanted) <= set(headers[d][0]), len(headers[d][0])))
    columns, consumed = headers[delimiter]
    if not header:
        columns, consumed = _numbered(columns), skipped

    def rows(*columns_wanted: int):
        take = _taking(columns_wanted)
        body = chain(taken[consumed - skipped :], lines)
        reader = csv.reader(body, delimiter=delimiter, strict=True)
        start = consumed + 1
        try:
            for row in reader:
                if len(row) == len(columns):
                    yield start, take(row)
                elif len(row) > 1 or (row and row[0].strip()):
                    raise source.error(
                        f"the number of cells is {len(row)}, but the header has {len(columns)}: "
                        f"put a cell with a {delimiter!r}, a quote or a line break in quotes",
                        start,
                    )
                start = consumed + 1 + reader.line_num
        except csv.Error as problem:
            raise source.error(f"{problem}: check that each quote is closed", start) from None

    return TableInfo(source.format, delimiter, columns, source.encoding), rows


def _numbered(cells) -> list[str]:
    """Names of the columns of a file without a header."""
    return [str(number) for number in range(1, len(cells) + 1)]


def _taking(places):
    """A function from a row to a tuple of some of its cells."""
    if len(places) == 1:
        return lambda row: (row[places[0]],)
    return itemgetter(*places) if places else lambda row: ()


def _read_xlsx(source: Source, wanted, header=True):
    source.unit = "row"
    found = workbook_rows(source.handle)

    def checked():
        try:
            yield from found
        except WorkbookError as problem:
            raise source.error(str(problem), problem.row) from None

    lines = checked()
    first = next(lines, None)
    if first is None:
        raise source.error("has an empty first sheet")
    columns = [name.strip() for name in first[1]] if header else _numbered(first[1])
    body = lines if header else chain([first], lines)

    def rows(*columns_wanted: int):
        take = _taking(columns_wanted)
        for line, cells in body:
            if len(cells) > len(columns):
                raise source.error(
                    f"has {len(cells)} cells, but the first row has {len(columns)}", line
                )
            yield line, take(cells + [""] * (len(columns) - len(cells)))

    return TableInfo(source.format, None, columns, None), rows


def _read_jsonl(source: Source, wanted, header=True):
    def once(pairs):
        record = dict(pairs)
        if len(record) < len(pairs):
            for name in wanted:
                if sum(key == name for key, _ in pairs) > 1:
                    raise ValueError(f"the key {name!r} stands there twice")
        return record

    decode = json.JSONDecoder(object_pairs_hook=once).decode

    def parse(text: str, line: int, what: str):
        try:
            return decode(text)
        except (ValueError, RecursionError) as problem:
            line += getattr(problem, "lineno", 1) - 1
            reason = getattr(problem, "msg", problem)
            raise source.error(f"is not {what} ({reason})", line) from None

    lines = enumerate(source.lines(), 1)
    number, line = next(((n, line) for n, line in lines if not line.isspace()), (0, ""))
    if not number:
        raise source.error("has only blank lines")
    records: Iterator[tuple[int, Any]]
    if line.lstrip().startswith("["):
        text = "".join(chain([line], (more for _, more in lines)))
        values = parse(text, number, "a JSON array of objects, nor one object a line")
        source.unit, source.total = "row", len(values)
        records = enumerate(values, 1)
    else:
        filled = ((n, more) for n, more in lines if not more.isspace())
        second = next(filled, None)
        several = chain([(number, line)], [second] if second else [], filled)
        by_id = _object_by_id(line, second, filled, decode)
        if by_id is None:
            records = ((n, parse(one.rstrip(), n, "one whole JSON object")) for n, one in several)
        else:
            source.unit, source.total = "entry", len(by_id)
            records = enumerate(by_id, 1)

    def checked() -> Iterator[tuple[int, dict]]:
        for line, record in records:
            if type(record) is not dict:
                raise source.error(f"{short(record)} is not a JSON object", line)
            yield line, record

    objects = checked()
    start = next(objects, None)
    if start is None:
        raise source.error("is an empty array")
    columns = list(start[1])

    def rows(*columns_wanted: int):
        names = [columns[position] for position in columns_wanted]
        for line, record in chain([start], objects):
            for name in names:
                if name not in record:
                    raise source.error(f"has no key {name!r}", line)
            yield line, [record[name] for name in names]

    return TableInfo(source.format, None, columns, source.encoding), rows


def _object_by_id(first: str, second, later, decode) -> list | None:
    """The records of one JSON object of objects, or of labels, by id; None for JSON Lines.

    One object may span several lines. Alone on a line it is one by id where it holds nothing but
    objects, or nothing but lists under keys of which none names a side.
    """
    try:
        content = decode(first.rstrip())
    except (ValueError, RecursionError):
        text = "".join([first, *([second[1]] if second else []), *(line for _, line in later)])
        try:
            content = decode(text)
        except (ValueError, RecursionError):
            # Read as JSON Lines, what is wrong is named with its line.
            return None
    else:
        kinds = set(map(type, content.values())) if type(content) is dict else set()
        sides = kinds == {list} and any(guess_columns(list(content)).candidates)
        if second or sides or kinds not in ({dict}, {list}):
            return None
    if type(content) is not dict:
        return None
    return [
        {"id": key, **{name: cell for name, cell in value.items() if name != "id"}}
        if type(value) is dict
        else {"id": key, "labels": value}
        for key, value in content.items()
    ]


def _read_parquet(source: Source, wanted, header=True):
    # Imported late: the command line's help needs nothing but Python.
    import pyarrow as pa
    import pyarrow.parquet as pq

    source.unit = "row"
    try:
        file = pq.ParquetFile(source.handle)
    except (pa.ArrowException, OSError) as problem:
        raise source.error(f"is not a readable Parquet file ({short(str(problem))})") from None
    columns = file.schema_arrow.names

    def rows(*columns_wanted: int):
        names = [columns[position] for position in columns_wanted]
        source.total = file.metadata.num_rows
        row = 1
        try:
            for batch in file.iter_batches(65536, columns=names):
                cells = (batch.column(name).to_pylist() for name in names)
                numbers = range(row, row + len(batch))
                yield from zip(numbers, zip(*cells, strict=True), strict=True)
                row += len(batch)
        except (pa.ArrowException, OSError, UnicodeDecodeError) as problem:
            raise source.error(f"is damaged ({short(str(problem))})", row) from None

    return TableInfo(source.format, None, columns, None), rows


READERS = {
    "csv": _read_csv,
    "tsv": _read_csv,
    "jsonl": _read_jsonl,
    "parquet": _read_parquet,
    "xlsx": _read_xlsx,
}


# --- semantic_f1/files/columns.py

_ID = re.compile(r"0|[1-9][0-9]{0,17}")
# Matched before evaluating: Python joins neighbouring strings, so numpy's ['a' 'b'] would be 'ab'.
_PYTHON_ITEM = r"""(?:'(?:[^'\\\r\n]|\\[\\'"nrtxuU])*'|"(?:[^"\\\r\n]|\\[\\'"nrtxuU])*"|-?[0-9]+)"""
_PYTHON_LIST = re.compile(rf"\[\s*{_PYTHON_ITEM}(?:\s*,\s*{_PYTHON_ITEM})*(?:\s*,)?\s*\]")
_NUMPY_LIST = re.compile(rf"\[\s*{_PYTHON_ITEM}(?:\s+(?:{_PYTHON_ITEM}|\.\.\.))*\s*\]")
_NUMPY_SCALAR = re.compile(r"\bnp\.\w+\(")
_PYTHON_PRINT = re.compile(r"""\{|(?:frozen)?set\(|(?:np\.)?array\(|\(\s*(?:['"]|\)$)""")
_HALF_CHARACTER = re.compile("[\ud800-\udfff]")
_LIST_ADVICE = 'write a JSON list, such as ["joy", "love"]'
_KINDS = {type(None): "null", bool: "true or false", float: "a decimal number", dict: "an object"}


class CellError(Exception):
    """Error of a cell; `read_columns` adds where it stands."""


class _Lines:
    """Places of a table's rows in its file."""

    def __len__(self) -> int:
        return len(self.predictions)

    def row_name(self, index: int) -> str:
        """Name of row `index` (counted from 0) in messages, such as "line 17"."""
        return f"{self.unit} {self.lines[index]}"


@dataclass(frozen=True)
class LabelTable(_Lines):
    """Two columns of label sets.

    Attributes
    ----------
    predictions, references : list of tuple of (str or int)
        One tuple of names or ids a row, in the order and number of the cell. Rows of equal content
        may share one tuple.
    info : TableInfo
        What the file is.
    lines : array of int
        The line of the file on which each row begins, counted from 1; for Parquet and a JSON
        array the row's own number.
    unit : str
        "line" or "row": what `lines` counts.
    places : tuple
        Of other forms than two columns of one table: for each side its file, unit and lines.
    notes : tuple of str
        What a person should know of how files were joined.
    """

    predictions: list[tuple[str | int, ...]]
    references: list[tuple[str | int, ...]]
    info: TableInfo
    lines: array = field(repr=False)
    unit: str
    _decide: Callable = field(repr=False, compare=False)
    places: tuple = ()
    notes: tuple[str, ...] = ()

    def for_names(self, known: Collection[str] | None) -> "LabelTable":
        """The table as read where the universe has these names."""
        return self._decide(known)

    def row_name(self, index: int, side: str = "predictions") -> str:
        """Name of row `index` in messages; with two files the side's, and the line in it."""
        if not self.places:
            return super().row_name(index)
        file, unit, lines = self.places[SIDE_NAMES.index(side)]
        return f"{file}: {unit} {lines[index]}" if lines[index] else f"{file}: (no line)"


@dataclass(frozen=True)
class AnnotatorTable(_Lines):
    """Predicted label sets, and the gold sets of those annotators who saw each row.

    Attributes
    ----------
    predictions : list of tuple of (str or int)
        One tuple of names or ids a row.
    references : list of list of tuple of (str or int)
        One list a row, with one tuple an annotator.
    annotators : list of list of str, or None
        The columns they come from, one list a row; None where one column holds all gold sets.
    info, lines, unit
        As in `LabelTable`.
    """

    predictions: list[tuple[str | int, ...]]
    references: list[list[tuple[str | int, ...]]]
    annotators: list[list[str]] | None
    info: TableInfo
    lines: array = field(repr=False)
    unit: str
    _decide: Callable = field(repr=False, compare=False)

    def for_names(self, known: Collection[str] | None) -> "AnnotatorTable":
        """The table as read where the universe has these names."""
        return self._decide(known)


@dataclass(frozen=True)
class SoftTable(_Lines):
    """Two columns of distributions: tuples of numbers, or single numbers, one a row.

    ``info``, ``lines`` and ``unit`` are as in `LabelTable`.
    """

    predictions: list[tuple[float, ...] | float]
    references: list[tuple[float, ...] | float]
    info: TableInfo
    lines: array = field(repr=False)
    unit: str


def sniff(path: str | os.PathLike, *, format: str | None = None, header: bool = True) -> TableInfo:
    """Tell what a file is, and which columns it has, without reading its rows.

    Parameters
    ----------
    path : str or path
        The file.
    format : {"csv", "tsv", "jsonl", "parquet"}, optional
        By default the name's ending decides: .csv and .txt (delimiter found from the header), .tsv
        and .tab, .jsonl, .ndjson and .json, .parquet.

    Raises
    ------
    TableError
        If the file can't be read, or is not what its name or `format` says.
    """
    with opened(path, format) as source:
        return READERS[source.format](source, ("predictions", "references"), header)[0]


def read_columns(
    path: str | os.PathLike,
    *,
    predictions: str | None = None,
    references: str | None = None,
    separator: str | None = None,
    format: str | None = None,
    ids: str = "auto",
    known: Collection[str] | None = None,
    limit: int | None = None,
    progress: Callable[[float], object] | None = None,
) -> LabelTable:
    """Read the predicted and gold label sets of a file.

    Parameters
    ----------
    path : str or path
        A CSV, TSV, JSON Lines or Parquet file. Text is UTF-8, or UTF-16 with a byte-order mark.
        CSV columns may be separated by comma, semicolon or tab; quotes follow RFC 4180. Blank lines
        are no rows. A .json file may also be one array of objects.
    predictions, references : str, optional
        Names of the two columns. By default those whose names say it (`guess_columns`).
    separator : str, optional
        What separates the labels of a text cell. By default such a cell is one label.
    format : {"csv", "tsv", "jsonl", "parquet"}, optional
        By default the name's ending decides, as in `sniff`.
    ids : {"auto", "always", "never"}
        Whether whole numbers are ids or names, see above. It is decided from the rows that are
        read, once for all columns.
    known : collection of str, optional
        Names of the universe; `LabelTable.for_names` decides anew for another one.
    limit : int, optional
        Read only so many rows, from the top.
    progress : callable, optional
        Called now and then with the fraction read, in [0, 1], and with 1.0 at the end.

    Returns
    -------
    LabelTable

    Raises
    ------
    TableError
        If the file, a column, a row or a cell is not as described; it names the line.
    """
    names = columns_of(path, predictions, references, format=format)
    columns = [SetColumn(name, separator) for name in names]
    check_ids(ids)
    read = fill_columns(path, columns, format=format, limit=limit, progress=progress)

    def decide(known):
        numbers = numbers_are(columns, ids, known, read[0].format in UNTYPED)
        return LabelTable(*(column.label_sets(numbers) for column in columns), *read, decide)

    return decide(known)


def columns_of(path, predictions=None, references=None, *, format=None) -> tuple[str, str]:
    """The columns of predicted and gold labels: those named, else those whose names say it.

    Raises
    ------
    TableError
        If no column's name says it, or several do; it lists the columns.
    """
    if predictions is not None and references is not None:
        return predictions, references
    columns = sniff(path, format=format).columns
    guess = guess_columns(columns)
    for place, given in enumerate((predictions, references)):
        if given is None and guess[place] is None:
            side, name = SIDE_NAMES[place], repr(os.path.basename(path))[1:-1]
            raise unsure_columns(name, columns, side, guess.candidates[place])
    return predictions or guess.predictions, references or guess.references


def check_ids(ids):
    if ids not in ("auto", "always", "never"):
        raise TableError(f"ids must be 'auto', 'always' or 'never', got {ids!r}")


def numbers_are(columns, ids, known, untyped) -> str | None:
    """Meaning of whole numbers in all columns: "ids", "names", or None: as they stand there.

    ``untyped``: whether cells have no types, so that text may be ids.
    """
    if ids != "auto":
        return {"always": "ids", "never": "names"}[ids]
    if known is not None and any(not column.numbers().isdisjoint(known) for column in columns):
        return "names"
    return "ids" if untyped and all(column.looks_like_ids() for column in columns) else None


def fill_columns(path, columns, *, format=None, limit=None, progress=None, header=True):
    """Fill columns, which have a name and append cells, from a file.

    Returns
    -------
    the info, lines and unit of the table
    """
    names = [column.name for column in columns]
    if len(columns) == 2 and names[0] == names[1]:
        raise TableError(f"predictions and references both name the column {names[0]!r}")
    twice = [name for position, name in enumerate(names) if name in names[:position]]
    if twice:
        raise TableError(f"the column {twice[0]!r} is named twice")
    if limit is not None and limit < 1:
        raise TableError(f"limit must be at least 1 row, got {limit}")

    with opened(path, format) as source:
        info, rows = READERS[source.format](source, names, header)
        where = [find(source, info.columns, name) for name in names]
        appends = [column.append for column in columns]
        lines = array("q")
        try:
            for line, cells in islice(rows(*where), limit):
                for append, cell in zip(appends, cells, strict=True):
                    append(cell)
                lines.append(line)
                if progress and not len(lines) % 16384:
                    progress(source.fraction(len(lines)))
        except CellError as problem:
            raise source.error(str(problem), line) from None
        if not lines:
            raise source.error("has a header but no rows")
    if progress:
        progress(1.0)
    return info, lines, source.unit


def read_scores(
    path: str | os.PathLike,
    *,
    predictions: str | None = None,
    references: str | None = None,
    separator: str | None = None,
    ids: str = "auto",
    known: Collection[str] | None = None,
    **reading: Any,
) -> LabelTable:
    """Read a file whose predictions are lists of scores, one number a label.

    Parameters are those of `read_columns`; ``predictions`` names a column of JSON lists of finite
    numbers (in Parquet and JSON Lines lists of numbers). The members of ``predictions`` in the
    table are floats.

    Raises
    ------
    TableError
        As `read_columns`, and for a cell that is no list of finite numbers.
    """
    names = columns_of(path, predictions, references, format=reading.get("format"))
    scores, gold = _ScoreColumn(names[0]), SetColumn(names[1], separator)
    check_ids(ids)
    read = fill_columns(path, [scores, gold], **reading)

    def decide(known):
        numbers = numbers_are([gold], ids, known, read[0].format in UNTYPED)
        return LabelTable(scores.cells, gold.label_sets(numbers), *read, decide)

    return decide(known)


def read_annotator_columns(
    path: str | os.PathLike,
    *,
    predictions: str | None = None,
    references: str | list[str] | None = None,
    blank: str | None = None,
    separator: str | None = None,
    ids: str = "auto",
    known: Collection[str] | None = None,
    **reading: Any,
) -> AnnotatorTable:
    """Read a file with the gold sets of several annotators.

    Parameters
    ----------
    path, predictions, separator, ids, known : as for `read_columns`
    **reading : format, limit and progress, as for `read_columns`
    references : str or list of str
        The columns of the annotators, one each, with cells as in `read_columns`; or one column
        with a JSON list of gold sets a cell, such as ``[["joy"], ["joy", "love"], []]``.
    blank : {"no_label", "not_asked"}, optional
        What a blank cell in an annotator's column means: the empty set, or that the annotator did
        not see the row. Without it a blank cell is an error. In JSON Lines and Parquet a null
        means "not asked", and ``[]`` is the empty set.

    Raises
    ------
    TableError
        As `read_columns`, for a blank cell that may mean either, and for a row without annotators.
    """
    if blank not in (None, "no_label", "not_asked"):
        raise TableError(f"blank must be 'no_label' or 'not_asked', got {blank!r}")
    nested = references is None or isinstance(references, str)
    if not nested and not references:
        raise TableError("references: name one annotator's column at least")
    named = references if nested else references[0]
    predictions, named = columns_of(path, predictions, named, format=reading.get("format"))
    predicted = SetColumn(predictions, separator)
    check_ids(ids)
    if nested:
        answers = [_NestedColumn(named)]
    else:
        answers = [_AnnotatorColumn(name, separator, blank) for name in references]
    columns = [predicted, *answers]
    read = fill_columns(path, columns, **reading)

    def decide(known):
        numbers = numbers_are(columns, ids, known, read[0].format in UNTYPED)
        first, *sets = (column.label_sets(numbers) for column in columns)
        if nested:
            return AnnotatorTable(first, sets[0], None, *read, decide)
        golds, annotators = [], []
        for index, row in enumerate(zip(*sets, strict=True)):
            asked = [column.asked[index] for column in answers]
            golds.append([gold for gold, was in zip(row, asked, strict=True) if was])
            annotators.append([name for name, was in zip(references, asked, strict=True) if was])
        return AnnotatorTable(first, golds, annotators, *read, decide)

    table = decide(known)
    nobody = next((index for index, row in enumerate(table.references) if not row), None)
    if nobody is not None:
        raise TableError(
            f"{os.path.basename(path)}: {table.row_name(nobody)}: no annotator saw this row; "
            "leave it out"
        )
    return table


def read_distributions(
    path: str | os.PathLike,
    *,
    predictions: str | None = None,
    references: str | None = None,
    **reading: Any,
) -> SoftTable:
    """Read a file of predicted and gold distributions.

    Parameters are those of `read_columns` without ``separator`` and ``ids``; both columns hold
    JSON lists of finite numbers, one a label (in Parquet and JSON Lines lists of numbers), or
    single numbers.

    Raises
    ------
    TableError
        As `read_columns`, and for a cell that is neither.
    """
    names = columns_of(path, predictions, references, format=reading.get("format"))
    columns = [_ScoreColumn(name, single=True) for name in names]
    read = fill_columns(path, columns, **reading)
    return SoftTable(*(column.cells for column in columns), *read)


def neutralize(cell: str) -> str:
    """Make a text cell harmless to spreadsheets, which run text beginning with = + - or @.

    Such text, and text beginning with a tab or a line break, gets a leading apostrophe; all other
    text is returned as it is. For text only: format numbers without it.
    """
    return "'" + cell if cell.startswith(("=", "+", "-", "@", "\t", "\r", "\n")) else cell


class SetColumn:
    """Cells as they come, each distinct one parsed once."""

    def __init__(self, name: str, separator: str | None):
        if separator is not None and not separator:
            raise TableError("separator is an empty text; leave it out where a cell is one label")
        self.name = name
        # Cells are trimmed before they are split, and so must be what splits them.
        self.separator = separator and (separator.strip() or separator)
        self._codes = array("i")
        self._code_of: dict[Any, int] = {}
        self._sets: list[tuple] = []

    def append(self, cell) -> None:
        key = cell
        try:
            if type(cell) is not str:
                # Kinds first: as keys, (1,) and (True,) are one.
                key = _check_kinds(cell if type(cell) is list else [cell])
            code = self._code_of.get(key)
            if code is None:
                members = self._parse(key) if type(key) is str else key
                self._sets.append(_check_members(members))
                code = self._code_of[key] = len(self._code_of)
        except ValueError as problem:
            raise CellError(f"column {self.name!r}: {short(cell)} {problem}") from None
        self._codes.append(code)

    def label_sets(self, numbers: str | None) -> list[tuple]:
        """A label set a row; ``numbers``: what whole numbers are, as `numbers_are` says."""
        sets = [_as_told(members, numbers) for members in self._sets]
        return [sets[code] for code in self._codes]

    def numbers(self) -> set[str]:
        """Whole numbers, as text, that may be names or ids; text in lists is names."""
        return {
            str(member)
            for cell, code in self._code_of.items()
            for member in self._sets[code]
            if type(member) is int or (_ID.fullmatch(member) and not _is_list_text(cell))
        }

    def looks_like_ids(self) -> bool:
        """True where all members are whole numbers, those of lists by their type."""
        for cell, code in self._code_of.items():
            in_list = _is_list_text(cell)
            for member in self._sets[code]:
                if type(member) is str and (in_list or not _ID.fullmatch(member)):
                    return False
        return True

    def _parse(self, cell: str) -> tuple:
        text = cell.strip()
        if not text:
            return ()
        if text.startswith("["):
            return _parse_list(text)
        if _PYTHON_PRINT.match(text):
            raise ValueError(f"looks like a printed set, tuple or array: {_LIST_ADVICE}")
        if self.separator is None:
            return (text,)
        members = tuple(member.strip() for member in text.split(self.separator))
        if not all(members):
            raise ValueError(f"has an empty name before or after a {self.separator!r}")
        return members


class _AnnotatorColumn(SetColumn):
    """The gold sets of one annotator, who may not have seen every row."""

    def __init__(self, name: str, separator: str | None, blank: str | None):
        super().__init__(name, separator)
        self.blank = blank
        self.asked: list[bool] = []

    def append(self, cell) -> None:
        is_blank = type(cell) is str and not cell.strip()
        if is_blank and self.blank is None:
            raise CellError(
                f"column {self.name!r}: a blank cell may mean that the annotator chose no label "
                '(blank="no_label") or did not see the row (blank="not_asked"): say which'
            )
        self.asked.append(cell is not None and not (is_blank and self.blank == "not_asked"))
        super().append("" if cell is None else cell)


class _NestedColumn:
    """Cells that are lists of gold sets, one an annotator."""

    def __init__(self, name: str):
        self.name = name
        self.cells: list[list[tuple]] = []

    def label_sets(self, numbers: str | None) -> list[list[tuple]]:
        return [[_as_told(members, numbers) for members in row] for row in self.cells]

    def numbers(self) -> set[str]:
        return {str(member) for member in self._members() if type(member) is int}

    def looks_like_ids(self) -> bool:
        return all(type(member) is int for member in self._members())

    def _members(self):
        return (member for row in self.cells for members in row for member in members)

    def append(self, cell) -> None:
        try:
            sets = json.loads(cell) if type(cell) is str else cell
        except (ValueError, RecursionError):
            sets = None
        try:
            if type(sets) is not list:
                raise ValueError(
                    'is not a list of gold sets, such as [["joy"], ["joy", "love"], []]'
                )
            bare = [gold for gold in sets if type(gold) is str or type(gold) is int]
            if bare:
                raise ValueError(
                    f"holds {bare[0]!r} where a gold set must stand, a list such as [{bare[0]!r}]"
                )
            members = (gold if type(gold) is list else [gold] for gold in sets)
            self.cells.append([_check_members(_check_kinds(gold)) for gold in members])
        except ValueError as problem:
            raise CellError(f"column {self.name!r}: {short(cell)} {problem}") from None


class _ScoreColumn:
    """Cells that are lists of numbers, or with ``single`` also numbers by themselves."""

    def __init__(self, name: str, single: bool = False):
        self.name, self.single = name, single
        self.cells: list[tuple | float] = []

    def append(self, cell) -> None:
        try:
            scores = json.loads(cell) if type(cell) is str else cell
        except (ValueError, RecursionError):
            scores = None
        numbers = scores if type(scores) is list else [scores]
        finite = set(map(type, numbers)) <= {int, float} and all(map(math.isfinite, numbers))
        if not finite or not (type(scores) is list or self.single):
            what = "a list of finite numbers, such as [0.1, 0.7]"
            raise CellError(
                f"column {self.name!r}: {short(cell)} is not {'a number or ' * self.single}{what}"
            )
        row = tuple(map(float, numbers))
        self.cells.append(row if type(scores) is list else row[0])


def _as_told(members: tuple, numbers: str | None) -> tuple:
    """Members with whole numbers as ids, as names, or as they stand."""
    if numbers == "names":
        return tuple(map(str, members))
    if numbers == "ids":
        return tuple(int(m) if type(m) is str and _ID.fullmatch(m) else m for m in members)
    return members


def _is_list_text(cell) -> bool:
    return type(cell) is str and cell.lstrip().startswith("[")


def _parse_list(text: str) -> tuple:
    try:
        members = json.loads(text)
    except json.JSONDecodeError:
        pass
    except RecursionError:
        raise ValueError(f"is nested too deeply: {_LIST_ADVICE}") from None
    except ValueError:
        # Python refuses to convert thousands of digits.
        raise ValueError("holds an id of more than 64 bits") from None
    else:
        return _check_kinds(members)
    if _PYTHON_LIST.fullmatch(text):
        try:
            return tuple(ast.literal_eval(text))
        except (ValueError, SyntaxError):
            pass
    elif _NUMPY_LIST.fullmatch(text) or _NUMPY_SCALAR.search(text):
        raise ValueError(f"looks like a printed numpy array (.tolist() helps): {_LIST_ADVICE}")
    raise ValueError(f"is not a list of names or ids: {_LIST_ADVICE}")


def _check_kinds(members: list) -> tuple:
    for kind in set(map(type, members)):
        if kind is not str and kind is not int:
            what = _KINDS.get(kind, f"a value of type {kind.__name__}")
            raise ValueError(f"holds {what}, where names or ids must stand; [] is the empty set")
    return tuple(members)


def _check_members(members: tuple) -> tuple:
    for member in members:
        if type(member) is int:
            if not -(2**63) <= member < 2**63:
                raise ValueError("holds an id of more than 64 bits")
        elif not member.strip():
            raise ValueError("holds an empty name; [] is the empty set")
        elif _HALF_CHARACTER.search(member):
            raise ValueError("holds half of a character (a lone surrogate)")
    return members


# --- semantic_f1/files/forms.py

MISSING_IDS = ("raise", "empty", "drop")
# Names of the second column of a long form, beside those that name a side.
_LABEL_NAMES = ("code", "label", "tag", "class", "category", "annotation", "concept", "cui", "uri")
_ZERO_ONE = {"0": False, "1": True, "0.0": False, "1.0": True, "false": False, "true": True}


class FilePlace(NamedTuple):
    """Place of the rows of one side: its file, what its lines count, and the line of each."""

    file: str
    unit: str
    lines: array


class Part(NamedTuple):
    """One side as it was read: a column of label sets, one a line of the file.

    ``ids`` names the example of each line; None where lines have no ids.
    """

    column: Any
    ids: list[str] | None
    info: TableInfo
    place: FilePlace
    notes: tuple[str, ...] = ()


def read_labels(
    path: str | os.PathLike,
    gold: str | os.PathLike | None = None,
    *,
    predictions: str | None = None,
    references: str | None = None,
    id: str | None = None,
    separator: str | None = None,
    indicators: bool | Collection[str] = False,
    long: bool = False,
    header: bool | None = None,
    missing: str = "raise",
    format: str | None = None,
    ids: str = "auto",
    known: Collection[str] | None = None,
    limit: int | None = None,
    progress: Callable[[float], object] | None = None,
) -> LabelTable:
    """Read predicted and gold label sets from one file or two, in any form.

    Parameters
    ----------
    path : str or path
        The file of the predictions, and without ``gold`` of both sides.
    gold : str or path, optional
        The file of the gold labels. Examples are those of its rows, in their order, joined with the
        predictions by ``id``; where neither file has an id column, line by line.
    predictions, references : str, optional
        Names of the columns. By default those whose names say it; in a file of one side the only
        column beside ids and texts. With ``indicators`` in one file: "pred_*" for columns that
        begin so, the label following.
    id : str, optional
        The column that names the examples, in both files; by default the one whose name says it.
    separator, format, ids, known, limit, progress
        As for `read_columns`.
    indicators : bool or names of labels
        True: columns that hold 0 and 1 are labels, named by the header; or these columns alone.
    long : bool
        Whether the files hold one (id, label) a line. A blank label is an example without labels.
    header : bool, optional
        Of long form: whether the first line names the columns; by default where its names say so.
        Without one, columns are called "1", "2" and so on.
    missing : {"raise", "empty", "drop"}
        Ids that one file lacks: an error; no labels there; or no example.

    Returns
    -------
    LabelTable, whose ``notes`` say how files were joined and what was left out

    Raises
    ------
    TableError
        As `read_columns`, for ids that come twice or are missing, for cells of indicator columns
        that are neither 0 nor 1, and for files whose indicator columns differ.
    """
    if missing not in MISSING_IDS:
        raise TableError(f"missing must be one of {', '.join(MISSING_IDS)}, got {missing!r}")
    check_ids(ids)
    reading = {"format": format, "limit": limit}
    if gold is None and not indicators and not long:
        return read_columns(
            path,
            predictions=predictions,
            references=references,
            separator=separator,
            ids=ids,
            known=known,
            progress=progress,
            **reading,
        )
    if long and (gold is None or indicators):
        what = "indicators" if indicators else "one file; give the gold labels a file of their own"
        raise TableError(f"long form does not go with {what}")
    if gold is None:
        parts = _both_of_one_file(path, predictions, references, indicators, known, reading)
        return _table_of_parts(parts, [None, None], ids, known, ())
    read = {"separator": separator, "indicators": indicators, "long": long, "header": header}
    parts = [
        _read_part(file, side, column, id, known, **read, **reading)
        for file, side, column in zip(
            (path, gold), SIDE_NAMES, (predictions, references), strict=True
        )
    ]
    if indicators:
        _check_same_labels(parts)
    if progress:
        progress(1.0)
    rows, notes = _joined_parts(parts, long, missing)
    return _table_of_parts(parts, rows, ids, known, notes)


def read_system_columns(
    path: str | os.PathLike,
    systems: Collection[str],
    *,
    references: str | None = None,
    separator: str | None = None,
    ids: str = "auto",
    known: Collection[str] | None = None,
    **reading: Any,
) -> dict[str, LabelTable]:
    """Read several systems' predictions out of one file, a column each.

    Parameters
    ----------
    path : str or path
    systems : names of the columns
    references : str, optional
        The column of the gold labels, by default the one whose name says it.
    separator, ids, known, format, limit, progress
        As for `read_columns`; whether numbers are ids is one decision for all columns.

    Returns
    -------
    dict of column -> LabelTable, with the same references in all
    """
    check_ids(ids)
    systems = list(systems)
    named = columns_of(path, systems[0], references, format=reading.get("format"))[1]
    columns = [SetColumn(name, separator) for name in (*systems, named)]
    read = fill_columns(path, columns, **reading)

    def table_of(place):
        def decide(known):
            numbers = numbers_are(columns, ids, known, read[0].format in UNTYPED)
            sides = (columns[place].label_sets(numbers), columns[-1].label_sets(numbers))
            return LabelTable(*sides, *read, decide)

        return decide(known)

    return {name: table_of(place) for place, name in enumerate(systems)}


class _IdColumn:
    """Names of examples, as text."""

    def __init__(self, name: str):
        self.name = name
        self.cells: list[str] = []

    def append(self, cell) -> None:
        text = cell.strip() if type(cell) is str else "" if cell is None else str(cell)
        if not text:
            raise CellError(f"column {self.name!r}: an empty id")
        self.cells.append(text)


class _IndicatorColumn:
    """Cells of a column that may be a label's: it is one if its first cell is 0 or 1."""

    def __init__(self, name: str, label: str, needed: bool):
        self.name, self.label, self.needed = name, label, needed
        self.kept: bool | None = None
        self.cells = bytearray()

    def append(self, cell) -> None:
        if self.kept is False:
            return
        value = _ZERO_ONE.get(str(cell).strip().lower())
        if value is None and self.kept is None and not self.needed:
            self.kept = False
            return
        if value is None:
            raise CellError(
                f"column {self.name!r}: {short(cell)} is neither 0 nor 1; name the columns of "
                "labels in indicators=[...] if this is none"
            )
        self.kept = True
        self.cells.append(value)


class _IndicatorSets:
    """Label sets out of indicator columns, in the way of a `SetColumn`."""

    def __init__(self, columns: list[_IndicatorColumn]):
        self.columns = columns
        self.name = "the columns of labels"

    def label_sets(self, numbers: str | None) -> list[tuple]:
        kept = [column for column in self.columns if column.kept]
        cells = zip(*(column.cells for column in kept), strict=True)
        names = [column.label for column in kept]
        return [
            tuple(name for name, is_one in zip(names, row, strict=True) if is_one) for row in cells
        ]

    def numbers(self) -> set[str]:
        return set()

    def looks_like_ids(self) -> bool:
        return True


def _read_part(path, side, column, id, known, *, separator, indicators, long, header, **reading):
    """One side out of a file of its own."""
    info = sniff(path, format=reading["format"])
    notes: tuple[str, ...] = ()
    if long:
        headed = _has_header(info.columns, id, column) if header is None else header
        if not headed:
            info = sniff(path, format=reading["format"], header=False)
            notes = (f"{_file_name(path)}: read without a header",)
        reading["header"] = headed
    id_name = id if id is not None else _id_name(path, info.columns, long, reading)
    ids = None if id_name is None else _IdColumn(id_name)
    if indicators:
        names = [name for name in info.columns if name != id_name and not is_id_or_text(name)]
        columns = _indicator_columns(path, names, indicators, known)
        sets = _IndicatorSets(columns)
    else:
        name = column or _label_name(path, info.columns, side, id_name, reading)
        sets = SetColumn(name, separator)
        columns = [sets]
    filled = fill_columns(path, [*([ids] if ids else []), *columns], **reading)
    if indicators:
        left = [one.name for one in columns if not one.kept]
        if left:
            notes += (f"{_file_name(path)}: no columns of labels: {listed(left)}",)
        if len(left) == len(columns):
            raise TableError(f"{_file_name(path)}: no column holds 0 and 1 alone")
    place = FilePlace(_file_name(path), filled[2], filled[1])
    return Part(sets, ids and ids.cells, filled[0], place, notes)


def _both_of_one_file(path, predictions, references, indicators, known, reading):
    """Both sides of one file as indicator columns with different beginnings."""
    info = sniff(path, format=reading["format"])
    parts, filled = [], []
    for side, pattern in zip(SIDE_NAMES, (predictions, references), strict=True):
        if not (pattern or "").endswith("*"):
            raise TableError(
                f"{_file_name(path)}: indicator columns of both sides in one file need their "
                f"beginnings, such as {side}='{side[:4]}_*'; or give the gold labels a file of "
                "their own"
            )
        begins = pattern[:-1]
        names = [name for name in info.columns if name.startswith(begins)]
        columns = _indicator_columns(path, names, indicators, known, len(begins))
        if not columns:
            raise TableError(f"{_file_name(path)}: no column's name begins with {begins!r}")
        parts.append(_IndicatorSets(columns))
        filled += columns
    read = fill_columns(path, filled, **reading)
    place = FilePlace(_file_name(path), read[2], read[1])
    made = [Part(part, None, read[0], place) for part in parts]
    _check_same_labels(made)
    return made


def _indicator_columns(path, names, indicators, known, cut=0):
    if indicators is True:
        known = set(known or ())
        return [_IndicatorColumn(name, name[cut:], name[cut:] in known) for name in names]
    wanted = list(indicators)
    own = {name[cut:]: name for name in names}
    lacking = [name for name in wanted if name not in own]
    if lacking:
        raise TableError(f"{_file_name(path)}: has no column for the labels {listed(lacking)}")
    return [_IndicatorColumn(own[name], name, True) for name in wanted]


def _check_same_labels(parts):
    """A label that one file has no column for would be never predicted, or never gold."""
    first, second = (
        [one.label for one in part.column.columns if one.kept or one.kept is None] for part in parts
    )
    odd = [name for name in {**dict.fromkeys(first), **dict.fromkeys(second)} if name not in first]
    file, other = parts[0].place.file, parts[1].place.file
    if not odd:
        odd = [name for name in first if name not in second]
        file, other = other, file
    if odd:
        raise TableError(
            f"{file}: has no column of labels {listed(odd)}, which {other} has; both sides need "
            "the same"
        )


def _has_header(columns, id, column) -> bool:
    """True where the first line of a long form names columns, by its words."""
    if {id, column} & set(columns):
        return True
    guess = guess_columns(columns)
    words = {word for name in columns for word in name.casefold().replace("_", " ").split()}
    return bool(guess_id(columns) or any(guess.candidates) or words.intersection(_LABEL_NAMES))


def _id_name(path, columns, long, reading):
    name = guess_id(columns)
    if name is None and long:
        if len(columns) != 2:
            raise TableError(
                f"{_file_name(path)}: name the columns of ids and labels; columns found: "
                f"{listed(columns)}"
            )
        return columns[0]
    return name


def _label_name(path, columns, side, id_name, reading):
    """The column of labels in a file of one side."""
    guess = guess_columns(columns)
    place = SIDE_NAMES.index(side)
    others = [name for name in columns if name != id_name and not is_id_or_text(name)]
    found = guess[place] or guess[1 - place] or (others[0] if len(others) == 1 else None)
    if found is None:
        raise unsure_columns(_file_name(path), columns, side, guess.candidates[place])
    return found


def _joined_parts(parts, long, missing):
    """For each example the lines of either side, and what is to be said of it."""
    notes = tuple(note for part in parts for note in part.notes)
    predicted, gold = parts
    if predicted.ids is None or gold.ids is None:
        n, m = (len(part.place.lines) for part in parts)
        if n != m:
            raise TableError(
                f"{predicted.place.file}: {n:,} rows where {gold.place.file} has {m:,}; files "
                "without a common column of ids are joined line by line"
            )
        return [None, None], (*notes, "the files were joined line by line")
    lines = []
    for part in parts:
        own: dict[str, list[int]] = {}
        for index, name in enumerate(part.ids):
            own.setdefault(name, []).append(index)
            if len(own[name]) > 1 and not long:
                place = part.place
                first, again = (place.lines[i] for i in own[name])
                raise TableError(
                    f"{place.file}: {place.unit} {again}: the id {short(name)} stands in "
                    f"{place.unit} {first} too"
                )
        lines.append(own)
    order = list(lines[1])
    for part, own, other in ((predicted, lines[0], lines[1]), (gold, lines[1], lines[0])):
        absent = [name for name in other if name not in own]
        if not absent:
            continue
        if missing == "raise":
            raise TableError(
                f"{part.place.file}: nothing for {len(absent):,} of {len(other):,} ids: "
                f'{listed(absent)}; missing="empty" takes them as examples without labels there, '
                'missing="drop" leaves them out'
            )
        done = "count as having no labels there" if missing == "empty" else "were left out"
        notes += (f"{part.place.file}: {len(absent):,} ids that it lacks {done}",)
    if missing == "empty":
        order += [name for name in lines[0] if name not in lines[1]]
    else:
        order = [name for name in order if name in lines[0]]
    if not order:
        raise TableError(f"{predicted.place.file} and {gold.place.file} have no id in common")
    return [[own.get(name, []) for name in order] for own in lines], notes


def _table_of_parts(parts, rows, ids, known, notes):
    """The table of both sides; ``rows`` are the lines of each example, or None for one each."""
    places = []
    for part, lines_of in zip(parts, rows, strict=True):
        lines = part.place.lines
        if lines_of is not None:
            lines = array("q", [lines[own[0]] if own else 0 for own in lines_of])
        places.append(part.place._replace(lines=lines))
    untyped = all(part.info.format in UNTYPED for part in parts)

    def decide(known):
        numbers = numbers_are([part.column for part in parts], ids, known, untyped)
        sides = []
        for part, lines_of in zip(parts, rows, strict=True):
            sets = part.column.label_sets(numbers)
            if lines_of is not None:
                sets = [tuple(member for i in own for member in sets[i]) for own in lines_of]
            sides.append(sets)
        info, place = parts[0].info, places[0]
        return LabelTable(
            *sides, info, place.lines, place.unit, decide, tuple(places), tuple(notes)
        )

    return decide(known)


def _file_name(path) -> str:
    return repr(os.path.basename(path))[1:-1]


# --- semantic_f1/files/reading.py

def read_for(
    config_name,
    path,
    gold=None,
    *,
    predictions=None,
    references=None,
    ids="auto",
    known=None,
    **more,
):
    """Read a file, or two, for a config of the metric: what ``metric.read_file`` returns."""
    sides = {"predictions": predictions, "references": references}
    if config_name != "default" and gold is not None:
        raise TableError(f'gold: two files are read in the default config, not in "{config_name}"')
    if config_name == "soft":
        table = read_distributions(path, **sides, **more)
        return {"predictions": table.predictions, "references": table.references}
    more = {**more, "ids": ids, "known": known}
    if config_name == "multilabel":
        if known is None:
            raise TableError("labels: gold labels become columns in their order; pass labels=")
        table = read_scores(path, **sides, **more)
        return {"predictions": table.predictions, "references": indicator_rows(table, known)}
    if config_name == "annotators":
        table = read_annotator_columns(path, **sides, **more)
        found = {"predictions": table.predictions, "references": table.references}
        return found if table.annotators is None else {**found, "annotators": table.annotators}
    if isinstance(predictions, (list, tuple)):
        tables = read_system_columns(path, predictions, references=references, **more)
        first = next(iter(tables.values()))
        _refuse_undecided(first, ids, known)
        systems = {name: table.predictions for name, table in tables.items()}
        return {"systems": systems, "references": first.references}
    table = read_labels(path, gold, **sides, **more)
    _refuse_undecided(table, ids, known)
    return {"predictions": table.predictions, "references": table.references}


def _refuse_undecided(table, ids, known):
    """Whole numbers are names or ids, and without a universe nothing tells which."""
    if ids != "auto" or known is not None:
        return
    sides = (table.predictions, table.references)
    if any(type(member) is int for side in sides for row in side for member in row):
        raise TableError(
            'ids: whole numbers may be names or ids; pass similarity= or labels=, or ids="always" '
            'or "never"'
        )


def indicator_rows(table, names, none_labels=()):
    """Gold labels of a table as rows of 0 and 1, a column a name; none-labels have none."""
    place = {name: index for index, name in enumerate(names)}
    rows = []
    for index, members in enumerate(table.references):
        row = [0] * len(names)
        for member in members:
            at = member if type(member) is int else place.get(member, -1)
            if at < 0 and member in none_labels:
                continue
            if not 0 <= at < len(names):
                raise TableError(f"{table.row_name(index)}: {short(member)} is not a label")
            row[at] = 1
        rows.append(row)
    return rows


# --- semantic_f1/files/unit_column.py

def read_groups(path: str | os.PathLike, column: str, *, format: str | None = None) -> tuple:
    """The cells of a column, one a row, blanks around text taken off.

    Parameters
    ----------
    path : str or path
        CSV, TSV, JSON Lines or Parquet file with a header.
    column : str
        Its name in the header.
    format : str, optional
        As for `read_columns`.

    Raises
    ------
    TableError
        For a file that can't be read, and for an empty cell or one that is no text or number,
        naming the line.
    """
    with opened(path, format) as source:
        info, rows = READERS[source.format](source, [column])
        groups = []
        for line, (cell,) in rows(find(source, info.columns, column)):
            group = cell.strip() if isinstance(cell, str) else cell
            if group is None or group == "" or group != group:
                raise source.error(
                    f"column {column!r}: an empty cell; every row needs its author, document or "
                    "prompt, a row that belongs to no other one of its own",
                    line,
                )
            if not isinstance(group, (str, int, float)):
                came = type(group).__name__
                said = f"column {column!r}: expected text or a number; got {came}"
                raise source.error(said, line)
            groups.append(group)
    return tuple(groups)


# --- semantic_f1/inputs/label_sets.py

# Rows that are read and scored at a time.
BLOCK_ROWS = 65_536


class LabelSets(NamedTuple):
    """Label sets of n examples: example i holds ``indices[offsets[i]:offsets[i + 1]]``.

    ``indices`` is int32, without repeats within an example; ``offsets`` is int64 of length n + 1.
    """

    indices: np.ndarray
    offsets: np.ndarray

    def rows(self, start, stop):
        """The sets of examples ``start .. stop - 1``, as views."""
        offsets = self.offsets[start : stop + 1]
        return LabelSets(self.indices[offsets[0] : offsets[-1]], offsets - offsets[0])


def take_sets(sets, rows):
    """The sets of the given rows, in their order; rows may repeat."""
    sizes = np.diff(sets.offsets)[rows]
    offsets = np.concatenate([[0], np.cumsum(sizes)])
    members = np.arange(offsets[-1]) + np.repeat(sets.offsets[rows] - offsets[:-1], sizes)
    return sets._replace(indices=sets.indices[members], offsets=offsets)


def repeat_sets(sets, times):
    """Each set as often in a row as ``times``, an int array, says."""
    return take_sets(sets, np.repeat(np.arange(len(times)), times))


def mark_sets(sets, groups, n_labels, n_groups):
    """Label sets that carry the group whose similarity they are scored with.

    Only golds need groups. Predictions are marked with group 0, which leaves their labels as they
    are: one predicted set can face golds of several groups.

    Parameters
    ----------
    sets : LabelSets
    groups : int, or int array with one group a set, 0 .. n_groups - 1
    n_labels, n_groups : int

    Returns
    -------
    LabelSets of int64 indices: label c of group g is n_labels * g + c, and what lies outside the
    universe stays there
    """
    sizes = np.diff(sets.offsets)
    indices = sets.indices.astype(np.int64)
    group = np.repeat(np.broadcast_to(groups, len(sizes)), sizes)
    group = np.where(indices < n_labels, group, n_groups - 1)
    return sets._replace(indices=indices + n_labels * group)


# --- semantic_f1/inputs/reading.py

MAX_ID = np.iinfo(np.int32).max
_COLLECTIONS = {list, tuple, set, frozenset}
_EMPTY_SET = "an example without labels is an empty list, []"
# Types of scores in which a threshold is compared; their places say which of them a row had.
PRECISIONS = ("float64", "float32", "float16", "bfloat16")


class RawSets(NamedTuple):
    """Members of n sets: example i holds ``codes[offsets[i]:offsets[i + 1]]``, repeats included.

    ``codes`` index ``names``, or are ids where ``names`` is None. ``feature`` holds the names of a
    ClassLabel that came with the rows, in the order of its ids: they say what ids mean, those of
    the other side too.
    """

    names: list | None
    codes: np.ndarray
    offsets: np.ndarray
    feature: tuple | None = None

    @property
    def kind(self):
        """ "names", "ids", or None where every set is empty."""
        return None if not len(self.codes) else "ids" if self.names is None else "names"


class RawIndicators(NamedTuple):
    """Indicator rows: the columns that are 1 as ragged ``codes``, or a ``table`` of scores.

    ``table``, of shape (n, width), is None where every value is 0 or 1, else it is what counts.
    ``precision``, of shape (n,), says by their places in PRECISIONS which type the scores of each
    row had; None where all are float64.
    """

    width: int
    codes: np.ndarray
    offsets: np.ndarray
    table: np.ndarray | None
    precision: np.ndarray | None = None


def read_sets(rows, argument, class_names=None):
    """Label sets: each example a name, an id or a collection of names or of ids.

    Parameters
    ----------
    rows : the examples, in any form the module knows
    argument : how errors call them, "predictions" or "references"
    class_names : None, or the names that ids stand for where the rows don't tell

    Returns
    -------
    RawSets

    Raises
    ------
    ValueError
        naming the row and the value: None, floats, booleans, names mixed with ids, negative ids
    """
    rows, own_names = unwrap(_whole_floats(rows), argument)
    class_names = class_names if own_names is None else own_names
    if isinstance(rows, (pa.Array, pa.ChunkedArray)):
        raw = _sets_from_arrow(rows, argument)
    elif isinstance(rows, np.ndarray):
        raw = _sets_from_array(rows, argument)
    else:
        raw = _sets_from_list(rows, argument)
    if raw.names is None:
        wrong = np.flatnonzero((raw.codes < 0) | (raw.codes > MAX_ID))
        if len(wrong):
            row = row_of(raw.offsets, wrong[0])
            raise ValueError(
                f"{argument}[{row}]: id {raw.codes[wrong[0]]} is out of range; ids count from 0"
            )
    if class_names is None:
        return raw
    return by_feature(raw._replace(feature=tuple(class_names)), class_names, argument)


def read_indicators(rows, argument, scores):
    """Indicator rows of one width, holding 0 and 1, or finite scores where ``scores`` is true.

    Parameters
    ----------
    rows : the examples, as an array of shape (n, width) or rows in any form the module knows
    argument : how errors call them, "predictions" or "references"
    scores : bool, whether other finite numbers than 0 and 1 are let through

    Returns
    -------
    RawIndicators

    Raises
    ------
    ValueError
        naming the row and the value: rows of differing widths, values that are not numbers, not
        finite, or (without ``scores``) neither 0 nor 1
    """
    precision = _precision_of(rows)
    table = number_table(unwrap(rows, argument)[0], argument)
    n, width = table.shape
    counts = np.zeros(n, dtype=np.int64)
    codes = []
    binary = True
    for start in range(0, n, BLOCK_ROWS):
        block = table[start : start + BLOCK_ROWS]
        flat = np.ascontiguousarray(block).reshape(-1)
        ones = np.flatnonzero(flat != 0)
        values = flat[ones]
        other = values != 1
        if other.any():
            _check_scores(block, flat, ones[other], start, argument, scores)
            binary = False
        if binary:
            block_rows = ones // max(width, 1)
            codes.append((ones - block_rows * width).astype(np.int32))
            counts[start : start + len(block)] = np.bincount(block_rows, minlength=len(block))
    if not binary:
        if precision is None and table.dtype.name in PRECISIONS:
            precision = PRECISIONS.index(table.dtype.name)
        each = np.full(n, precision, np.int8) if precision else None
        return RawIndicators(width, np.zeros(0, np.int32), np.zeros(n + 1, np.int64), table, each)
    return RawIndicators(width, _concatenate(codes, np.int32), offsets_of(counts), None)


def read_weights(weights, n=None, some=True):
    """Example weights as a float64 array of shape (n,): finite, >= 0, with ``some`` not all 0."""
    values, _ = unwrap(weights, "sample_weight")
    try:
        arrow = isinstance(values, (pa.Array, pa.ChunkedArray))
        array = np.array(values.to_pylist() if arrow else values)
        if array.dtype == object:
            for index, weight in enumerate(array.reshape(-1)):
                if not isinstance(weight, numbers.Real) or isinstance(weight, bool):
                    raise ValueError(f"row {index} is {short(weight)}")
        elif array.dtype.kind not in "iuf":
            raise ValueError(f"got {array.dtype}")
        array = array.astype(np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise ValueError(f"sample_weight: expected one number an example: {error}") from None
    if array.ndim != 1 or n not in (None, len(array)):
        raise ValueError(
            f"sample_weight: expected one number an example{'' if n is None else f', {n}'}; "
            f"got shape {array.shape}"
        )
    wrong = np.flatnonzero(~np.isfinite(array) | (array < 0))
    if len(wrong):
        raise ValueError(
            f"sample_weight[{wrong[0]}]: weights must be finite and >= 0; got {array[wrong[0]]}"
        )
    if some and not array.any():
        raise ValueError("sample_weight: at least one weight must be above 0; all are 0")
    with np.errstate(over="ignore"):
        if not np.isfinite(array.sum()):
            raise ValueError("sample_weight: the sum of the weights is too large for a float")
    return array


def offsets_of(sizes):
    """Offsets, from 0, of consecutive runs of the given sizes."""
    offsets = np.zeros(len(sizes) + 1, dtype=np.int64)
    np.cumsum(sizes, out=offsets[1:])
    return offsets


def row_of(offsets, member):
    """The row that a member, counted over all rows, belongs to."""
    return int(np.searchsorted(offsets, member, side="right")) - 1


def unwrap(rows, argument):
    """Rows as a list, an array or an Arrow array, and the ClassLabel names that came with them.

    Arrow arrays come without chunks, list views, runs and extension types (:func:`plain_arrow`).
    """
    if rows is None or isinstance(rows, (str, bytes, Mapping, set, frozenset)):
        raise ValueError(
            f"{argument}: expected a sequence with one entry an example; got "
            f"{type(rows).__name__}{'' if rows is None else ' ' + short(rows)}"
        )
    if isinstance(rows, np.ndarray):
        return plain_array(rows, argument), None
    if isinstance(rows, (list, tuple)):
        return rows, None
    if isinstance(rows, (pa.Array, pa.ChunkedArray)):
        return plain_arrow(rows), None
    if hasattr(rows, "column_name") and hasattr(rows, "source"):
        return _unwrap_column(rows)
    if hasattr(rows, "columns"):
        raise ValueError(
            f"{argument}: a table of columns has no order of labels to rely on; pass one column, "
            "or .to_numpy() with the columns in the order of the labels"
        )
    if hasattr(rows, "toarray"):
        raise ValueError(f"{argument}: a sparse matrix must be made an array first: .toarray()")
    if hasattr(rows, "__arrow_c_stream__") and not hasattr(rows, "iloc"):
        # A Polars column, or any other that hands out its Arrow data.
        return plain_arrow(pa.chunked_array(rows)), None
    if hasattr(getattr(rows, "dtype", None), "na_value"):
        # As an array, a pandas column of its own types would turn missing values into floats.
        return rows.tolist(), None
    if hasattr(rows, "__array__"):
        array = plain_array(rows, argument)
        return (array.tolist() if array.dtype == object else array), None
    try:
        return list(rows), None
    except TypeError:
        raise ValueError(
            f"{argument}: expected a sequence with one entry an example; got "
            f"{type(rows).__name__} {short(rows)}"
        ) from None


def _unwrap_column(column):
    """A ``datasets`` column: its Arrow data, read whole, not decoded row by row."""
    source, name = column.source, column.column_name
    class_names = column_class_names(column)
    plain = getattr(source, "format", None)
    if plain is None or plain.get("type") == "custom":
        return list(column), class_names
    return plain_arrow(source.with_format("arrow")[name][:]), class_names


def plain_arrow(array):
    """An Arrow array of values, dictionaries or lists, without what others read wrong.

    Chunks become one, list views lists (a cast gives them broken offsets), runs are decoded, views
    of text become text, and extension types their storage. Nulls stay.
    """
    if isinstance(array, pa.ChunkedArray):
        chunks = [plain_arrow(chunk) for chunk in array.chunks]
        if len(chunks) == 1:
            return chunks[0]
        if not chunks:
            return plain_arrow(pa.array([], array.type))
        if pa.types.is_dictionary(chunks[0].type):
            array = pa.chunked_array(chunks).unify_dictionaries()
            chunks = array.chunks
        return pa.concat_arrays(chunks)
    kind = array.type
    if isinstance(kind, pa.BaseExtensionType):
        return plain_arrow(array.storage)
    if pa.types.is_run_end_encoded(kind):
        return plain_arrow(pc.run_end_decode(array))
    if pa.types.is_list_view(kind) or pa.types.is_large_list_view(kind):
        return _list_of_views(array)
    if pa.types.is_string_view(kind):
        return array.cast(pa.large_string())
    return array


def _list_of_views(array):
    """A list view as a list, its views taken one by one: they may overlap and come in any order."""
    array.validate(full=True)
    present = array.is_valid().to_numpy(zero_copy_only=False)
    starts = array.offsets.to_numpy().astype(np.int64)
    sizes = np.where(present, array.sizes.to_numpy().astype(np.int64), 0)
    offsets = offsets_of(sizes)
    places = np.arange(offsets[-1]) + np.repeat(starts - offsets[:-1], sizes)
    values = plain_arrow(array.values).take(pa.array(places))
    mask = None if present.all() else pa.array(~present)
    return pa.LargeListArray.from_arrays(pa.array(offsets), values, mask=mask)


def column_class_names(column):
    """Names of the ClassLabel in a ``datasets`` column, however deep; None without one."""
    feature = getattr(column, "features", None)
    while hasattr(feature, "feature"):
        feature = feature.feature
    return getattr(feature, "names", None)


def plain_array(values, argument):
    """Values as a numpy array: those of tensors too, not those that are masked or are dates."""
    if isinstance(values, np.ma.MaskedArray) and np.ma.getmaskarray(values).any():
        raise ValueError(f"{argument}: a masked array hides values; {_EMPTY_SET}")
    try:
        array = _as_array(values)
    except (TypeError, ValueError, RuntimeError) as error:
        raise ValueError(f"{argument}: could not be read as an array: {error}") from None
    if array.dtype.name == "bfloat16":
        array = array.astype(np.float32)
    if array.dtype.kind in "mMV":
        raise ValueError(
            f"{argument}: expected names, ids or numbers; got {array.dtype} {short(values)}"
        )
    return array


def _as_array(values):
    """Values as an array; tensors by way of their own methods where numpy can't take them."""
    try:
        return np.asarray(values)
    except (TypeError, RuntimeError) as error:
        if not hasattr(values, "detach"):
            raise
        first = error
    # Of a model: with a gradient, on another device, in a type that numpy doesn't have.
    for method in ("detach", "cpu", "float"):
        if not hasattr(values, method):
            break
        values = getattr(values, method)()
        try:
            return np.asarray(values)
        except (TypeError, RuntimeError):
            continue
    raise first


def _precision_of(rows):
    """The place in PRECISIONS of a type of scores that numpy doesn't have; None for all others."""
    first = rows[0] if isinstance(rows, (list, tuple)) and len(rows) else rows
    own = str(getattr(first, "dtype", "")).rpartition(".")[2]
    return PRECISIONS.index(own) if own == "bfloat16" else None


def _whole_floats(rows):
    """A pandas column of floats that are whole numbers, as ids: what gaps had made of them."""
    if not hasattr(rows, "iloc") or hasattr(rows, "columns"):
        return rows
    if getattr(getattr(rows, "dtype", None), "kind", "") != "f":
        return rows
    values = rows.to_numpy(dtype=np.float64, na_value=np.nan)
    whole = np.isfinite(values) & (values == np.floor(values)) & (np.abs(values) <= MAX_ID)
    return values.astype(np.int64) if whole.all() else rows


def _sets_from_list(rows, argument):
    types = set(map(type, rows))
    if types <= _COLLECTIONS:
        sizes = np.fromiter(map(len, rows), dtype=np.int64, count=len(rows))
        return _sets_from_members(list(chain.from_iterable(rows)), offsets_of(sizes), argument)
    if types in ({str}, {int}):
        return _sets_from_members(list(rows), np.arange(len(rows) + 1), argument)
    rows = [_members(row, f"{argument}[{index}]") for index, row in enumerate(rows)]
    return _sets_from_list(rows, argument)


def _members(row, where):
    """One example as a list of members."""
    if isinstance(row, pa.Scalar):
        row = row.as_py()
    if type(row) in _COLLECTIONS:
        return list(row)
    if row is None:
        raise ValueError(f"{where}: got None; {_EMPTY_SET}")
    if isinstance(row, (bytes, Mapping)):
        raise ValueError(
            f"{where}: expected a name, an id or a collection of them; "
            f"got {type(row).__name__} {short(row)}"
        )
    if isinstance(row, str):
        return [row]
    if hasattr(row, "__array__"):
        array = plain_array(row, where)
        return array.tolist() if array.ndim else [array.item()]
    return list(row) if hasattr(row, "__iter__") else [row]


def _sets_from_members(members, offsets, argument):
    types = set(map(type, members))
    if types <= {str}:
        codes = _Numbering()
        numbered = np.fromiter(map(codes.__getitem__, members), np.int64, len(members))
        return RawSets(list(codes), numbered, offsets)
    if types == {int}:
        try:
            return RawSets(None, np.array(members, dtype=np.int64), offsets)
        except OverflowError:
            wrong = next(i for i, member in enumerate(members) if abs(member) > MAX_ID)
            raise ValueError(
                f"{argument}[{row_of(offsets, wrong)}]: id {members[wrong]} is out of range"
            ) from None
    for index, member in enumerate(members):
        # Before all else: one missing value turns a column of ids into floats.
        if type(member) is not str and _is_missing(member):
            raise ValueError(
                f"{argument}[{row_of(offsets, index)}]: got a missing value, {short(member)}; "
                f"{_EMPTY_SET}"
            )
    plain = [_member(m, offsets, i, argument) for i, m in enumerate(members)]
    kinds = list(map(type, plain))
    if len(set(kinds)) > 1:
        other = next(i for i, kind in enumerate(kinds) if kind is not kinds[0])
        raise ValueError(
            f"{argument}[{row_of(offsets, other)}]: {short(plain[other])} among "
            f"{'names' if kinds[0] is str else 'ids'} such as {short(plain[0])} "
            f"(row {row_of(offsets, 0)}): use names everywhere or ids everywhere"
        )
    return _sets_from_members(plain, offsets, argument)


class _Numbering(dict):
    """Numbers what is asked for in the order of first asking."""

    def __missing__(self, key):
        number = self[key] = len(self)
        return number


def _member(member, offsets, index, argument):
    """A member as exactly str or int, or an error that says what it is."""
    if type(member) is str or type(member) is int:
        return member
    where = f"{argument}[{row_of(offsets, index)}]"
    if isinstance(member, str):
        return str.__str__(member)
    if hasattr(member, "__array__") and np.ndim(member) == 0:
        member = plain_array(member, where).item()
        if type(member) is int or type(member) is str:
            return member
    if isinstance(member, (bool, np.bool_, float)):
        raise ValueError(
            f"{where}: {short(member)} is neither a name nor an id; {SCORES_NEED_MULTILABEL}"
        )
    if member is None:
        raise ValueError(f"{where}: a member is None; {_EMPTY_SET}")
    if isinstance(member, int):
        return int(member)
    nested = isinstance(member, (list, tuple, set, frozenset, np.ndarray))
    raise ValueError(
        f"{where}: members must be names or ids; got {type(member).__name__} {short(member)}"
        f"{'; ' + SETS_NEED_ANNOTATORS if nested else ''}"
    )


def _is_missing(member):
    """NaN, NaT or pandas' NA: what does not equal itself, or won't say."""
    try:
        return bool(member != member)
    except (TypeError, ValueError):
        return np.ndim(member) == 0


def _sets_from_array(array, argument):
    if array.ndim not in (1, 2):
        raise ValueError(
            f"{argument}: expected one or two dimensions (examples, members); "
            f"got shape {array.shape}{'; ' + SETS_NEED_ANNOTATORS if array.ndim == 3 else ''}"
        )
    if array.dtype.kind in "iu":
        width = 1 if array.ndim == 1 else array.shape[1]
        offsets = np.arange(len(array) + 1, dtype=np.int64) * width
        flat = array.reshape(-1)
        # Beyond int64 they would come out as other numbers.
        huge = np.flatnonzero(flat > MAX_ID) if flat.dtype == np.uint64 else ()
        if len(huge):
            row = row_of(offsets, huge[0])
            raise ValueError(f"{argument}[{row}]: id {flat[huge[0]]} is out of range")
        return RawSets(None, flat.astype(np.int64), offsets)
    return _sets_from_list(array.tolist(), argument)


def _sets_from_arrow(array, argument):
    array = _without_hidden_nulls(array)
    check_no_nulls(array, np.arange(len(array) + 1), argument, "got None")
    if is_arrow_list(array.type):
        offsets = list_offsets(array)
        array = _without_hidden_nulls(plain_arrow(array.flatten()))
        check_no_nulls(array, offsets, argument, "a member is None")
    else:
        offsets = np.arange(len(array) + 1)
    kind = array.type.value_type if pa.types.is_dictionary(array.type) else array.type
    if pa.types.is_integer(kind) and not pa.types.is_dictionary(array.type):
        return _sets_from_array(array.to_numpy(zero_copy_only=False), argument)._replace(
            offsets=offsets
        )
    if pa.types.is_string(kind) or pa.types.is_large_string(kind):
        encoded = array if pa.types.is_dictionary(array.type) else array.dictionary_encode()
        codes = encoded.indices.to_numpy(zero_copy_only=False).astype(np.int64)
        return RawSets(encoded.dictionary.to_pylist(), codes, offsets)
    return _sets_from_members(array.to_pylist(), offsets, argument)


def _without_hidden_nulls(array):
    """A dictionary array with a null among its values would not count it as one."""
    hidden = pa.types.is_dictionary(array.type) and array.dictionary.null_count
    return array.cast(array.type.value_type) if hidden else array


def list_offsets(array):
    """Offsets, from 0, of the lists of an Arrow array without nulls."""
    return offsets_of(pc.list_value_length(array).to_numpy(zero_copy_only=False))


def is_arrow_list(kind):
    """True for an Arrow type of lists, of fixed size or not."""
    return (
        pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind)
    )


def check_no_nulls(array, offsets, argument, what, hint=_EMPTY_SET):
    """Refuse nulls, naming the row by the offsets of its members."""
    if array.null_count:
        first = np.flatnonzero(array.is_null().to_numpy(zero_copy_only=False))[0]
        raise ValueError(f"{argument}[{row_of(offsets, first)}]: {what}; {hint}")


def by_feature(raw, class_names, argument):
    """Ids as the names of a ClassLabel that they stand for; names stay as they are."""
    if raw.kind != "ids":
        return raw
    wrong = np.flatnonzero(raw.codes >= len(class_names))
    if len(wrong):
        raise ValueError(
            f"{argument}[{row_of(raw.offsets, wrong[0])}]: id {raw.codes[wrong[0]]} is out of "
            f"range; the ClassLabel that says what ids mean has {len(class_names)} names"
        )
    return raw._replace(names=list(class_names))


def number_table(rows, argument, what="0 and 1, one column a label"):
    """Rows, as :func:`unwrap` gives them, as an array of numbers of shape (n, width).

    ``what`` is the text that errors have for what a row holds.
    """
    if isinstance(rows, pa.Array):
        rows = _table_from_arrow(rows, argument, what)
    if not isinstance(rows, np.ndarray) or rows.dtype == object:
        rows = _table_from_list(list(rows), argument, what)
    if rows.ndim != 2:
        raise ValueError(f"{argument}: expected rows of {what}; got shape {rows.shape}")
    if rows.dtype.kind not in "biufO":
        _refuse_non_number(rows.reshape(-1).tolist(), rows.shape[1], argument, what)
    return rows


def _table_from_list(rows, argument, what):
    rows = [_row(row, f"{argument}[{index}]", what) for index, row in enumerate(rows)]
    if not rows:
        return np.zeros((0, 0), dtype=np.int8)
    sizes = np.fromiter(map(len, rows), dtype=np.int64, count=len(rows))
    flat = list(chain.from_iterable(rows))
    names = [i for i, value in enumerate(flat) if isinstance(value, str)]
    if names and (sizes != sizes[0]).any():
        raise ValueError(
            f"{argument}[{row_of(offsets_of(sizes), names[0])}]: got "
            f"{short(flat[names[0]])}: label "
            "names need the default config"
        )
    _check_widths(sizes, argument)
    width = int(sizes[0])
    if all(type(row) is np.ndarray for row in rows):
        return np.stack(rows)
    if not set(map(type, flat)) <= {int, float, bool}:
        _refuse_non_number(flat, width, argument, what)
    return np.array(flat).reshape(len(rows), width)


def _row(row, where, what):
    if type(row) is list or type(row) is tuple:
        return row
    if isinstance(row, pa.Scalar):
        return _row(row.as_py(), where, what)
    if hasattr(row, "__array__"):
        array = plain_array(row, where)
        if array.ndim == 1:
            return array if array.dtype.kind in "biuf" else array.tolist()
    elif hasattr(row, "__iter__") and not isinstance(row, (str, bytes, Mapping, set, frozenset)):
        return list(row)
    raise ValueError(f"{where}: expected a row of {what}; got {type(row).__name__} {short(row)}")


def _refuse_non_number(flat, width, argument, what):
    for index, value in enumerate(flat):
        if not isinstance(value, (int, float, np.number, np.bool_)):
            hint = "; label names need the default config" if isinstance(value, str) else ""
            raise ValueError(
                f"{argument}[{index // width}]: column {index % width} is {short(value)}, not a "
                f"number: a row has {what}{hint}"
            )


def _table_from_arrow(array, argument, what):
    hint = f"a row has {what}"
    check_no_nulls(array, np.arange(len(array) + 1), argument, "got None", hint)
    if not is_arrow_list(array.type):
        return _table_from_list(array.to_pylist(), argument, what)
    sizes = pc.list_value_length(array).to_numpy(zero_copy_only=False)
    _check_widths(sizes, argument)
    width = int(sizes[0]) if len(sizes) else 0
    flat = plain_arrow(array.flatten())
    check_no_nulls(flat, offsets_of(sizes), argument, "a value is None", hint)
    return flat.to_numpy(zero_copy_only=False).reshape(len(array), width)


def _check_widths(sizes, argument):
    wrong = np.flatnonzero(sizes != sizes[0]) if len(sizes) else ()
    if len(wrong):
        raise ValueError(
            f"{argument}[{wrong[0]}]: {sizes[wrong[0]]} columns where row 0 has {sizes[0]}; "
            "rows have one column a label"
        )


def _check_scores(block, flat, other, start, argument, scores):
    width = block.shape[1]
    bad = other[~np.isfinite(flat[other].astype(np.float64))] if scores else other
    if len(bad):
        rule = "scores must be finite" if scores else "indicator rows hold 0 and 1"
        raise ValueError(
            f"{argument}[{start + bad[0] // width}]: column {bad[0] % width} is "
            f"{short(np.asarray(flat[bad[0]]).item())}; {rule}"
        )


def _concatenate(parts, dtype):
    return np.concatenate(parts) if parts else np.zeros(0, dtype=dtype)


# --- semantic_f1/inputs/annotators.py

class RawGolds(NamedTuple):
    """Gold sets of all annotators, flat: example i has ``offsets[i] .. offsets[i + 1] - 1``.

    ``sets`` are label sets as they were read, with a ``kind``: names or ids.
    """

    sets: tuple
    offsets: np.ndarray

    @property
    def kind(self):
        return self.sets.kind


def flatten(rows, argument):
    """Gold sets of all annotators, one after the other, from one list of sets an example.

    Parameters
    ----------
    rows : one entry an example: a list, tuple or array with one gold set an annotator; or a
        column of such lists, in any form that :mod:`reading` knows
    argument : how errors call the rows, "references"

    Returns
    -------
    the sets as they came, a list or an Arrow array; offsets (int64 array of shape (n + 1,)); and
    the names of the column's ClassLabel, or None

    Raises
    ------
    ValueError
        naming the example that is not a list of sets, or has no annotator, and a bare label in
        place of a set: whether ["joy", "love"] are two annotators or one is not guessed
    """
    rows, class_names = unwrap(rows, argument)
    if isinstance(rows, pa.Array) and is_arrow_list(rows.type):
        check_no_nulls(rows, np.arange(len(rows) + 1), argument, "got None")
        offsets = list_offsets(rows)
        _check_annotated(np.diff(offsets), argument)
        sets = plain_arrow(rows.flatten())
        if is_arrow_list(sets.type) or not len(sets):
            return sets, offsets, class_names
        sets = sets.to_pylist()
    else:
        sets, sizes = [], []
        for index, row in enumerate(_entries(rows, argument, "list of gold sets an example")):
            own = _entries(row, f"{argument}[{index}]", "gold set an annotator")
            sets += own
            sizes.append(len(own))
        _check_annotated(sizes, argument)
        offsets = offsets_of(sizes)
    bare = tuple(kind for kind in set(map(type, sets)) if issubclass(kind, (str, int, np.integer)))
    if bare:
        first = next(i for i, one in enumerate(sets) if isinstance(one, bare))
        label = sets[first].item() if isinstance(sets[first], np.generic) else sets[first]
        message = (
            f"{argument}[{first}]: a gold set is a list, such as [{short(label)}]; "
            f"got {short(label)}"
        )
        raise ValueError(locate(message, argument, offsets))
    return sets, offsets, class_names


def _check_annotated(sizes, argument):
    nobody = np.flatnonzero(np.asarray(sizes) == 0)
    if len(nobody):
        raise ValueError(
            f"{argument}[{nobody[0]}]: no annotator; an example needs one gold set at least "
            "(an annotator who chose no label has an empty one: [[]])"
        )


def locate(message, argument, offsets):
    """A message about row i of the flattened sets as one about their example and annotator."""

    def place(match):
        row = int(match[1])
        example = int(np.searchsorted(offsets, row, side="right")) - 1
        return f"{argument}[{example}][{row - offsets[example]}]"

    return re.sub(rf"^{re.escape(argument)}\[(\d+)\]", place, message)


def read_annotators(ids, offsets):
    """Annotators of the gold sets, from names or numbers nested as the sets are.

    Parameters
    ----------
    ids : one entry an example: a list with the name, or number, of each of its annotators
    offsets : int64 array of shape (n + 1,), where the gold sets of each example begin

    Returns
    -------
    list of the distinct annotators in the order of their first set, int64 array that numbers each
    set's

    Raises
    ------
    ValueError
        naming the example whose ids are not as many as its sets, or that names someone twice
    """
    rows, sizes = _entries(ids, "annotators", "list of ids an example"), np.diff(offsets)
    if len(rows) != len(sizes):
        raise ValueError(
            f"annotators: expected one list of ids an example, {len(sizes)}; got {len(rows)}"
        )
    numbers, codes = {}, []
    for index, (row, size) in enumerate(zip(rows, sizes.tolist(), strict=True)):
        where = f"annotators[{index}]"
        own = [
            x.item() if isinstance(x, np.generic) else x
            for x in _entries(row, where, "id a gold set")
        ]
        if len(own) != size:
            raise ValueError(f"{where}: {len(own)} ids for {size} gold sets; give one a set")
        for position, name in enumerate(own):
            if type(name) not in (str, int):
                raise ValueError(f"{where}: ids are names or whole numbers; got {short(name)}")
            if name in own[:position]:
                raise ValueError(
                    f"{where}: {short(name)} comes twice; an annotator has one gold set an example"
                )
        codes += [numbers.setdefault(name, len(numbers)) for name in own]
    return list(numbers), np.array(codes, dtype=np.int64)


def _entries(rows, where, entry):
    """The entries of a list, an array, an Arrow array or another ordered collection."""
    if hasattr(rows, "to_pylist"):
        return rows.to_pylist()
    unordered = isinstance(rows, (str, bytes, Mapping, set, frozenset)) or hasattr(rows, "columns")
    if unordered or not isinstance(rows, Iterable) or getattr(rows, "ndim", 1) == 0:
        raise ValueError(f"{where}: expected a list with one {entry}; got {short(rows)}")
    return list(rows)


# --- semantic_f1/inputs/columns.py

_SET_COLUMN = [("ids", pa.list_(pa.int32())), ("names", pa.list_(pa.string()))]
_INDICATOR_COLUMN = [
    ("width", pa.int32()),
    ("columns", pa.list_(pa.int32())),
    ("scores", pa.list_(pa.float64())),
    ("precision", pa.int8()),
]
_DISTRIBUTION_COLUMN = ["values", "single"]


def encode_sets(raw, argument):
    """RawSets as a struct array; names stay names, ids ids."""
    if raw.names is None:
        ids, names = _lists(pa.array(raw.codes.astype(np.int32)), raw.offsets), None
    else:
        try:
            members = pa.array(raw.names, pa.string()).take(pa.array(raw.codes))
        except (UnicodeEncodeError, pa.ArrowInvalid) as error:
            raise ValueError(f"{argument}: a name is not valid Unicode text: {error}") from None
        ids, names = None, _lists(members, raw.offsets)
    return _struct(_SET_COLUMN, len(raw.offsets) - 1, ids=ids, names=names)


def decode_sets(array, argument):
    """``(names, codes, offsets)`` of a struct array that :func:`encode_sets` made."""
    ids, id_offsets = _member_arrays(array.field("ids"))
    names, name_offsets = _member_arrays(array.field("names"))
    if len(ids) and len(names):
        raise ValueError(f"{argument}: names in some batches and ids in others; use one of them")
    if len(ids):
        return None, ids.to_numpy().astype(np.int64), id_offsets
    encoded = names.dictionary_encode()
    codes = encoded.indices.to_numpy(zero_copy_only=False).astype(np.int64)
    return encoded.dictionary.to_pylist(), codes, name_offsets


def encode_indicators(raw, argument):
    """Indicator rows as a struct array: the columns that are 1, or scores and their precision."""
    n = len(raw.offsets) - 1
    columns = scores = None
    if raw.table is None:
        columns = _lists(pa.array(raw.codes), raw.offsets)
    else:
        flat = pa.array(np.ascontiguousarray(raw.table, dtype=np.float64).reshape(-1))
        scores = _lists(flat, np.arange(n + 1) * raw.width)
    width = pa.array(np.full(n, raw.width, dtype=np.int32))
    precision = pa.array(np.zeros(n, np.int8) if raw.precision is None else raw.precision)
    return _struct(
        _INDICATOR_COLUMN, n, width=width, columns=columns, scores=scores, precision=precision
    )


def decode_indicators(array, argument):
    """``(width, codes, offsets, table, precision)`` of what :func:`encode_indicators` made."""
    widths = array.field("width").to_numpy()
    width = int(widths[0]) if len(widths) else 0
    wrong = np.flatnonzero(widths != width)
    if len(wrong):
        raise ValueError(
            f"{argument}[{wrong[0]}]: {widths[wrong[0]]} columns where row 0 has {width}; "
            "indicator rows have one column a label"
        )
    columns, offsets = _member_arrays(array.field("columns"))
    columns = columns.to_numpy()
    scores, score_offsets = _member_arrays(array.field("scores"))
    if not len(scores):
        return width, columns, offsets, None, None
    precision = array.field("precision").to_numpy()
    table = np.zeros((len(array), width))
    table[np.repeat(np.arange(len(array)), np.diff(offsets)), columns] = 1
    table[np.diff(score_offsets) > 0] = scores.to_numpy().reshape(-1, width)
    empty = np.zeros(0, np.int32), np.zeros(len(array) + 1, np.int64)
    return width, *empty, table, precision if precision.any() else None


def encode_golds(raw, argument):
    """``(sets, offsets)`` of several annotators as a struct array: sets joined, and their sizes."""
    joined = encode_sets(raw.sets._replace(offsets=raw.sets.offsets[raw.offsets]), argument)
    sizes = _lists(pa.array(np.diff(raw.sets.offsets).astype(np.int32)), raw.offsets)
    children = [joined.field("ids"), joined.field("names"), sizes]
    return pa.StructArray.from_arrays(children, ["ids", "names", "sizes"])


def decode_golds(array, argument):
    """``(sets, offsets)`` of a struct array that :func:`encode_golds` made."""
    names, codes, _ = decode_sets(array, argument)
    sizes, offsets = _member_arrays(array.field("sizes"))
    ends = np.cumsum(sizes.to_numpy(), dtype=np.int64)
    return (names, codes, np.concatenate([[0], ends])), offsets


def encode_rows(raw, argument):
    """``(table, single)`` of distributions as a struct array."""
    n, width = raw.table.shape
    values = _lists(pa.array(raw.table.reshape(-1)), np.arange(n + 1) * width)
    return pa.StructArray.from_arrays(
        [values, pa.array([raw.single] * n, pa.bool_())], _DISTRIBUTION_COLUMN
    )


def decode_rows(array, argument):
    """``(table, single)`` of a struct array that :func:`encode_rows` made."""
    values, offsets = _member_arrays(array.field("values"))
    widths = np.diff(offsets)
    wrong = np.flatnonzero(widths != widths[:1])
    if len(wrong):
        raise ValueError(
            f"{argument}[{wrong[0]}]: {widths[wrong[0]]} values where row 0 has {widths[0]}; a row "
            "has one value a label"
        )
    single = bool(array.field("single")[0].as_py()) if len(array) else False
    return values.to_numpy().reshape(len(array), -1 if len(values) else 0), single


def _lists(members, offsets):
    return pa.ListArray.from_arrays(pa.array(offsets.astype(np.int32)), members)


def _member_arrays(lists):
    """The members of all lists, and offsets counted from 0 even where the array is a slice."""
    offsets = lists.offsets.to_numpy().astype(np.int64)
    return lists.flatten(), offsets - offsets[0]


def _struct(fields, n, **children):
    arrays = []
    for name, kind in fields:
        child = children[name]
        if child is None:
            child = _lists(pa.array([], kind.value_type), np.zeros(n + 1, np.int32))
        arrays.append(child)
    return pa.StructArray.from_arrays(arrays, [name for name, _ in fields])


# --- semantic_f1/inputs/distributions.py

# Rows may miss a sum of 1 by this much, which is what float32 leaves of it.
TOLERANCE = 1e-6
# What float16, or two decimals of a few labels, leave of a sum.
ROUNDED_SUM = 0.02


class RawRows(NamedTuple):
    """Rows as they came: ``table``, float64 of shape (n, width), finite and not negative.

    ``single`` tells that a row was one number x, which stands for [1 - x, x]; width is then 1.
    """

    table: np.ndarray
    single: bool

    @property
    def kind(self):
        """ "single numbers" or "rows", None where there is none."""
        return None if not len(self.table) else "single numbers" if self.single else "rows"


def read_rows(rows, argument):
    """Rows of numbers, or single numbers, one an example.

    Parameters
    ----------
    rows : one entry an example: a row of m probabilities or counts; or, for two labels, one number
        x that stands for [1 - x, x]. Lists, tuples, arrays or anything that turns into them
    argument : how errors call the rows, "predictions" or "references"

    Returns
    -------
    RawRows

    Raises
    ------
    ValueError
        naming the row and the value: rows of the wrong width, values that are not numbers, not
        finite or negative
    """
    rows, _ = unwrap(rows, argument)
    numbers = _single_numbers(rows, argument)
    single = numbers is not None
    if single:
        table = numbers.reshape(-1, 1)
    else:
        table = _floats(number_table(rows, argument, "numbers, one value a label"))
    if not single and table.shape[1] == 1:
        raise ValueError(
            f"{argument}[0]: a row of one value says nothing; a row has one value a label, and a "
            "number without a row is the probability of the second of two labels"
        )
    wrong = ~(np.isfinite(table) & (table >= 0))
    _refuse(wrong, table, argument, "probabilities and counts are finite and not negative")
    return RawRows(table, single)


def resolve_rows(raw, argument, m=None, *, normalize_counts=False):
    """Distributions over the labels, as float64 rows that sum to 1.

    Parameters
    ----------
    raw : RawRows
    argument : how errors call the rows
    m : None, or int >= 1, the number of labels; None takes it from the rows
    normalize_counts : bool, whether rows hold counts (of annotators, say), or other weights

    Returns
    -------
    float64 array of shape (n, m). Each row is divided by its sum: without ``normalize_counts``
    that takes off the rounding that the row came with, 1e-6 at most

    Raises
    ------
    ValueError
        naming the row and the value: rows of the wrong width, a sum that is not 1, or counts that
        are all 0
    """
    table = raw.table
    if raw.single:
        return _binary(table, argument, m, normalize_counts)
    n, width = table.shape
    if not n:
        return np.zeros((0, width if m is None else m))
    if m not in (None, width):
        raise ValueError(
            f"{argument}[0]: {width} values for {m} labels; a row has one value a label"
        )
    with np.errstate(over="ignore"):
        sums = table.sum(axis=1)
    if normalize_counts:
        wrong = np.flatnonzero((sums == 0) | np.isinf(sums))
        rule = "counts need a sum above 0 that a float can hold"
    else:
        wrong = np.flatnonzero(np.abs(sums - 1) > TOLERANCE)
        rule = f"probabilities sum to 1 (within {TOLERANCE}); {_advice(table, sums)}"
    if len(wrong):
        raise ValueError(f"{argument}[{wrong[0]}]: the sum is {float(sums[wrong[0]])!r}; {rule}")
    return table / sums[:, None]


def _advice(table, sums):
    """Advice on rows whose sums are not 1, by what they look like."""
    if (table == np.floor(table)).all():
        return "these look like counts: pass normalize_counts=True"
    if (np.abs(sums - 1) <= ROUNDED_SUM).all():
        return (
            "these look rounded (as float16, or to a few decimals): divide each row by its sum, "
            "or pass normalize_counts=True, which does"
        )
    if table.max() <= 1:
        return (
            "these look like one share or probability a label, each by itself: such rows are no "
            'distributions; the "graded" config takes them as they are, "multilabel" takes them '
            "with threshold="
        )
    return "for counts and other weights pass normalize_counts=True"


def _floats(table):
    """A table of numbers as float64; numbers that a float can't hold are infinite."""
    if table.dtype == object:
        return np.array(list(map(_probability, table.reshape(-1)))).reshape(table.shape)
    return table.astype(np.float64)


def _binary(numbers, argument, m, normalize_counts):
    """[1 - x, x] for every number x."""
    if normalize_counts or m not in (None, 2):
        needed = "counts" if normalize_counts else f"{m} labels"
        raise ValueError(
            f"{argument}: got single numbers; {needed} need a row an example, one value a label"
        )
    rule = "a single number is the probability of the second of two labels, from 0 to 1"
    _refuse(numbers > 1, numbers, argument, rule)
    return np.hstack([1 - numbers, numbers])


def _refuse(wrong, table, argument, rule):
    """An error for the first value that is wrong, if there is one."""
    if wrong.any():
        row, column = np.argwhere(wrong)[0]
        where = f"column {column} is " if table.shape[1] > 1 else "got "
        raise ValueError(f"{argument}[{row}]: {where}{float(table[row, column])!r}; {rule}")


def _single_numbers(rows, argument):
    """Single numbers as a float64 array of shape (n,); None where rows are rows."""
    if isinstance(rows, pa.Array):
        if is_arrow_list(rows.type) or not len(rows):
            return None
        hint = "a single number is the probability of the second of two labels"
        check_no_nulls(rows, np.arange(len(rows) + 1), argument, "got None", hint)
        rows = rows.to_numpy(zero_copy_only=False)
    if isinstance(rows, np.ndarray) and (rows.ndim != 1 or rows.dtype.kind in "biuf"):
        return rows.astype(np.float64) if rows.ndim == 1 and len(rows) else None
    numbers = [_undimensioned(row) for row in rows]
    if not numbers or not _is_amount(numbers[0]):
        return None
    for index, row in enumerate(numbers):
        if not _is_amount(row):
            raise ValueError(
                f"{argument}[{index}]: got {short(row)} among single numbers such as {numbers[0]!r}"
            )
    return np.array(list(map(_probability, numbers)))


def _undimensioned(value):
    """A number in an array or a tensor of no dimensions as a plain one."""
    return value.item() if getattr(value, "ndim", 1) == 0 and hasattr(value, "item") else value


def _is_amount(value):
    return isinstance(value, (Real, np.bool_))


def _probability(number):
    try:
        return float(number)
    except OverflowError:
        return inf


# --- semantic_f1/inputs/graded.py

class RawGrades(NamedTuple):
    """Rows as they came: ``table``, float64 of shape (n, width), values in [0, 1]."""

    table: np.ndarray

    @property
    def single(self):
        """Rows are rows; as for distributions, of which some are single numbers."""
        return False

    @property
    def kind(self):
        """ "rows", None where there is none."""
        return "rows" if len(self.table) else None


class GradedRows(NamedTuple):
    """Graded membership of n examples: ``table``, float64 of shape (n, m)."""

    table: np.ndarray

    @property
    def offsets(self):
        """One row an example: what tells how many there are, as of LabelSets."""
        return np.arange(len(self.table) + 1)

    def rows(self, start, stop):
        """The rows of examples ``start .. stop - 1``, as views."""
        return GradedRows(self.table[start:stop])


def read_grades(rows, argument):
    """Rows of numbers from 0 to 1, one a label.

    Parameters
    ----------
    rows : one row an example: sigmoid outputs, or the shares of annotators who chose each label
    argument : how errors call the rows, "predictions" or "references"

    Returns
    -------
    RawGrades

    Raises
    ------
    ValueError
        naming the row and the column: rows of unlike widths, what is no number, NaN, a value
        outside [0, 1]
    """
    plain, _ = unwrap(rows, argument)
    table = number_table(plain, argument, "numbers from 0 to 1, one a label")
    if table.dtype == object:
        table = np.array([[float(x) for x in row] for row in table]).reshape(table.shape)
    table = table.astype(np.float64)
    wrong = np.argwhere(~((table >= 0) & (table <= 1)))
    if len(wrong):
        row, column = wrong[0].tolist()
        value = float(table[row, column])
        advice = "values are from 0 to 1: a share of annotators, or a probability, a label"
        if value > 1 and (table[row] == np.floor(table[row])).all():
            advice += "; divide counts of annotators by their number"
        raise ValueError(f"{argument}[{row}]: column {column} is {short(value)}; {advice}")
    return RawGrades(table)


def graded_rows(raw, argument, names):
    """Graded membership of the labels.

    Parameters
    ----------
    raw : RawGrades
    argument : how errors call the rows
    names : names of the columns, none-labels in their place
    """
    n, width = raw.table.shape
    if n and width != len(names):
        raise ValueError(
            f"{argument}: rows have {width} columns, and there are {len(names)} labels: "
            f"{short(list(names))}; names that mean no label have a column of their own (pass "
            "none_labels=[] where rows have none)"
        )
    return GradedRows(raw.table if n else np.zeros((0, len(names))))


# --- semantic_f1/inputs/universe.py

_NONE = -1
_IGNORED = -2


class Universe(NamedTuple):
    """Labels that names, ids and indicator columns stand for.

    - ``labels``: names of the scored labels, in the order of their indices
    - ``names``: names in the order of ids and columns, none-labels in their place
    - ``widths``: how many columns an indicator row may have; they are the first names
    - ``codes``: name, as :func:`fold` gives it, -> label index, or a negative code for none-labels
    - ``normalize``: whether names go through :func:`fold` before they are looked up
    - ``ordered``: whether ids are known to follow this order
    - ``numbered``: whether whoever gave the names gave their ids too, so that ids are no names
    - ``absent``: name, as :func:`fold` gives it, -> why it is no label, for the error that says so
    - ``refused``: the same for names that are an error whatever becomes of unknown ones, since
      they mean several labels
    """

    labels: tuple
    names: tuple
    widths: tuple
    codes: dict
    normalize: bool
    ordered: bool = True
    numbered: bool = False
    absent: dict = {}  # noqa: RUF012
    refused: dict = {}  # noqa: RUF012


class NumberedNames(tuple):
    """Names that came with their ids, from a ClassLabel or a mapping, in the order of the ids."""

    __slots__ = ()


class Changes(NamedTuple):
    """Labels that resolving changed or let through.

    - ``none_beside``: examples where a none-label stood beside other labels and was dropped
    - ``unknown``: the unknown names, in the order of first occurrence
    - ``with_unknown``: examples that held one of them
    - ``emptied``: examples whose set became empty because unknown names were ignored
    """

    none_beside: int = 0
    unknown: tuple = ()
    with_unknown: int = 0
    emptied: int = 0


def universe(
    labels,
    similarity_labels,
    none_labels,
    *,
    prefix_widths=(),
    normalize=False,
    ordered=True,
    absent=None,
    refused=None,
):
    """The universe of a scoring.

    Parameters
    ----------
    labels : None, or names in the order of ids and columns, none-labels in their place
    similarity_labels : names the similarity knows; the universe where ``labels`` is None, followed
        by those none-labels that are not among them
    none_labels : names that mean "no label"
    prefix_widths : further widths of indicator rows that ``similarity_labels`` allows
    normalize : bool, see :class:`Universe`
    ordered : bool, whether the order of ``similarity_labels`` is one that ids follow
    absent, refused : None, or names the similarity knows of though they are none of its labels,
        see :class:`Universe`

    Raises
    ------
    ValueError
        where no label is left, or two names become the same one under ``normalize``
    """
    key = fold if normalize else str
    none = set(map(key, none_labels))
    if labels is None:
        own = set(map(key, similarity_labels))
        appended = tuple(name for name in none_labels if key(name) not in own)
        names = tuple(similarity_labels) + appended
        widths = tuple({len(similarity_labels), len(names), *prefix_widths})
    else:
        names = tuple(labels)
        widths = (len(names),)
    scored = tuple(name for name in names if key(name) not in none)
    if not scored:
        raise ValueError("labels: every name is a none-label; at least one label is needed")
    if normalize:
        for group in (names, none_labels, similarity_labels):
            _check_collisions(group)
    else:
        warn_of_alike(names)
    codes = {key(name): index for index, name in enumerate(scored)}
    codes.update(dict.fromkeys(none, _NONE))
    known = [
        {key(name): why for name, why in (group or {}).items() if key(name) not in codes}
        for group in (absent, refused)
    ]
    ordered, numbered = ordered or labels is not None, isinstance(labels, NumberedNames)
    widths = tuple(sorted(widths))
    return Universe(scored, names, widths, codes, normalize, ordered, numbered, *known)


def _check_collisions(names):
    spelled = {}
    for name in names:
        other = spelled.setdefault(fold(name), name)
        if other != name:
            raise ValueError(
                f"normalize_names: {short(other)} and {short(name)} become one "
                f"name, {short(fold(name))}; "
                "rename one of them or leave normalize_names off"
            )


def resolve_sets(
    raw,
    space,
    argument,
    *,
    unknown_labels="raise",
    suggest=lambda name, known: "",
    instead=LOAD_MULTILABEL,
):
    """Label sets from names or ids.

    Parameters
    ----------
    raw : RawSets: codes index ``names``, or are ids where names is None
    space : Universe
    argument : how errors call the rows, "predictions" or "references"
    unknown_labels : "raise", "mismatch" (kept, with an index beyond the labels) or "ignore"
    suggest : gives ' (did you mean ...?)' for a name and the known ones
    instead : what to do with indicator rows, for the error that refuses them

    Returns
    -------
    (indices, offsets), Changes

    Raises
    ------
    ValueError
        naming the row and the value: an id out of range, an unknown name under "raise",
        indicator rows
    """
    names, codes, offsets = raw[:3]
    if names is None:
        table = np.array([_code(space, name) for name in space.names], dtype=np.int32)
        wrong = np.flatnonzero(codes >= len(table))
        refuse_indicators(codes, offsets, space.widths, argument, instead)
        if len(codes) and not space.ordered:
            raise ValueError(
                f"{argument}[{_row_of(offsets, 0)}]: got the id {codes[0]}, and nothing says whose "
                f"ids these are: {NAMES_OF_IDS}"
            )
        _refuse_numbers_that_are_names(codes, offsets, space, argument)
        if len(wrong):
            raise ValueError(
                f"{argument}[{_row_of(offsets, wrong[0])}]: id {codes[wrong[0]]} is out of range; "
                f"there are {len(table)} labels, so ids run from 0 to {len(table) - 1}"
            )
        unknown = np.zeros(0, dtype=np.int64)
    else:
        table, unknown = _code_names(names, codes, space, unknown_labels)
        if space.refused and len(unknown):
            _refuse_ambiguous(names, codes, offsets, unknown, space, argument)
        if len(unknown) and unknown_labels == "raise":
            _raise_unknown(names, codes, offsets, unknown, space, argument, suggest)
    indices, kept_offsets, changes = _keep(table[codes], offsets)
    if len(unknown):
        is_unknown = np.zeros(len(names), dtype=bool)
        is_unknown[unknown] = True
        rows = np.searchsorted(offsets, np.flatnonzero(is_unknown[codes]), side="right")
        changes = changes._replace(
            unknown=tuple(names[i] for i in unknown), with_unknown=len(np.unique(rows))
        )
    return (indices, kept_offsets), changes


def resolve_indicators(raw, space, argument, *, threshold=None):
    """Label sets from indicator rows or, with a threshold, from scores.

    Parameters
    ----------
    raw : RawIndicators: ragged columns that are 1, or a table of scores
    space : Universe
    argument : how errors call the rows
    threshold : None, a number, or one number a column; a label is in the set where its score is
        at least the threshold, which is rounded to the type that the scores had

    Returns
    -------
    (indices, offsets), Changes
    """
    width, codes, offsets, table = raw[:4]
    n = len(offsets) - 1
    if n and width not in space.widths:
        raise ValueError(
            f"{argument}: rows have {width} columns; the labels need "
            f"{' or '.join(map(str, space.widths))}"
        )
    if threshold is None:
        if table is not None:
            _raise_scores(table, argument)
    else:
        codes, offsets = _apply_threshold(raw, threshold)
    to_label = np.array([_code(space, name) for name in space.names[:width]], dtype=np.int32)
    members = to_label[codes]
    if members.min(initial=0) >= 0:
        # Columns come in order and once, and so do their labels.
        return (members, offsets), Changes()
    indices, offsets, changes = _keep(members, offsets)
    return (indices, offsets), changes


def _code(space, name):
    return space.codes[_key(space, name)]


def _key(space, name):
    return fold(name) if space.normalize else name


def _code_names(names, codes, space, unknown_labels):
    """Label index of each distinct name, and the positions of the unknown names that occur."""
    table = np.empty(len(names), dtype=np.int32)
    unknown = []
    extra = {}
    occurrences = None
    for position, name in enumerate(names):
        key = _key(space, name)
        code = space.codes.get(key)
        if code is None:
            if occurrences is None:
                occurrences = np.bincount(codes, minlength=len(names))
            # Names that no row uses (of a ClassLabel, say) are not unknown names.
            if occurrences[position]:
                unknown.append(position)
            code = _IGNORED
            if unknown_labels == "mismatch":
                code = extra.setdefault(key, len(space.labels) + len(extra))
        table[position] = code
    return table, np.array(unknown, dtype=np.int64)


def _keep(members, offsets):
    """Sets without none-labels, ignored names and repeats, sorted within each example."""
    sizes = np.diff(offsets)
    rows = np.repeat(np.arange(len(sizes), dtype=np.int64), sizes)
    kept = members >= 0
    beside = emptied = 0
    if not kept.all():
        n = len(sizes)
        some_kept = np.bincount(rows[kept], minlength=n) > 0
        some_none = np.bincount(rows[members == _NONE], minlength=n) > 0
        some_ignored = np.bincount(rows[members == _IGNORED], minlength=n) > 0
        beside = int((some_none & some_kept).sum())
        emptied = int((some_ignored & ~some_kept & ~some_none).sum())
        members, rows = members[kept], rows[kept]
    if len(members) > 1 and not ((np.diff(members) > 0) | (np.diff(rows) > 0)).all():
        span = int(members.max()) + 1
        keys = np.sort(rows * span + members)
        keys = keys[np.concatenate([[True], keys[1:] != keys[:-1]])]
        rows = keys // span
        members = (keys - rows * span).astype(np.int32)
    kept_offsets = np.zeros(len(sizes) + 1, dtype=np.int64)
    np.cumsum(np.bincount(rows, minlength=len(sizes)), out=kept_offsets[1:])
    return members, kept_offsets, Changes(none_beside=beside, emptied=emptied)


def _refuse_numbers_that_are_names(ids, offsets, space, argument):
    """Refuse ids where the names are numbers too, and other ones: 1 may be "1", or the second."""
    if space.numbered:
        return
    for code in np.unique(ids[ids < len(space.names)]).tolist():
        own = str(code)
        if own in space.codes and _key(space, space.names[code]) != own:
            member = int(np.flatnonzero(ids == code)[0])
            raise ValueError(
                f"{argument}[{_row_of(offsets, member)}]: {code} may be the label "
                f"{short(own)} or the "
                f"id of {short(space.names[code])}: give names as text, "
                f"{short(own)}; for ids pass labels= "
                "with their numbers, a ClassLabel or {name: id}"
            )


def refuse_indicators(ids, offsets, widths, argument, instead=LOAD_MULTILABEL):
    """Refuse rows of 0 and 1 where ids are read.

    Rows are such where all have one width above 1, hold only 0 and 1, and are as wide as the
    universe (``widths``), or one repeats a value, which a set of ids has no reason to.
    """
    n = len(offsets) - 1
    if not n or not len(ids) or ids.max() > 1:
        return
    width = int(offsets[1])
    if width < 2 or not (np.diff(offsets) == width).all():
        return
    ones = ids.reshape(n, width).sum(axis=1)
    if width in widths or width > 2 or (ones != 1).any():
        raise ValueError(
            f"{argument}: every row has {width} values, all 0 or 1: these are indicator rows, not "
            f"ids; {instead}"
        )


def _apply_threshold(raw, threshold):
    """The columns of each row whose score is at least the threshold, ragged."""
    width, codes, offsets, table = raw[:4]
    threshold = np.asarray(threshold, dtype=np.float64)
    if threshold.ndim and len(threshold) != width:
        raise ValueError(
            f"threshold: {len(threshold)} values for rows of {width} columns; give one number, "
            "or one a column"
        )
    # A float32 .7 is less than .7, but at least the float32 nearest to it, as numpy and torch say.
    rounded = np.stack([_rounded(threshold, kind) for kind in PRECISIONS]).reshape(
        len(PRECISIONS), -1
    )
    n = len(offsets) - 1
    sizes = np.zeros(n, dtype=np.int64)
    columns = []
    for start in range(0, n, BLOCK_ROWS):
        stop = min(n, start + BLOCK_ROWS)
        least = rounded[0]
        if table is None:
            scores = np.zeros((stop - start, width))
            members = slice(offsets[start], offsets[stop])
            row = np.repeat(np.arange(stop - start), np.diff(offsets[start : stop + 1]))
            scores[row, codes[members]] = 1
        else:
            scores = table[start:stop].astype(np.float64)
            if raw.precision is not None:
                least = rounded[raw.precision[start:stop]]
        row, column = np.nonzero(scores >= least)
        sizes[start:stop] = np.bincount(row, minlength=stop - start)
        columns.append(column.astype(np.int32))
    columns = np.concatenate([np.zeros(0, dtype=np.int32), *columns])
    return columns, np.concatenate([[0], np.cumsum(sizes)])


def _rounded(threshold, kind):
    """A threshold as the nearest number of a type of scores, as float64."""
    with np.errstate(over="ignore"):
        if kind != "bfloat16":
            return threshold.astype(kind).astype(np.float64)
        bits = np.atleast_1d(threshold).astype(np.float32).view(np.uint32)
    bits = (bits + 0x7FFF + ((bits >> 16) & 1)) & np.uint32(0xFFFF0000)
    return bits.view(np.float32).astype(np.float64).reshape(threshold.shape)


def _raise_scores(table, argument):
    for start in range(0, len(table), BLOCK_ROWS):
        block = np.asarray(table[start : start + BLOCK_ROWS])
        wrong = np.argwhere((block != 0) & (block != 1))
        if len(wrong):
            row, column = wrong[0]
            raise ValueError(
                f"{argument}[{start + row}]: column {column} is "
                f"{short(np.asarray(block[row, column]).item())}; "
                "indicator rows hold 0 and 1; for scores pass threshold="
            )


def _refuse_ambiguous(names, codes, offsets, unknown, space, argument):
    """One error for names that mean several labels: no guess, and no mismatch either."""
    keys = {i: fold(names[i]) if space.normalize else names[i] for i in unknown.tolist()}
    wrong = [i for i, key in keys.items() if key in space.refused]
    if not wrong:
        return
    first = int(np.flatnonzero(np.isin(codes, wrong))[0])
    position = int(codes[first])
    more = f" ({len(wrong)} such names)" if len(wrong) > 1 else ""
    raise ValueError(
        f"{argument}[{_row_of(offsets, first)}]: {names[position]!r} is "
        f"{space.refused[keys[position]]}{more}"
    )


def _raise_unknown(names, codes, offsets, unknown, space, argument, suggest):
    first = int(np.flatnonzero(np.isin(codes, unknown))[0])
    name = names[codes[first]]
    others = [names[i] for i in unknown if names[i] != name]
    more = ""
    if others:
        more = f"; {len(others)} more unknown name{'s' * (len(others) > 1)}: {listed(others)}"
    alike = spelled_alike([name, *others], space.names)
    why = space.absent.get(fold(name) if space.normalize else name)
    if name in alike and not why:
        raise ValueError(
            f"{argument}[{_row_of(offsets, first)}]: {short(name)} is not a label, but differs "
            f"from {short(alike[name])} only by case, blanks, width or accents{more}; pass "
            "normalize_names=True to read such names as one"
        )
    separator = _separator_of(name, space)
    if separator and not why:
        raise ValueError(
            f"{argument}[{_row_of(offsets, first)}]: {short(name)} is not a label, but what "
            f"{separator!r} separates in it is; {ONE_TEXT_IS_ONE_LABEL}"
        )
    said = f" but {why}" if why else suggest(name, space.names)
    raise ValueError(
        f"{argument}[{_row_of(offsets, first)}]: {short(name)} is not a label{said}{more}"
        f"{spelling_advice([name, *others], space.names)}"
        '; pass unknown_labels="mismatch" to keep unknown names as mismatches or "ignore" to '
        "remove them"
    )


def _separator_of(name, space):
    """The separator between whose parts a name is made of labels, or None."""
    for separator in SEPARATORS:
        parts = [part.strip() for part in name.split(separator)]
        if len(parts) > 1 and all(_key(space, part) in space.codes for part in parts):
            return separator
    return None


def _row_of(offsets, member):
    return int(np.searchsorted(offsets, member, side="right")) - 1


def check_names(labels, argument, empty=False):
    """Label names as a tuple, or a ValueError that says which of them is no good."""
    if isinstance(labels, str) or not hasattr(labels, "__iter__"):
        raise ValueError(f"{argument}: expected a list of names; got {short(labels)}")
    kind = NumberedNames if isinstance(labels, NumberedNames) else tuple
    labels = tuple(labels)
    for index, label in enumerate(labels):
        if not isinstance(label, str) or not label.strip():
            raise ValueError(
                f"{argument}: every name must be a non-empty string; position "
                f"{index} is {short(label)}"
            )
        try:
            label.encode()
        except UnicodeEncodeError:
            raise ValueError(
                f"{argument}: position {index}, {short(label)}, is not valid Unicode text"
            ) from None
    repeated = sorted(label for label, times in Counter(labels).items() if times > 1)
    if repeated:
        raise ValueError(f"{argument}: names must be distinct; {quote(repeated)} is repeated")
    if not labels and not empty:
        raise ValueError(f"{argument}: at least one name is needed; got none")
    return kind(str.__str__(label) for label in labels)


# --- semantic_f1/inputs/configs.py

SIDES = ("predictions", "references")


class Side(NamedTuple):
    """Reader of one side of a config, and the form in which it waits for ``compute``."""

    features: dict
    read: Callable
    encode: Callable
    decode: Callable


class Data(NamedTuple):
    """Label sets of both sides, and None or the weights of the examples.

    ``offsets`` is None, or says where the gold sets of each example begin, one an annotator.
    ``answers`` are the sets of annotators as they are scored as predictions.
    """

    predictions: LabelSets
    references: LabelSets
    weight: np.ndarray | None
    offsets: np.ndarray | None = None
    answers: LabelSets | None = None


def columns_of_batch(batch):
    """Both sides of a batch that ``Dataset.map`` passes: a mapping or a table of any format."""
    if type(batch).__name__ == "LazyRow":
        raise ValueError(
            "pointwise: Dataset.map passed one example, not a batch: "
            "map(metric.pointwise, batched=True)"
        )
    names = getattr(batch, "column_names", None) or getattr(batch, "columns", None)
    if hasattr(batch, "keys"):
        names = list(batch.keys())
    if names is None:
        return batch, None
    missing = [side for side in SIDES if side not in names]
    if missing:
        raise ValueError(
            f"pointwise: the batch has no column {' or '.join(missing)}; rename the columns or use "
            "input_columns=[predictions, references]"
        )
    return tuple(batch[side] for side in SIDES)


def read_as(config_name):
    """The names of the two sides, and how each is read."""
    return tuple(zip(SIDES, _READ_AS[config_name], strict=True))


def read(config_name, predictions, references):
    """Both sides in the caller's own terms: names, ids, columns, scores or probabilities."""
    raws = [
        side.read(rows, name)
        for (name, side), rows in zip(read_as(config_name), (predictions, references), strict=True)
    ]
    if config_name in ("default", "annotators"):
        raws = _by_one_order(raws)
    lengths = list(map(size_of, raws))
    if lengths[0] != lengths[1]:
        raise ValueError(
            f"predictions and references must be equally long; got {lengths[0]} and "
            f"{lengths[1]} examples"
        )
    return raws


def _by_one_order(raws):
    """Bare ids of one side by the names of the ClassLabel that the other side brought."""
    sides = [raw.sets if isinstance(raw, RawGolds) else raw for raw in raws]
    for place, (side, other) in enumerate(zip(sides, sides[::-1], strict=True)):
        if side.feature is None and side.kind == "ids" and other.feature is not None:
            raw, name = raws[place], SIDES[place]
            of_golds = isinstance(raw, RawGolds)
            with _located(name, raw.offsets) if of_golds else nullcontext():
                refuse_indicators(side.codes, side.offsets, (len(other.feature),), name)
                named = by_feature(side, other.feature, name)
            raws[place] = raw._replace(sets=named) if of_golds else named
    return raws


def _read_golds(rows, argument):
    flat, offsets, class_names = flatten(rows, argument)
    with _located(argument, offsets):
        return RawGolds(read_sets(flat, argument, class_names), offsets)


@contextmanager
def _located(argument, offsets):
    """Errors on flattened gold sets as errors on those of the example's annotator."""
    try:
        yield
    except ValueError as error:
        raise ValueError(locate(str(error), argument, offsets)) from None


def _decoded_golds(array, argument):
    sets, offsets = decode_golds(array, argument)
    return RawGolds(RawSets(*sets), offsets)


def size_of(raw):
    """Number of examples read."""
    of_rows = isinstance(raw, (RawRows, RawGrades))
    return len(raw.table) if of_rows else len(raw.offsets) - 1


_OF_SETS = {
    "ids": datasets.Sequence(datasets.Value("int32")),
    "names": datasets.Sequence(datasets.Value("string")),
}
_OF_INDICATORS = {
    "width": datasets.Value("int32"),
    "columns": datasets.Sequence(datasets.Value("int32")),
    "scores": datasets.Sequence(datasets.Value("float64")),
    "precision": datasets.Value("int8"),
}
_OF_ROWS = {
    "values": datasets.Sequence(datasets.Value("float64")),
    "single": datasets.Value("bool"),
}
_SETS = Side(_OF_SETS, read_sets, encode_sets, lambda *waiting: RawSets(*decode_sets(*waiting)))
_GOLDS = Side(
    {**_OF_SETS, "sizes": datasets.Sequence(datasets.Value("int32"))},
    _read_golds,
    encode_golds,
    _decoded_golds,
)
_INDICATORS = Side(
    _OF_INDICATORS,
    partial(read_indicators, scores=False),
    encode_indicators,
    lambda *waiting: RawIndicators(*decode_indicators(*waiting)),
)
_ROWS = Side(_OF_ROWS, read_rows, encode_rows, lambda *waiting: RawRows(*decode_rows(*waiting)))
_GRADES = Side(
    _OF_ROWS, read_grades, encode_rows, lambda *waiting: RawGrades(decode_rows(*waiting)[0])
)
_READ_AS = {
    "default": (_SETS, _SETS),
    "multilabel": (_INDICATORS._replace(read=partial(read_indicators, scores=True)), _INDICATORS),
    "annotators": (_SETS, _GOLDS),
    "soft": (_ROWS, _ROWS),
    "graded": (_GRADES, _GRADES),
}


def resolved_sides(predictions, references, setting):
    """Both sides as LabelSets, and what had to be changed in each."""
    sets, changes, several = [], [], {}
    if isinstance(references, RawGolds):
        several["instead"] = "give the ids or the names of the labels that are 1"
    for name, raw in zip(SIDES, (predictions, references), strict=True):
        if isinstance(raw, RawIndicators):
            threshold = setting.options["threshold"] if name == "predictions" else None
            resolved, changed = resolve_indicators(raw, setting.space, name, threshold=threshold)
        else:
            of_sets = partial(
                resolve_sets,
                space=setting.space,
                argument=name,
                unknown_labels=setting.options["unknown_labels"],
                suggest=suggestion,
                **several,
            )
            if isinstance(raw, RawGolds):
                with _located(name, raw.offsets):
                    resolved, changed = of_sets(raw.sets)
            else:
                resolved, changed = of_sets(raw)
        sets.append(LabelSets(*resolved))
        changes.append(changed)
    return sets, changes


def label_sets(predictions, references, setting, counted=True):
    """Label sets of both sides, read and resolved: what is scored."""
    data, changes = resolved_data(predictions, references, setting)
    warn_changes(changes, setting, counted)
    return data


def resolved_data(predictions, references, setting):
    """The label sets of both sides, and what had to be changed in each."""
    if setting.graded:
        rows = (
            graded_rows(raw, name, setting.space.names)
            for name, raw in zip(SIDES, (predictions, references), strict=True)
        )
        return Data(*rows, None), [Changes(), Changes()]
    sides, changes = resolved_sides(predictions, references, setting)
    offsets = references.offsets if isinstance(references, RawGolds) else None
    data = Data(*sides, None, offsets)
    if not setting.grouped:
        return data, changes
    m, n_groups = len(setting.space.labels), len(setting.similarity.similarities)
    marked = [
        mark_sets(sets, groups, m, n_groups)
        for sets, groups in (
            (data.predictions, 0),
            (data.references, _set_groups(data, setting)),
            (data.references, 0),
        )
    ]
    return Data(*marked[:2], None, offsets, marked[2]), changes


def _set_groups(data, setting):
    """Index of the similarity that scores each gold set."""
    keys, codes = setting.similarity.keys, setting.similarity.codes
    n, ids = len(data.predictions.offsets) - 1, setting.options["annotators"]
    if keys is not None and ids is not None:
        wanted, numbers = read_annotators(ids, data.offsets)
        return codes[_places_of(wanted, keys, "annotator")][numbers]
    if keys is None and len(codes) != n:
        raise ValueError(f"similarity: expected one an example, {n}; got {len(codes)}")
    if keys is not None:
        beyond = [key for key in keys if type(key) is not int or not 0 <= key < n]
        if beyond:
            raise ValueError(
                f"similarity: {short(beyond[0])} is no example; keys are 0 to "
                f"{n - 1}, or annotators, "
                "with annotators=[...]"
            )
        codes = codes[_places_of(range(n), keys, "example")]
    return codes if data.offsets is None else np.repeat(codes, np.diff(data.offsets))


def _places_of(wanted, keys, what):
    place = {key: index for index, key in enumerate(keys)}
    missing = [key for key in wanted if key not in place]
    if missing:
        raise ValueError(
            f"similarity: there is none for {what} {short(missing[0])} ({len(missing)} without one)"
        )
    return np.array([place[key] for key in wanted], dtype=np.int64)


def weighted_sets(predictions, references, setting):
    """The label sets of both sides, and the weights of the examples."""
    weight = weights_of(size_of(predictions), setting)
    return label_sets(predictions, references, setting)._replace(weight=weight)


def weights_of(n, setting):
    """The weights of the examples, of which there must be one."""
    if not n:
        raise ValueError(
            "predictions and references: there are no examples; one at least is needed"
        )
    weight = setting.options["sample_weight"]
    return None if weight is None else read_weights(weight, n)


def warn_changes(changes, setting, counted=True):
    mismatch = setting.options["unknown_labels"] == "mismatch"
    known = setting.space.names
    for text in changes_to_sets(changes, setting.options["none_labels"], mismatch, counted, known):
        warn(text)


def distinct_unknown(unknown, setting):
    """Unknown names as resolving numbered them: one for all that normalize to the same."""
    first = {}
    for name in unknown:
        first.setdefault(fold(name) if setting.space.normalize else name, name)
    return list(first.values())


# --- semantic_f1/inputs/batches.py

class Batches:
    """Methods of the metric: ``add``, ``add_batch``, and what waits for ``compute``."""

    def add_batch(self, *, predictions=None, references=None, **unexpected):
        """Add examples to be scored by ``compute()``; either all of them are added or none.

        Parameters
        ----------
        predictions, references : one entry an example, as for ``compute``
        **unexpected : an error; options are given to load or to compute
        """
        if unexpected:
            raise ValueError(
                f"add_batch: unknown argument {', '.join(map(repr, unexpected))}; options are "
                "given to load or compute"
            )
        self._check_pair(predictions, references, needed="add_batch")
        raws = self._read(predictions, references)
        kinds = {name: getattr(raw, "kind", None) for name, raw in zip(SIDES, raws, strict=True)}
        for name, kind in kinds.items():
            if kind and self._kinds.get(name, kind) != kind:
                raise ValueError(
                    f"{name}: this batch has {kind}, the batches before had {self._kinds[name]}; "
                    "use one of them everywhere"
                )
        self._write(raws)
        self._kinds |= {name: kind for name, kind in kinds.items() if kind}

    def add(
        self, *, prediction=None, reference=None, predictions=None, references=None, **unexpected
    ):
        """Add one example to be scored by ``compute()``.

        Parameters
        ----------
        prediction, reference : the entry of one example, as for ``compute``
        predictions, references : the same under the names that ``evaluate.combine`` passes
        **unexpected : an error; options are given to load or to compute
        """
        prediction = predictions if prediction is None else prediction
        reference = references if reference is None else reference
        self._check_pair(prediction, reference, needed="add")
        self.add_batch(predictions=[prediction], references=[reference], **unexpected)

    def _read(self, predictions, references):
        """Both sides in the caller's own terms."""
        return read(self.config_name, predictions, references)

    def _write(self, raws):
        """Have both sides, as they were read, wait for ``compute``."""
        columns = [
            side.encode(raw, name)
            for (name, side), raw in zip(read_as(self.config_name), raws, strict=True)
        ]
        try:
            if self.writer is None:
                self.selected_feature_format = self.features
                self.writer_batch_size = 2**20
                self._init_writer()
            self.writer.write_table(pa.table(columns, names=list(SIDES)))
        except PermissionError as error:
            self._discard()
            raise ValueError(_not_writable(error)) from error
        except BaseException as error:
            self._discard()
            if isinstance(error, OSError) and error.errno == errno.EROFS:
                raise ValueError(_not_writable(error)) from error
            raise

    def _write_nothing(self):
        """The part of a process that has no examples: the first one waits for everybody's."""
        self._write(self._read([], []))

    def _check_pair(self, predictions, references, needed=None):
        given = [
            name for name, x in zip(SIDES, (predictions, references), strict=True) if x is not None
        ]
        if len(given) == 1 or (needed and not given):
            raise ValueError(
                f"{needed or 'compute'}: predictions and references are needed together; "
                f"got {given[0] + ' only' if given else 'neither'}"
            )

    def _discard(self):
        """Forget pending examples: no file is left and no lock held."""
        if self.writer is not None:
            with suppress(Exception):
                self.writer.close()
        self.writer = self.data = self.buf_writer = None
        for path in {*(self.file_paths or ()), self.cache_file_name} - {None}:
            with suppress(OSError):
                os.remove(path)
        for lock in (*(self.filelocks or ()), self.filelock, self.rendez_vous_lock):
            if lock is not None:
                lock.release()
        self.cache_file_name = self.filelock = self.rendez_vous_lock = None
        self.file_paths = self.filelocks = self.selected_feature_format = None
        self._kinds = {}

    def _pending(self):
        """Both sides of what was added; None in a process that isn't the first."""
        self._finalize()
        if self.process_id:
            # Rank 0 reads and removes the file.
            self.cache_file_name = None
            return None
        table = self.data.data.table
        sides = []
        for name, side in read_as(self.config_name):
            column = table.column(name)
            if column.num_chunks:
                array = pa.concat_arrays(column.chunks)
            else:
                array = pa.array([], column.type)
            sides.append(side.decode(array, name))
        return sides


def _not_writable(error):
    return (
        f"examples that wait for compute() are kept in a file, and {error.filename!r} can't be "
        "written: load the metric with keep_in_memory=True, or with cache_dir= a folder that can"
    )


# --- semantic_f1/inputs/long.py

BLANKS = ("no_label", "not_asked")


def nested_from_long(table, item="item", annotator="annotator", label="label", blank=None):
    """Items, their gold sets and who chose these, from a table with one row a choice.

    Rows of one item and annotator with a label each form a set; a label that is repeated counts
    once, which a warning says. A cell that is a list is the whole set.

    Parameters
    ----------
    table : DataFrame, ``datasets`` Dataset, Arrow table, mapping of columns, list of dicts, or
        triples (item, annotator, label)
    item, annotator, label : names of its columns
    blank : None (an empty label is an error), "no_label" or "not_asked"

    Returns
    -------
    dict: "items" in the order of their first row, "references" and "annotators", nested alike

    Raises
    ------
    ValueError
        naming the row: no item or annotator, an empty label without ``blank``, two different sets
        of one annotator for one item
    """
    if blank is not None and blank not in BLANKS:
        raise ValueError(
            'blank: expected None, "no_label" (the empty set) or "not_asked" (no row); got '
            f"{blank!r}"
        )
    columns = _columns_of_table(table, (item, annotator, label))
    found, repeated = {}, 0
    for row, (one, who, chosen) in enumerate(zip(*columns, strict=True)):
        place = (_plain_id(one, row, item), _plain_id(who, row, annotator))
        sets = found.setdefault(place[0], {})
        whole = isinstance(chosen, (list, tuple, set, frozenset, np.ndarray))
        if not whole and _is_blank(chosen):
            if blank is None:
                raise ValueError(
                    f'{label}: row {row} is empty; pass blank="no_label" if {short(place[1])} '
                    'chose no label, or blank="not_asked" to leave such rows out'
                )
            if blank == "not_asked":
                continue
            members, whole = [], True
        else:
            members = list(chosen) if whole else [chosen]
        labels = [_plain_label(member, row, label) for member in members]
        known = sets.get(place[1])
        if known is None:
            # The labels in order, the row they began in, and whether they are the whole set.
            sets[place[1]] = (dict.fromkeys(labels), row, whole)
            repeated += len(labels) - len(sets[place[1]][0])
            continue
        own, first, was_whole = known
        if whole or was_whole:
            if not (whole and was_whole) or set(own) != set(labels):
                raise ValueError(
                    f"{label}: rows {first} and {row} give {short(place[1])} two different sets "
                    f"for {short(place[0])}: {short(list(own))} and {short(labels)}; was it "
                    "annotated twice?"
                )
            repeated += 1
        elif labels[0] in own:
            repeated += 1
        else:
            own[labels[0]] = None
    if repeated:
        warn(f"{label}: {repeated:,} repeated rows or labels were counted once.")
    nobody = [one for one, sets in found.items() if not sets]
    if nobody:
        warn(
            f"{item}: {len(nobody):,} items without any annotation were left out, the first is "
            f"{short(nobody[0])}."
        )
    kept = {one: sets for one, sets in found.items() if sets}
    return {
        "items": list(kept),
        "references": [[list(own) for own, _, _ in sets.values()] for sets in kept.values()],
        "annotators": [list(sets) for sets in kept.values()],
    }


def _columns_of_table(table, names):
    """Three columns as lists."""
    if hasattr(table, "column_names") or hasattr(table, "columns"):
        known = list(getattr(table, "column_names", None) or table.columns)
        _refuse_other_columns(names, known)
        return [_listed(table[name]) for name in names]
    if isinstance(table, Mapping):
        _refuse_other_columns(names, list(table))
        columns = [_listed(table[name]) for name in names]
        if len(set(map(len, columns))) > 1:
            raise ValueError(f"table: columns of unlike lengths: {list(map(len, columns))}")
        return columns
    if isinstance(table, (str, bytes)) or not hasattr(table, "__iter__"):
        raise ValueError(
            "table: expected a DataFrame, a Dataset, a mapping of columns, a list of dicts or "
            f"triples; got {short(table)}"
        )
    rows = list(table)
    if rows and isinstance(rows[0], Mapping):
        for index, row in enumerate(rows):
            if not isinstance(row, Mapping):
                raise ValueError(f"table: row {index} is {short(row)} among dicts")
            missing = [name for name in names if name not in row]
            if missing:
                raise ValueError(
                    f"table: row {index} has no {missing[0]!r}{suggestion(missing[0], list(row))}"
                )
        return [[row[name] for row in rows] for name in names]
    for index, row in enumerate(rows):
        if isinstance(row, (str, bytes)) or not hasattr(row, "__len__") or len(row) != 3:
            raise ValueError(
                f"table: row {index}: expected a triple (item, annotator, label); got {short(row)}"
            )
    return [[row[place] for row in rows] for place in range(3)]


def _refuse_other_columns(names, known):
    known = [str(name) for name in known]
    for name in names:
        if name not in known:
            raise ValueError(
                f"table: there is no column {name!r}{suggestion(name, known)}; it has "
                f"{', '.join(known)}"
            )


def _listed(column):
    for form in ("to_pylist", "to_list", "tolist"):
        if hasattr(column, form):
            return getattr(column, form)()
    return list(column)


def _is_blank(value):
    """None, NaN, pandas' NA, and text of white space."""
    if isinstance(value, str):
        return not value.strip()
    if value is None or type(value).__name__ in ("NAType", "NaTType"):
        return True
    return isinstance(value, (float, np.floating)) and value != value


def _plain_id(value, row, column):
    value = value.item() if isinstance(value, np.generic) else value
    if _is_blank(value):
        raise ValueError(f"{column}: row {row} has none")
    if type(value) not in (str, int):
        raise ValueError(
            f"{column}: row {row}: expected a name or a whole number; got {short(value)}"
        )
    return value


def _plain_label(value, row, column):
    value = value.item() if isinstance(value, np.generic) else value
    if type(value) not in (str, int):
        raise ValueError(
            f"{column}: row {row}: expected a label, or a list of labels; got {short(value)}"
        )
    return value


# --- semantic_f1/inputs/points.py

class PointSets(NamedTuple):
    """Points of n examples: example i holds ``points[offsets[i]:offsets[i + 1]]``.

    ``points`` is float64 of shape (k, d), without repeats within an example; ``offsets`` is int64
    of length n + 1.
    """

    points: np.ndarray
    offsets: np.ndarray

    @property
    def indices(self):
        """All points count as the one label that there is."""
        return np.zeros(len(self.points), np.int32)

    def rows(self, start, stop):
        """The sets of examples ``start .. stop - 1``, as views."""
        offsets = self.offsets[start : stop + 1]
        return PointSets(self.points[offsets[0] : offsets[-1]], offsets - offsets[0])


# --- semantic_f1/inputs/units.py

def check_groups(values):
    """Groups as a tuple, one hashable value an example."""
    if isinstance(values, (str, bytes, dict)) or not hasattr(values, "__iter__"):
        raise ValueError(
            f"groups: expected one value an example, the author, document or prompt it belongs "
            f"to; got {_cut_short(values)}"
        )
    groups = []
    for index, own in enumerate(values):
        # Scalars of Arrow and of numpy are the values that they hold.
        value = own.as_py() if hasattr(own, "as_py") else own
        value = value.item() if isinstance(value, np.generic) else value
        if _is_empty_cell(value):
            raise ValueError(
                f"groups[{index}]: there is none ({value}); every example needs one, an example "
                "that belongs to no other a value of its own"
            )
        try:
            hash(value)
        except TypeError:
            raise ValueError(
                f"groups[{index}]: expected a name or a number; got {_cut_short(value)}"
            ) from None
        groups.append(value)
    return tuple(groups)


def group_codes(groups, n, chosen=None):
    """Numbers of the groups, in the order in which they come.

    Parameters
    ----------
    groups : tuple of hashable values
    n : int, how many examples there are
    chosen : None, or bool array (n,): examples that are left out have no number

    Returns
    -------
    int64 array, one number an example (that is chosen)
    """
    if len(groups) != n:
        raise ValueError(f"groups: expected one an example, {n}; got {len(groups)}")
    if chosen is not None:
        groups = [group for group, kept in zip(groups, chosen, strict=True) if kept]
    numbers = {}
    # 1, 1.0 and True are one key of a dict, and three values of a column.
    return np.array(
        [numbers.setdefault((type(group), group), len(numbers)) for group in groups], dtype=np.int64
    )


def _is_empty_cell(value):
    """None, NaN, and what pandas has for an empty cell."""
    empty = value is None or type(value).__name__ in ("NAType", "NaTType")
    return empty or (isinstance(value, float) and value != value)


def _cut_short(value):
    text = repr(value if not hasattr(value, "__iter__") else list(islice(value, 3)))
    return text if len(text) <= 60 else f"{text[:57]}..."


# --- semantic_f1/similarity/audit_warnings.py

# Nine in ten values off the diagonal within this of each other: near and far are hardly told apart.
SPAN = 0.1
CENTRAL_SHARE = 0.9
# What a guess must earn before set size decides more than labels do.
GUESS = 0.1
# Labels that it takes to tell near from far.
SPAN_LABELS = 3
# A mean value off the diagonal from which a system that outputs every label has a mean precision of
# at least 1/3 against single gold labels, however many there are, if the diagonal is 1; where no
# label's own mean is lower, every F1 is at least 1/2.
DENSE_MEAN = 1 / 3
# A share of labels, out of those that are not alone in their group, whose most similar label
# belongs to another group.
CROSS_GROUP_SHARE = 0.1
# Names and pairs that the text lists; to_dict() has all.
SHOWN = 30
LEAST_DIFFERENCE = 1e-9

CONSTANT = "nearly constant: cannot tell near from far; set size and abstention decide"
HARD = "this is hard F1"
ASYMMETRIC = "not symmetric: precision and recall read different values"
DENSE = "dense: over-prediction is cheap"
OPPOSITE = "opposites are near each other"
ASSOCIATION = "associative source: check that near labels are interchangeable"
CROSS_GROUP = "cross-cluster pairs above within-cluster ones"
BELOW_ONE = "a perfect system cannot reach 1"
BETTER_THAN_EXACT = "an exact match is not the best match"
HUBS = "near everything"
SAME = "scored as one label"


def off_diagonal(values):
    return values[~np.eye(len(values), dtype=bool)]


def central_range(values):
    """Return the narrowest range that nine in ten of some values lie in: single ones move nothing.

    Parameters
    ----------
    values : float array of shape (n,), n >= 1

    Returns
    -------
    (low, high), floats
    """
    ordered = np.sort(values)
    inside = int(np.ceil(CENTRAL_SHARE * len(ordered)))
    widths = ordered[inside - 1 :] - ordered[: len(ordered) - inside + 1]
    start = int(widths.argmin())
    return float(ordered[start]), float(ordered[start + inside - 1])


def is_nearly_constant(values):
    """Whether a table hardly tells near labels from far ones and a guess earns much by it.

    Nine in ten values off the diagonal lie within 0.1 of each other, and their median is at least
    0.1: where a guess earns less, labels decide as they do in hard F1.
    """
    off = off_diagonal(values)
    if len(values) < SPAN_LABELS or np.median(off) < GUESS:
        return False
    low, high = central_range(off)
    return high - low <= SPAN


def audit_warnings(found, values, labels, associative, asymmetric):
    """Return the warnings of an audit.

    Parameters
    ----------
    found : dict of what an Audit holds
    values, labels : of the similarity
    associative, asymmetric : bool, see :func:`audit_table`

    Returns
    -------
    tuple of str, "MESSAGE (figure): what it means; what to do"
    """
    m, warnings = len(labels), []

    def warn_of(start, figure, meaning):
        warnings.append(f"{start} ({figure}): {meaning}")

    if is_nearly_constant(values):
        low, high = found["central"]
        warn_of(
            CONSTANT,
            f"nine in ten values off the diagonal lie from {low:.4f} to {high:.4f}",
            f"a guess earns about {found['mean']:.2f}, whatever it is; use another source, or "
            "report hard F1 beside it",
        )
    if m > 1 and found["maximum"] == 0:
        warn_of(
            HARD,
            f"all {m * (m - 1)} values off the diagonal are 0",
            "a near miss earns nothing; take another similarity, or call the scores F1",
        )
    apart = np.abs(values - values.T) > LEAST_DIFFERENCE
    if apart.any() and not asymmetric:
        a, b, there, back = found["asymmetry"]
        half = m > 2 and not (np.tril(values, -1).any() and np.triu(values, 1).any())
        warn_of(
            ASYMMETRIC,
            f"{int(apart.sum()) // 2} of {m * (m - 1) // 2} pairs differ, {a!r} and {b!r} most: "
            f"{there:.4g} and {back:.4g}",
            "one triangle is empty, so fill it in from the other"
            if half
            else "take the mean of both directions, or say asymmetric=True where the difference is "
            "meant",
        )
    if m > 1 and found["mean"] >= DENSE_MEAN:
        everything = found["probes"][0]
        warn_of(
            DENSE,
            f"mean {found['mean']:.4f}; a system that outputs every label scores "
            f"{everything['f1']:.4f}, hard F1 {everything['hard_f1']:.4f}",
            "wrong labels cost little, and curves over thresholds fall the more steadily for it, "
            "whatever the values mean; report the chance level, and precision beside F1",
        )
    near = [one for one in found["opposites"] if m > 2 and one[2] > max(found["mean"], GUESS)]
    # In a nearly constant table no pair is near.
    if near and not is_nearly_constant(values):
        a, b, value, rank = max(near, key=lambda one: one[2])
        warn_of(
            OPPOSITE,
            f"{len(near)} of {len(found['opposites'])} above the mean of {found['mean']:.4f}; "
            f"{a!r} and {b!r} {value:.4f}, number {rank} of {m - 1} next to {a!r}",
            "the opposite of the right answer earns more than another wrong one; use ratings or "
            "groups, or set these pairs lower",
        )
    if associative:
        warn_of(
            ASSOCIATION,
            f"off the diagonal {found['minimum']:.4f} to {found['maximum']:.4f}"
            if m > 1
            else "one label",
            "near means that labels stand together, which need not mean that one can stand for the "
            "other; hold it against ratings by metric.agreement",
        )
    crossing = found["cross_group"]
    grouped = sum(len(cluster) for cluster in found["clusters"] if len(cluster) > 1)
    if crossing and len(crossing) >= CROSS_GROUP_SHARE * grouped:
        label, other, across, within = max(crossing, key=lambda one: one[2] - one[3])
        warn_of(
            CROSS_GROUP,
            f"the most similar label is in another cluster for {len(crossing)} of "
            f"{grouped}, {found['grouping']} clusters; {label!r}: {other!r} {across:.4f}, within "
            f"{within:.4f}",
            "a wrong group earns more than the right one; look at these pairs, "
            "and set values or groups right",
        )
    below = int((np.diagonal(values) < 1 - LEAST_DIFFERENCE).sum())
    if below:
        label, lowest = found["lowest_diagonal"]
        warn_of(
            BELOW_ONE,
            f"diagonal below 1 for {below} of {m} labels, least {lowest:.10g} for {label!r}",
            "even gold against itself scores less than 1; set the diagonal to 1, or report that "
            "score as the ceiling",
        )
    low = np.flatnonzero(np.diagonal(values) < values.max(axis=1) - LEAST_DIFFERENCE)
    if len(low):
        warn_of(
            BETTER_THAN_EXACT,
            f"for {len(low)} of {m} labels, such as {labels[low[0]]!r}",
            "a wrong answer earns more than the right one; check that rows and columns are in one "
            "order",
        )
    if found["hubs"]:
        warn_of(
            HUBS,
            f"{len(found['hubs'])} of {m} labels: {listed_labels(found['hubs'])}",
            "always answering such a label pays; compare with what the best hub scores",
        )
    if found["coincide"]:
        pairs = listed_labels([f"{a} and {b}" for a, b in found["coincide"]])
        warn_of(
            SAME,
            f"{pairs}: 1 both ways",
            "taking one for the other costs nothing; merge them, or tell them apart",
        )
    return tuple(warnings)


def listed_labels(items):
    shown = ", ".join(items[:SHOWN])
    return shown if len(items) <= SHOWN else f"{shown} and {len(items) - SHOWN} more"


# --- semantic_f1/similarity/audit_text.py

# Two labels whose values differ so little, both ways, are scored almost as one.
NEAR_DUPLICATE = 0.95
_SENSITIVITY = (
    "not answered here: it takes systems to rank; see the metric's "
    "sensitivity(systems, references)."
)
_NO_EVIDENCE = (
    "not known: the card has neither caveats nor evidence that taking near labels for each other "
    "has like consequences."
)


def audit_text(found):
    """An audit as text, by the five points of section 3.1."""
    sampled = f", a sample of {found.sampled_from:,}" if found.sampled_from else ""
    lines = [f"Audit of {found.name!r}, {len(found.labels)} labels{sampled}"]
    lines += [_wrap(f"Warning: {warning}", "") for warning in found.warnings]
    if not found.warnings:
        lines.append("No warnings")
    lines.append("(i) Source and population")
    for key in ("title", "source", "derivation", "population"):
        lines.append(_wrap(f"{key}: {getattr(found, key) or 'missing'}"))
    lines += ["(ii) Symmetry and diagonal", *map(_wrap, _symmetry_text(found))]
    lines += ["(iii) Values", *map(_wrap, _values_text(found))]
    lines += ["(iv) Rankings under alternatives", _wrap(_SENSITIVITY)]
    lines.append("(v) Consequences of taking near labels for each other")
    lines += [_wrap(f"- {caveat}") for caveat in found.caveats] or [_wrap(_NO_EVIDENCE)]
    return "\n".join(lines)


def _symmetry_text(found):
    if found.symmetric:
        yield "symmetric"
    else:
        a, b, there, back = found.asymmetry
        yield f"not symmetric: S[{a}, {b}] = {there:.4f}, S[{b}, {a}] = {back:.4f}"
    label, value = found.lowest_diagonal
    yield "unit diagonal" if found.unit_diagonal else f"diagonal from {value:.4f} ({label})"


def _values_text(found):
    if found.mean is None:
        yield "one label: there is nothing off the diagonal"
        return
    yield (
        f"off the diagonal {found.minimum:.4f} to {found.maximum:.4f}, mean {found.mean:.4f}, "
        f"standard deviation {found.deviation:.4f}, {found.density:.1%} above 0"
    )
    larger = [", ".join(cluster) for cluster in found.clusters if len(cluster) > 1]
    alone = [cluster[0] for cluster in found.clusters if len(cluster) == 1]
    yield f"clusters ({found.grouping}): {' | '.join(larger) or 'none'}"
    yield f"alone: {listed_labels(alone) or 'none'}"
    if larger and found.between_mean is not None:
        yield f"mean within clusters {found.within_mean:.4f}, across {found.between_mean:.4f}"
    yield from (
        f"most similar to {label}: {other} {across:.4f}, in another cluster; within {within:.4f}"
        for label, other, across, within in found.cross_group[:SHOWN]
    )
    yield f"near everything: {listed_labels(found.hubs) or 'none'}"
    yield f"1 both ways: {listed_labels([f'{a} and {b}' for a, b in found.coincide]) or 'none'}"
    near = [f"{a} and {b} {value:.4f}" for a, b, value in found.near_duplicates]
    yield f"near-duplicates, {NEAR_DUPLICATE} up to 1: {listed_labels(near) or 'none'}"
    if found.metric:
        yield "1 - S is a metric"
    elif found.worst_triangle:
        a, b, c, straight, around = found.worst_triangle
        yield (
            f"1 - S is no metric: {found.triangles_violated:.1%} of the triangles violated; worst "
            f"{a} to {c}: {straight:.4f}, by way of {b} {around:.4f}"
        )
    else:
        yield "1 - S is no metric: see symmetry, diagonal and pairs at 1; no triangle is violated"
    yield f"nearest labels of each of {len(found.labels)}:"
    for label, others in list(found.nearest.items())[:SHOWN]:
        yield f"  {label}: " + ", ".join(f"{other} {value:.4f}" for other, value in others)
    if len(found.nearest) > SHOWN:
        yield "  ... see to_dict()"
    for a, b, value, rank in found.opposites:
        yield f"opposites {a} and {b}: {value:.4f}, number {rank} next to {a}"
    yield "chance level, samples averages, by sampling:"
    for entry in found.chance:
        yield (
            f"  {entry['predictor']}: F1 {entry['f1']:.4f} +- {entry['error']:.4f} (hard F1 "
            f"{entry['hard_f1']:.4f})"
        )
    yield f"over-prediction, samples averages against {found.probe_gold}:"
    for probe in found.probes:
        yield (
            f"  {probe['predictor']}: F1 {probe['f1']:.4f} (precision {probe['precision']:.4f}, "
            f"recall {probe['recall']:.4f}; hard F1 {probe['hard_f1']:.4f})"
        )


def _wrap(text, indent="  "):
    own = indent + " " * (len(text) - len(text.lstrip()))
    return textwrap.fill(
        text.strip(), 100, initial_indent=own, subsequent_indent=own + "  ", break_long_words=False
    )


# --- semantic_f1/similarity/chance.py

# Examples that are drawn; standard errors are at most 0.5 / sqrt(EXAMPLES) = 0.011.
EXAMPLES = 2_000


def chance_levels(
    similarity, gold=None, *, size: int = 1, constants=(), seed: int = 0, examples: int = EXAMPLES
):
    """Samples averages of a random system, and of systems that always give the same label.

    The random system gives as many labels as the gold set has, drawn alike from all labels. For
    any number of labels: only the pairs that are drawn are worked out.

    Parameters
    ----------
    similarity : an object with ``labels`` and ``pairs``
    gold : None, or a list of tuples of label indices, of which ``examples`` are drawn where there
        are more; None: sets of ``size`` labels, drawn alike
    size : int >= 1, how many labels a gold set has where ``gold`` is None
    constants : pairs (how the system is called, label index)
    seed : int
    examples : int >= 1

    Returns
    -------
    tuple of dicts: "predictor", "labels" (how many a set has in the mean), "f1", "precision",
    "recall" (samples averages), "hard_f1" (the same under the identity) and "error", the standard
    error of "f1" from the draw
    """
    rng = np.random.default_rng(seed)
    m = len(similarity.labels)
    if gold is None:
        sizes = np.full(examples, min(size, m))
        gold = _drawn_labels(rng, m, sizes)
    else:
        if len(gold) > examples:
            gold = [gold[i] for i in rng.choice(len(gold), examples, replace=False)]
        sizes = np.array([len(one) for one in gold])
        gold = np.array([i for one in gold for i in one], np.int64)
    random = _drawn_labels(rng, m, sizes)
    entries = [
        _system_entry("as many labels, drawn at random", similarity, (random, sizes), (gold, sizes))
    ]
    for name, label in constants:
        one = np.ones(len(sizes), np.int64)
        entries.append(
            _system_entry(name, similarity, (np.full(len(one), label), one), (gold, sizes))
        )
    return tuple(entries)


def _drawn_labels(rng, m, sizes):
    """Different labels for each example, one after the other."""
    if not len(sizes) or sizes.max(initial=0) == 0:
        return np.empty(0, np.int64)
    drawn = rng.integers(0, m, (len(sizes), int(sizes.max())))
    for row, size in enumerate(sizes.tolist()):
        if size > 1 and len(np.unique(drawn[row, :size])) < size:
            drawn[row, :size] = rng.choice(m, size, replace=False)
    return drawn[np.arange(drawn.shape[1]) < sizes[:, None]]


def _system_entry(name, similarity, predicted, gold):
    precision, recall = _best_means(similarity.pairs, *predicted, *gold)
    hard, _ = _best_means(lambda a, b: (a == b).astype(np.float64), *predicted, *gold)
    hits = hard * predicted[1]
    both_empty = (predicted[1] == 0) & (gold[1] == 0)
    total = precision + recall
    f1 = np.divide(2 * precision * recall, total, out=np.zeros(len(total)), where=total > 0)
    sizes = predicted[1] + gold[1]
    hard_f1 = np.divide(2 * hits, sizes, out=np.ones(len(sizes)), where=sizes > 0)
    for scores in (precision, recall, f1):
        scores[both_empty] = 1
    return {
        "predictor": name,
        "labels": float(predicted[1].mean()),
        "f1": float(f1.mean()),
        "precision": float(precision.mean()),
        "recall": float(recall.mean()),
        "hard_f1": float(hard_f1.mean()),
        "error": float(f1.std() / np.sqrt(len(f1))),
    }


def _best_means(pairs, predicted, n_predicted, gold, n_gold):
    """Precision and recall of each example (eqs. 3 and 4): means of best matches."""
    n = len(n_gold)
    first = np.cumsum(n_gold) - n_gold
    owner = np.repeat(np.arange(n), n_predicted)
    # Each predicted label beside all gold labels of its example.
    beside = n_gold[owner]
    at = np.repeat(np.arange(len(predicted)), beside)
    ends = np.cumsum(beside)
    place = np.arange(int(ends[-1]) if len(ends) else 0) - np.repeat(ends - beside, beside)
    target = first[owner][at] + place
    one = np.zeros(len(predicted))
    other = np.zeros(len(gold))
    if len(at):
        np.maximum.at(one, at, pairs(predicted[at], gold[target]))
        np.maximum.at(other, target, pairs(gold[target], predicted[at]))
    sums = np.bincount(owner, one, n), np.bincount(np.repeat(np.arange(n), n_gold), other, n)
    return (
        np.divide(total, number, out=np.zeros(n), where=number > 0)
        for total, number in zip(sums, (n_predicted, n_gold), strict=True)
    )


# --- semantic_f1/similarity/audit.py

# How the derivations of those builders begin whose values say that labels stand together, not that
# one can stand for the other: only what was so made is called associative, whatever words its
# source has.
ASSOCIATIVE = (
    "Cosine of label embeddings ",
    "Given correlations r,",
    "Pearson correlation r of ",
)
# Emotions that mean the opposite of each other, where a similarity has both.
OPPOSITES = (
    ("joy", "sadness"),
    ("joy", "grief"),
    ("happiness", "sadness"),
    ("love", "hate"),
    ("optimism", "pessimism"),
    ("approval", "disapproval"),
    ("trust", "distrust"),
    ("hope", "despair"),
    ("pride", "shame"),
    ("admiration", "contempt"),
    ("positive", "negative"),
)
MAX_LABELS = 1000
# Labels that are looked at where there are more; the chance level is that of all.
SAMPLED_LABELS = 500


class _Table(NamedTuple):
    """A table as the sampling of chance levels asks for it."""

    labels: tuple
    values: np.ndarray

    def pairs(self, a, b):
        return self.values[a, b]


@dataclass(frozen=True, repr=False)
class Audit:
    """Report on a similarity; ``print`` shows it, :meth:`to_dict` gives plain Python types.

    Attributes
    ----------
    name : str
    labels : tuple of m names
    warnings : tuple of str, each starting with one of this module's messages
    title, source, citation, derivation, population : str, or None where the card lacks them
    caveats : tuple of str
    symmetric, unit_diagonal : bool
    asymmetry : None, or (a, b, S[a, b], S[b, a]) of the pair that differs most
    lowest_diagonal : (label, value)
    sampled_from : None, or how many labels there are, of which these are a sample
    central : None, or (low, high), the narrowest range that nine in ten values off the diagonal
        lie in
    density, minimum, maximum, mean, deviation : of the values off the diagonal: the share above 0,
        the range, the mean, and the standard deviation, which is the contrast; None for one label
    coincide : pairs of labels whose similarity is 1 both ways
    near_duplicates : (a, b, the smaller of both values), from :data:`NEAR_DUPLICATE` up and not 1
    metric : bool, whether 1 - S is a metric: symmetric, 0 for the same label only, and no way
        around shorter than the straight one
    triangles_violated : share of the triples (a, b, c) of different labels with
        d(a, c) > d(a, b) + d(b, c), where d = 1 - S; None below three labels
    worst_triangle : None, or (a, b, c, d(a, c), d(a, b) + d(b, c)) of the greatest excess
    grouping : "given" or "found"
    clusters : tuple of tuples of labels, the largest first; labels that are alone are at the end
    cross_group : (label, its most similar label, that one's value, the best value within the
        cluster) wherever the most similar label belongs to another cluster
    within_mean, between_mean : mean values inside and across clusters, None where there are none
    mean_similarity : dict label -> mean of its values with the others, both directions
    hubs : labels whose mean similarity is at least what puts labels into one cluster
    nearest : dict label -> its most similar labels, (name, S[label, name]) each
    probe_gold : str, what the probe was scored against
    probes : tuple of dicts: "predictor", "labels" (how many), "f1", "precision", "recall"
        (samples averages), "hard_f1" (the same under the identity)
    chance : tuple of such dicts of a random system and, over a thesaurus, of its largest root
        alone, by sampling, with "error", the standard error of "f1"
    opposites : tuple of (a, b, the mean of both values, place of b among the labels nearest to a)
        of the opposites that it has, given ones or those of :data:`OPPOSITES`
    """

    name: str
    labels: tuple
    warnings: tuple
    title: str | None
    source: str | None
    citation: str | None
    derivation: str | None
    population: str | None
    caveats: tuple
    symmetric: bool
    unit_diagonal: bool
    asymmetry: tuple | None
    lowest_diagonal: tuple
    density: float | None
    minimum: float | None
    maximum: float | None
    mean: float | None
    deviation: float | None
    coincide: tuple
    near_duplicates: tuple
    metric: bool
    triangles_violated: float | None
    worst_triangle: tuple | None
    grouping: str
    clusters: tuple
    cross_group: tuple
    within_mean: float | None
    between_mean: float | None
    mean_similarity: dict
    hubs: tuple
    nearest: dict
    probe_gold: str
    probes: tuple
    chance: tuple
    opposites: tuple
    central: tuple | None
    sampled_from: int | None = None

    @property
    def order(self):
        """The labels cluster by cluster, for pictures."""
        return tuple(label for cluster in self.clusters for label in cluster)

    def to_dict(self):
        """The content, which ``json.dumps`` takes; "order" has the labels cluster by cluster."""
        return {**_plain_content(asdict(self)), "order": list(self.order)}

    def __str__(self):
        return audit_text(self)

    __repr__ = __str__


def audit_table(
    values,
    labels,
    card=None,
    *,
    name="similarity",
    none_labels=(),
    groups=None,
    gold=None,
    neighbors=3,
    hubs=3,
    associative=None,
    asymmetric=False,
    opposites=None,
    chance=None,
    sampled_from=None,
):
    """Audit a similarity.

    Parameters
    ----------
    values : float64 array of shape (m, m) with values in [0, 1]
    labels : m names
    card : mapping with title, source, citation, derivation, population and caveats, as far as known
    name : str
    none_labels : names that mean "no label"; in ``gold`` they are left out
    groups : mapping label -> group, of all labels: groups that are known from elsewhere, to hold
        the values against. None: clusters are found, by joining the two whose mean similarity is
        greatest (average linkage, both directions averaged) as long as it is at least half way
        between the mean and the maximum of the values off the diagonal
    gold : collections of names, to score the probe against; None: every label alone, once
    neighbors : int >= 1, how many of the nearest labels are listed_labels
    hubs : int >= 1; the probe tries the 1 to ``hubs`` labels of the greatest mean similarity
    associative : bool, whether the values say that labels stand together rather than that one can
        stand for the other; None: whether a builder made them so (from_embeddings,
        from_correlations, from_training_label_sets), whatever words the card has
    asymmetric : bool, whether it is meant that S[a, b] and S[b, a] differ
    opposites : pairs of labels that mean the opposite of each other; None: the emotions of
        :data:`OPPOSITES`, as far as they are labels
    chance, sampled_from : chance levels and number of all labels, where these are a sample of them

    Returns
    -------
    Audit

    Raises
    ------
    ValueError
        for more than :data:`MAX_LABELS` labels (the work grows with their cube: some seconds),
        groups that lack a label, have one too many or can't be hashed, and ``gold`` that is no
        list of collections of known names
    """
    if len(labels) > MAX_LABELS:
        raise ValueError(f"labels: an audit takes up to {MAX_LABELS}; got {len(labels)}")
    values, labels, card = np.asarray(values, dtype=np.float64), tuple(labels), dict(card or {})
    for argument, number in (("neighbors", neighbors), ("hubs", hubs)):
        if isinstance(number, bool) or not isinstance(number, int) or number < 1:
            raise ValueError(f"{argument}: expected a whole number from 1 up; got {number!r}")
    found = {
        **_shape(values, labels),
        **_spread(values),
        **_like_pairs(values, labels),
        **_triangles(values, labels),
        **_neighborhoods(values, labels, groups, neighbors),
        **_probe(values, labels, gold, none_labels, hubs),
        "opposites": _opposites(values, labels, opposites),
        "chance": chance_levels(_Table(labels, values), _chance_sets(gold, labels, none_labels))
        if chance is None
        else chance,
        "sampled_from": sampled_from,
    }
    found["metric"] = (
        found["symmetric"]
        and found["unit_diagonal"]
        and not found["coincide"]
        and not found["triangles_violated"]
    )
    if associative is None:
        associative = str(card.get("derivation") or "").startswith(ASSOCIATIVE)
    written = ("title", "source", "citation", "derivation", "population")
    # A card may hold what its file held.
    caveats = card.get("caveats") or ()
    return Audit(
        name=name,
        labels=labels,
        warnings=audit_warnings(found, values, labels, associative, asymmetric),
        caveats=tuple(map(str, caveats if isinstance(caveats, (list, tuple)) else [caveats])),
        **{key: str(card[key]) if card.get(key) else None for key in written},
        **found,
    )


def _shape(values, labels):
    apart = np.abs(values - values.T)
    a, b = np.unravel_index(apart.argmax(), apart.shape)
    diagonal = np.diagonal(values)
    return {
        "symmetric": not apart.any(),
        "unit_diagonal": bool((diagonal == 1).all()),
        "asymmetry": (labels[a], labels[b], float(values[a, b]), float(values[b, a]))
        if apart.any()
        else None,
        "lowest_diagonal": (labels[diagonal.argmin()], float(diagonal.min())),
    }


def _spread(values):
    off = off_diagonal(values)
    if not len(off):
        return dict.fromkeys(("density", "minimum", "maximum", "mean", "deviation", "central"))
    return {
        "central": central_range(off),
        "density": float((off > 0).mean()),
        "minimum": float(off.min()),
        "maximum": float(off.max()),
        "mean": float(off.mean()),
        "deviation": float(off.std()),
    }


def audit_similarity(similarity, *, gold=None, groups=None, **options):
    """Audit any similarity; of more than 1,000 labels a sample, and the chance level of all.

    Parameters
    ----------
    similarity : an object with ``labels``, ``pairs``, ``name``, ``card`` and ``none_labels``
    gold, groups, **options : as for :func:`audit_table`

    Returns
    -------
    Audit
    """
    labels = similarity.labels
    card = getattr(similarity, "card", None)
    own = {"name": similarity.name, "none_labels": getattr(similarity, "none_labels", ())}
    chance = chance_of(similarity, gold)
    if len(labels) <= MAX_LABELS:
        values = _grid(similarity, np.arange(len(labels)))
        return audit_table(
            values, labels, card, gold=gold, groups=groups, chance=chance, **own, **options
        )
    sample = np.sort(np.random.default_rng(0).choice(len(labels), SAMPLED_LABELS, replace=False))
    if groups is not None:
        _label_groups(groups, labels)
        groups = {labels[i]: groups[labels[i]] for i in sample}
    return audit_table(
        _grid(similarity, sample),
        [labels[i] for i in sample],
        card,
        groups=groups,
        chance=chance,
        sampled_from=len(labels),
        **own,
        **options,
    )


def chance_of(similarity, gold=None, **options):
    """Chance levels of a similarity against given gold sets, or labels drawn alike."""
    constants = _largest_root(similarity)
    none_labels = getattr(similarity, "none_labels", ())
    sets = _chance_sets(gold, similarity.labels, none_labels)
    return chance_levels(similarity, sets, constants=constants, **options)


def _grid(similarity, index):
    """The table of some labels."""
    values = np.empty((len(index), len(index)))
    for start in range(0, len(index), 64):
        rows, columns = np.meshgrid(index[start : start + 64], index, indexing="ij")
        block = similarity.pairs(rows.reshape(-1), columns.reshape(-1))
        values[start : start + 64] = block.reshape(rows.shape)
    return values


def _largest_root(similarity):
    """The root of a thesaurus that most concepts are below, if it is a label."""
    root = getattr(similarity, "largest_root", None)
    return () if root is None else [(f"the root {similarity.labels[root]!r} alone", root)]


def _chance_sets(gold, labels, none_labels):
    return None if gold is None else list(_gold_sets(gold, labels, none_labels).elements())


def _opposites(values, labels, opposites):
    """Opposites among the labels, with their mean value and how near they come to each other."""
    place = {label: index for index, label in enumerate(labels)}
    if opposites is None:
        folded = {label.casefold(): index for label, index in place.items()}
        pairs = [(folded[a], folded[b]) for a, b in OPPOSITES if a in folded and b in folded]
    else:
        pairs = []
        for pair in opposites:
            if isinstance(pair, str) or len(tuple(pair)) != 2:
                raise ValueError(f"opposites: expected pairs of labels; got {pair!r}")
            unknown = [label for label in pair if label not in place]
            if unknown:
                raise ValueError(
                    f"opposites: {unknown[0]!r} is no label{suggestion(str(unknown[0]), labels)}"
                )
            pairs.append(tuple(place[label] for label in pair))
    found = []
    for a, b in pairs:
        nearer = int((np.delete(values[a], a) > values[a, b] + LEAST_DIFFERENCE).sum())
        found.append((labels[a], labels[b], float((values[a, b] + values[b, a]) / 2), nearer + 1))
    return tuple(found)


def _like_pairs(values, labels):
    """Pairs with 1 both ways, and those from NEAR_DUPLICATE up, the most alike first."""
    both = np.triu(np.minimum(values, values.T), 1)
    rows, columns = np.nonzero(both >= NEAR_DUPLICATE)
    pairs = [(labels[a], labels[b], float(both[a, b])) for a, b in zip(rows, columns, strict=True)]
    pairs.sort(key=lambda pair: -pair[2])
    return {
        "coincide": tuple(pair[:2] for pair in pairs if pair[2] == 1),
        "near_duplicates": tuple(pair for pair in pairs if pair[2] < 1),
    }


def _triangles(values, labels):
    m = len(labels)
    distance = 1 - values
    # Then triples that name a label twice have no excess.
    np.fill_diagonal(distance, 0)
    violated, worst = 0, (LEAST_DIFFERENCE, None)
    for b in range(m):
        excess = distance - (distance[:, [b]] + distance[[b], :])
        violated += int((excess > LEAST_DIFFERENCE).sum())
        a, c = np.unravel_index(excess.argmax(), excess.shape)
        if excess[a, c] > worst[0]:
            around = float(distance[a, b] + distance[b, c])
            worst = (excess[a, c], (labels[a], labels[b], labels[c], float(distance[a, c]), around))
    return {
        "triangles_violated": violated / (m * (m - 1) * (m - 2)) if m > 2 else None,
        "worst_triangle": worst[1],
    }


def _neighborhoods(values, labels, groups, count):
    """Clusters, what crosses them, hubs and nearest labels."""
    m = len(labels)
    both = (values + values.T) / 2
    off = off_diagonal(values)
    varied = m > 2 and np.ptp(off) > LEAST_DIFFERENCE
    near = (off.mean() + off.max()) / 2 - LEAST_DIFFERENCE if varied else np.inf
    clusters = _average_linkage(both, near) if groups is None else _label_groups(groups, labels)
    clusters.sort(key=lambda cluster: (-len(cluster), cluster))
    member = np.empty(m, dtype=int)
    for number, cluster in enumerate(clusters):
        member[cluster] = number
    mates = (member[:, None] == member) & ~np.eye(m, dtype=bool)
    others = member[:, None] != member
    mean = _mean_similarity(values)
    order = np.argsort(np.where(np.eye(m, dtype=bool), np.inf, -values), axis=1, kind="stable")
    return {
        "grouping": "found" if groups is None else "given",
        "clusters": tuple(tuple(labels[i] for i in cluster) for cluster in clusters),
        "cross_group": _crossing(values, labels, mates, others),
        "within_mean": float(values[mates].mean()) if mates.any() else None,
        "between_mean": float(values[others].mean()) if others.any() else None,
        "mean_similarity": dict(zip(labels, mean.tolist(), strict=True)),
        "hubs": tuple(labels[i] for i in np.argsort(-mean, kind="stable") if mean[i] >= near),
        "nearest": {
            label: tuple((labels[j], float(values[i, j])) for j in order[i, : min(count, m - 1)])
            for i, label in enumerate(labels)
        },
    }


def _mean_similarity(values):
    m = len(values)
    both = values.sum(axis=0) + values.sum(axis=1) - 2 * np.diagonal(values)
    return both / (2 * max(m - 1, 1))


def _average_linkage(similarity, near):
    """Lists of indices: the two clusters most alike, by their mean, are joined while it is near."""
    clusters = [[i] for i in range(len(similarity))]
    table = similarity.copy()
    np.fill_diagonal(table, -np.inf)
    while table.max() >= near:
        a, b = sorted(np.unravel_index(table.argmax(), table.shape))
        sizes = len(clusters[a]), len(clusters[b])
        joined = (sizes[0] * table[a] + sizes[1] * table[b]) / sum(sizes)
        table[a] = table[:, a] = joined
        table[a, a] = -np.inf
        table = np.delete(np.delete(table, b, axis=0), b, axis=1)
        clusters[a] = sorted(clusters[a] + clusters.pop(b))
    return clusters


def _label_groups(groups, labels):
    if not isinstance(groups, Mapping):
        raise ValueError(f"groups: expected a mapping label -> group; got {type(groups).__name__}")
    lacking = [label for label in labels if groups.get(label) is None]
    surplus = [label for label in groups if label not in labels]
    if lacking or surplus:
        wrong, said = (lacking, "has no group") if lacking else (surplus, "is no label")
        raise ValueError(f"groups: {wrong[0]!r} {said} ({len(wrong)} such names)")
    found = {}
    for index, label in enumerate(labels):
        try:
            found.setdefault(groups[label], []).append(index)
        except TypeError:
            raise ValueError(
                f"groups: expected a name or number as the group of {label!r}; got "
                f"{type(groups[label]).__name__}"
            ) from None
    return list(found.values())


def _crossing(values, labels, mates, others):
    within = np.where(mates, values, -np.inf)
    across = np.where(others, values, -np.inf)
    crosses = mates.any(axis=1) & (across.max(axis=1) > within.max(axis=1) + LEAST_DIFFERENCE)
    return tuple(
        (labels[a], labels[across[a].argmax()], float(across[a].max()), float(within[a].max()))
        for a in np.flatnonzero(crosses)
    )


def _probe(values, labels, gold, none_labels, hubs):
    """Scores of systems that always give the same labels."""
    m = len(labels)
    if gold is None:
        sets = Counter((index,) for index in range(m))
    else:
        sets = _gold_sets(gold, labels, none_labels)
    by_mean = np.argsort(-_mean_similarity(values), kind="stable")
    predictors = {"every label": np.arange(m)}
    for k in range(1, min(hubs, m - 1) + 1):
        predictors["the best hub" if k == 1 else f"the {k} best hubs"] = by_mean[:k]
    return {
        "probe_gold": f"{m} single labels" if gold is None else f"{sum(sets.values())} gold sets",
        "probes": tuple(
            {"predictor": predictor, "labels": len(chosen), **_probe_score(values, chosen, sets)}
            for predictor, chosen in predictors.items()
        ),
    }


def _gold_sets(gold, labels, none_labels):
    if isinstance(gold, (str, bytes, Mapping)) or not hasattr(gold, "__iter__"):
        raise ValueError(f"gold: expected a list of label sets; got {type(gold).__name__}")
    place = {label: index for index, label in enumerate(labels)}
    left_out = set(none_labels)
    sets = Counter()
    for row, given in enumerate(gold):
        names = [given] if isinstance(given, str) else given
        try:
            names = None if isinstance(names, (bytes, Mapping)) else set(names) - left_out
        except TypeError:
            names = None
        if names is None:
            raise ValueError(f"gold: expected a collection of names; row {row} is {given!r}")
        unknown = [name for name in names if name not in place]
        if unknown:
            raise ValueError(f"gold: row {row} has {unknown[0]!r}, which is no label")
        sets[tuple(sorted(place[name] for name in names))] += 1
    if not sets:
        raise ValueError("gold: at least one set is needed; got none")
    return sets


def _probe_score(values, chosen, sets):
    """Samples averages (eqs. 3 to 6) of one predicted set against sets and how often they occur."""
    columns = values[:, chosen].max(axis=1)
    rows = values[chosen]
    totals = np.zeros(4)
    for gold, times in ((list(labels), times) for labels, times in sets.items() if labels):
        precision, recall = rows[:, gold].max(axis=1).mean(), columns[gold].mean()
        f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
        hard = 2 * np.isin(gold, chosen).sum() / (len(gold) + len(chosen))
        totals += np.array([f1, precision, recall, hard]) * times
    return dict(
        zip(("f1", "precision", "recall", "hard_f1"), (totals / sets.total()).tolist(), strict=True)
    )


def _plain_content(content):
    """Tuples as lists, all the way down."""
    if isinstance(content, dict):
        return {key: _plain_content(value) for key, value in content.items()}
    if isinstance(content, (list, tuple)):
        return [_plain_content(value) for value in content]
    return content


# --- semantic_f1/similarity/hub.py

DEFAULT_FILE = "similarity.json"
_ADDRESS = re.compile(
    r"hf://(?P<kind>datasets|spaces)/(?P<repo>[^/@]+/[^/@]+)(@(?P<revision>[^/]+))?(/(?P<file>.+))?"
)


def fetch(address):
    """Download a file, unless the cache has it.

    Parameters
    ----------
    address : ``hf://datasets/OWNER/NAME/FILE``; ``NAME@REVISION`` for another revision than main;
        without FILE, similarity.json

    Returns
    -------
    str, its path in the cache

    Raises
    ------
    ValueError
        for another address, and whatever the Hub refuses
    """
    match = _ADDRESS.fullmatch(address)
    if not match:
        raise ValueError(
            f"similarity: expected hf://datasets/OWNER/NAME/FILE, "
            f"hf://datasets/OWNER/NAME@REVISION/FILE, or either without FILE, which stands for "
            f"{DEFAULT_FILE}; got {address!r}"
        )
    import huggingface_hub

    try:
        return huggingface_hub.hf_hub_download(
            match["repo"],
            match["file"] or DEFAULT_FILE,
            repo_type=match["kind"].removesuffix("s"),
            revision=match["revision"],
        )
    except _failures() as error:
        raise ValueError(
            f"similarity: {address} could not be fetched: {_one_line(error)}"
        ) from error


def push(
    content,
    repo_id,
    path_in_repo=None,
    *,
    private=None,
    token=None,
    revision=None,
    commit_message="Similarity",
):
    """Upload a file to a dataset repository, which is made if there is none.

    Parameters
    ----------
    content : bytes
    repo_id : str, "OWNER/NAME"
    path_in_repo : str that ends in .json; default similarity.json
    private : bool, or None for what its owner's settings say; of a repository that is made
    token : str, or None for the one logged in with
    revision : str, the branch, or None for main
    commit_message : str

    Returns
    -------
    str, the address of that file in that commit

    Raises
    ------
    ValueError
        for a file by another name, and whatever the Hub refuses
    """
    path_in_repo = DEFAULT_FILE if path_in_repo is None else path_in_repo
    if not isinstance(path_in_repo, str) or not path_in_repo.lower().endswith(".json"):
        raise ValueError(f"path_in_repo: expected a name that ends in .json; got {path_in_repo!r}")
    if not isinstance(repo_id, str) or not re.fullmatch(r"[^/@]+/[^/@]+", repo_id):
        raise ValueError(f"repo_id: expected 'OWNER/NAME'; got {repo_id!r}")
    import huggingface_hub

    api = huggingface_hub.HfApi(token=token)
    try:
        api.create_repo(repo_id, repo_type="dataset", private=private, exist_ok=True)
        commit = api.upload_file(
            path_or_fileobj=content,
            path_in_repo=path_in_repo,
            repo_id=repo_id,
            repo_type="dataset",
            revision=revision,
            commit_message=commit_message,
        )
    except _failures() as error:
        raise ValueError(f"repo_id: could not push to {repo_id!r}: {_one_line(error)}") from error
    return f"hf://datasets/{repo_id}@{commit.oid}/{path_in_repo}"


def _failures():
    """Errors of huggingface_hub and of the HTTP library that it is built on.

    Which library that is depends on its version; its errors need not be OSErrors.
    """
    from huggingface_hub.errors import HfHubHTTPError

    return (OSError, ValueError, *HfHubHTTPError.__bases__)


def _one_line(error):
    return " ".join(str(error).split())


# --- semantic_f1/similarity/rounding.py

# Values, and differences of what should be equal, that are off by less come from float32.
ROUNDING = 1e-6


def settle(
    table: np.ndarray,
    low: float = -np.inf,
    high: float = np.inf,
    diagonal: float | None = None,
) -> np.ndarray:
    """Set what is outside of [low, high] by rounding alone to the bound, in place.

    Parameters
    ----------
    table : float64 array of shape (m, m), writeable
    low, high : bounds
    diagonal : the value that the diagonal should have, or None

    Returns
    -------
    the same array; values outside by more than 1e-6 stay as they are
    """
    for bound, below in ((low, True), (high, False)):
        if np.isfinite(bound):
            off = (table < bound) if below else (table > bound)
            if off.any():
                off &= np.abs(table - bound) <= ROUNDING
                table[off] = bound
    if diagonal is not None:
        own = np.diagonal(table)
        np.fill_diagonal(table, np.where(np.abs(own - diagonal) <= ROUNDING, diagonal, own))
    return table


# --- semantic_f1/similarity/label_similarity.py

CARD = ("title", "source", "citation", "license", "derivation", "population", "caveats", "ids")
_RESCALE = (
    "map correlations and cosines by (1 + r) / 2 and distances by 1 / (1 + d) first; "
    "values are never clipped"
)


class LabelSimilarity:
    """Similarities between labels, in [0, 1].

    Made by :func:`load`, :func:`build` or :func:`identity`.

    Attributes
    ----------
    name : str, the bundled name, "identity", or what it was read from
    labels : tuple of str, length m, in the order of rows and columns
    none_labels : tuple of str: names that mean "no label"; they have no row
    card : dict of str: title, source, citation, license, derivation, population, caveats, as far
        as they are known
    prefix_widths : tuple of int: indicator rows of that many columns are read as its first labels
    ordered : bool, whether ids follow the order of its labels, then of its none_labels; not where
        a bundled similarity's card names no data set whose ids it follows ("ids")
    absent : dict of names that are no labels of it -> why, for errors that say so
    fingerprint : str, sha256 of the labels and values, whatever their order
    """

    def __init__(
        self,
        name,
        labels,
        values,
        none_labels=(),
        card=None,
        prefix_widths=(),
        ordered=True,
        absent=None,
    ):
        self.name = name
        self.labels = tuple(labels)
        self.none_labels = tuple(none_labels)
        self.card = dict(card or {})
        self.prefix_widths = tuple(prefix_widths)
        self.ordered = ordered
        self.absent = dict(absent or {})
        # No values: the identity, computed where it is asked for.
        self._values = None if values is None else _frozen(values)

    def __reduce__(self):
        parts = (self.name, self.labels, self._values, self.none_labels, self.card)
        return LabelSimilarity, (*parts, self.prefix_widths, self.ordered, self.absent)

    def __repr__(self):
        return f"LabelSimilarity({self.name!r}, {len(self.labels)} labels)"

    def __len__(self):
        return len(self.labels)

    def pairs(self, a, b):
        """S[a, b] of index pairs: two equally long int arrays in, one float64 array out."""
        if self._values is None:
            return (a == b).astype(np.float64)
        position = a.astype(np.intp)
        position *= len(self.labels)
        position += b
        return self._values.reshape(-1).take(position)

    @property
    def values(self):
        """The m x m table as a read-only float64 array."""
        return _frozen(np.eye(len(self.labels))) if self._values is None else self._values

    def between(self, a, b):
        """S[a, b] for two label names: the credit that ``a`` earns from ``b``."""
        for label in (a, b):
            if label not in self.labels:
                raise ValueError(unknown_name_message("label", label, self.labels))
        return float(self.values[self.labels.index(a), self.labels.index(b)])

    def facts(self):
        """Report on the values of the table (section 3.1 of the paper).

        Returns
        -------
        dict: "symmetric" and "unit_diagonal" (bool); "minimum", "maximum" and "mean" of the values
        off the diagonal, None for a single label; "density", the share of them above 0; "coincide",
        the pairs of labels whose similarity is 1 both ways
        """
        values, m = self.values, len(self.labels)
        off = values[~np.eye(m, dtype=bool)]
        same = np.argwhere(np.triu((values == 1) & (values.T == 1), 1))
        return {
            "symmetric": bool((values == values.T).all()),
            "unit_diagonal": bool((np.diagonal(values) == 1).all()),
            "minimum": float(off.min()) if m > 1 else None,
            "maximum": float(off.max()) if m > 1 else None,
            "mean": float(off.mean()) if m > 1 else None,
            "density": float((off > 0).mean()) if m > 1 else None,
            "coincide": [(self.labels[a], self.labels[b]) for a, b in same],
        }

    def nearest(self, label, k=3):
        """The k labels that ``label`` earns most credit from, as (name, S[label, name]) pairs.

        The label itself is left out; equal values come in label order.
        """
        if label not in self.labels:
            raise ValueError(unknown_name_message("label", label, self.labels))
        index = self.labels.index(label)
        row = self.values[index]
        order = [i for i in np.argsort(-row, kind="stable").tolist() if i != index]
        return [(self.labels[i], float(row[i])) for i in order[:k]]

    def restrict(self, labels, key=str):
        """The same similarity cut and permuted to ``labels``, names it has, compared by ``key``."""
        labels = tuple(labels)
        if labels == self.labels:
            return self
        place = {key(label): index for index, label in enumerate(self.labels)}
        missing = [label for label in labels if key(label) not in place]
        if missing:
            why = self.absent.get(missing[0])
            said = f"{missing[0]!r} is {why}" if why else f"it knows {quote(self.labels)}"
            raise ValueError(
                f"labels: similarity {self.name!r} has no value for {quote(missing)}; {said}"
            )
        order = [place[key(label)] for label in labels]
        values = None if self._values is None else self._values[np.ix_(order, order)]
        return LabelSimilarity(
            self.name, labels, values, self.none_labels, self.card, absent=self.absent
        )

    def audit(self, **options):
        """Report on the similarity matrix (section 3.1 of the paper), with warnings.

        Parameters
        ----------
        **options : ``groups``, ``gold``, ``neighbors``, ``hubs``, ``associative``, as for
            :func:`semantic_f1.similarity.audit.audit_table`

        Returns
        -------
        Audit: it prints itself, and ``to_dict()`` gives its content
        """
        return audit_similarity(self, **options)

    def save(self, path, *, overwrite=False):
        """Write a JSON file that :func:`load` reads back with the same fingerprint.

        The file is there whole or not at all, whatever happens on the way.

        Parameters
        ----------
        path : str or path that ends in .json
        overwrite : bool; False (default): an existing file is an error

        Returns
        -------
        Path of the file

        Raises
        ------
        ValueError
            for another suffix, a file that exists, a folder that can't be written to, a card that
            JSON can't hold, and the identity, which is no table
        """
        path = Path(path)
        if path.suffix.lower() != ".json":
            raise ValueError(f"path: expected a name that ends in .json; got {str(path)!r}")
        content = self._json()
        if path.exists() and not overwrite:
            raise ValueError(f"path: {str(path)!r} exists; overwrite=True replaces it")
        part = path.with_name(f"{path.name}.{uuid.uuid4().hex}.part")
        try:
            part.write_bytes(content)
            os.replace(part, path)
        except OSError as error:
            raise ValueError(f"path: {str(path)!r}: {error.strerror or error}") from error
        finally:
            with contextlib.suppress(OSError):
                part.unlink()
        return path

    def push_to_hub(self, repo_id, path_in_repo=None, **options):
        """Upload the JSON file to a dataset repository of the Hugging Face Hub.

        Parameters
        ----------
        repo_id : "OWNER/NAME"; the repository is made if there is none
        path_in_repo : str that ends in .json; default similarity.json, which :func:`load` reads
            where an address names no file
        **options : private (of a repository that has to be made), token (default: the one you are
            logged in with), revision (a branch, default main), commit_message

        Returns
        -------
        str, the address ``hf://datasets/OWNER/NAME@COMMIT/FILE`` for :func:`load`, which goes on to
        mean these values when the repository changes

        Raises
        ------
        ValueError
            for another suffix, a card that JSON can't hold, the identity, which is no table, and
            whatever the Hub refuses
        """
        options.setdefault("commit_message", f"Similarity {self.name}")
        return push(self._json(), repo_id, path_in_repo, **options)

    def _json(self):
        """The bytes of its JSON file: one field a line, of the values one row."""
        if self._values is None:
            raise ValueError(
                "similarity: the identity has no table to save; use similarity='identity' "
                "with labels=[...]"
            )
        try:
            fields = {key: _json_text(value) for key, value in self.to_dict().items()}
            rows = ",\n".join(f"    {_json_text(row)}" for row in self.values.tolist())
            fields["values"] = f"[\n{rows}\n  ]"
            lines = ",\n".join(f"  {_json_text(key)}: {text}" for key, text in fields.items())
            return f"{{\n{lines}\n}}\n".encode()
        except (TypeError, ValueError) as error:
            raise ValueError(
                f"similarity {self.name!r}: the card can't be written as JSON: {error}"
            ) from None

    @property
    def fingerprint(self):
        """sha256 (hex) over the sorted labels and their values; see :func:`fingerprint`."""
        if self._values is None:
            kind = json.dumps(
                {"kind": "identity", "labels": sorted(self.labels)},
                ensure_ascii=False,
                separators=(",", ":"),
            )
            return hashlib.sha256(kind.encode()).hexdigest()
        return fingerprint(self.labels, self._values)

    def to_dict(self):
        """Content of its JSON file: name, labels, none_labels, values and the card."""
        return {
            "name": self.name,
            **{key: value for key, value in self.card.items() if key == "title"},
            "labels": list(self.labels),
            "none_labels": list(self.none_labels),
            "prefix_widths": list(self.prefix_widths),
            "values": self.values.tolist(),
            **{key: value for key, value in self.card.items() if key != "title"},
        }


def build(values, labels, *, name="custom", none_labels=(), prefix_widths=(), absent=None, **card):
    """A similarity from a table of values.

    Parameters
    ----------
    values : array-like of shape (m, m), finite, in [0, 1]; ``values[a][b]`` is the credit that
        label ``a`` earns from candidate ``b``. What rounding errors leave outside, by 1e-6 at
        most, is set to the bound; so is a diagonal of float32 that near to 1
    labels : m distinct, non-empty names, in the order of rows and columns
    name : str, how signatures call it
    none_labels : names that mean "no label", none of them in ``labels``
    prefix_widths : widths of indicator rows that are read as the first labels
    absent : None, or names that are no labels here -> why, for errors where data has them
    **card : title, source, citation, license, derivation, population, caveats

    Returns
    -------
    LabelSimilarity
    """
    labels = check_names(labels, "labels")
    none_labels = check_names(none_labels, "none_labels", empty=True)
    both = sorted(set(labels) & set(none_labels))
    if both:
        raise ValueError(
            f"similarity {name!r}: {quote(both)} is among labels and none_labels; "
            "a none-label has no row"
        )
    if not isinstance(prefix_widths, (list, tuple)):
        raise ValueError(f"similarity {name!r}: prefix_widths is a list; got {prefix_widths!r}")
    for width in prefix_widths:
        if isinstance(width, bool) or not isinstance(width, int) or not 0 < width <= len(labels):
            raise ValueError(
                f"similarity {name!r}: prefix_widths are numbers of first labels, from 1 to "
                f"{len(labels)}; got {width!r}"
            )
    table = _check_values(values, labels, name)
    return LabelSimilarity(name, labels, table, none_labels, card, prefix_widths, absent=absent)


def identity(labels):
    """The similarity of ``labels`` that credits exact matches only: Semantic F1 is then F1."""
    return LabelSimilarity("identity", check_names(labels, "labels"), None)


def fingerprint(labels, values):
    """sha256 (hex) over labels and values, independent of the order of labels.

    Hashed are the compact UTF-8 JSON of the labels sorted by code point, then the values permuted
    alike as little-endian float64 in row-major order, -0 taken as 0.
    """
    order = sorted(range(len(labels)), key=labels.__getitem__)
    text = json.dumps([labels[i] for i in order], ensure_ascii=False, separators=(",", ":"))
    permuted = np.asarray(values, dtype=np.float64)[np.ix_(order, order)] + 0.0
    return hashlib.sha256(text.encode() + permuted.astype("<f8").tobytes()).hexdigest()


def _check_values(values, labels, name):
    where = f"similarity {name!r}"
    try:
        table = np.asarray(values)
        if table.dtype == object and all(map(_is_number_or_none, table.reshape(-1))):
            table = table.astype(np.float64)
    except (TypeError, ValueError, OverflowError):
        table = np.array("")
    if table.dtype.kind not in "iuf":
        raise ValueError(f"{where}: values must be a table of numbers with rows of one length")
    m = len(labels)
    if table.shape != (m, m):
        raise ValueError(
            f"{where}: values must be {m} x {m}, one row and one column a label; "
            f"got shape {table.shape}"
        )
    # What a builder made is its own, and read-only since then: no copy.
    if table.flags.writeable or table.base is not None or table.dtype != np.float64:
        # What is no rounding error of float64 is one of float32.
        one = 1 if table.dtype.kind == "f" and table.dtype.itemsize < 8 else None
        table = settle(np.array(table, dtype=np.float64), 0, 1, diagonal=one)
        table.flags.writeable = False
    for rule, is_wrong, hint in (
        ("finite", lambda: ~np.isfinite(table), "fill in the missing values"),
        ("at least 0", lambda: table < 0, _RESCALE),
        ("at most 1", lambda: table > 1, _RESCALE),
    ):
        wrong = is_wrong()
        if wrong.any():
            a, b = np.argwhere(wrong)[0]
            raise ValueError(
                f"{where}: values must be {rule}; S[{labels[a]!r}, {labels[b]!r}] is "
                f"{float(table[a, b])!r} ({int(wrong.sum())} such values): {hint}"
            )
    return table


def _is_number_or_none(value):
    # None becomes NaN, which is then refused as a missing value.
    return value is None or (
        isinstance(value, numbers.Real) and not isinstance(value, (bool, np.bool_))
    )


def _json_text(value):
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _frozen(values):
    values = np.ascontiguousarray(values, dtype=np.float64)
    if values.flags.writeable:
        values = values.copy()
        values.flags.writeable = False
    return values


# --- semantic_f1/similarity/builders/checks.py

# Beyond these decimals math libraries differ; rounding lets a rebuilt table keep its fingerprint.
DECIMALS = 12


def built(builder, *, card, **content):
    """The similarity that a builder has worked out.

    Parameters
    ----------
    builder : the function that users called
    card : dict, its further keyword arguments, which must be fields of a card
    **content : values, a float64 array that is given away, labels, name, none_labels, derivation
        and perhaps absent, for :func:`build`

    Returns
    -------
    LabelSimilarity

    Raises
    ------
    ValueError
        for keyword arguments that neither the builder nor a card has
    """
    if "derivation" in card:
        raise ValueError(
            f"derivation: {builder.__name__} writes it; say the rest in source or caveats"
        )
    surplus = [key for key in card if key not in CARD]
    if surplus:
        accepted = [*inspect.signature(builder).parameters, *CARD]
        raise ValueError(
            f"{surplus[0]}: {builder.__name__} has no such argument"
            f"{suggestion(surplus[0], accepted)}; a card has {', '.join(CARD)}"
        )
    content["values"].flags.writeable = False
    return build(**content, **card)


def is_number(value):
    return isinstance(value, numbers.Real) and not isinstance(value, (bool, np.bool_))


def real(value):
    """A number as a float; NaN for what is none and for what float64 can't hold."""
    try:
        return float(value) if is_number(value) else np.nan
    except OverflowError:
        return np.nan


def positive(value, argument):
    number = real(value)
    if not 0 < number < np.inf:
        raise ValueError(f"{argument}: expected a finite number above 0; got {value!r}")
    return number


def decay(distances, beta):
    """1 / (1 + beta * d), in the place of the distances."""
    with np.errstate(over="ignore"):
        distances *= positive(beta, "beta")
        distances += 1
        np.divide(1, distances, out=distances)
    return distances.round(DECIMALS, out=distances)


def decay_text(beta):
    beta = positive(beta, "beta")
    factor = "" if beta == 1 else f"{exact(beta)} "
    return f"1 / (1 + {factor}d)"


def distinct_names(labels):
    """Distinct names as a list; what else a name must be is checked where tables are built."""
    if labels is None:
        raise ValueError("labels: expected a list of names; got None beside numbers without names")
    if isinstance(labels, str) or not hasattr(labels, "__iter__"):
        raise ValueError(f"labels: expected a list of names; got {labels!r}")
    labels = list(labels)
    wrong = [label for label in labels if not isinstance(label, str)]
    if wrong:
        raise ValueError(f"labels: every name must be a string; got {wrong[0]!r}")
    repeated = sorted(label for label, times in Counter(labels).items() if times > 1)
    if repeated:
        raise ValueError(f"labels: names must be distinct; {quote(repeated)} is repeated")
    if not labels:
        raise ValueError("labels: at least one name is needed; got none")
    return labels


def chosen_names(labels, known, argument):
    """Names to take and their places in ``known``; all of them where ``labels`` is None."""
    known = distinct_names(known)
    labels = known if labels is None else distinct_names(labels)
    place = {name: index for index, name in enumerate(known)}
    missing = [label for label in labels if label not in place]
    if missing:
        raise ValueError(f"labels: {argument} has nothing for {quote(missing)}")
    return labels, [place[label] for label in labels]


def is_frame(data):
    return hasattr(data, "columns") and hasattr(data, "index") and hasattr(data, "to_numpy")


def float_table(table, argument, ndim):
    try:
        table = np.asarray(table)
        if table.dtype == object:
            table = np.array([[_float_cell(x) for x in row] for row in table.tolist()])
    except (TypeError, ValueError, OverflowError):
        table = np.array("")
    if table.dtype.kind not in "iuf" or table.ndim not in ndim:
        raise ValueError(f"{argument}: expected a table of numbers with rows of one length")
    return table.astype(np.float64)


def _float_cell(value):
    if value is None:
        return np.nan
    if not is_number(value):
        raise TypeError
    return float(value)


def point_rows(data, labels, argument):
    """A float64 array with one row a label, and the labels."""
    if is_frame(data):
        labels, places = chosen_names(labels, data.index, argument)
        data = data.to_numpy()[places]
    elif isinstance(data, Mapping):
        labels, _ = chosen_names(labels, data, argument)
        data = [data[label] for label in labels]
        lengths = np.array([np.size(row) for row in data])
        refuse_labels(
            labels, lengths != lengths[0], argument, f"not {lengths[0]} numbers as the first has"
        )
    else:
        labels = distinct_names(labels)
    table = float_table(data, argument, (1, 2))
    table = table.reshape(len(table), -1)
    if len(table) != len(labels) or not table.shape[1]:
        raise ValueError(
            f"{argument}: expected one row a label, {len(labels)}, with at least one number; "
            f"got shape {table.shape}"
        )
    refuse_labels(labels, ~np.isfinite(table).all(axis=1), argument, "numbers must be finite")
    return table, labels


def square_table(data, labels, argument):
    """A float64 array of shape (m, m) and the labels of its rows and columns."""
    if is_frame(data):
        rows, columns = distinct_names(data.index), distinct_names(data.columns)
        if set(rows) != set(columns):
            raise ValueError(
                f"{argument}: rows and columns must have the same names; rows {quote(rows)}, "
                f"columns {quote(columns)}"
            )
        labels, places = chosen_names(labels, columns, argument)
        data = data.to_numpy()[np.ix_([rows.index(label) for label in labels], places)]
    else:
        labels = distinct_names(labels)
    table = float_table(data, argument, (2,))
    if table.shape != (len(labels), len(labels)):
        raise ValueError(
            f"{argument}: expected one row and one column a label, {len(labels)} x {len(labels)}; "
            f"got shape {table.shape}"
        )
    return table, labels


def refuse_labels(labels, wrong, argument, rule):
    if wrong.any():
        names = [label for label, is_wrong in zip(labels, wrong.tolist(), strict=True) if is_wrong]
        raise ValueError(f"{argument}: {rule}; {quote(names)}")


def refuse_cells(labels, wrong, table, argument, rule):
    if wrong.any():
        a, b = np.argwhere(wrong)[0]
        raise ValueError(
            f"{argument}: {rule}; ({labels[a]!r}, {labels[b]!r}) is {float(table[a, b])!r} "
            f"({int(wrong.sum())} such values)"
        )


def refuse_asymmetry(labels, table, argument):
    worst = (ROUNDING, None)
    for rows, columns in _mirrored_blocks(len(table)):
        apart = np.abs(table[rows, columns] - table[columns, rows].T)
        if apart.max(initial=0) > worst[0]:
            a, b = np.unravel_index(apart.argmax(), apart.shape)
            worst = apart.max(), (rows.start + a, columns.start + b)
    if worst[1]:
        a, b = worst[1]
        raise ValueError(
            f"{argument}: the table must be symmetric; ({labels[a]!r}, {labels[b]!r}) is "
            f"{exact(table[a, b])} and ({labels[b]!r}, {labels[a]!r}) {exact(table[b, a])}"
        )


def symmetrize(table):
    """Set each value to the mean of both directions, in place."""
    for rows, columns in _mirrored_blocks(len(table)):
        mean = table[rows, columns] / 2 + table[columns, rows].T / 2
        table[rows, columns] = mean
        table[columns, rows] = mean.T


def _mirrored_blocks(m, step=512):
    """Blocks of rows and columns on and above the diagonal."""
    for start in range(0, m, step):
        for other in range(start, m, step):
            yield slice(start, min(start + step, m)), slice(other, min(other + step, m))


def amount(number, noun):
    return f"{number} {noun}{'s' * (number != 1)}"


def exact(number):
    """A number in digits from which it can be made again."""
    return repr(float(number)).removesuffix(".0")


# --- semantic_f1/similarity/builders/columns.py

def is_table(source: Any, marker: str | None = None) -> bool:
    """True for what has named columns: a path, a DataFrame, records or lists by name.

    ``marker`` is a column that records and lists by name must have, so that plain mappings are
    not taken for tables.
    """
    if isinstance(source, os.PathLike) or has_columns(source):
        return True
    if isinstance(source, str):
        return True
    if isinstance(source, Mapping):
        return marker in source and all(map(_is_column_of_cells, source.values()))
    if isinstance(source, (list, tuple)):
        rows = list(source)
        return bool(rows) and all(isinstance(row, Mapping) and marker in row for row in rows)
    return False


def has_columns(source: Any) -> bool:
    """True for a DataFrame of pandas or Polars."""
    return hasattr(source, "columns") and (hasattr(source, "to_numpy") or hasattr(source, "rows"))


def is_series(source: Any) -> bool:
    """True for a Series of pandas: values with an index."""
    return (
        hasattr(source, "index") and hasattr(source, "to_dict") and not hasattr(source, "columns")
    )


def table_columns(source: Any, argument: str) -> dict[str, list]:
    """The columns of a table by name, each a list of cells; None where a cell is blank.

    Parameters
    ----------
    source : a path, a DataFrame of pandas or Polars (an index with a name, or of text, is a
        column), a list of mappings, or a mapping of names to lists
    argument : how errors call it

    Returns
    -------
    dict of name -> list of cells
    """
    if isinstance(source, (str, os.PathLike)):
        columns = _of_file(source)
    elif has_columns(source):
        columns = _of_frame(source)
    elif isinstance(source, Mapping):
        columns = {name: list(cells) for name, cells in source.items()}
    else:
        names = list(dict.fromkeys(name for row in source for name in row))
        columns = {name: [row.get(name) for row in source] for name in names}
    wrong = [name for name in columns if not isinstance(name, str)]
    if wrong:
        raise ValueError(f"{argument}: names of columns must be text; got {wrong[0]!r}")
    lengths = {len(cells) for cells in columns.values()}
    if len(lengths) > 1:
        raise ValueError(
            f"{argument}: columns must have one length; got "
            f"{', '.join(f'{name!r} {len(cells)}' for name, cells in columns.items())}"
        )
    if not columns or not lengths or not max(lengths):
        raise ValueError(f"{argument}: the table has no rows")
    return {name: [_filled_cell(cell) for cell in cells] for name, cells in columns.items()}


def text_cells(cells: list, argument: str, column: str) -> list:
    """Cells as names: text without outer blanks, whole numbers as their digits, None if blank."""
    names = []
    for row, cell in enumerate(cells):
        if cell is None or isinstance(cell, str):
            names.append(cell)
        elif isinstance(cell, bool) or not float(cell).is_integer():
            raise ValueError(
                f"{argument}: column {column!r}, row {row + 1} is {cell!r}, not text; read the "
                "column as text (in pandas dtype=str), or digits such as the 0 of 1.10 are lost"
            )
        else:
            names.append(str(int(cell)))
    return names


def chosen_column(
    columns: Mapping, wanted: str | None, usual: tuple, argument: str, role: str
) -> str | None:
    """The name of a column: the one that is asked for, or the first with a usual name."""
    if wanted is not None:
        if wanted not in columns:
            raise ValueError(
                f"columns: {argument} has no column {wanted!r}{suggestion(str(wanted), columns)} "
                f"for the {role}; it has {', '.join(map(repr, columns))}"
            )
        return wanted
    folded = {}
    for name in columns:
        folded.setdefault("_".join(name.casefold().replace("-", " ").split()), name)
    return next((folded[name] for name in usual if name in folded), None)


def _of_file(path):
    """All columns of a file, whatever the formats are that tables are read in."""
    with opened(path, None) as source:
        info, rows = READERS[source.format](source, ())
        repeated = [name for name in info.columns if info.columns.count(name) > 1]
        if repeated:
            raise source.error(f"has several columns named {repeated[0]!r}: rename all but one")
        table = [cells for _, cells in rows(*range(len(info.columns)))]
    return {name: [row[at] for row in table] for at, name in enumerate(info.columns)}


def _of_frame(frame):
    if not hasattr(frame, "index"):
        return {name: frame[name].to_list() for name in frame.columns}
    columns = {name: frame[name].tolist() for name in frame.columns}
    index = frame.index
    if index.name is not None or (len(index) and all(isinstance(row, str) for row in index)):
        name = "label" if index.name is None else index.name
        columns = {name: index.tolist(), **columns}
    return columns


def _is_column_of_cells(cells):
    return hasattr(cells, "__len__") and not isinstance(cells, (str, bytes, Mapping, set))


def _filled_cell(cell):
    """None for what is blank or missing: NaN, NaT and NA differ from themselves or can't say."""
    if cell is None:
        return None
    if isinstance(cell, str):
        return cell.strip() or None
    if hasattr(cell, "item") and getattr(cell, "ndim", 1) == 0:
        cell = cell.item()
    try:
        return cell if bool(cell == cell) else None
    except (TypeError, ValueError):
        return None


# --- semantic_f1/similarity/builders/cooccurrence.py

# How many pairs of labels are held at once.
BLOCK_COUNTED_PAIRS = 1 << 16
# Sets from here up are counted one by one, as a square of the table.
LARGE_SET = 256


def counts_together(rows, labels, none_labels):
    """Number of examples that have each two labels.

    Parameters
    ----------
    rows : collections of names, 0/1 rows, a DataFrame of such columns, or a sparse matrix of SciPy
    labels : None, or names of columns, or of those that count
    none_labels : set of names that count for nothing

    Returns
    -------
    together : float64 array of shape (m, m), whole numbers
    n : number of examples
    labels : list of m names
    """
    # A set would count equal examples once.
    wrong = (str, bytes, Mapping, set, frozenset)
    if hasattr(rows, "tocsr"):
        return _counts_of_sparse(rows.tocsr(), labels)
    if isinstance(rows, wrong) or not hasattr(rows, "__iter__"):
        hint = "; pass its values()" if isinstance(rows, Mapping) else ""
        raise ValueError(
            f"training_label_sets: expected a list with one label set an example; got "
            f"{type(rows).__name__}{hint}"
        )
    if is_frame(rows):
        scored = [column for column in rows.columns if column not in none_labels]
        labels, _ = chosen_names(labels, scored, "training_label_sets")
        rows = rows[labels].to_numpy()
    elif not isinstance(rows, np.ndarray) or rows.dtype == object:
        rows = list(rows)
        if _hold_names(rows):
            return _counts_of_names(rows, labels, none_labels)
    labels = distinct_names(labels)
    try:
        table = np.asarray(rows)
    except ValueError:
        table = np.array("")
    fits = table.ndim == 2 and table.shape[1] == len(labels) and table.dtype.kind in "biuf"
    together = np.zeros((len(labels), len(labels)))
    for start in range(0, len(table) if fits else 0, BLOCK_ROWS):
        block = table[start : start + BLOCK_ROWS]
        if not ((block == 0) | (block == 1)).all():
            fits = False
            break
        # Counts of a block are exact in float32.
        block = block.astype(np.float32)
        together += block.T @ block
    if not fits:
        raise ValueError(
            f"training_label_sets: expected collections of names, or rows of 0 and 1 with "
            f"{len(labels)} columns, one a label"
        )
    return together, len(table), labels


def _counts_of_sparse(rows, labels):
    labels = distinct_names(labels)
    if rows.shape[1] != len(labels):
        raise ValueError(
            f"training_label_sets: the sparse matrix has {rows.shape[1]} columns for "
            f"{len(labels)} labels"
        )
    rows = rows.copy()
    rows.sum_duplicates()
    rows.eliminate_zeros()
    if not (rows.data == 1).all():
        raise ValueError(
            f"training_label_sets: expected a sparse matrix of 0 and 1; got "
            f"{rows.data[rows.data != 1][0]!r}"
        )
    return _counts_of_sets(rows.indices, rows.indptr, len(labels)), rows.shape[0], labels


def _hold_names(rows):
    members = (
        member
        for row in rows
        for member in ([row] if isinstance(row, str) or not hasattr(row, "__iter__") else row)
    )
    return isinstance(next(members, ""), str)


def _counts_of_names(rows, labels, none_labels):
    found, members, offsets = {}, array("q"), array("q", [0])
    for row, names in enumerate(rows):
        own = (names,) if isinstance(names, str) else names
        readable = hasattr(own, "__iter__") and not isinstance(own, Mapping)
        if not readable or not all(isinstance(name, str) for name in own):
            raise ValueError(
                f"training_label_sets: expected a collection of names; row {row} is {names!r}"
            )
        members.extend(found.setdefault(name, len(found)) for name in dict.fromkeys(own))
        offsets.append(len(members))
    if labels is None:
        labels = sorted(set(found) - none_labels)
    labels = distinct_names(labels)
    place = {label: index for index, label in enumerate(labels)}
    to_label = np.array([place.get(name, -1) for name in found], np.int64)
    members = np.frombuffer(members, np.int64) if members else np.empty(0, np.int64)
    offsets = np.frombuffer(offsets, np.int64)
    stray = [at for at, name in enumerate(found) if name not in place and name not in none_labels]
    if stray:
        first = int(np.flatnonzero(np.isin(members, stray))[0])
        row = int(np.searchsorted(offsets, first, side="right")) - 1
        raise ValueError(
            f"training_label_sets: row {row} has {list(found)[members[first]]!r}, which is not "
            "among labels or none_labels"
        )
    own = to_label[members] if len(members) else members
    kept = np.concatenate([[0], np.cumsum(own >= 0)])[offsets]
    return _counts_of_sets(own[own >= 0], kept, len(labels)), len(rows), labels


def _counts_of_sets(members, offsets, m):
    """Counts of pairs from ragged sets without repeats, sets of one size at a time."""
    together = np.zeros((m, m))
    flat, sizes = together.reshape(-1), np.diff(offsets)
    for size in np.unique(sizes[sizes > 0]).tolist():
        starts = np.asarray(offsets)[:-1][sizes == size]
        if size >= LARGE_SET:
            for start in starts.tolist():
                own = members[start : start + size]
                together[np.ix_(own, own)] += 1
            continue
        step = max(1, BLOCK_COUNTED_PAIRS // size**2)
        for begin in range(0, len(starts), step):
            own = members[starts[begin : begin + step, None] + np.arange(size)].astype(np.int64)
            codes = (own[:, :, None] * m + own[:, None, :]).reshape(-1)
            if len(codes) * 8 > m * m:
                flat += np.bincount(codes, minlength=m * m)
            else:
                np.add.at(flat, codes, 1)
    return together


# --- semantic_f1/similarity/builders/edges.py

PAIRS = ("parent-child", "child-parent")
# Names of columns as tables have them, the plainest first.
CHILD_COLUMNS = ("child", "code", "id", "concept", "narrower", "label", "name")
PARENT_COLUMNS = ("parent", "broader", "parent_code", "parent_id", "parent_label", "parent_name")
WEIGHT_COLUMNS = ("weight",)
NAME_COLUMNS = ("name", "label", "title", "term", "description")
_ROLES = ("child", "parent", "weight", "name")


class Edges(NamedTuple):
    """Nodes of a hierarchy and its edges, as positions among them.

    Attributes
    ----------
    nodes : list of str, in the order of first mention
    parents, children : int arrays of shape (n,), one entry an edge
    weights : float64 array of shape (n,)
    weighted : how many edges were given a weight
    directed : False for an undirected graph of networkx, whose parents mean nothing
    titles : dict node -> its name, from a table with a column of names
    """

    nodes: list
    parents: np.ndarray
    children: np.ndarray
    weights: np.ndarray
    weighted: int
    directed: bool
    titles: dict


def read_edges(
    source: Any,
    argument: str,
    *,
    pairs: str | None = None,
    columns: Mapping | None = None,
    weight: str | None = "weight",
) -> Edges:
    """Edges of a hierarchy from a table, mappings, pairs or a graph.

    Parameters
    ----------
    source : see :func:`from_hierarchy`
    argument : how errors call it
    pairs : "parent-child" or "child-parent": what comes first in a pair, or as the key of a bare
        mapping
    columns : of a table, some of "child", "parent", "weight" and "name" -> name of the column
    weight : of a graph, the edge attribute with the weight; None: every edge weighs 1

    Returns
    -------
    Edges

    Raises
    ------
    ValueError
        where nothing says which of two names is the parent, and for what is no hierarchy
    """
    if pairs is not None and pairs not in PAIRS:
        raise ValueError(f"pairs: expected {' or '.join(map(repr, PAIRS))}; got {pairs!r}")
    if columns is not None and not isinstance(columns, Mapping):
        raise ValueError(
            f"columns: expected a mapping with some of {', '.join(_ROLES)} to names of columns; "
            f"got {columns!r}"
        )
    surplus = [role for role in columns or () if role not in _ROLES]
    if surplus:
        raise ValueError(f"columns: a hierarchy has {', '.join(_ROLES)}; got {surplus[0]!r}")
    if hasattr(source, "edges") and hasattr(source, "nodes"):
        return _edges_of_graph(source, argument, pairs, weight)
    if is_table(source, "parent") or (columns and is_table(source, columns.get("parent"))):
        return _edges_of_table(table_columns(source, argument), argument, columns or {})
    if columns:
        raise ValueError(f"columns: they go with a table; {argument} is a {type(source).__name__}")
    if is_series(source):
        source = list(zip(source.index.tolist(), source.tolist(), strict=True))
        return _edges_of_pairs(source, argument, pairs or "child-parent")
    if isinstance(source, Mapping):
        if _is_nested(source):
            if pairs == "child-parent":
                raise ValueError(
                    f"pairs: {argument} has mappings within mappings, which lead from parents to "
                    "children; 'child-parent' is for pairs and plain mappings"
                )
            return _edges_of_nested(source, argument)
        return _edges_of_pairs(*_pairs_of_mapping(source, argument, pairs))
    return _edges_of_pairs(source, argument, pairs)


def upside_down(parents: np.ndarray, children: np.ndarray) -> str:
    """A sentence with figures where a hierarchy looks upside down, else an empty string.

    Said from three roots up, where they are more than twice the leaves, or more than the leaves
    while more concepts have several parents than have several children. Concepts without any
    relation are neither.
    """
    if not len(parents):
        return ""
    above, below = np.unique(parents), np.unique(children)
    roots, leaves = len(np.setdiff1d(above, below)), len(np.setdiff1d(below, above))
    edges = np.unique(np.stack([parents, children]), axis=1)
    several_children, several_parents = (
        int((np.unique(ends, return_counts=True)[1] > 1).sum()) for ends in edges
    )
    narrower = roots > leaves and several_parents > several_children
    if roots < 3 or not (roots > 2 * leaves or narrower):
        return ""
    return (
        f"The hierarchy looks upside down: {roots} roots (nothing above them) and {leaves} "
        f"{'leaf' if leaves == 1 else 'leaves'} (nothing below them); {several_parents} with "
        f"several parents and {several_children} with several children"
    )


def warn_upside_down(edges: Edges, argument: str) -> None:
    """Warn where parents and children seem to have changed places."""
    said = upside_down(edges.parents, edges.children) if edges.directed else ""
    if said:
        warn(
            f"{argument}: {said}. If parents and children have changed places, give the columns "
            "their right names, or the pairs the other order (pairs='parent-child' or "
            "'child-parent')."
        )


def _edges_of_graph(graph, argument, pairs, weight):
    edges = [(a, b, found.get(weight)) for a, b, found in graph.edges(data=True)]
    if weight not in ("weight", None) and edges and all(length is None for *_, length in edges):
        raise ValueError(f"weight: no edge of the graph has an attribute {weight!r}")
    edges = [(a, b) if length is None else (a, b, length) for a, b, length in edges]
    order = pairs or "parent-child"
    found = _edges_of_pairs(edges, argument, order, nodes=list(graph.nodes))
    return found._replace(directed=graph.is_directed())


def _edges_of_table(columns, argument, chosen):
    usual = (CHILD_COLUMNS, PARENT_COLUMNS, WEIGHT_COLUMNS)
    places = [
        chosen_column(columns, chosen.get(role), names, argument, role)
        for role, names in zip(_ROLES, usual, strict=False)
    ]
    child, parent, weight = places
    if child is None or parent is None or child == parent:
        raise ValueError(
            f"{argument}: a hierarchy needs a column 'child' (or 'code') and a column 'parent'; "
            f"this table has {', '.join(map(repr, columns))}; columns={{'child': ..., 'parent': "
            "...}} says which they are"
        )
    rest = {name: cells for name, cells in columns.items() if name not in places}
    title = chosen_column(rest, chosen.get("name"), NAME_COLUMNS, argument, "name")
    children = text_cells(columns[child], argument, child)
    parents = text_cells(columns[parent], argument, parent)
    blank = [row for row, name in enumerate(children) if name is None]
    if blank:
        raise ValueError(
            f"{argument}: column {child!r} is blank in row {blank[0] + 1} ({len(blank)} such rows)"
        )
    weights = _weight_cells(columns[weight]) if weight else [None] * len(children)
    pairs = [
        (above, below) if length is None else (above, below, length)
        for above, below, length in zip(parents, children, weights, strict=True)
        if above is not None
    ]
    known = set(children)
    unlisted = list(dict.fromkeys(name for name in parents if name and name not in known))
    if unlisted and len(pairs) < len(children):
        # A table that lists its roots lists everything.
        warn(
            f"{argument}: {len(unlisted)} of the parents stand in no row of their own and are "
            f"taken as further roots: {quote(unlisted)}. Add their rows if they are misspelled "
            "or have parents."
        )
    found = _edges_of_pairs(pairs, argument, "parent-child", nodes=list(dict.fromkeys(children)))
    titles = {}
    if title:
        named = text_cells(columns[title], argument, title)
        for node, name in zip(children, named, strict=True):
            if name is not None and titles.setdefault(node, name) != name:
                raise ValueError(
                    f"{argument}: {node!r} has two names, {titles[node]!r} and {name!r}; rows of "
                    "one code must agree"
                )
    return found._replace(titles=titles)


def _weight_cells(cells):
    """Weights as numbers; text of a file that is none stays, to be refused where it stands."""
    numbers = []
    for cell in cells:
        try:
            numbers.append(float(cell) if isinstance(cell, str) else cell)
        except ValueError:
            numbers.append(cell)
    return numbers


def _is_nested(mapping):
    """True where mappings stand within it, or nothing is above or below anything."""
    for children in mapping.values():
        if isinstance(children, Mapping):
            return True
        if isinstance(children, (list, tuple)) and any(isinstance(x, Mapping) for x in children):
            return True
    return all(children is None for children in mapping.values())


def _pairs_of_mapping(mapping, argument, pairs):
    """Pairs of a bare mapping, and what comes first in them."""
    found, alone = [], []
    for name, others in mapping.items():
        if others is None:
            alone.append(name)
        elif isinstance(others, str):
            found.append((name, others))
        elif isinstance(others, (list, tuple, set, frozenset)):
            found += [(name, other) for other in others]
            alone += [name] if not others else []
        else:
            raise ValueError(
                f"{argument}: the parents or children of {name!r} must be a name, a list of names "
                f"or a mapping; got {others!r}"
            )
    wrong = [name for name in alone if not isinstance(name, str)]
    if wrong:
        raise ValueError(f"{argument}: every name must be a string; got {wrong[0]!r}")
    if pairs is None:
        for pair in found:
            _check_names_of(pair, argument)
        keys, values = (Counter(side) for side in zip(*found, strict=True))
        one_each, one_key = max(keys.values()) == 1, max(values.values()) == 1
        if not one_each or one_key:
            said = "several names stand beside one" if not one_each else "each name stands once"
            raise ValueError(
                f"{argument}: a mapping is read as child -> parent, but {said}, so it could as "
                "well lead from parents to children; pairs='child-parent' or 'parent-child' says "
                "what its keys are"
            )
    return found, argument, pairs or "child-parent", alone


def _edges_of_nested(tree, argument):
    """Nodes and edges of nested mappings, in the order they are written."""
    nodes, pairs = {}, []
    waiting = [(None, tree)]
    while waiting:
        parent, children = waiting.pop()
        if parent is not None:
            if parent in nodes:
                raise ValueError(
                    f"{argument}: {parent!r} stands at two places; a node with two parents needs "
                    "a table or pairs"
                )
            nodes[parent] = True
        if children is None:
            continue
        if isinstance(children, (str, bytes)) or not hasattr(children, "__iter__"):
            raise ValueError(
                f"{argument}: the children of {parent!r} must be a mapping or a list of names; "
                f"got {children!r}"
            )
        below = []
        for child in [children] if isinstance(children, Mapping) else children:
            below += child.items() if isinstance(child, Mapping) else [(child, None)]
        for child, _ in below:
            _check_names_of((child,), argument)
        pairs += [(parent, child) for child, _ in below if parent is not None]
        waiting += reversed(below)
    return _edges_of_pairs(pairs, argument, "parent-child", nodes=list(nodes))


def _edges_of_pairs(pairs, argument, order, nodes=()):
    rows = list(pairs) if hasattr(pairs, "__iter__") and not isinstance(pairs, str) else [pairs]
    place = {}
    for node in nodes:
        _check_names_of((node,), argument)
        place.setdefault(node, len(place))
    found, weighted = {}, set()
    for pair in rows:
        a, b, length = _parent_and_child(pair, argument)
        if order is None:
            raise ValueError(
                f"{argument}: nothing says whether {a!r} is the parent or the child of {b!r}; "
                "pass pairs='parent-child' or pairs='child-parent', or a table with columns "
                "parent and child"
            )
        above, below = (a, b) if order == "parent-child" else (b, a)
        for name in (a, b):
            place.setdefault(name, len(place))
        edge = place[above], place[below]
        if len(pair) == 3:
            weighted.add(frozenset(edge))
        known = found.setdefault(edge, length)
        if known != length or found.get(edge[::-1], length) != length:
            other = known if known != length else found[edge[::-1]]
            raise ValueError(
                f"{argument}: the edge between {a!r} and {b!r} has two weights, "
                f"{exact(other)} and {exact(length)}"
            )
    ends = np.array(list(found), np.int64).reshape(-1, 2)
    weights = np.array(list(found.values()), np.float64)
    return Edges(list(place), ends[:, 0], ends[:, 1], weights, len(weighted), True, {})


def _parent_and_child(pair, argument):
    # Mappings and sets don't say which of two names is the parent.
    wrong = isinstance(pair, (str, bytes, Mapping, set, frozenset)) or not hasattr(pair, "__len__")
    if wrong or len(pair) not in (2, 3):
        raise ValueError(
            f"{argument}: expected a table with columns parent and child, nested mappings, a "
            f"networkx graph, or pairs (or triples with a weight) of names; got {pair!r}"
        )
    a, b, length = (*pair, 1)[:3]
    _check_names_of((a, b), argument)
    if a == b:
        raise ValueError(f"{argument}: an edge leads from {a!r} to itself")
    number = real(length)
    if not 0 <= number < np.inf:
        raise ValueError(
            f"{argument}: weights must be finite and at least 0; that of {a!r}, {b!r} is {length!r}"
        )
    return a, b, number


def _check_names_of(names, argument):
    wrong = [name for name in names if not isinstance(name, str)]
    if wrong:
        raise ValueError(f"{argument}: every name must be a string; got {wrong[0]!r}")


# --- semantic_f1/similarity/builders/groups.py

LABEL_COLUMNS = ("label", "name", "labels")


def from_groups(
    groups: Any,
    labels=None,
    *,
    levels=None,
    values=None,
    label: str | None = None,
    name="groups",
    none_labels=(),
    **card,
):
    """Similarity from the finest level at which two labels share a group.

    1 for the same label, the value of the finest level at which both labels are in one group, 0
    where there is none. Which level is the finer one is found in the data, so that their order
    does not matter: a level refines another if all labels that share a group in it share one in
    the other. Levels that cross, neither refining the other, need ``levels`` to say what each
    weighs; the greatest of the shared ones counts.

    Parameters
    ----------
    groups : one of

        - a table with one row a label and one column a level: a DataFrame of pandas or Polars,
          the path of a file, a list of mappings or a mapping of lists with ``label``
        - one level: a mapping (or Series) label -> group, or group -> list of labels
        - several: a list of such mappings, or a mapping from the level's name to one

        A group is a name or a number; a label that is alone has a group of its own
    labels : names to take, in this order; default: all, in the order of the first level
    levels : None; names of the levels to take; or a mapping from their names to what each weighs,
        a number in [0, 1]. Levels of a list are called 1, 2, ...
    values : one number in [0, 1] a level, from the finest to the coarsest, none above the one
        before. Default: equal steps, k / (levels + 1): 2/3 and 1/3 for two levels
    label : of a table, the column with the labels; default ``label`` or ``name``, else the first
        one, which must then be the only one whose cells all differ
    name, none_labels, **card : see :func:`similarity.build`; the derivation is written here

    Returns
    -------
    LabelSimilarity

    Raises
    ------
    ValueError
        for a label without a group at some level, levels that cross without ``levels``, and
        values that are not one a level, in [0, 1] and falling

    Warns
    -----
    UserWarning
        for a level at which every label is alone: it gives no credit, and takes a step
    """
    found = _levels_of(groups, label)
    weights = None
    if levels is not None:
        found, weights = _wanted_levels(found, levels)
        if weights is not None and values is not None:
            raise ValueError("values: levels= says already what each level weighs")
    every = list(dict.fromkeys(one for level in found.values() for one in level))
    labels = distinct_names(every if labels is None else labels)
    _refuse_missing(found, labels)
    known = [one for one in every if all(_has_group(level, one) for level in found.values())]
    codes = {level: _group_codes(members, known, level) for level, members in found.items()}
    _warn_alone(codes)
    order = list(codes) if weights is not None else _from_fine_to_coarse(codes, known)
    if weights is None:
        weights = dict(zip(order, _falling_values(values, len(order)), strict=True))
    place = {one: at for at, one in enumerate(known)}
    rows = [place[one] for one in labels]
    table = np.zeros((len(labels), len(labels)))
    # From the least to the greatest, so that the greatest stays.
    for level in sorted(order, key=weights.__getitem__):
        own = codes[level][rows]
        table[own[:, None] == own] = weights[level]
    np.fill_diagonal(table, 1)
    nested = _is_chain(codes, order) and all(weights[a] >= weights[b] for a, b in pairwise(order))
    said = ", ".join(
        f"{exact(weights[level])} in the same group at level {level!r}" for level in order
    )
    derivation = (
        f"1 for the same label, {said} and at none before it, otherwise 0."
        if nested
        else f"1 for the same label, else the greatest of: {said}; otherwise 0."
    )
    return built(
        from_groups,
        values=table,
        labels=labels,
        name=name,
        none_labels=none_labels,
        derivation=derivation,
        card=card,
    )


def _levels_of(groups, label):
    """Level -> mapping label -> group, from whatever form the groups have."""
    if isinstance(groups, (str, os.PathLike)) or has_columns(groups):
        return _levels_of_table(table_columns(groups, "groups"), label)
    if is_table(groups, label or "label"):
        return _levels_of_table(table_columns(groups, "groups"), label)
    if label is not None:
        raise ValueError(f"label: it goes with a table; groups is a {type(groups).__name__}")
    if is_series(groups):
        return {1: _one_level(groups, 1)}
    if isinstance(groups, Mapping) and groups:
        several = [isinstance(level, Mapping) or is_series(level) for level in groups.values()]
        if all(several):
            return {key: _one_level(level, key) for key, level in groups.items()}
        if not any(several):
            return {1: _one_level(groups, 1)}
    if (
        isinstance(groups, (list, tuple))
        and groups
        and all(isinstance(level, Mapping) or is_series(level) for level in groups)
    ):
        return {key: _one_level(level, key) for key, level in enumerate(groups, 1)}
    raise ValueError(
        "groups: expected a table with one row a label, a mapping label -> group, or a list of "
        f"such mappings, one a level; got {quote([groups])[:200]}"
    )


def _levels_of_table(columns, label):
    labels = chosen_column(columns, label, LABEL_COLUMNS, "groups", "label")
    if labels is None:
        distinct = [
            name for name, cells in columns.items() if None not in cells and _all_differ(cells)
        ]
        if distinct != list(columns)[:1]:
            raise ValueError(
                "label: which column holds the labels? None is called 'label', and "
                f"{quote(distinct) if distinct else 'none'} of {quote(columns)} has a different "
                "cell in each row; label= says which"
            )
        labels = distinct[0]
    names = text_cells(columns[labels], "groups", labels)
    blank = [row for row, one in enumerate(names) if one is None]
    if blank:
        raise ValueError(f"groups: column {labels!r} is blank in row {blank[0] + 1}")
    repeated = sorted({one for one in names if names.count(one) > 1})
    if repeated:
        raise ValueError(f"groups: column {labels!r} has {quote(repeated)} more than once")
    levels = {name: cells for name, cells in columns.items() if name != labels}
    if not levels:
        raise ValueError(f"groups: the table has labels ({labels!r}) but no column of groups")
    return {name: dict(zip(names, cells, strict=True)) for name, cells in levels.items()}


def _one_level(groups, key):
    """A mapping label -> group, also of one that is written group -> labels."""
    if is_series(groups):
        if not groups.index.is_unique:
            raise ValueError(f"groups: a label stands twice in the index of level {key!r}")
        groups = groups.to_dict()
    members = groups.values()
    if not all(isinstance(group, (list, tuple, set, frozenset)) for group in members):
        return dict(groups)
    found = {}
    for group, labels in groups.items():
        for one in sorted(labels) if isinstance(labels, (set, frozenset)) else labels:
            if found.setdefault(one, group) != group:
                raise ValueError(
                    f"groups: {one!r} is in two groups of level {key!r}, {found[one]!r} and "
                    f"{group!r}; give each its own level"
                )
    return found


def _wanted_levels(found, levels):
    if isinstance(levels, str) or not hasattr(levels, "__iter__"):
        raise ValueError(
            f"levels: expected names of levels, or a mapping to numbers; got {levels!r}"
        )
    names = list(levels)
    unknown = [level for level in names if level not in found]
    if unknown or not names:
        hint = suggestion(str(unknown[0]), map(str, found)) if unknown else ""
        raise ValueError(
            f"levels: expected some of {quote(found)}; got {quote(unknown or ['nothing'])}{hint}"
        )
    chosen = {level: found[level] for level in names}
    if not isinstance(levels, Mapping):
        return chosen, None
    wrong = [(k, x) for k, x in levels.items() if not (is_number(x) and 0 <= x <= 1)]
    if wrong:
        raise ValueError(
            f"levels: each weighs a number in [0, 1]; {wrong[0][0]!r} has {wrong[0][1]!r}"
        )
    return chosen, {level: float(weight) for level, weight in levels.items()}


def _has_group(level, one):
    group = level.get(one)
    # NaN, which tables have for a missing group, differs from itself.
    return group is not None and (isinstance(group, np.ndarray) or bool(group == group))


def _refuse_missing(found, labels):
    for level, members in found.items():
        arrays = [one for one in labels if isinstance(members.get(one), np.ndarray)]
        if arrays:
            raise ValueError(
                f"groups: expected a name or number as the group of {quote(arrays)} at level "
                f"{level!r}; got an array"
            )
        alone = [one for one in labels if not _has_group(members, one)]
        if alone:
            raise ValueError(
                f"groups: {quote(alone)} has no group at level {level!r}; give every label one, "
                "if need be its own"
            )


def _group_codes(members, labels, level):
    number = {}
    try:
        return np.array([number.setdefault(members[one], len(number)) for one in labels])
    except TypeError:
        wrong = next(one for one in labels if not _is_hashable(members[one]))
        raise ValueError(
            f"groups: expected a name or number as the group of {wrong!r} at level {level!r}; got "
            f"{members[wrong]!r}"
        ) from None


def _is_hashable(group):
    try:
        hash(group)
    except TypeError:
        return False
    return True


def _warn_alone(codes):
    for level, own in codes.items():
        if len(own) > 2 and len(np.unique(own)) == len(own):
            warn(
                f"from_groups: at level {level!r} each of the {len(own)} labels is alone in its "
                "group: the level gives no credit, and takes a step from the others; levels= "
                "takes the others only."
            )


def _refines(fine, coarse):
    """True where labels that share a group in ``fine`` share one in ``coarse``."""
    both = np.unique(np.stack([fine, coarse]), axis=1)
    return both.shape[1] == len(np.unique(fine))


def _is_chain(codes, order):
    return all(_refines(codes[a], codes[b]) for a, b in pairwise(order))


def _from_fine_to_coarse(codes, labels):
    # Stable: of levels with the same groups the one that was given first counts.
    order = sorted(codes, key=lambda level: -len(np.unique(codes[level])))
    for a, b in pairwise(order):
        if not _refines(codes[a], codes[b]):
            one, other = _shared_only(codes[a], codes[b]), _shared_only(codes[b], codes[a])
            pairs = [tuple(labels[i] for i in pair) for pair in (one, other)]
            raise ValueError(
                f"groups: levels {a!r} and {b!r} cross, neither refines the other: {pairs[0]} "
                f"share a group at {a!r} only, {pairs[1]} at {b!r} only; say what each level "
                f"weighs, such as levels={dict.fromkeys(order, 0.5)}"
            )
    return order


def _shared_only(there, not_here):
    """The first two labels that share a group at one level and not at the other."""
    for i in range(len(there)):
        found = np.flatnonzero((there == there[i]) & (not_here != not_here[i]))
        if len(found):
            return i, int(found[0])
    raise AssertionError("one level refines the other")


def _all_differ(cells):
    return len({str(cell) for cell in cells}) == len(cells)


def _falling_values(values, n):
    steps = n + 1
    if values is None:
        return [(steps - k) / steps for k in range(1, steps)]
    values = list(values) if hasattr(values, "__iter__") else [values]
    falling = all(map(is_number, values)) and all(
        1 >= a >= b >= 0 for a, b in zip([1, *values], [*values, 0], strict=True)
    )
    if len(values) != n or not falling:
        raise ValueError(
            f"values: expected {amount(n, 'number')} from 1 to 0, one a level from the finest to "
            f"the coarsest, none above the one before; got {values!r}"
        )
    return list(map(float, values))


# --- semantic_f1/similarity/builders/paths.py

# How many lengths are held at once beside the result.
BLOCK_LENGTHS = 1 << 22


def path_lengths(
    n: int, a: np.ndarray, b: np.ndarray, weights: np.ndarray, chosen: np.ndarray
) -> np.ndarray:
    """Lengths of the shortest paths between chosen nodes.

    Parameters
    ----------
    n : number of nodes
    a, b : int arrays of shape (e,), the ends of each edge
    weights : float64 array of shape (e,), >= 0
    chosen : int array of shape (m,), distinct nodes

    Returns
    -------
    float64 array of shape (m, m), symmetric; inf where no path leads
    """
    neighbors, first, lengths = _both_ways(n, a, b, weights)
    order, parent, is_forest = _breadth_first(n, neighbors, first)
    if is_forest:
        found = _over_forest(order, parent, neighbors, first, lengths, chosen)
    else:
        found = _over_graph(n, neighbors, first, lengths, chosen)
    # The two directions add the same weights in another order.
    return np.minimum(found, found.T, out=found)


def _both_ways(n, a, b, weights):
    """Neighbors of each node, where each one's begin, and the weights of the ways to them."""
    start, end = np.concatenate([a, b]), np.concatenate([b, a])
    weights = np.concatenate([weights, weights])
    order = np.lexsort((weights, end, start))
    start, end, weights = start[order], end[order], weights[order]
    fresh = np.ones(len(start), bool)
    fresh[1:] = (np.diff(start) != 0) | (np.diff(end) != 0)
    start, end, weights = start[fresh], end[fresh], weights[fresh]
    first = np.zeros(n + 1, np.int64)
    np.cumsum(np.bincount(start, minlength=n), out=first[1:])
    return end, first, weights


def _breadth_first(n, neighbors, first):
    """Nodes so that each one's neighbors further out stand together; parents; whether a forest."""
    parent, around, begin = [-2] * n, neighbors.tolist(), first.tolist()
    order, n_trees = [], 0
    for root in range(n):
        if parent[root] != -2:
            continue
        parent[root] = -1
        n_trees += 1
        tree = [root]
        for node in tree:
            for other in around[begin[node] : begin[node + 1]]:
                if parent[other] == -2:
                    parent[other] = node
                    tree.append(other)
        order += tree
    return np.array(order), np.array(parent), len(neighbors) // 2 == n - n_trees


def _over_forest(order, parent, neighbors, first, lengths, chosen):
    """Up from the leaves, then down from the roots, level by level, for many starts at once."""
    order, parent, step = _spanning(order, parent, neighbors, first, lengths, chosen)
    n, m = len(order), len(chosen)
    depth = [0] * n
    above = parent.tolist()
    for node in range(n):
        if above[node] >= 0:
            depth[node] = depth[above[node]] + 1
    depth = np.array(depth)
    # Levels of different trees don't stand together: sorted by depth, stably, they do, and the
    # children of one parent still stand side by side.
    level = np.argsort(depth, kind="stable")
    place = np.empty(n, np.int64)
    place[level] = np.arange(n)
    parent = np.where(parent[level] >= 0, place[parent[level]], -1)
    step = step[level]
    at = np.empty(int(order.max()) + 1, np.int64)
    at[order[level]] = np.arange(n)
    targets = at[chosen]
    bounds = np.searchsorted(depth[level], np.arange(depth.max() + 2))
    levels = []
    for low, high in zip(bounds[1:-1].tolist(), bounds[2:].tolist(), strict=True):
        ups = parent[low:high]
        starts = np.flatnonzero(np.diff(ups, prepend=-1))
        levels.append((slice(low, high), ups, starts, step[low:high, None]))
    found = np.empty((m, m))
    width = max(1, BLOCK_LENGTHS // n)
    for start in range(0, m, width):
        columns = np.arange(min(width, m - start))
        distance = np.full((n, len(columns)), np.inf)
        distance[targets[start + columns], columns] = 0
        for rows, ups, starts, steps in reversed(levels):
            offered = np.minimum.reduceat(distance[rows] + steps, starts, axis=0)
            distance[ups[starts]] = np.minimum(distance[ups[starts]], offered)
        for rows, ups, _, steps in levels:
            np.minimum(distance[rows], distance[ups] + steps, out=distance[rows])
        found[:, start : start + len(columns)] = distance[targets]
    return found


def _spanning(order, parent, neighbors, first, lengths, chosen):
    """The part of the forest that lies on ways between chosen nodes: places instead of nodes."""
    wanted = np.zeros(len(order), bool)
    wanted[chosen] = True
    wanted, above = wanted.tolist(), parent.tolist()
    for node in reversed(order.tolist()):
        if wanted[node] and above[node] >= 0:
            wanted[above[node]] = True
    kept = order[np.array(wanted)[order]]
    place = np.full(len(order), -1)
    place[kept] = np.arange(len(kept))
    owner = np.repeat(np.arange(len(order)), np.diff(first))
    to_parent = np.flatnonzero(neighbors == parent[owner])
    step = np.zeros(len(order))
    step[owner[to_parent]] = lengths[to_parent]
    ups = np.where(parent[kept] >= 0, place[parent[kept]], -1)
    return kept, ups, step[kept]


def _over_graph(n, neighbors, first, lengths, chosen):
    """Relaxing all edges at once, for many starts at once, until nothing gets shorter."""
    m = len(chosen)
    some = np.flatnonzero(np.diff(first))
    begins = first[some]
    found = np.empty((m, m))
    width = max(1, BLOCK_LENGTHS // len(neighbors))
    for start in range(0, m, width):
        columns = np.arange(min(width, m - start))
        distance = np.full((n, len(columns)), np.inf)
        distance[chosen[start + columns], columns] = 0
        while True:
            offered = distance[neighbors]
            offered += lengths[:, None]
            nearer = np.minimum(distance[some], np.minimum.reduceat(offered, begins, axis=0))
            if np.array_equal(nearer, distance[some]):
                break
            distance[some] = nearer
        found[:, start : start + len(columns)] = distance[chosen]
    return found


# --- semantic_f1/similarity/builders/hierarchies.py

# A table of more labels would take more than 3 GB; a thesaurus answers without one.
LARGEST_HIERARCHY = 20_000


def from_hierarchy(
    tree: Any,
    labels="leaves",
    *,
    pairs: str | None = None,
    columns: Mapping | None = None,
    label: str = "child",
    beta=1.0,
    weight: str | None = "weight",
    name="hierarchy",
    none_labels=(),
    **card,
):
    """Similarity from shortest paths in a hierarchy: 1 / (1 + beta * d).

    d is the sum of the weights on the shortest path, edges taken in both directions. Labels that
    no path connects get 0: link several roots to one if they should get more.

    Parameters
    ----------
    tree : one of

        - a table with a column ``child`` (or ``code``, ``id``, ``concept``, ``label``) and a
          column ``parent``, blank for roots, perhaps ``weight`` and ``name``: a DataFrame of
          pandas or Polars, the path of a file, a list of mappings, or a mapping of lists
        - nested mappings name -> children, such as ``{"music": {"rock": ["punk", "metal"],
          "jazz": {}}}``: children are a mapping, a list of names and mappings, or None
        - a mapping child -> parent, or a Series; where it could as well lead from parents to
          children, ``pairs`` must say which
        - pairs or triples with a weight, with ``pairs``
        - a networkx graph, directed from parents to children, or undirected
    labels : "leaves" (default: nodes without children), "all", or names of nodes, inner ones too
    pairs : "parent-child" or "child-parent": what comes first in a pair, or is a mapping's key
    columns : of a table, some of "child", "parent", "weight" and "name" -> name of the column
    label : "child" (default), or "name": what names a node of a table, its code or the text of
        its name, which must then differ from node to node
    beta : number > 0, default 1; 1 / beta is the distance at which the similarity is a half
    weight : name of the edge attribute of a networkx graph; an edge without it weighs 1. A name
        other than the default must be that of one edge at least. None: every edge weighs 1
    name, none_labels, **card : see :func:`similarity.build`; the derivation is written here

    Returns
    -------
    LabelSimilarity

    Raises
    ------
    ValueError
        where nothing says which of two names is the parent, for a name at two places of nested
        mappings, an edge from a node to itself or with two weights, a weight that is negative or
        not finite, a ``weight`` that no edge has, and labels that the hierarchy lacks

    Warns
    -----
    UserWarning
        where the hierarchy looks upside down: far more roots than leaves
    """
    positive(beta, "beta")
    edges = read_edges(tree, "tree", pairs=pairs, columns=columns, weight=weight)
    if not edges.nodes:
        raise ValueError("tree: it has no nodes")
    warn_upside_down(edges, "tree")
    return _similarity_of(
        from_hierarchy, _nodes_named_by(edges, label), labels, beta, name, none_labels, card
    )


def from_codes(
    codes: Any,
    labels="all",
    *,
    separator: str | None = ".",
    prefixes=(),
    beta=1.0,
    name="codes",
    none_labels=(),
    **card,
):
    """Similarity from codes that hold their hierarchy: 1 / (1 + beta * d).

    What stands above a code is what is left when its last part is cut off: C04.588 is above
    C04.588.33. A code above others that no label has is a node without a label. d is the length
    of the shortest path, as in :func:`from_hierarchy`.

    Parameters
    ----------
    codes : list of codes, which are then the labels; or a mapping (or Series) label -> code, or a
        list of codes where a label stands at several places, as MeSH's tree numbers do
    labels : "all" (default: every label), "leaves" (those without others below them), or some
    separator : what stands between the parts; None where only ``prefixes`` count
    prefixes : whole numbers: how many first characters are codes above too. ICD-10's chapters,
        categories and subcategories, C, C50 and C50.1, are ``separator=".", prefixes=[1]``;
        without a point, C501, they are ``separator=None, prefixes=[1, 3]``
    beta, name, none_labels, **card : as for :func:`from_hierarchy`

    Returns
    -------
    LabelSimilarity

    Raises
    ------
    ValueError
        for codes that are no text or of two labels, and labels without a code
    """
    positive(beta, "beta")
    edges, own = edges_of_codes(codes, separator, prefixes)
    if isinstance(labels, str) and labels in ("all", "leaves"):
        inner = set(edges.parents.tolist()) if labels == "leaves" else ()
        labels = [edges.nodes[node] for node in own if node not in inner]
    return _similarity_of(from_codes, edges, labels, beta, name, none_labels, card)


def edges_of_codes(codes: Any, separator: str | None = ".", prefixes=()):
    """The hierarchy that codes hold.

    Parameters
    ----------
    codes, separator, prefixes : see :func:`from_codes`

    Returns
    -------
    Edges, and the positions of those nodes that have a label
    """
    if separator is not None and (not isinstance(separator, str) or not separator):
        raise ValueError(f"separator: expected text such as '.', or None; got {separator!r}")
    lengths = [prefixes] if isinstance(prefixes, int) else list(prefixes)
    if not all(isinstance(k, int) and not isinstance(k, bool) and k > 0 for k in lengths):
        raise ValueError(f"prefixes: expected whole numbers from 1 up; got {prefixes!r}")
    if separator is None and not lengths:
        raise ValueError("prefixes: without a separator they alone can say what is above a code")
    label_of, labels = _labels_of_codes(codes)
    place, chains = {label: at for at, label in enumerate(labels)}, {}
    ends = []
    for code in label_of:
        ways = [*_above(code, separator, lengths), code]
        for upper, lower in pairwise(ways):
            chains[lower] = upper
    for lower, upper in chains.items():
        a, b = (place.setdefault(label_of.get(code, code), len(place)) for code in (upper, lower))
        # A label may stand at a code and right below it.
        if a != b:
            ends.append((a, b))
    if len(labels) < 2 or not ends:
        raise ValueError(
            f"codes: no code is above another with separator={separator!r} and "
            f"prefixes={lengths}; the first is {next(iter(label_of), None)!r}"
        )
    parents, children = np.unique(np.array(ends, np.int64), axis=0).T
    edges = Edges(list(place), parents, children, np.ones(len(parents)), 0, True, {})
    return edges, list(range(len(labels)))


def _labels_of_codes(codes):
    """Label of each code, and the labels."""
    if hasattr(codes, "to_dict") and hasattr(codes, "index"):
        codes = codes.to_dict()
    if isinstance(codes, str) or not hasattr(codes, "__iter__"):
        raise ValueError(
            f"codes: expected a list of codes, or a mapping label -> code; got {codes!r}"
        )
    if not isinstance(codes, Mapping):
        codes = {code: code for code in codes}
    label_of = {}
    for label, own in codes.items():
        for code in [own] if isinstance(own, str) else own if hasattr(own, "__iter__") else [own]:
            if not isinstance(code, str) or not code.strip():
                raise ValueError(f"codes: expected text as the code of {label!r}; got {code!r}")
            if label_of.setdefault(code.strip(), label) != label:
                raise ValueError(
                    f"codes: {code!r} is the code of {label_of[code.strip()]!r} and of {label!r}"
                )
    labels = distinct_names(codes)
    bare = sorted(set(labels) - set(label_of.values()))
    if bare:
        raise ValueError(f"codes: {quote(bare)} has none")
    clash = sorted(label for label in labels if label_of.get(label, label) != label)
    if clash:
        raise ValueError(f"codes: {quote(clash)} is a label and the code of another label")
    return label_of, labels


def _above(code, separator, lengths):
    """The codes above one, from the top down."""
    cuts = {k for k in lengths if k < len(code)}
    at = code.find(separator) if separator else -1
    while at > 0:
        cuts.add(at)
        at = code.find(separator, at + len(separator))
    strip = separator or ""
    return list(dict.fromkeys(code[:k].removesuffix(strip) for k in sorted(cuts) if code[:k]))


def _nodes_named_by(edges, label):
    """The same edges with the nodes named by their codes or by the names beside these."""
    if label not in ("child", "name"):
        raise ValueError(f"label: expected 'child' or 'name'; got {label!r}")
    if label == "child":
        return edges
    if not edges.titles:
        raise ValueError(
            "label: 'name' needs a table with a column of names; columns={'name': ...} says which"
        )
    names = [edges.titles.get(node, node) for node in edges.nodes]
    shared = (
        sorted({name for name in names if names.count(name) > 1})
        if len(names) != len(set(names))
        else []
    )
    if shared:
        raise ValueError(f"label: several codes have the name {quote(shared)}; use the codes")
    return edges._replace(nodes=names)


def _similarity_of(builder, edges, labels, beta, name, none_labels, card):
    chosen = _chosen_nodes(labels, edges)
    if len(chosen) > LARGEST_HIERARCHY:
        raise ValueError(
            f"labels: a table of {len(chosen):,} labels is too large ({LARGEST_HIERARCHY:,} is the "
            "most); make_thesaurus and relatedness(thesaurus, 'rada') answer without one"
        )
    n = len(edges.nodes)
    distances = path_lengths(n, edges.parents, edges.children, edges.weights, chosen)
    unconnected = int(np.isinf(distances).sum()) // 2
    ends = np.sort(np.stack([edges.parents, edges.children]), axis=0)
    n_edges = len(np.unique(ends, axis=1).T)
    weighted = f"{edges.weighted} of them with a weight, " if edges.weighted else ""
    derivation = (
        f"Shortest path d in a hierarchy of {amount(n, 'node')} and {amount(n_edges, 'edge')}, "
        f"{weighted}edges taken in both directions, mapped by {decay_text(beta)}."
    )
    if unconnected:
        derivation += f" {amount(unconnected, 'pair')} that no path connects: 0."
    taken = [edges.nodes[node] for node in chosen.tolist()]
    return built(
        builder,
        values=decay(distances, beta),
        labels=taken,
        name=name,
        none_labels=none_labels,
        derivation=derivation,
        absent=_left_out(edges, taken),
        card=card,
    )


def _left_out(edges, taken):
    """Nodes that are no labels here -> the sentence that says so where data uses them."""
    inner = {edges.nodes[node] for node in edges.parents.tolist()} - set(taken)
    others = set(edges.nodes) - set(taken) - inner
    said = "a node of the hierarchy that was not taken as a label; labels='all' takes every node"
    return {
        **dict.fromkeys(inner, said.replace("a node", "an inner node", 1)),
        **dict.fromkeys(others, said),
    }


def _chosen_nodes(labels, edges):
    if isinstance(labels, str) and labels == "all":
        return np.arange(len(distinct_names(edges.nodes)))
    if isinstance(labels, str) and labels == "leaves":
        if not edges.directed:
            raise ValueError(
                "labels: an undirected graph has no leaves to choose; give 'all' or names"
            )
        leaves = np.setdiff1d(np.arange(len(edges.nodes)), edges.parents)
        if not len(leaves):
            raise ValueError("tree: no node is a leaf; the edges lead around in a circle")
        return leaves
    labels = distinct_names(labels)
    place = {node: at for at, node in enumerate(edges.nodes)}
    unknown = [label for label in labels if label not in place]
    if unknown:
        hint = suggestion(unknown[0], place) if len(place) < 5000 else ""
        raise ValueError(f"labels: {quote(unknown)} is no node of the hierarchy{hint}")
    return np.array([place[label] for label in labels])


# --- semantic_f1/similarity/builders/points.py

# How many differences of coordinates are held at once: what stays in the processor's cache.
BLOCK_NUMBERS = 1 << 15
# Below it the square of a difference may have lost digits.
_SMALLEST_SQUARE = 1e-250
_NORMS = {1: "Manhattan", 2: "Euclidean", np.inf: "Chebyshev"}


def from_points(points, labels=None, *, p=2, beta=1.0, name="points", none_labels=(), **card):
    """Similarity from the distance of points: 1 / (1 + beta * d).

    d is the Minkowski distance (sum over k of abs(x_k - y_k) ** p) ** (1 / p), the largest
    difference for p = inf. Before you trust it, check that nearest neighbors are plausible, that
    distances within known groups are smaller than across them, and that other values of beta do
    not change the order of systems.

    Parameters
    ----------
    points : mapping label -> vector of d numbers or a single number, DataFrame with one row a
        label, or array-like of shape (m, d) or (m,) with ``labels``
    labels : names of the rows; of a mapping or DataFrame, those to take, in this order
    p : number >= 1, or inf: 1 Manhattan, 2 Euclidean (default), inf Chebyshev
    beta : number > 0, default 1; 1 / beta is the distance at which the similarity is a half
    name, none_labels, **card : see :func:`similarity.build`; the derivation is written here

    Returns
    -------
    LabelSimilarity

    Raises
    ------
    ValueError
        for points that are not finite or of different lengths, and labels missing or repeated
    """
    order = real(p)
    if not order >= 1:
        raise ValueError(f"p: expected a number from 1 to inf; got {p!r}")
    table, labels = point_rows(points, labels, "points")
    with np.errstate(over="ignore", invalid="ignore"):
        distances = _all_distances(table, order)
    too_far = ~np.isfinite(distances)
    distances[too_far] = np.inf
    refuse_cells(labels, too_far, distances, "points", "too far apart")
    norm = _NORMS.get(order, "Minkowski")
    kind = f"{norm} distance{'' if order in _NORMS else f' of order {exact(order)}'}"
    derivation = (
        f"{kind} d between points of {amount(table.shape[1], 'coordinate')}, "
        f"mapped by {decay_text(beta)}."
    )
    return built(
        from_points,
        values=decay(distances, beta),
        labels=labels,
        name=name,
        none_labels=none_labels,
        derivation=derivation,
        card=card,
    )


def from_distances(distances, labels=None, *, beta=1.0, name="distances", none_labels=(), **card):
    """Similarity from distances: 1 / (1 + beta * d).

    Parameters
    ----------
    distances : array-like of shape (m, m) with ``labels``, or a DataFrame with the labels as index
        and columns; >= 0, 0 on the diagonal. An infinite distance gives 0. ``distances[a][b]``
        is read as the way from the label that is matched to its candidate; it need not equal
        ``distances[b][a]``
    labels : names of rows and columns; of a DataFrame, those to take, in this order
    beta : number > 0, default 1; 1 / beta is the distance at which the similarity is a half
    name, none_labels, **card : see :func:`similarity.build`; the derivation is written here

    Returns
    -------
    LabelSimilarity

    Raises
    ------
    ValueError
        for distances that are negative, missing or not 0 on the diagonal, by more than the 1e-6
        that rounding errors leave
    """
    table, labels = square_table(distances, labels, "distances")
    settle(table, low=0, diagonal=0)
    refuse_cells(labels, np.isnan(table), table, "distances", "a value is missing")
    refuse_cells(labels, table < 0, table, "distances", "values must be at least 0")
    off_zero = np.diag(np.diagonal(table) != 0)
    refuse_cells(labels, off_zero, table, "distances", "the diagonal must be 0")
    derivation = f"Given distances d, mapped by {decay_text(beta)}."
    unreachable = int(np.isinf(table).sum())
    if unreachable:
        derivation += f" {unreachable} infinite distances give 0."
    return built(
        from_distances,
        values=decay(table, beta),
        labels=labels,
        name=name,
        none_labels=none_labels,
        derivation=derivation,
        card=card,
    )


def from_embeddings(vectors, labels=None, *, power=1, name="embeddings", none_labels=(), **card):
    """Similarity from the cosine of vectors: ((1 + cos) / 2) ** power.

    Vectors of words are near where words occur together, which need not mean that one label can
    stand for the other ("doctor" and "patient"): a hypothesis to validate, not a measurement.

    Parameters
    ----------
    vectors : mapping label -> vector, DataFrame with one row a label, or array-like of shape
        (m, d) with ``labels``; no vector may be all 0
    labels : names of the rows; of a mapping or DataFrame, those to take, in this order
    power : number > 0, default 1; higher powers let the similarity fall off faster
    name, none_labels, **card : see :func:`similarity.build`; the derivation is written here. Say
        in ``source`` which model made the vectors

    Returns
    -------
    LabelSimilarity

    Raises
    ------
    ValueError
        for vectors that are 0, not finite or of different lengths, and labels missing or repeated
    """
    power = positive(power, "power")
    table, labels = point_rows(vectors, labels, "vectors")
    # Divided by the largest entry first: squares of huge or tiny entries leave float64.
    largest = np.abs(table).max(axis=1)
    refuse_labels(labels, largest == 0, "vectors", "a vector of zeros has no direction")
    table = table / largest[:, None]
    table /= np.linalg.norm(table, axis=1)[:, None]
    # Rounding errors alone lead out of [-1, 1].
    cosines = (table @ table.T).clip(-1, 1)
    # A large power would carry what rounding takes off the diagonal far below 1.
    np.fill_diagonal(cosines, 1)
    derivation = (
        f"Cosine of label embeddings of {amount(table.shape[1], 'dimension')}, mapped by "
        f"(1 + cos) / 2{'' if power == 1 else f', to the power {exact(power)}'}."
    )
    return built(
        from_embeddings,
        values=(((1 + cosines) / 2) ** power).round(DECIMALS),
        labels=labels,
        name=name,
        none_labels=none_labels,
        derivation=derivation,
        card=card,
    )


def from_correlations(correlations, labels=None, *, name="correlations", none_labels=(), **card):
    """Similarity from correlations: (1 + r) / 2.

    No correlation, r = 0, gives .5, and r = -1 gives 0. Where all r are small, the table is nearly
    constant and can't tell near labels from far ones; see the audit. Compute r outside the
    evaluation set.

    Parameters
    ----------
    correlations : array-like of shape (m, m) with ``labels``, or a DataFrame with the labels as
        index and columns, such as ``frame.corr()``; symmetric, in [-1, 1], 1 on the diagonal
    labels : names of rows and columns; of a DataFrame, those to take, in this order
    name, none_labels, **card : see :func:`similarity.build`; the derivation is written here. Say
        in ``source`` what was correlated, and over whom

    Returns
    -------
    LabelSimilarity

    Raises
    ------
    ValueError
        for values outside [-1, 1] or missing, a diagonal other than 1, and a table that is not
        symmetric; differences below 1e-6 are taken for rounding errors of float32
    """
    table, labels = square_table(correlations, labels, "correlations")
    refuse_cells(
        labels,
        np.isnan(table),
        table,
        "correlations",
        "a value is missing; leave out labels that never vary, they have none",
    )
    settle(table, -1, 1, diagonal=1)
    outside = (table < -1) | (table > 1)
    refuse_cells(labels, outside, table, "correlations", "values must lie in [-1, 1]")
    off_one = np.diag(np.diagonal(table) != 1)
    refuse_cells(labels, off_one, table, "correlations", "the diagonal must be 1")
    refuse_asymmetry(labels, table, "correlations")
    symmetrize(table)
    table += 1
    table /= 2
    derivation = "Given correlations r, mapped by (1 + r) / 2."
    return built(
        from_correlations,
        values=table.round(DECIMALS, out=table),
        labels=labels,
        name=name,
        none_labels=none_labels,
        derivation=derivation,
        card=card,
    )


def from_training_label_sets(
    training_label_sets, labels=None, *, name="training labels", none_labels=(), **card
):
    """Similarity from how often labels stand together in training examples: (1 + r) / 2.

    r is the Pearson correlation of the labels' 0/1 columns (the phi coefficient), from
    whole-number counts.

    **Not from the evaluation set**: a metric made from the very labels that it scores against is
    not independent of them. Use training or validation rows. And labels stand together for many
    reasons; that one can stand for the other is not among the usual ones.

    Parameters
    ----------
    training_label_sets : the label sets of n examples outside the evaluation set: collections of
        names (a string is one name), or 0/1 rows: an array-like of shape (n, m) with ``labels``, a
        sparse matrix of SciPy with ``labels``, or a DataFrame with one column a label
    labels : names in the order of the columns; of sets and DataFrames, those to correlate, in this
        order. Default: the columns of the DataFrame; for sets, all names found, sorted
    none_labels : names that mean "no label"; in sets and DataFrames they count for nothing
    name, **card : see :func:`similarity.build`; the derivation is written here

    Returns
    -------
    LabelSimilarity

    Raises
    ------
    ValueError
        for names that are not among ``labels`` or ``none_labels``, cells other than 0 and 1, and
        labels that occur in no example or in every one: they have no correlation
    """
    together, n, labels = counts_together(training_label_sets, labels, set(none_labels))
    count = np.diagonal(together).copy()
    spread = count * (n - count)
    refuse_labels(
        labels,
        spread == 0,
        "training_label_sets",
        f"a label in none of the {n} examples, or in all of them, has no correlation",
    )
    deviation = np.sqrt(spread)
    r = together
    for row in range(len(r)):
        r[row] = (n * r[row] - count[row] * count) / (deviation[row] * deviation)
    r += 1
    r /= 2
    derivation = (
        f"Pearson correlation r of the 0/1 columns of each two labels over {n} examples outside "
        "the evaluation set (co-annotation), mapped by (1 + r) / 2."
    )
    return built(
        from_training_label_sets,
        values=r.round(DECIMALS, out=r),
        labels=labels,
        name=name,
        none_labels=none_labels,
        derivation=derivation,
        card=card,
    )


def _all_distances(table, p):
    """Minkowski distances of all pairs of rows, symmetric, with a diagonal of 0."""
    m, d = table.shape
    distances = np.zeros((m, m))
    step = max(1, BLOCK_NUMBERS // d)
    room = np.empty((min(step, m), d))
    for i in range(m - 1):
        for start in range(i + 1, m, step):
            others = table[start : start + step]
            apart = np.subtract(others, table[i], out=room[: len(others)])
            found = _norms(apart, p)
            distances[i, start : start + len(others)] = found
    for start in range(0, m, 64):
        rows = slice(start, start + 64)
        distances[start:, rows] = np.maximum(distances[start:, rows], distances[rows, start:].T)
    return distances


def _norms(differences, p):
    """Norms of the rows. Squares and powers leave float64 where entries are huge or tiny: there
    they are taken of shares of the largest entry."""
    if p == 1:
        return np.abs(differences, out=differences).sum(axis=1)
    if p == np.inf:
        return np.abs(differences, out=differences).max(axis=1)
    if p == 2:
        squares = np.einsum("ij,ij->i", differences, differences)
        norms = np.sqrt(squares)
        lost = ~((squares > _SMALLEST_SQUARE) & (squares < np.inf))
        if not lost.any():
            return norms
        norms[lost] = _norms_of_shares(differences[lost], p)
        return norms
    return _norms_of_shares(differences, p)


def _norms_of_shares(differences, p):
    sizes = np.abs(differences)
    largest = sizes.max(axis=1)
    shares = sizes / np.where(largest == 0, 1, largest)[:, None]
    return largest * (shares**p).sum(axis=1) ** (1 / p)


# --- semantic_f1/similarity/builders/ratings.py

MISSING = ("raise", "mean", "minimum", "zero")
# Differences below it are rounding errors.
_LEAST_FALL = 1e-9


def from_ratings(
    ratings, labels=None, *, scale, missing="raise", name="ratings", none_labels=(), **card
):
    """Similarity from human ratings of pairs: (rating - low) / (high - low).

    Several ratings of a pair are averaged, (a, b) and (b, a) alike. The diagonal is 1.

    Parameters
    ----------
    ratings : triples ``(a, b, rating)``, or a mapping ``(a, b)`` -> rating
    labels : names in their order; default: all that are rated, in the order of first mention
    scale : ``(low, high)``, the rating that means "not similar at all" and the one that means "the
        same"; of ratings of dissimilarity, low is the larger number
    missing : what pairs get that nobody rated: "raise" (default), an error that names them; "mean"
        or "minimum" of the pairs that were rated; "zero". The derivation counts them
    name, none_labels, **card : see :func:`similarity.build`; the derivation is written here. Say
        in ``population`` who rated

    Returns
    -------
    LabelSimilarity

    Raises
    ------
    ValueError
        for a rating outside the scale, a label rated against itself or not among ``labels``, and
        pairs without a rating
    """
    if missing not in MISSING:
        raise ValueError(f"missing: expected one of {', '.join(MISSING)}; got {missing!r}")
    a, b, means, labels, n = _rated_pairs(ratings, labels, scale)
    m = len(labels)
    n_unrated = m * (m - 1) // 2 - len(means)
    if n_unrated and missing == "raise":
        raise ValueError(
            f"ratings: {n_unrated} of {m * (m - 1) // 2} pairs have none, such as "
            f"{_listed_unrated(a, b, labels, n_unrated)}; rate them, or fill them in "
            "by missing='mean', 'minimum' or 'zero'"
        )
    fill = {
        "raise": 0.0,
        "zero": 0.0,
        "mean": float(np.mean(means)),
        "minimum": float(means.min()),
    }
    values = np.full((m, m), fill[missing])
    values[a, b] = values[b, a] = means
    np.fill_diagonal(values, 1)
    derivation = (
        f"Mean of {amount(n, 'rating')} of {amount(len(means), 'pair')} on a scale from "
        f"{exact(scale[0])} (not similar) to {exact(scale[1])} (the same), mapped to [0, 1]."
    )
    if n_unrated:
        derivation += (
            f" {amount(n_unrated, 'pair')} without a rating: filled in by the rule "
            f"{missing!r}, {fill[missing]:.6g}."
        )
    return built(
        from_ratings,
        values=values.round(DECIMALS, out=values),
        labels=labels,
        name=name,
        none_labels=none_labels,
        derivation=derivation,
        card=card,
    )


def calibrate(
    distances,
    labels=None,
    *,
    ratings,
    scale,
    rated_pairs="keep",
    name="calibrated",
    none_labels=(),
    **card,
):
    """Similarity from distances, through a falling map that is fitted to human ratings.

    The map is the isotonic regression (least squares, never rising) of the similarities of the
    rated pairs on their distances, each pair once; straight lines between fitted points, constant
    beyond the least and the greatest distance of a rated pair. This is the calibration that the
    paper's impact statement asks for: it holds for the population that rated. Needs SciPy.

    Parameters
    ----------
    distances : array-like of shape (m, m) with ``labels``, or a DataFrame with the labels as index
        and columns; symmetric, finite, >= 0, 0 on the diagonal
    labels : names of rows and columns; of a DataFrame, those to take, in this order
    ratings : triples ``(a, b, rating)``, or a mapping ``(a, b)`` -> rating, of some of the pairs;
        several ratings of a pair are averaged, (a, b) and (b, a) alike
    scale : ``(low, high)``, the rating that means "not similar at all" and the one that means "the
        same"
    rated_pairs : "keep" (default): they keep their mean rating, the map is applied to the rest;
        "fit": every pair gets the value of the map
    name, none_labels, **card : see :func:`similarity.build`; the derivation is written here. Say
        in ``population`` who rated

    Returns
    -------
    LabelSimilarity. The
    derivation gives the number of rated pairs and the root mean squared error (RMSE) on them

    Raises
    ------
    ValueError
        for unusable distances or ratings, fewer than two different distances among the rated
        pairs, and ratings that do not fall as distances rise: the map would be constant
    """
    if rated_pairs not in ("keep", "fit"):
        raise ValueError(f"rated_pairs: expected 'keep' or 'fit'; got {rated_pairs!r}")
    table, labels = _distances(distances, labels)
    a, b, similarity, _, n = _rated_pairs(ratings, labels, scale)
    at = a, b
    knots, fitted = _falling_fit(table[at], similarity)
    values = np.interp(table, knots, fitted)
    error = np.sqrt(np.mean((values[at] - similarity) ** 2))
    if rated_pairs == "keep":
        values[at] = values[at[::-1]] = similarity
    np.fill_diagonal(values, 1)
    m = len(labels)
    derivation = (
        f"Given distances, mapped by isotonic regression on {amount(n, 'rating')} of "
        f"{len(similarity)} of the {m * (m - 1) // 2} pairs on a scale from {exact(scale[0])} "
        f"(not similar) to {exact(scale[1])} (the same); RMSE of the fit {error:.4f}; rated pairs "
        f"{'keep their mean rating' if rated_pairs == 'keep' else 'get the fitted value'}."
    )
    return built(
        calibrate,
        values=values.round(DECIMALS, out=values),
        labels=labels,
        name=name,
        none_labels=none_labels,
        derivation=derivation,
        card=card,
    )


def _rated_pairs(ratings, labels, scale):
    """Rated pairs a < b as two int arrays, their mean similarities, labels, and how many ratings.

    One pass over the ratings, into arrays: of thousands of labels they are millions.
    """
    try:
        # As numpy's small integers, differences of ratings wrap around.
        low, high = map(real, scale)
    except (TypeError, ValueError):
        low = high = np.nan
    if not 0 < abs(high - low) < np.inf:
        raise ValueError(
            f"scale: expected (low, high), the ratings of 'not similar' and 'the same'; "
            f"got {scale!r}"
        )
    if isinstance(ratings, Mapping):
        ratings = ((*_as_tuple(pair), rating) for pair, rating in ratings.items())
    place = None
    if labels is not None:
        labels = distinct_names(labels)
        place = {label: index for index, label in enumerate(labels)}
    found = {} if place is None else place
    codes, values = array("q"), array("d")
    for given in ratings:
        one = _as_tuple(given)
        if len(one) != 3 or not all(isinstance(label, str) for label in one[:2]):
            raise ValueError(f"ratings: expected triples (a, b, rating); got {one!r}")
        a, b, rating = one
        for label in (a, b):
            if place is None:
                found.setdefault(label, len(found))
            elif label not in place:
                raise ValueError(f"ratings: {label!r} is not among labels")
        if a == b:
            raise ValueError(f"ratings: {a!r} is rated against itself; the diagonal is 1")
        value = real(rating)
        if not min(low, high) <= value <= max(low, high):
            raise ValueError(
                f"ratings: must lie on the scale from {exact(low)} to {exact(high)}; "
                f"({a!r}, {b!r}) is {rating!r}"
            )
        first, second = sorted((found[a], found[b]))
        codes.append(first << 32 | second)
        values.append((value - low) / (high - low))
    if not codes:
        raise ValueError("ratings: at least one is needed; got none")
    codes, values = np.frombuffer(codes, np.int64), np.frombuffer(values)
    n = len(codes)
    order = np.argsort(codes, kind="stable")
    codes, values = codes[order], values[order]
    starts = np.flatnonzero(np.diff(codes, prepend=-1))
    means = np.add.reduceat(values, starts) / np.diff(starts, append=n)
    codes = codes[starts]
    return codes >> 32, codes & 0xFFFFFFFF, means, distinct_names(found), n


def _listed_unrated(a, b, labels, n_unrated):
    """The first pairs without a rating, as ``quote`` would list all of them."""
    m = len(labels)
    rated = np.zeros((m, m), bool)
    rated[a, b] = True
    shown = []
    for first in range(m):
        missing = first + 1 + np.flatnonzero(~rated[first, first + 1 :])
        shown += [(labels[first], labels[second]) for second in missing[:12].tolist()]
        if len(shown) >= 12:
            break
    more = n_unrated - len(shown[:12])
    return quote(shown[:12]) + (f" and {more} more" if more > 0 else "")


def _as_tuple(item):
    return (item,) if isinstance(item, str) or not hasattr(item, "__iter__") else tuple(item)


def _falling_fit(distances, similarity):
    """Isotonic regression on the distances: the different distances, and the fit at each."""
    try:
        from scipy.optimize import isotonic_regression
    except ImportError:
        raise ImportError(
            "calibrate needs SciPy 1.12 or newer: pip install 'scipy>=1.12'"
        ) from None
    knots, group, count = np.unique(distances, return_inverse=True, return_counts=True)
    if len(knots) < 2:
        raise ValueError(
            "ratings: all rated pairs lie at one distance; a map needs ratings at several"
        )
    means = np.bincount(group, weights=similarity) / count
    fitted = isotonic_regression(means, weights=count, increasing=False).x
    if fitted[0] - fitted[-1] <= _LEAST_FALL:
        raise ValueError(
            f"ratings: they do not fall as distances rise, so the map is constant "
            f"({fitted[0]:.4f}); these distances say nothing about these ratings"
        )
    return knots, fitted


def _distances(data, labels):
    """A symmetric float64 array and the labels of its rows and columns."""
    if hasattr(data, "columns") and hasattr(data, "index") and hasattr(data, "to_numpy"):
        rows, columns = distinct_names(data.index), distinct_names(data.columns)
        labels = distinct_names(columns if labels is None else labels)
        absent = [label for label in labels if label not in rows or label not in columns]
        if absent:
            raise ValueError(f"distances: no row or no column is called {quote(absent)}")
        rows, columns = ([names.index(label) for label in labels] for names in (rows, columns))
        data = data.to_numpy()[np.ix_(rows, columns)]
    labels = distinct_names(labels)
    m = len(labels)
    try:
        table = np.asarray(data)
        if table.dtype == object and all(map(is_number, table.reshape(-1))):
            table = table.astype(np.float64)
    except (ValueError, OverflowError):
        table = np.array("")
    if table.dtype.kind not in "iuf" or table.shape != (m, m):
        raise ValueError(f"distances: expected a table of {m} x {m} numbers, one row a label")
    table = settle(table.astype(np.float64), low=0, diagonal=0)
    for rule, wrong in (
        ("finite", ~np.isfinite(table)),
        ("at least 0", table < 0),
        ("0 on the diagonal", np.diag(np.diagonal(table) != 0)),
        ("symmetric", np.abs(table - table.T) > ROUNDING),
    ):
        if wrong.any():
            a, b = np.argwhere(wrong)[0]
            raise ValueError(
                f"distances: must be {rule}; that of {labels[a]!r}, {labels[b]!r} is "
                f"{float(table[a, b])!r}, the other way round {float(table[b, a])!r} "
                f"({int(wrong.sum())} such values)"
            )
    return table / 2 + table.T / 2, labels


# --- semantic_f1/similarity/protocol.py

# The largest table of values: 5,000 labels take 200 MB.
MOST_IN_TABLE = 5_000
# Pairs, or values of vectors, worked out at a time.
VALUES_AT_A_TIME = 1 << 16
_REQUIRED = {
    "labels": "the names, in the order of its indices",
    "name": "a str, how signatures call it",
    "fingerprint": "a str of 16 characters or more that differs where some value differs",
    "pairs": "a method: two equally long int arrays in, the similarities in [0, 1] out",
}


class LazySimilarity:
    """A similarity that works out its values where they are asked for.

    Parameters
    ----------
    source : an object with ``name``, ``fingerprint`` and ``pairs``, see the module; one with
        ``best_matches`` too is asked for these
    labels : names, in the order of the indices of ``places``
    places : None, or int array of shape (m,): the place of each label among the source's own
    none_labels : names that mean "no label"
    card : dict of str

    Attributes are those of a LabelSimilarity. Values are checked on every call.
    """

    prefix_widths = ()

    def __init__(self, source, labels, places=None, none_labels=(), card=None):
        self._source = source
        self.labels = tuple(labels)
        self._places = places
        self.none_labels = tuple(none_labels)
        self.card = dict(card or {})
        if hasattr(source, "best_matches"):
            self.best_matches = self._best_matches

    def __reduce__(self):
        return LazySimilarity, (
            self._source,
            self.labels,
            self._places,
            self.none_labels,
            self.card,
        )

    def __repr__(self):
        return f"LazySimilarity({self.name!r}, {len(self.labels):,} labels)"

    def __len__(self):
        return len(self.labels)

    @property
    def name(self):
        return self._source.name

    @property
    def fingerprint(self):
        """That of the source; of some of its labels sha256 (hex) over it and their names."""
        if self._places is None:
            return self._source.fingerprint
        kind = {"of": self._source.fingerprint, "labels": sorted(self.labels)}
        text = json.dumps(kind, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()

    @property
    def pairs(self):
        """S[a, b] of index pairs: two equally long int arrays in, one float64 array out."""
        return _Pairs(self)

    @property
    def values(self):
        """The m x m table, of up to 5,000 labels."""
        m = len(self.labels)
        if m > MOST_IN_TABLE:
            raise ValueError(
                f"similarity {self.name!r}: a table of {m:,} labels would take "
                f"{8 * m * m / 1e9:,.1f} GB; tables have {MOST_IN_TABLE:,} labels at most: pass "
                "labels=[...], those that your data has"
            )
        every = np.arange(m)
        rows = [self._values(np.full(m, index), every) for index in range(m)]
        return np.array(rows).reshape(m, m)

    def between(self, a, b):
        """S[a, b] for two label names: the credit that ``a`` earns from ``b``."""
        places = [np.array([self._place(label)]) for label in (a, b)]
        return float(self._values(*places)[0])

    def nearest(self, label, k=3):
        """The k labels that ``label`` earns most credit from, as (name, S[label, name]) pairs.

        The label itself is left out; equal values come in label order.
        """
        index, m = self._place(label), len(self.labels)
        row = np.concatenate(
            [
                self._values(np.full(len(some), index), some)
                for some in np.array_split(np.arange(m), -(-m // VALUES_AT_A_TIME))
            ]
        )
        row[index] = -1
        order = np.argsort(-row, kind="stable")[: min(k, m - 1)].tolist()
        return [(self.labels[i], float(row[i])) for i in order]

    def restrict(self, labels, key=str):
        """The same similarity cut and permuted to ``labels``, names it has, compared by ``key``."""
        labels = tuple(labels)
        if labels == self.labels:
            return self
        place = {key(label): index for index, label in enumerate(self.labels)}
        missing = [label for label in labels if key(label) not in place]
        if missing:
            raise ValueError(
                f"labels: similarity {self.name!r} has no value for {quote(missing)}; it knows "
                f"{quote(self.labels)}"
            )
        places = np.array([place[key(label)] for label in labels], np.int64)
        if self._places is not None:
            places = self._places[places]
        return LazySimilarity(self._source, labels, places, self.none_labels, self.card)

    def _place(self, label):
        if label not in self.labels:
            raise ValueError(unknown_name_message("label", label, self.labels))
        return self.labels.index(label)

    def _values(self, a, b):
        own = (a, b) if self._places is None else (self._places[a], self._places[b])
        values = np.asarray(self._source.pairs(*own), dtype=np.float64)
        if values.shape != a.shape:
            raise ValueError(
                f"similarity {self.name!r}: pairs must return one number for each of {len(a)} "
                f"pairs; got shape {values.shape}"
            )
        wrong = np.flatnonzero(~((values >= 0) & (values <= 1)))
        if len(wrong):
            first = wrong[0]
            pair = f"{self.labels[a[first]]!r}, {self.labels[b[first]]!r}"
            raise ValueError(
                f"similarity {self.name!r}: values must lie in [0, 1]; S[{pair}] is "
                f"{float(values[first])!r}: map correlations and cosines by (1 + r) / 2 and "
                "distances by 1 / (1 + d) first"
            )
        return values

    def _best_matches(self, predictions, references):
        sides = predictions, references
        if self._places is not None:
            sides = (LabelSets(self._places[sets.indices], sets.offsets) for sets in sides)
        found = self._source.best_matches(*sides)
        for values, sets in zip(found, (predictions, references), strict=True):
            if len(values) != len(sets.indices):
                raise ValueError(
                    f"similarity {self.name!r}: best_matches must return one number for each "
                    f"member, {len(sets.indices)}; got {len(values)}"
                )
            wrong = np.flatnonzero(~((values >= 0) & (values <= 1)))
            if len(wrong):
                label = self.labels[sets.indices[wrong[0]]]
                raise ValueError(
                    f"similarity {self.name!r}: best matches must lie in [0, 1]; that of {label!r} "
                    f"is {float(values[wrong[0]])!r}"
                )
        return found


class _Pairs:
    """``pairs`` of a similarity, which carries its ``best_matches`` and ``at_once``."""

    def __init__(self, similarity):
        self._similarity = similarity
        self.at_once = bool(getattr(similarity._source.pairs, "at_once", False))
        if hasattr(similarity, "best_matches"):
            self.best_matches = similarity.best_matches

    def __call__(self, a, b):
        return self._similarity._values(a, b)


class _OfFunction:
    """Similarity made by :func:`from_function`."""

    def __init__(self, pairs, name, fingerprint):
        self.pairs = pairs
        self.name = name
        self.fingerprint = fingerprint


def from_function(pairs, labels, *, name=None, version="", none_labels=(), **card):
    """A similarity from a function, without a table.

    Parameters
    ----------
    pairs : callable: two equally long int arrays of places in ``labels`` in, the credits in
        [0, 1] that labels ``a`` earn from candidates ``b`` out; a value outside [0, 1] is an error
        that names the pair. To be pickled (by ``Dataset.map`` or Dask, say) it must be a function
        of a module
    labels : distinct names
    name : str, how signatures call it; default: the name of the function
    version : str that is part of the fingerprint: a function's values can't be read from it, so
        change it where they change
    none_labels : names that mean "no label"
    **card : title, source, citation, license, derivation, population, caveats

    Returns
    -------
    LazySimilarity

    Raises
    ------
    ValueError
        for what is no function, and labels that are no distinct names
    """
    if not callable(pairs):
        raise ValueError(
            f"pairs: expected a function of two int arrays; got {type(pairs).__name__}"
        )
    labels = check_names(labels, "labels")
    none_labels = check_names(none_labels, "none_labels", empty=True)
    name = name or str(getattr(pairs, "__name__", "function"))
    kind = {"kind": "function", "name": name, "version": version, "labels": sorted(labels)}
    text = json.dumps(kind, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    source = _OfFunction(pairs, name, hashlib.sha256(text.encode()).hexdigest())
    return LazySimilarity(source, labels, None, none_labels, card)


def adapted(source):
    """A similarity of a user's object that has what the protocol asks for.

    Raises
    ------
    ValueError
        that lists all that is missing or wrong
    """
    faults = []
    for attribute, what in _REQUIRED.items():
        value = getattr(source, attribute, None)
        if value is None:
            faults.append(f"has no {attribute} ({what})")
        elif attribute == "pairs" and not callable(value):
            faults.append(f"has pairs that can't be called ({what})")
        elif attribute in ("name", "fingerprint") and not isinstance(value, str):
            faults.append(f"has a {attribute} that is no str but {type(value).__name__} ({what})")
        elif attribute == "fingerprint" and len(value) < 16:
            faults.append(f"has a fingerprint of {len(value)} characters ({what})")
        elif attribute == "labels":
            try:
                check_names(tuple(value), "labels")
            except (TypeError, ValueError) as error:
                faults.append(f"has labels that are no distinct names ({error})")
    if not callable(getattr(source, "best_matches", len)):
        faults.append("has best_matches that can't be called")
    if faults:
        raise ValueError(
            f"similarity: {type(source).__name__} can't serve as one: it {'; it '.join(faults)}"
        )
    none_labels = check_names(tuple(getattr(source, "none_labels", ())), "none_labels", empty=True)
    card = getattr(source, "card", None)
    return LazySimilarity(
        source, check_names(tuple(source.labels), "labels"), None, none_labels, card
    )


# --- semantic_f1/similarity/shapes.py

def examples_by_shape(offsets_a, offsets_b, values_of):
    """Examples with no empty set, those of equal sizes together, in blocks.

    Parameters
    ----------
    offsets_a, offsets_b : int64 arrays of shape (n + 1,), where the sets of both sides begin
    values_of : function of two sizes: how many values an example of these takes; a block has
        2 ** 18 of them at most, or one example

    Yields
    ------
    int64 arrays of shape (e, k) and (e, t): the places of the members of e examples
    """
    sizes = np.diff(offsets_a), np.diff(offsets_b)
    chosen = np.flatnonzero((sizes[0] > 0) & (sizes[1] > 0))
    if not len(chosen):
        return
    shape = sizes[0][chosen] * (int(sizes[1].max()) + 1) + sizes[1][chosen]
    order = np.argsort(shape, kind="stable")
    chosen, shape = chosen[order], shape[order]
    ends = np.append(np.flatnonzero(np.diff(shape)) + 1, len(shape))
    start = 0
    for end in ends.tolist():
        k, t = int(sizes[0][chosen[start]]), int(sizes[1][chosen[start]])
        step = max(1, (1 << 18) // max(1, values_of(k, t)))
        for first in range(start, end, step):
            examples = chosen[first : min(first + step, end)]
            yield (
                offsets_a[examples][:, None] + np.arange(k),
                offsets_b[examples][:, None] + np.arange(t),
            )
        start = end


# --- semantic_f1/similarity/embeddings.py

# Cosines this near to 1 may be those of a label and itself.
_NEARLY_1 = 1 - 1e-9
# The inverse of the length of what is smaller can leave float64.
_NO_LENGTH = 1e-300


class _Cosines:
    """((1 + cos) / 2) ** power of rows of an array, by their places."""

    def __init__(self, vectors, labels, name, power):
        self.name = name
        self.labels = labels
        self._vectors, self._power = vectors, power
        self._scale, self._fingerprint = None, None

    def __reduce__(self):
        return _Cosines, (self._vectors, self.labels, self.name, self._power)

    @property
    def fingerprint(self):
        """sha256 (hex) over the kind, the power, the sorted labels and their vectors."""
        if self._fingerprint is None:
            order = sorted(range(len(self.labels)), key=self.labels.__getitem__)
            kind = {
                "kind": "embeddings",
                "power": self._power,
                "labels": [self.labels[i] for i in order],
            }
            text = json.dumps(kind, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
            digest = hashlib.sha256(text.encode())
            for some in np.array_split(np.array(order), -(-len(order) // VALUES_AT_A_TIME)):
                digest.update((self._vectors[some].astype("<f8") + 0.0).tobytes())
            self._fingerprint = digest.hexdigest()
        return self._fingerprint

    def pairs(self, a, b):
        """Similarities of index pairs."""
        scale, cosines = self._lengths(), np.empty(len(a))
        step = max(1, (1 << 18) // self._vectors.shape[1])
        for start in range(0, len(a), step):
            part = slice(start, start + step)
            left, right = (self._vectors[x[part]] * scale[x[part], None] for x in (a, b))
            cosines[part] = np.einsum("ij,ij->i", left, right)
        cosines[a == b] = 1
        return self._similarities(cosines)

    def best_matches(self, predictions, references):
        """Greatest similarity of each member to those of the other set, in both directions."""
        scale, d = self._lengths(), self._vectors.shape[1]
        found = [np.full(len(sets.indices), -1.0) for sets in (predictions, references)]
        empty = [np.ones(len(values), bool) for values in found]
        shapes = examples_by_shape(
            predictions.offsets, references.offsets, lambda k, t: (k + t) * d + k * t
        )
        for places in shapes:
            labels = [
                sets.indices[place]
                for sets, place in zip((predictions, references), places, strict=True)
            ]
            a, b = (self._vectors[x] * scale[x][:, :, None] for x in labels)
            cosines = a @ b.transpose(0, 2, 1)
            for side, axis in ((0, 2), (1, 1)):
                best = cosines.max(axis=axis)
                # A product of a vector with itself may come out as little less than 1, or more.
                near = np.nonzero(best > _NEARLY_1)
                same = labels[side][near][:, None] == labels[1 - side][near[0]]
                best[tuple(x[same.any(axis=1)] for x in near)] = 1
                found[side][places[side]] = best
                empty[side][places[side]] = False
        values = [self._similarities(cosines) for cosines in found]
        for each, none in zip(values, empty, strict=True):
            each[none] = 0
        return tuple(values)

    def _lengths(self):
        """Factors that bring each vector to length 1, float64 of shape (m,)."""
        if self._scale is None:
            scale = np.empty(len(self._vectors))
            step = max(1, (1 << 20) // self._vectors.shape[1])
            for start in range(0, len(scale), step):
                part = self._vectors[start : start + step].astype(np.float64)
                # Divided by the largest entry first: squares of huge entries leave float64.
                largest = np.abs(part).max(axis=1)
                part /= largest[:, None]
                scale[start : start + step] = 1 / np.sqrt((part * part).sum(axis=1)) / largest
            self._scale = scale
        return self._scale

    def _similarities(self, cosines):
        # Rounding errors alone lead out of [-1, 1].
        values = (1 + cosines.clip(-1, 1)) / 2
        return values if self._power == 1 else values**self._power


def embeddings(vectors, labels=None, *, power=1, name="embeddings", none_labels=(), **card):
    """Similarity from the cosine of vectors, ((1 + cos) / 2) ** power, without a table.

    For label spaces that are too large for ``from_embeddings``, which makes a table: cosines are
    worked out for the labels of an example, where they are asked for, in float64 whatever the type
    of the vectors. A label and itself have similarity 1.

    Parameters
    ----------
    vectors : array of shape (m, d) with ``labels``, float32 or float64, which is kept as it is and
        must not be changed afterwards; or a mapping label -> vector, or a DataFrame with one row a
        label; no vector may be all 0
    labels : names of the rows; of a mapping or DataFrame, those to take, in this order
    power : number > 0, default 1; higher powers let the similarity fall off faster
    name, none_labels, **card : see :func:`similarity.build`; the derivation is written here. Say
        in ``source`` which model made the vectors

    Returns
    -------
    LazySimilarity; what needs a table of it (``values``, ``audit``, ``save``) is for up to 5,000
    labels

    Raises
    ------
    ValueError
        for vectors that are 0, not finite or of different lengths, and labels missing or repeated
    """
    power = positive(power, "power")
    surplus = [key for key in card if key not in CARD or key == "derivation"]
    if surplus:
        raise ValueError(
            f"{surplus[0]}: embeddings has no such argument; a card has "
            f"{', '.join(field for field in CARD if field != 'derivation')}"
        )
    table, labels = _vectors_of(vectors, labels)
    card["derivation"] = (
        f"Cosine of label embeddings of {amount(table.shape[1], 'dimension')}, mapped by "
        f"(1 + cos) / 2{'' if power == 1 else f', to the power {exact(power)}'}, on demand."
    )
    source = _Cosines(table, tuple(labels), name, power)
    return LazySimilarity(source, labels, None, none_labels, card)


def _vectors_of(vectors, labels):
    """The vectors, an array of floats as it is, and the labels."""
    if isinstance(vectors, np.ndarray) and vectors.dtype in (np.float32, np.float64):
        labels, table = distinct_names(labels), vectors
        if table.ndim != 2 or len(table) != len(labels) or not table.shape[1]:
            raise ValueError(
                f"vectors: expected one row a label, {len(labels)}, with at least one number; got "
                f"shape {table.shape}"
            )
    else:
        table, labels = point_rows(vectors, labels, "vectors")
    largest = np.empty(len(table))
    step = max(1, (1 << 20) // table.shape[1])
    for start in range(0, len(table), step):
        largest[start : start + step] = np.abs(table[start : start + step]).max(axis=1)
    refuse_labels(labels, ~np.isfinite(largest), "vectors", "numbers must be finite")
    refuse_labels(labels, largest < _NO_LENGTH, "vectors", "a vector of zeros has no direction")
    return table, labels


# --- semantic_f1/similarity/kernels.py

KERNELS = ("inverse", "exponential", "gaussian", "cosine", "iou")
# The parameters that each kernel has besides those of the distance.
_OWN = {"inverse": ("beta",), "exponential": ("beta",), "gaussian": ("sigma",)}
_OF_DISTANCE = ("scale", "p")
# Up to so many dimensions distances are added up one dimension after the other.
FEW_DIMENSIONS = 16


class Kernel:
    """A similarity of points.

    Parameters
    ----------
    kernel : "inverse" (default): 1 / (1 + beta d); "exponential": exp(-beta d); "gaussian":
        exp(-d ** 2 / (2 sigma ** 2)); "cosine": (1 + cos) / 2; "iou": the share that two boxes
        have in common, |A and B| / |A or B|, each box its least coordinates followed by its
        greatest ones, such as (x0, y0, x1, y1), or (start, end) for spans; or a function of two
        arrays of points, each of shape (n, d), that returns n similarities
    beta : number > 0, default 1, in units of 1 / distance: 1 / beta is the distance at which
        "inverse" is a half
    sigma : number > 0, default 1, in units of the distance
    scale : None, a number > 0 or one a dimension: coordinates are divided by it first
    p : number >= 1 or inf, default 2: d is the Minkowski distance of this order

    Attributes
    ----------
    name : str, how signatures call it
    parameters : dict, those that move its values
    fingerprint : str, sha256 over name and parameters

    Raises
    ------
    ValueError
        for another kernel, a parameter that it has not, and values out of range
    """

    labels = ("point",)
    none_labels = ()

    def __init__(self, kernel="inverse", *, beta=None, sigma=None, scale=None, p=None):
        self.function = kernel if callable(kernel) else None
        if self.function is None and kernel not in KERNELS:
            raise ValueError(
                f"kernel: expected one of {', '.join(KERNELS)}, or a function of two arrays of "
                f"points; got {kernel!r}"
            )
        self.name = kernel if self.function is None else _name_of(kernel)
        given = {"beta": beta, "sigma": sigma, "scale": scale, "p": p}
        own = _OWN.get(self.name, ()) if self.function is None else ()
        has = (*own, *_OF_DISTANCE) if own else ()
        for name, value in given.items():
            if value is not None and name not in has:
                parameters = f"its parameters are {', '.join(has)}" if has else "it has none"
                raise ValueError(f"{name}: plays no part in the kernel {self.name!r}; {parameters}")
        self.parameters = {
            name: _CHECKED[name](1.0 if value is None and name in own else value)
            for name, value in given.items()
            if name in has
        }

    def __repr__(self):
        given = "".join(f", {name}={value!r}" for name, value in self.parameters.items())
        return f"Kernel({self.name!r}{given})"

    def __eq__(self, other):
        return isinstance(other, Kernel) and (self.function, self.name, self.parameters) == (
            other.function,
            other.name,
            other.parameters,
        )

    def __hash__(self):
        return hash(self.fingerprint)

    @property
    def fingerprint(self):
        """sha256 (hex) over the kind, the name and the parameters.

        A function has that of its ``fingerprint``, where it has one; else its name alone tells it
        from others.
        """
        kind = {"kind": "kernel", "name": self.name, "parameters": self.parameters}
        if self.function is not None:
            kind["function"] = str(getattr(self.function, "fingerprint", ""))
        text = json.dumps(kind, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()

    @property
    def order(self):
        """The order of its Minkowski distance; None where no distance decides."""
        if self.name == "cosine" and self.function is None:
            return 2.0
        return self.parameters.get("p")

    def prepared(self, points):
        """The points between which distances are taken: scaled, or for "cosine" of length 1."""
        if self.function is not None:
            return points
        if self.name == "cosine":
            # Divided by the largest entry first: squares of huge or tiny entries leave float64.
            largest = np.abs(points).max(axis=1, initial=0.0, keepdims=True)
            points = points / largest
            return points / np.sqrt((points * points).sum(axis=1, keepdims=True))
        scale = self.parameters.get("scale")
        return points if scale is None else points / np.asarray(scale)

    def problems(self, points):
        """Points that the kernel can't take, a bool array, and the rule; or None and ""."""
        d = points.shape[1]
        scale = self.parameters.get("scale")
        if isinstance(scale, list) and len(scale) != d:
            raise ValueError(f"scale: {len(scale)} values for points of {d} dimensions")
        if self.function is not None:
            return None, ""
        if self.name == "cosine":
            return ~points.any(axis=1), "a vector of zeros has no direction"
        if self.name == "iou":
            if d % 2:
                raise ValueError(
                    f"kernel: 'iou' takes boxes, least coordinates followed by greatest ones, an "
                    f"even number; points have {d}"
                )
            low, high = points[:, : d // 2], points[:, d // 2 :]
            return ~(low < high).all(axis=1), (
                "a box is its least coordinates followed by its greatest ones, (x0, y0, x1, y1) "
                "with x0 < x1 and y0 < y1"
            )
        return None, ""

    def of_distance(self, powers):
        """Similarities from ``distance ** p``; for p = inf from the distance."""
        if self.name == "cosine":
            return np.maximum(1 - powers / 4, 0)
        if self.name == "gaussian" and self.order == 2:
            return np.exp(-powers / (2 * self.parameters["sigma"] ** 2))
        distance = _root(powers, self.order)
        if self.name == "gaussian":
            return np.exp(-((distance / self.parameters["sigma"]) ** 2) / 2)
        scaled = self.parameters["beta"] * distance
        return 1 / (1 + scaled) if self.name == "inverse" else np.exp(-scaled)

    def pairs(self, a, b):
        """Similarities of equally many prepared points, float64 of shape (n,)."""
        if self.order is not None:
            return self.of_distance(distance_powers(a, b, self.order))
        if self.function is None:
            return _overlap(a, b)
        values = np.asarray(self.function(a, b), dtype=np.float64)
        if values.shape != (len(a),):
            raise ValueError(
                f"kernel: {self.name!r} must return one number for each of {len(a)} pairs; got "
                f"shape {values.shape}"
            )
        wrong = np.flatnonzero(~((values >= 0) & (values <= 1)))
        if len(wrong):
            first = wrong[0]
            raise ValueError(
                f"kernel: {self.name!r} must return numbers in [0, 1]; for {a[first].tolist()} and "
                f"{b[first].tolist()} it gave {float(values[first])!r}"
            )
        return values


def distance_powers(a, b, order):
    """Sums over the last axis of abs(a - b) ** order; for inf the largest difference."""
    d = a.shape[-1]
    if d > FEW_DIMENSIONS:
        powers = _powers(a - b, order)
        return powers.max(axis=-1) if order == np.inf else powers.sum(axis=-1)
    total = _powers(a[..., 0] - b[..., 0], order)
    for axis in range(1, d):
        powers = _powers(a[..., axis] - b[..., axis], order)
        if order == np.inf:
            np.maximum(total, powers, out=total)
        else:
            total += powers
    return total


def _powers(difference, order):
    """abs(difference) ** order, or the absolute value for inf; in place."""
    if order == 2:
        return np.multiply(difference, difference, out=difference)
    np.abs(difference, out=difference)
    return difference if order in (1, np.inf) else np.power(difference, order, out=difference)


def _root(powers, order):
    if order in (1, np.inf):
        return powers
    return np.sqrt(powers) if order == 2 else powers ** (1 / order)


def _overlap(a, b):
    half = a.shape[-1] // 2
    low, high = np.maximum(a[..., :half], b[..., :half]), np.minimum(a[..., half:], b[..., half:])
    common = np.maximum(high - low, 0).prod(axis=-1)
    sizes = ((x[..., half:] - x[..., :half]).prod(axis=-1) for x in (a, b))
    return common / (sum(sizes) - common)


def _positive_number(name):
    def checked(value):
        if not _is_real(value) or not 0 < value < np.inf:
            raise ValueError(f"{name}: expected a finite number above 0; got {value!r}")
        return float(value)

    return checked


def _checked_scale(value):
    if value is None or np.ndim(value) == 0:
        return None if value is None else _positive_number("scale")(value)
    values = list(value)
    for one in values:
        if not _is_real(one) or not 0 < one < np.inf:
            raise ValueError(
                f"scale: expected finite numbers above 0, one a dimension; got {one!r}"
            )
    return [float(one) for one in values]


def _checked_order(value):
    value = 2 if value is None else value
    if not _is_real(value) or not value >= 1:
        raise ValueError(f"p: expected a number from 1 to inf; got {value!r}")
    return float(value)


_CHECKED = {
    "beta": _positive_number("beta"),
    "sigma": _positive_number("sigma"),
    "scale": _checked_scale,
    "p": _checked_order,
}


def _is_real(value):
    return isinstance(value, (int, float, np.integer, np.floating)) and not isinstance(value, bool)


def _name_of(function):
    return str(getattr(function, "__name__", type(function).__name__))


# --- semantic_f1/similarity/matrices.py

MATRICES = {
"plutchik": {
  "name": "plutchik",
  "title": "Plutchik's wheel of emotions",
  "labels": ["anger", "anticipation", "disgust", "fear", "joy", "love", "optimism", "pessimism", "sadness", "surprise", "trust", "admiration"],
  "none_labels": [],
  "values": [
    [1.0, 0.853553390593, 0.853553390593, 0.0, 0.5, 0.308658283817, 0.691341716183, 0.5, 0.5, 0.146446609407, 0.146446609407, 0.146446609407],
    [0.853553390593, 1.0, 0.5, 0.146446609407, 0.853553390593, 0.691341716183, 0.961939766256, 0.146446609407, 0.146446609407, 0.0, 0.5, 0.5],
    [0.853553390593, 0.5, 1.0, 0.146446609407, 0.146446609407, 0.038060233744, 0.308658283817, 0.853553390593, 0.853553390593, 0.5, 0.0, 0.0],
    [0.0, 0.146446609407, 0.146446609407, 1.0, 0.5, 0.691341716183, 0.308658283817, 0.5, 0.5, 0.853553390593, 0.853553390593, 0.853553390593],
    [0.5, 0.853553390593, 0.146446609407, 0.5, 1.0, 0.961939766256, 0.961939766256, 0.0, 0.0, 0.146446609407, 0.853553390593, 0.853553390593],
    [0.308658283817, 0.691341716183, 0.038060233744, 0.691341716183, 0.961939766256, 1.0, 0.853553390593, 0.038060233744, 0.038060233744, 0.308658283817, 0.961939766256, 0.961939766256],
    [0.691341716183, 0.961939766256, 0.308658283817, 0.308658283817, 0.961939766256, 0.853553390593, 1.0, 0.038060233744, 0.038060233744, 0.038060233744, 0.691341716183, 0.691341716183],
    [0.5, 0.146446609407, 0.853553390593, 0.5, 0.0, 0.038060233744, 0.038060233744, 1.0, 1.0, 0.853553390593, 0.146446609407, 0.146446609407],
    [0.5, 0.146446609407, 0.853553390593, 0.5, 0.0, 0.038060233744, 0.038060233744, 1.0, 1.0, 0.853553390593, 0.146446609407, 0.146446609407],
    [0.146446609407, 0.0, 0.5, 0.853553390593, 0.146446609407, 0.308658283817, 0.038060233744, 0.853553390593, 0.853553390593, 1.0, 0.5, 0.5],
    [0.146446609407, 0.5, 0.0, 0.853553390593, 0.853553390593, 0.961939766256, 0.691341716183, 0.146446609407, 0.146446609407, 0.5, 1.0, 1.0],
    [0.146446609407, 0.5, 0.0, 0.853553390593, 0.853553390593, 0.961939766256, 0.691341716183, 0.146446609407, 0.146446609407, 0.5, 1.0, 1.0]
  ],
  "source": "Robert Plutchik's wheel of emotions, as twelve angles in degrees (\"angles\"): the 11 emotions of SemEval-2018 Task 1 E-c in the order of its columns, then GoEmotions' admiration.",
  "citation": "Plutchik, R. (1980). A general psychoevolutionary theory of emotion. In R. Plutchik & H. Kellerman (Eds.), Theories of Emotion (pp. 3-33). Academic Press. Label set: Mohammad, S., Bravo-Marquez, F., Salameh, M., & Kiritchenko, S. (2018). SemEval-2018 Task 1: Affect in Tweets. Proceedings of SemEval-2018, 1-17. Use in Semantic F1: arXiv 2509.21633.",
  "license": "No third-party data: computed from twelve angles. Cite the sources.",
  "derivation": "(1 + cos(difference of the two angles)) / 2, rounded to 12 decimals so that every math library gives the same digits. Symmetric, with a unit diagonal; exact opposites get 0, labels at a right angle get .5.",
  "population": "None was measured. The wheel is a theory of emotion in general; it was not fitted to raters, to a language or to the texts of any data set.",
  "caveats": [
    "Pessimism and sadness are one point here, and so are trust and admiration: their similarity is 1, so taking one for the other costs nothing.",
    "Where love (67.5), optimism (112.5), pessimism (270) and admiration (45) stand is a convention: love and optimism are halfway between the two primary emotions that Plutchik mixes them from, admiration is read as intense trust, and pessimism is put at sadness although Plutchik mixes it from sadness and anticipation.",
    "Only the angle counts: the wheel's other dimension, intensity, is left out.",
    "Only exact opposites get 0, and the mean similarity of two different SemEval labels is .453: a random guess earns much partial credit.",
    "The wheel is one psychological model; other models, such as valence and arousal, order the same emotions differently (anger and fear are opposites here, and neighbors there).",
    "No evidence is given that neighbors on the wheel have like consequences in any application; for high stakes, check the pairs or use hard F1."
  ],
  "prefix_widths": [11],
  "angles": {"anger": 180, "anticipation": 135, "disgust": 225, "fear": 0, "joy": 90, "love": 67.5, "optimism": 112.5, "pessimism": 270, "sadness": 270, "surprise": 315, "trust": 45, "admiration": 45}
},
"goemotions": {
  "name": "goemotions",
  "title": "GoEmotions, correlations of the training labels",
  "labels": ["admiration", "amusement", "anger", "annoyance", "approval", "caring", "confusion", "curiosity", "desire", "disappointment", "disapproval", "disgust", "embarrassment", "excitement", "fear", "gratitude", "grief", "joy", "love", "nervousness", "optimism", "pride", "realization", "relief", "remorse", "sadness", "surprise"],
  "none_labels": ["neutral"],
  "values": [
    [1.0, 0.476042840176, 0.469677357885, 0.464413603487, 0.494747630444, 0.481805776522, 0.476147331266, 0.474276459455, 0.49089205374, 0.477458369354, 0.466772517881, 0.480815481081, 0.487821841564, 0.498259443432, 0.485594045858, 0.504211468185, 0.494098600292, 0.49734898883, 0.498814171619, 0.490655803863, 0.49069262183, 0.509669467905, 0.48393312327, 0.493007414281, 0.484891899154, 0.474871174236, 0.487830275911],
    [0.476042840176, 1.0, 0.481077942856, 0.479592879354, 0.479524900953, 0.4835428588, 0.485553501282, 0.483768692086, 0.489667496052, 0.48238053219, 0.47854419302, 0.487199962426, 0.494933982504, 0.487937827946, 0.487274902965, 0.487052358803, 0.494982681311, 0.503449682856, 0.486405747662, 0.494337103501, 0.485320592581, 0.494985972349, 0.491731710281, 0.495509457123, 0.491170976698, 0.484220376834, 0.485475815948],
    [0.469677357885, 0.481077942856, 1.0, 0.547937431042, 0.475891423929, 0.488050041195, 0.48537362815, 0.480794424777, 0.490202152327, 0.494205631124, 0.491212704141, 0.511238862861, 0.496337866792, 0.486301213148, 0.491236940861, 0.478099931423, 0.495921231285, 0.483373817103, 0.480281464862, 0.496054454123, 0.483166336113, 0.496323589204, 0.48589057554, 0.496329326863, 0.490753358668, 0.488924658087, 0.488692653394],
    [0.464413603487, 0.479592879354, 0.547937431042, 1.0, 0.474226872329, 0.48445484061, 0.484676996957, 0.481905654844, 0.489911614528, 0.511155412034, 0.514852591409, 0.512950044737, 0.495078521223, 0.484045613748, 0.490209961545, 0.472754565338, 0.497186237847, 0.478812654706, 0.475196615344, 0.49324749058, 0.482493506441, 0.495750861536, 0.488295278825, 0.496051989639, 0.489724406553, 0.48571236415, 0.483469437537],
    [0.494747630444, 0.479524900953, 0.475891423929, 0.474226872329, 1.0, 0.497478528032, 0.480943277193, 0.476474195494, 0.490346367467, 0.482877691559, 0.474351644295, 0.486070550798, 0.489254136984, 0.489181890283, 0.487254352614, 0.477408530965, 0.494320189925, 0.485388619965, 0.482588299402, 0.493944399616, 0.498277383322, 0.49771683692, 0.501408443084, 0.497401797971, 0.489748014622, 0.478746903075, 0.482841596967],
    [0.481805776522, 0.4835428588, 0.488050041195, 0.48445484061, 0.497478528032, 1.0, 0.485967632313, 0.486576665354, 0.496913069051, 0.490470835665, 0.487186025289, 0.49017038527, 0.495052828569, 0.489717744658, 0.494346705295, 0.486893306993, 0.501877823005, 0.494523224641, 0.496127989712, 0.499871895182, 0.519837169893, 0.495942868256, 0.494024739398, 0.502697794146, 0.500233731813, 0.498199334788, 0.488755658774],
    [0.476147331266, 0.485553501282, 0.48537362815, 0.484676996957, 0.480943277193, 0.485967632313, 1.0, 0.543052797376, 0.490051532604, 0.490610705521, 0.486947486493, 0.489173802611, 0.494022146135, 0.489130990995, 0.493891147582, 0.483542493791, 0.496198041665, 0.486155146451, 0.482818495687, 0.496595180181, 0.484224998093, 0.495433389979, 0.49374317518, 0.495748501434, 0.49279077109, 0.486289019987, 0.495555656209],
    [0.474276459455, 0.483768692086, 0.480794424777, 0.481905654844, 0.476474195494, 0.486576665354, 0.543052797376, 1.0, 0.490685720871, 0.486554638559, 0.482259904957, 0.488596808863, 0.49665494032, 0.49164023579, 0.491372492388, 0.477334096013, 0.495140646969, 0.482652012909, 0.48025002837, 0.495473954568, 0.485452560241, 0.494163331555, 0.49232563369, 0.494031972555, 0.493617202628, 0.486569778838, 0.501192907623],
    [0.49089205374, 0.489667496052, 0.490202152327, 0.489911614528, 0.490346367467, 0.496913069051, 0.490051532604, 0.490685720871, 1.0, 0.49618027194, 0.488736042069, 0.49378937137, 0.494868056273, 0.498214185762, 0.493598515328, 0.489528957202, 0.499689100775, 0.492861764415, 0.49830234503, 0.496230502816, 0.520723921393, 0.496900747021, 0.497343897207, 0.496359575837, 0.494813224586, 0.495238748215, 0.49093457731],
    [0.477458369354, 0.48238053219, 0.494205631124, 0.511155412034, 0.482877691559, 0.490470835665, 0.490610705521, 0.486554638559, 0.49618027194, 1.0, 0.498342408765, 0.498375551751, 0.500938235673, 0.489686568257, 0.493288287857, 0.48010304616, 0.502842027489, 0.486521079512, 0.483702667262, 0.50245837881, 0.489336234232, 0.495606901377, 0.498939410047, 0.494839807372, 0.499427719016, 0.53744282222, 0.491145955611],
    [0.466772517881, 0.47854419302, 0.491212704141, 0.514852591409, 0.474351644295, 0.487186025289, 0.486947486493, 0.482259904957, 0.488736042069, 0.498342408765, 1.0, 0.499617475574, 0.493360471563, 0.485535063914, 0.48883950083, 0.475397853077, 0.495341357934, 0.481568969993, 0.47925862955, 0.494976141063, 0.484932991417, 0.495486669517, 0.492831469959, 0.49711642438, 0.490483830999, 0.487687975387, 0.483932132429],
    [0.480815481081, 0.487199962426, 0.511238862861, 0.512950044737, 0.486070550798, 0.49017038527, 0.489173802611, 0.488596808863, 0.49378937137, 0.498375551751, 0.499617475574, 1.0, 0.501513360568, 0.490963532298, 0.499344002164, 0.484359684405, 0.497124911981, 0.488747095486, 0.486284581298, 0.498603784662, 0.492708607682, 0.496546672899, 0.494945089175, 0.497394977792, 0.495399251941, 0.493391092846, 0.489209504548],
    [0.487821841564, 0.494933982504, 0.496337866792, 0.495078521223, 0.489254136984, 0.495052828569, 0.494022146135, 0.49665494032, 0.494868056273, 0.500938235673, 0.493360471563, 0.501513360568, 1.0, 0.495061987335, 0.49980970886, 0.489285589149, 0.501520765071, 0.492971256963, 0.491228535003, 0.499673654351, 0.497758371763, 0.500616992639, 0.501097545581, 0.497506927341, 0.502728550142, 0.502206527826, 0.496057108621],
    [0.498259443432, 0.487937827946, 0.486301213148, 0.484045613748, 0.489181890283, 0.489717744658, 0.489130990995, 0.49164023579, 0.498214185762, 0.489686568257, 0.485535063914, 0.490963532298, 0.495061987335, 1.0, 0.492361178549, 0.49124615744, 0.497016026229, 0.526523956805, 0.494571918533, 0.495640788212, 0.495097676342, 0.501345589277, 0.494841824076, 0.499991000046, 0.492763440451, 0.487916963997, 0.510307859604],
    [0.485594045858, 0.487274902965, 0.491236940861, 0.490209961545, 0.487254352614, 0.494346705295, 0.493891147582, 0.491372492388, 0.493598515328, 0.493288287857, 0.48883950083, 0.499344002164, 0.49980970886, 0.492361178549, 1.0, 0.485746863118, 0.497513226584, 0.491227695505, 0.488596884207, 0.551223595722, 0.492229548464, 0.497013085521, 0.494206047092, 0.496491530148, 0.495126047819, 0.498156282277, 0.496438626687],
    [0.504211468185, 0.487052358803, 0.478099931423, 0.472754565338, 0.477408530965, 0.486893306993, 0.483542493791, 0.477334096013, 0.489528957202, 0.48010304616, 0.475397853077, 0.484359684405, 0.489285589149, 0.49124615744, 0.485746863118, 1.0, 0.4957537781, 0.495984328687, 0.483183639301, 0.492130088779, 0.492837117852, 0.501134293383, 0.489638703716, 0.500500380667, 0.492057491737, 0.482057894813, 0.486624571087],
    [0.494098600292, 0.494982681311, 0.495921231285, 0.497186237847, 0.494320189925, 0.501877823005, 0.496198041665, 0.495140646969, 0.499689100775, 0.502842027489, 0.495341357934, 0.497124911981, 0.501520765071, 0.497016026229, 0.497513226584, 0.4957537781, 1.0, 0.496079134837, 0.495264542272, 0.503163859587, 0.495902365833, 0.498932842442, 0.496585734464, 0.498746502403, 0.504998666053, 0.531253040533, 0.500212441308],
    [0.49734898883, 0.503449682856, 0.483373817103, 0.478812654706, 0.485388619965, 0.494523224641, 0.486155146451, 0.482652012909, 0.492861764415, 0.486521079512, 0.481568969993, 0.488747095486, 0.492971256963, 0.526523956805, 0.491227695505, 0.495984328687, 0.496079134837, 1.0, 0.498570260752, 0.496360461636, 0.491833481589, 0.502901186493, 0.491425817179, 0.504196555022, 0.490087331217, 0.488328835664, 0.490680111167],
    [0.498814171619, 0.486405747662, 0.480281464862, 0.475196615344, 0.482588299402, 0.496127989712, 0.482818495687, 0.48025002837, 0.49830234503, 0.483702667262, 0.47925862955, 0.486284581298, 0.491228535003, 0.494571918533, 0.488596884207, 0.483183639301, 0.495264542272, 0.498570260752, 1.0, 0.494837734036, 0.491096249646, 0.494312144742, 0.487943312325, 0.49513639822, 0.489267719597, 0.484753562768, 0.485367600081],
    [0.490655803863, 0.494337103501, 0.496054454123, 0.49324749058, 0.493944399616, 0.499871895182, 0.496595180181, 0.495473954568, 0.496230502816, 0.50245837881, 0.494976141063, 0.498603784662, 0.499673654351, 0.495640788212, 0.551223595722, 0.492130088779, 0.503163859587, 0.496360461636, 0.494837734036, 1.0, 0.495016083345, 0.498441016522, 0.498580429298, 0.501336839438, 0.496528111307, 0.504353694161, 0.496345121345],
    [0.49069262183, 0.485320592581, 0.483166336113, 0.482493506441, 0.498277383322, 0.519837169893, 0.484224998093, 0.485452560241, 0.520723921393, 0.489336234232, 0.484932991417, 0.492708607682, 0.497758371763, 0.495097676342, 0.492229548464, 0.492837117852, 0.495902365833, 0.491833481589, 0.491096249646, 0.495016083345, 1.0, 0.507252847412, 0.496328282324, 0.498368777663, 0.498426750573, 0.490248338006, 0.489799842515],
    [0.509669467905, 0.494985972349, 0.496323589204, 0.495750861536, 0.49771683692, 0.495942868256, 0.495433389979, 0.494163331555, 0.496900747021, 0.495606901377, 0.495486669517, 0.496546672899, 0.500616992639, 0.501345589277, 0.497013085521, 0.501134293383, 0.498932842442, 0.502901186493, 0.494312144742, 0.498441016522, 0.507252847412, 1.0, 0.495899055741, 0.498494398365, 0.497145438542, 0.495506281984, 0.497472527728],
    [0.48393312327, 0.491731710281, 0.48589057554, 0.488295278825, 0.501408443084, 0.494024739398, 0.49374317518, 0.49232563369, 0.497343897207, 0.498939410047, 0.492831469959, 0.494945089175, 0.501097545581, 0.494841824076, 0.494206047092, 0.489638703716, 0.496585734464, 0.491425817179, 0.487943312325, 0.498580429298, 0.496328282324, 0.495899055741, 1.0, 0.496414248378, 0.494799258288, 0.493255353896, 0.49947789636],
    [0.493007414281, 0.495509457123, 0.496329326863, 0.496051989639, 0.497401797971, 0.502697794146, 0.495748501434, 0.494031972555, 0.496359575837, 0.494839807372, 0.49711642438, 0.497394977792, 0.497506927341, 0.499991000046, 0.496491530148, 0.500500380667, 0.498746502403, 0.504196555022, 0.49513639822, 0.501336839438, 0.498368777663, 0.498494398365, 0.496414248378, 1.0, 0.496646993784, 0.494721618482, 0.495295497033],
    [0.484891899154, 0.491170976698, 0.490753358668, 0.489724406553, 0.489748014622, 0.500233731813, 0.49279077109, 0.493617202628, 0.494813224586, 0.499427719016, 0.490483830999, 0.495399251941, 0.502728550142, 0.492763440451, 0.495126047819, 0.492057491737, 0.504998666053, 0.490087331217, 0.489267719597, 0.496528111307, 0.498426750573, 0.497145438542, 0.494799258288, 0.496646993784, 1.0, 0.526061147642, 0.491750687705],
    [0.474871174236, 0.484220376834, 0.488924658087, 0.48571236415, 0.478746903075, 0.498199334788, 0.486289019987, 0.486569778838, 0.495238748215, 0.53744282222, 0.487687975387, 0.493391092846, 0.502206527826, 0.487916963997, 0.498156282277, 0.482057894813, 0.531253040533, 0.488328835664, 0.484753562768, 0.504353694161, 0.490248338006, 0.495506281984, 0.493255353896, 0.494721618482, 0.526061147642, 1.0, 0.488126932507],
    [0.487830275911, 0.485475815948, 0.488692653394, 0.483469437537, 0.482841596967, 0.488755658774, 0.495555656209, 0.501192907623, 0.49093457731, 0.491145955611, 0.483932132429, 0.489209504548, 0.496057108621, 0.510307859604, 0.496438626687, 0.486624571087, 0.500212441308, 0.490680111167, 0.485367600081, 0.496345121345, 0.489799842515, 0.497472527728, 0.49947789636, 0.495295497033, 0.491750687705, 0.488126932507, 1.0]
  ],
  "source": "Labels of the 43,410 training rows of GoEmotions (the \"simplified\" configuration on the Hub).",
  "citation": "Demszky, D., Movshovitz-Attias, D., Ko, J., Cowen, A., Nemade, G., & Ravi, S. (2020). GoEmotions: A Dataset of Fine-Grained Emotions. Proceedings of the 58th Annual Meeting of the Association for Computational Linguistics, 4040-4054. arXiv 2005.00547.",
  "license": "CC BY 4.0 (GoEmotions, Demszky et al. 2020); changed: only correlations of its labels are given.",
  "derivation": "Pearson correlation r of the 0/1 columns of each two of the 27 emotions over the training rows, from whole-number counts, mapped by (1 + r) / 2 and rounded to 12 decimals. Symmetric, with a unit diagonal. Rows that also hold neutral are counted like all others.",
  "population": "Raters of English Reddit comments; the authors of the data set report that all raters were native speakers of English from India. Not a sample of any general population.",
  "caveats": [
    "The matrix is nearly constant: off the diagonal r runs from -.0712 (admiration, annoyance) to .1024 (fear, nervousness), so the similarity runs from .4644 to .5512, and 319 of the 351 pairs lie between .48 and .52.",
    "It can't tell near from far: any wrong guess earns about .5, so the size of the predicted sets and abstention decide, and rankings of systems can even reverse those of hard F1. Report hard F1 and goemotions-ekman beside it.",
    "Co-occurrence is association, not substitutability: two labels on one comment may both apply, or be what different raters saw in it, while labels that compete for the same comments correlate negatively however close in meaning they are.",
    "Joy and love get .4986, less than two unrelated labels would at r = 0.",
    "The correlations depend on how often labels occur, and those of rare labels rest on few rows (grief has 77, pride 111, relief 153).",
    "Scores on the training rows are not independent of this matrix; use it on the development or test rows.",
    "neutral (id 27) means the empty set; 1,396 training rows hold it beside emotions.",
    "No evidence is given that emotions that occur together have like consequences in any application."
  ],
  "prefix_widths": [],
  "ids": "GoEmotions: 0 (admiration) to 27 (neutral), in the order of the data set"
},
"goemotions-ekman": {
  "name": "goemotions-ekman",
  "title": "GoEmotions, Ekman and sentiment groups",
  "labels": ["admiration", "amusement", "anger", "annoyance", "approval", "caring", "confusion", "curiosity", "desire", "disappointment", "disapproval", "disgust", "embarrassment", "excitement", "fear", "gratitude", "grief", "joy", "love", "nervousness", "optimism", "pride", "realization", "relief", "remorse", "sadness", "surprise"],
  "none_labels": ["neutral"],
  "values": [
    [1.0, 0.6666666666666666, 0.0, 0.0, 0.6666666666666666, 0.6666666666666666, 0.0, 0.0, 0.6666666666666666, 0.0, 0.0, 0.0, 0.0, 0.6666666666666666, 0.0, 0.6666666666666666, 0.0, 0.6666666666666666, 0.6666666666666666, 0.0, 0.6666666666666666, 0.6666666666666666, 0.0, 0.6666666666666666, 0.0, 0.0, 0.0],
    [0.6666666666666666, 1.0, 0.0, 0.0, 0.6666666666666666, 0.6666666666666666, 0.0, 0.0, 0.6666666666666666, 0.0, 0.0, 0.0, 0.0, 0.6666666666666666, 0.0, 0.6666666666666666, 0.0, 0.6666666666666666, 0.6666666666666666, 0.0, 0.6666666666666666, 0.6666666666666666, 0.0, 0.6666666666666666, 0.0, 0.0, 0.0],
    [0.0, 0.0, 1.0, 0.6666666666666666, 0.0, 0.0, 0.0, 0.0, 0.0, 0.3333333333333333, 0.6666666666666666, 0.3333333333333333, 0.3333333333333333, 0.0, 0.3333333333333333, 0.0, 0.3333333333333333, 0.0, 0.0, 0.3333333333333333, 0.0, 0.0, 0.0, 0.0, 0.3333333333333333, 0.3333333333333333, 0.0],
    [0.0, 0.0, 0.6666666666666666, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.3333333333333333, 0.6666666666666666, 0.3333333333333333, 0.3333333333333333, 0.0, 0.3333333333333333, 0.0, 0.3333333333333333, 0.0, 0.0, 0.3333333333333333, 0.0, 0.0, 0.0, 0.0, 0.3333333333333333, 0.3333333333333333, 0.0],
    [0.6666666666666666, 0.6666666666666666, 0.0, 0.0, 1.0, 0.6666666666666666, 0.0, 0.0, 0.6666666666666666, 0.0, 0.0, 0.0, 0.0, 0.6666666666666666, 0.0, 0.6666666666666666, 0.0, 0.6666666666666666, 0.6666666666666666, 0.0, 0.6666666666666666, 0.6666666666666666, 0.0, 0.6666666666666666, 0.0, 0.0, 0.0],
    [0.6666666666666666, 0.6666666666666666, 0.0, 0.0, 0.6666666666666666, 1.0, 0.0, 0.0, 0.6666666666666666, 0.0, 0.0, 0.0, 0.0, 0.6666666666666666, 0.0, 0.6666666666666666, 0.0, 0.6666666666666666, 0.6666666666666666, 0.0, 0.6666666666666666, 0.6666666666666666, 0.0, 0.6666666666666666, 0.0, 0.0, 0.0],
    [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.6666666666666666, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.6666666666666666, 0.0, 0.0, 0.0, 0.6666666666666666],
    [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.6666666666666666, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.6666666666666666, 0.0, 0.0, 0.0, 0.6666666666666666],
    [0.6666666666666666, 0.6666666666666666, 0.0, 0.0, 0.6666666666666666, 0.6666666666666666, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.6666666666666666, 0.0, 0.6666666666666666, 0.0, 0.6666666666666666, 0.6666666666666666, 0.0, 0.6666666666666666, 0.6666666666666666, 0.0, 0.6666666666666666, 0.0, 0.0, 0.0],
    [0.0, 0.0, 0.3333333333333333, 0.3333333333333333, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.3333333333333333, 0.3333333333333333, 0.6666666666666666, 0.0, 0.3333333333333333, 0.0, 0.6666666666666666, 0.0, 0.0, 0.3333333333333333, 0.0, 0.0, 0.0, 0.0, 0.6666666666666666, 0.6666666666666666, 0.0],
    [0.0, 0.0, 0.6666666666666666, 0.6666666666666666, 0.0, 0.0, 0.0, 0.0, 0.0, 0.3333333333333333, 1.0, 0.3333333333333333, 0.3333333333333333, 0.0, 0.3333333333333333, 0.0, 0.3333333333333333, 0.0, 0.0, 0.3333333333333333, 0.0, 0.0, 0.0, 0.0, 0.3333333333333333, 0.3333333333333333, 0.0],
    [0.0, 0.0, 0.3333333333333333, 0.3333333333333333, 0.0, 0.0, 0.0, 0.0, 0.0, 0.3333333333333333, 0.3333333333333333, 1.0, 0.3333333333333333, 0.0, 0.3333333333333333, 0.0, 0.3333333333333333, 0.0, 0.0, 0.3333333333333333, 0.0, 0.0, 0.0, 0.0, 0.3333333333333333, 0.3333333333333333, 0.0],
    [0.0, 0.0, 0.3333333333333333, 0.3333333333333333, 0.0, 0.0, 0.0, 0.0, 0.0, 0.6666666666666666, 0.3333333333333333, 0.3333333333333333, 1.0, 0.0, 0.3333333333333333, 0.0, 0.6666666666666666, 0.0, 0.0, 0.3333333333333333, 0.0, 0.0, 0.0, 0.0, 0.6666666666666666, 0.6666666666666666, 0.0],
    [0.6666666666666666, 0.6666666666666666, 0.0, 0.0, 0.6666666666666666, 0.6666666666666666, 0.0, 0.0, 0.6666666666666666, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.6666666666666666, 0.0, 0.6666666666666666, 0.6666666666666666, 0.0, 0.6666666666666666, 0.6666666666666666, 0.0, 0.6666666666666666, 0.0, 0.0, 0.0],
    [0.0, 0.0, 0.3333333333333333, 0.3333333333333333, 0.0, 0.0, 0.0, 0.0, 0.0, 0.3333333333333333, 0.3333333333333333, 0.3333333333333333, 0.3333333333333333, 0.0, 1.0, 0.0, 0.3333333333333333, 0.0, 0.0, 0.6666666666666666, 0.0, 0.0, 0.0, 0.0, 0.3333333333333333, 0.3333333333333333, 0.0],
    [0.6666666666666666, 0.6666666666666666, 0.0, 0.0, 0.6666666666666666, 0.6666666666666666, 0.0, 0.0, 0.6666666666666666, 0.0, 0.0, 0.0, 0.0, 0.6666666666666666, 0.0, 1.0, 0.0, 0.6666666666666666, 0.6666666666666666, 0.0, 0.6666666666666666, 0.6666666666666666, 0.0, 0.6666666666666666, 0.0, 0.0, 0.0],
    [0.0, 0.0, 0.3333333333333333, 0.3333333333333333, 0.0, 0.0, 0.0, 0.0, 0.0, 0.6666666666666666, 0.3333333333333333, 0.3333333333333333, 0.6666666666666666, 0.0, 0.3333333333333333, 0.0, 1.0, 0.0, 0.0, 0.3333333333333333, 0.0, 0.0, 0.0, 0.0, 0.6666666666666666, 0.6666666666666666, 0.0],
    [0.6666666666666666, 0.6666666666666666, 0.0, 0.0, 0.6666666666666666, 0.6666666666666666, 0.0, 0.0, 0.6666666666666666, 0.0, 0.0, 0.0, 0.0, 0.6666666666666666, 0.0, 0.6666666666666666, 0.0, 1.0, 0.6666666666666666, 0.0, 0.6666666666666666, 0.6666666666666666, 0.0, 0.6666666666666666, 0.0, 0.0, 0.0],
    [0.6666666666666666, 0.6666666666666666, 0.0, 0.0, 0.6666666666666666, 0.6666666666666666, 0.0, 0.0, 0.6666666666666666, 0.0, 0.0, 0.0, 0.0, 0.6666666666666666, 0.0, 0.6666666666666666, 0.0, 0.6666666666666666, 1.0, 0.0, 0.6666666666666666, 0.6666666666666666, 0.0, 0.6666666666666666, 0.0, 0.0, 0.0],
    [0.0, 0.0, 0.3333333333333333, 0.3333333333333333, 0.0, 0.0, 0.0, 0.0, 0.0, 0.3333333333333333, 0.3333333333333333, 0.3333333333333333, 0.3333333333333333, 0.0, 0.6666666666666666, 0.0, 0.3333333333333333, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.3333333333333333, 0.3333333333333333, 0.0],
    [0.6666666666666666, 0.6666666666666666, 0.0, 0.0, 0.6666666666666666, 0.6666666666666666, 0.0, 0.0, 0.6666666666666666, 0.0, 0.0, 0.0, 0.0, 0.6666666666666666, 0.0, 0.6666666666666666, 0.0, 0.6666666666666666, 0.6666666666666666, 0.0, 1.0, 0.6666666666666666, 0.0, 0.6666666666666666, 0.0, 0.0, 0.0],
    [0.6666666666666666, 0.6666666666666666, 0.0, 0.0, 0.6666666666666666, 0.6666666666666666, 0.0, 0.0, 0.6666666666666666, 0.0, 0.0, 0.0, 0.0, 0.6666666666666666, 0.0, 0.6666666666666666, 0.0, 0.6666666666666666, 0.6666666666666666, 0.0, 0.6666666666666666, 1.0, 0.0, 0.6666666666666666, 0.0, 0.0, 0.0],
    [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.6666666666666666, 0.6666666666666666, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.6666666666666666],
    [0.6666666666666666, 0.6666666666666666, 0.0, 0.0, 0.6666666666666666, 0.6666666666666666, 0.0, 0.0, 0.6666666666666666, 0.0, 0.0, 0.0, 0.0, 0.6666666666666666, 0.0, 0.6666666666666666, 0.0, 0.6666666666666666, 0.6666666666666666, 0.0, 0.6666666666666666, 0.6666666666666666, 0.0, 1.0, 0.0, 0.0, 0.0],
    [0.0, 0.0, 0.3333333333333333, 0.3333333333333333, 0.0, 0.0, 0.0, 0.0, 0.0, 0.6666666666666666, 0.3333333333333333, 0.3333333333333333, 0.6666666666666666, 0.0, 0.3333333333333333, 0.0, 0.6666666666666666, 0.0, 0.0, 0.3333333333333333, 0.0, 0.0, 0.0, 0.0, 1.0, 0.6666666666666666, 0.0],
    [0.0, 0.0, 0.3333333333333333, 0.3333333333333333, 0.0, 0.0, 0.0, 0.0, 0.0, 0.6666666666666666, 0.3333333333333333, 0.3333333333333333, 0.6666666666666666, 0.0, 0.3333333333333333, 0.0, 0.6666666666666666, 0.0, 0.0, 0.3333333333333333, 0.0, 0.0, 0.0, 0.0, 0.6666666666666666, 1.0, 0.0],
    [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.6666666666666666, 0.6666666666666666, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.6666666666666666, 0.0, 0.0, 0.0, 1.0]
  ],
  "source": "The grouping of the 27 emotions by the authors of GoEmotions: six groups named after Ekman's basic emotions, and three sentiment groups (positive, negative, ambiguous).",
  "citation": "Demszky, D., Movshovitz-Attias, D., Ko, J., Cowen, A., Nemade, G., & Ravi, S. (2020). GoEmotions: A Dataset of Fine-Grained Emotions. Proceedings of the 58th Annual Meeting of the Association for Computational Linguistics, 4040-4054. arXiv 2005.00547.",
  "license": "CC BY 4.0 (GoEmotions, Demszky et al. 2020); changed: the groups are turned into similarities.",
  "derivation": "1 for the same emotion, 2/3 for two emotions of the same Ekman group, 1/3 for two of the same sentiment group only, otherwise 0; in full double precision. Symmetric, with a unit diagonal.",
  "population": "The judgment of the data set's authors, who drew up the groups for their label set; it is not a measurement among respondents or raters.",
  "caveats": [
    "The four values are a convention: they rank the levels of a hierarchy, and that the steps are equal is assumed, not measured.",
    "The groups were drawn up to coarsen the label set, not to say which emotions can stand for each other.",
    "The groups differ much in size: the joy group has 12 emotions, all 2/3 to one another (gratitude and desire, pride and caring), while disgust is alone in its group.",
    "1/3 occurs between negative emotions only: all positive emotions form the one joy group, and all ambiguous ones the one surprise group.",
    "Confusion, curiosity, realization and surprise are 0 to all other emotions (surprise and excitement earn nothing for each other); 224 of the 351 pairs are 0.",
    "neutral (id 27) means the empty set.",
    "No evidence is given that emotions of one group have like consequences in any application."
  ],
  "prefix_widths": [],
  "ids": "GoEmotions: 0 (admiration) to 27 (neutral), in the order of the data set"
},
"mfrc": {
  "name": "mfrc",
  "title": "Moral foundations, correlations of the MFQ-2",
  "labels": ["Care", "Equality", "Proportionality", "Loyalty", "Authority", "Purity"],
  "none_labels": ["Non-Moral", "Thin Morality"],
  "values": [
    [1.0, 0.722822, 0.777743, 0.784288, 0.782987, 0.7587725],
    [0.722822, 1.0, 0.6454195, 0.6826815, 0.67341, 0.7135795],
    [0.777743, 0.6454195, 1.0, 0.793967, 0.7975255, 0.7340855],
    [0.784288, 0.6826815, 0.793967, 1.0, 0.887774, 0.8084505],
    [0.782987, 0.67341, 0.7975255, 0.887774, 1.0, 0.810481],
    [0.7587725, 0.7135795, 0.7340855, 0.8084505, 0.810481, 1.0]
  ],
  "source": "Pearson correlations between the six foundations of the Moral Foundations Questionnaire-2 (MFQ-2): pooled, computed from the public Study 2 respondent file of Atari et al. (2023), OSF project srtxn; the published table was not seen.",
  "citation": "Atari, M., Haidt, J., Graham, J., Koleva, S., Stevens, S. T., & Dehghani, M. (2023). Morality Beyond the WEIRD: How the Nomological Network of Morality Varies Across Cultures. Journal of Personality and Social Psychology, 125(5), 1157. doi 10.1037/pspp0000470. Label set: Trager, J., et al. (2022). The Moral Foundations Reddit Corpus. arXiv 2208.05545.",
  "license": "Aggregate statistics: 15 correlations, computed from a public file that is not reproduced here and whose terms are not recorded here. Cite the paper.",
  "derivation": "Pearson correlation r of each two foundation scores over all 3,902 respondents together, read with 6 decimals, mapped by (1 + r) / 2 and rounded to 12 decimals. Symmetric, with a unit diagonal.",
  "population": "3,902 respondents in 19 countries who answered the MFQ-2 about themselves (Study 2); not the annotators or the authors of the Reddit comments.",
  "caveats": [
    "The correlations were computed from the public Study 2 respondent file and may differ from the published table, which was not seen.",
    "A correlation between questionnaire scores says that people who endorse one foundation tend to endorse the other; it is not a judgment that one label can stand for the other in a text.",
    "All correlations are positive, so the similarity of two different foundations runs from .6454 (Equality, Proportionality) to .8878 (Loyalty, Authority): any wrong guess earns at least .645, and the size of the predicted sets weighs much.",
    "Pooling mixes differences between countries with differences between persons; the plausible alternative is the matrix of correlations after centering each country on its mean, where every r is lower, by .014 to .076, and the similarity runs from .6074 to .8712. Check that rankings of systems hold under it.",
    "The paper reports that the relations between foundations vary across cultures; a pooled matrix hides that.",
    "The Moral Foundations Reddit Corpus has no label ids on the Hub: each row is one annotator's reading of a comment, as a string of names joined by commas, to be split before scoring. The order here is that of the MFQ-2 correlation table.",
    "Non-Moral and Thin Morality both mean the empty set; for Thin Morality that is a choice, since annotators saw moral content there, but none of the six foundations.",
    "No evidence is given that foundations with a high correlation have like consequences in any application."
  ],
  "prefix_widths": []
},
}


# --- semantic_f1/similarity/loading.py

def names():
    """The names of the bundled similarities, sorted."""
    return sorted(MATRICES)


def load(source):
    """Read a similarity.

    Parameters
    ----------
    source : a bundled name (see :func:`names`), a path to a JSON or CSV file, an address
        ``hf://datasets/OWNER/NAME/FILE`` on the Hugging Face Hub (without FILE: similarity.json;
        ``NAME@REVISION`` for another revision than main), a pandas DataFrame whose index
        and columns are the labels, a mapping laid out as the JSON files are, or a
        LabelSimilarity, which is returned as it is

    Returns
    -------
    LabelSimilarity

    Raises
    ------
    ValueError
        for a name that is not bundled, a file that can't be read, and values that are not a
        square table of finite numbers in [0, 1] with distinct label names
    """
    if hasattr(source, "pairs") and hasattr(source, "labels"):
        return source
    if isinstance(source, os.PathLike):
        source = os.fspath(source)
    if isinstance(source, str):
        return _load_text(source)
    if isinstance(source, Mapping):
        return _from_mapping(source, "similarity")
    if hasattr(source, "columns") and hasattr(source, "index") and hasattr(source, "to_numpy"):
        return _from_frame(source)
    if hasattr(source, "n_concepts"):
        raise ValueError(
            "similarity: got a thesaurus; similarity.relatedness(thesaurus, measure) makes a "
            "similarity of it"
        )
    raise ValueError(
        f"similarity: expected a bundled name ({', '.join(names())}), 'identity', a path, a "
        f"DataFrame, an array with labels= or a LabelSimilarity; got {type(source).__name__}"
    )


def _load_text(source):
    if source in MATRICES:
        bundled = _from_mapping(MATRICES[source], f"similarity {source!r}")
        bundled.ordered = "ids" in bundled.card
        return bundled
    if source == "identity":
        raise ValueError(
            "similarity: 'identity' needs labels=[...], or metric.similarity.identity(labels)"
        )
    if source.startswith("hf://"):
        return _load_file(fetch(source), source)
    if os.path.exists(source) or source.lower().endswith((".json", ".csv")):
        return _load_file(source, source)
    raise ValueError(
        unknown_name_message("similarity", source, names())
        + "; nor is it 'identity' or the path of a file"
    )


def _load_file(path, source):
    where = f"similarity {source!r}"
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise ValueError(
            f"{where}: not UTF-8 text (byte {error.start}); save it as UTF-8"
        ) from None
    except OSError as error:
        raise ValueError(f"{where}: {error.strerror or error}") from None
    if str(path).lower().endswith(".csv"):
        return _from_csv(text, where, source)
    if not str(path).lower().endswith(".json"):
        thesaurus = Path(source).suffix.lower() in (".ttl", ".rdf", ".nt", ".owl", ".skos")
        hint = "; metric.similarity.read_thesaurus(...) reads a thesaurus" if thesaurus else ""
        raise ValueError(f"{where}: expected a .json or .csv file{hint}")
    try:
        content = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{where}: not JSON: {error}") from None
    if not isinstance(content, dict):
        raise ValueError(
            f"{where}: expected a JSON object with 'labels' and 'values'; "
            f"got {type(content).__name__}"
        )
    return _from_mapping({"name": Path(source).stem, **content}, where)


def _from_mapping(content, where):
    wrong = [key for key in content if not isinstance(key, str)]
    if wrong:
        raise ValueError(f"{where}: keys must be text; got {wrong[0]!r}")
    missing = [key for key in ("labels", "values") if key not in content]
    if missing:
        raise ValueError(f"{where}: {quote(missing)} is missing; it needs 'labels' and 'values'")
    parts = ("name", "labels", "none_labels", "values", "prefix_widths")
    card = {key: value for key, value in content.items() if key not in parts}
    try:
        return build(
            content["values"],
            content["labels"],
            name=str(content.get("name", "custom")),
            none_labels=content.get("none_labels") or (),
            prefix_widths=content.get("prefix_widths") or (),
            **card,
        )
    except ValueError as error:
        said = str(error).removeprefix(f"similarity {content.get('name', 'custom')!r}: ")
        raise ValueError(f"{where}: {said}") from None


def _from_csv(text, where, source):
    lines = csv.reader(io.StringIO(text, newline=""))
    rows = [row for row in lines if any(cell.strip() for cell in row)]
    if len(rows) < 2:
        raise ValueError(f"{where}: expected a header of names, then one row a label")
    columns = [cell.strip() for cell in rows[0][1:]]
    values = []
    for row in rows[1:]:
        if len(row) != len(rows[0]):
            raise ValueError(
                f"{where}: row {row[0]!r} has {len(row) - 1} values for {len(columns)} columns"
            )
        try:
            values.append([float(cell) for cell in row[1:]])
        except ValueError as error:
            raise ValueError(f"{where}: row {row[0]!r}: {error}") from None
    return _aligned(values, [row[0].strip() for row in rows[1:]], columns, where, source)


def _from_frame(frame):
    return _aligned(frame.to_numpy(), list(frame.index), list(frame.columns), "similarity", "table")


def _aligned(values, rows, columns, where, name):
    """A table whose rows and columns are both named, its rows put in the order of the columns."""
    columns = check_names(columns, f"{where}: columns")
    if len(rows) != len(columns) or set(rows) != set(columns):
        raise ValueError(
            f"{where}: rows and columns must have the same names; "
            f"rows {quote(rows)}, columns {quote(columns)}"
        )
    order = [rows.index(column) for column in columns]
    return build(np.asarray(values)[order], columns, name=name)


# --- semantic_f1/similarity/thesaurus/content.py

def content_of_counts(counts, thesaurus):
    """Information content of each concept from how often labels occur in a corpus.

    IC(c) = 1 - log(f(c)) / log(N): f(c) are the occurrences of c and of everything below it, each
    once however many ways lead up, N those of all labels. That is Resnik's -log(f(c) / N) ("Using
    information content to evaluate semantic similarity in a taxonomy", IJCAI 1995) divided by its
    value for a concept that occurs once; a concept that never occurs counts as one that does.

    Parameters
    ----------
    counts : mapping, or pandas.Series, of labels to numbers, 0 or from 1 up; labels without one
        occur never
    thesaurus : Thesaurus

    Returns
    -------
    float64 array of shape (N,) with values in [0, 1]
    """
    if hasattr(counts, "to_dict") and getattr(counts, "ndim", 0) == 1:
        if not counts.index.is_unique:
            raise ValueError("counts: a label stands more than once in the index; add them up")
        counts = counts.to_dict()
    if not isinstance(counts, Mapping):
        raise ValueError(
            f"counts: expected a mapping of labels to numbers; got {type(counts).__name__}"
        )
    known = set(thesaurus.names)
    for label, number in counts.items():
        if label not in known:
            why = thesaurus.ambiguous.get(label, "no label of the thesaurus")
            raise ValueError(f"counts: {label!r} is {why}")
        is_number = isinstance(number, (int, float, np.integer, np.floating))
        wrong = not is_number or isinstance(number, bool) or not np.isfinite(number)
        if wrong or number < 0 or 0 < number < 1:
            raise ValueError(f"counts: expected 0 or a number from 1 up; {label!r} has {number!r}")
    total = float(sum(counts.values()))
    if total <= 1:
        raise ValueError(f"counts: labels must occur more than once in all; got {total:g}")
    occurrences = np.maximum(thesaurus.counted(counts), 1)
    return np.clip(1 - np.log(occurrences) / np.log(total), 0, 1)


def checked_content(ic, thesaurus):
    """The information content of each concept, from that of each label."""
    labels, concept_of = thesaurus.labels, thesaurus.concept
    # A pandas.Series is no Mapping, and as an array it would lose its index.
    if hasattr(ic, "to_dict") and getattr(ic, "ndim", 0) == 1:
        if not ic.index.is_unique:
            raise ValueError(
                f"ic: one value a label; {ic.index[ic.index.duplicated()][0]!r} comes more than "
                "once in its index"
            )
        ic = ic.to_dict()
    if isinstance(ic, Mapping):
        # Concepts without a label have values too, under their URIs.
        labels, concept_of = thesaurus.names, thesaurus.concept_of_name
        missing = [label for label in labels if label not in ic]
        if missing:
            raise ValueError(
                f"ic: {len(missing)} labels have none, {missing[0]!r} first; values in the order "
                "of the labels go into a list or an array"
            )
        ic = [ic[label] for label in labels]
    elif len(thesaurus.names) > len(labels):
        raise ValueError(
            f"ic: {len(thesaurus.names) - len(labels)} concepts have no label, so an array has no "
            "value for them; pass a mapping with their URIs too"
        )
    ic = np.asarray(ic, dtype=np.float64)
    if ic.shape != (len(labels),):
        raise ValueError(f"ic: expected one value a label, {len(labels)}; got shape {ic.shape}")
    wrong = np.flatnonzero(~((ic >= 0) & (ic <= 1)))
    if len(wrong):
        raise ValueError(
            f"ic: values lie in [0, 1], divide them by the greatest; {labels[wrong[0]]!r} has "
            f"{ic[wrong[0]]}"
        )
    own = np.empty(thesaurus.n_concepts)
    own[concept_of] = ic
    differing = np.flatnonzero(own[concept_of] != ic)
    if len(differing):
        raise ValueError(
            f"ic: synonyms are one concept with one value; {labels[differing[0]]!r} has another "
            "than its synonym"
        )
    child, parent = thesaurus.edges.T
    rising = np.flatnonzero(own[parent] > own[child])
    if len(rising):
        child, parent = (thesaurus.name_of(c) for c in thesaurus.edges[rising[0]])
        raise ValueError(
            f"ic: a broader concept never has more than a narrower one; {parent!r} has more than "
            f"{child!r}"
        )
    return own


# --- semantic_f1/similarity/thesaurus/measures.py

# The largest table of values: 5,000 labels take 200 MB.
LARGEST_MATRIX = 5_000


class _Measure(NamedTuple):
    """A measure: what it is made of ("length", "depth", "ic"), its raw value, and that in [0, 1].

    From the length of a path, the functions take it and D; else they take what the closest common
    ancestor, the first and the second concept have of depth or of information content.
    """

    title: str
    equation: str
    of: str
    raw: Callable
    unit: Callable


def _log_length(length, depth):
    return -np.log((length + 1) / (2 * depth))


def _distance(common, first, second):
    return first + second - 2 * common


def _ratio(common, first, second):
    total = first + second
    return np.divide(2 * common, total, out=np.zeros(len(total)), where=total > 0)


MEASURES = {
    "rada": _Measure(
        "Rada",
        "1 / (1 + len)",
        "length",
        lambda length, depth: length,
        lambda length, depth: 1 / (1 + length),
    ),
    "rada_linear": _Measure(
        "Rada, linear",
        "max(0, 1 - len / (2 D))",
        "length",
        lambda length, depth: length,
        lambda length, depth: np.maximum(0, 1 - length / (2 * depth)),
    ),
    "leacock_chodorow": _Measure(
        "Leacock & Chodorow",
        "-log((len + 1) / (2 D)) / log(2 D)",
        "length",
        _log_length,
        lambda length, depth: np.maximum(0, _log_length(length, depth) / np.log(2 * depth)) + 0.0,
    ),
    "wu_palmer": _Measure(
        "Wu & Palmer", "2 depth(lcs) / (depth(a) + depth(b))", "depth", _ratio, _ratio
    ),
    "resnik": _Measure(
        "Resnik",
        "IC(lcs)",
        "ic",
        lambda common, first, second: common,
        lambda common, first, second: common,
    ),
    "jiang_conrath": _Measure(
        "Jiang & Conrath",
        "1 - (IC(a) + IC(b) - 2 IC(lcs)) / 2",
        "ic",
        _distance,
        lambda common, first, second: 1 - _distance(common, first, second) / 2,
    ),
    "lin": _Measure("Lin", "2 IC(lcs) / (IC(a) + IC(b))", "ic", _ratio, _ratio),
}
_LENGTH = tuple(name for name, entry in MEASURES.items() if entry.of == "length")
_IC = tuple(name for name, entry in MEASURES.items() if entry.of == "ic")


def measure_of(thesaurus, name, variant="similarity", *, ic=None, counts=None):
    """Relatedness of the concepts of a thesaurus, by one of the measures of [HAU].

    ====================  ====================================  ===============================
    name                  raw                                   in [0, 1]
    ====================  ====================================  ===============================
    rada                  len                                   1 / (1 + len)
    rada_linear           len                                   max(0, 1 - len / (2 D))
    leacock_chodorow      -log((len + 1) / (2 D))               divided by its value at len = 0,
                                                                at least 0
    wu_palmer             2 depth(lcs) / (depth(a) + depth(b))  as is
    resnik                IC(lcs)                               as is
    jiang_conrath         IC(a) + IC(b) - 2 IC(lcs)             1 - half of it
    lin                   2 IC(lcs) / (IC(a) + IC(b))           as is; 0 / 0 is 0
    ====================  ====================================  ===============================

    A concept is its own ancestor; lcs is the common ancestor of greatest IC, for Wu & Palmer of
    greatest depth. In [0, 1] the diagonal is 1 for every measure. Without a common ancestor (or a
    path) every value in [0, 1] is 0; of the raw values, len and the distance of Jiang & Conrath
    are infinite, Leacock & Chodorow is minus infinity, the others are 0.

    Parameters
    ----------
    thesaurus : taxonomy.Thesaurus
    name : a name of the table
    variant : for the measures with len. "similarity": the shortest way up to a common ancestor and
        down again; "relatedness": the shortest path over broader and related relations in any
        direction, and beyond 2D - 1 edges the value in [0, 1] is 0
    counts : for resnik, jiang_conrath and lin, see :func:`relatedness`
    ic : for resnik, jiang_conrath and lin. None: Seco's; else the information content of each
        label, an array in the order of ``thesaurus.labels``, or a mapping or pandas.Series from
        them: in [0, 1] (divide by the greatest), the same for synonyms, nowhere greater than at a
        narrower concept

    Returns
    -------
    Relatedness

    Raises
    ------
    ValueError
        for what is no thesaurus, an unknown measure or variant, and an ic that breaks the rules
        above
    """
    if not hasattr(thesaurus, "greatest_common"):
        raise ValueError(
            f"thesaurus: expected a Thesaurus, got {short(thesaurus)}; read_thesaurus(path) makes "
            "one of a SKOS file, make_thesaurus(pairs) of pairs of names"
        )
    _choose_measure("measure", name, MEASURES)
    _choose_measure("variant", variant, ("similarity", "relatedness"))
    if variant == "relatedness" and name not in _LENGTH:
        raise ValueError(
            f"variant: 'relatedness' is for measures of paths, {', '.join(_LENGTH)}; got it for "
            f"{name}, which has one variant only"
        )
    source = "Seco"
    if counts is not None:
        if name not in _IC:
            raise ValueError(f"counts: only {', '.join(_IC)} use them; got them for {name}")
        ic, source = content_of_counts(counts, thesaurus), "of corpus counts"
    elif ic is not None:
        if name not in _IC:
            raise ValueError(f"ic: only {', '.join(_IC)} use it; got it for {name}")
        ic, source = checked_content(ic, thesaurus), "given"
    return Relatedness(thesaurus, name, variant, ic, thesaurus.labels, thesaurus.concept, source)


class Relatedness:
    """A measure over labels of a thesaurus; :func:`measure_of` makes it.

    It is a similarity as the metric takes them: symmetric, 1 on the diagonal, 0 between labels
    that have nothing in common. What needs a table of values is a method of the table that
    :meth:`to_similarity` makes: ``to_similarity(labels=[...])`` has ``audit``, ``save`` and
    ``facts``.

    Attributes
    ----------
    name : str, "THESAURUS/MEASURE", followed by "/relatedness" for that variant
    labels : tuple of str, length m
    none_labels, prefix_widths : empty tuples
    thesaurus, measure, variant : what it was made from
    """

    none_labels = ()
    prefix_widths = ()
    absent: Mapping = {}

    def __init__(self, thesaurus, measure, variant, ic, labels, concept, content="Seco"):
        self.thesaurus, self.measure, self.variant = thesaurus, measure, variant
        self.labels = labels
        self._ic, self._concept, self._content_source = ic, concept, content
        self._values = None
        self._last = np.empty(0, np.int64), np.empty(0)

    def __reduce__(self):
        made_from = (self.thesaurus, self.measure, self.variant, self._ic)
        return Relatedness, (*made_from, self.labels, self._concept, self._content_source)

    def __repr__(self):
        return f"Relatedness({self.name!r}, {len(self.labels)} labels)"

    def __len__(self):
        return len(self.labels)

    @property
    def concepts(self):
        """The concept of each label, an int array of shape (m,)."""
        return self._concept

    @property
    def largest_root(self):
        """The index of the label whose concept is the root with most concepts below it, or None."""
        roots = self.thesaurus.roots
        order = roots[np.argsort(-self.thesaurus.n_below[roots], kind="stable")]
        place = {}
        for index, concept in enumerate(self._concept.tolist()):
            place.setdefault(concept, index)
        return next((place[root] for root in order.tolist() if root in place), None)

    @property
    def ambiguous(self):
        """Names that are no labels since they mean several concepts -> why, for errors."""
        return self.thesaurus.ambiguous

    @property
    def name(self):
        suffix = "/relatedness" if self.variant == "relatedness" else ""
        return f"{self.thesaurus.name}/{self.measure}{suffix}"

    @property
    def card(self):
        """Card of the thesaurus, with title and derivation of its own."""
        entry, facts = MEASURES[self.measure], self.thesaurus.facts()
        over = self.thesaurus.card.get("title", self.thesaurus.name)
        ways = "broader and related relations" if self.variant == "relatedness" else "the hierarchy"
        dropped = f"; {facts['dropped']} relations left out" if self.thesaurus.dropped else ""
        content = "" if entry.of != "ic" else f", IC {self._content_source}"
        return {
            **self.thesaurus.card,
            "title": f"{entry.title} over {over}",
            "derivation": f"{entry.equation}, over {ways}{content}; {facts['concepts']} concepts, "
            f"{facts['roots']} roots, greatest depth D = {facts['max_depth']}{dropped}",
        }

    def pairs(self, a, b):
        """Values in [0, 1] of pairs: equally long int arrays ``a``, ``b`` in, a float64 array out.

        Each distinct pair is worked out once a call.
        """
        codes, place = self._distinct(a, b)
        # Precision and recall of the same sets ask for the same pairs, one after the other.
        last_codes, values = self._last
        if not np.array_equal(codes, last_codes):
            values = self._unit(*np.divmod(codes, self.thesaurus.n_concepts))
            self._last = codes, values
        return values[place]

    # Paths and ancestors cost more by the call than by the pair.
    pairs.at_once = True

    def raw(self, a, b):
        """Raw values of index pairs ``a``, ``b``; see :func:`measure_of` for infinite ones."""
        codes, place = self._distinct(a, b)
        return self._raw(*np.divmod(codes, self.thesaurus.n_concepts))[place]

    @property
    def values(self):
        """The m x m table as a read-only float64 array; a ValueError above 5,000 labels."""
        m = len(self.labels)
        if m > LARGEST_MATRIX:
            raise ValueError(
                f"similarity {self.name!r}: this needs a table of all labels, and {m:,} x {m:,} is "
                f"too large ({LARGEST_MATRIX:,} labels is the most); pass labels=[...], or the "
                "table of some that to_similarity(labels=[...]) makes"
            )
        if self._values is None:
            values = np.empty((m, m))
            for start in range(0, m, 64):
                rows, columns = np.mgrid[start : min(start + 64, m), start:m].reshape(2, -1)
                values[rows, columns] = values[columns, rows] = self.pairs(rows, columns)
            values.setflags(write=False)
            self._values = values
        return self._values

    def between(self, a, b):
        """The value in [0, 1] of the labels ``a`` and ``b``."""
        return float(self.pairs(*np.array([[self._index(a)], [self._index(b)]]))[0])

    def nearest(self, label, k=3):
        """The k labels nearest to ``label``, as (name, value) pairs.

        The label itself is left out; equal values come in label order.
        """
        index = self._index(label)
        row = self.pairs(np.full(len(self), index), np.arange(len(self)))
        order = [i for i in np.argsort(-row, kind="stable").tolist() if i != index]
        return [(self.labels[i], float(row[i])) for i in order[:k]]

    def restrict(self, labels, key=str):
        """The same measure over ``labels``, names it has, compared by ``key``.

        Nothing is cut from the thesaurus: depths, paths and information content stay.
        """
        labels = tuple(labels)
        if labels == self.labels:
            return self
        place = {key(label): index for index, label in enumerate(self.labels)}
        missing = [label for label in labels if key(label) not in place]
        if missing:
            more = f", nor {len(missing) - 1} others" if len(missing) > 1 else ""
            raise ValueError(f"labels: {self._unknown(missing[0])}{more}")
        concept = self._concept[[place[key(label)] for label in labels]]
        made_from = (self.thesaurus, self.measure, self.variant, self._ic)
        return Relatedness(*made_from, labels, concept, self._content_source)

    def to_similarity(self, labels=None):
        """A table of the values of ``labels`` (default: all, up to 5,000), with its card.

        Returns
        -------
        LabelSimilarity
        """
        cut = self if labels is None else self.restrict(labels)
        return build(cut.values, cut.labels, name=cut.name, **cut.card)

    @property
    def fingerprint(self):
        """sha256 (hex) over measure, variant, ic, thesaurus and labels, whatever their order."""
        number, names = self.thesaurus.canonical()
        own = zip(self.labels, number[self._concept].tolist(), strict=True)
        content = {
            "kind": "relatedness",
            "measure": self.measure,
            "variant": self.variant,
            "thesaurus": self.thesaurus.fingerprint,
            "labels": sorted([label, names[concept][0]] for label, concept in own),
        }
        text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
        digest = hashlib.sha256(text.encode())
        if self._ic is not None:
            digest.update((self._ic[np.argsort(number)] + 0.0).astype("<f8").tobytes())
        return digest.hexdigest()

    def _index(self, label):
        if label not in self.labels:
            raise ValueError(f"label: {self._unknown(label)}")
        return self.labels.index(label)

    def _unknown(self, label):
        if label in self.ambiguous:
            return f"{label!r} is {self.ambiguous[label]}"
        near = difflib.get_close_matches(str(label), self.labels, n=1)
        hint = f" (did you mean {near[0]!r}?)" if near else ""
        return f"{self.name} has no label {label!r}{hint}"

    def _distinct(self, a, b):
        """Pairs of concepts, each once as a number, and which of them each pair of labels is."""
        a, b = self._concept[a], self._concept[b]
        codes = np.minimum(a, b) * self.thesaurus.n_concepts + np.maximum(a, b)
        return np.unique(codes, return_inverse=True)

    def _unit(self, first, second):
        entry = MEASURES[self.measure]
        if entry.of == "length":
            depth = self.thesaurus.max_depth
            values = entry.unit(self._lengths(first, second, 2 * depth - 1), depth)
        else:
            common, *own = self._subsumed(first, second)
            values = np.where(np.isnan(common), 0, entry.unit(common, *own))
        values[first == second] = 1
        return values

    def _raw(self, first, second):
        entry = MEASURES[self.measure]
        if entry.of == "length":
            return entry.raw(self._lengths(first, second, None), self.thesaurus.max_depth)
        common, *own = self._subsumed(first, second)
        apart = np.inf if self.measure == "jiang_conrath" else 0
        return np.where(np.isnan(common), apart, entry.raw(common, *own))

    def _lengths(self, first, second, limit):
        if self.variant == "relatedness":
            return self.thesaurus.shortest(first, second, limit)
        return self.thesaurus.up_and_down(first, second)

    def _subsumed(self, first, second):
        """Of the closest common ancestor (nan: none) and both concepts: depth, or content."""
        value = self.thesaurus.depth if self.measure == "wu_palmer" else self._content()
        common = self.thesaurus.greatest_common(first, second, value)
        return common, value[first], value[second]

    def _content(self):
        return self.thesaurus.ic if self._ic is None else self._ic


def _choose_measure(argument, value, choices):
    if not isinstance(value, str) or value not in choices:
        raise ValueError(f"{argument}: expected one of {', '.join(choices)}; got {value!r}")


# --- semantic_f1/similarity/thesaurus/relations.py

class Relations(NamedTuple):
    """Names, and pairs of positions among them.

    Attributes
    ----------
    labels : tuple of str, sorted by code point
    broader : int array of shape (n, 2): rows (name, a broader one)
    related : int array of shape (n, 2)
    synonyms : int array of shape (n, 2): names of one concept
    dropped : int, relations left out since they lead to what is no concept of the file
    unnamed : positions of names that are no labels, URIs of concepts without a name
    ambiguous : dict of names of several concepts -> why they are no labels
    """

    labels: tuple
    broader: np.ndarray
    related: np.ndarray
    synonyms: np.ndarray
    dropped: int = 0
    unnamed: tuple = ()
    ambiguous: dict = {}  # noqa: RUF012


def from_edges(broader, related=(), synonyms=(), concepts=()):
    """A thesaurus from pairs of names.

    Parameters
    ----------
    broader : pairs (name, a broader name)
    related, synonyms : pairs of names, without a direction
    concepts : list of further names, of concepts that no pair has

    Returns
    -------
    Relations
    """
    groups = [
        named_pairs(broader, "broader"),
        named_pairs(related, "related"),
        named_pairs(synonyms, "synonyms"),
    ]
    alone = concept_names(concepts)
    labels = tuple(sorted({*alone, *(name for group in groups for pair in group for name in pair)}))
    place = {name: position for position, name in enumerate(labels)}
    return Relations(labels, *(placed_pairs(group, place) for group in groups))


def from_networkx(graph, *, points_to, related=(), synonyms=(), concepts=()):
    """A thesaurus from a directed graph of networkx.

    Parameters
    ----------
    graph : networkx.DiGraph, its nodes the names; nodes without edges are concepts too
    points_to : "narrower" or "broader": what v is, seen from u, for an edge u -> v
    related, synonyms : pairs of names, without a direction
    concepts : list of further names, of concepts that the graph lacks

    Returns
    -------
    Relations
    """
    if points_to not in ("narrower", "broader"):
        raise ValueError(f"points_to: expected one of narrower, broader; got {points_to!r}")
    if not hasattr(graph, "is_directed") or not graph.is_directed():
        raise ValueError(
            "graph: expected a directed graph of networkx, whose edges say what is broader; got "
            f"{type(graph).__name__}"
        )
    edges = [(v, u) if points_to == "narrower" else (u, v) for u, v in graph.edges()]
    return from_edges(edges, related, synonyms, [*graph.nodes(), *concept_names(concepts)])


def placed_pairs(pairs, place):
    """Rows of positions of the pairs whose ends have one, sorted."""
    rows = [(place[a], place[b]) for a, b in pairs if a in place and b in place]
    return np.array(sorted(rows), np.int64).reshape(-1, 2)


def concept_names(concepts):
    if isinstance(concepts, str) or not isinstance(concepts, Iterable):
        raise ValueError(f"concepts: expected a list of names; got {concepts!r}")
    names = list(concepts)
    wrong = [name for name in names if not isinstance(name, str)]
    if wrong:
        raise ValueError(f"concepts: names must be strings; got {wrong[0]!r}")
    return names


def named_pairs(pairs, argument):
    if not isinstance(pairs, Iterable):
        raise ValueError(f"{argument}: expected pairs of names; got {pairs!r}")
    pairs = list(pairs)
    for position, pair in enumerate(pairs):
        if not isinstance(pair, (tuple, list)) or [type(name) for name in pair] != [str, str]:
            raise ValueError(f"{argument}: expected pairs of names; entry {position} is {pair!r}")
    return pairs


# --- semantic_f1/similarity/thesaurus/names.py

# Names of properties -> namespace and local name; "uri" is the concept's own.
_PROPERTIES = {
    "notation": ("skos", "notation"),
    "prefLabel": ("skos", "prefLabel"),
    "altLabel": ("skos", "altLabel"),
    "hiddenLabel": ("skos", "hiddenLabel"),
    "rdfs:label": ("rdfs", "label"),
    "title": ("dcterms", "title"),
    "identifier": ("dcterms", "identifier"),
}
LABEL_PROPERTIES = ("uri", *_PROPERTIES)
# These are no text in a language.
_CODES = ("uri", "notation", "identifier")
SKOS_XL = "http://www.w3.org/2008/05/skos-xl#"


class ConceptNames(NamedTuple):
    """Names of concepts; joined concepts stand under the one that stands for them.

    Attributes
    ----------
    labels : list of (name, concept); the first of a concept is its preferred one
    unnamed : list of (URI, concept) of those without a name
    ambiguous : dict of names of several concepts -> why they are no labels
    """

    labels: list
    unnamed: list
    ambiguous: dict


def concept_names_of(graph, concepts, same, where, labels, language, alt_labels, notes):
    """Names of all concepts.

    Parameters
    ----------
    graph : rdflib's graph
    concepts : set of its nodes
    same : dict concept -> the one that stands for all joined to it
    where : how errors call the file
    labels : properties in order of preference, see :data:`LABEL_PROPERTIES`
    language : None, a tag, or tags in order of preference
    alt_labels : bool, whether skos:altLabel gives further names
    notes : dict text -> count, which gets what was read with leniency

    Returns
    -------
    ConceptNames
    """
    textual = [label for label in labels if label not in _CODES]
    if language is not None and not textual:
        raise ValueError(f"language: it goes with labels that are text; label is {labels[0]!r}")
    if alt_labels and not textual:
        raise ValueError(f"alt_labels: they go with labels that are text; label is {labels[0]!r}")
    literals = {
        label: _literals(graph, concepts, label, notes) for label in labels if label != "uri"
    }
    languages = _languages(literals, textual, language, where)
    names = {}
    for concept in concepts:
        for label in labels:
            if label == "uri":
                own = [uri_of(concept)] if uri_of(concept) else []
            else:
                found = literals[label].get(concept, ())
                own = _best_names(found, None if label in _CODES else languages, notes)
            if own:
                names[concept] = own
                break
    if alt_labels:
        for concept, found in _literals(graph, concepts, "altLabel", notes).items():
            further = [text for text, tag in found if _rank(tag, languages)]
            if further and concept in names:
                names[concept] += sorted(further)
            elif further:
                names[concept] = sorted(further)
    said = " or ".join("a URI" if x == "uri" else _title(x) for x in labels)
    if languages and textual:
        said += f" in {', '.join(map(repr, languages))}" if languages != [""] else ""
    return _names_apart(graph, concepts, same, names, said, where, notes)


def _names_apart(graph, concepts, same, names, said, where, notes):
    """Names of joined concepts together, those of several concepts apart."""
    owners, of_group = {}, {}
    for concept in sorted(concepts, key=str):
        group = of_group.setdefault(same[concept], [])
        for name in names.get(concept, ()):
            if name.strip():
                owners.setdefault(name, {})[same[concept]] = concept
                if name not in group:
                    group.append(name)
    ambiguous = {
        name: f"a name of {len(own)} concepts, "
        f"{' and '.join(sorted(map(str, own.values()))[:2])}, and nothing says which is meant; use "
        "another label of theirs, such as their URIs"
        for name, own in sorted(owners.items())
        if len(own) > 1
    }
    labels, unnamed, nameless = [], [], []
    taken = set(owners)
    for concept, group in sorted(of_group.items(), key=lambda item: str(item[0])):
        own = [name for name in group if name not in ambiguous]
        labels += [(name, concept) for name in own]
        if not own:
            place = uri_of(concept) or _place_of_blank(graph, concept)
            while place in taken:
                place += "'"
            taken.add(place)
            unnamed.append((place, concept))
        if not group:
            nameless.append(concept)
    if not labels:
        raise ValueError(
            f"{where}: none of {len(of_group)} concepts has {said}; choose another label"
        )
    if nameless:
        notes[
            f"of {len(of_group)} concepts have no {said}, {nameless[0]} first: they stay in the "
            "hierarchy and are no labels"
        ] = len(nameless)
    if ambiguous:
        shown = ", ".join([*map(repr, list(ambiguous)[:3]), *["..."] * (len(ambiguous) > 3)])
        notes[f"names belong to more than one concept ({shown}), refused where data uses them"] = (
            len(ambiguous)
        )
    return ConceptNames(labels, unnamed, ambiguous)


def uri_of(concept):
    """The URI of a node as text; None for a blank node."""
    from rdflib import URIRef

    return str(concept) if isinstance(concept, URIRef) else None


def _place_of_blank(graph, concept):
    """A name for a blank node that does not change from one reading to the next."""
    from rdflib import Literal

    return "_:" + "|".join(sorted(str(o) for o in graph.objects(concept) if isinstance(o, Literal)))


def _literals(graph, concepts, label, notes):
    """Concept -> list of (text, tag) of each label of one kind, SKOS-XL's too."""
    from rdflib import Literal, URIRef
    from rdflib.namespace import DCTERMS, RDFS, SKOS

    spaces = {"skos": SKOS, "rdfs": RDFS, "dcterms": DCTERMS}
    if label in _PROPERTIES:
        space, local = _PROPERTIES[label]
        name, extended = spaces[space][local], URIRef(f"{SKOS_XL}{local}")
    else:
        name, extended = URIRef(label), None
    pairs = [pair for pair in graph.subject_objects(name) if pair[0] in concepts]
    form = URIRef(f"{SKOS_XL}literalForm")
    if extended is not None:
        pairs += [pair for pair in graph.subject_objects(extended) if pair[0] in concepts]
    found, wrong = {}, 0
    for concept, value in pairs:
        texts = [value] if isinstance(value, Literal) else list(graph.objects(value, form))
        texts = [text for text in texts if isinstance(text, Literal)]
        wrong += not texts
        for text in texts:
            entry = (str(text), (text.language or "").lower())
            if entry not in found.setdefault(concept, []):
                found[concept].append(entry)
    if wrong:
        notes[f"{_title(label)} are no text and were left out"] = wrong
    return found


def _languages(literals, textual, language, where):
    """Tags in order of preference."""
    tags = sorted(
        {tag for label in textual for found in literals[label].values() for _, tag in found}
    )
    if not textual:
        return []
    if language is None:
        named = [tag for tag in tags if tag]
        base = [tag for tag in named if all(x == tag or x.startswith(f"{tag}-") for x in named)]
        if base or not named:
            return base or [""]
        wanted = None
    else:
        wanted = [language] if isinstance(language, str) else language
        if not isinstance(wanted, (list, tuple)) or not all(isinstance(x, str) for x in wanted):
            raise ValueError(
                "language: expected a language tag such as 'en', or a list of them; got "
                f"{language!r}"
            )
        wanted = [tag.lower() for tag in wanted]
    if not wanted or not any(_rank(tag, wanted) for tag in [*tags, *([""] if "" in tags else [])]):
        raise ValueError(
            f"language: expected one of the languages of {where}: "
            f"{', '.join(map(repr, tags)) or f'it has no {_title(textual[0])}'}; got {language!r}"
        )
    return wanted


def _rank(tag, languages):
    """Place of a tag among languages, from 1 up, a half more for "en-gb" where "en" is wanted."""
    ranks = [
        place + (0 if tag == wanted else 0.5)
        for place, wanted in enumerate(languages, 1)
        if tag == wanted or (wanted and tag.startswith(f"{wanted}-"))
    ]
    return min(ranks, default=0)


def _best_names(found, languages, notes):
    """The names of a concept by one property, in the best language that it has them in."""
    if languages is None:
        ranked = [(1, "", text) for text, _ in found]
    else:
        ranked = [(_rank(tag, languages), tag, text) for text, tag in found]
        # No language at all is the last resort.
        last = len(languages) + 1
        ranked = [(rank or (0 if tag else last), tag, text) for rank, tag, text in ranked]
        ranked = [entry for entry in ranked if entry[0]]
    if not ranked:
        return []
    rank, tag, _ = min(ranked)
    own = sorted(text for place, its_tag, text in ranked if (place, its_tag) == (rank, tag))
    if languages is not None and tag not in languages:
        what = f"in {tag!r} only" if tag else "without a language"
        key = f"labels are {what} and were taken"
        notes[key] = notes.get(key, 0) + 1
    if len(own) > 1:
        key = "concepts have several labels of one kind and language: all of them are taken"
        notes[key] = notes.get(key, 0) + 1
    return own


def _title(label):
    if label not in _PROPERTIES or ":" in label:
        return label
    space, local = _PROPERTIES[label]
    return f"{space}:{local}"


# --- semantic_f1/similarity/thesaurus/rdf.py

RDF_FORMATS = {
    ".ttl": "turtle",
    ".turtle": "turtle",
    ".nt": "nt",
    ".n3": "n3",
    ".rdf": "xml",
    ".owl": "xml",
    ".xml": "xml",
    ".jsonld": "json-ld",
    ".json": "json-ld",
    ".trig": "trig",
}
_RDF_TITLES = {
    "turtle": "Turtle",
    "nt": "N-Triples",
    "n3": "Notation 3",
    "xml": "RDF/XML",
    "json-ld": "JSON-LD",
    "trig": "TriG",
}


def is_rdf(path):
    """True where the ending of a path is that of an RDF file, ``.gz`` behind it left out."""
    return Path(_without_gz(path)).suffix.lower() in RDF_FORMATS


def rdf_graph(path, where, form):
    """The triples of a file, as rdflib's graph.

    Parameters
    ----------
    path : path of the file, perhaps packed (.gz)
    where : how errors call it
    form : None (by the ending of the name), or a format of rdflib
    """
    try:
        import rdflib
    except ImportError:
        raise ImportError(f"{where}: reading SKOS needs rdflib; pip install rdflib") from None
    form = form or RDF_FORMATS.get(Path(_without_gz(path)).suffix.lower())
    if form not in _RDF_TITLES:
        raise ValueError(
            f"{where}: expected a file that ends in {', '.join(RDF_FORMATS)}, perhaps followed by "
            f".gz, or format= one of {', '.join(_RDF_TITLES)}"
        )
    data = _content(path, where)
    if form != "xml":
        try:
            data = data.decode("utf-8-sig").encode()
        except UnicodeDecodeError as error:
            raise ValueError(
                f"{where}: not UTF-8 text (byte {error.start}); save it as UTF-8"
            ) from None
    if form == "json-ld":
        _refuse_contexts_elsewhere(data, where)
    # TriG and JSON-LD may hold several graphs: all of them count.
    named = form in ("trig", "json-ld")
    graph = rdflib.Dataset(default_union=True) if named else rdflib.Graph()
    try:
        # Without a base of their own, relative names would take the working folder's.
        with _without_log("rdflib"):
            graph.parse(io.BytesIO(data), format=form, publicID="file:///")
    except Exception as error:
        # rdflib's parsers raise whatever they stumble over: an IndexError at an early end.
        text = " ".join(str(error).split())
        if isinstance(error, IndexError):
            text = "it breaks off"
        raise ValueError(f"{where}: not {_RDF_TITLES[form]}: {text[:300]}") from None
    return graph


def _without_gz(path):
    return str(path)[:-3] if str(path).lower().endswith(".gz") else str(path)


def _content(path, where):
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise ValueError(f"{where}: {error.strerror or error}") from None
    if data[:2] != b"\x1f\x8b":
        return data
    try:
        return gzip.decompress(data)
    except (OSError, EOFError, zlib.error) as error:
        raise ValueError(f"{where}: can't be unpacked: {error}") from None


def _refuse_contexts_elsewhere(data, where):
    """A context that is an address would be fetched from there."""
    try:
        content = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{where}: not JSON-LD: {error}") from None
    waiting = [content]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            context = part.get("@context")
            for one in context if isinstance(context, list) else [context]:
                if isinstance(one, str):
                    raise ValueError(
                        f"{where}: its @context is an address, {one}, and nothing is fetched; put "
                        "the context itself into the file"
                    )
            waiting += part.values()
        elif isinstance(part, list):
            waiting += part


@contextmanager
def _without_log(name):
    """rdflib logs what it doubts on the way to the one error, or to a file that is fine."""
    logger = logging.getLogger(name)
    level = logger.level
    logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        logger.setLevel(level)


# --- semantic_f1/similarity/thesaurus/skos.py

ISO_THES = "http://purl.org/iso25964/skos-thes#"
_ISO_KINDS = ("Generic", "Instantial", "Partitive")
_DANGLING = ("keep", "drop", "raise")


class _Hierarchy(NamedTuple):
    """Concepts, pairs of them, and how many relations were left out."""

    concepts: set
    broader: set
    related: set
    dropped: int


def read_skos(
    path,
    *,
    label="uri",
    language=None,
    alt_labels=False,
    dangling="keep",
    strict=False,
    format=None,
):
    """Read a SKOS thesaurus.

    Concepts are what the file types as skos:Concept (where nothing is, as a subclass of it),
    deprecated ones too, since older annotations use them, and the ends of their relations; in an
    ontology without any, its classes. skos:exactMatch between two concepts of the file makes them
    one. Mappings to other vocabularies, collections and schemes are not relations of the hierarchy.

    Parameters
    ----------
    path : the file; Turtle (.ttl), RDF/XML (.rdf, .owl, .xml), N-Triples (.nt), Notation 3 (.n3),
        JSON-LD (.jsonld, .json) or TriG (.trig), perhaps packed (.gz)
    label : what names a concept, or a list of such in order of preference: "uri", "prefLabel",
        "altLabel", "hiddenLabel" (SKOS-XL's too), "notation", "rdfs:label", "title", "identifier",
        or the URI of a property
    language : a language tag of the labels, capitals or not, or a list of them in order of
        preference; "en" takes "en-GB" too where there is no "en", and labels without a language
        come last. None: the only one that there is
    alt_labels : bool; each skos:altLabel in these languages is a further label of its concept
    dangling : what becomes of relations to what has no type: "keep" (default), it is a concept;
        "drop", the relation is left out; "raise"
    strict : bool; refuse a file of which anything was to be read with leniency
    format : None (by the ending of the name), "turtle", "xml", "nt", "n3", "json-ld" or "trig"

    Returns
    -------
    Relations

    Raises
    ------
    ValueError
        for a file that can't be read or parsed, no concepts, no concept with a name, with
        ``strict`` for whatever the warning would tell, and unknown languages
    ImportError
        without the package rdflib

    Warns
    -----
    UserWarning
        with the count of everything that was read with leniency: concepts without a name, which
        are no labels but stay in the hierarchy, names of several concepts, which are refused where
        data uses them, ends that have no type, relations that lead nowhere
    """
    labels = [label] if isinstance(label, str) else label
    known = isinstance(labels, (list, tuple)) and labels
    if not known or not all(
        isinstance(x, str) and (x in LABEL_PROPERTIES or ":" in x) for x in labels
    ):
        raise ValueError(
            f"label: expected one or a list of {', '.join(LABEL_PROPERTIES)}, or the URI of a "
            f"property; got {label!r}"
        )
    if dangling not in _DANGLING:
        raise ValueError(f"dangling: expected one of {', '.join(_DANGLING)}; got {dangling!r}")
    if not isinstance(path, (str, os.PathLike)):
        raise ValueError(f"path: expected the path of a SKOS file; got {path!r}")
    where = f"thesaurus {str(path)!r}"
    graph = rdf_graph(Path(path), where, format)
    notes = {}
    found = _hierarchy(graph, where, dangling, notes)
    same = _joined(graph, found.concepts)
    names = concept_names_of(
        graph, found.concepts, same, where, labels, language, alt_labels, notes
    )
    if notes:
        told = "; ".join(f"{count:,} {text}" for text, count in notes.items())
        if strict:
            raise ValueError(
                f"{where}: strict=True refuses what must be read with leniency: {told}"
            )
        warn(f"{where}: read with leniency: {told}. strict=True refuses such a file.")
    return _relations(found, same, names)


def _hierarchy(graph, where, dangling, notes):
    from rdflib import Literal
    from rdflib.namespace import OWL, RDF, RDFS, SKOS

    typed = set(graph.subjects(RDF.type, SKOS.Concept))
    if not typed:
        kinds = _subs(graph, RDFS.subClassOf, [SKOS.Concept])
        typed = {concept for kind in kinds for concept in graph.subjects(RDF.type, kind)}
    broader, related, top = _stated(graph, typed)
    concepts = set(typed)
    if not typed and not broader and not related:
        concepts, broader = _of_ontology(graph)
    if not concepts and not broader and not related:
        raise ValueError(
            f"{where}: no concepts; none is typed as skos:Concept, nothing is broader or related, "
            "and no class is below another"
        )
    no_concepts = {
        other
        for kind in (SKOS.Collection, SKOS.OrderedCollection, SKOS.ConceptScheme, OWL.Ontology)
        for other in graph.subjects(RDF.type, kind)
    } - typed
    lost, loose = [], []
    for pair in sorted([*broader, *related], key=str):
        ends = [end for end in pair if end not in concepts]
        if any(isinstance(end, Literal) or end in no_concepts for end in ends):
            lost.append(pair)
        elif ends:
            loose.append((pair, ends))
    untyped = {end for _, ends in loose for end in ends}
    if dangling != "keep" and loose:
        first = min(map(str, untyped))
        said = f"relations lead to what is no concept of the file, {first} first"
        if dangling == "raise":
            raise ValueError(
                f"{where}: {len(loose)} {said}; add those concepts, pass dangling='keep' to take "
                "them as concepts, or dangling='drop' to do without"
            )
        notes[f"{said}; they were left out"] = len(loose)
        lost += [pair for pair, _ in loose]
    elif untyped:
        first = min(map(str, untyped))
        notes[f"ends of relations have no type and are taken as concepts, {first} first"] = len(
            untyped
        )
        concepts |= untyped
    wrong = len(lost) - (len(loose) if dangling == "drop" else 0)
    if wrong:
        notes["relations lead to collections, schemes or text and were left out"] = wrong
    concepts |= {x for x in top if x not in no_concepts and not isinstance(x, Literal)}
    lost = set(lost)
    broader, related = broader - lost, related - lost
    implied = _transitive(graph, concepts, broader)
    if implied:
        notes["broader relations are stated as skos:broaderTransitive only"] = len(implied)
    return _Hierarchy(concepts, broader | implied, related, len(lost))


def _stated(graph, typed):
    """Pairs (concept, a broader one), pairs of related ones, and tops of schemes."""
    from rdflib import URIRef
    from rdflib.namespace import RDFS, SKOS

    iso = [
        [URIRef(f"{ISO_THES}{way}{kind}") for kind in _ISO_KINDS] for way in ("broader", "narrower")
    ]
    up = _subs(graph, RDFS.subPropertyOf, [SKOS.broader, *iso[0]])
    down = _subs(graph, RDFS.subPropertyOf, [SKOS.narrower, *iso[1]])
    beside = _subs(graph, RDFS.subPropertyOf, [SKOS.related])
    broader = {pair for name in up for pair in graph.subject_objects(name)}
    broader |= {(o, s) for name in down for s, o in graph.subject_objects(name)}
    # Concepts of some vocabularies are classes; classes that type the concepts are no concepts.
    broader |= {
        (s, o) for s, o in graph.subject_objects(RDFS.subClassOf) if s in typed and o in typed
    }
    related = {pair for name in beside for pair in graph.subject_objects(name)}
    top = {*graph.subjects(SKOS.topConceptOf), *graph.objects(None, SKOS.hasTopConcept)}
    return broader, related, top


def _of_ontology(graph):
    """Classes, and pairs (class, one that it is a subclass of)."""
    from rdflib import URIRef
    from rdflib.namespace import OWL, RDF, RDFS

    broader = {
        (s, o)
        for s, o in graph.subject_objects(RDFS.subClassOf)
        if s != o and isinstance(s, URIRef) and isinstance(o, URIRef) and o != OWL.Thing
    }
    if not broader:
        return set(), set()
    typed = {x for kind in (OWL.Class, RDFS.Class) for x in graph.subjects(RDF.type, kind)}
    ends = {end for pair in broader for end in pair}
    return {x for x in typed | ends if isinstance(x, URIRef) and x != OWL.Thing}, broader


def _subs(graph, below, names):
    """The names and whatever the file puts below them."""
    found, waiting = set(names), list(names)
    while waiting:
        for name in graph.subjects(below, waiting.pop()):
            if name not in found:
                found.add(name)
                waiting.append(name)
    return found


def _transitive(graph, concepts, broader):
    """The direct relations that skos:broaderTransitive states and nothing else implies."""
    from rdflib.namespace import SKOS

    far = set(graph.subject_objects(SKOS.broaderTransitive))
    far |= {(o, s) for s, o in graph.subject_objects(SKOS.narrowerTransitive)}
    far = {(s, o) for s, o in far if s != o and s in concepts and o in concepts} - broader
    if not far:
        return set()
    above = {}
    for child, parent in broader | far:
        above.setdefault(child, set()).add(parent)
    reached = {}

    def reach(start):
        """All that is above a concept, itself left out."""
        if start not in reached:
            found, waiting = set(), list(above.get(start, ()))
            while waiting:
                concept = waiting.pop()
                if concept not in found:
                    found.add(concept)
                    waiting += above.get(concept, ())
            reached[start] = found
        return reached[start]

    return {
        (child, parent)
        for child, parent in far
        if not any(parent in reach(other) for other in above[child] if other != parent)
    }


def _joined(graph, concepts):
    """Concept -> the one that stands for all that are joined to it by skos:exactMatch."""
    from rdflib.namespace import SKOS

    first = {concept: concept for concept in concepts}

    def find(concept):
        while first[concept] != concept:
            first[concept] = concept = first[first[concept]]
        return concept

    for a, b in graph.subject_objects(SKOS.exactMatch):
        if a in first and b in first:
            low, high = sorted((find(a), find(b)), key=str)
            first[high] = low
    return {concept: find(concept) for concept in concepts}


def _relations(found, same, names):
    """Relations between names: the first name of a concept holds its place."""
    own = {}
    for name, concept in names.labels:
        own.setdefault(concept, []).append(name)
    for name, concept in names.unnamed:
        own.setdefault(concept, []).append(name)
    labels = tuple(sorted(name for held in own.values() for name in held))
    index = {name: position for position, name in enumerate(labels)}
    place = {concept: index[own[first][0]] for concept, first in same.items()}
    synonyms = [(index[name], index[held[0]]) for held in own.values() for name in held[1:]]
    return Relations(
        labels,
        placed_pairs(found.broader, place),
        placed_pairs(found.related, place),
        np.array(sorted(synonyms), np.int64).reshape(-1, 2),
        found.dropped,
        tuple(sorted(index[name] for name, _ in names.unnamed)),
        names.ambiguous,
    )


# --- semantic_f1/similarity/thesaurus/ancestry.py

# How many ancestors are held at once while lists of them are made or compared.
BLOCK_ANCESTORS = 1 << 20
# Ancestors are kept for good if they are at most that many a concept, in the mean.
KEPT_ANCESTORS = 64


class Ancestry:
    """The broader relations of N concepts.

    Parameters
    ----------
    edges : int array of shape (e, 2): rows (concept, a broader one), each once
    n : number of concepts, N
    cycle_error : function of (the positions still waiting) that makes the exception to raise where
        concepts are broader than themselves

    Attributes
    ----------
    depth : int array of shape (N,): concepts on the longest way up to a root; a root has 1
    roots : int array, the concepts without a broader one
    n_below : int array of shape (N,): descendants of each concept, itself included
    n_parents : int array of shape (N,)
    """

    def __init__(self, edges: np.ndarray, n: int, cycle_error):
        self.n = n
        self.parents, self.first_parent, self.n_parents = adjacency(edges, n)
        self.roots = np.flatnonzero(self.n_parents == 0)
        self.depth, order = self._depths(edges, cycle_error)
        self.max_depth = int(self.depth.max())
        self._kept = self._jumps = None
        self._n_ancestors, self.n_below = self._family_sizes(order)
        if n and self.n_parents.max() <= 1:
            self._jumps = self._jump_tables()
        elif self._n_ancestors.sum() <= KEPT_ANCESTORS * n:
            self._kept = self._keep()

    def greatest_common(self, first: np.ndarray, second: np.ndarray, value: np.ndarray):
        """The greatest ``value`` among common ancestors of pairs; nan where there are none.

        ``value`` is nowhere greater than at a narrower concept.
        """
        if self._jumps is not None:
            lowest = self._lowest_common(first, second)
            return np.where(lowest < 0, np.nan, value[lowest])
        return self._over_common(
            first, second, lambda ancestor, steps: value[ancestor], np.maximum, np.nan
        )

    def up_and_down(self, first: np.ndarray, second: np.ndarray):
        """Edges on the shortest way up to a common ancestor and down again; inf without one."""
        if self._jumps is not None:
            lowest = self._lowest_common(first, second)
            edges = self.depth[first] + self.depth[second] - 2 * self.depth[lowest]
            return np.where(lowest < 0, np.inf, edges)
        return self._over_common(first, second, lambda ancestor, steps: steps, np.minimum, np.inf)

    def ancestors(self, concepts: np.ndarray):
        """Ancestors of each concept, itself included: position in ``concepts`` and ancestor."""
        place, ancestor, _ = self._ancestors(concepts)
        return place, ancestor

    def _depths(self, edges, cycle_error):
        """Depth of each concept, and an order in which parents come before their children."""
        n = self.n
        children, first, number = (x.tolist() for x in adjacency(edges[:, ::-1], n))
        depth, waiting = [1] * n, self.n_parents.tolist()
        order = self.roots.tolist()
        for parent in order:
            for child in children[first[parent] : first[parent] + number[parent]]:
                depth[child] = max(depth[child], depth[parent] + 1)
                waiting[child] -= 1
                if not waiting[child]:
                    order.append(child)
        if len(order) < n:
            raise cycle_error(waiting)
        return np.array(depth), order

    def _family_sizes(self, order):
        """Numbers of ancestors and of descendants of each concept, itself included.

        Cut above every concept with several parents, the hierarchy falls into trees that are
        entered at their roots only. So descendants are those in the own tree and, for each tree
        whose root is a descendant, all of it: only the ancestors of such roots need to be listed.
        """
        n = self.n
        single = (self.n_parents == 1).tolist()
        first_parent, parents = self.first_parent.tolist(), self.parents.tolist()
        in_tree = [1] * n
        for concept in reversed(order):
            if single[concept]:
                in_tree[parents[first_parent[concept]]] += in_tree[concept]
        in_tree = np.array(in_tree)
        joints = np.flatnonzero(self.n_parents > 1)
        joints = joints[np.argsort(self.depth[joints], kind="stable")]
        below, above = in_tree.copy(), np.ones(n, np.int64)
        below[joints] = 0
        done, rows = 0, 64
        while done < len(joints):
            part = joints[done : done + rows]
            place, ancestors, _ = self._climb(part)
            above[part] = np.bincount(place)
            below += np.bincount(ancestors, in_tree[part][place], n).astype(np.int64)
            done += rows
            rows = max(1, min(2 * rows, rows * BLOCK_ANCESTORS // len(ancestors)))
        above = above.tolist()
        for concept in order:
            if single[concept]:
                above[concept] = above[parents[first_parent[concept]]] + 1
        return np.array(above), below

    def _jump_tables(self):
        """Ancestors 1, 2, 4 ... steps up, where nobody has several parents; roots stay."""
        up = np.arange(self.n)
        up[self.n_parents == 1] = self.parents
        jumps = [up]
        while 1 << len(jumps) < self.max_depth:
            jumps.append(jumps[-1][jumps[-1]])
        return jumps

    def _lowest_common(self, first, second):
        """The deepest common ancestor of each pair, -1 where there is none: log(depth) steps."""
        deeper = self.depth[first] >= self.depth[second]
        a, b = np.where(deeper, first, second), np.where(deeper, second, first)
        apart = self.depth[a] - self.depth[b]
        for k, up in enumerate(self._jumps):
            a = np.where(apart >> k & 1, up[a], a)
        for up in reversed(self._jumps):
            further = up[a] != up[b]
            a, b = np.where(further, up[a], a), np.where(further, up[b], b)
        above = self._jumps[0]
        lowest = np.where(a == b, a, above[a])
        return np.where((a == b) | (above[a] == above[b]), lowest, -1)

    def _climb(self, concepts):
        """All ancestors of each of the concepts, with the fewest steps up to them.

        Returns three arrays, sorted: position in ``concepts``, ancestor, steps.
        """
        n, span = self.n, self.max_depth
        pending = (np.arange(len(concepts)) * n + concepts) * span
        found = []
        while len(pending):
            # From the deepest up, each ancestor comes once: all ways to it are known by then.
            depth = self.depth[pending // span % n]
            deepest = depth == depth.max()
            codes = np.sort(pending[deepest])
            codes = codes[np.flatnonzero(np.diff(codes // span, prepend=-1))]
            found.append(codes)
            nodes = codes // span % n
            number = self.n_parents[nodes]
            parents = self.parents[ragged(self.first_parent[nodes], number)]
            step_up = (parents - np.repeat(nodes, number)) * span + 1
            pending = np.concatenate([pending[~deepest], np.repeat(codes, number) + step_up])
        places, steps = np.divmod(np.sort(np.concatenate(found)), span)
        return (*np.divmod(places, n), steps)

    def _keep(self):
        """Ancestors of all concepts and the steps up to them, ragged; where each one's begin."""
        ancestors, steps = [], []
        for part in ranges(self._n_ancestors, BLOCK_ANCESTORS):
            _, up, way = self._climb(np.arange(part.start, part.stop))
            ancestors.append(up.astype(np.int32))
            steps.append(way.astype(np.int32))
        first = np.cumsum(self._n_ancestors) - self._n_ancestors
        return first, np.concatenate(ancestors), np.concatenate(steps)

    def _ancestors(self, concepts):
        """As _climb, from what is kept if anything is."""
        number = self._n_ancestors[concepts]
        if self._kept is None:
            distinct, place = np.unique(concepts, return_inverse=True)
            if not len(distinct):
                return (np.empty(0, np.int64),) * 3
            _, ancestors, steps = self._climb(distinct)
            first = (np.cumsum(self._n_ancestors[distinct]))[place] - number
        else:
            first, ancestors, steps = self._kept
            first = first[concepts]
        position = ragged(first, number)
        return np.repeat(np.arange(len(concepts)), number), ancestors[position], steps[position]

    def _over_common(self, first, second, offer, best, nothing):
        """The best that common ancestors offer, given the steps up to them from both together."""
        result = np.full(len(first), nothing)
        n = self.n
        for part in ranges(self._n_ancestors[first] + self._n_ancestors[second], BLOCK_ANCESTORS):
            pair, ancestor, steps = self._ancestors(first[part])
            other_pair, other_ancestor, other_steps = self._ancestors(second[part])
            codes, other_codes = pair * n + ancestor, other_pair * n + other_ancestor
            place = np.searchsorted(codes, other_codes)
            place[place == len(codes)] = 0
            shared = np.flatnonzero(codes[place] == other_codes)
            if len(shared):
                place = place[shared]
                begins = np.flatnonzero(np.diff(pair[place], prepend=-1))
                offers = offer(ancestor[place], steps[place] + other_steps[shared])
                result[part.start + pair[place[begins]]] = best.reduceat(offers, begins)
        return result


def adjacency(edges: np.ndarray, n: int):
    """Second ends of edges grouped by their first ends; where each group begins; its size."""
    number = np.bincount(edges[:, 0], minlength=n)
    return edges[np.argsort(edges[:, 0], kind="stable"), 1], np.cumsum(number) - number, number


def ragged(first: np.ndarray, number: np.ndarray) -> np.ndarray:
    """first[0], first[0] + 1, ... (number[0] of them), first[1], ..."""
    ends = np.cumsum(number)
    total = int(ends[-1]) if len(ends) else 0
    return np.arange(total) + np.repeat(first - ends + number, number)


def ranges(sizes: np.ndarray, most: int):
    """Slices over ``sizes`` that sum to at most ``most`` each (one entry at least)."""
    ends = np.cumsum(sizes)
    start = 0
    while start < len(ends):
        limit = (ends[start - 1] if start else 0) + most
        stop = max(start + 1, int(np.searchsorted(ends, limit, side="right")))
        yield slice(start, stop)
        start = stop


def cycles_among(edges: np.ndarray, waiting: list) -> list:
    """Cycles of broader relations, each as the list of its concepts, upwards.

    Parameters
    ----------
    edges : int array of shape (e, 2): rows (concept, a broader one)
    waiting : for each concept, how many of its parents could not be placed before it

    Returns
    -------
    list of lists; no concept stands in two of them
    """
    # A concept that still waits has a parent that waits too: going up must come around.
    parents = {}
    for child, parent in edges.tolist():
        if waiting[child] and waiting[parent]:
            parents.setdefault(child, []).append(parent)
    cycles, done = [], set()
    for start in parents:
        way, at = {}, start
        while at is not None and at not in way and at not in done:
            way[at] = len(way)
            at = next((up for up in parents.get(at, ()) if up not in done), None)
        if at in way:
            cycles.append(list(way)[way[at] :])
        done.update(way)
    return cycles


# --- semantic_f1/similarity/thesaurus/surroundings.py

# How many words of 64 searches each are held at once for all edges together.
BLOCK_WORDS = 1 << 22
# How many cells of a search from both ends are held at once.
BLOCK_CELLS = 1 << 24
# Searches from both ends at once pay for so few concepts.
FEW_CONCEPTS = 128
_UNREACHED = 255


class Surroundings:
    """Concepts and those next to them.

    Parameters
    ----------
    relations : int array of shape (e, 2), pairs of concepts, without a direction
    n : number of concepts, N
    """

    def __init__(self, relations: np.ndarray, n: int):
        self.n = n
        both = np.unique(np.concatenate([relations, relations[:, ::-1]]), axis=0)
        both = both[both[:, 0] != both[:, 1]]
        self._around, self._first, self._number = adjacency(both, n)
        self._part = None

    def shortest(self, first: np.ndarray, second: np.ndarray, limit: int | None = None):
        """Edges on the shortest paths; inf where there is none of at most ``limit`` edges.

        Parameters
        ----------
        first, second : int arrays of concepts, equally long
        limit : int or None

        Returns
        -------
        float64 array
        """
        lengths = np.full(len(first), np.inf)
        part = self._parts()
        open_pairs = np.flatnonzero(part[first] == part[second])
        concepts = np.unique(np.concatenate([first[open_pairs], second[open_pairs]]))
        if len(concepts) <= min(FEW_CONCEPTS, BLOCK_CELLS // self.n):
            found, open_pairs = self._from_both_ends(first, second, open_pairs, concepts, limit)
            lengths[found[0]] = found[1]
        if len(open_pairs):
            lengths[open_pairs] = self._from_one_end(first[open_pairs], second[open_pairs], limit)
        return lengths

    def _parts(self):
        """A number for each concept that is the same wherever a path leads."""
        if self._part is None:
            part = np.arange(self.n)
            ends = np.repeat(np.arange(self.n), self._number)
            while True:
                least = part.copy()
                np.minimum.at(least, ends, part[self._around])
                least = least[least]
                if np.array_equal(least, part):
                    break
                part = least
            self._part = part
        return self._part

    def _from_both_ends(self, first, second, open_pairs, concepts, limit):
        """Rings around all concepts grow a step at a time until those of each pair meet.

        Returns (pairs, lengths) that were found, and the pairs that are left where rings have
        become too large to be worth it.
        """
        n, size = self.n, len(concepts)
        a, b = (np.searchsorted(concepts, x[open_pairs]) for x in (first, second))
        step = np.full(size * n, _UNREACHED, np.uint8)
        ring = np.arange(size) * n + concepts
        step[ring] = 0
        room = np.empty(size * n, np.int32)
        bounds = np.arange(size + 1)
        pairs, lengths = [], []
        most = 4 * len(self._around) + n
        for radius in range(_UNREACHED - 1):
            # A shortest path of 2r - 1 or 2r edges passes r steps from one end and as many, or
            # one fewer, from the other; shorter ones were found before.
            sizes = np.diff(bounds)
            swap = sizes[a] > sizes[b]
            near, far = np.where(swap, b, a), np.where(swap, a, b)
            number = sizes[near]
            nodes = ring[ragged(bounds[near], number)] % n
            reached = step[np.repeat(far, number) * n + nodes]
            begins = np.cumsum(number) - number
            best = np.full(len(a), _UNREACHED)
            some = number > 0
            if some.any():
                best[some] = np.minimum.reduceat(reached, begins[some])
            met = best < _UNREACHED
            pairs.append(open_pairs[met])
            lengths.append(radius + best[met].astype(np.float64))
            open_pairs, a, b = open_pairs[~met], a[~met], b[~met]
            if not len(open_pairs) or (limit is not None and 2 * radius >= limit):
                open_pairs = open_pairs[:0]
                break
            needed = np.zeros(size, bool)
            needed[a] = needed[b] = True
            owner = np.repeat(np.arange(size), sizes)
            ring = ring[needed[owner]]
            nodes = ring % n
            if self._number[nodes].sum() > most:
                break
            codes = np.repeat(ring - nodes, self._number[nodes])
            codes += self._around[ragged(self._first[nodes], self._number[nodes])]
            codes = codes[step[codes] == _UNREACHED]
            # Each code once: the last one written stays.
            position = np.arange(len(codes), dtype=np.int32)
            room[codes] = position
            ring = codes[room[codes] == position]
            step[ring] = radius + 1
            order = np.argsort(ring // n, kind="stable")
            ring = ring[order]
            bounds = np.searchsorted(ring, np.arange(size + 1) * n)
        found, lengths = np.concatenate(pairs), np.concatenate(lengths)
        if limit is not None:
            lengths[lengths > limit] = np.inf
        return (found, lengths), open_pairs

    def _from_one_end(self, first, second, limit):
        """Breadth-first from 64 concepts at once, a bit each."""
        sources, source = np.unique(first, return_inverse=True)
        others, other = np.unique(second, return_inverse=True)
        if len(others) < len(sources):
            sources, source, second = others, other, first
        lengths = np.full(len(first), np.inf)
        rows = 64 * max(1, BLOCK_WORDS // (len(self._around) + self.n))
        for start in range(0, len(sources), rows):
            asked = np.flatnonzero((source >= start) & (source < start + rows))
            block = sources[start : start + rows]
            lengths[asked] = self._search(block, source[asked] - start, second[asked], limit)
        return lengths

    def _search(self, sources, source, targets, limit):
        """Bit i of a concept is set when source i reaches it."""
        some = np.flatnonzero(self._number)
        begins = self._first[some]
        bit = np.uint64(1) << (np.arange(len(sources)) % 64).astype(np.uint64)
        word = np.arange(len(sources)) // 64
        reached = np.zeros((word[-1] + 1, self.n), np.uint64)
        np.bitwise_or.at(reached, (word, sources), bit)
        lengths = np.full(len(source), np.inf)
        open_pairs, length = np.arange(len(source)), 0
        while True:
            own = source[open_pairs]
            met = (reached[word[own], targets[open_pairs]] & bit[own]) != 0
            lengths[open_pairs[met]] = length
            open_pairs = open_pairs[~met]
            if not len(open_pairs) or length == limit:
                return lengths
            further = reached.copy()
            further[:, some] |= np.bitwise_or.reduceat(reached[:, self._around], begins, axis=1)
            if (further == reached).all():
                return lengths
            reached, length = further, length + 1


# --- semantic_f1/similarity/thesaurus/thesaurus.py

# How many cycles an error lists.
SHOWN_CYCLES = 5


class Thesaurus:
    """Concepts with broader, related and synonym relations.

    A concept may have several broader ones, and there may be several roots; no virtual root is
    added. Synonyms are merged first: they are names of one concept. A relation stated twice counts
    once, and a related pair of one and the same concept leads nowhere.

    Parameters
    ----------
    labels : m distinct, non-empty names
    broader : array-like of int, shape (n, 2): rows (label, a broader one), as positions in labels
    related : array-like of int, shape (n, 2): pairs, without a direction
    synonyms : array-like of int, shape (n, 2): pairs of names of one concept
    name : str, how signatures call it
    dropped : int, how many relations of the source were left out, as in extracts
    unnamed : positions of those names that are no labels: URIs that hold the place of concepts
        without a name, so that the ways over them stay
    ambiguous : None, or names that are no labels since they mean several concepts -> why, for the
        error where data uses one
    **card : title, source, citation, license ... of the thesaurus

    Attributes
    ----------
    labels : tuple of str, the names that can be scored
    name, dropped, ambiguous, card
    names : tuple of str, labels and the URIs of concepts without one
    concept_of_name : int array, the concept of each of ``names``
    concept : int array of shape (m,), the concept of each label, numbered by their first labels
    n_concepts : int, N
    edges : int array of shape (n, 2): rows (concept, a broader one), each once
    related : int array of shape (n, 2): pairs of concepts, each once
    depth : int array of shape (N,): the number of concepts on the longest way up to a root; a root
        has 1
    max_depth : int, D, the greatest depth
    ic : float64 array of shape (N,): Seco's intrinsic information content, 1 - log(hypo + 1) /
        log(N), with hypo the number of distinct descendants ("An intrinsic information content
        metric for semantic similarity in WordNet", ECAI 2004); 1 if there is one concept only
    roots : int array, the concepts without a broader one
    n_below : int array of shape (N,), descendants of each concept, itself included

    Raises
    ------
    ValueError
        for no labels, names that are empty or repeated, positions out of range, and a concept that
        is broader than itself, by itself or around a cycle, which is named
    """

    def __init__(
        self,
        labels,
        broader,
        related=(),
        synonyms=(),
        *,
        name="thesaurus",
        dropped=0,
        unnamed=(),
        ambiguous=None,
        **card,
    ):
        self.names = _checked_labels(labels)
        self.name, self.dropped, self.card = name, dropped, dict(card)
        self.ambiguous = dict(ambiguous or {})
        m = len(self.names)
        self._relations = (
            _checked_pairs(broader, "broader", m),
            _checked_pairs(related, "related", m),
            _checked_pairs(synonyms, "synonyms", m),
        )
        broader, related, synonyms = self._relations
        self.concept_of_name = _merged(synonyms, m)
        self.n_concepts = n = int(self.concept_of_name.max()) + 1
        self._first_name = np.unique(self.concept_of_name, return_index=True)[1]
        self._unnamed = np.array(sorted(set(unnamed)), np.int64)
        is_label = np.ones(m, bool)
        is_label[self._unnamed] = False
        self.labels = tuple(name for name, own in zip(self.names, is_label, strict=True) if own)
        if not self.labels:
            raise ValueError(
                "labels: a thesaurus needs one label at least; every concept lacks one"
            )
        self.concept = self.concept_of_name[is_label]
        self._refuse_loops(broader)
        self.edges = np.unique(self.concept_of_name[broader], axis=0)
        related = np.unique(np.sort(self.concept_of_name[related], axis=1), axis=0)
        self.related = related
        self._ancestry = Ancestry(self.edges, n, self._cycle_error)
        self.depth, self.max_depth = self._ancestry.depth, self._ancestry.max_depth
        self.roots, self.n_below = self._ancestry.roots, self._ancestry.n_below
        self.ic = 1 - np.log(self._ancestry.n_below) / (np.log(n) if n > 1 else 1)
        self._surroundings = Surroundings(np.concatenate([self.edges, self.related]), n)

    def __reduce__(self):
        options = {
            "name": self.name,
            "dropped": self.dropped,
            "unnamed": tuple(self._unnamed.tolist()),
            "ambiguous": self.ambiguous,
            **self.card,
        }
        return _rebuilt_thesaurus, (self.names, *self._relations, options)

    def __repr__(self):
        return f"Thesaurus({self.name!r}, {self.n_concepts} concepts, {len(self.labels)} labels)"

    def __len__(self):
        return len(self.labels)

    @property
    def fingerprint(self):
        """sha256 (hex) over labels and relations, whatever their order."""
        number, names = self.canonical()
        text = json.dumps(names, ensure_ascii=False, separators=(",", ":"))
        digest = hashlib.sha256(text.encode())
        for edges in (number[self.edges], np.sort(number[self.related], axis=1)):
            digest.update(np.array([len(edges)], "<i8").tobytes())
            digest.update(np.unique(edges, axis=0).astype("<i8").tobytes())
        return digest.hexdigest()

    def facts(self):
        """Numbers of the thesaurus' parts.

        Returns
        -------
        dict of int: "labels"; "concepts"; "roots"; "broader" and "related", the relations;
        "several_parents", the concepts with more than one broader one; "isolated", those without
        any relation; "max_depth"; and, if there are any, "dropped", the relations of the source
        that were left out, "unnamed", the concepts without a label, and "ambiguous", the names of
        several concepts
        """
        ends = np.concatenate([self.edges, self.related])
        n_unnamed = self.n_concepts - len(np.unique(self.concept))
        return {
            "labels": len(self.labels),
            "concepts": self.n_concepts,
            "roots": len(self.roots),
            "broader": len(self.edges),
            "related": len(self.related),
            "several_parents": int((self._ancestry.n_parents > 1).sum()),
            "isolated": self.n_concepts - len(np.unique(ends)),
            "max_depth": self.max_depth,
            **({"dropped": self.dropped} if self.dropped else {}),
            **({"unnamed": n_unnamed} if n_unnamed else {}),
            **({"ambiguous": len(self.ambiguous)} if self.ambiguous else {}),
        }

    def name_of(self, concept):
        """The first name of a concept."""
        return self.names[self._first_name[concept]]

    def counted(self, counts):
        """Occurrences of each concept and those below it, from those of some labels.

        Parameters
        ----------
        counts : mapping of labels to numbers of occurrences

        Returns
        -------
        float64 array of shape (N,); a concept below another in several ways counts once
        """
        own = np.zeros(self.n_concepts)
        place = {name: int(c) for name, c in zip(self.names, self.concept_of_name, strict=True)}
        for label, number in counts.items():
            own[place[label]] += number
        used = np.flatnonzero(own)
        at, ancestor = self._ancestry.ancestors(used)
        return np.bincount(ancestor, own[used][at], self.n_concepts)

    def with_ancestors(self, concepts):
        """Ancestors of each concept, itself included: position in ``concepts`` and ancestor."""
        return self._ancestry.ancestors(concepts)

    def canonical(self):
        """An order of concepts that depends on names alone.

        Returns
        -------
        number : int array of shape (N,), the place of each concept in that order
        names : list of N lists of str, the sorted labels of each concept, in that order
        """
        names = [[] for _ in range(self.n_concepts)]
        for name, concept in zip(self.names, self.concept_of_name.tolist(), strict=True):
            names[concept].append(name)
        names = [sorted(group) for group in names]
        order = sorted(range(self.n_concepts), key=names.__getitem__)
        number = np.empty(self.n_concepts, np.int64)
        number[order] = np.arange(self.n_concepts)
        return number, [names[concept] for concept in order]

    def greatest_common(self, first, second, value):
        """The greatest ``value`` among the common ancestors of pairs of concepts.

        A concept is its own ancestor.

        Parameters
        ----------
        first, second : int arrays of concepts, equally long
        value : array of shape (N,), a value for each concept

        Returns
        -------
        float64 array: nan for pairs without a common ancestor
        """
        return self._ancestry.greatest_common(first, second, value)

    def up_and_down(self, first, second):
        """Edges from ``first`` up to a common ancestor and down to ``second``; inf without one."""
        return self._ancestry.up_and_down(first, second)

    def shortest(self, first, second, limit=None):
        """Edges on the shortest path over broader and related relations in any direction.

        Parameters
        ----------
        first, second : equally long int arrays of concepts
        limit : None, or the most edges that are searched for

        Returns
        -------
        float64 array, inf where there is no path (of at most ``limit`` edges)
        """
        return self._surroundings.shortest(first, second, limit)

    def _refuse_loops(self, broader):
        concept = self.concept_of_name
        loops = np.flatnonzero(concept[broader[:, 0]] == concept[broader[:, 1]])
        said = []
        for at in loops[:SHOWN_CYCLES].tolist():
            child, parent = (self.names[i] for i in broader[at])
            what = "itself" if child == parent else f"{parent!r}, its synonym"
            said.append(f"{child!r} is said to be narrower than {what}")
        if said:
            more = f" ({len(loops)} such relations)" if len(loops) > 1 else ""
            raise ValueError(f"broader: {'; '.join(said)}{more}; take that relation out")

    def _cycle_error(self, waiting):
        cycles = cycles_among(self.edges, waiting)
        said = []
        for cycle in cycles[:SHOWN_CYCLES]:
            names = [repr(self.name_of(concept)) for concept in cycle]
            shown = names if len(names) <= 10 else [*names[:5], "...", *names[-4:]]
            said.append(f"{' -> '.join([*shown, names[0]])} is a cycle of {len(names)} concepts")
        more = f"; {len(cycles)} cycles in all" if len(cycles) > len(said) else ""
        take = "one of these relations out" if len(cycles) == 1 else "one relation out of each"
        return ValueError(
            f"broader: {'; '.join(said)}{more}; no concept may be broader than itself: take {take}"
        )


def _rebuilt_thesaurus(labels, broader, related, synonyms, options):
    return Thesaurus(labels, broader, related, synonyms, **options)


def _checked_labels(labels):
    labels = tuple(labels)
    if not labels:
        raise ValueError("labels: a thesaurus needs one concept at least; got none")
    for position, label in enumerate(labels):
        if not isinstance(label, str) or not label.strip():
            raise ValueError(
                f"labels: every name must be a non-empty string; position {position} is {label!r}"
            )
    label, times = Counter(labels).most_common(1)[0]
    if times > 1:
        raise ValueError(f"labels: names must be distinct; {label!r} comes {times} times")
    return labels


def _checked_pairs(pairs, argument, m):
    pairs = np.asarray(pairs)
    if not pairs.size:
        return np.empty((0, 2), np.int64)
    if pairs.ndim != 2 or pairs.shape[1] != 2 or pairs.dtype.kind not in "iu":
        raise ValueError(
            f"{argument}: expected pairs of positions in labels; got shape {pairs.shape} of "
            f"{pairs.dtype}"
        )
    wrong = np.argwhere((pairs < 0) | (pairs >= m))
    if len(wrong):
        raise ValueError(
            f"{argument}: positions run from 0 to {m - 1}; row {wrong[0, 0]} is "
            f"{pairs[wrong[0, 0]].tolist()}"
        )
    return pairs.astype(np.int64)


def _merged(synonyms, m):
    """The concept of each label: the groups that synonyms make, numbered by first labels."""
    first = list(range(m))

    def find(label):
        while first[label] != label:
            first[label] = label = first[first[label]]
        return label

    for pair in synonyms.tolist():
        low, high = sorted(map(find, pair))
        first[high] = low
    return np.unique([find(label) for label in range(m)], return_inverse=True)[1]


# --- semantic_f1/similarity/thesaurus/making.py

# A measure writes the derivation.
_THESAURUS_CARD = tuple(key for key in CARD if key not in ("derivation", "ids"))


def read_thesaurus(path, *, name=None, card=None, **reading):
    """Read a SKOS thesaurus: Turtle, RDF/XML or N-Triples.

    Parameters
    ----------
    path : the file
    name : how signatures call it; default the name of the file without its ending
    card : None, or a mapping with some of title, source, citation, license, population, caveats
    **reading : ``label`` ("uri", "notation" or "prefLabel"), ``language``, ``alt_labels``,
        ``dangling`` ("raise" or "drop") and ``format``, as for ``skos.read_skos``

    Returns
    -------
    Thesaurus, for :func:`relatedness`

    Raises
    ------
    ValueError
        for a file that is no SKOS, whatever a Thesaurus can't be (see ``skos.read_skos`` and
        ``taxonomy.Thesaurus``), and other entries of a card
    ImportError
        without the package rdflib
    """
    relations = read_skos(path, **reading)
    return _thesaurus(relations, Path(path).stem if name is None else name, card, "read_thesaurus")


def make_thesaurus(
    broader=(),
    related=(),
    synonyms=(),
    concepts=(),
    *,
    pairs=None,
    columns=None,
    points_to=None,
    name="thesaurus",
    card=None,
):
    """A thesaurus from a table, mappings, pairs of names, or a directed graph of networkx.

    Parameters
    ----------
    broader : what has the hierarchy, as ``tree`` of ``from_hierarchy``: a table with columns
        ``child`` (or ``code``) and ``parent``, perhaps ``name`` (a DataFrame, the path of a file,
        records, lists by name), nested mappings, a mapping child -> parent, pairs with ``pairs``;
        or a networkx.DiGraph with ``points_to``. Names beside codes are further labels of their
        concepts; one that several codes have is refused where data uses it
    related, synonyms : pairs of names, without a direction
    concepts : list of further names, of concepts that no pair and no graph has
    pairs : "parent-child" or "child-parent": what comes first in a pair, or is a mapping's key
    columns : of a table, some of "child", "parent" and "name" -> name of the column
    points_to : of a graph, "narrower" or "broader": what v is, seen from u, for an edge u -> v
    name, card : as for :func:`read_thesaurus`

    Returns
    -------
    Thesaurus

    Warns
    -----
    UserWarning
        where the hierarchy looks upside down, and where nothing is related to anything
    """
    if hasattr(broader, "is_directed"):
        if pairs is not None and points_to is None:
            points_to = "narrower" if pairs == "parent-child" else "broader"
        further = {"related": related, "synonyms": synonyms, "concepts": concepts}
        relations = from_networkx(broader, points_to=points_to, **further)
    elif points_to is not None:
        raise ValueError("points_to: goes with a graph; of pairs, pairs= says what comes first")
    else:
        edges = read_edges(broader, "broader", pairs=pairs, columns=columns)
        if edges.weighted:
            raise ValueError(
                "broader: relations of a thesaurus have no weights; from_hierarchy takes them"
            )
        upwards = [
            (edges.nodes[child], edges.nodes[parent])
            for child, parent in zip(edges.children.tolist(), edges.parents.tolist(), strict=True)
        ]
        alone = [*edges.nodes, *concept_names(concepts)]
        titles, ambiguous = _titles(edges.titles)
        relations = from_edges(
            upwards, related, [*named_pairs(synonyms, "synonyms"), *titles], alone
        )
        relations = relations._replace(ambiguous=ambiguous)
    return _thesaurus(relations, name, card, "make_thesaurus")


def _titles(titles):
    """Pairs (name, code) of the names beside codes, and those that several codes have."""
    codes = {}
    for code, title in titles.items():
        codes.setdefault(title, []).append(code)
    ambiguous = {
        title: f"a name of several concepts, {' and '.join(map(repr, own[:2]))}; use the codes"
        for title, own in codes.items()
        if title not in titles and len(own) > 1
    }
    pairs = [
        (title, own[0])
        for title, own in codes.items()
        if title not in titles and title not in ambiguous
    ]
    return pairs, ambiguous


def relatedness(thesaurus, measure="wu_palmer", variant="similarity", *, ic=None, counts=None):
    """Relatedness of the concepts of a thesaurus, as a similarity for the metric.

    Values are worked out for the pairs that are asked for, so that large thesauri work;
    ``to_similarity(labels=[...])`` makes a table for some concepts.

    Parameters
    ----------
    thesaurus : Thesaurus, from :func:`read_thesaurus` or :func:`make_thesaurus`
    measure : "wu_palmer" (default), "rada", "rada_linear", "leacock_chodorow", "resnik",
        "jiang_conrath" or "lin"
    variant : for rada and leacock_chodorow "similarity" (paths up to a common ancestor and down
        again) or "relatedness" (paths over related concepts too)
    ic : None for Seco's information content, or that of each label: an array in the order of the
        thesaurus' labels, or a mapping or pandas.Series from labels
    counts : mapping (or pandas.Series) of labels to how often they occur in a corpus, for resnik,
        jiang_conrath and lin instead of Seco's: IC(c) = 1 - log(f(c)) / log(N), f(c) the
        occurrences of c and everything below it, N those of all. Resnik's -log(f(c) / N), divided
        by its value for a concept that occurs once; one that never occurs counts as once

    Returns
    -------
    Relatedness: what ``similarity=`` takes, with ``raw`` values too
    """
    if counts is not None:
        if ic is not None:
            raise ValueError("counts: ic= gives the information content already; pass one of them")
        return measure_of(thesaurus, measure, variant, counts=counts)
    return measure_of(thesaurus, measure, variant, ic=ic)


def _thesaurus(relations, name, card, argument):
    if card is not None and not isinstance(card, Mapping):
        raise ValueError(
            f"card: expected a mapping with some of {', '.join(_THESAURUS_CARD)}; got {card!r}"
        )
    unknown = [key for key in card or () if key not in _THESAURUS_CARD]
    if unknown:
        hint = {
            "name": "; the name is an argument of its own, name=",
            "derivation": "; the measure says how values were made",
        }.get(unknown[0], "")
        raise ValueError(f"card: it has {', '.join(_THESAURUS_CARD)}; got {unknown[0]!r}{hint}")
    thesaurus = Thesaurus(
        *relations[:4],
        name=name,
        dropped=relations.dropped,
        unnamed=relations.unnamed,
        ambiguous=relations.ambiguous,
        **(card or {}),
    )
    children, parents = thesaurus.edges.T
    said = upside_down(parents, children)
    if said:
        warn(
            f"{argument}: {said}. If broader and narrower have changed places, turn them round: "
            "the names of the columns, or pairs=."
        )
    if not len(thesaurus.edges):
        rest = " but those of related concepts" if len(thesaurus.related) else ""
        what = "the hierarchical measures are" if len(thesaurus.related) else "every measure is"
        warn(
            f"{argument}: no broader or narrower relation was found{rest}, so {what} hard F1: no "
            "two concepts are near each other. Check which properties or columns hold the "
            "hierarchy."
        )
    return thesaurus


# --- semantic_f1/similarity/namespace.py

class Similarities:
    """Similarities of labels: bundled ones, builders, audits and thesauri.

    ``names``, ``load``, ``build`` and ``identity``; the builders ``from_points``,
    ``from_distances``, ``from_embeddings``, ``from_correlations``, ``from_training_label_sets``,
    ``from_hierarchy``, ``from_codes``, ``from_groups``, ``from_ratings`` and ``calibrate``;
    ``audit``; and
    ``read_thesaurus``, ``make_thesaurus`` and ``relatedness`` of concepts.
    """

    names = staticmethod(names)
    load = staticmethod(load)
    build = staticmethod(build)
    identity = staticmethod(identity)
    fingerprint = staticmethod(fingerprint)
    from_points = staticmethod(from_points)
    from_distances = staticmethod(from_distances)
    from_embeddings = staticmethod(from_embeddings)
    from_correlations = staticmethod(from_correlations)
    from_training_label_sets = staticmethod(from_training_label_sets)
    from_hierarchy = staticmethod(from_hierarchy)
    from_codes = staticmethod(from_codes)
    from_groups = staticmethod(from_groups)
    from_ratings = staticmethod(from_ratings)
    calibrate = staticmethod(calibrate)
    read_thesaurus = staticmethod(read_thesaurus)
    make_thesaurus = staticmethod(make_thesaurus)
    relatedness = staticmethod(relatedness)

    @staticmethod
    def audit(source, **options):
        """Report on a similarity matrix with warnings; ``print`` shows it.

        Parameters
        ----------
        source : whatever ``load`` takes, or a measure of a thesaurus; of more than 1,000 labels a
            sample is looked at, and the chance level is that of all
        **options : ``groups``, ``gold``, ``opposites``, ``asymmetric``, ``associative``,
            ``neighbors`` and ``hubs``, as for ``LabelSimilarity.audit``

        Returns
        -------
        Audit
        """
        return audit_similarity(load(source), **options)

    @staticmethod
    def chance(source, gold=None, *, size=1, seed=0):
        """Scores of systems that know nothing: the chance level of a similarity, by sampling.

        Parameters
        ----------
        source : whatever ``load`` takes, or a measure of a thesaurus, of any size
        gold : label sets to score against, as those of the data; None: sets of ``size`` labels
            drawn alike from all
        size : int >= 1
        seed : int

        Returns
        -------
        tuple of dicts, as :attr:`Audit.chance`: of a system that gives as many labels as gold has,
        drawn at random, and over a thesaurus of its largest root alone
        """
        similarity = load(source)
        if isinstance(size, bool) or not isinstance(size, int) or size < 1:
            raise ValueError(f"size: expected a whole number from 1 up; got {size!r}")
        return chance_of(similarity, gold, size=size, seed=seed)


# --- semantic_f1/options.py

NAMED_AVERAGES = ("samples", "micro", "macro", "weighted")
AVERAGES = (*NAMED_AVERAGES, None)
# Earlier names.
RENAMED = {"ceiling": "human"}
# Options of intervals and tests; without resamples they move nothing.
OF_RESAMPLING = ("n_resamples", "confidence_level", "interval_method", "seed")
_OPTIONS = {option.name: option for option in OPTIONS}


def check(options, config_name):
    """Options in the form that is kept: tuples, floats, float64 arrays.

    Parameters
    ----------
    options : dict of some of the keys of DEFAULTS; ``similarity``, ``sample_weight`` and
        ``annotators`` pass unchanged
    config_name : "default", "multilabel", "annotators" or "soft"

    Raises
    ------
    ValueError
        for an unknown option, one that plays no part in the config, or a value it can't have,
        saying what it may be
    """
    for name, value in options.items():
        _check_name(name, value, config_name)
    return {name: _check_one(name, value) for name, value in options.items()}


def _check_name(name, value, config_name):
    if name in RENAMED:
        raise ValueError(f"{name}: is called {RENAMED[name]!r} now; pass {RENAMED[name]}=")
    if name == "counts":
        raise ValueError(
            "counts: compute and report take counts; intervals, tests, confusion, explain and what "
            "else needs the examples take predictions and references"
        )
    if name not in DEFAULTS:
        near = difflib.get_close_matches(name, DEFAULTS, n=1)
        hint = f" (did you mean {short(near[0])}?)" if near else ""
        raise ValueError(
            f"unknown option {short(name)}{hint}; the options are {', '.join(DEFAULTS)}"
        )
    option = _OPTIONS[name]
    if config_name in option.configs:
        return
    if len(option.configs) > 1:
        played = ", ".join(one.name for one in OPTIONS if config_name in one.configs)
        raise ValueError(
            f'{name}: plays no part in the "{config_name}" config; its options are {played}'
        )
    # A metric may be handed the default of an option that does nothing.
    default = option.default
    if value is default or (isinstance(value, (str, bool)) and value == default):
        return
    (config,) = option.configs
    raise ValueError(
        f'{name}: {option.why} in the "{config}" config: load("semantic_f1", "{config}"); '
        f'this is the "{config_name}" config'
    )


def _check_one(name, value):
    if name == "average":
        return _average(value)
    if name == "macro_labels" and isinstance(value, str):
        return _choice(name, value, CHOICES[name])
    if name in ("labels", "none_labels", "macro_labels"):
        return None if value is None and name != "macro_labels" else _list_of_names(name, value)
    if name in CHOICES:
        return _choice(name, value, CHOICES[name])
    if isinstance(DEFAULTS[name], bool):
        if not isinstance(value, (bool, np.bool_)):
            raise ValueError(f"{name}: expected True or False; got {short(value)}")
        return bool(value)
    if name == "zero_division":
        if not _is_finite(value) or not 0 <= value <= 1:
            raise ValueError(f"zero_division: expected a number from 0 to 1; got {short(value)}")
        return float(value)
    if name == "n_resamples" and value is not None:
        return _whole(name, value, 1)
    if name == "seed":
        return _whole(name, value, 0)
    if name == "confidence_level":
        if not _is_finite(value) or not 0 < value < 1:
            raise ValueError(
                f"confidence_level: expected a number between 0 and 1; got {short(value)}"
            )
        return float(value)
    if name == "threshold" and value is not None:
        return _threshold(value)
    if name == "groups" and value is not None:
        return check_groups(value)
    return value


def _whole(name, value, least):
    if not isinstance(value, numbers.Integral) or isinstance(value, bool) or value < least:
        raise ValueError(f"{name}: expected a whole number, {least} or more; got {short(value)}")
    return int(value)


def _choice(name, value, choices):
    if not isinstance(value, str) or value not in choices:
        raise ValueError(f"{name}: expected {_either(choices)}; got {short(value)}")
    return value


def _average(value):
    several = isinstance(value, (list, tuple))
    for average in value if several else (value,):
        if not (average is None or isinstance(average, str)) or average not in AVERAGES:
            raise ValueError(
                f"average: expected {_either(AVERAGES)}, or a list of them; got {short(value)}"
            )
    if several and (not value or len(set(value)) < len(value)):
        raise ValueError(
            f"average: a list names each average once, one at least; got {short(value)}"
        )
    return tuple(value) if several else value


def _list_of_names(name, value):
    if name == "labels":
        value = names_by_id(value)
    if isinstance(value, Mapping):
        raise ValueError(f"{name}: expected a list of names; got a mapping, {short(value)}")
    if isinstance(value, str) or not hasattr(value, "__iter__"):
        extra = "'all', 'present' or " if name == "macro_labels" else ""
        raise ValueError(f"{name}: expected {extra}a list of names; got {short(value)}")
    if name == "labels" and isinstance(value, (set, frozenset)):
        raise ValueError("labels: a set has no order; pass a list, in the order of your ids")
    # The order of macro_labels moves nothing: they have one form, and one signature.
    unordered = name == "macro_labels" or isinstance(value, (set, frozenset))
    if isinstance(value, NumberedNames):
        return value
    return tuple(sorted(value, key=str)) if unordered else tuple(value)


def names_by_id(value):
    """The names of a ClassLabel, or of a mapping from or to ids, in the order of the ids."""
    feature = value
    if isinstance(value, (list, tuple)) and len(value) == 1 and not isinstance(value[0], str):
        feature = value[0]
    while hasattr(feature, "feature"):
        feature = feature.feature
    if hasattr(feature, "int2str") and getattr(feature, "names", None):
        return NumberedNames(feature.names)
    if not isinstance(value, Mapping):
        return value
    ids = {}
    for key, one in value.items():
        # label2id has its names first, id2label its ids, which JSON makes text.
        name, number = (key, one) if _is_whole_number(one) else (one, key)
        if isinstance(number, str) and number.isascii() and number.isdigit():
            number = int(number)
        if not isinstance(name, str) or not _is_whole_number(number):
            raise ValueError(
                "labels: a mapping goes from names to ids or from ids to names; got "
                f"{short(key)}: {short(one)}"
            )
        ids.setdefault(int(number), name)
    if sorted(ids) != list(range(len(value))):
        raise ValueError(
            f"labels: a mapping numbers its names from 0 to {len(value) - 1}, each number once; "
            f"got {quote(sorted(ids))}"
        )
    return NumberedNames(ids[number] for number in range(len(ids)))


def _is_whole_number(value):
    return isinstance(value, numbers.Integral) and not isinstance(value, (bool, np.bool_))


def _threshold(value):
    if hasattr(value, "__array__"):
        value = plain_array(value, "threshold").tolist()
    if _is_finite(value):
        return float(value)
    if isinstance(value, str) or not hasattr(value, "__iter__"):
        raise ValueError(f"threshold: expected a number or one number a label; got {short(value)}")
    values = list(value)
    for index, one in enumerate(values):
        if not _is_finite(one):
            raise ValueError(f"threshold[{index}]: expected a finite number; got {short(one)}")
    return tuple(float(one) for one in values)


def _is_finite(value):
    return (
        isinstance(value, numbers.Real)
        and not isinstance(value, (bool, np.bool_))
        and bool(np.isfinite(value))
    )


def _either(choices):
    *first, last = map(repr, choices)
    return f"{', '.join(first)} or {last}"


class Several(NamedTuple):
    """A similarity for each example, or for each of the ``keys``: examples or annotators.

    ``sources`` are what ``similarity=`` takes.
    """

    keys: tuple | None
    sources: tuple


class Group(NamedTuple):
    """The distinct ones among several similarities, and which of them each key has.

    All have the labels of the universe. ``name`` and ``fingerprint`` are of all together.
    """

    name: str
    fingerprint: str
    keys: tuple | None
    codes: np.ndarray
    similarities: tuple


class Setting(NamedTuple):
    """Checked options with the similarity, the universe and the choice of macro's labels.

    ``macro_mask`` is None where macro_labels is "all" or "present", else a bool array. Config
    "soft" needs no similarity, and without one or ``labels`` has no universe either. ``graded``
    tells that rows hold grades of membership; none-labels are labels then.
    """

    options: dict
    similarity: LabelSimilarity | Group | None
    space: Universe | None
    macro_mask: np.ndarray | None
    graded: bool = False

    @property
    def grouped(self):
        """True where examples or annotators have similarities of their own."""
        return isinstance(self.similarity, Group)

    def exact(self):
        """The setting with the identity, under which Semantic F1 is hard F1."""
        if self.grouped:
            same = tuple(identity(self.space.labels) for _ in self.similarity.similarities)
            return self._replace(similarity=self.similarity._replace(similarities=same))
        return self._replace(similarity=identity(self.space.labels))

    @property
    def nearest_annotator(self):
        """True where only the nearest of an example's annotators counts."""
        return self.options["reduce"] == "max"


def checked(options, config_name):
    """Options in the form that is kept, the similarity read."""
    checked = check(options, config_name)
    for name in ("labels", "none_labels"):
        if checked.get(name) is not None:
            checked[name] = check_names(checked[name], name, empty=name == "none_labels")
    if isinstance(checked.get("macro_labels"), tuple):
        checked["macro_labels"] = check_names(checked["macro_labels"], "macro_labels")
    source = checked.get("similarity")
    if source is not None:
        checked["similarity"] = _read_similarity(source)
    if checked.get("sample_weight") is not None:
        checked["sample_weight"] = read_weights(checked["sample_weight"])
    return checked


def setting_of(chosen, config_name):
    """Resolve a call's options into similarity, label universe and macro labels.

    Parameters
    ----------
    chosen : dict of all of DEFAULTS, as :func:`checked` keeps them
    config_name : str

    Returns
    -------
    Setting
    """
    chosen = dict(chosen)
    source, labels, none_labels = chosen["similarity"], chosen["labels"], chosen["none_labels"]
    if source is None and config_name == "soft":
        chosen["none_labels"] = none_labels or ()
        space = None if labels is None else universe(labels, labels, none_labels or ())
        return Setting(chosen, None, space, None)
    if source is None:
        raise ValueError(
            "similarity: there is no default; pass similarity= one of "
            f"{', '.join(map(repr, names()))}, 'identity' with labels=, or your own, to load "
            "or to compute"
        )
    sources = source.sources if isinstance(source, Several) else (source,)
    # One object may stand for many examples.
    by_id = {id(one): _named_rows(one, chosen) for one in sources}
    first = by_id[id(sources[0])]
    chosen_none = none_labels
    if none_labels is None:
        none_labels = getattr(first, "none_labels", ())
    chosen["none_labels"] = none_labels
    space = universe(
        labels,
        first.labels,
        none_labels,
        prefix_widths=getattr(first, "prefix_widths", ()),
        normalize=chosen["normalize_names"],
        absent=getattr(first, "absent", None),
        refused=getattr(first, "ambiguous", None),
        ordered=getattr(first, "ordered", True),
    )
    if isinstance(source, Several) and config_name in ("soft", "graded"):
        raise ValueError(
            f'similarity: the "{config_name}" config has one for all examples; got several'
        )
    if chosen_none is None:
        _check_same("none_labels", by_id.values(), frozenset)
    if labels is None:
        _check_same("labels", by_id.values(), tuple)
    by_id = {key: _cut(similarity, space) for key, similarity in by_id.items()}
    similarity = by_id[id(sources[0])]
    if isinstance(source, Several):
        similarity = _grouped(source.keys, [by_id[id(one)] for one in sources])
    if config_name == "graded":
        if len(space.labels) < len(space.names):
            # A system's grades are never exactly 0: an example that nobody labelled has something
            # to match in the columns of none-labels alone.
            similarity = with_none_labels(similarity, space)
            space = universe(space.names, space.names, (), normalize=chosen["normalize_names"])
        mask = _macro_mask(chosen["macro_labels"], space)
        return Setting(chosen, similarity, space, mask, graded=True)
    return Setting(chosen, similarity, space, _macro_mask(chosen["macro_labels"], space))


def signature_fields(setting, config_name):
    """Name -> value of every setting that moves a number."""
    chosen, similarity, space = setting.options, setting.similarity, setting.space
    weight = chosen["sample_weight"]
    fields = {
        "config": config_name,
        "average": chosen["average"],
        "reduce": chosen["reduce"],
        "similarity": None if similarity is None else similarity.name,
        "fingerprint": None if similarity is None else similarity.fingerprint[:16],
        "labels": None if space is None else len(space.labels),
        "order": None if space is None else digest(space.names),
        "none_labels": sorted(chosen["none_labels"]),
        "macro_labels": chosen["macro_labels"],
        "unknown_labels": chosen["unknown_labels"],
        "normalize_names": chosen["normalize_names"],
        "zero_division": chosen["zero_division"],
        "counting": chosen["counting"],
        "macro_f1": chosen["macro_f1"],
        "normalize_counts": chosen["normalize_counts"],
        "sample_weight": None if weight is None else digest(np.asarray(weight).tolist()),
        "threshold": chosen["threshold"],
    }
    if setting.grouped and setting.similarity.keys and chosen["annotators"] is not None:
        fields["annotators"] = digest([list(map(str, row)) for row in chosen["annotators"]])
    if config_name in ("soft", "graded"):
        kept = {
            *(one.name for one in OPTIONS if config_name in one.configs),
            "config",
            "fingerprint",
            "order",
        }
    else:
        kept = set(fields) - {"normalize_counts"}
        kept -= set() if config_name == "annotators" else {"reduce"}
    fields = {name: value for name, value in fields.items() if name in kept}
    if chosen["n_resamples"]:
        fields |= {key: chosen[key] for key in OF_RESAMPLING}
        if config_name == "soft":
            del fields["interval_method"]
        if chosen["groups"] is not None:
            fields["groups"] = digest(list(map(str, chosen["groups"])))
    return fields


def with_none_labels(similarity, space, width=None):
    """The similarity over the first columns of a universe, none-labels among them.

    None-labels mean the same, so they are like each other; they are like no label.
    """
    names = space.names[:width]
    index = {name: i for i, name in enumerate(space.labels)}
    places = np.array([index.get(name, -1) for name in names])
    labels = places >= 0
    values = (~labels[:, None] & ~labels).astype(np.float64)
    own = places[labels].astype(np.int64)
    n = len(own)
    values[np.ix_(labels, labels)] = similarity.pairs(np.repeat(own, n), np.tile(own, n)).reshape(
        n, n
    )
    return build(values, names, name=similarity.name)


def _read_similarity(source):
    """A similarity, "identity", a bare array, or several of them."""
    if isinstance(source, Several) or (isinstance(source, str) and source == "identity"):
        return source
    keys, entries = None, ()
    if isinstance(source, Mapping) and not {"labels", "values"} & set(source):
        keys = tuple(key.item() if isinstance(key, np.generic) else key for key in source)
        entries = tuple(source.values())
    elif isinstance(source, (list, tuple)) or (isinstance(source, np.ndarray) and source.ndim != 2):
        entries = tuple(source)
    elif hasattr(source, "index") and hasattr(source, "items") and not hasattr(source, "columns"):
        raise ValueError(
            "similarity: got a Series; pass a list with one similarity an example, or a dict of "
            "annotators to theirs"
        )
    known = list(map(_is_similarity, entries))
    if entries and all(known):
        read = {id(one): _read_similarity(one) for one in entries}
        return Several(keys, tuple(read[id(one)] for one in entries))
    if any(known):
        wrong = known.index(False)
        key = wrong if keys is None else keys[wrong]
        raise ValueError(
            f"similarity[{short(key)}]: a list or mapping of several has similarities only; got "
            f"{short(entries[wrong])}"
        )
    if isinstance(source, (list, tuple)):
        source = np.array(source, dtype=object)
    is_array = hasattr(source, "__array__") and not hasattr(source, "columns")
    return np.array(source) if is_array else load(source)


def _is_similarity(entry):
    """True for a similarity by itself, False for a row of one."""
    if isinstance(entry, (str, os.PathLike, Mapping)):
        return True
    if isinstance(entry, (list, tuple, np.ndarray)):
        return len(entry) > 0 and np.ndim(entry[0]) == 1
    return hasattr(entry, "pairs") or hasattr(entry, "columns")


def _named_rows(source, chosen):
    """A similarity that knows its labels; a bare array and the identity take those of ``labels``"""
    if isinstance(source, (str, np.ndarray)):
        none_labels = chosen["none_labels"] or ()
        return _of_labels(source, chosen["labels"], none_labels, chosen["normalize_names"])
    return source


def _cut(similarity, space):
    if tuple(similarity.labels) == space.labels:
        return similarity
    try:
        return similarity.restrict(space.labels, fold if space.normalize else str)
    except ValueError as error:
        own = set(similarity.labels)
        missing = [name for name in space.labels if name not in own]
        raise ValueError(f"{error}{spelling_advice(missing, similarity.labels)}") from None


def _check_same(attribute, similarities, kind):
    """The first similarity's names serve for all, so that the others must have the same."""
    first, *others = similarities
    own = kind(getattr(first, attribute, ()))
    for other in others:
        names = kind(getattr(other, attribute, ()))
        odd = sorted(set(own) ^ set(names))
        if odd:
            raise ValueError(
                f"similarity: all must have the same {attribute}; {short(odd[0])} "
                f"is in {short(first.name)} "
                f"or {short(other.name)} only; pass {attribute}=[...]"
            )
        if own != names:
            raise ValueError(
                f"similarity: {short(first.name)} and {short(other.name)} have "
                f"their labels in different "
                "orders; pass labels=[...], in the order of your ids"
            )


def _grouped(keys, similarities):
    """The distinct ones among several similarities over the same labels."""
    numbers, distinct, codes = {}, [], []
    fingerprints = {id(one): one.fingerprint for one in similarities}
    for one in similarities:
        code = numbers.setdefault(fingerprints[id(one)], len(numbers))
        if code == len(distinct):
            distinct.append(one)
        codes.append(code)
    if len(distinct) == 1:
        name, together = distinct[0].name, distinct[0].fingerprint
    else:
        name = f"{len(distinct)} similarities"
        each = [fingerprints[id(one)] for one in similarities]
        if keys is not None:
            # A mapping has no order; 1 and "1" are two annotators.
            each = sorted(
                [type(key).__name__, str(key), x] for key, x in zip(keys, each, strict=True)
            )
        together = digest(each, 64)
    return Group(name, together, keys, np.array(codes), tuple(distinct))


def _of_labels(source, labels, none_labels, normalize):
    """The identity, or a bare array, over the names of ``labels``."""
    if labels is None:
        what = "'identity'" if isinstance(source, str) else "an array"
        raise ValueError(f"labels: similarity={what} needs labels=[...], the names in its order")
    key = fold if normalize else str
    none = set(map(key, none_labels))
    scored = [name for name in labels if key(name) not in none]
    if isinstance(source, str):
        return identity(scored)
    if len(source) == len(labels):
        return build(source, labels)
    return build(source, scored)


def _macro_mask(macro_labels, space):
    if isinstance(macro_labels, str):
        return None
    wanted = {fold(name) if space.normalize else name for name in macro_labels}
    own = [fold(name) if space.normalize else name for name in space.labels]
    missing = sorted(wanted.difference(own))
    if missing:
        raise ValueError(
            f"macro_labels: {short(missing[0])} is not one of the labels"
            f"{suggestion(missing[0], space.labels)}{spelling_advice(missing, space.labels)}"
        )
    return np.array([name in wanted for name in own])


# --- semantic_f1/scoring/additive.py

LIMB = 26
_BASE = 1 << LIMB
# Terms that are added up at a time: a float64 holds the sum of so many limbs.
LARGEST_BLOCK = 1 << 26
# Limbs are made canonical before int64 could overflow.
_FULL = 1 << 61
# From this limb down the unit or its inverse is no normal float64.
_SUBNORMAL = -39


class ExactSum:
    """An array of exact sums of finite floats >= 0.

    Attributes
    ----------
    limbs : int64 array of shape (k, *shape), lowest first; those of sum x are worth
        sum over i of limbs[i, x] * 2 ** (26 * (lowest + i))
    lowest : int
    """

    __slots__ = ("limbs", "lowest")

    def __init__(self, limbs, lowest=0):
        self.limbs = limbs
        self.lowest = lowest

    def __reduce__(self):
        limbs, lowest = self._canonical()
        return ExactSum, (limbs, lowest)

    def __eq__(self, other):
        if not isinstance(other, ExactSum):
            return NotImplemented
        limbs, lowest = self._canonical()
        others, other_lowest = other._canonical()
        return lowest == other_lowest and np.array_equal(limbs, others)

    __hash__ = None

    @property
    def shape(self):
        """The shape of the array of sums."""
        return self.limbs.shape[1:]

    @classmethod
    def zero(cls, shape):
        """Sums of nothing."""
        # Values up to 1 have their digits in these four limbs.
        return cls(np.zeros((4, *shape), np.int64), -3)

    @classmethod
    def along_last(cls, values, times=None):
        """Sums of a float64 array over its last axis.

        ``times``: None, or an int array, how often each place of the last axis counts.
        """
        sums = cls.zero(np.shape(values)[:-1])
        for place, limb in _limbs(values):
            row = sums._row(place)
            sums.limbs[row] += _total(limb, times)
        return sums

    @classmethod
    def by_place(cls, places, values, n_places, times=None):
        """Sums of a float64 array of values by their places, see :meth:`include`."""
        sums = cls.zero((n_places,))
        sums.include(places, values, times=times)
        return sums

    def include(self, places, values, start=0, stop=None, times=None):
        """Add values to the sums ``start .. stop - 1`` of an array of one dimension, in place.

        Parameters
        ----------
        places : int array of shape (n,): which of these sums each value goes to, counted from
            ``start``; what lies beyond ``stop`` is left out
        values : float64 array of shape (n,), finite and >= 0
        start, stop : int, the range of sums that are added to; None: up to the last
        times : None, or int array of shape (n,), how often each value counts
        """
        n_places = (self.limbs.shape[1] if stop is None else stop) - start
        for place, limb in _limbs(values):
            weight = limb if times is None else limb * times
            found = np.bincount(places, weight, minlength=n_places)[:n_places]
            row = self._row(place)
            self.limbs[row, start : start + n_places] += found.astype(np.int64)

    def include_integers(self, integers, start=0):
        """Add an int array >= 0 to the sums from ``start`` on, in place."""
        row = self._row(0)
        self.limbs[row, start : start + len(integers)] += integers

    def include_sums(self, other, start=0):
        """Add other sums, an array of one dimension, to those from ``start`` on, in place."""
        for index, limb in enumerate(other.limbs):
            if limb.any():
                row = self._row(other.lowest + index)
                self.limbs[row, start : start + len(limb)] += limb

    def _row(self, place):
        """The row of the limb of a place, made if there is none."""
        below, above = self.lowest - place, place - (self.lowest + len(self.limbs) - 1)
        if below > 0 or above > 0:
            padding = [(max(below, 0), max(above, 0)), *[(0, 0)] * (self.limbs.ndim - 1)]
            self.limbs = np.pad(self.limbs, padding)
            self.lowest = min(self.lowest, place)
        return place - self.lowest

    def __getitem__(self, places):
        return ExactSum(self.limbs[:, places], self.lowest)

    def plus(self, other):
        """The sums of both."""
        if self.shape != other.shape:
            raise ValueError(f"sums of shape {self.shape} and {other.shape} don't add up")
        a, b = (
            each if each.limbs.max(initial=0) < _FULL else ExactSum(*each._canonical())
            for each in (self, other)
        )
        lowest = min(a.lowest, b.lowest)
        height = max(x.lowest + len(x.limbs) for x in (a, b)) - lowest
        limbs = np.zeros((height, *self.shape), np.int64)
        for each in (a, b):
            limbs[each.lowest - lowest : each.lowest - lowest + len(each.limbs)] += each.limbs
        return ExactSum(limbs, lowest)

    def rounded(self):
        """The sums as float64, each of them the float nearest to the exact sum."""
        limbs, lowest = self._canonical()
        exponent = LIMB * lowest
        if len(limbs) > 4:
            limbs, lowest = _leading(limbs, lowest)
            exponent = LIMB * lowest
        if len(limbs) < 4:
            limbs = np.concatenate([limbs, np.zeros((4 - len(limbs), *self.shape), np.int64)])
        # Two numbers of 52 bits: their sum is the one rounding.
        low = np.ldexp((limbs[0] + (limbs[1] << LIMB)).astype(np.float64), exponent)
        high = np.ldexp((limbs[2] + (limbs[3] << LIMB)).astype(np.float64), exponent + 2 * LIMB)
        return high + low

    def to_list(self):
        """Each sum, of an array of one dimension, as an int in units of 2 ** (26 * lowest)."""
        limbs, lowest = self._canonical()
        integers = [0] * limbs.shape[1]
        for index, limb in enumerate(limbs.tolist()):
            shift = LIMB * index
            integers = [whole + (part << shift) for whole, part in zip(integers, limb, strict=True)]
        return integers, lowest

    @classmethod
    def from_list(cls, integers, lowest):
        """Counts from what :meth:`to_list` gave."""
        height = max(1, -(-max(integers, default=0).bit_length() // LIMB))
        limbs = [[(whole >> LIMB * i) & (_BASE - 1) for whole in integers] for i in range(height)]
        return cls(np.array(limbs, np.int64).reshape(height, len(integers)), int(lowest))

    def _canonical(self):
        """The same sums in the one form that equal sums have: digits below 2 ** 26."""
        limbs, lowest = self.limbs, self.lowest
        if limbs.max(initial=0) >= _BASE:
            digits, carry = [], np.zeros(self.shape, np.int64)
            for limb in limbs:
                # A limb may be near the largest int64, so the carry is added in two steps.
                low = (limb & (_BASE - 1)) + (carry & (_BASE - 1))
                digits.append(low & (_BASE - 1))
                carry = (limb >> LIMB) + (carry >> LIMB) + (low >> LIMB)
            while carry.any():
                digits.append(carry & (_BASE - 1))
                carry = carry >> LIMB
            limbs = np.stack(digits)
        used = np.flatnonzero(limbs.reshape(len(limbs), -1).any(axis=1))
        if not len(used):
            return np.zeros((1, *self.shape), np.int64), 0
        return limbs[used[0] : used[-1] + 1], lowest + int(used[0])


def _limbs(values):
    """Place and digits, a float64 array, of each limb of the values, greatest place first."""
    rest = np.asarray(values, np.float64)
    greatest = rest.max(initial=0.0)
    if not np.isfinite(greatest) or rest.min(initial=0.0) < 0:
        raise ValueError("exact sums are of finite numbers that are not negative")
    if not greatest:
        return
    mantissa, exponent = math.frexp(greatest)
    # A power of two is left whole in the limb below it.
    place = -(-(exponent - (mantissa == 0.5)) // LIMB) - 1
    while True:
        if place > _SUBNORMAL:
            unit = math.ldexp(1.0, LIMB * place)
            limb = np.floor(rest * (1 / unit))
            rest = rest - limb * unit
        else:
            limb = np.floor(np.ldexp(rest, -LIMB * place))
            rest = rest - np.ldexp(limb, LIMB * place)
        yield place, limb
        if not rest.any():
            return
        place -= 1


def _total(limb, times):
    return (limb if times is None else limb * times).sum(axis=-1).astype(np.int64)


def _leading(limbs, lowest):
    """At most 78 bits of each number from its leading limb on, as four limbs of one exponent.

    The exponents differ from number to number.
    """
    top = len(limbs) - 1 - (limbs[::-1] != 0).argmax(axis=0)
    flat = limbs.reshape(len(limbs), -1)
    top = np.where(flat.any(axis=0), top.reshape(-1), 0)
    columns = np.arange(flat.shape[1])
    kept = np.zeros((4, flat.shape[1]), np.int64)
    for back in range(4):
        place = top - back
        kept[3 - back] = np.where(place >= 0, flat[np.maximum(place, 0), columns], 0)
    below = np.cumsum(flat != 0, axis=0)
    dropped = np.where(top >= 4, below[np.maximum(top - 4, 0), columns], 0) > 0
    # What lies below may only tell that a number is above the middle of two floats.
    kept[0] |= dropped
    shape = limbs.shape[1:]
    return kept.reshape(4, *shape), (lowest + top - 3).reshape(shape)


# --- semantic_f1/scoring/counts.py

BLOCK_MEMBERS = 1 << 20
CHUNK_PAIRS = 1 << 20
# Up to this many candidates are compared one position at a time over all queries at once, which
# beats expanding every pair; longer candidate sets are expanded, in chunks.
SHORT_SETS = 16


class Counts(NamedTuple):
    """Sums over examples that every average is made of, each rounded once.

    Per label, arrays of shape (n_labels,), each example counted times its weight:

    - ``tp``: credit of the label where it is predicted; FP = ``predicted - tp``
    - ``predicted``: examples where it is predicted
    - ``matched``: credit of the label where it is gold; FN = ``support - matched``
    - ``support``: examples where it is gold

    ``unknown_predicted`` and ``unknown_gold`` count members outside the universe. ``samples``
    (shape (3,)) sums pointwise precision, recall and F1, and ``weight`` the examples.
    """

    tp: np.ndarray
    predicted: np.ndarray
    matched: np.ndarray
    support: np.ndarray
    unknown_predicted: float
    unknown_gold: float
    samples: np.ndarray
    weight: float

    @classmethod
    def of(cls, matrix, n_labels):
        """Counts as views of what :func:`example_counts` lays out along the last axis."""
        ends = np.cumsum([n_labels] * 4 + [1, 1, 3, 1])
        parts = np.split(matrix, ends[:-1], axis=-1)
        return cls(*parts[:4], parts[4][..., 0], parts[5][..., 0], parts[6], parts[7][..., 0])


class Scores(NamedTuple):
    """Semantic precision, recall and F1: three floats, or three arrays of shape (n_labels,)."""

    precision: float | np.ndarray
    recall: float | np.ndarray
    f1: float | np.ndarray


def count(predictions, references, pairs, n_labels, *, zero_division=1.0, sample_weight=None):
    """Counts of all examples; parameters are those of :func:`exact_counts`."""
    options = {"zero_division": zero_division, "sample_weight": sample_weight}
    sums = exact_counts(predictions, references, pairs, n_labels, **options)
    return Counts.of(sums.rounded(), n_labels)


def exact_counts(
    predictions,
    references,
    pairs,
    n_labels,
    *,
    zero_division=1.0,
    sample_weight=None,
    times=None,
):
    """Counts of all examples before they are rounded, worked out block by block.

    Parameters
    ----------
    predictions, references : LabelSets of the same n >= 1 examples
    pairs : callable, S[a, b] for two equally long int arrays of label indices
    n_labels : int, the size of the universe
    zero_division : float in [0, 1], the three pointwise scores of an example with both sets empty
    sample_weight : None or float64 array of shape (n,), finite, >= 0, not all 0
    times : None or, beside weights, int array of shape (n,), how often each example counts: so
        many equal examples give the same exact counts. Their sum is at most 2 ** 26

    Returns
    -------
    ExactSum of shape (4 * n_labels + 6,), laid out as the rows of :func:`example_counts`; those of
    some examples and of others add up to those of all, whatever the order
    """
    sums = ExactSum.zero((4 * n_labels + 6,))
    for start, stop in _blocks(predictions, references):
        weight = None if sample_weight is None else sample_weight[start:stop]
        often = None if times is None else times[start:stop]
        predicted, gold = predictions.rows(start, stop), references.rows(start, stop)
        credit = best_credits(predicted, gold, pairs, n_labels)
        _include_block(sums, predicted, gold, credit, n_labels, zero_division, weight, often)
    return sums


def with_samples(sums, scores, weight):
    """The same exact counts with the sums of other scores of the examples.

    Parameters
    ----------
    sums : ExactSum as :func:`exact_counts` gives it
    scores : float64 array of shape (n, 3): precision, recall and F1 of each example
    weight : float64 array of shape (n,)
    """
    replaced = ExactSum(sums.limbs.copy(), sums.lowest)
    replaced.limbs[:, -4:] = 0
    replaced.include_sums(ExactSum.along_last((scores * weight[:, None]).T), sums.shape[0] - 4)
    replaced.include_sums(ExactSum.along_last(weight[None]), sums.shape[0] - 1)
    return replaced


def example_counts(
    predictions, references, pairs, n_labels, *, zero_division=1.0, sample_weight=None
):
    """The counts of each example by itself, dense: what resampling draws from.

    Parameters are those of :func:`count`.

    Returns
    -------
    float64 array of shape (n, 4 * n_labels + 6): row i holds the Counts of example i, one field
    after the other; a weighted sum of rows, read by :meth:`Counts.of`, is the Counts of the
    examples drawn so often
    """
    n = len(predictions.offsets) - 1
    matrix = np.zeros((n, 4 * n_labels + 6))
    each = Counts.of(matrix, n_labels)
    for start, stop in _blocks(predictions, references):
        predicted, gold = predictions.rows(start, stop), references.rows(start, stop)
        credit = best_credits(predicted, gold, pairs, n_labels)
        for sets, values, share, number, unknown in (
            (predicted, credit[0], each.tp, each.predicted, each.unknown_predicted),
            (gold, credit[1], each.matched, each.support, each.unknown_gold),
        ):
            rows = np.repeat(np.arange(start, stop), np.diff(sets.offsets))
            known = sets.indices < n_labels
            share[rows[known], sets.indices[known]] = values[known]
            number[rows[known], sets.indices[known]] = 1
            unknown[start:stop] = np.bincount(rows[~known] - start, minlength=stop - start)
        points = pointwise_of_credits(predicted, gold, credit, zero_division)
        each.samples[start:stop] = np.stack(points, axis=-1)
    each.weight[:] = 1
    if sample_weight is not None:
        matrix *= sample_weight[:, None]
    return matrix


def pointwise(predictions, references, pairs, n_labels, *, zero_division=1.0):
    """Semantic precision, recall and F1 of each example (eqs. 3-5, 15, 16).

    Parameters are those of :func:`count`. Returns Scores of float64 arrays of shape (n,).
    """
    n = len(predictions.offsets) - 1
    scores = Scores(*np.empty((3, n)))
    for start, stop in _blocks(predictions, references):
        predicted, gold = predictions.rows(start, stop), references.rows(start, stop)
        credit = best_credits(predicted, gold, pairs, n_labels)
        for whole, part in zip(
            scores, pointwise_of_credits(predicted, gold, credit, zero_division), strict=True
        ):
            whole[start:stop] = part
    return scores


def set_relatedness(predictions, references, pairs, n_labels, *, zero_division=1.0):
    """Mean best match of all members of both sets of each example, an array of shape (n,).

    (sum of s(p) over P + sum of s(t) over T) / (|P| + |T|), from Hauff, "Semantically-enhanced
    evaluation of multi-label classifiers" (DIR 2013), after Nowak. Parameters are those of
    :func:`count`; an example with both sets empty has ``zero_division``.
    """
    values = np.empty(len(predictions.offsets) - 1)
    for start, stop in _blocks(predictions, references):
        sides = predictions.rows(start, stop), references.rows(start, stop)
        earned, members = np.zeros(stop - start), np.zeros(stop - start, np.int64)
        for sets, credit in zip(sides, best_credits(*sides, pairs, n_labels), strict=True):
            sizes = np.diff(sets.offsets)
            rows = np.repeat(np.arange(len(sizes)), sizes)
            earned += np.bincount(rows, credit, minlength=len(sizes))
            members += sizes
        values[start:stop] = np.where(members, divide(earned, members), zero_division)
    return np.minimum(values, 1.0)


def best_credits(predictions, references, pairs, n_labels):
    """Best-match credit of every member of every set: s(p) and s(t) of eqs. 8-10.

    Returns two float64 arrays, aligned with ``predictions.indices`` and ``references.indices``:
    max over gold t of S[p, t] for each predicted p, and max over predicted p of S[t, p] for each
    gold t; 0 where the other set is empty.
    """
    if hasattr(pairs, "best_matches"):
        return _all_best_matches(predictions, references, pairs.best_matches, n_labels)
    return (
        _best_matches(predictions, references, pairs, n_labels),
        _best_matches(references, predictions, pairs, n_labels),
    )


def average_scores(counts, average, *, counting="paper", macro_f1="averaged_f1", macro_mask=None):
    """One average of the counts.

    Parameters
    ----------
    counts : Counts, of at least one example with a weight above 0; its arrays may have further
        axes in front, for many sets of counts at once
    average : "samples" (eq. 6), "micro" (eqs. 11, 17-19), "macro" (eqs. 13, 20-23), "weighted"
        (eq. 24; macro where no label is gold) or None (per label)
    counting : "paper": recall = TP / (TP + FN); "two_sided": recall = matched / support
    macro_f1 : "averaged_f1": mean of the labels' F1; "f1_of_averages": harmonic mean of macro
        precision and macro recall
    macro_mask : None (all labels) or bool array of shape (n_labels,): those macro averages over

    Returns
    -------
    Scores: floats in [0, 1], or for average=None arrays of shape (n_labels,); behind the axes in
    front
    """
    if average == "samples":
        means = divide(counts.samples, np.asarray(counts.weight)[..., None])
        return _within_bounds(Scores(*np.moveaxis(means, -1, 0)))
    if average == "micro":
        return _within_bounds(
            _from_counts(
                _sum_of_labels(counts.tp),
                _sum_of_labels(counts.predicted) + counts.unknown_predicted,
                _sum_of_labels(counts.matched),
                _sum_of_labels(counts.support) + counts.unknown_gold,
                counting,
            )
        )
    per_label = _from_counts(counts.tp, counts.predicted, counts.matched, counts.support, counting)
    if average is None:
        return _within_bounds(per_label)
    macro = per_label if macro_mask is None else Scores(*(x[..., macro_mask] for x in per_label))
    n_averaged = macro.f1.shape[-1]
    precision, recall, f1 = (divide(_sum_of_labels(x), n_averaged) for x in macro)
    if average == "macro" and macro_f1 == "f1_of_averages":
        f1 = harmonic_mean(precision, recall)
    scores = Scores(precision, recall, f1)
    if average == "weighted":
        total = _sum_of_labels(counts.support)
        weighted = (divide(_sum_of_labels(x * counts.support), total) for x in per_label)
        scores = Scores(
            *(np.where(total > 0, w, m)[()] for w, m in zip(weighted, scores, strict=True))
        )
    return _within_bounds(scores)


def _sum_of_labels(values):
    """Sums over the last axis; of one set of counts exact, so that no order of labels matters."""
    return values.sum(axis=-1) if values.ndim > 1 else math.fsum(values.tolist())


def harmonic_mean(a, b):
    """2ab / (a + b), 0 where both are 0; floats or arrays. The product would underflow."""
    return a * divide(b, (a + b) / 2)


def divide(numerator, denominator):
    """numerator / denominator, 0 where the denominator is 0; floats or arrays."""
    numerator = np.asarray(numerator, dtype=np.float64)
    denominator = np.asarray(denominator, dtype=np.float64)
    quotient = np.zeros(np.broadcast_shapes(numerator.shape, denominator.shape))
    np.divide(numerator, denominator, out=quotient, where=denominator != 0)
    return quotient[()]


def _from_counts(tp, predicted, matched, support, counting):
    precision = divide(tp, predicted)
    if counting == "two_sided":
        recall = divide(matched, support)
        return Scores(precision, recall, harmonic_mean(precision, recall))
    missed = support - matched
    return Scores(precision, divide(tp, tp + missed), divide(2 * tp, tp + predicted + missed))


def _within_bounds(scores):
    """Scores are at most 1 by definition; a last-digit rounding error above it is taken off."""
    return Scores(*(np.minimum(x, 1.0) for x in scores))


def _blocks(predictions, references):
    """Ranges of examples with bounded numbers of rows and of members (one row at least)."""
    members = predictions.offsets + references.offsets
    n = len(members) - 1
    start = 0
    while start < n:
        limit = np.searchsorted(members, members[start] + BLOCK_MEMBERS, side="right") - 1
        stop = min(n, start + BLOCK_ROWS, max(start + 1, int(limit)))
        yield start, stop
        start = stop


def _include_block(sums, predictions, references, credit, n_labels, zero_division, weight, times):
    """Add the counts of some examples to exact counts of the layout of Counts."""
    unknown = 4 * n_labels
    for side, sets in enumerate((predictions, references)):
        labels = np.minimum(sets.indices, n_labels)
        start = 2 * side * n_labels
        number = start + n_labels
        if weight is None:
            sums.include(labels, credit[side], start, number)
            members = np.bincount(labels, minlength=n_labels + 1)
            sums.include_integers(members[:n_labels], number)
            sums.include_integers(members[n_labels:], unknown + side)
        else:
            sizes = np.diff(sets.offsets)
            own = np.repeat(weight, sizes)
            often = None if times is None else np.repeat(times, sizes)
            sums.include(labels, credit[side] * own, start, number, times=often)
            members = ExactSum.by_place(labels, own, n_labels + 1, times=often)
            sums.include_sums(members[:n_labels], number)
            sums.include_sums(members[n_labels:], unknown + side)
    points = np.stack(pointwise_of_credits(predictions, references, credit, zero_division))
    if weight is None:
        sums.include_integers([points.shape[1]], unknown + 5)
    else:
        points *= weight
        sums.include_sums(ExactSum.along_last(weight[None], times), unknown + 5)
    sums.include_sums(ExactSum.along_last(points, times), unknown + 2)


def pointwise_of_credits(predictions, references, credit, zero_division):
    """Pointwise scores from what :func:`best_credits` gives; else as :func:`pointwise`."""

    def mean_credit(sets, values):
        sizes = np.diff(sets.offsets)
        rows = np.repeat(np.arange(len(sizes)), sizes)
        return divide(np.bincount(rows, values, minlength=len(sizes)), sizes), sizes == 0

    precision, nothing_predicted = mean_credit(predictions, credit[0])
    recall, nothing_gold = mean_credit(references, credit[1])
    f1 = harmonic_mean(precision, recall)
    both_empty = nothing_predicted & nothing_gold
    for score in (precision, recall, f1):
        score[both_empty] = zero_division
    return _within_bounds(Scores(precision, recall, f1))


def _all_best_matches(predictions, references, best_matches, n_labels):
    """Credit of both sides from a similarity that works it out for whole sets."""
    sides = predictions, references
    known = [sets.indices < n_labels for sets in sides]
    found = best_matches(*(_drop_unknown(sets, n_labels) for sets in sides))
    credit = [np.zeros(len(each)) for each in known]
    for values, each, matches in zip(credit, known, found, strict=True):
        values[each] = matches
    return tuple(credit)


def _best_matches(queries, candidates, pairs, n_labels):
    """Credit of each query label: its greatest similarity to a candidate of the same example."""
    credit = np.zeros(len(queries.indices))
    known = np.flatnonzero(queries.indices < n_labels)
    candidates = _drop_unknown(candidates, n_labels)
    sizes = np.diff(queries.offsets)
    first = np.repeat(candidates.offsets[:-1], sizes)
    length = np.repeat(np.diff(candidates.offsets), sizes)
    if len(known) < len(credit):
        first, length = first[known], length[known]
    active = np.flatnonzero(length)
    first, length = first[active], length[active]
    active = known[active]
    labels = queries.indices[active]
    short = 0 if getattr(pairs, "at_once", False) else SHORT_SETS
    for position in range(short):
        if not len(active):
            return credit
        similarity = pairs(labels, candidates.indices[first + position])
        credit[active] = np.maximum(credit[active], similarity) if position else similarity
        longer = np.flatnonzero(length > position + 1)
        if len(longer) < len(active):
            active, first = active[longer], first[longer]
            length, labels = length[longer], labels[longer]
    first, length = first + short, length - short
    ends = np.cumsum(length)
    start = 0
    while start < len(active):
        done = ends[start - 1] if start else 0
        stop = max(start + 1, int(np.searchsorted(ends, done + CHUNK_PAIRS, side="right")))
        part = slice(start, stop)
        begins = ends[part] - length[part] - done
        position = np.arange(ends[stop - 1] - done) + np.repeat(first[part] - begins, length[part])
        similarity = pairs(np.repeat(labels[part], length[part]), candidates.indices[position])
        credit[active[part]] = np.maximum(
            credit[active[part]], np.maximum.reduceat(similarity, begins)
        )
        start = stop
    return credit


def _drop_unknown(sets, n_labels):
    """The sets without members outside the universe: they match nothing."""
    known = sets.indices < n_labels
    if known.all():
        return sets
    kept = np.concatenate([[0], np.cumsum(known)])
    return LabelSets(sets.indices[known], kept[sets.offsets])


# --- semantic_f1/scoring/distinct.py

# Pairs are counted in a table of all of them where it has so many places at most.
PAIR_TABLE = 1 << 24
KEYS_AT_ONCE = 1 << 22
# Values of a block of a table of sets by sets.
BLOCK_OF_SETS = 1 << 22


def number_sets(sets):
    """Number equal label sets alike.

    Parameters
    ----------
    sets : LabelSets, members in rising order

    Returns
    -------
    LabelSets of the D distinct sets, int64 array with the number of each set. The numbering depends
    on the sets alone, not on their order
    """
    largest = int(sets.indices.max(initial=-1))
    if largest < 62:
        return _numbered_by(sets, np.left_shift(1, np.arange(largest + 1)))
    seed = 0
    while True:
        # Labels get random keys and sets their sums; that two sets share one is found by comparing.
        keys = np.random.default_rng([seed, 62]).integers(
            1, 1 << 62, size=largest + 1, dtype=np.int64
        )
        distinct, numbers = _numbered_by(sets, keys)
        if _holds(sets, distinct, numbers):
            return distinct, numbers
        seed += 1


def _numbered_by(sets, keys):
    """Sets numbered by the order of the sums of their members' keys."""
    sums = np.zeros(len(sets.indices) + 1, dtype=np.int64)
    np.cumsum(keys[sets.indices] if len(keys) else sets.indices, out=sums[1:])
    own = sums[sets.offsets[1:]] - sums[sets.offsets[:-1]]
    if len(keys) <= 20 and len(own) > 1 << len(keys):
        first = np.full(1 << len(keys), -1)
        first[own[::-1]] = np.arange(len(own))[::-1]
        found = np.flatnonzero(first >= 0)
        place = np.zeros(len(first), dtype=np.int64)
        place[found] = np.arange(len(found))
        return take_sets(sets, first[found]), place[own]
    _, first, numbers = np.unique(own, return_index=True, return_inverse=True)
    return take_sets(sets, first), numbers.astype(np.int64)


def _holds(sets, distinct, numbers):
    again = take_sets(distinct, numbers)
    return np.array_equal(again.offsets, sets.offsets) and np.array_equal(
        again.indices, sets.indices
    )


def join_sets(parts):
    """LabelSets one after the other."""
    sizes = np.concatenate([np.diff(sets.offsets) for sets in parts])
    offsets = np.zeros(len(sizes) + 1, dtype=np.int64)
    np.cumsum(sizes, out=offsets[1:])
    return parts[0]._replace(
        indices=np.concatenate([sets.indices for sets in parts]), offsets=offsets
    )


class TimesOfKeys:
    """Counts of keys: in a table of all keys, or sorted where that would be mostly empty.

    Parameters
    ----------
    n_keys : int, keys are 0 .. n_keys - 1
    """

    def __init__(self, n_keys):
        if n_keys >= 1 << 62:
            raise ValueError(
                "too many distinct label sets times distinct weights times annotators to count "
                "their pairs; score without annotators=, or in parts"
            )
        self._n_keys, self._table, self._sorted = n_keys, None, []
        self._waiting, self._n_waiting = [], 0

    def add(self, keys):
        """Count the keys, an int array of any shape."""
        self._waiting.append(keys.reshape(-1))
        self._n_waiting += keys.size
        if self._n_waiting >= KEYS_AT_ONCE:
            self._flush()

    def total(self):
        """The keys that came, in rising order, and how often."""
        self._flush()
        if self._table is not None:
            found = np.flatnonzero(self._table)
            self._sorted.append((found, self._table[found]))
            self._table = None
        if not self._sorted:
            return np.zeros(0, np.int64), np.zeros(0, np.int64)
        if len(self._sorted) > 1:
            keys, times = (np.concatenate(x) for x in zip(*self._sorted, strict=True))
            found, place = np.unique(keys, return_inverse=True)
            sums = np.zeros(len(found), np.int64)
            np.add.at(sums, place, times)
            self._sorted = [(found, sums)]
        return self._sorted[0]

    def _flush(self):
        if not self._n_waiting:
            return
        keys = np.concatenate(self._waiting)
        self._waiting, self._n_waiting = [], 0
        if self._n_keys <= min(PAIR_TABLE, 16 * len(keys)):
            if self._table is None:
                self._table = np.zeros(self._n_keys, np.int64)
            self._table += np.bincount(keys, minlength=self._n_keys)
        else:
            self._sorted.append(np.unique(keys, return_counts=True))


class SetTable:
    """Best matches of any distinct set against any other, by products of small tables.

    Parameters
    ----------
    sets : LabelSets of D distinct sets
    pairs : callable, S[a, b] for two equally long int arrays of labels
    n_labels : int; members from it on are unknown: they count, and match nothing
    """

    def __init__(self, sets, pairs, n_labels):
        self.sets = sets
        self.sizes = np.diff(sets.offsets)
        self.labels = np.unique(sets.indices)
        u, known = len(self.labels), self.labels < n_labels
        row = np.repeat(np.arange(len(self)), self.sizes)
        column = np.searchsorted(self.labels, sets.indices)
        self.members = np.zeros((len(self), u))
        self.members[row, column] = 1
        own = self.labels[known]
        self.values = np.zeros((u, u))
        self.values[np.ix_(known, known)] = pairs(
            np.repeat(own, len(own)), np.tile(own, len(own))
        ).reshape(len(own), len(own))
        # What each label earns from each set: its greatest similarity to a member.
        self.earned = np.zeros((len(self), u))
        if len(row):
            begins = np.flatnonzero(np.diff(row, prepend=-1))
            self.earned[row[begins]] = np.maximum.reduceat(self.values.T[column], begins)

    def __len__(self):
        return len(self.sizes)

    def blocks(self):
        """Ranges of sets of which a table by all sets has a bounded number of values."""
        step = max(1, BLOCK_OF_SETS // max(1, len(self)))
        return [slice(at, min(at + step, len(self))) for at in range(0, len(self), step)]

    def f1(self, rows):
        """F1 of the sets of a slice against all, shape (rows, D); 0 for two empty ones."""
        sizes = np.maximum(self.sizes, 1)
        of = self.members[rows] @ self.earned.T / sizes[rows, None]
        by = self.earned[rows] @ self.members.T / sizes
        total = of + by
        return np.divide(2 * of * by, total, out=np.zeros_like(total), where=total > 0)

    def common(self, rows):
        """Numbers of common labels of the sets of a slice and all, shape (rows, D)."""
        return self.members[rows] @ self.members.T


# --- semantic_f1/scoring/constants.py

# Constant answers are looked for among sets of so many labels together.
CONSTANT_LABELS = 2_000
# F1s nearer than this are equal: they differ by rounding only.
_SAME_SUM = 1e-12


def best_constants(groups, averages, n_labels, *, zero_division, **options):
    """The answer that earns most where it is given for every example.

    Candidates are the distinct gold sets without unknown labels, and the empty set.

    Parameters
    ----------
    groups : list of (LabelSets, float64 array, callable): the distinct gold sets that are scored
        with one similarity, their weights (each example's add up to its own), and its ``pairs``
    averages : those of ``counts.average_scores`` but None
    n_labels : int
    zero_division : float
    **options : those of ``counts.average_scores``; "present" for ``macro_mask`` is each answer's

    Returns
    -------
    dict of average -> (F1, tuple of labels), the first by size, then by label order, of equals;
    empty where more than 2,000 labels are gold
    """
    used = [sets.indices[sets.indices < n_labels] for sets, _, _ in groups]
    if len(np.unique(np.concatenate(used))) > CONSTANT_LABELS:
        return {}
    answers = sorted(
        {()} | {found for sets, _, _ in groups for found in _tuples(sets, n_labels)},
        key=lambda labels: (len(labels), labels),
    )
    parts = [_Constant(*group, answers, n_labels, zero_division) for group in groups]
    found = {}
    for average in averages:
        if average == "samples":
            found[average] = _best_of_samples(parts, answers)
            continue
        each = [part.counts() for part in parts]
        counts = Counts(*(sum(fields) for fields in zip(*each, strict=True)))
        f1 = _constant_averages(counts, average, options)
        found[average] = _first_best(f1, answers)
    return found


class _Constant:
    """Credit of every answer against the gold sets that one similarity scores."""

    def __init__(self, sets, weight, pairs, answers, n_labels, zero_division):
        self.n_gold = len(weight)
        sizes = np.array([len(answer) for answer in answers], dtype=np.int64)
        flat = np.array([label for answer in answers for label in answer], dtype=np.int32)
        offsets = np.concatenate([[0], np.cumsum(sizes)])
        table = SetTable(
            join_sets([sets, sets._replace(indices=flat, offsets=offsets)]), pairs, n_labels
        )
        self.weight, self.zero_division = weight, zero_division
        self.n_labels, self.labels = n_labels, table.labels
        self.answers, self.sizes = table.members[self.n_gold :], sizes
        self.answer_earned = table.earned[self.n_gold :]
        self.golds, self.earned = table.members[: self.n_gold], table.earned[: self.n_gold]
        self.gold_sizes = table.sizes[: self.n_gold]
        self.total = weight.sum()
        self.empty = float(weight[self.gold_sizes == 0].sum())

    def counts(self):
        """Counts with an axis of answers in front, without scores of examples."""
        known = self.labels < self.n_labels
        shape = (len(self.sizes), self.n_labels)
        parts = [np.zeros(shape) for _ in range(4)]
        support = self.weight @ self.golds
        columns = self.labels[known]
        parts[0][:, columns] = (self.answers * (self.weight @ self.earned))[:, known]
        parts[1][:, columns] = (self.answers * self.total)[:, known]
        parts[2][:, columns] = (self.answer_earned * support)[:, known]
        parts[3][:, columns] = support[known]
        unknown = np.full(len(self.sizes), float(support[~known].sum()))
        samples = np.zeros((len(self.sizes), 3))
        return Counts(*parts, np.zeros(len(self.sizes)), unknown, samples, unknown * 0 + self.total)

    def bound(self):
        """Sums of precision and of recall: their harmonic mean is at least the sum of F1."""
        # Of two empty sets both are 1 here, whatever zero_division says.
        share = self.golds / np.maximum(self.gold_sizes, 1)[:, None]
        precision = self.answers @ (self.weight @ self.earned) / np.maximum(self.sizes, 1)
        recall = self.answer_earned @ (self.weight @ share)
        both = np.where(self.sizes == 0, self.empty * self.zero_division, 0.0)
        return precision + both, recall + both

    def f1(self, rows):
        """Sums of F1 of some answers."""
        of = self.answers[rows] @ self.earned.T / np.maximum(self.sizes[rows], 1)[:, None]
        by = self.answer_earned[rows] @ self.golds.T / np.maximum(self.gold_sizes, 1)
        total = of + by
        f1 = np.divide(2 * of * by, total, out=np.zeros_like(total), where=total > 0)
        return f1 @ self.weight + np.where(
            self.sizes[rows] == 0, self.empty * self.zero_division, 0.0
        )


def _tuples(sets, n_labels):
    indices, ends = sets.indices.tolist(), sets.offsets.tolist()
    for start, stop in pairwise(ends):
        labels = tuple(indices[start:stop])
        if not labels or labels[-1] < n_labels:
            yield labels


def _best_of_samples(parts, answers):
    total = sum(part.total for part in parts)
    precision, recall = (sum(side) for side in zip(*(part.bound() for part in parts), strict=True))
    both = precision + recall
    # F1 is concave in precision and recall: that of their means is at least the mean F1.
    bound = np.divide(2 * precision * recall, both, out=np.zeros_like(both), where=both > 0)
    order = np.argsort(-bound, kind="stable")
    f1, best, at = np.full(len(answers), -1.0), -1.0, 0
    step = max(1, min(256, (1 << 22) // max(part.n_gold for part in parts)))
    while at < len(order) and bound[order[at]] >= best - _SAME_SUM * total:
        rows = order[at : at + step]
        f1[rows] = sum(part.f1(rows) for part in parts)
        best = max(best, f1[rows].max())
        at += step
    return _first_best(f1 / total, answers)


def _first_best(f1, answers):
    place = int(np.flatnonzero(f1 >= f1.max() - _SAME_SUM)[0])
    return min(float(f1[place]), 1.0), answers[place]


def _constant_averages(counts, average, options):
    if isinstance(options.get("macro_mask"), str):
        # Which labels are present depends on the answer.
        present = (counts.predicted > 0) | (counts.support > 0)
        f1 = np.empty(len(present))
        for place, mask in enumerate(present):
            one = Counts(*(np.asarray(field)[place] for field in counts))
            f1[place] = average_scores(one, average, **{**options, "macro_mask": mask}).f1
        return f1
    return np.asarray(average_scores(counts, average, **options).f1)


# --- semantic_f1/scoring/contributions.py

# Values of a dense block of labels that is laid out at a time: 32 MB.
DENSE_VALUES = 1 << 22


class Averaging(NamedTuple):
    """Averaging of counts: ``average_scores``' arguments, for one average or several.

    ``own_masks``: None, or the labels that each of several systems averages over, where they have
    masks of their own (macro_labels="present"); ``macro_mask`` is then their union.
    """

    averages: tuple
    counting: str = "paper"
    macro_f1: str = "averaged_f1"
    macro_mask: np.ndarray | None = None
    own_masks: tuple | None = None

    def of(self, system):
        """That of one of several systems, by its place."""
        if self.own_masks is None:
            return self
        return self._replace(macro_mask=self.own_masks[system], own_masks=None)

    @property
    def by_label(self):
        """True where some score needs the counts of each label."""
        return bool({"macro", "weighted", None}.intersection(self.averages))


class Members(NamedTuple):
    """Labels of one side, one entry for each label of each row.

    ``row`` and ``label`` are int arrays, ``credit`` and ``weight`` float64: what the label earns
    and how much it counts.
    """

    row: np.ndarray
    label: np.ndarray
    credit: np.ndarray
    weight: np.ndarray


class Contributions(NamedTuple):
    """Contributions of n units, examples or groups of them, to the counts.

    - ``points``: (n, 4), precision, recall, F1 and 1, times the weight
    - ``totals``: (n, 4), tp, predicted, matched and support over all labels
    - ``predicted``, ``gold``: Members, those of the universe
    - ``n_labels``: int
    """

    points: np.ndarray
    totals: np.ndarray
    predicted: Members
    gold: Members
    n_labels: int

    @classmethod
    def of_matrix(cls, matrix, n_labels):
        """Contributions from what :func:`example_counts` lays out, a row an example."""
        counts = Counts.of(matrix, n_labels)
        points = np.concatenate([counts.samples, counts.weight[:, None]], axis=1)
        sides = []
        for credit, weight in (
            (counts.tp, counts.predicted),
            (counts.matched, counts.support),
        ):
            row, label = np.nonzero(weight)
            sides.append(Members(row, label, credit[row, label], weight[row, label]))
        totals = np.stack(
            [
                counts.tp.sum(axis=1),
                counts.predicted.sum(axis=1) + counts.unknown_predicted,
                counts.matched.sum(axis=1),
                counts.support.sum(axis=1) + counts.unknown_gold,
            ],
            axis=1,
        )
        return cls(points, totals, *sides, n_labels)

    @classmethod
    def of_sets(cls, predictions, references, pairs, n_labels, *, zero_division=1.0, by_label=True):
        """Contributions of examples, from their label sets.

        Parameters
        ----------
        predictions, references, pairs, n_labels, zero_division : as for ``counts.count``
        by_label : bool, whether the labels' own counts will be needed
        """
        n = len(predictions.offsets) - 1
        credit = best_credits(predictions, references, pairs, n_labels)
        points = np.ones((n, 4))
        points[:, :3] = np.stack(
            pointwise_of_credits(predictions, references, credit, zero_division), axis=1
        )
        totals, sides = np.empty((n, 4)), []
        for place, sets, earned in ((0, predictions, credit[0]), (2, references, credit[1])):
            sizes = np.diff(sets.offsets)
            row = np.repeat(np.arange(n), sizes)
            totals[:, place] = np.bincount(row, earned, minlength=n)
            totals[:, place + 1] = sizes
            known = sets.indices < n_labels if by_label else np.zeros(len(row), bool)
            sides.append(
                Members(row[known], sets.indices[known], earned[known], np.ones(known.sum()))
            )
        return cls(points, totals, *sides, n_labels)

    @classmethod
    def of_scores(cls, values):
        """Contributions to means of other scores of examples, (n, k) in [0, 1]: "samples" only."""
        points = np.concatenate([values, np.ones((len(values), 1))], axis=1)
        nothing = Members(*np.zeros((2, 0), np.int64), *np.zeros((2, 0)))
        return cls(points, np.zeros((len(values), 4)), nothing, nothing, 0)

    @classmethod
    def joined(cls, parts):
        """The units of several Contributions, one after the other."""
        starts = np.cumsum([0, *(part.n_units for part in parts)])
        sides = [
            Members(
                np.concatenate(
                    [part[place].row + start for part, start in zip(parts, starts, strict=False)]
                ),
                *(
                    np.concatenate([part[place][field] for part in parts])
                    for field in range(1, len(Members._fields))
                ),
            )
            for place in (2, 3)
        ]
        dense = (np.concatenate([part[place] for part in parts]) for place in (0, 1))
        return cls(*dense, *sides, parts[0].n_labels)

    @property
    def n_units(self):
        """Number of units."""
        return len(self.points)

    def weighted(self, weight):
        """The same times weights, one a unit, taken relative to their mean.

        A factor common to all weights so plays no part, however small or great it is.
        """
        # The greatest first: a mean of weights near the limits of float64 would leave them.
        weight = weight / weight.max()
        return self.scaled(weight / weight.mean())

    def scaled(self, weight):
        """The same times weights, one a unit."""
        sides = [
            side._replace(
                credit=side.credit * weight[side.row], weight=side.weight * weight[side.row]
            )
            for side in (self.predicted, self.gold)
        ]
        points, totals = self.points * weight[:, None], self.totals * weight[:, None]
        return Contributions(points, totals, *sides, self.n_labels)

    def chosen(self, keep):
        """The units where ``keep``, a bool array, is true."""
        place = np.cumsum(keep) - 1
        sides = []
        for side in (self.predicted, self.gold):
            kept = keep[side.row]
            sides.append(
                Members(place[side.row[kept]], *(values[kept] for values in side[1:])),
            )
        return Contributions(self.points[keep], self.totals[keep], *sides, self.n_labels)

    def summed(self, codes, n):
        """Units added up: ``codes``, an int array, says which of n new ones each belongs to."""
        if n == self.n_units and (codes == np.arange(n)).all():
            return self

        def sums(values):
            columns = [np.bincount(codes, column, minlength=n) for column in values.T]
            return np.stack(columns, axis=1)

        sides = []
        for side in (self.predicted, self.gold):
            order = np.argsort(codes[side.row], kind="stable")
            sides.append(
                Members(codes[side.row][order], *(values[order] for values in side[1:])),
            )
        return Contributions(sums(self.points), sums(self.totals), *sides, self.n_labels)

    def columns(self, average, start=0, stop=None):
        """Columns of an average, of each unit of a range, dense.

        Returns
        -------
        float64 array of shape (stop - start, 4), or (stop - start, 4, m) by label
        """
        stop = self.n_units if stop is None else stop
        if average == "samples":
            return self.points[start:stop]
        if average == "micro":
            return self.totals[start:stop]
        n, m = stop - start, self.n_labels
        dense = np.zeros((n, 4, m))
        for place, side in ((0, self.predicted), (2, self.gold)):
            first, last = np.searchsorted(side.row, [start, stop])
            cell = (side.row[first:last] - start) * m + side.label[first:last]
            for offset, values in ((0, side.credit), (1, side.weight)):
                sums = np.bincount(cell, values[first:last], minlength=n * m)
                dense[:, place + offset] = sums.reshape(n, m)
        return dense

    def total(self, average):
        """Columns of an average, of all units together."""
        if average in ("samples", "micro"):
            return self.columns(average).sum(axis=0)
        return np.stack(
            [
                np.bincount(side.label, values, minlength=self.n_labels).astype(np.float64)
                for side in (self.predicted, self.gold)
                for values in (side.credit, side.weight)
            ]
        )

    def grouped(self, groups):
        """Groups of units, numbered from 0 without gaps; with None the units themselves."""
        return self if groups is None else self.summed(groups, int(groups.max()) + 1)

    def blocks(self):
        """Ranges of units whose columns by label are dense in bounded memory."""
        step = max(1, DENSE_VALUES // max(1, 4 * self.n_labels))
        return [(start, min(start + step, self.n_units)) for start in range(0, self.n_units, step)]


def column_kind(average):
    """The average that stands for all that are worked out from the same columns."""
    return average if average in ("samples", "micro") else None


def scores_of_columns(columns, average, averaging):
    """Precision, recall and F1 of an average, from its columns.

    Returns
    -------
    float64 array of shape (..., 3), or (..., 3, m) for average None
    """
    if average == "samples":
        # Rounding leaves a last digit above 1.
        return np.minimum(divide(columns[..., :-1], columns[..., -1:]), 1.0)
    each = columns[..., None] if average == "micro" else columns
    four = (each[..., place, :] for place in range(4))
    counts = Counts(*four, 0.0, 0.0, np.zeros(3), 0.0)
    scores = average_scores(
        counts,
        average,
        counting=averaging.counting,
        macro_f1=averaging.macro_f1,
        macro_mask=averaging.macro_mask,
    )
    return np.stack(Scores(*scores), axis=-2 if average is None else -1)


# --- semantic_f1/scoring/groups.py

_PER_LABEL = ("tp", "predicted", "matched", "support")
BLOCK_VALUES = 1 << 23


def grouped_pairs(functions, n_labels):
    """S[a, b] of marked labels, by the similarity of the group that either of them carries.

    Parameters
    ----------
    functions : sequence of callables, one a group: S[a, b] for two equally long int arrays
    n_labels : int
    """

    def pairs(a, b):
        groups = np.maximum(a, b) // n_labels
        a, b = a % n_labels, b % n_labels
        order = np.argsort(groups, kind="stable")
        ends = np.flatnonzero(np.diff(groups[order])) + 1
        similarity = np.empty(len(a))
        for part in np.split(order, ends) if len(a) else ():
            similarity[part] = functions[groups[part[0]]](a[part], b[part])
        return similarity

    return pairs


def unmark_sets(sets, n_labels, n_groups):
    """Label sets of plain labels, and the group that each carries; 0 for those without a label."""
    known = sets.indices < n_labels * n_groups
    sizes = np.diff(sets.offsets)
    groups = np.zeros(len(sizes), dtype=np.int64)
    row = np.repeat(np.arange(len(sizes)), sizes)
    groups[row[known]] = sets.indices[known] // n_labels
    plain = np.where(known, sets.indices % n_labels, sets.indices - n_labels * (n_groups - 1))
    return sets._replace(indices=plain), groups


def unmark_counts(sums, n_labels, n_groups):
    """Exact counts by label from those of marked labels."""
    n_marked = len(_PER_LABEL) * n_labels * n_groups
    marked = sums.limbs[:, :n_marked].reshape(-1, len(_PER_LABEL), n_groups, n_labels)
    by_label = marked.sum(axis=2).reshape(len(sums.limbs), -1)
    return ExactSum(np.concatenate([by_label, sums.limbs[:, n_marked:]], axis=1), sums.lowest)


def unmark_examples(example_counts, n_labels, n_groups):
    """A function that gives the counts of each example by label, from sets of marked labels.

    Parameters
    ----------
    example_counts : callable, a row of counts for each example of two marked sides: ``n_labels *
        n_groups`` values for each of four fields, then others
    n_labels, n_groups : int
    """
    n_marked = len(_PER_LABEL) * n_labels * n_groups

    def unmarked(predictions, golds):
        parts = []
        # A row is as long as there are groups: few rows at a time.
        step = max(1, BLOCK_VALUES // n_marked)
        for start in range(0, len(golds.offsets) - 1, step):
            stop = min(start + step, len(golds.offsets) - 1)
            rows = example_counts(predictions.rows(start, stop), golds.rows(start, stop))
            marked = rows[:, :n_marked].reshape(len(rows), len(_PER_LABEL), n_groups, n_labels)
            by_label = marked.sum(axis=2).reshape(len(rows), -1)
            parts.append(np.concatenate([by_label, rows[:, n_marked:]], axis=1))
        return np.concatenate(parts)

    return unmarked


# --- semantic_f1/scoring/human.py

# Examples with k annotators are laid out k x k, so many values at a time.
CASE_VALUES = 1 << 19
# Pairs of distinct sets are scored all at once where there are so many at most.
LOOKUP_TABLE = 1 << 22
# F1s nearer than this are equal: they differ by rounding only.
SAME_F1 = 1e-12


class Judged:
    """Predicted and gold sets by number, and how pairs of them are scored.

    - ``sets``: LabelSets of the D distinct sets; ``d``: int, D
    - ``predicted``: int array (n,); ``gold``: int array (N,), of all annotators
    - ``answers``: int array (N,), the sets of annotators as they are scored as predictions
    - ``offsets``: int64 array (n + 1,), where the gold sets of each example begin
    - ``counted``: bool array (n,), examples with a weight above 0
    - ``kind``: int array (n,), numbers examples of one weight and one number of annotators alike;
      ``kind_weight``, ``kind_size``: those of each kind

    Parameters
    ----------
    predictions, golds : LabelSets
    offsets : see above
    count : callable, ``count(a, b, sample_weight=, times=)`` gives exact counts of two equally
        long LabelSets
    pointwise : callable, (a, b) -> Scores of arrays
    answers : None, or LabelSets of the annotators where they differ as predictions from golds
    sample_weight : None, or float64 array (n,)
    """

    def __init__(
        self, predictions, golds, offsets, count, pointwise, *, answers=None, sample_weight=None
    ):
        n, total = len(offsets) - 1, int(offsets[-1])
        parts = [predictions, golds] + ([] if answers is None else [answers])
        self.sets, numbers = number_sets(join_sets(parts))
        self.d = len(self.sets.offsets) - 1
        self.predicted, self.gold = numbers[:n], numbers[n : n + total]
        self.answers = self.gold if answers is None else numbers[n + total :]
        self._weight = np.ones(n) if sample_weight is None else sample_weight
        self.counted = self._weight > 0
        self._count, self._pointwise, self._table = count, pointwise, None
        self._set_offsets(offsets)

    def _set_offsets(self, offsets):
        self.offsets = offsets
        weights, code = np.unique(self._weight, return_inverse=True)
        kinds, self.kind = np.unique(np.diff(offsets) * len(weights) + code, return_inverse=True)
        self.kind_size, self.kind_weight = kinds // len(weights), weights[kinds % len(weights)]

    def chosen(self, kept):
        """The same with the gold sets of a bool array alone; examples may be left without any."""
        other = copy(self)
        other.gold = self.gold[kept]
        other.answers = other.gold if self.answers is self.gold else self.answers[kept]
        other._set_offsets(np.concatenate([[0], np.cumsum(kept)])[self.offsets])
        return other

    def blocks(self, least, power=2):
        """Examples of equally many annotators, ``least`` or more: numbers, and their sets' places.

        Those of weight 0 are left out. A block times its annotators to the ``power`` has a bounded
        number of values.
        """
        sizes = np.diff(self.offsets)
        counted = self.counted & (sizes >= least)
        for k in np.unique(sizes[counted]).tolist():
            of_size = np.flatnonzero(counted & (sizes == k))
            step = max(1, CASE_VALUES // k**power)
            for start in range(0, len(of_size), step):
                rows = of_size[start : start + step]
                yield rows, self.offsets[rows, None] + np.arange(k)

    def scores(self, predicted, gold):
        """Precision, recall and F1 of pairs of numbers, arrays of the pairs' shape."""
        keys = predicted * self.d + gold
        if self._table is None and self.d**2 <= min(LOOKUP_TABLE, 4 * keys.size):
            self._table = self._scored(np.arange(self.d**2))
        if self._table is not None:
            return [each[keys] for each in self._table]
        distinct, place = np.unique(keys, return_inverse=True)
        return [each[place].reshape(keys.shape) for each in self._scored(distinct)]

    def _scored(self, keys):
        return self._pointwise(
            take_sets(self.sets, keys // self.d), take_sets(self.sets, keys % self.d)
        )

    def exact_counts(self, pairs, weights, times):
        """Exact counts of pairs by key, each with a weight and how often it comes.

        Parameters
        ----------
        pairs : int array, ``predicted * d + gold``
        weights : float64 array
        times : int array

        Returns
        -------
        ExactSum; None where there is no pair
        """
        total = None
        limit = LARGEST_BLOCK // 2
        often = np.flatnonzero(times > limit)
        if len(often):
            rest = self.exact_counts(pairs[often], weights[often], times[often] - limit)
            times = np.minimum(times, limit)
            total = rest
        ends = np.cumsum(times)
        start = 0
        while start < len(pairs):
            done = ends[start - 1] if start else 0
            stop = max(start + 1, int(np.searchsorted(ends, done + LARGEST_BLOCK, side="right")))
            own = pairs[start:stop]
            sides = take_sets(self.sets, own // self.d), take_sets(self.sets, own % self.d)
            part = self._count(*sides, sample_weight=weights[start:stop], times=times[start:stop])
            total = part if total is None else total.plus(part)
            start = stop
        return total


class Pairs:
    """Pairs of numbered sets, counted by owner and by class: pairs of a class have one weight.

    Parameters
    ----------
    judged : Judged
    weights : float64 array, the weight of each class
    n_owners : int
    """

    def __init__(self, judged, weights, n_owners=1):
        self._judged, self._weights, self._n_owners = judged, weights, n_owners
        self._times = TimesOfKeys(n_owners * len(weights) * judged.d**2)

    def add(self, classes, predicted, gold, owner=0):
        """Count pairs: int arrays that broadcast to each other."""
        d = self._judged.d
        self._times.add(((owner * len(self._weights) + classes) * d + predicted) * d + gold)

    def counts(self):
        """ExactSum of the first owner's pairs; None without any."""
        return self.counts_by_owner()[0]

    def counts_by_owner(self):
        """ExactSum of each owner's pairs, None for an owner without any."""
        keys, times = self._times.total()
        n_pairs = self._judged.d**2
        classes, pairs = keys // n_pairs, keys % n_pairs
        ends = np.searchsorted(classes, np.arange(self._n_owners + 1) * len(self._weights))
        return [
            self._judged.exact_counts(
                pairs[start:stop],
                self._weights[classes[start:stop] % len(self._weights)],
                times[start:stop],
            )
            for start, stop in pairwise(ends)
        ]


class Sides(NamedTuple):
    """Something of both predictors: of the annotators, and of the system."""

    human: object
    system: object


def mean_counts(judged, least=1):
    """Exact counts of the predictions against every annotator of an example, each 1/k.

    Parameters
    ----------
    judged : Judged
    least : int, annotators that an example needs to be counted

    Returns
    -------
    ExactSum; None where no example with a weight above 0 has so many
    """
    pairs = Pairs(judged, judged.kind_weight / np.maximum(judged.kind_size, 1))
    for rows, places in judged.blocks(least, 1):
        pairs.add(judged.kind[rows, None], judged.predicted[rows, None], judged.gold[places])
    return pairs.counts()


def n_judged(judged):
    """Number of examples with two annotators or more and a weight above 0."""
    return int((judged.counted & (np.diff(judged.offsets) >= 2)).sum())


def leave_one_out_counts(judged, reduce):
    """Each annotator scored against the others of an example, and the system against the same.

    Under "mean" this is the mean over ordered pairs of annotators, and the system's counts are
    those against every annotator, of examples with two or more.

    Parameters
    ----------
    judged : Judged
    reduce : "mean", "max" or "soft", how the others of an example become one score

    Returns
    -------
    Sides of ExactSum; None where no example with a weight above 0 has two annotators
    """
    if not n_judged(judged):
        return None
    if reduce == "mean":
        return Sides(_human_mean(judged), mean_counts(judged, 2))
    return Sides(*(side[0] for side in _cases(judged, reduce)))


def counts_by_annotator(judged, reduce, annotators, n_annotators):
    """The counts of :func:`leave_one_out_counts`, of the cases of each annotator apart.

    Each example counts once, or times its weight, for each of its annotators.

    Parameters
    ----------
    judged, reduce : as for :func:`leave_one_out_counts`
    annotators : int array (N,), who chose each gold set
    n_annotators : int

    Returns
    -------
    Sides of lists of ExactSum, None for an annotator who judged nothing together with others
    list of int, the examples that each judged together with others
    """
    sizes = np.diff(judged.offsets)
    counted = np.repeat(judged.counted & (sizes >= 2), sizes)
    number = np.bincount(annotators[counted], minlength=n_annotators)
    return Sides(*_cases(judged, reduce, annotators, n_annotators)), number.tolist()


def consensus_counts(judged):
    """The medoid of the other annotators' sets against the one left out.

    The medoid is the set with the greatest mean F1 to all the others' sets, itself included; sets
    within 1e-12 of it share the case evenly. Where there are two others it is either of them.

    Returns
    -------
    ExactSum over the examples with two annotators or more; None where none of a weight above 0 has
    four: nobody can be outvoted there
    """
    sizes = np.diff(judged.offsets)
    if sizes[judged.counted].max(initial=0) < 4:
        return None
    most = int(sizes.max())
    pairs = Pairs(judged, _tied_weights(judged, most))
    for rows, places in judged.blocks(2):
        k = places.shape[1]
        answers, gold = judged.answers[places], judged.gold[places]
        f1 = judged.scores(answers[:, :, None], gold[:, None, :])[2]
        # The sum of F1 of each candidate to all sets.
        near = f1.sum(axis=2)
        for left_out in range(k):
            others = np.arange(k) != left_out
            found = (near - f1[:, :, left_out])[:, others]
            tied = found >= found.max(axis=1, keepdims=True) - SAME_F1 * (k - 1)
            classes = judged.kind[rows] * (most + 1) + tied.sum(axis=1)
            target = np.broadcast_to(gold[:, left_out, None], tied.shape)[tied]
            pairs.add(
                np.broadcast_to(classes[:, None], tied.shape)[tied],
                answers[:, others][tied],
                target,
            )
    return pairs.counts()


def jackknife_counts(judged, reduce, annotators, n_annotators, rounded):
    """Counts without each annotator in turn, every set of his or hers removed.

    Examples that are left with fewer than two annotators drop out.

    Parameters
    ----------
    judged, reduce, annotators, n_annotators : as for :func:`counts_by_annotator`
    rounded : callable, gives Counts from an ExactSum

    Returns
    -------
    list of Sides of Counts, None where no example is left
    """
    if reduce != "mean":
        found = (
            leave_one_out_counts(judged.chosen(annotators != one), reduce)
            for one in range(n_annotators)
        )
        return [sides and Sides(*map(rounded, sides)) for sides in found]
    whole = leave_one_out_counts(judged, "mean")
    if whole is None:
        return [None] * n_annotators
    whole = Sides(*map(rounded, whole))
    # Pairs of the examples of each annotator as they are, and without him or her, on both sides.
    k = judged.kind_size
    shares = {
        side: [judged.kind_weight / np.maximum(_n_pairs(k - left, side), 1) for left in (0, 1)]
        for side in range(2)
    }
    taken, given = (
        [Pairs(judged, shares[side][left], n_annotators) for side in range(2)] for left in (0, 1)
    )
    for rows, places in judged.blocks(2):
        k = places.shape[1]
        owner, gold = annotators[places], judged.gold[places]
        sides = judged.answers[places], judged.predicted[rows, None]
        apart = ~np.eye(k, dtype=bool), np.ones((1, k), dtype=bool)
        for side in range(2):
            shape = len(rows), sides[side].shape[1], k
            predicted = np.broadcast_to(sides[side][:, :, None], shape)
            golds = np.broadcast_to(gold[:, None, :], shape)
            for one in range(k):
                left = np.arange(k) != one
                kept = apart[side] & left & (left[:, None] if side == 0 else True)
                for pairs, chosen in ((taken, apart[side]), (given, kept)):
                    if k > 2 or pairs is taken:
                        pairs[side].add(
                            judged.kind[rows, None],
                            predicted[:, chosen],
                            golds[:, chosen],
                            owner[:, one, None],
                        )
    before, after = (
        [[sums and rounded(sums) for sums in side.counts_by_owner()] for side in pairs]
        for pairs in (taken, given)
    )
    found = []
    for one in range(n_annotators):
        sides = [_exchanged(whole[side], before[side][one], after[side][one]) for side in range(2)]
        found.append(Sides(*sides) if sides[0].weight > 0 else None)
    return found


def case_contributions(judged, reduce, contributions):
    """Contributions of annotators and of the system in each case: a set left out of its example.

    Parameters
    ----------
    judged, reduce : as for :func:`leave_one_out_counts`
    contributions : callable, (a, b) -> Contributions of two equally long LabelSets

    Returns
    -------
    Sides of Contributions, a unit a case, each of weight 1
    int array, the place of the gold set of each case
    """
    parts, places_of = ([], []), []
    for rows, places in judged.blocks(2, 3):
        k = places.shape[1]
        shape, n_cases = (len(rows), k, k), len(rows) * k
        for side, predicted, golds, counted in _compared(judged, reduce, rows, places):
            case = np.nonzero(counted.reshape(n_cases, k))[0]
            share = np.broadcast_to(1 / counted.sum(axis=2, keepdims=True), shape)[counted]
            sides = (
                take_sets(judged.sets, predicted[counted]),
                take_sets(judged.sets, golds[counted]),
            )
            part = contributions(*sides).scaled(share).summed(case, n_cases)
            if reduce == "soft":
                others = ~np.eye(k, dtype=bool)
                scores = _pooled(judged, predicted, golds, others).reshape(3, -1).T
                points = np.concatenate([scores, np.ones((n_cases, 1))], axis=1)
                part = part._replace(points=points)
            parts[side].append(part)
        places_of.append(places.reshape(-1))
    return Sides(*(side[0].joined(side) for side in parts)), np.concatenate(places_of)


def jackknife_error(values):
    """Standard error from the values without each part: sqrt((A - 1)/A sum (v - mean)^2).

    Parameters
    ----------
    values : float64 array (A, ...), A >= 2

    Returns
    -------
    float64 array (...)
    """
    values = np.asarray(values, dtype=np.float64)
    n = len(values)
    return np.sqrt((n - 1) / n * ((values - values.mean(axis=0)) ** 2).sum(axis=0))


def scores_of_cases(judged):
    """Mean F1 against the others of each case: a set of an annotator, and the prediction beside it.

    Returns
    -------
    int array, the place of the gold set of each case; two float64 arrays, the mean F1 of the
    annotator and of the system against the other annotators of the example
    """
    found = [(np.zeros(0, np.int64), np.zeros(0), np.zeros(0))]
    for rows, places in judged.blocks(2):
        k = places.shape[1]
        answers, gold = judged.answers[places], judged.gold[places]
        human = judged.scores(answers[:, :, None], gold[:, None, :])[2]
        system = judged.scores(judged.predicted[rows, None], gold)[2]
        others = ~np.eye(k, dtype=bool) / (k - 1)
        found.append(
            (
                places.reshape(-1),
                (human * others).sum(axis=2).reshape(-1),
                (system @ others).reshape(-1),
            )
        )
    return tuple(np.concatenate(parts) for parts in zip(*found, strict=True))


def _n_pairs(k, side):
    """Pairs of k annotators with each other, or of the system with them."""
    return k * (k - 1) if side == 0 else k


def _tied_weights(judged, most, cases=True):
    """Weights of classes ``kind * (most + 1) + t``: a case, or an example, shared by t equals."""
    weight = judged.kind_weight / np.maximum(judged.kind_size, 1) if cases else judged.kind_weight
    return (weight[:, None] / np.maximum(np.arange(most + 1), 1)).reshape(-1)


def _human_mean(judged):
    k = judged.kind_size
    pairs = Pairs(judged, judged.kind_weight / np.maximum(k, 1) / np.maximum(k - 1, 1))
    alike = judged.answers is judged.gold
    for rows, places in judged.blocks(2):
        answers, gold = judged.answers[places], judged.gold[places]
        first, second = np.triu_indices(places.shape[1], 1)
        a, b = answers[:, first], gold[:, second]
        classes = judged.kind[rows, None]
        if alike:
            # A pair and its mirror are counted once, and turned round at the end.
            pairs.add(classes, np.minimum(a, b), np.maximum(a, b))
        else:
            pairs.add(classes, a, b)
            pairs.add(classes, answers[:, second], gold[:, first])
    sums = pairs.counts()
    return sums.plus(_mirrored(sums)) if alike else sums


def _mirrored(sums):
    """The exact counts with predictions and references in each other's place."""
    m = (sums.shape[0] - 6) // 4
    places = np.arange(4 * m)
    last = 4 * m + np.array([1, 0, 3, 2, 4, 5])
    return sums[np.concatenate([places[2 * m :], places[: 2 * m], last])]


def _cases(judged, reduce, annotators=None, n_owners=1):
    """Exact counts of annotators and of the system in all cases, or in each annotator's.

    Returns two lists of ExactSum, one an owner.
    """
    most = int(np.diff(judged.offsets).max(initial=1))
    # Whoever is left out, an example counts once; by annotator it counts once for each.
    weights = _tied_weights(judged, most, cases=annotators is None)
    pairs = [Pairs(judged, weights, n_owners) for _ in range(2)]
    pooled = [[], []]
    for rows, places in judged.blocks(2):
        k = places.shape[1]
        owner = np.zeros_like(places) if annotators is None else annotators[places]
        shape = len(rows), k, k
        for side, predicted, golds, counted in _compared(judged, reduce, rows, places):
            if reduce == "soft":
                others = ~np.eye(k, dtype=bool)
                scores = _pooled(judged, predicted, golds, others).reshape(3, -1).T
                weight = weights[judged.kind[rows] * (most + 1) + 1]
                pooled[side].append((owner.reshape(-1), scores, np.repeat(weight, k)))
            classes = judged.kind[rows, None] * (most + 1) + counted.sum(axis=2)
            pairs[side].add(
                np.broadcast_to(classes[:, :, None], shape)[counted],
                predicted[counted],
                golds[counted],
                np.broadcast_to(owner[:, :, None], shape)[counted],
            )
    found = [side.counts_by_owner() for side in pairs]
    if reduce == "soft":
        for side, parts in zip(found, pooled, strict=True):
            owner, scores, weight = (np.concatenate(x) for x in zip(*parts, strict=True))
            for one, sums in enumerate(side):
                own = owner == one
                side[one] = sums and with_samples(sums, scores[own], weight[own])
    return found


def _compared(judged, reduce, rows, places):
    """For either side its number, and predicted sets, gold sets and which of them count.

    The three are arrays over (example, set left out, other set).
    """
    gold = judged.gold[places]
    others = ~np.eye(places.shape[1], dtype=bool)
    shape = len(rows), *others.shape
    for side, chosen in enumerate((judged.answers[places], judged.predicted[rows, None])):
        predicted = np.broadcast_to(chosen[:, :, None], shape)
        golds = np.broadcast_to(gold[:, None, :], shape)
        counted = np.broadcast_to(others, shape)
        if reduce == "max":
            f1 = np.where(others, judged.scores(predicted, golds)[2], -np.inf)
            counted = f1 >= f1.max(axis=2, keepdims=True) - SAME_F1
        yield side, predicted, golds, counted


def _pooled(judged, predicted, golds, others):
    """Precision, recall and F1 of each case against the pooled labels of the others."""
    precision, recall, _ = judged.scores(predicted, golds)
    chosen = np.maximum(np.diff(judged.sets.offsets), 1)[golds] * others
    precision = (precision * others).sum(axis=2) / (len(others) - 1)
    recall = (recall * chosen).sum(axis=2) / chosen.sum(axis=2)
    return np.minimum(np.stack([precision, recall, harmonic_mean(precision, recall)]), 1.0)


def _exchanged(whole, taken, given):
    """The counts with some examples' taken away and given anew."""
    counts = whole
    if taken is not None:
        counts = Counts(*(a - b for a, b in zip(counts, taken, strict=True)))
    if given is not None:
        counts = Counts(*(a + b for a, b in zip(counts, given, strict=True)))
    # What is left of a label that nobody uses any more is rounding.
    numbers = {"tp": "predicted", "matched": "support"}
    fields = {}
    for credit, number in (*numbers.items(), (None, "unknown_predicted"), (None, "unknown_gold")):
        left, before = getattr(counts, number), getattr(whole, number)
        used = left > SAME_F1 * before
        fields[number] = np.where(used, left, 0.0)[()]
        if credit:
            fields[credit] = np.where(used, np.maximum(getattr(counts, credit), 0), 0.0)
    weight = counts.weight if counts.weight > SAME_F1 * whole.weight else 0.0
    return counts._replace(weight=weight, **fields)


# --- semantic_f1/scoring/bootstrap.py

# More units than these are drawn in blocks, every 1,024th one in a block: intervals are as wide
# to within half a percent, in a tenth of the time.
MANY_UNITS, DRAWN_BLOCKS = 1 << 13, 1 << 10
# Values laid out at a time: 32 MB.
RESAMPLED_VALUES = 1 << 22
# Streams of random numbers, so that no average changes the draws of another.
_STREAMS = {"samples": 0, "micro": 1, "macro": 2, "weighted": 3, None: 4}


class Pseudo(NamedTuple):
    """Sizes of the imaginary example of one system, in the units of its columns.

    - ``weight``: that of one example
    - ``predicted``, ``gold``: its labels, those of a mean example that has any
    - ``label``: (m,), how much an example counts that has the label
    - ``share_predicted``, ``share_gold``: (m,), the labels' shares of all
    - ``whole``: how many times the size is taken for scores without any spread: 1 for examples,
      for groups the examples of a mean one
    """

    weight: float
    predicted: float
    gold: float
    label: np.ndarray
    share_predicted: np.ndarray
    share_gold: np.ndarray
    whole: float


class ExactSums:
    """Rows of a matrix, ready for exact sums of up to n of them, times whole numbers.

    Matrix products add up in an order that depends on the machine, its threads and the shapes. So
    values are held as sums of parts of which float64 adds up n exactly, in any order.
    """

    def __init__(self, rows):
        self.n, self.width = rows.shape
        largest = np.abs(rows).max(axis=0) if len(rows) else np.zeros(self.width)
        whole = (rows == np.rint(rows)).all(axis=0) & (self.n * largest < 2**24)
        self._whole, self._real = np.flatnonzero(whole), np.flatnonzero(~whole)
        unit = _last_place(self.n * largest[self._real])
        rest_unit = _last_place(self.n * unit)
        values = rows[:, self._real]
        coarse = np.rint(values / unit) * unit
        rest = np.rint((values - coarse) / rest_unit) * rest_unit
        # float32 is exact up to 2 ** 24, and products of it take half the time.
        self._counts = rows[:, self._whole].astype(np.float32)
        self._values = np.concatenate([coarse, rest], axis=1)

    def of(self, times):
        """Sums of the rows, each as often as ``times``, (B, n) whole numbers that add up to n."""
        sums = np.empty((len(times), self.width))
        parts = times @ self._values
        sums[:, self._real] = parts[:, : len(self._real)] + parts[:, len(self._real) :]
        sums[:, self._whole] = times.astype(np.float32) @ self._counts
        return sums


def drawn_units(contributions):
    """Units to draw from: blocks of every 1,024th of many; few units are drawn as they are."""
    n = contributions.n_units
    if n <= MANY_UNITS:
        return contributions
    return contributions.summed(np.arange(n) % DRAWN_BLOCKS, DRAWN_BLOCKS)


def resampled_sums(matrices, n_resamples, seed):
    """Sums of rows over resamples, block by block.

    Resample r holds the rows of the r-th ``integers(n, size=n)`` of
    ``numpy.random.default_rng(seed)``, the same ones of every matrix.

    Parameters
    ----------
    matrices : sequence of float64 arrays (n, k) of equally many rows
    n_resamples, seed : int

    Yields
    ------
    slice of resamples; (B, n) array, how often each of them holds each row; list of the sums of
    each matrix, (B, k)
    """
    exact = [ExactSums(matrix) for matrix in matrices]
    n, width = exact[0].n, sum(each.width for each in exact)
    rng = np.random.default_rng(seed)
    step = max(1, RESAMPLED_VALUES // max(n, width))
    for start in range(0, n_resamples, step):
        size = min(step, n_resamples - start)
        # One long draw has the numbers of many short ones.
        drawn = rng.integers(n, size=(size, n))
        drawn += n * np.arange(size)[:, None]
        times = np.bincount(drawn.ravel(), minlength=size * n).reshape(size, n).astype(np.float64)
        yield slice(start, start + len(times)), times, [each.of(times) for each in exact]


def resampled_columns(systems, averages, n_resamples, seed):
    """Columns of resamples of units, block by block, as :func:`resampled_sums`.

    Parameters
    ----------
    systems : sequence of Contributions of the same n units
    averages : the averages whose columns are wanted
    n_resamples, seed : int

    Yields
    ------
    slice of resamples; (B, n) array, how often each of them holds each unit; and dict of average
    -> list with the columns of each system, (B, 4) or (B, 4, m)
    """
    kinds = {average: column_kind(average) for average in averages}
    distinct = list(dict.fromkeys(kinds.values()))
    places = [(kind, system) for kind in distinct for system in systems]
    rows = [np.reshape(system.columns(kind), (system.n_units, -1)) for kind, system in places]
    for part, times, sums in resampled_sums(rows, n_resamples, seed):
        columns = {kind: [] for kind in distinct}
        for (kind, system), found in zip(places, sums, strict=True):
            shape = (len(times), 4, system.n_labels) if kind is None else (len(times), -1)
            columns[kind].append(found.reshape(shape))
        yield part, times, {average: columns[kind] for average, kind in kinds.items()}


def replicates(systems, averaging, n_resamples, seed, smoothers=None):
    """Scores of resamples.

    Parameters
    ----------
    systems : sequence of S Contributions of the same units
    averaging : Averaging
    n_resamples, seed : int
    smoothers : None, or dict of average -> one Smoother a system

    Returns
    -------
    dict of average -> float64 array of shape (S, B, 3), or (S, B, 3, m) for average None
    """
    result = {}
    for place, _, columns in resampled_columns(systems, averaging.averages, n_resamples, seed):
        for average, of_systems in columns.items():
            for system, drawn in enumerate(of_systems):
                smooth = smoothers is not None
                found = smoothers[average][system].added_to(drawn) if smooth else drawn
                scores = scores_of_columns(found, average, averaging.of(system))
                if average not in result:
                    shape = (len(systems), n_resamples, *scores.shape[1:])
                    result[average] = np.empty(shape)
                result[average][system, place] = scores
    return result


def pseudo_example(examples, n_units):
    """Sizes of the imaginary example.

    Parameters
    ----------
    examples : Contributions of examples, before they are added up to groups
    n_units : int, how many groups they belong to, or examples where each is a unit
    """
    n, m = examples.n_units, examples.n_labels
    label = np.zeros(m)
    weights, shares, sizes = [], [], []
    for side, column in ((examples.predicted, 1), (examples.gold, 3)):
        total = np.bincount(side.label, side.weight, minlength=m).astype(np.float64)
        shares.append(divide(total, total.sum()))
        weights.append(total)
        number = examples.totals[:, column]
        sizes.append(float(divide(number.sum(), np.count_nonzero(number))))
    # An example counts by the greater of its two sides, one of them where the other lacks it.
    rows = np.concatenate([examples.predicted.row, examples.gold.row])
    labels = np.concatenate([examples.predicted.label, examples.gold.label])
    size = np.concatenate([examples.predicted.weight, examples.gold.weight])
    if len(rows):
        cell = rows.astype(np.int64) * m + labels
        order = np.lexsort((-size, cell))
        cell, size, labels = cell[order], size[order], labels[order]
        first = np.concatenate([[True], cell[1:] != cell[:-1]])
        number = np.bincount(labels[first], minlength=m)
        label = divide(np.bincount(labels[first], size[first], minlength=m), number)
    label = np.where(label > 0, label, 1.0)
    predicted, gold = sizes
    # A system that predicts nothing could have predicted as many labels as there are gold.
    predicted, gold = predicted or gold or 1.0, gold or predicted or 1.0
    weight = float(examples.points[:, -1].mean())
    return Pseudo(weight, predicted, gold, label, *shares, n / n_units)


def like_the_others(totals, averaging, limits):
    """Precision and recall that a label is expected to have: means over the labels that have any.

    Parameters
    ----------
    totals : sequence of float64 arrays (4, m), the columns by label of each system
    averaging : Averaging
    limits : the least and the greatest value returned

    Returns
    -------
    two floats
    """
    means = []
    for columns in totals:
        scores = scores_of_columns(columns, None, averaging)
        tp, predicted, matched, support = columns
        gold = support if averaging.counting == "two_sided" else tp + (support - matched)
        for values, denominator in ((scores[0], predicted), (scores[1], gold)):
            here = denominator > 0
            if averaging.macro_mask is not None:
                here &= averaging.macro_mask
            means.append(values[here].mean() if here.any() else np.nan)
    table = np.reshape(means, (-1, 2))
    known = ~np.isnan(table)
    mean = divide(np.where(known, table, 0).sum(axis=0), known.sum(axis=0))
    mean = np.where(known.any(axis=0), mean, 0.5)
    return tuple(float(value) for value in np.clip(mean, *limits))


def pseudo_shapes(precision, recall, flat):
    """Shapes of the gamma weights of right, false alarm and miss of a label's imaginary example.

    ``flat`` of it is half right and half wrong, the rest has the given precision and recall.
    """
    f1 = harmonic_mean(precision, recall)
    likely = np.array([f1, f1 * (1 / precision - 1), f1 * (1 / recall - 1)])
    return (flat + (1 - flat) * likely) / 2


def smoothing_scale(standard_error, pseudo, average):
    """Size of the imaginary example: a whole group where scores have no spread.

    Ten groups of ten right examples each must not read as a hundred independent examples.
    """
    still = ~(np.nan_to_num(standard_error) > 0)
    if average is None:
        return np.where(still.all(axis=0), pseudo.whole, 1.0)
    return pseudo.whole if still.all() else 1.0


class Smoother:
    """The imaginary example of one system in each resample.

    Parameters
    ----------
    average : one of the averages
    pseudo : Pseudo
    scale : float, or (m,) for average None: 1, or ``pseudo.whole`` where scores show no spread
    shapes : for "macro": as :func:`pseudo_shapes` gives them
    seed, system : int; with the average they name the stream of random numbers
    """

    def __init__(self, average, pseudo, scale, shapes, seed, system):
        self.average, self.pseudo, self.scale, self.shapes = average, pseudo, scale, shapes
        self.rng = np.random.default_rng([seed, 2, system, _STREAMS[average]])

    def added_to(self, columns):
        """Columns (B, ...) of the next resamples, with an imaginary example in each."""
        pseudo, rng, size = self.pseudo, self.rng, len(columns)
        added = columns.copy()
        if self.average == "samples":
            right, wrong = (rng.standard_gamma(0.5, (size, 2)) * pseudo.weight * self.scale).T
            added += right[:, None]
            added[:, -1] += wrong
            return added
        if self.average in ("macro", None):
            m = len(pseudo.label)
            shapes = (0.5, 0.5, 0.5) if self.average is None else self.shapes
            gamma = rng.standard_gamma(np.reshape(shapes, (3, 1)), (size, 3, m))
            gamma *= pseudo.label * self.scale
            right, alarm, miss = np.moveaxis(gamma, 1, 0)
            added += right[:, None]
            added[:, 1] += alarm
            added[:, 3] += miss
            return added
        gamma = rng.standard_gamma(0.5, (size, 3)) * self.scale
        both = (pseudo.predicted + pseudo.gold) / 2
        right, alarm, miss = (gamma * [both, pseudo.predicted, pseudo.gold]).T
        if self.average == "weighted":
            right = right[:, None] * ((pseudo.share_predicted + pseudo.share_gold) / 2)
            alarm = alarm[:, None] * pseudo.share_predicted
            miss = miss[:, None] * pseudo.share_gold
        added += right[:, None]
        added[:, 1] += alarm
        added[:, 3] += miss
        return added


def _last_place(bound):
    """The power of two of which sums up to the bound hold 2 ** 52 at most."""
    return np.ldexp(1.0, np.frexp(bound)[1] - 52)


# --- semantic_f1/scoring/influence.py

def gradients(columns, average, averaging):
    """Derivatives of precision, recall and F1 by the columns that they are worked out from.

    Parameters
    ----------
    columns : float64 array (..., 4) or (..., 4, m), see :mod:`contributions`
    average : one of the averages
    averaging : Averaging

    Returns
    -------
    float64 array of shape (..., 3, 4), or (..., 3, 4, m) by label; 0 for what has no denominator.
    For average None each label's scores, by its own columns
    """
    if average == "samples":
        return _of_means(columns)
    if average == "micro":
        return _of_ratios(columns, averaging.counting)
    each = _of_ratios(np.moveaxis(columns, -2, -1), averaging.counting)
    # (..., m, 3, 4) to (..., 3, 4, m)
    each = np.moveaxis(each, -3, -1)
    if average is None:
        return each
    support = columns[..., 3, :]
    of_macro = average == "macro"
    scores = None if of_macro else scores_of_columns(columns, None, averaging)
    mask = averaging.macro_mask
    averaged = np.ones(columns.shape[-1]) if mask is None else mask.astype(np.float64)
    macro = each * (averaged / max(averaged.sum(), 1))
    if of_macro and averaging.macro_f1 == "f1_of_averages":
        precision, recall = np.moveaxis(
            scores_of_columns(columns, "macro", averaging)[..., :2], -1, 0
        )
        macro[..., 2, :, :] = _of_harmonic_mean(
            precision[..., None, None],
            recall[..., None, None],
            macro[..., 0, :, :],
            macro[..., 1, :, :],
        )
    if of_macro:
        return macro
    total = support.sum(axis=-1)[..., None, None, None]
    weighted = each * divide(support[..., None, None, :], total)
    mean = scores_of_columns(columns, "weighted", averaging)
    weighted[..., 3, :] += divide(scores - mean[..., None], total[..., 0])
    # Without gold labels "weighted" is "macro".
    return np.where(total > 0, weighted, macro)


def influence_values(contributions, average, averaging):
    """Influence of each unit on the scores: n times the gradient times what the unit adds.

    Returns
    -------
    float64 array of shape (n, 3), or (n, 3, m) for average None
    """
    n = contributions.n_units
    gradient = n * gradients(contributions.total(average), average, averaging)
    if average in ("samples", "micro"):
        return _times(contributions.columns(average), gradient)
    if average is None:
        parts = [
            np.einsum("nkm,skm->nsm", contributions.columns(None, *block), gradient)
            for block in contributions.blocks()
        ]
        return np.concatenate(parts)
    # Members, row by row: bincount adds in one order, whatever the threads.
    values = np.zeros((n, 3))
    for place, side in ((0, contributions.predicted), (2, contributions.gold)):
        for score in range(3):
            earned = gradient[score, place][side.label] * side.credit
            earned += gradient[score, place + 1][side.label] * side.weight
            values[:, score] += np.bincount(side.row, earned, minlength=n)
    return values


def standard_errors(contributions, average, averaging, other=None, averaging_of_other=None):
    """Standard errors of precision, recall and F1, or of their differences from ``other``'s.

    Parameters
    ----------
    contributions, other : Contributions of the same n units; ``other`` may be None
    average, averaging : as for :func:`gradients`
    averaging_of_other : Averaging; None: the same

    Returns
    -------
    float64 array of shape (3,), or (3, m) for average None; NaN for a single unit, which says
    nothing of how others would score
    """
    n = contributions.n_units
    sides = [contributions] if other is None else [contributions, other]
    if average is None:
        squares = np.zeros((3, contributions.n_labels))
        slopes = [n * gradients(side.total(None), None, averaging) for side in sides]
        for block in contributions.blocks():
            moves = [
                np.einsum("nkm,skm->nsm", side.columns(None, *block), slope)
                for side, slope in zip(sides, slopes, strict=True)
            ]
            apart = moves[0] if other is None else moves[0] - moves[1]
            squares += (apart**2).sum(axis=0)
    else:
        each = (averaging, averaging_of_other or averaging)[: len(sides)]
        moves = [
            influence_values(side, average, own) for side, own in zip(sides, each, strict=True)
        ]
        apart = moves[0] if other is None else moves[0] - moves[1]
        squares = (apart**2).sum(axis=0)
    if n == 1:
        return np.full_like(squares, np.nan)
    return np.sqrt(squares / (n * (n - 1)))


def _of_means(columns):
    """Derivatives of P / w, R / w and F / w by (P, R, F, w)."""
    weight = columns[..., -1:]
    number = columns.shape[-1] - 1
    gradient = np.zeros((*columns.shape[:-1], number, number + 1))
    for place in range(number):
        gradient[..., place, place] = divide(1.0, weight[..., 0])
    gradient[..., -1] = -divide(divide(columns[..., :-1], weight), weight)
    return gradient


def _of_ratios(columns, counting):
    """Derivatives of precision, recall and F1 by (tp, predicted, matched, support)."""
    tp, predicted, matched, support = np.moveaxis(columns, -1, 0)
    gradient = np.zeros((*columns.shape[:-1], 3, 4))
    precision = divide(tp, predicted)
    gradient[..., 0, 0] = divide(1.0, predicted)
    gradient[..., 0, 1] = -divide(precision, predicted)
    if counting == "two_sided":
        recall = divide(matched, support)
        gradient[..., 1, 2] = divide(1.0, support)
        gradient[..., 1, 3] = -divide(recall, support)
        gradient[..., 2, :] = _of_harmonic_mean(
            precision[..., None], recall[..., None], gradient[..., 0, :], gradient[..., 1, :]
        )
        return gradient
    gold = tp + (support - matched)
    recall = divide(tp, gold)
    gradient[..., 1, 0] = divide(1 - recall, gold)
    gradient[..., 1, 2] = divide(recall, gold)
    gradient[..., 1, 3] = -divide(recall, gold)
    both = tp + predicted + (support - matched)
    f1 = divide(2 * tp, both)
    gradient[..., 2, 0] = divide(2 - f1, both)
    gradient[..., 2, 1] = -divide(f1, both)
    gradient[..., 2, 2] = divide(f1, both)
    gradient[..., 2, 3] = -divide(f1, both)
    return gradient


def _of_harmonic_mean(a, b, slope_a, slope_b):
    """Derivatives of 2ab / (a + b) by what a and b have the given slopes by."""
    square = (a + b) ** 2
    return divide(2 * b * b, square) * slope_a + divide(2 * a * a, square) * slope_b


def _times(rows, gradient):
    """Sums of products of rows (n, k) with a gradient (s, k), in one order always."""
    return (rows[:, None, :] * gradient).sum(axis=-1)


# --- semantic_f1/scoring/student.py

_NORMAL = NormalDist()
# Beyond this many degrees of freedom t is normal to 1e-9.
_NORMAL_FROM = 1e9


def student_tail(t, df):
    """P(T <= -|t|) for Student's t: half of the two-sided p-value.

    Parameters
    ----------
    t : float
    df : float > 0, degrees of freedom

    Returns
    -------
    float in [0, 0.5], with a relative error below 1e-9 for up to 1e9 degrees of freedom
    """
    t = abs(float(t))
    if math.isinf(t):
        return 0.0
    if df > _NORMAL_FROM:
        return _NORMAL.cdf(-t)
    square = t * t
    return incomplete_beta(df / 2, 0.5, df / (df + square), square / (df + square)) / 2


@lru_cache(maxsize=256)
def student_quantile(share, df):
    """The t that a share of Student's t distribution lies below.

    Parameters
    ----------
    share : float in (0, 1)
    df : float > 0, degrees of freedom

    Returns
    -------
    float
    """
    tail = min(share, 1 - share)
    if tail >= 0.5:
        return 0.0
    # Bisection of the logarithm of t, whose range is that of float64.
    low, high = -700.0, 700.0
    while high - low > 1e-14 * max(1.0, abs(low)):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        if student_tail(math.exp(middle), df) > tail:
            low = middle
        else:
            high = middle
    t = math.exp((low + high) / 2)
    return -t if share < 0.5 else t


def incomplete_beta(a, b, x, rest=None):
    """The regularized incomplete beta function I_x(a, b); ``rest`` is 1 - x, where known better.

    Lentz's continued fraction (Press et al., "Numerical Recipes", section 6.4).
    """
    rest = 1 - x if rest is None else rest
    if x <= 0 or rest <= 0:
        return 0.0 if x <= 0 else 1.0
    if x > (a + 1) / (a + b + 2):
        return 1 - incomplete_beta(b, a, rest, x)
    front = math.exp(
        -_log_beta(a, b)
        + a * (math.log1p(-rest) if rest < 0.5 else math.log(x))
        + b * (math.log1p(-x) if x < 0.5 else math.log(rest))
    )
    tiny = 1e-300
    c, d = 1.0, 1 - (a + b) * x / (a + 1)
    d = 1 / (d if abs(d) > tiny else tiny)
    fraction = d
    for i in range(1, 100_000):
        for term in (
            i * (b - i) * x / ((a + 2 * i - 1) * (a + 2 * i)),
            -(a + i) * (a + b + i) * x / ((a + 2 * i) * (a + 2 * i + 1)),
        ):
            d = 1 + term * d
            d = 1 / (d if abs(d) > tiny else tiny)
            c = 1 + term / c
            c = c if abs(c) > tiny else tiny
            fraction *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return front * fraction / a


def _log_beta(a, b):
    """The logarithm of the beta function; a or b is at most 1 where the other is large."""
    small, large = min(a, b), max(a, b)
    if large < 1e4 or small > 1:
        return math.lgamma(a) + math.lgamma(b) - math.lgamma(a + b)
    # Two large logarithms would cancel; Stirling's series of their difference doesn't.
    step = small * math.log(large) + small * (small - 1) / (2 * large)
    step -= small * (small - 1) * (2 * small - 1) / (12 * large**2)
    return math.lgamma(small) - step


def tail_share(confidence_level, n):
    """The share of resamples beyond each end of an interval from n units.

    Percentiles of a bootstrap are too near to each other: it takes the n units for the population,
    and its variance is (n - 1) / n of theirs. Phi(-sqrt(n / (n - 1)) t) mends both (Hesterberg,
    "What Teachers Should Know About the Bootstrap", The American Statistician 69, 2015).

    Returns
    -------
    float; 0 for a single unit
    """
    if n < 2:
        return 0.0
    t = student_quantile((1 + confidence_level) / 2, n - 1)
    return _NORMAL.cdf(-math.sqrt(n / (n - 1)) * t)


def two_sided_p_values(shares, n):
    """p-values whose interval's tails are these shares: the inverse of :func:`tail_share`.

    Parameters
    ----------
    shares : float array of any shape, in (0, 1/2]
    n : int, the units

    Returns
    -------
    float64 array of that shape; 1 for a single unit
    """
    shares = np.asarray(shares, dtype=np.float64)
    if n < 2:
        return np.ones_like(shares)
    distinct, place = np.unique(shares, return_inverse=True)
    shrink = math.sqrt((n - 1) / n)
    values = [
        1.0 if share >= 0.5 else 2 * student_tail(shrink * _NORMAL.inv_cdf(share), n - 1)
        for share in distinct.tolist()
    ]
    return np.array(values)[np.reshape(place, shares.shape)]


# --- semantic_f1/scoring/intervals.py

INTERVAL_METHODS = ("smoothed", "bca", "percentile")
# Scores nearer than this are equal: they differ by rounding only.
SCORE_TIE = 1e-12
# Five units need 2,000 resamples for one to lie beyond the end of a 95% interval; they cost little.
FEW_UNITS, MOST_RESAMPLES_OF_FEW = 10, 20_000


class Interval(NamedTuple):
    """Scores with the ends of their confidence intervals: three float64 arrays of one shape."""

    estimate: np.ndarray
    low: np.ndarray
    high: np.ndarray


class Uncertainty(NamedTuple):
    """Scores of one average with their uncertainty.

    - ``interval``: Interval of precision, recall and F1, arrays of shape (3,), or (3, m) by label
    - ``standard_error``: likewise, by influence values; NaN for one unit
    """

    interval: Interval
    standard_error: np.ndarray


def score_intervals(
    examples,
    averaging,
    *,
    groups=None,
    n_resamples=1000,
    confidence_level=0.95,
    seed=0,
    method="smoothed",
):
    """Bootstrap confidence intervals of the scores of one system.

    Parameters
    ----------
    examples : Contributions of n >= 1 examples, each of a weight above 0
    averaging : Averaging; its averages are those that come back
    groups : None, or int array (n,), the group of each example, numbered from 0 without gaps;
        groups are then what is drawn
    n_resamples : int >= 1
    confidence_level : float in (0, 1)
    seed : int >= 0
    method : one of INTERVAL_METHODS. "smoothed" adds an imaginary example, half right and half
        wrong, to each resample, and takes the tails of Student's t distribution (Hesterberg 2015);
        for "weighted" the outer ends of it and of "bca". "bca" is bias-corrected and accelerated
        (Efron 1987), "percentile" plain; their macro reaches from the mean where labels without
        examples count 0 to the mean over the labels that a resample has

    Returns
    -------
    dict of average -> Uncertainty
    """
    units = examples.grouped(groups)
    n, drawn = units.n_units, drawn_units(units)
    share = tail_share(confidence_level, n)
    n_resamples = enough_resamples(n_resamples, share, n)
    totals = {average: units.total(average) for average in averaging.averages}
    estimates = {
        average: scores_of_columns(total, average, averaging) for average, total in totals.items()
    }
    errors = {average: standard_errors(units, average, averaging) for average in averaging.averages}
    ends = {average: [estimates[average]] for average in averaging.averages}
    plain = averaging.averages
    if method == "smoothed":
        plain = tuple(average for average in plain if average == "weighted")
        pseudo = pseudo_example(examples, n)
        smoothers = {}
        for average in averaging.averages:
            shapes = None
            if average == "macro":
                likely = like_the_others([totals[average]], averaging, (0.02, 0.98))
                shapes = pseudo_shapes(*likely, flat=0.5)
            scale = smoothing_scale(errors[average], pseudo, average)
            smoothers[average] = [Smoother(average, pseudo, scale, shapes, seed, 0)]
        for average, values in replicates([drawn], averaging, n_resamples, seed, smoothers).items():
            low, high = order_ends(values[0], share, (0.0, 1.0))
            if average == "macro":
                # Labels that nobody used could be like the others, or be missed altogether.
                low = np.minimum(low, low * _share_seen(totals[average], averaging))
            ends[average] += [low, high]
    if plain:
        kind = "bca" if method == "smoothed" else method
        for average, found in _plain_ends(
            drawn, averaging._replace(averages=plain), n_resamples, seed, confidence_level, kind
        ).items():
            ends[average] += found
    return {
        average: Uncertainty(
            Interval(estimates[average], np.min(found, axis=0), np.max(found, axis=0)),
            errors[average],
        )
        for average, found in ends.items()
    }


def mean_intervals(
    values, *, weight=None, groups=None, n_resamples=1000, confidence_level=0.95, seed=0
):
    """BCa intervals of (weighted) means of values that may have no bounds, distances say.

    Parameters
    ----------
    values : float64 array of shape (n, k), n >= 1
    weight : None, or float64 array (n,), > 0
    groups, n_resamples, confidence_level, seed : as for :func:`score_intervals`

    Returns
    -------
    Uncertainty of arrays of shape (k,)
    """
    n = len(values)
    weight = np.ones(n) if weight is None else weight / weight.max()
    rows = np.concatenate([values, np.ones((n, 1))], axis=1) * (weight / weight.mean())[:, None]
    if groups is not None:
        n = int(groups.max()) + 1
        rows = np.stack([np.bincount(groups, column, minlength=n) for column in rows.T], axis=1)

    def means(sums):
        return sums[..., :-1] / sums[..., -1:]

    total = rows.sum(axis=0)
    estimate = means(total)
    moves = n * (rows[:, :-1] - estimate * rows[:, -1:]) / total[-1]
    error = (
        np.sqrt((moves**2).sum(axis=0) / (n * (n - 1))) if n > 1 else np.full(len(estimate), np.nan)
    )
    drawn = rows
    if n > MANY_UNITS:
        codes = np.arange(n) % DRAWN_BLOCKS
        drawn = np.stack([np.bincount(codes, column) for column in rows.T], axis=1)
    found = np.empty((n_resamples, len(estimate)))
    for place, _, (sums,) in resampled_sums([drawn], n_resamples, seed):
        found[place] = means(sums)
    skew = 0.0
    if n > 1:
        skew = _skewness(len(drawn) * (estimate - means(total - drawn)))
    low, high = percentile_ends(estimate, found, confidence_level, "bca", skew)
    interval = Interval(estimate, np.minimum(low, estimate), np.maximum(high, estimate))
    return Uncertainty(interval, error)


def enough_resamples(n_resamples, share, n):
    """As many resamples as were asked for; of few units more, so that some lie in the tails."""
    if n < FEW_UNITS and share > 0:
        return max(n_resamples, min(int(np.ceil(2 / share)), MOST_RESAMPLES_OF_FEW))
    return n_resamples


def order_ends(values, share, bounds):
    """Ends of intervals: order statistics with a share of the replicates beyond each.

    Where no replicate lies that far out, the ends are the bounds of the score.

    Parameters
    ----------
    values : float64 array of shape (B, ...)
    share : float in [0, 1/2)
    bounds : two floats

    Returns
    -------
    two float64 arrays of shape (...)
    """
    number = len(values)
    place = int(np.floor(share * (number + 1) + 1e-9))
    if place < 1:
        return tuple(np.full(values.shape[1:], bound) for bound in bounds)
    ordered = np.partition(values, sorted({place - 1, number - place}), axis=0)
    return ordered[place - 1], ordered[number - place]


def percentile_ends(estimate, values, confidence_level, kind, skew=0.0):
    """Ends of intervals, percentiles of the replicates, plain or bias-corrected and accelerated.

    Parameters
    ----------
    estimate : float64 array of any shape S, the scores of the data
    values : float64 array of shape (B, *S), B >= 1, those of the resamples
    confidence_level : float in (0, 1)
    kind : "percentile" or "bca"
    skew : for "bca": 0, or an array of shape S, the acceleration

    Returns
    -------
    two float64 arrays of shape S, low and high. Where all resamples lie on one side of the
    estimate, "bca" counts half a resample on the other
    """
    tails = np.array([(1 - confidence_level) / 2, (1 + confidence_level) / 2])
    shares = np.reshape(tails, (2,) + (1,) * np.ndim(estimate))
    if kind == "bca":
        shares = _bca_shares(shares, estimate, values, skew)
    ordered = np.sort(values, axis=0)
    place = np.broadcast_to(shares, (2, *ordered.shape[1:])) * (len(ordered) - 1)
    below = np.floor(place).astype(np.intp)
    low = np.take_along_axis(ordered, below, axis=0)
    high = np.take_along_axis(ordered, np.minimum(below + 1, len(ordered) - 1), axis=0)
    return low + (high - low) * (place - below)


def acceleration(units, statistic, columns):
    """Acceleration of "bca": the change of a score's spread with its value, by the jackknife.

    Parameters
    ----------
    units : Contributions
    statistic : callable, columns with any axes in front -> scores with them
    columns : the average whose columns it takes

    Returns
    -------
    float64 array, 0 where no unit left out changes the score
    """
    whole = units.total(columns)
    estimate = statistic(whole)
    changes = [
        units.n_units * (estimate - statistic(whole - units.columns(columns, *block)))
        for block in units.blocks()
    ]
    return _skewness(np.concatenate(changes))


def macro_readings(columns, data, averaging):
    """Macro scores over the labels that a resample has, in two readings.

    A rare label is missing from many resamples, and its score, 0/0, would count 0 there: far more
    often than in the data. So each mean is over the labels for which the score is not 0/0. Labels
    that the data itself lacks count 0 in the first reading, as in the data's own macro scores, and
    like the mean of the others in the second.

    Parameters
    ----------
    columns : float64 array (..., 4, m), those of resamples
    data : float64 array (4, m), those of the data
    averaging : Averaging

    Returns
    -------
    float64 array of shape (..., 2, 3): precision, recall and F1 in each reading
    """
    mask = slice(None) if averaging.macro_mask is None else averaging.macro_mask
    scores = scores_of_columns(columns, None, averaging)[..., mask]
    here, in_data = (
        np.stack(_defined(each, averaging.counting), axis=-2)[..., mask] for each in (columns, data)
    )
    second = divide((scores * here).sum(axis=-1), here.sum(axis=-1))
    readings = np.stack([second * in_data.mean(axis=-1), second], axis=-2)
    if averaging.macro_f1 == "f1_of_averages":
        readings[..., 2] = harmonic_mean(readings[..., 0], readings[..., 1])
    return readings


def _plain_ends(drawn, averaging, n_resamples, seed, confidence_level, kind):
    """Ends without smoothing, a list of arrays for each average; macro's are of both readings."""
    totals = {average: drawn.total(average) for average in averaging.averages}

    def statistic(columns, average):
        if average == "macro":
            return macro_readings(columns, totals[average], averaging)
        return scores_of_columns(columns, average, averaging)

    estimates = {average: statistic(total, average) for average, total in totals.items()}
    values = {
        average: np.empty((n_resamples, *estimate.shape)) for average, estimate in estimates.items()
    }
    for place, _, columns in resampled_columns([drawn], averaging.averages, n_resamples, seed):
        for average, of_systems in columns.items():
            values[average][place] = statistic(of_systems[0], average)
    result = {}
    for average, estimate in estimates.items():
        skew = 0.0
        if kind == "bca":
            skew = acceleration(drawn, partial(statistic, average=average), average)
        ends = percentile_ends(estimate, values[average], confidence_level, kind, skew)
        result[average] = [
            reading for end in ends for reading in (end if average == "macro" else [end])
        ]
    return result


def _skewness(changes):
    """The skewness of n changes (n, ...) over 6 sqrt(n), 0 where there is no spread."""
    about = changes - changes.mean(axis=0)
    square = (about**2).sum(axis=0)
    moves = square / len(changes) > SCORE_TIE
    return np.where(moves, (about**3).sum(axis=0), 0) / (6 * np.where(moves, square, 1) ** 1.5)


def _bca_shares(shares, estimate, values, skew):
    """Shares of the resamples below the ends of BCa intervals, from those of plain percentiles."""
    normal = NormalDist()
    quantile, cumulative = (np.vectorize(f, otypes=[float]) for f in (normal.inv_cdf, normal.cdf))
    # Resamples that equal the estimate count half on either side.
    below = (values < estimate - SCORE_TIE).sum(axis=0) + (values <= estimate + SCORE_TIE).sum(
        axis=0
    )
    half = 1 / (2 * len(values))
    bias = quantile(np.clip(below * half, half, 1 - half))
    shifted = bias + quantile(shares)
    # Beyond the pole the share is 0 or 1.
    return cumulative(bias + shifted / np.maximum(1 - skew * shifted, SCORE_TIE))


def _defined(columns, counting):
    """Mask of the labels whose precision, recall and F1 have a denominator above 0."""
    tp, predicted, matched, support = np.moveaxis(columns, -2, 0)
    if counting == "two_sided":
        # Its F1 is that of precision and recall, so 0/0 in precision goes on to it.
        return predicted > 0, support > 0, predicted > 0
    return predicted > 0, tp + (support - matched) > 0, (predicted > 0) | (support > 0)


def _share_seen(columns, averaging):
    """The share of macro's labels that are gold or predicted somewhere."""
    seen = (columns[1] > 0) | (columns[3] > 0)
    return (seen if averaging.macro_mask is None else seen[averaging.macro_mask]).mean()


# --- semantic_f1/scoring/annotators.py

# Pairs that are laid out at a time, dense.
BLOCK_PAIRS = 1 << 16
# F1s nearer than this are equal: they differ by rounding only.
_EQUAL_F1 = 1e-12


def reduced_pairs(predictions, golds, offsets, reduce, pointwise, *, sample_weight=None):
    """The pairs that count, and how much each does: for "mean" and "soft" all of them, 1/k each.

    Parameters are those of :func:`reduced_counts`.

    Returns
    -------
    LabelSets of predictions, LabelSets of golds, float64 array of weights
    """
    sizes = np.diff(offsets)
    weight = np.ones(len(sizes)) if sample_weight is None else sample_weight
    if reduce == "max":
        best, begin = _best(predictions, golds, offsets, pointwise)
        ties = np.diff(begin, append=len(best))
        alike = repeat_sets(predictions, ties), take_sets(golds, best)
        return *alike, np.repeat(weight / ties, ties)
    return repeat_sets(predictions, sizes), golds, np.repeat(weight / sizes, sizes)


def reduced_counts(predictions, golds, offsets, reduce, count, pointwise, *, sample_weight=None):
    """Additive counts of all examples.

    Parameters
    ----------
    predictions : LabelSets of n examples
    golds : LabelSets of their annotators
    offsets : int64 array of shape (n + 1,), where the gold sets of each example begin
    reduce : "mean", "max" or "soft"
    count, pointwise : callables, see above
    sample_weight : None, or float64 array of shape (n,), finite, >= 0, not all 0

    Returns
    -------
    what ``count`` returns, with each example counted once, or times its weight. For "mean" and
    "soft" the support of a label is the sum of the shares of annotators who chose it.
    """
    data = predictions, golds, offsets, reduce, pointwise
    *pairs, share = reduced_pairs(*data, sample_weight=sample_weight)
    counts = count(*pairs, sample_weight=share)
    if reduce == "soft":
        weight = np.ones(len(offsets) - 1) if sample_weight is None else sample_weight
        counts = with_samples(counts, reduced_scores(*data), weight)
    return counts


def reduced_scores(predictions, golds, offsets, reduce, pointwise):
    """Precision, recall and F1 of each example, float64 of shape (n, 3).

    Parameters are those of :func:`reduced_counts`.
    """
    if reduce == "max":
        best, begin = _best(predictions, golds, offsets, pointwise)
        ties = np.diff(begin, append=len(best))
        scores = _columns(pointwise(repeat_sets(predictions, ties), take_sets(golds, best)))
        return np.add.reduceat(scores, begin) / ties[:, None]
    scores = _columns(pointwise(repeat_sets(predictions, np.diff(offsets)), golds))
    means = np.add.reduceat(scores, offsets[:-1]) / np.diff(offsets)[:, None]
    if reduce == "soft":
        # An annotator's recall is a mean over the labels that he or she chose.
        chosen = np.maximum(np.diff(golds.offsets), 1)
        earned = np.add.reduceat(scores[:, 1] * chosen, offsets[:-1])
        precision, recall = means[:, 0], earned / np.add.reduceat(chosen, offsets[:-1])
        both = precision + recall
        f1 = np.divide(2 * precision * recall, both, out=np.zeros_like(both), where=both > 0)
        means = np.stack([precision, recall, f1], axis=1)
    return np.minimum(means, 1.0)


def reduced_rows(predictions, golds, offsets, reduce, example_counts, pointwise):
    """The counts of each example by itself, dense: what resampling draws from.

    Parameters
    ----------
    predictions, golds, offsets, reduce, pointwise : as for :func:`reduced_counts`
    example_counts : callable, gives the counts of each of its pairs as a row that ends in
        precision, recall, F1 and weight, as ``scoring.example_counts``

    Returns
    -------
    float64 array with a row an example, laid out as the rows of ``example_counts``
    """
    if reduce == "max":
        best, begin = _best(predictions, golds, offsets, pointwise)
        ties = np.diff(begin, append=len(best))
        rows = example_counts(repeat_sets(predictions, ties), take_sets(golds, best))
        return np.add.reduceat(rows, begin) / ties[:, None]
    parts = []
    for start, stop in _blocks_of_pairs(np.diff(offsets)):
        rows, pairs = np.arange(start, stop), np.arange(offsets[start], offsets[stop])
        sizes, begin = np.diff(offsets[start : stop + 1]), offsets[start:stop] - offsets[start]
        alike = repeat_sets(take_sets(predictions, rows), sizes), take_sets(golds, pairs)
        parts.append(np.add.reduceat(example_counts(*alike), begin) / sizes[:, None])
    matrix = np.concatenate(parts)
    if reduce == "soft":
        matrix[:, -4:-1] = reduced_scores(predictions, golds, offsets, reduce, pointwise)
    return matrix


def annotator_counts(predictions, golds, offsets, annotators, count, *, sample_weight=None):
    """Additive counts of the predictions against each annotator alone.

    Parameters
    ----------
    predictions, golds, offsets, count, sample_weight : as for :func:`reduced_counts`
    annotators : int array, one a gold set: which annotator chose it, numbered from 0 without gaps

    Returns
    -------
    list of what ``count`` returns, one an annotator
    """
    example = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
    by_annotator = np.argsort(annotators, kind="stable")
    result = []
    for pairs in np.split(by_annotator, np.cumsum(np.bincount(annotators))[:-1]):
        weight = None if sample_weight is None else sample_weight[example[pairs]]
        sets = take_sets(predictions, example[pairs]), take_sets(golds, pairs)
        result.append(count(*sets, sample_weight=weight))
    return result


def _best(predictions, golds, offsets, pointwise):
    """Places of the gold sets of the greatest F1 of each example, and where each one's begin."""
    sizes = np.diff(offsets)
    f1 = pointwise(repeat_sets(predictions, sizes), golds).f1
    greatest = np.repeat(np.maximum.reduceat(f1, offsets[:-1]), sizes)
    best = np.flatnonzero(f1 >= greatest - _EQUAL_F1)
    return best, np.searchsorted(best, offsets[:-1])


def _columns(scores):
    return np.stack([scores.precision, scores.recall, scores.f1], axis=1)


def _blocks_of_pairs(sizes):
    """Ranges of examples with a bounded number of pairs together (one example at least)."""
    ends = np.cumsum(sizes)
    start = 0
    while start < len(ends):
        limit = (ends[start - 1] if start else 0) + BLOCK_PAIRS
        stop = max(start + 1, int(np.searchsorted(ends, limit, side="right")))
        yield start, stop
        start = stop


# --- semantic_f1/scoring/graded.py

# Rows of a block: their columns stay in the processor's cache.
GRADED_ROWS = 4_096
# Rows that are summed at a time.
COUNTED_ROWS = 65_536
# 1 - p and p are raised to this before their logarithm is taken.
SMALLEST_GRADE = 1e-12


def graded_credits(claims, facts, values):
    """Credit of each label of each row: c(a) above.

    Parameters
    ----------
    claims, facts : float64 arrays of shape (n, m), values in [0, 1]
    values : float64 array of shape (m, m), S; ``values[a, b]`` is what label ``a`` earns from ``b``

    Returns
    -------
    float64 array of shape (n, m), at most ``claims``
    """
    levels = [_levels(row) for row in values]
    credit = np.zeros(claims.shape)
    for start in range(0, len(claims), GRADED_ROWS):
        rows = slice(start, start + GRADED_ROWS)
        claimed, given = (np.ascontiguousarray(x[rows].T) for x in (claims, facts))
        for label, steps in enumerate(levels):
            earned, covered = np.zeros(claimed.shape[1]), np.zeros(claimed.shape[1])
            for step, nearest in steps:
                for other in nearest:
                    covered += given[other]
                # What is claimed is 1 at most, so the bound of the sum needs no step of its own.
                earned += step * np.minimum(claimed[label], covered)
            credit[rows, label] = earned
    return credit


def graded_example_counts(predictions, targets, values, *, zero_division=1.0):
    """The counts of each example, laid out as ``counts.example_counts`` does for label sets.

    Parameters
    ----------
    predictions, targets : GradedRows
    values : as for :func:`graded_credits`
    zero_division : float in [0, 1], the three scores of an example whose rows are both all 0

    Returns
    -------
    float64 array of shape (n, 4 * m + 6): credit of the predicted labels, the predictions, credit
    of the gold labels, the targets, two zeros, precision, recall, F1, and 1
    """
    predictions, targets = predictions.table, targets.table
    n, m = predictions.shape
    matrix = np.zeros((n, 4 * m + 6))
    matrix[:, :m] = graded_credits(predictions, targets, values)
    matrix[:, m : 2 * m] = predictions
    matrix[:, 2 * m : 3 * m] = graded_credits(targets, predictions, values)
    matrix[:, 3 * m : 4 * m] = targets
    earned, claimed, covered, given = (
        matrix[:, part * m : (part + 1) * m].sum(axis=1) for part in range(4)
    )
    precision = np.minimum(divide(earned, claimed), 1.0)
    recall = np.minimum(divide(covered, given), 1.0)
    scores = np.stack([precision, recall, harmonic_mean(precision, recall)], axis=1)
    scores[(claimed == 0) & (given == 0)] = zero_division
    matrix[:, -4:-1] = np.minimum(scores, 1.0)
    matrix[:, -1] = 1
    return matrix


def graded_counts(predictions, targets, values, *, zero_division=1.0, sample_weight=None):
    """Exact counts of all examples, laid out as ``counts.exact_counts`` does.

    Parameters
    ----------
    predictions, targets, values, zero_division : as for :func:`graded_example_counts`
    sample_weight : None, or float64 array of shape (n,)

    Returns
    -------
    ExactSum of shape (4 * m + 6,)
    """
    sums = ExactSum.zero((4 * predictions.table.shape[1] + 6,))
    for start in range(0, len(predictions.table), COUNTED_ROWS):
        stop = start + COUNTED_ROWS
        rows = graded_example_counts(
            predictions.rows(start, stop),
            targets.rows(start, stop),
            values,
            zero_division=zero_division,
        )
        if sample_weight is not None:
            rows *= sample_weight[start:stop, None]
        sums = sums.plus(ExactSum.along_last(rows.T))
    return sums


def graded_pointwise(predictions, targets, values, *, zero_division=1.0):
    """Scores of float64 arrays of shape (n,); parameters are those of graded_example_counts."""
    rows = graded_example_counts(predictions, targets, values, zero_division=zero_division)
    return Scores(*rows[:, -4:-1].T)


def binary_manhattan(predictions, targets):
    """2 |p - t| of each label: the L1 distance of [1 - p, p] and [1 - t, t], from 0 to 2.

    Its mean over the labels is the multi-label Manhattan distance of LeWiDi 2025.

    Parameters
    ----------
    predictions, targets : float64 arrays of shape (n, m), values in [0, 1]

    Returns
    -------
    float64 array of shape (n, m)
    """
    return 2 * np.abs(predictions - targets)


def binary_cross_entropy(predictions, targets, floor=SMALLEST_GRADE):
    """- t log p - (1 - t) log(1 - p) of each label, natural logarithms.

    p and 1 - p are raised to ``floor`` where they are less. Parameters and return value are those
    of :func:`binary_manhattan`.
    """
    yes, no = (np.log(np.maximum(x, floor)) for x in (predictions, 1 - predictions))
    return 0.0 - targets * yes - (1 - targets) * no


def binary_jensen_shannon(predictions, targets):
    """Jensen-Shannon divergence of [1 - p, p] and [1 - t, t] of each label, from 0 to log 2.

    Parameters and return value are those of :func:`binary_manhattan`.
    """
    return np.maximum(
        _half_divergence(predictions, targets) + _half_divergence(1 - predictions, 1 - targets), 0
    )


GRADED_DISTANCES = {
    "manhattan_distance": binary_manhattan,
    "binary_cross_entropy": binary_cross_entropy,
    "jensen_shannon_divergence": binary_jensen_shannon,
}


def _levels(row):
    """Steps of similarity, the greatest first: its distance to the next, and the labels at it."""
    order = np.argsort(-row, kind="stable")
    ordered = row[order]
    begins = np.flatnonzero(np.diff(ordered, prepend=np.inf))
    heights = np.append(ordered[begins], 0.0)
    groups = np.split(order, begins[1:])
    return [
        (float(heights[i] - heights[i + 1]), group.tolist())
        for i, group in enumerate(groups)
        if heights[i] > 0
    ]


def _half_divergence(p, q):
    """Share of one of two outcomes in the divergence: (p log(p/h) + q log(q/h)) / 2."""
    total = p + q
    # Of p and q the greater is h (1 + d), the other h (1 - d): near ones lose no digits.
    d = divide(np.abs(p - q), total)
    logs = (1 + d) * np.log1p(d) + (1 - d) * np.log1p(-np.minimum(d, np.nextafter(1, 0)))
    return total * logs / 4


# --- semantic_f1/scoring/results.py

# Tables of labels by labels take memory by the square of their number.
LARGEST_TABLE = 2_000


class _Scoring(NamedTuple):
    """``scoring``'s functions of two sides, with the similarity and the rest bound."""

    count: Callable
    example_counts: Callable
    pointwise: Callable


class Sums(NamedTuple):
    """Exact counts that ``compute``'s dict is made of, one layout for all of them.

    - ``semantic``: of all examples; ``hard``: the same with the identity, None where nobody asked
    - ``human``, ``system``: of annotators and predictions against all but one annotator, from
      ``n_human`` examples; None where no example has two annotators
    - ``by_annotator``: of the predictions against each of the ``annotators``, which have
      ``n_by_annotator`` gold sets
    """

    semantic: ExactSum
    hard: ExactSum | None = None
    human: ExactSum | None = None
    system: ExactSum | None = None
    n_human: int = 0
    annotators: tuple = ()
    by_annotator: tuple = ()
    n_by_annotator: tuple = ()


def result_of(data, setting, judged=None):
    """The flat dict that compute returns; ``judged`` as for :func:`sums_of`."""
    if setting.options["groups"] is not None:
        # They are refused where they can't be, with resamples and without.
        group_codes(setting.options["groups"], len(data.predictions.offsets) - 1)
    return result_of_sums(
        sums_of(data, setting, judged=judged),
        setting,
        lambda *chosen: _uncertainty(data, setting, *chosen),
    )


def judged_of(data, setting):
    """Sets of several annotators by number, with the setting's similarity."""
    scoring = scoring_of(setting)
    return Judged(
        *data[:2],
        data.offsets,
        scoring.count,
        scoring.pointwise,
        answers=data.answers,
        sample_weight=data.weight,
    )


def sums_of(data, setting, hard=False, judged=None):
    """Exact counts of some examples; those of others are added to them without rounding.

    ``judged``: what :func:`judged_of` makes of several gold sets, where it is made already.
    """
    if data.offsets is not None and judged is None:
        judged = judged_of(data, setting)
    semantic = None
    if judged is not None and setting.options["reduce"] == "mean":
        semantic = mean_counts(judged)
    sums = Sums(exact_counts_of(data, setting) if semantic is None else semantic)
    if hard:
        exact = identity(setting.space.labels).pairs
        sums = sums._replace(hard=exact_counts_of(data, setting, exact))
    if data.offsets is None:
        return sums
    scoring, weight = scoring_of(setting), {"sample_weight": data.weight}
    if setting.options["human"]:
        found = leave_one_out_counts(judged, setting.options["reduce"])
        if found is not None:
            sums = sums._replace(**found._asdict(), n_human=n_judged(judged))
    if setting.options["annotators"] is not None:
        people, numbers = read_annotators(setting.options["annotators"], data.offsets)
        table = annotator_counts(*data[:2], data.offsets, numbers, scoring.count, **weight)
        numbers = np.bincount(numbers).tolist()
        sums = sums._replace(
            annotators=tuple(people), by_annotator=tuple(table), n_by_annotator=tuple(numbers)
        )
    return sums


def result_of_sums(sums, setting, uncertain_of=None):
    """The flat dict that compute returns, from exact counts.

    ``uncertain_of``: where there are intervals, a function of the averages and of macro's labels.
    """
    options = setting.options
    counts = rounded_counts(sums.semantic, setting)
    averages = averages_of(options)
    mask = macro_mask_of(counts, setting, averages)
    uncertain = uncertain_of(averages, mask) if options["n_resamples"] else {}
    result = {}
    for average in averages:
        precision, recall, f1 = scores_of(counts, average, setting, mask)
        keys = keys_of(average, options)
        # F1 is what people look for first.
        for key, score in zip((keys[2], *keys[:2]), (f1, precision, recall), strict=True):
            result[key] = score.tolist()
            if key in uncertain:
                low, high, error = uncertain[key].values()
                # The same sums in another order: an end never passes the score by rounding.
                result[f"{key}_low"] = np.minimum(low, score).tolist()
                result[f"{key}_high"] = np.maximum(high, score).tolist()
                result[f"{key}_standard_error"] = plain_numbers(error)
    if None in averages:
        result["support"] = counts.support.tolist()
        result["labels"] = list(setting.space.labels)
    if sums.human is not None:
        result |= _human(sums, setting, averages)
    if sums.annotators:
        result |= _by_annotator(sums, setting, averages)
    return result


def _human(sums, setting, averages):
    """Annotators scored against each other, and the system against the same.

    Labels that are "present" are those of either comparison: what a system predicts has no part in
    the annotators' scores.
    """
    result = {}
    for average in averages:
        keys, f1 = keys_of(average, setting.options), {}
        for who in ("human", "system"):
            counts = rounded_counts(getattr(sums, who), setting)
            scores = scores_of(counts, average, setting, chosen_labels(counts, setting))
            f1[who] = scores.f1
            for place in (2, 0, 1):
                result[key_of_people(keys[place], who)] = scores[place].tolist()
        result[difference_key(keys[2])] = (f1["system"] - f1["human"]).tolist()
    return {**result, "n_human": sums.n_human}


def key_of_people(key, who):
    """The key of human or other scores beside one of Semantic F1."""
    return key.replace("semantic", who, 1)


def difference_key(key):
    """The key of human_difference beside one of Semantic F1."""
    return key.replace("semantic_f1", "human_difference", 1)


def _by_annotator(sums, setting, averages):
    """Scores against each annotator alone; None where all the examples' weights are 0."""
    table = [rounded_counts(each, setting) for each in sums.by_annotator]
    result = {"annotators": list(sums.annotators), "n_by_annotator": list(sums.n_by_annotator)}
    for average in averages:
        scores = [
            scores_of(counts, average, setting, chosen_labels(counts, setting)) for counts in table
        ]
        for place in (2, 0, 1):
            result[f"{keys_of(average, setting.options)[place]}_by_annotator"] = [
                one[place].tolist() if counts.weight > 0 else None
                for one, counts in zip(scores, table, strict=True)
            ]
    return result


def _uncertainty(data, setting, averages, mask):
    """Key -> the ends of its confidence interval and its standard error."""
    options = setting.options
    examples, groups = drawn_examples(data, setting, averages)
    found = score_intervals(
        examples,
        averaging_of(setting, averages, mask),
        groups=groups,
        n_resamples=options["n_resamples"],
        confidence_level=options["confidence_level"],
        seed=options["seed"],
        method=options["interval_method"],
    )
    warn_unsure([examples], groups, setting, averages, mask)
    result = {}
    for average, uncertainty in found.items():
        parts = {
            "_low": uncertainty.interval.low,
            "_high": uncertainty.interval.high,
            "_standard_error": uncertainty.standard_error,
        }
        for place, key in enumerate(keys_of(average, options)):
            result[key] = {suffix: values[place] for suffix, values in parts.items()}
    return result


def plain_numbers(values):
    """Floats, or lists of them; None where there is no number."""
    values = np.asarray(values)
    if values.ndim:
        return [plain_numbers(value) for value in values]
    return None if np.isnan(values) else float(values)


def warn_unsure(systems, groups, setting, averages, mask, n_tests=1):
    """Warn where intervals and tests say little.

    Parameters
    ----------
    systems : sequence of Contributions of the same examples
    groups : None or their groups
    setting, averages, mask : as for the scores
    n_tests : int, how many tests p-values are adjusted over by their number
    """
    options = setting.options
    n = systems[0].n_units if groups is None else int(groups.max()) + 1
    texts = [few_units(n, groups is not None)]
    if "macro" in averages or None in averages:
        concerned = np.ones(systems[0].n_labels, bool)
        if None not in averages and mask is not None:
            concerned = mask
        used = sum(np.bincount(x.predicted.label, minlength=x.n_labels) for x in systems) > 0
        gold = systems[0].gold
        weight = np.bincount(gold.label, gold.weight, minlength=systems[0].n_labels)
        squares = np.bincount(gold.label, gold.weight**2, minlength=systems[0].n_labels)
        # Of uneven weights fewer examples count (Kish's effective number).
        number = divide(weight**2, squares)
        rare = (number < FEW - 1e-9) & (used | (weight > 0)) & concerned
        if rare.any():
            texts.append(rare_labels([setting.space.labels[i] for i in np.flatnonzero(rare)]))
    texts.append(unresolved(options["n_resamples"], options["confidence_level"], n_tests))
    for text in filter(None, texts):
        warn(text)


def scoring_of(setting, pairs=None):
    """Scoring of two sides with the setting's similarity, or with ``pairs`` in its place."""
    m, similarity = len(setting.space.labels), setting.similarity
    bound = {"n_labels": m, "zero_division": setting.options["zero_division"]}
    if setting.graded:
        refuse_large("graded rows", setting)
        places = np.arange(m)
        values = (pairs or similarity.pairs)(np.repeat(places, m), np.tile(places, m))
        of_grades = {"values": values.reshape(m, m), "zero_division": bound["zero_division"]}
        functions = graded_counts, graded_example_counts, graded_pointwise
        return _Scoring(*(partial(of, **of_grades) for of in functions))
    if not setting.grouped:
        bound["pairs"] = pairs or similarity.pairs
        functions = exact_counts, example_counts, pointwise
        return _Scoring(*(partial(of, **bound) for of in functions))
    functions = [pairs or one.pairs for one in similarity.similarities]
    bound |= {"pairs": grouped_pairs(functions, m), "n_labels": m * len(functions)}

    def by_label(*sides, **weight):
        return unmark_counts(exact_counts(*sides, **bound, **weight), m, len(functions))

    rows = unmark_examples(partial(example_counts, **bound), m, len(functions))
    return _Scoring(by_label, rows, partial(pointwise, **bound))


def scores_by_example(data, setting):
    """Precision, recall and F1 of each example."""
    scoring = scoring_of(setting)
    if data.offsets is None:
        return scoring.pointwise(data.predictions, data.references)
    reduce = setting.options["reduce"]
    return reduced_scores(*data[:2], data.offsets, reduce, scoring.pointwise).T


def counted_pairs(data, setting):
    """Pairs of a predicted and a gold set that count, and how much each does."""
    if data.offsets is None:
        return data[:3]
    several = data.offsets, setting.options["reduce"], scoring_of(setting).pointwise
    return reduced_pairs(*data[:2], *several, sample_weight=data.weight)


def counts_of(data, setting, pairs=None):
    """Counts of all examples."""
    return rounded_counts(exact_counts_of(data, setting, pairs), setting)


def rounded_counts(sums, setting):
    """Counts from exact ones."""
    return Counts.of(sums.rounded(), len(setting.space.labels))


def exact_counts_of(data, setting, pairs=None):
    """Exact counts of all examples, with ``pairs`` in the place of the similarity."""
    scoring, weight = scoring_of(setting, pairs), {"sample_weight": data.weight}
    if data.offsets is None:
        return scoring.count(*data[:2], **weight)
    several = data.offsets, setting.options["reduce"], scoring.count, scoring.pointwise
    return reduced_counts(*data[:2], *several, **weight)


def example_counts_of(data, setting, pairs=None):
    """The matrix of the counts of each example."""
    scoring, sides = scoring_of(setting, pairs), data[:2]
    if data.offsets is None:
        matrix = scoring.example_counts(*sides)
    else:
        several = data.offsets, setting.options["reduce"]
        matrix = reduced_rows(*sides, *several, scoring.example_counts, scoring.pointwise)
    if data.weight is not None:
        matrix *= data.weight[:, None]
    return matrix


def macro_mask_of(counts, setting, averages):
    """Mask of the labels that macro averages over; warns of those that nobody uses."""
    mask = chosen_labels(counts, setting)
    present = (counts.predicted > 0) | (counts.support > 0)
    if "macro" in averages or ("weighted" in averages and not counts.support.any()):
        averaged = np.ones(len(present), bool) if mask is None else mask
        absent = [setting.space.labels[i] for i in np.flatnonzero(averaged & ~present)]
        if absent:
            nearest = setting.nearest_annotator
            warn(absent_labels(absent, nearest))
    return mask


def chosen_labels(counts, setting):
    """Mask of the labels that macro averages over; "present" is judged by these counts."""
    if setting.options["macro_labels"] == "present":
        return (counts.predicted > 0) | (counts.support > 0)
    return setting.macro_mask


def scores_of(counts, average, setting, mask):
    return average_scores(
        counts,
        average,
        counting=setting.options["counting"],
        macro_f1=setting.options["macro_f1"],
        macro_mask=mask,
    )


def averages_of(options):
    average = options["average"]
    return average if isinstance(average, tuple) else (average,)


def refuse_large(method, setting):
    """Refuse to make tables of very many labels."""
    m = len(setting.space.labels)
    if m > LARGEST_TABLE:
        raise ValueError(
            f"{method}: makes tables of labels by labels, of up to {LARGEST_TABLE:,}; there are "
            f"{m:,}; pass labels=[...], those that your data has"
        )


def one_average(options, method):
    average = options["average"]
    if average is None or isinstance(average, tuple):
        raise ValueError(f"{method}: average must be one of samples, micro, macro, weighted")
    return average


def averaging_of(setting, averages, mask):
    """Averaging of counts under the setting."""
    options = setting.options
    return Averaging(tuple(averages), options["counting"], options["macro_f1"], mask)


def drawn_examples(data, setting, averages, pairs=None):
    """Contribution of each example that a resample may hold to the counts; weight 0 is none.

    Returns
    -------
    Contributions, and None or the numbers of the examples' groups
    """
    by_label = Averaging(tuple(averages)).by_label
    examples = contributions_of(data, setting, by_label, pairs)
    chosen = None
    if data.weight is not None:
        chosen = data.weight > 0
        examples = examples.chosen(chosen).weighted(data.weight[chosen])
    groups = setting.options["groups"]
    if groups is not None:
        groups = group_codes(groups, len(data.predictions.offsets) - 1, chosen)
    return examples, groups


def contributions_of_pairs(setting, by_label=True):
    """A function of two LabelSets that gives the contributions of their pairs."""
    m, similarity = len(setting.space.labels), setting.similarity
    bound = {"zero_division": setting.options["zero_division"], "by_label": by_label}
    if not setting.grouped:
        return partial(Contributions.of_sets, pairs=similarity.pairs, n_labels=m, **bound)
    functions = [one.pairs for one in similarity.similarities]
    pairs, n_marked = grouped_pairs(functions, m), m * len(functions)

    def of_marked(predictions, references):
        found = Contributions.of_sets(predictions, references, pairs, n_marked, **bound)
        predicted, gold = (
            side._replace(label=side.label % m) for side in (found.predicted, found.gold)
        )
        return found._replace(predicted=predicted, gold=gold, n_labels=m)

    return of_marked


def contributions_of(data, setting, by_label=True, pairs=None):
    """Contribution of each example to the counts, without its weight."""
    m = len(setting.space.labels)
    if data.offsets is None and not setting.grouped and not setting.graded:
        return Contributions.of_sets(
            *data[:2],
            pairs or setting.similarity.pairs,
            m,
            zero_division=setting.options["zero_division"],
            by_label=by_label,
        )
    parts = []
    n = len(data.predictions.offsets) - 1
    step = max(1, DENSE_VALUES // (4 * m + 6))
    for start in range(0, n, step):
        stop = min(start + step, n)
        part = data._replace(predictions=data.predictions.rows(start, stop), weight=None)
        if data.offsets is None:
            part = part._replace(references=data.references.rows(start, stop))
        else:
            first, last = data.offsets[start], data.offsets[stop]
            part = part._replace(
                references=data.references.rows(first, last),
                offsets=data.offsets[start : stop + 1] - first,
            )
        matrix = example_counts_of(part, setting, pairs)
        parts.append(Contributions.of_matrix(matrix, m))
    return Contributions.joined(parts)


def keys_of(average, options):
    """Keys of precision, recall and F1 of one of the averages."""
    suffix = suffix_of(average, options)
    of_averages = average == "macro" and options["macro_f1"] == "f1_of_averages"
    f1 = "semantic_f1_of_averages" if of_averages else "semantic_f1"
    return [name + suffix for name in ("semantic_precision", "semantic_recall", f1)]


def suffix_of(average, options):
    """Suffix of an average's keys where there are several."""
    return f"_{average or 'per_label'}" if isinstance(options["average"], tuple) else ""


# --- semantic_f1/scoring/significance.py

TESTS = ("auto", "bootstrap", "bootstrap_t", "permutation")


class Comparison(NamedTuple):
    """Differences of p pairs of S systems in one average; s is (3,), or (3, m) by label.

    - ``pairs``: int array of shape (p, 2), the systems (a, b) of each pair, a < b
    - ``scores``: (S, *s), precision, recall and F1 of each system
    - ``difference``: Interval of (p, *s), the score of a less that of b
    - ``standard_error``: (p, *s), of the difference, by influence values; NaN for one unit
    - ``p_value``: (p, *s), two-sided; not adjusted
    - ``test``: "bootstrap", "bootstrap_t" or "permutation"
    - ``n_units``: int, examples or groups
    - ``observed``, ``replicated``: (p, *s) and (B, p, *s), the size of the difference over its
      standard error, in the data and, about its mean, in resamples: for :mod:`ranks`
    """

    pairs: np.ndarray
    scores: np.ndarray
    difference: Interval
    standard_error: np.ndarray
    p_value: np.ndarray
    test: str
    n_units: int
    observed: np.ndarray
    replicated: np.ndarray


def paired_comparisons(
    systems,
    averaging,
    *,
    groups=None,
    n_resamples=1000,
    confidence_level=0.95,
    seed=0,
    test="auto",
):
    """Two or more systems on the same examples.

    Parameters
    ----------
    systems : sequence of S >= 2 Contributions, row i of each the same example, of a weight above 0
    averaging : Averaging
    groups : None, or int array (n,), the group of each example, numbered from 0 without gaps;
        groups are then what is drawn
    n_resamples : int >= 1
    confidence_level : float in (0, 1)
    seed : int >= 0
    test : "auto": "bootstrap_t" for average "weighted" and with groups, else "bootstrap"; or one
        test for all averages. With "permutation" intervals are those of "auto"

    Returns
    -------
    dict of average -> Comparison
    """
    units = [each.grouped(groups) for each in systems]
    in_groups = units[0].n_units < systems[0].n_units
    drawn = [drawn_units(each) for each in units]
    pairs = np.array(list(combinations(range(len(systems)), 2)))
    share = tail_share(confidence_level, units[0].n_units)
    result = {}
    for average in averaging.averages:
        used = test
        if test in ("auto", "permutation"):
            used = "bootstrap_t" if average == "weighted" or in_groups else "bootstrap"
        one = averaging._replace(averages=(average,))
        totals = [each.total(average) for each in units]
        scores = np.stack(
            [scores_of_columns(x, average, averaging.of(i)) for i, x in enumerate(totals)]
        )
        difference = np.stack([scores[a] - scores[b] for a, b in pairs])
        # A difference by rounding alone is none.
        difference = np.where(np.abs(difference) <= SCORE_TIE, 0, difference)
        error = np.stack(
            [
                standard_errors(units[a], average, averaging.of(a), units[b], averaging.of(b))
                for a, b in pairs
            ]
        )
        n = units[0].n_units
        if used == "bootstrap":
            number = enough_resamples(n_resamples, share, n)
            smoothers = {
                average: paired_smoothers(systems, units, totals, average, averaging, seed)
            }
            values = replicates(drawn, one, number, seed, smoothers)[average]
            apart = np.stack([values[a] - values[b] for a, b in pairs], axis=1)
            low, high = order_ends(apart, share, (-1.0, 1.0))
            p_value = inverted_p_values(difference, apart, n)
            observed, replicated = standardized(apart)
        else:
            observed, replicated, spread = _bootstrap_t(
                drawn, pairs, one, n_resamples, seed, difference
            )
            low, high, p_value = _t_ends(
                difference, observed, replicated, spread, 1 - confidence_level
            )
            if n < 2:
                low, high = np.full_like(low, -1), np.full_like(high, 1)
                p_value = np.ones_like(p_value)
        if test == "permutation":
            used = test
            p_value = _permutation_p_values(drawn, pairs, one, n_resamples, seed, difference)
        interval = Interval(difference, np.minimum(low, difference), np.maximum(high, difference))
        result[average] = Comparison(
            pairs, scores, interval, error, p_value, used, n, observed, replicated
        )
    return result


def paired_smoothers(systems, units, totals, average, averaging, seed):
    """One Smoother a system; labels are expected to be like the others of all systems."""
    shapes = None
    if average == "macro":
        likely = like_the_others(totals, averaging, (0.1, 0.9))
        shapes = pseudo_shapes(*likely, flat=0.0)
    n_units = units[0].n_units
    smoothers = []
    for place, (examples, of_units) in enumerate(zip(systems, units, strict=True)):
        pseudo = pseudo_example(examples, n_units)
        error = standard_errors(of_units, average, averaging.of(place))
        scale = smoothing_scale(error, pseudo, average)
        smoothers.append(Smoother(average, pseudo, scale, shapes, seed, place))
    return smoothers


def inverted_p_values(difference, replicated, n):
    """Two-sided p-values from resampled differences, <= alpha where the interval leaves out 0.

    Parameters
    ----------
    difference : float64 array of any shape S, of the data
    replicated : float64 array of shape (B, *S), B >= 1
    n : int, the units

    Returns
    -------
    float64 array of shape S
    """
    beyond = np.where(difference > 0, (replicated <= 0).sum(axis=0), (replicated >= 0).sum(axis=0))
    share = np.minimum((beyond + 1) / (len(replicated) + 1), 0.5)
    return two_sided_p_values(np.where(difference == 0, 0.5, share), n)


def standardized(replicated):
    """Sizes of differences over their standard deviation, of resamples (B, ...) and about them.

    Returns
    -------
    two float64 arrays: (...), that of the mean of the resamples, and (B, ...), those of the
    resamples about their mean; 0 where they don't differ
    """
    mean = replicated.mean(axis=0)
    about = np.abs(replicated - mean)
    spread = np.sqrt((about**2).mean(axis=0))
    moves = spread > SCORE_TIE
    spread = np.where(moves, spread, 1)
    sure = np.where(np.abs(mean) > SCORE_TIE, np.inf, 0.0)
    return np.where(moves, np.abs(mean) / spread, sure), np.where(moves, about / spread, 0.0)


def upper_quantile(replicated, share):
    """The order statistic that a share of (B, ...) values reach, counting the data as one more.

    Infinite where so few values have no such share.
    """
    number = len(replicated)
    place = int(np.floor(share * (number + 1) + 1e-9))
    if place < 1:
        return np.full(replicated.shape[1:], np.inf)
    return np.partition(replicated, number - place, axis=0)[number - place]


def _bootstrap_t(drawn, pairs, averaging, n_resamples, seed, difference):
    """Sizes of t: of the data (p, ...), of the resamples (B, p, ...); and the standard errors."""
    (average,) = averaging.averages
    n = drawn[0].n_units
    kind = column_kind(average)
    rows = [_ExactProducts(each.columns(kind), average is None) for each in drawn]
    whole = np.ones((1, n))
    _, errors = _with_errors(
        whole, [each.total(average)[None] for each in drawn], rows, pairs, average, averaging
    )
    spread = errors[0]
    observed = _size_of_t(np.abs(difference), spread)
    replicated = np.empty((n_resamples, *difference.shape))
    for place, times, columns in resampled_columns(drawn, (average,), n_resamples, seed):
        step = max(1, RESAMPLED_VALUES // (3 * n * len(drawn)))
        for start in range(0, len(times), step):
            part = slice(start, start + step)
            found, of_resample = _with_errors(
                times[part],
                [of_system[part] for of_system in columns[average]],
                rows,
                pairs,
                average,
                averaging,
            )
            apart = np.stack([found[a] - found[b] for a, b in pairs], axis=1)
            into = replicated[place][part]
            into[:] = _size_of_t(np.abs(apart - difference), of_resample)
    return observed, replicated, spread


def _with_errors(times, columns, rows, pairs, average, averaging):
    """Scores (S, B, ...) of resamples and standard errors (B, p, ...) of their differences."""
    n = times.shape[1]
    scores = np.stack(
        [scores_of_columns(each, average, averaging.of(i)) for i, each in enumerate(columns)]
    )
    slopes = [gradients(each, average, averaging.of(i)) for i, each in enumerate(columns)]
    shape = scores.shape[2:]
    variance = np.zeros((len(times), len(pairs), *shape))
    places = range(shape[-1]) if average is None else (slice(None),)
    for label in places:
        moves = []
        for product, slope in zip(rows, slopes, strict=True):
            if average is None:
                moves.append(product.of(slope[..., label], label))
            else:
                moves.append(product.of(slope.reshape(*slope.shape[:2], -1)))
        for pair, (a, b) in enumerate(pairs):
            squares = (moves[a] - moves[b]) ** 2
            squares *= times[:, None, :]
            found = squares.sum(axis=-1)
            if average is None:
                variance[:, pair, :, label] = found
            else:
                variance[:, pair] = found
    # Less than rounding leaves is no spread.
    variance = np.where(variance > n * (1e-10 / n) ** 2, variance, 0)
    return scores, np.sqrt(n / max(n - 1, 1) * variance)


def _t_ends(difference, observed, replicated, spread, alpha):
    """Ends of bootstrap-t intervals and p-values, <= alpha where the interval leaves out 0."""
    close = 1e-9 * np.maximum(1, np.where(np.isfinite(observed), observed, 1))
    p_value = ((replicated >= observed - close).sum(axis=0) + 1) / (len(replicated) + 1)
    reach = upper_quantile(replicated, alpha)
    moves = spread > 0
    ends = np.where(moves, np.where(moves, reach, 0) * np.where(moves, spread, 1), 0)
    low, high = np.clip(difference - ends, -1, 1), np.clip(difference + ends, -1, 1)
    # An end at 0 but for rounding is at 0: the interval doesn't leave it out.
    touches = moves & np.isfinite(reach) & (np.abs(np.where(moves, reach, 0) - observed) <= close)
    low = np.where(touches & (difference > 0), 0, low)
    high = np.where(touches & (difference < 0), 0, high)
    # What no unit moves is nowhere else, or anywhere where resamples can't tell.
    unknown = ~moves & (difference != 0) & (p_value > alpha + SCORE_TIE)
    return np.where(unknown, -1, low), np.where(unknown, 1, high), p_value


class _ExactProducts:
    """Rows of columns times gradients, in parts of so few digits that their sums are exact.

    What a matrix product adds up to in one order it adds up to in any, so threads change nothing.
    """

    def __init__(self, columns, by_label):
        n = len(columns)
        flat = columns if by_label or columns.ndim == 2 else columns.reshape(n, -1)
        self.largest = np.maximum(np.abs(flat).max(axis=0), 1e-300)
        terms = flat.shape[1]
        self.step = 2.0 ** -((52 - int(np.ceil(np.log2(terms)))) // 2 - 1)
        self.rows = self._parts(flat / self.largest)

    def of(self, slope, label=None):
        """Products with gradients (B, 3, k), of shape (B, 3, n)."""
        place = ... if label is None else (..., label)
        scaled = slope * self.largest[place]
        greatest = np.abs(scaled).max(axis=-1, keepdims=True)
        greatest = np.where(greatest > 0, greatest, 1)
        size, scores, terms = scaled.shape
        coarse, fine = self._parts((scaled / greatest).reshape(size * scores, terms))
        rows, rest = (part[place].T for part in self.rows)
        # What both rests have is far below the last digit.
        sums = coarse @ rows * self.step**2 + (fine @ rows + coarse @ rest) * self.step**3
        return sums.reshape(size, scores, -1) * greatest

    def _parts(self, values):
        """Whole numbers of steps, and of the steps that a step has."""
        coarse = np.rint(values / self.step)
        return coarse, np.rint((values - coarse * self.step) / self.step**2)


def _permutation_p_values(drawn, pairs, averaging, n_resamples, seed, difference):
    """p-values of swapping the two systems' outputs, unit by unit, with equal chances."""
    (average,) = averaging.averages
    n, kind = drawn[0].n_units, column_kind(average)
    totals = [each.total(average) for each in drawn]
    moved = []
    for a, b in pairs:
        apart = drawn[b].columns(kind) - drawn[a].columns(kind)
        moved.append(ExactSums(apart.reshape(n, -1)))
    as_great = np.zeros(difference.shape)
    rng = np.random.default_rng([seed, 1])
    step = max(1, RESAMPLED_VALUES // max(n, moved[0].width))
    for start in range(0, n_resamples, step):
        size = min(step, n_resamples - start)
        chosen = rng.integers(2, size=(size, n), dtype=bool).astype(np.float64)
        for pair, (a, b) in enumerate(pairs):
            change = moved[pair].of(chosen).reshape(size, *totals[a].shape)
            found = _swapped_scores(totals[a] + change, average, averaging)
            found = found - _swapped_scores(totals[b] - change, average, averaging)
            as_great[pair] += (np.abs(found) >= np.abs(difference[pair]) - SCORE_TIE).sum(axis=0)
    return (as_great + 1) / (n_resamples + 1)


def _swapped_scores(columns, average, averaging):
    """Scores of what swaps made of a system, over the labels that it then has where these count."""
    if averaging.own_masks is None or average != "macro":
        return scores_of_columns(columns, average, averaging)
    # Labels that are not there score 0, so that the mean over all need only be stretched.
    of_all = scores_of_columns(columns, average, averaging._replace(macro_mask=None))
    present = ((columns[..., 1, :] > 0) | (columns[..., 3, :] > 0)).sum(axis=-1)
    return of_all * (columns.shape[-1] / np.maximum(present, 1))[..., None]


def _size_of_t(difference, spread):
    """|t|, 0 for 0 / 0 and infinite for a difference without spread."""
    sure = np.where(difference > SCORE_TIE, np.inf, 0.0)
    moves = spread > 0
    return np.where(moves, difference / np.where(moves, spread, 1), sure)


# --- semantic_f1/scoring/annotator_results.py

# Scores of an annotator who judged fewer examples together with others say little.
FEW_JUDGED = 30


def full_result(data, setting):
    """The flat dict that compute returns.

    For several gold sets an example, beside what follows from additive counts, it holds what takes
    the examples themselves: the consensus, the best constant answer, human scores by annotator, the
    error over annotators.
    """
    if data.offsets is None:
        return result_of(data, setting)
    options = setting.options
    judged = judged_of(data, setting)
    result = result_of(data, setting, judged)
    if not options["human"] or not n_judged(judged):
        return result
    averages = averages_of(options)
    people = None
    if options["annotators"] is not None:
        people = read_annotators(options["annotators"], data.offsets)
    if options["n_resamples"]:
        result |= _human_intervals(judged, data, setting, averages, people, result)
    result |= _baselines(judged, data, setting, averages)
    if people is not None:
        result |= _human_by_annotator(judged, setting, averages, *people)
    return result


def _human_intervals(judged, data, setting, averages, people, result):
    """Intervals of human and system scores, of their difference, and of each annotator's cases.

    ``result`` holds the scores. Over examples, for these annotators.
    """
    options = setting.options
    by_label = Averaging(tuple(averages)).by_label
    cases, places = case_contributions(
        judged, options["reduce"], contributions_of_pairs(setting, by_label)
    )
    sizes = np.diff(data.offsets)
    example = np.repeat(np.arange(len(sizes)), sizes)[places]
    drawn = (sizes >= 2) & judged.counted
    number = np.cumsum(drawn) - 1
    n, groups = int(drawn.sum()), options["groups"]
    if groups is not None:
        groups = group_codes(groups, len(sizes), drawn)
    each = Sides(*(side.scaled(1 / sizes[example]).summed(number[example], n) for side in cases))
    if data.weight is not None:
        each = Sides(*(side.weighted(data.weight[drawn]) for side in each))
    mask = setting.macro_mask
    if options["macro_labels"] == "present":
        used = [side.total(None) for side in each] if by_label else []
        mask = sum(columns[1] + columns[3] for columns in used) > 0 if used else None
    averaging = averaging_of(setting, averages, mask)
    shared = {
        "n_resamples": options["n_resamples"],
        "confidence_level": options["confidence_level"],
        "seed": options["seed"],
    }
    found = {}
    for who, side in each._asdict().items():
        intervals = score_intervals(
            side, averaging, groups=groups, method=options["interval_method"], **shared
        )
        for average, one in intervals.items():
            for place, key in enumerate(keys_of(average, options)):
                own = key_of_people(key, who)
                found |= _ends(own, result[own], one.interval.low[place], one.interval.high[place])
    compared = paired_comparisons([each.system, each.human], averaging, groups=groups, **shared)
    for average, one in compared.items():
        key = difference_key(keys_of(average, options)[2])
        low, high = one.difference.low[0, 2], one.difference.high[0, 2]
        found |= _ends(key, result[key], low, high)
        found[f"{key}_standard_error"] = plain_numbers(one.standard_error[0, 2])
        found[f"{key}_p_value"] = plain_numbers(one.p_value[0, 2])
    if people is not None:
        weight = None if data.weight is None else data.weight[example]
        found |= _intervals_by_annotator(
            cases, weight, averaging, people[1][places], len(people[0]), options, shared
        )
    return found


def _ends(key, score, low, high):
    """The two ends under their keys; they reach to the score."""
    return {
        f"{key}_low": np.minimum(low, score).tolist(),
        f"{key}_high": np.maximum(high, score).tolist(),
    }


def _intervals_by_annotator(cases, weight, averaging, owner, n_people, options, shared):
    """Intervals of each annotator's cases; None for one with fewer than ten."""
    found = {}
    for person in range(n_people):
        own = owner == person
        for who, side in cases._asdict().items():
            intervals = None
            if own.sum() >= FEW:
                chosen = side.chosen(own)
                if weight is not None:
                    chosen = chosen.weighted(weight[own])
                method = options["interval_method"]
                intervals = score_intervals(chosen, averaging, method=method, **shared)
            for average in averaging.averages:
                for place, key in enumerate(keys_of(average, options)):
                    key = f"{key_of_people(key, who)}_by_annotator"  # noqa: PLW2901
                    for end in ("low", "high"):
                        value = None
                        if intervals is not None:
                            value = getattr(intervals[average].interval, end)[place].tolist()
                        found.setdefault(f"{key}_{end}", []).append(value)
    return found


def _baselines(judged, data, setting, averages):
    """F1 of the other annotators' consensus, and of the best answer given for every example."""
    consensus = consensus_counts(judged)
    constants = constant_answers(data, setting, averages)
    result = {}
    for average in averages:
        f1 = keys_of(average, setting.options)[2]
        if consensus is not None:
            scores = _scores(rounded_counts(consensus, setting), average, setting)
            result[key_of_people(f1, "consensus")] = scores.f1.tolist()
        if average in constants:
            key = key_of_people(f1, "constant")
            result[key], answer = constants[average]
            key = key.replace("constant_f1", "constant_answer", 1)
            result[key] = [setting.space.labels[label] for label in answer]
    return result


def _scores(counts, average, setting):
    return scores_of(counts, average, setting, chosen_labels(counts, setting))


def constant_answers(data, setting, averages):
    """The best constant answer of each average, over the examples with two annotators or more.

    Returns
    -------
    dict of average -> (F1, tuple of labels), as ``constants.best_constants``
    """
    m, options = len(setting.space.labels), setting.options
    sizes = np.diff(data.offsets)
    weight = np.ones(len(sizes)) if data.weight is None else data.weight
    weight = np.repeat(np.where(sizes >= 2, weight / sizes, 0), sizes)
    similarities, golds, groups = [setting.similarity], data.references, np.zeros(len(weight), int)
    if setting.grouped:
        similarities = setting.similarity.similarities
        golds, groups = unmark_sets(golds, m, len(similarities))
    distinct, numbers = number_sets(golds)
    n = len(distinct.offsets) - 1
    table = np.bincount(groups * n + numbers, weight, minlength=len(similarities) * n)
    parts = []
    for similarity, sums in zip(similarities, table.reshape(-1, n), strict=True):
        found = np.flatnonzero(sums)
        if len(found):
            parts.append((take_sets(distinct, found), sums[found], similarity.pairs))
    mask = "present" if options["macro_labels"] == "present" else setting.macro_mask
    return best_constants(
        parts,
        [average for average in averages if average is not None],
        m,
        zero_division=options["zero_division"],
        counting=options["counting"],
        macro_f1=options["macro_f1"],
        macro_mask=mask,
    )


def _human_by_annotator(judged, setting, averages, people, numbers):
    """Human and system scores in the cases of each annotator, and without each of them."""
    reduce = setting.options["reduce"]
    sides, n_judged_by = counts_by_annotator(judged, reduce, numbers, len(people))
    few = sum(n < FEW_JUDGED for n in n_judged_by)
    if few:
        warn(few_judged(few, len(people), FEW_JUDGED))
    result = {"n_human_by_annotator": n_judged_by}

    def rounded(sums):
        return rounded_counts(sums, setting)

    without = None
    if len(people) >= 3:
        without = jackknife_counts(judged, reduce, numbers, len(people), rounded)
    tables = {
        who: [None if sums is None else rounded(sums) for sums in table]
        for who, table in sides._asdict().items()
    }
    for average in averages:
        keys = keys_of(average, setting.options)
        for who, table in tables.items():
            scores = [counts and _scores(counts, average, setting) for counts in table]
            for place in (2, 0, 1):
                result[f"{key_of_people(keys[place], who)}_by_annotator"] = [
                    None if one is None else one[place].tolist() for one in scores
                ]
        error = None
        if without is not None and None not in without:
            differences = [
                _scores(one.system, average, setting).f1 - _scores(one.human, average, setting).f1
                for one in without
            ]
            error = jackknife_error(differences).tolist()
        result[f"{difference_key(keys[2])}_se_annotators"] = error
    return result


# --- semantic_f1/scoring/assignments.py

OTHER_SCORES = (
    "semantic_precision",
    "semantic_recall",
    "turki",
    "hungarian",
    "extended_hungarian",
    "extended_hungarian_harmonic",
    "transport",
    "set_relatedness",
)
_ONE_TO_ONE = OTHER_SCORES[3:7]
_SAME_TOTAL = 1e-12
# Up to so many steps an assignment is found for all examples of one shape at once, without a
# solver: 8 x 8 labels take 1,024 steps, 3 x 13 take 1,027.
_MOST_STEPS = 1_100
_CHUNK_CELLS = 1 << 17
# Copies of labels that make two sets equally large, up to which transport is an assignment.
_MOST_COPIES = 48
_NUDGE = 1e-3
# Similarities below this count as 0 in harmonic means, so that sums of their inverses are finite.
_LEAST = 1e-300


def other_scores(predictions, references, pairs, n_labels, which=OTHER_SCORES, *, zero_division=1):
    """Other similarity-based scores of each example.

    Parameters
    ----------
    predictions, references : LabelSets of the same n examples
    pairs : callable, S[a, b] for two equally long int arrays of label indices
    n_labels : int, the size of the universe; a greater index is similar to nothing
    which : names out of ``OTHER_SCORES``
    zero_division : float in [0, 1], the scores of an example with both sets empty

    Returns
    -------
    dict of name -> float64 array of shape (n,), in [0, 1], in the order of ``which``

    Raises
    ------
    ImportError
        where scipy, or for transport POT, is needed for large sets and not installed
    """
    sides = predictions, references, pairs, n_labels
    sizes = [np.diff(sets.offsets) for sets in (predictions, references)]
    found = {}
    if {"semantic_precision", "semantic_recall", "turki"} & set(which):
        precision, recall, _ = pointwise(*sides, zero_division=zero_division)
        found = {"semantic_precision": precision, "semantic_recall": recall}
        found["turki"] = np.where(sizes[0] >= sizes[1], precision, recall)
    if "set_relatedness" in which:
        found["set_relatedness"] = set_relatedness(*sides, zero_division=zero_division)
    wanted = [name for name in _ONE_TO_ONE if name in which]
    both_empty = (sizes[0] == 0) & (sizes[1] == 0)
    found |= {name: np.where(both_empty, float(zero_division), 0.0) for name in wanted}
    if wanted:
        for rows, values in _by_shape(*sides):
            for name, scores in _one_to_one(values, wanted).items():
                found[name][rows] = np.minimum(scores, 1.0)
    return {name: found[name] for name in which}


def _by_shape(predictions, references, pairs, n_labels):
    """Rows of one shape and their similarities, (smaller set, larger set, rows), in chunks."""
    sizes = [np.diff(sets.offsets) for sets in (predictions, references)]
    order = np.lexsort(sizes)
    order = order[(sizes[0][order] > 0) & (sizes[1][order] > 0)]
    shapes = np.stack([size[order] for size in sizes])
    starts = np.flatnonzero(np.diff(shapes, prepend=0).any(axis=0))
    for start, stop in pairwise([*starts, len(order)]):
        p, t = (int(x) for x in shapes[:, start])
        step = max(1, _CHUNK_CELLS // max(p * t, _widest(min(p, t), max(p, t))))
        for first in range(start, stop, step):
            rows = order[first : min(stop, first + step)]
            # Labels first, rows last: what is added up lies side by side.
            queries, candidates = (
                sets.indices[sets.offsets[rows] + np.arange(width)[:, None]]
                for sets, width in ((predictions, p), (references, t))
            )
            shape = (p, t, len(rows))
            values = _similarities(
                np.broadcast_to(queries[:, None], shape),
                np.broadcast_to(candidates, shape),
                pairs,
                n_labels,
            )
            yield rows, values if p <= t else values.transpose(1, 0, 2)


def _similarities(queries, candidates, pairs, n_labels):
    known = (queries < n_labels) & (candidates < n_labels)
    if known.all():
        return np.asarray(pairs(queries.ravel(), candidates.ravel())).reshape(queries.shape)
    values = np.zeros(queries.shape)
    values[known] = pairs(queries[known], candidates[known])
    return values


def _one_to_one(values, wanted):
    """Scores of examples of one shape; values of shape (fewer, more, rows)."""
    fewer, more, _ = values.shape
    # What a label of the larger set earns where it is left over.
    left_over = values.max(axis=0)
    hopeless = left_over.min(axis=0) < _LEAST
    seconds = {}
    if "extended_hungarian" in wanted and fewer < more:
        seconds["extended_hungarian"] = np.broadcast_to(-left_over, values.shape)
    if "extended_hungarian_harmonic" in wanted:
        # A label left over with 0 makes the score 0 whatever is assigned.
        spare = 1 / np.where(left_over < _LEAST, 1, left_over)
        inverse = 1 / np.where(values < _LEAST, 1, values)
        seconds["extended_hungarian_harmonic"] = np.where(values < _LEAST, -np.inf, spare - inverse)
    scores = {}
    if set(wanted) != {"transport"}:
        total, extras = _assigned(values, list(seconds.values()))
        extras = dict(zip(seconds, extras, strict=True))
        scores["hungarian"] = total / more
        scores["extended_hungarian"] = total / more
        if "extended_hungarian" in extras:
            gained = left_over.sum(axis=0) + extras["extended_hungarian"]
            scores["extended_hungarian"] = (total + gained) / more
        if "extended_hungarian_harmonic" in extras:
            inverse_sum = spare.sum(axis=0) - extras["extended_hungarian_harmonic"]
            scores["extended_hungarian_harmonic"] = np.where(hopeless, 0.0, more / inverse_sum)
    if "transport" in wanted:
        scores["transport"] = _transported(values)
    return {name: scores[name] for name in wanted}


def _assigned(values, seconds):
    """Greatest totals of one-to-one assignments, and what ties are decided by.

    Parameters
    ----------
    values : float64 array of shape (fewer, more, rows); each of the fewer labels gets its own
    seconds : list of arrays of that shape, finite or minus infinity

    Returns
    -------
    array of shape (rows,), the greatest total of ``values``; list of such arrays, for each of
    ``seconds`` its greatest total among the assignments within 1e-12 of that
    """
    fewer, more, rows = values.shape
    if _number_of_steps(fewer, more) > _MOST_STEPS:
        solved = [
            _solved(values[..., row], [second[..., row] for second in seconds])
            for row in range(rows)
        ]
        return np.array([x for x, _ in solved]), list(
            np.array([x for _, x in solved]).reshape(rows, len(seconds)).T
        )
    # The best way to give the first k labels of the smaller set each set of k of the larger one.
    total, extras = np.zeros((1, rows)), [np.zeros((1, rows)) for _ in seconds]
    for label, (before, given) in enumerate(_steps(fewer, more)):
        totals = total[before] + values[label][given]
        total = totals.max(axis=1)
        extras = [
            _greatest_of_tied(totals, total[:, None], extra[before] + second[label][given], axis=1)
            for extra, second in zip(extras, seconds, strict=True)
        ]
    best = total.max(axis=0)
    return best, [_greatest_of_tied(total, best, extra, axis=0) for extra in extras]


def _greatest_of_tied(totals, best, extras, axis):
    return np.where(totals >= best - _SAME_TOTAL, extras, -np.inf).max(axis=axis)


@lru_cache(maxsize=256)
def _steps(fewer, more):
    """For k = 1 ... fewer: two int arrays of shape (subsets of k of the larger set, k).

    Which subset of k - 1 came before, and which label of the larger set the k-th label gets.
    """
    steps, places = [], {(): 0}
    for size in range(1, fewer + 1):
        subsets = list(combinations(range(more), size))
        before = [[places[s[:i] + s[i + 1 :]] for i in range(size)] for s in subsets]
        steps.append((np.array(before), np.array(subsets)))
        places = {subset: place for place, subset in enumerate(subsets)}
    return steps


def _number_of_steps(fewer, more):
    return sum(size * comb(more, size) for size in range(1, fewer + 1))


def _widest(fewer, more):
    """The most values that one step holds for a row; 1 where a solver is used."""
    if _number_of_steps(fewer, more) > _MOST_STEPS:
        return 1
    return max(size * comb(more, size) for size in range(1, fewer + 1))


def _solved(values, seconds):
    """The same for one example, by scipy."""
    solve = _solver()
    chosen = solve(values, maximize=True)
    best = values[chosen].sum()
    extras, tight = [], None
    for second in seconds:
        # Nudged towards the second aim, an assignment that lost nothing of the first is the answer.
        aim = values + _NUDGE * np.maximum(second, -1 / _NUDGE)
        nudged = solve(aim, maximize=True)
        if values[nudged].sum() >= best - _SAME_TOTAL and np.isfinite(second[nudged]).all():
            extras.append(second[nudged].sum())
            continue
        tight = _tight(values, chosen[1]) if tight is None else tight
        # Labels left over count 0 in each of the second aims.
        padded = np.zeros(tight.shape)
        padded[: len(second)] = second
        padded[~tight] = -np.inf
        try:
            extras.append(padded[solve(padded, maximize=True)].sum())
        except ValueError:
            extras.append(-np.inf)
    return best, extras


def _tight(values, chosen):
    """Pairs of assignments of greatest total, as a square with rows for those left over.

    By prices v of the larger set's labels under which no exchange gains: the longest paths over
    what a label loses or gains when it gives up its own for another.
    """
    fewer, more = values.shape
    square = np.zeros((more, more))
    square[:fewer] = values
    own = np.concatenate([chosen, np.setdiff1d(np.arange(more), chosen)])
    worth = square[np.arange(more), own]
    prices = np.zeros(more)
    for _ in range(more):
        raised = np.maximum(prices, (prices[own] - worth + square.T).max(axis=1))
        done = np.array_equal(raised, prices)
        prices = raised
        if done:
            break
    slack = (worth - prices[own])[:, None] + prices - square
    return slack <= _SAME_TOTAL


def _transported(values):
    """Mean similarity of uniform mass moved at least cost."""
    fewer, more, rows = values.shape
    if fewer == 1:
        return values.mean(axis=(0, 1))
    if fewer == 2:
        # Each of the two takes half the mass: the first where it gains most over the second.
        gains = np.sort(values[0] - values[1], axis=0)[::-1]
        share = np.clip(more / 2 - np.arange(more), 0, 1)
        return (values[1].sum(axis=0) + share @ gains) / more
    # Labels in as many copies as make both sets equally large: some optimum moves whole copies.
    copies = lcm(fewer, more)
    if copies == more and _number_of_steps(more, more) <= _MOST_STEPS:
        return _assigned(np.repeat(values, more // fewer, axis=0), [])[0] / more
    if copies <= _MOST_COPIES:
        solve, scores = _solver(), np.empty(rows)
        for row in range(rows):
            square = np.repeat(values[..., row], copies // fewer, axis=0)
            square = np.repeat(square, copies // more, axis=1)
            scores[row] = square[solve(square, maximize=True)].sum() / copies
        return scores
    return _moved(values)


def _moved(values):
    try:
        import ot
    except ImportError:
        raise ImportError(
            f"transport: sets of {values.shape[0]} and {values.shape[1]} labels take a linear "
            "program an example; install its solver: pip install POT"
        ) from None
    fewer, more, rows = values.shape
    masses = np.full(fewer, 1 / fewer), np.full(more, 1 / more)
    scores = np.empty(rows)
    for row in range(rows):
        cost, log = ot.emd2(
            *masses, np.ascontiguousarray(1 - values[..., row]), log=True, center_dual=False
        )
        if log["warning"]:
            raise RuntimeError(f"transport: the linear program was not solved: {log['warning']}")
        scores[row] = 1 - cost
    return np.maximum(scores, 0.0)


def _solver():
    try:
        from scipy.optimize import linear_sum_assignment
    except ImportError:
        raise ImportError(
            "hungarian, extended_hungarian, transport: sets this large need a solver; install it: "
            "pip install scipy"
        ) from None
    return linear_sum_assignment


# --- semantic_f1/scoring/baselines.py

# The other scores are means over the examples, as "samples" is.
MEANS = Averaging(("samples",))


def chosen_scores(scores, argument):
    """Names of other scores as a tuple; all of them for None."""
    if scores is None:
        return OTHER_SCORES
    names = (scores,) if isinstance(scores, str) else tuple(scores)
    for name in names:
        if name not in OTHER_SCORES:
            raise ValueError(
                f"{argument}: expected names out of {', '.join(OTHER_SCORES)}; got {name!r}"
                f"{suggestion(name, OTHER_SCORES)}"
            )
    if not names or len(set(names)) < len(names):
        raise ValueError(f"{argument}: names each score once, one at least; got {list(names)}")
    return names


def baselines_by_example(data, setting, which, pairs=None):
    """Name -> array, each score of each example; ``pairs`` in place of the similarity's own."""
    return other_scores(
        *data[:2],
        pairs or setting.similarity.pairs,
        len(setting.space.labels),
        which,
        zero_division=setting.options["zero_division"],
    )


def mean_baselines(data, setting, which, pairs=None):
    """Name -> weighted mean over the examples."""
    return {
        name: float(np.average(values, weights=data.weight))
        for name, values in baselines_by_example(data, setting, which, pairs).items()
    }


def baselines_of(data, setting, which):
    """Name -> mean, and with resamples the ends of its interval."""
    result = mean_baselines(data, setting, which)
    if not setting.options["n_resamples"]:
        return result
    examples, groups = _drawn(data, setting, which)
    found = score_intervals(examples, MEANS, groups=groups, **_resampling(setting))["samples"]
    columns = {
        "_low": found.interval.low,
        "_high": found.interval.high,
        "_standard_error": found.standard_error,
    }
    for suffix, values in columns.items():
        for name, value in zip(which, plain_numbers(values), strict=True):
            result[name + suffix] = value
    warn_unsure([examples], groups, setting, ("samples",), None)
    return result


def compared_baselines(datas, setting, which, test="auto"):
    """Two systems: for each score the difference, its interval and p-value."""
    drawn = [_drawn(data, setting, which) for data in datas]
    systems, groups = [examples for examples, _ in drawn], drawn[0][1]
    scores = [scores_of_columns(each.total("samples"), "samples", MEANS) for each in systems]
    columns = {"": scores[0] - scores[1], "_a": scores[0], "_b": scores[1]}
    if setting.options["n_resamples"]:
        options = _resampling(setting)
        del options["method"]
        found = paired_comparisons(systems, MEANS, groups=groups, test=test, **options)["samples"]
        columns |= {
            "_low": found.difference.low[0],
            "_high": found.difference.high[0],
            "_standard_error": found.standard_error[0],
            "_p_value": found.p_value[0],
        }
    return {
        name + suffix: plain_numbers(values[place])
        for place, name in enumerate(which)
        for suffix, values in columns.items()
    }


def _resampling(setting):
    options = setting.options
    return {
        "n_resamples": options["n_resamples"],
        "confidence_level": options["confidence_level"],
        "seed": options["seed"],
        "method": options["interval_method"],
    }


def _drawn(data, setting, which):
    """Contribution of each example that a resample may hold, and the numbers of the groups."""
    values = np.stack([*baselines_by_example(data, setting, which).values()], axis=1)
    examples, chosen = Contributions.of_scores(values), None
    if data.weight is not None:
        chosen = data.weight > 0
        examples = examples.chosen(chosen).weighted(data.weight[chosen])
    groups = setting.options["groups"]
    return examples, None if groups is None else group_codes(groups, len(values), chosen)


# --- semantic_f1/scoring/distributions.py

SMALLEST_PROBABILITY = 1e-12
BLOCK_COSTS = 1 << 20
# Sums of a row and its target may differ by this share of them: rounding.
_SAME_MASS = 1e-9
# A cost this near, as a share of its maximum, to a metric's or to distances on a line gives a
# Wasserstein distance as near to theirs.
_SAME_COST = 1e-12
_BELOW_1 = np.nextafter(1, 0)


def _by_blocks(distance):
    """The distance of checked arrays, worked out for a bounded number of values at a time."""

    @wraps(distance)
    def whole(predictions, targets):
        predictions, targets = _checked_pair(predictions, targets)
        result = np.empty(len(predictions))
        for rows in _blocks_of_rows(predictions):
            result[rows] = distance(predictions[rows], targets[rows])
        return result

    return whole


@_by_blocks
def cross_entropy(predictions, targets):
    """H(p, q) = - sum of p log q, with q raised to 1e-12 where it is less (eq. 1).

    Natural logarithm. Not a distance: where the rows are equal it is the entropy of the row, and it
    is 27.6 at most. Of P1 to P8 it has P2 and P5a only.
    """
    return 0.0 - (targets * np.log(np.maximum(predictions, SMALLEST_PROBABILITY))).sum(axis=1)


@_by_blocks
def manhattan(predictions, targets):
    """L1(p, q) = sum of |p - q|, from 0 to 2 (eq. 3).

    Symmetric, with the triangle inequality. Of P1 to P8 it lacks P4 and P7.
    """
    return np.abs(predictions - targets).sum(axis=1)


@_by_blocks
def euclidean(predictions, targets):
    """L2(p, q) = square root of the sum of (p - q)^2, from 0 to sqrt(2) (eq. 4).

    Symmetric, with the triangle inequality. Of P1 to P8 it lacks P4, P7 and P8. For two labels it
    is L1 / sqrt(2).
    """
    return np.sqrt(((predictions - targets) ** 2).sum(axis=1))


@_by_blocks
def jensen_shannon_divergence(predictions, targets):
    """JSD(p, q) = (KL(p || h) + KL(q || h)) / 2 with h = (p + q) / 2, from 0 to log 2 (eqs. 5, 6).

    Natural logarithm. Symmetric, but without the triangle inequality: of P1 to P8 it lacks P3, P4,
    P5, P5b, P7 and P8.
    """
    total = predictions + targets
    d = np.divide(np.abs(predictions - targets), total, out=np.zeros_like(total), where=total > 0)
    # Of p and q the greater is h (1 + d), the other h (1 - d). Sums of p log(p / h) would lose so
    # many digits where p is near q that the root of what is left could be off by 1e-8.
    logs = (1 + d) * np.log1p(d) + (1 - d) * np.log1p(-np.minimum(d, _BELOW_1))
    return np.maximum((total * logs).sum(axis=1) / 4, 0)


def jensen_shannon_distance(predictions, targets):
    """Square root of the Jensen-Shannon divergence, from 0 to sqrt(log 2).

    Symmetric, with the triangle inequality: of P1 to P8 it lacks P4, P5, P5b, P6, P7 and P8. The
    paper's examples print this one, though its equation is the divergence.
    """
    return np.sqrt(jensen_shannon_divergence(predictions, targets))


DISTANCES = {
    "cross_entropy": cross_entropy,
    "manhattan_distance": manhattan,
    "euclidean_distance": euclidean,
    "jensen_shannon_divergence": jensen_shannon_divergence,
    "jensen_shannon_distance": jensen_shannon_distance,
}


def wasserstein(predictions, targets, cost):
    """W(p, q): the least cost of turning the predicted distribution into the target one.

    W = min over plans F >= 0 of sum of F[a, b] cost[a, b], where F[a, b] is the mass moved from
    predicted label a to target label b: row sums of F are q, column sums p. Exact for every cost.
    With ``cost = 1 - S`` it forgives confusing like labels, and ``1 - W`` is its score, from 0 to 1
    but for rounding.

    Where the cost is symmetric, so is W (P1); where it also has a zero diagonal and the triangle
    inequality, W has it too (P3), and where it is 0 on the diagonal only, W is 0 for equal
    distributions only (P5a). With a cost of 1 between any two labels W is half the Manhattan
    distance, and with labels on a line the area between the cumulative distributions. It lacks P4
    and P7, and by design P8, unless all labels are as far from each other.

    Those two costs, distributions with two labels above 0 on either side, and common mass under a
    metric cost need no solver; what is left is solved as a linear program by POT's network simplex.

    Parameters
    ----------
    predictions, targets : float64 arrays of shape (n, m), >= 0; rows i of both have equal sums
    cost : float64 array of shape (m, m), finite and >= 0; may be asymmetric, and need not be 0 on
        the diagonal

    Returns
    -------
    float64 array of shape (n,)

    Raises
    ------
    ValueError
        for arrays that don't fit, naming the first row whose sums differ
    ImportError
        where a linear program is needed and POT is not installed
    """
    predictions, targets = _checked_pair(predictions, targets)
    cost = _checked_cost(cost, predictions.shape[1])
    mass = predictions.sum(axis=1)
    wrong = np.flatnonzero(~(np.abs(mass - targets.sum(axis=1)) <= _SAME_MASS * mass))
    if len(wrong):
        raise ValueError(
            f"predictions[{wrong[0]}]: the sum is {float(mass[wrong[0]])!r}, that of the target "
            f"{float(targets[wrong[0]].sum())!r}; only equal masses can be moved into each other"
        )
    transport = _transport(cost)
    result = np.empty(len(predictions))
    for rows in _blocks_of_rows(predictions):
        result[rows] = transport(predictions[rows], targets[rows])
    return result


def _transport(cost):
    """The way to find the least cost, as a function of rows of predictions and of targets."""
    m, slack = len(cost), _SAME_COST * cost.max(initial=0)
    if not cost.diagonal().any():
        apart = cost[~np.eye(m, dtype=bool)]
        if (apart == apart[:1]).all():
            return lambda q, p: apart[:1].sum() * manhattan(q, p) / 2
        place = cost[cost.max(axis=1).argmax()]
        if np.allclose(np.abs(np.subtract.outer(place, place)), cost, rtol=0, atol=slack):
            order = np.argsort(place)
            gaps = np.diff(place[order])
            return lambda q, p: np.abs((q - p)[:, order].cumsum(axis=1))[:, :-1] @ gaps
        if all((cost <= cost[:, x : x + 1] + cost[x] + slack).all() for x in range(m)):
            # Mass that both sides have stays where it is.
            return lambda q, p: _least_cost(np.maximum(q - p, 0), np.maximum(p - q, 0), cost)
    return lambda q, p: _least_cost(q, p, cost)


def _least_cost(sources, targets, cost):
    result = np.empty(len(sources))
    few_sources, few_targets = ((x > 0).sum(axis=1) <= 2 for x in (sources, targets))
    few_targets &= ~few_sources
    others = ~(few_sources | few_targets)
    result[few_sources] = _from_two(sources[few_sources], targets[few_sources], cost)
    result[few_targets] = _from_two(targets[few_targets], sources[few_targets], cost.T)
    result[others] = _linear_programs(sources[others], targets[others], cost)
    return result


def _from_two(sources, targets, cost):
    """The least cost where mass comes from two labels: each serves the targets it is nearer to.

    The targets are served by the first in the order of what they cost more from it than from the
    second, as far as its mass reaches.
    """
    present = sources > 0
    first = present.argmax(axis=1)
    second = sources.shape[1] - 1 - present[:, ::-1].argmax(axis=1)
    order = np.argsort(cost[first] - cost[second], axis=1)
    demand = np.take_along_axis(targets, order, axis=1)
    served = np.zeros_like(demand)
    np.cumsum(demand[:, :-1], axis=1, out=served[:, 1:])
    mass = np.take_along_axis(sources, first[:, None], axis=1)
    from_first = np.clip(mass - served, 0, demand)
    cost_first, cost_second = (np.take_along_axis(cost[x], order, axis=1) for x in (first, second))
    return (from_first * cost_first + (demand - from_first) * cost_second).sum(axis=1)


def _linear_programs(sources, targets, cost):
    if not len(sources):
        return np.empty(0)
    try:
        import ot
    except ImportError:
        raise ImportError(
            "the Wasserstein distance with this cost takes a linear program an example; "
            "install its solver: pip install POT"
        ) from None
    # The solver takes differences below an absolute limit for none: masses and costs are made 1.
    scale = cost.max()
    cost, result = cost / scale, np.empty(len(sources))
    for row, (source, target) in enumerate(zip(sources, targets, strict=True)):
        a, b = np.flatnonzero(source), np.flatnonzero(target)
        mass = source.sum()
        result[row], log = ot.emd2(
            source[a] / mass,
            target[b] / target.sum(),
            cost[np.ix_(a, b)],
            log=True,
            center_dual=False,
            check_marginals=False,
        )
        result[row] *= mass * scale
        if log["warning"]:
            raise RuntimeError(f"row {row}: the linear program was not solved: {log['warning']}")
    return result


def _blocks_of_rows(rows):
    step = max(1, BLOCK_COSTS // max(1, rows.shape[1]))
    return (slice(start, start + step) for start in range(0, len(rows), step))


def _checked_pair(predictions, targets):
    predictions, targets = (np.asarray(x, dtype=np.float64) for x in (predictions, targets))
    if predictions.ndim != 2 or predictions.shape != targets.shape:
        raise ValueError(
            "predictions and targets: expected two arrays of one shape (examples, labels); got "
            f"{predictions.shape} and {targets.shape}"
        )
    return predictions, targets


def _checked_cost(cost, m):
    cost = np.asarray(cost, dtype=np.float64)
    if cost.shape != (m, m):
        raise ValueError(f"cost: expected shape ({m}, {m}), labels by labels; got {cost.shape}")
    if not (np.isfinite(cost) & (cost >= 0)).all():
        raise ValueError("cost: values must be finite and not negative")
    return cost


# --- semantic_f1/scoring/flat.py

_ENDINGS = ("_low", "_high", "_standard_error")


def flattened(result):
    """A result of ``compute`` with every list as one entry a label, or an annotator.

    ``semantic_f1`` becomes ``semantic_f1_joy`` and so on, ``semantic_f1_low`` the like of
    ``semantic_f1_joy_low``; lists by annotator get ``_by_annotator_NAME``. "labels" and
    "annotators", whose names are in the keys, are left out, and so are scores that there are not.
    """
    labels, annotators = result.get("labels", ()), result.get("annotators", ())
    flat = {}
    for key, value in result.items():
        if key in ("labels", "annotators"):
            continue
        if not isinstance(value, list):
            _put(flat, key, value)
        elif key.endswith("_by_annotator"):
            for name, one in zip(annotators, value, strict=True):
                _put_each(flat, f"{key}_{name}", one, labels)
        else:
            _put_each(flat, key, value, labels)
    return flat


def _put_each(flat, key, value, labels):
    if not isinstance(value, list):
        _put(flat, key, value)
        return
    ending = next((end for end in _ENDINGS if key.endswith(end)), "")
    stem = key.removesuffix(ending).replace("_per_label", "")
    for label, one in zip(labels, value, strict=True):
        _put(flat, f"{stem}_{label}{ending}", one)


def _put(flat, key, value):
    if value is None:
        return
    if key in flat:
        raise ValueError(f"flat: two scores would have the key {key!r}; rename the label")
    flat[key] = value


# --- semantic_f1/scoring/graded_results.py

def graded_result(data, setting):
    """The flat dict that compute returns for graded rows."""
    options, weight = setting.options, data.weight
    result = result_of(data, setting)
    chosen = np.ones(len(data.predictions.table), bool) if weight is None else weight > 0
    sides = data.predictions.table[chosen], data.references.table[chosen]
    weight = None if weight is None else weight[chosen]
    by_label = {name: distance(*sides) for name, distance in GRADED_DISTANCES.items()}
    for name, values in by_label.items():
        result[name] = float(np.average(values.mean(axis=1), weights=weight))
    if None in averages_of(options):
        for name, values in by_label.items():
            result[f"{name}_per_label"] = np.average(values, axis=0, weights=weight).tolist()
    if options["n_resamples"]:
        groups = options["groups"]
        if groups is not None:
            groups = group_codes(groups, len(chosen), chosen)
        found = mean_intervals(
            np.stack([values.mean(axis=1) for values in by_label.values()], axis=1),
            weight=weight,
            groups=groups,
            n_resamples=options["n_resamples"],
            confidence_level=options["confidence_level"],
            seed=options["seed"],
        )
        for place, name in enumerate(by_label):
            result[f"{name}_low"] = min(float(found.interval.low[place]), result[name])
            result[f"{name}_high"] = max(float(found.interval.high[place]), result[name])
            result[f"{name}_standard_error"] = plain_numbers(found.standard_error[place])
    return result


# --- semantic_f1/scoring/partial_counts.py

_WHAT = "counts of semantic_f1"
# Settings that decide what is made of counts; all others decide what the counts are.
_LATER = {
    "average",
    "macro_labels",
    "counting",
    "macro_f1",
    "sample_weight",
    "annotators",
    "n_resamples",
    "confidence_level",
    "interval",
    "seed",
}
# Settings that say what was counted beside the system's own scores.
_EXTRA = ("human", "annotators")
_SUMS = ("semantic", "hard", "human", "system")


class PartialCounts:
    """Counts of some examples; ``a + b`` and ``sum(parts)`` are those of all of them, exactly.

    Made by ``metric.counts``; ``metric.compute(counts=...)`` and ``metric.report(counts=...)`` give
    of them, digit for digit, what they would give of the examples. ``len`` is the number of
    examples. Counts with unlike signatures don't add up. They can be pickled, and
    ``to_dict`` gives what JSON holds.

    Attributes
    ----------
    signature : dict, every setting that decides what the counts are
    sums : dict, name -> ExactSum
    by_annotator : dict, name of an annotator -> (number of gold sets, ExactSum)
    n_human : int, examples with several annotators
    changes : tuple of two Changes, what was dropped or unknown in predictions and in references
    """

    def __init__(self, signature, rows, sums, by_annotator=None, n_human=0, changes=None):
        # As JSON has it, so that what comes back from there is equal.
        self.signature = json.loads(json.dumps(signature))
        self.sums = dict(sums)
        self.by_annotator = dict(by_annotator or {})
        self.n_human = int(n_human)
        self.changes = changes or (Changes(), Changes())
        self._rows = int(rows)

    def __reduce__(self):
        return reduced(_counts_again, (self.to_dict(),))

    def __repr__(self):
        return f"PartialCounts({len(self):,} examples, {self.signature['config']!r})"

    def __len__(self):
        return self._rows

    def __bool__(self):
        return True

    def __eq__(self, other):
        if not isinstance(other, PartialCounts):
            return NotImplemented
        mine, others = (
            (each.signature, len(each), each.sums, each.by_annotator, each.n_human, each.changes)
            for each in (self, other)
        )
        return mine == others

    __hash__ = None

    def __add__(self, other):
        if isinstance(other, int) and other == 0:
            # Where ``sum`` begins.
            return self
        if not hasattr(other, "by_annotator"):
            return NotImplemented
        self.refuse_unlike(other.signature, "counts: they don't add up")
        sums = {
            name: each.plus(other.sums[name]) if name in other.sums else each
            for name, each in self.sums.items()
        }
        sums = {**other.sums, **sums}
        people = dict(self.by_annotator)
        for name, (number, each) in other.by_annotator.items():
            mine, sums_so_far = people.get(name, (0, ExactSum.zero(each.shape)))
            people[name] = mine + number, sums_so_far.plus(each)
        # In one order, whatever the order of the parts; 1 and "1" are two annotators.
        people = dict(sorted(people.items(), key=lambda one: (type(one[0]).__name__, one[0])))
        changes = tuple(
            Changes(
                a.none_beside + b.none_beside,
                tuple(sorted({*a.unknown, *b.unknown})),
                a.with_unknown + b.with_unknown,
                a.emptied + b.emptied,
            )
            for a, b in zip(self.changes, other.changes, strict=True)
        )
        rows = len(self) + len(other)
        n_human = self.n_human + other.n_human
        return PartialCounts(self.signature, rows, sums, people, n_human, changes)

    __radd__ = __add__

    def hard(self):
        """Counts of the same examples under the identity: compute gives hard scores of them."""
        sums = {"semantic": self.sums["hard"]}
        return PartialCounts(self.signature, len(self), sums, changes=self.changes)

    def refuse_unlike(self, signature, where, but=()):
        """An error that names the first setting which another signature has otherwise."""
        signature = json.loads(json.dumps(signature))
        for field in {**self.signature, **signature}:
            mine, others = self.signature.get(field), signature.get(field)
            if mine != others and field not in but:
                raise ValueError(f"{where}: {field} is {short(mine)} and {short(others)}")

    def to_dict(self):
        """Content for JSON: text, whole numbers and lists; each sum in hexadecimal digits.

        A sum is its digits as a whole number times 2 to the power of "exponent".
        """
        return {
            "what": _WHAT,
            "signature": self.signature,
            "examples": len(self),
            "sums": {name: _digits_of(each) for name, each in self.sums.items()},
            "by_annotator": [
                {"annotator": name, "gold_sets": number, **_digits_of(each)}
                for name, (number, each) in self.by_annotator.items()
            ],
            "n_human": self.n_human,
            "changes": [
                {**change._asdict(), "unknown": list(change.unknown)} for change in self.changes
            ],
        }

    @classmethod
    def from_dict(cls, content):
        """The counts that :meth:`to_dict` gave."""
        if not isinstance(content, dict) or content.get("what") != _WHAT:
            raise ValueError(f"counts: expected what to_dict() gave; got {short(content)}")
        try:
            changes = tuple(
                Changes(**{**change, "unknown": tuple(change["unknown"])})
                for change in content["changes"]
            )
            return cls(
                content["signature"],
                content["examples"],
                {name: _sums_of_digits(each) for name, each in content["sums"].items()},
                {
                    each["annotator"]: (each["gold_sets"], _sums_of_digits(each))
                    for each in content["by_annotator"]
                },
                content["n_human"],
                changes,
            )
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise ValueError(
                f"counts: this is not what to_dict() gave: {type(error).__name__}: {error}"
            ) from None


def counted_fields(fields, setting, version):
    """The signature of counts: every setting that decides what they are."""
    options = setting.options
    fields = {name: value for name, value in fields.items() if name not in _LATER}
    extra = {
        "human": bool(options["human"]),
        "annotators": options["annotators"] is not None,
    }
    if fields["config"] == "annotators":
        fields |= extra
    return {**fields, "version": version}


def counts_of_sets(sides, n, weight, setting, fields):
    """Counts of both sides as they were read, of ``n`` examples with weights or None."""
    if not n:
        nothing = ExactSum.zero((4 * len(setting.space.labels) + 6,))
        return PartialCounts(fields, 0, {"semantic": nothing, "hard": nothing})
    data, changes = resolved_data(*sides, setting)
    sums = sums_of(data._replace(weight=weight), setting, hard=True)
    named = {name: getattr(sums, name) for name in _SUMS if getattr(sums, name) is not None}
    numbered = zip(sums.n_by_annotator, sums.by_annotator, strict=True)
    people = dict(zip(sums.annotators, numbered, strict=True))
    return PartialCounts(fields, n, named, people, sums.n_human, tuple(changes))


def sums_in(counts, setting):
    """The exact counts that ``compute``'s dict is made of."""
    sums = dict(counts.sums)
    if not setting.options["human"]:
        sums = {name: each for name, each in sums.items() if name not in ("human", "system")}
    return Sums(
        **sums,
        n_human=counts.n_human,
        annotators=tuple(counts.by_annotator),
        by_annotator=tuple(each for _, each in counts.by_annotator.values()),
        n_by_annotator=tuple(number for number, _ in counts.by_annotator.values()),
    )


def refuse_other_setting(counts, fields):
    """An error where counts were made with other settings than those of a call."""
    if not hasattr(counts, "refuse_unlike"):
        raise ValueError(f"counts: expected what metric.counts gave; got {short(counts)}")
    counts.refuse_unlike(
        fields, "counts: they were made with other settings than this call has", _EXTRA
    )
    if not len(counts):
        raise ValueError("counts: there are no examples; one at least is needed")
    first = next(iter(counts.sums.values()))
    if not first.limbs[:, -1].any():
        raise ValueError("counts: the weights of all examples are 0; one must be above 0")


def _counts_again(content):
    return PartialCounts.from_dict(content)


def _digits_of(sums):
    integers, lowest = sums.to_list()
    return {"exponent": 26 * lowest, "digits": [f"{whole:x}" for whole in integers]}


def _sums_of_digits(written):
    exponent = written["exponent"]
    if not isinstance(exponent, int) or exponent % 26:
        raise ValueError(f"exponent is {exponent!r}")
    return ExactSum.from_list([int(digits, 16) for digits in written["digits"]], exponent // 26)


# --- semantic_f1/scoring/points.py

def point_credits(predictions, references, kernel):
    """Greatest similarity of each point to the points on the other side of its example.

    Parameters
    ----------
    predictions, references : PointSets of the same n examples, of prepared points
    kernel : Kernel

    Returns
    -------
    two float64 arrays, one value a point of either side; 0 where the other set is empty
    """
    credit = [np.zeros(len(sets.points)) for sets in (predictions, references)]
    d = predictions.points.shape[1]
    best = _nearest if kernel.order is not None else _best_of_all
    if kernel.order is None:
        values_of = lambda k, t: k * t * d  # noqa: E731
    elif d <= FEW_DIMENSIONS:
        values_of = lambda k, t: 2 * k * t  # noqa: E731
    else:
        values_of = lambda k, t: k * t + (k + t) * d if kernel.order == 2 else k * t * d  # noqa: E731
    for places in examples_by_shape(predictions.offsets, references.offsets, values_of):
        a, b = predictions.points[places[0]], references.points[places[1]]
        for values, place, found in zip(credit, places, best(a, b, kernel), strict=True):
            values[place] = found
    return tuple(credit)


def _nearest(a, b, kernel):
    """Best matches by distance, of points (e, k, d) and (e, t, d)."""
    if a.shape[2] <= FEW_DIMENSIONS or kernel.order != 2:
        powers = distance_powers(a[:, :, None], b[:, None], kernel.order)
    else:
        powers = _powers_of_near(a, b)
    return kernel.of_distance(powers.min(axis=2)), kernel.of_distance(powers.min(axis=1))


def _powers_of_near(a, b):
    """Squares of the distances, (e, k, t), of pairs that may be nearest; inf for the others."""
    center = b.mean(axis=1, keepdims=True)
    near_a, near_b = a - center, b - center
    lengths_a = np.einsum("eki,eki->ek", near_a, near_a)
    lengths_b = np.einsum("eti,eti->et", near_b, near_b)
    product = near_a @ near_b.transpose(0, 2, 1)
    about = lengths_a[:, :, None] + lengths_b[:, None, :] - 2 * product
    # The product and both lengths are off by some units in their last place for each dimension.
    slack = (
        4
        * np.finfo(float).eps
        * a.shape[2]
        * (lengths_a.max(axis=1, initial=0.0) + lengths_b.max(axis=1, initial=0.0))
    )[:, None, None]
    may = about <= about.min(axis=2, keepdims=True) + slack
    may |= about <= about.min(axis=1, keepdims=True) + slack
    example, i, j = np.nonzero(may)
    powers = np.full(may.shape, np.inf)
    powers[example, i, j] = distance_powers(a[example, i], b[example, j], 2)
    return powers


def _best_of_all(a, b, kernel):
    """Best matches of kernels that are no function of a distance: of all pairs, both ways."""
    e, k, t = len(a), a.shape[1], b.shape[1]
    left = np.broadcast_to(a[:, :, None], (e, k, t, a.shape[2])).reshape(e * k * t, -1)
    right = np.broadcast_to(b[:, None], (e, k, t, a.shape[2])).reshape(e * k * t, -1)
    forth = kernel.pairs(left, right).reshape(e, k, t)
    back = forth if kernel.function is None else kernel.pairs(right, left).reshape(e, k, t)
    return forth.max(axis=2), back.max(axis=1)


# --- semantic_f1/scoring/ranks.py

def step_down(observed, replicated):
    """p-values adjusted for all of several tests, by step-down max-t.

    Correlated tests cost less than by Holm's rule, and the least p-value is 1 / (B + 1) for any
    number of them (Romano & Wolf, "Stepwise Multiple Testing as Formalized Data Snooping",
    Econometrica 73, 2005; Westfall & Young 1993).

    Parameters
    ----------
    observed : float array of shape (p,), how great each difference is
    replicated : float array of shape (B, p), how great it is in each of B resamples of equal
        systems

    Returns
    -------
    float64 array of shape (p,)
    """
    order = np.argsort(-observed, kind="stable")
    # The greatest of the tests that are left at each step.
    left = np.maximum.accumulate(replicated[:, order[::-1]], axis=1)[:, ::-1]
    reached = (left >= observed[order] - SCORE_TIE).sum(axis=0)
    stepped = np.maximum.accumulate((reached + 1) / (len(replicated) + 1))
    adjusted = np.empty(len(observed))
    adjusted[order] = stepped
    return adjusted


def rank_sets(pairs, difference, p_adjusted, n_systems, alpha):
    """The places that each system may have, given which differences are sure.

    A system surely has as many others above it as are surely better. With p-values adjusted over
    all pairs the sets of all systems hold together (Mogstad, Romano, Shaikh & Wilhelm, "Inference
    for Ranks with Applications to Mobility across Neighbourhoods and Academic Achievement across
    Countries", Review of Economic Studies 91, 2024).

    Parameters
    ----------
    pairs : int array of shape (p, 2), systems (a, b)
    difference, p_adjusted : float arrays of shape (p,), of the score of a less that of b
    n_systems : int
    alpha : float, differences with a p-value up to it are sure

    Returns
    -------
    two int arrays of shape (n_systems,), the best and the worst place of each
    """
    best, worst = np.ones(n_systems, np.int64), np.full(n_systems, n_systems)
    for (a, b), apart, p_value in zip(pairs, difference, p_adjusted, strict=True):
        # 1 - 0.95 is a little more than 0.05.
        if p_value <= alpha + SCORE_TIE and apart != 0:
            better, other = (a, b) if apart > 0 else (b, a)
            best[other] += 1
            worst[better] -= 1
    return best, worst


def marginal_rank_sets(pairs, difference, observed, replicated, n_systems, alpha):
    """The same for each system by itself: its set holds, others may not at the same time."""
    ends = np.empty((2, n_systems), np.int64)
    for system in range(n_systems):
        own = (pairs == system).any(axis=1)
        adjusted = step_down(observed[own], replicated[:, own])
        best, worst = rank_sets(pairs[own], difference[own], adjusted, n_systems, alpha)
        ends[:, system] = best[system], worst[system]
    return ends[0], ends[1]


def ranks(scores):
    """Places along the first axis, 1 for the greatest; equal ones share the mean of theirs."""
    above = scores[None] > scores[:, None] + SCORE_TIE
    level = np.abs(scores[None] - scores[:, None]) <= SCORE_TIE
    return 1 + above.sum(axis=1) + (level.sum(axis=1) - 1) / 2


def holm(p_values):
    """p-values of several tests along the first axis, adjusted by Holm's step-down rule."""
    count = len(p_values)
    order = np.argsort(p_values, axis=0, kind="stable")
    left = np.reshape(np.arange(count, 0, -1), (count,) + (1,) * (np.ndim(p_values) - 1))
    stepped = np.maximum.accumulate(np.take_along_axis(p_values, order, 0) * left, axis=0)
    adjusted = np.empty_like(stepped)
    np.put_along_axis(adjusted, order, np.minimum(stepped, 1), axis=0)
    return adjusted


def win_tie_loss(a, b, where=True):
    """Numbers of places where a is greater than b, equal to it but for rounding, and less.

    Parameters
    ----------
    a, b : float arrays of shape (n, ...)
    where : bool array that broadcasts to them, the places that count; default: all

    Returns
    -------
    int array of shape (3, ...)
    """
    where = np.broadcast_to(where, np.shape(a))
    wins, losses = (a > b + SCORE_TIE) & where, (b > a + SCORE_TIE) & where
    return np.stack([x.sum(axis=0) for x in (wins, where & ~wins & ~losses, losses)])


# --- semantic_f1/scoring/reliability.py

SET_DISTANCES = ("semantic", "masi", "jaccard", "nominal")
# A resample's expected distance is exact where units by distinct sets have so many values at most.
EXACT_VALUES = 1 << 22


class Agreement(NamedTuple):
    """Parts of alpha.

    - ``observed``, ``expected``: D_o and D_e
    - ``rows``: float64 array with a row a unit; sums of rows go into :func:`alpha_of`
    - ``table``: float64 array (D, D) of distances; None where the expected distance of a resample
      is worked out to first order, about ``total``, the sum of the distances of all ordered pairs
    - ``total``, ``weight``: floats, of the data
    """

    observed: float
    expected: float
    rows: np.ndarray
    table: np.ndarray | None
    total: float
    weight: float


class Units(NamedTuple):
    """Annotated examples as counts of distinct sets.

    - ``table``: SetTable of the D distinct sets
    - ``unit``, ``code``: int arrays, the unit and the number of each set
    - ``size``: int array (N,), sets of each unit, two at least
    - ``weight``: float64 array (N,)
    """

    table: SetTable
    unit: np.ndarray
    code: np.ndarray
    size: np.ndarray
    weight: np.ndarray


def units_of(sets, offsets, pairs, n_labels, *, sample_weight=None):
    """Examples with two annotators or more, and a weight above 0.

    Parameters
    ----------
    sets : LabelSets of all annotators
    offsets : int64 array (n + 1,), where the sets of each example begin
    pairs, n_labels : the similarity, as for ``counts.count``
    sample_weight : None, or float64 array (n,)

    Returns
    -------
    Units
    """
    sizes = np.diff(offsets)
    weight = np.ones(len(sizes)) if sample_weight is None else sample_weight
    kept = (sizes >= 2) & (weight > 0)
    distinct, codes = number_sets(sets)
    codes = codes[np.repeat(kept, sizes)]
    used, codes = np.unique(codes, return_inverse=True)
    table = SetTable(take_sets(distinct, used), pairs, n_labels)
    unit = np.repeat(np.arange(int(kept.sum())), sizes[kept])
    return Units(table, unit, codes, sizes[kept], weight[kept])


def agreement_under(units, distance):
    """Observed and expected disagreement, and what resampling draws from.

    Parameters
    ----------
    units : Units, one at least
    distance : one of SET_DISTANCES

    Returns
    -------
    Agreement
    """
    table, unit, code, size, weight = units
    n_units, n_sets = len(size), len(table)
    share = weight[unit]
    times = np.bincount(code, share, minlength=n_sets)
    n = float((weight * size).sum())
    toward, within = np.empty(n_sets), np.zeros(n_units)
    first, second = _pairs_within(unit, code, size)
    exact = n_units * n_sets <= EXACT_VALUES
    whole = np.empty((n_sets, n_sets)) if exact else None
    for rows in table.blocks():
        values = _block_distances(table, rows, distance)
        toward[rows] = values @ times
        if exact:
            whole[rows] = values
        # Each unordered pair stands once; its first set decides in which block it is looked up.
        here = np.flatnonzero((first[1] >= rows.start) & (first[1] < rows.stop))
        found = values[first[1][here] - rows.start, second[here]]
        within += np.bincount(first[0][here], found, minlength=n_units)
    # Ordered pairs are twice the unordered ones.
    own = 2 * within / (size - 1)
    observed = float((weight * own).sum()) / n
    total = float(times @ toward)
    expected = total / (n * (n - 1)) if n > 1 else 0.0
    if exact:
        counts = np.zeros((n_units, n_sets))
        np.add.at(counts, (unit, code), 1.0)
        rows = np.column_stack([size, own, counts])
    else:
        rows = np.column_stack(
            [size, own, np.bincount(unit, toward[code], minlength=n_units), np.ones(n_units)]
        )
    return Agreement(observed, expected, rows * weight[:, None], whole, total, float(weight.sum()))


def alpha_of(sums, agreement):
    """Alpha from sums of the rows of an Agreement.

    Parameters
    ----------
    sums : float64 array (..., k)
    agreement : Agreement

    Returns
    -------
    float64 array (...); NaN where nothing varies, so that there is no disagreement to expect
    """
    n, own = sums[..., 0], sums[..., 1]
    if agreement.table is None:
        # Half the square's slope times the counts, less the square at as many units of the data.
        share = sums[..., 3] / agreement.weight
        square = share * (2 * sums[..., 2] - share * agreement.total)
    else:
        counts = sums[..., 2:]
        square = ((counts @ agreement.table) * counts).sum(axis=-1)
    varies = (square > 1e-12 * n**2) & (n > 1)
    return np.where(varies, 1 - own * (n - 1) / np.where(varies, square, 1), np.nan)


def alpha_jackknife(agreement):
    """Standard error of alpha by leaving out each unit.

    Returns
    -------
    float; None where fewer than two units, or leaving one out leaves nothing that varies
    """
    rows = agreement.rows
    left = np.concatenate(
        [
            alpha_of(rows.sum(axis=0) - rows[at : at + 4096], agreement)
            for at in range(0, len(rows), 4096)
        ]
    )
    n = len(rows)
    if n < 2 or not np.isfinite(left).all():
        return None
    return float(np.sqrt((n - 1) / n * ((left - left.mean()) ** 2).sum()))


def alpha_interval(agreement, *, groups=None, n_resamples=1000, confidence_level=0.95, seed=0):
    """Bootstrap interval of alpha over units (BCa), or over groups of them.

    Resamples in which nothing varies are left out.

    Parameters
    ----------
    agreement : Agreement
    groups : None, or int array (N,), the group of each unit, numbered from 0 without gaps
    n_resamples, confidence_level, seed : as for ``intervals.score_intervals``

    Returns
    -------
    dict: "low", "high" (None where no resample varies) and "n_left_out"
    """
    rows = agreement.rows
    if groups is not None:
        rows = np.stack([np.bincount(groups, column) for column in rows.T], axis=1)
    total = rows.sum(axis=0)
    values = np.concatenate(
        [alpha_of(sums, agreement) for _, _, (sums,) in resampled_sums([rows], n_resamples, seed)]
    )
    varies = np.isfinite(values)
    left_out = int((~varies).sum())
    estimate = alpha_of(total, agreement)
    if not varies.any() or not np.isfinite(estimate):
        return {"low": None, "high": None, "n_left_out": left_out}
    without = np.concatenate(
        [alpha_of(total - rows[at : at + 4096], agreement) for at in range(0, len(rows), 4096)]
    )
    change = without[np.isfinite(without)]
    change = change.mean() - change if len(change) else np.zeros(1)
    square = (change**2).sum()
    skew = (change**3).sum() / (6 * square**1.5) if square > 1e-24 else 0.0
    ends = percentile_ends(estimate, values[varies], confidence_level, "bca", skew)
    low, high = (float(end) for end in ends)
    return {
        "low": min(low, float(estimate)),
        "high": max(high, float(estimate)),
        "n_left_out": left_out,
    }


def _block_distances(table, rows, distance):
    """Distances of the sets of a slice to all sets."""
    if distance == "semantic":
        values = 1 - table.f1(rows)
    elif distance == "nominal":
        values = np.ones((rows.stop - rows.start, len(table)))
    else:
        common, sizes = table.common(rows), table.sizes
        either = sizes[rows, None] + sizes - common
        values = np.divide(common, either, out=np.zeros_like(common), where=either > 0)
        if distance == "masi":
            smaller = np.minimum(sizes[rows, None], sizes)
            values *= np.where(common == smaller, 2 / 3, 1 / 3)
        values = 1 - values
    values[np.arange(rows.stop - rows.start), np.arange(rows.start, rows.stop)] = 0
    return values


def _pairs_within(unit, code, size):
    """(unit, smaller code) and greater code of each unordered pair of sets of one unit."""
    begin = np.concatenate([[0], np.cumsum(size)])[:-1]
    position = np.arange(len(code)) - begin[unit]
    units, low, high = [], [], []
    for shift in range(1, int(size.max(initial=1))):
        first = np.flatnonzero(position + shift < size[unit])
        a, b = code[first], code[first + shift]
        differ = a != b
        units.append(unit[first][differ])
        low.append(np.minimum(a, b)[differ])
        high.append(np.maximum(a, b)[differ])
    joined = [np.concatenate(x) if x else np.zeros(0, np.int64) for x in (units, low, high)]
    return (joined[0], joined[1]), joined[2]


# --- semantic_f1/scoring/replacement.py

# Scores nearer than this are equal: they differ by rounding only.
_EQUAL_SCORES = 1e-12


def one_sided_p_value(differences, epsilon):
    """p-value of a t-test whose alternative is that the mean is below epsilon.

    Parameters
    ----------
    differences : float64 array (n,), n >= 2
    epsilon : float

    Returns
    -------
    float; without any spread 0 where the mean is below epsilon, else 1
    """
    n, mean = len(differences), float(np.mean(differences))
    spread = float(np.std(differences, ddof=1)) if n > 1 else 0.0
    if spread <= _EQUAL_SCORES:
        return float(not mean < epsilon)
    t = (mean - epsilon) / (spread / np.sqrt(n))
    tail = student_tail(t, n - 1)
    return tail if t < 0 else 1 - tail


def benjamini_yekutieli(p_values, rate):
    """Hypotheses that are rejected at a false discovery rate, under any dependence.

    Parameters
    ----------
    p_values : sequence of k floats
    rate : float in (0, 1)

    Returns
    -------
    bool array (k,)
    """
    p_values = np.asarray(p_values, dtype=np.float64)
    k = len(p_values)
    order = np.argsort(p_values, kind="stable")
    steps = np.arange(1, k + 1) / (k * (1 / np.arange(1, k + 1)).sum()) * rate
    below = np.flatnonzero(p_values[order] <= steps)
    rejected = np.zeros(k, dtype=bool)
    if len(below):
        rejected[order[: below[-1] + 1]] = True
    return rejected


def replacement_test(human, system, owner, people, *, epsilon, fdr, min_items):
    """Compare a system with each annotator, example by example.

    Parameters
    ----------
    human, system : float64 arrays, an entry a case: the mean F1 of an annotator, and of the system,
        against the other annotators of an example
    owner : int array, the annotator of each case
    people : list of the annotators
    epsilon : float, what the annotator's share of wins may be ahead by
    fdr : float in (0, 1)
    min_items : int, annotators with fewer cases are skipped

    Returns
    -------
    dict: "winning_rate" (share of annotators who lose), "advantage_probability" (mean share of
    cases that the system wins or draws), "passed", "by_annotator" (a list of dicts), "skipped"
    """
    rows, skipped = [], []
    for number, name in enumerate(people):
        own = owner == number
        n = int(own.sum())
        if n < min_items:
            skipped.append(name)
            continue
        wins_system = system[own] >= human[own] - _EQUAL_SCORES
        wins_human = human[own] >= system[own] - _EQUAL_SCORES
        rows.append(
            {
                "annotator": name,
                "n": n,
                "human_f1": float(human[own].mean()),
                "system_f1": float(system[own].mean()),
                "advantage": float(wins_system.mean()),
                "p_value": one_sided_p_value(wins_human * 1.0 - wins_system, epsilon),
            }
        )
    rejected = benjamini_yekutieli([row["p_value"] for row in rows], fdr)
    for row, wins in zip(rows, rejected.tolist(), strict=True):
        row["wins"] = wins
    rate = float(rejected.mean()) if rows else None
    advantage = float(np.mean([row["advantage"] for row in rows])) if rows else None
    return {
        "winning_rate": rate,
        "advantage_probability": advantage,
        "passed": None if rate is None else rate >= 0.5,
        "by_annotator": rows,
        "skipped": skipped,
    }


# --- semantic_f1/scoring/soft_results.py

# What a similarity adds: W with cost 1 - S, and 1 - W.
OF_SIMILARITY = ("wasserstein_distance", "wasserstein_score")


def soft_result(predictions, references, setting):
    """The flat dict of the "soft" config: weighted means over the examples."""
    options = setting.options
    n = len(predictions.table)
    weight = weights_of(n, setting)
    each = distances_of(predictions, references, setting)
    result = result_of_soft_sums(ExactSum.along_last(_rows_of(each, n, weight).T), setting)
    chosen = np.ones(n, bool) if weight is None else weight > 0
    groups = options["groups"]
    if groups is not None:
        groups = group_codes(groups, n, chosen)
    if not options["n_resamples"]:
        return result
    found = mean_intervals(
        np.stack(list(each.values()), axis=1)[chosen],
        weight=None if weight is None else weight[chosen],
        groups=groups,
        n_resamples=options["n_resamples"],
        confidence_level=options["confidence_level"],
        seed=options["seed"],
    )
    for place, name in enumerate(each):
        result[f"{name}_low"] = min(float(found.interval.low[place]), result[name])
        result[f"{name}_high"] = max(float(found.interval.high[place]), result[name])
        result[f"{name}_standard_error"] = plain_numbers(found.standard_error[place])
    units = int(chosen.sum()) if groups is None else int(groups.max()) + 1
    for text in (
        few_units(units, groups is not None, bounded=False),
        unresolved(options["n_resamples"], options["confidence_level"]),
    ):
        if text:
            warn(text)
    return result


def soft_sums(predictions, references, weight, setting):
    """Exact sums of each distance times the weights, and of the weights; of no example too."""
    n = len(predictions.table)
    if not n:
        return ExactSum.zero((len(_names_of(setting)) + 1,))
    each = distances_of(predictions, references, setting)
    return ExactSum.along_last(_rows_of(each, n, weight).T)


def result_of_soft_sums(sums, setting):
    """The flat dict of the "soft" config, without intervals, from exact sums."""
    *totals, weight = sums.rounded().tolist()
    return {name: total / weight for name, total in zip(_names_of(setting), totals, strict=True)}


def _rows_of(distances, n, weight):
    """Distances and a last column of ones, times the weights, of examples that have some."""
    rows = np.stack([*distances.values(), np.ones(n)], axis=1)
    return rows if weight is None else rows[weight > 0] * weight[weight > 0, None]


def _names_of(setting):
    of_similarity = () if setting.similarity is None else OF_SIMILARITY
    return (*DISTANCES, *of_similarity)


def distances_of(predictions, references, setting):
    """Each distance between predicted and target distributions, example by example."""
    raws = predictions, references
    width = next((raw.table.shape[1] for raw in raws if not raw.single), 2)
    if setting.space is None:
        _refuse_flat(raws)
    elif width not in setting.space.widths:
        came = (
            "single numbers, which are for two labels"
            if width == 2 and all(raw.single for raw in raws)
            else f"{width} values a row"
        )
        raise ValueError(
            f"predictions: {came}; the labels need {' or '.join(map(str, setting.space.widths))}"
        )
    rows = []
    for name, raw in zip(SIDES, raws, strict=True):
        rows.append(
            resolve_rows(raw, name, width, normalize_counts=setting.options["normalize_counts"])
        )
        width = rows[0].shape[1]
    found = {name: distance(*rows) for name, distance in DISTANCES.items()}
    if setting.similarity is not None:
        # A rounding error above the greatest cost is taken off.
        cost = 1 - with_none_labels(setting.similarity, setting.space, width).values
        distance = np.minimum(wasserstein(*rows, cost), cost.max(initial=0))
        found |= dict(zip(OF_SIMILARITY, (distance, 1 - distance), strict=True))
    return found


def _refuse_flat(raws):
    """One distribution without its outer list is read as examples with two labels: refuse it."""
    sums = [raw.table.sum() for raw in raws if raw.single and len(raw.table) > 2]
    if len(sums) == 2 and all(abs(total - 1) <= TOLERANCE for total in sums):
        raise ValueError(
            "predictions and references: single numbers that sum to 1 on both sides look like one "
            "distribution; a distribution is a row, [[0.2, 0.3, 0.5]]. If they are probabilities "
            "of the second of two labels, pass labels=[...] with both names"
        )


# --- semantic_f1/pictures/base.py

# Blue and orange that color-blind readers tell apart; both have a contrast of at least 3 on
# white and on the dark theme's backgrounds.
BLUE = "#0a7cc0"
ORANGE = "#d55e00"
BACKGROUND = "var(--background-fill-primary, #fff)"
BORDER = "var(--border-color-primary, #d4d4d8)"
WIDTH = 288


def figure(*parts, caption="", details="", max_width=None):
    """A ``<figure>`` of pictures or paragraphs (HTML), a caption and a table that folds out."""
    style = (
        f"margin:0;padding:6px;box-sizing:border-box;border:1px solid {BORDER};border-radius:8px;"
        f"background:{BACKGROUND};color:var(--body-text-color, #27272a);"
        "font-size:13px;line-height:1.5;overflow-wrap:anywhere"
    )
    if max_width:
        style += f";max-width:{max_width}px"
    if caption:
        caption = f'<figcaption style="margin-top:6px">{caption}</figcaption>'
    return f'<figure class="sf1-figure" style="{style}">{"".join(parts)}{caption}{details}</figure>'


def paragraph(sentence):
    """A sentence in place of a picture."""
    return f'<p style="margin:4px">{escaped(sentence)}</p>'


def svg(parts, width, height, description=None, *, fixed=False):
    """An ``<svg>`` with its description in words; without one, screen readers pass over it.

    It is as wide as its container; where ``fixed``, one unit is a pixel.
    """
    role = 'aria-hidden="true"'
    if description is not None:
        role = f'role="img" aria-label="{escaped(description)}"'
    size = f"width:{px(width)}px;max-width:none" if fixed else "width:100%;height:auto"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {role} font-size="12" fill="currentColor" '
        f'viewBox="0 0 {px(width)} {px(height)}" '
        f'style="display:block;overflow:visible;{size}">{"".join(parts)}</svg>'
    )


def text(x, y, content, *, anchor="start", size=12, bold=False, faint=False, halo=False):
    """A ``<text>`` whose middle is at the height y."""
    look = f' font-size="{size}"' if size != 12 else ""
    look += ' font-weight="700"' if bold else ""
    look += ' fill-opacity=".75"' if faint else ""
    if halo:
        look += f' style="paint-order:stroke;stroke:{BACKGROUND};stroke-width:4px"'
    return (
        f'<text x="{px(x)}" y="{px(y)}" dy=".35em" text-anchor="{anchor}"{look}>'
        f"{escaped(content)}</text>"
    )


def circle(x, y, radius, color, *, hollow=False, rim=None):
    """A disk, or a ring where hollow."""
    return (
        f'<circle cx="{px(x)}" cy="{px(y)}" r="{radius}" stroke-width="1.5" '
        f'fill="{"none" if hollow else color}" stroke="{rim or color}"/>'
    )


def diamond(x, y, radius, color, *, hollow=False):
    """A square that stands on a corner."""
    r = radius
    return (
        f'<path d="M{px(x)} {px(y - r)}l{r} {r}l-{r} {r}l-{r} -{r}z" stroke-width="1.5" '
        f'fill="{"none" if hollow else color}" stroke="{color}"/>'
    )


def arrow(curve, color, width, *, dashed=False):
    """A curve with an arrow head. The head is a shape: a marker would need an id in the page."""
    start, bend, other_bend, tip = curve
    neck = towards(tip, other_bend, 5 + width)
    x, y = (neck[0] - tip[0]) / 2, (neck[1] - tip[1]) / 2
    corners = [tip, (neck[0] - y, neck[1] + x), (neck[0] + y, neck[1] - x)]
    path = " ".join(f"{px(x)},{px(y)}" for x, y in (bend, other_bend, neck))
    dashes = ' stroke-dasharray="5 4"' if dashed else ""
    points = " ".join(f"{px(x)},{px(y)}" for x, y in corners)
    return (
        f'<path d="M{px(start[0])},{px(start[1])}C{path}" fill="none" stroke="{color}" '
        f'stroke-width="{px(width)}"{dashes}/><polygon points="{points}" fill="{color}"/>'
    )


def point_on(curve, t):
    """The point of a cubic curve at t in [0, 1]."""
    weights = ((1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t**2, t**3)
    return tuple(sum(w * p[axis] for w, p in zip(weights, curve, strict=True)) for axis in (0, 1))


def trimmed(curve, first, last):
    """A curve that begins and ends that far from the two points."""
    start, bend, other_bend, end = curve
    return [towards(start, bend, first), bend, other_bend, towards(end, other_bend, last)]


def towards(point, target, distance):
    x, y = unit(point, target)
    return (point[0] + x * distance, point[1] + y * distance)


def between(start, end, share):
    return tuple(s + share * (e - s) for s, e in zip(start, end, strict=True))


def unit(start, end):
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = hypot(dx, dy) or 1
    return (dx / length, dy / length)


def left_of(start, end):
    x, y = unit(start, end)
    return (y, -x)


def legend(samples, *notes):
    """Legend of marks: (mark, its width, meaning), each mark 16 units high."""
    items = "".join(
        '<span style="display:inline-flex;align-items:center;gap:4px">'
        f'<span style="flex:none">{svg([mark], width, 16, fixed=True)}</span>'
        f"{escaped(meaning)}</span>"
        for mark, width, meaning in samples
    )
    items += "".join(f"<span>{escaped(note)}</span>" for note in notes)
    return f'<div style="display:flex;flex-wrap:wrap;gap:0 14px">{items}</div>'


def title(content):
    """Tooltip of the element that this is put first into."""
    return f"<title>{escaped(content)}</title>"


def table(head, rows):
    """A table that folds out; the first cell of each row is its header."""
    line = f'style="border:1px solid {BORDER}"'
    cell = "padding:2px 6px;text-align:left;border-color:inherit"
    # The rows' headers stay in view while a wide table is scrolled.
    pinned = f"position:sticky;left:0;background:{BACKGROUND};{cell}"
    heads = "".join(f'<th scope="col" style="{cell}">{escaped(name)}</th>' for name in head)
    body = "".join(
        f'<tr {line}><th scope="row" style="{pinned}">{escaped(first)}</th>'
        + "".join(f'<td style="{cell}">{escaped(content)}</td>' for content in rest)
        + "</tr>"
        for first, *rest in rows
    )
    content = (
        '<table style="border-collapse:collapse;margin:6px 0;font-size:12px;overflow-wrap:normal">'
        f"<thead><tr {line}>{heads}</tr></thead><tbody>{body}</tbody></table>"
    )
    return (
        '<details class="sf1-table" style="margin-top:6px">'
        '<summary style="cursor:pointer">As a table</summary>'
        f"{scrolling(content, 'The picture as a table')}</details>"
    )


def scrolling(content, description):
    """A box that scrolls sideways, by keyboard too, instead of making the page wider."""
    return (
        f'<div role="region" aria-label="{escaped(description)}" tabindex="0" '
        f'style="overflow-x:auto;min-width:0">{content}</div>'
    )


def escaped(content):
    """Text for HTML and XML; characters that neither can hold become U+FFFD."""
    return escape(re.sub("[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]", "\ufffd", str(content)))


def fit(name, room, *, bold=False):
    """A name, cut with an ellipsis where it would be wider than the room."""
    name = str(name)
    if bold:
        room /= 1.1
    if text_width(name) <= room:
        return name
    # No name of that length fits: a limit for the loop.
    kept = name[:200]
    while kept and text_width(kept + "…") > room:
        kept = kept[:-1]
    return kept.rstrip() + "…"


def text_width(name):
    """About how wide text of size 12 is in a sans-serif font; rather too wide than not."""
    return 12 * sum(map(_em, name))


def px(value):
    """A coordinate with at most one decimal."""
    return f"{round(value, 1) + 0.0:g}"


def _em(character):
    if unicodedata.combining(character):
        return 0
    if unicodedata.east_asian_width(character) in "WF":
        return 1
    if character in "mwMW@%<>=+~—…":
        return 0.9
    if character.isupper():
        return 0.7
    return 0.32 if character in "fijlrt.,:;'|!()[] " else 0.58


# --- semantic_f1/pictures/annotators.py

MOST_ANNOTATED = 30


def people(averages):
    """Agreement of annotators with each other, and of the system with the same annotators.

    Parameters
    ----------
    averages : sequence of (str, float, float)
        The name of an average, the annotators' score and the system's, both in [0, 1].

    Returns
    -------
    str
        HTML: a row an average, with two marks and their numbers. Without rows stands a sentence.
    """
    rows = _annotator_rows(averages)
    if not rows:
        return figure(paragraph("Nothing to compare: no example has two annotators or more."))
    return pairs(
        rows,
        ("annotators", "system"),
        ("Average", "Annotators", "System"),
        1,
        "Semantic F1 of annotators against each other and of the system against the same",
        ("annotators against each other", "the system against the same annotators"),
    )


def shares(labels):
    """Mean share of each label that people see and that a system predicts.

    Parameters
    ----------
    labels : sequence of (str, float, float)
        The name of a label, its mean share in the gold distributions and in the predicted ones.

    Returns
    -------
    str
        HTML: a row a label, the greatest gold share first. Of more than ``MOST_ANNOTATED`` labels
        those of the greatest shares are shown, which the caption says.
    """
    rows = _annotator_rows(labels)
    if not rows:
        return figure(paragraph("No labels to show."))
    kept = sorted(rows, key=lambda row: -max(row[1:]))[:MOST_ANNOTATED]
    left_out = len(rows) - len(kept)
    notes = [f"{left_out} labels with smaller shares are left out."] if left_out else []
    greatest = max(max(row[1:]) for row in kept)
    return pairs(
        sorted(kept, key=lambda row: -row[1]),
        ("gold", "predicted"),
        ("Label", "Gold", "Predicted"),
        # What rounding leaves above a tenth is no reason for the next one.
        min(max(ceil(greatest * 10 - 1e-9), 1) / 10, 1),
        "Mean share of each label in gold and in predicted distributions",
        ("mean gold share", "mean predicted share"),
        *notes,
    )


def pairs(rows, who, head, most, description, meanings, *notes):
    """Two numbers a row, as marks on a scale and in figures.

    Parameters
    ----------
    rows : list of (str, float, float), one at least
    who : what the two numbers are, as the pointer's text says
    head : heads of the table that folds out: of the names and of both numbers
    most : float, the end of the scale, which begins at 0
    description : str, for screen readers
    meanings : what the legend says of the first mark, a diamond, and of the second, a disk
    *notes : further sentences of the caption

    Returns
    -------
    str
        HTML.
    """
    pitch, top, column = 24, 26, 38
    left = min(96, ceil(max(text_width(name) for name, *_ in rows))) + 12
    right = WIDTH - 2 * column - 12
    bottom = top + len(rows) * pitch

    def x(value):
        return left + value / most * (right - left)

    marks = ((diamond, 6, ORANGE), (circle, 4.5, BLUE))
    parts = []
    for tick in (0, most / 2, most):
        parts.append(_pair_line(x(tick), top - 8, x(tick), bottom, BORDER))
    for tick in (0, most):
        parts.append(text(x(tick), 8, f"{tick:g}", anchor="middle", size=11, faint=True))
    for place, (mark, size, color) in enumerate(marks):
        parts.append(mark(WIDTH - column * (2 - place) + 22, 8, size, color))
    for i, (name, *values) in enumerate(rows):
        y = top + (i + 0.5) * pitch
        words = ", ".join(f"{one} {value:.3f}" for one, value in zip(who, values, strict=True))
        row = [
            title(f"{name}: {words}"),
            text(left - 12, y, fit(name, left - 12), anchor="end"),
            _pair_line(x(values[0]), y, x(values[1]), y, "currentColor", 2),
        ]
        for place, (value, (mark, size, color)) in enumerate(zip(values, marks, strict=True)):
            row.append(mark(x(value), y, size, color))
            end = WIDTH - column * (1 - place)
            row.append(text(end, y, f"{value:.3f}", anchor="end", size=11))
        parts.append(f'<g class="sf1-row">{"".join(row)}</g>')
    said = "; ".join(f"{name} {first:.2f} and {second:.2f}" for name, first, second in rows)
    picture = svg(parts, WIDTH, bottom + 4, f"{description}: {said}")
    samples = [
        (mark(9, 8, size, color), 18, meaning)
        for (mark, size, color), meaning in zip(marks, meanings, strict=True)
    ]
    details = table(head, [(name, *(f"{value:.4f}" for value in both)) for name, *both in rows])
    return figure(picture, caption=legend(samples, *notes), details=details, max_width=480)


def _annotator_rows(rows):
    return [(str(name), float(first), float(second)) for name, first, second in rows]


def _pair_line(x0, y0, x1, y1, color, width=1):
    return (
        f'<path d="M{px(x0)} {px(y0)}L{px(x1)} {px(y1)}" stroke="{color}" stroke-width="{width}"/>'
    )


# --- semantic_f1/pictures/charts.py

MOST_LABELS = 60
# Up to this many labels, the cells of a heatmap have room for their numbers.
MOST_PRINTED = 12
CREDIT = "Credit that the label of the row earns when it is matched with the label of the column."


def heatmap(labels, values, meaning=CREDIT):
    """A matrix, of similarities or other shares, as colored cells; rows and columns are named.

    Parameters
    ----------
    labels : sequence of str, length m
    values : array of shape (m, m), in [0, 1]
        ``values[i][j]`` is the credit that label i earns when its best match is label j.
    meaning : str
        What the values are, in a sentence.

    Returns
    -------
    str
        HTML. The numbers are printed in the cells of up to 12 labels; in place of more than
        ``MOST_LABELS`` labels stands a sentence.

    Raises
    ------
    ValueError
        If ``values`` is not as wide and as high as there are labels.
    """
    labels = [str(label) for label in labels]
    values = [[float(value) for value in row] for row in values]
    m = len(labels)
    if [len(row) for row in values] != [m] * m:
        raise ValueError(
            f"values must hold {m} rows of {m} numbers, as there are {m} labels; got rows of "
            f"{[len(row) for row in values]}. Pass a matrix and the labels of its rows."
        )
    if not m or m > MOST_LABELS:
        return figure(paragraph(f"{m} labels: a heatmap shows from 1 to {MOST_LABELS}."))
    printed = m <= MOST_PRINTED
    cell = 34 if printed else 20 if m <= 30 else 15
    # Text keeps its contrast, in light and in dark, on a color that is not quite full.
    strongest = 0.75 if printed else 1
    head = round(min(92, max(map(text_width, labels)))) + 14
    names, columns, rows = [], [], []
    for i, label in enumerate(labels):
        middle = (i + 0.5) * cell
        name = fit(label, 92)
        names.append(f"<g>{title(label)}{text(head - 6, head + middle, name, anchor='end')}</g>")
        columns.append(
            f'<g transform="translate({px(middle)} {head - 6}) rotate(-90)">'
            f"{title(label)}{text(0, 0, name)}</g>"
        )
        cells = "".join(
            f'<rect x="{j * cell}" width="{cell}" height="{cell}" '
            f'fill-opacity="{round(value * strongest, 3):g}">'
            f"{title(f'{label}, matched with {other}: {value:.3f}')}</rect>"
            for j, (other, value) in enumerate(zip(labels, values[i], strict=True))
        )
        numbers = "".join(
            text((j + 0.5) * cell, cell / 2, f"{value:.2f}", anchor="middle", size=11)
            for j, value in enumerate(values[i] if printed else [])
        )
        rows.append(
            f'<g transform="translate(0 {head + i * cell})">'
            f'<g fill="{BLUE}" stroke="{BORDER}" stroke-width=".5">{cells}</g>'
            f'<g pointer-events="none">{numbers}</g></g>'
        )
    side = m * cell
    grid = svg(
        [*columns, *rows],
        side + 1,
        head + side + 1,
        _heatmap_in_words(labels, values, meaning),
        fixed=True,
    )
    # The names of the rows stay in view while the cells are scrolled.
    pinned = svg(names, head, head + side, fixed=True)
    picture = (
        f'<div style="display:flex"><div style="flex:none">{pinned}</div>'
        f"{scrolling(grid, 'Heatmap')}</div>"
    )
    rows = [
        (label, *(f"{value:.3f}" for value in row))
        for label, row in zip(labels, values, strict=True)
    ]
    return figure(picture, caption=_scale(strongest, meaning), details=table(("", *labels), rows))


def label_chart(labels, semantic, hard, support):
    """Semantic against hard F1 of each label, in the order given.

    Parameters
    ----------
    labels : sequence of str, length m
    semantic, hard : sequences of float in [0, 1], length m
    support : sequence of numbers, length m
        How often each label is gold, or the weight of these examples.

    Returns
    -------
    str
        HTML. Two marks a label, joined by a line.
    """
    scores = [
        (str(label), float(soft), float(plain), _amount(gold))
        for label, soft, plain, gold in zip(labels, semantic, hard, support, strict=True)
    ]
    if not scores:
        return figure(paragraph("No labels to show."))
    left, top, pitch = 104, 28, 22
    right = WIDTH - 14 - 6.2 * max(7, *(len(gold) for *_, gold in scores))
    bottom = top + len(scores) * pitch

    def x(score):
        return left + score * (right - left)

    parts = [text(WIDTH - 2, 8, "support", anchor="end", size=11, faint=True)]
    for tick in (0, 0.25, 0.5, 0.75, 1):
        parts.append(_stroke(x(tick), top - 8, x(tick), bottom))
        for y in (8, bottom + 10):
            parts.append(text(x(tick), y, f"{tick:g}", anchor="middle", size=11, faint=True))
    for i, (label, soft, plain, gold) in enumerate(scores):
        y = top + (i + 0.5) * pitch
        words = f"{label}: semantic F1 {soft:.3f}, hard F1 {plain:.3f}, support {gold}"
        parts.append(
            f'<g class="sf1-row">{title(words)}'
            + text(left - 10, y, fit(label, left - 12), anchor="end")
            + _stroke(x(plain), y, x(soft), y, color="currentColor", width=2)
            + diamond(x(plain), y, 7, ORANGE)
            + circle(x(soft), y, 4.5, BLUE, rim="#fff")
            + text(WIDTH - 2, y, gold, anchor="end", size=11)
            + "</g>"
        )
    description = f"Semantic and hard F1 of {len(scores)} labels: " + "; ".join(
        f"{label} {soft:.2f} and {plain:.2f}" for label, soft, plain, _ in scores
    )
    picture = svg(parts, WIDTH, bottom + 20, description)
    samples = [
        (circle(9, 8, 4.5, BLUE), 18, "semantic F1"),
        (diamond(9, 8, 7, ORANGE), 18, "hard F1"),
    ]
    caption = legend(samples, "Support: how often the label is gold.")
    rows = [(label, f"{soft:.3f}", f"{plain:.3f}", gold) for label, soft, plain, gold in scores]
    details = table(("Label", "Semantic F1", "Hard F1", "Support"), rows)
    return figure(picture, caption=caption, details=details, max_width=480)


def distribution(edges, counts):
    """A histogram of pointwise scores: one bar a bin, its count beside it.

    Parameters
    ----------
    edges : sequence of float, length k + 1, ascending
        As of ``numpy.histogram``. A bin whose two edges are equal holds exactly that score.
    counts : sequence of int, length k

    Returns
    -------
    str
        HTML. Where few bins hold nearly everything, the lengths of the bars are logarithmic, and
        the caption says so.
    """
    edges = [float(edge) for edge in edges]
    counts = [int(count) for count in counts]
    bins = list(zip(edges[:-1], edges[1:], counts, strict=True))
    total = sum(counts)
    if not total:
        return figure(paragraph("No examples to show."))
    logarithmic = max(counts) > 20 * median(count for count in counts if count)
    left, pitch, longest = 76, 20, 140
    parts, rows, words = [], [], []
    for i, (low, high, count) in enumerate(bins):
        y = 4 + (i + 0.5) * pitch
        span = f"exactly {low:g}" if low == high else f"{low:g} to {high:g}"
        share = f"{100 * count / total:.1f}%"
        length = log10(1 + count) / log10(1 + max(counts)) if logarithmic else count / max(counts)
        # A bin that is not empty shows at least a sliver.
        width = max(length * longest, 1.5) if count else 0
        parts.append(
            f'<g class="sf1-row">{title(f"{span}: {count:,} examples, {share}")}'
            + text(left - 8, y, span, anchor="end")
            + f'<rect x="{left}" y="{px(y - 7)}" width="{px(width)}" height="14" fill="{BLUE}"/>'
            + text(left + width + 6, y, f"{count:,}")
            + "</g>"
        )
        rows.append((span, f"{count:,}", share))
        words.append(f"{span}: {count:,}")
    parts.append(_stroke(left, 2, left, 6 + len(bins) * pitch, color="currentColor"))
    description = f"Histogram of the scores of {total:,} examples. " + "; ".join(words)
    picture = svg(parts, WIDTH, 8 + len(bins) * pitch, description)
    caption = f"Scores of {total:,} examples."
    if logarithmic:
        caption += " The bars' lengths are logarithmic; the numbers beside them are the counts."
    details = table(("Score", "Examples", "Share"), rows)
    return figure(picture, caption=caption, details=details, max_width=480)


def _heatmap_in_words(labels, values, meaning):
    words = f"Heatmap of the similarities of {len(labels)} labels"
    if meaning != CREDIT:
        words = f"Heatmap of {len(labels)} labels. {meaning.rstrip('.')}"
    pairs = [
        (values[i][j], labels[i], labels[j])
        for i in range(len(labels))
        for j in range(len(labels))
        if i != j
    ]
    if not pairs:
        return f"{words}."
    low, high = (extreme(pairs, key=lambda pair: pair[0]) for extreme in (min, max))
    return (
        f"{words}. Two different labels: lowest {low[0]:.3f}, {low[1]} with {low[2]}; "
        f"highest {high[0]:.3f}, {high[1]} with {high[2]}."
    )


def _scale(strongest, meaning):
    steps = 10
    boxes = "".join(
        f'<rect x="{10 + i * 14}" y="0" width="14" height="12" fill="{BLUE}" stroke="{BORDER}" '
        f'stroke-width=".5" fill-opacity="{round(i / steps * strongest, 3):g}"/>'
        for i in range(steps + 1)
    )
    ticks = "".join(
        text(17 + i * 14, 21, f"{i / steps:g}", anchor="middle", size=11)
        for i in range(0, steps + 1, 5)
    )
    picture = svg([boxes, ticks], 176, 30, fixed=True)
    return (
        f'<div style="display:flex;flex-wrap:wrap;align-items:center;gap:0 10px"><span>{picture}'
        f"</span><span>{escaped(meaning)}</span></div>"
    )


def _amount(number):
    """A count with its thousands apart; a sum of weights with one decimal."""
    return f"{int(number):,}" if number == int(number) else f"{number:,.1f}"


def _stroke(x0, y0, x1, y1, *, color=BORDER, width=1):
    return (
        f'<path d="M{px(x0)} {px(y0)}L{px(x1)} {px(y1)}" stroke="{color}" stroke-width="{width}"/>'
    )


# --- semantic_f1/pictures/curves.py

MOST_SYSTEMS = 4
# Color, mark, hollow or not, and dashes: each line is told apart without its color.
_STYLES = (
    (BLUE, circle, False, ""),
    (ORANGE, diamond, False, "5 4"),
    (BLUE, circle, True, "1 3"),
    (ORANGE, diamond, True, "9 3 2 3"),
)
_SEMANTIC, _HARD = _STYLES[:2]


def slopes(alternatives, systems):
    """Scores of systems under one similarity after the other: lines that cross change places.

    Parameters
    ----------
    alternatives : list of dict
        As of the metric's ``sensitivity``: "name", and "scores", a dict of system -> number in
        [0, 1]; the first is the one that the others stand in for.
    systems : sequence of str, the systems in the order of their lines

    Returns
    -------
    str
        HTML: a row an alternative, the scores printed beside the lines of up to two systems. In
        place of more than ``MOST_SYSTEMS`` systems stands a sentence.
    """
    systems = list(systems)
    if not alternatives or not 1 <= len(systems) <= MOST_SYSTEMS:
        return figure(
            paragraph(
                f"{len(systems)} systems under {len(alternatives)} similarities: the picture shows "
                f"from 1 to {MOST_SYSTEMS} systems under at least one."
            )
        )
    names = [str(row["name"]) for row in alternatives]
    scores = [[float(row["scores"][system]) for system in systems] for row in alternatives]
    printed = len(systems) <= 2
    left, top, pitch, column = 122, 26, 24, 35
    right = WIDTH - 12 - (column * len(systems) if printed else 0)
    bottom = top + len(names) * pitch
    low, high = _bounds((value for row in scores for value in row), 0.05)

    def x(score):
        return left + (score - low) / (high - low) * (right - left)

    def y(row):
        return top + (row + 0.5) * pitch

    parts = []
    for tick in (low, (low + high) / 2, high):
        parts.append(_curve([(x(tick), top - 8), (x(tick), bottom)], BORDER))
    for tick in (low, high):
        parts.append(text(x(tick), 8, f"{tick:g}", anchor="middle", size=11, faint=True))
    if printed:
        for place, (color, mark, hollow, _) in enumerate(_STYLES[: len(systems)]):
            middle = WIDTH - column * (len(systems) - place) + 22
            parts.append(mark(middle, 8, 4.5, color, hollow=hollow))
    for place, (color, _, _, dashes) in enumerate(_STYLES[: len(systems)]):
        points = [(x(row[place]), y(i)) for i, row in enumerate(scores)]
        parts.append(_curve(points, color, 2, dashes))
    moved = False
    for i, (name, row) in enumerate(zip(names, scores, strict=True)):
        changed = _system_order(row) != _system_order(scores[0])
        moved = moved or changed
        words = ", ".join(
            f"{system} {value:.3f}" for system, value in zip(systems, row, strict=True)
        )
        bold = changed and not printed
        # The room is for text of size 12.
        shown = fit(name, (left - 12) * 12 / 11, bold=bold)
        row_parts = [
            title(f"{name}: {words}"),
            text(left - 10, y(i), shown, anchor="end", size=11, bold=bold),
        ]
        for place, (color, mark, hollow, _) in enumerate(_STYLES[: len(systems)]):
            row_parts.append(mark(x(row[place]), y(i), 4.5, color, hollow=hollow))
            if printed:
                end = WIDTH - column * (len(systems) - place - 1)
                value = f"{row[place]:.3f}"
                row_parts.append(text(end, y(i), value, anchor="end", size=11, bold=changed))
        parts.append(f'<g class="sf1-row">{"".join(row_parts)}</g>')
    description = f"Scores of {len(systems)} systems under {len(names)} similarities. " + "; ".join(
        f"{name}: "
        + ", ".join(f"{system} {value:.3f}" for system, value in zip(systems, row, strict=True))
        for name, row in zip(names, scores, strict=True)
    )
    samples = [_sample(style, system) for style, system in zip(_STYLES, systems, strict=False)]
    notes = ["Bold: the order is not that of the first row."] if moved else []
    details = table(
        ("Similarity", *systems),
        [
            (name, *(f"{value:.4f}" for value in row))
            for name, row in zip(names, scores, strict=True)
        ],
    )
    picture = svg(parts, WIDTH, bottom + 4, description)
    return figure(picture, caption=legend(samples, *notes), details=details, max_width=480)


def threshold_curves(found):
    """Semantic and hard F1 over the threshold, a panel an average, the best thresholds marked.

    Parameters
    ----------
    found : dict, what the metric's ``threshold_curve`` returns

    Returns
    -------
    str
        HTML. All panels have the same scale.
    """
    thresholds = [float(threshold) for threshold in found["thresholds"]]
    keys = [key for key in found if key.startswith("semantic_")]
    if len(thresholds) < 2 or not keys:
        return figure(paragraph("No curve to show: it takes two thresholds or more."))
    pairs = [(key, key.replace("semantic", "hard", 1)) for key in keys]
    curves = {key: [float(value) for value in found[key]] for pair in pairs for key in pair}
    _, high = _bounds([0, *(value for curve in curves.values() for value in curve)], 0.1)
    panels = [_panel(found["best"], pair, thresholds, curves, high) for pair in pairs]
    words = "; ".join(
        f"{key}: best {found['best'][key]['score']:.3f} at {found['best'][key]['threshold']:g}"
        for key in curves
    )
    height = 136
    parts = [
        f'<g transform="translate(0 {i * height})">{panel}</g>' for i, panel in enumerate(panels)
    ]
    description = f"Semantic and hard F1 at {len(thresholds)} thresholds. {words}"
    picture = svg(parts, WIDTH, len(panels) * height, description)
    samples = [_sample(_SEMANTIC, "semantic F1"), _sample(_HARD, "hard F1")]
    caption = legend(samples, "Marks: the best threshold and its F1.")
    rows = [
        (f"{threshold:g}", *(f"{curves[key][i]:.4f}" for key in curves))
        for i, threshold in enumerate(thresholds)
    ]
    details = table(("Threshold", *(key.replace("_", " ") for key in curves)), rows)
    return figure(picture, caption=caption, details=details, max_width=480)


def _panel(best, pair, thresholds, curves, high):
    left, right, top, bottom = 30, WIDTH - 8, 26, 106
    first, last = thresholds[0], thresholds[-1]

    def x(threshold):
        return left + (threshold - first) / (last - first) * (right - left)

    def y(score):
        return bottom - score / high * (bottom - top)

    name = pair[0].removeprefix("semantic_").removeprefix("f1_").replace("_", " ")
    parts = [text(left, 8, name, bold=True)]
    for tick in (0, high / 2, high):
        parts.append(_curve([(left, y(tick)), (right, y(tick))], BORDER))
        parts.append(text(left - 5, y(tick), f"{tick:g}", anchor="end", size=11, faint=True))
    for tick in (first, (first + last) / 2, last):
        parts.append(text(x(tick), bottom + 12, f"{tick:g}", anchor="middle", size=11, faint=True))
    labels = []
    # The greater of the two has its number above its line, the other one below.
    for key, style, above in zip(pair, (_SEMANTIC, _HARD), (True, False), strict=True):
        color, mark, hollow, dashes = style
        points = [(x(t), y(value)) for t, value in zip(thresholds, curves[key], strict=True)]
        parts.append(_curve(points, color, 2, dashes))
        at, score = float(best[key]["threshold"]), float(best[key]["score"])
        words = f"{score:.3f} at {at:g}"
        middle = min(max(x(at), left + 36), right - 36)
        height = y(score) + (-12 if above else 13)
        spot = mark(x(at), y(score), 4.5, color, hollow=hollow)
        labels.append(
            f'<g class="sf1-best">{title(f"{key}: best {words}")}{spot}'
            + text(middle, min(height, bottom - 7), words, anchor="middle", size=11, halo=True)
            + "</g>"
        )
    return "".join([*parts, *labels])


def _sample(style, meaning):
    color, mark, hollow, dashes = style
    line = _curve([(1, 8), (27, 8)], color, 2, dashes)
    return line + mark(14, 8, 4.5, color, hollow=hollow), 28, meaning


def _curve(points, color, width=1, dashes=""):
    path = "L".join(f"{px(x)} {px(y)}" for x, y in points)
    dashes = f' stroke-dasharray="{dashes}"' if dashes else ""
    return f'<path d="M{path}" fill="none" stroke="{color}" stroke-width="{width}"{dashes}/>'


def _bounds(values, step):
    """Multiples of the step around the values, apart from each other."""
    values = list(values)
    # What rounding leaves above a multiple is no reason for the next one.
    low, high = floor(min(values) / step + 1e-9), ceil(max(values) / step - 1e-9)
    low = max(low - (low == high), 0)
    return round(low * step, 9), round(max(high, low + 1) * step, 9)


def _system_order(row):
    """Order of systems; differences that are rounding only are none."""
    return [
        (a > b) - (a < b) for a in (round(v, 12) for v in row) for b in (round(v, 12) for v in row)
    ]


# --- semantic_f1/pictures/example.py

COLORS = {"predicted": BLUE, "gold": ORANGE}
OTHER = {"predicted": "gold", "gold": "predicted"}

CENTER = (WIDTH / 2, 112)
RADIUS = 80
# Between two labels that stand at one angle.
GAP = 22


class Place(NamedTuple):
    """Place of a label on the wheel, and the directions away from the center and along."""

    point: tuple
    outward: tuple
    along: tuple


def wheel(angles, explanation):
    """The matches of one example on a circle of labels.

    Parameters
    ----------
    angles : dict
        The angle of each label in degrees: 0 is at the right, 90 at the top.
    explanation : dict
        What ``explain`` returns. Labels of it that have no angle are listed below the wheel.

    Returns
    -------
    str
        HTML.
    """
    matches = _drawn_matches(explanation)
    if not matches:
        return _nothing()
    places = _places(angles)
    roles = {label: [m for m in matches if m["label"] == label] for label in places}
    beside = [m for m in matches if not {m["label"], m["best_match"] or m["label"]} <= set(places)]
    drawn = [m for m in matches if m not in beside and m["best_match"] is not None]

    curves = [_chord(match, places, roles) for match in drawn]
    parts = [
        f'<circle cx="{px(CENTER[0])}" cy="{px(CENTER[1])}" r="{RADIUS}" fill="none" '
        f'stroke="{BORDER}"/>',
        *_shared_points(angles, places),
        *map(_arrow, drawn, curves),
        *(_spot(label, places[label], roles[label]) for label in places),
        *_cell_values(drawn, curves, [places[label].point for label in places if roles[label]]),
    ]
    description = f"Wheel of {len(places)} labels. {_in_words(matches)}"
    caption = _legend(matches, both=any(len(found) > 1 for found in roles.values()))
    caption += _note("No match", [m for m in matches if m["best_match"] is None])
    caption += _note("Not on the wheel", beside)
    picture = svg(parts, WIDTH, 2 * CENTER[1], description)
    return figure(picture, caption=caption, details=_match_table(matches), max_width=440)


def columns(explanation):
    """The matches of one example between predicted labels, left, and gold labels, right.

    Parameters
    ----------
    explanation : dict
        What ``explain`` returns.

    Returns
    -------
    str
        HTML. Under each label stands its similarity to its best match.
    """
    matches = _drawn_matches(explanation)
    if not matches:
        return _nothing()
    top, pitch, x = 50, 38, {"predicted": 106, "gold": WIDTH - 106}
    sides = {role: [m for m in matches if m["role"] == role] for role in OTHER}
    rows = max(map(len, sides.values()))
    spots, nodes = {}, []
    for role, side in sides.items():
        anchor, text_x = ("end", x[role] - 14) if role == "predicted" else ("start", x[role] + 14)
        y = top + (rows - max(len(side), 1)) * pitch / 2
        nodes.append(text(text_x, 12, role.capitalize(), anchor=anchor))
        if not side:
            nodes.append(text(text_x, y, "(no labels)", anchor=anchor, faint=True))
        for match in side:
            spots[role, match["label"]] = (x[role], y)
            name = fit(match["label"], 91, bold=True)
            matched = match["best_match"] is not None
            value = f"{match['similarity']:.2f}" if matched else "no match"
            nodes.append(
                f'<g class="sf1-label" data-role="{role}">{title(_sentence(match))}'
                + _glyph(role, x[role], y, matched)
                + text(text_x, y - 7, name, anchor=anchor, bold=True)
                + text(text_x, y + 8, value, anchor=anchor, size=11)
                + "</g>"
            )
            y += pitch
    arrows = []
    for match in matches:
        if match["best_match"] is not None:
            # The two directions between one pair run side by side.
            shift = -3 if match["role"] == "predicted" else 3
            (x0, y0), (x1, y1) = (
                spots[match["role"], match["label"]],
                spots[OTHER[match["role"]], match["best_match"]],
            )
            y0, y1 = y0 + shift, y1 + shift
            bend = [(WIDTH / 2, y0), (WIDTH / 2, y1)]
            arrows.append(_arrow(match, trimmed([(x0, y0), *bend, (x1, y1)], 10, 10)))
    height = top + (rows - 1) * pitch + 24
    picture = svg([*arrows, *nodes], WIDTH, height, _in_words(matches))
    return figure(picture, caption=_legend(matches), details=_match_table(matches), max_width=440)


def _drawn_matches(explanation):
    return [
        {"role": role, **match}
        for role, side in (("predicted", "predictions"), ("gold", "references"))
        for match in explanation[side]
    ]


def _nothing():
    return figure(paragraph("Neither predicted nor gold labels: there is nothing to match."))


def _sentence(match):
    label = f"{match['role'].capitalize()} {match['label']}"
    if match["best_match"] is None:
        return f"{label}: no match."
    ties = [tie for tie in match["ties"] if tie != match["best_match"]]
    also = f" (as near: {', '.join(ties)})" if ties else ""
    best = f"{OTHER[match['role']]} {match['best_match']}"
    return f"{label}: best match {best}, {match['similarity']:.3f}{also}."


def _in_words(matches):
    missing = [role for role in OTHER if all(match["role"] != role for match in matches)]
    return " ".join([*map(_sentence, matches), *(f"No {role} labels." for role in missing)])


def _match_table(matches):
    rows = [
        (
            match["label"],
            match["role"],
            "no match" if match["best_match"] is None else " = ".join(match["ties"]),
            f"{match['similarity']:.3f}",
        )
        for match in matches
    ]
    return table(("Label", "Role", "Best match", "Similarity"), rows)


def _note(head, matches):
    if not matches:
        return ""
    names = ", ".join(f"{match['label']} ({match['role']})" for match in matches)
    return f"<div><b>{head}:</b> {escaped(names)}</div>"


def _legend(matches, both=False):
    samples = [(_glyph(role, 9, 8), 18, role) for role in OTHER]
    if both:
        samples.append((_both(12, 8), 24, "predicted and gold"))
    if any(match["best_match"] is None for match in matches):
        crossed = [_glyph(role, x, 8, False) for role, x in zip(OTHER, (7, 25), strict=True)]
        samples.append(("".join(crossed), 34, "no match"))
    for role, other in OTHER.items():
        line = arrow([(0, 8), (8, 8), (16, 8), (33, 8)], COLORS[role], 2, dashed=role == "gold")
        samples.append((line, 34, f"{role} to its best {other} match"))
    return legend(samples, "The wider the line, the more similar.")


def _glyph(role, x, y, matched=True):
    """A circle or a diamond; hollow and crossed out where nothing matched."""
    color = COLORS[role]
    if role == "predicted":
        shape = circle(x, y, 5.5, color, hollow=not matched)
    else:
        shape = diamond(x, y, 8, color, hollow=not matched)
    if matched:
        return shape
    cross = f"M{px(x - 3)} {px(y - 3)}l6 6m0 -6l-6 6"
    return f'{shape}<path d="{cross}" stroke="{color}" stroke-width="2"/>'


def _both(x, y):
    """The circle on the diamond, with a light rim that keeps the two apart."""
    return diamond(x, y, 11, ORANGE) + circle(x, y, 5, BLUE, rim="#fff")


def _by_angle(angles):
    groups = {}
    for label, angle in angles.items():
        groups.setdefault(round(angle % 360, 6), []).append(label)
    return groups


def _places(angles):
    """Labels at one angle stand side by side, along the circle around their common point."""
    places = {}
    for angle, labels in _by_angle(angles).items():
        outward = (cos(radians(angle)), -sin(radians(angle)))
        along = (outward[1], -outward[0])
        for i, label in enumerate(labels):
            shift = (i - (len(labels) - 1) / 2) * GAP
            point = [
                c + RADIUS * o + shift * a for c, o, a in zip(CENTER, outward, along, strict=True)
            ]
            places[label] = Place(tuple(point), outward, along)
    return {label: places[label] for label in angles}


def _shared_points(angles, places):
    """A band behind the labels that stand at one angle."""
    for labels in _by_angle(angles).values():
        if len(labels) > 1:
            (x0, y0), (x1, y1) = places[labels[0]].point, places[labels[-1]].point
            yield (
                f'<g class="sf1-shared">{title(", ".join(labels) + ": one point of the wheel")}'
                f'<path d="M{px(x0)} {px(y0)}L{px(x1)} {px(y1)}" stroke="currentColor" '
                'stroke-width="24" stroke-opacity=".12" stroke-linecap="round"/></g>'
            )


def _spot(label, place, found):
    """A label of the wheel with its mark: gray where the example does not hold it."""
    x, y = place.point
    away = 17 if len(found) > 1 else 14
    text_x, text_y = x + away * place.outward[0], y + away * place.outward[1]
    lean = place.outward[0] if abs(place.outward[0]) > 0.2 else x - CENTER[0]
    anchor = "middle" if abs(lean) < 0.2 else "start" if lean > 0 else "end"
    room = {"middle": WIDTH, "start": WIDTH - text_x, "end": text_x}[anchor] + 4
    name = text(
        text_x,
        text_y,
        fit(label, room, bold=bool(found)),
        anchor=anchor,
        bold=bool(found),
        faint=not found,
    )
    if found:
        words = " ".join(map(_sentence, found))
        marks = (
            _both(x, y)
            if len(found) > 1
            else _glyph(found[0]["role"], x, y, found[0]["best_match"] is not None)
        )
    else:
        words = f"{label}: neither predicted nor gold"
        marks = f'<circle cx="{px(x)}" cy="{px(y)}" r="3" fill-opacity=".5"/>'
    roles = " ".join(match["role"] for match in found) or "none"
    return f'<g class="sf1-label" data-role="{roles}">{title(words)}{marks}{name}</g>'


def _chord(match, places, roles):
    """The curve of a match across the wheel, from mark to mark."""
    start, end = places[match["label"]], places[match["best_match"]]
    room = [12 if len(roles[match[key]]) > 1 else 9 for key in ("label", "best_match")]
    predicted = match["role"] == "predicted"
    if start is end:
        # A label that matches itself: a loop on the inside, the two roles side by side.
        turns = (75, 10) if predicted else (-75, -10)
        bends = [_inside(start, turn, 50) for turn in turns]
    elif start.outward == end.outward:
        depth = 32 if predicted else 62
        bends = [_inside(start, 0, depth), _inside(end, 0, depth)]
    else:
        # Bent towards the center, and to the left of its own direction: so the two directions
        # between one pair of labels keep apart.
        middle = between(start.point, end.point, 0.5)
        left = left_of(start.point, end.point)
        bend = tuple(
            0.6 * m + 0.4 * c + 18 * aside for m, c, aside in zip(middle, CENTER, left, strict=True)
        )
        bends = [between(place.point, bend, 2 / 3) for place in (start, end)]
    return trimmed([start.point, *bends, end.point], *room)


def _inside(place, turn, depth):
    """The point that far from a label, towards the center and turned by so many degrees."""
    c, s = cos(radians(turn)) * depth, sin(radians(turn)) * depth
    return tuple(
        p - c * o + s * a for p, o, a in zip(place.point, place.outward, place.along, strict=True)
    )


def _arrow(match, curve):
    width = 1 + 3 * match["similarity"]
    line = arrow(curve, COLORS[match["role"]], width, dashed=match["role"] == "gold")
    return f'<g class="sf1-arrow" data-role="{match["role"]}">{title(_sentence(match))}{line}</g>'


def _cell_values(matches, curves, marks):
    """The similarities beside their curves; where no place is free, only the title has it."""
    taken = list(marks)
    for match, curve in zip(matches, curves, strict=True):
        aside = left_of(curve[0], curve[-1])
        if match["label"] == match["best_match"]:
            aside = unit(curve[0], point_on(curve, 0.5))
        for t in (0.5, 0.4, 0.6, 0.32, 0.68, 0.25, 0.75):
            x, y = point_on(curve, t)
            x, y = x + aside[0] * 15, y + aside[1] * 9
            if all(abs(x - other[0]) > 25 or abs(y - other[1]) > 13 for other in taken):
                taken.append((x, y))
                yield text(x, y, f"{match['similarity']:.2f}", anchor="middle", size=11, halo=True)
                break


# --- semantic_f1/comparisons/statistics.py

# Scores nearer than this are equal: they differ by rounding only.
_TIED = 1e-12


def constancy(values):
    """A sentence for a table that hardly tells near labels from far ones, else an empty string.

    Said where an audit warns of it: nine in ten values off the diagonal within 0.1 of each other,
    and a mean of 0.1 at least.
    """
    if not is_nearly_constant(values):
        return ""
    off = off_diagonal(values)
    low, high = central_range(off)
    return (
        f"The similarity is nearly constant (nine in ten values off the diagonal from {low:.4f} to "
        f"{high:.4f}): any guess earns about {off.mean():.2f}, so how many labels a system "
        "predicts, and when it predicts none, decides more than which ones."
    )


def kendall_tau(a, b):
    """Kendall's tau-b of two rankings of the same things; 0 if either has no two that differ.

    Parameters
    ----------
    a, b : float arrays of shape (n,); values nearer than 1e-12 are ties

    Returns
    -------
    float in [-1, 1]
    """
    first, second = (np.triu(_order(x)) for x in (a, b))
    return _cosine(first, second)


def pearson(a, b):
    """Pearson's correlation; 0 where either is constant.

    Parameters and return value are those of :func:`kendall_tau`.
    """
    if min(np.ptp(a), np.ptp(b)) <= _TIED:
        return 0.0
    return _cosine(a - np.mean(a), b - np.mean(b))


def spearman(a, b):
    """Spearman's rank correlation, ties sharing the mean of their places.

    Parameters and return value are those of :func:`kendall_tau`, 0 for a constant included.
    """
    first, second = (_order(x).sum(axis=1) for x in (a, b))
    return _cosine(first, second)


def monotonicity(thresholds, scores):
    """Steadiness of scores that fall as the threshold rises (section 4.3.3): minus Kendall's tau-b.

    Parameters
    ----------
    thresholds, scores : float arrays of shape (n,)

    Returns
    -------
    float in [-1, 1], 1 where every step up the thresholds is a step down; 0 for a constant curve
    """
    return 0.0 - kendall_tau(thresholds, scores)


def smoothness(scores):
    """Mean size of a curve's steps over its range (section 4.3.3); lower is smoother.

    Parameters
    ----------
    scores : float array of shape (n,), in the order of their thresholds

    Returns
    -------
    float in [0, 1]; 1 / (n - 1) for a monotone curve, 0 for a constant one
    """
    scores = np.asarray(scores, dtype=np.float64)
    extent = np.ptp(scores)
    return float(np.abs(np.diff(scores)).mean() / extent) if extent > _TIED else 0.0


def _order(values):
    """1, 0 or -1 for every pair: whether the first is above, level with or below the second."""
    values = np.asarray(values, dtype=np.float64)
    apart = values[:, None] - values
    return np.sign(np.where(np.abs(apart) > _TIED, apart, 0))


def _cosine(a, b):
    norm = np.sqrt((a * a).sum() * (b * b).sum())
    return float(np.clip((a * b).sum() / norm, -1, 1)) if norm else 0.0


# --- semantic_f1/comparisons/agreement.py

MISSING_WORDS = ("raise", "skip")
# Variance of Fisher's z: (numerator of r, what is taken from n). Pearson: Fisher (1921); Spearman:
# Bonett & Wright, "Sample size requirements for estimating Pearson, Kendall and Spearman
# correlations", Psychometrika 65 (2000); Kendall: Fieller, Hartley & Pearson (1957).
_VARIANCES = {
    "pearson": (lambda r: 1.0, 3),
    "spearman": (lambda r: 1 + r * r / 2, 3),
    "kendall": (lambda r: 0.437, 4),
}


def agreement_of(ratings, setting, missing="raise"):
    """Correlations of the similarity with human ratings of pairs, and their intervals."""
    if missing not in MISSING_WORDS:
        raise ValueError(f"missing: expected 'raise' or 'skip'; got {short(missing)}")
    a, b, human, counts = _mean_ratings(ratings, setting.space, missing)
    if len(human) < 2:
        left = f" ({counts['n_skipped']} were left out)" if counts["n_skipped"] else ""
        raise ValueError(f"ratings: a correlation takes two pairs at least; got {len(human)}{left}")
    pairs = setting.similarity.pairs
    values = (pairs(a, b) + pairs(b, a)) / 2
    level = setting.options["confidence_level"]
    constant = [
        side
        for side, numbers in (("the similarity", values), ("the ratings", human))
        if np.ptp(numbers) <= 1e-12
    ]
    result = {}
    for name, measure in (("pearson", pearson), ("spearman", spearman), ("kendall", kendall_tau)):
        r = None if constant else measure(values, human)
        low, high = (None, None) if r is None else _limits(name, r, len(human), level)
        result |= {name: r, f"{name}_low": low, f"{name}_high": high}
    if constant:
        warn(
            f"agreement: {' and '.join(constant)} give all {len(human)} pairs one value, so that "
            "no correlation is defined: None. Rate pairs that differ, or look at the similarity's "
            "audit."
        )
    if counts["n_skipped"]:
        unknown = counts["unknown"]
        warn(
            f"agreement: {counts['n_skipped']} of {counts['n_ratings']} ratings were left out, "
            f"since the similarity lacks {len(unknown)} of their words: "
            f"{', '.join([*map(repr, unknown[:8]), *['...'] * (len(unknown) > 8)])}. The figures "
            f"are of the {len(human)} pairs that are left."
        )
    return {**result, "n_pairs": len(human), **counts}


def _mean_ratings(ratings, space, missing):
    """Pairs of label indices, each once whichever way round, and their mean ratings."""
    if hasattr(ratings, "items"):
        ratings = [(*pair, rating) for pair, rating in ratings.items()]
    rated = [tuple(one) for one in ratings]
    wrong = [one for one in rated if len(one) != 3]
    if wrong:
        raise ValueError(f"ratings: expected triples (label, label, rating); got {short(wrong[0])}")
    key = fold if space.normalize else str
    index = {key(name): i for i, name in enumerate(space.labels)}
    found, skipped, unknown = {}, 0, {}
    for a, b, rating in rated:
        if isinstance(rating, bool) or not isinstance(rating, Real) or not isfinite(rating):
            raise ValueError(
                f"ratings: ({short(a)}, {short(b)}) is rated {short(rating)}, not a finite number"
            )
        absent = [name for name in (a, b) if not isinstance(name, str) or key(name) not in index]
        for name in absent:
            why = space.refused.get(key(name)) if isinstance(name, str) else None
            if why or missing == "raise" or not isinstance(name, str):
                hint = suggestion(str(name), space.labels)
                raise ValueError(
                    f"ratings: {short(name)} is {why or f'not a label{hint}'}"
                    + ("" if why else "; missing='skip' leaves such pairs out and counts them")
                )
        if absent:
            skipped += 1
            unknown.update(dict.fromkeys(absent))
            continue
        pair = tuple(sorted((index[key(a)], index[key(b)])))
        found.setdefault(pair, []).append(float(rating))
    a, b = np.array(list(found), np.int64).reshape(-1, 2).T
    means = np.array([sum(each) / len(each) for each in found.values()])
    counts = {"n_ratings": len(rated), "n_skipped": skipped, "unknown": list(unknown)}
    return a, b, means, counts


def _limits(name, r, n, level):
    """Limits of an interval by Fisher's z; None where n or |r| = 1 leave none."""
    numerator, taken = _VARIANCES[name]
    if n <= taken or abs(r) >= 1:
        return None, None
    half = NormalDist().inv_cdf((1 + level) / 2) * sqrt(numerator(r) / (n - taken))
    return tanh(atanh(r) - half), tanh(atanh(r) + half)


# --- semantic_f1/comparisons/outcomes.py

CORRELATIONS = ("pearson", "spearman", "kendall", "ccc")
# All orders of so many outcomes are tried, 362,880 of 9; of more, random ones.
EXACT_PAIRS = 9
# Kendall's tau compares all pairs of pairs in every resample.
MOST_FOR_KENDALL = 5_000
# Outcomes nearer than this are equal: they differ by rounding only.
_EQUAL_OUTCOMES = 1e-12


def concordance(x, y, ddof=0):
    """Lin's concordance correlation coefficient: agreement with the line y = x.

    2 s_xy / (s_x ** 2 + s_y ** 2 + (mean x - mean y) ** 2) (Lin 1989); 0 where both are constant.

    Parameters
    ----------
    x, y : float arrays of shape (n,)
    ddof : 0, moments with 1 / n as in the paper, or 1, with 1 / (n - 1)

    Returns
    -------
    float in [-1, 1]
    """
    x, y = np.asarray(x, float), np.asarray(y, float)
    sums = _moment_sums(x, y).sum(axis=0)
    return float(_concordance_of_sums(sums, len(x), ddof, x.mean() - y.mean()))


def outcome_correlation(
    scores,
    outcomes,
    method=("pearson", "spearman", "kendall", "ccc"),
    *,
    ddof=0,
    n_resamples=1000,
    confidence_level=0.95,
    seed=0,
    groups=None,
):
    """Correlations of scores with an outcome, human judgements say, over examples or systems.

    Parameters
    ----------
    scores, outcomes : equally many finite numbers, two pairs at least
    method : one or several of "pearson", "spearman" (of mid-ranks), "kendall" (tau-b) and "ccc"
        (Lin's concordance correlation coefficient, which asks for equal values)
    ddof : 0 or 1, of the variances in "ccc": Lin 1989 divides by n
    n_resamples : int >= 1, or None for estimates alone
    confidence_level : number between 0 and 1
    seed : int >= 0
    groups : None, or one value a pair, the author or document that it belongs to: intervals draw
        groups

    Returns
    -------
    dict: "n" pairs; for each method its value, _low and _high (percentiles of the bootstrap over
    pairs, with the tails of Student's t: Hesterberg 2015), and _p_value, two-sided, of no relation:
    over all orders of up to 9 outcomes, over ``n_resamples`` random ones of more; and "note". With
    fewer than 10 pairs, or groups, _low and _high are None and "note" says why; with groups
    _p_value is None, since the pairs of a group don't change places with others
    """
    x, y = _numbers_of(scores, "scores"), _numbers_of(outcomes, "outcomes")
    if len(x) != len(y):
        raise ValueError(
            f"scores and outcomes must be equally long; got {len(x)} and {len(y)} numbers"
        )
    if len(x) < 2:
        raise ValueError(f"scores: at least 2 pairs are needed; got {len(x)}")
    methods = (method,) if isinstance(method, str) else tuple(method)
    for name in methods:
        if name not in CORRELATIONS:
            raise ValueError(
                f"method: expected names out of {', '.join(CORRELATIONS)}; got {name!r}"
            )
    if ddof not in (0, 1) or isinstance(ddof, bool):
        raise ValueError(f"ddof: expected 0 or 1; got {ddof!r}")
    if not 0 < confidence_level < 1:
        raise ValueError(
            f"confidence_level: expected a number between 0 and 1; got {confidence_level!r}"
        )
    estimates = {
        "pearson": lambda: pearson(x, y),
        "spearman": lambda: spearman(x, y),
        "kendall": lambda: kendall_tau(x, y),
        "ccc": lambda: concordance(x, y, ddof),
    }
    result = {"n": len(x), **{name: estimates[name]() for name in methods}, "note": ""}
    if n_resamples is None:
        return result
    if isinstance(n_resamples, bool) or not isinstance(n_resamples, int) or n_resamples < 1:
        raise ValueError(f"n_resamples: expected a whole number, 1 or more; got {n_resamples!r}")
    codes, units, what = None, len(x), "pairs"
    if groups is not None:
        codes = group_codes(check_groups(groups), len(x))
        units, what = int(codes.max()) + 1, "groups"
    if units < FEW:
        result["note"] = (
            f"{units} {what}, fewer than {FEW}: no interval can be trusted, so there is none"
            + ("." if groups is not None else "; the p-value is that of all orders.")
        )
        warn(f"outcome_correlation: {result['note']}")
    ends = dict.fromkeys(methods, (None, None))
    if units >= FEW:
        if "kendall" in methods and len(x) > MOST_FOR_KENDALL:
            raise ValueError(
                f"method: intervals of kendall take up to {MOST_FOR_KENDALL:,} pairs; there are "
                f"{len(x):,}; leave it out, or pass n_resamples=None"
            )
        share = tail_share(confidence_level, units)
        replicated = _replicated(x, y, methods, codes, n_resamples, seed, ddof)
        for name, values in replicated.items():
            low, high = order_ends(values, share, (-1.0, 1.0))
            ends[name] = min(float(low), result[name]), max(float(high), result[name])
    for name in methods:
        result[f"{name}_low"], result[f"{name}_high"] = ends[name]
        result[f"{name}_p_value"] = (
            None if groups is not None else _permutation_p(x, y, name, n_resamples, seed)
        )
    return result


def _numbers_of(values, argument):
    if isinstance(values, (str, bytes)) or not hasattr(values, "__iter__"):
        raise ValueError(f"{argument}: expected a sequence of numbers; got {values!r}")
    table = list(values)
    for index, value in enumerate(table):
        try:
            number = float(value)
        except (TypeError, ValueError):
            number = math.nan
        if isinstance(value, str) or not math.isfinite(number):
            raise ValueError(f"{argument}[{index}]: expected a finite number; got {value!r}")
    return np.array([float(value) for value in table])


def _moment_sums(x, y):
    """Rows whose sums over resamples give all moments: 1, x, y, xx, yy, xy, about the means."""
    x, y = x - x.mean(), y - y.mean()
    return np.stack([np.ones(len(x)), x, y, x * x, y * y, x * y], axis=1)


def _variances(sums):
    n = sums[..., 0]
    mean_x, mean_y = sums[..., 1] / n, sums[..., 2] / n
    var_x = np.maximum(sums[..., 3] / n - mean_x**2, 0)
    var_y = np.maximum(sums[..., 4] / n - mean_y**2, 0)
    return mean_x, mean_y, var_x, var_y, sums[..., 5] / n - mean_x * mean_y


def _concordance_of_sums(sums, n, ddof, shift):
    """CCC from sums about the means of the data, which are ``shift`` apart."""
    mean_x, mean_y, var_x, var_y, covariance = _variances(sums)
    factor = n / (n - ddof)
    apart = mean_x - mean_y + shift
    total = factor * (var_x + var_y) + apart**2
    still = var_x + var_y <= _EQUAL_OUTCOMES**2
    value = 2 * factor * covariance / np.where(total > 0, total, 1)
    return np.clip(np.where(still, 0, value), -1, 1)


def _correlation(mean_product, var_x, var_y):
    product = np.sqrt(var_x * var_y)
    moves = product > _EQUAL_OUTCOMES
    return np.clip(np.where(moves, mean_product / np.where(moves, product, 1), 0), -1, 1)


def _replicated(x, y, methods, codes, n_resamples, seed, ddof):
    """Correlations of resamples of the pairs, or of their groups: method -> (B,) array."""
    n_units = len(x) if codes is None else int(codes.max()) + 1
    units = np.arange(n_units) if codes is None else codes
    result = {name: np.empty(n_resamples) for name in methods}
    ranked = [_outcome_places(values) for values in (x, y)]
    signs = None
    if "kendall" in methods:
        signs = [np.sign(c[:, None] - c).astype(np.float64) for c, _ in ranked]
    rows, shift = _moment_sums(x, y), x.mean() - y.mean()
    for place, times, _ in resampled_sums([np.ones((n_units, 1))], n_resamples, seed):
        weight = times[:, units]
        sums = weight @ rows
        if "pearson" in methods:
            *_, var_x, var_y, covariance = _variances(sums)
            result["pearson"][place] = _correlation(covariance, var_x, var_y)
        if "ccc" in methods:
            result["ccc"][place] = _concordance_of_sums(sums, sums[:, 0], ddof, shift)
        if "spearman" in methods:
            ranks = [_weighted_ranks(weight, *each) for each in ranked]
            total = weight.sum(axis=1, keepdims=True)
            a, b = (rank - (weight * rank).sum(axis=1, keepdims=True) / total for rank in ranks)
            moments = [(weight * p).sum(axis=1) for p in (a * b, a * a, b * b)]
            result["spearman"][place] = _correlation(*moments)
        if "kendall" in methods:
            both, one, other = (
                ((weight @ table) * weight).sum(axis=1)
                for table in (signs[0] * signs[1], np.abs(signs[0]), np.abs(signs[1]))
            )
            result["kendall"][place] = _correlation(both, one, other)
    return result


def _outcome_places(values):
    """The number of each value among the distinct ones, in order, and how many these are."""
    order = np.argsort(values, kind="stable")
    steps = np.diff(values[order]) > _EQUAL_OUTCOMES
    codes = np.empty(len(values), np.int64)
    codes[order] = np.concatenate([[0], np.cumsum(steps)])
    return codes, int(codes.max()) + 1


def _weighted_ranks(weight, codes, number):
    """Mid-ranks of values that come as often as the weights (B, n) say."""
    order = np.argsort(codes, kind="stable")
    starts = np.searchsorted(codes[order], np.arange(number))
    of_value = np.add.reduceat(weight[:, order], starts, axis=1)
    below = np.cumsum(of_value, axis=1) - of_value
    return (below + (of_value + 1) / 2)[:, codes]


def _permutation_p(x, y, name, n_resamples, seed):
    """Two-sided p-value of no relation: over all orders of few outcomes, over random ones of many.

    An order moves neither means nor variances, so Pearson's covariance stands for "ccc" too.
    """
    n = len(x)
    if name == "kendall":
        first, second = (np.sign(c[:, None] - c) for c, _ in map(_outcome_places, (x, y)))
    else:
        ranked = [(c - c.mean()) for c in (x, y)]
        if name == "spearman":
            ones = np.ones((1, n))
            ranked = [_weighted_ranks(ones, *_outcome_places(c))[0] for c in (x, y)]
            ranked = [c - c.mean() for c in ranked]
        first, second = ranked

    def sizes(orders):
        if name == "kendall":
            return np.abs(
                np.einsum("ij,pij->p", first, second[orders[:, :, None], orders[:, None, :]])
            )
        return np.abs(second[orders] @ first)

    observed = sizes(np.arange(n)[None])[0]
    close = 1e-9 * max(observed, 1e-300)
    if n <= EXACT_PAIRS:
        orders = np.array(list(permutations(range(n))))
        parts = np.array_split(orders, max(1, len(orders) // 20_000))
        reached = sum(int((sizes(part) >= observed - close).sum()) for part in parts)
        return reached / len(orders)
    rng = np.random.default_rng([seed, 4])
    step = max(1, (1 << 21) // (n * n if name == "kendall" else n))
    reached = 0
    for start in range(0, n_resamples, step):
        size = min(step, n_resamples - start)
        orders = rng.permuted(np.tile(np.arange(n), (size, 1)), axis=1)
        reached += int((sizes(orders) >= observed - close).sum())
    return (reached + 1) / (n_resamples + 1)


# --- semantic_f1/comparisons/ranking.py

def winners(scores):
    """The systems that a set of metrics supports as best ([OPI] 6.2 and section 8).

    Parameters
    ----------
    scores : dict of system -> dict of metric -> finite number, greater is better; every system has
        the same metrics

    Returns
    -------
    dict: "by_metric" (metric -> its best systems, several if tied), "winners" (systems best by some
    metric), "mean" and "mean_rank" (system -> mean of its scores, and of its ranks, 1 the best and
    ties sharing theirs), "best_mean" and "best_mean_rank" (the systems best by these). Systems and
    metrics keep the order they come in. Ranks, unlike means, don't depend on the metrics' scales
    """
    systems = list(scores)
    metrics = list(scores[systems[0]]) if systems else []
    if not metrics:
        raise ValueError("scores: at least one system with one metric is needed")
    for system, of in scores.items():
        if set(of) != set(metrics):
            raise ValueError(
                f"scores: {system!r} has the metrics {list(of)}, {systems[0]!r} has {metrics}; "
                "every system needs the same"
            )
    table = np.array([[scores[s][m] for m in metrics] for s in systems], dtype=np.float64)
    if not np.isfinite(table).all():
        row, column = np.argwhere(~np.isfinite(table))[0]
        raise ValueError(
            f"scores: {systems[row]!r} has {table[row, column]} for {metrics[column]!r}; "
            "finite numbers are needed"
        )
    is_best = table == table.max(axis=0)
    better = (table[None] > table[:, None]).sum(axis=1)
    tied = (table[None] == table[:, None]).sum(axis=1)
    mean, mean_rank = table.mean(axis=1), (better + (tied + 1) / 2).mean(axis=1)

    def chosen(mask):
        return [system for system, hit in zip(systems, mask, strict=True) if hit]

    return {
        "by_metric": {m: chosen(column) for m, column in zip(metrics, is_best.T, strict=True)},
        "winners": chosen(is_best.any(axis=1)),
        "mean": dict(zip(systems, mean.tolist(), strict=True)),
        "mean_rank": dict(zip(systems, mean_rank.tolist(), strict=True)),
        "best_mean": chosen(mean == mean.max()),
        "best_mean_rank": chosen(mean_rank == mean_rank.min()),
    }


# --- semantic_f1/comparisons/sample_size.py

def needed_examples(standard_deviation, effect, power, alpha):
    """Examples for a two-sided test at alpha to find a difference with the given power.

    n = ((z(1 - alpha / 2) + z(power)) * sd / effect) ** 2, rounded up.

    Parameters
    ----------
    standard_deviation : float > 0, of the influence values of the difference
    effect : float > 0, the difference to be found
    power, alpha : floats in (0, 1)

    Returns
    -------
    int
    """
    return math.ceil((_both_quantiles(power, alpha) * standard_deviation / effect) ** 2 - 1e-9)


def detectable_effect(standard_deviation, n, power, alpha):
    """The difference that n examples find with the given power."""
    return _both_quantiles(power, alpha) * standard_deviation / math.sqrt(n)


def sized(systems, groups, averaging, setting, effect, power, alpha):
    """The dict of ``metric.sample_size``, from the Contributions of two systems."""
    for name, value, most in (("effect", effect, 1), ("power", power, 1), ("alpha", alpha, 1)):
        is_number = isinstance(value, numbers.Real) and not isinstance(value, (bool, np.bool_))
        if not is_number or not 0 < value < most + (name == "effect") * 1e-12:
            wanted = "above 0, up to 1" if name == "effect" else "between 0 and 1"
            raise ValueError(f"{name}: expected a number {wanted}; got {value!r}")
    average = one_average(setting.options, "sample_size")
    units = [each.grouped(groups) for each in systems]
    n = units[0].n_units
    unit = "groups" if groups is not None else "examples"
    if n < 2:
        raise ValueError(f"sample_size: {n} of {unit} shows no spread; at least 2 are needed")
    error = standard_errors(units[0], average, averaging.of(0), units[1], averaging.of(1))[2]
    if not error > 0:
        raise ValueError(
            f"sample_size: no one of the {n:,} {unit} moves the difference of the two systems; a "
            "pilot has to show some spread: take systems that differ in more examples"
        )
    if n < FEW:
        warn(few_units(n, groups is not None).replace("intervals", "sample_size"))
    spread = float(error) * math.sqrt(n)
    return {
        "n": needed_examples(spread, effect, power, alpha),
        "units": unit,
        "standard_deviation": spread,
        "detectable_effect": detectable_effect(spread, n, power, alpha),
        "n_units": n,
        "score": keys_of(average, setting.options)[2],
        "average": average,
        "effect": float(effect),
        "power": float(power),
        "alpha": float(alpha),
    }


def _both_quantiles(power, alpha):
    quantile = NormalDist().inv_cdf
    return quantile(1 - alpha / 2) + quantile(power)


# --- semantic_f1/comparisons/perturbations.py

# Section 4.3.1: the shares that mixtures with noise leave to the table.
ALPHAS = (0.8, 0.6, 0.4, 0.2)
EXPONENTS = (1, 2, 3, 4)
BETAS = (0.25, 0.5, 2, 4)


class Alternative(NamedTuple):
    """A table to score with instead of another.

    ``note`` is a sentence on what the change breaks, empty where there is nothing to say.
    """

    name: str
    values: np.ndarray
    note: str = ""


def mixtures(values, *, alphas=ALPHAS, seed=0, mean=0.5, deviation=0.5):
    """The table mixed with noise: alpha * S + (1 - alpha) * U (section 4.3.1).

    U is drawn once for all alphas: normal off the diagonal, clipped to [0, 1], and 1 on the
    diagonal. The paper names no mean. The default is the middle of [0, 1]: clipping then cuts both
    tails alike, and U stands for no knowledge rather than for hard labels, which a mean of 0 would
    come near to by setting half of its values to 0. Where S is symmetric, U is.

    Parameters
    ----------
    values : float64 array of shape (m, m)
    alphas : floats in [0, 1], the share of the table
    seed : int >= 0
    mean, deviation : floats, those of the noise before it is clipped

    Returns
    -------
    list of Alternative, one an alpha; the notes say how many values of U were clipped
    """
    m = len(values)
    noise = np.random.default_rng(seed).normal(mean, deviation, (m, m))
    if (values == values.T).all():
        noise = np.triu(noise, 1) + np.triu(noise, 1).T
    off = ~np.eye(m, dtype=bool)
    clipped = int(((noise < 0) | (noise > 1))[off].sum())
    noise = np.where(off, noise.clip(0, 1), 1)
    note = f"{clipped} of the {m * (m - 1)} values of the noise were clipped to [0, 1]."
    return [
        Alternative(f"mixture alpha={alpha:g}", alpha * values + (1 - alpha) * noise, note)
        for alpha in alphas
    ]


def permuted_rows(values, *, seed=0):
    """The table with its rows in another order, so that labels have the neighbors of others.

    No row keeps its place. It is a control that no ranking should survive, not a similarity: an
    exact match earns what some other label used to earn from it.

    Returns
    -------
    Alternative; its note says for how many labels a diagonal of 1 is lost
    """
    cycle = np.random.default_rng(seed).permutation(len(values))
    order = np.empty_like(cycle)
    order[cycle] = np.roll(cycle, 1)
    permuted = values[order]
    broken = int(((np.diagonal(values) == 1) & (np.diagonal(permuted) < 1)).sum())
    note = f"{broken} of {len(values)} labels no longer earn 1 from an exact match."
    return Alternative("rows permuted", permuted, note if broken else "")


def powers(values, *, exponents=EXPONENTS):
    """The table to some powers, which let similarity fall off faster (appendix F.4: cubed).

    Returns
    -------
    list of Alternative, one an exponent > 0
    """
    return [Alternative(f"power {exponent:g}", values**exponent) for exponent in exponents]


def rescaled_distances(values, *, betas=BETAS, beta=1.0):
    """For a table made from distances d by 1 / (1 + beta * d): the same with other betas.

    Parameters
    ----------
    values : float64 array of shape (m, m); 0 stands for an infinite distance and stays
    betas : floats > 0, those of the alternatives
    beta : float > 0, that of the table

    Returns
    -------
    list of Alternative, one a beta
    """
    # With r = new / old: 1 / (1 + r * (1 / S - 1)) = S / (S + r * (1 - S)).
    return [
        Alternative(f"beta {new:g}", values / (values + new / beta * (1 - values))) for new in betas
    ]


# --- semantic_f1/comparisons/systems.py

EQUAL = 1e-12


def compared(datas, setting, test="auto"):
    """Two systems: for each score the difference, its interval and p-value.

    ``datas`` are the label sets of both.
    """
    options = setting.options
    averages = averages_of(options)
    systems, groups, averaging = systems_of(datas, setting, averages, ("a", "b"))
    mask = averaging.macro_mask
    result = {}
    if options["n_resamples"]:
        found = paired_comparisons(
            systems,
            averaging,
            groups=groups,
            n_resamples=options["n_resamples"],
            confidence_level=options["confidence_level"],
            seed=options["seed"],
            test=test,
        )
        n_tests = len(setting.space.labels) if None in averages else 1
        warn_unsure(systems, groups, setting, averages, mask, n_tests)
        warn_no_spread(found, setting)
    for average in averages:
        scores = np.stack(
            [
                scores_of_columns(each.total(average), average, averaging.of(place))
                for place, each in enumerate(systems)
            ]
        )
        columns = {"": scores[0] - scores[1], "_a": scores[0], "_b": scores[1]}
        if options["n_resamples"]:
            one = found[average]
            columns[""] = one.difference.estimate[0]
            columns |= {
                "_low": one.difference.low[0],
                "_high": one.difference.high[0],
                "_standard_error": one.standard_error[0],
                "_p_value": one.p_value[0],
            }
            if average is None:
                columns["_p_adjusted"] = holm(one.p_value[0].T).T
        for place, key in enumerate(keys_of(average, options)):
            for suffix, values in columns.items():
                result[key + suffix] = plain_numbers(values[place])
        if options["n_resamples"]:
            suffix = suffix_of(average, options)
            result[f"test{suffix}"] = one.test
            if average is None:
                result[f"adjustment{suffix}"] = "holm"
    if options["n_resamples"]:
        result["n_units"] = one.n_units
    # How much an example weighs says nothing of who wins it.
    outcome = win_tie_loss(*(each.points[:, 2] / each.points[:, 3] for each in systems))
    result.update(zip(("wins", "ties", "losses"), outcome.tolist(), strict=True))
    if None in averages:
        by_label = label_outcomes(*systems)
        names = ("label_wins", "label_ties", "label_losses")
        result.update(zip(names, by_label.tolist(), strict=True))
        result["labels"] = list(setting.space.labels)
    return result


def label_outcomes(system_a, system_b):
    """Examples where a has fewer, as many, more errors (FP + FN) of a label than b: (3, m).

    Of examples where the label is gold or predicted by either; both are Contributions.
    """
    total = np.zeros((3, system_a.n_labels), np.int64)
    for start, stop in system_a.blocks():
        errors, used = [], False
        for system in (system_a, system_b):
            columns = system.columns(None, start, stop) / system.points[start:stop, 3, None, None]
            tp, predicted, matched, support = np.moveaxis(columns, 1, 0)
            errors.append(predicted - tp + support - matched)
            used = used | (predicted + support > 0)
        total += win_tie_loss(errors[1], errors[0], used)
    return total


def ranked(datas, setting, simultaneous=True):
    """Systems with the places they may have; ``datas`` maps their names to label sets."""
    options = setting.options
    average = one_average(options, "rank")
    if not options["n_resamples"]:
        raise ValueError("n_resamples: rank needs resamples; expected a whole number, 1 or more")
    names = list(datas)
    systems, groups, averaging = systems_of(list(datas.values()), setting, (average,), names)
    found = paired_comparisons(
        systems,
        averaging,
        groups=groups,
        n_resamples=options["n_resamples"],
        confidence_level=options["confidence_level"],
        seed=options["seed"],
    )
    warn_unsure(systems, groups, setting, (average,), averaging.macro_mask)
    warn_no_spread(found, setting)
    (one,) = found.values()
    difference, observed, replicated = (
        one.difference.estimate[:, 2],
        one.observed[:, 2],
        one.replicated[:, :, 2],
    )
    alpha = 1 - options["confidence_level"]
    # Several tests are never surer of a pair than the test of this pair alone.
    adjusted = np.maximum(step_down(observed, replicated), one.p_value[:, 2])
    if simultaneous:
        best, worst = rank_sets(one.pairs, difference, adjusted, len(names), alpha)
    else:
        best, worst = marginal_rank_sets(
            one.pairs, difference, observed, replicated, len(names), alpha
        )
    places = ranks(one.scores[:, 2])
    keys = keys_of(average, options)
    ranking = [
        {
            "system": name,
            **dict(zip(keys, one.scores[i].tolist(), strict=True)),
            "rank": float(places[i]),
            "rank_low": int(best[i]),
            "rank_high": int(worst[i]),
        }
        for i, name in enumerate(names)
    ]
    pairs = [
        {
            "a": names[a],
            "b": names[b],
            "difference": float(difference[i]),
            "low": float(one.difference.low[i, 2]),
            "high": float(one.difference.high[i, 2]),
            "standard_error": plain_numbers(one.standard_error[i, 2]),
            "p_value": float(one.p_value[i, 2]),
            "p_adjusted": float(adjusted[i]),
        }
        for i, (a, b) in enumerate(one.pairs.tolist())
    ]
    return {
        "ranking": sorted(ranking, key=lambda row: row["rank"]),
        "pairs": pairs,
        "best": [name for name, place in zip(names, best, strict=True) if place == 1],
        "test": one.test,
        "adjustment": "step-down max-t",
        "n_units": one.n_units,
    }


def warn_no_spread(found, setting):
    """Warn of differences that no example moves: their intervals have no width."""
    texts = []
    for average, one in found.items():
        still = (one.difference.low == one.difference.high).any()
        if still and one.n_units > 1:
            texts.append(
                f"intervals: no {'group' if setting.options['groups'] else 'example'} moves some "
                f"difference of {average or 'a label'}; its interval has no width, which does not "
                "make it certain."
            )
    for text in texts:
        warn(text)


def curve_of(grid, read, setting_at):
    """Scores at each threshold; ``setting_at`` gives the setting of one."""
    curves = {}
    for threshold in grid.tolist():
        setting = setting_at(threshold)
        if None in averages_of(setting.options):
            raise ValueError("average: a curve is of one score; None (per label) has many")
        data = weighted_sets(*read, setting)
        exact = identity(setting.space.labels).pairs
        for kind, pairs in (("semantic", None), ("hard", exact)):
            counts = counts_of(data, setting, pairs)
            with collect():
                mask = macro_mask_of(counts, setting, ())
            for average in averages_of(setting.options):
                key = keys_of(average, setting.options)[2].replace("semantic", kind, 1)
                f1 = float(scores_of(counts, average, setting, mask).f1)
                curves.setdefault(key, []).append(f1)
    # The lowest of equal thresholds: of those within rounding of the greatest score.
    best = {key: int(np.argmax(np.array(x) >= max(x) - EQUAL)) for key, x in curves.items()}
    return {
        "thresholds": grid.tolist(),
        **curves,
        "best": {
            key: {"threshold": float(grid[i]), "score": curves[key][i]} for key, i in best.items()
        },
        "monotonicity": {key: monotonicity(grid, curve) for key, curve in curves.items()},
        "smoothness": {key: smoothness(curve) for key, curve in curves.items()},
    }


def systems_of(datas, setting, averages, names):
    """Contributions of each system, the examples' groups, and how their counts become scores.

    A score doesn't depend on the system's company: macro over labels that are "present" is over
    each system's own.
    """
    found = [drawn_examples(data, setting, averages) for data in datas]
    systems, groups = [examples for examples, _ in found], found[0][1]
    averaging = averaging_of(setting, averages, None)
    if averaging.by_label:
        totals = [examples.total(None) for examples in systems]
        tp, predicted, matched, support = sum(totals)
        used = Counts(tp, predicted, matched, support, 0.0, 0.0, np.zeros(3), 0.0)
        averaging = averaging._replace(macro_mask=macro_mask_of(used, setting, averages))
        if setting.options["macro_labels"] == "present":
            own = tuple((total[1] > 0) | (total[3] > 0) for total in totals)
            averaging = averaging._replace(own_masks=own)
            warn_of_own_labels(own, setting, averages, names)
    return systems, groups, averaging


def warn_of_own_labels(masks, setting, averages, names):
    """Warn where systems average over different labels, each over those that it has."""
    some, every = np.any(masks, axis=0), np.all(masks, axis=0)
    if "macro" not in averages or (some == every).all():
        return
    odd = [setting.space.labels[i] for i in np.flatnonzero(some & ~every)]
    lacking = [name for name, mask in zip(names, masks, strict=True) if (some & ~mask).any()]
    warn(
        f'macro: under macro_labels="present" each system averages over its own labels: '
        f"{quote(odd)} {'is' if len(odd) == 1 else 'are'} not present for {quote(lacking)}; "
        "macro_labels=[...] names the same labels for all."
    )


# --- semantic_f1/comparisons/sensitivity.py

CONTROL = "rows permuted"
# From the least to the most that a change of the similarity does.
KINDS = ("stable", "undecided", "first_only", "decided")
# Differences that matter: how many examples tell two systems so far apart is what is reported.
EFFECT = 0.01


class PairVerdict(NamedTuple):
    """Effect of an alternative on the order of two systems.

    - ``alternative``: int, its place; 0 is the first similarity
    - ``a``, ``b``: ints, the systems
    - ``first``, ``other``: (estimate, low, high) of the difference a - b under either similarity
    - ``interaction``: likewise, the first difference less the other
    - ``kind``: one of KINDS
    """

    alternative: int
    a: int
    b: int
    first: tuple
    other: tuple
    interaction: tuple
    kind: str


def alternatives_of(systems, setting, others, perturb, distances, n_noise=20):
    """Systems under other similarities and under perturbed ones.

    ``systems`` maps names to label sets, ``others`` names to tables of values.
    """
    options = setting.options
    average = one_average(options, "sensitivity")
    refuse_large("sensitivity", setting)
    if not options["n_resamples"]:
        raise ValueError(
            "n_resamples: sensitivity needs resamples; expected a whole number, 1 or more"
        )
    own, datas, names = setting.similarity.values, list(systems.values()), list(systems)
    averaging = _averaging(datas, setting, average)
    if averaging.own_masks is not None:
        warn_of_own_labels(averaging.own_masks, setting, (average,), names)
    named = [Alternative(setting.similarity.name, own)]
    named += [Alternative(name, values) for name, values in others.items()]
    remarks = [f"{table.name}: {text}" for table in named if (text := constancy(table.values))]
    if perturb:
        named += powers(own)[1:]
    if distances:
        named += rescaled_distances(own)
    draws, unjudged = [], []
    if perturb:
        # Permuted rows are a control: a ranking that outlives them was not due to the similarity.
        control = permuted_rows(own, seed=options["seed"])
        unjudged.append(control._replace(name=CONTROL))
        draws = [mixtures(own, seed=[options["seed"], k]) for k in range(n_noise)]
    scores = _scores_of_tables(named + unjudged, datas, setting, average)
    pairs = _verdicts(named, datas, setting, average) if len(names) > 1 else []
    noise, of_noise = [], []
    for place, alpha in enumerate(ALPHAS) if draws else ():
        tables = [mixed[place] for mixed in draws]
        of_draws = _scores_of_tables(tables, datas, setting, average)
        kept = [not _turns(scores[0], row) for row in of_draws]
        noise.append({"alpha": alpha, "n_draws": len(kept), "same_order": float(np.mean(kept))})
        note = f"Mean of {len(kept)} draws of the noise. {tables[0].note}"
        of_noise.append((Alternative(tables[0].name, own, note), of_draws.mean(axis=0)))
    rows = list(zip(named, scores, strict=False))
    rows[1 + len(others) : 1 + len(others)] = of_noise
    rows += zip(unjudged, scores[len(named) :], strict=True)
    kind = max((pair.kind for pair in pairs), key=KINDS.index, default="stable")
    n_needed = None
    if kind == "undecided":
        n_needed = _needed(pairs, named, datas, setting, average)
    sizes = [[table.name for table in named], names]
    return {
        "average": average,
        "verdict": _verdict_in_words(kind, pairs, *sizes, n_needed, noise),
        "kind": kind,
        "n_needed": n_needed,
        "remarks": remarks,
        "alternatives": [
            {
                "name": table.name,
                "note": table.note,
                "scores": dict(zip(names, row.tolist(), strict=True)),
                "ranks": dict(zip(names, ranks(row).tolist(), strict=True)),
                "kendall_tau": kendall_tau(scores[0], row),
                "spearman": spearman(scores[0], row),
            }
            for table, row in rows
        ],
        "pairs": [_plain_verdict(pair, *sizes) for pair in pairs],
        "noise": noise,
    }


def judged(replicated, estimates, alpha, share):
    """Verdicts over all pairs and alternatives at once.

    Parameters
    ----------
    replicated : float64 array (A, S, B), F1 of S systems in B resamples under the first similarity
        and A - 1 alternatives to it, the same resamples for all
    estimates : float64 array (A, S), of the data
    alpha : float, by which all bounds together may fail
    share : float, of the resamples beyond each end of an interval

    Returns
    -------
    list of PairVerdict, alternative by alternative
    """
    pairs = list(combinations(range(replicated.shape[1]), 2))
    a, b = np.transpose(pairs)
    apart = np.moveaxis(replicated[:, a] - replicated[:, b], 2, 0)
    found = estimates[:, a] - estimates[:, b]
    found = np.where(np.abs(found) <= SCORE_TIE, 0, found)
    mean = apart.mean(axis=0)
    spread = apart.std(axis=0)
    still = spread <= SCORE_TIE
    scale = np.where(still, 1, spread)
    size = np.where(still, np.sign(found) * np.inf * (found != 0), mean / scale)
    size = np.nan_to_num(size, nan=0.0, posinf=np.inf, neginf=-np.inf)
    about = np.where(still, 0, (apart - mean) / scale)
    two_sided = upper_quantile(np.abs(about[:, 0]).max(axis=1), alpha)
    # Only an order that turns the first one counts, so one side is enough.
    against = -np.sign(found[0])
    one_sided = upper_quantile((against * about[:, 1:]).reshape(len(about), -1).max(axis=1), alpha)
    low, high = order_ends(apart, share, (-1.0, 1.0))
    changes = apart[:, :1] - apart[:, 1:]
    change_low, change_high = order_ends(changes, share, (-2.0, 2.0))

    def three(estimate, low, high):
        return float(estimate), float(min(low, estimate)), float(max(high, estimate))

    verdicts = []
    for other in range(1, len(found)):
        for pair in range(len(pairs)):
            turns = found[0, pair] * found[other, pair] < 0
            kind = "stable"
            if turns:
                sure = abs(size[0, pair]) > two_sided
                surely_turned = against[pair] * size[other, pair] > one_sided
                kind = "undecided" if not sure else "first_only"
                kind = "decided" if sure and surely_turned else kind
            place, change = (other, pair), (other - 1, pair)
            verdicts.append(
                PairVerdict(
                    other,
                    *pairs[pair],
                    three(found[0, pair], low[0, pair], high[0, pair]),
                    three(found[place], low[place], high[place]),
                    three(found[0, pair] - found[place], change_low[change], change_high[change]),
                    kind,
                )
            )
    return verdicts


def _verdicts(tables, datas, setting, average):
    """Verdicts on the tables, the first of which is what the others are alternatives to."""
    options = setting.options
    sides, groups = [], None
    for table in tables:
        pairs = build(table.values, setting.space.labels).pairs
        drawn = [drawn_examples(data, setting, (average,), pairs) for data in datas]
        sides.append([examples for examples, _ in drawn])
        groups = drawn[0][1]
    averaging = _averaging(datas, setting, average)
    units = [[each.grouped(groups) for each in side] for side in sides]
    n = units[0][0].n_units
    share = tail_share(options["confidence_level"], n)
    number = enough_resamples(options["n_resamples"], share, n)
    warn_unsure(sides[0], groups, setting, (average,), averaging.macro_mask)
    shapes = None
    if average == "macro":
        totals = [each.total(average) for side in units for each in side]
        shapes = pseudo_shapes(*like_the_others(totals, averaging, (0.1, 0.9)), flat=0.0)
    replicated = np.empty((len(tables), len(datas), number))
    estimates = np.empty((len(tables), len(datas)))
    for place, (side, of_units) in enumerate(zip(sides, units, strict=True)):
        smoothers = []
        for system, (examples, each) in enumerate(zip(side, of_units, strict=True)):
            one = averaging.of(system)
            estimates[place, system] = scores_of_columns(each.total(average), average, one)[2]
            pseudo = pseudo_example(examples, n)
            scale = smoothing_scale(standard_errors(each, average, one), pseudo, average)
            # The same imaginary example under every similarity.
            smoothers.append(Smoother(average, pseudo, scale, shapes, options["seed"], system))
        values = replicates(
            [drawn_units(each) for each in of_units],
            averaging,
            number,
            options["seed"],
            {average: smoothers},
        )[average]
        replicated[place] = values[..., 2]
    return judged(replicated, estimates, 1 - options["confidence_level"], share)


def _averaging(datas, setting, average):
    """Averaging of the systems' counts; labels that are "present" are those of each system."""
    averaging = averaging_of(setting, (average,), setting.macro_mask)
    if setting.options["macro_labels"] != "present":
        return averaging
    with collect():
        own = tuple(macro_mask_of(counts_of(data, setting), setting, ()) for data in datas)
    return averaging._replace(macro_mask=np.any(own, axis=0), own_masks=own)


def _scores_of_tables(tables, datas, setting, average):
    """F1 of each system under each table, (A, S)."""
    scores, averaging = np.empty((len(tables), len(datas))), _averaging(datas, setting, average)
    for i, table in enumerate(tables):
        pairs = build(table.values, setting.space.labels).pairs
        for j, data in enumerate(datas):
            counts = counts_of(data, setting, pairs)
            scores[i, j] = scores_of(counts, average, setting, averaging.of(j).macro_mask).f1
    return scores


def _turns(first, other):
    """True where two systems change places between two rows of scores, by more than rounding."""
    a, b = (row[:, None] - row for row in (first, other))
    return bool(((a > SCORE_TIE) & (b < -SCORE_TIE)).any())


def _needed(pairs, tables, datas, setting, average):
    """Examples that tell the first two undecided systems EFFECT apart with a power of .8."""
    pair = _telling(pairs, "undecided")
    options, sides = setting.options, []
    own = build(tables[0].values, setting.space.labels).pairs
    averaging = _averaging(datas, setting, average)
    for system in (pair.a, pair.b):
        examples, groups = drawn_examples(datas[system], setting, (average,), own)
        sides.append(examples.grouped(groups))
    error = standard_errors(
        sides[0], average, averaging.of(pair.a), sides[1], averaging.of(pair.b)
    )[2]
    if not error > 0:
        return None
    spread = float(error) * np.sqrt(sides[0].n_units)
    return needed_examples(spread, EFFECT, 0.8, 1 - options["confidence_level"])


def _telling(pairs, kind):
    """The pair of a kind whose order turns most clearly: by the smaller of its two differences."""
    chosen = [pair for pair in pairs if pair.kind == kind]
    return max(chosen, key=lambda pair: min(abs(pair.first[0]), abs(pair.other[0])))


def _verdict_in_words(kind, pairs, similarities, systems, n_needed, noise):
    """The verdict in words."""
    first, *others = similarities
    if len(systems) < 2 or not others:
        return "There is nothing to compare: it takes two systems and two similarities."
    kept = ""
    if noise:
        least = min(noise, key=lambda row: row["same_order"])
        n = least["n_draws"]
        kept = (
            f" Mixed with noise (alpha {least['alpha']:g}) the order holds in "
            f"{round(least['same_order'] * n)} of {n} draws."
        )
    if kind == "stable":
        any_of = repr(others[0]) if len(others) == 1 else f"any of {len(others)} alternatives"
        return (
            f"Stable: no two of the {len(systems)} systems change places between {first!r} and "
            f"{any_of}.{kept}"
        )
    pair = _telling(pairs, kind)
    a, b = systems[pair.a], systems[pair.b]
    if pair.first[0] < 0:
        a, b = b, a
    sign = 1 if pair.first[0] > 0 else -1

    def shown(three):
        estimate, low, high = (sign * value for value in three)
        low, high = sorted((low, high))
        return f"{estimate:+.4f}, {low:+.4f} to {high:+.4f}"

    other = similarities[pair.alternative]
    under = f"{a!r} - {b!r} is {shown(pair.first)} under {first!r}"
    turned = f"{shown(pair.other)} under {other!r}"
    turns = len({one.alternative for one in pairs if one.kind != "stable"})
    under_all = f" The order of some pair turns under {turns} of {len(others)} alternatives."
    if kind == "decided":
        return f"Decided by the similarity: {under}, and {turned}.{under_all}{kept}"
    if kind == "first_only":
        return (
            f"Certain only under {first!r}: {under}, and {turned}, which is not sure.{under_all}"
            f"{kept}"
        )
    more = "" if n_needed is None else f" About {n_needed:,} would tell {EFFECT:g} apart."
    return (
        f"Undecided: too few examples to tell {a!r} and {b!r} apart: {under}, and {turned}.{more}"
        f"{under_all}{kept}"
    )


def _plain_verdict(pair, similarities, systems):
    """A verdict on a pair as a dict of plain numbers."""
    found = {
        "alternative": similarities[pair.alternative],
        "a": systems[pair.a],
        "b": systems[pair.b],
        "kind": pair.kind,
    }
    for prefix, three in (
        ("first_", pair.first),
        ("", pair.other),
        ("interaction_", pair.interaction),
    ):
        name = prefix.rstrip("_") or "difference"
        found |= {name: three[0], f"{prefix}low": three[1], f"{prefix}high": three[2]}
    return found


# --- semantic_f1/comparisons/thresholds.py

# Passes over all labels.
PASSES = 2
# With fewer rows thresholds per label gain less than they lose.
ENOUGH_ROWS = 1_000
# A change has to be worth more than rounding.
_GAIN = 1e-12


class Rows(NamedTuple):
    """Rows of scores, by how many thresholds of the grid they reach.

    - ``levels``: int array (n, m), how many of the grid's thresholds a label's score reaches
    - ``gold``: bool array (n, m)
    - ``weight``: float64 array (n,), relative to its mean
    """

    levels: np.ndarray
    gold: np.ndarray
    weight: np.ndarray

    def chosen(self, rows):
        """The rows where a bool array is true."""
        return Rows(*(values[rows] for values in self))


def check_grid(table, thresholds):
    """The thresholds to try; the default ones are refused for scores that are no probabilities.

    Parameters
    ----------
    table : None or float64 array, the scores
    thresholds : None or finite numbers in rising order

    Returns
    -------
    float64 array
    """
    if thresholds is None:
        grid = np.arange(5, 100, 5) / 100
        if table is not None and table.size and (table.min() < 0 or table.max() > 1):
            raise ValueError(
                f"probabilities: got scores from {table.min():.4g} to {table.max():.4g}; the "
                "default thresholds, .05 to .95, are for probabilities: pass thresholds=[...] in "
                "the range of your scores, or probabilities (a sigmoid of logits)"
            )
        return grid
    grid = np.asarray(thresholds, dtype=np.float64)
    rising = grid.ndim == 1 and len(grid) > 1 and (np.diff(grid) > 0).all()
    if not rising or not np.isfinite(grid).all():
        raise ValueError("thresholds: expected two finite numbers or more, in rising order")
    return grid


def rows_of_scores(read, grid, setting_at):
    """Rows of all examples, and the setting; ``setting_at`` gives that of one threshold."""
    levels = None
    with collect() as texts:
        for threshold in grid.tolist():
            setting = setting_at(threshold)
            data = weighted_sets(*read, setting)
            predicted = _members_table(data.predictions, len(setting.space.labels))
            levels = predicted.astype(np.int32) if levels is None else levels + predicted
    for text in dict.fromkeys(texts):
        warn(text)
    gold = _members_table(data.references, len(setting.space.labels))
    weight = np.ones(len(gold)) if data.weight is None else data.weight / data.weight.max()
    return Rows(levels, gold, weight / weight.mean()), setting


def ascent(rows, places, values, average, averaging, zero_division, n_grid, passes=PASSES):
    """Places on the grid after coordinate ascent from those given.

    Parameters
    ----------
    rows : Rows
    places : int, or int array (m,), place of each label's threshold on the grid
    values : float64 array (m, m), the similarity
    average, averaging : the score whose F1 grows
    zero_division : float, of an example with both sets empty
    n_grid : int, how many thresholds there are
    passes : int

    Returns
    -------
    int array (m,), the places; float, F1 there
    """
    m = rows.levels.shape[1]
    places = np.broadcast_to(places, m).copy()
    best = None
    for _ in range(passes):
        before = places.copy()
        for label in range(m):
            scores = scores_of_places(
                rows, places, label, values, average, averaging, zero_division, n_grid
            )
            best = scores[places[label]]
            if scores.max() > best + _GAIN:
                places[label] = int(np.argmax(scores >= scores.max() - _GAIN))
                best = scores[places[label]]
        if (places == before).all():
            break
    return places, float(best)


def best_global(rows, values, average, averaging, zero_division, n_grid):
    """The place of the best single threshold, the lowest of equals, and F1 at each."""
    scores = np.array(
        [f1_of(rows, place, values, average, averaging, zero_division) for place in range(n_grid)]
    )
    return int(np.argmax(scores >= scores.max() - _GAIN)), scores


def f1_of(rows, places, values, average, averaging, zero_division):
    """F1 of the predictions at the places."""
    examples = contributions_at(rows, rows.levels > places, values, zero_division)
    return float(scores_of_columns(examples.total(average), average, averaging)[2])


def contributions_at(rows, predicted, values, zero_division):
    """Contributions of predictions (n, m), bool, times the rows' weights."""
    chosen = rows.weight > 0
    examples = Contributions.of_sets(
        *map(_sets_of, (predicted[chosen], rows.gold[chosen])),
        lambda a, b: values[a, b],
        len(values),
        zero_division=zero_division,
    )
    return examples.weighted(rows.weight[chosen])


def mean_thresholds(grid, places):
    """Means over folds of thresholds (f, m), of their logarithms where all are above 0."""
    table = grid[places]
    means = np.exp(np.log(table).mean(axis=0)) if grid[0] > 0 else table.mean(axis=0)
    # The mean of equal ones is that one, to the last digit.
    return np.where((table == table[0]).all(axis=0), table[0], means)


def tuned(read, grid, setting_at, cv, per_label, seed):
    """The dict of ``metric.tune_thresholds``."""
    rows, setting = rows_of_scores(read, grid, setting_at)
    options, values = setting.options, None
    average = one_average(options, "tune_thresholds")
    refuse_large("tune_thresholds", setting)
    values = setting.similarity.values
    n, m = rows.gold.shape
    chosen = rows.weight > 0
    codes = np.arange(n) if options["groups"] is None else group_codes(options["groups"], n)
    fold = _folds(codes, cv, seed)
    mask = setting.macro_mask
    if options["macro_labels"] == "present":
        mask = (rows.gold[chosen] | (rows.levels[chosen] > 0)).any(axis=0)
    averaging = averaging_of(setting, (average,), mask)
    if int(chosen.sum()) < ENOUGH_ROWS and per_label:
        warn(
            f"tune_thresholds: {int(chosen.sum()):,} rows, fewer than {ENOUGH_ROWS:,}: thresholds "
            "per label gain little from so few, and may lose; one global threshold is safer "
            "(per_label=False)."
        )
    common = values, average, averaging, options["zero_division"]
    own, single = np.empty((cv, m), np.int64), np.empty(cv, np.int64)
    for part in range(cv):
        others = rows.chosen(fold != part)
        single[part], _ = best_global(others, *common, len(grid))
        own[part] = single[part]
        if per_label:
            own[part], _ = ascent(others, single[part], *common, len(grid))
    whole, _ = best_global(rows, *common, len(grid))
    thresholds = mean_thresholds(grid, own) if per_label else np.full(m, grid[whole])
    systems = [
        contributions_at(rows, rows.levels > places[fold], values, options["zero_division"])
        for places in (own, np.broadcast_to(single[:, None], (cv, m)))
    ]
    groups = None if options["groups"] is None else group_codes(options["groups"], n, chosen)
    resampling = {
        "groups": groups,
        "n_resamples": options["n_resamples"],
        "confidence_level": options["confidence_level"],
        "seed": options["seed"],
    }
    columns = _column_thresholds(thresholds, grid[whole], setting, read[0].width)
    at_end = setting_at(tuple(columns))
    with collect():
        final = _members_table(weighted_sets(*read, at_end).predictions, m)
    same = contributions_at(rows, final, values, options["zero_division"])
    result = {
        "thresholds": columns,
        "global_threshold": float(grid[whole]),
        "average": average,
        "cv": cv,
    }
    scores = [scores_of_columns(x.total(average), average, averaging)[2] for x in systems]
    result |= {"score_cv": float(scores[0])}
    if options["n_resamples"]:
        (found,) = score_intervals(systems[0], averaging, **resampling).values()
        result["score_cv_low"] = float(found.interval.low[2])
        result["score_cv_high"] = float(found.interval.high[2])
    result |= {"score_global_cv": float(scores[1]), "gain": float(scores[0] - scores[1])}
    if options["n_resamples"]:
        (found,) = paired_comparisons(systems, averaging, **resampling).values()
        result["gain_low"] = float(found.difference.low[0, 2])
        result["gain_high"] = float(found.difference.high[0, 2])
        warn_unsure(systems, groups, setting, (average,), mask)
    result["score_on_same_rows"] = float(
        scores_of_columns(same.total(average), average, averaging)[2]
    )
    result["note"] = (
        "score_on_same_rows is optimistic: the thresholds were chosen on these rows; report "
        "score_cv."
    )
    return result


def scores_of_places(rows, places, label, values, average, averaging, zero_division, n_grid):
    """F1 at each place of one label's threshold, the others as they are: (n_grid,)."""
    levels, gold, weight = rows
    n, m = levels.shape
    predicted = levels > places
    predicted[:, label] = False
    example, of_gold = np.nonzero(gold)
    # What each gold label earns without the label in question, and with it.
    near = np.where(predicted[example], values[of_gold], 0)
    without = near.max(axis=1)
    more = np.maximum(values[of_gold, label] - without, 0)
    # What the label earns where it is predicted.
    credit = np.where(gold, values[label], 0).max(axis=1)
    level = levels[:, label]

    def from_above(amounts, at, size):
        """Sums (n_grid, size) of amounts of rows that reach each place, by ``at``."""
        cell = level_of * size + at
        sums = np.bincount(cell, amounts, minlength=(n_grid + 1) * size).reshape(-1, size)
        # A row of level k is predicted at the places 0 .. k - 1.
        return sums[::-1].cumsum(axis=0)[::-1][1:]

    level_of = level
    if average == "samples":
        others = _credits_of_predicted(predicted, gold, values)
        number, gold_number = predicted.sum(axis=1), gold.sum(axis=1)
        earned = np.bincount(example, without, minlength=n)
        extra = np.bincount(example, more, minlength=n)
        out = _pointwise_f1(others, number, earned, gold_number, zero_division)
        into = _pointwise_f1(
            others + credit, number + 1, earned + extra, gold_number, zero_division
        )
        gains = from_above(weight * (into - out), 0, 1)[:, 0]
        return ((weight * out).sum() + gains) / weight.sum()
    columns = np.zeros((n_grid, 4, m))
    each = np.where(predicted, weight[:, None], 0)
    columns[:, 1] = each.sum(axis=0)
    for other in np.flatnonzero(columns[0, 1]):
        earns = np.where(gold, values[other], 0).max(axis=1)
        columns[:, 0, other] = (each[:, other] * earns).sum()
    columns[:, 3] = (gold * weight[:, None]).sum(axis=0)
    columns[:, 2] = np.bincount(of_gold, weight[example] * without, minlength=m)
    columns[:, 0, label] = from_above(weight * credit, 0, 1)[:, 0]
    columns[:, 1, label] = from_above(weight, 0, 1)[:, 0]
    level_of = level[example]
    columns[:, 2] += from_above(weight[example] * more, of_gold, m)
    if average == "micro":
        columns = columns.sum(axis=2)
    return scores_of_columns(columns, average, averaging)[:, 2]


def _credits_of_predicted(predicted, gold, values):
    """Sums over the predicted labels of what each earns, (n,)."""
    total = np.zeros(len(gold))
    for label in np.flatnonzero(predicted.any(axis=0)):
        total += predicted[:, label] * np.where(gold, values[label], 0).max(axis=1)
    return total


def _pointwise_f1(earned, number, gold_earned, gold_number, zero_division):
    f1 = harmonic_mean(divide(earned, number), divide(gold_earned, gold_number))
    return np.where((number == 0) & (gold_number == 0), zero_division, f1)


def _folds(codes, cv, seed):
    """The fold of each row; rows of a group are in one."""
    number = int(codes.max()) + 1
    if number < cv:
        raise ValueError(
            f"cv: {cv} folds need as many examples (or groups) at least; there are {number}"
        )
    order = np.random.default_rng([seed, 3]).permutation(number)
    fold = np.empty(number, np.int64)
    fold[order] = np.arange(number) % cv
    return fold[codes]


def _column_thresholds(thresholds, elsewhere, setting, width):
    """Thresholds of the columns of the scores; those of none-labels say nothing."""
    place = {name: index for index, name in enumerate(setting.space.labels)}
    return [
        float(thresholds[place[name]]) if name in place else float(elsewhere)
        for name in setting.space.names[:width]
    ]


def _members_table(sets, n_labels):
    """Label sets as a bool array (n, m)."""
    rows = np.repeat(np.arange(len(sets.offsets) - 1), np.diff(sets.offsets))
    table = np.zeros((len(sets.offsets) - 1, n_labels), bool)
    table[rows, sets.indices] = True
    return table


def _sets_of(members):
    """LabelSets of a bool array (n, m)."""
    rows, labels = np.nonzero(members)
    ends = np.cumsum(np.bincount(rows, minlength=len(members)))
    return LabelSets(labels.astype(np.int32), np.concatenate([[0], ends]))


# --- semantic_f1/comparisons/methods.py

class Comparisons:
    """Methods of the metric: ``compare``, ``rank``, ``sensitivity`` and others."""

    def agreement(self, ratings, *, missing="raise", **options):
        """Agreement of the similarity with human ratings of pairs of labels.

        Parameters
        ----------
        ratings : mapping of (label, label) to a number, or triples (label, label, number), two
            pairs at least; ratings of one pair, whichever way round, are averaged, and a pair's
            similarity is the mean of both directions
        missing : "raise" (default), or "skip": pairs with a word that is no label are left out,
            counted, and warned about
        **options : ``similarity``, ``labels`` and ``confidence_level``, as for ``compute``

        Returns
        -------
        dict: "pearson", "spearman" and "kendall" (tau-b), correlations in [-1, 1]; each with
        "_low" and "_high", the ends of its interval by Fisher's z (Bonett & Wright 2000), None
        where there are too few pairs or r is 1 or -1; "n_pairs", those that count;
        "n_ratings", "n_skipped", and "unknown", the words that are no labels

        Warns
        -----
        UserWarning
            where all values of one side are equal: the correlations are not defined, and None
        """
        setting = self._setting_of_sets("agreement", options, several=False)
        return agreement_of(ratings, setting, missing)

    def compare(
        self, predictions_a, predictions_b, references, *, test="auto", scores=(), **options
    ):
        """Two systems on the same examples: how sure is the difference?

        Parameters
        ----------
        predictions_a, predictions_b, references : as for ``compute``
        test : "auto" (default): "bootstrap", the smoothed paired bootstrap, inverted; for average
            "weighted" and with ``groups`` "bootstrap_t", which divides by each resample's own
            standard error. Both test whether the two scores are equal, and p <= .05 exactly where
            the 95% interval leaves out 0. "permutation" swaps the systems' outputs: it tests
            whether they are exchangeable, which systems of equal scores need not be
        scores : names out of those of :meth:`baselines`, compared too
        **options : those of ``compute``; ``n_resamples`` is 1000 where it is not given; None gives
            the differences alone

        Returns
        -------
        dict: for each score of ``compute`` its difference, a less b, under its key; with _a and _b
        the two scores, with _low and _high the ends of the difference's interval, with
        _standard_error and _p_value (two-sided). For average=None _p_adjusted too, by Holm over
        the labels ("adjustment"). "test" says which test was used, "n_units" how many examples or
        groups were drawn. "wins", "ties" and "losses" count the examples where a has the greater
        pointwise F1; for average=None "label_wins" and so on those of each label where a has the
        smaller FP + FN, among examples where it is gold or predicted by either.
        """
        if test not in TESTS:
            raise ValueError(f"test: expected one of {', '.join(TESTS)}; got {test!r}")
        options = {**self._resampling(), **options}
        if scores:
            scores, setting = self._setting_of_baselines("scores", scores, options)
        else:
            setting = self._setting_of_sets("compare", options)
        systems = {"a": predictions_a, "b": predictions_b}
        datas = list(self._systems(systems, references, setting).values())
        found = compared(datas, setting, test)
        return {**found, **compared_baselines(datas, setting, scores, test)} if scores else found

    def rank(self, systems, references, *, simultaneous=True, **options):
        """Several systems on the same examples, ranked, with the places they may have.

        Parameters
        ----------
        systems : mapping of name -> predictions, two at least
        references : as for ``compute``
        simultaneous : bool, whether all systems' places hold at once in confidence_level of data
            sets (Mogstad et al. 2024), or each system's by itself
        **options : those of ``compute`` with one ``average``, not None; ``n_resamples`` is 1000
            where it is not given

        Returns
        -------
        dict: "ranking", best first, a list of dicts (system, its three scores, "rank" by F1,
        "rank_low" and "rank_high", the best and the worst place it may have); "pairs", a list of
        dicts (a, b, difference of F1, low, high, standard_error, p_value, and p_adjusted over all
        pairs by step-down max-t, Romano & Wolf 2005); "best", the systems that may be first;
        "test", "adjustment" and "n_units" as for ``compare``
        """
        setting = self._setting_of_sets("rank", {**self._resampling(), **options})
        if not hasattr(systems, "items") or len(systems) < 2:
            raise ValueError("systems: expected a mapping of two names or more to predictions")
        return ranked(self._systems(systems, references, setting), setting, simultaneous)

    def sensitivity(
        self,
        systems,
        references,
        similarities=None,
        *,
        perturb=True,
        distances=False,
        n_noise=20,
        **options,
    ):
        """Sensitivity of the order of systems to the similarity: does it decide, or do the data?

        Parameters
        ----------
        systems : mapping of name -> predictions
        references : as for ``compute``
        similarities : mapping of name -> similarity, or a list of names, to score with instead of
            this metric's; "identity" is always among them
        perturb : bool, whether to score with perturbed tables too: mixtures with noise (section
            4.3.1), rows permuted, powers (appendix F.4)
        distances : bool, whether the table is 1 / (1 + distance), so that other betas make sense
        n_noise : int >= 1, draws of the noise for each of its shares
        **options : those of ``compute`` with one ``average``, not None; ``n_resamples`` is 1000
            where it is not given; ``seed`` is that of the noise too

        Returns
        -------
        dict: "average"; "kind" and "verdict", a sentence: "stable" (no two systems change places),
        "undecided" (some do, and the data cannot tell them apart under the first similarity),
        "first_only" (their order is certain under the first, but not the other way round), or
        "decided" (both orders are certain: the similarity decides), by bounds that hold for all
        pairs and alternatives at once (Gail & Simon 1985); "n_needed", where undecided how many
        examples tell .01 apart with a power of .8; "pairs", for each alternative and pair of
        systems a dict (alternative, a, b, kind, "first" and "difference", a - b under the first and
        under this similarity, "interaction", the first less the other, each with low and high);
        "noise", dicts (alpha, n_draws, same_order: the share of draws that keep the order), which
        has no part in the verdict, as the control with permuted rows has none; "remarks" (sentences
        on nearly constant tables), and "alternatives", the metric's own similarity first: dicts
        with name, note, scores and ranks of the systems, and kendall_tau and spearman of the
        ranking against the first
        """
        if isinstance(n_noise, bool) or not isinstance(n_noise, int) or n_noise < 1:
            raise ValueError(f"n_noise: expected a whole number, 1 or more; got {n_noise!r}")
        options = {**self._resampling(), **options}
        setting = self._setting_of_sets("sensitivity", options, several=False)
        if not hasattr(systems, "items") or not systems:
            raise ValueError("systems: expected a mapping of names to predictions")
        if similarities is None:
            similarities = {}
        elif not hasattr(similarities, "items"):
            similarities = {getattr(one, "name", one): one for one in similarities}
        # Over the same labels, or a score of other things would be compared.
        same = {"labels": setting.space.names, "none_labels": setting.options["none_labels"]}
        others = {
            str(name): self._setting({**options, **same, "similarity": source}).similarity.values
            for name, source in {**similarities, "identity": "identity"}.items()
        }
        sets = self._systems(systems, references, setting)
        return alternatives_of(sets, setting, others, perturb, distances, n_noise)

    def sample_size(
        self,
        predictions_a,
        predictions_b,
        references,
        *,
        effect=0.01,
        power=0.8,
        alpha=0.05,
        **options,
    ):
        """Number of examples that a study needs to tell two systems apart.

        n = ((z(1 - alpha / 2) + z(power)) * sd / effect) ** 2, the standard deviation being that of
        the influence values of the difference in the data at hand, a pilot. The observed
        difference has no part in it: power worked out from it says nothing new (Hoenig & Heisey
        2001).

        Parameters
        ----------
        predictions_a, predictions_b, references : as for ``compute``
        effect : number above 0, up to 1: the difference in F1 that matters
        power : number between 0 and 1, the chance to find it
        alpha : number between 0 and 1, the level of the two-sided test
        **options : those of ``compute`` with one ``average``, not None; with ``groups`` the answer
            is in groups

        Returns
        -------
        dict: "n", how many "units" ("examples" or "groups") are needed; "standard_deviation";
        "detectable_effect", what the "n_units" at hand find with that power; and "score",
        "average", "effect", "power", "alpha" as they were used. From 100 examples n is right within
        a factor of .74 to 1.33, from 1,000 within .92 to 1.1; for macro with rare labels it is too
        small
        """
        setting = self._setting_of_sets("sample_size", options)
        average = one_average(setting.options, "sample_size")
        systems = {"a": predictions_a, "b": predictions_b}
        datas = list(self._systems(systems, references, setting).values())
        return sized(
            *systems_of(datas, setting, (average,), systems), setting, effect, power, alpha
        )

    def threshold_curve(self, probabilities, references, thresholds=None, **options):
        """Semantic and hard scores at each threshold, in the "multilabel" config.

        Parameters
        ----------
        probabilities : rows of scores, one column a label
        references : indicator rows
        thresholds : finite numbers in rising order; default .05, .10, ... .95 (the paper's grid is
            .1 to .9 in steps of .1)
        **options : those of ``compute``, without ``threshold``; averages other than None

        Returns
        -------
        dict: "thresholds"; for each average "semantic_f1..." and "hard_f1...", lists of F1;
        "best", key -> {"threshold", "score"} (the lowest of equals: choose a threshold on
        validation data, since its score on the rows that it was chosen on is optimistic); and the
        indices of section 4.3.3, "monotonicity" (negated Kendall's tau of score against threshold)
        and "smoothness" (mean absolute step over the range), key -> float, 0 for a constant curve.
        Smoothness is 1 / (T - 1) for every monotone curve over T thresholds, a cliff too: it says
        no more than monotonicity, and grids of different lengths can't be compared by it
        """
        read = self._scores("threshold_curve", probabilities, references, options)
        return curve_of(
            check_grid(read[0].table, thresholds),
            read,
            lambda threshold: self._setting({**options, "threshold": threshold}),
        )

    def tune_thresholds(
        self,
        probabilities,
        references,
        average="macro",
        cv=5,
        *,
        per_label=True,
        thresholds=None,
        **options,
    ):
        """Thresholds, one a label, that are best for an average of Semantic F1 itself.

        Coordinate ascent on the average from the best single threshold, on all folds but one in
        turn; the thresholds are the means over the folds (of their logarithms).

        Parameters
        ----------
        probabilities : rows of scores, one column a label
        references : indicator rows
        average : "samples", "micro", "macro" or "weighted"
        cv : int >= 2, folds; with ``groups`` a group is in one fold
        per_label : bool, whether each label has a threshold of its own; with fewer than 1,000 rows
            one for all is safer
        thresholds : finite numbers in rising order, those to try; default .05, .10, ... .95
        **options : those of ``compute``, without ``threshold``; ``n_resamples`` is 1000 where it is
            not given

        Returns
        -------
        dict: "thresholds", one a column, for ``threshold=``; "global_threshold", the best single
        one; "score_cv", F1 of the rows with the thresholds that the other folds lead to, and its
        interval; "score_global_cv", the same with single thresholds; "gain", the first less the
        second, with its interval; "score_on_same_rows", which is optimistic; "note", which says so;
        "average" and "cv"
        """
        if isinstance(cv, bool) or not isinstance(cv, int) or cv < 2:
            raise ValueError(f"cv: expected a whole number, 2 or more; got {cv!r}")
        if not isinstance(per_label, bool):
            raise ValueError(f"per_label: expected True or False; got {per_label!r}")
        read = self._scores("tune_thresholds", probabilities, references, options)
        options = {**self._resampling(), **options, "average": average}
        seed = self._setting_of_sets("tune_thresholds", options, several=False).options["seed"]
        return tuned(
            read,
            check_grid(read[0].table, thresholds),
            lambda threshold: self._setting({**options, "threshold": threshold}),
            cv,
            per_label,
            seed,
        )

    def _scores(self, method, probabilities, references, options):
        """Both sides of a method that finds thresholds."""
        if self.config_name != "multilabel":
            raise ValueError(f'{method}: needs scores, so the "multilabel" config')
        if "threshold" in options:
            raise ValueError(f"{method}: pass thresholds=[...], not threshold=")
        self._check_pair(probabilities, references, needed=method)
        return self._read(probabilities, references)

    def _systems(self, systems, references, setting):
        """Name of each system -> its label sets beside the gold ones."""
        sets, texts = {}, {}
        for name, predictions in systems.items():
            try:
                self._check_pair(predictions, references, needed="predictions")
                with collect() as found:
                    sets[name] = weighted_sets(*self._read(predictions, references), setting)
            except ValueError as error:
                raise ValueError(f"system {short(name)}: {error}") from error
            for text in found:
                texts.setdefault(text, []).append(name)
        for text, names in texts.items():
            # What is said of every system is said of the gold labels.
            of_all = len(names) == len(systems)
            warn(text if of_all else f"{', '.join(map(short, names))}: {text}")
        return sets

    def _resampling(self):
        """Default number of resamples of a call."""
        return {"n_resamples": self._options.get("n_resamples", 1000)}

    # Which systems are best under several metrics ([OPI] 6.2 and 8) takes no label sets.
    winners = staticmethod(winners)
    # Scores of any metric, over examples or systems, against an outcome.
    outcome_correlation = staticmethod(outcome_correlation)


# --- semantic_f1/reports/confusion.py

class ClassScores(NamedTuple):
    """Per class, arrays of shape (..., n).

    ``bias`` is how much is predicted as the class, ``prevalence`` how much is of it, ``correct``
    what is both; precision = correct / bias, recall = correct / prevalence, ``f1`` is their
    harmonic mean ([OPI] section 2).
    """

    bias: np.ndarray
    prevalence: np.ndarray
    correct: np.ndarray
    precision: np.ndarray
    recall: np.ndarray
    f1: np.ndarray


class MacroGap(NamedTuple):
    """F1 of averages minus averaged F1, computed in two ways; floats or arrays of shape (...)."""

    difference: float | np.ndarray
    lemma: float | np.ndarray


def per_class(matrix):
    """Bias, prevalence, correct, precision, recall and F1 of each class.

    Parameters
    ----------
    matrix : (..., n, n), finite, >= 0, none of the matrices all 0

    Returns
    -------
    ClassScores

    Raises
    ------
    ValueError
        saying where the matrix is not of that kind; so does every metric below
    """
    matrix = _checked(matrix)
    bias, prevalence = matrix.sum(axis=-1), matrix.sum(axis=-2)
    correct = np.diagonal(matrix, axis1=-2, axis2=-1)
    precision, recall = divide(correct, bias), divide(correct, prevalence)
    # Halves rather than a doubled numerator: sums of huge masses stay finite.
    f1 = divide(correct, bias / 2 + prevalence / 2)
    return ClassScores(bias, prevalence, correct, precision, recall, f1)


def accuracy(matrix):
    """The share of mass on the diagonal: micro precision, recall and F1 at once."""
    of = per_class(matrix)
    return divide(of.correct.sum(axis=-1), of.bias.sum(axis=-1))


def macro_recall(matrix):
    """Mean recall of the classes ([OPI] eq. 7).

    The chance that an item drawn from a class drawn at random is predicted rightly. Also a
    bookmaker's test: who bets one coin on each prediction at fair odds, 1 / share of the class,
    gains ``n * macro_recall - 1`` coins a bet, so a gain needs more than 1/n.
    """
    return per_class(matrix).recall.mean(axis=-1)


def macro_precision(matrix):
    """Mean precision of the classes ([OPI] eq. 9)."""
    return per_class(matrix).precision.mean(axis=-1)


def macro_f1(matrix, kind="averaged_f1"):
    """One of the two macro F1s.

    Parameters
    ----------
    matrix : (..., n, n)
    kind : "averaged_f1": mean of the classes' F1 ([MF1] eq. 2); "f1_of_averages": harmonic mean of
        macro precision and macro recall ([MF1] eq. 3), never less, and up to 0.5 more
    """
    of = per_class(matrix)
    if kind == "averaged_f1":
        return of.f1.mean(axis=-1)
    if kind == "f1_of_averages":
        return harmonic_mean(of.precision.mean(axis=-1), of.recall.mean(axis=-1))
    raise ValueError(f'kind: expected "averaged_f1" or "f1_of_averages"; got {kind!r}')


def weighted_f1(matrix):
    """Mean F1 of the classes, weighted by their prevalence."""
    of = per_class(matrix)
    share = of.prevalence / of.prevalence.sum(axis=-1, keepdims=True)
    return np.minimum((share * of.f1).sum(axis=-1), 1.0)


def cohen_kappa(matrix):
    """Accuracy beyond chance over what is possible beyond it ([OPI] eq. 15)."""
    observed, expected, _, _ = _disagreements(matrix)
    # All mass on one diagonal cell leaves nothing to agree on beyond chance: 0/0, hence 0.
    return np.where(expected > 0, 1 - divide(observed, expected), 0.0)[()]


def matthews_corrcoef(matrix):
    """Multi-class Matthews correlation ([OPI] eq. 14)."""
    observed, expected, predicted, gold = _disagreements(matrix)
    # sqrt(predicted * gold), written so that a perfect matrix scores exactly 1.
    scale = predicted * np.sqrt(divide(gold, predicted))
    return np.clip(divide(expected - observed, scale), -1.0, 1.0)


def geometric_macro_recall(matrix):
    """Geometric mean of the classes' recall, 0 if one of them is 0 ([OPI] 5.1)."""
    with np.errstate(divide="ignore"):
        return np.exp(np.log(per_class(matrix).recall).mean(axis=-1))


def harmonic_macro_recall(matrix):
    """Harmonic mean of the classes' recall, 0 if one of them is 0 ([OPI] 5.1)."""
    with np.errstate(divide="ignore"):
        return 1 / (1 / per_class(matrix).recall).mean(axis=-1)


METRICS = {
    "accuracy": accuracy,
    "macro_recall": macro_recall,
    "geometric_macro_recall": geometric_macro_recall,
    "harmonic_macro_recall": harmonic_macro_recall,
    "macro_precision": macro_precision,
    "macro_f1": macro_f1,
    "macro_f1_of_averages": partial(macro_f1, kind="f1_of_averages"),
    "weighted_f1": weighted_f1,
    "cohen_kappa": cohen_kappa,
    "matthews_corrcoef": matthews_corrcoef,
}


def equalize_prevalence(matrix, class_names=None):
    """The matrix as it would be if every class were equally frequent ([OPI] eq. 6).

    Parameters
    ----------
    matrix : (..., n, n)
    class_names : None, or n names for the error; by default classes are called by their index

    Returns
    -------
    float64 array of the same shape and total, all column sums equal

    Raises
    ------
    ValueError
        naming the classes that have no gold mass
    """
    matrix = _checked(matrix)
    prevalence = matrix.sum(axis=-2, keepdims=True)
    _check_present(prevalence[..., 0, :], class_names)
    each = prevalence.mean(axis=-1, keepdims=True)
    return matrix / prevalence * each


def macro_gap(precision, recall):
    """Difference of the two macro F1s: F1 of averages minus averaged F1, never below 0.

    Holds for the classes of a confusion matrix and for the labels of label sets alike, where F1 is
    the harmonic mean of precision and recall. It is 0 just where all labels with some precision or
    recall have them in the same proportion; its supremum is 0.5, or 0.5 - 1/(2n^2) for odd n.

    Parameters
    ----------
    precision, recall : (..., n), in [0, 1]

    Returns
    -------
    MacroGap: ``difference`` of the two scores, and the same by the lemma of [MF1] (eq. 4)
    """
    precision, recall = _checked_rates(precision, "precision"), _checked_rates(recall, "recall")
    if precision.shape != recall.shape:
        raise ValueError(
            "precision and recall: one of each a class is needed; got shapes "
            f"{precision.shape} and {recall.shape}"
        )
    averaged_f1 = harmonic_mean(precision, recall).mean(axis=-1)
    f1_of_averages = harmonic_mean(precision.mean(axis=-1), recall.mean(axis=-1))
    # Eq. 4 sums over pairs of classes. With s = P + R and d = P - R its terms are
    # (d_x s_y - d_y s_x)^2 / (4 s_x s_y), so that the sum is a variance of d/s weighted by s.
    total = precision + recall
    skew = divide(precision - recall, total)
    mean_skew = divide((total * skew).sum(axis=-1), total.sum(axis=-1))
    lemma = (total * (skew - np.asarray(mean_skew)[..., None]) ** 2).mean(axis=-1) / 2
    return MacroGap(np.maximum(f1_of_averages - averaged_f1, 0.0), lemma)


def precision_under(matrix, prevalence, class_names=None):
    """The precision of each class to expect where classes are distributed otherwise ([OPI] 6.3).

    What the classifier makes of each class is taken to stay the same: no other shift of the data
    is accounted for.

    Parameters
    ----------
    matrix : (..., n, n), predicted x gold; or what is predicted for each gold class, as shares
    prevalence : (n,), finite, >= 0, not all 0: the classes' frequencies there, shares or counts
    class_names : None, or n names for the error

    Returns
    -------
    array of shape (..., n), 0 where a class would never be predicted

    Raises
    ------
    ValueError
        naming the classes without gold mass in ``matrix``: of these nothing is known
    """
    shares = equalize_prevalence(matrix, class_names)
    prevalence = _checked_mass(prevalence, "prevalence", shares.shape[-1])
    return per_class(shares * (prevalence / prevalence.sum())).precision


def spread(values):
    """Spread of a macro score, the mean over classes, over them ([OPI] section 8).

    Parameters
    ----------
    values : (n,), finite: the scores of the classes

    Returns
    -------
    dict of floats: "mean", "std" (divided by n), "min" and "max"
    """
    values = np.asarray(values, dtype=np.float64)
    if values.ndim != 1 or not len(values) or not np.isfinite(values).all():
        raise ValueError(f"values: expected one finite number a class; got {values.tolist()}")
    return {
        "mean": float(values.mean()),
        "std": float(values.std()),
        "min": float(values.min()),
        "max": float(values.max()),
    }


def _disagreements(matrix):
    """Sums over pairs of different classes, of which kappa and MCC are made.

    Returns total mass x mass off the diagonal, then the sums over i != j of bias(i) prevalence(j),
    bias(i) bias(j) and prevalence(i) prevalence(j): never negative, and 0 just where they should be
    """
    matrix = _checked(matrix)
    # A power of two rounds nothing, and keeps products of huge or tiny masses in range.
    _, exponent = np.frexp(matrix.max(axis=(-2, -1), keepdims=True))
    matrix = np.ldexp(matrix, -exponent)
    others = 1 - np.eye(matrix.shape[-1])
    bias, prevalence = matrix.sum(axis=-1), matrix.sum(axis=-2)

    def of_different(a, b):
        return (a @ others * b).sum(axis=-1)

    observed = bias.sum(axis=-1) * (matrix * others).sum(axis=(-2, -1))
    return (
        observed,
        of_different(bias, prevalence),
        of_different(bias, bias),
        of_different(prevalence, prevalence),
    )


def _checked(matrix):
    """The matrix as float64, or an error that says where it isn't one."""
    try:
        array = np.asarray(matrix)
    except ValueError:
        raise ValueError("matrix: its rows are not equally long") from None
    square = array.ndim >= 2 and array.shape[-1] == array.shape[-2] >= 1
    if not square or array.dtype.kind not in "iuf":
        raise ValueError(
            "matrix: expected numbers in as many rows (predicted) as columns (gold), one class at "
            f"least; got {array.dtype} of shape {array.shape}"
        )
    array = array.astype(np.float64)
    wrong = np.argwhere(~np.isfinite(array) | (array < 0))
    if len(wrong):
        place = tuple(wrong[0].tolist())
        raise ValueError(f"matrix{list(place)}: expected a finite number >= 0; got {array[place]}")
    empty = np.argwhere(~array.any(axis=(-2, -1)))
    if len(empty):
        which = f" {empty[0].tolist()}" if array.ndim > 2 else ""
        raise ValueError(f"matrix{which}: every entry is 0; there is nothing to score")
    return array


def _check_present(prevalence, class_names):
    n = prevalence.shape[-1]
    names = range(n) if class_names is None else list(class_names)
    if len(names) != n:
        raise ValueError(f"class_names: {len(names)} names for {n} classes; give one a class")
    absent = np.flatnonzero((prevalence == 0).reshape(-1, n).any(axis=0))
    if len(absent):
        raise ValueError(
            "matrix: prevalence calibration needs gold mass in every class; there is none in "
            f"{', '.join(repr(names[i]) for i in absent)}; leave such classes out of the matrix"
        )


def _checked_rates(values, argument):
    values = np.asarray(values, dtype=np.float64)
    if not values.ndim or not values.shape[-1]:
        raise ValueError(f"{argument}: expected one value a class; got shape {values.shape}")
    if not ((values >= 0) & (values <= 1)).all():
        wrong = values[~((values >= 0) & (values <= 1))][0]
        raise ValueError(f"{argument}: expected numbers from 0 to 1; got {wrong}")
    return values


def _checked_mass(values, argument, n):
    values = np.asarray(values, dtype=np.float64)
    if values.shape != (n,):
        raise ValueError(f"{argument}: expected {n} numbers, one a class; got shape {values.shape}")
    if not np.isfinite(values).all() or (values < 0).any() or not values.any():
        raise ValueError(
            f"{argument}: expected finite numbers >= 0, not all 0; got {values.tolist()}"
        )
    return values


# --- semantic_f1/reports/formats.py

GROUPS = ("semantic", "hard")
SCORES = ("precision", "recall", "f1")
AMOUNTS = ("predicted", "support")
# What markdown, or the HTML in it, would take for markup.
_MARKUP = {ord(sign): f"\\{sign}" for sign in "\\`*_[]|~#$"}
_MARKUP.update({ord("&"): "&amp;", ord("<"): "&lt;", ord(">"): "&gt;"})


def as_dict(report):
    """The report with plain floats, ints and strings, fit for JSON; the original is not shared."""

    def scores(entry):
        groups = {
            group: {name: _plain_number(entry[group][name]) for name in SCORES}
            for group in GROUPS
            if group in entry
        }
        return {name: _plain_number(entry[name]) for name in AMOUNTS if name in entry} | groups

    return {
        "rows": [{"label": str(row["label"]), **scores(row)} for row in report["rows"]],
        "averages": {str(name): scores(entry) for name, entry in report["averages"].items()},
        "signature": str(report["signature"]),
    }


def as_text(report, digits=3):
    """Aligned columns for a terminal, as scikit-learn's ``classification_report`` prints them.

    Parameters
    ----------
    report : dict, see the module
    digits : int >= 0, decimals of the scores
    """
    groups = _report_groups(report)
    tables = [_cells(report["rows"], "label", groups, digits), _averages(report, groups, digits)]
    heads = ["", *(name for _ in groups for name in SCORES), *AMOUNTS]
    widths = [
        max(map(_width, column)) for column in zip(heads, *tables[0], *tables[1], strict=True)
    ]
    step = len(SCORES)
    # A group's name stands over the first of its columns.
    over = [""] * len(heads)
    for index, group in enumerate(groups):
        over[1 + index * step] = group

    def line(cells):
        padding = [" " * (width - _width(c)) for width, c in zip(widths, cells, strict=True)]
        parts = [
            cells[0] + padding[0],
            *(p + c for p, c in zip(padding[1:], cells[1:], strict=True)),
        ]
        return "  ".join(parts).rstrip()

    blocks = [[line(over), line(heads)], *([line(cells) for cells in table] for table in tables)]
    if report["signature"]:
        blocks.append([_visible(report["signature"])])
    return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"


def as_markdown(report, digits=3):
    """A table for a README or a model card; names that look like markup are shown as they are.

    Parameters are those of :func:`as_text`.
    """
    groups = _report_groups(report)
    heads = ["label", *(f"{group} {name}" for group in groups for name in SCORES), *AMOUNTS]
    lines = [heads, ["---", *["---:"] * (len(heads) - 1)]]
    for label, *numbers in _cells(report["rows"], "label", groups, digits):
        lines.append([label.translate(_MARKUP), *numbers])
    for name, *numbers in _averages(report, groups, digits):
        lines.append([f"**{name.translate(_MARKUP)}**", *numbers])
    text = "\n".join(f"| {' | '.join(cells)} |" for cells in lines) + "\n"
    if report["signature"]:
        text += f"\n{_visible(report['signature']).translate(_MARKUP)}\n"
    return text


def report_cells(report, digits=3):
    """The cells of a report as text: heads, rows of labels, rows of averages."""
    groups = _report_groups(report)
    heads = ["", *(f"{group} {name}" for group in groups for name in SCORES), *AMOUNTS]
    return heads, _cells(report["rows"], "label", groups, digits), _averages(report, groups, digits)


def as_frame(report):
    """A pandas DataFrame with one row a label, then one row an average.

    Returns
    -------
    DataFrame with the columns "kind" ("label" or "average"), "name", "semantic_precision",
    "semantic_recall", "semantic_f1", the same for "hard", "predicted" and "support"; what is
    missing is NaN. Its ``attrs["signature"]`` holds the signature
    """
    import pandas

    plain, groups = as_dict(report), _report_groups(report)
    entries = [("label", row["label"], row) for row in plain["rows"]]
    entries += [("average", name, entry) for name, entry in plain["averages"].items()]
    records = [
        {
            "kind": kind,
            "name": name,
            **{f"{group}_{key}": entry[group][key] for group in groups for key in SCORES},
            **{key: entry.get(key) for key in AMOUNTS},
        }
        for kind, name, entry in entries
    ]
    frame = pandas.DataFrame(records)
    numbers = frame.columns[2:]
    frame[numbers] = frame[numbers].astype(float)
    frame.attrs["signature"] = plain["signature"]
    return frame


def _report_groups(report):
    entries = [*report["rows"], *report["averages"].values()]
    return [group for group in GROUPS if any(group in entry for entry in entries)]


def _averages(report, groups, digits):
    entries = [{"name": name, **entry} for name, entry in report["averages"].items()]
    return _cells(entries, "name", groups, digits)


def _cells(entries, name, groups, digits):
    """Rows of text: the name, the scores of each group, predicted and support."""
    return [
        [
            _visible(entry[name]),
            *(_score_text(entry[group][key], digits) for group in groups for key in SCORES),
            *(_amount_text(entry.get(key), digits) for key in AMOUNTS),
        ]
        for entry in entries
    ]


def _score_text(value, digits):
    return "" if value is None else f"{value:.{digits}f}"


def _amount_text(value, digits):
    """Counts without decimals; sums of weights with them."""
    return "" if value is None else f"{value:.{0 if float(value).is_integer() else digits}f}"


def _plain_number(value):
    """numpy's numbers as Python's."""
    return value.item() if hasattr(value, "item") else value


def _visible(text):
    """The text on one line: what can't be printed, line breaks too, as its escape."""
    return "".join(c if c.isprintable() else _escape(c) for c in str(text))


def _escape(character):
    return character.encode("unicode_escape").decode("ascii")


def _width(text):
    """Columns that a terminal needs: two for wide characters, none for combining ones."""
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )


# --- semantic_f1/reports/matching.py

def single_label_matrix(predicted, gold, n_classes, sample_weight=None):
    """The confusion matrix of examples with one label each.

    Parameters
    ----------
    predicted, gold : int arrays of the same length >= 1, classes 0 .. n_classes - 1
    n_classes : int >= 1
    sample_weight : None, or float64 array, one weight an example

    Returns
    -------
    float64 array of shape (n_classes, n_classes): rows predicted, columns gold
    """
    cells = predicted.astype(np.intp) * n_classes + gold
    counts = np.bincount(cells, sample_weight, minlength=n_classes**2)
    return counts.reshape(n_classes, n_classes).astype(np.float64)


def best_match_matrix(queries, candidates, pairs, n_labels, *, sample_weight=None):
    """Label of the other side that each label took as its best match.

    With the predicted sets as ``queries`` and the gold sets as ``candidates``, ``m[p, t]`` says how
    often predicted ``p`` took gold ``t``, which is where precision comes from. With the sides
    swapped, ``m[t, p]`` says how often gold ``t`` was taken for predicted ``p``, which is where
    recall comes from (``counting="two_sided"``). A last row and column stand for "(none)":

    - a label takes (none) where nothing on the other side is similar to it, or nothing is there;
    - an empty set is read as the set of (none) alone, which takes whatever the other side has.

    Ties share their one count evenly. So row ``q`` sums to the number of examples with ``q`` among
    their queries, row (none) to those without queries, and cell (none, none) counts the examples
    empty on both sides. Labels outside the universe have no row and no column: they are left out
    first, and a set of nothing else is read as empty.

    Parameters
    ----------
    queries, candidates : label sets of the same n examples: objects with ``indices`` (without
        repeats within an example) and ``offsets`` (length n + 1), as ``scoring.LabelSets``
    pairs : callable, S[a, b] >= 0 for two equally long int arrays of label indices
    n_labels : int, the size of the universe; indices of n_labels or more lie outside it
    sample_weight : None, or float64 array, one weight an example

    Returns
    -------
    float64 array of shape (n_labels + 1, n_labels + 1)
    """
    n = len(queries.offsets) - 1
    matrix = np.zeros((n_labels + 1, n_labels + 1))
    for start in range(0, n, BLOCK_ROWS):
        stop = min(n, start + BLOCK_ROWS)
        asking, asking_sizes = _nonempty_sets(queries, start, stop, n_labels)
        asked, asked_sizes = _nonempty_sets(candidates, start, stop, n_labels)
        first = np.repeat(np.cumsum(asked_sizes) - asked_sizes, asking_sizes)
        length = np.repeat(asked_sizes, asking_sizes)
        weight = np.ones(stop - start) if sample_weight is None else sample_weight[start:stop]
        amounts = np.repeat(weight, asking_sizes)
        for part in _chunks(length):
            _add_matches(
                matrix, asking[part], asked, first[part], length[part], pairs, amounts[part]
            )
    return matrix


def _nonempty_sets(sets, start, stop, n_labels):
    """Members and sizes of the sets of a block of rows; an empty set holds (none), n_labels."""
    offsets = sets.offsets[start : stop + 1]
    members = sets.indices[offsets[0] : offsets[-1]]
    known = members < n_labels
    if known.all():
        sizes = np.diff(offsets)
    else:
        rows = np.repeat(np.arange(stop - start), np.diff(offsets))
        members, sizes = members[known], np.bincount(rows[known], minlength=stop - start)
    empty = sizes == 0
    return np.insert(members, np.cumsum(sizes)[empty], n_labels), np.maximum(sizes, 1)


def _chunks(lengths):
    """Slices of queries that have a bounded number of candidates together (one query at least)."""
    ends = np.cumsum(lengths)
    start = 0
    while start < len(ends):
        limit = (ends[start - 1] if start else 0) + CHUNK_PAIRS
        stop = max(start + 1, int(np.searchsorted(ends, limit, side="right")))
        yield slice(start, stop)
        start = stop


def _add_matches(matrix, queries, candidates, first, length, pairs, amount):
    """Add what each query takes among its ``length`` candidates from ``first`` on."""
    cells, n_columns = matrix.reshape(-1), len(matrix)
    none = n_columns - 1
    ends = np.cumsum(length)
    begins = ends - length
    position = np.arange(ends[-1]) + np.repeat(first - begins, length)
    asking, asked = np.repeat(queries, length), candidates[position]
    # (none) finds all candidates alike and is itself like no label.
    similarity = (asking == none).astype(np.float64)
    labels = np.flatnonzero((asking != none) & (asked != none))
    similarity[labels] = pairs(asking[labels], asked[labels])
    best = np.maximum.reduceat(similarity, begins)
    taken = (similarity == np.repeat(best, length)) & (similarity > 0)
    share = amount / np.maximum(np.add.reduceat(taken, begins, dtype=np.int64), 1)
    taking = asking[taken].astype(np.intp) * n_columns + asked[taken]
    np.add.at(cells, taking, np.repeat(share, length)[taken])
    unmatched = np.flatnonzero(best <= 0)
    cell = queries[unmatched].astype(np.intp) * n_columns + none
    np.add.at(cells, cell, share[unmatched])


# --- semantic_f1/reports/contents.py

REPORTS = {
    "text": as_text,
    "markdown": as_markdown,
    "frame": lambda content, digits: as_frame(content),
    "dict": lambda content, digits: as_dict(content),
}


def sums_of_report(data, setting, scores=()):
    """Exact counts for a report, and the means of baselines: name -> semantic and hard."""
    sums = Sums(
        exact_counts_of(data, setting),
        exact_counts_of(data, setting, identity(setting.space.labels).pairs),
    )
    others = {name: {} for name in scores}
    if scores:
        for kind, pairs in (
            ("semantic", None),
            ("hard", identity(setting.space.labels).pairs),
        ):
            for name, mean in mean_baselines(data, setting, scores, pairs).items():
                others[name][kind] = mean
    return sums, others


def report_of(sums, setting, signature, others):
    """Contents of a report, with rows for the means of ``others``, and both macro gaps."""
    counts = {kind: rounded_counts(getattr(sums, kind), setting) for kind in ("semantic", "hard")}
    mask = macro_mask_of(counts["semantic"], setting, ("macro",))
    # Both macro F1s stand in the report, whichever of them compute would give.
    both = {
        kind: setting._replace(options={**setting.options, "macro_f1": kind})
        for kind in CHOICES["macro_f1"]
    }
    content = {
        "rows": [
            {"label": label, "predicted": predicted, "support": support, **scores}
            for label, predicted, support, scores in zip(
                setting.space.labels,
                counts["semantic"].predicted.tolist(),
                counts["semantic"].support.tolist(),
                _by_label(counts, setting),
                strict=True,
            )
        ],
        "averages": {
            title: {
                kind: _score_dict(scores_of(of, average, both[kind_of_macro], mask))
                for kind, of in counts.items()
            }
            for title, average, kind_of_macro in (
                ("samples", "samples", "averaged_f1"),
                ("micro", "micro", "averaged_f1"),
                ("macro", "macro", "averaged_f1"),
                ("macro (F1 of averages)", "macro", "f1_of_averages"),
                ("weighted", "weighted", "averaged_f1"),
            )
        },
        "signature": signature,
    }
    for name, means in others.items():
        content["averages"][name] = {
            kind: {"precision": None, "recall": None, "f1": mean} for kind, mean in means.items()
        }
    gaps = {kind: _gap(scores_of(of, None, setting, None), mask) for kind, of in counts.items()}
    return content, gaps


def confusion_of(data, setting):
    """Tables of best matches, and for single labels the metrics of the confusion matrix."""
    refuse_large("confusion", setting)
    names, m = setting.space.labels, len(setting.space.labels)
    found = {"labels": [*names, "(none)"]}
    *sides, weight = counted_pairs(data, setting)
    for side, sets in (("predicted", sides), ("gold", sides[::-1])):
        found[side] = best_match_matrix(
            *sets, setting.similarity.pairs, m, sample_weight=weight
        ).tolist()
    single = all((np.diff(sets.offsets) == 1).all() and (sets.indices < m).all() for sets in sides)
    if single:
        classes = (sets.indices for sets in sides)
        matrix = single_label_matrix(*classes, m, weight)
        found["matrix"] = matrix.tolist()
        found["metrics"] = {name: float(of(matrix)) for name, of in METRICS.items()}
        try:
            calibrated = equalize_prevalence(matrix, names)
            found["calibrated"] = {name: float(of(calibrated)) for name, of in METRICS.items()}
        except ValueError as error:
            warn(str(error))
            found["calibrated"] = None
        found["per_class"] = {
            name: values.tolist() for name, values in per_class(matrix)._asdict().items()
        }
    return found


def relatedness_of(data, setting):
    """Set relatedness of each example."""
    return set_relatedness(
        *data[:2],
        setting.similarity.pairs,
        len(setting.space.labels),
        zero_division=setting.options["zero_division"],
    )


def explanation_of(raws, setting):
    """The matches of one example."""
    sides, changes = resolved_sides(*raws, setting)
    warn_changes(changes, setting)
    known = [
        [*setting.space.labels, *distinct_unknown(change.unknown, setting)] for change in changes
    ]
    if not hasattr(raws[1], "sets"):
        return explained(*sides, known, setting)
    data = Data(*sides, None, raws[1].offsets)
    each = [
        explained(sides[0], take_sets(sides[1], [i]), known, setting)
        for i in range(raws[1].offsets[-1])
    ]
    return {**_of_one_example(scores_by_example(data, setting)), "by_annotator": each}


def explained(predictions, references, known, setting):
    """The matches of one example, ``known`` being the names on either side."""
    return {
        **_of_one_example(scores_by_example(Data(predictions, references, None), setting)),
        "predictions": _matches(predictions, references, known[0], setting),
        "references": _matches(references, predictions, known[1], setting),
    }


def _of_one_example(scores):
    precision, recall, f1 = (float(each[0]) for each in scores)
    return {"semantic_f1": f1, "semantic_precision": precision, "semantic_recall": recall}


def _matches(queries, candidates, known, setting):
    m = len(setting.space.labels)
    labels = setting.space.labels
    others = candidates.indices[candidates.indices < m]
    credit, _ = best_credits(queries, candidates, setting.similarity.pairs, m)
    matches = []
    for index, best in zip(queries.indices.tolist(), credit.tolist(), strict=True):
        ties = []
        if best > 0:
            similar = setting.similarity.pairs(np.full(len(others), index, np.int32), others)
            ties = [labels[i] for i in others[similar == best].tolist()]
        matches.append(
            {
                "label": known[index],
                "best_match": ties[0] if ties else None,
                "similarity": best,
                "ties": ties,
            }
        )
    return matches


def _score_dict(scores):
    return {name: float(value) for name, value in scores._asdict().items()}


def _by_label(counts, setting):
    """For each label its semantic and hard scores."""
    tables = {
        kind: np.stack(scores_of(of, None, setting, None), axis=-1).tolist()
        for kind, of in counts.items()
    }
    for index in range(len(setting.space.labels)):
        yield {
            kind: dict(zip(("precision", "recall", "f1"), rows[index], strict=True))
            for kind, rows in tables.items()
        }


def _gap(scores, mask):
    """Difference of F1 of averages and averaged F1, by its definition and by the lemma's sum."""
    chosen = slice(None) if mask is None else mask
    gap = macro_gap(scores.precision[chosen], scores.recall[chosen])
    return {"difference": float(gap.difference), "lemma": float(gap.lemma)}


# --- semantic_f1/reports/hierarchical.py

class ExtendedSizes(NamedTuple):
    """Sizes of extended sets, one entry an example: float64 arrays."""

    shared: np.ndarray
    predicted: np.ndarray
    gold: np.ndarray


def concepts_of(sets, concepts):
    """Label sets as sets of concepts: (members, offsets).

    Parameters
    ----------
    sets : LabelSets; an index beyond the labels, of an unknown name, is a concept of its own
    concepts : int array of shape (m,), the concept of each label
    """
    members = np.asarray(sets.indices, np.int64)
    unknown = members >= len(concepts)
    if unknown.any():
        raise ValueError(
            "hierarchical: an unknown name has no ancestors; unknown_labels='mismatch' plays no "
            "part here: 'raise' or 'ignore'"
        )
    return concepts[members], np.asarray(sets.offsets, np.int64)


def extended_sizes(predictions, references, ancestors_of, n, excluded=()):
    """Sizes of label sets extended by their ancestors.

    Parameters
    ----------
    predictions, references : (members, offsets), ragged int arrays of concepts
    ancestors_of : function of an int array of concepts that returns (position, ancestor), the
        concept itself among its ancestors
    n : number of concepts
    excluded : concepts that don't count, such as a root that all share

    Returns
    -------
    ExtendedSizes
    """
    left_out = np.zeros(n, bool)
    left_out[list(excluded)] = True
    codes = []
    for members, offsets in (predictions, references):
        distinct, place = np.unique(members, return_inverse=True)
        at, ancestor = ancestors_of(distinct)
        at, ancestor = at[~left_out[ancestor]], ancestor[~left_out[ancestor]]
        number = np.bincount(at, minlength=len(distinct))
        first = np.cumsum(number) - number
        rows = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
        sizes = number[place]
        ends = np.cumsum(sizes)
        total = int(ends[-1]) if len(ends) else 0
        position = np.arange(total) + np.repeat(first[place] - ends + sizes, sizes)
        # Each ancestor counts once an example.
        codes.append(np.unique(np.repeat(rows, sizes) * n + ancestor[position]))
    rows = len(predictions[1]) - 1
    shared = np.intersect1d(*codes, assume_unique=True)
    return ExtendedSizes(
        *(np.bincount(each // n, minlength=rows).astype(np.float64) for each in (shared, *codes))
    )


def hierarchical_scores(sizes, weight=None, zero_division=1.0):
    """hP, hR and hF, over all examples together (micro) and as means of the examples' (samples).

    Parameters
    ----------
    sizes : ExtendedSizes
    weight : None, or float array of shape (n,), the weight of each example
    zero_division : float, precision, recall and F1 of an example whose sets are both empty

    Returns
    -------
    dict: "hierarchical_precision", "hierarchical_recall" and "hierarchical_f1" (micro), and the
    same with "_samples" behind it
    """
    weight = np.ones(len(sizes.shared)) if weight is None else np.asarray(weight, np.float64)
    shared, predicted, gold = (float((weight * each).sum()) for each in sizes)
    micro = [_share(shared, predicted), _share(shared, gold), _share(2 * shared, predicted + gold)]
    empty = (sizes.predicted == 0) & (sizes.gold == 0)
    samples = [
        np.divide(part, whole, out=np.where(empty, zero_division, 0.0), where=whole > 0)
        for part, whole in (
            (sizes.shared, sizes.predicted),
            (sizes.shared, sizes.gold),
            (2 * sizes.shared, sizes.predicted + sizes.gold),
        )
    ]
    names = [f"hierarchical_{name}" for name in ("precision", "recall", "f1")]
    means = [float(np.average(each, weights=weight)) for each in samples]
    return dict(zip([*names, *(f"{name}_samples" for name in names)], micro + means, strict=True))


def _share(part, whole):
    return part / whole if whole else 0.0


# --- semantic_f1/reports/notebooks.py

CARD_SHOWN = ("source", "population")


class ReportText(str):
    """A report as text, that a notebook shows as a table.

    It is a ``str`` in every other way; what is made of it (slices, ``upper()``) is a plain one.
    """

    __slots__ = ("html",)

    def _repr_html_(self):
        return self.html

    def __reduce__(self):
        return shown_report, (str(self), self.html)


class Explanation(dict):
    """The explanation of an example, that a notebook shows as a picture of its matches."""

    def _repr_html_(self):
        if "predictions" in self:
            return columns(self)
        return "".join(columns(one) for one in self["by_annotator"])


def shown_report(text, html):
    """A report's text with the table that a notebook shows in its place."""
    shown = ReportText(text)
    shown.html = html
    return shown


def html_of_report(content, digits):
    """A report as an HTML table."""
    heads, labels, averages = report_cells(content, digits)
    groups = "".join(f"<tbody>{_html_rows(rows)}</tbody>" for rows in (labels, averages))
    head = "".join(f'<th scope="col">{escaped(name)}</th>' for name in heads)
    table = scrolling(f"<table><thead><tr>{head}</tr></thead>{groups}</table>", "Report")
    cited = content["signature"]
    return table + (f"<p><small>{escaped(cited)}</small></p>" if cited else "")


def html_of_similarity(similarity):
    """A similarity's card and a heatmap of its values."""
    card = similarity.card
    lines = [f"<strong>{escaped(similarity.name)}</strong>, {len(similarity.labels)} labels"]
    lines += [f"{name}: {escaped(card[name])}" for name in CARD_SHOWN if card.get(name)]
    caveats = card.get("caveats") or ()
    lines += [
        f"caveat: {escaped(x)}" for x in ((caveats,) if isinstance(caveats, str) else caveats)
    ]
    values = getattr(similarity, "values", None)
    picture = "" if values is None else heatmap(similarity.labels, values)
    return figure(*(f'<p style="margin:4px">{line}</p>' for line in lines)) + picture


def html_of_audit(audit):
    """An audit's warnings."""
    found = [f"{audit.name}: {len(audit.warnings)} warnings", *audit.warnings]
    return figure(*map(paragraph, found))


def _html_rows(rows):
    return "".join(
        f'<tr><th scope="row">{escaped(first)}</th>'
        + "".join(f"<td>{escaped(cell)}</td>" for cell in rest)
        + "</tr>"
        for first, *rest in rows
    )


# Pictures stand above similarities, which therefore can't draw themselves.
LabelSimilarity._repr_html_ = html_of_similarity
Audit._repr_html_ = html_of_audit


# --- semantic_f1/reports/methods.py

class Reports:
    """Methods of the metric: ``report``, ``explain``, ``confusion``, ``pointwise`` and others."""

    def pointwise(self, predictions, references=None, *, scores=(), **options):
        """Scores of each example (eqs. 3-5), made for ``Dataset.map``.

        Parameters
        ----------
        predictions, references : as for ``compute``; or one mapping with both columns, as
            ``Dataset.map(metric.pointwise, batched=True)`` passes it
        scores : names out of those of :meth:`baselines`, to be added
        **options : those of ``compute``; averages and weights play no part

        Returns
        -------
        dict of three lists of floats, one an example: semantic_f1, semantic_precision,
        semantic_recall, and one for each of ``scores``; in the "soft" config of a list for each
        distance
        """
        if references is None:
            predictions, references = columns_of_batch(predictions)
        elif isinstance(predictions, (str, bool, int)):
            raise ValueError(
                f"pointwise: got one example, {short(predictions)}, where a batch of them is "
                "needed: Dataset.map(metric.pointwise, batched=True, ...)"
            )
        self._check_pair(predictions, references, needed="pointwise")
        if scores:
            scores, setting = self._setting_of_baselines("scores", scores, options)
        else:
            setting = self._setting(options)
        raws = self._read(predictions, references)
        if self.config_name == "soft":
            return {name: each.tolist() for name, each in distances_of(*raws, setting).items()}
        data = label_sets(*raws, setting, counted=False)
        precision, recall, f1 = scores_by_example(data, setting)
        found = {"semantic_f1": f1, "semantic_precision": precision, "semantic_recall": recall}
        if scores:
            found |= baselines_by_example(data, setting, scores)
        return {name: each.tolist() for name, each in found.items()}

    def baselines(self, predictions, references, *, which=None, **options):
        """Other similarity-based scores of label sets, to be compared with Semantic F1.

        With P the predicted and T the gold labels of an example, neither of them empty:
        "semantic_precision" and "semantic_recall" alone (eqs. 3, 4); "turki", the larger set's mean
        best match in the smaller, as arXiv 2509.21633 reads Turki et al. (arXiv 2011.00109);
        "hungarian", the greatest total similarity of a one-to-one assignment over max(|P|, |T|);
        "extended_hungarian", where each label left over adds its best match, and
        "extended_hungarian_harmonic", their harmonic mean, 0 where one of them is 0 (among
        assignments of equal totals the one of greatest extended score, so that no order of labels
        moves a number); "transport", 1 less the least cost of moving uniform mass on P to uniform
        mass on T at a cost of 1 - S; "set_relatedness" (Hauff, DIR 2013). With the identity as
        similarity only the last is F1 (docs/baselines.md).

        Parameters
        ----------
        predictions, references : as for ``compute``, one gold set an example
        which : names out of these, or one of them; default all
        **options : those of ``compute``; averages play no part; an example with neither predicted
            nor gold labels has ``zero_division``

        Returns
        -------
        dict of name -> mean over the examples, a float in [0, 1], weighted by ``sample_weight``;
        with ``n_resamples`` also its interval, under name_low and name_high

        Raises
        ------
        ImportError
            where large sets need scipy, or for "transport" POT, and it is not installed
        """
        self._check_pair(predictions, references, needed="baselines")
        which, setting = self._setting_of_baselines("which", which, options)
        data = weighted_sets(*self._read(predictions, references), setting)
        return baselines_of(data, setting, which)

    def set_relatedness(self, predictions, references, **options):
        """Relatedness of predicted and gold sets in one number (Hauff, DIR 2013, after Nowak).

        (sum of s(p) over P + sum of s(t) over T) / (|P| + |T|): the mean best match of all
        labels of both sides. Unlike Semantic F1 it weighs both directions by the sizes of the sets.

        Parameters
        ----------
        predictions, references : as for ``compute``
        **options : those of ``compute``; averages play no part

        Returns
        -------
        dict: "set_relatedness", the weighted mean over the examples, and
        "set_relatedness_by_example", a list
        """
        if self.config_name == "annotators":
            raise ValueError(
                "set_relatedness: takes one gold set an example; the "
                '"annotators" config has several'
            )
        setting = self._setting_of_sets("set_relatedness", options, several=False)
        data = weighted_sets(*self._read(predictions, references), setting)
        values = relatedness_of(data, setting)
        return {
            "set_relatedness": float(np.average(values, weights=data.weight)),
            "set_relatedness_by_example": values.tolist(),
        }

    def hierarchical(self, predictions, references, *, roots=True, **options):
        """Hierarchical precision, recall and F1 (hP, hR, hF) over the ancestors in a thesaurus.

        Label sets are extended by all ancestors of their members; hP is the share of the extended
        predicted set that is in the extended gold set, hR the other way round, hF their harmonic
        mean (Kiritchenko et al., Canadian AI 2006). Beside it Semantic F1 by the same thesaurus.

        Parameters
        ----------
        predictions, references : as for ``compute``
        roots : bool, whether concepts without a broader one count. True (default): all ancestors
            in the thesaurus do; False: an only root, which all share, is left out, as Kiritchenko
            et al. do
        **options : those of ``compute``; ``similarity`` is a measure over a thesaurus
            (``metric.similarity.relatedness``), ``average`` plays no part

        Returns
        -------
        dict: "hierarchical_precision", "hierarchical_recall", "hierarchical_f1" (micro: sums over
        all examples); the same with "_samples" (means of the examples' own); and
        "semantic_precision", "semantic_recall" and "semantic_f1" (samples)

        Warns
        -----
        UserWarning
            where the thesaurus has one root and it counts: every two sets share it
        """
        if not isinstance(roots, bool):
            raise ValueError(f"roots: expected True or False; got {short(roots)}")
        if self.config_name == "annotators":
            raise ValueError(
                'hierarchical: takes one gold set an example; the "annotators" config has several'
            )
        setting = self._setting_of_sets("hierarchical", options, several=False)
        thesaurus = getattr(setting.similarity, "thesaurus", None)
        if thesaurus is None:
            raise ValueError(
                "similarity: hierarchical scores take a measure over a thesaurus, which has "
                "ancestors: metric.similarity.relatedness(thesaurus, ...); got "
                f"{setting.similarity.name!r}"
            )
        data = weighted_sets(*self._read(predictions, references), setting)
        sides = [
            concepts_of(side, setting.similarity.concepts)
            for side in (data.predictions, data.references)
        ]
        if roots and len(thesaurus.roots) == 1:
            warn(
                f"hierarchical: {thesaurus.name_of(int(thesaurus.roots[0]))!r} is above every "
                "concept and counts as an ancestor that all share, which raises precision and "
                "recall; roots=False leaves it out, as Kiritchenko et al. (2006) do."
            )
        excluded = () if roots or len(thesaurus.roots) > 1 else thesaurus.roots.tolist()
        sizes = extended_sizes(*sides, thesaurus.with_ancestors, thesaurus.n_concepts, excluded)
        scores = hierarchical_scores(sizes, data.weight, setting.options["zero_division"])
        each = scores_by_example(data, setting)
        names = ("semantic_precision", "semantic_recall", "semantic_f1")
        return scores | {
            name: float(np.average(values, weights=data.weight))
            for name, values in zip(names, each, strict=True)
        }

    def explain(self, predictions, references, **options):
        """Credit that one example earns and loses, label by label.

        Parameters
        ----------
        predictions, references : the predicted and the gold labels of one example, as one entry
            of ``compute``'s
        **options : those of ``compute``

        Returns
        -------
        dict with the example's semantic_f1, semantic_precision and semantic_recall, and under
        "predictions" and "references" a list with a dict for each label, in label order: "label",
        "best_match" (the first in label order, None where nothing is similar), "similarity", and
        "ties" (all best matches). In the "annotators" config "by_annotator" holds such a dict
        against each gold set alone
        """
        setting = self._setting_of_sets("explain", options, several=False)
        return Explanation(explanation_of(self._read([predictions], [references]), setting))

    def report(
        self,
        predictions=None,
        references=None,
        *,
        counts=None,
        output="text",
        digits=3,
        scores=(),
        **options,
    ):
        """Semantic beside hard scores, for each label and for all averages.

        Parameters
        ----------
        predictions, references : as for ``compute``
        counts : instead of them what ``counts`` gave, or a sum of such
        output : "text" (aligned as scikit-learn's classification_report), "markdown", "frame" (a
            pandas DataFrame) or "dict"
        digits : int >= 0, decimals of text and markdown
        scores : names out of those of :meth:`baselines`, each a further row: its mean, in the
            columns of F1 and also under the identity
        **options : those of ``compute``; ``average`` plays no part

        Returns
        -------
        str, DataFrame, or dict: "rows" (a dict for each label: label, predicted, support, and
        semantic and hard precision, recall and F1), "averages" likewise, "macro_gap" (by how much
        F1 of averages exceeds averaged F1, for both; arXiv 1911.03347) and "signature". Under
        ``reduce="max"`` hard scores are against the annotator of the greatest hard F1
        """
        if output not in REPORTS:
            raise ValueError(f"output: expected one of {', '.join(REPORTS)}; got {output!r}")
        if scores:
            scores, setting = self._setting_of_baselines("scores", scores, options)
        else:
            setting = self._setting_of_sets("report", options)
        cited = self.signature(**{**options, "average": list(NAMED_AVERAGES)})
        if counts is None:
            self._check_pair(predictions, references, needed="report")
            data = weighted_sets(*self._read(predictions, references), setting)
            sums, others = sums_of_report(data, setting, scores)
        else:
            if predictions is not None or scores:
                raise ValueError(
                    "counts: pass either examples or counts of them, and no scores, which need "
                    "the examples"
                )
            self._check_counts(counts, setting)
            warn_changes(counts.changes, setting)
            sums, others = sums_in(counts, setting), {}
        content, gaps = report_of(sums, setting, cited, others)
        made = REPORTS[output](content, digits)
        if output == "dict":
            made["macro_gap"] = gaps
        if output == "text":
            return shown_report(made, html_of_report(content, digits))
        return made

    def side_by_side(self, predictions, references, **options):
        """Semantic scores beside those of hard F1, which credits exact matches only.

        The data is read once; both score the same label sets over the same labels.

        Parameters
        ----------
        predictions, references : as for ``compute``
        **options : those of ``compute``

        Returns
        -------
        dict: "semantic" and "hard", each what ``compute`` returns; keys of the hard scores begin
        with semantic_ too, the similarity being the identity
        """
        setting = self._setting_of_sets("side_by_side", options)
        data = weighted_sets(*self._read(predictions, references), setting)
        semantic = full_result(data, setting)
        # What is warned about is the same for both.
        with collect():
            hard = full_result(data, setting.exact())
        return {"semantic": semantic, "hard": hard}

    def confusion(self, predictions, references, **options):
        """Tables of which labels are taken for which, and every metric of a confusion matrix.

        Parameters
        ----------
        predictions, references : as for ``compute``
        **options : those of ``compute``; averages play no part

        Returns
        -------
        dict: "labels", the scored labels and a last "(none)", and tables of best matches as lists
        of rows. In "predicted", row p and column t say how often predicted p took gold t as its
        best match; in "gold", row t and column p how often gold t was taken for predicted p. Ties
        are split evenly. A label takes "(none)" where nothing on the other side is similar to it;
        an empty set takes, as "(none)", what the other side has.

        Where every example has one label on both sides also "matrix" (rows predicted, columns
        gold), "metrics" (accuracy, macro recall, kappa, MCC and the others of [OPI], TACL 2024),
        "calibrated" (the same after prevalence calibration; None, with a warning, where a class
        has no gold example), and "per_class" (bias, prevalence, correct, precision, recall, f1)
        """
        setting = self._setting_of_sets("confusion", options, several=False)
        return confusion_of(weighted_sets(*self._read(predictions, references), setting), setting)

    precision_under = staticmethod(precision_under)
    spread = staticmethod(spread)


# --- semantic_f1/reports/people.py

class People:
    """Methods of the metric: ``reliability``, ``alternative_annotator_test``, ``from_long``."""

    def reliability(self, references, distance=SET_DISTANCES, **options):
        """Krippendorff's alpha over label sets: agreement of annotators beyond chance.

        alpha = 1 - observed / expected disagreement. Values of different similarities can't be
        compared, nor can rules made for nominal codes (.667, .800) be used for other distances.

        Parameters
        ----------
        references : as for ``compute`` in the "annotators" config: a list of gold sets an example
        distance : "semantic" (1 - F1), "masi" (Passonneau 2006), "jaccard" or "nominal", or a list
            of them; default all
        **options : those of ``compute``: ``n_resamples`` adds a bootstrap interval over examples,
            or over ``groups``, and ``sample_weight`` counts examples; averages play no part

        Returns
        -------
        dict: for each distance a dict with "alpha" (None where nothing varies), "observed",
        "expected", "standard_error" (jackknife over examples) and with resamples "low", "high" and
        "n_left_out" (resamples in which nothing varies); "n_units" (examples with two annotators
        or more), "n_values" (their sets), "n_distinct" (distinct sets)
        """
        setting = self._setting_of_annotators("reliability", options)
        distances = (distance,) if isinstance(distance, str) else tuple(distance)
        for one in distances:
            if one not in SET_DISTANCES:
                raise ValueError(
                    f"distance: expected one of {', '.join(SET_DISTANCES)}, or a list of them; "
                    f"got {short(one)}"
                )
        data = self._annotated(references, setting)
        units = units_of(
            data.references,
            data.offsets,
            setting.similarity.pairs,
            len(setting.space.labels),
            sample_weight=data.weight,
        )
        if not len(units.size):
            raise ValueError(
                "references: no example has two annotators or more; agreement takes two"
            )
        options, groups = setting.options, None
        if options["groups"] is not None:
            kept = np.diff(data.offsets) >= 2
            if data.weight is not None:
                kept &= data.weight > 0
            groups = group_codes(check_groups(options["groups"]), len(kept), kept)
        if options["n_resamples"]:
            number = len(units.size) if groups is None else int(groups.max()) + 1
            text = few_units(number, groups is not None)
            if text:
                warn(text)
        result = {}
        for one in distances:
            parts = agreement_under(units, one)
            alpha = float(alpha_of(parts.rows.sum(axis=0), parts))
            found = {
                "alpha": None if np.isnan(alpha) else alpha,
                "observed": parts.observed,
                "expected": parts.expected,
                "standard_error": alpha_jackknife(parts),
            }
            if np.isnan(alpha):
                warn(f"reliability: {one}: nothing varies, so that alpha is not defined.")
            if options["n_resamples"]:
                found |= alpha_interval(
                    parts,
                    groups=groups,
                    n_resamples=options["n_resamples"],
                    confidence_level=options["confidence_level"],
                    seed=options["seed"],
                )
            result[one] = found
        result["n_units"] = len(units.size)
        result["n_values"] = int(units.size.sum())
        result["n_distinct"] = len(units.table)
        return result

    def alternative_annotator_test(
        self, predictions, references, annotators, epsilon, fdr=0.05, min_items=30, **options
    ):
        """Test whether a system may take the place of an annotator (arXiv 2501.10970).

        For each annotator, on the examples judged together with others: how often is the system's
        mean F1 against the others at least the annotator's own, and how often the other way round?
        An annotator loses where the second share is ahead by less than ``epsilon``, by a one-sided
        t-test, at a false discovery rate over annotators (Benjamini-Yekutieli).

        Parameters
        ----------
        predictions, references, annotators : as for ``compute`` in the "annotators" config
        epsilon : float in [0, 1]; the authors take .2 for experts, .15 for trained and .1 for crowd
            annotators
        fdr : float in (0, 1)
        min_items : int >= 2; annotators with fewer such examples are skipped
        **options : those of ``compute``; averages and weights play no part

        Returns
        -------
        dict: "winning_rate" (share of annotators who lose), "passed" (at least half),
        "advantage_probability", "by_annotator" (dicts: annotator, n, human_f1, system_f1,
        advantage, p_value, wins), "skipped", and "constant": the same of the best constant answer,
        "answer"; where that passes too, the test does not tell the system from it
        """
        if isinstance(epsilon, bool) or not isinstance(epsilon, Real) or not 0 <= epsilon <= 1:
            raise ValueError(f"epsilon: expected a number from 0 to 1; got {short(epsilon)}")
        if isinstance(fdr, bool) or not isinstance(fdr, Real) or not 0 < fdr < 1:
            raise ValueError(f"fdr: expected a number between 0 and 1; got {short(fdr)}")
        if isinstance(min_items, bool) or not isinstance(min_items, int) or min_items < 2:
            raise ValueError(
                f"min_items: expected a whole number, 2 or more; got {short(min_items)}"
            )
        setting = self._setting_of_annotators("alternative_annotator_test", options)
        if setting.options["sample_weight"] is not None:
            raise ValueError("sample_weight: the alternative annotator test counts every example")
        data = weighted_sets(*self._read(predictions, references), setting)
        people, numbers = read_annotators(annotators, data.offsets)
        shared = {"epsilon": float(epsilon), "fdr": float(fdr), "min_items": min_items}

        def tested(data):
            places, human, system = scores_of_cases(judged_of(data, setting))
            return replacement_test(human, system, numbers[places], people, **shared)

        result = tested(data)
        constants = constant_answers(data, setting, ("samples",))
        if constants and result["winning_rate"] is not None:
            labels = constants["samples"][1]
            n = len(data.predictions.offsets) - 1
            sets = data.predictions._replace(
                indices=np.tile(np.array(labels, data.predictions.indices.dtype), n),
                offsets=np.arange(n + 1) * len(labels),
            )
            answer = [setting.space.labels[label] for label in labels]
            constant = tested(data._replace(predictions=sets))
            result["constant"] = {"answer": answer, **constant}
            if constant["passed"]:
                said = "{" + ", ".join(answer) + "}" if answer else "{nothing}"
                warn(
                    "alternative_annotator_test: always answering "
                    f"{said} passes too: the test does not tell this system from it."
                )
        if result["winning_rate"] is None:
            warn(
                f"alternative_annotator_test: no annotator has {min_items} examples that were "
                "judged by others too; nothing was tested."
            )
        return result

    def from_long(self, table, item="item", annotator="annotator", label="label", blank=None):
        """Gold sets of several annotators from a table with one row a choice.

        Parameters
        ----------
        table : DataFrame, ``datasets`` Dataset or Arrow table, a mapping of columns, a list of
            dicts, or triples (item, annotator, label)
        item, annotator, label : names of its columns. A cell of ``label`` is one label, or a list
            that is the whole set
        blank : what an empty label means: "no_label" (the annotator chose nothing), "not_asked"
            (the row is left out), or None, which refuses it

        Returns
        -------
        dict: "items" in the order of their first row, "references" and "annotators" for
        ``compute(**...)`` of the "annotators" config
        """
        return nested_from_long(table, item, annotator, label, blank)

    def _setting_of_annotators(self, method, options):
        if self.config_name != "annotators":
            raise ValueError(
                f'{method}: takes several gold sets an example: load("semantic_f1", "annotators"); '
                f'this is the "{self.config_name}" config'
            )
        return self._setting_of_sets(method, options, several=False)

    def _annotated(self, references, setting):
        """The gold sets of several annotators, beside predictions of nothing."""
        try:
            n = len(references)
        except TypeError:
            references = list(references)
            n = len(references)
        return weighted_sets(*self._read([[]] * n, references), setting)


# --- semantic_f1/metric.py

# Methods that graded rows have beside compute, pointwise and signature.
OF_GRADES = ("compare", "rank", "sensitivity", "report", "side_by_side", "agreement")

_DESCRIPTION = """
Semantic F1 compares predicted with gold label sets and gives partial credit where labels are
close: each predicted label earns its similarity to the nearest gold label (semantic precision),
each gold label its similarity to the nearest predicted one (semantic recall), and F1 is their
harmonic mean. With the identity as similarity it is exactly F1. It is meant for labels with fuzzy
boundaries, such as emotions or moral foundations, and depends on a similarity that has to be
justified for the task and the population.
"""

_CITATION = """\
@article{semantic_f1_2025,
  title={Semantic F1 Scores: Fair Evaluation Under Fuzzy Class Boundaries},
  author={Chochlakis, Georgios and Trager, Jackson and Jhaveri, Vedant and Ravichandran, Nikhil
          and Potamianos, Alexandros and Narayanan, Shrikanth},
  journal={arXiv preprint arXiv:2509.21633},
  year={2025}
}
"""

_KWARGS_DESCRIPTION = (
    """
Args:
    predictions: one entry an example. Default config: a label name, an id, or a collection of
        names or of ids (a string is one label; an empty list is the empty set; repeats count
        once). Config "multilabel": a row of 0 and 1, one column a label, or of scores when
        `threshold` is given. Config "soft": a distribution, one probability a label (they sum to
        1 within 1e-6), or for two labels the probability of the second. Config "graded": one value
        from 0 to 1 a label, which need not sum to 1.
    references: the gold labels, likewise; never scores. Config "annotators": a list of gold sets
        an example, one an annotator: [["joy"], ["joy", "love"], []].
"""
    + options_text()
    + """

Returns:
    dict with semantic_f1, semantic_precision and semantic_recall, floats in [0, 1]; for
    average=None lists in the order of "labels", which is returned with the "support". With
    `annotators` also "annotators", "n_by_annotator", and each score with _by_annotator, lists.
    Config "soft": cross_entropy, manhattan_distance, euclidean_distance,
    jensen_shannon_divergence and jensen_shannon_distance (natural logarithms; Rizzi et al. 2024),
    means over the examples, with a similarity also wasserstein_distance and wasserstein_score =
    1 - wasserstein_distance. Config "graded": Semantic F1 of graded membership (docs/graded.md),
    and manhattan_distance, binary_cross_entropy and jensen_shannon_divergence, means over labels.

Raises:
    ValueError: naming the argument, the row and the value that can't be scored.

Examples:

    >>> metric = evaluate.load("semantic_f1", similarity="plutchik")
    >>> result = metric.compute(
    ...     predictions=[["anger"], ["joy"]], references=[["disgust"], ["joy", "love"]])
    >>> {name: round(score, 4) for name, score in result.items()}
    {'semantic_f1': 0.922, 'semantic_precision': 0.9268, 'semantic_recall': 0.9173}
    >>> metric.compute(predictions=[["anger"]], references=[["anger"]], average="micro")
    {'semantic_f1': 1.0, 'semantic_precision': 1.0, 'semantic_recall': 1.0}

    >>> several = evaluate.load("semantic_f1", "annotators", similarity="plutchik")
    >>> result = several.compute(predictions=[["joy"]], references=[[["joy"], ["love"], ["joy"]]])
    >>> [round(result[name], 4) for name in ("semantic_f1", "human_f1", "system_f1")]
    [0.9873, 0.9746, 0.9873]

    >>> soft = evaluate.load("semantic_f1", "soft", similarity="identity", labels=["no", "yes"])
    >>> result = soft.compute(predictions=[0.3], references=[0.1])
    >>> {name: round(score, 4) for name, score in result.items() if "distance" in name}
    ... # doctest: +NORMALIZE_WHITESPACE
    {'manhattan_distance': 0.4, 'euclidean_distance': 0.2828, 'jensen_shannon_distance': 0.1801,
     'wasserstein_distance': 0.2}
"""
)


@names_options
@evaluate.utils.file_utils.add_start_docstrings(_DESCRIPTION, _KWARGS_DESCRIPTION)
class SemanticF1(Batches, People, Reports, Comparisons, evaluate.Metric):
    """Semantic F1 (arXiv 2509.21633).

    ``evaluate.load`` takes every option of :meth:`compute` too; they are the defaults of this
    metric.
    """

    def __init__(
        self,
        config_name=None,
        keep_in_memory=False,
        cache_dir=None,
        num_process=1,
        process_id=0,
        seed=None,
        experiment_id=None,
        hash=None,
        max_concurrent_cache_files=10000,
        timeout=100,
        **options,
    ):
        config_name = config_name or "default"
        if config_name not in CONFIGS:
            raise ValueError(
                f"config_name: expected one of {', '.join(CONFIGS)}; got {config_name!r}"
            )
        self._arguments = {
            "config_name": config_name,
            "keep_in_memory": keep_in_memory,
            "cache_dir": cache_dir,
            "num_process": num_process,
            "process_id": process_id,
            # The base class would draw a seed at random, and fingerprints would never repeat.
            "seed": 0 if seed is None else seed,
            "experiment_id": experiment_id,
            "hash": hash,
            "max_concurrent_cache_files": max_concurrent_cache_files,
            "timeout": timeout,
        }
        self._options = checked(options, config_name)
        self._kinds = {}
        super().__init__(**self._arguments)
        documented_alike(self, ("compute", "add_batch", "add"))
        source = self._options.get("similarity")
        complete = hasattr(source, "pairs") or "labels" in self._options
        if source is not None and complete:
            # Report what is wrong already at load.
            self._setting({})

    def __reduce__(self):
        if len(self):
            raise ValueError(
                f"a metric with {len(self)} pending examples can't be pickled; call compute first"
            )
        arguments = {**self._arguments, **self._options}
        return reduced(_rebuild, (type(self), arguments, __version__))

    def _info(self):
        return evaluate.MetricInfo(
            description=_DESCRIPTION,
            citation=_CITATION,
            inputs_description=_KWARGS_DESCRIPTION,
            features=datasets.Features(
                {name: dict(side.features) for name, side in read_as(self.config_name)}
            ),
            homepage=SPACE_ADDRESS or PAPER_ADDRESS,
            license="MIT",
            codebase_urls=[SPACE_ADDRESS] if SPACE_ADDRESS else [],
            reference_urls=[PAPER_ADDRESS],
        )

    @property
    def similarity(self):
        """Similarities: bundled names, builders, audits, thesauri; see :class:`Similarities`."""
        return Similarities

    def compute(self, *, predictions=None, references=None, counts=None, **options):
        """Semantic F1 of the given examples, or of those added before.

        With both inputs and nothing pending they are scored as they are, without a cache file;
        such calls may run in several threads at once. Otherwise what was added is scored with
        them, and forgotten. An option that can't be is refused before anything is touched; a
        failure after that drops what was pending, and says so.

        Parameters
        ----------
        predictions, references : one entry an example, in the forms of the metric's config; both
            or neither
        counts : instead of examples what :meth:`counts` gave of them, or a sum of such: the
            scores are the same, digit for digit. There are no intervals of counts
        **options : similarity, labels, average and the others of ``inputs_description``, for this
            call; those given to load are the defaults

        Returns
        -------
        dict of floats and lists, see ``inputs_description``; None for a process other than the
        first of several
        """
        setting = self._setting(options)
        self._check_pair(predictions, references)
        if counts is not None:
            return _shaped(self._compute_counts(predictions, counts, setting), setting)
        if predictions is not None and self.num_process == 1 and self.writer is None:
            return _scored(*self._read(predictions, references), setting)
        if predictions is not None:
            self.add_batch(predictions=predictions, references=references)
        elif self.writer is None and self.num_process == 1:
            raise ValueError(
                "compute: there is nothing to score; pass predictions and references, or add "
                "examples first"
            )
        elif self.writer is None:
            self._write_nothing()
        return self._compute_pending(setting)

    def counts(self, predictions, references, **options):
        """Counts of some of the examples, which add up to those of all without rounding.

        For data that no machine holds at once, and for evaluation on many machines: each counts
        the examples that it has, and ``compute(counts=sum(parts))`` scores them all.

        Parameters
        ----------
        predictions, references : as for ``compute``; no examples at all are counts too
        **options : those of ``compute``. What decides how counts become scores (``average``,
            ``counting``, ``macro_f1``, ``macro_labels``) can be given to ``compute(counts=...)``
            instead; intervals can't be had of counts, nor of several annotators the consensus,
            the best constant answer, and human scores by annotator

        Returns
        -------
        PartialCounts: ``a + b``, ``sum``, ``==``, ``len`` (examples), pickles, ``to_dict()`` and
        ``PartialCounts.from_dict``, which :meth:`counts_from_dict` calls
        """
        weight = options.pop("sample_weight", self._options.get("sample_weight"))
        setting = self._setting({**options, "sample_weight": None})
        self._check_pair(predictions, references, needed="counts")
        if setting.grouped and setting.similarity.keys is None:
            raise ValueError(
                "similarity: counts take one for all examples, or one an annotator; a list with "
                "one an example belongs to these examples alone"
            )
        sides, fields = self._read(predictions, references), self._fields_of_counts(setting)
        n = size_of(sides[0])
        if weight is not None:
            # Of other examples the weights may be above 0.
            weight = read_weights(weight, n, some=False)
        if self.config_name == "soft":
            return PartialCounts(fields, n, {"distances": soft_sums(*sides, weight, setting)})
        return counts_of_sets(sides, n, weight, setting, fields)

    def counts_from_dict(self, content):
        """Counts from the ``content`` that :meth:`PartialCounts.to_dict` gave, from JSON say."""
        return PartialCounts.from_dict(content)

    def _fields_of_counts(self, setting):
        fields = signature_fields(setting, self.config_name)
        return counted_fields(fields, setting, __version__)

    def _compute_counts(self, predictions, counts, setting):
        """Result of ``compute`` for counts instead of examples."""
        if predictions is not None or self.writer is not None:
            raise ValueError("counts: pass either examples or counts of them, not both")
        self._check_counts(counts, setting)
        if self.config_name == "soft":
            return result_of_soft_sums(counts.sums["distances"], setting)
        warn_changes(counts.changes, setting)
        return result_of_sums(sums_in(counts, setting), setting)

    def _check_counts(self, counts, setting):
        for option in ("n_resamples", "sample_weight"):
            if setting.options[option] is not None:
                why = (
                    "intervals need the examples"
                    if option == "n_resamples"
                    else ("weights are given where examples are counted")
                )
                raise ValueError(f"{option}: counts were given, and {why}")
        refuse_other_setting(counts, self._fields_of_counts(setting))

    def read_file(
        self,
        path,
        gold=None,
        *,
        predictions=None,
        references=None,
        ids="auto",
        similarity=None,
        labels=None,
        **reading,
    ):
        """Read predictions and gold labels from files, for ``compute(**...)``.

        Parameters
        ----------
        path : str or path of a CSV, TSV, JSON, JSON Lines, Parquet or .xlsx file, or a .gz of one
        gold : None, or the file of the gold labels
        predictions, references : names of the columns, by default those whose names say it.
            Several names of predictions are several systems; in config "annotators" the references
            are the annotators' columns, or one of nested lists
        ids : "auto" (whole numbers are names where the universe has them, else ids where all cells
            are such), "always" or "never"
        similarity, labels : as for ``compute``, where the metric has none of its own
        **reading : ``id``, ``separator``, ``indicators``, ``long``, ``header``, ``missing``,
            ``format``, as docs/files-and-inputs.md describes them; config "annotators": ``blank``

        Returns
        -------
        dict with "predictions" and "references", and in config "annotators" "annotators"; with
        several systems "systems" and "references", for ``rank(**...)``

        Raises
        ------
        ValueError
            naming the file, the line and the column; and where nothing tells whether whole numbers
            are names or ids
        """
        given = {"similarity": similarity, "labels": labels}
        options = {name: value for name, value in given.items() if value is not None}
        chosen = {**self._options, **options}
        known = None
        if chosen.get("similarity") is not None and self.config_name != "soft":
            known = self._setting(options).space.names
        sides = {"predictions": predictions, "references": references}
        return read_for(self.config_name, path, gold, **sides, ids=ids, known=known, **reading)

    def signature(self, **options):
        """Every setting that moves the number, in one line to cite beside it.

        Holds the config, the options as ``compute`` would use them, the similarity's name and
        fingerprint (16 hex digits of its sha256), the universe and this metric's version.
        """
        setting = self._setting(options)
        fields = signature_fields(setting, self.config_name)
        return signature({**fields, "version": __version__})

    @contextmanager
    def notices(self):
        """Collect what would be warned about, as a list of texts, instead of warning.

        ``with metric.notices() as texts: metric.compute(...)``. Unlike
        ``warnings.catch_warnings`` it keeps the threads of a server apart.
        """
        with collect() as texts:
            yield texts

    def _setting(self, options):
        """The options of this call over those of the metric, and what they lead to."""
        defaults = {**DEFAULTS, "seed": self._arguments["seed"]}
        chosen = {**defaults, **self._options, **checked(options, self.config_name)}
        return setting_of(chosen, self.config_name)

    def _setting_of_sets(self, method, options, several=True):
        """The setting of a method that compares label sets; ``several``: by any similarities."""
        if self.config_name == "soft":
            raise ValueError(
                f'{method}: compares label sets, and the "soft" config has distributions; it has '
                "compute and pointwise"
            )
        setting = self._setting(options)
        if setting.graded and method not in OF_GRADES:
            raise ValueError(
                f'{method}: takes label sets, and the "graded" config has grades of membership; it '
                f"has {', '.join(OF_GRADES)}"
            )
        if not several and setting.grouped:
            raise ValueError(f"{method}: takes one similarity, not one an example or annotator")
        return setting

    def _setting_of_baselines(self, argument, scores, options):
        """Names of other scores, and the setting of one gold set an example."""
        names = chosen_scores(scores, argument)
        if self.config_name == "annotators":
            raise ValueError(
                f"{argument}: {', '.join(names)}: these scores take one gold set an example; the "
                '"annotators" config has several'
            )
        return names, self._setting_of_sets(argument, options, several=False)

    def _compute_pending(self, setting):
        try:
            sides = self._pending()
            return None if sides is None else _scored(*sides, setting)
        except ValueError as error:
            raise ValueError(
                f"{error} (the pending examples were dropped: add them again)"
            ) from error
        finally:
            self._discard()


def _rebuild(cls, arguments, version):
    """A metric from its pickle.

    ``version`` is that of the code that pickled it: the pickle changes with it, so that
    ``Dataset.map`` answers from no cache of an older one.
    """
    return cls(**arguments)


def _scored(predictions, references, setting):
    """Result of ``compute`` for both sides as they were read."""
    return _shaped(_result(predictions, references, setting), setting)


def _shaped(result, setting):
    return flattened(result) if setting.options["flat"] else result


def _result(predictions, references, setting):
    if isinstance(predictions, RawRows):
        return soft_result(predictions, references, setting)
    data = weighted_sets(predictions, references, setting)
    return graded_result(data, setting) if setting.graded else full_result(data, setting)
