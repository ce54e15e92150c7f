"""The page "Similarity": choose one, look at it, check it, make your own."""

from urllib.parse import urlencode

import gradio as gr
import numpy as np

from . import limits, making, take_away, uploads, visits
from .events import guarded, reason
from .markup import (
    attributes,
    bdi,
    button,
    check,
    copy_button,
    counted,
    held,
    notice,
    number,
    page_part,
    radios,
    save_button,
    section,
    select,
    table,
    text_field,
)
from .shell import PRIVATE, part
from .similarities import YOURS, bundled, choice_of, title_of
from .wording import in_page_words

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
    "measure": "wu_palmer",
    "bundled": "plutchik",
    "title": "",
    "origin": "",
    "population": "",
}
CARD = ("source", "citation", "license", "derivation", "population")
NEAREST_SHOWN = 200
SHOWN = 8
PREFILLED = (
    "No label is near any other yet: this is hard F1. Put labels that are near on one line, such "
    "as money: billing, refund."
)


def checked_form(form):
    """A form from a browser as a dict of known fields."""
    form = form if isinstance(form, dict) else {}
    found = {}
    for key, default in FIRST.items():
        value = form.get(key, default)
        found[key] = bool(value) if isinstance(default, bool) else str(value)[:1_000_000]
    if found["making"] not in dict(KINDS):
        found["making"] = "groups"
    if found["bundled"] not in bundled():
        found["bundled"] = FIRST["bundled"]
    return found


def _float(text, what):
    try:
        return float(text.replace(",", "."))
    except ValueError:
        raise ValueError(f"{what} is no number: {text[:40]!r}") from None


def made_of(form, source=None):
    """The similarity that a form asks for."""
    card = {
        key: form[name].strip()
        for key, name in (("title", "title"), ("source", "origin"), ("population", "population"))
        if form[name].strip()
    }
    within = min(max(_float(form["within"], "The credit within a group"), 0.0), 0.95)
    if form["making"] == "groups":
        return making.from_outline(form["groups"], within, form["by_paths"], card)
    if form["making"] == "pairs":
        low, high = _float(form["low"], "The scale's low end"), _float(form["high"], "Its high end")
        groups = form["groups"] if form["others"] == "groups" else ""
        return making.from_pairs(form["pairs"], form["numbers"], low, high, groups, within, card)
    if form["making"] == "file":
        if source is None:
            raise ValueError("choose a file first")
        return making.from_file(source.name, source.content(), form["measure"])
    name = form["bundled"]
    code = f'import evaluate\n\nmetric = evaluate.load("semantic_f1", similarity={name!r})\n'
    return making.Made(bundled()[name], code)


# --- The inputs ---


def inputs(form, source=None, rev=0, said=""):
    """The left side as HTML."""
    groups = (notice("", "", said) if said else "") + (
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
        "0 is hard F1.</p>"
        f'<input type="range" id="within-range" name="within" min="0" max="0.95" step="0.05" '
        f'data-live="look" aria-describedby="within-help"{attributes(value=form["within"])}></div>'
    )
    paths = check(
        "by_paths", "By path length instead: 1 / (1 + steps)", form["by_paths"], data_live="look"
    )
    pairs = (
        '<div class="field"><label for="pairs-text">Pairs with a number</label>'
        '<p class="help" id="pairs-help">One pair a line, \u201ca; b; 0.7\u201d; or paste a table '
        "with the names in both heads.</p>"
        f'<textarea id="pairs-text" name="pairs" rows="9" data-live="look" spellcheck="false" '
        f'aria-describedby="pairs-help">{_text(form["pairs"])}</textarea></div>'
        + select("numbers", "The numbers are", making.NUMBERS, form["numbers"], data_live="look")
        + '<div class="two" data-when="numbers:ratings">'
        + text_field("low", "not similar at all", form["low"], data_live="look")
        + text_field("high", "the same", form["high"], data_live="look")
        + "</div>"
        + select(
            "others",
            "Pairs that are not given get",
            (("none", "0"), ("groups", "credit by their groups")),
            form["others"],
            data_live="look",
        )
    )
    name = f'<p class="small"><b>{bdi(source.name)}</b></p>' if source else ""
    file = (
        f'<div class="drop" data-most="{limits.SIMILARITY_MEGABYTES}"><div>'
        f"{button('Choose a file', data_choose=True)}</div>{name}"
        '<p class="help">or drop one here. A table as CSV (a header of names, then one row a '
        "label), JSON as Save JSON writes it, or a thesaurus: SKOS as .ttl, .rdf or .nt. Up to "
        f"{limits.SIMILARITY_MEGABYTES} MB and {limits.MOST_OWN_LABELS:,} labels.</p>"
        '</div><div class="taking notice" hidden></div>'
        + select(
            "measure",
            "Of a thesaurus, the measure",
            making.MEASURES,
            form["measure"],
            data_live="look",
        )
    )
    choices = [(one, choice_of(one)) for one in bundled()]
    stock = select("bundled", "Bundled similarities", choices, form["bundled"], data_live="look")
    stock += f"<div>{button('Change a copy', data_do='copy')}</div>"
    card = section(
        "own-card",
        "Name, source, for whom (for the card)",
        '<div class="fields">'
        + text_field("title", "Name", form["title"], data_live="look")
        + text_field("origin", "Source", form["origin"], data_live="look")
        + text_field("population", "For whom", form["population"], data_live="look")
        + "</div>",
        plain=True,
    )

    def when(kinds, inside):
        return f'<div class="fields" data-when="making:{kinds}">{inside}</div>'

    return page_part(
        radios("making", "Make it from", KINDS, form["making"], data_live="look")
        + when("groups", groups)
        + when("pairs", pairs)
        + f'<div class="fields" data-when="making:groups|others:groups">{within}</div>'
        + when("groups", paths)
        + when("file", file)
        + when("bundled", stock)
        + f'<div data-when="making:groups,pairs">{card}</div>',
        class_="fields",
        data_rev=rev,
    )


