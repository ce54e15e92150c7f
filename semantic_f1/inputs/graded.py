"""Reading graded membership: rows with one value in [0, 1] a label, which need not sum to 1."""

from typing import NamedTuple

import numpy as np

from ..messages import InputError, short
from .distributions import RawRows, as_floats
from .named_rows import in_order, unwrap_named
from .number_rows import number_table


class GradedRows(NamedTuple):
    """Graded membership of n examples: ``table``, float64 of shape (n, m)."""

    table: np.ndarray

    @property
    def offsets(self):
        """One row per example: what tells how many there are, as of LabelSets."""
        return np.arange(len(self.table) + 1)

    def rows(self, start, stop):
        """The rows of examples ``start .. stop - 1``, as views."""
        return GradedRows(self.table[start:stop])

    def take(self, rows):
        """The rows of the given examples, in their order."""
        return GradedRows(self.table[rows])

    @property
    def n(self):
        """Number of examples."""
        return len(self.table)


def read_grades(rows, argument):
    """Rows of numbers from 0 to 1, one per label."""
    plain, columns = unwrap_named(rows, argument)
    table = as_floats(number_table(plain, argument, "numbers from 0 to 1, one per label"))
    wrong = np.argwhere(~((table >= 0) & (table <= 1)))
    if len(wrong):
        row, column = wrong[0].tolist()
        value = float(table[row, column])
        advice = "values are from 0 to 1: a share of annotators, or a probability, a label"
        if value > 1 and (table[row] == np.floor(table[row])).all():
            advice += "; divide counts of annotators by their number"
        which = column if columns is None else short(columns.names[column])
        raise InputError(f"column {which} is {short(value)}; {advice}", argument, row)
    return RawRows(table, False, columns)


def graded_rows(raw, argument, names, normalize=False):
    """Graded membership of the labels."""
    if raw.columns is not None:
        return GradedRows(in_order(raw.table, raw.columns, names, names, argument, normalize))
    n, width = raw.table.shape
    if n and width != len(names):
        rule = f"rows have {width} columns, and there are {len(names)} labels: {short(list(names))}"
        advice = "names that mean no label have a column too, unless none_labels=[] is passed"
        raise InputError(f"{rule}; {advice}", argument)
    return GradedRows(raw.table if n else np.zeros((0, len(names))))
