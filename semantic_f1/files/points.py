"""Columns of sets of points: JSON lists of lists of numbers, or nested lists of Parquet."""

import json
import math
import os
from typing import Any

from ..messages import short
from .cells import CellError
from .columns import read_cells
from .tables import Table


def read_point_sets(
    path: str | os.PathLike, gold: str | os.PathLike | None = None, **options: Any
) -> Table:
    """Read predicted and gold sets of points.

    Both columns hold JSON lists of points, each a list of finite numbers (in Parquet and JSON
    Lines lists of lists). An empty cell is the empty set.
    """
    return read_cells(path, gold, _PointColumn, **options)


class _PointColumn:
    """Cells that are sets of points."""

    def __init__(self, name: str):
        self.name = name
        self.cells: list[list[list[float]]] = []

    def append(self, cell) -> None:
        points = cell
        if type(cell) is str:
            try:
                points = json.loads(cell) if cell.strip() else []
            except (ValueError, RecursionError):
                points = None
        points = [] if cell is None else points
        if type(points) is not list or not all(map(_is_point, points)):
            raise CellError(
                f"column {self.name!r}: {short(cell)} is no list of points, each a list of finite "
                "numbers, such as [[0.2, 0.5], [0.1, 0.9]]; one point is [[0.2, 0.5]], none is []"
            )
        self.cells.append([list(map(float, point)) for point in points])


def _is_point(value) -> bool:
    if type(value) is not list or not value or not set(map(type, value)) <= {int, float}:
        return False
    try:
        return all(map(math.isfinite, value))
    except OverflowError:
        return False
