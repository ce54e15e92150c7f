"""The left side of the page "Similarity": what one is made of."""

from contextlib import suppress
from html import escape

from ..frame import forms, limits, markup
from ..frame.code import head
from ..frame.similarities import bundled, choice_of
from . import builder, files

PAGE = "similarity"
# Name, title and help of the texts that make a similarity.
AREAS = (
    (
        "groups",
        "Your labels in groups",
        "One group per line, \u201cname: label, label\u201d. Or a tree: indent what belongs under "
        "a line.",
    ),
    (
        "pairs",
        "Pairs with a number",
        "One pair a line, \u201ca; b; 0.7\u201d; or paste a table with the names in both heads.",
    ),
)
OTHERS = (("none", "0"), ("groups", "credit by their groups"))
KINDS = (("groups", "Groups or tree"), ("pairs", "Pairs"), ("file", "File"), ("bundled", "Bundled"))
EXAMPLE = """\
money: billing, refund, cancellation
delivery: late delivery, lost parcel
product: damaged item, wrong item
account: login, password reset, app crash
people: rude staff, long wait"""
EXAMPLE_PAIRS = "billing; refund; 0.7\nrefund; cancellation; 0.5\nlogin; password reset; 0.8"
FIRST = {
    "making": "groups",
    "groups": EXAMPLE,
    "within": "0.5",
    "by_paths": False,
    "pairs": EXAMPLE_PAIRS,
    "numbers": "similarities",
    "low": "1",
    "high": "5",
    "others": "none",
    "file_form": "",
    "file_kind": "",
    "measure": "wu_palmer",
    "depth": "longest",
    "related": False,
    "bundled": "plutchik",
    "title": "",
    "origin": "",
    "population": "",
}


def checked_form(form):
    """A form from a browser as a dict of known fields."""
    offered = {
        "making": dict(KINDS),
        "file_kind": {"", *dict(files.TABLES)},
        "measure": dict(files.MEASURES),
        "depth": dict(files.DEPTHS),
        "bundled": bundled(),
    }
    return forms.checked(form, FIRST, None, offered, longest=1_000_000)


def credit_of(text):
    """The credit within a group that a text is."""
    return forms.number_in(text, "The credit within a group")


def made_of(form, source=None):
    """The similarity that a form asks for."""
    card = {"title": form["title"], "source": form["origin"], "population": form["population"]}
    card = {key: text.strip() for key, text in card.items() if text.strip()}
    within = credit_of(form["within"])
    if form["making"] == "groups":
        return builder.from_outline(form["groups"], within, form["by_paths"], card)
    if form["making"] == "pairs":
        low, high = (forms.number_in(form[end], f"The {end}est value") for end in ("low", "high"))
        groups = form["groups"] if form["others"] == "groups" else ""
        return builder.from_pairs(form["pairs"], form["numbers"], low, high, groups, within, card)
    if form["making"] == "file":
        if source is None:
            raise ValueError("choose a file first")
        asked = {key: form[key] for key in ("measure", "depth", "related", "numbers")}
        asked["kind"] = form["file_kind"]
        asked |= {end: forms.number_in(form[end], f"The {end}est value") for end in ("low", "high")}
        return source.look(files.from_file, asked)
    name = form["bundled"]
    return builder.Made(bundled()[name], head(bundled()[name]))


