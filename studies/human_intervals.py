"""Coverage of the intervals of human_difference and of alpha on simulated annotators.

``python studies/human_intervals.py [RUNS] [--seed 0]`` prints the tables of
human_intervals.md. Each text has a true label, a system and a population of annotators answer it,
each annotator with an error rate of his or her own; the truth for "these annotators"
is the mean over very many texts, for "annotators like these" over very many annotators too.
"""

import argparse
import sys
import warnings
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from semantic_f1 import SemanticF1
from semantic_f1.scoring.student_t import student_quantile

LABELS = ("a", "b", "c", "d")
NEAR = np.array([[1, 0.5, 0, 0], [0.5, 1, 0.5, 0], [0, 0.5, 1, 0.5], [0, 0, 0.5, 1]])
# Texts, annotators, and how many of them judge each text.
CELLS = ((60, 6, 3), (300, 6, 3), (300, 20, 4), (1000, 3, 3))
SYSTEM_ERROR = 0.3
# Of alpha: texts, annotators, how many judge each text, and the shares of the true labels.
EVEN, SKEWED = (0.25, 0.25, 0.25, 0.25), (0.7, 0.1, 0.1, 0.1)
ALPHA_CELLS = (
    (20, 3, 3, EVEN),
    (50, 3, 3, EVEN),
    (200, 3, 3, EVEN),
    (200, 6, 3, EVEN),
    (50, 3, 3, SKEWED),
    (200, 3, 3, SKEWED),
)
DISTANCES = {"semantic": 1 - NEAR, "nominal": 1.0 - np.eye(4)}


def errors_of(rng, n_annotators):
    """Error rates of annotators, between people as unlike as .1 and .5."""
    return rng.uniform(0.1, 0.5, n_annotators)


def answers(rng, truth, error):
    """Each text's label, or with probability ``error`` any of the others."""
    wrong = rng.random(len(truth)) < error
    return np.where(wrong, (truth + rng.integers(1, 4, len(truth))) % 4, truth)


def chances(truth, error):
    """The chance of each answer to a text of that true label."""
    return np.where(np.arange(4) == truth, 1 - error, error / 3)


def expected_f1(first, second):
    """The expected similarity of two answers that err independently, over even labels."""
    parts = [chances(truth, first) @ NEAR @ chances(truth, second) for truth in range(4)]
    return float(np.mean(parts))


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
        result = metric.compute(
            predictions=[[int(x)] for x in system],
            references=[[[int(every[a, i])] for a in row] for i, row in enumerate(who)],
            annotators=who.tolist(),
            n_resamples=400,
            seed=int(rng.integers(1 << 30)),
        )
    low, high = result["human_difference_low"], result["human_difference_high"]
    these = true_difference(errors)
    reach = student_quantile(0.975, n_annotators - 1) * result["human_difference_se_annotators"]
    return (
        low <= these <= high,
        low <= population <= high,
        abs(result["human_difference"] - population) <= reach,
    )


def true_alpha(errors, shares, distance):
    """1 - observed / expected distance over all texts, for annotators who judge equally often."""
    n, observed = len(errors), 0.0
    marginal = np.zeros(4)
    for truth, share in enumerate(shares):
        probabilities = np.stack([chances(truth, error) for error in errors])
        apart = probabilities @ distance @ probabilities.T
        observed += share * (apart.sum() - np.trace(apart)) / (n * (n - 1))
        marginal += share * probabilities.mean(axis=0)
    return 1 - observed / (marginal @ distance @ marginal)


def one_run_of_alpha(rng, n_texts, n_annotators, k, shares):
    """For each distance: the bootstrap interval holds the truth, and so does the jackknife's."""
    errors = errors_of(rng, n_annotators)
    truth = rng.choice(4, n_texts, p=shares)
    every = np.stack([answers(rng, truth, e) for e in errors])
    who = np.argsort(rng.random((n_texts, n_annotators)), axis=1)[:, :k]
    metric = SemanticF1("annotators", similarity=NEAR, labels=list(LABELS))
    with metric.notices():
        result = metric.reliability(
            [[[int(every[a, i])] for a in row] for i, row in enumerate(who)],
            tuple(DISTANCES),
            n_resamples=400,
            seed=int(rng.integers(1 << 30)),
        )
    reach = student_quantile(0.975, n_texts - 1)
    held = []
    for name, distance in DISTANCES.items():
        alpha, of_distance = true_alpha(errors, shares, distance), result[name]
        held.append(of_distance["low"] <= alpha <= of_distance["high"])
        held.append(abs(of_distance["alpha"] - alpha) <= reach * of_distance["standard_error"])
    return held


def print_table(heads, rows):
    """Shares of runs in Markdown; ``rows`` gives names and an array (runs, columns) of bools."""
    print("| " + " | ".join(heads) + " |")
    print("|" + "---|" * len(heads))
    for name, held in rows:
        print(f"| {name} | " + " | ".join(f"{x:.3f}" for x in np.mean(held, axis=0)) + " |")
        sys.stdout.flush()
    print()


def difference_rows(runs, seed=0):
    drawn = (errors_of(np.random.default_rng([number, seed]), 60) for number in range(40))
    population = np.mean([true_difference(errors) for errors in drawn])
    for n_texts, n_annotators, k in CELLS:
        rng = np.random.default_rng([n_texts, n_annotators, seed])
        held = [one_run(rng, n_texts, n_annotators, k, population) for _ in range(runs)]
        yield f"{n_texts} x {n_annotators} ({k})", held


def alpha_rows(runs, seed=0):
    for number, (n_texts, n_annotators, k, shares) in enumerate(ALPHA_CELLS):
        rng = np.random.default_rng([number, n_texts, seed])
        held = [one_run_of_alpha(rng, n_texts, n_annotators, k, shares) for _ in range(runs)]
        even = "even" if shares == EVEN else "70% one"
        yield f"{n_texts} x {n_annotators} ({k}), {even}", held


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("runs", type=int, nargs="?", default=300)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(arguments)
    warnings.simplefilter("ignore")
    heads = ["texts x annotators (k)", "1, these", "1, like these", "2, like these"]
    print_table(heads, difference_rows(options.runs, options.seed))
    kinds = [f"{name}, {how}" for name in DISTANCES for how in ("bootstrap", "jackknife")]
    print_table(["texts x annotators (k), labels", *kinds], alpha_rows(options.runs, options.seed))


if __name__ == "__main__":
    main()
