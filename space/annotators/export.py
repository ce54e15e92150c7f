"""Things to take away from "Annotators": sentence, tables, figure, data, code."""

from pathlib import Path

from ..frame import export
from . import code as people_code
from .form import FIRST, PAGE


def query(state):
    """The address of the settings of a state."""
    options = dict(state.options)
    labels = ", ".join(options.pop("labels", None) or ()) or FIRST["labels"]
    counts = options.pop("normalize_counts", False)
    fields = {"tab": PAGE, **({} if state.kind == FIRST["kind"] else {"kind": state.kind})}
    settings = {**options, "labels": labels, "counts": counts}
    settings["use_similarity"] = state.kind != "soft" or state.similarity is not None
    return export.address_of(fields, {"similarity": state.similarity}, settings, FIRST)


def people_take_away(state, sentence, text, kind, figure=None):
    """The section "Cite, save, share"; ``text``: the table as CSV."""
    own, name = state.similarity, f"semantic_f1_{kind}_{export.stem(Path(state.file).stem)}"
    if own is not None:
        name += f"_{export.stem(own.name)}"
    kept = ("file", "examples", "reading", "options", "similarity", "result", "averages")
    return export.take_away(
        "annotators",
        sentence,
        state.signature,
        {
            **state.paper,
            **export.tables_of(text),
            "csv": text,
            "json": export.json_of(state, *kept, "signature", "warnings"),
            "figure": figure,
        },
        file_name=name,
        link=query(state),
        code=people_code.people_snippet(state),
        command=people_code.people_command(state),
        own=None if own is None or export.is_bundled(own) else own,
        more="code",
    )
