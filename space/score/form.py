"""The left side of the page "Score": the file, how it is read, the similarity, the settings."""

from semantic_f1.average_table import NAMED_AVERAGES

from ..frame import file_page, forms, label_names, table_layouts
from ..frame.file_inputs import example_source
from ..frame.markup import as_json, bdi, button, check, label_set, listed, notice, text_field
from ..frame.reading import BUNDLED
from ..frame.similarities import EXACT, check_text, similarity_choices, similarity_of
from ..frame.tables import ONE_LABEL, SCORE_LISTS, SEPARATORS, SHOWN_ROWS, separator_of
from . import layout_fields

PAGE = "score"
EXAMPLE_NAME = "GoEmotions example"
PLACEHOLDER = None
COUNTING = (("paper", "As the paper does"), ("two_sided", "Each gold label (two-sided)"))
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
    "groups": "",
    "threshold": "0.5",
    **table_layouts.DEFAULTS,
}
# Settings of the metric, in the form and in the address.
OPTIONS = ("unknown_labels", "counting", "macro_labels", "normalize_names")
SIDES = ("predictions", "references")


def example():
    """The example of the page, as a Source."""
    return example_source(EXAMPLE_NAME, BUNDLED.name)


def sources_of(visit, form=None):
    """The files: of the predictions, and of the gold labels, of which the last that was added."""
    sources = file_page.sources_of(visit, PAGE, example())
    if len(sources) > 2:
        visit.sources[PAGE] = sources = [sources[0], sources[-1]]
    return sources


def checked_form(form, own_similarity):
    """A form from a browser as a dict of known fields; what is not offered is the first choice."""
    similarities = dict(similarity_choices(own_similarity))
    choices = {
        "counting": dict(COUNTING),
        "separator": {**SEPARATORS, SCORE_LISTS: ""},
        "similarity": {**similarities, EXACT: ""},
        "beside": {**similarities, "": ""},
    }
    fields = forms.checked(form, FIRST, own_similarity, choices)
    if fields["source"] != FIRST["source"]:
        # In some forms no column is to be chosen, and the page has no field for it.
        fields.update({side: "" for side in SIDES if side not in form})
    return fields


def linked_form(query):
    """The form that an address asks for, of the example, and what the result is shown by."""
    form = forms.linked(query, FIRST, ("similarity", "beside", *OPTIONS), checked_form)
    if form["beside"] == form["similarity"]:
        form["beside"] = ""
    average = query.get("average", "samples")
    if average not in NAMED_AVERAGES:
        raise forms.BadLink("average", average)
    return form, {} if average == "samples" else {"average": average}


def options_of(form):
    """The metric's options that a form sets."""
    return {key: form[key] for key in OPTIONS}


def reading_of(form, sources):
    """Reading of the file that a form asks for."""
    problem = layout_fields.lacking(form, sources)
    if problem:
        raise ValueError(problem)
    reading = {key: form[key] for key in (*SIDES, "separator")}
    check_text("".join(form[key] for key in (*SIDES, "groups")), "A column's name")
    reading |= {
        key: form[key] for key, usual in table_layouts.DEFAULTS.items() if form[key] != usual
    }
    if not layout_fields.is_plain(form, sources):
        if form["groups"]:
            raise ValueError(
                "Rows can be taken together only where both columns of labels are next to them."
            )
        gold = layout_fields.gold_of(sources)
        return reading if gold is None else {**reading, "gold": gold.name}
    if reading["predictions"] == reading["references"]:
        raise ValueError("The predicted and the gold column are one and the same.")
    if form["groups"]:
        reading["groups"] = form["groups"]
    seen = sources[0].seen
    if seen is not None and reading["predictions"] in seen.score_columns:
        reading["separator"] = SCORE_LISTS
        reading["threshold"] = forms.number_in(form["threshold"] or "0.5", "The threshold")
    return reading


