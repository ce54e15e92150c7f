"""Other and perturbed similarities to score with."""

from typing import NamedTuple

import numpy as np

# Section 4.3.1: the shares that mixtures with noise leave to the table.
ALPHAS = (0.8, 0.6, 0.4, 0.2)
# Appendix F.4: powers let similarity fall off faster.
EXPONENTS = (2, 3, 4)
BETAS = (0.25, 0.5, 2, 4)


class Alternative(NamedTuple):
    """A table to score with instead of another."""

    name: str
    values: np.ndarray
    note: str = ""  # a sentence on what the change breaks


def mixtures(values, seed=0):
    """The table mixed with noise at each alpha: alpha * S + (1 - alpha) * U (section 4.3.1).

    U is drawn once for all alphas: normal off the diagonal, clipped to [0, 1], and 1 on the
    diagonal; symmetric if S is. The paper names no mean. About .5 clipping cuts both tails alike,
    and U stands for no knowledge; a mean of 0 would come near to hard labels.
    """
    m = len(values)
    noise = np.random.default_rng(seed).normal(0.5, 0.5, (m, m))
    if (values == values.T).all():
        noise = np.triu(noise, 1) + np.triu(noise, 1).T
    off = ~np.eye(m, dtype=bool)
    clipped = int(((noise < 0) | (noise > 1))[off].sum())
    noise = np.where(off, noise.clip(0, 1), 1)
    note = f"{clipped} of the {m * (m - 1)} values of the noise were clipped to [0, 1]."
    return [
        Alternative(f"mixture alpha={alpha:g}", alpha * values + (1 - alpha) * noise, note)
        for alpha in ALPHAS
    ]


def permuted_rows(values, seed=0):
    """The table with its rows in another order, none in its place: a control, not a similarity."""
    cycle = np.random.default_rng(seed).permutation(len(values))
    order = np.empty_like(cycle)
    order[cycle] = np.roll(cycle, 1)
    permuted = values[order]
    broken = int(((np.diagonal(values) == 1) & (np.diagonal(permuted) < 1)).sum())
    note = f"{broken} of {len(values)} labels no longer earn 1 from an exact match."
    return Alternative("rows permuted", permuted, note if broken else "")


def powers(values):
    """The table to some powers."""
    return [Alternative(f"power {exponent}", values**exponent) for exponent in EXPONENTS]


def rescaled_distances(values):
    """For a table made from distances d by 1 / (1 + d): the same of beta * d."""
    # 1 / (1 + beta * (1 / S - 1)) = S / (S + beta * (1 - S)).
    return [
        Alternative(f"beta {beta:g}", values / (values + beta * (1 - values))) for beta in BETAS
    ]
