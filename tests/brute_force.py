"""Semantic F1 as its definition reads: sets, dicts and loops, to compare the real thing with.

Label sets are sets of labels of any hashable kind. ``similarity`` maps (a, b) to S[a, b], the
credit that label ``a`` earns from candidate ``b``; a pair without an entry is 0, so a label outside
the universe matches nothing, itself neither.
"""


def credit(label, candidates, similarity):
    """Credit that ``label`` earns from its best match (eq. 15)."""
    return max((similarity.get((label, other), 0.0) for other in candidates), default=0.0)


def ratio(numerator, denominator):
    return numerator / denominator if denominator else 0.0


def harmonic(a, b):
    return ratio(2 * a * b, a + b)


def pointwise(predicted, gold, similarity, zero_division=1.0):
    """Precision, recall and F1 of one example (eqs. 3-5, 16)."""
    if not predicted and not gold:
        return zero_division, zero_division, zero_division
    precision = ratio(sum(credit(p, gold, similarity) for p in predicted), len(predicted))
    recall = ratio(sum(credit(t, predicted, similarity) for t in gold), len(gold))
    return precision, recall, harmonic(precision, recall)


def scores(
    predictions,
    references,
    similarity,
    labels,
    average,
    *,
    counting="paper",
    macro_f1="averaged_f1",
    zero_division=1.0,
    weights=None,
    macro_labels="all",
):
    """Precision, recall and F1 of one average; three lists, in label order, for average=None."""
    examples = list(zip(predictions, references, weights or [1] * len(predictions), strict=True))
    if average == "samples":
        total = [0.0, 0.0, 0.0]
        for predicted, gold, weight in examples:
            for i, score in enumerate(pointwise(predicted, gold, similarity, zero_division)):
                total[i] += weight * score
        return tuple(score / sum(weight for _, _, weight in examples) for score in total)
    if average == "micro":
        everything = {label for p, t, _ in examples for label in p | t}
        counts = [_counts(examples, label, similarity) for label in everything]
        return _from_counts(*map(sum, zip(*counts, strict=True)), counting) if counts else (0, 0, 0)
    per_label = {}
    for label in labels:
        counts = _counts(examples, label, similarity)
        per_label[label] = _from_counts(*counts, counting)
    if average is None:
        return tuple(list(column) for column in zip(*per_label.values(), strict=True))
    support = {c: sum(weight for _, gold, weight in examples if c in gold) for c in labels}
    if average == "weighted" and sum(support.values()) > 0:
        return tuple(
            sum(support[c] * per_label[c][i] for c in labels) / sum(support.values())
            for i in range(3)
        )
    if macro_labels == "present":
        seen = {c for predicted, gold, weight in examples if weight for c in predicted | gold}
        macro_labels = [c for c in labels if c in seen]
    elif macro_labels == "all":
        macro_labels = labels
    means = [ratio(sum(per_label[c][i] for c in macro_labels), len(macro_labels)) for i in range(3)]
    if average == "macro" and macro_f1 == "f1_of_averages":
        means[2] = harmonic(means[0], means[1])
    return tuple(means)


def _counts(examples, label, similarity):
    """TP, FP, FN and matched of one label (eqs. 8-10, 20-22)."""
    tp = fp = fn = matched = 0.0
    for predicted, gold, weight in examples:
        if label in predicted:
            earned = credit(label, gold, similarity)
            tp += weight * earned
            fp += weight * (1 - earned)
        if label in gold:
            earned = credit(label, predicted, similarity)
            matched += weight * earned
            fn += weight * (1 - earned)
    return tp, fp, fn, matched


def _from_counts(tp, fp, fn, matched, counting):
    precision = ratio(tp, tp + fp)
    if counting == "two_sided":
        recall = ratio(matched, matched + fn)
        return precision, recall, harmonic(precision, recall)
    return precision, ratio(tp, tp + fn), ratio(2 * tp, 2 * tp + fp + fn)
