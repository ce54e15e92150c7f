"""Figures for papers: 84 mm wide, text of 8.5 points."""

from .shapes import (
    EXACT_COLOR,
    INK_COLOR,
    NEAR_COLOR,
    drawing,
    filled_box,
    hover,
    lettering,
    path_line,
    shortened,
    standalone,
)

FIGURE_WIDTH = 318
FIGURE_LETTERING = 11.3
FIGURE_ROW = 16


def label_figure(rows, heads=("Semantic", "Hard")):
    """Semantic and hard scores of each label as bars: dark exact matches, light near misses.

    Parameters
    ----------
    rows : sequence of (label, semantic score, hard score), scores in [0, 1]
    heads : names of the two scores

    Returns
    -------
    str
        An ``<svg>`` that stands alone.
    """
    left, right = 104, FIGURE_WIDTH - 76
    parts = [
        lettering(FIGURE_WIDTH - 40, 9, heads[0], anchor="end", size=FIGURE_LETTERING, faint=True),
        lettering(FIGURE_WIDTH - 2, 9, heads[1], anchor="end", size=FIGURE_LETTERING, faint=True),
    ]
    for at, (label, semantic, hard) in enumerate(rows):
        y = 26 + at * FIGURE_ROW
        exact = min(semantic, hard)
        long = right - left
        name = shortened(label, left - 8, size=FIGURE_LETTERING)
        parts.append(
            f"<g>{hover(f'{label}: semantic {semantic:.3f}, hard {hard:.3f}')}"
            + lettering(left - 6, y, name, anchor="end", size=FIGURE_LETTERING)
            + path_line([(left, y), (right, y)])
            + filled_box(left, y - 4.5, exact * long, 9, EXACT_COLOR)
            + filled_box(left + exact * long, y - 4.5, (semantic - exact) * long, 9, NEAR_COLOR)
            + lettering(
                FIGURE_WIDTH - 40, y, f"{semantic:.3f}", anchor="end", size=FIGURE_LETTERING
            )
            + lettering(FIGURE_WIDTH - 2, y, f"{hard:.3f}", anchor="end", size=FIGURE_LETTERING)
            + "</g>"
        )
    bottom = 26 + len(rows) * FIGURE_ROW
    parts += [
        lettering(x, bottom, tick, anchor=anchor, size=FIGURE_LETTERING, faint=True)
        for x, tick, anchor in (
            (left, "0", "start"),
            ((left + right) / 2, "0.5", "middle"),
            (right, "1", "end"),
        )
    ]
    y = bottom + FIGURE_ROW
    for x, color, meaning in (
        (left, EXACT_COLOR, "exact matches"),
        (left + 96, NEAR_COLOR, "near misses"),
    ):
        parts.append(filled_box(x, y - 4.5, 9, 9, color))
        parts.append(lettering(x + 13, y, meaning, size=FIGURE_LETTERING))
    description = f"Semantic and hard scores of {len(rows)} labels."
    return standalone(drawing(parts, FIGURE_WIDTH, y + 10, description))


def system_figure(rows):
    """Scores of systems as bars with their intervals, the best first.

    Parameters
    ----------
    rows : sequence of (name, semantic F1, hard F1, low, high), the ends None where there are none

    Returns
    -------
    str
        An ``<svg>`` that stands alone.
    """
    left, right = 104, FIGURE_WIDTH - 40
    long = right - left
    parts = []
    for at, (name, semantic, hard, low, high) in enumerate(rows):
        y = 12 + at * (FIGURE_ROW + 4)
        exact = min(semantic, hard)
        parts.append(
            f"<g>{hover(f'{name}: {semantic:.3f}')}"
            + lettering(
                left - 6,
                y,
                shortened(name, left - 8, size=FIGURE_LETTERING),
                anchor="end",
                size=FIGURE_LETTERING,
            )
            + path_line([(left, y), (right, y)])
            + filled_box(left, y - 5, exact * long, 10, EXACT_COLOR)
            + filled_box(left + exact * long, y - 5, (semantic - exact) * long, 10, NEAR_COLOR)
            + lettering(FIGURE_WIDTH - 2, y, f"{semantic:.3f}", anchor="end", size=FIGURE_LETTERING)
            + "</g>"
        )
        if low is not None:
            ends = [left + low * long, left + high * long]
            parts.append(path_line([(ends[0], y), (ends[1], y)], INK_COLOR, 1.5))
            parts += [path_line([(x, y - 7), (x, y + 7)], INK_COLOR, 1.5) for x in ends]
    y = 12 + len(rows) * (FIGURE_ROW + 4)
    for x, color, meaning in (
        (left, EXACT_COLOR, "exact matches"),
        (left + 96, NEAR_COLOR, "near misses"),
    ):
        parts.append(filled_box(x, y - 4.5, 9, 9, color))
        parts.append(lettering(x + 13, y, meaning, size=FIGURE_LETTERING))
    return standalone(drawing(parts, FIGURE_WIDTH, y + 10, f"Scores of {len(rows)} systems."))
