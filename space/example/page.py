"""The page "Try it": what one example earns, and why, while labels are picked."""

import gradio as gr

from ..frame import sessions
from ..frame.errors import handle_errors
from ..frame.forms import BadLink
from ..frame.layout import QUICK, html
from ..frame.markup import as_json, label_set, number, page_part, unfold
from ..frame.result_page import refusal
from ..frame.similarities import similarity_of
from . import form
from .details import more
from .form import FIRST, SIDES, TAB, checked_state, stepped
from .result import ledgers, picture_card, picture_of, score_card, scores_of


def render(state, own_similarity=None, messages=(), ack=0):
    """The page for a state, as HTML: chips, scores, ledgers and picture are of one answer."""
    similarity, semantic, hard = scores_of(
        state, similarity_of(state["similarity"], own_similarity)
    )
    serial = as_json([state, list(messages)])
    drawn = picture_of(similarity, semantic)
    exact = number(hard["semantic_f1"])
    say = f"Semantic F1 {number(semantic['semantic_f1'])}, F1 (exact matches) {exact}."
    fields = form.example_pills(state)
    fields += "".join(form.side_field(side, state, similarity) for side in SIDES)
    fields += form.similarity_field(state["similarity"], own_similarity, messages)
    sets = " ".join(label_set(side, state[side], 3) for side in SIDES)
    return page_part(
        f'<div class="stack"><div class="source set-labels">{sets}{unfold("Change the labels")}'
        f'</div><div class="foldable stack">{fields}</div>'
        f"{score_card(similarity, state, semantic, hard)}"
        f'<div class="below stack">{ledgers(semantic)}{more(state, similarity, semantic, drawn)}'
        f'</div></div><div class="stack">{picture_card(similarity, semantic, drawn)}</div>',
        class_="try try-grid",
        data_state=as_json(state),
        data_ack=ack,
        data_serial=serial,
        data_say=say,
        data_query=form.query_of(state),
    )


def linked_page(query):
    """The page for an address, or what it asks for that is not here."""
    try:
        return render(form.linked(query))
    except ValueError as error:
        if isinstance(error, BadLink):
            error.offer(query, FIRST["similarity"])
        return refusal("Not shown.", error)


def with_own(visit, name):
    """The page, with the visitor's own similarity among the choices."""
    return render(visit.state(TAB) or FIRST, visit.similarity())


def build():
    """The page; returns the component that holds all of it."""
    script = "sf1.tryIt(element, (data) => trigger('send', data), watch)"
    shown = html("try-result", render(FIRST), script)

    def send(event: gr.EventData, request: gr.Request):
        visit, data = sessions.of(request), event._data
        own_similarity = visit.similarity()
        steps = data.get("steps") or []
        state, messages = stepped(checked_state(data.get("state")), steps, own_similarity)
        visit.keep(TAB, "The example", state)
        return render(state, own_similarity, messages, steps[-1]["id"] if steps else 0)

    shown.send(
        handle_errors(send, lambda message, *_: render(FIRST, messages=[message], ack=10**9)),
        None,
        [shown],
        trigger_mode="always_last",
        **QUICK,
    )
    return shown
