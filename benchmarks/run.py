"""Speed and memory beside other ways, everything measured side by side in one run.

``python benchmarks/run.py`` takes some minutes; ``--quick`` shows in seconds that every row can be
measured, on data too small to judge by.
"""

import argparse
import platform
from importlib.metadata import version

import numpy as np
import pandas as pd
from annotators import of_annotators, of_human_intervals, of_many_sets
from baselines import of_baselines
from datasets import Dataset
from measure import best_of_each
from peak_memory import of_memory
from scale import (
    of_counts,
    of_distinct_sets,
    of_label_indices,
    of_large_spaces,
    of_points,
    of_trees,
)
from scipy.sparse import csr_array
from semantic_f1_score import semantic_f1_score
from similarities import of_builders, of_searches
from sklearn.metrics import f1_score
from streams import of_streams
from subjects import (
    TABLE,
    convert_and_score,
    load_metric,
    load_soft_metric,
    load_stock_metric,
    score,
    to_label_sets,
)
from table import markdown, timed, times
from thesaurus import of_large, of_stw
from uncertainty import of_intervals

from data import LABELS, N_LABELS, indicator_rows, name_lists

PACKAGES = ["numpy", "pyarrow", "datasets", "evaluate", "scikit-learn", "semantic-f1-score"]


def beside_the_package(n, rounds):
    """Against the reference package, on data of the size of GoEmotions' test set."""
    rows = {"predictions": indicator_rows(n, 1), "references": indicator_rows(n, 2)}
    names = {side: name_lists(array) for side, array in rows.items()}
    sets = {side: to_label_sets(array) for side, array in rows.items()}
    frame = pd.DataFrame(TABLE, LABELS, LABELS)
    metric, multilabel = load_metric("default"), load_metric("multilabel")
    seconds = best_of_each(
        rounds,
        {
            "package": lambda: semantic_f1_score(
                names["references"], names["predictions"], frame, labels=LABELS, average="samples"
            ),
            "sets": lambda: score(**sets),
            "rows": lambda: convert_and_score(**rows),
            "compute rows": lambda: multilabel.compute(**rows),
            "compute names": lambda: metric.compute(**names),
        },
    )
    package = seconds["package"]
    return [
        timed("semantic-f1-score: name lists, samples alone", package),
        timed("scoring.py: label indices, four averages", seconds["sets"], package, 300),
        timed("scoring.py: indicator rows, four averages", seconds["rows"], package, 300),
        timed("compute: indicator rows, four averages", seconds["compute rows"], package, 200),
        timed("compute: name lists, four averages", seconds["compute names"], package, 200),
    ]


def beside_sklearn(n, rounds, dtype):
    """Against scikit-learn's hard F1 on the same indicator rows."""
    predicted, gold = indicator_rows(n, 1, dtype), indicator_rows(n, 2, dtype)
    sets = to_label_sets(predicted), to_label_sets(gold)
    sparse = csr_array(predicted), csr_array(gold)

    def hard(average, predicted=predicted, gold=gold):
        return lambda: f1_score(gold, predicted, average=average, zero_division=0)

    seconds = best_of_each(
        rounds,
        {
            "read": lambda: (np.count_nonzero(predicted), np.count_nonzero(gold)),
            "samples": hard("samples"),
            "micro": hard("micro"),
            "macro": hard("macro"),
            "rows": lambda: convert_and_score(predicted, gold),
            "sparse": hard("samples", *sparse),
            "sets": lambda: score(*sets),
        },
    )
    ours = seconds["rows"]
    return [
        timed("numpy.count_nonzero of both arrays: the limit", seconds["read"]),
        timed("scikit-learn: hard F1, samples alone", seconds["samples"]),
        timed("scikit-learn: hard F1, micro alone", seconds["micro"]),
        timed("scikit-learn: hard F1, macro alone", seconds["macro"]),
        timed("scoring.py: four averages, against samples", ours, seconds["samples"], 4),
        timed("scoring.py: four averages, against micro", ours, seconds["micro"]),
        timed("scoring.py: four averages, against macro", ours, seconds["macro"]),
        timed("scoring.py: four averages, against the limit", ours, seconds["read"]),
        timed("scikit-learn: hard F1, samples alone, sparse rows", seconds["sparse"]),
        timed("scoring.py: label indices, against it", seconds["sets"], seconds["sparse"]),
    ]


