"""Similarities: bundled, built, audited, read and written, and thesauri."""

import pickle
import tempfile
from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd

from . import data
from .layout import new_metric
from .of_compute import quiet
from .plain import kind_of

OF_PATHS = ("rada", "rada_linear", "leacock_chodorow")
OF_CONTENT = ("resnik", "jiang_conrath", "lin")
SETS = {"predictions": [["a"], ["b", "c"], ["d"]], "references": [["b"], ["c"], ["a", "d"]]}
TREE = {"top": {"x": ["a", "b"], "y": {"c": None, "z": ["d", "e"]}}}
BROADER = [("b", "a"), ("c", "a"), ("d", "b"), ("e", "d"), ("e", "c"), ("f", "c"), ("h", "g")]


def calls():
    """Names and functions, one a call."""
    yield from _bundled()
    yield from _built()
    yield from _files()
    yield from _thesauri()


def similarities():
    """The functions of ``metric.similarity``."""
    return new_metric().similarity


def described(similarity):
    """A similarity's values, names and fingerprint."""
    return {
        "name": similarity.name,
        "labels": list(similarity.labels),
        "none_labels": list(similarity.none_labels),
        "values": similarity.values,
        "fingerprint": similarity.fingerprint,
        "card": sorted(similarity.card),
        "facts": similarity.facts(),
        "nearest": similarity.nearest(similarity.labels[0]),
        "between": similarity.between(similarity.labels[-1], similarity.labels[0]),
        "keys": sorted(similarity.to_dict()),
    }


def audited(similarity, **options):
    """An audit as it gives itself, with how many warnings it has."""
    audit = similarity.audit(**options)
    content = {**audit.to_dict(), "length of order": len(audit.order)}
    return {**content, "warnings": len(content["warnings"])}


def build(builder, *arguments, **options):
    """Similarity that a builder makes, and its scores; or the kind of the error."""
    try:
        made = quiet(lambda: getattr(similarities(), builder)(*arguments, **options))[0]
    except Exception as error:
        return {"error": kind_of(error)}
    scores = new_metric(similarity=made).compute(
        predictions=[made.labels[:2], made.labels[1:3]], references=[made.labels[2:], made.labels]
    )
    return {**described(made), "scores": scores}


def _bundled():
    yield "similarity/names", lambda: list(similarities().names())
    for name in ("plutchik", "goemotions", "goemotions-ekman", "mfrc"):
        yield f"similarity/{name}", lambda name=name: described(similarities().load(name))
        yield f"audit/{name}", lambda name=name: audited(similarities().load(name))
        yield f"audit/{name}/options", partial(audited_by_name, name)
    some = ["love", "joy", "anger"]
    for name, make in {
        "identity": lambda: similarities().identity(data.SIX),
        "restrict": lambda: similarities().load("plutchik").restrict(some),
        "pickled": lambda: pickle.loads(pickle.dumps(similarities().load("mfrc"))),
    }.items():
        yield f"similarity/{name}", lambda make=make: described(make())

    def built(table, labels=data.SIX, **options):
        return audited(similarities().build(table, labels), **options)

    grouped = {"groups": dict(zip(data.SIX, "uuvvww", strict=True))}
    grouped["gold"] = [["a"], ["b", "c"], ["a", "f"]]
    for seed in range(3):
        table = data.table(seed, symmetric=seed == 1)
        yield f"audit/table/{seed}", partial(built, table)
        yield f"audit/groups/{seed}", partial(built, table, **grouped)
    yield "audit/one_label", partial(built, np.ones((1, 1)), ["a"])


def audited_by_name(name):
    options = {"neighbors": 2, "hubs": 1, "associative": True}
    content = quiet(lambda: similarities().audit(name, **options))[0].to_dict()
    return {**content, "warnings": len(content["warnings"])}


