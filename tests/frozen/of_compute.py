"""Calls of ``compute``: configs, averages, options, forms of input, batches, pickles."""

import pickle
from functools import partial

import datasets
import numpy as np
import pandas as pd
import pyarrow as pa

from . import data
from .layout import new_metric
from .plain import kind_of

AVERAGES = ["samples", "micro", "macro", "weighted", None]
PLUTCHIK = data.bundled_labels("plutchik")


def calls():
    """Names and functions, one a call."""
    yield from _default()
    yield from _forms()
    yield from _multilabel()
    yield from _annotators()
    yield from _soft()
    yield from _in_parts()
    yield from _refused()


def quiet(function):
    """The result of a call whose warnings are looked at elsewhere: how many there were."""
    import warnings

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        result = function()
    return result, sum(one.category is UserWarning for one in caught)


def compute(config=None, sets=None, **options):
    """A scoring by a fresh metric, and how many warnings it gave."""
    result, warned = quiet(lambda: new_metric(config).compute(**sets, **options))
    return {"result": result, "warnings": warned}


def case(name, sets, config=None, /, **options):
    """The name of a scoring, and the call."""
    return name, partial(compute_or_error, config, sets, **options)


def _custom(seed=0, **options):
    """A similarity of six labels that is not symmetric, with its labels."""
    return {"similarity": data.table(seed), "labels": data.SIX, **options}


def _default():
    sets = data.pair(PLUTCHIK)
    six = data.pair(data.SIX, 40, 21)
    goldless = {"predictions": [[], ["a"], [], ["b", "c"]], "references": [[], [], ["a"], ["c"]]}
    for average in AVERAGES:
        for counting in ("paper", "two_sided"):
            options = {"average": average, "counting": counting}
            name = f"default/{average}/{counting}"
            yield case(f"{name}/plutchik", sets, similarity="plutchik", **options)
            yield case(f"{name}/table", six, **_custom(1), **options)
        identity = {"similarity": "identity", "labels": data.SIX, "average": average}
        yield case(f"default/{average}/identity", six, **identity)
        weight = {"sample_weight": data.weights(), "average": average}
        yield case(f"default/{average}/weights", six, **_custom(2), **weight)
        resampled = {"n_resamples": 60, "average": average, "seed": 4}
        yield case(f"default/{average}/interval", six, **_custom(3), **resampled)
        resampled = {"n_resamples": 40, "sample_weight": data.weights(seed=6), "average": average}
        yield case(f"default/{average}/interval/weights", six, **_custom(3, **resampled))
        yield case(f"default/{average}/empty_sets", goldless, **_custom(4, average=average))
        for name in ("goemotions", "goemotions-ekman", "mfrc"):
            own = data.pair(data.bundled_labels(name), 60, 31)
            yield case(f"default/{average}/{name}", own, similarity=name, average=average)
    for kind in ("averaged_f1", "f1_of_averages"):
        for counting in ("paper", "two_sided"):
            options = {"average": AVERAGES, "macro_f1": kind, "counting": counting}
            yield case(f"default/all/{kind}/{counting}", six, **_custom(5), **options)
        resampled = {"average": "macro", "macro_f1": kind, "n_resamples": 50}
        rare = data.pair(data.SIX, 12, 22, most=1)
        yield case(f"default/macro/{kind}/rare", rare, **_custom(6), **resampled)
    few = data.pair(data.SIX[:3], 20, 23)
    for name, macro in (("all", "all"), ("present", "present"), ("list", ["a", "d"])):
        for average in ("macro", "weighted", None):
            options = _custom(7, macro_labels=macro, average=average)
            yield case(f"default/macro_labels/{name}/{average}", few, **options)
    for division in (0, 0.5, 1):
        options = _custom(4, zero_division=division, average=AVERAGES)
        yield case(f"default/zero_division/{division}", goldless, **options)
    unknown = {"predictions": [["a", "new"], ["b"], ["old"]], "references": [["a"], ["b"], ["c"]]}
    for rule in ("mismatch", "ignore"):
        options = _custom(8, unknown_labels=rule, average=AVERAGES[:4])
        yield case(f"default/unknown_labels/{rule}", unknown, **options)
    folded = {"predictions": [[" A"], ["b ", "C"]], "references": [["a"], ["B"]]}
    yield case("default/normalize_names", folded, **_custom(8, normalize_names=True))
    none = {
        "predictions": [["neutral"], ["joy"], [], ["anger", "neutral"]],
        "references": [["neutral"], ["neutral"], ["neutral"], ["disgust"]],
    }
    for average in AVERAGES:
        for names in (None, ["neutral"], []):
            options = {"similarity": "goemotions-ekman", "average": average, "none_labels": names}
            yield case(f"default/none_labels/{names}/{average}", none, **options)
    for level in (0.5, 0.9, 0.99):
        options = _custom(9, n_resamples=80, confidence_level=level, average=AVERAGES[:4])
        yield case(f"default/confidence_level/{level}", six, **options)
    rng = np.random.default_rng(3)
    several = [["plutchik", "identity"][one] for one in rng.integers(0, 2, 40)]
    options = {"labels": PLUTCHIK, "average": AVERAGES}
    yield case("default/grouped/list", sets, similarity=several, **options)
    by_row = dict(enumerate(["plutchik"] * 25 + ["identity"] * 15))
    yield case("default/grouped/mapping", sets, similarity=by_row, **options)
    options = {"labels": PLUTCHIK, "average": "macro", "n_resamples": 30}
    yield case("default/grouped/interval", sets, similarity=several, **options)
    for similarity in ("goemotions", "goemotions-ekman"):
        options = {"similarity": similarity, "average": AVERAGES}
        yield case(f"default/examples/{similarity}", data.goemotions(), **options)
    options |= {"average": AVERAGES[:4], "n_resamples": 50}
    yield case("default/examples/interval", data.goemotions(500), **options)


