"""The Space: an example, a file, a similarity, two systems, several annotators."""

import json
from contextlib import suppress

import gradio as gr

from . import annotators as space_annotators
from . import compare as space_compare
from . import example as space_example
from . import file as space_file
from . import similarity as space_similarity
from . import uploads as space_uploads
from .common import metric
from .style import CSS, THEME

TITLE = "Semantic F1"
INTRO = """
# Semantic F1
How good are predicted label sets, when some mistakes are nearer than others? *Anger* for *disgust*
is not the same mistake as *anger* for *joy*: each label earns its similarity to the nearest label
on the other side.
"""
# Every 5 minutes, what is 10 minutes old. Uploads are deleted as soon as they have been read, and
# uploads.py sweeps what broke off; this is Gradio's own, and it clears up when the server ends.
DELETE_CACHE = (300, 600)


def build_demo():
    """The page as gradio Blocks."""
    space_uploads.folder()
    with gr.Blocks(title=TITLE, analytics_enabled=False, delete_cache=DELETE_CACHE) as demo:
        own = gr.State(None)
        # The Similarity tab adds an upload to the dropdowns of later tabs: these are made first.
        compared, annotated = space_compare.dropdowns(), space_annotators.dropdown()
        gr.Markdown(INTRO)
        with gr.Tabs(selected=space_example.TAB, overflow_behavior="wrap") as tabs:
            with gr.Tab("One example", id=space_example.TAB):
                example, offer, refresh = space_example.build(own)
            with gr.Tab("A file", id=space_file.TAB):
                file_similarity, preview = space_file.build(own)
            with gr.Tab("A similarity", id=space_similarity.TAB):
                others = [example[0], file_similarity, *compared, annotated]
                shown, show, uploaded = space_similarity.build(own, others)
            with gr.Tab("Compare", id=space_compare.TAB):
                space_compare.build(own, *compared)
            with gr.Tab("Annotators", id=space_annotators.TAB):
                kind = space_annotators.build(own, annotated)
        uploaded.then(**offer).then(**refresh)
        demo.load(
            open_link,
            None,
            [tabs, *example, file_similarity, shown, compared[0], annotated, kind],
            show_progress="hidden",
            api_visibility="private",
        ).then(**refresh).then(**show).then(**preview)
        demo.unload(close)
    return demo


def close(request: gr.Request):
    """Forget what the page that was closed had uploaded."""
    space_uploads.leave(request.session_hash)


def open_link(request: gr.Request):
    """The state that the page's address asks for; what it can't be is left as it was."""
    query = dict(request.query_params)
    pages = (space_example, space_file, space_similarity, space_compare, space_annotators)
    tabs = [page.TAB for page in pages]
    tab = query.get("tab") if query.get("tab") in tabs else space_example.TAB
    name = query.get("similarity")
    if name not in metric().similarity.names():
        name = None
    example = [None] * 3
    if tab == space_example.TAB:
        sides = [_names(query.get(side)) for side in ("predicted", "gold")]
        # A view without labels has none in its link.
        example = [name, *(side or [] for side in sides)] if name else [None, *sides]
    others = [gr.update(value=name) if name and tab == other else gr.update() for other in tabs[1:]]
    kind = gr.update(value="soft") if query.get("kind") == "soft" else gr.update()
    return gr.update(selected=tab), *space_example.linked(*example), *others, kind


def _names(text):
    """The list of names in a parameter of a link; None where there is none."""
    with suppress(ValueError, TypeError, RecursionError):
        names = json.loads(text)
        if isinstance(names, list) and all(isinstance(name, str) for name in names):
            json.dumps(names, ensure_ascii=False).encode()
            return names
    return None


def launch(demo=None, **options):
    """Serve the page: no run history, no links out, uploads up to the stated size."""
    space_uploads.start_sweeping()
    return (demo or build_demo()).launch(
        css=CSS,
        theme=THEME,
        run_history=False,
        footer_links=[],
        max_file_size=f"{space_uploads.MAX_MEGABYTES}mb",
        **options,
    )
