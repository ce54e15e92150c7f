"""The page "Score": a file of predictions, its scores, and what to take away."""

import functools
import json

import gradio as gr

from semantic_f1.average_table import NAMED_AVERAGES

from ..frame import export, file_page, jobs, limits, sessions, uploads
from ..frame.errors import handle_errors
from ..frame.reading import BUNDLED, BUNDLED_READING
from ..frame.similarities import bundled, similarity_of
from . import form as score_form
from . import layout_fields, result, work
from .form import FIRST, PAGE, checked_form, options_of, reading_of, sources_of
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
        raise uploads.Forgotten(file_page.FORGOTTEN)
    return state


def shown_result(state, average="samples"):
    """The right side as HTML."""
    scored, form, sources = state
    return result.page(scored, form, average, file_page.is_example(sources))


page = file_page.FilePage(score_form, score, shown_result, "Not scored.")


def wire(similarity_page, compare_page, take_over):
    """The events of the page; steps here may fill the pages Similarity and Compare.

    ``take_over``: makes the inputs of Compare, with the first of some files
    """

    def average(visit, form, data):
        asked = data.get("average")
        shown = asked if asked in NAMED_AVERAGES else "samples"
        return {"right": shown_result(pressed_state(visit, data), shown)}

    def compare(visit, form, data):
        return {"compare_left": take_over(visit, sources_of(visit))}

    def rows(event: gr.EventData, request: gr.Request):
        scored, _, sources = pressed_state(sessions.of(request), event._data)
        content = layout_fields.content_of(sources)
        text = jobs.look(work.rows_csv, (scored, content), limits.size_of(content))
        return json.dumps([export.file_name(scored, "csv"), "text/csv", text])

    page.wire(
        similarity_page,
        {"average": average, "compare": compare},
        {"compare_left": compare_page["left"]},
    )
    parts, made = page.parts, gr.Textbox(visible=False)
    for side in ("left", "right"):
        parts[side].make(
            handle_errors(rows, lambda message, *_: ""), None, [made], **file_page.QUICK
        ).then(None, [made], None, js="(made) => sf1.saveMade(made)")
