"""Pictures of one example's matches: Plutchik's wheel, and two columns joined by lines.

Both take what the metric's ``explain`` returns. Predicted labels are blue circles and the lines
to their best matches solid; gold labels are orange diamonds, their lines dashed.
"""

from math import cos, radians, sin
from typing import NamedTuple

from .base import (
    BLUE,
    BORDER,
    ORANGE,
    WIDTH,
    arrow,
    between,
    circle,
    diamond,
    escaped,
    figure,
    fit,
    left_of,
    legend,
    paragraph,
    point_on,
    px,
    svg,
    table,
    text,
    title,
    trimmed,
    unit,
)

COLORS = {"predicted": BLUE, "gold": ORANGE}
OTHER = {"predicted": "gold", "gold": "predicted"}

CENTER = (WIDTH / 2, 112)
RADIUS = 80
# Between two labels that stand at one angle.
GAP = 22


class Place(NamedTuple):
    """Place of a label on the wheel, and the directions away from the center and along."""

    point: tuple
    outward: tuple
    along: tuple


def wheel(angles, explanation):
    """The matches of one example on a circle of labels.

    Parameters
    ----------
    angles : dict
        The angle of each label in degrees: 0 is at the right, 90 at the top.
    explanation : dict
        What ``explain`` returns. Labels of it that have no angle are listed below the wheel.

    Returns
    -------
    str
        HTML.
    """
    matches = _drawn_matches(explanation)
    if not matches:
        return _nothing()
    places = _places(angles)
    roles = {label: [m for m in matches if m["label"] == label] for label in places}
    beside = [m for m in matches if not {m["label"], m["best_match"] or m["label"]} <= set(places)]
    drawn = [m for m in matches if m not in beside and m["best_match"] is not None]

    curves = [_chord(match, places, roles) for match in drawn]
    parts = [
        f'<circle cx="{px(CENTER[0])}" cy="{px(CENTER[1])}" r="{RADIUS}" fill="none" '
        f'stroke="{BORDER}"/>',
        *_shared_points(angles, places),
        *map(_arrow, drawn, curves),
        *(_spot(label, places[label], roles[label]) for label in places),
        *_cell_values(drawn, curves, [places[label].point for label in places if roles[label]]),
    ]
    description = f"Wheel of {len(places)} labels. {_in_words(matches)}"
    caption = _legend(matches, both=any(len(found) > 1 for found in roles.values()))
    caption += _note("No match", [m for m in matches if m["best_match"] is None])
    caption += _note("Not on the wheel", beside)
    picture = svg(parts, WIDTH, 2 * CENTER[1], description)
    return figure(picture, caption=caption, details=_match_table(matches), max_width=440)


def columns(explanation):
    """The matches of one example between predicted labels, left, and gold labels, right.

    Parameters
    ----------
    explanation : dict
        What ``explain`` returns.

    Returns
    -------
    str
        HTML. Under each label stands its similarity to its best match.
    """
    matches = _drawn_matches(explanation)
    if not matches:
        return _nothing()
    top, pitch, x = 50, 38, {"predicted": 106, "gold": WIDTH - 106}
    sides = {role: [m for m in matches if m["role"] == role] for role in OTHER}
    rows = max(map(len, sides.values()))
    spots, nodes = {}, []
    for role, side in sides.items():
        anchor, text_x = ("end", x[role] - 14) if role == "predicted" else ("start", x[role] + 14)
        y = top + (rows - max(len(side), 1)) * pitch / 2
        nodes.append(text(text_x, 12, role.capitalize(), anchor=anchor))
        if not side:
            nodes.append(text(text_x, y, "(no labels)", anchor=anchor, faint=True))
        for match in side:
            spots[role, match["label"]] = (x[role], y)
            name = fit(match["label"], 91, bold=True)
            matched = match["best_match"] is not None
            value = f"{match['similarity']:.2f}" if matched else "no match"
            nodes.append(
                f'<g class="sf1-label" data-role="{role}">{title(_sentence(match))}'
                + _glyph(role, x[role], y, matched)
                + text(text_x, y - 7, name, anchor=anchor, bold=True)
                + text(text_x, y + 8, value, anchor=anchor, size=11)
                + "</g>"
            )
            y += pitch
    arrows = []
    for match in matches:
        if match["best_match"] is not None:
            # The two directions between one pair run side by side.
            shift = -3 if match["role"] == "predicted" else 3
            (x0, y0), (x1, y1) = (
                spots[match["role"], match["label"]],
                spots[OTHER[match["role"]], match["best_match"]],
            )
            y0, y1 = y0 + shift, y1 + shift
            bend = [(WIDTH / 2, y0), (WIDTH / 2, y1)]
            arrows.append(_arrow(match, trimmed([(x0, y0), *bend, (x1, y1)], 10, 10)))
    height = top + (rows - 1) * pitch + 24
    picture = svg([*arrows, *nodes], WIDTH, height, _in_words(matches))
    return figure(picture, caption=_legend(matches), details=_match_table(matches), max_width=440)


def _drawn_matches(explanation):
    return [
        {"role": role, **match}
        for role, side in (("predicted", "predictions"), ("gold", "references"))
        for match in explanation[side]
    ]


def _nothing():
    return figure(paragraph("Neither predicted nor gold labels: there is nothing to match."))


def _sentence(match):
    label = f"{match['role'].capitalize()} {match['label']}"
    if match["best_match"] is None:
        return f"{label}: no match."
    ties = [tie for tie in match["ties"] if tie != match["best_match"]]
    also = f" (as near: {', '.join(ties)})" if ties else ""
    best = f"{OTHER[match['role']]} {match['best_match']}"
    return f"{label}: best match {best}, {match['similarity']:.3f}{also}."


def _in_words(matches):
    missing = [role for role in OTHER if all(match["role"] != role for match in matches)]
    return " ".join([*map(_sentence, matches), *(f"No {role} labels." for role in missing)])


def _match_table(matches):
    rows = [
        (
            match["label"],
            match["role"],
            "no match" if match["best_match"] is None else " = ".join(match["ties"]),
            f"{match['similarity']:.3f}",
        )
        for match in matches
    ]
    return table(("Label", "Role", "Best match", "Similarity"), rows)


def _note(head, matches):
    if not matches:
        return ""
    names = ", ".join(f"{match['label']} ({match['role']})" for match in matches)
    return f"<div><b>{head}:</b> {escaped(names)}</div>"


def _legend(matches, both=False):
    samples = [(_glyph(role, 9, 8), 18, role) for role in OTHER]
    if both:
        samples.append((_both(12, 8), 24, "predicted and gold"))
    if any(match["best_match"] is None for match in matches):
        crossed = [_glyph(role, x, 8, False) for role, x in zip(OTHER, (7, 25), strict=True)]
        samples.append(("".join(crossed), 34, "no match"))
    for role, other in OTHER.items():
        line = arrow([(0, 8), (8, 8), (16, 8), (33, 8)], COLORS[role], 2, dashed=role == "gold")
        samples.append((line, 34, f"{role} to its best {other} match"))
    return legend(samples, "The wider the line, the more similar.")


def _glyph(role, x, y, matched=True):
    """A circle or a diamond; hollow and crossed out where nothing matched."""
    color = COLORS[role]
    if role == "predicted":
        shape = circle(x, y, 5.5, color, hollow=not matched)
    else:
        shape = diamond(x, y, 8, color, hollow=not matched)
    if matched:
        return shape
    cross = f"M{px(x - 3)} {px(y - 3)}l6 6m0 -6l-6 6"
    return f'{shape}<path d="{cross}" stroke="{color}" stroke-width="2"/>'


def _both(x, y):
    """The circle on the diamond, with a light rim that keeps the two apart."""
    return diamond(x, y, 11, ORANGE) + circle(x, y, 5, BLUE, rim="#fff")


def _by_angle(angles):
    groups = {}
    for label, angle in angles.items():
        groups.setdefault(round(angle % 360, 6), []).append(label)
    return groups


def _places(angles):
    """Labels at one angle stand side by side, along the circle around their common point."""
    places = {}
    for angle, labels in _by_angle(angles).items():
        outward = (cos(radians(angle)), -sin(radians(angle)))
        along = (outward[1], -outward[0])
        for i, label in enumerate(labels):
            shift = (i - (len(labels) - 1) / 2) * GAP
            point = [
                c + RADIUS * o + shift * a for c, o, a in zip(CENTER, outward, along, strict=True)
            ]
            places[label] = Place(tuple(point), outward, along)
    return {label: places[label] for label in angles}


