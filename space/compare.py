"""The page "Compare": which of several systems is best, how sure, by which similarity."""

import functools
import json
from pathlib import Path
from urllib.parse import urlencode

import gradio as gr

from semantic_f1.pictures.curves import slopes
from semantic_f1.pictures.figures import system_figure

from . import comparing, jobs, limits, score_result, take_away, visits, work
from .events import guarded, reason
from .layouts import WHOLE_NUMBERS
from .markup import (
    as_json,
    bar,
    bdi,
    button,
    check,
    copy_button,
    held,
    interval,
    label_set,
    legend,
    notice,
    number,
    page_part,
    save_button,
    section,
    select,
    signed,
    table,
)
from .score import UNKNOWN, said_of, seen_names, told
from .shell import PRIVATE, part
from .similarities import AVERAGES, YOURS, similarity_choices, similarity_of, title_of
from .sources import (
    columns_shown,
    drop_area,
    example_source,
    receive_file,
    receive_pasted,
    source_bar,
)
from .tables import SEPARATORS
from .wording import in_page_words

PAGE = "compare"
EXAMPLE_NAME = "GoEmotions example"
EXAMPLE_SYSTEMS = ("classifier", "next in the list", "nothing")
PLACEHOLDER = "system_a;system_b;gold\njoy, love;joy;joy\nanger;disgust;disgust, sadness"
FIRST = {
    "source": "0",
    "gold": "references",
    "systems": list(EXAMPLE_SYSTEMS),
    "separator": "json",
    "similarity": "goemotions-ekman",
    "average": "samples",
    "unknown_labels": "raise",
    "normalize_names": False,
    "ids": "auto",
}


# --- The form ---


def sources_of(visit):
    """The files of the page, the example's where there are none."""
    return visit.sources.get(PAGE) or [example_source(EXAMPLE_NAME, work.BUNDLED.name)]


def serial_of(sources):
    """Serial that tells these files from others."""
    return "-".join(str(source.serial) for source in sources)


def checked_form(form, own):
    """A form from a browser as a dict of known fields."""
    form = form if isinstance(form, dict) else {}
    found = {**FIRST}
    for key in ("source", "gold", "separator", "similarity", "average", "unknown_labels", "ids"):
        found[key] = str(form.get(key, FIRST[key]))[:2000]
    systems = form.get("systems", FIRST["systems"])
    found["systems"] = [str(one)[:2000] for one in systems] if isinstance(systems, list) else []
    found["normalize_names"] = bool(form.get("normalize_names"))
    for key, offered in (
        ("separator", SEPARATORS),
        ("similarity", dict(similarity_choices(own))),
        ("average", AVERAGES),
        ("unknown_labels", dict(UNKNOWN)),
        ("ids", WHOLE_NUMBERS),
    ):
        if found[key] not in offered:
            found[key] = FIRST[key]
    return found


def systems_of(sources, gold):
    """Columns that may be a system: (key, title) of columns of labels that are not gold."""
    if sources[0].serial == 0:
        return [(name, name) for name in EXAMPLE_SYSTEMS]
    several = len(sources) > 1
    found = []
    for place, source in enumerate(sources):
        if source.seen is None:
            continue
        own_gold = gold if gold in source.seen.cells else source.seen.references
        for name in source.seen.label_columns or list(source.seen.cells):
            if name != own_gold:
                title = f"{source.name}: {name}" if several else name
                found.append((f"{place}:{name}", title))
    return found


def first_form(sources, own, form=None):
    """The form for files that have just come."""
    seen = sources[0].seen
    gold = (form or {}).get("gold") or seen.references or ""
    found = {
        **FIRST,
        "source": serial_of(sources),
        "gold": gold,
        "separator": seen.separator,
        "average": (form or FIRST)["average"],
    }
    offered = [key for key, _ in systems_of(sources, gold)]
    found["systems"] = offered[: comparing.MOST_SYSTEMS] if gold or len(sources) > 1 else []
    names = names_seen(sources[0], found)
    best, share = work.best_similarity(names, own)
    found["similarity"] = best if share > 0 else FIRST["similarity"]
    if not names and own is not None:
        found["similarity"] = YOURS
    return found


