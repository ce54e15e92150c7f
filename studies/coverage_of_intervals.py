"""Coverage of the intervals, and false alarms of the tests, by simulation.

``python studies/coverage_of_intervals.py PART ...`` draws data sets from populations whose scores
are known (populations.py) and prints the tables of coverage.md, for the parts tests, power,
intervals, macro, groups, ranks and sensitivity; all without a name. ``--data-sets 50`` shows in a
minute or two that it runs.
"""

import argparse
import time

import numpy as np
from populations import (
    GRADED,
    NULLS,
    common,
    corrupted,
    emotions,
    in_groups,
    noisy,
    one_better,
    population,
    prevalent,
    ring,
    several,
)

from semantic_f1.comparisons.sensitivity import KINDS, verdicts_of_examples
from semantic_f1.scoring.averages import Averaging
from semantic_f1.scoring.intervals import score_intervals
from semantic_f1.scoring.rank_intervals import adjusted_p_values, rank_sets
from semantic_f1.scoring.significance import paired_comparisons

RESAMPLES, LEVEL = 399, 0.95
COUNTINGS = ("paper", "two_sided")
# The label that is tested by itself: of "rare labels" it has a prevalence of 3%.
LABEL = {"rare labels": 4}


def table(heads, rows):
    """Lines of a table in Markdown."""
    yield "| " + " | ".join(heads) + " |"
    yield "|---" * len(heads) + "|"
    for row in rows:
        yield "| " + " | ".join(row) + " |"
    yield ""


def percent(hits):
    return f"{100 * np.mean(hits):.1f}"


def rejected(drawn, average, averaging, data_sets, seed, test="auto", label=None):
    """True where a data set's test finds the two systems' F1 different: bool array.

    ``drawn(rng)`` gives the Contributions of both and their groups.
    """
    own_averaging, place = (
        averaging._replace(averages=(average,)),
        2 if label is None else (2, label),
    )
    rejections = []
    for number in range(data_sets):
        systems, groups = drawn(np.random.default_rng([seed, number]))
        compared = paired_comparisons(
            systems, own_averaging, groups=groups, n_resamples=RESAMPLES, seed=number, test=test
        )[average]
        rejections.append(compared.p_value[0][place] <= 0.05 + 1e-9)
    return np.array(rejections)


def tests(data_sets, seed):
    """The share of data sets in which equal scores are found to differ."""
    yield "## Tests of equal scores"
    yield ""
    yield f"Percent of {data_sets:,} data sets with p <= .05 where F1 is equal; 5 is asked."
    yield ""
    kinds = ("samples", "micro", "macro", "weighted", None)
    rows = []
    for counting in COUNTINGS:
        for average in kinds:
            for name, make in NULLS.items():
                if counting == "two_sided" and (name not in GRADED or average == "samples"):
                    continue
                averaging = Averaging(kinds, counting)
                label = LABEL.get(name, 0) if average is None else None
                source = make(np.random.default_rng([seed, 0]), average, averaging, label)
                if average is None:
                    source, label = source.of_label(label), 0
                number = data_sets // 2 if average == "weighted" else data_sets
                cells = [
                    percent(
                        rejected(source.drawing(n), average, averaging, number, seed, label=label)
                    )
                    for n in (30, 100, 300)
                ]
                rows.append([name, average or "one label", counting, str(number), *cells])
                print("#", *rows[-1], time.ctime(), flush=True)
    heads = ["equal systems", "average", "counting", "data sets", "n = 30", "100", "300"]
    yield from table(heads, rows)


def power(data_sets, seed):
    """Power: shares of differences found, by the test and by others."""
    yield "## Power"
    yield ""
    yield f"Percent of {data_sets:,} data sets in which a difference of about .05 in F1 is found."
    yield ""
    rng = np.random.default_rng([seed, 1])
    gold, predicted, values = common(rng)
    better, worse = corrupted(rng, predicted, 0.1), corrupted(rng, predicted, 0.26)
    averages = ("samples", "micro", "macro")
    cases = {
        "twins, one more corrupted": (
            population("", gold, [better, worse], values),
            averages,
            ("auto", "bootstrap_t"),
        )
    }
    for name, share in (("1 better than 10", 2 / 11 + 0.05), ("10 better than 1", 2 / 11 - 0.05)):
        source = one_better(np.random.default_rng([seed, 2]), share)
        cases[name] = source, averages[1:], ("auto", "bootstrap_t")
    averaging, rows = Averaging(averages), []
    for name, (source, of_case, of_tests) in cases.items():
        for average in of_case:
            apart = np.subtract(*(source.truth(average, averaging, system)[2] for system in (0, 1)))
            for n in (100, 300):
                cells = {
                    test: percent(
                        rejected(source.drawing(n), average, averaging, data_sets, seed, test)
                    )
                    for test in of_tests
                }
                shown = [cells.get(test, "-") for test in ("auto", "bootstrap_t")]
                rows.append([name, average, f"{apart:.3f}", str(n), *shown])
                print("#", *rows[-1], time.ctime(), flush=True)
    heads = ["systems", "average", "difference", "n", "default", "bootstrap-t"]
    yield from table(heads, rows)


