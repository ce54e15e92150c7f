"""A report, per label and averaged, as text, markdown, plain dict or DataFrame.

A report is a dict: ``rows``, a dict per label with "label", "predicted", "support", and under
"semantic" and "hard" "precision", "recall" and "f1"; ``averages``, name -> the same "semantic" and
"hard"; and ``signature``. A score that is None is left blank.
"""

import unicodedata

from ..pictures.shapes import scrolling, xml_text

SCORE_KINDS = ("semantic", "hard")
SCORES = ("precision", "recall", "f1")
AMOUNTS = ("predicted", "support")
_HEADS = [*(f"{kind} {name}" for kind in SCORE_KINDS for name in SCORES), *AMOUNTS]
# In longer tables of text, rows of labels that nobody uses would bury the others.
MANY_ROWS = 1_000
# What markdown, or the HTML in it, would take for markup.
_MARKUP = {ord(sign): f"\\{sign}" for sign in "\\`*_[]|~#$"}
_MARKUP.update({ord("&"): "&amp;", ord("<"): "&lt;", ord(">"): "&gt;"})


def scores_by_label(both):
    """Scores of each label of what ``side_by_side`` returns, as a list of dicts."""
    semantic = both["semantic"]
    return [
        {"label": label, "support": semantic["support"][i]}
        | {
            kind: {score: one[f"semantic_{score}_per_label"][i] for score in SCORES}
            for kind, one in both.items()
        }
        for i, label in enumerate(semantic["labels"])
    ]


def as_text(report, digits=3):
    """Aligned columns for a terminal, as scikit-learn's ``classification_report`` prints them."""
    rows, left_out = _used_rows(report)
    tables = [_cells(rows, digits), _averages(report, digits)]
    # A kind's name stands over the first of its columns.
    over = ["", "semantic", "", "", "hard", "", "", "", ""]
    heads = ["", *SCORES, *SCORES, *AMOUNTS]
    columns = zip(heads, *tables[0], *tables[1], strict=True)
    widths = [max(map(_width, column)) for column in columns]

    def line(cells):
        padding = [" " * (width - _width(c)) for width, c in zip(widths, cells, strict=True)]
        _, *others = (room + cell for room, cell in zip(padding, cells, strict=True))
        return "  ".join([cells[0] + padding[0], *others]).rstrip()

    blocks = [[line(over), line(heads)], *([line(cells) for cells in table] for table in tables)]
    blocks += [[text] for text in (left_out, _visible(report["signature"])) if text]
    return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"


def as_markdown(report, digits=3):
    """A table for a README or a model card; names that look like markup are shown as they are."""
    lines = [["label", *_HEADS], ["---", *["---:"] * len(_HEADS)]]
    rows, left_out = _used_rows(report)
    for label, *numbers in _cells(rows, digits):
        lines.append([label.translate(_MARKUP), *numbers])
    for name, *numbers in _averages(report, digits):
        lines.append([f"**{name.translate(_MARKUP)}**", *numbers])
    text = "\n".join(f"| {' | '.join(cells)} |" for cells in lines) + "\n"
    for line in (left_out, _visible(report["signature"]).translate(_MARKUP)):
        text += f"\n{line}\n" if line else ""
    return text


def as_html(report, digits=3):
    """A table of HTML with the signature below it."""
    bodies = ""
    for cells in (_cells(report["rows"], digits), _averages(report, digits)):
        lines = "".join(
            f'<tr><th scope="row">{xml_text(first)}</th>'
            f"{''.join(f'<td>{xml_text(cell)}</td>' for cell in rest)}</tr>"
            for first, *rest in cells
        )
        bodies += f"<tbody>{lines}</tbody>"
    head = "".join(f'<th scope="col">{name}</th>' for name in ("", *_HEADS))
    table = scrolling(f"<table><thead><tr>{head}</tr></thead>{bodies}</table>", "Report")
    cited = report["signature"]
    return table + (f"<p><small>{xml_text(cited)}</small></p>" if cited else "")


def as_frame(report):
    """A pandas DataFrame with one row per label, then one row per average; NaN is missing."""
    import pandas

    entries = [("label", row["label"], row) for row in report["rows"]]
    entries += [("average", name, entry) for name, entry in report["averages"].items()]
    records = [
        {
            "kind": what,
            "name": name,
            **{f"{kind}_{key}": entry[kind][key] for kind in SCORE_KINDS for key in SCORES},
            **{key: entry.get(key) for key in AMOUNTS},
        }
        for what, name, entry in entries
    ]
    frame = pandas.DataFrame(records)
    numbers = frame.columns[2:]
    frame[numbers] = frame[numbers].astype(float)
    frame.attrs["signature"] = report["signature"]
    return frame


def _used_rows(report):
    """Rows of labels, of very many those that are gold or predicted; what is said of the others."""
    rows = report["rows"]
    if len(rows) <= MANY_ROWS:
        return rows, ""
    used = [row for row in rows if row["predicted"] or row["support"]]
    unused = len(rows) - len(used)
    return used, f"Labels neither gold nor predicted, left out here: {unused:,}" if unused else ""


def _averages(report, digits):
    return _cells([{"label": name, **x} for name, x in report["averages"].items()], digits)


def _cells(entries, digits):
    """Rows of text: the name, the scores of each kind, predicted and support."""
    return [
        [
            _visible(entry["label"]),
            *(_number_text(entry[kind][key], digits) for kind in SCORE_KINDS for key in SCORES),
            *(_number_text(entry.get(key), digits, whole=True) for key in AMOUNTS),
        ]
        for entry in entries
    ]


def _number_text(value, digits, whole=False):
    """A number with so many decimals; ``whole`` ones, counts, without, and sums of weights with."""
    if value is None:
        return ""
    return f"{value:.{0 if whole and float(value).is_integer() else digits}f}"


def _visible(text):
    """The text on one line: what can't be printed, line breaks too, as its escape."""
    return "".join(
        c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text
    )


def _width(text):
    """Columns that a terminal needs: two for wide characters, none for combining ones."""
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )
