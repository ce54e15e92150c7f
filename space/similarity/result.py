"""The right side of the page "Similarity": what one does, and what it is."""

import re
from urllib.parse import urlencode

import numpy as np

from semantic_f1.pictures.heatmap import heatmap as picture_of
from semantic_f1.pictures.shapes import standalone

from ..frame import export, limits, markup, sessions
from ..frame.markup import bdi, button, copy_button, counted, listed, notice, number, section, table
from ..frame.similarities import title_of
from ..frame.wording import in_page_words
from .form import PAGE

CARD = ("source", "citation", "license", "derivation", "population")
NEAREST_SHOWN = 200
SHOWN, YES = 8, {True: "yes", False: "no"}


def result(made, is_bundled=False, problem="", used=None):
    """The right side as HTML: what a similarity does. ``used``: the one that other pages use."""
    similarity = made.similarity
    parts = []
    if problem:
        parts.append(notice("error", "Not a similarity yet.", problem, alert=True))
    else:
        parts += [notice("warn", "", in_page_words(text)) for text in made.notes]
    other = used is not None and used.fingerprint != similarity.fingerprint
    if other and not (is_bundled or problem):
        text = (
            f"The other pages use your previous one ({counted(len(used), 'label')}, similarity "
            f"ID {used.fingerprint[:8]}). Press \u201cUse it in Score\u201d for this one."
        )
        parts.append(notice("warn", "Not in use yet.", text))
    address = urlencode({"tab": PAGE, "similarity": similarity.name}) if is_bundled else ""
    parts.append(_card(made, address))
    rows = []
    for label in similarity.labels[:NEAREST_SHOWN]:
        pairs = [pair for pair in similarity.nearest(label) if pair[1]]
        near = ", ".join(f"{bdi(name)}\u00a0{number(value)}" for name, value in pairs)
        rows.append([bdi(label), near or '<span class="quiet">none</span>'])
    nearest = table(["Label", "Nearest labels"], rows, text=(0, 1), caption="Nearest labels")
    if len(similarity) > NEAREST_SHOWN:
        nearest += f'<p class="help">and {len(similarity) - NEAREST_SHOWN:,} more labels</p>'
    sections = [
        section("nearest", "Should these earn credit?", nearest, "nearest labels"),
        section("checks", "All checks", _checks(similarity)),
        section("card", "Card", _description(similarity), "source, license, caveats"),
    ]
    say = f"{counted(len(similarity), 'label')}."
    return markup.page_part(
        f'{"".join(parts)}<div class="sections">{"".join(sections)}</div>',
        class_="result stale" if problem else "result",
        data_serial=sessions.serial(),
        data_say=f"Not a similarity yet. {problem}" if problem else say,
        data_query=address,
    )


def _card(made, address):
    similarity = made.similarity
    name = export.stem(similarity.name)
    texts = {
        "json": export.similarity_json(similarity),
        "csv": export.similarity_csv(similarity),
        "python": made.code,
    }
    saved = markup.save_button("Save JSON", "similarity-json", f"{name}.json", "application/json")
    saved += markup.save_button("Save CSV", "similarity-csv", f"{name}.csv", "text/csv")
    copied = copy_button("Copy Python", "similarity-python")
    if len(similarity) <= limits.MOST_HEAT:
        picture = re.search(r"<svg.*</svg>", picture_of(similarity.labels, similarity.values), re.S)
        texts |= {"figure": standalone(picture[0]), **export.tables_of(texts["csv"])}
        saved += markup.figure_buttons("similarity-figure", name)
        copied += copy_button("Copy LaTeX", "similarity-latex")
        copied += copy_button("Copy Markdown", "similarity-markdown")
    if address:
        copied += button("Copy link", data_copy=True, data_link=address)
    buttons = button("Use it in Score", True, data_do="use", data_go="score")
    buttons += markup.taken((("Save", saved), ("Code", copied)))
    title = title_of(similarity) if address else similarity.card.get("title") or ""
    beside = [bdi(title)] * bool(title) + [counted(len(similarity), "label")]
    shown = " \u00b7 ".join([*beside, f"similarity ID {similarity.fingerprint[:8]}"])
    heat = f'<p class="help">Above {limits.MOST_HEAT} labels, only the nearest are listed.</p>'
    if len(similarity) <= limits.MOST_HEAT:
        heat = heatmap(similarity)
    return (
        '<section class="card stack" aria-label="What it does"><div class="card-head">'
        f'<h2>What it does</h2><span class="small quiet">{shown}</span></div>'
        f"<ul>{''.join(f'<li>{line}</li>' for line in sentences_on(similarity))}</ul>{heat}"
        f"{buttons}</section>"
        + "".join(markup.held(f"similarity-{key}", text) for key, text in texts.items())
    )


def sentences_on(similarity):
    """Sentences on what a similarity does, as HTML."""
    facts, lines = similarity.facts(), []
    if facts["mean"] is not None:
        wrong = f"A wrong label earns <b>{facts['mean']:.2f}</b> on average"
        lines.append(f"{wrong}; {1 - facts['density']:.0%} of the pairs earn nothing.")
        if len(similarity) <= 1000:
            every = similarity.audit().to_dict()["probes"][0]
            score = f"would score <b>{every['f1']:.2f}</b> (exact matches {every['hard_f1']:.2f})."
            lines.append(f"Answering <b>every</b> label each time {score}")
    off = similarity.values * (1 - np.eye(len(similarity)))
    alone = [label for label, row in zip(similarity.labels, off, strict=True) if not row.any()]
    names = listed(list(map(bdi, alone)))
    have = f"{names} {'has' if len(alone) == 1 else 'have'} no neighbor."
    return [*lines, have if alone else "Every label has a neighbor."]