def held(drawn, truth, average, averaging, data_sets, seed, label=None, least=0):
    """Shares of intervals of precision, recall and F1 that hold the truth, and F1's mean width.

    With a label only data sets in which it is gold ``least`` times count.
    """
    own_averaging, hits, widths = averaging._replace(averages=(average,)), [], []
    for number in range(data_sets):
        units, groups = drawn(np.random.default_rng([seed, number]))
        if label is not None and units.total(None)[3, label] < least:
            continue
        interval = score_intervals(
            units, own_averaging, groups=groups, n_resamples=RESAMPLES, seed=number
        )[average].interval
        low, high = interval.low, interval.high
        if label is not None:
            low, high = low[:, label], high[:, label]
        hits.append((low <= truth + 1e-12) & (truth <= high + 1e-12))
        widths.append(high[2] - low[2])
    shares = np.mean(hits, axis=0)
    return [f"{100 * share:.1f}" for share in shares] + [f"{np.mean(widths):.3f}"]


def boundaries(rng):
    """Name -> population of one system, near its bounds and far from them."""
    populations = {}
    gold = np.eye(6, dtype=bool)[rng.integers(6, size=40_000)]
    for wrong in (0.01, 0.05, 0.1, 0.25):
        missed = rng.random(len(gold)) < wrong
        predicted = np.where(missed[:, None], np.roll(gold, 1, axis=1), gold)
        populations[f"{wrong:.0%} wrong"] = population("", gold, [predicted], np.eye(6))
    gold, predicted, values = common(rng)
    populations["typical"] = population("", gold, [predicted], values)
    weak = noisy(rng, gold, 0.35, 0.1)
    populations["weak"] = population("", gold, [weak], np.eye(8))
    return populations


def intervals(data_sets, seed):
    """Coverage of the intervals of one system, few examples and scores near their bounds."""
    yield "## Intervals of one score"
    yield ""
    yield f"Percent of {data_sets:,} 95% intervals that hold the truth, and F1's mean width."
    yield ""
    rows, averaging = [], Averaging(("samples", "micro", None))
    for name, source in boundaries(np.random.default_rng([seed, 3])).items():
        for average in ("samples", "micro"):
            truth = source.truth(average, averaging)
            for n in (5, 10, 30, 100):
                cells = held(
                    source.drawing_first(n),
                    *(truth, average, averaging, data_sets, seed),
                )
                rows.append([name, average, f"{truth[2]:.3f}", str(n), *cells])
                print("#", *rows[-1], time.ctime(), flush=True)
    prevalences = np.array([0.3, 0.2, 0.1, 0.05, 0.05])
    rng = np.random.default_rng([seed, 4])
    gold = prevalent(rng, prevalences)
    for recall in (0.06, 0.95):
        predicted = noisy(rng, gold, np.array([0.7, 0.7, 0.7, recall, recall]), 0.01)
        source = population("", gold, [predicted], np.eye(5))
        truth = source.truth(None, averaging)[:, 3]
        for n in (300, 1000):
            cells = held(
                source.drawing_first(n),
                *(truth, None, averaging, data_sets, seed),
                label=3,
                least=10,
            )
            name = f"a label of prevalence .05, recall {recall}, 10 gold or more"
            rows.append([name, "one label", f"{truth[2]:.3f}", str(n), *cells])
            print("#", *rows[-1], time.ctime(), flush=True)
    gold, predicted, values = common(rng)
    source = population("", gold, [predicted], values)
    truth = source.truth(None, averaging)[:, 0]
    for n in (30, 100, 300, 1000):
        cells = held(source.drawing_first(n), *(truth, None, averaging, data_sets, seed), label=0)
        rows.append(["a label of prevalence .11", "one label", f"{truth[2]:.3f}", str(n), *cells])
        print("#", *rows[-1], time.ctime(), flush=True)
    heads = ["system", "average", "true F1", "n", "precision", "recall", "F1", "width"]
    yield from table(heads, rows)


