"""Results of several annotators, and of distributions over the labels, as HTML."""

from collections import Counter
from math import log, sqrt

from .common import averages_table, escape, note, number, table
from .results import label_set

ROWS_SHOWN = 5
COLUMNS_SHOWN = 8
NUMBERS_SHOWN = 12
DISAGREED = 10
USE_WHEN = (
    "Which to use? Where some labels are nearer than others, the Wasserstein score: it alone "
    "forgives mass on a near label. Without a similarity the Manhattan distance or the "
    "Jensen-Shannon distance, which take all labels for equally far apart. Cross entropy can tell "
    "systems apart on the same examples only, because its best value is not 0."
)
# Name, title, what it says.
DISTANCES = (
    (
        "wasserstein_score",
        "Wasserstein score",
        "0 to 1, higher is better. 1 less the distance below.",
    ),
    (
        "wasserstein_distance",
        "Wasserstein distance",
        "0 to 1, lower is better. How far predicted mass must be moved; near labels are not far.",
    ),
    (
        "manhattan_distance",
        "Manhattan distance",
        "0 to 2, lower is better. Sum of the differences: twice the mass on wrong labels.",
    ),
    (
        "euclidean_distance",
        "Euclidean distance",
        f"0 to {sqrt(2):.3f}, lower is better. One large difference weighs more than many small.",
    ),
    (
        "jensen_shannon_distance",
        "Jensen-Shannon distance",
        f"0 to {sqrt(log(2)):.3f}, lower is better. In each example the root of the divergence.",
    ),
    (
        "jensen_shannon_divergence",
        "Jensen-Shannon divergence",
        f"0 to {log(2):.3f}, lower is better. How far both are from the middle between them.",
    ),
    (
        "cross_entropy",
        "Cross entropy",
        "Lower is better. How much the gold labels surprise the system; a perfect prediction has "
        "{entropy:.3f} here.",
    ),
)


# Several annotators


def first_rows(read, predictions, references):
    """The first rows of an AnnotatorTable; a column for each of the first annotators."""
    shown = range(min(ROWS_SHOWN, len(read)))
    heads = [read.unit.capitalize(), predictions]
    if read.annotators is None:
        heads.append(f"{references[0]}, all annotators")
        answers = [[_answers(read.references[i])] for i in shown]
    else:
        heads += references[:COLUMNS_SHOWN]
        own = [dict(zip(read.annotators[i], read.references[i], strict=True)) for i in shown]
        answers = [
            [label_set(row[name]) if name in row else "(not asked)" for name in heads[2:]]
            for row in own
        ]
    rows = [
        [read.lines[i], label_set(read.predictions[i]), *answer]
        for i, answer in zip(shown, answers, strict=True)
    ]
    more = 0 if read.annotators is None else len(references) - len(heads) + 2
    return table(
        heads,
        rows,
        text_columns=range(len(heads)),
        caption=f"The first {len(rows)} rows, as they are read"
        + (f"; {more} more annotators" if more else ""),
    )


def said(source, read, result):
    """Sentences on what was scored, and what its numbers say of people and of the system."""
    sets = sum(map(len, read.references))
    people = f" of {len(result['by_annotator'])} annotators" if result["by_annotator"] else ""
    scored = note(f"{len(read):,} examples of {source}, with {sets:,} label sets{people}.")
    f1 = result["averages"]["samples"]["semantic"]["f1"]
    sentences = [f"The system scores {number(f1)} (Semantic F1, samples)."]
    people_scores = result["human"]
    if people_scores is None:
        sentences.append(
            "No example has two annotators or more, so there are no human scores: nothing says "
            "how well people agree."
        )
    else:
        human, system = (
            people_scores["averages"]["samples"][who]["f1"] for who in ("human", "system")
        )
        sentences += [
            f"Annotators agree with each other at {number(human)}; the system with the same "
            f"annotators at {number(system)}, {_against(human, system)}.",
            "Only these two can be compared with each other: on the "
            f"{_count(people_scores['examples'], 'example')} with two annotators or more, each "
            "annotator is left out once, and both that annotator and the system are scored "
            "against the others.",
        ]
    lines = "".join(f"<p>{escape(sentence)}</p>" for sentence in sentences)
    return f'{scored}<div class="sf1-say">{lines}</div>{"".join(map(note, result["warnings"]))}'


