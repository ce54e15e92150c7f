"""States of the Space's pages for a visitor's files, without a server."""

from space.frame import sessions
from space.frame.file_inputs import received
from space.frame.table_layouts import LOOKS
from space.score.page import page as score_page
from space.similarity import groups_editor

# What the events of the page wire.
score_page.editor = groups_editor


def visit_of(page, files, own=None):
    """The visit of a person with a similarity, who gave a page files: contents by their names."""
    visit = sessions.Visit(None)
    if own is not None:
        visit.use(own)
    visit.sources[page.PAGE] = [received(name, content, None) for name, content in files.items()]
    visit.forms[page.PAGE] = page.form_of(visit)
    return visit


def given(page, files, own=None, **chosen):
    """The state of files after fields were chosen one by one, as a visitor does."""
    visit = visit_of(page, files, own)
    form = visit.forms[page.PAGE]
    for field, value in chosen.items():
        form = {**form, field: value}
        assert page.changed(visit, form, field)
        form = visit.forms[page.PAGE] if field in {*page.form.DEPENDENT, *LOOKS} else form
    assert page.inputs(visit, form)
    state = page.score(visit, form)
    assert page._show(*state)
    return state[0]


def f1_of(state, average="samples"):
    """Semantic F1 that a state holds."""
    return getattr(state, "under", [state])[0].averages[average]["semantic"]["f1"]
