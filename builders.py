"""Label similarities from points, distances, embeddings and correlations.

Every public function returns the arguments of ``similarity.build``: ``values``, ``labels``,
``name``, ``none_labels``, a ``derivation`` that says how the values were made, and what else of a
card is handed in. Values are rounded to 12 decimals: beyond those math libraries differ, and a
table that is made twice shall have one fingerprint. The equations are those of appendix B of
arXiv 2509.21633.
"""

import numbers
from collections import Counter
from collections.abc import Mapping

import numpy as np

_DECIMALS = 12
# Correlations that are off by less come from float32.
_ROUNDING = 1e-6
_BLOCK_ROWS = 65_536
_NORMS = {1: "Manhattan", 2: "Euclidean", np.inf: "Chebyshev"}


def from_points(points, labels=None, *, p=2, beta=1.0, name="points", none_labels=(), **card):
    """Similarity from the distance of points: 1 / (1 + beta * d).

    d is the Minkowski distance (sum over k of abs(x_k - y_k) ** p) ** (1 / p), the largest
    difference for p = inf. Before you trust it, check that nearest neighbors are plausible, that
    distances within known groups are smaller than across them, and that other values of beta do
    not change the order of systems.

    Parameters
    ----------
    points : mapping label -> vector of d numbers or a single number, DataFrame with one row a
        label, or array-like of shape (m, d) or (m,) with ``labels``
    labels : names of the rows; of a mapping or DataFrame, those to take, in this order
    p : number >= 1, or inf: 1 Manhattan, 2 Euclidean (default), inf Chebyshev
    beta : number > 0, default 1; 1 / beta is the distance at which the similarity is a half
    name, none_labels, **card : see :func:`similarity.build`; the derivation is written here

    Returns
    -------
    dict, the arguments of ``similarity.build``; from ``metric.similarity`` a LabelSimilarity

    Raises
    ------
    ValueError
        for points that are not finite or of different lengths, and labels missing or repeated
    """
    order = _real(p)
    if not order >= 1:
        raise ValueError(f"p: expected a number from 1 to inf; got {p!r}")
    table, labels = _rows(points, labels, "points")
    with np.errstate(over="ignore", invalid="ignore"):
        distances = np.array([_minkowski(table - row, order) for row in table])
    too_far = ~np.isfinite(distances)
    _refuse_cells(labels, too_far, np.where(too_far, np.inf, distances), "points", "too far apart")
    norm = _NORMS.get(order, "Minkowski")
    kind = f"{norm} distance{'' if order in _NORMS else f' of order {_exact(order)}'}"
    derivation = (
        f"{kind} d between points of {_count(table.shape[1], 'coordinate')}, "
        f"mapped by {_decay_text(beta)}."
    )
    return dict(
        values=_decay(distances, beta),
        labels=labels,
        name=name,
        none_labels=none_labels,
        derivation=derivation,
        **card,
    )


def from_distances(distances, labels=None, *, beta=1.0, name="distances", none_labels=(), **card):
    """Similarity from distances: 1 / (1 + beta * d).

    Parameters
    ----------
    distances : array-like of shape (m, m) with ``labels``, or a DataFrame with the labels as index
        and columns; >= 0, 0 on the diagonal. An infinite distance gives 0. ``distances[a][b]``
        is read as the way from the label that is matched to its candidate; it need not equal
        ``distances[b][a]``
    labels : names of rows and columns; of a DataFrame, those to take, in this order
    beta : number > 0, default 1; 1 / beta is the distance at which the similarity is a half
    name, none_labels, **card : see :func:`similarity.build`; the derivation is written here

    Returns
    -------
    dict, the arguments of ``similarity.build``; from ``metric.similarity`` a LabelSimilarity

    Raises
    ------
    ValueError
        for distances that are negative, missing or not 0 on the diagonal
    """
    table, labels = _square(distances, labels, "distances")
    _refuse_cells(labels, np.isnan(table), table, "distances", "a value is missing")
    _refuse_cells(labels, table < 0, table, "distances", "values must be at least 0")
    off_zero = np.diag(np.diagonal(table) != 0)
    _refuse_cells(labels, off_zero, table, "distances", "the diagonal must be 0")
    derivation = f"Given distances d, mapped by {_decay_text(beta)}."
    unreachable = int(np.isinf(table).sum())
    if unreachable:
        derivation += f" {unreachable} infinite distances give 0."
    return dict(
        values=_decay(table, beta),
        labels=labels,
        name=name,
        none_labels=none_labels,
        derivation=derivation,
        **card,
    )


