"""The page "Compare": which of several systems is best, its uncertainty, by which similarity."""

import gradio as gr

from ..frame import file_page, jobs, limits
from ..frame.similarities import similarity_of
from . import form as compare_form
from . import work
from .form import EXAMPLE_SYSTEMS, PAGE, files_of, options_of
from .result import result


def compare(visit, form, sources, progress):
    """The state of the systems that the form names, and the form."""
    files, names = [], None
    if file_page.is_example(sources):
        names = [name for name in EXAMPLE_SYSTEMS if name in form["systems"]]
    else:
        files = files_of(sources, form)
    similarity = similarity_of(form["similarity"], visit.similarity())
    given = (files, similarity, form["average"], options_of(form), names, form["groups"])
    size = 2 * limits.size_of(*(content for _, content, *_ in files))
    return jobs.run(work.compare_systems, given, size, visit.session, progress), form


page = file_page.FilePage(
    *(compare_form, compare, result, "Not compared.", compare_form.EXAMPLE_NAME, "Compare"),
    add=lambda sources, form: "with another system for the same rows",
)


def take_over(visit, sources):
    """The inputs with the first file of another page."""
    if file_page.is_example(sources) or sources[0].refused:
        return gr.skip()
    visit.sources[PAGE] = sources[:1]
    return page.inputs(visit)
