"""The page "Annotators": a system beside several people, or beside their distributions."""

import csv
import functools
import io
import json
from collections import Counter
from math import log, sqrt
from pathlib import Path
from urllib.parse import urlencode

import gradio as gr

from . import jobs, judging, limits, score_result, take_away, visits, work
from .events import guarded, reason
from .markup import (
    as_json,
    bar,
    bdi,
    button,
    check,
    copy_button,
    counted,
    held,
    interval,
    label_set,
    legend,
    notice,
    number,
    page_part,
    plain_bar,
    radios,
    save_button,
    scale,
    section,
    select,
    signed,
    table,
    text_field,
)
from .score import MACRO, UNKNOWN, said_of, seen_names, told
from .shell import PRIVATE, part
from .similarities import AVERAGES, YOURS, similarity_choices, similarity_of, title_of
from .sources import (
    columns_shown,
    drop_area,
    example_source,
    receive_file,
    receive_pasted,
    source_bar,
)
from .tables import SEPARATORS
from .try_it import split_labels
from .wording import in_page_words

PAGE = "annotators"
KINDS = (("sets", "Label sets of several people"), ("soft", "Distributions (soft labels)"))
BLANK = (
    ("", "choose"),
    ("no_label", "The annotator chose no label"),
    ("not_asked", "The annotator was not asked"),
)
REDUCE = (
    ("mean", "Mean: every annotator counts the same"),
    ("max", "Max: only the annotator nearest to the prediction"),
    ("soft", "Soft: labels count by how many chose them"),
)
EXAMPLE_NAMES = {"sets": "Invented example", "soft": "Invented example of distributions"}
LABELS = "anger, disgust, fear, joy, sadness"
PLACEHOLDER = "predictions;annotator_1;annotator_2\njoy, love;joy;joy\nanger;disgust;"
FIRST = {
    "source": "0",
    "kind": "sets",
    "predictions": "predictions",
    "references": [f"annotator_{at}" for at in range(1, 5)],
    "gold": "references",
    "blank": "not_asked",
    "separator": "json",
    "similarity": "plutchik",
    "reduce": "mean",
    "unknown_labels": "raise",
    "macro_labels": "all",
    "labels": LABELS,
    "counts": False,
    "use_similarity": True,
}
AGREE = (
    "Agreement among people is a baseline, not a ceiling: an answer between several people's can "
    "agree with each of them better than they do with one another."
)
# Name, title, range, what it says.
DISTANCES = (
    ("wasserstein_score", "Wasserstein score", "0 to 1", "Higher is better. 1 less the distance."),
    (
        "wasserstein_distance",
        "Wasserstein distance",
        "0 to 1",
        "Lower is better. How far predicted mass must be moved; near labels are not far.",
    ),
    (
        "manhattan_distance",
        "Manhattan distance",
        "0 to 2",
        "Lower is better. Twice the mass on wrong labels.",
    ),
    (
        "euclidean_distance",
        "Euclidean distance",
        f"0 to {sqrt(2):.3f}",
        "Lower is better. One large difference weighs more than many small.",
    ),
    (
        "jensen_shannon_distance",
        "Jensen-Shannon distance",
        f"0 to {sqrt(log(2)):.3f}",
        "Lower is better. In each example the root of the divergence.",
    ),
    (
        "jensen_shannon_divergence",
        "Jensen-Shannon divergence",
        f"0 to {log(2):.3f}",
        "Lower is better. How far both are from the middle between them.",
    ),
    (
        "cross_entropy",
        "Cross entropy",
        "0 and more",
        "Lower is better. A perfect prediction has {}.",
    ),
)


# --- The form ---


