"""The Space's third tab: a similarity, its card and what can be checked of it."""

import csv
import io
import json
from pathlib import Path

import gradio as gr

from semantic_f1.files.columns import neutralize
from semantic_f1.pictures import charts

from .audit import audit_of
from .common import (
    UPLOADED,
    check_text,
    escape,
    guarded,
    link,
    metric,
    note,
    number,
    similarity_choices,
    similarity_of,
    table,
)
from .style import SAVE_TEXT
from .uploads import Kept, on_disk, take

TAB = "similarity"
MAX_LABELS = 500
# Dropdowns of the other tabs that offer an upload too.
OTHERS = 5
MAX_MEGABYTES = 20
CARD = ("source", "citation", "license", "derivation", "population")
HELP = """
A similarity is a claim: that confusing two labels matters less, for some people and some purpose.
Look at what a matrix says before you report a score with it. A CSV of your own has a header of
names, then one row a label, its name first; JSON is laid out as "Save as JSON" writes it. In a
saved CSV, names that begin with =, +, - or @ get an apostrophe, so that no spreadsheet runs them.
"""


def show(similarity, own=None):
    """Heatmap, card, checks, audit and neighbors of a similarity."""
    chosen = similarity_of(similarity, own)
    audit, found = audit_of(chosen)
    shown = "" if similarity == UPLOADED else link(TAB, similarity=similarity)
    return (
        charts.heatmap(list(chosen.labels), chosen.values.tolist()),
        card(chosen),
        checks(chosen),
        audit,
        neighbors(chosen),
        shown,
        {
            "name": chosen.name,
            "labels": chosen.labels,
            "none_labels": chosen.none_labels,
            "values": chosen.values.tolist(),
            "fingerprint": chosen.fingerprint,
            "facts": chosen.facts(),
            "nearest": {label: chosen.nearest(label) for label in chosen.labels},
            "audit": found,
        },
    )


def card(similarity):
    """Sources of the values, as HTML of plain text."""
    fields = similarity.card
    title = fields.get("title") or similarity.name
    parts = [f"<h3>{escape(str(title))}</h3>"]
    rows = [[name.capitalize(), fields[name]] for name in CARD if fields.get(name)]
    if similarity.none_labels:
        rows.append(['Names for "no label"', ", ".join(similarity.none_labels)])
    rows.append(["Fingerprint", similarity.fingerprint])
    parts.append(table(["", ""], rows, text_columns=(0, 1)))
    caveats = fields.get("caveats")
    if isinstance(caveats, str):
        caveats = [caveats]
    if isinstance(caveats, list) and caveats:
        items = "".join(f"<li>{escape(str(caveat))}</li>" for caveat in caveats)
        parts.append(f"<h4>Caveats</h4><ul>{items}</ul>")
    elif not fields.get("source"):
        parts.append(note("No source is given: say where the values come from when you report it."))
    return "".join(parts)


def checks(similarity):
    """Properties of a similarity's values to report."""
    facts = similarity.facts()
    rows = [
        ["Labels", len(similarity)],
        ["Symmetric", _yes(facts["symmetric"])],
        ["Unit diagonal (every label is fully like itself)", _yes(facts["unit_diagonal"])],
    ]
    if facts["minimum"] is not None:
        rows += [
            ["Least similarity of two labels", number(facts["minimum"])],
            ["Greatest", number(facts["maximum"])],
            ["Mean: what a wrong single guess earns on average", number(facts["mean"])],
            ["Share of pairs with any similarity (density)", f"{facts['density']:.0%}"],
        ]
    if facts["coincide"]:
        pairs = [f"{a} = {b}" for a, b in facts["coincide"]]
        more = f" and {len(pairs) - 8} more" if len(pairs) > 8 else ""
        rows.append(["Indistinguishable labels (similarity 1)", ", ".join(pairs[:8]) + more])
    return table(["Check", ""], rows, text_columns=(0, 1))


def neighbors(similarity):
    """The nearest three labels of each label."""
    rows = []
    for label in similarity.labels:
        # A name and its number stay on one line.
        near = (f"{name}\u00a0{number(value)}" for name, value in similarity.nearest(label))
        rows.append([label, ", ".join(near)])
    return table(
        ["Label", "Nearest labels"],
        rows,
        text_columns=(0, 1),
        caption="Is each label's nearest neighbor one you would forgive?",
    )


def receive(file, request: gr.Request):
    """Read an uploaded similarity, JSON or CSV, whose file is deleted."""
    name, content = take(file, MAX_MEGABYTES)
    if not name.lower().endswith((".json", ".csv")):
        raise ValueError(f"{name}: a similarity is uploaded as a .json or .csv file.")
    similarity = on_disk(name, content, lambda path: _load(path, name))
    if len(similarity) > MAX_LABELS:
        raise ValueError(
            f"{name}: {len(similarity)} labels; up to {MAX_LABELS} can be shown here. Load the "
            "file with evaluate.load(..., similarity=PATH) instead."
        )
    return Kept(name, similarity, request.session_hash)


