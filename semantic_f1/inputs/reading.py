"""Reading label sets in any form people have them, without coercion.

What is read is still in the caller's terms, names or ids; :mod:`resolving` turns it into label
indices. Every error names the row.
"""

from collections.abc import Mapping
from itertools import chain

import numpy as np
import pyarrow as pa

from ..files.formats import is_arrow_list
from ..files.value_kinds import describe, is_missing
from ..messages import SCORES_NEED_MULTILABEL, SETS_NEED_ANNOTATORS, InputError, short
from .label_sets import LabelSets, members_of_rows, row_of
from .number_rows import PRECISIONS, read_indicators
from .unwrapping import (
    EMPTY_SET,
    Numbering,
    check_no_nulls,
    list_offsets,
    offsets_of,
    plain_array,
    plain_arrow,
    refuse_first,
    unwrap,
)

MAX_ID = np.iinfo(np.int32).max
# Fewer rows of names are read member by member; so many tell whether rows repeat.
FEWEST_NAMED_ROWS = 1 << 13
PROBED_NAMES = 1 << 9
_COLLECTIONS = {list, tuple, set, frozenset}


class RawSets:
    """Members of n sets: example i holds ``codes[offsets[i]:offsets[i + 1]]``, repeats included.

    Codes index the list ``names``; without it they are ids. ``feature`` are the names of a
    ClassLabel that came with the rows: they say what ids mean, those of the other side too.
    ``distinct`` are codes and offsets of the distinct sets, in the order of first occurrence, and
    which of them each example has; codes and offsets are then made when they are asked for.
    """

    __slots__ = ("_codes", "_offsets", "distinct", "feature", "names")

    def __init__(self, names, codes=None, offsets=None, feature=None, distinct=None):
        self.names, self.feature, self.distinct = names, feature, distinct
        self._codes, self._offsets = codes, offsets

    @property
    def codes(self):
        self._lay_out()
        return self._codes

    @property
    def offsets(self):
        self._lay_out()
        return self._offsets

    @property
    def n(self):
        """Number of examples."""
        return len(self._offsets) - 1 if self.distinct is None else len(self.distinct[2])

    @property
    def kind(self):
        """ "names", "ids", or None where every set is empty."""
        codes = self._codes if self.distinct is None else self.distinct[0]
        return None if not len(codes) else "ids" if self.names is None else "names"

    def _lay_out(self):
        if self._offsets is None:
            codes, offsets, rows = self.distinct
            places, laid_out = members_of_rows(LabelSets(codes, offsets), rows)
            # Threads may do so at once: each assigns what is whole.
            self._codes = codes.take(places)
            self._offsets = laid_out

    def _replace(self, **changes):
        """Other sets with these attributes."""
        kept = {name: getattr(self, name) for name in ("names", "codes", "offsets", "feature")}
        return RawSets(**{**kept, **changes})


def read_sets(rows, argument, class_names=None):
    """Label sets: each example a name, an id or a collection of names or of ids."""
    rows, own_names = unwrap(rows, argument)
    class_names = class_names if own_names is None else own_names
    if isinstance(rows, (pa.Array, pa.ChunkedArray)):
        raw = _sets_from_arrow(rows, argument)
    elif isinstance(rows, np.ndarray):
        raw = _sets_from_array(rows, argument)
    else:
        raw = _sets_from_list(rows, argument)
    if raw.names is None and (raw.codes.min(initial=0) < 0 or raw.codes.max(initial=0) > MAX_ID):
        wrong, rule = (raw.codes < 0) | (raw.codes > MAX_ID), "out of range; ids count from 0"
        refuse_first(wrong, argument, lambda i: f"id {raw.codes[i]} is {rule}", raw.offsets)
    if class_names is None:
        return raw
    return by_feature(raw._replace(feature=tuple(class_names)), class_names, argument)


def read_sets_or_scores(rows, argument):
    """Label sets, or rows of scores or booleans, one per label: the first value tells."""
    plain, class_names = unwrap(rows, argument)
    if not hasattr(rows, "dtype"):
        # What has a type can be read again, and tells more; the rest may be gone by now.
        rows = plain
    if hold_scores(plain):
        return read_indicators(rows, argument, scores=True)
    return read_sets(rows, argument, class_names)


