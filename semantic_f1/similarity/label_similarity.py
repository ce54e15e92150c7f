"""Label similarities: their sources, what they must satisfy, how they are identified."""

from __future__ import annotations

import contextlib
import inspect
import json
import os
import uuid
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ..inputs.universe import check_names
from ..messages import quote, suggestion
from .auditing import Audit, audit_similarity, like_pairs, table_shape, value_spread
from .builders.checks import float_table, refuse_cells, refuse_shape
from .hub import push
from .lookup import ByName, json_digest
from .rounding import settle

CARD = ("title", "source", "citation", "license", "derivation", "population", "caveats", "ids")
_RESCALE = (
    ": map correlations and cosines by (1 + r) / 2 and distances by 1 / (1 + d) first; values are "
    "never clipped"
)
# Beyond these decimals math libraries differ; rounding lets a rebuilt table keep its fingerprint.
DECIMALS = 12


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

    def __init__(
        self, name, labels, values,
        none_labels=(), card=None, prefix_widths=(), ordered=True, absent=None,
    ):  # fmt: skip
        self.name, self.ordered = name, ordered
        self.labels, self.none_labels = tuple(labels), tuple(none_labels)
        self.prefix_widths = tuple(prefix_widths)
        self.card, self.absent = dict(card or {}), dict(absent or {})
        # No values: the identity, computed where it is asked for.
        self._values = None if values is None else _frozen(values)

    def __reduce__(self):
        parts = (self.name, self.labels, self._values, self.none_labels, self.card)
        return LabelSimilarity, (*parts, self.prefix_widths, self.ordered, self.absent)

    def __repr__(self):
        return f"LabelSimilarity({self.name!r}, {len(self.labels)} labels)"

    def pairs(self, a: Any, b: Any) -> np.ndarray:
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

    def facts(self) -> Any:
        """Report on the values of the table (section 3.1 of the paper).

        Returns
        -------
        dict: "symmetric" and "unit_diagonal" (bool); "minimum", "maximum" and "mean" of the values
        off the diagonal, None for a single label; "density", the share of them above 0; "coincide",
        the pairs of labels whose similarity is 1 both ways
        """
        audit = {
            **table_shape(self.values, self.labels),
            **value_spread(self.values),
            **like_pairs(self.values, self.labels),
        }
        keys = ("symmetric", "unit_diagonal", "minimum", "maximum", "mean", "density")
        return {**{key: audit[key] for key in keys}, "coincide": list(audit["coincide"])}

    def _at(self, labels, places):
        values = None if self._values is None else self._values[np.ix_(places, places)]
        return LabelSimilarity(
            self.name, labels, values, self.none_labels, self.card, absent=self.absent
        )

    def audit(self, **options: Any) -> Audit:
        """Report on the similarity matrix (section 3.1 of the paper), with warnings.

        Parameters
        ----------
        **options : ``groups`` (label -> group; default: clusters that are found), ``gold`` (label
            sets to score against; default: single labels), ``opposites`` (pairs of labels),
            ``neighbors`` and ``hubs`` (how many of them, default 3), ``associative`` (whether near
            labels only stand together; default: by the derivation) and ``asymmetric`` (True where
            two directions are meant to differ)

        Returns
        -------
        Audit: it prints itself, and ``to_dict()`` gives its content
        """
        return audit_similarity(self, **options)

    def save(self, path: str | os.PathLike[str], *, overwrite: bool = False) -> Path:
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
        content = self.to_json()
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

    def push_to_hub(self, repo_id: str, path_in_repo: str | None = None, **options: Any) -> Any:
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
        return push(self.to_json(), repo_id, path_in_repo, **options)

    def to_json(self) -> bytes:
        """The bytes of its JSON file: one field per line, of the values one row per line."""
        if self._values is None:
            raise ValueError(
                "similarity: the identity has no table to save; use similarity='identity' "
                "with labels=[...]"
            )
        try:
            fields = {key: _json_text(value) for key, value in self.to_dict().items()}
            rows = ",\n".join(f"    {_json_text(row)}" for row in self.values.tolist())
            fields["values"] = f"[\n{rows}\n  ]"
            lines = ",\n".join(f"  {_json_text(key)}: {text}" for key, text in fields.items())
            return f"{{\n{lines}\n}}\n".encode()
        except (TypeError, ValueError) as error:
            raise ValueError(
                f"similarity {self.name!r}: the card can't be written as JSON: {error}"
            ) from None

    @property
    def fingerprint(self) -> str:
        """sha256 (hex) over the sorted labels and their values; see :func:`fingerprint`."""
        if self._values is None:
            return json_digest({"kind": "identity", "labels": sorted(self.labels)}).hexdigest()
        return fingerprint(self.labels, self._values)

    def to_dict(self) -> dict[str, Any]:
        """Content of its JSON file: name, labels, none_labels, values and the card."""
        return {
            "name": self.name,
            **{key: value for key, value in self.card.items() if key == "title"},
            "labels": list(self.labels),
            "none_labels": list(self.none_labels),
            "prefix_widths": list(self.prefix_widths),
            "values": self.values.tolist(),
            **{key: value for key, value in self.card.items() if key != "title"},
        }


