"""Results as a paper prints them: a sentence, a table in Markdown or LaTeX, and the methods."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any, Literal

TEXT_FORMS = ("sentence", "markdown", "latex", "methods")
_TESTS = {"bootstrap": "smoothed paired bootstrap", "bootstrap_t": "paired bootstrap-t"}
LATEX = str.maketrans(
    {
        **{character: f"\\{character}" for character in "&%$#_{}"},
        "\\": r"\textbackslash{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
    }
)


def results_text(
    result: Mapping[str, Any],
    form: Literal["sentence", "markdown", "latex", "methods"] = "sentence",
    names: Sequence[str] = ("a", "b"),
) -> str:
    """Results of a call with intervals, as they are written in a paper.

    Parameters
    ----------
    result : what ``compute``, ``compare``, ``rank`` or ``runs`` returned, with intervals
    form : "sentence"; "markdown" or "latex", a table (LaTeX with booktabs; bold systems may be the
        best one, their rank interval reaches 1); or "methods", a sentence on how the numbers were
        made, for LaTeX with the paper's BibTeX key chochlakis2025semantic
    names : of the two systems of ``compare`` or ``runs``

    Returns
    -------
    str

    Raises
    ------
    ValueError
        if the form is unknown, or the result has no intervals
    """
    if isinstance(names, str) or len(names) != 2:
        raise ValueError(f"names: expected the names of two systems; got {names!r}")
    if form not in TEXT_FORMS:
        raise ValueError(f"form: expected one of {', '.join(TEXT_FORMS)}; got {form!r}")
    settings = result.get("settings") if hasattr(result, "get") else None
    if not settings:
        raise ValueError(
            "result: has no settings; pass what compute, compare, rank or runs returned with "
            "n_resamples, and without flat=True"
        )
    if form == "methods":
        return _methods(result, settings)
    if form == "sentence":
        return _sentences(result, settings, names)
    header, rows = _table(result, settings, names)
    return _markdown(header, rows) if form == "markdown" else _latex(header, rows)


def _scored(settings):
    """The name of the score: plain F1 under the identity."""
    return "F1" if settings["similarity"] == "identity" else "Semantic F1"


def _sentences(result, settings, names):
    level, units = f"{100 * settings['confidence_level']:g}% CI", _units(settings)
    if "ranking" in result:
        return _sentence_on_ranks(result, settings)
    sentences = []
    for average, key in _f1_keys(settings):
        is_pair = f"{key}_a" in result
        shown = _signed if is_pair else _decimal
        ends = f"{level} {shown(result[f'{key}_low'])} to {shown(result[f'{key}_high'])}"
        value = _decimal(result[f"{key}_a" if is_pair else key])
        details = [ends]
        if is_pair:
            value += f" for {names[0]} and {_decimal(result[f'{key}_b'])} for {names[1]}"
            details = [f"difference {_signed(result[key])}", ends, *_test_of(result, key)]
        elif "n_runs" in result:
            details = [f"mean over {result['n_runs']} runs", ends]
        sentences.append(
            f"{average.capitalize()} {_scored(settings)} was {value} "
            f"({', '.join([*details, units])}{_judged(result)})."
        )
    return " ".join(sentences)


def _sentence_on_ranks(result, settings):
    best, first = result["best"], result["ranking"][0]
    average = _f1_keys(settings)[0][0]
    level = f"{100 * settings['confidence_level']:g}%"
    may = "is" if len(best) == 1 else "may each be"
    return (
        f"{first['system']} scored highest ({average} {_scored(settings)} "
        f"{_decimal(first['semantic_f1'])}); {' and '.join(', '.join(best).rsplit(', ', 1))} {may} "
        f"the best of {len(result['ranking'])} systems ({level} simultaneous ranks, "
        f"{_units(settings)})."
    )


def _methods(result, settings):
    averages = [average for average, _ in _f1_keys(settings)]
    what = "average" if len(averages) == 1 else "averages"
    level = f"{100 * settings['confidence_level']:g}%"
    draws = f"{settings['n_resamples']:,} resamples, seed {settings['seed']}"
    if "n_judged" in result:
        how = (
            f"{level} prediction-powered intervals ({result['n_human']} examples with gold labels "
            f"by people, {result['n_judged']:,} by a judge)"
        )
    elif "n_runs" in result:
        how = f"{level} intervals for runs and examples (components of variance)"
    else:
        how = f"{level} smoothed bootstrap intervals ({draws}, tails of Student's t)"
    parts = [how]
    if "ranking" in result:
        parts.append("simultaneous ranks by step-down max-t")
    elif any(key.startswith("test") for key in result):
        tests = dict.fromkeys(_TESTS[v] for k, v in result.items() if k.startswith("test"))
        parts.append(
            f"p-values by the {' and the '.join(tests)}, inverted; precision, recall and F1 are "
            "three tests, not adjusted for each other"
        )
    similarity = str(settings["similarity"]).translate(LATEX)
    version = f"semantic\\_f1 {settings['version']}"
    scored = rf"Semantic F1 \citep{{chochlakis2025semantic}}, similarity '{similarity}'"
    scored = "F1" if _scored(settings) == "F1" else scored
    return f"Scores are {scored}, {what} {', '.join(averages)}; {'; '.join(parts)} ({version})."


def _table(result, settings, names):
    """Header and rows of a table: cells, and whether the first two of them are bold."""
    level = f"{100 * settings['confidence_level']:g}% CI"
    scores = _f1_keys(settings)
    if "ranking" in result:
        header = ["System", f"{scores[0][0].capitalize()} F1", level, "Rank"]
        rows = []
        for row in result["ranking"]:
            ranks = dict.fromkeys((str(row["rank_low"]), str(row["rank_high"])))
            ends = (_decimal(row[f"semantic_f1_{end}"]) for end in ("low", "high"))
            cells = [row["system"], _decimal(row["semantic_f1"]), "--".join(ends), "--".join(ranks)]
            rows.append((cells, row["rank_low"] == 1))
        return header, rows
    key = scores[0][1]
    if f"{key}_a" not in result:
        header = ["Score", "F1", level, "Precision", "Recall"]
        rows = []
        for average, key in scores:
            ends = "--".join(_decimal(result[f"{key}{end}"]) for end in ("_low", "_high"))
            sides = (
                _decimal(result[key.replace("f1_of_averages", "f1").replace("f1", side)])
                for side in ("precision", "recall")
            )
            rows.append(([average.capitalize(), _decimal(result[key]), ends, *sides], False))
        return header, rows
    header = ["Score", *names, "Difference", level]
    rows = []
    for average, each in scores:
        both = (_decimal(result[f"{each}_{system}"]) for system in "ab")
        ends = " to ".join(_signed(result[f"{each}{end}"]) for end in ("_low", "_high"))
        p = (text.removeprefix("p ").removeprefix("= ") for text in _test_of(result, each)[:1])
        cells = [f"{average.capitalize()} F1", *both, _signed(result[each]), ends, *p]
        rows.append((cells, False))
    return [*header, *["p"] * (f"{key}_p_value" in result)], rows


def _markdown(header, rows):
    def line(cells):
        return f"| {' | '.join(cells)} |"

    def escaped(text):
        return re.sub(r"([|*_\\`<>\[\]])", r"\\\1", text)

    lines = [line(map(escaped, header)), line(["---"] * len(header))]
    for cells, bold in rows:
        texts = [escaped(cells[0]), *cells[1:]]
        texts = [f"**{text}**" if bold and i < 2 else text for i, text in enumerate(texts)]
        lines.append(line(text.replace("--", "\N{EN DASH}") for text in texts))
    return "\n".join(lines)


def _latex(header, rows):
    lines = [rf"\begin{{tabular}}{{l{'c' * (len(header) - 1)}}}", r"\toprule"]
    lines.append(" & ".join(text.translate(LATEX) for text in header) + r" \\")
    lines.append(r"\midrule")
    for cells, bold in rows:
        texts = [cells[0].translate(LATEX), *map(_math, cells[1:])]
        texts = [rf"\textbf{{{text}}}" if bold and i < 2 else text for i, text in enumerate(texts)]
        lines.append(" & ".join(texts) + r" \\")
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}"])


def _math(text):
    """Signed numbers and relations, which LaTeX sets in mathematics."""
    return re.sub(r"(?<![-.\d])[-+]\d*\.\d+|[<=]", r"$\g<0>$", text)


def _f1_keys(settings):
    """(average, key of its F1) of each average that was asked for."""
    keys = settings["f1_keys"]
    if None in keys:
        raise ValueError("result: has scores per label; texts are of averages, without None")
    return list(keys.items())


def _units(settings):
    return f"{settings['n_units']:,} {settings['units']}"


def _judged(result):
    return f", {result['n_human']} with gold labels by people" if "n_judged" in result else ""


def _decimal(value):
    """Three places, without the zero before the point."""
    text = f"{value:.3f}"
    return text.replace("0.", ".", 1) if abs(value) < 1 and "0." in text else text


def _signed(value):
    text = _decimal(abs(value))
    return ("-" if value < 0 and text != ".000" else "+") + text


def _test_of(result, key):
    """The p-value of a difference and the name of its test, if there is one."""
    p = result.get(f"{key}_p_value")
    if p is None:
        return []
    suffix = key.removeprefix("semantic_f1").removeprefix("_of_averages")
    floor = result.get(f"p_floor{suffix}", 0.0)
    test = result.get(f"test{suffix}")
    # Rounded up: p is below it. Without resamples p has no floor, and is told to four places.
    least = max(math.ceil(1e4 * floor - 1e-9) / 1e4, 1e-4)
    text = f"p = {p:.3f}" if p >= 0.01 else f"p = {p:.4f}"
    text = f"p < {least:.4f}" if p < least else text
    return [text.replace("0.", ".", 1), *([_TESTS[test]] if test else [])]
