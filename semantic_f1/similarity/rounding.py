"""Rounding errors of float32 and of distances set right; nothing else is ever clipped."""

import numpy as np

# Values, and differences of what should be equal, that are off by less come from float32.
ROUNDING = 1e-6


def settle(
    table: np.ndarray, low: float = -np.inf, high: float = np.inf, diagonal: float | None = None
) -> np.ndarray:
    """Set what is outside of [low, high] by 1e-6 at most to the bound, in place."""
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
