"""Names in a visitor's file: how cells split into them, and which similarity knows them."""

import ast
import json
import re
from contextlib import suppress

import numpy as np

from semantic_f1 import messages

from .markup import button, counted, notice
from .similarities import YOURS, bundled, names_of
from .tables import ONE_LABEL, names_in

SPLITTING = (";", ",", "|", "/")
# A button that takes the names of a file to the page Similarity.
MAKE = button("Make a similarity from these names", data_do="make", data_go="similarity")


def split_labels(text):
    """Label names of a list of JSON or Python, or between commas, semicolons, bars, lines."""
    text = text.strip()
    if not text.startswith(("[", "{", "(")):
        parts = re.split(r"[\n\r,;|]", text)
        return [name for name in (part.strip().strip("\"'").strip() for part in parts) if name]
    value = None
    for read in (json.loads, ast.literal_eval):
        with suppress(ValueError, SyntaxError, RecursionError, MemoryError):
            value = read(text)
            break
    if isinstance(value, dict):
        lists = [item for item in value.values() if isinstance(item, list)]
        value = lists[0] if len(lists) == 1 else None
    if isinstance(value, (tuple, set)):
        value = list(value)
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        raise ValueError(
            f'This is no list of labels, such as ["anger", "joy"] or anger, joy. Got: {text[:80]}'
        )
    return [name.strip() for name in value if name.strip()]


def split_cell(cell, separator):
    """The names in a cell, as well as possible without the reader."""
    text = cell.strip()
    if text.startswith("["):
        value = [part.strip(" '\"") for part in text.strip("[]").split(",")]
        with suppress(ValueError, RecursionError):
            value = json.loads(text)
        return [str(name) for name in value] if isinstance(value, list) else []
    parts = text.split(separator) if separator in SPLITTING else [text]
    return [name.strip() for name in parts if name.strip()]


def seen_names(seen, columns, separator):
    """Names in the first rows of columns of labels, counted; of all such if no column is named."""
    asked = [name for name in columns if name in seen.cells and name not in seen.score_columns]
    cells = [cell for name in asked or seen.label_columns for cell in seen.cells[name]]
    return names_in(split_cell(cell, separator) for cell in cells)


def known_separator(seen, columns, separator, own_similarity):
    """Separator of labels where few rows don't tell: the one that leaves names that are labels."""
    if separator != ONE_LABEL:
        return separator
    whole = best_similarity(seen_names(seen, columns, separator), own_similarity)[1]
    shares = {}
    for other in SPLITTING:
        names = seen_names(seen, columns, other)
        shares[other] = best_similarity(names, own_similarity)[1] if names else 0
    best = max(shares, key=shares.get)
    return best if shares[best] > max(whole, 0.5) else ONE_LABEL


def unknown_of(names, similarity, normalize_names=False):
    """Counted names that are no labels of a similarity, the most frequent first."""
    written = messages.fold if normalize_names else str
    known = set(map(written, names_of(similarity)))
    return [name for name, _ in names.most_common() if written(name) not in known]


def best_similarity(names, own_similarity=None):
    """Name of the similarity that knows most names, then has most contrast, and their share."""
    candidates = {**({YOURS: own_similarity} if own_similarity is not None else {}), **bundled()}

    def rank(name):
        similarity = candidates[name]
        known = set(names_of(similarity))
        share = sum(label in known for label in names) / max(len(names), 1)
        values = similarity.values
        off = values[~np.eye(len(values), dtype=bool)]
        return share, name == YOURS, float(off.std()) if len(off) else 0.0

    best = max(candidates, key=rank)
    return best, rank(best)[0]


def guessed_similarity(names, own_similarity, otherwise):
    """The similarity that a file is for by its names; where no name tells, the visitor's own."""
    if not names and own_similarity is not None:
        return YOURS
    best, share = best_similarity(names, own_similarity)
    return best if share > 0 else otherwise


def notes_on(similarity, names, normalize_names=False):
    """Notes on a similarity next to the names of a file (None for an example), as HTML."""
    unknown = unknown_of(names, similarity, normalize_names) if names else []
    if not unknown:
        parts = ["All names in the file are labels of it."] if names else []
        if similarity.name == "goemotions":
            parts.append("Nearly constant: it can hardly tell near from far.")
        return f'<p class="help">{" ".join(parts)}</p>' if parts else ""
    known = names_of(similarity)
    shown = ", ".join(f'"{name[:60]}"{messages.suggestion(name, known)}' for name in unknown[:3])
    more = ", \u2026" if len(unknown) > 3 else "."
    buttons = MAKE if len(unknown) * 2 > len(names) else ""
    head = f"{counted(len(unknown), 'name')} of the file "
    head += "are not labels of it:" if len(unknown) > 1 else "is not a label of it:"
    return notice("warn", head, shown + more, buttons)