def names_seen(source, form):
    """The names in the first rows of the columns of labels, counted."""
    fields = {"predictions": "", "references": form["gold"], "separator": form["separator"]}
    return seen_names(source, fields)


# --- The inputs ---


def inputs(sources, form, own=None, rev=0, opened=False):
    """The left side as HTML."""
    first = sources[0]
    parts = [source_bar(PAGE, first)]
    for place, source in enumerate(sources[1:], 1):
        parts.append(
            f'<div class="source"><span><b>{bdi(source.name)}</b></span>'
            f"{button('Remove', data_do='remove', data_place=place)}</div>"
        )
    parts.append(drop_area(PAGE, first, EXAMPLE_NAME, opened, PLACEHOLDER))
    refused = next((source for source in sources if source.refused), None)
    ready = refused is None
    if refused:
        parts.append(notice("error", "Not read.", refused.refused, alert=True))
    else:
        if first.serial:
            more = button("Add a file", data_choose=True, data_do="adding")
            parts.append(
                f'<div class="buttons">{more}<span class="help">with another system for the same '
                "rows</span></div>"
            )
        shown, ready = _fields(sources, form, own)
        parts.append(shown)
    hidden = (
        f'<input type="hidden" name="source" data-field value="{serial_of(sources)}">'
        f'<input type="hidden" name="rev" value="{rev}">'
    )
    press = (
        '<div class="press">'
        + button("Compare", main=True, data_do="compare", data_run=True, disabled=not ready)
        + button("Cancel", data_do="cancel", data_cancel=True, hidden=True)
        + "</div>"
    )
    return page_part(f"{hidden}{''.join(parts)}{press}", class_="fields", data_rev=rev)


def _fields(sources, form, own):
    seen, example = sources[0].seen, sources[0].serial == 0
    parts = []
    if example:
        parts.append(
            f'<input type="hidden" name="gold" data-field value="{FIRST["gold"]}">'
            '<input type="hidden" name="separator" data-field value="json">'
        )
    else:
        choices = [("", "choose"), *((name, name) for name in columns_shown(seen, form["gold"]))]
        parts.append(
            '<div class="two">'
            + select(
                "gold",
                "Gold labels",
                choices,
                form["gold"],
                data_send="change",
                identity="compare-gold",
            )
            + select(
                "separator",
                "Labels in a cell",
                list(SEPARATORS.items()),
                form["separator"],
                data_send="change",
                identity="compare-separator",
            )
            + "</div>"
        )
    offered = systems_of(sources, form["gold"])
    boxes = "".join(
        check("systems", title, (key, key in form["systems"]), many=True, data_send="change")
        for key, title in offered
    )
    parts.append(f"<fieldset><legend>Systems</legend>{boxes}</fieldset>")
    chosen = [key for key, _ in offered if key in form["systems"]]
    ready = bool(form["gold"]) and 2 <= len(chosen) <= comparing.MOST_SYSTEMS
    if not example and not form["gold"]:
        names = ", ".join(seen.label_columns[:6])
        parts.append(
            notice("warn", "Which column is gold?", f"{names} hold labels; no name says which.")
        )
    elif not ready:
        most = comparing.MOST_SYSTEMS
        parts.append(notice("warn", f"Choose 2 to {most} systems.", "Add a file for another one."))
    similarity = similarity_of(form["similarity"], own)
    names = None if example else names_seen(sources[0], form)
    if form["ids"] != "auto" or any(name.isdecimal() for name in names or ()):
        parts.append(
            select(
                "ids",
                "Whole numbers are",
                list(WHOLE_NUMBERS.items()),
                form["ids"],
                identity="compare-ids",
            )
        )
    field = select(
        "similarity",
        "Similarity",
        similarity_choices(own),
        form["similarity"],
        data_send="change",
        identity="compare-similarity",
    )
    parts.append(f"<div>{field}{said_of(similarity, names, form)}</div>")
    parts.append(
        select(
            "average",
            "Average",
            [(one, one) for one in AVERAGES],
            form["average"],
            identity="compare-average",
        )
    )
    more = select(
        "unknown_labels",
        "Names that are not labels",
        UNKNOWN,
        form["unknown_labels"],
        identity="compare-unknown",
    ) + check(
        "normalize_names",
        "Ignore case and surrounding spaces of names",
        form["normalize_names"],
        data_send="change",
    )
    parts.append(section("compare-more", "More settings", more, plain=True))
    return f'<div class="fields">{"".join(parts)}</div>', ready


