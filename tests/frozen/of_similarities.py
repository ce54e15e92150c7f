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
from .plain import counted, kind_of

MEASURES = (
    "wu_palmer",
    "rada",
    "rada_linear",
    "leacock_chodorow",
    "resnik",
    "jiang_conrath",
    "lin",
)
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
    return {**counted(audit.to_dict()), "length of order": len(audit.order)}


def build(builder, *arguments, **options):
    """Similarity that a builder makes, and its scores, or the kind of the error."""
    try:
        made = quiet(lambda: getattr(similarities(), builder)(*arguments, **options))[0]
    except Exception as error:
        return {"error": kind_of(error)}
    scores = new_metric(similarity=made).compute(
        predictions=[made.labels[:2], made.labels[1:3]], references=[made.labels[2:], made.labels]
    )
    return {**described(made), "scores": scores}


def case(name, /, *arguments, **options):
    """The name of a call of a builder, which is in the name, and the call."""
    builder = name.removeprefix("refused/").split("/")[0]
    return name, partial(build, builder, *arguments, **options)


def _bundled():
    yield "similarity/names", lambda: list(similarities().names())
    for name in ("plutchik", "goemotions", "goemotions-ekman", "mfrc"):
        yield f"similarity/{name}", lambda name=name: described(similarities().load(name))
        yield f"audit/{name}", lambda name=name: audited(similarities().load(name))
        yield f"audit/{name}/options", partial(_audited_by_name, name)
    yield "similarity/identity", lambda: described(similarities().identity(data.SIX))
    three = ["love", "joy", "anger"]
    yield (
        "similarity/restrict",
        lambda: described(similarities().load("plutchik").restrict(three)),
    )
    yield (
        "similarity/pickled",
        lambda: described(pickle.loads(pickle.dumps(similarities().load("mfrc")))),
    )
    groups = dict(zip(data.SIX, "uuvvww", strict=True))
    more = {"groups": groups, "gold": [["a"], ["b", "c"], ["a", "f"]]}
    for seed in range(3):
        table = data.table(seed, symmetric=seed == 1)
        yield f"audit/table/{seed}", partial(_audited_table, table, data.SIX)
        yield f"audit/groups/{seed}", partial(_audited_table, table, data.SIX, **more)
    yield "audit/one_label", partial(_audited_table, np.ones((1, 1)), ["a"])


def _audited_table(table, labels, **options):
    return audited(similarities().build(table, labels), **options)


def _audited_by_name(name):
    options = {"neighbors": 2, "hubs": 1, "associative": True}
    return counted(quiet(lambda: similarities().audit(name, **options).to_dict())[0])


