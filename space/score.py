"""The page "Score": a file of predictions, how it was read, its scores, and what to take away."""

import functools
import json

import gradio as gr

from semantic_f1.files.forms import has_header
from semantic_f1.files.headings import is_id_or_text
from semantic_f1.messages import suggestion

from . import jobs, layouts, limits, score_result, take_away, visits, work
from .events import guarded, reason
from .markup import (
    bdi,
    button,
    check,
    label_set,
    notice,
    page_part,
    section,
    select,
    table,
    text_field,
)
from .shell import PRIVATE, part
from .similarities import (
    AVERAGES,
    YOURS,
    bundled,
    check_text,
    names_of,
    similarity_choices,
    similarity_of,
)
from .sources import (
    columns_shown,
    drop_area,
    example_source,
    gold_bar,
    receive_file,
    receive_pasted,
    source_bar,
)
from .tables import ONE_LABEL, SCORE_LISTS, SEPARATORS, SHOWN_ROWS, names_in, separator_of
from .wording import in_page_words

PAGE = "score"
EXAMPLE_NAME = "GoEmotions example"
UNKNOWN = (
    ("raise", "Stop and list them"),
    ("mismatch", "Count them as wrong"),
    ("ignore", "Leave them out"),
)
MACRO = (("all", "All labels of the similarity"), ("present", "Labels that occur in the file"))
COUNTING = (("paper", "As the paper does"), ("two_sided", "From the gold side (two-sided)"))
FIRST = {
    "source": "0",
    "predictions": "predictions",
    "references": "references",
    "separator": "json",
    "similarity": "goemotions-ekman",
    "beside": "",
    "unknown_labels": "raise",
    "counting": "paper",
    "macro_labels": "all",
    "normalize_names": False,
    **layouts.DEFAULTS,
}


# --- The form ---


def checked_form(form, own):
    """A form from a browser as a dict of known fields; what is not offered is the first choice."""
    form = form if isinstance(form, dict) else {}
    found = {}
    for key, default in FIRST.items():
        # A file in another form has no columns to choose.
        absent = (
            ""
            if key in ("predictions", "references") and form.get("source", "0") != "0"
            else default
        )
        value = form.get(key, absent)
        found[key] = bool(value) if isinstance(default, bool) else str(value)[:2000]
    choices = dict(similarity_choices(own))
    for key, offered in (
        ("unknown_labels", dict(UNKNOWN)),
        ("macro_labels", dict(MACRO)),
        ("counting", dict(COUNTING)),
        ("separator", {**SEPARATORS, SCORE_LISTS: ""}),
        ("similarity", choices),
        ("beside", {**choices, "": ""}),
        *layouts.OFFERED.items(),
    ):
        if found[key] not in offered:
            found[key] = FIRST[key]
    if "threshold" in form:
        found["threshold"] = str(form["threshold"])[:20]
    return found


def options_of(form):
    """The metric's options that a form sets."""
    keys = ("unknown_labels", "counting", "macro_labels", "normalize_names")
    return {key: form[key] for key in keys}


def reading_of(form, source):
    """Reading of the file that a form asks for.

    Raises
    ------
    ValueError
        where a column is not chosen, or both are one, or the threshold is no number, or the file
        of gold labels was refused
    """
    reading = {key: form[key] for key in ("predictions", "references", "separator")}
    for key, usual in layouts.DEFAULTS.items():
        if form[key] != usual:
            reading[key] = form[key]
    if source.gold is not None:
        if source.gold.refused:
            raise ValueError(source.gold.refused)
        reading["gold"] = source.gold.name
    problem = _lacks(form, source)
    if problem:
        raise ValueError(problem)
    for side in ("predictions", "references"):
        check_text(reading[side], "A column's name")
    if not layouts.is_plain(reading):
        return reading
    if reading["predictions"] == reading["references"]:
        raise ValueError("The predicted and the gold column are one and the same.")
    if source.seen is not None and reading["predictions"] in source.seen.score_columns:
        reading["separator"] = SCORE_LISTS
        try:
            reading["threshold"] = float(form.get("threshold") or 0.5)
        except ValueError:
            raise ValueError(f"The threshold is no number: {form['threshold']!r}") from None
    return reading


