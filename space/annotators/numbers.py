"""Results of "Annotators" for numbers: distances of distributions, and F1 of degrees."""

from semantic_f1.average_table import NAMED_AVERAGES
from semantic_f1.distance_table import GRADED_DISTANCES, SOFT_DISTANCES
from semantic_f1.pictures.figures import label_figure, shares_figure, shares_picture

from ..frame import export, limits
from ..frame.markup import (
    bar,
    bdi,
    examples_of,
    interval,
    legend,
    number,
    read_account,
    scale,
    section,
    table,
)
from ..frame.result_page import distribution_of
from ..frame.similarities import title_of
from .export import people_take_away

# Labels in the picture of shares; of more there is a table.
MOST_DRAWN = 40
# Distances of the page, in its order.
DISTANCES = sorted(
    (row for row in SOFT_DISTANCES.values() if row.page is not None), key=lambda row: row.page
)


def soft_parts(state):
    """The card, the sections and what is said of distributions."""
    found, rows = state.result, []
    for row in DISTANCES:
        if row.name in found:
            explained = row.meaning.format(f"{state.entropy:.3f}")
            ends = [found.get(f"{row.name}_{end}") for end in ("low", "high")]
            rows.append((row.title, found[row.name], ends, row.range_text(3), explained))
    title, value, ends, _, meaning = rows[0]
    sure = "" if ends[0] is None else f"95% interval {interval(*ends)}"
    below = f'<p class="help">{limits.no_interval()}</p>' if ends[0] is None else ""
    card = (
        '<section class="card" aria-label="Result"><div class="card-head"><h2>Result</h2>'
        f'<span class="small quiet">{bdi(state.file)} \u00b7 {examples_of(state)}</span>'
        f'</div>{read_account(state.account)}<div class="scores"><div class="score first">'
        f'<div class="name">{title}</div>'
        f'<div class="value">{number(value)}</div><div class="interval">{sure}</div></div></div>'
        f'<p class="help">{meaning}</p>{below}'
        + table(
            ["Measure", "Mean", "95% interval"],
            [
                [
                    _explained(title, range_, meaning),
                    number(value),
                    "" if ends[0] is None else interval(*ends),
                ]
                for title, value, ends, range_, meaning in rows
            ],
            caption="Distances",
        )
        + "</section>"
    )
    under = "" if state.similarity is None else f" under {export.citation_name(state.similarity)}"
    sure = "" if ends[0] is None else f" (95% interval {ends[0]:.3f} to {ends[1]:.3f})"
    cite = (
        f"On {examples_of(state)}, the mean {title} of predicted and gold distributions is "
        f"{number(value)}{sure}{under}."
    )
    shares = [(name, gold, predicted) for name, gold, predicted in state.shares]
    picture = (
        '<div class="picture" role="region" aria-label="Picture of the mean shares" tabindex="0">'
        f"{shares_picture(shares[:MOST_DRAWN])}</div>"
    )
    sections = [
        people_take_away(state, cite, _soft_csv(rows), "soft", shares_figure(shares)),
        section("shares", "Mean share of each label", picture + _shares(state), opened=True),
    ]
    if state.scores is not None:
        shown = distribution_of(state.scores, 10)
        sections.append(section("soft-scores", "How the examples score", shown))
    say = f"{title} {number(value)}, on {examples_of(state)} of {state.file}."
    return card, sections, say


def _explained(title, range_, meaning):
    """A measure's name over its range and what it says."""
    return f'{title}<div class="small quiet">{range_}. {meaning}</div>'


def _shares(state):
    rows = [[bdi(name), number(gold), number(predicted)] for name, gold, predicted in state.shares]
    return table(["Label", "Gold", "Predicted"], rows, caption="Mean share of each label")


def _soft_csv(rows):
    return "".join(
        export.csv_line(["" if cell is None else cell for cell in row])
        for row in [
            ["measure", "mean", "low", "high"],
            *([title, value, *ends] for title, value, ends, *_ in rows),
        ]
    )


def _graded_card(state, semantic, hard):
    blocks = "".join(
        f'<div class="score{kind}"><div class="name">{name}</div>'
        f'<div class="value">{number(kind_scores["f1"])}</div>'
        f'<div class="interval">{_ends(kind_scores)}</div></div>'
        for name, kind_scores, kind in (
            ("Semantic F1", semantic, " first"),
            ("Soft F1 (same labels only)", hard, ""),
        )
    )
    ends = None if semantic["low"] is None else (semantic["low"], semantic["high"])
    keys = [("exact", "the same label"), ("near", "partial credit for close labels")]
    if ends:
        keys.append(("interval", "95% interval"))
    return (
        '<section class="card" aria-label="Result"><div class="card-head"><h2>Result</h2>'
        f'<span class="small quiet">{bdi(state.file)} \u00b7 {examples_of(state)} \u00b7 '
        f"{bdi(title_of(state.similarity))}</span></div>{read_account(state.account)}"
        f'<div class="scores">{blocks}</div>{bar(hard["f1"], semantic["f1"], ends, None, "tall")}'
        f"{scale()}"
        f"{legend(*keys)}</section>"
    )


def _graded_csv(state):
    return "".join(
        export.csv_line(row)
        for row in [
            ["average", "semantic_f1", "soft_f1"],
            *(
                [average, *(state.averages[average][kind]["f1"] for kind in ("semantic", "hard"))]
                for average in NAMED_AVERAGES
            ),
        ]
    )


def graded_parts(state):
    """The card, the sections and what is said of degrees."""
    scores = state.averages["samples"]
    semantic, hard = scores["semantic"], scores["hard"]
    averages = [
        [average, *(number(state.averages[average][kind]["f1"]) for kind in ("semantic", "hard"))]
        for average in NAMED_AVERAGES
    ]
    distances = [
        [
            _explained(row.title, row.range_text(3), f"Lower is better. {row.meaning}"),
            number(state.result[name]),
        ]
        for name, row in GRADED_DISTANCES.items()
        if row.by_example
    ]
    labels = [[bdi(name), *(number(value) for value in values)] for name, *values in state.shares]
    cite = (
        f"On {examples_of(state)}, Semantic F1 of graded labels (samples) is "
        f"{export.with_interval(semantic)} under {export.citation_name(state.similarity)}; "
        f"soft F1 of the same labels only is {export.with_interval(hard)}."
    )
    figure = label_figure(
        [(name, *values[2:]) for name, *values in state.shares], ("Semantic", "Soft")
    )
    heads = ["Label", "Gold, mean", "Predicted, mean", "Semantic F1", "Soft F1"]
    sections = [
        people_take_away(state, cite, _graded_csv(state), "graded", figure),
        section("degrees", "Each label", table(heads, labels, caption="Each label", sortable=True)),
        section(
            "degree-averages",
            "All averages",
            table(["Average", "Semantic F1", "Soft F1"], averages, caption="All averages"),
        ),
        section(
            "degree-distances",
            "Distances",
            table(["Measure", "Mean"], distances, caption="Distances"),
        ),
        section("degree-scores", "How the examples score", distribution_of(state.scores, 10)),
    ]
    sentence = (
        f"Semantic F1 {number(semantic['f1'])}, soft F1 {number(hard['f1'])}, on "
        f"{examples_of(state)} of {state.file}."
    )
    return _graded_card(state, semantic, hard), sections, sentence


def _ends(scores):
    if scores["low"] is None:
        return ""
    return f"95% interval {interval(scores['low'], scores['high'])}"
