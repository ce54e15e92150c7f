"""The page "Similarity": choose one, look at it, check it, make your own."""

import gradio as gr

from ..frame import limits, sessions, uploads
from ..frame.errors import handle_errors, reason
from ..frame.forms import BadLink
from ..frame.layout import QUICK, file_field, on_file, part
from ..frame.result_page import refusal
from ..frame.similarities import YOURS, bundled
from . import builder, groups_editor
from .form import FIRST, PAGE, checked_form, file_form, inputs, made_of
from .result import result

PREFILLED = (
    "No label is near any other yet: this is F1 of exact matches. Put labels that are near on one "
    "line, such as money: billing, refund."
)


def look(visit, form):
    """The result for a form; if it makes none, the last good one behind the reason."""
    form = checked_form(form)
    try:
        made = made_of(form, visit.sources.get(PAGE)), form["making"] == "bundled"
    except ValueError as error:
        return result(*(visit.state(PAGE) or (made_of(FIRST), False)), reason(error))
    visit.keep(PAGE, "The similarity", made)
    return result(*made, used=visit.similarity())


def prefill(visit, names):
    """The page with names to be put in groups."""
    lines = map(builder.written, names[: limits.MOST_OWN_LABELS])
    form = {**FIRST, "groups": "\n".join(lines)}
    return inputs(form, None, sessions.serial(), PREFILLED), look(visit, form)


def linked(query, visit):
    """The page for an address that names a bundled similarity."""
    name = query.get("similarity")
    if name is None:
        return gr.skip(), gr.skip()
    if name not in bundled():
        error = BadLink("similarity", name).offer(query, FIRST["bundled"])
        return gr.skip(), refusal("Not shown.", error)
    form = {**FIRST, "making": "bundled", "bundled": name}
    return inputs(form, None, sessions.serial()), look(visit, form)


def build():
    """The page; returns its components and steps by name."""
    return {
        "left": part(PAGE, "inputs", inputs(FIRST)),
        "right": part(PAGE, "result", result(made_of(FIRST))),
        "file": file_field(f"{PAGE}-file", "Similarity"),
        "prefill": prefill,
        "editor": groups_editor,
    }


def wire(parts, others):
    """The events of the page."""
    here = [parts["left"], parts["right"]]
    outputs = [*here, *(component for component, _ in others)]

    def send(event: gr.EventData, request: gr.Request):
        visit, data = sessions.of(request), event._data
        answer = [gr.skip()] * len(outputs)
        do, form = data.get("do"), checked_form(data.get("form"))
        if do == "look":
            answer[1] = look(visit, form)
        elif do == "copy":
            form = {**form, "making": "pairs", "numbers": "similarities", "others": "none"}
            form["pairs"] = builder.as_table_text(bundled()[form["bundled"]])
            answer[0] = inputs(form, None, sessions.serial())
            answer[1] = look(visit, form)
        elif do == "use":
            # Of a page that the server has forgotten, what its form makes.
            made, is_bundled = visit.state(PAGE) or (
                made_of(form, visit.sources.get(PAGE)),
                form["making"] == "bundled",
            )
            name = made.similarity.name
            if not is_bundled:
                visit.use(made.similarity)
                name = YOURS
            answer[1] = result(made, is_bundled, used=visit.similarity())
            answer[2:] = [function(visit, name) for _, function in others]
        return answer

    def upload(path, request: gr.Request):
        visit = sessions.of(request)
        name, content = uploads.take(path, limits.SIMILARITY_MEGABYTES)
        kept = uploads.Kept(name, content, visit.session)
        visit.sources[PAGE] = sessions.Source(name, kept)
        form = file_form(visit.sources[PAGE])
        return inputs(form, visit.sources[PAGE], sessions.serial()), look(visit, form)

    def failed(message, *_):
        return [gr.skip(), result(made_of(FIRST), problem=message)]

    for side in here:
        side.send(
            handle_errors(send, lambda *a: [*failed(*a), *[gr.skip()] * len(others)]),
            None,
            outputs,
            trigger_mode="always_last",
            **QUICK,
        )
    on_file(parts["file"], upload, failed, here)
