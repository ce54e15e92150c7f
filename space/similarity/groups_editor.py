"""The question which labels of a file are close, and three ways to answer it: groups that are
tapped or typed, a sheet that is filled, and label texts, which are compared elsewhere.
"""

import json
from collections import Counter
from typing import NamedTuple

import numpy as np

from semantic_f1.files.cells import neutralize
from semantic_f1.messages import suggestion

from ..frame import export, origin
from ..frame.markup import attributes, button, code_box, counted, held, listed, notice, save_button
from ..frame.reading import on_disk
from ..frame.similarities import OWN_GROUPS, metric, names_of
from ..frame.tables import cell_text, cells_of
from . import builder, files
from .form import credit_of

WAYS = {"groups": "Groups", "sheet": "Spreadsheet"}
WAYS["texts"] = "From label texts (not available here)"
CREDITS = ("0.5", "0.25", "0.75")
SHEET = ["label", "group"]


class Answer(NamedTuple):
    """A similarity over the labels of a file, the groups as text, their credit, and notes."""

    similarity: object
    text: str = ""
    within: str = CREDITS[0]
    notes: tuple = ()


def from_text(text, within, labels, source="the groups"):
    """The answer that groups give; a label of the file that is in none is alone."""
    paths = builder.read_outline(text)
    lacking = [label for label in labels if label not in paths]
    extra = [label for label in paths if label not in set(labels)]
    sizes = Counter(tuple(path) for label, path in paths.items() if path and label not in extra)
    groups = sum(size > 1 for size in sizes.values())
    deepest = max(map(len, sizes), default=0)
    if not groups and deepest < 2:
        raise ValueError("No two labels are in one group yet: put labels that are close together.")
    whole = "\n".join([text, *map(builder.written, lacking)])
    made = builder.from_outline(whole, credit_of(within)).similarity
    place = [made.labels.index(label) for label in labels]
    kind = "a tree" if deepest > 1 else counted(groups, "group")
    title = f"{counted(len(labels), 'label')} in {kind}, credit {credit_of(within):g}"
    values = made.values[np.ix_(place, place)]
    similarity = metric().similarity.build(
        values, labels, name=OWN_GROUPS, title=title, derivation=made.card["derivation"]
    )
    return Answer(similarity, text, within, tuple(_notes(lacking, extra, labels, source)))


def _notes(lacking, extra, labels, source):
    """Sentences on labels that only the file or only the answer has."""

    if lacking and source != "the groups":
        are, they = ("is", "It counts") if len(lacking) == 1 else ("are", "They count")
        names = listed([f'"{name[:60]}"' for name in lacking])
        n = counted(len(lacking), "label")
        yield f"{n} of the file {are} not in {source}: {names}. {they} as exact matches only."
    if extra:
        names = listed([f'"{name[:60]}"{suggestion(name, labels)}' for name in extra])
        yield f"{counted(len(extra), 'name')} of {source} not in the file, left out: {names}."


def from_file(name, content, within, labels):
    """The answer that a filled sheet gives, or another file of a similarity."""
    text = None
    if files.form_of(name) == files.TABLE:
        text = on_disk(name, content, lambda path: _sheet(path, name, labels))
    if text is not None:
        return from_text(text, within, labels, "the sheet")
    made = files.from_file(name, content)
    similarity, n = made.similarity, len(made.similarity)
    lacking = [label for label in labels if label not in names_of(similarity)]
    if len(lacking) == len(labels):
        raise ValueError(f"{name}: none of the labels of your file is in it.")
    if lacking:
        values, names = np.eye(n + len(lacking)), [*similarity.labels, *lacking]
        values[:n, :n] = similarity.values
        content = {**similarity.to_dict(), "labels": names, "values": values.tolist()}
        similarity = metric().similarity.load(content)
    return Answer(similarity, notes=(*made.notes, *_notes(lacking, (), labels, name)))