def macro(data_sets, seed):
    """Coverage of macro's intervals, of rare labels above all."""
    yield "## Macro"
    yield ""
    yield "As above."
    yield ""
    rng = np.random.default_rng([seed, 5])
    gold, predicted, values = emotions()
    populations = {"GoEmotions": (population("", gold, [predicted], values), (300, 1000))}
    few = np.array([0.3, 0.25, 0.2, 0.15, 0.015, 0.005])
    gold = prevalent(rng, few)
    source = population("", gold, [noisy(rng, gold, 0.7, 0.1 * few)], ring(6) ** 2)
    populations["6 labels, two with 1 and 3 gold"] = source, (200,)
    many, hit = np.geomspace(0.3, 0.004, 20), np.linspace(0.85, 0.25, 20)
    gold = prevalent(rng, many)
    for name, alarm in (
        ("20 labels, rare ones recalled badly", 0.15 * many * hit),
        ("20 labels, rare ones worse in both", 0.1 * many),
    ):
        source = population("", gold, [noisy(rng, gold, hit, alarm)], np.eye(20))
        populations[name] = source, (100, 300)
    gold = np.eye(6, dtype=bool)[rng.integers(6, size=40_000)]
    missed = rng.random(len(gold)) < 0.05
    predicted = np.where(missed[:, None], np.roll(gold, 2, axis=1), gold)
    populations["5% wrong"] = population("", gold, [predicted], ring(6) ** 2), (30, 100)
    populations["common labels"] = boundaries(rng)["typical"], (300,)
    rows = []
    for name, (source, sizes) in populations.items():
        # Under the identity both countings are one.
        for counting in COUNTINGS[: 1 if name.startswith("20 labels") else 2]:
            for macro_f1 in ("averaged_f1", "f1_of_averages"):
                averaging = Averaging(("macro",), counting, macro_f1)
                truth = source.truth("macro", averaging)
                for n in sizes:
                    cells = held(
                        source.drawing_first(n),
                        *(truth, "macro", averaging, data_sets, seed),
                    )
                    rows.append([name, counting, macro_f1, f"{truth[2]:.3f}", str(n), *cells])
                    print("#", *rows[-1], time.ctime(), flush=True)
    heads = [
        "population",
        "counting",
        "macro F1",
        "truth",
        "n",
        "precision",
        "recall",
        "F1",
        "width",
    ]
    yield from table(heads, rows)


def groups(data_sets, seed):
    """Coverage of intervals and size of tests where examples come in groups."""
    yield "## Groups"
    yield ""
    yield (
        f"Of {data_sets:,} data sets: percent of 95% intervals that hold the truth (in brackets "
        "those of F1 by examples), and percent of tests with p <= .05 for exchangeable systems."
    )
    yield ""
    averaging, rows = Averaging(("samples", "micro", "macro", "weighted")), []
    for n_groups, sizes in ((10, 10), (30, 10), (10, (3, 150)), (30, (3, 150))):
        source = in_groups(np.random.default_rng([seed, 6]), sizes)
        pair = in_groups(np.random.default_rng([seed, 7]), sizes, systems=2)

        def drawn(rng, source=source, n_groups=n_groups):
            (units,), numbers = source.drawn_groups(rng, n_groups)
            return units, numbers

        def by_examples(rng, drawn=drawn):
            return drawn(rng)[0], None

        for average in averaging.averages:
            truth = source.truth(average, averaging)
            setting = truth, average, averaging, data_sets, seed
            cells = held(drawn, *setting)
            plain = held(by_examples, *setting[:3], min(data_sets, 400), seed)[2]
            wolf = rejected(
                pair.drawing_groups(n_groups),
                *(average, averaging, data_sets, seed),
            )
            shown = f"{n_groups} of {sizes if np.ndim(sizes) == 0 else f'{sizes[0]} to {sizes[1]}'}"
            cells[2] += f" ({plain})"
            rows.append([shown, average, *cells, percent(wolf)])
            print("#", *rows[-1], time.ctime(), flush=True)
    heads = ["groups", "average", "precision", "recall", "F1", "width", "p <= .05"]
    yield from table(heads, rows)


