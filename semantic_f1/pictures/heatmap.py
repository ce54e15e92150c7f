"""A similarity matrix as colored cells."""

from .shapes import (
    LINE_COLOR,
    PREDICTED_COLOR,
    coord,
    drawing,
    figure,
    hover,
    hovered,
    lettering,
    lettering_width,
    paragraph,
    scrolling,
    shortened,
)

MOST_CELLS_A_SIDE = 60
# Up to this many labels, the cells have room for their numbers.
MOST_PRINTED = 12
_NAME_ROOM = 100
CREDIT = "Credit that the label of the row earns when it is matched with the label of the column."


def heatmap(labels, values):
    """A similarity matrix as colored cells with named rows and columns, as HTML."""
    m = len(labels)
    if m > MOST_CELLS_A_SIDE:
        return figure(paragraph(f"{m:,} labels: a heatmap shows up to {MOST_CELLS_A_SIDE}."))
    printed = m <= MOST_PRINTED
    cell = 38 if printed else 20
    # Text keeps its contrast on a color that is not quite full.
    strongest = 0.5 if printed else 1
    head = min(_NAME_ROOM, max(map(lettering_width, labels))) + 14
    parts = []
    for i, label in enumerate(labels):
        name, middle = shortened(label, _NAME_ROOM), head + (i + 0.5) * cell
        row = lettering(head - 6, middle, name, anchor="end")
        parts.append(hovered(label, row, lettering(middle, head - 6, name, turned=True)))
        for j, (other, value) in enumerate(zip(labels, values[i].tolist(), strict=True)):
            x = head + j * cell
            parts.append(
                f'<rect x="{coord(x)}" y="{coord(middle - cell / 2)}" width="{cell}" '
                f'height="{cell}" fill="{PREDICTED_COLOR}" stroke="{LINE_COLOR}" '
                f'fill-opacity="{round(value * strongest, 3):g}">'
                f"{hover(f'{label}, matched with {other}: {value:.3f}')}</rect>"
            )
            if printed:
                parts.append(lettering(x + cell / 2, middle, f"{value:.2f}", anchor="middle"))
    side = head + m * cell + 1
    picture = drawing(parts, side, side, f"Heatmap of the similarities of {m} labels.")
    return figure(scrolling(picture, "Heatmap"), caption=CREDIT)
