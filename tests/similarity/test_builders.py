"""Builders: exact values, oracles, the bundled matrices made again, and what is refused."""

import csv
import inspect
import itertools
import json
import math
import sys
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from helpers import off_diagonal, refusal
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.distance import cdist

from semantic_f1 import SemanticF1
from semantic_f1.similarity import loading as similarity
from semantic_f1.similarity.builders.groups import from_groups
from semantic_f1.similarity.builders.hierarchies import from_hierarchy
from semantic_f1.similarity.builders.points import (
    from_correlations,
    from_distances,
    from_embeddings,
    from_points,
    from_training_label_sets,
)
from semantic_f1.similarity.builders.ratings import calibrate, from_ratings
from semantic_f1.similarity.matrices import MATRICES

ABC = ["a", "b", "c"]
# How each is called on three labels.
CALLS = {
    from_points: (([0, 1, 3], ABC), {}),
    from_distances: (([[0, 1, 2], [1, 0, 1], [2, 1, 0]], ABC), {}),
    from_embeddings: (([[1, 0], [0, 1], [1, 1]], ABC), {}),
    from_correlations: ((np.eye(3), ABC), {}),
    from_training_label_sets: (([["a"], ["b"], ["c"]],), {}),
    from_hierarchy: (({"root": dict.fromkeys(ABC)},), {}),
    from_groups: (([{"a": 1, "b": 1, "c": 2}],), {}),
    from_ratings: (([("a", "b", 1), ("a", "c", 0), ("b", "c", 0)],), {"scale": (0, 1)}),
    calibrate: (
        ([[0, 1, 2], [1, 0, 1], [2, 1, 0]], ABC),
        {"ratings": [("a", "b", 1), ("a", "c", 0)], "scale": (0, 1)},
    ),
}


@pytest.mark.parametrize("builder", CALLS)
def test_each_builds_a_similarity_with_its_card(builder):
    assert getattr(SemanticF1().similarity, builder.__name__) is builder
    arguments, options = CALLS[builder]
    card = {"source": "made up", "population": "nobody", "caveats": ["none"], "title": "T"}
    built = builder(*arguments, **options, name="mine", none_labels=["neutral"], **card)
    assert set(built.card) == {"derivation", *card}
    assert (built.name, built.labels, built.none_labels) == ("mine", tuple(ABC), ("neutral",))
    assert {key: built.card[key] for key in card} == card
    assert built.card["derivation"].endswith(".")
    assert (np.diagonal(built.values) == 1).all()
    said = f"derivation: {builder.__name__} writes it"
    assert said in refusal(builder, *arguments, **options, derivation="by hand")


@pytest.mark.parametrize(("builder", "data"), [
    (from_points, [0, 1, 3]), (from_distances, np.zeros((3, 3))), (from_embeddings, np.eye(3)),
    (from_correlations, np.eye(3)), (from_training_label_sets, np.eye(3, dtype=int)),
])  # fmt: skip
@pytest.mark.parametrize(("labels", "said"), [
    (None, "labels: expected a list of names; got None"),
    ("abc", "labels: expected a list of names; got 'abc'"),
    (["a", "b", "a"], "labels: names must be distinct; 'a' is repeated"),
    (["a", "b", 3], "labels: every name must be a non-empty string; position 2 is 3"),
    ([], "labels: at least one name is needed; got none"),
    (["a", "b"], None),
    (["a", "b", "c", "d"], None),
])  # fmt: skip
def test_names_of_tables(builder, data, labels, said):
    message = refusal(builder, data, labels)
    assert message == said if said else "expected" in message and str(len(labels)) in message


@pytest.mark.parametrize("builder", [from_points, from_distances, from_embeddings])
@pytest.mark.parametrize("data", [
    [["a", "b"], ["c", "d"]], [[1, 2], [3]], [[1, {}], [0, 1]], [[True, False]] * 2,
    [[True, None], [0, 1]],
])  # fmt: skip
def test_what_is_no_table_of_numbers(builder, data):
    argument = next(iter(inspect.signature(builder).parameters))
    said = f"{argument}: expected a table of numbers with rows of one length"
    assert refusal(builder, data, ["a", "b"]) == said


