"""Pictures of numbers: a similarity matrix, scores per label, a histogram of scores."""

from math import log10
from statistics import median

from .base import (
    BLUE,
    BORDER,
    ORANGE,
    WIDTH,
    circle,
    diamond,
    escaped,
    figure,
    fit,
    legend,
    paragraph,
    px,
    scrolling,
    svg,
    table,
    text,
    text_width,
    title,
)

MOST_LABELS = 60
# Up to this many labels, the cells of a heatmap have room for their numbers.
MOST_PRINTED = 12
CREDIT = "Credit that the label of the row earns when it is matched with the label of the column."


def heatmap(labels, values, meaning=CREDIT):
    """A matrix, of similarities or other shares, as colored cells; rows and columns are named.

    Parameters
    ----------
    labels : sequence of str, length m
    values : array of shape (m, m), in [0, 1]
        ``values[i][j]`` is the credit that label i earns when its best match is label j.
    meaning : str
        What the values are, in a sentence.

    Returns
    -------
    str
        HTML. The numbers are printed in the cells of up to 12 labels; in place of more than
        ``MOST_LABELS`` labels stands a sentence.

    Raises
    ------
    ValueError
        If ``values`` is not as wide and as high as there are labels.
    """
    labels = [str(label) for label in labels]
    values = [[float(value) for value in row] for row in values]
    m = len(labels)
    if [len(row) for row in values] != [m] * m:
        raise ValueError(
            f"values must hold {m} rows of {m} numbers, as there are {m} labels; got rows of "
            f"{[len(row) for row in values]}. Pass a matrix and the labels of its rows."
        )
    if not m or m > MOST_LABELS:
        return figure(paragraph(f"{m} labels: a heatmap shows from 1 to {MOST_LABELS}."))
    printed = m <= MOST_PRINTED
    cell = 34 if printed else 20 if m <= 30 else 15
    # Text keeps its contrast, in light and in dark, on a color that is not quite full.
    strongest = 0.75 if printed else 1
    head = round(min(92, max(map(text_width, labels)))) + 14
    names, columns, rows = [], [], []
    for i, label in enumerate(labels):
        middle = (i + 0.5) * cell
        name = fit(label, 92)
        names.append(f"<g>{title(label)}{text(head - 6, head + middle, name, anchor='end')}</g>")
        columns.append(
            f'<g transform="translate({px(middle)} {head - 6}) rotate(-90)">'
            f"{title(label)}{text(0, 0, name)}</g>"
        )
        cells = "".join(
            f'<rect x="{j * cell}" width="{cell}" height="{cell}" '
            f'fill-opacity="{round(value * strongest, 3):g}">'
            f"{title(f'{label}, matched with {other}: {value:.3f}')}</rect>"
            for j, (other, value) in enumerate(zip(labels, values[i], strict=True))
        )
        numbers = "".join(
            text((j + 0.5) * cell, cell / 2, f"{value:.2f}", anchor="middle", size=11)
            for j, value in enumerate(values[i] if printed else [])
        )
        rows.append(
            f'<g transform="translate(0 {head + i * cell})">'
            f'<g fill="{BLUE}" stroke="{BORDER}" stroke-width=".5">{cells}</g>'
            f'<g pointer-events="none">{numbers}</g></g>'
        )
    side = m * cell
    grid = svg(
        [*columns, *rows],
        side + 1,
        head + side + 1,
        _heatmap_in_words(labels, values, meaning),
        fixed=True,
    )
    # The names of the rows stay in view while the cells are scrolled.
    pinned = svg(names, head, head + side, fixed=True)
    picture = (
        f'<div style="display:flex"><div style="flex:none">{pinned}</div>'
        f"{scrolling(grid, 'Heatmap')}</div>"
    )
    rows = [
        (label, *(f"{value:.3f}" for value in row))
        for label, row in zip(labels, values, strict=True)
    ]
    return figure(picture, caption=_scale(strongest, meaning), details=table(("", *labels), rows))


def label_chart(labels, semantic, hard, support):
    """Semantic against hard F1 of each label, in the order given.

    Parameters
    ----------
    labels : sequence of str, length m
    semantic, hard : sequences of float in [0, 1], length m
    support : sequence of numbers, length m
        How often each label is gold, or the weight of these examples.

    Returns
    -------
    str
        HTML. Two marks a label, joined by a line.
    """
    scores = [
        (str(label), float(soft), float(plain), _amount(gold))
        for label, soft, plain, gold in zip(labels, semantic, hard, support, strict=True)
    ]
    if not scores:
        return figure(paragraph("No labels to show."))
    left, top, pitch = 104, 28, 22
    right = WIDTH - 14 - 6.2 * max(7, *(len(gold) for *_, gold in scores))
    bottom = top + len(scores) * pitch

    def x(score):
        return left + score * (right - left)

    parts = [text(WIDTH - 2, 8, "support", anchor="end", size=11, faint=True)]
    for tick in (0, 0.25, 0.5, 0.75, 1):
        parts.append(_stroke(x(tick), top - 8, x(tick), bottom))
        for y in (8, bottom + 10):
            parts.append(text(x(tick), y, f"{tick:g}", anchor="middle", size=11, faint=True))
    for i, (label, soft, plain, gold) in enumerate(scores):
        y = top + (i + 0.5) * pitch
        words = f"{label}: semantic F1 {soft:.3f}, hard F1 {plain:.3f}, support {gold}"
        parts.append(
            f'<g class="sf1-row">{title(words)}'
            + text(left - 10, y, fit(label, left - 12), anchor="end")
            + _stroke(x(plain), y, x(soft), y, color="currentColor", width=2)
            + diamond(x(plain), y, 7, ORANGE)
            + circle(x(soft), y, 4.5, BLUE, rim="#fff")
            + text(WIDTH - 2, y, gold, anchor="end", size=11)
            + "</g>"
        )
    description = f"Semantic and hard F1 of {len(scores)} labels: " + "; ".join(
        f"{label} {soft:.2f} and {plain:.2f}" for label, soft, plain, _ in scores
    )
    picture = svg(parts, WIDTH, bottom + 20, description)
    samples = [
        (circle(9, 8, 4.5, BLUE), 18, "semantic F1"),
        (diamond(9, 8, 7, ORANGE), 18, "hard F1"),
    ]
    caption = legend(samples, "Support: how often the label is gold.")
    rows = [(label, f"{soft:.3f}", f"{plain:.3f}", gold) for label, soft, plain, gold in scores]
    details = table(("Label", "Semantic F1", "Hard F1", "Support"), rows)
    return figure(picture, caption=caption, details=details, max_width=480)


