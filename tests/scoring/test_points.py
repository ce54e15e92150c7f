"""Best matches of points: by hand, and as scipy's cdist finds them."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.distance import cdist

from semantic_f1.inputs.points import PointSets
from semantic_f1.scoring.points import point_credits
from semantic_f1.similarity.kernels import Kernel


def point_sets(sets, d):
    """Lists of points as ragged arrays."""
    offsets = np.concatenate([[0], np.cumsum([len(points) for points in sets])])
    flat = [point for points in sets for point in points]
    return PointSets(np.array(flat, np.float64).reshape(-1, d), offsets)


def test_rows_are_those_of_some_examples():
    points, offsets = point_sets([[(1,)], [(2,), (3,)], [], [(4,)]], 1).rows(1, 3)
    assert points.tolist() == [[2], [3]] and offsets.tolist() == [0, 2, 2]


def credits(predictions, references, kernel, d):
    sides = (point_sets(sets, d) for sets in (predictions, references))
    prepared = (sets._replace(points=kernel.prepared(sets.points)) for sets in sides)
    return point_credits(*prepared, kernel)


def test_boxes_by_hand():
    boxes = [[(0, 0, 2, 2), (5, 5, 6, 6), (8, 8, 9, 9)]], [[(1, 1, 3, 3), (5, 5, 6, 7)]]
    p, r = credits(*boxes, Kernel("iou"), 4)
    assert p.tolist() == [1 / 7, 1 / 2, 0]
    assert r.tolist() == [1 / 7, 1 / 2]
    # The nearest corners are not those of the box with the greatest overlap.
    p, r = credits([[(1, 1, 3, 3), (0, 0, 6, 4)]], [[(0, 0, 4, 4)]], Kernel("iou"), 4)
    assert r == pytest.approx([16 / 24])
    assert credits([[(1, 4)]], [[(2, 6)]], Kernel("iou"), 2)[0] == pytest.approx([0.4])


def brute(predicted, gold, kernel, d):
    """Best matches of one example, by scipy's distances."""
    if not predicted or not gold:
        return [0.0] * len(predicted), [0.0] * len(gold)
    a, b = (np.array(x, np.float64).reshape(-1, d) for x in (predicted, gold))
    if kernel.name == "cosine":
        table = 1 - cdist(a, b, "cosine") / 2
    else:
        order = kernel.order
        a, b = kernel.prepared(a), kernel.prepared(b)
        metric = {"metric": "chebyshev"} if order == np.inf else {"metric": "minkowski", "p": order}
        distance = cdist(a, b, **metric)
        table = {
            "inverse": lambda: 1 / (1 + kernel.parameters["beta"] * distance),
            "exponential": lambda: np.exp(-kernel.parameters["beta"] * distance),
            "gaussian": lambda: np.exp(-(distance**2) / (2 * kernel.parameters["sigma"] ** 2)),
        }[kernel.name]()
    return table.max(axis=1).tolist(), table.max(axis=0).tolist()


coordinates = st.floats(-20, 20).map(lambda x: round(x, 3))


@st.composite
def examples(draw):
    d = draw(st.sampled_from([1, 2, 5, 17, 40]))
    point = st.lists(coordinates, min_size=d, max_size=d).map(tuple)
    pool = draw(st.lists(point, min_size=1, max_size=8))
    sets = st.lists(st.one_of(point, st.sampled_from(pool)), max_size=5)
    n = draw(st.integers(1, 4))
    return d, [draw(sets) for _ in range(n)], [draw(sets) for _ in range(n)]


KERNELS = [Kernel(), Kernel("inverse", beta=0.3, p=1), Kernel("exponential", scale=3, p=np.inf)]
KERNELS += [Kernel("gaussian", sigma=4), Kernel("gaussian", sigma=4, p=3), Kernel("cosine")]


@settings(deadline=None, max_examples=60)
@given(examples(), st.sampled_from(KERNELS), st.sampled_from([0.0, 1e6]))
def test_equal_to_brute_force(data, kernel, offset):
    d, *sides = data
    moved = [[[tuple(np.add(p, offset)) for p in s] for s in side] for side in sides]
    if kernel.name == "cosine":
        moved = [[[p for p in s if np.linalg.norm(p) > 1e-3] for s in side] for side in moved]
    found = credits(*moved, kernel, d)
    expected = [brute(p, t, kernel, d) for p, t in zip(*moved, strict=True)]
    for side, values in enumerate(found):
        wanted = [value for pair in expected for value in pair[side]]
        assert values.tolist() == pytest.approx(wanted, abs=1e-12)
    # What stands beside an example moves no digit of it.
    start = [0, 0]
    for p, t in zip(*moved, strict=True):
        alone = credits([p], [t], kernel, d)
        for side, values in enumerate(alone):
            stop = start[side] + len(values)
            assert found[side][start[side] : stop].tolist() == values.tolist()
            start[side] = stop


@pytest.mark.parametrize("d", [2, 200])
def test_a_point_is_itself_far_from_the_origin(d):
    points = np.random.default_rng(0).normal(1e6, 1, (5, d))
    for kernel in (Kernel(), Kernel("gaussian"), Kernel("cosine")):
        for values in credits([points.tolist()], [points.tolist()], kernel, d):
            assert values.tolist() == [1.0] * 5


def test_a_function_as_kernel():
    def nearness(a, b):
        return np.where(a[:, 0] < b[:, 0], 0.25, 0.5)

    p, r = credits([[(0,)]], [[(1,), (-1,)]], Kernel(nearness), 1)
    assert p.tolist() == [0.5]
    assert r.tolist() == [0.5, 0.25]
    for wrong, said in ((lambda a, b: a[:, 0], r"\[0, 1\]"), (lambda a, b: a, "shape")):
        with pytest.raises(ValueError, match=said):
            credits([[(5,)]], [[(1,)]], Kernel(wrong), 1)


@pytest.mark.parametrize(("arguments", "options", "said"), [
    (("linear",), {}, "kernel: expected one of inverse"),
    ((), {"beta": 0}, "beta: expected a finite number above 0"),
    ((), {"beta": True}, "beta"),
    ((), {"sigma": 1}, "sigma: is not used by the kernel 'inverse'; its parameters are beta"),
    (("cosine",), {"beta": 1}, "'cosine'; it has none"),
    ((), {"p": 0.5}, "p: expected a number from 1 to inf"),
    ((), {"scale": [1, -1]}, "scale"),
])  # fmt: skip
def test_wrong_kernels(arguments, options, said):
    with pytest.raises(ValueError, match=said):
        Kernel(*arguments, **options)


def test_fingerprints_tell_parameters_apart():
    kernels = [
        Kernel(), Kernel(beta=2), Kernel(p=1), Kernel(scale=2), Kernel(scale=[2]),
        Kernel("exponential"), Kernel("gaussian"), Kernel("cosine"), Kernel("iou"), Kernel(max),
    ]  # fmt: skip
    assert len({kernel.fingerprint for kernel in kernels}) == len(kernels)
    assert Kernel() == Kernel("inverse", beta=1, p=2)
    assert Kernel().fingerprint == Kernel("inverse", beta=1, p=2).fingerprint
