"""The page "Try it": what one example earns, and why, while labels are picked."""

import ast
import json
import re
from contextlib import suppress
from urllib.parse import urlencode

import gradio as gr

from semantic_f1.messages import suggestion
from semantic_f1.pictures.example import columns, wheel

from ..frame import limits, sessions
from ..frame.errors import guarded
from ..frame.layout import PRIVATE
from ..frame.markup import (
    as_json,
    attributes,
    bar,
    bdi,
    legend,
    mark,
    marked,
    notice,
    number,
    page_part,
    scale,
    select,
)
from ..frame.similarities import (
    angles_of,
    bundled,
    check_text,
    hard_of,
    metric,
    names_of,
    similarity_choices,
    similarity_of,
    title_of,
)
from .details import more

TAB = "try"
SIDES = ("predicted", "gold")
OTHER = {"predicted": "gold", "gold": "predicted"}
EXAMPLES = {
    "Near miss": ("plutchik", ["anger"], ["disgust", "sadness"]),
    "Too many": ("plutchik", ["joy", "love", "fear", "disgust"], ["joy"]),
    "Too few": ("plutchik", ["joy"], ["joy", "sadness"]),
    "Nothing to find": ("plutchik", [], []),
    "Moral foundations": ("mfrc", ["Loyalty"], ["Authority", "Care"]),
}
MOST_NUMBERS = 12


def state_of(similarity, predicted, gold):
    """State of the page, as the browser keeps it."""
    return {"similarity": similarity, "predicted": list(predicted), "gold": list(gold)}


FIRST = state_of(*EXAMPLES["Near miss"])


def split_labels(text):
    """Label names from what a person or a language model wrote.

    A JSON list, the same as Python prints it, a JSON object that holds one list, or names between
    commas, semicolons, bars or lines.
    """
    text = text.strip()
    if not text.startswith(("[", "{", "(")):
        parts = re.split(r"[\n\r,;|]", text)
        return [name for name in (part.strip().strip("\"'").strip() for part in parts) if name]
    value = None
    for read in (json.loads, ast.literal_eval):
        with suppress(ValueError, SyntaxError, RecursionError, MemoryError):
            value = read(text)
            break
    if isinstance(value, dict):
        lists = [item for item in value.values() if isinstance(item, list)]
        value = lists[0] if len(lists) == 1 else None
    if isinstance(value, (tuple, set)):
        value = list(value)
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        raise ValueError(
            f'This is no list of labels, such as ["anger", "joy"] or anger, joy. Got: {text[:80]}'
        )
    return [name.strip() for name in value if name.strip()]


def fold(names, known):
    """Names as the similarity writes them where they differ in case and outer blanks only."""
    written = {name.strip().casefold(): name for name in reversed(known)}
    folded = [
        name if name in known else written.get(name.strip().casefold(), name) for name in names
    ]
    return list(dict.fromkeys(folded))


def checked_state(state):
    """A state from a browser, or a ValueError: it is not trusted."""
    good = isinstance(state, dict) and isinstance(state.get("similarity"), str)
    if not good or not all(
        isinstance(state.get(side), list) and all(isinstance(name, str) for name in state[side])
        for side in SIDES
    ):
        raise ValueError("This example can't be read.")
    for side in SIDES:
        if len(state[side]) > limits.MOST_LABELS:
            raise ValueError(
                f"{len(state[side])} {side} labels; up to {limits.MOST_LABELS} can be shown here."
            )
        for name in state[side]:
            check_text(name, f"A {side} label")
    return {key: state[key] for key in ("similarity", *SIDES)}


def stepped(state, steps, own_similarity):
    """The state after what a person did, with what there is to say of it.

    Returns the new state, and a list of messages.
    """
    messages = []
    for step in steps:
        side = step.get("side")
        if side is not None and side not in SIDES:
            raise ValueError("This example can't be read.")
        do = step.get("do")
        if do == "set":
            state, messages = checked_state(step.get("state")), []
        elif do == "remove":
            state = {**state, side: [name for name in state[side] if name != step.get("name")]}
        elif do == "pop":
            state = {**state, side: state[side][:-1]}
        elif do == "add":
            try:
                new = split_labels(str(step.get("text", ""))[:100_000])
            except ValueError as error:
                messages = [str(error)]
                continue
            known = names_of(similarity_of(state["similarity"], own_similarity))
            state = {**state, side: list(dict.fromkeys([*state[side], *fold(new, known)]))}
            messages = []
        elif do == "similarity":
            known = set(names_of(similarity_of(step.get("name"), own_similarity)))
            gone = [name for one in SIDES for name in state[one] if name not in known]
            kept = {one: [name for name in state[one] if name in known] for one in SIDES}
            state, messages = {"similarity": step["name"], **kept}, []
            if gone:
                messages = [f"Not labels of it, so dropped: {', '.join(dict.fromkeys(gone))}."]
    return checked_state(state), messages


