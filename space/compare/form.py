"""The left side of the page "Compare": the files, gold, the systems, the similarity."""

from ..frame import file_page, forms
from ..frame.file_inputs import example_source
from ..frame.label_names import guessed_similarity, seen_names
from ..frame.markup import check, notice
from ..frame.reading import BUNDLED
from ..frame.table_layouts import LOOKS, is_id_or_text
from .work import EXAMPLE_SYSTEMS, MOST_SYSTEMS

PAGE = "compare"
EXAMPLE_NAME = "GoEmotions example"
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
    "groups": "",
    "ids": "auto",
    **dict.fromkeys(LOOKS, ""),
}
OPTIONS = ("unknown_labels", "normalize_names")


def example():
    """The example of the page, as a Source."""
    return example_source(EXAMPLE_NAME, BUNDLED.name)


def sources_of(visit, form=None):
    """The files of the page, whatever its form."""
    return file_page.sources_of(visit, PAGE, example())


def checked_form(form, own_similarity):
    """A form from a browser as a dict of known fields."""
    return forms.checked(form, FIRST, own_similarity)


def linked_form(query):
    """The form that an address asks for, of the example, and what the result is shown by."""
    form = forms.linked(query, FIRST, ("similarity", "average", *OPTIONS), checked_form)
    if "systems" in query:
        names = query["systems"].split("|")
        if not set(names) <= set(EXAMPLE_SYSTEMS):
            raise forms.BadLink("systems", query["systems"])
        form["systems"] = [name for name in EXAMPLE_SYSTEMS if name in names]
    return form, {}


def options_of(form):
    """The metric's options that a form sets."""
    return {key: form[key] for key in OPTIONS}


def gold_of(source, gold):
    """The column of gold labels of one of the files: the chosen one, or its own by its name."""
    return gold if gold in source.seen.cells else source.seen.references


def systems_of(sources, gold):
    """Columns that may be a system: (key, title) of columns of labels that are not gold."""
    if file_page.is_example(sources):
        return [(name, name) for name in EXAMPLE_SYSTEMS]
    return [
        (f"{place}:{name}", f"{source.name}: {name}" if len(sources) > 1 else name)
        for place, source in enumerate(sources)
        if source.seen is not None
        for name in source.seen.label_columns or source.seen.cells
        if name != gold_of(source, gold) and not is_id_or_text(name)
    ]


def files_of(sources, form):
    """Files to compare: (name, content, reading without predictions, columns) of each file."""
    if not form["gold"]:
        raise ValueError("Choose the column of the gold labels first.")
    offered, files = dict(systems_of(sources, form["gold"])), []
    for place, source in enumerate(sources):
        keys = [key for key in form["systems"] if key in offered]
        columns = [key.partition(":")[2] for key in keys if key.partition(":")[0] == str(place)]
        if not columns:
            continue
        gold = gold_of(source, form["gold"])
        if gold is None:
            raise ValueError(f"{source.name}: has no column {form['gold']!r} of gold labels.")
        separator = form["separator"] if place == 0 else source.seen.separator
        reading = {"references": gold, "separator": separator, "ids": form["ids"]}
        reading |= {key: form[key] for key in LOOKS if form[key]}
        files.append((source.name, source.content(), reading, columns))
    if not files:
        raise ValueError(f"Choose 2 to {MOST_SYSTEMS} systems.")
    return files


def first_form(sources, own_similarity, form=None):
    """The form for files that have just come; of files that were added to, what was chosen."""
    form, seen = form or FIRST, sources[0].seen
    added = form["source"] == file_page.serial_of(sources[:-1])
    gold = form["gold"] if added or len(sources) > 1 else seen.references or ""
    gold = gold if gold in seen.cells else seen.references or ""
    fields = {
        **FIRST,
        **{key: form[key] for key in ("average", *OPTIONS, *LOOKS)},
        "source": file_page.serial_of(sources),
        "gold": gold,
        "separator": form["separator"] if added else seen.separator,
    }
    offered = [key for key, _ in systems_of(sources, gold)]
    fields["systems"] = offered[:MOST_SYSTEMS] if gold else []
    guessed = guessed_similarity(names_seen(sources, fields), own_similarity, FIRST["similarity"])
    return {**fields, "similarity": guessed}


def with_gold(form, sources, own_similarity=None):
    """The form after gold was chosen: all other columns of labels are systems, or those chosen."""
    offered = [key for key, _ in systems_of(sources, form["gold"])]
    kept = [key for key in form["systems"] if key in offered]
    return {**form, "systems": kept if len(kept) > 1 else offered[:MOST_SYSTEMS]}


# Fields on which others depend.
DEPENDENT = {"gold": with_gold}


def names_seen(sources, form):
    """The names in the first rows of the columns of labels, counted."""
    return seen_names(sources[0].seen, [form["gold"]], form["separator"])


def fields(sources, form, own_similarity):
    """The fields as HTML, and whether the systems can be compared; nothing is compared unasked."""
    seen, example_ = sources[0].seen, file_page.is_example(sources)
    parts = [
        f'<input type="hidden" name="gold" data-field value="{FIRST["gold"]}">'
        '<input type="hidden" name="separator" data-field value="json">'
    ]
    if not example_:
        columns = forms.column_field(PAGE, "gold", "Gold labels", seen, form["gold"])
        columns += forms.listed(PAGE, "separator", form["separator"])
        parts = [f'<div class="two">{columns}</div>']
    offered = systems_of(sources, form["gold"])
    boxes = "".join(
        check("systems", title, (key, key in form["systems"]), many=True, data_send="change")
        for key, title in offered
    )
    parts.append(f"<fieldset><legend>Systems</legend>{boxes}</fieldset>")
    selected = [key for key, _ in offered if key in form["systems"]]
    ready = bool(form["gold"]) and 2 <= len(selected) <= MOST_SYSTEMS
    if not form["gold"]:
        names = ", ".join(seen.label_columns[:6])
        text = f"{names} hold labels; no name says which." if names else "No name says it."
        parts.append(notice("warn", "Which column is gold?", text))
    elif not ready:
        text = "Add a file for another one."
        parts.append(notice("warn", f"Choose 2 to {MOST_SYSTEMS} systems.", text))
    names = None if example_ else names_seen(sources, form)
    parts.append(forms.ids_field(PAGE, form["ids"], names))
    fold = form["normalize_names"]
    parts.append(forms.similarity_field(PAGE, form["similarity"], own_similarity, names, fold))
    parts.append(forms.listed(PAGE, "average", form["average"]))
    more = forms.listed(PAGE, "unknown_labels", form["unknown_labels"]) + forms.folding_field(fold)
    if not example_:
        parts.append(forms.file_fields(PAGE, form))
        more = forms.groups_field(PAGE, seen, form["groups"]) + more
    return forms.fields(*parts, forms.more_settings("compare-more", more)), ready, None
