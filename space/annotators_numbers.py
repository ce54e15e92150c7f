"""Results of "Annotators" for numbers: distances of distributions, and F1 of degrees."""

from math import log, sqrt

from semantic_f1.pictures.figures import label_figure

from . import score_result, take_away
from .annotators_away import people_take_away
from .grading import DISTANCES as DEGREE_DISTANCES
from .markup import (
    bar,
    bdi,
    examples_of,
    interval,
    legend,
    number,
    plain_bar,
    scale,
    section,
    table,
)
from .similarities import AVERAGES, title_of

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
DEGREES = (
    ("Manhattan distance", "0 to 2", "Mean over labels, whatever the similarity."),
    ("Binary cross entropy", "0 and more", "Mean over labels, natural logarithm."),
    ("Jensen-Shannon divergence", f"0 to {log(2):.3f}", "Mean over labels, natural logarithm."),
)


def soft_parts(state):
    distances = state.result
    rows = []
    for name, title, range_, meaning in DISTANCES:
        if name in distances:
            explained = meaning.format(f"{state.entropy:.3f}")
            rows.append([title, number(distances[name]), range_, explained])
    first = rows[0]
    card = (
        '<section class="card" aria-label="Result"><div class="card-head"><h2>Result</h2>'
        f'<span class="small quiet">{bdi(state.file)} \u00b7 {examples_of(state)}</span>'
        f'</div><div class="scores"><div class="score first"><div class="name">{first[0]}</div>'
        f'<div class="value">{first[1]}</div><div class="interval">{first[3]}</div></div></div>'
        + table(
            ["Measure", "Mean", "Range", "What it says"], rows, text=(0, 2, 3), caption="Distances"
        )
        + "</section>"
    )
    cite = (
        f"On {examples_of(state)}, the mean {first[0]} of predicted and gold distributions "
        f"is {first[1]}"
        + ("." if state.similarity is None else f" under {take_away.called(state.similarity)}.")
    )
    sections = [people_take_away(state, cite, _soft_csv(rows), "soft")]
    sections.append(section("shares", "Mean share of each label", _shares(state)))
    if state.scores is not None:
        shown = score_result.distribution_of(state.scores, 10)
        sections.append(section("soft-scores", "How the examples score", shown))
    return card, sections, f"{first[0]} {first[1]}, on {examples_of(state)} of {state.file}."


def _shares(state):
    rows = [
        [bdi(name), plain_bar(gold), number(gold), plain_bar(predicted, "near"), number(predicted)]
        for name, gold, predicted in state.shares
    ]
    shown = table(["Label", "", "Gold", "", "Predicted"], rows, caption="Mean share of each label")
    return shown.replace('<td><div class="bar', '<td class="wide"><div class="bar')


def _soft_csv(rows):
    return "measure,mean\n" + "".join(f"{title},{value}\n" for title, value, *_ in rows)


def graded_parts(state):
    """The card, the sections and what is said of degrees."""
    scores = state.averages["samples"]
    semantic, hard = scores["semantic"], scores["hard"]
    blocks = "".join(
        f'<div class="score{kind}"><div class="name">{name}</div>'
        f'<div class="value">{number(kind_scores["f1"])}</div>'
        f'<div class="interval">{_ends(kind_scores)}</div></div>'
        for name, kind_scores, kind in (
            ("Semantic F1", semantic, " first"),
            ("Soft F1 (no near misses)", hard, ""),
        )
    )
    ends = None if semantic["low"] is None else (semantic["low"], semantic["high"])
    card = (
        '<section class="card" aria-label="Result"><div class="card-head"><h2>Result</h2>'
        f'<span class="small quiet">{bdi(state.file)} \u00b7 {examples_of(state)} \u00b7 '
        f"{bdi(title_of(state.similarity))}</span></div>"
        f'<div class="scores">{blocks}</div>{bar(hard["f1"], semantic["f1"], ends, None, "tall")}'
        f"{scale()}"
        f"{legend(('exact', 'the same label'), ('near', 'credit for near misses'))}</section>"
    )
    averages = [
        [average, *(number(state.averages[average][kind]["f1"]) for kind in ("semantic", "hard"))]
        for average in AVERAGES
    ]
    distances = [
        [title, number(state.result[key]), range_, f"Lower is better. {meaning}"]
        for key, (title, range_, meaning) in zip(DEGREE_DISTANCES, DEGREES, strict=True)
    ]
    labels = [[bdi(name), *(number(value) for value in values)] for name, *values in state.shares]
    cite = (
        f"On {examples_of(state)}, Semantic F1 of graded labels (samples) is "
        f"{take_away.with_interval(semantic)} under {take_away.called(state.similarity)}; soft F1, "
        f"without near misses, is {take_away.with_interval(hard)}."
    )
    text = "".join(
        take_away.csv_line(row)
        for row in [
            ["average", "semantic_f1", "soft_f1"],
            *(
                [average, *(state.averages[average][kind]["f1"] for kind in ("semantic", "hard"))]
                for average in AVERAGES
            ),
        ]
    )
    figure = label_figure(
        [(name, *values[2:]) for name, *values in state.shares], ("Semantic", "Soft")
    )
    heads = ["Label", "Gold, mean", "Predicted, mean", "Semantic F1", "Soft F1"]
    sections = [
        people_take_away(state, cite, text, "graded", figure),
        section("degrees", "Each label", table(heads, labels, caption="Each label", sortable=True)),
        section(
            "degree-averages",
            "All averages",
            table(["Average", "Semantic F1", "Soft F1"], averages, caption="All averages"),
        ),
        section(
            "degree-distances",
            "Distances",
            table(
                ["Measure", "Mean", "Range", "What it says"],
                distances,
                text=(0, 2, 3),
                caption="Distances",
            ),
        ),
        section(
            "degree-scores",
            "How the examples score",
            score_result.distribution_of(state.scores, 10),
        ),
    ]
    sentence = (
        f"Semantic F1 {number(semantic['f1'])}, soft F1 {number(hard['f1'])}, on "
        f"{examples_of(state)} of {state.file}."
    )
    return card, sections, sentence


def _ends(scores):
    if scores["low"] is None:
        return ""
    return f"95% interval {interval(scores['low'], scores['high'])}"
