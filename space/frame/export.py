"""Forms to take a scored state away: sentence, tables, JSON, address.

All of it is made from one ``Scored``, so no two of them can be of two results.
"""

import csv
import io
import json
import re
from pathlib import Path
from urllib.parse import urlencode

from semantic_f1.average_table import NAMED_AVERAGES
from semantic_f1.files.cells import neutralize
from semantic_f1.reports.results_text import LATEX

from . import markup
from .similarities import IDENTITY, OWN_GROUPS, SCORES, bundled

# Characters as LaTeX has them.
_LATEX = {**LATEX, ord("\u2013"): "--"}
DEFAULTS = {
    "unknown_labels": "raise",
    "counting": "paper",
    "macro_labels": "all",
    "normalize_names": False,
}


def is_bundled(similarity):
    """True for a similarity that everybody has."""
    known = bundled().get(similarity.name)
    return known is not None and known.fingerprint == similarity.fingerprint


def stem(text):
    """A part of a file's name: letters, digits, dashes and dots."""
    return re.sub(r"[^\w.-]+", "_", text).strip("_.") or "file"


def file_name(scored):
    """Name of the saved files of this state, without an ending."""
    names = "_".join(stem(under.similarity.name) for under in scored.under)
    return f"semantic_f1_{stem(Path(scored.file).stem)}_{names}"


def with_interval(scores):
    """A score with its interval, in words."""
    ends = markup.ends_of(scores)
    sure = f" (95% interval {ends[0]:.3f} to {ends[1]:.3f})" if ends else ""
    return f"{scores['f1']:.3f}{sure}"


def citation_name(similarity):
    """A similarity with its ID, as a sentence has it."""
    short = similarity.fingerprint[:8]
    if is_bundled(similarity):
        return f"the similarity {similarity.name} (similarity ID {short})"
    title = similarity.card.get("title") or ""
    if similarity.name == OWN_GROUPS:
        return f"our own groups ({title}, similarity ID {short})"
    name = f" {title}" if title and title != similarity.name else ""
    source = similarity.card.get("source")
    from_ = f", {source}" if isinstance(source, str) and source else ""
    return f"our own similarity{name} of {len(similarity)} labels (similarity ID {short}{from_})"


def group_note(groups):
    """Sentence on what intervals draw: a column and the number of its groups."""
    column, count = groups
    return f"Intervals draw the {count:,} groups of {column!r}, not rows."


def sentence(scored, average):
    """The sentence to cite."""
    parts = [
        f"{with_interval(under.averages[average]['semantic'])} under "
        f"{citation_name(under.similarity)}"
        for under in scored.under
    ]
    hard = with_interval(scored.under[0].averages[average]["hard"])
    more = f" {group_note(scored.groups)}" if scored.groups and "95%" in hard else ""
    more += f" {scored.remark}" if scored.remark else ""
    if scored.under[0].similarity.name == IDENTITY:
        labels = markup.counted(len(scored.under[0].similarity), "label")
        return f"On {markup.examples_of(scored)} with {labels}, F1 ({average}) is {hard}.{more}"
    return (
        f"On {markup.examples_of(scored)}, Semantic F1 ({average}) is {' and '.join(parts)}; F1 of "
        f"exact matches only is {hard}.{more}"
    )


def tables(align, heads, rows, above=(), named=None):
    """Rows of texts as a LaTeX table for booktabs and as a Markdown table, by the names of both."""
    head, *body = (
        " & ".join(cell.translate(_LATEX) for cell in cells) + " \\\\" for cells in (heads, *rows)
    )
    begin = [f"\\begin{{tabular}}{{{align}}}", "\\toprule", *above, head, "\\midrule"]
    latex = [*begin, *body, "\\bottomrule", "\\end{tabular}", ""]
    head, *body = (
        f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"
        for cells in (named or heads, *rows)
    )
    markdown = [head, f"|{'|'.join(['---'] * len(heads))}|", *body, ""]
    return {"latex": "\n".join(latex), "markdown": "\n".join(markdown)}


