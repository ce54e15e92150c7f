"""The page "Score": a file of predictions, its scores, and what to take away."""

import functools
import json
from dataclasses import replace

import gradio as gr

from semantic_f1.average_table import NAMED_AVERAGES

from ..frame import export, file_page, jobs, limits, result_link, sessions, uploads
from ..frame.errors import reason
from ..frame.layout import QUICK, file_field, on_file
from ..frame.markup import section
from ..frame.reading import BUNDLED, BUNDLED_READING
from ..frame.similarities import EXACT, YOURS, bundled, similarity_of
from . import form as score_form
from . import layout_fields, result, work
from .form import PAGE, checked_form, options_of, reading_of, sources_of

# The answer to the question which labels are close, among the states of a visit.
ANSWER = "score-labels"


def score(visit, form, sources, progress):
    """The state of the file, the form, the files, and what said which labels are close, or None."""
    own_similarity, content = visit.similarity(), layout_fields.content_of(sources)
    asked = [form["similarity"]]
    if form["beside"] not in ("", *asked) and asked != [EXACT]:
        asked.append(form["beside"])
    reading = reading_of(form, sources)
    if content is None and all(name in bundled() for name in asked):
        scored = scored_example(tuple(asked), tuple(options_of(form).items()))
    else:
        similarities = [
            None if name == EXACT else similarity_of(name, own_similarity) for name in asked
        ]
        name = BUNDLED.name if content is None else sources[0].name
        given = (content, name, reading, similarities, options_of(form))
        size = limits.size_of(content)
        scored = jobs.run(work.score_file, given, size, visit.session, progress)
    answer = visit.state(ANSWER)
    if answer and answer.similarity.fingerprint == scored.under[0].similarity.fingerprint:
        what = "groups were" if answer.text else "similarity was"
        scored = replace(scored, remark=f"The {what} made after exact F1 was seen.")
    return scored, form, sources, answer if scored.remark else None


@functools.lru_cache(maxsize=32)
def scored_example(names, options):
    """The example under bundled similarities, scored once for all who open a link to it."""
    similarities = [bundled()[name] for name in names]
    reading = BUNDLED_READING
    return work.score_file(None, BUNDLED.name, reading, similarities, dict(options))


def pressed_state(visit, data):
    """The state whose button was pressed; an error if it has been forgotten."""
    state = visit.state(PAGE) or page.example
    if data.get("of") != state[1]["source"]:
        raise uploads.Forgotten(file_page.FORGOTTEN)
    return state


def shown_result(scored, form, sources, answer, average="samples", problem=""):
    """The right side as HTML; ``problem``: of an answer to its question."""
    asked = _question(scored, form, answer, problem)
    return result.page(scored, form, average, file_page.is_example(sources), asked)


def _question(scored, form, answer, problem):
    """The question which labels are close, if they are the file's own; else ""."""
    similarity, exact = scored.under[0].similarity, result.is_exact(scored)
    if not exact and answer is None:
        return ""
    asked = page.editor.card(form["source"], list(similarity.labels), answer, problem)
    opened = bool(problem or (answer and answer.notes))
    title = similarity.card.get("title", "")
    return asked if exact else section("own-labels", "Your labels", asked, title, opened)


page = file_page.FilePage(
    *(score_form, score, shown_result, "Not scored.", score_form.EXAMPLE_NAME),
    add=lambda sources, form: (
        "of the gold labels, if they are in a separate file" * (len(sources) < 2)
    ),
)


def answered(visit, state, make, given, progress):
    """The page under the similarity that an answer makes of the labels of a scored file."""
    scored, form, *_ = state
    try:
        answer = make(*given, list(scored.under[0].similarity.labels))
    except ValueError as error:
        return {"right": shown_result(*state, problem=reason(error))}
    visit.use(answer.similarity)
    visit.keep(ANSWER, "Your groups", answer)
    form = {**form, "similarity": YOURS, "beside": ""}
    return {"left": page.inputs(visit, form), "right": page.scored(visit, form, progress)}


