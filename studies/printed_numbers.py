"""Claims that printed numbers, definitions and a few lines of arithmetic decide.

    python studies/printed_numbers.py [--seed 0]

Of [SF1]: the identity against .5 off the diagonal, the similarity of equation 14, the correlations
of F.6, the wins of F.7. Of [OPI]: table 6, whose columns follow from its recalls, and figure 1 as
far as the eight systems of that table go. Of [HAU]: table 4. Of [RIZ]: P7 and the other rows of
table 2. Of [MF1]: table 1, whose cells are lost in the text and found again from its scores.
"""

from itertools import combinations
from math import comb

import numpy as np
import thresholds
from claims import Claim, markdown, seed_of, shown, table_of, verdict
from correlations import PRINTED as CORRELATIONS
from correlations import exact_p
from scipy import stats
from soft_metric_properties import PRINTED_RANKINGS, binary_rankings

from semantic_f1 import SemanticF1
from semantic_f1.reports import confusion
from semantic_f1.scoring import distributions as soft

# [OPI] table 6: the eight best of 37 systems, in percent.
TABLE_6_COLUMNS = (
    "accuracy", "macR", "macP", "macF1", "macF1'", "weightF1", "kappa", "MCC", "GmacR", "HmacR",
    "r1", "r2", "r3", "macF1~", "macF1'~", "kappa~", "MCC~",
)  # fmt: skip
TABLE_6 = np.array([
    [65.1, 68.1, 65.5, 65.4, 66.8, 64.5, 46.5, 48.0, 66.8, 65.4, 82.9, 51.2, 70.2, 67.7, 68.2, 52.1,
     52.6],
    [65.8, 68.1, 67.4, 66.0, 67.8, 65.1, 47.3, 49.2, 66.5, 65.0, 87.8, 51.4, 65.2, 67.7, 68.7, 52.2,
     53.1],
    [66.1, 67.6, 66.2, 66.0, 66.9, 65.7, 47.2, 48.1, 66.8, 66.0, 81.7, 56.0, 65.2, 67.5, 68.0, 51.4,
     51.8],
    [65.2, 67.4, 64.9, 65.1, 66.1, 64.8, 46.3, 47.3, 66.5, 65.6, 80.3, 54.2, 67.6, 67.1, 67.5, 51.0,
     51.3],
    [66.4, 66.9, 65.4, 66.0, 66.1, 66.4, 47.0, 47.0, 66.8, 66.8, 69.8, 64.0, 66.8, 67.3, 67.5, 50.3,
     50.5],
    [64.8, 65.9, 63.9, 64.5, 64.9, 64.7, 45.0, 45.4, 65.6, 65.4, 73.5, 58.7, 65.6, 66.1, 66.3, 48.9,
     49.0],
    [63.3, 64.9, 63.6, 63.4, 64.2, 63.1, 43.0, 43.8, 64.2, 63.5, 77.4, 53.9, 63.5, 64.9, 65.4, 47.4,
     47.7],
    [64.3, 64.5, 63.1, 63.7, 63.8, 64.4, 43.6, 43.6, 64.5, 64.5, 65.3, 63.6, 64.5, 64.9, 65.2, 46.7,
     47.0],
])  # fmt: skip
# [MF1] tables 1 and 2, rows predicted: their two scores and each class's F1 leave these cells.
MF1_TABLE_1, MF1_TABLE_2 = [[1, 100], [0, 1]], [[1, 50], [50, 1]]
# [HAU] table 4: correlations of set relatedness and of F1 with experts, 25 documents.
HAUFF_R, HAUFF_TAU, DOCUMENTS = (0.67, 0.48), (0.53, 0.37), 25
# [RIZ] examples 6 and 7: target, prediction with its most probable label, prediction with another.
RIZ_EXAMPLES = {
    "manhattan_distance": ([0, 0.1, 0.1, 0.8], [0.1, 0.3, 0.2, 0.4], [0, 0.1, 0.5, 0.4]),
    "euclidean_distance": ([0, 0.1, 0.4, 0.5], [0.1, 0.2, 0.3, 0.4], [0, 0.1, 0.5, 0.4]),
}