AB = ["a", "b"]


@pytest.mark.parametrize(("builder", "arguments", "options", "said"), [
    *((from_points, ([0, x], AB), {}, "points: numbers must be finite; 'b'")
        for x in (math.nan, math.inf, None)),
    (from_points, ({"a": [0, 1], "b": [1]},), {}, "points: not 2 numbers as the first has; 'b'"),
    (from_points, ([[], []], AB), {}, "points: expected one row per label, 2, with at least one"),
    *((from_points, ([0, 1], AB), {"p": p}, f"p: expected a number from 1 to inf; got {p!r}")
        for p in (0.5, math.nan, "2")),
    *((from_points, ([0, 1], AB), {"beta": x}, f"beta: expected a finite number above 0; got {x}")
        for x in (0, math.inf, True)),
    (from_points, ([0, 10**400], AB), {}, "points: expected a table of"),
    (from_points, ([0, 1], AB), {"betas": 2},
        "betas: from_points has no such argument (did you mean 'beta'?); a card has title, source"),
    (from_points, ([0, 1], AB), {"none_labels": ["a"]},
        "similarity 'points': 'a' is among labels and none_labels; a none-label has no row"),
    (from_points, ([0, 1], ["a", " "]), {}, "labels: every name must"),
    (from_points, ([0, 1], AB), {"p": 10**400}, "p: expected a number"),
    (from_distances, ([[0, -1], [1, 0]], AB), {},
        "distances: values must be at least 0; ('a', 'b') is -1.0 (1 such values)"),
    *((from_distances, ([[0, x], [1, 0]], AB), {}, "distances: a value is missing; ('a', 'b') is")
        for x in (math.nan, None)),
    (from_distances, ([[0, 1], [1, 2]], AB), {},
        "distances: the diagonal must be 0; ('b', 'b') is 2.0 (1 such values)"),
    (from_distances, ([[0], [0]], AB), {},
        "distances: expected one row and one column per label, 2 x 2; got shape (2, 1)"),
    (from_distances, (pd.DataFrame(np.zeros((2, 2)), AB, ["a", "c"]),), {},
        "distances: rows and columns must have the same names; rows 'a', 'b', columns 'a', 'c'"),
    (from_embeddings, ({"a": [1, 2], "b": [0, 0]},), {},
        "vectors: a vector of zeros has no direction; 'b'"),
    (from_embeddings, ([[math.nan, 1]], ["a"]), {}, "vectors: numbers must be finite; 'a'"),
    *((from_embeddings, ([[1]], ["a"]), {"power": power}, "power: expected a finite number above 0")
        for power in (0, -1, math.nan, "2")),
    (from_correlations, ([[1, 1.5], [1.5, 1]], AB), {},
        "correlations: values must lie in [-1, 1]; ('a', 'b') is 1.5"),
    (from_correlations, ([[1, math.nan], [0, 1]], AB), {},
        "correlations: a value is missing; leave out labels that never vary"),
    (from_correlations, ([[1, 0], [0, 0.9]], AB), {},
        "correlations: the diagonal must be 1; ('b', 'b') is 0.9"),
    (from_correlations, ([[1, 0.5], [0, 1]], AB), {},
        "correlations: the table must be symmetric; ('a', 'b') is 0.5"),
])  # fmt: skip
def test_tables_refused(builder, arguments, options, said):
    assert refusal(builder, *arguments, **options).startswith(said)


def test_points_of_a_frame_and_a_choice_of_labels():
    frame = pd.DataFrame({"valence": [0, 3, 9], "arousal": [0, 4, 9]}, index=ABC)
    points = dict(zip(ABC, frame.to_numpy(), strict=True))
    for data in (frame, points):
        content = from_points(data, ["b", "a"])
        assert list(content.labels) == ["b", "a"]
        assert off_diagonal(content) == [round(1 / 6, 12)]
        said = "Euclidean distance d between points of 2 coordinates, mapped by 1 / (1 + d)."
        assert content.card["derivation"] == said
        assert "'x'" in refusal(from_points, data, ["a", "x"])


