"""Label similarities from human ratings of pairs, and distances calibrated by them."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping
from typing import Any, Literal

import numpy as np

from ...inputs.universe import check_names
from ...messages import expected, quote
from ..label_similarity import LabelSimilarity, built
from ..rounding import ROUNDING
from .checks import amount, exact, real, refuse_cells, square_table, symmetrize

MISSING = ("raise", "mean", "minimum", "zero")
# Differences below it are rounding errors.
_LEAST_FALL = 1e-9


def from_ratings(
    ratings: Any,
    labels: Any = None,
    *,
    scale: tuple[float, float],
    missing: Literal["raise", "mean", "minimum", "zero"] = "raise",
    name: str = "ratings",
    none_labels: Iterable[str] = (),
    **card: Any,
) -> LabelSimilarity:
    """Similarity from human ratings of pairs: (rating - low) / (high - low).

    Several ratings of a pair are averaged, (a, b) and (b, a) alike. The diagonal is 1.

    Parameters
    ----------
    ratings : triples ``(a, b, rating)``, or a mapping ``(a, b)`` -> rating
    labels : names in their order; default: all that are rated, in the order of first mention
    scale : ``(low, high)``, the rating that means "not similar at all" and the one that means "the
        same"; of ratings of dissimilarity, low is the larger number
    missing : what pairs get that no one rated: "raise" (default), an error that names them; "mean"
        or "minimum" of the pairs that were rated; "zero". The derivation counts them
    name, none_labels, **card : see :func:`similarity.build`; the derivation is written here. Say
        in ``population`` who rated

    Raises
    ------
    ValueError
        for a rating outside the scale, a label rated against itself or not among ``labels``, and
        pairs without a rating
    """
    if missing not in MISSING:
        raise ValueError(f"missing: expected one of {', '.join(MISSING)}; got {missing!r}")
    a, b, means, labels, n = _rated_pairs(ratings, labels, scale)
    m = len(labels)
    n_unrated = m * (m - 1) // 2 - len(means)
    if n_unrated and missing == "raise":
        rated = np.tri(m, dtype=bool)
        rated[a, b] = True
        shown = [(labels[x], labels[y]) for x, y in np.argwhere(~rated)[:12].tolist()]
        raise ValueError(
            f"ratings: {n_unrated} of {m * (m - 1) // 2} pairs have none, such as {quote(shown)}; "
            "rate them, or fill them in by missing='mean', 'minimum' or 'zero'"
        )
    fill = {"raise": 0.0, "zero": 0.0, "mean": float(np.mean(means)), "minimum": float(means.min())}
    values = np.full((m, m), fill[missing])
    values[a, b] = values[b, a] = means
    np.fill_diagonal(values, 1)
    derivation = (
        f"Mean of {amount(n, 'rating')} of {amount(len(means), 'pair')} on a scale from "
        f"{exact(scale[0])} (not similar) to {exact(scale[1])} (the same), mapped to [0, 1]."
    )
    if n_unrated:
        derivation += (
            f" {amount(n_unrated, 'pair')} without a rating: filled in by the rule "
            f"{missing!r}, {fill[missing]:.6g}."
        )
    return built(from_ratings, values, labels, derivation, card, name, none_labels)


def calibrate(
    distances: Any,
    labels: Any = None,
    *,
    ratings: Any,
    scale: tuple[float, float],
    rated_pairs: Literal["keep", "fit"] = "keep",
    name: str = "calibrated",
    none_labels: Iterable[str] = (),
    **card: Any,
) -> LabelSimilarity:
    """Similarity from distances, through a falling map that is fitted to human ratings.

    The map is the isotonic regression (least squares, never rising) of the similarities of the
    rated pairs on their distances, each pair once; straight lines between fitted points, constant
    beyond the least and the greatest distance of a rated pair. This is the calibration that the
    paper's impact statement asks for: it holds for the population that rated. Needs SciPy.

    Parameters
    ----------
    distances : array-like of shape (m, m) with ``labels``, or a DataFrame with the labels as index
        and columns; symmetric, finite, >= 0, 0 on the diagonal
    labels : names of rows and columns; of a DataFrame, those to take, in this order
    ratings : triples ``(a, b, rating)``, or a mapping ``(a, b)`` -> rating, of some of the pairs;
        several ratings of a pair are averaged, (a, b) and (b, a) alike
    scale : ``(low, high)``, the rating that means "not similar at all" and the one that means "the
        same"
    rated_pairs : "keep" (default): they keep their mean rating, the map is applied to the rest;
        "fit": every pair gets the value of the map
    name, none_labels, **card : see :func:`similarity.build`; the derivation is written here. Say
        in ``population`` who rated

    Returns
    -------
    LabelSimilarity. The
    derivation gives the number of rated pairs and the root mean squared error (RMSE) on them

    Raises
    ------
    ValueError
        for unusable distances or ratings, fewer than two different distances among the rated
        pairs, and ratings that do not fall as distances rise: the map would be constant
    """
    if rated_pairs not in ("keep", "fit"):
        raise ValueError(f"rated_pairs: expected 'keep' or 'fit'; got {rated_pairs!r}")
    table, labels = square_table(distances, labels, "distances", low=0, diagonal=0)
    refuse_cells(labels, np.isinf(table), table, "distances", "values must be finite")
    symmetrize(labels, table, "distances")
    a, b, similarity, _, n = _rated_pairs(ratings, labels, scale)
    at = a, b
    knots, fitted = _falling_fit(table[at], similarity)
    values = np.interp(table, knots, fitted)
    error = np.sqrt(np.mean((values[at] - similarity) ** 2))
    if rated_pairs == "keep":
        values[at] = values[at[::-1]] = similarity
    np.fill_diagonal(values, 1)
    m = len(labels)
    derivation = (
        f"Given distances, mapped by isotonic regression on {amount(n, 'rating')} of "
        f"{len(similarity)} of the {m * (m - 1) // 2} pairs on a scale from {exact(scale[0])} "
        f"(not similar) to {exact(scale[1])} (the same); RMSE of the fit {error:.4f}; rated pairs "
        f"{'keep their mean rating' if rated_pairs == 'keep' else 'get the fitted value'}."
    )
    return built(calibrate, values, labels, derivation, card, name, none_labels)


def _rated_pairs(ratings, labels, scale):
    """Rated pairs a < b, two int arrays, their mean similarities, labels, and number of ratings."""
    try:
        # As numpy's small integers, differences of ratings wrap around.
        low, high = map(real, scale)
    except (TypeError, ValueError):
        low = high = np.nan
    if not 0 < abs(high - low) < np.inf:
        raise expected("scale", "(low, high), the ratings of 'not similar' and 'the same'", scale)
    if isinstance(ratings, Mapping):
        ratings = ((*_as_tuple(pair), rating) for pair, rating in ratings.items())
    known = () if labels is None else check_names(labels, "labels")
    numbers = {label: index for index, label in enumerate(known)}
    codes, values = array("q"), array("d")
    for given in ratings:
        triple = _as_tuple(given)
        if len(triple) != 3 or not all(isinstance(label, str) for label in triple[:2]):
            raise ValueError(f"ratings: expected triples (a, b, rating); got {triple!r}")
        a, b, rating = triple
        for label in (a, b):
            if not known:
                numbers.setdefault(label, len(numbers))
            elif label not in numbers:
                raise ValueError(f"ratings: {label!r} is not among labels")
        if a == b:
            raise ValueError(f"ratings: {a!r} is rated against itself; the diagonal is 1")
        value = (real(rating) - low) / (high - low)
        if not -ROUNDING <= value <= 1 + ROUNDING:
            raise ValueError(
                f"ratings: must lie on the scale from {exact(low)} to {exact(high)}; "
                f"({a!r}, {b!r}) is {rating!r}"
            )
        first, second = sorted((numbers[a], numbers[b]))
        codes.append(first << 32 | second)
        # What rounding leaves outside of the scale.
        values.append(min(1.0, max(0.0, value)))
    if not codes:
        raise ValueError("ratings: at least one is needed; got none")
    codes, values = np.frombuffer(codes, np.int64), np.frombuffer(values)
    n = len(codes)
    order = np.argsort(codes, kind="stable")
    codes, starts = np.unique(codes[order], return_index=True)
    means = np.add.reduceat(values[order], starts) / np.diff(starts, append=n)
    return codes >> 32, codes & 0xFFFFFFFF, means, check_names(numbers, "labels"), n


def _as_tuple(item):
    return (item,) if isinstance(item, str) or not hasattr(item, "__iter__") else tuple(item)


def _falling_fit(distances, similarity):
    """Isotonic regression on the distances: the different distances, and the fit at each."""
    try:
        from scipy.optimize import isotonic_regression
    except ImportError:
        raise ImportError(
            "calibrate needs SciPy 1.12 or newer: pip install 'scipy>=1.12'"
        ) from None
    knots, group, count = np.unique(distances, return_inverse=True, return_counts=True)
    if len(knots) < 2:
        raise ValueError(
            "ratings: all rated pairs have one distance; a map needs ratings at several"
        )
    means = np.bincount(group, similarity) / count
    fitted = isotonic_regression(means, weights=count, increasing=False).x
    if fitted[0] - fitted[-1] <= _LEAST_FALL:
        raise ValueError(
            f"ratings: they do not fall as distances rise, so the map is constant "
            f"({fitted[0]:.4f}); these distances say nothing about these ratings"
        )
    return knots, fitted
