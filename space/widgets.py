"""Parts of the page that several tabs have: the signature, taking a file in, saving a text."""

import gradio as gr

from .common import guarded
from .style import SAVE_TEXT

PRIVATE = {"api_visibility": "private"}


def signature_box(tab):
    """The line to cite beside a number; ``tab`` begins its id."""
    return gr.Textbox(
        label="Signature: cite it beside the number",
        buttons=["copy"],
        interactive=False,
        lines=2,
        elem_id=f"{tab}-signature",
    )


def take_in(file, receive, bundled, use_bundled, taken, shown):
    """Wire an upload, and the button that goes back to the example.

    Parameters
    ----------
    file, bundled : the gr.File and the gr.Button
    receive, use_bundled : functions that give what ``taken`` becomes
    taken : the components, the last but one the place of messages
    shown : arguments of an event that shows what was taken
    """

    def refused(message):
        return (*[gr.skip()] * (len(taken) - 2), message, gr.skip())

    # The file itself is gone from the server, whether it could be read or not.
    file.upload(guarded(receive, refused), [file], taken, **PRIVATE).then(
        lambda: None, None, [file], show_progress="hidden", **PRIVATE
    ).then(**shown)
    bundled.click(use_bundled, None, taken, **PRIVATE).then(**shown)


def save_on_click(button, function, inputs, to_save, **options):
    """Have a click save the text that the function makes, by way of a hidden textbox."""
    button.click(guarded(function), inputs, [to_save], **PRIVATE, **options).success(
        None, [to_save], None, js=SAVE_TEXT
    )
