"""Figures for papers: 84 mm wide, text of 8.5 points."""

from functools import partial

from .shapes import (
    EXACT_COLOR,
    GOLD_COLOR,
    INK_COLOR,
    LETTERING_SIZE,
    NEAR_COLOR,
    PREDICTED_COLOR,
    dot,
    drawing,
    filled_box,
    hovered,
    lettering,
    path_line,
    rhomb,
    shortened,
    standalone,
)

FIGURE_WIDTH = 318
FIGURE_LETTERING = 11.3
FIGURE_ROW = 16
_NAMES_END = 104
_letters = partial(lettering, size=FIGURE_LETTERING)
# Where the axis of shares may end, and the width of their picture on a page.
_SHARE_TOPS = (0.1, 0.2, 0.4, 0.6, 0.8, 1.0)
_SHARES_WIDTH = 356


def label_figure(rows, heads=("Semantic", "Hard")):
    """Semantic and hard scores of each label as bars: dark exact matches, light near misses."""
    ends, left, right = (FIGURE_WIDTH - 40, FIGURE_WIDTH - 2), _NAMES_END, FIGURE_WIDTH - 76
    columns = zip(ends, heads, strict=True)
    parts = [_letters(x, 9, head, anchor="end", faint=True) for x, head in columns]
    for at, (label, semantic, hard) in enumerate(rows):
        y = 26 + at * FIGURE_ROW
        scores = zip(ends, (semantic, hard), strict=True)
        words = f"{label}: semantic {semantic:.3f}, hard {hard:.3f}"
        numbers = (_letters(x, y, f"{score:.3f}", anchor="end") for x, score in scores)
        parts.append(hovered(words, _bar(label, semantic, hard, y, 9, right), *numbers))
    bottom = 26 + len(rows) * FIGURE_ROW
    ticks = (left, "0", "start"), ((left + right) / 2, "0.5", "middle"), (right, "1", "end")
    parts += [_letters(x, bottom, tick, anchor=at, faint=True) for x, tick, at in ticks]
    return _finished(parts, bottom + FIGURE_ROW, f"Semantic and hard scores of {len(rows)} labels.")


def system_figure(rows):
    """Scores of systems as bars with their intervals, the best first."""
    right, pitch, parts = FIGURE_WIDTH - 40, FIGURE_ROW + 4, []
    for at, (name, semantic, hard, *ends) in enumerate(rows):
        y = 12 + at * pitch
        number = _letters(FIGURE_WIDTH - 2, y, f"{semantic:.3f}", anchor="end")
        bar = _bar(name, semantic, hard, y, 10, right)
        parts.append(hovered(f"{name}: {semantic:.3f}", bar, number))
        if ends[0] is not None:
            xs = [_NAMES_END + end * (right - _NAMES_END) for end in ends]
            parts.append(path_line([(x, y) for x in xs], INK_COLOR, 1.5))
            parts += [path_line([(x, y - 7), (x, y + 7)], INK_COLOR, 1.5) for x in xs]
    return _finished(parts, 12 + len(rows) * pitch, f"Scores of {len(rows)} systems.")


def shares_figure(rows):
    """The picture of :func:`shares_picture` as a figure for a paper: it stands alone."""
    return standalone(shares_picture(rows, FIGURE_WIDTH, FIGURE_LETTERING))


def shares_picture(rows, width=_SHARES_WIDTH, size=LETTERING_SIZE):
    """Mean gold and predicted shares of labels: a line between two marks for each label."""
    letters = partial(lettering, size=size)
    top = next(one for one in _SHARE_TOPS if one >= max(max(row[1:]) for row in rows) - 1e-9)
    pitch, left, right = 1.7 * size, _NAMES_END, width - 96
    ends = (width - 46, "gold"), (width - 2, "pred.")
    parts = [letters(x, 9, head, anchor="end", faint=True) for x, head in ends]
    for at, (label, gold, predicted) in enumerate(rows):
        y = 28 + at * pitch
        xs = [left + share / top * (right - left) for share in (gold, predicted)]
        parts.append(
            hovered(
                f"{label}: gold {gold:.3f}, predicted {predicted:.3f}",
                letters(left - 12, y, shortened(label, left - 14, size=size), anchor="end"),
                path_line([(left, y), (right, y)]),
                path_line([(x, y) for x in xs], NEAR_COLOR, 3),
                rhomb(xs[0], y, 6, GOLD_COLOR),
                dot(xs[1], y, 4, PREDICTED_COLOR),
                letters(width - 46, y, f"{gold:.3f}", anchor="end"),
                letters(width - 2, y, f"{predicted:.3f}", anchor="end"),
            )
        )
    bottom = 28 + len(rows) * pitch
    for x, end in ((left, 0), (right, top)):
        parts.append(letters(x, bottom, f"{end:g}", anchor="middle", faint=True))
    bottom += pitch
    parts += [
        rhomb(left + 4, bottom, 6, GOLD_COLOR),
        letters(left + 16, bottom, "gold"),
        dot(left + 76, bottom, 4, PREDICTED_COLOR),
        letters(left + 86, bottom, "predicted"),
    ]
    return drawing(parts, width, bottom + 12, f"Mean shares of {len(rows)} labels.")


def _bar(name, semantic, hard, y, height, right):
    """A name, and its score as a bar from 0 to 1: what exact matches earn, and near misses."""
    left, long = _NAMES_END, right - _NAMES_END
    exact = min(semantic, hard)
    top = y - height / 2
    return (
        _letters(left - 6, y, shortened(name, left - 8, size=FIGURE_LETTERING), anchor="end")
        + path_line([(left, y), (right, y)])
        + filled_box(left, top, exact * long, height, EXACT_COLOR)
        + filled_box(left + exact * long, top, (semantic - exact) * long, height, NEAR_COLOR)
    )


def _finished(parts, y, description):
    """The picture, below its parts the legend at the height y."""
    for x, color, meaning in (
        (_NAMES_END, EXACT_COLOR, "exact matches"),
        (_NAMES_END + 96, NEAR_COLOR, "near misses"),
    ):
        parts += [filled_box(x, y - 4.5, 9, 9, color), _letters(x + 13, y, meaning)]
    return standalone(drawing(parts, FIGURE_WIDTH, y + 10, description))