# --- The result ---


def _p(value):
    if value is None:
        return ""
    return "p < .001" if value < 0.001 else f"p = {value:.3f}".replace("0.", ".", 1)


def verdict(state):
    """Best system, as a head and a sentence of plain text."""
    best, other = state.systems[:2]
    pair = next(
        one for one in state.pairs if {one["a"], one["b"]} == {best["system"], other["system"]}
    )
    sign = 1 if pair["a"] == best["system"] else -1
    difference = sign * pair["difference"]
    ends, clear = "", difference > 1e-12
    if pair.get("low") is not None:
        low, high = sorted((sign * pair["low"], sign * pair["high"]))
        p_value = pair.get("p_adjusted", pair.get("p_value"))
        ends = f" (95% interval {signed(low)} to {signed(high)}, {_p(p_value)})"
        ends = ends.replace("+", "")
        clear = low > 0 and (p_value is None or p_value < 0.05)
    one, two = best["system"], other["system"]
    if clear:
        head = f"{one} is best"
        said = (
            f"{one} {number(best['f1'])}, then {two} {number(other['f1'])}. Difference "
            f"{number(difference)}{ends}."
        )
    else:
        head = "No clear winner"
        said = (
            f"{one} {number(best['f1'])} and {two} {number(other['f1'])} may change places "
            f"(difference {number(difference)}{ends.replace(' (', ', ').removesuffix(')')})."
        )
    return head, said


def decides(state):
    """Sentence on whether the similarity decides."""
    first, *others = state.sensitivity["alternatives"]
    names = [row["system"] for row in state.systems]

    def order(row):
        scores = [round(row["scores"][name], 12) for name in names]
        return [[(a > b) - (a < b) for a in scores] for b in scores]

    changed = [row["name"] for row in others if order(row) != order(first)]
    if not changed:
        return (
            f"The order stays under {len(others)} other similarities, hard F1 among them.",
            changed,
        )
    shown = ", ".join("hard F1" if name == "identity" else name for name in changed[:4])
    more = f" and {len(changed) - 4} more" if len(changed) > 4 else ""
    return (
        f"The order changes under {len(changed)} of {len(others)} other similarities: {shown}"
        f"{more}.",
        changed,
    )


def _rank(row):
    if row.get("rank_low") is None or row["rank_low"] == row["rank_high"]:
        return f"{row['rank']:g}"
    return f"{row['rank_low']:g}\u2013{row['rank_high']:g}"


def result(state, form):
    """The right side as HTML."""
    head, said = verdict(state)
    stays, changed = decides(state)
    names = ", ".join(state.files)
    lines = []
    for row in state.systems:
        ends = None if row["low"] is None else (row["low"], row["high"])
        lines.append(
            '<div class="system"><span class="number">'
            f"{_rank(row)}</span><span>{bdi(row['system'], 40)}</span>"
            f'{bar(row["hard"], row["f1"], ends)}<span class="value">{number(row["f1"])}</span>'
            "</div>"
        )
    keys = [("exact", "exact matches"), ("near", "credit for near misses")]
    if state.systems[0]["low"] is not None:
        keys.append(("interval", "95% interval"))
    card = (
        f'<section class="card" aria-label="Result"><div class="card-head"><h2>{bdi(head)}</h2>'
        f'<span class="small quiet">{bdi(names)} \u00b7 {state.examples:,} examples \u00b7 '
        f"{bdi(title_of(state.similarity))}</span></div><p>{bdi(said, 2000)}</p>"
        f'<div class="systems">{"".join(lines)}</div>{legend(*keys)}'
        f"<p>{bdi(stays, 1000)}</p></section>"
    )
    sections = [_take_away(state, said, stays), section("pairs", "Pairs", _pairs(state))]
    if state.labels:
        sections.append(section("labels-differ", "Labels that differ", _labels(state)))
    if state.rows:
        sections.append(section("rows-differ", "Rows that differ", _rows(state)))
    sections.append(
        section("each-similarity", "Under each similarity", _similarities(state, changed))
    )
    notes = list(dict.fromkeys(map(in_page_words, state.warnings)))
    if notes:
        inside = "".join(notice("", "", text) for text in notes)
        sections.append(section("compare-notes", "Notes", inside, str(len(notes))))
    stale = notice(
        "warn",
        "The inputs changed.",
        f"This is the result of before: {names}. Press Compare for a new one.",
    ).replace('class="notice warn"', 'class="notice warn stale-note"', 1)
    return page_part(
        f'{stale}{card}<div class="sections">{"".join(sections)}</div>',
        class_="result",
        data_fields=as_json(form),
        data_serial=visits.serial(),
        data_say=f"{head}. {said}",
        data_stale="The inputs changed. Press Compare for new results.",
        data_query=query(state),
    )


