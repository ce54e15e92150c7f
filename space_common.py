"""What the tabs of the Space share: the loaded metric, similarities, tables, errors, links.

Everything that people typed or uploaded is shown as text: it goes through ``escape`` before it
becomes part of HTML, Markdown or a toast, where Gradio would take markup as markup.
"""

import functools
import json
import os
from contextlib import suppress
from html import escape
from pathlib import Path
from urllib.parse import urlencode

import gradio as gr

from score import AVERAGES, SCORES, load_metric

UPLOADED = "(uploaded)"
CSS = """
.sf1-table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
.sf1-table, .sf1-table thead, .sf1-table tbody, .sf1-table tr { border: 0 !important; }
.sf1-table th, .sf1-table td { padding: 4px 6px !important; text-align: right !important;
  border: 0 !important; border-bottom: 1px solid var(--border-color-primary) !important; }
.sf1-table th.sf1-text, .sf1-table td.sf1-text { text-align: left !important;
  overflow-wrap: break-word; }
.sf1-table caption { text-align: left; color: var(--body-text-color-subdued); padding: 4px 0; }
.sf1-scroll { overflow-x: auto; max-width: 100%; }
.sf1-note { border-left: 3px solid var(--color-accent); padding: 6px 10px; margin: 6px 0;
  background: var(--background-fill-secondary); overflow-wrap: anywhere; }
.sf1-say { font-size: var(--text-lg); overflow-wrap: anywhere; }
@media (max-width: 480px) {
  .sf1-table { font-size: var(--text-xs); }
  .sf1-table th, .sf1-table td { padding: 3px !important; }
  .sf1-frame .cell-wrap { padding: 2px !important; }
  .sf1-frame [role="gridcell"] *, .sf1-frame th *, .sf1-frame td * {
    font-size: 11px !important; font-family: var(--font) !important; }
}
"""
# The stock theme's hints and captions are too pale to read on white.
THEME = gr.themes.Default().set(
    body_text_color_subdued="*neutral_600",
    body_text_color_subdued_dark="*neutral_300",
    block_info_text_color="*neutral_600",
    block_info_text_color_dark="*neutral_300",
)
# Saves a text on the visitor's machine; nothing is written on the server's disk.
SAVE_TEXT = """
(content) => {
  if (!content) return;
  const [name, type, text] = JSON.parse(content);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], {type}));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}
"""


@functools.cache
def metric():
    """The metric as ``evaluate.load`` gives it; its direct path is safe between threads."""
    return load_metric()


def similarity_choices():
    """(title, name) of every bundled similarity, for a dropdown."""
    module = metric().similarity
    return [(f"{name} - {module.load(name).card['title']}", name) for name in module.names()]


def similarity_of(name, own):
    """The similarity that a dropdown names; ``own`` is what was uploaded, as a dict, or None."""
    if name == UPLOADED:
        if own is None:
            raise ValueError("There is no uploaded similarity any more: upload it again.")
        return metric().similarity.load(own)
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


def guarded(function):
    """Errors of bad input as a message to the visitor, markup in it inert; never a traceback."""

    @functools.wraps(function)
    def handler(*arguments, **options):
        try:
            return function(*arguments, **options)
        except ValueError as error:
            raise gr.Error(escape(str(error)), title="This can't be scored") from None

    return handler


def forget(path):
    """Delete an upload, and the folder that Gradio made for it."""
    if path:
        with suppress(OSError):
            os.remove(path)
        with suppress(OSError):
            Path(path).parent.rmdir()


def link(tab, **parameters):
    """A link, relative to this page, that opens a tab in this state."""
    query = {"tab": tab, **{key: value for key, value in parameters.items() if value}}
    text = {
        key: value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        for key, value in query.items()
    }
    return (
        f'<p><a href="?{escape(urlencode(text))}" target="_blank" rel="noopener">Link to this '
        "view</a> (copy its address to share it; nothing is stored for it)</p>"
    )


def note(text):
    """A highlighted paragraph of plain text."""
    return f'<p class="sf1-note">{escape(text)}</p>'


def number(value):
    """A score as people read it."""
    return f"{value:.3f}"


def table(head, rows, text_columns=(0,), caption=""):
    """An HTML table of plain texts, scrolling in its own box where it is too wide."""

    def line(tag, cells):
        shown = "".join(
            f"<{tag}{' class=sf1-text' if i in text_columns else ''}>{escape(str(cell))}</{tag}>"
            for i, cell in enumerate(cells)
        )
        return f"<tr>{shown}</tr>"

    title = f"<caption>{escape(caption)}</caption>" if caption else ""
    return (
        f'<div class="sf1-scroll"><table class="sf1-table">{title}<thead>{line("th", head)}'
        f"</thead><tbody>{''.join(line('td', row) for row in rows)}</tbody></table></div>"
    )


def averages_table(averages):
    """Semantic against hard precision, recall and F1, one row an average."""
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
        f"<tbody>{rows}</tbody></table></div>"
    )
