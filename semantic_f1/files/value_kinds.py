"""Kinds of values that are no label: what they look like, and what to do about them.

Keeping or ignoring unknown names is proposed for single words near no label alone: for all else it
would make the score wrong.
"""

import datetime
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from ..messages import (
    ONE_TEXT_IS_ONE_LABEL,
    REPLIES_ARE_READ,
    SCORES_NEED_MULTILABEL,
    fold,
    listed,
    short,
)
from .reply_text import without_marks

_MISSING = ("", "nan", "none", "nat", "null", "n/a", "na", "-", "--", "?", "<na>", "#n/a")
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?", re.I)
_SHEET_ERROR = re.compile(r"#(?:REF!|VALUE!|NAME\?|DIV/0!|NUM!|NULL!|SPILL!|CALC!)", re.I)
_DATE = re.compile(r"\d{4}-\d\d?-\d\d?(?:[T ]\d\d:\d\d.*)?|\d\d?[./]\d\d?[./]\d{2,4}")
_PRINTED = (
    (re.compile(r"(?:np\.)?array\(|np\.\w+\("), "numpy"),
    (re.compile(r"tensor\("), "torch"),
    (re.compile(r"(?:Index|Series|Categorical\w*)\(|\d+ +\S.*dtype:"), "pandas"),
    (re.compile(r"c\(\"|list\(|character\(0\)"), "R"),
    (re.compile(r"\{['\"][^:]*\}|(?:frozen)?set\(|\(['\"]"), "Python"),
)
# Longer names are texts, and are compared with no label.
_LONGEST_COMPARED = 60
# Beyond so many labels those that begin or end alike are compared.
_MOST_COMPARED = 2_000
_PARTS_BETWEEN = (";", ",", "|", "/", "\t", "\n", " and ", "&", " ")
_KEY = re.compile(r"""["'](\w+)["'] *:""")
_REPLY = re.compile(
    r"\s*(?:[-*\u2022] |\d{1,2}[.)] |(?:final |the )?(?:labels?|answers?)\b ?:)", re.I
)


class ValueKind(NamedTuple):
    """A kind of value, and what an error says of it: ', but ...', then '; advice'."""

    kind: str
    text: str


def describe(value, labels, is_label=None):
    """Kind of a value that is no label; ``is_label`` tells them, by default ``labels``."""
    is_label = is_label or set(labels).__contains__
    if is_missing(value):
        return ValueKind("missing", "; an example without labels is an empty list, []")
    if isinstance(value, (datetime.date, datetime.time)):
        return ValueKind("date", "; it is a date: give the name of a label as text")
    if isinstance(value, (bool, float)) or type(value).__name__ in ("bool_", "bool"):
        return ValueKind("score", f"; {SCORES_NEED_MULTILABEL}")
    if isinstance(value, Mapping):
        return ValueKind("object", f"; it {object_or_print(value).text}")
    if not isinstance(value, str):
        return ValueKind("other", "")
    odd = _odd_text(value, is_label)
    if odd is not None:
        return odd
    plain = value.strip()
    folded = _folded_labels(tuple(labels))
    if is_like_reply(value, lambda part: is_label(part) or fold(part) in folded):
        says = f"; it looks like a reply of a language model: {REPLIES_ARE_READ}"
        return ValueKind("reply", says)
    if (near := near_label(plain, labels)) is not None:
        return ValueKind("near", f" (did you mean {short(near)}?)")
    if len(plain.split()) > 1:
        return ValueKind(
            "text",
            "; labels= names the labels, if it is one; if it is a text, name the column of labels, "
            f"and {REPLIES_ARE_READ}",
        )
    return ValueKind("unknown", "")


def odd_labels(labels):
    """Notes on labels that a file was searched for and that look like something else."""
    known, found = set(labels), {}
    for label in labels:
        odd = _odd_text(label, lambda part, label=label: part in known and part != label)
        if odd is not None:
            found.setdefault(odd.kind, []).append(f"{short(label)} is a label here{odd.text}")
    return [
        first + (f" ({len(more)} more like it)" if more else "") for first, *more in found.values()
    ]


