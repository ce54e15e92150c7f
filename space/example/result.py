"""Scores of one example, and the reasons for them: sentence, ledgers, picture."""

from semantic_f1.messages import suggestion
from semantic_f1.pictures.example import columns, wheel

from ..frame.markup import SCALE, bar, bdi, legend, marked, notice, number, picture, score_blocks
from ..frame.similarities import angles_of, hard_of, metric, names_of, title_of
from .form import SIDES

OTHER = {"predicted": "gold", "gold": "predicted"}
KEYS = {"predicted": "predictions", "gold": "references"}


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


def score_card(similarity, state, semantic, hard):
    f1, exact = semantic["semantic_f1"], hard["semantic_f1"]
    shown = score_blocks(
        ("Semantic F1", number(f1)),
        ("F1 (exact matches)", number(exact)),
        ("Precision", number(semantic["semantic_precision"])),
        ("Recall", number(semantic["semantic_recall"])),
    )
    return (
        f'<div class="card" id="try-card">{shown}'
        f"{bar(exact, f1)}{SCALE}"
        f'<p style="margin-top:8px">{sentence(semantic)}</p>{_unknown(similarity, state)}</div>'
    )


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
        return "Nothing is gold, so no predicted label earns credit: 0."
    right = [match["label"] for match in predicted if match["label"] in match["ties"]]
    parts = []
    if right:
        names = ", ".join(f"<b>{bdi(name)}</b>" for name in right)
        parts.append(f"{names} {'is' if len(right) == 1 else 'are'} right.")
    matches = [(side, match) for side in SIDES for match in semantic[KEYS[side]]]
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
        return f"{label} ({side}) is close to no {OTHER[side]} label: no credit."
    other = f"<b>{bdi(match['best_match'])}</b>"
    if credit == 1:
        return f"{label} ({side}) counts as {other}: full credit."
    words = "close" if credit >= 0.7 else "partly like it" if credit >= 0.3 else "hardly like it"
    return f"{label} ({side}) is not {other} but {words}: {credit:.2f} credit instead of 0."


def _unknown(similarity, state):
    """Notes on what was not taken as it was written."""
    known, notices = names_of(similarity), []
    names = dict.fromkeys(name for side in SIDES for name in state[side] if name not in known)
    if names:
        shown = ", ".join(f'"{name}"{suggestion(name, known)}' for name in list(names)[:5])
        more = f" and {len(names) - 5} more" if len(names) > 5 else ""
        text = f"{shown}{more}. Each stays in its set and earns no credit."
        notices.append(notice("warn", f"Not a label of {title_of(similarity)}:", text))
    none = set(similarity.none_labels)
    for side in SIDES:
        dropped = [name for name in state[side] if name in none]
        if dropped and len(state[side]) > len(dropped):
            text = f'"{dropped[0]}" means no label; next to other labels it is dropped.'
            notices.append(notice("warn", f"{side.capitalize()}:", text))
    return f'<div class="stack" style="margin-top:8px">{"".join(notices)}</div>' if notices else ""


def ledgers(semantic):
    shown = []
    for name, side in zip(("Precision", "Recall"), SIDES, strict=True):
        rows, meaning = [], f"{side} label, nearest {OTHER[side]} one"
        for match in semantic[KEYS[side]]:
            best = '<span class="quiet">nothing near</span>'
            if match["best_match"] is not None:
                best = " or ".join(marked(OTHER[side], tie) for tie in match["ties"][:3])
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
    way = f"2 \u00d7 {number(p)} \u00d7 {number(r)} / ({number(p)} + {number(r)}) = "
    line = f"F1 = {way if p + r > 0 else ''}<b>{number(f1)}</b>"
    return f'<div class="ledgers">{"".join(shown)}</div><p class="small number">{line}</p>'


def picture_of(similarity, semantic):
    """The picture of an example; "" if there is nothing to draw."""
    if angles := angles_of(similarity):
        return wheel(angles, semantic)
    return columns(semantic) if semantic["predictions"] or semantic["references"] else ""


def picture_card(similarity, semantic, drawn):
    if not drawn:
        return '<div class="card"><p class="help">Nothing on both sides: nothing to draw.</p></div>'
    angles, used = angles_of(similarity), semantic["predictions"] + semantic["references"]
    missing = [bdi(match["label"]) for match in used if angles and match["label"] not in angles]
    placed = "Labels stand where the similarity puts them: the smaller the angle, the more credit."
    lines = (
        used and "Each arrow: to the nearest label of the other side.",
        missing and f"Not on the wheel: {', '.join(missing[:5])}",
        angles and placed,
    )
    below = "".join(f'<p class="help">{line}</p>' for line in lines if line)
    keys = legend(("predicted", "predicted"), ("gold", "gold"))
    return f'<div class="card">{picture("Picture", drawn)}{keys}{below}</div>'
