"""How often do the intervals hold the true score, and how often does a comparison cry wolf?

``python studies/coverage.py`` draws 2,000 data sets of 300 examples from each of two populations of
200,000 whose scores are known, and prints the tables of coverage.md (6 minutes on one core);
``--data-sets 50`` shows in seconds that it runs.
"""

import argparse
import csv
import json
import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from semantic_f1.scoring import counts as scoring  # noqa: E402
from semantic_f1.scoring import resampling  # noqa: E402

POPULATION, EXAMPLES, SEED = 200_000, 300, 0
AVERAGES = ("samples", "micro", "macro", "weighted")
SCORES = ("precision", "recall", "F1")
# Columns of the statistic: the averages' scores, macro's two readings, then F1 of each label.
MACRO, FIRST, SECOND, PER_LABEL = slice(6, 9), slice(12, 15), slice(15, 18), slice(18, None)
SUPPORTS = (0, 1, 2, 3, 5, 10, 15, 20, 30, 50)
CORRUPTED = 0.2


class Population(NamedTuple):
    """Gold sets (n, m) and predicted ones (3, n, m) as bool arrays, and a similarity (m, m).

    The first system is what intervals are taken of; the others are corrupted from it alike and
    independently, so that the second is worse than the first and no different from the third.
    """

    name: str
    gold: np.ndarray
    predicted: np.ndarray
    values: np.ndarray


class Outcome(NamedTuple):
    """What all data sets of one population gave; r data sets, columns as in the statistic.

    - ``truth``, ``true_difference``: (columns,)
    - ``intervals``: method -> (r, 2, columns), the ends
    - ``schemes``: other resampling -> (r, 2), the ends of macro F1's percentile intervals
    - ``differences``: (r, 2, columns), first less second system
    - ``p_values``: (r, columns), second against third system
    - ``supports``: (r, m)
    """

    truth: np.ndarray
    true_difference: np.ndarray
    intervals: dict
    schemes: dict
    differences: np.ndarray
    p_values: np.ndarray
    supports: np.ndarray


def common_labels(rng, n=POPULATION):
    """Eight labels on a ring, each gold in 11 to 30% of the examples and confused with the next."""
    m = 8
    angles = 2 * np.pi * np.arange(m) / m
    values = 0.5 + np.cos(angles[:, None] - angles) / 2
    gold = rng.random((n, m)) < np.linspace(0.11, 0.3, m)
    found = gold & (rng.random((n, m)) < 0.6)
    confused = np.roll(gold & (rng.random((n, m)) < 0.2), 1, axis=1)
    predicted = found | confused | (rng.random((n, m)) < 0.04)
    return _population("common labels", rng, gold, predicted, values)