def _load(path, name):
    load = metric().similarity.load
    try:
        similarity = load(path)
    except ValueError as error:
        # The visitor's file, not the server's path of it.
        raise ValueError(str(error).replace(path, name)) from None
    if path in similarity.name:
        similarity = load({**similarity.to_dict(), "name": Path(name).stem})
    check_text(json.dumps(similarity.to_dict(), ensure_ascii=False), f"{name}: a text of it")
    return similarity


def as_json(similarity, own):
    """The similarity as a JSON text, laid out as the bundled files are: a line for each label."""
    chosen = similarity_of(similarity, own)
    fields = {name: _json(value) for name, value in chosen.to_dict().items()}
    lines = ",\n".join(f"    {_json(row)}" for row in chosen.values.tolist())
    fields["values"] = f"[\n{lines}\n  ]"
    text = ",\n".join(f"  {_json(name)}: {value}" for name, value in fields.items())
    return json.dumps([f"{chosen.name}.json", "application/json", f"{{\n{text}\n}}\n"])


def _json(value):
    return json.dumps(value, ensure_ascii=False)


def as_csv(similarity, own):
    """The similarity as a CSV text: a header of names, then one row a label."""
    chosen = similarity_of(similarity, own)
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(["label", *map(neutralize, chosen.labels)])
    for label, row in zip(chosen.labels, chosen.values.tolist(), strict=True):
        writer.writerow([neutralize(label), *map(repr, row)])
    return json.dumps([f"{chosen.name}.csv", "text/csv", text.getvalue()])


def _yes(value):
    return "yes" if value else "no"


def take_in(file, request: gr.Request):
    """Take an upload in, and offer it in the dropdowns of all tabs."""
    read = receive(file, request)
    choices = [*similarity_choices(), (f"{read.name} - uploaded", UPLOADED)]
    others = [gr.update(choices=choices) for _ in range(OTHERS)]
    facts = {"similarity": UPLOADED, "file": read.name, "labels": read.get().labels}
    return read, gr.update(choices=choices, value=UPLOADED), *others, "", facts


def build(own, dropdowns):
    """The tab.

    Parameters
    ----------
    own : State with the uploaded similarity
    dropdowns : the similarity dropdowns of the other tabs, which offer an upload too

    Returns
    -------
    the dropdown, which a link can set; the refresh; the event after an upload
    """
    gr.Markdown(HELP)
    with gr.Row():
        similarity = gr.Dropdown(
            similarity_choices(),
            value="plutchik",
            label="Similarity",
            elem_id="similarity-choice",
        )
        file = gr.File(label="Your own (JSON or CSV)", height=140, elem_id="similarity-upload")
    refused = gr.HTML(label="Message", elem_id="similarity-refused")
    with gr.Row(equal_height=False):
        with gr.Column(min_width=300, scale=3):
            heatmap = gr.HTML(label="Heatmap", elem_id="similarity-heatmap")
            audit = gr.HTML(label="Audit", elem_id="similarity-audit")
        with gr.Column(min_width=300, scale=2):
            check_table = gr.HTML(label="Checks", elem_id="similarity-checks")
            nearest = gr.HTML(label="Neighbors", elem_id="similarity-neighbors")
    description = gr.HTML(label="Card", elem_id="similarity-card")
    address = gr.HTML(label="Link", elem_id="similarity-link")
    with gr.Row():
        save_json = gr.Button("Save as JSON", elem_id="similarity-save-json")
        save_csv = gr.Button("Save as CSV", elem_id="similarity-save-csv")
    to_save = gr.Textbox(visible=False)
    shown = gr.JSON(label="Similarity", visible=False)
    received = gr.JSON(label="Received", visible=False)

    outputs = [heatmap, description, check_table, audit, nearest, address, shown]
    refresh = {
        "fn": guarded(show, lambda message: (message, "", "", "", "", "", None)),
        "inputs": [similarity, own],
        "outputs": outputs,
        "show_progress": "hidden",
        "api_visibility": "private",
    }
    similarity.input(**refresh, trigger_mode="always_last")
    gr.Button(visible=False).click(
        guarded(show),
        [similarity, own],
        outputs,
        api_name="show_similarity",
        api_description="Heatmap, card, checks, audit and nearest neighbors of a similarity: as "
        "HTML for people, and last as JSON with the values.",
    )
    taken = [own, similarity, *dropdowns, refused, received]
    upload = file.upload(
        guarded(take_in, lambda message: (*[gr.skip()] * (2 + OTHERS), message, None)),
        [file],
        taken,
        api_visibility="private",
    )
    # The file itself is gone from the server, whether it could be read or not.
    uploaded = upload.then(
        lambda: None, None, [file], show_progress="hidden", api_visibility="private"
    ).then(**refresh)
    gr.Button(visible=False).click(
        guarded(take_in),
        [file],
        taken,
        api_name="upload_similarity",
        api_description="Read a similarity of your own, JSON or CSV; in this session the other "
        "endpoints then take '(uploaded)' as similarity.",
    )
    for button, function in ((save_json, as_json), (save_csv, as_csv)):
        button.click(
            guarded(function), [similarity, own], [to_save], api_visibility="private"
        ).success(None, [to_save], None, js=SAVE_TEXT)
    return similarity, refresh, uploaded
