"""The page "Score": a file of predictions, its scores, and what to take away."""

import functools
import json

import gradio as gr

from semantic_f1.average_table import NAMED_AVERAGES

from ..frame import export, file_page, jobs, limits, sessions
from ..frame.errors import handle_errors, reason
from ..frame.reading import BUNDLED, BUNDLED_READING
from ..frame.result_page import refusal
from ..frame.similarities import bundled, similarity_of
from . import layout_fields, result, work
from .form import (
    FIRST,
    PAGE,
    checked_form,
    first_form,
    inputs,
    linked_form,
    names_seen,
    options_of,
    reading_of,
    sources_of,
)
from .form import example as example_file


def score(visit, form, progress):
    """Score the visitor's file as the form says, and keep the state."""
    own_similarity = visit.similarity()
    sources = sources_of(visit)
    form = checked_form(form, own_similarity)
    file_page.check_serial(form, sources)
    content = layout_fields.content_of(sources)
    similarities = [similarity_of(form["similarity"], own_similarity)]
    if form["beside"] and form["beside"] != form["similarity"]:
        similarities.append(similarity_of(form["beside"], own_similarity))
    reading = reading_of(form, sources)
    if content is None and all(map(export.is_bundled, similarities)):
        names = tuple(similarity.name for similarity in similarities)
        scored = scored_example(names, tuple(options_of(form).items()))
    else:
        name = BUNDLED.name if content is None else sources[0].name
        scored = jobs.run(
            work.score_file,
            (content, name, reading, similarities, options_of(form)),
            limits.size_of(content),
            visit.session,
            progress,
        )
    visit.keep(PAGE, sources[0].name, (scored, form, sources))
    return visit.state(PAGE)


@functools.lru_cache(maxsize=32)
def scored_example(names, options):
    """The example under bundled similarities, scored once for all who open a link to it."""
    similarities = [bundled()[name] for name in names]
    reading = BUNDLED_READING
    return work.score_file(None, BUNDLED.name, reading, similarities, dict(options))


def example():
    """The state of the example, as the page opens with it."""
    scored = scored_example((FIRST["similarity"],), tuple(options_of(FIRST).items()))
    return scored, FIRST, [example_file()]


def shown_state(visit):
    """The state that the page shows, with its form and its files."""
    return visit.state(PAGE) or example()


def pressed_state(visit, data):
    """The state whose button was pressed; an error if it has been forgotten."""
    state = shown_state(visit)
    if data.get("of") != state[1]["source"]:
        raise ValueError(file_page.FORGOTTEN)
    return state


def shown_result(state, average="samples"):
    """The right side as HTML."""
    scored, form, sources = state
    return result.page(scored, form, average, file_page.is_example(sources))


def refused(message):
    """In place of a result: why there is none."""
    return refusal("Not scored.", message)


def form_of(visit):
    """The form of the files that are here: as it was sent last, or as it is at first."""
    own_similarity, sources = visit.similarity(), sources_of(visit)
    form = checked_form(visit.forms.get(PAGE), own_similarity)
    return file_page.form_of_files(
        form, sources, FIRST, lambda: first_form(sources, own_similarity, form)
    )


def shown_inputs(visit, form=None):
    """The inputs with a form, as the server wants its fields."""
    form = form or form_of(visit)
    return inputs(sources_of(visit), form, visit.similarity(), sessions.serial())


def with_similarity(visit, name):
    """The inputs with another similarity chosen."""
    return shown_inputs(visit, {**form_of(visit), "similarity": name, "beside": ""})


def linked(query, visit):
    """The inputs and the result that an address asks for, both of one answer."""
    try:
        form, average = linked_form(query)
    except ValueError as error:
        return gr.skip(), refused(reason(error))
    if form == FIRST and average == "samples":
        return gr.skip(), gr.skip()
    try:
        shown = shown_result(score(visit, form, file_page.progress_of(None)), average)
    except Exception as error:
        shown = refused(reason(error))
    return shown_inputs(visit, form), shown


def build():
    """The page; returns its components by name."""
    parts = file_page.build(PAGE, inputs([example_file()], FIRST), shown_result(example()))
    return {**parts, "made": gr.Textbox(visible=False)}


def wire(parts, similarity_page, compare_page):
    """The events of the page; steps here may fill the pages Similarity and Compare."""

    def average(visit, form, data):
        asked = data.get("average")
        shown = asked if asked in NAMED_AVERAGES else "samples"
        return {"right": shown_result(pressed_state(visit, data), shown)}

    def back(visit, form, data):
        visit.sources.pop(PAGE, None)
        return {"left": shown_inputs(visit, FIRST)}

    def change(visit, form, data):
        own_similarity = visit.similarity()
        changed, sources = checked_form(form, own_similarity), sources_of(visit)
        if data.get("field") == "layout":
            return {"left": shown_inputs(visit, layout_fields.relaid(changed, sources))}
        return {"left": inputs(sources, changed, own_similarity, form.get("rev") or 0)}

    def make(visit, form, data):
        names = list(names_seen(sources_of(visit), checked_form(form, visit.similarity())))
        left, right = similarity_page["prefill"](visit, names)
        return {"similarity_left": left, "similarity_right": right}

    def compare(visit, form, data):
        return {"compare_left": compare_page["take_over"](visit, sources_of(visit))}

    def rows(event: gr.EventData, request: gr.Request):
        scored, _, sources = pressed_state(sessions.of(request), event._data)
        content = layout_fields.content_of(sources)
        text = jobs.look(work.rows_csv, (scored, content), limits.size_of(content))
        return json.dumps([export.file_name(scored, "csv"), "text/csv", text])

    file_page.wire(
        parts,
        PAGE,
        shown_inputs,
        {"average": average, "example": back, "change": change, "make": make, "compare": compare},
        lambda visit, form, progress: shown_result(score(visit, form, progress)),
        refused,
        {
            "similarity_left": similarity_page["left"],
            "similarity_right": similarity_page["right"],
            "compare_left": compare_page["left"],
        },
    )
    for side in (parts["left"], parts["right"]):
        side.make(
            handle_errors(rows, lambda message, *_: ""), None, [parts["made"]], **file_page.QUICK
        ).then(None, [parts["made"]], None, js="(made) => sf1.saveMade(made)")
