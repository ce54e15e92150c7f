"""The right side of the page "Score": all of it HTML of one scored state."""

from semantic_f1.average_table import CURVE_AVERAGES, NAMED_AVERAGES
from semantic_f1.pictures.curves import threshold_curves
from semantic_f1.pictures.figures import label_figure

from ..frame import export, limits, markup, result_link
from ..frame.markup import bar, bdi, button, counted, ends_of, ends_text, number, section, table
from ..frame.result_page import distribution_of, result_card, result_page
from ..frame.similarities import IDENTITY, title_of
from .code import score_command, score_snippet
from .error_analysis import TEXT_SHOWN

PAGE = "score"
AVERAGES_HELP = (
    "P precision, R recall. samples: mean over examples. micro: all labels counted together. "
    "macro: mean over labels. weighted: macro, each label by how often it is gold."
)


def page(scored, form, average, is_example, question=""):
    """The result of a state under one average; ``question``: HTML below its card."""
    first = scored.under[0].averages[average]
    semantic, hard = first["semantic"]["f1"], first["hard"]["f1"]
    names = " and ".join(title_of(under.similarity) for under in scored.under)
    say = "" if is_exact(scored) else f"Semantic F1 {number(semantic)}, "
    say += f"F1 (exact matches) {number(hard)}, on {markup.examples_of(scored)} of {scored.file}."
    labels = counted(len(scored.under[0].per_label), "label")
    points = scored.under[0].points["semantic"]["f1"]
    sections = [
        _take_away(scored, average, is_example, form["source"]),
        section("mistakes", "Which mistakes cost most", _mistakes(scored), opened=True),
        section("each-label", "Each label", _labels(scored), labels),
        section("averages", "All averages", _averages(scored, average), ", ".join(NAMED_AVERAGES)),
        section("distribution", "How the examples score", distribution_of(points)),
        section("lowest", "Lowest examples", _lowest(scored)),
    ]
    if scored.curve:
        sections.append(section("threshold", "Which threshold", _thresholds(scored), opened=True))
    warned = [text for under in scored.under for text in under.warnings]
    return result_page(
        _card(scored, average, form["source"]) + question,
        sections,
        of=f"{scored.file}, {names}",
        button="Score",
        form=form,
        say=say,
        query=export.query(scored, average, is_example),
        notes=[*scored.notes, *warned],
        notes_id="notes",
    )


def is_exact(scored):
    """True for a state of exact matches alone: no similarity knows the labels."""
    return scored.under[0].similarity.name == IDENTITY


def _card(scored, average, source):
    constant = scored.constant if average == "samples" else None
    several, blocks = len(scored.under) > 1, ""
    for place, under in enumerate(scored.under):
        semantic, hard = (under.averages[average][kind] for kind in ("semantic", "hard"))
        tick = constant[1] if constant and place == 0 else None
        blocks += (_block if several else _numbers)(under, semantic, hard)
        blocks += bar(hard["f1"], semantic["f1"], ends_of(semantic), tick, "tall")
    ends = ends_of(scored.under[0].averages[average]["semantic"])
    note = bdi(export.group_note(scored.groups), 300) if scored.groups else ""
    note = limits.no_interval() if ends is None else note
    below = note and f'<p class="help">{note}</p>'
    shown = markup.bar_legend(ends, near=not is_exact(scored))
    if constant is not None:
        answer = "nothing (no label)" if constant[0] is None else bdi(constant[0])
        text = f"always answering \u201c{answer}\u201d: {number(constant[1])}"
        shown += markup.legend(("constant", f"<span>{text}</span>"))
    pills = ""
    for name in NAMED_AVERAGES:
        given = {"data_do": "average", "data_average": name, "data_of": source}
        given = markup.attributes(**given, aria_pressed=str(name == average).lower())
        pills += f'<button type="button" class="pill"{given}>{name}</button>'
    inside = (
        f"{blocks}{markup.SCALE}{shown}{below}"
        f'<div class="pills" role="group" aria-label="Average"><span class="help">Average</span>'
        f"{pills}</div>"
    )
    title = [] if several else [bdi(title_of(scored.under[0].similarity))]
    return result_card("Result", scored, inside, *title)