def _text(text):
    return bdi(text, 10**7).removeprefix("<bdi>").removesuffix("</bdi>")


# --- The result ---


def result(made, is_bundled=False, problem=""):
    """The right side as HTML: what a similarity does."""
    similarity = made.similarity
    parts = []
    if problem:
        parts.append(notice("error", "Not a similarity yet.", problem, alert=True))
    parts.append(_card(made, is_bundled))
    sections = [
        section(
            "nearest",
            "Would you forgive each of these?",
            _nearest(similarity),
            "nearest labels",
        ),
        section("checks", "All checks", _checks(similarity)),
        section("card", "Card", _description(similarity), "source, license, caveats"),
    ]
    address = ""
    if is_bundled:
        address = urlencode({"tab": PAGE, "similarity": similarity.name})
    say = "" if problem else f"{counted(len(similarity), 'label')}."
    return page_part(
        f'{"".join(parts)}<div class="sections">{"".join(sections)}</div>',
        class_="result stale" if problem else "result",
        data_serial=visits.serial(),
        data_say=say if not problem else f"Not a similarity yet. {problem}",
        data_query=address,
    )


def _card(made, is_bundled):
    similarity = made.similarity
    text = take_away.similarity_json(similarity)
    name = take_away.stem(similarity.name)
    buttons = (
        button("Use it in Score", data_do="use", data_go="score")
        + save_button("Save JSON", "similarity-json", f"{name}.json", "application/json")
        + save_button("Save CSV", "similarity-csv", f"{name}.csv", "text/csv")
        + copy_button("Copy Python", "similarity-python")
    )
    if is_bundled:
        buttons += button(
            "Copy link",
            data_copy=True,
            data_link=urlencode({"tab": PAGE, "similarity": similarity.name}),
        )
    title = title_of(similarity) if is_bundled else similarity.card.get("title") or ""
    beside = f"{counted(len(similarity), 'label')} \u00b7 fingerprint {similarity.fingerprint[:8]}"
    heat = (
        heatmap(similarity)
        if len(similarity) <= limits.MOST_HEAT
        else f'<p class="help">Above {limits.MOST_HEAT} labels, only the nearest are listed.</p>'
    )
    return (
        '<section class="card stack" aria-label="What it does"><div class="card-head">'
        f'<h2>What it does</h2><span class="small quiet">{bdi(title)} {beside}</span></div>'
        f"<ul>{''.join(f'<li>{line}</li>' for line in said_of(similarity))}</ul>{heat}"
        f'<div class="buttons">{buttons}</div></section>'
        + held("similarity-json", text)
        + held("similarity-csv", take_away.similarity_csv(similarity))
        + held("similarity-python", made.code)
    )


def said_of(similarity):
    """Sentences on what a similarity does, as HTML."""
    facts = similarity.facts()
    lines = []
    if facts["mean"] is not None:
        nothing = 1 - facts["density"]
        lines.append(
            f"A wrong label earns <b>{facts['mean']:.2f}</b> on average; {nothing:.0%} of the "
            "pairs earn nothing."
        )
        if len(similarity) <= 1000:
            every = similarity.audit().to_dict()["probes"][0]
            lines.append(
                f"Answering <b>every</b> label each time would score <b>{every['f1']:.2f}</b> "
                f"(hard F1 {every['hard_f1']:.2f})."
            )
    off = similarity.values * (1 - np.eye(len(similarity)))
    alone = [label for label, row in zip(similarity.labels, off, strict=True) if not row.any()]
    if not alone:
        lines.append("Every label has a neighbour.")
    else:
        names = ", ".join(bdi(label) for label in alone[:5])
        more = f" and {len(alone) - 5} more" if len(alone) > 5 else ""
        have = "has no neighbour" if len(alone) == 1 else "have no neighbour"
        lines.append(f"{names}{more} {have}.")
    return lines


