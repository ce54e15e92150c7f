"""Calls of ``compute`` that go from one file of the package to another."""

import pytest
from file_changes import changes_of, is_accessor


@pytest.mark.parametrize(("average", "most"), [("macro", 56), ("samples", 45)])
def test_compute_does_not_change_file_more_often(average, most):
    counted = changes_of(average=average, n_resamples=1000)
    assert ("scoring/uncertainty.py", "scoring/intervals.py", "score_intervals") in counted
    assert sum(counted.values()) <= most


class Some:
    @property
    def of_two_lines(self):
        print()
        return 1

    def of_one_line(self):
        """Text."""
        return 1

    def function(self):
        print()
        return 1


def test_accessors_are_properties_and_functions_of_one_line():
    found = (Some.of_two_lines.fget, Some.of_one_line, Some.function)
    assert [is_accessor(one.__code__) for one in found] == [True, True, False]
