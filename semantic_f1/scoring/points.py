"""Best matches of sets of points, exact and in both directions at once.

Examples whose sets have the same sizes are worked out together. In up to 16 dimensions all
distances are taken from differences. In more of them a matrix product tells which points may be
nearest, and the distances of these are then taken from differences too: products lose the digits
that differences keep, and what is nearest to what is the same for any other examples next to it.
"""

import numpy as np

from ..similarity.kernels import FEW_DIMENSIONS, distance_powers
from ..similarity.set_batches import examples_by_shape


def point_credits(predictions, references, kernel):
    """Greatest similarity of each point to those on the other side, 0 without any."""
    sides = predictions, references
    credit = [np.zeros(len(sets.points)) for sets in sides]
    d = predictions.points.shape[1]
    if kernel.order is None:
        best, values_of = _best_of_all, lambda k, t: k * t * d
    elif kernel.order == 2 and d > FEW_DIMENSIONS:
        best, values_of = _best_by_product, lambda k, t: k * t + (k + t) * d
    else:
        width = 2 if d <= FEW_DIMENSIONS else d
        best, values_of = _best_by_differences, lambda k, t: width * k * t
    for places in examples_by_shape(predictions.offsets, references.offsets, values_of):
        block_credits = best(*(x.points for x in sides), *places, kernel)
        for values, place, values_of_side in zip(credit, places, block_credits, strict=True):
            values[place] = values_of_side
    return tuple(credit)


def _best_by_differences(points_a, points_b, places_a, places_b, kernel):
    """Best matches by distance, of points at places (e, k) and (e, t), from differences."""
    # With the examples behind, the loops over few points are the outer ones.
    a, b = points_a.take(places_a.T, axis=0), points_b.take(places_b.T, axis=0)
    powers = distance_powers(a[:, None], b, kernel.order)
    return kernel.of_distance(powers.min(axis=1)).T, kernel.of_distance(powers.min(axis=0)).T


def _best_by_product(points_a, points_b, places_a, places_b, kernel):
    """Best matches by Euclidean distance in many dimensions: of pairs that may be nearest."""
    a, b = points_a.take(places_a, axis=0), points_b.take(places_b, axis=0)
    center = b.mean(axis=1, keepdims=True)
    near_a, near_b = a - center, b - center
    lengths_a = np.einsum("eki,eki->ek", near_a, near_a)
    lengths_b = np.einsum("eti,eti->et", near_b, near_b)
    product = near_a @ near_b.transpose(0, 2, 1)
    product *= -2
    product += lengths_a[:, :, None]
    about = np.add(product, lengths_b[:, None, :], out=product)
    # The product and both lengths are off by some units in their last place for each dimension.
    greatest = lengths_a.max(axis=1, initial=0.0) + lengths_b.max(axis=1, initial=0.0)
    slack = (4 * np.finfo(float).eps * a.shape[2] * greatest)[:, None, None]
    may = about <= about.min(axis=2, keepdims=True) + slack
    may |= about <= about.min(axis=1, keepdims=True) + slack
    example, i, j = np.nonzero(may)
    powers = np.full(may.shape, np.inf)
    near = (
        x.reshape(-1, x.shape[2]).take(example * x.shape[1] + index, axis=0)
        for x, index in ((a, i), (b, j))
    )
    powers[example, i, j] = distance_powers(*near, 2)
    return kernel.of_distance(powers.min(axis=2)), kernel.of_distance(powers.min(axis=1))


def _best_of_all(points_a, points_b, places_a, places_b, kernel):
    """Best matches of kernels that are no function of a distance: of all pairs, both ways."""
    a, b = points_a.take(places_a, axis=0), points_b.take(places_b, axis=0)
    e, k, t = len(a), a.shape[1], b.shape[1]
    left = np.broadcast_to(a[:, :, None], (e, k, t, a.shape[2])).reshape(e * k * t, -1)
    right = np.broadcast_to(b[:, None], (e, k, t, a.shape[2])).reshape(e * k * t, -1)
    forth = kernel(left, right).reshape(e, k, t)
    back = forth if kernel.function is None else kernel(right, left).reshape(e, k, t)
    return forth.max(axis=2), back.max(axis=1)
