"""What a scoring tells people beside its numbers: warnings and the signature."""

import difflib
import hashlib
import json
import math
import re
import sys
import warnings
from contextlib import contextmanager
from contextvars import ContextVar

_SHOWN = 12
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
        texts.append(message)
        return
    # The first frame outside the metric's own modules.
    frame, level = sys._getframe(), 1
    while frame.f_back is not None and _is_own(frame.f_globals.get("__name__", "")):
        frame, level = frame.f_back, level + 1
    warnings.warn(message, UserWarning, stacklevel=level)


def _is_own(module):
    return f"{module}.".startswith(f"{__package__}.")


def changes_to_sets(changes, none_labels, mismatch, counted=True):
    """Warnings for what was dropped from label sets or unknown in them, one text a kind.

    Parameters
    ----------
    changes : two of what ``labels.resolve_sets`` reports, of predictions and of references
    none_labels : names that mean "no label"
    mismatch : bool, whether unknown names were kept as mismatches rather than removed
    counted : bool, whether the texts say how often; without, they are equal from batch to batch,
        and Python shows each of them once

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
        where = f" in {_amounts(unknown)}: {_listing(map(repr, found))}" if counted else ""
        text = f"Unknown label names were {done}{where}."
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
    names = list(names)
    more = len(names) - _SHOWN
    return ", ".join(names[:_SHOWN]) + (f" and {more} more" if more > 0 else "")


def _plain(value):
    if isinstance(value, str) and re.fullmatch(r"[\w.+-]+", value):
        return value
    return _compact(value)


def _compact(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def quote(items):
    """Items as they are written in code, the first twelve of them."""
    items = [repr(item) for item in items]
    shown = ", ".join(items[:12])
    return shown if len(items) <= 12 else f"{shown} and {len(items) - 12} more"


def unknown_name_message(argument, name, known):
    """'argument: 'name' is not ...', with the nearest known names."""
    return f"{argument}: {name!r} is not one of {quote(known)}{suggestion(name, known)}"


def suggestion(name, known):
    """' (did you mean ...?)' for the nearest known name, '' where none is near."""
    folded = {}
    for candidate in known:
        folded.setdefault(candidate.casefold(), candidate)
    near = difflib.get_close_matches(str(name).strip().casefold(), folded, n=1)
    return f" (did you mean {folded[near[0]]!r}?)" if near else ""


def short(value, width=60):
    """A value as it is written in code, cut to at most ``width`` characters."""
    text = repr(value[:width] if isinstance(value, str) else value)
    return text[: width - 3] + "..." if len(text) > width else text