def hold_scores(rows):
    """True where the first value in rows, a list, an array or a tensor, is a float or a boolean."""
    if isinstance(rows, (pa.Array, pa.ChunkedArray)):
        kind = rows.type.value_type if is_arrow_list(rows.type) else None
        return kind is not None and (pa.types.is_floating(kind) or pa.types.is_boolean(kind))
    dtype_name = str(getattr(rows, "dtype", "object")).rpartition(".")[2]
    if dtype_name != "object":
        return getattr(rows, "ndim", 0) > 1 and dtype_name in (*PRECISIONS, "bool")
    first = next((x for x in rows if hasattr(x, "__len__") and np.iterable(x) and len(x)), None)
    if first is None or isinstance(first, (str, bytes, Mapping, set, frozenset)):
        return False
    if isinstance(first, pa.Scalar):
        return hold_scores(pa.array([first.as_py()], first.type))
    # Polars and pandas write types of their own with a capital.
    dtype_name = str(getattr(first, "dtype", "object")).rpartition(".")[2].lower()
    if dtype_name != "object":
        return dtype_name in (*PRECISIONS, "bool", "boolean")
    value = next(iter(first))
    if hasattr(value, "dtype"):
        return str(value.dtype).rpartition(".")[2] in (*PRECISIONS, "bool")
    return isinstance(value, (bool, float))


def _as_ids(values, is_single):
    """Whole floats as ids, as gaps and typed columns make them; else, or of 0 and 1 alone, None."""
    whole = np.isfinite(values) & (values == np.floor(values)) & (np.abs(values) <= MAX_ID)
    if not whole.all() or not (is_single or values.max(initial=0) > 1):
        return None
    return values.astype(np.int64)


def _sets_from_list(rows, argument):
    types = set(map(type, rows))
    if types <= _COLLECTIONS:
        sets = _sets_by_distinct_rows(rows, argument)
        if sets is not None:
            return sets
        sizes = np.fromiter(map(len, rows), dtype=np.int64, count=len(rows))
        return _sets_from_members(list(chain.from_iterable(rows)), offsets_of(sizes), argument)
    if types in ({str}, {int}, {float}, {int, float}):
        return _sets_from_members(list(rows), np.arange(len(rows) + 1), argument)
    rows = [_members(row, argument, index) for index, row in enumerate(rows)]
    return _sets_from_list(rows, argument)


