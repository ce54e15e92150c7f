"""The left side of the page "Annotators": what kind, the file, who is who, the similarity."""

import json
from itertools import chain

from ..frame import file_page, forms
from ..frame.errors import reason
from ..frame.file_inputs import columns_shown, example_source
from ..frame.label_names import guessed_similarity, seen_names
from ..frame.markup import answers, bdi, check, label_set, notice, radios, text_field
from ..frame.table_layouts import LOOKS
from . import work

PAGE = "annotators"
KINDS = (
    ("sets", "Label sets of several people"),
    ("soft", "Distributions (soft labels)"),
    ("graded", "Graded labels (0 to 1)"),
)
BLANK = (
    ("", "choose"),
    ("no_label", "No label was chosen"),
    ("not_asked", "The row was not seen"),
)
REDUCE = (
    ("mean", "Mean: every annotator counts the same"),
    ("max", "Best match: the annotator closest to the prediction"),
    ("soft", "Soft: labels count by how many chose them"),
)
EXAMPLE_NAMES = {
    "sets": "Invented example",
    "soft": "Invented example of distributions",
    "graded": "Invented example of graded labels",
}
LABELS = "anger, disgust, fear, joy, sadness"
PLACEHOLDER = "predictions;annotator_1;annotator_2\njoy, love;joy;joy\nanger;disgust;"
FIRST = {
    "source": "0",
    "kind": "sets",
    "predictions": "predictions",
    "references": [f"annotator_{at}" for at in range(1, 5)],
    "gold": "references",
    "blank": "not_asked",
    "separator": "json",
    "ids": "auto",
    "similarity": "plutchik",
    "reduce": "mean",
    "unknown_labels": "raise",
    "macro_labels": "all",
    "labels": LABELS,
    "counts": False,
    "use_similarity": True,
    **dict.fromkeys(LOOKS, ""),
}
# Fields on which others depend; the kind has a step.
DEPENDENT = {}


def sources_of(visit, form):
    """The files of the page, or the example of the kind."""
    kind = form["kind"]
    example = example_source(EXAMPLE_NAMES[kind], work.EXAMPLE_FILES[kind].name)
    return file_page.sources_of(visit, PAGE, example)


def checked_form(form, own_similarity):
    """A form from a browser as a dict of known fields."""
    choices = {"kind": dict(KINDS), "blank": dict(BLANK), "reduce": dict(REDUCE)}
    return forms.checked(form, FIRST, own_similarity, choices)


def linked_form(query):
    """The form that an address asks for, of an example, and what the result is shown by."""
    keys = ("kind", "similarity", "reduce", "unknown_labels", "macro_labels", "labels")
    keys += ("counts", "use_similarity")
    return forms.linked(query, FIRST, keys, checked_form), {}


def first_form(sources, own_similarity, form):
    """The form for a file that has just come."""
    seen, kind = sources[0].seen, form["kind"]
    kept = {key: form[key] for key in ("reduce", "unknown_labels", "macro_labels", *LOOKS)}
    fields = {**FIRST, **kept, "kind": kind, "source": file_page.serial_of(sources)}
    arrived = form["source"] != fields["source"]
    if arrived and len(seen.score_columns) >= 2 and not seen.label_columns:
        # Rows of numbers that don't sum to 1 are degrees.
        cells = filter(None, chain(*(seen.cells[name] for name in seen.score_columns)))
        sums_to_1 = all(abs(sum(json.loads(cell)) - 1) < 0.02 for cell in cells)
        fields["kind"] = kind = "soft" if sums_to_1 else "graded"
    if kind != "sets":
        offered = seen.score_columns or list(seen.cells)
        guess = [name if name in offered else "" for name in (seen.predictions, seen.references)]
        fields["predictions"], fields["gold"] = guess
        return {**fields, "labels": "", "use_similarity": False}

    people = [name for name in seen.cells if name.casefold().startswith(("annotator", "rater"))]
    nested = seen.cells.get(seen.references, ())
    if not people and any(cell.lstrip().startswith("[[") for cell in nested):
        people = [seen.references]
    blank = any(not cell.strip() for name in people for cell in seen.cells[name])
    fields |= {"predictions": seen.predictions or "", "references": people}
    fields |= {"separator": seen.separator, "blank": "" if blank else "no_label"}
    guessed = guessed_similarity(names_seen(sources, fields), own_similarity, FIRST["similarity"])
    return {**fields, "similarity": guessed}


def names_seen(sources, form):
    """The names in the first rows of the predicted column, counted."""
    return seen_names(sources[0].seen, [form["predictions"]], form["separator"])


