"""This checkout against another one of the same repository, case by case, as ratios.

``python benchmarks/against.py OTHER`` starts a process for each of the two, which take turns with
every case, so that a busy moment of the machine falls on both. A ratio is how many times faster
this one is, by CPU seconds of the fastest run. ``--cases TEXT ...`` chooses cases by a part of
their names.
"""

import argparse
import contextlib
import csv
import importlib
import itertools
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import pyarrow as pa
from table import markdown, timed

from data import LABELS, N_LABELS, indicator_rows, name_lists, similarity_table

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))

from fetch_data import find  # noqa: E402

REAL = ROOT / "examples" / "goemotions_test.csv"
N_REAL = 5_427
STW = find("thesauri/stw/stw-skos.ttl")
AVERAGES = ["samples", "micro", "macro", "weighted"]
# Seconds that a turn takes, if it is longer than one run.
TURN = 0.3


def real_rows():
    """Both sides of GoEmotions' test set, as arrays of 0 and 1 of shape (5427, 27)."""
    with REAL.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    sets = [[json.loads(row[side]) for row in rows] for side in ("predictions", "references")]
    names = sorted({name for side in sets for row in side for name in row} - {"neutral"})
    place = {name: index for index, name in enumerate(names)}
    sides = []
    for side in sets:
        table = np.zeros((len(side), N_LABELS), np.int8)
        for row, members in enumerate(side):
            table[row, [place[name] for name in members if name in place]] = 1
        sides.append(table)
    return sides


def rows_of(kind, n):
    """Both sides as arrays of 0 and 1: "redrawn" from real rows, "random", or "five" labels."""
    if kind == "redrawn":
        drawn = np.random.default_rng(0).integers(0, N_REAL, n)
        return [np.ascontiguousarray(side[drawn]) for side in real_rows()]
    if kind == "random":
        return [indicator_rows(n, seed, np.int8) for seed in (1, 2)]
    sides = []
    for seed in (1, 2):
        rng = np.random.default_rng(seed)
        labels = np.argpartition(rng.random((n, N_LABELS), np.float32), 5, axis=1)[:, :5]
        side = np.zeros((n, N_LABELS), np.int8)
        np.put_along_axis(side, labels, 1, axis=1)
        sides.append(side)
    return sides


def ragged_rows(rows):
    """Rows of 0 and 1 as label indices and offsets."""
    index, column = np.nonzero(rows)
    offsets = np.zeros(len(rows) + 1, np.int64)
    np.cumsum(np.bincount(index, minlength=len(rows)), out=offsets[1:])
    return column.astype(np.int32), offsets


def arrow_lists(rows, names):
    """Rows of 0 and 1 as Arrow lists of ids, or of names."""
    column, offsets = ragged_rows(rows)
    members = pa.array(LABELS).take(pa.array(column)) if names else pa.array(column)
    return pa.ListArray.from_arrays(pa.array(offsets, pa.int32()), members)


class Subject:
    """A checkout in this process: its metric by evaluate, its scoring of label indices."""

    def __init__(self, checkout):
        sys.path.insert(0, str(checkout))
        self._script = str(Path(checkout) / "semantic_f1.py")
        is_package = (Path(checkout) / "semantic_f1").is_dir()
        modules = ("semantic_f1.scoring.counts", "semantic_f1.similarity.label_similarity")
        # Earlier states have the averages in the module of counts.
        apart = (Path(checkout) / "semantic_f1" / "scoring" / "averages.py").is_file()
        self._scoring, similarity = map(
            importlib.import_module, modules if is_package else ("scoring", "similarity")
        )
        if is_package:
            self._sets = importlib.import_module("semantic_f1.inputs.label_sets").LabelSets
        else:
            self._sets = self._scoring.LabelSets
        averages = (
            importlib.import_module("semantic_f1.scoring.averages") if apart else self._scoring
        )
        self._average_scores = averages.average_scores
        self._pairs = similarity.build(similarity_table(), LABELS).pairs

    def metric(self, config):
        """The metric as users load it, giving all four averages."""
        import evaluate

        table = similarity_table()
        given = {"similarity": table, "labels": LABELS, "average": AVERAGES}
        return evaluate.load(self._script, config, **given)

    def score_indices(self, sides):
        """All four averages of label indices."""
        sets = [self._sets(*side) for side in sides]
        counts = self._scoring.count(*sets, self._pairs, N_LABELS)
        return [self._average_scores(counts, average) for average in AVERAGES]


