"""Properties of metrics of a confusion matrix, beside table 5 of [OPI].

``python studies/metric_properties.py [--seed 1]`` prints the paper's marks and those that a search
finds (see properties.py), with the counterexamples; then the same for Semantic F1 as a
function of the confusion matrix of single labels. Well under a minute.

[OPI] is "A Closer Look at Classification Evaluation Metrics" (TACL 2024).
"""

import sys
from functools import partial
from pathlib import Path

import numpy as np
from claims import seed_of
from properties import PROPERTIES, Search, class_decomposability

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from semantic_f1.reports import confusion

SEED = 1
YES, NO = "✓", "✗"
PAPER_PROPERTIES = tuple(PROPERTIES)[:5]
# Table 5: yes, no, or "calibrated" where a metric has the property after calibration only; PV by
# its degree. The paper leaves the degree of calibrated accuracy and weighted F1 open.
PRINTED = {
    "accuracy": ("yes", "calibrated", "calibrated", "calibrated", "calibrated"),
    "macro_recall": ("yes", "yes", "yes", "yes", "strict"),
    "geometric_macro_recall": ("yes", "yes", "yes", "yes", "bounded"),
    "harmonic_macro_recall": ("yes", "yes", "yes", "yes", "bounded"),
    "macro_precision": ("yes", "yes", "yes", "calibrated", "strict"),
    "macro_f1": ("yes", "yes", "yes", "calibrated", "bounded"),
    "macro_f1_of_averages": ("yes", "yes", "no", "calibrated", "strict"),
    "weighted_f1": ("no", "yes", "calibrated", "calibrated", "calibrated"),
    "cohen_kappa": ("no", "yes", "no", "calibrated", "complete"),
    "matthews_corrcoef": ("no", "yes", "no", "calibrated", "complete"),
}


def calibrated_metric(metric, class_names=None):
    """The metric taken after prevalence calibration, as a function of the matrix as it is."""
    return lambda matrix: metric(confusion.equalize_prevalence(matrix, class_names))


def judge(metric, search, calibrated=False):
    """Findings by property, and under "equal columns" decomposability on equal column sums."""
    search = search._replace(every_class=calibrated)
    judged = calibrated_metric(metric) if calibrated else metric
    findings = {name: check(judged, search) for name, check in PROPERTIES.items()}
    four = search._replace(sizes=(4,))
    findings["equal columns"] = class_decomposability(metric, four, equal_columns=True)
    return findings


def differences(name, plain, after):
    """Differences of the findings from what table 5 prints for a metric.

    Returns a list of (property, whether after calibration, what is printed, Finding).
    """
    result = []
    for key, printed in zip(PAPER_PROPERTIES, PRINTED[name], strict=True):
        has = printed not in ("no", "calibrated")
        degree = printed if printed in ("strict", "bounded", "complete") else plain[key].degree
        if (plain[key].holds, plain[key].degree) != (has, degree if has else ""):
            result.append((key, False, printed, plain[key]))
        if after[key].holds != (printed != "no"):
            result.append((key, True, printed, after[key]))
    return result


# Semantic F1 of examples with one predicted and one gold label


def ordinal(n):
    """Labels in a row: symmetric, and labels in the middle are like more others."""
    distance = np.abs(np.subtract.outer(np.arange(n), np.arange(n)))
    return 1 / (1 + distance)


def circular(n):
    """Labels in a circle: symmetric, all columns have the same mean."""
    distance = np.abs(np.subtract.outer(np.arange(n), np.arange(n)))
    return 1 / (1 + np.minimum(distance, n - distance))


def one_way(n):
    """Labels in a row, three times as far apart when seen from below: not symmetric."""
    distance = np.subtract.outer(np.arange(n), np.arange(n))
    return 1 / (1 + np.where(distance > 0, distance, -3 * distance))


SIMILARITIES = {"ordinal": ordinal, "circular": circular, "one-way": one_way}


