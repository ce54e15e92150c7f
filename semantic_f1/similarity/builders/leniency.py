"""Leniency in reading a source: counted, told in one warning, or refused."""

from ...messages import warn


class Leniency:
    """Counts of what was read otherwise than as it is written, with a clause on each."""

    def __init__(self):
        self.counts, self._clauses, self._growing = {}, [], {}

    def add(self, key: str, count: int, clause: str) -> None:
        self.counts[key] = self.counts.get(key, 0) + count
        self._clauses.append(clause)

    def more(self, key: str, what: str) -> None:
        """One more reported item with its number in front."""
        self.counts[key] = self.counts.get(key, 0) + 1
        self._growing[what] = self._growing.get(what, 0) + 1

    def loose_ends(self, n: int, ends: set, noun: str, dangling: str, where: str) -> None:
        """Tell of ``n`` relations to ``ends`` that are no concepts, or refuse them."""
        first = min(ends)
        reason = f"{n:,} relations lead to what is no {noun} of the file, {first} first"
        if dangling == "raise":
            raise ValueError(
                f"{where}: {reason}; add those {noun}s, pass dangling='keep' to take them as "
                "concepts, or dangling='drop' to do without"
            )
        if dangling == "drop":
            self.add("dangling", n, f"{reason}; they were left out")
        else:
            what = "have no type" if noun == "concept" else "are no terms of the file"
            clause = f"ends of relations {what} and are taken as concepts, {first} first"
            self.add("untyped", len(ends), f"{len(ends):,} {clause}")

    def tell(self, where: str, strict: bool = False) -> None:
        """Warn of everything at once, or refuse it where ``strict``."""
        clauses = [*self._clauses, *(f"{n:,} {what}" for what, n in self._growing.items())]
        self._clauses, self._growing = [], {}
        if not clauses:
            return
        told = "; ".join(clauses)
        if strict:
            raise ValueError(
                f"{where}: strict=True refuses what must be read with leniency: {told}"
            )
        warn(f"{where}: read with leniency: {told}. strict=True refuses it.")


def counts_text(counts: dict) -> str:
    """Counts of leniency for a card."""
    return ", ".join(f"{key} {count}" for key, count in counts.items())
