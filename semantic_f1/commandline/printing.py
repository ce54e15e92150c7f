"""Lines of text of what was computed."""

from ..distance_table import SOFT_DISTANCES
from ..messages import p_in_words
from ..reports.formats import SCORES
from ..reports.replies import line_of_states
from .wording import in_arguments


def shown(text):
    """A text of one line, whatever characters a name has."""
    return text if text.isprintable() else repr(text)


def _cells(values, width=13):
    return "".join(f"{x:>{width}}" if type(x) is str else f"{x:{width}.4f}" for x in values)


def _table(corner, heads, rows, width=24, cell=13):
    """Lines of a table: pairs of a name and cells, which are numbers or texts."""
    rows = [(shown(str(name)), cells) for name, cells in [(corner, heads), *rows]]
    width = max(width, *(len(name) + 1 for name, _ in rows))
    for name, cells in rows:
        yield f"{name:{width}}{_cells(cells, cell)}"


def _ends(low, high, sign="", digits=4):
    return f"{low:{sign}.{digits}f} to {high:{sign}.{digits}f}"


def result_lines(result, full_signature=False, plain=False):
    """Lines of a result of :func:`result_of`; ``plain``: only F1 of identical labels."""
    of_text = result.pop("shown")
    if "system" in result:
        yield from (f"scores of {result['system']}", "")
    if "lines" in of_text:
        yield from of_text["lines"]
        return
    make = _distance_lines if "scores" in result else _score_lines
    yield from make(result, plain, of_text)
    for lines in (
        human_lines(result["human"]) if result.get("human") else (),
        _annotator_lines(result.get("by_annotator")),
        _outcome_lines(result["outcome"]) if result.get("outcome") else (),
        _label_lines(result.get("per_label"), plain),
        worst_lines(result["worst"]) if result.get("worst") else (),
        of_text["more"],
        [f"signature: {result['signature'] if full_signature else of_text['signature']}"],
    ):
        found = list(lines)
        yield from ["", *found] if found else ()
    yield from of_text.get("after", ())


def _columns(row, plain=False):
    """Kinds of scores in a row of a table, their heads, and the widths of its columns."""
    if plain:
        return ("hard",), ["Precision", "Recall", "F1"], 12, 11
    kinds = [kind for kind in ("semantic", "hard") if kind in row] or [""]
    titles = {"hard": "Plain"}
    heads = [f"{titles.get(kind, 'Semantic')} {s}" for kind in kinds for s in ("P", "R", "F1")]
    return kinds, heads, 24, 13


def _score_lines(result, plain, of_text):
    averages = result["averages"]
    kinds, heads, width, cell = _columns(averages["samples"], plain)
    if "similarity" in result and not plain:
        levels = of_text["levels"] or {}
        steps = ", ".join(f"same {level}: {weight:.3g}" for level, weight in levels.items())
        yield f"similarity: {shown(result['similarity'])}{steps and f' ({steps})'}"
    rows = ((average, _scores_of(scores, kinds)) for average, scores in averages.items())
    yield from _table("", heads, rows, width, cell)
    if "f1_interval" in averages["samples"].get(kinds[0], averages["samples"]):
        units = "groups" if "|groups:" in result["signature"] else "examples"
        yield f"intervals, by bootstrap over {units}"
        for average, scores in averages.items():
            ends = _scores_of(scores, kinds, "_interval")
            cells = (f"{low:.4f}-{high:.4f}".rjust(14) for low, high in ends)
            yield f"{average:{width}}{''.join(cells)}"


def _scores_of(row, kinds, end=""):
    return [row.get(kind, row)[f"{score}{end}"] for kind in kinds for score in SCORES]


def _distance_lines(result, _, __):
    scores = result["scores"]
    yield f"similarity: {result['similarity'] or 'none: labels are equally far from each other'}"
    for name, row in SOFT_DISTANCES.items():
        if scores.get(name) is not None:
            ends = ""
            if scores.get(f"{name}_low") is not None:
                ends = f"{scores[f'{name}_low']:.4f}-{scores[f'{name}_high']:.4f}  "
            yield f"{name:26}{scores[name]:>9.4f}  {ends}({row.brief})"


