"""Sets of points, one per example, in any form people have them. Every error names the row."""

from itertools import chain
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ..files.formats import is_arrow_list
from ..messages import InputError, short
from .label_sets import members_of_rows, number_octets
from .unwrapping import (
    check_no_nulls,
    list_offsets,
    offsets_of,
    plain_array,
    plain_arrow,
    refuse_first,
    unwrap,
)

_NESTING = (
    "an example is a set of points, each a list of numbers: one point is [[0.2, 0.5]], two are "
    "[[0.2, 0.5], [0.1, 0.9]], none is []"
)
_RATERS = '; points of several raters are for config "annotators" with of="points"'


class PointSets(NamedTuple):
    """Points of n examples: example i holds ``points[offsets[i]:offsets[i + 1]]``."""

    points: np.ndarray  # float64 (k, d), without repeats within an example
    offsets: np.ndarray  # int64 (n + 1,)

    @property
    def n(self):
        """Number of examples."""
        return len(self.offsets) - 1

    @property
    def indices(self):
        """All points count as the one label that there is."""
        return np.zeros(len(self.points), np.int32)

    @property
    def kind(self):
        """The number of dimensions, or None where every set is empty."""
        return f"points of {self.points.shape[1]} dimensions" if len(self.points) else None

    def rows(self, start, stop):
        """The sets of examples ``start .. stop - 1``, as views."""
        offsets = self.offsets[start : stop + 1]
        return PointSets(self.points[offsets[0] : offsets[-1]], offsets - offsets[0])

    def take(self, rows):
        """The sets of the given examples, in their order."""
        members, offsets = members_of_rows(self, rows)
        return PointSets(self.points[members], offsets)


def read_points(rows, argument):
    """PointSets of lists of points, with exact repeats in an example once."""
    rows, _ = unwrap(rows, argument)
    if isinstance(rows, (pa.Array, pa.ChunkedArray)):
        sets = points_of_arrow(rows, argument)
    elif isinstance(rows, np.ndarray) and rows.dtype.kind in "biuf":
        sets = _points_of_array(rows, argument)
    else:
        sets = _points_of_list(list(rows), argument)
    refuse_points(sets, ~np.isfinite(sets.points).all(axis=1), "numbers must be finite", argument)
    # Exact repeats within an example count once; -0 and 0 are one number.
    points, rows = sets.points + 0.0, np.repeat(np.arange(sets.n), np.diff(sets.offsets))
    keys = rows * (len(points) + 1) + number_octets(points)
    first = np.sort(np.unique(keys, return_index=True)[1])
    return PointSets(points[first], offsets_of(np.bincount(rows[first], minlength=sets.n)))


def dimensions(*sides):
    """The number of dimensions, which both sides share; 1 without any point."""
    found = [sets.points.shape[1] for sets in sides if len(sets.points)]
    if len(set(found)) > 1:
        rule = f"points must have as many dimensions on both sides; got {found[0]} and {found[1]}"
        raise InputError(rule, "predictions and references")
    return found[0] if found else 1


def refuse_points(sets, wrong, rule, argument):
    """Refuse the first point that is wrong; None: none is."""

    def told(i):
        return f"point {short(sets.points[i].tolist())}: {rule}"

    refuse_first(() if wrong is None else wrong, argument, told, sets.offsets)


def _points_of_array(array, argument):
    if array.ndim == 2:
        return PointSets(array.astype(np.float64), np.arange(len(array) + 1))
    if array.ndim != 3:
        shapes = "an array of shape (examples, points, dimensions) or (examples, dimensions)"
        advice = f"{_NESTING}{_RATERS * (array.ndim > 3)}"
        raise InputError(f"expected {shapes}; got shape {array.shape}; {advice}", argument)
    n, k, d = array.shape
    flat = array.astype(np.float64).reshape(n * k, d)
    missing = np.isnan(flat)
    absent = missing.all(axis=1)
    all_points = PointSets(flat, np.arange(n + 1) * k)
    rule = "a row of NaN stands for no point; some of its numbers are missing"
    refuse_points(all_points, missing.any(axis=1) & ~absent, rule, argument)
    return PointSets(flat[~absent], offsets_of((~absent).reshape(n, k).sum(axis=1)))


