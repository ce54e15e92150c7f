"""Properties of distances between distributions, and how they rank systems, beside [RIZ].

``python studies/soft_metric_properties.py [--seed 1]`` prints the marks of table 1 beside those
that a search finds (see soft_properties.py), with the counterexamples; the same for four labels,
with P7 and P8; the curves of figure 1 as numbers; and table 2's comparison of rankings on simulated
systems. Well under two minutes.

[RIZ] is "Soft metrics for evaluation with disagreements: an assessment" (NLPerspectives 2024).
"""

import sys
from itertools import combinations
from pathlib import Path

import numpy as np
from claims import seed_of
from scipy.stats import wilcoxon
from soft_properties import judge, many_labels, two_labels

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from semantic_f1.scoring import distributions as soft
from semantic_f1.similarity.matrices import MATRICES

SEED = 1
YES, NO = "✓", "✗"
BINARY = ("P1", "P2", "P3", "P4", "P5", "P5a", "P5b", "P5c", "P6")
SEVERAL = ("P1", "P2", "P3", "P4", "P5a", "P5c", "P6", "P7", "P8")
# Table 1. Its last row is the divergence by the equation, the distance by the examples, so it
# stands beside both.
_LAST_ROW = dict(zip(BINARY, "✓✓✓✗✗✓✗✓✓", strict=True))
PRINTED = {
    "cross_entropy": dict(zip(BINARY, "✗✓✗✗✗✓✗✗✗", strict=True)),
    "manhattan_distance": dict.fromkeys(BINARY, YES),
    "euclidean_distance": dict.fromkeys(BINARY, YES),
    "jensen_shannon_divergence": _LAST_ROW,
    "jensen_shannon_distance": _LAST_ROW,
}
# What section 5 says of the two that it looks at.
PRINTED_OF_SEVERAL = {
    "manhattan_distance": {"P7": NO, "P8": NO},
    "euclidean_distance": {"P7": NO, "P8": NO},
}
# Table 2: percent of the teams ranked differently, mean change of position.
PRINTED_RANKINGS = {
    ("cross_entropy", "manhattan_distance"): (79, 2.1),
    ("cross_entropy", "euclidean_distance"): (73, 2),
    ("cross_entropy", "jensen_shannon_divergence"): (75, 2),
    ("manhattan_distance", "euclidean_distance"): (2, 0.1),
    ("manhattan_distance", "jensen_shannon_divergence"): (21, 0.4),
    ("euclidean_distance", "jensen_shannon_divergence"): (23, 0.4),
}
TARGETS = (0.1, 0.3, 0.5, 0.7, 0.9)
# The wheel's fear, trust, joy and anger: 0, 45, 90 and 180 degrees.
WHEEL = ("fear", "trust", "joy", "anger")
# Items, annotators, and how their rates of "yes" spread (a Beta distribution's two numbers): from
# near agreement to much disagreement.
TASKS = {
    "little disagreement": (400, 5, (0.3, 0.7)),
    "rare yes": (400, 6, (0.4, 3)),
    "much disagreement": (400, 5, (1.5, 1.5)),
    "two annotators or three": (400, 3, (0.7, 0.7)),
}


def plutchik(names=None):
    """Ground cost 1 - S between emotions on the wheel."""
    matrix = MATRICES["plutchik"]
    index = [matrix["labels"].index(name) for name in names or matrix["labels"][:11]]
    return 1 - np.array(matrix["values"])[np.ix_(index, index)]


def line(m):
    """Labels in a row, the ends 1 apart."""
    return np.abs(np.subtract.outer(np.arange(m), np.arange(m))) / (m - 1)


def one_way(m):
    """Labels in a row, three times as far apart when seen from below."""
    return np.triu(line(m)) / 3 + np.tril(line(m))


def in_order(distance):
    """M(p, q), the target first, of a distance that takes predictions first."""
    return lambda p, q: distance(q, p)


def wasserstein(cost):
    return lambda p, q: soft.wasserstein(q, p, cost)