def column(name):
    """A column of table 6, (8,)."""
    return TABLE_6[:, TABLE_6_COLUMNS.index(name)]


def recomputed():
    """Columns of table 6 that follow from its recalls, in percent."""
    recalls = TABLE_6[:, [TABLE_6_COLUMNS.index(f"r{i}") for i in (1, 2, 3)]]
    macro = recalls.mean(axis=1)
    return {
        "macR": macro,
        "GmacR": recalls.prod(axis=1) ** (1 / 3),
        "HmacR": 1 / (1 / recalls).mean(axis=1),
        "kappa~": 100 * (macro / 100 - 1 / 3) / (2 / 3),
    }


def equal_after_calibration(seed=0, n=200):
    """Greatest difference of the pairs that figure 1 has in complete agreement.

    Each pair is compared on random confusion matrices of three classes.
    """
    matrices = np.random.default_rng(seed).integers(1, 50, (n, 3, 3)).astype(float)
    calibrated = confusion.equalize_prevalence(matrices)
    recall = confusion.METRICS["macro_recall"](matrices)
    kappa = confusion.METRICS["cohen_kappa"](calibrated)
    pairs = [
        (recall, confusion.METRICS["accuracy"](calibrated)),
        ((recall - 1 / 3) / (2 / 3), kappa),
        (confusion.METRICS["weighted_f1"](calibrated), confusion.METRICS["macro_f1"](calibrated)),
    ]
    return max(float(np.abs(a - b).max()) for a, b in pairs)


def in_agreement():
    """Pairs of table 6's metrics under which no two of its eight systems change order."""
    names = [x for x in TABLE_6_COLUMNS if x not in ("r1", "r2", "r3")]
    steps = {x: np.sign(np.subtract.outer(column(x), column(x))) for x in names}
    return [(a, b) for a, b in combinations(names, 2) if (steps[a] * steps[b] >= 0).all()]


def mean_places():
    """Mean place of the eight systems over the 14 metrics of table 6, 1 the best, ties halved."""
    names = [x for x in TABLE_6_COLUMNS if x not in ("r1", "r2", "r3")]
    return np.mean([stats.rankdata(-column(name)) for name in names], axis=0)


def rho_of_class_2():
    """Spearman's rho of class 2's recall and each other column over the eight systems."""
    others = [name for name in TABLE_6_COLUMNS if name != "r2"]
    return {name: stats.spearmanr(column("r2"), column(name)).statistic for name in others}


def independent_p(r=HAUFF_R, n=DOCUMENTS):
    """Two-sided p of two correlations taken as independent, by Fisher's z."""
    first, second = np.arctanh(r)
    return float(2 * stats.norm.sf(abs(first - second) / np.sqrt(2 / (n - 3))))


def dependent_p(between, r=HAUFF_R, n=DOCUMENTS):
    """Two-sided p of Williams's t, where the two scores themselves correlate by ``between``."""
    a, b = r
    determinant = 1 - a * a - b * b - between**2 + 2 * a * b * between
    spread = 2 * (n - 1) / (n - 3) * determinant + ((a + b) / 2) ** 2 * (1 - between) ** 3
    t = (a - b) * np.sqrt((n - 1) * (1 + between) / spread)
    return float(2 * stats.t.sf(abs(t), n - 3))


def least_correlation(level=0.05):
    """Least correlation of the two scores, in hundredths, from which their r differ at ``level``.

    None where no possible correlation does it.
    """
    a, b = HAUFF_R
    greatest = a * b + np.sqrt((1 - a * a) * (1 - b * b))
    possible = [x for x in np.arange(1, 100) / 100 if x < greatest]
    return next((float(x) for x in possible if dependent_p(x) < level), None)


def f1_of(predictions, references, floor, average="samples"):
    """Semantic F1 with ``floor`` between any two of the labels a to t."""
    labels = list("abcdefghijklmnopqrst")
    values = np.where(np.eye(len(labels), dtype=bool), 1.0, floor)
    metric = SemanticF1(similarity=values, labels=labels, average=average)
    with metric.notices():
        found = metric.compute(predictions=predictions, references=references)
    return found["semantic_f1"]


