"""Edges as a source names them, and the kinds of relations that lead to what is broader."""

from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

from ...messages import expected, suggestion
from .checks import real

# What a relation weighs by Wang's measure where nothing says more.
STRENGTH = 0.8
_SHOWN_KINDS = 10


class FoundEdges(NamedTuple):
    """Pairs of names, perhaps with a weight, and what comes first in them, if anything says it."""

    pairs: Any
    order: str | None
    nodes: list | tuple = ()
    titles: dict = {}  # noqa: RUF012
    strengths: list | None = None
    relations: tuple = ()

    def at(self, places):
        """Some of the edges alone."""
        strengths = self.strengths and [self.strengths[at] for at in places]
        return self._replace(pairs=[self.pairs[at] for at in places], strengths=strengths)


def commonest(counts, most=_SHOWN_KINDS):
    """Names with their counts, the greatest first."""
    order = sorted((-n, str(name)) for name, n in counts.items() if n)
    more = f" and {len(order) - most} more" * (len(order) > most)
    return ", ".join(f"{name} ({-n:,})" for n, name in order[:most]) + more


def with_relations(found, kinds, relations, argument, what, names=None):
    """The edges whose kind is among ``relations``; ``names`` are further names -> kinds."""
    counts, names = Counter(kinds), names or {}
    if relations is None and len(counts) < 2:
        return found
    shown = commonest(counts)
    if relations is None:
        first = "is_a" if "is_a" in counts else counts.most_common(1)[0][0]
        raise ValueError(
            f'{argument}: {what} has edges of several kinds: {shown}; relations=["{first}"] says '
            "which of them lead to what is broader"
        )
    strengths = {
        names.get(kind, kind) if kind not in counts else kind: strength
        for kind, strength in _strengths_of(relations).items()
    }
    for kind in strengths:
        if kind not in counts:
            hint = suggestion(kind, [*counts, *names])
            raise ValueError(f"relations: no edge is of the kind {kind!r}{hint}; there are {shown}")
    taken = [at for at, kind in enumerate(kinds) if kind in strengths]
    return found.at(taken)._replace(
        strengths=[strengths[kinds[at]] for at in taken],
        relations=tuple(f"{kind} {weight:g}" for kind, weight in sorted(strengths.items())),
    )


def _strengths_of(relations):
    """Kind -> its weight, of a list of kinds or a mapping from them."""
    kinds = {relations: STRENGTH} if isinstance(relations, str) else relations
    if not isinstance(kinds, Mapping):
        named = isinstance(kinds, (list, tuple, set, frozenset))
        kinds = dict.fromkeys(kinds, STRENGTH) if named else {}
    if not kinds or not all(isinstance(kind, str) for kind in kinds):
        what = "a list of kinds of relations, or a mapping from them to weights"
        raise expected("relations", what, relations)
    for kind, weight in kinds.items():
        if not 0 < real(weight) < 1:
            raise ValueError(
                f"relations: weights lie between 0 and 1, both left out; {kind!r} has {weight!r}"
            )
    return {kind: float(weight) for kind, weight in kinds.items()}
