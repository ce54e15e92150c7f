"""Verdicts of a study on a paper's claims, and its tables and figures as text."""

import argparse
from pathlib import Path
from typing import NamedTuple

FIGURES = Path(__file__).resolve().parent / "figures"
VERDICTS = ("holds", "holds in part", "doesn't hold", "can't be rerun")


class Claim(NamedTuple):
    """One claim: where it is printed, what is printed, what came out here, and the verdict."""

    where: str
    claim: str
    printed: str
    ours: str
    verdict: str
    why: str


def seed_of(arguments, purpose, seed=0):
    """Seed on the command line of a study that takes no other option, by default ``seed``."""
    parser = argparse.ArgumentParser(description=purpose.splitlines()[0])
    parser.add_argument("--seed", type=int, default=seed)
    return parser.parse_args(arguments).seed


def verdict(whole, part=False):
    """``whole``: all of the claim came out, its controls too; ``part``: something of it did."""
    return VERDICTS[0] if whole else VERDICTS[1] if part else VERDICTS[2]


def markdown(columns, rows):
    """A table as text."""
    lines = [columns, ["---"] * len(columns), *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)


def table_of(claims):
    """The table of claims as text."""
    columns = ["where", "claim", "printed", "here", "verdict", "why"]
    return markdown(columns, [list(claim) for claim in claims])


def shown(values, digits=3):
    """Numbers as in the papers: .984 for 0.984."""
    if isinstance(values, float):
        return (
            f"{values:.{digits}f}".replace("0.", ".", 1)
            if abs(values) < 1
            else f"{values:.{digits}f}"
        )
    return " ".join(shown(float(x), digits) for x in values)


def draw(name, panels, title, columns=None):
    """Write ``figures/NAME.svg``, a row of line charts; needs matplotlib, and says so.

    ``panels``: list of (title, label of x, label of y, x, mapping of name -> values).
    """
    try:
        import matplotlib
    except ImportError:
        print(f"studies/figures/{name}.svg was not drawn: pip install matplotlib")
        return
    matplotlib.rcParams.update({"svg.hashsalt": "studies", "svg.fonttype": "none", "font.size": 9})
    from matplotlib.figure import Figure

    columns = columns or len(panels)
    rows = -(-len(panels) // columns)
    # Without pyplot, which takes longer to import than the figure to draw.
    figure = Figure(figsize=(4 * columns, 3.2 * rows), layout="constrained")
    axes = figure.subplots(rows, columns, squeeze=False)
    for axis in axes.flat[len(panels) :]:
        axis.set_visible(False)
    for axis, (heading, x_label, y_label, x, lines) in zip(axes.flat, panels, strict=False):
        for marker, (label, y) in zip("osv^D*Px", lines.items(), strict=False):
            axis.plot(x, y, marker=marker, markersize=3, linewidth=1.2, label=label)
        axis.set(title=heading, xlabel=x_label, ylabel=y_label)
        axis.grid(alpha=0.3)
        axis.legend(fontsize=7)
    figure.suptitle(title)
    FIGURES.mkdir(exist_ok=True)
    figure.savefig(FIGURES / f"{name}.svg", metadata={"Date": None})
    print(f"\nFigure: studies/figures/{name}.svg")