def query(state):
    """The address of the settings of a state."""
    found = {"tab": PAGE}
    if take_away.is_bundled(state.similarity):
        found["similarity"] = state.similarity.name
    if state.average != "samples":
        found["average"] = state.average
    for key, value in state.options.items():
        if value != take_away.DEFAULTS.get(key):
            found[key] = "true" if value is True else value
    return urlencode(found)


def _file_name(state, ending):
    name = take_away.stem(Path(state.files[0]).stem)
    return f"semantic_f1_compare_{name}_{take_away.stem(state.similarity.name)}.{ending}"


def cited(state, said, stays):
    """The sentence to cite."""
    return (
        f"On {state.examples:,} examples, Semantic F1 ({state.average}) under "
        f"{take_away.called(state.similarity)}: {said} {stays}"
    )


def results_json(state):
    """All numbers, as JSON."""
    content = {
        "files": state.files,
        "examples": state.examples,
        "average": state.average,
        "similarity": state.similarity.name,
        "fingerprint": state.similarity.fingerprint,
        "options": state.options,
        "systems": state.systems,
        "pairs": state.pairs,
        "sensitivity": state.sensitivity,
        "signature": state.signature,
        "warnings": state.warnings,
    }
    return json.dumps(content, indent=2, ensure_ascii=False, default=float) + "\n"


def _heads():
    return ["Rank", "System", "Semantic F1", "95% interval", "Hard F1"]


def _cells(row):
    ends = "" if row["low"] is None else interval(row["low"], row["high"])
    return [_rank(row), row["system"], number(row["f1"]), ends, number(row["hard"])]


def latex(state):
    """The systems as a LaTeX table for booktabs."""
    heads = [head.replace("%", "\\%") for head in _heads()]
    lines = ["\\begin{tabular}{clrcr}", "\\toprule", " & ".join(heads) + " \\\\", "\\midrule"]
    for row in state.systems:
        cells = [take_away.tex(cell).replace("\u2013", "--") for cell in _cells(row)]
        lines.append(" & ".join(cells) + " \\\\")
    return "\n".join([*lines, "\\bottomrule", "\\end{tabular}"]) + "\n"


def markdown(state):
    """The systems as a Markdown table."""
    heads = _heads()
    lines = [f"| {' | '.join(heads)} |", f"|{'|'.join(['---'] * len(heads))}|"]
    for row in state.systems:
        lines.append(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in _cells(row))} |")
    return "\n".join(lines) + "\n"