def beside_evaluate(n, rounds):
    """Against evaluate's stock way in, a metric that scores nothing."""
    rows = {"predictions": indicator_rows(n, 1), "references": indicator_rows(n, 2)}
    names = {side: name_lists(array) for side, array in rows.items()}
    metric, multilabel = load_metric("default"), load_metric("multilabel")
    stock, stock_multilabel = load_stock_metric("default"), load_stock_metric("multilabel")
    seconds = best_of_each(
        rounds,
        {
            "stock rows": lambda: stock_multilabel.compute(**rows),
            "rows": lambda: multilabel.compute(**rows),
            "stock names": lambda: stock.compute(**names),
            "names": lambda: metric.compute(**names),
        },
    )
    stock_rows, stock_names = seconds["stock rows"], seconds["stock names"]
    return [
        timed("stock way in: indicator rows, no score", stock_rows),
        timed("compute: indicator rows, four averages", seconds["rows"], stock_rows, 100),
        timed("stock way in: name lists, no score", stock_names),
        timed("compute: name lists, four averages", seconds["names"], stock_names, 6),
    ]


def of_columns(n, rounds):
    """Cost of a ``datasets`` column beside the array or lists that it was made of, by config."""
    rows = [indicator_rows(n, seed) for seed in (1, 2)]
    ids = [[np.flatnonzero(row).tolist() for row in array] for array in rows]
    shares = [(array + 0.01) / (array + 0.01).sum(axis=1, keepdims=True) for array in rows]
    annotated = [list(pair) for pair in zip(*ids, strict=True)]
    inputs = {
        "default": ids,
        "multilabel": rows,
        "annotators": [ids[0], annotated],
        "soft": shares,
    }
    table = []
    for config, (predicted, gold) in inputs.items():
        metric = load_metric(config) if config != "soft" else load_soft_metric(None)
        columns = Dataset.from_dict({"predictions": list(predicted), "references": list(gold)})
        given = {"predictions": predicted, "references": gold}
        seconds = best_of_each(
            rounds,
            {
                "plain": lambda metric=metric, given=given: metric.pointwise(**given),
                "columns": lambda metric=metric, columns=columns: metric.pointwise(
                    columns["predictions"], columns["references"]
                ),
            },
        )
        kind = "lists" if config in ("default", "annotators") else "arrays"
        table += [
            timed(f"pointwise, {config}: {kind}", seconds["plain"]),
            times(
                f"pointwise, {config}: datasets columns", seconds["columns"], seconds["plain"], 3
            ),
        ]
    return table


def of_report(n, rounds):
    """Cost of a report beside the scores alone."""
    rows = {"predictions": indicator_rows(n, 1), "references": indicator_rows(n, 2)}
    metric = load_metric("multilabel")
    seconds = best_of_each(
        rounds,
        {
            "compute": lambda: metric.compute(**rows),
            "report": lambda: metric.report(**rows),
            "confusion": lambda: metric.confusion(**rows),
        },
    )
    scoring = seconds["compute"]
    return [
        timed("compute: four averages", scoring),
        times("report: semantic and hard, of labels and averages", seconds["report"], scoring, 3),
        times("confusion: best matches both ways", seconds["confusion"], scoring),
    ]


