"""Pictures of one example's matches: a wheel of labels, and two columns joined by arrows.

Both take what the metric's ``explain`` returns and give SVG of a fixed size, a unit a pixel.
Predicted labels are blue circles, their arrows to the nearest gold label solid; gold labels are
orange diamonds, their arrows dashed. A mark that is hollow is near nothing. A label that matches
itself, or one at the same point, has no arrow: both marks stand on one spot.
"""

from cmath import rect
from functools import partial
from itertools import pairwise
from math import radians
from typing import NamedTuple

from .shapes import (
    BOLD_WIDER,
    GOLD_COLOR,
    LINE_COLOR,
    PREDICTED_COLOR,
    coord,
    curve_point,
    cut_curve,
    direction,
    dot,
    drawing,
    hovered,
    lettering,
    lettering_width,
    pointer,
    rhomb,
    shortened,
)

ROLE_COLORS = {"predicted": PREDICTED_COLOR, "gold": GOLD_COLOR}
OTHER_ROLE = {"predicted": "gold", "gold": "predicted"}
WHEEL_SIZE = (356, 300)
CENTER = (178, 150)
RADIUS = 96
# Between two labels that stand at one angle, and between the middles of two names.
TWIN_GAP, PITCH = 20, 17
# Arrows with their numbers beside them: at most so many, none shorter than so many pixels.
MOST_PRINTED_CREDITS, SHORTEST_PRINTED = 4, 34
# Where a number may stand: the share of the arrow's length, and on its left (1) or right (-1).
_CREDIT_PLACES = (
    *((0.5, 1), (0.4, 1), (0.6, 1), (0.5, -1)),
    *((0.3, 1), (0.7, 1), (0.4, -1), (0.6, -1)),
)
ROW, COLUMN_WIDTH = 30, 118


class Place(NamedTuple):
    """The point of a label of the wheel, and the direction away from the center, of length 1."""

    point: complex
    outward: complex


def wheel(angles, explanation):
    """Matches of one example on a circle of labels."""
    matches = drawn_matches(explanation)
    places = _places(angles)
    roles = {label: [m for m in matches if m["label"] == label] for label in places}
    drawn = [
        m
        for m in matches
        if {m["label"], m["best_match"]} <= places.keys()
        and places[m["label"]].outward != places[m["best_match"]].outward
    ]
    curves = [_chord(match, places) for match in drawn]
    marks = [places[label].point for label in places if roles[label]]
    names, boxes = _names(places, roles)
    parts = [
        f'<circle cx="{CENTER[0]}" cy="{CENTER[1]}" r="{RADIUS}" fill="none" '
        f'stroke="{LINE_COLOR}"/>',
        *_shared_points(angles, places),
        *map(_match_arrow, drawn, curves),
        *(_spot(label, places[label], roles[label], names[label]) for label in places),
        *_credits(drawn, curves, marks, boxes, WHEEL_SIZE),
    ]
    description = f"Wheel of {len(places)} labels. {matches_in_words(matches)}"
    return drawing(parts, *WHEEL_SIZE, description)


def columns(explanation):
    """Matches of one example between predicted labels, left, and gold labels, right."""
    matches = drawn_matches(explanation)
    width = WHEEL_SIZE[0]
    x = {"predicted": COLUMN_WIDTH + 14, "gold": width - COLUMN_WIDTH - 14}
    by_role = {role: [m for m in matches if m["role"] == role] for role in OTHER_ROLE}
    rows = max([1, *map(len, by_role.values())])
    spots, nodes, curves = {}, [], []
    printed = [match for match in matches if match["best_match"] is not None]
    for role, side in by_role.items():
        anchor, aside = ("end", -14) if role == "predicted" else ("start", 14)
        y = 16 + (rows - max(len(side), 1)) * ROW / 2
        if not side:
            nodes.append(lettering(x[role] + aside, y, "(nothing)", anchor=anchor, faint=True))
        for match in side:
            spots[role, match["label"]] = spot = complex(x[role], y)
            name = shortened(match["label"], COLUMN_WIDTH, bold=True)
            glyph = _glyph(role, spot, match["best_match"] is not None)
            written = lettering(x[role] + aside, y, name, anchor=anchor, bold=True)
            words = match_in_words(match)
            nodes.append(hovered(words, glyph, written, kind="label", role=role))
            y += ROW
    for match in printed:
        # The two directions between one pair run side by side.
        shift = -3j if match["role"] == "predicted" else 3j
        start = spots[match["role"], match["label"]] + shift
        end = spots[OTHER_ROLE[match["role"]], match["best_match"]] + shift
        bends = (complex(width / 2, point.imag) for point in (start, end))
        curves.append(cut_curve(start, *bends, end, 10))
    height = 16 + (rows - 1) * ROW + 16
    values = _credits(printed, curves, spots.values(), [], (width, height))
    parts = [*map(_match_arrow, printed, curves), *nodes, *values]
    return drawing(parts, width, height, matches_in_words(matches))


