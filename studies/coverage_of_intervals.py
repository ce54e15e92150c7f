"""Coverage of the intervals, and false alarms of the tests, by simulation.

``python studies/coverage_of_intervals.py PART ...`` draws data sets from populations whose scores
are known (populations.py) and prints the tables of coverage.md, for the parts tests, power,
intervals, macro, groups, ranks, sensitivity, rare, outcomes, distances, uneven and labels, or
summary, the table of docs/uncertainty.md; all without a name. ``--data-sets 50`` shows in a minute
or two that it runs.
"""

import argparse
import time

import numpy as np
from populations import (
    GRADED,
    NULLS,
    ROOT,
    common,
    corrupted,
    emotions,
    equal,
    greatest,
    in_groups,
    noisy,
    one_better,
    population,
    prevalent,
    ring,
    several,
)

from semantic_f1.comparisons.outcomes import outcome_correlation
from semantic_f1.comparisons.sensitivity import KINDS, verdicts_of
from semantic_f1.scoring.averages import Averaging
from semantic_f1.scoring.contributions import Contributions
from semantic_f1.scoring.intervals import MEANS, score_intervals
from semantic_f1.scoring.rank_intervals import adjusted_p_values, rank_sets
from semantic_f1.scoring.significance import paired_comparisons
from semantic_f1.scoring.statistic import Statistic

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
            Statistic(systems, own_averaging, groups=groups, n_resamples=RESAMPLES, seed=number),
            test,
        )[average]
        rejections.append(compared.p_value[0][place] <= 0.05 + 1e-9)
    return np.array(rejections)


def tests(data_sets, seed):
    """The share of data sets in which equal scores are found to differ."""
    yield "## Tests of equal scores"
    yield ""
    yield f"Percent of {data_sets:,} data sets with p <= .05 where F1 is equal; 5 is asked."
    yield ""
    kinds = ("samples", "micro", "weighted", None)
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
            Statistic([units], own_averaging, groups=groups, n_resamples=RESAMPLES, seed=number)
        )[average][0]
        low, high = interval.low[0], interval.high[0]
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
                    Statistic(source.drawn(rng, n), averaging, n_resamples=999, seed=number)
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
            verdicts = verdicts_of([Statistic(each, averaging, **options) for each in drawn])
            kinds.append(max((pair["kind"] for pair in verdicts), key=KINDS.index))
        rows.append([name, str(n), *(percent(np.array(kinds) == kind) for kind in KINDS)])
        print("#", *rows[-1], time.ctime(), flush=True)
    yield from table(["systems", "n", *KINDS], rows)


def f1_of_single(gold, predicted, m):
    """Macro F1 of one label a row."""
    right = np.bincount(gold[gold == predicted], minlength=m)
    both = np.bincount(gold, minlength=m) + np.bincount(predicted, minlength=m)
    return np.mean(2 * right / both)


def majority(share, m=11, guessed=0.3):
    """Gold mostly label 0; one system always says it, the other guesses, with equal macro F1."""
    rng, n = np.random.default_rng(0), 40_000
    gold = np.where(np.arange(n) < share * n, 0, np.arange(n) % (m - 1) + 1)
    first, luck = np.zeros(n, np.int64), rng.random(n)
    guesses = np.where(rng.random(n) < guessed, 0, rng.integers(1, m, n))
    low, high = 0.0, 1.0
    for _ in range(30):
        hit = (low + high) / 2
        second = np.where((gold > 0) & (luck < hit), gold, guesses)
        if f1_of_single(gold, second, m) < f1_of_single(gold, first, m):
            low = hit
        else:
            high = hit
    eye = np.eye(m, dtype=bool)
    return population("", eye[gold], [eye[first], eye[second]], np.eye(m))


