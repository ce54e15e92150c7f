"""The alternative annotator test: may a system take the place of an annotator?

Calderon, Reichart & Dror (ACL 2025, arXiv 2501.10970), on Semantic F1. For each annotator the
examples are looked at that he or she judged together with others: the system's mean F1 against the
others next to the annotator's own. It passes constant answers where one label is common, so the
same test of the best constant answer belongs next to it.
"""

import numpy as np

from ..ratios import SCORE_TIE
from .student_t import student_tail


def one_sided_p_value(differences, epsilon):
    """p-value of a t-test that the mean is below epsilon; without spread 0 if it is, else 1."""
    n, mean = len(differences), float(np.mean(differences))
    spread = float(np.std(differences, ddof=1)) if n > 1 else 0.0
    if spread <= SCORE_TIE:
        return float(not mean < epsilon)
    t = (mean - epsilon) / (spread / np.sqrt(n))
    tail = student_tail(t, n - 1)
    return tail if t < 0 else 1 - tail


def benjamini_yekutieli(p_values, rate):
    """Hypotheses that are rejected at a false discovery rate, under any dependence."""
    p_values = np.asarray(p_values, dtype=np.float64)
    k = len(p_values)
    order = np.argsort(p_values, kind="stable")
    steps = np.arange(1, k + 1) / (k * (1 / np.arange(1, k + 1)).sum()) * rate
    below = np.flatnonzero(p_values[order] <= steps)
    rejected = np.zeros(k, dtype=bool)
    rejected[order[: below.max(initial=-1) + 1]] = True
    return rejected


def replacement_test(human, system, owner, people, *, epsilon, fdr, min_items):
    """Compare a system with each annotator, example by example; see ``SemanticF1`` for the dict."""
    rows, skipped = [], []
    for number, name in enumerate(people):
        own, others = human[owner == number], system[owner == number]
        if len(own) < min_items:
            skipped.append(name)
            continue
        wins, losses = others >= own - SCORE_TIE, own >= others - SCORE_TIE
        row = {"annotator": name, "n": len(own)}
        for key, values in (("human_f1", own), ("system_f1", others), ("advantage", wins)):
            row[key] = float(values.mean())
        rows.append(row | {"p_value": one_sided_p_value(losses * 1.0 - wins, epsilon)})
    result = {"winning_rate": None, "advantage_probability": None, "passed": None}
    if rows:
        rejected = benjamini_yekutieli([row["p_value"] for row in rows], fdr)
        for row, wins in zip(rows, rejected.tolist(), strict=True):
            row["wins"] = wins
        rate, advantage = float(rejected.mean()), float(np.mean([x["advantage"] for x in rows]))
        result = dict(zip(result, (rate, advantage, rate >= 0.5), strict=True))
    return {**result, "by_annotator": rows, "skipped": skipped}
