"""Files that pages take: the frame of their inputs, what comes into it, and their events.

The sources of a page are a list: what came first, then what was added to it.
"""

import gradio as gr

from . import jobs, sessions
from .errors import handle_errors, reason
from .file_inputs import drop_area, receive_file, receive_pasted, source_bar
from .layout import PRIVATE, part
from .markup import bdi, button, notice, page_part

# What a visitor may do whether or not the files of the page are still here.
ANYTIME = ("cancel", "paste", "example")
FORGOTTEN = (
    "The file is no longer here: the server started again, or the page was not used for long. "
    "Choose the file again."
)
QUICK = {"show_progress": "hidden", "concurrency_limit": None, **PRIVATE}


def sources_of(visit, page, example):
    """The files of a page; the example if there are none."""
    return visit.sources.get(page) or [example]


def serial_of(sources):
    """Serial that tells these files from others."""
    return "-".join(str(source.serial) for source in sources)


def is_example(sources):
    """True where a page has no file but its example."""
    return sources[0].serial == 0


def refused_of(sources):
    """The first of the files that can't be used, or None."""
    return next((source for source in sources if source.refused), None)


def form_of_files(form, sources, first, read):
    """The form as it was sent last, if it is of these files; else as it is at first.

    ``first``: that of the example and of files that can't be used; ``read``: a function that makes
    that of the others.
    """
    if form["source"] == serial_of(sources):
        return form
    if is_example(sources) or refused_of(sources):
        return {**first, "source": serial_of(sources)}
    return read()


def check_serial(form, sources):
    """Refuse a form whose files are forgotten, or are others than those that are here."""
    if form["source"] != serial_of(sources):
        if is_example(sources):
            raise ValueError(FORGOTTEN)
        raise ValueError("The file changed meanwhile: check how it was read, then press again.")


def frame(
    page,
    sources,
    fields,
    ready,
    press,
    example_title,
    rev=0,
    opened=False,
    placeholder=None,
    above="",
    add=None,
    at_once=None,
):
    """Inputs of a page as HTML: its files, the area that takes one, fields, and the button.

    ``at_once``: None, or what is new where the script presses the button unasked
    """
    refused = refused_of(sources)
    parts = [above, source_bar(page, sources[0])]
    for index, source in enumerate(sources[1:], 1):
        parts.append(
            f'<div class="source"><span><b>{bdi(source.name)}</b></span>'
            f"{button('Remove', data_do='remove', data_place=index)}</div>"
        )
    parts.append(drop_area(page, sources[0], example_title, opened, placeholder))
    if add and not is_example(sources) and not sources[0].refused:
        more = button("Add a file", data_choose="added")
        parts.append(f'<div class="buttons">{more}<span class="help">{add}</span></div>')
    if refused:
        parts.append(notice("error", "Not read.", refused.refused, alert=True))
    else:
        parts.append(fields)
    text, do = press
    hidden = (
        f'<input type="hidden" name="source" data-field value="{serial_of(sources)}">'
        f'<input type="hidden" name="rev" value="{rev}">'
    )
    pressed = (
        '<div class="press">'
        + button(
            text,
            main=True,
            data_do=do,
            data_run=True,
            data_at_once=at_once,
            disabled=bool(refused) or not ready,
        )
        + button("Cancel", data_do="cancel", data_cancel=True, hidden=True)
        + "</div>"
    )
    return page_part(f"{hidden}{''.join(parts)}{pressed}", class_="fields", data_rev=rev)


def build(page, left, right):
    """The components of a page that takes files, by name."""
    return {
        "left": part(page, "inputs", left),
        "right": part(page, "result", right),
        "file": gr.File(visible="hidden", elem_id=f"{page}-file", label=f"File of {page}"),
        "added": gr.File(visible="hidden", elem_id=f"{page}-added", label=f"More of {page}"),
    }


def progress_of(progress):
    """A function that shows progress."""
    return lambda share, text: progress and progress(share, desc=text)


def _step(visit, page, data, fresh, steps):
    """The parts of a page that an event changes, by name."""
    form = data.get("form") if isinstance(data.get("form"), dict) else {}
    do, sources = data.get("do"), visit.sources.get(page)
    # What changed in the form of the files before is not for those that came meanwhile.
    late = do == "change" and sources and form.get("source") != serial_of(sources)
    # The example never stands in for a file that is forgotten.
    if do not in ANYTIME and not sources and form.get("source", "0") != "0":
        raise ValueError(FORGOTTEN)
    if not late:
        visit.forms[page] = {key: value for key, value in form.items() if key != "pasted"}
    if do == "cancel":
        jobs.cancel(visit.session)
    elif do == "paste":
        visit.sources[page] = [receive_pasted(form.get("pasted"), visit.session)]
        return {"left": fresh(visit)}
    elif do == "remove":
        index = int(data.get("place") or 0)
        kept = visit.sources.get(page, [])
        visit.sources[page] = [source for i, source in enumerate(kept) if i != index or not index]
        return {"left": fresh(visit)}
    elif do in steps and not late:
        return steps[do](visit, form, data)
    return {}


def _receive(visit, page, path, fresh, adds):
    """The inputs after a file came: in the place of those before, or added to them."""
    source = receive_file(path, visit.session)
    before = visit.sources.get(page, []) if adds else []
    visit.sources[page] = [*(source for source in before if not source.refused), source]
    try:
        return fresh(visit)
    except Exception as error:
        visit.sources[page] = [sessions.Source(source.name, refused=reason(error))]
        return fresh(visit)


def wire(parts, page, fresh, steps, run, refused, others=None):
    """The events of a page that takes files."""
    places = {"left": parts["left"], "right": parts["right"], **(others or {})}

    def send(event: gr.EventData, request: gr.Request):
        answer = _step(sessions.of(request), page, event._data, fresh, steps)
        return [answer.get(name, gr.skip()) for name in places]

    def failed(message, *_):
        return [refused(message) if name == "right" else gr.skip() for name in places]

    def work(event: gr.EventData, request: gr.Request, progress=gr.Progress()):  # noqa: B008
        answer = run(sessions.of(request), event._data, progress_of(progress))
        return [answer.get(name, gr.skip()) for name in places]

    def first(path, request: gr.Request):
        return _receive(sessions.of(request), page, path, fresh, False)

    def added(path, request: gr.Request):
        return _receive(sessions.of(request), page, path, fresh, True)

    for side in (parts["left"], parts["right"]):
        side.send(handle_errors(send, failed), None, list(places.values()), **QUICK)
        side.run(
            handle_errors(work, failed),
            None,
            list(places.values()),
            show_progress_on=[parts["right"]],
            # The gate of jobs says how many run.
            concurrency_limit=None,
            trigger_mode="once",
            **PRIVATE,
        )
    for field, function in (("file", first), ("added", added)):
        parts[field].upload(
            handle_errors(function, lambda message, *_: gr.skip()),
            [parts[field]],
            [parts["left"]],
            **QUICK,
        ).then(lambda: None, None, [parts[field]], show_progress="hidden", **PRIVATE)
