"""Exact sums of numbers >= 0: the same digits in any order, in any batches, on any machine.

A float is a whole number of small units, and whole numbers add up without rounding. So each term
is cut into limbs of 26 bits, limbs of like places are added as integers, and the sum is rounded
once, when it is asked for. Up to 2 ** 26 limbs add up exactly in a float64 too, so that bincount
can do it.
"""

import math

import numpy as np

LIMB = 26
_BASE = 1 << LIMB
# Terms that are added up at a time: a float64 holds the sum of so many limbs.
LARGEST_BLOCK = 1 << 26
_FULL = 1 << 61  # Limbs are made canonical before int64 could overflow.
_SUBNORMAL = -39  # From this limb down the unit or its inverse is no normal float64.


class ExactSum:
    """An array of exact sums of finite floats >= 0.

    ``limbs``, int64 (k, *shape), lowest first: those of sum x are worth the sum over i of
    limbs[i, x] * 2 ** (26 * (lowest + i)).
    """

    __slots__ = ("limbs", "lowest")

    def __init__(self, limbs, lowest=0):
        self.limbs = limbs
        self.lowest = lowest

    def __reduce__(self):
        limbs, lowest = self._canonical()
        return ExactSum, (limbs, lowest)

    def __eq__(self, other):
        if not isinstance(other, ExactSum):
            return NotImplemented
        limbs, lowest = self._canonical()
        others, other_lowest = other._canonical()
        return lowest == other_lowest and np.array_equal(limbs, others)

    __hash__ = None

    @property
    def shape(self):
        """The shape of the array of sums."""
        return self.limbs.shape[1:]

    @classmethod
    def zero(cls, shape):
        """Sums of nothing."""
        # Values up to 1 have their digits in these four limbs.
        return cls(np.zeros((4, *shape), np.int64), -3)

    @classmethod
    def along_last(cls, values, times=None):
        """Sums of a float64 array over its last axis, whose places count ``times`` each."""
        sums = cls.zero(np.shape(values)[:-1])
        often = None if times is None else np.asarray(times, np.float64)
        for place, limb in limbs_of(values):
            row = sums._row(place)
            added = limb.sum(axis=-1) if times is None else np.einsum("...i,i->...", limb, often)
            sums.limbs[row] += added.astype(np.int64)
        return sums

    def include(self, places, values, start=0, stop=None, times=None):
        """Add values >= 0 to the sums from ``start`` on, so many ``times``; not beyond ``stop``."""
        n_places = (self.limbs.shape[1] if stop is None else stop) - start
        for place, limb in limbs_of(values):
            weight = limb if times is None else limb * times
            sums = np.bincount(places, weight, minlength=n_places)[:n_places]
            row = self._row(place)
            self.limbs[row, start : start + n_places] += sums.astype(np.int64)

    def include_digits(self, places, limb, digits):
        """Add digits of one limb, whole numbers, to the sums at their places, in place."""
        sums = np.bincount(places, digits, minlength=self.limbs.shape[1])
        # The row first: it may make the limbs anew.
        row = self._row(limb)
        self.limbs[row] += sums.astype(np.int64)

    @classmethod
    def stacked(cls, parts):
        """Arrays of sums of one shape as one array, with an axis in front."""
        lowest = min(part.lowest for part in parts)
        height = max(part.lowest + len(part.limbs) for part in parts) - lowest
        limbs = np.zeros((height, len(parts), *parts[0].shape), np.int64)
        for place, part in enumerate(parts):
            row = part.lowest - lowest
            limbs[row : row + len(part.limbs), place] = part.limbs
        return cls(limbs, lowest)

    def in_rows(self, width):
        """An array of one dimension as rows of a width."""
        return ExactSum(self.limbs.reshape(len(self.limbs), -1, width), self.lowest)

    def include_integers(self, integers, start=0):
        """Add an int array >= 0 to the sums from ``start`` on, in place."""
        row = self._row(0)
        self.limbs[row, start : start + len(integers)] += integers

    def include_sums(self, other, start=0):
        """Add other sums, an array of one dimension, to those from ``start`` on, in place."""
        for index, limb in enumerate(other.limbs):
            if limb.any():
                row = self._row(other.lowest + index)
                self.limbs[row, start : start + len(limb)] += limb

    def _row(self, place):
        """The row of the limb of a place, made if there is none."""
        below, above = self.lowest - place, place - (self.lowest + len(self.limbs) - 1)
        if below > 0 or above > 0:
            padding = [(max(below, 0), max(above, 0)), *[(0, 0)] * (self.limbs.ndim - 1)]
            self.limbs = np.pad(self.limbs, padding)
            self.lowest = min(self.lowest, place)
        return place - self.lowest

    def __getitem__(self, places):
        return ExactSum(self.limbs[:, places], self.lowest)

    def plus(self, other):
        """The sums of both."""
        if self.shape != other.shape:
            raise ValueError(f"sums of shape {self.shape} and {other.shape} don't add up")
        parts = [
            each if each.limbs.max(initial=0) < _FULL else ExactSum(*each._canonical())
            for each in (self, other)
        ]
        both = ExactSum.stacked(parts)
        return ExactSum(both.limbs.sum(axis=1), both.lowest)

    def rounded(self):
        """The sums as float64, each of them the float nearest to the exact sum."""
        limbs, lowest = self.limbs, self.lowest
        if len(limbs) != 4 or lowest != -3 or limbs.max(initial=0) > _BASE:
            limbs, lowest = self._canonical()
        exponent = LIMB * lowest
        if len(limbs) > 4:
            # Python divides whole numbers with one rounding.
            wholes, unit = _wholes(limbs.reshape(len(limbs), -1)), 1 << max(0, -exponent)
            values = [(whole << max(0, exponent)) / unit for whole in wholes]
            return np.array(values, np.float64).reshape(self.shape)
        if len(limbs) < 4:
            limbs = np.concatenate([limbs, np.zeros((4 - len(limbs), *self.shape), np.int64)])
        # Two numbers of 52 bits: their sum is the one rounding.
        low = np.ldexp((limbs[0] + (limbs[1] << LIMB)).astype(np.float64), exponent)
        high = np.ldexp((limbs[2] + (limbs[3] << LIMB)).astype(np.float64), exponent + 2 * LIMB)
        return high + low

    def to_digits(self):
        """Content for JSON of one dimension: hexadecimal digits, in units of 2 ** exponent."""
        limbs, lowest = self._canonical()
        return {"exponent": LIMB * lowest, "digits": [f"{whole:x}" for whole in _wholes(limbs)]}

    @classmethod
    def from_digits(cls, written):
        """Sums from what :meth:`to_digits` gave."""
        exponent, wholes = written["exponent"], [int(digits, 16) for digits in written["digits"]]
        if not isinstance(exponent, int) or exponent % LIMB:
            raise ValueError(f"exponent is {exponent!r}")
        height = max(1, -(-max(wholes, default=0).bit_length() // LIMB))
        limbs = [[(whole >> LIMB * i) & (_BASE - 1) for whole in wholes] for i in range(height)]
        limbs = np.array(limbs, np.int64).reshape(height, len(wholes))
        return cls(limbs, exponent // LIMB)

    def _canonical(self):
        """The same sums in the one form that equal sums have: digits below 2 ** 26."""
        limbs, lowest = self.limbs, self.lowest
        if limbs.max(initial=0) >= _BASE:
            digits, above = np.empty_like(limbs), []
            carry = np.zeros(self.shape, np.int64)
            for digit, limb in zip(digits, limbs, strict=True):
                # A limb may be near the largest int64, so the carry is added in two steps.
                low = (limb & (_BASE - 1)) + (carry & (_BASE - 1))
                np.bitwise_and(low, _BASE - 1, out=digit[...])
                carry = (limb >> LIMB) + (carry >> LIMB) + (low >> LIMB)
            while carry.any():
                above.append(carry & (_BASE - 1))
                carry = carry >> LIMB
            limbs = np.concatenate([digits, np.stack(above)]) if above else digits
        used = np.flatnonzero(limbs.reshape(len(limbs), -1).any(axis=1))
        if not len(used):
            return np.zeros((1, *self.shape), np.int64), 0
        return limbs[used[0] : used[-1] + 1], lowest + int(used[0])


def check_terms(least, greatest):
    """Refuse terms that no exact sum has, by the least and the greatest of them."""
    if not math.isfinite(greatest) or least < 0:
        raise ValueError("exact sums are of finite numbers that are not negative")


def limbs_of(values):
    """Place and digits, valid until the next, of each limb of the values, greatest place first."""
    rest = np.asarray(values, np.float64)
    greatest = rest.max(initial=0.0)
    check_terms(rest.min(initial=0.0), greatest)
    if not greatest:
        return
    mantissa, exponent = math.frexp(greatest)
    # A power of two is left whole in the limb below it.
    place = -(-(exponent - (mantissa == 0.5)) // LIMB) - 1
    limb, worth, rest = np.empty_like(rest), np.empty_like(rest), rest.copy()
    while True:
        if place > _SUBNORMAL:
            unit = math.ldexp(1.0, LIMB * place)
            np.floor(np.multiply(rest, 1 / unit, out=limb), out=limb)
            np.multiply(limb, unit, out=worth)
        else:
            np.floor(np.ldexp(rest, -LIMB * place, out=limb), out=limb)
            np.ldexp(limb, LIMB * place, out=worth)
        rest -= worth
        yield place, limb
        if not rest.any():
            return
        place -= 1


def _wholes(limbs):
    """Python integers of canonical limbs, an array (k, n)."""
    columns = limbs.T.tolist()
    return [sum(limb << LIMB * i for i, limb in enumerate(column)) for column in columns]
