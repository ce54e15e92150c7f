"""Label sets looked at: reports, confusions, the matches of one example."""

import numpy as np

from ..average_table import AVERAGES, NAMED_AVERAGES
from ..inputs.configs import (
    SIDES,
    Data,
    distinct_unknown,
    resolved_data,
    resolved_sides,
    warn_changes,
)
from ..inputs.label_sets import take_sets
from ..inputs.points import PointSets
from ..messages import warn
from ..option_table import CHOICES
from ..scoring.assignments import mean_baselines
from ..scoring.counts import Counts, best_credits
from ..scoring.results import (
    Sums,
    check_table_size,
    counted_pairs,
    macro_mask_of,
    scores_by_example,
    scores_of,
    semantic_and_hard_of,
)
from ..similarity.label_similarity import identity
from .confusion import METRICS, MacroGap, equalize_prevalence, macro_gap, per_class
from .formats import AMOUNTS, SCORE_KINDS, SCORES, as_frame, as_markdown, as_text
from .matching import best_match_matrix, single_label_matrix
from .suggestions import known_values

REPORTS = {
    "text": as_text,
    "markdown": as_markdown,
    "frame": lambda content, digits: as_frame(content),
    "dict": lambda content, digits: content,
}


def sums_of_report(data, setting, scores=()):
    """Exact counts for a report, and the means of baselines: name -> semantic and hard."""
    others = {name: {} for name in scores}
    exact = identity(setting.space.labels).pairs
    for kind, pairs in (("semantic", None), ("hard", exact)) if scores else ():
        for name, mean in mean_baselines(data, setting, scores, pairs).items():
            others[name][kind] = mean
    return Sums(*semantic_and_hard_of(data, setting)), others


def report_of(sums, setting, signature, others):
    """Contents of a report, with rows for the means of ``others``, and both macro gaps."""
    counts = {kind: Counts.of_sums(getattr(sums, kind)) for kind in SCORE_KINDS}
    mask = macro_mask_of(counts["semantic"], setting, ("macro",))
    by_label = {kind: scores_of(of, None, setting, None) for kind, of in counts.items()}
    tables = {kind: np.stack(of, axis=-1).tolist() for kind, of in by_label.items()}
    amounts = {name: getattr(counts["semantic"], name).tolist() for name in AMOUNTS}
    rows = [
        {"label": label}
        | {name: values[i] for name, values in amounts.items()}
        | {kind: dict(zip(SCORES, table[i], strict=True)) for kind, table in tables.items()}
        for i, label in enumerate(setting.space.labels)
    ]
    averages = {}
    for average in NAMED_AVERAGES:
        # Both macro F1s stand in the report, whichever of them compute would give.
        kinds = CHOICES["macro_f1"] if AVERAGES[average].macro else CHOICES["macro_f1"][:1]
        for place, macro_f1 in enumerate(kinds):
            words = f" ({macro_f1.replace('_', ' ').replace('f1', 'F1')})" if place else ""
            one = setting._replace(options={**setting.options, "macro_f1": macro_f1})
            scores = {kind: scores_of(of, average, one, mask) for kind, of in counts.items()}
            averages[f"{average}{words}"] = {
                kind: dict(zip(SCORES, map(float, of), strict=True)) for kind, of in scores.items()
            }
    for name, means in others.items():
        averages[name] = {
            kind: {"precision": None, "recall": None, "f1": mean} for kind, mean in means.items()
        }
    counted, gaps = slice(None) if mask is None else mask, {}
    for kind, scores in by_label.items():
        # Difference of F1 of averages and averaged F1, by its definition and by the lemma's sum.
        rates = scores.precision[counted], scores.recall[counted]
        gap = macro_gap(*rates) if len(rates[0]) else MacroGap(0.0, 0.0)
        gaps[kind] = {name: float(value) for name, value in gap._asdict().items()}
    return {"rows": rows, "averages": averages, "signature": signature}, gaps


def confusion_of(data, setting):
    """Tables of best matches, and for single labels the metrics of the confusion matrix."""
    check_table_size("confusion", setting)
    names, m = setting.space.labels, len(setting.space.labels)
    result = {"labels": [*names, "(none)"]}
    *sides, weight = counted_pairs(data, setting)
    for side, sets in (("predicted", sides), ("gold", sides[::-1])):
        result[side] = best_match_matrix(
            *sets, setting.similarity.pairs, m, sample_weight=weight
        ).tolist()
    single = all((np.diff(sets.offsets) == 1).all() and (sets.indices < m).all() for sets in sides)
    if single:
        classes = (sets.indices for sets in sides)
        matrix = single_label_matrix(*classes, m, weight)
        result["matrix"] = matrix.tolist()
        result["metrics"] = {name: float(of(matrix)) for name, of in METRICS.items()}
        try:
            calibrated = equalize_prevalence(matrix, names)
            result["calibrated"] = {name: float(of(calibrated)) for name, of in METRICS.items()}
        except ValueError as error:
            warn(str(error))
            result["calibrated"] = None
        result["per_class"] = {
            name: values.tolist() for name, values in per_class(matrix)._asdict().items()
        }
    return result


def explanation_of(raws, setting):
    """The matches of one example."""
    if hasattr(raws[0], "points"):
        data, _ = resolved_data(*raws, setting)
        given = [raw.points.tolist() for raw in raws]
        sides = data.predictions.points, data.references.points
        tables = [_kernel_table(*both, setting.similarity) for both in (sides, sides[::-1])]
        return _explained("point", given, tables, scores_by_example(data, setting))
    sides, changes = resolved_sides(*raws, setting)
    warn_changes(changes, setting)
    known = [
        [*setting.space.labels, *distinct_unknown(change.unknown, setting)] for change in changes
    ]

    def of_sets(*sets):
        members = [each.indices for each in sets]
        given = [
            [names[i] for i in each.tolist()] for names, each in zip(known, members, strict=True)
        ]
        of = setting.similarity.pairs, len(setting.space.labels)
        tables = [known_values(*both, *of) for both in (members, members[::-1])]
        return _explained("label", given, tables, scores_by_example(Data(*sets, None), setting))

    if not hasattr(raws[1], "sets"):
        return of_sets(*sides)
    scores = scores_by_example(Data(*sides, None, raws[1].offsets), setting)
    golds = (take_sets(sides[1], [i]) for i in range(raws[1].offsets[-1]))
    by_annotator = [of_sets(sides[0], gold) for gold in golds]
    return _of_one_example(scores) | {"by_annotator": by_annotator}


def _explained(name, given, tables, scores):
    """Scores and matches of one example; ``tables``: similarities of a side's to the other's."""
    result = _of_one_example(scores)
    for side, members, others, table in zip(SIDES, given, given[::-1], tables, strict=True):
        result[side] = []
        for member, row in zip(members, table, strict=True):
            best = float(row.max(initial=0.0))
            ties = [others[i] for i in np.flatnonzero(row == best)] if best > 0 else []
            match = {"best_match": ties[0] if ties else None, "similarity": best, "ties": ties}
            result[side].append({name: member, **match})
    return result


def _of_one_example(scores):
    precision, recall, f1 = (float(each[0]) for each in scores)
    return {"semantic_f1": f1, "semantic_precision": precision, "semantic_recall": recall}


def _kernel_table(points, others, kernel):
    """The similarity of each point to each of the others."""
    pairs = np.repeat(points, len(others), axis=0), np.tile(others, (len(points), 1))
    each = np.arange(len(pairs[0]) + 1)
    values, _ = best_credits(*(PointSets(side, each) for side in pairs), kernel, 1)
    return values.reshape(len(points), len(others))
