"""Calls of the other methods: close looks at one system, and several systems."""

from functools import partial

import numpy as np

from . import data
from .layout import new_metric
from .of_compute import AVERAGES, COUNTINGS, PLUTCHIK, quiet
from .plain import decimals, kind_of


def calls():
    """Names and functions, one a call."""
    yield from _close_looks()
    yield from _several_systems()
    yield from _annotated_systems()
    yield from _thresholds()
    yield from _without_label_sets()


def call(config, method, *arguments, **options):
    """Result of a method of a fresh metric, or the kind of its error."""
    try:
        return quiet(lambda: getattr(new_metric(config), method)(*arguments, **options))[0]
    except Exception as error:
        return {"error": kind_of(error)}


def case(name, config, *arguments, **options):
    """The name of a call of a method, which is the first of the name's parts, and the call."""
    return name, partial(call, config, name.split("/")[0], *arguments, **options)


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
    inputs = _inputs()
    for name, (config, sets, options) in inputs.items():
        both = sets["predictions"], sets["references"]
        yield case(f"pointwise/{name}/mapping", config, {**sets}, **options)
        for method in ("pointwise", "confusion", "set_relatedness"):
            yield case(f"{method}/{name}", config, *both, **options)
        for output in ("dict", "frame", "text", "markdown"):
            yield f"report/{name}/{output}", partial(_report, config, both, output, **options)
        # Options of whole collections don't fit one example.
        own = {k: v for k, v in options.items() if k not in ("sample_weight", "annotators")}
        for row in (0, 3, 7):
            yield case(f"explain/{name}/{row}", config, *(side[row] for side in both), **own)
        four = {**options, "average": AVERAGES[:4]}
        yield f"signature/{name}", partial(_parts_of_signature, config, **four)
    config, sets, options = inputs["table"]
    both = sets["predictions"], sets["references"]
    for kind, given in {
        "macro_f1": {"macro_f1": "f1_of_averages"},
        "present": {"macro_labels": "present"},
        "interval": {"n_resamples": 30},
        "zero": {"zero_division": 0.0},
    }.items():
        yield f"report/options/{kind}", partial(_report, config, both, "dict", **options, **given)
    yield case("confusion/soft", "soft", [[1, 0]], [[0, 1]])


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
    first, second, third = systems.values()
    table = {"similarity": data.table(11), "labels": data.SIX}
    options = {**table, "n_resamples": 60}
    for average in AVERAGES:
        for counting in COUNTINGS:
            own = {**options, "average": average, "counting": counting}
            yield case(f"compare/{average}/{counting}", None, first, second, gold, **own)
    yield case("compare/all", None, third, first, gold, average=AVERAGES, **options)
    yield case("compare/equal", None, first, first, gold, **options)
    weights = {"sample_weight": data.weights()}
    yield case("compare/weights", None, first, third, gold, **weights, **options)
    by_row = {"similarity": [data.frame(11), data.frame(12)] * 20, "n_resamples": 30}
    yield case("compare/grouped", None, first, third, gold, **by_row)
    rows = [data.indicators(one, data.SIX) for one in (first, third, gold)]
    yield case("compare/multilabel", "multilabel", *rows, **options)
    for average in AVERAGES[:4]:
        yield case(f"rank/{average}", None, systems, gold, average=average, **options)
        yield case(f"sensitivity/{average}", None, systems, gold, average=average, **table)
    yield case("rank/one", None, {"first": first}, gold, **options)
    own = {"similarity": data.frame(11)}
    other = {"other": data.frame(12)}
    yield case("sensitivity/given", None, systems, gold, other, perturb=False, **own)
    yield case("sensitivity/distances", None, systems, gold, distances=True, seed=3, **own)
    bundled = data.goemotions(200)
    others = _systems(bundled, data.bundled_labels("goemotions")), bundled["references"]
    own = {"similarity": "goemotions-ekman"}
    yield case("sensitivity/examples", None, *others, ["goemotions"], **own)
    yield case("rank/examples", None, *others, n_resamples=40, **own)


def _annotated_systems():
    sets, _ = data.several(data.SIX, 30, 122)
    gold = sets["references"]
    systems = _systems({**sets, "references": [own[0] for own in gold]}, data.SIX)
    first, second, _ = systems.values()
    options = {"similarity": data.table(11), "labels": data.SIX, "n_resamples": 60}
    for reduce in ("mean", "max", "soft"):
        own = {**options, "reduce": reduce}
        both = {**own, "average": AVERAGES[:3]}
        yield case(f"compare/annotators/{reduce}", "annotators", first, second, gold, **both)
        yield case(f"rank/annotators/{reduce}", "annotators", systems, gold, **own)


def _thresholds():
    gold = data.indicators(data.sets(data.SIX, 30, 131), data.SIX)
    both = data.scores(n=30), gold
    options = {"similarity": data.table(13), "labels": data.SIX}
    for average in (*AVERAGES[:4], AVERAGES[:4]):
        name = f"threshold_curve/{average if isinstance(average, str) else 'all'}"
        yield case(name, "multilabel", *both, average=average, **options)
    paper = {"counting": "two_sided", **options}
    yield case("threshold_curve/paper", "multilabel", *both, [0.1, 0.3, 0.5, 0.7, 0.9], **paper)
    yield case("threshold_curve/default", None, *both, **options)


def _without_label_sets():
    ratings = [("a", "b", 1.0), ("a", "c", 3.0), ("b", "d", 2.0), ("e", "f", 5.0), ("c", "d", 4)]
    frame = data.frame(14)
    yield case("agreement/triples", None, ratings, similarity=frame)
    as_mapping = {(a, b): rating for a, b, rating in ratings}
    yield case("agreement/mapping", None, as_mapping, similarity=frame)
    wheel = {("joy", "love"): 5, ("joy", "sadness"): 1, ("anger", "disgust"): 4}
    yield case("agreement/plutchik", None, wheel, similarity="plutchik")
    matrix = np.array([[8.0, 1, 2], [3, 9, 1], [0, 2, 5]])
    yield case("precision_under", None, matrix, [0.2, 0.5, 0.3])
    yield case("precision_under/absent", None, matrix, [0, 0, 0])
    yield case("spread", None, [0.2, 0.9, 0.5])
    scores = {
        "x": {"f1": 0.5, "mcc": 0.4},
        "y": {"f1": 0.5, "mcc": 0.6},
        "z": {"f1": 0.1, "mcc": 1},
    }
    yield case("winners", None, scores)
