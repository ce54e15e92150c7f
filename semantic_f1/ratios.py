"""Ratios that are 0 where they are 0 / 0: what precision, recall and F1 are made of."""

import numpy as np


def divide(numerator, denominator):
    """numerator / denominator, 0 where the denominator is 0; floats or arrays."""
    numerator = np.asarray(numerator, dtype=np.float64)
    denominator = np.asarray(denominator, dtype=np.float64)
    quotient = np.zeros(np.broadcast_shapes(numerator.shape, denominator.shape))
    np.divide(numerator, denominator, out=quotient, where=denominator != 0)
    return quotient[()]


def harmonic_mean(a, b):
    """2ab / (a + b), 0 where both are 0; floats or arrays. The product would underflow."""
    return a * divide(b, (a + b) / 2)
