"""Similarities asked by the names of labels, whatever works out their values."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from ..messages import quote, unknown_name_message

# Pairs, or values of vectors, worked out at a time.
VALUES_AT_A_TIME = 1 << 16
# The largest table of values: 5,000 labels take 200 MB.
MOST_IN_TABLE = 5_000


def json_digest(content: Any, sort_keys: bool = False) -> Any:
    """A sha256 object that has taken the compact JSON of some content."""
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"), sort_keys=sort_keys)
    return hashlib.sha256(text.encode())


class PairFunction:
    """``pairs`` as a function that carries ``best_matches``, if there are any, and ``at_once``."""

    def __init__(self, values, best_matches=None, at_once=False):
        self._values, self.at_once = values, at_once
        if best_matches is not None:
            self.best_matches = best_matches

    def __call__(self, a, b):
        return self._values(a, b)


def table_of_pairs(pairs: Callable[..., Any], places: np.ndarray) -> np.ndarray:
    """The values of labels with each other, worked out in blocks of rows."""
    values = np.empty((len(places), len(places)))
    for start in range(0, len(places), 64):
        rows, columns = np.meshgrid(places[start : start + 64], places, indexing="ij")
        found = pairs(rows.reshape(-1), columns.reshape(-1))
        values[start : start + 64] = found.reshape(rows.shape)
    return values


class ByName:
    """Values of labels by names, for classes with ``name``, ``labels``, ``pairs`` and ``_at``."""

    labels: tuple
    name: str
    absent: Mapping = {}

    def __len__(self) -> int:
        return len(self.labels)

    @cached_property
    def values(self) -> np.ndarray:
        """The m x m table as a read-only float64 array; a ValueError above 5,000 labels."""
        m = len(self.labels)
        if m > MOST_IN_TABLE:
            raise ValueError(
                f"similarity {self.name!r}: a table of {m:,} labels would take "
                f"{8 * m * m / 1e9:,.1f} GB; tables have {MOST_IN_TABLE:,} labels at most: pass "
                "labels=[...], those that your data has"
            )
        values = table_of_pairs(self.pairs, np.arange(m))
        values.setflags(write=False)
        return values

    def between(self, a: str, b: str) -> float:
        """S[a, b] for two label names: the credit that ``a`` earns from ``b``."""
        places = [np.array([self._place(label)]) for label in (a, b)]
        return float(self.pairs(*places)[0])

    def nearest(self, label: str, k: int = 3) -> list[tuple[str, float]]:
        """The k labels that ``label`` earns most credit from, as (name, S[label, name]) pairs.

        The label itself is left out; equal values come in label order.
        """
        index, m = self._place(label), len(self.labels)
        parts = np.array_split(np.arange(m), -(-m // VALUES_AT_A_TIME))
        row = np.concatenate([self.pairs(np.full(len(x), index), x) for x in parts])
        order = [i for i in np.argsort(-row, kind="stable").tolist() if i != index]
        return [(self.labels[i], float(row[i])) for i in order[:k]]

    def restrict(self, labels: Sequence[str], key: Callable[..., Any] = str) -> Any:
        """The same similarity cut and permuted to ``labels``, names it has, compared by ``key``.

        From a thesaurus nothing is cut: depths, paths and information content stay.
        """
        labels = tuple(labels)
        if labels == self.labels:
            return self
        place = {key(label): index for index, label in enumerate(self.labels)}
        missing = [label for label in labels if key(label) not in place]
        if missing:
            raise ValueError(f"labels: {self._lacks(missing)}")
        return self._at(labels, np.array([place[key(label)] for label in labels], np.int64))

    def _place(self, label):
        if label not in self.labels:
            raise ValueError(self._unknown(label))
        return self.labels.index(label)

    def _unknown(self, label):
        return unknown_name_message("label", label, self.labels)

    def _lacks(self, missing):
        why = self.absent.get(missing[0])
        reason = f"{missing[0]!r} is {why}" if why else f"it knows {quote(self.labels)}"
        return f"similarity {self.name!r} has no value for {quote(missing)}; {reason}"