def first_form(sources, own_similarity, form=None):
    """The form for a file that has just come: columns and separator by names, and a similarity."""
    form, seen = form or FIRST, sources[0].seen
    fields = {
        **FIRST,
        **{key: form[key] for key in (*OPTIONS, *table_layouts.LOOKS)},
        "source": file_page.serial_of(sources),
        "separator": seen.separator,
        **table_layouts.first_layout(*layout_fields.seen_of(sources)),
    }
    scores, columns = False, [fields[side] for side in SIDES]
    if layout_fields.is_plain(fields, sources):
        scores = bool(seen.score_columns)
        if seen.predictions and seen.predictions in seen.score_columns:
            fields["separator"] = separator_of(seen.cells, [seen.references], seen.label_columns)
        fields["separator"] = label_names.known_separator(
            seen, columns, fields["separator"], own_similarity
        )
    elif sources[-1].seen.separator != ONE_LABEL:
        fields["separator"] = sources[-1].seen.separator
    names = names_seen(sources, fields)
    return {**fields, "similarity": _guessed(names, own_similarity, form, scores)}


def _guessed(names, own_similarity, form, scores=False):
    """The similarity that a file is for; that of exact matches if none knows half of its labels."""
    if not scores and names and label_names.best_similarity(names, own_similarity)[1] < 0.5:
        return EXACT
    otherwise = FIRST["similarity"] if form["similarity"] == EXACT else form["similarity"]
    return label_names.guessed_similarity(names, own_similarity, otherwise)


# Fields on which others depend. Of replies or not, a similarity is for the names of labels.
DEPENDENT = {
    "layout": lambda form, sources, own_similarity: layout_fields.relaid(form, sources),
    "replies": lambda form, sources, own_similarity: {
        **form,
        "similarity": _guessed(names_seen(sources, form), own_similarity, form),
    },
}


def names_seen(sources, form):
    """The names in the first rows of the chosen columns, counted; in small other forms all."""
    if not layout_fields.is_plain(form, sources):
        reading = None if layout_fields.lacking(form, sources) else reading_of(form, sources)
        names = layout_fields.read_preview(sources, reading)["names"] if reading else None
        return names or layout_fields.names_looked_at(sources, form)
    columns = [form[side] for side in SIDES[form["replies"] :]]
    return label_names.seen_names(sources[0].seen, columns, form["separator"])


def fields(sources, form, own_similarity):
    """The fields as HTML, whether the file can be scored, and what is new if that is unasked."""
    names = names_seen(sources, form)
    shown, ready = _read_as(sources, form, names)
    unasked, at_once = form["source"] != FIRST["source"] and not form["replies"], None
    if ready and form["similarity"] == EXACT and unasked:
        # Plain F1 needs no choice: it is scored unasked, once for each way to read the file.
        at_once = as_json([form[key] for key in ("source", *SIDES, "separator", "layout")])
    below = _similarity_fields(sources, form, own_similarity, names)
    return "".join([shown, *below, _settings(sources, form)]), ready, at_once


def _read_as(sources, form, names):
    source, plain = sources[0], layout_fields.is_plain(form, sources)
    seen = source.seen
    predicted, gold = form["predictions"], form["references"]
    scores = plain and predicted in seen.score_columns
    fields = layout_fields.column_fields(form, sources)
    if not file_page.is_example(sources):
        held = "Both files hold" if len(sources) > 1 else "The file holds"
        fields = layout_fields.choice("layout", held, table_layouts.LAYOUTS, form) + fields
    if form["layout"] != table_layouts.INDICATORS:
        fields += forms.listed(PAGE, "separator", form["separator"])
    fields += layout_fields.joining_fields(form, sources)
    fields += forms.ids_field(PAGE, form["ids"], names)
    if not file_page.is_example(sources):
        if plain and not scores:
            title = "Predicted cells are replies of a language model"
            fields += check("replies", title, form["replies"], data_send="change")
        fields += forms.file_fields(PAGE, form)
    if scores:
        text = "These are scores, one per label, in the order of the similarity's labels."
        more = {"identity": "score-threshold", "inputmode": "decimal"}
        title = "A label is predicted from"
        fields += text_field("threshold", title, form["threshold"], text, **more)
    if plain:
        ready = bool(predicted and gold and predicted != gold)
        fields += _asked(seen, predicted, gold, form["similarity"] == EXACT)
        if ready:
            fields += _first_rows(seen, form)
        how = "scores" if scores else SEPARATORS[form["separator"]].split(":")[0]
        how = f"replies, {how}" if form["replies"] else how
        how = f"{forms.sides(predicted, gold)}, {how}"
    else:
        reading = None if layout_fields.lacking(form, sources) else reading_of(form, sources)
        noted, ready = layout_fields.shown(form, sources, reading)
        fields += noted
        how = table_layouts.LAYOUTS[form["layout"]] + ", two files" * (len(sources) > 1)
    return forms.read_as(source, "read-as", fields, how), ready