def scores(result):
    """The averages against all gold sets."""
    return averages_table(result["averages"])


def by_annotator(rows):
    """The system against each annotator alone, to be sorted by a click on a head."""
    if not rows:
        return note("The gold sets name no annotators, so there are no scores by annotator.")
    shown = [
        [
            row["annotator"],
            f"{row['examples']:,}",
            *(number(row[score]) for score in ("precision", "recall", "f1")),
        ]
        for row in rows
    ]
    return table(
        ["Annotator", "Examples", "P", "R", "F1"],
        shown,
        caption="The system against each annotator alone (semantic, samples). A click on a head "
        "sorts.",
        sortable=True,
    )


def disagreement(read, agreement, f1):
    """The examples on which annotators agree least.

    Parameters
    ----------
    read : AnnotatorTable
    agreement : dict of row -> mean F1 of each of its annotators against the others; or None
    f1 : sequence of float, the system's score on each row
    """
    if agreement is None:
        return note("Too many annotators an example to look for those who agree least.")
    apart = [row for row in agreement if agreement[row] < 1]
    if not agreement:
        return ""
    if not apart:
        return note("On every example with two annotators or more, all of them agree.")
    order = sorted(apart, key=agreement.__getitem__)[:DISAGREED]
    return table(
        [read.unit.capitalize(), "Annotators chose", "Agree", "Predicted", "F1"],
        [
            [
                read.lines[i],
                _answers(read.references[i]),
                number(agreement[i]),
                label_set(read.predictions[i]),
                number(f1[i]),
            ]
            for i in order
        ],
        text_columns=(0, 1, 3),
        caption=f"The {_count(len(order), 'example')} on which annotators agree least. Agree: mean "
        "F1 of each annotator against the others. F1: the system against all of them.",
    )


def _against(human, system):
    # Of the numbers as they are shown, so that it is what a reader finds.
    apart = round(system, 3) - round(human, 3)
    if number(abs(apart)) == number(0):
        return "as well as they do"
    place = "above" if apart > 0 else "below"
    return f"{number(abs(apart))} {place} them"


def _answers(sets):
    """Gold sets as people read them, equal ones together."""
    times = Counter(label_set(sorted(labels, key=str)) for labels in sets)
    texts = [f"{n} \u00d7 {labels}" if n > 1 else labels for labels, n in times.most_common()]
    shown = "; ".join(texts[:NUMBERS_SHOWN])
    return shown if len(texts) <= NUMBERS_SHOWN else f"{shown}; {len(texts) - NUMBERS_SHOWN} more"


def _count(n, what):
    return f"{n:,} {what}{'s' * (n != 1)}"


# Distributions


def first_distributions(read, predictions, references):
    """The first rows of a SoftTable."""
    rows = [
        [read.lines[i], _numbers(read.predictions[i]), _numbers(read.references[i])]
        for i in range(min(ROWS_SHOWN, len(read)))
    ]
    return table(
        [read.unit.capitalize(), predictions, references],
        rows,
        text_columns=(0, 1, 2),
        caption=f"The first {len(rows)} rows, as they are read",
    )


def distances(source, examples, result):
    """Each measure with its range and what it says."""
    found = result["scores"]
    rows = [
        [title, number(found[name]), meaning.format(entropy=result["entropy"])]
        for name, title, meaning in DISTANCES
        if name in found
    ]
    notes = "".join(map(note, result["warnings"]))
    shown = table(
        ["Measure", "Mean", "What it says"],
        rows,
        text_columns=(0, 2),
        caption="Means over the examples",
    )
    return f"{note(f'{examples:,} examples of {source}.')}{shown}<p>{escape(USE_WHEN)}</p>{notes}"


def _numbers(row):
    values = row if isinstance(row, tuple) else (row,)
    text = ", ".join(f"{value:.4g}" for value in values[:NUMBERS_SHOWN])
    more = len(values) - NUMBERS_SHOWN
    return f"{text} and {more} more" if more > 0 else text
