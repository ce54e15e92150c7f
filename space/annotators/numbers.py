"""Results of "Annotators" for numbers: distances of distributions, and F1 of degrees."""

from semantic_f1.average_table import NAMED_AVERAGES
from semantic_f1.distance_table import GRADED_DISTANCES, SOFT_DISTANCES
from semantic_f1.pictures.figures import label_figure, shares_figure, shares_picture

from ..frame import export, limits, markup
from ..frame.markup import bdi, ends_text, examples_of, interval, number, picture, section, table
from ..frame.result_page import distribution_of, result_card
from ..frame.similarities import title_of
from .code import people_take_away

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
    below = "" if sure else f'<p class="help">{limits.no_interval()}</p>'
    cells = [
        [_explained(name, range_, text), number(mean), interval(*sides) if sure else ""]
        for name, mean, sides, range_, text in rows
    ]
    inside = (
        markup.score_blocks((title, number(value), sure))
        + f'<p class="help">{meaning}</p>{below}'
        + table(["Measure", "Mean", "95% interval"], cells, caption="Distances")
    )
    card = result_card("Result", state, inside)
    under = "" if state.similarity is None else f" under {export.citation_name(state.similarity)}"
    sure = "" if ends[0] is None else f" (95% interval {ends[0]:.3f} to {ends[1]:.3f})"
    cite = (
        f"On {examples_of(state)}, the mean {title} of predicted and gold distributions is "
        f"{number(value)}{sure}{under}."
    )
    shares = [[bdi(name), *map(number, means)] for name, *means in state.shares]
    title_ = "Mean share of each label"
    drawn = picture("Picture of the mean shares", shares_picture(state.shares[:MOST_DRAWN]))
    drawn += table(["Label", "Gold", "Predicted"], shares, caption=title_)
    lines = [[name, mean, *sides] for name, mean, sides, *_ in rows]
    text = export.csv_text([["measure", "mean", "low", "high"], *lines])
    sections = [
        people_take_away(state, cite, text, "soft", shares_figure(state.shares)),
        section("shares", title_, drawn, opened=True),
    ]
    if state.scores is not None:
        shown = distribution_of(state.scores, 10)
        sections.append(section("soft-scores", "How the examples score", shown))
    say = f"{title} {number(value)}, on {examples_of(state)} of {state.file}."
    return card, sections, say


def _explained(title, range_, meaning):
    """A measure's name over its range and what it says."""
    return f'{title}<div class="small quiet">{range_}. {meaning}</div>'


def graded_parts(state):
    """The card, the sections and what is said of degrees."""
    scores = state.averages["samples"]
    semantic, hard = scores["semantic"], scores["hard"]
    f1 = [
        [average, *(state.averages[average][kind]["f1"] for kind in ("semantic", "hard"))]
        for average in NAMED_AVERAGES
    ]
    averages = [[average, *map(number, values)] for average, *values in f1]
    distances = [
        [
            _explained(row.title, row.range_text(3), f"Lower is better. {row.meaning}"),
            number(state.result[name]),
        ]
        for name, row in GRADED_DISTANCES.items()
        if row.by_example
    ]
    labels = [[bdi(name), *map(number, values)] for name, *values in state.shares]
    cite = (
        f"On {examples_of(state)}, Semantic F1 of graded labels (samples) is "
        f"{export.with_interval(semantic)} under {export.citation_name(state.similarity)}; "
        f"soft F1 of the same labels only is {export.with_interval(hard)}."
    )
    figure = label_figure(
        [(name, *values[2:]) for name, *values in state.shares], ("Semantic", "Soft")
    )
    text = export.csv_text([["average", "semantic_f1", "soft_f1"], *f1])
    heads = ["Label", "Gold, mean", "Predicted, mean", "Semantic F1", "Soft F1"]
    all_averages = table(["Average", "Semantic F1", "Soft F1"], averages, caption="All averages")
    all_distances = table(["Measure", "Mean"], distances, caption="Distances")
    sections = [
        people_take_away(state, cite, text, "graded", figure),
        section("degrees", "Each label", table(heads, labels, caption="Each label", sortable=True)),
        section("degree-averages", "All averages", all_averages),
        section("degree-distances", "Distances", all_distances),
        section("degree-scores", "How the examples score", distribution_of(state.scores, 10)),
    ]
    sentence = (
        f"Semantic F1 {number(semantic['f1'])}, soft F1 {number(hard['f1'])}, on "
        f"{examples_of(state)} of {state.file}."
    )
    ends = markup.ends_of(semantic)
    inside = (
        markup.score_blocks(
            ("Semantic F1", number(semantic["f1"]), ends_text(semantic)),
            ("Soft F1 (same labels only)", number(hard["f1"]), ends_text(hard)),
        )
        + markup.bar(hard["f1"], semantic["f1"], ends, None, "tall")
        + markup.SCALE
        + markup.bar_legend(ends, "the same label")
    )
    card = result_card("Result", state, inside, bdi(title_of(state.similarity)))
    return card, sections, sentence
