"""The audit: numbers by hand and by brute force, and its warnings on good and bad matrices."""

import itertools
import json
import math
import re
from types import SimpleNamespace

import numpy as np
import pytest
from brute_force import pointwise
from helpers import refusal
from hypothesis import given, settings
from hypothesis import strategies as st

from semantic_f1 import SemanticF1
from semantic_f1.comparisons.sensitivity import constancy
from semantic_f1.similarities import Similarities as make
from semantic_f1.similarity import auditing as module
from semantic_f1.similarity.audit_neighbors import neighbor_areas
from semantic_f1.similarity.audit_warnings import (
    ASSOCIATION,
    ASYMMETRIC,
    BELOW_ONE,
    BETTER_THAN_EXACT,
    CONSTANT,
    CROSS_GROUP,
    DENSE,
    HARD,
    HUBS,
    NEIGHBORS,
    OPPOSITE,
    SAME,
    SHOWN,
)
from semantic_f1.similarity.chance_level import chance_levels
from semantic_f1.similarity.matrices import MATRICES

BUNDLED = sorted(MATRICES)
ABC = ["a", "b", "c"]


def audit(values, labels, card=None, none_labels=(), **options):
    """The audit of a table, whatever its values are."""
    pairs = lambda a, b: values[a, b]  # noqa: E731
    of = {"name": "similarity", "labels": labels, "card": card, "none_labels": none_labels}
    return module.audit_similarity(SimpleNamespace(pairs=pairs, **of), **options)


def values_of(name):
    return np.array(MATRICES[name]["values"])


def of_bundled(name, **options):
    return make.load(name).audit(**options)


def names(m):
    return [f"label {i}" for i in range(m)]


def starts(found):
    """Messages of the module that the warnings begin with."""
    known = {CONSTANT, DENSE, ASSOCIATION, CROSS_GROUP, BELOW_ONE, BETTER_THAN_EXACT}
    known |= {HUBS, SAME, NEIGHBORS, HARD, ASYMMETRIC, OPPOSITE}
    told = [next(start for start in known if text.startswith(start)) for text in found.warnings]
    assert len(set(told)) == len(told)
    return set(told)


def two_rings(apart=0.2, each=24):
    """Points on two unit circles, one above the other (appendix F.3), and their groups."""
    angles = 2 * np.pi * np.arange(each) / each
    circle = np.column_stack([np.cos(angles), np.sin(angles)])
    points = np.vstack([np.column_stack([circle, np.full(each, z)]) for z in (0, apart)])
    labels = [f"{ring}{i}" for ring in "pq" for i in range(each)]
    return points, labels, {label: label[0] for label in labels}


def test_the_warnings_on_the_bundled():
    assert {name: starts(of_bundled(name)) for name in BUNDLED} == {
        "goemotions": {CONSTANT, DENSE, ASSOCIATION}, "goemotions-ekman": set(),
        "mfrc": {DENSE, ASSOCIATION}, "plutchik": {DENSE, SAME},
    }  # fmt: skip
    assert of_bundled("goemotions").warnings == (
        "nearly constant: cannot tell near from far; set size and abstention decide (nine in ten "
        "values off the diagonal lie from 0.4785 to 0.5044): a guess earns about 0.49, whatever it "
        "is; use another source, or report plain F1 next to it",
        "dense: over-prediction is cheap (mean 0.4928; a system that outputs every label scores "
        "0.6769, plain F1 0.0714): wrong labels cost little, and curves over thresholds fall the "
        "more steadily for it, whatever the values mean; report the chance level, and precision "
        "next to F1",
        "associative source: check that near labels are interchangeable (off the diagonal 0.4644 "
        "to 0.5512): near means that labels stand together, which need not mean that one can stand "
        "for the other; hold it against ratings by metric.agreement",
    )
    assert of_bundled("plutchik").warnings[1] == (
        "scored as one label (pessimism and sadness, trust and admiration: 1 both ways): taking "
        "one for the other costs nothing; merge them, or distinguish them"
    )


EMOTIONS = ["joy", "sadness", "anger", "fear"]
TABLE = np.array([[1, 0.5, 0.25], [0.125, 0.9, 0], [0.3, 0.1, 1.0]])
NEAR_OPPOSITES = [[1, 0.8, 0.2, 0.3], [0.8, 1, 0.3, 0.2], [0.2, 0.3, 1, 0.1], [0.3, 0.2, 0.1, 1]]
FAR_OPPOSITES = [[1, 0.1, 0.2, 0.3], [0.1, 1, 0.3, 0.8], [0.2, 0.3, 1, 0.8], [0.3, 0.8, 0.8, 1]]