def _asked(seen, predicted, gold, exact):
    """Notes on the columns."""
    if predicted and predicted == gold:
        text = "Choose another one for one side."
        return notice("warn", "The same column is chosen twice.", text)
    if predicted and gold:
        then = "." if exact else ", then press Score."
        return notice("", "Read as shown.", f"Check the columns{then}")
    offered = list(seen.label_columns)
    holds = "holds" if len(offered) == 1 else "hold"
    text = f"{listed(offered, 6)} {holds} labels; no name says which is which."
    if not offered:
        text = "No column looks like labels that are used again and again; choose both."
    buttons = '<span class="small">Several systems in one file?</span> '
    buttons += button("Compare them", data_do="compare", data_go="compare")
    which = "gold" if predicted else "predicted" if gold else "gold, which is predicted"
    return notice("warn", f"Which column is {which}?", text, buttons if len(offered) > 2 else "")


def _first_rows(seen, form):
    columns = []
    for role, name in (("predicted", form["predictions"]), ("gold", form["references"])):
        cells = seen.cells.get(name, [""] * SHOWN_ROWS)[:SHOWN_ROWS]
        if name in seen.score_columns or (form["replies"] and role == "predicted"):
            columns.append([bdi(cell, 40) for cell in cells])
        else:
            sets = [label_names.split_cell(cell, form["separator"]) for cell in cells]
            columns.append([label_set(role, labels, 6) for labels in sets])
    return forms.first_rows(zip(*columns, strict=False))


def _similarity_fields(sources, form, own_similarity, names):
    if layout_fields.is_plain(form, sources) and not (form["predictions"] or form["references"]):
        names = None
    fold = form["normalize_names"]
    exact = [(EXACT, "Exact matches only (your labels)")] * (not file_page.is_example(sources))
    yield forms.similarity_field(PAGE, form["similarity"], own_similarity, names, fold, exact)
    if form["similarity"] == EXACT:
        return
    others = {
        other: text
        for other, text in similarity_choices(own_similarity)
        if other != form["similarity"]
        and not (
            names and label_names.unknown_of(names, similarity_of(other, own_similarity), fold)
        )
    }
    beside = form["beside"] if form["beside"] in others else ""
    title = "Compare with a second similarity"
    yield forms.choice(PAGE, "beside", title, {"": "none", **others}, beside, live=False)


def _settings(sources, form):
    groups = ""
    if not file_page.is_example(sources) and layout_fields.is_plain(form, sources):
        groups = forms.groups_field(PAGE, sources[0].seen, form["groups"])
    title = "Recall of micro, macro and weighted averages"
    text = "The paper's recall counts predicted labels; two-sided counts gold ones."
    never = "A label that never occurs scores 0."
    return forms.more_settings(
        "more-settings",
        groups,
        forms.listed(PAGE, "unknown_labels", form["unknown_labels"]),
        forms.folding_field(form["normalize_names"]),
        forms.choice(PAGE, "counting", title, COUNTING, form["counting"], text, False),
        forms.listed(PAGE, "macro_labels", form["macro_labels"], never),
    )
