"""Edges as a source names them, and the kinds of relations that lead to what is broader."""

from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

from ...messages import suggestion
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


def with_relations(found, kinds, relations, argument, what, names=None):
    """The edges whose kind is among ``relations``; ``names`` are further names -> kinds."""
    counts = Counter(kinds)
    if relations is None and len(counts) < 2:
        return found
    shown = ", ".join(
        f"{kind} ({count:,})"
        for kind, count in sorted(counts.items(), key=lambda item: (-item[1], item[0]))[
            :_SHOWN_KINDS
        ]
    )
    more = f" and {len(counts) - _SHOWN_KINDS} more" if len(counts) > _SHOWN_KINDS else ""
    if relations is None:
        first = "is_a" if "is_a" in counts else counts.most_common(1)[0][0]
        raise ValueError(
            f'{argument}: {what} has edges of several kinds: {shown}{more}; relations=["{first}"] '
            "says which of them lead to what is broader"
        )
    strengths = strengths_of(relations)
    for kind in list(strengths):
        if kind not in counts and kind in (names or {}):
            strengths[names[kind]] = strengths.pop(kind)
    unknown = [kind for kind in strengths if kind not in counts]
    if unknown:
        raise ValueError(
            f"relations: no edge is of the kind {unknown[0]!r}"
            f"{suggestion(unknown[0], [*counts, *(names or {})])}; there are {shown}{more}"
        )
    taken = [
        (pair, strengths[kind])
        for pair, kind in zip(found.pairs, kinds, strict=True)
        if kind in strengths
    ]
    return found._replace(
        pairs=[pair for pair, _ in taken],
        strengths=[strength for _, strength in taken],
        relations=tuple(f"{kind} {weight:g}" for kind, weight in sorted(strengths.items())),
    )


def strengths_of(relations):
    """Kind -> its weight, of a list of kinds or a mapping from them."""
    kinds = {relations: STRENGTH} if isinstance(relations, str) else relations
    if not isinstance(kinds, Mapping):
        named = isinstance(kinds, (list, tuple, set, frozenset)) and bool(kinds)
        kinds = dict.fromkeys(kinds, STRENGTH) if named else {}
    if not kinds or not all(isinstance(kind, str) for kind in kinds):
        raise ValueError(
            "relations: expected a list of kinds of relations, or a mapping from them to weights; "
            f"got {relations!r}"
        )
    wrong = [kind for kind, weight in kinds.items() if not 0 < real(weight) < 1]
    if wrong:
        raise ValueError(
            f"relations: weights lie between 0 and 1, both left out; {wrong[0]!r} has "
            f"{kinds[wrong[0]]!r}"
        )
    return {kind: float(weight) for kind, weight in kinds.items()}
