"""Headings of tables: columns of either side, ids and texts, by names and never by order."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

SIDE_NAMES = ("predictions", "references")
SIDE_TITLES = {"predictions": "predictions", "references": "gold"}
# Words that say a side by themselves, and headings of several such words.
_WORDS = {
    "predictions": ("prediction", "predictions", "pred", "preds", "predicted"),
    "references": (
        *("gold", "ref", "reference", "references", "true", "truth", "groundtruth"),
        *("actual", "expected", "human", "manual"),
    ),
}
_PHRASES = {
    "predictions": ("y pred", "y hat", "yhat"),
    # "correct" alone says whether a prediction is right.
    "references": (
        *("y true", "ground truth", "ytrue", "correct answer", "correct label", "correct labels"),
        *("correct class", "correct category", "correct option", "correct choice"),
    ),
}
# Weaker ones: a heading's first word (of predictions), its last word or the whole (of gold labels).
_WEAK_PREDICTIONS = (
    *("output", "outputs", "answer", "answers", "system", "hypothesis", "hypotheses"),
)
_WEAK_REFERENCES = ("label", "labels")
_WEAK_WHOLE = ("target", "targets", *_WEAK_REFERENCES)
_NEVER = {"id", "ids", "idx", "index", "uid", "uuid", "key", "text", "texts"}
_IDS = ("id", "ids", "uid", "uuid", "idx", "item", "doc", "document", "article", "key", "example")
_NAMELESS = re.compile(r"|Unnamed: \d+")
SEPARATORS = (";", ",", "|", "/")
# A column whose names are used at least this often each holds labels, not texts or ids.
_USES = 2.5


class ColumnGuess(NamedTuple):
    """The columns of both sides, None if unsure, and all whose names speak for either."""

    predictions: str | None
    references: str | None
    candidates: tuple[tuple[str, ...], tuple[str, ...]]


def strength(heading: str, side: str) -> int:
    """3 for a heading that is the side's name, 2 for one of its words, 1 for one that holds one.

    0 for others, for ids and texts, and for headings that hold words of both sides.
    """
    if is_id_or_text(heading):
        return 0
    if _plain_heading(heading) == side:
        return 3
    words = _words_of(heading)
    first, second = (_word_strength(words, name) for name in SIDE_NAMES)
    own, other = (first, second) if side == SIDE_NAMES[0] else (second, first)
    return own if own > other else 0


def weakness(heading: str, side: str) -> int:
    """2 or 1 for a heading that may hold the side's labels (label, target; output, answer)."""
    if is_id_or_text(heading) or any(strength(heading, name) for name in SIDE_NAMES):
        return 0
    words = _words_of(heading)
    if side == SIDE_NAMES[0]:
        return int(bool(words) and words[0] in _WEAK_PREDICTIONS)
    if " ".join(words) in _WEAK_WHOLE:
        return 2
    return int(bool(words) and words[-1] in _WEAK_REFERENCES)


def is_heading(cell: str, least: int = 1) -> bool:
    """True for a cell with a word of headings (2: as a whole): of a side, or of ids and texts."""
    return is_id_or_text(cell) or any(
        max(strength(cell, side), weakness(cell, side)) >= least for side in SIDE_NAMES
    )


def lines_above(lines: Sequence[Sequence[str]]) -> int:
    """Number of lines, given as their cells, above that of the headings: titles and comments."""
    filled = [[cell.strip() for cell in cells if cell.strip()] for cells in lines]
    comments = 0
    while len(filled[comments]) == 1 and filled[comments][0].startswith("#"):
        comments += 1
        if comments == len(filled):
            return 0
    # A table of one column may begin with such a name.
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
    """The columns whose headings speak most for a side, all of the same strength."""
    by_strength = {name: measure(name, side) for name in columns}
    most = max(by_strength.values(), default=0)
    return tuple(name for name, value in by_strength.items() if value == most) if most else ()


def guess_columns(columns: Sequence[str]) -> ColumnGuess:
    """Columns of both sides by their names alone; strong ones go before weak ones (output)."""
    guesses, candidates = [], []
    for side in SIDE_NAMES:
        found = strongest(columns, side) or strongest(columns, side, weakness)
        guesses.append(found[0] if len(found) == 1 else None)
        candidates.append(
            tuple(name for name in columns if strength(name, side) or weakness(name, side))
        )
    return ColumnGuess(*guesses, tuple(candidates))


def guess_id(columns: Sequence[str]) -> str | None:
    """The column that names the examples, by its name alone; None if none or several do."""
    exact = [name for name in columns if _plain_heading(name) in ("id", "ids")]
    candidates = exact or [name for name in columns if _is_id(name)]
    return candidates[0] if len(candidates) == 1 else None


def is_id_or_text(name: str) -> bool:
    """True where a column's name says that it holds ids or texts, or if pandas' index has none."""
    plain = _plain_heading(name)
    # A label_text is a label's name.
    is_text = plain in _NEVER or (plain.endswith("_text") and "label" not in plain)
    return is_text or _is_id(name) or _NAMELESS.fullmatch(name.strip()) is not None


def guess_separator(cells: Iterable[str]) -> str | None:
    """The first of ; , | / whose parts have a smaller vocabulary than the cells; None for lists."""
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
    """True if text cells look like label sets: few names, each used often, not only numbers."""
    members = []
    for cell in cells:
        text = (cell or "").strip()
        if text.startswith("["):
            members += [part.strip(" '\"") for part in text.strip("[]").split(",")]
        else:
            members += [part.strip() for part in (text.split(separator) if separator else [text])]
    uses = Counter(member for member in members if member)
    if not uses or all(is_numeric(member) for member in uses):
        return False
    return sum(uses.values()) >= _USES * len(uses)


def _plain_heading(name: str) -> str:
    return re.sub(r"[\s\-.]+", "_", name.strip()).casefold()


def _words_of(heading: str) -> list[str]:
    apart = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Za-z])(?=[0-9])", " ", heading)
    return [word for word in re.split(r"[\W_]+", apart.casefold()) if word]


def _word_strength(words: list[str], side: str) -> int:
    text, says = " ".join(words), [word in _WORDS[side] for word in words]
    if side == SIDE_NAMES[0]:
        begin = [word.startswith("predi") and word != "predicate" for word in words]
        says = list(map(max, says, begin))
    if text in _PHRASES[side] or says == [True]:
        return 2
    return int(any(says) or any(f" {phrase} " in f" {text} " for phrase in _PHRASES[side]))


def _is_id(name: str) -> bool:
    plain = _plain_heading(name)
    camel = re.search(r"[a-z](ID|Id)$", name.strip()) is not None
    return plain in _IDS or plain.endswith(("_id", "_ids", "_idx", "_uid")) or camel


def number_of(value) -> float | None:
    """A number; None for what is none, such as nan."""
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return number if number == number else None


def is_numeric(text: str) -> bool:
    """True for a text that Python reads as a number."""
    try:
        float(text)
    except ValueError:
        return False
    return True