def checked_form(form, own):
    """A form from a browser as a dict of known fields."""
    form = form if isinstance(form, dict) else {}
    found = {}
    for key, default in FIRST.items():
        value = form.get(key, default)
        if isinstance(default, bool):
            found[key] = bool(value)
        elif isinstance(default, list):
            found[key] = [str(one)[:2000] for one in value] if isinstance(value, list) else []
        else:
            found[key] = str(value)[:20_000]
    for key, offered in (
        ("kind", dict(KINDS)),
        ("blank", dict(BLANK)),
        ("separator", SEPARATORS),
        ("reduce", dict(REDUCE)),
        ("unknown_labels", dict(UNKNOWN)),
        ("macro_labels", dict(MACRO)),
        ("similarity", dict(similarity_choices(own))),
    ):
        if found[key] not in offered:
            found[key] = FIRST[key]
    return found


def example_of(kind):
    """The example of a kind."""
    file = judging.SOFT_EXAMPLE if kind == "soft" else judging.SETS_EXAMPLE
    return example_source(EXAMPLE_NAMES[kind], file.name)


def source_of(visit, kind):
    """The file of the page, or the example of the kind."""
    return visit.sources.get(PAGE) or example_of(kind)


def first_form(source, own, form):
    """The form for a file that has just come."""
    seen, kind = source.seen, form["kind"]
    found = {**FIRST, "kind": kind, "source": str(source.serial), "reduce": form["reduce"]}
    if len(seen.score_columns) >= 2 and not seen.label_columns:
        found["kind"] = kind = "soft"
    if kind == "soft":
        offered = seen.score_columns or list(seen.cells)
        guess = [name if name in offered else "" for name in (seen.predictions, seen.references)]
        found["predictions"], found["gold"] = guess
        return {**found, "labels": "", "use_similarity": False}
    people = [name for name in seen.cells if name.casefold().startswith(("annotator", "rater"))]
    people = people or [
        name
        for name in (seen.references,)
        if name and any(cell.lstrip().startswith("[[") for cell in seen.cells[name])
    ]
    asked = [name for name in people if name in seen.cells]
    blank = any(not cell.strip() for name in asked for cell in seen.cells[name])
    found |= {
        "predictions": seen.predictions or "",
        "references": people,
        "separator": seen.separator,
        "blank": "" if blank else "no_label",
    }
    names = names_seen(source, found)
    best, share = work.best_similarity(names, own)
    found["similarity"] = best if share > 0 else FIRST["similarity"]
    if not names and own is not None:
        found["similarity"] = YOURS
    return found


def names_seen(source, form):
    """The names in the first rows, counted."""
    fields = {"predictions": form["predictions"], "references": "", "separator": form["separator"]}
    return seen_names(source, fields)


def reading_of(form):
    """Reading of the file that a form asks for."""
    if form["kind"] == "soft":
        for side, name in (("predictions", "predicted"), ("gold", "gold")):
            if not form[side]:
                raise ValueError(f"Choose the column of the {name} distributions first.")
        return {"predictions": form["predictions"], "references": form["gold"]}
    if not form["predictions"]:
        raise ValueError("Choose the column of the predicted labels first.")
    if not form["references"]:
        raise ValueError("Choose the columns of the annotators first.")
    if form["predictions"] in form["references"]:
        raise ValueError("The predicted column is among those of the annotators.")
    keys = ("predictions", "references", "blank", "separator")
    return {key: form[key] for key in keys}


# --- The inputs ---


def inputs(source, form, own=None, rev=0, opened=False):
    """The left side as HTML."""
    parts = [
        radios("kind", "What you have", KINDS, form["kind"], data_send="kind"),
        source_bar(PAGE, source),
        drop_area(PAGE, source, "example", opened, PLACEHOLDER),
    ]
    ready = not source.refused
    if source.refused:
        parts.append(notice("error", "Not read.", source.refused, alert=True))
    else:
        shown, ready = (_soft_fields if form["kind"] == "soft" else _set_fields)(source, form, own)
        parts.append(shown)
    hidden = (
        f'<input type="hidden" name="source" data-field value="{source.serial}">'
        f'<input type="hidden" name="rev" value="{rev}">'
    )
    press = (
        '<div class="press">'
        + button("Score", main=True, data_do="score", data_run=True, disabled=not ready)
        + button("Cancel", data_do="cancel", data_cancel=True, hidden=True)
        + "</div>"
    )
    return page_part(f"{hidden}{''.join(parts)}{press}", class_="fields", data_rev=rev)


