"""The Space's third tab: a similarity, its card and what can be checked of it."""

import csv
import io
import json
from html import escape
from pathlib import Path

import gradio as gr

import charts
from space_common import (
    SAVE_TEXT,
    UPLOADED,
    forget,
    guarded,
    link,
    metric,
    note,
    number,
    similarity_choices,
    similarity_of,
    table,
)
from tables import neutralize

TAB = "similarity"
MAX_LABELS = 500
MAX_BYTES = 20_000_000
CARD = ("source", "citation", "license", "derivation", "population")
HELP = """
A similarity is a claim: that confusing two labels matters less, for some people and some purpose.
Look at what a matrix says before you report a score with it. A CSV of your own has a header of
names, then one row a label, its name first; JSON is laid out as "Save as JSON" writes it.
"""


def show(similarity, own=None):
    """Heatmap, card, checks and neighbors of a similarity."""
    chosen = similarity_of(similarity, own)
    shown = "" if similarity == UPLOADED else link(TAB, similarity=similarity)
    return (
        charts.heatmap(list(chosen.labels), chosen.values.tolist()),
        card(chosen),
        checks(chosen),
        neighbors(chosen),
        shown,
    )


def card(similarity):
    """Where the values come from, as HTML of plain text."""
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
    """What a report on a similarity should say of its values."""
    facts = similarity.facts()
    rows = [
        ["Labels", len(similarity)],
        ["Symmetric", _yes(facts["symmetric"])],
        ["Every label fully like itself (unit diagonal)", _yes(facts["unit_diagonal"])],
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
        rows.append(["Told apart by nothing (similarity 1)", ", ".join(pairs[:8]) + more])
    return table(["Check", ""], rows, text_columns=(0, 1))


def neighbors(similarity):
    """The nearest three labels of each label."""
    rows = [
        [
            label,
            ", ".join(f"{other} {number(value)}" for other, value in similarity.nearest(label)),
        ]
        for label in similarity.labels
    ]
    return table(
        ["Label", "Nearest labels"],
        rows,
        text_columns=(0, 1),
        caption="Is each label's nearest neighbor one you would forgive?",
    )


def receive(path):
    """Read an uploaded similarity (JSON or CSV) and delete its file."""
    if path is None:
        raise ValueError("There is no file: upload one first.")
    try:
        size = Path(path).stat().st_size
        if size > MAX_BYTES:
            raise ValueError(
                f"The file has {size / 1e6:.0f} MB; a similarity may have {MAX_BYTES / 1e6:.0f} MB."
            )
        if not str(path).lower().endswith((".json", ".csv")):
            raise ValueError("A similarity is uploaded as a .json or .csv file.")
        try:
            similarity = metric().similarity.load(str(path))
        except ValueError as error:
            # The visitor's file, not the server's path of it.
            raise ValueError(str(error).replace(str(path), Path(path).name)) from None
        if len(similarity) > MAX_LABELS:
            raise ValueError(
                f"{len(similarity)} labels; up to {MAX_LABELS} can be shown here. Load the file "
                "with evaluate.load(..., similarity=PATH) instead."
            )
        return {**similarity.to_dict(), "name": Path(path).stem}
    finally:
        forget(path)


def as_json(similarity, own):
    """The similarity as a JSON text, laid out as the bundled files are."""
    chosen = similarity_of(similarity, own)
    text = json.dumps(chosen.to_dict(), indent=1, ensure_ascii=False)
    return json.dumps([f"{chosen.name}.json", "application/json", text])


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


def build(own, dropdowns):
    """The tab; ``dropdowns`` of the other tabs offer an upload too. Returns (dropdown, refresh)."""
    gr.Markdown(HELP)
    with gr.Row():
        similarity = gr.Dropdown(
            similarity_choices(),
            value="plutchik",
            label="Similarity",
            elem_id="similarity-choice",
        )
        file = gr.File(
            label="Your own (JSON or CSV)",
            file_types=[".json", ".csv"],
            height=160,
            elem_id="similarity-upload",
        )
    with gr.Row(equal_height=False):
        with gr.Column(min_width=300, scale=3):
            heatmap = gr.HTML(elem_id="similarity-heatmap")
        with gr.Column(min_width=300, scale=2):
            check_table = gr.HTML(elem_id="similarity-checks")
            nearest = gr.HTML(elem_id="similarity-neighbors")
    description = gr.HTML(elem_id="similarity-card")
    address = gr.HTML()
    with gr.Row():
        save_json = gr.Button("Save as JSON", elem_id="similarity-save-json")
        save_csv = gr.Button("Save as CSV", elem_id="similarity-save-csv")
    to_save = gr.Textbox(visible=False)

    refresh = {
        "fn": guarded(show),
        "inputs": [similarity, own],
        "outputs": [heatmap, description, check_table, nearest, address],
        "show_progress": "hidden",
    }
    similarity.change(
        **refresh,
        api_name="show_similarity",
        api_description="Heatmap, card, checks and nearest neighbors of a similarity.",
    )

    def take_in(path):
        read = receive(path)
        choices = [*similarity_choices(), (f"{read['name']} - uploaded", UPLOADED)]
        others = [gr.update(choices=choices) for _ in dropdowns]
        return read, None, gr.update(choices=choices, value=UPLOADED), *others

    file.upload(
        guarded(take_in),
        [file],
        [own, file, similarity, *dropdowns],
        api_name="upload_similarity",
        api_description="Read a similarity of your own for this session, under '(uploaded)'.",
    ).then(**refresh, api_visibility="private")
    for button, function in ((save_json, as_json), (save_csv, as_csv)):
        button.click(
            guarded(function), [similarity, own], [to_save], api_visibility="private"
        ).then(None, [to_save], None, js=SAVE_TEXT)
    return similarity, refresh