def _odd_text(text, is_label):
    """Kind of a text that is hardly a label, whatever the labels are; None for others."""
    plain = text.strip()
    if plain.casefold() in _MISSING:
        says = f"none_labels=[{plain!r}] if it means 'no label', else fill in the label"
        return ValueKind("missing", f"; it looks like a missing value: {says}")
    if _SHEET_ERROR.fullmatch(plain):
        return ValueKind("sheet error", "; it is an error of a spreadsheet: mend the cell")
    if _NUMBER.fullmatch(plain) and not plain.isdigit():
        what = "a whole number among others" if float(plain).is_integer() else "a score"
        return ValueKind("score", f"; it looks like {what}; {SCORES_NEED_MULTILABEL}")
    if _DATE.fullmatch(plain):
        return ValueKind("date", "; it looks like a date: format the column as text")
    if (found := object_or_print(plain)) is not None:
        return found._replace(text=f"; it {found.text}")
    if separator := separator_of(plain, is_label):
        says = f", but what {separator!r} separates in it is; {ONE_TEXT_IS_ONE_LABEL}"
        return ValueKind("separator", says)
    return None


def object_or_print(value):
    """Kind of a mapping, or of a text that is one or that a program printed; None for others."""
    is_text = isinstance(value, str)
    if who := next((who for one, who in _PRINTED if is_text and one.match(value)), ""):
        says = f"looks like an object that {who} printed: write a JSON list instead, such as "
        by = ", from .tolist()" if who in ("numpy", "torch", "pandas") else ""
        return ValueKind("printed", f'{says}["joy", "love"]{by}')
    if is_text and not value.startswith("{"):
        return None
    keys = _KEY.findall(value) if is_text else list(value)
    shown = f" (its keys: {listed(keys)})" if keys else ""
    says = f"is an object{shown}: give the list of labels in it; in a file, key= names its key"
    return ValueKind("object", says)


def separator_of(text, is_label):
    """The separator between whose parts a text is made of labels; None without one."""
    for separator in _PARTS_BETWEEN:
        parts = [part.strip() for part in text.split(separator) if part.strip()]
        if separator in text and len(parts) > 1 and all(map(is_label, parts)):
            return separator
    return None


def is_like_reply(text, is_label):
    """True for a text that looks like a language model's reply with a label in it."""
    if _REPLY.match(text) or "</" in text or "```" in text or "**" in text:
        return True
    stripped = without_marks(text)
    if stripped != text.strip() and is_label(stripped):
        return True
    first = re.match(r"(.+?)(?:[.:!\n(]| - |, because| because| since)", text.strip())
    return bool(first and is_label(first[1].strip()) and len(text.strip()) > len(first[1]) + 1)


def near_label(name, labels):
    """A label that a name may be a slip of: two edits, a third of its length, or the plural."""
    folded, key = _folded_labels(tuple(labels)), fold(name)
    for other in (key, f"{key}s", f"{key}es", key.removesuffix("s"), key.removesuffix("es")):
        if other in folded:
            return folded[other]
    if len(key) > _LONGEST_COMPARED:
        return None
    most = min(2, -(-len(key) // 3))
    few = len(folded) <= _MOST_COMPARED
    for other, label in folded.items():
        may_be = few or other[:2] == key[:2] or other[-2:] == key[-2:]
        if may_be and abs(len(other) - len(key)) <= most and _edits(key, other, most) <= most:
            return label
    return None


@lru_cache(maxsize=4)
def _folded_labels(labels):
    """Labels by their folded spelling, remembered: errors ask for many names in turn."""
    return {fold(label): label for label in reversed(labels)}


def _edits(a, b, most):
    """Levenshtein distance of two texts; more than ``most`` if it is greater."""
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        before, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (x != y))
        if min(row) > most:
            return most + 1
    return row[-1]


def is_missing(value):
    """True for None, and for NaN, NaT or NA: not equal to themselves, or without a truth value."""
    try:
        return value is None or bool(value != value)
    except (TypeError, ValueError):
        return not hasattr(value, "__len__")
