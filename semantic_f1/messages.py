"""Texts next to the numbers: warnings, the signature, quoting and suggestions."""

import difflib
import hashlib
import json
import math
import re
import sys
import unicodedata
import warnings
from collections.abc import Iterator, Mapping, Set
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache

_SHOWN = 12
# Of values that people hand in, which may be long texts.
_SHOWN_VALUES = 5
_SHOWN_WIDTH = 60
# Beyond so many known names those that begin alike are compared with a misspelt one.
_COMPARED_NAMES = 20_000
_COMPARED_LENGTH = 200
# Zero-width space, non-joiner and joiner, word joiner, byte-order mark, soft hyphen.
_NO_WIDTH = dict.fromkeys((0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF, 0xAD))
# Examples, groups or a label's gold examples: fewer say little.
FEW = 10
_collected = ContextVar("semantic_f1_notices", default=None)


class InputError(ValueError):
    """Error about an entry of the input, ``side[row][member]``, that keeps to no rule.

    ``rule`` is a text, or texts with whole numbers between them, which are other rows; ``found`` is
    the name that is not a label, if the rule is about one.
    """

    def __init__(self, rule, side, row=None, member=None, found=None):
        super().__init__(rule, side, row, member, found)
        self.rule = (rule,) if isinstance(rule, str) else rule
        self.side, self.row, self.member, self.found = side, row, member, found

    def __str__(self):
        index = "".join(f"[{at}]" for at in (self.row, self.member) if at is not None)
        return self.text(f"{self.side}{index}")

    def text(self, place, row_name="row {}".format):
        """The error in other words for the entry's place and for other rows."""
        rule = (one if isinstance(one, str) else row_name(one) for one in self.rule)
        return f"{place}: {''.join(rule)}"

    def moved(self, entry_of):
        """The same error in other counting: ``entry_of(row)`` gives row and member."""
        rule = [one if isinstance(one, str) else entry_of(one)[0] for one in self.rule]
        return InputError(rule, self.side, *entry_of(self.row), self.found)


class Notice(str):
    """A warning's text that knows what it is ``about``, so that others can say it differently."""

    def __new__(cls, text, about):
        self = super().__new__(cls, text)
        self.about = about
        return self


@contextmanager
def notices() -> Iterator[list[str]]:
    """Collect what would be warned about, as a list of texts, instead of warning.

    ``with metric.notices() as texts: metric.compute(...)``. Unlike ``warnings.catch_warnings`` it
    keeps the threads of a server apart.
    """
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
    own = f"{__package__}."
    while frame.f_back is not None and f"{frame.f_globals.get('__name__', '')}.".startswith(own):
        frame, level = frame.f_back, level + 1
    warnings.warn(message, UserWarning, stacklevel=level)


def few_units(n, grouped=False, effective=None):
    """The warning for few examples or groups, ``effective`` ones by their weights; None: enough."""
    what = "group" if grouped else "example"
    if n == 1:
        return (
            f"intervals: a single {what} cannot be resampled; they span the whole range of the "
            "score."
        )
    if n < FEW:
        known = "they are wide on purpose, and rough"
        if grouped:
            known = "nothing is known well from so few"
        return f"intervals: {n} {what}s, fewer than {FEW}: {known}."
    if effective is not None and effective < FEW - 1e-9:
        return (
            f"intervals: with these weights {n:,} {what}s say as much as {effective:.1f} (Kish's "
            f"effective number), fewer than {FEW}: nothing is known well from so few."
        )
    return None


def no_spread(names):
    """The warning for scores or differences that no example or group moves; None if none."""
    if not names:
        return None
    its = "its interval has" if len(names) == 1 else "their intervals have"
    return (
        f"intervals: no example moves {', '.join(names)}; {its} no width, which does not make "
        f"{'it' if len(names) == 1 else 'them'} certain."
    )


def unresolved(n_resamples, confidence_level):
    """The warning for more confidence than the resamples can tell; None for enough of them."""
    left = 1 - confidence_level
    if n_resamples >= round(20 / left, 6):
        return None
    return (
        f"n_resamples: {n_resamples:,} are too few for a confidence level of "
        f"{confidence_level:g}; draw {math.ceil(round(20 / left, 6)):,} or more."
    )


def p_in_words(p_value, floor):
    """A p-value as it is printed: "< " its floor, rounded up, where resamples can't go below."""
    if p_value is None:
        return "none"
    if floor is not None and p_value <= floor * (1 + 1e-9):
        return f"< {math.ceil(round(floor * 1e4, 6)) / 1e4:.4f}"
    return f"{p_value:.4f}"


