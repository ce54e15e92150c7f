"""Two minutes of ratios: sparse rows, many labels, one example, starts, annotators, many systems.

``python benchmarks/ahead.py`` prints the tables; ``--readme`` puts them into README.md next to it;
``--quick`` shows in seconds that every row can be measured.
CPU time, functions and processes taking turns, the best of several turns.
"""

import platform
import re
import resource
import subprocess
import sys
import time
import warnings
from functools import partial
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

import measure  # noqa: F401, the checkout's package goes first
import numpy as np
import pandas as pd
from scipy.sparse import csr_matrix
from semantic_f1_score import semantic_f1_score
from sklearn.metrics import f1_score
from table import Row, markdown, times

from semantic_f1 import SemanticF1

ROOT = Path(__file__).resolve().parents[1]
AVERAGES = ["samples", "micro", "macro", "weighted"]
PACKAGES = [
    "numpy",
    "pyarrow",
    "scipy",
    "scikit-learn",
    "evaluate",
    "datasets",
    "semantic-f1-score",
]
MARKS = "<!-- ahead -->", "<!-- end of ahead -->"


def seconds_of_each(rounds, functions, repeat=1):
    """CPU seconds of the fastest turn of each function."""
    best = dict.fromkeys(functions, float("inf"))
    for _ in range(rounds):
        for name, function in functions.items():
            start = time.process_time()
            for _ in range(repeat):
                function()
            best[name] = min(best[name], (time.process_time() - start) / repeat)
    return best


def similarity_of(m):
    values = np.random.default_rng(m).random((m, m))
    values = (values + values.T) / 2
    np.fill_diagonal(values, 1)
    return values


def metric_of(config, m, **options):
    labels = [f"l{i}" for i in range(m)]
    return SemanticF1(config, similarity=similarity_of(m), labels=labels, **options)


def of_sparse_rows(n=1_000_000, m=27):
    """CSR rows of about 1.3 labels, against scikit-learn's micro alone."""
    rows, metric = [], metric_of("multilabel", m)
    for kind, n_distinct in (("drawn apart", n), ("5,000 distinct pairs", 5_000)):
        pick = np.random.default_rng(0).integers(0, n_distinct, n) if n_distinct < n else slice(n)
        chosen = (np.random.default_rng(seed).random((n_distinct, m)) for seed in (1, 2))
        gold, predicted = (csr_matrix((x < 1.3 / m).astype(np.int8)[pick]) for x in chosen)
        found = seconds_of_each(
            3,
            {
                "micro": lambda p=predicted, g=gold: f1_score(g, p, average="micro"),
                "four": lambda p=predicted, g=gold: metric.compute(p, g, average=AVERAGES),
            },
        )
        what = f"{n:,} x {m} CSR, {kind}: four averages, of scikit-learn's micro F1"
        rows.append(times(what, found["four"], found["micro"]))
    return rows


def of_many_labels(n=200_000):
    """Rows of 0 and 1 of many labels, against the same number of rows of 32; and torchmetrics."""
    rows = []
    for kind, n_distinct in (("drawn apart", n), ("2,000 distinct rows", 2_000)):
        pick = np.random.default_rng(0).integers(0, n_distinct, n) if n_distinct < n else slice(n)
        calls, sides = {}, {}
        for m in (32, 33, 128, 500):
            metric = metric_of("multilabel", m, average=AVERAGES)
            chosen = (np.random.default_rng(seed).random((n_distinct, m)) for seed in (1, 2))
            sides[m] = [(x < 1.3 / m).astype(np.int8)[pick] for x in chosen]
            calls[m] = lambda metric=metric, s=sides[m]: metric.compute(*s)
        found = seconds_of_each(3, calls)
        what = "{:,} x {} int8, {}: four averages, of 32 labels"
        rows += [times(what.format(n, m, kind), found[m], found[32]) for m in (33, 128, 500)]
        if find_spec("torchmetrics"):
            import torch
            from torchmetrics.functional.classification import multilabel_f1_score

            gold, predicted = (torch.from_numpy(x.astype(np.int64)) for x in sides[32])
            peer = {"macro": lambda g=gold, p=predicted: multilabel_f1_score(p, g, 32)}
            seconds = seconds_of_each(3, peer)["macro"]
            rows.append(times(f"{n:,} x 32, {kind}: of torchmetrics' macro F1", found[32], seconds))
    return rows