def compute_or_error(config, sets, **options):
    """A scoring, or the kind of its error."""
    try:
        return compute(config, sets, **options)
    except Exception as error:
        return {"error": kind_of(error)}


def _forms():
    sets = data.pair(data.SIX, 30, 41)
    ids = {side: data.ids(rows, data.SIX) for side, rows in sets.items()}
    singles = {
        side: [names[0] if names else data.SIX[0] for names in rows] for side, rows in sets.items()
    }
    numbers = {side: [data.SIX.index(name) for name in rows] for side, rows in singles.items()}
    forms = {
        "tuples": {side: [tuple(names) for names in rows] for side, rows in sets.items()},
        "sets": {side: [set(names) for names in rows] for side, rows in sets.items()},
        "repeats": {side: [names + names[:1] for names in rows] for side, rows in sets.items()},
        "ids": ids,
        "id arrays": {side: [np.array(one, int) for one in rows] for side, rows in ids.items()},
        "strings": singles,
        "numbers": numbers,
        "array": {side: np.array(rows) for side, rows in numbers.items()},
        "series": {side: pd.Series(rows) for side, rows in sets.items()},
        "arrow": {side: pa.array(rows) for side, rows in sets.items()},
        "categories": {side: pd.Series(rows, dtype="category") for side, rows in singles.items()},
    }
    for name, form in forms.items():
        yield case(f"forms/{name}", form, **_custom(9, average=["samples", "macro"]))

    def column():
        table = datasets.Dataset.from_dict(sets)
        return compute(None, {side: table[side] for side in sets}, **_custom(9))

    yield "forms/column", column


def _multilabel():
    sets = data.pair(data.SIX, 40, 51)
    rows = {side: data.indicators(names, data.SIX) for side, names in sets.items()}
    scored = {"predictions": data.scores(), "references": rows["references"]}
    forms = {
        "lists": rows,
        "arrays": {side: np.array(table) for side, table in rows.items()},
        "bools": {side: np.array(table, bool) for side, table in rows.items()},
        "frames": {side: pd.DataFrame(table) for side, table in rows.items()},
        "floats": {side: np.array(table, np.float32) for side, table in rows.items()},
    }
    for name, form in forms.items():
        yield case(f"multilabel/forms/{name}", form, "multilabel", **_custom(1))
    for average in AVERAGES:
        for counting in ("paper", "two_sided"):
            options = _custom(1, average=average, counting=counting)
            yield case(f"multilabel/{average}/{counting}", rows, "multilabel", **options)
        options = _custom(2, average=average, threshold=0.6)
        yield case(f"multilabel/{average}/threshold", scored, "multilabel", **options)
    options = _custom(2, threshold=[0.5, 0.6, 0.7, 0.8, 0.3, 0.4])
    yield case("multilabel/threshold/columns", scored, "multilabel", **options)
    options = _custom(3, n_resamples=40, average=AVERAGES[:4])
    yield case("multilabel/interval", rows, "multilabel", **options)
    m = len(data.bundled_labels("goemotions"))
    wide = (np.random.default_rng(8).random((2, 25, m)) < 0.1).astype(int)
    both = dict(zip(("predictions", "references"), wide, strict=True))
    options = {"similarity": "goemotions", "average": AVERAGES}
    yield case("multilabel/goemotions", both, "multilabel", **options)