def _label_lines(rows, plain):
    """Lines of the table of labels."""
    if not rows:
        return
    kinds, heads, *widths = _columns(rows[0], plain)
    lines = _table("label", heads, ((x["label"], _scores_of(x, kinds)) for x in rows), *widths)
    for line, support in zip(lines, ["support", *(f"{x['support']:g}" for x in rows)], strict=True):
        yield f"{line}{support:>10}"


def human_lines(people):
    """Lines of the scores of people next to the system's, semantic and hard."""
    yield (
        f"people, over {people['examples']:,} examples with two annotators or more: each "
        "annotator, and the system, against the others"
    )
    heads = [f"{who} {score}" for who in ("Human", "System") for score in ("P", "R", "F1")]
    hard = ["human_hard", "system_hard"]
    hard = [who for who in hard if who in people["averages"]["samples"]]
    rows = (
        (average, _scores_of(row, ("human", "system")) + [row[who]["f1"] for who in hard])
        for average, row in people["averages"].items()
    )
    yield from _table("", heads + ["Human hard", "System hard"][: len(hard)], rows)
    yield people["sentence"]


def _annotator_lines(rows):
    if not rows:
        return
    yield "against each annotator alone (samples)"
    each = ((x["annotator"], [*map(x.get, SCORES), str(x["examples"])]) for x in rows)
    yield from _table("annotator", ("P", "R", "F1", "examples"), each)


def _outcome_lines(found):
    yield f"F1 of {found['n']:,} rows and {found['column']}"
    for name, value in found.items():
        if type(value) is not float or "_" in name:
            continue
        low, high, p_value = (found.get(f"{name}_{end}") for end in ("low", "high", "p_value"))
        ends = "" if low is None else f", {_ends(low, high, '+', 3)}"
        p_text = "" if p_value is None else f", p {p_in_words(p_value, found['p_floor'])}"
        yield f"{name:9}{value:+.3f}{ends}{p_text}"


def worst_lines(rows):
    """Lines of the examples with the lowest F1."""
    yield f"the {f'{len(rows)} examples' if len(rows) > 1 else 'example'} with the lowest F1"
    width = max(14, *(len(row["where"]) + 2 for row in rows))
    yield f"{'F1':>{width + 6}}  predicted / gold"
    for row in rows:
        sides = (", ".join(map(str, row[side])) or "(none)" for side in ("predicted", "gold"))
        yield f"{row['where']:{width}}{row['f1']:.4f}  {' / '.join(sides)}"


def reply_lines(account, ledger):
    """Lines of how many replies were read."""
    states, _, proposals = line_of_states(account).partition("; ")
    yield f"replies: {states}{'' if ledger else ' (ledger: --ledger FILE)'}"
    if proposals:
        yield f"unreadable replies: {in_arguments(proposals)}"


def ways_line(f1):
    """Line of the three ways to count unreadable replies."""
    texts = [f"{way.replace('_', ' ')} {value:.4f}" for way, value in f1["samples"].items()]
    return f"samples F1 with unreadable replies {', '.join(texts)}"


def at_k_lines(result):
    """Lines of the table of ``metric.at_k``."""
    heads = ("Semantic P@k", "Plain P@k", "Semantic NDCG@k", "Plain NDCG@k")
    columns = [
        result[f"{kind}_{score}_at_k"]
        for score in ("precision", "ndcg")
        for kind in ("semantic", "hard")
    ]
    rows = ((k or "all", cells) for k, *cells in zip(result["k"], *columns, strict=True))
    yield from _table("first k suggestions", heads, rows, cell=17)
    if result["n_without_suggestions"]:
        yield f"documents without suggestions: {result['n_without_suggestions']}"


