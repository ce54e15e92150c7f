"""Leniency in reading a source: counted, told in one warning, or refused."""

from collections import Counter

from ...messages import warn


class Leniency:
    """Counts of what was read otherwise than as it is written, with a clause on each."""

    def __init__(self):
        self.counts, self._told = Counter(), {}

    def add(self, key: str, n: int, what: str) -> None:
        """Count ``n`` if there are any, told as "n what" with all others of their kind."""
        if n:
            self.counts[key] += n
            self._told[what] = self._told.get(what, 0) + n

    def note(self, key: str, n: int, clause: str) -> None:
        """Count ``n`` if there are any, told by a whole clause."""
        if n:
            self.counts[key] += n
            self._told[clause] = None

    def loose_ends(self, n: int, ends: set, noun: str, dangling: str, where: str) -> None:
        """Tell of ``n`` relations to ``ends`` that are no concepts, or refuse them."""
        if not n:
            return
        first = min(ends)
        reason = f"{n:,} relations lead to what is no {noun} of the file, {first} first"
        if dangling == "raise":
            raise ValueError(
                f"{where}: {reason}; add those {noun}s, pass dangling='keep' to take them as "
                "concepts, or dangling='drop' to do without"
            )
        if dangling == "drop":
            self.note("dangling", n, f"{reason}; they were left out")
        else:
            what = "have no type" if noun == "concept" else "are no terms of the file"
            what = f"ends of relations {what} and are taken as concepts, {first} first"
            self.add("untyped", len(ends), what)

    def tell(self, where: str, strict: bool = False) -> None:
        """Warn of everything at once, or refuse it where ``strict``."""
        told = "; ".join(x if n is None else f"{n:,} {x}" for x, n in self._told.items())
        self._told = {}
        if told and strict:
            raise ValueError(
                f"{where}: strict=True refuses what must be read with leniency: {told}"
            )
        if told:
            warn(f"{where}: read with leniency: {told}. strict=True refuses it.")


def counts_text(counts: dict) -> str:
    """Counts of leniency for a card."""
    return ", ".join(f"{key} {count}" for key, count in counts.items())