PLAIN = {name: in_order(distance) for name, distance in soft.DISTANCES.items()}
OF_TWO = {**PLAIN, "wasserstein": wasserstein(1.0 - np.eye(2))}
OF_FOUR = {
    **PLAIN,
    "wasserstein, all as far": wasserstein(1.0 - np.eye(4)),
    "wasserstein, line": wasserstein(line(4)),
    "wasserstein, Plutchik": wasserstein(plutchik(WHEEL)),
    "wasserstein, one-way": wasserstein(one_way(4)),
}


# Properties


def differences(printed, judged):
    """Properties of a metric whose printed mark is not the one found."""
    return [key for key in judged if key in printed and (printed[key] == YES) != judged[key].holds]


def print_marks(title, columns, printed, judged):
    print(f"### {title}\n")
    _row("metric", *columns)
    _row(*["---"] * (len(columns) + 1))
    for name, findings in judged.items():
        if name in printed:
            _row(f"{name}, paper", *(printed[name].get(key, "") for key in columns))
        _row(f"{name}, here", *(YES if findings[key].holds else NO for key in columns))
    print()
    for name, findings in judged.items():
        differing = differences(printed.get(name, {}), findings)
        for key, finding in findings.items():
            note = f" (printed {printed[name][key]})" if key in differing else ""
            if note or not finding.holds:
                print(f"- {name}, {key}{note}: {finding.evidence or 'no counterexample found'}")
    print()


# Curves


def curve(metric, target, predictions):
    """The values of a target for two labels against predictions, both as single numbers."""
    x = np.asarray(predictions, dtype=float)
    pairs = [np.stack([1 - y, y], axis=1) for y in (np.full(len(x), target), x)]
    return metric(*pairs)


def print_curves():
    predictions = np.linspace(0, 1, 11)
    print("### Figure 1: value by prediction, a row a target\n")
    for name, metric in OF_TWO.items():
        _row(name, *(f"{x:.1f}" for x in predictions), "off by 0.2")
        _row(*["---"] * (len(predictions) + 2))
        for target in TARGETS:
            near = [x for x in (target - 0.2, target + 0.2) if 0 <= x <= 1]
            off = " / ".join(f"{value:.3f}" for value in curve(metric, target, near))
            values = curve(metric, target, predictions)
            _row(f"target {target}", *(f"{value:.3f}" for value in values), off)
        print()


# Rankings


def simulated_task(rng, items, annotators, spread, systems):
    """Targets (items,) and predictions (systems, items) for two labels, as single numbers.

    Systems guess the items' rates of "yes" with more noise or less, too boldly or too shyly, some
    with a bias; one in five answers 0 or 1.
    """
    rate = rng.beta(*spread, items).clip(0.01, 0.99)
    targets = rng.binomial(annotators, rate) / annotators
    logits = np.log(rate / (1 - rate))
    noise = rng.uniform(0.2, 2, (systems, 1)) * rng.standard_normal((systems, items))
    boldness, bias = np.exp(rng.uniform(-1, 1.2, (systems, 1))), rng.normal(0, 0.5, (systems, 1))
    predictions = 1 / (1 + np.exp(-(boldness * (logits + noise) + bias)))
    hard = rng.random(systems) < 0.2
    predictions[hard] = predictions[hard].round()
    return targets, predictions


