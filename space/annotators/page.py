"""The page "Annotators": a system next to several people, or next to their distributions."""

import functools

import gradio as gr

from ..frame import file_page, jobs, limits, sessions
from ..frame.errors import reason
from ..frame.label_names import split_labels
from ..frame.result_page import refusal
from ..frame.similarities import similarity_of
from . import result as annotators_result
from . import work
from .form import (
    FIRST,
    PAGE,
    checked_form,
    example_of,
    first_form,
    inputs,
    linked_form,
    names_seen,
    reading_of,
    sources_of,
)


def judge(visit, form, progress):
    """Score the file as the form says, and keep the state."""
    own_similarity = visit.similarity()
    form = checked_form(form, own_similarity)
    sources = sources_of(visit, form["kind"])
    file_page.check_serial(form, sources)
    content = sources[0].content()
    kind = form["kind"]
    name = work.EXAMPLE_FILES[kind].name if content is None else sources[0].name
    similarity = similarity_of(form["similarity"], own_similarity)
    if kind == "sets":
        options = {key: form[key] for key in ("reduce", "unknown_labels", "macro_labels")}
    else:
        options = {"labels": split_labels(form["labels"]) or None}
    if kind == "soft":
        options["normalize_counts"] = form["counts"]
        similarity = similarity if form["use_similarity"] else None
    arguments = (content, name, reading_of(form), similarity, options)
    size = 2 * limits.size_of(content)
    state = jobs.run(work.JUDGE[kind], arguments, size, visit.session, progress)
    visit.keep(PAGE, name, (state, form))
    return state, form


@functools.cache
def example():
    """The state of the example, as the page opens with it."""
    return judge(sessions.Visit(None), FIRST, file_page.progress_of(None))


def refused(message):
    """In place of a result: why there is none."""
    return refusal("Not scored.", message)


def form_of(visit):
    """The form of the files that are here: as it was sent last, or as it is at first."""
    own_similarity = visit.similarity()
    form = checked_form(visit.forms.get(PAGE), own_similarity)
    sources = sources_of(visit, form["kind"])
    first = {**FIRST, "kind": form["kind"]}
    return file_page.form_of_files(
        form, sources, first, lambda: first_form(sources, own_similarity, form)
    )


def shown_inputs(visit, form=None):
    """The inputs with a form, as the server wants its fields."""
    form = form or form_of(visit)
    visit.forms[PAGE] = form
    sources = sources_of(visit, form["kind"])
    return inputs(sources, form, visit.similarity(), sessions.serial())


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
    return _with_example(visit, form)


def _with_example(visit, form):
    """The page with the example of a kind, scored."""
    form = {**form, "source": "0"}
    try:
        shown = annotators_result.result(*judge(visit, form, file_page.progress_of(None)))
    except Exception as error:
        shown = refused(reason(error))
    return shown_inputs(visit, form), shown


def build():
    """The page; returns its components by name."""
    left = inputs([example_of("sets")], FIRST)
    return file_page.build(PAGE, left, annotators_result.result(*example()))


def wire(parts, similarity_page):
    """The events of the page."""

    def back(visit, form, data):
        visit.sources.pop(PAGE, None)
        kind = checked_form(form, visit.similarity())["kind"]
        left, right = _with_example(visit, {**FIRST, "kind": kind})
        return {"left": left, "right": right}

    def another_kind(visit, form, data):
        if PAGE not in visit.sources:
            return back(visit, form, data)
        own_similarity = visit.similarity()
        form = checked_form(form, own_similarity)
        sources = sources_of(visit, form["kind"])
        if not file_page.refused_of(sources):
            form = first_form(sources, own_similarity, form)
        return {"left": shown_inputs(visit, form)}

    def make(visit, form, data):
        form = checked_form(form, visit.similarity())
        names = list(names_seen(sources_of(visit, form["kind"]), form))
        left, right = similarity_page["prefill"](visit, names)
        return {"similarity_left": left, "similarity_right": right}

    def change(visit, form, data):
        own_similarity = visit.similarity()
        changed = checked_form(form, own_similarity)
        sources = sources_of(visit, changed["kind"])
        return {"left": inputs(sources, changed, own_similarity, form.get("rev") or 0)}

    file_page.wire(
        parts,
        PAGE,
        shown_inputs,
        {"example": back, "kind": another_kind, "make": make, "change": change},
        lambda visit, data, progress: {
            "right": annotators_result.result(*judge(visit, data.get("form"), progress))
        },
        refused,
        {
            "similarity_left": similarity_page["left"],
            "similarity_right": similarity_page["right"],
        },
    )