def heatmap(similarity):
    """The values as a table: names, numbers, and a ground that is stronger the more credit."""
    heads = rows = ""
    for label, row in zip(similarity.labels, similarity.values.tolist(), strict=True):
        name, title = bdi(label, 24), markup.attributes(title=label)
        heads += f'<th scope="col"{title}><span>{name}</span></th>'
        cells = "".join(f'<td style="--v:{value:.3g}">{cell_number(value)}</td>' for value in row)
        rows += f'<tr><th scope="row"{title}>{name}</th>{cells}</tr>'
    return (
        '<p class="help swipe" hidden></p>'
        '<div class="scroll" role="region" aria-label="Credit of each label from each other" '
        f'tabindex="0"><table class="heat"><thead><tr><td></td>{heads}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div>"
    )


def cell_number(value):
    """A credit in two digits: 1, .50, 0."""
    if value in (0, 1):
        return str(int(value))
    text = f"{value:.2f}"
    return {"0.00": "&lt;.01", "1.00": "&gt;.99"}.get(text, text[1:])


def _checks(similarity):
    facts = similarity.facts()
    rows = [
        ["Labels", f"{len(similarity):,}"],
        ["Symmetric", YES[facts["symmetric"]]],
        ["Unit diagonal", YES[facts["unit_diagonal"]]],
    ]
    if facts["minimum"] is not None:
        rows += [
            ["Least similarity of two labels", number(facts["minimum"])],
            ["Greatest", number(facts["maximum"])],
            ["Average credit of a wrong label", number(facts["mean"])],
            ["Share of pairs with any similarity", f"{facts['density']:.0%}"],
        ]
    if facts["coincide"]:
        same = [f"{bdi(a)} = {bdi(b)}" for a, b in facts["coincide"]]
        rows.append(["Indistinguishable labels (similarity 1)", _listing(same)])
    parts, below = [], ""
    if 1 < len(similarity) <= 1000:
        audit = similarity.audit().to_dict()
        parts += [notice("warn", "", in_page_words(text)) for text in audit["warnings"]]
        rows += _audit_rows(audit)
        keys = ("hard_f1", "f1", "precision", "recall")
        probes = [
            [bdi(entry["predictor"]), *(number(entry[key]) for key in keys)]
            for entry in [*audit["probes"], *audit["chance"]]
        ]
        title = "Answers without looking"
        heads = [title, "F1 (exact matches)", "Semantic F1", "Precision", "Recall"]
        below = table(heads, probes, caption=title)
        below += '<p class="help">Each label is the gold one once.</p>'
    parts.append(table(["Check", "Value"], rows, text=(0, 1), caption="Checks"))
    return "".join(parts) + below


def _audit_rows(audit):
    def mean(key):
        return audit[key] is not None and number(audit[key])

    def pairs(key):
        return [f"{bdi(a)} - {bdi(b)} ({number(value)})" for a, b, value, *_ in audit[key]]

    groups = [", ".join(map(bdi, cluster)) for cluster in audit["clusters"] if len(cluster) > 1]
    crossing = pairs("cross_group")
    opposites = [
        f"{bdi(a)} - {bdi(b)} ({number(value)}, number {place} next to {bdi(a)})"
        for a, b, value, place in audit["opposites"] or ()
    ]
    asymmetry = triangles = ""
    if audit["asymmetry"]:
        a, b, there, back = audit["asymmetry"]
        asymmetry = f"{bdi(a)} for {bdi(b)} {number(there)}, in reverse {number(back)}"
    if audit["triangles_violated"]:
        a, over, b, direct, by_way = audit["worst_triangle"]
        triangles = f"{audit['triangles_violated']:.1%}; worst {bdi(a)} to {bdi(b)}: "
        triangles += f"{number(direct)}, by way of {bdi(over)} {number(by_way)}"
    rows = [
        ["How much the values differ (standard deviation)", mean("deviation")],
        ["Clusters of labels", _listing(groups, "; ")],
        ["Close to most other labels", _listing(list(map(bdi, audit["hubs"])))],
        ["Nearly the same", _listing(pairs("near_duplicates"))],
        ["Mean similarity within these groups", mean("within_mean")],
        ["Mean similarity across them", mean("between_mean")],
        ["Close, but in different groups", crossing and _listing(crossing)],
        ["Opposites", opposites and _listing(opposites)],
        ["Greatest asymmetry", asymmetry],
        ["1 - S is a metric", YES[bool(audit["metric"])]],
        ["Triangles violated", triangles],
    ]
    return [row for row in rows if row[1]]


def _listing(texts, between=", "):
    return listed(texts, SHOWN, between) or "none"


def _description(similarity):
    card = similarity.card
    rows = [[key.capitalize(), bdi(card[key], 4000)] for key in CARD if card.get(key)]
    if similarity.none_labels:
        rows.append(["Names for \u201cno label\u201d", bdi(", ".join(similarity.none_labels))])
    rows.append(["Similarity ID", f"{bdi(similarity.fingerprint)} (changes if any value changes)"])
    shown = table(["Field", "What it says"], rows, text=(0, 1), caption="Card")
    caveats = card.get("caveats")
    caveats = [caveats] if isinstance(caveats, str) else caveats
    if isinstance(caveats, list) and caveats:
        items = "".join(f"<li>{bdi(caveat, 4000)}</li>" for caveat in caveats)
        return f'{shown}<p class="small"><b>Caveats</b></p><ul class="small">{items}</ul>'
    text = "Say where the values come from when you report it."
    return shown if card.get("source") else shown + notice("", "No source is given.", text)
