"""Exact sums: equal to fractions, whatever the order and the parts."""

import math
import pickle
from fractions import Fraction

import numpy as np
import pytest
from helpers import label_sets, pairs_of
from hypothesis import given, settings
from hypothesis import strategies as st

from semantic_f1.scoring.counts import count
from semantic_f1.scoring.exact_sums import ExactSum

numbers = st.one_of(
    st.floats(0, 1),
    st.floats(0, 1e300, allow_subnormal=False),
    st.floats(0, 1e-200),
    st.integers(0, 2**53).map(float),
    st.integers(-500, 500).map(lambda power: 2.0**power),
)


def exact(sums):
    """The sums as fractions."""
    written = sums.to_digits()
    return [Fraction(int(x, 16)) * Fraction(2) ** written["exponent"] for x in written["digits"]]


def by_place(places, values, n_places, times=None):
    sums = ExactSum.zero((n_places,))
    sums.include(places, values, times=times)
    return sums


@settings(deadline=None)
@given(st.lists(numbers, max_size=30), st.randoms())
def test_sums_are_those_of_fractions(values, random):
    array = np.array(values, np.float64)
    sums = by_place(np.zeros(len(array), int), array, 1)
    assert exact(sums) == [sum(map(Fraction, values), Fraction(0))]
    assert sums.rounded()[0] == math.fsum(values)
    random.shuffle(values)
    parts = ExactSum.zero((1,))
    cut = random.randint(0, len(values))
    for part in (values[:cut], values[cut:]):
        parts = parts.plus(ExactSum.along_last(np.array(part, np.float64).reshape(1, -1)))
    assert parts == sums != by_place([0], np.array([1.0]), 1).plus(sums)
    assert parts.rounded().tolist() == sums.rounded().tolist()


@settings(deadline=None)
@given(st.lists(st.tuples(numbers, st.integers(0, 4), st.integers(0, 9)), min_size=1, max_size=20))
def test_places_and_times(rows):
    values, places, times = (np.array(column) for column in zip(*rows, strict=True))
    sums = by_place(places, values, 5, times)
    for place in range(5):
        terms = [v for v, p, t in rows if p == place for _ in range(t)]
        assert sums.rounded()[place] == math.fsum(terms)
    again = np.repeat(np.arange(len(rows)), times)
    assert sums == by_place(places[again], values[again], 5)
    assert ExactSum.from_digits(sums.to_digits()) == sums
    assert pickle.loads(pickle.dumps(sums)) == sums


@pytest.mark.parametrize("exponent", [1.5, 27])
def test_exponents_of_no_limb_are_refused(exponent):
    with pytest.raises(ValueError, match=f"exponent is {exponent}"):
        ExactSum.from_digits({"exponent": exponent, "digits": ["1"]})


@pytest.mark.parametrize("terms", [
    [1.0, 2.0**-53], [1.0, 2.0**-53, 2.0**-105],
    [1.0, 2.0**-53, 2.0**-1000],
    [1.0 + 2.0**-52, 2.0**-53],
    [2.0**60, 128.0, 2.0**-300],
    [2.0**60, 128.0], [1e300, 1e284, 1e-300], [0.1] * 10, [], [0.0],
])  # fmt: skip
def test_rounding_is_to_the_nearest(terms):
    sums = ExactSum.along_last(np.array([terms]))
    assert sums.rounded().tolist() == [math.fsum(terms)]


def test_sums_of_many_parts_do_not_overflow():
    part = ExactSum(np.array([[2**62], [2**62]]))
    total = part
    for _ in range(20):
        total = total.plus(part)
    assert exact(total) == [21 * (2**62 + 2**88)]


def test_sums_by_part():
    sums = ExactSum.zero((6,))
    sums.include_integers(np.array([3, 4]))
    sums.include(np.array([1, 0, 1, 7]), np.array([0.1, 1e9, 0.2, 5.0]), 2, 4)
    sums.include_sums(ExactSum.along_last(np.array([[1e-200, 1e-200]])), 5)
    assert sums.rounded().tolist() == [3, 4, 1e9, math.fsum([0.1, 0.2]), 0, 2e-200]
    assert sums[2:4] == by_place(np.array([0, 1, 1]), np.array([1e9, 0.1, 0.2]), 2)


@pytest.mark.parametrize("wrong", [-1e-300, np.inf, np.nan])
def test_other_numbers_are_refused(wrong):
    with pytest.raises(ValueError, match="not negative"):
        ExactSum.along_last(np.array([[0.5, wrong]]))
    with pytest.raises(ValueError, match="not negative"):
        # One example is counted without sums.
        count(*[label_sets([{0, 1}])] * 2, pairs_of(np.array([[wrong, wrong], [1, 1]])), 2)


def test_unlike_shapes_do_not_add_up():
    with pytest.raises(ValueError, match="shape"):
        ExactSum.zero((2,)).plus(ExactSum.zero((3,)))