def test_points_huge_and_tiny():
    tiny, huge = [[0, 0], [3e-200, 4e-200]], [[0, 0], [3e200, 4e200]]
    assert off_diagonal(from_points(tiny, AB, beta=1e200)) == [round(1 / 6, 12)]
    assert off_diagonal(from_points(huge, AB, beta=1e-200)) == [round(1 / 6, 12)]
    (value,) = off_diagonal(from_points(tiny, AB, beta=1e200, p=50))
    assert value == pytest.approx(0.2, abs=1e-6)
    far = refusal(from_points, [-1e308, 1e308], AB)
    assert far.startswith("points: too far apart; ('a', 'b') is inf")


def test_distances():
    table = [[0, 1, math.inf], [3, 0, 0], [math.inf, 0, 0]]
    content = from_distances(table, ABC, beta=0.5)
    expected = [[1, round(2 / 3, 12), 0], [0.4, 1, 1], [0, 1, 1]]
    assert content.values.tolist() == expected
    said = "Given distances d, mapped by 1 / (1 + 0.5 d). 2 infinite distances give 0."
    assert content.card["derivation"] == said
    frame = pd.DataFrame(table, ABC, ABC).loc[["c", "a", "b"]]
    assert from_distances(frame, beta=0.5).values.tolist() == expected
    turned = from_distances(frame, ["b", "a"], beta=0.5).values.tolist()
    assert turned == [[1, 0.4], [round(2 / 3, 12), 1]]


def test_embeddings_at_known_angles():
    vectors = {"a": [2, 0], "b": [0, 0.5], "c": [-3, 0], "d": [1, 1], "e": [7, 0]}
    near = round((1 + math.sqrt(0.5)) / 2, 12)
    far = round((1 - math.sqrt(0.5)) / 2, 12)
    assert off_diagonal(from_embeddings(vectors)) == [0.5, 0, near, 1, 0.5, near, 0.5, far, 0, near]
    squared = off_diagonal(from_embeddings(vectors, power=2))
    assert squared == pytest.approx([0.25, 0, near**2, 1, 0.25, near**2, 0.25, far**2, 0, near**2])
    said = "Cosine of label embeddings of 2 dimensions, mapped by (1 + cos) / 2, to the power 3."
    assert from_embeddings(vectors, power=3).card["derivation"] == said
    # Huge and tiny.
    vectors = [[1e-200, 0], [1e-200, 1e-200], [1e200, 1e200]]
    assert off_diagonal(from_embeddings(vectors, ABC)) == [near, near, 1]
    # The diagonal survives any power.
    vectors = np.random.default_rng(0).normal(size=(60, 300))
    labels = [f"label {i}" for i in range(60)]
    values = from_embeddings(vectors, labels, power=1e5).values
    assert (values.diagonal() == 1).all()


@given(st.integers(0, 10_000), st.integers(1, 40), st.integers(2, 12))
def test_embeddings_are_similarities(seed, d, m):
    vectors = np.random.default_rng(seed).normal(size=(m, d))
    values = off_diagonal(from_embeddings(vectors, [str(i) for i in range(m)]))
    assert min(values) >= 0 and max(values) <= 1
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    expected = ((1 + unit @ unit.T) / 2)[np.triu_indices(m, 1)]
    assert np.allclose(values, expected, rtol=0, atol=1e-11)


def test_correlations():
    table = [[1, 0.5, -1], [0.5, 1, 0], [-1, 0, 1]]
    assert off_diagonal(from_correlations(table, ABC)) == [0.75, 0, 0.5]
    data = pd.DataFrame(np.random.default_rng(0).normal(size=(50, 3)), columns=ABC)
    expected = (1 + np.corrcoef(data.to_numpy(), rowvar=False)) / 2
    content = from_correlations(data.corr(), source="noise")
    assert list(content.labels) == ABC
    assert np.abs(content.values - expected).max() < 1e-12
    # Rounding errors are removed.
    noise = 5e-7
    table = [[1 + noise, -1 - noise, 0.4], [-1, 1 - noise, 1 + noise], [0.4 + noise, 1, 1]]
    assert off_diagonal(from_correlations(table, ABC)) == pytest.approx([0, 0.7, 1], abs=1e-6)
    assert from_correlations(table, ABC).values.max() == 1


