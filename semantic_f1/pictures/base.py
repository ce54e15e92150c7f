"""Parts of pictures: frame, text, marks, table, in theme colors, as HTML.

Names are shown as text, whatever they hold. Pictures are drawn as wide as a phone leaves them
room, about a pixel a unit, so that text of size 11 and more stays readable there.
"""

import re
import unicodedata
from html import escape
from math import hypot

# Blue and orange that color-blind readers tell apart; both have a contrast of at least 3 on
# white and on the dark theme's backgrounds.
BLUE = "#0a7cc0"
ORANGE = "#d55e00"
BACKGROUND = "var(--background-fill-primary, #fff)"
BORDER = "var(--border-color-primary, #d4d4d8)"
WIDTH = 288


def figure(*parts, caption="", details="", max_width=None):
    """A ``<figure>`` of pictures or paragraphs (HTML), a caption and a table that folds out."""
    style = (
        f"margin:0;padding:6px;box-sizing:border-box;border:1px solid {BORDER};border-radius:8px;"
        f"background:{BACKGROUND};color:var(--body-text-color, #27272a);"
        "font-size:13px;line-height:1.5;overflow-wrap:anywhere"
    )
    if max_width:
        style += f";max-width:{max_width}px"
    if caption:
        caption = f'<figcaption style="margin-top:6px">{caption}</figcaption>'
    return f'<figure class="sf1-figure" style="{style}">{"".join(parts)}{caption}{details}</figure>'


def paragraph(sentence):
    """A sentence in place of a picture."""
    return f'<p style="margin:4px">{escaped(sentence)}</p>'


def svg(parts, width, height, description=None, *, fixed=False):
    """An ``<svg>`` with its description in words; without one, screen readers pass over it.

    It is as wide as its container; where ``fixed``, one unit is a pixel.
    """
    role = 'aria-hidden="true"'
    if description is not None:
        role = f'role="img" aria-label="{escaped(description)}"'
    size = f"width:{px(width)}px;max-width:none" if fixed else "width:100%;height:auto"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {role} font-size="12" fill="currentColor" '
        f'viewBox="0 0 {px(width)} {px(height)}" '
        f'style="display:block;overflow:visible;{size}">{"".join(parts)}</svg>'
    )


def text(x, y, content, *, anchor="start", size=12, bold=False, faint=False, halo=False):
    """A ``<text>`` whose middle is at the height y."""
    look = f' font-size="{size}"' if size != 12 else ""
    look += ' font-weight="700"' if bold else ""
    look += ' fill-opacity=".75"' if faint else ""
    if halo:
        look += f' style="paint-order:stroke;stroke:{BACKGROUND};stroke-width:4px"'
    return (
        f'<text x="{px(x)}" y="{px(y)}" dy=".35em" text-anchor="{anchor}"{look}>'
        f"{escaped(content)}</text>"
    )


def circle(x, y, radius, color, *, hollow=False, rim=None):
    """A disk, or a ring where hollow."""
    return (
        f'<circle cx="{px(x)}" cy="{px(y)}" r="{radius}" stroke-width="1.5" '
        f'fill="{"none" if hollow else color}" stroke="{rim or color}"/>'
    )


def diamond(x, y, radius, color, *, hollow=False):
    """A square that stands on a corner."""
    r = radius
    return (
        f'<path d="M{px(x)} {px(y - r)}l{r} {r}l-{r} {r}l-{r} -{r}z" stroke-width="1.5" '
        f'fill="{"none" if hollow else color}" stroke="{color}"/>'
    )


def arrow(curve, color, width, *, dashed=False):
    """A curve with an arrow head. The head is a shape: a marker would need an id in the page."""
    start, bend, other_bend, tip = curve
    neck = towards(tip, other_bend, 5 + width)
    x, y = (neck[0] - tip[0]) / 2, (neck[1] - tip[1]) / 2
    corners = [tip, (neck[0] - y, neck[1] + x), (neck[0] + y, neck[1] - x)]
    path = " ".join(f"{px(x)},{px(y)}" for x, y in (bend, other_bend, neck))
    dashes = ' stroke-dasharray="5 4"' if dashed else ""
    points = " ".join(f"{px(x)},{px(y)}" for x, y in corners)
    return (
        f'<path d="M{px(start[0])},{px(start[1])}C{path}" fill="none" stroke="{color}" '
        f'stroke-width="{px(width)}"{dashes}/><polygon points="{points}" fill="{color}"/>'
    )


