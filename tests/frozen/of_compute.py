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
        yield case(
            f"default/{average}/interval/weights",
            six,
            **_custom(3, n_resamples=40, sample_weight=data.weights(seed=6), average=average),
        )
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
            yield case(
                f"default/macro_labels/{name}/{average}",
                few,
                **_custom(7, macro_labels=macro, average=average),
            )
    for division in (0, 0.5, 1):
        yield case(
            f"default/zero_division/{division}",
            goldless,
            **_custom(4, zero_division=division, average=AVERAGES),
        )
    unknown = {"predictions": [["a", "new"], ["b"], ["old"]], "references": [["a"], ["b"], ["c"]]}
    for rule in ("mismatch", "ignore"):
        yield case(
            f"default/unknown_labels/{rule}",
            unknown,
            **_custom(8, unknown_labels=rule, average=AVERAGES[:4]),
        )
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
        yield case(
            f"default/confidence_level/{level}",
            six,
            **_custom(9, n_resamples=80, confidence_level=level, average=AVERAGES[:4]),
        )
    rng = np.random.default_rng(3)
    several = [["plutchik", "identity"][one] for one in rng.integers(0, 2, 40)]
    options = {"labels": PLUTCHIK, "average": AVERAGES}
    yield case("default/grouped/list", sets, similarity=several, **options)
    rows = {"plutchik": list(range(25)), "identity": list(range(25, 40))}
    by_row = {row: name for name, own in rows.items() for row in own}
    yield case("default/grouped/mapping", sets, similarity=by_row, **options)
    yield case(
        "default/grouped/interval",
        sets,
        similarity=several,
        labels=PLUTCHIK,
        average="macro",
        n_resamples=30,
    )
    for similarity in ("goemotions", "goemotions-ekman"):
        yield case(
            f"default/examples/{similarity}",
            data.goemotions(),
            similarity=similarity,
            average=AVERAGES,
        )
    yield case(
        "default/examples/interval",
        data.goemotions(500),
        similarity="goemotions-ekman",
        average=AVERAGES[:4],
        n_resamples=50,
    )


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
        scored = {"predictions": data.scores(), "references": rows["references"]}
        yield case(
            f"multilabel/{average}/threshold",
            scored,
            "multilabel",
            **_custom(2, average=average, threshold=0.6),
        )
    per_column = [0.5, 0.6, 0.7, 0.8, 0.3, 0.4]
    yield case(
        "multilabel/threshold/columns", scored, "multilabel", **_custom(2, threshold=per_column)
    )
    yield case(
        "multilabel/interval",
        rows,
        "multilabel",
        **_custom(3, n_resamples=40, average=AVERAGES[:4]),
    )
    m = len(data.bundled_labels("goemotions"))
    wide = np.random.default_rng(8).random((2, 25, m)) < 0.1
    both = {"predictions": wide[0].astype(int), "references": wide[1].astype(int)}
    yield case(
        "multilabel/goemotions", both, "multilabel", similarity="goemotions", average=AVERAGES
    )


def _annotators():
    sets, people = data.several(data.SIX)
    pairs = {side: rows[:6] for side, rows in sets.items()}
    for reduce in ("mean", "max", "soft"):
        for average in AVERAGES:
            options = _custom(1, reduce=reduce, average=average)
            yield case(f"annotators/{reduce}/{average}", sets, "annotators", **options)
        for counting in ("paper", "two_sided"):
            for kind in ("averaged_f1", "f1_of_averages"):
                options = {"reduce": reduce, "counting": counting, "macro_f1": kind}
                yield case(
                    f"annotators/{reduce}/{counting}/{kind}",
                    sets,
                    "annotators",
                    **_custom(2, average=AVERAGES, human=False, **options),
                )
        named = _custom(3, reduce=reduce, annotators=people, average=AVERAGES)
        yield case(f"annotators/{reduce}/named", sets, "annotators", **named)
        resampled = _custom(4, reduce=reduce, n_resamples=30, average=AVERAGES[:4])
        yield case(f"annotators/{reduce}/interval", sets, "annotators", **resampled)
        weighted = _custom(5, reduce=reduce, sample_weight=data.weights(30), average=AVERAGES[:4])
        yield case(f"annotators/{reduce}/weights", sets, "annotators", **weighted)
        own, who = data.annotated()
        bundled = {"similarity": "plutchik", "reduce": reduce, "average": AVERAGES}
        yield case(f"annotators/{reduce}/examples", own, "annotators", annotators=who, **bundled)
    by_person = {
        person: data.table(40 + place)
        for place, person in enumerate(sorted({person for own in people for person in own}))
    }
    tables = {
        person: pd.DataFrame(values, data.SIX, data.SIX) for person, values in by_person.items()
    }
    yield case(
        "annotators/similarity_by_annotator",
        sets,
        "annotators",
        similarity=tables,
        annotators=people,
        labels=data.SIX,
        average=AVERAGES,
    )
    yield case(
        "annotators/zero_division",
        sets,
        "annotators",
        **_custom(6, zero_division=0, average=AVERAGES),
    )
    yield case("annotators/few", pairs, "annotators", **_custom(6))
    unknown = {"predictions": [["a"], ["x"]], "references": [[["a"], ["y"]], [["b", "y"], []]]}
    for rule in ("mismatch", "ignore"):
        yield case(
            f"annotators/unknown_labels/{rule}",
            unknown,
            "annotators",
            **_custom(7, unknown_labels=rule),
        )


