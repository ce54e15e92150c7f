"""Pictures of lines: systems under several similarities, scores over thresholds."""

from math import ceil, floor

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
    title,
)

MOST_SYSTEMS = 4
# Color, mark, hollow or not, and dashes: each line is told apart without its color.
_STYLES = (
    (BLUE, circle, False, ""),
    (ORANGE, diamond, False, "5 4"),
    (BLUE, circle, True, "1 3"),
    (ORANGE, diamond, True, "9 3 2 3"),
)
_SEMANTIC, _HARD = _STYLES[:2]


def slopes(alternatives, systems):
    """Scores of systems under one similarity after the other: lines that cross change places.

    Parameters
    ----------
    alternatives : list of dict
        As of the metric's ``sensitivity``: "name", and "scores", a dict of system -> number in
        [0, 1]; the first is the one that the others stand in for.
    systems : sequence of str, the systems in the order of their lines

    Returns
    -------
    str
        HTML: a row an alternative, the scores printed beside the lines of up to two systems. In
        place of more than ``MOST_SYSTEMS`` systems stands a sentence.
    """
    systems = list(systems)
    if not alternatives or not 1 <= len(systems) <= MOST_SYSTEMS:
        return figure(
            paragraph(
                f"{len(systems)} systems under {len(alternatives)} similarities: the picture shows "
                f"from 1 to {MOST_SYSTEMS} systems under at least one."
            )
        )
    names = [str(row["name"]) for row in alternatives]
    scores = [[float(row["scores"][system]) for system in systems] for row in alternatives]
    printed = len(systems) <= 2
    left, top, pitch, column = 122, 26, 24, 35
    right = WIDTH - 12 - (column * len(systems) if printed else 0)
    bottom = top + len(names) * pitch
    low, high = _bounds((value for row in scores for value in row), 0.05)

    def x(score):
        return left + (score - low) / (high - low) * (right - left)

    def y(row):
        return top + (row + 0.5) * pitch

    parts = []
    for tick in (low, (low + high) / 2, high):
        parts.append(_curve([(x(tick), top - 8), (x(tick), bottom)], BORDER))
    for tick in (low, high):
        parts.append(text(x(tick), 8, f"{tick:g}", anchor="middle", size=11, faint=True))
    if printed:
        for place, (color, mark, hollow, _) in enumerate(_STYLES[: len(systems)]):
            middle = WIDTH - column * (len(systems) - place) + 22
            parts.append(mark(middle, 8, 4.5, color, hollow=hollow))
    for place, (color, _, _, dashes) in enumerate(_STYLES[: len(systems)]):
        points = [(x(row[place]), y(i)) for i, row in enumerate(scores)]
        parts.append(_curve(points, color, 2, dashes))
    moved = False
    for i, (name, row) in enumerate(zip(names, scores, strict=True)):
        changed = _system_order(row) != _system_order(scores[0])
        moved = moved or changed
        words = ", ".join(
            f"{system} {value:.3f}" for system, value in zip(systems, row, strict=True)
        )
        bold = changed and not printed
        # The room is for text of size 12.
        shown = fit(name, (left - 12) * 12 / 11, bold=bold)
        row_parts = [
            title(f"{name}: {words}"),
            text(left - 10, y(i), shown, anchor="end", size=11, bold=bold),
        ]
        for place, (color, mark, hollow, _) in enumerate(_STYLES[: len(systems)]):
            row_parts.append(mark(x(row[place]), y(i), 4.5, color, hollow=hollow))
            if printed:
                end = WIDTH - column * (len(systems) - place - 1)
                value = f"{row[place]:.3f}"
                row_parts.append(text(end, y(i), value, anchor="end", size=11, bold=changed))
        parts.append(f'<g class="sf1-row">{"".join(row_parts)}</g>')
    description = f"Scores of {len(systems)} systems under {len(names)} similarities. " + "; ".join(
        f"{name}: "
        + ", ".join(f"{system} {value:.3f}" for system, value in zip(systems, row, strict=True))
        for name, row in zip(names, scores, strict=True)
    )
    samples = [_sample(style, system) for style, system in zip(_STYLES, systems, strict=False)]
    notes = ["Bold: the order is not that of the first row."] if moved else []
    details = table(
        ("Similarity", *systems),
        [
            (name, *(f"{value:.4f}" for value in row))
            for name, row in zip(names, scores, strict=True)
        ],
    )
    picture = svg(parts, WIDTH, bottom + 4, description)
    return figure(picture, caption=legend(samples, *notes), details=details, max_width=480)


