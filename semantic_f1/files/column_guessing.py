"""Columns of predicted and gold labels, found by their names.

Names decide or nobody does: the order of columns means nothing, and the content of a column only
tells whether it may hold labels, never whether they are gold. The command line and the Space ask
the same functions.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

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

    Returns a ColumnGuess; a side is None where no column, or more than one, has a name for it.
    "predictions" and "references" themselves, and other whole names (pred, y_pred; gold, y_true,
    label), go before names that only begin so (pred_bert, gold_labels). Ids and texts are neither
    side.
    """
    guesses, candidates = [], []
    folded = {name: _plain_heading(name) for name in columns}
    for side in SIDE_NAMES:
        matching = tuple(
            name
            for name in folded
            if not is_id_or_text(name) and folded[name].startswith(_BEGINNINGS[side])
        )
        whole = [name for name in matching if folded[name] in _WHOLE[side]]
        exact = [name for name in whole if folded[name] == side]
        guess = next((some[0] for some in (exact, whole, matching) if len(some) == 1), None)
        if len(exact) > 1 or (len(whole) > 1 and not exact):
            guess = None
        guesses.append(guess)
        candidates.append(matching)
    return ColumnGuess(*guesses, tuple(candidates))


def guess_id(columns: Sequence[str]) -> str | None:
    """The column that names the examples, by its name alone; None where none or several do."""
    exact = [name for name in columns if _plain_heading(name) in ("id", "ids")]
    candidates = exact or [name for name in columns if _is_id(name)]
    return candidates[0] if len(candidates) == 1 else None


def is_id_or_text(name: str) -> bool:
    """True where a column's name says that it holds ids or texts, so no labels."""
    return _plain_heading(name) in _NEVER or _is_id(name)


def guess_separator(cells: Iterable[str]) -> str | None:
    """Separator of the labels in text cells.

    Returns the first of ; , | / whose parts have a smaller vocabulary than the cells; None where
    cells are JSON lists, or one label each.
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