def _columns(source, *chosen):
    return [("", "choose"), *((one, one) for one in columns_shown(source.seen, *chosen))]


def _set_fields(source, form, own):
    seen = source.seen
    boxes = "".join(
        check("references", name, (name, name in form["references"]), many=True, data_send="change")
        for name in columns_shown(seen, *form["references"])
        if name != form["predictions"]
    )
    fields = (
        select(
            "predictions",
            "Predicted labels",
            _columns(source, form["predictions"]),
            form["predictions"],
            data_send="change",
            identity="annotators-predicted",
        )
        + f"<fieldset><legend>Annotators</legend>{boxes}</fieldset>"
        + '<div class="two">'
        + select(
            "separator",
            "Labels in a cell",
            list(SEPARATORS.items()),
            form["separator"],
            data_send="change",
            identity="annotators-separator",
        )
        + select(
            "blank",
            "An empty cell means",
            BLANK,
            form["blank"],
            data_send="change",
            identity="annotators-blank",
        )
        + "</div>"
    )
    ready = bool(form["predictions"] and form["references"])
    if not ready:
        fields += notice(
            "warn",
            "Which columns are annotators, which is predicted?",
            "No name says it for all of them.",
        )
    else:
        fields += _first_rows(source, form)
    names = None if source.serial == 0 else names_seen(source, form)
    similarity = similarity_of(form["similarity"], own)
    below = select(
        "similarity",
        "Similarity",
        similarity_choices(own),
        form["similarity"],
        data_send="change",
        identity="annotators-similarity",
    )
    said = said_of(similarity, names, {**form, "normalize_names": False})
    below = f"<div>{below}{said}</div>"
    more = (
        select(
            "reduce",
            "How annotators become one score",
            REDUCE,
            form["reduce"],
            identity="annotators-reduce",
        )
        + select(
            "unknown_labels",
            "Names that are not labels",
            UNKNOWN,
            form["unknown_labels"],
            identity="annotators-unknown",
        )
        + select(
            "macro_labels",
            "Macro averages are over",
            MACRO,
            form["macro_labels"],
            identity="annotators-macro",
        )
    )
    how = f"{form['predictions'] or '?'} / {counted(len(form['references']), 'annotator')}"
    read = section(
        f"people-read-{source.serial}",
        "Read as:",
        f'<div class="fields">{fields}</div>',
        how,
        opened=source.serial != 0,
        plain=True,
    )
    settings = section(
        "annotators-more", "More settings", f'<div class="fields">{more}</div>', plain=True
    )
    return f'<div class="fields">{read}{below}{settings}</div>', ready


def _soft_fields(source, form, own):
    fields = (
        '<div class="two">'
        + select(
            "predictions",
            "Predicted shares",
            _columns(source, form["predictions"]),
            form["predictions"],
            data_send="change",
            identity="soft-predicted",
        )
        + select(
            "gold",
            "Gold shares",
            _columns(source, form["gold"]),
            form["gold"],
            data_send="change",
            identity="soft-gold",
        )
        + "</div>"
        + text_field(
            "labels",
            "Labels, in the order of the numbers",
            form["labels"],
            "Between commas; empty for the labels of the similarity in their order.",
            identity="soft-labels",
        )
        + check("counts", "Rows are counts: each is divided by its sum", form["counts"])
        + check(
            "use_similarity",
            "Use the similarity: adds the Wasserstein distance and score",
            form["use_similarity"],
        )
    )
    ready = bool(form["predictions"] and form["gold"])
    if ready:
        fields += _first_rows(source, form)
    else:
        fields += notice("warn", "Which column is gold, which is predicted?", "No name says it.")
    fields += select(
        "similarity",
        "Similarity",
        similarity_choices(own),
        form["similarity"],
        data_send="change",
        identity="soft-similarity",
    )
    return f'<div class="fields">{fields}</div>', ready


