"""Similarities without a table: what an object must have, and how it is looked at.

Scoring asks a similarity for the pairs that some example needs and nothing else. Anything can serve
that has what _REQUIRED lists; it may have ``none_labels``, ``card``, ``pairs.at_once`` (True where
a call is expensive, so that pairs are asked for in few large calls), and
``best_matches(predictions, references)``: of two LabelSets of the same examples, aligned with their
``indices``, the greatest similarity of each member to those of the other set, 0 if it is empty.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from types import SimpleNamespace
from typing import Any

import numpy as np

from ..inputs.label_sets import LabelSets
from ..inputs.universe import check_names
from ..messages import expected
from .lookup import ByName, PairFunction, json_digest
from .rounding import settle

_REQUIRED = {
    "labels": "the names, in the order of its indices",
    "name": "a str, how signatures call it",
    "fingerprint": "a str of 16 characters or more that differs where some value differs",
    "pairs": "a method: two equally long int arrays in, the similarities in [0, 1] out",
}


class LazySimilarity(ByName):
    """A similarity that works out its values when they are asked for, and checks them.

    Attributes are those of a LabelSimilarity. ``places`` has the place of each label among those of
    the source, which is asked for best matches if it has them.
    """

    prefix_widths = ()

    def __init__(self, source, labels, places=None, none_labels=(), card=None):
        self._source = source
        self.labels = tuple(labels)
        self._places = places
        self.none_labels = tuple(none_labels)
        self.card = dict(card or {})
        if hasattr(source, "best_matches"):
            self.best_matches = self._best_matches

    def __reduce__(self):
        parts = (self._source, self.labels, self._places, self.none_labels, self.card)
        return LazySimilarity, parts

    def __repr__(self):
        return f"LazySimilarity({self.name!r}, {len(self.labels):,} labels)"

    @property
    def name(self) -> str:
        return self._source.name

    @property
    def fingerprint(self) -> str:
        """That of the source; of some of its labels sha256 (hex) over it and their names."""
        if self._places is None:
            return self._source.fingerprint
        kind = {"of": self._source.fingerprint, "labels": sorted(self.labels)}
        return json_digest(kind, sort_keys=True).hexdigest()

    @property
    def pairs(self) -> Any:
        """S[a, b] of index pairs: two equally long int arrays in, one float64 array out."""
        at_once = bool(getattr(self._source.pairs, "at_once", False))
        return PairFunction(self._values, getattr(self, "best_matches", None), at_once)

    def _at(self, labels, places):
        labels_at = places if self._places is None else self._places[places]
        return LazySimilarity(self._source, labels, labels_at, self.none_labels, self.card)

    def _values(self, a, b):
        labels_at = (a, b) if self._places is None else (self._places[a], self._places[b])
        return self._settled(self._source.pairs(*labels_at), "values", "pair", a, b)

    def _best_matches(self, predictions, references):
        both = sides = predictions, references
        if self._places is not None:
            sides = (LabelSets(self._places[sets.indices], sets.offsets) for sets in sides)
        return [
            self._settled(values, "best matches", "member", sets.indices)
            for values, sets in zip(self._source.best_matches(*sides), both, strict=True)
        ]

    def _settled(self, values, what, noun, *places):
        """Values as float64, one per entry of ``places``, rounding errors set right, checked."""
        values, n = np.asarray(values, dtype=np.float64), len(places[0])
        if values.shape != (n,):
            raise ValueError(
                f"similarity {self.name!r}: expected one number for each of {n} {noun}s; got shape "
                f"{values.shape}"
            )
        if not ((values >= 0) & (values <= 1)).all():
            values = settle(np.array(values), 0, 1)
        for at in np.flatnonzero(~((values >= 0) & (values <= 1)))[:1]:
            names = ", ".join(repr(self.labels[place[at]]) for place in places)
            entry = f"S[{names}]" if noun == "pair" else f"that of {names}"
            raise ValueError(
                f"similarity {self.name!r}: {what} must lie in [0, 1]; {entry} is "
                f"{float(values[at])!r}: map correlations and cosines by (1 + r) / 2 and distances "
                "by 1 / (1 + d) first"
            )
        return values


def from_function(
    pairs: Callable[..., Any],
    labels: Any,
    *,
    name: str | None = None,
    version: str = "",
    none_labels: Iterable[str] = (),
    **card: Any,
) -> LazySimilarity:
    """A similarity from a function, without a table.

    Parameters
    ----------
    pairs : callable: two equally long int arrays of places in ``labels`` in, the credits in
        [0, 1] that labels ``a`` earn from candidates ``b`` out; a value outside [0, 1] is an error
        that names the pair. To be pickled (for example by ``Dataset.map`` or Dask) it must be
        a function of a module
    labels : distinct names
    name : str, how signatures call it; default: the name of the function
    version : str that is part of the fingerprint: a function's values can't be read from it, so
        change it when they change
    none_labels : names that mean "no label"
    **card : title, source, citation, license, derivation, population, caveats

    Raises
    ------
    ValueError
        for what is no function, and labels that are no distinct names
    """
    if not callable(pairs):
        raise expected("pairs", "a function of two int arrays", pairs)
    labels = check_names(labels, "labels")
    none_labels = check_names(none_labels, "none_labels", empty=True)
    name = name or str(getattr(pairs, "__name__", "function"))
    kind = {"kind": "function", "name": name, "version": version, "labels": sorted(labels)}
    digest = json_digest(kind, sort_keys=True).hexdigest()
    source = SimpleNamespace(pairs=pairs, name=name, fingerprint=digest)
    return LazySimilarity(source, labels, None, none_labels, card)


def adapted(source):
    """A similarity of a user's object that has what the protocol asks for."""
    faults = []
    for attribute, what in _REQUIRED.items():
        value = getattr(source, attribute, None)
        if value is None:
            faults.append(f"has no {attribute} ({what})")
        elif attribute == "pairs" and not callable(value):
            faults.append(f"has pairs that can't be called ({what})")
        elif attribute in ("name", "fingerprint") and not isinstance(value, str):
            faults.append(f"has a {attribute} that is no str but {type(value).__name__} ({what})")
        elif attribute == "fingerprint" and len(value) < 16:
            faults.append(f"has a fingerprint of {len(value)} characters ({what})")
        elif attribute == "labels":
            try:
                check_names(tuple(value), "labels")
            except (TypeError, ValueError) as error:
                faults.append(f"has labels that are no distinct names ({error})")
    if not callable(getattr(source, "best_matches", len)):
        faults.append("has best_matches that can't be called")
    if faults:
        raise ValueError(
            f"similarity: {type(source).__name__} can't serve as one: it {'; it '.join(faults)}"
        )
    none_labels = check_names(tuple(getattr(source, "none_labels", ())), "none_labels", empty=True)
    labels = check_names(tuple(source.labels), "labels")
    return LazySimilarity(source, labels, None, none_labels, getattr(source, "card", None))
