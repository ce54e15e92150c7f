"""Rounding errors of float32 and of distances, which leave values outside a range, set right.

``x @ y`` of normalised float32 vectors gives 1.0000002, and a cosine distance of a vector to itself
1.1e-16. What lies further outside than :data:`ROUNDING` is no rounding error and stays, for the
checks that refuse it: values are never clipped silently.
"""

import numpy as np

# Values, and differences of what should be equal, that are off by less come from float32.
ROUNDING = 1e-6


def settle(
    table: np.ndarray, low: float = -np.inf, high: float = np.inf, diagonal: float | None = None
) -> np.ndarray:
    """Set what is outside of [low, high] by rounding alone to the bound, in place.

    Returns the same array; values outside by more than 1e-6 stay as they are.
    """
    for bound, below in ((low, True), (high, False)):
        if np.isfinite(bound):
            off = (table < bound) if below else (table > bound)
            if off.any():
                off &= np.abs(table - bound) <= ROUNDING
                table[off] = bound
    if diagonal is not None:
        entries = np.diagonal(table)
        np.fill_diagonal(table, np.where(np.abs(entries - diagonal) <= ROUNDING, diagonal, entries))
    return table
