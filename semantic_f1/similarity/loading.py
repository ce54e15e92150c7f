"""Similarities by name, from files, tables and addresses of the Hugging Face Hub."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ..files.formats import TableError
from ..inputs.universe import check_names
from ..json_text import read_json
from ..messages import quote, unknown_name_message
from .builders.checks import is_frame, row_order
from .builders.columns import has_columns, table_columns
from .builders.hierarchy_files import text_of
from .hub import fetch
from .label_similarity import LabelSimilarity, build, checked
from .matrices import MATRICES
from .protocol import adapted

# Endings of files that hold a similarity, each perhaps with .gz behind it.
_SIMILARITY_ENDINGS = (".json", ".csv", ".tsv", ".xlsx", ".parquet")


def names() -> list[str]:
    """The names of the bundled similarities, sorted."""
    return sorted(MATRICES)


def load(source: Any) -> LabelSimilarity:
    """Read a similarity.

    Parameters
    ----------
    source : a bundled name (see :func:`names`), a path to a JSON, CSV, Parquet or .xlsx file or to
        a .gz of one, an address
        ``hf://datasets/OWNER/NAME/FILE`` on the Hugging Face Hub (without FILE: similarity.json;
        ``NAME@REVISION`` for another revision than main), a pandas DataFrame whose index
        and columns are the labels, a Polars frame or Arrow table with one more column of their
        names, a mapping laid out as the JSON files are, a LabelSimilarity, which is returned as it
        is, or your object with ``labels``, ``name``, ``fingerprint`` and ``pairs``, see
        docs/scale.md

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
    if is_frame(source):
        rows, columns = list(source.index), list(source.columns)
        return _aligned(source.to_numpy(), rows, columns, "similarity", "table")
    if has_columns(source):
        return _from_columns(table_columns(source, "similarity"), "similarity", "table")
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
    if ending not in _SIMILARITY_ENDINGS:
        thesaurus = ending in (".ttl", ".rdf", ".nt", ".owl", ".skos")
        hint = "; metric.similarity.read_thesaurus(...) reads a thesaurus" if thesaurus else ""
        raise ValueError(f"{where}: expected a .json, .csv or .xlsx file{hint}")
    if ending != ".json":
        try:
            return _from_columns(table_columns(path, where), where, source)
        except TableError as error:
            raise ValueError(f"{where}: {error}") from None
        except OSError as error:
            raise ValueError(f"{where}: {error.strerror or error}") from None
    text = text_of(path, where)
    try:
        content = read_json(text)
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
    card = dict(content)
    values, labels, name = card.pop("values"), card.pop("labels"), str(card.pop("name", "custom"))
    parts = (card.pop("none_labels", None) or (), card.pop("prefix_widths", None) or ())
    absent = card.pop("absent", None)
    return checked(where, f"{where}: ", values, labels, name, *parts, absent, card)


def _from_columns(columns, where, name):
    """A table by its columns, of which the first one of text names the rows."""
    texts = [key for key, cells in columns.items() if all(isinstance(x, str) for x in cells)]
    if not texts:
        raise ValueError(f"{where}: a table needs a column of text, the names of its rows")
    rows = columns.pop(texts[0])
    values = []
    for row, *cells in zip(rows, *columns.values(), strict=True):
        try:
            values.append([np.nan if cell is None else float(cell) for cell in cells])
        except (TypeError, ValueError) as error:
            commas = any(re.fullmatch(r"-?\d*,\d+", str(cell)) for cell in cells)
            advice = "; numbers have a decimal point, no comma" if commas else ""
            raise ValueError(f"{where}: row {row!r}: {error}{advice}") from None
    return _aligned(values, rows, list(columns), where, name)


def _aligned(values, rows, columns, where, name):
    """A table whose rows and columns are both named, its rows put in the order of the columns."""
    columns = check_names(columns, f"{where}: columns")
    return build(np.asarray(values)[row_order(rows, columns, where)], columns, name=name)
