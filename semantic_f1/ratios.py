"""Ratios that are 0 if they are 0 / 0: what precision, recall and F1 are made of."""

import numpy as np

# Scores nearer than this are equal: they differ by rounding only.
SCORE_TIE = 1e-12


def divide(numerator, denominator):
    """numerator / denominator, 0 where the denominator is 0; floats or arrays."""
    if isinstance(numerator, float) and isinstance(denominator, float):
        return np.float64(numerator / denominator if denominator else 0.0)
    numerator = np.asarray(numerator, dtype=np.float64)
    denominator = np.asarray(denominator, dtype=np.float64)
    if np.count_nonzero(denominator) == denominator.size:
        return numerator / denominator
    zero = denominator == 0
    return np.where(zero, 0.0, numerator / np.where(zero, 1.0, denominator))[()]


def harmonic_mean(a, b):
    """2ab / (a + b), 0 where both are 0; floats or arrays. The product would underflow."""
    return a * divide(b, (a + b) / 2)
