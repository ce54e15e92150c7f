"""Reading several gold sets per example, one per annotator, and who the annotators are."""

from collections.abc import Iterable, Mapping
from contextlib import contextmanager
from itertools import chain
from typing import NamedTuple

import numpy as np
import pyarrow as pa

from ..files.formats import is_arrow_list
from ..messages import InputError, short
from .label_sets import row_of
from .unwrapping import (
    Numbering,
    check_no_nulls,
    list_offsets,
    offsets_of,
    plain_arrow,
    refuse_first,
    unwrap,
)


class RawGoldSets(NamedTuple):
    """Gold sets of all annotators, flat: example i has ``offsets[i] .. offsets[i + 1] - 1``."""

    sets: tuple
    offsets: np.ndarray

    @property
    def kind(self):
        return self.sets.kind

    @property
    def n(self):
        """Number of examples."""
        return len(self.offsets) - 1


def flatten(rows, argument):
    """Gold sets of all annotators in a row, offsets of the examples', ClassLabel names or None."""
    rows, class_names = unwrap(rows, argument)
    if isinstance(rows, pa.Array) and is_arrow_list(rows.type):
        check_no_nulls(rows, None, argument, "got None")
        offsets = list_offsets(rows)
        _check_annotated(np.diff(offsets), argument)
        sets = plain_arrow(rows.flatten())
        if is_arrow_list(sets.type) or not len(sets):
            return sets, offsets, class_names
        sets = sets.to_pylist()
    else:
        if type(rows) not in (list, tuple) or not {*map(type, rows)} <= {list, tuple}:
            rows = enumerate(_entries(rows, argument, "list of gold sets per example"))
            rows = [_entries(row, argument, "gold set per annotator", i) for i, row in rows]
        sizes = np.fromiter(map(len, rows), np.int64, len(rows))
        sets, offsets = list(chain.from_iterable(rows)), offsets_of(sizes)
        _check_annotated(sizes, argument)
    if any(issubclass(kind, (str, int, np.integer)) for kind in set(map(type, sets))):
        labels = (i for i, entry in enumerate(sets) if isinstance(entry, (str, int, np.integer)))
        first = next(labels)
        label = short(sets[first].item() if isinstance(sets[first], np.generic) else sets[first])
        with located(offsets):
            rule = f"a gold set is a list, such as [{label}]; got {label}"
            raise InputError(rule, argument, first)
    return sets, offsets, class_names


def _check_annotated(sizes, argument):
    rule = "no annotator; an example needs one gold set at least (no label chosen: [[]])"
    refuse_first(sizes == 0, argument, lambda _: rule)


@contextmanager
def located(offsets):
    """Errors about flattened gold sets as errors about the example's annotator; None: as is."""
    try:
        yield
    except InputError as error:
        if offsets is None or error.row is None:
            raise

        def entry_of(row):
            example = row_of(offsets, row)
            return example, int(row - offsets[example])

        raise error.moved(entry_of) from None


def read_annotators(ids, offsets):
    """Distinct annotators in the order of their first set, and the number of that of each set."""
    rows, sizes = _entries(ids, "annotators", "list of ids per example"), np.diff(offsets)
    if len(rows) != len(sizes):
        rule = f"expected one list of ids per example, {len(sizes)}; got {len(rows)}"
        raise InputError(rule, "annotators")
    given, what = enumerate(rows), "id per gold set"
    plain = [x if type(x) is list else _entries(x, "annotators", what, i) for i, x in given]
    names = list(chain.from_iterable(plain))
    if any(issubclass(kind, np.generic) for kind in set(map(type, names))):
        names = [x.item() if isinstance(x, np.generic) else x for x in names]
    n_ids = np.fromiter(map(len, plain), np.int64, len(plain))
    told = "{} ids for {} gold sets; give one per set".format
    refuse_first(n_ids != sizes, "annotators", lambda i: told(n_ids[i], sizes[i]))
    if not set(map(type, names)) <= {str, int}:
        wrong = [i for i, name in enumerate(names) if type(name) not in (str, int)]
        kinds = "ids are names or whole numbers; got"
        refuse_first(wrong, "annotators", lambda i: f"{kinds} {short(names[i])}", offsets)
    numbers = Numbering()
    codes = np.fromiter(map(numbers.__getitem__, names), np.int64, len(names))
    pairs = np.repeat(np.arange(len(sizes)), sizes) * len(numbers) + codes
    order = np.argsort(pairs, kind="stable")
    repeated = sorted(order[1:][np.diff(pairs[order]) == 0])
    rule = "comes twice; an annotator has one gold set per example"
    refuse_first(repeated, "annotators", lambda i: f"{short(names[i])} {rule}", offsets)
    return list(numbers), codes


def _entries(rows, argument, entry, row=None):
    """The entries of a list, an array, an Arrow array or another ordered collection."""
    if hasattr(rows, "to_pylist"):
        return rows.to_pylist()
    unordered = isinstance(rows, (str, bytes, Mapping, set, frozenset)) or hasattr(rows, "columns")
    if unordered or not isinstance(rows, Iterable) or getattr(rows, "ndim", 1) == 0:
        raise InputError(f"expected a list with one {entry}; got {short(rows)}", argument, row)
    return list(rows)