def from_embeddings(vectors, labels=None, *, power=1, name="embeddings", none_labels=(), **card):
    """Similarity from the cosine of vectors: ((1 + cos) / 2) ** power.

    Vectors of words are near where words occur together, which need not mean that one label can
    stand for the other ("doctor" and "patient"): a hypothesis to validate, not a measurement.

    Parameters
    ----------
    vectors : mapping label -> vector, DataFrame with one row a label, or array-like of shape
        (m, d) with ``labels``; no vector may be all 0
    labels : names of the rows; of a mapping or DataFrame, those to take, in this order
    power : number > 0, default 1; higher powers let the similarity fall off faster
    name, none_labels, **card : see :func:`similarity.build`; the derivation is written here. Say
        in ``source`` which model made the vectors

    Returns
    -------
    dict, the arguments of ``similarity.build``; from ``metric.similarity`` a LabelSimilarity

    Raises
    ------
    ValueError
        for vectors that are 0, not finite or of different lengths, and labels missing or repeated
    """
    power = _positive(power, "power")
    table, labels = _rows(vectors, labels, "vectors")
    # Divided by the largest entry first: squares of huge or tiny entries leave float64.
    largest = np.abs(table).max(axis=1)
    _refuse_labels(labels, largest == 0, "vectors", "a vector of zeros has no direction")
    table = table / largest[:, None]
    table /= np.linalg.norm(table, axis=1)[:, None]
    # Rounding errors alone lead out of [-1, 1].
    cosines = (table @ table.T).clip(-1, 1)
    # A large power would carry what rounding takes off the diagonal far below 1.
    np.fill_diagonal(cosines, 1)
    derivation = (
        f"Cosine of label embeddings of {_count(table.shape[1], 'dimension')}, mapped by "
        f"(1 + cos) / 2{'' if power == 1 else f', to the power {_exact(power)}'}."
    )
    return dict(
        values=(((1 + cosines) / 2) ** power).round(_DECIMALS),
        labels=labels,
        name=name,
        none_labels=none_labels,
        derivation=derivation,
        **card,
    )


def from_correlations(correlations, labels=None, *, name="correlations", none_labels=(), **card):
    """Similarity from correlations: (1 + r) / 2.

    No correlation, r = 0, gives .5, and r = -1 gives 0. Where all r are small, the table is nearly
    constant and can't tell near labels from far ones; see the audit. Compute r outside the
    evaluation set.

    Parameters
    ----------
    correlations : array-like of shape (m, m) with ``labels``, or a DataFrame with the labels as
        index and columns, such as ``frame.corr()``; symmetric, in [-1, 1], 1 on the diagonal
    labels : names of rows and columns; of a DataFrame, those to take, in this order
    name, none_labels, **card : see :func:`similarity.build`; the derivation is written here. Say
        in ``source`` what was correlated, and over whom

    Returns
    -------
    dict, the arguments of ``similarity.build``; from ``metric.similarity`` a LabelSimilarity

    Raises
    ------
    ValueError
        for values outside [-1, 1] or missing, a diagonal other than 1, and a table that is not
        symmetric; differences below 1e-6 are taken for rounding errors of float32
    """
    table, labels = _square(correlations, labels, "correlations")
    _refuse_cells(
        labels,
        np.isnan(table),
        table,
        "correlations",
        "a value is missing; leave out labels that never vary, they have none",
    )
    _refuse_cells(
        labels, np.abs(table) > 1 + _ROUNDING, table, "correlations", "values must lie in [-1, 1]"
    )
    off_one = np.diag(np.abs(np.diagonal(table) - 1) > _ROUNDING)
    _refuse_cells(labels, off_one, table, "correlations", "the diagonal must be 1")
    _refuse_asymmetry(labels, table, "correlations")
    # What is left of rounding errors after the checks.
    table = ((table + table.T) / 2).clip(-1, 1)
    np.fill_diagonal(table, 1)
    derivation = "Given correlations r, mapped by (1 + r) / 2."
    return dict(
        values=((1 + table) / 2).round(_DECIMALS),
        labels=labels,
        name=name,
        none_labels=none_labels,
        derivation=derivation,
        **card,
    )