def turned_over():
    """Samples F1 of two predictions for one gold set, as (identity, .5 off the diagonal) each.

    Five gold labels: one of them alone, and two of them with three wrong ones.
    """
    gold, first, second = list("abcde"), ["a"], list("abfgh")
    return [tuple(f1_of([x], [gold], floor) for floor in (0.0, 0.5)) for x in (first, second)]


def reversed_pairs(seed=0, systems=40, rows=50, k=None):
    """Share of pairs of random systems that .5 off the diagonal ranks otherwise than the identity.

    ``k``: the size of all gold and predicted sets; without it sizes are 1 to 5, by system.
    """
    rng = np.random.default_rng(seed)

    def drawn(size):
        return ["abcdefghijklmnopqrst"[i] for i in rng.permutation(20)[:size]]

    gold = [drawn(k or rng.integers(1, 6)) for _ in range(rows)]
    scores = []
    for _ in range(systems):
        size, right = k or int(rng.integers(1, 6)), rng.random()
        given = [
            sorted(
                {
                    x if rng.random() < right else y
                    for x, y in zip(row * 5, drawn(size), strict=False)
                }
            )
            for row in gold
        ]
        scores.append([f1_of(given, gold, floor) for floor in (0.0, 0.5)])
    hard, half = np.array(scores).T
    pairs = list(combinations(range(systems), 2))
    turned = [(hard[i] - hard[j]) * (half[i] - half[j]) < -1e-12 for i, j in pairs]
    return float(np.mean(turned))


def eq_14(distance):
    """The similarity that equation 14 gives as its example."""
    return 1 / (1 + 1 / np.asarray(distance, float))


def binomial_tail(successes, n, chance):
    """The chance of at least so many successes."""
    return sum(comb(n, k) * chance**k * (1 - chance) ** (n - k) for k in range(successes, n + 1))


def best_thresholds():
    """Threshold of the greatest micro F1 on GoEmotions: under the identity, and under .5."""
    found = thresholds.run()
    return [
        float(found.thresholds[found.curves[name]["micro"].argmax()])
        for name in ("hard", "constant 0.5")
    ]


def claims_of_semantic_f1(seed=0):
    """Claims of [SF1] on definitions and printed tables."""
    one, two = turned_over()
    single, several = reversed_pairs(seed, k=1), reversed_pairs(seed)
    distances = np.array([0.1, 1, 10])
    printed = [np.array(x) for name, x in CORRELATIONS.items() if name.startswith("table")]
    # As printed: precision and recall of samples, then of micro and hard F1, then of macro.
    precision, recall = (np.concatenate([x[[i, 2 + i, 5 + i]] for x in printed]) for i in (0, 1))
    hard = np.repeat([x[4] for x in printed], 3)
    chances = [exact_p(rho, 6) for rho in precision]
    return [
        Claim(
            "[SF1] C",
            ".5 off the diagonal ranks predictions like the identity, which is effectively I",
            "same or similar",
            f"samples F1 of two predictions {shown(one[0])} < {shown(two[0])}, with .5 "
            f"{shown(one[1])} > {shown(two[1])}; of pairs of random systems {several:.1%} turn "
            f"over, with one label per set {single:.1%}; GoEmotions' best threshold by micro F1 "
            "{:.1f} and {:.1f}".format(*best_thresholds()),
            verdict(False, single == 0),
            "for single labels F1 is (1 + hard F1) / 2, so the order is the same; for sets it "
            "forgives unequal precision and recall, and a wrong label earns .5 where none earns 0",
        ),
        Claim(
            "[SF1] 3.6, eq. 14",
            "1 / (1 + 1 / d) turns a distance into a similarity",
            "-",
            f"d {', '.join(f'{x:g}' for x in distances)}: {shown(eq_14(distances))}",
            verdict((np.diff(eq_14(distances)) < 0).all()),
            f"it rises with the distance; appendix B's 1 / (1 + d) falls: "
            f"{shown(1 / (1 + distances))}",
        ),
        Claim(
            "[SF1] F.6",
            "Semantic F1 correlates with the outcome at least as much as hard F1 in all settings",
            "-",
            "-",
            "can't be rerun",
            "figures 23 to 25 need the predictions of six language models",
        ),
        Claim(
            "[SF1] F.6, tables 2, 3",
            "Semantic precision and recall alone aren't as reliable; precision correlates little",
            f"precision {shown(precision)}, recall {shown(recall)}, hard F1 {shown(hard[::3])}",
            f"above hard F1: precision in {(precision > hard).sum()} of 6, recall in "
            f"{(recall > hard).sum()} of 6; exact p of precision {shown(min(chances))} to "
            f"{shown(max(chances))}",
            verdict((recall < hard).all(), (precision < hard).all()),
            "recall alone is above hard F1 everywhere; six models can't tell precision from no "
            "relation",
        ),
        Claim(
            "[SF1] F.7, fig. 26",
            "Stopping by Semantic F1 significantly improves even Jaccard on MFRC",
            "test: 2 significant wins of 21, and 1 for hard F1",
            f"were nothing different, 3 or more of 21 independent tests at .05 have p "
            f"{shown(binomial_tail(3, 21, 0.05))}",
            "can't be rerun",
            "MFRC's texts and the Demux runs aren't here; early_stopping asks it of GoEmotions",
        ),
    ]