def distribution(edges, counts):
    """A histogram of pointwise scores: one bar a bin, its count beside it.

    Parameters
    ----------
    edges : sequence of float, length k + 1, ascending
        As of ``numpy.histogram``. A bin whose two edges are equal holds exactly that score.
    counts : sequence of int, length k

    Returns
    -------
    str
        HTML. Where few bins hold nearly everything, the lengths of the bars are logarithmic, and
        the caption says so.
    """
    edges = [float(edge) for edge in edges]
    counts = [int(count) for count in counts]
    bins = list(zip(edges[:-1], edges[1:], counts, strict=True))
    total = sum(counts)
    if not total:
        return figure(paragraph("No examples to show."))
    logarithmic = max(counts) > 20 * median(count for count in counts if count)
    left, pitch, longest = 76, 20, 140
    parts, rows, words = [], [], []
    for i, (low, high, count) in enumerate(bins):
        y = 4 + (i + 0.5) * pitch
        span = f"exactly {low:g}" if low == high else f"{low:g} to {high:g}"
        share = f"{100 * count / total:.1f}%"
        length = log10(1 + count) / log10(1 + max(counts)) if logarithmic else count / max(counts)
        # A bin that is not empty shows at least a sliver.
        width = max(length * longest, 1.5) if count else 0
        parts.append(
            f'<g class="sf1-row">{title(f"{span}: {count:,} examples, {share}")}'
            + text(left - 8, y, span, anchor="end")
            + f'<rect x="{left}" y="{px(y - 7)}" width="{px(width)}" height="14" fill="{BLUE}"/>'
            + text(left + width + 6, y, f"{count:,}")
            + "</g>"
        )
        rows.append((span, f"{count:,}", share))
        words.append(f"{span}: {count:,}")
    parts.append(_stroke(left, 2, left, 6 + len(bins) * pitch, color="currentColor"))
    description = f"Histogram of the scores of {total:,} examples. " + "; ".join(words)
    picture = svg(parts, WIDTH, 8 + len(bins) * pitch, description)
    caption = f"Scores of {total:,} examples."
    if logarithmic:
        caption += " The bars' lengths are logarithmic; the numbers beside them are the counts."
    details = table(("Score", "Examples", "Share"), rows)
    return figure(picture, caption=caption, details=details, max_width=480)


def _heatmap_in_words(labels, values, meaning):
    words = f"Heatmap of the similarities of {len(labels)} labels"
    if meaning != CREDIT:
        words = f"Heatmap of {len(labels)} labels. {meaning.rstrip('.')}"
    pairs = [
        (values[i][j], labels[i], labels[j])
        for i in range(len(labels))
        for j in range(len(labels))
        if i != j
    ]
    if not pairs:
        return f"{words}."
    low, high = (extreme(pairs, key=lambda pair: pair[0]) for extreme in (min, max))
    return (
        f"{words}. Two different labels: lowest {low[0]:.3f}, {low[1]} with {low[2]}; "
        f"highest {high[0]:.3f}, {high[1]} with {high[2]}."
    )


def _scale(strongest, meaning):
    steps = 10
    boxes = "".join(
        f'<rect x="{10 + i * 14}" y="0" width="14" height="12" fill="{BLUE}" stroke="{BORDER}" '
        f'stroke-width=".5" fill-opacity="{round(i / steps * strongest, 3):g}"/>'
        for i in range(steps + 1)
    )
    ticks = "".join(
        text(17 + i * 14, 21, f"{i / steps:g}", anchor="middle", size=11)
        for i in range(0, steps + 1, 5)
    )
    picture = svg([boxes, ticks], 176, 30, fixed=True)
    return (
        f'<div style="display:flex;flex-wrap:wrap;align-items:center;gap:0 10px"><span>{picture}'
        f"</span><span>{escaped(meaning)}</span></div>"
    )


def _amount(number):
    """A count with its thousands apart; a sum of weights with one decimal."""
    return f"{int(number):,}" if number == int(number) else f"{number:,.1f}"


def _stroke(x0, y0, x1, y1, *, color=BORDER, width=1):
    return (
        f'<path d="M{px(x0)} {px(y0)}L{px(x1)} {px(y1)}" stroke="{color}" stroke-width="{width}"/>'
    )
