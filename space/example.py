"""The Space's first tab: what one example earns, and why."""

import json

import gradio as gr

from semantic_f1.commandline.main import hard_options
from semantic_f1.pictures import example as drawings

from .common import (
    UPLOADED,
    check_text,
    escape,
    guarded,
    link,
    metric,
    names_of,
    note,
    number,
    scoring,
    similarity_choices,
    similarity_of,
    table,
)

TAB = "example"
MOST_LABELS = 200
MOST_ON_WHEEL = 24
EXAMPLES = {
    "Near miss": ("plutchik", ["anger"], ["disgust"]),
    "Over-prediction": ("plutchik", ["joy", "love", "fear", "disgust"], ["joy"]),
    "Under-coverage": ("plutchik", ["joy"], ["joy", "sadness"]),
    "Both empty": ("plutchik", [], []),
    "Moral foundations": ("mfrc", ["Loyalty"], ["Authority", "Care"]),
}
HELP = """
**Semantic precision**: how near is each predicted label to its nearest gold label?
**Semantic recall**: how near is each gold label to its nearest predicted label?
**F1** is their harmonic mean. The *hard* scores count exact matches only. Start from an example,
or choose labels of your own.
"""


def read_labels(text):
    """Label names from what a person or a language model wrote.

    A JSON list, a JSON object that holds one list, or names separated by commas or lines.
    """
    text = text.strip()
    if not text.startswith(("[", "{")):
        names = [name.strip().strip("\"'").strip() for name in text.replace("\n", ",").split(",")]
        return [name for name in names if name]
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(
            f'This list of labels is not JSON, such as ["anger", "joy"]: {error}. Got: {text[:80]}'
        ) from None
    if isinstance(value, dict):
        lists = [item for item in value.values() if isinstance(item, list)]
        if len(lists) != 1:
            raise ValueError(
                f"A JSON object must hold one list of labels; this one holds {len(lists)}."
            )
        value = lists[0]
    wrong = [name for name in value if not isinstance(name, str)]
    if wrong:
        raise ValueError(f"Labels are written as text in quotes; got {json.dumps(wrong[0])}.")
    return value


def explain_example(similarity, predicted, gold, fold_names, own=None):
    """Semantic and hard scores of one example, with the matches behind them."""
    chosen = similarity_of(similarity, own)
    for side, names in (("predicted", predicted), ("gold", gold)):
        if len(names) > MOST_LABELS:
            raise ValueError(f"{len(names)} {side} labels; up to {MOST_LABELS} can be shown here.")
        for name in names:
            check_text(name, f"A {side} label")
    options = {
        "similarity": chosen,
        "unknown_labels": "mismatch",
        "normalize_names": bool(fold_names),
    }
    with scoring():
        semantic = metric().explain(predicted, gold, **options)
        hard = metric().explain(predicted, gold, **hard_options(metric(), options))
    scores = table(
        ["", "Precision", "Recall", "F1"],
        [
            [kind, *(number(result[f"semantic_{name}"]) for name in ("precision", "recall", "f1"))]
            for kind, result in (("Semantic", semantic), ("Hard", hard))
        ],
    )
    angles = angles_of(chosen)
    picture = drawings.wheel(angles, semantic) if angles else drawings.columns(semantic)
    said = in_words(semantic) + unknown_notes(chosen, semantic, predicted, gold)
    matches = (
        ""
        if not semantic["predictions"] + semantic["references"]
        else table(
            ["Label", "Side", "Best match", "Similarity"],
            [
                [
                    match["label"],
                    side,
                    " or ".join(match["ties"]) or "none",
                    number(match["similarity"]),
                ]
                for side, matches in (("predicted", "predictions"), ("gold", "references"))
                for match in semantic[matches]
            ],
            text_columns=(0, 1, 2),
            caption="Best matches: where two are equally near, both are named.",
        )
    )
    address = (
        ""
        if similarity == UPLOADED
        else link(TAB, similarity=similarity, predicted=predicted, gold=gold)
    )
    return scores, said, matches, picture, address, {"semantic": semantic, "hard": hard}


def explain_typed(similarity, predicted, gold, predicted_text, gold_text, fold_names, own):
    """The same of what the page holds: a list that was typed goes before what was chosen."""
    predicted, gold = (
        read_labels(typed) if typed.strip() else chosen
        for typed, chosen in ((predicted_text, predicted), (gold_text, gold))
    )
    return explain_example(similarity, predicted, gold, fold_names, own)


