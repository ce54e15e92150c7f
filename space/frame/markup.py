"""Pieces of HTML that the pages are made of; what people typed is text in them, never markup."""

import json
import re
from collections import Counter
from html import escape

ROLES = ("predicted", "gold")
LONGEST_NAME = 80


def attributes(**values):
    """Attributes of an element: True stands alone, None and False are left out."""
    shown = ""
    for key, value in values.items():
        if value is not None and value is not False:
            shown += f" {key.rstrip('_').replace('_', '-')}"
            shown += "" if value is True else f'="{escape(str(value))}"'
    return shown


def bdi(text, longest=LONGEST_NAME):
    """A name as text that turns nothing around it, cut if it is too long."""
    text = str(text)
    if len(text) > longest:
        return f"<bdi{attributes(title=text[:1000])}>{escape(text[: longest - 1])}\u2026</bdi>"
    return f"<bdi>{escape(text)}</bdi>"


def mark(role):
    """A blue circle for predicted, an orange diamond for gold."""
    return f'<span class="mark {role}" aria-hidden="true"></span>'


def marked(role, label, bold=False):
    """A label behind the mark of its role."""
    name = f"<b>{bdi(label)}</b>" if bold else bdi(label)
    return f"{mark(role)}{name}"


def label_set(role, labels, most=12):
    """A label set as marks and names."""
    if not labels:
        return '<span class="quiet">nothing</span>'
    shown = "".join(f"<span>{marked(role, label)}</span>" for label in list(labels)[:most])
    more = f'<span class="quiet">and {len(labels) - most} more</span>' if len(labels) > most else ""
    return f'<span class="set">{shown}{more}</span>'


def number(value):
    """A score as people read it."""
    return f"{value:.3f}"


def signed(value):
    """A difference with its sign; what rounds to 0 has none."""
    text = f"{value:+.3f}".replace("-", "\u2212")
    return "0.000" if text[1:] == "0.000" else text


def minus(value):
    """A difference as people read it, without a plus."""
    return signed(value).removeprefix("+")


def interval(low, high):
    """Ends of an interval, with an en dash."""
    return f"{number(low)}\u2013{number(high)}"


def counted(count, thing, things=None):
    """A count and its noun."""
    return f"{count:,} {thing if count == 1 else things or thing + 's'}"


def listed(texts, most=5, between=", "):
    """The first of some texts, and how many more there are."""
    more = f" and {len(texts) - most} more" if len(texts) > most else ""
    return between.join(texts[:most]) + more


def examples_of(state):
    """Number of the examples of a state, with the noun."""
    return counted(state.examples, "example")


def percent(value):
    """A position on a scale from 0 to 1, for CSS."""
    return f"{100 * min(max(value, 0.0), 1.0):.2f}%"


def bar(hard, semantic, ends=None, constant=None, size=""):
    """A score as a bar; if it is below the hard one, it ends there and a tick marks the hard."""
    parts = [("exact", None, min(hard, semantic))]
    if semantic != hard:
        parts.append(("near", hard, semantic - hard) if semantic > hard else ("tick", hard, None))
    if ends is not None:
        parts.append(("interval", ends[0], ends[1] - ends[0]))
    if constant is not None:
        parts.append(("constant", constant, None))
    shown = ""
    for kind, left, width in parts:
        placed = (("left", left), ("width", width))
        style = ";".join(f"{name}:{percent(at)}" for name, at in placed if at is not None)
        shown += f'<i class="{kind}" style="{style}"></i>'
    return f'<div class="bar {size}" aria-hidden="true">{shown}</div>'


def plain_bar(share, kind="exact"):
    """A share of the longest bar."""
    place = "left:0;" if kind == "near" else ""
    return (
        f'<div class="bar thin" aria-hidden="true">'
        f'<i class="{kind}" style="{place}width:{percent(share)}"></i></div>'
    )


def ends_of(scores):
    """Both ends of the interval of some scores, or None."""
    return None if scores.get("low") is None else (scores["low"], scores["high"])


def ends_text(scores):
    """The interval of some scores in words, or ""."""
    ends = ends_of(scores)
    return "" if ends is None else f"95% interval {interval(*ends)}"