def _first_rows(source, form):
    try:
        name = Path(source.name).name
        read = judging.preview(source.content(), name, reading_of(form), form["kind"])
    except Exception as error:
        return notice("warn", "Not read yet.", reason(error))
    rows = []
    for at in range(len(read)):
        if form["kind"] == "soft":
            sides = (read.predictions[at], read.references[at])
            rows.append([bdi(judging.shown_numbers(side, 6), 60) for side in sides])
        else:
            rows.append(
                [label_set("predicted", read.predictions[at], 4), _answers(read.references[at])]
            )
    heads = ["Predicted", "Gold" if form["kind"] == "soft" else "Annotators chose"]
    return table(heads, rows, text=(0, 1), caption="The first rows", first_is_head=False)


def _answers(sets, most=6):
    """Gold sets as people read them, equal ones together."""
    times = Counter(tuple(sorted(map(str, labels))) for labels in sets)
    shown = [
        (f"{count} \u00d7 " if count > 1 else "") + label_set("gold", labels, 4)
        for labels, count in times.most_common(most)
    ]
    more = len(times) - most
    return "<br>".join(shown) + (f"<br>{more} more" if more > 0 else "")


# --- The result ---


def result(state, form):
    """The right side as HTML."""
    card, sections, said = (_soft_parts if state.kind == "soft" else _set_parts)(state)
    name = "" if state.similarity is None else f", {title_of(state.similarity)}"
    stale = notice(
        "warn",
        "The inputs changed.",
        f"This is the result of before: {state.file}{name}. Press Score for a new one.",
    ).replace('class="notice warn"', 'class="notice warn stale-note"', 1)
    if state.warnings:
        inside = "".join(notice("", "", in_page_words(text)) for text in state.warnings)
        sections.append(section("people-notes", "Notes", inside, str(len(state.warnings))))
    return page_part(
        f'{stale}{card}<div class="sections">{"".join(sections)}</div>',
        class_="result",
        data_fields=as_json(form),
        data_serial=visits.serial(),
        data_say=said,
        data_stale="The inputs changed. Press Score for new results.",
        data_query=query(state),
    )


def query(state):
    """The address of the settings of a state."""
    found = {"tab": PAGE}
    if state.kind == "soft":
        found["kind"] = "soft"
    if state.similarity is not None and take_away.is_bundled(state.similarity):
        found["similarity"] = state.similarity.name
    for key in ("reduce", "unknown_labels", "macro_labels"):
        value = state.options.get(key)
        if value is not None and value != FIRST[key]:
            found[key] = value
    return urlencode(found)


def _difference(scores):
    """Certainty of the difference between the system and people.

    Returns
    -------
    (low, high, p, standard error over annotators), each None where it is not known
    """
    ends = {key.rpartition("_")[2]: one for key, one in scores["difference"].items()}
    p_value = next((v for k, v in scores["difference"].items() if k.endswith("p_value")), None)
    error = next((v for k, v in scores["difference"].items() if k.endswith("se_annotators")), None)
    return ends.get("low"), ends.get("high"), p_value, error


def sentence(state):
    """Sentence on the scores of people and of the system, as plain text."""
    scores = state.averages["samples"]
    f1 = scores["semantic"]["f1"]
    if "human" not in scores or scores["human"]["f1"] is None:
        return (
            f"The system scores {number(f1)} (Semantic F1, samples). No example has two annotators "
            "or more, so nothing says how well people agree."
        )
    human, system = scores["human"]["f1"], scores["system"]["f1"]
    low, high, p_value, error = _difference(scores)
    # Of the numbers as they are shown, so that it is what a reader finds.
    apart = round(round(system, 3) - round(human, 3), 3)
    if apart == 0:
        said = "as well as they do"
    else:
        said = f"{number(abs(apart))} {'higher' if apart > 0 else 'lower'}"
    beside = []
    if low is not None and high is not None:
        ends = sorted((abs(low), abs(high))) if low * high > 0 else (low, high)
        beside.append(f"95% {ends[0]:.3f} to {ends[1]:.3f} over examples")
    if p_value is not None:
        beside.append(f"p {'< .001' if p_value < 0.001 else f'= {p_value:.3f}'.replace('0.', '.')}")
    if error is not None:
        beside.append(
            f"with other annotators like these {len(state.people)}, \u00b1{2 * error:.3f}"
        )
    shown = f" ({', '.join(beside)})" if beside else ""
    parts = [
        f"One annotator scores {number(human)} against the others of an example, the system "
        f"{number(system)} against the same others: {said}{shown}."
    ]
    if scores.get("constant_f1") is not None:
        answer = scores["constant_answer"]
        answer = ", ".join(answer) if isinstance(answer, (list, tuple)) else answer
        parts.append(
            f"The best constant answer, {answer or 'nothing'}, scores "
            f"{number(scores['constant_f1'])}."
        )
    return " ".join([*parts, AGREE])