def inputs(form, source=None, rev=0, problem=""):
    """The left side as HTML."""

    def choice(name, title, options):
        return markup.select(name, title, options, form[name], data_live="look")

    def line(name, title):
        return markup.text_field(name, title, form[name], data_live="look")

    def ticked(name, title):
        return markup.check(name, title, form[name], data_live="look")

    def area(name, title, help_):
        given = markup.attributes(id=f"{name}-text", name=name, aria_describedby=f"{name}-help")
        return (
            f'<div class="field"><label for="{name}-text">{title}</label><p class="help" '
            f'id="{name}-help">{help_}</p><textarea{given} rows="9" data-live="look" '
            f'spellcheck="false">{escape(form[name])}</textarea></div>'
        )

    groups, pairs = (area(*texts) for texts in AREAS)
    scale = f"{line('low', 'not similar at all')}{line('high', 'the same')}"
    card = line("title", "Name") + line("origin", "Source")
    card += line("population", "Population it was made from")
    stock = [(one, choice_of(one)) for one in bundled()]
    measures = choice("measure", "Similarity of two concepts", files.MEASURES)
    measures += choice("depth", "Depth of a concept with several broader ones", files.DEPTHS)
    measures += ticked("related", "Paths over related concepts too (Rada, Leacock & Chodorow)")
    parts = (
        ("making:groups", (markup.notice("", "", problem) if problem else "") + groups),
        ("making:pairs", pairs),
        (
            "making:pairs|making:file&file_kind:pairs",
            choice("numbers", "The numbers are", builder.NUMBERS)
            + f'<div class="two" data-when="numbers:ratings">{scale}</div>',
        ),
        ("making:pairs", choice("others", "Pairs that are not given get", OTHERS)),
        ("making:groups|others:groups", _within(form["within"])),
        ("making:groups", ticked("by_paths", "By path length instead: 1 / (1 + steps)")),
        ("making:file", _file_fields(form, source)),
        ("making:file&file_form:table", choice("file_kind", "The table holds", files.TABLES)),
        ("making:file&file_form:thesaurus|making:file&file_kind:tree", measures),
        (
            "making:bundled",
            choice("bundled", "Bundled similarities", stock)
            + f"<div>{markup.button('Change a copy', data_do='copy')}</div>",
        ),
        (
            "making:groups,pairs",
            markup.section("own-card", "Name, source, population (for the card)", card, plain=True),
        ),
    )
    shown = "".join(
        f'<div class="fields"{markup.attributes(data_when=when)}>{inside}</div>'
        for when, inside in parts
    )
    making = markup.radios("making", "Make from", KINDS, form["making"], data_live="look")
    return markup.page_part(f"{making}{shown}", class_="fields", data_rev=rev)


def _within(text):
    """A slider for the credit within a group."""
    value = escape(text)
    return (
        '<div class="field"><label for="within-range">Credit within a group '
        f'<span class="number" data-shows="within">{value}</span></label>'
        '<p class="help" id="within-help">What taking one label for another of its group earns. '
        '0 is F1 of exact matches.</p><input type="range" id="within-range" name="within" min="0" '
        'max="1" step="0.05" data-live="look" aria-describedby="within-help" '
        f'value="{value}"></div>'
    )


def _file_fields(form, source):
    """The area that takes a file."""
    name = f'<p class="small"><b>{markup.bdi(source.name)}</b></p>' if source else ""
    return (
        f'<input type="hidden" name="file_form" value="{form["file_form"]}">'
        f'<div class="drop" data-most="{limits.SIMILARITY_MEGABYTES}"><div>'
        f"{markup.button('Choose a file', data_choose=True)}</div>{name}"
        '<p class="help">or drop one here. A table (CSV, TSV, .xlsx, JSON Lines, Parquet) of '
        "values, groups, a tree or pairs; JSON as Save JSON writes it; or a thesaurus (SKOS: .ttl, "
        f".rdf, .nt, .jsonld). Up to {limits.SIMILARITY_MEGABYTES} MB and "
        f"{limits.MOST_OWN_LABELS:,} labels.</p>"
        '</div><div class="taking notice" hidden></div>'
    )


def file_form(source):
    """The form for a new file: how it is read, as its name and its columns suggest."""
    form = {**FIRST, "making": "file", "file_form": files.form_of(source.name) or ""}
    # Where it can't be read, the result says so.
    with suppress(ValueError):
        form["file_kind"] = source.look(files.kind_of)
    return {**form, "low": "0", "high": "1"}
