"""The page "Score": a file of predictions, its scores, and what to take away."""

import functools
import json
from dataclasses import replace

import gradio as gr

from semantic_f1.average_table import NAMED_AVERAGES

from ..frame import export, file_page, jobs, limits, result_link, sessions, uploads
from ..frame.errors import handle_errors, reason
from ..frame.layout import PRIVATE
from ..frame.markup import section
from ..frame.reading import BUNDLED, BUNDLED_READING
from ..frame.result_page import refusal
from ..frame.similarities import EXACT, YOURS, bundled, similarity_of
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

# The answer to the question which labels are close, among the states of a visit.
ANSWER = "score-labels"


def score(visit, form, progress):
    """Score the visitor's file as the form says, and keep the state."""
    own_similarity = visit.similarity()
    sources = sources_of(visit)
    form = checked_form(form, own_similarity)
    file_page.check_serial(form, sources)
    content = layout_fields.content_of(sources)
    asked = [form["similarity"]]
    if form["beside"] not in ("", *asked) and asked != [EXACT]:
        asked.append(form["beside"])
    similarities = [
        None if name == EXACT else similarity_of(name, own_similarity) for name in asked
    ]
    reading = reading_of(form, sources)
    if content is None and all(name in bundled() for name in asked):
        names = tuple(asked)
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
    answer = visit.state(ANSWER)
    if answer and answer.similarity.fingerprint == scored.under[0].similarity.fingerprint:
        what = "groups were" if answer.text else "similarity was"
        scored = replace(scored, remark=f"The {what} made after exact F1 was seen.")
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


def rows(visit, data):
    """Each row with its scores, as a file to save."""
    scored, _, sources = pressed_state(visit, data)
    content = layout_fields.content_of(sources)
    text = jobs.look(work.rows_csv, (scored, content), limits.size_of(content))
    return [export.file_name(scored, "csv"), "text/csv", text]


def link(visit, data):
    """What a link to the result may hold, and what is chosen of it at first."""
    scored = pressed_state(visit, data)[0]
    asked, why = result_link.privacy_of(scored)
    return {"contents": result_link.contents(scored, data["average"]), "ask": asked, "why": why}


def recount(visit, data):
    """What the counts of a link give, under its similarity or a bundled one that is asked for."""
    given, asked = data["result"], data.get("similarity")
    similarity = similarity_of(asked) if asked else result_link.similarity_of_link(given)
    options = options_of(checked_form(given.get("options"), None))
    columns = [given.get(key) for key in result_link.COLUMNS]
    intervals = not (given.get("interval") or {}).get("groups")
    size = 40 * given["rows"] if type(given.get("rows")) is int else 0
    arguments = (*columns, similarity, options, intervals)
    scored = jobs.run(work.score_counts, arguments, size, visit.session)
    return result_link.contents(scored)


# What is made without a new result: a file to save, a link, the numbers of a link's counts.
MAKERS = {"rows": rows, "link": link, "recount": recount}


def shown_result(state, average="samples", question=""):
    """The right side as HTML; ``question``: HTML below its card."""
    scored, form, sources = state
    return result.page(scored, form, average, file_page.is_example(sources), question)


def question_of(editor, visit, state, problem=""):
    """The question which labels are close, if they are the file's own; else ""."""
    scored, form, _ = state
    similarity, answer = scored.under[0].similarity, visit.state(ANSWER)
    if result.is_exact(scored):
        return editor.card(form["source"], list(similarity.labels), problem=problem)
    if answer is None or answer.similarity.fingerprint != similarity.fingerprint:
        return ""
    inside = editor.card(form["source"], list(similarity.labels), answer, problem)
    opened = bool(problem or answer.notes)
    return section("own-labels", "Your labels", inside, similarity.card.get("title", ""), opened)


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
    sheet = gr.File(visible="hidden", elem_id=f"{PAGE}-sheet", label="Sheet of labels")
    return {**parts, "sheet": sheet, "made": gr.Textbox(visible=False)}


def wire(parts, similarity_page, compare_page):
    """The events of the page; steps here may fill the pages Similarity and Compare."""
    editor = similarity_page["editor"]

    def shown(visit, state, average="samples", problem=""):
        return {"right": shown_result(state, average, question_of(editor, visit, state, problem))}

    def average(visit, form, data):
        asked = data.get("average")
        asked = asked if asked in NAMED_AVERAGES else "samples"
        return shown(visit, pressed_state(visit, data), asked)

    def run(visit, data, progress):
        if data.get("do") != "groups":
            return shown(visit, score(visit, data.get("form"), progress))
        text, within = (str(data.get(key, ""))[:1_000_000] for key in ("text", "within"))
        return answered(
            visit, pressed_state(visit, data), editor.from_text, (text, within), progress
        )

    def answered(visit, state, make, given, progress):
        """The page with the similarity that an answer makes of the labels of a scored file."""
        scored, form, _ = state
        try:
            answer = make(*given, list(scored.under[0].similarity.labels))
        except ValueError as error:
            return shown(visit, state, problem=reason(error))
        visit.own_similarity = uploads.Kept("Your similarity", answer.similarity, visit.session)
        visit.keep(ANSWER, "Your groups", answer)
        form = visit.forms[PAGE] = {**form, "similarity": YOURS, "beside": ""}
        right = shown(visit, score(visit, form, progress))
        return {"left": shown_inputs(visit, form), **right}

    def sheet(path, request: gr.Request, progress=gr.Progress()):  # noqa: B008
        visit = sessions.of(request)
        given = (*uploads.take(path, limits.SIMILARITY_MEGABYTES), editor.CREDITS[0])
        state, progress = shown_state(visit), file_page.progress_of(progress)
        if not question_of(editor, visit, state):
            raise ValueError("The sheet is for the labels of a file that is scored first.")
        answer = answered(visit, state, editor.from_file, given, progress)
        return [answer.get(side, gr.skip()) for side in ("left", "right")]

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

    def make_(event: gr.EventData, request: gr.Request):
        data = event._data
        made = MAKERS[data["do"]](sessions.of(request), data)
        return json.dumps({"do": data["do"], "made": made})

    file_page.wire(
        parts,
        PAGE,
        shown_inputs,
        {"average": average, "example": back, "change": change, "make": make, "compare": compare},
        run,
        refused,
        {
            "similarity_left": similarity_page["left"],
            "similarity_right": similarity_page["right"],
            "compare_left": compare_page["left"],
        },
    )
    parts["sheet"].upload(
        handle_errors(sheet, lambda message, *_: [gr.skip(), refused(message)]),
        [parts["sheet"]],
        [parts["left"], parts["right"]],
        show_progress_on=[parts["right"]],
        concurrency_limit=None,
        **PRIVATE,
    ).then(lambda: None, None, [parts["sheet"]], show_progress="hidden", **PRIVATE)
    for side in (parts["left"], parts["right"]):
        side.make(
            handle_errors(make_, lambda message, *_: json.dumps({"error": message})),
            None,
            [parts["made"]],
            **file_page.QUICK,
        ).then(None, [parts["made"]], None, js="(made) => sf1.made(made)")
