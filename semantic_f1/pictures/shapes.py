"""Parts of pictures: frame, text and marks, as SVG in the page's colors.

Names are shown as text, whatever they hold. A unit is a pixel, text has 13 of them. Colors are
variables of the page with the light theme's value behind them; ``standalone`` leaves only these,
for a file that stands alone. Points of curves are complex numbers.
"""

import re
import unicodedata
from html import escape

INK_COLOR = "var(--ink, #1c2128)"
FAINT_COLOR = "var(--ink2, #525c69)"
PAPER_COLOR = "var(--bg, #ffffff)"
LINE_COLOR = "var(--line, #dde1e7)"
PREDICTED_COLOR = "var(--predicted, #1767c4)"
GOLD_COLOR = "var(--gold, #b54e00)"
EXACT_COLOR = "var(--exact, #2f3a48)"
NEAR_COLOR = "var(--near, #8090a5)"
LETTERING_SIZE = 13


def drawing(parts, width, height, description):
    """An ``<svg>`` of so many pixels with its description in words."""
    size = f"{coord(width)} {coord(height)}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{xml_text(description)}" '
        f'width="{coord(width)}" height="{coord(height)}" viewBox="0 0 {size}" '
        f'font-size="{LETTERING_SIZE}" font-family="system-ui, sans-serif" fill="{INK_COLOR}">'
        f"{''.join(parts)}</svg>"
    )


def standalone(picture):
    """A picture as a separate file: colors as they are on paper, a white ground."""
    plain = re.sub(r"var\(--[\w-]+, (#\w+)\)", r"\1", picture)
    head = plain.index(">") + 1
    ground = '<rect width="100%" height="100%" fill="#ffffff"/>'
    return plain[:head] + ground + plain[head:]


def lettering(
    x, y, content, *, anchor="start", size=LETTERING_SIZE, bold=False, faint=False, turned=False
):
    """A ``<text>`` whose middle is at the height y."""
    look = f' font-size="{size}"' if size != LETTERING_SIZE else ""
    look += ' font-weight="700"' if bold else ""
    look += f' fill="{FAINT_COLOR}"' if faint else ""
    look += f' transform="rotate(-90 {coord(x)} {coord(y)})"' if turned else ""
    return (
        f'<text x="{coord(x)}" y="{coord(y)}" dy=".35em" text-anchor="{anchor}"{look}>'
        f"{xml_text(content)}</text>"
    )


def path_line(points, color=LINE_COLOR, width=1, dashes=""):
    """A ``<path>`` from point to point."""
    path = "L".join(f"{coord(x)} {coord(y)}" for x, y in points)
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    return f'<path d="M{path}" fill="none" stroke="{color}" stroke-width="{width}"{dashed}/>'


def filled_box(x, y, width, height, color):
    """A ``<rect>``; one without width is left out."""
    if width <= 0:
        return ""
    size = f'width="{width:.2f}" height="{coord(height)}"'
    return f'<rect x="{coord(x)}" y="{coord(y)}" {size} fill="{color}"/>'


def dot(x, y, radius, color, *, hollow=False, rim=None):
    """A disk, or a ring where hollow."""
    return (
        f'<circle cx="{coord(x)}" cy="{coord(y)}" r="{radius}" stroke-width="1.5" '
        f'fill="{PAPER_COLOR if hollow else color}" stroke="{rim or color}"/>'
    )


def rhomb(x, y, radius, color, *, hollow=False):
    """A square that stands on a corner."""
    r = radius
    return (
        f'<path d="M{coord(x)} {coord(y - r)}l{r} {r}l-{r} {r}l-{r} -{r}z" stroke-width="1.5" '
        f'fill="{PAPER_COLOR if hollow else color}" stroke="{color}"/>'
    )


