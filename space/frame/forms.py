"""Forms of pages: what a browser sends of them, and the fields that several pages have."""

from urllib.parse import urlencode

from semantic_f1.average_table import NAMED_AVERAGES

from .file_inputs import columns_shown
from .label_names import MAKE, notes_on
from .markup import check, notice, section, select, table, text_field
from .similarities import EXACT, YOURS, bundled, similarity_choices, similarity_of, title_of
from .table_layouts import FILE_OPTIONS, INDICATORS, LOOKS, OFFERED, WHOLE_NUMBERS
from .tables import SEPARATORS, number_of

UNKNOWN = (
    ("raise", "Stop and list them"),
    ("mismatch", "Count them as wrong"),
    ("ignore", "Leave them out"),
)
MACRO = (("all", "All labels of the similarity"), ("present", "Labels that occur in the file"))


def checked(form, first, own_similarity, more=None, longest=20_000):
    """A form from a browser as known fields; what is not offered is the first choice."""
    form = form if isinstance(form, dict) else {}
    choices = {name: dict(options) for name, (_, options, *_) in LISTS.items()}
    choices |= {"similarity": dict(similarity_choices(own_similarity)), **OFFERED, **(more or {})}
    fields = {}
    for key, default in first.items():
        value = form.get(key, default)
        if isinstance(default, bool):
            fields[key] = bool(value)
        elif isinstance(default, list):
            fields[key] = [str(item)[:longest] for item in value] if isinstance(value, list) else []
        else:
            fields[key] = str(value)[:longest]
        if key in choices and fields[key] not in choices[key]:
            if fields[key] == YOURS:
                raise ValueError(
                    "Your similarity is no longer here: the server started again, or the page was "
                    "not used for long. Make it again on Similarity, or choose another one."
                )
            fields[key] = default
    return fields


def number_in(text, what):
    """The number that a field holds."""
    if (number := number_of(text)) is None:
        raise ValueError(f"{what} is no number: {text[:40]!r}")
    return number


def linked(query, first, keys, check):
    """The form that an address asks for, or a BadLink; ``check`` makes a form of known fields."""
    words, asked = {"true": True, "false": False}, {key: query[key] for key in keys if key in query}
    for key, value in asked.items():
        if value == YOURS:
            raise BadLink(key, value)
        asked[key] = words.get(value) if isinstance(first[key], bool) else value
    form = check({**first, **asked}, None)
    for key, value in asked.items():
        if form[key] != value:
            raise BadLink(key, query[key])
    return form


class BadLink(ValueError):
    """An address asks for what is not offered. ``query``: the address without that, and
    ``instead``: what it then opens
    """

    query = instead = None

    def __init__(self, key, value):
        words = {"beside": "second similarity", "predicted": "predicted labels"}
        what = {**words, "gold": "gold labels"}.get(key, key.replace("_", " "))
        super().__init__(
            f'This link asks for the {what} "{value[:80]}", which is not here. Nothing is scored.'
        )
        self.key = key

    def offer(self, query, similarity):
        """Offer the address without what is not here; itself, for a refusal."""
        left = {key: value for key, value in query.items() if key not in (self.key, "__theme")}
        self.query = urlencode(left)
        other = f"with {title_of(bundled()[similarity])}"
        self.instead = f"Open {other if self.key == 'similarity' else 'without it'}"
        return self


# What lists that several pages have are called, what they offer, the end of their identity, and
# whether the server answers a change of them.
LISTS = {
    "separator": ("How labels are separated", SEPARATORS, "separator", True),
    "ids": ("Whole numbers are", WHOLE_NUMBERS, "ids", True),
    "unknown_labels": ("Names that are not labels", UNKNOWN, "unknown", False),
    "macro_labels": ("Macro averages are over", MACRO, "macro", False),
    "average": ("Average", [(name, name) for name in NAMED_AVERAGES], "average", False),
}