def heatmap(similarity):
    """The values as a table: names, numbers, and a ground that is stronger the more credit."""
    heads = "".join(
        f'<th scope="col"{attributes(title=label)}><span>{bdi(label, 24)}</span></th>'
        for label in similarity.labels
    )
    rows = []
    for label, row in zip(similarity.labels, similarity.values.tolist(), strict=True):
        cells = "".join(f'<td style="--v:{value:.3g}">{cell_number(value)}</td>' for value in row)
        rows.append(
            f'<tr><th scope="row"{attributes(title=label)}>{bdi(label, 24)}</th>{cells}</tr>'
        )
    return (
        '<div class="scroll" role="region" aria-label="Credit of each label from each other" '
        f'tabindex="0"><table class="heat"><thead><tr><td></td>{heads}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


def cell_number(value):
    """A credit in two digits: 1, .50, 0."""
    if value in (0, 1):
        return str(int(value))
    text = f"{value:.2f}"
    return (
        {"0.00": "<.01", "1.00": ">.99"}.get(text, text[1:])
        .replace("<", "&lt;")
        .replace(">", "&gt;")
    )


def _nearest(similarity):
    rows = []
    for label in similarity.labels[:NEAREST_SHOWN]:
        near = ", ".join(
            f"{bdi(name)}\u00a0{number(value)}"
            for name, value in similarity.nearest(label)
            if value
        )
        rows.append([bdi(label), near or '<span class="quiet">none</span>'])
    more = len(similarity) - NEAREST_SHOWN
    below = f'<p class="help">and {more:,} more labels</p>' if more > 0 else ""
    return table(["Label", "Nearest labels"], rows, text=(0, 1), caption="Nearest labels") + below


def _checks(similarity):
    facts = similarity.facts()
    rows = [
        ["Labels", f"{len(similarity):,}"],
        ["Symmetric", _yes(facts["symmetric"])],
        ["Unit diagonal", _yes(facts["unit_diagonal"])],
    ]
    if facts["minimum"] is not None:
        rows += [
            ["Least similarity of two labels", number(facts["minimum"])],
            ["Greatest", number(facts["maximum"])],
            ["Mean: what a wrong single guess earns", number(facts["mean"])],
            ["Share of pairs with any similarity", f"{facts['density']:.0%}"],
        ]
    if facts["coincide"]:
        same = [f"{bdi(a)} = {bdi(b)}" for a, b in facts["coincide"]]
        rows.append(["Indistinguishable labels (similarity 1)", _listing(same)])
    parts = []
    if 1 < len(similarity) <= 1000:
        found = similarity.audit().to_dict()
        parts += [notice("warn", "", in_page_words(text)) for text in found["warnings"]]
        rows += _audit_rows(found)
        probes = [
            [bdi(one["predictor"]), number(one["hard_f1"]), number(one["f1"])]
            for one in found["probes"]
        ]
        shown = table(["The same answer to everything", "Hard F1", "Semantic F1"], probes)
        parts.append(table(["Check", "Value"], rows, text=(0, 1), caption="Checks"))
        parts.append(shown)
        parts.append('<p class="help">Each label is the gold one once.</p>')
    else:
        parts.append(table(["Check", "Value"], rows, text=(0, 1), caption="Checks"))
    return "".join(parts)


def _audit_rows(found):
    rows = []
    if found["deviation"] is not None:
        rows.append(["Contrast: standard deviation off the diagonal", number(found["deviation"])])
    groups = [", ".join(map(str, map(bdi, one))) for one in found["clusters"] if len(one) > 1]
    rows.append(["Labels that go together", _listing(groups, "; ")])
    rows.append(["Near everything (hubs)", _listing(list(map(bdi, found["hubs"])))])
    close = [f"{bdi(a)} - {bdi(b)} ({number(v)})" for a, b, v in found["near_duplicates"]]
    rows.append(["Nearly the same", _listing(close)])
    rows.append(["1 - S is a metric", _yes(found["metric"])])
    return rows


def _listing(texts, between=", "):
    more = f" and {len(texts) - SHOWN} more" if len(texts) > SHOWN else ""
    return between.join(texts[:SHOWN]) + more if texts else "none"


def _yes(value):
    return "yes" if value else "no"


def _description(similarity):
    card = similarity.card
    rows = [[key.capitalize(), bdi(card[key], 4000)] for key in CARD if card.get(key)]
    if similarity.none_labels:
        rows.append(["Names for \u201cno label\u201d", bdi(", ".join(similarity.none_labels))])
    rows.append(["Fingerprint", bdi(similarity.fingerprint)])
    shown = table(["Field", "What it says"], rows, text=(0, 1), caption="Card")
    caveats = card.get("caveats")
    caveats = [caveats] if isinstance(caveats, str) else caveats
    if isinstance(caveats, list) and caveats:
        items = "".join(f"<li>{bdi(one, 4000)}</li>" for one in caveats)
        shown += f'<p class="small"><b>Caveats</b></p><ul class="small">{items}</ul>'
    elif not card.get("source"):
        shown += notice(
            "", "No source is given.", "Say where the values come from when you report it."
        )
    return shown


# --- What happens ---


def shown_similarity(visit):
    """Similarity that the page shows: (Made, whether it is a bundled one)."""
    return visit.state(PAGE) or (made_of(FIRST), False)


def look(visit, form):
    """The result for a form; where it makes none, the last good one behind the reason."""
    form = checked_form(form)
    try:
        made = made_of(form, visit.sources.get(PAGE))
    except ValueError as error:
        made, is_bundled = shown_similarity(visit)
        return result(made, is_bundled, reason(error))
    visit.keep(PAGE, "The similarity", (made, form["making"] == "bundled"))
    return result(made, form["making"] == "bundled")


def prefill(visit, names):
    """The page with names to be put in groups."""
    form = {**FIRST, "groups": "\n".join(names[: limits.MOST_OWN_LABELS])}
    return inputs(form, None, visits.serial(), PREFILLED), look(visit, form)


def linked(query, visit):
    """The page for an address that names a bundled similarity."""
    name = query.get("similarity")
    if name not in bundled():
        return gr.skip(), gr.skip()
    form = {**FIRST, "making": "bundled", "bundled": name}
    return inputs(form, None, visits.serial()), look(visit, form)


def build():
    """The page; returns its components and steps by name."""
    return {
        "left": part(PAGE, "inputs", inputs(FIRST)),
        "right": part(PAGE, "result", result(made_of(FIRST))),
        "file": gr.File(visible="hidden", elem_id=f"{PAGE}-file", label="Similarity"),
        "prefill": prefill,
    }


def wire(parts, others):
    """The events of the page.

    Parameters
    ----------
    parts : what ``build`` returned
    others : list of (component, function): the inputs of the pages that offer the similarity; the
        function gives them from the visit and a similarity's name
    """
    here = [parts["left"], parts["right"]]
    outputs = [*here, *(component for component, _ in others)]

    def send(event: gr.EventData, request: gr.Request):
        visit, data = visits.of(request), event._data
        answer = [gr.skip()] * len(outputs)
        do, form = data.get("do"), checked_form(data.get("form"))
        if do == "look":
            answer[1] = look(visit, form)
        elif do == "copy":
            form = {**form, "making": "pairs", "numbers": "similarities", "others": "none"}
            form["pairs"] = making.as_table_text(bundled()[form["bundled"]])
            answer[0] = inputs(form, None, visits.serial())
            answer[1] = look(visit, form)
        elif do == "use":
            made, is_bundled = shown_similarity(visit)
            name = made.similarity.name
            if not is_bundled:
                visit.own = uploads.Kept("Your similarity", made.similarity, visit.session)
                name = YOURS
            answer[2:] = [function(visit, name) for _, function in others]
        return answer

    def upload(path, request: gr.Request):
        visit = visits.of(request)
        form = {**FIRST, "making": "file"}
        name, content = uploads.take(path, limits.SIMILARITY_MEGABYTES)
        kept = uploads.Kept(name, content, visit.session)
        visit.sources[PAGE] = visits.Source(name, kept)
        return inputs(form, visit.sources[PAGE], visits.serial()), look(visit, form)

    def failed(message, *_):
        made, is_bundled = made_of(FIRST), False
        return [gr.skip(), result(made, is_bundled, message)]

    quick = {"show_progress": "hidden", "concurrency_limit": None, **PRIVATE}
    for one in here:
        one.send(
            guarded(send, lambda *a: [*failed(*a), *[gr.skip()] * len(others)]),
            None,
            outputs,
            trigger_mode="always_last",
            **quick,
        )
    parts["file"].upload(guarded(upload, failed), [parts["file"]], here, **quick).then(
        lambda: None, None, [parts["file"]], show_progress="hidden", **PRIVATE
    )