def _set_parts(state):
    scores = state.averages["samples"]
    semantic, hard = scores["semantic"], scores["hard"]
    people = f" of {counted(len(state.people), 'annotator')}" if state.people else ""
    has_people = "human" in scores and scores["human"]["f1"] is not None
    numbers = [("System", number(semantic["f1"]), _ends(semantic), " first")]
    lines = [("System against all", semantic["f1"], hard["f1"], _pair(semantic))]
    if has_people:
        human, system = scores["human"], scores["system"]
        numbers += [
            ("System against the others", number(system["f1"]), _ends(system), ""),
            ("One annotator against the others", number(human["f1"]), _ends(human), ""),
            ("Difference", signed(system["f1"] - human["f1"]), "", ""),
        ]
        lines += [
            ("System against the others", system["f1"], scores["system_hard"]["f1"], _pair(system)),
            (
                "One annotator against the others",
                human["f1"],
                scores["human_hard"]["f1"],
                _pair(human),
            ),
        ]
    shown = "".join(
        f'<div class="score{kind}"><div class="name">{name}</div><div class="value">{value}</div>'
        f'<div class="interval">{ends}</div></div>'
        for name, value, ends, kind in numbers
    )
    bars = "".join(
        f'<div class="person"><span>{name}</span>{bar(exact, f1, ends)}'
        f'<span class="value">{number(f1)}</span></div>'
        for name, f1, exact, ends in lines
    )
    said = sentence(state)
    card = (
        '<section class="card" aria-label="Result"><div class="card-head"><h2>Result</h2>'
        f'<span class="small quiet">{bdi(state.file)} \u00b7 {state.examples:,} examples \u00b7 '
        f"{state.n_sets:,} label sets{people} \u00b7 {bdi(title_of(state.similarity))}</span></div>"
        f'<div class="scores">{shown}</div>{bars}{scale()}'
        f"{legend(('exact', 'exact matches'), ('near', 'credit for near misses'))}"
        f"<p>{bdi(said, 4000)}</p></section>"
    )
    sections = [_take_away(state, said, _sets_csv(state), "people")]
    if state.people:
        sections.append(
            section(
                "each-annotator",
                "Each annotator",
                _each(state),
                counted(len(state.people), "annotator"),
            )
        )
    if state.rows:
        sections.append(section("disagree", "Rows people disagree on", _rows(state)))
    sections.append(section("people-averages", "All averages", _averages(state)))
    say = f"System {number(semantic['f1'])}"
    if has_people:
        say += f", one annotator {number(scores['human']['f1'])}"
    return card, sections, f"{say}, on {state.examples:,} examples of {state.file}."


def _pair(scores):
    return None if scores.get("low") is None else (scores["low"], scores["high"])


def _ends(scores):
    ends = _pair(scores)
    return "" if ends is None else f"95% interval {interval(*ends)}"


def _each(state):
    rows = []
    for one in state.people:
        values = [one["system"], one["human"]]
        rows.append(
            [
                bdi(one["annotator"]),
                "" if one["n"] is None else f"{one['n']:,g}",
                *("" if value is None else number(value) for value in values),
            ]
        )
    heads = ["Annotator", "Examples", "System", "Against the others"]
    return table(heads, rows, caption="Each annotator", sortable=True) + (
        '<p class="help">System: the system against this annotator. Against the others: this '
        "annotator against the other people of the same examples.</p>"
    )