def flat(level, m=8, exceptions=()):
    table = np.where(np.eye(m, dtype=bool), 1, level)
    for a, b, value in exceptions:
        table[a, b] = table[b, a] = value
    return table


TRIANGLE = np.triu(np.full((4, 4), 0.4), 1) + np.eye(4)


@pytest.mark.parametrize(("message", "must", "must_not"), [
    # Single exceptions among values that are all alike, at both ends.
    (CONSTANT, (flat(0.5, 8, [(0, 1, 0.95), (2, 3, 0.02)]),), (flat(0.02, 8),)),
    (CONSTANT, (flat(0.12, 8),), (flat(0.08, 8, [(0, 1, 0.9)]),)),
    (CONSTANT, (flat(0.5, 3),), (flat(0.5, 8, [(0, i, 0.9) for i in range(1, 8)]),)),
    (CONSTANT, (flat(0.2, 3),), (flat(0.2, 2),)),
    (HARD, (np.eye(4),), (flat(0.01, 4),)),
    (ASYMMETRIC, (TRIANGLE,), (TRIANGLE + TRIANGLE.T - np.eye(4),)),
    (DENSE, (flat(0.34, 5, [(0, 1, 0.5)]),), (flat(0.3, 5, [(0, 1, 0.5)]),)),
    (OPPOSITE, (np.array(NEAR_OPPOSITES), EMOTIONS), (np.array(FAR_OPPOSITES), EMOTIONS)),
    (OPPOSITE, (np.array(NEAR_OPPOSITES), EMOTIONS), (np.array(NEAR_OPPOSITES), list("abcd"))),
    (OPPOSITE, (np.array(NEAR_OPPOSITES), EMOTIONS), (flat(0.8, 2), EMOTIONS[:2])),
    (BELOW_ONE, (np.diag([1, 1, 0.9, 1.0]),), (np.eye(4),)),
    (BETTER_THAN_EXACT, (np.array([[0.5, 0.6], [0.6, 1]]),), (np.full((2, 2), 0.6),)),
    (BETTER_THAN_EXACT, (np.array([[1, 0.5], [0.95, 0.9]]),), (TABLE,)),
    (SAME, (flat(0.2, 4, [(0, 1, 1)]),), (flat(0.2, 4, [(0, 1, 0.99)]),)),
    (HUBS, (flat(0.1, 6, [(2, i, 0.8) for i in (0, 1, 3, 4, 5)]),), (flat(0.1, 6),)),
])  # fmt: skip
def test_each_warning_fires_where_it_must_and_not_where_not(message, must, must_not):
    for case, fires in ((must, True), (must_not, False)):
        table, labels = case if len(case) == 2 else (case[0], names(len(case[0])))
        found = audit(table, labels)
        assert (message in starts(found)) == fires
        text = next((one for one in found.warnings if one.startswith(message)), "")
        # A figure, what it means, and what to do.
        assert bool(re.fullmatch(r".+ \(.*[0-9].*\): .+[;,] .+", text)) == fires


def test_an_asymmetric_table_is_named_by_its_worst_pair():
    table = flat(0.3, 5)
    table[1, 3], table[3, 1] = 0.8, 0.08
    (said,) = (one for one in audit(table, list("abcde")).warnings if one.startswith(ASYMMETRIC))
    assert "(1 of 10 pairs differ, 'b' and 'd' most: 0.8 and 0.08)" in said
    assert "take the mean of both directions, or say asymmetric=True" in said
    assert ASYMMETRIC not in starts(audit(table, list("abcde"), asymmetric=True))
    assert "one triangle is empty" in audit(TRIANGLE, list("abcd")).warnings[0]


