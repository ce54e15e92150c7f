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


def case(name, config, method, /, *arguments, **options):
    """The name of a call of a method, and the call."""
    return name, partial(call, config, method, *arguments, **options)


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
        yield case(f"pointwise/{name}", config, "pointwise", *both, **options)
        yield case(f"pointwise/{name}/mapping", config, "pointwise", {**sets}, **options)
        for output in ("dict", "frame", "text", "markdown"):
            yield f"report/{name}/{output}", partial(_report, config, both, output, **options)
        yield case(f"confusion/{name}", config, "confusion", *both, **options)
        yield case(f"set_relatedness/{name}", config, "set_relatedness", *both, **options)
        # Options of whole collections don't fit one example.
        own = {k: v for k, v in options.items() if k not in ("sample_weight", "annotators")}
        for row in (0, 3, 7):
            example = [side[row] for side in both]
            yield case(f"explain/{name}/{row}", config, "explain", *example, **own)
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
        yield (f"report/options/{kind}", partial(_report, config, both, "dict", **options, **given))
    yield case("confusion/soft", "soft", "confusion", [[1, 0]], [[0, 1]])


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
            yield case(f"compare/{average}/{counting}", None, "compare", first, second, gold, **own)
    all_averages = {**options, "average": AVERAGES}
    yield case("compare/all", None, "compare", third, first, gold, **all_averages)
    yield case("compare/equal", None, "compare", first, first, gold, **options)
    yield case(
        "compare/weights",
        None,
        "compare",
        first,
        third,
        gold,
        sample_weight=data.weights(),
        **options,
    )
    yield case(
        "compare/grouped",
        None,
        "compare",
        first,
        third,
        gold,
        similarity=[data_frame(11), data_frame(12)] * 20,
        n_resamples=30,
    )
    for reduce in ("mean", "max", "soft"):
        yield case(
            f"compare/annotators/{reduce}",
            "annotators",
            "compare",
            *list(more.values())[:2],
            golds["references"],
            reduce=reduce,
            average=["samples", "micro", "macro"],
            **options,
        )
        yield case(
            f"rank/annotators/{reduce}",
            "annotators",
            "rank",
            more,
            golds["references"],
            reduce=reduce,
            **options,
        )
    yield case(
        "compare/multilabel",
        "multilabel",
        "compare",
        rows["first"],
        rows["third"],
        data.indicators(gold, data.SIX),
        **options,
    )
    for average in ("samples", "micro", "macro", "weighted"):
        own = {**options, "average": average}
        yield case(f"rank/{average}", None, "rank", systems, gold, **own)
        without = {key: value for key, value in own.items() if key != "n_resamples"}
        yield case(f"sensitivity/{average}", None, "sensitivity", systems, gold, **without)
    yield case(
        "sensitivity/given",
        None,
        "sensitivity",
        systems,
        gold,
        {"other": data_frame(12)},
        perturb=False,
        similarity=data_frame(11),
    )
    yield case(
        "sensitivity/distances",
        None,
        "sensitivity",
        systems,
        gold,
        distances=True,
        seed=3,
        similarity=data_frame(11),
    )
    bundled = data.goemotions(200)
    others = _systems(bundled, data.bundled_labels("goemotions"))
    given = {"similarity": "goemotions-ekman"}
    yield case(
        "sensitivity/examples",
        None,
        "sensitivity",
        others,
        bundled["references"],
        ["goemotions"],
        **given,
    )
    yield case(
        "rank/examples", None, "rank", others, bundled["references"], n_resamples=40, **given
    )
    yield case("rank/one", None, "rank", {"first": first}, gold, **options)


def data_frame(seed):
    """A table of six labels as a DataFrame."""
    import pandas as pd

    return pd.DataFrame(data.table(seed), data.SIX, data.SIX)


def _thresholds():
    scores = data.scores(n=30)
    gold = data.indicators(data.sets(data.SIX, 30, 131), data.SIX)
    options = {"similarity": data.table(13), "labels": data.SIX}
    for average in (*AVERAGES[:4], AVERAGES[:4]):
        yield case(
            f"threshold_curve/{average if isinstance(average, str) else 'all'}",
            "multilabel",
            "threshold_curve",
            scores,
            gold,
            average=average,
            **options,
        )
    yield case(
        "threshold_curve/paper",
        "multilabel",
        "threshold_curve",
        scores,
        gold,
        [0.1, 0.3, 0.5, 0.7, 0.9],
        counting="two_sided",
        **options,
    )
    yield case("threshold_curve/default", None, "threshold_curve", scores, gold, **options)


def _without_label_sets():
    ratings = [("a", "b", 1.0), ("a", "c", 3.0), ("b", "d", 2.0), ("e", "f", 5.0), ("c", "d", 4)]
    frame = data_frame(14)
    yield case("agreement/triples", None, "agreement", ratings, similarity=frame)
    as_mapping = {(a, b): rating for a, b, rating in ratings}
    yield case("agreement/mapping", None, "agreement", as_mapping, similarity=frame)
    wheel = {("joy", "love"): 5, ("joy", "sadness"): 1, ("anger", "disgust"): 4}
    yield case("agreement/plutchik", None, "agreement", wheel, similarity="plutchik")
    matrix = np.array([[8.0, 1, 2], [3, 9, 1], [0, 2, 5]])
    yield case("precision_under", None, "precision_under", matrix, [0.2, 0.5, 0.3])
    yield case("precision_under/absent", None, "precision_under", matrix, [0, 0, 0])
    yield case("spread", None, "spread", [0.2, 0.9, 0.5])
    scores = {
        "x": {"f1": 0.5, "mcc": 0.4},
        "y": {"f1": 0.5, "mcc": 0.6},
        "z": {"f1": 0.1, "mcc": 1},
    }
    yield case("winners", None, "winners", scores)
