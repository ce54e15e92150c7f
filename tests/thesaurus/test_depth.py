"""Depth by the longest or the shortest way up: worked by hand, and by brute force."""

import pickle
from math import log

import networkx
import numpy as np
import pytest
from helpers import refusal
from hypothesis import given, settings
from plain_thesaurus import thesauri

from semantic_f1.thesaurus.measures import MEASURES
from semantic_f1.thesaurus.measures import relatedness as measure
from semantic_f1.thesaurus.thesaurus import Thesaurus

#   top
#   | \
#  mid |   a and b are both below low and right below top
#   |  |
#  low |
#   | /
#  a, b
SHORTCUT = Thesaurus(
    ["top", "mid", "low", "a", "b"],
    [(1, 0), (2, 1), (3, 2), (4, 2), (3, 0), (4, 0)],
    name="shortcut",
)
# Longest 1 2 3 4 4, D = 4; shortest 1 2 3 2 2, D = 3.
BY_HAND = [
    # pair, measure, by the longest way, by the shortest
    ("a b", "wu_palmer", 6 / 8, 6 / 8),  # over low; by depths 3, 2 and 2 it would be 6 / 4
    ("a low", "wu_palmer", 6 / 7, 6 / 7),
    ("a mid", "wu_palmer", 4 / 6, 4 / 6),  # over mid; over top 2 / (2 + 2)
    ("a top", "wu_palmer", 2 / 5, 2 / 3),
    ("a a", "wu_palmer", 1, 1),
    ("a b", "rada_linear", 1 - 2 / 8, 1 - 2 / 6),
    ("a mid", "rada_linear", 1 - 2 / 8, 1 - 2 / 6),
    ("a top", "rada_linear", 1 - 1 / 8, 1 - 1 / 6),
    ("a b", "leacock_chodorow", log(8 / 3) / log(8), log(6 / 3) / log(6)),
    ("a top", "leacock_chodorow", log(8 / 2) / log(8), log(6 / 2) / log(6)),
]


@pytest.mark.parametrize(("pair", "name", "longest", "shortest"), BY_HAND)
def test_worked_by_hand(pair, name, longest, shortest):
    for depth, expected in (("longest", longest), ("shortest", shortest)):
        similarity = measure(SHORTCUT, name, depth=depth)
        for a, b in (pair.split(), pair.split()[::-1]):
            assert similarity.between(a, b) == pytest.approx(expected, abs=1e-12)
    places = [np.array([SHORTCUT.labels.index(label)]) for label in pair.split()]
    raw = measure(SHORTCUT, name, depth="shortest").raw(*places)[0]
    if name == "wu_palmer":
        assert raw == pytest.approx(shortest, abs=1e-12)
    if name == "leacock_chodorow":
        assert raw == pytest.approx(shortest * log(6), abs=1e-12)


def test_paths_over_related_concepts_end_beyond_the_depth_chosen():
    # top - mid - low - a and top - a: D = 4 or 3; c0 ... c7 are related in a row.
    row = [f"c{i}" for i in range(8)]
    related = [(i, i + 1) for i in range(4, 11)]
    thesaurus = Thesaurus(
        ["top", "mid", "low", "a", *row], [(1, 0), (2, 1), (3, 2), (3, 0)], related
    )
    for depth, farthest in (("longest", 7), ("shortest", 5)):
        similarity = measure(thesaurus, "rada", "relatedness", depth=depth)
        found = [similarity.between("c0", label) for label in row]
        expected = [1 / (1 + i) if i <= farthest else 0 for i in range(8)]
        assert found == expected


@given(thesauri())
@settings(max_examples=100, deadline=None)
def test_equals_brute_force(parts):
    thesaurus = Thesaurus(*parts)
    up = networkx.DiGraph()
    up.add_nodes_from(range(thesaurus.n_concepts))
    up.add_edges_from(thesaurus.edges.tolist())
    way = dict(networkx.all_pairs_shortest_path_length(up))
    roots = [concept for concept in up if not up.out_degree(concept)]
    depth = [1 + min(way[c][root] for root in roots if root in way[c]) for c in sorted(up)]
    assert thesaurus.shortest_depth.tolist() == depth
    largest = max(depth)
    for name in ("wu_palmer", "rada_linear", "leacock_chodorow"):
        values = measure(thesaurus, name, depth="shortest").values
        for i, a in enumerate(thesaurus.concept.tolist()):
            for j, b in enumerate(thesaurus.concept.tolist()):
                common = [(depth[c], way[a][c] + way[b][c]) for c in set(way[a]) & set(way[b])]
                length = min((edges for _, edges in common), default=np.inf)
                expected = {
                    "wu_palmer": max((2 * d / (2 * d + n) for d, n in common), default=0),
                    "rada_linear": max(0, 1 - length / (2 * largest)),
                    "leacock_chodorow": max(0, 1 - log(length + 1) / log(2 * largest))
                    if common
                    else 0,
                }[name]
                assert values[i, j] == pytest.approx(expected, abs=1e-12)


def test_it_is_said_and_kept():
    longest, shortest = (measure(SHORTCUT, "wu_palmer", depth=d) for d in ("longest", "shortest"))
    assert longest.name == "shortcut/wu_palmer"
    assert shortest.name == "shortcut/wu_palmer/shortest_depth"
    linear, by = measure(SHORTCUT, "rada_linear", depth="shortest"), " by the shortest ways up"
    for similarity, depth in (
        (longest, "4"), (shortest, f"3{by}, of both over the lcs"), (linear, f"3{by}"),
    ):  # fmt: skip
        assert similarity.card["derivation"].endswith(f"greatest depth D = {depth}")
    assert longest.fingerprint == measure(SHORTCUT, "wu_palmer").fingerprint
    # The default has no part in it.
    assert longest.fingerprint.startswith("d282cba931384a50")
    assert longest.fingerprint != shortest.fingerprint
    again = pickle.loads(pickle.dumps(shortest))
    assert (again.name, again.fingerprint) == (shortest.name, shortest.fingerprint)
    for kept in (again.restrict(["top", "a"]), shortest.to_similarity(["a", "top"])):
        assert kept.between("a", "top") == 2 / 3
        assert kept.name == shortest.name


def test_it_is_refused_where_nothing_depends_on_it():
    for name in ("rada", *(name for name, entry in MEASURES.items() if entry.of == "ic")):
        assert refusal(measure, SHORTCUT, name, depth="shortest") == (
            "depth: only wu_palmer, leacock_chodorow, rada_linear and rada as 'relatedness' use "
            f"it; the measure is {name}"
        )
    for wrong in ("mean", None, 3):
        said = refusal(measure, SHORTCUT, "wu_palmer", depth=wrong)
        assert said.startswith("depth: expected one of longest, shortest; got ")