def score_blocks(*blocks, more=""):
    """Numbers, the first large: of each name and value, perhaps a line below and a class."""
    shown = ""
    for at, (name, value, *rest) in enumerate(blocks):
        below = f'<div class="interval">{rest[0]}</div>' if rest else ""
        kind = rest[1] if rest[1:] else "" if at else " first"
        shown += (
            f'<div class="score{kind}"><div class="name">{name}</div><div class="value">{value}'
            f"</div>{below}</div>"
        )
    return f'<div class="scores">{shown}{more}</div>'


def picture(title, drawn):
    """A picture that scrolls in its own box."""
    named = attributes(role="region", aria_label=title, tabindex="0")
    return f'<div class="picture"{named}>{drawn}</div>'


SCALE = '<div class="scale" aria-hidden="true"><span>0</span><span>0.5</span><span>1</span></div>'


def legend(*entries):
    """Keys and what they mean: pairs of a class of CSS and HTML."""
    shown = ""
    for kind, text in entries:
        key = f'<span class="key {kind}" aria-hidden="true"></span>' if kind else ""
        shown += f"<span>{mark(kind) if kind in ROLES else key}{text}</span>"
    return f'<div class="legend">{shown}</div>'


def bar_legend(ends, exact="exact matches", near=True):
    """The legend of the parts of bars."""
    keys = [("exact", exact), *([("near", "partial credit for close labels")] if near else [])]
    return legend(*keys, *([("interval", "95% interval")] if ends else []))


def section(identity, title, inside, beside="", opened=False, plain=False):
    """A part that folds."""
    quiet = f'<span class="quiet">{escape(beside)}</span>' if beside else ""
    given = attributes(id=identity, class_="plain" if plain else None, open=opened)
    return (
        f"<details{given}><summary>{escape(title)}{quiet}</summary>"
        f'<div class="inside">{inside}</div></details>'
    )


def notice(kind, strong, text="", buttons="", alert=False):
    """A message in a box: kind is "", "warn" or "error"; all of it plain text."""
    head = f"<b>{escape(strong)}</b> " if strong else ""
    more = f'<div class="buttons">{buttons}</div>' if buttons else ""
    role = ' role="alert"' if alert else ""
    return f'<div class="notice {kind}"{role}>{head}{escape(text)}{more}</div>'


def button(text, main=False, **data):
    """A button; data are attributes, as ``data_do="score"``."""
    kind = "button main" if main else "button"
    return f'<button type="button" class="{kind}"{attributes(**data)}>{escape(text)}</button>'


def copy_button(text, of):
    """A button that copies the text of the element with this id."""
    return button(text, data_copy=True, data_from=of)


def save_button(text, of, name, kind, png=False):
    """A button that saves the text of the element with this id as a file."""
    return button(text, data_save=True, data_from=of, data_name=name, data_type=kind, data_png=png)


def figure_buttons(of, name):
    """Buttons that save the picture whose SVG is in the element with this id."""
    saved = save_button("Save SVG", of, f"{name}.svg", "image/svg+xml")
    return saved + save_button("Save PNG", of, f"{name}.png", "image/png", png=True)


def held(identity, text):
    """A text that buttons copy or save, out of sight."""
    return f'<pre id="{identity}" hidden>{escape(text)}</pre>'


def code_box(identity, text, title):
    """Code, and a button that copies it."""
    return (
        f'<pre id="{identity}" tabindex="0" role="region"{attributes(aria_label=title)}>'
        f"{escape(text)}</pre>"
        f'<div class="buttons">{copy_button(title, identity)}</div>'
    )


def _field(label, identity, help_, tag, first, more, inside=""):
    """A field under its label, an element with what it has ``first`` and with ``more``."""
    described = f"{identity}-help" if help_ else None
    given = attributes(id=identity, **first, aria_describedby=described, data_field=True, **more)
    below = f'<p class="help" id="{described}">{help_}</p>' if help_ else ""
    field = f"<{tag}{given}>{inside}{below}"
    return f'<div class="field"><label for="{identity}">{escape(label)}</label>{field}</div>'