def drawn_matches(explanation):
    """The matches of both sides, each with its role; points are named by their numbers."""
    matches = []
    for role, side in (("predicted", "predictions"), ("gold", "references")):
        for match in explanation[side]:
            matches.append({"role": role, **match})
            if "point" in match:
                best, *ties = map(_point_name, (match["best_match"], *match["ties"]))
                label = _point_name(match["point"])
                matches[-1] |= {"label": label, "best_match": best, "ties": ties}
    return matches


def _point_name(point):
    return point and f"({', '.join(f'{number:.4g}' for number in point)})"


def match_in_words(match):
    """A match as a sentence."""
    label = f"{match['role'].capitalize()} {match['label']}"
    if match["best_match"] is None:
        return f"{label}: near nothing."
    ties = [tie for tie in match["ties"] if tie != match["best_match"]]
    also = f" (as near: {', '.join(ties)})" if ties else ""
    best = f"{OTHER_ROLE[match['role']]} {match['best_match']}"
    return f"{label}: nearest {best}, {match['similarity']:.3f}{also}."


def matches_in_words(matches):
    """A description of the picture for those who don't see it."""
    missing = [role for role in OTHER_ROLE if all(match["role"] != role for match in matches)]
    return " ".join([*map(match_in_words, matches), *(f"No {role} labels." for role in missing)])


def _glyph(role, point, matched):
    draw, size = (dot, 6) if role == "predicted" else (rhomb, 7.5)
    return draw(point.real, point.imag, size, ROLE_COLORS[role], hollow=not matched)


def _by_angle(angles):
    groups = {}
    for label, angle in angles.items():
        groups.setdefault(round(angle % 360, 6), []).append(label)
    return groups


def _places(angles):
    """Labels at one angle stand side by side, along the circle around their common point."""
    places = {}
    for angle, labels in _by_angle(angles).items():
        outward = rect(1, -radians(angle))
        for i, label in enumerate(labels):
            shift = (i - (len(labels) - 1) / 2) * TWIN_GAP
            point = complex(*CENTER) + RADIUS * outward + shift * -1j * outward
            places[label] = Place(point, outward)
    return {label: places[label] for label in angles}


def _shared_points(angles, places):
    """A band behind the labels that stand at one angle."""
    for labels in _by_angle(angles).values():
        if len(labels) > 1:
            ends = (places[labels[at]].point for at in (0, -1))
            line = "L".join(f"{coord(point.real)} {coord(point.imag)}" for point in ends)
            look = 'stroke-width="22" stroke-linecap="round"'
            band = f'<path d="M{line}" stroke="{LINE_COLOR}" {look}/>'
            yield hovered(f"{', '.join(labels)}: one point of the wheel", band, kind="shared")


def _names(places, roles):
    """Names next to their marks, moved apart if they would touch, and the boxes they take."""
    width, height = WHEEL_SIZE
    by_anchor = {"start": [], "end": [], "middle": []}
    for label, place in places.items():
        beside = place.point + (16 if len(roles[label]) > 1 else 13) * place.outward
        x, y, lean = beside.real, beside.imag, place.outward.real
        steep, aside = abs(lean) < 0.2, place.point.real - CENTER[0]
        if steep and abs(aside) > 4:
            # One of several at the top or the bottom: to its own side.
            lean, steep = aside, False
            y += 5 if place.outward.imag > 0 else -5
        anchor = "middle" if steep else "start" if lean > 0 else "end"
        room = {"middle": width - 8, "start": width - x - 2, "end": x - 2}[anchor]
        shown = shortened(label, room, bold=bool(roles[label]))
        by_anchor[anchor].append([label, shown, x, y])
    for anchor in ("start", "end"):
        _move_apart(by_anchor[anchor], 9, height - 9)
    _clear_middle(by_anchor)
    names, boxes = {}, []
    for anchor, entries in by_anchor.items():
        for label, shown, x, y in entries:
            long = lettering_width(shown) * (BOLD_WIDER if roles[label] else 1)
            left = {"start": x, "middle": x - long / 2, "end": x - long}[anchor]
            names[label] = {"x": x, "y": y, "content": shown, "anchor": anchor}
            boxes.append((left, y - 8, left + long, y + 8))
    return names, boxes