def _lacks(form, source):
    """Text on the choice that a form still needs, or ""."""
    layout, two = form["layout"], source.gold is not None
    if layout == layouts.LONG and not two:
        return "Give the file of the gold labels: in long form each side has a file of its own."
    if layout == layouts.COLUMNS or (layout == layouts.INDICATORS and not two):
        for side, name in (("predictions", "predicted"), ("references", "gold")):
            if not form[side] and layout == layouts.COLUMNS:
                return f"Choose the column of the {name} labels first, under Read as."
            if layout == layouts.INDICATORS and not form[side].endswith("*"):
                return (
                    f"Say what the columns of the {name} labels begin with, such as {side[:4]}_*, "
                    "or give the gold labels in a file of their own."
                )
    return ""


def first_form(source, own, form=None):
    """The form for a file that has just come: columns and separator by names, and a similarity."""
    kept = {key: (form or FIRST)[key] for key in ("unknown_labels", "counting", "macro_labels")}
    seen, gold = source.seen, source.gold and source.gold.seen
    found = {
        **FIRST,
        **kept,
        "source": str(source.serial),
        "separator": seen.separator,
        **layouts.first_layout(seen, gold),
    }
    if gold and gold.separator != ONE_LABEL:
        found["separator"] = gold.separator
    if seen.predictions in seen.score_columns and seen.predictions:
        found["separator"] = separator_of(seen.cells, [seen.references], seen.label_columns)
        found["threshold"] = "0.5"
    found["separator"] = known_separator(source, found, own)
    names = seen_names(source, found)
    best, share = work.best_similarity(names, own)
    found["similarity"] = best if share > 0 else (form or FIRST)["similarity"]
    if not names and own is not None:
        found["similarity"] = YOURS
    return found


def known_separator(source, form, own):
    """Separator of labels where few rows don't tell: the one that leaves names that are labels."""
    if form["separator"] != ONE_LABEL:
        return form["separator"]
    whole = work.best_similarity(seen_names(source, form), own)[1]
    shares = {}
    for separator in (";", ",", "|", "/"):
        names = seen_names(source, {**form, "separator": separator})
        shares[separator] = work.best_similarity(names, own)[1] if names else 0
    best = max(shares, key=shares.get)
    return best if shares[best] > max(whole, 0.5) else ONE_LABEL


def seen_names(source, form):
    """The names in the first rows of the columns of labels, counted."""
    if not layouts.is_plain({**form, "gold": source.gold}):
        return _tried(source, form)["names"]
    seen = source.seen
    asked = [form[side] for side in ("predictions", "references") if form[side]]
    asked = [name for name in asked if name in seen.cells and name not in seen.score_columns]
    cells = [cell for name in asked or seen.label_columns for cell in seen.cells[name]]
    return names_in(split_cell(cell, form["separator"]) for cell in cells)


def _tried(source, form):
    """What ``work.tried`` finds of a file in another form than two columns of one table."""
    found = {"examples": 0, "rows": [], "notes": [], "error": ""}
    try:
        reading, content = reading_of(form, source), source.content()
        # Large files are read once, when they are scored.
        if limits.bytes_of(source.name, content) <= limits.OWN_PROCESS_BYTES:
            key = tuple(sorted(reading.items()))
            if key not in source.tried:
                source.tried[key] = work.tried(content, source.name, reading)
            found = source.tried[key]
    except ValueError as problem:
        found["error"] = str(problem)
    return found if found.get("names") else {**found, "names": _names_looked_at(source, form)}


def _names_looked_at(source, form):
    """The names in the rows that were looked at, as well as they can be told without the reader."""
    if form["layout"] == layouts.INDICATORS:
        return names_in([layouts.indicator_columns(source.seen)])
    sides = [source.seen, *([source.gold.seen] if source.gold else [])]
    cells = [
        cells for seen in sides for name, cells in seen.cells.items() if not is_id_or_text(name)
    ]
    return names_in(split_cell(cell, form["separator"]) for some in cells for cell in some)


def split_cell(cell, separator):
    """The names in a cell, as well as they can be told without the reader."""
    text = cell.strip()
    if text.startswith("["):
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            value = [part_.strip(" '\"") for part_ in text.strip("[]").split(",")]
        return [str(one) for one in value] if isinstance(value, list) else []
    parts = text.split(separator) if separator in (";", ",", "|", "/") else [text]
    return [one.strip() for one in parts if one.strip()]


# --- The inputs ---