def both(sides):
    return dict(zip(("predictions", "references"), sides, strict=True))


def in_form(form, sides):
    """Config, inputs and options of a form, of both sides as arrays of 0 and 1."""
    if form == "float32 with threshold":
        rng = np.random.default_rng(5)
        noise = rng.random(sides[0].shape, np.float32) * np.float32(0.5)
        return "multilabel", [noise + sides[0] * np.float32(0.5), sides[1]], {"threshold": 0.5}
    if form.startswith("int"):
        return "multilabel", [side.astype(form) for side in sides], {}
    makers = {
        "names": name_lists,
        "lists of ids": lambda side: [np.flatnonzero(row).tolist() for row in side],
        "Arrow lists of ids": lambda side: arrow_lists(side, names=False),
        "Arrow lists of names": lambda side: arrow_lists(side, names=True),
    }
    return "default", [makers[form](side) for side in sides], {}


def compute_of(form, kind, n, method="compute", **options):
    """A case: a method of the metric on rows of a kind in a form."""

    def prepared(subject):
        config, given, extra_options = in_form(form, rows_of(kind, n))
        metric = subject.metric(config)
        call = getattr(metric, method)
        return lambda: call(**both(given), **extra_options, **options)

    return prepared


def compare_of(kind, n, **options):
    def prepared(subject):
        gold, other = rows_of(kind, n)
        systems, metric = (other, np.roll(other, 1, axis=0)), subject.metric("multilabel")
        return lambda: metric.compare(*systems, gold, **options)

    return prepared


def indices_of(kind, n):
    def prepared(subject):
        sides = [ragged_rows(side) for side in rows_of(kind, n)]
        return lambda: subject.score_indices(sides)

    return prepared


def weights(n):
    """Eight different weights, as classes of examples have them."""
    return np.random.default_rng(9).integers(1, 9, n) / 8


