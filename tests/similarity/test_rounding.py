"""Rounding errors of float32 and of distances: accepted within 1e-6 everywhere, refused beyond."""

import numpy as np
import pandas as pd
import pytest
from scipy.spatial.distance import cdist

from semantic_f1 import SemanticF1
from semantic_f1.similarity.rounding import ROUNDING, settle

make = SemanticF1().similarity
ABC = ["a", "b", "c"]


def test_cosines_in_float32_are_a_similarity():
    """(1 + cos) / 2 of normalised vectors as sentence encoders give them."""
    vectors = np.random.default_rng(0).normal(size=(40, 300)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    values = (1 + vectors @ vectors.T) / 2
    assert (np.diagonal(values) != 1).any(), "the case is one"
    values[0, 0] = np.float32(1.0000002)
    names = [f"l{i}" for i in range(len(values))]
    built = make.build(values, names)
    assert (np.diagonal(built.values) == 1).all()
    assert np.abs(built.values - values).max() <= ROUNDING
    loaded = make.load(pd.DataFrame(values, names, names))
    assert loaded.fingerprint == built.fingerprint
    metric = SemanticF1(similarity=values, labels=names)
    assert metric.compute(predictions=[["l0"]], references=[["l0"]])["semantic_f1"] == 1
    assert make.from_correlations(values * 2 - 1, names).values.max() == 1
    # A diagonal of float64 stays as it is given.
    values = np.eye(3)
    values[1, 1] = 1 - 1e-9
    assert make.build(values, ABC).values[1, 1] == 1 - 1e-9


def test_cosine_distances_of_scipy_are_distances():
    vectors = np.random.default_rng(1).normal(size=(30, 50))
    distances = cdist(vectors, vectors, "cosine")
    assert np.diagonal(distances).any(), "the case is one"
    names = [f"l{i}" for i in range(30)]
    similarity = make.from_distances(distances, names)
    assert (np.diagonal(similarity.values) == 1).all()
    ratings = [("l0", "l1", 1), ("l0", "l2", 0), ("l1", "l3", 0)]
    near, far = sorted([distances[0, 1], distances[0, 2]])
    distances[0, 1] = distances[1, 0] = near / 2
    distances[0, 2] = distances[2, 0] = far
    fitted = make.calibrate(distances, names, ratings=ratings, scale=(0, 1))
    assert (np.diagonal(fitted.values) == 1).all()


def test_the_tolerance_ends_at_a_millionth():
    table = np.array([[1 + 9e-7, -9e-7], [1 + 1.1e-6, -1.1e-6], [1 + 5e-4, -5e-4]])
    assert settle(table.copy(), 0, 1).tolist() == [[1, 0], *table[1:].tolist()]
    diagonal = np.array([[1 - 1e-7, 0.3], [1 - 1e-7, 1 - 2e-6]])
    assert settle(diagonal, 0, 1, diagonal=1).tolist() == [[1, 0.3], [1 - 1e-7, 1 - 2e-6]]


@pytest.mark.parametrize("off", [ROUNDING / 2, 1.1 * ROUNDING])
def test_what_is_accepted_and_what_is_not(off):
    """One rule for all ways in; a value on the wrong side by more than 1e-6 is refused."""
    ratings = {"ratings": [("a", "b", 1), ("a", "c", 0)], "scale": (0, 1)}
    line = np.abs(np.subtract.outer([0.0, 1, 3], [0.0, 1, 3]))
    above, below, negative, diagonal = np.eye(3), np.eye(3), line.copy(), line.copy()
    above[0, 1], below[0, 1] = 1 + off, -off
    negative[0, 1] = negative[1, 0] = -off
    diagonal[1, 1] = off
    correlations = np.eye(3)
    correlations[0, 1] = correlations[1, 0] = -1 - off
    calls = [
        lambda: make.build(above, ABC),
        lambda: make.build(below, ABC),
        lambda: make.load({"labels": ABC, "values": above.tolist()}),
        lambda: make.from_distances(negative, ABC),
        lambda: make.from_distances(diagonal, ABC),
        lambda: make.calibrate(diagonal, ABC, **ratings),
        lambda: make.from_correlations(correlations, ABC),
        lambda: make.from_ratings([("a", "b", 5 + 4 * off)], scale=(1, 5)),
        lambda: make.from_function(lambda a, b: np.full(len(a), 1 + off), ABC).between("a", "b"),
        lambda: SemanticF1(similarity=above, labels=ABC).compute(["a"], ["b"]),
    ]
    for call in calls:
        if off < ROUNDING:
            call()
        else:
            with pytest.raises(ValueError, match=r"must|diagonal"):
                call()