def test_training_label_sets_by_hand():
    # a and b: together 1 of 4, each 2 of 4: r = (4 - 4) / 4 = 0. a and c: c is where a is not.
    sets = [["a", "b"], ["a"], ["b", "c"], ["c", "c"]]
    content = from_training_label_sets(sets)
    assert list(content.labels) == ABC
    assert off_diagonal(content) == [0.5, 0, 0.5]
    assert content.card["derivation"] == (
        "Pearson correlation r of the 0/1 columns of each two labels over 4 examples outside the "
        "evaluation set (co-annotation), mapped by (1 + r) / 2."
    )


def test_training_label_sets_in_all_forms(monkeypatch):
    rng = np.random.default_rng(0)
    rows = (rng.random((60, 3)) < 0.4).astype(int)
    sets = [[label for label, cell in zip(ABC, row, strict=True) if cell] for row in rows]
    expected = (1 + np.corrcoef(rows, rowvar=False)) / 2
    frame = pd.DataFrame(rows, columns=ABC)
    neutral = frame.assign(neutral=1 - rows.max(axis=1))
    with_neutral = [names or ["neutral"] for names in sets]
    column = np.empty(60, dtype=object)
    column[:] = sets
    for form, options in (
        *(((x,), {}) for x in (sets, frame)),
        *(((x, ABC), {}) for x in (list(map(set, sets)), pd.Series(sets), column, rows,
            rows.tolist(), rows.astype(bool), rows.astype(float))),
        *(((x,), {"none_labels": ["neutral"]}) for x in (with_neutral, neutral)),
    ):  # fmt: skip
        content = from_training_label_sets(*form, **options)
        assert list(content.labels) == ABC
        assert np.abs(content.values - expected).max() < 1e-12
        off_diagonal(content)
    assert list(from_training_label_sets(frame, ["c", "a"]).labels) == ["c", "a"]
    strings = from_training_label_sets(["a", ["b"], "c", "a"])
    expected = from_training_label_sets([["a"], ["b"], ["c"], ["a"]])
    assert strings.values.tolist() == expected.values.tolist()
    # More rows than a block.
    monkeypatch.setattr("semantic_f1.similarity.builders.cooccurrence.BLOCK_ROWS", 7)
    rows = (np.random.default_rng(1).random((100, 4)) < 0.5).astype(int)
    content = from_training_label_sets(rows, list("abcd"))
    assert np.allclose(content.values, (1 + np.corrcoef(rows, rowvar=False)) / 2, atol=1e-12)


@pytest.mark.parametrize(("arguments", "said"), [
    (([["a"], ["a", "b"]], ["a", "b"]), "none of the 2 examples, or in all of them, has no "),
    (([["a"], ["b"]], ABC), "has no correlation; 'c'"),
    (([["a"], ["x"]], ["a", "b"]),
        "training_label_sets[1]: 'x' is not among labels or none_labels"),
    (([["a"], 3], ABC), "training_label_sets[1]: 3 among names such as 'a'"),
    (([["a"], {"b": 1}],), "training_label_sets[1]: expected a name, an id or a collection"),
    (([[0, 1, 2]], ABC), "rows of 0 and 1 with 3 columns"),
    (([[0, 1], [1]], ["a", "b"]), "rows of 0 and 1 with 2 columns"),
    (([1, 0, 1], ABC), "rows of 0 and 1 with 3 columns"),
    ((pd.DataFrame({"a": [0, 1]}), ["a", "b"]), "has nothing for 'b'"),
    (([],), "labels: at least one name is needed"),
    *(((sets,), f"got {type(sets).__name__}")
        for sets in ("joy", b"joy", {"doc": ["joy", "love"]}, {"joy"}, None, 3)),
])  # fmt: skip
def test_training_label_sets_refused(arguments, said):
    assert said in refusal(from_training_label_sets, *arguments)