def _rows(state):
    rows = [
        [
            f"{one['line']:,}",
            _answers(one["gold"]),
            number(one["agreement"]),
            label_set("predicted", one["predicted"], 6),
            number(one["f1"]),
        ]
        for one in state.rows
    ]
    heads = [state.unit.capitalize(), "Annotators chose", "Agree", "Predicted", "F1"]
    return table(heads, rows, text=(0, 1, 3), caption="Rows people disagree on") + (
        '<p class="help">Agree: mean F1 of each annotator against the others. F1: the system '
        "against all of them.</p>"
    )


def _averages(state):
    rows = []
    for average in AVERAGES:
        scores = state.averages[average]
        cells = [number(scores[kind]["f1"]) for kind in ("semantic", "hard")]
        for kind in ("human", "system"):
            value = scores.get(kind, {}).get("f1")
            cells.append("" if value is None else number(value))
        rows.append([average, *cells])
    heads = ["Average", "System", "Hard F1", "One annotator", "System, same others"]
    return table(heads, rows, caption="All averages", strong=0)


def _soft_parts(state):
    found = state.result
    rows = []
    for name, title, range_, said in DISTANCES:
        if name in found:
            explained = said.format(f"{state.entropy:.3f}")
            rows.append([title, number(found[name]), range_, explained])
    first = rows[0]
    card = (
        '<section class="card" aria-label="Result"><div class="card-head"><h2>Result</h2>'
        f'<span class="small quiet">{bdi(state.file)} \u00b7 {state.examples:,} examples</span>'
        f'</div><div class="scores"><div class="score first"><div class="name">{first[0]}</div>'
        f'<div class="value">{first[1]}</div><div class="interval">{first[3]}</div></div></div>'
        + table(
            ["Measure", "Mean", "Range", "What it says"], rows, text=(0, 2, 3), caption="Distances"
        )
        + "</section>"
    )
    cite = (
        f"On {state.examples:,} examples, the mean {first[0]} of predicted and gold distributions "
        f"is {first[1]}"
        + ("." if state.similarity is None else f" under {take_away.called(state.similarity)}.")
    )
    sections = [_take_away(state, cite, _soft_csv(rows), "soft")]
    sections.append(section("shares", "Mean share of each label", _shares(state)))
    if state.scores is not None:
        shown = score_result.distribution_of(state.scores, 10)
        sections.append(section("soft-scores", "How the examples score", shown))
    return card, sections, f"{first[0]} {first[1]}, on {state.examples:,} examples of {state.file}."


def _shares(state):
    rows = [
        [bdi(name), plain_bar(gold), number(gold), plain_bar(predicted, "near"), number(predicted)]
        for name, gold, predicted in state.shares
    ]
    shown = table(["Label", "", "Gold", "", "Predicted"], rows, caption="Mean share of each label")
    return shown.replace('<td><div class="bar', '<td class="wide"><div class="bar')


def _sets_csv(state):
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(["average", "semantic_f1", "hard_f1", "human_f1", "system_f1"])
    for average in AVERAGES:
        scores = state.averages[average]
        kinds = ("semantic", "hard", "human", "system")
        values = [scores.get(kind, {}).get("f1") for kind in kinds]
        writer.writerow([average, *("" if one is None else one for one in values)])
    return text.getvalue()


def _soft_csv(rows):
    return "measure,mean\n" + "".join(f"{title},{value}\n" for title, value, *_ in rows)


def tables_of(text, latex):
    """A CSV of plain numbers as LaTeX or Markdown, with three decimals."""
    head, *rows = csv.reader(io.StringIO(text))

    def cell(one):
        try:
            return f"{float(one):.3f}"
        except ValueError:
            return take_away.tex(one) if latex else one.replace("|", "\\|")

    lines = [[cell(one) for one in row] for row in [head, *rows]]
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


