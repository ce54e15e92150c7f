"""Similarities by name, from files, tables and addresses of the Hugging Face Hub."""

from __future__ import annotations

import csv
import io
import json
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ..files.formats import TableError, unpacked
from ..files.workbooks import UnreadableCell, WorkbookError, workbook_rows
from ..inputs.universe import check_names
from ..messages import quote, unknown_name_message
from .hub import fetch
from .label_similarity import LabelSimilarity, build
from .matrices import MATRICES
from .protocol import adapted

if TYPE_CHECKING:
    from typing import Any


# Endings of files that hold a similarity, each perhaps with .gz behind it.
_SIMILARITY_ENDINGS = (".json", ".csv", ".xlsx")


def names() -> list[str]:
    """The names of the bundled similarities, sorted."""
    return sorted(MATRICES)


def load(source: Any) -> LabelSimilarity:
    """Read a similarity.

    Parameters
    ----------
    source : a bundled name (see :func:`names`), a path to a JSON, CSV or .xlsx file or to a .gz of
        one, an address
        ``hf://datasets/OWNER/NAME/FILE`` on the Hugging Face Hub (without FILE: similarity.json;
        ``NAME@REVISION`` for another revision than main), a pandas DataFrame whose index
        and columns are the labels, a Polars frame or Arrow table with one more column of their
        names, a mapping laid out as the JSON files are, a LabelSimilarity, which is returned as it
        is, or your object with ``labels``, ``name``, ``fingerprint`` and ``pairs``, see
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
        raise ValueError(
            "similarity: got a thesaurus; similarity.relatedness(thesaurus, measure) makes a "
            "similarity of it"
        )
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
    if os.path.exists(source) or _unpacked_name(source).lower().endswith(_SIMILARITY_ENDINGS):
        return _load_file(source, source)
    raise ValueError(
        unknown_name_message("similarity", source, names())
        + "; nor is it 'identity' or the path of a file"
    )


def _unpacked_name(path):
    """A path without the .gz at its end."""
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
        raise ValueError(
            f"{where}: not UTF-8 text (byte {error.start}); save it as UTF-8"
        ) from None
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
        raise ValueError(
            f"{where}: expected a JSON object with 'labels' and 'values'; "
            f"got {type(content).__name__}"
        )
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
        return build(
            content["values"],
            content["labels"],
            name=str(content.get("name", "custom")),
            none_labels=content.get("none_labels") or (),
            prefix_widths=content.get("prefix_widths") or (),
            **card,
        )
    except ValueError as error:
        message = str(error).removeprefix(f"similarity {content.get('name', 'custom')!r}: ")
        raise ValueError(f"{where}: {message}") from None


def _from_csv(text, where, source):
    found = []
    # Spreadsheets write what their language separates by: as a square it makes sense.
    for delimiter in ",;\t":
        lines = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
        found.append([row for row in lines if any(map(str.strip, row))])
    square = (rows for rows in found if len(rows) > 1 and set(map(len, rows)) == {len(rows)})
    return _from_rows(next(square, found[0]), where, source)


def _sheet(handle, where):
    """The rows of a workbook's first sheet, as wide as the first of them."""
    try:
        rows = []
        for number, cells in workbook_rows(handle):
            rows.append(cells)
            wrong = [cell for cell in cells if type(cell) is UnreadableCell]
            # Of percentages the value that they stand for is known.
            if wrong and (not wrong[0] or wrong[0].startswith("#")):
                raise WorkbookError(wrong[0].reason, number)
    except WorkbookError as error:
        row = f"row {error.row}: " if error.row else ""
        raise ValueError(f"{where}: {row}{error}") from None
    return [row + [""] * (len(rows[0]) - len(row)) for row in rows]


def _from_rows(rows, where, source):
    if len(rows) < 2:
        raise ValueError(f"{where}: expected a header of names, then one row per label")
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
            commas = any(re.fullmatch(r"\s*-?\d*,\d+\s*", cell) for cell in row[1:])
            advice = "; numbers have a decimal point, no comma" if commas else ""
            raise ValueError(f"{where}: row {row[0]!r}: {error}{advice}") from None
    return _aligned(values, [row[0].strip() for row in rows[1:]], columns, where, source)


def _from_frame(frame):
    return _aligned(frame.to_numpy(), list(frame.index), list(frame.columns), "similarity", "table")


def _from_unindexed(frame):
    """A Polars frame or Arrow table, whose one column of text names the rows."""
    names = list(getattr(frame, "column_names", None) or frame.columns)
    columns = {
        name: getattr(frame[name], "to_pylist", None) or frame[name].to_list for name in names
    }
    columns = {name: read() for name, read in columns.items()}
    texts = [name for name in names if all(isinstance(cell, str) for cell in columns[name])]
    if len(texts) != 1:
        raise ValueError(
            f"similarity: a {type(frame).__name__} without an index needs one column of text, the "
            f"names of its rows; got {len(texts)}"
        )
    rows = columns.pop(texts[0])
    values = np.array(list(columns.values()), dtype=object).T
    return _aligned(values, rows, list(columns), "similarity", "table")


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
