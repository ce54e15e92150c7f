"""The Space's fifth tab: several annotators, who need not agree."""

import gradio as gr

from . import golds as space_golds
from . import soft as space_soft
from .common import similarity_choices
from .uploads import KEPT_SECONDS, MAX_MEGABYTES

TAB = "annotators"
KINDS = [
    ("Label sets from several annotators", "sets"),
    ("Distributions (soft labels)", "soft"),
]
HELP = f"""
When people disagree there is no single gold label set. Score predictions against all annotators,
beside how well the annotators agree with each other. Files are CSV, TSV, JSON
Lines or Parquet, up to {MAX_MEGABYTES} MB. They are read into memory and deleted from disk at once;
they leave memory soon after you close the page, at the latest after {KEPT_SECONDS // 60} minutes.
"""


def dropdown():
    """The similarity dropdown, which ``build`` places."""
    return gr.Dropdown(
        similarity_choices(),
        value="plutchik",
        label="Similarity",
        info="How near any two labels are, from 0 to 1.",
        min_width=300,
        elem_id="annotators-similarity",
        render=False,
    )


def build(own, similarity):
    """The tab, with its similarity dropdown; returns what a link can choose, its kind."""
    gr.Markdown(HELP)
    with gr.Row():
        kind = gr.Radio(
            KINDS, value="sets", label="What you have", min_width=300, elem_id="annotators-kind"
        )
        similarity.render()
    with gr.Column() as sets:
        space_golds.build(own, similarity)
    with gr.Column(visible=False) as soft:
        space_soft.build(own, similarity)
    kind.change(
        lambda chosen: [gr.update(visible=chosen == name) for name in ("sets", "soft")],
        [kind],
        [sets, soft],
        show_progress="hidden",
        api_visibility="private",
    )
    return kind