def from_training_label_sets(
    training_label_sets, labels=None, *, name="training labels", none_labels=(), **card
):
    """Similarity from how often labels stand together in training examples: (1 + r) / 2.

    r is the Pearson correlation of the labels' 0/1 columns (the phi coefficient), from
    whole-number counts.

    **Not from the evaluation set**: a metric made from the very labels that it scores against is
    not independent of them. Use training or validation rows. And labels stand together for many
    reasons; that one can stand for the other is not among the usual ones.

    Parameters
    ----------
    training_label_sets : the label sets of n examples outside the evaluation set: collections of
        names (a string is one name), or 0/1 rows: an array-like of shape (n, m) with ``labels``,
        or a DataFrame with one column a label
    labels : names in the order of the columns; of sets and DataFrames, those to correlate, in this
        order. Default: the columns of the DataFrame; for sets, all names found, sorted
    none_labels : names that mean "no label"; in sets and DataFrames they count for nothing
    name, **card : see :func:`similarity.build`; the derivation is written here

    Returns
    -------
    dict, the arguments of ``similarity.build``; from ``metric.similarity`` a LabelSimilarity

    Raises
    ------
    ValueError
        for names that are not among ``labels`` or ``none_labels``, cells other than 0 and 1, and
        labels that occur in no example or in every one: they have no correlation
    """
    table, labels = _indicators(training_label_sets, labels, set(none_labels))
    n, m = table.shape
    together = np.zeros((m, m))
    for start in range(0, n, _BLOCK_ROWS):
        # Counts of a block are exact in float32.
        block = table[start : start + _BLOCK_ROWS].astype(np.float32)
        together += block.T @ block
    count = np.diagonal(together)
    spread = count * (n - count)
    _refuse_labels(
        labels,
        spread == 0,
        "training_label_sets",
        f"a label in none of the {n} examples, or in all of them, has no correlation",
    )
    deviation = np.sqrt(spread)
    r = (n * together - np.outer(count, count)) / np.outer(deviation, deviation)
    derivation = (
        f"Pearson correlation r of the 0/1 columns of each two labels over {n} examples outside "
        "the evaluation set (co-annotation), mapped by (1 + r) / 2."
    )
    return dict(
        values=((1 + r) / 2).round(_DECIMALS),
        labels=labels,
        name=name,
        none_labels=none_labels,
        derivation=derivation,
        **card,
    )


def _is_number(value):
    return isinstance(value, numbers.Real) and not isinstance(value, (bool, np.bool_))


def _real(value):
    """A number as a float; NaN for what is none and for what float64 can't hold."""
    try:
        return float(value) if _is_number(value) else np.nan
    except OverflowError:
        return np.nan


def _positive(value, argument):
    number = _real(value)
    if not 0 < number < np.inf:
        raise ValueError(f"{argument}: expected a finite number above 0; got {value!r}")
    return number


def _decay(distances, beta):
    with np.errstate(over="ignore"):
        return (1 / (1 + _positive(beta, "beta") * distances)).round(_DECIMALS)


def _decay_text(beta):
    beta = _positive(beta, "beta")
    factor = "" if beta == 1 else f"{_exact(beta)} "
    return f"1 / (1 + {factor}d)"


