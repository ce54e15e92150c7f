"""Frames of pictures and sentences, as HTML that needs no style sheet."""

from .shapes import INK_COLOR, LINE_COLOR, PAPER_COLOR, xml_text


def figure(*parts, caption=""):
    """A ``<figure>`` of pictures or paragraphs (HTML) and a caption."""
    style = (
        f"margin:0;padding:6px;box-sizing:border-box;border:1px solid {LINE_COLOR};"
        f"border-radius:8px;background:{PAPER_COLOR};color:{INK_COLOR};"
        "font-size:13px;line-height:1.5;overflow-wrap:anywhere"
    )
    if caption:
        caption = f'<figcaption style="margin-top:6px">{xml_text(caption)}</figcaption>'
    return f'<figure style="{style}">{"".join(parts)}{caption}</figure>'


def paragraph(sentence):
    """A sentence in place of a picture."""
    return f'<p style="margin:4px">{xml_text(sentence)}</p>'


def scrolling(content, description):
    """A box that scrolls sideways, by keyboard too, instead of making the page wider."""
    return (
        f'<div role="region" aria-label="{xml_text(description)}" tabindex="0" '
        f'style="overflow-x:auto;min-width:0">{content}</div>'
    )
