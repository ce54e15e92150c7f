"""A report, per label and averaged, as text, markdown, plain dict or DataFrame.

A report is a dict: ``rows``, a dict per label with "label", "support", "predicted", and under
"semantic" and "hard" (one of which may be missing everywhere) "precision", "recall" and "f1";
``averages``, name -> the same without "label", amounts optional; ``signature``, "" for none. A
score that is None is left blank.
"""

import unicodedata

GROUPS = ("semantic", "hard")
SCORES = ("precision", "recall", "f1")
AMOUNTS = ("predicted", "support")
# In longer tables of text, rows of labels that nobody uses would bury the others.
MANY_ROWS = 1_000
# What markdown, or the HTML in it, would take for markup.
_MARKUP = {ord(sign): f"\\{sign}" for sign in "\\`*_[]|~#$"}
_MARKUP.update({ord("&"): "&amp;", ord("<"): "&lt;", ord(">"): "&gt;"})


def as_dict(report):
    """The report with plain floats, ints and strings, fit for JSON; the original is not shared."""

    def scores(entry):
        groups = {
            group: {name: _plain_number(entry[group][name]) for name in SCORES}
            for group in GROUPS
            if group in entry
        }
        return {name: _plain_number(entry[name]) for name in AMOUNTS if name in entry} | groups

    return {
        "rows": [{"label": str(row["label"]), **scores(row)} for row in report["rows"]],
        "averages": {str(name): scores(entry) for name, entry in report["averages"].items()},
        "signature": str(report["signature"]),
    }


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
    groups = _report_groups(report)
    rows, left_out = _used_rows(report)
    tables = [_cells(rows, "label", groups, digits), _averages(report, groups, digits)]
    heads = ["", *(name for _ in groups for name in SCORES), *AMOUNTS]
    widths = [
        max(map(_width, column)) for column in zip(heads, *tables[0], *tables[1], strict=True)
    ]
    step = len(SCORES)
    # A group's name stands over the first of its columns.
    over = [""] * len(heads)
    for index, group in enumerate(groups):
        over[1 + index * step] = group

    def line(cells):
        padding = [" " * (width - _width(c)) for width, c in zip(widths, cells, strict=True)]
        parts = [
            cells[0] + padding[0],
            *(p + c for p, c in zip(padding[1:], cells[1:], strict=True)),
        ]
        return "  ".join(parts).rstrip()

    blocks = [[line(over), line(heads)], *([line(cells) for cells in table] for table in tables)]
    blocks += [[text] for text in (left_out, _visible(report["signature"])) if text]
    return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"


def as_markdown(report, digits=3):
    """A table for a README or a model card; names that look like markup are shown as they are."""
    groups = _report_groups(report)
    heads = ["label", *(f"{group} {name}" for group in groups for name in SCORES), *AMOUNTS]
    lines = [heads, ["---", *["---:"] * (len(heads) - 1)]]
    rows, left_out = _used_rows(report)
    for label, *numbers in _cells(rows, "label", groups, digits):
        lines.append([label.translate(_MARKUP), *numbers])
    for name, *numbers in _averages(report, groups, digits):
        lines.append([f"**{name.translate(_MARKUP)}**", *numbers])
    text = "\n".join(f"| {' | '.join(cells)} |" for cells in lines) + "\n"
    for line in (left_out, _visible(report["signature"]).translate(_MARKUP)):
        text += f"\n{line}\n" if line else ""
    return text


def report_cells(report, digits=3):
    """The cells of a report as text: heads, rows of labels, rows of averages."""
    groups = _report_groups(report)
    heads = ["", *(f"{group} {name}" for group in groups for name in SCORES), *AMOUNTS]
    return heads, _cells(report["rows"], "label", groups, digits), _averages(report, groups, digits)


def as_frame(report):
    """A pandas DataFrame with one row per label, then one row per average; NaN is missing."""
    import pandas

    plain, groups = as_dict(report), _report_groups(report)
    entries = [("label", row["label"], row) for row in plain["rows"]]
    entries += [("average", name, entry) for name, entry in plain["averages"].items()]
    records = [
        {
            "kind": kind,
            "name": name,
            **{f"{group}_{key}": entry[group][key] for group in groups for key in SCORES},
            **{key: entry.get(key) for key in AMOUNTS},
        }
        for kind, name, entry in entries
    ]
    frame = pandas.DataFrame(records)
    numbers = frame.columns[2:]
    frame[numbers] = frame[numbers].astype(float)
    frame.attrs["signature"] = plain["signature"]
    return frame


def _used_rows(report):
    """Rows of labels, of very many those that are gold or predicted; what is said of the others."""
    rows = report["rows"]
    if len(rows) <= MANY_ROWS:
        return rows, ""
    used = [row for row in rows if row.get("predicted") or row.get("support")]
    unused = len(rows) - len(used)
    return used, f"Labels neither gold nor predicted, left out here: {unused:,}" if unused else ""


def _report_groups(report):
    entries = [*report["rows"], *report["averages"].values()]
    return [group for group in GROUPS if any(group in entry for entry in entries)]


def _averages(report, groups, digits):
    entries = [{"name": name, **entry} for name, entry in report["averages"].items()]
    return _cells(entries, "name", groups, digits)


def _cells(entries, name, groups, digits):
    """Rows of text: the name, the scores of each group, predicted and support."""
    return [
        [
            _visible(entry[name]),
            *(_number_text(entry[group][key], digits) for group in groups for key in SCORES),
            *(_number_text(entry.get(key), digits, whole=True) for key in AMOUNTS),
        ]
        for entry in entries
    ]


def _number_text(value, digits, whole=False):
    """A number with so many decimals; ``whole`` ones, counts, without, and sums of weights with."""
    if value is None:
        return ""
    return f"{value:.{0 if whole and float(value).is_integer() else digits}f}"


def _plain_number(value):
    """numpy's numbers as Python's."""
    return value.item() if hasattr(value, "item") else value


def _visible(text):
    """The text on one line: what can't be printed, line breaks too, as its escape."""
    return "".join(
        c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in str(text)
    )


def _width(text):
    """Columns that a terminal needs: two for wide characters, none for combining ones."""
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )
