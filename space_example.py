"""The Space's first tab: what one example earns, and why."""

import json
import warnings
from html import escape

import gradio as gr

import drawings
from score import hard_options
from space_common import (
    guarded,
    link,
    metric,
    names_of,
    note,
    number,
    similarity_choices,
    similarity_of,
    table,
)

TAB = "example"
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
**F1** is their harmonic mean. The *hard* scores count exact matches only.
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
    except ValueError as error:
        raise ValueError(f"This list of labels is not JSON: {error}. Got: {text[:80]}") from None
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


def explain_example(similarity, predicted, gold, predicted_text, gold_text, fold_names, own=None):
    """Semantic and hard scores of one example, with the matches behind them."""
    chosen = similarity_of(similarity, own)
    predicted = read_labels(predicted_text) if (predicted_text or "").strip() else predicted or []
    gold = read_labels(gold_text) if (gold_text or "").strip() else gold or []
    options = {
        "similarity": chosen,
        "unknown_labels": "mismatch",
        "normalize_names": bool(fold_names),
    }
    with warnings.catch_warnings():
        # What they would say is said on the page.
        warnings.simplefilter("ignore")
        semantic = metric().explain(predicted, gold, **options)
        hard = metric().explain(predicted, gold, **hard_options(metric(), options))
    scores = table(
        ["", "Precision", "Recall", "F1"],
        [
            [kind, *(number(result[f"semantic_{name}"]) for name in ("precision", "recall", "f1"))]
            for kind, result in (("Semantic", semantic), ("Hard", hard))
        ],
    )
    angles = chosen.card.get("angles")
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
    return (
        scores,
        said,
        matches,
        picture,
        link(TAB, similarity=similarity, predicted=predicted, gold=gold),
    )


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
        text = " ".join(
            [
                _said(predicted, "Predicted", "gold", "precision"),
                _said(gold, "Gold", "predicted", "recall"),
            ]
        )
    return f'<p class="sf1-say">{escape(text)}</p>'


def unknown_notes(similarity, explanation, predicted, gold):
    """What was not taken as it was written, in plain words."""
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


def label_choices(similarity, predicted, gold, own=None):
    """The label dropdowns for another similarity; labels it knows stay chosen."""
    names = names_of(similarity_of(similarity, own))
    return [
        gr.update(choices=names, value=[name for name in chosen or [] if name in names])
        for chosen in (predicted, gold)
    ]


def build(own):
    """The tab; returns what a link can set: (similarity, predicted, gold) and the refresh."""
    names = names_of(similarity_of("plutchik", None))
    gr.Markdown(HELP)
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
            allow_custom_value=True,
            label="Predicted labels",
            elem_id="example-predicted",
        )
        gold = gr.Dropdown(
            names,
            value=["disgust"],
            multiselect=True,
            allow_custom_value=True,
            label="Gold labels",
            elem_id="example-gold",
        )
    with gr.Accordion("Type lists instead", open=False):
        gr.Markdown(
            'As a language model wrote them: `["anger", "joy"]`, `{"label": ["anger"]}` or '
            "`anger, joy`. What is typed here is used instead of what is chosen above."
        )
        with gr.Row():
            predicted_text = gr.Textbox(label="Predicted, typed", elem_id="example-predicted-text")
            gold_text = gr.Textbox(label="Gold, typed", elem_id="example-gold-text")
        fold_names = gr.Checkbox(
            True, label="Ignore case and surrounding spaces", elem_id="example-fold"
        )
    with gr.Row():
        buttons = [gr.Button(title, size="sm", min_width=120) for title in EXAMPLES]
    with gr.Row(equal_height=False):
        with gr.Column(min_width=300):
            scores = gr.HTML(elem_id="example-scores")
            said = gr.HTML(elem_id="example-said")
            matches = gr.HTML(elem_id="example-matches")
            address = gr.HTML(elem_id="example-link")
        with gr.Column(min_width=300):
            picture = gr.HTML(elem_id="example-picture")
    inputs = [similarity, predicted, gold, predicted_text, gold_text, fold_names, own]
    outputs = [scores, said, matches, picture, address]
    refresh = {
        "fn": guarded(explain_example),
        "inputs": inputs,
        "outputs": outputs,
        "show_progress": "hidden",
    }
    gr.on(
        [predicted.change, gold.change, predicted_text.change, gold_text.change, fold_names.change],
        **refresh,
        trigger_mode="always_last",
        api_name="explain_example",
        api_description="Semantic and hard scores of one example, the matches and a picture.",
    )
    # Only what a person picks: an example or a link sets the labels together with it.
    similarity.input(
        guarded(label_choices),
        [similarity, predicted, gold, own],
        [predicted, gold],
        show_progress="hidden",
        api_visibility="private",
    ).then(**refresh, api_visibility="private")
    for button, example in zip(buttons, EXAMPLES.values(), strict=True):
        button.click(
            lambda own, example=example: _choose(*example),
            [own],
            [similarity, predicted, gold, predicted_text, gold_text],
            show_progress="hidden",
            api_visibility="private",
        ).then(**refresh, api_visibility="private")
    return (similarity, predicted, gold), refresh


def _choose(similarity, predicted, gold):
    names = names_of(similarity_of(similarity, None))
    return (
        similarity,
        gr.update(choices=names, value=predicted),
        gr.update(choices=names, value=gold),
        "",
        "",
    )