def _points_of_list(rows, argument):
    sizes, points = np.empty(len(rows), np.int64), []
    for index, row in enumerate(rows):
        points_of_row = _points_of_example(row, argument, index)
        sizes[index] = len(points_of_row)
        points += points_of_row
    if not points:
        return PointSets(np.zeros((0, 1)), offsets_of(sizes))
    offsets = offsets_of(sizes)
    lengths = np.fromiter(map(len, points), np.int64, len(points))
    other = (lengths != lengths[0]) | (lengths == 0)

    def unlike(i):
        rule = f"{lengths[0]}; all points have as many dimensions, one at least"
        return f"a point of {lengths[i]} numbers where the first has {rule}"

    refuse_first(other, argument, unlike, offsets)
    flat = list(chain.from_iterable(points))
    if not set(map(type, flat)) <= {float, int}:
        numbers = float, int, np.number
        plain = [isinstance(x, numbers) and not isinstance(x, bool) for x in flat]
        wrong = [place for place, is_plain in enumerate(plain) if not is_plain]

        def told(place):
            raters = _RATERS if isinstance(flat[place], (list, tuple)) else ""
            return f"{short(flat[place])} is no number; {_NESTING}{raters}"

        refuse_first(wrong, argument, told, offsets * lengths[0])
    try:
        table = np.array(flat, np.float64)
    except OverflowError:
        table = np.array([min(max(x, -1e308), 1e308) for x in flat]) * np.inf
    return PointSets(table.reshape(len(points), -1), offsets)


def _points_of_example(row, argument, index):
    """One example as a list of points."""
    if isinstance(row, pa.Scalar):
        row = row.as_py()
    if hasattr(row, "__array__"):
        row = plain_array(row, argument, index)
        if row.ndim != 2 and row.size:
            raise InputError(f"got an array of shape {row.shape}; {_NESTING}", argument, index)
        row = row.tolist()
    if row is None or isinstance(row, (str, bytes, dict)) or not hasattr(row, "__iter__"):
        raise InputError(f"got {short(row)}; {_NESTING}", argument, index)
    points = [
        plain_array(point, argument, index).tolist() if hasattr(point, "__array__") else point
        for point in row
    ]
    wrong = [point for point in points if not isinstance(point, (list, tuple))]
    if wrong:
        rule = f"{short(wrong[0])} stands where a point must; {_NESTING}"
        raise InputError(rule, argument, index)
    return points


def points_of_arrow(array, argument):
    array = plain_arrow(array)
    check_no_nulls(array, None, argument, "got None")
    if not is_arrow_list(array.type):
        return _points_of_list(array.to_pylist(), argument)
    offsets = list_offsets(array)
    points = plain_arrow(array.flatten())
    check_no_nulls(points, offsets, argument, "a point is None")
    if not is_arrow_list(points.type):
        if len(points):
            raise InputError(f"got a column of lists of numbers; {_NESTING}", argument, 0)
        return PointSets(np.zeros((0, 1)), offsets)
    lengths = pc.list_value_length(points).to_numpy(zero_copy_only=False)
    other = np.flatnonzero((lengths != lengths[:1]) | (lengths == 0))
    flat = points.flatten()
    numbers = pa.types.is_floating(flat.type) or pa.types.is_integer(flat.type)
    if len(other) or flat.null_count or not numbers:
        return _points_of_list(array.to_pylist(), argument)
    d = int(lengths[0]) if len(lengths) else 1
    table = flat.to_numpy(zero_copy_only=False).astype(np.float64).reshape(len(points), d)
    return PointSets(table, offsets)
