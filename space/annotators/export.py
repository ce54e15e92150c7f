"""Things to take away from "Annotators": sentence, tables, figure, data, code."""

import json
from pathlib import Path
from urllib.parse import urlencode

from ..frame import export
from ..frame.markup import bdi, button, code_box, copy_button, held, save_button, section, taken
from . import code as people_code
from .form import FIRST, PAGE


def results_json(state):
    """All numbers, as JSON."""
    content = {
        "file": state.file,
        "examples": state.examples,
        "reading": state.reading,
        "options": state.options,
        "similarity": None if state.similarity is None else state.similarity.name,
        "result": state.result,
        "averages": state.averages,
        "signature": state.signature,
        "warnings": state.warnings,
    }
    return json.dumps(content, indent=2, ensure_ascii=False, default=str) + "\n"


def query(state):
    """The address of the settings of a state."""
    fields = {"tab": PAGE}
    if state.kind != "sets":
        fields["kind"] = state.kind
    if state.similarity is not None and export.is_bundled(state.similarity):
        fields["similarity"] = state.similarity.name
    for key in ("reduce", "unknown_labels", "macro_labels"):
        value = state.options.get(key)
        if value is not None and value != FIRST[key]:
            fields[key] = value
    labels = state.options.get("labels")
    if labels and ", ".join(labels) != FIRST["labels"]:
        fields["labels"] = ", ".join(labels)
    if state.options.get("normalize_counts"):
        fields["counts"] = "true"
    if state.kind == "soft" and state.similarity is None:
        fields["use_similarity"] = "false"
    return urlencode(fields)


def people_take_away(state, sentence, text, kind, figure=None):
    """The section that gives everything away."""
    stem = export.stem(Path(state.file).stem)
    similarity = "" if state.similarity is None else f"_{export.stem(state.similarity.name)}"
    name = f"semantic_f1_{kind}_{stem}{similarity}"
    command = people_code.people_command(state)
    texts = {
        "cite": f"{sentence}\n{state.signature}\n",
        "signature": f"{state.signature}\n",
        "latex": export.tables_of(text, True),
        "markdown": export.tables_of(text, False),
        "csv": text,
        "json": results_json(state),
    }
    rows = [
        (
            "Sentence",
            copy_button("Copy sentence and signature", "annotators-cite")
            + copy_button("Copy signature", "annotators-signature")
            + button("Copy link to these settings", data_copy=True, data_link=query(state)),
        ),
        (
            "Table",
            copy_button("Copy LaTeX", "annotators-latex")
            + copy_button("Copy Markdown", "annotators-markdown")
            + save_button("Save CSV", "annotators-csv", f"{name}.csv", "text/csv"),
        ),
    ]
    if figure:
        texts["figure"] = figure
        rows.append(
            (
                "Figure",
                save_button("Save SVG", "annotators-figure", f"{name}.svg", "image/svg+xml")
                + save_button(
                    "Save PNG", "annotators-figure", f"{name}.png", "image/png", png=True
                ),
            )
        )
    rows.append(
        (
            "Data",
            save_button(
                "Save results (JSON)", "annotators-json", f"{name}.json", "application/json"
            ),
        )
    )
    has_own = state.similarity is not None and not export.is_bundled(state.similarity)
    if has_own:
        file = export.similarity_file(state.similarity)
        texts["own"] = export.similarity_json(state.similarity)
        saved = save_button(f"Save {file}", "annotators-own", file, "application/json")
        rows.append(("Similarity", f'{saved}<span class="help">the code below reads it</span>'))
    kept = "".join(held(f"annotators-{key}", content) for key, content in texts.items())
    code = code_box("annotators-python", people_code.people_snippet(state), "Copy code")
    title = "The same number in Python and on the command line"
    code += code_box("annotators-command", command, "Copy command")
    more = section("annotators-code", title, code, plain=True)
    inside = f'<p class="cite">{bdi(sentence, 4000)}</p>{taken(rows)}{more}{kept}'
    return section(
        "annotators-take-away", "Cite and take away", inside, "sentence, table, figure, code", True
    )