def inputs(source, form, own=None, rev=0, opened=False):
    """The left side as HTML: file, how it is read, similarity, settings, the button."""
    parts = [source_bar(PAGE, source), drop_area(PAGE, source, EXAMPLE_NAME, opened)]
    ready = True
    if source.serial and not source.refused:
        parts.append(gold_bar(PAGE, source))
    if source.refused or (source.gold and source.gold.refused):
        why = source.refused or source.gold.refused
        parts.append(notice("error", "Not read.", why, alert=True))
        ready = False
    else:
        shown, ready = _read_as(source, form)
        parts += [shown, *_similarity_fields(source, form, own), _settings(form)]
    hidden = (
        f'<input type="hidden" name="source" data-field value="{source.serial}">'
        f'<input type="hidden" name="rev" value="{rev}">'
    )
    press = (
        '<div class="press">'
        + button("Score", main=True, data_do="score", data_run=True, disabled=not ready)
        + button("Cancel", data_do="cancel", data_cancel=True, hidden=True)
        + "</div>"
    )
    return page_part(f"{hidden}{''.join(parts)}{press}", class_="fields", data_rev=rev)


def _read_as(source, form):
    seen, plain = source.seen, layouts.is_plain({**form, "gold": source.gold})
    predicted, gold = form["predictions"], form["references"]
    scores = plain and predicted in seen.score_columns
    fields = _columns(source, form)
    if source.serial:
        fields = _choice("layout", "The file holds", layouts.LAYOUTS, form) + fields
    if form["layout"] != layouts.INDICATORS:
        fields += _choice("separator", "Labels in a cell", SEPARATORS, form)
    if source.gold is not None:
        joined = layouts.joined_by(seen, source.gold.seen, form)
        fields += _choice("id", "Rows of both files are joined by", dict(joined), form)
        if form["id"] or "line by line" not in joined[0][1]:
            fields += _choice("missing", "Ids that one file lacks", layouts.MISSING, form)
    if form["ids"] != "auto" or any(name.isdecimal() for name in seen_names(source, form)):
        fields += _choice("ids", "Whole numbers are", layouts.WHOLE_NUMBERS, form)
    if scores:
        fields += text_field(
            "threshold",
            "A label is predicted from",
            form.get("threshold", "0.5"),
            "These are scores, one a label, in the order of the similarity's labels.",
            inputmode="decimal",
        )
    if plain:
        ready = bool(predicted and gold and predicted != gold)
        fields += _asked(seen, predicted, gold, source)
        if ready:
            fields += _first_rows(seen, form)
        how = "scores" if scores else SEPARATORS[form["separator"]].split(":")[0]
        beside = f"{predicted or '?'} / {gold or '?'}, {how}"
    else:
        shown, ready = _read_so(source, form)
        fields += shown
        beside = layouts.LAYOUTS[form["layout"]] + (", two files" if source.gold else "")
    example = source.kept is None
    return (
        section(
            f"read-as-{source.serial}",
            "Read as:",
            f'<div class="fields">{fields}</div>',
            beside,
            opened=not example,
            plain=True,
        ),
        ready,
    )


def _choice(name, label, offered, form):
    return select(name, label, list(offered.items()), form[name], data_send="change")


def _columns(source, form):
    """Fields that say where the labels of either side are."""
    titles = {"predictions": "Predicted labels", "references": "Gold labels"}
    if form["layout"] == layouts.INDICATORS:
        if source.gold is not None:
            return ""
        fields = "".join(
            text_field(side, f"{title} are columns that begin with", form[side], data_send="change")
            for side, title in titles.items()
        )
        return f'<div class="two">{fields}</div>'
    first = "choose" if form["layout"] == layouts.COLUMNS else "as the heading says"
    fields = ""
    for side, title in titles.items():
        of = source.gold if source.gold is not None and side == "references" else source
        if form["layout"] == layouts.LONG and not has_header(list(of.seen.cells)):
            continue
        chosen = [form[one] for one in titles] if of.gold is None and of is source else [form[side]]
        names = columns_shown(of.seen, *(name for name in chosen if not name.endswith("*")))
        choices = {"": first, **{name: name for name in names}}
        fields += _choice(side, title, choices, form)
    return fields and f'<div class="two">{fields}</div>'


def _read_so(source, form):
    """Notes on a file in another form, its first rows, and whether it can be scored."""
    problem = _lacks(form, source)
    if problem:
        return notice("warn", "Not yet.", problem), False
    found = _tried(source, form)
    if found["error"]:
        return notice("error", "It can't be read so.", in_page_words(found["error"])), False
    if not found["examples"]:
        return notice("", "A large file.", "It is read when you press Score."), True
    notes = "; ".join(found["notes"])
    said = notice("", f"{found['examples']:,} examples.", notes and f"{notes}.")
    rows = [
        [
            label_set(role, list(map(str, members)), 6)
            for role, members in zip(("predicted", "gold"), row, strict=True)
        ]
        for row in found["rows"]
    ]
    heads = ["Predicted", "Gold"]
    return said + table(
        heads, rows, text=(0, 1), caption="The first rows", first_is_head=False
    ), True


