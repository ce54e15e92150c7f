"""Forms to take a scored state away: sentence, tables, JSON, address.

All of it is made from one ``Scored``, so no two of them can be of two results.
"""

import csv
import io
import json
import re
from pathlib import Path
from urllib.parse import urlencode

from semantic_f1.files.cells import neutralize

from .markup import examples_of
from .similarities import AVERAGES, SCORES, bundled

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


def file_name(scored, ending):
    """Name of a saved file of this state."""
    names = "_".join(stem(under.similarity.name) for under in scored.under)
    return f"semantic_f1_{stem(Path(scored.file).stem)}_{names}.{ending}"


def with_interval(scores):
    """A score with its interval, in words."""
    text = f"{scores['f1']:.3f}"
    if scores["low"] is None:
        return text
    return f"{text} (95% interval {scores['low']:.3f} to {scores['high']:.3f})"


def called(similarity):
    """A similarity with its fingerprint, as a sentence has it."""
    short = similarity.fingerprint[:8]
    if is_bundled(similarity):
        return f"the similarity {similarity.name} (fingerprint {short})"
    title = similarity.card.get("title") or ""
    name = f" {title}" if title and title != similarity.name else ""
    source = similarity.card.get("source")
    from_ = f", {source}" if isinstance(source, str) and source else ""
    return f"our own similarity{name} of {len(similarity)} labels (fingerprint {short}{from_})"


def drawn(groups):
    """Sentence on what intervals draw: a column and the number of its groups."""
    column, count = groups
    return f"Intervals draw the {count:,} groups of {column!r}, not rows."


def sentence(scored, average):
    """The sentence to cite."""
    parts = [
        f"{with_interval(under.averages[average]['semantic'])} under {called(under.similarity)}"
        for under in scored.under
    ]
    hard = with_interval(scored.under[0].averages[average]["hard"])
    more = f" {drawn(scored.groups)}" if scored.groups and "95%" in hard else ""
    return (
        f"On {examples_of(scored)}, Semantic F1 ({average}) is {' and '.join(parts)}; hard "
        f"F1, exact matches only, is {hard}.{more}"
    )


def signatures(scored, average):
    """The lines to cite beside the number, one a similarity."""
    return "\n".join(under.signatures[average] for under in scored.under)


def _rows(scored):
    for under in scored.under:
        for average in AVERAGES:
            semantic, hard = (under.averages[average][kind] for kind in ("semantic", "hard"))
            ends = "" if semantic["low"] is None else (semantic["low"], semantic["high"])
            yield under.similarity.name, average, semantic, ends, hard


def latex(scored):
    """All averages as a LaTeX table for booktabs."""
    several = len(scored.under) > 1
    head = ("Similarity & " if several else "") + (
        "Average & P & R & F1 & 95\\% interval & P & R & F1 \\\\"
    )
    first = 2 if not several else 3
    spans = (
        f"{'& ' * (first - 1)}\\multicolumn{{4}}{{c}}{{Semantic}} & "
        "\\multicolumn{3}{c}{Hard} \\\\"
    )
    rules = f"\\cmidrule(lr){{{first}-{first + 3}}} \\cmidrule(lr){{{first + 4}-{first + 6}}}"
    lines = [
        f"\\begin{{tabular}}{{{'l' if several else ''}lrrrcrrr}}",
        "\\toprule",
        spans,
        rules,
        head,
        "\\midrule",
    ]
    for name, average, semantic, ends, hard in _rows(scored):
        cells = [tex(name)] if several else []
        cells.append(average)
        cells += [f"{semantic[score]:.3f}" for score in SCORES]
        cells.append(f"{ends[0]:.3f}--{ends[1]:.3f}" if ends else "")
        cells += [f"{hard[score]:.3f}" for score in SCORES]
        lines.append(" & ".join(cells) + " \\\\")
    lines += ["\\bottomrule", "\\end{tabular}"]
    return "\n".join(lines) + "\n"


def tex(text):
    """Text as LaTeX shows it."""
    special = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
    return "".join(
        special.get(character) or (f"\\{character}" if character in "&%$#_{}" else character)
        for character in text
    )


