"""Scores of systems that know nothing, by sampling: the chance level of a similarity."""

import numpy as np

from ..ratios import harmonic_mean
from .shortest_paths import ragged

# Examples that are drawn; standard errors are at most 0.5 / sqrt(EXAMPLES) = 0.011.
EXAMPLES = 2_000


def chance_levels(
    similarity, gold=None, *, size: int = 1, constants=(), seed: int = 0, examples: int = EXAMPLES
):
    """Samples averages of random systems, and of those that always give the same label: dicts."""
    rng = np.random.default_rng(seed)
    m = len(similarity.labels)
    if gold is None:
        sizes = np.full(examples, min(size, m))
        gold = _drawn_labels(rng, m, sizes)
    else:
        if len(gold) > examples:
            gold = [gold[i] for i in rng.choice(len(gold), examples, replace=False)]
        sizes = np.array([len(label_set) for label_set in gold])
        gold = np.array([i for label_set in gold for i in label_set], np.int64)
    random = _drawn_labels(rng, m, sizes)
    ones = np.ones(len(sizes), np.int64)
    systems = [("as many labels, drawn at random", random, sizes)]
    systems += [(name, np.full(len(ones), label), ones) for name, label in constants]
    return tuple(_system_entry(name, similarity, given, (gold, sizes)) for name, *given in systems)


def _drawn_labels(rng, m, sizes):
    """Different labels for each example, one after the other."""
    if not len(sizes) or sizes.max(initial=0) == 0:
        return np.empty(0, np.int64)
    drawn = rng.integers(0, m, (len(sizes), int(sizes.max())))
    for row, size in enumerate(sizes.tolist()):
        if size > 1 and len(np.unique(drawn[row, :size])) < size:
            drawn[row, :size] = rng.choice(m, size, replace=False)
    return drawn[np.arange(drawn.shape[1]) < sizes[:, None]]


def _system_entry(name, similarity, predicted, gold):
    precision, recall = _best_means(similarity.pairs, *predicted, *gold)
    hard, _ = _best_means(lambda a, b: (a == b).astype(np.float64), *predicted, *gold)
    hits = hard * predicted[1]
    both_empty = (predicted[1] == 0) & (gold[1] == 0)
    f1 = harmonic_mean(precision, recall)
    sizes = predicted[1] + gold[1]
    hard_f1 = np.divide(2 * hits, sizes, out=np.ones(len(sizes)), where=sizes > 0)
    for scores in (precision, recall, f1):
        scores[both_empty] = 1
    return {
        "predictor": name,
        "labels": float(predicted[1].mean()),
        "f1": float(f1.mean()),
        "precision": float(precision.mean()),
        "recall": float(recall.mean()),
        "hard_f1": float(hard_f1.mean()),
        "error": float(f1.std() / np.sqrt(len(f1))),
    }


def _best_means(pairs, predicted, n_predicted, gold, n_gold):
    """Precision and recall of each example (eqs. 3 and 4): means of best matches."""
    n = len(n_gold)
    first = np.cumsum(n_gold) - n_gold
    owner = np.repeat(np.arange(n), n_predicted)
    # Each predicted label beside all gold labels of its example.
    at = np.repeat(np.arange(len(predicted)), n_gold[owner])
    target = ragged(first[owner], n_gold[owner])
    to_gold = np.zeros(len(predicted))
    to_predicted = np.zeros(len(gold))
    if len(at):
        np.maximum.at(to_gold, at, pairs(predicted[at], gold[target]))
        np.maximum.at(to_predicted, target, pairs(gold[target], predicted[at]))
    sides = (
        (np.bincount(owner, to_gold, n), n_predicted),
        (np.bincount(np.repeat(np.arange(n), n_gold), to_predicted, n), n_gold),
    )
    return (np.divide(x, number, out=np.zeros(n), where=number > 0) for x, number in sides)
