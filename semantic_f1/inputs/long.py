"""Annotations in long format, one row a choice, as gold sets nested by item and annotator."""

from collections.abc import Mapping

import numpy as np

from ..files.layouts import sets_by_item
from ..files.value_kinds import is_missing
from ..messages import expected, short, suggestion, warn
from .unwrapping import class_names_of_feature, column_class_names

BLANKS = ("no_label", "not_asked")


def nested_from_long(table, item="item", annotator="annotator", label="label", blank=None):
    """Items, their gold sets and who chose these, from a table with one row a choice.

    Rows of one item and annotator with a label each form a set; a label that is repeated counts
    once, which a warning says. A cell that is a list is the whole set.

    Returns a dict: "items" in the order of their first row, "references" and "annotators", nested
    alike.
    """
    if blank is not None and blank not in BLANKS:
        raise expected("blank", 'None, "no_label" (the empty set) or "not_asked" (no row)', blank)
    columns = _columns_of_table(table, (item, annotator, label))
    rows, items = {}, []
    for row, (item_id, who, choice) in enumerate(zip(*columns, strict=True)):
        items.append(_plain_id(item_id, row, item))
        person = _plain_id(who, row, annotator)
        whole = isinstance(choice, (list, tuple, set, frozenset, np.ndarray))
        members = list(choice) if whole else [choice]
        if not whole and _is_blank(choice):
            if blank is None:
                advice = f'pass blank="no_label" if {short(person)} chose no label, or'
                advice += ' blank="not_asked" to leave such rows out'
                raise ValueError(f"{label}: row {row} is empty; {advice}")
            if blank == "not_asked":
                continue
            whole, members = True, []
        labels = [_name_or_id(one, row, label, "a label, or a list of labels") for one in members]
        rows[row] = items[-1], person, labels, whole
    try:
        sets, n_repeated = sets_by_item(rows.values(), lambda place: f"row {list(rows)[place]}")
    except ValueError as error:
        raise ValueError(f"{label}: {error}") from None
    if n_repeated:
        warn(f"{label}: {n_repeated:,} repeated rows or labels were counted once.")
    nobody = [item_id for item_id in dict.fromkeys(items) if item_id not in sets]
    if nobody:
        left = f"{len(nobody):,} items without any annotation were left out"
        warn(f"{item}: {left}, the first is {short(nobody[0])}.")
    kept = {item_id: sets[item_id] for item_id in dict.fromkeys(items) if item_id in sets}
    return {
        "items": list(kept),
        "references": [[list(labels) for labels, _, _ in one.values()] for one in kept.values()],
        "annotators": [list(one) for one in kept.values()],
    }


def _columns_of_table(table, names):
    """Three columns as lists."""
    known = table if isinstance(table, Mapping) else getattr(table, "columns", None)
    known = getattr(table, "column_names", known)
    if known is not None:
        known = [str(name) for name in known]
        for name in names:
            if name not in known:
                where = f"{suggestion(name, known)}; it has {', '.join(known)}"
                raise ValueError(f"table: there is no column {name!r}{where}")
        *of_whom, chosen = (table[name] for name in names)
        # A data set in another format gives columns without their features.
        class_names, features = column_class_names(chosen), getattr(table, "features", None)
        if class_names is None and features is not None:
            class_names = class_names_of_feature(features[names[2]])
        chosen = _names_of_ids(_labels_listed(chosen), class_names, names[2])
        columns = [*map(_listed, of_whom), chosen]
        if len(set(map(len, columns))) > 1:
            raise ValueError(f"table: columns of unlike lengths: {list(map(len, columns))}")
        return columns
    if isinstance(table, (str, bytes)) or not hasattr(table, "__iter__"):
        form = "a DataFrame, a Dataset, a mapping of columns, a list of dicts or triples"
        raise expected("table", form, table)
    rows = list(table)
    of_dicts = bool(rows) and isinstance(rows[0], Mapping)
    for index, row in enumerate(rows):
        fits = not isinstance(row, (str, bytes)) and hasattr(row, "__len__")
        if isinstance(row, Mapping) != of_dicts or not (of_dicts or (fits and len(row) == 3)):
            form = "a dict as the first row is" if of_dicts else "a triple (item, annotator, label)"
            raise expected(f"table: row {index}", form, row)
        for name in names if of_dicts else ():
            if name not in row:
                raise ValueError(f"table: row {index} has no {name!r}{suggestion(name, list(row))}")
    return [[row[place] for row in rows] for place in (names if of_dicts else range(3))]


def _names_of_ids(cells, class_names, column):
    """Ids of a ClassLabel as the names that it came with, in lists too."""

    def name_of(cell):
        if isinstance(cell, (list, tuple, set, frozenset, np.ndarray)):
            return list(map(name_of, cell))
        if _is_blank(cell) or isinstance(cell, str):
            return cell
        if not 0 <= cell < len(class_names):
            raise ValueError(f"{column}: {cell} is no id of ClassLabel {short(list(class_names))}")
        return class_names[cell]

    return cells if class_names is None else list(map(name_of, cells))


def _listed(column):
    for form in ("to_pylist", "to_list", "tolist"):
        if hasattr(column, form):
            return getattr(column, form)()
    return list(column)


def _labels_listed(column):
    """Labels as a list; whole floats of a pandas column, which gaps made of ids, as ids."""
    cells = _listed(column)
    if not hasattr(column, "iloc") or getattr(column.dtype, "kind", "") != "f":
        return cells
    whole = all(_is_blank(cell) or float(cell).is_integer() for cell in cells)
    return [int(cell) if whole and not _is_blank(cell) else cell for cell in cells]


def _is_blank(value):
    """None, NaN, pandas' NA, and text of white space."""
    return not value.strip() if isinstance(value, str) else is_missing(value)


def _plain_id(value, row, column):
    if _is_blank(value):
        raise ValueError(f"{column}: row {row} has none")
    return _name_or_id(value, row, column, "a name or a whole number")


def _name_or_id(value, row, column, expected):
    value = value.item() if isinstance(value, np.generic) else value
    if type(value) not in (str, int):
        raise ValueError(f"{column}: row {row}: expected {expected}; got {short(value)}")
    return value