def grouped(visit, data, progress):
    """The page under groups that were tapped or typed."""
    text, within = (str(data.get(key, ""))[:1_000_000] for key in ("text", "within"))
    state = pressed_state(visit, data)
    return answered(visit, state, page.editor.from_text, (text, within), progress)


def filled(visit, path, progress):
    """The page under a sheet that was filled, or another file of a similarity."""
    given = (*uploads.take(path, limits.SIMILARITY_MEGABYTES), page.editor.CREDITS[0])
    state = visit.state(PAGE) or page.example
    if not _question(*state[:2], state[3], ""):
        raise ValueError("The sheet is for the labels of a file that is scored first.")
    return answered(visit, state, page.editor.from_file, given, progress)


def rows(visit, data):
    """Each row with its scores, as a file to save."""
    scored, _, sources, _ = pressed_state(visit, data)
    content = layout_fields.content_of(sources)
    text = jobs.look(work.rows_csv, (scored, content), limits.size_of(content))
    return [f"{export.file_name(scored)}.csv", "text/csv", text]


def link(visit, data):
    """Contents of a link to the result, and the first choice among them."""
    scored = pressed_state(visit, data)[0]
    asked, why = result_link.privacy_of(scored)
    return {"contents": result_link.contents(scored, data["average"]), "ask": asked, "why": why}


def recount(visit, data):
    """Scores of the counts of a link, under its similarity or a bundled one that is asked for."""
    given, asked = data["result"], data.get("similarity")
    similarity = similarity_of(asked) if asked else result_link.similarity_of_link(given)
    options = options_of(checked_form(given.get("options"), None))
    columns = [given.get(key) for key in result_link.COLUMNS]
    intervals = not (given.get("interval") or {}).get("groups")
    size = 40 * given["rows"] if type(given.get("rows")) is int else 0
    arguments = (columns, similarity, options, intervals)
    scored = jobs.run(work.score_counts, arguments, size, visit.session)
    return result_link.contents(scored)


# What is made without a new result: a file to save, a link, the numbers of a link's counts.
MAKERS = {"rows": rows, "link": link, "recount": recount}


def wire(similarity_page, compare_page, take_over):
    """The events of the page; ``take_over`` makes the inputs of Compare with the first of files."""

    def average(visit, form, data):
        shown = data["average"] if data.get("average") in NAMED_AVERAGES else "samples"
        return {"right": shown_result(*pressed_state(visit, data), shown)}

    def borrow(visit, form, data):
        visit.use(result_link.similarity_of_link(data["result"]), "The link's similarity")
        return {"left": page.with_similarity(visit, YOURS)}

    def compare(visit, form, data):
        return {"compare_left": take_over(visit, sources_of(visit))}

    def make(event: gr.EventData, request: gr.Request):
        do = event._data["do"]
        try:
            made = MAKERS[do](sessions.of(request), event._data)
        except Exception as error:
            forgotten = isinstance(error, uploads.Forgotten)
            return json.dumps({"error": reason(error), "forgotten": forgotten})
        return json.dumps({"do": do, "made": made})

    def sheet(path, request: gr.Request, progress=gr.Progress()):  # noqa: B008
        answer = filled(sessions.of(request), path, progress)
        return [answer.get(side, gr.skip()) for side in ("left", "right")]

    page.editor = similarity_page["editor"]
    page.wire(
        similarity_page,
        {"average": average, "borrow": borrow, "compare": compare},
        {"compare_left": compare_page["left"]},
        {"groups": grouped},
    )
    parts, made = page.parts, gr.Textbox(visible=False)
    both = [parts["left"], parts["right"]]
    on_file(
        file_field(f"{PAGE}-sheet", "Sheet of labels"),
        sheet,
        lambda message, *_: [gr.skip(), page.refused(ValueError(message))],
        both,
        show_progress="full",
        show_progress_on=both[1:],
    )
    for side in both:
        done = side.make(make, None, [made], **QUICK)
        done.then(None, [made], None, js="(made) => sf1.made(made)")
