"""The right side of the page "Compare": all of it HTML of one compared state."""

import math
from pathlib import Path

from semantic_f1.pictures.curves import slopes
from semantic_f1.pictures.figures import system_figure

from ..frame import export, limits, markup
from ..frame.markup import bar, bdi, ends_of, interval, label_set, number, section, signed, table
from ..frame.result_page import result_card, result_page
from ..frame.similarities import NAMES, title_of
from ..frame.wording import in_page_words
from .code import compare_command, compare_snippet
from .form import PAGE
from .work import EXAMPLE_SYSTEMS


def _p(value, floor=None):
    """A p-value in words, "<" where the resamples can give none that is less than ``floor``."""
    if value is None:
        return ""
    if floor is not None and value <= floor * (1 + 1e-9):
        value = math.ceil(round(floor * 1e4, 6)) / 1e4
        return f"p < {value:.4f}".replace("0.", ".", 1)
    return "p < .001" if value < 0.001 else f"p = {value:.3f}".replace("0.", ".", 1)


def verdict(state):
    """Best system, as a head and a sentence of plain text."""
    best, other = state.systems[:2]
    names = {best["system"], other["system"]}
    pair = next(pair for pair in state.pairs if {pair["a"], pair["b"]} == names)
    sign = 1 if pair["a"] == best["system"] else -1
    difference = sign * pair["difference"]
    ends, clear = "", difference > 1e-12
    if pair.get("low") is not None:
        low, high = sorted((sign * pair["low"], sign * pair["high"]))
        p_value = pair.get("p_adjusted", pair.get("p_value"))
        ends = f" (95% interval {signed(low)} to {signed(high)}, {_p(p_value, state.p_floor)})"
        ends = ends.replace("+", "")
        clear = low > 0 and (p_value is None or p_value < 0.05)
    first, second = (f"{row['system']} {number(row['f1'])}" for row in (best, other))
    if not clear:
        ends = ends.replace(" (", ", ").removesuffix(")")
        apart = f"are not clearly apart (difference {number(difference)}{ends})."
        return "No clear winner", f"{first} and {second} {apart}"
    finding = f"{first}, then {second}. Difference {number(difference)}{ends}."
    if ends:
        return f"{best['system']} is best", finding
    return f"{best['system']} scores highest", f"{finding} {limits.no_interval()}"


def _alternative(name):
    """An alternative similarity as the page calls it."""
    named = {"identity": "exact matches", "power 2": "values squared", "power 3": "values cubed"}
    if name.startswith("power "):
        return named.get(name, f"{name.removeprefix('power ')}th power of values")
    if name.startswith("mixture alpha="):
        # What differs stands first: the picture cuts long names.
        return f"{1 - float(name.removeprefix('mixture alpha=')):.0%} noise mixed in"
    return {**NAMES, **named}.get(name, name)


def decides(state):
    """Sentence on whether the similarity decides, and the similarities that turn an order."""
    tested = state.sensitivity
    turning = (pair["alternative"] for pair in tested["pairs"] if pair["kind"] != "stable")
    turned = list(dict.fromkeys(turning))
    n = len({pair["alternative"] for pair in tested["pairs"]})
    if tested["kind"] == "stable":
        others = "exact matches too" if n == 1 else f"all {n} other similarities, exact matches too"
        return f"The ranking is the same under {others}.", turned
    shown = markup.listed(list(map(_alternative, turned)), 4)
    changes = f"under {len(turned)} of {n} other similarities ({shown})"
    pair = next(pair for pair in tested["pairs"] if pair["kind"] == tested["kind"])
    ranks = [row["system"] for row in state.systems]
    better, worse = (f'"{name}"' for name in sorted((pair["a"], pair["b"]), key=ranks.index))
    if tested["kind"] == "decided":
        text = (
            f"The similarity decides: systems change places {changes}. {better} scores clearly "
            f"above {worse} under this one, and clearly below under another one."
        )
    elif tested["kind"] == "first_only":
        text = (
            f"Systems change places {changes}. {better} scores clearly above {worse} under this "
            "similarity, and clearly below under none."
        )
    else:
        needed, units = tested["n_needed"], "groups" if state.groups else "examples"
        more = "" if needed is None else f"; {needed:,} {units} would tell 0.01 apart"
        text = (
            f"Too few {units} to say whether the similarity decides: systems change places "
            f"{changes}, but {better} and {worse} cannot be told apart under this one{more}."
        )
    return text, turned


