"""Cosines of label embeddings, worked out when they are asked for, without a table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from ..inputs.universe import check_names
from .builders.checks import amount, exact, point_rows, positive, refuse_labels, refuse_shape
from .label_similarity import check_card
from .lookup import VALUES_AT_A_TIME, json_digest
from .protocol import LazySimilarity
from .set_batches import Workspace, examples_by_shape

# Cosines this near to 1 may be those of a label and itself.
_NEARLY_1 = 1 - 1e-9
# The inverse of the length of what is smaller can leave float64.
_NO_LENGTH = 1e-300
_SMALL_FACTOR = 1e-100


class _Cosines:
    """((1 + cos) / 2) ** power of rows of an array, by their places."""

    def __init__(self, vectors, labels, name, power):
        self.name = name
        self.labels = labels
        self._vectors, self._power = vectors, power
        self._scale, self._fingerprint = None, None

    def __reduce__(self):
        return _Cosines, (self._vectors, self.labels, self.name, self._power)

    @property
    def fingerprint(self):
        """sha256 (hex) over the kind, the power, the sorted labels and their vectors."""
        if self._fingerprint is None:
            order = sorted(range(len(self.labels)), key=self.labels.__getitem__)
            names = [self.labels[i] for i in order]
            kind = {"kind": "embeddings", "power": self._power, "labels": names}
            digest = json_digest(kind, sort_keys=True)
            for some in np.array_split(np.array(order), -(-len(order) // VALUES_AT_A_TIME)):
                digest.update((self._vectors[some].astype("<f8") + 0.0).tobytes())
            self._fingerprint = digest.hexdigest()
        return self._fingerprint

    def pairs(self, a, b):
        """Similarities of index pairs."""
        scale, cosines = self._lengths(), np.empty(len(a))
        step = max(1, (1 << 18) // self._vectors.shape[1])
        for start in range(0, len(a), step):
            part = slice(start, start + step)
            left, right = (self._vectors[x[part]] * scale[x[part], None] for x in (a, b))
            cosines[part] = np.einsum("ij,ij->i", left, right)
        cosines[a == b] = 1
        return self._similarities(cosines)

    def best_matches(self, predictions, references):
        """Greatest similarity of each member to those of the other set, in both directions."""
        scale, d = self._lengths(), self._vectors.shape[1]
        # Where the other set is empty it stays at the cosine whose similarity is 0.
        greatest = [np.full(len(sets.indices), -1.0) for sets in (predictions, references)]
        shapes = examples_by_shape(
            predictions.offsets, references.offsets, lambda k, t: (k + t) * d + k * t
        )
        work, dtype = Workspace(), self._vectors.dtype
        # Products of huge or tiny vectors leave float64 if they aren't brought to length 1 before.
        early = scale.min() < _SMALL_FACTOR or scale.max() > 1 / _SMALL_FACTOR
        for places in shapes:
            labels, vectors, factors = [], [], []
            for name, sets, place in zip("ab", (predictions, references), places, strict=True):
                members = sets.indices[place].astype(np.intp)
                taken = work.array("taken", (*members.shape, d), dtype)
                # In any other mode take works on a copy of what it fills.
                self._vectors.take(members, axis=0, out=taken, mode="clip")
                # BLAS multiplies small matrices faster with vectors in the columns of the second.
                turned = taken if name == "a" else taken.transpose(0, 2, 1)
                vector = work.array(name, turned.shape)
                vector[...] = turned
                factor = scale.take(members)
                if early:
                    vector *= factor[:, :, None] if name == "a" else factor[:, None, :]
                labels.append(members)
                vectors.append(vector)
                factors.append(factor)
            a, b = vectors
            cosines = work.array("cosines", (len(a), a.shape[1], b.shape[2]))
            np.matmul(a, b, out=cosines)
            if not early:
                # An example has fewer pairs than numbers in its vectors.
                cosines *= factors[0][:, :, None]
                cosines *= factors[1][:, None, :]
            for side, axis in ((0, 2), (1, 1)):
                best = cosines.max(axis=axis)
                # A product of a vector with itself may come out as little less than 1, or more.
                if best.max() > _NEARLY_1:
                    near = np.nonzero(best > _NEARLY_1)
                    same = labels[side][near][:, None] == labels[1 - side][near[0]]
                    best[tuple(x[same.any(axis=1)] for x in near)] = 1
                greatest[side][places[side]] = best
        return tuple(self._similarities(cosines) for cosines in greatest)

    def _lengths(self):
        """Factors that bring each vector to length 1, float64 of shape (m,)."""
        if self._scale is None:
            scale = np.empty(len(self._vectors))
            step = max(1, (1 << 20) // self._vectors.shape[1])
            for start in range(0, len(scale), step):
                part = self._vectors[start : start + step].astype(np.float64)
                # Divided by the largest entry first: squares of huge entries leave float64.
                largest = np.abs(part).max(axis=1)
                part /= largest[:, None]
                scale[start : start + step] = 1 / np.sqrt((part * part).sum(axis=1)) / largest
            self._scale = scale
        return self._scale

    def _similarities(self, cosines):
        # Rounding errors alone lead out of [-1, 1].
        values = (1 + cosines.clip(-1, 1)) / 2
        return values if self._power == 1 else values**self._power


def embeddings(
    vectors: Any,
    labels: Any = None,
    *,
    power: int = 1,
    name: str = "embeddings",
    none_labels: Iterable[str] = (),
    **card: Any,
) -> LazySimilarity:
    """Similarity from the cosine of vectors, ((1 + cos) / 2) ** power, without a table.

    For label spaces that are too large for ``from_embeddings``, which makes a table: cosines are
    worked out for the labels of an example, when they are asked for, in float64 whatever the type
    of the vectors. A label and itself have similarity 1.

    Parameters
    ----------
    vectors : array of shape (m, d) with ``labels``, float32 or float64, which is kept as it is and
        must not be changed afterwards; or a mapping label -> vector, or a DataFrame with one row
        per label; no vector may be all 0
    labels : names of the rows; of a mapping or DataFrame, those to take, in this order
    power : number > 0, default 1; higher powers let the similarity fall off faster
    name, none_labels, **card : see :func:`similarity.build`; the derivation is written here. Say
        in ``source`` which model made the vectors

    Returns
    -------
    LazySimilarity; what needs a table of it (``values``, ``audit``, ``save``) is for up to 5,000
    labels

    Raises
    ------
    ValueError
        for vectors that are 0, not finite or of different lengths, and labels missing or repeated
    """
    power = positive(power, "power")
    check_card(embeddings, card)
    table, labels = _vectors_of(vectors, labels)
    card["derivation"] = (
        f"Cosine of label embeddings of {amount(table.shape[1], 'dimension')}, mapped by "
        f"(1 + cos) / 2{'' if power == 1 else f', to the power {exact(power)}'}, on demand."
    )
    source = _Cosines(table, tuple(labels), name, power)
    return LazySimilarity(source, labels, None, none_labels, card)


def _vectors_of(vectors, labels):
    """The vectors, an array of floats as it is, and the labels."""
    if isinstance(vectors, np.ndarray) and vectors.dtype in (np.float32, np.float64):
        labels, table = check_names(labels, "labels"), vectors
        refuse_shape(table, labels, "vectors")
    else:
        table, labels = point_rows(vectors, labels, "vectors")
    largest = np.empty(len(table))
    step = max(1, (1 << 20) // table.shape[1])
    for start in range(0, len(table), step):
        largest[start : start + step] = np.abs(table[start : start + step]).max(axis=1)
    refuse_labels(labels, ~np.isfinite(largest), "vectors", "numbers must be finite")
    refuse_labels(labels, largest < _NO_LENGTH, "vectors", "a vector of zeros has no direction")
    return table, labels
