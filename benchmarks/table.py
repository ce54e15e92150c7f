"""The table that is printed: what took how long, and how that compares."""

from typing import NamedTuple

_HEAD = ("what", "best", "ratio", "target", "met")


class Row(NamedTuple):
    """One line: what was measured, and where there is something to compare it with, a ratio."""

    what: str
    best: str
    ratio: float | None = None
    target: float | None = None
    at_most: bool = False

    def cells(self, judge):
        """The texts of the columns; "met" is blank unless ``judge`` is true."""
        if self.ratio is None:
            return self.what, self.best, "", "", ""
        ratio = f"{self.ratio:.2f}" if self.ratio < 10 else f"{self.ratio:,.0f}"
        if self.target is None:
            return self.what, self.best, ratio, "", ""
        met = self.ratio <= self.target if self.at_most else self.ratio >= self.target
        sign = "<=" if self.at_most else ">="
        mark = ("yes" if met else "no") if judge else ""
        return self.what, self.best, ratio, f"{sign} {self.target:g}", mark


def timed(what, seconds, against=None, target=None):
    """A row whose ratio is how many times faster it is than ``against`` seconds."""
    best = f"{seconds * 1000:,.2f} ms" if seconds < 1 else f"{seconds:,.2f} s"
    return Row(what, best, None if against is None else against / seconds, target)


def times(what, seconds, of, target=None):
    """A row whose ratio is how many times as long as ``of`` seconds it takes."""
    best = timed(what, seconds).best
    return Row(what, best, seconds / of, target, at_most=True)


def peak_memory(what, peak, of, target):
    """A row whose ratio is how many times ``of`` bytes the ``peak`` is."""
    return Row(what, f"{peak / 1e6:,.1f} MB", peak / of, target, at_most=True)


def markdown(title, rows, judge):
    """The rows as a Markdown table under a title."""
    cells = [_HEAD, *(row.cells(judge) for row in rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = [
        "| "
        + " | ".join(text.ljust(width) for text, width in zip(line, widths, strict=True))
        + " |"
        for line in cells
    ]
    lines.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    return "\n".join([f"### {title}", "", *lines, ""])
