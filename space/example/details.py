"""Parts below an example on "Try it": other scores of it, and code that gives the number."""

from semantic_f1.pictures.shapes import standalone

from ..frame import export
from ..frame.code import called, head, shown
from ..frame.markup import code_box, figure_buttons, held, number, section, table
from ..frame.similarities import metric, names_of

# Name, title, what it is.
OTHERS = (
    ("turki", "Turki", "mean best match of the larger set's labels"),
    ("hungarian", "Hungarian", "one-to-one pairs of labels"),
    ("extended_hungarian", "Extended Hungarian", "labels left over add their best match"),
    ("extended_hungarian_harmonic", "its harmonic mean", "one label without a match makes it 0"),
    ("transport", "Transport", "least cost of moving even mass from one set to the other"),
    ("set_relatedness", "Set relatedness", "mean best match of all labels of both sets"),
)


def more(state, similarity, semantic, drawn):
    """A folded section, as HTML."""
    sets = ([state[side]] for side in ("predicted", "gold"))
    with metric().notices():
        scores = metric().baselines(*sets, similarity=similarity, unknown_labels="mismatch")
    rows = [["Semantic F1", number(semantic["semantic_f1"]), "mean best match from either side"]]
    rows += [[title, number(scores[name]), meaning] for name, title, meaning in OTHERS]
    inside = (
        '<p class="help">Other scores under the same similarity</p>'
        + table(["Score", "Value", "What it is"], rows, text=(0, 2), caption="Other scores")
        + '<p class="help">The same number in Python</p>'
        + code_box("try-python", snippet(state, similarity, semantic), "Copy code")
    )
    if drawn:
        buttons = figure_buttons(
            "try-figure", f"semantic_f1_example_{export.stem(similarity.name)}"
        )
        inside += f'<div class="buttons"><span class="help">Picture</span>{buttons}</div>'
        inside += held("try-figure", standalone(drawn))
    return section("try-more", "Other scores, code, picture to save", inside, plain=True)


def snippet(state, similarity, semantic):
    """Python that scores the example again."""
    known = names_of(similarity)
    unknown = any(name not in known for side in ("predicted", "gold") for name in state[side])
    sides = {"predictions": [state["predicted"]], "references": [state["gold"]]}
    options = {"unknown_labels": "mismatch"} if unknown else {}
    call = called("metric.compute", "**sides", options)
    return f"{head(similarity)}sides = {sides!r}\nresult = {call}\n" + shown(
        'result["semantic_f1"]', semantic["semantic_f1"]
    )