def _sheet(path, name, labels):
    """The groups of a sheet as text; None for a table of other columns."""
    read = cells_of(path)
    info, unit, _ = next(read)
    if [head.strip().casefold() for head in info.columns] != SHEET:
        return None
    # As the sheet was saved: what a spreadsheet takes for a formula is changed there.
    written = {neutralize(label): label for label in labels}
    groups, where = {}, {}
    for line, cells in read:
        label, group = (cell_text(cell).strip() for cell in cells)
        label = written.get(label, label)
        if not label:
            continue
        if label in where:
            raise ValueError(f"{name}: {unit} {line}: {label!r} is in {unit} {where[label]} too.")
        where[label] = line
        # A label without a group stands alone, by its line.
        groups.setdefault(group or line, []).append(builder.written(label))
    return "\n".join(map(", ".join, groups.values()))


def _texts_way(labels):
    python = (
        f"{origin.install_line()}\n"
        "# pip install sentence-transformers\n"
        "from sentence_transformers import SentenceTransformer\n"
        "from semantic_f1 import similarity\n\n"
        f"labels = {labels!r}\n"
        'vectors = SentenceTransformer("all-MiniLM-L6-v2").encode(labels)\n'
        'similarity.from_embeddings(vectors, labels).save("labels.json")\n'
    )
    return (
        '<p class="help">No language model runs in this Space. This code compares the texts of the '
        "labels on your machine and writes labels.json.</p>"
        f"{code_box('texts-python', python, 'Copy code')}"
        f'<div class="buttons">{button("Choose that JSON", data_choose="sheet")}</div>'
    )


def _sheet_way(labels):
    text = export.csv_text([SHEET, *([label, ""] for label in labels)])
    saved = save_button("Save the sheet", "sheet-csv", "labels.csv", "text/csv")
    kept = held("sheet-csv", "\ufeff" + text)
    chosen = button("Choose the filled sheet", data_choose="sheet")
    return (
        '<p class="help">The sheet has one row per label. Write the same word in the column group '
        "for labels that are close, and choose the sheet: it is scored at once. A table with a row "
        "and a column per label, or a JSON of Save JSON, is taken too.</p>"
        f'<div class="buttons">{saved}{chosen}</div>{kept}'
    )


def _groups_way():
    options = "".join(f"<option>{credit}</option>" for credit in CREDITS)
    return (
        '<div class="drawn stack"></div>'
        '<div class="field typed" hidden><label for="typed-groups">Your labels in groups</label>'
        '<p class="help" id="typed-help">One group per line, \u201cmoney: billing, refund\u201d. A '
        "label on its line alone is close to none.</p>"
        '<textarea id="typed-groups" rows="9" spellcheck="false" aria-describedby="typed-help">'
        '</textarea></div><div class="buttons">'
        '<button type="button" class="link-button" data-typed>Type them</button>'
        '<label for="credit-choice">Credit inside a group</label>'
        f'<select id="credit-choice">{options}<option value="">other</option></select>'
        '<input type="text" id="credit-other" inputmode="decimal" aria-label="Other credit" hidden>'
        "</div>"
    )


def card(of, labels, answer=None, problem=""):
    """The question as HTML; the script draws the groups from their text, and sends them as text."""
    answer = answer or Answer(None)
    pills = "".join(
        f'<button type="button" class="pill"{attributes(data_way=way)}>{title}</button>'
        for way, title in WAYS.items()
    )
    said = notice("error", "Not scored.", problem, alert=True) if problem else ""
    said += "".join(notice("warn", "", text) for text in answer.notes)
    inside = (_groups_way(), _sheet_way(labels), _texts_way(labels))
    ways = "".join(
        f'<div class="stack" data-for="{way}" hidden>{content}</div>'
        for way, content in zip(WAYS, inside, strict=True)
    )
    use = button("Use groups and score", True, data_do="groups", data_of=of, data_run=True)
    given = attributes(data_of=of, data_text=answer.text, data_within=answer.within)
    return (
        f'<section class="card editor stack" aria-labelledby="close-labels"{given}>'
        f'<h2 id="close-labels">Which of your {counted(len(labels), "label")} are close?</h2>'
        '<p class="help">A close label earns part of the credit. A label left alone counts as an '
        f'exact match only.</p><div class="pills" role="group" aria-label="Ways to say it">{pills}'
        f"</div>{said}{ways}{held('file-labels', json.dumps(labels))}</section>"
        # Outside of the card, so that it sticks to the lower edge before the card is seen.
        f'<div class="press answer">{use}</div>'
    )
