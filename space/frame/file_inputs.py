"""The files that pages score: the bar that names one, the area that takes one, what it became."""

import functools
from pathlib import Path

from . import limits, sessions, uploads
from .errors import reason
from .markup import attributes, bdi, button, counted, unfold
from .reading import preview_content, rows_of
from .similarities import check_text
from .tables import EXAMPLES, preview

MOST_PASTED = 5_000_000


@functools.cache
def example_source(title, file):
    """The example of a page, which all visitors share."""
    path = EXAMPLES / file
    seen = preview(path)
    return sessions.Source(title, seen=seen, rows=rows_of(seen, path.read_bytes()), serial=0)


def received(name, content, session):
    """Source made of a file that came, with the reason if it can't be used."""
    try:
        limits.check_size(name, len(content))
    except ValueError as error:
        return sessions.Source(name, refused=reason(error))
    source = sessions.Source(name, uploads.Kept(name, content, session))
    look_at(source)
    return source


def look_at(source, how=None):
    """Look at the first rows of a source, perhaps with options of reading that make sense of it."""
    name, source.refused = source.name, ""
    try:
        seen, rows = source.look(preview_content, how)
        limits.check_shape(name, columns=len(set(seen.info.columns)))
        check_text("".join(seen.info.columns), f"{name}: a column's name")
        source.seen, source.rows = seen, rows
    except Exception as error:
        source.refused = reason(error)


def receive_file(path, session):
    """A file of the page's upload field as a Source; it is deleted from the disk."""
    name = Path(path).name if path else "The file"
    try:
        name, content = uploads.take(path)
    except ValueError as error:
        return sessions.Source(name, refused=reason(error))
    return received(name, content, session)


def receive_pasted(text, session):
    """Rows that were pasted, as a Source."""
    text = str(text or "")[: MOST_PASTED + 1]
    if not text.strip() or len(text) > MOST_PASTED:
        large = "More than 5 MB of text: save it as a file and choose that."
        refused = large if text.strip() else "Nothing was pasted: paste rows first."
        return sessions.Source("Pasted rows", refused=refused)
    name = "pasted.jsonl" if text.lstrip()[0] in "{[" else "pasted.csv"
    return received(name, text.encode("utf-8", "replace"), session)


def source_bar(page, source):
    """The bar that names the file, as HTML."""
    rows = source.rows and not source.refused
    beside = f", {counted(source.rows, 'row')}" if rows else ""
    text, drop = "Use your own" if source.serial == 0 else "Change", f"{page}-drop"
    folds = button(text, data_fold=drop, aria_expanded="false", aria_controls=drop)
    return (
        f'<div class="source"><span><b>{bdi(source.name)}</b><span class="quiet">{beside}</span>'
        f'</span>{folds}{unfold("Settings")}</div><div class="taking notice" hidden></div>'
    )


def drop_area(page, source, example_title, placeholder):
    """The area that takes a file or pasted rows, as HTML; closed unless it must be used."""
    back = (
        f'<button type="button" class="link-button" data-do="example">Back to the {example_title}'
    )
    back = f"{back}</button>" if source.serial else ""
    given = {"class_": "drop", "id": f"{page}-drop", "hidden": not source.refused}
    given = attributes(**given, data_most=limits.MAX_MEGABYTES)
    return (
        f"<div{given}><div>{button('Choose a file', data_choose=True)}</div>"
        '<p class="help">or drop one here, or paste rows below. CSV, TSV, JSON, JSON Lines, '
        f"Parquet or .xlsx, also as .gz, {limits.STATED}. It is read into memory and deleted from "
        "disk at once.</p>"
        f'<label class="sf1-unseen" for="{page}-pasted">Rows to read</label>'
        f'<textarea id="{page}-pasted" name="pasted" rows="3"{attributes(placeholder=placeholder)}>'
        "</textarea>"
        f'<div class="buttons">{button("Read the pasted rows", data_do="paste")}{back}</div></div>'
    )


def columns_shown(seen, *selected):
    """The columns to choose from: those that may hold what is asked for, then the others."""
    first = [*seen.label_columns, *seen.score_columns]
    rest = [name for name in seen.cells if name not in first]
    shown = list(dict.fromkeys([*first, *rest]))
    return shown + [name for name in selected if name and name not in shown]