def semantic(matrices, similarity, average="macro", counting="paper", score="f1"):
    """A semantic score as a function of confusion matrices.

    Returns an array of shape (k,).
    """
    table = similarity(matrices.shape[-1])
    sums = [
        (matrices * table).sum(axis=-1),  # credit of the predicted label: true positives
        matrices.sum(axis=-1),
        (matrices * table.T).sum(axis=-2),  # credit of the gold label
        matrices.sum(axis=-2),
    ]
    if average == "micro":
        sums = [x.sum(axis=-1, keepdims=True) for x in sums]
    earned, predicted, matched, support = sums
    precision = _ratio(earned, predicted)
    recall = _ratio(matched, support)
    if counting == "paper":
        recall = _ratio(earned, earned + support - matched)
    f1 = _ratio(2 * precision * recall, precision + recall)
    return {"f1": f1, "precision": precision, "recall": recall}[score].mean(axis=-1)


SEMANTIC = {
    "macro F1, paper": {},
    "macro F1, two-sided": {"counting": "two_sided"},
    "macro precision": {"score": "precision"},
    "macro recall, paper": {"score": "recall"},
    "macro recall, two-sided": {"score": "recall", "counting": "two_sided"},
    "micro F1, paper": {"average": "micro"},
    "micro F1, two-sided": {"average": "micro", "counting": "two_sided"},
}


def _ratio(a, b):
    return np.divide(a, b, out=np.zeros(np.shape(a)), where=b != 0)


# Tables


def _mark(finding):
    return f"{YES if finding.holds else NO} {finding.degree}".strip()


def _cell(plain, after):
    """The mark, and in brackets the one after calibration where it is another."""
    same = plain.holds == after.holds and plain.degree == after.degree
    return _mark(plain) if same else f"{_mark(plain)} ({_mark(after)})"


def _printed(mark):
    marks = {"yes": YES, "no": NO, "calibrated": f"{NO} ({YES})"}
    return marks.get(mark, f"{YES} {mark}")


def _row(*cells):
    print(f"| {' | '.join(cells)} |")


def _head(first):
    columns = [*PAPER_PROPERTIES, "decomposability, equal columns", "correction"]
    _row(first, *columns)
    print(f"|---|{'---|' * len(columns)}")


def _found(plain, after):
    cells = [_cell(plain[key], after[key]) for key in PAPER_PROPERTIES]
    return [*cells, _mark(plain["equal columns"]), _cell(plain["correction"], after["correction"])]


def _counterexamples(name, plain, after):
    for key in PROPERTIES:
        if not plain[key].holds:
            print(f"- {name}, {key}: {plain[key].evidence}")
        if not after[key].holds:
            print(f"- {name} calibrated, {key}: {after[key].evidence}")


def main(arguments=None, many=400):
    search = Search(seed_of(arguments, __doc__, SEED), many=many)
    print("Marks in brackets: after calibration, as a function of the matrix before it.\n")
    print("### Table 5\n")
    _head("metric")
    judged = {}
    for name, metric in confusion.METRICS.items():
        plain, after = judged[name] = judge(metric, search), judge(metric, search, calibrated=True)
        _row(f"{name}, paper", *map(_printed, PRINTED[name]), "", "")
        _row(f"{name}, here", *_found(plain, after))
    print("\n### Where the search finds otherwise\n")
    for name, (plain, after) in judged.items():
        for key, calibrated, printed, finding in differences(name, plain, after):
            shown = f"{name}{' calibrated' if calibrated else ''}, {key}"
            shown += f": printed {_printed(printed)}, found {_mark(finding)}"
            if key == "class decomposability" and calibrated:
                shown += f"; on equal column sums {_mark(plain['equal columns'])}"
            print(f"- {shown}{'. ' if finding.evidence else ''}{finding.evidence}")
    print("\n### Semantic F1 of single labels\n")
    _head("metric, similarity")
    for kind, similarity in SIMILARITIES.items():
        for title, options in SEMANTIC.items():
            metric = partial(semantic, similarity=similarity, **options)
            name = f"{title}, {kind}"
            plain, after = judged[name] = judge(metric, search), judge(metric, search, True)
            _row(name, *_found(plain, after))
    print("\n### Counterexamples\n")
    for name, (plain, after) in judged.items():
        _counterexamples(name, plain, after)


if __name__ == "__main__":
    main()