def _asked(seen, predicted, gold, source):
    """Notes on the columns."""
    if predicted and predicted == gold:
        return notice("warn", "One and the same column.", "Choose another one for one side.")
    if predicted and gold:
        return notice("", "Read as shown.", "Check the columns, then press Score.")
    offered = list(seen.label_columns)
    listed = ", ".join(offered[:6]) + (f" and {len(offered) - 6} more" if len(offered) > 6 else "")
    holds = "holds" if len(offered) == 1 else "hold"
    text = (
        f"{listed} {holds} labels; no name says which is which."
        if offered
        else ("No column looks like labels that are used again and again; choose both.")
    )
    buttons = ""
    if len(offered) > 2:
        buttons = '<span class="small">Several systems in one file?</span> ' + button(
            "Compare them", data_do="compare", data_go="compare"
        )
    which = (
        "Which column is gold, which is predicted?"
        if not predicted and not gold
        else f"Which column is {'gold' if predicted else 'predicted'}?"
    )
    return notice("warn", which, text, buttons)


def _first_rows(seen, form):
    rows = []
    sides = (("predicted", form["predictions"]), ("gold", form["references"]))
    for at in range(min(SHOWN_ROWS, len(next(iter(seen.cells.values()))))):
        row = []
        for role, name in sides:
            cell = seen.cells.get(name, [""] * (at + 1))[at]
            if name in seen.score_columns:
                row.append(bdi(cell, 40))
            else:
                row.append(label_set(role, split_cell(cell, form["separator"]), 6))
        rows.append(row)
    heads = ["Predicted", "Gold"]
    return table(heads, rows, text=(0, 1), caption="The first rows", first_is_head=False)


def _similarity_fields(source, form, own):
    name = form["similarity"]
    similarity = similarity_of(name, own)
    names = seen_names(source, form) if form["predictions"] or form["references"] else None
    below = said_of(similarity, names, form)
    choices = similarity_choices(own)
    field = select("similarity", "Similarity", choices, name, data_send="change")
    yield f"<div>{field}{below}</div>"
    others = [
        (other, text)
        for other, text in choices
        if other != name and (not names or not _unknown(names, similarity_of(other, own), form))
    ]
    beside = form["beside"] if form["beside"] in dict(others) else ""
    yield select("beside", "A second one beside it", [("", "none"), *others], beside)


def _unknown(names, similarity, form):
    return work.unknown_of(names, similarity, form["normalize_names"])


def said_of(similarity, names, form):
    """Notes on a similarity beside the names of a file, as HTML."""
    parts = []
    if similarity.name == "goemotions":
        parts.append("Nearly constant: it can hardly tell near from far.")
    if not names:
        return f'<p class="help">{" ".join(parts)}</p>' if parts else ""
    unknown = _unknown(names, similarity, form)
    if not unknown:
        parts.insert(0, "All names in the file are labels of it.")
        return f'<p class="help">{" ".join(parts)}</p>'
    known = names_of(similarity)
    shown = ", ".join(f'"{one[:60]}"{suggestion(one, known)}' for one in unknown[:3])
    more = ", \u2026" if len(unknown) > 3 else "."
    buttons = ""
    if len(unknown) * 2 > len(names):
        buttons = button("Make a similarity from these names", data_do="make", data_go="similarity")
    count = f"{len(unknown)} name{'s' if len(unknown) > 1 else ''} of the file "
    said = count + ("are not labels of it:" if len(unknown) > 1 else "is not a label of it:")
    return notice("warn", said, shown + more, buttons)


def _settings(form):
    fields = "".join(
        [
            select("unknown_labels", "Names that are not labels", UNKNOWN, form["unknown_labels"]),
            check(
                "normalize_names",
                "Ignore case and surrounding spaces of names",
                form["normalize_names"],
                data_send="change",
            ),
            select(
                "counting",
                "Recall of micro, macro and weighted averages",
                COUNTING,
                form["counting"],
                "The paper's recall counts predicted labels; two-sided counts gold ones.",
            ),
            select(
                "macro_labels",
                "Macro averages are over",
                MACRO,
                form["macro_labels"],
                "A label that never occurs scores 0.",
            ),
        ]
    )
    return section(
        "more-settings", "More settings", f'<div class="fields">{fields}</div>', plain=True
    )


