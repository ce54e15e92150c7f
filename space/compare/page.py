"""The page "Compare": which of several systems is best, its uncertainty, by which similarity."""

import functools

import gradio as gr

from ..frame import file_page, jobs, limits
from ..frame.similarities import similarity_of
from . import form as compare_form
from . import work
from .form import EXAMPLE_SYSTEMS, FIRST, PAGE, checked_form, files_of, options_of, sources_of
from .result import result


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


page = file_page.FilePage(compare_form, compare, lambda state: result(*state), "Not compared.")


@functools.cache
def example():
    """The state of the example, as the page opens with it."""
    similarity = similarity_of(FIRST["similarity"])
    return work.compare_systems([], similarity, "samples", options_of(FIRST)), FIRST


def take_over(visit, sources):
    """The inputs with the first file of another page."""
    if file_page.is_example(sources) or sources[0].refused:
        return gr.skip()
    visit.sources[PAGE] = sources[:1]
    return page.inputs(visit)
