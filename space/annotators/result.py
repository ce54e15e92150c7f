"""The right side of the page "Annotators": all of it HTML of one judged state."""

from semantic_f1.average_table import NAMED_AVERAGES
from semantic_f1.pictures.figures import system_figure

from ..frame import export, limits, markup
from ..frame.markup import SCALE, bdi, counted, ends_of, examples_of, minus, number, section, table
from ..frame.result_page import result_card, result_page
from ..frame.similarities import title_of
from .code import people_take_away, query
from .numbers import graded_parts, soft_parts

AGREE = (
    "Agreement among people is a baseline, no upper bound: an answer between several people's can "
    "agree with each of them better than they do with one another."
)
ALONE = "No example has two annotators or more, so nothing says how well people agree."
# Who scores against whom, and what columns of these are called.
KINDS = ("semantic", "hard", "human", "system")
HEADS = ["Average", "System", "F1 (exact matches)", "One annotator", "System, same annotators"]


def result(state, form):
    """The right side as HTML."""
    parts = {"sets": _set_parts, "soft": soft_parts, "graded": graded_parts}[state.kind]
    card, sections, say = parts(state)
    name = "" if state.similarity is None else f", {title_of(state.similarity)}"
    return result_page(
        card,
        sections,
        of=f"{state.file}{name}",
        button="Score",
        form=form,
        say=say,
        query=query(state),
        notes=state.warnings,
        notes_id="people-notes",
    )


def _difference(scores):
    """Low and high end, p and margin over annotators of the difference, or None each."""
    endings = ("low", "high", "p_value", "margin_annotators")
    return [scores["difference"].get(f"human_difference_samples_{end}") for end in endings]


def sentence(state):
    """Sentence on the scores of people and of the system, as plain text."""
    scores = state.averages["samples"]
    if not _has_people(state):
        return (
            f"The system scores {number(scores['semantic']['f1'])} (Semantic F1, samples). {ALONE}"
        )
    human, system = scores["human"]["f1"], scores["system"]["f1"]
    low, high, p_value, margin = _difference(scores)
    apart, beside = number(abs(system - human)), []
    comparison = f"{apart} {'higher' if system > human else 'lower'}"
    comparison = "as well as they do" if apart == "0.000" else comparison
    if low is not None and high is not None:
        ends = sorted((abs(low), abs(high))) if low * high > 0 else (low, high)
        beside.append(f"95% {minus(ends[0])} to {minus(ends[1])} over examples")
    if p_value is not None:
        beside.append(f"p {'< .001' if p_value < 0.001 else f'= {p_value:.3f}'.replace('0.', '.')}")
    if margin is not None:
        overlapping = state.result["n_annotators_with_overlap"]
        beside.append(f"with other annotators like these {overlapping}, \u00b1{margin:.3f}")
    shown = f" ({', '.join(beside)})" if beside else ""
    text = (
        f"One annotator scores {number(human)} against the others of an example, the system "
        f"{number(system)} against the same annotators: {comparison}{shown}. "
    )
    if scores.get("constant_f1") is not None:
        answer, f1 = scores["constant_answer"], number(scores["constant_f1"])
        answer = ", ".join(answer) if isinstance(answer, (list, tuple)) else answer
        text += f"Always answering \u201c{answer or 'nothing (no label)'}\u201d scores {f1}. "
    return text + AGREE


def _has_people(state):
    """True if some example has two annotators or more."""
    return state.averages["samples"].get("human", {}).get("f1") is not None


def verdict(state):
    """Verdict on the system next to one annotator and its reason; both "" without an interval."""
    low, high, *_ = _difference(state.averages["samples"])
    if low is None or high is None:
        return "", ""
    if low <= 0 <= high:
        return "No clear difference.", "The interval contains\u00a00."
    return ("Better than one annotator." if low > 0 else "Not quite."), "The interval excludes 0."


def _headline(state):
    """The number of the card: its heading, its name, value, interval and text; then the bars."""
    scores = state.averages["samples"]
    if not _has_people(state):
        semantic = scores["semantic"]
        bars = [("System", "against all annotators", semantic, scores["hard"])]
        return (
            "Result",
            "Semantic F1",
            number(semantic["f1"]),
            markup.ends_text(semantic),
            ALONE,
            bars,
        )
    human, system = scores["human"], scores["system"]
    said, why = verdict(state)
    low, high, *_ = _difference(scores)
    ends = f"95% interval {minus(low)} to {minus(high)}" if said else ""
    why = limits.no_interval() if state.examples > limits.MOST_RESAMPLED else why
    text = (
        f"<b>{said}</b> Against the same annotators, the system's Semantic F1 is "
        f"{number(system['f1'])} and one annotator's {number(human['f1'])}. {why}"
    )
    bars = [
        ("One annotator", "against the others", human, scores["human_hard"]),
        ("System", "against the same annotators", system, scores["system_hard"]),
    ]
    title = "Is the system as good as one annotator?"
    difference = markup.signed(system["f1"] - human["f1"])
    return title, "System minus one annotator", difference, ends, text, bars