def _take_away(state, said, stays):
    sentence = cited(state, said, stays)
    figure = system_figure(
        [(row["system"], row["f1"], row["hard"], row["low"], row["high"]) for row in state.systems]
    )
    kept = "".join(
        held(f"compare-{key}", text)
        for key, text in {
            "cite": f"{sentence}\n{state.signature}\n",
            "signature": f"{state.signature}\n",
            "latex": latex(state),
            "markdown": markdown(state),
            "csv": systems_csv(state),
            "json": results_json(state),
            "figure": figure,
        }.items()
    )
    link = button("Copy link to these settings", data_copy=True, data_link=query(state))
    rows = (
        (
            "Sentence",
            copy_button("Copy sentence and signature", "compare-cite")
            + copy_button("Copy signature", "compare-signature")
            + link,
        ),
        (
            "Table",
            copy_button("Copy LaTeX", "compare-latex")
            + copy_button("Copy Markdown", "compare-markdown")
            + save_button("Save CSV", "compare-csv", _file_name(state, "csv"), "text/csv"),
        ),
        (
            "Figure",
            save_button("Save SVG", "compare-figure", _file_name(state, "svg"), "image/svg+xml")
            + save_button(
                "Save PNG", "compare-figure", _file_name(state, "png"), "image/png", png=True
            ),
        ),
        (
            "Data",
            save_button(
                "Save results (JSON)", "compare-json", _file_name(state, "json"), "application/json"
            ),
        ),
    )
    taken = "".join(
        f'<div class="take"><span>{title}</span><div class="buttons">{buttons}</div></div>'
        for title, buttons in rows
    )
    code = ""
    if state.table:
        code = section(
            "compare-python",
            "The same numbers in Python",
            score_result.code_box("compare-code", snippet(state), "Copy code"),
            plain=True,
        )
    inside = f'<p class="cite">{bdi(sentence, 4000)}</p>{taken}{code}{kept}'
    return section(
        "compare-take-away", "Cite and take away", inside, "sentence, table, figure, data", True
    )


def systems_csv(state):
    """The systems as CSV."""
    lines = [take_away.csv_line(["rank", "system", "semantic_f1", "low", "high", "hard_f1"])]
    for row in state.systems:
        values = [_rank(row), row["system"], row["f1"], row["low"], row["high"], row["hard"]]
        lines.append(take_away.csv_line(["" if one is None else one for one in values]))
    return "\ufeff" + "".join(lines)


def snippet(state):
    """Python that ranks the systems of one file again."""
    return take_away.ranking_snippet(state, state.table, state.systems[0]["f1"])


def _pairs(state):
    rows = []
    for pair in state.pairs:
        ends = (
            ""
            if pair.get("low") is None
            else f"{signed(pair['low'])} to\u00a0{signed(pair['high'])}"
        )
        rows.append(
            [
                f"{bdi(pair['a'], 40)} against {bdi(pair['b'], 40)}",
                signed(pair["difference"]),
                ends,
                _p(pair.get("p_value")).replace("p = ", "").replace("p <", "&lt;"),
                _p(pair.get("p_adjusted")).replace("p = ", "").replace("p <", "&lt;"),
            ]
        )
    heads = ["Pair", "Difference", "95% interval", "p", "p adjusted"]
    said = "".join(
        f"<li>{bdi(pair['a'], 40)} is better on {pair['wins']:,} rows, worse on "
        f"{pair['losses']:,}, equal on {pair['ties']:,} than {bdi(pair['b'], 40)}.</li>"
        for pair in state.pairs[:10]
    )
    return (
        table(heads, rows, caption="Pairs")
        + f'<ul class="small">{said}</ul><p class="help">Intervals and tests are paired over the '
        "examples; p adjusted: for all pairs together.</p>"
    )


def _labels(state):
    names = [row["system"] for row in state.systems]
    rows = [
        [bdi(one["label"]), *(number(one["scores"][name]) for name in names)]
        for one in state.labels
    ]
    heads = ["Label", *names]
    return table(heads, rows, caption="Semantic F1 of labels", sortable=True) + (
        '<p class="help">Semantic F1 of each label, the widest apart first.</p>'
    )


def _rows(state):
    rows = []
    for one in state.rows:
        (_, first, f1), (_, second, f2) = one["answers"]
        rows.append(
            [
                f"{one['line']:,}",
                label_set("gold", one["gold"], 6),
                label_set("predicted", first, 6),
                number(f1),
                label_set("predicted", second, 6),
                number(f2),
            ]
        )
    names = [name for name, _, _ in state.rows[0]["answers"]]
    heads = ["Line", "Gold", names[0], "F1", names[1], "F1"]
    return table(heads, rows, text=(0, 1, 2, 4), caption="Rows that differ")