def _minkowski(differences, p):
    """Norms of the rows; powers are taken of shares of the largest entry, which stay in range."""
    sizes = np.abs(differences)
    largest = sizes.max(axis=1)
    if p == np.inf:
        return largest
    shares = sizes / np.where(largest == 0, 1, largest)[:, None]
    return largest * (shares**p).sum(axis=1) ** (1 / p)


def _names(labels):
    """Distinct names as a list; what else a name must be is checked where tables are built."""
    if labels is None:
        raise ValueError("labels: expected a list of names; got None beside numbers without names")
    if isinstance(labels, str) or not hasattr(labels, "__iter__"):
        raise ValueError(f"labels: expected a list of names; got {labels!r}")
    labels = list(labels)
    wrong = [label for label in labels if not isinstance(label, str)]
    if wrong:
        raise ValueError(f"labels: every name must be a string; got {wrong[0]!r}")
    repeated = sorted(label for label, times in Counter(labels).items() if times > 1)
    if repeated:
        raise ValueError(f"labels: names must be distinct; {_quote(repeated)} is repeated")
    if not labels:
        raise ValueError("labels: at least one name is needed; got none")
    return labels


def _chosen(labels, known, argument):
    """Names to take and their places in ``known``; all of them where ``labels`` is None."""
    known = _names(known)
    labels = known if labels is None else _names(labels)
    place = {name: index for index, name in enumerate(known)}
    missing = [label for label in labels if label not in place]
    if missing:
        raise ValueError(f"labels: {argument} has nothing for {_quote(missing)}")
    return labels, [place[label] for label in labels]


def _is_frame(data):
    return hasattr(data, "columns") and hasattr(data, "index") and hasattr(data, "to_numpy")


def _floats(table, argument, ndim):
    try:
        table = np.asarray(table)
        if table.dtype == object:
            table = np.array([[_float(x) for x in row] for row in table.tolist()])
    except (TypeError, ValueError, OverflowError):
        table = np.array("")
    if table.dtype.kind not in "iuf" or table.ndim not in ndim:
        raise ValueError(f"{argument}: expected a table of numbers with rows of one length")
    return table.astype(np.float64)


def _float(value):
    if value is None:
        return np.nan
    if not _is_number(value):
        raise TypeError
    return float(value)


def _rows(data, labels, argument):
    """A float64 array with one row a label, and the labels."""
    if _is_frame(data):
        labels, places = _chosen(labels, data.index, argument)
        data = data.to_numpy()[places]
    elif isinstance(data, Mapping):
        labels, _ = _chosen(labels, data, argument)
        data = [data[label] for label in labels]
        lengths = np.array([np.size(row) for row in data])
        _refuse_labels(
            labels, lengths != lengths[0], argument, f"not {lengths[0]} numbers as the first has"
        )
    else:
        labels = _names(labels)
    table = _floats(data, argument, (1, 2))
    table = table.reshape(len(table), -1)
    if len(table) != len(labels) or not table.shape[1]:
        raise ValueError(
            f"{argument}: expected one row a label, {len(labels)}, with at least one number; "
            f"got shape {table.shape}"
        )
    _refuse_labels(labels, ~np.isfinite(table).all(axis=1), argument, "numbers must be finite")
    return table, labels


def _square(data, labels, argument):
    """A float64 array of shape (m, m) and the labels of its rows and columns."""
    if _is_frame(data):
        rows, columns = _names(data.index), _names(data.columns)
        if set(rows) != set(columns):
            raise ValueError(
                f"{argument}: rows and columns must have the same names; rows {_quote(rows)}, "
                f"columns {_quote(columns)}"
            )
        labels, places = _chosen(labels, columns, argument)
        data = data.to_numpy()[np.ix_([rows.index(label) for label in labels], places)]
    else:
        labels = _names(labels)
    table = _floats(data, argument, (2,))
    if table.shape != (len(labels), len(labels)):
        raise ValueError(
            f"{argument}: expected one row and one column a label, {len(labels)} x {len(labels)}; "
            f"got shape {table.shape}"
        )
    return table, labels