# --- What happens ---


def score(visit, form, progress):
    """Score the visitor's file as the form says, and keep the state."""
    own = visit.similarity()
    source = visit.sources.get(PAGE) or example_source(EXAMPLE_NAME, work.BUNDLED.name)
    form = checked_form(form, own)
    if form["source"] != str(source.serial):
        raise ValueError("The file changed meanwhile: check how it was read, then press Score.")
    content = source.content()
    similarities = [similarity_of(form["similarity"], own)]
    if form["beside"] and form["beside"] != form["similarity"]:
        similarities.append(similarity_of(form["beside"], own))
    reading = reading_of(form, source)
    name = work.BUNDLED.name if content is None else source.name
    scored = jobs.run(
        "score_file",
        (content, name, reading, similarities, options_of(form)),
        0 if content is None else limits.bytes_of(name, content),
        visit.session,
        progress,
    )
    visit.keep(PAGE, source.name, (scored, form, source))
    return visit.state(PAGE)


@functools.cache
def example():
    """The state of the example, as the page opens with it."""
    similarities = [bundled()[FIRST["similarity"]]]
    reading = work.BUNDLED_READING
    scored = work.score_file(None, work.BUNDLED.name, reading, similarities, options_of(FIRST))
    return scored, FIRST, example_source(EXAMPLE_NAME, work.BUNDLED.name)


def shown_state(visit):
    """The state that the page shows, with its form and its file."""
    return visit.state(PAGE) or example()


def result(state, average="samples"):
    """The right side as HTML."""
    scored, form, source = state
    return score_result.page(scored, form, average, source.serial == 0)


def refused(message, *_):
    """In place of a result: why there is none."""
    return score_result.refusal("Not scored.", message)


def with_similarity(visit, name):
    """The inputs with another similarity chosen."""
    own, source = visit.similarity(), source_of(visit)
    form = {**FIRST, "source": str(source.serial)}
    if source.serial and not source.refused:
        kept = visit.forms.get(PAGE)
        form = kept if kept and kept["source"] == form["source"] else first_form(source, own)
    return inputs(source, {**form, "similarity": name, "beside": ""}, own, visits.serial())


def linked(query, visit):
    """The inputs and the result that an address asks for, both of one answer."""
    asked = {key: query[key] for key in FIRST if key in query and isinstance(FIRST[key], str)}
    for key in ("source", "predictions", "references", "separator"):
        asked.pop(key, None)
    if query.get("normalize_names") == "true":
        asked["normalize_names"] = True
    average = query.get("average") if query.get("average") in AVERAGES else "samples"
    if not asked and average == "samples":
        return gr.skip(), gr.skip()
    form = checked_form({**FIRST, **asked}, None)
    if form["beside"] == form["similarity"]:
        form["beside"] = ""
    try:
        shown = result(score(visit, form, told(None)), average)
    except Exception as error:
        shown = refused(reason(error))
    return inputs(source_of(visit), form, None, visits.serial()), shown


def build():
    """The page; returns its components by name."""
    source = example_source(EXAMPLE_NAME, work.BUNDLED.name)
    return {
        "left": part(PAGE, "inputs", inputs(source, FIRST)),
        "right": part(PAGE, "result", result(example())),
        "file": gr.File(visible="hidden", elem_id=f"{PAGE}-file", label="File to score"),
        "gold": gr.File(visible="hidden", elem_id=f"{PAGE}-gold-file", label="Gold labels"),
        "made": gr.Textbox(visible=False),
    }


