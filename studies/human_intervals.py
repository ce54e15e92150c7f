"""Coverage of the two intervals of human_difference on simulated annotators.

``python studies/human_intervals.py [RUNS]`` prints the tables of human_intervals.md. Each text has
a true label, a system and a population of annotators answer it, each annotator with an error
rate of his or her own; the truth for "these annotators" is the mean over very many texts, for
"annotators like these" over very many annotators too.
"""

import sys
import warnings

import numpy as np

from semantic_f1 import SemanticF1
from semantic_f1.scoring.student import student_quantile

LABELS = ("a", "b", "c", "d")
NEAR = np.array([[1, 0.5, 0, 0], [0.5, 1, 0.5, 0], [0, 0.5, 1, 0.5], [0, 0, 0.5, 1]])
# Texts, annotators, and how many of them judge each text.
CELLS = ((60, 6, 3), (300, 6, 3), (300, 20, 4), (1000, 3, 3))
SYSTEM_ERROR = 0.3


def errors_of(rng, n_annotators):
    """Error rates of annotators, between people as unlike as .1 and .5."""
    return rng.uniform(0.1, 0.5, n_annotators)


def answers(rng, truth, error):
    """Each text's label, or with probability ``error`` any of the others."""
    wrong = rng.random(len(truth)) < error
    return np.where(wrong, (truth + rng.integers(1, 4, len(truth))) % 4, truth)


def expected_f1(first, second):
    """The expected similarity of two answers that err independently."""
    one, two = (np.append(1 - e, np.full(3, e / 3)) for e in (first, second))
    total = 0.0
    for truth in range(4):
        order = [(truth + i) % 4 for i in range(4)]
        total += one @ NEAR[np.ix_(order, order)] @ two / 4
    return total


def true_difference(errors):
    """System less human, over all texts, for annotators who judge equally often."""
    n = len(errors)
    pairs = [(errors[i], errors[j]) for i in range(n) for j in range(n) if i != j]
    human = np.mean([expected_f1(*pair) for pair in pairs])
    return np.mean([expected_f1(SYSTEM_ERROR, e) for e in errors]) - human


def one_run(rng, n_texts, n_annotators, k, population):
    """Bools: each interval holds its truth."""
    errors = errors_of(rng, n_annotators)
    truth = rng.integers(0, 4, n_texts)
    every = np.stack([answers(rng, truth, e) for e in errors])
    who = np.argsort(rng.random((n_texts, n_annotators)), axis=1)[:, :k]
    system = answers(rng, truth, SYSTEM_ERROR)
    metric = SemanticF1("annotators", similarity=NEAR, labels=list(LABELS))
    with metric.notices():
        found = metric.compute(
            predictions=[[int(x)] for x in system],
            references=[[[int(every[a, i])] for a in row] for i, row in enumerate(who)],
            annotators=who.tolist(),
            n_resamples=400,
            seed=int(rng.integers(1 << 30)),
        )
    low, high = found["human_difference_low"], found["human_difference_high"]
    these = true_difference(errors)
    reach = student_quantile(0.975, n_annotators - 1) * found["human_difference_se_annotators"]
    return (
        low <= these <= high,
        low <= population <= high,
        abs(found["human_difference"] - population) <= reach,
    )


def main(runs=300):
    warnings.simplefilter("ignore")
    drawn = (errors_of(np.random.default_rng(seed), 60) for seed in range(40))
    population = np.mean([true_difference(errors) for errors in drawn])
    print("| texts x annotators (k) | 1, these | 1, like these | 2, like these |")
    print("|---|---|---|---|")
    for n_texts, n_annotators, k in CELLS:
        rng = np.random.default_rng([n_texts, n_annotators])
        held = [one_run(rng, n_texts, n_annotators, k, population) for _ in range(runs)]
        shares = np.mean(held, axis=0)
        cells = " | ".join(f"{share:.3f}" for share in shares)
        print(f"| {n_texts} x {n_annotators} ({k}) | {cells} |", flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