def markdown(scored):
    """All averages as a Markdown table."""
    several = len(scored.under) > 1
    head = ["Similarity"] if several else []
    head += ["Average", "Semantic P", "R", "F1", "95% interval", "Hard P", "R", "F1"]
    lines = [f"| {' | '.join(head)} |", f"|{'|'.join(['---'] * len(head))}|"]
    for name, average, semantic, ends, hard in _rows(scored):
        cells = [name.replace("|", "\\|")] if several else []
        cells.append(average)
        cells += [f"{semantic[score]:.3f}" for score in SCORES]
        cells.append(f"{ends[0]:.3f}\u2013{ends[1]:.3f}" if ends else "")
        cells += [f"{hard[score]:.3f}" for score in SCORES]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def results(scored):
    """All numbers, as a dict for JSON."""
    return {
        "file": scored.file,
        "examples": scored.examples,
        "reading": scored.reading,
        "options": scored.options,
        "results": [
            {
                "similarity": under.similarity.name,
                "fingerprint": under.similarity.fingerprint,
                "signatures": under.signatures,
                "averages": under.averages,
                "per_label": under.per_label,
                "warnings": under.warnings,
            }
            for under in scored.under
        ],
        "best_constant_answer": None
        if scored.constant is None
        else {"label": scored.constant[0], "semantic_f1": scored.constant[1]},
    }


def results_json(scored):
    """All numbers, as JSON."""
    return json.dumps(results(scored), indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def similarity_file(similarity):
    """Name of the saved file of a visitor's own similarity."""
    return f"{stem(similarity.name)}.json"


def similarity_argument(similarity):
    """The value of ``similarity=``: a bundled name, or the file that it is saved as."""
    return similarity.name if is_bundled(similarity) else similarity_file(similarity)


def query(scored, average, is_example):
    """The address of the settings of a state; no file and no similarity of a visitor's is in it."""
    names = [
        under.similarity.name if is_bundled(under.similarity) else None for under in scored.under
    ]
    fields = {"tab": "score"}
    for key, name in zip(("similarity", "beside"), names, strict=False):
        if name is not None:
            fields[key] = name
    for key, value in scored.options.items():
        if value != DEFAULTS.get(key):
            fields[key] = "true" if value is True else value
    if average != "samples":
        fields["average"] = average
    if not is_example:
        fields |= {key: scored.reading[key] for key in ("predictions", "references")}
    return urlencode(fields)


def labels_csv(scored):
    """The scores of each label, as CSV."""
    text = io.StringIO()
    writer = csv.writer(text)
    heads = [f"semantic_{score}" for score in SCORES] + [f"hard_{score}" for score in SCORES]
    several = len(scored.under) > 1
    writer.writerow([*(["similarity"] if several else []), "label", "support", *heads])
    for under in scored.under:
        for row in under.per_label:
            values = [row[kind][score] for kind in ("semantic", "hard") for score in SCORES]
            first = [neutralize(under.similarity.name)] if several else []
            writer.writerow([*first, neutralize(row["label"]), row["support"], *values])
    return "\ufeff" + text.getvalue()


def similarity_json(similarity):
    """A similarity as a JSON text, laid out as the bundled files are: a line for each label."""
    fields = {
        name: json.dumps(value, ensure_ascii=False) for name, value in similarity.to_dict().items()
    }
    lines = ",\n".join(f"    {json.dumps(row)}" for row in similarity.values.tolist())
    fields["values"] = f"[\n{lines}\n  ]"
    text = ",\n".join(f"  {json.dumps(name)}: {value}" for name, value in fields.items())
    return f"{{\n{text}\n}}\n"


def similarity_csv(similarity):
    """A similarity as a CSV text: a header of names, then one row a label."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(["label", *map(neutralize, similarity.labels)])
    for label, row in zip(similarity.labels, similarity.values.tolist(), strict=True):
        writer.writerow([neutralize(label), *map(repr, row)])
    return text.getvalue()


def csv_line(cells):
    """A line of CSV; text cells are harmless to spreadsheets."""
    text = io.StringIO()
    csv.writer(text).writerow(
        [neutralize(cell) if isinstance(cell, str) else cell for cell in cells]
    )
    return text.getvalue()


def tables_of(text, latex):
    """A CSV of plain numbers as LaTeX or Markdown, with three decimals."""
    head, *rows = csv.reader(io.StringIO(text))

    def cell(value):
        try:
            return f"{float(value):.3f}"
        except ValueError:
            return tex(value) if latex else value.replace("|", "\\|")

    lines = [[cell(value) for value in row] for row in [head, *rows]]
    if not latex:
        body = [f"| {' | '.join(row)} |" for row in lines]
        return "\n".join([body[0], f"|{'|'.join(['---'] * len(head))}|", *body[1:]]) + "\n"
    body = [" & ".join(row) + " \\\\" for row in lines]
    return "\n".join(
        [
            f"\\begin{{tabular}}{{l{'r' * (len(head) - 1)}}}",
            "\\toprule",
            body[0],
            "\\midrule",
            *body[1:],
            "\\bottomrule",
            "\\end{tabular}",
            "",
        ]
    )
