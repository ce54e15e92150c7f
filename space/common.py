"""Parts that the tabs share: the metric, similarities, tables, errors, links.

Everything that people typed or uploaded is shown as text: it goes through ``escape`` before it
becomes part of HTML, Markdown or a toast, where Gradio would take markup as markup.
"""

import functools
import json
import threading
import traceback
import warnings
from contextlib import contextmanager
from html import escape
from urllib.parse import urlencode

import gradio as gr

from semantic_f1.commandline.main import AVERAGES, SCORES, load_metric

UPLOADED = "(uploaded)"
AVERAGES_HELP = (
    "P: precision, R: recall. <b>samples</b>: mean over examples. <b>micro</b>: all labels counted "
    "together. <b>macro</b>: mean over labels. <b>weighted</b>: the same, each label by how often "
    "it is gold."
)
_one_at_a_time = threading.Lock()


@functools.cache
def metric(config_name=None):
    """The metric as ``evaluate.load`` gives it; its direct path is safe between threads."""
    return load_metric(config_name)


def similarity_choices():
    """(title, name) of every bundled similarity, for a dropdown."""
    module = metric().similarity
    return [(f"{name} - {module.load(name).card['title']}", name) for name in module.names()]


def similarity_of(name, own):
    """The similarity that a dropdown names; ``own`` is what was uploaded, as Kept, or None."""
    if name == UPLOADED:
        if own is None:
            raise ValueError("There is no uploaded similarity: upload one in the third tab.")
        return own.get()
    return metric().similarity.load(bundled(name))


def bundled(name):
    """A bundled name, or an error: visitors may name no path and no address."""
    known = metric().similarity.names()
    if name not in known:
        raise ValueError(f"similarity: {name!r} is not one of {', '.join(known)}")
    return name


def names_of(similarity):
    """Names that label sets may hold: the labels, then the none-labels."""
    return [*similarity.labels, *similarity.none_labels]


@contextmanager
def scoring():
    """A block that scores, one at a time and without warnings.

    Python catches warnings for all threads together: of two visitors at once, one would get the
    warnings of the other.
    """
    with _one_at_a_time, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def guarded(function, instead=None):
    """The function with its errors as messages, markup in them inert; never a traceback.

    Parameters
    ----------
    function : what handles an event
    instead : makes the outputs of the page from the message (HTML), where results would be;
        without it the message is Gradio's Error: what an endpoint answers, on a page a toast
    """

    @functools.wraps(function)
    def handler(*arguments, **options):
        try:
            return function(*arguments, **options)
        except ValueError as error:
            # It may hold pieces of an upload, so it is not printed into the server's log.
            text, details = " ".join(str(error).split()), getattr(error, "details", "")
        except Exception:
            # What nobody foresaw is for the server's log.
            traceback.print_exc()
            text, details = "Unexpected error. Please report it.", ""
        if instead is None:
            raise gr.Error(escape(text, quote=False), print_exception=False)
        return instead(problem(text) + details)

    return handler


def check_text(text, what):
    """Refuse text that no page can show."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise ValueError(f"{what} holds half of a character (a lone surrogate)") from None


def link(tab, **parameters):
    """A link, relative to this page, that opens a tab in this state."""
    query = {"tab": tab, **{key: value for key, value in parameters.items() if value}}
    text = {
        key: value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        for key, value in query.items()
    }
    return (
        f'<p class="sf1-link"><a href="?{escape(urlencode(text))}" target="_blank" rel="noopener">'
        "Link to this view</a> (copy its address to share it; nothing is stored for it)</p>"
    )


def note(text):
    """A highlighted paragraph of plain text."""
    return f'<p class="sf1-note">{escape(text)}</p>'


def problem(text):
    """Error message as a paragraph of plain text that screen readers announce."""
    return f'<p class="sf1-note sf1-problem" role="alert">{escape(text)}</p>'


def number(value):
    """A score as people read it."""
    return f"{value:.3f}"


def table(head, rows, text_columns=(0,), caption="", sortable=False):
    """An HTML table of plain texts, scrolling in its own box where it is too wide.

    A ``sortable`` one has buttons as heads, for the page's code, and scrolls where it is too long.
    """

    def line(tag, cells):
        shown = "".join(
            f"<{tag}{' class=sf1-text' if i in text_columns else ''}>{cell}</{tag}>"
            for i, cell in enumerate(cells)
        )
        return f"<tr>{shown}</tr>"

    head = [escape(name) for name in head]
    box = 'class="sf1-scroll"'
    if sortable:
        head = [f'<button type="button">{name}</button>' for name in head]
        box = f'class="sf1-tall" role="region" aria-label="{escape(caption)}" tabindex="0"'
    title = f"<caption>{escape(caption)}</caption>" if caption else ""
    heads = f"<thead>{line('th', head)}</thead>" if any(head) else ""
    body = "".join(line("td", (escape(str(cell)) for cell in row)) for row in rows)
    return f'<div {box}><table class="sf1-table">{title}{heads}<tbody>{body}</tbody></table></div>'


def averages_table(averages):
    """Semantic against hard precision (P), recall (R) and F1, one row an average."""
    columns = [(kind, score) for kind in ("semantic", "hard") for score in SCORES]
    head = (
        '<tr><th rowspan="2"></th><th colspan="3" scope="colgroup">Semantic</th>'
        '<th colspan="3" scope="colgroup">Hard (exact matches)</th></tr>'
        f"<tr>{'<th>P</th><th>R</th><th>F1</th>' * 2}</tr>"
    )
    rows = "".join(
        f'<tr><th scope="row" class="sf1-text">{average}</th>'
        + "".join(f"<td>{number(averages[average][kind][score])}</td>" for kind, score in columns)
        + "</tr>"
        for average in AVERAGES
    )
    return (
        f'<div class="sf1-scroll"><table class="sf1-table"><thead>{head}</thead>'
        f"<tbody>{rows}</tbody></table></div><p>{AVERAGES_HELP}</p>"
    )
