"""The Space: five pages, one for each task, around the metric."""

import gc
import signal
import sys
import threading
from importlib.util import find_spec

import gradio as gr
from starlette.middleware import Middleware

from .annotators import page as annotators
from .api import endpoints
from .compare import page as compare
from .example import page as try_it
from .frame import jobs, layout, limits, origin, sessions, uploads
from .frame.compression import PageGzip
from .score import page as score
from .similarity import page as similarity

# Every 5 minutes, what is 10 minutes old. Uploads are deleted as soon as they have been read, and
# uploads.py sweeps what broke off; this is Gradio's own, and it clears up when the server ends.
DELETE_CACHE = (300, 600)
# The pages that take files, in the modules that make them; an address sets their inputs and their
# result, as it does those of Similarity.
FILE_PAGES = (score, compare, annotators)
LINKED = (score.page, similarity, compare.page, annotators.page)


class Page(gr.Blocks):
    """Blocks with the picture and the sentence that stand for them where someone links to them."""

    def get_config_file(self):
        """Contents of the first answer."""
        said = {"thumbnail": origin.preview_picture(), "simple_description": layout.SENTENCE}
        return {**super().get_config_file(), **said}


def build_demo():
    """The page as gradio Blocks."""
    uploads.folder()
    with Page(title=layout.TITLE, analytics_enabled=False, delete_cache=DELETE_CACHE) as demo:
        layout.header()
        with layout.page("try"):
            example = try_it.build()
        with layout.page("score"):
            parts = {"score": score.page.build()}
        with layout.page("similarity"):
            parts["similarity"] = similarity.build()
        for module in (compare, annotators):
            with layout.page(module.page.PAGE):
                parts[module.page.PAGE] = module.page.build()
        endpoints.build()
        score.wire(parts["similarity"], parts["compare"], compare.take_over)
        similarity.wire(
            parts["similarity"],
            [
                (example, try_it.with_own),
                *((one.page.parts["left"], one.page.with_similarity) for one in FILE_PAGES),
            ],
        )
        compare.page.wire(parts["similarity"])
        annotators.page.wire(parts["similarity"], annotators.STEPS)
        demo.load(
            open_link,
            None,
            [example, *(parts[one.PAGE][side] for one in LINKED for side in ("left", "right"))],
            **layout.QUICK,
        ).then(None, None, None, js="() => sf1.ready()")
        demo.unload(close)
    return demo


def close(request: gr.Request):
    """Forget what the page that was closed had uploaded."""
    sessions.leave(request.session_hash)


def open_link(request: gr.Request):
    """The page that the address asks for, in one answer; the others are left as they are."""
    query = dict(request.query_params)
    visit, tab = sessions.of(request), query.get("tab")
    # A tab that is not here opens the first page, which checks the link.
    tab = tab if tab in layout.PAGES else "try"
    asked = any(key in query for key in ("similarity", "predicted", "gold"))
    answer = [try_it.linked_page(query) if tab == "try" and asked else gr.skip()]
    for one in LINKED:
        answer += one.linked(query, visit) if tab == one.PAGE else (gr.skip(), gr.skip())
    return answer


def end(*_):
    """Delete what a server that is asked to end has on disk, as if it ended by itself."""
    jobs.end_all()
    uploads.clear()
    sys.exit(0)


def launch(demo=None, **options):
    """Serve the page: no run history, no links out, uploads up to the stated size."""
    sessions.start_sweeping()
    jobs.keep_warm(*(f"space.{page}.work" for page in ("score", "compare", "annotators")))
    # Only the main thread may say what a signal does.
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, end)
    demo = demo or build_demo()
    # What lives as long as the server is not searched for garbage, which held all answers up.
    gc.collect()
    gc.freeze()
    return demo.launch(
        theme=layout.THEME,
        head=layout.page_head(),
        run_history=False,
        footer_links=[],
        # The extra gradio[mcp] makes tools of four endpoints.
        mcp_server=find_spec("mcp") is not None,
        app_kwargs={"middleware": [Middleware(PageGzip)], **options.pop("app_kwargs", {})},
        # Some threads wait for the gate of jobs.
        max_threads=100,
        # Above the page's own limit, whose message is the page's.
        max_file_size=f"{2 * limits.MAX_MEGABYTES}mb",
        **options,
    )