def few_gold(m, per_row):
    """Labels of equal prevalence; a system says 1 label a row, the other 10, of equal macro F1."""
    rng = np.random.default_rng(1)
    n = 40_000
    gold = np.zeros((n, m), bool)
    first = rng.permuted(np.tile(np.arange(m), (n, 1)), axis=1)
    np.put_along_axis(gold, first[:, :per_row], True, axis=1)
    # Of ten labels all gold ones: precision per_row / 10, recall 1.
    tens = np.zeros((n, m), bool)
    np.put_along_axis(tens, first[:, :10], True, axis=1)
    f1 = 2 * per_row / (10 + per_row)
    hit = f1 * (1 + per_row) / 2
    one = np.where(rng.random(n) < hit, first[:, 0], first[:, per_row])
    return population("", gold, [np.eye(m, dtype=bool)[one], tens], np.eye(m))


def first_emotions(averaging):
    """GoEmotions by a model's most probable labels: one against four, and nine against one of which
    so many are another example's that macro F1 is equal.
    """
    gold, _, values = emotions()
    path = ROOT / "studies" / "goemotions_probabilities.csv"
    chances = np.loadtxt(path, delimiter=",", skiprows=1, usecols=range(1, 29))
    one, four, nine = (greatest(chances[:, : len(values)], k) for k in (1, 4, 9))
    luck = np.random.default_rng(3).random(len(gold))[:, None]

    def second_at(q):
        return np.where(luck < q, one, one[::-1])

    same = equal("", gold, nine, second_at, np.eye(len(values)), "macro", averaging)
    return population("", gold, [one, four], np.eye(len(values))), same


def alike(right, m=20):
    """Two systems that are right in equal shares of single labels, each by itself."""
    rng = np.random.default_rng(2)
    gold = rng.integers(m, size=40_000)
    systems = []
    for _ in range(2):
        other = (gold + rng.integers(1, m, gold.size)) % m
        systems.append(np.where(rng.random(gold.size) < right, gold, other))
    eye = np.eye(m, dtype=bool)
    return population("", eye[gold], [eye[x] for x in systems], np.eye(m))


def macro_cases(seed):
    """Name, population, number of examples and options of each pair of systems."""
    rng, plain = np.random.default_rng([seed, 1]), Averaging(("macro",))
    gold, predicted, values = common(rng)
    better = population("", gold, [corrupted(rng, predicted, x) for x in (0.1, 0.26)], values)
    apart, nine = first_emotions(plain)
    few, most, against = few_gold(20, 1), majority(0.93), "1 against 10"
    for counting in COUNTINGS:
        for name, make in NULLS.items():
            averaging = plain._replace(counting=counting)
            if counting == "paper" or name in GRADED:
                source = make(np.random.default_rng([seed, 0]), "macro", averaging, None)
                shown = name if counting == "paper" else f"{name}, {counting}"
                for n in (30, 100, 300):
                    yield shown, source, n, {"averaging": averaging}
    uneven = np.repeat(np.arange(12), [80, 40, 27, 20, 16, 13, 11, 10, 9, 8, 7, 7])
    for name, source in (("one label of 93%", most), (f"20 labels of 5 gold, {against}", few)):
        yield name, source, 100, {}
        yield f"{name}, present labels", source, 100, {"present": True}
        yield f"{name}, 20 groups of 5", source, 100, {"groups": np.arange(100) % 20}
        yield f"{name}, 12 groups of 7 to 80", source, 248, {"groups": uneven}
    for name, source, sizes in (
        ("one label of 93%", most, (300, 1000)),
        ("one label of 80%", majority(0.80), (100, 1000)),
        (f"30 labels of 5 gold, {against}", few_gold(30, 2), (75,)),
        (f"40 labels of 5 gold, {against}", few_gold(40, 2), (100,)),
        (f"40 labels of 15 gold, {against}", few_gold(40, 2), (300,)),
        (f"60 labels of 5 gold, {against}", few_gold(60, 3), (100,)),
        ("both right in 3%", alike(0.03), (100,)),
        ("both right in 97.5%", alike(0.975), (300,)),
        ("GoEmotions, nine labels against one", nine, (100, 300)),
        ("twins, one more corrupted", better, (100, 300)),
        ("GoEmotions, one label against four", apart, (100, 300, 1000)),
    ):
        for n in sizes:
            yield name, source, n, {}