def test_opposites_are_measured():
    table = np.array(NEAR_OPPOSITES)
    found = audit(table, EMOTIONS)
    assert found.opposites == (("joy", "sadness", 0.8, 1),)
    said = next(one for one in found.warnings if one.startswith(OPPOSITE))
    assert "(1 of 1 above the mean of 0.3167; 'joy' and 'sadness' 0.8000, number 1 of 3" in said
    # Whatever the card says.
    assert OPPOSITE not in starts(audit(table, list("abcd"), {"source": "Antonyms of emotions"}))
    given = audit(table, list("abcd"), opposites=[("a", "b"), ("c", "d")])
    assert OPPOSITE in starts(given)
    assert OPPOSITE not in starts(audit(table, list("abcd"), opposites=[("c", "d")]))
    assert OPPOSITE not in starts(audit(table, EMOTIONS, opposites=[]))
    said = "opposites: 'anges' is no label (did you mean 'anger'?)"
    assert refusal(audit, table, EMOTIONS, opposites=[("joy", "anges")]) == said
    said = refusal(audit, table, EMOTIONS, opposites=["joy"])
    assert said.startswith("opposites: expected pairs")


@given(st.integers(0, 10_000), st.integers(2, 6))
@settings(max_examples=25, deadline=None)
def test_the_chance_level_is_what_the_metric_scores(seed, m):
    rng = np.random.default_rng(seed)
    table = rng.random((m, m))
    np.fill_diagonal(table, 1)
    similarity = make.build(table, names(m))
    gold = [np.flatnonzero(rng.random(m) < 0.5).tolist() for _ in range(30)]
    written = [[names(m)[i] for i in one] for one in gold]
    first, second = chance_levels(similarity, gold, constants=[("the first", 0)], seed=seed)
    metric = SemanticF1(similarity=similarity)
    with metric.notices():
        always = metric.compute(predictions=[[names(m)[0]]] * 30, references=written)
    for key in ("f1", "precision", "recall"):
        assert second[key] == pytest.approx(always[f"semantic_{key}"])
    assert (first["predictor"], 0 <= first["f1"] <= 1) == ("as many labels, drawn at random", True)
    # The same draw once more.
    assert chance_levels(similarity, gold, seed=seed)[0] == first


def test_a_thesaurus_of_any_size_is_audited():
    """A chain of three under each of 700 heads, all under one root."""
    broader = {f"h{i}": "root" for i in range(700)}
    broader |= {f"m{i}": f"h{i}" for i in range(700)} | {f"l{i}": f"m{i}" for i in range(700)}
    thesaurus = make.make_thesaurus(broader, name="heads")
    similarity = make.relatedness(thesaurus, "rada_linear")
    found = make.audit(similarity)
    assert found.sampled_from == 2101 and len(found.labels) == 500
    assert "values" not in vars(similarity)
    assert str(found).startswith("Audit of 'heads/rada_linear', 500 labels, a sample of 2,101\n")
    random, root = found.chance
    assert root["predictor"] == "the root 'root' alone"
    # Steps from the root 1, 2 or 3 of D = 4: 1 - 2 / 8 in the mean.
    assert root["f1"] == pytest.approx(1 - (1 + 2 + 3) / 3 / 8, abs=0.01)
    # Two concepts under different heads are 2 to 6 steps apart, 4 in the mean.
    assert random["f1"] == pytest.approx(0.5, abs=0.01)
    assert found.mean == pytest.approx(0.5, abs=0.01)
    grouped = make.audit(similarity, groups={label: label[0] for label in similarity.labels})
    assert [len({label[0] for label in cluster}) for cluster in grouped.clusters] == [1] * 3
    (third, _) = make.chance(similarity, size=3)
    assert third["labels"] == 3 and third["f1"] > random["f1"]
    assert make.chance(similarity, [["l1"], ["m2", "l3"]])[1]["labels"] == 1
    assert refusal(make.chance, similarity, size=0).startswith("size: expected a whole number")
    assert refusal(make.chance, similarity, seed=-1).startswith("seed: expected a whole number")
    assert make.audit(similarity, gold=[["l1"], ["m2", "l3"]]).probe_gold == "500 single labels"
    assert refusal(make.audit, similarity, gold=[["x"]]) == "gold: row 0 has 'x', which is no label"


