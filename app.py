"""The Space: see what a Semantic F1 score means, score a file, judge a similarity."""

import json
from contextlib import suppress

import gradio as gr

import space_example
import space_file
import space_similarity
from space_common import CSS, THEME, metric, names_of, similarity_of

TITLE = "Semantic F1"
INTRO = """
# Semantic F1
How good are predicted label sets, when some mistakes are nearer than others? *Anger* for *disgust*
is not the same mistake as *anger* for *joy*: each label earns its similarity to the nearest label
on the other side.
"""
# Downloads are made in the browser and uploads are deleted when they have been read; this is for
# what a visitor left in between, say by closing the page during an upload.
SWEEP_SECONDS = (300, 600)


def build_demo():
    """The page as gradio Blocks."""
    with gr.Blocks(title=TITLE, analytics_enabled=False, delete_cache=SWEEP_SECONDS) as demo:
        own = gr.State(None, time_to_live=space_file.KEPT_SECONDS)
        gr.Markdown(INTRO)
        with gr.Tabs(selected=space_example.TAB) as tabs:
            with gr.Tab("One example", id=space_example.TAB):
                (example, predicted, gold), refresh = space_example.build(own)
            with gr.Tab("A file", id=space_file.TAB):
                file_similarity = space_file.build(own)
            with gr.Tab("A similarity", id=space_similarity.TAB):
                shown, show = space_similarity.build(own, [example, file_similarity])
        demo.load(
            open_link,
            None,
            [tabs, example, predicted, gold, file_similarity, shown],
            show_progress="hidden",
            api_visibility="private",
        ).then(**refresh, api_visibility="private").then(**show, api_visibility="private")
    return demo


def open_link(request: gr.Request):
    """The state that the page's address asks for; what it can't be is left as it was."""
    query = dict(request.query_params)
    tabs = (space_example.TAB, space_file.TAB, space_similarity.TAB)
    tab = query.get("tab") if query.get("tab") in tabs else space_example.TAB
    name = query.get("similarity")
    if name not in metric().similarity.names():
        name = None
    similarities = [gr.update(value=name) if name and tab == t else gr.update() for t in tabs]
    labels = [gr.update(), gr.update()]
    if tab == space_example.TAB and ("predicted" in query or "gold" in query or name):
        names = names_of(similarity_of(name or "plutchik", None))
        labels = [
            gr.update(choices=names, value=_names(query.get(side)))
            for side in ("predicted", "gold")
        ]
    return gr.update(selected=tab), similarities[0], *labels, *similarities[1:]


def _names(text):
    with suppress(ValueError, TypeError):
        names = json.loads(text)
        if isinstance(names, list):
            return [name for name in names if isinstance(name, str)]
    return []


def launch(demo, **options):
    """Serve the page: no run history, no links out, uploads up to the stated size."""
    return demo.launch(
        css=CSS,
        theme=THEME,
        run_history=False,
        footer_links=[],
        max_file_size=f"{space_file.MAX_MEGABYTES}mb",
        **options,
    )


if __name__ == "__main__":
    launch(build_demo())