def _indicators(rows, labels, none_labels):
    """0/1 rows as a uint8 array of shape (n, m), and the labels of its columns."""
    # A set would count equal examples once.
    wrong = (str, bytes, Mapping, set, frozenset)
    if isinstance(rows, wrong) or not hasattr(rows, "__iter__"):
        hint = "; pass its values()" if isinstance(rows, Mapping) else ""
        raise ValueError(
            f"training_label_sets: expected a list with one label set an example; got "
            f"{type(rows).__name__}{hint}"
        )
    if _is_frame(rows):
        scored = [column for column in rows.columns if column not in none_labels]
        labels, _ = _chosen(labels, scored, "training_label_sets")
        rows = rows[labels].to_numpy()
    elif not isinstance(rows, np.ndarray) or rows.dtype == object:
        rows = list(rows)
        if _hold_names(rows):
            return _indicators_of_sets(rows, labels, none_labels)
    labels = _names(labels)
    try:
        table = np.asarray(rows)
    except ValueError:
        table = np.array("")
    fits = table.ndim == 2 and table.shape[1] == len(labels) and table.dtype.kind in "biuf"
    if not fits or not np.isin(table, (0, 1)).all():
        raise ValueError(
            f"training_label_sets: expected collections of names, or rows of 0 and 1 with "
            f"{len(labels)} columns, one a label"
        )
    return table.astype(np.uint8), labels


def _hold_names(rows):
    members = (
        member
        for row in rows
        for member in ([row] if isinstance(row, str) or not hasattr(row, "__iter__") else row)
    )
    return isinstance(next(members, ""), str)


def _indicators_of_sets(rows, labels, none_labels):
    rows = [(names,) if isinstance(names, str) else names for names in rows]
    for row, names in enumerate(rows):
        readable = hasattr(names, "__iter__") and not isinstance(names, Mapping)
        if not readable or not all(isinstance(name, str) for name in names):
            raise ValueError(
                f"training_label_sets: expected a collection of names; row {row} is {names!r}"
            )
    if labels is None:
        labels = sorted({name for names in rows for name in names} - none_labels)
    labels = _names(labels)
    place = {label: index for index, label in enumerate(labels)}
    table = np.zeros((len(rows), len(labels)), np.uint8)
    for row, names in enumerate(rows):
        for name in names:
            if name in place:
                table[row, place[name]] = 1
            elif name not in none_labels:
                raise ValueError(
                    f"training_label_sets: row {row} has {name!r}, which is not among labels or "
                    "none_labels"
                )
    return table, labels


def _refuse_labels(labels, wrong, argument, rule):
    if wrong.any():
        names = [label for label, is_wrong in zip(labels, wrong.tolist(), strict=True) if is_wrong]
        raise ValueError(f"{argument}: {rule}; {_quote(names)}")


def _refuse_cells(labels, wrong, table, argument, rule):
    if wrong.any():
        a, b = np.argwhere(wrong)[0]
        raise ValueError(
            f"{argument}: {rule}; ({labels[a]!r}, {labels[b]!r}) is {float(table[a, b])!r} "
            f"({int(wrong.sum())} such values)"
        )


def _refuse_asymmetry(labels, table, argument):
    apart = np.abs(table - table.T)
    if apart.max() > _ROUNDING:
        a, b = np.unravel_index(apart.argmax(), apart.shape)
        raise ValueError(
            f"{argument}: the table must be symmetric; ({labels[a]!r}, {labels[b]!r}) is "
            f"{_exact(table[a, b])} and ({labels[b]!r}, {labels[a]!r}) {_exact(table[b, a])}"
        )


def _count(number, noun):
    return f"{number} {noun}{'s' * (number != 1)}"


def _exact(number):
    """A number in digits from which it can be made again."""
    return repr(float(number)).removesuffix(".0")


def _quote(items):
    items = [repr(item) for item in items]
    shown = ", ".join(items[:12])
    return shown if len(items) <= 12 else f"{shown} and {len(items) - 12} more"
