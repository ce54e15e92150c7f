"""Files that pages take: the frame of their inputs, what comes into it, and their events.

The sources of a page are a list: what came first, then what was added to it.
"""

import functools

import gradio as gr

from . import jobs, sessions
from .errors import reason
from .file_inputs import drop_area, look_at, receive_file, receive_pasted, source_bar
from .forms import BadLink, file_fields
from .layout import PRIVATE, QUICK, file_field, on_file, part
from .markup import bdi, button, notice, page_part
from .result_page import refusal
from .table_layouts import LOOKS, file_options
from .uploads import Forgotten

# What a visitor may do whether or not the files of the page are still here.
ANYTIME = ("cancel", "paste", "example", "restore")
FORGOTTEN = (
    "The file is no longer here: the server started again, or the page was not used for long. "
    "Choose the file again."
)


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


def check_serial(form, sources):
    """Refuse a form whose files are forgotten, or are others than those that are here."""
    if form["source"] == serial_of(sources):
        return
    if is_example(sources) or not sessions.is_of_this_start(form["source"]):
        raise Forgotten(FORGOTTEN)
    raise ValueError("The file changed meanwhile: check how it was read, then press again.")


class FilePage:
    """A page that takes files and scores them: its inputs, its result, its address, its events.
    ``form``: the module of its left side; ``score``: a function of a visit, a form, its files and a
    function that shows progress, which returns a state; ``show``: a function that makes HTML of it;
    ``strong``: the first words if there is no result; ``example``: the name of the page's own file;
    ``add``, ``above``: functions of files and a form: what a second file is for, and HTML above the
    files
    """

    def __init__(self, form, score, show, strong, example, press="Score", **more):
        self.PAGE, self.form, self.steps, self._press = form.PAGE, form, {}, press
        self._score, self._show, self._strong, self._example = score, show, strong, example
        self._more = {**dict.fromkeys(("add", "above"), lambda sources, form: ""), **more}

    def refused(self, error):
        """In place of a result: why there is none."""
        return refusal(self._strong, error)

    def form_of(self, visit):
        """The form of the files that are here: as it was sent last, or as it is at first."""
        own_similarity = visit.similarity()
        form = self.form.checked_form(visit.forms.get(self.PAGE), own_similarity)
        sources = self.form.sources_of(visit, form)
        if form["source"] == serial_of(sources):
            return form
        if is_example(sources) or refused_of(sources):
            kept = {key: form[key] for key in ("kind", *LOOKS) if key in form}
            return {**self.form.FIRST, **kept, "source": serial_of(sources)}
        return self.form.first_form(sources, own_similarity, form)

    def inputs(self, visit, form=None):
        """The inputs with a form, as the server wants its fields."""
        visit.forms[self.PAGE] = form = form or self.form_of(visit)
        sources = self.form.sources_of(visit, form)
        return self.html(sources, form, visit.similarity(), sessions.serial())

    def html(self, sources, form, own_similarity=None, rev=0):
        """The inputs; the script presses the button unasked for what is new ``at_once``."""
        page, refused = self.PAGE, refused_of(sources)
        add, above = (self._more[key](sources, form) for key in ("add", "above"))
        shown, ready, at_once = "", False, None
        if not refused:
            shown, ready, at_once = self.form.fields(sources, form, own_similarity)
        elif all(source.kept for source in sources):
            # Options that may make sense of the file.
            shown = file_fields(page, form, opened=True)
        parts = []
        for index, source in enumerate(sources[1:], 1):
            parts.append(
                f'<div class="source"><span><b>{bdi(source.name)}</b></span>'
                f"{button('Remove', data_do='remove', data_place=index)}</div>"
            )
        if add and not is_example(sources) and not sources[0].refused:
            more = button("Add a file", data_choose="added")
            parts.append(f'<div class="buttons">{more}<span class="help">{add}</span></div>')
        if refused:
            parts.append(notice("error", "Not read.", refused.refused, alert=True))
        given = {"data_do": self._press.lower(), "data_run": True, "data_at_once": at_once}
        pressed = button(self._press, True, **given, disabled=bool(refused) or not ready)
        pressed += button("Cancel", data_do="cancel", data_cancel=True, hidden=True)
        parts += [shown, f'<div class="press">{pressed}</div>']
        return page_part(
            f'<input type="hidden" name="source" data-field value="{serial_of(sources)}">'
            f'<input type="hidden" name="rev" value="{rev}">{above}{source_bar(page, sources[0])}'
            f"{drop_area(page, sources[0], self._example, self.form.PLACEHOLDER)}"
            f'<div class="foldable fields">{"".join(parts)}</div>',
            class_="fields open",
            data_rev=rev,
        )

    def with_similarity(self, visit, name):
        """The inputs with another similarity chosen."""
        form = {**self.form_of(visit), "similarity": name}
        if "beside" in form:
            form["beside"] = ""
        return self.inputs(visit, form)

    def score(self, visit, form, progress=lambda share, text: None):
        """The state of a form with the form, and perhaps more, which the visit keeps."""
        form = self.form.checked_form(form, visit.similarity())
        sources = self.form.sources_of(visit, form)
        check_serial(form, sources)
        state = self._score(visit, form, sources, progress)
        visit.keep(self.PAGE, sources[0].name, state)
        return state

    @functools.cached_property
    def example(self):
        """The state of the example, as the page opens with it."""
        return self.score(sessions.Visit(None), self.form.FIRST)

    def scored(self, visit, form, progress=None, **shown):
        """The result of a form, or why there is none."""

        def report(share, text):
            return progress and progress(share, desc=text)

        try:
            return self._show(*self.score(visit, form, report), **shown)
        except Exception as error:
            return self.refused(error)

    def linked(self, query, visit):
        """The inputs and the result that an address asks for, both of one answer."""
        try:
            form, shown = self.form.linked_form(query)
        except BadLink as error:
            return gr.skip(), self.refused(error.offer(query, self.form.FIRST["similarity"]))
        if form == self.form.FIRST and not shown:
            return gr.skip(), gr.skip()
        return self.inputs(visit, form), self.scored(visit, form, **shown)

    def build(self):
        """The components by name."""
        page, first = self.PAGE, self.form.FIRST
        sources = self.form.sources_of(sessions.Visit(None), first)
        self.parts = {
            "left": part(page, "inputs", self.html(sources, first)),
            "right": part(page, "result", self._show(*self.example)),
            "file": file_field(f"{page}-file", f"File of {page}"),
            "added": file_field(f"{page}-added", f"More of {page}"),
        }
        return self.parts

    def _step(self, visit, data):
        """The parts of the page that an event changes, by name."""
        page, do = self.PAGE, data.get("do")
        form = data.get("form") if isinstance(data.get("form"), dict) else {}
        sources = visit.sources.get(page)
        # What changed in the form of the files before is not for those that came meanwhile.
        if do == "change" and sources and form.get("source") != serial_of(sources):
            return {}
        # The example never stands in for a file that is forgotten.
        if do not in ANYTIME and not sources and form.get("source", "0") != "0":
            raise Forgotten(FORGOTTEN)
        visit.forms[page] = {key: value for key, value in form.items() if key != "pasted"}
        if do in self.steps:
            return self.steps[do](visit, form, data)
        if do == "change":
            return {"left": self.changed(visit, form, data.get("field"))}
        if do == "cancel":
            jobs.cancel(visit.session)
            return {}
        if do == "paste":
            visit.sources[page] = [receive_pasted(form.get("pasted"), visit.session)]
        elif do == "remove":
            index = int(data.get("place") or 0)
            visit.sources[page] = [
                source for i, source in enumerate(sources or []) if i != index or not index
            ]
        elif do == "example":
            visit.sources.pop(page, None)
            visit.forms[page] = self.form.FIRST
        elif do == "restore":
            # The files of a tab that the server had forgotten came again, and so does their form.
            visit.forms[page]["source"] = serial_of(sources or [])
        return {"left": self.inputs(visit)}

    def changed(self, visit, form, field):
        """The inputs after a field changed, on which others may depend."""
        own_similarity = visit.similarity()
        checked = self.form.checked_form(form, own_similarity)
        sources = self.form.sources_of(visit, checked)
        if field in LOOKS:
            for source in sources:
                look_at(source, file_options(checked))
            if not refused_of(sources):
                checked = self.form.first_form(sources, own_similarity, checked)
            return self.inputs(visit, checked)
        if field in self.form.DEPENDENT and not refused_of(sources):
            dependent = self.form.DEPENDENT[field](checked, sources, own_similarity)
            return self.inputs(visit, dependent)
        return self.html(sources, checked, own_similarity, form.get("rev") or 0)

    def _receive(self, visit, path, adds=False):
        """The inputs after a file came: in the place of those before, or added to them."""
        source = receive_file(path, visit.session)
        before = visit.sources.get(self.PAGE, []) if adds else []
        visit.sources[self.PAGE] = [*(one for one in before if not one.refused), source]
        try:
            return self.inputs(visit)
        except Exception as error:
            visit.sources[self.PAGE] = [sessions.Source(source.name, refused=reason(error))]
            return self.inputs(visit)

    def wire(self, similarity_page, steps=None, others=None, runs=None):
        """The events of the page; ``steps``, ``runs``: functions by the name of what is done."""
        sides = ("left", "right")
        places = {side: self.parts[side] for side in sides} | (others or {})
        places |= {f"similarity_{side}": similarity_page[side] for side in sides}

        def make(visit, form, data):
            form = self.form.checked_form(form, visit.similarity())
            sources = self.form.sources_of(visit, form)
            refused = refused_of(sources)
            if refused:
                error = ValueError(refused.refused)
                return {"similarity_right": refusal("No labels to group.", error)}
            names = list(self.form.names_seen(sources, form))
            left, right = similarity_page["prefill"](visit, names)
            return {"similarity_left": left, "similarity_right": right}

        self.steps = {"make": make, **(steps or {})}

        def send(event: gr.EventData, request: gr.Request):
            try:
                answer = self._step(sessions.of(request), event._data)
            except Exception as error:
                answer = {"right": self.refused(error)}
            return [answer.get(name, gr.skip()) for name in places]

        def work(event: gr.EventData, request: gr.Request, progress=gr.Progress()):  # noqa: B008
            visit, data = sessions.of(request), event._data
            run = (runs or {}).get(data.get("do"))
            try:
                if run is None:
                    answer = {"right": self.scored(visit, data.get("form"), progress)}
                else:
                    answer = run(visit, data, progress)
            except Exception as error:
                answer = {"right": self.refused(error)}
            return [answer.get(side, gr.skip()) for side in sides]

        # The gate of jobs says how many run.
        once = {"concurrency_limit": None, "trigger_mode": "once", **PRIVATE}
        both = [self.parts[side] for side in sides]
        for side in sides:
            self.parts[side].send(send, None, list(places.values()), **QUICK)
            self.parts[side].run(work, None, both, show_progress_on=both[1:], **once)
        for field in ("file", "added"):

            def receive(path, request: gr.Request, adds=field == "added"):
                return self._receive(sessions.of(request), path, adds)

            on_file(self.parts[field], receive, lambda message, *_: gr.skip(), both[:1])