def wire(parts, similarity_page, compare_page):
    """The events of the page; steps here may fill the pages Similarity and Compare."""
    here = [parts["left"], parts["right"]]
    others = [similarity_page["left"], similarity_page["right"], compare_page["left"]]
    skipped = [gr.skip()] * 5

    def send(event: gr.EventData, request: gr.Request):
        visit, data = visits.of(request), event._data
        do = data.get("do")
        outputs = list(skipped)
        if do == "average":
            average = data.get("average")
            outputs[1] = result(shown_state(visit), average if average in AVERAGES else "samples")
        elif do == "cancel":
            jobs.cancel(visit.session)
        elif do in ("change", "example", "paste", "without_gold"):
            outputs[0] = _left(visit, do, data.get("form") or {})
        elif do in ("make", "compare"):
            form = checked_form(data.get("form"), visit.similarity())
            source = source_of(visit)
            visit.forms[PAGE] = form
            if do == "make":
                names = list(seen_names(source, form))
                outputs[2:4] = similarity_page["prefill"](visit, names)
            else:
                outputs[4] = compare_page["take_over"](visit, source, form)
        return outputs

    def run(event: gr.EventData, request: gr.Request, progress=gr.Progress()):  # noqa: B008
        visit = visits.of(request)
        return result(score(visit, event._data.get("form"), told(progress)))

    def make(event: gr.EventData, request: gr.Request):
        scored, _, source = shown_state(visits.of(request))
        text = work.rows_csv(scored, source.content())
        return json.dumps([take_away.file_name(scored, "csv"), "text/csv", text])

    def upload(path, request: gr.Request):
        visit = visits.of(request)
        visit.sources[PAGE] = receive_file(path, visit.session)
        return _fresh(visit)

    def upload_gold(path, request: gr.Request):
        visit = visits.of(request)
        gold, source = receive_file(path, visit.session), source_of(visit)
        if source.serial == 0 or source.refused:
            raise ValueError("Give the file of the predictions first.")
        visit.sources[PAGE] = source.beside(gold)
        return _fresh(visit)

    def failed(message, *_):
        return [gr.skip(), refused(message), *skipped[2:]]

    for one in here:
        one.send(
            guarded(send, failed),
            None,
            [*here, *others],
            show_progress="hidden",
            concurrency_limit=None,
            **PRIVATE,
        )
        one.make(
            guarded(make, lambda message, *_: ""),
            None,
            [parts["made"]],
            concurrency_limit=None,
            show_progress="hidden",
            **PRIVATE,
        ).then(None, [parts["made"]], None, js="(made) => sf1.saveMade(made)")
    parts["left"].run(
        guarded(run, refused),
        None,
        [parts["right"]],
        concurrency_id="jobs",
        concurrency_limit=limits.JOBS,
        trigger_mode="once",
        **PRIVATE,
    )
    for name, received in (("file", upload), ("gold", upload_gold)):
        parts[name].upload(
            guarded(received, lambda message, *_: gr.skip()),
            [parts[name]],
            [parts["left"]],
            concurrency_limit=None,
            show_progress="hidden",
            **PRIVATE,
        ).then(lambda: None, None, [parts[name]], show_progress="hidden", **PRIVATE)


def told(progress):
    """A function that shows progress."""
    return lambda share, text: progress and progress(share, desc=text)


def source_of(visit):
    """The file of the page."""
    return visit.sources.get(PAGE) or example_source(EXAMPLE_NAME, work.BUNDLED.name)


def _left(visit, do, form):
    """The inputs after a step."""
    own = visit.similarity()
    if do == "example":
        visit.sources.pop(PAGE, None)
        return inputs(source_of(visit), FIRST, own, visits.serial())
    if do == "paste":
        visit.sources[PAGE] = receive_pasted(form.get("pasted"), visit.session)
        return _fresh(visit)
    if do == "without_gold":
        visit.sources[PAGE] = source_of(visit).beside(None)
        return _fresh(visit)
    before, visit.forms[PAGE] = visit.forms.get(PAGE), checked_form(form, own)
    changed, rev = visit.forms[PAGE], form.get("rev") or 0
    source = source_of(visit)
    if source.serial and form.get("layout", changed["layout"]) != (before or changed)["layout"]:
        # Columns of one form are none of another.
        guess = layouts.first_layout(source.seen, source.gold and source.gold.seen)
        own_sides = guess if guess["layout"] == changed["layout"] else {}
        for side, place in (("predictions", 0), ("references", 1)):
            changed[side] = own_sides.get(side, "")
            if changed["layout"] == layouts.COLUMNS and not changed[side]:
                of = source.gold.seen if place and source.gold else source.seen
                changed[side] = (of.predictions, of.references)[place] or ""
        rev = visits.serial()
    return inputs(source, changed, own, rev)


def _fresh(visit):
    """The inputs for a file that has just come."""
    source, own = visit.sources[PAGE], visit.similarity()
    form = {**FIRST, "source": str(source.serial)}
    if not source.refused and not (source.gold and source.gold.refused):
        form = first_form(source, own)
    visit.forms[PAGE] = form
    return inputs(source, form, own, visits.serial())