def select(name, label, options, value, help_="", identity=None, **more):
    """A list of choices: a dict or pairs of a value and its text."""
    shown = ""
    for key, text in options.items() if isinstance(options, dict) else options:
        shown += f"<option{attributes(value=key, selected=key == value)}>{escape(text)}</option>"
    identity, first = identity or f"{name}-choice", {"name": name}
    return _field(label, identity, help_, "select", first, more, f"{shown}</select>")


def text_field(name, label, value, help_="", identity=None, **more):
    """A line of text."""
    first = {"name": name, "value": value, "autocomplete": "off", "spellcheck": "false"}
    identity, tag = identity or f"{name}-text", 'input type="text"'
    return _field(label, identity, escape(help_), tag, first, more)


def check(name, label, value, many=False, **more):
    """A box to tick; ``value`` is whether it is, or (value, ticked) for one of many."""
    key, ticked = value if many else (None, value)
    given = attributes(
        name=name, value=key, checked=bool(ticked), data_many=many, data_field=True, **more
    )
    return f'<label class="check"><input type="checkbox"{given}>{bdi(label)}</label>'


def radios(name, legend_, options, value, **more):
    """One of few."""
    more = {"name": name, "data_field": True, **more}
    shown = "".join(
        f'<label><input type="radio"{attributes(value=key, checked=key == value, **more)}>'
        f"{escape(text)}</label>"
        for key, text in options
    )
    return (
        f'<fieldset><legend>{escape(legend_)}</legend><div class="choices">{shown}</div></fieldset>'
    )


def table(head, rows, text=(0,), caption="", sortable=False, strong=None, first_is_head=True):
    """A table of HTML cells, in a box that scrolls; ``text``: columns that stand at the left."""

    def cell(tag, place, content, **more):
        kind = {"class_": "text"} if place in text else {}
        return f"<{tag}{attributes(**kind, **more)}>{content}</{tag}>"

    heads = lines = ""
    for place, name in enumerate(head):
        shown = bdi(name, 40)
        shown = f'<button type="button" data-sort>{shown}</button>' if sortable else shown
        heads += cell("th", place, shown, scope="col") if name else "<td></td>"
    for at, row in enumerate(rows):
        tags = ["th" if first_is_head else "td", *["td"] * len(row)]
        cells = "".join(cell(tags[place], place, content) for place, content in enumerate(row))
        lines += f"<tr{attributes(class_='strong' if at == strong else None)}>{cells}</tr>"
    named = attributes(role="region", aria_label=caption or "Table", tabindex="0")
    titled = f'<caption class="sf1-unseen">{escape(caption)}</caption>' if caption else ""
    return (
        f'<div class="scroll"{named}><table>{titled}<thead><tr>{heads}</tr></thead>'
        f"<tbody>{lines}</tbody></table></div>"
    )


def taken(rows):
    """Lines of buttons that take a result away: pairs of a title and HTML."""
    return "".join(
        f'<div class="take"><span>{title}</span><div class="buttons">{buttons}</div></div>'
        for title, buttons in rows
    )


def answers(sets, most=6):
    """Gold sets of several people, equal ones together."""
    times = Counter(tuple(sorted(map(str, labels))) for labels in sets)
    shown = [
        (f"{count} \u00d7 " if count > 1 else "") + label_set("gold", labels, 4)
        for labels, count in times.most_common(most)
    ]
    more = len(times) - most
    return "<br>".join(shown) + (f"<br>{more} more" if more > 0 else "")


def unfold(text):
    """A button that shows the inputs on a phone, in one line; the script says what."""
    return f'<button type="button" class="link-button unfold" data-unfold>{text}</button>'


def page_part(content, **root):
    """The root of a part of a page."""
    html = f'<div class="sf1"><div{attributes(**root)}>{content}</div></div>'
    # Half of a character, which no page can show, is shown as what it is: none.
    return re.sub("[\ud800-\udfff]", "\ufffd", html)


def as_json(value):
    """Compact JSON for an attribute, of ASCII alone."""
    return json.dumps(value, separators=(",", ":"))
