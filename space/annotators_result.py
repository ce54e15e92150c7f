"""The right side of the page "Annotators": all of it HTML of one judged state."""

import csv
import io
import json
from math import log, sqrt
from pathlib import Path
from urllib.parse import urlencode

from . import score_result, take_away, visits
from .annotators_form import FIRST, PAGE
from .markup import (
    answers,
    as_json,
    bar,
    bdi,
    button,
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
    save_button,
    scale,
    section,
    signed,
    stale_note,
    table,
    taken,
)
from .similarities import AVERAGES, title_of
from .wording import in_page_words

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


def result(state, form):
    """The right side as HTML."""
    card, sections, said = (_soft_parts if state.kind == "soft" else _set_parts)(state)
    name = "" if state.similarity is None else f", {title_of(state.similarity)}"
    if state.warnings:
        inside = "".join(notice("", "", in_page_words(text)) for text in state.warnings)
        sections.append(section("people-notes", "Notes", inside, str(len(state.warnings))))
    stale = stale_note(f"{state.file}{name}", "Score")
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
            answers(one["gold"]),
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
    code = take_away.people_command(state)
    more = section(
        "annotators-command",
        "The same numbers on the command line",
        score_result.code_box("annotators-code", code, "Copy command"),
        plain=True,
    )
    inside = f'<p class="cite">{bdi(cited, 4000)}</p>{taken(rows)}{more}{kept}'
    return section(
        "annotators-take-away", "Cite and take away", inside, "sentence, table, data", True
    )
