"""Similarities of points, in [0, 1]: how much credit a point earns from another one.

Section 3.6 of arXiv 2509.21633 prints 1 / (1 + 1 / d), which grows with the distance d. Here it is
1 / (1 + beta d), as in its appendix B, and others. All are 1 for a point and itself.
"""

import numpy as np

from ..messages import expected
from .builders.checks import positive, real
from .lookup import json_digest

# The parameters that each kernel has.
KERNELS = {
    "inverse": ("beta", "scale", "p"),
    "exponential": ("beta", "scale", "p"),
    "gaussian": ("sigma", "scale", "p"),
    "cosine": (),
    "iou": (),
}
# Up to so many dimensions distances are added up one dimension after the other.
FEW_DIMENSIONS = 16


class Kernel:
    """A similarity of points: a kernel by its name, or a function.

    "inverse" is 1 / (1 + beta d), "exponential" exp(-beta d), "gaussian" exp(-d ** 2 / (2 sigma **
    2)), "cosine" (1 + cos) / 2; "iou" is the share that two boxes have in common, |A and B| / |A or
    B|, each box its least coordinates followed by its greatest ones, such as (x0, y0, x1, y1), or
    (start, end) for spans; a function takes two arrays of points, each of shape (n, d), and returns
    n similarities. d is the Minkowski distance of order ``p`` (1 to inf, default 2) of coordinates
    divided by ``scale``, a number or one per dimension; beta and sigma are 1 by default.
    """

    labels = ("point",)
    none_labels = ()

    def __init__(self, kernel="inverse", *, beta=None, sigma=None, scale=None, p=None):
        self.function = kernel if callable(kernel) else None
        if self.function is None and kernel not in [*KERNELS]:
            raise ValueError(
                f"kernel: expected one of {', '.join(KERNELS)}, or a function of two arrays of "
                f"points; got {kernel!r}"
            )
        self.name = kernel
        if self.function is not None:
            self.name = str(getattr(kernel, "__name__", type(kernel).__name__))
        has = KERNELS[kernel] if self.function is None else ()
        given = {"beta": beta, "sigma": sigma, "scale": scale, "p": p}
        for name, value in given.items():
            if value is not None and name not in has:
                parameters = f"its parameters are {', '.join(has)}" if has else "it has none"
                raise ValueError(f"{name}: is not used by the kernel {self.name!r}; {parameters}")
        self.parameters = {name: _CHECKED[name](given[name]) for name in has}

    def __repr__(self):
        given = "".join(f", {name}={value!r}" for name, value in self.parameters.items())
        return f"Kernel({self.name!r}{given})"

    def __eq__(self, other):
        same = [(x.function, x.name, x.parameters) for x in (self, other) if isinstance(x, Kernel)]
        return len(same) == 2 and same[0] == same[1]

    def __hash__(self):
        return hash(self.fingerprint)

    @property
    def fingerprint(self):
        """sha256 (hex) over name and parameters, of a function over its own fingerprint."""
        kind = {"kind": "kernel", "name": self.name, "parameters": self.parameters}
        if self.function is not None:
            kind["function"] = str(getattr(self.function, "fingerprint", ""))
        return json_digest(kind, sort_keys=True).hexdigest()

    @property
    def pairs(self):
        """Itself: where labels have a function of pairs, sets of points have their kernel."""
        return self

    @property
    def order(self):
        """The order of its Minkowski distance; None where no distance decides."""
        if self.name == "cosine" and self.function is None:
            return 2.0
        return self.parameters.get("p")

    def prepared(self, points):
        """The points between which distances are taken: scaled, or for "cosine" of length 1."""
        if self.function is not None:
            return points
        if self.name == "cosine":
            # Divided by the largest entry first: squares of huge or tiny entries leave float64.
            largest = np.abs(points).max(axis=1, initial=0.0, keepdims=True)
            points = points / largest
            return points / np.sqrt((points * points).sum(axis=1, keepdims=True))
        scale = self.parameters.get("scale")
        return points if scale is None or not len(points) else points / np.asarray(scale)

    def problems(self, points):
        """Points that the kernel can't take, a bool array, and the rule; or None and ""."""
        d = points.shape[1]
        scale = self.parameters.get("scale")
        # Without a point there are no dimensions to compare with.
        if isinstance(scale, list) and len(points) and len(scale) != d:
            raise ValueError(f"scale: {len(scale)} values for points of {d} dimensions")
        if self.function is not None:
            return None, ""
        if self.name == "cosine":
            return ~points.any(axis=1), "a vector of zeros has no direction"
        if self.name == "iou":
            if d % 2:
                raise ValueError(f"kernel: 'iou' takes boxes of 2, 4, ... numbers; points have {d}")
            rule = "a box is its least coordinates, then its greatest: (x0, y0, x1, y1), x0 < x1"
            return ~(points[:, : d // 2] < points[:, d // 2 :]).all(axis=1), rule
        return None, ""

    def of_distance(self, powers):
        """Similarities from ``distance ** p``; for p = inf from the distance."""
        if self.name == "cosine":
            return np.maximum(1 - powers / 4, 0)
        if self.name == "gaussian" and self.order == 2:
            return np.exp(-powers / (2 * self.parameters["sigma"] ** 2))
        distance = _root(powers, self.order)
        if self.name == "gaussian":
            return np.exp(-((distance / self.parameters["sigma"]) ** 2) / 2)
        scaled = self.parameters["beta"] * distance
        return 1 / (1 + scaled) if self.name == "inverse" else np.exp(-scaled)

    def __call__(self, a, b):
        """Similarities of equally many prepared points, float64 of shape (n,)."""
        if self.order is not None:
            return self.of_distance(distance_powers(a, b, self.order))
        if self.function is None:
            return _overlap(a, b)
        values = np.asarray(self.function(a, b), dtype=np.float64)
        if values.shape != (len(a),):
            raise ValueError(
                f"kernel: {self.name!r} must return one number for each of {len(a)} pairs; got "
                f"shape {values.shape}"
            )
        for at in np.flatnonzero(~((values >= 0) & (values <= 1)))[:1]:
            raise ValueError(
                f"kernel: {self.name!r} must return numbers in [0, 1]; for {a[at].tolist()} and "
                f"{b[at].tolist()} it gave {float(values[at])!r}"
            )
        return values


def distance_powers(a, b, order):
    """Sums over the last axis of abs(a - b) ** order; for inf the largest difference."""
    d = a.shape[-1]
    if d > FEW_DIMENSIONS:
        powers = _powers(a - b, order)
        return powers.max(axis=-1) if order == np.inf else powers.sum(axis=-1)
    total = _powers(a[..., 0] - b[..., 0], order)
    for axis in range(1, d):
        powers = _powers(a[..., axis] - b[..., axis], order)
        if order == np.inf:
            np.maximum(total, powers, out=total)
        else:
            total += powers
    return total


def _powers(difference, order):
    """abs(difference) ** order, or the absolute value for inf; in place."""
    if order == 2:
        return np.multiply(difference, difference, out=difference)
    np.abs(difference, out=difference)
    return difference if order in (1, np.inf) else np.power(difference, order, out=difference)


def _root(powers, order):
    if order in (1, np.inf):
        return powers
    return np.sqrt(powers) if order == 2 else powers ** (1 / order)


def _overlap(a, b):
    half = a.shape[-1] // 2
    low, high = np.maximum(a[..., :half], b[..., :half]), np.minimum(a[..., half:], b[..., half:])
    common = np.maximum(high - low, 0).prod(axis=-1)
    sizes = ((x[..., half:] - x[..., :half]).prod(axis=-1) for x in (a, b))
    return common / (sum(sizes) - common)


def _checked_scale(value):
    if value is None or np.ndim(value) == 0:
        return None if value is None else positive(value, "scale")
    given = list(value)
    values = [real(number) for number in given]
    wrong = [one for one, number in zip(given, values, strict=True) if not 0 < number < np.inf]
    if wrong:
        raise expected("scale", "finite numbers above 0, one per dimension", wrong[0])
    return values


def checked_order(value):
    order = 2.0 if value is None else real(value)
    if not order >= 1:
        raise ValueError(f"p: expected a number from 1 to inf; got {value!r}")
    return order


_CHECKED = {
    "beta": lambda value: positive(1.0 if value is None else value, "beta"),
    "sigma": lambda value: positive(1.0 if value is None else value, "sigma"),
    "scale": _checked_scale,
    "p": checked_order,
}
