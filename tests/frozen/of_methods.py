"""Calls of the other methods: close looks at one system, and several systems."""

from functools import partial

import numpy as np

from . import data
from .layout import new_metric
from .of_compute import AVERAGES, PLUTCHIK, quiet
from .plain import decimals, kind_of


def calls():
    """Names and functions, one a call."""
    yield from _close_looks()
    yield from _several_systems()
    yield from _thresholds()
    yield from _without_label_sets()


def call(config, method, *arguments, **options):
    """Result of a method of a fresh metric, or the kind of its error."""
    try:
        return quiet(lambda: getattr(new_metric(config), method)(*arguments, **options))[0]
    except Exception as error:
        return {"error": kind_of(error)}


def _inputs():
    """Name of each kind of input -> config, predictions and references, options."""
    plutchik = data.pair(PLUTCHIK, 25, 101)
    six = data.pair(data.SIX, 40, 102)
    single = {side: [names[:1] or ["a"] for names in x] for side, x in six.items()}
    rows = {side: data.indicators(names, data.SIX) for side, names in six.items()}
    golds, people = data.several(data.SIX, 25, 103)
    own, who = data.annotated()
    table = {"similarity": data.table(9), "labels": data.SIX}
    identity = {"similarity": "identity", "labels": data.SIX}
    return {
        "plutchik": (None, plutchik, {"similarity": "plutchik"}),
        "table": (None, six, table),
        "two_sided": (None, six, {**table, "counting": "two_sided"}),
        "weights": (None, six, {**table, "sample_weight": data.weights()}),
        "identity": (None, six, identity),
        "single": (None, single, table),
        "multilabel": ("multilabel", rows, table),
        "annotators": ("annotators", golds, table),
        "max": ("annotators", golds, {**table, "reduce": "max", "annotators": people}),
        "soft_golds": ("annotators", golds, {**table, "reduce": "soft"}),
        "examples": (None, data.goemotions(300), {"similarity": "goemotions-ekman"}),
        "annotated": ("annotators", own, {"similarity": "plutchik", "annotators": who}),
    }


def _close_looks():
    for name, (config, sets, options) in _inputs().items():
        both = sets["predictions"], sets["references"]
        yield f"pointwise/{name}", partial(call, config, "pointwise", *both, **options)
        yield (
            f"pointwise/{name}/mapping",
            partial(call, config, "pointwise", {**sets}, **options),
        )
        for output in ("dict", "frame", "text", "markdown"):
            yield f"report/{name}/{output}", partial(_report, config, both, output, **options)
        yield f"confusion/{name}", partial(call, config, "confusion", *both, **options)
        yield f"set_relatedness/{name}", partial(call, config, "set_relatedness", *both, **options)
        # Options of whole collections don't fit one example.
        own = {k: v for k, v in options.items() if k not in ("sample_weight", "annotators")}
        for row in (0, 3, 7):
            example = [side[row] for side in both]
            yield f"explain/{name}/{row}", partial(call, config, "explain", *example, **own)
        yield (
            f"signature/{name}",
            partial(_parts_of_signature, config, **options, average=AVERAGES[:4]),
        )
    config, sets, options = _inputs()["table"]
    both = sets["predictions"], sets["references"]
    for kind, given in {
        "macro_f1": {"macro_f1": "f1_of_averages"},
        "present": {"macro_labels": "present"},
        "interval": {"n_resamples": 30},
        "zero": {"zero_division": 0.0},
    }.items():
        yield (
            f"report/options/{kind}",
            partial(_report, config, both, "dict", **options, **given),
        )
    yield "confusion/soft", partial(call, "soft", "confusion", [[1, 0]], [[0, 1]])


def _report(config, both, output, **options):
    report = call(config, "report", *both, output=output, **options)
    if hasattr(report, "to_dict"):
        return {"index": list(map(str, report.index)), "values": report.to_dict("list")}
    return decimals(report) if isinstance(report, str) else report


def _parts_of_signature(config, **options):
    """The names of a signature's fields, and those values that are numbers or names."""
    text = new_metric(config).signature(**options)
    fields = dict(part.split(":", 1) for part in text.split("|") if ":" in part)
    fields.pop("version", None)
    return fields


def _systems(sets, labels, seed=5):
    """Three systems of predictions for the gold sets, the first that of ``sets``."""
    gold = sets["references"]
    return {
        "first": sets["predictions"],
        "second": data.near(gold, labels, seed, 0.6),
        "third": data.near(gold, labels, seed + 1, 0.9),
    }


