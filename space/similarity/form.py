"""The left side of the page "Similarity": what one is made of."""

from contextlib import suppress

from ..frame import jobs, limits
from ..frame.code import head
from ..frame.markup import (
    attributes,
    bdi,
    button,
    check,
    notice,
    page_part,
    radios,
    section,
    select,
    text_field,
)
from ..frame.similarities import bundled, choice_of
from . import builder, files

PAGE = "similarity"
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
    form = form if isinstance(form, dict) else {}
    fields = {}
    for key, default in FIRST.items():
        value = form.get(key, default)
        fields[key] = bool(value) if isinstance(default, bool) else str(value)[:1_000_000]
    if fields["making"] not in dict(KINDS):
        fields["making"] = "groups"
    for key, offered in (
        ("file_kind", {"", *dict(files.TABLES)}),
        ("measure", dict(files.MEASURES)),
        ("depth", dict(files.DEPTHS)),
    ):
        if fields[key] not in offered:
            fields[key] = FIRST[key]
    if fields["bundled"] not in bundled():
        fields["bundled"] = FIRST["bundled"]
    return fields


def _float(text, what):
    try:
        return float(text.replace(",", "."))
    except ValueError:
        raise ValueError(f"{what} is no number: {text[:40]!r}") from None


def credit_of(text):
    """The credit within a group that a text is."""
    return _float(text, "The credit within a group")


def made_of(form, source=None):
    """The similarity that a form asks for."""
    card = {
        key: form[name].strip()
        for key, name in (("title", "title"), ("source", "origin"), ("population", "population"))
        if form[name].strip()
    }
    within = credit_of(form["within"])
    if form["making"] == "groups":
        return builder.from_outline(form["groups"], within, form["by_paths"], card)
    if form["making"] == "pairs":
        low, high = (
            _float(form["low"], "The lowest value"),
            _float(form["high"], "The highest value"),
        )
        groups = form["groups"] if form["others"] == "groups" else ""
        return builder.from_pairs(form["pairs"], form["numbers"], low, high, groups, within, card)
    if form["making"] == "file":
        if source is None:
            raise ValueError("choose a file first")
        asked = {key: form[key] for key in ("measure", "depth", "related", "numbers")}
        ends = {key: _float(form[key], "The lowest or highest value") for key in ("low", "high")}
        asked |= {"kind": form["file_kind"], **ends}
        content = source.content()
        given = (source.name, content, asked)
        return jobs.look(files.from_file, given, limits.size_of(content))
    name = form["bundled"]
    return builder.Made(bundled()[name], head(bundled()[name]))


def _group_fields(form, problem):
    """The fields of groups: their text, the credit within one, the switch to paths."""
    groups = (notice("", "", problem) if problem else "") + (
        '<div class="field"><label for="groups-text">Your labels in groups</label>'
        '<p class="help" id="groups-help">One group a line, \u201cname: label, label\u201d. Or a '
        "tree: indent what belongs under a line.</p>"
        f'<textarea id="groups-text" name="groups" rows="9" data-live="look" spellcheck="false" '
        f'aria-describedby="groups-help">{_text(form["groups"])}</textarea></div>'
    )
    within = (
        '<div class="field"><label for="within-range">Credit within a group '
        f'<span class="number" data-shows="within">{_text(form["within"])}</span></label>'
        '<p class="help" id="within-help">What taking one label for another of its group earns. '
        "0 is F1 of exact matches.</p>"
        f'<input type="range" id="within-range" name="within" min="0" max="0.95" step="0.05" '
        f'data-live="look" aria-describedby="within-help"{attributes(value=form["within"])}></div>'
    )
    paths = check(
        "by_paths", "By path length instead: 1 / (1 + steps)", form["by_paths"], data_live="look"
    )
    return groups, within, paths


