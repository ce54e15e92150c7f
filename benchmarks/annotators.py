"""Several annotators an example, as ratios to one gold set an example, and intervals' memory."""

import tracemalloc
from functools import partial

import numpy as np
from measure import best_of_each
from table import peak_memory, timed, times

from semantic_f1 import SemanticF1
from semantic_f1.inputs.configs import weighted_sets
from semantic_f1.scoring import results
from semantic_f1.scoring.annotated_sets import Judged
from semantic_f1.scoring.human_baseline import consensus_counts, leave_one_out_counts

PEOPLE = 5


def similarity_of(m):
    values = np.random.default_rng(m).random((m, m))
    values = (values + values.T) / 2
    np.fill_diagonal(values, 1)
    return values


def choices(rng, n, m, n_sets, most, uneven):
    """Predicted sets, and five annotators' for each example, out of so many sets of names."""
    pool = {tuple(sorted(rng.choice(m, rng.integers(0, most + 1), False))) for _ in range(n_sets)}
    names = [[f"l{label}" for label in label_set] for label_set in sorted(pool)]
    shares = rng.dirichlet(np.full(len(names), 0.3)) if uneven else None
    sets = [names[place] for place in rng.choice(len(names), n * (1 + PEOPLE), p=shares)]
    golds = [sets[start : start + PEOPLE] for start in range(n, len(sets), PEOPLE)]
    return {"predictions": sets[:n], "references": golds}


def of_annotators(n, rounds):
    """A million examples of 11 labels and a hundred distinct sets, as people choose them."""
    data = choices(np.random.default_rng(0), n, 11, 100, 3, uneven=True)
    options = {"similarity": similarity_of(11), "labels": [f"l{i}" for i in range(11)]}
    single_metric, several = SemanticF1(**options), SemanticF1("annotators", **options)
    single = {**data, "references": [sets[0] for sets in data["references"]]}
    seconds = best_of_each(
        rounds,
        {
            "one": lambda: single_metric.compute(**single),
            "several": lambda: several.compute(**data, human=False),
            "human": lambda: several.compute(**data),
        },
    )
    return [
        timed("compute, default: one gold set", seconds["one"]),
        times(f"compute, annotators: {PEOPLE} gold sets", seconds["several"], seconds["one"], 5),
        times("the same with human scores", seconds["human"], seconds["one"], 5),
    ]


def of_many_sets(n, rounds):
    """Thousands of distinct sets, nearly all pairs of them distinct too."""
    data = choices(np.random.default_rng(1), n, 27, 30_000, 5, uneven=False)
    labels = [f"l{i}" for i in range(27)]
    metric = SemanticF1("annotators", similarity=similarity_of(27), labels=labels)
    setting = metric._setting({})
    sets = weighted_sets(*metric._read(**data), setting)
    by_pair = results.scoring_of(setting)
    by_pair.table = lambda sets: None
    by_pair = partial(Judged, *sets[:2], sets.offsets, by_pair)

    def counted(make):
        judged = make()
        return leave_one_out_counts(judged, "mean"), consensus_counts(judged)

    seconds = best_of_each(
        rounds,
        {
            "by pair": lambda: counted(by_pair),
            "by table": lambda: counted(lambda: results.judged_of(sets, setting)),
        },
    )
    n_sets = results.judged_of(sets, setting).d
    return [
        timed(
            f"human counts, {n_sets:,} distinct sets: pairs scored one by one", seconds["by pair"]
        ),
        times("the same by a table of best matches", seconds["by table"], seconds["by pair"], 0.5),
    ]


def of_human_intervals(n, resamples):
    """Memory of intervals of human scores: what no average by label asks for isn't laid out."""
    peaks = {}
    for m in (11, 1_000):
        data = choices(np.random.default_rng(2), n, m, 100, 3, uneven=True)
        labels = [f"l{i}" for i in range(m)]
        metric = SemanticF1("annotators", similarity=similarity_of(m), labels=labels)
        call = partial(metric.compute, **data, average=["samples", "micro"], n_resamples=resamples)
        with metric.notices():
            # Buffers are there already when memory is measured.
            call()
            tracemalloc.start()
            call()
            peaks[m] = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
    few, many = peaks.values()
    what = f"intervals of human scores, samples and micro, {m:,} labels: memory of 11 labels"
    return [peak_memory(what, many, few, 1.5)]
