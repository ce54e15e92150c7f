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
from copy import deepcopy
from dataclasses import asdict
from dataclasses import dataclass
from dataclasses import field
from dataclasses import replace
from datetime import date
from datetime import timedelta
from functools import cached_property
from functools import lru_cache
from functools import partial
from functools import wraps
from hashlib import blake2b
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
from math import radians
from math import sin
from math import sqrt
from math import tanh
from numbers import Real
from operator import itemgetter
from pathlib import Path
from statistics import NormalDist
from types import MappingProxyType
from typing import Any
from typing import Generic
from typing import Literal
from typing import NamedTuple
from typing import TypeVar
from xml.etree import ElementTree


# --- semantic_f1/version.py

__version__ = "0.1.0"
SPACE_ADDRESS = ""
PAPER_ADDRESS = "https://arxiv.org/abs/2509.21633"


# --- semantic_f1/pickling.py

_LOADED = "evaluate_modules"
class _DynamicModules:
    def __reduce__(self):
        from evaluate.loading import init_dynamic_modules
        return init_dynamic_modules, ()
class _Call:
    def __init__(self, function, arguments):
        self.function, self.arguments = function, arguments
    def __reduce__(self):
        return self.function, self.arguments
def reduced(function, arguments):
    if not function.__module__.startswith(_LOADED):
        return function, arguments
    return operator.getitem, ((_DynamicModules(), _Call(function, arguments)), 1)


# --- semantic_f1/messages.py

_SHOWN = 12
_SHOWN_VALUES = 5
_SHOWN_WIDTH = 60
_COMPARED_NAMES = 20_000
_COMPARED_LENGTH = 200
_ALIKE = "Only by case, blanks, width or accents differ"
_NO_WIDTH = dict.fromkeys((0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF, 0xAD))
FEW = 10
_collected = ContextVar("semantic_f1_notices", default=None)
@contextmanager
def collect():
    texts = []
    token = _collected.set(texts)
    try:
        yield texts
    finally:
        _collected.reset(token)
def warn(message):
    texts = _collected.get()
    if texts is not None:
        if message not in texts:
            texts.append(message)
        return
    frame, level = sys._getframe(), 1
    while frame.f_back is not None and _is_own(frame.f_globals.get("__name__", "")):
        frame, level = frame.f_back, level + 1
    warnings.warn(message, UserWarning, stacklevel=level)
def _is_own(module):
    return f"{module}.".startswith(f"{__package__}.")
def changes_to_sets(changes, none_labels, mismatch, counted=True, known=()):
    texts = []
    beside = [change.none_beside for change in changes]
    if any(beside):
        where = _amounts(beside) if counted else "some examples"
        texts.append(f"In {where} a none-label ({', '.join(none_labels)}) stands beside other labels; it " "was dropped, the others stay.")
    unknown = [change.with_unknown for change in changes]
    if any(unknown):
        done = "kept as mismatches, similarity 0 to every label" if mismatch else "removed"
        names = list(dict.fromkeys(name for change in changes for name in change.unknown))
        where = f" in {_amounts(unknown)}: {listed(names)}" if counted else ""
        text = f"Unknown label names were {done}{where}."
        alike = spelled_alike(names, known)
        if alike:
            pairs = [f"{short(name)} and {short(label)}" for name, label in alike.items()]
            text += f" {_ALIKE} {_cut_list(pairs)}: normalize_names=True reads them as one."
        emptied = [change.emptied for change in changes]
        if any(emptied) and counted:
            text += f" {_amounts(emptied)} became empty."
        texts.append(text)
    return texts
def absent_labels(absent, nearest=False):
    are = "1 label is" if len(absent) == 1 else f"{len(absent)} labels are"
    return (f"macro: {are} neither gold{' for the nearest annotator' * nearest} nor predicted, scored " "0, pulling the mean down: " f'{_listing(absent)}. macro_labels="present" or a list of names leaves them out.')
def few_units(n, grouped=False, wide=True, effective=None):
    what = "group" if grouped else "example"
    if n == 1:
        then = "span the whole range of the score" if wide else "have no width"
        return f"intervals: a single {what} cannot be resampled; they {then}."
    if n < FEW:
        known = "they are wide on purpose, a guess" if wide else "they cover too little"
        if grouped:
            known = "nothing is known well from so few"
        return f"intervals: {n} {what}s, fewer than {FEW}: {known}."
    if effective is not None and effective < FEW - 1e-9:
        return (f"intervals: with these weights {n:,} {what}s say as much as {effective:.1f} (Kish's " f"effective number), fewer than {FEW}: nothing is known well from so few.")
    return None
def no_spread(names):
    if not names:
        return None
    its = "its interval has" if len(names) == 1 else "their intervals have"
    return (f"intervals: no example moves {', '.join(names)}; {its} no width, which does not make " f"{'it' if len(names) == 1 else 'them'} certain.")
def odd_width(average, ratio):
    return (f"intervals: that of {average} is {ratio:.2f} times as wide as its standard error says: it " "rests on few of the rows (uneven weights, or groups of very uneven sizes).")
def rare_labels(rare, wide=True):
    known = "are wide on purpose, a guess, and macro takes them to be like the others"
    return (f"intervals: {len(rare)} label{'s' * (len(rare) != 1)} with fewer than {FEW} gold examples " f"({_listing(rare)}): their intervals {known if wide else 'cover too little'}.")
def unresolved(n_resamples, confidence_level, n_tests=1):
    left = 1 - confidence_level
    least, enough = (max(at_least, per_test * n_tests) for at_least, per_test in ((20, 3), (20, 20)))
    if n_resamples >= round(least / left, 6):
        return None
    level = f"{confidence_level:g}" + (f" in {n_tests} tests at once" if n_tests > 1 else "")
    return (f"n_resamples: {n_resamples:,} are too few for a confidence level of {level}; draw " f"{math.ceil(round(enough / left, 6)):,} or more.")
def few_judged(few, n, least):
    return (f"{few} of {n} annotators judged fewer than {least} examples together with others; their " "scores by annotator say little.")
def signature(fields):
    return "|".join(["semantic_f1", *(f"{key}:{_plain(value)}" for key, value in fields.items())])
def digest(value, digits=8):
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
    return _cut_list([short(value) for value in values])
def _plain(value):
    if isinstance(value, str) and re.fullmatch(r"[\w.+-]+", value):
        return value
    return _compact(value)
def _compact(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
LOAD_MULTILABEL = 'load the "multilabel" config: evaluate.load("semantic_f1", "multilabel")'
SCORES_NEED_MULTILABEL = ('indicator rows and scores need the "multilabel" config: load(..., "multilabel")')
SETS_NEED_ANNOTATORS = ('several gold sets an example need the "annotators" config: load(..., "annotators")')
ONE_TEXT_IS_ONE_LABEL = "a text is one label: pass a list of names"
NAMES_OF_IDS = ("pass labels=, the names in the order of your ids (a list, or the ClassLabel of your data " "set: labels=ds.features[...])")
def reword_options(text, names, write):
    value = r"""("[^"]*"|'[^']*'|\[[^\]]*\]|\{[^}]*\}|[\w.]+(?<!\.))?"""
    pattern = rf"\b({'|'.join(map(re.escape, names))})={value}"
    def written(match):
        return write(match[1], (match[2] or "").strip("\"'"))
    return re.sub(pattern, written, text)
def quote(items):
    return _listing(short(item) for item in items)
def unknown_name_message(argument, name, known):
    return f"{argument}: {short(name)} is not one of {quote(known)}{suggestion(name, known)}"
def suggestion(name, known):
    key, folded = fold(str(name)), {}
    if len(key) > _COMPARED_LENGTH:
        return ""
    for candidate in known:
        folded.setdefault(fold(str(candidate)), candidate)
    if len(folded) > _COMPARED_NAMES:
        folded = {text: label for text, label in folded.items() if text[:2] == key[:2]}
    near = difflib.get_close_matches(key, folded, n=1)
    return f" (did you mean {short(folded[near[0]])}?)" if near else ""
def fold(name):
    if name.isascii():
        return " ".join(name.split()).casefold()
    text = unicodedata.normalize("NFKC", name).translate(_NO_WIDTH)
    return unicodedata.normalize("NFKC", " ".join(text.split()).casefold())
def spelling_advice(names, known):
    for name, label in spelled_alike(names, known).items():
        return (f"; {short(name)} and {short(label)} differ only by case, blanks, width or accents: " "normalize_names=True reads such names as one")
    return ""
def warn_of_alike(names):
    pairs = _alike_pairs(tuple(names))
    if pairs:
        warn(f"labels: {_cut_list(list(pairs))} differ only by case, blanks, width or accents, and " "are labels of their own.")
@lru_cache(maxsize=16)
def _alike_pairs(names):
    first, pairs = {}, []
    for name in names:
        other = first.setdefault(fold(name), name)
        if other != name:
            pairs.append(f"{short(other)} and {short(name)}")
    return tuple(pairs)
def spelled_alike(names, known):
    labels = {fold(label): label for label in known} if names else {}
    return {name: labels[fold(name)] for name in names if fold(name) in labels}
def short(value, width=_SHOWN_WIDTH):
    text = repr(value[:width] if isinstance(value, str) else value)
    return text[: width - 3] + "..." if len(text) > width else text


# --- semantic_f1/ratios.py

def divide(numerator, denominator):
    if isinstance(numerator, float) and isinstance(denominator, float):
        return np.float64(numerator / denominator if denominator else 0.0)
    numerator = np.asarray(numerator, dtype=np.float64)
    denominator = np.asarray(denominator, dtype=np.float64)
    if np.count_nonzero(denominator) == denominator.size:
        return numerator / denominator
    zero = denominator == 0
    return np.where(zero, 0.0, numerator / np.where(zero, 1.0, denominator))[()]
def harmonic_mean(a, b):
    return a * divide(b, (a + b) / 2)


# --- semantic_f1/name_table.py

Row = TypeVar("Row")
class NameTable(dict, Generic[Row]):
    """Rows by name, in the order of the table.

    ``kind`` says what the names are of. ``table[name]`` of a name that is not there raises a
    ValueError; nothing stands in for it.
    """
    def __init__(self, kind: str, rows: Mapping[str | None, Row] | Iterable[Row]):
        named = rows if isinstance(rows, Mapping) else {row.name: row for row in rows}
        super().__init__(named)
        self.kind = kind
    def __missing__(self, name):
        raise ValueError(f"{self.kind}: expected one of {', '.join(map(repr, self))}; got {name!r}")


# --- semantic_f1/average_table.py

class Average(NamedTuple):
    """A row of the table.

    - ``text``: what it averages; ``equation``: its number in the paper
    - ``counts``: the sums that it is made of: scores of "examples", "totals" over all labels, or
      the counts of each of the "labels"
    - ``smoothing``: the imaginary example of smoothed intervals: "scores" of one, "totals" of its
      labels, those totals in "shares" by how often labels occur, or "labels" of each
    - ``stream``: number of its stream of random numbers, so that no average changes the draws of
      another
    - ``macro``: whether it averages over ``macro_labels`` and ``macro_f1`` chooses its formula
    - ``curve``: whether the Space draws it over thresholds
    """
    name: str | None
    text: str
    equation: str
    counts: Literal["examples", "totals", "labels"]
    smoothing: Literal["scores", "totals", "shares", "labels"]
    stream: int
    macro: bool = False
    curve: bool = True
    @property
    def needs_labels(self) -> bool:
        """True if it is made of counts of each label."""
        return self.counts == "labels"
    @property
    def key(self) -> str:
        """Ending of its keys, after an underscore."""
        return self.name or "per_label"
AVERAGES: NameTable[Average] = NameTable("average", (Average("samples", "the mean of the examples' scores", "6", "examples", "scores", 0), Average("micro", "all labels counted together", "11", "totals", "totals", 1), Average("macro", "the mean of the labels' scores", "13", "labels", "labels", 2, macro=True), Average("weighted", "the same, each label by how often it is gold", "24", "labels", "shares", 3, curve=False,), Average(None, "a list with one score a label", "", "labels", "labels", 4, curve=False),),)
NAMED_AVERAGES: tuple[str, ...] = tuple(name for name in AVERAGES if name is not None)
CURVE_AVERAGES: tuple[str, ...] = tuple(name for name, row in AVERAGES.items() if name is not None and row.curve)
AVERAGES_WITHOUT_LABELS: tuple[str, ...] = tuple(name for name, row in AVERAGES.items() if name is not None and not row.needs_labels)


# --- semantic_f1/option_table.py

_AVERAGES_TEXT = ", ".join(f'"{name}" ({"default, " * (not place)}eq. {AVERAGES[name].equation})' for place, name in enumerate(NAMED_AVERAGES))
CONFIGS = ("default", "multilabel", "annotators", "soft", "graded", "points")
OF_SETS = ("default", "multilabel", "annotators")
OF_COUNTS = (*OF_SETS, "graded")
OF_MATCHES = (*OF_COUNTS, "points")
OF_LABELS = (*OF_COUNTS, "soft")
class Argument(NamedTuple):
    """An option on the command line.

    ``kind`` says how its text is read: "choice", "switch", "word", "number", "numbers", "whole",
    "names" or "names or word" (a word among the option's choices). ``const`` is what the flag alone
    means.
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
OPTIONS = (Option("similarity", None, "what the score depends on, there is no default. A bundled name (" '"plutchik", "goemotions", "goemotions-ekman", "mfrc"), "identity" (with `labels`), the ' "path of a JSON or CSV file, a pandas DataFrame, an array with `labels`, a " 'LabelSimilarity, or "hf://datasets/OWNER/NAME/FILE". A list with one of these an example, ' "or a mapping of row numbers or (with `annotators`) of annotators to them, scores each " 'with its own. Config "soft" needs none: it adds the Wasserstein distance with cost 1 - S.', configs=OF_LABELS,), Option("labels", None, "the universe of label names in the order of ids and indicator columns, none-labels in " "their place: a list, the ClassLabel of a data set (or a list of it), or a mapping of " "names to ids or of ids to names. Default: the similarity's labels followed by its " "none-labels.", configs=OF_LABELS, argument=Argument("scoring", "the universe, in the order of the ids", "names", metavar="LIST"),), Option("macro_labels", "all", 'labels that macro averages over: "all" (default), "present" (gold or predicted ' "somewhere), or a list of names.", choices={"all": "all labels, those that nobody uses scoring 0", "present": "labels that are gold or predicted somewhere",}, configs=OF_COUNTS, argument=Argument("scoring", "default: all", "names or word", metavar="all|present|LIST"),), Option("average", "samples", f"{_AVERAGES_TEXT}, None (per label), or a list of them; keys then end in " f"{', '.join(f'_{row.key}' for row in AVERAGES.values())}.", choices={name: row.text for name, row in AVERAGES.items()}, configs=OF_MATCHES,), Option("flat", False, "True gives one float a label under its name instead of lists (semantic_f1_joy, " "support_joy), with average=None; for loggers that take numbers only.", configs=OF_COUNTS,), Option("none_labels", None, 'names that mean "no label". Default: the similarity\'s own.', configs=OF_LABELS, argument=Argument("scoring", "names that mean 'no label'", "names", metavar="LIST"),), Option("unknown_labels", "raise", 'names outside the universe: "raise" (default), "mismatch" (kept, similarity 0 to ' 'everything) or "ignore" (removed before scoring).', choices={"raise": "an error that names them", "mismatch": "kept, similarity 0 to everything", "ignore": "removed before scoring",}, configs=OF_SETS, argument=Argument("scoring", "names outside the universe; default: raise", "choice"),), Option("normalize_names", False, "True reads names as one that differ only by case, blanks (outer, doubled, no-break, " "without width), width or composed accents; two labels that do are an error.", configs=OF_LABELS, argument=Argument("scoring", "names may differ by case, blanks, width and accents", "switch"),), Option("zero_division", 1.0, "from 0 to 1, default 1: the scores of an example with neither predicted nor gold labels.", configs=OF_MATCHES, argument=Argument("scoring", "scores of an example without any label; default: 1", "number", metavar="X",),), Option("counting", "paper", '"paper" (default): recall = TP / (TP + FN), its numerator from the predicted side; ' '"two_sided": recall = matched credit of the gold labels / support. Samples scores are ' "the same under both.", choices={"paper": "recall = TP / (TP + FN), its numerator from the predicted side", "two_sided": "recall = matched credit of the gold labels / support",}, configs=OF_MATCHES, argument=Argument("scoring", "of micro, macro and weighted recall; default: paper", "choice"),), Option("macro_f1", "averaged_f1", '"averaged_f1" (default): mean of the labels\' F1; "f1_of_averages": harmonic mean of ' "macro precision and macro recall, under the key semantic_f1_of_averages.", choices={"averaged_f1": "mean of the labels' F1", "f1_of_averages": "harmonic mean of macro precision and macro recall",}, configs=OF_COUNTS, argument=Argument("scoring", "which of two macro F1s; default: averaged_f1", "choice"),), Option("sample_weight", None, "one weight >= 0 an example; weight 2 equals the example twice, but for intervals: one " "example that counts double is known less well than two.",), Option("n_resamples", None, "None (default), or how many bootstrap resamples of the examples (1000, say): adds the " "ends of a confidence interval to every score, under its key with _low and _high, and its " "_standard_error; not to scores by annotator.", argument=Argument("sure", "confidence intervals from N resamples, 1000 if left out", "whole", metavar="N", flag="--ci", const=1000,),), Option("groups", None, "None (default), or one value an example: the author, document or prompt that it belongs " "to. Intervals and tests then draw groups, not examples.",), Option("confidence_level", 0.95, "of these intervals, default 0.95.", argument=Argument("sure", "default: 0.95", "number", metavar="X"),), Option("interval_method", "smoothed", '"smoothed" (default): a bootstrap with one imaginary example, half right and half wrong, ' 'and the tails of Student\'s t; "bca" or "percentile": the bootstrap as it is, which ' "covers too little for few examples, rare labels and scores near 0 or 1.", choices={"smoothed": "with an imaginary example, half right and half wrong, and tails of t", "bca": "bias-corrected and accelerated", "percentile": "plain percentiles",}, configs=OF_COUNTS, why="applies to scores of label sets", argument=Argument("sure", "default: smoothed", "choice"),), Option("seed", 0, "of their draws, default the metric's own, 0.", argument=Argument("sure", "default: 0", "whole", metavar="N"),), Option("threshold", None, 'configs "multilabel" and "annotators": a label is predicted where its score >= ' "threshold; one number, or one a column.", configs=("multilabel", "annotators"), why="applies to scores",), Option("reduce", "mean", 'config "annotators": "mean" (default; each annotator of an example counts 1/k), "max" ' '(the annotator with the greatest pointwise F1; equal ones share the example) or "soft" ' "(gold labels weighted by the share of annotators who chose them). All are the default " 'config\'s scores where the annotators agree; "soft" differs from "mean" for samples only.', choices={"mean": "each annotator of an example counts 1/k", "max": "the annotator with the greatest pointwise F1; equal ones share the example", "soft": "gold labels weighted by the share of annotators who chose them",}, configs=("annotators",), why="applies to several gold sets an example", argument=Argument("people", "of an example's annotators; default: mean", "choice"),), Option("annotators", None, 'config "annotators": names or numbers nested as the gold sets are; adds scores by ' "annotator.", configs=("annotators",), why="says who chose each of several gold sets",), Option("human", True, 'config "annotators": True (default) adds scores of people where some example has two ' "annotators or more: human_f1 and so on, each annotator scored against the others, " "system_f1 and so on, the predictions against the same others, human_difference, system " "less human, over n_human examples; constant_f1 and constant_answer, the best answer that " "is given for every example; and where some example has four annotators consensus_f1, the " "set nearest to those of all others. With `annotators` also by annotator, and the standard " "error of the difference over annotators.", configs=("annotators",), why="compares annotators with each other",), Option("floor", 1e-12, 'configs "soft" and "graded": predicted probabilities are raised to it before cross ' "entropy takes their natural logarithm; they are not made to sum to 1 again. 1.001e-9 is " "what the scorer of LeWiDi 2023 comes to.", configs=("soft", "graded"), why="applies to cross entropy",), Option("normalize_counts", False, 'config "soft": True takes rows of counts and divides each by its sum.', configs=("soft",), why="applies to distributions", argument=Argument("people", "the distributions are counts; each row is divided by its sum", "switch"),), Option("kernel", "inverse", 'config "points": how much credit a point earns from another one at distance d: ' '"inverse" (default), 1 / (1 + beta d); "exponential", exp(-beta d); "gaussian", ' 'exp(-d^2 / (2 sigma^2)); "cosine", (1 + cos) / 2; "iou", the share that two boxes have ' "in common; or a function of two arrays of points that gives n numbers in [0, 1].", configs=("points",), why="says how near points are", argument=Argument("points", "inverse (default), exponential, gaussian, cosine or iou", "word", "NAME"),), Option("beta", None, 'config "points": default 1, in units of 1 / distance; 1 / beta is the distance at which ' '"inverse" gives a half.', configs=("points",), why="belongs to kernels", argument=Argument("points", "of inverse and exponential, per unit of distance; default 1", "number", "X"),), Option("sigma", None, 'config "points": width of the kernel "gaussian", default 1, in units of the distance.', configs=("points",), why="belongs to kernels", argument=Argument("points", "width of gaussian; default 1", "number", "X"),), Option("scale", None, 'config "points": coordinates are divided by it first; one number, or one a dimension.', configs=("points",), why="belongs to kernels", argument=Argument("points", "numbers that coordinates are divided by, one or one a dimension", "numbers", "LIST",),), Option("p", None, 'config "points": order of the Minkowski distance, default 2; 1 Manhattan, inf the ' "largest difference.", configs=("points",), why="belongs to kernels", argument=Argument("points", "order of the distance; default 2", "number", "X"),),)
DEFAULTS = {option.name: option.default for option in OPTIONS}
CHOICES = {option.name: tuple(option.choices) for option in OPTIONS if option.choices}
def options_text(width=100):
    return "\n".join(textwrap.fill(f"{option.name}: {option.text}", width, initial_indent="    ", subsequent_indent="        ", break_long_words=False, break_on_hyphens=False,) for option in OPTIONS)
def options_table():
    lines = ["| option | default | configs | meaning |", "|---|---|---|---|"]
    for option in OPTIONS:
        default = "" if option.default is None else f"`{option.default!r}`"
        configs = "all" if option.configs == CONFIGS else ", ".join(option.configs)
        meaning = option.text.replace("|", "\\|")
        lines.append(f"| `{option.name}` | {default} | {configs} | {meaning} |")
    return "\n".join(lines) + "\n"


# --- semantic_f1/signatures.py

def signature_with_options(function):
    signature = inspect.signature(function)
    *parameters, last = signature.parameters.values()
    if (last.kind, last.name) != (inspect.Parameter.VAR_KEYWORD, "options"):
        return signature
    named = [inspect.Parameter(option.name, inspect.Parameter.KEYWORD_ONLY, default=option.default) for option in OPTIONS if option.name not in signature.parameters]
    return signature.replace(parameters=[*parameters, *named])
def names_options(cls):
    for name in dir(cls):
        method = getattr(cls, name)
        if inspect.isfunction(method) and (name == "__init__" or not name.startswith("_")):
            shown = signature_with_options(method)
            if shown != inspect.signature(method):
                method.__signature__ = shown
    return cls
def documented_alike(metric, names):
    for name in names:
        documented, copied = getattr(type(metric), name), getattr(metric, name).__func__
        copied.__doc__ = documented.__doc__
        copied.__signature__ = inspect.signature(documented)


# --- semantic_f1/files/account.py

_BLOCK = 1 << 20
_SIDE_TITLES = {"predictions": "predictions", "references": "gold"}
_CHOSEN = {"only column left": " (the only column left)", "only column": " (the only column)"}
_PLACES = 20
@dataclass(frozen=True)
class Account:
    sides: dict[str, dict] = field(default_factory=dict)
    join: dict | None = None
    left_out: list[dict] = field(default_factory=list)
    parts: list[dict] = field(default_factory=list)
    options: dict[str, Any] = field(default_factory=dict)
    replies: dict | None = None
    @property
    def digest(self) -> str:
        sides = {side: {key: value for key, value in read.items() if key not in ("file", "sha256")} for side, read in self.sides.items()}
        content = {"sides": sides if "predictions" in sides else sorted(map(_canonical, sides.values())), "join": self.join, "left_out": [[one["what"], one["count"]] for one in self.left_out], "options": self.options, "content": sorted(part["sha256"] for part in self.parts), "replies": self.replies,}
        return hashlib.sha256(_canonical(content).encode()).hexdigest()
    def to_dict(self) -> dict[str, Any]:
        return {**asdict(self), "digest": self.digest}
    @classmethod
    def from_dict(cls, content: Mapping[str, Any]) -> "Account":
        return cls(**{key: value for key, value in content.items() if key != "digest"})
    def with_left_out(self, *left_out: dict) -> "Account":
        return replace(self, left_out=[*self.left_out, *left_out])
    def __getitem__(self, key: str) -> Any:
        return self.to_dict()[key]
    def __str__(self) -> str:
        return "\n".join(self.lines())
    def lines(self) -> list[str]:
        lines = self._of_sides()
        of_rows = []
        if self.join is not None:
            of_rows.append(_join_text(self.join))
        of_rows += [text for text in (_options_text(self.options),) if text]
        if self.left_out:
            of_rows.append(f"left out: {', '.join(map(_left_out_text, self.left_out))}")
        if of_rows:
            lines.append("; ".join(of_rows))
        return lines
    @property
    def says_more(self) -> bool:
        return bool(self.join or self.options or self.left_out)
    def _of_sides(self):
        files = {read["file"] for read in self.sides.values()}
        if len(files) == 1 and self.join is None and self.sides:
            first = next(iter(self.sides.values()))
            chosen = {read["chosen"] for read in self.sides.values()}
            columns = ", ".join(f"{_SIDE_TITLES.get(side, 'system')} {_column_text(read)}" for side, read in self.sides.items())
            by_name = " (by name)" if chosen == {"name"} else ""
            return [f"{first['file']}: {columns}{by_name}, {_count(first['rows'], 'row')}, " f"sha256 {first['sha256'][:8]}"]
        return [f"{_SIDE_TITLES.get(side, side)}: column{'s' * (type(read['column']) is list)} " f"{_column_text(read)} of {read['file']}{_CHOSEN.get(read['chosen'], '')}, " f"{_count(read['rows'], 'row')}, sha256 {read['sha256'][:8]}" for side, read in self.sides.items()]
def side_account(file, column, chosen, rows, sha256, empty_sets=None) -> dict:
    return {"file": file, "column": column, "chosen": chosen, "rows": rows, "empty_sets": empty_sets, "sha256": sha256,}
def left_out(what: str, where: str, count: int, why: str, places=()) -> dict:
    entry = {"what": what, "where": where, "count": count, "why": why}
    return {**entry, "places": list(places)[:_PLACES]} if places else entry
def part_of_file(path: str | os.PathLike, rows: int | None, state: str = "taken") -> dict:
    sha256 = hashlib.sha256()
    with open(path, "rb") as file:
        while block := file.read(_BLOCK):
            sha256.update(block)
        seen = os.fstat(file.fileno())
    return {"path": os.path.abspath(path), "bytes": seen.st_size, "modified_ns": seen.st_mtime_ns, "sha256": sha256.hexdigest(), "rows": rows, "state": state,}
def account_of_systems(accounts: Mapping[str, Account]) -> Account:
    first = next(iter(accounts.values()))
    if len(accounts) == 1:
        return first
    sides, parts, lacking = {}, {}, []
    for name, account in accounts.items():
        sides[name] = account.sides["predictions"]
        parts |= {part["path"]: part for part in account.parts}
        lacking += [one for one in account.left_out if one not in lacking]
    joins = {name: account.join for name, account in accounts.items()}
    distinct = {_canonical(join) for join in joins.values()}
    return Account({**sides, "references": first.sides["references"]}, first.join if len(distinct) == 1 else joins, lacking, list(parts.values()), first.options,)
def as_account(account: Any) -> dict | None:
    if account is None:
        return None
    if isinstance(account, Account):
        return account.to_dict()
    if not isinstance(account, Mapping) or "digest" not in account:
        raise ValueError(f"account: expected what read_file gives under this key; got {type(account).__name__}")
    return dict(account)
def accounted(method):
    @wraps(method)
    def with_account(self, *args, account=None, **kwargs):
        content = as_account(account)
        result = method(self, *args, **kwargs)
        flat = kwargs.get("flat", getattr(self, "_options", {}).get("flat"))
        return result_with(result, None if flat else content)
    signature = inspect.signature(method)
    *parameters, last = signature.parameters.values()
    added = inspect.Parameter("account", inspect.Parameter.KEYWORD_ONLY, default=None)
    is_open = last.kind is inspect.Parameter.VAR_KEYWORD
    shown = [*parameters, added, last] if is_open else [*parameters, last, added]
    with_account.__signature__ = signature.replace(parameters=shown)
    return with_account
def account_of_counts(counts: Any) -> dict | None:
    accounts = getattr(counts, "accounts", ())
    if len(accounts) < 2:
        return accounts[0] if accounts else None
    return {"accounts": list(accounts), "digest": _digest_of(accounts)}
def _digest_of(accounts):
    digests = sorted(account["digest"] for account in accounts)
    return hashlib.sha256(_canonical(digests).encode()).hexdigest()
def result_with(result: Any, content: dict | None) -> Any:
    if content is None:
        return result
    if isinstance(result, str):
        lines = "\n".join(Account.from_dict(content).lines())
        text = type(result)(f"{lines}\n\n{result}")
        if hasattr(result, "html"):
            text.html = result.html
        return text
    if hasattr(result, "accounts"):
        result.accounts = (*result.accounts, content)
    elif hasattr(result, "attrs"):
        result.attrs["account"] = content
    elif result is not None:
        result["account"] = content
    return result
def _canonical(value):
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"), default=str)
def _column_text(read):
    column = read["column"]
    if type(column) is not list:
        return repr(column)
    shown = ", ".join(map(repr, column[:6]))
    return shown + (f" and {len(column) - 6} more" if len(column) > 6 else "")
def _count(n, what):
    return f"{n:,} {what}{'s' * (n != 1)}"
def _join_text(join):
    if "by" not in join:
        return "; ".join(f"{name}: {_join_text(one)}" for name, one in join.items() if one is not None)
    if join["by"] == "line":
        shared = "" if join["chosen"] == "option" else ": no column is shared"
        return f"joined by line{shared}, {_count(join['both'], 'row')}"
    first, second = join["by"] if type(join["by"]) is list else (join["by"],) * 2
    by = repr(first) if first == second else f"{first!r} and {second!r}"
    total = join["both"] + join["only_references"]
    text = f"joined by {by}, {join['both']:,} of {total:,}"
    if join["only_references"] and join["missing"] == "empty":
        text += f", {join['only_references']:,} without predictions count as empty"
    elif join["only_references"]:
        text += f", {join['only_references']:,} without predictions were left out"
    return text
def _options_text(options):
    texts = []
    for name, value in options.items():
        shown = value
        if isinstance(value, Mapping):
            shown = ", ".join(f"{_SIDE_TITLES.get(side, side)} {one}" for side, one in value.items())
        texts.append(f"{name} {shown}")
    return f"read with {'; '.join(texts)}" if texts else ""
def _left_out_text(one):
    if one["what"] == "column":
        return f"column {one['where']} ({one['why']})"
    return f"{_count(one['count'], one['what'])} of {one['where']} ({one['why']})"


# --- semantic_f1/files/column_guessing.py

SIDE_NAMES = ("predictions", "references")
_WORDS = {"predictions": ("prediction", "predictions", "pred", "preds", "predicted"), "references": ("gold", "ref", "reference", "references", "true", "truth", "groundtruth", "actual", "expected", "human", "manual",),}
_BEGINNINGS = {"predictions": ("predi", "hypothes"), "references": ()}
_PHRASES = {"predictions": ("y pred", "y hat", "yhat"), "references": ("y true", "ground truth", "ytrue"),}
_WEAK_PREDICTIONS = ("output", "outputs", "answer", "answers", "system")
_WEAK_REFERENCES = ("label", "labels")
_WEAK_WHOLE = ("target", "targets", *_WEAK_REFERENCES)
_NEVER = {"id", "ids", "idx", "index", "uid", "uuid", "key", "text", "texts"}
_IDS = ("id", "ids", "uid", "uuid", "idx", "item", "doc", "document", "article", "key", "example")
_NO_NAMES = re.compile(r"|Unnamed: \d+")
SEPARATORS = (";", ",", "|", "/")
_USES = 2.5
class ColumnGuess(NamedTuple):
    predictions: str | None
    references: str | None
    candidates: tuple[tuple[str, ...], tuple[str, ...]]
    @property
    def sure(self) -> bool:
        return self.predictions is not None and self.references is not None
def strength(heading: str, side: str) -> int:
    if is_id_or_text(heading):
        return 0
    if _plain_heading(heading) == side:
        return 3
    words = _words_of(heading)
    first, second = (_word_strength(words, name) for name in SIDE_NAMES)
    own, other = (first, second) if side == SIDE_NAMES[0] else (second, first)
    return own if own > other else 0
def weakness(heading: str, side: str) -> int:
    if is_id_or_text(heading) or any(strength(heading, name) for name in SIDE_NAMES):
        return 0
    words = _words_of(heading)
    if side == SIDE_NAMES[0]:
        return int(bool(words) and words[0] in _WEAK_PREDICTIONS)
    if " ".join(words) in _WEAK_WHOLE:
        return 2
    return int(bool(words) and words[-1] in _WEAK_REFERENCES)
def is_heading(cell: str) -> bool:
    return is_id_or_text(cell) or any(strength(cell, side) or weakness(cell, side) for side in SIDE_NAMES)
def is_whole_heading(cell: str) -> bool:
    return is_id_or_text(cell) or any(strength(cell, side) > 1 or weakness(cell, side) > 1 for side in SIDE_NAMES)
def lines_above(lines: Sequence[Sequence[str]]) -> int:
    filled = [[cell.strip() for cell in cells if cell.strip()] for cells in lines]
    comments = 0
    while len(filled[comments]) == 1 and filled[comments][0].startswith("#"):
        comments += 1
        if comments == len(filled):
            return 0
    comments = comments if len(filled[comments]) > 1 else 0
    for number, cells in enumerate(filled[comments:], comments):
        headings = [cell for cell in cells if is_heading(cell)]
        strong = any(strength(cell, side) for cell in headings for side in SIDE_NAMES)
        if number > comments and len(headings) > 1 and strong:
            return number
        if headings:
            break
    return comments
def strongest(columns: Iterable[str], side: str, measure=strength) -> tuple[str, ...]:
    by_strength = {name: measure(name, side) for name in columns}
    most = max(by_strength.values(), default=0)
    return tuple(name for name, value in by_strength.items() if value == most) if most else ()
def guess_columns(columns: Sequence[str]) -> ColumnGuess:
    guesses, candidates = [], []
    for side in SIDE_NAMES:
        found = strongest(columns, side) or strongest(columns, side, weakness)
        guesses.append(found[0] if len(found) == 1 else None)
        candidates.append(tuple(name for name in columns if strength(name, side) or weakness(name, side)))
    return ColumnGuess(*guesses, tuple(candidates))
def guess_id(columns: Sequence[str]) -> str | None:
    exact = [name for name in columns if _plain_heading(name) in ("id", "ids")]
    candidates = exact or [name for name in columns if _is_id(name)]
    return candidates[0] if len(candidates) == 1 else None
def is_id_or_text(name: str) -> bool:
    return _plain_heading(name) in _NEVER or _is_id(name) or is_nameless(name)
def is_nameless(name: str) -> bool:
    return _NO_NAMES.fullmatch(name.strip()) is not None
def guess_separator(cells: Iterable[str]) -> str | None:
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
def _words_of(heading: str) -> list[str]:
    apart = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Za-z])(?=[0-9])", " ", heading)
    return [word for word in re.split(r"[\W_]+", apart.casefold()) if word]
def _word_strength(words: list[str], side: str) -> int:
    text = " ".join(words)
    if text in _PHRASES[side] or text in _WORDS[side]:
        return 2
    begins = tuple(_BEGINNINGS[side])
    says = [word in _WORDS[side] or (bool(begins) and word.startswith(begins) and word != "predicate") for word in words]
    if says == [True]:
        return 2
    return int(any(says) or any(f" {phrase} " in f" {text} " for phrase in _PHRASES[side]))
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

MAX_UNPACKED = 2 * 10**9
_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_CELL = re.compile(r"([A-Z]+)([0-9]+)")
_MERGED = re.compile(rb"<(?:\w+:)?mergeCell\s[^>]*?ref=[\"']\$?([A-Z]+)\$?([0-9]+):\$?([A-Z]+)\$?([0-9]+)[\"']")
_SHOWN_OTHERWISE = {"9": "0%", "10": "0.00%", "14": "mm-dd-yy", "15": "d-mmm-yy", "16": "d-mmm", "17": "mmm-yy", "18": "h:mm AM/PM", "19": "h:mm:ss AM/PM", "20": "h:mm", "21": "h:mm:ss", "22": "m/d/yy h:mm", "45": "mm:ss", "46": "[h]:mm:ss", "47": "mmss.0",}
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")
_DAMAGE = (zipfile.BadZipFile, zlib.error, ElementTree.ParseError, LookupError, EOFError, OSError, RuntimeError, NotImplementedError,)
class WorkbookError(ValueError):
    def __init__(self, message: str, row: int | None = None):
        super().__init__(message)
        self.row = row
class UnreadableCell(str):
    reason: str
    @classmethod
    def of(cls, text: str, reason: str) -> "UnreadableCell":
        cell = cls(text)
        cell.reason = reason
        return cell
def workbook_rows(handle, spread: bool = False) -> Iterator[tuple[int, list[str]]]:
    try:
        with zipfile.ZipFile(handle) as archive:
            if sum(entry.file_size for entry in archive.infolist()) > MAX_UNPACKED:
                raise WorkbookError(f"unpacks to more than {MAX_UNPACKED / 1e9:g} GB")
            texts, formats = _shared_texts(archive), _formats(archive)
            name = _first_sheet(archive)
            with archive.open(name) as sheet:
                merged = _merged_cells(sheet)
            with archive.open(name) as sheet:
                rows = _rows(sheet, texts, formats)
                yield from _with_merged(rows, merged, spread) if merged else rows
    except _DAMAGE as problem:
        raise WorkbookError(f"is not a readable .xlsx workbook ({problem})") from None
def _first_sheet(archive) -> str:
    book = ElementTree.fromstring(archive.read("xl/workbook.xml"))
    sheets = book.findall(f"{_MAIN}sheets/{_MAIN}sheet")
    shown = [sheet for sheet in sheets if sheet.get("state", "visible") == "visible"]
    if not shown:
        raise WorkbookError("has no sheet")
    first, *others = shown
    if others:
        unread = ", ".join(short(sheet.get("name")) for sheet in others[:5])
        warn(f"workbook: its first sheet, {short(first.get('name'))}, is read; " f"{len(others)} not: {unread}")
    relations = ElementTree.fromstring(archive.read("xl/_rels/workbook.xml.rels"))
    targets = {relation.get("Id"): relation.get("Target") for relation in relations}
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
    parts = [element.find(f"{_MAIN}t"), *element.findall(f"{_MAIN}r/{_MAIN}t")]
    text = "".join(part.text or "" for part in parts if part is not None)
    return _ESCAPED.sub(lambda code: chr(int(code[1], 16)), text)
def _formats(archive) -> list[str]:
    if "xl/styles.xml" not in archive.namelist():
        return []
    styles = ElementTree.fromstring(archive.read("xl/styles.xml"))
    codes = dict(_SHOWN_OTHERWISE)
    for form in styles.iter(f"{_MAIN}numFmt"):
        code = form.get("formatCode") or ""
        bare = re.sub(r'"[^"]*"|\\.|\[[^\]]*\]|General', "", code, flags=re.I)
        codes[form.get("numFmtId")] = code if re.search("[dmyhs%]", bare, re.I) else ""
    uses = styles.find(f"{_MAIN}cellXfs")
    return [codes.get(style.get("numFmtId"), "") for style in uses] if uses is not None else []
def _merged_cells(sheet) -> list[tuple[int, int, int, int]]:
    found, before = [], b""
    while block := sheet.read(1 << 20):
        text = before + block
        for first, top, last, bottom in _MERGED.findall(text):
            found.append((int(top), int(bottom), _column(first.decode()), _column(last.decode())))
        before = text[text.rfind(b"<") :] if b"<" in text[-200:] else b""
    return list(dict.fromkeys(found))
def _with_merged(rows, merged, spread):
    values: dict[tuple, str] = {}
    number = 0
    last = max(bottom for _, bottom, _, _ in merged)
    for row, cells in rows:
        for between in range(number + 1, min(row, last + 1)):
            filled = _filled_row(between, [], merged, values, spread)
            if filled:
                yield between, filled
        number = row
        yield row, _filled_row(row, cells, merged, values, spread)
    for after in range(number + 1, last + 1):
        filled = _filled_row(after, [], merged, values, spread)
        if filled:
            yield after, filled
def _filled_row(row, cells, merged, values, spread):
    for place in merged:
        top, bottom, first, last = place
        if not top <= row <= bottom:
            continue
        if row == top:
            values[place] = cells[first] if first < len(cells) else ""
        for column in range(first, last + 1) if values.get(place) else ():
            if (row, column) == (top, first):
                continue
            cells += [""] * (column + 1 - len(cells))
            name = f"{_column_letters(first)}{top}:{_column_letters(last)}{bottom}"
            reason = f'{name} are merged; merged="spread" reads the value in each'
            cells[column] = values[place] if spread else UnreadableCell.of("", reason)
    return cells
def _rows(sheet, texts, formats) -> Iterator[tuple[int, list[str]]]:
    number = 0
    for _, row in ElementTree.iterparse(sheet):
        if row.tag != f"{_MAIN}row":
            continue
        number = int(row.get("r") or number + 1)
        cells: list[str] = []
        for cell in row.iter(f"{_MAIN}c"):
            place = _CELL.fullmatch(cell.get("r") or "")
            column = _column(place[1]) if place else len(cells)
            text = _value(cell, texts, formats)
            if text or type(text) is UnreadableCell:
                cells += [""] * (column - len(cells))
                cells.append(text)
        if cells:
            yield number, cells
        row.clear()
def _column_letters(column: int) -> str:
    letters = ""
    while column >= 0:
        letters, column = chr(65 + column % 26) + letters, column // 26 - 1
    return letters
def _column(letters: str) -> int:
    index = 0
    for letter in letters:
        index = index * 26 + ord(letter) - 64
    return index - 1
def _value(cell, texts, formats) -> str:
    kind = cell.get("t", "n")
    if kind == "inlineStr":
        inline = cell.find(f"{_MAIN}is")
        return "" if inline is None else _text(inline)
    value = cell.find(f"{_MAIN}v")
    if value is None or value.text is None:
        if cell.find(f"{_MAIN}f") is not None:
            return UnreadableCell.of("", "a cell holds a formula without its value: open the workbook in a spreadsheet " "program, which works it out, and save it",)
        return ""
    if kind == "s":
        return texts[int(value.text)]
    if kind == "b":
        return "TRUE" if value.text == "1" else "FALSE"
    if kind == "e":
        return UnreadableCell.of(value.text, f"a cell holds the error {value.text}")
    if kind == "n":
        number = float(value.text)
        whole = number.is_integer() and abs(number) < 2**53
        text = str(int(number)) if whole else value.text
        style = int(cell.get("s") or 0)
        if style < len(formats) and formats[style]:
            return UnreadableCell.of(text, _shown_otherwise(number, formats[style]))
        return text
    return value.text
def _shown_otherwise(number: float, code: str) -> str:
    if "%" in code:
        return f"a percentage (format {code}), {number:g} shown as {number:.10g} times 100"
    if not 1 <= number < 2958466 or not re.search("[dy]", code, re.I):
        return f"a time cell (format {code}); format the column as text"
    day = date(1899, 12, 30) + timedelta(days=int(number))
    shown = f"{day.day}-{day:%b}" if code == "d-mmm" else day.isoformat()
    return f"a date cell (format {code}) shown as {shown}; format the column as text"


# --- semantic_f1/files/formats.py

FORMATS = ("csv", "tsv", "jsonl", "parquet", "xlsx")
UNTYPED = ("csv", "tsv", "xlsx")
_FORMAT_OF = {".csv": "csv", ".txt": "csv", ".tsv": "tsv", ".tab": "tsv", ".jsonl": "jsonl", ".ndjson": "jsonl", ".json": "jsonl", ".parquet": "parquet", ".xlsx": "xlsx",}
_TITLES = {"csv": "CSV", "tsv": "TSV", "jsonl": "JSON Lines", "parquet": "Parquet", "xlsx": "an .xlsx workbook",}
_DELIMITERS = {"csv": ",;\t|", "tsv": "\t"}
_LOOKED_AT = 6
_MAGIC = ((b"PK\x03\x04", "a ZIP archive (perhaps an Excel workbook)", "name an Excel workbook .xlsx"), (b"PK\x05\x06", "an empty ZIP archive", "save the table as 'CSV UTF-8'"), (b"\xd0\xcf\x11\xe0", "an old Excel or Office document", "save it as 'CSV UTF-8'"), (b"\x1f\x8b", "a gzip archive", "unpack it first"), (b"\x28\xb5\x2f\xfd", "a Zstandard archive", "unpack it first"), (b"\xfd7zXZ\x00", "an xz archive", "unpack it first"), (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive", "unpack it first"), (b"%PDF-", "a PDF document", "save the table as 'CSV UTF-8'"), (b"ARROW1\x00\x00", "an Arrow file", "save it as Parquet"),)
_NAME_COLUMNS = ("name the columns of predictions and references, and give the file a header if it has none")
_BLANK = ("is blank: delete it, or, if it is an example without labels, write [] in the columns of labels")
_JSON_START = re.compile(rb"(\xef\xbb\xbf)?\s*(\[\s*)?\{\s*\"[^\"]*\"\s*:")
_UTF8_ADVICE = "save the file as UTF-8 (in Excel: 'CSV UTF-8')"
class TableError(ValueError):
    """A file that can't be read as asked; the message is one line of plain text."""
class QuotesError(TableError):
    path: Any = None
    def __init__(self, message: str, plain_rows: int, only_plain: bool):
        super().__init__(message)
        self.plain_rows, self.only_plain = plain_rows, only_plain
class FileOptions(NamedTuple):
    format: str | None = None
    header: bool | int | None = None
    quotes: str | None = None
    merged: str | None = None
    def checked(self) -> "FileOptions":
        rules = {"quotes": (None, "csv", "none"), "merged": (None, "spread")}
        rules["header"] = (None, True, False, 2)
        for name, values in rules.items():
            if getattr(self, name) not in values:
                expected = ", ".join(map(repr, values[1:]))
                raise TableError(f"{name} must be one of {expected}, got {getattr(self, name)!r}")
        return self
class TableInfo(NamedTuple):
    format: str
    delimiter: str | None
    columns: list[str]
    encoding: str | None
    class_names: dict[str, tuple] | None = None
class Source:
    def __init__(self, text: io.TextIOWrapper, name: str, how: FileOptions, encoding: str | None):
        self.text, self.handle = text, text.buffer
        self.name, self.how, self.encoding = name, how, encoding
        self.format = how.format
        self.size = os.fstat(self.handle.fileno()).st_size
        self.unit = "line"
        self.total: int | None = None
        self.passed: dict[tuple[str, str], list[int]] = {}
        self.told: dict[str, str] = {}
    def passes(self, what: str, why: str, line: int) -> None:
        self.passed.setdefault((what, why), []).append(line)
    def plain_text(self) -> io.StringIO:
        place = self.handle.tell()
        self.handle.seek(0)
        data = self.handle.read()
        self.handle.seek(place)
        return io.StringIO(data.decode(self.encoding or "utf-8", "replace"), newline="")
    def error(self, message: str, line: int | None = None) -> TableError:
        place = "" if line is None else f"{self.unit} {line}: "
        return TableError(f"{self.name}: {place}{message}")
    def fraction(self, rows: int) -> float:
        return rows / self.total if self.total else self.handle.tell() / self.size
    def lines(self) -> Iterator[str]:
        try:
            for number, line in enumerate(self.text, 1):
                if "\0" in line:
                    raise self.error(f"holds a NUL byte, which text has not: {_UTF8_ADVICE}", number)
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
def opened(path, how: FileOptions | str | None = None) -> Iterator[Source]:
    how = how if isinstance(how, FileOptions) else FileOptions(how)
    path = Path(path)
    name = repr(path.name or str(path))[1:-1]
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):
            raise TableError(f"{name}: is a folder or a device, not a file")
        with open(path, "rb") as packed, unpacked(packed, name) as handle:
            suffix = Path(path.stem).suffix if path.suffix.lower() == ".gz" else path.suffix
            format, encoding = _recognize(handle, name, suffix, how.format)
            with io.TextIOWrapper(handle, encoding, newline="") as text:
                source = Source(text, name, how._replace(format=format), encoding)
                if format != _FORMAT_OF.get(suffix.lower()):
                    source.told["format"] = format
                yield source
    except FileNotFoundError:
        raise TableError(f"{name}: no such file") from None
    except OSError as problem:
        raise TableError(f"{name}: can't be read: {problem.strerror or problem}") from None
@contextmanager
def unpacked(handle, name: str):
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
    known, asked = ", ".join(_TITLES.values()), format is not None
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
        raise TableError(f"{name}: its ending {suffix!r} names no known format: name it .csv, .tsv, .jsonl, " f".xlsx or .parquet, or tell its format ({known})")
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
    if not asked and suffix.lower() in (".txt", ".csv") and _JSON_START.match(handle.read(400)):
        format = "jsonl"
    handle.seek(0)
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return format, "utf-16"
    return format, "utf-8-sig" if head.startswith(b"\xef\xbb\xbf") else "utf-8"
def columns_found(columns: list[str]) -> str:
    shown = ", ".join(short(column, 40) for column in columns[:12]) or "none"
    return shown + (f" and {len(columns) - 12} more" if len(columns) > 12 else "")
def unsure_columns(name: str, columns: list[str], side: str, candidates) -> TableError:
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
    raise source.error(f"has no column {name!r}; columns found: {columns_found(columns)}; {hint}{_NAME_COLUMNS}")
def _read_csv(source: Source, wanted):
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
    if source.format == "tsv" and len(delimiters) == 1 and not declared and "\t" not in taken[0]:
        delimiters = "\t,;|"
    if source.how.header is not False:
        taken += islice(lines, _LOOKED_AT)
        first = ([next(csv.reader([line], delimiter=d), []) for d in delimiters] for line in taken)
        is_whole = not taken[0].count('"') % 2
        above = lines_above([max(cells, key=len) for cells in first]) if is_whole else 0
        for number in range(skipped + 1, skipped + above + 1):
            source.passes("line", "above the header", number)
        taken, skipped = taken[above:], skipped + above
    plain = {"quoting": csv.QUOTE_NONE, "quotechar": None} if source.how.quotes == "none" else {}
    def from_header():
        yield from list(taken)
        for line in lines:
            taken.append(line)
            yield line
    headers = {}
    for delimiter in delimiters:
        reader = csv.reader(from_header(), delimiter=delimiter, strict=True, **plain)
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
    quoted_header = any('"' in line for line in taken[: consumed - skipped])
    if source.how.header is False:
        columns, consumed = _numbered(columns), skipped
    elif source.how.header == 2:
        consumed += 1
        source.passes("line", "second line of the header", consumed)
    def rows(*columns_wanted: int):
        body = chain(taken[consumed - skipped :], lines)
        reader = csv.reader(body, delimiter=delimiter, strict=True, **plain)
        checked = source.how.quotes is None and not quoted_header
        return _csv_rows(source, reader, columns, columns_wanted, consumed, checked)
    return TableInfo(source.format, delimiter, columns, source.encoding), rows
def _csv_rows(source: Source, reader, columns: list[str], columns_wanted, consumed: int, checked):
    take = _taking(columns_wanted)
    has_more = len(columns) > len(columns_wanted)
    start, blank, ends = consumed + 1, [], 0
    try:
        for row in reader:
            if checked and reader.line_num > ends + 1:
                _check_plain_quotes(source, reader, len(columns), consumed, start)
                checked = False
            ends = reader.line_num
            if len(row) > len(columns) and not any(map(str.strip, row[len(columns) :])):
                source.passes("row", "empty cells at their ends", start)
                del row[len(columns) :]
            if blank and row and (len(columns) == 1 or any(map(str.strip, row))):
                raise source.error(_BLANK, blank[0])
            if len(row) == len(columns):
                cells = take(row)
                if has_more and not any(cells) and not any(map(str.strip, row)):
                    blank.append(start)
                else:
                    yield start, cells
            elif not row and len(columns) == 1:
                blank.append(start)
            elif len(row) > 1 or (row and row[0].strip()):
                raise source.error(f"the number of cells is {len(row)}, but the header has {len(columns)}: " f"put a cell with a {reader.dialect.delimiter!r}, a quote or a line break in " "quotes", start,)
            start = consumed + 1 + reader.line_num
    except csv.Error as problem:
        if checked:
            _check_plain_quotes(source, reader, len(columns), consumed, start, only_plain=True)
        raise source.error(f"{problem}: check that each quote is closed", start) from None
    for line in blank if len(columns) > 1 else ():
        source.passes("row", "blank, at the end", line)
def _check_plain_quotes(source: Source, reader, width, consumed, start, only_plain=False):
    lines = csv.reader(source.plain_text(), delimiter=reader.dialect.delimiter, quoting=csv.QUOTE_NONE, quotechar=None,)
    n_rows = 0
    for row in islice(lines, consumed, None):
        if row and (len(row) != width or any('""' in cell and cell != '""' for cell in row)):
            return
        n_rows += bool(row)
    end = consumed + reader.line_num
    which = f"lines {start} {'and' if end == start + 1 else 'to'} {end}"
    raise QuotesError(f"{source.name}: {which} are one row if quotes enclose cells, and " f'{end - start + 1} rows if they are plain characters. Choose: quotes="csv" or ' 'quotes="none"', n_rows, only_plain,)
def _numbered(cells) -> list[str]:
    return [str(number) for number in range(1, len(cells) + 1)]
def _taking(places):
    if len(places) == 1:
        return lambda row: (row[places[0]],)
    return itemgetter(*places) if places else lambda row: ()
def _read_xlsx(source: Source, wanted):
    source.unit = "row"
    all_rows = workbook_rows(source.handle, source.how.merged == "spread")
    def checked():
        try:
            yield from all_rows
        except WorkbookError as problem:
            raise source.error(str(problem), problem.row) from None
    lines = checked()
    first = list(islice(lines, _LOOKED_AT + 1))
    if not first:
        raise source.error("has an empty first sheet")
    if source.how.header is not False:
        above = lines_above([cells for _, cells in first])
        for number, _ in first[:above]:
            source.passes("row", "above the header", number)
        del first[:above]
    columns = [name.strip() for name in first[0][1]]
    if source.how.header is False:
        columns = _numbered(columns)
    else:
        del first[: 2 if source.how.header == 2 else 1]
    body = chain(first, lines)
    def rows(*columns_wanted: int):
        take = _taking(columns_wanted)
        has_more = len(columns) > len(columns_wanted)
        expected = None
        for line, cells in body:
            for blank in range(line if expected is None else expected, line):
                if has_more:
                    raise source.error(_BLANK, blank)
                yield blank, take([""] * len(columns))
            expected = line + 1
            if len(cells) > len(columns):
                raise source.error(f"has {len(cells)} cells, but the first row has {len(columns)}", line)
            yield line, take(cells + [""] * (len(columns) - len(cells)))
    return TableInfo(source.format, None, columns, None), rows
class _Once:
    def __init__(self, wanted):
        self.wanted = wanted
        self.repeated: str | None = None
    def __call__(self, pairs):
        record = dict(pairs)
        self.repeated = None
        if len(record) < len(pairs):
            counts = Counter(key for key, _ in pairs)
            self.repeated = counts.most_common(1)[0][0]
            for name in self.wanted:
                if counts[name] > 1:
                    raise ValueError(f"the key {name!r} stands there twice")
        return record
def _read_jsonl(source: Source, wanted):
    once = _Once(wanted)
    decode = json.JSONDecoder(object_pairs_hook=once).decode
    def parse(text: str, line: int, what: str):
        try:
            return decode(text)
        except (ValueError, RecursionError) as problem:
            line += getattr(problem, "lineno", 1) - 1
            reason = getattr(problem, "msg", problem)
            raise source.error(f"is not {what} ({reason})", line) from None
    records = _json_records(source, once, decode, parse)
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
    paths = {name: _path_of(name) for name in wanted if name not in start[1]}
    paths = {name: path for name, path in paths.items() if path[0] in start[1]}
    columns += paths
    def cell_of(name, line, record):
        try:
            return _at_path(record, paths[name]) if name in paths else record[name]
        except (KeyError, IndexError, TypeError):
            if name not in wanted:
                return None
            raise source.error(f"has no key {name!r}", line) from None
    def rows(*columns_wanted: int):
        names = [columns[position] for position in columns_wanted]
        for line, record in chain([start], objects):
            yield line, [cell_of(name, line, record) for name in names]
    return TableInfo(source.format, None, columns, source.encoding), rows
def _json_records(source: Source, once, decode, parse) -> Iterator[tuple[int, Any]]:
    lines = enumerate(source.lines(), 1)
    number, line = next(((n, line) for n, line in lines if not line.isspace()), (0, ""))
    if not number:
        raise source.error("has only blank lines")
    if line.lstrip().startswith("["):
        text = "".join(chain([line], (more for _, more in lines)))
        values = parse(text, number, "a JSON array of objects, nor one object a line")
        source.unit, source.total = "row", len(values)
        return enumerate(values, 1)
    filled = ((n, more) for n, more in lines if not more.isspace())
    second = next(filled, None)
    numbered = chain([(number, line)], [second] if second else [], filled)
    by_id = _object_by_id(line, second, filled, decode, source)
    if by_id is not None and once.repeated is not None:
        raise source.error(f"the id {short(once.repeated)} stands there twice")
    if by_id is None:
        return ((n, parse(text.rstrip(), n, "one whole JSON object")) for n, text in numbered)
    source.unit, source.total = "entry", len(by_id)
    return enumerate(by_id, 1)
def _path_of(name: str) -> list:
    return [int(part) if part.isdigit() else part for part in re.findall(r"[^.\[\]]+", name)] or [name]
def _at_path(record, path):
    for key in path:
        record = record[key]
    return record
def _object_by_id(first: str, second, later, decode, source: Source) -> list | None:
    try:
        content = decode(first.rstrip())
    except (ValueError, RecursionError):
        text = "".join([first, *([second[1]] if second else []), *(line for _, line in later)])
        try:
            content = decode(text)
        except (ValueError, RecursionError):
            return None
    else:
        kinds = set(map(type, content.values())) if type(content) is dict else set()
        has_sides = bool(kinds) and any(guess_columns(list(content)).candidates)
        has_sides = has_sides and _rows_of_columns(content) is None
        if has_sides and not second:
            _refuse_columns(content, source)
        if second or has_sides or kinds not in ({dict}, {list}):
            return None
    if type(content) is not dict:
        return None
    _refuse_columns(content, source)
    if (rows := _rows_of_columns(content)) is not None:
        source.told["format"] = "columns of pandas' to_json()"
        return rows
    return [{"id": key, **{name: cell for name, cell in value.items() if name != "id"}} if type(value) is dict else {"id": key, "labels": value} for key, value in content.items()]
def _rows_of_columns(content: dict) -> list | None:
    inner = list(content.values())
    if not inner or any(type(value) is not dict or list(value) != list(inner[0]) for value in inner):
        return None
    if not any(guess_columns(list(content)).candidates) or any(guess_columns(list(inner[0]))[:2]):
        return None
    return [{**({} if "" in content else {"": row}), **{name: content[name][row] for name in content}} for row in inner[0]]
def _refuse_columns(content: dict, source: Source):
    names = [name for side in guess_columns(list(content)).candidates for name in side]
    lists = [content[name] for name in names if type(content[name]) is list]
    ending = Path(source.name.lower().removesuffix(".gz")).suffix
    if ending == ".json" and lists and len({*map(len, lists)}) == 1 and len(lists[0]) > 1:
        raise source.error(f"holds one object with lists of {len(lists[0])} under {columns_found(names)}: one " 'example, or columns of a table? Write an object an example, [{"prediction": ..., ' '"label": ...}, ...] (pandas: to_json(orient="records")), or name the file .jsonl if ' "it is one example")
def _read_parquet(source: Source, wanted):
    import pyarrow as pa
    import pyarrow.parquet as pq
    source.unit = "row"
    try:
        file = pq.ParquetFile(source.handle)
    except (pa.ArrowException, OSError) as problem:
        raise source.error(f"is not a readable Parquet file ({short(str(problem))})") from None
    columns = file.schema_arrow.names
    class_names = class_names_of(file.schema_arrow)
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
    return TableInfo(source.format, None, columns, None, class_names), rows
def class_names_of(schema) -> dict[str, tuple] | None:
    try:
        kept = json.loads((schema.metadata or {})[b"huggingface"])
        features = kept["info"]["features"].items()
    except (KeyError, TypeError, ValueError, AttributeError):
        return None
    named = {column: _names_of_feature(feature) for column, feature in features}
    return {column: names for column, names in named.items() if names} or None
def _names_of_feature(feature) -> tuple | None:
    while isinstance(feature, (dict, list)):
        if isinstance(feature, list):
            feature = feature[0] if len(feature) == 1 else None
        elif feature.get("_type") == "ClassLabel":
            names = feature.get("names")
            is_named = isinstance(names, list) and all(type(name) is str for name in names)
            return tuple(names) if is_named else None
        else:
            feature = feature.get("feature")
    return None
READERS = {"csv": _read_csv, "tsv": _read_csv, "jsonl": _read_jsonl, "parquet": _read_parquet, "xlsx": _read_xlsx,}


# --- semantic_f1/files/cells.py

_ID = re.compile(r"0|[1-9][0-9]{0,17}")
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
def check_ids(ids):
    if ids not in ("auto", "always", "never"):
        raise TableError(f"ids must be 'auto', 'always' or 'never', got {ids!r}")
def check_blank(blank):
    if blank not in (None, "no_label", "not_asked"):
        raise TableError(f"blank must be 'no_label' or 'not_asked', got {blank!r}")
    return blank
def integer_meaning(columns, ids, known, *infos):
    if ids == "never":
        return "names"
    class_names = {column.class_names for column in columns if getattr(column, "class_names", None)}
    if len(class_names) == 1:
        return class_names.pop()
    if ids == "always":
        return "ids"
    if known is not None and any(not column.numbers().isdisjoint(known) for column in columns):
        return "names"
    untyped = all(info.format in UNTYPED for info in infos)
    return "ids" if untyped and all(column.looks_like_ids() for column in columns) else None
def neutralize(cell: str) -> str:
    return "'" + cell if cell.startswith(("=", "+", "-", "@", "\t", "\r", "\n")) else cell
class SetColumn:
    def __init__(self, name: str, separator: str | None, blank: str | None = None):
        if separator is not None and not separator:
            raise TableError("separator is an empty text; leave it out where a cell is one label")
        self.name = name
        self.separator = separator and (separator.strip() or separator)
        self.place = lambda row: f"row {row + 1}"
        self.class_names: tuple | None = None
        self.untyped = False
        self.blank = check_blank(blank)
        self._codes = array("i")
        self._code_of: dict[Any, int] = {}
        self._sets: list[tuple] = []
    def append(self, cell) -> None:
        key = cell
        if cell is None and self.blank is not None:
            key = ""
        try:
            if type(key) is not str:
                key = _check_kinds(cell if type(cell) is list else [cell])
            code = self._code_of.get(key)
            if code is None:
                members = self._parse(key) if type(key) is str else key
                self._sets.append(_check_members(members))
                code = self._code_of[key] = len(self._code_of)
        except ValueError as problem:
            raise CellError(f"column {self.name!r}: {short(cell)} {problem}") from None
        self._codes.append(code)
    def label_sets(self, numbers: str | tuple | None) -> list[tuple]:
        sets, meaning = [], self.class_names or numbers
        as_text = self.untyped and type(meaning) is tuple and self.looks_like_ids()
        as_text = as_text and self.numbers().isdisjoint(meaning)
        for code, members in enumerate(self._sets):
            try:
                sets.append(_as_told(_as_told(members, "ids") if as_text else members, meaning))
            except ValueError as problem:
                at = self.place(self._codes.index(code))
                raise TableError(f"{at}: column {self.name!r}: {problem}") from None
        return [sets[code] for code in self._codes]
    def numbers(self) -> set[str]:
        if self.class_names:
            return set()
        return {str(member) for cell, code in self._code_of.items() for member in self._sets[code] if type(member) is int or (_ID.fullmatch(member) and not _is_list_text(cell))}
    def looks_like_ids(self) -> bool:
        for cell, code in self._code_of.items():
            in_list = _is_list_text(cell)
            for member in self._sets[code]:
                if type(member) is str and (in_list or not _ID.fullmatch(member)):
                    return False
        return True
    def names_in(self) -> set[str]:
        return {str(member) for members in self._sets for member in members}
    def blank_rows(self) -> list[int]:
        blanks = {code for key, code in self._code_of.items() if _is_blank_text(key)}
        if not blanks or self.separator is not None:
            return []
        if any(len(members) > 1 for members in self._sets) or any(_is_list_text(key) or (type(key) is tuple and (len(key) != 1 or type(key[0]) is str)) for key in self._code_of):
            return []
        return [row for row, code in enumerate(self._codes) if code in blanks]
    def are_whole(self) -> list[bool]:
        whole = [False] * len(self._sets)
        for cell, code in self._code_of.items():
            is_list = _is_list_text(cell) or (type(cell) is tuple and type(cell[0]) is str)
            whole[code] = len(self._sets[code]) > 1 or is_list
        return [whole[code] for code in self._codes]
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
class AnnotatorColumn(SetColumn):
    def __init__(self, name: str, separator: str | None, blank: str | None):
        super().__init__(name, separator, blank)
        self.asked: list[bool] = []
    def append(self, cell) -> None:
        is_blank = type(cell) is str and not cell.strip()
        if is_blank and self.blank is None:
            raise CellError(f"column {self.name!r}: a blank cell may mean that the annotator chose no label " '(blank="no_label") or did not see the row (blank="not_asked"): say which')
        self.asked.append(cell is not None and not (is_blank and self.blank == "not_asked"))
        super().append("" if cell is None else cell)
class NestedColumn:
    def __init__(self, name: str):
        self.name = name
        self.place = lambda row: f"row {row + 1}"
        self.class_names: tuple | None = None
        self.cells: list[list[tuple]] = []
    def label_sets(self, numbers: str | tuple | None) -> list[list[tuple]]:
        meaning, rows = self.class_names or numbers, []
        for index, row in enumerate(self.cells):
            try:
                rows.append([_as_told(members, meaning) for members in row])
            except ValueError as problem:
                at = self.place(index)
                raise TableError(f"{at}: column {self.name!r}: {problem}") from None
        return rows
    def numbers(self) -> set[str]:
        if self.class_names:
            return set()
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
                raise ValueError('is not a list of gold sets, such as [["joy"], ["joy", "love"], []]')
            bare = [gold for gold in sets if type(gold) is str or type(gold) is int]
            if bare:
                raise ValueError(f"holds {bare[0]!r} where a gold set must stand, a list such as [{bare[0]!r}]")
            members = (gold if type(gold) is list else [gold] for gold in sets)
            self.cells.append([_check_members(_check_kinds(gold)) for gold in members])
        except ValueError as problem:
            raise CellError(f"column {self.name!r}: {short(cell)} {problem}") from None
class ScoreColumn:
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
            raise CellError(f"column {self.name!r}: {short(cell)} is not {'a number or ' * self.single}{what}")
        row = tuple(map(float, numbers))
        self.cells.append(row if type(scores) is list else row[0])
def _as_told(members: tuple, numbers: str | tuple | None) -> tuple:
    if numbers == "names":
        return tuple(map(str, members))
    if numbers == "ids":
        return tuple(int(m) if type(m) is str and _ID.fullmatch(m) else m for m in members)
    if type(numbers) is tuple:
        return tuple(_named(m, numbers) if type(m) is int else m for m in members)
    return members
def _named(id: int, class_names: tuple) -> str:
    if 0 <= id < len(class_names):
        return class_names[id]
    raise ValueError(f"id {id} is out of range; the ClassLabel of the labels has {len(class_names)} names")
def _is_blank_text(cell) -> bool:
    return type(cell) is str and not cell.strip()
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


# --- semantic_f1/files/tables.py

_INDEX = re.compile(r"^(predictions|references)\[(\d+)\](?:\[(\d+)\])?")
_ANSWERS = {"accept", "reject", "ignore"}
class FilePlace(NamedTuple):
    file: str
    unit: str
    lines: array
@dataclass(frozen=True)
class Table:
    predictions: list
    references: list
    info: TableInfo
    places: tuple[FilePlace, ...] = field(repr=False)
    account: Account
    annotators: list[list[str]] | None = None
    columns: tuple[str | None, str | None] = (None, None)
    how: FileOptions = field(default_factory=FileOptions)
    _decide: Callable | None = field(repr=False, compare=False, default=None)
    def __len__(self) -> int:
        return len(self.predictions)
    @property
    def lines(self) -> array:
        return self.places[0].lines
    @property
    def unit(self) -> str:
        return self.places[0].unit
    @property
    def notes(self) -> tuple[str, ...]:
        return tuple(self.account.lines()[-1:]) if self.account.says_more else ()
    def for_names(self, known: Collection[str] | None) -> "Table":
        return self if self._decide is None else self._decide(known)
    def row_name(self, index: int, side: str = "predictions") -> str:
        place = self.places[-1 if side == "references" else 0]
        if len(self.places) == 1:
            return f"{place.unit} {place.lines[index]}"
        line = place.lines[index]
        return f"{place.file}: {place.unit} {line}" if line else f"{place.file}: (no line)"
    def place_of(self, message: str) -> str:
        def place(match):
            row, column, which = int(match[2]), self.columns[SIDE_NAMES.index(match[1])], ""
            if match[3] and self.annotators:
                column = self.annotators[row][int(match[3])]
            elif match[3]:
                which = f", gold set {int(match[3]) + 1}"
            shown = "" if column is None else f", column {column!r}"
            return f"{self.row_name(row, match[1])}{shown}{which}"
        message = _INDEX.sub(place, message)
        return re.sub(r"\(row (\d+)\)", lambda row: f"({self.row_name(int(row[1]))})", message)
class Filled(NamedTuple):
    info: TableInfo
    lines: array
    unit: str
    how: FileOptions
    left_out: list[dict]
    told: dict[str, str]
    part: dict
    @property
    def place(self) -> FilePlace:
        return FilePlace(file_name(self.part["path"]), self.unit, self.lines)
class TextColumn:
    def __init__(self, name: str, needed: str | None = "an empty id"):
        self.name, self.needed = name, needed
        self.cells: list[str] = []
    def append(self, cell) -> None:
        if type(cell) is float and cell.is_integer():
            cell = int(cell)
        text = cell.strip() if isinstance(cell, str) else "" if cell is None else str(cell)
        if not text and self.needed:
            raise CellError(f"column {self.name!r}: {self.needed}")
        self.cells.append(text)
class RawColumn:
    def __init__(self, name: str):
        self.name = name
        self.cells: list[Any] = []
        self.append = self.cells.append
    def __deepcopy__(self, memo):
        return RawColumn(self.name)
class _AnswerColumn:
    def __init__(self, name: str):
        self.name, self.counts, self.is_other = name, {}, False
    def append(self, cell) -> None:
        if not self.is_other:
            self.is_other = cell not in _ANSWERS if isinstance(cell, str) else True
            self.counts[cell if isinstance(cell, str) else ""] = (self.counts.get(cell if isinstance(cell, str) else "", 0) + 1)
    def refusal(self) -> str | None:
        counts = {} if self.is_other else self.counts
        others = [f"{answer!r} ({n:,})" for answer, n in counts.items() if answer != "accept"]
        if not others:
            return None
        return (f"column {self.name!r} says that not all rows are accepted examples: " f"{', '.join(others)}, 'accept' ({counts.get('accept', 0):,}); leave the others out, " 'or read the file as an export of Prodigy (source="prodigy")')
def file_name(path: str | os.PathLike) -> str:
    return repr(os.path.basename(path))[1:-1]
def sniff(path: str | os.PathLike, how: FileOptions | str | None = None) -> TableInfo:
    with opened(path, how) as source:
        return READERS[source.format](source, SIDE_NAMES)[0]
def fill_columns(path, columns, *, how=None, limit=None, progress=None) -> Filled:
    how = how if isinstance(how, FileOptions) else FileOptions(how)
    names = [column.name for column in columns]
    twice = [name for position, name in enumerate(names) if name in names[:position]]
    if twice:
        raise TableError(f"{Path(path).name}: the column {twice[0]!r} is named twice")
    if limit is not None and limit < 1:
        raise TableError(f"limit must be at least 1 row, got {limit}")
    empty = deepcopy(columns)
    try:
        return _filled(path, columns, how.checked(), limit, progress)
    except QuotesError as problem:
        problem.path = path
        if not problem.only_plain:
            raise
    for column, as_new in zip(columns, empty, strict=True):
        vars(column).update(vars(as_new))
    filled = _filled(path, columns, how._replace(quotes="none"), limit, progress)
    return filled._replace(told={**filled.told, "quotes": "as plain characters"})
def _filled(path, columns, how, limit, progress):
    names = [column.name for column in columns]
    with opened(path, how) as source:
        info, rows = READERS[source.format](source, names)
        where = [find(source, info.columns, name) for name in names]
        answers = [_AnswerColumn(name) for name in info.columns if name.casefold() == "answer" and info.columns.count(name) == 1]
        beside = [one for one in answers if one.name not in names]
        extra = [info.columns.index(one.name) for one in beside]
        appends = [column.append for column in (*columns, *beside)]
        for one in answers:
            if one.name in names:
                place = names.index(one.name)
                appends[place] = _both_append(one.append, appends[place])
        if info.format == "xlsx":
            appends = [append if type(column) is RawColumn else _readable_append(append, column.name) for column, append in zip((*columns, *beside), appends, strict=True)]
        lines = array("q")
        try:
            for line, cells in islice(rows(*where, *extra), limit):
                for append, cell in zip(appends, cells, strict=True):
                    append(cell)
                lines.append(line)
                if progress and not len(lines) % 16384:
                    progress(source.fraction(len(lines)))
        except CellError as problem:
            raise source.error(str(problem), line) from None
        if not lines:
            raise source.error("has a header but no rows")
        for one in answers:
            if text := one.refusal():
                raise source.error(text)
        def place(row):
            return f"{source.name}: {source.unit} {lines[row]}"
        for column in columns:
            column.place = place
            column.class_names = (info.class_names or {}).get(column.name)
            column.untyped = info.format in UNTYPED
        passed = [left_out(what, source.name, len(places), why, places) for (what, why), places in source.passed.items()]
        told = dict(source.told)
    if progress:
        progress(1.0)
    if how.header is False:
        told["header"] = "no"
    for name in ("quotes", "merged"):
        if getattr(how, name):
            told[name] = getattr(how, name)
    return Filled(info, lines, source.unit, how, passed, told, part_of_file(path, len(lines)))
def _both_append(first, second):
    def append(cell):
        first(cell)
        second(cell)
    return append
def _readable_append(append, name):
    def checked(cell):
        if type(cell) is UnreadableCell:
            raise CellError(f"column {name!r}: {cell.reason}")
        append(cell)
    return checked
def warn_of_equal_sides(predictions, references, parts) -> None:
    same_file = len(parts) == 2 and parts[0]["sha256"] == parts[1]["sha256"]
    n = len(references)
    if same_file or (n > 2 and predictions == references):
        what = ("both files have the same content" if same_file else (f"both sides hold the same labels in all {n:,} rows"))
        warn(f"{what}: is this the gold column?")


# --- semantic_f1/files/side_choice.py

_PARTS = re.compile(r"[;,|/\n]")
_NO_WORDS = {"yes", "no", "true", "false", "y", "n", ""}
_LONG, _DISTINCT, _FEW = 60, 0.4, 10
_LABEL_NAMES = ("code", "tag", "class", "category", "annotation", "concept", "cui", "uri")
_ZERO_ONE = {"0", "1", "0.0", "1.0", "true", "false"}
class SideColumn(NamedTuple):
    name: str
    chosen: str
    passed: tuple[tuple[str, str], ...] = ()
class FileCells:
    def __init__(self, path, how: FileOptions, limit: int | None = None):
        self.path, self.how, self.limit = path, how, limit
        self.name = file_name(path)
        self.info = sniff(path, how)
        self.columns = self.info.columns
    @cached_property
    def _table(self) -> dict[str, list]:
        names = [name for name in self.columns if self.columns.count(name) == 1]
        columns = [RawColumn(name) for name in names]
        fill_columns(self.path, columns, how=self.how, limit=self.limit)
        return {column.name: column.cells for column in columns}
    def cells(self, name: str) -> list:
        return self._table.get(name, [])
    def n_rows(self) -> int:
        return max(map(len, self._table.values()), default=0)
    def texts(self, name: str) -> list[str]:
        class_names = (self.info.class_names or {}).get(name)
        return [_text_of(cell, class_names) for cell in self.cells(name)]
    def rows(self, names: Collection[str]) -> list[tuple]:
        return sorted(zip(*map(self.texts, names), strict=True))
    def labels(self, name: str) -> set[str]:
        class_names = (self.info.class_names or {}).get(name)
        return {part for cell in set(map(_hashed, self.cells(name))) for part in _parts(cell, class_names)}
    def is_text(self, name: str) -> bool:
        if is_id_or_text(name):
            return True
        cells = [cell for cell in self.cells(name) if type(cell) is str and cell.strip()]
        if not cells or any(cell.lstrip().startswith("[") for cell in cells):
            return False
        parts = [part.strip() for cell in cells for part in _PARTS.split(cell)]
        if sum(map(len, parts)) > _LONG * len(parts):
            return True
        return len(cells) >= _FEW and len(set(parts)) > _DISTINCT * len(parts)
    def holds_scores(self, name: str) -> bool:
        texts = [text for text in self.texts(name) if text]
        try:
            return bool(texts) and not all(float(text).is_integer() for text in texts)
        except (ValueError, OverflowError):
            return False
def _hashed(cell):
    return str(cell) if isinstance(cell, (list, dict)) else cell
def _text_of(cell: Any, class_names: tuple | None = None) -> str:
    if type(cell) is int and class_names and 0 <= cell < len(class_names):
        return class_names[cell]
    if type(cell) is float and cell.is_integer():
        cell = int(cell)
    return cell.strip() if isinstance(cell, str) else "" if cell is None else str(cell)
def _parts(cell, class_names) -> Iterable[str]:
    text = _text_of(cell, class_names)
    if text.startswith("[") and text.endswith("]"):
        parts = re.findall(r"\"([^\"]*)\"|'([^']*)'|([^\s,\[\]\"']+)", text)
        names = [next(filter(None, part), "") for part in parts]
        if class_names:
            names = [_text_of(int(x), class_names) if x.isdigit() else x for x in names]
        return names
    return {text, *(part.strip() for part in _PARTS.split(text))} - {""}
def sides_of_two(files, given, joined, known, ids) -> tuple[SideColumn, SideColumn]:
    chosen: list[SideColumn | None] = [_by_name(file, side, name, files[1 - place]) for place, (file, side, name) in enumerate(zip(files, SIDE_NAMES, given, strict=True))]
    for place in (1, 0) if chosen[0] is None else (0, 1):
        if chosen[place] is not None:
            continue
        other = chosen[1 - place]
        others = None if other is None else files[1 - place].labels(other.name)
        by = joined or ((), ())
        equal = None if other is None else files[1 - place].rows((*by[1 - place], other.name))
        chosen[place] = _left(files[place], SIDE_NAMES[place], by[place], others, equal)
    _check_shared(files, chosen, known, ids)
    return chosen[0], chosen[1]
def sides_of_one(file, given, known, ids, sets=True) -> tuple[SideColumn, SideColumn]:
    chosen: list[SideColumn | None] = []
    for side, name in zip(SIDE_NAMES, given, strict=True):
        if name is not None:
            chosen.append(SideColumn(name, "option"))
            continue
        others = {name for name in given if name is not None}
        columns = [name for name in file.columns if name not in others]
        found = strongest(file.columns, side) or strongest(columns, side, weakness)
        _refuse_several(file, side, found)
        chosen.append(SideColumn(found[0], "name") if found else None)
    if chosen[0] and chosen[1] and chosen[0].name == chosen[1].name:
        raise TableError(f"predictions and references both name the column {chosen[0].name!r}")
    for place, side in enumerate(SIDE_NAMES):
        other = chosen[1 - place]
        if chosen[place] is None and other is not None and sets:
            labels, equal = file.labels(other.name), file.rows((other.name,))
            chosen[place] = _left(file, side, (), labels, equal, (other.name,))
        elif chosen[place] is None:
            raise _no_column(file, side, file.columns if other is None else ())
    if sets:
        _check_shared((file, file), chosen, known, ids)
    return chosen[0], chosen[1]
def _by_name(file, side, given, other_file) -> SideColumn | None:
    if given is not None:
        return SideColumn(given, "option")
    found = strongest(file.columns, side)
    _refuse_several(file, side, found)
    if not found:
        return None
    other = SIDE_NAMES[1 - SIDE_NAMES.index(side)]
    passed = [(name, _side_title(other)) for name in strongest(file.columns, other)]
    return SideColumn(found[0], "name", tuple(passed))
def _refuse_several(file, side, found):
    if len(found) > 1:
        raise TableError(f"{file.name}: {listed(found)} may all hold the {_side_title(side)}. Choose: {side}=COLUMN")
def _left(file, side, joined, others, equal, taken=()) -> SideColumn:
    other_side = SIDE_NAMES[1 - SIDE_NAMES.index(side)]
    foreign = [name for name in file.columns if strength(name, other_side)]
    passed = tuple((name, _side_title(other_side)) for name in foreign)
    left = [name for name in file.columns if name not in (*foreign, *joined, *taken) and not is_id_or_text(name)]
    if len(left) > 1:
        left = [name for name in left if not file.is_text(name) and not file.holds_scores(name)]
    if not left and not taken and side == "references" and len(foreign) == 1:
        return SideColumn(foreign[0], "only column left")
    if len(left) == 1:
        bare = all(is_id_or_text(name) or name in (*left, *joined) for name in file.columns)
        bare = bare and not taken
        return SideColumn(left[0], "only column" if bare else "only column left", passed)
    if others is not None:
        words = {name for name in others if not _is_numeric(name) and name.casefold() not in _NO_WORDS}
        sharing = [name for name in left if words & file.labels(name)]
        rows = file.rows((*joined, *sharing))
        if len(sharing) == 1 and len(rows) > 2:
            if equal is not None and equal == rows:
                raise TableError(f"{file.name}: which column holds the {_side_title(side)}? {sharing[0]!r} equals " f"the {_side_title(other_side)} in all rows. Choose: {side}=COLUMN")
            return SideColumn(sharing[0], "only column left", passed)
    if side == "references":
        weak = strongest(left, side, weakness)
        if len(weak) == 1:
            return SideColumn(weak[0], "name", passed)
    raise _no_column(file, side, left, foreign)
def _no_column(file, side, left, foreign=()):
    other = _side_title(SIDE_NAMES[1 - SIDE_NAMES.index(side)])
    is_other = f"{listed(foreign)} {'is' if len(foreign) == 1 else 'are'} {other}"
    if left:
        return TableError(f"{file.name}: which column holds the {_side_title(side)}? " f"{f'{is_other}. ' if foreign else ''}Left: {listed(left)}. Choose: {side}=COLUMN")
    others = [name for name in file.columns if name not in foreign]
    reasons = [is_other] if foreign else []
    if others:
        reasons.append(f"{listed(others)} {'is' if len(others) == 1 else 'are'} no labels")
    why = ", ".join(reasons) or "the file has no columns"
    return TableError(f"{file.name}: no column of {_side_title(side)}: {why}")
def _check_shared(files, chosen, known, ids):
    for place, side in enumerate(SIDE_NAMES):
        if not chosen[place].chosen.startswith("only column") or ids == "always":
            continue
        first, second = (file.labels(column.name) for file, column in zip(files, chosen, strict=True))
        mine = (first, second)[place]
        if any(file.info.class_names for file in files):
            continue
        if first & second or not mine or (known is not None and mine <= {*map(str, known)}):
            continue
        if known is not None and all(map(_is_numeric, mine)):
            continue
        raise TableError(f"{files[place].name}: which column holds the {_side_title(side)}? The only one left, " f"{chosen[place].name!r}, shares no label with {chosen[1 - place].name!r} of " f"{files[1 - place].name}; {side}={chosen[place].name!r} reads it all the same")
def _side_title(side: str) -> str:
    return "gold" if side == "references" else side
def _is_numeric(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
def settled(path, how: FileOptions, known, limit=None) -> FileCells:
    file = FileCells(path, how, limit)
    if file.info.format not in UNTYPED or how.header is not None:
        return file
    columns = file.columns
    if any(map(is_heading, columns)):
        return file
    names = set(map(str, known or ()))
    if any(name in names or name.startswith("[") or _is_numeric(name) or name in set(file.texts(name)) for name in columns if name) and not (len(columns) > 2 and all(set(file.texts(name)) <= _ZERO_ONE for name in columns)):
        return FileCells(path, how._replace(header=False), limit)
    return file
def settled_long(path, how: FileOptions, id, column, known, limit=None) -> FileCells:
    file = FileCells(path, how, limit)
    if file.info.format not in UNTYPED or how.header is not None:
        return file
    first = file.columns
    if {id, column} & set(first):
        return file
    if not has_header(first):
        return FileCells(path, how._replace(header=False), limit)
    reason = ""
    for name in first:
        if is_id_or_text(name):
            continue
        seen = name in set(map(str, known or ())) or name in set(file.texts(name))
        if seen:
            reason = f"{name!r} is a label too"
        elif not is_whole_heading(name) and name.casefold() not in _LABEL_NAMES:
            shown = [other for other in first if is_id_or_text(other)]
            looks = not shown or any(_looks_alike(other, file.texts(other)) for other in shown)
            reason = reason or (f"{name!r} may be a label" if looks else "")
    if not reason and not any(is_id_or_text(name) for name in first):
        reason = next((f"{name!r} looks like those below" for name in first[:1] if _looks_alike(name, file.texts(name))), "",)
    if reason:
        raise TableError(f"{file.name}: its first line, {short(' '.join(first))}, may name the columns or be " f"data: {reason}. Choose: header=True or header=False")
    return file
def has_header(columns: Collection[str], id: str | None = None, column: str | None = None) -> bool:
    if {id, column} & set(columns):
        return True
    words = {word for name in columns for word in name.casefold().replace("_", " ").split()}
    return any(map(is_heading, filter(None, columns))) or bool(words.intersection(_LABEL_NAMES))
def _looks_alike(text: str, texts: Collection[str]) -> bool:
    return any(_shape(text) == _shape(other) for other in texts)
def _shape(text: str) -> str:
    return re.sub(r"[0-9]+", "9", re.sub(r"[^\W\d_]+", "a", text))


# --- semantic_f1/files/joining.py

MISSING_IDS = ("raise", "empty", "drop")
_SHARED = 0.9
_YES_NO = {"0", "1", "0.0", "1.0", "True", "False", "true", "false", "yes", "no", "x"}
_WHOLE = re.compile(r"(0|[1-9][0-9]*)(\.0)?")
class Joined(NamedTuple):
    rows: tuple[list[list[int]] | None, list[list[int]] | None]
    join: dict
    left_out: list[dict]
def columns_that_join(files, id, by_line, sides) -> tuple[tuple, tuple] | None:
    if by_line:
        return None
    if id is not None:
        return _asked(files, id)
    named = tuple(guess_id(file.columns) for file in files)
    if None not in named and named[0] not in sides and named[1] not in sides:
        by = tuple((name,) for name in named)
        if not all(_are_line_numbers(file.texts(name)) for file, (name,) in _each(files, by)):
            texts = [set(file.texts(name)) for file, (name,) in _each(files, by)]
            if texts[0] & texts[1] or (same := _same_values(files, sides)) is None:
                return by
            return same
        return _same_values(files, sides) or by
    found = _same_values(files, sides)
    return found or _several_ids(files)
def _each(files, by):
    return zip(files, by, strict=True)
def _asked(files, id) -> tuple[tuple, tuple]:
    names = list(id) if not isinstance(id, str) else [id]
    if isinstance(id, str) and not all(id in file.columns for file in files):
        names = [part.strip() for part in id.split(",")]
    by: tuple[list, list] = ([], [])
    for name in names:
        first, equals, second = name.partition("=")
        if not equals or name in files[0].columns:
            first = second = name
        by[0].append(first.strip())
        by[1].append(second.strip())
    return tuple(by[0]), tuple(by[1])
def _same_values(files, sides) -> tuple[tuple, tuple] | None:
    texts = [_unique_columns(file, side) for file, side in zip(files, sides, strict=True)]
    pairs = [(first, second) for first in texts[0] for second in texts[1] if _share_values(set(texts[0][first]), set(texts[1][second]))]
    equal = [pair for pair in pairs if pair[0] == pair[1]]
    pairs = equal or pairs
    numbers = [pair for pair in pairs if all(_are_line_numbers(texts[place][name]) for place, name in enumerate(pair))]
    others = [pair for pair in pairs if pair not in numbers]
    sure = [pair for pair in others if all(f.is_text(name) for f, name in _each(files, pair))]
    pairs = sure or others or numbers
    if not pairs:
        return None
    joined = [_rows_of_values(texts[0][first], texts[1][second]) for first, second in pairs]
    for pair, rows in zip(pairs[1:], joined[1:], strict=True):
        if rows != joined[0]:
            shown = [name if name == other else f"{name}={other}" for name, other in (pairs[0], pair)]
            raise TableError(f"{files[0].name} and {files[1].name}: {shown[0]!r} and {shown[1]!r} hold the same " f"values in both, and join other rows. Choose: id={shown[0]!r} or id={shown[1]!r}")
    return (pairs[0][0],), (pairs[0][1],)
def _unique_columns(file, side) -> dict[str, list[str]]:
    names = [name for name in dict.fromkeys(file.columns) if name != side]
    free = [name for name in names if is_id_or_text(name) or not any(strength(name, one) or weakness(name, one) for one in SIDE_NAMES)]
    open_names = [name for name in free if not is_id_or_text(name)]
    if side is None and len(open_names) == 1 and len(free) == len(names):
        free.remove(open_names[0])
    found = {}
    for name in free:
        texts = file.texts(name)
        is_flat = not any(isinstance(cell, (list, dict)) for cell in file.cells(name)[:1])
        if is_flat and texts and all(texts) and len(set(texts)) == len(texts):
            found[name] = texts
    return {name: texts for name, texts in found.items() if not _YES_NO.issuperset(texts)}
def _share_values(first: set, second: set) -> bool:
    both = len(first & second)
    return both >= _SHARED * max(len(first), len(second)) or (both == len(second) and both > 0)
def _rows_of_values(first: list[str], second: list[str]) -> list[int | None]:
    place = {text: row for row, text in enumerate(first)}
    return [place.get(text) for text in second]
def _are_line_numbers(texts: list[str]) -> bool:
    if not texts or texts[0] not in ("0", "1"):
        return False
    begins = int(texts[0])
    return all(text == str(row) for row, text in enumerate(texts, begins))
def _several_ids(files) -> tuple[tuple, tuple] | None:
    common = [name for name in files[0].columns if name and name in files[1].columns and is_id_or_text(name) and _says_id(name)]
    if len(common) < 2:
        return None
    rows = [list(zip(*map(file.texts, common), strict=True)) for file in files]
    if all(len(set(some)) == len(some) for some in rows) and set(rows[0]) & set(rows[1]):
        raise TableError(f"{files[0].name} and {files[1].name}: {listed(common)} are ids, and join rows " f"together. Choose: id='{','.join(common)}'")
    raise TableError(f"{files[0].name} and {files[1].name}: {listed(common)} may all join the rows. Choose: " "id=COLUMN, or by_line=True")
def _says_id(name):
    return guess_id([name]) is not None
def check_lines(files, columns) -> None:
    for first in dict.fromkeys(files[0].columns):
        for second in dict.fromkeys(files[1].columns):
            if first == columns[0] or second == columns[1]:
                continue
            texts = files[0].texts(first), files[1].texts(second)
            if not texts[0] or texts[0] == texts[1] or len(texts[0]) != len(texts[1]):
                continue
            says = first == second and (_says_id(first) or files[0].is_text(first))
            same = Counter(texts[0]) == Counter(texts[1])
            if not any(texts[0]) or not (same or (says and set(texts[0]) & set(texts[1]))):
                continue
            if same and not (first == second or files[0].is_text(first)):
                continue
            shown = repr(first) if first == second else f"{first!r} and {second!r}"
            what = "the same values in another order" if same else "some of the same values"
            raise TableError(f"{files[0].name} and {files[1].name}: {shown} hold {what}, and join no rows for " "sure, since some repeat or are lacking. Choose: id=COLUMN, or by_line=True")
def joined_by_line(places: Sequence[FilePlace], asked: bool) -> Joined:
    n, m = (len(place.lines) for place in places)
    if n != m:
        raise TableError(f"{places[0].file}: {n:,} rows, and {places[1].file} has {m:,}; files without a common " "column of ids are joined line by line")
    join = {"by": "line", "chosen": "option" if asked else "only way", "both": n}
    join |= {"only_predictions": 0, "only_references": 0, "missing": "raise"}
    return Joined((None, None), join, [])
def joined_by_ids(places, ids, names, chosen, missing, long, whole_rows) -> Joined:
    found, told = [], []
    ids, as_numbers = _as_whole_numbers(ids)
    for place, some, side in zip(places, ids, (0, 1), strict=True):
        rows_by_id: dict[tuple, list[int]] = {}
        for row, name in enumerate(some):
            rows_by_id.setdefault(name, []).append(row)
        if not long and len(rows_by_id) < len(some):
            repeated = _repeated_rows(place, rows_by_id, whole_rows, side)
            told.append(left_out("row", place.file, len(repeated), "repeated in every cell", repeated))
        found.append(rows_by_id)
    first, second = found
    both = sum(name in first for name in second)
    by = ["=".join(dict.fromkeys(pair)) for pair in zip(*names, strict=True)]
    if not both:
        raise TableError(_nothing_common(places, ids, by))
    lacking = [name for name in second if name not in first]
    further = [name for name in first if name not in second]
    for place, absent, n in ((places[0], lacking, len(second)), *([(places[1], further, len(first))] if long else []),):
        if absent and missing == "raise":
            raise TableError(f"{place.file}: nothing for {len(absent):,} of {n:,} ids: " f'{listed(map(_shown_id, absent))}; missing="empty" takes them as examples without ' 'labels there, missing="drop" leaves them out')
    order = list(second) if missing == "empty" else [name for name in second if name in first]
    if missing == "empty":
        order += further
    elif further:
        lines = [places[0].lines[first[name][0]] for name in further]
        told.append(left_out("row", places[0].file, len(further), "no gold row", lines))
    join = {"by": by[0] if len(by) == 1 else by, "chosen": chosen, "both": both, "only_predictions": len(further), "only_references": len(lacking), "missing": missing,}
    if len(names[0]) == 1 and names[0] != names[1]:
        join["by"] = [names[0][0], names[1][0]]
    if as_numbers:
        join["as_numbers"] = True
    return Joined(tuple([rows.get(name, []) for name in order] for rows in found), join, told)
def _repeated_rows(place, rows_by_id, whole_rows, side) -> list[int]:
    lines, texts = [], None
    for name, rows in rows_by_id.items():
        if len(rows) == 1:
            continue
        texts = texts or whole_rows(side)
        first = place.lines[rows[0]]
        for row in rows[1:]:
            if texts[row] != texts[rows[0]]:
                raise TableError(f"{place.file}: {place.unit} {place.lines[row]}: the id " f"{short(_shown_id(name))} stands in {place.unit} {first} too")
            lines.append(place.lines[row])
        del rows[1:]
    return lines
def _as_whole_numbers(ids):
    if set(ids[0]) & set(ids[1]):
        return ids, False
    if not all(len(one) == 1 and _WHOLE.fullmatch(one[0]) for some in ids for one in some):
        return ids, False
    changed = [[(one[0].removesuffix(".0"),) for one in some] for some in ids]
    return (changed, True) if set(changed[0]) & set(changed[1]) else (ids, False)
def _nothing_common(places, ids, names) -> str:
    text = f"{places[0].file} and {places[1].file} have no id in common (column {listed(names)})"
    as_numbers = [{one[0].lstrip("0").removesuffix(".0") for one in some if len(one) == 1} for some in ids]
    if as_numbers[0] & as_numbers[1]:
        first, second = (short(_shown_id(some[0])) for some in ids)
        text += f"; they differ as numbers are written, such as {first} and {second}"
    return f"{text}; rows of other columns are joined by id=COLUMN, lines by by_line=True"
def _shown_id(name: tuple) -> str:
    return name[0] if len(name) == 1 else f"({', '.join(name)})"
def lines_of_rows(place: FilePlace, rows) -> FilePlace:
    if rows is None:
        return place
    return place._replace(lines=array("q", [place.lines[some[0]] if some else 0 for some in rows]))


# --- semantic_f1/files/sides.py

class Asked(NamedTuple):
    predictions: Any = None
    references: Any = None
    id: Any = None
    by_line: bool = False
    missing: str = "raise"
    blank: str | None = None
    separator: str | None = None
    ids: str = "auto"
    known: Any = None
    how: FileOptions = FileOptions()
    limit: int | None = None
    progress: Callable[[float], object] | None = None
    @property
    def columns(self):
        return self.predictions, self.references
    @classmethod
    def of(cls, options: dict) -> "Asked":
        options = dict(options)
        how = {name: options.pop(name) for name in FileOptions._fields if name in options}
        unknown = [name for name in options if name not in cls._fields]
        if unknown:
            raise TypeError(f"read_file() got an unexpected keyword argument {unknown[0]!r}")
        asked = cls(**options, how=FileOptions(**how).checked())
        if asked.missing not in MISSING_IDS:
            raise TableError(f"missing must be one of {', '.join(MISSING_IDS)}, got {asked.missing!r}")
        if asked.by_line and asked.id is not None:
            raise TableError("id and by_line: rows are joined by ids or by line, not by both")
        return asked
class SideRead(NamedTuple):
    columns: list
    value: Any
    chosen: SideColumn
    @property
    def column(self):
        return self.value.names_read() if hasattr(self.value, "names_read") else self.chosen.name
    @property
    def passed(self):
        found = self.value.passed() if hasattr(self.value, "passed") else []
        return [*self.chosen.passed, *found]
class SidesRead(NamedTuple):
    sides: tuple[SideRead, SideRead]
    rows: tuple[list | None, list | None]
    places: tuple
    infos: tuple[TableInfo, ...]
    filled: tuple[Filled, ...]
    account: Account
    @property
    def columns(self):
        names = (side.column for side in self.sides)
        return tuple(name if isinstance(name, str) else None for name in names)
    def of_system(self, column) -> "SidesRead":
        chosen = SideColumn(column.name, "option")
        sides = (SideRead([column], column, chosen), self.sides[1])
        read = {**self.account.sides["predictions"], "column": column.name}
        account = replace(self.account, sides={**self.account.sides, "predictions": read})
        return self._replace(sides=sides, account=account)
    def table(self, predictions, references, annotators=None, decide=None) -> Table:
        sides = dict(self.account.sides)
        for side, entries in zip(SIDE_NAMES, (predictions, references), strict=True):
            if entries and isinstance(entries[0], tuple):
                sides[side] = {**sides[side], "empty_sets": sum(not entry for entry in entries)}
        return Table(predictions, references, self.infos[0], self.places, replace(self.account, sides=sides), annotators, self.columns, self.filled[0].how, decide,)
def entries_of(values: list, rows: list | None) -> list:
    if rows is None:
        return values
    return [values[some[0]] if len(some) == 1 else tuple(one for row in some for one in values[row]) for some in rows]
def read_sides(path, gold, asked: Asked, plan: Callable[..., SideRead], *, sets=True) -> SidesRead:
    if gold is None:
        return _of_one(path, asked, plan, sets)
    hows = [asked.how, asked.how]
    try:
        return _of_two((path, gold), hows, asked, plan, sets)
    except QuotesError as problem:
        place = 0 if problem.path == path else 1
        if not (how := _quotes_by_rows((path, gold), hows, place, problem)):
            raise
        hows[place] = how
    return _of_two((path, gold), hows, asked, plan, sets)
def _of_one(path, asked, plan, sets):
    given = asked.columns
    file = FileCells(path, asked.how, asked.limit)
    if any(name is None for name in given):
        file = settled(path, asked.how, asked.known, asked.limit)
    names = [name if name is None or isinstance(name, str) else name[0] for name in given]
    chosen = sides_of_one(file, names, asked.known, asked.ids, sets)
    chosen = [one if name is None or isinstance(name, str) else SideColumn(list(name), "option") for one, name in zip(chosen, given, strict=True)]
    sides = tuple(plan(file, side, one) for side, one in zip(SIDE_NAMES, chosen, strict=True))
    columns = [column for side in sides for column in side.columns]
    filled = fill_columns(path, columns, how=file.how, limit=asked.limit, progress=asked.progress)
    _check_heading(filled, sides, asked)
    rows, told = _asked_rows(sides[1], filled, [None, None])
    account = _account(sides, (filled, filled), None, told, asked)
    place = lines_of_rows(filled.place, rows[0])
    return SidesRead(sides, rows, (place,), (filled.info,), (filled,), account)
def _of_two(paths, hows, asked, plan, sets):
    files = tuple(settled(path, how, asked.known, asked.limit) for path, how in zip(paths, hows, strict=True))
    by = columns_that_join(files, asked.id, asked.by_line, asked.columns)
    chosen = _chosen_sides(files, asked, by, sets)
    if by is None and not asked.by_line:
        check_lines(files, [one.name for one in chosen])
    sides, ids, filled = [], [], []
    for place, (file, side) in enumerate(zip(files, SIDE_NAMES, strict=True)):
        one = plan(file, side, chosen[place])
        id_columns = [TextColumn(name) for name in (by[place] if by else ())]
        filled.append(fill_columns(file.path, [*id_columns, *one.columns], how=file.how, limit=asked.limit))
        sides.append(one)
        ids.append(list(zip(*(column.cells for column in id_columns), strict=True)))
        _check_heading(filled[-1], [one], asked)
    if asked.progress:
        asked.progress(1.0)
    return joined_sides(files, tuple(sides), ids, by, tuple(filled), asked)
def _chosen_sides(files, asked, by, sets):
    given = [name if name is None or isinstance(name, str) else name[0] for name in asked.columns]
    ids = asked.ids if sets else "always"
    chosen = sides_of_two(files, given, by, asked.known, ids)
    return [one if name is None or isinstance(name, str) else SideColumn(list(name), "option") for one, name in zip(chosen, asked.columns, strict=True)]
def joined_sides(files, sides, ids, by, filled, asked, long=False) -> SidesRead:
    places = tuple(one.place for one in filled)
    if by is None:
        joined = joined_by_line(places, asked.by_line)
    else:
        chosen = "option" if asked.id is not None else "name"
        if chosen == "name" and not all(guess_id([name]) for names in by for name in names):
            chosen = "same values"
        def whole_rows(side):
            names = [name for name in files[side].columns if files[side].cells(name)]
            return list(zip(*map(files[side].texts, names), strict=True))
        joined = joined_by_ids(places, ids, by, chosen, asked.missing, long, whole_rows)
    rows, told = joined.rows, []
    if not long:
        rows, told = _asked_rows(sides[1], filled[1], list(joined.rows))
    places = tuple(lines_of_rows(place, some) for place, some in zip(places, rows, strict=True))
    account = _account(sides, filled, joined.join, [*joined.left_out, *told], asked)
    infos = tuple(one.info for one in filled)
    return SidesRead(sides, tuple(rows), places, infos, filled, account)
def _asked_rows(side, filled, rows):
    value = side.value
    blank = value.blank_rows() if type(value) is SetColumn else []
    if not blank or value.blank == "no_label":
        return rows, []
    place = filled.place
    if value.blank is None:
        raise TableError(f"{place.file}: {place.unit} {place.lines[blank[0]]}: column {value.name!r}: blank, in " 'a column of single labels; blank="no_label" if it is an example without labels, ' 'blank="not_asked" to leave such rows out')
    gone = set(blank)
    n = len(place.lines)
    both = [some if some is not None else [[row] for row in range(n)] for some in rows]
    kept = [i for i, some in enumerate(both[1]) if not gone.intersection(some)]
    told = [left_out("row", place.file, len(blank), "no gold label", [place.lines[i] for i in blank])]
    if not kept:
        raise TableError(f"{place.file}: no row has a gold label")
    return [[some[i] for i in kept] for some in both], told
def _check_heading(filled, sides, asked):
    if filled.info.format not in ("csv", "tsv", "xlsx") or asked.how.header is not None:
        return
    for side in sides:
        value = side.value
        if type(value) is not SetColumn or side.chosen.chosen == "option":
            continue
        if value.name in value.names_in():
            raise TableError(f"{filled.place.file}: {value.name!r} is the heading of a column and a label in " "it: does the first line name the columns? Choose: header=True or header=False")
def _quotes_by_rows(paths, hows, place, problem) -> FileOptions | None:
    how = hows[place]
    def n_rows(path, how):
        columns = [RawColumn(name) for name in FileCells(path, how).columns[:1]]
        return len(fill_columns(path, columns, how=how).lines)
    try:
        other = n_rows(paths[1 - place], hows[1 - place])
        as_csv = n_rows(paths[place], how._replace(quotes="csv"))
    except TableError:
        return None
    if (as_csv == other) == (problem.plain_rows == other):
        return None
    return how._replace(quotes="csv" if as_csv == other else "none")
def _account(sides, filled, join, told, asked) -> Account:
    of_sides, lacking, options = {}, list(told), {}
    for side, name, one in zip(sides, SIDE_NAMES, filled, strict=True):
        of_sides[name] = side_account(one.place.file, side.column, side.chosen.chosen, len(one.lines), one.part["sha256"],)
        for column, why in side.passed:
            lacking.append(left_out("column", f"{column!r} of {one.place.file}", 1, why))
    parts = [filled[0].part] if filled[0] is filled[1] else [one.part for one in filled]
    for name, one in zip(SIDE_NAMES, filled, strict=True):
        if one is filled[1] and name == "predictions" and filled[0] is filled[1]:
            continue
        lacking += one.left_out
        for option, value in one.told.items():
            options.setdefault(option, {})[name] = value
    for side in sides:
        options |= side.value.told() if hasattr(side.value, "told") else {}
    if filled[0] is filled[1]:
        options = {option: next(iter(value.values())) if isinstance(value, dict) else value for option, value in options.items()}
    for option in ("separator", "blank"):
        if getattr(asked, option) is not None:
            options[option] = getattr(asked, option)
    if asked.ids != "auto":
        options["ids"] = asked.ids
    if asked.how.format:
        options["format"] = asked.how.format
    if join and join.pop("as_numbers", False):
        options["ids"] = "of whole numbers, 7.0 as 7"
    return Account(of_sides, join, lacking, parts, options)
def finished(table: Table) -> Table:
    warn_of_equal_sides(table.predictions, table.references, table.account.parts)
    return table


# --- semantic_f1/files/columns.py

def columns_of(path, predictions=None, references=None, *, format=None, sets=True):
    if predictions is not None and references is not None:
        return predictions, references
    asked = Asked.of({"format": format})
    file = settled(path, asked.how, None) if sets else FileCells(path, asked.how)
    return tuple(one.name for one in sides_of_one(file, (predictions, references), None, "auto", sets))
def read_columns(path: str | os.PathLike, gold: str | os.PathLike | None = None, **options: Any) -> Table:
    asked = Asked.of(options)
    check_ids(asked.ids)
    blank = asked.blank
    def plan(file, side, chosen):
        column = SetColumn(chosen.name, asked.separator, blank if side == "references" else None)
        return SideRead([column], column, chosen)
    return finished(table_of_sets(read_sides(path, gold, asked, plan), asked))
def table_of_sets(sides: SidesRead, asked: Asked) -> Table:
    values = [side.value for side in sides.sides]
    def decide(known):
        numbers = integer_meaning(values, asked.ids, known, *sides.infos)
        both = (entries_of(value.label_sets(numbers), rows) for value, rows in zip(values, sides.rows, strict=True))
        return sides.table(*both, decide=decide)
    return decide(asked.known)
def read_scores(path: str | os.PathLike, gold: str | os.PathLike | None = None, **options: Any) -> Table:
    asked = Asked.of(options)
    check_ids(asked.ids)
    def plan(file, side, chosen):
        column = SetColumn(chosen.name, asked.separator, asked.blank)
        if side == "predictions":
            column = ScoreColumn(chosen.name)
        return SideRead([column], column, chosen)
    sides = read_sides(path, gold, asked, plan, sets=False)
    scores, labels = (side.value for side in sides.sides)
    def decide(known):
        numbers = integer_meaning([labels], asked.ids, known, sides.infos[-1])
        return sides.table(entries_of(scores.cells, sides.rows[0]), entries_of(labels.label_sets(numbers), sides.rows[1]), decide=decide,)
    return decide(asked.known)
def read_distributions(path: str | os.PathLike, gold: str | os.PathLike | None = None, **options: Any) -> Table:
    return read_cells(path, gold, lambda name: ScoreColumn(name, single=True), **options)
def read_cells(path, gold, column_of, **options: Any) -> Table:
    asked = Asked.of(options)
    if asked.missing == "empty":
        raise TableError('missing="empty": only label sets can be empty')
    def plan(file, side, chosen):
        column = column_of(chosen.name)
        return SideRead([column], column, chosen)
    sides = read_sides(path, gold, asked, plan, sets=False)
    both = (entries_of(side.value.cells, rows) for side, rows in zip(sides.sides, sides.rows, strict=True))
    return finished(sides.table(*both))
class _Annotators:
    def __init__(self, columns: list[AnnotatorColumn]):
        self.columns = columns
    def label_sets(self, numbers):
        sets = (column.label_sets(numbers) for column in self.columns)
        return [[gold for gold, column in zip(row, self.columns, strict=True) if column.asked[index]] for index, row in enumerate(zip(*sets, strict=True))]
    def who(self):
        return [[column.name for column in self.columns if column.asked[index]] for index in range(len(self.columns[0].asked))]
    def numbers(self):
        return set().union(*(column.numbers() for column in self.columns))
    def looks_like_ids(self):
        return all(column.looks_like_ids() for column in self.columns)
    @property
    def class_names(self):
        return next((column.class_names for column in self.columns if column.class_names), None)
def read_annotator_columns(path: str | os.PathLike, gold: str | os.PathLike | None = None, *, references: str | Collection[str] | None = None, annotators: str | None = None, **options: Any,) -> Table:
    nested = references is None or isinstance(references, str)
    if not nested and not references:
        raise TableError("references: name one annotator's column at least")
    asked = Asked.of({**options, "references": references})
    check_ids(asked.ids)
    people = SetColumn(annotators, asked.separator) if annotators is not None else None
    def plan(file, side, chosen):
        if side == "predictions":
            column = SetColumn(chosen.name, asked.separator)
            return SideRead([column], column, chosen)
        if nested:
            column = NestedColumn(chosen.name)
            return SideRead([column, *([people] if people else [])], column, chosen)
        names = [chosen.name] if isinstance(chosen.name, str) else chosen.name
        columns = [AnnotatorColumn(name, asked.separator, asked.blank) for name in names]
        return SideRead(columns, _Annotators(columns), chosen)
    sides = read_sides(path, gold, asked, plan, sets=False)
    predicted, several = (side.value for side in sides.sides)
    who = None if nested else several.who()
    if people:
        who = [list(map(str, row)) for row in people.label_sets("names")]
    def decide(known):
        numbers = integer_meaning([predicted, several], asked.ids, known, *sides.infos)
        chosen = sides.rows[1]
        rows = several.label_sets(numbers)
        return sides.table(entries_of(predicted.label_sets(numbers), sides.rows[0]), entries_of(rows, chosen), None if who is None else entries_of(who, chosen), decide,)
    table = decide(asked.known)
    for index, row in enumerate(table.references):
        if not row:
            raise TableError(f"{file_name(path if gold is None else gold)}: " f"{table.row_name(index, 'references')}: no annotator saw this row; leave it out")
        if people and len(table.annotators[index]) != len(row):
            raise TableError(f"{file_name(path)}: {table.row_name(index)}: {len(table.annotators[index])} " f"annotators in column {annotators!r} for {len(row)} gold sets")
    return table
def read_system_columns(path: str | os.PathLike, systems: Collection[str], gold: str | os.PathLike | None = None, **options: Any,) -> dict[str, Table]:
    asked = Asked.of({**options, "predictions": list(systems)})
    check_ids(asked.ids)
    def plan(file, side, chosen):
        if side == "predictions":
            columns = [SetColumn(name, asked.separator) for name in systems]
            return SideRead(columns, None, chosen)
        column = SetColumn(chosen.name, asked.separator, asked.blank)
        return SideRead([column], column, chosen)
    sides = read_sides(path, gold, asked, plan)
    predicted, references = sides.sides
    columns = [*predicted.columns, references.value]
    def table_of(column):
        own = sides.of_system(column)
        def decide(known):
            numbers = integer_meaning(columns, asked.ids, known, *sides.infos)
            both = (entries_of(one.label_sets(numbers), rows) for one, rows in zip((column, references.value), sides.rows, strict=True))
            return own.table(*both, decide=decide)
        return decide(asked.known)
    return {column.name: table_of(column) for column in predicted.columns}


# --- semantic_f1/files/groups.py

def lines_of_examples(table):
    return getattr(table, "lines", None)
def read_groups(path: str | os.PathLike, column: str, *, how=None, lines=None) -> tuple:
    needed = ("every row needs its author, document or prompt, a row that belongs to no other one of its " "own")
    groups = {}
    for line, group, refuse in _single_cells(path, column, how, needed):
        if not isinstance(group, (str, int, float)):
            refuse(f"expected text or a number; got {type(group).__name__}")
        groups[line] = group
    return tuple(_of_examples(groups, lines, path, column))
def read_numbers(path: str | os.PathLike, column: str, *, how=None, lines=None) -> list:
    numbers = {}
    for line, cell, refuse in _single_cells(path, column, how, "every row needs a number"):
        number = None
        if isinstance(cell, (str, int, float)) and not isinstance(cell, bool):
            with suppress(ValueError):
                number = float(cell)
        if number is None or not math.isfinite(number):
            refuse(f"expected a finite number; got {short(cell)}")
        numbers[line] = number
    return _of_examples(numbers, lines, path, column)
def _of_examples(cells, lines, path, column):
    if lines is None:
        return list(cells.values())
    lacking = sum(line not in cells for line in lines)
    if lacking:
        raise TableError(f"{file_name(path)}: has no row for {lacking:,} of {len(lines):,} examples, and " f'so nothing in column {column!r}: leave them out (missing="drop"), or give them rows')
    return [cells[line] for line in lines]
def _single_cells(path, column, how, needed):
    raw = RawColumn(column)
    filled = fill_columns(path, [raw], how=how)
    for line, cell in zip(filled.lines, raw.cells, strict=True):
        def refuse(rule, line=line):
            place = f"{file_name(path)}: {filled.unit} {line}"
            raise TableError(f"{place}: column {column!r}: {rule}")
        value = cell.strip() if isinstance(cell, str) else cell
        if type(cell) is UnreadableCell:
            refuse(cell.reason)
        if value is None or value == "" or value != value:
            refuse(f"an empty cell; {needed}")
        yield line, value, refuse


# --- semantic_f1/files/layouts.py

_ZERO_ONE_FORMS = ({"0": False, "1": True, "0.0": False, "1.0": True, "false": False, "true": True}, {"no": False, "yes": True, "n": False, "y": True}, {"": False, "x": True}, {"": False, "1": True, "1.0": True},)
def read_labels(path: str | os.PathLike, gold: str | os.PathLike | None = None, *, indicators: bool | Collection[str] = False, threshold: float | Mapping[str, float] | None = None, long: bool = False, **options: Any,) -> Table:
    if threshold is not None and not indicators:
        raise TableError("threshold: is for scores in columns, a column per label (indicators)")
    if not indicators and not long:
        return read_columns(path, gold, **options)
    asked = Asked.of(options)
    check_ids(asked.ids)
    if long and (gold is None or indicators):
        what = "indicators" if indicators else "one file; give the gold labels a file of their own"
        raise TableError(f"long form does not go with {what}")
    if long:
        return finished(table_of_sets(_long_sides(path, gold, asked), asked))
    if gold is None:
        sides = _indicators_of_one(path, asked, indicators, threshold)
    else:
        sides = _indicators_of_two(path, gold, asked, indicators, threshold)
    return finished(table_of_sets(sides, asked))
class _IndicatorColumn:
    def __init__(self, name: str, label: str, needed: bool, threshold: float | None):
        self.name, self.label, self.threshold = name, label, threshold
        self.kept: bool | None = True if needed else None
        self.place = lambda row: f"row {row + 1}"
        self._codes = array("i")
        self._code_of: dict[str, int] = {}
    def append(self, cell) -> None:
        if self.kept is False:
            return
        text = "" if cell is None else str(cell).strip().lower()
        code = self._code_of.get(text)
        if code is None:
            self._look_at(text, cell)
            code = self._code_of[text] = len(self._code_of)
        self._codes.append(code)
    def _look_at(self, text, cell):
        is_number = self.threshold is not None and _number(text) is not None
        is_first = not any(self._code_of)
        if text and self.kept is None and is_first:
            if text in _ZERO_ONE_FORMS[0] or is_number:
                self.kept = True
            elif not any(text in kind for kind in _ZERO_ONE_FORMS):
                self.kept = False
        elif text and not is_number and not any(text in kind for kind in _ZERO_ONE_FORMS):
            if self.kept:
                raise CellError(self._refusal(cell))
            self.kept = False
    def is_label(self) -> bool:
        if self.kept is None:
            self.kept = any(self._code_of) and self._kind() is not None
        return self.kept
    def _kind(self):
        return next((one for one in _ZERO_ONE_FORMS if set(self._code_of) <= set(one)), None)
    def form(self) -> str:
        kind = self._kind()
        if kind is None or kind is _ZERO_ONE_FORMS[0] or not any(self._code_of):
            return ""
        return " and ".join(text or "blank" for text in sorted(self._code_of, reverse=True))
    def decided(self) -> bytes:
        texts = list(self._code_of)
        kind = self._kind()
        if kind is None and self.threshold is not None and None not in map(_number, texts):
            values = [_number(text) >= self.threshold for text in texts]
        elif kind is None:
            raise TableError(self._misfit(texts))
        else:
            values = [kind[text] for text in texts]
        return bytes(values[code] for code in self._codes)
    def _refusal(self, cell) -> str:
        scores = ""
        if self.threshold is None and _number(str(cell)) not in (None, 0, 1):
            scores = "; threshold=0.5 reads scores"
        return (f"column {self.name!r}: {short(cell)} is neither 0 nor 1; name the columns of labels " f"in indicators=[...] if this is none{scores}")
    def _misfit(self, texts) -> str:
        wrong = next((one for one in texts if one and one not in _ZERO_ONE_FORMS[0]), "")
        wrong = wrong if wrong or "" in texts else texts[-1]
        at = self.place(self._codes.index(self._code_of[wrong]))
        if wrong == "":
            return f"{at}: column {self.name!r}: a blank cell is neither 0 nor 1"
        return f"{at}: {self._refusal(wrong)}"
    def is_outside(self) -> bool:
        if self.threshold is None or not 0 < self.threshold < 1 or self._kind() is not None:
            return False
        return any(not 0 <= (_number(text) or 0) <= 1 for text in self._code_of)
class IndicatorSets:
    def __init__(self, columns: list[_IndicatorColumn]):
        self.columns = columns
        self.name = "the columns of labels"
        self._sets: list[tuple] | None = None
    def label_sets(self, numbers: str | None) -> list[tuple]:
        if self._sets is None:
            kept = [column for column in self.columns if column.is_label()]
            names = [column.label for column in kept]
            cells = zip(*(column.decided() for column in kept), strict=True)
            self._sets = [tuple(name for name, is_one in zip(names, row, strict=True) if is_one) for row in cells]
        return self._sets
    def numbers(self) -> set[str]:
        return set()
    def looks_like_ids(self) -> bool:
        return True
    def names_read(self) -> list[str]:
        return [column.name for column in self.columns if column.is_label()]
    def passed(self) -> list[tuple[str, str]]:
        return [(column.name, "no labels") for column in self.columns if not column.is_label()]
    def told(self) -> dict[str, str]:
        forms = dict.fromkeys(column.form() for column in self.columns if column.is_label())
        shown = [form for form in forms if form]
        return {"indicators": ", ".join(shown)} if shown else {}
def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None
def _long_sides(path, gold, asked):
    files = tuple(settled_long(file, asked.how, asked.id, column, asked.known, asked.limit) for file, column in zip((path, gold), asked.columns, strict=True))
    by = columns_that_join(files, asked.id, False, asked.columns) if asked.id else None
    by = by or tuple((_long_id(file),) for file in files)
    sides, ids, filled = [], [], []
    for place, (file, side) in enumerate(zip(files, SIDE_NAMES, strict=True)):
        name = asked.columns[place]
        chosen = SideColumn(name, "option") if name else _long_label(file, side, by[place])
        column = SetColumn(chosen.name, asked.separator)
        id_columns = [TextColumn(one) for one in by[place]]
        filled.append(fill_columns(file.path, [*id_columns, column], how=file.how, limit=asked.limit))
        sides.append(SideRead([column], column, chosen))
        ids.append(list(zip(*(one.cells for one in id_columns), strict=True)))
    return joined_sides(files, tuple(sides), ids, by, tuple(filled), asked, long=True)
def _long_id(file) -> str:
    name = guess_id(file.columns)
    if name is None and len(file.columns) != 2:
        raise TableError(f"{file.name}: name the columns of ids and labels; columns found: " f"{listed(file.columns)}")
    return file.columns[0] if name is None else name
def _long_label(file, side, by) -> SideColumn:
    found = strongest(file.columns, side) or strongest(file.columns, "references", weakness)
    if len(found) == 1:
        return SideColumn(found[0], "name")
    others = [name for name in file.columns if name not in by and not is_id_or_text(name)]
    if len(others) != 1:
        title = "gold" if side == "references" else side
        raise TableError(f"{file.name}: which column holds the {title}? Left: {listed(others)}. Choose: " f"{side}=COLUMN")
    return SideColumn(others[0], "only column left")
def _indicators_of_two(path, gold, asked, indicators, threshold):
    files = tuple(FileCells(file, asked.how, asked.limit) for file in (path, gold))
    by = columns_that_join(files, asked.id, asked.by_line, (None, None))
    sides, ids, filled = [], [], []
    for place, file in enumerate(files):
        joined = by[place] if by else ()
        names = [name for name in file.columns if name not in joined and not is_id_or_text(name)]
        columns = indicator_columns(file.name, names, indicators, asked.known, threshold)
        id_columns = [TextColumn(name) for name in joined]
        filled.append(fill_columns(file.path, [*id_columns, *columns], how=file.how, limit=asked.limit))
        ids.append(list(zip(*(column.cells for column in id_columns), strict=True)))
        sides.append(_indicator_side(file.name, columns))
    _check_same_labels(files, sides)
    return joined_sides(files, tuple(sides), ids, by, tuple(filled), asked)
def _indicators_of_one(path, asked, indicators, threshold):
    name = file_name(path)
    begins = {}
    for side, pattern in zip(SIDE_NAMES, asked.columns, strict=True):
        if not (pattern or "").endswith("*"):
            raise TableError(f"{name}: indicator columns of both sides in one file need their beginnings, such " f"as {side}='{side[:4]}_*'; or give the gold labels a file of their own")
        begins[side] = pattern[:-1]
    def plan(file, side, chosen):
        begin = begins[side]
        names = [one for one in file.columns if one.startswith(begin)]
        columns = indicator_columns(name, names, indicators, asked.known, threshold, len(begin))
        if not columns:
            raise TableError(f"{name}: no column's name begins with {begin!r}")
        return _indicator_side(name, columns)
    sides = read_sides(path, None, asked, plan, sets=False)
    _check_same_labels([FileCells(path, asked.how)] * 2, sides.sides)
    return sides
def _indicator_side(file, columns):
    return SideRead(columns, IndicatorSets(columns), SideColumn([one.name for one in columns], "option"))
def indicator_columns(file, names, indicators, known, threshold, cut=0):
    wanted, needed = list(names), set(known or ())
    if indicators is not True:
        column_of = {name[cut:]: name for name in names}
        lacking = [name for name in indicators if name not in column_of]
        if lacking:
            raise TableError(f"{file}: has no column for the labels {listed(lacking)}")
        wanted, needed = [column_of[name] for name in indicators], set(indicators)
    thresholds = {}
    if isinstance(threshold, Mapping):
        lacking = [name[cut:] for name in wanted if name[cut:] not in threshold]
        wanted_here = [name for name in wanted if name[cut:] in threshold]
        if indicators is not True and lacking:
            raise TableError(f"threshold: has none for {listed(lacking)}")
        wanted, thresholds = wanted_here, threshold
    return [_IndicatorColumn(name, name[cut:], name[cut:] in needed, thresholds.get(name[cut:], threshold)) for name in wanted]
def _check_same_labels(files, sides):
    labels = [[column.label for column in side.columns if column.is_label()] for side in sides]
    for file, some in zip(files, labels, strict=True):
        if not some:
            raise TableError(f"{file.name}: no column holds 0 and 1 alone")
    for place, other in ((0, 1), (1, 0)):
        odd = [name for name in labels[other] if name not in labels[place]]
        if odd:
            raise TableError(f"{files[place].name}: has no column of labels {listed(odd)}, which " f"{files[other].name} has; both sides need the same")
    if any(column.is_outside() for side in sides for column in side.columns):
        warn("threshold: some scores are outside of 0 to 1, and the threshold between them is " "applied to them as they are; logits need a sigmoid first, or threshold=0")


# --- semantic_f1/files/long_annotations.py

def sets_by_item(rows: Iterable[tuple[Any, Any, Collection, bool]], place: Callable[[int], str]) -> tuple[dict, int]:
    sets: dict[Any, dict] = {}
    n_repeated = 0
    for row, (item, who, labels, whole) in enumerate(rows):
        people = sets.setdefault(item, {})
        if who not in people:
            people[who] = (dict.fromkeys(labels), row, whole)
            n_repeated += len(labels) - len(people[who][0])
            continue
        earlier, begun, was_whole = people[who]
        if bool(labels) != bool(earlier):
            raise TableError(f"{place(row)}: {short(who)} chose no label for {short(item)} here or in " f"{place(begun)}, and a label in the other; was it annotated twice?")
        if whole or was_whole:
            if not (whole and was_whole) or set(earlier) != set(labels):
                raise TableError(f"{place(row)}: {short(who)} chose another set for {short(item)} than in " f"{place(begun)}: {short(list(labels))} and {short(list(earlier))}; was it " "annotated twice?")
            n_repeated += 1
            continue
        n_repeated += sum(label in earlier for label in labels)
        earlier.update(dict.fromkeys(labels))
    return sets, n_repeated
def read_long_annotations(path, gold=None, *, annotator, indicators=False, **options: Any) -> Table:
    asked = Asked.of(options)
    check_ids(asked.ids)
    how = asked.how
    gold_path = path if gold is None else gold
    id = asked.id or guess_id(sniff(path, how).columns)
    if id is None:
        raise TableError(f"{file_name(path)}: which column holds the ids? Choose: id=COLUMN")
    if gold is None and not indicators:
        names = columns_of(path, *asked.columns, format=how.format)
    else:
        names = [columns_of(path, asked.predictions, id, format=how.format)[0], None]
        if not indicators:
            names[1] = columns_of(gold_path, id, asked.references, format=how.format)[1]
    ids, predicted = TextColumn(id), SetColumn(names[0], asked.separator)
    who = TextColumn(annotator, "no annotator: the cell is empty")
    if indicators:
        taken = (id, annotator, names[0])
        labels = [name for name in sniff(gold_path, how).columns if name not in taken and not is_id_or_text(name)]
        columns = indicator_columns(file_name(gold_path), labels, indicators, asked.known, None)
        chosen = IndicatorSets(columns)
    else:
        chosen = SetColumn(names[1], asked.separator)
        columns = [chosen]
    if gold is None:
        gold_ids = ids
        filled = gold_filled = fill_columns(path, [ids, who, *columns, predicted], how=how)
    else:
        gold_ids = TextColumn(id)
        filled = fill_columns(path, [ids, predicted], how=how)
        gold_filled = fill_columns(gold, [gold_ids, who, *columns], how=how)
    def place_in(one):
        return lambda row: f"{one.place.file}: {one.unit} {one.lines[row]}"
    first = _first_rows(ids, predicted, place_in(filled), one_file=gold is None)
    def decide(known):
        numbers = integer_meaning([predicted, chosen], asked.ids, known, filled.info)
        rows, n_blank = _choices(gold_ids, who, chosen, numbers, asked, place_in(gold_filled))
        sets, n_repeated = sets_by_item(rows.values(), lambda i: place_in(gold_filled)([*rows][i]))
        kept = _kept(first, sets, asked.missing, filled.place.file)
        predicted_sets = predicted.label_sets(numbers)
        lines = array("q", (filled.lines[first[name]] for name in kept))
        account = _account_of(filled, gold_filled, predicted, names[1] or columns, annotator, id)
        n_without = sum(name not in sets for name in first)
        n_lacking = sum(name not in first for name in sets)
        told = (("id", filled.place.file, n_without, "no annotations"), ("id", gold_filled.place.file, n_lacking, "no predictions"), ("row", gold_filled.place.file, n_blank, "not asked"), ("annotation", gold_filled.place.file, n_repeated, "repeated, counted once"),)
        account = account.with_left_out(*(left_out(*one) for one in told if one[2]))
        if account.join is not None:
            counted = {"both": len(kept), "only_predictions": n_without}
            counted |= {"only_references": n_lacking, "missing": asked.missing}
            account = replace(account, join={**account.join, **counted})
        return Table([predicted_sets[first[name]] for name in kept], [[tuple(labels) for labels, _, _ in sets[name].values()] for name in kept], filled.info, (filled.place._replace(lines=lines),), account, [list(sets[name]) for name in kept], (predicted.name, names[1]), filled.how, decide,)
    return decide(asked.known)
def _first_rows(ids, predicted, place, one_file):
    first: dict[str, int] = {}
    every = predicted.label_sets(None)
    for row, name in enumerate(ids.cells):
        if name not in first:
            first[name] = row
        elif not one_file:
            raise TableError(f"{place(row)}: the id {short(name)} comes twice, first in {place(first[name])}")
        elif {*every[row]} != {*every[first[name]]}:
            raise TableError(f"{place(row)}: column {predicted.name!r}: other predictions for {short(name)} " f"than in {place(first[name])}")
    return first
def _choices(ids, who, chosen, numbers, asked, place):
    rows, n_blank = {}, 0
    is_column = type(chosen) is SetColumn
    label_sets = chosen.label_sets(numbers)
    whole = chosen.are_whole() if is_column else [True] * len(label_sets)
    for row, (name, person, labels) in enumerate(zip(ids.cells, who.cells, label_sets, strict=True)):
        if not labels and is_column:
            if asked.blank is None:
                raise TableError(f'{place(row)}: column {chosen.name!r} is empty; blank="no_label" if the ' 'annotator chose no label, blank="not_asked" to leave such lines out')
            if asked.blank == "not_asked":
                n_blank += 1
                continue
        rows[row] = (name, person, labels, whole[row] or not labels)
    return rows, n_blank
def _kept(first, sets, missing, file):
    lacking = [name for name in sets if name not in first]
    without = [name for name in first if name not in sets]
    for absent, what in ((lacking, "predictions"), (without, "annotations")):
        if absent and missing != "drop":
            raise TableError(f"{len(absent):,} ids have no {what}, the first is {short(absent[0])}; " 'missing="drop" leaves them out')
    kept = [name for name in first if name in sets]
    if not kept:
        raise TableError(f"no id of {file} has annotations")
    return kept
def _account_of(filled, gold_filled, predicted, labels, annotator, id) -> Account:
    column = labels if isinstance(labels, str) else [one.name for one in labels if one.kept]
    sides = {name: side_account(one.place.file, of, "name", len(one.lines), one.part["sha256"]) for name, one, of in (("predictions", filled, predicted.name), ("references", gold_filled, column), ("annotators", gold_filled, annotator),)}
    if filled is gold_filled:
        return Account(sides, None, list(filled.left_out), [filled.part], dict(filled.told))
    parts = [filled.part, gold_filled.part]
    join = {"by": id, "chosen": "name"}
    told = {**filled.told, **gold_filled.told}
    return Account(sides, join, [*filled.left_out, *gold_filled.left_out], parts, told)


# --- semantic_f1/files/points.py

def read_point_sets(path: str | os.PathLike, gold: str | os.PathLike | None = None, **options: Any) -> Table:
    return read_cells(path, gold, _PointColumn, **options)
class _PointColumn:
    def __init__(self, name: str):
        self.name = name
        self.cells: list[list[list[float]]] = []
    def append(self, cell) -> None:
        points = cell
        if type(cell) is str:
            try:
                points = json.loads(cell) if cell.strip() else []
            except (ValueError, RecursionError):
                points = None
        points = [] if cell is None else points
        if type(points) is not list or not all(map(_is_point, points)):
            raise CellError(f"column {self.name!r}: {short(cell)} is no list of points, each a list of finite " "numbers, such as [[0.2, 0.5], [0.1, 0.9]]; one point is [[0.2, 0.5]], none is []")
        self.cells.append([list(map(float, point)) for point in points])
def _is_point(value) -> bool:
    if type(value) is not list or not value or not set(map(type, value)) <= {int, float}:
        return False
    try:
        return all(map(math.isfinite, value))
    except OverflowError:
        return False


# --- semantic_f1/files/reading.py

def read_for(config_name, path, gold=None, *, ids="auto", known=None, account=True, **more):
    found = _read_for(config_name, path, gold, {**more, "ids": ids, "known": known})
    if not account:
        del found["account"]
    return found
def _read_for(config_name, path, gold, options):
    if config_name in ("soft", "points", "graded"):
        del options["ids"], options["known"]
        reader = read_point_sets if config_name == "points" else read_distributions
        return _arguments(reader(path, gold, **options))
    known = options["known"]
    if config_name == "multilabel":
        if known is None:
            raise TableError("labels: gold labels become columns in their order; pass labels=")
        table = read_scores(path, gold, **options)
        return {**_arguments(table), "references": indicator_rows(table, known)}
    if config_name == "annotators":
        table = read_annotator_columns(path, gold, **options)
        both = _arguments(table)
        return both if table.annotators is None else {**both, "annotators": table.annotators}
    predictions = options.pop("predictions", None)
    if isinstance(predictions, (list, tuple)):
        tables = read_system_columns(path, predictions, gold, **options)
        first = next(iter(tables.values()))
        _refuse_undecided(first, options["ids"], known)
        systems = {name: table.predictions for name, table in tables.items()}
        account = account_of_systems({name: table.account for name, table in tables.items()})
        return {"systems": systems, "references": first.references, "account": account}
    table = read_labels(path, gold, predictions=predictions, **options)
    _refuse_undecided(table, options["ids"], known)
    return _arguments(table)
def _arguments(table):
    return {"predictions": table.predictions, "references": table.references, "account": table.account,}
def _refuse_undecided(table, ids, known):
    if ids != "auto" or known is not None:
        return
    sides = (table.predictions, table.references)
    if any(type(member) is int for side in sides for row in side for member in row):
        raise TableError('ids: whole numbers may be names or ids; pass similarity= or labels=, or ids="always" ' 'or "never"')
def indicator_rows(table, names, none_labels=()):
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


# --- semantic_f1/inputs/label_sets.py

BLOCK_ROWS = 65_536
MOST_KEY_LABELS = 32
class LabelSets:
    __slots__ = ("_indices", "_offsets", "keys", "similarity")
    def __init__(self, indices=None, offsets=None, keys=None, similarity=None):
        self._indices, self._offsets = indices, offsets
        self.keys, self.similarity = keys, similarity
    def __reduce__(self):
        return LabelSets, (self._indices, self._offsets, self.keys, self.similarity)
    @property
    def indices(self):
        self._lay_out()
        return self._indices
    @property
    def offsets(self):
        self._lay_out()
        return self._offsets
    @property
    def n(self):
        return len(self._offsets) - 1 if self.keys is None else len(self.keys)
    def rows(self, start, stop):
        keys, similarity = (None if values is None else values[start:stop] for values in (self.keys, self.similarity))
        if self._offsets is None:
            return LabelSets(keys=keys, similarity=similarity)
        offsets = self._offsets[start : stop + 1]
        indices = self._indices[offsets[0] : offsets[-1]]
        return LabelSets(indices, offsets - offsets[0], keys, similarity)
    def scored_by(self, similarity):
        return LabelSets(self._indices, self._offsets, self.keys, similarity)
    def is_within(self, n_labels):
        if self.keys is not None:
            return int(self.keys.max(initial=0)) >> n_labels == 0
        return int(self._indices.max(initial=-1)) < n_labels
    def _lay_out(self):
        if self._offsets is None:
            self._indices, self._offsets = members_of_keys(self.keys)
    def _replace(self, indices=None, offsets=None):
        return LabelSets(self.indices if indices is None else indices, self.offsets if offsets is None else offsets, similarity=self.similarity,)
def row_of(offsets, member):
    return int(np.searchsorted(offsets, member, side="right")) - 1
def slices_of(sizes, most):
    ends = np.cumsum(sizes)
    start = 0
    while start < len(ends):
        limit = (ends[start - 1] if start else 0) + most
        stop = max(start + 1, int(np.searchsorted(ends, limit, side="right")))
        yield slice(start, stop)
        start = stop
def members_of_keys(keys):
    indices, offsets = [np.zeros(0, np.int32)], np.zeros(len(keys) + 1, np.int64)
    for start in range(0, len(keys), BLOCK_ROWS):
        some = keys[start : start + BLOCK_ROWS]
        indices.append((places_of_bits(some) & 31).astype(np.int32))
        offsets[start + 1 : start + len(some) + 1] = sizes_of_keys(some)
    return np.concatenate(indices), np.cumsum(offsets, out=offsets)
def places_of_bits(keys):
    octets = np.ascontiguousarray(keys, "<u4").view(np.uint8)
    return np.flatnonzero(np.unpackbits(octets, bitorder="little").view(bool))
def sizes_of_keys(keys):
    if hasattr(np, "bitwise_count"):
        return np.bitwise_count(keys)
    octets = np.ascontiguousarray(keys).view(np.uint8)
    return np.unpackbits(octets).reshape(-1, 8 * keys.itemsize).sum(axis=1, dtype=np.uint8)
def keys_of_members(indices, offsets):
    bits = np.left_shift(np.uint32(1), np.arange(MOST_KEY_LABELS, dtype=np.uint32))
    return sums_of_members(bits, indices, offsets)
def sums_of_members(values, members, offsets):
    sums = np.empty(len(offsets) - 1, values.dtype)
    for start in range(0, len(sums), BLOCK_ROWS):
        block_offsets = offsets[start : start + BLOCK_ROWS + 1]
        some = values.take(members[block_offsets[0] : block_offsets[-1]])
        total = np.zeros(len(some) + 1, values.dtype)
        np.cumsum(some, out=total[1:])
        total = total.take(block_offsets - block_offsets[0])
        np.subtract(total[1:], total[:-1], out=sums[start : start + BLOCK_ROWS])
    return sums
def keys_of_bits(bits):
    n, width = bits.shape
    keys = np.empty(n, np.uint32)
    octets = np.packbits(np.ascontiguousarray(bits).reshape(-1), bitorder="little")
    packed = np.zeros(len(octets) + 8, np.uint8)
    packed[: len(octets)] = octets
    mask = np.uint32((1 << width) - 1)
    for first in range(min(8, n)):
        octet, shift = divmod(first * width, 8)
        kind = np.dtype("<u4" if shift + width <= 32 else "<u8")
        count = len(range(first, n, 8))
        words = np.ndarray((count,), kind, packed, offset=octet, strides=(width,))
        words = (words >> kind.type(shift)).astype(np.uint32, copy=False)
        keys[first::8] = np.bitwise_and(words, mask, out=words)
    return keys
def take_sets(sets, rows):
    similarity = None if sets.similarity is None else sets.similarity[rows]
    if sets.keys is not None:
        return LabelSets(keys=sets.keys[rows], similarity=similarity)
    members, offsets = members_of_rows(sets, rows)
    return LabelSets(sets.indices[members], offsets, similarity=similarity)
def members_of_rows(sets, rows):
    sizes = np.diff(sets.offsets)[rows]
    offsets = np.concatenate([[0], np.cumsum(sizes)])
    members = np.arange(offsets[-1]) + np.repeat(sets.offsets[rows] - offsets[:-1], sizes)
    return members, offsets
def repeat_sets(sets, times):
    return take_sets(sets, np.repeat(np.arange(len(times)), times))


# --- semantic_f1/inputs/unwrapping.py

EMPTY_SET = "an example without labels is an empty list, []"
def offsets_of(sizes):
    offsets = np.zeros(len(sizes) + 1, dtype=np.int64)
    np.cumsum(sizes, out=offsets[1:])
    return offsets
def unwrap(rows, argument):
    if rows is None or isinstance(rows, (str, bytes, Mapping, set, frozenset)):
        raise ValueError(f"{argument}: expected a sequence with one entry an example; got " f"{type(rows).__name__}{'' if rows is None else ' ' + short(rows)}")
    if isinstance(rows, np.ndarray):
        return plain_array(rows, argument), None
    if isinstance(rows, (list, tuple)):
        return rows, None
    if isinstance(rows, (pa.Array, pa.ChunkedArray)):
        return plain_arrow(rows), None
    if hasattr(rows, "column_name") and hasattr(rows, "source"):
        return _unwrap_column(rows)
    if hasattr(rows, "columns"):
        raise ValueError(f"{argument}: a table of columns has no order of labels to rely on; pass one column, " "or .to_numpy() with the columns in the order of the labels")
    if hasattr(rows, "toarray"):
        raise ValueError(f"{argument}: a sparse matrix must be made an array first: .toarray()")
    if hasattr(rows, "__arrow_c_stream__") and not hasattr(rows, "iloc"):
        return plain_arrow(pa.chunked_array(rows)), None
    kind = getattr(getattr(rows, "dtype", None), "pyarrow_dtype", None)
    if kind is not None and pa.types.is_nested(kind):
        return plain_arrow(getattr(rows, "array", rows).__arrow_array__()), None
    if hasattr(getattr(rows, "dtype", None), "na_value"):
        return rows.tolist(), None
    if hasattr(rows, "__array__"):
        array = plain_array(rows, argument)
        return (array.tolist() if array.dtype == object else array), None
    try:
        return list(rows), None
    except (TypeError, NotImplementedError):
        raise ValueError(f"{argument}: expected a sequence with one entry an example; got " f"{type(rows).__name__} {short(rows)}") from None
def _unwrap_column(column):
    source, name = column.source, column.column_name
    class_names = column_class_names(column)
    plain = getattr(source, "format", None)
    if plain is None or plain.get("type") == "custom":
        return (column[:] if hasattr(column, "__len__") else list(column)), class_names
    return plain_arrow(source.with_format("arrow")[name][:]), class_names
def plain_arrow(array):
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
    return class_names_of_feature(getattr(column, "features", None))
def class_names_of_feature(feature):
    while hasattr(feature, "feature"):
        feature = feature.feature
    return getattr(feature, "names", None)
def plain_array(values, argument):
    if isinstance(values, np.ma.MaskedArray) and np.ma.getmaskarray(values).any():
        raise ValueError(f"{argument}: a masked array hides values; {EMPTY_SET}")
    try:
        array = array_of(values)
    except (TypeError, ValueError, RuntimeError) as error:
        raise ValueError(f"{argument}: could not be read as an array: {error}") from None
    if array.dtype.kind not in "biufOSU" and array.dtype.name == "bfloat16":
        array = array.astype(np.float32)
    if array.dtype.kind in "mMV":
        raise ValueError(f"{argument}: expected names, ids or numbers; got {array.dtype} {short(values)}")
    return array
def array_of(values):
    if isinstance(values, (list, tuple)) and any(hasattr(value, "detach") for value in values):
        values = [array_of(value) for value in values]
    try:
        return np.asarray(values)
    except (TypeError, RuntimeError) as error:
        if not hasattr(values, "detach"):
            raise
        first = error
    for method in ("detach", "cpu", "float"):
        if not hasattr(values, method):
            break
        values = getattr(values, method)()
        try:
            return np.asarray(values)
        except (TypeError, RuntimeError):
            continue
    raise first
def list_offsets(array):
    if hasattr(array, "offsets") and not array.null_count:
        offsets = array.offsets.to_numpy()
        return offsets - offsets[0] if offsets[0] else offsets
    return offsets_of(pc.list_value_length(array).to_numpy(zero_copy_only=False))
def is_arrow_list(kind):
    return (pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind))
def check_no_nulls(array, offsets, argument, what, hint=EMPTY_SET):
    if array.null_count:
        first = np.flatnonzero(array.is_null().to_numpy(zero_copy_only=False))[0]
        row = first if offsets is None else row_of(offsets, first)
        raise ValueError(f"{argument}[{row}]: {what}; {hint}")


# --- semantic_f1/inputs/annotators.py

class RawGoldSets(NamedTuple):
    sets: tuple
    offsets: np.ndarray
    @property
    def kind(self):
        return self.sets.kind
def flatten(rows, argument):
    rows, class_names = unwrap(rows, argument)
    if isinstance(rows, pa.Array) and is_arrow_list(rows.type):
        check_no_nulls(rows, np.arange(len(rows) + 1), argument, "got None")
        offsets = list_offsets(rows)
        _check_annotated(np.diff(offsets), argument)
        sets = plain_arrow(rows.flatten())
        if is_arrow_list(sets.type) or not len(sets):
            return sets, offsets, class_names
        sets = sets.to_pylist()
    elif type(rows) in (list, tuple) and {*map(type, rows)} <= {list, tuple}:
        sizes = np.fromiter(map(len, rows), np.int64, len(rows))
        sets = list(chain.from_iterable(rows))
        _check_annotated(sizes, argument)
        offsets = offsets_of(sizes)
    else:
        sets, sizes = [], []
        for index, row in enumerate(_entries(rows, argument, "list of gold sets an example")):
            gold_sets = _entries(row, f"{argument}[{index}]", "gold set an annotator")
            sets += gold_sets
            sizes.append(len(gold_sets))
        _check_annotated(sizes, argument)
        offsets = offsets_of(sizes)
    bare = tuple(kind for kind in set(map(type, sets)) if issubclass(kind, (str, int, np.integer)))
    if bare:
        first = next(i for i, entry in enumerate(sets) if isinstance(entry, bare))
        label = sets[first].item() if isinstance(sets[first], np.generic) else sets[first]
        message = (f"{argument}[{first}]: a gold set is a list, such as [{short(label)}]; " f"got {short(label)}")
        raise ValueError(locate(message, argument, offsets))
    return sets, offsets, class_names
def _check_annotated(sizes, argument):
    nobody = np.flatnonzero(np.asarray(sizes) == 0)
    if len(nobody):
        raise ValueError(f"{argument}[{nobody[0]}]: no annotator; an example needs one gold set at least " "(an annotator who chose no label has an empty one: [[]])")
def locate(message, argument, offsets):
    def place(match):
        row = int(match[1])
        example = row_of(offsets, row)
        return f"{argument}[{example}][{row - offsets[example]}]"
    return re.sub(rf"^{re.escape(argument)}\[(\d+)\]", place, message)
def read_annotators(ids, offsets):
    rows, sizes = _entries(ids, "annotators", "list of ids an example"), np.diff(offsets)
    if len(rows) != len(sizes):
        raise ValueError(f"annotators: expected one list of ids an example, {len(sizes)}; got {len(rows)}")
    numbers, codes = {}, []
    for index, (row, size) in enumerate(zip(rows, sizes.tolist(), strict=True)):
        where = f"annotators[{index}]"
        ids_of_example = [x.item() if isinstance(x, np.generic) else x for x in _entries(row, where, "id a gold set")]
        if len(ids_of_example) != size:
            raise ValueError(f"{where}: {len(ids_of_example)} ids for {size} gold sets; give one a set")
        for position, name in enumerate(ids_of_example):
            if type(name) not in (str, int):
                raise ValueError(f"{where}: ids are names or whole numbers; got {short(name)}")
            if name in ids_of_example[:position]:
                raise ValueError(f"{where}: {short(name)} comes twice; an annotator has one gold set an example")
        codes += [numbers.setdefault(name, len(numbers)) for name in ids_of_example]
    return list(numbers), np.array(codes, dtype=np.int64)
def _entries(rows, where, entry):
    if hasattr(rows, "to_pylist"):
        return rows.to_pylist()
    unordered = isinstance(rows, (str, bytes, Mapping, set, frozenset)) or hasattr(rows, "columns")
    if unordered or not isinstance(rows, Iterable) or getattr(rows, "ndim", 1) == 0:
        raise ValueError(f"{where}: expected a list with one {entry}; got {short(rows)}")
    return list(rows)


# --- semantic_f1/inputs/named_rows.py

class ColumnNames(NamedTuple):
    names: tuple
    open: bool
def unwrap_named(rows, argument):
    plain, columns = split_names(rows, argument)
    if columns is None:
        plain, columns = split_names(unwrap(plain, argument)[0], argument)
    return plain, columns
def split_names(rows, argument):
    columns = _named_columns(rows)
    if columns is not None:
        names, cells = columns
        _check_column_names(names, argument)
        if not names:
            raise ValueError(f"{argument}: the table has no columns; it needs one a label")
        cells = [_values_of_column(column) for column in cells]
        plain = list(zip(*cells, strict=True))
        if all(isinstance(cell, np.ndarray) and cell.dtype.kind in "biuf" for cell in cells):
            plain = np.stack(cells, axis=1)
        return plain, ColumnNames(tuple(names), False)
    if isinstance(rows, (list, tuple)) and any(isinstance(row, Mapping) for row in rows):
        return _rows_of_mappings(rows, argument)
    return rows, None
def _named_columns(rows):
    if isinstance(rows, pa.ChunkedArray) and pa.types.is_struct(rows.type):
        rows = rows.combine_chunks()
    if isinstance(rows, pa.Array) and pa.types.is_struct(rows.type):
        names = [rows.type.field(place).name for place in range(rows.type.num_fields)]
        return names, rows.flatten()
    if isinstance(rows, pa.Table):
        return rows.column_names, rows.columns
    if hasattr(rows, "column_names") and hasattr(rows, "with_format"):
        return _named_columns(rows.with_format("arrow")[:])
    if hasattr(rows, "columns") and hasattr(rows, "shape") and hasattr(rows, "__getitem__"):
        names = list(rows.columns)
        if len(set(names)) == len(names):
            return names, [rows[name] for name in names]
        return names, []
    return None
def _values_of_column(column):
    if hasattr(column, "to_pylist"):
        return column.to_pylist()
    if getattr(getattr(column, "dtype", None), "kind", "O") in "biuf":
        return np.asarray(column)
    return list(column)
def _rows_of_mappings(rows, argument):
    names = {}
    for index, row in enumerate(rows):
        if not isinstance(row, Mapping):
            raise ValueError(f"{argument}[{index}]: got {type(row).__name__} {short(row)} among mappings of " "labels to values")
        for name in row:
            names.setdefault(name, len(names))
    _check_column_names(list(names), argument)
    plain = [[0] * len(names) for _ in rows]
    for numbers, row in zip(plain, rows, strict=True):
        for name, value in row.items():
            numbers[names[name]] = value
    return plain, ColumnNames(tuple(names), True)
def _check_column_names(names, argument):
    wrong = [name for name in names if not isinstance(name, str)]
    if wrong:
        raise ValueError(f"{argument}: {short(wrong[0])} is no name of a label; columns that have no names are " "given as an array (.to_numpy()), in the order of the labels")
    repeated = [name for place, name in enumerate(names) if name in names[:place]]
    if repeated:
        raise ValueError(f"{argument}: two columns are called {short(repeated[0])}")
def in_order(table, columns, wanted, needed, argument, normalize=False):
    key = fold if normalize else str
    place = {key(name): index for index, name in enumerate(wanted)}
    unknown = [name for name in columns.names if key(name) not in place]
    if unknown:
        raise ValueError(f"{argument}: the column {short(unknown[0])} is none of the labels" f"{suggestion(unknown[0], wanted)}; every column is one of them" f"{'' if normalize else spelling_advice(unknown, wanted)}")
    keys = {key(name) for name in columns.names}
    lacking = [name for name in needed if key(name) not in keys]
    if lacking and not columns.open:
        raise ValueError(f"{argument}: no column is called {listed(lacking)}; each label needs one (0 where it " "is never chosen)")
    result = np.zeros((len(table), len(wanted)))
    for index, name in enumerate(columns.names):
        column = result[:, place[key(name)]]
        both = np.flatnonzero((column != 0) & (table[:, index] != 0))
        if len(both):
            raise ValueError(f"{argument}[{both[0]}]: {short(name)} comes twice, in two spellings of it")
        column += table[:, index]
    return result


# --- semantic_f1/inputs/columns.py

_SET_COLUMN = [("ids", pa.list_(pa.int32())), ("names", pa.list_(pa.string()))]
_INDICATOR_COLUMN = [("width", pa.int32()), ("columns", pa.list_(pa.int32())), ("scores", pa.list_(pa.float64())), ("precision", pa.int8()),]
_DISTRIBUTION_COLUMN = ["values", "single", "names"]
def encode_sets(raw, argument):
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
    n = len(raw.offsets) - 1
    columns = scores = None
    if raw.table is None:
        columns = _lists(pa.array(raw.codes), raw.offsets)
    else:
        flat = pa.array(np.ascontiguousarray(raw.table, dtype=np.float64).reshape(-1))
        scores = _lists(flat, np.arange(n + 1) * raw.width)
    width = pa.array(np.full(n, raw.width, dtype=np.int32))
    precision = pa.array(np.zeros(n, np.int8) if raw.precision is None else raw.precision)
    return _struct(_INDICATOR_COLUMN, n, width=width, columns=columns, scores=scores, precision=precision)
def decode_indicators(array, argument):
    widths = array.field("width").to_numpy()
    width = int(widths[0]) if len(widths) else 0
    wrong = np.flatnonzero(widths != width)
    if len(wrong):
        raise ValueError(f"{argument}[{wrong[0]}]: {widths[wrong[0]]} columns where row 0 has {width}; " "indicator rows have one column a label")
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
def encode_sets_or_scores(raw, argument):
    n = len(raw.offsets) - 1
    if hasattr(raw, "width"):
        array, given = encode_indicators(raw, argument), _INDICATOR_COLUMN
    else:
        array, given = encode_sets(raw, argument), _SET_COLUMN
    children = {name: array.field(name) for name, _ in given}
    children.setdefault("width", pa.array(np.zeros(n, np.int32)))
    children.setdefault("precision", pa.array(np.zeros(n, np.int8)))
    fields = [*_SET_COLUMN, *_INDICATOR_COLUMN]
    return _struct(fields, n, **{name: children.get(name) for name, _ in fields})
def decode_sets_or_scores(array, argument):
    if array.field("width").to_numpy().any():
        return decode_indicators(array, argument)
    return decode_sets(array, argument)
def encode_gold_sets(raw, argument):
    joined = encode_sets(raw.sets._replace(offsets=raw.sets.offsets[raw.offsets]), argument)
    sizes = _lists(pa.array(np.diff(raw.sets.offsets).astype(np.int32)), raw.offsets)
    children = [joined.field("ids"), joined.field("names"), sizes]
    return pa.StructArray.from_arrays(children, ["ids", "names", "sizes"])
def decode_gold_sets(array, argument):
    names, codes, _ = decode_sets(array, argument)
    sizes, offsets = _member_arrays(array.field("sizes"))
    ends = np.cumsum(sizes.to_numpy(), dtype=np.int64)
    return (names, codes, np.concatenate([[0], ends])), offsets
def encode_rows(raw, argument):
    n, width = raw.table.shape
    values = _lists(pa.array(raw.table.reshape(-1)), np.arange(n + 1) * width)
    names = [json.dumps(raw.columns), *[""] * (n - 1)][:n]
    return pa.StructArray.from_arrays([values, pa.array([raw.single] * n, pa.bool_()), pa.array(names, pa.string())], _DISTRIBUTION_COLUMN,)
def decode_rows(array, argument):
    values, offsets = _member_arrays(array.field("values"))
    single = bool(array.field("single")[0].as_py()) if len(array) else False
    texts = array.field("names").to_numpy(zero_copy_only=False)
    begins = np.flatnonzero(texts != "")
    read = [json.loads(text) for text in texts[begins]]
    named = [ColumnNames(tuple(entry[0]), entry[1]) for entry in read if entry is not None]
    if named and len(named) < len(begins):
        raise ValueError(f"{argument}: rows with names in some batches and without in others; use one of them")
    widths = np.diff(offsets)
    if named:
        return _joined_by_name(values.to_numpy(), offsets, begins, named, argument)
    wrong = np.flatnonzero(widths != widths[:1])
    if len(wrong):
        raise ValueError(f"{argument}[{wrong[0]}]: {widths[wrong[0]]} values where row 0 has {widths[0]}; a row " "has one value a label")
    return values.to_numpy().reshape(len(array), -1 if len(values) else 0), single, None
def _joined_by_name(values, offsets, begins, named, argument):
    names = {}
    for columns in named:
        for name in columns.names:
            names.setdefault(name, len(names))
    table = np.zeros((len(offsets) - 1, len(names)))
    for start, stop, columns in zip(begins, [*begins[1:], len(table)], named, strict=True):
        lacking = [name for name in names if name not in columns.names]
        if lacking and not columns.open:
            raise ValueError(f"{argument}[{start}]: this batch has no column {lacking[0]!r}, which others have")
        places = [names[name] for name in columns.names]
        block = values[offsets[start] : offsets[stop]].reshape(stop - start, len(places))
        table[start:stop, places] = block
    return table, False, ColumnNames(tuple(names), all(columns.open for columns in named))
def _lists(members, offsets):
    return pa.ListArray.from_arrays(pa.array(offsets.astype(np.int32)), members)
def _member_arrays(lists):
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


# --- semantic_f1/inputs/number_rows.py

KEY_ROWS = 1 << 15
KEY_OCTETS = 1 << 20
PRECISIONS = ("float64", "float32", "float16", "bfloat16")
PRECISION_OF = {"f8": 0, "f4": 1, "f2": 2}
class RawIndicators:
    def __init__(self, width, codes, offsets, table, precision=None, columns=None):
        self.width, self.table, self.precision = width, table, precision
        self.columns = LabelSets(codes, offsets) if columns is None else columns
    @property
    def kind(self):
        return "rows with a column a label" if self.columns.n else None
    @property
    def codes(self):
        return self.columns.indices
    @property
    def offsets(self):
        return self.columns.offsets
def read_indicators(rows, argument, scores):
    of_all = _precision_of(rows)
    table, precision = _table_and_precision(unwrap(rows, argument)[0], argument)
    n, width = table.shape
    precision = precision if of_all is None else np.full(n, of_all, np.int8)
    keys = _keys_of_rows(table)
    if keys is not None:
        return RawIndicators(width, None, None, None, columns=LabelSets(keys=keys))
    counts = np.zeros(n, dtype=np.int64)
    codes = []
    binary = True
    for start in range(0, n, BLOCK_ROWS):
        block = table[start : start + BLOCK_ROWS]
        numbers_only = block.dtype.kind in "biuf"
        if scores and numbers_only and _all_finite(block):
            binary = binary and not ((block != 0) & (block != 1)).any()
            if not binary:
                continue
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
        empty = np.zeros(0, np.int32), np.zeros(n + 1, np.int64)
        return RawIndicators(width, *empty, table, precision)
    return RawIndicators(width, _concatenate(codes, np.int32), offsets_of(counts), None)
def _all_finite(block):
    with np.errstate(over="ignore", invalid="ignore"):
        return bool(np.isfinite(block.sum()) or np.isfinite(block).all())
def _keys_of_rows(table):
    if not 0 < table.shape[1] <= MOST_KEY_LABELS or table.dtype.kind not in "biuf":
        return None
    if table.dtype.kind == "i":
        table = table.view(table.dtype.str.replace("i", "u"))
    if table.dtype.itemsize > 1 or not table.flags.c_contiguous:
        return keys_of_table(table, _ones)
    keys = np.empty(len(table), np.uint32)
    for start in range(0, len(table), KEY_ROWS):
        block = table[start : start + KEY_ROWS]
        if block.dtype != bool and block.max() > 1:
            return None
        keys[start : start + KEY_ROWS] = keys_of_bits(block.view(bool))
    return keys
def _ones(block, start, out):
    if block.dtype.kind in "bu":
        if block.dtype != bool and block.max() > 1:
            return False
        np.not_equal(block, 0, out=out)
        return True
    np.equal(block, 1, out=out)
    return np.count_nonzero(out) == np.count_nonzero(block)
def keys_of_table(table, mark):
    n, width = table.shape
    keys = np.empty(n, np.uint32)
    bits = np.empty((min(n, KEY_ROWS), width), bool)
    few = max(1, KEY_OCTETS // (width * table.dtype.itemsize))
    for start in range(0, n, KEY_ROWS):
        block_bits = bits[: n - start]
        for first in range(0, len(block_bits), few):
            some = block_bits[first : first + few]
            begin = start + first
            if not mark(table[begin : begin + len(some)], begin, some):
                return None
        keys[start : start + len(block_bits)] = keys_of_bits(block_bits)
    return keys
def read_weights(weights, n=None, some=True):
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
        raise ValueError(f"sample_weight: expected one number an example{'' if n is None else f', {n}'}; " f"got shape {array.shape}")
    wrong = np.flatnonzero(~np.isfinite(array) | (array < 0))
    if len(wrong):
        raise ValueError(f"sample_weight[{wrong[0]}]: weights must be finite and >= 0; got {array[wrong[0]]}")
    if some and not array.any():
        raise ValueError("sample_weight: at least one weight must be above 0; all are 0")
    with np.errstate(over="ignore"):
        if not np.isfinite(array.sum()):
            raise ValueError("sample_weight: the sum of the weights is too large for a float")
    return array
def _precision_of(rows):
    dtype = getattr(rows, "dtype", "")
    if isinstance(dtype, np.dtype) and dtype.kind in "biuf":
        return None
    dtype_name = str(dtype).rpartition(".")[2]
    return PRECISIONS.index(dtype_name) if dtype_name == "bfloat16" else None
def number_table(rows, argument, what="0 and 1, one column a label"):
    return _table_and_precision(rows, argument, what, scores=False)[0]
def _table_and_precision(rows, argument, what="0 and 1, one column a label", scores=True):
    precision = None
    if isinstance(rows, pa.Array):
        rows = _table_from_arrow(rows, argument, what)
    if not isinstance(rows, np.ndarray) or rows.dtype == object:
        rows, precision = _table_from_list(list(rows), argument, what, scores)
    else:
        precision = _precision_of_type(rows.dtype, rows.shape[:1])
    if rows.ndim != 2:
        raise ValueError(f"{argument}: expected rows of {what}; got shape {rows.shape}")
    if rows.dtype.kind not in "biufO":
        _refuse_non_number(rows.reshape(-1).tolist(), rows.shape[1], argument, what)
    return rows, precision
def _table_from_list(given, argument, what, scores):
    rows = [_row(row, f"{argument}[{index}]", what) for index, row in enumerate(given)]
    if not rows:
        return np.zeros((0, 0), dtype=np.int8), None
    sizes = np.fromiter(map(len, rows), dtype=np.int64, count=len(rows))
    flat = list(chain.from_iterable(rows))
    names = [i for i, value in enumerate(flat) if isinstance(value, str)]
    if names and (sizes != sizes[0]).any():
        raise ValueError(f"{argument}[{row_of(offsets_of(sizes), names[0])}]: got " f"{short(flat[names[0]])}: label " "names need the default config")
    _check_widths(sizes, argument)
    width = int(sizes[0])
    if all(type(row) is np.ndarray for row in rows):
        return np.stack(rows), _precision_of_rows(given, rows, argument) if scores else None
    types = set(map(type, flat))
    if not types <= {int, float, bool}:
        flat = [_unboxed(value) for value in flat]
        _refuse_non_number(flat, width, argument, what)
    plain = not scores or (types <= {int, float, bool} and set(map(type, rows)) <= {list, tuple})
    precision = None if plain else _precision_of_rows(given, rows, argument)
    return np.array(flat).reshape(len(rows), width), precision
def _precision_of_type(dtype, n):
    place = PRECISION_OF.get(dtype.str[1:])
    return np.full(n, place, np.int8) if place else None
def _precision_of_rows(given, rows, argument):
    if set(map(type, given)) == {np.ndarray} and len({row.dtype for row in rows}) == 1:
        return _precision_of_type(rows[0].dtype, len(rows))
    precision = np.zeros(len(rows), np.int8)
    for index, (as_given, row) in enumerate(zip(given, rows, strict=True)):
        if type(row) is np.ndarray:
            kinds = {_kind_of(as_given) if _kind_of(as_given) == "bfloat16" else row.dtype.name}
        else:
            kinds = {_kind_of(value) for value in row if value not in (0, 1)}
        kinds = kinds.intersection(PRECISIONS) or {PRECISIONS[0]}
        if len(kinds) > 1:
            raise ValueError(f"{argument}[{index}]: scores of one row are of types {' and '.join(sorted(kinds))}" ", and a threshold is compared in the scores' own type; give the row one type")
        precision[index] = PRECISIONS.index(*kinds)
    return precision if precision.any() else None
def _unboxed(value):
    boxed = hasattr(value, "__array__") and not isinstance(value, np.generic)
    return plain_array(value, "scores")[()] if boxed and np.ndim(value) == 0 else value
def _kind_of(value):
    kind = getattr(value, "dtype", type(value) if type(value) is not float else PRECISIONS[0])
    return str(kind).rpartition(".")[2]
def _row(row, where, what):
    if type(row) is list or type(row) is tuple:
        return row
    if isinstance(row, pa.Scalar):
        values = getattr(row, "values", None)
        plain = row.as_py() if values is None else plain_arrow(values).to_numpy(False)
        return _row(plain, where, what)
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
            raise ValueError(f"{argument}[{index // width}]: column {index % width} is {short(value)}, not a " f"number: a row has {what}{hint}")
def _table_from_arrow(array, argument, what):
    hint = f"a row has {what}"
    check_no_nulls(array, None, argument, "got None", hint)
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
        raise ValueError(f"{argument}[{wrong[0]}]: {sizes[wrong[0]]} columns where row 0 has {sizes[0]}; " "rows have one column a label")
def _check_scores(block, flat, other, start, argument, scores):
    width = block.shape[1]
    bad = other[~np.isfinite(flat[other].astype(np.float64))] if scores else other
    if len(bad):
        rule = "scores must be finite" if scores else "indicator rows hold 0 and 1"
        raise ValueError(f"{argument}[{start + bad[0] // width}]: column {bad[0] % width} is " f"{short(np.asarray(flat[bad[0]]).item())}; {rule}")
def _concatenate(parts, dtype):
    return np.concatenate(parts) if parts else np.zeros(0, dtype=dtype)


# --- semantic_f1/inputs/distributions.py

TOLERANCE = 1e-6
ROUNDED_SUM = 0.02
class RawRows(NamedTuple):
    table: np.ndarray
    single: bool
    columns: ColumnNames | None = None
    @property
    def kind(self):
        if not len(self.table):
            return None
        if self.columns is not None:
            return "rows with names"
        return "single numbers" if self.single else "rows"
def read_rows(rows, argument):
    rows, columns = unwrap_named(rows, argument)
    numbers = None if columns else _single_numbers(rows, argument)
    single = numbers is not None
    if single:
        table = numbers.reshape(-1, 1)
    else:
        table = _floats(number_table(rows, argument, "numbers, one value a label"))
    if not single and columns is None and table.shape[1] == 1:
        raise ValueError(f"{argument}[0]: a row of one value says nothing; a row has one value a label, and a " "number without a row is the probability of the second of two labels")
    wrong = ~(np.isfinite(table) & (table >= 0))
    _refuse(wrong, table, argument, "probabilities and counts are finite and not negative")
    return RawRows(table, single, columns)
def rows_by_name(raws, names, widths, arguments, normalize=False):
    named = [raw.columns is not None for raw in raws]
    if not any(named):
        return list(raws)
    wanted, needed = names, names
    if names is None:
        if not all(named):
            with_names, without_names = (arguments[named.index(which)] for which in (True, False))
            raise ValueError(f"{with_names}: rows name their labels, and those of {without_names} don't; pass " "labels=[...], the order of their columns")
        first = {}
        for name in (*raws[0].columns.names, *raws[1].columns.names):
            first.setdefault(fold(name) if normalize else name, name)
        wanted = needed = list(first.values())
    elif all(named):
        needed = names[: min(widths)]
    else:
        width = next(raw.table.shape[1] for raw in raws if raw.columns is None and not raw.single)
        wanted = needed = names[:width] if width in widths else names
    return [raw if raw.columns is None else RawRows(in_order(raw.table, raw.columns, wanted, needed, argument, normalize), single=False) for raw, argument in zip(raws, arguments, strict=True)]
def resolve_rows(raw, argument, m=None, *, normalize_counts=False):
    table = raw.table
    if raw.single:
        return _binary(table, argument, m, normalize_counts)
    n, width = table.shape
    if not n:
        return np.zeros((0, width if m is None else m))
    if m not in (None, width):
        raise ValueError(f"{argument}[0]: {width} values for {m} labels; a row has one value a label")
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
    if (table == np.floor(table)).all():
        return "these look like counts: pass normalize_counts=True"
    if (np.abs(sums - 1) <= ROUNDED_SUM).all():
        return ("these look rounded (as float16, or to a few decimals): divide each row by its sum, " "or pass normalize_counts=True, which does")
    if table.max() <= 1:
        return ("these look like one share or probability a label, each by itself: such rows are no " 'distributions; the "graded" config takes them as they are, "multilabel" takes them ' "with threshold=")
    return "for counts and other weights pass normalize_counts=True"
def _floats(table):
    if table.dtype == object:
        return np.array(list(map(_probability, table.reshape(-1)))).reshape(table.shape)
    return table.astype(np.float64)
def _binary(numbers, argument, m, normalize_counts):
    if normalize_counts or m not in (None, 2):
        needed = "counts" if normalize_counts else f"{m} labels"
        raise ValueError(f"{argument}: got single numbers; {needed} need a row an example, one value a label")
    rule = "a single number is the probability of the second of two labels, from 0 to 1"
    _refuse(numbers > 1, numbers, argument, rule)
    return np.hstack([1 - numbers, numbers])
def _refuse(wrong, table, argument, rule):
    if wrong.any():
        row, column = np.argwhere(wrong)[0]
        where = f"column {column} is " if table.shape[1] > 1 else "got "
        raise ValueError(f"{argument}[{row}]: {where}{float(table[row, column])!r}; {rule}")
def _single_numbers(rows, argument):
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
            raise ValueError(f"{argument}[{index}]: got {short(row)} among single numbers such as {numbers[0]!r}")
    return np.array(list(map(_probability, numbers)))
def _undimensioned(value):
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
    table: np.ndarray
    columns: ColumnNames | None = None
    @property
    def single(self):
        return False
    @property
    def kind(self):
        if not len(self.table):
            return None
        return "rows" if self.columns is None else "rows with names"
class GradedRows(NamedTuple):
    table: np.ndarray
    @property
    def offsets(self):
        return np.arange(len(self.table) + 1)
    def rows(self, start, stop):
        return GradedRows(self.table[start:stop])
def read_grades(rows, argument):
    plain, columns = unwrap_named(rows, argument)
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
        which = column if columns is None else short(columns.names[column])
        raise ValueError(f"{argument}[{row}]: column {which} is {short(value)}; {advice}")
    return RawGrades(table, columns)
def graded_rows(raw, argument, names, normalize=False):
    if raw.columns is not None:
        return GradedRows(in_order(raw.table, raw.columns, names, names, argument, normalize))
    n, width = raw.table.shape
    if n and width != len(names):
        raise ValueError(f"{argument}: rows have {width} columns, and there are {len(names)} labels: " f"{short(list(names))}; names that mean no label have a column of their own (pass " "none_labels=[] where rows have none)")
    return GradedRows(raw.table if n else np.zeros((0, len(names))))


# --- semantic_f1/inputs/points.py

_NESTING = ("an example is a set of points, each a list of numbers: one point is [[0.2, 0.5]], two are " "[[0.2, 0.5], [0.1, 0.9]], none is []")
class PointSets(NamedTuple):
    points: np.ndarray
    offsets: np.ndarray
    @property
    def n(self):
        return len(self.offsets) - 1
    @property
    def indices(self):
        return np.zeros(len(self.points), np.int32)
    @property
    def kind(self):
        return f"points of {self.points.shape[1]} dimensions" if len(self.points) else None
    def rows(self, start, stop):
        offsets = self.offsets[start : stop + 1]
        return PointSets(self.points[offsets[0] : offsets[-1]], offsets - offsets[0])
def read_points(rows, argument):
    rows, _ = unwrap(rows, argument)
    if isinstance(rows, (pa.Array, pa.ChunkedArray)):
        sets = _points_of_arrow(rows, argument)
    elif isinstance(rows, np.ndarray) and rows.dtype.kind in "biuf":
        sets = _points_of_array(rows, argument)
    else:
        sets = _points_of_list(list(rows), argument)
    wrong = np.flatnonzero(~np.isfinite(sets.points).all(axis=1))
    if len(wrong):
        row = row_of(sets.offsets, wrong[0])
        raise ValueError(f"{argument}[{row}]: point {short(sets.points[wrong[0]].tolist())}: numbers must be " "finite")
    return _without_repeats(sets)
def match_dimensions(predictions, references):
    d = {sets.points.shape[1] for sets in (predictions, references) if len(sets.points)}
    if len(d) > 1:
        dimensions = predictions.points.shape[1], references.points.shape[1]
        raise ValueError(f"predictions and references: points must have as many dimensions on both sides; got " f"{dimensions[0]} and {dimensions[1]}")
    (width,) = d or {1}
    return [sets if len(sets.points) else sets._replace(points=np.zeros((0, width))) for sets in (predictions, references)]
def refuse_points(sets, wrong, rule, argument):
    if wrong is not None and wrong.any():
        first = int(np.flatnonzero(wrong)[0])
        raise ValueError(f"{argument}[{row_of(sets.offsets, first)}]: point " f"{short(sets.points[first].tolist())}: {rule}")
def encode_points(raw, argument):
    d = raw.points.shape[1]
    flat = pa.array(raw.points.reshape(-1))
    ends = pa.array(np.arange(len(raw.points) + 1, dtype=np.int32) * np.int32(d))
    points = pa.ListArray.from_arrays(ends, flat)
    sets = pa.ListArray.from_arrays(pa.array(raw.offsets.astype(np.int32)), points)
    return pa.StructArray.from_arrays([sets], ["points"])
def decode_points(array, argument):
    return _points_of_arrow(array.field("points"), argument)
def _points_of_array(array, argument):
    if array.ndim == 2:
        return PointSets(array.astype(np.float64), np.arange(len(array) + 1))
    if array.ndim != 3:
        raise ValueError(f"{argument}: expected an array of shape (examples, points, dimensions) or (examples, " f"dimensions); got shape {array.shape}; {_NESTING}")
    n, k, d = array.shape
    flat = array.astype(np.float64).reshape(n * k, d)
    missing = np.isnan(flat)
    absent = missing.all(axis=1)
    partly = np.flatnonzero(missing.any(axis=1) & ~absent)
    if len(partly):
        raise ValueError(f"{argument}[{partly[0] // k}]: point {short(flat[partly[0]].tolist())}: a row of NaN " "stands for no point; some of its numbers are missing")
    return PointSets(flat[~absent], offsets_of((~absent).reshape(n, k).sum(axis=1)))
def _points_of_list(rows, argument):
    sizes, points = np.empty(len(rows), np.int64), []
    for index, row in enumerate(rows):
        points_of_row = _points_of_example(row, f"{argument}[{index}]")
        sizes[index] = len(points_of_row)
        points += points_of_row
    if not points:
        return PointSets(np.zeros((0, 1)), offsets_of(sizes))
    offsets = offsets_of(sizes)
    lengths = np.fromiter(map(len, points), np.int64, len(points))
    other = np.flatnonzero((lengths != lengths[0]) | (lengths == 0))
    if len(other):
        row = row_of(offsets, other[0])
        raise ValueError(f"{argument}[{row}]: a point of {lengths[other[0]]} numbers where the first has " f"{lengths[0]}; all points have as many dimensions, one at least")
    flat = list(chain.from_iterable(points))
    if not set(map(type, flat)) <= {float, int}:
        for place, value in enumerate(flat):
            if not isinstance(value, (float, int, np.number)) or isinstance(value, bool):
                row = row_of(offsets, place // lengths[0])
                raise ValueError(f"{argument}[{row}]: {short(value)} is no number; {_NESTING}")
    try:
        table = np.array(flat, np.float64)
    except OverflowError:
        table = np.array([min(max(x, -1e308), 1e308) for x in flat]) * np.inf
    return PointSets(table.reshape(len(points), -1), offsets)
def _points_of_example(row, where):
    if isinstance(row, pa.Scalar):
        row = row.as_py()
    if hasattr(row, "__array__"):
        row = plain_array(row, where)
        if row.ndim != 2 and row.size:
            raise ValueError(f"{where}: got an array of shape {row.shape}; {_NESTING}")
        row = row.tolist()
    if row is None or isinstance(row, (str, bytes, dict)) or not hasattr(row, "__iter__"):
        raise ValueError(f"{where}: got {short(row)}; {_NESTING}")
    points = [plain_array(point, where).tolist() if hasattr(point, "__array__") else point for point in row]
    wrong = [point for point in points if not isinstance(point, (list, tuple))]
    if wrong:
        raise ValueError(f"{where}: {short(wrong[0])} stands where a point must; {_NESTING}")
    return points
def _points_of_arrow(array, argument):
    if isinstance(array, pa.ChunkedArray):
        array = pa.concat_arrays(array.chunks) if array.num_chunks else pa.array([], array.type)
    array = plain_arrow(array)
    check_no_nulls(array, np.arange(len(array) + 1), argument, "got None")
    if not is_arrow_list(array.type):
        return _points_of_list(array.to_pylist(), argument)
    offsets = list_offsets(array)
    points = plain_arrow(array.flatten())
    check_no_nulls(points, offsets, argument, "a point is None")
    if not is_arrow_list(points.type):
        if len(points):
            raise ValueError(f"{argument}[0]: got a column of lists of numbers; {_NESTING}")
        return PointSets(np.zeros((0, 1)), offsets)
    lengths = pc.list_value_length(points).to_numpy(zero_copy_only=False)
    other = np.flatnonzero((lengths != lengths[:1]) | (lengths == 0))
    flat = points.flatten()
    numbers = pa.types.is_floating(flat.type) or pa.types.is_integer(flat.type)
    if len(other) or flat.null_count or not numbers:
        return _points_of_list(array.to_pylist(), argument)
    d = int(lengths[0]) if len(lengths) else 1
    table = flat.to_numpy(zero_copy_only=False).astype(np.float64).reshape(len(points), d)
    return PointSets(table, offsets)
def _without_repeats(sets):
    points = sets.points + 0.0
    if len(points) < 2:
        return PointSets(points, sets.offsets)
    rows = np.repeat(np.arange(sets.n), np.diff(sets.offsets))
    order = np.lexsort((points[:, 0], rows))
    first = points[order, 0]
    alike = (rows[order[1:]] == rows[order[:-1]]) & (first[1:] == first[:-1])
    if not alike.any():
        return PointSets(points, sets.offsets)
    some = np.flatnonzero(np.isin(rows, rows[order[1:][alike]]))
    octets = np.ascontiguousarray(np.column_stack([rows[some], points[some]]))
    _, first_of_each = np.unique(octets.view(np.dtype((np.void, octets.itemsize * octets.shape[1]))).reshape(-1), return_index=True,)
    kept = np.ones(len(points), bool)
    kept[some] = False
    kept[some[first_of_each]] = True
    return PointSets(points[kept], offsets_of(np.bincount(rows[kept], minlength=sets.n)))


# --- semantic_f1/inputs/reading.py

MAX_ID = np.iinfo(np.int32).max
FEWEST_NAMED_ROWS = 1 << 13
PROBED_NAMES = 1 << 9
_COLLECTIONS = {list, tuple, set, frozenset}
class RawSets:
    __slots__ = ("_codes", "_offsets", "distinct", "feature", "names")
    def __init__(self, names, codes=None, offsets=None, feature=None, distinct=None):
        self.names, self.feature, self.distinct = names, feature, distinct
        self._codes, self._offsets = codes, offsets
    @property
    def codes(self):
        self._lay_out()
        return self._codes
    @property
    def offsets(self):
        self._lay_out()
        return self._offsets
    @property
    def n(self):
        return len(self._offsets) - 1 if self.distinct is None else len(self.distinct[2])
    @property
    def kind(self):
        codes = self._codes if self.distinct is None else self.distinct[0]
        return None if not len(codes) else "ids" if self.names is None else "names"
    def _lay_out(self):
        if self._offsets is None:
            codes, offsets, rows = self.distinct
            places, laid_out = members_of_rows(LabelSets(codes, offsets), rows)
            self._codes = codes.take(places)
            self._offsets = laid_out
    def _replace(self, **changes):
        attributes = {name: getattr(self, name) for name in ("names", "codes", "offsets", "feature")}
        return RawSets(**{**attributes, **changes})
def read_sets(rows, argument, class_names=None):
    rows, own_names = unwrap(_whole_floats(rows), argument)
    class_names = class_names if own_names is None else own_names
    if isinstance(rows, (pa.Array, pa.ChunkedArray)):
        raw = _sets_from_arrow(rows, argument)
    elif isinstance(rows, np.ndarray):
        raw = _sets_from_array(rows, argument)
    else:
        raw = _sets_from_list(rows, argument)
    if raw.names is None and not _within(raw.codes, 0, MAX_ID):
        wrong = np.flatnonzero((raw.codes < 0) | (raw.codes > MAX_ID))
        row = row_of(raw.offsets, wrong[0])
        raise ValueError(f"{argument}[{row}]: id {raw.codes[wrong[0]]} is out of range; ids count from 0")
    if class_names is None:
        return raw
    return by_feature(raw._replace(feature=tuple(class_names)), class_names, argument)
def _within(values, least, greatest):
    return not len(values) or (values.min() >= least and values.max() <= greatest)
def read_sets_or_scores(rows, argument):
    plain, class_names = unwrap(rows, argument)
    if not hasattr(rows, "dtype"):
        rows = plain
    if hold_scores(plain):
        return read_indicators(rows, argument, scores=True)
    return read_sets(rows, argument, class_names)
def hold_scores(rows):
    if isinstance(rows, (pa.Array, pa.ChunkedArray)):
        kind = rows.type.value_type if is_arrow_list(rows.type) else None
        return kind is not None and (pa.types.is_floating(kind) or pa.types.is_boolean(kind))
    dtype_name = str(getattr(rows, "dtype", "object")).rpartition(".")[2]
    if dtype_name != "object":
        return getattr(rows, "ndim", 0) > 1 and dtype_name in (*PRECISIONS, "bool")
    first = next((row for row in rows if hasattr(row, "__len__") and len(row)), None)
    if first is None or isinstance(first, (str, bytes, Mapping, set, frozenset)):
        return False
    if isinstance(first, pa.Scalar):
        return hold_scores(pa.array([first.as_py()], first.type))
    dtype_name = str(getattr(first, "dtype", "object")).rpartition(".")[2].lower()
    if dtype_name != "object":
        return dtype_name in (*PRECISIONS, "bool", "boolean")
    value = next(iter(first))
    if hasattr(value, "dtype"):
        return str(value.dtype).rpartition(".")[2] in (*PRECISIONS, "bool")
    return isinstance(value, (bool, float))
def _whole_floats(rows):
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
        sets = _sets_by_distinct_rows(rows, argument)
        if sets is not None:
            return sets
        sizes = np.fromiter(map(len, rows), dtype=np.int64, count=len(rows))
        return _sets_from_members(list(chain.from_iterable(rows)), offsets_of(sizes), argument)
    if types in ({str}, {int}):
        return _sets_from_members(list(rows), np.arange(len(rows) + 1), argument)
    rows = [_members(row, f"{argument}[{index}]") for index, row in enumerate(rows)]
    return _sets_from_list(rows, argument)
def _sets_by_distinct_rows(rows, argument):
    if len(rows) < FEWEST_NAMED_ROWS:
        return None
    try:
        some = rows[:: -(-len(rows) // PROBED_NAMES)]
        probed = set(map(tuple, some))
        if 2 * len(probed) > len(some) or not _all_text(probed):
            return None
        numbers = _Numbering()
        of_row = np.fromiter(map(numbers.__getitem__, map(tuple, rows)), np.int32, len(rows))
    except TypeError:
        return None
    if not _all_text(numbers):
        return None
    sizes = np.fromiter(map(len, numbers), np.int64, len(numbers))
    members = list(chain.from_iterable(numbers))
    distinct = _sets_from_members(members, offsets_of(sizes), argument)
    return RawSets(distinct.names, distinct=(distinct.codes, distinct.offsets, of_row))
def _all_text(rows):
    return set(map(type, chain.from_iterable(rows))) <= {str}
def _members(row, where):
    if isinstance(row, pa.Scalar):
        row = row.as_py()
    if type(row) in _COLLECTIONS:
        return list(row)
    if row is None:
        raise ValueError(f"{where}: got None; {EMPTY_SET}")
    if isinstance(row, (bytes, Mapping)):
        raise ValueError(f"{where}: expected a name, an id or a collection of them; " f"got {type(row).__name__} {short(row)}")
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
            raise ValueError(f"{argument}[{row_of(offsets, wrong)}]: id {members[wrong]} is out of range") from None
    for index, member in enumerate(members):
        if type(member) is not str and _is_missing(member):
            raise ValueError(f"{argument}[{row_of(offsets, index)}]: got a missing value, {short(member)}; " f"{EMPTY_SET}")
    plain = [_member(m, offsets, i, argument) for i, m in enumerate(members)]
    kinds = list(map(type, plain))
    if len(set(kinds)) > 1:
        other = next(i for i, kind in enumerate(kinds) if kind is not kinds[0])
        raise ValueError(f"{argument}[{row_of(offsets, other)}]: {short(plain[other])} among " f"{'names' if kinds[0] is str else 'ids'} such as {short(plain[0])} " f"(row {row_of(offsets, 0)}): use names everywhere or ids everywhere")
    return _sets_from_members(plain, offsets, argument)
class _Numbering(dict):
    def __missing__(self, key):
        number = self[key] = len(self)
        return number
def _member(member, offsets, index, argument):
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
        raise ValueError(f"{where}: {short(member)} is neither a name nor an id; {SCORES_NEED_MULTILABEL}")
    if member is None:
        raise ValueError(f"{where}: a member is None; {EMPTY_SET}")
    if isinstance(member, int):
        return int(member)
    nested = isinstance(member, (list, tuple, set, frozenset, np.ndarray))
    raise ValueError(f"{where}: members must be names or ids; got {type(member).__name__} {short(member)}" f"{'; ' + SETS_NEED_ANNOTATORS if nested else ''}")
def _is_missing(member):
    try:
        return bool(member != member)
    except (TypeError, ValueError):
        return np.ndim(member) == 0
def _sets_from_array(array, argument):
    if array.ndim not in (1, 2):
        raise ValueError(f"{argument}: expected one or two dimensions (examples, members); " f"got shape {array.shape}{'; ' + SETS_NEED_ANNOTATORS if array.ndim == 3 else ''}")
    if array.dtype.kind in "iu":
        width = 1 if array.ndim == 1 else array.shape[1]
        offsets = np.arange(len(array) + 1, dtype=np.int64) * width
        flat = array.reshape(-1)
        huge = np.flatnonzero(flat > MAX_ID) if flat.dtype == np.uint64 else ()
        if len(huge):
            row = row_of(offsets, huge[0])
            raise ValueError(f"{argument}[{row}]: id {flat[huge[0]]} is out of range")
        small = flat.dtype == np.int32
        return RawSets(None, flat if small else flat.astype(np.int64), offsets)
    return _sets_from_list(array.tolist(), argument)
def _sets_from_arrow(array, argument):
    array = _without_hidden_nulls(array)
    check_no_nulls(array, None, argument, "got None")
    if is_arrow_list(array.type):
        offsets = list_offsets(array)
        array = _without_hidden_nulls(plain_arrow(array.flatten()))
        check_no_nulls(array, offsets, argument, "a member is None")
    else:
        offsets = np.arange(len(array) + 1)
    kind = array.type.value_type if pa.types.is_dictionary(array.type) else array.type
    if pa.types.is_integer(kind) and not pa.types.is_dictionary(array.type):
        return _sets_from_array(array.to_numpy(zero_copy_only=False), argument)._replace(offsets=offsets)
    if pa.types.is_string(kind) or pa.types.is_large_string(kind):
        encoded = array if pa.types.is_dictionary(array.type) else array.dictionary_encode()
        codes = encoded.indices.to_numpy(zero_copy_only=False)
        return RawSets(encoded.dictionary.to_pylist(), codes, offsets)
    return _sets_from_members(array.to_pylist(), offsets, argument)
def _without_hidden_nulls(array):
    hidden = pa.types.is_dictionary(array.type) and array.dictionary.null_count
    return array.cast(array.type.value_type) if hidden else array
def by_feature(raw, class_names, argument):
    if raw.kind != "ids":
        return raw
    wrong = np.flatnonzero(raw.codes >= len(class_names))
    if len(wrong):
        raise ValueError(f"{argument}[{row_of(raw.offsets, wrong[0])}]: id {raw.codes[wrong[0]]} is out of " f"range; the ClassLabel that says what ids mean has {len(class_names)} names")
    return raw._replace(names=list(class_names))


# --- semantic_f1/inputs/universe.py

NONE_CODE = -1
class Universe(NamedTuple):
    labels: tuple
    names: tuple
    widths: tuple
    codes: dict
    normalize: bool
    ordered: bool = True
    numbered: bool = False
    absent: dict = {}
    refused: dict = {}
    table: np.ndarray | None = None
class NumberedNames(tuple):
    __slots__ = ()
class Changes(NamedTuple):
    none_beside: int = 0
    unknown: tuple = ()
    with_unknown: int = 0
    emptied: int = 0
def universe(labels, similarity_labels, none_labels, *, prefix_widths=(), normalize=False, ordered=True, absent=None, refused=None,):
    key = fold if normalize else str
    none = set(map(key, none_labels))
    if labels is None:
        known_keys = set(map(key, similarity_labels))
        appended = tuple(name for name in none_labels if key(name) not in known_keys)
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
    codes.update(dict.fromkeys(none, NONE_CODE))
    known = [{key(name): why for name, why in (group or {}).items() if key(name) not in codes} for group in (absent, refused)]
    ordered, numbered = ordered or labels is not None, isinstance(labels, NumberedNames)
    widths = tuple(sorted(widths))
    table = np.fromiter((codes[key(name)] for name in names), np.int32, len(names))
    return Universe(scored, names, widths, codes, normalize, ordered, numbered, *known, table)
def _check_collisions(names):
    spelled = {}
    for name in names:
        other = spelled.setdefault(fold(name), name)
        if other != name:
            raise ValueError(f"normalize_names: {short(other)} and {short(name)} become one " f"name, {short(fold(name))}; " "rename one of them or leave normalize_names off")
def key_of(space, name):
    return fold(name) if space.normalize else name
def check_names(labels, argument, empty=False):
    if isinstance(labels, str) or not hasattr(labels, "__iter__"):
        raise ValueError(f"{argument}: expected a list of names; got {short(labels)}")
    kind = NumberedNames if isinstance(labels, NumberedNames) else tuple
    labels = tuple(labels)
    for index, label in enumerate(labels):
        if not isinstance(label, str) or not label.strip():
            raise ValueError(f"{argument}: every name must be a non-empty string; position " f"{index} is {short(label)}")
        try:
            label.encode()
        except UnicodeEncodeError:
            raise ValueError(f"{argument}: position {index}, {short(label)}, is not valid Unicode text") from None
    repeated = sorted(label for label, times in Counter(labels).items() if times > 1)
    if repeated:
        raise ValueError(f"{argument}: names must be distinct; {quote(repeated)} is repeated")
    if not labels and not empty:
        raise ValueError(f"{argument}: at least one name is needed; got none")
    return kind(str.__str__(label) for label in labels)


# --- semantic_f1/inputs/resolving.py

KEYED_MEMBERS = 1 << 12
_IGNORED = -2
def resolve_sets(raw, space, argument, *, unknown_labels="raise", suggest=lambda name, known: "", instead=LOAD_MULTILABEL,):
    if raw.distinct is not None:
        resolved = _keys_of_numbered(raw, space)
        if resolved is not None:
            return resolved, Changes()
    names, codes, offsets = raw.names, raw.codes, raw.offsets
    if names is None:
        table = space.table
        wrong = np.flatnonzero(codes >= len(table))
        refuse_indicators(codes, offsets, space.widths, argument, instead)
        if len(codes) and not space.ordered:
            raise ValueError(f"{argument}[{row_of(offsets, 0)}]: got the id {codes[0]}, and nothing says whose " f"ids these are: {NAMES_OF_IDS}")
        _refuse_numbers_that_are_names(codes, offsets, space, argument)
        if len(wrong):
            raise ValueError(f"{argument}[{row_of(offsets, wrong[0])}]: id {codes[wrong[0]]} is out of range; " f"there are {len(table)} labels, so ids run from 0 to {len(table) - 1}")
        unknown = np.zeros(0, dtype=np.int64)
    else:
        table, unknown = _code_names(names, codes, space, unknown_labels)
        if space.refused and len(unknown):
            _refuse_ambiguous(names, codes, offsets, unknown, space, argument)
        if len(unknown) and unknown_labels == "raise":
            _raise_unknown(names, codes, offsets, unknown, space, argument, suggest)
    if not len(unknown) and len(codes) >= KEYED_MEMBERS and len(space.labels) <= MOST_KEY_LABELS:
        resolved = _keyed_sets(table, codes, offsets)
        if resolved is not None:
            return resolved
    indices, kept_offsets, changes = _keep(table[codes], offsets)
    if len(unknown):
        is_unknown = np.zeros(len(names), dtype=bool)
        is_unknown[unknown] = True
        rows = np.searchsorted(offsets, np.flatnonzero(is_unknown[codes]), side="right")
        changes = changes._replace(unknown=tuple(names[i] for i in unknown), with_unknown=len(np.unique(rows)))
    return LabelSets(indices, kept_offsets), changes
def resolve_indicators(raw, space, argument, *, threshold=None):
    width, columns, table = raw.width, raw.columns, raw.table
    if columns.n and width not in space.widths:
        raise ValueError(f"{argument}: rows have {width} columns; the labels need " f"{' or '.join(map(str, space.widths))}")
    if threshold is None:
        if table is not None:
            _raise_scores(table, argument)
    else:
        columns = _apply_threshold(raw, threshold)
    to_label = space.table[:width]
    if columns.keys is not None:
        resolved = _sets_by_key(columns.keys, to_label)
        if resolved is not None:
            return resolved
    offsets = columns.offsets
    members = to_label[columns.indices]
    if members.min(initial=0) >= 0:
        return LabelSets(members, offsets), Changes()
    indices, offsets, changes = _keep(members, offsets)
    return LabelSets(indices, offsets), changes
def _sets_by_key(keys, to_label):
    n_labels = int((to_label >= 0).sum())
    if not np.array_equal(to_label[:n_labels], np.arange(n_labels)):
        return None
    if n_labels == len(to_label):
        return LabelSets(keys=keys), Changes()
    kept = keys & np.uint32((1 << n_labels) - 1)
    beside = int(((kept != keys) & (kept != 0)).sum())
    return LabelSets(keys=kept), Changes(none_beside=beside)
def _code_names(names, codes, space, unknown_labels):
    table = np.empty(len(names), dtype=np.int32)
    unknown = []
    extra = {}
    occurrences = None
    for position, name in enumerate(names):
        key = key_of(space, name)
        code = space.codes.get(key)
        if code is None:
            if occurrences is None:
                occurrences = np.bincount(codes, minlength=len(names))
            if occurrences[position]:
                unknown.append(position)
            code = _IGNORED
            if unknown_labels == "mismatch":
                code = extra.setdefault(key, len(space.labels) + len(extra))
        table[position] = code
    return table, np.array(unknown, dtype=np.int64)
def _keys_of_numbered(raw, space):
    if len(space.labels) > MOST_KEY_LABELS:
        return None
    codes, offsets, rows = raw.distinct
    table, unknown = _code_names(raw.names, codes, space, "raise")
    keyed = None if len(unknown) else _keyed_sets(table, codes, offsets)
    if keyed is None or keyed[1] != Changes():
        return None
    return LabelSets(keys=keyed[0].keys.take(rows))
def _keyed_sets(table, codes, offsets):
    places = np.where(table < 0, MOST_KEY_LABELS, table)
    has_none = len(table) > 0 and places.max() == MOST_KEY_LABELS
    kind = np.uint64 if has_none else np.uint32
    sums = sums_of_members(np.left_shift(kind(1), places.astype(kind)), codes, offsets)
    keys, n_none, beside = sums.astype(np.uint32, copy=False), 0, 0
    if has_none:
        with_none = sums > keys
        n_none = int(np.count_nonzero(table.take(codes) < 0))
        beside = int(np.count_nonzero(with_none & (keys != 0)))
    if int(sizes_of_keys(keys).sum()) + n_none != len(codes):
        return None
    return LabelSets(keys=keys), Changes(none_beside=beside)
def _keep(members, offsets):
    sizes = np.diff(offsets)
    rows = np.repeat(np.arange(len(sizes), dtype=np.int64), sizes)
    kept = members >= 0
    beside = emptied = 0
    if not kept.all():
        n = len(sizes)
        some_kept = np.bincount(rows[kept], minlength=n) > 0
        some_none = np.bincount(rows[members == NONE_CODE], minlength=n) > 0
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
    if space.numbered:
        return
    within = ids[ids < len(space.names)]
    few = len(space.names) <= len(within)
    for code in (np.flatnonzero(np.bincount(within)) if few else np.unique(within)).tolist():
        as_text = str(code)
        if as_text in space.codes and key_of(space, space.names[code]) != as_text:
            member = int(np.flatnonzero(ids == code)[0])
            raise ValueError(f"{argument}[{row_of(offsets, member)}]: {code} may be the label " f"{short(as_text)} or the " f"id of {short(space.names[code])}: give names as text, " f"{short(as_text)}; for ids pass labels= " "with their numbers, a ClassLabel or {name: id}")
def refuse_indicators(ids, offsets, widths, argument, instead=LOAD_MULTILABEL):
    n = len(offsets) - 1
    if not n or not len(ids) or ids.max() > 1:
        return
    width = int(offsets[1])
    if width < 2 or not (np.diff(offsets) == width).all():
        return
    ones = ids.reshape(n, width).sum(axis=1)
    if width in widths or width > 2 or (ones != 1).any():
        raise ValueError(f"{argument}: every row has {width} values, all 0 or 1: these are indicator rows, not " f"ids; {instead}")
def _apply_threshold(raw, threshold):
    width, table = raw.width, raw.table
    threshold = np.asarray(threshold, dtype=np.float64)
    if threshold.ndim and len(threshold) != width:
        raise ValueError(f"threshold: {len(threshold)} values for rows of {width} columns; give one number, " "or one a column")
    least_scores = _least_scores(threshold, raw.precision)
    if table is not None and 0 < width <= MOST_KEY_LABELS:
        return LabelSets(keys=_keys_above(table, least_scores))
    codes, offsets = raw.codes, raw.offsets
    n = len(offsets) - 1
    sizes = np.zeros(n, dtype=np.int64)
    columns = []
    for start in range(0, n, BLOCK_ROWS):
        stop = min(n, start + BLOCK_ROWS)
        if table is None:
            scores = np.zeros((stop - start, width))
            members = slice(offsets[start], offsets[stop])
            row = np.repeat(np.arange(stop - start), np.diff(offsets[start : stop + 1]))
            scores[row, codes[members]] = 1
        else:
            scores = table[start:stop].astype(np.float64)
        row, column = np.nonzero(scores >= least_scores(start, stop))
        sizes[start:stop] = np.bincount(row, minlength=stop - start)
        columns.append(column.astype(np.int32))
    columns = np.concatenate([np.zeros(0, dtype=np.int32), *columns])
    return LabelSets(columns, np.concatenate([[0], np.cumsum(sizes)]))
def _least_scores(threshold, precision):
    if precision is None or not len(precision):
        return lambda start, stop: threshold
    if (precision == precision[0]).all():
        least = _rounded(threshold, PRECISIONS[precision[0]])
        return lambda start, stop: least
    rounded = np.stack([_rounded(threshold, kind) for kind in PRECISIONS])
    rounded = rounded.reshape(len(PRECISIONS), -1)
    return lambda start, stop: rounded[precision[start:stop]]
def _keys_above(table, least_scores):
    def above(block, start, out):
        least = least_scores(start, start + len(block))
        if table.dtype == np.float32 and np.array_equal(least.astype(np.float32), least):
            least = least.astype(np.float32)
        elif table.dtype != np.float64:
            block = block.astype(np.float64)
        np.greater_equal(block, least, out=out)
        return True
    return keys_of_table(table, above)
def _rounded(threshold, kind):
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
            raise ValueError(f"{argument}[{start + row}]: column {column} is " f"{short(np.asarray(block[row, column]).item())}; " "indicator rows hold 0 and 1; for scores pass threshold=")
def _refuse_ambiguous(names, codes, offsets, unknown, space, argument):
    keys = {i: fold(names[i]) if space.normalize else names[i] for i in unknown.tolist()}
    wrong = [i for i, key in keys.items() if key in space.refused]
    if not wrong:
        return
    first = int(np.flatnonzero(np.isin(codes, wrong))[0])
    position = int(codes[first])
    more = f" ({len(wrong)} such names)" if len(wrong) > 1 else ""
    raise ValueError(f"{argument}[{row_of(offsets, first)}]: {names[position]!r} is " f"{space.refused[keys[position]]}{more}")
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
        raise ValueError(f"{argument}[{row_of(offsets, first)}]: {short(name)} is not a label, but differs " f"from {short(alike[name])} only by case, blanks, width or accents{more}; pass " "normalize_names=True to read such names as one")
    separator = _separator_of(name, space)
    if separator and not why:
        raise ValueError(f"{argument}[{row_of(offsets, first)}]: {short(name)} is not a label, but what " f"{separator!r} separates in it is; {ONE_TEXT_IS_ONE_LABEL}")
    hint = f" but {why}" if why else suggest(name, space.names)
    raise ValueError(f"{argument}[{row_of(offsets, first)}]: {short(name)} is not a label{hint}{more}" f"{spelling_advice([name, *others], space.names)}" '; pass unknown_labels="mismatch" to keep unknown names as mismatches or "ignore" to ' "remove them")
def _separator_of(name, space):
    for separator in SEPARATORS:
        parts = [part.strip() for part in name.split(separator)]
        if len(parts) > 1 and all(key_of(space, part) in space.codes for part in parts):
            return separator
    return None


# --- semantic_f1/inputs/configs.py

SIDES = ("predictions", "references")
class Side(NamedTuple):
    features: dict
    read: Callable
    encode: Callable
    decode: Callable
class Data(NamedTuple):
    predictions: LabelSets
    references: LabelSets
    weight: np.ndarray | None
    offsets: np.ndarray | None = None
def columns_of_batch(batch):
    if type(batch).__name__ == "LazyRow":
        raise ValueError("pointwise: Dataset.map passed one example, not a batch: " "map(metric.pointwise, batched=True)")
    names = getattr(batch, "column_names", None) or getattr(batch, "columns", None)
    if hasattr(batch, "keys"):
        names = list(batch.keys())
    if names is None:
        return batch, None
    missing = [side for side in SIDES if side not in names]
    if missing:
        raise ValueError(f"pointwise: the batch has no column {' or '.join(missing)}; rename the columns or use " "input_columns=[predictions, references]")
    return tuple(batch[side] for side in SIDES)
def read_as(config_name):
    return tuple(zip(SIDES, _READ_AS[config_name], strict=True))
def read(config_name, predictions, references):
    _warn_of_indices(predictions, references)
    raws = [side.read(rows, name) for (name, side), rows in zip(read_as(config_name), (predictions, references), strict=True)]
    if config_name in ("default", "annotators"):
        raws = _by_one_order(raws)
    lengths = list(map(size_of, raws))
    if lengths[0] != lengths[1]:
        raise ValueError(f"predictions and references must be equally long; got {lengths[0]} and " f"{lengths[1]} examples")
    return raws
def _warn_of_indices(predictions, references):
    first, second = (side.index if hasattr(side, "iloc") else None for side in (predictions, references))
    if first is None or second is None or len(first) != len(second) or first.equals(second):
        return
    if first.is_unique and second.is_unique and first.isin(second).all():
        warn("predictions and references: their indices hold the same rows in another order, and " "rows are paired by position: put one in the other's order, predictions.loc[" "references.index], or give .to_numpy() if positions are meant.")
def read_by_annotator(predictions, references):
    raws = [_read_gold_sets(predictions, SIDES[0], scores=True), _read_gold_sets(references, SIDES[1]),]
    raws = _by_one_order(raws)
    sizes = [np.diff(raw.offsets) for raw in raws]
    if len(sizes[0]) != len(sizes[1]):
        raise ValueError(f"predictions and references must be equally long; got {len(sizes[0])} and " f"{len(sizes[1])} examples")
    unlike = np.flatnonzero(sizes[0] != sizes[1])
    if len(unlike):
        row = int(unlike[0])
        raise ValueError(f"predictions[{row}]: {sizes[0][row]} sets for {sizes[1][row]} annotators; give one " "for each")
    return raws
def names_read(raw):
    names = getattr(raw.sets if isinstance(raw, RawGoldSets) else raw, "names", None)
    return None if names is None else tuple(names)
def _by_one_order(raws):
    sides = [raw.sets if isinstance(raw, RawGoldSets) else raw for raw in raws]
    if any(isinstance(side, RawIndicators) for side in sides):
        return raws
    for place, (side, other) in enumerate(zip(sides, sides[::-1], strict=True)):
        if side.feature is None and side.kind == "ids" and other.feature is not None:
            raw, name = raws[place], SIDES[place]
            of_annotators = isinstance(raw, RawGoldSets)
            with _located(name, raw.offsets) if of_annotators else nullcontext():
                refuse_indicators(side.codes, side.offsets, (len(other.feature),), name)
                named = by_feature(side, other.feature, name)
            raws[place] = raw._replace(sets=named) if of_annotators else named
    return raws
def _read_gold_sets(rows, argument, scores=False):
    flat, offsets, class_names = flatten(rows, argument)
    with _located(argument, offsets):
        if hold_scores(flat):
            read = read_indicators(flat, argument, scores=scores)
            return RawGoldSets(_bits_of(read) if read.table is None else read, offsets)
        return RawGoldSets(read_sets(flat, argument, class_names), offsets)
def _bits_of(rows):
    n, table = rows.columns.n, np.zeros((rows.columns.n, rows.width), np.int64)
    table[np.repeat(np.arange(n), np.diff(rows.offsets)), rows.codes] = 1
    return RawSets(None, table.reshape(-1), np.arange(n + 1) * rows.width)
@contextmanager
def _located(argument, offsets):
    try:
        yield
    except ValueError as error:
        raise ValueError(locate(str(error), argument, offsets)) from None
def _decoded_gold_sets(array, argument):
    sets, offsets = decode_gold_sets(array, argument)
    return RawGoldSets(RawSets(*sets), offsets)
def size_of(raw):
    if isinstance(raw, (RawRows, RawGrades)):
        return len(raw.table)
    if isinstance(raw, RawSets):
        return raw.n
    return raw.columns.n if isinstance(raw, RawIndicators) else len(raw.offsets) - 1
_OF_SETS = {"ids": datasets.Sequence(datasets.Value("int32")), "names": datasets.Sequence(datasets.Value("string")),}
_OF_INDICATORS = {"width": datasets.Value("int32"), "columns": datasets.Sequence(datasets.Value("int32")), "scores": datasets.Sequence(datasets.Value("float64")), "precision": datasets.Value("int8"),}
_OF_ROWS = {"values": datasets.Sequence(datasets.Value("float64")), "single": datasets.Value("bool"), "names": datasets.Value("string"),}
_SETS = Side(_OF_SETS, read_sets, encode_sets, lambda *waiting: RawSets(*decode_sets(*waiting)))
_SETS_OR_SCORES = Side({**_OF_SETS, **_OF_INDICATORS}, read_sets_or_scores, encode_sets_or_scores, lambda *waiting: (RawIndicators(*decoded) if len(decoded := decode_sets_or_scores(*waiting)) > 3 else RawSets(*decoded)),)
_GOLD_SETS = Side({**_OF_SETS, "sizes": datasets.Sequence(datasets.Value("int32"))}, _read_gold_sets, encode_gold_sets, _decoded_gold_sets,)
_INDICATORS = Side(_OF_INDICATORS, partial(read_indicators, scores=False), encode_indicators, lambda *waiting: RawIndicators(*decode_indicators(*waiting)),)
_ROWS = Side(_OF_ROWS, read_rows, encode_rows, lambda *waiting: RawRows(*decode_rows(*waiting)))
_POINTS = Side({"points": datasets.Sequence(datasets.Sequence(datasets.Value("float64")))}, read_points, encode_points, decode_points,)
_GRADES = Side(_OF_ROWS, read_grades, encode_rows, lambda *waiting: RawGrades(*decode_rows(*waiting)[::2]))
_READ_AS = {"points": (_POINTS, _POINTS), "default": (_SETS, _SETS), "multilabel": (_INDICATORS._replace(read=partial(read_indicators, scores=True)), _INDICATORS), "annotators": (_SETS_OR_SCORES, _GOLD_SETS), "soft": (_ROWS, _ROWS), "graded": (_GRADES, _GRADES),}
def resolved_sides(predictions, references, setting):
    sets, changes, wording = [], [], {}
    nested = isinstance(references, RawGoldSets)
    if nested:
        wording["instead"] = "give the ids or the names of the labels that are 1"
    for name, raw in zip(SIDES, (predictions, references), strict=True):
        if nested:
            raw = _with_columns(raw, setting.space)
            if name == "predictions":
                _refuse_threshold(raw, setting)
        if isinstance(raw, RawIndicators):
            threshold = setting.options["threshold"] if name == "predictions" else None
            resolved, changed = resolve_indicators(raw, setting.space, name, threshold=threshold)
        else:
            of_sets = partial(resolve_sets, space=setting.space, argument=name, unknown_labels=setting.options["unknown_labels"], suggest=suggestion, **wording,)
            if isinstance(raw, RawGoldSets):
                with _located(name, raw.offsets):
                    if isinstance(raw.sets, RawIndicators):
                        threshold = setting.options["threshold"] if name == SIDES[0] else None
                        resolved, changed = resolve_indicators(raw.sets, setting.space, name, threshold=threshold)
                    else:
                        resolved, changed = of_sets(raw.sets)
            else:
                resolved, changed = of_sets(raw)
        sets.append(resolved)
        changes.append(changed)
    return sets, changes
def _with_columns(raw, space):
    if isinstance(raw, RawGoldSets):
        return raw._replace(sets=_with_columns(raw.sets, space))
    if isinstance(raw, RawIndicators) or raw.kind != "ids" or raw.codes.max() > 1:
        return raw
    n, width = len(raw.offsets) - 1, int(raw.offsets[1])
    if width < 3 or width not in space.widths or not (np.diff(raw.offsets) == width).all():
        return raw
    ones = np.flatnonzero(raw.codes)
    sizes = np.bincount(ones // width, minlength=n)
    return RawIndicators(width, (ones % width).astype(np.int32), offsets_of(sizes), None)
def _refuse_threshold(raw, setting):
    raw = raw.sets if isinstance(raw, RawGoldSets) else raw
    if setting.options["threshold"] is None or isinstance(raw, RawIndicators) or raw.kind is None:
        return
    raise ValueError(f"threshold: the predictions are {raw.kind}; a threshold is for rows of scores, or of 0 " f"and 1, with {' or '.join(map(str, setting.space.widths))} columns")
def label_sets(predictions, references, setting, counted=True):
    data, changes = resolved_data(predictions, references, setting)
    warn_changes(changes, setting, counted)
    return data
def _prepared_points(predictions, references, setting):
    kernel, prepared = setting.similarity, []
    for name, sets in zip(SIDES, match_dimensions(predictions, references), strict=True):
        refuse_points(sets, *kernel.problems(sets.points), name)
        prepared.append(sets._replace(points=kernel.prepared(sets.points)))
    return prepared
def resolved_data(predictions, references, setting):
    if isinstance(predictions, PointSets):
        return Data(*_prepared_points(predictions, references, setting), None), (Changes(),) * 2
    if setting.graded:
        rows = (graded_rows(raw, name, setting.space.names, setting.space.normalize) for name, raw in zip(SIDES, (predictions, references), strict=True))
        return Data(*rows, None), [Changes(), Changes()]
    sides, changes = resolved_sides(predictions, references, setting)
    offsets = references.offsets if isinstance(references, RawGoldSets) else None
    data = Data(*sides, None, offsets)
    if setting.grouped:
        data = data._replace(references=data.references.scored_by(_similarity_of_each(data, setting)))
    return data, changes
def _similarity_of_each(data, setting):
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
            raise ValueError(f"similarity: {short(beyond[0])} is no example; keys are 0 to " f"{n - 1}, or annotators, " "with annotators=[...]")
        codes = codes[_places_of(range(n), keys, "example")]
    return codes if data.offsets is None else np.repeat(codes, np.diff(data.offsets))
def _places_of(wanted, keys, what):
    place = {key: index for index, key in enumerate(keys)}
    missing = [key for key in wanted if key not in place]
    if missing:
        raise ValueError(f"similarity: there is none for {what} {short(missing[0])} ({len(missing)} without one)")
    return np.array([place[key] for key in wanted], dtype=np.int64)
def weighted_sets(predictions, references, setting):
    weight = weights_of(size_of(predictions), setting)
    return label_sets(predictions, references, setting)._replace(weight=weight)
def weights_of(n, setting):
    if not n:
        raise ValueError("predictions and references: there are no examples; one at least is needed")
    weight = setting.options["sample_weight"]
    return None if weight is None else read_weights(weight, n)
def warn_changes(changes, setting, counted=True):
    mismatch = setting.options["unknown_labels"] == "mismatch"
    known = setting.space.names
    for text in changes_to_sets(changes, setting.options["none_labels"], mismatch, counted, known):
        warn(text)
def distinct_unknown(unknown, setting):
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
            raise ValueError(f"add_batch: unknown argument {', '.join(map(repr, unexpected))}; options are " "given to load or compute")
        self._check_pair(predictions, references, needed="add_batch")
        raws = self._read(predictions, references)
        kinds = {name: getattr(raw, "kind", None) for name, raw in zip(SIDES, raws, strict=True)}
        for name, kind in kinds.items():
            if kind and self._kinds.get(name, kind) != kind:
                raise ValueError(f"{name}: this batch has {kind}, the batches before had {self._kinds[name]}; " "use one of them everywhere")
        self._write(raws)
        self._kinds |= {name: kind for name, kind in kinds.items() if kind}
    def add(self, *, prediction=None, reference=None, predictions=None, references=None, **unexpected):
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
        return read(self.config_name, predictions, references)
    def _write(self, raws):
        columns = [side.encode(raw, name) for (name, side), raw in zip(read_as(self.config_name), raws, strict=True)]
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
        self._write(self._read([], []))
    def _check_pair(self, predictions, references, needed=None):
        given = [name for name, x in zip(SIDES, (predictions, references), strict=True) if x is not None]
        if len(given) == 1 or (needed and not given):
            raise ValueError(f"{needed or 'compute'}: predictions and references are needed together; " f"got {given[0] + ' only' if given else 'neither'}")
    def _discard(self):
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
        self._finalize()
        if self.process_id:
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
    return (f"examples that wait for compute() are kept in a file, and {error.filename!r} can't be " "written: load the metric with keep_in_memory=True, or with cache_dir= a folder that can")


# --- semantic_f1/inputs/groups.py

def check_groups(values):
    if isinstance(values, (str, bytes, dict)) or not hasattr(values, "__iter__"):
        raise ValueError(f"groups: expected one value an example, the author, document or prompt it belongs " f"to; got {_cut_short(values)}")
    groups = []
    for index, group in enumerate(values):
        value = group.as_py() if hasattr(group, "as_py") else group
        value = value.item() if isinstance(value, np.generic) else value
        if _is_empty_cell(value):
            raise ValueError(f"groups[{index}]: there is none ({value}); every example needs one, an example " "that belongs to no other a value of its own")
        try:
            hash(value)
        except TypeError:
            raise ValueError(f"groups[{index}]: expected a name or a number; got {_cut_short(value)}") from None
        groups.append(value)
    return tuple(groups)
def group_codes(groups, n, mask=None):
    if len(groups) != n:
        raise ValueError(f"groups: expected one an example, {n}; got {len(groups)}")
    if mask is not None:
        groups = [group for group, kept in zip(groups, mask, strict=True) if kept]
    numbers = {}
    return np.array([numbers.setdefault((type(group), group), len(numbers)) for group in groups], dtype=np.int64)
def _is_empty_cell(value):
    empty = value is None or type(value).__name__ in ("NAType", "NaTType")
    return empty or (isinstance(value, float) and value != value)
def _cut_short(value):
    text = repr(value if not hasattr(value, "__iter__") else list(islice(value, 3)))
    return text if len(text) <= 60 else f"{text[:57]}..."


# --- semantic_f1/inputs/long.py

BLANKS = ("no_label", "not_asked")
def nested_from_long(table, item="item", annotator="annotator", label="label", blank=None):
    if blank is not None and blank not in BLANKS:
        raise ValueError('blank: expected None, "no_label" (the empty set) or "not_asked" (no row); got ' f"{blank!r}")
    columns = _columns_of_table(table, (item, annotator, label))
    rows, numbers = [], []
    items = []
    for row, (item_id, who, choice) in enumerate(zip(*columns, strict=True)):
        items.append(_plain_id(item_id, row, item))
        person = _plain_id(who, row, annotator)
        whole = isinstance(choice, (list, tuple, set, frozenset, np.ndarray))
        if not whole and _is_blank(choice):
            if blank is None:
                raise ValueError(f'{label}: row {row} is empty; pass blank="no_label" if {short(person)} ' 'chose no label, or blank="not_asked" to leave such rows out')
            if blank == "not_asked":
                continue
            whole, members = True, []
        else:
            members = list(choice) if whole else [choice]
        labels = [_plain_label(member, row, label) for member in members]
        rows.append((items[-1], person, labels, whole))
        numbers.append(row)
    try:
        sets, n_repeated = sets_by_item(rows, lambda place: f"row {numbers[place]}")
    except ValueError as error:
        raise ValueError(f"{label}: {error}") from None
    if n_repeated:
        warn(f"{label}: {n_repeated:,} repeated rows or labels were counted once.")
    nobody = [item_id for item_id in dict.fromkeys(items) if item_id not in sets]
    if nobody:
        warn(f"{item}: {len(nobody):,} items without any annotation were left out, the first is " f"{short(nobody[0])}.")
    kept = {item_id: sets[item_id] for item_id in dict.fromkeys(items) if item_id in sets}
    return {"items": list(kept), "references": [[list(labels) for labels, _, _ in one.values()] for one in kept.values()], "annotators": [list(one) for one in kept.values()],}
def _columns_of_table(table, names):
    if hasattr(table, "column_names") or hasattr(table, "columns"):
        known = list(getattr(table, "column_names", None) or table.columns)
        _refuse_other_columns(names, known)
        *of_whom, chosen = (table[name] for name in names)
        class_names = column_class_names(chosen)
        features = getattr(table, "features", None)
        if class_names is None and features is not None:
            class_names = class_names_of_feature(features[names[2]])
        return [*map(_listed, of_whom), _names_of_ids(_labels_listed(chosen), class_names)]
    if isinstance(table, Mapping):
        _refuse_other_columns(names, list(table))
        columns = [_listed(table[name]) for name in names]
        if len(set(map(len, columns))) > 1:
            raise ValueError(f"table: columns of unlike lengths: {list(map(len, columns))}")
        return columns
    if isinstance(table, (str, bytes)) or not hasattr(table, "__iter__"):
        raise ValueError("table: expected a DataFrame, a Dataset, a mapping of columns, a list of dicts or " f"triples; got {short(table)}")
    rows = list(table)
    if rows and isinstance(rows[0], Mapping):
        for index, row in enumerate(rows):
            if not isinstance(row, Mapping):
                raise ValueError(f"table: row {index} is {short(row)} among dicts")
            missing = [name for name in names if name not in row]
            if missing:
                raise ValueError(f"table: row {index} has no {missing[0]!r}{suggestion(missing[0], list(row))}")
        return [[row[name] for row in rows] for name in names]
    for index, row in enumerate(rows):
        if isinstance(row, (str, bytes)) or not hasattr(row, "__len__") or len(row) != 3:
            raise ValueError(f"table: row {index}: expected a triple (item, annotator, label); got {short(row)}")
    return [[row[place] for row in rows] for place in range(3)]
def _names_of_ids(cells, class_names):
    if class_names is None:
        return cells
    def name_of(cell):
        if isinstance(cell, (list, tuple, set, frozenset, np.ndarray)):
            return [name_of(member) for member in cell]
        return cell if _is_blank(cell) or isinstance(cell, str) else class_names[cell]
    return [name_of(cell) for cell in cells]
def _refuse_other_columns(names, known):
    known = [str(name) for name in known]
    for name in names:
        if name not in known:
            raise ValueError(f"table: there is no column {name!r}{suggestion(name, known)}; it has " f"{', '.join(known)}")
def _listed(column):
    for form in ("to_pylist", "to_list", "tolist"):
        if hasattr(column, form):
            return getattr(column, form)()
    return list(column)
def _labels_listed(column):
    cells = _listed(column)
    if hasattr(column, "iloc") and getattr(column.dtype, "kind", "") == "f":
        filled = [cell for cell in cells if not _is_blank(cell)]
        if all(float(cell).is_integer() for cell in filled):
            return [cell if _is_blank(cell) else int(cell) for cell in cells]
    return cells
def _is_blank(value):
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
        raise ValueError(f"{column}: row {row}: expected a name or a whole number; got {short(value)}")
    return value
def _plain_label(value, row, column):
    value = value.item() if isinstance(value, np.generic) else value
    if type(value) not in (str, int):
        raise ValueError(f"{column}: row {row}: expected a label, or a list of labels; got {short(value)}")
    return value


# --- semantic_f1/similarity/audit_warnings.py

SPAN = 0.1
CENTRAL_SHARE = 0.9
GUESS = 0.1
SPAN_LABELS = 3
DENSE_MEAN = 1 / 3
CROSS_GROUP_SHARE = 0.1
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
    ordered = np.sort(values)
    inside = int(np.ceil(CENTRAL_SHARE * len(ordered)))
    widths = ordered[inside - 1 :] - ordered[: len(ordered) - inside + 1]
    start = int(widths.argmin())
    return float(ordered[start]), float(ordered[start + inside - 1])
def is_nearly_constant(values):
    off = off_diagonal(values)
    if len(values) < SPAN_LABELS or np.median(off) < GUESS:
        return False
    low, high = central_range(off)
    return high - low <= SPAN
def audit_warnings(facts, values, labels, associative, asymmetric):
    m, warnings = len(labels), []
    def warn_of(start, figure, meaning):
        warnings.append(f"{start} ({figure}): {meaning}")
    if is_nearly_constant(values):
        low, high = facts["central"]
        warn_of(CONSTANT, f"nine in ten values off the diagonal lie from {low:.4f} to {high:.4f}", f"a guess earns about {facts['mean']:.2f}, whatever it is; use another source, or " "report hard F1 beside it",)
    if m > 1 and facts["maximum"] == 0:
        warn_of(HARD, f"all {m * (m - 1)} values off the diagonal are 0", "a near miss earns nothing; take another similarity, or call the scores F1",)
    apart = np.abs(values - values.T) > LEAST_DIFFERENCE
    if apart.any() and not asymmetric:
        a, b, there, back = facts["asymmetry"]
        half = m > 2 and not (np.tril(values, -1).any() and np.triu(values, 1).any())
        warn_of(ASYMMETRIC, f"{int(apart.sum()) // 2} of {m * (m - 1) // 2} pairs differ, {a!r} and {b!r} most: " f"{there:.4g} and {back:.4g}", "one triangle is empty, so fill it in from the other" if half else "take the mean of both directions, or say asymmetric=True where the difference is " "meant",)
    if m > 1 and facts["mean"] >= DENSE_MEAN:
        everything = facts["probes"][0]
        warn_of(DENSE, f"mean {facts['mean']:.4f}; a system that outputs every label scores " f"{everything['f1']:.4f}, hard F1 {everything['hard_f1']:.4f}", "wrong labels cost little, and curves over thresholds fall the more steadily for it, " "whatever the values mean; report the chance level, and precision beside F1",)
    near = [entry for entry in facts["opposites"] if m > 2 and entry[2] > max(facts["mean"], GUESS)]
    if near and not is_nearly_constant(values):
        a, b, value, rank = max(near, key=lambda entry: entry[2])
        warn_of(OPPOSITE, f"{len(near)} of {len(facts['opposites'])} above the mean of {facts['mean']:.4f}; " f"{a!r} and {b!r} {value:.4f}, number {rank} of {m - 1} next to {a!r}", "the opposite of the right answer earns more than another wrong one; use ratings or " "groups, or set these pairs lower",)
    if associative:
        warn_of(ASSOCIATION, f"off the diagonal {facts['minimum']:.4f} to {facts['maximum']:.4f}" if m > 1 else "one label", "near means that labels stand together, which need not mean that one can stand for the " "other; hold it against ratings by metric.agreement",)
    crossing = facts["cross_group"]
    grouped = sum(len(cluster) for cluster in facts["clusters"] if len(cluster) > 1)
    if crossing and len(crossing) >= CROSS_GROUP_SHARE * grouped:
        label, other, across, within = max(crossing, key=lambda entry: entry[2] - entry[3])
        warn_of(CROSS_GROUP, f"the most similar label is in another cluster for {len(crossing)} of " f"{grouped}, {facts['grouping']} clusters; {label!r}: {other!r} {across:.4f}, within " f"{within:.4f}", "a wrong group earns more than the right one; look at these pairs, " "and set values or groups right",)
    below = int((np.diagonal(values) < 1 - LEAST_DIFFERENCE).sum())
    if below:
        label, lowest = facts["lowest_diagonal"]
        warn_of(BELOW_ONE, f"diagonal below 1 for {below} of {m} labels, least {lowest:.10g} for {label!r}", "even gold against itself scores less than 1; set the diagonal to 1, or report that " "score as the upper end",)
    low = np.flatnonzero(np.diagonal(values) < values.max(axis=1) - LEAST_DIFFERENCE)
    if len(low):
        warn_of(BETTER_THAN_EXACT, f"for {len(low)} of {m} labels, such as {labels[low[0]]!r}", "a wrong answer earns more than the right one; check that rows and columns are in one " "order",)
    if facts["hubs"]:
        warn_of(HUBS, f"{len(facts['hubs'])} of {m} labels: {listed_labels(facts['hubs'])}", "always answering such a label pays; compare with what the best hub scores",)
    if facts["coincide"]:
        pairs = listed_labels([f"{a} and {b}" for a, b in facts["coincide"]])
        warn_of(SAME, f"{pairs}: 1 both ways", "taking one for the other costs nothing; merge them, or tell them apart",)
    return tuple(warnings)
def listed_labels(items):
    shown = ", ".join(items[:SHOWN])
    return shown if len(items) <= SHOWN else f"{shown} and {len(items) - SHOWN} more"


# --- semantic_f1/similarity/audit_text.py

NEAR_DUPLICATE = 0.95
_SENSITIVITY = ("not answered here: it takes systems to rank; see the metric's " "sensitivity(systems, references).")
_NO_EVIDENCE = ("not known: the card has neither caveats nor evidence that taking near labels for each other " "has like consequences.")
def audit_text(audit):
    sampled = f", a sample of {audit.sampled_from:,}" if audit.sampled_from else ""
    lines = [f"Audit of {audit.name!r}, {len(audit.labels)} labels{sampled}"]
    lines += [_wrap(f"Warning: {warning}", "") for warning in audit.warnings]
    if not audit.warnings:
        lines.append("No warnings")
    lines.append("(i) Source and population")
    for key in ("title", "source", "derivation", "population"):
        lines.append(_wrap(f"{key}: {getattr(audit, key) or 'missing'}"))
    lines += ["(ii) Symmetry and diagonal", *map(_wrap, _symmetry_text(audit))]
    lines += ["(iii) Values", *map(_wrap, _values_text(audit))]
    lines += ["(iv) Rankings under alternatives", _wrap(_SENSITIVITY)]
    lines.append("(v) Consequences of taking near labels for each other")
    lines += [_wrap(f"- {caveat}") for caveat in audit.caveats] or [_wrap(_NO_EVIDENCE)]
    return "\n".join(lines)
def _symmetry_text(audit):
    if audit.symmetric:
        yield "symmetric"
    else:
        a, b, there, back = audit.asymmetry
        yield f"not symmetric: S[{a}, {b}] = {there:.4f}, S[{b}, {a}] = {back:.4f}"
    label, value = audit.lowest_diagonal
    yield "unit diagonal" if audit.unit_diagonal else f"diagonal from {value:.4f} ({label})"
def _values_text(audit):
    if audit.mean is None:
        yield "one label: there is nothing off the diagonal"
        return
    yield (f"off the diagonal {audit.minimum:.4f} to {audit.maximum:.4f}, mean {audit.mean:.4f}, " f"standard deviation {audit.deviation:.4f}, {audit.density:.1%} above 0")
    larger = [", ".join(cluster) for cluster in audit.clusters if len(cluster) > 1]
    alone = [cluster[0] for cluster in audit.clusters if len(cluster) == 1]
    yield f"clusters ({audit.grouping}): {' | '.join(larger) or 'none'}"
    yield f"alone: {listed_labels(alone) or 'none'}"
    if larger and audit.between_mean is not None:
        yield f"mean within clusters {audit.within_mean:.4f}, across {audit.between_mean:.4f}"
    yield from (f"most similar to {label}: {other} {across:.4f}, in another cluster; within {within:.4f}" for label, other, across, within in audit.cross_group[:SHOWN])
    yield f"near everything: {listed_labels(audit.hubs) or 'none'}"
    yield f"1 both ways: {listed_labels([f'{a} and {b}' for a, b in audit.coincide]) or 'none'}"
    near = [f"{a} and {b} {value:.4f}" for a, b, value in audit.near_duplicates]
    yield f"near-duplicates, {NEAR_DUPLICATE} up to 1: {listed_labels(near) or 'none'}"
    if audit.metric:
        yield "1 - S is a metric"
    elif audit.worst_triangle:
        a, b, c, straight, around = audit.worst_triangle
        yield (f"1 - S is no metric: {audit.triangles_violated:.1%} of the triangles violated; worst " f"{a} to {c}: {straight:.4f}, by way of {b} {around:.4f}")
    else:
        yield "1 - S is no metric: see symmetry, diagonal and pairs at 1; no triangle is violated"
    yield f"nearest labels of each of {len(audit.labels)}:"
    for label, others in list(audit.nearest.items())[:SHOWN]:
        yield f"  {label}: " + ", ".join(f"{other} {value:.4f}" for other, value in others)
    if len(audit.nearest) > SHOWN:
        yield "  ... see to_dict()"
    for a, b, value, rank in audit.opposites:
        yield f"opposites {a} and {b}: {value:.4f}, number {rank} next to {a}"
    yield "chance level, samples averages, by sampling:"
    for entry in audit.chance:
        yield (f"  {entry['predictor']}: F1 {entry['f1']:.4f} +- {entry['error']:.4f} (hard F1 " f"{entry['hard_f1']:.4f})")
    yield f"over-prediction, samples averages against {audit.probe_gold}:"
    for probe in audit.probes:
        yield (f"  {probe['predictor']}: F1 {probe['f1']:.4f} (precision {probe['precision']:.4f}, " f"recall {probe['recall']:.4f}; hard F1 {probe['hard_f1']:.4f})")
def _wrap(text, indent="  "):
    indentation = indent + " " * (len(text) - len(text.lstrip()))
    return textwrap.fill(text.strip(), 100, initial_indent=indentation, subsequent_indent=indentation + "  ", break_long_words=False,)


# --- semantic_f1/similarity/chance_level.py

EXAMPLES = 2_000
def chance_levels(similarity, gold=None, *, size: int = 1, constants=(), seed: int = 0, examples: int = EXAMPLES):
    rng = np.random.default_rng(seed)
    m = len(similarity.labels)
    if gold is None:
        sizes = np.full(examples, min(size, m))
        gold = _drawn_labels(rng, m, sizes)
    else:
        if len(gold) > examples:
            gold = [gold[i] for i in rng.choice(len(gold), examples, replace=False)]
        sizes = np.array([len(label_set) for label_set in gold])
        gold = np.array([i for label_set in gold for i in label_set], np.int64)
    random = _drawn_labels(rng, m, sizes)
    entries = [_system_entry("as many labels, drawn at random", similarity, (random, sizes), (gold, sizes))]
    for name, label in constants:
        ones = np.ones(len(sizes), np.int64)
        entries.append(_system_entry(name, similarity, (np.full(len(ones), label), ones), (gold, sizes)))
    return tuple(entries)
def _drawn_labels(rng, m, sizes):
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
    f1 = harmonic_mean(precision, recall)
    sizes = predicted[1] + gold[1]
    hard_f1 = np.divide(2 * hits, sizes, out=np.ones(len(sizes)), where=sizes > 0)
    for scores in (precision, recall, f1):
        scores[both_empty] = 1
    return {"predictor": name, "labels": float(predicted[1].mean()), "f1": float(f1.mean()), "precision": float(precision.mean()), "recall": float(recall.mean()), "hard_f1": float(hard_f1.mean()), "error": float(f1.std() / np.sqrt(len(f1))),}
def _best_means(pairs, predicted, n_predicted, gold, n_gold):
    n = len(n_gold)
    first = np.cumsum(n_gold) - n_gold
    owner = np.repeat(np.arange(n), n_predicted)
    beside = n_gold[owner]
    at = np.repeat(np.arange(len(predicted)), beside)
    ends = np.cumsum(beside)
    place = np.arange(int(ends[-1]) if len(ends) else 0) - np.repeat(ends - beside, beside)
    target = first[owner][at] + place
    to_gold = np.zeros(len(predicted))
    to_predicted = np.zeros(len(gold))
    if len(at):
        np.maximum.at(to_gold, at, pairs(predicted[at], gold[target]))
        np.maximum.at(to_predicted, target, pairs(gold[target], predicted[at]))
    sums = (np.bincount(owner, to_gold, n), np.bincount(np.repeat(np.arange(n), n_gold), to_predicted, n),)
    return (np.divide(total, number, out=np.zeros(n), where=number > 0) for total, number in zip(sums, (n_predicted, n_gold), strict=True))


# --- semantic_f1/similarity/auditing.py

ASSOCIATIVE = ("Cosine of label embeddings ", "Given correlations r,", "Pearson correlation r of ",)
OPPOSITES = (("joy", "sadness"), ("joy", "grief"), ("happiness", "sadness"), ("love", "hate"), ("optimism", "pessimism"), ("approval", "disapproval"), ("trust", "distrust"), ("hope", "despair"), ("pride", "shame"), ("admiration", "contempt"), ("positive", "negative"),)
MAX_LABELS = 1000
SAMPLED_LABELS = 500
class _Table(NamedTuple):
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
def audit_table(values, labels, card=None, *, name="similarity", none_labels=(), groups=None, gold=None, neighbors=3, hubs=3, associative=None, asymmetric=False, opposites=None, chance=None, sampled_from=None,):
    if len(labels) > MAX_LABELS:
        raise ValueError(f"labels: an audit takes up to {MAX_LABELS}; got {len(labels)}")
    values, labels, card = np.asarray(values, dtype=np.float64), tuple(labels), dict(card or {})
    for argument, number in (("neighbors", neighbors), ("hubs", hubs)):
        if isinstance(number, bool) or not isinstance(number, int) or number < 1:
            raise ValueError(f"{argument}: expected a whole number from 1 up; got {number!r}")
    facts = {**table_shape(values, labels), **value_spread(values), **like_pairs(values, labels), **_triangles(values, labels), **_neighborhoods(values, labels, groups, neighbors), **_probe(values, labels, gold, none_labels, hubs), "opposites": _opposites(values, labels, opposites), "chance": chance_levels(_Table(labels, values), _chance_sets(gold, labels, none_labels)) if chance is None else chance, "sampled_from": sampled_from,}
    facts["metric"] = (facts["symmetric"] and facts["unit_diagonal"] and not facts["coincide"] and not facts["triangles_violated"])
    if associative is None:
        associative = str(card.get("derivation") or "").startswith(ASSOCIATIVE)
    written = ("title", "source", "citation", "derivation", "population")
    caveats = card.get("caveats") or ()
    return Audit(name=name, labels=labels, warnings=audit_warnings(facts, values, labels, associative, asymmetric), caveats=tuple(map(str, caveats if isinstance(caveats, (list, tuple)) else [caveats])), **{key: str(card[key]) if card.get(key) else None for key in written}, **facts,)
def table_shape(values, labels):
    apart = np.abs(values - values.T)
    a, b = np.unravel_index(apart.argmax(), apart.shape)
    diagonal = np.diagonal(values)
    return {"symmetric": not apart.any(), "unit_diagonal": bool((diagonal == 1).all()), "asymmetry": (labels[a], labels[b], float(values[a, b]), float(values[b, a])) if apart.any() else None, "lowest_diagonal": (labels[diagonal.argmin()], float(diagonal.min())),}
def value_spread(values):
    off = off_diagonal(values)
    if not len(off):
        return dict.fromkeys(("density", "minimum", "maximum", "mean", "deviation", "central"))
    return {"central": central_range(off), "density": float((off > 0).mean()), "minimum": float(off.min()), "maximum": float(off.max()), "mean": float(off.mean()), "deviation": float(off.std()),}
def audit_similarity(similarity, *, gold=None, groups=None, **options):
    labels = similarity.labels
    card = getattr(similarity, "card", None)
    naming = {"name": similarity.name, "none_labels": getattr(similarity, "none_labels", ())}
    chance = chance_of(similarity, gold)
    if len(labels) <= MAX_LABELS:
        values = _grid(similarity, np.arange(len(labels)))
        return audit_table(values, labels, card, gold=gold, groups=groups, chance=chance, **naming, **options)
    sample = np.sort(np.random.default_rng(0).choice(len(labels), SAMPLED_LABELS, replace=False))
    if groups is not None:
        _label_groups(groups, labels)
        groups = {labels[i]: groups[labels[i]] for i in sample}
    return audit_table(_grid(similarity, sample), [labels[i] for i in sample], card, groups=groups, chance=chance, sampled_from=len(labels), **naming, **options,)
def chance_of(similarity, gold=None, **options):
    constants = _largest_root(similarity)
    none_labels = getattr(similarity, "none_labels", ())
    sets = _chance_sets(gold, similarity.labels, none_labels)
    return chance_levels(similarity, sets, constants=constants, **options)
def _grid(similarity, index):
    values = np.empty((len(index), len(index)))
    for start in range(0, len(index), 64):
        rows, columns = np.meshgrid(index[start : start + 64], index, indexing="ij")
        block = similarity.pairs(rows.reshape(-1), columns.reshape(-1))
        values[start : start + 64] = block.reshape(rows.shape)
    return values
def _largest_root(similarity):
    root = getattr(similarity, "largest_root", None)
    return () if root is None else [(f"the root {similarity.labels[root]!r} alone", root)]
def _chance_sets(gold, labels, none_labels):
    return None if gold is None else list(_gold_sets(gold, labels, none_labels).elements())
def _opposites(values, labels, opposites):
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
                raise ValueError(f"opposites: {unknown[0]!r} is no label{suggestion(str(unknown[0]), labels)}")
            pairs.append(tuple(place[label] for label in pair))
    rows = []
    for a, b in pairs:
        nearer = int((np.delete(values[a], a) > values[a, b] + LEAST_DIFFERENCE).sum())
        rows.append((labels[a], labels[b], float((values[a, b] + values[b, a]) / 2), nearer + 1))
    return tuple(rows)
def like_pairs(values, labels):
    both = np.triu(np.minimum(values, values.T), 1)
    rows, columns = np.nonzero(both >= NEAR_DUPLICATE)
    pairs = [(labels[a], labels[b], float(both[a, b])) for a, b in zip(rows, columns, strict=True)]
    pairs.sort(key=lambda pair: -pair[2])
    return {"coincide": tuple(pair[:2] for pair in pairs if pair[2] == 1), "near_duplicates": tuple(pair for pair in pairs if pair[2] < 1),}
def _triangles(values, labels):
    m = len(labels)
    distance = 1 - values
    np.fill_diagonal(distance, 0)
    violated, worst = 0, (LEAST_DIFFERENCE, None)
    for b in range(m):
        excess = distance - (distance[:, [b]] + distance[[b], :])
        violated += int((excess > LEAST_DIFFERENCE).sum())
        a, c = np.unravel_index(excess.argmax(), excess.shape)
        if excess[a, c] > worst[0]:
            around = float(distance[a, b] + distance[b, c])
            worst = (excess[a, c], (labels[a], labels[b], labels[c], float(distance[a, c]), around))
    return {"triangles_violated": violated / (m * (m - 1) * (m - 2)) if m > 2 else None, "worst_triangle": worst[1],}
def _neighborhoods(values, labels, groups, count):
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
    return {"grouping": "found" if groups is None else "given", "clusters": tuple(tuple(labels[i] for i in cluster) for cluster in clusters), "cross_group": _crossing(values, labels, mates, others), "within_mean": float(values[mates].mean()) if mates.any() else None, "between_mean": float(values[others].mean()) if others.any() else None, "mean_similarity": dict(zip(labels, mean.tolist(), strict=True)), "hubs": tuple(labels[i] for i in np.argsort(-mean, kind="stable") if mean[i] >= near), "nearest": {label: tuple((labels[j], float(values[i, j])) for j in order[i, : min(count, m - 1)]) for i, label in enumerate(labels)},}
def _mean_similarity(values):
    m = len(values)
    both = values.sum(axis=0) + values.sum(axis=1) - 2 * np.diagonal(values)
    return both / (2 * max(m - 1, 1))
def _average_linkage(similarity, near):
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
        wrong, reason = (lacking, "has no group") if lacking else (surplus, "is no label")
        raise ValueError(f"groups: {wrong[0]!r} {reason} ({len(wrong)} such names)")
    members = {}
    for index, label in enumerate(labels):
        try:
            members.setdefault(groups[label], []).append(index)
        except TypeError:
            raise ValueError(f"groups: expected a name or number as the group of {label!r}; got " f"{type(groups[label]).__name__}") from None
    return list(members.values())
def _crossing(values, labels, mates, others):
    within = np.where(mates, values, -np.inf)
    across = np.where(others, values, -np.inf)
    crosses = mates.any(axis=1) & (across.max(axis=1) > within.max(axis=1) + LEAST_DIFFERENCE)
    return tuple((labels[a], labels[across[a].argmax()], float(across[a].max()), float(within[a].max())) for a in np.flatnonzero(crosses))
def _probe(values, labels, gold, none_labels, hubs):
    m = len(labels)
    if gold is None:
        sets = Counter((index,) for index in range(m))
    else:
        sets = _gold_sets(gold, labels, none_labels)
    by_mean = np.argsort(-_mean_similarity(values), kind="stable")
    predictors = {"every label": np.arange(m)}
    for k in range(1, min(hubs, m - 1) + 1):
        predictors["the best hub" if k == 1 else f"the {k} best hubs"] = by_mean[:k]
    return {"probe_gold": f"{m} single labels" if gold is None else f"{sum(sets.values())} gold sets", "probes": tuple({"predictor": predictor, "labels": len(predicted), **_probe_score(values, predicted, sets),} for predictor, predicted in predictors.items()),}
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
def _probe_score(values, predicted, sets):
    columns = values[:, predicted].max(axis=1)
    rows = values[predicted]
    totals = np.zeros(4)
    for gold, times in ((list(labels), times) for labels, times in sets.items() if labels):
        precision, recall = rows[:, gold].max(axis=1).mean(), columns[gold].mean()
        f1 = harmonic_mean(precision, recall)
        hard = 2 * np.isin(gold, predicted).sum() / (len(gold) + len(predicted))
        totals += np.array([f1, precision, recall, hard]) * times
    return dict(zip(("f1", "precision", "recall", "hard_f1"), (totals / sets.total()).tolist(), strict=True))
def _plain_content(content):
    if isinstance(content, dict):
        return {key: _plain_content(value) for key, value in content.items()}
    if isinstance(content, (list, tuple)):
        return [_plain_content(value) for value in content]
    return content


# --- semantic_f1/similarity/hub.py

DEFAULT_FILE = "similarity.json"
_ADDRESS = re.compile(r"hf://(?P<kind>datasets|spaces)/(?P<repo>[^/@]+/[^/@]+)(@(?P<revision>[^/]+))?(/(?P<file>.+))?")
def fetch(address):
    match = _ADDRESS.fullmatch(address)
    if not match:
        raise ValueError(f"similarity: expected hf://datasets/OWNER/NAME/FILE, " f"hf://datasets/OWNER/NAME@REVISION/FILE, or either without FILE, which stands for " f"{DEFAULT_FILE}; got {address!r}")
    import huggingface_hub
    try:
        return huggingface_hub.hf_hub_download(match["repo"], match["file"] or DEFAULT_FILE, repo_type=match["kind"].removesuffix("s"), revision=match["revision"],)
    except _failures() as error:
        raise ValueError(f"similarity: {address} could not be fetched: {_one_line(error)}") from error
def push(content, repo_id, path_in_repo=None, *, private=None, token=None, revision=None, commit_message="Similarity",):
    path_in_repo = DEFAULT_FILE if path_in_repo is None else path_in_repo
    if not isinstance(path_in_repo, str) or not path_in_repo.lower().endswith(".json"):
        raise ValueError(f"path_in_repo: expected a name that ends in .json; got {path_in_repo!r}")
    if not isinstance(repo_id, str) or not re.fullmatch(r"[^/@]+/[^/@]+", repo_id):
        raise ValueError(f"repo_id: expected 'OWNER/NAME'; got {repo_id!r}")
    import huggingface_hub
    api = huggingface_hub.HfApi(token=token)
    try:
        api.create_repo(repo_id, repo_type="dataset", private=private, exist_ok=True)
        commit = api.upload_file(path_or_fileobj=content, path_in_repo=path_in_repo, repo_id=repo_id, repo_type="dataset", revision=revision, commit_message=commit_message,)
    except _failures() as error:
        raise ValueError(f"repo_id: could not push to {repo_id!r}: {_one_line(error)}") from error
    return f"hf://datasets/{repo_id}@{commit.oid}/{path_in_repo}"
def _failures():
    from huggingface_hub.errors import HfHubHTTPError
    return (OSError, ValueError, *HfHubHTTPError.__bases__)
def _one_line(error):
    return " ".join(str(error).split())


# --- semantic_f1/similarity/lookup.py

VALUES_AT_A_TIME = 1 << 16
class ByName:
    """Values of labels by their names, for classes with ``name``, ``labels`` and ``pairs``.

    They have ``_at(labels, places)`` too: the same similarity with only the labels at ``places``
    of its own, called ``labels``.
    """
    labels: tuple
    name: str
    absent: Mapping = {}
    def __len__(self):
        return len(self.labels)
    def between(self, a, b) -> float:
        """S[a, b] for two label names: the credit that ``a`` earns from ``b``."""
        places = [np.array([self._place(label)]) for label in (a, b)]
        return float(self.pairs(*places)[0])
    def nearest(self, label, k=3) -> list[tuple[str, float]]:
        """The k labels that ``label`` earns most credit from, as (name, S[label, name]) pairs.

        The label itself is left out; equal values come in label order.
        """
        index, m = self._place(label), len(self.labels)
        row = np.concatenate([self.pairs(np.full(len(some), index), some) for some in np.array_split(np.arange(m), -(-m // VALUES_AT_A_TIME))])
        order = [i for i in np.argsort(-row, kind="stable").tolist() if i != index]
        return [(self.labels[i], float(row[i])) for i in order[:k]]
    def restrict(self, labels, key=str):
        """The same similarity cut and permuted to ``labels``, names it has, compared by ``key``.

        From a thesaurus nothing is cut: depths, paths and information content stay.
        """
        labels = tuple(labels)
        if labels == self.labels:
            return self
        place = {key(label): index for index, label in enumerate(self.labels)}
        missing = [label for label in labels if key(label) not in place]
        if missing:
            raise ValueError(f"labels: {self._lacks(missing)}")
        return self._at(labels, np.array([place[key(label)] for label in labels], np.int64))
    def _place(self, label):
        if label not in self.labels:
            raise ValueError(self._unknown(label))
        return self.labels.index(label)
    def _unknown(self, label):
        return unknown_name_message("label", label, self.labels)
    def _lacks(self, missing):
        why = self.absent.get(missing[0])
        reason = f"{missing[0]!r} is {why}" if why else f"it knows {quote(self.labels)}"
        return f"similarity {self.name!r} has no value for {quote(missing)}; {reason}"


# --- semantic_f1/similarity/rounding.py

ROUNDING = 1e-6
def settle(table: np.ndarray, low: float = -np.inf, high: float = np.inf, diagonal: float | None = None,) -> np.ndarray:
    for bound, below in ((low, True), (high, False)):
        if np.isfinite(bound):
            off = (table < bound) if below else (table > bound)
            if off.any():
                off &= np.abs(table - bound) <= ROUNDING
                table[off] = bound
    if diagonal is not None:
        entries = np.diagonal(table)
        np.fill_diagonal(table, np.where(np.abs(entries - diagonal) <= ROUNDING, diagonal, entries))
    return table


# --- semantic_f1/similarity/label_similarity.py

CARD = ("title", "source", "citation", "license", "derivation", "population", "caveats", "ids")
_RESCALE = ("map correlations and cosines by (1 + r) / 2 and distances by 1 / (1 + d) first; " "values are never clipped")
class LabelSimilarity(ByName):
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
    name: str
    labels: tuple[str, ...]
    none_labels: tuple[str, ...]
    card: dict[str, Any]
    def __init__(self, name, labels, values, none_labels=(), card=None, prefix_widths=(), ordered=True, absent=None,):
        self.name = name
        self.labels = tuple(labels)
        self.none_labels = tuple(none_labels)
        self.card = dict(card or {})
        self.prefix_widths = tuple(prefix_widths)
        self.ordered = ordered
        self.absent = dict(absent or {})
        self._values = None if values is None else _frozen(values)
    def __reduce__(self):
        parts = (self.name, self.labels, self._values, self.none_labels, self.card)
        return LabelSimilarity, (*parts, self.prefix_widths, self.ordered, self.absent)
    def __repr__(self):
        return f"LabelSimilarity({self.name!r}, {len(self.labels)} labels)"
    def pairs(self, a, b):
        """S[a, b] of index pairs: two equally long int arrays in, one float64 array out."""
        if self._values is None:
            return (a == b).astype(np.float64)
        position = a.astype(np.intp)
        position *= len(self.labels)
        position += b
        return self._values.reshape(-1).take(position)
    @property
    def values(self) -> np.ndarray:
        """The m x m table as a read-only float64 array."""
        return _frozen(np.eye(len(self.labels))) if self._values is None else self._values
    def facts(self):
        """Report on the values of the table (section 3.1 of the paper).

        Returns
        -------
        dict: "symmetric" and "unit_diagonal" (bool); "minimum", "maximum" and "mean" of the values
        off the diagonal, None for a single label; "density", the share of them above 0; "coincide",
        the pairs of labels whose similarity is 1 both ways
        """
        audit = {**table_shape(self.values, self.labels), **value_spread(self.values), **like_pairs(self.values, self.labels),}
        keys = ("symmetric", "unit_diagonal", "minimum", "maximum", "mean", "density")
        return {**{key: audit[key] for key in keys}, "coincide": list(audit["coincide"])}
    def _at(self, labels, places):
        values = None if self._values is None else self._values[np.ix_(places, places)]
        return LabelSimilarity(self.name, labels, values, self.none_labels, self.card, absent=self.absent)
    def audit(self, **options):
        """Report on the similarity matrix (section 3.1 of the paper), with warnings.

        Parameters
        ----------
        **options : ``groups``, ``gold``, ``neighbors``, ``hubs``, ``associative``, as for
            :func:`semantic_f1.similarity.auditing.audit_table`

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
        if self._values is None:
            raise ValueError("similarity: the identity has no table to save; use similarity='identity' " "with labels=[...]")
        try:
            fields = {key: _json_text(value) for key, value in self.to_dict().items()}
            rows = ",\n".join(f"    {_json_text(row)}" for row in self.values.tolist())
            fields["values"] = f"[\n{rows}\n  ]"
            lines = ",\n".join(f"  {_json_text(key)}: {text}" for key, text in fields.items())
            return f"{{\n{lines}\n}}\n".encode()
        except (TypeError, ValueError) as error:
            raise ValueError(f"similarity {self.name!r}: the card can't be written as JSON: {error}") from None
    @property
    def fingerprint(self):
        """sha256 (hex) over the sorted labels and their values; see :func:`fingerprint`."""
        if self._values is None:
            kind = json.dumps({"kind": "identity", "labels": sorted(self.labels)}, ensure_ascii=False, separators=(",", ":"),)
            return hashlib.sha256(kind.encode()).hexdigest()
        return fingerprint(self.labels, self._values)
    def to_dict(self):
        """Content of its JSON file: name, labels, none_labels, values and the card."""
        return {"name": self.name, **{key: value for key, value in self.card.items() if key == "title"}, "labels": list(self.labels), "none_labels": list(self.none_labels), "prefix_widths": list(self.prefix_widths), "values": self.values.tolist(), **{key: value for key, value in self.card.items() if key != "title"},}
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
        raise ValueError(f"similarity {name!r}: {quote(both)} is among labels and none_labels; " "a none-label has no row")
    if not isinstance(prefix_widths, (list, tuple)):
        raise ValueError(f"similarity {name!r}: prefix_widths is a list; got {prefix_widths!r}")
    for width in prefix_widths:
        if isinstance(width, bool) or not isinstance(width, int) or not 0 < width <= len(labels):
            raise ValueError(f"similarity {name!r}: prefix_widths are numbers of first labels, from 1 to " f"{len(labels)}; got {width!r}")
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
        table = array_of(values)
        if table.dtype == object and all(map(_is_number_or_none, table.reshape(-1))):
            table = table.astype(np.float64)
    except (TypeError, ValueError, OverflowError, RuntimeError):
        table = np.array("")
    if table.dtype.kind not in "iuf":
        raise ValueError(f"{where}: values must be a table of numbers with rows of one length")
    m = len(labels)
    if table.shape != (m, m):
        raise ValueError(f"{where}: values must be {m} x {m}, one row and one column a label; " f"got shape {table.shape}")
    if table.flags.writeable or table.base is not None or table.dtype != np.float64:
        diagonal = 1 if table.dtype.kind == "f" and table.dtype.itemsize < 8 else None
        table = settle(np.array(table, dtype=np.float64), 0, 1, diagonal=diagonal)
        table.flags.writeable = False
    for rule, is_wrong, hint in (("finite", lambda: ~np.isfinite(table), "fill in the missing values"), ("at least 0", lambda: table < 0, _RESCALE), ("at most 1", lambda: table > 1, _RESCALE),):
        wrong = is_wrong()
        if wrong.any():
            a, b = np.argwhere(wrong)[0]
            raise ValueError(f"{where}: values must be {rule}; S[{labels[a]!r}, {labels[b]!r}] is " f"{float(table[a, b])!r} ({int(wrong.sum())} such values): {hint}")
    return table
def _is_number_or_none(value):
    return value is None or (isinstance(value, numbers.Real) and not isinstance(value, (bool, np.bool_)))
def _json_text(value):
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
def _frozen(values):
    values = np.ascontiguousarray(values, dtype=np.float64)
    if values.flags.writeable:
        values = values.copy()
        values.flags.writeable = False
    return values


# --- semantic_f1/similarity/protocol.py

MOST_IN_TABLE = 5_000
_REQUIRED = {"labels": "the names, in the order of its indices", "name": "a str, how signatures call it", "fingerprint": "a str of 16 characters or more that differs where some value differs", "pairs": "a method: two equally long int arrays in, the similarities in [0, 1] out",}
class LazySimilarity(ByName):
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
        return LazySimilarity, (self._source, self.labels, self._places, self.none_labels, self.card,)
    def __repr__(self):
        return f"LazySimilarity({self.name!r}, {len(self.labels):,} labels)"
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
            raise ValueError(f"similarity {self.name!r}: a table of {m:,} labels would take " f"{8 * m * m / 1e9:,.1f} GB; tables have {MOST_IN_TABLE:,} labels at most: pass " "labels=[...], those that your data has")
        every = np.arange(m)
        rows = [self._values(np.full(m, index), every) for index in range(m)]
        return np.array(rows).reshape(m, m)
    def _at(self, labels, places):
        labels_at = places if self._places is None else self._places[places]
        return LazySimilarity(self._source, labels, labels_at, self.none_labels, self.card)
    def _values(self, a, b):
        labels_at = (a, b) if self._places is None else (self._places[a], self._places[b])
        values = np.asarray(self._source.pairs(*labels_at), dtype=np.float64)
        if values.shape != a.shape:
            raise ValueError(f"similarity {self.name!r}: pairs must return one number for each of {len(a)} " f"pairs; got shape {values.shape}")
        wrong = np.flatnonzero(~((values >= 0) & (values <= 1)))
        if len(wrong):
            values = settle(np.array(values), 0, 1)
            wrong = np.flatnonzero(~((values >= 0) & (values <= 1)))
        if len(wrong):
            first = wrong[0]
            pair = f"{self.labels[a[first]]!r}, {self.labels[b[first]]!r}"
            raise ValueError(f"similarity {self.name!r}: values must lie in [0, 1]; S[{pair}] is " f"{float(values[first])!r}: map correlations and cosines by (1 + r) / 2 and " "distances by 1 / (1 + d) first")
        return values
    def _best_matches(self, predictions, references):
        sides = predictions, references
        if self._places is not None:
            sides = (LabelSets(self._places[sets.indices], sets.offsets) for sets in sides)
        matches = [settle(np.array(x, dtype=np.float64), 0, 1) for x in self._source.best_matches(*sides)]
        for values, sets in zip(matches, (predictions, references), strict=True):
            if len(values) != len(sets.indices):
                raise ValueError(f"similarity {self.name!r}: best_matches must return one number for each " f"member, {len(sets.indices)}; got {len(values)}")
            wrong = np.flatnonzero(~((values >= 0) & (values <= 1)))
            if len(wrong):
                label = self.labels[sets.indices[wrong[0]]]
                raise ValueError(f"similarity {self.name!r}: best matches must lie in [0, 1]; that of {label!r} " f"is {float(values[wrong[0]])!r}")
        return matches
class _Pairs:
    def __init__(self, similarity):
        self._similarity = similarity
        self.at_once = bool(getattr(similarity._source.pairs, "at_once", False))
        if hasattr(similarity, "best_matches"):
            self.best_matches = similarity.best_matches
    def __call__(self, a, b):
        return self._similarity._values(a, b)
class _OfFunction:
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
        raise ValueError(f"pairs: expected a function of two int arrays; got {type(pairs).__name__}")
    labels = check_names(labels, "labels")
    none_labels = check_names(none_labels, "none_labels", empty=True)
    name = name or str(getattr(pairs, "__name__", "function"))
    kind = {"kind": "function", "name": name, "version": version, "labels": sorted(labels)}
    text = json.dumps(kind, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    source = _OfFunction(pairs, name, hashlib.sha256(text.encode()).hexdigest())
    return LazySimilarity(source, labels, None, none_labels, card)
def adapted(source):
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
        raise ValueError(f"similarity: {type(source).__name__} can't serve as one: it {'; it '.join(faults)}")
    none_labels = check_names(tuple(getattr(source, "none_labels", ())), "none_labels", empty=True)
    card = getattr(source, "card", None)
    return LazySimilarity(source, check_names(tuple(source.labels), "labels"), None, none_labels, card)


# --- semantic_f1/similarity/builders/checks.py

DECIMALS = 12
def built(builder, *, card, **content):
    if "derivation" in card:
        raise ValueError(f"derivation: {builder.__name__} writes it; say the rest in source or caveats")
    surplus = [key for key in card if key not in CARD]
    if surplus:
        accepted = [*inspect.signature(builder).parameters, *CARD]
        raise ValueError(f"{surplus[0]}: {builder.__name__} has no such argument" f"{suggestion(surplus[0], accepted)}; a card has {', '.join(CARD)}")
    content["values"].flags.writeable = False
    return build(**content, **card)
def is_number(value):
    return isinstance(value, numbers.Real) and not isinstance(value, (bool, np.bool_))
def real(value):
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
        table = array_of(table)
        if table.dtype == object:
            table = np.array([[_float_cell(x) for x in row] for row in table.tolist()])
    except (TypeError, ValueError, OverflowError, RuntimeError):
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
    if is_frame(data):
        labels, places = chosen_names(labels, data.index, argument)
        data = data.to_numpy()[places]
    elif isinstance(data, Mapping):
        labels, _ = chosen_names(labels, data, argument)
        data = [data[label] for label in labels]
        lengths = np.array([np.size(array_of(row)) for row in data])
        refuse_labels(labels, lengths != lengths[0], argument, f"not {lengths[0]} numbers as the first has")
    else:
        labels = distinct_names(labels)
    table = float_table(data, argument, (1, 2))
    table = table.reshape(len(table), -1)
    if len(table) != len(labels) or not table.shape[1]:
        raise ValueError(f"{argument}: expected one row a label, {len(labels)}, with at least one number; " f"got shape {table.shape}")
    refuse_labels(labels, ~np.isfinite(table).all(axis=1), argument, "numbers must be finite")
    return table, labels
def square_table(data, labels, argument):
    if is_frame(data):
        rows, columns = distinct_names(data.index), distinct_names(data.columns)
        if set(rows) != set(columns):
            raise ValueError(f"{argument}: rows and columns must have the same names; rows {quote(rows)}, " f"columns {quote(columns)}")
        labels, places = chosen_names(labels, columns, argument)
        data = data.to_numpy()[np.ix_([rows.index(label) for label in labels], places)]
    else:
        labels = distinct_names(labels)
    table = float_table(data, argument, (2,))
    if table.shape != (len(labels), len(labels)):
        raise ValueError(f"{argument}: expected one row and one column a label, {len(labels)} x {len(labels)}; " f"got shape {table.shape}")
    return table, labels
def refuse_many(labels, argument, instead):
    m = len(labels)
    if m > MOST_IN_TABLE:
        raise ValueError(f"{argument}: a table of {m:,} labels takes {8 * m * m:,} bytes, and more while it is " f"made; tables have {MOST_IN_TABLE:,} labels at most: {instead} works without one")
def refuse_labels(labels, wrong, argument, rule):
    if wrong.any():
        names = [label for label, is_wrong in zip(labels, wrong.tolist(), strict=True) if is_wrong]
        raise ValueError(f"{argument}: {rule}; {quote(names)}")
def refuse_cells(labels, wrong, table, argument, rule):
    if wrong.any():
        a, b = np.argwhere(wrong)[0]
        raise ValueError(f"{argument}: {rule}; ({labels[a]!r}, {labels[b]!r}) is {float(table[a, b])!r} " f"({int(wrong.sum())} such values)")
def refuse_asymmetry(labels, table, argument):
    worst = (ROUNDING, None)
    for rows, columns in _mirrored_blocks(len(table)):
        apart = np.abs(table[rows, columns] - table[columns, rows].T)
        if apart.max(initial=0) > worst[0]:
            a, b = np.unravel_index(apart.argmax(), apart.shape)
            worst = apart.max(), (rows.start + a, columns.start + b)
    if worst[1]:
        a, b = worst[1]
        raise ValueError(f"{argument}: the table must be symmetric; ({labels[a]!r}, {labels[b]!r}) is " f"{exact(table[a, b])} and ({labels[b]!r}, {labels[a]!r}) {exact(table[b, a])}")
def symmetrize(table):
    for rows, columns in _mirrored_blocks(len(table)):
        mean = table[rows, columns] / 2 + table[columns, rows].T / 2
        table[rows, columns] = mean
        table[columns, rows] = mean.T
def _mirrored_blocks(m, step=512):
    for start in range(0, m, step):
        for other in range(start, m, step):
            yield slice(start, min(start + step, m)), slice(other, min(other + step, m))
def amount(number, noun):
    return f"{number} {noun}{'s' * (number != 1)}"
def exact(number):
    return repr(float(number)).removesuffix(".0")


# --- semantic_f1/similarity/builders/columns.py

def is_table(source: Any, marker: str | None = None) -> bool:
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
    return hasattr(source, "columns") and (hasattr(source, "to_numpy") or hasattr(source, "rows"))
def is_series(source: Any) -> bool:
    return (hasattr(source, "index") and hasattr(source, "to_dict") and not hasattr(source, "columns"))
def table_columns(source: Any, argument: str) -> dict[str, list]:
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
        raise ValueError(f"{argument}: columns must have one length; got " f"{', '.join(f'{name!r} {len(cells)}' for name, cells in columns.items())}")
    if not columns or not lengths or not max(lengths):
        raise ValueError(f"{argument}: the table has no rows")
    return {name: [_filled_cell(cell) for cell in cells] for name, cells in columns.items()}
def text_cells(cells: list, argument: str, column: str) -> list:
    names = []
    for row, cell in enumerate(cells):
        if cell is None or isinstance(cell, str):
            names.append(cell)
        elif isinstance(cell, bool) or not float(cell).is_integer():
            raise ValueError(f"{argument}: column {column!r}, row {row + 1} is {cell!r}, not text; read the " "column as text (in pandas dtype=str), or digits such as the 0 of 1.10 are lost")
        else:
            names.append(str(int(cell)))
    return names
def chosen_column(columns: Mapping, wanted: str | None, usual: tuple, argument: str, role: str) -> str | None:
    if wanted is not None:
        if wanted not in columns:
            raise ValueError(f"columns: {argument} has no column {wanted!r}{suggestion(str(wanted), columns)} " f"for the {role}; it has {', '.join(map(repr, columns))}")
        return wanted
    folded = {}
    for name in columns:
        folded.setdefault("_".join(name.casefold().replace("-", " ").split()), name)
    return next((folded[name] for name in usual if name in folded), None)
def _of_file(path):
    with opened(path, None) as source:
        info, rows = READERS[source.format](source, ())
        repeated = [name for name in info.columns if info.columns.count(name) > 1]
        if repeated:
            raise source.error(f"has several columns named {repeated[0]!r}: rename all but one")
        lines = (cells for _, cells in rows(*range(len(info.columns))))
        table = [cells for cells in lines if any(map(_filled_cell, cells))]
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

BLOCK_COUNTED_PAIRS = 1 << 16
LARGE_SET = 256
def counts_together(rows, labels, none_labels):
    wrong = (str, bytes, Mapping, set, frozenset)
    if hasattr(rows, "tocsr"):
        return _counts_of_sparse(rows.tocsr(), labels)
    if isinstance(rows, wrong) or not hasattr(rows, "__iter__"):
        hint = "; pass its values()" if isinstance(rows, Mapping) else ""
        raise ValueError(f"training_label_sets: expected a list with one label set an example; got " f"{type(rows).__name__}{hint}")
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
        table = array_of(rows)
    except (TypeError, ValueError, RuntimeError):
        table = np.array("")
    fits = table.ndim == 2 and table.shape[1] == len(labels) and table.dtype.kind in "biuf"
    together = np.zeros((len(labels), len(labels)))
    for start in range(0, len(table) if fits else 0, BLOCK_ROWS):
        block = table[start : start + BLOCK_ROWS]
        if not ((block == 0) | (block == 1)).all():
            fits = False
            break
        block = block.astype(np.float32)
        together += block.T @ block
    if not fits:
        raise ValueError(f"training_label_sets: expected collections of names, or rows of 0 and 1 with " f"{len(labels)} columns, one a label")
    return together, len(table), labels
def _counts_of_sparse(rows, labels):
    labels = distinct_names(labels)
    if rows.shape[1] != len(labels):
        raise ValueError(f"training_label_sets: the sparse matrix has {rows.shape[1]} columns for " f"{len(labels)} labels")
    rows = rows.copy()
    rows.sum_duplicates()
    rows.eliminate_zeros()
    if not (rows.data == 1).all():
        raise ValueError(f"training_label_sets: expected a sparse matrix of 0 and 1; got " f"{rows.data[rows.data != 1][0]!r}")
    return _counts_of_sets(rows.indices, rows.indptr, len(labels)), rows.shape[0], labels
def _hold_names(rows):
    members = (member for row in rows for member in ([row] if isinstance(row, str) or not hasattr(row, "__iter__") else row))
    return isinstance(next(members, ""), str)
def _counts_of_names(rows, labels, none_labels):
    numbers, members, offsets = {}, array("q"), array("q", [0])
    for row, names in enumerate(rows):
        label_set = (names,) if isinstance(names, str) else names
        readable = hasattr(label_set, "__iter__") and not isinstance(label_set, Mapping)
        if not readable or not all(isinstance(name, str) for name in label_set):
            raise ValueError(f"training_label_sets: expected a collection of names; row {row} is {names!r}")
        members.extend(numbers.setdefault(name, len(numbers)) for name in dict.fromkeys(label_set))
        offsets.append(len(members))
    if labels is None:
        labels = sorted(set(numbers) - none_labels)
    labels = distinct_names(labels)
    place = {label: index for index, label in enumerate(labels)}
    to_label = np.array([place.get(name, -1) for name in numbers], np.int64)
    members = np.frombuffer(members, np.int64) if members else np.empty(0, np.int64)
    offsets = np.frombuffer(offsets, np.int64)
    stray = [at for at, name in enumerate(numbers) if name not in place and name not in none_labels]
    if stray:
        first = int(np.flatnonzero(np.isin(members, stray))[0])
        row = row_of(offsets, first)
        raise ValueError(f"training_label_sets: row {row} has {list(numbers)[members[first]]!r}, which is not " "among labels or none_labels")
    codes = to_label[members] if len(members) else members
    kept = np.concatenate([[0], np.cumsum(codes >= 0)])[offsets]
    return _counts_of_sets(codes[codes >= 0], kept, len(labels)), len(rows), labels
def _counts_of_sets(members, offsets, m):
    together = np.zeros((m, m))
    flat, sizes = together.reshape(-1), np.diff(offsets)
    for size in np.unique(sizes[sizes > 0]).tolist():
        starts = np.asarray(offsets)[:-1][sizes == size]
        if size >= LARGE_SET:
            for start in starts.tolist():
                label_set = members[start : start + size]
                together[np.ix_(label_set, label_set)] += 1
            continue
        step = max(1, BLOCK_COUNTED_PAIRS // size**2)
        for begin in range(0, len(starts), step):
            rows = members[starts[begin : begin + step, None] + np.arange(size)].astype(np.int64)
            codes = (rows[:, :, None] * m + rows[:, None, :]).reshape(-1)
            if len(codes) * 8 > m * m:
                flat += np.bincount(codes, minlength=m * m)
            else:
                np.add.at(flat, codes, 1)
    return together


# --- semantic_f1/similarity/builders/edges.py

PAIRS = ("parent-child", "child-parent")
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
def read_edges(source: Any, argument: str, *, pairs: str | None = None, columns: Mapping | None = None, weight: str | None = "weight",) -> Edges:
    if pairs is not None and pairs not in PAIRS:
        raise ValueError(f"pairs: expected {' or '.join(map(repr, PAIRS))}; got {pairs!r}")
    if columns is not None and not isinstance(columns, Mapping):
        raise ValueError(f"columns: expected a mapping with some of {', '.join(_ROLES)} to names of columns; " f"got {columns!r}")
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
                raise ValueError(f"pairs: {argument} has mappings within mappings, which lead from parents to " "children; 'child-parent' is for pairs and plain mappings")
            return _edges_of_nested(source, argument)
        return _edges_of_pairs(*_pairs_of_mapping(source, argument, pairs))
    return _edges_of_pairs(source, argument, pairs)
def upside_down(parents: np.ndarray, children: np.ndarray) -> str:
    if not len(parents):
        return ""
    above, below = np.unique(parents), np.unique(children)
    roots, leaves = len(np.setdiff1d(above, below)), len(np.setdiff1d(below, above))
    edges = np.unique(np.stack([parents, children]), axis=1)
    several_children, several_parents = (int((np.unique(ends, return_counts=True)[1] > 1).sum()) for ends in edges)
    narrower = roots > leaves and several_parents > several_children
    if roots < 3 or not (roots > 2 * leaves or narrower):
        return ""
    return (f"The hierarchy looks upside down: {roots} roots (nothing above them) and {leaves} " f"{'leaf' if leaves == 1 else 'leaves'} (nothing below them); {several_parents} with " f"several parents and {several_children} with several children")
def warn_upside_down(edges: Edges, argument: str) -> None:
    advice = upside_down(edges.parents, edges.children) if edges.directed else ""
    if advice:
        warn(f"{argument}: {advice}. If parents and children have changed places, give the columns " "their right names, or the pairs the other order (pairs='parent-child' or " "'child-parent').")
def _edges_of_graph(graph, argument, pairs, weight):
    edges = [(a, b, attributes.get(weight)) for a, b, attributes in graph.edges(data=True)]
    if weight not in ("weight", None) and edges and all(length is None for *_, length in edges):
        raise ValueError(f"weight: no edge of the graph has an attribute {weight!r}")
    edges = [(a, b) if length is None else (a, b, length) for a, b, length in edges]
    order = pairs or "parent-child"
    result = _edges_of_pairs(edges, argument, order, nodes=list(graph.nodes))
    return result._replace(directed=graph.is_directed())
def _edges_of_table(columns, argument, headings):
    usual = (CHILD_COLUMNS, PARENT_COLUMNS, WEIGHT_COLUMNS)
    places = [chosen_column(columns, headings.get(role), names, argument, role) for role, names in zip(_ROLES, usual, strict=False)]
    child, parent, weight = places
    if child is None or parent is None or child == parent:
        raise ValueError(f"{argument}: a hierarchy needs a column 'child' (or 'code') and a column 'parent'; " f"this table has {', '.join(map(repr, columns))}; columns={{'child': ..., 'parent': " "...}} says which they are")
    rest = {name: cells for name, cells in columns.items() if name not in places}
    title = chosen_column(rest, headings.get("name"), NAME_COLUMNS, argument, "name")
    children = text_cells(columns[child], argument, child)
    parents = text_cells(columns[parent], argument, parent)
    blank = [row for row, name in enumerate(children) if name is None]
    if blank:
        raise ValueError(f"{argument}: column {child!r} is blank in row {blank[0] + 1} ({len(blank)} such rows)")
    weights = _weight_cells(columns[weight]) if weight else [None] * len(children)
    pairs = [(above, below) if length is None else (above, below, length) for above, below, length in zip(parents, children, weights, strict=True) if above is not None]
    known = set(children)
    unlisted = list(dict.fromkeys(name for name in parents if name and name not in known))
    if unlisted and len(pairs) < len(children):
        warn(f"{argument}: {len(unlisted)} of the parents stand in no row of their own and are " f"taken as further roots: {quote(unlisted)}. Add their rows if they are misspelled " "or have parents.")
    result = _edges_of_pairs(pairs, argument, "parent-child", nodes=list(dict.fromkeys(children)))
    titles = {}
    if title:
        named = text_cells(columns[title], argument, title)
        for node, name in zip(children, named, strict=True):
            if name is not None and titles.setdefault(node, name) != name:
                raise ValueError(f"{argument}: {node!r} has two names, {titles[node]!r} and {name!r}; rows of " "one code must agree")
    return result._replace(titles=titles)
def _weight_cells(cells):
    numbers = []
    for cell in cells:
        try:
            numbers.append(float(cell) if isinstance(cell, str) else cell)
        except ValueError:
            numbers.append(cell)
    return numbers
def _is_nested(mapping):
    for children in mapping.values():
        if isinstance(children, Mapping):
            return True
        if isinstance(children, (list, tuple)) and any(isinstance(x, Mapping) for x in children):
            return True
    return all(children is None for children in mapping.values())
def _pairs_of_mapping(mapping, argument, pairs):
    listed, alone = [], []
    for name, others in mapping.items():
        if others is None:
            alone.append(name)
        elif isinstance(others, str):
            listed.append((name, others))
        elif isinstance(others, (list, tuple, set, frozenset)):
            listed += [(name, other) for other in others]
            alone += [name] if not others else []
        else:
            raise ValueError(f"{argument}: the parents or children of {name!r} must be a name, a list of names " f"or a mapping; got {others!r}")
    wrong = [name for name in alone if not isinstance(name, str)]
    if wrong:
        raise ValueError(f"{argument}: every name must be a string; got {wrong[0]!r}")
    if pairs is None and listed:
        for pair in listed:
            _check_names_of(pair, argument)
        keys, values = (Counter(side) for side in zip(*listed, strict=True))
        one_each, one_key = max(keys.values()) == 1, max(values.values()) == 1
        if not one_each or one_key:
            reason = "several names stand beside one" if not one_each else "each name stands once"
            raise ValueError(f"{argument}: a mapping is read as child -> parent, but {reason}, so it could as " "well lead from parents to children; pairs='child-parent' or 'parent-child' says " "what its keys are")
    return listed, argument, pairs or "child-parent", alone
def _edges_of_nested(tree, argument):
    nodes, pairs = {}, []
    waiting = [(None, tree)]
    while waiting:
        parent, children = waiting.pop()
        if parent is not None:
            if parent in nodes:
                raise ValueError(f"{argument}: {parent!r} stands at two places; a node with two parents needs " "a table or pairs")
            nodes[parent] = True
        if children is None:
            continue
        if isinstance(children, (str, bytes)) or not hasattr(children, "__iter__"):
            raise ValueError(f"{argument}: the children of {parent!r} must be a mapping or a list of names; " f"got {children!r}")
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
    lengths, weighted = {}, set()
    for pair in rows:
        a, b, length = _parent_and_child(pair, argument)
        if order is None:
            raise ValueError(f"{argument}: nothing says whether {a!r} is the parent or the child of {b!r}; " "pass pairs='parent-child' or pairs='child-parent', or a table with columns " "parent and child")
        above, below = (a, b) if order == "parent-child" else (b, a)
        for name in (a, b):
            place.setdefault(name, len(place))
        edge = place[above], place[below]
        if len(pair) == 3:
            weighted.add(frozenset(edge))
        known = lengths.setdefault(edge, length)
        if known != length or lengths.get(edge[::-1], length) != length:
            other = known if known != length else lengths[edge[::-1]]
            raise ValueError(f"{argument}: the edge between {a!r} and {b!r} has two weights, " f"{exact(other)} and {exact(length)}")
    ends = np.array(list(lengths), np.int64).reshape(-1, 2)
    weights = np.array(list(lengths.values()), np.float64)
    return Edges(list(place), ends[:, 0], ends[:, 1], weights, len(weighted), True, {})
def _parent_and_child(pair, argument):
    wrong = isinstance(pair, (str, bytes, Mapping, set, frozenset)) or not hasattr(pair, "__len__")
    if wrong or len(pair) not in (2, 3):
        raise ValueError(f"{argument}: expected a table with columns parent and child, nested mappings, a " f"networkx graph, or pairs (or triples with a weight) of names; got {pair!r}")
    a, b, length = (*pair, 1)[:3]
    _check_names_of((a, b), argument)
    if a == b:
        raise ValueError(f"{argument}: an edge leads from {a!r} to itself")
    number = real(length)
    if not 0 <= number < np.inf:
        raise ValueError(f"{argument}: weights must be finite and at least 0; that of {a!r}, {b!r} is {length!r}")
    return a, b, number
def _check_names_of(names, argument):
    wrong = [name for name in names if not isinstance(name, str)]
    if wrong:
        raise ValueError(f"{argument}: every name must be a string; got {wrong[0]!r}")


# --- semantic_f1/similarity/builders/groups.py

LABEL_COLUMNS = ("label", "name", "labels")
def from_groups(groups: Any, labels=None, *, levels=None, values=None, label: str | None = None, name="groups", none_labels=(), **card,):
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
    by_level = _levels_of(groups, label)
    weights = None
    if levels is not None:
        by_level, weights = _wanted_levels(by_level, levels)
        if weights is not None and values is not None:
            raise ValueError("values: levels= says already what each level weighs")
    every = list(dict.fromkeys(member for level in by_level.values() for member in level))
    labels = distinct_names(every if labels is None else labels)
    _refuse_missing(by_level, labels)
    known = [one for one in every if all(_has_group(level, one) for level in by_level.values())]
    codes = {level: _group_codes(members, known, level) for level, members in by_level.items()}
    _warn_alone(codes)
    order = list(codes) if weights is not None else _from_fine_to_coarse(codes, known)
    if weights is None:
        weights = dict(zip(order, _falling_values(values, len(order)), strict=True))
    place = {one: at for at, one in enumerate(known)}
    rows = [place[one] for one in labels]
    table = np.zeros((len(labels), len(labels)))
    for level in sorted(order, key=weights.__getitem__):
        codes_of_rows = codes[level][rows]
        table[codes_of_rows[:, None] == codes_of_rows] = weights[level]
    np.fill_diagonal(table, 1)
    nested = _is_chain(codes, order) and all(weights[a] >= weights[b] for a, b in pairwise(order))
    steps = ", ".join(f"{exact(weights[level])} in the same group at level {level!r}" for level in order)
    derivation = (f"1 for the same label, {steps} and at none before it, otherwise 0." if nested else f"1 for the same label, else the greatest of: {steps}; otherwise 0.")
    return built(from_groups, values=table, labels=labels, name=name, none_labels=none_labels, derivation=derivation, card=card,)
def _levels_of(groups, label):
    if isinstance(groups, (str, os.PathLike)) or has_columns(groups):
        return _levels_of_table(table_columns(groups, "groups"), label)
    if is_table(groups, label or "label"):
        return _levels_of_table(table_columns(groups, "groups"), label)
    if label is not None:
        raise ValueError(f"label: it goes with a table; groups is a {type(groups).__name__}")
    if is_series(groups):
        return {1: _one_level(groups, 1)}
    if isinstance(groups, Mapping) and groups:
        are_levels = [isinstance(level, Mapping) or is_series(level) for level in groups.values()]
        if all(are_levels):
            return {key: _one_level(level, key) for key, level in groups.items()}
        if not any(are_levels):
            return {1: _one_level(groups, 1)}
    if (isinstance(groups, (list, tuple)) and groups and all(isinstance(level, Mapping) or is_series(level) for level in groups)):
        return {key: _one_level(level, key) for key, level in enumerate(groups, 1)}
    raise ValueError("groups: expected a table with one row a label, a mapping label -> group, or a list of " f"such mappings, one a level; got {quote([groups])[:200]}")
def _levels_of_table(columns, label):
    labels = chosen_column(columns, label, LABEL_COLUMNS, "groups", "label")
    if labels is None:
        distinct = [name for name, cells in columns.items() if None not in cells and _all_differ(cells)]
        if distinct != list(columns)[:1]:
            raise ValueError("label: which column holds the labels? None is called 'label', and " f"{quote(distinct) if distinct else 'none'} of {quote(columns)} has a different " "cell in each row; label= says which")
        labels = distinct[0]
    names = text_cells(columns[labels], "groups", labels)
    blank = [row for row, entry in enumerate(names) if entry is None]
    if blank:
        raise ValueError(f"groups: column {labels!r} is blank in row {blank[0] + 1}")
    repeated = sorted({entry for entry in names if names.count(entry) > 1})
    if repeated:
        raise ValueError(f"groups: column {labels!r} has {quote(repeated)} more than once")
    levels = {name: cells for name, cells in columns.items() if name != labels}
    if not levels:
        raise ValueError(f"groups: the table has labels ({labels!r}) but no column of groups")
    return {name: dict(zip(names, cells, strict=True)) for name, cells in levels.items()}
def _one_level(groups, key):
    if is_series(groups):
        if not groups.index.is_unique:
            raise ValueError(f"groups: a label stands twice in the index of level {key!r}")
        groups = groups.to_dict()
    members = groups.values()
    if not all(isinstance(group, (list, tuple, set, frozenset)) for group in members):
        return dict(groups)
    group_of = {}
    for group, labels in groups.items():
        for label in sorted(labels) if isinstance(labels, (set, frozenset)) else labels:
            if group_of.setdefault(label, group) != group:
                raise ValueError(f"groups: {label!r} is in two groups of level {key!r}, {group_of[label]!r} and " f"{group!r}; give each its own level")
    return group_of
def _wanted_levels(known, levels):
    if isinstance(levels, str) or not hasattr(levels, "__iter__"):
        raise ValueError(f"levels: expected names of levels, or a mapping to numbers; got {levels!r}")
    names = list(levels)
    unknown = [level for level in names if level not in known]
    if unknown or not names:
        hint = suggestion(str(unknown[0]), map(str, known)) if unknown else ""
        raise ValueError(f"levels: expected some of {quote(known)}; got {quote(unknown or ['nothing'])}{hint}")
    wanted = {level: known[level] for level in names}
    if not isinstance(levels, Mapping):
        return wanted, None
    wrong = [(k, x) for k, x in levels.items() if not (is_number(x) and 0 <= x <= 1)]
    if wrong:
        raise ValueError(f"levels: each weighs a number in [0, 1]; {wrong[0][0]!r} has {wrong[0][1]!r}")
    return wanted, {level: float(weight) for level, weight in levels.items()}
def _has_group(level, label):
    group = level.get(label)
    return group is not None and (isinstance(group, np.ndarray) or bool(group == group))
def _refuse_missing(levels, labels):
    for level, members in levels.items():
        arrays = [label for label in labels if isinstance(members.get(label), np.ndarray)]
        if arrays:
            raise ValueError(f"groups: expected a name or number as the group of {quote(arrays)} at level " f"{level!r}; got an array")
        alone = [label for label in labels if not _has_group(members, label)]
        if alone:
            raise ValueError(f"groups: {quote(alone)} has no group at level {level!r}; give every label one, " "if need be its own")
def _group_codes(members, labels, level):
    number = {}
    try:
        return np.array([number.setdefault(members[label], len(number)) for label in labels])
    except TypeError:
        wrong = next(label for label in labels if not _is_hashable(members[label]))
        raise ValueError(f"groups: expected a name or number as the group of {wrong!r} at level {level!r}; got " f"{members[wrong]!r}") from None
def _is_hashable(group):
    try:
        hash(group)
    except TypeError:
        return False
    return True
def _warn_alone(codes):
    for level, members in codes.items():
        if len(members) > 2 and len(np.unique(members)) == len(members):
            warn(f"from_groups: at level {level!r} each of the {len(members)} labels is alone in " "its group: the level gives no credit, and takes a step from the others; levels= " "takes the others only.")
def _refines(fine, coarse):
    both = np.unique(np.stack([fine, coarse]), axis=1)
    return both.shape[1] == len(np.unique(fine))
def _is_chain(codes, order):
    return all(_refines(codes[a], codes[b]) for a, b in pairwise(order))
def _from_fine_to_coarse(codes, labels):
    order = sorted(codes, key=lambda level: -len(np.unique(codes[level])))
    for a, b in pairwise(order):
        if not _refines(codes[a], codes[b]):
            at_a, at_b = _shared_only(codes[a], codes[b]), _shared_only(codes[b], codes[a])
            pairs = [tuple(labels[i] for i in pair) for pair in (at_a, at_b)]
            raise ValueError(f"groups: levels {a!r} and {b!r} cross, neither refines the other: {pairs[0]} " f"share a group at {a!r} only, {pairs[1]} at {b!r} only; say what each level " f"weighs, such as levels={dict.fromkeys(order, 0.5)}")
    return order
def _shared_only(there, not_here):
    for i in range(len(there)):
        partners = np.flatnonzero((there == there[i]) & (not_here != not_here[i]))
        if len(partners):
            return i, int(partners[0])
    raise AssertionError("one level refines the other")
def _all_differ(cells):
    return len({str(cell) for cell in cells}) == len(cells)
def _falling_values(values, n):
    steps = n + 1
    if values is None:
        return [(steps - k) / steps for k in range(1, steps)]
    values = list(values) if hasattr(values, "__iter__") else [values]
    falling = all(map(is_number, values)) and all(1 >= a >= b >= 0 for a, b in zip([1, *values], [*values, 0], strict=True))
    if len(values) != n or not falling:
        raise ValueError(f"values: expected {amount(n, 'number')} from 1 to 0, one a level from the finest to " f"the coarsest, none above the one before; got {values!r}")
    return list(map(float, values))


# --- semantic_f1/similarity/builders/paths.py

BLOCK_LENGTHS = 1 << 22
def path_lengths(n: int, a: np.ndarray, b: np.ndarray, weights: np.ndarray, nodes: np.ndarray) -> np.ndarray:
    neighbors, first, lengths = _both_ways(n, a, b, weights)
    order, parent, is_forest = _breadth_first(n, neighbors, first)
    if is_forest:
        distances = _over_forest(order, parent, neighbors, first, lengths, nodes)
    else:
        distances = _over_graph(n, neighbors, first, lengths, nodes)
    return np.minimum(distances, distances.T, out=distances)
def _both_ways(n, a, b, weights):
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
def _over_forest(order, parent, neighbors, first, lengths, nodes):
    order, parent, step = _spanning(order, parent, neighbors, first, lengths, nodes)
    n, m = len(order), len(nodes)
    depth = [0] * n
    above = parent.tolist()
    for node in range(n):
        if above[node] >= 0:
            depth[node] = depth[above[node]] + 1
    depth = np.array(depth)
    level = np.argsort(depth, kind="stable")
    place = np.empty(n, np.int64)
    place[level] = np.arange(n)
    parent = np.where(parent[level] >= 0, place[parent[level]], -1)
    step = step[level]
    at = np.empty(int(order.max()) + 1, np.int64)
    at[order[level]] = np.arange(n)
    targets = at[nodes]
    bounds = np.searchsorted(depth[level], np.arange(depth.max() + 2))
    levels = []
    for low, high in zip(bounds[1:-1].tolist(), bounds[2:].tolist(), strict=True):
        ups = parent[low:high]
        starts = np.flatnonzero(np.diff(ups, prepend=-1))
        levels.append((slice(low, high), ups, starts, step[low:high, None]))
    distances = np.empty((m, m))
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
        distances[:, start : start + len(columns)] = distance[targets]
    return distances
def _spanning(order, parent, neighbors, first, lengths, nodes):
    wanted = np.zeros(len(order), bool)
    wanted[nodes] = True
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
def _over_graph(n, neighbors, first, lengths, nodes):
    m = len(nodes)
    some = np.flatnonzero(np.diff(first))
    begins = first[some]
    distances = np.empty((m, m))
    width = max(1, BLOCK_LENGTHS // len(neighbors))
    for start in range(0, m, width):
        columns = np.arange(min(width, m - start))
        distance = np.full((n, len(columns)), np.inf)
        distance[nodes[start + columns], columns] = 0
        while True:
            offered = distance[neighbors]
            offered += lengths[:, None]
            nearer = np.minimum(distance[some], np.minimum.reduceat(offered, begins, axis=0))
            if np.array_equal(nearer, distance[some]):
                break
            distance[some] = nearer
        distances[:, start : start + len(columns)] = distance[nodes]
    return distances


# --- semantic_f1/similarity/builders/hierarchies.py

LARGEST_HIERARCHY = 20_000
def from_hierarchy(tree: Any, labels="leaves", *, pairs: str | None = None, columns: Mapping | None = None, label: str = "child", beta=1.0, weight: str | None = "weight", name="hierarchy", none_labels=(), **card,):
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
    return _similarity_of(from_hierarchy, _nodes_named_by(edges, label), labels, beta, name, none_labels, card)
def from_codes(codes: Any, labels="all", *, separator: str | None = ".", prefixes=(), beta=1.0, name="codes", none_labels=(), **card,):
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
    edges, given = edges_of_codes(codes, separator, prefixes)
    if isinstance(labels, str) and labels in ("all", "leaves"):
        inner = set(edges.parents.tolist()) if labels == "leaves" else ()
        labels = [edges.nodes[node] for node in given if node not in inner]
    return _similarity_of(from_codes, edges, labels, beta, name, none_labels, card)
def edges_of_codes(codes: Any, separator: str | None = ".", prefixes=()):
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
        if a != b:
            ends.append((a, b))
    if len(labels) < 2 or not ends:
        raise ValueError(f"codes: no code is above another with separator={separator!r} and " f"prefixes={lengths}; the first is {next(iter(label_of), None)!r}")
    parents, children = np.unique(np.array(ends, np.int64), axis=0).T
    edges = Edges(list(place), parents, children, np.ones(len(parents)), 0, True, {})
    return edges, list(range(len(labels)))
def _labels_of_codes(codes):
    if hasattr(codes, "to_dict") and hasattr(codes, "index"):
        codes = codes.to_dict()
    if isinstance(codes, str) or not hasattr(codes, "__iter__"):
        raise ValueError(f"codes: expected a list of codes, or a mapping label -> code; got {codes!r}")
    if not isinstance(codes, Mapping):
        codes = {code: code for code in codes}
    label_of = {}
    for label, given in codes.items():
        for code in ([given] if isinstance(given, str) else given if hasattr(given, "__iter__") else [given]):
            if not isinstance(code, str) or not code.strip():
                raise ValueError(f"codes: expected text as the code of {label!r}; got {code!r}")
            if label_of.setdefault(code.strip(), label) != label:
                raise ValueError(f"codes: {code!r} is the code of {label_of[code.strip()]!r} and of {label!r}")
    labels = distinct_names(codes)
    bare = sorted(set(labels) - set(label_of.values()))
    if bare:
        raise ValueError(f"codes: {quote(bare)} has none")
    clash = sorted(label for label in labels if label_of.get(label, label) != label)
    if clash:
        raise ValueError(f"codes: {quote(clash)} is a label and the code of another label")
    return label_of, labels
def _above(code, separator, lengths):
    cuts = {k for k in lengths if k < len(code)}
    at = code.find(separator) if separator else -1
    while at > 0:
        cuts.add(at)
        at = code.find(separator, at + len(separator))
    strip = separator or ""
    return list(dict.fromkeys(code[:k].removesuffix(strip) for k in sorted(cuts) if code[:k]))
def _nodes_named_by(edges, label):
    if label not in ("child", "name"):
        raise ValueError(f"label: expected 'child' or 'name'; got {label!r}")
    if label == "child":
        return edges
    if not edges.titles:
        raise ValueError("label: 'name' needs a table with a column of names; columns={'name': ...} says which")
    names = [edges.titles.get(node, node) for node in edges.nodes]
    shared = (sorted({name for name in names if names.count(name) > 1}) if len(names) != len(set(names)) else [])
    if shared:
        raise ValueError(f"label: several codes have the name {quote(shared)}; use the codes")
    return edges._replace(nodes=names)
def _similarity_of(builder, edges, labels, beta, name, none_labels, card):
    nodes = _chosen_nodes(labels, edges)
    if len(nodes) > LARGEST_HIERARCHY:
        raise ValueError(f"labels: a table of {len(nodes):,} labels is too large ({LARGEST_HIERARCHY:,} is the " "most); make_thesaurus and relatedness(thesaurus, 'rada') answer without one")
    n = len(edges.nodes)
    distances = path_lengths(n, edges.parents, edges.children, edges.weights, nodes)
    unconnected = int(np.isinf(distances).sum()) // 2
    ends = np.sort(np.stack([edges.parents, edges.children]), axis=0)
    n_edges = len(np.unique(ends, axis=1).T)
    weighted = f"{edges.weighted} of them with a weight, " if edges.weighted else ""
    derivation = (f"Shortest path d in a hierarchy of {amount(n, 'node')} and {amount(n_edges, 'edge')}, " f"{weighted}edges taken in both directions, mapped by {decay_text(beta)}.")
    if unconnected:
        derivation += f" {amount(unconnected, 'pair')} that no path connects: 0."
    taken = [edges.nodes[node] for node in nodes.tolist()]
    return built(builder, values=decay(distances, beta), labels=taken, name=name, none_labels=none_labels, derivation=derivation, absent=_left_out(edges, taken), card=card,)
def _left_out(edges, taken):
    inner = {edges.nodes[node] for node in edges.parents.tolist()} - set(taken)
    others = set(edges.nodes) - set(taken) - inner
    reason = "a node of the hierarchy that was not taken as a label; labels='all' takes every node"
    return {**dict.fromkeys(inner, reason.replace("a node", "an inner node", 1)), **dict.fromkeys(others, reason),}
def _chosen_nodes(labels, edges):
    if isinstance(labels, str) and labels == "all":
        return np.arange(len(distinct_names(edges.nodes)))
    if isinstance(labels, str) and labels == "leaves":
        if not edges.directed:
            raise ValueError("labels: an undirected graph has no leaves to choose; give 'all' or names")
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

BLOCK_NUMBERS = 1 << 18
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
    refuse_many(labels, "points", "similarity.from_function(pairs, labels)")
    with np.errstate(over="ignore", invalid="ignore"):
        distances = _all_distances(table, order)
    too_far = ~np.isfinite(distances)
    distances[too_far] = np.inf
    refuse_cells(labels, too_far, distances, "points", "too far apart")
    norm = _NORMS.get(order, "Minkowski")
    kind = f"{norm} distance{'' if order in _NORMS else f' of order {exact(order)}'}"
    derivation = (f"{kind} d between points of {amount(table.shape[1], 'coordinate')}, " f"mapped by {decay_text(beta)}.")
    return built(from_points, values=decay(distances, beta), labels=labels, name=name, none_labels=none_labels, derivation=derivation, card=card,)
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
    return built(from_distances, values=decay(table, beta), labels=labels, name=name, none_labels=none_labels, derivation=derivation, card=card,)
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
    refuse_many(labels, "vectors", "similarity.embeddings(vectors, labels)")
    largest = np.abs(table).max(axis=1)
    refuse_labels(labels, largest == 0, "vectors", "a vector of zeros has no direction")
    table = table / largest[:, None]
    table /= np.linalg.norm(table, axis=1)[:, None]
    cosines = (table @ table.T).clip(-1, 1)
    np.fill_diagonal(cosines, 1)
    derivation = (f"Cosine of label embeddings of {amount(table.shape[1], 'dimension')}, mapped by " f"(1 + cos) / 2{'' if power == 1 else f', to the power {exact(power)}'}.")
    return built(from_embeddings, values=(((1 + cosines) / 2) ** power).round(DECIMALS), labels=labels, name=name, none_labels=none_labels, derivation=derivation, card=card,)
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
    refuse_cells(labels, np.isnan(table), table, "correlations", "a value is missing; leave out labels that never vary, they have none",)
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
    return built(from_correlations, values=table.round(DECIMALS, out=table), labels=labels, name=name, none_labels=none_labels, derivation=derivation, card=card,)
def from_training_label_sets(training_label_sets, labels=None, *, name="training labels", none_labels=(), **card):
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
    refuse_labels(labels, spread == 0, "training_label_sets", f"a label in none of the {n} examples, or in all of them, has no correlation",)
    deviation = np.sqrt(spread)
    r = together
    for row in range(len(r)):
        r[row] = (n * r[row] - count[row] * count) / (deviation[row] * deviation)
    r += 1
    r /= 2
    derivation = (f"Pearson correlation r of the 0/1 columns of each two labels over {n} examples outside " "the evaluation set (co-annotation), mapped by (1 + r) / 2.")
    return built(from_training_label_sets, values=r.round(DECIMALS, out=r), labels=labels, name=name, none_labels=none_labels, derivation=derivation, card=card,)
def _all_distances(table, p):
    m, d = table.shape
    distances = np.zeros((m, m))
    step = max(1, BLOCK_NUMBERS // d)
    room = np.empty((min(step, m), d))
    for i in range(m - 1):
        for start in range(i + 1, m, step):
            others = table[start : start + step]
            apart = np.subtract(others, table[i], out=room[: len(others)])
            to_others = _norms(apart, p)
            distances[i, start : start + len(others)] = to_others
    for start in range(0, m, 64):
        rows = slice(start, start + 64)
        distances[start:, rows] = np.maximum(distances[start:, rows], distances[rows, start:].T)
    return distances
def _norms(differences, p):
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
_LEAST_FALL = 1e-9
def from_ratings(ratings, labels=None, *, scale, missing="raise", name="ratings", none_labels=(), **card):
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
        raise ValueError(f"ratings: {n_unrated} of {m * (m - 1) // 2} pairs have none, such as " f"{_listed_unrated(a, b, labels, n_unrated)}; rate them, or fill them in " "by missing='mean', 'minimum' or 'zero'")
    fill = {"raise": 0.0, "zero": 0.0, "mean": float(np.mean(means)), "minimum": float(means.min()),}
    values = np.full((m, m), fill[missing])
    values[a, b] = values[b, a] = means
    np.fill_diagonal(values, 1)
    derivation = (f"Mean of {amount(n, 'rating')} of {amount(len(means), 'pair')} on a scale from " f"{exact(scale[0])} (not similar) to {exact(scale[1])} (the same), mapped to [0, 1].")
    if n_unrated:
        derivation += (f" {amount(n_unrated, 'pair')} without a rating: filled in by the rule " f"{missing!r}, {fill[missing]:.6g}.")
    return built(from_ratings, values=values.round(DECIMALS, out=values), labels=labels, name=name, none_labels=none_labels, derivation=derivation, card=card,)
def calibrate(distances, labels=None, *, ratings, scale, rated_pairs="keep", name="calibrated", none_labels=(), **card,):
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
    derivation = (f"Given distances, mapped by isotonic regression on {amount(n, 'rating')} of " f"{len(similarity)} of the {m * (m - 1) // 2} pairs on a scale from {exact(scale[0])} " f"(not similar) to {exact(scale[1])} (the same); RMSE of the fit {error:.4f}; rated pairs " f"{'keep their mean rating' if rated_pairs == 'keep' else 'get the fitted value'}.")
    return built(calibrate, values=values.round(DECIMALS, out=values), labels=labels, name=name, none_labels=none_labels, derivation=derivation, card=card,)
def _rated_pairs(ratings, labels, scale):
    try:
        low, high = map(real, scale)
    except (TypeError, ValueError):
        low = high = np.nan
    if not 0 < abs(high - low) < np.inf:
        raise ValueError(f"scale: expected (low, high), the ratings of 'not similar' and 'the same'; " f"got {scale!r}")
    if isinstance(ratings, Mapping):
        ratings = ((*_as_tuple(pair), rating) for pair, rating in ratings.items())
    place = None
    if labels is not None:
        labels = distinct_names(labels)
        place = {label: index for index, label in enumerate(labels)}
    numbers = {} if place is None else place
    codes, values = array("q"), array("d")
    for given in ratings:
        triple = _as_tuple(given)
        if len(triple) != 3 or not all(isinstance(label, str) for label in triple[:2]):
            raise ValueError(f"ratings: expected triples (a, b, rating); got {triple!r}")
        a, b, rating = triple
        for label in (a, b):
            if place is None:
                numbers.setdefault(label, len(numbers))
            elif label not in place:
                raise ValueError(f"ratings: {label!r} is not among labels")
        if a == b:
            raise ValueError(f"ratings: {a!r} is rated against itself; the diagonal is 1")
        value = (real(rating) - low) / (high - low)
        if not -ROUNDING <= value <= 1 + ROUNDING:
            raise ValueError(f"ratings: must lie on the scale from {exact(low)} to {exact(high)}; " f"({a!r}, {b!r}) is {rating!r}")
        first, second = sorted((numbers[a], numbers[b]))
        codes.append(first << 32 | second)
        values.append(min(1.0, max(0.0, value)))
    if not codes:
        raise ValueError("ratings: at least one is needed; got none")
    codes, values = np.frombuffer(codes, np.int64), np.frombuffer(values)
    n = len(codes)
    order = np.argsort(codes, kind="stable")
    codes, values = codes[order], values[order]
    starts = np.flatnonzero(np.diff(codes, prepend=-1))
    means = np.add.reduceat(values, starts) / np.diff(starts, append=n)
    codes = codes[starts]
    return codes >> 32, codes & 0xFFFFFFFF, means, distinct_names(numbers), n
def _listed_unrated(a, b, labels, n_unrated):
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
    try:
        from scipy.optimize import isotonic_regression
    except ImportError:
        raise ImportError("calibrate needs SciPy 1.12 or newer: pip install 'scipy>=1.12'") from None
    knots, group, count = np.unique(distances, return_inverse=True, return_counts=True)
    if len(knots) < 2:
        raise ValueError("ratings: all rated pairs lie at one distance; a map needs ratings at several")
    means = np.bincount(group, weights=similarity) / count
    fitted = isotonic_regression(means, weights=count, increasing=False).x
    if fitted[0] - fitted[-1] <= _LEAST_FALL:
        raise ValueError(f"ratings: they do not fall as distances rise, so the map is constant " f"({fitted[0]:.4f}); these distances say nothing about these ratings")
    return knots, fitted
def _distances(data, labels):
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
        table = array_of(data)
        if table.dtype == object and all(map(is_number, table.reshape(-1))):
            table = table.astype(np.float64)
    except (TypeError, ValueError, OverflowError, RuntimeError):
        table = np.array("")
    if table.dtype.kind not in "iuf" or table.shape != (m, m):
        raise ValueError(f"distances: expected a table of {m} x {m} numbers, one row a label")
    table = settle(table.astype(np.float64), low=0, diagonal=0)
    for rule, wrong in (("finite", ~np.isfinite(table)), ("at least 0", table < 0), ("0 on the diagonal", np.diag(np.diagonal(table) != 0)), ("symmetric", np.abs(table - table.T) > ROUNDING),):
        if wrong.any():
            a, b = np.argwhere(wrong)[0]
            raise ValueError(f"distances: must be {rule}; that of {labels[a]!r}, {labels[b]!r} is " f"{float(table[a, b])!r}, the other way round {float(table[b, a])!r} " f"({int(wrong.sum())} such values)")
    return table / 2 + table.T / 2, labels


# --- semantic_f1/similarity/set_batches.py

EXACT_SIZES = 8
STEP = 4
class Workspace:
    """Arrays by name, of which each is made once and used again.

    Large new arrays cost more than the work on them: the kernel hands out their pages one by one.
    """
    def __init__(self):
        self._held = {}
    def array(self, name, shape, dtype=np.float64):
        """An array of any content, good until the next of this name; a name has one dtype."""
        size = math.prod(shape)
        held = self._held.get(name)
        if held is None or len(held) < size:
            held = self._held[name] = np.empty(size, dtype)
        return held[:size].reshape(shape)
def examples_by_shape(offsets_a, offsets_b, values_of):
    sizes = np.diff(offsets_a), np.diff(offsets_b)
    nonempty = np.flatnonzero((sizes[0] > 0) & (sizes[1] > 0))
    if not len(nonempty):
        return
    filled = [_filled_up(x[nonempty]) for x in sizes]
    shape = filled[0] * (int(filled[1].max()) + 1) + filled[1]
    order = np.argsort(shape, kind="stable")
    nonempty, shape = nonempty[order], shape[order]
    filled = [x[order] for x in filled]
    ends = np.append(np.flatnonzero(np.diff(shape)) + 1, len(shape))
    start = 0
    for end in ends.tolist():
        k, t = (int(x[start]) for x in filled)
        step = max(1, (1 << 18) // max(1, values_of(k, t)))
        for first in range(start, end, step):
            examples = nonempty[first : min(first + step, end)]
            yield (_places_of_filled(offsets_a[examples], sizes[0][examples], k), _places_of_filled(offsets_b[examples], sizes[1][examples], t),)
        start = end
def _filled_up(sizes):
    return np.where(sizes <= EXACT_SIZES, sizes, -(-sizes // STEP) * STEP)
def _places_of_filled(begins, sizes, length):
    return begins[:, None] + np.minimum(np.arange(length), sizes[:, None] - 1)


# --- semantic_f1/similarity/embedding_similarity.py

_NEARLY_1 = 1 - 1e-9
_NO_LENGTH = 1e-300
_SMALL_FACTOR = 1e-100
class _Cosines:
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
            kind = {"kind": "embeddings", "power": self._power, "labels": [self.labels[i] for i in order],}
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
        greatest = [np.full(len(sets.indices), -1.0) for sets in (predictions, references)]
        shapes = examples_by_shape(predictions.offsets, references.offsets, lambda k, t: (k + t) * d + k * t)
        work, dtype = Workspace(), self._vectors.dtype
        early = scale.min() < _SMALL_FACTOR or scale.max() > 1 / _SMALL_FACTOR
        for places in shapes:
            labels, vectors, factors = [], [], []
            for name, sets, place in zip("ab", (predictions, references), places, strict=True):
                members = sets.indices[place].astype(np.intp)
                taken = work.array("taken", (*members.shape, d), dtype)
                self._vectors.take(members, axis=0, out=taken, mode="clip")
                turned = taken if name == "a" else taken.transpose(0, 2, 1)
                vector = work.array(name, turned.shape)
                vector[...] = turned
                factor = scale.take(members)
                if early:
                    vector *= factor[:, :, None] if name == "a" else factor[:, None, :]
                labels.append(members)
                vectors.append(vector)
                factors.append(factor)
            a, b = vectors
            cosines = work.array("cosines", (len(a), a.shape[1], b.shape[2]))
            np.matmul(a, b, out=cosines)
            if not early:
                cosines *= factors[0][:, :, None]
                cosines *= factors[1][:, None, :]
            for side, axis in ((0, 2), (1, 1)):
                best = cosines.max(axis=axis)
                if best.max() > _NEARLY_1:
                    near = np.nonzero(best > _NEARLY_1)
                    same = labels[side][near][:, None] == labels[1 - side][near[0]]
                    best[tuple(x[same.any(axis=1)] for x in near)] = 1
                greatest[side][places[side]] = best
        return tuple(self._similarities(cosines) for cosines in greatest)
    def _lengths(self):
        if self._scale is None:
            scale = np.empty(len(self._vectors))
            step = max(1, (1 << 20) // self._vectors.shape[1])
            for start in range(0, len(scale), step):
                part = self._vectors[start : start + step].astype(np.float64)
                largest = np.abs(part).max(axis=1)
                part /= largest[:, None]
                scale[start : start + step] = 1 / np.sqrt((part * part).sum(axis=1)) / largest
            self._scale = scale
        return self._scale
    def _similarities(self, cosines):
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
        raise ValueError(f"{surplus[0]}: embeddings has no such argument; a card has " f"{', '.join(field for field in CARD if field != 'derivation')}")
    table, labels = _vectors_of(vectors, labels)
    card["derivation"] = (f"Cosine of label embeddings of {amount(table.shape[1], 'dimension')}, mapped by " f"(1 + cos) / 2{'' if power == 1 else f', to the power {exact(power)}'}, on demand.")
    source = _Cosines(table, tuple(labels), name, power)
    return LazySimilarity(source, labels, None, none_labels, card)
def _vectors_of(vectors, labels):
    if isinstance(vectors, np.ndarray) and vectors.dtype in (np.float32, np.float64):
        labels, table = distinct_names(labels), vectors
        if table.ndim != 2 or len(table) != len(labels) or not table.shape[1]:
            raise ValueError(f"vectors: expected one row a label, {len(labels)}, with at least one number; got " f"shape {table.shape}")
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
_OWN = {"inverse": ("beta",), "exponential": ("beta",), "gaussian": ("sigma",)}
_OF_DISTANCE = ("scale", "p")
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
            raise ValueError(f"kernel: expected one of {', '.join(KERNELS)}, or a function of two arrays of " f"points; got {kernel!r}")
        self.name = kernel if self.function is None else _name_of(kernel)
        given = {"beta": beta, "sigma": sigma, "scale": scale, "p": p}
        shape_parameters = _OWN.get(self.name, ()) if self.function is None else ()
        has = (*shape_parameters, *_OF_DISTANCE) if shape_parameters else ()
        for name, value in given.items():
            if value is not None and name not in has:
                parameters = f"its parameters are {', '.join(has)}" if has else "it has none"
                raise ValueError(f"{name}: plays no part in the kernel {self.name!r}; {parameters}")
        self.parameters = {name: _CHECKED[name](1.0 if value is None and name in shape_parameters else value) for name, value in given.items() if name in has}
    def __repr__(self):
        given = "".join(f", {name}={value!r}" for name, value in self.parameters.items())
        return f"Kernel({self.name!r}{given})"
    def __eq__(self, other):
        return isinstance(other, Kernel) and (self.function, self.name, self.parameters) == (other.function, other.name, other.parameters,)
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
    def pairs(self):
        """Itself: where labels have a function of pairs, sets of points have their kernel."""
        return self
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
            largest = np.abs(points).max(axis=1, initial=0.0, keepdims=True)
            points = points / largest
            return points / np.sqrt((points * points).sum(axis=1, keepdims=True))
        scale = self.parameters.get("scale")
        return points if scale is None or not len(points) else points / np.asarray(scale)
    def problems(self, points):
        """Points that the kernel can't take, a bool array, and the rule; or None and ""."""
        d = points.shape[1]
        scale = self.parameters.get("scale")
        if isinstance(scale, list) and len(points) and len(scale) != d:
            raise ValueError(f"scale: {len(scale)} values for points of {d} dimensions")
        if self.function is not None:
            return None, ""
        if self.name == "cosine":
            return ~points.any(axis=1), "a vector of zeros has no direction"
        if self.name == "iou":
            if d % 2:
                raise ValueError(f"kernel: 'iou' takes boxes, least coordinates followed by greatest ones, an " f"even number; points have {d}")
            low, high = points[:, : d // 2], points[:, d // 2 :]
            return ~(low < high).all(axis=1), ("a box is its least coordinates followed by its greatest ones, (x0, y0, x1, y1) " "with x0 < x1 and y0 < y1")
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
    def __call__(self, a, b):
        """Similarities of equally many prepared points, float64 of shape (n,)."""
        if self.order is not None:
            return self.of_distance(distance_powers(a, b, self.order))
        if self.function is None:
            return _overlap(a, b)
        values = np.asarray(self.function(a, b), dtype=np.float64)
        if values.shape != (len(a),):
            raise ValueError(f"kernel: {self.name!r} must return one number for each of {len(a)} pairs; got " f"shape {values.shape}")
        wrong = np.flatnonzero(~((values >= 0) & (values <= 1)))
        if len(wrong):
            first = wrong[0]
            raise ValueError(f"kernel: {self.name!r} must return numbers in [0, 1]; for {a[first].tolist()} and " f"{b[first].tolist()} it gave {float(values[first])!r}")
        return values
def distance_powers(a, b, order):
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
    for number in values:
        if not _is_real(number) or not 0 < number < np.inf:
            raise ValueError(f"scale: expected finite numbers above 0, one a dimension; got {number!r}")
    return [float(number) for number in values]
def _checked_order(value):
    value = 2 if value is None else value
    if not _is_real(value) or not value >= 1:
        raise ValueError(f"p: expected a number from 1 to inf; got {value!r}")
    return float(value)
_CHECKED = {"beta": _positive_number("beta"), "sigma": _positive_number("sigma"), "scale": _checked_scale, "p": _checked_order,}
def _is_real(value):
    return isinstance(value, (int, float, np.integer, np.floating)) and not isinstance(value, bool)
def _name_of(function):
    return str(getattr(function, "__name__", type(function).__name__))


# --- semantic_f1/similarity/matrices.py

MATRICES = {"plutchik": {"name": "plutchik", "title": "Plutchik's wheel of emotions", "labels": ["anger", "anticipation", "disgust", "fear", "joy", "love", "optimism", "pessimism", "sadness", "surprise", "trust", "admiration"], "none_labels": [], "values": [[1.0, 0.853553390593, 0.853553390593, 0.0, 0.5, 0.308658283817, 0.691341716183, 0.5, 0.5, 0.146446609407, 0.146446609407, 0.146446609407], [0.853553390593, 1.0, 0.5, 0.146446609407, 0.853553390593, 0.691341716183, 0.961939766256, 0.146446609407, 0.146446609407, 0.0, 0.5, 0.5], [0.853553390593, 0.5, 1.0, 0.146446609407, 0.146446609407, 0.038060233744, 0.308658283817, 0.853553390593, 0.853553390593, 0.5, 0.0, 0.0], [0.0, 0.146446609407, 0.146446609407, 1.0, 0.5, 0.691341716183, 0.308658283817, 0.5, 0.5, 0.853553390593, 0.853553390593, 0.853553390593], [0.5, 0.853553390593, 0.146446609407, 0.5, 1.0, 0.961939766256, 0.961939766256, 0.0, 0.0, 0.146446609407, 0.853553390593, 0.853553390593], [0.308658283817, 0.691341716183, 0.038060233744, 0.691341716183, 0.961939766256, 1.0, 0.853553390593, 0.038060233744, 0.038060233744, 0.308658283817, 0.961939766256, 0.961939766256], [0.691341716183, 0.961939766256, 0.308658283817, 0.308658283817, 0.961939766256, 0.853553390593, 1.0, 0.038060233744, 0.038060233744, 0.038060233744, 0.691341716183, 0.691341716183], [0.5, 0.146446609407, 0.853553390593, 0.5, 0.0, 0.038060233744, 0.038060233744, 1.0, 1.0, 0.853553390593, 0.146446609407, 0.146446609407], [0.5, 0.146446609407, 0.853553390593, 0.5, 0.0, 0.038060233744, 0.038060233744, 1.0, 1.0, 0.853553390593, 0.146446609407, 0.146446609407], [0.146446609407, 0.0, 0.5, 0.853553390593, 0.146446609407, 0.308658283817, 0.038060233744, 0.853553390593, 0.853553390593, 1.0, 0.5, 0.5], [0.146446609407, 0.5, 0.0, 0.853553390593, 0.853553390593, 0.961939766256, 0.691341716183, 0.146446609407, 0.146446609407, 0.5, 1.0, 1.0], [0.146446609407, 0.5, 0.0, 0.853553390593, 0.853553390593, 0.961939766256, 0.691341716183, 0.146446609407, 0.146446609407, 0.5, 1.0, 1.0]], "source": "Robert Plutchik's wheel of emotions, as twelve angles in degrees (\"angles\"): the 11 emotions of SemEval-2018 Task 1 E-c in the order of its columns, then GoEmotions' admiration.", "citation": "Plutchik, R. (1980). A general psychoevolutionary theory of emotion. In R. Plutchik & H. Kellerman (Eds.), Theories of Emotion (pp. 3-33). Academic Press. Label set: Mohammad, S., Bravo-Marquez, F., Salameh, M., & Kiritchenko, S. (2018). SemEval-2018 Task 1: Affect in Tweets. Proceedings of SemEval-2018, 1-17. Use in Semantic F1: arXiv 2509.21633.", "license": "No third-party data: computed from twelve angles. Cite the sources.", "derivation": "(1 + cos(difference of the two angles)) / 2, rounded to 12 decimals so that every math library gives the same digits. Symmetric, with a unit diagonal; exact opposites get 0, labels at a right angle get .5.", "population": "None was measured. The wheel is a theory of emotion in general; it was not fitted to raters, to a language or to the texts of any data set.", "caveats": ["Pessimism and sadness are one point here, and so are trust and admiration: their similarity is 1, so taking one for the other costs nothing.", "Where love (67.5), optimism (112.5), pessimism (270) and admiration (45) stand is a convention: love and optimism are halfway between the two primary emotions that Plutchik mixes them from, admiration is read as intense trust, and pessimism is put at sadness although Plutchik mixes it from sadness and anticipation.", "Only the angle counts: the wheel's other dimension, intensity, is left out.", "Only exact opposites get 0, and the mean similarity of two different SemEval labels is .453: a random guess earns much partial credit.", "The wheel is one psychological model; other models, such as valence and arousal, order the same emotions differently (anger and fear are opposites here, and neighbors there).", "No evidence is given that neighbors on the wheel have like consequences in any application; for high stakes, check the pairs or use hard F1."], "prefix_widths": [11], "angles": {"anger": 180, "anticipation": 135, "disgust": 225, "fear": 0, "joy": 90, "love": 67.5, "optimism": 112.5, "pessimism": 270, "sadness": 270, "surprise": 315, "trust": 45, "admiration": 45}}, "goemotions": {"name": "goemotions", "title": "GoEmotions, correlations of the training labels", "labels": ["admiration", "amusement", "anger", "annoyance", "approval", "caring", "confusion", "curiosity", "desire", "disappointment", "disapproval", "disgust", "embarrassment", "excitement", "fear", "gratitude", "grief", "joy", "love", "nervousness", "optimism", "pride", "realization", "relief", "remorse", "sadness", "surprise"], "none_labels": ["neutral"], "values": [[1.0, 0.476042840176, 0.469677357885, 0.464413603487, 0.494747630444, 0.481805776522, 0.476147331266, 0.474276459455, 0.49089205374, 0.477458369354, 0.466772517881, 0.480815481081, 0.487821841564, 0.498259443432, 0.485594045858, 0.504211468185, 0.494098600292, 0.49734898883, 0.498814171619, 0.490655803863, 0.49069262183, 0.509669467905, 0.48393312327, 0.493007414281, 0.484891899154, 0.474871174236, 0.487830275911], [0.476042840176, 1.0, 0.481077942856, 0.479592879354, 0.479524900953, 0.4835428588, 0.485553501282, 0.483768692086, 0.489667496052, 0.48238053219, 0.47854419302, 0.487199962426, 0.494933982504, 0.487937827946, 0.487274902965, 0.487052358803, 0.494982681311, 0.503449682856, 0.486405747662, 0.494337103501, 0.485320592581, 0.494985972349, 0.491731710281, 0.495509457123, 0.491170976698, 0.484220376834, 0.485475815948], [0.469677357885, 0.481077942856, 1.0, 0.547937431042, 0.475891423929, 0.488050041195, 0.48537362815, 0.480794424777, 0.490202152327, 0.494205631124, 0.491212704141, 0.511238862861, 0.496337866792, 0.486301213148, 0.491236940861, 0.478099931423, 0.495921231285, 0.483373817103, 0.480281464862, 0.496054454123, 0.483166336113, 0.496323589204, 0.48589057554, 0.496329326863, 0.490753358668, 0.488924658087, 0.488692653394], [0.464413603487, 0.479592879354, 0.547937431042, 1.0, 0.474226872329, 0.48445484061, 0.484676996957, 0.481905654844, 0.489911614528, 0.511155412034, 0.514852591409, 0.512950044737, 0.495078521223, 0.484045613748, 0.490209961545, 0.472754565338, 0.497186237847, 0.478812654706, 0.475196615344, 0.49324749058, 0.482493506441, 0.495750861536, 0.488295278825, 0.496051989639, 0.489724406553, 0.48571236415, 0.483469437537], [0.494747630444, 0.479524900953, 0.475891423929, 0.474226872329, 1.0, 0.497478528032, 0.480943277193, 0.476474195494, 0.490346367467, 0.482877691559, 0.474351644295, 0.486070550798, 0.489254136984, 0.489181890283, 0.487254352614, 0.477408530965, 0.494320189925, 0.485388619965, 0.482588299402, 0.493944399616, 0.498277383322, 0.49771683692, 0.501408443084, 0.497401797971, 0.489748014622, 0.478746903075, 0.482841596967], [0.481805776522, 0.4835428588, 0.488050041195, 0.48445484061, 0.497478528032, 1.0, 0.485967632313, 0.486576665354, 0.496913069051, 0.490470835665, 0.487186025289, 0.49017038527, 0.495052828569, 0.489717744658, 0.494346705295, 0.486893306993, 0.501877823005, 0.494523224641, 0.496127989712, 0.499871895182, 0.519837169893, 0.495942868256, 0.494024739398, 0.502697794146, 0.500233731813, 0.498199334788, 0.488755658774], [0.476147331266, 0.485553501282, 0.48537362815, 0.484676996957, 0.480943277193, 0.485967632313, 1.0, 0.543052797376, 0.490051532604, 0.490610705521, 0.486947486493, 0.489173802611, 0.494022146135, 0.489130990995, 0.493891147582, 0.483542493791, 0.496198041665, 0.486155146451, 0.482818495687, 0.496595180181, 0.484224998093, 0.495433389979, 0.49374317518, 0.495748501434, 0.49279077109, 0.486289019987, 0.495555656209], [0.474276459455, 0.483768692086, 0.480794424777, 0.481905654844, 0.476474195494, 0.486576665354, 0.543052797376, 1.0, 0.490685720871, 0.486554638559, 0.482259904957, 0.488596808863, 0.49665494032, 0.49164023579, 0.491372492388, 0.477334096013, 0.495140646969, 0.482652012909, 0.48025002837, 0.495473954568, 0.485452560241, 0.494163331555, 0.49232563369, 0.494031972555, 0.493617202628, 0.486569778838, 0.501192907623], [0.49089205374, 0.489667496052, 0.490202152327, 0.489911614528, 0.490346367467, 0.496913069051, 0.490051532604, 0.490685720871, 1.0, 0.49618027194, 0.488736042069, 0.49378937137, 0.494868056273, 0.498214185762, 0.493598515328, 0.489528957202, 0.499689100775, 0.492861764415, 0.49830234503, 0.496230502816, 0.520723921393, 0.496900747021, 0.497343897207, 0.496359575837, 0.494813224586, 0.495238748215, 0.49093457731], [0.477458369354, 0.48238053219, 0.494205631124, 0.511155412034, 0.482877691559, 0.490470835665, 0.490610705521, 0.486554638559, 0.49618027194, 1.0, 0.498342408765, 0.498375551751, 0.500938235673, 0.489686568257, 0.493288287857, 0.48010304616, 0.502842027489, 0.486521079512, 0.483702667262, 0.50245837881, 0.489336234232, 0.495606901377, 0.498939410047, 0.494839807372, 0.499427719016, 0.53744282222, 0.491145955611], [0.466772517881, 0.47854419302, 0.491212704141, 0.514852591409, 0.474351644295, 0.487186025289, 0.486947486493, 0.482259904957, 0.488736042069, 0.498342408765, 1.0, 0.499617475574, 0.493360471563, 0.485535063914, 0.48883950083, 0.475397853077, 0.495341357934, 0.481568969993, 0.47925862955, 0.494976141063, 0.484932991417, 0.495486669517, 0.492831469959, 0.49711642438, 0.490483830999, 0.487687975387, 0.483932132429], [0.480815481081, 0.487199962426, 0.511238862861, 0.512950044737, 0.486070550798, 0.49017038527, 0.489173802611, 0.488596808863, 0.49378937137, 0.498375551751, 0.499617475574, 1.0, 0.501513360568, 0.490963532298, 0.499344002164, 0.484359684405, 0.497124911981, 0.488747095486, 0.486284581298, 0.498603784662, 0.492708607682, 0.496546672899, 0.494945089175, 0.497394977792, 0.495399251941, 0.493391092846, 0.489209504548], [0.487821841564, 0.494933982504, 0.496337866792, 0.495078521223, 0.489254136984, 0.495052828569, 0.494022146135, 0.49665494032, 0.494868056273, 0.500938235673, 0.493360471563, 0.501513360568, 1.0, 0.495061987335, 0.49980970886, 0.489285589149, 0.501520765071, 0.492971256963, 0.491228535003, 0.499673654351, 0.497758371763, 0.500616992639, 0.501097545581, 0.497506927341, 0.502728550142, 0.502206527826, 0.496057108621], [0.498259443432, 0.487937827946, 0.486301213148, 0.484045613748, 0.489181890283, 0.489717744658, 0.489130990995, 0.49164023579, 0.498214185762, 0.489686568257, 0.485535063914, 0.490963532298, 0.495061987335, 1.0, 0.492361178549, 0.49124615744, 0.497016026229, 0.526523956805, 0.494571918533, 0.495640788212, 0.495097676342, 0.501345589277, 0.494841824076, 0.499991000046, 0.492763440451, 0.487916963997, 0.510307859604], [0.485594045858, 0.487274902965, 0.491236940861, 0.490209961545, 0.487254352614, 0.494346705295, 0.493891147582, 0.491372492388, 0.493598515328, 0.493288287857, 0.48883950083, 0.499344002164, 0.49980970886, 0.492361178549, 1.0, 0.485746863118, 0.497513226584, 0.491227695505, 0.488596884207, 0.551223595722, 0.492229548464, 0.497013085521, 0.494206047092, 0.496491530148, 0.495126047819, 0.498156282277, 0.496438626687], [0.504211468185, 0.487052358803, 0.478099931423, 0.472754565338, 0.477408530965, 0.486893306993, 0.483542493791, 0.477334096013, 0.489528957202, 0.48010304616, 0.475397853077, 0.484359684405, 0.489285589149, 0.49124615744, 0.485746863118, 1.0, 0.4957537781, 0.495984328687, 0.483183639301, 0.492130088779, 0.492837117852, 0.501134293383, 0.489638703716, 0.500500380667, 0.492057491737, 0.482057894813, 0.486624571087], [0.494098600292, 0.494982681311, 0.495921231285, 0.497186237847, 0.494320189925, 0.501877823005, 0.496198041665, 0.495140646969, 0.499689100775, 0.502842027489, 0.495341357934, 0.497124911981, 0.501520765071, 0.497016026229, 0.497513226584, 0.4957537781, 1.0, 0.496079134837, 0.495264542272, 0.503163859587, 0.495902365833, 0.498932842442, 0.496585734464, 0.498746502403, 0.504998666053, 0.531253040533, 0.500212441308], [0.49734898883, 0.503449682856, 0.483373817103, 0.478812654706, 0.485388619965, 0.494523224641, 0.486155146451, 0.482652012909, 0.492861764415, 0.486521079512, 0.481568969993, 0.488747095486, 0.492971256963, 0.526523956805, 0.491227695505, 0.495984328687, 0.496079134837, 1.0, 0.498570260752, 0.496360461636, 0.491833481589, 0.502901186493, 0.491425817179, 0.504196555022, 0.490087331217, 0.488328835664, 0.490680111167], [0.498814171619, 0.486405747662, 0.480281464862, 0.475196615344, 0.482588299402, 0.496127989712, 0.482818495687, 0.48025002837, 0.49830234503, 0.483702667262, 0.47925862955, 0.486284581298, 0.491228535003, 0.494571918533, 0.488596884207, 0.483183639301, 0.495264542272, 0.498570260752, 1.0, 0.494837734036, 0.491096249646, 0.494312144742, 0.487943312325, 0.49513639822, 0.489267719597, 0.484753562768, 0.485367600081], [0.490655803863, 0.494337103501, 0.496054454123, 0.49324749058, 0.493944399616, 0.499871895182, 0.496595180181, 0.495473954568, 0.496230502816, 0.50245837881, 0.494976141063, 0.498603784662, 0.499673654351, 0.495640788212, 0.551223595722, 0.492130088779, 0.503163859587, 0.496360461636, 0.494837734036, 1.0, 0.495016083345, 0.498441016522, 0.498580429298, 0.501336839438, 0.496528111307, 0.504353694161, 0.496345121345], [0.49069262183, 0.485320592581, 0.483166336113, 0.482493506441, 0.498277383322, 0.519837169893, 0.484224998093, 0.485452560241, 0.520723921393, 0.489336234232, 0.484932991417, 0.492708607682, 0.497758371763, 0.495097676342, 0.492229548464, 0.492837117852, 0.495902365833, 0.491833481589, 0.491096249646, 0.495016083345, 1.0, 0.507252847412, 0.496328282324, 0.498368777663, 0.498426750573, 0.490248338006, 0.489799842515], [0.509669467905, 0.494985972349, 0.496323589204, 0.495750861536, 0.49771683692, 0.495942868256, 0.495433389979, 0.494163331555, 0.496900747021, 0.495606901377, 0.495486669517, 0.496546672899, 0.500616992639, 0.501345589277, 0.497013085521, 0.501134293383, 0.498932842442, 0.502901186493, 0.494312144742, 0.498441016522, 0.507252847412, 1.0, 0.495899055741, 0.498494398365, 0.497145438542, 0.495506281984, 0.497472527728], [0.48393312327, 0.491731710281, 0.48589057554, 0.488295278825, 0.501408443084, 0.494024739398, 0.49374317518, 0.49232563369, 0.497343897207, 0.498939410047, 0.492831469959, 0.494945089175, 0.501097545581, 0.494841824076, 0.494206047092, 0.489638703716, 0.496585734464, 0.491425817179, 0.487943312325, 0.498580429298, 0.496328282324, 0.495899055741, 1.0, 0.496414248378, 0.494799258288, 0.493255353896, 0.49947789636], [0.493007414281, 0.495509457123, 0.496329326863, 0.496051989639, 0.497401797971, 0.502697794146, 0.495748501434, 0.494031972555, 0.496359575837, 0.494839807372, 0.49711642438, 0.497394977792, 0.497506927341, 0.499991000046, 0.496491530148, 0.500500380667, 0.498746502403, 0.504196555022, 0.49513639822, 0.501336839438, 0.498368777663, 0.498494398365, 0.496414248378, 1.0, 0.496646993784, 0.494721618482, 0.495295497033], [0.484891899154, 0.491170976698, 0.490753358668, 0.489724406553, 0.489748014622, 0.500233731813, 0.49279077109, 0.493617202628, 0.494813224586, 0.499427719016, 0.490483830999, 0.495399251941, 0.502728550142, 0.492763440451, 0.495126047819, 0.492057491737, 0.504998666053, 0.490087331217, 0.489267719597, 0.496528111307, 0.498426750573, 0.497145438542, 0.494799258288, 0.496646993784, 1.0, 0.526061147642, 0.491750687705], [0.474871174236, 0.484220376834, 0.488924658087, 0.48571236415, 0.478746903075, 0.498199334788, 0.486289019987, 0.486569778838, 0.495238748215, 0.53744282222, 0.487687975387, 0.493391092846, 0.502206527826, 0.487916963997, 0.498156282277, 0.482057894813, 0.531253040533, 0.488328835664, 0.484753562768, 0.504353694161, 0.490248338006, 0.495506281984, 0.493255353896, 0.494721618482, 0.526061147642, 1.0, 0.488126932507], [0.487830275911, 0.485475815948, 0.488692653394, 0.483469437537, 0.482841596967, 0.488755658774, 0.495555656209, 0.501192907623, 0.49093457731, 0.491145955611, 0.483932132429, 0.489209504548, 0.496057108621, 0.510307859604, 0.496438626687, 0.486624571087, 0.500212441308, 0.490680111167, 0.485367600081, 0.496345121345, 0.489799842515, 0.497472527728, 0.49947789636, 0.495295497033, 0.491750687705, 0.488126932507, 1.0]], "source": "Labels of the 43,410 training rows of GoEmotions (the \"simplified\" configuration on the Hub).", "citation": "Demszky, D., Movshovitz-Attias, D., Ko, J., Cowen, A., Nemade, G., & Ravi, S. (2020). GoEmotions: A Dataset of Fine-Grained Emotions. Proceedings of the 58th Annual Meeting of the Association for Computational Linguistics, 4040-4054. arXiv 2005.00547.", "license": "CC BY 4.0 (GoEmotions, Demszky et al. 2020); changed: only correlations of its labels are given.", "derivation": "Pearson correlation r of the 0/1 columns of each two of the 27 emotions over the training rows, from whole-number counts, mapped by (1 + r) / 2 and rounded to 12 decimals. Symmetric, with a unit diagonal. Rows that also hold neutral are counted like all others.", "population": "Raters of English Reddit comments; the authors of the data set report that all raters were native speakers of English from India. Not a sample of any general population.", "caveats": ["The matrix is nearly constant: off the diagonal r runs from -.0712 (admiration, annoyance) to .1024 (fear, nervousness), so the similarity runs from .4644 to .5512, and 319 of the 351 pairs lie between .48 and .52.", "It can't tell near from far: any wrong guess earns about .5, so the size of the predicted sets and abstention decide, and rankings of systems can even reverse those of hard F1. Report hard F1 and goemotions-ekman beside it.", "Co-occurrence is association, not substitutability: two labels on one comment may both apply, or be what different raters saw in it, while labels that compete for the same comments correlate negatively however close in meaning they are.", "Joy and love get .4986, less than two unrelated labels would at r = 0.", "The correlations depend on how often labels occur, and those of rare labels rest on few rows (grief has 77, pride 111, relief 153).", "Scores on the training rows are not independent of this matrix; use it on the development or test rows.", "neutral (id 27) means the empty set; 1,396 training rows hold it beside emotions.", "No evidence is given that emotions that occur together have like consequences in any application."], "prefix_widths": [], "ids": "GoEmotions: 0 (admiration) to 27 (neutral), in the order of the data set"}, "goemotions-ekman": {"name": "goemotions-ekman", "title": "GoEmotions, Ekman and sentiment groups", "labels": ["admiration", "amusement", "anger", "annoyance", "approval", "caring", "confusion", "curiosity", "desire", "disappointment", "disapproval", "disgust", "embarrassment", "excitement", "fear", "gratitude", "grief", "joy", "love", "nervousness", "optimism", "pride", "realization", "relief", "remorse", "sadness", "surprise"], "none_labels": ["neutral"], "values": [[1.0, 0.6666666666666666, 0.0, 0.0, 0.6666666666666666, 0.6666666666666666, 0.0, 0.0, 0.6666666666666666, 0.0, 0.0, 0.0, 0.0, 0.6666666666666666, 0.0, 0.6666666666666666, 0.0, 0.6666666666666666, 0.6666666666666666, 0.0, 0.6666666666666666, 0.6666666666666666, 0.0, 0.6666666666666666, 0.0, 0.0, 0.0], [0.6666666666666666, 1.0, 0.0, 0.0, 0.6666666666666666, 0.6666666666666666, 0.0, 0.0, 0.6666666666666666, 0.0, 0.0, 0.0, 0.0, 0.6666666666666666, 0.0, 0.6666666666666666, 0.0, 0.6666666666666666, 0.6666666666666666, 0.0, 0.6666666666666666, 0.6666666666666666, 0.0, 0.6666666666666666, 0.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.6666666666666666, 0.0, 0.0, 0.0, 0.0, 0.0, 0.3333333333333333, 0.6666666666666666, 0.3333333333333333, 0.3333333333333333, 0.0, 0.3333333333333333, 0.0, 0.3333333333333333, 0.0, 0.0, 0.3333333333333333, 0.0, 0.0, 0.0, 0.0, 0.3333333333333333, 0.3333333333333333, 0.0], [0.0, 0.0, 0.6666666666666666, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.3333333333333333, 0.6666666666666666, 0.3333333333333333, 0.3333333333333333, 0.0, 0.3333333333333333, 0.0, 0.3333333333333333, 0.0, 0.0, 0.3333333333333333, 0.0, 0.0, 0.0, 0.0, 0.3333333333333333, 0.3333333333333333, 0.0], [0.6666666666666666, 0.6666666666666666, 0.0, 0.0, 1.0, 0.6666666666666666, 0.0, 0.0, 0.6666666666666666, 0.0, 0.0, 0.0, 0.0, 0.6666666666666666, 0.0, 0.6666666666666666, 0.0, 0.6666666666666666, 0.6666666666666666, 0.0, 0.6666666666666666, 0.6666666666666666, 0.0, 0.6666666666666666, 0.0, 0.0, 0.0], [0.6666666666666666, 0.6666666666666666, 0.0, 0.0, 0.6666666666666666, 1.0, 0.0, 0.0, 0.6666666666666666, 0.0, 0.0, 0.0, 0.0, 0.6666666666666666, 0.0, 0.6666666666666666, 0.0, 0.6666666666666666, 0.6666666666666666, 0.0, 0.6666666666666666, 0.6666666666666666, 0.0, 0.6666666666666666, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.6666666666666666, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.6666666666666666, 0.0, 0.0, 0.0, 0.6666666666666666], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.6666666666666666, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.6666666666666666, 0.0, 0.0, 0.0, 0.6666666666666666], [0.6666666666666666, 0.6666666666666666, 0.0, 0.0, 0.6666666666666666, 0.6666666666666666, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.6666666666666666, 0.0, 0.6666666666666666, 0.0, 0.6666666666666666, 0.6666666666666666, 0.0, 0.6666666666666666, 0.6666666666666666, 0.0, 0.6666666666666666, 0.0, 0.0, 0.0], [0.0, 0.0, 0.3333333333333333, 0.3333333333333333, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.3333333333333333, 0.3333333333333333, 0.6666666666666666, 0.0, 0.3333333333333333, 0.0, 0.6666666666666666, 0.0, 0.0, 0.3333333333333333, 0.0, 0.0, 0.0, 0.0, 0.6666666666666666, 0.6666666666666666, 0.0], [0.0, 0.0, 0.6666666666666666, 0.6666666666666666, 0.0, 0.0, 0.0, 0.0, 0.0, 0.3333333333333333, 1.0, 0.3333333333333333, 0.3333333333333333, 0.0, 0.3333333333333333, 0.0, 0.3333333333333333, 0.0, 0.0, 0.3333333333333333, 0.0, 0.0, 0.0, 0.0, 0.3333333333333333, 0.3333333333333333, 0.0], [0.0, 0.0, 0.3333333333333333, 0.3333333333333333, 0.0, 0.0, 0.0, 0.0, 0.0, 0.3333333333333333, 0.3333333333333333, 1.0, 0.3333333333333333, 0.0, 0.3333333333333333, 0.0, 0.3333333333333333, 0.0, 0.0, 0.3333333333333333, 0.0, 0.0, 0.0, 0.0, 0.3333333333333333, 0.3333333333333333, 0.0], [0.0, 0.0, 0.3333333333333333, 0.3333333333333333, 0.0, 0.0, 0.0, 0.0, 0.0, 0.6666666666666666, 0.3333333333333333, 0.3333333333333333, 1.0, 0.0, 0.3333333333333333, 0.0, 0.6666666666666666, 0.0, 0.0, 0.3333333333333333, 0.0, 0.0, 0.0, 0.0, 0.6666666666666666, 0.6666666666666666, 0.0], [0.6666666666666666, 0.6666666666666666, 0.0, 0.0, 0.6666666666666666, 0.6666666666666666, 0.0, 0.0, 0.6666666666666666, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.6666666666666666, 0.0, 0.6666666666666666, 0.6666666666666666, 0.0, 0.6666666666666666, 0.6666666666666666, 0.0, 0.6666666666666666, 0.0, 0.0, 0.0], [0.0, 0.0, 0.3333333333333333, 0.3333333333333333, 0.0, 0.0, 0.0, 0.0, 0.0, 0.3333333333333333, 0.3333333333333333, 0.3333333333333333, 0.3333333333333333, 0.0, 1.0, 0.0, 0.3333333333333333, 0.0, 0.0, 0.6666666666666666, 0.0, 0.0, 0.0, 0.0, 0.3333333333333333, 0.3333333333333333, 0.0], [0.6666666666666666, 0.6666666666666666, 0.0, 0.0, 0.6666666666666666, 0.6666666666666666, 0.0, 0.0, 0.6666666666666666, 0.0, 0.0, 0.0, 0.0, 0.6666666666666666, 0.0, 1.0, 0.0, 0.6666666666666666, 0.6666666666666666, 0.0, 0.6666666666666666, 0.6666666666666666, 0.0, 0.6666666666666666, 0.0, 0.0, 0.0], [0.0, 0.0, 0.3333333333333333, 0.3333333333333333, 0.0, 0.0, 0.0, 0.0, 0.0, 0.6666666666666666, 0.3333333333333333, 0.3333333333333333, 0.6666666666666666, 0.0, 0.3333333333333333, 0.0, 1.0, 0.0, 0.0, 0.3333333333333333, 0.0, 0.0, 0.0, 0.0, 0.6666666666666666, 0.6666666666666666, 0.0], [0.6666666666666666, 0.6666666666666666, 0.0, 0.0, 0.6666666666666666, 0.6666666666666666, 0.0, 0.0, 0.6666666666666666, 0.0, 0.0, 0.0, 0.0, 0.6666666666666666, 0.0, 0.6666666666666666, 0.0, 1.0, 0.6666666666666666, 0.0, 0.6666666666666666, 0.6666666666666666, 0.0, 0.6666666666666666, 0.0, 0.0, 0.0], [0.6666666666666666, 0.6666666666666666, 0.0, 0.0, 0.6666666666666666, 0.6666666666666666, 0.0, 0.0, 0.6666666666666666, 0.0, 0.0, 0.0, 0.0, 0.6666666666666666, 0.0, 0.6666666666666666, 0.0, 0.6666666666666666, 1.0, 0.0, 0.6666666666666666, 0.6666666666666666, 0.0, 0.6666666666666666, 0.0, 0.0, 0.0], [0.0, 0.0, 0.3333333333333333, 0.3333333333333333, 0.0, 0.0, 0.0, 0.0, 0.0, 0.3333333333333333, 0.3333333333333333, 0.3333333333333333, 0.3333333333333333, 0.0, 0.6666666666666666, 0.0, 0.3333333333333333, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.3333333333333333, 0.3333333333333333, 0.0], [0.6666666666666666, 0.6666666666666666, 0.0, 0.0, 0.6666666666666666, 0.6666666666666666, 0.0, 0.0, 0.6666666666666666, 0.0, 0.0, 0.0, 0.0, 0.6666666666666666, 0.0, 0.6666666666666666, 0.0, 0.6666666666666666, 0.6666666666666666, 0.0, 1.0, 0.6666666666666666, 0.0, 0.6666666666666666, 0.0, 0.0, 0.0], [0.6666666666666666, 0.6666666666666666, 0.0, 0.0, 0.6666666666666666, 0.6666666666666666, 0.0, 0.0, 0.6666666666666666, 0.0, 0.0, 0.0, 0.0, 0.6666666666666666, 0.0, 0.6666666666666666, 0.0, 0.6666666666666666, 0.6666666666666666, 0.0, 0.6666666666666666, 1.0, 0.0, 0.6666666666666666, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.6666666666666666, 0.6666666666666666, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.6666666666666666], [0.6666666666666666, 0.6666666666666666, 0.0, 0.0, 0.6666666666666666, 0.6666666666666666, 0.0, 0.0, 0.6666666666666666, 0.0, 0.0, 0.0, 0.0, 0.6666666666666666, 0.0, 0.6666666666666666, 0.0, 0.6666666666666666, 0.6666666666666666, 0.0, 0.6666666666666666, 0.6666666666666666, 0.0, 1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.3333333333333333, 0.3333333333333333, 0.0, 0.0, 0.0, 0.0, 0.0, 0.6666666666666666, 0.3333333333333333, 0.3333333333333333, 0.6666666666666666, 0.0, 0.3333333333333333, 0.0, 0.6666666666666666, 0.0, 0.0, 0.3333333333333333, 0.0, 0.0, 0.0, 0.0, 1.0, 0.6666666666666666, 0.0], [0.0, 0.0, 0.3333333333333333, 0.3333333333333333, 0.0, 0.0, 0.0, 0.0, 0.0, 0.6666666666666666, 0.3333333333333333, 0.3333333333333333, 0.6666666666666666, 0.0, 0.3333333333333333, 0.0, 0.6666666666666666, 0.0, 0.0, 0.3333333333333333, 0.0, 0.0, 0.0, 0.0, 0.6666666666666666, 1.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.6666666666666666, 0.6666666666666666, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.6666666666666666, 0.0, 0.0, 0.0, 1.0]], "source": "The grouping of the 27 emotions by the authors of GoEmotions: six groups named after Ekman's basic emotions, and three sentiment groups (positive, negative, ambiguous).", "citation": "Demszky, D., Movshovitz-Attias, D., Ko, J., Cowen, A., Nemade, G., & Ravi, S. (2020). GoEmotions: A Dataset of Fine-Grained Emotions. Proceedings of the 58th Annual Meeting of the Association for Computational Linguistics, 4040-4054. arXiv 2005.00547.", "license": "CC BY 4.0 (GoEmotions, Demszky et al. 2020); changed: the groups are turned into similarities.", "derivation": "1 for the same emotion, 2/3 for two emotions of the same Ekman group, 1/3 for two of the same sentiment group only, otherwise 0; in full double precision. Symmetric, with a unit diagonal.", "population": "The judgment of the data set's authors, who drew up the groups for their label set; it is not a measurement among respondents or raters.", "caveats": ["The four values are a convention: they rank the levels of a hierarchy, and that the steps are equal is assumed, not measured.", "The groups were drawn up to coarsen the label set, not to say which emotions can stand for each other.", "The groups differ much in size: the joy group has 12 emotions, all 2/3 to one another (gratitude and desire, pride and caring), while disgust is alone in its group.", "1/3 occurs between negative emotions only: all positive emotions form the one joy group, and all ambiguous ones the one surprise group.", "Confusion, curiosity, realization and surprise are 0 to all other emotions (surprise and excitement earn nothing for each other); 224 of the 351 pairs are 0.", "neutral (id 27) means the empty set.", "No evidence is given that emotions of one group have like consequences in any application."], "prefix_widths": [], "ids": "GoEmotions: 0 (admiration) to 27 (neutral), in the order of the data set"}, "mfrc": {"name": "mfrc", "title": "Moral foundations, correlations of the MFQ-2", "labels": ["Care", "Equality", "Proportionality", "Loyalty", "Authority", "Purity"], "none_labels": ["Non-Moral", "Thin Morality"], "values": [[1.0, 0.722822, 0.777743, 0.784288, 0.782987, 0.7587725], [0.722822, 1.0, 0.6454195, 0.6826815, 0.67341, 0.7135795], [0.777743, 0.6454195, 1.0, 0.793967, 0.7975255, 0.7340855], [0.784288, 0.6826815, 0.793967, 1.0, 0.887774, 0.8084505], [0.782987, 0.67341, 0.7975255, 0.887774, 1.0, 0.810481], [0.7587725, 0.7135795, 0.7340855, 0.8084505, 0.810481, 1.0]], "source": "Pearson correlations between the six foundations of the Moral Foundations Questionnaire-2 (MFQ-2): pooled, computed from the public Study 2 respondent file of Atari et al. (2023), OSF project srtxn; the published table was not seen.", "citation": "Atari, M., Haidt, J., Graham, J., Koleva, S., Stevens, S. T., & Dehghani, M. (2023). Morality Beyond the WEIRD: How the Nomological Network of Morality Varies Across Cultures. Journal of Personality and Social Psychology, 125(5), 1157. doi 10.1037/pspp0000470. Label set: Trager, J., et al. (2022). The Moral Foundations Reddit Corpus. arXiv 2208.05545.", "license": "Aggregate statistics: 15 correlations, computed from a public file that is not reproduced here and whose terms are not recorded here. Cite the paper.", "derivation": "Pearson correlation r of each two foundation scores over all 3,902 respondents together, read with 6 decimals, mapped by (1 + r) / 2 and rounded to 12 decimals. Symmetric, with a unit diagonal.", "population": "3,902 respondents in 19 countries who answered the MFQ-2 about themselves (Study 2); not the annotators or the authors of the Reddit comments.", "caveats": ["The correlations were computed from the public Study 2 respondent file and may differ from the published table, which was not seen.", "A correlation between questionnaire scores says that people who endorse one foundation tend to endorse the other; it is not a judgment that one label can stand for the other in a text.", "All correlations are positive, so the similarity of two different foundations runs from .6454 (Equality, Proportionality) to .8878 (Loyalty, Authority): any wrong guess earns at least .645, and the size of the predicted sets weighs much.", "Pooling mixes differences between countries with differences between persons; the plausible alternative is the matrix of correlations after centering each country on its mean, where every r is lower, by .014 to .076, and the similarity runs from .6074 to .8712. Check that rankings of systems hold under it.", "The paper reports that the relations between foundations vary across cultures; a pooled matrix hides that.", "The Moral Foundations Reddit Corpus has no label ids on the Hub: each row is one annotator's reading of a comment, as a string of names joined by commas, to be split before scoring. The order here is that of the MFQ-2 correlation table.", "Non-Moral and Thin Morality both mean the empty set; for Thin Morality that is a choice, since annotators saw moral content there, but none of the six foundations.", "No evidence is given that foundations with a high correlation have like consequences in any application."], "prefix_widths": []},}


# --- semantic_f1/similarity/loading.py

_SIMILARITY_ENDINGS = (".json", ".csv", ".xlsx")
def names() -> list[str]:
    """The names of the bundled similarities, sorted."""
    return sorted(MATRICES)
def load(source) -> LabelSimilarity:
    """Read a similarity.

    Parameters
    ----------
    source : a bundled name (see :func:`names`), a path to a JSON, CSV or .xlsx file or to a .gz of
        one, an address
        ``hf://datasets/OWNER/NAME/FILE`` on the Hugging Face Hub (without FILE: similarity.json;
        ``NAME@REVISION`` for another revision than main), a pandas DataFrame whose index
        and columns are the labels, a Polars frame or Arrow table with one more column of their
        names, a mapping laid out as the JSON files are, a LabelSimilarity, which is returned as it
        is, or an object of your own with ``labels``, ``name``, ``fingerprint`` and ``pairs``, see
        docs/scale.md

    Returns
    -------
    LabelSimilarity

    Raises
    ------
    ValueError
        for a name that is not bundled, a file that can't be read, and values that are not a
        square table of finite numbers in [0, 1] with distinct label names
    """
    if hasattr(source, "restrict") and hasattr(source, "pairs"):
        return source
    if hasattr(source, "n_concepts"):
        raise ValueError("similarity: got a thesaurus; similarity.relatedness(thesaurus, measure) makes a " "similarity of it")
    if hasattr(source, "pairs") or (hasattr(source, "labels") and hasattr(source, "fingerprint")):
        return adapted(source)
    if isinstance(source, os.PathLike):
        source = os.fspath(source)
    if isinstance(source, str):
        return _load_text(source)
    if isinstance(source, Mapping):
        return _from_mapping(source, "similarity")
    if hasattr(source, "columns") and hasattr(source, "index") and hasattr(source, "to_numpy"):
        return _from_frame(source)
    if hasattr(source, "columns") and (hasattr(source, "to_dict") or hasattr(source, "to_pydict")):
        return _from_unindexed(source)
    raise ValueError(f"similarity: expected a bundled name ({', '.join(names())}), 'identity', a path, a " f"DataFrame, an array with labels= or a LabelSimilarity; got {type(source).__name__}")
def _load_text(source):
    if source in MATRICES:
        bundled = _from_mapping(MATRICES[source], f"similarity {source!r}")
        bundled.ordered = "ids" in bundled.card
        return bundled
    if source == "identity":
        raise ValueError("similarity: 'identity' needs labels=[...], or metric.similarity.identity(labels)")
    if source.startswith("hf://"):
        return _load_file(fetch(source), source)
    if os.path.exists(source) or _unpacked_name(source).lower().endswith(_SIMILARITY_ENDINGS):
        return _load_file(source, source)
    raise ValueError(unknown_name_message("similarity", source, names()) + "; nor is it 'identity' or the path of a file")
def _unpacked_name(path):
    return path[:-3] if path.lower().endswith(".gz") else path
def _load_file(path, source):
    where = f"similarity {source!r}"
    ending = Path(_unpacked_name(os.fspath(path))).suffix.lower()
    try:
        with open(path, "rb") as packed, unpacked(packed, Path(path).name) as handle:
            if ending == ".xlsx":
                return _from_rows(_sheet(handle, where), where, source)
            text = handle.read().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ValueError(f"{where}: not UTF-8 text (byte {error.start}); save it as UTF-8") from None
    except TableError as error:
        raise ValueError(f"{where}: {error}") from None
    except OSError as error:
        raise ValueError(f"{where}: {error.strerror or error}") from None
    if ending == ".csv":
        return _from_csv(text, where, source)
    if ending != ".json":
        thesaurus = ending in (".ttl", ".rdf", ".nt", ".owl", ".skos")
        hint = "; metric.similarity.read_thesaurus(...) reads a thesaurus" if thesaurus else ""
        raise ValueError(f"{where}: expected a .json, .csv or .xlsx file{hint}")
    try:
        content = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{where}: not JSON: {error}") from None
    if not isinstance(content, dict):
        raise ValueError(f"{where}: expected a JSON object with 'labels' and 'values'; " f"got {type(content).__name__}")
    return _from_mapping({"name": Path(_unpacked_name(source)).stem, **content}, where)
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
        return build(content["values"], content["labels"], name=str(content.get("name", "custom")), none_labels=content.get("none_labels") or (), prefix_widths=content.get("prefix_widths") or (), **card,)
    except ValueError as error:
        message = str(error).removeprefix(f"similarity {content.get('name', 'custom')!r}: ")
        raise ValueError(f"{where}: {message}") from None
def _from_csv(text, where, source):
    found = []
    for delimiter in ",;\t":
        lines = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
        found.append([row for row in lines if any(map(str.strip, row))])
    square = (rows for rows in found if len(rows) > 1 and set(map(len, rows)) == {len(rows)})
    return _from_rows(next(square, found[0]), where, source)
def _sheet(handle, where):
    try:
        rows = []
        for number, cells in workbook_rows(handle):
            rows.append(cells)
            wrong = [cell for cell in cells if type(cell) is UnreadableCell]
            if wrong and (not wrong[0] or wrong[0].startswith("#")):
                raise WorkbookError(wrong[0].reason, number)
    except WorkbookError as error:
        row = f"row {error.row}: " if error.row else ""
        raise ValueError(f"{where}: {row}{error}") from None
    return [row + [""] * (len(rows[0]) - len(row)) for row in rows]
def _from_rows(rows, where, source):
    if len(rows) < 2:
        raise ValueError(f"{where}: expected a header of names, then one row a label")
    columns = [cell.strip() for cell in rows[0][1:]]
    values = []
    for row in rows[1:]:
        if len(row) != len(rows[0]):
            raise ValueError(f"{where}: row {row[0]!r} has {len(row) - 1} values for {len(columns)} columns")
        try:
            values.append([float(cell) for cell in row[1:]])
        except ValueError as error:
            commas = any(re.fullmatch(r"\s*-?\d*,\d+\s*", cell) for cell in row[1:])
            advice = "; numbers have a decimal point, no comma" if commas else ""
            raise ValueError(f"{where}: row {row[0]!r}: {error}{advice}") from None
    return _aligned(values, [row[0].strip() for row in rows[1:]], columns, where, source)
def _from_frame(frame):
    return _aligned(frame.to_numpy(), list(frame.index), list(frame.columns), "similarity", "table")
def _from_unindexed(frame):
    names = list(getattr(frame, "column_names", None) or frame.columns)
    columns = {name: getattr(frame[name], "to_pylist", None) or frame[name].to_list for name in names}
    columns = {name: read() for name, read in columns.items()}
    texts = [name for name in names if all(isinstance(cell, str) for cell in columns[name])]
    if len(texts) != 1:
        raise ValueError(f"similarity: a {type(frame).__name__} without an index needs one column of text, the " f"names of its rows; got {len(texts)}")
    rows = columns.pop(texts[0])
    values = np.array(list(columns.values()), dtype=object).T
    return _aligned(values, rows, list(columns), "similarity", "table")
def _aligned(values, rows, columns, where, name):
    columns = check_names(columns, f"{where}: columns")
    if len(rows) != len(columns) or set(rows) != set(columns):
        raise ValueError(f"{where}: rows and columns must have the same names; " f"rows {quote(rows)}, columns {quote(columns)}")
    order = [rows.index(column) for column in columns]
    return build(np.asarray(values)[order], columns, name=name)


# --- semantic_f1/thesaurus/ancestry.py

BLOCK_ANCESTORS = 1 << 20
KEPT_ANCESTORS = 64
MOST_LEVELS = 32
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
        self._kept = self._jumps = self._by_level = None
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
        return self._over_common(first, second, lambda ancestor, steps: value[ancestor], np.maximum, np.nan)
    def up_and_down(self, first: np.ndarray, second: np.ndarray):
        """Edges on the shortest way up to a common ancestor and down again; inf without one."""
        if self._jumps is not None:
            lowest = self._lowest_common(first, second)
            edges = self.depth[first] + self.depth[second] - 2 * self.depth[lowest]
            return np.where(lowest < 0, np.inf, edges)
        return self._over_common(first, second, lambda ancestor, steps: steps, np.minimum, np.inf)
    def best_over_common(self, first: np.ndarray, second: np.ndarray, depth: np.ndarray):
        """The greatest 2 d / (2 d + len) that a common ancestor of depth d gives; nan without one.

        len are the fewest edges up to it from both together. ``depth`` needn't grow downwards.
        """
        def ratio(ancestor, steps):
            return 2 * depth[ancestor] / (2 * depth[ancestor] + steps)
        return self._over_common(first, second, ratio, np.maximum, np.nan)
    def shortest_depth(self):
        """Depth of each concept by the shortest way up: int array of shape (N,), roots have 1."""
        depth = [1] * self.n
        parents, first = self.parents.tolist(), self.first_parent.tolist()
        number = self.n_parents.tolist()
        for concept in np.argsort(self.depth, kind="stable").tolist():
            above = parents[first[concept] : first[concept] + number[concept]]
            depth[concept] = 1 + min((depth[parent] for parent in above), default=0)
        return np.array(depth)
    def by_level(self):
        """Ancestors from the root on, int32 of shape (N, D), each concept's row filled with itself.

        None where a concept has several parents, or D is above MOST_LEVELS.
        """
        if self._jumps is None or self.max_depth > MOST_LEVELS:
            return None
        if self._by_level is None:
            table = np.empty((self.n, self.max_depth), np.int32)
            table[:] = np.arange(self.n)[:, None]
            for depth in range(2, self.max_depth + 1):
                concepts = np.flatnonzero(self.depth == depth)
                table[concepts, : depth - 1] = table[self._jumps[0][concepts], : depth - 1]
            self._by_level = table
        return self._by_level
    def ancestors(self, concepts: np.ndarray):
        """Ancestors of each concept, itself included: position in ``concepts`` and ancestor."""
        place, ancestor, _ = self._ancestors(concepts)
        return place, ancestor
    def _depths(self, edges, cycle_error):
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
        up = np.arange(self.n)
        up[self.n_parents == 1] = self.parents
        jumps = [up]
        while 1 << len(jumps) < self.max_depth:
            jumps.append(jumps[-1][jumps[-1]])
        return jumps
    def _lowest_common(self, first, second):
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
        n, span = self.n, self.max_depth
        pending = (np.arange(len(concepts)) * n + concepts) * span
        parts = []
        while len(pending):
            depth = self.depth[pending // span % n]
            deepest = depth == depth.max()
            codes = np.sort(pending[deepest])
            codes = codes[np.flatnonzero(np.diff(codes // span, prepend=-1))]
            parts.append(codes)
            nodes = codes // span % n
            number = self.n_parents[nodes]
            parents = self.parents[ragged(self.first_parent[nodes], number)]
            step_up = (parents - np.repeat(nodes, number)) * span + 1
            pending = np.concatenate([pending[~deepest], np.repeat(codes, number) + step_up])
        places, steps = np.divmod(np.sort(np.concatenate(parts)), span)
        return (*np.divmod(places, n), steps)
    def _keep(self):
        ancestors, steps = [], []
        for part in slices_of(self._n_ancestors, BLOCK_ANCESTORS):
            _, up, way = self._climb(np.arange(part.start, part.stop))
            ancestors.append(up.astype(np.int32))
            steps.append(way.astype(np.int32))
        first = np.cumsum(self._n_ancestors) - self._n_ancestors
        return first, np.concatenate(ancestors), np.concatenate(steps)
    def _ancestors(self, concepts):
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
        result = np.full(len(first), nothing)
        n = self.n
        for part in slices_of(self._n_ancestors[first] + self._n_ancestors[second], BLOCK_ANCESTORS):
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
    number = np.bincount(edges[:, 0], minlength=n)
    return edges[np.argsort(edges[:, 0], kind="stable"), 1], np.cumsum(number) - number, number
def ragged(first: np.ndarray, number: np.ndarray) -> np.ndarray:
    ends = np.cumsum(number)
    total = int(ends[-1]) if len(ends) else 0
    return np.arange(total) + np.repeat(first - ends + number, number)
def cycles_among(edges: np.ndarray, waiting: list) -> list:
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


# --- semantic_f1/thesaurus/content.py

def content_of_counts(counts, thesaurus):
    if hasattr(counts, "to_dict") and getattr(counts, "ndim", 0) == 1:
        if not counts.index.is_unique:
            raise ValueError("counts: a label stands more than once in the index; add them up")
        counts = counts.to_dict()
    if not isinstance(counts, Mapping):
        raise ValueError(f"counts: expected a mapping of labels to numbers; got {type(counts).__name__}")
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
    labels, concept_of = thesaurus.labels, thesaurus.concept
    if hasattr(ic, "to_dict") and getattr(ic, "ndim", 0) == 1:
        if not ic.index.is_unique:
            raise ValueError(f"ic: one value a label; {ic.index[ic.index.duplicated()][0]!r} comes more than " "once in its index")
        ic = ic.to_dict()
    if isinstance(ic, Mapping):
        labels, concept_of = thesaurus.names, thesaurus.concept_of_name
        missing = [label for label in labels if label not in ic]
        if missing:
            raise ValueError(f"ic: {len(missing)} labels have none, {missing[0]!r} first; values in the order " "of the labels go into a list or an array")
        ic = [ic[label] for label in labels]
    elif len(thesaurus.names) > len(labels):
        raise ValueError(f"ic: {len(thesaurus.names) - len(labels)} concepts have no label, so an array has no " "value for them; pass a mapping with their URIs too")
    ic = np.asarray(ic, dtype=np.float64)
    if ic.shape != (len(labels),):
        raise ValueError(f"ic: expected one value a label, {len(labels)}; got shape {ic.shape}")
    wrong = np.flatnonzero(~((ic >= 0) & (ic <= 1)))
    if len(wrong):
        raise ValueError(f"ic: values lie in [0, 1], divide them by the greatest; {labels[wrong[0]]!r} has " f"{ic[wrong[0]]}")
    content = np.empty(thesaurus.n_concepts)
    content[concept_of] = ic
    differing = np.flatnonzero(content[concept_of] != ic)
    if len(differing):
        raise ValueError(f"ic: synonyms are one concept with one value; {labels[differing[0]]!r} has another " "than its synonym")
    child, parent = thesaurus.edges.T
    rising = np.flatnonzero(content[parent] > content[child])
    if len(rising):
        child, parent = (thesaurus.name_of(c) for c in thesaurus.edges[rising[0]])
        raise ValueError(f"ic: a broader concept never has more than a narrower one; {parent!r} has more than " f"{child!r}")
    return content


# --- semantic_f1/thesaurus/trees.py

class TreeMatches:
    """Greatest similarities of concepts to the concepts of other sets.

    Parameters
    ----------
    ancestors : int32 array of shape (N, D): the ancestors of each concept from its root to itself,
        and itself in the columns behind
    depth : int array of shape (N,), from 1 on
    content : None for measures of depths; else float64 array of shape (N,), what each concept has
    unit : function of equally long arrays, what the closest common ancestor and both concepts have
        (of depth or content), that returns values in [0, 1]; the order of the two doesn't matter

    Values are 1 for a concept and itself, and 0 where there is no common ancestor.
    """
    def __init__(self, ancestors, depth, content, unit):
        self._rows = np.column_stack([ancestors, depth.astype(np.int32)])
        self._content, self._unit = content, unit
        self._levels = ancestors.shape[1]
        self._by_depths = self._table_of_depths() if content is None else None
    def best(self, first, second, offsets):
        """Greatest similarity of each concept to those on the other side, in both directions.

        Returns two float64 arrays; 0 where the other set is empty.
        """
        sides = first, second
        best = tuple(np.zeros(len(side)) for side in sides)
        levels, work = self._levels, Workspace()
        shapes = examples_by_shape(*offsets, lambda k, t: k * t + (k + t) * levels)
        for places in shapes:
            concepts = [side[place].T for side, place in zip(sides, places, strict=True)]
            values = self._values(*concepts, work)
            best[0][places[0]] = values.max(axis=1).T
            best[1][places[1]] = values.max(axis=0).T
        return best
    def _values(self, a, b, work):
        shape = len(a), len(b), a.shape[1]
        rows = [np.ascontiguousarray(np.moveaxis(self._rows.take(x, axis=0), -1, 0)) for x in (a, b)]
        equal, common = (work.array(x, shape, np.uint8) for x in ("equal", "common"))
        common[:] = 0
        for ancestors, other_ancestors in zip(rows[0][:-1], rows[1][:-1], strict=True):
            np.equal(ancestors[:, None], other_ancestors, out=equal.view(bool))
            if not equal.any():
                break
            common += equal
        place = work.array("place", shape, np.intp)
        values = work.array("values", shape)
        if self._content is None:
            np.multiply(common, np.intp(self._levels**2), out=place)
            place += ((rows[0][-1] - 1) * self._levels)[:, None]
            place += rows[1][-1] - 1
            return self._by_depths.take(place, out=values, mode="clip")
        content = self._content
        of_common = np.concatenate([np.zeros((1, *a.shape)), content[rows[0][:-1]]])
        np.multiply(common, np.intp(a.size), out=place)
        place += np.arange(a.size).reshape(len(a), 1, -1)
        of_common.take(place, out=values, mode="clip")
        sides = content[a][:, None], content[b][None]
        of_both = (np.broadcast_to(x, shape).reshape(-1) for x in sides)
        values = self._unit(values.reshape(-1), *of_both).reshape(shape)
        values[common == 0] = 0
        values[common == self._levels] = 1
        return values
    def _table_of_depths(self):
        levels = self._levels
        common, first, second = np.indices((levels + 1, levels, levels)).reshape(3, -1)
        possible = (common > 0) & (common <= np.minimum(first, second) + 1)
        values = np.zeros(len(common))
        depths = common[possible], first[possible] + 1, second[possible] + 1
        values[possible] = self._unit(*depths)
        values[common == levels] = 1
        return values


# --- semantic_f1/thesaurus/measures.py

LARGEST_MATRIX = 5_000
class _Measure(NamedTuple):
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
MEASURES = {"rada": _Measure("Rada", "1 / (1 + len)", "length", lambda length, depth: length, lambda length, depth: 1 / (1 + length),), "rada_linear": _Measure("Rada, linear", "max(0, 1 - len / (2 D))", "length", lambda length, depth: length, lambda length, depth: np.maximum(0, 1 - length / (2 * depth)),), "leacock_chodorow": _Measure("Leacock & Chodorow", "-log((len + 1) / (2 D)) / log(2 D)", "length", _log_length, lambda length, depth: np.maximum(0, _log_length(length, depth) / np.log(2 * depth)) + 0.0,), "wu_palmer": _Measure("Wu & Palmer", "2 depth(lcs) / (depth(a) + depth(b))", "depth", _ratio, _ratio), "resnik": _Measure("Resnik", "IC(lcs)", "ic", lambda common, first, second: common, lambda common, first, second: common,), "jiang_conrath": _Measure("Jiang & Conrath", "1 - (IC(a) + IC(b) - 2 IC(lcs)) / 2", "ic", _distance, lambda common, first, second: 1 - _distance(common, first, second) / 2,), "lin": _Measure("Lin", "2 IC(lcs) / (IC(a) + IC(b))", "ic", _ratio, _ratio),}
FEW_LABELS = 32
_LENGTH = tuple(name for name, entry in MEASURES.items() if entry.of == "length")
_IC = tuple(name for name, entry in MEASURES.items() if entry.of == "ic")
_OF_DEPTH = ("wu_palmer", "leacock_chodorow", "rada_linear")
def measure_of(thesaurus, name, variant="similarity", *, ic=None, counts=None, depth="longest"):
    if not hasattr(thesaurus, "greatest_common"):
        raise ValueError(f"thesaurus: expected a Thesaurus, got {short(thesaurus)}; read_thesaurus(path) makes " "one of a SKOS file, make_thesaurus(pairs) of pairs of names")
    _choose_measure("measure", name, MEASURES)
    _choose_measure("variant", variant, ("similarity", "relatedness"))
    if variant == "relatedness" and name not in _LENGTH:
        raise ValueError(f"variant: 'relatedness' is for measures of paths, {', '.join(_LENGTH)}; got it for " f"{name}, which has one variant only")
    _choose_measure("depth", depth, ("longest", "shortest"))
    if depth != "longest" and name not in _OF_DEPTH and variant != "relatedness":
        raise ValueError(f"depth: only {', '.join(_OF_DEPTH)} and rada as 'relatedness' use it; got {depth!r} " f"for {name}")
    source = "Seco"
    if counts is not None:
        if name not in _IC:
            raise ValueError(f"counts: only {', '.join(_IC)} use them; got them for {name}")
        ic, source = content_of_counts(counts, thesaurus), "of corpus counts"
    elif ic is not None:
        if name not in _IC:
            raise ValueError(f"ic: only {', '.join(_IC)} use it; got it for {name}")
        ic, source = checked_content(ic, thesaurus), "given"
    labels_and_concepts = thesaurus.labels, thesaurus.concept
    return Relatedness(thesaurus, name, variant, ic, *labels_and_concepts, source, depth)
class Relatedness(ByName):
    """A measure over labels of a thesaurus; :func:`measure_of` makes it.

    It is a similarity as the metric takes them: symmetric, 1 on the diagonal, 0 between labels
    that have nothing in common. What needs a table of values is a method of the table that
    :meth:`to_similarity` makes: ``to_similarity(labels=[...])`` has ``audit``, ``save`` and
    ``facts``.

    Attributes
    ----------
    name : str, "THESAURUS/MEASURE", followed by "/relatedness" for that variant and by
        "/shortest_depth" for that depth
    labels : tuple of str, length m
    none_labels, prefix_widths : empty tuples
    thesaurus, measure, variant, depth : what it was made from
    """
    none_labels = ()
    prefix_widths = ()
    def __init__(self, thesaurus, measure, variant, ic, labels, concept, content="Seco", depth="longest"):
        self.thesaurus, self.measure, self.variant = thesaurus, measure, variant
        self.labels, self.depth = labels, depth
        self._ic, self._concept, self._content_source = ic, concept, content
        self._values = self._matches = None
        self._last = np.empty(0, np.int64), np.empty(0)
    def __reduce__(self):
        return Relatedness, self._made_from(self.labels, self._concept)
    def __repr__(self):
        return f"Relatedness({self.name!r}, {len(self.labels)} labels)"
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
        suffix += "/shortest_depth" if self.depth == "shortest" else ""
        return f"{self.thesaurus.name}/{self.measure}{suffix}"
    @property
    def card(self):
        """Card of the thesaurus, with title and derivation of its own."""
        entry, facts = MEASURES[self.measure], self.thesaurus.facts()
        over = self.thesaurus.card.get("title", self.thesaurus.name)
        ways = "broader and related relations" if self.variant == "relatedness" else "the hierarchy"
        dropped = f"; {facts['dropped']} relations left out" if self.thesaurus.dropped else ""
        content = "" if entry.of != "ic" else f", IC {self._content_source}"
        by = " by the shortest ways up" if self.depth == "shortest" else ""
        by += ", of both over the lcs" if by and self.measure == "wu_palmer" else ""
        return {**self.thesaurus.card, "title": f"{entry.title} over {over}", "derivation": f"{entry.equation}, over {ways}{content}; {facts['concepts']} concepts, " f"{facts['roots']} roots, greatest depth D = {self._max_depth()}{by}{dropped}",}
    @property
    def pairs(self):
        """Values in [0, 1] of pairs: equally long int arrays ``a``, ``b`` in, a float64 array out.

        Where the thesaurus is a tree it has ``best_matches`` too.
        """
        return _PairsOfConcepts(self)
    def _values_of_pairs(self, a, b):
        codes, place = self._distinct(a, b)
        last_codes, values = self._last
        if not np.array_equal(codes, last_codes):
            values = self._unit(*np.divmod(codes, self.thesaurus.n_concepts))
            self._last = codes, values
        return values[place]
    def tree_matches(self):
        """TreeMatches of the concepts, or None where they are no tree or labels are few."""
        if self.variant == "relatedness" or len(self.labels) <= FEW_LABELS:
            return None
        if self._matches is None:
            ancestors = self.thesaurus.ancestors_by_level()
            if ancestors is None:
                return None
            entry, longest = MEASURES[self.measure], self.thesaurus.max_depth
            unit = entry.unit
            if entry.of == "length":
                unit = lambda c, a, b: entry.unit(a + b - 2 * c, longest)
            content = self._content() if entry.of == "ic" else None
            self._matches = TreeMatches(ancestors, self.thesaurus.depth, content, unit)
        return self._matches
    def raw(self, a, b):
        """Raw values of index pairs ``a``, ``b``; see :func:`measure_of` for infinite ones."""
        codes, place = self._distinct(a, b)
        return self._raw(*np.divmod(codes, self.thesaurus.n_concepts))[place]
    @property
    def values(self):
        """The m x m table as a read-only float64 array; a ValueError above 5,000 labels."""
        m = len(self.labels)
        if m > LARGEST_MATRIX:
            raise ValueError(f"similarity {self.name!r}: this needs a table of all labels, and {m:,} x {m:,} is " f"too large ({LARGEST_MATRIX:,} labels is the most); pass labels=[...], or the " "table of some that to_similarity(labels=[...]) makes")
        if self._values is None:
            values = np.empty((m, m))
            for start in range(0, m, 64):
                rows, columns = np.mgrid[start : min(start + 64, m), start:m].reshape(2, -1)
                values[rows, columns] = values[columns, rows] = self.pairs(rows, columns)
            values.setflags(write=False)
            self._values = values
        return self._values
    def _at(self, labels, places):
        return Relatedness(*self._made_from(labels, self._concept[places]))
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
        """sha256 (hex) over measure, variant, depth, ic, thesaurus and labels, in any order."""
        number, names = self.thesaurus.canonical()
        numbered = zip(self.labels, number[self._concept].tolist(), strict=True)
        content = {"kind": "relatedness", "measure": self.measure, "variant": self.variant, "thesaurus": self.thesaurus.fingerprint, "labels": sorted([label, names[concept][0]] for label, concept in numbered), **({} if self.depth == "longest" else {"depth": self.depth}),}
        text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
        digest = hashlib.sha256(text.encode())
        if self._ic is not None:
            digest.update((self._ic[np.argsort(number)] + 0.0).astype("<f8").tobytes())
        return digest.hexdigest()
    def _unknown(self, label):
        return f"label: {self._why(label)}"
    def _lacks(self, missing):
        more = f", nor {len(missing) - 1} others" if len(missing) > 1 else ""
        return f"{self._why(missing[0])}{more}"
    def _why(self, label):
        if label in self.ambiguous:
            return f"{label!r} is {self.ambiguous[label]}"
        near = difflib.get_close_matches(str(label), self.labels, n=1)
        hint = f" (did you mean {near[0]!r}?)" if near else ""
        return f"{self.name} has no label {label!r}{hint}"
    def _distinct(self, a, b):
        a, b = self._concept[a], self._concept[b]
        codes = np.minimum(a, b) * self.thesaurus.n_concepts + np.maximum(a, b)
        return np.unique(codes, return_inverse=True)
    def _unit(self, first, second):
        entry = MEASURES[self.measure]
        if entry.of == "length":
            depth = self._max_depth()
            values = entry.unit(self._lengths(first, second, 2 * depth - 1), depth)
        else:
            common, *contents = self._subsumed(first, second)
            values = np.where(np.isnan(common), 0, entry.unit(common, *contents))
        values[first == second] = 1
        return values
    def _raw(self, first, second):
        entry = MEASURES[self.measure]
        if entry.of == "length":
            return entry.raw(self._lengths(first, second, None), self._max_depth())
        common, *contents = self._subsumed(first, second)
        apart = np.inf if self.measure == "jiang_conrath" else 0
        return np.where(np.isnan(common), apart, entry.raw(common, *contents))
    def _lengths(self, first, second, limit):
        if self.variant == "relatedness":
            return self.thesaurus.shortest(first, second, limit)
        return self.thesaurus.up_and_down(first, second)
    def _subsumed(self, first, second):
        if self.measure == "wu_palmer" and self.depth == "shortest":
            best = self.thesaurus.best_over_common(first, second, self.thesaurus.shortest_depth)
            return best, np.ones(len(best)), np.ones(len(best))
        value = self.thesaurus.depth if self.measure == "wu_palmer" else self._content()
        common = self.thesaurus.greatest_common(first, second, value)
        return common, value[first], value[second]
    def _max_depth(self):
        if self.depth == "longest":
            return self.thesaurus.max_depth
        return int(self.thesaurus.shortest_depth.max())
    def _made_from(self, labels, concept):
        definition = self.thesaurus, self.measure, self.variant, self._ic
        return (*definition, labels, concept, self._content_source, self.depth)
    def _content(self):
        return self.thesaurus.ic if self._ic is None else self._ic
class _PairsOfConcepts:
    at_once = True
    def __init__(self, relatedness):
        self._relatedness = relatedness
        self._matches = relatedness.tree_matches()
        if self._matches is not None:
            self.best_matches = self._best_matches
    def __call__(self, a, b):
        return self._relatedness._values_of_pairs(a, b)
    def _best_matches(self, predictions, references):
        sides = predictions, references
        concepts = (self._relatedness.concepts[sets.indices] for sets in sides)
        return self._matches.best(*concepts, [sets.offsets for sets in sides])
def _choose_measure(argument, value, choices):
    if not isinstance(value, str) or value not in choices:
        raise ValueError(f"{argument}: expected one of {', '.join(choices)}; got {value!r}")


# --- semantic_f1/thesaurus/relations.py

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
    ambiguous: dict = {}
def from_edges(broader, related=(), synonyms=(), concepts=()):
    groups = [named_pairs(broader, "broader"), named_pairs(related, "related"), named_pairs(synonyms, "synonyms"),]
    alone = concept_names(concepts)
    labels = tuple(sorted({*alone, *(name for group in groups for pair in group for name in pair)}))
    place = {name: position for position, name in enumerate(labels)}
    return Relations(labels, *(placed_pairs(group, place) for group in groups))
def from_networkx(graph, *, points_to, related=(), synonyms=(), concepts=()):
    if points_to not in ("narrower", "broader"):
        raise ValueError(f"points_to: expected one of narrower, broader; got {points_to!r}")
    if not hasattr(graph, "is_directed") or not graph.is_directed():
        raise ValueError("graph: expected a directed graph of networkx, whose edges say what is broader; got " f"{type(graph).__name__}")
    edges = [(v, u) if points_to == "narrower" else (u, v) for u, v in graph.edges()]
    return from_edges(edges, related, synonyms, [*graph.nodes(), *concept_names(concepts)])
def placed_pairs(pairs, place):
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


# --- semantic_f1/thesaurus/names.py

_PROPERTIES = {"notation": ("skos", "notation"), "prefLabel": ("skos", "prefLabel"), "altLabel": ("skos", "altLabel"), "hiddenLabel": ("skos", "hiddenLabel"), "rdfs:label": ("rdfs", "label"), "title": ("dcterms", "title"), "identifier": ("dcterms", "identifier"),}
LABEL_PROPERTIES = ("uri", *_PROPERTIES)
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
    textual = [label for label in labels if label not in _CODES]
    if language is not None and not textual:
        raise ValueError(f"language: it goes with labels that are text; label is {labels[0]!r}")
    if alt_labels and not textual:
        raise ValueError(f"alt_labels: they go with labels that are text; label is {labels[0]!r}")
    literals = {label: _literals(graph, concepts, label, notes) for label in labels if label != "uri"}
    languages = _languages(literals, textual, language, where)
    names = {}
    for concept in concepts:
        for label in labels:
            if label == "uri":
                best = [uri_of(concept)] if uri_of(concept) else []
            else:
                entries = literals[label].get(concept, ())
                best = _best_names(entries, None if label in _CODES else languages, notes)
            if best:
                names[concept] = best
                break
    if alt_labels:
        for concept, entries in _literals(graph, concepts, "altLabel", notes).items():
            further = [text for text, tag in entries if _rank(tag, languages)]
            if further and concept in names:
                names[concept] += sorted(further)
            elif further:
                names[concept] = sorted(further)
    kind = " or ".join("a URI" if x == "uri" else _title(x) for x in labels)
    if languages and textual:
        kind += f" in {', '.join(map(repr, languages))}" if languages != [""] else ""
    return _names_apart(graph, concepts, same, names, kind, where, notes)
def _names_apart(graph, concepts, same, names, kind, where, notes):
    owners, of_group = {}, {}
    for concept in sorted(concepts, key=str):
        group = of_group.setdefault(same[concept], [])
        for name in names.get(concept, ()):
            if name.strip():
                owners.setdefault(name, {})[same[concept]] = concept
                if name not in group:
                    group.append(name)
    ambiguous = {name: f"a name of {len(own)} concepts, " f"{' and '.join(sorted(map(str, own.values()))[:2])}, and nothing says which is meant; use " "another label of theirs, such as their URIs" for name, own in sorted(owners.items()) if len(own) > 1}
    labels, unnamed, nameless = [], [], []
    taken = set(owners)
    for concept, group in sorted(of_group.items(), key=lambda item: str(item[0])):
        kept = [name for name in group if name not in ambiguous]
        labels += [(name, concept) for name in kept]
        if not kept:
            place = uri_of(concept) or _place_of_blank(graph, concept)
            while place in taken:
                place += "'"
            taken.add(place)
            unnamed.append((place, concept))
        if not group:
            nameless.append(concept)
    if not labels:
        raise ValueError(f"{where}: none of {len(of_group)} concepts has {kind}; choose another label")
    if nameless:
        notes[f"of {len(of_group)} concepts have no {kind}, {nameless[0]} first: they stay in the " "hierarchy and are no labels"] = len(nameless)
    if ambiguous:
        shown = ", ".join([*map(repr, list(ambiguous)[:3]), *["..."] * (len(ambiguous) > 3)])
        notes[f"names belong to more than one concept ({shown}), refused where data uses them"] = (len(ambiguous))
    return ConceptNames(labels, unnamed, ambiguous)
def uri_of(concept):
    from rdflib import URIRef
    return str(concept) if isinstance(concept, URIRef) else None
def _place_of_blank(graph, concept):
    from rdflib import Literal
    return "_:" + "|".join(sorted(str(o) for o in graph.objects(concept) if isinstance(o, Literal)))
def _literals(graph, concepts, label, notes):
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
    literals, wrong = {}, 0
    for concept, value in pairs:
        texts = [value] if isinstance(value, Literal) else list(graph.objects(value, form))
        texts = [text for text in texts if isinstance(text, Literal)]
        wrong += not texts
        for text in texts:
            entry = (str(text), (text.language or "").lower())
            if entry not in literals.setdefault(concept, []):
                literals[concept].append(entry)
    if wrong:
        notes[f"{_title(label)} are no text and were left out"] = wrong
    return literals
def _languages(literals, textual, language, where):
    tags = sorted({tag for label in textual for entries in literals[label].values() for _, tag in entries})
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
            raise ValueError("language: expected a language tag such as 'en', or a list of them; got " f"{language!r}")
        wanted = [tag.lower() for tag in wanted]
    if not wanted or not any(_rank(tag, wanted) for tag in [*tags, *([""] if "" in tags else [])]):
        raise ValueError(f"language: expected one of the languages of {where}: " f"{', '.join(map(repr, tags)) or f'it has no {_title(textual[0])}'}; got {language!r}")
    return wanted
def _rank(tag, languages):
    ranks = [place + (0 if tag == wanted else 0.5) for place, wanted in enumerate(languages, 1) if tag == wanted or (wanted and tag.startswith(f"{wanted}-"))]
    return min(ranks, default=0)
def _best_names(entries, languages, notes):
    if languages is None:
        ranked = [(1, "", text) for text, _ in entries]
    else:
        ranked = [(_rank(tag, languages), tag, text) for text, tag in entries]
        last = len(languages) + 1
        ranked = [(rank or (0 if tag else last), tag, text) for rank, tag, text in ranked]
        ranked = [entry for entry in ranked if entry[0]]
    if not ranked:
        return []
    rank, tag, _ = min(ranked)
    best = sorted(text for place, its_tag, text in ranked if (place, its_tag) == (rank, tag))
    if languages is not None and tag not in languages:
        what = f"in {tag!r} only" if tag else "without a language"
        key = f"labels are {what} and were taken"
        notes[key] = notes.get(key, 0) + 1
    if len(best) > 1:
        key = "concepts have several labels of one kind and language: all of them are taken"
        notes[key] = notes.get(key, 0) + 1
    return best
def _title(label):
    if label not in _PROPERTIES or ":" in label:
        return label
    space, local = _PROPERTIES[label]
    return f"{space}:{local}"


# --- semantic_f1/thesaurus/rdf.py

RDF_FORMATS = {".ttl": "turtle", ".turtle": "turtle", ".nt": "nt", ".n3": "n3", ".rdf": "xml", ".owl": "xml", ".xml": "xml", ".jsonld": "json-ld", ".json": "json-ld", ".trig": "trig",}
_RDF_TITLES = {"turtle": "Turtle", "nt": "N-Triples", "n3": "Notation 3", "xml": "RDF/XML", "json-ld": "JSON-LD", "trig": "TriG",}
def is_rdf(path):
    return Path(_without_gz(path)).suffix.lower() in RDF_FORMATS
def rdf_graph(path, where, form):
    try:
        import rdflib
    except ImportError:
        raise ImportError(f"{where}: reading SKOS needs rdflib; pip install rdflib") from None
    form = form or RDF_FORMATS.get(Path(_without_gz(path)).suffix.lower())
    if form not in _RDF_TITLES:
        raise ValueError(f"{where}: expected a file that ends in {', '.join(RDF_FORMATS)}, perhaps followed by " f".gz, or format= one of {', '.join(_RDF_TITLES)}")
    data = _content(path, where)
    if form != "xml":
        try:
            data = data.decode("utf-8-sig").encode()
        except UnicodeDecodeError as error:
            raise ValueError(f"{where}: not UTF-8 text (byte {error.start}); save it as UTF-8") from None
    if form == "json-ld":
        _refuse_contexts_elsewhere(data, where)
    named = form in ("trig", "json-ld")
    graph = rdflib.Dataset(default_union=True) if named else rdflib.Graph()
    try:
        with _without_log("rdflib"):
            graph.parse(io.BytesIO(data), format=form, publicID="file:///")
    except Exception as error:
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
    try:
        content = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{where}: not JSON-LD: {error}") from None
    waiting = [content]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            context = part.get("@context")
            for url in context if isinstance(context, list) else [context]:
                if isinstance(url, str):
                    raise ValueError(f"{where}: its @context is an address, {url}, and nothing is fetched; put " "the context itself into the file")
            waiting += part.values()
        elif isinstance(part, list):
            waiting += part
@contextmanager
def _without_log(name):
    logger = logging.getLogger(name)
    level = logger.level
    logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        logger.setLevel(level)


# --- semantic_f1/thesaurus/skos.py

ISO_THES = "http://purl.org/iso25964/skos-thes#"
_ISO_KINDS = ("Generic", "Instantial", "Partitive")
_DANGLING = ("keep", "drop", "raise")
class _Hierarchy(NamedTuple):
    concepts: set
    broader: set
    related: set
    dropped: int
def read_skos(path, *, label="uri", language=None, alt_labels=False, dangling="keep", strict=False, format=None,):
    labels = [label] if isinstance(label, str) else label
    known = isinstance(labels, (list, tuple)) and labels
    if not known or not all(isinstance(x, str) and (x in LABEL_PROPERTIES or ":" in x) for x in labels):
        raise ValueError(f"label: expected one or a list of {', '.join(LABEL_PROPERTIES)}, or the URI of a " f"property; got {label!r}")
    if dangling not in _DANGLING:
        raise ValueError(f"dangling: expected one of {', '.join(_DANGLING)}; got {dangling!r}")
    if not isinstance(path, (str, os.PathLike)):
        raise ValueError(f"path: expected the path of a SKOS file; got {path!r}")
    where = f"thesaurus {str(path)!r}"
    graph = rdf_graph(Path(path), where, format)
    notes = {}
    hierarchy = _hierarchy(graph, where, dangling, notes)
    same = _joined(graph, hierarchy.concepts)
    names = concept_names_of(graph, hierarchy.concepts, same, where, labels, language, alt_labels, notes)
    if notes:
        leniency = "; ".join(f"{count:,} {text}" for text, count in notes.items())
        if strict:
            raise ValueError(f"{where}: strict=True refuses what must be read with leniency: {leniency}")
        warn(f"{where}: read with leniency: {leniency}. strict=True refuses such a file.")
    return _relations(hierarchy, same, names)
def _hierarchy(graph, where, dangling, notes):
    from rdflib import Literal
    from rdflib.namespace import OWL, RDF, RDFS, SKOS
    typed = set(graph.subjects(RDF.type, SKOS.Concept))
    if not typed:
        kinds = _subs(graph, RDFS.subClassOf, [SKOS.Concept])
        typed = {concept for kind in kinds for concept in graph.subjects(RDF.type, kind)}
    broader, related, top = _stated(graph, typed)
    far = set(graph.subject_objects(SKOS.broaderTransitive))
    far |= {(o, s) for s, o in graph.subject_objects(SKOS.narrowerTransitive)}
    concepts = set(typed)
    if not typed and not broader and not related and not far:
        concepts, broader = _of_ontology(graph)
    if not concepts and not broader and not related and not far:
        raise ValueError(f"{where}: no concepts; none is typed as skos:Concept, nothing is broader or related, " "and no class is below another")
    no_concepts = {other for kind in (SKOS.Collection, SKOS.OrderedCollection, SKOS.ConceptScheme, OWL.Ontology) for other in graph.subjects(RDF.type, kind)} - typed
    lost, loose = [], []
    for pair in sorted({*broader, *related, *far}, key=str):
        ends = [end for end in pair if end not in concepts]
        if any(isinstance(end, Literal) or end in no_concepts for end in ends):
            lost.append(pair)
        elif ends:
            loose.append((pair, ends))
    untyped = {end for _, ends in loose for end in ends}
    if dangling != "keep" and loose:
        first = min(map(str, untyped))
        reason = f"relations lead to what is no concept of the file, {first} first"
        if dangling == "raise":
            raise ValueError(f"{where}: {len(loose)} {reason}; add those concepts, pass dangling='keep' to take " "them as concepts, or dangling='drop' to do without")
        notes[f"{reason}; they were left out"] = len(loose)
        lost += [pair for pair, _ in loose]
    elif untyped:
        first = min(map(str, untyped))
        notes[f"ends of relations have no type and are taken as concepts, {first} first"] = len(untyped)
        concepts |= untyped
    wrong = len(lost) - (len(loose) if dangling == "drop" else 0)
    if wrong:
        notes["relations lead to collections, schemes or text and were left out"] = wrong
    concepts |= {x for x in top if x not in no_concepts and not isinstance(x, Literal)}
    lost = set(lost)
    broader, related = broader - lost, related - lost
    implied = _transitive(far - lost, concepts, broader)
    if implied:
        notes["broader relations are stated as skos:broaderTransitive only"] = len(implied)
    return _Hierarchy(concepts, broader | implied, related, len(lost))
def _stated(graph, typed):
    from rdflib import URIRef
    from rdflib.namespace import RDFS, SKOS
    iso = [[URIRef(f"{ISO_THES}{way}{kind}") for kind in _ISO_KINDS] for way in ("broader", "narrower")]
    up = _subs(graph, RDFS.subPropertyOf, [SKOS.broader, *iso[0]])
    down = _subs(graph, RDFS.subPropertyOf, [SKOS.narrower, *iso[1]])
    beside = _subs(graph, RDFS.subPropertyOf, [SKOS.related])
    broader = {pair for name in up for pair in graph.subject_objects(name)}
    broader |= {(o, s) for name in down for s, o in graph.subject_objects(name)}
    broader |= {(s, o) for s, o in graph.subject_objects(RDFS.subClassOf) if s in typed and o in typed}
    related = {pair for name in beside for pair in graph.subject_objects(name)}
    top = {*graph.subjects(SKOS.topConceptOf), *graph.objects(None, SKOS.hasTopConcept)}
    return broader, related, top
def _of_ontology(graph):
    from rdflib import URIRef
    from rdflib.namespace import OWL, RDF, RDFS
    broader = {(s, o) for s, o in graph.subject_objects(RDFS.subClassOf) if s != o and isinstance(s, URIRef) and isinstance(o, URIRef) and o != OWL.Thing}
    if not broader:
        return set(), set()
    typed = {x for kind in (OWL.Class, RDFS.Class) for x in graph.subjects(RDF.type, kind)}
    ends = {end for pair in broader for end in pair}
    return {x for x in typed | ends if isinstance(x, URIRef) and x != OWL.Thing}, broader
def _subs(graph, below, names):
    reached, waiting = set(names), list(names)
    while waiting:
        for name in graph.subjects(below, waiting.pop()):
            if name not in reached:
                reached.add(name)
                waiting.append(name)
    return reached
def _transitive(far, concepts, broader):
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
            above_start, waiting = set(), list(above.get(start, ()))
            while waiting:
                concept = waiting.pop()
                if concept not in above_start:
                    above_start.add(concept)
                    waiting += above.get(concept, ())
            reached[start] = above_start
        return reached[start]
    return {(child, parent) for child, parent in far if not any(parent in reach(other) for other in above[child] if other != parent)}
def _joined(graph, concepts):
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
def _relations(hierarchy, same, names):
    names_of = {}
    for name, concept in names.labels:
        names_of.setdefault(concept, []).append(name)
    for name, concept in names.unnamed:
        names_of.setdefault(concept, []).append(name)
    labels = tuple(sorted(name for held in names_of.values() for name in held))
    index = {name: position for position, name in enumerate(labels)}
    place = {concept: index[names_of[first][0]] for concept, first in same.items()}
    synonyms = [(index[name], index[held[0]]) for held in names_of.values() for name in held[1:]]
    return Relations(labels, placed_pairs(hierarchy.broader, place), placed_pairs(hierarchy.related, place), np.array(sorted(synonyms), np.int64).reshape(-1, 2), hierarchy.dropped, tuple(sorted(index[name] for name, _ in names.unnamed)), names.ambiguous,)


# --- semantic_f1/thesaurus/shortest_paths.py

BLOCK_WORDS = 1 << 22
BLOCK_CELLS = 1 << 24
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
        """Edges on the shortest paths; inf where there is none of at most ``limit`` edges."""
        lengths = np.full(len(first), np.inf)
        part = self._parts()
        open_pairs = np.flatnonzero(part[first] == part[second])
        concepts = np.unique(np.concatenate([first[open_pairs], second[open_pairs]]))
        if len(concepts) <= min(FEW_CONCEPTS, BLOCK_CELLS // self.n):
            met, open_pairs = self._from_both_ends(first, second, open_pairs, concepts, limit)
            lengths[met[0]] = met[1]
        if len(open_pairs):
            lengths[open_pairs] = self._from_one_end(first[open_pairs], second[open_pairs], limit)
        return lengths
    def _parts(self):
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
            position = np.arange(len(codes), dtype=np.int32)
            room[codes] = position
            ring = codes[room[codes] == position]
            step[ring] = radius + 1
            order = np.argsort(ring // n, kind="stable")
            ring = ring[order]
            bounds = np.searchsorted(ring, np.arange(size + 1) * n)
        met_pairs, lengths = np.concatenate(pairs), np.concatenate(lengths)
        if limit is not None:
            lengths[lengths > limit] = np.inf
        return (met_pairs, lengths), open_pairs
    def _from_one_end(self, first, second, limit):
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
        some = np.flatnonzero(self._number)
        begins = self._first[some]
        bit = np.uint64(1) << (np.arange(len(sources)) % 64).astype(np.uint64)
        word = np.arange(len(sources)) // 64
        reached = np.zeros((word[-1] + 1, self.n), np.uint64)
        np.bitwise_or.at(reached, (word, sources), bit)
        lengths = np.full(len(source), np.inf)
        open_pairs, length = np.arange(len(source)), 0
        while True:
            starts = source[open_pairs]
            met = (reached[word[starts], targets[open_pairs]] & bit[starts]) != 0
            lengths[open_pairs[met]] = length
            open_pairs = open_pairs[~met]
            if not len(open_pairs) or length == limit:
                return lengths
            further = reached.copy()
            further[:, some] |= np.bitwise_or.reduceat(reached[:, self._around], begins, axis=1)
            if (further == reached).all():
                return lengths
            reached, length = further, length + 1


# --- semantic_f1/thesaurus/thesaurus.py

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
    shortest_depth : int array of shape (N,): as depth, on the shortest way up to a root
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
    def __init__(self, labels, broader, related=(), synonyms=(), *, name="thesaurus", dropped=0, unnamed=(), ambiguous=None, **card,):
        self.names = _checked_labels(labels)
        self.name, self.dropped, self.card = name, dropped, dict(card)
        self.ambiguous = dict(ambiguous or {})
        m = len(self.names)
        self._relations = (_checked_pairs(broader, "broader", m), _checked_pairs(related, "related", m), _checked_pairs(synonyms, "synonyms", m),)
        broader, related, synonyms = self._relations
        self.concept_of_name = _merged(synonyms, m)
        self.n_concepts = n = int(self.concept_of_name.max()) + 1
        self._first_name = np.unique(self.concept_of_name, return_index=True)[1]
        self._unnamed = np.array(sorted(set(unnamed)), np.int64)
        is_label = np.ones(m, bool)
        is_label[self._unnamed] = False
        self.labels = tuple(name for name, kept in zip(self.names, is_label, strict=True) if kept)
        if not self.labels:
            raise ValueError("labels: a thesaurus needs one label at least; every concept lacks one")
        self.concept = self.concept_of_name[is_label]
        self._refuse_loops(broader)
        self.edges = np.unique(self.concept_of_name[broader], axis=0)
        related = np.unique(np.sort(self.concept_of_name[related], axis=1), axis=0)
        self.related = related
        self._ancestry = Ancestry(self.edges, n, self._cycle_error)
        self.depth, self.max_depth = self._ancestry.depth, self._ancestry.max_depth
        self.roots, self.n_below = self._ancestry.roots, self._ancestry.n_below
        self.ic = 1 - np.log(self._ancestry.n_below) / (np.log(n) if n > 1 else 1)
        self._shortest_depth = None
        self._surroundings = Surroundings(np.concatenate([self.edges, self.related]), n)
    def __reduce__(self):
        options = {"name": self.name, "dropped": self.dropped, "unnamed": tuple(self._unnamed.tolist()), "ambiguous": self.ambiguous, **self.card,}
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
    @property
    def shortest_depth(self):
        if self._shortest_depth is None:
            self._shortest_depth = self._ancestry.shortest_depth()
        return self._shortest_depth
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
        return {"labels": len(self.labels), "concepts": self.n_concepts, "roots": len(self.roots), "broader": len(self.edges), "related": len(self.related), "several_parents": int((self._ancestry.n_parents > 1).sum()), "isolated": self.n_concepts - len(np.unique(ends)), "max_depth": self.max_depth, **({"dropped": self.dropped} if self.dropped else {}), **({"unnamed": n_unnamed} if n_unnamed else {}), **({"ambiguous": len(self.ambiguous)} if self.ambiguous else {}),}
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
        occurrences = np.zeros(self.n_concepts)
        place = {name: int(c) for name, c in zip(self.names, self.concept_of_name, strict=True)}
        for label, number in counts.items():
            occurrences[place[label]] += number
        used = np.flatnonzero(occurrences)
        at, ancestor = self._ancestry.ancestors(used)
        return np.bincount(ancestor, occurrences[used][at], self.n_concepts)
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
    def best_over_common(self, first, second, depth):
        """The greatest 2 d / (2 d + len) that a common ancestor of pairs of concepts gives.

        Parameters
        ----------
        first, second : int arrays of concepts, equally long
        depth : array of shape (N,), d of each ancestor; len are the edges up to it from both

        Returns
        -------
        float64 array: nan for pairs without a common ancestor
        """
        return self._ancestry.best_over_common(first, second, depth)
    def ancestors_by_level(self):
        """Ancestors of each concept from its root on, (N, D), where the thesaurus is a tree.

        int32, each row filled up with the concept itself; None for other thesauri and for those of
        more than 32 levels.
        """
        return self._ancestry.by_level()
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
        texts = []
        for at in loops[:SHOWN_CYCLES].tolist():
            child, parent = (self.names[i] for i in broader[at])
            what = "itself" if child == parent else f"{parent!r}, its synonym"
            texts.append(f"{child!r} is said to be narrower than {what}")
        if texts:
            more = f" ({len(loops)} such relations)" if len(loops) > 1 else ""
            raise ValueError(f"broader: {'; '.join(texts)}{more}; take that relation out")
    def _cycle_error(self, waiting):
        cycles = cycles_among(self.edges, waiting)
        texts = []
        for cycle in cycles[:SHOWN_CYCLES]:
            names = [repr(self.name_of(concept)) for concept in cycle]
            shown = names if len(names) <= 10 else [*names[:5], "...", *names[-4:]]
            texts.append(f"{' -> '.join([*shown, names[0]])} is a cycle of {len(names)} concepts")
        more = f"; {len(cycles)} cycles in all" if len(cycles) > len(texts) else ""
        take = "one of these relations out" if len(cycles) == 1 else "one relation out of each"
        return ValueError(f"broader: {'; '.join(texts)}{more}; no concept may be broader than itself: take {take}")
def _rebuilt_thesaurus(labels, broader, related, synonyms, options):
    return Thesaurus(labels, broader, related, synonyms, **options)
def _checked_labels(labels):
    labels = tuple(labels)
    if not labels:
        raise ValueError("labels: a thesaurus needs one concept at least; got none")
    for position, label in enumerate(labels):
        if not isinstance(label, str) or not label.strip():
            raise ValueError(f"labels: every name must be a non-empty string; position {position} is {label!r}")
    label, times = Counter(labels).most_common(1)[0]
    if times > 1:
        raise ValueError(f"labels: names must be distinct; {label!r} comes {times} times")
    return labels
def _checked_pairs(pairs, argument, m):
    pairs = np.asarray(pairs)
    if not pairs.size:
        return np.empty((0, 2), np.int64)
    if pairs.ndim != 2 or pairs.shape[1] != 2 or pairs.dtype.kind not in "iu":
        raise ValueError(f"{argument}: expected pairs of positions in labels; got shape {pairs.shape} of " f"{pairs.dtype}")
    wrong = np.argwhere((pairs < 0) | (pairs >= m))
    if len(wrong):
        raise ValueError(f"{argument}: positions run from 0 to {m - 1}; row {wrong[0, 0]} is " f"{pairs[wrong[0, 0]].tolist()}")
    return pairs.astype(np.int64)
def _merged(synonyms, m):
    first = list(range(m))
    def find(label):
        while first[label] != label:
            first[label] = label = first[first[label]]
        return label
    for pair in synonyms.tolist():
        low, high = sorted(map(find, pair))
        first[high] = low
    return np.unique([find(label) for label in range(m)], return_inverse=True)[1]


# --- semantic_f1/thesaurus/making.py

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
        ``Thesaurus``), and other entries of a card
    ImportError
        without the package rdflib
    """
    relations = read_skos(path, **reading)
    return _thesaurus(relations, Path(path).stem if name is None else name, card, "read_thesaurus")
def make_thesaurus(broader=(), related=(), synonyms=(), concepts=(), *, pairs=None, columns=None, points_to=None, name="thesaurus", card=None,):
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
            raise ValueError("broader: relations of a thesaurus have no weights; from_hierarchy takes them")
        upwards = [(edges.nodes[child], edges.nodes[parent]) for child, parent in zip(edges.children.tolist(), edges.parents.tolist(), strict=True)]
        alone = [*edges.nodes, *concept_names(concepts)]
        titles, ambiguous = _titles(edges.titles)
        relations = from_edges(upwards, related, [*named_pairs(synonyms, "synonyms"), *titles], alone)
        relations = relations._replace(ambiguous=ambiguous)
    return _thesaurus(relations, name, card, "make_thesaurus")
def _titles(titles):
    codes = {}
    for code, title in titles.items():
        codes.setdefault(title, []).append(code)
    ambiguous = {title: f"a name of several concepts, {' and '.join(map(repr, named[:2]))}; use the codes" for title, named in codes.items() if title not in titles and len(named) > 1}
    pairs = [(title, named[0]) for title, named in codes.items() if title not in titles and title not in ambiguous]
    return pairs, ambiguous
def relatedness(thesaurus, measure="wu_palmer", variant="similarity", *, ic=None, counts=None, depth="longest",):
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
    depth : "longest" (default) or "shortest": the depth of a concept is the number of concepts on
        that way up to a root, D the greatest depth. For wu_palmer, leacock_chodorow, rada_linear,
        and rada with variant="relatedness". Where a concept has several broader ones, Wu & Palmer
        by "shortest" is the greatest 2 d / (2 d + len) of common ancestors, d their depth and len
        the edges up to them from both

    Returns
    -------
    Relatedness: what ``similarity=`` takes, with ``raw`` values too
    """
    if counts is not None:
        if ic is not None:
            raise ValueError("counts: ic= gives the information content already; pass one of them")
        return measure_of(thesaurus, measure, variant, counts=counts, depth=depth)
    return measure_of(thesaurus, measure, variant, ic=ic, depth=depth)
def _thesaurus(relations, name, card, argument):
    if card is not None and not isinstance(card, Mapping):
        raise ValueError(f"card: expected a mapping with some of {', '.join(_THESAURUS_CARD)}; got {card!r}")
    unknown = [key for key in card or () if key not in _THESAURUS_CARD]
    if unknown:
        hint = {"name": "; the name is an argument of its own, name=", "derivation": "; the measure says how values were made",}.get(unknown[0], "")
        raise ValueError(f"card: it has {', '.join(_THESAURUS_CARD)}; got {unknown[0]!r}{hint}")
    thesaurus = Thesaurus(*relations[:4], name=name, dropped=relations.dropped, unnamed=relations.unnamed, ambiguous=relations.ambiguous, **(card or {}),)
    children, parents = thesaurus.edges.T
    advice = upside_down(parents, children)
    if advice:
        warn(f"{argument}: {advice}. If broader and narrower have changed places, turn them round: " "the names of the columns, or pairs=.")
    if not len(thesaurus.edges):
        rest = " but those of related concepts" if len(thesaurus.related) else ""
        what = "the hierarchical measures are" if len(thesaurus.related) else "every measure is"
        warn(f"{argument}: no broader or narrower relation was found{rest}, so {what} hard F1: no " "two concepts are near each other. Check which properties or columns hold the " "hierarchy.")
    return thesaurus


# --- semantic_f1/similarities.py

class Similarities:
    """Similarities of labels: bundled ones, builders, audits and thesauri.

    ``names``, ``load``, ``build`` and ``identity``; the builders ``from_points``,
    ``from_distances``, ``from_embeddings``, ``from_correlations``, ``from_training_label_sets``,
    ``from_hierarchy``, ``from_codes``, ``from_groups``, ``from_ratings`` and ``calibrate``;
    ``audit``; ``embeddings`` and ``from_function``, which work without a table; and
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
    from_function = staticmethod(from_function)
    embeddings = staticmethod(embeddings)
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
    def chance(source, gold=None, *, size=1, seed=0) -> tuple[dict[str, Any], ...]:
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

KERNEL_PARAMETERS = ("beta", "sigma", "scale", "p")
RENAMED = {"ceiling": "human"}
OF_RESAMPLING = ("n_resamples", "confidence_level", "interval_method", "seed")
_OPTIONS = {option.name: option for option in OPTIONS}
def check(options, config_name):
    for name, value in options.items():
        _check_name(name, value, config_name)
    return {name: _check_one(name, value) for name, value in options.items()}
def _check_name(name, value, config_name):
    if name in RENAMED:
        raise ValueError(f"{name}: is called {RENAMED[name]!r} now; pass {RENAMED[name]}=")
    if name == "counts":
        raise ValueError("counts: compute and report take counts; intervals, tests, confusion, explain and what " "else needs the examples take predictions and references")
    if name not in DEFAULTS:
        near = difflib.get_close_matches(name, DEFAULTS, n=1)
        hint = f" (did you mean {short(near[0])}?)" if near else ""
        raise ValueError(f"unknown option {short(name)}{hint}; the options are {', '.join(DEFAULTS)}")
    option = _OPTIONS[name]
    if config_name in option.configs:
        return
    default = option.default
    if value is default or (type(value) is type(default) and value == default):
        return
    if len(option.configs) > 2 or not option.why:
        played = ", ".join(row.name for row in OPTIONS if config_name in row.configs)
        raise ValueError(f'{name}: plays no part in the "{config_name}" config; its options are {played}')
    configs = " and ".join(f'"{config}"' for config in option.configs)
    raise ValueError(f"{name}: {option.why} in the {configs} config{'s' * (len(option.configs) > 1)}: " f'load("semantic_f1", "{option.configs[0]}"); this is the "{config_name}" config')
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
    if name == "floor":
        if not _is_finite(value) or not 0 < value < 1:
            raise ValueError(f"floor: expected a number between 0 and 1; got {short(value)}")
        return float(value)
    if name == "n_resamples" and value is not None:
        return _whole(name, value, 1)
    if name == "seed":
        return _whole(name, value, 0)
    if name == "confidence_level":
        if not _is_finite(value) or not 0 < value < 1:
            raise ValueError(f"confidence_level: expected a number between 0 and 1; got {short(value)}")
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
    is_list = isinstance(value, (list, tuple))
    for average in value if is_list else (value,):
        if not (average is None or isinstance(average, str)) or average not in AVERAGES:
            raise ValueError(f"average: expected {_either(AVERAGES)}, or a list of them; got {short(value)}")
    if is_list and (not value or len(set(value)) < len(value)):
        raise ValueError(f"average: a list names each average once, one at least; got {short(value)}")
    return tuple(value) if is_list else value
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
    unordered = name == "macro_labels" or isinstance(value, (set, frozenset))
    if isinstance(value, NumberedNames):
        return value
    return tuple(sorted(value, key=str)) if unordered else tuple(value)
def names_by_id(value):
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
    for key, entry in value.items():
        name, number = (key, entry) if _is_whole_number(entry) else (entry, key)
        if isinstance(number, str) and number.isascii() and number.isdigit():
            number = int(number)
        if not isinstance(name, str) or not _is_whole_number(number):
            raise ValueError("labels: a mapping goes from names to ids or from ids to names; got " f"{short(key)}: {short(entry)}")
        ids.setdefault(int(number), name)
    if sorted(ids) != list(range(len(value))):
        raise ValueError(f"labels: a mapping numbers its names from 0 to {len(value) - 1}, each number once; " f"got {quote(sorted(ids))}")
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
    for index, number in enumerate(values):
        if not _is_finite(number):
            raise ValueError(f"threshold[{index}]: expected a finite number; got {short(number)}")
    return tuple(float(number) for number in values)
def _is_finite(value):
    return (isinstance(value, numbers.Real) and not isinstance(value, (bool, np.bool_)) and bool(np.isfinite(value)))
def _either(choices):
    *first, last = map(repr, choices)
    return f"{', '.join(first)} or {last}"
class SeveralSimilarities(NamedTuple):
    keys: tuple | None
    sources: tuple
class Group(NamedTuple):
    name: str
    fingerprint: str
    keys: tuple | None
    codes: np.ndarray
    similarities: tuple
    @property
    def pairs(self):
        return tuple(similarity.pairs for similarity in self.similarities)
class Setting(NamedTuple):
    options: dict
    similarity: LabelSimilarity | Group | None
    space: Universe | None
    macro_mask: np.ndarray | None
    graded: bool = False
    @property
    def grouped(self):
        return isinstance(self.similarity, Group)
    def exact(self):
        if self.grouped:
            same = tuple(identity(self.space.labels) for _ in self.similarity.similarities)
            return self._replace(similarity=self.similarity._replace(similarities=same))
        return self._replace(similarity=identity(self.space.labels))
    @property
    def nearest_annotator(self):
        return self.options["reduce"] == "max"
def validate_options(options, config_name):
    validated = check(options, config_name)
    for name in ("labels", "none_labels"):
        if validated.get(name) is not None:
            validated[name] = check_names(validated[name], name, empty=name == "none_labels")
    if isinstance(validated.get("macro_labels"), tuple):
        validated["macro_labels"] = check_names(validated["macro_labels"], "macro_labels")
    source = validated.get("similarity")
    if source is not None:
        validated["similarity"] = _read_similarity(source)
    if validated.get("sample_weight") is not None:
        validated["sample_weight"] = read_weights(validated["sample_weight"])
    return validated
def resolve_options(options, config_name):
    options = dict(options)
    if config_name == "points":
        return _setting_of_points(options)
    source, labels, none_labels = options["similarity"], options["labels"], options["none_labels"]
    if source is None and config_name == "soft":
        options["none_labels"] = none_labels or ()
        space = None
        if labels is not None:
            normalize = options["normalize_names"]
            space = universe(labels, labels, none_labels or (), normalize=normalize)
        return Setting(options, None, space, None)
    if source is None:
        raise ValueError("similarity: there is no default; pass similarity= one of " f"{', '.join(map(repr, names()))}, 'identity' with labels=, or your own, to load " "or to compute")
    sources = source.sources if isinstance(source, SeveralSimilarities) else (source,)
    by_id = {id(entry): _named_rows(entry, options) for entry in sources}
    first = by_id[id(sources[0])]
    chosen_none = none_labels
    if none_labels is None:
        none_labels = getattr(first, "none_labels", ())
    options["none_labels"] = none_labels
    space = universe(labels, first.labels, none_labels, prefix_widths=getattr(first, "prefix_widths", ()), normalize=options["normalize_names"], absent=getattr(first, "absent", None), refused=getattr(first, "ambiguous", None), ordered=getattr(first, "ordered", True),)
    if isinstance(source, SeveralSimilarities) and config_name in ("soft", "graded"):
        raise ValueError(f'similarity: the "{config_name}" config has one for all examples; got several')
    if chosen_none is None:
        _check_same("none_labels", by_id.values(), frozenset)
    if labels is None:
        _check_same("labels", by_id.values(), tuple)
    by_id = {key: _cut(similarity, space) for key, similarity in by_id.items()}
    similarity = by_id[id(sources[0])]
    if isinstance(source, SeveralSimilarities):
        similarity = _grouped(source.keys, [by_id[id(entry)] for entry in sources])
    if config_name == "graded":
        if len(space.labels) < len(space.names):
            similarity = with_none_labels(similarity, space)
            space = universe(space.names, space.names, (), normalize=options["normalize_names"])
        mask = _macro_mask(options["macro_labels"], space)
        return Setting(options, similarity, space, mask, graded=True)
    return Setting(options, similarity, space, _macro_mask(options["macro_labels"], space))
def _setting_of_points(options):
    kernel = Kernel(options["kernel"], **{name: options[name] for name in KERNEL_PARAMETERS})
    average = options["average"]
    for wanted in average if isinstance(average, tuple) else (average,):
        if AVERAGES[wanted].needs_labels:
            raise ValueError(f'average: {wanted!r} is a mean over labels, and the "points" config has none; it ' f"has {' and '.join(AVERAGES_WITHOUT_LABELS)}")
    options["none_labels"] = ()
    space = universe(kernel.labels, kernel.labels, ())
    return Setting(options, kernel, space, None)
def signature_fields(setting, config_name):
    options, similarity, space = setting.options, setting.similarity, setting.space
    weight = options["sample_weight"]
    fields = {"config": config_name, "average": options["average"], "reduce": options["reduce"], "similarity": None if similarity is None else similarity.name, "fingerprint": None if similarity is None else similarity.fingerprint[:16], "labels": None if space is None else len(space.labels), "order": None if space is None else digest(space.names), "none_labels": sorted(options["none_labels"]), "macro_labels": options["macro_labels"], "unknown_labels": options["unknown_labels"], "normalize_names": options["normalize_names"], "zero_division": options["zero_division"], "counting": options["counting"], "macro_f1": options["macro_f1"], "normalize_counts": options["normalize_counts"], "floor": options["floor"], "sample_weight": None if weight is None else digest(np.asarray(weight).tolist()), "threshold": options["threshold"],}
    if setting.grouped and setting.similarity.keys and options["annotators"] is not None:
        fields["annotators"] = digest([list(map(str, row)) for row in options["annotators"]])
    if config_name == "points":
        kernel = {"kernel": similarity.name, **similarity.parameters}
        kernel["fingerprint"] = similarity.fingerprint[:16]
        kept = ("config", "average", "zero_division", "counting", "sample_weight")
        fields = {name: fields[name] for name in kept} | kernel
        kept = set(fields)
    elif config_name in ("soft", "graded"):
        kept = {*(row.name for row in OPTIONS if config_name in row.configs), "config", "fingerprint", "order",}
    else:
        kept = set(fields) - {"normalize_counts", "floor"}
        kept -= set() if config_name == "annotators" else {"reduce"}
    fields = {name: value for name, value in fields.items() if name in kept}
    if options["n_resamples"]:
        fields |= {key: options[key] for key in OF_RESAMPLING}
        if config_name == "soft":
            del fields["interval_method"]
        if options["groups"] is not None:
            fields["groups"] = digest(list(map(str, options["groups"])))
    return fields
def with_none_labels(similarity, space, width=None):
    names = space.names[:width]
    index = {name: i for i, name in enumerate(space.labels)}
    places = np.array([index.get(name, -1) for name in names])
    labels = places >= 0
    values = (~labels[:, None] & ~labels).astype(np.float64)
    known = places[labels].astype(np.int64)
    n = len(known)
    values[np.ix_(labels, labels)] = similarity.pairs(np.repeat(known, n), np.tile(known, n)).reshape(n, n)
    return build(values, names, name=similarity.name)
def _read_similarity(source):
    if isinstance(source, SeveralSimilarities) or (isinstance(source, str) and source == "identity"):
        return source
    keys, entries = None, ()
    if isinstance(source, Mapping) and not {"labels", "values"} & set(source):
        keys = tuple(key.item() if isinstance(key, np.generic) else key for key in source)
        entries = tuple(source.values())
    elif isinstance(source, (list, tuple)) or (isinstance(source, np.ndarray) and source.ndim != 2):
        entries = tuple(source)
    elif hasattr(source, "index") and hasattr(source, "items") and not hasattr(source, "columns"):
        raise ValueError("similarity: got a Series; pass a list with one similarity an example, or a dict of " "annotators to theirs")
    known = list(map(_is_similarity, entries))
    if entries and all(known):
        read = {id(entry): _read_similarity(entry) for entry in entries}
        return SeveralSimilarities(keys, tuple(read[id(entry)] for entry in entries))
    if any(known):
        wrong = known.index(False)
        key = wrong if keys is None else keys[wrong]
        raise ValueError(f"similarity[{short(key)}]: a list or mapping of several has similarities only; got " f"{short(entries[wrong])}")
    if isinstance(source, (list, tuple)):
        source = np.array(source, dtype=object)
    is_array = hasattr(source, "__array__") and not hasattr(source, "columns")
    return np.array(array_of(source)) if is_array else load(source)
def _is_similarity(entry):
    if isinstance(entry, (str, os.PathLike, Mapping)):
        return True
    if isinstance(entry, (list, tuple, np.ndarray)):
        return len(entry) > 0 and np.ndim(entry[0]) == 1
    return hasattr(entry, "pairs") or hasattr(entry, "columns")
def _named_rows(source, options):
    if isinstance(source, (str, np.ndarray)):
        none_labels = options["none_labels"] or ()
        return _of_labels(source, options["labels"], none_labels, options["normalize_names"])
    return source
def _cut(similarity, space):
    if tuple(similarity.labels) == space.labels:
        return similarity
    try:
        return similarity.restrict(space.labels, fold if space.normalize else str)
    except ValueError as error:
        known = set(similarity.labels)
        missing = [name for name in space.labels if name not in known]
        raise ValueError(f"{error}{spelling_advice(missing, similarity.labels)}") from None
def _check_same(attribute, similarities, kind):
    first, *others = similarities
    expected = kind(getattr(first, attribute, ()))
    for other in others:
        names = kind(getattr(other, attribute, ()))
        odd = sorted(set(expected) ^ set(names))
        if odd:
            raise ValueError(f"similarity: all must have the same {attribute}; {short(odd[0])} " f"is in {short(first.name)} " f"or {short(other.name)} only; pass {attribute}=[...]")
        if expected != names:
            raise ValueError(f"similarity: {short(first.name)} and {short(other.name)} have " f"their labels in different " "orders; pass labels=[...], in the order of your ids")
def _grouped(keys, similarities):
    numbers, distinct, codes = {}, [], []
    fingerprints = {id(similarity): similarity.fingerprint for similarity in similarities}
    for similarity in similarities:
        code = numbers.setdefault(fingerprints[id(similarity)], len(numbers))
        if code == len(distinct):
            distinct.append(similarity)
        codes.append(code)
    if len(distinct) == 1:
        name, together = distinct[0].name, distinct[0].fingerprint
    else:
        name = f"{len(distinct)} similarities"
        parts = [fingerprints[id(similarity)] for similarity in similarities]
        if keys is not None:
            parts = sorted([type(key).__name__, str(key), x] for key, x in zip(keys, parts, strict=True))
        together = digest(parts, 64)
    return Group(name, together, keys, np.array(codes), tuple(distinct))
def _of_labels(source, labels, none_labels, normalize):
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
    names_of_labels = [fold(name) if space.normalize else name for name in space.labels]
    missing = sorted(wanted.difference(names_of_labels))
    if missing:
        raise ValueError(f"macro_labels: {short(missing[0])} is not one of the labels" f"{suggestion(missing[0], space.labels)}{spelling_advice(missing, space.labels)}")
    return np.array([name in wanted for name in names_of_labels])


# --- semantic_f1/scoring/student_t.py

_NORMAL = NormalDist()
_NORMAL_FROM = 1e9
def student_tail(t, df):
    t = abs(float(t))
    if math.isinf(t):
        return 0.0
    if df > _NORMAL_FROM:
        return _NORMAL.cdf(-t)
    square = t * t
    return incomplete_beta(df / 2, 0.5, df / (df + square), square / (df + square)) / 2
@lru_cache(maxsize=256)
def student_quantile(share, df):
    tail = min(share, 1 - share)
    if tail >= 0.5:
        return 0.0
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
    rest = 1 - x if rest is None else rest
    if x <= 0 or rest <= 0:
        return 0.0 if x <= 0 else 1.0
    if x > (a + 1) / (a + b + 2):
        return 1 - incomplete_beta(b, a, rest, x)
    front = math.exp(-_log_beta(a, b) + a * (math.log1p(-rest) if rest < 0.5 else math.log(x)) + b * (math.log1p(-x) if x < 0.5 else math.log(rest)))
    tiny = 1e-300
    c, d = 1.0, 1 - (a + b) * x / (a + 1)
    d = 1 / (d if abs(d) > tiny else tiny)
    fraction = d
    for i in range(1, 100_000):
        for term in (i * (b - i) * x / ((a + 2 * i - 1) * (a + 2 * i)), -(a + i) * (a + b + i) * x / ((a + 2 * i) * (a + 2 * i + 1)),):
            d = 1 + term * d
            d = 1 / (d if abs(d) > tiny else tiny)
            c = 1 + term / c
            c = c if abs(c) > tiny else tiny
            fraction *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return front * fraction / a
def _log_beta(a, b):
    small, large = min(a, b), max(a, b)
    if large < 1e4 or small > 1:
        return math.lgamma(a) + math.lgamma(b) - math.lgamma(a + b)
    step = small * math.log(large) + small * (small - 1) / (2 * large)
    step -= small * (small - 1) * (2 * small - 1) / (12 * large**2)
    return math.lgamma(small) - step
def tail_share(confidence_level, n):
    if n < 2:
        return 0.0
    t = student_quantile((1 + confidence_level) / 2, n - 1)
    return _NORMAL.cdf(-math.sqrt(n / (n - 1)) * t)
def two_sided_p_values(shares, n):
    shares = np.asarray(shares, dtype=np.float64)
    if n < 2:
        return np.ones_like(shares)
    distinct, place = np.unique(shares, return_inverse=True)
    shrink = math.sqrt((n - 1) / n)
    values = [1.0 if share >= 0.5 else 2 * student_tail(shrink * _NORMAL.inv_cdf(share), n - 1) for share in distinct.tolist()]
    return np.array(values)[np.reshape(place, shares.shape)]


# --- semantic_f1/scoring/alternative_annotator_test.py

_EQUAL_SCORES = 1e-12
def one_sided_p_value(differences, epsilon):
    n, mean = len(differences), float(np.mean(differences))
    spread = float(np.std(differences, ddof=1)) if n > 1 else 0.0
    if spread <= _EQUAL_SCORES:
        return float(not mean < epsilon)
    t = (mean - epsilon) / (spread / np.sqrt(n))
    tail = student_tail(t, n - 1)
    return tail if t < 0 else 1 - tail
def benjamini_yekutieli(p_values, rate):
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
    rows, skipped = [], []
    for number, name in enumerate(people):
        mask = owner == number
        n = int(mask.sum())
        if n < min_items:
            skipped.append(name)
            continue
        wins_system = system[mask] >= human[mask] - _EQUAL_SCORES
        wins_human = human[mask] >= system[mask] - _EQUAL_SCORES
        rows.append({"annotator": name, "n": n, "human_f1": float(human[mask].mean()), "system_f1": float(system[mask].mean()), "advantage": float(wins_system.mean()), "p_value": one_sided_p_value(wins_human * 1.0 - wins_system, epsilon),})
    rejected = benjamini_yekutieli([row["p_value"] for row in rows], fdr)
    for row, wins in zip(rows, rejected.tolist(), strict=True):
        row["wins"] = wins
    rate = float(rejected.mean()) if rows else None
    advantage = float(np.mean([row["advantage"] for row in rows])) if rows else None
    return {"winning_rate": rate, "advantage_probability": advantage, "passed": None if rate is None else rate >= 0.5, "by_annotator": rows, "skipped": skipped,}


# --- semantic_f1/scoring/distinct.py

PAIR_TABLE = 1 << 24
KEYS_AT_ONCE = 1 << 22
PROBED_KEYS = 1 << 14
MOST_DISTINCT_KEYS = 0.7
BLOCK_OF_SETS = 1 << 22
def number_sets(sets):
    if sets.similarity is not None:
        _, numbers = number_sets(sets.scored_by(None))
        n_similarities = int(sets.similarity.max(initial=0)) + 1
        codes = numbers * n_similarities + sets.similarity
        _, first, numbers = np.unique(codes, return_index=True, return_inverse=True)
        return take_sets(sets, first), numbers
    if sets.keys is not None:
        encoded = pa.array(sets.keys).dictionary_encode()
        keys = encoded.dictionary.to_numpy()
        order = np.argsort(keys)
        place = np.empty(len(order), dtype=np.int64)
        place[order] = np.arange(len(order))
        return LabelSets(keys=keys[order]), place[encoded.indices.to_numpy()]
    largest = int(sets.indices.max(initial=-1))
    if largest < 62:
        return _numbered_by(sets, np.left_shift(1, np.arange(largest + 1)))
    seed = 0
    while True:
        keys = np.random.default_rng([seed, 62]).integers(1, 1 << 62, size=largest + 1, dtype=np.int64)
        distinct, numbers = _numbered_by(sets, keys)
        if _holds(sets, distinct, numbers):
            return distinct, numbers
        seed += 1
def _numbered_by(sets, keys):
    sums = np.zeros(len(sets.indices) + 1, dtype=np.int64)
    np.cumsum(keys[sets.indices] if len(keys) else sets.indices, out=sums[1:])
    set_sums = sums[sets.offsets[1:]] - sums[sets.offsets[:-1]]
    if len(keys) <= 20 and len(set_sums) > 1 << len(keys):
        first = np.full(1 << len(keys), -1)
        first[set_sums[::-1]] = np.arange(len(set_sums))[::-1]
        occurring = np.flatnonzero(first >= 0)
        place = np.zeros(len(first), dtype=np.int64)
        place[occurring] = np.arange(len(occurring))
        return take_sets(sets, first[occurring]), place[set_sums]
    _, first, numbers = np.unique(set_sums, return_index=True, return_inverse=True)
    return take_sets(sets, first), numbers.astype(np.int64)
def _holds(sets, distinct, numbers):
    again = take_sets(distinct, numbers)
    return np.array_equal(again.offsets, sets.offsets) and np.array_equal(again.indices, sets.indices)
def join_sets(parts):
    if all(sets.keys is not None and sets.similarity is None for sets in parts):
        return LabelSets(keys=np.concatenate([sets.keys for sets in parts]))
    sizes = np.concatenate([np.diff(sets.offsets) for sets in parts])
    offsets = np.zeros(len(sizes) + 1, dtype=np.int64)
    np.cumsum(sizes, out=offsets[1:])
    similarity = None
    if any(sets.similarity is not None for sets in parts):
        similarity = np.concatenate([np.zeros(sets.n, int) if sets.similarity is None else sets.similarity for sets in parts])
    indices = np.concatenate([sets.indices for sets in parts])
    return LabelSets(indices, offsets, similarity=similarity)
class TimesOfKeys:
    def __init__(self, n_keys):
        if n_keys >= 1 << 62:
            raise ValueError("too many distinct label sets times distinct weights times annotators to count " "their pairs; score without annotators=, or in parts")
        self._n_keys, self._table, self._sorted = n_keys, None, []
        self._waiting, self._n_waiting = [], 0
        self._as_they_came = False
    def add(self, keys, times=None):
        self._waiting.append((keys.reshape(-1), None if times is None else times.reshape(-1)))
        self._n_waiting += keys.size
        if self._n_waiting >= KEYS_AT_ONCE:
            self._flush()
    def total(self, in_order=True):
        self._flush()
        if self._table is not None:
            occurring = np.flatnonzero(self._table)
            self._sorted.append((occurring, self._table[occurring]))
            self._table = None
        if not self._sorted:
            return np.zeros(0, np.int64), np.zeros(0, np.int64)
        keys, times = (np.concatenate(x) for x in zip(*self._sorted, strict=True))
        if self._as_they_came and not in_order:
            return keys, times
        if len(self._sorted) > 1 or self._as_they_came:
            distinct, place = np.unique(keys, return_inverse=True)
            sums = np.zeros(len(distinct), np.int64)
            np.add.at(sums, place, times)
            self._sorted, self._as_they_came = [(distinct, sums)], False
        return self._sorted[0]
    def _flush(self):
        if not self._n_waiting:
            return
        keys = np.concatenate([part for part, _ in self._waiting])
        times = None
        if any(times_of_part is not None for _, times_of_part in self._waiting):
            parts = (np.ones(len(k), np.int64) if t is None else t for k, t in self._waiting)
            times = np.concatenate(list(parts))
        self._waiting, self._n_waiting = [], 0
        if self._n_keys <= min(PAIR_TABLE, 16 * len(keys)):
            if self._table is None:
                self._table = np.zeros(self._n_keys, np.int64)
            counts = np.bincount(keys, times, minlength=self._n_keys)
            self._table += counts.astype(np.int64, copy=False)
        elif len(keys) > PROBED_KEYS and _mostly_unlike(keys[:PROBED_KEYS]):
            self._as_they_came = True
            self._sorted.append((keys, np.ones(len(keys), np.int64) if times is None else times))
        elif times is None:
            self._sorted.append(np.unique(keys, return_counts=True))
        else:
            distinct, place = np.unique(keys, return_inverse=True)
            self._sorted.append((distinct, np.bincount(place, times).astype(np.int64)))
def credit_by_candidate(labels, pairs):
    n = len(labels)
    return pairs(np.tile(labels, n), np.repeat(labels, n)).reshape(n, n)
def best_of_labels(sizes, members, values):
    order = np.argsort(-sizes, kind="stable")
    begins, falling = (np.cumsum(sizes) - sizes)[order], sizes[order]
    best = np.zeros((len(sizes), values.shape[1]))
    for position in range(int(sizes.max(initial=0))):
        n = int(np.searchsorted(-falling, -position))
        np.maximum(best[:n], values[members[begins[:n] + position]], out=best[:n])
    result = np.empty_like(best)
    result[order] = best
    return result
def _mostly_unlike(keys):
    return len(np.unique(keys)) > MOST_DISTINCT_KEYS * len(keys)
class SetTable:
    def __init__(self, sets, pairs, n_labels):
        self.sets = sets
        self.sizes = np.diff(sets.offsets)
        self.labels = np.unique(sets.indices)
        u, known = len(self.labels), self.labels < n_labels
        row = np.repeat(np.arange(len(self)), self.sizes)
        column = np.searchsorted(self.labels, sets.indices)
        self.members = np.zeros((len(self), u))
        self.members[row, column] = 1
        values = np.zeros((u, u))
        values[np.ix_(known, known)] = credit_by_candidate(self.labels[known], pairs)
        self.earned = best_of_labels(self.sizes, column, values)
    def __len__(self):
        return len(self.sizes)
    def blocks(self):
        step = max(1, BLOCK_OF_SETS // max(1, len(self)))
        return [slice(at, min(at + step, len(self))) for at in range(0, len(self), step)]
    def f1(self, rows):
        sizes = np.maximum(self.sizes, 1)
        of = self.members[rows] @ self.earned.T / sizes[rows, None]
        by = self.earned[rows] @ self.members.T / sizes
        return harmonic_mean(of, by)
    def common(self, rows):
        return self.members[rows] @ self.members.T


# --- semantic_f1/scoring/exact_sums.py

LIMB = 26
_BASE = 1 << LIMB
LARGEST_BLOCK = 1 << 26
_FULL = 1 << 61
_SUBNORMAL = -39
class ExactSum:
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
        return self.limbs.shape[1:]
    @classmethod
    def zero(cls, shape):
        return cls(np.zeros((4, *shape), np.int64), -3)
    @classmethod
    def along_last(cls, values, times=None):
        sums = cls.zero(np.shape(values)[:-1])
        for place, limb in _limbs(values):
            row = sums._row(place)
            sums.limbs[row] += _total(limb, times)
        return sums
    @classmethod
    def by_place(cls, places, values, n_places, times=None):
        sums = cls.zero((n_places,))
        sums.include(places, values, times=times)
        return sums
    def include(self, places, values, start=0, stop=None, times=None):
        n_places = (self.limbs.shape[1] if stop is None else stop) - start
        for place, limb in _limbs(values):
            weight = limb if times is None else limb * times
            sums = np.bincount(places, weight, minlength=n_places)[:n_places]
            row = self._row(place)
            self.limbs[row, start : start + n_places] += sums.astype(np.int64)
    def include_integers(self, integers, start=0):
        row = self._row(0)
        self.limbs[row, start : start + len(integers)] += integers
    def include_sums(self, other, start=0):
        for index, limb in enumerate(other.limbs):
            if limb.any():
                row = self._row(other.lowest + index)
                self.limbs[row, start : start + len(limb)] += limb
    def _row(self, place):
        below, above = self.lowest - place, place - (self.lowest + len(self.limbs) - 1)
        if below > 0 or above > 0:
            padding = [(max(below, 0), max(above, 0)), *[(0, 0)] * (self.limbs.ndim - 1)]
            self.limbs = np.pad(self.limbs, padding)
            self.lowest = min(self.lowest, place)
        return place - self.lowest
    def __getitem__(self, places):
        return ExactSum(self.limbs[:, places], self.lowest)
    def plus(self, other):
        if self.shape != other.shape:
            raise ValueError(f"sums of shape {self.shape} and {other.shape} don't add up")
        a, b = (each if each.limbs.max(initial=0) < _FULL else ExactSum(*each._canonical()) for each in (self, other))
        lowest = min(a.lowest, b.lowest)
        height = max(x.lowest + len(x.limbs) for x in (a, b)) - lowest
        limbs = np.zeros((height, *self.shape), np.int64)
        for part in (a, b):
            limbs[part.lowest - lowest : part.lowest - lowest + len(part.limbs)] += part.limbs
        return ExactSum(limbs, lowest)
    def rounded(self):
        limbs, lowest = self._canonical()
        exponent = LIMB * lowest
        if len(limbs) > 4:
            limbs, lowest = _leading(limbs, lowest)
            exponent = LIMB * lowest
        if len(limbs) < 4:
            limbs = np.concatenate([limbs, np.zeros((4 - len(limbs), *self.shape), np.int64)])
        low = np.ldexp((limbs[0] + (limbs[1] << LIMB)).astype(np.float64), exponent)
        high = np.ldexp((limbs[2] + (limbs[3] << LIMB)).astype(np.float64), exponent + 2 * LIMB)
        return high + low
    def to_list(self):
        limbs, lowest = self._canonical()
        integers = [0] * limbs.shape[1]
        for index, limb in enumerate(limbs.tolist()):
            shift = LIMB * index
            integers = [whole + (part << shift) for whole, part in zip(integers, limb, strict=True)]
        return integers, lowest
    @classmethod
    def from_list(cls, integers, lowest):
        height = max(1, -(-max(integers, default=0).bit_length() // LIMB))
        limbs = [[(whole >> LIMB * i) & (_BASE - 1) for whole in integers] for i in range(height)]
        return cls(np.array(limbs, np.int64).reshape(height, len(integers)), int(lowest))
    def _canonical(self):
        limbs, lowest = self.limbs, self.lowest
        if limbs.max(initial=0) >= _BASE:
            digits, above = np.empty_like(limbs), []
            carry = np.zeros(self.shape, np.int64)
            for digit, limb in zip(digits, limbs, strict=True):
                low = (limb & (_BASE - 1)) + (carry & (_BASE - 1))
                np.bitwise_and(low, _BASE - 1, out=digit[...])
                carry = (limb >> LIMB) + (carry >> LIMB) + (low >> LIMB)
            while carry.any():
                above.append(carry & (_BASE - 1))
                carry = carry >> LIMB
            limbs = np.concatenate([digits, np.stack(above)]) if above else digits
        used = np.flatnonzero(limbs.reshape(len(limbs), -1).any(axis=1))
        if not len(used):
            return np.zeros((1, *self.shape), np.int64), 0
        return limbs[used[0] : used[-1] + 1], lowest + int(used[0])
def _limbs(values):
    rest = np.asarray(values, np.float64)
    greatest = rest.max(initial=0.0)
    if not np.isfinite(greatest) or rest.min(initial=0.0) < 0:
        raise ValueError("exact sums are of finite numbers that are not negative")
    if not greatest:
        return
    mantissa, exponent = math.frexp(greatest)
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
    kept[0] |= dropped
    shape = limbs.shape[1:]
    return kept.reshape(4, *shape), (lowest + top - 3).reshape(shape)


# --- semantic_f1/scoring/annotated_sets.py

CASE_VALUES = 1 << 19
LOOKUP_TABLE = 1 << 22
SAME_F1 = 1e-12
class Judged:
    def __init__(self, predictions, gold_sets, offsets, count, pointwise, *, answers=None, sample_weight=None, scores_of=None,):
        n, total = len(offsets) - 1, int(offsets[-1])
        if answers is None and gold_sets.similarity is not None:
            answers = gold_sets.scored_by(None)
        parts = [predictions, gold_sets] + ([] if answers is None else [answers])
        self.sets, numbers = number_sets(join_sets(parts))
        self.d = len(self.sets.offsets) - 1
        self.predicted, self.gold = numbers[:n], numbers[n : n + total]
        self.answers = self.gold if answers is None else numbers[n + total :]
        self._weight = np.ones(n) if sample_weight is None else sample_weight
        self.counted = self._weight > 0
        self._count, self._pointwise, self._table = count, pointwise, None
        self._set_scores = None if scores_of is None else scores_of(self.sets)
        self._set_offsets(offsets)
    def _set_offsets(self, offsets):
        self.offsets, self.means, self._panels = offsets, {}, {}
        weights, code = np.unique(self._weight, return_inverse=True)
        kinds, self.kind = np.unique(np.diff(offsets) * len(weights) + code, return_inverse=True)
        self.kind_size, self.kind_weight = kinds // len(weights), weights[kinds % len(weights)]
    def chosen(self, kept):
        other = copy(self)
        other.gold = self.gold[kept]
        other.answers = other.gold if self.answers is self.gold else self.answers[kept]
        other._set_offsets(np.concatenate([[0], np.cumsum(kept)])[self.offsets])
        return other
    def blocks(self, least, power=2):
        sizes = np.diff(self.offsets)
        counted = self.counted & (sizes >= least)
        for k in np.unique(sizes[counted]).tolist():
            of_size = np.flatnonzero(counted & (sizes == k))
            step = max(1, CASE_VALUES // k**power)
            for start in range(0, len(of_size), step):
                rows = of_size[start : start + step]
                yield rows, self.offsets[rows, None] + np.arange(k)
    def panels(self, least):
        sizes = np.diff(self.offsets)
        for k in np.unique(sizes[self.counted & (sizes >= least)]).tolist():
            if k not in self._panels:
                self._panels[k] = self._panels_of_size(k, sizes)
            kinds, answers, gold, times = self._panels[k]
            step = max(1, CASE_VALUES // k**2)
            for start in range(0, len(kinds), step):
                part = slice(start, start + step)
                yield kinds[part], answers[part], gold[part], None if times is None else times[part]
    def _panels_of_size(self, k, sizes):
        of_size = np.flatnonzero(self.counted & (sizes == k))
        places = self.offsets[of_size, None] + np.arange(k)
        kinds, gold = self.kind[of_size], self.gold[places]
        if self.answers is not self.gold:
            return kinds, self.answers[places], gold, None
        if len(self.kind_size) * float(self.d) ** k >= 1 << 62:
            return kinds, gold, gold, None
        gold = np.sort(gold, axis=1)
        keys = gold @ self.d ** np.arange(k) + kinds * self.d**k
        _, first, times = np.unique(keys, return_index=True, return_counts=True)
        return kinds[first], gold[first], gold[first], times
    def f1(self, predicted, gold):
        if predicted is not gold:
            return self.scores(predicted[:, :, None], gold[:, None, :])[2]
        k = gold.shape[1]
        first, second = np.triu_indices(k)
        f1_table = np.empty((len(gold), k, k))
        f1_table[:, first, second] = self.scores(gold[:, first], gold[:, second])[2]
        f1_table[:, second, first] = f1_table[:, first, second]
        return f1_table
    def scores(self, predicted, gold):
        keys = predicted * self.d + gold
        if self._set_scores is not None and self.d**2 > min(LOOKUP_TABLE, keys.size // 4):
            return self._set_scores.scores(*np.broadcast_arrays(predicted, gold))
        if self._table is None and self.d**2 <= min(LOOKUP_TABLE, 4 * keys.size):
            self._table = self._scored(np.arange(self.d**2))
        if self._table is not None:
            return [values[keys] for values in self._table]
        distinct, place = np.unique(keys, return_inverse=True)
        return [values[place].reshape(keys.shape) for values in self._scored(distinct)]
    def _scored(self, keys):
        if self._set_scores is not None:
            return self._set_scores.scores(keys // self.d, keys % self.d)
        return self._pointwise(take_sets(self.sets, keys // self.d), take_sets(self.sets, keys % self.d))
    def exact_counts(self, pairs, weights, times):
        total = None
        limit = LARGEST_BLOCK // 2
        often = np.flatnonzero(times > limit)
        if len(often):
            rest = self.exact_counts(pairs[often], weights[often], times[often] - limit)
            times = np.minimum(times, limit)
            total = rest
        for part in slices_of(times, LARGEST_BLOCK):
            weight, often = weights[part], times[part]
            numbers = pairs[part] // self.d, pairs[part] % self.d
            if self._set_scores is not None:
                counts = self._set_scores.exact_counts(*numbers, weight, often)
            else:
                sets = (take_sets(self.sets, places) for places in numbers)
                counts = self._count(*sets, sample_weight=weight, times=often)
            total = counts if total is None else total.plus(counts)
        return total
class Pairs:
    def __init__(self, judged, weights, n_owners=1):
        self._judged, self._weights, self._n_owners = judged, weights, n_owners
        self._times = TimesOfKeys(n_owners * len(weights) * judged.d**2)
    def add(self, classes, predicted, gold, owner=0, times=None):
        d = self._judged.d
        keys = ((owner * len(self._weights) + classes) * d + predicted) * d + gold
        self._times.add(keys, None if times is None else np.broadcast_to(times, keys.shape))
    def counts(self):
        return self.counts_by_owner()[0]
    def counts_by_owner(self):
        keys, times = self._times.total(in_order=self._n_owners > 1)
        n_pairs = self._judged.d**2
        classes, pairs = keys // n_pairs, keys % n_pairs
        ends = np.searchsorted(classes, np.arange(self._n_owners + 1) * len(self._weights))
        return [self._judged.exact_counts(pairs[start:stop], self._weights[classes[start:stop] % len(self._weights)], times[start:stop],) for start, stop in pairwise(ends)]


# --- semantic_f1/scoring/averages.py

class Scores(NamedTuple):
    precision: float | np.ndarray
    recall: float | np.ndarray
    f1: float | np.ndarray
class Averaging(NamedTuple):
    averages: tuple
    counting: str = "paper"
    macro_f1: str = "averaged_f1"
    macro_mask: np.ndarray | None = None
    own_masks: tuple | None = None
    n_averaged: int | np.ndarray | None = None
    def of(self, system):
        if self.own_masks is None:
            return self
        return self._replace(macro_mask=self.own_masks[system], own_masks=None)
    @property
    def by_label(self):
        return any(AVERAGES[average].needs_labels for average in self.averages)
class Counting(NamedTuple):
    scores: Callable
    slopes: Callable
    gold: Callable
    defined: Callable
class Formula(NamedTuple):
    of_counts: Callable
    slopes: Callable
def average_scores(counts, average, *, counting="paper", macro_f1="averaged_f1", macro_mask=None, n_averaged=None, per_label=None,):
    if AVERAGES[average].needs_labels and per_label is None:
        per_label = label_scores(counts, counting)
    choices = Averaging((average,), counting, macro_f1, macro_mask, None, n_averaged)
    return within_bounds(AVERAGE_FORMULAS[average].of_counts(counts, per_label, choices))
def average_slopes(columns, average, choices):
    return AVERAGE_FORMULAS[average].slopes(columns, choices)
def label_scores(counts, counting):
    of_labels = counts.tp, counts.predicted, counts.matched, counts.support
    return COUNTINGS[counting].scores(*of_labels)
def within_bounds(scores):
    return Scores(*(np.minimum(x, 1.0) for x in scores))
def _sum_of_labels(values):
    return values.sum(axis=-1) if values.ndim > 1 else math.fsum(values.tolist())
def _paper_scores(tp, predicted, matched, support):
    missed = support - matched
    f1 = divide(2 * tp, tp + predicted + missed)
    return Scores(divide(tp, predicted), divide(tp, tp + missed), f1)
def _two_sided_scores(tp, predicted, matched, support):
    precision, recall = divide(tp, predicted), divide(matched, support)
    return Scores(precision, recall, harmonic_mean(precision, recall))
def _paper_slopes(columns):
    tp, predicted, matched, support = np.moveaxis(columns, -1, 0)
    slopes = _slopes_of_precision(columns)
    gold = tp + (support - matched)
    recall = divide(tp, gold)
    slopes[..., 1, 0] = divide(1 - recall, gold)
    slopes[..., 1, 2] = divide(recall, gold)
    slopes[..., 1, 3] = -divide(recall, gold)
    both = tp + predicted + (support - matched)
    f1 = divide(2 * tp, both)
    slopes[..., 2, 0] = divide(2 - f1, both)
    slopes[..., 2, 1] = -divide(f1, both)
    slopes[..., 2, 2] = divide(f1, both)
    slopes[..., 2, 3] = -divide(f1, both)
    return slopes
def _two_sided_slopes(columns):
    tp, predicted, matched, support = np.moveaxis(columns, -1, 0)
    slopes = _slopes_of_precision(columns)
    precision, recall = divide(tp, predicted), divide(matched, support)
    slopes[..., 1, 2] = divide(1.0, support)
    slopes[..., 1, 3] = -divide(recall, support)
    slopes[..., 2, :] = _slopes_of_harmonic_mean(precision[..., None], recall[..., None], slopes[..., 0, :], slopes[..., 1, :])
    return slopes
def _slopes_of_precision(columns):
    tp, predicted, _, _ = np.moveaxis(columns, -1, 0)
    slopes = np.zeros((*columns.shape[:-1], 3, 4))
    slopes[..., 0, 0] = divide(1.0, predicted)
    slopes[..., 0, 1] = -divide(divide(tp, predicted), predicted)
    return slopes
def _slopes_of_harmonic_mean(a, b, slope_a, slope_b):
    square = (a + b) ** 2
    return divide(2 * b * b, square) * slope_a + divide(2 * a * a, square) * slope_b
def _mean_of_examples(counts, per_label, choices):
    means = divide(counts.samples, np.asarray(counts.weight)[..., None])
    return Scores(*np.moveaxis(means, -1, 0))
def _slopes_of_means(columns, choices):
    weight = columns[..., -1:]
    number = columns.shape[-1] - 1
    slopes = np.zeros((*columns.shape[:-1], number, number + 1))
    for place in range(number):
        slopes[..., place, place] = divide(1.0, weight[..., 0])
    slopes[..., -1] = -divide(divide(columns[..., :-1], weight), weight)
    return slopes
def _of_totals(counts, per_label, choices):
    return COUNTINGS[choices.counting].scores(_sum_of_labels(counts.tp), _sum_of_labels(counts.predicted) + counts.unknown_predicted, _sum_of_labels(counts.matched), _sum_of_labels(counts.support) + counts.unknown_gold,)
def _slopes_of_totals(columns, choices):
    return COUNTINGS[choices.counting].slopes(columns)
def _scores_of_labels(counts, per_label, choices):
    return per_label
def _slopes_of_labels(columns, choices):
    by_label = COUNTINGS[choices.counting].slopes(np.moveaxis(columns, -2, -1))
    return np.moveaxis(by_label, -3, -1)
def _mean_of_labels(per_label, choices):
    mask = choices.macro_mask
    averaged = per_label if mask is None else Scores(*(x[..., mask] for x in per_label))
    number = choices.n_averaged
    if number is None:
        number = averaged.f1.shape[-1]
    return Scores(*(divide(_sum_of_labels(x), number) for x in averaged))
def _slopes_of_mean_of_labels(columns, choices):
    mask = choices.macro_mask
    averaged = np.ones(columns.shape[-1]) if mask is None else mask.astype(np.float64)
    return _slopes_of_labels(columns, choices) * (averaged / max(averaged.sum(), 1))
def _macro(counts, per_label, choices):
    scores = _mean_of_labels(per_label, choices)
    return MACRO_F1S[choices.macro_f1].of_means(scores)
def _slopes_of_macro(columns, choices):
    slopes = _slopes_of_mean_of_labels(columns, choices)
    return MACRO_F1S[choices.macro_f1].slopes(slopes, columns, choices)
class MacroF1(NamedTuple):
    of_means: Callable
    slopes: Callable
def _f1_of_averages(scores):
    return scores._replace(f1=harmonic_mean(scores.precision, scores.recall))
def _slopes_of_f1_of_averages(slopes, columns, choices):
    per_label = COUNTINGS[choices.counting].scores(*np.moveaxis(columns, -2, 0))
    means = within_bounds(_mean_of_labels(per_label, choices))
    precision, recall = (x[..., None, None] for x in means[:2])
    slopes[..., 2, :, :] = _slopes_of_harmonic_mean(precision, recall, slopes[..., 0, :, :], slopes[..., 1, :, :])
    return slopes
def _means_by_support(per_label, support):
    total = _sum_of_labels(support)
    return Scores(*(divide(_sum_of_labels(x * support), total) for x in per_label)), total
def _weighted(counts, per_label, choices):
    scores, total = _means_by_support(per_label, counts.support)
    if np.all(total > 0):
        return scores
    means = _mean_of_labels(per_label, choices)
    return Scores(*(np.where(total > 0, x, mean)[()] for x, mean in zip(scores, means, strict=True)))
def _slopes_of_weighted(columns, choices):
    support = columns[..., 3, :]
    total = support.sum(axis=-1)[..., None, None, None]
    per_label = COUNTINGS[choices.counting].scores(*np.moveaxis(columns, -2, 0))
    scores = np.stack(within_bounds(per_label), axis=-2)
    mean = np.stack(within_bounds(_means_by_support(per_label, support)[0]), axis=-1)
    slopes = _slopes_of_labels(columns, choices) * divide(support[..., None, None, :], total)
    slopes[..., 3, :] += divide(scores - mean[..., None], total[..., 0])
    return np.where(total > 0, slopes, _slopes_of_mean_of_labels(columns, choices))
COUNTINGS: NameTable[Counting] = NameTable("counting", {"paper": Counting(_paper_scores, _paper_slopes, lambda tp, predicted, matched, support: tp + (support - matched), lambda tp, predicted, matched, support: (predicted > 0, tp + (support - matched) > 0, (predicted > 0) | (support > 0),),), "two_sided": Counting(_two_sided_scores, _two_sided_slopes, lambda tp, predicted, matched, support: support, lambda tp, predicted, matched, support: (predicted > 0, support > 0, predicted > 0),),},)
MACRO_F1S: NameTable[MacroF1] = NameTable("macro_f1", {"averaged_f1": MacroF1(lambda scores: scores, lambda slopes, columns, choices: slopes), "f1_of_averages": MacroF1(_f1_of_averages, _slopes_of_f1_of_averages),},)
AVERAGE_FORMULAS: NameTable[Formula] = NameTable("average", {"samples": Formula(_mean_of_examples, _slopes_of_means), "micro": Formula(_of_totals, _slopes_of_totals), "macro": Formula(_macro, _slopes_of_macro), "weighted": Formula(_weighted, _slopes_of_weighted), None: Formula(_scores_of_labels, _slopes_of_labels),},)


# --- semantic_f1/scoring/pairs_of_sets.py

FEWEST_ROWS = 1 << 12
PROBED_ROWS = 1 << 14
MOST_DISTINCT = 0.7
MOST_WEIGHTS = 64
PIECE_LABELS = 9
KEYED_BLOCK = 1 << 15
class PairsOfSets(NamedTuple):
    keys: tuple
    times: np.ndarray | None = None
    weights: np.ndarray | None = None
    weight_of_pair: np.ndarray | None = None
    pair_of_row: np.ndarray | None = None
    @property
    def n_pairs(self):
        return len(self.keys[0])
    def blocks(self):
        for start in range(0, self.n_pairs, KEYED_BLOCK):
            yield slice(start, min(start + KEYED_BLOCK, self.n_pairs))
    def of_block(self, block):
        times = None if self.times is None else self.times[block]
        if self.weight_of_pair is None:
            return times, None, None if self.weights is None else self.weights[block]
        number = self.weight_of_pair[block].astype(np.int64)
        return times, number, self.weights[number]
class BestOfKeys:
    def __init__(self, pairs, n_labels):
        labels = np.arange(n_labels, dtype=np.int32)
        self.n_values = n_labels + 1
        earned = np.zeros((n_labels, self.n_values))
        earned[:, 1:] = pairs(np.repeat(labels, n_labels), np.tile(labels, n_labels)).reshape(n_labels, n_labels)
        order = np.argsort(earned, axis=1, kind="stable")
        first = labels[:, None] * self.n_values
        self.values = earned.reshape(-1)[order + first].reshape(-1)
        codes = np.empty(order.shape, np.uint16)
        np.put_along_axis(codes, order, (first + np.arange(self.n_values)).astype(np.uint16), 1)
        n_pieces = -(-n_labels // PIECE_LABELS)
        self._step = -(-n_labels // n_pieces)
        self._tables = []
        for start in range(0, n_labels, self._step):
            some = codes[:, 1 + start : 1 + start + self._step]
            table = np.zeros((1 << some.shape[1], MOST_KEY_LABELS), np.uint16)
            table[0, :n_labels] = codes[:, 0]
            for bit in range(some.shape[1]):
                half = 1 << bit
                np.maximum(table[:half, :n_labels], some[:, bit], out=table[half : 2 * half, :n_labels])
            self._tables.append(table.reshape(-1))
    def by_position(self, keys, other_keys):
        mask = np.uint32((1 << self._step) - 1)
        pieces = [((other_keys >> np.uint32(number * self._step)) & mask).astype(np.int64) << 5 for number in range(len(self._tables))]
        rows, unit = slice(None), np.uint32(1)
        while True:
            left = np.flatnonzero(keys)
            if len(left) < len(keys):
                keys, pieces = keys.take(left), [piece.take(left) for piece in pieces]
                rows = left if isinstance(rows, slice) else rows.take(left)
            if not len(keys):
                return
            rest = keys & (keys - unit)
            label = sizes_of_keys((keys ^ rest) - unit)
            keys, best = rest, None
            for piece, table in zip(pieces, self._tables, strict=True):
                values = table.take(piece + label)
                best = values if best is None else np.maximum(best, values, out=best)
            yield rows, best
@lru_cache(maxsize=8)
def best_of_keys(pairs, n_labels):
    return BestOfKeys(pairs, n_labels)
def keys_of_sides(predictions, references, functions, n_labels):
    if n_labels > MOST_KEY_LABELS or predictions.n < FEWEST_ROWS or hasattr(predictions, "points"):
        return None
    if any(isinstance(pairs, tuple) or hasattr(pairs, "best_matches") for pairs in functions):
        return None
    if not all(sets.is_within(n_labels) for sets in (predictions, references)):
        return None
    return set_keys(predictions), set_keys(references)
def set_keys(sets):
    if sets.keys is not None:
        return sets.keys
    return keys_of_members(sets.indices, sets.offsets)
def pairs_of_keys(predicted, gold, weight=None, times=None):
    keys = predicted, gold
    if times is not None:
        return PairsOfSets(keys, times, weight)
    weights = weight_of_pair = None
    if weight is not None:
        if len(_probed(weight)[0]) > MOST_WEIGHTS:
            return PairsOfSets(keys, weights=weight)
        weights, weight_of_pair = number_values(weight)
        if len(weights) > MOST_WEIGHTS:
            return PairsOfSets(keys, weights=weight)
    both = predicted.astype(np.uint64)
    both <<= np.uint64(32)
    both |= gold
    if len(both) > PROBED_ROWS and _mostly_distinct(both):
        return PairsOfSets(keys, None, weights, weight_of_pair)
    distinct, pair_of_row = number_values(both)
    if weights is None:
        times = _times_of(pair_of_row, len(distinct))
    else:
        codes = pair_of_row * np.int64(len(weights)) + weight_of_pair
        if len(distinct) * len(weights) <= 4 * len(codes):
            times = np.bincount(codes)
            occurring = np.flatnonzero(times)
            times = times[occurring]
        else:
            occurring, codes = number_values(codes)
            times = np.bincount(codes, minlength=len(occurring))
        pair, weight_of_pair = np.divmod(occurring, len(weights))
        distinct, pair_of_row = distinct[pair], None
    return PairsOfSets(_both_keys(distinct), times, weights, weight_of_pair, pair_of_row)
def _both_keys(distinct):
    return (distinct >> np.uint64(32)).astype(np.uint32), distinct.astype(np.uint32)
def number_values(values):
    encoded = pa.array(values).dictionary_encode()
    return encoded.dictionary.to_numpy(), encoded.indices.to_numpy()
def _times_of(numbers, n_distinct):
    times = np.zeros(n_distinct, np.int64)
    step = max(KEYED_BLOCK, 2 * n_distinct)
    for start in range(0, len(numbers), step):
        times += np.bincount(numbers[start : start + step], minlength=n_distinct)
    return times
def _probed(values):
    some = np.ascontiguousarray(values[:: -(-len(values) // PROBED_ROWS)])
    return pa.array(some).unique(), len(some)
def _mostly_distinct(values):
    distinct, n_probed = _probed(values)
    return len(distinct) > MOST_DISTINCT * n_probed
def earned_by_sets(best, keys, other_keys):
    positions, earned = [], np.zeros(len(keys))
    for rows, codes in best.by_position(keys, other_keys):
        earned[rows] += best.values.take(codes)
        positions.append((rows, codes))
    return positions, earned, sizes_of_keys(keys)


# --- semantic_f1/scoring/points.py

def point_credits(predictions, references, kernel):
    sides = predictions, references
    credit = [np.zeros(len(sets.points)) for sets in sides]
    d = predictions.points.shape[1]
    if kernel.order is None:
        best, values_of = _best_of_all, lambda k, t: k * t * d
    elif kernel.order == 2 and d > FEW_DIMENSIONS:
        best, values_of = _best_by_product, lambda k, t: k * t + (k + t) * d
    else:
        width = 2 if d <= FEW_DIMENSIONS else d
        best, values_of = _best_by_differences, lambda k, t: width * k * t
    for places in examples_by_shape(predictions.offsets, references.offsets, values_of):
        block_credits = best(*(x.points for x in sides), *places, kernel)
        for values, place, values_of_side in zip(credit, places, block_credits, strict=True):
            values[place] = values_of_side
    return tuple(credit)
def _best_by_differences(points_a, points_b, places_a, places_b, kernel):
    a, b = points_a.take(places_a.T, axis=0), points_b.take(places_b.T, axis=0)
    powers = distance_powers(a[:, None], b, kernel.order)
    return kernel.of_distance(powers.min(axis=1)).T, kernel.of_distance(powers.min(axis=0)).T
def _best_by_product(points_a, points_b, places_a, places_b, kernel):
    powers = _powers_of_near(points_a.take(places_a, axis=0), points_b.take(places_b, axis=0))
    return kernel.of_distance(powers.min(axis=2)), kernel.of_distance(powers.min(axis=1))
def _powers_of_near(a, b):
    center = b.mean(axis=1, keepdims=True)
    near_a, near_b = a - center, b - center
    lengths_a = np.einsum("eki,eki->ek", near_a, near_a)
    lengths_b = np.einsum("eti,eti->et", near_b, near_b)
    product = near_a @ near_b.transpose(0, 2, 1)
    product *= -2
    product += lengths_a[:, :, None]
    about = np.add(product, lengths_b[:, None, :], out=product)
    slack = (4 * np.finfo(float).eps * a.shape[2] * (lengths_a.max(axis=1, initial=0.0) + lengths_b.max(axis=1, initial=0.0)))[:, None, None]
    may = about <= about.min(axis=2, keepdims=True) + slack
    may |= about <= about.min(axis=1, keepdims=True) + slack
    example, i, j = np.nonzero(may)
    powers = np.full(may.shape, np.inf)
    near = (x.reshape(-1, x.shape[2]).take(example * x.shape[1] + index, axis=0) for x, index in ((a, i), (b, j)))
    powers[example, i, j] = distance_powers(*near, 2)
    return powers
def _best_of_all(points_a, points_b, places_a, places_b, kernel):
    a, b = points_a.take(places_a, axis=0), points_b.take(places_b, axis=0)
    e, k, t = len(a), a.shape[1], b.shape[1]
    left = np.broadcast_to(a[:, :, None], (e, k, t, a.shape[2])).reshape(e * k * t, -1)
    right = np.broadcast_to(b[:, None], (e, k, t, a.shape[2])).reshape(e * k * t, -1)
    forth = kernel(left, right).reshape(e, k, t)
    back = forth if kernel.function is None else kernel(right, left).reshape(e, k, t)
    return forth.max(axis=2), back.max(axis=1)


# --- semantic_f1/scoring/counts.py

BLOCK_MEMBERS = 1 << 20
ROWS_TOGETHER = 1 << 20
CHUNK_PAIRS = 1 << 20
SHORT_SETS = 16
class Counts(NamedTuple):
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
        m, rest = n_labels, 4 * n_labels
        parts = (matrix[..., m * place : m * (place + 1)] for place in range(4))
        unknown = matrix[..., rest], matrix[..., rest + 1]
        return cls(*parts, *unknown, matrix[..., rest + 2 : rest + 5], matrix[..., rest + 5])
def count(predictions, references, pairs, n_labels, *, zero_division=1.0, sample_weight=None):
    options = {"zero_division": zero_division, "sample_weight": sample_weight}
    sums = exact_counts(predictions, references, pairs, n_labels, **options)
    return Counts.of(sums.rounded(), n_labels)
def exact_counts(predictions, references, pairs, n_labels, *, zero_division=1.0, sample_weight=None, times=None,):
    options = {"zero_division": zero_division, "sample_weight": sample_weight, "times": times}
    (sums,) = exact_counts_of_each(predictions, references, (pairs,), n_labels, **options)
    return sums
def exact_counts_of_each(predictions, references, functions, n_labels, *, zero_division=1.0, sample_weight=None, times=None,):
    totals = [ExactSum.zero((4 * n_labels + 6,)) for _ in functions]
    for start in range(0, predictions.n, ROWS_TOGETHER):
        together = slice(start, start + ROWS_TOGETHER)
        sides = [sets.rows(together.start, together.stop) for sets in (predictions, references)]
        weight, often = (None if x is None else x[together] for x in (sample_weight, times))
        keys = keys_of_sides(*sides, functions, n_labels)
        if keys is not None:
            set_pairs = pairs_of_keys(*keys, weight, often)
            for sums, pairs in zip(totals, functions, strict=True):
                _include_pairs(sums, set_pairs, best_of_keys(pairs, n_labels), zero_division)
            continue
        for first, stop in _blocks(*sides):
            block_weights = [None if x is None else x[first:stop] for x in (weight, often)]
            predicted, gold = (sets.rows(first, stop) for sets in sides)
            for sums, pairs in zip(totals, functions, strict=True):
                credit = best_credits(predicted, gold, pairs, n_labels)
                _include_block(sums, predicted, gold, credit, n_labels, zero_division, *block_weights)
    return totals
def with_samples(sums, scores, weight):
    replaced = ExactSum(sums.limbs.copy(), sums.lowest)
    replaced.limbs[:, -4:] = 0
    replaced.include_sums(ExactSum.along_last((scores * weight[:, None]).T), sums.shape[0] - 4)
    replaced.include_sums(ExactSum.along_last(weight[None]), sums.shape[0] - 1)
    return replaced
def example_counts(predictions, references, pairs, n_labels, *, zero_division=1.0, sample_weight=None):
    n = len(predictions.offsets) - 1
    matrix = np.zeros((n, 4 * n_labels + 6))
    counts = Counts.of(matrix, n_labels)
    for start, stop in _blocks(predictions, references):
        predicted, gold = predictions.rows(start, stop), references.rows(start, stop)
        credit = best_credits(predicted, gold, pairs, n_labels)
        for sets, values, share, number, unknown in ((predicted, credit[0], counts.tp, counts.predicted, counts.unknown_predicted), (gold, credit[1], counts.matched, counts.support, counts.unknown_gold),):
            rows = np.repeat(np.arange(start, stop), np.diff(sets.offsets))
            known = sets.indices < n_labels
            share[rows[known], sets.indices[known]] = values[known]
            number[rows[known], sets.indices[known]] = 1
            unknown[start:stop] = np.bincount(rows[~known] - start, minlength=stop - start)
        points = pointwise_of_credits(predicted, gold, credit, zero_division)
        counts.samples[start:stop] = np.stack(points, axis=-1)
    counts.weight[:] = 1
    if sample_weight is not None:
        matrix *= sample_weight[:, None]
    return matrix
def pointwise(predictions, references, pairs, n_labels, *, zero_division=1.0):
    scores = Scores(*np.empty((3, predictions.n)))
    for first in range(0, predictions.n, ROWS_TOGETHER):
        together = slice(first, first + ROWS_TOGETHER)
        sides = [sets.rows(together.start, together.stop) for sets in (predictions, references)]
        block_scores = Scores(*(values[together] for values in scores))
        keys = keys_of_sides(*sides, (pairs,), n_labels)
        if keys is not None:
            best = best_of_keys(pairs, n_labels)
            _score_pairs(block_scores, pairs_of_keys(*keys), best, zero_division)
            continue
        for start, stop in _blocks(*sides):
            predicted, gold = (sets.rows(start, stop) for sets in sides)
            credit = best_credits(predicted, gold, pairs, n_labels)
            parts = pointwise_of_credits(predicted, gold, credit, zero_division)
            for whole, part in zip(block_scores, parts, strict=True):
                whole[start:stop] = part
    return scores
def _score_pairs(scores, set_pairs, best, zero_division):
    pair_scores = np.empty((3, set_pairs.n_pairs))
    for block in set_pairs.blocks():
        pair_scores[:, block] = _matched_pairs(set_pairs, block, best, zero_division)[1]
    for whole, values in zip(scores, pair_scores, strict=True):
        whole[:] = values if set_pairs.pair_of_row is None else values.take(set_pairs.pair_of_row)
def _matched_pairs(set_pairs, block, best, zero_division):
    keys = [side[block] for side in set_pairs.keys]
    earned = [earned_by_sets(best, keys_of_side, other) for keys_of_side, other in (keys, keys[::-1])]
    sums = [total for _, *of_sets in earned for total in of_sets]
    return [positions for positions, *_ in earned], pointwise_of_sums(*sums, zero_division)
def set_relatedness(predictions, references, pairs, n_labels, *, zero_division=1.0):
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
    if hasattr(predictions, "points"):
        return point_credits(predictions, references, pairs)
    if isinstance(pairs, tuple):
        return _credits_by_similarity(predictions, references, pairs, n_labels)
    if hasattr(pairs, "best_matches"):
        return _all_best_matches(predictions, references, pairs.best_matches, n_labels)
    return (_best_matches(predictions, references, pairs, n_labels), _best_matches(references, predictions, pairs, n_labels),)
def _credits_by_similarity(predictions, references, functions, n_labels):
    sides = predictions, references
    credit = tuple(np.zeros(len(sets.indices)) for sets in sides)
    for number in np.unique(references.similarity):
        rows = np.flatnonzero(references.similarity == number)
        selected = (take_sets(sets, rows) for sets in sides)
        block_credits = best_credits(*selected, functions[number], n_labels)
        for whole, sets, values in zip(credit, sides, block_credits, strict=True):
            whole[members_of_rows(sets, rows)[0]] = values
    return credit
def _blocks(predictions, references):
    members = predictions.offsets + references.offsets
    n = len(members) - 1
    start = 0
    while start < n:
        limit = np.searchsorted(members, members[start] + BLOCK_MEMBERS, side="right") - 1
        stop = min(n, start + BLOCK_ROWS, max(start + 1, int(limit)))
        yield start, stop
        start = stop
def _include_block(sums, predictions, references, credit, n_labels, zero_division, weight, times):
    unknown = 4 * n_labels
    for side, sets in enumerate((predictions, references)):
        labels = np.minimum(sets.indices, n_labels)
        start = 2 * side * n_labels
        number = start + n_labels
        sizes = np.diff(sets.offsets)
        often = None if times is None else np.repeat(times, sizes)
        if weight is None:
            sums.include(labels, credit[side], start, number, times=often)
            members = np.bincount(labels, often, minlength=n_labels + 1).astype(np.int64)
            sums.include_integers(members[:n_labels], number)
            sums.include_integers(members[n_labels:], unknown + side)
        else:
            member_weights = np.repeat(weight, sizes)
            sums.include(labels, credit[side] * member_weights, start, number, times=often)
            members = ExactSum.by_place(labels, member_weights, n_labels + 1, times=often)
            sums.include_sums(members[:n_labels], number)
            sums.include_sums(members[n_labels:], unknown + side)
    points = np.stack(pointwise_of_credits(predictions, references, credit, zero_division))
    if weight is None:
        n = points.shape[1] if times is None else int(times.sum())
        sums.include_integers([n], unknown + 5)
    else:
        points *= weight
        sums.include_sums(ExactSum.along_last(weight[None], times), unknown + 5)
    sums.include_sums(ExactSum.along_last(points, times), unknown + 2)
def _include_pairs(sums, set_pairs, best, zero_division):
    m = len(best.values) // best.n_values
    counted = set_pairs.weights is None or set_pairs.weight_of_pair is not None
    n_weights = 1 if set_pairs.weights is None else len(set_pairs.weights)
    seen = np.zeros((2, n_weights * len(best.values)), np.int64) if counted else None
    for block in set_pairs.blocks():
        times, weight_of_pair, weight = set_pairs.of_block(block)
        matches, points = _matched_pairs(set_pairs, block, best, zero_division)
        for side, positions in enumerate(matches):
            for rows, codes in positions:
                often = None if times is None else times[rows]
                if counted:
                    places = codes
                    if weight_of_pair is not None:
                        places = len(best.values) * weight_of_pair[rows] + codes
                    times_of = np.bincount(places, often, minlength=len(seen[side]))
                    seen[side] += times_of.astype(np.int64)
                else:
                    _include_members(sums, side, codes, weight[rows], often, best)
        points = np.stack(points)
        if weight is not None:
            points *= weight
            sums.include_sums(ExactSum.along_last(weight[None], times), 4 * m + 5)
        sums.include_sums(ExactSum.along_last(points, times), 4 * m + 2)
    if set_pairs.weights is None:
        n = set_pairs.n_pairs if set_pairs.times is None else int(set_pairs.times.sum())
        sums.include_integers([n], 4 * m + 5)
    for side in (0, 1) if counted else ():
        used = np.flatnonzero(seen[side])
        number, codes = np.divmod(used, len(best.values))
        weight = None if set_pairs.weights is None else set_pairs.weights[number]
        _include_members(sums, side, codes, weight, seen[side, used], best)
def _include_members(sums, side, codes, weight, times, best):
    m, labels = len(best.values) // best.n_values, codes // best.n_values
    first, number, end = (m * place for place in (2 * side, 2 * side + 1, 2 * side + 2))
    credit = best.values[codes]
    if weight is None:
        members = np.bincount(labels, times, minlength=m).astype(np.int64)
        sums.include_integers(members, number)
    else:
        sums.include(labels, weight, number, end, times=times)
        credit = credit * weight
    sums.include(labels, credit, first, number, times=times)
def pointwise_of_credits(predictions, references, credit, zero_division):
    sums = []
    for sets, values in zip((predictions, references), credit, strict=True):
        sizes = np.diff(sets.offsets)
        rows = np.repeat(np.arange(len(sizes)), sizes)
        sums += [np.bincount(rows, values, minlength=len(sizes)), sizes]
    return pointwise_of_sums(*sums, zero_division)
def pointwise_of_sums(predicted, n_predicted, gold, n_gold, zero_division):
    precision, recall = predicted / np.maximum(n_predicted, 1), gold / np.maximum(n_gold, 1)
    f1 = harmonic_mean(precision, recall)
    both_empty = (n_predicted == 0) & (n_gold == 0)
    for score in (precision, recall, f1):
        score[both_empty] = zero_division
    return within_bounds(Scores(precision, recall, f1))
def _all_best_matches(predictions, references, best_matches, n_labels):
    sides = predictions, references
    known = [sets.indices < n_labels for sets in sides]
    matched = best_matches(*(_drop_unknown(sets, n_labels) for sets in sides))
    credit = [np.zeros(len(is_known)) for is_known in known]
    for values, is_known, matches in zip(credit, known, matched, strict=True):
        values[is_known] = matches
    return tuple(credit)
def _best_matches(queries, candidates, pairs, n_labels):
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
    for part in slices_of(length, CHUNK_PAIRS):
        ends = np.cumsum(length[part])
        begins = ends - length[part]
        position = np.arange(ends[-1]) + np.repeat(first[part] - begins, length[part])
        similarity = pairs(np.repeat(labels[part], length[part]), candidates.indices[position])
        credit[active[part]] = np.maximum(credit[active[part]], np.maximum.reduceat(similarity, begins))
    return credit
def _drop_unknown(sets, n_labels):
    known = sets.indices < n_labels
    if known.all():
        return sets
    kept = np.concatenate([[0], np.cumsum(known)])
    return LabelSets(sets.indices[known], kept[sets.offsets])


# --- semantic_f1/scoring/constant_baseline.py

CONSTANT_LABELS = 2_000
_SAME_SUM = 1e-12
_BLOCK_COUNTS = 1 << 17
def best_constants(sets, weights, functions, averages, n_labels, *, zero_division, **options):
    if len(np.unique(sets.indices[sets.indices < n_labels])) > CONSTANT_LABELS:
        return {}
    if np.diff(sets.offsets).all():
        sets = LabelSets(sets.indices, np.append(sets.offsets, sets.offsets[-1]))
        weights = np.concatenate([weights, np.zeros((len(weights), 1))], axis=1)
    parts = []
    for weight, pairs in zip(weights, functions, strict=True):
        if weight.any():
            parts.append(_Constant(SetTable(sets, pairs, n_labels), weight, n_labels))
    f1_of = {}
    sums = []
    for average in averages:
        if AVERAGES[average].counts == "examples":
            f1_of[average] = _mean_f1(parts, zero_division)
        else:
            sums.append(average)
    if sums:
        f1_of |= _f1_of_sums(parts, sums, n_labels, options)
    answers = np.arange(sets.n)[parts[0].places]
    return {average: _first_best(f1_of[average], sets, answers) for average in averages}
class _Constant:
    def __init__(self, table, weight, n_labels):
        n_known = int(np.searchsorted(table.labels, n_labels))
        self.labels = table.labels[:n_known]
        self.places, gold = slice(None), slice(None)
        if n_known < len(table.labels):
            self.places = np.flatnonzero(~table.members[:, n_known:].any(axis=1))
        if not weight.all():
            gold = np.flatnonzero(weight)
        self._weight, self.total = weight[gold], weight.sum()
        self._answers, self._sizes = table.members[self.places], table.sizes[self.places]
        self._answer_earned = table.earned[self.places]
        self._gold, self._earned = table.members[gold], table.earned[gold]
        self._gold_sizes = table.sizes[gold]
        self._credit, self._support = self._weight @ self._earned, self._weight @ self._gold
        self._empty = float(self._weight[self._gold_sizes == 0].sum())
    def __len__(self):
        return len(self._sizes)
    def counts(self, rows):
        u, n = len(self.labels), len(self._sizes[rows])
        answers, support = self._answers[rows, :u], self._support[:u]
        unknown = np.full(n, self._support[u:].sum())
        return Counts(tp=answers * self._credit[:u], predicted=answers * self.total, matched=self._answer_earned[rows, :u] * support, support=np.broadcast_to(support, answers.shape), unknown_predicted=np.zeros(n), unknown_gold=unknown, samples=np.zeros((n, 3)), weight=np.full(n, self.total),)
    def bound(self, zero_division):
        share = self._weight / np.maximum(self._gold_sizes, 1) @ self._gold
        precision = self._answers @ self._credit / np.maximum(self._sizes, 1)
        recall = self._answer_earned @ share
        both = self._of_empty(slice(None), zero_division)
        return precision + both, recall + both
    def f1(self, rows, zero_division):
        of = self._answers[rows] @ self._earned.T / np.maximum(self._sizes[rows], 1)[:, None]
        by = self._answer_earned[rows] @ self._gold.T / np.maximum(self._gold_sizes, 1)
        return harmonic_mean(of, by) @ self._weight + self._of_empty(rows, zero_division)
    def rows_at_once(self):
        return max(1, min(256, (1 << 22) // len(self._weight)))
    def _of_empty(self, rows, zero_division):
        return np.where(self._sizes[rows] == 0, self._empty * zero_division, 0.0)
def _mean_f1(parts, zero_division):
    total = sum(part.total for part in parts)
    bounds = [part.bound(zero_division) for part in parts]
    precision, recall = (sum(side) for side in zip(*bounds, strict=True))
    bound = harmonic_mean(precision, recall)
    order = np.argsort(-bound, kind="stable")
    f1, best, at = np.full(len(order), -1.0), -1.0, 0
    step = min(part.rows_at_once() for part in parts)
    while at < len(order) and bound[order[at]] >= best - _SAME_SUM * total:
        rows = order[at : at + step]
        f1[rows] = sum(part.f1(rows, zero_division) for part in parts)
        best = max(best, f1[rows].max())
        at += step
    return f1 / total
def _f1_of_sums(parts, averages, n_labels, options):
    n, labels = len(parts[0]), parts[0].labels
    f1 = {average: np.empty(n) for average in averages}
    options = dict(options)
    mask = options.pop("macro_mask", None)
    present = isinstance(mask, str)
    if mask is None:
        options["n_averaged"] = n_labels
    elif not present:
        options["macro_mask"], options["n_averaged"] = mask[labels], int(mask.sum())
    for rows in slices_of(np.full(n, max(1, len(labels))), _BLOCK_COUNTS):
        counts_of_parts = [part.counts(rows) for part in parts]
        counts = Counts(*(sum(fields) for fields in zip(*counts_of_parts, strict=True)))
        per_label = label_scores(counts, options["counting"])
        if present:
            used = (counts.predicted > 0) | (counts.support > 0)
            options["n_averaged"] = used.sum(axis=1)
        for average in averages:
            f1[average][rows] = average_scores(counts, average, per_label=per_label, **options).f1
    return f1
def _first_best(f1, sets, answers):
    best = answers[f1 >= f1.max() - _SAME_SUM]
    sizes = np.diff(sets.offsets)[best]
    candidates = take_sets(sets, best[sizes == sizes.min()])
    labels = min(map(tuple, candidates.indices.reshape(candidates.n, -1).tolist()))
    return min(float(f1.max()), 1.0), labels


# --- semantic_f1/scoring/human_baseline.py

class Sides(NamedTuple):
    human: object
    system: object
def mean_counts(judged, least=1):
    sizes = np.diff(judged.offsets)[judged.counted]
    least = max(least, int(sizes.min()) if len(sizes) else 0)
    if least not in judged.means:
        pairs = Pairs(judged, judged.kind_weight / np.maximum(judged.kind_size, 1))
        for rows, places in judged.blocks(least, 1):
            pairs.add(judged.kind[rows, None], judged.predicted[rows, None], judged.gold[places])
        judged.means[least] = pairs.counts()
    return judged.means[least]
def n_judged(judged):
    return int((judged.counted & (np.diff(judged.offsets) >= 2)).sum())
def leave_one_out_counts(judged, reduce):
    if not n_judged(judged):
        return None
    if reduce == "mean":
        return Sides(_human_mean(judged), mean_counts(judged, 2))
    return Sides(*(side[0] for side in _cases(judged, reduce)))
def counts_by_annotator(judged, reduce, annotators, n_annotators):
    sizes = np.diff(judged.offsets)
    counted = np.repeat(judged.counted & (sizes >= 2), sizes)
    number = np.bincount(annotators[counted], minlength=n_annotators)
    return Sides(*_cases(judged, reduce, annotators, n_annotators)), number.tolist()
def consensus_counts(judged):
    sizes = np.diff(judged.offsets)
    if sizes[judged.counted].max(initial=0) < 4:
        return None
    most = int(sizes.max())
    pairs = Pairs(judged, _tied_weights(judged, most))
    for kinds, answers, gold, times in judged.panels(2):
        k = gold.shape[1]
        f1 = judged.f1(answers, gold)
        near = f1.sum(axis=2)[:, :, None] - f1
        near[:, np.arange(k), np.arange(k)] = -np.inf
        tied = near >= near.max(axis=1, keepdims=True) - SAME_F1 * (k - 1)
        row, candidate, left_out = np.nonzero(tied)
        pairs.add(kinds[row] * (most + 1) + tied.sum(axis=1)[row, left_out], answers[row, candidate], gold[row, left_out], times=None if times is None else times[row],)
    return pairs.counts()
def jackknife_counts(judged, reduce, annotators, n_annotators, rounded):
    if reduce != "mean":
        without = (leave_one_out_counts(judged.chosen(annotators != annotator), reduce) for annotator in range(n_annotators))
        return [sides and Sides(*map(rounded, sides)) for sides in without]
    whole = leave_one_out_counts(judged, "mean")
    if whole is None:
        return [None] * n_annotators
    whole = Sides(*map(rounded, whole))
    k = judged.kind_size
    shares = {side: [judged.kind_weight / np.maximum(_n_pairs(k - left, side), 1) for left in (0, 1)] for side in range(2)}
    taken, given = ([Pairs(judged, shares[side][left], n_annotators) for side in range(2)] for left in (0, 1))
    for rows, places in judged.blocks(2):
        k = places.shape[1]
        owner, gold = annotators[places], judged.gold[places]
        answers = judged.answers[places], judged.predicted[rows, None]
        apart = ~np.eye(k, dtype=bool), np.ones((1, k), dtype=bool)
        for side in range(2):
            shape = len(rows), answers[side].shape[1], k
            predicted = np.broadcast_to(answers[side][:, :, None], shape)
            targets = np.broadcast_to(gold[:, None, :], shape)
            for member in range(k):
                left = np.arange(k) != member
                kept = apart[side] & left & (left[:, None] if side == 0 else True)
                for pairs, mask in ((taken, apart[side]), (given, kept)):
                    if k > 2 or pairs is taken:
                        pairs[side].add(judged.kind[rows, None], predicted[:, mask], targets[:, mask], owner[:, member, None],)
    before, after = ([[sums and rounded(sums) for sums in side.counts_by_owner()] for side in pairs] for pairs in (taken, given))
    counts = []
    for annotator in range(n_annotators):
        exchanged = [_exchanged(whole[side], before[side][annotator], after[side][annotator]) for side in range(2)]
        counts.append(Sides(*exchanged) if exchanged[0].weight > 0 else None)
    return counts
def case_contributions(judged, reduce, contributions):
    parts, places_of = ([], []), []
    for rows, places in judged.blocks(2, 3):
        k = places.shape[1]
        shape, n_cases = (len(rows), k, k), len(rows) * k
        for side, predicted, targets, counted in _compared(judged, reduce, rows, places):
            case = np.nonzero(counted.reshape(n_cases, k))[0]
            share = np.broadcast_to(1 / counted.sum(axis=2, keepdims=True), shape)[counted]
            both = (take_sets(judged.sets, predicted[counted]), take_sets(judged.sets, targets[counted]),)
            part = contributions(*both).scaled(share).summed(case, n_cases)
            if reduce == "soft":
                others = ~np.eye(k, dtype=bool)
                scores = _pooled(judged, predicted, targets, others).reshape(3, -1).T
                points = np.concatenate([scores, np.ones((n_cases, 1))], axis=1)
                part = part._replace(points=points)
            parts[side].append(part)
        places_of.append(places.reshape(-1))
    return Sides(*(side[0].joined(side) for side in parts)), np.concatenate(places_of)
def jackknife_error(values):
    values = np.asarray(values, dtype=np.float64)
    n = len(values)
    return np.sqrt((n - 1) / n * ((values - values.mean(axis=0)) ** 2).sum(axis=0))
def scores_of_cases(judged):
    blocks = [(np.zeros(0, np.int64), np.zeros(0), np.zeros(0))]
    for rows, places in judged.blocks(2):
        k = places.shape[1]
        answers, gold = judged.answers[places], judged.gold[places]
        human = judged.scores(answers[:, :, None], gold[:, None, :])[2]
        system = judged.scores(judged.predicted[rows, None], gold)[2]
        others = ~np.eye(k, dtype=bool) / (k - 1)
        blocks.append((places.reshape(-1), (human * others).sum(axis=2).reshape(-1), (system @ others).reshape(-1),))
    return tuple(np.concatenate(parts) for parts in zip(*blocks, strict=True))
def _n_pairs(k, side):
    return k * (k - 1) if side == 0 else k
def _tied_weights(judged, most, cases=True):
    weight = judged.kind_weight / np.maximum(judged.kind_size, 1) if cases else judged.kind_weight
    return (weight[:, None] / np.maximum(np.arange(most + 1), 1)).reshape(-1)
def _human_mean(judged):
    k = judged.kind_size
    pairs = Pairs(judged, judged.kind_weight / np.maximum(k, 1) / np.maximum(k - 1, 1))
    alike = judged.answers is judged.gold
    for kinds, answers, gold, times in judged.panels(2):
        first, second = np.triu_indices(gold.shape[1], 1)
        a, b = answers[:, first], gold[:, second]
        classes = kinds[:, None]
        if alike:
            times_of_rows = None if times is None else times[:, None]
            pairs.add(classes, np.minimum(a, b), np.maximum(a, b), times=times_of_rows)
        else:
            pairs.add(classes, a, b)
            pairs.add(classes, answers[:, second], gold[:, first])
    sums = pairs.counts()
    return sums.plus(_mirrored(sums)) if alike else sums
def _mirrored(sums):
    m = (sums.shape[0] - 6) // 4
    places = np.arange(4 * m)
    last = 4 * m + np.array([1, 0, 3, 2, 4, 5])
    return sums[np.concatenate([places[2 * m :], places[: 2 * m], last])]
def _cases(judged, reduce, annotators=None, n_owners=1):
    most = int(np.diff(judged.offsets).max(initial=1))
    weights = _tied_weights(judged, most, cases=annotators is None)
    pairs = [Pairs(judged, weights, n_owners) for _ in range(2)]
    pooled = [[], []]
    for rows, places in judged.blocks(2):
        k = places.shape[1]
        owner = np.zeros_like(places) if annotators is None else annotators[places]
        shape = len(rows), k, k
        for side, predicted, targets, counted in _compared(judged, reduce, rows, places):
            if reduce == "soft":
                others = ~np.eye(k, dtype=bool)
                scores = _pooled(judged, predicted, targets, others).reshape(3, -1).T
                weight = weights[judged.kind[rows] * (most + 1) + 1]
                pooled[side].append((owner.reshape(-1), scores, np.repeat(weight, k)))
            classes = judged.kind[rows, None] * (most + 1) + counted.sum(axis=2)
            pairs[side].add(np.broadcast_to(classes[:, :, None], shape)[counted], predicted[counted], targets[counted], np.broadcast_to(owner[:, :, None], shape)[counted],)
    counts = [side.counts_by_owner() for side in pairs]
    if reduce == "soft":
        for side, parts in zip(counts, pooled, strict=True):
            owner, scores, weight = (np.concatenate(x) for x in zip(*parts, strict=True))
            for number, sums in enumerate(side):
                of_owner = owner == number
                side[number] = sums and with_samples(sums, scores[of_owner], weight[of_owner])
    return counts
def _compared(judged, reduce, rows, places):
    gold = judged.gold[places]
    others = ~np.eye(places.shape[1], dtype=bool)
    shape = len(rows), *others.shape
    for side, answers in enumerate((judged.answers[places], judged.predicted[rows, None])):
        predicted = np.broadcast_to(answers[:, :, None], shape)
        targets = np.broadcast_to(gold[:, None, :], shape)
        counted = np.broadcast_to(others, shape)
        if reduce == "max":
            f1 = np.where(others, judged.scores(predicted, targets)[2], -np.inf)
            counted = f1 >= f1.max(axis=2, keepdims=True) - SAME_F1
        yield side, predicted, targets, counted
def _pooled(judged, predicted, targets, others):
    precision, recall, _ = judged.scores(predicted, targets)
    weight = np.maximum(np.diff(judged.sets.offsets), 1)[targets] * others
    precision = (precision * others).sum(axis=2) / (len(others) - 1)
    recall = (recall * weight).sum(axis=2) / weight.sum(axis=2)
    return np.minimum(np.stack([precision, recall, harmonic_mean(precision, recall)]), 1.0)
def _exchanged(whole, taken, given):
    counts = whole
    if taken is not None:
        counts = Counts(*(a - b for a, b in zip(counts, taken, strict=True)))
    if given is not None:
        counts = Counts(*(a + b for a, b in zip(counts, given, strict=True)))
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


# --- semantic_f1/scoring/contributions.py

DENSE_VALUES = 1 << 22
LEAST_WEIGHT = 1e-290
class Members(NamedTuple):
    row: np.ndarray
    label: np.ndarray
    credit: np.ndarray
    weight: np.ndarray
class Contributions(NamedTuple):
    points: np.ndarray
    totals: np.ndarray
    predicted: Members
    gold: Members
    n_labels: int
    @classmethod
    def of_matrix(cls, matrix, n_labels):
        counts = Counts.of(matrix, n_labels)
        points = np.concatenate([counts.samples, counts.weight[:, None]], axis=1)
        sides = []
        for credit, weight in ((counts.tp, counts.predicted), (counts.matched, counts.support),):
            row, label = np.nonzero(weight)
            sides.append(Members(row, label, credit[row, label], weight[row, label]))
        totals = np.stack([counts.tp.sum(axis=1), counts.predicted.sum(axis=1) + counts.unknown_predicted, counts.matched.sum(axis=1), counts.support.sum(axis=1) + counts.unknown_gold,], axis=1,)
        return cls(points, totals, *sides, n_labels)
    @classmethod
    def of_sets(cls, predictions, references, pairs, n_labels, *, zero_division=1.0, by_label=True):
        n = len(predictions.offsets) - 1
        credit = best_credits(predictions, references, pairs, n_labels)
        points = np.ones((n, 4))
        points[:, :3] = np.stack(pointwise_of_credits(predictions, references, credit, zero_division), axis=1)
        totals, sides = np.empty((n, 4)), []
        for place, sets, earned in ((0, predictions, credit[0]), (2, references, credit[1])):
            sizes = np.diff(sets.offsets)
            row = np.repeat(np.arange(n), sizes)
            totals[:, place] = np.bincount(row, earned, minlength=n)
            totals[:, place + 1] = sizes
            known = sets.indices < n_labels if by_label else np.zeros(len(row), bool)
            sides.append(Members(row[known], sets.indices[known], earned[known], np.ones(known.sum())))
        return cls(points, totals, *sides, n_labels)
    def exact_counts(self, sample_weight=None):
        n, m = self.n_units, self.n_labels
        sums = ExactSum.zero((4 * m + 6,))
        for place, side in enumerate((self.predicted, self.gold)):
            first = 2 * place * m
            known = np.bincount(side.row, minlength=n)
            unknown = (self.totals[:, 2 * place + 1] - known).astype(np.int64)
            if sample_weight is None:
                sums.include_integers(np.bincount(side.label, minlength=m), first + m)
                sums.include_integers([unknown.sum()], 4 * m + place)
            else:
                times = ExactSum.along_last(sample_weight[None], unknown)
                sums.include_sums(times, 4 * m + place)
            for start in range(0, len(side.row), LARGEST_BLOCK):
                row, label, credit, _ = (x[start : start + LARGEST_BLOCK] for x in side)
                if sample_weight is not None:
                    weight = sample_weight[row]
                    credit = credit * weight
                    sums.include(label, weight, first + m, first + 2 * m)
                sums.include(label, credit, first, first + m)
        points = self.points
        if sample_weight is not None:
            points = points * sample_weight[:, None]
        sums.include_sums(ExactSum.along_last(points.T), 4 * m + 2)
        return sums
    def without_labels(self):
        nothing = Members(*np.zeros((2, 0), np.int64), *np.zeros((2, 0)))
        return self._replace(predicted=nothing, gold=nothing)
    @classmethod
    def of_scores(cls, values):
        points = np.concatenate([values, np.ones((len(values), 1))], axis=1)
        return cls(points, np.zeros((len(values), 4)), None, None, 0).without_labels()
    @classmethod
    def joined(cls, parts):
        starts = np.cumsum([0, *(part.n_units for part in parts)])
        sides = [Members(np.concatenate([part[place].row + start for part, start in zip(parts, starts, strict=False)]), *(np.concatenate([part[place][field] for part in parts]) for field in range(1, len(Members._fields))),) for place in (2, 3)]
        dense = (np.concatenate([part[place] for part in parts]) for place in (0, 1))
        return cls(*dense, *sides, parts[0].n_labels)
    @property
    def n_units(self):
        return len(self.points)
    def weighted(self, weight):
        relative = weight / weight.max()
        weight = np.where(weight > 0, np.maximum(relative, LEAST_WEIGHT), 0.0)
        return self.scaled(weight / weight.mean())
    def scaled(self, weight):
        sides = [side._replace(credit=side.credit * weight[side.row], weight=side.weight * weight[side.row]) for side in (self.predicted, self.gold)]
        points, totals = self.points * weight[:, None], self.totals * weight[:, None]
        return Contributions(points, totals, *sides, self.n_labels)
    def chosen(self, keep):
        place = np.cumsum(keep) - 1
        sides = []
        for side in (self.predicted, self.gold):
            kept = keep[side.row]
            sides.append(Members(place[side.row[kept]], *(values[kept] for values in side[1:])),)
        return Contributions(self.points[keep], self.totals[keep], *sides, self.n_labels)
    def summed(self, codes, n):
        if n == self.n_units and (codes == np.arange(n)).all():
            return self
        def sums(values):
            columns = [np.bincount(codes, column, minlength=n) for column in values.T]
            return np.stack(columns, axis=1)
        sides = []
        for side in (self.predicted, self.gold):
            order = np.argsort(codes[side.row], kind="stable")
            sides.append(Members(codes[side.row][order], *(values[order] for values in side[1:])),)
        return Contributions(sums(self.points), sums(self.totals), *sides, self.n_labels)
    def merged(self):
        sides = []
        for side in (self.predicted, self.gold):
            keys = side.row * np.int64(self.n_labels) + side.label
            distinct, place = np.unique(keys, return_inverse=True)
            credit, weight = (np.bincount(place, x, len(distinct)) for x in side[2:])
            row, label = np.divmod(distinct, max(self.n_labels, 1))
            sides.append(Members(row, label, credit, weight))
        return self._replace(predicted=sides[0], gold=sides[1])
    def columns(self, average, start=0, stop=None):
        stop = self.n_units if stop is None else stop
        counts = AVERAGES[average].counts
        if counts != "labels":
            return (self.points if counts == "examples" else self.totals)[start:stop]
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
        if not AVERAGES[average].needs_labels:
            return self.columns(average).sum(axis=0)
        return np.stack([np.bincount(side.label, values, minlength=self.n_labels).astype(np.float64) for side in (self.predicted, self.gold) for values in (side.credit, side.weight)])
    def grouped(self, groups):
        return self if groups is None else self.summed(groups, int(groups.max()) + 1)
    def blocks(self):
        step = max(1, DENSE_VALUES // max(1, 4 * self.n_labels))
        return [(start, min(start + step, self.n_units)) for start in range(0, self.n_units, step)]
def column_kind(average):
    counts = AVERAGES[average].counts
    return (None if counts == "labels" else next(name for name, row in AVERAGES.items() if row.counts == counts))
def scores_of_columns(columns, average, averaging):
    counts = AVERAGES[average].counts
    if counts == "examples":
        return np.minimum(divide(columns[..., :-1], columns[..., -1:]), 1.0)
    by_label = columns if counts == "labels" else columns[..., None]
    four = (by_label[..., place, :] for place in range(4))
    counts = Counts(*four, 0.0, 0.0, np.zeros(3), 0.0)
    scores = average_scores(counts, average, counting=averaging.counting, macro_f1=averaging.macro_f1, macro_mask=averaging.macro_mask,)
    return np.stack(Scores(*scores), axis=-2 if average is None else -1)


# --- semantic_f1/scoring/bootstrap.py

MANY_UNITS, DRAWN_BLOCKS = 1 << 13, 1 << 10
MOST_DRAWN_VALUES = 1 << 26
RESAMPLED_VALUES = 1 << 22
class Pseudo(NamedTuple):
    weight: float
    predicted: float
    gold: float
    label: np.ndarray
    share_predicted: np.ndarray
    share_gold: np.ndarray
    whole: float
class ExactSums:
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
        self._counts = rows[:, self._whole].astype(np.float32)
        self._values = np.concatenate([coarse, rest], axis=1)
    def of(self, times):
        sums = np.empty((len(times), self.width))
        parts = times @ self._values
        sums[:, self._real] = parts[:, : len(self._real)] + parts[:, len(self._real) :]
        sums[:, self._whole] = times.astype(np.float32) @ self._counts
        return sums
def block_of_units(n):
    return np.random.default_rng([n, 5]).permutation(n) % DRAWN_BLOCKS
def drawn_units(contributions):
    n, members = contributions.n_units, contributions.gold.row.size
    width = 4 * contributions.n_labels if members else 8
    if n <= MANY_UNITS and n * width <= MOST_DRAWN_VALUES:
        return contributions
    if n <= DRAWN_BLOCKS:
        return contributions
    return contributions.summed(block_of_units(n), DRAWN_BLOCKS)
def streams_by_content(systems, average):
    by_label = AVERAGES[average].needs_labels
    keys = []
    for system in systems:
        sums = (*system.points.sum(axis=0).tolist(), *system.totals.sum(axis=0).tolist())
        parts = [system.points, system.totals]
        if by_label:
            parts += [*system.predicted, *system.gold]
        contents = blake2b(digest_size=16)
        for part in parts:
            contents.update(np.ascontiguousarray(part).data)
        keys.append((sums, contents.digest()))
    numbers = {key: number for number, key in enumerate(sorted(set(keys)))}
    return [numbers[key] for key in keys]
def resampled_sums(matrices, n_resamples, seed):
    exact = [ExactSums(matrix) for matrix in matrices]
    n, width = exact[0].n, sum(each.width for each in exact)
    rng = np.random.default_rng(seed)
    step = max(1, RESAMPLED_VALUES // max(n, width))
    for start in range(0, n_resamples, step):
        size = min(step, n_resamples - start)
        drawn = rng.integers(n, size=(size, n))
        drawn += n * np.arange(size)[:, None]
        times = np.bincount(drawn.ravel(), minlength=size * n).reshape(size, n).astype(np.float64)
        yield slice(start, start + len(times)), times, [each.of(times) for each in exact]
def resampled_columns(systems, averages, n_resamples, seed):
    kinds = {average: column_kind(average) for average in averages}
    distinct = list(dict.fromkeys(kinds.values()))
    places = [(kind, system) for kind in distinct for system in systems]
    rows = [np.reshape(system.columns(kind), (system.n_units, -1)) for kind, system in places]
    for part, times, sums in resampled_sums(rows, n_resamples, seed):
        columns = {kind: [] for kind in distinct}
        for (kind, system), values in zip(places, sums, strict=True):
            shape = (len(times), 4, system.n_labels) if kind is None else (len(times), -1)
            columns[kind].append(values.reshape(shape))
        yield part, times, {average: columns[kind] for average, kind in kinds.items()}
def replicates(systems, averaging, n_resamples, seed, smoothers=None, statistics=None):
    result = {}
    for place, _, columns in resampled_columns(systems, averaging.averages, n_resamples, seed):
        for average, of_systems in columns.items():
            for system, drawn in enumerate(of_systems):
                smooth = smoothers is not None
                resampled = smoothers[average][system].added_to(drawn) if smooth else drawn
                if average in (statistics or ()):
                    scores = statistics[average](resampled)
                else:
                    scores = scores_of_columns(resampled, average, averaging.of(system))
                if average not in result:
                    shape = (len(systems), n_resamples, *scores.shape[1:])
                    result[average] = np.empty(shape)
                result[average][system, place] = scores
    return result
def pseudo_example(examples, n_units):
    n, m = examples.n_units, examples.n_labels
    label = np.zeros(m)
    weights, shares, sizes = [], [], []
    for side, column in ((examples.predicted, 1), (examples.gold, 3)):
        total = np.bincount(side.label, side.weight, minlength=m).astype(np.float64)
        shares.append(divide(total, total.sum()))
        weights.append(total)
        number = examples.totals[:, column]
        sizes.append(float(divide(number.sum(), np.count_nonzero(number))))
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
    predicted, gold = predicted or gold or 1.0, gold or predicted or 1.0
    weight = float(examples.points[:, -1].mean())
    return Pseudo(weight, predicted, gold, label, *shares, n / n_units)
def pooled_prior(totals, averaging, limits):
    means = []
    for columns in totals:
        scores = scores_of_columns(columns, None, averaging)
        tp, predicted, matched, support = columns
        gold = COUNTINGS[averaging.counting].gold(tp, predicted, matched, support)
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
    f1 = harmonic_mean(precision, recall)
    likely = np.array([f1, f1 * (1 / precision - 1), f1 * (1 / recall - 1)])
    return (flat + (1 - flat) * likely) / 2
def smoothing_scale(standard_error, pseudo, average):
    still = ~(np.nan_to_num(standard_error) > 0)
    if average is None:
        return np.where(still.all(axis=0), pseudo.whole, 1.0)
    return pseudo.whole if still.all() else 1.0
class Smoother:
    def __init__(self, average, pseudo, scale, shapes, seed, stream):
        self.average, self.pseudo, self.scale, self.shapes = average, pseudo, scale, shapes
        self.rng = np.random.default_rng([seed, 2, stream, AVERAGES[average].stream])
    def added_to(self, columns):
        pseudo, rng, size = self.pseudo, self.rng, len(columns)
        added = columns.copy()
        smoothing = AVERAGES[self.average].smoothing
        if smoothing == "scores":
            right, wrong = (rng.standard_gamma(0.5, (size, 2)) * pseudo.weight * self.scale).T
            added += right[:, None]
            added[:, -1] += wrong
            return added
        if smoothing == "labels":
            m = len(pseudo.label)
            shapes = (0.5, 0.5, 0.5) if self.shapes is None else self.shapes
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
        if smoothing == "shares":
            right = right[:, None] * ((pseudo.share_predicted + pseudo.share_gold) / 2)
            alarm = alarm[:, None] * pseudo.share_predicted
            miss = miss[:, None] * pseudo.share_gold
        added += right[:, None]
        added[:, 1] += alarm
        added[:, 3] += miss
        return added
def _last_place(bound):
    return np.ldexp(1.0, np.frexp(bound)[1] - 52)


# --- semantic_f1/scoring/influence.py

ROUNDED_ERROR = 1e-14
def influence_values(contributions, average, averaging):
    n = contributions.n_units
    gradient = n * average_slopes(contributions.total(average), average, averaging)
    if not AVERAGES[average].needs_labels:
        return _times(contributions.columns(average), gradient)
    if average is None:
        parts = [np.einsum("nkm,skm->nsm", contributions.columns(None, *block), gradient) for block in contributions.blocks()]
        return np.concatenate(parts)
    values = np.zeros((n, 3))
    for place, side in ((0, contributions.predicted), (2, contributions.gold)):
        for score in range(3):
            earned = gradient[score, place][side.label] * side.credit
            earned += gradient[score, place + 1][side.label] * side.weight
            values[:, score] += np.bincount(side.row, earned, minlength=n)
    return values
def standard_errors(contributions, average, averaging, other=None, averaging_of_other=None):
    n = contributions.n_units
    systems = [contributions] if other is None else [contributions, other]
    if average is None:
        squares = np.zeros((3, contributions.n_labels))
        slopes = [n * average_slopes(system.total(None), None, averaging) for system in systems]
        for block in contributions.blocks():
            moves = [np.einsum("nkm,skm->nsm", system.columns(None, *block), slope) for system, slope in zip(systems, slopes, strict=True)]
            apart = moves[0] if other is None else moves[0] - moves[1]
            squares += (apart**2).sum(axis=0)
    else:
        averagings = (averaging, averaging_of_other or averaging)[: len(systems)]
        moves = [influence_values(system, average, averaging_of_system) for system, averaging_of_system in zip(systems, averagings, strict=True)]
        apart = moves[0] if other is None else moves[0] - moves[1]
        squares = (apart**2).sum(axis=0)
    if n == 1:
        return np.full_like(squares, np.nan)
    errors = np.sqrt(squares / (n * (n - 1)))
    return np.where(errors > ROUNDED_ERROR, errors, 0.0)
def _times(rows, gradient):
    return (rows[:, None, :] * gradient).sum(axis=-1)


# --- semantic_f1/scoring/intervals.py

INTERVAL_METHODS = ("smoothed", "bca", "percentile")
SCORE_TIE = 1e-12
FEW_UNITS, MOST_RESAMPLES_OF_FEW = 10, 20_000
class Interval(NamedTuple):
    estimate: np.ndarray
    low: np.ndarray
    high: np.ndarray
class Uncertainty(NamedTuple):
    interval: Interval
    standard_error: np.ndarray
def score_intervals(examples, averaging, *, groups=None, n_resamples=1000, confidence_level=0.95, seed=0, method="smoothed",):
    units = examples.grouped(groups)
    n, drawn = units.n_units, drawn_units(units)
    share = tail_share(confidence_level, n)
    n_resamples = enough_resamples(n_resamples, share, n)
    totals = {average: units.total(average) for average in averaging.averages}
    estimates = {average: scores_of_columns(total, average, averaging) for average, total in totals.items()}
    errors = {average: standard_errors(units, average, averaging) for average in averaging.averages}
    ends = {average: [estimates[average]] for average in averaging.averages}
    plain = averaging.averages
    if method == "smoothed":
        plain = tuple(average for average in plain if AVERAGES[average].smoothing == "shares")
        pseudo = pseudo_example(examples, n)
        smoothers, statistics = {}, {}
        for average in averaging.averages:
            shapes = None
            if AVERAGES[average].macro:
                statistics[average] = partial(macro_like_the_others, data=totals[average], averaging=averaging)
                likely = pooled_prior([totals[average]], averaging, (0.02, 0.98))
                shapes = pseudo_shapes(*likely, flat=0.5)
            scale = smoothing_scale(errors[average], pseudo, average)
            smoothers[average] = [Smoother(average, pseudo, scale, shapes, seed, 0)]
        of_resamples = replicates([drawn], averaging, n_resamples, seed, smoothers, statistics)
        for average, values in of_resamples.items():
            low, high = order_ends(values[0], share, (0.0, 1.0))
            if AVERAGES[average].macro:
                low = low[0] * _share_seen(totals[average], averaging)
                high = high.max(axis=0)
            ends[average] += [low, high]
    if plain:
        kind = "bca" if method == "smoothed" else method
        for average, ends_of_average in _plain_ends(drawn, averaging._replace(averages=plain), n_resamples, seed, confidence_level, kind).items():
            ends[average] += ends_of_average
    result = {}
    for average, of_average in ends.items():
        interval = Interval(estimates[average], np.min(of_average, axis=0), np.max(of_average, axis=0))
        result[average] = Uncertainty(interval, errors[average])
        check_width(average, interval, errors[average], n, confidence_level)
    return result
def mean_intervals(values, *, weight=None, groups=None, n_resamples=1000, confidence_level=0.95, seed=0):
    weight = np.ones(len(values)) if weight is None else weight / weight.max()
    rows = np.concatenate([values, np.ones((len(values), 1))], axis=1)
    def means(sums):
        return sums[..., :-1] / sums[..., -1:]
    def moves(rows, total):
        return (rows[:, :-1] - means(total) * rows[:, -1:]) / total[-1]
    rows *= (weight / weight.mean())[:, None]
    return _intervals_of_sums(rows, means, moves, groups, n_resamples, confidence_level, seed)
def correlation_intervals(first, second, *, weight=None, groups=None, n_resamples=1000, confidence_level=0.95, seed=0):
    weight = np.ones(len(first)) if weight is None else weight / weight.max()
    first, second = (side.reshape(len(side), -1) for side in (first, second))
    m = first.shape[1]
    x, y = (side - np.average(side, axis=0, weights=weight) for side in (first, second))
    def of_columns(sums):
        parts = np.moveaxis(sums[..., :-1].reshape(*sums.shape[:-1], 5, m), -2, -1)
        ones = np.broadcast_to(sums[..., -1:, None], (*sums.shape[:-1], m, 1))
        return np.concatenate([parts, ones], axis=-1)
    def correlations(sums):
        return correlation_of_sums(of_columns(sums)).mean(axis=-1, keepdims=True)
    def moves(rows, total):
        by_column = [_moves_of_correlation(of_columns(rows)[:, column], of_columns(total)[column]) for column in range(m)]
        return np.mean(by_column, axis=0)[:, None]
    rows = np.concatenate([x, y, x**2, y**2, x * y, np.ones((len(x), 1))], axis=1)
    rows *= (weight / weight.mean())[:, None]
    return _intervals_of_sums(rows, correlations, moves, groups, n_resamples, confidence_level, seed)
def _moves_of_correlation(rows, total):
    mean = total / total[-1]
    spread = np.sqrt(mean[2:4] - mean[:2] ** 2)
    r = correlation_of_sums(total)
    standardized = (rows[:, :2] - mean[:2] * rows[:, 5:]) / spread
    squares = (standardized / np.where(rows[:, 5:] > 0, np.sqrt(rows[:, 5:]), 1)) ** 2
    product = standardized.prod(axis=1) / np.where(rows[:, 5] > 0, rows[:, 5], 1)
    return (product - r * squares.sum(axis=1) / 2) / total[-1]
def correlation_of_sums(sums):
    x, y, xx, yy, xy = np.moveaxis(sums[..., :5] / sums[..., 5:], -1, 0)
    spread_x, spread_y = xx - x * x, yy - y * y
    varies = (spread_x > SCORE_TIE * xx) & (spread_y > SCORE_TIE * yy)
    scale = np.sqrt(np.where(varies, spread_x * spread_y, 1))
    return np.where(varies, np.clip((xy - x * y) / scale, -1, 1), np.nan)
def _intervals_of_sums(rows, statistic, moves, groups, n_resamples, confidence_level, seed):
    n = len(rows)
    total = rows.sum(axis=0)
    estimate = statistic(total)
    influence = moves(rows, total)
    if groups is not None:
        n = int(groups.max()) + 1
        rows, influence = (np.stack([np.bincount(groups, column, minlength=n) for column in table.T], axis=1) for table in (rows, influence))
    error = np.full(len(estimate), np.nan)
    if n > 1:
        error = np.sqrt(n * (influence**2).sum(axis=0) / (n - 1))
        error = np.where(error > ROUNDED_ERROR * np.maximum(np.abs(estimate), 1), error, 0.0)
    drawn = rows
    if n > MANY_UNITS:
        codes = block_of_units(n)
        drawn = np.stack([np.bincount(codes, column) for column in rows.T], axis=1)
    resampled = np.empty((n_resamples, len(estimate)))
    for place, _, (sums,) in resampled_sums([drawn], n_resamples, seed):
        resampled[place] = statistic(sums)
    resampled = resampled[np.isfinite(resampled).all(axis=1)]
    if not len(resampled):
        nothing = np.full(len(estimate), np.nan)
        return Uncertainty(Interval(estimate, nothing, nothing), error)
    skew = 0.0
    if n > 1:
        left = statistic(total - drawn)
        left = left[np.isfinite(left).all(axis=1)]
        skew = _skewness(len(drawn) * (estimate - left)) if len(left) else 0.0
    low, high = percentile_ends(estimate, resampled, confidence_level, "bca", skew)
    interval = Interval(estimate, np.minimum(low, estimate), np.maximum(high, estimate))
    return Uncertainty(interval, error)
def check_width(average, interval, standard_error, n, confidence_level):
    if n <= MANY_UNITS or AVERAGES[average].needs_labels:
        return
    width = 2 * NormalDist().inv_cdf((1 + confidence_level) / 2) * standard_error
    ratio = ((interval.high - interval.low) / width)[standard_error * n >= np.sqrt(FEW_UNITS)]
    odd = ratio[(ratio < 0.8) | (ratio > 1.25)]
    if len(odd):
        warn(odd_width(average, odd[0]))
def enough_resamples(n_resamples, share, n):
    if n < FEW_UNITS and share > 0:
        return max(n_resamples, min(int(np.ceil(2 / share)), MOST_RESAMPLES_OF_FEW))
    return n_resamples
def order_ends(values, share, bounds):
    number = len(values)
    place = int(np.floor(share * (number + 1) + 1e-9))
    if place < 1:
        return tuple(np.full(values.shape[1:], bound) for bound in bounds)
    ordered = np.partition(values, sorted({place - 1, number - place}), axis=0)
    return ordered[place - 1], ordered[number - place]
def percentile_ends(estimate, values, confidence_level, kind, skew=0.0):
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
    whole = units.total(columns)
    estimate = statistic(whole)
    changes = [units.n_units * (estimate - statistic(whole - units.columns(columns, *block))) for block in units.blocks()]
    return _skewness(np.concatenate(changes))
def macro_readings(columns, data, averaging):
    mask = slice(None) if averaging.macro_mask is None else averaging.macro_mask
    scores = scores_of_columns(columns, None, averaging)[..., mask]
    here, in_data = (np.stack(_defined(values, averaging.counting), axis=-2)[..., mask] for values in (columns, data))
    second = divide((scores * here).sum(axis=-1), here.sum(axis=-1))
    readings = np.stack([second * in_data.mean(axis=-1), second], axis=-2)
    if averaging.macro_f1 == "f1_of_averages":
        readings[..., 2] = harmonic_mean(readings[..., 0], readings[..., 1])
    return readings
def macro_like_the_others(columns, data, averaging):
    mask = slice(None) if averaging.macro_mask is None else averaging.macro_mask
    scores = scores_of_columns(columns, None, averaging)[..., mask]
    tp, predicted, matched, support = data[..., mask]
    gold = COUNTINGS[averaging.counting].gold(tp, predicted, matched, support)
    known = np.stack([predicted > 0, gold > 0, predicted + support > 0])
    second = divide((scores * known).sum(axis=-1), known.sum(axis=-1))
    if averaging.macro_f1 == "f1_of_averages":
        second[..., 2] = harmonic_mean(second[..., 0], second[..., 1])
    return np.stack([scores_of_columns(columns, "macro", averaging), second], axis=-2)
def _plain_ends(drawn, averaging, n_resamples, seed, confidence_level, kind):
    totals = {average: drawn.total(average) for average in averaging.averages}
    def statistic(columns, average):
        if AVERAGES[average].macro:
            return macro_readings(columns, totals[average], averaging)
        return scores_of_columns(columns, average, averaging)
    estimates = {average: statistic(total, average) for average, total in totals.items()}
    values = {average: np.empty((n_resamples, *estimate.shape)) for average, estimate in estimates.items()}
    for place, _, columns in resampled_columns([drawn], averaging.averages, n_resamples, seed):
        for average, of_systems in columns.items():
            values[average][place] = statistic(of_systems[0], average)
    result = {}
    for average, estimate in estimates.items():
        skew = 0.0
        if kind == "bca":
            skew = acceleration(drawn, partial(statistic, average=average), average)
        ends = percentile_ends(estimate, values[average], confidence_level, kind, skew)
        result[average] = [reading for end in ends for reading in (end if AVERAGES[average].macro else [end])]
    return result
def _skewness(changes):
    about = changes - changes.mean(axis=0)
    square = (about**2).sum(axis=0)
    moves = square / len(changes) > SCORE_TIE
    return np.where(moves, (about**3).sum(axis=0), 0) / (6 * np.where(moves, square, 1) ** 1.5)
def _bca_shares(shares, estimate, values, skew):
    normal = NormalDist()
    quantile, cumulative = (np.vectorize(f, otypes=[float]) for f in (normal.inv_cdf, normal.cdf))
    below = (values < estimate - SCORE_TIE).sum(axis=0) + (values <= estimate + SCORE_TIE).sum(axis=0)
    half = 1 / (2 * len(values))
    bias = quantile(np.clip(below * half, half, 1 - half))
    shifted = bias + quantile(shares)
    return cumulative(bias + shifted / np.maximum(1 - skew * shifted, SCORE_TIE))
def _defined(columns, counting):
    return COUNTINGS[counting].defined(*np.moveaxis(columns, -2, 0))
def _share_seen(columns, averaging):
    seen = (columns[1] > 0) | (columns[3] > 0)
    return (seen if averaging.macro_mask is None else seen[averaging.macro_mask]).mean()


# --- semantic_f1/scoring/annotators.py

BLOCK_PAIRS = 1 << 16
_EQUAL_F1 = 1e-12
def reduced_pairs(predictions, gold_sets, offsets, reduce, pointwise, *, sample_weight=None):
    gold_sets, times = _counted(predictions, gold_sets, offsets, reduce, pointwise)
    weight = np.ones(len(times)) if sample_weight is None else sample_weight
    return repeat_sets(predictions, times), gold_sets, np.repeat(weight / times, times)
def reduced_contributions(predictions, gold_sets, offsets, reduce, contributions, pointwise):
    parts = []
    for part in slices_of(np.diff(offsets), BLOCK_PAIRS):
        start, stop = part.start, part.stop
        predicted, sets = (predictions.rows(start, stop), gold_sets.rows(offsets[start], offsets[stop]),)
        of = offsets[start : stop + 1] - offsets[start]
        data = predicted, sets, of, reduce, pointwise
        counted, times = _counted(*data)
        example = np.repeat(np.arange(stop - start), times)
        examples = contributions(take_sets(predicted, example), counted).scaled(1 / times[example])
        examples = examples.summed(example, stop - start).merged()
        if reduce == "soft":
            points = np.concatenate([reduced_scores(*data), np.ones((stop - start, 1))], axis=1)
            examples = examples._replace(points=points)
        parts.append(examples)
    return parts[0].joined(parts)
def reduced_counts(predictions, gold_sets, offsets, reduce, count, pointwise, *, sample_weight=None):
    data = predictions, gold_sets, offsets, reduce, pointwise
    *pairs, share = reduced_pairs(*data, sample_weight=sample_weight)
    counts = count(*pairs, sample_weight=share)
    if reduce == "soft":
        weight = np.ones(len(offsets) - 1) if sample_weight is None else sample_weight
        counts = with_samples(counts, reduced_scores(*data), weight)
    return counts
def reduced_scores(predictions, gold_sets, offsets, reduce, pointwise):
    if reduce == "max":
        best, begin = _best(predictions, gold_sets, offsets, pointwise)
        ties = np.diff(begin, append=len(best))
        scores = _columns(pointwise(repeat_sets(predictions, ties), take_sets(gold_sets, best)))
        return np.add.reduceat(scores, begin) / ties[:, None]
    scores = _columns(pointwise(repeat_sets(predictions, np.diff(offsets)), gold_sets))
    means = np.add.reduceat(scores, offsets[:-1]) / np.diff(offsets)[:, None]
    if reduce == "soft":
        gold_sizes = np.maximum(np.diff(gold_sets.offsets), 1)
        earned = np.add.reduceat(scores[:, 1] * gold_sizes, offsets[:-1])
        precision, recall = means[:, 0], earned / np.add.reduceat(gold_sizes, offsets[:-1])
        means = np.stack([precision, recall, harmonic_mean(precision, recall)], axis=1)
    return np.minimum(means, 1.0)
def annotator_counts(predictions, gold_sets, offsets, annotators, count, *, sample_weight=None):
    example = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
    by_annotator = np.argsort(annotators, kind="stable")
    result = []
    for pairs in np.split(by_annotator, np.cumsum(np.bincount(annotators))[:-1]):
        weight = None if sample_weight is None else sample_weight[example[pairs]]
        sets = take_sets(predictions, example[pairs]), take_sets(gold_sets, pairs)
        result.append(count(*sets, sample_weight=weight))
    return result
def _counted(predictions, gold_sets, offsets, reduce, pointwise):
    if reduce != "max":
        return gold_sets, np.diff(offsets)
    best, begin = _best(predictions, gold_sets, offsets, pointwise)
    return take_sets(gold_sets, best), np.diff(begin, append=len(best))
def _best(predictions, gold_sets, offsets, pointwise):
    sizes = np.diff(offsets)
    f1 = pointwise(repeat_sets(predictions, sizes), gold_sets).f1
    greatest = np.repeat(np.maximum.reduceat(f1, offsets[:-1]), sizes)
    best = np.flatnonzero(f1 >= greatest - _EQUAL_F1)
    return best, np.searchsorted(best, offsets[:-1])
def _columns(scores):
    return np.stack([scores.precision, scores.recall, scores.f1], axis=1)


# --- semantic_f1/scoring/graded.py

GRADED_ROWS = 4_096
COUNTED_ROWS = 65_536
SMALLEST_GRADE = 1e-12
def graded_credits(claims, facts, values):
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
                earned += step * np.minimum(claimed[label], covered)
            credit[rows, label] = earned
    return credit
def graded_example_counts(predictions, targets, values, *, zero_division=1.0):
    predictions, targets = predictions.table, targets.table
    n, m = predictions.shape
    matrix = np.zeros((n, 4 * m + 6))
    matrix[:, :m] = graded_credits(predictions, targets, values)
    matrix[:, m : 2 * m] = predictions
    matrix[:, 2 * m : 3 * m] = graded_credits(targets, predictions, values)
    matrix[:, 3 * m : 4 * m] = targets
    earned, claimed, covered, given = (matrix[:, part * m : (part + 1) * m].sum(axis=1) for part in range(4))
    precision = np.minimum(divide(earned, claimed), 1.0)
    recall = np.minimum(divide(covered, given), 1.0)
    scores = np.stack([precision, recall, harmonic_mean(precision, recall)], axis=1)
    scores[(claimed == 0) & (given == 0)] = zero_division
    matrix[:, -4:-1] = np.minimum(scores, 1.0)
    matrix[:, -1] = 1
    return matrix
def graded_counts(predictions, targets, values, *, zero_division=1.0, sample_weight=None):
    sums = ExactSum.zero((4 * predictions.table.shape[1] + 6,))
    for start in range(0, len(predictions.table), COUNTED_ROWS):
        stop = start + COUNTED_ROWS
        rows = graded_example_counts(predictions.rows(start, stop), targets.rows(start, stop), values, zero_division=zero_division,)
        if sample_weight is not None:
            rows *= sample_weight[start:stop, None]
        sums = sums.plus(ExactSum.along_last(rows.T))
    return sums
def graded_pointwise(predictions, targets, values, *, zero_division=1.0):
    rows = graded_example_counts(predictions, targets, values, zero_division=zero_division)
    return Scores(*rows[:, -4:-1].T)
def binary_manhattan(predictions, targets):
    return 2 * np.abs(predictions - targets)
def binary_cross_entropy(predictions, targets, floor=SMALLEST_GRADE):
    yes, no = (np.log(np.maximum(x, floor)) for x in (predictions, 1 - predictions))
    return 0.0 - targets * yes - (1 - targets) * no
def binary_jensen_shannon(predictions, targets):
    return np.maximum(_half_divergence(predictions, targets) + _half_divergence(1 - predictions, 1 - targets), 0)
def binary_entropies(grades):
    return sum(0.0 - p * np.log(np.where(p > 0, p, 1)) for p in (grades, 1 - grades))
GRADED_DISTANCES = {"manhattan_distance": binary_manhattan, "binary_cross_entropy": binary_cross_entropy, "jensen_shannon_divergence": binary_jensen_shannon,}
def _levels(row):
    order = np.argsort(-row, kind="stable")
    ordered = row[order]
    begins = np.flatnonzero(np.diff(ordered, prepend=np.inf))
    heights = np.append(ordered[begins], 0.0)
    groups = np.split(order, begins[1:])
    return [(float(heights[i] - heights[i + 1]), group.tolist()) for i, group in enumerate(groups) if heights[i] > 0]
def _half_divergence(p, q):
    total = p + q
    d = divide(np.abs(p - q), total)
    logs = (1 + d) * np.log1p(d) + (1 - d) * np.log1p(-np.minimum(d, np.nextafter(1, 0)))
    return total * logs / 4


# --- semantic_f1/scoring/set_scores.py

MOST_LABELS = 1 << 9
MOST_SET_CELLS = 1 << 23
MOST_MEMBERS = 16
PAIRS_AT_ONCE = 1 << 16
def set_scores(sets, pairs, n_labels, zero_division):
    if not callable(pairs) or hasattr(pairs, "best_matches") or getattr(pairs, "at_once", False):
        return None
    if hasattr(sets, "points") or sets.similarity is not None or not sets.is_within(n_labels):
        return None
    largest = int(np.diff(sets.offsets).max(initial=0))
    if n_labels > MOST_LABELS or sets.n * (n_labels + 1) > MOST_SET_CELLS:
        return None
    if largest > MOST_MEMBERS:
        return None
    return SetScores(sets, pairs, n_labels, zero_division)
class SetScores:
    def __init__(self, sets, pairs, n_labels, zero_division):
        self._n_labels, self._zero_division = n_labels, zero_division
        self._sizes = np.diff(sets.offsets)
        width = int(self._sizes.max(initial=0))
        self._members = np.full((width, sets.n), n_labels, dtype=np.int32)
        rows = np.repeat(np.arange(sets.n), self._sizes)
        places = np.arange(len(rows)) - np.repeat(sets.offsets[:-1], self._sizes)
        self._members[places, rows] = sets.indices
        values = credit_by_candidate(np.arange(n_labels, dtype=np.int32), pairs)
        best = best_of_labels(self._sizes, sets.indices, values)
        self._best = np.concatenate([best, np.zeros((sets.n, 1))], axis=1).reshape(-1)
    def scores(self, predicted, gold):
        shape, predicted, gold = predicted.shape, predicted.reshape(-1), gold.reshape(-1)
        scores = np.empty((3, len(predicted)))
        for start in range(0, len(predicted), PAIRS_AT_ONCE):
            part = slice(start, start + PAIRS_AT_ONCE)
            scores[:, part] = self._block(predicted[part], gold[part])[0]
        return scores.reshape(3, *shape)
    def exact_counts(self, predicted, gold, weights, times):
        m = self._n_labels
        sums = ExactSum.zero((4 * m + 6,))
        values, classes = np.unique(weights, return_inverse=True)
        for number, weight in enumerate(values):
            mask = slice(None) if len(values) == 1 else classes == number
            self._include(sums, predicted[mask], gold[mask], weight, times[mask])
        return sums
    def _include(self, sums, predicted, gold, weight, times):
        m = self._n_labels
        seen = np.zeros((2, len(self._best)), np.int64)
        for start in range(0, len(predicted), PAIRS_AT_ONCE):
            part = slice(start, start + PAIRS_AT_ONCE)
            often = times[part]
            points, cells_of_sides = self._block(predicted[part], gold[part])
            for side, cells in enumerate(cells_of_sides):
                for places in cells:
                    np.add.at(seen[side], places, often)
            sums.include_sums(ExactSum.along_last(np.stack(points) * weight, often), 4 * m + 2)
        total = np.array([times.sum()])
        sums.include_sums(ExactSum.along_last(np.array([[weight]]), total), 4 * m + 5)
        for side, often in enumerate(seen):
            used = np.flatnonzero(often)
            labels, often = used % (m + 1), often[used]
            first = 2 * side * m
            values = self._best[used] * weight
            sums.include(labels, values, first, first + m, times=often)
            number = np.bincount(labels, often, minlength=m + 1)[:m].astype(np.int64)
            sums.include(np.arange(m), np.full(m, weight), first + m, first + 2 * m, number)
    def _block(self, predicted, gold):
        sums, cells_of_sides = [], []
        for sets, other in ((predicted, gold), (gold, predicted)):
            size = self._sizes[sets]
            begin, earned, cells = other * (self._n_labels + 1), np.zeros(len(sets)), []
            for members in self._members[: int(size.max(initial=0))]:
                cells.append(begin + members.take(sets))
                earned += self._best.take(cells[-1])
            sums += [earned, size]
            cells_of_sides.append(cells)
        return pointwise_of_sums(*sums, self._zero_division), cells_of_sides


# --- semantic_f1/scoring/used_labels.py

def used_labels(sides, pairs, n_labels):
    used = np.unique(np.concatenate([sets.indices[sets.indices < n_labels] for sets in sides]))
    renumbered = [LabelSets(np.where(sets.indices < n_labels, np.searchsorted(used, sets.indices), len(used)).astype(np.int32), sets.offsets,) for sets in sides]
    return renumbered, PairsOfUsed(pairs, used), len(used)
class PairsOfUsed:
    def __init__(self, pairs, used):
        self._pairs, self._used = pairs, used
        self.at_once = getattr(pairs, "at_once", False)
        if hasattr(pairs, "best_matches"):
            self.best_matches = self._best_matches
    def __call__(self, a, b):
        return self._pairs(self._used[a], self._used[b])
    def _best_matches(self, *sides):
        return self._pairs.best_matches(*(LabelSets(self._used[sets.indices], sets.offsets) for sets in sides))


# --- semantic_f1/scoring/results.py

LARGEST_TABLE = 2_000
MOST_RESAMPLED_VALUES = 1 << 28
MANY_LABELS = 4_096
class _Scoring(NamedTuple):
    count: Callable
    example_counts: Callable
    pointwise: Callable
class Sums(NamedTuple):
    semantic: ExactSum
    hard: ExactSum | None = None
    human: ExactSum | None = None
    system: ExactSum | None = None
    n_human: int = 0
    annotators: tuple = ()
    by_annotator: tuple = ()
    n_by_annotator: tuple = ()
def result_of(data, setting, judged=None):
    if setting.options["groups"] is not None:
        group_codes(setting.options["groups"], len(data.predictions.offsets) - 1)
    options, examples = setting.options, None
    averages, m = averages_of(options), len(setting.space.labels)
    refuse_many_resampled(data, setting, averages)
    if data.offsets is None and not setting.graded:
        sides, pairs, n_labels = data[:2], setting.similarity.pairs, m
        by_label = Averaging(averages).by_label
        of_labels = isinstance(data.predictions, LabelSets) and not setting.grouped
        if of_labels and m > MANY_LABELS and not by_label:
            sides, pairs, n_labels = used_labels(sides, pairs, m)
        bound = {"pairs": pairs, "n_labels": n_labels, "zero_division": options["zero_division"]}
        if options["n_resamples"]:
            examples = Contributions.of_sets(*sides, **bound)
            sums = Sums(examples.exact_counts(data.weight))
        else:
            sums = Sums(exact_counts(*sides, **bound, sample_weight=data.weight))
    else:
        sums = sums_of(data, setting, judged=judged)
    return result_of_sums(sums, setting, lambda *averages_and_mask: _uncertainty(data, setting, *averages_and_mask, examples),)
def judged_of(data, setting):
    scoring = scoring_of(setting)
    return Judged(*data[:2], data.offsets, scoring.count, scoring.pointwise, sample_weight=data.weight, scores_of=partial(set_scores, pairs=setting.similarity.pairs, n_labels=len(setting.space.labels), zero_division=setting.options["zero_division"],),)
def sums_of(data, setting, hard=False, judged=None):
    if data.offsets is not None and judged is None:
        judged = judged_of(data, setting)
    semantic = None
    if judged is not None and setting.options["reduce"] == "mean":
        semantic = mean_counts(judged)
    if semantic is None and hard:
        sums = Sums(*semantic_and_hard_of(data, setting))
    else:
        sums = Sums(exact_counts_of(data, setting) if semantic is None else semantic)
        if hard:
            exact = identity(setting.space.labels).pairs
            sums = sums._replace(hard=exact_counts_of(data, setting, exact))
    if data.offsets is None:
        return sums
    scoring, weight = scoring_of(setting), {"sample_weight": data.weight}
    if setting.options["human"]:
        left_out = leave_one_out_counts(judged, setting.options["reduce"])
        if left_out is not None:
            sums = sums._replace(**left_out._asdict(), n_human=n_judged(judged))
    if setting.options["annotators"] is not None:
        people, numbers = read_annotators(setting.options["annotators"], data.offsets)
        table = annotator_counts(*data[:2], data.offsets, numbers, scoring.count, **weight)
        numbers = np.bincount(numbers).tolist()
        sums = sums._replace(annotators=tuple(people), by_annotator=tuple(table), n_by_annotator=tuple(numbers))
    return sums
def result_of_sums(sums, setting, uncertain_of=None):
    options = setting.options
    counts = rounded_counts(sums.semantic, setting)
    averages = averages_of(options)
    by_labels = any(AVERAGES[average].needs_labels for average in averages)
    mask = macro_mask_of(counts, setting, averages) if by_labels else None
    per_label = label_scores(counts, options["counting"]) if by_labels else None
    uncertain = uncertain_of(averages, mask) if options["n_resamples"] else {}
    result = {}
    for average in averages:
        precision, recall, f1 = scores_of(counts, average, setting, mask, per_label)
        keys = keys_of(average, options)
        for key, score in zip((keys[2], *keys[:2]), (f1, precision, recall), strict=True):
            result[key] = score.tolist()
            if key in uncertain:
                result |= interval_fields(key, score, *uncertain[key].values())
    if None in averages:
        result["support"] = counts.support.tolist()
        result["labels"] = list(setting.space.labels)
    if sums.human is not None:
        result |= _human(sums, setting, averages)
    if sums.annotators:
        result |= _by_annotator(sums, setting, averages)
    return result
def _human(sums, setting, averages):
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
    return key.replace("semantic", who, 1)
def difference_key(key):
    return key.replace("semantic_f1", "human_difference", 1)
def _by_annotator(sums, setting, averages):
    table = [rounded_counts(sums_of_annotator, setting) for sums_of_annotator in sums.by_annotator]
    result = {"annotators": list(sums.annotators), "n_by_annotator": list(sums.n_by_annotator)}
    for average in averages:
        scores = [scores_of(counts, average, setting, chosen_labels(counts, setting)) for counts in table]
        for place in (2, 0, 1):
            result[f"{keys_of(average, setting.options)[place]}_by_annotator"] = [values[place].tolist() if counts.weight > 0 else None for values, counts in zip(scores, table, strict=True)]
    return result
def _uncertainty(data, setting, averages, mask, examples=None):
    options = setting.options
    examples, groups = drawn_examples(data, setting, averages, examples=examples)
    uncertainties = score_intervals(examples, averaging_of(setting, averages, mask), groups=groups, n_resamples=options["n_resamples"], confidence_level=options["confidence_level"], seed=options["seed"], method=options["interval_method"],)
    smoothed = options["interval_method"] == "smoothed"
    warn_unsure([examples], groups, setting, averages, mask, wide=smoothed)
    result = {}
    for average, uncertainty in uncertainties.items():
        parts = {"_low": uncertainty.interval.low, "_high": uncertainty.interval.high, "_standard_error": uncertainty.standard_error,}
        for place, key in enumerate(keys_of(average, options)):
            result[key] = {suffix: values[place] for suffix, values in parts.items()}
    units = examples.n_units if groups is None else int(groups.max()) + 1
    still = [key for key, parts in result.items() if np.any(parts["_low"] == parts["_high"])]
    text = no_spread(still) if units > 1 else None
    if text:
        warn(text)
    return result
def interval_fields(key, score, low, high, error=None):
    ends = {f"{key}_low": np.minimum(low, score).tolist(), f"{key}_high": np.maximum(high, score).tolist(),}
    return ends if error is None else {**ends, f"{key}_standard_error": plain_numbers(error)}
def plain_numbers(values):
    values = np.asarray(values)
    if values.ndim:
        return [plain_numbers(value) for value in values]
    return None if np.isnan(values) else float(values)
def warn_unsure(systems, groups, setting, averages, mask, n_tests=1, wide=True):
    options = setting.options
    weights = systems[0].points[:, -1]
    if groups is not None:
        weights = divide(np.bincount(groups, weights), np.bincount(groups))
    effective = weights.sum() ** 2 / (weights**2).sum()
    texts = [few_units(len(weights), groups is not None, wide, effective)]
    if any(AVERAGES[average].macro or average is None for average in averages):
        concerned = np.ones(systems[0].n_labels, bool)
        if None not in averages and mask is not None:
            concerned = mask
        used = sum(np.bincount(x.predicted.label, minlength=x.n_labels) for x in systems) > 0
        gold = systems[0].gold
        weight = np.bincount(gold.label, gold.weight, minlength=systems[0].n_labels)
        squares = np.bincount(gold.label, gold.weight**2, minlength=systems[0].n_labels)
        number = divide(weight**2, squares)
        rare = (number < FEW - 1e-9) & (used | (weight > 0)) & concerned
        if rare.any():
            names = [setting.space.labels[i] for i in np.flatnonzero(rare)]
            texts.append(rare_labels(names, wide))
    texts.append(unresolved(options["n_resamples"], options["confidence_level"], n_tests))
    for text in filter(None, texts):
        warn(text)
def scoring_of(setting, pairs=None):
    m, similarity = len(setting.space.labels), setting.similarity
    bound = {"n_labels": m, "zero_division": setting.options["zero_division"]}
    if setting.graded:
        check_table_size("graded rows", setting)
        places = np.arange(m)
        values = (pairs or similarity.pairs)(np.repeat(places, m), np.tile(places, m))
        of_grades = {"values": values.reshape(m, m), "zero_division": bound["zero_division"]}
        functions = graded_counts, graded_example_counts, graded_pointwise
        return _Scoring(*(partial(of, **of_grades) for of in functions))
    bound["pairs"] = pairs or similarity.pairs
    return _Scoring(*(partial(of, **bound) for of in (exact_counts, example_counts, pointwise)))
def scores_by_example(data, setting):
    scoring = scoring_of(setting)
    if data.offsets is None:
        return scoring.pointwise(data.predictions, data.references)
    reduce = setting.options["reduce"]
    return reduced_scores(*data[:2], data.offsets, reduce, scoring.pointwise).T
def counted_pairs(data, setting):
    if data.offsets is None:
        return data[:3]
    of_annotators = data.offsets, setting.options["reduce"], scoring_of(setting).pointwise
    return reduced_pairs(*data[:2], *of_annotators, sample_weight=data.weight)
def counts_of(data, setting, pairs=None):
    return rounded_counts(exact_counts_of(data, setting, pairs), setting)
def rounded_counts(sums, setting):
    return Counts.of(sums.rounded(), (sums.shape[0] - 6) // 4)
def exact_counts_of(data, setting, pairs=None):
    scoring, weight = scoring_of(setting, pairs), {"sample_weight": data.weight}
    if data.offsets is None:
        return scoring.count(*data[:2], **weight)
    of_annotators = data.offsets, setting.options["reduce"], scoring.count, scoring.pointwise
    return reduced_counts(*data[:2], *of_annotators, **weight)
def semantic_and_hard_of(data, setting):
    exact = identity(setting.space.labels).pairs
    if data.offsets is not None or setting.graded:
        return exact_counts_of(data, setting), exact_counts_of(data, setting, exact)
    return exact_counts_of_each(*data[:2], (setting.similarity.pairs, exact), len(setting.space.labels), zero_division=setting.options["zero_division"], sample_weight=data.weight,)
def macro_mask_of(counts, setting, averages):
    mask = chosen_labels(counts, setting)
    present = (counts.predicted > 0) | (counts.support > 0)
    means = [AVERAGES[average] for average in averages if average is not None]
    silent = not counts.support.any()
    if any(row.macro or (row.needs_labels and silent) for row in means):
        averaged = np.ones(len(present), bool) if mask is None else mask
        absent = [setting.space.labels[i] for i in np.flatnonzero(averaged & ~present)]
        if absent:
            nearest = setting.nearest_annotator
            warn(absent_labels(absent, nearest))
    return mask
def chosen_labels(counts, setting):
    if setting.options["macro_labels"] == "present":
        return (counts.predicted > 0) | (counts.support > 0)
    return setting.macro_mask
def scores_of(counts, average, setting, mask, per_label=None):
    return average_scores(counts, average, counting=setting.options["counting"], macro_f1=setting.options["macro_f1"], macro_mask=mask, per_label=per_label,)
def averages_of(options):
    average = options["average"]
    return average if isinstance(average, tuple) else (average,)
def check_table_size(method, setting):
    m = len(setting.space.labels)
    if m > LARGEST_TABLE:
        raise ValueError(f"{method}: makes tables of labels by labels, of up to {LARGEST_TABLE:,}; there are " f"{m:,}; pass labels=[...], those that your data has")
def one_average(options, method):
    average = options["average"]
    if average is None or isinstance(average, tuple):
        raise ValueError(f"{method}: average must be one of {', '.join(NAMED_AVERAGES)}")
    return average
def averaging_of(setting, averages, mask):
    options = setting.options
    return Averaging(tuple(averages), options["counting"], options["macro_f1"], mask)
def drawn_examples(data, setting, averages, pairs=None, examples=None):
    by_label = Averaging(tuple(averages)).by_label
    refuse_many_resampled(data, setting, averages)
    if examples is None:
        examples = contributions_of(data, setting, by_label, pairs)
    elif not by_label:
        examples = examples.without_labels()
    kept = None
    if data.weight is not None:
        kept = data.weight > 0
        examples = examples.chosen(kept).weighted(data.weight[kept])
    groups = setting.options["groups"]
    if groups is not None:
        groups = group_codes(groups, len(data.predictions.offsets) - 1, kept)
    return examples, groups
def refuse_many_resampled(data, setting, averages):
    options, m = setting.options, len(setting.space.labels)
    by_label = [average for average in averages if AVERAGES[average].needs_labels]
    if not options["n_resamples"] or not by_label:
        return
    units, kept = DRAWN_BLOCKS, 3 * m * options["n_resamples"] if None in averages else 0
    if 4 * m * units + kept <= MOST_RESAMPLED_VALUES:
        return
    n = len(data.predictions.offsets) - 1
    groups = options["groups"]
    units = min(units, n if groups is None else int(group_codes(groups, n).max()) + 1)
    values = 4 * m * units + kept
    if values > MOST_RESAMPLED_VALUES:
        raise ValueError(f"n_resamples: intervals of average {', '.join(map(repr, by_label))} would hold " f"{8 * values / 1e9:,.1f} GB of values of {m:,} labels; " f"{8 * MOST_RESAMPLED_VALUES / 1e9:,.1f} GB are the most. Ask for average " f"{' or '.join(map(repr, AVERAGES_WITHOUT_LABELS))}, whose intervals take none by " "label, or pass labels=[...], those that your data has")
def contributions_of_pairs(setting, by_label=True, pairs=None):
    bound = {"zero_division": setting.options["zero_division"], "by_label": by_label}
    bound |= {"pairs": pairs or setting.similarity.pairs, "n_labels": len(setting.space.labels)}
    return partial(Contributions.of_sets, **bound)
def contributions_of(data, setting, by_label=True, pairs=None):
    if data.offsets is None and not setting.graded:
        return contributions_of_pairs(setting, by_label, pairs)(*data[:2])
    if data.offsets is not None:
        return reduced_contributions(*data[:2], data.offsets, setting.options["reduce"], contributions_of_pairs(setting, by_label, pairs), scoring_of(setting, pairs).pointwise,)
    m, parts, scoring = len(setting.space.labels), [], scoring_of(setting, pairs)
    n = len(data.predictions.offsets) - 1
    step = max(1, DENSE_VALUES // (4 * m + 6))
    for start in range(0, n, step):
        stop = min(start + step, n)
        matrix = scoring.example_counts(*(side.rows(start, stop) for side in data[:2]))
        parts.append(Contributions.of_matrix(matrix, m))
    return Contributions.joined(parts)
def keys_of(average, options):
    suffix = suffix_of(average, options)
    of_averages = AVERAGES[average].macro and options["macro_f1"] == "f1_of_averages"
    f1 = "semantic_f1_of_averages" if of_averages else "semantic_f1"
    return [name + suffix for name in ("semantic_precision", "semantic_recall", f1)]
def suffix_of(average, options):
    return f"_{AVERAGES[average].key}" if isinstance(options["average"], tuple) else ""


# --- semantic_f1/scoring/significance.py

TESTS = ("auto", "bootstrap", "bootstrap_t", "permutation")
class Comparison(NamedTuple):
    pairs: np.ndarray
    scores: np.ndarray
    difference: Interval
    standard_error: np.ndarray
    p_value: np.ndarray
    test: str
    n_units: int
    observed: np.ndarray
    replicated: np.ndarray
def paired_comparisons(systems, averaging, *, groups=None, n_resamples=1000, confidence_level=0.95, seed=0, test="auto",):
    units = [each.grouped(groups) for each in systems]
    in_groups = units[0].n_units < systems[0].n_units
    drawn = [drawn_units(each) for each in units]
    pairs = np.array(list(combinations(range(len(systems)), 2)))
    share = tail_share(confidence_level, units[0].n_units)
    result = {}
    for average in averaging.averages:
        used = test
        if test in ("auto", "permutation"):
            used = ("bootstrap_t" if AVERAGES[average].smoothing == "shares" or in_groups else "bootstrap")
        own_averaging = averaging._replace(averages=(average,))
        totals = [each.total(average) for each in units]
        scores = np.stack([scores_of_columns(x, average, averaging.of(i)) for i, x in enumerate(totals)])
        difference = np.stack([scores[a] - scores[b] for a, b in pairs])
        difference = np.where(np.abs(difference) <= SCORE_TIE, 0, difference)
        error = np.stack([standard_errors(units[a], average, averaging.of(a), units[b], averaging.of(b)) for a, b in pairs])
        n = units[0].n_units
        if used == "bootstrap":
            number = enough_resamples(n_resamples, share, n)
            smoothers = {average: paired_smoothers(systems, units, totals, average, averaging, seed)}
            values = replicates(drawn, own_averaging, number, seed, smoothers)[average]
            apart = np.stack([values[a] - values[b] for a, b in pairs], axis=1)
            low, high = order_ends(apart, share, (-1.0, 1.0))
            p_value = inverted_p_values(difference, apart, n)
            observed, replicated = standardized(apart)
        else:
            observed, replicated, spread = _bootstrap_t(drawn, pairs, own_averaging, n_resamples, seed, difference)
            low, high, p_value = _t_ends(difference, observed, replicated, spread, 1 - confidence_level)
            if n < 2:
                low, high = np.full_like(low, -1), np.full_like(high, 1)
                p_value = np.ones_like(p_value)
        if test == "permutation":
            used = test
            p_value = _permutation_p_values(drawn, pairs, own_averaging, n_resamples, seed, difference)
        interval = Interval(difference, np.minimum(low, difference), np.maximum(high, difference))
        check_width(average, interval, error, n, confidence_level)
        result[average] = Comparison(pairs, scores, interval, error, p_value, used, n, observed, replicated)
    return result
def paired_smoothers(systems, units, totals, average, averaging, seed):
    shapes, streams = None, streams_by_content(systems, average)
    if AVERAGES[average].macro:
        in_order = [totals[i] for i in np.argsort(streams, kind="stable")]
        likely = pooled_prior(in_order, averaging, (0.1, 0.9))
        shapes = pseudo_shapes(*likely, flat=0.0)
    n_units = units[0].n_units
    smoothers = []
    for place, (examples, of_units) in enumerate(zip(systems, units, strict=True)):
        pseudo = pseudo_example(examples, n_units)
        error = standard_errors(of_units, average, averaging.of(place))
        scale = smoothing_scale(error, pseudo, average)
        smoothers.append(Smoother(average, pseudo, scale, shapes, seed, streams[place]))
    return smoothers
def inverted_p_values(difference, replicated, n):
    beyond = np.where(difference > 0, (replicated <= 0).sum(axis=0), (replicated >= 0).sum(axis=0))
    share = np.minimum((beyond + 1) / (len(replicated) + 1), 0.5)
    return two_sided_p_values(np.where(difference == 0, 0.5, share), n)
def standardized(replicated):
    mean = replicated.mean(axis=0)
    about = np.abs(replicated - mean)
    spread = np.sqrt((about**2).mean(axis=0))
    moves = spread > SCORE_TIE
    spread = np.where(moves, spread, 1)
    sure = np.where(np.abs(mean) > SCORE_TIE, np.inf, 0.0)
    return np.where(moves, np.abs(mean) / spread, sure), np.where(moves, about / spread, 0.0)
def upper_quantile(replicated, share):
    number = len(replicated)
    place = int(np.floor(share * (number + 1) + 1e-9))
    if place < 1:
        return np.full(replicated.shape[1:], np.inf)
    return np.partition(replicated, number - place, axis=0)[number - place]
def _bootstrap_t(drawn, pairs, averaging, n_resamples, seed, difference):
    (average,) = averaging.averages
    n = drawn[0].n_units
    kind = column_kind(average)
    rows = [_ExactProducts(each.columns(kind), average is None) for each in drawn]
    whole = np.ones((1, n))
    _, errors = _with_errors(whole, [each.total(average)[None] for each in drawn], rows, pairs, average, averaging)
    spread = errors[0]
    observed = _size_of_t(np.abs(difference), spread)
    replicated = np.empty((n_resamples, *difference.shape))
    for place, times, columns in resampled_columns(drawn, (average,), n_resamples, seed):
        step = max(1, RESAMPLED_VALUES // (3 * n * len(drawn)))
        for start in range(0, len(times), step):
            part = slice(start, start + step)
            scores, of_resample = _with_errors(times[part], [of_system[part] for of_system in columns[average]], rows, pairs, average, averaging,)
            apart = np.stack([scores[a] - scores[b] for a, b in pairs], axis=1)
            into = replicated[place][part]
            into[:] = _size_of_t(np.abs(apart - difference), of_resample)
    return observed, replicated, spread
def _with_errors(times, columns, rows, pairs, average, averaging):
    n = times.shape[1]
    scores = np.stack([scores_of_columns(each, average, averaging.of(i)) for i, each in enumerate(columns)])
    slopes = [average_slopes(each, average, averaging.of(i)) for i, each in enumerate(columns)]
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
            sum_of_squares = squares.sum(axis=-1)
            if average is None:
                variance[:, pair, :, label] = sum_of_squares
            else:
                variance[:, pair] = sum_of_squares
    variance = np.where(variance > n * (1e-10 / n) ** 2, variance, 0)
    return scores, np.sqrt(n / max(n - 1, 1) * variance)
def _t_ends(difference, observed, replicated, spread, alpha):
    close = 1e-9 * np.maximum(1, np.where(np.isfinite(observed), observed, 1))
    p_value = ((replicated >= observed - close).sum(axis=0) + 1) / (len(replicated) + 1)
    reach = upper_quantile(replicated, alpha)
    moves = spread > 0
    ends = np.where(moves, np.where(moves, reach, 0) * np.where(moves, spread, 1), 0)
    low, high = np.clip(difference - ends, -1, 1), np.clip(difference + ends, -1, 1)
    touches = moves & np.isfinite(reach) & (np.abs(np.where(moves, reach, 0) - observed) <= close)
    low = np.where(touches & (difference > 0), 0, low)
    high = np.where(touches & (difference < 0), 0, high)
    unknown = ~moves & (difference != 0) & (p_value > alpha + SCORE_TIE)
    return np.where(unknown, -1, low), np.where(unknown, 1, high), p_value
class _ExactProducts:
    def __init__(self, columns, by_label):
        n = len(columns)
        flat = columns if by_label or columns.ndim == 2 else columns.reshape(n, -1)
        self.largest = np.maximum(np.abs(flat).max(axis=0), 1e-300)
        terms = flat.shape[1]
        self.step = 2.0 ** -((52 - int(np.ceil(np.log2(terms)))) // 2 - 1)
        self.rows = self._parts(flat / self.largest)
    def of(self, slope, label=None):
        place = ... if label is None else (..., label)
        scaled = slope * self.largest[place]
        greatest = np.abs(scaled).max(axis=-1, keepdims=True)
        greatest = np.where(greatest > 0, greatest, 1)
        size, scores, terms = scaled.shape
        coarse, fine = self._parts((scaled / greatest).reshape(size * scores, terms))
        rows, rest = (part[place].T for part in self.rows)
        sums = coarse @ rows * self.step**2 + (fine @ rows + coarse @ rest) * self.step**3
        return sums.reshape(size, scores, -1) * greatest
    def _parts(self, values):
        coarse = np.rint(values / self.step)
        return coarse, np.rint((values - coarse * self.step) / self.step**2)
def _permutation_p_values(drawn, pairs, averaging, n_resamples, seed, difference):
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
        swapped = rng.integers(2, size=(size, n), dtype=bool).astype(np.float64)
        for pair, (a, b) in enumerate(pairs):
            change = moved[pair].of(swapped).reshape(size, *totals[a].shape)
            shift = _swapped_scores(totals[a] + change, average, averaging)
            shift = shift - _swapped_scores(totals[b] - change, average, averaging)
            as_great[pair] += (np.abs(shift) >= np.abs(difference[pair]) - SCORE_TIE).sum(axis=0)
    return (as_great + 1) / (n_resamples + 1)
def _swapped_scores(columns, average, averaging):
    if averaging.own_masks is None or not AVERAGES[average].macro:
        return scores_of_columns(columns, average, averaging)
    of_all = scores_of_columns(columns, average, averaging._replace(macro_mask=None))
    present = ((columns[..., 1, :] > 0) | (columns[..., 3, :] > 0)).sum(axis=-1)
    return of_all * (columns.shape[-1] / np.maximum(present, 1))[..., None]
def _size_of_t(difference, spread):
    sure = np.where(difference > SCORE_TIE, np.inf, 0.0)
    moves = spread > 0
    return np.where(moves, difference / np.where(moves, spread, 1), sure)


# --- semantic_f1/scoring/annotator_results.py

FEW_JUDGED = 30
def full_result(data, setting):
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
    options = setting.options
    by_label = Averaging(tuple(averages)).by_label
    cases, places = case_contributions(judged, options["reduce"], contributions_of_pairs(setting, by_label))
    sizes = np.diff(data.offsets)
    example = np.repeat(np.arange(len(sizes)), sizes)[places]
    drawn = (sizes >= 2) & judged.counted
    number = np.cumsum(drawn) - 1
    n, groups = int(drawn.sum()), options["groups"]
    if groups is not None:
        groups = group_codes(groups, len(sizes), drawn)
    by_example = Sides(*(side.scaled(1 / sizes[example]).summed(number[example], n) for side in cases))
    if data.weight is not None:
        by_example = Sides(*(side.weighted(data.weight[drawn]) for side in by_example))
    mask = setting.macro_mask
    if options["macro_labels"] == "present":
        used = [side.total(None) for side in by_example] if by_label else []
        mask = sum(columns[1] + columns[3] for columns in used) > 0 if used else None
    averaging = averaging_of(setting, averages, mask)
    shared = {"n_resamples": options["n_resamples"], "confidence_level": options["confidence_level"], "seed": options["seed"],}
    entries = {}
    for who, side in by_example._asdict().items():
        intervals = score_intervals(side, averaging, groups=groups, method=options["interval_method"], **shared)
        for average, uncertainty in intervals.items():
            for place, key in enumerate(keys_of(average, options)):
                people_key = key_of_people(key, who)
                entries |= interval_fields(people_key, result[people_key], uncertainty.interval.low[place], uncertainty.interval.high[place],)
    compared = paired_comparisons([by_example.system, by_example.human], averaging, groups=groups, **shared)
    for average, comparison in compared.items():
        key = difference_key(keys_of(average, options)[2])
        low, high = comparison.difference.low[0, 2], comparison.difference.high[0, 2]
        error = comparison.standard_error[0, 2]
        entries |= interval_fields(key, result[key], low, high, error)
        entries[f"{key}_p_value"] = plain_numbers(comparison.p_value[0, 2])
    if people is not None:
        weight = None if data.weight is None else data.weight[example]
        entries |= _intervals_by_annotator(cases, weight, averaging, people[1][places], len(people[0]), options, shared)
    return entries
def _intervals_by_annotator(cases, weight, averaging, owner, n_people, options, shared):
    ends = {}
    for person in range(n_people):
        mask = owner == person
        for who, side in cases._asdict().items():
            intervals = None
            if mask.sum() >= FEW:
                examples = side.chosen(mask)
                if weight is not None:
                    examples = examples.weighted(weight[mask])
                method = options["interval_method"]
                intervals = score_intervals(examples, averaging, method=method, **shared)
            for average in averaging.averages:
                for place, key in enumerate(keys_of(average, options)):
                    key = f"{key_of_people(key, who)}_by_annotator"
                    for end in ("low", "high"):
                        value = None
                        if intervals is not None:
                            value = getattr(intervals[average].interval, end)[place].tolist()
                        ends.setdefault(f"{key}_{end}", []).append(value)
    return ends
def _baselines(judged, data, setting, averages):
    consensus = consensus_counts(judged)
    constants = constant_answers(data, setting, averages, judged)
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
def constant_answers(data, setting, averages, judged=None):
    m, options = len(setting.space.labels), setting.options
    sizes = np.diff(data.offsets)
    weight = np.ones(len(sizes)) if data.weight is None else data.weight
    weight = np.repeat(np.where(sizes >= 2, weight / sizes, 0), sizes)
    gold_sets = data.references
    functions = setting.similarity.pairs if setting.grouped else (setting.similarity.pairs,)
    similarity_numbers = gold_sets.similarity if setting.grouped else np.zeros(len(weight), int)
    if judged is None or setting.grouped:
        distinct, numbers = number_sets(gold_sets.scored_by(None))
    else:
        distinct, numbers = judged.sets, judged.gold
    n = len(distinct.offsets) - 1
    table = np.bincount(similarity_numbers * n + numbers, weight, minlength=len(functions) * n)
    table = table.reshape(-1, n)
    used = np.flatnonzero(table.any(axis=0))
    mask = "present" if options["macro_labels"] == "present" else setting.macro_mask
    return best_constants(take_sets(distinct, used), table[:, used], functions, [average for average in averages if average is not None], m, zero_division=options["zero_division"], counting=options["counting"], macro_f1=options["macro_f1"], macro_mask=mask,)
def _human_by_annotator(judged, setting, averages, people, numbers):
    reduce = setting.options["reduce"]
    counts_of_sides, n_judged_by = counts_by_annotator(judged, reduce, numbers, len(people))
    few = sum(n < FEW_JUDGED for n in n_judged_by)
    if few:
        warn(few_judged(few, len(people), FEW_JUDGED))
    result = {"n_human_by_annotator": n_judged_by}
    def rounded(sums):
        return rounded_counts(sums, setting)
    without = None
    if len(people) >= 3:
        without = jackknife_counts(judged, reduce, numbers, len(people), rounded)
    tables = {who: [None if sums is None else rounded(sums) for sums in table] for who, table in counts_of_sides._asdict().items()}
    for average in averages:
        keys = keys_of(average, setting.options)
        for who, table in tables.items():
            scores = [counts and _scores(counts, average, setting) for counts in table]
            for place in (2, 0, 1):
                result[f"{key_of_people(keys[place], who)}_by_annotator"] = [None if values is None else values[place].tolist() for values in scores]
        error = None
        if without is not None and None not in without:
            differences = [_scores(counts_without.system, average, setting).f1 - _scores(counts_without.human, average, setting).f1 for counts_without in without]
            error = jackknife_error(differences).tolist()
        result[f"{difference_key(keys[2])}_se_annotators"] = error
    return result


# --- semantic_f1/scoring/assignments.py

OTHER_SCORES = ("semantic_precision", "semantic_recall", "turki", "hungarian", "extended_hungarian", "extended_hungarian_harmonic", "transport", "set_relatedness",)
_ONE_TO_ONE = OTHER_SCORES[3:7]
_SAME_TOTAL = 1e-12
_MOST_STEPS = 1_100
_CHUNK_CELLS = 1 << 17
_MOST_COPIES = 48
_NUDGE = 1e-3
_LEAST = 1e-300
def other_scores(predictions, references, pairs, n_labels, which=OTHER_SCORES, *, zero_division=1):
    inputs = predictions, references, pairs, n_labels
    sizes = [np.diff(sets.offsets) for sets in (predictions, references)]
    result = {}
    if {"semantic_precision", "semantic_recall", "turki"} & set(which):
        precision, recall, _ = pointwise(*inputs, zero_division=zero_division)
        result = {"semantic_precision": precision, "semantic_recall": recall}
        result["turki"] = np.where(sizes[0] >= sizes[1], precision, recall)
    if "set_relatedness" in which:
        result["set_relatedness"] = set_relatedness(*inputs, zero_division=zero_division)
    wanted = [name for name in _ONE_TO_ONE if name in which]
    both_empty = (sizes[0] == 0) & (sizes[1] == 0)
    result |= {name: np.where(both_empty, float(zero_division), 0.0) for name in wanted}
    if wanted:
        for rows, values in _by_shape(*inputs):
            for name, scores in _one_to_one(values, wanted).items():
                result[name][rows] = np.minimum(scores, 1.0)
    return {name: result[name] for name in which}
def _by_shape(predictions, references, pairs, n_labels):
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
            queries, candidates = (sets.indices[sets.offsets[rows] + np.arange(width)[:, None]] for sets, width in ((predictions, p), (references, t)))
            shape = (p, t, len(rows))
            values = _similarities(np.broadcast_to(queries[:, None], shape), np.broadcast_to(candidates, shape), pairs, n_labels,)
            yield rows, values if p <= t else values.transpose(1, 0, 2)
def _similarities(queries, candidates, pairs, n_labels):
    known = (queries < n_labels) & (candidates < n_labels)
    if known.all():
        return np.asarray(pairs(queries.ravel(), candidates.ravel())).reshape(queries.shape)
    values = np.zeros(queries.shape)
    values[known] = pairs(queries[known], candidates[known])
    return values
def _one_to_one(values, wanted):
    fewer, more, _ = values.shape
    left_over = values.max(axis=0)
    hopeless = left_over.min(axis=0) < _LEAST
    seconds = {}
    if "extended_hungarian" in wanted and fewer < more:
        seconds["extended_hungarian"] = np.broadcast_to(-left_over, values.shape)
    if "extended_hungarian_harmonic" in wanted:
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
    fewer, more, rows = values.shape
    if _number_of_steps(fewer, more) > _MOST_STEPS:
        solved = [_solved(values[..., row], [second[..., row] for second in seconds]) for row in range(rows)]
        return np.array([x for x, _ in solved]), list(np.array([x for _, x in solved]).reshape(rows, len(seconds)).T)
    total, extras = np.zeros((1, rows)), [np.zeros((1, rows)) for _ in seconds]
    for label, (before, given) in enumerate(_steps(fewer, more)):
        totals = total[before] + values[label][given]
        total = totals.max(axis=1)
        extras = [_greatest_of_tied(totals, total[:, None], extra[before] + second[label][given], axis=1) for extra, second in zip(extras, seconds, strict=True)]
    best = total.max(axis=0)
    return best, [_greatest_of_tied(total, best, extra, axis=0) for extra in extras]
def _greatest_of_tied(totals, best, extras, axis):
    return np.where(totals >= best - _SAME_TOTAL, extras, -np.inf).max(axis=axis)
@lru_cache(maxsize=256)
def _steps(fewer, more):
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
    if _number_of_steps(fewer, more) > _MOST_STEPS:
        return 1
    return max(size * comb(more, size) for size in range(1, fewer + 1))
def _solved(values, seconds):
    solve = _solver()
    assignment = solve(values, maximize=True)
    best = values[assignment].sum()
    extras, tight = [], None
    for second in seconds:
        aim = values + _NUDGE * np.maximum(second, -1 / _NUDGE)
        nudged = solve(aim, maximize=True)
        if values[nudged].sum() >= best - _SAME_TOTAL and np.isfinite(second[nudged]).all():
            extras.append(second[nudged].sum())
            continue
        tight = _tight(values, assignment[1]) if tight is None else tight
        padded = np.zeros(tight.shape)
        padded[: len(second)] = second
        padded[~tight] = -np.inf
        try:
            extras.append(padded[solve(padded, maximize=True)].sum())
        except ValueError:
            extras.append(-np.inf)
    return best, extras
def _tight(values, assigned):
    fewer, more = values.shape
    square = np.zeros((more, more))
    square[:fewer] = values
    columns_of_rows = np.concatenate([assigned, np.setdiff1d(np.arange(more), assigned)])
    worth = square[np.arange(more), columns_of_rows]
    prices = np.zeros(more)
    for _ in range(more):
        raised = np.maximum(prices, (prices[columns_of_rows] - worth + square.T).max(axis=1))
        done = np.array_equal(raised, prices)
        prices = raised
        if done:
            break
    slack = (worth - prices[columns_of_rows])[:, None] + prices - square
    return slack <= _SAME_TOTAL
def _transported(values):
    fewer, more, rows = values.shape
    if fewer == 1:
        return values.mean(axis=(0, 1))
    if fewer == 2:
        gains = np.sort(values[0] - values[1], axis=0)[::-1]
        share = np.clip(more / 2 - np.arange(more), 0, 1)
        return (values[1].sum(axis=0) + share @ gains) / more
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
        raise ImportError(f"transport: sets of {values.shape[0]} and {values.shape[1]} labels take a linear " "program an example; install its solver: pip install POT") from None
    fewer, more, rows = values.shape
    masses = np.full(fewer, 1 / fewer), np.full(more, 1 / more)
    scores = np.empty(rows)
    for row in range(rows):
        cost, log = ot.emd2(*masses, np.ascontiguousarray(1 - values[..., row]), log=True, center_dual=False)
        if log["warning"]:
            raise RuntimeError(f"transport: the linear program was not solved: {log['warning']}")
        scores[row] = 1 - cost
    return np.maximum(scores, 0.0)
def _solver():
    try:
        from scipy.optimize import linear_sum_assignment
    except ImportError:
        raise ImportError("hungarian, extended_hungarian, transport: sets this large need a solver; install it: " "pip install scipy") from None
    return linear_sum_assignment


# --- semantic_f1/scoring/baselines.py

MEANS = Averaging(("samples",))
def chosen_scores(scores, argument):
    if scores is None:
        return OTHER_SCORES
    names = (scores,) if isinstance(scores, str) else tuple(scores)
    for name in names:
        if name not in OTHER_SCORES:
            raise ValueError(f"{argument}: expected names out of {', '.join(OTHER_SCORES)}; got {name!r}" f"{suggestion(name, OTHER_SCORES)}")
    if not names or len(set(names)) < len(names):
        raise ValueError(f"{argument}: names each score once, one at least; got {list(names)}")
    return names
def baselines_by_example(data, setting, which, pairs=None):
    return other_scores(*data[:2], pairs or setting.similarity.pairs, len(setting.space.labels), which, zero_division=setting.options["zero_division"],)
def mean_baselines(data, setting, which, pairs=None):
    return {name: float(np.average(values, weights=data.weight)) for name, values in baselines_by_example(data, setting, which, pairs).items()}
def baselines_of(data, setting, which):
    result = mean_baselines(data, setting, which)
    if not setting.options["n_resamples"]:
        return result
    examples, groups = _drawn(data, setting, which)
    uncertainty = score_intervals(examples, MEANS, groups=groups, **_resampling(setting))["samples"]
    columns = {"_low": uncertainty.interval.low, "_high": uncertainty.interval.high, "_standard_error": uncertainty.standard_error,}
    for suffix, values in columns.items():
        for name, value in zip(which, plain_numbers(values), strict=True):
            result[name + suffix] = value
    smoothed = setting.options["interval_method"] == "smoothed"
    warn_unsure([examples], groups, setting, ("samples",), None, wide=smoothed)
    return result
def compared_baselines(datas, setting, which, test="auto"):
    drawn = [_drawn(data, setting, which) for data in datas]
    systems, groups = [examples for examples, _ in drawn], drawn[0][1]
    scores = [scores_of_columns(system.total("samples"), "samples", MEANS) for system in systems]
    columns = {"": scores[0] - scores[1], "_a": scores[0], "_b": scores[1]}
    if setting.options["n_resamples"]:
        options = _resampling(setting)
        del options["method"]
        comparison = paired_comparisons(systems, MEANS, groups=groups, test=test, **options)["samples"]
        columns |= {"_low": comparison.difference.low[0], "_high": comparison.difference.high[0], "_standard_error": comparison.standard_error[0], "_p_value": comparison.p_value[0],}
    return {name + suffix: plain_numbers(values[place]) for place, name in enumerate(which) for suffix, values in columns.items()}
def _resampling(setting):
    options = setting.options
    return {"n_resamples": options["n_resamples"], "confidence_level": options["confidence_level"], "seed": options["seed"], "method": options["interval_method"],}
def _drawn(data, setting, which):
    values = np.stack([*baselines_by_example(data, setting, which).values()], axis=1)
    examples, kept = Contributions.of_scores(values), None
    if data.weight is not None:
        kept = data.weight > 0
        examples = examples.chosen(kept).weighted(data.weight[kept])
    groups = setting.options["groups"]
    return examples, None if groups is None else group_codes(groups, len(values), kept)


# --- semantic_f1/scoring/distributions.py

SMALLEST_PROBABILITY = 1e-12
BLOCK_COSTS = 1 << 20
_SAME_MASS = 1e-9
_SAME_COST = 1e-12
_BELOW_1 = np.nextafter(1, 0)
def _by_blocks(distance):
    @wraps(distance)
    def whole(predictions, targets, **options):
        predictions, targets = _checked_pair(predictions, targets)
        result = np.empty(len(predictions))
        for rows in _blocks_of_rows(predictions):
            result[rows] = distance(predictions[rows], targets[rows], **options)
        return result
    return whole
@_by_blocks
def cross_entropy(predictions, targets, floor=SMALLEST_PROBABILITY):
    return 0.0 - (targets * np.log(np.maximum(predictions, floor))).sum(axis=1)
def entropies(rows):
    return 0.0 - (rows * np.log(np.where(rows > 0, rows, 1))).sum(axis=1)
@_by_blocks
def manhattan(predictions, targets):
    return np.abs(predictions - targets).sum(axis=1)
@_by_blocks
def euclidean(predictions, targets):
    return np.sqrt(((predictions - targets) ** 2).sum(axis=1))
@_by_blocks
def jensen_shannon_divergence(predictions, targets):
    total = predictions + targets
    d = np.divide(np.abs(predictions - targets), total, out=np.zeros_like(total), where=total > 0)
    logs = (1 + d) * np.log1p(d) + (1 - d) * np.log1p(-np.minimum(d, _BELOW_1))
    return np.maximum((total * logs).sum(axis=1) / 4, 0)
def jensen_shannon_distance(predictions, targets):
    return np.sqrt(jensen_shannon_divergence(predictions, targets))
DISTANCES = {"cross_entropy": cross_entropy, "manhattan_distance": manhattan, "euclidean_distance": euclidean, "jensen_shannon_divergence": jensen_shannon_divergence, "jensen_shannon_distance": jensen_shannon_distance,}
def wasserstein(predictions, targets, cost):
    predictions, targets = _checked_pair(predictions, targets)
    cost = _checked_cost(cost, predictions.shape[1])
    mass = predictions.sum(axis=1)
    wrong = np.flatnonzero(~(np.abs(mass - targets.sum(axis=1)) <= _SAME_MASS * mass))
    if len(wrong):
        raise ValueError(f"predictions[{wrong[0]}]: the sum is {float(mass[wrong[0]])!r}, that of the target " f"{float(targets[wrong[0]].sum())!r}; only equal masses can be moved into each other")
    transport = _transport(cost)
    result = np.empty(len(predictions))
    for rows in _blocks_of_rows(predictions):
        result[rows] = transport(predictions[rows], targets[rows])
    return result
def _transport(cost):
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
        raise ImportError("the Wasserstein distance with this cost takes a linear program an example; " "install its solver: pip install POT") from None
    scale = cost.max()
    cost, result = cost / scale, np.empty(len(sources))
    for row, (source, target) in enumerate(zip(sources, targets, strict=True)):
        a, b = np.flatnonzero(source), np.flatnonzero(target)
        mass = source.sum()
        result[row], log = ot.emd2(source[a] / mass, target[b] / target.sum(), cost[np.ix_(a, b)], log=True, center_dual=False, check_marginals=False,)
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
        raise ValueError("predictions and targets: expected two arrays of one shape (examples, labels); got " f"{predictions.shape} and {targets.shape}")
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
    labels, annotators = result.get("labels", ()), result.get("annotators", ())
    flat = {}
    for key, value in result.items():
        if key in ("labels", "annotators"):
            continue
        if not isinstance(value, list):
            _put(flat, key, value)
        elif key.endswith("_by_annotator"):
            for name, of_annotator in zip(annotators, value, strict=True):
                _put_each(flat, f"{key}_{name}", of_annotator, labels)
        else:
            _put_each(flat, key, value, labels)
    return flat
def _put_each(flat, key, value, labels):
    if not isinstance(value, list):
        _put(flat, key, value)
        return
    ending = next((end for end in _ENDINGS if key.endswith(end)), "")
    stem = key.removesuffix(ending).replace("_per_label", "")
    for label, entry in zip(labels, value, strict=True):
        _put(flat, f"{stem}_{label}{ending}", entry)
def _put(flat, key, value):
    if value is None:
        return
    if key in flat:
        raise ValueError(f"flat: two scores would have the key {key!r}; rename the label")
    flat[key] = value


# --- semantic_f1/scoring/soft_results.py

ENTROPY = "cross_entropy"
ENTROPIES = ("target_entropy", "prediction_entropy", "kl_divergence")
CORRELATION = "entropy_correlation"
FEWEST_CORRELATED = 3
OF_SIMILARITY = ("wasserstein_distance", "wasserstein_score")
def soft_result(predictions, references, setting):
    options = setting.options
    n = len(predictions.table)
    weight = weights_of(n, setting)
    distances = distances_of(predictions, references, setting)
    result = result_of_soft_sums(ExactSum.along_last(_rows_of(distances, n, weight).T), setting)
    kept = np.ones(n, bool) if weight is None else weight > 0
    groups = options["groups"]
    if groups is not None:
        groups = group_codes(groups, n, kept)
    if not options["n_resamples"]:
        return result
    values = {name: x[kept] for name, x in distances.items()}
    weight = None if weight is None else weight[kept]
    result |= ends_of_means(values, result, weight, groups, options)
    sides = (values[name] for name in ENTROPIES[:2])
    result |= ends_of_correlation(*sides, result[CORRELATION], weight, groups, options)
    units = int(kept.sum()) if groups is None else int(groups.max()) + 1
    still = [name for name in values if result[f"{name}_standard_error"] == 0]
    for text in (few_units(units, groups is not None, wide=False), no_spread(still), unresolved(options["n_resamples"], options["confidence_level"]),):
        if text:
            warn(text)
    return result
def soft_sums(predictions, references, weight, setting):
    n = len(predictions.table)
    if not n:
        return ExactSum.zero((len(_names_of(setting)) + 5,))
    distances = distances_of(predictions, references, setting)
    return ExactSum.along_last(_rows_of(distances, n, weight).T)
def result_of_soft_sums(sums, setting):
    *totals, xx, yy, xy, weight, number = sums.rounded().tolist()
    names = _names_of(setting)
    result = {name: total / weight for name, total in zip(names, totals, strict=True)}
    x, y = (totals[names.index(name)] for name in ENTROPIES[:2])
    correlation = float(correlation_of_sums(np.array([x, y, xx, yy, xy, weight])))
    if number < FEWEST_CORRELATED or np.isnan(correlation):
        if number >= FEWEST_CORRELATED:
            warn(f"{CORRELATION}: one side's entropies are all equal, so that there is none.")
        correlation = None
    place = names.index(ENTROPIES[-1]) + 1
    entries = list(result.items())
    return dict([*entries[:place], (CORRELATION, correlation), *entries[place:]])
def ends_of_correlation(first, second, correlation, weight, groups, options):
    ends = [None] * 3
    if correlation is not None:
        uncertainty = correlation_intervals(first, second, weight=weight, groups=groups, n_resamples=options["n_resamples"], confidence_level=options["confidence_level"], seed=options["seed"],)
        low, high, error = (plain_numbers(x[0]) for x in (*uncertainty.interval[1:], uncertainty.standard_error))
        ends = [low and min(low, correlation), high and max(high, correlation), error]
    return {f"{CORRELATION}_{end}": value for end, value in zip(("low", "high", "standard_error"), ends, strict=True)}
def _rows_of(distances, n, weight):
    x, y = (distances[name] for name in ENTROPIES[:2])
    rows = np.stack([*distances.values(), x * x, y * y, x * y, np.ones(n), np.ones(n)], axis=1)
    if weight is not None:
        rows[:, :-1] *= weight[:, None]
        rows = rows[weight > 0]
    return rows
def _names_of(setting):
    of_similarity = () if setting.similarity is None else OF_SIMILARITY
    return (*DISTANCES, *ENTROPIES, *of_similarity)
def distribution_rows(predictions, references, setting):
    raws = rows_by_name((predictions, references), None if setting.space is None else setting.space.names, () if setting.space is None else setting.space.widths, SIDES, setting.options["normalize_names"],)
    width = next((raw.table.shape[1] for raw in raws if not raw.single), 2)
    if setting.space is None:
        _refuse_flat(raws)
    elif width not in setting.space.widths:
        came = ("single numbers, which are for two labels" if width == 2 and all(raw.single for raw in raws) else f"{width} values a row")
        raise ValueError(f"predictions: {came}; the labels need {' or '.join(map(str, setting.space.widths))}")
    rows = []
    for name, raw in zip(SIDES, raws, strict=True):
        rows.append(resolve_rows(raw, name, width, normalize_counts=setting.options["normalize_counts"]))
        width = rows[0].shape[1]
    return rows
def distances_of(predictions, references, setting):
    rows = distribution_rows(predictions, references, setting)
    distances = {name: distance(*rows, **({"floor": setting.options["floor"]} if name == ENTROPY else {})) for name, distance in DISTANCES.items()}
    distances["target_entropy"] = entropies(rows[1])
    distances["prediction_entropy"] = entropies(rows[0])
    distances["kl_divergence"] = np.maximum(distances[ENTROPY] - distances["target_entropy"], 0)
    if setting.similarity is not None:
        distance = wasserstein_of(*rows, setting.similarity, setting.space)
        distances |= dict(zip(OF_SIMILARITY, (distance, 1 - distance), strict=True))
    return distances
def wasserstein_of(predictions, targets, similarity, space):
    cost = 1 - with_none_labels(similarity, space, predictions.shape[1]).values
    return np.minimum(wasserstein(predictions, targets, cost), cost.max(initial=0))
def _refuse_flat(raws):
    sums = [raw.table.sum() for raw in raws if raw.single and len(raw.table) > 2]
    if len(sums) == 2 and all(abs(total - 1) <= TOLERANCE for total in sums):
        raise ValueError("predictions and references: single numbers that sum to 1 on both sides look like one " "distribution; a distribution is a row, [[0.2, 0.3, 0.5]]. If they are probabilities " "of the second of two labels, pass labels=[...] with both names")
def ends_of_means(values, means, weight, groups, options):
    uncertainty = mean_intervals(np.stack(list(values.values()), axis=1), weight=weight, groups=groups, n_resamples=options["n_resamples"], confidence_level=options["confidence_level"], seed=options["seed"],)
    ends = {}
    for place, name in enumerate(values):
        ends[f"{name}_low"] = min(float(uncertainty.interval.low[place]), means[name])
        ends[f"{name}_high"] = max(float(uncertainty.interval.high[place]), means[name])
        ends[f"{name}_standard_error"] = plain_numbers(uncertainty.standard_error[place])
    return ends


# --- semantic_f1/scoring/graded_results.py

N_SUMS_OF_ENTROPIES = 5
def graded_result(data, setting):
    options, weight = setting.options, data.weight
    result = result_of(data, setting) | distances_of_sums(distance_sums(data, setting), setting)
    if options["n_resamples"]:
        kept = np.ones(len(data.predictions.table), bool) if weight is None else weight > 0
        groups = options["groups"]
        if groups is not None:
            groups = group_codes(groups, len(kept), kept)
        tables = data.predictions.table[kept], data.references.table[kept]
        values = {name: by_label.mean(axis=1) for name, by_label in _distances_by_label(*tables, setting).items()}
        weight = None if weight is None else weight[kept]
        result |= ends_of_means(values, result, weight, groups, options)
        varied = _correlations(distance_sums(data, setting).rounded(), setting).varied
        sides = (binary_entropies(table)[:, varied] for table in tables)
        result |= ends_of_correlation(*sides, result[CORRELATION], weight, groups, options)
    return result
def distance_sums(data, setting):
    n, m = len(data.predictions.table), len(setting.space.labels)
    sums = ExactSum.zero(((len(GRADED_DISTANCES) + N_SUMS_OF_ENTROPIES) * m + 2,))
    for start in range(0, n, COUNTED_ROWS):
        part = slice(start, start + COUNTED_ROWS)
        by_distance = _distances_by_label(data.predictions.table[part], data.references.table[part], setting)
        x, y = (binary_entropies(side.table[part]) for side in (data.predictions, data.references))
        ones = np.ones((len(x), 2))
        rows = np.concatenate([*by_distance.values(), x, y, x * x, y * y, x * y, ones], 1)
        if data.weight is not None:
            rows[:, :-1] *= data.weight[part, None]
            rows[:, -1] = data.weight[part] > 0
        sums = sums.plus(ExactSum.along_last(rows.T))
    return sums
def distances_of_sums(sums, setting):
    rounded = sums.rounded()
    n_rows = len(GRADED_DISTANCES) + N_SUMS_OF_ENTROPIES
    by_label = np.reshape(rounded[:-2], (n_rows, -1))[: len(GRADED_DISTANCES)] / rounded[-2]
    result = {name: float(values.mean()) for name, values in zip(GRADED_DISTANCES, by_label, strict=True)}
    found = _correlations(rounded, setting)
    result[CORRELATION] = found.mean
    for text in found.warnings:
        warn(text)
    if None in averages_of(setting.options):
        for name, values in zip(GRADED_DISTANCES, by_label, strict=True):
            result[f"{name}_per_label"] = values.tolist()
        result[f"{CORRELATION}_per_label"] = found.by_label
    return result
class Correlations(NamedTuple):
    mean: float | None
    by_label: list[float | None]
    varied: np.ndarray
    warnings: list[str]
def _correlations(rounded, setting):
    *totals, weight, n = rounded
    m = len(setting.space.labels)
    sums = np.reshape(totals, (-1, m))[len(GRADED_DISTANCES) :]
    by_label = correlation_of_sums(np.vstack([sums, np.full(m, weight)]).T)
    if n < FEWEST_CORRELATED:
        by_label = np.full(m, np.nan)
    varied = ~np.isnan(by_label)
    texts, constant = [], [setting.space.labels[i] for i in np.flatnonzero(~varied)]
    if n >= FEWEST_CORRELATED and constant:
        left = "there is none" if len(constant) == m else "it is the mean of the other labels'"
        texts = [f"{CORRELATION}: one side's entropies are all equal for {len(constant)} of {m} labels " f"({listed(constant)}), so that {left}."]
    mean = float(by_label[varied].mean()) if varied.any() else None
    return Correlations(mean, [plain_numbers(r) for r in by_label], varied, texts)
def _distances_by_label(predictions, targets, setting):
    floor = {"floor": setting.options["floor"]}
    return {name: distance(predictions, targets, **(floor if "entropy" in name else {})) for name, distance in GRADED_DISTANCES.items()}


# --- semantic_f1/scoring/partial_counts.py

_WHAT = "counts of semantic_f1"
_LATER = {"average", "macro_labels", "counting", "macro_f1", "sample_weight", "annotators", "n_resamples", "confidence_level", "interval", "seed",}
_EXTRA = ("human", "annotators")
_SUMS = ("semantic", "hard", "human", "system")
_DISTANCES = "distances"
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
    weighted : bool, whether the examples had a ``sample_weight``
    accounts : tuple of dict, what was read from files for these counts
    """
    def __init__(self, signature, rows, sums, by_annotator=None, n_human=0, changes=None, weighted=False):
        self.signature = json.loads(json.dumps(signature))
        self.sums = dict(sums)
        self.by_annotator = dict(by_annotator or {})
        self.n_human = int(n_human)
        self.changes = changes or (Changes(), Changes())
        self.weighted = bool(weighted)
        self.accounts = ()
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
        mine, others = ((each.signature, len(each), each.sums, each.by_annotator, each.n_human, each.changes) for each in (self, other))
        return mine == others
    __hash__ = None
    def __add__(self, other):
        if isinstance(other, int) and other == 0:
            return self
        if not hasattr(other, "by_annotator"):
            return NotImplemented
        self.refuse_unlike(other.signature, "counts: they don't add up")
        if self.weighted != other.weighted and len(self) and len(other):
            raise ValueError("counts: they don't add up: some have a sample_weight and others none; " "sample_weight of ones counts each example once")
        sums = {name: part_sums.plus(other.sums[name]) if name in other.sums else part_sums for name, part_sums in self.sums.items()}
        sums = {**other.sums, **sums}
        people = dict(self.by_annotator)
        for name, (number, part_sums) in other.by_annotator.items():
            mine, sums_so_far = people.get(name, (0, ExactSum.zero(part_sums.shape)))
            people[name] = mine + number, sums_so_far.plus(part_sums)
        people = dict(sorted(people.items(), key=lambda entry: (type(entry[0]).__name__, entry[0])))
        changes = tuple(Changes(a.none_beside + b.none_beside, tuple(sorted({*a.unknown, *b.unknown})), a.with_unknown + b.with_unknown, a.emptied + b.emptied,) for a, b in zip(self.changes, other.changes, strict=True))
        rows = len(self) + len(other)
        n_human = self.n_human + other.n_human
        weighted = self.weighted or other.weighted
        total = PartialCounts(self.signature, rows, sums, people, n_human, changes, weighted)
        total.accounts = (*self.accounts, *other.accounts)
        return total
    __radd__ = __add__
    def hard(self):
        """Counts of the same examples under the identity: compute gives hard scores of them."""
        sums = {"semantic": self.sums["hard"]}
        return PartialCounts(self.signature, len(self), sums, changes=self.changes, weighted=self.weighted)
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
        return {"what": _WHAT, "signature": self.signature, "examples": len(self), "weighted": self.weighted, "sums": {name: _digits_of(sums) for name, sums in self.sums.items()}, "by_annotator": [{"annotator": name, "gold_sets": number, **_digits_of(sums)} for name, (number, sums) in self.by_annotator.items()], "n_human": self.n_human, "changes": [{**change._asdict(), "unknown": list(change.unknown)} for change in self.changes], **({"accounts": list(self.accounts)} if self.accounts else {}),}
    @classmethod
    def from_dict(cls, content):
        """The counts that :meth:`to_dict` gave."""
        if not isinstance(content, dict) or content.get("what") != _WHAT:
            raise ValueError(f"counts: expected what to_dict() gave; got {short(content)}")
        try:
            changes = tuple(Changes(**{**change, "unknown": tuple(change["unknown"])}) for change in content["changes"])
            counts = cls(content["signature"], content["examples"], {name: _sums_of_digits(sums) for name, sums in content["sums"].items()}, {entry["annotator"]: (entry["gold_sets"], _sums_of_digits(entry)) for entry in content["by_annotator"]}, content["n_human"], changes, content["weighted"],)
            counts.accounts = tuple(content.get("accounts", ()))
            return counts
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise ValueError(f"counts: this is not what to_dict() gave: {type(error).__name__}: {error}") from None
def counted_fields(fields, setting, version):
    options = setting.options
    fields = {name: value for name, value in fields.items() if name not in _LATER}
    extra = {"human": bool(options["human"]), "annotators": options["annotators"] is not None,}
    if fields["config"] == "annotators":
        fields |= extra
    return {**fields, "version": version}
def counts_of_sets(sides, n, weight, setting, fields):
    data, changes = resolved_data(*sides, setting)
    data = data._replace(weight=weight)
    named = {_DISTANCES: distance_sums(data, setting)} if setting.graded else {}
    if not n:
        nothing = ExactSum.zero((4 * len(setting.space.labels) + 6,))
        named |= {"semantic": nothing, "hard": nothing}
        return PartialCounts(fields, 0, named, weighted=weight is not None)
    sums = sums_of(data, setting, hard=not hasattr(data.predictions, "points"))
    named |= {name: getattr(sums, name) for name in _SUMS if getattr(sums, name) is not None}
    numbered = zip(sums.n_by_annotator, sums.by_annotator, strict=True)
    people = dict(zip(sums.annotators, numbered, strict=True))
    beside = people, sums.n_human, tuple(changes), weight is not None
    return PartialCounts(fields, n, named, *beside)
def sums_in(counts, setting):
    sums = {name: exact for name, exact in counts.sums.items() if name != _DISTANCES}
    if not setting.options["human"]:
        sums = {name: exact for name, exact in sums.items() if name not in ("human", "system")}
    return Sums(**sums, n_human=counts.n_human, annotators=tuple(counts.by_annotator), by_annotator=tuple(exact for _, exact in counts.by_annotator.values()), n_by_annotator=tuple(number for number, _ in counts.by_annotator.values()),)
def refuse_other_setting(counts, fields):
    if not hasattr(counts, "refuse_unlike"):
        raise ValueError(f"counts: expected what metric.counts gave; got {short(counts)}")
    counts.refuse_unlike(fields, "counts: they were made with other settings than this call has", _EXTRA)
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


# --- semantic_f1/scoring/perspectives.py

def perspectives_of(predictions, references, offsets, weight, people, setting):
    scoring, averages = scoring_of(setting), averages_of(setting.options)
    sizes = np.diff(offsets)
    of_example = np.ones(len(sizes)) if weight is None else weight
    share = np.repeat(of_example / sizes, sizes)
    sides = predictions, references
    def scored(sums, average):
        counts = rounded_counts(sums, setting)
        return scores_of(counts, average, setting, chosen_labels(counts, setting))
    semantic = scoring.count(*sides, sample_weight=share)
    shared = {"sample_weight": weight}
    functions = scoring.count, scoring.pointwise
    nobody = predictions.rows(0, 0)._replace(offsets=np.zeros(len(sizes) + 1, dtype=np.int64))
    judged = (Judged(nobody, references, offsets, *functions, answers=predictions, **shared), Judged(nobody, references, offsets, *functions, **shared),)
    others = [leave_one_out_counts(each, "mean") for each in judged]
    with_others = np.repeat((sizes >= 2) & (of_example > 0), sizes)
    result = {}
    for average in averages:
        keys = keys_of(average, setting.options)
        parts = {"semantic": semantic}
        if others[0] is not None:
            parts |= {"system": others[0].human, "human": others[1].human}
        for who, sums in parts.items():
            scores = scored(sums, average)
            for place in (2, 0, 1):
                result[key_of_people(keys[place], who)] = scores[place].tolist()
        if others[0] is not None:
            again = scoring.count(*sides, sample_weight=np.where(with_others, share, 0))
            gain = scored(again, average).f1 - scored(others[0].human, average).f1
            key = keys[2].replace("semantic_f1", "perspective_gain", 1)
            result[key] = gain.tolist()
    if setting.options["n_resamples"]:
        result |= _perspective_intervals(sides, sizes, of_example, judged[0], setting, result)
    if people is not None:
        names, numbers = people
        every = np.arange(len(numbers) + 1)
        repeated = None if weight is None else np.repeat(weight, sizes)
        table = annotator_counts(*sides, every, numbers, scoring.count, sample_weight=repeated)
        result["annotators"] = names
        result["n_by_annotator"] = np.bincount(numbers).tolist()
        for average in averages:
            f1 = [scored(sums, average).f1 if rounded_counts(sums, setting).weight > 0 else None for sums in table]
            key = keys_of(average, setting.options)[2]
            result[f"{key}_by_annotator"] = [x if x is None else x.tolist() for x in f1]
            mean = np.mean([x for x in f1 if x is not None], axis=0)
            result[f"mean_{key}_over_annotators"] = mean.tolist()
    _, codes = number_sets(join_sets(sides))
    differ = codes[: len(share)] != codes[len(share) :]
    total = share.sum()
    result["error_rate"] = float((share * differ).sum() / total)
    apart = _symmetric_differences(*sides) / len(setting.space.labels)
    result["hamming_distance"] = float((share * apart).sum() / total)
    return result
def _perspective_intervals(sides, sizes, weight, judged, setting, result):
    options, averages = setting.options, averages_of(setting.options)
    contributions = contributions_of_pairs(setting, Averaging(tuple(averages)).by_label)
    n, drawn = len(sizes), weight > 0
    example = np.repeat(np.arange(n), sizes)
    def by_example(pairs, of, kept):
        units = pairs.scaled(1 / sizes[of]).summed(of, n).merged()
        return units.chosen(kept).weighted(weight[kept])
    def shared(kept):
        groups = options["groups"]
        return {"groups": None if groups is None else group_codes(groups, n, kept), "n_resamples": options["n_resamples"], "confidence_level": options["confidence_level"], "seed": options["seed"],}
    pairs = contributions(*sides)
    examples = by_example(pairs, example, drawn)
    mask = setting.macro_mask
    if options["macro_labels"] == "present" and Averaging(tuple(averages)).by_label:
        columns = examples.total(None)
        mask = columns[1] + columns[3] > 0
    averaging = averaging_of(setting, averages, mask)
    entries = {}
    intervals = score_intervals(examples, averaging, method=options["interval_method"], **shared(drawn))
    for average, uncertainty in intervals.items():
        for place, key in enumerate(keys_of(average, options)):
            ends = uncertainty.interval.low[place], uncertainty.interval.high[place]
            entries |= interval_fields(key, result[key], *ends, uncertainty.standard_error[place])
    with_others = drawn & (sizes >= 2)
    if with_others.any():
        cases, places = case_contributions(judged, "mean", contributions)
        of = example[places]
        others = by_example(cases.human, of, with_others)
        both = [by_example(pairs, example, with_others), others]
        for average, comparison in paired_comparisons(both, averaging, **shared(with_others)).items():
            key = keys_of(average, options)[2].replace("semantic_f1", "perspective_gain", 1)
            ends = comparison.difference.low[0, 2], comparison.difference.high[0, 2]
            entries |= interval_fields(key, result[key], *ends, comparison.standard_error[0, 2])
            entries[f"{key}_p_value"] = plain_numbers(comparison.p_value[0, 2])
    return entries
def _symmetric_differences(predictions, references):
    n = len(predictions.offsets) - 1
    rows = [np.repeat(np.arange(n), np.diff(sets.offsets)) for sets in (predictions, references)]
    width = 1 + max(int(sets.indices.max(initial=0)) for sets in (predictions, references))
    keys = [row * width + sets.indices for row, sets in zip(rows, (predictions, references), strict=True)]
    return np.bincount(np.setxor1d(*keys, assume_unique=True) // width, minlength=n)


# --- semantic_f1/scoring/rank_intervals.py

def step_down(observed, replicated):
    order = np.argsort(-observed, kind="stable")
    left = np.maximum.accumulate(replicated[:, order[::-1]], axis=1)[:, ::-1]
    reached = (left >= observed[order] - SCORE_TIE).sum(axis=0)
    stepped = np.maximum.accumulate((reached + 1) / (len(replicated) + 1))
    adjusted = np.empty(len(observed))
    adjusted[order] = stepped
    return adjusted
def rank_sets(pairs, difference, p_adjusted, n_systems, alpha):
    best, worst = np.ones(n_systems, np.int64), np.full(n_systems, n_systems)
    for (a, b), apart, p_value in zip(pairs, difference, p_adjusted, strict=True):
        if p_value <= alpha + SCORE_TIE and apart != 0:
            better, other = (a, b) if apart > 0 else (b, a)
            best[other] += 1
            worst[better] -= 1
    return best, worst
def marginal_rank_sets(pairs, difference, observed, replicated, n_systems, alpha):
    ends = np.empty((2, n_systems), np.int64)
    for system in range(n_systems):
        mask = (pairs == system).any(axis=1)
        adjusted = step_down(observed[mask], replicated[:, mask])
        best, worst = rank_sets(pairs[mask], difference[mask], adjusted, n_systems, alpha)
        ends[:, system] = best[system], worst[system]
    return ends[0], ends[1]
def ranks(scores):
    above = scores[None] > scores[:, None] + SCORE_TIE
    level = np.abs(scores[None] - scores[:, None]) <= SCORE_TIE
    return 1 + above.sum(axis=1) + (level.sum(axis=1) - 1) / 2
def holm(p_values):
    count = len(p_values)
    order = np.argsort(p_values, axis=0, kind="stable")
    left = np.reshape(np.arange(count, 0, -1), (count,) + (1,) * (np.ndim(p_values) - 1))
    stepped = np.maximum.accumulate(np.take_along_axis(p_values, order, 0) * left, axis=0)
    adjusted = np.empty_like(stepped)
    np.put_along_axis(adjusted, order, np.minimum(stepped, 1), axis=0)
    return adjusted
def win_tie_loss(a, b, where=True):
    where = np.broadcast_to(where, np.shape(a))
    wins, losses = (a > b + SCORE_TIE) & where, (b > a + SCORE_TIE) & where
    return np.stack([x.sum(axis=0) for x in (wins, where & ~wins & ~losses, losses)])


# --- semantic_f1/scoring/reliability.py

SET_DISTANCES = ("semantic", "masi", "jaccard", "nominal")
EXACT_VALUES = 1 << 22
class AnnotatorAgreement(NamedTuple):
    observed: float
    expected: float
    rows: np.ndarray
    table: np.ndarray | None
    total: float
    weight: float
class Units(NamedTuple):
    table: SetTable
    unit: np.ndarray
    code: np.ndarray
    size: np.ndarray
    weight: np.ndarray
def units_of(sets, offsets, pairs, n_labels, *, sample_weight=None):
    sizes = np.diff(offsets)
    weight = np.ones(len(sizes)) if sample_weight is None else sample_weight
    kept = (sizes >= 2) & (weight > 0)
    distinct, codes = number_sets(sets)
    codes = codes[np.repeat(kept, sizes)]
    used, codes = np.unique(codes, return_inverse=True)
    table = SetTable(take_sets(distinct, used), pairs, n_labels)
    unit = np.repeat(np.arange(int(kept.sum())), sizes[kept])
    return Units(table, unit, codes, sizes[kept], weight[kept])
def annotator_agreement(units, distance):
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
        here = np.flatnonzero((first[1] >= rows.start) & (first[1] < rows.stop))
        distances = values[first[1][here] - rows.start, second[here]]
        within += np.bincount(first[0][here], distances, minlength=n_units)
    disagreement = 2 * within / (size - 1)
    observed = float((weight * disagreement).sum()) / n
    total = float(times @ toward)
    expected = total / (n * (n - 1)) if n > 1 else 0.0
    if exact:
        counts = np.zeros((n_units, n_sets))
        np.add.at(counts, (unit, code), 1.0)
        rows = np.column_stack([size, disagreement, counts])
    else:
        rows = np.column_stack([size, disagreement, np.bincount(unit, toward[code], minlength=n_units), np.ones(n_units),])
    return AnnotatorAgreement(observed, expected, rows * weight[:, None], whole, total, float(weight.sum()))
def alpha_of(sums, agreement):
    n, disagreement = sums[..., 0], sums[..., 1]
    if agreement.table is None:
        share = sums[..., 3] / agreement.weight
        square = share * (2 * sums[..., 2] - share * agreement.total)
    else:
        counts = sums[..., 2:]
        square = ((counts @ agreement.table) * counts).sum(axis=-1)
    varies = (square > 1e-12 * n**2) & (n > 1)
    return np.where(varies, 1 - disagreement * (n - 1) / np.where(varies, square, 1), np.nan)
def alpha_jackknife(agreement):
    rows = agreement.rows
    left = np.concatenate([alpha_of(rows.sum(axis=0) - rows[at : at + 4096], agreement) for at in range(0, len(rows), 4096)])
    n = len(rows)
    if n < 2 or not np.isfinite(left).all():
        return None
    return float(np.sqrt((n - 1) / n * ((left - left.mean()) ** 2).sum()))
def alpha_interval(agreement, *, groups=None, n_resamples=1000, confidence_level=0.95, seed=0):
    rows = agreement.rows
    if groups is not None:
        rows = np.stack([np.bincount(groups, column) for column in rows.T], axis=1)
    total = rows.sum(axis=0)
    values = np.concatenate([alpha_of(sums, agreement) for _, _, (sums,) in resampled_sums([rows], n_resamples, seed)])
    varies = np.isfinite(values)
    left_out = int((~varies).sum())
    estimate = alpha_of(total, agreement)
    if not varies.any() or not np.isfinite(estimate):
        return {"low": None, "high": None, "n_left_out": left_out}
    without = np.concatenate([alpha_of(total - rows[at : at + 4096], agreement) for at in range(0, len(rows), 4096)])
    change = without[np.isfinite(without)]
    change = change.mean() - change if len(change) else np.zeros(1)
    square = (change**2).sum()
    skew = (change**3).sum() / (6 * square**1.5) if square > 1e-24 else 0.0
    ends = percentile_ends(estimate, values[varies], confidence_level, "bca", skew)
    low, high = (float(end) for end in ends)
    return {"low": min(low, float(estimate)), "high": max(high, float(estimate)), "n_left_out": left_out,}
def _block_distances(table, rows, distance):
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


# --- semantic_f1/pictures/shapes.py

INK_COLOR = "var(--ink, #1c2128)"
FAINT_COLOR = "var(--ink2, #525c69)"
PAPER_COLOR = "var(--bg, #ffffff)"
LINE_COLOR = "var(--line, #dde1e7)"
PREDICTED_COLOR = "var(--predicted, #1767c4)"
GOLD_COLOR = "var(--gold, #b54e00)"
EXACT_COLOR = "var(--exact, #2f3a48)"
NEAR_COLOR = "var(--near, #8090a5)"
LETTERING_SIZE = 13
def drawing(parts, width, height, description):
    size = f"{coord(width)} {coord(height)}"
    return (f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{xml_text(description)}" ' f'width="{coord(width)}" height="{coord(height)}" viewBox="0 0 {size}" ' f'font-size="{LETTERING_SIZE}" font-family="system-ui, sans-serif" fill="{INK_COLOR}">' f"{''.join(parts)}</svg>")
def standalone(picture):
    plain = re.sub(r"var\(--[\w-]+, (#\w+)\)", r"\1", picture)
    head = plain.index(">") + 1
    ground = '<rect width="100%" height="100%" fill="#ffffff"/>'
    return plain[:head] + ground + plain[head:]
def lettering(x, y, content, *, anchor="start", size=LETTERING_SIZE, bold=False, faint=False, turned=False):
    look = f' font-size="{size}"' if size != LETTERING_SIZE else ""
    look += ' font-weight="700"' if bold else ""
    look += f' fill="{FAINT_COLOR}"' if faint else ""
    look += f' transform="rotate(-90 {coord(x)} {coord(y)})"' if turned else ""
    return (f'<text x="{coord(x)}" y="{coord(y)}" dy=".35em" text-anchor="{anchor}"{look}>' f"{xml_text(content)}</text>")
def path_line(points, color=LINE_COLOR, width=1, dashes=""):
    path = "L".join(f"{coord(x)} {coord(y)}" for x, y in points)
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    return f'<path d="M{path}" fill="none" stroke="{color}" stroke-width="{width}"{dashed}/>'
def filled_box(x, y, width, height, color):
    if width <= 0:
        return ""
    size = f'width="{width:.2f}" height="{coord(height)}"'
    return f'<rect x="{coord(x)}" y="{coord(y)}" {size} fill="{color}"/>'
def dot(x, y, radius, color, *, hollow=False, rim=None):
    return (f'<circle cx="{coord(x)}" cy="{coord(y)}" r="{radius}" stroke-width="1.5" ' f'fill="{PAPER_COLOR if hollow else color}" stroke="{rim or color}"/>')
def rhomb(x, y, radius, color, *, hollow=False):
    r = radius
    return (f'<path d="M{coord(x)} {coord(y - r)}l{r} {r}l-{r} {r}l-{r} -{r}z" stroke-width="1.5" ' f'fill="{PAPER_COLOR if hollow else color}" stroke="{color}"/>')
def pointer(curve, color, width, *, dashed=False):
    start, bend, other_bend, tip = curve
    neck = step_towards(tip, other_bend, 5 + width)
    x, y = (neck[0] - tip[0]) / 2, (neck[1] - tip[1]) / 2
    corners = [tip, (neck[0] - y, neck[1] + x), (neck[0] + y, neck[1] - x)]
    path = " ".join(f"{coord(x)},{coord(y)}" for x, y in (bend, other_bend, neck))
    dashes = ' stroke-dasharray="5 4"' if dashed else ""
    points = " ".join(f"{coord(x)},{coord(y)}" for x, y in corners)
    return (f'<path d="M{coord(start[0])},{coord(start[1])}C{path}" fill="none" stroke="{color}" ' f'stroke-width="{coord(width)}"{dashes}/><polygon points="{points}" fill="{color}"/>')
def curve_point(curve, t):
    weights = ((1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t**2, t**3)
    return tuple(sum(w * p[axis] for w, p in zip(weights, curve, strict=True)) for axis in (0, 1))
def cut_curve(curve, first, last):
    start, bend, other_bend, end = curve
    return [step_towards(start, bend, first), bend, other_bend, step_towards(end, other_bend, last)]
def step_towards(point, target, distance):
    x, y = direction(point, target)
    return (point[0] + x * distance, point[1] + y * distance)
def part_way(start, end, share):
    return tuple(s + share * (e - s) for s, e in zip(start, end, strict=True))
def direction(start, end):
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = hypot(dx, dy) or 1
    return (dx / length, dy / length)
def leftwards(start, end):
    x, y = direction(start, end)
    return (y, -x)
def hover(content):
    return f"<title>{xml_text(content)}</title>"
def xml_text(content):
    return escape(re.sub("[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]", "\ufffd", str(content)))
def shortened(name, room, *, bold=False, size=LETTERING_SIZE):
    name = str(name)
    room *= LETTERING_SIZE / size
    if bold:
        room /= BOLD_WIDER
    if lettering_width(name) <= room:
        return name
    kept = name[:200]
    while kept and lettering_width(kept + "…") > room:
        kept = kept[:-1]
    return kept.rstrip() + "…"
BOLD_WIDER = 1.1
def lettering_width(name):
    return LETTERING_SIZE * sum(map(_letter_width, name))
def coord(value):
    return f"{round(value, 1) + 0.0:g}"
def _letter_width(character):
    if unicodedata.combining(character):
        return 0
    if unicodedata.east_asian_width(character) in "WF":
        return 1
    if character in "mwMW@%<>=+~—…":
        return 1
    if character.isupper():
        return 0.75
    return 0.44 if character in "fijlrt.,:;'|!()[] " else 0.64


# --- semantic_f1/pictures/curves.py

CURVES_WIDTH = 356
MOST_SYSTEMS = 10
_KEY_PITCH = 20
_DASHES = ("", "7 4", "2 3", "9 3 2 3", "12 4", "4 2", "1 5", "8 2 2 2", "5 5", "3 6")
def slopes(alternatives, systems):
    systems = list(systems)
    if not alternatives or not 1 <= len(systems) <= MOST_SYSTEMS:
        raise ValueError(f"slopes: expected 1 to {MOST_SYSTEMS} systems under one similarity at least; got " f"{len(systems)} under {len(alternatives)}")
    names = [str(row["name"]) for row in alternatives]
    scores = [[float(row["scores"][system]) for system in systems] for row in alternatives]
    left, top, pitch = 162, 40, 26
    right = CURVES_WIDTH - 14
    bottom = top + len(names) * pitch
    low, high = _bounds((value for row in scores for value in row), 0.1)
    def x(score):
        return left + (score - low) / (high - low) * (right - left)
    def y(row):
        return top + (row + 0.5) * pitch
    parts = [path_line([(x(tick), top), (x(tick), bottom)]) for tick in (low, high)]
    for tick, anchor in ((low, "start"), (high, "end")):
        parts.append(lettering(x(tick), bottom + 12, f"{tick:g}", anchor=anchor, faint=True))
    for place, (system, dashes) in enumerate(zip(systems, _DASHES, strict=False)):
        points = [(x(row[place]), y(i)) for i, row in enumerate(scores)]
        words = ", ".join(f"{name} {row[place]:.3f}" for name, row in zip(names, scores, strict=True))
        color = INK_COLOR if place == 0 else EXACT_COLOR
        parts.append(f'<g class="sf1-line">{hover(f"{system}: {words}")}' + path_line(points, color, 2.5 if place == 0 else 1.8, dashes) + "".join(_square(px, py) for px, py in points) + "</g>")
    over = list(_top_names(systems, [x(score) for score in scores[0]], top - 12))
    height = bottom + 22
    if len(over) == len(systems):
        parts += over
    else:
        parts += _line_keys(systems, bottom + 34)
        height = bottom + 34 + len(systems) * _KEY_PITCH
    for i, (name, row) in enumerate(zip(names, scores, strict=True)):
        changed = _system_order(row) != _system_order(scores[0])
        shown = shortened(name, left - 16, bold=changed)
        words = ", ".join(f"{system} {value:.3f}" for system, value in zip(systems, row, strict=True))
        parts.append(f'<g class="sf1-row">{hover(f"{name}: {words}")}' + lettering(left - 14, y(i), shown, anchor="end", bold=changed) + "</g>")
    description = f"Scores of {len(systems)} systems under {len(names)} similarities. " + "; ".join(f"{name}: " + ", ".join(f"{system} {value:.3f}" for system, value in zip(systems, row, strict=True)) for name, row in zip(names, scores, strict=True))
    return drawing(parts, CURVES_WIDTH, height, description)
def _line_keys(systems, top):
    for place, (system, dashes) in enumerate(zip(systems, _DASHES, strict=False)):
        y = top + place * _KEY_PITCH
        color, width = (INK_COLOR, 2.5) if place == 0 else (EXACT_COLOR, 1.8)
        yield path_line([(10, y), (54, y)], color, width, dashes)
        yield lettering(64, y, shortened(system, CURVES_WIDTH - 70))
def _square(x, y):
    return f'<rect x="{x - 3:.1f}" y="{y - 3:.1f}" width="6" height="6" fill="{INK_COLOR}"/>'
def _top_names(systems, places, y):
    taken = []
    for system, place in zip(systems, places, strict=True):
        shown = shortened(system, 110)
        half = lettering_width(shown) / 2
        middle = min(max(place, half + 2), CURVES_WIDTH - half - 2)
        box = (middle - half - 4, middle + half + 4)
        if all(box[1] <= other[0] or box[0] >= other[1] for other in taken):
            taken.append(box)
            yield lettering(middle, y, shown, anchor="middle")
def threshold_curves(result):
    thresholds = [float(threshold) for threshold in result["thresholds"]]
    keys = [key for key in result if key.startswith("semantic_")]
    if len(thresholds) < 2 or not keys:
        raise ValueError("threshold_curves: expected two thresholds or more, and one curve at least")
    pairs = [(key, key.replace("semantic", "hard", 1)) for key in keys]
    curves = {key: [float(value) for value in result[key]] for pair in pairs for key in pair}
    _, high = _bounds([0, *(value for curve in curves.values() for value in curve)], 0.1)
    panels = [_panel(result["best"], pair, thresholds, curves, high) for pair in pairs]
    words = "; ".join(f"{key}: best {result['best'][key]['score']:.3f} at {result['best'][key]['threshold']:g}" for key in curves)
    height = 176
    parts = [f'<g transform="translate(0 {i * height})">{panel}</g>' for i, panel in enumerate(panels)]
    description = f"Semantic and hard F1 at {len(thresholds)} thresholds. {words}"
    return drawing(parts, CURVES_WIDTH, len(panels) * height, description)
def _panel(best, pair, thresholds, curves, high):
    left, right, top, bottom = 40, CURVES_WIDTH - 20, 30, 142
    first, last = thresholds[0], thresholds[-1]
    def x(threshold):
        return left + (threshold - first) / (last - first) * (right - left)
    def y(score):
        return bottom - score / high * (bottom - top)
    average = pair[0].removeprefix("semantic_").removeprefix("f1_").replace("_", " ")
    words = ", ".join(f"{kind} best {best[key]['score']:.3f} at {best[key]['threshold']:g}" for kind, key in zip(("semantic", "hard"), pair, strict=True))
    head = f"{average}: {words}"
    parts = [lettering(4, 10, shortened(head, CURVES_WIDTH - 8))]
    for tick in (0, high / 2, high):
        parts.append(path_line([(left, y(tick)), (right, y(tick))]))
        parts.append(lettering(left - 6, y(tick), f"{tick:g}", anchor="end", faint=True))
    for tick in (first, (first + last) / 2, last):
        parts.append(lettering(x(tick), bottom + 16, f"{tick:g}", anchor="middle", faint=True))
    for key, color, dashes in zip(pair, (EXACT_COLOR, NEAR_COLOR), ("", "6 4"), strict=True):
        points = [(x(t), y(value)) for t, value in zip(thresholds, curves[key], strict=True)]
        at, score = float(best[key]["threshold"]), float(best[key]["score"])
        parts.append(path_line(points, color, 2.5, dashes))
        parts.append(f'<g class="sf1-best">{hover(f"{key}: best {score:.3f} at {at:g}")}' f'<circle cx="{x(at):.1f}" cy="{y(score):.1f}" r="5" fill="{PAPER_COLOR}" ' f'stroke="{color}" stroke-width="2.5"/></g>')
    return "".join(parts)
def _bounds(values, step):
    values = list(values)
    low, high = floor(min(values) / step + 1e-9), ceil(max(values) / step - 1e-9)
    low = max(low - (low == high), 0)
    return round(low * step, 9), round(max(high, low + 1) * step, 9)
def _system_order(row):
    return [(a > b) - (a < b) for a in (round(v, 12) for v in row) for b in (round(v, 12) for v in row)]


# --- semantic_f1/pictures/example.py

ROLE_COLORS = {"predicted": PREDICTED_COLOR, "gold": GOLD_COLOR}
OTHER_ROLE = {"predicted": "gold", "gold": "predicted"}
WHEEL_SIZE = (356, 300)
CENTER = (178, 150)
RADIUS = 96
TWIN_GAP, PITCH = 20, 17
MOST_PRINTED_CREDITS, SHORTEST_PRINTED = 4, 34
ROW, COLUMN_WIDTH = 30, 118
class Place(NamedTuple):
    point: tuple
    outward: tuple
    along: tuple
def wheel(angles, explanation):
    matches = drawn_matches(explanation)
    places = _places(angles)
    roles = {label: [m for m in matches if m["label"] == label] for label in places}
    drawn = [m for m in matches if m["label"] in places and m["best_match"] in places and _at_two_points(places[m["label"]], places[m["best_match"]])]
    curves = [_chord(match, places) for match in drawn]
    marks = [places[label].point for label in places if roles[label]]
    names = _names(places, roles)
    parts = [f'<circle cx="{CENTER[0]}" cy="{CENTER[1]}" r="{RADIUS}" fill="none" ' f'stroke="{LINE_COLOR}"/>', *_shared_points(angles, places), *(_match_arrow(match, curve) for match, curve in zip(drawn, curves, strict=True)), *(_spot(label, places[label], roles[label], names[label]) for label in places), *_credits(drawn, curves, marks, [name.box for name in names.values()], WHEEL_SIZE),]
    description = f"Wheel of {len(places)} labels. {matches_in_words(matches)}"
    return drawing(parts, *WHEEL_SIZE, description)
def columns(explanation):
    matches = drawn_matches(explanation)
    width = WHEEL_SIZE[0]
    x = {"predicted": COLUMN_WIDTH + 14, "gold": width - COLUMN_WIDTH - 14}
    by_role = {role: [m for m in matches if m["role"] == role] for role in OTHER_ROLE}
    rows = max([1, *map(len, by_role.values())])
    spots, nodes, arrows, curves, printed = {}, [], [], [], []
    for role, side in by_role.items():
        anchor, aside = ("end", -14) if role == "predicted" else ("start", 14)
        y = 16 + (rows - max(len(side), 1)) * ROW / 2
        if not side:
            nodes.append(lettering(x[role] + aside, y, "(nothing)", anchor=anchor, faint=True))
        for match in side:
            spots[role, match["label"]] = (x[role], y)
            name = shortened(match["label"], COLUMN_WIDTH, bold=True)
            nodes.append(f'<g class="sf1-label" data-role="{role}">{hover(match_in_words(match))}' + _glyph(role, x[role], y, match["best_match"] is not None) + lettering(x[role] + aside, y, name, anchor=anchor, bold=True) + "</g>")
            y += ROW
    for match in matches:
        if match["best_match"] is None:
            continue
        shift = -3 if match["role"] == "predicted" else 3
        start = spots[match["role"], match["label"]]
        end = spots[OTHER_ROLE[match["role"]], match["best_match"]]
        (x0, y0), (x1, y1) = (start[0], start[1] + shift), (end[0], end[1] + shift)
        curve = cut_curve([(x0, y0), (width / 2, y0), (width / 2, y1), (x1, y1)], 10, 10)
        arrows.append(_match_arrow(match, curve))
        curves.append(curve)
        printed.append(match)
    height = 16 + (rows - 1) * ROW + 16
    values = _credits(printed, curves, list(spots.values()), [], (width, height))
    return drawing([*arrows, *nodes, *values], width, height, matches_in_words(matches))
def drawn_matches(explanation):
    return [{"role": role, **match} for role, side in (("predicted", "predictions"), ("gold", "references")) for match in explanation[side]]
def match_in_words(match):
    label = f"{match['role'].capitalize()} {match['label']}"
    if match["best_match"] is None:
        return f"{label}: near nothing."
    ties = [tie for tie in match["ties"] if tie != match["best_match"]]
    also = f" (as near: {', '.join(ties)})" if ties else ""
    best = f"{OTHER_ROLE[match['role']]} {match['best_match']}"
    return f"{label}: nearest {best}, {match['similarity']:.3f}{also}."
def matches_in_words(matches):
    missing = [role for role in OTHER_ROLE if all(match["role"] != role for match in matches)]
    return " ".join([*map(match_in_words, matches), *(f"No {role} labels." for role in missing)])
def _glyph(role, x, y, matched=True):
    color = ROLE_COLORS[role]
    if role == "predicted":
        return dot(x, y, 6, color, hollow=not matched)
    return rhomb(x, y, 7.5, color, hollow=not matched)
def _both(x, y):
    return rhomb(x, y, 11, GOLD_COLOR) + dot(x, y, 5, PREDICTED_COLOR, rim="#fff")
def _by_angle(angles):
    groups = {}
    for label, angle in angles.items():
        groups.setdefault(round(angle % 360, 6), []).append(label)
    return groups
def _places(angles):
    places = {}
    for angle, labels in _by_angle(angles).items():
        outward = (cos(radians(angle)), -sin(radians(angle)))
        along = (outward[1], -outward[0])
        for i, label in enumerate(labels):
            shift = (i - (len(labels) - 1) / 2) * TWIN_GAP
            point = [c + RADIUS * o + shift * a for c, o, a in zip(CENTER, outward, along, strict=True)]
            places[label] = Place(tuple(point), outward, along)
    return {label: places[label] for label in angles}
def _shared_points(angles, places):
    for labels in _by_angle(angles).values():
        if len(labels) > 1:
            (x0, y0), (x1, y1) = places[labels[0]].point, places[labels[-1]].point
            yield (f'<g class="sf1-shared">{hover(", ".join(labels) + ": one point of the wheel")}' f'<path d="M{coord(x0)} {coord(y0)}L{coord(x1)} {coord(y1)}" stroke="{LINE_COLOR}" ' 'stroke-width="22" stroke-linecap="round"/></g>')
class _Name(NamedTuple):
    shown: str
    x: float
    y: float
    anchor: str
    box: tuple
def _names(places, roles):
    width, height = WHEEL_SIZE
    by_anchor = {"start": [], "end": [], "middle": []}
    for label, place in places.items():
        x, y = place.point
        away = 16 if len(roles[label]) > 1 else 13
        x, y = x + away * place.outward[0], y + away * place.outward[1]
        lean = place.outward[0]
        steep = abs(lean) < 0.2
        if steep and abs(place.point[0] - CENTER[0]) > 4:
            lean = place.point[0] - CENTER[0]
            steep = False
            y += 5 if place.outward[1] > 0 else -5
        anchor = "middle" if steep else "start" if lean > 0 else "end"
        room = {"middle": width - 8, "start": width - x - 2, "end": x - 2}[anchor]
        shown = shortened(label, room, bold=bool(roles[label]))
        by_anchor[anchor].append([label, shown, x, y])
    for anchor in ("start", "end"):
        _move_apart(by_anchor[anchor], 9, height - 9)
    _clear_middle(by_anchor)
    names = {}
    for anchor, entries in by_anchor.items():
        for label, shown, x, y in entries:
            long = lettering_width(shown) * (BOLD_WIDER if roles[label] else 1)
            left = {"start": x, "middle": x - long / 2, "end": x - long}[anchor]
            names[label] = _Name(shown, x, y, anchor, (left, y - 8, left + long, y + 8))
    return names
def _move_apart(entries, top, bottom):
    entries.sort(key=lambda entry: entry[3])
    for _ in range(200):
        moved = False
        for above, below in pairwise(entries):
            short = PITCH - (below[3] - above[3])
            if short > 0.01:
                above[3] -= short / 2
                below[3] += short / 2
                moved = True
        for entry in entries:
            entry[3] = min(max(entry[3], top), bottom)
        if not moved:
            return
def _clear_middle(by_anchor):
    for entry in by_anchor["middle"]:
        up = entry[3] < CENTER[1]
        half = lettering_width(entry[1]) * BOLD_WIDER / 2
        for side in ("start", "end"):
            for other in by_anchor[side]:
                long = lettering_width(other[1]) * BOLD_WIDER
                left = other[2] if side == "start" else other[2] - long
                touches = left < entry[2] + half + 4 and left + long > entry[2] - half - 4
                if touches and abs(other[3] - entry[3]) < PITCH:
                    entry[3] = other[3] - PITCH if up else other[3] + PITCH
        entry[3] = min(max(entry[3], 9), WHEEL_SIZE[1] - 9)
def _spot(label, place, matches, name):
    x, y = place.point
    if matches:
        words = " ".join(map(match_in_words, matches))
        marks = (_both(x, y) if len(matches) > 1 else _glyph(matches[0]["role"], x, y, matches[0]["best_match"] is not None))
    else:
        words = f"{label}: neither predicted nor gold"
        marks = f'<circle cx="{coord(x)}" cy="{coord(y)}" r="3.5" fill-opacity=".5"/>'
    roles = " ".join(match["role"] for match in matches) or "none"
    written = lettering(name.x, name.y, name.shown, anchor=name.anchor, bold=bool(matches))
    return f'<g class="sf1-label" data-role="{roles}">{hover(words)}{marks}{written}</g>'
def _at_two_points(place, other):
    return place.outward != other.outward
def _chord(match, places):
    start, end = places[match["label"]], places[match["best_match"]]
    middle = part_way(start.point, end.point, 0.5)
    left = leftwards(start.point, end.point)
    bend = tuple(0.6 * m + 0.4 * c + 18 * aside for m, c, aside in zip(middle, CENTER, left, strict=True))
    bends = [part_way(place.point, bend, 2 / 3) for place in (start, end)]
    return cut_curve([start.point, *bends, end.point], 12, 12)
def _match_arrow(match, curve):
    width = 1 + 2.5 * match["similarity"]
    line = pointer(curve, ROLE_COLORS[match["role"]], width, dashed=match["role"] == "gold")
    words = hover(match_in_words(match))
    return f'<g class="sf1-arrow" data-role="{match["role"]}">{words}{line}</g>'
def _credits(matches, curves, marks, boxes, size):
    if len(matches) > MOST_PRINTED_CREDITS:
        return
    wide = lettering_width("0.00") / 2
    points = [[curve_point(curve, i / 24) for i in range(25)] for curve in curves]
    taken = list(boxes)
    for match, curve in zip(matches, curves, strict=True):
        (x0, y0), (x1, y1) = curve[0], curve[-1]
        if (x1 - x0) ** 2 + (y1 - y0) ** 2 < SHORTEST_PRINTED**2:
            continue
        for t, far in ((0.5, 1), (0.4, 1), (0.6, 1), (0.5, -1), (0.3, 1), (0.7, 1), (0.4, -1), (0.6, -1),):
            before, after = curve_point(curve, t - 0.05), curve_point(curve, t + 0.05)
            aside = leftwards(before, after)
            x, y = curve_point(curve, t)
            x, y = x + far * aside[0] * (wide + 6), y + far * aside[1] * 14
            box = (x - wide, y - 8, x + wide, y + 8)
            free = (box[0] >= 0 and box[2] <= size[0] and box[1] >= 0 and box[3] <= size[1] and all(not _point_in(mark, box, 8) for mark in marks) and all(not _point_in(point, box, 3) for line in points for point in line) and all(not _boxes_touch(box, other) for other in taken))
            if free:
                taken.append(box)
                yield lettering(x, y, f"{match['similarity']:.2f}", anchor="middle")
                break
def _point_in(point, box, room):
    return box[0] - room < point[0] < box[2] + room and box[1] - room < point[1] < box[3] + room
def _boxes_touch(box, other):
    return box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3]


# --- semantic_f1/pictures/figures.py

FIGURE_WIDTH = 318
FIGURE_LETTERING = 11.3
FIGURE_ROW = 16
_NAMES_END = 104
_SHARE_TOPS = (0.1, 0.2, 0.4, 0.6, 0.8, 1.0)
_SHARES_WIDTH = 356
def label_figure(rows, heads=("Semantic", "Hard")):
    columns = [(FIGURE_WIDTH - 40, heads[0]), (FIGURE_WIDTH - 2, heads[1])]
    parts = [_letters(x, 9, head, anchor="end", faint=True) for x, head in columns]
    left, right = _NAMES_END, FIGURE_WIDTH - 76
    for at, (label, semantic, hard) in enumerate(rows):
        y = 26 + at * FIGURE_ROW
        scores = zip(columns, (semantic, hard), strict=True)
        parts.append(f"<g>{hover(f'{label}: semantic {semantic:.3f}, hard {hard:.3f}')}" + _bar(label, semantic, hard, y, 9, right) + "".join(_letters(x, y, f"{score:.3f}", anchor="end") for (x, _), score in scores) + "</g>")
    bottom = 26 + len(rows) * FIGURE_ROW
    parts += [_letters(x, bottom, tick, anchor=anchor, faint=True) for x, tick, anchor in ((left, "0", "start"), ((left + right) / 2, "0.5", "middle"), (right, "1", "end"),)]
    return _finished(parts, bottom + FIGURE_ROW, f"Semantic and hard scores of {len(rows)} labels.")
def system_figure(rows):
    right, pitch, parts = FIGURE_WIDTH - 40, FIGURE_ROW + 4, []
    for at, (name, semantic, hard, *ends) in enumerate(rows):
        y = 12 + at * pitch
        parts.append(f"<g>{hover(f'{name}: {semantic:.3f}')}" + _bar(name, semantic, hard, y, 10, right) + _letters(FIGURE_WIDTH - 2, y, f"{semantic:.3f}", anchor="end") + "</g>")
        if ends[0] is not None:
            xs = [_NAMES_END + end * (right - _NAMES_END) for end in ends]
            parts.append(path_line([(x, y) for x in xs], INK_COLOR, 1.5))
            parts += [path_line([(x, y - 7), (x, y + 7)], INK_COLOR, 1.5) for x in xs]
    return _finished(parts, 12 + len(rows) * pitch, f"Scores of {len(rows)} systems.")
def shares_picture(rows):
    return _shares(rows, _SHARES_WIDTH, LETTERING_SIZE)
def shares_figure(rows):
    return standalone(_shares(rows, FIGURE_WIDTH, FIGURE_LETTERING))
def _shares(rows, width, size):
    def letters(x, y, content, anchor="start", faint=False):
        return lettering(x, y, content, size=size, anchor=anchor, faint=faint)
    top = next(one for one in _SHARE_TOPS if one >= max(max(row[1:]) for row in rows) - 1e-9)
    pitch, left, right = 1.7 * size, _NAMES_END, width - 96
    parts = [letters(x, 9, head, "end", True) for x, head in ((width - 46, "gold"), (width - 2, "pred."))]
    for at, (label, gold, predicted) in enumerate(rows):
        y = 28 + at * pitch
        xs = [left + share / top * (right - left) for share in (gold, predicted)]
        parts.append(f"<g>{hover(f'{label}: gold {gold:.3f}, predicted {predicted:.3f}')}" + letters(left - 12, y, shortened(label, left - 14, size=size), "end") + path_line([(left, y), (right, y)]) + path_line([(x, y) for x in xs], NEAR_COLOR, 3) + rhomb(xs[0], y, 6, GOLD_COLOR) + dot(xs[1], y, 4, PREDICTED_COLOR) + letters(width - 46, y, f"{gold:.3f}", "end") + letters(width - 2, y, f"{predicted:.3f}", "end") + "</g>")
    bottom = 28 + len(rows) * pitch
    for x, share, anchor in ((left, 0, "middle"), (right, top, "middle")):
        parts.append(letters(x, bottom, f"{share:g}", anchor, True))
    bottom += pitch
    parts += [rhomb(left + 4, bottom, 6, GOLD_COLOR), letters(left + 16, bottom, "gold"), dot(left + 76, bottom, 4, PREDICTED_COLOR), letters(left + 86, bottom, "predicted"),]
    return drawing(parts, width, bottom + 12, f"Mean shares of {len(rows)} labels.")
def _bar(name, semantic, hard, y, height, right):
    left, long = _NAMES_END, right - _NAMES_END
    exact = min(semantic, hard)
    top = y - height / 2
    return (_letters(left - 6, y, shortened(name, left - 8, size=FIGURE_LETTERING), anchor="end") + path_line([(left, y), (right, y)]) + filled_box(left, top, exact * long, height, EXACT_COLOR) + filled_box(left + exact * long, top, (semantic - exact) * long, height, NEAR_COLOR))
def _finished(parts, y, description):
    for x, color, meaning in ((_NAMES_END, EXACT_COLOR, "exact matches"), (_NAMES_END + 96, NEAR_COLOR, "near misses"),):
        parts += [filled_box(x, y - 4.5, 9, 9, color), _letters(x + 13, y, meaning)]
    return standalone(drawing(parts, FIGURE_WIDTH, y + 10, description))
def _letters(*place, **look):
    return lettering(*place, size=FIGURE_LETTERING, **look)


# --- semantic_f1/pictures/frames.py

def figure(*parts, caption=""):
    style = (f"margin:0;padding:6px;box-sizing:border-box;border:1px solid {LINE_COLOR};" f"border-radius:8px;background:{PAPER_COLOR};color:{INK_COLOR};" "font-size:13px;line-height:1.5;overflow-wrap:anywhere")
    if caption:
        caption = f'<figcaption style="margin-top:6px">{xml_text(caption)}</figcaption>'
    return f'<figure style="{style}">{"".join(parts)}{caption}</figure>'
def paragraph(sentence):
    return f'<p style="margin:4px">{xml_text(sentence)}</p>'
def scrolling(content, description):
    return (f'<div role="region" aria-label="{xml_text(description)}" tabindex="0" ' f'style="overflow-x:auto;min-width:0">{content}</div>')


# --- semantic_f1/pictures/heatmap.py

MOST_CELLS_A_SIDE = 60
MOST_PRINTED = 12
_NAME_ROOM = 100
CREDIT = "Credit that the label of the row earns when it is matched with the label of the column."
def heatmap(labels, values):
    m = len(labels)
    if m > MOST_CELLS_A_SIDE:
        return figure(paragraph(f"{m:,} labels: a heatmap shows up to {MOST_CELLS_A_SIDE}."))
    printed = m <= MOST_PRINTED
    cell = 38 if printed else 20
    strongest = 0.5 if printed else 1
    head = min(_NAME_ROOM, max(map(lettering_width, labels))) + 14
    parts = []
    for i, label in enumerate(labels):
        name, middle = shortened(label, _NAME_ROOM), head + (i + 0.5) * cell
        row, column = (lettering(*place, name, anchor=anchor, turned=turned) for place, anchor, turned in (((head - 6, middle), "end", False), ((middle, head - 6), "start", True),))
        parts.append(f"<g>{hover(label)}{row}{column}</g>")
        for j, (other, value) in enumerate(zip(labels, values[i].tolist(), strict=True)):
            x = head + j * cell
            parts.append(f'<rect x="{coord(x)}" y="{coord(middle - cell / 2)}" width="{cell}" ' f'height="{cell}" fill="{PREDICTED_COLOR}" stroke="{LINE_COLOR}" ' f'fill-opacity="{round(value * strongest, 3):g}">' f"{hover(f'{label}, matched with {other}: {value:.3f}')}</rect>")
            if printed:
                parts.append(lettering(x + cell / 2, middle, f"{value:.2f}", anchor="middle"))
    side = head + m * cell + 1
    picture = drawing(parts, side, side, f"Heatmap of the similarities of {m} labels.")
    return figure(scrolling(picture, "Heatmap"), caption=CREDIT)


# --- semantic_f1/comparisons/statistics.py

_TIED = 1e-12
def constancy(values):
    if not is_nearly_constant(values):
        return ""
    off = off_diagonal(values)
    low, high = central_range(off)
    return (f"The similarity is nearly constant (nine in ten values off the diagonal from {low:.4f} to " f"{high:.4f}): any guess earns about {off.mean():.2f}, so how many labels a system " "predicts, and when it predicts none, decides more than which ones.")
def kendall_tau(a, b):
    first, second = (np.triu(_order(x)) for x in (a, b))
    return _cosine(first, second)
def pearson(a, b):
    if min(np.ptp(a), np.ptp(b)) <= _TIED:
        return 0.0
    return _cosine(a - np.mean(a), b - np.mean(b))
def spearman(a, b):
    first, second = (_order(x).sum(axis=1) for x in (a, b))
    return _cosine(first, second)
def monotonicity(thresholds, scores):
    return 0.0 - kendall_tau(thresholds, scores)
def smoothness(scores):
    scores = np.asarray(scores, dtype=np.float64)
    extent = np.ptp(scores)
    return float(np.abs(np.diff(scores)).mean() / extent) if extent > _TIED else 0.0
def _order(values):
    values = np.asarray(values, dtype=np.float64)
    apart = values[:, None] - values
    return np.sign(np.where(np.abs(apart) > _TIED, apart, 0))
def _cosine(a, b):
    norm = np.sqrt((a * a).sum() * (b * b).sum())
    return float(np.clip((a * b).sum() / norm, -1, 1)) if norm else 0.0


# --- semantic_f1/comparisons/agreement.py

MISSING_WORDS = ("raise", "skip")
_VARIANCES = {"pearson": (lambda r: 1.0, 3), "spearman": (lambda r: 1 + r * r / 2, 3), "kendall": (lambda r: 0.437, 4),}
def rating_agreement(ratings, setting, missing="raise"):
    if missing not in MISSING_WORDS:
        raise ValueError(f"missing: expected 'raise' or 'skip'; got {short(missing)}")
    a, b, human, counts = _mean_ratings(ratings, setting.space, missing)
    if len(human) < 2:
        left = f" ({counts['n_skipped']} were left out)" if counts["n_skipped"] else ""
        raise ValueError(f"ratings: a correlation takes two pairs at least; got {len(human)}{left}")
    pairs = setting.similarity.pairs
    values = (pairs(a, b) + pairs(b, a)) / 2
    level = setting.options["confidence_level"]
    constant = [side for side, numbers in (("the similarity", values), ("the ratings", human)) if np.ptp(numbers) <= 1e-12]
    result = {}
    for name, measure in (("pearson", pearson), ("spearman", spearman), ("kendall", kendall_tau)):
        r = None if constant else measure(values, human)
        low, high = (None, None) if r is None else _limits(name, r, len(human), level)
        result |= {name: r, f"{name}_low": low, f"{name}_high": high}
    if constant:
        warn(f"agreement: {' and '.join(constant)} give all {len(human)} pairs one value, so that " "no correlation is defined: None. Rate pairs that differ, or look at the similarity's " "audit.")
    if counts["n_skipped"]:
        unknown = counts["unknown"]
        warn(f"agreement: {counts['n_skipped']} of {counts['n_ratings']} ratings were left out, " f"since the similarity lacks {len(unknown)} of their words: " f"{', '.join([*map(repr, unknown[:8]), *['...'] * (len(unknown) > 8)])}. The figures " f"are of the {len(human)} pairs that are left.")
    return {**result, "n_pairs": len(human), **counts}
def _mean_ratings(ratings, space, missing):
    if hasattr(ratings, "items"):
        ratings = [(*pair, rating) for pair, rating in ratings.items()]
    rated = [tuple(triple) for triple in ratings]
    wrong = [triple for triple in rated if len(triple) != 3]
    if wrong:
        raise ValueError(f"ratings: expected triples (label, label, rating); got {short(wrong[0])}")
    key = fold if space.normalize else str
    index = {key(name): i for i, name in enumerate(space.labels)}
    by_pair, skipped, unknown = {}, 0, {}
    for a, b, rating in rated:
        if isinstance(rating, bool) or not isinstance(rating, Real) or not isfinite(rating):
            raise ValueError(f"ratings: ({short(a)}, {short(b)}) is rated {short(rating)}, not a finite number")
        absent = [name for name in (a, b) if not isinstance(name, str) or key(name) not in index]
        for name in absent:
            why = space.refused.get(key(name)) if isinstance(name, str) else None
            if why or missing == "raise" or not isinstance(name, str):
                hint = suggestion(str(name), space.labels)
                raise ValueError(f"ratings: {short(name)} is {why or f'not a label{hint}'}" + ("" if why else "; missing='skip' leaves such pairs out and counts them"))
        if absent:
            skipped += 1
            unknown.update(dict.fromkeys(absent))
            continue
        pair = tuple(sorted((index[key(a)], index[key(b)])))
        by_pair.setdefault(pair, []).append(float(rating))
    a, b = np.array(list(by_pair), np.int64).reshape(-1, 2).T
    means = np.array([sum(of_pair) / len(of_pair) for of_pair in by_pair.values()])
    counts = {"n_ratings": len(rated), "n_skipped": skipped, "unknown": list(unknown)}
    return a, b, means, counts
def _limits(name, r, n, level):
    numerator, taken = _VARIANCES[name]
    if n <= taken or abs(r) >= 1:
        return None, None
    half = NormalDist().inv_cdf((1 + level) / 2) * sqrt(numerator(r) / (n - taken))
    return tanh(atanh(r) - half), tanh(atanh(r) + half)


# --- semantic_f1/comparisons/rankings.py

def ranking_of(comparison, names, columns, confidence_level, *, score=2, scale=1.0, sign=1, simultaneous=True):
    difference, observed, replicated = (comparison.difference.estimate[:, score], comparison.observed[:, score], comparison.replicated[:, :, score],)
    adjusted = np.maximum(step_down(observed, replicated), comparison.p_value[:, score])
    alpha, n = 1 - confidence_level, len(names)
    if simultaneous:
        best, worst = rank_sets(comparison.pairs, sign * difference, adjusted, n, alpha)
    else:
        best, worst = marginal_rank_sets(comparison.pairs, sign * difference, observed, replicated, n, alpha)
    places = ranks(sign * scale * comparison.scores[:, score])
    order = sorted(range(n), key=lambda i: (places[i], str(names[i])))
    ranking = [{"system": names[i], **{key: float(comparison.scores[i, place] * scale) for key, place in columns.items()}, "rank": float(places[i]), "rank_low": int(best[i]), "rank_high": int(worst[i]),} for i in order]
    row_of = {tuple(pair): row for row, pair in enumerate(comparison.pairs.tolist())}
    pairs = []
    for a, b in combinations(order, 2):
        turned = (a, b) not in row_of
        row = row_of[b, a] if turned else row_of[a, b]
        ends = [scale * end[row, score] for end in comparison.difference]
        if turned:
            ends = [0 - ends[0], 0 - ends[2], 0 - ends[1]]
        pairs.append({"a": names[a], "b": names[b], **dict(zip(("difference", "low", "high"), map(float, ends), strict=True)), "standard_error": plain_numbers(comparison.standard_error[row, score] * scale), "p_value": float(comparison.p_value[row, score]), "p_adjusted": float(adjusted[row]),})
    return {"ranking": ranking, "pairs": pairs, "best": [names[i] for i in order if best[i] == 1], "test": comparison.test, "adjustment": "step-down max-t", "n_units": comparison.n_units,}
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
            raise ValueError(f"scores: {system!r} has the metrics {list(of)}, {systems[0]!r} has {metrics}; " "every system needs the same")
    table = np.array([[scores[s][m] for m in metrics] for s in systems], dtype=np.float64)
    if not np.isfinite(table).all():
        row, column = np.argwhere(~np.isfinite(table))[0]
        raise ValueError(f"scores: {systems[row]!r} has {table[row, column]} for {metrics[column]!r}; " "finite numbers are needed")
    is_best = table == table.max(axis=0)
    better = (table[None] > table[:, None]).sum(axis=1)
    tied = (table[None] == table[:, None]).sum(axis=1)
    mean, mean_rank = table.mean(axis=1), (better + (tied + 1) / 2).mean(axis=1)
    def systems_where(mask):
        return [system for system, hit in zip(systems, mask, strict=True) if hit]
    return {"by_metric": {m: systems_where(column) for m, column in zip(metrics, is_best.T, strict=True)}, "winners": systems_where(is_best.any(axis=1)), "mean": dict(zip(systems, mean.tolist(), strict=True)), "mean_rank": dict(zip(systems, mean_rank.tolist(), strict=True)), "best_mean": systems_where(mean == mean.max()), "best_mean_rank": systems_where(mean_rank == mean_rank.min()),}


# --- semantic_f1/comparisons/sample_size.py

def needed_examples(standard_deviation, effect, power, alpha):
    return math.ceil((_both_quantiles(power, alpha) * standard_deviation / effect) ** 2 - 1e-9)
def detectable_effect(standard_deviation, n, power, alpha):
    return _both_quantiles(power, alpha) * standard_deviation / math.sqrt(n)
def sized(systems, groups, averaging, setting, effect, power, alpha):
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
        raise ValueError(f"sample_size: {n} {unit[:-1]} shows no spread; at least 2 are needed")
    error = standard_errors(units[0], average, averaging.of(0), units[1], averaging.of(1))[2]
    if not error > 0:
        raise ValueError(f"sample_size: no one of the {n:,} {unit} moves the difference of the two systems; a " "pilot has to show some spread: take systems that differ in more examples")
    if n < FEW:
        warn(f"sample_size: {n} {unit}, fewer than {FEW}: the standard deviation, and the answer " "with it, is a guess.")
    spread = float(error) * math.sqrt(n)
    return {"n": needed_examples(spread, effect, power, alpha), "units": unit, "standard_deviation": spread, "detectable_effect": detectable_effect(spread, n, power, alpha), "n_units": n, "score": keys_of(average, setting.options)[2], "average": average, "effect": float(effect), "power": float(power), "alpha": float(alpha),}
def _both_quantiles(power, alpha):
    quantile = NormalDist().inv_cdf
    return quantile(1 - alpha / 2) + quantile(power)


# --- semantic_f1/comparisons/perturbations.py

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
    m = len(values)
    noise = np.random.default_rng(seed).normal(mean, deviation, (m, m))
    if (values == values.T).all():
        noise = np.triu(noise, 1) + np.triu(noise, 1).T
    off = ~np.eye(m, dtype=bool)
    clipped = int(((noise < 0) | (noise > 1))[off].sum())
    noise = np.where(off, noise.clip(0, 1), 1)
    note = f"{clipped} of the {m * (m - 1)} values of the noise were clipped to [0, 1]."
    return [Alternative(f"mixture alpha={alpha:g}", alpha * values + (1 - alpha) * noise, note) for alpha in alphas]
def permuted_rows(values, *, seed=0):
    cycle = np.random.default_rng(seed).permutation(len(values))
    order = np.empty_like(cycle)
    order[cycle] = np.roll(cycle, 1)
    permuted = values[order]
    broken = int(((np.diagonal(values) == 1) & (np.diagonal(permuted) < 1)).sum())
    note = f"{broken} of {len(values)} labels no longer earn 1 from an exact match."
    return Alternative("rows permuted", permuted, note if broken else "")
def powers(values, *, exponents=EXPONENTS):
    return [Alternative(f"power {exponent:g}", values**exponent) for exponent in exponents]
def rescaled_distances(values, *, betas=BETAS, beta=1.0):
    return [Alternative(f"beta {new:g}", values / (values + new / beta * (1 - values))) for new in betas]


# --- semantic_f1/comparisons/systems.py

EQUAL = 1e-12
def comparison_of(datas, setting, test="auto"):
    options = setting.options
    averages = averages_of(options)
    systems, groups, averaging = systems_of(datas, setting, averages, ("a", "b"))
    mask = averaging.macro_mask
    result = {}
    if options["n_resamples"]:
        comparisons = paired_comparisons(systems, averaging, groups=groups, n_resamples=options["n_resamples"], confidence_level=options["confidence_level"], seed=options["seed"], test=test,)
        n_tests = len(setting.space.labels) if None in averages else 1
        warn_unsure(systems, groups, setting, averages, mask, n_tests)
        warn_no_spread(comparisons, setting)
    for average in averages:
        scores = np.stack([scores_of_columns(each.total(average), average, averaging.of(place)) for place, each in enumerate(systems)])
        columns = {"": scores[0] - scores[1], "_a": scores[0], "_b": scores[1]}
        if options["n_resamples"]:
            comparison = comparisons[average]
            columns[""] = comparison.difference.estimate[0]
            columns |= {"_low": comparison.difference.low[0], "_high": comparison.difference.high[0], "_standard_error": comparison.standard_error[0], "_p_value": comparison.p_value[0],}
            if average is None:
                columns["_p_adjusted"] = holm(comparison.p_value[0].T).T
        for place, key in enumerate(keys_of(average, options)):
            for suffix, values in columns.items():
                result[key + suffix] = plain_numbers(values[place])
        if options["n_resamples"]:
            suffix = suffix_of(average, options)
            result[f"test{suffix}"] = comparison.test
            if average is None:
                result[f"adjustment{suffix}"] = "holm"
    if options["n_resamples"]:
        result["n_units"] = comparison.n_units
    outcome = win_tie_loss(*(each.points[:, 2] / each.points[:, 3] for each in systems))
    result.update(zip(("wins", "ties", "losses"), outcome.tolist(), strict=True))
    if None in averages:
        by_label = label_outcomes(*systems)
        names = ("label_wins", "label_ties", "label_losses")
        result.update(zip(names, by_label.tolist(), strict=True))
        result["labels"] = list(setting.space.labels)
    return result
def label_outcomes(system_a, system_b):
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
    options = setting.options
    average = one_average(options, "rank")
    if not options["n_resamples"]:
        raise ValueError("n_resamples: rank needs resamples; expected a whole number, 1 or more")
    names = list(datas)
    systems, groups, averaging = systems_of(list(datas.values()), setting, (average,), names)
    comparisons = paired_comparisons(systems, averaging, groups=groups, n_resamples=options["n_resamples"], confidence_level=options["confidence_level"], seed=options["seed"],)
    warn_unsure(systems, groups, setting, (average,), averaging.macro_mask)
    warn_no_spread(comparisons, setting)
    (comparison,) = comparisons.values()
    columns = {key: place for place, key in enumerate(keys_of(average, options))}
    return ranking_of(comparison, names, columns, options["confidence_level"], simultaneous=simultaneous)
def warn_no_spread(comparisons, setting):
    texts = []
    for average, comparison in comparisons.items():
        still = comparison.difference.low == comparison.difference.high
        alike = still.reshape(len(still), -1).all(axis=1)
        alike &= ~comparison.difference.estimate.reshape(len(still), -1).any(axis=1)
        if alike.any() and comparison.n_units > 1:
            texts.append(f"intervals: {'the two' if len(still) == 1 else 'two of the'} systems answer alike " "(or score alike in every example): their difference is 0, and its interval has no " "width.")
        elif still.any() and comparison.n_units > 1:
            texts.append(f"intervals: no {'group' if setting.options['groups'] else 'example'} moves some " f"difference of {average or 'a label'}; its interval has no width, which does not " "make it certain.")
    for text in dict.fromkeys(texts):
        warn(text)
def curve_of(grid, read, setting_at):
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
    best = {key: int(np.argmax(np.array(x) >= max(x) - EQUAL)) for key, x in curves.items()}
    return {"thresholds": grid.tolist(), **curves, "best": {key: {"threshold": float(grid[i]), "score": curves[key][i]} for key, i in best.items()}, "monotonicity": {key: monotonicity(grid, curve) for key, curve in curves.items()}, "smoothness": {key: smoothness(curve) for key, curve in curves.items()},}
def systems_of(datas, setting, averages, names):
    drawn = [drawn_examples(data, setting, averages) for data in datas]
    systems, groups = [examples for examples, _ in drawn], drawn[0][1]
    averaging = averaging_of(setting, averages, None)
    if averaging.by_label:
        totals = [examples.total(None) for examples in systems]
        tp, predicted, matched, support = sum(totals)
        used = Counts(tp, predicted, matched, support, 0.0, 0.0, np.zeros(3), 0.0)
        averaging = averaging._replace(macro_mask=macro_mask_of(used, setting, averages))
        if setting.options["macro_labels"] == "present":
            masks = tuple((total[1] > 0) | (total[3] > 0) for total in totals)
            averaging = averaging._replace(own_masks=masks)
            warn_of_own_labels(masks, setting, averages, names)
    return systems, groups, averaging
def warn_of_own_labels(masks, setting, averages, names):
    some, every = np.any(masks, axis=0), np.all(masks, axis=0)
    if not any(AVERAGES[average].macro for average in averages) or (some == every).all():
        return
    odd = [setting.space.labels[i] for i in np.flatnonzero(some & ~every)]
    lacking = [name for name, mask in zip(names, masks, strict=True) if (some & ~mask).any()]
    warn(f'macro: under macro_labels="present" each system averages over its own labels: ' f"{quote(odd)} {'is' if len(odd) == 1 else 'are'} not present for {quote(lacking)}; " "macro_labels=[...] names the same labels for all.")


# --- semantic_f1/comparisons/sensitivity.py

CONTROL = "rows permuted"
KINDS = ("stable", "undecided", "first_only", "decided")
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
    options = setting.options
    average = one_average(options, "sensitivity")
    check_table_size("sensitivity", setting)
    if not options["n_resamples"]:
        raise ValueError("n_resamples: sensitivity needs resamples; expected a whole number, 1 or more")
    datas, names = list(systems.values()), list(systems)
    averaging = _averaging(datas, setting, average)
    if averaging.own_masks is not None:
        warn_of_own_labels(averaging.own_masks, setting, (average,), names)
    shared = {"datas": datas, "setting": setting, "average": average}
    return {"average": average, **alternatives_under(names, setting, others, (perturb, distances, n_noise), partial(_scores_of_tables, **shared), partial(_verdicts, **shared), partial(_needed, **shared),),}
def alternatives_under(names, setting, others, changes, scores_of, verdicts_of, needed_of):
    options, baseline = setting.options, setting.similarity.values
    perturb, distances, n_noise = changes
    named = [Alternative(setting.similarity.name, baseline)]
    named += [Alternative(name, values) for name, values in others.items()]
    remarks = [f"{table.name}: {text}" for table in named if (text := constancy(table.values))]
    if perturb:
        named += powers(baseline)[1:]
    if distances:
        named += rescaled_distances(baseline)
    draws, unjudged = [], []
    if perturb:
        control = permuted_rows(baseline, seed=options["seed"])
        unjudged.append(control._replace(name=CONTROL))
        draws = [mixtures(baseline, seed=[options["seed"], k]) for k in range(n_noise)]
    scores = scores_of(named + unjudged)
    pairs = verdicts_of(named) if len(names) > 1 else []
    noise, of_noise = [], []
    for place, alpha in enumerate(ALPHAS) if draws else ():
        tables = [mixed[place] for mixed in draws]
        of_draws = scores_of(tables)
        kept = [not _turns(scores[0], row) for row in of_draws]
        noise.append({"alpha": alpha, "n_draws": len(kept), "same_order": float(np.mean(kept))})
        note = f"Mean of {len(kept)} draws of the noise. {tables[0].note}"
        of_noise.append((Alternative(tables[0].name, baseline, note), of_draws.mean(axis=0)))
    rows = list(zip(named, scores, strict=False))
    rows[1 + len(others) : 1 + len(others)] = of_noise
    rows += zip(unjudged, scores[len(named) :], strict=True)
    kind = max((pair.kind for pair in pairs), key=KINDS.index, default="stable")
    n_needed = None
    if kind == "undecided":
        n_needed = needed_of(pairs, named)
    sizes = [[table.name for table in named], names]
    return {"verdict": _verdict_in_words(kind, pairs, *sizes, n_needed, noise), "kind": kind, "n_needed": n_needed, "remarks": remarks, "alternatives": [{"name": table.name, "note": table.note, "scores": dict(zip(names, row.tolist(), strict=True)), "ranks": dict(zip(names, ranks(row).tolist(), strict=True)), "kendall_tau": kendall_tau(scores[0], row), "spearman": spearman(scores[0], row),} for table, row in rows], "pairs": [_plain_verdict(pair, *sizes) for pair in pairs], "noise": noise,}
def judged(replicated, estimates, alpha, share):
    pairs = list(combinations(range(replicated.shape[1]), 2))
    a, b = np.transpose(pairs)
    apart = np.moveaxis(replicated[:, a] - replicated[:, b], 2, 0)
    differences = estimates[:, a] - estimates[:, b]
    differences = np.where(np.abs(differences) <= SCORE_TIE, 0, differences)
    mean = apart.mean(axis=0)
    spread = apart.std(axis=0)
    still = spread <= SCORE_TIE
    scale = np.where(still, 1, spread)
    size = np.where(still, np.where(differences == 0, 0, np.copysign(np.inf, differences)), mean / scale)
    about = np.where(still, 0, (apart - mean) / scale)
    two_sided = upper_quantile(np.abs(about[:, 0]).max(axis=1), alpha)
    against = -np.sign(differences[0])
    one_sided = upper_quantile((against * about[:, 1:]).reshape(len(about), -1).max(axis=1), alpha)
    low, high = order_ends(apart, share, (-1.0, 1.0))
    changes = apart[:, :1] - apart[:, 1:]
    change_low, change_high = order_ends(changes, share, (-2.0, 2.0))
    def three(estimate, low, high):
        return float(estimate), float(min(low, estimate)), float(max(high, estimate))
    verdicts = []
    for other in range(1, len(differences)):
        for pair in range(len(pairs)):
            turns = differences[0, pair] * differences[other, pair] < 0
            kind = "stable"
            if turns:
                sure = abs(size[0, pair]) > two_sided
                surely_turned = against[pair] * size[other, pair] > one_sided
                kind = "undecided" if not sure else "first_only"
                kind = "decided" if sure and surely_turned else kind
            place, change = (other, pair), (other - 1, pair)
            verdicts.append(PairVerdict(other, *pairs[pair], three(differences[0, pair], low[0, pair], high[0, pair]), three(differences[place], low[place], high[place]), three(differences[0, pair] - differences[place], change_low[change], change_high[change],), kind,))
    return verdicts
def _verdicts(tables, datas, setting, average):
    options = setting.options
    by_table, groups = [], None
    for table in tables:
        pairs = build(table.values, setting.space.labels).pairs
        drawn = [drawn_examples(data, setting, (average,), pairs) for data in datas]
        by_table.append([examples for examples, _ in drawn])
        groups = drawn[0][1]
    averaging = _averaging(datas, setting, average)
    units = [[examples.grouped(groups) for examples in systems] for systems in by_table]
    n = units[0][0].n_units
    share = tail_share(options["confidence_level"], n)
    number = enough_resamples(options["n_resamples"], share, n)
    warn_unsure(by_table[0], groups, setting, (average,), averaging.macro_mask)
    shapes, streams = None, streams_by_content(by_table[0], average)
    if AVERAGES[average].macro:
        totals = [systems[i].total(average) for systems in units for i in np.argsort(streams, kind="stable")]
        shapes = pseudo_shapes(*pooled_prior(totals, averaging, (0.1, 0.9)), flat=0.0)
    replicated = np.empty((len(tables), len(datas), number))
    estimates = np.empty((len(tables), len(datas)))
    for place, (systems, of_units) in enumerate(zip(by_table, units, strict=True)):
        smoothers = []
        for system, (examples, units_of_system) in enumerate(zip(systems, of_units, strict=True)):
            own_averaging = averaging.of(system)
            estimates[place, system] = scores_of_columns(units_of_system.total(average), average, own_averaging)[2]
            pseudo = pseudo_example(examples, n)
            scale = smoothing_scale(standard_errors(units_of_system, average, own_averaging), pseudo, average)
            smoothers.append(Smoother(average, pseudo, scale, shapes, options["seed"], streams[system]))
        values = replicates([drawn_units(units_of_system) for units_of_system in of_units], averaging, number, options["seed"], {average: smoothers},)[average]
        replicated[place] = values[..., 2]
    return judged(replicated, estimates, 1 - options["confidence_level"], share)
def _averaging(datas, setting, average):
    averaging = averaging_of(setting, (average,), setting.macro_mask)
    if setting.options["macro_labels"] != "present":
        return averaging
    with collect():
        masks = tuple(macro_mask_of(counts_of(data, setting), setting, ()) for data in datas)
    return averaging._replace(macro_mask=np.any(masks, axis=0), own_masks=masks)
def _scores_of_tables(tables, datas, setting, average):
    scores, averaging = np.empty((len(tables), len(datas))), _averaging(datas, setting, average)
    for i, table in enumerate(tables):
        pairs = build(table.values, setting.space.labels).pairs
        for j, data in enumerate(datas):
            counts = counts_of(data, setting, pairs)
            scores[i, j] = scores_of(counts, average, setting, averaging.of(j).macro_mask).f1
    return scores
def _turns(first, other):
    a, b = (row[:, None] - row for row in (first, other))
    return bool(((a > SCORE_TIE) & (b < -SCORE_TIE)).any())
def _needed(pairs, tables, datas, setting, average):
    pair = telling_pair(pairs, "undecided")
    options, drawn = setting.options, []
    pairs_of_labels = build(tables[0].values, setting.space.labels).pairs
    averaging = _averaging(datas, setting, average)
    for system in (pair.a, pair.b):
        examples, groups = drawn_examples(datas[system], setting, (average,), pairs_of_labels)
        drawn.append(examples.grouped(groups))
    error = standard_errors(drawn[0], average, averaging.of(pair.a), drawn[1], averaging.of(pair.b))[2]
    if not error > 0:
        return None
    spread = float(error) * np.sqrt(drawn[0].n_units)
    return needed_examples(spread, EFFECT, 0.8, 1 - options["confidence_level"])
def telling_pair(pairs, kind):
    candidates = [pair for pair in pairs if pair.kind == kind]
    return max(candidates, key=lambda pair: min(abs(pair.first[0]), abs(pair.other[0])))
def _verdict_in_words(kind, pairs, similarities, systems, n_needed, noise):
    first, *others = similarities
    if len(systems) < 2 or not others:
        return "There is nothing to compare: it takes two systems and two similarities."
    kept = ""
    if noise:
        least = min(noise, key=lambda row: row["same_order"])
        n = least["n_draws"]
        kept = (f" Mixed with noise (alpha {least['alpha']:g}) the order holds in " f"{round(least['same_order'] * n)} of {n} draws.")
    if kind == "stable":
        any_of = repr(others[0]) if len(others) == 1 else f"any of {len(others)} alternatives"
        return (f"Stable: no two of the {len(systems)} systems change places between {first!r} and " f"{any_of}.{kept}")
    pair = telling_pair(pairs, kind)
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
    turns = len({pair.alternative for pair in pairs if pair.kind != "stable"})
    under_all = f" The order of some pair turns under {turns} of {len(others)} alternatives."
    if kind == "decided":
        return f"Decided by the similarity: {under}, and {turned}.{under_all}{kept}"
    if kind == "first_only":
        return (f"Certain only under {first!r}: {under}, and {turned}, which is not sure.{under_all}" f"{kept}")
    more = "" if n_needed is None else f" About {n_needed:,} would tell {EFFECT:g} apart."
    return (f"Undecided: too few examples to tell {a!r} and {b!r} apart: {under}, and {turned}.{more}" f"{under_all}{kept}")
def _plain_verdict(pair, similarities, systems):
    verdict = {"alternative": similarities[pair.alternative], "a": systems[pair.a], "b": systems[pair.b], "kind": pair.kind,}
    for prefix, three in (("first_", pair.first), ("", pair.other), ("interaction_", pair.interaction),):
        name = prefix.rstrip("_") or "difference"
        verdict |= {name: three[0], f"{prefix}low": three[1], f"{prefix}high": three[2]}
    return verdict


# --- semantic_f1/comparisons/distances.py

DISTANCE_MEASURES = (*DISTANCES, *OF_SIMILARITY)
RISING = "wasserstein_score"
def compared_distances(systems, setting):
    options = setting.options
    distances, weight, groups = _drawn_distances(systems, setting)
    result = {}
    if options["n_resamples"]:
        comparison, scale = _paired(distances, weight, groups, options)
    for place, name in enumerate(distances[0]):
        means = [float(np.average(system[name], weights=weight)) for system in distances]
        result[name] = means[0] - means[1]
        result[f"{name}_a"], result[f"{name}_b"] = means
        if options["n_resamples"]:
            difference = comparison.difference
            result[f"{name}_low"] = float(difference.low[0, place] * scale[place])
            result[f"{name}_high"] = float(difference.high[0, place] * scale[place])
            error = comparison.standard_error[0, place] * scale[place]
            result[f"{name}_standard_error"] = plain_numbers(error)
            result[f"{name}_p_value"] = float(comparison.p_value[0, place])
        outcome = win_tie_loss(*(_rising(system[name], name) for system in distances))
        for key, number in zip(("wins", "ties", "losses"), outcome.tolist(), strict=True):
            result[f"{name}_{key}"] = number
    if options["n_resamples"]:
        result["test"], result["n_units"] = comparison.test, comparison.n_units
    return result
def ranked_distances(names, systems, setting, measure):
    options = setting.options
    distances, weight, groups = _drawn_distances(systems, setting)
    if measure not in distances[0]:
        raise ValueError(f"measure: expected one of {', '.join(distances[0])}; got {short(measure)}" + ("; this one takes a similarity" if measure in OF_SIMILARITY else ""))
    if not options["n_resamples"]:
        raise ValueError("n_resamples: rank needs resamples; expected a whole number, 1 or more")
    of_measure = [{measure: system[measure]} for system in distances]
    comparison, scale = _paired(of_measure, weight, groups, options)
    return {"measure": measure, **ranking_of(comparison, names, {measure: 0}, options["confidence_level"], score=0, scale=scale[0], sign=1 if measure == RISING else -1,),}
def sensitive_distances(names, systems, setting, others, changes):
    options = setting.options
    if not options["n_resamples"]:
        raise ValueError("n_resamples: sensitivity needs resamples; expected a whole number, 1 or more")
    n = len(systems[0][0].table)
    weight, groups = weights_of(n, setting), options["groups"]
    kept = np.ones(n, bool) if weight is None else weight > 0
    weight = np.ones(int(kept.sum())) if weight is None else weight[kept]
    if groups is not None:
        groups = group_codes(groups, n, kept)
    rows = [[values[kept] for values in distribution_rows(predictions, references, setting)] for predictions, references in systems]
    def values_under(table):
        """Scores of the examples of each system under a table, (n, S)."""
        similarity = build(table.values, setting.space.labels)
        distances = [wasserstein_of(*side, similarity, setting.space) for side in rows]
        return 1 - np.stack(distances, axis=1)
    def scores_of(tables):
        return np.stack([weight @ values_under(table) / weight.sum() for table in tables])
    def units_of(columns):
        table = np.concatenate([columns, np.ones((len(columns), 1))], axis=1) * weight[:, None]
        if groups is None:
            return table
        return np.stack([np.bincount(groups, column) for column in table.T], axis=1)
    def verdicts_of(tables):
        table = units_of(np.concatenate([values_under(alternative) for alternative in tables], axis=1))
        total = table.sum(axis=0)
        estimates = (total[:-1] / total[-1]).reshape(len(tables), len(names))
        units = len(table)
        share = tail_share(options["confidence_level"], units)
        number = enough_resamples(options["n_resamples"], share, units)
        replicated = np.empty((number, len(tables), len(names)))
        for place, _, (sums,) in resampled_sums([table], number, options["seed"]):
            means = sums[:, :-1] / sums[:, -1:]
            replicated[place] = means.reshape(len(means), len(tables), len(names))
        return judged(np.moveaxis(replicated, 0, 2), estimates, 1 - options["confidence_level"], share)
    def needed_of(pairs, tables):
        pair = telling_pair(pairs, "undecided")
        values = values_under(tables[0])
        table = units_of((values[:, pair.a] - values[:, pair.b])[:, None])
        mean = table[:, 0].sum() / table[:, 1].sum()
        moves = (table[:, 0] - mean * table[:, 1]) * len(table) / table[:, 1].sum()
        spread = float(moves.std(ddof=1)) if len(table) > 1 else 0.0
        if not spread > 0:
            return None
        return needed_examples(spread, EFFECT, 0.8, 1 - options["confidence_level"])
    _warn_unsure_rows(len(weight) if groups is None else int(groups.max()) + 1, groups, options)
    result = alternatives_under(names, setting, others, changes, scores_of, verdicts_of, needed_of)
    return {"measure": RISING, **result}
def _drawn_distances(systems, setting):
    n = len(systems[0][0].table)
    weight, groups = weights_of(n, setting), setting.options["groups"]
    kept = np.ones(n, bool) if weight is None else weight > 0
    drawn = []
    for predictions, references in systems:
        distances = distances_of(predictions, references, setting)
        drawn.append({name: distances[name][kept] for name in DISTANCE_MEASURES if name in distances})
    if groups is not None:
        groups = group_codes(groups, n, kept)
    return drawn, None if weight is None else weight[kept], groups
def _paired(distances, weight, groups, options):
    tables = [np.stack(list(system.values()), axis=1) for system in distances]
    scale = np.maximum(np.max([table.max(axis=0) for table in tables], axis=0), 1e-300)
    systems = [Contributions.of_scores(table / scale) for table in tables]
    if weight is not None:
        systems = [system.weighted(weight) for system in systems]
    (comparison,) = paired_comparisons(systems, Averaging(("samples",)), groups=groups, n_resamples=options["n_resamples"], confidence_level=options["confidence_level"], seed=options["seed"], test="bootstrap_t",).values()
    still = np.flatnonzero((comparison.standard_error == 0).any(axis=0))
    names = [f"the difference of {list(distances[0])[place]}" for place in still]
    _warn_unsure_rows(comparison.n_units, groups, options, names)
    return comparison, scale
def _warn_unsure_rows(units, groups, options, still=()):
    for text in (few_units(units, groups is not None, wide=False), no_spread(still), unresolved(options["n_resamples"], options["confidence_level"]),):
        if text:
            warn(text)
def _rising(values, name):
    return values if name == RISING else -values


# --- semantic_f1/comparisons/outcomes.py

CORRELATIONS = ("pearson", "spearman", "kendall", "ccc")
EXACT_PAIRS = 9
MOST_FOR_KENDALL = 5_000
_EQUAL_OUTCOMES = 1e-12
def concordance(x, y, ddof=0):
    x, y = _in_one_unit(np.asarray(x, float), np.asarray(y, float))
    sums = _moment_sums(x, y).sum(axis=0)
    return float(_concordance_of_sums(sums, len(x), ddof, x.mean() - y.mean()))
def outcome_correlation(scores, outcomes, method=("pearson", "spearman", "kendall", "ccc"), *, ddof=0, n_resamples=1000, confidence_level=0.95, seed=0, groups=None,):
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
    _p_value is None, since the pairs of a group don't change places with others. Where one side is
    constant the correlations are not defined: they are 0, without an interval, and "note" says so
    """
    x, y = _numbers_of(scores, "scores"), _numbers_of(outcomes, "outcomes")
    if len(x) != len(y):
        raise ValueError(f"scores and outcomes must be equally long; got {len(x)} and {len(y)} numbers")
    if len(x) < 2:
        raise ValueError(f"scores: at least 2 pairs are needed; got {len(x)}")
    methods = (method,) if isinstance(method, str) else tuple(method)
    for name in methods:
        if name not in CORRELATIONS:
            raise ValueError(f"method: expected names out of {', '.join(CORRELATIONS)}; got {name!r}")
    if ddof not in (0, 1) or isinstance(ddof, bool):
        raise ValueError(f"ddof: expected 0 or 1; got {ddof!r}")
    if not 0 < confidence_level < 1:
        raise ValueError(f"confidence_level: expected a number between 0 and 1; got {confidence_level!r}")
    still = [name for name, side in (("scores", x), ("outcomes", y)) if not np.ptp(side) > 0]
    shared, separate = _in_one_unit(x, y), [_in_one_unit(side)[0] for side in (x, y)]
    estimates = {"pearson": lambda: pearson(*separate), "spearman": lambda: spearman(*separate), "kendall": lambda: kendall_tau(*separate), "ccc": lambda: concordance(x, y, ddof),}
    notes = []
    if still:
        notes.append(f"all {' and all '.join(still)} are equal: correlations are not defined, and given as " "0 without an interval.")
    result = {"n": len(x), **{name: estimates[name]() for name in methods}, "note": ""}
    if n_resamples is None:
        _say(result, notes)
        return result
    if isinstance(n_resamples, bool) or not isinstance(n_resamples, int) or n_resamples < 1:
        raise ValueError(f"n_resamples: expected a whole number, 1 or more; got {n_resamples!r}")
    codes, units, what = None, len(x), "pairs"
    if groups is not None:
        codes = group_codes(check_groups(groups), len(x))
        units, what = int(codes.max()) + 1, "groups"
    if units < FEW:
        notes.append(f"{units} {what}, fewer than {FEW}: no interval can be trusted, so there is none" + ("." if groups is not None else "; the p-value is that of all orders."))
    _say(result, notes)
    ends = dict.fromkeys(methods, (None, None))
    if units >= FEW and not still:
        text = unresolved(n_resamples, confidence_level)
        if text:
            warn(text)
        if "kendall" in methods and len(x) > MOST_FOR_KENDALL:
            raise ValueError(f"method: intervals of kendall take up to {MOST_FOR_KENDALL:,} pairs; there are " f"{len(x):,}; leave it out, or pass n_resamples=None")
        share = tail_share(confidence_level, units)
        others = [name for name in methods if name != "ccc"]
        replicated = _replicated(*separate, others, codes, n_resamples, seed, ddof)
        if "ccc" in methods:
            replicated |= _replicated(*shared, ["ccc"], codes, n_resamples, seed, ddof)
        for name, values in replicated.items():
            low, high = order_ends(values, share, (-1.0, 1.0))
            ends[name] = min(float(low), result[name]), max(float(high), result[name])
    for name in methods:
        result[f"{name}_low"], result[f"{name}_high"] = ends[name]
        result[f"{name}_p_value"] = (None if groups is not None else _permutation_p(*separate, name, n_resamples, seed))
    return result
def _say(result, notes):
    result["note"] = " ".join(notes)
    if notes:
        warn(f"outcome_correlation: {result['note']}")
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
def _in_one_unit(*sides):
    size = max(np.abs(side).max() for side in sides) or 1.0
    sides = [side / size for side in sides]
    spread = max(np.ptp(side) for side in sides) or 1.0
    return [side / spread for side in sides]
def _moment_sums(x, y):
    x, y = x - x.mean(), y - y.mean()
    return np.stack([np.ones(len(x)), x, y, x * x, y * y, x * y], axis=1)
def _variances(sums):
    n = sums[..., 0]
    mean_x, mean_y = sums[..., 1] / n, sums[..., 2] / n
    var_x = np.maximum(sums[..., 3] / n - mean_x**2, 0)
    var_y = np.maximum(sums[..., 4] / n - mean_y**2, 0)
    return mean_x, mean_y, var_x, var_y, sums[..., 5] / n - mean_x * mean_y
def _concordance_of_sums(sums, n, ddof, shift):
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
            ranks = [_weighted_ranks(weight, *places_of_values) for places_of_values in ranked]
            total = weight.sum(axis=1, keepdims=True)
            a, b = (rank - (weight * rank).sum(axis=1, keepdims=True) / total for rank in ranks)
            moments = [(weight * p).sum(axis=1) for p in (a * b, a * a, b * b)]
            result["spearman"][place] = _correlation(*moments)
        if "kendall" in methods:
            products, squares, other_squares = (((weight @ table) * weight).sum(axis=1) for table in (signs[0] * signs[1], np.abs(signs[0]), np.abs(signs[1])))
            result["kendall"][place] = _correlation(products, squares, other_squares)
    return result
def _outcome_places(values):
    order = np.argsort(values, kind="stable")
    steps = np.diff(values[order]) > _EQUAL_OUTCOMES
    codes = np.empty(len(values), np.int64)
    codes[order] = np.concatenate([[0], np.cumsum(steps)])
    return codes, int(codes.max()) + 1
def _weighted_ranks(weight, codes, number):
    order = np.argsort(codes, kind="stable")
    starts = np.searchsorted(codes[order], np.arange(number))
    of_value = np.add.reduceat(weight[:, order], starts, axis=1)
    below = np.cumsum(of_value, axis=1) - of_value
    return (below + (of_value + 1) / 2)[:, codes]
def _permutation_p(x, y, name, n_resamples, seed):
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
            return np.abs(np.einsum("ij,pij->p", first, second[orders[:, :, None], orders[:, None, :]]))
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


# --- semantic_f1/comparisons/thresholds.py

PASSES = 2
ENOUGH_ROWS = 1_000
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
    if thresholds is None:
        grid = np.arange(5, 100, 5) / 100
        if table is not None and table.size and (table.min() < 0 or table.max() > 1):
            raise ValueError(f"probabilities: got scores from {table.min():.4g} to {table.max():.4g}; the " "default thresholds, .05 to .95, are for probabilities: pass thresholds=[...] in " "the range of your scores, or probabilities (a sigmoid of logits)")
        return grid
    grid = np.asarray(thresholds, dtype=np.float64)
    rising = grid.ndim == 1 and len(grid) > 1 and (np.diff(grid) > 0).all()
    if not rising or not np.isfinite(grid).all():
        raise ValueError("thresholds: expected two finite numbers or more, in rising order; got " f"{short(thresholds)}")
    return grid
def rows_of_scores(read, grid, setting_at):
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
    m = rows.levels.shape[1]
    places = np.broadcast_to(places, m).copy()
    best = None
    for _ in range(passes):
        before = places.copy()
        for label in range(m):
            scores = scores_of_places(rows, places, label, values, average, averaging, zero_division, n_grid)
            best = scores[places[label]]
            if scores.max() > best + _GAIN:
                places[label] = int(np.argmax(scores >= scores.max() - _GAIN))
                best = scores[places[label]]
        if (places == before).all():
            break
    return places, float(best)
def best_global(rows, values, average, averaging, zero_division, n_grid):
    scores = np.array([f1_of(rows, place, values, average, averaging, zero_division) for place in range(n_grid)])
    return int(np.argmax(scores >= scores.max() - _GAIN)), scores
def f1_of(rows, places, values, average, averaging, zero_division):
    examples = contributions_at(rows, rows.levels > places, values, zero_division)
    return float(scores_of_columns(examples.total(average), average, averaging)[2])
def contributions_at(rows, predicted, values, zero_division):
    kept = rows.weight > 0
    examples = Contributions.of_sets(*map(_sets_of, (predicted[kept], rows.gold[kept])), lambda a, b: values[a, b], len(values), zero_division=zero_division,)
    return examples.weighted(rows.weight[kept])
def mean_thresholds(grid, places):
    table = grid[places]
    means = np.exp(np.log(table).mean(axis=0)) if grid[0] > 0 else table.mean(axis=0)
    return np.where((table == table[0]).all(axis=0), table[0], means)
def tuned(read, grid, setting_at, cv, per_label, seed):
    rows, setting = rows_of_scores(read, grid, setting_at)
    options, values = setting.options, None
    average = one_average(options, "tune_thresholds")
    check_table_size("tune_thresholds", setting)
    values = setting.similarity.values
    n, m = rows.gold.shape
    kept = rows.weight > 0
    codes = np.arange(n) if options["groups"] is None else group_codes(options["groups"], n)
    fold = _folds(codes, cv, seed)
    mask = setting.macro_mask
    if options["macro_labels"] == "present":
        mask = (rows.gold[kept] | (rows.levels[kept] > 0)).any(axis=0)
    averaging = averaging_of(setting, (average,), mask)
    if int(kept.sum()) < ENOUGH_ROWS and per_label:
        warn(f"tune_thresholds: {int(kept.sum()):,} rows, fewer than {ENOUGH_ROWS:,}: thresholds " "per label gain little from so few, and may lose; one global threshold is safer " "(per_label=False).")
    common = values, average, averaging, options["zero_division"]
    by_label, single = np.empty((cv, m), np.int64), np.empty(cv, np.int64)
    for part in range(cv):
        others = rows.chosen(fold != part)
        single[part], _ = best_global(others, *common, len(grid))
        by_label[part] = single[part]
        if per_label:
            by_label[part], _ = ascent(others, single[part], *common, len(grid))
    whole, _ = best_global(rows, *common, len(grid))
    thresholds = mean_thresholds(grid, by_label) if per_label else np.full(m, grid[whole])
    systems = [contributions_at(rows, rows.levels > places[fold], values, options["zero_division"]) for places in (by_label, np.broadcast_to(single[:, None], (cv, m)))]
    groups = None if options["groups"] is None else group_codes(options["groups"], n, kept)
    resampling = {"groups": groups, "n_resamples": options["n_resamples"], "confidence_level": options["confidence_level"], "seed": options["seed"],}
    columns = _column_thresholds(thresholds, grid[whole], setting, read[0].width)
    at_end = setting_at(tuple(columns))
    with collect():
        final = _members_table(weighted_sets(*read, at_end).predictions, m)
    same = contributions_at(rows, final, values, options["zero_division"])
    result = {"thresholds": columns, "global_threshold": float(grid[whole]), "average": average, "cv": cv,}
    scores = [scores_of_columns(x.total(average), average, averaging)[2] for x in systems]
    result |= {"score_cv": float(scores[0])}
    if options["n_resamples"]:
        method = options["interval_method"]
        (uncertainty,) = score_intervals(systems[0], averaging, method=method, **resampling).values()
        result["score_cv_low"] = float(uncertainty.interval.low[2])
        result["score_cv_high"] = float(uncertainty.interval.high[2])
    result |= {"score_global_cv": float(scores[1]), "gain": float(scores[0] - scores[1])}
    if options["n_resamples"]:
        (comparison,) = paired_comparisons(systems, averaging, **resampling).values()
        result["gain_low"] = float(comparison.difference.low[0, 2])
        result["gain_high"] = float(comparison.difference.high[0, 2])
        warn_unsure(systems, groups, setting, (average,), mask)
    result["score_on_same_rows"] = float(scores_of_columns(same.total(average), average, averaging)[2])
    result["note"] = ("score_on_same_rows is optimistic: the thresholds were chosen on these rows; report " "score_cv.")
    return result
def scores_of_places(rows, places, label, values, average, averaging, zero_division, n_grid):
    levels, gold, weight = rows
    n, m = levels.shape
    predicted = levels > places
    predicted[:, label] = False
    example, of_gold = np.nonzero(gold)
    near = np.where(predicted[example], values[of_gold], 0)
    without = near.max(axis=1)
    more = np.maximum(values[of_gold, label] - without, 0)
    credit = np.where(gold, values[label], 0).max(axis=1)
    level = levels[:, label]
    def from_above(amounts, at, size):
        """Sums (n_grid, size) of amounts of rows that reach each place, by ``at``."""
        cell = level_of * size + at
        sums = np.bincount(cell, amounts, minlength=(n_grid + 1) * size).reshape(-1, size)
        return sums[::-1].cumsum(axis=0)[::-1][1:]
    level_of = level
    counts = AVERAGES[average].counts
    if counts == "examples":
        others = _credits_of_predicted(predicted, gold, values)
        number, gold_number = predicted.sum(axis=1), gold.sum(axis=1)
        earned = np.bincount(example, without, minlength=n)
        extra = np.bincount(example, more, minlength=n)
        out = _pointwise_f1(others, number, earned, gold_number, zero_division)
        into = _pointwise_f1(others + credit, number + 1, earned + extra, gold_number, zero_division)
        gains = from_above(weight * (into - out), 0, 1)[:, 0]
        return ((weight * out).sum() + gains) / weight.sum()
    columns = np.zeros((n_grid, 4, m))
    weight_of_predicted = np.where(predicted, weight[:, None], 0)
    columns[:, 1] = weight_of_predicted.sum(axis=0)
    for other in np.flatnonzero(columns[0, 1]):
        earns = np.where(gold, values[other], 0).max(axis=1)
        columns[:, 0, other] = (weight_of_predicted[:, other] * earns).sum()
    columns[:, 3] = (gold * weight[:, None]).sum(axis=0)
    columns[:, 2] = np.bincount(of_gold, weight[example] * without, minlength=m)
    columns[:, 0, label] = from_above(weight * credit, 0, 1)[:, 0]
    columns[:, 1, label] = from_above(weight, 0, 1)[:, 0]
    level_of = level[example]
    columns[:, 2] += from_above(weight[example] * more, of_gold, m)
    if counts == "totals":
        columns = columns.sum(axis=2)
    return scores_of_columns(columns, average, averaging)[:, 2]
def _credits_of_predicted(predicted, gold, values):
    total = np.zeros(len(gold))
    for label in np.flatnonzero(predicted.any(axis=0)):
        total += predicted[:, label] * np.where(gold, values[label], 0).max(axis=1)
    return total
def _pointwise_f1(earned, number, gold_earned, gold_number, zero_division):
    f1 = harmonic_mean(divide(earned, number), divide(gold_earned, gold_number))
    return np.where((number == 0) & (gold_number == 0), zero_division, f1)
def _folds(codes, cv, seed):
    number = int(codes.max()) + 1
    if number < cv:
        raise ValueError(f"cv: {cv} folds need as many examples (or groups) at least; there are {number}")
    order = np.random.default_rng([seed, 3]).permutation(number)
    fold = np.empty(number, np.int64)
    fold[order] = np.arange(number) % cv
    return fold[codes]
def _column_thresholds(thresholds, elsewhere, setting, width):
    place = {name: index for index, name in enumerate(setting.space.labels)}
    return [float(thresholds[place[name]]) if name in place else float(elsewhere) for name in setting.space.names[:width]]
def _members_table(sets, n_labels):
    rows = np.repeat(np.arange(len(sets.offsets) - 1), np.diff(sets.offsets))
    table = np.zeros((len(sets.offsets) - 1, n_labels), bool)
    table[rows, sets.indices] = True
    return table
def _sets_of(members):
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
        setting = self._setting_of_sets("agreement", options, grouped=False)
        return rating_agreement(ratings, setting, missing)
    @accounted
    def compare(self, predictions_a, predictions_b, references, *, test="auto", scores=(), **options):
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
        smaller FP + FN, among examples where it is gold or predicted by either. In the
        "soft" config each distance is compared, with its own wins (where a has the smaller one),
        ties and losses
        """
        if test not in TESTS:
            raise ValueError(f"test: expected one of {', '.join(TESTS)}; got {test!r}")
        options = self._of_differences("compare", options)
        if self.config_name == "soft":
            if scores or test != "auto":
                raise ValueError('compare: in the "soft" config distances are compared, by the paired ' "bootstrap-t; scores= and test= play no part")
            read = [self._read(predictions, references) for predictions in (predictions_a, predictions_b)]
            return compared_distances(read, self._setting(options))
        if scores:
            scores, setting = self._setting_of_baselines("scores", scores, options)
        else:
            setting = self._setting_of_sets("compare", options)
        systems = {"a": predictions_a, "b": predictions_b}
        datas = list(self._systems(systems, references, setting).values())
        result = comparison_of(datas, setting, test)
        return {**result, **compared_baselines(datas, setting, scores, test)} if scores else result
    @accounted
    def rank(self, systems, references, *, simultaneous=True, measure="cross_entropy", **options):
        """Several systems on the same examples, ranked, with the places they may have.

        Parameters
        ----------
        systems : mapping of name -> predictions, two at least
        references : as for ``compute``
        simultaneous : bool, whether all systems' places hold at once in confidence_level of data
            sets (Mogstad et al. 2024), or each system's by itself
        measure : config "soft": the distance that ranks, less being better (of wasserstein_score
            more)
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
        options = self._of_differences("rank", options)
        of_rows = self.config_name == "soft"
        setting = self._setting(options) if of_rows else self._setting_of_sets("rank", options)
        if not hasattr(systems, "items") or len(systems) < 2:
            raise ValueError("systems: expected a mapping of two names or more to predictions")
        if of_rows:
            read = [self._read(predictions, references) for predictions in systems.values()]
            return ranked_distances(list(systems), read, setting, measure)
        return ranked(self._systems(systems, references, setting), setting, simultaneous)
    @accounted
    def sensitivity(self, systems, references, similarities=None, *, perturb=True, distances=False, n_noise=20, **options,):
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
        ranking against the first. In the "soft" config systems are ordered by "measure",
        wasserstein_score, in the place of "average"
        """
        if isinstance(n_noise, bool) or not isinstance(n_noise, int) or n_noise < 1:
            raise ValueError(f"n_noise: expected a whole number, 1 or more; got {n_noise!r}")
        options = self._of_differences("sensitivity", options)
        of_rows = self.config_name == "soft"
        if of_rows:
            setting = self._setting(options)
            if setting.similarity is None:
                raise ValueError("sensitivity: takes a similarity; pass similarity=")
        else:
            setting = self._setting_of_sets("sensitivity", options, grouped=False)
        if not hasattr(systems, "items") or not systems:
            raise ValueError("systems: expected a mapping of names to predictions")
        if similarities is None:
            similarities = {}
        elif not hasattr(similarities, "items"):
            similarities = {getattr(similarity, "name", similarity): similarity for similarity in similarities}
        same = {"labels": setting.space.names, "none_labels": setting.options["none_labels"]}
        others = {str(name): self._setting({**options, **same, "similarity": source}).similarity.values for name, source in {**similarities, "identity": "identity"}.items()}
        if of_rows:
            read = [self._read(predictions, references) for predictions in systems.values()]
            changes = perturb, distances, n_noise
            return sensitive_distances(list(systems), read, setting, others, changes)
        sets = self._systems(systems, references, setting)
        return alternatives_of(sets, setting, others, perturb, distances, n_noise)
    @accounted
    def sample_size(self, predictions_a, predictions_b, references, *, effect=0.01, power=0.8, alpha=0.05, **options,):
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
        return sized(*systems_of(datas, setting, (average,), systems), setting, effect, power, alpha)
    @accounted
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
        return curve_of(check_grid(read[0].table, thresholds), read, lambda threshold: self._setting({**options, "threshold": threshold}),)
    @accounted
    def tune_thresholds(self, probabilities, references, average="macro", cv=5, *, per_label=True, thresholds=None, **options,):
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
        seed = self._setting_of_sets("tune_thresholds", options, grouped=False).options["seed"]
        return tuned(read, check_grid(read[0].table, thresholds), lambda threshold: self._setting({**options, "threshold": threshold}), cv, per_label, seed,)
    def _scores(self, method, probabilities, references, options):
        if self.config_name != "multilabel":
            raise ValueError(f'{method}: needs scores, so the "multilabel" config')
        if "threshold" in options:
            raise ValueError(f"{method}: pass thresholds=[...], not threshold=")
        self._check_pair(probabilities, references, needed=method)
        return self._read(probabilities, references)
    def _systems(self, systems, references, setting):
        sets, texts, read_as = {}, {}, {}
        for name, predictions in systems.items():
            try:
                self._check_pair(predictions, references, needed="predictions")
                with collect() as collected:
                    raws = self._read(predictions, references)
                    sets[name] = weighted_sets(*raws, setting)
                    read_as.setdefault(names_read(raws[1]), name)
            except ValueError as error:
                raise ValueError(f"system {short(name)}: {error}") from error
            for text in collected:
                texts.setdefault(text, []).append(name)
        if len(read_as) > 1:
            first, other, *_ = read_as.values()
            raise ValueError(f"references: their ids stand for other names beside {short(first)} than beside " f"{short(other)}, one of which brought a ClassLabel: give the references their " "names, or all systems ids of one order")
        for text, names in texts.items():
            of_all = len(names) == len(systems)
            warn(text if of_all else f"{', '.join(map(short, names))}: {text}")
        return sets
    def _of_differences(self, method, options):
        if options.get("interval_method", "smoothed") != "smoothed":
            raise ValueError(f"interval_method: plays no part in {method}: intervals of differences belong to " "their test, the smoothed bootstrap or the bootstrap-t; leave it out")
        return {**self._resampling(), **options}
    def _resampling(self):
        return {"n_resamples": self._options.get("n_resamples", 1000)}
    winners = staticmethod(winners)
    outcome_correlation = staticmethod(outcome_correlation)


# --- semantic_f1/reports/annotators.py

class People:
    """Methods of the metric: ``reliability``, ``perspectives`` and others."""
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
        for name in distances:
            if name not in SET_DISTANCES:
                raise ValueError(f"distance: expected one of {', '.join(SET_DISTANCES)}, or a list of them; " f"got {short(name)}")
        data = self._annotated(references, setting)
        units = units_of(data.references, data.offsets, setting.similarity.pairs, len(setting.space.labels), sample_weight=data.weight,)
        if not len(units.size):
            raise ValueError("references: no example has two annotators or more; agreement takes two")
        options, groups = setting.options, None
        if options["groups"] is not None:
            kept = np.diff(data.offsets) >= 2
            if data.weight is not None:
                kept &= data.weight > 0
            groups = group_codes(check_groups(options["groups"]), len(kept), kept)
        if options["n_resamples"]:
            number = len(units.size) if groups is None else int(groups.max()) + 1
            text = few_units(number, groups is not None, wide=False)
            if text:
                warn(text)
        result = {}
        for name in distances:
            parts = annotator_agreement(units, name)
            alpha = float(alpha_of(parts.rows.sum(axis=0), parts))
            of_distance = {"alpha": None if np.isnan(alpha) else alpha, "observed": parts.observed, "expected": parts.expected, "standard_error": alpha_jackknife(parts),}
            if np.isnan(alpha):
                warn(f"reliability: {name}: nothing varies, so that alpha is not defined.")
            if options["n_resamples"]:
                of_distance |= alpha_interval(parts, groups=groups, n_resamples=options["n_resamples"], confidence_level=options["confidence_level"], seed=options["seed"],)
            result[name] = of_distance
        result["n_units"] = len(units.size)
        result["n_values"] = int(units.size.sum())
        result["n_distinct"] = len(units.table)
        return result
    def alternative_annotator_test(self, predictions, references, annotators, epsilon, fdr=0.05, min_items=30, **options):
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
            raise ValueError(f"min_items: expected a whole number, 2 or more; got {short(min_items)}")
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
            sets = data.predictions._replace(indices=np.tile(np.array(labels, data.predictions.indices.dtype), n), offsets=np.arange(n + 1) * len(labels),)
            answer = [setting.space.labels[label] for label in labels]
            constant = tested(data._replace(predictions=sets))
            result["constant"] = {"answer": answer, **constant}
            if constant["passed"]:
                constant_answer = "{" + ", ".join(answer) + "}" if answer else "{nothing}"
                warn("alternative_annotator_test: always answering " f"{constant_answer} passes too: the test does not tell this system from it.")
        if result["winning_rate"] is None:
            warn(f"alternative_annotator_test: no annotator has {min_items} examples that were " "judged by others too; nothing was tested.")
        return result
    def perspectives(self, predictions, references, annotators=None, **options):
        """Scores of a system that predicts for each annotator what he or she would say.

        Parameters
        ----------
        predictions : nested as the references are: for each annotator of an example one set, or
            with ``threshold`` one row of scores
        references : as for ``compute`` in the "annotators" config
        annotators : None, or who they are, nested alike; adds scores by annotator
        **options : those of ``compute``, with ``reduce="mean"``; ``n_resamples`` adds intervals
            over examples of these scores and of the gain, with its p-value

        Returns
        -------
        dict: scores of every prediction against the annotator it was made for, each 1/k of its
        example, under the keys of ``compute``; "perspective_gain", by how much its F1 is above that
        of the same predictions against the other annotators of an example ("system_f1"): 0 where
        all get the same; "human_f1", an annotator against the others; with ``annotators``
        "semantic_f1_by_annotator" and "mean_semantic_f1_over_annotators", in which people count
        alike; "error_rate", the share of sets that are not equal, and "hamming_distance", the
        mean share of labels that differ
        """
        setting = self._setting_of_annotators("perspectives", options)
        if setting.options["reduce"] != "mean":
            raise ValueError('perspectives: each prediction has one gold set, so reduce is "mean"')
        raws = read_by_annotator(predictions, references)
        offsets = raws[0].offsets
        weight = weights_of(len(offsets) - 1, setting)
        sides, changes = resolved_sides(*raws, setting)
        warn_changes(changes, setting)
        people = None if annotators is None else read_annotators(annotators, offsets)
        return perspectives_of(*sides, offsets, weight, people, setting)
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
            raise ValueError(f'{method}: takes several gold sets an example: load("semantic_f1", "annotators"); ' f'this is the "{self.config_name}" config')
        return self._setting_of_sets(method, options, grouped=False)
    def _annotated(self, references, setting):
        try:
            n = len(references)
        except TypeError:
            references = list(references)
            n = len(references)
        return weighted_sets(*self._read([[]] * n, references), setting)


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
    matrix = _checked(matrix)
    bias, prevalence = matrix.sum(axis=-1), matrix.sum(axis=-2)
    correct = np.diagonal(matrix, axis1=-2, axis2=-1)
    precision, recall = divide(correct, bias), divide(correct, prevalence)
    f1 = divide(correct, bias / 2 + prevalence / 2)
    return ClassScores(bias, prevalence, correct, precision, recall, f1)
def accuracy(matrix):
    of = per_class(matrix)
    return divide(of.correct.sum(axis=-1), of.bias.sum(axis=-1))
def macro_recall(matrix):
    return per_class(matrix).recall.mean(axis=-1)
def macro_precision(matrix):
    return per_class(matrix).precision.mean(axis=-1)
def macro_f1(matrix, kind="averaged_f1"):
    of = per_class(matrix)
    if kind == "averaged_f1":
        return of.f1.mean(axis=-1)
    if kind == "f1_of_averages":
        return harmonic_mean(of.precision.mean(axis=-1), of.recall.mean(axis=-1))
    raise ValueError(f'kind: expected "averaged_f1" or "f1_of_averages"; got {kind!r}')
def weighted_f1(matrix):
    of = per_class(matrix)
    share = of.prevalence / of.prevalence.sum(axis=-1, keepdims=True)
    return np.minimum((share * of.f1).sum(axis=-1), 1.0)
def cohen_kappa(matrix):
    observed, expected, _, _ = _disagreements(matrix)
    return np.where(expected > 0, 1 - divide(observed, expected), 0.0)[()]
def matthews_corrcoef(matrix):
    observed, expected, predicted, gold = _disagreements(matrix)
    scale = predicted * np.sqrt(divide(gold, predicted))
    return np.clip(divide(expected - observed, scale), -1.0, 1.0)
def geometric_macro_recall(matrix):
    with np.errstate(divide="ignore"):
        return np.exp(np.log(per_class(matrix).recall).mean(axis=-1))
def harmonic_macro_recall(matrix):
    with np.errstate(divide="ignore"):
        return 1 / (1 / per_class(matrix).recall).mean(axis=-1)
METRICS = {"accuracy": accuracy, "macro_recall": macro_recall, "geometric_macro_recall": geometric_macro_recall, "harmonic_macro_recall": harmonic_macro_recall, "macro_precision": macro_precision, "macro_f1": macro_f1, "macro_f1_of_averages": partial(macro_f1, kind="f1_of_averages"), "weighted_f1": weighted_f1, "cohen_kappa": cohen_kappa, "matthews_corrcoef": matthews_corrcoef,}
def equalize_prevalence(matrix, class_names=None):
    matrix = _checked(matrix)
    prevalence = matrix.sum(axis=-2, keepdims=True)
    _check_present(prevalence[..., 0, :], class_names)
    mean_prevalence = prevalence.mean(axis=-1, keepdims=True)
    return matrix / prevalence * mean_prevalence
def macro_gap(precision, recall):
    precision, recall = _checked_rates(precision, "precision"), _checked_rates(recall, "recall")
    if precision.shape != recall.shape:
        raise ValueError("precision and recall: one of each a class is needed; got shapes " f"{precision.shape} and {recall.shape}")
    averaged_f1 = harmonic_mean(precision, recall).mean(axis=-1)
    f1_of_averages = harmonic_mean(precision.mean(axis=-1), recall.mean(axis=-1))
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
    return {"mean": float(values.mean()), "std": float(values.std()), "min": float(values.min()), "max": float(values.max()),}
def _disagreements(matrix):
    matrix = _checked(matrix)
    _, exponent = np.frexp(matrix.max(axis=(-2, -1), keepdims=True))
    matrix = np.ldexp(matrix, -exponent)
    others = 1 - np.eye(matrix.shape[-1])
    bias, prevalence = matrix.sum(axis=-1), matrix.sum(axis=-2)
    def of_different(a, b):
        return (a @ others * b).sum(axis=-1)
    observed = bias.sum(axis=-1) * (matrix * others).sum(axis=(-2, -1))
    return (observed, of_different(bias, prevalence), of_different(bias, bias), of_different(prevalence, prevalence),)
def _checked(matrix):
    try:
        array = np.asarray(matrix)
    except ValueError:
        raise ValueError("matrix: its rows are not equally long") from None
    square = array.ndim >= 2 and array.shape[-1] == array.shape[-2] >= 1
    if not square or array.dtype.kind not in "iuf":
        raise ValueError("matrix: expected numbers in as many rows (predicted) as columns (gold), one class at " f"least; got {array.dtype} of shape {array.shape}")
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
        raise ValueError("matrix: prevalence calibration needs gold mass in every class; there is none in " f"{', '.join(repr(names[i]) for i in absent)}; leave such classes out of the matrix")
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
        raise ValueError(f"{argument}: expected finite numbers >= 0, not all 0; got {values.tolist()}")
    return values


# --- semantic_f1/reports/formats.py

GROUPS = ("semantic", "hard")
SCORES = ("precision", "recall", "f1")
AMOUNTS = ("predicted", "support")
MANY_ROWS = 1_000
_MARKUP = {ord(sign): f"\\{sign}" for sign in "\\`*_[]|~#$"}
_MARKUP.update({ord("&"): "&amp;", ord("<"): "&lt;", ord(">"): "&gt;"})
def as_dict(report):
    def scores(entry):
        groups = {group: {name: _plain_number(entry[group][name]) for name in SCORES} for group in GROUPS if group in entry}
        return {name: _plain_number(entry[name]) for name in AMOUNTS if name in entry} | groups
    return {"rows": [{"label": str(row["label"]), **scores(row)} for row in report["rows"]], "averages": {str(name): scores(entry) for name, entry in report["averages"].items()}, "signature": str(report["signature"]),}
def as_text(report, digits=3):
    groups = _report_groups(report)
    rows, left_out = _used_rows(report)
    tables = [_cells(rows, "label", groups, digits), _averages(report, groups, digits)]
    heads = ["", *(name for _ in groups for name in SCORES), *AMOUNTS]
    widths = [max(map(_width, column)) for column in zip(heads, *tables[0], *tables[1], strict=True)]
    step = len(SCORES)
    over = [""] * len(heads)
    for index, group in enumerate(groups):
        over[1 + index * step] = group
    def line(cells):
        padding = [" " * (width - _width(c)) for width, c in zip(widths, cells, strict=True)]
        parts = [cells[0] + padding[0], *(p + c for p, c in zip(padding[1:], cells[1:], strict=True)),]
        return "  ".join(parts).rstrip()
    blocks = [[line(over), line(heads)], *([line(cells) for cells in table] for table in tables)]
    blocks += [[text] for text in (left_out, _visible(report["signature"])) if text]
    return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"
def as_markdown(report, digits=3):
    groups = _report_groups(report)
    heads = ["label", *(f"{group} {name}" for group in groups for name in SCORES), *AMOUNTS]
    lines = [heads, ["---", *["---:"] * (len(heads) - 1)]]
    rows, left_out = _used_rows(report)
    for label, *numbers in _cells(rows, "label", groups, digits):
        lines.append([label.translate(_MARKUP), *numbers])
    for name, *numbers in _averages(report, groups, digits):
        lines.append([f"**{name.translate(_MARKUP)}**", *numbers])
    text = "\n".join(f"| {' | '.join(cells)} |" for cells in lines) + "\n"
    for line in (left_out, _visible(report["signature"]).translate(_MARKUP)):
        text += f"\n{line}\n" if line else ""
    return text
def report_cells(report, digits=3):
    groups = _report_groups(report)
    heads = ["", *(f"{group} {name}" for group in groups for name in SCORES), *AMOUNTS]
    return heads, _cells(report["rows"], "label", groups, digits), _averages(report, groups, digits)
def as_frame(report):
    import pandas
    plain, groups = as_dict(report), _report_groups(report)
    entries = [("label", row["label"], row) for row in plain["rows"]]
    entries += [("average", name, entry) for name, entry in plain["averages"].items()]
    records = [{"kind": kind, "name": name, **{f"{group}_{key}": entry[group][key] for group in groups for key in SCORES}, **{key: entry.get(key) for key in AMOUNTS},} for kind, name, entry in entries]
    frame = pandas.DataFrame(records)
    numbers = frame.columns[2:]
    frame[numbers] = frame[numbers].astype(float)
    frame.attrs["signature"] = plain["signature"]
    return frame
def _used_rows(report):
    rows = report["rows"]
    if len(rows) <= MANY_ROWS:
        return rows, ""
    used = [row for row in rows if row.get("predicted") or row.get("support")]
    unused = len(rows) - len(used)
    return used, f"Labels neither gold nor predicted, left out here: {unused:,}" if unused else ""
def _report_groups(report):
    entries = [*report["rows"], *report["averages"].values()]
    return [group for group in GROUPS if any(group in entry for entry in entries)]
def _averages(report, groups, digits):
    entries = [{"name": name, **entry} for name, entry in report["averages"].items()]
    return _cells(entries, "name", groups, digits)
def _cells(entries, name, groups, digits):
    return [[_visible(entry[name]), *(_score_text(entry[group][key], digits) for group in groups for key in SCORES), *(_amount_text(entry.get(key), digits) for key in AMOUNTS),] for entry in entries]
def _score_text(value, digits):
    return "" if value is None else f"{value:.{digits}f}"
def _amount_text(value, digits):
    return "" if value is None else f"{value:.{0 if float(value).is_integer() else digits}f}"
def _plain_number(value):
    return value.item() if hasattr(value, "item") else value
def _visible(text):
    return "".join(c if c.isprintable() else _escape(c) for c in str(text))
def _escape(character):
    return character.encode("unicode_escape").decode("ascii")
def _width(text):
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


# --- semantic_f1/reports/matching.py

def single_label_matrix(predicted, gold, n_classes, sample_weight=None):
    cells = predicted.astype(np.intp) * n_classes + gold
    counts = np.bincount(cells, sample_weight, minlength=n_classes**2)
    return counts.reshape(n_classes, n_classes).astype(np.float64)
def best_match_matrix(queries, candidates, pairs, n_labels, *, sample_weight=None):
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
        for part in slices_of(length, CHUNK_PAIRS):
            _add_matches(matrix, asking[part], asked, first[part], length[part], pairs, amounts[part])
    return matrix
def _nonempty_sets(sets, start, stop, n_labels):
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
def _add_matches(matrix, queries, candidates, first, length, pairs, amount):
    cells, n_columns = matrix.reshape(-1), len(matrix)
    none = n_columns - 1
    ends = np.cumsum(length)
    begins = ends - length
    position = np.arange(ends[-1]) + np.repeat(first - begins, length)
    asking, asked = np.repeat(queries, length), candidates[position]
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

REPORTS = {"text": as_text, "markdown": as_markdown, "frame": lambda content, digits: as_frame(content), "dict": lambda content, digits: as_dict(content),}
def sums_of_report(data, setting, scores=()):
    sums = Sums(*semantic_and_hard_of(data, setting))
    others = {name: {} for name in scores}
    if scores:
        for kind, pairs in (("semantic", None), ("hard", identity(setting.space.labels).pairs),):
            for name, mean in mean_baselines(data, setting, scores, pairs).items():
                others[name][kind] = mean
    return sums, others
def report_of(sums, setting, signature, others):
    counts = {kind: rounded_counts(getattr(sums, kind), setting) for kind in ("semantic", "hard")}
    mask = macro_mask_of(counts["semantic"], setting, ("macro",))
    both = {kind: setting._replace(options={**setting.options, "macro_f1": kind}) for kind in CHOICES["macro_f1"]}
    content = {"rows": [{"label": label, "predicted": predicted, "support": support, **scores} for label, predicted, support, scores in zip(setting.space.labels, counts["semantic"].predicted.tolist(), counts["semantic"].support.tolist(), _by_label(counts, setting), strict=True,)], "averages": {title: {kind: _score_dict(scores_of(of, average, both[kind_of_macro], mask)) for kind, of in counts.items()} for title, average, kind_of_macro in _report_rows()}, "signature": signature,}
    for name, means in others.items():
        content["averages"][name] = {kind: {"precision": None, "recall": None, "f1": mean} for kind, mean in means.items()}
    gaps = {kind: _gap(scores_of(of, None, setting, None), mask) for kind, of in counts.items()}
    return content, gaps
def _report_rows():
    first, *others = CHOICES["macro_f1"]
    for average in NAMED_AVERAGES:
        yield average, average, first
        for kind in others if AVERAGES[average].macro else ():
            yield f"{average} ({kind.replace('_', ' ').replace('f1', 'F1')})", average, kind
def confusion_of(data, setting):
    check_table_size("confusion", setting)
    names, m = setting.space.labels, len(setting.space.labels)
    result = {"labels": [*names, "(none)"]}
    *sides, weight = counted_pairs(data, setting)
    for side, sets in (("predicted", sides), ("gold", sides[::-1])):
        result[side] = best_match_matrix(*sets, setting.similarity.pairs, m, sample_weight=weight).tolist()
    single = all((np.diff(sets.offsets) == 1).all() and (sets.indices < m).all() for sets in sides)
    if single:
        classes = (sets.indices for sets in sides)
        matrix = single_label_matrix(*classes, m, weight)
        result["matrix"] = matrix.tolist()
        result["metrics"] = {name: float(of(matrix)) for name, of in METRICS.items()}
        try:
            calibrated = equalize_prevalence(matrix, names)
            result["calibrated"] = {name: float(of(calibrated)) for name, of in METRICS.items()}
        except ValueError as error:
            warn(str(error))
            result["calibrated"] = None
        result["per_class"] = {name: values.tolist() for name, values in per_class(matrix)._asdict().items()}
    return result
def set_relatedness_of(data, setting):
    return set_relatedness(*data[:2], setting.similarity.pairs, len(setting.space.labels), zero_division=setting.options["zero_division"],)
def explanation_of(raws, setting):
    if hasattr(raws[0], "points"):
        return _points_explained(raws, setting)
    sides, changes = resolved_sides(*raws, setting)
    warn_changes(changes, setting)
    known = [[*setting.space.labels, *distinct_unknown(change.unknown, setting)] for change in changes]
    if not hasattr(raws[1], "sets"):
        return explained(*sides, known, setting)
    data = Data(*sides, None, raws[1].offsets)
    by_annotator = [explained(sides[0], take_sets(sides[1], [i]), known, setting) for i in range(raws[1].offsets[-1])]
    return {**_of_one_example(scores_by_example(data, setting)), "by_annotator": by_annotator}
def _points_explained(raws, setting):
    data, _ = resolved_data(*raws, setting)
    kernel, sides = setting.similarity, (data.predictions.points, data.references.points)
    result = _of_one_example(scores_by_example(data, setting))
    given = [raw.points for raw in raws]
    for side, name in enumerate(SIDES):
        points, others = sides[side], sides[1 - side]
        matches = []
        for place, point in enumerate(points):
            single = PointSets(point[None], np.array([0, 1]))
            candidates = PointSets(others, np.arange(len(others) + 1))
            alone = [best_credits(single, candidates.rows(i, i + 1), kernel, 1)[0][0] for i in range(candidates.n)]
            best = max(alone, default=0.0)
            ties = [given[1 - side][i].tolist() for i, value in enumerate(alone) if value == best > 0]
            matches.append({"point": given[side][place].tolist(), "best_match": ties[0] if ties else None, "similarity": float(best), "ties": ties,})
        result[name] = matches
    return result
def explained(predictions, references, known, setting):
    return {**_of_one_example(scores_by_example(Data(predictions, references, None), setting)), "predictions": _matches(predictions, references, known[0], setting), "references": _matches(references, predictions, known[1], setting),}
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
        matches.append({"label": known[index], "best_match": ties[0] if ties else None, "similarity": best, "ties": ties,})
    return matches
def _score_dict(scores):
    return {name: float(value) for name, value in scores._asdict().items()}
def _by_label(counts, setting):
    tables = {kind: np.stack(scores_of(of, None, setting, None), axis=-1).tolist() for kind, of in counts.items()}
    for index in range(len(setting.space.labels)):
        yield {kind: dict(zip(("precision", "recall", "f1"), rows[index], strict=True)) for kind, rows in tables.items()}
def _gap(scores, mask):
    counted = slice(None) if mask is None else mask
    gap = macro_gap(scores.precision[counted], scores.recall[counted])
    return {"difference": float(gap.difference), "lemma": float(gap.lemma)}


# --- semantic_f1/reports/hierarchical.py

class ExtendedSizes(NamedTuple):
    """Sizes of extended sets, one entry an example: float64 arrays."""
    shared: np.ndarray
    predicted: np.ndarray
    gold: np.ndarray
def concepts_of(sets, concepts):
    members = np.asarray(sets.indices, np.int64)
    unknown = members >= len(concepts)
    if unknown.any():
        raise ValueError("hierarchical: an unknown name has no ancestors; unknown_labels='mismatch' plays no " "part here: 'raise' or 'ignore'")
    return concepts[members], np.asarray(sets.offsets, np.int64)
def extended_sizes(predictions, references, ancestors_of, n, excluded=()):
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
        codes.append(np.unique(np.repeat(rows, sizes) * n + ancestor[position]))
    rows = len(predictions[1]) - 1
    shared = np.intersect1d(*codes, assume_unique=True)
    return ExtendedSizes(*(np.bincount(each // n, minlength=rows).astype(np.float64) for each in (shared, *codes)))
def hierarchical_scores(sizes, weight=None, zero_division=1.0):
    weight = np.ones(len(sizes.shared)) if weight is None else np.asarray(weight, np.float64)
    shared, predicted, gold = (float((weight * each).sum()) for each in sizes)
    micro = [_share(shared, predicted), _share(shared, gold), _share(2 * shared, predicted + gold)]
    empty = (sizes.predicted == 0) & (sizes.gold == 0)
    samples = [np.divide(part, whole, out=np.where(empty, zero_division, 0.0), where=whole > 0) for part, whole in ((sizes.shared, sizes.predicted), (sizes.shared, sizes.gold), (2 * sizes.shared, sizes.predicted + sizes.gold),)]
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
            return figure(columns(self))
        return "".join(figure(columns(explanation)) for explanation in self["by_annotator"])
def shown_report(text, html):
    shown = ReportText(text)
    shown.html = html
    return shown
def html_of_report(content, digits):
    heads, labels, averages = report_cells(content, digits)
    groups = "".join(f"<tbody>{_html_rows(rows)}</tbody>" for rows in (labels, averages))
    head = "".join(f'<th scope="col">{xml_text(name)}</th>' for name in heads)
    table = scrolling(f"<table><thead><tr>{head}</tr></thead>{groups}</table>", "Report")
    cited = content["signature"]
    return table + (f"<p><small>{xml_text(cited)}</small></p>" if cited else "")
def html_of_similarity(similarity):
    card = similarity.card
    lines = [f"<strong>{xml_text(similarity.name)}</strong>, {len(similarity.labels)} labels"]
    lines += [f"{name}: {xml_text(card[name])}" for name in CARD_SHOWN if card.get(name)]
    caveats = card.get("caveats") or ()
    lines += [f"caveat: {xml_text(x)}" for x in ((caveats,) if isinstance(caveats, str) else caveats)]
    values = getattr(similarity, "values", None)
    picture = "" if values is None else heatmap(similarity.labels, values)
    return figure(*(f'<p style="margin:4px">{line}</p>' for line in lines)) + picture
def html_of_audit(audit):
    texts = [f"{audit.name}: {len(audit.warnings)} warnings", *audit.warnings]
    return figure(*map(paragraph, texts))
def _html_rows(rows):
    return "".join(f'<tr><th scope="row">{xml_text(first)}</th>' + "".join(f"<td>{xml_text(cell)}</td>" for cell in rest) + "</tr>" for first, *rest in rows)
LabelSimilarity._repr_html_ = html_of_similarity
Audit._repr_html_ = html_of_audit


# --- semantic_f1/reports/methods.py

class Reports:
    """Methods of the metric: ``report``, ``explain``, ``confusion``, ``pointwise`` and others."""
    @accounted
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
            raise ValueError(f"pointwise: got one example, {short(predictions)}, where a batch of them is " "needed: Dataset.map(metric.pointwise, batched=True, ...)")
        self._check_pair(predictions, references, needed="pointwise")
        if scores:
            scores, setting = self._setting_of_baselines("scores", scores, options)
        else:
            setting = self._setting(options)
        raws = self._read(predictions, references)
        if self.config_name == "soft":
            return {name: values.tolist() for name, values in distances_of(*raws, setting).items()}
        data = label_sets(*raws, setting, counted=False)
        precision, recall, f1 = scores_by_example(data, setting)
        result = {"semantic_f1": f1, "semantic_precision": precision, "semantic_recall": recall}
        if scores:
            result |= baselines_by_example(data, setting, scores)
        return {name: values.tolist() for name, values in result.items()}
    @accounted
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
    @accounted
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
            raise ValueError("set_relatedness: takes one gold set an example; the " '"annotators" config has several')
        setting = self._setting_of_sets("set_relatedness", options, grouped=False)
        data = weighted_sets(*self._read(predictions, references), setting)
        values = set_relatedness_of(data, setting)
        return {"set_relatedness": float(np.average(values, weights=data.weight)), "set_relatedness_by_example": values.tolist(),}
    @accounted
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
            raise ValueError('hierarchical: takes one gold set an example; the "annotators" config has several')
        setting = self._setting_of_sets("hierarchical", options, grouped=False)
        thesaurus = getattr(setting.similarity, "thesaurus", None)
        if thesaurus is None:
            raise ValueError("similarity: hierarchical scores take a measure over a thesaurus, which has " "ancestors: metric.similarity.relatedness(thesaurus, ...); got " f"{setting.similarity.name!r}")
        data = weighted_sets(*self._read(predictions, references), setting)
        concepts = [concepts_of(side, setting.similarity.concepts) for side in (data.predictions, data.references)]
        if roots and len(thesaurus.roots) == 1:
            warn(f"hierarchical: {thesaurus.name_of(int(thesaurus.roots[0]))!r} is above every " "concept and counts as an ancestor that all share, which raises precision and " "recall; roots=False leaves it out, as Kiritchenko et al. (2006) do.")
        excluded = () if roots or len(thesaurus.roots) > 1 else thesaurus.roots.tolist()
        sizes = extended_sizes(*concepts, thesaurus.with_ancestors, thesaurus.n_concepts, excluded)
        scores = hierarchical_scores(sizes, data.weight, setting.options["zero_division"])
        semantic = scores_by_example(data, setting)
        names = ("semantic_precision", "semantic_recall", "semantic_f1")
        return scores | {name: float(np.average(values, weights=data.weight)) for name, values in zip(names, semantic, strict=True)}
    @accounted
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
        setting = self._setting_of_sets("explain", options, grouped=False)
        return Explanation(explanation_of(self._read([predictions], [references]), setting))
    @accounted
    def report(self, predictions=None, references=None, *, counts=None, output="text", digits=3, scores=(), **options,):
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
        if isinstance(digits, bool) or not isinstance(digits, int) or digits < 0:
            raise ValueError(f"digits: expected a whole number, 0 or more; got {digits!r}")
        uncertain = {"n_resamples": None, "groups": None}
        of_report = {**options, **uncertain, "average": list(NAMED_AVERAGES)}
        weights = {"sample_weight": "counted"} if getattr(counts, "weighted", False) else {}
        cited = self._signature_of(self._setting(of_report), **weights)
        if counts is None:
            self._check_pair(predictions, references, needed="report")
            data = weighted_sets(*self._read(predictions, references), setting)
            sums, others = sums_of_report(data, setting, scores)
        else:
            if predictions is not None or scores:
                raise ValueError("counts: pass either examples or counts of them, and no scores, which need " "the examples")
            self._check_counts(counts, setting)
            warn_changes(counts.changes, setting)
            sums, others = sums_in(counts, setting), {}
        content, gaps = report_of(sums, setting, cited, others)
        rendered = REPORTS[output](content, digits)
        if output == "dict":
            rendered["macro_gap"] = gaps
        if output == "text":
            return shown_report(rendered, html_of_report(content, digits))
        return rendered
    @accounted
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
        with collect():
            hard = full_result(data, setting.exact())
        return {"semantic": semantic, "hard": hard}
    @accounted
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
        setting = self._setting_of_sets("confusion", options, grouped=False)
        return confusion_of(weighted_sets(*self._read(predictions, references), setting), setting)
    precision_under = staticmethod(precision_under)
    spread = staticmethod(spread)


# --- semantic_f1/metric.py

OF_POINTS = ("compare", "rank", "explain")
SHAPING = {"similarity", "labels", "none_labels", "normalize_names", "macro_labels"}
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
_KWARGS_DESCRIPTION = ("""
Args:
    predictions: one entry an example. Default config: a label name, an id, or a collection of
        names or of ids (a string is one label; an empty list is the empty set; repeats count
        once). Config "multilabel": a row of 0 and 1, one column a label, or of scores when
        `threshold` is given. Config "soft": a distribution, one probability a label (they sum to
        1 within 1e-6), or for two labels the probability of the second. Config "graded": one value
        from 0 to 1 a label, which need not sum to 1. Config "points": a list of points, each a
        list of numbers.
    references: the gold labels, likewise; never scores. Config "annotators": a list of gold sets
        an example, one an annotator: [["joy"], ["joy", "love"], []].
""" + options_text() + """

Returns:
    dict with semantic_f1, semantic_precision and semantic_recall, floats in [0, 1]; for
    average=None lists in the order of "labels", which is returned with the "support". With
    `annotators` also "annotators", "n_by_annotator", and each score with _by_annotator, lists.
    Config "soft": cross_entropy, manhattan_distance, euclidean_distance,
    jensen_shannon_divergence and jensen_shannon_distance (natural logarithms; Rizzi et al. 2024),
    means over the examples, with a similarity also wasserstein_distance and wasserstein_score =
    1 - wasserstein_distance. Config "graded": Semantic F1 of graded membership (docs/graded.md),
    and manhattan_distance, binary_cross_entropy, jensen_shannon_divergence and entropy_correlation,
    means over labels.

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
""")
@names_options
@evaluate.utils.file_utils.add_start_docstrings(_DESCRIPTION, _KWARGS_DESCRIPTION)
class SemanticF1(Batches, People, Reports, Comparisons, evaluate.Metric):
    """Semantic F1 (arXiv 2509.21633).

    ``evaluate.load`` takes every option of :meth:`compute` too; they are the defaults of this
    metric.
    """
    def __init__(self, config_name=None, keep_in_memory=False, cache_dir=None, num_process=1, process_id=0, seed=None, experiment_id=None, hash=None, max_concurrent_cache_files=10000, timeout=100, **options,):
        config_name = config_name or "default"
        if config_name not in CONFIGS:
            raise ValueError(f"config_name: expected one of {', '.join(CONFIGS)}; got {config_name!r}")
        self._arguments = {"config_name": config_name, "keep_in_memory": keep_in_memory, "cache_dir": cache_dir, "num_process": num_process, "process_id": process_id, "seed": 0 if seed is None else seed, "experiment_id": experiment_id, "hash": hash, "max_concurrent_cache_files": max_concurrent_cache_files, "timeout": timeout,}
        self._options = validate_options(options, config_name)
        self._kinds = {}
        self._base = None
        super().__init__(**self._arguments)
        documented_alike(self, ("compute", "add_batch", "add"))
        source = self._options.get("similarity")
        complete = hasattr(source, "pairs") or "labels" in self._options
        if source is not None and complete:
            self._setting({})
    def __reduce__(self):
        if len(self):
            raise ValueError(f"a metric with {len(self)} pending examples can't be pickled; call compute first")
        arguments = {**self._arguments, **self._options}
        return reduced(_rebuild, (type(self), arguments, __version__))
    def _info(self):
        return evaluate.MetricInfo(description=_DESCRIPTION, citation=_CITATION, inputs_description=_KWARGS_DESCRIPTION, features=datasets.Features({name: dict(side.features) for name, side in read_as(self.config_name)}), homepage=SPACE_ADDRESS or PAPER_ADDRESS, license="MIT", codebase_urls=[SPACE_ADDRESS] if SPACE_ADDRESS else [], reference_urls=[PAPER_ADDRESS],)
    @property
    def similarity(self):
        """Similarities: bundled names, builders, audits, thesauri; see :class:`Similarities`."""
        return Similarities
    def compute(self, *, predictions=None, references=None, counts=None, account=None, **options):
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
        account : what :meth:`read_file` gives under this key, put into the result under the same
        **options : similarity, labels, average and the others of ``inputs_description``, for this
            call; those given to load are the defaults

        Returns
        -------
        dict of floats and lists, see ``inputs_description``; None for a process other than the
        first of several
        """
        setting = self._setting(options)
        self._check_pair(predictions, references)
        content = as_account(account)
        if content is None and counts is not None:
            content = account_of_counts(counts)
        result = self._computed(predictions, references, counts, setting)
        return result_with(result, None if setting.options["flat"] else content)
    def _computed(self, predictions, references, counts, setting):
        if counts is not None:
            return _shaped(self._compute_counts(predictions, counts, setting), setting)
        if predictions is not None and self.num_process == 1 and self.writer is None:
            return _scored(*self._read(predictions, references), setting)
        if predictions is not None:
            self.add_batch(predictions=predictions, references=references)
        elif self.writer is None and self.num_process == 1:
            raise ValueError("compute: there is nothing to score; pass predictions and references, or add " "examples first")
        elif self.writer is None:
            self._write_nothing()
        return self._compute_pending(setting)
    @accounted
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
            raise ValueError("similarity: counts take one for all examples, or one an annotator; a list with " "one an example belongs to these examples alone")
        sides, fields = self._read(predictions, references), self._fields_of_counts(setting)
        n = size_of(sides[0])
        if weight is not None:
            weight = read_weights(weight, n, some=False)
        if self.config_name == "soft":
            sums = {"distances": soft_sums(*sides, weight, setting)}
            return PartialCounts(fields, n, sums, weighted=weight is not None)
        return counts_of_sets(sides, n, weight, setting, fields)
    def counts_from_dict(self, content):
        """Counts from the ``content`` that :meth:`PartialCounts.to_dict` gave, from JSON say."""
        return PartialCounts.from_dict(content)
    def _fields_of_counts(self, setting):
        fields = signature_fields(setting, self.config_name)
        return counted_fields(fields, setting, __version__)
    def _compute_counts(self, predictions, counts, setting):
        if predictions is not None or self.writer is not None:
            raise ValueError("counts: pass either examples or counts of them, not both")
        self._check_counts(counts, setting)
        if self.config_name == "soft":
            return result_of_soft_sums(counts.sums["distances"], setting)
        warn_changes(counts.changes, setting)
        result = result_of_sums(sums_in(counts, setting), setting)
        if setting.graded:
            result |= distances_of_sums(counts.sums["distances"], setting)
        return result
    def _check_counts(self, counts, setting):
        for option in ("n_resamples", "sample_weight"):
            if setting.options[option] is not None:
                why = ("intervals need the examples" if option == "n_resamples" else ("weights are given where examples are counted"))
                raise ValueError(f"{option}: counts were given, and {why}")
        refuse_other_setting(counts, self._fields_of_counts(setting))
    def read_file(self, path, gold=None, *, predictions=None, references=None, ids="auto", similarity=None, labels=None, **reading,):
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
            ``format``, ``quotes``, ``merged``, ``by_line``, ``blank`` and ``threshold``, as
            docs/files-and-inputs.md describes them; ``account=False`` leaves the account out

        Returns
        -------
        dict with "predictions" and "references", and in config "annotators" "annotators"; with
        several systems "systems" and "references", for ``rank(**...)``; and "account", an Account
        of what was read, which ``compute(**...)`` and others put into their result

        Raises
        ------
        ValueError
            naming the file, the line and the column; and where nothing tells whether whole numbers
            are names or ids
        """
        given = {"similarity": similarity, "labels": labels}
        options = {name: value for name, value in given.items() if value is not None}
        all_options = {**self._options, **options}
        known = None
        if all_options.get("similarity") is not None and self.config_name != "soft":
            known = self._setting(options).space.names
        columns = {"predictions": predictions, "references": references}
        return read_for(self.config_name, path, gold, **columns, ids=ids, known=known, **reading)
    def signature(self, **options):
        """Every setting that moves the number, in one line to cite beside it.

        Holds the config, the options as ``compute`` would use them, the similarity's name and
        fingerprint (16 hex digits of its sha256), the universe and this metric's version.
        """
        return self._signature_of(self._setting(options))
    def _signature_of(self, setting, **fields):
        of_setting = signature_fields(setting, self.config_name)
        return signature({**of_setting, **fields, "version": __version__})
    @contextmanager
    def notices(self):
        """Collect what would be warned about, as a list of texts, instead of warning.

        ``with metric.notices() as texts: metric.compute(...)``. Unlike
        ``warnings.catch_warnings`` it keeps the threads of a server apart.
        """
        with collect() as texts:
            yield texts
    def _setting(self, options):
        given = validate_options(options, self.config_name)
        if SHAPING.intersection(given) or self.config_name == "points":
            return resolve_options({**self._defaults(), **given}, self.config_name)
        if self._base is None:
            self._base = resolve_options(self._defaults(), self.config_name)
        return self._base._replace(options={**self._base.options, **given})
    def _defaults(self):
        return {**DEFAULTS, "seed": self._arguments["seed"], **self._options}
    def _setting_of_sets(self, method, options, grouped=True):
        if self.config_name == "soft":
            raise ValueError(f'{method}: compares label sets, and the "soft" config has distributions; it has ' "compute, pointwise, counts, compare, rank and sensitivity")
        if self.config_name == "points" and method not in OF_POINTS:
            raise ValueError(f'{method}: needs labels, and the "points" config has none; it has compute, ' f"pointwise, counts, {', '.join(OF_POINTS)}")
        setting = self._setting(options)
        if setting.graded and method not in OF_GRADES:
            raise ValueError(f'{method}: takes label sets, and the "graded" config has grades of membership; it ' f"has {', '.join(OF_GRADES)}")
        if not grouped and setting.grouped:
            raise ValueError(f"{method}: takes one similarity, not one an example or annotator")
        return setting
    def _setting_of_baselines(self, argument, scores, options):
        names = chosen_scores(scores, argument)
        if self.config_name == "annotators":
            raise ValueError(f"{argument}: {', '.join(names)}: these scores take one gold set an example; the " '"annotators" config has several')
        return names, self._setting_of_sets(argument, options, grouped=False)
    def _compute_pending(self, setting):
        try:
            sides = self._pending()
            return None if sides is None else _scored(*sides, setting)
        except ValueError as error:
            raise ValueError(f"{error} (the pending examples were dropped: add them again)") from error
        finally:
            self._discard()
def _rebuild(cls, arguments, version):
    return cls(**arguments)
def _scored(predictions, references, setting):
    return _shaped(_result(predictions, references, setting), setting)
def _shaped(result, setting):
    return flattened(result) if setting.options["flat"] else result
def _result(predictions, references, setting):
    if isinstance(predictions, RawRows):
        return soft_result(predictions, references, setting)
    data = weighted_sets(predictions, references, setting)
    return graded_result(data, setting) if setting.graded else full_result(data, setting)
