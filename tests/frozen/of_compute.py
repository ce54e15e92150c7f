"""Calls of ``compute``: configs, averages, options, forms of input, batches, pickles."""

import pickle
import warnings
from functools import partial

import datasets
import numpy as np
import pandas as pd
import pyarrow as pa

from . import data
from .layout import new_metric
from .plain import kind_of

AVERAGES = ["samples", "micro", "macro", "weighted", None]
COUNTINGS = ("paper", "two_sided")
MACRO = ("averaged_f1", "f1_of_averages")
PLUTCHIK = data.bundled_labels("plutchik")


def calls():
    """Names and functions, one a call."""
    parts = {
        "default": _default,
        "forms": _forms,
        "multilabel": _multilabel,
        "annotators": _annotators,
        "soft": _soft,
        "parts": _in_parts,
        "refused": _refused,
    }
    for part, function in parts.items():
        for name, call in function():
            yield f"{part}/{name}", call


def quiet(function):
    """The result of a call whose warnings are looked at elsewhere: how many there were."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        result = function()
    return result, sum(one.category is UserWarning for one in caught)


def compute(config, sets, **options):
    """A scoring by a fresh metric and how many warnings it gave, or the kind of its error."""
    try:
        result, warned = quiet(lambda: new_metric(config).compute(**sets, **options))
    except Exception as error:
        return {"error": kind_of(error)}
    return {"result": result, "warnings": warned}


def case(name, sets, config=None, /, **options):
    """The name of a scoring, and the call."""
    return name, partial(compute, config, sets, **options)


def custom(name, sets, seed, config=None, /, **options):
    """The same under a similarity of six labels that is not symmetric."""
    return case(name, sets, config, similarity=data.table(seed), labels=data.SIX, **options)


def _default():
    sets, six = data.pair(PLUTCHIK), data.pair(data.SIX, 40, 21)
    goldless = {"predictions": [[], ["a"], [], ["b", "c"]], "references": [[], [], ["a"], ["c"]]}
    few, rare = data.pair(data.SIX[:3], 20, 23), data.pair(data.SIX, 12, 22, most=1)
    none = {
        "predictions": [["neutral"], ["joy"], [], ["anger", "neutral"]],
        "references": [["neutral"], ["neutral"], ["neutral"], ["disgust"]],
    }
    weight, weight_resampled = data.weights(), data.weights(seed=6)
    for average in AVERAGES:
        own = {"average": average}
        for counting in COUNTINGS:
            both = {**own, "counting": counting}
            yield case(f"{average}/{counting}/plutchik", sets, similarity="plutchik", **both)
            yield custom(f"{average}/{counting}/table", six, 1, **both)
        yield case(f"{average}/identity", six, similarity="identity", labels=data.SIX, **own)
        yield custom(f"{average}/weights", six, 2, sample_weight=weight, **own)
        yield custom(f"{average}/interval", six, 3, n_resamples=60, seed=4, **own)
        weighted = {**own, "sample_weight": weight_resampled}
        yield custom(f"{average}/interval/weights", six, 3, n_resamples=40, **weighted)
        yield custom(f"{average}/empty_sets", goldless, 4, **own)
        for name in ("goemotions", "goemotions-ekman", "mfrc"):
            pair = data.pair(data.bundled_labels(name), 60, 31)
            yield case(f"{average}/{name}", pair, similarity=name, **own)
        for names in (None, ["neutral"], []):
            ekman = {"similarity": "goemotions-ekman", "none_labels": names, **own}
            yield case(f"none_labels/{names}/{average}", none, **ekman)
    for kind in MACRO:
        for counting in COUNTINGS:
            options = {"average": AVERAGES, "macro_f1": kind, "counting": counting}
            yield custom(f"all/{kind}/{counting}", six, 5, **options)
        resampled = {"average": "macro", "macro_f1": kind, "n_resamples": 50}
        yield custom(f"macro/{kind}/rare", rare, 6, **resampled)
    for name, macro in (("all", "all"), ("present", "present"), ("list", ["a", "d"])):
        for average in ("macro", "weighted", None):
            options = {"macro_labels": macro, "average": average}
            yield custom(f"macro_labels/{name}/{average}", few, 7, **options)
    for division in (0, 0.5, 1):
        options = {"zero_division": division, "average": AVERAGES}
        yield custom(f"zero_division/{division}", goldless, 4, **options)
    unknown = {"predictions": [["a", "new"], ["b"], ["old"]], "references": [["a"], ["b"], ["c"]]}
    for rule in ("mismatch", "ignore"):
        options = {"unknown_labels": rule, "average": AVERAGES[:4]}
        yield custom(f"unknown_labels/{rule}", unknown, 8, **options)
    folded = {"predictions": [[" A"], ["b ", "C"]], "references": [["a"], ["B"]]}
    yield custom("normalize_names", folded, 8, normalize_names=True)
    for level in (0.5, 0.9, 0.99):
        options = {"n_resamples": 80, "confidence_level": level, "average": AVERAGES[:4]}
        yield custom(f"confidence_level/{level}", six, 9, **options)
    places = np.random.default_rng(3).integers(0, 2, 40)
    several = {"similarity": [["plutchik", "identity"][one] for one in places], "labels": PLUTCHIK}
    yield case("grouped/list", sets, average=AVERAGES, **several)
    yield case("grouped/interval", sets, average="macro", n_resamples=30, **several)
    by_row = dict.fromkeys(range(25), "plutchik") | dict.fromkeys(range(25, 40), "identity")
    yield case("grouped/mapping", sets, similarity=by_row, labels=PLUTCHIK, average=AVERAGES)
    for similarity in ("goemotions", "goemotions-ekman"):
        options = {"similarity": similarity, "average": AVERAGES}
        yield case(f"examples/{similarity}", data.goemotions(), **options)
    options = {"similarity": "goemotions-ekman", "average": AVERAGES[:4], "n_resamples": 50}
    yield case("examples/interval", data.goemotions(500), **options)


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
        yield custom(name, form, 9, average=["samples", "macro"])
    table = datasets.Dataset.from_dict(sets)
    yield custom("column", {side: table[side] for side in sets}, 9)


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
        yield custom(f"forms/{name}", form, 1, "multilabel")
    for average in AVERAGES:
        for counting in COUNTINGS:
            options = {"average": average, "counting": counting}
            yield custom(f"{average}/{counting}", rows, 1, "multilabel", **options)
        options = {"average": average, "threshold": 0.6}
        yield custom(f"{average}/threshold", scored, 2, "multilabel", **options)
    per_column = [0.5, 0.6, 0.7, 0.8, 0.3, 0.4]
    yield custom("threshold/columns", scored, 2, "multilabel", threshold=per_column)
    yield custom("interval", rows, 3, "multilabel", n_resamples=40, average=AVERAGES[:4])
    m = len(data.bundled_labels("goemotions"))
    wide = np.random.default_rng(8).random((2, 25, m)) < 0.1
    both = {"predictions": wide[0].astype(int), "references": wide[1].astype(int)}
    yield case("goemotions", both, "multilabel", similarity="goemotions", average=AVERAGES)


def _annotators():
    config = "annotators"
    sets, people = data.several(data.SIX)
    bundled, who = data.annotated()
    for reduce in ("mean", "max", "soft"):
        own = {"reduce": reduce}
        for average in AVERAGES:
            yield custom(f"{reduce}/{average}", sets, 1, config, average=average, **own)
        own["average"] = AVERAGES
        for counting in COUNTINGS:
            for kind in MACRO:
                options = {**own, "counting": counting, "macro_f1": kind, "human": False}
                yield custom(f"{reduce}/{counting}/{kind}", sets, 2, config, **options)
        yield custom(f"{reduce}/named", sets, 3, config, annotators=people, **own)
        plutchik = {"similarity": "plutchik", "annotators": who, **own}
        yield case(f"{reduce}/examples", bundled, config, **plutchik)
        own["average"] = AVERAGES[:4]
        yield custom(f"{reduce}/interval", sets, 4, config, n_resamples=30, **own)
        weights = data.weights(30)
        yield custom(f"{reduce}/weights", sets, 5, config, sample_weight=weights, **own)
    named = sorted({person for own in people for person in own})
    by_person = {
        "similarity": {person: data.frame(40 + place) for place, person in enumerate(named)},
        "annotators": people,
        "labels": data.SIX,
    }
    yield case("similarity_by_annotator", sets, config, average=AVERAGES, **by_person)
    yield custom("zero_division", sets, 6, config, zero_division=0, average=AVERAGES)
    yield custom("few", {side: rows[:6] for side, rows in sets.items()}, 6, config)
    unknown = {"predictions": [["a"], ["x"]], "references": [[["a"], ["y"]], [["b", "y"], []]]}
    for rule in ("mismatch", "ignore"):
        yield custom(f"unknown_labels/{rule}", unknown, 7, config, unknown_labels=rule)


def _soft():
    both = {"predictions": data.distributions(seed=61), "references": data.distributions(seed=62)}
    sharp = {**both, "predictions": data.distributions(seed=63, zeros=False)}
    counted = {"predictions": data.counts(), "references": data.counts(seed=64)}
    binary = {"predictions": [0.3, 0.9, 0.5], "references": [0.1, 1.0, 0.5]}
    arrays = {side: np.array(rows) for side, rows in sharp.items()}
    frames = {side: pd.DataFrame(rows, columns=data.SIX) for side, rows in sharp.items()}
    symmetric = {"similarity": data.table(2, symmetric=True), "labels": data.SIX}
    bundled = ["anger", "disgust", "fear", "joy", "sadness"]
    rows = {
        "zeros": (both, symmetric),
        "asymmetric": (sharp, {"similarity": data.table(1), "labels": data.SIX}),
        "plain": (sharp, {"labels": data.SIX}),
        "none": (sharp, {}),
        "arrays": (arrays, symmetric),
        "frames": (frames, symmetric),
        "identity": (sharp, {"similarity": "identity", "labels": data.SIX}),
        "counts": (counted, {"normalize_counts": True, **symmetric}),
        "binary": (binary, {"similarity": "identity", "labels": ["no", "yes"]}),
        "weights": (sharp, {"sample_weight": data.weights(30), **symmetric}),
        "interval/0.8": (sharp, {"n_resamples": 40, "confidence_level": 0.8, **symmetric}),
        "interval/0.95": (sharp, {"n_resamples": 40, "confidence_level": 0.95, **symmetric}),
        "examples": (data.soft_labels(), {"similarity": "plutchik", "labels": bundled}),
    }
    for name, (sets, options) in rows.items():
        yield case(name, sets, "soft", **options)
    yield "pointwise", lambda: new_metric("soft", **symmetric).pointwise(**sharp)
    yield "pointwise/plain", lambda: new_metric("soft").pointwise(**both)


def _in_parts():
    sets = data.pair(data.SIX, 30, 71)
    rows = {side: data.indicators(names, data.SIX) for side, names in sets.items()}
    golds, people = data.several(data.SIX)
    soft = {"predictions": data.distributions(seed=73), "references": data.distributions(seed=74)}
    table = {"similarity": data.table(1), "labels": data.SIX}
    more = {"average": AVERAGES, "n_resamples": 20}
    inputs = {
        None: (sets, table, more),
        "multilabel": (rows, table, more),
        "annotators": (golds, table, more),
        "soft": (soft, {"labels": data.SIX}, {}),
    }
    for config, (given, options, more) in inputs.items():
        for way in (_batches, _one_by_one, _batch_and_compute, _pickled):
            make = partial(new_metric, config, **options)
            yield f"{config}/{way.__name__.lstrip('_')}", partial(way, make, given, more)
        yield f"{config}/features", partial(_features, config)
        yield case(f"{config}/nothing", {"predictions": [], "references": []}, config, **options)
    named = {"annotators": people, "similarity": data.table(2), "labels": data.SIX}
    yield (
        "annotators/named",
        lambda: quiet(lambda: new_metric("annotators", **named).compute(**golds))[0],
    )


def _batches(make, given, more):
    metric = make()
    for start in range(0, 30, 11):
        metric.add_batch(**{side: x[start : start + 11] for side, x in given.items()})
    return quiet(lambda: metric.compute(**more))[0]


def _one_by_one(make, given, more):
    metric = make()
    for predicted, gold in zip(given["predictions"], given["references"], strict=True):
        metric.add(prediction=predicted, reference=gold)
    return quiet(metric.compute)[0]


def _batch_and_compute(make, given, more):
    metric = make()
    metric.add_batch(**{side: x[:10] for side, x in given.items()})
    return quiet(lambda: metric.compute(**{side: x[10:] for side, x in given.items()}))[0]


def _pickled(make, given, more):
    metric = pickle.loads(pickle.dumps(make(**more)))
    return quiet(lambda: metric.compute(**given))[0]


def _features(config):
    return sorted(new_metric(config).features)


def _refused():
    six = data.pair(data.SIX, 5, 81)
    distribution = {"predictions": [[1, 0, 0, 0, 0, 0]], "references": [[1, 0, 0, 0, 0, 0]]}
    # Config, predictions, references, options.
    wrong = {
        "unknown_label": (None, [["zz"]], [["a"]], {}),
        "id_too_large": (None, [[9]], [[1]], {}),
        "negative_id": (None, [[-1]], [[1]], {}),
        "lengths": (None, [["a"]], [["a"], ["b"]], {}),
        "mixed": (None, [["a"], [1]], [["a"], ["a"]], {}),
        "float_ids": (None, [[1.5]], [[1]], {}),
        "missing": (None, [None], [["a"]], {}),
        "width": ("multilabel", [[1, 0]], [[1, 0]], {}),
        "two": ("multilabel", [[2] * 6], [[1] * 6], {}),
        "flat_gold": ("annotators", [["a"]], [["a"]], {}),
        "no_annotator": ("annotators", [["a"]], [[]], {}),
        "people": ("annotators", [["a"]], [[["a"]]], {"annotators": [["p", "q"]]}),
        "sum": ("soft", [[0.5] * 6], distribution["references"], {}),
        "negative": ("soft", [[1.5, -0.5, 0, 0, 0, 0]], distribution["references"], {}),
        "soft_average": ("soft", *distribution.values(), {"average": "micro"}),
    }
    for name, (config, predictions, references, options) in wrong.items():
        sides = {"predictions": predictions, "references": references}
        yield custom(name, sides, 1, config, **options)
    for name, options in {
        "option": {"averge": "micro"},
        "average": {"average": "binary"},
        "weights": {"sample_weight": [1.0]},
        "negative_weight": {"sample_weight": [1, 1, -1, 1, 1]},
        "zero_division": {"zero_division": 2},
        "resamples": {"n_resamples": 0},
        "threshold": {"threshold": 0.5},
    }.items():
        yield custom(name, six, 1, **options)
    yield custom("one_side", {"predictions": [["a"]]}, 1)
    yield case("no_similarity", six)
    yield case("config", six, "binary")