def _several_systems():
    six = data.pair(data.SIX, 40, 121)
    systems, gold = _systems(six, data.SIX), six["references"]
    golds, _ = data.several(data.SIX, 30, 122)
    more = _systems({**golds, "references": [own[0] for own in golds["references"]]}, data.SIX)
    rows = {name: data.indicators(one, data.SIX) for name, one in systems.items()}
    options = {"similarity": data.table(11), "labels": data.SIX, "n_resamples": 60}
    first, second, third = systems.values()
    for average in AVERAGES:
        for counting in ("paper", "two_sided"):
            own = {**options, "average": average, "counting": counting}
            yield (
                f"compare/{average}/{counting}",
                partial(call, None, "compare", first, second, gold, **own),
            )
    all_averages = {**options, "average": AVERAGES}
    yield "compare/all", partial(call, None, "compare", third, first, gold, **all_averages)
    yield "compare/equal", partial(call, None, "compare", first, first, gold, **options)
    yield (
        "compare/weights",
        partial(call, None, "compare", first, third, gold, sample_weight=data.weights(), **options),
    )
    yield (
        "compare/grouped",
        partial(
            call,
            None,
            "compare",
            first,
            third,
            gold,
            similarity=[data_frame(11), data_frame(12)] * 20,
            n_resamples=30,
        ),
    )
    for reduce in ("mean", "max", "soft"):
        yield (
            f"compare/annotators/{reduce}",
            partial(
                call,
                "annotators",
                "compare",
                *list(more.values())[:2],
                golds["references"],
                reduce=reduce,
                average=["samples", "micro", "macro"],
                **options,
            ),
        )
        yield (
            f"rank/annotators/{reduce}",
            partial(
                call, "annotators", "rank", more, golds["references"], reduce=reduce, **options
            ),
        )
    yield (
        "compare/multilabel",
        partial(
            call,
            "multilabel",
            "compare",
            rows["first"],
            rows["third"],
            data.indicators(gold, data.SIX),
            **options,
        ),
    )
    for average in ("samples", "micro", "macro", "weighted"):
        own = {**options, "average": average}
        yield f"rank/{average}", partial(call, None, "rank", systems, gold, **own)
        without = {key: value for key, value in own.items() if key != "n_resamples"}
        yield (
            f"sensitivity/{average}",
            partial(call, None, "sensitivity", systems, gold, **without),
        )
    yield (
        "sensitivity/given",
        partial(
            call,
            None,
            "sensitivity",
            systems,
            gold,
            {"other": data_frame(12)},
            perturb=False,
            similarity=data_frame(11),
        ),
    )
    yield (
        "sensitivity/distances",
        partial(
            call,
            None,
            "sensitivity",
            systems,
            gold,
            distances=True,
            seed=3,
            similarity=data_frame(11),
        ),
    )
    bundled = data.goemotions(200)
    others = _systems(bundled, data.bundled_labels("goemotions"))
    given = {"similarity": "goemotions-ekman"}
    yield (
        "sensitivity/examples",
        partial(call, None, "sensitivity", others, bundled["references"], ["goemotions"], **given),
    )
    yield (
        "rank/examples",
        partial(call, None, "rank", others, bundled["references"], n_resamples=40, **given),
    )
    yield "rank/one", partial(call, None, "rank", {"first": first}, gold, **options)


def data_frame(seed):
    """A table of six labels as a DataFrame."""
    import pandas as pd

    return pd.DataFrame(data.table(seed), data.SIX, data.SIX)


def _thresholds():
    scores = data.scores(n=30)
    gold = data.indicators(data.sets(data.SIX, 30, 131), data.SIX)
    options = {"similarity": data.table(13), "labels": data.SIX}
    for average in (*AVERAGES[:4], AVERAGES[:4]):
        yield (
            f"threshold_curve/{average if isinstance(average, str) else 'all'}",
            partial(
                call, "multilabel", "threshold_curve", scores, gold, average=average, **options
            ),
        )
    yield (
        "threshold_curve/paper",
        partial(
            call,
            "multilabel",
            "threshold_curve",
            scores,
            gold,
            [0.1, 0.3, 0.5, 0.7, 0.9],
            counting="two_sided",
            **options,
        ),
    )
    yield (
        "threshold_curve/default",
        partial(call, None, "threshold_curve", scores, gold, **options),
    )


def _without_label_sets():
    ratings = [("a", "b", 1.0), ("a", "c", 3.0), ("b", "d", 2.0), ("e", "f", 5.0), ("c", "d", 4)]
    frame = data_frame(14)
    yield "agreement/triples", partial(call, None, "agreement", ratings, similarity=frame)
    as_mapping = {(a, b): rating for a, b, rating in ratings}
    yield "agreement/mapping", partial(call, None, "agreement", as_mapping, similarity=frame)
    wheel = {("joy", "love"): 5, ("joy", "sadness"): 1, ("anger", "disgust"): 4}
    yield "agreement/plutchik", partial(call, None, "agreement", wheel, similarity="plutchik")
    matrix = np.array([[8.0, 1, 2], [3, 9, 1], [0, 2, 5]])
    yield "precision_under", partial(call, None, "precision_under", matrix, [0.2, 0.5, 0.3])
    yield "precision_under/absent", partial(call, None, "precision_under", matrix, [0, 0, 0])
    yield "spread", partial(call, None, "spread", [0.2, 0.9, 0.5])
    scores = {
        "x": {"f1": 0.5, "mcc": 0.4},
        "y": {"f1": 0.5, "mcc": 0.6},
        "z": {"f1": 0.1, "mcc": 1},
    }
    yield "winners", partial(call, None, "winners", scores)