def _soft():
    both = {"predictions": data.distributions(seed=61), "references": data.distributions(seed=62)}
    sharp = {**both, "predictions": data.distributions(seed=63, zeros=False)}
    counted = {"predictions": data.counts(), "references": data.counts(seed=64)}
    binary = {"predictions": [0.3, 0.9, 0.5], "references": [0.1, 1.0, 0.5]}
    arrays = {side: np.array(rows) for side, rows in sharp.items()}
    options = _custom(1)
    symmetric = {"similarity": data.table(2, symmetric=True), "labels": data.SIX}
    yield case("soft/zeros", both, "soft", **symmetric)
    yield case("soft/asymmetric", sharp, "soft", **options)
    yield case("soft/plain", sharp, "soft", labels=data.SIX)
    yield case("soft/none", sharp, "soft")
    yield case("soft/arrays", arrays, "soft", **symmetric)
    yield case(
        "soft/frames",
        {side: pd.DataFrame(rows, columns=data.SIX) for side, rows in sharp.items()},
        "soft",
        **symmetric,
    )
    yield case("soft/identity", sharp, "soft", similarity="identity", labels=data.SIX)
    yield case("soft/counts", counted, "soft", normalize_counts=True, **symmetric)
    yield case("soft/binary", binary, "soft", similarity="identity", labels=["no", "yes"])
    yield case("soft/weights", sharp, "soft", sample_weight=data.weights(30), **symmetric)
    for level in (0.8, 0.95):
        yield case(
            f"soft/interval/{level}",
            sharp,
            "soft",
            n_resamples=40,
            confidence_level=level,
            **symmetric,
        )
    yield case(
        "soft/examples",
        data.soft_labels(),
        "soft",
        similarity="plutchik",
        labels=["anger", "disgust", "fear", "joy", "sadness"],
    )
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

        def by_batches(config=config, given=given, options=options, more=more):
            metric = new_metric(config, **options)
            for start in range(0, 30, 11):
                metric.add_batch(**{side: x[start : start + 11] for side, x in given.items()})
            return quiet(lambda: metric.compute(**more))[0]

        def one_by_one(config=config, given=given, options=options):
            metric = new_metric(config, **options)
            for predicted, gold in zip(given["predictions"], given["references"], strict=True):
                metric.add(prediction=predicted, reference=gold)
            return quiet(metric.compute)[0]

        def both(config=config, given=given, options=options):
            metric = new_metric(config, **options)
            metric.add_batch(**{side: x[:10] for side, x in given.items()})
            return quiet(lambda: metric.compute(**{side: x[10:] for side, x in given.items()}))[0]

        def pickled(config=config, given=given, options=options, more=more):
            metric = pickle.loads(pickle.dumps(new_metric(config, **options, **more)))
            return quiet(lambda: metric.compute(**given))[0]

        yield f"parts/{config}/batches", by_batches
        yield f"parts/{config}/one_by_one", one_by_one
        yield f"parts/{config}/batch_and_compute", both
        yield f"parts/{config}/pickled", pickled
        yield f"parts/{config}/features", partial(_features, config)
        yield case(
            f"parts/{config}/nothing", {"predictions": [], "references": []}, config, **options
        )
    yield (
        "parts/annotators/named",
        lambda: quiet(
            lambda: new_metric("annotators", annotators=people, **_custom(2)).compute(**golds)
        )[0],
    )


def _features(config):
    return sorted(new_metric(config).features)


def _refused():
    six = data.pair(data.SIX, 5, 81)
    wrong = {
        "unknown_label": (None, {"predictions": [["zz"]], "references": [["a"]]}, {}),
        "id_too_large": (None, {"predictions": [[9]], "references": [[1]]}, {}),
        "negative_id": (None, {"predictions": [[-1]], "references": [[1]]}, {}),
        "lengths": (None, {"predictions": [["a"]], "references": [["a"], ["b"]]}, {}),
        "one_side": (None, {"predictions": [["a"]]}, {}),
        "option": (None, six, {"averge": "micro"}),
        "average": (None, six, {"average": "binary"}),
        "weights": (None, six, {"sample_weight": [1.0]}),
        "negative_weight": (None, six, {"sample_weight": [1, 1, -1, 1, 1]}),
        "zero_division": (None, six, {"zero_division": 2}),
        "resamples": (None, six, {"n_resamples": 0}),
        "threshold": (None, six, {"threshold": 0.5}),
        "mixed": (None, {"predictions": [["a"], [1]], "references": [["a"], ["a"]]}, {}),
        "float_ids": (None, {"predictions": [[1.5]], "references": [[1]]}, {}),
        "missing": (None, {"predictions": [None], "references": [["a"]]}, {}),
        "width": ("multilabel", {"predictions": [[1, 0]], "references": [[1, 0]]}, {}),
        "two": ("multilabel", {"predictions": [[2] * 6], "references": [[1] * 6]}, {}),
        "flat_gold": ("annotators", {"predictions": [["a"]], "references": [["a"]]}, {}),
        "no_annotator": ("annotators", {"predictions": [["a"]], "references": [[]]}, {}),
        "people": (
            "annotators",
            {"predictions": [["a"]], "references": [[["a"]]]},
            {"annotators": [["p", "q"]]},
        ),
        "sum": ("soft", {"predictions": [[0.5] * 6], "references": [[1, 0, 0, 0, 0, 0]]}, {}),
        "negative": (
            "soft",
            {"predictions": [[1.5, -0.5, 0, 0, 0, 0]], "references": [[1, 0, 0, 0, 0, 0]]},
            {},
        ),
        "soft_average": (
            "soft",
            {"predictions": [[1, 0, 0, 0, 0, 0]], "references": [[1, 0, 0, 0, 0, 0]]},
            {"average": "micro"},
        ),
    }
    for name, (config, sets, options) in wrong.items():
        yield case(f"refused/{name}", sets, config, **_custom(1), **options)
    yield case("refused/no_similarity", six)
    yield case("refused/config", six, "binary")
