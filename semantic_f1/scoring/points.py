"""Best matches of sets of points, exact and in both directions at once.

Examples whose sets have the same sizes are worked out together. In up to 16 dimensions all
distances are taken from differences. In more of them a matrix product tells which points may be
nearest, and the distances of these are then taken from differences too: products lose the digits
that differences keep, and what is nearest to what is the same for any other examples beside it.
"""

import numpy as np

from ..similarity.kernels import FEW_DIMENSIONS, distance_powers
from ..similarity.shapes import examples_by_shape


def point_credits(predictions, references, kernel):
    """Greatest similarity of each point to the points on the other side of its example.

    Parameters
    ----------
    predictions, references : PointSets of the same n examples, of prepared points
    kernel : Kernel

    Returns
    -------
    two float64 arrays, one value a point of either side; 0 where the other set is empty
    """
    credit = [np.zeros(len(sets.points)) for sets in (predictions, references)]
    d = predictions.points.shape[1]
    best = _nearest if kernel.order is not None else _best_of_all
    if kernel.order is None:
        values_of = lambda k, t: k * t * d  # noqa: E731
    elif d <= FEW_DIMENSIONS:
        values_of = lambda k, t: 2 * k * t  # noqa: E731
    else:
        values_of = lambda k, t: k * t + (k + t) * d if kernel.order == 2 else k * t * d  # noqa: E731
    for places in examples_by_shape(predictions.offsets, references.offsets, values_of):
        a, b = predictions.points[places[0]], references.points[places[1]]
        for values, place, found in zip(credit, places, best(a, b, kernel), strict=True):
            values[place] = found
    return tuple(credit)


def _nearest(a, b, kernel):
    """Best matches by distance, of points (e, k, d) and (e, t, d)."""
    if a.shape[2] <= FEW_DIMENSIONS or kernel.order != 2:
        powers = distance_powers(a[:, :, None], b[:, None], kernel.order)
    else:
        powers = _powers_of_near(a, b)
    return kernel.of_distance(powers.min(axis=2)), kernel.of_distance(powers.min(axis=1))


def _powers_of_near(a, b):
    """Squares of the distances, (e, k, t), of pairs that may be nearest; inf for the others."""
    center = b.mean(axis=1, keepdims=True)
    near_a, near_b = a - center, b - center
    lengths_a = np.einsum("eki,eki->ek", near_a, near_a)
    lengths_b = np.einsum("eti,eti->et", near_b, near_b)
    product = near_a @ near_b.transpose(0, 2, 1)
    about = lengths_a[:, :, None] + lengths_b[:, None, :] - 2 * product
    # The product and both lengths are off by some units in their last place for each dimension.
    slack = (
        4
        * np.finfo(float).eps
        * a.shape[2]
        * (lengths_a.max(axis=1, initial=0.0) + lengths_b.max(axis=1, initial=0.0))
    )[:, None, None]
    may = about <= about.min(axis=2, keepdims=True) + slack
    may |= about <= about.min(axis=1, keepdims=True) + slack
    example, i, j = np.nonzero(may)
    powers = np.full(may.shape, np.inf)
    powers[example, i, j] = distance_powers(a[example, i], b[example, j], 2)
    return powers


def _best_of_all(a, b, kernel):
    """Best matches of kernels that are no function of a distance: of all pairs, both ways."""
    e, k, t = len(a), a.shape[1], b.shape[1]
    left = np.broadcast_to(a[:, :, None], (e, k, t, a.shape[2])).reshape(e * k * t, -1)
    right = np.broadcast_to(b[:, None], (e, k, t, a.shape[2])).reshape(e * k * t, -1)
    forth = kernel(left, right).reshape(e, k, t)
    back = forth if kernel.function is None else kernel(right, left).reshape(e, k, t)
    return forth.max(axis=2), back.max(axis=1)