def _similarities(state, changed):
    names = [row["system"] for row in state.systems]
    alternatives = state.sensitivity["alternatives"]
    picture = ""
    if changed:
        picture = (
            '<div class="picture" role="region" aria-label="Scores under each similarity" '
            f'tabindex="0">{slopes(alternatives, names)}</div>'
            '<p class="help">Bold: the order is not that of the first row.</p>'
        )
    rows = [
        [
            "hard F1 (identity)" if one["name"] == "identity" else bdi(one["name"]),
            *(number(one["scores"][name]) for name in names),
        ]
        for one in alternatives
    ]
    remarks = "".join(notice("", "", in_page_words(text)) for text in state.sensitivity["remarks"])
    return (
        picture
        + table(["Similarity", *names], rows, caption="Semantic F1 under each similarity")
        + remarks
        + (
            '<p class="help">Exact matches only (identity), other similarities of the same labels, '
            "mixtures with noise, powers.</p>"
        )
    )


# --- What happens ---


def compare(visit, form, progress):
    """Compare the systems that the form names, and keep the state."""
    own, sources = visit.similarity(), sources_of(visit)
    form = checked_form(form, own)
    if form["source"] != serial_of(sources):
        raise ValueError("The files changed meanwhile: check the systems, then press Compare.")
    files, size = [], 0
    offered = dict(systems_of(sources, form["gold"]))
    names = None
    if sources[0].serial == 0:
        names = [name for name in EXAMPLE_SYSTEMS if name in form["systems"]]
    else:
        if not form["gold"]:
            raise ValueError("Choose the column of the gold labels first.")
        for place, source in enumerate(sources):
            columns = [
                key.partition(":")[2]
                for key in form["systems"]
                if key in offered and key.partition(":")[0] == str(place)
            ]
            if not columns:
                continue
            gold = form["gold"] if form["gold"] in source.seen.cells else source.seen.references
            if gold is None:
                raise ValueError(f"{source.name}: has no column {form['gold']!r} of gold labels.")
            content = source.content()
            size += limits.bytes_of(source.name, content)
            how = form["separator"] if place == 0 else source.seen.separator
            reading = {"references": gold, "separator": how, "ids": form["ids"]}
            files.append((source.name, content, reading, columns))
        if not files:
            raise ValueError(f"Choose 2 to {comparing.MOST_SYSTEMS} systems.")
    options = {key: form[key] for key in ("unknown_labels", "normalize_names")}
    similarity = similarity_of(form["similarity"], own)
    state = jobs.run(
        "comparing.compare_systems",
        (files, similarity, form["average"], options, names),
        2 * size,
        visit.session,
        progress,
    )
    visit.keep(PAGE, sources[0].name, (state, form))
    return state, form


@functools.cache
def example():
    """The state of the example, as the page opens with it."""
    options = {key: FIRST[key] for key in ("unknown_labels", "normalize_names")}
    similarity = similarity_of(FIRST["similarity"])
    return comparing.compare_systems([], similarity, "samples", options), FIRST


def refused(message, *_):
    """In place of a result: why there is none."""
    return score_result.refusal("Not compared.", message)


def take_over(visit, source, form):
    """The page with the file of Score."""
    if source.serial == 0 or source.refused:
        return gr.skip()
    visit.sources[PAGE] = [source]
    return _fresh(visit)


def with_similarity(visit, name):
    """The inputs with another similarity chosen."""
    own, sources = visit.similarity(), sources_of(visit)
    form = visit.forms.get(PAGE)
    if not form or form["source"] != serial_of(sources):
        form = FIRST if sources[0].serial == 0 else first_form(sources, own)
    if any(source.refused for source in sources):
        return gr.skip()
    return inputs(sources, {**form, "similarity": name}, own, visits.serial())


