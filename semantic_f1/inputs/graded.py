"""Reading graded membership: rows with one value in [0, 1] a label, which need not sum to 1."""

from typing import NamedTuple

import numpy as np

from ..messages import InputError, short
from .named_rows import ColumnNames, in_order, unwrap_named
from .number_rows import number_table


class RawGrades(NamedTuple):
    """Rows as they came: ``table``, float64 of shape (n, width), values in [0, 1].

    ``columns`` are the names that the columns came with, or None.
    """

    table: np.ndarray
    columns: ColumnNames | None = None

    @property
    def n(self):
        """Number of examples."""
        return len(self.table)

    @property
    def single(self):
        """Rows are rows; as for distributions, of which some are single numbers."""
        return False

    @property
    def kind(self):
        """ "rows" or "rows with names", None if there is none."""
        if not len(self.table):
            return None
        return "rows" if self.columns is None else "rows with names"


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
    table = number_table(plain, argument, "numbers from 0 to 1, one per label")
    if table.dtype == object:
        table = np.array([[float(x) for x in row] for row in table]).reshape(table.shape)
    table = table.astype(np.float64)
    wrong = np.argwhere(~((table >= 0) & (table <= 1)))
    if len(wrong):
        row, column = wrong[0].tolist()
        value = float(table[row, column])
        advice = "values are from 0 to 1: a share of annotators, or a probability, a label"
        if value > 1 and (table[row] == np.floor(table[row])).all():
            advice += "; divide counts of annotators by their number"
        which = column if columns is None else short(columns.names[column])
        raise InputError(f"column {which} is {short(value)}; {advice}", argument, row)
    return RawGrades(table, columns)


def graded_rows(raw, argument, names, normalize=False):
    """Graded membership of the labels."""
    if raw.columns is not None:
        return GradedRows(in_order(raw.table, raw.columns, names, names, argument, normalize))
    n, width = raw.table.shape
    if n and width != len(names):
        rule = (
            f"rows have {width} columns, and there are {len(names)} labels: {short(list(names))}; "
            "names that mean no label have a separate column (pass none_labels=[] where rows have "
            "none)"
        )
        raise InputError(rule, argument)
    return GradedRows(raw.table if n else np.zeros((0, len(names))))
