"""Metrics of confusion matrices, and what can be read off them.

``matrix[..., i, j]`` holds what was predicted as class ``i`` if the gold class is ``j``: counts,
or any mass >= 0; scikit-learn's ``confusion_matrix`` is its transpose. Axes in front are further
matrices, all scored at once. If a denominator is 0, precision, recall and F1 of a class are 0, and
so are kappa and MCC.

[OPI] is "A Closer Look at Classification Evaluation Metrics" (TACL 2024), [MF1] is "Macro F1 and
Macro F1" (arXiv 1911.03347).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..messages import expected
from ..ratios import divide, harmonic_mean

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ..result_types import Spread


class ClassScores(NamedTuple):
    """Per class, arrays of shape (..., n).

    ``bias`` is how much is predicted as the class, ``prevalence`` how much is of it, ``correct``
    what is both; precision = correct / bias, recall = correct / prevalence, ``f1`` is their
    harmonic mean ([OPI] section 2).
    """

    bias: np.ndarray
    prevalence: np.ndarray
    correct: np.ndarray
    precision: np.ndarray
    recall: np.ndarray
    f1: np.ndarray


class MacroGap(NamedTuple):
    """F1 of averages minus averaged F1, computed in two ways; floats or arrays of shape (...)."""

    difference: float | np.ndarray
    lemma: float | np.ndarray


def per_class(matrix):
    """Bias, prevalence, correct, precision, recall and F1 of each class."""
    matrix = _checked(matrix)
    bias, prevalence = matrix.sum(axis=-1), matrix.sum(axis=-2)
    correct = np.diagonal(matrix, axis1=-2, axis2=-1)
    precision, recall = divide(correct, bias), divide(correct, prevalence)
    # Halves rather than a doubled numerator: sums of huge masses stay finite.
    f1 = divide(correct, bias / 2 + prevalence / 2)
    return ClassScores(bias, prevalence, correct, precision, recall, f1)


def _weighted_f1(of):
    share = of.prevalence / of.prevalence.sum(axis=-1, keepdims=True)
    return np.minimum((share * of.f1).sum(axis=-1), 1.0)


def _cohen_kappa(matrix):
    observed, expected, _, _ = _disagreements(matrix)
    # All mass on one diagonal cell leaves nothing to agree on beyond chance: 0/0, hence 0.
    return np.where(expected > 0, 1 - divide(observed, expected), 0.0)[()]


def _matthews_corrcoef(matrix):
    observed, expected, predicted, gold = _disagreements(matrix)
    # sqrt(predicted * gold), written so that a perfect matrix scores exactly 1.
    scale = predicted * np.sqrt(divide(gold, predicted))
    return np.clip(divide(expected - observed, scale), -1.0, 1.0)


def _of_classes(score):
    """A metric of a matrix that is a score of what :func:`per_class` gives; log 0 is -inf."""

    def metric(matrix):
        with np.errstate(divide="ignore"):
            return score(per_class(matrix))

    return metric


# Metrics of a matrix, with the equations of [OPI]; accuracy is micro precision, recall and F1 at
# once, and the geometric and harmonic means (5.1) are 0 if the recall of a class is 0.
METRICS = {
    "accuracy": _of_classes(lambda of: divide(of.correct.sum(axis=-1), of.bias.sum(axis=-1))),
    # Eq. 7.
    "macro_recall": _of_classes(lambda of: of.recall.mean(axis=-1)),
    "geometric_macro_recall": _of_classes(lambda of: np.exp(np.log(of.recall).mean(axis=-1))),
    "harmonic_macro_recall": _of_classes(lambda of: 1 / (1 / of.recall).mean(axis=-1)),
    # Eq. 9.
    "macro_precision": _of_classes(lambda of: of.precision.mean(axis=-1)),
    "macro_f1": _of_classes(lambda of: of.f1.mean(axis=-1)),
    "macro_f1_of_averages": _of_classes(
        lambda of: harmonic_mean(of.precision.mean(axis=-1), of.recall.mean(axis=-1))
    ),
    "weighted_f1": _of_classes(_weighted_f1),
    # Eqs. 15 and 14.
    "cohen_kappa": _cohen_kappa,
    "matthews_corrcoef": _matthews_corrcoef,
}


def equalize_prevalence(matrix, class_names=None):
    """The matrix as it would be if every class were equally frequent ([OPI] eq. 6)."""
    matrix = _checked(matrix)
    prevalence = matrix.sum(axis=-2, keepdims=True)
    n = matrix.shape[-1]
    names = range(n) if class_names is None else list(class_names)
    if len(names) != n:
        raise ValueError(f"class_names: {len(names)} names for {n} classes; give one per class")
    absent = np.flatnonzero((prevalence == 0).reshape(-1, n).any(axis=0))
    if len(absent):
        raise ValueError(
            "matrix: prevalence calibration needs gold mass in every class; there is none in "
            f"{', '.join(repr(names[i]) for i in absent)}; leave such classes out of the matrix"
        )
    return matrix / prevalence * prevalence.mean(axis=-1, keepdims=True)


def macro_gap(precision, recall):
    """Difference of the two macro F1s: F1 of averages minus averaged F1, never below 0.

    It is 0 if all labels with some precision or recall have them in the same proportion; its
    supremum is 0.5, or 0.5 - 1/(2n^2) for odd n. ``lemma`` is the same by [MF1], eq. 4.
    """
    precision, recall = (np.asarray(rates, np.float64) for rates in (precision, recall))
    averaged_f1 = harmonic_mean(precision, recall).mean(axis=-1)
    f1_of_averages = harmonic_mean(precision.mean(axis=-1), recall.mean(axis=-1))
    # Eq. 4 sums over pairs of classes. With s = P + R and d = P - R its terms are
    # (d_x s_y - d_y s_x)^2 / (4 s_x s_y), so that the sum is a variance of d/s weighted by s.
    total = precision + recall
    skew = divide(precision - recall, total)
    mean_skew = divide((total * skew).sum(axis=-1), total.sum(axis=-1))
    lemma = (total * (skew - np.asarray(mean_skew)[..., None]) ** 2).mean(axis=-1) / 2
    return MacroGap(np.maximum(f1_of_averages - averaged_f1, 0.0), lemma)


def precision_under(
    matrix: Any, prevalence: Any, class_names: Sequence[str] | None = None
) -> np.ndarray:
    """The precision of each class to expect where classes are distributed otherwise ([OPI] 6.3).

    What the classifier makes of each class is taken to stay the same: no other shift of the data
    is accounted for.

    Parameters
    ----------
    matrix : (..., n, n), predicted x gold; or what is predicted for each gold class, as shares
    prevalence : (n,), finite, >= 0, not all 0: the classes' frequencies there, shares or counts
    class_names : None, or n names for the error

    Returns
    -------
    array of shape (..., n), 0 where a class would never be predicted

    Raises
    ------
    ValueError
        naming the classes without gold mass in ``matrix``: of these nothing is known
    """
    shares = equalize_prevalence(matrix, class_names)
    mass, n = np.asarray(prevalence, dtype=np.float64), shares.shape[-1]
    if mass.shape != (n,):
        raise ValueError(f"prevalence: expected {n} numbers, one per class; got shape {mass.shape}")
    if not np.isfinite(mass).all() or (mass < 0).any() or not mass.any():
        raise expected("prevalence", "finite numbers >= 0, not all 0", mass.tolist())
    return per_class(shares * (mass / mass.sum())).precision


def spread(values: Sequence[float] | Any) -> Spread:
    """Spread of a macro score, the mean over classes, over them ([OPI] section 8).

    Parameters
    ----------
    values : (n,), finite: the scores of the classes

    Returns
    -------
    dict of floats: "mean", "std" (divided by n), "min" and "max"
    """
    values = np.asarray(values, dtype=np.float64)
    if values.ndim != 1 or not len(values) or not np.isfinite(values).all():
        raise ValueError(f"values: expected one finite number a class; got {values.tolist()}")
    return {name: float(getattr(values, name)()) for name in ("mean", "std", "min", "max")}


def _disagreements(matrix):
    """Total mass x mass off the diagonal, of which kappa and MCC are made, and then sums.

    They are over i != j of bias(i) prevalence(j), bias(i) bias(j) and prevalence(i) prevalence(j):
    never negative, and 0 exactly if they should be.
    """
    matrix = _checked(matrix)
    # A power of two rounds nothing, and keeps products of huge or tiny masses in range.
    _, exponent = np.frexp(matrix.max(axis=(-2, -1), keepdims=True))
    matrix = np.ldexp(matrix, -exponent)
    others = 1 - np.eye(matrix.shape[-1])
    bias, prevalence = matrix.sum(axis=-1), matrix.sum(axis=-2)

    def of_different(a, b):
        return (a @ others * b).sum(axis=-1)

    observed = bias.sum(axis=-1) * (matrix * others).sum(axis=(-2, -1))
    return (
        observed,
        of_different(bias, prevalence),
        of_different(bias, bias),
        of_different(prevalence, prevalence),
    )


def _checked(matrix):
    """The matrix as float64, or an error with the place of the fault."""
    try:
        array = np.asarray(matrix)
    except ValueError:
        raise ValueError("matrix: its rows are not equally long") from None
    square = array.ndim >= 2 and array.shape[-1] == array.shape[-2] >= 1
    if not square or array.dtype.kind not in "iuf":
        raise ValueError(
            "matrix: expected numbers in as many rows (predicted) as columns (gold), one class at "
            f"least; got {array.dtype} of shape {array.shape}"
        )
    array = array.astype(np.float64)
    wrong = np.argwhere(~np.isfinite(array) | (array < 0))
    if len(wrong):
        place = tuple(wrong[0].tolist())
        raise ValueError(f"matrix{list(place)}: expected a finite number >= 0; got {array[place]}")
    empty = np.argwhere(~array.any(axis=(-2, -1)))
    if len(empty):
        which = f" {empty[0].tolist()}" if array.ndim > 2 else ""
        raise ValueError(f"matrix{which}: every entry is 0; there is nothing to score")
    return array