def build(
    values: Any,
    labels: Any,
    *,
    name: str = "custom",
    none_labels: Iterable[str] = (),
    prefix_widths: Sequence[int] = (),
    absent: Any = None,
    **card: Any,
) -> LabelSimilarity:
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
    """
    where = f"similarity {name!r}"
    return checked(where, "", values, labels, name, none_labels, prefix_widths, absent, card)


def checked(where, within, values, labels, name, none_labels, prefix_widths, absent, card):
    """A similarity of checked parts; errors begin with ``where``, of names with ``within``."""
    labels = check_names(labels, f"{within}labels")
    none_labels = check_names(none_labels, f"{within}none_labels", empty=True)
    both = sorted(set(labels) & set(none_labels))
    if both:
        raise ValueError(
            f"{where}: {quote(both)} is among labels and none_labels; a none-label has no row"
        )
    if not isinstance(prefix_widths, (list, tuple)):
        raise ValueError(f"{where}: prefix_widths is a list; got {prefix_widths!r}")
    for width in prefix_widths:
        if isinstance(width, bool) or not isinstance(width, int) or not 0 < width <= len(labels):
            raise ValueError(
                f"{where}: prefix_widths are numbers of first labels, from 1 to {len(labels)}; got "
                f"{width!r}"
            )
    table = float_table(values, where, range(33), "biuf")
    refuse_shape(table, labels, where, square=True)
    # What a builder made is its own, and read-only since then: no copy.
    if table.flags.writeable or table.base is not None or table.dtype != np.float64:
        # What is no rounding error of float64 is one of float32.
        diagonal = 1 if table.dtype.kind == "f" and table.dtype.itemsize < 8 else None
        table = settle(np.array(table, dtype=np.float64), 0, 1, diagonal=diagonal)
        table.flags.writeable = False
    fill = ": fill in the missing values"
    refuse_cells(labels, ~np.isfinite(table), table, where, "values must be finite", fill)
    refuse_cells(labels, table < 0, table, where, "values must be at least 0", _RESCALE)
    refuse_cells(labels, table > 1, table, where, "values must be at most 1", _RESCALE)
    return LabelSimilarity(name, labels, table, none_labels, card, prefix_widths, absent=absent)


def identity(labels: Any) -> LabelSimilarity:
    """The similarity of ``labels`` that credits exact matches only: Semantic F1 is then F1."""
    return LabelSimilarity("identity", check_names(labels, "labels"), None)


def fingerprint(labels: Any, values: Any) -> str:
    """sha256 (hex) over labels and values, independent of the order of labels.

    Hashed are the compact UTF-8 JSON of the labels sorted by code point, then the values permuted
    alike as little-endian float64 in row-major order, -0 taken as 0.
    """
    order = sorted(range(len(labels)), key=labels.__getitem__)
    digest = json_digest([labels[i] for i in order])
    permuted = np.asarray(values, dtype=np.float64)[np.ix_(order, order)] + 0.0
    digest.update(permuted.astype("<f8").tobytes())
    return digest.hexdigest()


def built(builder, values, labels, derivation, card, name, none_labels, absent=None, rounded=True):
    """The similarity that a builder has worked out."""
    check_card(builder, card)
    values = values.round(DECIMALS, out=values) if rounded else values
    values.flags.writeable = False
    content = {"name": name, "none_labels": none_labels, "absent": absent}
    return build(values, labels, derivation=derivation, **content, **card)


def check_card(builder, card):
    """Refuse entries of a builder's card that a card doesn't have, or that it writes itself."""
    if "derivation" in card:
        raise ValueError(
            f"derivation: {builder.__name__} writes it; say the rest in source or caveats"
        )
    for key in card:
        if key not in CARD:
            accepted = [*inspect.signature(builder).parameters, *CARD]
            raise ValueError(
                f"{key}: {builder.__name__} has no such argument{suggestion(key, accepted)}; a "
                f"card has {', '.join(CARD)}"
            )


def _json_text(value):
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _frozen(values):
    values = np.ascontiguousarray(values, dtype=np.float64)
    if values.flags.writeable:
        values = values.copy()
        values.flags.writeable = False
    return values