def point_on(curve, t):
    """The point of a cubic curve at t in [0, 1]."""
    weights = ((1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t**2, t**3)
    return tuple(sum(w * p[axis] for w, p in zip(weights, curve, strict=True)) for axis in (0, 1))


def trimmed(curve, first, last):
    """A curve that begins and ends that far from the two points."""
    start, bend, other_bend, end = curve
    return [towards(start, bend, first), bend, other_bend, towards(end, other_bend, last)]


def towards(point, target, distance):
    x, y = unit(point, target)
    return (point[0] + x * distance, point[1] + y * distance)


def between(start, end, share):
    return tuple(s + share * (e - s) for s, e in zip(start, end, strict=True))


def unit(start, end):
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = hypot(dx, dy) or 1
    return (dx / length, dy / length)


def left_of(start, end):
    x, y = unit(start, end)
    return (y, -x)


def legend(samples, *notes):
    """Legend of marks: (mark, its width, meaning), each mark 16 units high."""
    items = "".join(
        '<span style="display:inline-flex;align-items:center;gap:4px">'
        f'<span style="flex:none">{svg([mark], width, 16, fixed=True)}</span>'
        f"{escaped(meaning)}</span>"
        for mark, width, meaning in samples
    )
    items += "".join(f"<span>{escaped(note)}</span>" for note in notes)
    return f'<div style="display:flex;flex-wrap:wrap;gap:0 14px">{items}</div>'


def title(content):
    """Tooltip of the element that this is put first into."""
    return f"<title>{escaped(content)}</title>"


def table(head, rows):
    """A table that folds out; the first cell of each row is its header."""
    line = f'style="border:1px solid {BORDER}"'
    cell = "padding:2px 6px;text-align:left;border-color:inherit"
    # The rows' headers stay in view while a wide table is scrolled.
    pinned = f"position:sticky;left:0;background:{BACKGROUND};{cell}"
    heads = "".join(f'<th scope="col" style="{cell}">{escaped(name)}</th>' for name in head)
    body = "".join(
        f'<tr {line}><th scope="row" style="{pinned}">{escaped(first)}</th>'
        + "".join(f'<td style="{cell}">{escaped(content)}</td>' for content in rest)
        + "</tr>"
        for first, *rest in rows
    )
    content = (
        '<table style="border-collapse:collapse;margin:6px 0;font-size:12px;overflow-wrap:normal">'
        f"<thead><tr {line}>{heads}</tr></thead><tbody>{body}</tbody></table>"
    )
    return (
        '<details class="sf1-table" style="margin-top:6px">'
        '<summary style="cursor:pointer">As a table</summary>'
        f"{scrolling(content, 'The picture as a table')}</details>"
    )


def scrolling(content, description):
    """A box that scrolls sideways, by keyboard too, instead of making the page wider."""
    return (
        f'<div role="region" aria-label="{escaped(description)}" tabindex="0" '
        f'style="overflow-x:auto;min-width:0">{content}</div>'
    )


def escaped(content):
    """Text for HTML and XML; characters that neither can hold become U+FFFD."""
    return escape(re.sub("[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]", "\ufffd", str(content)))


def fit(name, room, *, bold=False):
    """A name, cut with an ellipsis where it would be wider than the room."""
    name = str(name)
    if bold:
        room /= 1.1
    if text_width(name) <= room:
        return name
    # No name of that length fits: a limit for the loop.
    kept = name[:200]
    while kept and text_width(kept + "…") > room:
        kept = kept[:-1]
    return kept.rstrip() + "…"


def text_width(name):
    """About how wide text of size 12 is in a sans-serif font; rather too wide than not."""
    return 12 * sum(map(_em, name))


def px(value):
    """A coordinate with at most one decimal."""
    return f"{round(value, 1) + 0.0:g}"


def _em(character):
    if unicodedata.combining(character):
        return 0
    if unicodedata.east_asian_width(character) in "WF":
        return 1
    if character in "mwMW@%<>=+~—…":
        return 0.9
    if character.isupper():
        return 0.7
    return 0.32 if character in "fijlrt.,:;'|!()[] " else 0.58
