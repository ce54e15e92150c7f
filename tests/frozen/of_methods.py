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
        own = {**options, "average": AVERAGES[:4]}
        yield f"signature/{name}", partial(_parts_of_signature, config, **own)
    config, sets, options = _inputs()["table"]
    both = sets["predictions"], sets["references"]
    for kind, given in (
        ("macro_f1", {"macro_f1": "f1_of_averages"}), ("present", {"macro_labels": "present"}),
        ("interval", {"n_resamples": 30}), ("zero", {"zero_division": 0.0}),
    ):  # fmt: skip
        yield f"report/options/{kind}", partial(_report, config, both, "dict", **options, **given)
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
    table = {"similarity": data.table(11), "labels": data.SIX}
    options = {**table, "n_resamples": 60}
    first, second, third = systems.values()
    cases = {
        "all": (third, first, gold, {**options, "average": AVERAGES}),
        "equal": (first, first, gold, options),
        "weights": (first, third, gold, {"sample_weight": data.weights(), **options}),
        "grouped": (
            *(first, third, gold),
            {"similarity": [data_frame(11), data_frame(12)] * 20, "n_resamples": 30},
        ),
    }
    for average in AVERAGES:
        for counting in ("paper", "two_sided"):
            own = {**options, "average": average, "counting": counting}
            cases[f"{average}/{counting}"] = first, second, gold, own
    for name, (*rows, own) in cases.items():
        yield case(f"compare/{name}", None, "compare", *rows, **own)
    rows = (data.indicators(one, data.SIX) for one in (first, third, gold))
    yield case("compare/multilabel", "multilabel", "compare", *rows, **options)
    golds = golds["references"]
    for reduce in ("mean", "max", "soft"):
        own, name = {**options, "reduce": reduce}, f"annotators/{reduce}"
        yield case(f"rank/{name}", "annotators", "rank", more, golds, **own)
        own["average"], two = ["samples", "micro", "macro"], list(more.values())[:2]
        yield case(f"compare/{name}", "annotators", "compare", *two, golds, **own)
    for average in ("samples", "micro", "macro", "weighted"):
        own = {"average": average}
        yield case(f"rank/{average}", None, "rank", systems, gold, **own, **options)
        yield case(f"sensitivity/{average}", None, "sensitivity", systems, gold, **own, **table)
    bundled = data.goemotions(200)
    others = _systems(bundled, data.bundled_labels("goemotions")), bundled["references"]
    given = {"similarity": "goemotions-ekman"}
    alone, other = {"similarity": data_frame(11)}, {"other": data_frame(12)}
    for name, *arguments, own in (
        ("given", systems, gold, other, {"perturb": False, **alone}),
        ("distances", systems, gold, {"distances": True, "seed": 3, **alone}),
        ("examples", *others, ["goemotions"], given),
    ):
        yield case(f"sensitivity/{name}", None, "sensitivity", *arguments, **own)
    yield case("rank/examples", None, "rank", *others, n_resamples=40, **given)
    yield case("rank/one", None, "rank", {"first": first}, gold, **options)


def data_frame(seed):
    """A table of six labels as a DataFrame."""
    import pandas as pd

    return pd.DataFrame(data.table(seed), data.SIX, data.SIX)


def _thresholds():
    rows = data.scores(n=30), data.indicators(data.sets(data.SIX, 30, 131), data.SIX)
    options = {"similarity": data.table(13), "labels": data.SIX}
    method = "threshold_curve"
    for average in (*AVERAGES[:4], AVERAGES[:4]):
        name = average if isinstance(average, str) else "all"
        yield case(f"{method}/{name}", "multilabel", method, *rows, average=average, **options)
    grid, counting = [0.1, 0.3, 0.5, 0.7, 0.9], {"counting": "two_sided"}
    yield case(f"{method}/paper", "multilabel", method, *rows, grid, **counting, **options)
    yield case(f"{method}/default", None, method, *rows, **options)


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
    scores = {"x": (0.5, 0.4), "y": (0.5, 0.6), "z": (0.1, 1)}
    scores = {name: {"f1": f1, "mcc": mcc} for name, (f1, mcc) in scores.items()}
    yield case("winners", None, "winners", scores)
