"""The page "Compare": which of several systems is best, its uncertainty, by which similarity."""

import functools

import gradio as gr

from ..frame import file_page, jobs, limits, sessions
from ..frame.errors import reason
from ..frame.result_page import refusal
from ..frame.similarities import similarity_of
from . import result as compare_result
from . import work
from .form import (
    EXAMPLE_SYSTEMS,
    FIRST,
    PAGE,
    checked_form,
    files_of,
    first_form,
    inputs,
    linked_form,
    names_seen,
    options_of,
    sources_of,
    with_gold,
)
from .form import example as example_file


def compare(visit, form, progress):
    """Compare the systems that the form names, and keep the state."""
    own_similarity, sources = visit.similarity(), sources_of(visit)
    form = checked_form(form, own_similarity)
    file_page.check_serial(form, sources)
    files, names = [], None
    if file_page.is_example(sources):
        names = [name for name in EXAMPLE_SYSTEMS if name in form["systems"]]
    else:
        files = files_of(sources, form)
    similarity = similarity_of(form["similarity"], own_similarity)
    state = jobs.run(
        work.compare_systems,
        (files, similarity, form["average"], options_of(form), names, form["groups"]),
        2 * limits.size_of(*(content for _, content, *_ in files)),
        visit.session,
        progress,
    )
    visit.keep(PAGE, sources[0].name, (state, form))
    return state, form


@functools.cache
def example():
    """The state of the example, as the page opens with it."""
    similarity = similarity_of(FIRST["similarity"])
    return work.compare_systems([], similarity, "samples", options_of(FIRST)), FIRST


def refused(message):
    """In place of a result: why there is none."""
    return refusal("Not compared.", message)


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


def take_over(visit, sources):
    """The inputs with the first file of another page."""
    if file_page.is_example(sources) or sources[0].refused:
        return gr.skip()
    visit.sources[PAGE] = sources[:1]
    return shown_inputs(visit)


def with_similarity(visit, name):
    """The inputs with another similarity chosen."""
    return shown_inputs(visit, {**form_of(visit), "similarity": name})


def linked(query, visit):
    """The inputs and the result that an address asks for, both of one answer."""
    try:
        form = linked_form(query)
    except ValueError as error:
        return gr.skip(), refused(reason(error))
    if form == FIRST:
        return gr.skip(), gr.skip()
    try:
        shown = compare_result.result(*compare(visit, form, file_page.progress_of(None)))
    except Exception as error:
        shown = refused(reason(error))
    return shown_inputs(visit, form), shown


def build():
    """The page; returns its components and steps by name."""
    left = inputs([example_file()], FIRST)
    parts = file_page.build(PAGE, left, compare_result.result(*example()))
    return {**parts, "take_over": take_over}


def wire(parts, similarity_page):
    """The events of the page."""

    def back(visit, form, data):
        visit.sources.pop(PAGE, None)
        return {"left": shown_inputs(visit, FIRST)}

    def make(visit, form, data):
        names = list(names_seen(sources_of(visit), checked_form(form, visit.similarity())))
        left, right = similarity_page["prefill"](visit, names)
        return {"similarity_left": left, "similarity_right": right}

    def change(visit, form, data):
        own_similarity, sources = visit.similarity(), sources_of(visit)
        changed, rev = checked_form(form, own_similarity), form.get("rev") or 0
        if data.get("field") == "gold":
            changed, rev = with_gold(sources, changed), sessions.serial()
            visit.forms[PAGE] = changed
        return {"left": inputs(sources, changed, own_similarity, rev)}

    file_page.wire(
        parts,
        PAGE,
        shown_inputs,
        {"example": back, "make": make, "change": change},
        lambda visit, data, progress: {
            "right": compare_result.result(*compare(visit, data.get("form"), progress))
        },
        refused,
        {
            "similarity_left": similarity_page["left"],
            "similarity_right": similarity_page["right"],
        },
    )