def rare_labels(rng, n=POPULATION, similarity="goemotions-ekman"):
    """GoEmotions' test rows and the predictions in examples/, drawn with replacement."""
    content = json.loads((ROOT / "similarity_matrices" / f"{similarity}.json").read_text("utf-8"))
    place = {label: index for index, label in enumerate(content["labels"])}
    with open(ROOT / "examples" / "goemotions_test.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    sides = np.zeros((2, len(rows), len(place)), dtype=bool)
    for side, column in zip(sides, ("references", "predictions"), strict=True):
        for row, cell in zip(side, rows, strict=True):
            row[[place[label] for label in json.loads(cell[column]) if label in place]] = True
    gold, predicted = sides[:, rng.integers(len(rows), size=n)]
    return _population("rare labels", rng, gold, predicted, np.array(content["values"]))


def run(population, data_sets, n_resamples=1000, schemes=True):
    """Draw data sets, take all kinds of intervals of each, and compare the systems."""
    n, m = population.gold.shape
    everything = [
        scoring.Counts(*counts)
        for counts in (_total(population, predicted) for predicted in population.predicted)
    ]
    truths = [_statistic(_flat(counts), counts) for counts in everything]
    kept = {method: [] for method in resampling.METHODS}
    other = {name: [] for name in SCHEMES} if schemes else {}
    differences, p_values, supports = [], [], []
    for number in range(data_sets):
        rng = np.random.default_rng([SEED, number])
        drawn = rng.integers(n, size=EXAMPLES)
        matrices = [_matrix(population, x, drawn) for x in population.predicted]
        data = scoring.Counts.of(matrices[0].sum(axis=0), m)

        def statistic(sums, data=data):
            return _statistic(sums, data)

        values = statistic(resampling.replicates(matrices[0], n_resamples, number))
        estimate = statistic(matrices[0].sum(axis=0))
        skew = resampling.acceleration(matrices[0], statistic)
        for method, ends in kept.items():
            ends.append(resampling.limits(estimate, values, 0.95, method, skew))
        for name, ends in other.items():
            ends.append(_macro_ends(matrices[0], SCHEMES[name], n_resamples, rng, m))
        pair = resampling.compare(matrices[:2], statistic, n_resamples=n_resamples, seed=number)
        differences.append([pair.difference.low[0], pair.difference.high[0]])
        twins = resampling.compare(matrices[1:], statistic, n_resamples=n_resamples, seed=number)
        p_values.append(twins.p_value[0])
        supports.append(data.support)
    return Outcome(
        truths[0],
        truths[0] - truths[1],
        {method: np.array(ends) for method, ends in kept.items()},
        {name: np.array(ends) for name, ends in other.items()},
        np.array(differences),
        np.array(p_values),
        np.array(supports),
    )


def keep_labels(ends, reading=FIRST):
    """Ends (..., 2, columns) with macro's reaching from the one reading to the second.

    A difference's first reading is plain macro: which labels are absent depends on the system.
    """
    ends = ends.copy()
    low, high = ends[..., 0, :], ends[..., 1, :]
    low[..., MACRO] = np.minimum(low[..., reading], low[..., SECOND])
    high[..., MACRO] = np.maximum(high[..., reading], high[..., SECOND])
    return ends


def covered(ends, truth):
    """Whether the ends (r, 2, ...) enclose the truth (...), but for rounding: bool (r, ...)."""
    return (ends[:, 0] <= truth + 1e-12) & (truth <= ends[:, 1] + 1e-12)


def stratified(matrix, n_resamples, rng, m):
    """Drawing anew among the examples that share their rarest gold label."""
    gold = scoring.Counts.of(matrix, m).support > 0
    rarity = np.where(gold, gold.sum(axis=0), len(matrix) + 1)
    stratum = np.where(gold.any(axis=1), rarity.argmin(axis=1), m)
    weights = np.zeros((n_resamples, len(matrix)))
    for members in (np.flatnonzero(stratum == label) for label in np.unique(stratum)):
        size = len(members)
        weights[:, members] = rng.multinomial(size, np.full(size, 1 / size), n_resamples)
    return weights


def weighted_smoothly(matrix, n_resamples, rng, m):
    """The Bayesian bootstrap: every example stays, with an exponential weight."""
    return rng.standard_exponential((n_resamples, len(matrix)))


def halved(matrix, n_resamples, rng, m):
    """Half as many draws as examples."""
    n = len(matrix)
    return rng.multinomial(n // 2, np.full(n, 1 / n), n_resamples).astype(np.float64)


SCHEMES = {
    "stratified by the rarest gold label": stratified,
    "Bayesian bootstrap": weighted_smoothly,
    "half as many draws, basic, scaled by sqrt(1/2)": halved,
}


def tables(population, outcome):
    """The tables of one population as lines of Markdown."""
    yield f"## {population.name.capitalize()}"
    yield ""
    support = population.gold.mean(axis=0) * EXAMPLES
    yield (
        f"{population.gold.shape[1]} labels, expected {support.min():.1f} to {support.max():.1f} "
        f"times as gold in {EXAMPLES} examples; {len(outcome.supports):,} data sets."
    )
    yield from _coverage_table(outcome)
    if outcome.schemes:
        yield from _scheme_table(outcome)
    yield from _comparison_table(outcome)
    yield from _support_table(outcome)


def _population(name, rng, gold, predicted, values):
    n = len(gold)
    corrupted = [
        predicted[np.where(rng.random(n) < CORRUPTED, rng.integers(n, size=n), np.arange(n))]
        for _ in range(2)
    ]
    return Population(name, gold, np.stack([predicted, *corrupted]), values)


def _label_sets(members):
    rows, labels = np.nonzero(members)
    ends = np.cumsum(np.bincount(rows, minlength=len(members)))
    return scoring.LabelSets(labels.astype(np.int32), np.concatenate([[0], ends]))


def _total(population, predicted):
    return scoring.count(
        _label_sets(predicted), _label_sets(population.gold), *_similarity(population)
    )


def _matrix(population, predicted, drawn):
    return scoring.example_counts(
        _label_sets(predicted[drawn]), _label_sets(population.gold[drawn]), *_similarity(population)
    )


def _similarity(population):
    return lambda a, b: population.values[a, b], len(population.values)


def _flat(counts):
    return np.concatenate([np.ravel(part) for part in counts])


def _statistic(sums, data):
    counts = scoring.Counts.of(sums, len(data.tp))
    averages = [np.stack(scoring.average_scores(counts, x), axis=-1) for x in AVERAGES]
    per_label = scoring.average_scores(counts, None)
    readings = resampling.macro_readings(
        per_label, counts, data, counting="paper", macro_f1="averaged_f1"
    )
    return np.concatenate([*averages, readings, per_label.f1], axis=-1)


def _macro_ends(matrix, scheme, n_resamples, rng, m):
    def macro(sums):
        return scoring.average_scores(scoring.Counts.of(sums, m), "macro").f1

    values = macro(scheme(matrix, n_resamples, rng, m) @ matrix)
    ends = np.quantile(values, [0.025, 0.975])
    estimate = macro(matrix.sum(axis=0))
    return estimate - np.sqrt(0.5) * (ends[::-1] - estimate) if scheme is halved else ends


def _table(heads, rows):
    yield ""
    yield "| " + " | ".join(heads) + " |"
    yield "|---" * len(heads) + "|"
    for row in rows:
        yield "| " + " | ".join(row) + " |"


def _share(hits):
    return f"{100 * np.mean(hits):.1f}"


def _coverage_table(outcome):
    """The share of intervals that hold the truth; the last method is the default."""
    methods = {"percentile": "percentile", "basic": "basic", "BCa": "bca"}
    ends = {name: outcome.intervals[method] for name, method in methods.items()}
    ends["percentile, labels kept"] = keep_labels(ends["percentile"])
    ends["BCa, labels kept"] = keep_labels(ends["BCa"])
    best = ends["BCa, labels kept"]
    below, above = best[:, 1] < outcome.truth - 1e-12, best[:, 0] > outcome.truth + 1e-12
    rows = []
    for column, (average, score) in enumerate((a, s) for a in AVERAGES for s in SCORES):
        shares = [_share(covered(x, outcome.truth)[:, column]) for x in ends.values()]
        width = (best[:, 1] - best[:, 0])[:, column].mean()
        misses = f"{_share(below[:, column])} / {_share(above[:, column])}"
        rows.append([f"{average} {score}", f"{outcome.truth[column]:.4f}", *shares, misses])
        rows[-1].append(f"{width:.3f}")
    heads = ["95% intervals of", "truth", *ends, "too low / too high", "mean width"]
    return _table(heads, rows)


def _scheme_table(outcome):
    truth = outcome.truth[MACRO][2]
    rows = [
        [name, _share(covered(ends, truth)), f"{np.ptp(ends, axis=1).mean():.3f}"]
        for name, ends in outcome.schemes.items()
    ]
    return _table(["other resampling, macro F1", "coverage", "mean width"], rows)


def _comparison_table(outcome):
    kept = keep_labels(outcome.differences, MACRO)
    rows = []
    for column, (average, score) in enumerate((a, s) for a in AVERAGES for s in SCORES):
        truth = outcome.true_difference[column]
        rows.append(
            [
                f"{average} {score}",
                _share(outcome.p_values[:, column] < 0.05),
                f"{truth:.4f}",
                _share(covered(outcome.differences[:, :, column], truth)),
                _share(covered(kept[:, :, column], truth)),
            ]
        )
    heads = ["two systems", "p < .05, no difference", "true difference", "percentile"]
    return _table([*heads, "percentile, labels kept"], rows)


def _support_table(outcome):
    """Coverage of the labels' F1 by how often the label is gold in the data set."""
    percentile, bca = (
        outcome.intervals[method][:, :, PER_LABEL] for method in ("percentile", "bca")
    )
    truth, width = outcome.truth[PER_LABEL], bca[:, 1] - bca[:, 0]
    rows = []
    for start, stop in zip(SUPPORTS, [*SUPPORTS[1:], np.inf], strict=True):
        chosen = (outcome.supports >= start) & (outcome.supports < stop)
        if not chosen.any():
            continue
        last = "and more" if stop == np.inf else f"to {stop - 1}"
        rows.append(
            [
                f"{start}" if stop == start + 1 else f"{start} {last}",
                f"{chosen.sum():,}",
                _share(covered(percentile, truth)[chosen]),
                _share(covered(bca, truth)[chosen]),
                f"{width[chosen].mean():.3f}",
            ]
        )
    heads = ["F1 of labels with support", "intervals", "percentile", "BCa", "mean width (BCa)"]
    return _table(heads, rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data-sets", type=int, default=2000)
    parser.add_argument("--similarity", default="goemotions-ekman", help="of the rare labels")
    chosen = parser.parse_args()
    rng = np.random.default_rng(SEED)
    for number, population in enumerate(
        (common_labels(rng), rare_labels(rng, similarity=chosen.similarity))
    ):
        outcome = run(population, chosen.data_sets, schemes=number == 1)
        print("\n".join(tables(population, outcome)) + "\n", flush=True)


if __name__ == "__main__":
    main()