def results_json(state):
    """All numbers, as JSON."""
    content = {
        "file": state.file,
        "examples": state.examples,
        "reading": state.reading,
        "options": state.options,
        "similarity": None if state.similarity is None else state.similarity.name,
        "result": state.result,
        "averages": state.averages,
        "signature": state.signature,
        "warnings": state.warnings,
    }
    return json.dumps(content, indent=2, ensure_ascii=False, default=str) + "\n"


def _take_away(state, said, text, kind):
    stem = take_away.stem(Path(state.file).stem)
    similarity = "" if state.similarity is None else f"_{take_away.stem(state.similarity.name)}"
    name = f"semantic_f1_{kind}_{stem}{similarity}"
    cited = said
    if state.kind == "sets":
        cited = (
            f"On {state.examples:,} examples, Semantic F1 (samples) under "
            f"{take_away.called(state.similarity)}: {said}"
        )
    kept = "".join(
        held(f"annotators-{key}", content)
        for key, content in {
            "cite": f"{cited}\n{state.signature}\n",
            "signature": f"{state.signature}\n",
            "latex": tables_of(text, True),
            "markdown": tables_of(text, False),
            "csv": text,
            "json": results_json(state),
        }.items()
    )
    rows = (
        (
            "Sentence",
            copy_button("Copy sentence and signature", "annotators-cite")
            + copy_button("Copy signature", "annotators-signature")
            + button("Copy link to these settings", data_copy=True, data_link=query(state)),
        ),
        (
            "Table",
            copy_button("Copy LaTeX", "annotators-latex")
            + copy_button("Copy Markdown", "annotators-markdown")
            + save_button("Save CSV", "annotators-csv", f"{name}.csv", "text/csv"),
        ),
        (
            "Data",
            save_button(
                "Save results (JSON)", "annotators-json", f"{name}.json", "application/json"
            ),
        ),
    )
    taken = "".join(
        f'<div class="take"><span>{title}</span><div class="buttons">{buttons}</div></div>'
        for title, buttons in rows
    )
    code = take_away.people_command(state)
    more = section(
        "annotators-command",
        "The same numbers on the command line",
        score_result.code_box("annotators-code", code, "Copy command"),
        plain=True,
    )
    inside = f'<p class="cite">{bdi(cited, 4000)}</p>{taken}{more}{kept}'
    return section(
        "annotators-take-away", "Cite and take away", inside, "sentence, table, data", True
    )


# --- What happens ---


def judge(visit, form, progress):
    """Score the file as the form says, and keep the state."""
    own = visit.similarity()
    form = checked_form(form, own)
    source = source_of(visit, form["kind"])
    if form["source"] != str(source.serial):
        raise ValueError("The file changed meanwhile: check how it was read, then press Score.")
    content = source.content()
    name = source.name
    if content is None:
        name = (judging.SOFT_EXAMPLE if form["kind"] == "soft" else judging.SETS_EXAMPLE).name
    similarity = similarity_of(form["similarity"], own)
    if form["kind"] == "soft":
        function = "judging.judge_soft"
        options = {
            "labels": split_labels(form["labels"]) or None,
            "normalize_counts": form["counts"],
        }
        similarity = similarity if form["use_similarity"] else None
    else:
        function = "judging.judge_sets"
        options = {key: form[key] for key in ("reduce", "unknown_labels", "macro_labels")}
    arguments = (content, name, reading_of(form), similarity, options)
    state = jobs.run(function, arguments, 2 * len(content or b""), visit.session, progress)
    visit.keep(PAGE, name, (state, form))
    return state, form


@functools.cache
def example():
    """The state of the example, as the page opens with it."""
    return judge(visits.Visit(None), FIRST, told(None))


def refused(message, *_):
    """In place of a result: why there is none."""
    return score_result.refusal("Not scored.", message)


def with_similarity(visit, name):
    """The inputs with another similarity chosen."""
    own = visit.similarity()
    form = visit.forms.get(PAGE) or FIRST
    source = source_of(visit, form["kind"])
    if source.refused:
        return gr.skip()
    if form["source"] != str(source.serial):
        form = first_form(source, own, form)
    return inputs(source, {**form, "similarity": name}, own, visits.serial())


