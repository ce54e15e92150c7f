"""The table of averages: what each averages, from which counts, and how intervals treat it.

Options, results, the command line, the Space and the documentation read this table; it needs
Python alone. The formula of each is in ``scoring/averages.py``.
"""

from typing import Literal, NamedTuple

from .name_table import NameTable

AverageName = Literal["samples", "micro", "macro", "weighted"]


class Average(NamedTuple):
    """A row of the table.

    - ``text``: what it averages; ``equation``: its number in the paper
    - ``counts``: the sums that it is made of: scores of "examples", "totals" over all labels, or
      the counts of each of the "labels"
    - ``smoothing``: the imaginary example of smoothed intervals: "scores" of one, "totals" of its
      labels, those totals in "shares" by how often labels occur, or "labels" of each
    - ``stream``: number of its stream of random numbers, so that no average changes the draws of
      another
    - ``macro``: whether it averages over ``macro_labels`` and ``macro_f1`` chooses its formula
    - ``curve``: whether the Space draws it over thresholds
    """

    name: str | None
    text: str
    equation: str
    counts: Literal["examples", "totals", "labels"]
    smoothing: Literal["scores", "totals", "shares", "labels"]
    stream: int
    macro: bool = False
    curve: bool = True

    @property
    def needs_labels(self) -> bool:
        """True if it is made of counts of each label."""
        return self.counts == "labels"

    @property
    def key(self) -> str:
        """Ending of its keys, after an underscore."""
        return self.name or "per_label"


AVERAGES: NameTable[Average] = NameTable(
    "average",
    (
        Average("samples", "the mean of the examples' scores", "6", "examples", "scores", 0),
        Average("micro", "all labels counted together", "11", "totals", "totals", 1),
        Average("macro", "the mean of the labels' scores", "13", "labels", "labels", 2, macro=True),
        Average("weighted", "the same, each label by how often it is gold", "24", "labels",
                "shares", 3, curve=False),
        Average(None, "a list with one score per label", "", "labels", "labels", 4, curve=False),
    ),
)  # fmt: skip
NAMED_AVERAGES: tuple[str, ...] = tuple(name for name in AVERAGES if name is not None)
CURVE_AVERAGES: tuple[str, ...] = tuple(
    name for name, row in AVERAGES.items() if name is not None and row.curve
)
# Those that need no labels: what config "points" has.
AVERAGES_WITHOUT_LABELS: tuple[str, ...] = tuple(
    name for name, row in AVERAGES.items() if name is not None and not row.needs_labels
)