def of_soft(n, rounds):
    """Distances between distributions over 11 labels; with a general cost each is a program."""
    rng = np.random.default_rng(0)
    rows = {side: rng.dirichlet(np.ones(11), n) for side in ("predictions", "references")}
    # Most annotators choose few labels.
    votes = {
        "predictions": rows["predictions"],
        "references": rng.multinomial(5, rows["references"]),
    }
    metrics = {
        name: load_soft_metric(similarity)
        for name, similarity in (("distances", None), ("wasserstein", "plutchik"))
    }
    seconds = best_of_each(
        rounds,
        {
            "distances": lambda: metrics["distances"].compute(**rows),
            "wasserstein": lambda: metrics["wasserstein"].compute(**rows),
            "votes": lambda: metrics["wasserstein"].compute(**votes, normalize_counts=True),
        },
    )
    return [
        times("five distances, in units of 2 s", seconds["distances"], 2, 1),
        times("with Wasserstein, dense rows, in units of 60 s", seconds["wasserstein"], 60, 1),
        times("with Wasserstein, five votes a row, in units of 60 s", seconds["votes"], 60, 1),
    ]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="small data, one run each")
    quick = parser.parse_args().quick
    n_small, n_large, rounds = (200, 2_000, 1) if quick else (5_427, 1_000_000, 5)
    versions = ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    print(f"Python {platform.python_version()}, {versions}\n")
    sections = {
        f"{n_small:,} x {N_LABELS}": lambda: beside_the_package(n_small, rounds),
        f"{n_large:,} x {N_LABELS}, int64": lambda: beside_sklearn(n_large, rounds, "int64"),
        f"{n_large:,} x {N_LABELS}, int8": lambda: beside_sklearn(n_large, rounds, "int8"),
        f"{n_large:,} x {N_LABELS}, through evaluate": lambda: beside_evaluate(
            n_large, min(rounds, 2)
        ),
        "Memory beyond the rows": lambda: of_memory(n_large / 1_000_000),
        f"{n_large // 10:,} x {N_LABELS}, columns of datasets": lambda: of_columns(
            n_large // 10, min(rounds, 3)
        ),
        f"{n_large:,} x {N_LABELS}, report": lambda: of_report(n_large, min(rounds, 3)),
        f"{n_large // 10:,} x {N_LABELS}, intervals": lambda: of_intervals(
            n_large // 10, min(rounds, 3), 20 if quick else 1000
        ),
        f"{n_large // 10:,} x 11, distributions": lambda: of_soft(n_large // 10, min(rounds, 2)),
        **{
            f"{n_large // 20:,} examples of {least} to {most} labels, other scores": (
                lambda least=least, most=most: of_baselines(
                    n_large // 20, min(rounds, 2), least, most
                )
            )
            for least, most in ((0, 3), (1, 6))
        },
        "STW Thesaurus for Economics, 6,244 concepts": lambda: of_stw(min(rounds, 3)),
        f"{n_large // 10:,} concepts": lambda: of_large(n_large // 10, min(rounds, 2)),
        "Builders of similarities": lambda: of_builders(200 if quick else 2_000, min(rounds, 2)),
        "Searches in thesauri": lambda: of_searches(2_000 if quick else 60_000, min(rounds, 2)),
        f"{n_large:,} x {N_LABELS}, label indices": lambda: of_label_indices(
            n_large, min(rounds, 3)
        ),
        f"{n_large:,} x {N_LABELS}, distinct sets": lambda: of_distinct_sets(
            2 * n_large if quick else n_large, min(rounds, 3)
        ),
        f"{n_large:,} examples of 5 annotators": lambda: of_annotators(n_large, min(rounds, 2)),
        f"{n_large // 10:,} examples of 5 annotators, many sets": lambda: of_many_sets(
            n_large // 10, min(rounds, 2)
        ),
        f"{n_large // 50:,} examples of 5 annotators, intervals": lambda: of_human_intervals(
            n_large // 50, 400
        ),
        f"{n_large:,} x {N_LABELS}, counts of parts": lambda: of_counts(n_large, min(rounds, 3)),
        f"{n_large // 10:,} sets of points": lambda: of_points(n_large // 10, min(rounds, 3)),
        "Large label spaces": lambda: of_large_spaces(
            *((2_000, 200) if quick else (670_000, 100_000)), min(rounds, 2)
        ),
        "A tree of many labels": lambda: of_trees(
            *((2_000, 200) if quick else (670_000, 100_000)), min(rounds, 2)
        ),
        f"{20 * n_large:,} rows in {4 if quick else 40} files": lambda: of_streams(
            20 * n_large, 4 if quick else 40
        ),
    }
    for title, section in sections.items():
        print(markdown(title, section(), judge=not quick), flush=True)


if __name__ == "__main__":
    main()