def pointer(curve, color, width, *, dashed=False):
    """A curve with an arrow head. The head is a shape: a marker would need an id in the page."""
    start, bend, other_bend, tip = curve
    neck = tip + (5 + width) * direction(tip, other_bend)
    aside = 0.5j * (neck - tip)
    way, head = (
        " ".join(f"{coord(point.real)},{coord(point.imag)}" for point in points)
        for points in ((bend, other_bend, neck), (tip, neck + aside, neck - aside))
    )
    dashes = ' stroke-dasharray="5 4"' if dashed else ""
    return (
        f'<path d="M{coord(start.real)},{coord(start.imag)}C{way}" fill="none" stroke="{color}" '
        f'stroke-width="{coord(width)}"{dashes}/><polygon points="{head}" fill="{color}"/>'
    )


def curve_point(curve, t):
    """The point of a cubic curve at t in [0, 1]."""
    weights = ((1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t**2, t**3)
    return sum(weight * point for weight, point in zip(weights, curve, strict=True))


def cut_curve(start, bend, other_bend, end, short):
    """A curve that is so much shorter at both ends."""
    first, last = short * direction(start, bend), short * direction(end, other_bend)
    return start + first, bend, other_bend, end + last


def direction(start, end):
    """The direction from a point to another, of length 1; times -1j it turns to the left."""
    return (end - start) / (abs(end - start) or 1)


def hover(content):
    """Tooltip of the element that this is put first into."""
    return f"<title>{xml_text(content)}</title>"


def hovered(words, *parts, kind="", role=None):
    """Parts that one tooltip explains; ``kind`` and ``role`` are for the page's styles."""
    look = f' class="sf1-{kind}"' if kind else ""
    look += f' data-role="{role}"' if role else ""
    return f"<g{look}>{hover(words)}{''.join(parts)}</g>"


def xml_text(content):
    """Text for HTML and XML; characters that neither can hold become U+FFFD."""
    return escape(re.sub("[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]", "\ufffd", str(content)))


def shortened(name, room, *, bold=False, size=LETTERING_SIZE):
    """A name, cut with an ellipsis if it would be wider than the room."""
    name = str(name)
    room *= LETTERING_SIZE / size
    if bold:
        room /= BOLD_WIDER
    if lettering_width(name) <= room:
        return name
    # No name of that length fits: a limit for the loop.
    kept = name[:200]
    while kept and lettering_width(kept + "…") > room:
        kept = kept[:-1]
    return kept.rstrip() + "…"


BOLD_WIDER = 1.1


def lettering_width(name):
    """About how wide text of the pictures' size is, in the widest of usual fonts."""
    return LETTERING_SIZE * sum(map(_letter_width, name))


def coord(value):
    """A coord with at most one decimal."""
    return f"{round(value, 1) + 0.0:g}"


def _letter_width(character):
    if unicodedata.combining(character):
        return 0
    if unicodedata.east_asian_width(character) in "WF":
        return 1
    if character in "mwMW@%<>=+~—…":
        return 1
    if character.isupper():
        return 0.75
    return 0.44 if character in "fijlrt.,:;'|!()[] " else 0.64


def figure(*parts, caption=""):
    """A ``<figure>`` of pictures or paragraphs (HTML) and a caption."""
    style = (
        f"margin:0;padding:6px;box-sizing:border-box;border:1px solid {LINE_COLOR};"
        f"border-radius:8px;background:{PAPER_COLOR};color:{INK_COLOR};"
        "font-size:13px;line-height:1.5;overflow-wrap:anywhere"
    )
    if caption:
        caption = f'<figcaption style="margin-top:6px">{xml_text(caption)}</figcaption>'
    return f'<figure style="{style}">{"".join(parts)}{caption}</figure>'


def paragraph(sentence):
    """A sentence in place of a picture."""
    return f'<p style="margin:4px">{xml_text(sentence)}</p>'


def scrolling(content, description):
    """A box that scrolls sideways, by keyboard too, instead of making the page wider."""
    return (
        f'<div role="region" aria-label="{xml_text(description)}" tabindex="0" '
        f'style="overflow-x:auto;min-width:0">{content}</div>'
    )