def test_the_deceptive_euclidean_of_two_rings():
    points, labels, groups = two_rings()
    deceptive = make.from_points(points, labels)
    found = deceptive.audit(groups=groups)
    assert starts(found) == {DENSE, CROSS_GROUP}
    # On the other ring .2 away, the neighbor on the same one 2 sin(7.5 degrees).
    chord = 2 * math.sin(math.pi / 24)
    assert len(found.cross_group) == 48
    label, other, across, within = found.cross_group[0]
    assert (label, other) == ("p0", "q0")
    assert across == pytest.approx(1 / 1.2)
    assert within == pytest.approx(1 / (1 + chord))
    assert found.warnings[-1] == (
        "cross-cluster pairs above within-cluster ones (the most similar label is in another "
        "cluster for 48 of 48, given clusters; 'p0': 'q0' 0.8333, within 0.7930): a wrong group "
        "earns more than the right one; look at these pairs, and set values or groups right"
    )
    # Clusters that are found can't tell: they mix the rings.
    assert CROSS_GROUP not in starts(deceptive.audit())
    # Rings far apart do not deceive.
    points, *_ = two_rings(apart=3)
    honest = make.from_points(points, labels).audit(groups=groups)
    assert CROSS_GROUP not in starts(honest)
    assert honest.cross_group == ()
    assert honest.between_mean < 0.26 < honest.within_mean


def test_constant_and_identity():
    found = audit(flat(0.5, 6), names(6))
    assert starts(found) == {CONSTANT, DENSE}
    assert (found.clusters, found.hubs) == (tuple((label,) for label in names(6)), ())
    hard = make.identity(names(6)).audit()
    assert starts(hard) == {HARD}
    assert (hard.density, hard.mean, hard.metric) == (0, 0, True)


@pytest.mark.parametrize("name", BUNDLED)
def test_nearly_constant_is_what_the_sensitivity_says(name):
    for table in (
        values_of(name), values_of(name) ** 0.1, 0.9 + values_of(name) / 10, np.eye(4), np.eye(2),
        np.array([[1, 0.4], [0.5, 1]]),
        np.array([[1, 0.4], [0.55, 1]]),
        np.ones((1, 1)),
    ):  # fmt: skip
        told = CONSTANT in starts(audit(table, names(len(table))))
        assert told == (len(table) >= 3 and bool(constancy(table)))


@pytest.mark.parametrize(("mean", "warned"), [(0.3333, False), (0.3334, True)])
@pytest.mark.parametrize("m", [3, 30])
def test_dense_is_where_every_label_earns_half(m, mean, warned):
    """Half of the pairs 2 * mean, the others 0: the mean decides, however many labels."""
    upper = np.triu_indices(m, 1)
    rng = np.random.default_rng(0)
    rest = rng.permutation(len(upper[0]) + len(upper[0]) % 2)[: len(upper[0])] % 2 * 2 * mean
    table = np.zeros((m, m))
    table[upper] = rest * mean / rest.mean()
    table += table.T + np.eye(m)
    found = audit(table, names(m))
    assert found.mean == pytest.approx(mean)
    assert (DENSE in starts(found)) == warned


def test_associative_is_how_it_was_made_not_a_word_in_a_sentence():
    rows = np.random.default_rng(0).integers(0, 2, (30, 3))
    made = [make.from_correlations(np.eye(3), ABC), make.from_training_label_sets(rows, ABC)]
    made.append(make.from_embeddings(np.eye(3), ABC))
    silent = [
        make.from_points([0, 1, 5], ABC),
        make.from_hierarchy({"root": dict.fromkeys(ABC)}),
        make.from_groups([dict.fromkeys(ABC, 1)]),
        make.from_ratings([("a", "b", 1), ("a", "c", 0), ("b", "c", 0)], scale=(0, 1)),
        {"source": "Ratings; they are no correlations, and no embedding was used"},
        {"derivation": "Mean of 3 ratings, checked against the cosine similarity of GloVe"},
        {"source": None},
    ]
    for expected, cards in ((True, made), (False, silent)):
        for source in cards:
            card = getattr(source, "card", source)
            assert (ASSOCIATION in starts(audit(np.eye(3), ABC, card))) == expected
            assert ASSOCIATION in starts(audit(np.eye(3), ABC, card, associative=True))
            assert ASSOCIATION not in starts(audit(np.eye(3), ABC, card, associative=False))


def test_a_label_near_everything():
    found = audit(flat(0.1, 6, [(2, i, 0.8) for i in (0, 1, 3, 4, 5)]), names(6))
    assert found.hubs == ("label 2",)
    assert found.warnings[-1] == (
        "near everything (1 of 6 labels: label 2): always answering such a label pays; compare "
        "with what the best hub scores"
    )
    assert found.mean_similarity["label 0"] == pytest.approx((0.8 + 4 * 0.1) / 5)