def test_ratings_by_hand():
    ratings = [("a", "b", 7), ("b", "a", 4), ("a", "c", 1), ("c", "b", 4)]
    content = from_ratings(ratings, scale=(1, 7))
    assert list(content.labels) == ABC
    assert off_diagonal(content) == [0.75, 0, 0.5]
    said = "Mean of 4 ratings of 3 pairs on a scale from 1 (not similar) to 7 (the same), mapped to"
    assert content.card["derivation"] == f"{said} [0, 1]."
    means = {("a", "b"): 5.5, ("a", "c"): 1, ("b", "c"): 4}
    assert off_diagonal(from_ratings(means, scale=(1, 7))) == [0.75, 0, 0.5]
    # Ratings of dissimilarity.
    unlike = [(a, b, 8 - rating) for a, b, rating in ratings]
    assert off_diagonal(from_ratings(unlike, scale=(7, 1))) == [0.75, 0, 0.5]
    assert off_diagonal(from_ratings(ratings, ["c", "a", "b"], scale=(1, 7))) == [0, 0.5, 0.75]
    many = [("a", "b", x / 1e9) for x in np.random.default_rng(1).integers(0, 5 * 10**9, 16)]
    assert off_diagonal(from_ratings(many, scale=(0, 5))) == [0.516926023263]


@pytest.mark.parametrize(("missing", "value"), [("mean", 0.5), ("minimum", 0.25), ("zero", 0)])
def test_missing_pairs_by_a_named_rule(missing, value):
    ratings = [("a", "b", 75), ("a", "c", 25)]
    content = from_ratings(ratings, scale=(0, 100), missing=missing)
    assert off_diagonal(content) == [0.75, 0.25, value]
    said = f"1 pair without a rating: filled in by the rule {missing!r}, {value:g}."
    assert content.card["derivation"].endswith(said)
    message = refusal(from_ratings, [("a", "b", 1)], list("abcd"), scale=(0, 1))
    assert message.startswith("ratings: 5 of 6 pairs have none, such as ('a', 'c'), ('a', 'd'), ")
    assert message.endswith("by missing='mean', 'minimum' or 'zero'")


@pytest.mark.parametrize(("ratings", "options", "said"), [
    ([("a", "b", 8)], {}, "ratings: must lie on the scale from 1 to 7; ('a', 'b') is 8"),
    ([("a", "b", "5")], {}, "ratings: must lie on the scale from 1 to 7; ('a', 'b') is '5'"),
    ([("a", "a", 7)], {}, "ratings: 'a' is rated against itself; the diagonal is 1"),
    ([("a", "b", 5)], {"labels": ["a"]}, "ratings: 'b' is not among labels"),
    ([], {}, "ratings: at least one is needed; got none"),
    *((one, {}, f"ratings: expected triples (a, b, rating); got {shown}") for one, shown in (
        ([("a", "b")], "('a', 'b')"), ({"ab": 3}, "('ab', 3)"), ([3], "(3,)"),
        ([(1, 2, 3)], "(1, 2, 3)"))),
    *(([("a", "b", 5)], {"scale": scale}, "scale: expected (low, high)")
        for scale in ((1, 1), 7, (0, math.inf), (0, 10**400))),
    ([("a", "b", 10**400)], {}, "ratings: must lie on the scale from 1 to 7; ('a', 'b') is 1000"),
    ([("a", "b", 5)], {"missing": "median"}, "missing: expected one of raise, mean, minimum"),
])  # fmt: skip
def test_ratings_refused(ratings, options, said):
    assert refusal(from_ratings, ratings, **{"scale": (1, 7), **options}).startswith(said)


LINE = np.abs(np.subtract.outer([0.0, 1, 2, 4], [0.0, 1, 2, 4]))