def linked(query_, visit):
    """The inputs and the result that an address asks for, both of one answer."""
    asked = {
        key: query_[key] for key in ("similarity", "average", "unknown_labels") if key in query_
    }
    form = checked_form({**FIRST, **asked}, None)
    form["normalize_names"] = query_.get("normalize_names") == "true"
    if form == FIRST:
        return gr.skip(), gr.skip()
    try:
        shown = result(*compare(visit, form, told(None)))
    except Exception as error:
        shown = refused(reason(error))
    return inputs(sources_of(visit), form, None, visits.serial()), shown


def _fresh(visit, form=None):
    own, sources = visit.similarity(), sources_of(visit)
    fresh = {**FIRST, "source": serial_of(sources)}
    if not any(source.refused for source in sources):
        fresh = first_form(sources, own, form)
    return inputs(sources, fresh, own, visits.serial())


def build():
    """The page; returns its components and steps by name."""
    return {
        "left": part(PAGE, "inputs", inputs(sources_of(visits.Visit(None)), FIRST)),
        "right": part(PAGE, "result", result(*example())),
        "file": gr.File(visible="hidden", elem_id=f"{PAGE}-file", label="File to compare"),
        "take_over": take_over,
    }


def wire(parts, similarity_page):
    """The events of the page."""
    here = [parts["left"], parts["right"]]
    others = [similarity_page["left"], similarity_page["right"]]

    def send(event: gr.EventData, request: gr.Request):
        visit, data = visits.of(request), event._data
        answer = [gr.skip()] * 4
        do, form = data.get("do"), data.get("form") or {}
        own = visit.similarity()
        sources = sources_of(visit)
        if do == "cancel":
            jobs.cancel(visit.session)
        elif do == "adding":
            visit.forms["adding"] = checked_form(form, own)
        elif do == "example":
            visit.sources.pop(PAGE, None)
            answer[0] = inputs(sources_of(visit), FIRST, own, visits.serial())
        elif do == "paste":
            visit.sources[PAGE] = [receive_pasted(form.get("pasted"), visit.session)]
            answer[0] = _fresh(visit)
        elif do == "remove":
            place = int(data.get("place", 0))
            visit.sources[PAGE] = [one for at, one in enumerate(sources) if at != place or not at]
            answer[0] = _fresh(visit, checked_form(form, own))
        elif do == "make":
            names = list(names_seen(sources[0], checked_form(form, own)))
            answer[2:] = similarity_page["prefill"](visit, names)
        elif do == "change":
            changed, rev = checked_form(form, own), form.get("rev") or 0
            if data.get("field") == "gold":
                # All other columns of labels are systems, until some are chosen.
                offered = [key for key, _ in systems_of(sources, changed["gold"])]
                kept = [key for key in changed["systems"] if key in offered]
                changed["systems"] = kept if len(kept) > 1 else offered[: comparing.MOST_SYSTEMS]
                rev = visits.serial()
            visit.forms[PAGE] = changed
            answer[0] = inputs(sources, changed, own, rev)
        return answer

    def run(event: gr.EventData, request: gr.Request, progress=gr.Progress()):  # noqa: B008
        visit = visits.of(request)
        return result(*compare(visit, event._data.get("form"), told(progress)))

    def upload(path, request: gr.Request):
        visit = visits.of(request)
        source = receive_file(path, visit.session)
        form = visit.forms.pop("adding", None)
        sources = sources_of(visit)
        if form is not None and sources[0].serial:
            visit.sources[PAGE] = [*(one for one in sources if not one.refused), source]
            return _fresh(visit, form)
        visit.sources[PAGE] = [source]
        return _fresh(visit)

    quick = {"show_progress": "hidden", "concurrency_limit": None, **PRIVATE}
    for one in here:
        one.send(
            guarded(send, lambda message, *_: [gr.skip(), refused(message), *[gr.skip()] * 2]),
            None,
            [*here, *others],
            **quick,
        )
    parts["left"].run(
        guarded(run, refused),
        None,
        [parts["right"]],
        concurrency_id="jobs",
        concurrency_limit=limits.JOBS,
        trigger_mode="once",
        **PRIVATE,
    )
    parts["file"].upload(
        guarded(upload, lambda message, *_: gr.skip()), [parts["file"]], [parts["left"]], **quick
    ).then(lambda: None, None, [parts["file"]], show_progress="hidden", **PRIVATE)
