"""Label similarities from points, distances, embeddings and correlations.

Every public function returns a LabelSimilarity whose card says how the values were made. The
equations are those of appendix B of arXiv 2509.21633.
"""

from collections.abc import Mapping

import numpy as np

from ...inputs.label_sets import BLOCK_ROWS
from .checks import (
    DECIMALS,
    ROUNDING,
    amount,
    built,
    chosen_names,
    decay,
    decay_text,
    distinct_names,
    exact,
    is_frame,
    point_rows,
    positive,
    real,
    refuse_asymmetry,
    refuse_cells,
    refuse_labels,
    square_table,
)

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
    LabelSimilarity

    Raises
    ------
    ValueError
        for points that are not finite or of different lengths, and labels missing or repeated
    """
    order = real(p)
    if not order >= 1:
        raise ValueError(f"p: expected a number from 1 to inf; got {p!r}")
    table, labels = point_rows(points, labels, "points")
    with np.errstate(over="ignore", invalid="ignore"):
        distances = np.array([_minkowski(table - row, order) for row in table])
    too_far = ~np.isfinite(distances)
    refuse_cells(labels, too_far, np.where(too_far, np.inf, distances), "points", "too far apart")
    norm = _NORMS.get(order, "Minkowski")
    kind = f"{norm} distance{'' if order in _NORMS else f' of order {exact(order)}'}"
    derivation = (
        f"{kind} d between points of {amount(table.shape[1], 'coordinate')}, "
        f"mapped by {decay_text(beta)}."
    )
    return built(
        from_points,
        values=decay(distances, beta),
        labels=labels,
        name=name,
        none_labels=none_labels,
        derivation=derivation,
        card=card,
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
    LabelSimilarity

    Raises
    ------
    ValueError
        for distances that are negative, missing or not 0 on the diagonal
    """
    table, labels = square_table(distances, labels, "distances")
    refuse_cells(labels, np.isnan(table), table, "distances", "a value is missing")
    refuse_cells(labels, table < 0, table, "distances", "values must be at least 0")
    off_zero = np.diag(np.diagonal(table) != 0)
    refuse_cells(labels, off_zero, table, "distances", "the diagonal must be 0")
    derivation = f"Given distances d, mapped by {decay_text(beta)}."
    unreachable = int(np.isinf(table).sum())
    if unreachable:
        derivation += f" {unreachable} infinite distances give 0."
    return built(
        from_distances,
        values=decay(table, beta),
        labels=labels,
        name=name,
        none_labels=none_labels,
        derivation=derivation,
        card=card,
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
    LabelSimilarity

    Raises
    ------
    ValueError
        for vectors that are 0, not finite or of different lengths, and labels missing or repeated
    """
    power = positive(power, "power")
    table, labels = point_rows(vectors, labels, "vectors")
    # Divided by the largest entry first: squares of huge or tiny entries leave float64.
    largest = np.abs(table).max(axis=1)
    refuse_labels(labels, largest == 0, "vectors", "a vector of zeros has no direction")
    table = table / largest[:, None]
    table /= np.linalg.norm(table, axis=1)[:, None]
    # Rounding errors alone lead out of [-1, 1].
    cosines = (table @ table.T).clip(-1, 1)
    # A large power would carry what rounding takes off the diagonal far below 1.
    np.fill_diagonal(cosines, 1)
    derivation = (
        f"Cosine of label embeddings of {amount(table.shape[1], 'dimension')}, mapped by "
        f"(1 + cos) / 2{'' if power == 1 else f', to the power {exact(power)}'}."
    )
    return built(
        from_embeddings,
        values=(((1 + cosines) / 2) ** power).round(DECIMALS),
        labels=labels,
        name=name,
        none_labels=none_labels,
        derivation=derivation,
        card=card,
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
    LabelSimilarity

    Raises
    ------
    ValueError
        for values outside [-1, 1] or missing, a diagonal other than 1, and a table that is not
        symmetric; differences below 1e-6 are taken for rounding errors of float32
    """
    table, labels = square_table(correlations, labels, "correlations")
    refuse_cells(
        labels,
        np.isnan(table),
        table,
        "correlations",
        "a value is missing; leave out labels that never vary, they have none",
    )
    refuse_cells(
        labels, np.abs(table) > 1 + ROUNDING, table, "correlations", "values must lie in [-1, 1]"
    )
    off_one = np.diag(np.abs(np.diagonal(table) - 1) > ROUNDING)
    refuse_cells(labels, off_one, table, "correlations", "the diagonal must be 1")
    refuse_asymmetry(labels, table, "correlations")
    # What is left of rounding errors after the checks.
    table = ((table + table.T) / 2).clip(-1, 1)
    np.fill_diagonal(table, 1)
    derivation = "Given correlations r, mapped by (1 + r) / 2."
    return built(
        from_correlations,
        values=((1 + table) / 2).round(DECIMALS),
        labels=labels,
        name=name,
        none_labels=none_labels,
        derivation=derivation,
        card=card,
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
    LabelSimilarity

    Raises
    ------
    ValueError
        for names that are not among ``labels`` or ``none_labels``, cells other than 0 and 1, and
        labels that occur in no example or in every one: they have no correlation
    """
    table, labels = _cooccurrence_rows(training_label_sets, labels, set(none_labels))
    n, m = table.shape
    together = np.zeros((m, m))
    for start in range(0, n, BLOCK_ROWS):
        # Counts of a block are exact in float32.
        block = table[start : start + BLOCK_ROWS].astype(np.float32)
        together += block.T @ block
    count = np.diagonal(together)
    spread = count * (n - count)
    refuse_labels(
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
    return built(
        from_training_label_sets,
        values=((1 + r) / 2).round(DECIMALS),
        labels=labels,
        name=name,
        none_labels=none_labels,
        derivation=derivation,
        card=card,
    )


def _minkowski(differences, p):
    """Norms of the rows; powers are taken of shares of the largest entry, which stay in range."""
    sizes = np.abs(differences)
    largest = sizes.max(axis=1)
    if p == np.inf:
        return largest
    shares = sizes / np.where(largest == 0, 1, largest)[:, None]
    return largest * (shares**p).sum(axis=1) ** (1 / p)


def _cooccurrence_rows(rows, labels, none_labels):
    """0/1 rows as a uint8 array of shape (n, m), and the labels of its columns."""
    # A set would count equal examples once.
    wrong = (str, bytes, Mapping, set, frozenset)
    if isinstance(rows, wrong) or not hasattr(rows, "__iter__"):
        hint = "; pass its values()" if isinstance(rows, Mapping) else ""
        raise ValueError(
            f"training_label_sets: expected a list with one label set an example; got "
            f"{type(rows).__name__}{hint}"
        )
    if is_frame(rows):
        scored = [column for column in rows.columns if column not in none_labels]
        labels, _ = chosen_names(labels, scored, "training_label_sets")
        rows = rows[labels].to_numpy()
    elif not isinstance(rows, np.ndarray) or rows.dtype == object:
        rows = list(rows)
        if _hold_names(rows):
            return _cooccurrence_of_sets(rows, labels, none_labels)
    labels = distinct_names(labels)
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


def _cooccurrence_of_sets(rows, labels, none_labels):
    rows = [(names,) if isinstance(names, str) else names for names in rows]
    for row, names in enumerate(rows):
        readable = hasattr(names, "__iter__") and not isinstance(names, Mapping)
        if not readable or not all(isinstance(name, str) for name in names):
            raise ValueError(
                f"training_label_sets: expected a collection of names; row {row} is {names!r}"
            )
    if labels is None:
        labels = sorted({name for names in rows for name in names} - none_labels)
    labels = distinct_names(labels)
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
