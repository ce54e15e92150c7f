"""Results in notebooks: tables, pictures and warnings, as HTML beside plain text."""

from ..pictures.base import escaped, figure, paragraph, scrolling
from ..pictures.charts import heatmap
from ..pictures.example import columns
from ..similarity.audit import Audit
from ..similarity.label_similarity import LabelSimilarity
from .formats import report_cells

CARD_SHOWN = ("source", "population")


class ReportText(str):
    """A report as text, that a notebook shows as a table.

    It is a ``str`` in every other way; what is made of it (slices, ``upper()``) is a plain one.
    """

    __slots__ = ("html",)

    def _repr_html_(self):
        return self.html

    def __reduce__(self):
        return shown_report, (str(self), self.html)


class Explanation(dict):
    """The explanation of an example, that a notebook shows as a picture of its matches."""

    def _repr_html_(self):
        if "predictions" in self:
            return figure(columns(self))
        return "".join(figure(columns(one)) for one in self["by_annotator"])


def shown_report(text, html):
    """A report's text with the table that a notebook shows in its place."""
    shown = ReportText(text)
    shown.html = html
    return shown


def html_of_report(content, digits):
    """A report as an HTML table."""
    heads, labels, averages = report_cells(content, digits)
    groups = "".join(f"<tbody>{_html_rows(rows)}</tbody>" for rows in (labels, averages))
    head = "".join(f'<th scope="col">{escaped(name)}</th>' for name in heads)
    table = scrolling(f"<table><thead><tr>{head}</tr></thead>{groups}</table>", "Report")
    cited = content["signature"]
    return table + (f"<p><small>{escaped(cited)}</small></p>" if cited else "")


def html_of_similarity(similarity):
    """A similarity's card and a heatmap of its values."""
    card = similarity.card
    lines = [f"<strong>{escaped(similarity.name)}</strong>, {len(similarity.labels)} labels"]
    lines += [f"{name}: {escaped(card[name])}" for name in CARD_SHOWN if card.get(name)]
    caveats = card.get("caveats") or ()
    lines += [
        f"caveat: {escaped(x)}" for x in ((caveats,) if isinstance(caveats, str) else caveats)
    ]
    values = getattr(similarity, "values", None)
    picture = "" if values is None else heatmap(similarity.labels, values)
    return figure(*(f'<p style="margin:4px">{line}</p>' for line in lines)) + picture


def html_of_audit(audit):
    """An audit's warnings."""
    found = [f"{audit.name}: {len(audit.warnings)} warnings", *audit.warnings]
    return figure(*map(paragraph, found))


def _html_rows(rows):
    return "".join(
        f'<tr><th scope="row">{escaped(first)}</th>'
        + "".join(f"<td>{escaped(cell)}</td>" for cell in rest)
        + "</tr>"
        for first, *rest in rows
    )


# Pictures stand above similarities, which therefore can't draw themselves.
LabelSimilarity._repr_html_ = html_of_similarity
Audit._repr_html_ = html_of_audit