def scores_of(state, similarity, fold_names=False):
    """Answers of the metric's explain under a similarity and under exact matches only."""
    options = {
        "similarity": similarity,
        "unknown_labels": "mismatch",
        "normalize_names": fold_names,
    }
    with metric().notices():
        semantic = metric().explain(state["predicted"], state["gold"], **options)
        hard = metric().explain(state["predicted"], state["gold"], **hard_of(options))
    return similarity, semantic, hard


def query_of(state):
    """The address of a state; empty for a visitor's own similarity, which no address carries."""
    if state["similarity"] not in bundled():
        return ""
    sides = {side: json.dumps(state[side], ensure_ascii=False) for side in SIDES}
    return urlencode({"tab": TAB, "similarity": state["similarity"], **sides})


def linked(query):
    """The state that an address asks for; what it can't be is the first example's."""
    state = {**FIRST}
    name = query.get("similarity")
    if name in bundled():
        state["similarity"] = name
        if name != FIRST["similarity"]:
            state |= {"predicted": [], "gold": []}
    for side in SIDES:
        with suppress(ValueError, TypeError, RecursionError):
            names = json.loads(query.get(side))
            if isinstance(names, list) and all(isinstance(name, str) for name in names):
                state[side] = fold(names, names_of(similarity_of(state["similarity"], None)))
    with suppress(ValueError):
        return checked_state(state)
    return {**FIRST}


def render(state, own_similarity=None, messages=(), ack=0):
    """The page for a state, as HTML: chips, scores, ledgers and picture are of one answer."""
    similarity, semantic, hard = scores_of(
        state, similarity_of(state["similarity"], own_similarity)
    )
    serial = as_json([state, list(messages)])
    drawn = _picture(similarity, semantic)
    say = f"Semantic F1 {number(semantic['semantic_f1'])}, hard F1 {number(hard['semantic_f1'])}."
    left = "".join(
        [
            _examples(state),
            *(_side(side, state, similarity) for side in SIDES),
            _similarity_field(state["similarity"], own_similarity, messages),
            _card(similarity, state, semantic, hard),
            _ledgers(semantic),
            more(state, similarity, semantic, drawn),
        ]
    )
    right = _picture_card(similarity, semantic, drawn)
    return page_part(
        f'<div class="stack">{left}</div><div class="stack">{right}</div>',
        class_="try try-grid",
        data_state=as_json(state),
        data_ack=ack,
        data_serial=serial,
        data_say=say,
        data_query=query_of(state),
    )


def _examples(state):
    pills = []
    for title, example in EXAMPLES.items():
        example_state = state_of(*example)
        given = attributes(
            data_state=as_json(example_state), aria_pressed=str(example_state == state).lower()
        )
        pills.append(f'<button type="button" class="pill"{given}>{title}</button>')
    return f'<div class="pills"><span class="help">Examples</span>{"".join(pills)}</div>'


def _side(side, state, similarity):
    known = names_of(similarity)
    chips = []
    for name in state[side]:
        unknown = "" if name in known else " unknown"
        given = attributes(data_remove=name, data_side=side, aria_label=f"remove {name}")
        chips.append(
            f'<span class="chip{unknown}">{marked(side, name)}'
            f'<button type="button"{given}>\u2715</button></span>'
        )
    given = attributes(
        id=f"add-{side}",
        data_side=side,
        list=f"labels-{side}",
        placeholder="add a label",
        autocomplete="off",
        autocapitalize="none",
        spellcheck="false",
    )
    offered = "".join(
        f"<option{attributes(value=name)}></option>" for name in known if name not in state[side]
    )
    return (
        f'<div class="side"><label for="add-{side}">{mark(side)}{side.capitalize()}</label>'
        # The field stays the same element however many chips there are.
        f'<div class="chips"><span class="chip-list">{"".join(chips)}</span>'
        f'<input type="text"{given}>'
        f'<datalist id="labels-{side}">{offered}</datalist></div></div>'
    )