def tables_of(text):
    """A CSV of plain numbers as LaTeX and Markdown, with three decimals, by the names of both."""

    def cell(value):
        try:
            return f"{float(value):.3f}"
        except ValueError:
            return value

    heads, *rows = ([cell(value) for value in row] for row in csv.reader(io.StringIO(text)))
    return tables(f"l{'r' * (len(heads) - 1)}", heads, rows)


def average_rows(averages):
    """Each average: its name, P, R, F1, the interval of F1, and P, R, F1 of exact matches."""
    for average in NAMED_AVERAGES:
        semantic, hard = (averages[average][kind] for kind in ("semantic", "hard"))
        numbers, exact = ([markup.number(of[score]) for score in SCORES] for of in (semantic, hard))
        ends = markup.ends_of(semantic)
        yield [average, *numbers, markup.interval(*ends) if ends else "", *exact]


def score_tables(scored):
    """All averages of a scored state as LaTeX and Markdown, by the names of both."""
    several = len(scored.under) > 1
    rows = [
        [under.similarity.name] * several + row
        for under in scored.under
        for row in average_rows(under.averages)
    ]
    first = ["Similarity"] * several + ["Average"]
    at = len(first) + 1
    spans = "& " * (at - 1)
    spans += "\\multicolumn{4}{c}{Semantic} & \\multicolumn{3}{c}{Hard} \\\\"
    rules = f"\\cmidrule(lr){{{at}-{at + 3}}} \\cmidrule(lr){{{at + 4}-{at + 6}}}"
    heads = ["P", "R", "F1", "95% interval", "P", "R", "F1"]
    named = ["Semantic P", "R", "F1", "95% interval", "Hard P", "R", "F1"]
    align = f"{'l' * len(first)}rrrcrrr"
    return tables(align, [*first, *heads], rows, (spans, rules), [*first, *named])