def _move_apart(entries, top, bottom):
    """Move names of one side up and down until their lines are apart."""
    entries.sort(key=lambda entry: entry[3])
    for _ in range(200):
        moved = False
        for above, below in pairwise(entries):
            short = PITCH - (below[3] - above[3])
            if short > 0.01:
                above[3] -= short / 2
                below[3] += short / 2
                moved = True
        for entry in entries:
            entry[3] = min(max(entry[3], top), bottom)
        if not moved:
            return


def _clear_middle(by_anchor):
    """Move what stands in the middle, at the top or the bottom, away from its neighbours."""
    for entry in by_anchor["middle"]:
        up = entry[3] < CENTER[1]
        half = lettering_width(entry[1]) * BOLD_WIDER / 2
        for side in ("start", "end"):
            for other in by_anchor[side]:
                long = lettering_width(other[1]) * BOLD_WIDER
                left = other[2] if side == "start" else other[2] - long
                touches = left < entry[2] + half + 4 and left + long > entry[2] - half - 4
                if touches and abs(other[3] - entry[3]) < PITCH:
                    entry[3] = other[3] - PITCH if up else other[3] + PITCH
        entry[3] = min(max(entry[3], 9), WHEEL_SIZE[1] - 9)


def _spot(label, place, matches, name):
    """A label of the wheel with its mark: gray where the example does not hold it."""
    x, y = place.point.real, place.point.imag
    words = " ".join(map(match_in_words, matches)) or f"{label}: neither predicted nor gold"
    if len(matches) > 1:
        # The circle on the diamond, with a light rim that keeps the two apart.
        marks = rhomb(x, y, 11, GOLD_COLOR) + dot(x, y, 5, PREDICTED_COLOR, rim="#fff")
    elif matches:
        marks = _glyph(matches[0]["role"], place.point, matches[0]["best_match"] is not None)
    else:
        marks = f'<circle cx="{coord(x)}" cy="{coord(y)}" r="3.5" fill-opacity=".5"/>'
    roles = " ".join(match["role"] for match in matches) or "none"
    written = lettering(**name, bold=bool(matches))
    return hovered(words, marks, written, kind="label", role=roles)


def _chord(match, places):
    """The curve of a match across the wheel, from mark to mark."""
    start, end = (places[match[key]].point for key in ("label", "best_match"))
    # Bent towards the center, and to the left of its own direction: so the two directions
    # between one pair of labels keep apart.
    left = -1j * direction(start, end)
    bend = 0.3 * (start + end) + 0.4 * complex(*CENTER) + 18 * left
    return cut_curve(start, *(point + (bend - point) * 2 / 3 for point in (start, end)), end, 12)


def _match_arrow(match, curve):
    width = 1 + 2.5 * match["similarity"]
    line = pointer(curve, ROLE_COLORS[match["role"]], width, dashed=match["role"] == "gold")
    return hovered(match_in_words(match), line, kind="arrow", role=match["role"])


def _credits(matches, curves, marks, boxes, size):
    """Credits next to their arrows, where few arrows leave room; the ledger has all of them."""
    if len(matches) > MOST_PRINTED_CREDITS:
        return
    wide = lettering_width("0.00") / 2
    taken = [*boxes, *(_box(mark, 8, 8) for mark in marks)]
    taken += [_box(curve_point(curve, i / 24), 3, 3) for curve in curves for i in range(25)]
    for match, curve in zip(matches, curves, strict=True):
        if abs(curve[-1] - curve[0]) < SHORTEST_PRINTED:
            continue
        for t, far in _CREDIT_PLACES:
            left = -1j * direction(curve_point(curve, t - 0.05), curve_point(curve, t + 0.05))
            point = curve_point(curve, t) + far * complex(left.real * (wide + 6), left.imag * 14)
            box = _box(point, wide, 8)
            if (
                min(box) >= 0
                and (box[2] <= size[0] and box[3] <= size[1])
                and not any(map(partial(_touch, box), taken))
            ):
                taken.append(box)
                credit = f"{match['similarity']:.2f}"
                yield lettering(point.real, point.imag, credit, anchor="middle")
                break


def _box(middle, half_width, half_height):
    x, y = middle.real, middle.imag
    return x - half_width, y - half_height, x + half_width, y + half_height


def _touch(box, other):
    return box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3]