def _annotators():
    sets, people = data.several(data.SIX)
    own, who = data.annotated()
    for reduce in ("mean", "max", "soft"):
        cases = {f"{average}": (sets, _custom(1, average=average)) for average in AVERAGES}
        for counting in ("paper", "two_sided"):
            for kind in ("averaged_f1", "f1_of_averages"):
                options = {"counting": counting, "macro_f1": kind, "average": AVERAGES}
                cases[f"{counting}/{kind}"] = sets, _custom(2, human=False, **options)
        weights = data.weights(30)
        bundled = {"similarity": "plutchik", "average": AVERAGES, "annotators": who}
        cases |= {
            "named": (sets, _custom(3, annotators=people, average=AVERAGES)),
            "interval": (sets, _custom(4, n_resamples=30, average=AVERAGES[:4])),
            "weights": (sets, _custom(5, sample_weight=weights, average=AVERAGES[:4])),
            "examples": (own, bundled),
        }
        for name, (given, options) in cases.items():
            yield case(f"annotators/{reduce}/{name}", given, "annotators", reduce=reduce, **options)
    persons = sorted({person for own in people for person in own})
    tables = {
        person: pd.DataFrame(data.table(40 + place), data.SIX, data.SIX)
        for place, person in enumerate(persons)
    }
    named = {"annotators": people, "labels": data.SIX, "average": AVERAGES}
    unknown = {"predictions": [["a"], ["x"]], "references": [[["a"], ["y"]], [["b", "y"], []]]}
    for name, given, options in (
        ("similarity_by_annotator", sets, {"similarity": tables, **named}),
        ("zero_division", sets, _custom(6, zero_division=0, average=AVERAGES)),
        ("few", {side: rows[:6] for side, rows in sets.items()}, _custom(6)),
        ("unknown_labels/mismatch", unknown, _custom(7, unknown_labels="mismatch")),
        ("unknown_labels/ignore", unknown, _custom(7, unknown_labels="ignore")),
    ):
        yield case(f"annotators/{name}", given, "annotators", **options)


def _soft():
    both = {"predictions": data.distributions(seed=61), "references": data.distributions(seed=62)}
    sharp = {**both, "predictions": data.distributions(seed=63, zeros=False)}
    counted = {"predictions": data.counts(), "references": data.counts(seed=64)}
    binary = {"predictions": [0.3, 0.9, 0.5], "references": [0.1, 1.0, 0.5]}
    frames = {side: pd.DataFrame(rows, columns=data.SIX) for side, rows in sharp.items()}
    symmetric = {"similarity": data.table(2, symmetric=True), "labels": data.SIX}
    emotions = ["anger", "disgust", "fear", "joy", "sadness"]
    for name, given, options in (
        ("zeros", both, symmetric),
        ("asymmetric", sharp, _custom(1)),
        ("plain", sharp, {"labels": data.SIX}),
        ("none", sharp, {}),
        ("arrays", {side: np.array(rows) for side, rows in sharp.items()}, symmetric),
        ("frames", frames, symmetric),
        ("identity", sharp, {"similarity": "identity", "labels": data.SIX}),
        ("counts", counted, {"normalize_counts": True, **symmetric}),
        ("binary", binary, {"similarity": "identity", "labels": ["no", "yes"]}),
        ("weights", sharp, {"sample_weight": data.weights(30), **symmetric}),
        ("interval/0.8", sharp, {"n_resamples": 40, "confidence_level": 0.8, **symmetric}),
        ("interval/0.95", sharp, {"n_resamples": 40, "confidence_level": 0.95, **symmetric}),
        ("examples", data.soft_labels(), {"similarity": "plutchik", "labels": emotions}),
    ):
        yield case(f"soft/{name}", given, "soft", **options)
    yield "soft/pointwise", lambda: new_metric("soft", **symmetric).pointwise(**sharp)
    yield "soft/pointwise/plain", lambda: new_metric("soft").pointwise(**both)