def _rank(row):
    if row.get("rank_low") is None or row["rank_low"] == row["rank_high"]:
        return f"{row['rank']:g}"
    return f"{row['rank_low']:g}\u2013{row['rank_high']:g}"


def result(state, form):
    """The right side as HTML."""
    head, finding = verdict(state)
    stays, changed = decides(state)
    lines = grouped = ""
    for row in state.systems:
        lines += (
            f'<div class="system"><span class="number">{_rank(row)}</span>'
            f"<span>{bdi(row['system'], 40)}</span>{bar(row['hard'], row['f1'], ends_of(row))}"
            f'<span class="value">{number(row["f1"])}</span></div>'
        )
    if state.groups:
        grouped = f'<p class="help">{bdi(export.group_note(state.groups), 300)}</p>'
    lines += f'<div class="system"><span></span><span></span>{markup.SCALE}<span></span></div>'
    keys = markup.bar_legend(ends_of(state.systems[0]))
    inside = (
        f'<div class="systems">{lines}</div>{keys}<p>Semantic F1 ({state.average}): '
        f"{bdi(finding, 2000)}</p><p>{bdi(stays, 1000)}</p>{grouped}"
    )
    card = result_card(bdi(head), state, inside, bdi(title_of(state.similarity)))
    sections = [_take_away(state, finding, stays), section("pairs", "Pairs", _pairs(state))]
    if state.labels:
        sections.append(section("labels-differ", "Labels that differ", _labels(state)))
    if state.rows:
        sections.append(section("rows-differ", "Rows that differ", _rows(state)))
    under = _similarities(state, changed)
    sections.append(section("each-similarity", "Under each similarity", under))
    return result_page(
        card,
        sections,
        of=state.file,
        button="Compare",
        form=form,
        say=f"{head}. {finding}",
        query=query(state),
        notes=state.warnings,
        notes_id="compare-notes",
    )


def query(state):
    """The address of the settings of a state."""
    settings = {"average": state.average, **state.options}
    names = {row["system"] for row in state.systems}
    if names < set(EXAMPLE_SYSTEMS):
        settings["systems"] = "|".join(name for name in EXAMPLE_SYSTEMS if name in names)
    return export.address_of({"tab": PAGE}, {"similarity": state.similarity}, settings)


def cited(state, finding, stays):
    """The sentence to cite."""
    more = f" {export.group_note(state.groups)}" if state.groups else ""
    return (
        f"On {markup.examples_of(state)}, Semantic F1 ({state.average}) under "
        f"{export.citation_name(state.similarity)}: {finding} {stays}{more}"
    )


def _take_away(state, finding, stays):
    heads = ["Rank", "System", "Semantic F1", "95% interval", "F1 (exact matches)"]
    lines, rows = [["rank", "system", "semantic_f1", "low", "high", "hard_f1"]], []
    for row in state.systems:
        numbers = [row[key] for key in ("system", "f1", "low", "high", "hard")]
        lines.append([_rank(row), *numbers])
        ends = "" if row["low"] is None else interval(row["low"], row["high"])
        rows.append([_rank(row), row["system"], number(row["f1"]), ends, number(row["hard"])])
    kept = ("files", "examples", "average", "similarity", "fingerprint", "options", "systems")
    kept += ("pairs", "sensitivity", "signature", "warnings")
    names = map(export.stem, (Path(state.files[0]).stem, state.similarity.name))
    return export.take_away(
        "compare",
        cited(state, finding, stays),
        state.signature,
        {
            **state.paper,
            **export.tables("clrcr", heads, rows),
            "csv": "\ufeff" + export.csv_text(lines),
            "json": export.json_of(state, *kept),
            "figure": system_figure(
                [
                    [row[key] for key in ("system", "f1", "hard", "low", "high")]
                    for row in state.systems
                ]
            ),
        },
        file_name="_".join(["semantic_f1_compare", *names]),
        link=query(state),
        code=compare_snippet(state),
        command=compare_command(state),
    )