def _shared_points(angles, places):
    """A band behind the labels that stand at one angle."""
    for labels in _by_angle(angles).values():
        if len(labels) > 1:
            (x0, y0), (x1, y1) = places[labels[0]].point, places[labels[-1]].point
            yield (
                f'<g class="sf1-shared">{title(", ".join(labels) + ": one point of the wheel")}'
                f'<path d="M{px(x0)} {px(y0)}L{px(x1)} {px(y1)}" stroke="currentColor" '
                'stroke-width="24" stroke-opacity=".12" stroke-linecap="round"/></g>'
            )


def _spot(label, place, found):
    """A label of the wheel with its mark: gray where the example does not hold it."""
    x, y = place.point
    away = 17 if len(found) > 1 else 14
    text_x, text_y = x + away * place.outward[0], y + away * place.outward[1]
    lean = place.outward[0] if abs(place.outward[0]) > 0.2 else x - CENTER[0]
    anchor = "middle" if abs(lean) < 0.2 else "start" if lean > 0 else "end"
    room = {"middle": WIDTH, "start": WIDTH - text_x, "end": text_x}[anchor] + 4
    name = text(
        text_x,
        text_y,
        fit(label, room, bold=bool(found)),
        anchor=anchor,
        bold=bool(found),
        faint=not found,
    )
    if found:
        words = " ".join(map(_sentence, found))
        marks = (
            _both(x, y)
            if len(found) > 1
            else _glyph(found[0]["role"], x, y, found[0]["best_match"] is not None)
        )
    else:
        words = f"{label}: neither predicted nor gold"
        marks = f'<circle cx="{px(x)}" cy="{px(y)}" r="3" fill-opacity=".5"/>'
    roles = " ".join(match["role"] for match in found) or "none"
    return f'<g class="sf1-label" data-role="{roles}">{title(words)}{marks}{name}</g>'


def _chord(match, places, roles):
    """The curve of a match across the wheel, from mark to mark."""
    start, end = places[match["label"]], places[match["best_match"]]
    room = [12 if len(roles[match[key]]) > 1 else 9 for key in ("label", "best_match")]
    predicted = match["role"] == "predicted"
    if start is end:
        # A label that matches itself: a loop on the inside, the two roles side by side.
        turns = (75, 10) if predicted else (-75, -10)
        bends = [_inside(start, turn, 50) for turn in turns]
    elif start.outward == end.outward:
        depth = 32 if predicted else 62
        bends = [_inside(start, 0, depth), _inside(end, 0, depth)]
    else:
        # Bent towards the center, and to the left of its own direction: so the two directions
        # between one pair of labels keep apart.
        middle = between(start.point, end.point, 0.5)
        left = left_of(start.point, end.point)
        bend = tuple(
            0.6 * m + 0.4 * c + 18 * aside for m, c, aside in zip(middle, CENTER, left, strict=True)
        )
        bends = [between(place.point, bend, 2 / 3) for place in (start, end)]
    return trimmed([start.point, *bends, end.point], *room)


def _inside(place, turn, depth):
    """The point that far from a label, towards the center and turned by so many degrees."""
    c, s = cos(radians(turn)) * depth, sin(radians(turn)) * depth
    return tuple(
        p - c * o + s * a for p, o, a in zip(place.point, place.outward, place.along, strict=True)
    )


def _arrow(match, curve):
    width = 1 + 3 * match["similarity"]
    line = arrow(curve, COLORS[match["role"]], width, dashed=match["role"] == "gold")
    return f'<g class="sf1-arrow" data-role="{match["role"]}">{title(_sentence(match))}{line}</g>'


def _cell_values(matches, curves, marks):
    """The similarities beside their curves; where no place is free, only the title has it."""
    taken = list(marks)
    for match, curve in zip(matches, curves, strict=True):
        aside = left_of(curve[0], curve[-1])
        if match["label"] == match["best_match"]:
            aside = unit(curve[0], point_on(curve, 0.5))
        for t in (0.5, 0.4, 0.6, 0.32, 0.68, 0.25, 0.75):
            x, y = point_on(curve, t)
            x, y = x + aside[0] * 15, y + aside[1] * 9
            if all(abs(x - other[0]) > 25 or abs(y - other[1]) > 13 for other in taken):
                taken.append((x, y))
                yield text(x, y, f"{match['similarity']:.2f}", anchor="middle", size=11, halo=True)
                break
