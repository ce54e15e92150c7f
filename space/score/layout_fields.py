"""Files of page Score in other forms than two columns of one table: fields and first rows."""

from semantic_f1.files.column_guessing import is_id_or_text
from semantic_f1.files.side_choice import has_header

from ..frame import forms, jobs, limits, table_layouts
from ..frame.file_inputs import columns_shown
from ..frame.label_names import split_cell
from ..frame.markup import label_set, notice, text_field
from ..frame.reading import first_rows
from ..frame.tables import names_in, number_of
from ..frame.wording import in_page_words

PAGE = "score"
TITLES = {"predictions": "Predicted labels", "references": "Gold labels"}


def gold_of(sources):
    """The file of the gold labels, if they have a separate one."""
    return sources[1] if len(sources) > 1 else None


def seen_of(sources):
    """Sight of the files: of the predictions', and of the gold labels' or None."""
    gold = gold_of(sources)
    return sources[0].seen, None if gold is None else gold.seen


def content_of(sources):
    """The bytes of the file, ``TwoFiles`` of both, or None for the example."""
    content, gold = sources[0].content(), gold_of(sources)
    return content if gold is None else table_layouts.TwoFiles(content, gold.name, gold.content())


def is_plain(form, sources):
    """True where labels lie in two columns of one table."""
    return form["layout"] == table_layouts.COLUMNS and gold_of(sources) is None


def lacking(form, sources):
    """Text on the choice that a form still needs, or ""."""
    layout, two = form["layout"], gold_of(sources) is not None
    if number_of(form["cutoff"] or "0") is None:
        return f"The score from which a label counts is no number: {form['cutoff']!r}"
    if layout == table_layouts.LONG:
        return "" if two else "Add the file of the gold labels: each side has a separate file."
    for side, name in (("predictions", "predicted"), ("references", "gold")):
        if layout == table_layouts.COLUMNS and not form[side]:
            return f"Choose the column of the {name} labels first, under Read as."
        if layout == table_layouts.INDICATORS and not two and not form[side].endswith("*"):
            return (
                f"Say what the columns of the {name} labels begin with, such as {side[:4]}_*, or "
                "add the file of the gold labels."
            )
    return ""


def read_preview(sources, reading):
    """Result of ``first_rows`` for small files; large ones are read once, when they are scored."""
    content, known = content_of(sources), sources[0].previews
    size = limits.size_of(content)
    if limits.OWN_PROCESS_BYTES < size < limits.PACKED:
        return {"examples": 0, "rows": [], "names": names_in([]), "notes": [], "error": ""}
    key = (sources[-1].serial, *sorted(reading.items()))
    if key not in known:
        known[key] = jobs.look(first_rows, (content, sources[0].name, reading), size)
    return known[key]


def names_looked_at(sources, form):
    """The names in the rows that were looked at, as well as possible without the reader."""
    if form["layout"] == table_layouts.INDICATORS:
        return names_in([table_layouts.indicator_columns(sources[0].seen)])
    columns = [column for source in sources for column in source.seen.cells.items()]
    cells = [cell for name, some in columns if not is_id_or_text(name) for cell in some]
    return names_in(split_cell(cell, form["separator"]) for cell in cells)


def choice(name, label, offered, form):
    """A list of what is offered, a dict of values and their texts."""
    return forms.choice(PAGE, name, label, offered, form[name])


def column_fields(form, sources):
    """Places of the labels of either side, as HTML; "" if they are known without."""
    fields = ""
    for side, title in TITLES.items():
        if form["layout"] != table_layouts.INDICATORS:
            fields += _column(side, form, sources)
        elif gold_of(sources) is None:
            more = {"data_send": "change", "identity": f"{PAGE}-{side}"}
            fields += text_field(side, f"{title} are columns that begin with", form[side], **more)
    return fields and f'<div class="two">{fields}</div>'


def _column(side, form, sources):
    seen = sources[-1 if side == "references" else 0].seen
    if form["layout"] == table_layouts.LONG and not has_header(list(seen.cells)):
        return ""
    sides = TITLES if gold_of(sources) is None else (side,)
    names = columns_shown(seen, *(form[shown_side] for shown_side in sides))
    first = "choose" if form["layout"] == table_layouts.COLUMNS else "as the heading says"
    return choice(side, TITLES[side], {"": first, **{name: name for name in names}}, form)


def joining_fields(form, sources):
    """Ways in which the rows of two files belong together, as HTML; "" for one file."""
    seen, gold = seen_of(sources)
    if gold is None:
        return ""
    joined = dict(table_layouts.joined_by(seen, gold, form))
    fields = choice("id", "Rows of both files are joined by", joined, form)
    if form["id"] or "line by line" not in joined[""]:
        fields += choice("missing", "Ids that one file lacks", table_layouts.MISSING, form)
    return fields


def shown(form, sources, reading):
    """Notes on the files and their first rows as HTML, and whether they can be scored."""
    if reading is None:
        return notice("warn", "Not yet.", lacking(form, sources)), False
    trial = read_preview(sources, reading)
    if trial["error"]:
        return notice("error", "It can't be read so.", in_page_words(trial["error"])), False
    if not trial["examples"]:
        return notice("", "A large file.", "It is read when you press Score."), True
    notes = "; ".join(trial["notes"])
    count = notice("", f"{trial['examples']:,} examples.", notes and f"{notes}.")
    rows = [
        [
            label_set(role, list(map(str, row[at])), 6)
            for at, role in enumerate(("predicted", "gold"))
        ]
        for row in trial["rows"]
    ]
    return count + forms.first_rows(rows), True


def relaid(form, sources):
    """The form after another layout was chosen: columns of one are none of another."""
    guess = table_layouts.first_layout(*seen_of(sources))
    columns = dict.fromkeys(TITLES, "")
    if form["layout"] == guess["layout"]:
        columns = {side: guess[side] for side in TITLES}
    elif form["layout"] == table_layouts.COLUMNS:
        first, last = sources[0].seen, sources[-1].seen
        columns = {"predictions": first.predictions or "", "references": last.references or ""}
    return {**form, **columns, "id": ""}