def _pair_fields(form):
    """The fields of pairs: their text, what the numbers are, what other pairs get."""
    pairs = (
        '<div class="field"><label for="pairs-text">Pairs with a number</label>'
        '<p class="help" id="pairs-help">One pair a line, \u201ca; b; 0.7\u201d; or paste a table '
        "with the names in both heads.</p>"
        f'<textarea id="pairs-text" name="pairs" rows="9" data-live="look" spellcheck="false" '
        f'aria-describedby="pairs-help">{_text(form["pairs"])}</textarea></div>'
    )
    numbers = (
        select("numbers", "The numbers are", builder.NUMBERS, form["numbers"], data_live="look")
        + '<div class="two" data-when="numbers:ratings">'
        + text_field("low", "not similar at all", form["low"], data_live="look")
        + text_field("high", "the same", form["high"], data_live="look")
        + "</div>"
    )
    others = select(
        "others",
        "Pairs that are not given get",
        (("none", "0"), ("groups", "credit by their groups")),
        form["others"],
        data_live="look",
    )
    return pairs, numbers, others


def inputs(form, source=None, rev=0, problem=""):
    """The left side as HTML."""
    groups, within, paths = _group_fields(form, problem)
    pairs, numbers, others = _pair_fields(form)
    file = _file_fields(form, source)
    choices = [(one, choice_of(one)) for one in bundled()]
    stock = select("bundled", "Bundled similarities", choices, form["bundled"], data_live="look")
    stock += f"<div>{button('Change a copy', data_do='copy')}</div>"
    card = section(
        "own-card",
        "Name, source, for whom (for the card)",
        '<div class="fields">'
        + text_field("title", "Name", form["title"], data_live="look")
        + text_field("origin", "Source", form["origin"], data_live="look")
        + text_field(
            "population", "Population it was made from", form["population"], data_live="look"
        )
        + "</div>",
        plain=True,
    )

    def when(kinds, inside):
        return f'<div class="fields" data-when="making:{kinds}">{inside}</div>'

    return page_part(
        radios("making", "Make from", KINDS, form["making"], data_live="look")
        + when("groups", groups)
        + when("pairs", pairs)
        + '<div class="fields" data-when="making:pairs|making:file&amp;file_kind:pairs">'
        + f"{numbers}</div>"
        + when("pairs", others)
        + f'<div class="fields" data-when="making:groups|others:groups">{within}</div>'
        + when("groups", paths)
        + when("file", file)
        + when("bundled", stock)
        + f'<div data-when="making:groups,pairs">{card}</div>',
        class_="fields",
        data_rev=rev,
    )


def _file_fields(form, source):
    """The area that takes a file, and how it is read."""
    name = f'<p class="small"><b>{bdi(source.name)}</b></p>' if source else ""
    kind = select("file_kind", "The table holds", files.TABLES, form["file_kind"], data_live="look")
    measure = select(
        "measure", "Similarity of two concepts", files.MEASURES, form["measure"], data_live="look"
    )
    depth = select(
        "depth",
        "Depth of a concept with several broader ones",
        files.DEPTHS,
        form["depth"],
        data_live="look",
    )
    related = check(
        "related",
        "Paths over related concepts too (Rada, Leacock & Chodorow)",
        form["related"],
        data_live="look",
    )
    return (
        f'<input type="hidden" name="file_form" value="{form["file_form"]}">'
        f'<div class="drop" data-most="{limits.SIMILARITY_MEGABYTES}"><div>'
        f"{button('Choose a file', data_choose=True)}</div>{name}"
        '<p class="help">or drop one here. A table (CSV, TSV, .xlsx, JSON Lines, Parquet) of '
        "values, groups, a tree or pairs; JSON as Save JSON writes it; or a thesaurus (SKOS: .ttl, "
        f".rdf, .nt, .jsonld). Up to {limits.SIMILARITY_MEGABYTES} MB and "
        f"{limits.MOST_OWN_LABELS:,} labels.</p>"
        '</div><div class="taking notice" hidden></div>'
        f'<div data-when="file_form:table">{kind}</div>'
        f'<div class="fields" data-when="file_form:thesaurus|file_kind:tree">{measure}{depth}'
        f"{related}</div>"
    )


def file_form(source):
    """The form for a new file: how it is read, as its name and its columns suggest."""
    form = {**FIRST, "making": "file", "file_form": files.form_of(source.name) or ""}
    # Where it can't be read, the result says so.
    with suppress(ValueError):
        content = source.content()
        given = (source.name, content)
        form["file_kind"] = jobs.look(files.kind_of, given, limits.size_of(content))
    return {**form, "low": "0", "high": "1"}


def _text(text):
    return bdi(text, 10**7).removeprefix("<bdi>").removesuffix("</bdi>")
