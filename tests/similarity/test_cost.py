"""Costs that need no clock: memory in units of the table, and steps rather than seconds."""

import numpy as np
import pytest
from helpers import refusal, traced
from scipy import sparse
from scipy.spatial.distance import cdist

from semantic_f1 import SemanticF1
from semantic_f1.similarity import shortest_paths
from semantic_f1.thesaurus.thesaurus import Thesaurus

make = SemanticF1().similarity
M = 900
NAMES = [f"l{i}" for i in range(M)]


def correlations():
    values = np.random.default_rng(0).uniform(-1, 1, (M, M))
    values = (values + values.T) / 2
    np.fill_diagonal(values, 1)
    return values


def ratings():
    rng = np.random.default_rng(0)
    return [(NAMES[a], NAMES[b], 3) for a, b in rng.integers(0, M, (10 * M, 2)) if a != b]


def label_sets(n):
    others = np.random.default_rng(0).integers(0, M, (n, 2)).tolist()
    rows = [[NAMES[i % M], NAMES[a], NAMES[b]] for i, (a, b) in enumerate(others)]
    return [list(dict.fromkeys(row)) for row in rows]


def sparse_rows(sets):
    place = {name: i for i, name in enumerate(NAMES)}
    members = [place[name] for row in sets for name in row]
    offsets = np.cumsum([0, *map(len, sets)])
    return sparse.csr_matrix((np.ones(len(members), np.int8), members, offsets), (len(sets), M))


@pytest.mark.parametrize(("builder", "data", "options"), [
    (make.from_correlations, correlations, {}),
    (make.from_ratings, ratings, {"scale": (1, 5), "missing": "zero"}),
    # A dense table of the label sets would take 5 tables of the labels in bytes alone.
    (make.from_training_label_sets, lambda: label_sets(30_000), {}),
    (make.from_training_label_sets, lambda: sparse_rows(label_sets(30_000)), {}),
])  # fmt: skip
def test_builders_stay_under_three_tables(builder, data, options):
    given = data()
    made, peak = traced(lambda: builder(given, NAMES, **options))
    assert len(made) == M
    assert peak < 3 * 8 * M * M


def test_sparse_rows_lists_and_dense_rows_give_one_table():
    sets = label_sets(2_000)
    rows = sparse_rows(sets)
    expected = make.from_training_label_sets(rows.toarray(), NAMES)
    assert make.from_training_label_sets(sets, NAMES).fingerprint == expected.fingerprint
    for form in (rows, rows.tocsc(), rows.tocoo(), sparse.csr_array(rows)):
        assert make.from_training_label_sets(form, NAMES).fingerprint == expected.fingerprint
    doubled = rows.copy()
    doubled.data[0] = 2
    with pytest.raises(ValueError, match=r"\[0\]: column .* is 2.*; indicator rows hold 0 and 1"):
        make.from_training_label_sets(doubled, NAMES)
    assert "900 columns for 2 labels" in refusal(make.from_training_label_sets, rows, ["a", "b"])


def test_large_sets_are_counted_as_small_ones_are(monkeypatch):
    rng = np.random.default_rng(2)
    names = [f"n{i}" for i in range(40)]
    sets = [rng.choice(names, k, replace=False).tolist() for k in (1, 3, 3, 20, 35, 39, 0)]
    sets += [[name] for name in names]
    expected = make.from_training_label_sets(sets).fingerprint
    module = "semantic_f1.similarity.builders.cooccurrence"
    for constant, value in (("LARGE_SET", 2), ("BLOCK_COUNTED_PAIRS", 1)):
        monkeypatch.setattr(f"{module}.{constant}", value)
        assert make.from_training_label_sets(sets).fingerprint == expected


@pytest.mark.parametrize("p", [1, 2, 3.5, np.inf])
@pytest.mark.parametrize("d", [1, 3, 384])
def test_points_in_blocks_are_scipys(p, d, monkeypatch):
    points = np.random.default_rng(0).normal(size=(60, d))
    points[7] = points[3]
    kind = {1: "cityblock", 2: "euclidean", np.inf: "chebyshev"}.get(p, "minkowski")
    expected = 1 / (1 + cdist(points, points, kind, **({"p": p} if kind == "minkowski" else {})))
    for block in (1, 1 << 15):
        monkeypatch.setattr("semantic_f1.similarity.builders.points.BLOCK_NUMBERS", block)
        made = make.from_points(points, NAMES[:60], p=p)
        assert np.abs(made.values - expected).max() < 1e-11
        assert made.values[3, 7] == 1


def test_a_document_reaches_few_of_many_concepts(monkeypatch):
    """Rings from both ends touch a small part of what a search from one end goes over."""
    n = 20_000
    rng = np.random.default_rng(0)
    child = np.arange(3, n)
    broader = np.stack([child, rng.integers(child // 20, child)], axis=1)
    thesaurus = Thesaurus([f"c{i}" for i in range(n)], broader, rng.integers(0, n, (n // 2, 2)))
    touched = []
    ragged = shortest_paths.ragged

    def counted(first, number):
        found = ragged(first, number)
        touched.append(len(found))
        return found

    monkeypatch.setattr(shortest_paths, "ragged", counted)
    a, b = (x.reshape(-1) for x in np.meshgrid(*rng.integers(0, n, (2, 5))))
    both = thesaurus.paths.shortest(a, b)
    steps = int(both.max())
    # A search from one end goes over all relations at each step.
    everything = steps * 2 * (len(thesaurus.edges) + len(thesaurus.related))
    assert sum(touched) < everything / 10
    monkeypatch.setattr(shortest_paths, "FEW_CONCEPTS", 0)
    assert (thesaurus.paths.shortest(a, b) == both).all()


def test_a_chain_is_climbed_by_jumps():
    """Steps that double: 12 tables for 3,000 concepts, not 3,000 steps up."""
    chain = Thesaurus([f"c{i}" for i in range(3_000)], [(i, i - 1) for i in range(1, 3_000)])
    assert len(chain.ancestry._jumps) == 12
    similarity = make.relatedness(chain, "wu_palmer")
    assert similarity.between("c2999", "c0") == 2 * 1 / (3_000 + 1)
    assert similarity.between("c2999", "c1499") == 2 * 1_500 / (3_000 + 1_500)
    assert make.relatedness(chain, "rada").between("c2999", "c0") == 1 / 3_000