def signature(fields):
    """``key:value`` pairs joined by ``|``; values that hold other than plain characters as JSON."""
    return "|".join(["semantic_f1", *(f"{key}:{_plain(value)}" for key, value in fields.items())])


def short_signature(fields, defaults, version):
    """The version, the similarity, the labels, and the fields that differ from the defaults."""
    parts = [f"semantic_f1 {version}"]
    marks = {"similarity": "fingerprint", "kernel": "fingerprint", "labels": "order"}
    for name, mark in marks.items():
        if fields.get(name) is not None:
            parts.append(f"{name}:{_plain(fields[name])}@{fields[mark][:8]}")
    kept = {*marks, *marks.values()}
    parts += [
        f"{name}:{_plain(value)}"
        for name, value in fields.items()
        if name not in kept and value != defaults.get(name)
    ]
    return "|".join(parts)


def digest(value, digits=8):
    """Hex digits of the sha256 of a value's compact JSON."""
    return hashlib.sha256(_compact(value).encode()).hexdigest()[:digits]


def cut_list(texts, most=_SHOWN):
    """The first of some texts, and how many more there are."""
    more = len(texts) - most
    return ", ".join(texts[:most]) + (f" and {more} more" if more > 0 else "")


def listed(values):
    """Values that someone handed in, as they are written in code, cut, the first five of them."""
    return cut_list(list(map(short, values)), _SHOWN_VALUES)


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
    'several gold sets per example need the "annotators" config: load(..., "annotators")'
)
REPLIES_ARE_READ = "metric.read_replies(texts) reads replies of language models"
GOLD_ELSEWHERE = "; if another file has the gold labels, pass it as gold"
WHICH_LABEL_COLUMN = "label= says which"
ONE_TEXT_IS_ONE_LABEL = "a text is one label: pass a list of names"
NAMES_OF_IDS = (
    "pass labels=, the names in the order of your ids (a list, or the ClassLabel of your data "
    "set: labels=ds.features[...])"
)


def reword_options(text, names, write):
    """A message for other readers than those of Python, with options in their words."""
    value = r"""("[^"]*"|'[^']*'|\[[^\]]*\]|\{[^}]*\}|[\w.]+(?<!\.))?"""
    pattern = rf"\b({'|'.join(map(re.escape, names))})={value}"

    def written(match):
        return write(match[1], (match[2] or "").strip("\"'"))

    return re.sub(pattern, written, text)


def quote(items):
    """Names as they are written in code, cut, the first twelve of them."""
    return cut_list(list(map(short, items)))


def unknown_name_message(argument, name, known):
    """'argument: 'name' is not ...', with the nearest known names."""
    return f"{argument}: {short(name)} is not one of {quote(known)}{suggestion(name, known)}"


def nearest_name(name, known):
    """The known name that is spelled most like a name; None if none is near."""
    key, folded = fold(str(name)), {}
    if len(key) > _COMPARED_LENGTH:
        return None
    for candidate in known:
        folded.setdefault(fold(str(candidate)), candidate)
    if len(folded) > _COMPARED_NAMES:
        folded = {text: label for text, label in folded.items() if text[:2] == key[:2]}
    near = difflib.get_close_matches(key, folded, n=1)
    return folded[near[0]] if near else None


def suggestion(name, known):
    """' (did you mean ...?)' for the nearest known name, '' if none is near."""
    near = nearest_name(name, known)
    return "" if near is None else f" (did you mean {short(near)}?)"


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
    """Advice where one of some unknown names is a known one except for its spelling, else ''."""
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
        text = "differ only by case, blanks, width or accents, and are separate labels."
        warn(Notice(f"labels: {cut_list(pairs, _SHOWN_VALUES)} {text}", "spelling"))


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
    """Name -> the known name that differs from it only as :func:`fold` folds, if there is one."""
    labels = {fold(label): label for label in known} if names else {}
    return {name: labels[fold(name)] for name in names if fold(name) in labels}


def short(value, width=_SHOWN_WIDTH):
    """A value as it is written in code, cut to at most ``width`` characters: in all messages."""
    text = repr(value[:width] if isinstance(value, str) else value)
    return text[: width - 3] + "..." if len(text) > width else text


def expected(argument: str, what: str, got: object) -> ValueError:
    """The error of an argument that is something else than what it must be."""
    return ValueError(f"{argument}: expected {what}; got {short(got)}")


def entries_of(argument, values, what):
    """The entries of a list, an array or another iterable; text, mappings and sets are none."""
    try:
        if not isinstance(values, (str, bytes, Mapping, Set)):
            return list(values)
    except TypeError:
        pass
    raise expected(argument, what, values)