def reading_of(form):
    """Reading of the file that a form asks for."""
    sets = form["kind"] == "sets"
    things = "labels" if sets else "numbers"
    columns = {"predictions": f"column of the predicted {things}"}
    other = "references" if sets else "gold"
    columns[other] = "columns of the annotators" if sets else "column of the gold numbers"
    for side, what in columns.items():
        if not form[side]:
            raise ValueError(f"Choose the {what} first.")
    looks = {key: form[key] for key in LOOKS if form[key]}
    if not sets:
        return {"predictions": form["predictions"], "references": form["gold"], **looks}
    if form["predictions"] in form["references"]:
        raise ValueError("The predicted column is among those of the annotators.")
    keys = ("predictions", "references", "blank", "separator", "ids")
    return {key: form[key] for key in keys} | looks


def kinds(sources, form):
    """The choice of a kind, as HTML."""
    return radios("kind", "What you have", KINDS, form["kind"], data_send="kind")


def fields(sources, form, own_similarity):
    """The fields as HTML, and whether the file can be scored; nothing is scored unasked."""
    kind = _set_fields if form["kind"] == "sets" else _number_fields
    shown, ready = kind(sources, form, own_similarity)
    options = "" if file_page.is_example(sources) else forms.file_fields(PAGE, form)
    return f"{shown}{options}", ready, None


def _set_fields(sources, form, own_similarity):
    seen = sources[0].seen
    boxes = "".join(
        check("references", name, (name, name in form["references"]), many=True, data_send="change")
        for name in columns_shown(seen, *form["references"])
        if name != form["predictions"]
    )
    fields = (
        forms.column_field(PAGE, "predictions", "Predicted labels", seen, form["predictions"])
        + f"<fieldset><legend>Annotators</legend>{boxes}</fieldset>"
        + f'<div class="two">{forms.listed(PAGE, "separator", form["separator"])}'
        + forms.choice(PAGE, "blank", "An empty cell", BLANK, form["blank"])
        + "</div>"
    )
    ready = bool(form["predictions"] and form["references"])
    if ready:
        fields += _first_rows(sources[0], form)
    else:
        which = "Which columns are annotators, which is predicted?"
        fields += notice("warn", which, "No name says it for all of them.")
    names = None if file_page.is_example(sources) else names_seen(sources, form)
    fields += forms.ids_field(PAGE, form["ids"], names)
    below = forms.similarity_field(PAGE, form["similarity"], own_similarity, names)
    settings = forms.more_settings(
        "annotators-more",
        forms.choice(PAGE, "reduce", "Combining annotators", REDUCE, form["reduce"], live=False),
        forms.listed(PAGE, "unknown_labels", form["unknown_labels"]),
        forms.listed(PAGE, "macro_labels", form["macro_labels"]),
    )
    n = len(form["references"])
    how = forms.sides(form["predictions"], words=f"{n} annotator{'s' * (n != 1)}")
    read = forms.read_as(sources[0], "people-read", fields, how)
    return forms.fields(read, below, settings), ready


def _number_fields(sources, form, own_similarity):
    seen, soft = sources[0].seen, form["kind"] == "soft"
    what = "shares" if soft else "degrees"
    fields = forms.column_field(PAGE, "predictions", f"Predicted {what}", seen, form["predictions"])
    fields += forms.column_field(PAGE, "gold", f"Gold {what}", seen, form["gold"])
    fields = f'<div class="two">{fields}</div>'
    title = "Labels, in the order of the numbers"
    text = "Between commas; empty for the labels of the similarity in their order."
    fields += text_field("labels", title, form["labels"], text, identity="soft-labels")
    if soft:
        fields += check("counts", "Rows are counts: each is divided by its sum", form["counts"])
        title = "Use the similarity: adds the Wasserstein distance and score"
        fields += check("use_similarity", title, form["use_similarity"])
    ready = bool(form["predictions"] and form["gold"])
    if ready:
        fields += _first_rows(sources[0], form)
    else:
        fields += notice("warn", "Which column is gold, which is predicted?", "No name says it.")
    fields += forms.similarity_field(PAGE, form["similarity"], own_similarity, None)
    return forms.fields(fields), ready


def _first_rows(source, form):
    try:
        read = source.look(work.first_rows, reading_of(form), form["kind"])
    except Exception as error:
        return notice("warn", "Not read yet.", reason(error))
    rows = []
    for predicted, gold in read:
        if form["kind"] != "sets":
            rows.append([bdi(work.shown_numbers(side), 60) for side in (predicted, gold)])
        else:
            rows.append([label_set("predicted", predicted, 4), answers(gold)])
    return forms.first_rows(rows, "Annotators chose" if form["kind"] == "sets" else "Gold")