def simulated_emotions(rng, items, systems):
    """Targets (items, 11) and predictions (systems, items, 11) on Plutchik's wheel.

    Every system takes some of the mass of each emotion for others: those with even numbers for like
    ones, the next after each as much for any.
    """
    far = plutchik()
    m = len(far)
    targets = rng.dirichlet(np.full(m, 0.1), items)
    other = 1.0 - np.eye(m)
    confusions = [x / x.sum(axis=1, keepdims=True) for x in (other * np.exp(-far / 0.05), other)]
    shares = rng.uniform(0.1, 0.9, (systems // 2, 1, 1)) * rng.random((systems // 2, items, 1))
    shares = np.repeat(shares, 2, axis=0)
    wrong = np.array([targets @ confusions[system % 2] for system in range(systems)])
    return targets, (1 - shares) * targets + shares * wrong


def ranks(values, level=0.05):
    """Places from top to bottom, shared where a Wilcoxon signed-rank test tells no difference.

    A system that is not worse, at the given level, than the first of those that share a place
    joins them.

    Returns an int array of shape (systems,).
    """
    order = np.argsort(values.mean(axis=1), kind="stable")
    places = np.empty(len(values), dtype=int)
    first = 0
    for position, system in enumerate(order):
        # Rounded, so that differences equal by definition are equal, and share their rank.
        difference = (values[system] - values[order[first]]).round(9)
        if difference.any() and wilcoxon(difference).pvalue < level:
            first = position
        places[system] = first + 1
    return places


def moves(places, other):
    """Percent of the systems in another place, mean and standard deviation of how far they move."""
    far = np.abs(places - other)
    return 100 * (far > 0).mean(), far.mean(), far.std()


def binary_rankings(systems=25, seed=SEED):
    """By pair of metrics: what :func:`moves` finds, averaged over the tasks."""
    rng = np.random.default_rng(seed)
    moved = {pair: [] for pair in combinations(OF_TWO, 2)}
    for items, annotators, spread in TASKS.values():
        targets, predictions = simulated_task(rng, items, annotators, spread, systems)
        p = np.stack([1 - targets, targets], axis=1)
        places = {}
        for name, metric in OF_TWO.items():
            values = [metric(p, np.stack([1 - x, x], axis=1)) for x in predictions]
            places[name] = ranks(np.array(values))
        for (a, b), rows in moved.items():
            rows.append(moves(places[a], places[b]))
    return {pair: np.mean(rows, axis=0) for pair, rows in moved.items()}


def shares_over_seeds(seeds=20, systems=25):
    """Percent of the systems in another place by seed and pair of metrics.

    Returns a dict of pair -> array (seeds,).
    """
    rankings = [binary_rankings(systems, seed) for seed in range(seeds)]
    return {pair: np.array([ranking[pair][0] for ranking in rankings]) for pair in rankings[0]}


def emotion_rankings(items=150, systems=24, seed=SEED):
    """Mean place of the systems that take emotions for like ones, and of the others."""
    targets, predictions = simulated_emotions(np.random.default_rng(seed), items, systems)
    metrics = {**PLAIN, "wasserstein, Plutchik": wasserstein(plutchik())}
    places_of = {}
    for name, metric in metrics.items():
        places = ranks(np.array([metric(targets, q) for q in predictions]))
        places_of[name] = places[::2].mean(), places[1::2].mean()
    return places_of


def print_rankings(seed):
    print("### Table 2: rankings of simulated systems, two labels\n")
    _row("metrics", "re-ranked", "mean change", "paper: re-ranked", "mean change")
    _row(*["---"] * 5)
    for pair, (share, mean, deviation) in binary_rankings(seed=seed).items():
        printed = PRINTED_RANKINGS.get(pair)
        paper = (f"{printed[0]}%", f"{printed[1]}") if printed else ("", "")
        _row(" vs ".join(pair), f"{share:.0f}%", f"{mean:.1f} ± {deviation:.1f}", *paper)
    print("\n### Eleven emotions: mean place, 1 is best\n")
    _row("metric", "mistakes for like emotions", "mistakes for any")
    _row(*["---"] * 3)
    for name, (like, other) in emotion_rankings(seed=seed).items():
        _row(name, f"{like:.1f}", f"{other:.1f}")


def _row(*cells):
    print(f"| {' | '.join(cells)} |")


def main(arguments=None):
    seed = seed_of(arguments, __doc__, SEED)
    judged = {name: judge(metric, two_labels(), BINARY) for name, metric in OF_TWO.items()}
    print_marks("Table 1: two labels", BINARY, PRINTED, judged)
    pools = many_labels(4)
    judged = {name: judge(metric, pools, SEVERAL) for name, metric in OF_FOUR.items()}
    print_marks("Section 5: four labels", SEVERAL, PRINTED_OF_SEVERAL, judged)
    print_curves()
    print_rankings(seed)


if __name__ == "__main__":
    main()
