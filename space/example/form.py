"""The example that the page "Try it" shows: its labels, what a person does to them, its fields."""

import json
from contextlib import suppress
from urllib.parse import urlencode

from semantic_f1.messages import spelled_alike

from ..frame import limits
from ..frame.forms import BadLink
from ..frame.label_names import split_labels
from ..frame.markup import as_json, attributes, bdi, mark, marked, select
from ..frame.similarities import bundled, check_text, names_of, similarity_choices, similarity_of

TAB = "try"
SIDES = ("predicted", "gold")
EXAMPLES = {
    "Near miss": ("plutchik", ["anger"], ["disgust", "sadness"]),
    "Too many": ("plutchik", ["joy", "love", "fear", "disgust"], ["joy"]),
    "Too few": ("plutchik", ["joy"], ["joy", "sadness"]),
    "No gold label": ("plutchik", [], []),
    "Moral foundations": ("mfrc", ["Loyalty"], ["Authority", "Care"]),
}


def state_of(similarity, predicted, gold):
    """State of the page, as the browser keeps it."""
    return {"similarity": similarity, "predicted": list(predicted), "gold": list(gold)}


FIRST = state_of(*EXAMPLES["Near miss"])


def fold(names, known):
    """Names as the similarity writes them if they differ in spelling only."""
    written = spelled_alike([name for name in names if name not in known], known)
    return list(dict.fromkeys(written.get(name, name) for name in names))


def checked_state(state):
    """A state from a browser, or a ValueError: it is not trusted."""
    good = isinstance(state, dict) and isinstance(state.get("similarity"), str)
    if not good or not all(_are_texts(state.get(side)) for side in SIDES):
        raise ValueError("This example can't be read.")
    for side in SIDES:
        if (n := len(state[side])) > limits.MOST_LABELS:
            raise ValueError(f"{n} {side} labels; up to {limits.MOST_LABELS} can be shown here.")
        for name in state[side]:
            check_text(name, f"A {side} label")
    return {key: state[key] for key in ("similarity", *SIDES)}


def _are_texts(names):
    return isinstance(names, list) and all(isinstance(name, str) for name in names)


def stepped(state, steps, own_similarity):
    """The state after what a person did, and a list of messages."""
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
            gone = dict.fromkeys(name for one in SIDES for name in state[one] if name not in known)
            kept = {one: [name for name in state[one] if name in known] for one in SIDES}
            state = {"similarity": step["name"], **kept}
            messages = [f"Not labels of it, so dropped: {', '.join(gone)}."] if gone else []
    return checked_state(state), messages


def query_of(state):
    """The address of a state; empty for a visitor's own similarity, which no address carries."""
    if state["similarity"] not in bundled():
        return ""
    sides = {side: json.dumps(state[side], ensure_ascii=False) for side in SIDES}
    return urlencode({"tab": TAB, "similarity": state["similarity"], **sides})


def linked(query):
    """The state that an address asks for; a BadLink if it asks for what can't be shown."""
    name = query.get("similarity", FIRST["similarity"])
    if name not in bundled():
        raise BadLink("similarity", name)
    state = {**FIRST} if name == FIRST["similarity"] else state_of(name, [], [])
    for side in SIDES:
        names = None
        with suppress(ValueError, RecursionError):
            names = json.loads(query.get(side, "[]"))
        if not _are_texts(names):
            raise BadLink(side, query[side])
        if side in query:
            state[side] = fold(names, names_of(bundled()[name]))
    return checked_state(state)


def example_pills(state):
    pills = ""
    for title, example in EXAMPLES.items():
        one = state_of(*example)
        given = attributes(data_state=as_json(one), aria_pressed=str(one == state).lower())
        pills += f'<button type="button" class="pill"{given}>{title}</button>'
    return f'<div class="pills"><span class="help">Examples</span>{pills}</div>'


def side_field(side, state, similarity):
    known, chips = names_of(similarity), ""
    for name in state[side]:
        unknown = "" if name in known else " unknown"
        given = attributes(data_remove=name, data_side=side, aria_label=f"remove {name}")
        chips += f'<span class="chip{unknown}">{marked(side, name)}'
        chips += f'<button type="button"{given}>\u2715</button></span>'
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
        f'<div class="chips"><span class="chip-list">{chips}</span>'
        f'<input type="text"{given}>'
        f'<datalist id="labels-{side}">{offered}</datalist></div></div>'
    )


def similarity_field(name, own_similarity, messages):
    below = "".join(f'<p class="help">{bdi(text, 400)}</p>' for text in messages)
    offered, identity = similarity_choices(own_similarity), "try-similarity"
    field = select("similarity", "", offered, name, identity=identity)
    field = field.replace(f'<label for="{identity}"></label>', "")
    label = f'<label for="{identity}">Similarity</label>'
    return f'<div class="side">{label}<div>{field}{below}</div></div>'
