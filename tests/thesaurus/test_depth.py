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
        similarity = measure(thesaurus, name, depth="shortest")
        values, scale = similarity.values, log(2 * largest) if name == "leacock_chodorow" else 1
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
                if expected and name != "rada_linear":
                    raw = similarity.raw(np.array([i]), np.array([j]))[0]
                    assert raw == pytest.approx(scale * expected, abs=1e-12)


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