def _similarity_field(name, own_similarity, messages):
    below = "".join(f'<p class="help">{bdi(text, 400)}</p>' for text in messages)
    field = select(
        "similarity", "", similarity_choices(own_similarity), name, identity="try-similarity"
    )
    field = field.replace('<label for="try-similarity"></label>', "")
    return (
        '<div class="side"><label for="try-similarity">Similarity</label>'
        f"<div>{field}{below}</div></div>"
    )


def _card(similarity, state, semantic, hard):
    f1, exact = semantic["semantic_f1"], hard["semantic_f1"]
    numbers = [
        ("Semantic F1", f1, " first"),
        ("Hard F1 (exact)", exact, ""),
        ("Precision", semantic["semantic_precision"], ""),
        ("Recall", semantic["semantic_recall"], ""),
    ]
    shown = "".join(
        f'<div class="score{kind}"><div class="name">{name}</div>'
        f'<div class="value">{number(value)}</div></div>'
        for name, value, kind in numbers
    )
    return (
        f'<div class="card" id="try-card"><div class="scores">{shown}</div>'
        f"{bar(exact, f1)}{scale()}"
        f'<p style="margin-top:8px">{sentence(semantic)}</p>{_unknown(similarity, state)}</div>'
    )


def _words(credit):
    return "close" if credit >= 0.7 else "partly like it" if credit >= 0.3 else "hardly like it"


def sentence(semantic):
    """Reasons for the score, in a sentence or three, as HTML."""
    predicted, gold = semantic["predictions"], semantic["references"]
    if not predicted and not gold:
        return (
            "Nothing was to be found and nothing was predicted: a full score, by convention "
            "(zero_division = 1)."
        )
    if not predicted:
        return "Nothing was predicted, so nothing gold is covered: 0."
    if not gold:
        return "Nothing is gold, so no predicted label is near anything: 0."
    matches = [
        (side, match) for side, all_ in zip(SIDES, (predicted, gold), strict=True) for match in all_
    ]
    right = [match["label"] for match in predicted if match["label"] in match["ties"]]
    parts = []
    if right:
        names = ", ".join(f"<b>{bdi(name)}</b>" for name in right)
        parts.append(f"{names} {'is' if len(right) == 1 else 'are'} right.")
    rest = [(side, match) for side, match in matches if match["label"] not in match["ties"]]
    near = [pair for pair in rest if pair[1]["similarity"] > 0]
    if near:
        best = max(near, key=lambda pair: pair[1]["similarity"])
        parts.append(_credit(*best))
        rest.remove(best)
        # The same two labels seen from the other side say nothing new.
        both = {best[1]["label"], best[1]["best_match"]}
        rest = [pair for pair in rest if {pair[1]["label"], pair[1]["best_match"]} != both]
    if rest:
        parts.append(_credit(*min(rest, key=lambda pair: pair[1]["similarity"])))
    return " ".join(parts)


def _credit(side, match):
    label, credit = f"<b>{bdi(match['label'])}</b>", match["similarity"]
    if credit == 0:
        return f"{label} ({side}) is near nothing {OTHER[side]}: no credit."
    other = f"<b>{bdi(match['best_match'])}</b>"
    if credit == 1:
        return f"{label} ({side}) counts as {other}: full credit."
    return (
        f"{label} ({side}) is not {other} but {_words(credit)}: {credit:.2f} credit instead of 0."
    )


def _unknown(similarity, state):
    """Notes on what was not taken as it was written."""
    known, notices = names_of(similarity), []
    names = dict.fromkeys(name for side in SIDES for name in state[side] if name not in known)
    if names:
        shown = ", ".join(f'"{name}"{suggestion(name, known)}' for name in list(names)[:5])
        more = f" and {len(names) - 5} more" if len(names) > 5 else ""
        notices.append(
            notice(
                "warn",
                f"Not a label of {title_of(similarity)}:",
                f"{shown}{more}. It stays in its set and is near nothing.",
            )
        )
    none = set(similarity.none_labels)
    for side in SIDES:
        dropped = [name for name in state[side] if name in none]
        if dropped and len(state[side]) > len(dropped):
            text = f'"{dropped[0]}" means no label; beside other labels it is dropped.'
            notices.append(notice("warn", f"{side.capitalize()}:", text))
    return f'<div class="stack" style="margin-top:8px">{"".join(notices)}</div>' if notices else ""