def test_average_linkage_is_scipys():
    from scipy.cluster.hierarchy import average, fcluster
    from scipy.spatial.distance import squareform

    rng = np.random.default_rng(0)
    for m in (3, 10, *[40] * 20):
        # Clouds that overlap: clusters of several sizes are joined.
        points = rng.normal(size=(m, 2)) + 4 * rng.integers(0, 3, (m, 1))
        table = make.from_points(points, names(m), beta=0.1).values
        found = audit(table, names(m))
        near = (found.mean + found.maximum) / 2
        joined = fcluster(average(squareform(1 - table, checks=False)), 1 - near, "distance")
        expected = {frozenset(np.flatnonzero(joined == k).tolist()) for k in set(joined.tolist())}
        place = {label: index for index, label in enumerate(names(m))}
        got = {frozenset(place[label] for label in cluster) for cluster in found.clusters}
        assert got == expected


@pytest.mark.parametrize(("crossing", "warned"), [(1, False), (2, True)])
def test_cross_group_pairs_from_a_tenth_up(crossing, warned):
    """Twenty labels in ten pairs; the first ones are nearer to a label that is alone."""
    labels = names(21)
    table = np.full((21, 21), 0.1)
    for i in range(0, 20, 2):
        table[i, i + 1] = table[i + 1, i] = 0.5
    table[:crossing, 20] = table[20, :crossing] = 0.6
    np.fill_diagonal(table, 1)
    groups = {label: i // 2 for i, label in enumerate(labels)}
    found = audit(table, labels, groups=groups)
    assert [one[:2] for one in found.cross_group] == [(x, "label 20") for x in labels[:crossing]]
    assert (CROSS_GROUP in starts(found)) == warned


def by_hand_triangles(table):
    m, d = len(table), 1 - table
    excess = {
        (a, b, c): d[a, c] - d[a, b] - d[b, c] for a, b, c in itertools.permutations(range(m), 3)
    }
    return sum(value > 1e-9 for value in excess.values()) / len(excess), max(excess.values())


@given(st.integers(0, 10_000), st.integers(3, 7), st.booleans())
def test_triangles_by_brute_force(seed, m, symmetric):
    table = np.random.default_rng(seed).random((m, m)) ** 3
    if symmetric:
        table = (table + table.T) / 2
        np.fill_diagonal(table, 1)
    found = audit(table, names(m))
    share, excess = by_hand_triangles(table)
    assert found.triangles_violated == pytest.approx(share)
    if share:
        a, b, c, straight, around = found.worst_triangle
        assert straight - around == pytest.approx(excess)
        i, j, k = (names(m).index(label) for label in (a, b, c))
        assert straight == pytest.approx(1 - table[i, k])
        assert around == pytest.approx(2 - table[i, j] - table[j, k])
    else:
        assert found.worst_triangle is None
    assert not (found.metric and (share or not symmetric))


def test_what_is_a_metric():
    points = np.random.default_rng(0).normal(size=(12, 2))
    assert audit(make.from_points(points, names(12)).values, names(12)).metric
    # Two labels at one point: no triangle is violated, and yet it is none.
    same = audit(make.from_points([0, 0, 1], ABC).values, ABC)
    assert (same.triangles_violated, same.metric) == (0, False)
    assert audit(np.array([[1, 0.5], [0.5, 1]]), ["a", "b"]).metric
    assert not audit(np.array([[1, 1.0], [0.5, 1]]), ["a", "b"]).metric


def test_near_duplicates():
    table = np.eye(4)
    table[0, 1], table[1, 0] = 0.97, 0.95
    table[0, 2], table[2, 0] = 0.99, 0.94
    table[2, 3] = table[3, 2] = 1
    found = audit(table, list("abcd"))
    assert found.near_duplicates == (("a", "b", 0.95),)
    assert found.coincide == (("c", "d"),)
    table[1, 2] = table[2, 1] = 0.96
    assert audit(table, list("abcd")).near_duplicates == (("b", "c", 0.96), ("a", "b", 0.95))


def test_a_diagonal_below_1_is_told():
    found = audit(TABLE, ABC, asymmetric=True)
    said = "a perfect system cannot reach 1 (diagonal below 1 for 1 of 3 labels, least 0.9 for 'b')"
    assert len(found.warnings) == 1 and found.warnings[0].startswith(f"{said}: even gold against")
    table = 0.5 * np.eye(3)
    table[2, 2] = 0.25
    assert "below 1 for 3 of 3 labels, least 0.25 for 'c')" in audit(table, ABC).warnings[1]
    assert starts(audit(np.eye(3) * (1 - 1e-12), ABC)) == {HARD}


def by_hand_probe(table, predicted, gold):
    soft, hard = (
        np.mean([pointwise(predicted, one, dict(np.ndenumerate(S))) for one in gold], axis=0)
        for S in (table, np.eye(len(table)))
    )
    precision, recall, f1 = soft
    return [f1, precision, recall, hard[2]]


@given(st.integers(0, 10_000), st.integers(2, 6))
def test_the_probe_by_brute_force(seed, m):
    rng = np.random.default_rng(seed)
    table, labels = rng.random((m, m)), names(m)
    gold = [np.flatnonzero(rng.random(m) < 0.4).tolist() for _ in range(12)]
    written = [[labels[i] for i in one] or ["neutral"] for one in gold]
    for singles, sets in ((False, gold), (True, [[i] for i in range(m)])):
        options = {} if singles else {"gold": written, "none_labels": ["neutral"]}
        found = audit(table, labels, hubs=m, **options)
        assert found.probe_gold == (f"{m} single labels" if singles else "12 gold sets")
        hubs = ["the best hub", *[f"the {k} best hubs" for k in range(2, m)]]
        assert [probe["predictor"] for probe in found.probes] == ["every label", *hubs]
        by_mean = sorted(range(m), key=lambda i: -found.mean_similarity[labels[i]])
        for k, probe in enumerate(found.probes):
            predicted = by_mean[:k] or by_mean
            assert probe["labels"] == len(predicted)
            values = [probe[key] for key in ("f1", "precision", "recall", "hard_f1")]
            assert values == pytest.approx(by_hand_probe(table, predicted, sets))


@pytest.mark.parametrize("name", BUNDLED)
def test_a_dict_of_it_is_plain_and_it_prints_the_five_points(name):
    found = of_bundled(name)
    content = found.to_dict()
    assert json.loads(json.dumps(content, allow_nan=False)) == content
    assert sorted(content["order"]) == sorted(MATRICES[name]["labels"])
    assert [label for cluster in content["clusters"] for label in cluster] == content["order"]
    assert set(content["mean_similarity"]) == set(content["order"])
    assert set(content) == set(module.Audit.__dataclass_fields__) | {"order"}
    text = str(found)
    assert repr(found) == text
    lines = text.splitlines()
    assert lines[0] == f"Audit of {name!r}, {len(found.labels)} labels"
    assert [line for line in lines if line.startswith("(")] == [
        "(i) Source and population", "(ii) Symmetry and diagonal", "(iii) Values",
        "(iv) Rankings under alternatives", "(v) Consequences of taking near labels for each other",
    ]  # fmt: skip
    assert max(map(len, lines)) <= 100
    flat = " ".join(text.split())
    for part in (*found.warnings, *found.caveats, found.source, found.population):
        assert " ".join(part.split()) in flat
    assert all(f"{label}: " in text for label in found.labels)


def test_it_prints_what_is_missing():
    text = str(audit(TABLE, ABC))
    for key in ("title", "source", "derivation", "population"):
        assert f"  {key}: missing\n" in text
    assert "  not known: the card has neither caveats nor evidence that " in text
    assert "Warning: a perfect system cannot reach 1 (" in text
    assert "No warnings" in str(audit(flat(0.02, 4), names(4)))
    assert "  not symmetric: S[a, b] = 0.5000, S[b, a] = 0.1250\n" in text
    assert "  diagonal from 0.9000 (b)\n" in text
    single = audit(np.ones((1, 1)), ["a"], associative=True)
    assert "  one label: there is nothing off the diagonal\n" in str(single)
    assert json.dumps(single.to_dict()) and starts(single) == {ASSOCIATION}
    assert "(one label)" in single.warnings[0]


def test_it_shortens_long_lists():
    found = audit(np.random.default_rng(0).random((80, 80)), names(80))
    text = str(found)
    assert f"label {SHOWN - 1}: " in text
    assert "  ... see to_dict()\n" in text
    assert len(found.to_dict()["nearest"]) == 80
    # More than a table takes.
    many = make.identity(names(module.MAX_LABELS + 1))
    assert len(many.audit().labels) == module.SAMPLED_LABELS


@pytest.mark.parametrize(("options", "said"), [
    *(({"groups": {"a": 1, "b": 1, **more}}, "groups: 'c' has no group (1 such names)")
        for more in ({}, {"c": None})),
    ({"groups": dict.fromkeys("abcd", 1)}, "groups: 'd' is no label (1 such names)"),
    ({"groups": ["a"]}, "groups: expected a mapping label -> group; got list"),
    ({"gold": [["a"], ["x"]]}, "gold: row 1 has 'x', which is no label"),
    ({"gold": []}, "gold: at least one set is needed; got none"),
    ({"gold": [1]}, "gold: expected collections of names; got numbers"),
    *(({"gold": gold}, f"gold: expected a list of label sets; got {type(gold).__name__}")
        for gold in ("abc", {"a": ["b"]}, 3)),
    ({"groups": {"a": 1, "b": [1], "c": 1}},
        "groups: expected a name or number as the group of 'b'; got [1]"),
    *(({key: wrong}, f"{key}: expected a whole number from 1 up; got {wrong}")
        for key, wrong in (("neighbors", 0), ("hubs", 1.5), ("hubs", True))),
])  # fmt: skip
def test_what_is_refused(options, said):
    assert refusal(audit, TABLE, ABC, **options) == said


@pytest.mark.parametrize(
    ("caveats", "shown"),
    [("one", ("one",)), (["one", 2], ("one", "2")), (None, ()), ({"a": 1}, ("{'a': 1}",))],
)
def test_caveats_of_any_form_are_shown(caveats, shown):
    assert audit(np.eye(2), ["a", "b"], {"caveats": caveats}).caveats == shown


def test_areas_of_neighbors_by_hand():
    pairs = [tuple(x) for x in ("TA", "TB", "AC", "AD", "BE")]
    tree = make.make_thesaurus(pairs, pairs="parent-child")
    areas = neighbor_areas(make.relatedness(tree, "rada"))
    # Eight pairs are left: three at 1/3, as the siblings, three at 1/4 and two at 1/5.
    assert (areas["parents"], areas["siblings"], areas["others"]) == (1, 0.8125, 8)
    # Shuffled labels.
    tree = make.make_thesaurus(A_TREE, pairs="parent-child")
    values = make.relatedness(tree, "wu_palmer")
    places = np.random.default_rng(1).permutation(900)

    class Shuffled:
        labels, name, thesaurus, concepts = values.labels, "shuffled", tree, values.concepts

        def pairs(self, a, b):
            return values.pairs(places[a], places[b])

    areas = neighbor_areas(Shuffled())
    assert areas["parents"] < 0.6 and areas["siblings"] < 0.6


CHAIN = [(f"c{i:04}", f"c{i + 1:04}") for i in range(600)]
DRAWS = np.random.default_rng(0)
A_TREE = [(f"c{DRAWS.integers(max(0, i - 40), i):04}", f"c{i:04}") for i in range(1, 900)]


@pytest.mark.parametrize(("pairs", "measure", "told", "said"), [
    (A_TREE, "wu_palmer", None, "neighbors over 2,000 random pairs"),
    (A_TREE, "lin", None, "branch c0001"),
    ([("top", f"c{i}") for i in range(800)], "rada",
        "every pair of concepts has a direct parent in common or is one step apart", "branch"),
    (CHAIN, "resnik", "of parents over random pairs", "is the hierarchy reversed?"),
    (CHAIN, "rada", None, "siblings none"),
])  # fmt: skip
def test_hierarchies_by_their_neighbors(pairs, measure, told, said):
    found = make.relatedness(make.make_thesaurus(pairs, pairs="parent-child"), measure)
    found = make.audit(found)
    assert CONSTANT not in starts(found) and CROSS_GROUP not in starts(found)
    assert (NEIGHBORS in starts(found)) == (told is not None)
    assert told is None or told in " ".join(found.warnings)
    assert said in str(found) or said == "branch"
    assert found.grouping == "branches" and len(str(found).splitlines()) < 66
    json.dumps(found.to_dict())