def _sets_by_distinct_rows(rows, argument):
    """Collections of names, each distinct one read once; None if few repeat, or there are ids."""
    if len(rows) < FEWEST_NAMED_ROWS:
        return None
    try:
        some = rows[:: -(-len(rows) // PROBED_NAMES)]
        probed = set(map(tuple, some))
        if 2 * len(probed) > len(some) or not _all_text(probed):
            return None
        numbers = Numbering()
        of_row = np.fromiter(map(numbers.__getitem__, map(tuple, rows)), np.int32, len(rows))
    except TypeError:
        # A member that can't be hashed: the error about it names its row.
        return None
    if not _all_text(numbers):
        return None
    sizes = np.fromiter(map(len, numbers), np.int64, len(numbers))
    distinct = _sets_from_members(list(chain.from_iterable(numbers)), offsets_of(sizes), argument)
    return RawSets(distinct.names, distinct=(distinct.codes, distinct.offsets, of_row))


def _all_text(rows):
    return set(map(type, chain.from_iterable(rows))) <= {str}


def _members(row, argument, index):
    """One example as a list of members."""
    if isinstance(row, pa.Scalar):
        row = row.as_py()
    if type(row) in _COLLECTIONS:
        return list(row)
    if row is None:
        raise InputError(f"got None; {EMPTY_SET}", argument, index)
    if isinstance(row, (bytes, Mapping)):
        rule = "expected a name, an id or a collection of them; got"
        raise InputError(f"{rule} {type(row).__name__} {short(row)}", argument, index)
    if isinstance(row, str):
        return [row]
    if hasattr(row, "__array__"):
        array = plain_array(row, argument, index)
        return array.tolist() if array.ndim else [array.item()]
    return list(row) if hasattr(row, "__iter__") else [row]


def _sets_from_members(members, offsets, argument):
    types = set(map(type, members))
    if types <= {str}:
        codes = Numbering()
        numbered = np.fromiter(map(codes.__getitem__, members), np.int64, len(members))
        return RawSets(list(codes), numbered, offsets)
    if types == {int}:
        try:
            return RawSets(None, np.array(members, dtype=np.int64), offsets)
        except OverflowError:
            wrong = [i for i, member in enumerate(members) if abs(member) > MAX_ID]
            refuse_first(wrong, argument, lambda i: f"id {members[i]} is out of range", offsets)
    if types <= {int, float}:
        ids = _as_ids(np.array(members, np.float64), is_single=int(np.diff(offsets).max()) < 2)
        if ids is not None:
            return RawSets(None, ids, offsets)
    # Before all else: one missing value turns a column of ids into floats.
    missing = [i for i, one in enumerate(members) if one is not None and is_missing(one)]
    rule = f"got a missing value, {{}}; {EMPTY_SET}".format
    refuse_first(missing, argument, lambda i: rule(short(members[i])), offsets)
    plain = [_member(m, offsets, i, argument) for i, m in enumerate(members)]
    kinds = list(map(type, plain))
    names = f"{'names' if kinds[0] is str else 'ids'} such as {short(plain[0])} ("
    end = row_of(offsets, 0), "): use names everywhere or ids everywhere"
    other = [i for i, kind in enumerate(kinds) if kind is not kinds[0]]
    refuse_first(other, argument, lambda i: (f"{short(plain[i])} among {names}", *end), offsets)
    return _sets_from_members(plain, offsets, argument)


def _member(member, offsets, index, argument):
    """A member as exactly str or int, or an error that says what it is."""
    if type(member) is str or type(member) is int:
        return member
    if isinstance(member, str):
        return str.__str__(member)
    row = row_of(offsets, index)
    if hasattr(member, "__array__") and np.ndim(member) == 0:
        member = plain_array(member, argument, row).item()
        if type(member) is int or type(member) is str:
            return member
    if isinstance(member, (bool, np.bool_, float)):
        rule = f"{short(member)} is neither a name nor an id; {SCORES_NEED_MULTILABEL}"
    elif member is None:
        rule = f"a member is None; {EMPTY_SET}"
    elif isinstance(member, int):
        return int(member)
    else:
        nested = isinstance(member, (list, tuple, set, frozenset, np.ndarray))
        advice = f"; {SETS_NEED_ANNOTATORS}" if nested else describe(member, ()).text
        rule = f"members must be names or ids; got {type(member).__name__} {short(member)}{advice}"
    raise InputError(rule, argument, row)


def _sets_from_array(array, argument):
    if array.ndim not in (1, 2):
        rule = f"expected one or two dimensions (examples, members); got shape {array.shape}"
        advice = f"; {SETS_NEED_ANNOTATORS}" if array.ndim == 3 else ""
        raise InputError(rule + advice, argument)
    if array.dtype.kind == "f":
        ids = _as_ids(array, is_single=array.ndim == 1 or array.shape[1] == 1)
        array = array if ids is None else ids
    if array.dtype.kind in "iu":
        width = 1 if array.ndim == 1 else array.shape[1]
        offsets = np.arange(len(array) + 1, dtype=np.int64) * width
        flat = array.reshape(-1)
        # Beyond int64 they would come out as other numbers.
        huge = flat > MAX_ID if flat.dtype == np.uint64 else ()
        refuse_first(huge, argument, lambda i: f"id {flat[i]} is out of range", offsets)
        return RawSets(None, flat if flat.dtype == np.int32 else flat.astype(np.int64), offsets)
    return _sets_from_list(array.tolist(), argument)


def _sets_from_arrow(array, argument):
    array = _without_hidden_nulls(array)
    check_no_nulls(array, None, argument, "got None")
    if is_arrow_list(array.type):
        offsets = list_offsets(array)
        array = _without_hidden_nulls(plain_arrow(array.flatten()))
        check_no_nulls(array, offsets, argument, "a member is None")
    else:
        offsets = np.arange(len(array) + 1)
    kind = array.type.value_type if pa.types.is_dictionary(array.type) else array.type
    if pa.types.is_integer(array.type):
        sets = _sets_from_array(array.to_numpy(zero_copy_only=False), argument)
        return sets._replace(offsets=offsets)
    if pa.types.is_floating(array.type):
        values = array.cast(pa.float64()).to_numpy(zero_copy_only=False)
        ids = _as_ids(values, is_single=int(np.diff(offsets).max(initial=0)) < 2)
        if ids is not None:
            return RawSets(None, ids, offsets)
    if pa.types.is_string(kind) or pa.types.is_large_string(kind):
        encoded = array if pa.types.is_dictionary(array.type) else array.dictionary_encode()
        codes = encoded.indices.to_numpy(zero_copy_only=False)
        return RawSets(encoded.dictionary.to_pylist(), codes, offsets)
    return _sets_from_members(array.to_pylist(), offsets, argument)


def _without_hidden_nulls(array):
    """A dictionary array with a null among its values would not count it as one."""
    hidden = pa.types.is_dictionary(array.type) and array.dictionary.null_count
    return array.cast(array.type.value_type) if hidden else array


def by_feature(raw, class_names, argument):
    """Ids as the names of a ClassLabel that they stand for; names stay as they are."""
    if raw.kind != "ids":
        return raw
    wrong = raw.codes >= len(class_names)
    rule = f"of range; the ClassLabel that says what ids mean has {len(class_names)} names"
    refuse_first(wrong, argument, lambda i: f"id {raw.codes[i]} is out {rule}", raw.offsets)
    return raw._replace(names=list(class_names))