def ranks(data_sets, seed):
    """True differences found, wrong ones found, and places that all hold."""
    yield "## Ranks"
    yield ""
    yield (
        "Percent of the true differences that are found; of data sets with a wrong difference; and "
        "of those in which the places of all systems hold."
    )
    yield ""
    apart = 0.06 * np.arange(11)
    cases = {
        "11 systems, steps of .02, errors all alike": (apart, 1.0, 2),
        "11 systems, steps of .02, errors much alike": (apart, 0.8, 2),
        "11 systems, steps of .02, errors partly alike": (apart, 0.5, 2),
        "11 systems, steps of .02, errors of their own": (apart, 0.0, 2),
        "5 equal": (np.zeros(5), 0.0, 1),
        "11 equal": (np.zeros(11), 0.0, 2),
        "2 and 3 equal": (np.array([0, 0, 0.2, 0.2, 0.2]), 0.0, 1),
    }
    rows = []
    for name, (steps, shared, thinned) in cases.items():
        sizes = [("samples", 300), ("micro", 300)] + [("samples", 1000)] * (steps is apart)
        number_of = data_sets // thinned
        for average, n in sizes:
            averaging = Averaging((average,))
            source = several(np.random.default_rng([seed, 8]), steps, shared)
            true = -np.asarray(steps)
            by_max_t, wolf, all_hold, places_held = [], [], [], []
            for number in range(number_of):
                rng = np.random.default_rng([seed, number])
                comparison = paired_comparisons(
                    source.drawn(rng, n), averaging, n_resamples=999, seed=number
                )[average]
                adjusted = adjusted_p_values(comparison, (slice(None), 2))
                a, b = comparison.pairs.T
                differs = true[a] != true[b]
                difference = comparison.difference.estimate[:, 2]
                right = np.sign(difference) == np.sign(true[a] - true[b])
                sure = adjusted <= 0.05
                if differs.any():
                    by_max_t.append((sure & right)[differs].mean())
                wolf.append((sure & ~(differs & right)).any())
                places = rank_sets(comparison.pairs, difference, adjusted, len(true), 0.05)
                least = 1 + (true[None] > true[:, None]).sum(axis=1)
                most = (true[None] >= true[:, None]).sum(axis=1)
                all_hold.append((places[0] <= least).all() and (places[1] >= most).all())
                places_held.append((places[1] - places[0] + 1).mean())
            rows.append(
                [
                    name,
                    average,
                    str(n),
                    str(number_of),
                    percent(by_max_t) if by_max_t else "-",
                    percent(wolf),
                    percent(all_hold),
                    f"{np.mean(places_held):.1f}",
                ]
            )
            print("#", *rows[-1], time.ctime(), flush=True)
    heads = [
        "systems",
        "average",
        "n",
        "data sets",
        "found",
        "wrong",
        "all hold",
        "places",
    ]
    yield from table(heads, rows)


def sensitivity(data_sets, seed):
    """False and true verdicts that the similarity decides."""
    yield "## Sensitivity"
    yield ""
    yield (
        f"Percent of {data_sets:,} data sets by the verdict on a ring of eight labels against the "
        "identity and three powers. Equal systems are so under all of them."
    )
    yield ""
    rng = np.random.default_rng([seed, 9])
    gold, predicted, values = common(rng)
    tables = [values, np.eye(8), values**2, values**3, values**4]
    # Right or off by one, against right more often or far off: hard and soft scores disagree.
    near = np.where(rng.random((len(gold), 1)) < 0.45, np.roll(gold, 1, axis=1), gold)
    far = np.where(rng.random((len(gold), 1)) < 0.25, np.roll(gold, 4, axis=1), gold)
    cases = {
        "2 equal systems": ([corrupted(rng, predicted) for _ in range(2)], 300),
        "3 equal systems": ([corrupted(rng, predicted) for _ in range(3)], 300),
        "a true reversal": ([near, far], 300),
    }
    rows, averaging = [], Averaging(("samples",))
    for name, (systems, n) in cases.items():
        populations = [population("", gold, systems, table) for table in tables]
        kinds = []
        for number in range(data_sets):
            drawn = [under.drawn(np.random.default_rng([seed, number]), n) for under in populations]
            options = {"confidence_level": LEVEL, "n_resamples": RESAMPLES, "seed": number}
            verdicts = verdicts_of_examples(drawn, None, averaging, options)
            kinds.append(max((pair.kind for pair in verdicts), key=KINDS.index))
        rows.append([name, str(n), *(percent(np.array(kinds) == kind) for kind in KINDS)])
        print("#", *rows[-1], time.ctime(), flush=True)
    yield from table(["systems", "n", *KINDS], rows)


PARTS = {
    "tests": tests,
    "power": power,
    "intervals": intervals,
    "macro": macro,
    "groups": groups,
    "ranks": ranks,
    "sensitivity": sensitivity,
}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--data-sets", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    for name in arguments.parts or PARTS:
        print("\n".join(PARTS[name](arguments.data_sets, arguments.seed)), flush=True)


if __name__ == "__main__":
    main()