def angles_of(similarity):
    """Angles of the labels on a wheel, in degrees, as the card says; None without a wheel."""
    angles = similarity.card.get("angles")
    if not isinstance(angles, dict) or len(similarity) > MOST_ON_WHEEL:
        return None
    angles = {label: angles.get(label) for label in similarity.labels}
    known = (type(angle) in (int, float) and abs(angle) <= 360 for angle in angles.values())
    return angles if all(known) else None


def in_words(explanation):
    """One sentence or two on where credit was given and lost."""
    predicted, gold = explanation["predictions"], explanation["references"]
    if not predicted and not gold:
        text = "Nothing was to be found and nothing was predicted: a perfect score by convention."
    elif not predicted or not gold:
        side = "gold" if gold else "predicted"
        text = (
            f"There are {side} labels only. With nothing on the other side to be near to, "
            "every score is 0."
        )
    else:
        predicted = _said(predicted, "Predicted", "gold", "precision")
        text = f"{predicted}\n{_said(gold, 'Gold', 'predicted', 'recall')}"
    lines = "".join(f"<p>{line}</p>" for line in escape(text).split("\n"))
    return f'<div class="sf1-say">{lines}</div>'


def unknown_notes(similarity, explanation, predicted, gold):
    """Notes on names that were not taken as they were written."""
    notes = []
    suggest = metric().similarity.suggestion
    known = names_of(similarity)
    matches = explanation["predictions"] + explanation["references"]
    for name in sorted({match["label"] for match in matches} - set(similarity.labels)):
        hint = suggest(name, known)
        notes.append(note(f"{name!r} is not a label of this similarity{hint}: it earns nothing."))
    none = set(similarity.none_labels)
    for side, names in (("Predicted", predicted), ("Gold", gold)):
        dropped = [name for name in names if name in none]
        if dropped and len(names) > len(dropped):
            notes.append(
                note(f'{side}: {dropped[0]!r} means "no label"; beside other labels it is dropped.')
            )
    return "".join(notes)


def _said(matches, side, other, score):
    exact = [match for match in matches if match["similarity"] == 1]
    near = [match for match in matches if 0 < match["similarity"] < 1]
    lost = [match for match in matches if match["similarity"] == 0]
    parts = []
    if exact:
        parts.append(f"{_names(exact)} {_verb(exact, 'earns', 'earn')} full credit")
    parts += [
        f"{match['label']} earns {number(match['similarity'])} for its nearness to "
        f"{match['best_match']} and loses {number(1 - match['similarity'])}"
        for match in near
    ]
    if lost:
        parts.append(f"{_names(lost)} {_verb(lost, 'is', 'are')} near no {other} label and lost")
    mean = sum(match["similarity"] for match in matches) / len(matches)
    return f"{side}: {'; '.join(parts)}: {score} {number(mean)}."


def _names(matches):
    return ", ".join(match["label"] for match in matches)


def _verb(matches, one, many):
    return one if len(matches) == 1 else many


def label_choices(similarity, explanation, own=None):
    """The label dropdowns for another similarity; what was explained last stays, if it knows it.

    It doesn't look at the dropdowns: they may still hold what Gradio, told of the next labels by an
    event a moment ago, would refuse.
    """
    names = names_of(similarity_of(similarity, own))
    updates = []
    for side in ("predictions", "references"):
        matches = explanation["semantic"][side] if explanation else []
        chosen = [match["label"] for match in matches if match["label"] in names]
        updates.append(gr.update(choices=names, value=chosen))
    return updates