def _in_parts():
    sets = data.pair(data.SIX, 30, 71)
    rows = {side: data.indicators(names, data.SIX) for side, names in sets.items()}
    golds, people = data.several(data.SIX)
    soft = {"predictions": data.distributions(seed=73), "references": data.distributions(seed=74)}
    inputs = {None: sets, "multilabel": rows, "annotators": golds, "soft": soft}
    for config, given in inputs.items():
        options = _custom(1) if config != "soft" else {"labels": data.SIX}
        more = {"average": AVERAGES, "n_resamples": 20} if config != "soft" else {}
        for way in (_batches, _one_by_one, _batch_and_compute, _pickled):
            yield f"parts/{config}/{way.__name__[1:]}", partial(way, config, given, options, more)
        yield f"parts/{config}/features", lambda config=config: sorted(new_metric(config).features)
        nothing = {"predictions": [], "references": []}
        yield case(f"parts/{config}/nothing", nothing, config, **options)
    options = {"annotators": people, **_custom(2)}
    score = partial(compute, "annotators", golds, **options)
    yield "parts/annotators/named", lambda: score()["result"]


def _batches(config, given, options, more):
    metric = new_metric(config, **options)
    for start in range(0, 30, 11):
        metric.add_batch(**{side: x[start : start + 11] for side, x in given.items()})
    return quiet(lambda: metric.compute(**more))[0]


def _one_by_one(config, given, options, _):
    metric = new_metric(config, **options)
    for predicted, gold in zip(given["predictions"], given["references"], strict=True):
        metric.add(prediction=predicted, reference=gold)
    return quiet(metric.compute)[0]


def _batch_and_compute(config, given, options, _):
    metric = new_metric(config, **options)
    metric.add_batch(**{side: x[:10] for side, x in given.items()})
    return quiet(lambda: metric.compute(**{side: x[10:] for side, x in given.items()}))[0]


def _pickled(config, given, options, more):
    metric = pickle.loads(pickle.dumps(new_metric(config, **options, **more)))
    return quiet(lambda: metric.compute(**given))[0]


def _refused():
    six = data.pair(data.SIX, 5, 81)
    sharp = [1, 0, 0, 0, 0, 0]
    for name, config, predictions, references, options in (
        ("unknown_label", None, [["zz"]], [["a"]], {}),
        ("id_too_large", None, [[9]], [[1]], {}),
        ("negative_id", None, [[-1]], [[1]], {}),
        ("lengths", None, [["a"]], [["a"], ["b"]], {}),
        ("one_side", None, [["a"]], None, {}),
        ("option", None, *six.values(), {"averge": "micro"}),
        ("average", None, *six.values(), {"average": "binary"}),
        ("weights", None, *six.values(), {"sample_weight": [1.0]}),
        ("negative_weight", None, *six.values(), {"sample_weight": [1, 1, -1, 1, 1]}),
        ("zero_division", None, *six.values(), {"zero_division": 2}),
        ("resamples", None, *six.values(), {"n_resamples": 0}),
        ("threshold", None, *six.values(), {"threshold": 0.5}),
        ("mixed", None, [["a"], [1]], [["a"], ["a"]], {}),
        ("float_ids", None, [[1.5]], [[1]], {}),
        ("missing", None, [None], [["a"]], {}),
        ("width", "multilabel", [[1, 0]], [[1, 0]], {}),
        ("two", "multilabel", [[2] * 6], [[1] * 6], {}),
        ("flat_gold", "annotators", [["a"]], [["a"]], {}),
        ("no_annotator", "annotators", [["a"]], [[]], {}),
        ("people", "annotators", [["a"]], [[["a"]]], {"annotators": [["p", "q"]]}),
        ("sum", "soft", [[0.5] * 6], [sharp], {}),
        ("negative", "soft", [[1.5, -0.5, 0, 0, 0, 0]], [sharp], {}),
        ("soft_average", "soft", [sharp], [sharp], {"average": "micro"}),
    ):
        sides = {"predictions": predictions, "references": references}
        sides = {side: rows for side, rows in sides.items() if rows is not None}
        yield case(f"refused/{name}", sides, config, **_custom(1), **options)
    yield case("refused/no_similarity", six)
    yield case("refused/config", six, "binary")