def macro_row(case, data_sets, seed):
    """A line of the table: how often p is small, disagrees, and the interval holds the truth."""
    name, source, n, options = case
    averaging = options.get("averaging", Averaging(("macro",)))
    truth = np.subtract(*(source.truth("macro", averaging, i)[2] for i in (0, 1)))
    found = []
    for number in range(data_sets):
        systems = source.drawn(np.random.default_rng([seed, number]), n)
        masks = None
        if "present" in options:
            totals = [system.total(None) for system in systems]
            masks = tuple((x[1] > 0) | (x[3] > 0) for x in totals)
        own, groups = averaging._replace(own_masks=masks), options.get("groups")
        one = paired_comparisons(
            Statistic(systems, own, n_resamples=RESAMPLES, seed=number, groups=groups)
        )["macro"]
        low, high = one.difference.low[0, 2], one.difference.high[0, 2]
        small = one.p_value[0, 2] <= 0.05 + 1e-9
        found.append((small, small != (low > 0 or high < 0), low <= truth <= high))
    size, odd, holds = np.mean(found, axis=0)
    error = np.sqrt(max(size * (1 - size), 0.01) / data_sets)
    shares = [f"{100 * x:.1f}" for x in (size, error, odd, holds)]
    return [name, str(n), f"{abs(truth):.3f}", *shares]


