"""The page "Annotators": a system next to several people, or next to their distributions."""

from ..frame import file_page, jobs, limits
from ..frame.label_names import split_labels
from ..frame.similarities import similarity_of
from . import form as annotators_form
from . import work
from .form import FIRST, PAGE, checked_form, first_form, reading_of, sources_of
from .result import result


def judge(visit, form, sources, progress):
    """The state of the file as the form says, and the form."""
    content, kind = sources[0].content(), form["kind"]
    name = work.EXAMPLE_FILES[kind].name if content is None else sources[0].name
    similarity = similarity_of(form["similarity"], visit.similarity())
    if kind == "sets":
        options = {key: form[key] for key in ("reduce", "unknown_labels", "macro_labels")}
    else:
        options = {"labels": split_labels(form["labels"]) or None}
    if kind == "soft":
        options["normalize_counts"] = form["counts"]
        similarity = similarity if form["use_similarity"] else None
    arguments = (kind, content, name, reading_of(form), similarity, options)
    return jobs.run(
        work.judge, arguments, 2 * limits.size_of(content), visit.session, progress
    ), form


page = file_page.FilePage(
    *(annotators_form, judge, result, "Not scored.", "example"), above=annotators_form.kinds
)


def back(visit, form, data):
    """The example of a kind, scored."""
    visit.sources.pop(PAGE, None)
    first = {**FIRST, "kind": checked_form(form, visit.similarity())["kind"]}
    return {"right": page.scored(visit, first), "left": page.inputs(visit, first)}


def another_kind(visit, form, data):
    """The inputs for another kind: of the file, or of the kind's example."""
    if PAGE not in visit.sources:
        return back(visit, form, data)
    own_similarity = visit.similarity()
    form = checked_form(form, own_similarity)
    sources = sources_of(visit, form)
    if not file_page.refused_of(sources):
        form = first_form(sources, own_similarity, form)
    return {"left": page.inputs(visit, form)}


STEPS = {"example": back, "kind": another_kind}