def build(own):
    """The tab.

    Returns
    -------
    what ``linked`` sets; the events that offer the labels of the similarity and show the scores
    """
    names = names_of(similarity_of("plutchik", None))
    gr.Markdown(HELP)
    with gr.Row():
        buttons = [gr.Button(title, size="sm", min_width=120) for title in EXAMPLES]
    with gr.Row():
        similarity = gr.Dropdown(
            similarity_choices(),
            value="plutchik",
            label="Similarity",
            info="How near any two labels are, from 0 (nothing in common) to 1.",
            elem_id="example-similarity",
        )
    with gr.Row():
        predicted = gr.Dropdown(
            names,
            value=["anger"],
            multiselect=True,
            label="Predicted labels",
            elem_id="example-predicted",
        )
        gold = gr.Dropdown(
            names,
            value=["disgust"],
            multiselect=True,
            label="Gold labels",
            elem_id="example-gold",
        )
    with gr.Accordion("Type lists instead", open=False) as typing:
        gr.Markdown(
            'As a language model wrote them: `["anger", "joy"]`, `{"label": ["anger"]}` or '
            "`anger, joy`. What is typed here is used instead of what is chosen above."
        )
        with gr.Row():
            predicted_text = gr.Textbox(
                "", label="Predicted, typed", elem_id="example-predicted-text"
            )
            gold_text = gr.Textbox("", label="Gold, typed", elem_id="example-gold-text")
        fold_names = gr.Checkbox(
            True, label="Ignore case and surrounding spaces", elem_id="example-fold"
        )
    with gr.Row(equal_height=False):
        with gr.Column(min_width=300):
            scores = gr.HTML(label="Scores", elem_id="example-scores")
            said = gr.HTML(label="In words", elem_id="example-said")
            matches = gr.HTML(label="Matches", elem_id="example-matches")
        with gr.Column(min_width=300):
            picture = gr.HTML(label="Picture", elem_id="example-picture")
    address = gr.HTML(label="Link", elem_id="example-link")
    explanation = gr.JSON(label="Explanation", visible=False)
    inputs = [similarity, predicted, gold, predicted_text, gold_text, fold_names, own]
    outputs = [scores, said, matches, picture, address, explanation]
    refresh = {
        "fn": guarded(explain_typed, lambda message: ("", message, "", "", "", None)),
        "inputs": inputs,
        "outputs": outputs,
        "show_progress": "hidden",
        "api_visibility": "private",
    }
    # Only what a person picks: what the code changes is followed by one refresh, when all of it is
    # changed. In between, Gradio would refuse old labels that are no longer offered. For a text
    # field it has to be "change", because "input" misses what is pasted.
    gr.on(
        [predicted.input, gold.input, predicted_text.change, gold_text.change, fold_names.input],
        **refresh,
        trigger_mode="always_last",
    )
    named = [
        gr.Dropdown([], value=[], multiselect=True, allow_custom_value=True, visible=False)
        for _ in range(2)
    ]
    gr.Button(visible=False).click(
        guarded(explain_example),
        [similarity, *named, fold_names, own],
        outputs,
        api_name="explain_example",
        api_description="Semantic and hard scores of one example: as HTML for people, and last as "
        "JSON what the metric's explain returns.",
    )
    offer = {
        "fn": guarded(label_choices),
        "inputs": [similarity, explanation, own],
        "outputs": [predicted, gold],
        "show_progress": "hidden",
        "api_visibility": "private",
    }
    similarity.input(**offer, trigger_mode="always_last").then(**refresh)
    for button, example in zip(buttons, EXAMPLES.values(), strict=True):
        button.click(
            lambda example=example: _choose(*example),
            None,
            [similarity, predicted, gold, predicted_text, gold_text],
            show_progress="hidden",
            api_visibility="private",
        ).then(**refresh)
    return [similarity, predicted, gold, typing, predicted_text, gold_text], offer, refresh


def linked(name, predicted, gold):
    """Values that a link asks for: a bundled similarity, both sides' names; None leaves a part."""
    known = names_of(similarity_of(name or "plutchik", None))
    chosen, typed = [], []
    for names in (predicted, gold):
        # What can't be chosen is put where lists are typed, and explained there.
        choosable = names is None or set(names) <= set(known)
        value = {} if names is None else {"value": names if choosable else []}
        chosen.append(gr.update(choices=known, **value))
        typed.append(gr.update() if choosable else json.dumps(names, ensure_ascii=False))
    typing = gr.update(open=True) if any(isinstance(text, str) for text in typed) else gr.update()
    return gr.update(value=name) if name else gr.update(), *chosen, typing, *typed


def _choose(similarity, predicted, gold):
    names = names_of(similarity_of(similarity, None))
    return (
        similarity,
        gr.update(choices=names, value=predicted),
        gr.update(choices=names, value=gold),
        "",
        "",
    )