def rare(data_sets, seed):
    """Tests of macro F1, with rare labels above all."""
    yield "## Macro differences"
    yield ""
    yield (
        f"Percent of {data_sets:,} data sets with p <= .05, and its standard error; of p that "
        "disagree with their interval; and of intervals that hold the true difference. Rows of "
        "difference 0 have equal macro F1."
    )
    yield ""
    rows = []
    for case in macro_cases(seed):
        rows.append(macro_row(case, data_sets, seed))
        print("#", *rows[-1], time.ctime(), flush=True)
    heads = ["systems", "n", "difference", "p <= .05", "standard error", "disagree", "holds"]
    yield from table(heads, rows)
    yield from rare_ranks(data_sets // 10, seed)


def rare_ranks(data_sets, seed):
    """Wrong differences of six systems."""
    yield "Ranks of six systems of equal macro F1: percent of data sets with a wrong difference."
    yield ""
    source = majority(0.93)
    wrong = []
    for number in range(data_sets):
        rng = np.random.default_rng([seed, number])
        units = source.drawn(rng, 100)
        # Five that guess, each by what another draw of as many rows of the same gold answered.
        gold = [np.flatnonzero(units[0].gold.label == label) for label in range(11)]
        systems = [units[0]]
        for _ in range(5):
            order = np.arange(100)
            for places in gold:
                order[places] = rng.permutation(places)
            again = units[1]
            label = again.predicted.label[order]
            credit = (label == again.gold.label).astype(float)
            points = np.stack([credit, credit, credit, np.ones(100)], axis=1)
            totals = np.stack([credit, np.ones(100), credit, np.ones(100)], axis=1)
            systems.append(
                again._replace(
                    points=points,
                    totals=totals,
                    predicted=again.predicted._replace(label=label, credit=credit),
                    gold=again.gold._replace(credit=credit),
                )
            )
        one = paired_comparisons(
            Statistic(systems, Averaging(("macro",)), n_resamples=RESAMPLES, seed=number)
        )["macro"]
        wrong.append((adjusted_p_values(one, (slice(None), 2)) <= 0.05).any())
    yield f"{percent(wrong)} of {len(wrong)}."
    yield ""


def outcomes(data_sets, seed):
    """Tests of correlations of 0 with an outcome."""
    yield "## Correlations with an outcome"
    yield ""
    yield f"Percent of {data_sets:,} data sets with p <= .05 where the correlation is 0, or .35."
    yield ""

    def drawn(rng, n, kind):
        x = rng.normal(size=n)
        if kind == "spread grows, skewed scores":
            x = rng.exponential(size=n)
            return x, rng.normal(size=n) * x
        if kind == "y = x^2 + noise":
            return x, x**2 + rng.normal(size=n)
        return x, 0.35 * x + np.sqrt(1 - 0.35**2) * rng.normal(size=n)

    rows = []
    for kind in ("spread grows, skewed scores", "y = x^2 + noise", "correlation .35"):
        for method in ("pearson", "spearman"):
            cells = []
            for n in (10, 30, 100):
                found = []
                for number in range(data_sets):
                    sides = drawn(np.random.default_rng([seed, number]), n, kind)
                    result = outcome_correlation(
                        *sides, method, n_resamples=RESAMPLES + 1, seed=number
                    )
                    found.append(result[f"{method}_p_value"] <= 0.05 + 1e-9)
                cells.append(percent(found))
            rows.append([kind, method, *cells])
            print("#", *rows[-1], time.ctime(), flush=True)
    yield from table(["outcome", "method", "n = 10", "30", "100"], rows)


def distances(data_sets, seed):
    """Coverage of intervals of means of distances."""
    yield "## Means of distances"
    yield ""
    yield f"Percent of {data_sets:,} 95% intervals that hold the mean, in a range of 0 to 1."
    yield ""
    kinds = {
        ".8 in 5% of the rows": (lambda rng, n: 0.8 * (rng.random(n) < 0.05), 0.04),
        "typical, Beta(1.2, 6)": (lambda rng, n: rng.beta(1.2, 6, n), 1.2 / 7.2),
    }
    rows = []
    for name, (draw, truth) in kinds.items():
        cells = []
        for n in (10, 20, 50, 200):
            held_truth = []
            for number in range(data_sets):
                values = draw(np.random.default_rng([seed, number]), n)[:, None]
                interval = score_intervals(
                    Statistic(
                        [Contributions.of_scores(values)], MEANS, n_resamples=RESAMPLES, seed=number
                    )
                )["samples"][0]
                held_truth.append(interval.low[0, 0] <= truth <= interval.high[0, 0])
            cells.append(percent(held_truth))
        rows.append([name, *cells])
        print("#", *rows[-1], time.ctime(), flush=True)
    yield from table(["distances", "n = 10", "20", "50", "200"], rows)


def uneven(data_sets, seed):
    """Coverage with groups of uneven sizes, and with heavy weights."""
    yield "## Uneven groups and weights"
    yield ""
    yield f"Percent of {data_sets:,} 95% intervals of F1 (samples) that hold the truth."
    yield ""
    rows, sizes = [], np.array([80, 40, 27, 20, 16, 13, 11, 10, 9, 8, 7, 7])
    for name, harder in (("12 groups, Zipf to 80, drawn", 0.0), ("large ones harder", 0.25)):
        held_truth, rights = [], 0.75 - harder * (sizes > 20)
        truth = (sizes * rights).sum() / sizes.sum()
        for number in range(data_sets):
            rng = np.random.default_rng([seed, number])
            drawn = rng.integers(12, size=12)
            each = rng.beta(8 * rights[drawn], 8 * (1 - rights[drawn]))
            groups = np.repeat(np.arange(12), sizes[drawn])
            values = (rng.random(len(groups)) < each[groups]).astype(float)[:, None]
            interval = score_intervals(
                Statistic(
                    [Contributions.of_scores(values)], MEANS, groups=groups, n_resamples=RESAMPLES
                )
            )["samples"][0]
            held_truth.append(interval.low[0, 0] <= truth <= interval.high[0, 0])
        rows.append([name, percent(held_truth)])
    weight = np.array([1.0] * 45 + [81.0] * 5)
    for right in (0.9, 0.7):
        held_truth = []
        for number in range(data_sets):
            rng = np.random.default_rng([seed, number])
            values = (rng.random(50) < right).astype(float)[:, None]
            interval = score_intervals(
                Statistic(
                    [Contributions.of_scores(values).weighted(weight)], MEANS, n_resamples=RESAMPLES
                )
            )["samples"][0]
            held_truth.append(interval.low[0, 0] <= right <= interval.high[0, 0])
        rows.append([f"50 rows, a tenth weighs 81:1, {right} right", percent(held_truth)])
    yield from table(["rows", "hold"], rows)


def labels(data_sets, seed):
    """True and wrong differences by label, by step-down max-t over the labels."""
    yield "## By label"
    yield ""
    yield (
        f"Of {data_sets:,} data sets: percent of the true differences found, and of data sets with "
        "a wrong one. A third of the labels differ by .25 of recall; n 1,000, prevalence .06."
    )
    yield ""
    rows = []
    for m in (27, 50):
        rng = np.random.default_rng([seed, m])
        gold = prevalent(rng, np.full(m, 0.06))
        differs = np.arange(m) % 3 == 0
        pair = [noisy(rng, gold, hit, 0.01) for hit in (0.8, np.where(differs, 0.55, 0.8))]
        source = population("", gold, pair, np.eye(m))
        found, wrong = [], []
        for number in range(data_sets):
            systems = source.drawn(np.random.default_rng([seed, number]), 1000)
            one = paired_comparisons(
                Statistic(systems, Averaging((None,)), n_resamples=1000, seed=number)
            )[None]
            sure = adjusted_p_values(one, (0, 2)) <= 0.05
            found.append(sure[differs].mean())
            wrong.append(sure[~differs].any())
        rows.append([str(m), percent(found), percent(wrong)])
        print("#", *rows[-1], time.ctime(), flush=True)
    yield from table(["labels", "found", "wrong"], rows)


def summary(data_sets, seed):
    """The table of docs/uncertainty.md: a size, power or coverage of each kind."""
    rows, rng = [], np.random.default_rng([seed, 1])
    gold, predicted, values = common(rng)
    pair = [corrupted(rng, predicted, share) for share in (0.1, 0.26)]
    averages = ("samples", "micro", "macro", "weighted")
    averaging = Averaging(averages)

    def null(name, average):
        return NULLS[name](np.random.default_rng([seed, 0]), average, averaging, None)

    better = population("", gold, pair, values)
    tested = [("twins", average, null("twins", average), 100, "5 asked") for average in averages]
    tested += [
        (name, "macro", null(name, "macro"), 100, "5 asked")
        for name in ("sets of 1 and 10", "rare labels")
    ]
    tested += [
        ("one label of 93%", "macro", majority(0.93), 100, "5 asked"),
        ("40 labels of 5 gold, sets of 1 and 10", "macro", few_gold(40, 2), 100, "5 asked"),
        *(("one more corrupted, by .05", x, better, 300, "power") for x in averages[:3]),
    ]
    for name, average, source, n, asked in tested:
        found = rejected(source.drawing(n), average, averaging, data_sets, seed)
        rows.append(["p <= .05", name, average, str(n), asked, found.mean()])
        print("#", *rows[-1], time.ctime(), flush=True)
    for name in ("typical", "5% wrong"):
        source = boundaries(np.random.default_rng([seed, 3]))[name]
        for average, n in (("samples", 30), ("micro", 100), ("macro", 300), ("weighted", 100)):
            truth = source.truth(average, averaging, 0)
            drawn = source.drawing_first(n)
            share = float(held(drawn, truth, average, averaging, data_sets, seed)[2]) / 100
            rows.append(["interval holds", name, average, str(n), "95 asked", share])
            print("#", *rows[-1], time.ctime(), flush=True)
    for row in rows:
        error = np.sqrt(max(row[-1] * (1 - row[-1]), 0.01) / data_sets)
        row[-1:] = [f"{100 * row[-1]:.1f}", f"{100 * error:.1f}"]
    heads = ["of data sets", "systems", "average", "n", "", "%", "standard error"]
    yield from table(heads, rows)


PARTS = {
    "summary": summary,
    "tests": tests,
    "power": power,
    "intervals": intervals,
    "macro": macro,
    "groups": groups,
    "ranks": ranks,
    "sensitivity": sensitivity,
    "rare": rare,
    "outcomes": outcomes,
    "distances": distances,
    "uneven": uneven,
    "labels": labels,
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