def threshold_curves(found):
    """Semantic and hard F1 over the threshold, a panel an average, the best thresholds marked.

    Parameters
    ----------
    found : dict, what the metric's ``threshold_curve`` returns

    Returns
    -------
    str
        HTML. All panels have the same scale.
    """
    thresholds = [float(threshold) for threshold in found["thresholds"]]
    keys = [key for key in found if key.startswith("semantic_")]
    if len(thresholds) < 2 or not keys:
        return figure(paragraph("No curve to show: it takes two thresholds or more."))
    pairs = [(key, key.replace("semantic", "hard", 1)) for key in keys]
    curves = {key: [float(value) for value in found[key]] for pair in pairs for key in pair}
    _, high = _bounds([0, *(value for curve in curves.values() for value in curve)], 0.1)
    panels = [_panel(found["best"], pair, thresholds, curves, high) for pair in pairs]
    words = "; ".join(
        f"{key}: best {found['best'][key]['score']:.3f} at {found['best'][key]['threshold']:g}"
        for key in curves
    )
    height = 136
    parts = [
        f'<g transform="translate(0 {i * height})">{panel}</g>' for i, panel in enumerate(panels)
    ]
    description = f"Semantic and hard F1 at {len(thresholds)} thresholds. {words}"
    picture = svg(parts, WIDTH, len(panels) * height, description)
    samples = [_sample(_SEMANTIC, "semantic F1"), _sample(_HARD, "hard F1")]
    caption = legend(samples, "Marks: the best threshold and its F1.")
    rows = [
        (f"{threshold:g}", *(f"{curves[key][i]:.4f}" for key in curves))
        for i, threshold in enumerate(thresholds)
    ]
    details = table(("Threshold", *(key.replace("_", " ") for key in curves)), rows)
    return figure(picture, caption=caption, details=details, max_width=480)


def _panel(best, pair, thresholds, curves, high):
    left, right, top, bottom = 30, WIDTH - 8, 26, 106
    first, last = thresholds[0], thresholds[-1]

    def x(threshold):
        return left + (threshold - first) / (last - first) * (right - left)

    def y(score):
        return bottom - score / high * (bottom - top)

    name = pair[0].removeprefix("semantic_").removeprefix("f1_").replace("_", " ")
    parts = [text(left, 8, name, bold=True)]
    for tick in (0, high / 2, high):
        parts.append(_curve([(left, y(tick)), (right, y(tick))], BORDER))
        parts.append(text(left - 5, y(tick), f"{tick:g}", anchor="end", size=11, faint=True))
    for tick in (first, (first + last) / 2, last):
        parts.append(text(x(tick), bottom + 12, f"{tick:g}", anchor="middle", size=11, faint=True))
    labels = []
    # The greater of the two has its number above its line, the other one below.
    for key, style, above in zip(pair, (_SEMANTIC, _HARD), (True, False), strict=True):
        color, mark, hollow, dashes = style
        points = [(x(t), y(value)) for t, value in zip(thresholds, curves[key], strict=True)]
        parts.append(_curve(points, color, 2, dashes))
        at, score = float(best[key]["threshold"]), float(best[key]["score"])
        words = f"{score:.3f} at {at:g}"
        middle = min(max(x(at), left + 36), right - 36)
        height = y(score) + (-12 if above else 13)
        spot = mark(x(at), y(score), 4.5, color, hollow=hollow)
        labels.append(
            f'<g class="sf1-best">{title(f"{key}: best {words}")}{spot}'
            + text(middle, min(height, bottom - 7), words, anchor="middle", size=11, halo=True)
            + "</g>"
        )
    return "".join([*parts, *labels])


def _sample(style, meaning):
    color, mark, hollow, dashes = style
    line = _curve([(1, 8), (27, 8)], color, 2, dashes)
    return line + mark(14, 8, 4.5, color, hollow=hollow), 28, meaning


def _curve(points, color, width=1, dashes=""):
    path = "L".join(f"{px(x)} {px(y)}" for x, y in points)
    dashes = f' stroke-dasharray="{dashes}"' if dashes else ""
    return f'<path d="M{path}" fill="none" stroke="{color}" stroke-width="{width}"{dashes}/>'


def _bounds(values, step):
    """Multiples of the step around the values, apart from each other."""
    values = list(values)
    # What rounding leaves above a multiple is no reason for the next one.
    low, high = floor(min(values) / step + 1e-9), ceil(max(values) / step - 1e-9)
    low = max(low - (low == high), 0)
    return round(low * step, 9), round(max(high, low + 1) * step, 9)


def _system_order(row):
    """Order of systems; differences that are rounding only are none."""
    return [
        (a > b) - (a < b) for a in (round(v, 12) for v in row) for b in (round(v, 12) for v in row)
    ]
