"""Things to take away from "Annotators": sentence, tables, figure, data, code."""

import json
from pathlib import Path
from urllib.parse import urlencode

from ..frame import export
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
    """The section "Cite, save, share"; ``text``: the table as CSV."""
    own, name = state.similarity, f"semantic_f1_{kind}_{export.stem(Path(state.file).stem)}"
    if own is not None:
        name += f"_{export.stem(own.name)}"
    return export.take_away(
        "annotators",
        sentence,
        {
            "cite": f"{sentence}\n{state.signature}\n",
            "signature": f"{state.signature}\n",
            **state.paper,
            **export.tables_of(text),
            "csv": text,
            "json": results_json(state),
            "figure": figure,
        },
        file_name=lambda ending: f"{name}.{ending}",
        link=query(state),
        code=people_code.people_snippet(state),
        command=people_code.people_command(state),
        own=None if own is None or export.is_bundled(own) else own,
        more="code",
    )
