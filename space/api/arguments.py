"""Parts that endpoints share: how they are named, and what their arguments mean."""

import gradio as gr

from ..frame import sessions
from ..frame.errors import endpoint
from ..frame.similarities import YOURS, similarity_of
from ..frame.table_layouts import WHOLE_NUMBERS
from ..frame.tables import JSON_LISTS

UPLOADED = "(uploaded)"


def named_similarity(name, request):
    """A bundled similarity, or what this session has uploaded."""
    if name in (UPLOADED, YOURS):
        own_similarity = sessions.of(request).similarity()
        if own_similarity is None:
            raise ValueError(
                "There is no uploaded similarity: call upload_similarity in this session first."
            )
        return own_similarity
    return similarity_of(name)


def reading_asked(predictions, references, separator, ids="auto"):
    """Reading of a file, from an endpoint's arguments."""
    return {
        "predictions": predictions,
        "references": references,
        "separator": separator or JSON_LISTS,
        "ids": one_of(ids, WHOLE_NUMBERS, "ids"),
    }


def one_of(value, known, what):
    """The value, if it is a known one."""
    if value not in known:
        raise ValueError(f"{what}: {value!r} is not one of {', '.join(known)}")
    return value


def named_endpoint(function, inputs, names, description):
    """Make a function an endpoint that bears its name."""
    for component, name in zip(inputs, names, strict=True):
        component.label = name
    gr.Button(visible=False).click(
        endpoint(function),
        inputs,
        [gr.JSON()],
        api_name=function.__name__,
        api_description=description,
        concurrency_limit=None,
    )


def text_field(value=""):
    """An argument that is text."""
    return gr.Textbox(value)


def several_field(value):
    """An argument that is a list of texts."""
    return gr.Dropdown(value, value=value, multiselect=True, allow_custom_value=True)