def of_few_rows():
    """Lists of names, one and ten examples, against the reference package."""
    labels = [f"l{i}" for i in range(11)]
    metric, rows = metric_of("default", 11), []
    frame = pd.DataFrame(similarity_of(11), labels, labels)
    for n in (1, 10):
        rng = np.random.default_rng(n)
        sides = [[[labels[x]] for x in rng.integers(0, 11, n)] for _ in range(2)]
        found = seconds_of_each(
            7,
            {
                "reference": lambda s=sides: semantic_f1_score(
                    s[1], s[0], frame, labels=labels, average="samples"
                ),
                "ours": lambda s=sides: metric.compute(*s),
            },
            repeat=100,
        )
        what = f"{n} example{'s' * (n > 1)} of names: compute, of semantic-f1-score"
        rows.append(times(what, found["ours"], found["reference"]))
    return rows


def of_starts(rounds=4):
    """Fresh processes that score one example, or import a peer."""
    call = "(similarity='plutchik').compute([['joy']], [['love']])"
    codes = {
        "SemanticF1": f"import semantic_f1; semantic_f1.SemanticF1{call}",
        "Scorer": f"import semantic_f1; semantic_f1.Scorer{call}",
        "import sklearn.metrics": "import sklearn.metrics",
        "import semantic_f1_score": "import semantic_f1_score",
    }
    best = dict.fromkeys(codes, float("inf"))
    for _ in range(rounds):
        for name, code in codes.items():
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            command = [sys.executable, "-c", code]
            subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            best[name] = min(best[name], used)
    return [
        times(f"a process: {name}, of SemanticF1", best[name], best["SemanticF1"]) for name in codes
    ]


def of_annotators(n=20_000, k=5, m=27, many=10_000):
    """Sets by few and by many annotators, the same sets."""
    rng = np.random.default_rng(0)
    pool = [[f"l{x}" for x in rng.choice(m, 1 + (rng.random() < 0.3), False)] for _ in range(2_000)]
    pick = rng.integers(0, len(pool), (n, k + 1))
    predictions = [pool[row[0]] for row in pick]
    references = [[pool[x] for x in row[1:]] for row in pick]
    rows = []
    for average in ("samples", AVERAGES):
        metric = metric_of("annotators", m, average=average)
        calls = {}
        for people in (10, many):
            who = ((rng.integers(0, people, (n, 1)) + np.arange(k)) % people).tolist()
            calls[people] = lambda who=who: metric.compute(  # noqa: B023
                predictions, references, annotators=who
            )
        found = seconds_of_each(2, calls)
        what = "samples" if average == "samples" else "four averages"
        what = f"{n:,} x {k} sets, {many:,} annotators, {what}: of 10 annotators"
        rows.append(times(what, found[many], found[10]))
    return rows


def of_systems(n=20_000, m=27):
    """Rankings of many systems: pairs grow by the square."""
    gold, *others = (np.random.default_rng(seed).random((n, m)) < 0.05 for seed in range(33))
    systems = {f"s{i}": other for i, other in enumerate(others)}
    metric, found = metric_of("multilabel", m), {}
    for number in (16, 32):
        some = dict(list(systems.items())[:number])
        call = {number: lambda some=some: metric.rank(some, gold, n_resamples=200)}
        found |= seconds_of_each(2, call)
    return [times("rank, 32 systems: of 16", found[32], found[16])]


def main():
    warnings.simplefilter("ignore")
    sections = of_sparse_rows, of_many_labels, of_few_rows, of_starts, of_annotators, of_systems
    if "--quick" in sys.argv:
        # Whether it runs; data too small to judge by.
        sizes = {"n": 5_000}, {"n": 5_000}, {}, {"rounds": 1}, {"n": 300, "many": 50}, {"n": 300}
        sections = [partial(of, **size) for of, size in zip(sections, sizes, strict=True)]
    else:
        # As many people as in MultiPICo.
        sections = (*sections, partial(of_annotators, 3_005, 5, 2, 506))
    rows: list[Row] = [row for section in sections for row in section()]
    versions = ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    peer = "torchmetrics"
    versions += f", {peer} {version(peer) if find_spec(peer) else 'not installed'}"
    table = markdown("Ratios to peers and to smaller data", rows, judge=False)
    text = f"{table}\nPython {platform.python_version()}, {versions}; CPU time.\n"
    print(text)
    if "--readme" in sys.argv:
        readme = ROOT / "benchmarks" / "README.md"
        start, end = MARKS
        page = readme.read_text(encoding="utf-8")
        filled = f"{start}\n\n{text}\n{end}"
        pattern = f"{re.escape(start)}.*{re.escape(end)}"
        readme.write_text(re.sub(pattern, lambda _: filled, page, flags=re.S), encoding="utf-8")


if __name__ == "__main__":
    main()