def _ledgers(semantic):
    ledgers = (
        ("Precision", "predicted", "predicted label, nearest gold one", "predictions"),
        ("Recall", "gold", "gold label, nearest predicted one", "references"),
    )
    shown = []
    for name, side, meaning, key in ledgers:
        rows = []
        for match in semantic[key]:
            best = (
                " or ".join(marked(OTHER[side], tie) for tie in match["ties"][:3])
                if match["best_match"] is not None
                else '<span class="quiet">nothing near</span>'
            )
            rows.append(
                f'<tr><td class="text">{marked(side, match["label"])}</td>'
                f'<td class="text">{best}</td><td>{number(match["similarity"])}</td></tr>'
            )
        mean = semantic[f"semantic_{name.lower()}"]
        rows.append(
            f'<tr class="strong"><th class="text" scope="row" colspan="2">mean</th>'
            f"<td>{number(mean)}</td></tr>"
        )
        shown.append(
            f'<div><p class="small"><b>{name}</b> <span class="quiet">{meaning}</span></p>'
            f"<table><tbody>{''.join(rows)}</tbody></table></div>"
        )
    p, r, f1 = (semantic[f"semantic_{name}"] for name in ("precision", "recall", "f1"))
    if p + r > 0:
        line = (
            f"F1 = 2 \u00d7 {number(p)} \u00d7 {number(r)} / ({number(p)} + {number(r)}) = "
            f"<b>{number(f1)}</b>"
        )
    else:
        line = f"F1 = <b>{number(f1)}</b>"
    return f'<div class="ledgers">{"".join(shown)}</div><p class="small number">{line}</p>'


def _picture(similarity, semantic):
    """The picture of an example; "" where there is nothing to draw."""
    angles = angles_of(similarity)
    if angles:
        return wheel(angles, semantic)
    return columns(semantic) if semantic["predictions"] or semantic["references"] else ""


def _picture_card(similarity, semantic, drawn):
    angles = angles_of(similarity)
    used = semantic["predictions"] + semantic["references"]
    text = ""
    if angles:
        text = (
            "Labels stand where the similarity puts them: the smaller the angle, the more credit."
        )
    if not drawn:
        return '<div class="card"><p class="help">Nothing on both sides: nothing to draw.</p></div>'
    keys = legend(("predicted", "predicted"), ("gold", "gold"))
    arrows = (
        '<p class="help">Each arrow: to the nearest label of the other side.</p>' if used else ""
    )
    beside = [match for match in used if angles and match["label"] not in angles]
    missing = (
        f'<p class="help">Not on the wheel: '
        f"{', '.join(str(bdi(match['label'])) for match in beside[:5])}</p>"
        if beside
        else ""
    )
    below = f'<p class="help">{text}</p>' if text else ""
    return (
        f'<div class="card"><div class="picture" role="region" aria-label="Picture" tabindex="0">'
        f"{drawn}</div>{keys}{arrows}{missing}{below}</div>"
    )


def with_own(visit, name):
    """The page, with the visitor's own similarity among the choices."""
    return render(visit.state(TAB) or FIRST, visit.similarity())


def build():
    """The page; returns the component that holds all of it."""
    shown = gr.HTML(
        render(FIRST),
        elem_id="try-result",
        js_on_load="sf1.tryIt(element, (data) => trigger('send', data), watch)",
        apply_default_css=False,
    )

    def send(event: gr.EventData, request: gr.Request):
        visit, data = sessions.of(request), event._data
        own_similarity = visit.similarity()
        steps = data.get("steps") or []
        state, messages = stepped(checked_state(data.get("state")), steps, own_similarity)
        visit.keep(TAB, "The example", state)
        return render(state, own_similarity, messages, steps[-1]["id"] if steps else 0)

    shown.send(
        guarded(send, lambda message, *_: render(FIRST, messages=[message], ack=10**9)),
        None,
        [shown],
        show_progress="hidden",
        concurrency_limit=None,
        trigger_mode="always_last",
        **PRIVATE,
    )
    return shown
