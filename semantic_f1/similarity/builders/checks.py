"""Checks that builders of similarities share: of labels and of tables of numbers."""

import numbers
from collections.abc import Mapping

import numpy as np

from ...inputs.universe import check_names
from ...inputs.unwrapping import array_of
from ...messages import quote
from ..lookup import MOST_IN_TABLE
from ..rounding import ROUNDING, settle


def real(value):
    """A number as a float; NaN for what is none and for what float64 can't hold."""
    try:
        is_number = isinstance(value, numbers.Real) and not isinstance(value, bool)
        return float(value) if is_number else np.nan
    except OverflowError:
        return np.nan


def positive(value, argument):
    number = real(value)
    if not 0 < number < np.inf:
        raise ValueError(f"{argument}: expected a finite number above 0; got {value!r}")
    return number


def decay(distances, beta):
    """1 / (1 + beta * d), in the place of the distances."""
    with np.errstate(over="ignore"):
        distances *= positive(beta, "beta")
        distances += 1
        return np.divide(1, distances, out=distances)


def decay_text(beta):
    beta = positive(beta, "beta")
    factor = "" if beta == 1 else f"{exact(beta)} "
    return f"1 / (1 + {factor}d)"


def chosen_names(labels, known, argument):
    """Names to take and their places in ``known``; all of them where ``labels`` is None."""
    known = check_names(known, "labels")
    labels = list(known if labels is None else check_names(labels, "labels"))
    place = {name: index for index, name in enumerate(known)}
    missing = [label for label in labels if label not in place]
    if missing:
        raise ValueError(f"labels: {argument} has nothing for {quote(missing)}")
    return labels, [place[label] for label in labels]


def is_frame(data):
    return hasattr(data, "columns") and hasattr(data, "index") and hasattr(data, "to_numpy")


def float_table(table, argument, ndim, kinds="iuf"):
    """An array of numbers, None among them as NaN; booleans are none unless ``kinds`` has "b"."""
    try:
        table = array_of(table)
        if table.dtype == object:
            numeric = (numbers.Real, np.bool_)
            odd = () if "b" in kinds else (bool, np.bool_)
            for value in table.reshape(-1):
                if value is not None and (not isinstance(value, numeric) or isinstance(value, odd)):
                    raise TypeError
            table = table.astype(np.float64)
    except (TypeError, ValueError, OverflowError, RuntimeError):
        table = np.array("")
    if table.dtype.kind not in kinds or table.ndim not in ndim:
        raise ValueError(f"{argument}: expected a table of numbers with rows of one length")
    return table


def point_rows(data, labels, argument):
    """A float64 array with one row per label, and the labels."""
    if is_frame(data):
        labels, places = chosen_names(labels, data.index, argument)
        data = data.to_numpy()[places]
    elif isinstance(data, Mapping):
        labels, _ = chosen_names(labels, data, argument)
        data = [data[label] for label in labels]
        lengths = np.array([np.size(array_of(row)) for row in data])
        refuse_labels(
            labels, lengths != lengths[0], argument, f"not {lengths[0]} numbers as the first has"
        )
    else:
        labels = check_names(labels, "labels")
    table = float_table(data, argument, (1, 2)).astype(np.float64)
    table = table.reshape(len(table), -1)
    refuse_shape(table, labels, argument)
    refuse_labels(labels, ~np.isfinite(table).all(axis=1), argument, "numbers must be finite")
    return table, labels


def row_order(rows, columns, argument):
    """Places of the rows of a table in the order of its columns, which are distinct."""
    if len(rows) != len(columns) or set(rows) != set(columns):
        raise ValueError(
            f"{argument}: rows and columns must have the same names; rows {quote(rows)}, columns "
            f"{quote(columns)}"
        )
    place = {row: at for at, row in enumerate(rows)}
    return [place[column] for column in columns]


def square_table(data, labels, argument, *, low, diagonal, high=np.inf, missing=""):
    """A float64 array of shape (m, m) in a range, and the labels of its rows and columns."""
    if is_frame(data):
        columns = check_names(data.columns, "labels")
        rows = np.array(row_order(list(data.index), columns, argument))
        labels, places = chosen_names(labels, columns, argument)
        data = data.to_numpy()[np.ix_(rows[places], places)]
    else:
        labels = check_names(labels, "labels")
    table = float_table(data, argument, (2,)).astype(np.float64)
    refuse_shape(table, labels, argument, square=True)
    refuse_cells(labels, np.isnan(table), table, argument, f"a value is missing{missing}")
    settle(table, low, high, diagonal=diagonal)
    span = f"lie in [{low}, {high}]" if high < np.inf else f"be at least {low}"
    outside = (table < low) | (table > high)
    refuse_cells(labels, outside, table, argument, f"values must {span}")
    off = np.diag(np.diagonal(table) != diagonal)
    refuse_cells(labels, off, table, argument, f"the diagonal must be {diagonal}")
    return table, labels


def refuse_many(labels, argument, instead):
    """Refuse a table of labels by labels that takes too much memory."""
    if len(labels) > MOST_IN_TABLE:
        raise ValueError(
            f"{argument}: tables have {MOST_IN_TABLE:,} labels at most; got {len(labels):,}: "
            f"{instead} works without one"
        )


def refuse_shape(table, labels, argument, square=False):
    m = len(labels)
    fits = table.ndim == 2 and len(table) == m and table.shape[1] > 0
    if not fits or (square and table.shape[1] != m):
        what = f"one row per label, {m}, with at least one number"
        what = f"one row and one column per label, {m} x {m}" if square else what
        raise ValueError(f"{argument}: expected {what}; got shape {table.shape}")


def refuse_labels(labels, wrong, argument, rule):
    if wrong.any():
        names = [labels[at] for at in np.flatnonzero(wrong).tolist()]
        raise ValueError(f"{argument}: {rule}; {quote(names)}")


def refuse_cells(labels, wrong, table, argument, rule, advice=""):
    if wrong.any():
        a, b = np.argwhere(wrong)[0]
        raise ValueError(
            f"{argument}: {rule}; ({labels[a]!r}, {labels[b]!r}) is {float(table[a, b])!r} "
            f"({int(wrong.sum())} such values){advice}"
        )


def symmetrize(labels, table, argument):
    """Set each value to the mean of both directions, in place, unless they differ."""
    worst = (ROUNDING, None)
    for rows, columns in _mirrored_blocks(len(table)):
        apart = np.abs(table[rows, columns] - table[columns, rows].T)
        if apart.max(initial=0) > worst[0]:
            a, b = np.unravel_index(apart.argmax(), apart.shape)
            worst = apart.max(), (rows.start + a, columns.start + b)
    if worst[1]:
        a, b = worst[1]
        raise ValueError(
            f"{argument}: the table must be symmetric; ({labels[a]!r}, {labels[b]!r}) is "
            f"{exact(table[a, b])} and ({labels[b]!r}, {labels[a]!r}) {exact(table[b, a])}"
        )
    for rows, columns in _mirrored_blocks(len(table)):
        mean = table[rows, columns] / 2 + table[columns, rows].T / 2
        table[rows, columns] = mean
        table[columns, rows] = mean.T


def _mirrored_blocks(m, step=512):
    """Blocks of rows and columns on and above the diagonal."""
    for start in range(0, m, step):
        for other in range(start, m, step):
            yield slice(start, min(start + step, m)), slice(other, min(other + step, m))


def amount(number, noun):
    return f"{number} {noun}{'s' * (number != 1)}"


def exact(number):
    """A number in digits from which it can be made again."""
    return repr(float(number)).removesuffix(".0")