def _built():
    rng = np.random.default_rng(17)
    points = rng.normal(size=(6, 3)).round(3)
    distances = np.linalg.norm(points[:, None] - points[None], axis=2)
    lopsided = np.triu(distances) + 2 * np.tril(distances)
    frame, square = pd.DataFrame(points, data.SIX), pd.DataFrame(distances, data.SIX, data.SIX)
    angles = {"a": 0.0, "b": 1.5, "c": 2.25, "d": 7.0}
    book = {"none_labels": ["neutral"], "name": "angles", "source": "a book"}
    r = np.corrcoef(rng.normal(size=(6, 50)))
    sets = data.sets(data.SIX, 80, 18)
    rows = data.indicators(sets, data.SIX)
    edges = [("top", "a", 1.5), ("top", "b", 2), ("a", "c", 0.5), ("b", "d", 1)]
    down = {"pairs": "parent-child", "beta": 0.5}
    fine, coarse = (dict(zip(data.SIX, names, strict=True)) for names in ("uuvvww", "xxxxyy"))
    levels, names = [fine, coarse], {"fine": fine, "coarse": coarse}
    ratings = [("a", "b", 4), ("a", "c", 2), ("b", "c", 5), ("b", "a", 3), ("d", "a", 1)]
    rated = {"ratings": ratings, "scale": (1, 5)}
    # The name begins with that of the builder.
    for name, arguments, options in (
        *((f"from_points/p={p}", (points, data.SIX), {"p": p}) for p in (1, 2, 3, np.inf)),
        *((f"from_points/beta={b}", (points, data.SIX), {"beta": b}) for b in (0.1, 4)),
        ("from_points/mapping", (angles,), {}),
        ("from_points/frame", (frame, ["f", "a", "c"]), {}),
        ("from_points/none_labels", (angles,), book),
        ("from_distances", (lopsided, data.SIX), {"beta": 2}),
        ("from_distances/frame", (square,), {}),
        *((f"from_embeddings/power={power}", (points, data.SIX), {"power": power})
            for power in (1, 2, 0.5)),
        ("from_embeddings/frame", (frame,), {}),
        ("from_correlations", (r, data.SIX), {}),
        ("from_training_label_sets", (sets,), {}),
        ("from_training_label_sets/rows", (rows, data.SIX), {}),
        ("from_hierarchy/leaves", (TREE, "leaves"), {}),
        ("from_hierarchy/all", (TREE, "all"), {}),
        ("from_hierarchy/list", (TREE, ["a", "z", "d"]), {}),
        ("from_hierarchy/edges", (edges, "all"), down),
        ("from_groups", (levels,), {}),
        ("from_groups/values", (levels,), {"values": [0.9, 0.2]}),
        ("from_groups/names", (names, ["f", "a", "b"]), {}),
        *((f"from_ratings/{missing}", (ratings,), {"scale": (1, 5), "missing": missing})
            for missing in ("raise", "mean", "minimum", "zero")),
        *((f"calibrate/{kind}", (distances, data.SIX), {**rated, "rated_pairs": kind})
            for kind in ("keep", "fit")),
        ("build", (data.table(3), data.SIX), {"title": "A table", "caveats": ["x"]}),
        ("refused/build/above_one", ([[1, 2], [0, 1]], ["a", "b"]), {}),
        ("refused/build/not_square", ([[1, 0.5]], ["a", "b"]), {}),
        ("refused/build/missing", ([[1, None], [0, 1]], ["a", "b"]), {}),
        ("refused/from_points", ([[np.nan], [1]], ["a", "b"]), {}),
        ("refused/from_correlations", ([[1, 2], [2, 1]], ["a", "b"]), {}),
    ):  # fmt: skip
        builder = name.removeprefix("refused/").partition("/")[0]
        yield name, partial(build, builder, *arguments, **options)


def _files():
    def saved():
        with tempfile.TemporaryDirectory() as folder:
            similarity = similarities().load("mfrc")
            path = similarity.save(Path(folder) / "own.json")
            again = similarities().load(str(path))
            return {**described(again), "same": again.fingerprint == similarity.fingerprint}

    def from_csv():
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "own.csv"
            pd.DataFrame(data.table(5), data.SIX, data.SIX).to_csv(path)
            result = new_metric(similarity=str(path)).compute(**SETS)
            return {**result, "fingerprint": similarities().load(str(path)).fingerprint}

    yield "similarity/saved", saved
    yield "similarity/csv", from_csv


def _thesauri():
    def thesaurus():
        more = {"related": [("f", "h")], "synonyms": [("a", "i")], "concepts": ["lonely"]}
        return similarities().make_thesaurus(BROADER, **more, pairs="child-parent")

    def described_thesaurus(made):
        content = {name: getattr(made, name) for name in ("fingerprint", "depth", "ic")}
        return {**content, "facts": made.facts(), "labels": len(made.labels)}

    def related(measure, variant="similarity", ic=None):
        try:
            relatedness = similarities().relatedness(thesaurus(), measure, variant, ic=ic)
        except Exception as error:
            return {"error": kind_of(error)}
        places = np.array([[relatedness.labels.index(a) for a in "abcdefgh"]])
        first, second = (x.reshape(-1) for x in np.broadcast_arrays(places.T, places))
        metric = new_metric(similarity=relatedness)
        return {
            "values": relatedness.values,
            "raw": relatedness.raw(first, second),
            "fingerprint": relatedness.fingerprint,
            "nearest": relatedness.nearest("e"),
            "scores": quiet(lambda: metric.compute(**SETS, average=["samples", "micro"]))[0],
        }

    yield "thesaurus/made", lambda: described_thesaurus(thesaurus())
    yield "thesaurus/pickled", lambda: described_thesaurus(pickle.loads(pickle.dumps(thesaurus())))
    for measure in ("wu_palmer", *OF_PATHS, *OF_CONTENT):
        yield f"relatedness/{measure}", partial(related, measure)
    for measure in OF_PATHS:
        yield f"relatedness/{measure}/related", partial(related, measure, "relatedness")
    content = dict.fromkeys("bcdefghi", 1.0) | {"a": 0.2, "i": 0.2, "g": 0.0, "lonely": 1.0}
    for measure in OF_CONTENT:
        yield f"relatedness/{measure}/ic", partial(related, measure, ic=content)
    yield "refused/relatedness", partial(related, "cosine")

    def yso():
        path = data.EXAMPLES / "yso_archaeology" / "yso-archaeology.ttl"
        options = {"label": "prefLabel", "language": "en", "dangling": "drop"}
        return quiet(lambda: similarities().read_thesaurus(path, **options))[0]

    def yso_table(measure):
        relatedness = similarities().relatedness(yso(), measure)
        table = relatedness.to_similarity(labels=relatedness.labels[:20])
        content = {"values": table.values.reshape(-1), "audit": audited(table)}
        return {**content, "fingerprint": table.fingerprint}

    yield "thesaurus/yso", lambda: described_thesaurus(yso())
    for measure in ("wu_palmer", "lin"):
        yield f"relatedness/yso/{measure}", partial(yso_table, measure)
