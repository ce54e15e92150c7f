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


def described(similarity, *, with_audit=False):
    """A similarity's values, names and fingerprint."""
    content = {
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
    if with_audit:
        content["audit"] = audited(similarity)
    return content


def audited(similarity, **options):
    """An audit as it gives itself, with how many warnings it has."""
    audit = similarity.audit(**options)
    content = audit.to_dict()
    content["warnings"] = len(content["warnings"])
    content["length of order"] = len(audit.order)
    return content


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


def case(name, builder, /, *arguments, **options):
    """The name of a call of a builder, and the call."""
    return name, partial(build, builder, *arguments, **options)


def _bundled():
    yield "similarity/names", lambda: list(similarities().names())
    for name in ("plutchik", "goemotions", "goemotions-ekman", "mfrc"):
        yield f"similarity/{name}", lambda name=name: described(similarities().load(name))
        yield f"audit/{name}", lambda name=name: audited(similarities().load(name))
        yield (
            f"audit/{name}/options",
            lambda name=name: quiet(
                lambda: audited_by_name(name, neighbors=2, hubs=1, associative=True)
            )[0],
        )
    yield "similarity/identity", lambda: described(similarities().identity(data.SIX))
    yield (
        "similarity/restrict",
        lambda: described(similarities().load("plutchik").restrict(["love", "joy", "anger"])),
    )
    yield (
        "similarity/pickled",
        lambda: described(pickle.loads(pickle.dumps(similarities().load("mfrc")))),
    )
    groups = dict(zip(data.SIX, "uuvvww", strict=True))
    for seed in range(3):
        symmetric = seed == 1
        table = data.table(seed, symmetric=symmetric)
        yield (
            f"audit/table/{seed}",
            lambda table=table: audited(similarities().build(table, data.SIX)),
        )
        yield (
            f"audit/groups/{seed}",
            lambda table=table: audited(
                similarities().build(table, data.SIX),
                groups=groups,
                gold=[["a"], ["b", "c"], ["a", "f"]],
            ),
        )
    one = np.ones((1, 1))
    yield "audit/one_label", lambda: audited(similarities().build(one, ["a"]))


def audited_by_name(name, **options):
    content = similarities().audit(name, **options).to_dict()
    content["warnings"] = len(content["warnings"])
    return content


def _built():
    rng = np.random.default_rng(17)
    points = rng.normal(size=(6, 3)).round(3)
    distances = np.linalg.norm(points[:, None] - points[None], axis=2)
    lopsided = np.triu(distances) + 2 * np.tril(distances)
    frame = pd.DataFrame(points, data.SIX)
    for p in (1, 2, 3, np.inf):
        yield case(f"from_points/p={p}", "from_points", points, data.SIX, p=p)
    for beta in (0.1, 4):
        yield case(f"from_points/beta={beta}", "from_points", points, data.SIX, beta=beta)
    angles = {"a": 0.0, "b": 1.5, "c": 2.25, "d": 7.0}
    yield case("from_points/mapping", "from_points", angles)
    yield case("from_points/frame", "from_points", frame, ["f", "a", "c"])
    yield case(
        "from_points/none_labels",
        "from_points",
        angles,
        none_labels=["neutral"],
        name="angles",
        source="a book",
    )
    yield case("from_distances", "from_distances", lopsided, data.SIX, beta=2)
    square = pd.DataFrame(distances, data.SIX, data.SIX)
    yield case("from_distances/frame", "from_distances", square)
    for power in (1, 2, 0.5):
        yield case(
            f"from_embeddings/power={power}", "from_embeddings", points, data.SIX, power=power
        )
    yield case("from_embeddings/frame", "from_embeddings", frame)
    r = np.corrcoef(rng.normal(size=(6, 50)))
    yield case("from_correlations", "from_correlations", r, data.SIX)
    sets = data.sets(data.SIX, 80, 18)
    yield case("from_training_label_sets", "from_training_label_sets", sets)
    yield case(
        "from_training_label_sets/rows",
        "from_training_label_sets",
        data.indicators(sets, data.SIX),
        data.SIX,
    )
    for labels in ("leaves", "all", ["a", "z", "d"]):
        yield case(
            f"from_hierarchy/{labels if isinstance(labels, str) else 'list'}",
            "from_hierarchy",
            TREE,
            labels,
        )
    edges = [("top", "a", 1.5), ("top", "b", 2), ("a", "c", 0.5), ("b", "d", 1)]
    down = {"pairs": "parent-child", "beta": 0.5}
    yield case("from_hierarchy/edges", "from_hierarchy", edges, "all", **down)
    levels = [
        dict(zip(data.SIX, "uuvvww", strict=True)),
        dict(zip(data.SIX, "xxxxyy", strict=True)),
    ]
    yield case("from_groups", "from_groups", levels)
    yield case("from_groups/values", "from_groups", levels, values=[0.9, 0.2])
    yield case(
        "from_groups/names",
        "from_groups",
        {"fine": levels[0], "coarse": levels[1]},
        ["f", "a", "b"],
    )
    ratings = [("a", "b", 4), ("a", "c", 2), ("b", "c", 5), ("b", "a", 3), ("d", "a", 1)]
    for missing in ("raise", "mean", "minimum", "zero"):
        yield case(
            f"from_ratings/{missing}", "from_ratings", ratings, scale=(1, 5), missing=missing
        )
    for rated in ("keep", "fit"):
        yield case(
            f"calibrate/{rated}",
            "calibrate",
            distances,
            data.SIX,
            ratings=ratings,
            scale=(1, 5),
            rated_pairs=rated,
        )
    yield case("build", "build", data.table(3), data.SIX, title="A table", caveats=["x"])
    for name, wrong in {
        "above_one": [[1, 2], [0, 1]],
        "not_square": [[1, 0.5]],
        "missing": [[1, None], [0, 1]],
    }.items():
        yield case(f"refused/build/{name}", "build", wrong, ["a", "b"])
    yield case("refused/from_points", "from_points", [[np.nan], [1]], ["a", "b"])
    yield case("refused/from_correlations", "from_correlations", [[1, 2], [2, 1]], ["a", "b"])


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
        return similarities().make_thesaurus(
            BROADER,
            related=[("f", "h")],
            synonyms=[("a", "i")],
            concepts=["lonely"],
            pairs="child-parent",
        )

    def described_thesaurus(made):
        return {
            "facts": made.facts(),
            "fingerprint": made.fingerprint,
            "labels": len(made.labels),
            "depth": made.depth,
            "ic": made.ic,
        }

    def related(measure, variant="similarity", ic=None, of=thesaurus):
        relatedness = similarities().relatedness(of(), measure, variant, ic=ic)
        labels = list("abcdefgh")
        places = np.array([[relatedness.labels.index(a) for a in labels]])
        first, second = (x.reshape(-1) for x in np.broadcast_arrays(places.T, places))
        result = {
            "values": relatedness.values,
            "raw": relatedness.raw(first, second),
            "fingerprint": relatedness.fingerprint,
            "nearest": relatedness.nearest("e"),
        }
        metric = new_metric(similarity=relatedness)
        result["scores"] = quiet(lambda: metric.compute(**SETS, average=["samples", "micro"]))[0]
        return result

    def raw_related(measure, variant="similarity", ic=None):
        try:
            return related(measure, variant, ic)
        except Exception as error:
            return {"error": kind_of(error)}

    yield "thesaurus/made", lambda: described_thesaurus(thesaurus())
    yield "thesaurus/pickled", lambda: described_thesaurus(pickle.loads(pickle.dumps(thesaurus())))
    for measure in MEASURES:
        yield f"relatedness/{measure}", partial(raw_related, measure)
    for measure in ("rada", "rada_linear", "leacock_chodorow"):
        yield f"relatedness/{measure}/related", partial(raw_related, measure, "relatedness")
    content = dict.fromkeys("bcdefghi", 1.0) | {"a": 0.2, "i": 0.2, "g": 0.0, "lonely": 1.0}
    for measure in ("resnik", "jiang_conrath", "lin"):
        yield f"relatedness/{measure}/ic", partial(raw_related, measure, ic=content)
    yield "refused/relatedness", partial(raw_related, "cosine")

    def yso():
        path = data.EXAMPLES / "yso_archaeology" / "yso-archaeology.ttl"
        return quiet(
            lambda: similarities().read_thesaurus(
                path, label="prefLabel", language="en", dangling="drop"
            )
        )[0]

    def yso_table(measure):
        relatedness = similarities().relatedness(yso(), measure)
        some = similarities().relatedness(yso(), measure).labels[:20]
        table = relatedness.to_similarity(labels=some)
        return {
            "values": table.values.reshape(-1),
            "fingerprint": table.fingerprint,
            "audit": audited(table),
        }

    yield "thesaurus/yso", lambda: described_thesaurus(yso())
    for measure in ("wu_palmer", "lin"):
        yield f"relatedness/yso/{measure}", partial(yso_table, measure)
