"""Results in notebooks: tables, pictures and warnings, as HTML next to plain text."""

from ..pictures.example import columns
from ..pictures.heatmap import heatmap
from ..pictures.shapes import figure, paragraph, xml_text
from ..similarity.auditing import Audit
from ..similarity.label_similarity import LabelSimilarity

CARD_SHOWN = ("source", "population")


class ReportText(str):
    """A report as text, that a notebook shows as a table.

    It is a ``str`` in every other way; what is made of it (slices, ``upper()``) is a plain one.
    """

    __slots__ = ("html",)

    def __new__(cls, text, html):
        self = super().__new__(cls, text)
        self.html = html
        return self

    def __getnewargs__(self):
        return str(self), self.html

    def _repr_html_(self):
        return self.html


class Explanation(dict):
    """The explanation of an example, that a notebook shows as a picture of its matches."""

    def _repr_html_(self):
        if "predictions" in self:
            return figure(columns(self))
        return "".join(figure(columns(explanation)) for explanation in self["by_annotator"])


def html_of_similarity(similarity):
    """A similarity's card and a heatmap of its values."""
    card = similarity.card
    lines = [f"<strong>{xml_text(similarity.name)}</strong>, {len(similarity.labels)} labels"]
    lines += [f"{name}: {xml_text(card[name])}" for name in CARD_SHOWN if card.get(name)]
    caveats = card.get("caveats") or ()
    lines += [
        f"caveat: {xml_text(x)}" for x in ((caveats,) if isinstance(caveats, str) else caveats)
    ]
    values = getattr(similarity, "values", None)
    picture = "" if values is None else heatmap(similarity.labels, values)
    return figure(*(f'<p style="margin:4px">{line}</p>' for line in lines)) + picture


def html_of_audit(audit):
    """An audit's warnings."""
    texts = [f"{audit.name}: {len(audit.warnings)} warnings", *audit.warnings]
    return figure(*map(paragraph, texts))


# Pictures stand above similarities, which therefore can't draw themselves.
LabelSimilarity._repr_html_ = html_of_similarity
Audit._repr_html_ = html_of_audit
