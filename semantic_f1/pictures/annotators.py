"""Pictures of people beside a system: scores on the same examples, and shares of labels."""

from math import ceil

from .base import (
    BLUE,
    BORDER,
    ORANGE,
    WIDTH,
    circle,
    diamond,
    figure,
    fit,
    legend,
    paragraph,
    px,
    svg,
    table,
    text,
    text_width,
    title,
)

MOST_ANNOTATED = 30


def people(averages):
    """Agreement of annotators with each other, and of the system with the same annotators.

    Parameters
    ----------
    averages : sequence of (str, float, float)
        The name of an average, the annotators' score and the system's, both in [0, 1].

    Returns
    -------
    str
        HTML: a row an average, with two marks and their numbers. Without rows stands a sentence.
    """
    rows = _annotator_rows(averages)
    if not rows:
        return figure(paragraph("Nothing to compare: no example has two annotators or more."))
    return pairs(
        rows,
        ("annotators", "system"),
        ("Average", "Annotators", "System"),
        1,
        "Semantic F1 of annotators against each other and of the system against the same",
        ("annotators against each other", "the system against the same annotators"),
    )


def shares(labels):
    """Mean share of each label that people see and that a system predicts.

    Parameters
    ----------
    labels : sequence of (str, float, float)
        The name of a label, its mean share in the gold distributions and in the predicted ones.

    Returns
    -------
    str
        HTML: a row a label, the greatest gold share first. Of more than ``MOST_ANNOTATED`` labels
        those of the greatest shares are shown, which the caption says.
    """
    rows = _annotator_rows(labels)
    if not rows:
        return figure(paragraph("No labels to show."))
    kept = sorted(rows, key=lambda row: -max(row[1:]))[:MOST_ANNOTATED]
    left_out = len(rows) - len(kept)
    notes = [f"{left_out} labels with smaller shares are left out."] if left_out else []
    greatest = max(max(row[1:]) for row in kept)
    return pairs(
        sorted(kept, key=lambda row: -row[1]),
        ("gold", "predicted"),
        ("Label", "Gold", "Predicted"),
        # What rounding leaves above a tenth is no reason for the next one.
        min(max(ceil(greatest * 10 - 1e-9), 1) / 10, 1),
        "Mean share of each label in gold and in predicted distributions",
        ("mean gold share", "mean predicted share"),
        *notes,
    )


def pairs(rows, who, head, most, description, meanings, *notes):
    """Two numbers a row, as marks on a scale and in figures.

    Parameters
    ----------
    rows : list of (str, float, float), one at least
    who : what the two numbers are, as the pointer's text says
    head : heads of the table that folds out: of the names and of both numbers
    most : float, the end of the scale, which begins at 0
    description : str, for screen readers
    meanings : what the legend says of the first mark, a diamond, and of the second, a disk
    *notes : further sentences of the caption

    Returns
    -------
    str
        HTML.
    """
    pitch, top, column = 24, 26, 38
    left = min(96, ceil(max(text_width(name) for name, *_ in rows))) + 12
    right = WIDTH - 2 * column - 12
    bottom = top + len(rows) * pitch

    def x(value):
        return left + value / most * (right - left)

    marks = ((diamond, 6, ORANGE), (circle, 4.5, BLUE))
    parts = []
    for tick in (0, most / 2, most):
        parts.append(_pair_line(x(tick), top - 8, x(tick), bottom, BORDER))
    for tick in (0, most):
        parts.append(text(x(tick), 8, f"{tick:g}", anchor="middle", size=11, faint=True))
    for place, (mark, size, color) in enumerate(marks):
        parts.append(mark(WIDTH - column * (2 - place) + 22, 8, size, color))
    for i, (name, *values) in enumerate(rows):
        y = top + (i + 0.5) * pitch
        words = ", ".join(f"{one} {value:.3f}" for one, value in zip(who, values, strict=True))
        row = [
            title(f"{name}: {words}"),
            text(left - 12, y, fit(name, left - 12), anchor="end"),
            _pair_line(x(values[0]), y, x(values[1]), y, "currentColor", 2),
        ]
        for place, (value, (mark, size, color)) in enumerate(zip(values, marks, strict=True)):
            row.append(mark(x(value), y, size, color))
            end = WIDTH - column * (1 - place)
            row.append(text(end, y, f"{value:.3f}", anchor="end", size=11))
        parts.append(f'<g class="sf1-row">{"".join(row)}</g>')
    said = "; ".join(f"{name} {first:.2f} and {second:.2f}" for name, first, second in rows)
    picture = svg(parts, WIDTH, bottom + 4, f"{description}: {said}")
    samples = [
        (mark(9, 8, size, color), 18, meaning)
        for (mark, size, color), meaning in zip(marks, meanings, strict=True)
    ]
    details = table(head, [(name, *(f"{value:.4f}" for value in both)) for name, *both in rows])
    return figure(picture, caption=legend(samples, *notes), details=details, max_width=480)


def _annotator_rows(rows):
    return [(str(name), float(first), float(second)) for name, first, second in rows]


def _pair_line(x0, y0, x1, y1, color, width=1):
    return (
        f'<path d="M{px(x0)} {px(y0)}L{px(x1)} {px(y1)}" stroke="{color}" stroke-width="{width}"/>'
    )