def results_json(scored):
    """All numbers, as JSON."""
    constant = scored.constant
    kept = ("signatures", "averages", "per_label", "warnings")
    results = [
        {
            "similarity": under.similarity.name,
            "fingerprint": under.similarity.fingerprint,
            **{key: getattr(under, key) for key in kept},
        }
        for under in scored.under
    ]
    content = {key: getattr(scored, key) for key in ("file", "examples", "reading", "options")}
    best = constant and {"label": constant[0], "semantic_f1": constant[1]}
    content |= {"results": results, "best_constant_answer": best}
    return json.dumps(content, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def similarity_file(similarity):
    """Name of the saved file of a visitor's own similarity."""
    return f"{stem(similarity.name)}.json"


def similarity_argument(similarity):
    """The value of ``similarity=``: a bundled name, or the file that it is saved as."""
    return similarity.name if is_bundled(similarity) else similarity_file(similarity)


def query(scored, average, is_example):
    """The address of the settings of a state; no file and no similarity of a visitor's is in it."""
    similarities = zip(("similarity", "beside"), scored.under, strict=False)
    named = {key: under.similarity for key, under in similarities}
    settings = {**scored.options, "average": average}
    if not is_example:
        settings |= {key: scored.reading[key] for key in ("predictions", "references")}
    return address_of({"tab": "score"}, named, settings)


def address_of(fields, similarities, settings, usual=DEFAULTS):
    """Fields of an address, with bundled similarities and with settings that are not the usual."""
    fields = dict(fields)
    for key, similarity in similarities.items():
        if similarity is not None and is_bundled(similarity):
            fields[key] = similarity.name
    for key, value in settings.items():
        if value != {"average": "samples", **usual}.get(key):
            fields[key] = str(value).lower() if isinstance(value, bool) else value
    return urlencode(fields)


def json_of(state, *keys):
    """Numbers of a state by their names, as JSON; a similarity goes by its name."""
    content = {key: getattr(state, key, None) for key in keys}
    if state.similarity is not None:
        asked = {"similarity": state.similarity.name, "fingerprint": state.similarity.fingerprint}
        content |= {key: value for key, value in asked.items() if key in content}
    return json.dumps(content, indent=2, ensure_ascii=False, default=float) + "\n"


def labels_csv(scored):
    """The scores of each label, as CSV."""
    columns = [(kind, score) for kind in ("semantic", "hard") for score in SCORES]
    heads = ["similarity", "label", "support", *(f"{kind}_{score}" for kind, score in columns)]
    rows = [heads]
    for under in scored.under:
        for row in under.per_label:
            values = (row[kind][score] for kind, score in columns)
            rows.append([under.similarity.name, row["label"], row["support"], *values])
    return "\ufeff" + csv_text(row[len(scored.under) == 1 :] for row in rows)


def similarity_json(similarity):
    """A similarity as the JSON text of its file."""
    return similarity.to_json().decode()


def similarity_csv(similarity):
    """A similarity as a CSV text: a header of names, then one row per label."""
    rows = zip(similarity.labels, similarity.values.tolist(), strict=True)
    return csv_text([["label", *similarity.labels], *([label, *row] for label, row in rows)])


def csv_text(rows):
    """Rows as CSV; texts are harmless to spreadsheets, and None is an empty cell."""
    text = io.StringIO()
    writer = csv.writer(text)
    for row in rows:
        writer.writerow([neutralize(cell) if isinstance(cell, str) else cell for cell in row])
    return text.getvalue()


def take_away(
    page,
    sentence,
    signature,
    texts,
    *,
    file_name,
    link,
    code,
    command="",
    own=None,
    csv_file=("csv", "Save CSV", "csv"),
    notes=("", ""),
    share="",
):
    """The section "Cite, save, share". ``texts``: by name, what buttons copy or save; ``csv_file``:
    the name of the CSV among them, its button, its ending; ``notes``: HTML after the buttons of the
    figure and of the data; ``share``: HTML before all buttons
    """
    csv_name, csv_title, csv_ending = csv_file
    copied = lambda title, name: markup.copy_button(title, f"{page}-{name}")  # noqa: E731

    def saved(title, name, ending, kind):
        return markup.save_button(title, f"{page}-{name}", f"{file_name}.{ending}", kind)

    texts = {"cite": f"{sentence}\n{signature}\n", "signature": f"{signature}\n", **texts}
    rows = {
        "Sentence": copied("Copy sentence and signature", "cite")
        + copied("Copy signature", "signature")
        + markup.button("Copy link to these settings", data_copy=True, data_link=link),
        "Table": copied("Copy LaTeX", "latex")
        + copied("Copy Markdown", "markdown")
        + saved(csv_title, csv_name, csv_ending, "text/csv"),
    }
    if "results" in texts:
        rows["Paper"] = copied("Copy results sentence", "results")
        rows["Paper"] += copied("Copy methods (LaTeX)", "methods")
    if texts.get("figure"):
        rows["Figure"] = markup.figure_buttons(f"{page}-figure", file_name) + notes[0]
    rows["Data"] = saved("Save results (JSON)", "json", "json", "application/json") + notes[1]
    if own is not None:
        file = similarity_file(own)
        texts = {**texts, "own": similarity_json(own)}
        saved_own = markup.save_button(f"Save {file}", f"{page}-own", file, "application/json")
        rows["Similarity"] = f'{saved_own}<span class="help">the code below reads it</span>'
    boxes = markup.code_box(f"{page}-python", code, "Copy code")
    boxes += markup.code_box(f"{page}-command", command, "Copy command") if command else ""
    title = f"The same numbers in Python{' and on the command line' if command else ''}"
    kept = "".join(markup.held(f"{page}-{name}", text) for name, text in texts.items() if text)
    inside = (
        f'<p class="cite">{markup.bdi(sentence, 4000)}</p>{share}{markup.taken(rows.items())}'
        f"{markup.section(f'{page}-code', title, boxes, plain=True)}{kept}"
    )
    beside = "sentence, table, figure, data, code"
    return markup.section(f"{page}-take-away", "Cite, save, share", inside, beside, True)