def _numbers(under, semantic, hard):
    exact = ("F1 (exact matches)", number(hard["f1"]), ends_text(hard))
    if under.similarity.name == IDENTITY:
        lacking = "say which labels are close"
        return markup.score_blocks(exact, ("Semantic F1", "not yet", lacking, " quiet"))
    return markup.score_blocks(
        ("Semantic F1", number(semantic["f1"]), ends_text(semantic)),
        exact,
        ("Close labels add", markup.signed(semantic["f1"] - hard["f1"]), ""),
    )


def _block(under, semantic, hard):
    add = f"close labels add {markup.signed(semantic['f1'] - hard['f1'])}"
    beside = [ends_text(semantic), f"exact matches {number(hard['f1'])}", add]
    shown = "".join(f'<span class="small quiet">{text}</span>' for text in beside if text)
    return (
        f'<div class="small"><b>{bdi(title_of(under.similarity))}</b></div>'
        f'<div class="block-score"><span class="value">{number(semantic["f1"])}</span>{shown}</div>'
    )


def _take_away(scored, average, is_example, source):
    figure = label_figure(
        [(row["label"], row["semantic"]["f1"], row["hard"]["f1"]) for row in scored.labels()]
    )
    similarities = [under.similarity for under in scored.under if not is_exact(scored)]
    own = [similarity for similarity in similarities if not export.is_bundled(similarity)]
    return export.take_away(
        "score",
        export.sentence(scored, average),
        "\n".join(under.signatures[average] for under in scored.under),
        {
            **scored.under[0].paper[average],
            **export.score_tables(scored),
            "json": export.results_json(scored),
            "labels-csv": export.labels_csv(scored),
            "figure": figure,
        },
        file_name=export.file_name(scored),
        link=export.query(scored, average, is_example),
        code=score_snippet(scored, average),
        command=score_command(scored),
        own=own[0] if own else None,
        csv_file=("labels-csv", "Save each label (CSV)", "labels.csv"),
        notes=(
            '<span class="help">each label, 84 mm wide</span>',
            button("Save each row (CSV)", data_do="rows", data_of=source, data_made=True),
        ),
        share=_share(scored, average, source),
    )


def _share(scored, average, source):
    """Ways to send the result itself: a link, which the script makes, and pictures."""
    linked = {"data_do": "link", "data_made": True, "data_average": average, "data_of": source}
    badge, card = ("score-badge", "semantic_f1_badge.svg"), ("score-card", "semantic_f1_card.png")
    buttons = (
        button("Copy link to this result", True, **linked)
        + markup.save_button("Badge (SVG)", *badge, "image/svg+xml")
        + markup.save_button("Card (PNG)", *card, "image/png", png=True)
    )
    kept = markup.held("score-badge", result_link.badge(scored, average))
    kept += markup.held("score-card", result_link.card(scored, average))
    return f'<div class="buttons share">{buttons}</div><div id="share-link" hidden></div>{kept}'


def _times(count):
    rounded = max(round(count), 1)
    about = "about " if count < 10 and abs(count - rounded) > 1e-9 else ""
    return f"{about}{rounded:,} time{'s' if rounded != 1 else ''}"