def ranking_lines(ranking, options):
    """Lines of the tables of ``metric.rank``: systems, and differences of two each."""
    # All digits of the level: .999 is not 100%.
    level = f"{100 * options.get('confidence_level', 0.95):.10g}%"
    units = "groups" if "groups" in options else "examples"
    measure = ranking.get("measure")
    score = "plain F1" if options.get("similarity") == "identity" else "Semantic F1"
    by, heads, width = f"{options.get('average')} {score}", ("P", "R", "F1"), 8
    if measure:
        by, heads, width = measure, ("mean",), 10
    yield f"ranking by {by}, {ranking['n_units']:,} {units}; ranks hold together"
    heads = " ".join(f"{head:>{width}}" for head in heads)
    yield f"{'rank':>5} {level + ' of ranks':>14} {heads}  system"
    for row in ranking["ranking"]:
        keys = [key for key in row if key.startswith("semantic_")]
        keys = [measure] if measure else [x for x in keys if not x.endswith(("_low", "_high"))]
        cells = " ".join(f"{row[key]:{width}.4f}" for key in keys)
        ends = f"{row['rank_low']:g} to {row['rank_high']:g}"
        yield f"{row['rank']:>5g} {ends:>14} {cells}  {row['system']}"
    yield ""
    yield f"{'difference':>10} {level + ' interval':>20} {'p':>8} {'adjusted':>9}  pair"
    floor = ranking.get("p_floor")
    for row in ranking["pairs"]:
        p, adjusted = (p_in_words(row[key], floor) for key in ("p_value", "p_adjusted"))
        ends = _ends(row["low"], row["high"], "+")
        numbers = f"{row['difference']:>+10.4f} {ends:>20} {p:>8} {adjusted:>9}"
        yield f"{numbers}  {row['a']} - {row['b']}"


def size_line(size):
    """Line of ``metric.sample_size``."""
    return (
        f"to distinguish systems {size['effect']:g} apart takes {size['n']:,} {size['units']} "
        f"(power {size['power']:g}); these {size['n_units']:,} distinguish "
        f"{size['detectable_effect']:.4f}"
    )


def sensitivity_lines(found):
    """Lines of the tables of ``metric.sensitivity``."""
    rows = found["alternatives"]
    systems = list(rows[0]["scores"])
    score = found.get("measure") or f"{found['average']} Semantic F1"
    yield f"does the similarity decide? ({score})"
    yield found["verdict"]
    yield from found["remarks"]
    width = max(len(row["name"]) for row in rows) + 1
    yield f"{'':{width}}{'tau':>7}{'rho':>7}  " + "  ".join(systems)
    for row in rows:
        scores = "  ".join(f"{row['scores'][name]:{len(name)}.4f}" for name in systems)
        yield f"{row['name']:{width}}{row['kendall_tau']:7.2f}{row['spearman']:7.2f}  {scores}"
    for note in dict.fromkeys(row["note"] for row in rows if row["note"]):
        yield f"({note})"


def curve_lines(curve):
    """Lines of the table of ``metric.threshold_curve``."""
    keys = [key for key in curve if key.startswith(("semantic_", "hard_"))]
    yield f"{'threshold':>9}{_cells(keys, 24)}"
    for i, threshold in enumerate(curve["thresholds"]):
        yield f"{threshold:9.3g}{_cells([curve[key][i] for key in keys], 24)}"
    best = "".join(f"{curve['best'][key]['threshold']:24.3g}" for key in keys)
    yield f"{'best':>9}{best}"
    for index in ("monotonicity", "smoothness"):
        yield f"{index[:9]:>9}{_cells([curve[index][key] for key in keys], 24)}"


def tuned_lines(tuned, labels):
    """Lines of ``metric.tune_thresholds``."""
    width = max(map(len, [*labels, "label"])) + 1
    yield f"thresholds for {tuned['average']} Semantic F1, means of {tuned['cv']} folds"
    yield f"{'label':{width}}{'threshold':>10}"
    for label, threshold in zip(labels, tuned["thresholds"], strict=False):
        yield f"{label:{width}}{threshold:10.3g}"
    of_score, of_gain = (
        f", {_ends(tuned[f'{key}_low'], tuned[f'{key}_high'], sign)}" * (f"{key}_low" in tuned)
        for key, sign in (("score_cv", ""), ("gain", "+"))
    )
    yield ""
    yield f"F1 on rows of other folds, to report: {tuned['score_cv']:.4f}{of_score}"
    yield (
        f"with one threshold ({tuned['global_threshold']:.3g} of all rows): "
        f"{tuned['score_global_cv']:.4f}; gain {tuned['gain']:+.4f}{of_gain}"
    )
    yield f"on the rows that they were chosen on, optimistic: {tuned['score_on_same_rows']:.4f}"