def test_calibration_by_hand():
    """Rated at distances 1, 2, 3, 4: 1, .2, .6, 0; the middle two are pooled to .4."""
    ratings = [("a", "b", 10), ("a", "c", 2), ("b", "d", 6), ("a", "d", 0)]
    fit = calibrate(LINE, list("abcd"), ratings=ratings, scale=(0, 10), rated_pairs="fit")
    # Pairs: ab 1, ac 2, ad 4, bc 1, bd 3, cd 2.
    assert off_diagonal(fit) == pytest.approx([1, 0.4, 0, 1, 0.4, 0.4], abs=1e-12)
    kept = calibrate(LINE, list("abcd"), ratings=ratings, scale=(0, 10))
    assert off_diagonal(kept) == pytest.approx([1, 0.2, 0, 1, 0.6, 0.4], abs=1e-12)
    assert kept.card["derivation"] == (
        "Given distances, mapped by isotonic regression on 4 ratings of 4 of the 6 pairs on a "
        "scale from 0 (not similar) to 10 (the same); RMSE of the fit 0.1414; rated pairs keep "
        "their mean rating."
    )


@pytest.mark.parametrize("seed", range(5))
def test_calibration_is_scikit_learns_isotonic_regression(seed):
    from sklearn.isotonic import IsotonicRegression

    rng = np.random.default_rng(seed)
    distances = cdist(*[rng.normal(size=(12, 2)).round(1)] * 2, "cityblock").round(1)
    names = [str(i) for i in range(12)]
    pairs = [pair for pair in itertools.combinations(range(12), 2) if rng.random() < 0.5]
    ratings = [(names[a], names[b], float(rng.random()) / (1 + distances[a, b])) for a, b in pairs]
    content = calibrate(distances, names, ratings=ratings, scale=(0, 1), rated_pairs="fit")
    oracle = IsotonicRegression(increasing=False, out_of_bounds="clip")
    oracle.fit([distances[pair] for pair in pairs], [rating for *_, rating in ratings])
    expected = oracle.predict(distances[np.triu_indices(12, 1)])
    assert off_diagonal(content) == pytest.approx(expected.tolist(), abs=1e-9)


@pytest.mark.parametrize(("change", "said"), [
    ({"ratings": [("a", "b", 1), ("a", "d", 5)]}, "ratings: they do not fall as distances"),
    ({"ratings": [("a", "b", 3), ("a", "d", 3)]}, "ratings: they do not fall as distances"),
    ({"ratings": [("a", "b", 3), ("b", "c", 5)]}, "ratings: all rated pairs have one"),
    ({"rated_pairs": "drop"}, "rated_pairs: expected 'keep' or 'fit'; got 'drop'"),
    ({"distances": -LINE}, "distances: values must be at least 0; ('a', 'b') is -1.0"),
    ({"distances": LINE / (LINE < 4)}, "distances: values must be finite; ('a', 'd') is inf"),
    ({"distances": np.triu(LINE)}, "distances: the table must be symmetric; "),
])  # fmt: skip
def test_calibration_refused(change, said):
    given = {"distances": LINE, "labels": list("abcd"), "scale": (1, 5)}
    given["ratings"] = [("a", "b", 5), ("a", "d", 1)]
    assert refusal(calibrate, **given | change).startswith(said)


def test_calibration_without_scipy(monkeypatch):
    monkeypatch.setitem(sys.modules, "scipy.optimize", None)
    with pytest.raises(ImportError, match=r"pip install 'scipy>=1\.12'"):
        calibrate(LINE, list("abcd"), ratings=[("a", "b", 5), ("a", "d", 1)], scale=(1, 5))


def same(content, name):
    bundled = similarity.load(name)
    assert np.array_equal(content.restrict(bundled.labels).values, bundled.values)
    assert content.fingerprint == bundled.fingerprint


def test_bundled_ones_are_made_again(root):
    angles = {label: math.radians(angle) for label, angle in MATRICES["plutchik"]["angles"].items()}
    vectors = {label: (math.cos(angle), math.sin(angle)) for label, angle in angles.items()}
    same(from_embeddings(vectors), "plutchik")
    text = (root / "data" / "goemotions" / "groups.json").read_text(encoding="utf-8")
    same(from_groups(json.loads(text), MATRICES["goemotions-ekman"]["labels"]), "goemotions-ekman")
    with open(root / "data" / "mfq2_correlations_pooled.csv", encoding="utf-8", newline="") as file:
        (_, *labels), *rows = csv.reader(file)
    same(from_correlations([[float(r) for r in row[1:]] for row in rows], labels), "mfrc")


