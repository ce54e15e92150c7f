"""The table of relatedness measures, which the command line reads too; it needs Python alone."""

from typing import NamedTuple


class MeasureRow(NamedTuple):
    """A measure: its title, its equation, and what it is made of."""

    title: str
    equation: str
    of: str


MEASURE_TABLE = {
    "rada": MeasureRow("Rada", "1 / (1 + len)", "length"),
    "rada_linear": MeasureRow("Rada, linear", "max(0, 1 - len / (2 D))", "length"),
    "leacock_chodorow": MeasureRow(
        "Leacock & Chodorow", "-log((len + 1) / (2 D)) / log(2 D)", "length"
    ),
    "wu_palmer": MeasureRow("Wu & Palmer", "2 depth(lcs) / (depth(a) + depth(b))", "depth"),
    "resnik": MeasureRow("Resnik", "IC(lcs)", "ic"),
    "jiang_conrath": MeasureRow("Jiang & Conrath", "1 - (IC(a) + IC(b) - 2 IC(lcs)) / 2", "ic"),
    "lin": MeasureRow("Lin", "2 IC(lcs) / (IC(a) + IC(b))", "ic"),
    "wang": MeasureRow(
        "Wang", "(sum of S_a + S_b over common ancestors) / (SV(a) + SV(b))", "meaning"
    ),
}