def _mistakes(scored):
    parts = []
    for title, key, kind in (
        ("Mistakes that cost the most", "costly", "exact"),
        ("Close answers that earned the most credit", "near", "near"),
    ):
        entries = scored.mistakes.get(key, [])
        parts.append(f'<p class="help">{title}</p>')
        if not entries:
            parts.append('<p class="small">None.</p>')
        most = max((entry[4] for entry in entries), default=1)
        for what, label, other, times, weight, credit in entries:
            text = markup.marked("predicted" if what == "invented" else "gold", label, True)
            if what == "missed":
                text += f" missed {_times(times)}: nothing near it was predicted"
            elif what == "invented":
                text += f" predicted {_times(times)}: nothing near it is gold"
            else:
                text += f" predicted as {markup.marked('predicted', other, True)} {_times(times)}"
                text += f", {credit:.2f} credit each"
            amount = f"{weight:,.{0 if weight >= 10 else 1}f}".removesuffix(".0")
            parts.append(
                f'<div class="line"><span>{text}</span>{markup.plain_bar(weight / most, kind)}'
                f'<span class="value">{amount}</span></div>'
            )
    below = "Credit lost = times \u00d7 (1 \u2212 credit); credit earned = times \u00d7 credit."
    return f'<div>{"".join(parts)}<p class="help">{below}</p></div>'


def _labels(scored):
    several, rows = len(scored.under) > 1, []
    second = {row["label"]: row["semantic"]["f1"] for row in scored.under[-1].per_label}
    for row in scored.labels():
        semantic, hard = row["semantic"]["f1"], row["hard"]["f1"]
        cells = [bdi(row["label"]), f"{row['support']:,g}", bar(hard, semantic, size="thin")]
        other = [number(second[row["label"]]) if row["label"] in second else ""] * several
        rows.append([*cells, number(semantic), *other, number(hard)])
    heads = ["Label", "Gold", "", "Semantic", *["Second"] * several, "Exact"]
    shown = table(heads, rows, caption="Each label", sortable=True)
    return shown.replace('<td><div class="bar', '<td class="wide"><div class="bar')


def _averages(scored, average):
    parts = []
    heads = ["Average", "P", "R", "F1", "95% interval of F1"]
    heads += ["P (exact)", "R (exact)", "F1 (exact)"]
    for under in scored.under:
        rows, caption = export.average_rows(under.averages), "All averages"
        if len(scored.under) > 1:
            parts.append(f'<p class="small"><b>{bdi(title_of(under.similarity))}</b></p>')
            caption += f" under {title_of(under.similarity)}"
        parts.append(table(heads, rows, caption=caption, strong=NAMED_AVERAGES.index(average)))
    return f'{"".join(parts)}<p class="help">{AVERAGES_HELP}</p>'


def _thresholds(scored):
    curve, rows = scored.curve, []
    for average in CURVE_AVERAGES:
        for kind in ("semantic", "hard"):
            best = curve["best"][f"{kind}_f1_{average}"]
            rows.append([f"{average}, {kind}", f"{best['threshold']:g}", number(best["score"])])
    now = scored.reading["threshold"]
    return (
        markup.picture("F1 over the threshold", threshold_curves(curve))
        + markup.legend(("exact", "semantic F1"), ("near", "plain F1 (dashed)"))
        + table(["F1", "Best from", "F1 there"], rows, caption="Best thresholds")
        + f'<p class="help">The scores above are from {now:g} on. A threshold chosen on the data '
        "it is reported on flatters.</p>"
    )


def _lowest(scored):
    texts = any(row["text"] for row in scored.lowest)
    rows = []
    for row in scored.lowest:
        line = f"{row['line']:,}" if row["line"] else "\u2013"
        sets = [markup.label_set(side, row[side]) for side in ("predicted", "gold")]
        rows.append([line, *sets, *[bdi(row["text"], TEXT_SHOWN)] * texts, number(row["f1"])])
    heads = [scored.unit.capitalize(), "Predicted", "Gold", *["Text"] * texts, "F1"]
    shown = table(heads, rows, text=(0, 1, 2, 3) if texts else (0, 1, 2), caption="Lowest examples")
    zeros = int((scored.under[0].points["semantic"]["f1"] == 0).sum())
    text = "\u201cSave each row\u201d has all."
    if zeros > len(scored.lowest):
        text = f"{zeros:,} rows score 0; the first ones of the file are shown. {text}"
    return f'{shown}<p class="help">{text}</p>'