def claims_of_matrices(seed=0):
    """Claims of [OPI] and [MF1] on confusion matrices and printed tables."""
    apart = max(float(np.abs(x - column(name)).max()) for name, x in recomputed().items())
    accuracy, places = column("accuracy"), mean_places()
    place = 1 + int((places < places[4]).sum())
    spread = np.ptp(TABLE_6[:, 10:13], axis=1)
    equal = equal_after_calibration(seed)
    alike = in_agreement()
    rho = rho_of_class_2()
    nearest = max(rho, key=rho.get)
    of_averages, averaged = (
        [float(confusion.METRICS[kind](np.array(m, float))) for m in (MF1_TABLE_1, MF1_TABLE_2)]
        for kind in ("macro_f1_of_averages", "macro_f1")
    )
    return [
        Claim(
            "[OPI] table 6",
            "macR, GmacR, HmacR and calibrated kappa of eight systems",
            "32 numbers",
            f"from the printed recalls, at most {apart:.2f} points apart",
            verdict(apart < 0.1),
            "recalls have one decimal; the other columns need the confusion matrices",
        ),
        Claim(
            "[OPI] 7.1, table 6",
            "E, fifth by macro recall, is first in accuracy, better balanced than B, and ranked "
            "higher by an ensemble",
            "recalls 5.8 apart, B's 36.4",
            f"{spread[4]:.1f}, B {spread[1]:.1f}; mean place over 14 metrics: "
            + ", ".join(f"{x} {y:.1f}" for x, y in zip("ABCDEFGH", places, strict=True)),
            verdict(
                accuracy.argmax() == 4 and spread[4] < spread[1] and place < 5,
                accuracy.argmax() == 4,
            ),
            f"place {place} by the mean of the 14; H's recalls are {spread[7]:.1f} apart",
        ),
        Claim(
            "[OPI] fig. 1",
            "Macro recall ranks like calibrated kappa and accuracy, macro F1 like weighted F1, "
            "both calibrated",
            "rho 100",
            f"equal to {equal:.0e} on 200 random matrices (kappa linear in macro recall); in table "
            "6 no two systems change order under macR and kappa~",
            verdict(equal < 1e-12 and ("macR", "kappa~") in alike),
            "by algebra, for any systems",
        ),
        Claim(
            "[OPI] fig. 1",
            "The recall of class 2 disagrees with all other metrics",
            "rho <= 14 of 100, 37 systems",
            f"table 6's eight systems: {shown(min(rho.values()), 2)} to "
            f"{shown(rho[nearest], 2)} ({nearest})",
            verdict(rho[nearest] <= 0.14, rho[nearest] < 0.5),
            "the other 29 systems aren't printed",
        ),
        Claim(
            "[MF1] tables 1, 2",
            "One matrix has .505 and .0196 as its two macro F1s, another .0196 as both",
            ".505 .0196; .0196 .0196",
            f"{shown(of_averages[0])} {shown(averaged[0], 4)}; "
            f"{shown(of_averages[1], 4)} {shown(averaged[1], 4)}",
            verdict(
                np.allclose([of_averages[0], averaged[0]], [0.505, 0.0196], atol=5e-4)
                and np.allclose([of_averages[1], averaged[1]], 0.0196, atol=5e-5)
            ),
            f"the cells are lost in the text; {MF1_TABLE_1} and {MF1_TABLE_2} have these scores",
        ),
    ]


