"""The page around the pages: its head, its look, its tabs, and what all parts of it are made by."""

import zlib
from pathlib import Path

import gradio as gr

from . import origin
from .errors import handle_errors
from .markup import page_part

ASSETS = Path(__file__).resolve().parents[1] / "assets"
SCRIPTS, LATER = ("groups_editor.js", "result_link.js"), "sf1.js"
TITLE = "Semantic F1"
SENTENCE = "F1 for label sets with partial credit for close labels."
PAGES = {
    "try": "Try it",
    "score": "Score",
    "similarity": "Similarity",
    "compare": "Compare",
    "annotators": "Annotators",
}
LINKS = {
    "Paper": "https://arxiv.org/abs/2509.21633",
    "Code": origin.address("/tree/main"),
    "Metric card": origin.address("/blob/main/README.md"),
    "API": origin.address("/blob/main/docs/space.md#api"),
}
# Other colors of Gradio's own parts are in page.css. With the stock theme's font, Gradio ships the
# semi-bold face with a few letters only.
THEME = gr.themes.Default(
    primary_hue=gr.themes.colors.blue,
    font=["system-ui", "sans-serif"],
    font_mono=["ui-monospace", "monospace"],
).set(body_background_fill="#ffffff", body_background_fill_dark="#14171c")
PRIVATE = {"api_visibility": "private"}
# Of events that are answered at once.
QUICK = {"show_progress": "hidden", "concurrency_limit": None, **PRIVATE}


def page_head():
    """Head of the page: its style and its scripts, and the address of the scripts for later."""
    style, connection, script = (
        (ASSETS / name).read_text(encoding="utf-8")
        for name in ("page.css", "connection.js", "page.js")
    )
    later = f"{LATER}?{zlib.crc32(scripts_for_later())}"
    scripts = f'<script>{connection}{script}</script><script src="{later}" defer></script>'
    return f"<style>{style}</style>{scripts}"


def scripts_for_later():
    """The scripts that the first number does not need, as one file."""
    return b"".join((ASSETS / name).read_bytes() for name in SCRIPTS)


def header():
    """The title, one sentence, the links and the tabs."""
    links = tabs = ""
    for name, address in LINKS.items():
        links += f'<a href="{address}" target="_blank" rel="noopener">{name}</a>'
    for page, name in PAGES.items():
        selected, at = ("true", 0) if page == "try" else ("false", -1)
        tabs += (
            f'<button type="button" role="tab" id="tab-{page}" aria-controls="page-{page}" '
            f'aria-selected="{selected}" data-tab="{page}" tabindex="{at}">{name}</button>'
        )
    content = (
        f'<header class="sf1-head"><h1>{TITLE}</h1><p>{SENTENCE}</p>'
        f'<nav aria-label="About">{links}</nav></header>'
        f'<div class="sf1-tabs" role="tablist" aria-label="Pages">{tabs}</div>'
    )
    html("head", page_part(content), "sf1.tabs(element)")


def page(name):
    """The place of a page, as a context."""
    return gr.Column(elem_id=f"page-{name}", elem_classes="sf1-page")


def part(page_name, kind, value):
    """The inputs or the result of a page: ``send`` is quick, ``run`` takes long, ``make`` saves."""
    mount = f"/* 'send' 'run' 'make' */ sf1.mount(element, trigger, watch, '{page_name}')"
    return html(f"{page_name}-{kind}", value, mount)


def html(identity, value, script):
    """HTML in the page's own look, and the script that runs on its element."""
    return gr.HTML(value, elem_id=identity, js_on_load=script, apply_default_css=False)


def file_field(identity, label):
    """A field of files, which the script fills."""
    return gr.File(visible="hidden", elem_id=identity, label=label)


def on_file(field, receive, instead, outputs, **more):
    """Call a function for each file that comes into a field, which is emptied then."""
    came = field.upload(handle_errors(receive, instead), [field], outputs, **{**QUICK, **more})
    came.then(lambda: None, None, [field], show_progress="hidden", **PRIVATE)
