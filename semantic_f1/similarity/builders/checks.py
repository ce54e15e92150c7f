"""Checks that builders of similarities share: of labels and of tables of numbers."""

import inspect
import numbers
from collections import Counter
from collections.abc import Mapping

import numpy as np

from ...inputs.unwrapping import array_of
from ...messages import quote, suggestion
from ..label_similarity import CARD, build
from ..lookup import MOST_IN_TABLE
from ..rounding import ROUNDING, settle

# Beyond these decimals math libraries differ; rounding lets a rebuilt table keep its fingerprint.
DECIMALS = 12


def built(builder, values, labels, derivation, card, name, none_labels, absent=None, rounded=True):
    """The similarity that a builder has worked out."""
    if "derivation" in card:
        raise ValueError(
            f"derivation: {builder.__name__} writes it; say the rest in source or caveats"
        )
    surplus = [key for key in card if key not in CARD]
    if surplus:
        accepted = [*inspect.signature(builder).parameters, *CARD]
        raise ValueError(
            f"{surplus[0]}: {builder.__name__} has no such argument"
            f"{suggestion(surplus[0], accepted)}; a card has {', '.join(CARD)}"
        )
    values = values.round(DECIMALS, out=values) if rounded else values
    values.flags.writeable = False
    content = {"name": name, "none_labels": none_labels, "absent": absent}
    return build(values, labels, derivation=derivation, **content, **card)


def is_number(value):
    return isinstance(value, numbers.Real) and not isinstance(value, (bool, np.bool_))


def real(value):
    """A number as a float; NaN for what is none and for what float64 can't hold."""
    try:
        return float(value) if is_number(value) else np.nan
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


def distinct_names(labels):
    """Distinct names as a list; what else a name must be is checked where tables are built."""
    if labels is None:
        raise ValueError("labels: expected a list of names; got None with numbers without names")
    if isinstance(labels, str) or not hasattr(labels, "__iter__"):
        raise ValueError(f"labels: expected a list of names; got {labels!r}")
    labels = list(labels)
    wrong = [label for label in labels if not isinstance(label, str)]
    if wrong:
        raise ValueError(f"labels: every name must be a string; got {wrong[0]!r}")
    repeated = sorted(label for label, times in Counter(labels).items() if times > 1)
    if repeated:
        raise ValueError(f"labels: names must be distinct; {quote(repeated)} is repeated")
    if not labels:
        raise ValueError("labels: at least one name is needed; got none")
    return labels


def chosen_names(labels, known, argument):
    """Names to take and their places in ``known``; all of them where ``labels`` is None."""
    known = distinct_names(known)
    labels = known if labels is None else distinct_names(labels)
    place = {name: index for index, name in enumerate(known)}
    missing = [label for label in labels if label not in place]
    if missing:
        raise ValueError(f"labels: {argument} has nothing for {quote(missing)}")
    return labels, [place[label] for label in labels]


def is_frame(data):
    return hasattr(data, "columns") and hasattr(data, "index") and hasattr(data, "to_numpy")


def float_table(table, argument, ndim):
    try:
        table = array_of(table)
        if table.dtype == object:
            table = np.array([[_float_cell(x) for x in row] for row in table.tolist()])
    except (TypeError, ValueError, OverflowError, RuntimeError):
        table = np.array("")
    if table.dtype.kind not in "iuf" or table.ndim not in ndim:
        raise ValueError(f"{argument}: expected a table of numbers with rows of one length")
    return table.astype(np.float64)


def _float_cell(value):
    if value is None:
        return np.nan
    if not is_number(value):
        raise TypeError
    return float(value)


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
        labels = distinct_names(labels)
    table = float_table(data, argument, (1, 2))
    table = table.reshape(len(table), -1)
    refuse_shape(table, labels, argument)
    refuse_labels(labels, ~np.isfinite(table).all(axis=1), argument, "numbers must be finite")
    return table, labels


def square_table(data, labels, argument, *, low, diagonal, high=np.inf, missing=""):
    """A float64 array of shape (m, m) in a range, and the labels of its rows and columns."""
    if is_frame(data):
        rows, columns = distinct_names(data.index), distinct_names(data.columns)
        if set(rows) != set(columns):
            raise ValueError(
                f"{argument}: rows and columns must have the same names; rows {quote(rows)}, "
                f"columns {quote(columns)}"
            )
        labels, places = chosen_names(labels, columns, argument)
        data = data.to_numpy()[np.ix_([rows.index(label) for label in labels], places)]
    else:
        labels = distinct_names(labels)
    table = float_table(data, argument, (2,))
    if table.shape != (len(labels), len(labels)):
        raise ValueError(
            f"{argument}: expected one row and one column per label, {len(labels)} x "
            f"{len(labels)}; got shape {table.shape}"
        )
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
    m = len(labels)
    if m > MOST_IN_TABLE:
        raise ValueError(
            f"{argument}: a table of {m:,} labels takes {8 * m * m:,} bytes, and more while it is "
            f"made; tables have {MOST_IN_TABLE:,} labels at most: {instead} works without one"
        )


def refuse_shape(table, labels, argument):
    if table.ndim != 2 or len(table) != len(labels) or not table.shape[1]:
        raise ValueError(
            f"{argument}: expected one row per label, {len(labels)}, with at least one number; "
            f"got shape {table.shape}"
        )


def refuse_labels(labels, wrong, argument, rule):
    if wrong.any():
        names = [label for label, is_wrong in zip(labels, wrong.tolist(), strict=True) if is_wrong]
        raise ValueError(f"{argument}: {rule}; {quote(names)}")


def refuse_cells(labels, wrong, table, argument, rule):
    if wrong.any():
        a, b = np.argwhere(wrong)[0]
        raise ValueError(
            f"{argument}: {rule}; ({labels[a]!r}, {labels[b]!r}) is {float(table[a, b])!r} "
            f"({int(wrong.sum())} such values)"
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