def _pairs(state):
    rows, items = [], []
    for pair in state.pairs:
        two, ends = f"{bdi(pair['a'], 40)} against {bdi(pair['b'], 40)}", ends_of(pair)
        wins, losses, ties = (f"{pair[key]:,}" for key in ("wins", "losses", "ties"))
        items.append(f"<li>{two}: better on {wins} rows, worse on {losses}, equal on {ties}.</li>")
        sure = "" if ends is None else f"{signed(ends[0])} to\u00a0{signed(ends[1])}"
        p_values = [
            _p(pair.get(key), state.p_floor).replace("p = ", "").replace("p <", "&lt;")
            for key in ("p_value", "p_adjusted")
        ]
        rows.append([two, signed(pair["difference"]), sure, *p_values])
    heads = ["Pair", "Difference", "95% interval", "p", "p adjusted"]
    return (
        f'{table(heads, rows, caption="Pairs")}<ul class="small">{"".join(items[:10])}</ul>'
        '<p class="help">Intervals and tests are paired over the examples; p adjusted: for all '
        "pairs together.</p>"
    )


def _labels(state):
    names = [row["system"] for row in state.systems]
    rows = [
        [bdi(row["label"]), *(number(row["scores"][name]) for name in names)]
        for row in state.labels
    ]
    return table(["Label", *names], rows, caption="Semantic F1 of labels", sortable=True) + (
        '<p class="help">Semantic F1 of each label, the widest apart first.</p>'
    )


def _rows(state):
    rows = []
    for row in state.rows:
        cells = [f"{row['line']:,}", label_set("gold", row["gold"], 6)]
        for _, labels, f1 in row["answers"]:
            cells += [label_set("predicted", labels, 6), number(f1)]
        rows.append(cells)
    names = [name for name, _, _ in state.rows[0]["answers"]]
    heads = ["Line", "Gold", names[0], "F1", names[1], "F1"]
    return table(heads, rows, text=(0, 1, 2, 4), caption="Rows that differ")


def _similarities(state, changed):
    names = [row["system"] for row in state.systems]
    found = state.sensitivity["alternatives"]
    alternatives = [{**row, "name": _alternative(row["name"])} for row in found]
    drawn = ""
    if changed:
        drawn = markup.picture("Scores under each similarity", slopes(alternatives, names))
        drawn += '<p class="help">Bold: the order is not that of the first row.</p>'
    rows = [
        [bdi(row["name"]), *(number(row["scores"][name]) for name in names)] for row in alternatives
    ]
    remarks = "".join(
        markup.notice("", "", in_page_words(text)) for text in state.sensitivity["remarks"]
    )
    # Draws of noise have no part in the verdict.
    noise = ""
    if state.sensitivity["noise"]:
        least = min(state.sensitivity["noise"], key=lambda row: row["same_order"])
        noise = (
            f"Of {least['n_draws']} mixtures of {least['alpha']:.0%} this similarity and "
            f"{1 - least['alpha']:.0%} noise, {round(least['same_order'] * least['n_draws'])} keep "
            "the ranking."
        )
    return (
        drawn
        + table(["Similarity", *names], rows, caption="Semantic F1 under each similarity")
        + remarks
        + (
            '<p class="help">Exact matches only (identity), other similarities of the same labels, '
            f"mixtures with noise, powers of the values. {noise}</p>"
        )
    )