def batches_of(form, kind, n):
    def prepared(subject):
        config, given, _ = in_form(form, rows_of(kind, n))
        metric = subject.metric(config)

        def run():
            for start in range(0, n, max(1, n // 10)):
                part = [side[start : start + max(1, n // 10)] for side in given]
                metric.add_batch(**both(part))
            return metric.compute()

        return run

    return prepared


def annotators_of(kind, n, **options):
    """Three annotators an example, each with the sets of another example."""

    def prepared(subject):
        sides = rows_of(kind, n)
        gold = [np.flatnonzero(row).tolist() for row in sides[1]]
        golds = [[gold[i], gold[i - 1], gold[i - 7]] for i in range(n)]
        given = {"predictions": [np.flatnonzero(row).tolist() for row in sides[0]]}
        metric = subject.metric("annotators")
        return lambda: metric.compute(**given, references=golds, **options)

    return prepared


def broader_of(n, tree=False):
    """Pairs (concept, a broader one) of n made-up concepts, three in ten with two parents."""
    rng = np.random.default_rng(0)
    child = np.arange(3, n)
    if not tree:
        child = np.concatenate([child, rng.integers(3, n, 3 * n // 10)])
    return np.stack([child, rng.integers(child // 20, child)], axis=1)


def made_thesaurus(subject, n, **options):
    """A function that makes a thesaurus of n concepts, their pairs given as names."""
    pairs = [(f"c{a}", f"c{b}") for a, b in broader_of(n).tolist()]
    make = subject.metric("default").similarity.make_thesaurus
    return lambda: make(pairs, pairs="child-parent", **options)


def making_of(n):
    return lambda subject: made_thesaurus(subject, n)


def stw_read(label):
    def prepared(subject):
        read = subject.metric("default").similarity.read_thesaurus
        language = {} if label == "uri" else {"language": "en"}
        return lambda: read(STW, label=label, **language)

    return prepared


def documents_of(n, measure, variant, n_documents):
    """A case: documents of five labels each, scored by a measure of a thesaurus."""

    def prepared(subject):
        thesaurus = made_thesaurus(subject, n)()
        metric = subject.metric("default")
        labels, rng = np.array(thesaurus.labels, object), np.random.default_rng(1)
        sides = [labels[rng.integers(0, n, (n_documents, 5))].tolist() for _ in range(2)]
        sides = [[sorted(set(names)) for names in side] for side in sides]

        def run():
            similarity = metric.similarity.relatedness(thesaurus, measure, variant)
            return metric.compute(**both(sides), similarity=similarity, labels=None)

        return run

    return prepared


def leaves_of(n, weighted):
    """A case: from_hierarchy of a tree of n nodes, with weights on its edges or without."""

    def prepared(subject):
        rng = np.random.default_rng(2)
        rows = [(f"c{a}", f"c{b}") for a, b in broader_of(n, tree=True).tolist()]
        if weighted:
            rows = [(*row, float(x)) for row, x in zip(rows, rng.integers(1, 5, n), strict=False)]
        make = subject.metric("default").similarity.from_hierarchy
        return lambda: make(rows, pairs="child-parent")

    return prepared


def loading(subject):
    subject.metric("default")
    return lambda: subject.metric("default")


FORMS = (
    "int8",
    "int64",
    "float32 with threshold",
    "names",
    "Arrow lists of ids",
    "Arrow lists of names",
)
# No row is slower: on a shared machine a ratio is one of 1.1 either way.
NOT_SLOWER = 1 / 1.1
# What is asked of rows whose statistics are others than before, by design: intervals and tests that
# hold in any order of rows, macro's with an imaginary example per label. Resamples are drawn again
# where a verdict is near the level.
INTERVALS, MACRO_COMPARED = 1 / 1.25, 1 / 2
# evaluate digests the bundle line by line at each load: more lines take longer.
LOADED = 1 / 1.5


def cases(n):
    """Name -> function that prepares the case with a Subject, and the least ratio."""
    few = max(1, n // 10)
    small = min(n, N_REAL)
    result = {}
    for kind in ("redrawn", "random", "five"):
        for form in FORMS:
            result[f"{kind}, {form}"] = compute_of(form, kind, n)
        result[f"{kind}, label indices"] = indices_of(kind, n)
        for form in ("int8", "Arrow lists of ids"):
            weighted = compute_of(form, kind, n, sample_weight=weights(n))
            result[f"{kind}, {form}, weights"] = weighted
        for method in ("pointwise", "report"):
            result[f"{kind}, int8, {method}"] = compute_of("int8", kind, n, method)
        drawn = compute_of("int8", kind, few, n_resamples=100)
        result[f"{kind}, int8, intervals"] = drawn, INTERVALS
    for kind, average in itertools.product(("redrawn", "random"), ("micro", "weighted", "macro")):
        drawn, name = (
            {"average": average, "n_resamples": 1_000},
            f"{kind}, {average} with intervals",
        )
        result[name] = compute_of("int8", kind, few, **drawn), INTERVALS
        least = MACRO_COMPARED if average == "macro" else INTERVALS
        result[f"{name}, compare"] = compare_of(kind, few, **drawn), least
    result["redrawn, int8, batches"] = batches_of("int8", "redrawn", few)
    result["redrawn, names, batches"] = batches_of("names", "redrawn", few)
    result["redrawn, annotators"] = annotators_of("redrawn", few)
    result["five, annotators"] = annotators_of("five", few)
    for rows in (small, 1):
        for form in (*FORMS, "lists of ids"):
            result[f"{rows:,} real, {form}"] = compute_of(form, "redrawn", rows)
        for form in ("int8", "names"):
            single = compute_of(form, "redrawn", rows, "pointwise")
            result[f"{rows:,} real, {form}, pointwise"] = single
    result["evaluate.load again"] = loading, LOADED
    large, documents = max(1_000, 2 * n // 5), max(100, n // 50)
    result[f"thesaurus, {large:,} concepts made"] = making_of(large)
    for label in ("uri", "prefLabel") if STW else ():
        result[f"thesaurus, STW read by {label}"] = stw_read(label)
    for measure, variant in (
        ("wu_palmer", "similarity"),
        ("lin", "similarity"),
        ("rada", "similarity"),
        ("rada", "relatedness"),
    ):
        name = f"thesaurus, {documents:,} documents, {measure}, {variant}"
        few = documents if variant == "similarity" else documents // 20
        result[name] = documents_of(max(1_000, n // 10), measure, variant, few)
    for weighted in (False, True):
        name = f"thesaurus, from_hierarchy, {'weighted' if weighted else 'unweighted'} tree"
        result[name] = leaves_of(min(2_000, n), weighted)
    return {
        name: case if isinstance(case, tuple) else (case, NOT_SLOWER)
        for name, case in result.items()
    }


def seconds_of(function, once):
    """CPU seconds of the fastest of as many runs as a turn holds."""
    end = time.perf_counter() + (0 if once else TURN)
    best = float("inf")
    while True:
        start = time.process_time()
        function()
        best = min(best, time.process_time() - start)
        if time.perf_counter() >= end:
            return best


def child(checkout, n, once):
    """Answer each line, a case's name or a blank one for another turn, with seconds."""
    answers = os.fdopen(os.dup(1), "w")
    with contextlib.redirect_stdout(sys.stderr), tempfile.TemporaryDirectory() as home:
        os.environ["HF_HOME"] = home
        os.environ["HF_HUB_OFFLINE"] = os.environ["HF_EVALUATE_OFFLINE"] = "1"
        subject, known, run = Subject(checkout), cases(n), None
        for line in sys.stdin:
            name = line.rstrip("\n")
            if name:
                run = None
                run = known[name][0](subject)
            print(seconds_of(run, once), file=answers, flush=True)


def ask(process, line):
    process.stdin.write(f"{line}\n")
    process.stdin.flush()
    answer = process.stdout.readline()
    if not answer:
        raise SystemExit(f"the process of {process.args[-3]} ended")
    return float(answer)


def measured(other, n, rounds, parts, once=False):
    """A Row for each case."""
    processes = [
        subprocess.Popen(
            [
                sys.executable,
                "-W",
                "ignore",
                __file__,
                "--child",
                str(path),
                str(n),
                str(int(once)),
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for path in (other, ROOT)
    ]
    rows = []
    for name, (_, least) in cases(n).items():
        if not any(part in name for part in parts):
            continue
        best = [ask(process, name) for process in processes]
        for _ in range(rounds - 1):
            best = [min(a, ask(p, "")) for a, p in zip(best, processes, strict=True)]
        before, after = best
        row = timed(name, after, before, round(least, 3))
        rows.append(row)
        print(f"{name}: {before * 1000:,.2f} ms, {after * 1000:,.2f} ms", file=sys.stderr)
    for process in processes:
        process.stdin.close()
        process.wait()
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("other", help="the folder of the other checkout")
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--cases", nargs="+", default=[""], metavar="TEXT")
    parser.add_argument("--quick", action="store_true", help="small data, one run each")
    given = parser.parse_args()
    n, rounds = (2_000, 1) if given.quick else (given.rows, given.rounds)
    rows = measured(Path(given.other).resolve(), n, rounds, given.cases, given.quick)
    print(markdown(f"Against {Path(given.other).name}", rows, judge=not given.quick))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--child"]:
        child(sys.argv[2], int(sys.argv[3]), bool(int(sys.argv[4])))
    else:
        main()