def _built():
    rng = np.random.default_rng(17)
    points = rng.normal(size=(6, 3)).round(3)
    distances = np.linalg.norm(points[:, None] - points[None], axis=2)
    lopsided = np.triu(distances) + 2 * np.tril(distances)
    frame = pd.DataFrame(points, data.SIX)
    for p in (1, 2, 3, np.inf):
        yield case(f"from_points/p={p}", points, data.SIX, p=p)
    for beta in (0.1, 4):
        yield case(f"from_points/beta={beta}", points, data.SIX, beta=beta)
    angles = {"a": 0.0, "b": 1.5, "c": 2.25, "d": 7.0}
    yield case("from_points/mapping", angles)
    yield case("from_points/frame", frame, ["f", "a", "c"])
    card = {"none_labels": ["neutral"], "name": "angles", "source": "a book"}
    yield case("from_points/none_labels", angles, **card)
    yield case("from_distances", lopsided, data.SIX, beta=2)
    yield case("from_distances/frame", pd.DataFrame(distances, data.SIX, data.SIX))
    for power in (1, 2, 0.5):
        yield case(f"from_embeddings/power={power}", points, data.SIX, power=power)
    yield case("from_embeddings/frame", frame)
    yield case("from_correlations", np.corrcoef(rng.normal(size=(6, 50))), data.SIX)
    sets = data.sets(data.SIX, 80, 18)
    yield case("from_training_label_sets", sets)
    rows = data.indicators(sets, data.SIX)
    yield case("from_training_label_sets/rows", rows, data.SIX)
    for name, labels in {"leaves": "leaves", "all": "all", "list": ["a", "z", "d"]}.items():
        yield case(f"from_hierarchy/{name}", TREE, labels)
    edges = [("top", "a", 1.5), ("top", "b", 2), ("a", "c", 0.5), ("b", "d", 1)]
    yield case("from_hierarchy/edges", edges, "all", pairs="parent-child", beta=0.5)
    fine, coarse = (dict(zip(data.SIX, level, strict=True)) for level in ("uuvvww", "xxxxyy"))
    yield case("from_groups", [fine, coarse])
    yield case("from_groups/values", [fine, coarse], values=[0.9, 0.2])
    yield case("from_groups/names", {"fine": fine, "coarse": coarse}, ["f", "a", "b"])
    ratings = [("a", "b", 4), ("a", "c", 2), ("b", "c", 5), ("b", "a", 3), ("d", "a", 1)]
    for missing in ("raise", "mean", "minimum", "zero"):
        yield case(f"from_ratings/{missing}", ratings, scale=(1, 5), missing=missing)
    rated = {"ratings": ratings, "scale": (1, 5)}
    for kind in ("keep", "fit"):
        yield case(f"calibrate/{kind}", distances, data.SIX, rated_pairs=kind, **rated)
    yield case("build", data.table(3), data.SIX, title="A table", caveats=["x"])
    for name, wrong in {
        "above_one": [[1, 2], [0, 1]],
        "not_square": [[1, 0.5]],
        "missing": [[1, None], [0, 1]],
    }.items():
        yield case(f"refused/build/{name}", wrong, ["a", "b"])
    yield case("refused/from_points", [[np.nan], [1]], ["a", "b"])
    yield case("refused/from_correlations", [[1, 2], [2, 1]], ["a", "b"])


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
    yield "thesaurus/made", lambda: described_thesaurus(thesaurus())
    yield "thesaurus/pickled", lambda: described_thesaurus(pickle.loads(pickle.dumps(thesaurus())))
    for measure in MEASURES:
        yield f"relatedness/{measure}", partial(related, measure)
    for measure in ("rada", "rada_linear", "leacock_chodorow"):
        yield f"relatedness/{measure}/related", partial(related, measure, "relatedness")
    content = dict.fromkeys("bcdefghi", 1.0) | {"a": 0.2, "i": 0.2, "g": 0.0, "lonely": 1.0}
    for measure in ("resnik", "jiang_conrath", "lin"):
        yield f"relatedness/{measure}/ic", partial(related, measure, ic=content)
    yield "refused/relatedness", partial(related, "cosine")
    yield "thesaurus/yso", lambda: described_thesaurus(yso())
    for measure in ("wu_palmer", "lin"):
        yield f"relatedness/yso/{measure}", partial(yso_table, measure)


def thesaurus():
    more = {"related": [("f", "h")], "synonyms": [("a", "i")], "concepts": ["lonely"]}
    return similarities().make_thesaurus(BROADER, pairs="child-parent", **more)


def yso():
    path = data.EXAMPLES / "yso_archaeology" / "yso-archaeology.ttl"
    options = {"label": "prefLabel", "language": "en", "dangling": "drop"}
    return quiet(lambda: similarities().read_thesaurus(path, **options))[0]


def described_thesaurus(made):
    return {
        "facts": made.facts(),
        "fingerprint": made.fingerprint,
        "labels": len(made.labels),
        "depth": made.depth,
        "ic": made.ic,
    }


def related(measure, variant="similarity", ic=None):
    """Values and scores of a measure, or the kind of the error."""
    try:
        relatedness = similarities().relatedness(thesaurus(), measure, variant, ic=ic)
    except Exception as error:
        return {"error": kind_of(error)}
    places = np.array([relatedness.labels.index(label) for label in "abcdefgh"])
    metric = new_metric(similarity=relatedness)
    return {
        "values": relatedness.values,
        "raw": relatedness.raw(places.repeat(8), np.tile(places, 8)),
        "fingerprint": relatedness.fingerprint,
        "nearest": relatedness.nearest("e"),
        "scores": quiet(lambda: metric.compute(**SETS, average=["samples", "micro"]))[0],
    }


def yso_table(measure):
    relatedness = similarities().relatedness(yso(), measure)
    table = relatedness.to_similarity(labels=relatedness.labels[:20])
    return {
        "values": table.values.reshape(-1),
        "fingerprint": table.fingerprint,
        "audit": audited(table),
    }