def listed(page, name, value, help_=""):
    """One of the lists that several pages have."""
    label, options, end, live = LISTS[name]
    return choice(page, name, label, options, value, help_, live, end)


def choice(page, name, label, options, value, help_="", live=True, end=None):
    """A list of what a page offers; ``live``: whether the server answers a change of it."""
    more = {"data_send": "change"} if live else {}
    return select(name, label, options, value, help_, identity=f"{page}-{end or name}", **more)


def column_field(page, name, label, seen, value):
    """A list of the columns of a file."""
    choices = [("", "choose"), *((column, column) for column in columns_shown(seen, value))]
    return choice(page, name, label, choices, value)


def first_rows(rows, gold="Gold"):
    """The table of a file's first rows: HTML of what is predicted, and of what is gold."""
    titles = {"text": (0, 1), "caption": "The first rows", "first_is_head": False}
    return table(["Predicted", gold], rows, **titles)


def sides(predicted, gold="", words=""):
    """Summary of which column is predicted, and which is gold, or what is, in words."""
    shown = [f'column "{column}"' if column else "?" for column in (predicted, gold)]
    return f"predicted = {shown[0]}, gold = {words or shown[1]}"


def ids_field(page, value, names):
    """A list of what whole numbers are; "" if there are none among the file's names, or None."""
    if value == "auto" and not any(map(str.isdecimal, names or ())):
        return ""
    return listed(page, "ids", value)


def similarity_field(page, value, own_similarity, names, normalize_names=False, first=()):
    """A list of similarities, and what is to be said of the chosen one next to a file's names."""
    offered = [*first, *similarity_choices(own_similarity)]
    field = choice(page, "similarity", "Similarity", offered, value)
    if value == EXACT:
        notes = notice(
            "",
            "No bundled similarity knows most of your labels.",
            "F1 of exact matches needs none. To give partial credit, say next to the "
            "number which labels are close.",
            MAKE,
        )
    else:
        notes = notes_on(similarity_of(value, own_similarity), names, normalize_names)
    return f"<div>{field}{notes}</div>"


def file_fields(page, form, opened=False):
    """Options of reading the files that a form has, as HTML."""
    keys = FILE_OPTIONS if "cutoff" in form else LOOKS
    lists = [
        choice(page, key, title, {"": "as the file says", **choices}, form[key])
        for key, (title, choices) in FILE_OPTIONS.items()
        if key in keys
    ]
    if form.get("layout") == INDICATORS:
        title = "Scores in columns: a label counts from"
        more = {"data_send": "change", "identity": f"{page}-cutoff", "inputmode": "decimal"}
        lists.append(text_field("cutoff", title, form["cutoff"], "Empty for 0 and 1.", **more))
    is_open = opened or any(form.get(key) for key in (*keys, "cutoff"))
    title, inside = "More about the file", fields(*lists)
    return section(f"{page}-file-options", title, inside, opened=is_open, plain=True)


def groups_field(page, seen, value):
    """A list of the columns that may say which rows belong together."""
    columns = [(column, column) for column in columns_shown(seen, value)]
    offered = [("", "none: each row stands alone"), *columns]
    text = "The author, document or prompt of a row: intervals and tests resample groups, not rows."
    return choice(page, "groups", "Rows that belong together", offered, value, text, False)


def folding_field(ticked):
    """Field that tells whether names are compared without case and spaces around them."""
    title = "Ignore upper and lower case and spaces around names"
    return check("normalize_names", title, ticked, data_send="change")


def fields(*parts):
    """Fields below each other."""
    return f'<div class="fields">{"".join(parts)}</div>'


def read_as(source, name, inside, how):
    """The section of how a file is read, which says it in short too; open for a visitor's file."""
    identity, opened = f"{name}-{source.serial}", source.serial != 0
    return section(identity, "Read as:", fields(inside), how, opened, plain=True)


def more_settings(identity, *parts):
    """The fields that are seldom needed, folded."""
    return section(identity, "More settings", fields(*parts), plain=True)