def linked(query_, visit):
    """The inputs and the result that an address asks for, both of one answer."""
    keys = ("kind", "similarity", "reduce", "unknown_labels", "macro_labels")
    asked = {key: query_[key] for key in keys if key in query_}
    form = checked_form({**FIRST, **asked}, None)
    if form == FIRST:
        return gr.skip(), gr.skip()
    return _example_of(visit, form)


def _example_of(visit, form):
    """The page with the example of a kind, scored."""
    form = {**form, "source": "0"}
    try:
        shown = result(*judge(visit, form, told(None)))
    except Exception as error:
        shown = refused(reason(error))
    return inputs(example_of(form["kind"]), form, visit.similarity(), visits.serial()), shown


def _fresh(visit, form):
    own = visit.similarity()
    source = visit.sources[PAGE]
    fresh = {**FIRST, "kind": form["kind"], "source": str(source.serial)}
    if not source.refused:
        fresh = first_form(source, own, form)
    visit.forms[PAGE] = fresh
    return inputs(source, fresh, own, visits.serial())


def build():
    """The page; returns its components by name."""
    return {
        "left": part(PAGE, "inputs", inputs(example_of("sets"), FIRST)),
        "right": part(PAGE, "result", result(*example())),
        "file": gr.File(visible="hidden", elem_id=f"{PAGE}-file", label="File of annotators"),
    }


def wire(parts, similarity_page):
    """The events of the page."""
    here = [parts["left"], parts["right"]]
    others = [similarity_page["left"], similarity_page["right"]]

    def send(event: gr.EventData, request: gr.Request):
        visit, data = visits.of(request), event._data
        answer = [gr.skip()] * 4
        do, own = data.get("do"), visit.similarity()
        raw = data.get("form") or {}
        form = checked_form(raw, own)
        source = source_of(visit, form["kind"])
        if do == "cancel":
            jobs.cancel(visit.session)
        elif do == "example" or (do == "kind" and PAGE not in visit.sources):
            visit.sources.pop(PAGE, None)
            fresh = {**FIRST, "kind": form["kind"]}
            answer[0], answer[1] = _example_of(visit, fresh)
            visit.forms[PAGE] = fresh
        elif do == "kind":
            answer[0] = _fresh(visit, form)
        elif do == "paste":
            visit.sources[PAGE] = receive_pasted(raw.get("pasted"), visit.session)
            answer[0] = _fresh(visit, form)
        elif do == "make":
            answer[2:] = similarity_page["prefill"](visit, list(names_seen(source, form)))
        elif do == "change":
            visit.forms[PAGE] = form
            answer[0] = inputs(source, form, own, raw.get("rev") or 0)
        return answer

    def run(event: gr.EventData, request: gr.Request, progress=gr.Progress()):  # noqa: B008
        visit = visits.of(request)
        return result(*judge(visit, event._data.get("form"), told(progress)))

    def upload(path, request: gr.Request):
        visit = visits.of(request)
        form = visit.forms.get(PAGE) or FIRST
        visit.sources[PAGE] = receive_file(path, visit.session)
        return _fresh(visit, form)

    quick = {"show_progress": "hidden", "concurrency_limit": None, **PRIVATE}
    for one in here:
        one.send(
            guarded(send, lambda message, *_: [gr.skip(), refused(message), *[gr.skip()] * 2]),
            None,
            [*here, *others],
            **quick,
        )
    parts["left"].run(
        guarded(run, refused),
        None,
        [parts["right"]],
        concurrency_id="jobs",
        concurrency_limit=limits.JOBS,
        trigger_mode="once",
        **PRIVATE,
    )
    parts["file"].upload(
        guarded(upload, lambda message, *_: gr.skip()), [parts["file"]], [parts["left"]], **quick
    ).then(lambda: None, None, [parts["file"]], show_progress="hidden", **PRIVATE)
