"""Pictures of lines: systems under several similarities, scores over thresholds.

SVG of a fixed size, a unit is a pixel; each line is distinct without its color.
"""

from math import ceil, floor

from .shapes import (
    EXACT_COLOR,
    INK_COLOR,
    NEAR_COLOR,
    PAPER_COLOR,
    drawing,
    hovered,
    lettering,
    lettering_width,
    path_line,
    shortened,
)

CURVES_WIDTH = 356
MOST_SYSTEMS = 10
_KEY_PITCH = 20
_DASHES = ("", "7 4", "2 3", "9 3 2 3", "12 4", "4 2", "1 5", "8 2 2 2", "5 5", "3 6")
# Color, width and dashes of the lines of systems; their names stand at the ends.
_LOOKS = [(EXACT_COLOR, 1.8, dashes) if dashes else (INK_COLOR, 2.5, "") for dashes in _DASHES]


def slopes(alternatives, systems):
    """Scores of systems under one similarity per row: lines that cross change places."""
    systems = list(systems)
    if not alternatives or not 1 <= len(systems) <= MOST_SYSTEMS:
        raise ValueError(
            f"slopes: expected 1 to {MOST_SYSTEMS} systems under one similarity at least; got "
            f"{len(systems)} under {len(alternatives)}"
        )
    names = [str(row["name"]) for row in alternatives]
    scores = [[float(row["scores"][system]) for system in systems] for row in alternatives]
    said = [_in_words(systems, row) for row in scores]
    left, top, pitch = 162, 40, 26
    right = CURVES_WIDTH - 14
    bottom = top + len(names) * pitch
    low, high = _bounds((value for row in scores for value in row), 0.1)

    def x(score):
        return left + (score - low) / (high - low) * (right - left)

    def y(row):
        return top + (row + 0.5) * pitch

    parts = [path_line([(x(tick), top), (x(tick), bottom)]) for tick in (low, high)]
    for tick, anchor in ((low, "start"), (high, "end")):
        parts.append(lettering(x(tick), bottom + 12, f"{tick:g}", anchor=anchor, faint=True))
    for system, look, column in zip(systems, _LOOKS, zip(*scores, strict=True), strict=False):
        points = [(x(score), y(i)) for i, score in enumerate(column)]
        squares = (
            f'<rect x="{px - 3:.1f}" y="{py - 3:.1f}" width="6" height="6" fill="{INK_COLOR}"/>'
            for px, py in points
        )
        words, line = _in_words(names, column), path_line(points, *look)
        parts.append(hovered(f"{system}: {words}", line, *squares, kind="line"))
    over = list(_top_names(systems, [x(score) for score in scores[0]], top - 12))
    height = bottom + 22
    if len(over) == len(systems):
        parts += over
    else:
        # Where the names of lines have no room beside each other all of them stand below.
        for system, look in zip(systems, _LOOKS, strict=False):
            below = height + 12
            parts.append(path_line([(10, below), (54, below)], *look))
            parts.append(lettering(64, below, shortened(system, CURVES_WIDTH - 70)))
            height += _KEY_PITCH
        height += 12
    for i, (name, row) in enumerate(zip(names, scores, strict=True)):
        changed = _system_order(row) != _system_order(scores[0])
        shown = shortened(name, left - 16, bold=changed)
        written = lettering(left - 14, y(i), shown, anchor="end", bold=changed)
        parts.append(hovered(f"{name}: {said[i]}", written, kind="row"))
    description = f"Scores of {len(systems)} systems under {len(names)} similarities. " + "; ".join(
        f"{name}: {words}" for name, words in zip(names, said, strict=True)
    )
    return drawing(parts, CURVES_WIDTH, height, description)


def _in_words(names, values):
    return ", ".join(f"{name} {value:.3f}" for name, value in zip(names, values, strict=True))


def _top_names(systems, places, y):
    """Names over the ends of their lines, as many as have room next to each other."""
    taken = []
    for system, place in zip(systems, places, strict=True):
        shown = shortened(system, 110)
        half = lettering_width(shown) / 2
        middle = min(max(place, half + 2), CURVES_WIDTH - half - 2)
        box = (middle - half - 4, middle + half + 4)
        if all(box[1] <= other[0] or box[0] >= other[1] for other in taken):
            taken.append(box)
            yield lettering(middle, y, shown, anchor="middle")


def threshold_curves(result):
    """Semantic and plain F1 over the threshold, a panel per average, the best thresholds marked."""
    thresholds = [float(threshold) for threshold in result["thresholds"]]
    keys = [key for key in result if key.startswith("semantic_")]
    if len(thresholds) < 2 or not keys:
        raise ValueError("threshold_curves: expected a curve over two thresholds or more")
    pairs = [(key, key.replace("semantic", "hard", 1)) for key in keys]
    curves = {key: [float(value) for value in result[key]] for pair in pairs for key in pair}
    _, high = _bounds([0, *(value for curve in curves.values() for value in curve)], 0.1)
    panels = [_panel(result["best"], pair, thresholds, curves, high) for pair in pairs]
    words = "; ".join(
        f"{key}: best {result['best'][key]['score']:.3f} at {result['best'][key]['threshold']:g}"
        for key in curves
    )
    height = 176
    parts = [
        f'<g transform="translate(0 {i * height})">{panel}</g>' for i, panel in enumerate(panels)
    ]
    description = f"Semantic and plain F1 at {len(thresholds)} thresholds. {words}"
    return drawing(parts, CURVES_WIDTH, len(panels) * height, description)


def _panel(best, pair, thresholds, curves, high):
    left, right, top, bottom = 40, CURVES_WIDTH - 20, 30, 142
    first, last = thresholds[0], thresholds[-1]

    def x(threshold):
        return left + (threshold - first) / (last - first) * (right - left)

    def y(score):
        return bottom - score / high * (bottom - top)

    average = pair[0].removeprefix("semantic_").removeprefix("f1_").replace("_", " ")
    words = ", ".join(
        f"{kind} best {best[key]['score']:.3f} at {best[key]['threshold']:g}"
        for kind, key in zip(("semantic", "hard"), pair, strict=True)
    )
    parts = [lettering(4, 10, shortened(f"{average}: {words}", CURVES_WIDTH - 8))]
    for tick in (0, high / 2, high):
        parts.append(path_line([(left, y(tick)), (right, y(tick))]))
        parts.append(lettering(left - 6, y(tick), f"{tick:g}", anchor="end", faint=True))
    for tick in (first, (first + last) / 2, last):
        parts.append(lettering(x(tick), bottom + 16, f"{tick:g}", anchor="middle", faint=True))
    for key, color, dashes in zip(pair, (EXACT_COLOR, NEAR_COLOR), ("", "6 4"), strict=True):
        points = [(x(t), y(value)) for t, value in zip(thresholds, curves[key], strict=True)]
        at, score = float(best[key]["threshold"]), float(best[key]["score"])
        parts.append(path_line(points, color, 2.5, dashes))
        circle = (
            f'<circle cx="{x(at):.1f}" cy="{y(score):.1f}" r="5" fill="{PAPER_COLOR}" '
            f'stroke="{color}" stroke-width="2.5"/>'
        )
        parts.append(hovered(f"{key}: best {score:.3f} at {at:g}", circle, kind="best"))
    return "".join(parts)


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