def claims_of_distances(seed=1):
    """Claims of [RIZ] on P7 and on the rows of table 2 without cross entropy."""
    examples = {
        name: [float(soft.DISTANCES[name](*np.array([[x], [target]]))[0]) for x in predictions]
        for name, (target, *predictions) in RIZ_EXAMPLES.items()
    }
    moved = {pair: found[0] for pair, found in binary_rankings(seed=seed).items()}
    printed = {x: y[0] for x, y in PRINTED_RANKINGS.items() if x[0] != "cross_entropy"}
    here = [moved[pair] for pair in printed]
    entropy = [moved[pair] for pair in PRINTED_RANKINGS if pair[0] == "cross_entropy"]
    return [
        Claim(
            "[RIZ] section 5",
            "P7 holds neither for Manhattan nor for Euclidean distance",
            "examples 6 and 7: .8 .8; .2 .1414",
            "; ".join(f"{x[0]:.4f} {x[1]:.4f}" for x in examples.values()).replace("0.", "."),
            verdict(all(x[0] >= x[1] - 1e-12 for x in examples.values())),
            "nor for any other distance in soft_metric_properties",
        ),
        Claim(
            "[RIZ] table 2",
            "Manhattan, Euclidean and Jensen-Shannon rankings are nearer to each other than to "
            "cross entropy's",
            ", ".join(f"{x}%" for x in printed.values()),
            ", ".join(f"{x:.0f}%" for x in here) + f"; cross entropy {min(entropy):.0f}% or more",
            verdict(max(here) < min(entropy) / 2, max(here) < min(entropy)),
            "Manhattan and Euclidean are one for two labels but for a factor; Jensen-Shannon moves "
            "far more here. Simulated systems",
        ),
    ]


def claim_of_hauff():
    """The claim of [HAU] on experts' ratings of 25 documents."""
    return Claim(
        "[HAU] table 4",
        "Set relatedness correlates more with experts' ratings than F1",
        f"r {shown(HAUFF_R, 2)}, tau {shown(HAUFF_TAU, 2)}",
        f"as independent r's p {shown(independent_p(), 2)}; p < .05 (Williams) only if the two "
        f"scores correlate by {shown(least_correlation(), 2)} or more, which isn't printed",
        "can't be rerun",
        f"the ratings of the {DOCUMENTS} documents can't be had",
    )


def claims_of(seed=0):
    """Every claim, with what is computed here."""
    return [
        *claims_of_semantic_f1(seed),
        *claims_of_matrices(seed),
        *claims_of_distances(seed + 1),
        claim_of_hauff(),
    ]


def main(arguments=None):
    seed = seed_of(arguments, __doc__)
    print("### [OPI] table 6 from its recalls, in percent\n")
    rows = [
        [name, kind, *(f"{x:.{digits}f}" for x in values)]
        for name, ours in recomputed().items()
        for kind, values, digits in (("printed", column(name), 1), ("here", ours, 2))
    ]
    print(markdown(["metric", "", *"ABCDEFGH"], rows))
    print("\n### [HAU] table 4: p of the difference, by the correlation of the two scores\n")
    between = (0.3, 0.5, 0.7, 0.8, 0.9, 0.95)
    print(markdown(["", *between], [["p", *(shown(dependent_p(x)) for x in between)]]))
    print("\n" + table_of(claims_of(seed)))


if __name__ == "__main__":
    main()
