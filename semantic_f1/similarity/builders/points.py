"""Label similarities of appendix B of arXiv 2509.21633, from points to correlations."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from ..kernels import Kernel, checked_order
from ..label_similarity import LabelSimilarity, built
from .checks import (
    amount,
    decay,
    decay_text,
    exact,
    point_rows,
    positive,
    refuse_cells,
    refuse_labels,
    refuse_many,
    square_table,
    symmetrize,
)
from .cooccurrence import counts_together

# How many differences of coordinates are held at once: what stays in the processor's cache.
BLOCK_NUMBERS = 1 << 18
# Below it the square of a difference may have lost digits.
_SMALLEST_SQUARE = 1e-250
_NORMS = {1: "Manhattan", 2: "Euclidean", np.inf: "Chebyshev"}


def from_points(
    points: Any,
    labels: Any = None,
    *,
    p: float = 2,
    beta: float = 1.0,
    name: str = "points",
    none_labels: Iterable[str] = (),
    **card: Any,
) -> LabelSimilarity:
    """Similarity from the distance of points: 1 / (1 + beta * d).

    d is the Minkowski distance (sum over k of abs(x_k - y_k) ** p) ** (1 / p), the largest
    difference for p = inf. Before you trust it, check that nearest neighbors are plausible, that
    distances within known groups are smaller than across them, and that other values of beta do
    not change the order of systems.

    Parameters
    ----------
    points : mapping label -> vector of d numbers or a single number, DataFrame with one row
        per label, or array-like of shape (m, d) or (m,) with ``labels``
    labels : names of the rows; of a mapping or DataFrame, those to take, in this order
    p : number >= 1, or inf: 1 Manhattan, 2 Euclidean (default), inf Chebyshev
    beta : number > 0, default 1; 1 / beta is the distance at which the similarity is a half
    name, none_labels, **card : see :func:`similarity.build`; the derivation is written here

    Raises
    ------
    ValueError
        for points that are not finite or of different lengths, and labels missing or repeated
    """
    order = checked_order(p)
    table, labels = point_rows(points, labels, "points")
    refuse_many(labels, "points", "similarity.from_function(pairs, labels)")
    with np.errstate(over="ignore", invalid="ignore"):
        distances = _all_distances(table, order)
    too_far = ~np.isfinite(distances)
    distances[too_far] = np.inf
    refuse_cells(labels, too_far, distances, "points", "too far apart")
    norm = _NORMS.get(order, "Minkowski")
    kind = f"{norm} distance{'' if order in _NORMS else f' of order {exact(order)}'}"
    derivation = (
        f"{kind} d between points of {amount(table.shape[1], 'coordinate')}, "
        f"mapped by {decay_text(beta)}."
    )
    return built(from_points, decay(distances, beta), labels, derivation, card, name, none_labels)


def from_distances(
    distances: Any,
    labels: Any = None,
    *,
    beta: float = 1.0,
    name: str = "distances",
    none_labels: Iterable[str] = (),
    **card: Any,
) -> LabelSimilarity:
    """Similarity from distances: 1 / (1 + beta * d).

    Parameters
    ----------
    distances : array-like of shape (m, m) with ``labels``, or a DataFrame with the labels as index
        and columns; >= 0, 0 on the diagonal. An infinite distance gives 0. ``distances[a][b]``
        is read as the way from the label that is matched to its candidate; it need not equal
        ``distances[b][a]``
    labels : names of rows and columns; of a DataFrame, those to take, in this order
    beta : number > 0, default 1; 1 / beta is the distance at which the similarity is a half
    name, none_labels, **card : see :func:`similarity.build`; the derivation is written here

    Raises
    ------
    ValueError
        for distances that are negative, missing or not 0 on the diagonal, by more than the 1e-6
        that rounding errors leave
    """
    table, labels = square_table(distances, labels, "distances", low=0, diagonal=0)
    derivation = f"Given distances d, mapped by {decay_text(beta)}."
    unreachable = int(np.isinf(table).sum())
    if unreachable:
        derivation += f" {unreachable} infinite distances give 0."
    return built(from_distances, decay(table, beta), labels, derivation, card, name, none_labels)


def from_embeddings(
    vectors: Any,
    labels: Any = None,
    *,
    power: int = 1,
    name: str = "embeddings",
    none_labels: Iterable[str] = (),
    **card: Any,
) -> LabelSimilarity:
    """Similarity from the cosine of vectors: ((1 + cos) / 2) ** power.

    Vectors of words are near where words occur together, which need not mean that one label can
    stand for the other ("doctor" and "patient"): a hypothesis to validate, not a measurement.

    Parameters
    ----------
    vectors : mapping label -> vector, DataFrame with one row per label, or array-like of shape
        (m, d) with ``labels``; no vector may be all 0
    labels : names of the rows; of a mapping or DataFrame, those to take, in this order
    power : number > 0, default 1; higher powers let the similarity fall off faster
    name, none_labels, **card : see :func:`similarity.build`; the derivation is written here. Say
        in ``source`` which model made the vectors

    Raises
    ------
    ValueError
        for vectors that are 0, not finite or of different lengths, and labels missing or repeated
    """
    power = positive(power, "power")
    table, labels = point_rows(vectors, labels, "vectors")
    refuse_many(labels, "vectors", "similarity.embeddings(vectors, labels)")
    refuse_labels(labels, ~table.any(axis=1), "vectors", "a vector of zeros has no direction")
    table = Kernel("cosine").prepared(table)
    # Rounding errors alone lead out of [-1, 1].
    cosines = (table @ table.T).clip(-1, 1)
    # A large power would carry what rounding takes off the diagonal far below 1.
    np.fill_diagonal(cosines, 1)
    derivation = (
        f"Cosine of label embeddings of {amount(table.shape[1], 'dimension')}, mapped by "
        f"(1 + cos) / 2{'' if power == 1 else f', to the power {exact(power)}'}."
    )
    values = ((1 + cosines) / 2) ** power
    return built(from_embeddings, values, labels, derivation, card, name, none_labels)


def from_correlations(
    correlations: Any,
    labels: Any = None,
    *,
    name: str = "correlations",
    none_labels: Iterable[str] = (),
    **card: Any,
) -> LabelSimilarity:
    """Similarity from correlations: (1 + r) / 2.

    No correlation, r = 0, gives .5, and r = -1 gives 0. Where all r are small, the table is nearly
    constant and can't tell near labels from far ones; see the audit. Compute r outside the
    evaluation set.

    Parameters
    ----------
    correlations : array-like of shape (m, m) with ``labels``, or a DataFrame with the labels as
        index and columns, such as ``frame.corr()``; symmetric, in [-1, 1], 1 on the diagonal
    labels : names of rows and columns; of a DataFrame, those to take, in this order
    name, none_labels, **card : see :func:`similarity.build`; the derivation is written here. Say
        in ``source`` what was correlated, and over whom

    Raises
    ------
    ValueError
        for values outside [-1, 1] or missing, a diagonal other than 1, and a table that is not
        symmetric; differences below 1e-6 are taken for rounding errors of float32
    """
    why = "; leave out labels that never vary, they have none"
    table, labels = square_table(
        correlations, labels, "correlations", low=-1, high=1, diagonal=1, missing=why
    )
    symmetrize(labels, table, "correlations")
    table += 1
    table /= 2
    derivation = "Given correlations r, mapped by (1 + r) / 2."
    return built(from_correlations, table, labels, derivation, card, name, none_labels)


def from_training_label_sets(
    training_label_sets: Any,
    labels: Any = None,
    *,
    name: str = "training labels",
    none_labels: Iterable[str] = (),
    **card: Any,
) -> LabelSimilarity:
    """Similarity from how often labels stand together in training examples: (1 + r) / 2.

    r is the Pearson correlation of the labels' 0/1 columns (the phi coefficient), from
    whole-number counts.

    **Not from the evaluation set**: a metric made from the very labels that it scores against is
    not independent of them. Use training or validation rows. And labels stand together for many
    reasons; that one can stand for the other is not among the usual ones.

    Parameters
    ----------
    training_label_sets : the label sets of n examples outside the evaluation set: collections of
        names (a string is one name), or 0/1 rows: an array-like of shape (n, m) with ``labels``, a
        sparse matrix of SciPy with ``labels``, or a DataFrame with one column per label
    labels : names in the order of the columns; of sets and DataFrames, those to correlate, in this
        order. Default: the columns of the DataFrame; for sets, all names found, sorted
    none_labels : names that mean "no label"; in sets and DataFrames they count for nothing
    name, **card : see :func:`similarity.build`; the derivation is written here

    Raises
    ------
    ValueError
        for names that are not among ``labels`` or ``none_labels``, cells other than 0 and 1, and
        labels that occur in no example or in every one: they have no correlation
    """
    together, n, labels = counts_together(training_label_sets, labels, set(none_labels))
    count = np.diagonal(together).copy()
    spread = count * (n - count)
    rule = f"a label in none of the {n} examples, or in all of them, has no correlation"
    refuse_labels(labels, spread == 0, "training_label_sets", rule)
    deviation = np.sqrt(spread)
    r = together
    for row in range(len(r)):
        r[row] = (n * r[row] - count[row] * count) / (deviation[row] * deviation)
    r += 1
    r /= 2
    derivation = (
        f"Pearson correlation r of the 0/1 columns of each two labels over {n} examples outside "
        "the evaluation set (co-annotation), mapped by (1 + r) / 2."
    )
    return built(from_training_label_sets, r, labels, derivation, card, name, none_labels)


def _all_distances(table, p):
    """Minkowski distances of all pairs of rows, symmetric, with a diagonal of 0."""
    m, d = table.shape
    distances = np.zeros((m, m))
    step = max(1, BLOCK_NUMBERS // d)
    room = np.empty((min(step, m), d))
    for i in range(m - 1):
        for start in range(i + 1, m, step):
            others = table[start : start + step]
            apart = np.subtract(others, table[i], out=room[: len(others)])
            to_others = _norms(apart, p)
            distances[i, start : start + len(others)] = to_others
    for start in range(0, m, 64):
        rows = slice(start, start + 64)
        distances[start:, rows] = np.maximum(distances[start:, rows], distances[rows, start:].T)
    return distances


def _norms(differences, p):
    """Norms of the rows. Squares and powers leave float64 where entries are huge or tiny: there
    they are taken of shares of the largest entry."""
    if p == 1:
        return np.abs(differences, out=differences).sum(axis=1)
    if p == np.inf:
        return np.abs(differences, out=differences).max(axis=1)
    if p == 2:
        squares = np.einsum("ij,ij->i", differences, differences)
        norms = np.sqrt(squares)
        lost = ~((squares > _SMALLEST_SQUARE) & (squares < np.inf))
        if not lost.any():
            return norms
        norms[lost] = _norms_of_shares(differences[lost], p)
        return norms
    return _norms_of_shares(differences, p)


def _norms_of_shares(differences, p):
    sizes = np.abs(differences)
    largest = sizes.max(axis=1)
    shares = sizes / np.where(largest == 0, 1, largest)[:, None]
    return largest * (shares**p).sum(axis=1) ** (1 / p)