def _set_card(state, headline):
    people = f" of {counted(len(state.people), 'annotator')}" if state.people else ""
    title, name, value, ends, text, lines = headline
    bars = "".join(
        f'<div class="person"><span><b>{who}</b><br><span class="small quiet">{against}</span>'
        f"</span>{markup.bar(exact['f1'], scores['f1'], ends_of(scores))}"
        f'<span class="value">{number(scores["f1"])}</span></div>'
        for who, against, scores, exact in lines
    )
    said = f'<p class="verdict">{text}</p>'
    inside = (
        markup.score_blocks((name, value, ends), more=said)
        + f'{bars}<div class="person"><span></span>{SCALE}<span></span></div>'
        + markup.bar_legend(ends_of(lines[0][2]))
    )
    sets = f"{state.n_sets:,} label sets{people}"
    return result_card(title, state, inside, sets, bdi(title_of(state.similarity)))


def _against_all(state):
    """The system against all annotators, of which there is no number for an annotator."""
    scores = state.averages["samples"]
    return (
        f"<p>The system scores {export.with_interval(scores['semantic'])} against all annotators "
        f"of an example, {number(scores['hard']['f1'])} by exact matches. An annotator has no such "
        "number, which would include the score against the own labels.</p>"
    )


def _set_parts(state):
    text, headline = sentence(state), _headline(state)
    *_, value, _, _, lines = headline
    cited = (
        f"On {examples_of(state)}, Semantic F1 (samples) under "
        f"{export.citation_name(state.similarity)}: {text}"
    )
    figure = system_figure(
        [
            (f"{who}, {against}", scores["f1"], exact["f1"], *(ends_of(scores) or (None, None)))
            for who, against, scores, exact in lines
        ]
    )
    text = export.csv_text([["average", *(f"{kind}_f1" for kind in KINDS)], *_f1(state)])
    sections = [people_take_away(state, cited, text, "people", figure)]
    if _has_people(state):
        sections.append(section("against-all", "Against all annotators", _against_all(state)))
    if state.people:
        people = counted(len(state.people), "annotator")
        sections.append(section("each-annotator", "Each annotator", _each(state), people))
    if state.rows:
        sections.append(section("disagree", "Rows people disagree on", _rows(state)))
    rows = [[average, *map(_known, values)] for average, *values in _f1(state)]
    averages = table(HEADS, rows, caption="All averages", strong=0)
    sections.append(section("people-averages", "All averages", averages))
    who = ", ".join(f"{who.lower()} {number(scores['f1'])}" for who, _, scores, _ in lines)
    say = f"{headline[1]} {value}: {who}, on {examples_of(state)} of {state.file}."
    return _set_card(state, headline), sections, say


def _known(value):
    return "" if value is None else number(value)


def _each(state):
    rows = []
    for person in state.people:
        n = "" if person["n"] is None else f"{person['n']:,g}"
        scores = map(_known, (person["system"], person["human"]))
        rows.append([bdi(person["annotator"]), n, *scores])
    heads = ["Annotator", "Examples", "System", "Against other annotators"]
    return table(heads, rows, caption="Each annotator", sortable=True) + (
        '<p class="help">System: the system against this annotator. Against other annotators: this '
        "annotator against the other people of the same examples.</p>"
    )


def _rows(state):
    rows = []
    for row in state.rows:
        predicted = markup.label_set("predicted", row["predicted"], 6), number(row["f1"])
        line, agree = f"{row['line']:,}", number(row["agreement"])
        rows.append([line, markup.answers(row["gold"]), agree, *predicted])
    heads = [state.unit.capitalize(), "Annotators chose", "Agree", "Predicted", "F1"]
    return table(heads, rows, text=(0, 1, 3), caption="Rows people disagree on") + (
        '<p class="help">Agree: mean F1 of each annotator against the others. F1: the system '
        "against all of them.</p>"
    )


def _f1(state):
    """Of each average: its name and F1 of KINDS, None if it is not known."""
    return [
        [average, *(state.averages[average].get(kind, {}).get("f1") for kind in KINDS)]
        for average in NAMED_AVERAGES
    ]