def test_goemotions_from_the_training_rows(root):
    names = (root / "data" / "goemotions" / "labels.txt").read_text(encoding="utf-8").split()
    with open(root / "data" / "goemotions" / "train.ids", encoding="utf-8") as file:
        ids = [[int(i) for i in line.split(",")] for line in file]
    sets = [[names[i] for i in row] for row in ids]
    content = from_training_label_sets(sets, none_labels=["neutral"])
    assert "43410 examples" in content.card["derivation"]
    same(content, "goemotions")
    rows = np.zeros((len(ids), 28), dtype=np.int8)
    for row, members in enumerate(ids):
        rows[row, members] = 1
    same(from_training_label_sets(rows[:, :27], names[:27]), "goemotions")


@pytest.mark.parametrize("dtype", ["uint8", "int16", "float16", "float32", "int64"])
def test_distances_of_any_type_are_calibrated_alike(dtype):
    distances = np.array([[0, 10, 140], [10, 0, 120], [140, 120, 0]])
    ratings = [("a", "b", 7), ("a", "c", 1)]
    options = {"ratings": ratings, "scale": (1, 7)}
    expected = calibrate(distances.astype(float), list("abc"), **options).values
    found = calibrate(distances.astype(dtype), list("abc"), **options).values
    np.testing.assert_array_equal(found, expected)


@pytest.mark.filterwarnings("error")
def test_ratings_of_small_integer_types_do_not_wrap_around():
    small = from_ratings([("a", "b", np.uint8(3))], scale=(np.uint8(7), np.uint8(1)))
    assert small.values[0, 1] == pytest.approx(4 / 6)
    wide = from_ratings([("a", "b", np.int8(50))], scale=(np.int8(-100), np.int8(100)))
    assert wide.values[0, 1] == pytest.approx(0.75)


def test_float32_leaves_symmetric_distances():
    table = np.array([[0, 0.1, 0.2], [0.1 + 1e-8, 0, 0.3], [0.2, 0.3, 0]])
    options = {"ratings": [("a", "b", 7), ("a", "c", 1)], "scale": (1, 7)}
    assert calibrate(table, list("abc"), **options).values[0, 1] == 1
    table[0, 1] = 0.2
    with pytest.raises(ValueError, match=r"\('a', 'b'\) is 0\.2 and \('b', 'a'\) 0\.1"):
        calibrate(table, list("abc"), **options)


def test_derivations_have_the_numbers_in_full():
    points = {"a": [0, 0], "b": [1, 2]}
    vectors = {"a": [1, 0], "b": [1, 1]}
    for made, said in (
        (from_points(points, beta=1.23456789), "mapped by 1 / (1 + 1.23456789 d)"),
        (from_points(points, p=2.00000001), "of order 2.00000001 d"),
        (from_embeddings(vectors, power=3.33333333), "power 3.33333333"),
        (from_ratings([("a", "b", 3)], scale=(0, 1234567)), "from 0 (not similar) to 1234567 (the"),
    ):
        assert said in made.card["derivation"]


def test_fractions_are_numbers():
    half, third = Fraction(1, 2), Fraction(1, 3)
    for builder, arguments, options in (
        (from_points, ([0, 1, 3], ABC), {"beta": half, "p": Fraction(5, 2)}),
        (from_points, ([[third], [1], [3]], ABC), {"beta": third}),
        (from_distances, ([[0, third], [third, 0]], ["a", "b"]), {"beta": third}),
        (from_embeddings, ([[1, 0], [0, 1], [1, 1]], ABC), {"power": Fraction(3, 2)}),
        (from_hierarchy, ({"root": dict.fromkeys(ABC)},), {"beta": third}),
        (from_ratings, ([("a", "b", third)],), {"scale": (Fraction(0), half)}),
    ):
        content = builder(*arguments, **options)
        floats = {k: tuple(map(float, x)) if k == "scale" else float(x) for k, x in options.items()}
        expected = builder(*arguments, **floats)
        assert np.array_equal(content.values, expected.values)
        assert content.card["derivation"] == expected.card["derivation"]
